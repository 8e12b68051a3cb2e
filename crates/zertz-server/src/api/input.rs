//! What comes in: JSON, addresses and questions, read once, with our own words for what is wrong.

use super::Trouble;
use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
};
use serde::de::DeserializeOwned;

/// A body in JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, state: &S) -> Result<Self, Trouble> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Trouble::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "send JSON, with the content type application/json",
            )),
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Trouble::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "that is too much to read"))
            }
            Err(error) => Err(Trouble::bad("malformed", error.body_text())),
        }
    }
}

/// A part of the address. What does not fit names nothing.
pub struct Part<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Part<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Trouble> {
        let part = Path::<T>::from_request_parts(parts, state).await;
        part.map(|Path(value)| Part(value))
            .map_err(|_| Trouble::missing("not-found", "there is nothing at this address"))
    }
}

/// What stands behind the question mark.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Trouble> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(value)| Asked(value)).map_err(|error| Trouble::bad("malformed", error.body_text()))
    }
}
