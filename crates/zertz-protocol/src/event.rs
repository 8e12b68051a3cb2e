//! [`Event`]: something that happened in a game. A game is the list of its events; nothing else is stored.
//!
//! The first release used other words for some events. They are still read, since stored events never change.

use crate::{ConditionalTurns, DeclineReason, GameId, Millis, Moment, Pair, PlayerId, RulesData, Seat, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz::{Board, Rules};

/// What the players agreed on.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Settings {
    /// The rules.
    pub rules: RulesData,
    /// The time control.
    pub time: TimeControl,
    /// Whether the game changes ratings.
    pub rated: bool,
}

impl Settings {
    /// Whether a game with these settings can be rated, if both players have accounts: it needs a clock, the rules of a preset and a board
    /// of the rulebook.
    pub fn can_be_rated(&self) -> bool {
        let usual = |rules: Rules| rules.preset().is_some() && Board::presets().any(|board| board == rules.board);
        self.time.pace().is_some() && self.rules.rules().is_ok_and(usual)
    }
}

/// An event in a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Event {
    /// The number of the event in its game, from 1.
    pub seq: i64,
    /// When it happened, by the server's clock.
    pub at: Moment,
    /// The seat that caused it; absent when the server did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// The id of the request that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum EventKind {
    /// The game was created.
    Created {
        /// What was agreed on.
        settings: Settings,
        /// The players at the start.
        #[schema(value_type = Vec<Option<PlayerId>>)]
        seats: Pair<Option<PlayerId>>,
        /// The seat of the bot that was challenged, which may decline; absent in other games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenged: Option<Seat>,
    },
    /// A player took the open seat, and the game began.
    Joined {
        /// The player.
        player: PlayerId,
    },
    /// A player played a turn.
    Turn {
        /// The turn in canonical notation.
        turn: String,
        /// Lag compensation in milliseconds: time that is not counted.
        #[serde(default)]
        lag: Millis,
    },
    /// The second player took over the first player's side.
    Swapped,
    /// A player demanded a missed capture: the opponent's last turn was undone.
    Demanded,
    /// A player offered a draw.
    DrawOffered,
    /// The opponent declined the draw.
    DrawDeclined,
    /// The players agreed on a draw.
    Drawn,
    /// A player asked to undo the last turn.
    #[serde(alias = "takeBackOffered")]
    UndoOffered,
    /// The opponent declined to undo it.
    #[serde(alias = "takeBackDeclined")]
    UndoDeclined,
    /// Turns were undone.
    #[serde(alias = "takenBack")]
    Undone {
        /// How many acts remain.
        keep: usize,
    },
    /// A player gave the opponent more time.
    TimeGiven {
        /// How much time.
        millis: Millis,
    },
    /// The server was not available for some time, which is not counted.
    Interrupted {
        /// When the uncounted time began.
        from: Moment,
        /// When it ended.
        to: Moment,
    },
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    TimeOut,
    /// The game was aborted.
    Aborted,
    /// A bot declined the challenge, and the game was aborted.
    Declined {
        /// The reason.
        reason: DeclineReason,
    },
    /// The loser accepted the result, or did not demand a missed capture in time.
    Accepted,
    /// A player set conditional turns. Only that player sees this event.
    #[serde(alias = "planned")]
    ConditionalTurns {
        /// The conditional turns; empty to clear them.
        #[serde(alias = "plan")]
        turns: ConditionalTurns,
    },
    /// A player wrote a chat message. Only the players see this event.
    #[serde(alias = "said")]
    Chat {
        /// The text of the message.
        text: String,
    },
    /// A moderator removed a chat message. Only the players see this event.
    ChatRemoved {
        /// The number of the event with the message.
        message: i64,
    },
    /// A moderator voided the game: it no longer counts towards ratings.
    Voided,
    /// A player offered a rematch.
    RematchOffered,
    /// The opponent declined the rematch.
    RematchDeclined,
    /// The rematch began.
    Rematch {
        /// The new game.
        game: GameId,
    },
}

impl Event {
    /// Whether a player on this seat, or a spectator, may see the event.
    pub fn is_visible_to(&self, viewer: Option<Seat>) -> bool {
        match self.kind {
            EventKind::ConditionalTurns { .. } => viewer.is_some() && viewer == self.by,
            EventKind::Chat { .. } | EventKind::ChatRemoved { .. } => viewer.is_some(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_first_release_are_read() {
        let read = |text: &str| serde_json::from_str::<Event>(text).unwrap().kind;
        assert_eq!(read(r#"{"seq":4,"at":1,"by":1,"type":"takeBackOffered"}"#), EventKind::UndoOffered);
        assert_eq!(read(r#"{"seq":4,"at":1,"by":1,"type":"takeBackDeclined"}"#), EventKind::UndoDeclined);
        assert_eq!(read(r#"{"seq":4,"at":1,"by":1,"type":"takenBack","keep":3}"#), EventKind::Undone { keep: 3 });
        assert_eq!(
            read(r#"{"seq":4,"at":1,"by":1,"type":"said","text":"hi"}"#),
            EventKind::Chat { text: "hi".to_owned() }
        );
        let turns = ConditionalTurns { lines: vec![vec!["*".to_owned(), "Wd4,d1".to_owned()]] };
        let old = r#"{"seq":4,"at":1,"by":1,"type":"planned","plan":{"lines":[["*","Wd4,d1"]]}}"#;
        assert_eq!(read(old), EventKind::ConditionalTurns { turns });
    }

    #[test]
    fn secrets_are_visible_to_their_owners_only() {
        let event = |kind| Event { seq: 1, at: 0, by: Some(Seat::One), id: None, kind };
        let all = [None, Some(Seat::One), Some(Seat::Two)];
        let seen = |kind: EventKind| {
            let event = event(kind);
            all.map(|viewer| event.is_visible_to(viewer))
        };
        assert_eq!(seen(EventKind::ConditionalTurns { turns: ConditionalTurns::default() }), [false, true, false]);
        assert_eq!(seen(EventKind::Chat { text: "hi".to_owned() }), [false, true, true]);
        assert_eq!(seen(EventKind::ChatRemoved { message: 1 }), [false, true, true]);
        assert_eq!(seen(EventKind::Resigned), [true; 3]);
    }
}
