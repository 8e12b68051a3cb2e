//! [`Maintenance`]: planned maintenance that the operators of a server have announced.

use crate::Moment;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Planned maintenance, as the operators have announced it. The announcement stays until they withdraw it, or until an hour after the
/// maintenance begins.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Maintenance {
    /// When it begins.
    pub at: Moment,
    /// What the operators say about it, as plain text in a language of their choice. May be empty.
    pub text: String,
}
