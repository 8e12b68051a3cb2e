//! What can go wrong with a request to the interface: each has a status, a code for programs and a sentence for people.

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
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong.
#[derive(Serialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Trouble {
    /// One word, for programs and for pages that say it in another language.
    pub code: String,
    /// The ring it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<String>,
    /// The letter of the colour it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<char>,
    /// The whole sentence in English.
    pub sentence: String,
    /// What it is in HTTP.
    #[serde(skip)]
    #[schema(ignore)]
    pub status: StatusCode,
    /// How many seconds to wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
}

impl Trouble {
    /// Trouble with a status, a code and a sentence.
    pub fn new(status: StatusCode, code: &str, sentence: impl ToString) -> Trouble {
        Trouble { code: code.to_owned(), ring: None, colour: None, sentence: sentence.to_string(), status, wait: None }
    }

    /// What was sent makes no sense.
    pub fn bad(code: &str, sentence: impl ToString) -> Trouble {
        Trouble::new(StatusCode::BAD_REQUEST, code, sentence)
    }

    /// What was asked for is not there.
    pub fn missing(code: &str, sentence: impl ToString) -> Trouble {
        Trouble::new(StatusCode::NOT_FOUND, code, sentence)
    }

    /// Something here is broken; the log has more.
    pub fn ours() -> Trouble {
        let sentence = "something went wrong here; please try again";
        Trouble::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", sentence)
    }

    /// Too much at once.
    pub fn too_much(wait: u64) -> Trouble {
        let sentence = format!("that was too much at once; please wait {wait} s");
        Trouble { wait: Some(wait), ..Trouble::new(StatusCode::TOO_MANY_REQUESTS, "too-much", sentence) }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        let status = match refusal {
            Refusal::NotSeated => StatusCode::FORBIDDEN,
            Refusal::BadPlan | Refusal::BadMessage | Refusal::BadId => StatusCode::BAD_REQUEST,
            Refusal::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        let (ring, colour) = match &refusal {
            Refusal::Illegal(trouble) => (trouble.ring.clone(), trouble.colour),
            _ => (None, None),
        };
        Trouble { ring, colour, ..Trouble::new(status, refusal.code(), &refusal) }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        match error {
            StoreError::Conflict => Trouble::new(StatusCode::CONFLICT, "conflict", &error),
            StoreError::NameTaken => Trouble::new(StatusCode::CONFLICT, "name-taken", &error),
            error => {
                tracing::error!(%error, "the store failed");
                Trouble::ours()
            }
        }
    }
}

impl From<ActError> for Trouble {
    fn from(error: ActError) -> Trouble {
        match error {
            ActError::NoGame => Trouble::missing("no-game", &error),
            ActError::Refused(refusal) => refusal.into(),
            ActError::Store(error) => error.into(),
        }
    }
}

impl From<CreateError> for Trouble {
    fn from(error: CreateError) -> Trouble {
        let sentence = error.to_string();
        let (status, code) = match &error {
            CreateError::Rules(trouble) => (StatusCode::UNPROCESSABLE_ENTITY, trouble.code.clone()),
            CreateError::Time => (StatusCode::UNPROCESSABLE_ENTITY, "time".to_owned()),
            CreateError::Rated => (StatusCode::FORBIDDEN, "cannot-rate".to_owned()),
            CreateError::Level => (StatusCode::UNPROCESSABLE_ENTITY, "level".to_owned()),
            CreateError::NoBot => (StatusCode::NOT_FOUND, "no-bot".to_owned()),
            CreateError::Gone => (StatusCode::CONFLICT, "gone".to_owned()),
            CreateError::Own => (StatusCode::CONFLICT, "own".to_owned()),
            CreateError::Enough => (StatusCode::TOO_MANY_REQUESTS, "enough".to_owned()),
            CreateError::Store(_) => {
                let CreateError::Store(error) = error else { return Trouble::ours() };
                return error.into();
            }
        };
        Trouble::new(status, &code, sentence)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(wait) = self.wait {
            response.headers_mut().insert(header::RETRY_AFTER, wait.into());
        }
        response
    }
}
