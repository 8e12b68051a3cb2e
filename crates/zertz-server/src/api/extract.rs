//! The parts of a request and the response of an [`Endpoint`], with our own errors for invalid input.

use super::ApiError;
use crate::limits::BODY_TIME;
use axum::{
    Json,
    extract::{
        FromRequest, FromRequestParts, Path, Request, WebSocketUpgrade, rejection::JsonRejection,
        ws::rejection::WebSocketUpgradeRejection,
    },
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use tokio::time::timeout;
use zertz_protocol::{Code, endpoint::Endpoint};

pub struct Body<E: Endpoint>(pub E::Body);

impl<S: Send + Sync, E: Endpoint> FromRequest<S> for Body<E> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Ok(body) = timeout(BODY_TIME, Json::<E::Body>::from_request(request, state)).await else {
            let late = ApiError::new(Code::Malformed, "the request took too long");
            return Err(late.with_status(StatusCode::REQUEST_TIMEOUT));
        };
        match body {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Code::NotJson.into()),
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Code::TooLarge.into()),
            Err(error) => Err(ApiError::new(Code::Malformed, error.body_text())),
        }
    }
}

/// The parameter in a path. There is nothing at a path with an invalid parameter.
pub struct Param<E: Endpoint>(pub E::Params);

impl<S: Send + Sync, E: Endpoint> FromRequestParts<S> for Param<E> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Ok(Path(value)) = Path::<E::Params>::from_request_parts(parts, state).await else {
            return Err(Code::NotFound.into());
        };
        Ok(Param(value))
    }
}

pub struct Query<E: Endpoint>(pub E::Query);

impl<S: Send + Sync, E: Endpoint> FromRequestParts<S> for Query<E> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<E::Query>::from_request_parts(parts, state).await;
        let query = query.map_err(|error| ApiError::new(Code::Malformed, error.body_text()))?;
        Ok(Query(query.0))
    }
}

/// The upgrade of a request to a WebSocket.
pub struct Upgrade(pub WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let refused = |error: WebSocketUpgradeRejection| {
            let message = format!("this address is a WebSocket: {}", error.body_text());
            ApiError::new(Code::Malformed, message).with_status(error.status())
        };
        WebSocketUpgrade::from_request_parts(parts, state).await.map(Upgrade).map_err(refused)
    }
}

/// The response of an endpoint: JSON, or no content for `()`.
pub struct Reply<E: Endpoint>(pub E::Response);

impl<E: Endpoint> IntoResponse for Reply<E> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) if json == b"null" => StatusCode::NO_CONTENT.into_response(),
            Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
            Err(_) => ApiError::from(Code::Internal).into_response(),
        }
    }
}
