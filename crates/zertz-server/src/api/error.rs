//! [`ApiError`]: a refused request, with its HTTP status and its [`Problem`].

use crate::{
    play::{ActError, CreateError},
    store::StoreError,
    table::Refusal,
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use zertz_protocol::Problem;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub problem: Box<Problem>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &str, message: impl std::fmt::Display) -> ApiError {
        ApiError { status, problem: Box::new(Problem::new(code, message)) }
    }

    pub fn bad_request(code: &str, message: impl std::fmt::Display) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub fn not_found(code: &str, message: impl std::fmt::Display) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, code, message)
    }

    /// The server failed; the log has the details.
    pub fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the server failed; please try again later")
    }

    pub fn too_many(seconds: u64) -> ApiError {
        let message = format!("too many requests; please wait {seconds} s");
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate-limited", message);
        error.problem.retry_after = Some(seconds);
        error
    }

    pub fn no_player() -> ApiError {
        ApiError::not_found("no-player", "there is no player with this name")
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal {
            Refusal::NotSeated => StatusCode::FORBIDDEN,
            Refusal::BadConditionalTurns | Refusal::BadMessage | Refusal::BadId => StatusCode::BAD_REQUEST,
            Refusal::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        ApiError { status, problem: Box::new(refusal.into()) }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Conflict => ApiError::new(StatusCode::CONFLICT, "conflict", &error),
            StoreError::NameTaken => ApiError::new(StatusCode::CONFLICT, "name-taken", &error),
            error => {
                tracing::error!(%error, "the store failed");
                ApiError::internal()
            }
        }
    }
}

impl From<ActError> for ApiError {
    fn from(error: ActError) -> ApiError {
        match error {
            ActError::NoGame => ApiError::not_found("no-game", error),
            ActError::Refused(refusal) => refusal.into(),
            ActError::Store(error) => error.into(),
        }
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> ApiError {
        let (status, code) = match error {
            CreateError::Rules(problem) => {
                return ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, problem: Box::new(problem) };
            }
            CreateError::Store(error) => return error.into(),
            CreateError::Time => (StatusCode::UNPROCESSABLE_ENTITY, "time"),
            CreateError::Rated => (StatusCode::FORBIDDEN, "cannot-rate"),
            CreateError::Level => (StatusCode::UNPROCESSABLE_ENTITY, "level"),
            CreateError::NoBot => (StatusCode::NOT_FOUND, "no-bot"),
            CreateError::SeekGone => (StatusCode::CONFLICT, "seek-gone"),
            CreateError::OwnSeek => (StatusCode::CONFLICT, "own-seek"),
            CreateError::TooManySeeks => (StatusCode::FORBIDDEN, "too-many-seeks"),
        };
        ApiError::new(status, code, error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self.problem)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.problem.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
