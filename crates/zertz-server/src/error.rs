//! What can go wrong with a request. Each has one status.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// Why a request is not answered as it hoped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing has this address.
    #[error("there is nothing at this address")]
    NotFound,
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        // What is not there now may be there after the next start.
        let headers = [(header::CACHE_CONTROL, "no-cache"), (header::CONTENT_TYPE, "text/plain; charset=utf-8")];
        (self.status(), headers, self.to_string()).into_response()
    }
}
