//! [`ApiError`]: a refused request, with its HTTP status and its [`Problem`].

use crate::{
    play::PlayError,
    store::{StoreError, report_unreadable},
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use zertz_protocol::{Code, Problem};

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub problem: Box<Problem>,
}

impl ApiError {
    pub fn new(code: Code, message: impl std::fmt::Display) -> ApiError {
        Problem::new(code, message).into()
    }

    pub fn too_many(seconds: u64) -> ApiError {
        let message = format!("too many requests; please wait {seconds} s");
        Problem { retry_after: Some(seconds), ..Problem::new(Code::RateLimited, message) }.into()
    }

    /// The same with another status than usual.
    pub fn with_status(self, status: StatusCode) -> ApiError {
        ApiError { status, ..self }
    }
}

/// The usual status of a refusal. Without one of its own, it is an illegal turn, or a game that the server does not offer.
fn status(code: Code) -> StatusCode {
    use Code::*;
    match code {
        Malformed | BadName | BadPassword | BadEmail | BadConditionalTurns | BadMessage | BadId | BadReport
        | BadNote | BadWarning | BadUntil | BadNetwork | BadBotRules => StatusCode::BAD_REQUEST,
        SignIn | BadToken | WrongPassword => StatusCode::UNAUTHORIZED,
        ForeignOrigin | NotSeated | ChatDisabled | CannotRate | RatedEngine | RatedSelf | RatedShared | RatedOften
        | RatedShort | RatedGone | TooManySeeks | TooManyGames | TooOften | TooManyBots | TooManyBlocks | Blocked
        | OwnBlock | OwnReport | NotModerator | Muted | Banned | AccountClosed | AddressBlocked | Protected
        | BotBoard | BotRules | BotTime | BotCasualOnly | BotRatedOnly | BotHumansOnly | BotBusy | BotLater => {
            StatusCode::FORBIDDEN
        }
        NotFound | NoGame | NoPlayer | NoBot | NoSession | NoMessage | NoReport | NoWarning | NoAddressBlock => {
            StatusCode::NOT_FOUND
        }
        Stale | NotYourTurn | YourTurn | NotBegun | Over | NotOver | TooLate | Underway | AlreadyOffered
        | NothingOffered | NothingToUndo | Rated | NoClock | EnoughTime | Full | SeekGone | OwnSeek | SignedIn
        | NameTaken | Conflict | NotChallenged | NotRestricted | NotRated | Voided => StatusCode::CONFLICT,
        MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        ApiError { status: status(problem.code), problem: Box::new(problem) }
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> ApiError {
        Problem::from(code).into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Conflict => Code::Conflict.into(),
            StoreError::NameTaken => Code::NameTaken.into(),
            // It is reported once, however often it is asked for.
            StoreError::Unreadable(error) => {
                report_unreadable(&error);
                Code::Internal.into()
            }
            error => {
                tracing::error!(%error, "the store failed");
                let is_away = matches!(
                    error,
                    StoreError::Database(_) | StoreError::Unconfirmed(_) | StoreError::TooSlow | StoreError::Closed
                );
                if is_away { Code::Unavailable.into() } else { Code::Internal.into() }
            }
        }
    }
}

impl From<PlayError> for ApiError {
    fn from(error: PlayError) -> ApiError {
        match error {
            PlayError::Refused(problem) => problem.into(),
            PlayError::Store(error) => error.into(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_the_status_of_each_code() {
        let docs = include_str!("../../../../docs/online.md");
        let table = docs.split_once("| code | status | reason |\n|---|---|---|\n").unwrap().1;
        for row in table.lines().take_while(|line| line.starts_with('|')) {
            let [_, codes, statuses, ..] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
            for word in codes.split('`').skip(1).step_by(2) {
                let code: Code = serde_json::from_value(word.into()).unwrap();
                assert_ne!(code, Code::Unknown, "{word}");
                assert!(statuses.contains(status(code).as_str()), "{word}: {}", status(code));
            }
        }
    }
}
