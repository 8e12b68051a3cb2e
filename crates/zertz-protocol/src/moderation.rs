//! Moderation: restrictions of players, what moderators do, and the audit log.

use crate::{GameId, Millis, Moment, Pair, Player, PlayerId, PlayerKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A reference to a player: id, kind and name.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PlayerRef {
    /// The id.
    pub id: PlayerId,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The name; guests and players whose account was deleted have none.
    pub name: Option<String>,
}

/// A restriction on a player.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RestrictionKind {
    /// The player may not chat.
    Mute,
    /// The player may neither play nor chat.
    Ban,
    /// The account is closed: nobody can sign in.
    Close,
}

impl RestrictionKind {
    /// Every kind, mildest first.
    pub const ALL: [RestrictionKind; 3] = [RestrictionKind::Mute, RestrictionKind::Ban, RestrictionKind::Close];
}

/// A restriction in force.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Restriction {
    /// The kind of restriction.
    pub kind: RestrictionKind,
    /// When it began.
    pub since: Moment,
    /// When it ends; absent if it is permanent.
    pub until: Option<Moment>,
}

/// A warning that a moderator gave the player.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Warning {
    /// The id, with which the player confirms it.
    pub id: String,
    /// When it was given.
    pub at: Moment,
    /// What the moderator wrote.
    pub text: String,
}

/// What a moderator does to a player.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Sanction {
    /// Shows the player a warning until the player confirms it.
    Warn {
        /// The text that the player sees.
        text: String,
    },
    /// Mutes the player: no chat.
    Mute {
        /// When it ends; absent if it is permanent.
        until: Option<Moment>,
    },
    /// Bans the player: no online play and no chat. Games in progress end.
    Ban {
        /// When it ends; absent if it is permanent.
        until: Option<Moment>,
    },
    /// Closes the account: all sessions end, and nobody can sign in.
    Close,
    /// Lifts a restriction.
    Lift {
        /// The restriction.
        restriction: RestrictionKind,
    },
}

/// A sanction with a note.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewSanction {
    /// What to do.
    pub sanction: Sanction,
    /// A note for other moderators.
    #[serde(default)]
    pub note: String,
}

/// A note for other moderators.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Note {
    /// The text.
    #[serde(default)]
    pub note: String,
}

/// A chat message to remove.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ChatRemoval {
    /// The number of the event with the message.
    pub seq: i64,
    /// A note for other moderators.
    #[serde(default)]
    pub note: String,
}

/// A player as moderators see them.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModeratedPlayer {
    /// The player.
    pub player: Player,
    /// The person who owns the bot.
    pub owner: Option<PlayerRef>,
    /// Whether the player is a moderator.
    pub moderator: bool,
    /// The restrictions in force.
    pub restrictions: Vec<Restriction>,
    /// Warnings that the player has not confirmed yet.
    pub unconfirmed_warnings: Vec<Warning>,
    /// The number of open reports about the player.
    pub open_reports: i64,
    /// The latest entries of the audit log about the player, newest first.
    pub audit: Vec<AuditEntry>,
}

/// A network to block.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewAddressBlock {
    /// An address, or a network such as `192.0.2.0/24`.
    pub network: String,
    /// When the block ends.
    pub until: Moment,
    /// A note for other moderators.
    #[serde(default)]
    pub note: String,
}

/// A blocked network: no new sessions, guests or sockets from there.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct AddressBlock {
    /// The id.
    pub id: String,
    /// The network, such as `192.0.2.0/24`.
    pub network: String,
    /// When it was blocked.
    pub at: Moment,
    /// When the block ends.
    pub until: Moment,
    /// The moderator; absent for an operator.
    pub by: Option<PlayerRef>,
    /// The moderator's note.
    pub note: String,
}

/// What a moderator or an operator did.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AuditAction {
    /// Warned a player.
    Warn,
    /// Muted a player.
    Mute,
    /// Banned a player.
    Ban,
    /// Closed an account.
    Close,
    /// Lifted a mute.
    LiftMute,
    /// Lifted a ban.
    LiftBan,
    /// Reopened an account.
    LiftClose,
    /// Blocked a network.
    BlockAddress,
    /// Unblocked a network.
    UnblockAddress,
    /// Voided a game.
    VoidGame,
    /// Removed a chat message.
    RemoveLine,
    /// Marked a report as done.
    ReportDone,
    /// Dismissed a report.
    ReportDismissed,
    /// Opened a report again.
    ReportOpened,
    /// Made an account a moderator.
    AddModerator,
    /// Made a moderator an ordinary player.
    RemoveModerator,
    /// Asked for the fair-play signals of a player.
    FairPlay,
    /// Read the chat of a game.
    ReadChat,
    /// Gave an account a new password.
    ResetPassword,
    /// Allowed two people who share an address or a device to play rated games.
    AllowRated,
}

/// An entry of the audit log. Entries are added and never changed.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct AuditEntry {
    /// The id.
    pub id: String,
    /// When it happened.
    pub at: Moment,
    /// The moderator; absent for an operator at the command line.
    pub by: Option<PlayerRef>,
    /// What was done.
    pub action: AuditAction,
    /// The player it was done to.
    pub player: Option<PlayerRef>,
    /// The game it was done to.
    pub game: Option<GameId>,
    /// The players of this game, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Pair<Option<PlayerRef>>>,
    /// Further details: a network, the number of a chat message, the id of a report, or the text of a warning.
    pub subject: String,
    /// When the restriction or block ends.
    pub until: Option<Moment>,
    /// The note.
    pub note: String,
}

/// Which entries of the audit log to list, newest first.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    /// Only what was done to this player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Only what this moderator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// The time of the last entry on the previous page.
    #[serde(default, deserialize_with = "crate::list::parsed", skip_serializing_if = "Option::is_none")]
    pub before: Option<Moment>,
    /// The id of the last entry on the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_id: Option<String>,
}

/// The next page of a list, newest entry first.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PageQuery {
    /// The time of the last entry on the previous page.
    #[serde(default, deserialize_with = "crate::list::parsed", skip_serializing_if = "Option::is_none")]
    pub before: Option<Moment>,
    /// The id of the last entry on the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_id: Option<String>,
}

/// How often a player played the engine's first choice.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct EngineAgreement {
    /// When it was computed.
    pub at: Moment,
    /// The number of games.
    pub games: u32,
    /// The number of turns that were compared: turns with a choice, after the opening.
    pub turns: u32,
    /// How many of them were the engine's first choice.
    pub agreed: u32,
    /// The nodes that the engine searched for each turn.
    pub nodes: u64,
}

/// How long a player's turns took.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TurnTimes {
    /// The number of turns, of live games only.
    pub turns: u32,
    /// The median.
    pub median: Millis,
    /// A quarter of the turns were faster.
    pub lower: Millis,
    /// A quarter of the turns were slower.
    pub upper: Millis,
}

/// Another account that was used from the same addresses or devices.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SharedAccount {
    /// The account.
    pub player: PlayerRef,
    /// The number of addresses in common.
    pub addresses: u32,
    /// The number of devices in common.
    pub devices: u32,
}

/// Games that a player resigned early.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct QuickResignations {
    /// The number of games.
    pub games: u32,
    /// How many of them the player resigned early.
    pub quick: u32,
    /// The longest streak of such games.
    pub streak: u32,
}

/// Whether the engine has analysed a player's games.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FairPlayState {
    /// Nobody has asked for it.
    None,
    /// The engine has not finished yet.
    Queued,
    /// The engine has finished.
    Done,
}

/// Fair-play signals of a player, for a moderator to judge. Nothing happens automatically.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FairPlay {
    /// The player.
    pub player: PlayerRef,
    /// Whether the engine has analysed the games.
    pub state: FairPlayState,
    /// How often the player played the engine's first choice, as last computed.
    pub engine: Option<EngineAgreement>,
    /// How long the turns took; absent without live games.
    pub times: Option<TurnTimes>,
    /// Accounts that were used from the same addresses or devices.
    pub shared: Vec<SharedAccount>,
    /// Games that the player resigned early.
    pub resignations: QuickResignations,
}
