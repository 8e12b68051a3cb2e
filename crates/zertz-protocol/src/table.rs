//! [`Snapshot`] and [`Update`]: a game as a client sees it, and how it changes.

use crate::{
    Code, ConditionalTurns, DeclineReason, Event, EventKind, GameData, GameId, Maintenance, Millis, Moment, Pair,
    Problem, Seat, SeatedPlayer, Settings,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The stage of a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game has ended.
    Over,
    /// The game was aborted.
    Aborted,
}

/// The open offers.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Offers {
    /// The seat that offers a draw.
    pub draw: Option<Seat>,
    /// The seat that asks to undo a turn.
    pub undo: Option<Seat>,
    /// The seat that offers a rematch.
    pub rematch: Option<Seat>,
}

/// A message between the players.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ChatMessage {
    /// The number of the event.
    pub seq: i64,
    /// When it was sent.
    pub at: Moment,
    /// The seat of the sender.
    pub by: Seat,
    /// The text.
    pub text: String,
}

impl ChatMessage {
    /// Applies an event to the messages of a game: adds a message, or removes one. A message without text was removed by a moderator, or
    /// its author has deleted the account.
    pub fn apply(messages: &mut Vec<ChatMessage>, event: &Event) {
        match (&event.kind, event.by) {
            (EventKind::Chat { text }, Some(by)) if !text.is_empty() => {
                messages.push(ChatMessage { seq: event.seq, at: event.at, by, text: text.clone() });
            }
            (EventKind::ChatRemoved { message }, _) => messages.retain(|one| one.seq != *message),
            _ => {}
        }
    }
}

/// The state of a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct State {
    /// The stage of the game.
    pub status: Status,
    /// The seat to move.
    pub mover: Seat,
    /// The time that each seat had left when the running clock started. Absent without a clock.
    #[schema(value_type = Option<Vec<i64>>)]
    pub left: Option<Pair<Millis>>,
    /// The seat whose clock is running.
    pub running: Option<Seat>,
    /// When the running clock started.
    pub since: Option<Moment>,
    /// The open offers.
    pub offers: Offers,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// The game of the rematch.
    pub rematch: Option<GameId>,
    /// Why a bot declined the challenge, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<DeclineReason>,
}

/// The full state of a game, as one viewer sees it.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The id of the game.
    pub id: GameId,
    /// The number of the last event.
    pub seq: i64,
    /// The server's time.
    pub now: Moment,
    /// What the players agreed on.
    pub settings: Settings,
    /// The players.
    #[schema(value_type = Vec<Option<SeatedPlayer>>)]
    pub seats: Pair<Option<SeatedPlayer>>,
    /// Why a finished game did not change ratings although it was played as a rated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Code>,
    /// The viewer's seat; absent for spectators.
    pub you: Option<Seat>,
    /// Turns and other actions, in order.
    pub acts: Vec<String>,
    /// The state of the game.
    pub state: State,
    /// The viewer's conditional turns.
    pub conditional_turns: Option<ConditionalTurns>,
    /// The messages between the players; empty for spectators.
    pub chat: Vec<ChatMessage>,
}

/// An event and the change it makes.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Update {
    /// The event.
    pub event: Event,
    /// The server's time.
    pub now: Moment,
    /// The number of acts that remain.
    pub keep: usize,
    /// The acts that follow them.
    pub add: Vec<String>,
    /// The state of the game after the event.
    pub state: State,
    /// The players, when they or their ratings have changed.
    #[schema(value_type = Option<Vec<Option<SeatedPlayer>>>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Pair<Option<SeatedPlayer>>>,
    /// Why the game, which has just ended or was voided, does not count towards ratings although it was played as a rated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Code>,
}

/// What [`Snapshot::apply`] did.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Applied {
    /// The snapshot has changed.
    Changed,
    /// The snapshot already knew the event.
    Known,
    /// Something is missing between the two: request a new snapshot.
    Gap,
}

impl Snapshot {
    /// Applies an update. Numbers of events may be skipped: they belong to events that the viewer may not see.
    pub fn apply(&mut self, update: Update) -> Applied {
        let Update { event, now, keep, add, state, seats, unrated } = update;
        if event.seq <= self.seq {
            return Applied::Known;
        }
        if keep > self.acts.len() {
            return Applied::Gap;
        }
        self.seq = event.seq;
        self.now = now;
        self.acts.truncate(keep);
        self.acts.extend(add);
        self.unrated = unrated.or(self.unrated);
        self.seats = seats.unwrap_or_else(|| std::mem::take(&mut self.seats));
        let turns = match &event.kind {
            EventKind::ConditionalTurns { turns } if event.by == self.you => turns.clone(),
            kind => {
                let rest = self.conditional_turns.take().unwrap_or_default().after(kind);
                // The turn may have been any turn. Now the position is known.
                let game = if rest.is_empty() { None } else { self.game().game().ok() };
                game.map_or(rest.clone(), |game| rest.canonical_if_legal(&game))
            }
        };
        self.conditional_turns = Some(turns).filter(|turns| state.status == Status::Playing && !turns.is_empty());
        self.state = state;
        ChatMessage::apply(&mut self.chat, &event);
        Applied::Changed
    }

    /// The game as plain data.
    pub fn game(&self) -> GameData {
        GameData { rules: self.settings.rules.clone(), start: None, acts: self.acts.clone() }
    }
}

/// A message from the server on a game socket.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message {
    /// The full state of the game, sent first.
    Snapshot(Box<Snapshot>),
    /// A new event.
    Update(Box<Update>),
    /// A request was carried out, and the event is on disk.
    Ack {
        /// The id of the request.
        id: String,
        /// The number of the event.
        seq: i64,
    },
    /// The connection is alive. Sent every few seconds; see [`Limits::heartbeat_seconds`](crate::Limits::heartbeat_seconds).
    Heartbeat {
        /// The average time from the client to the server and back, as the server has measured it; absent at first.
        #[serde(skip_serializing_if = "Option::is_none")]
        lag: Option<Millis>,
    },
    /// Server maintenance is planned, or no longer planned. Sent at the beginning of a connection, and when it changes.
    Maintenance {
        /// The maintenance; absent if none is planned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        planned: Option<Maintenance>,
    },
    /// A request was refused.
    Refused {
        /// The id of the request, if that could be read.
        id: Option<String>,
        /// Why it was refused.
        #[serde(flatten)]
        problem: Problem,
    },
}

/// The seat that a player took.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct JoinedSeat {
    /// The seat.
    pub seat: Seat,
}

/// The event that resulted from a request.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Acted {
    /// The number of the event.
    pub seq: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RulesData, TimeControl};

    fn state(status: Status, mover: Seat) -> State {
        State {
            status,
            mover,
            left: None,
            running: None,
            since: None,
            offers: Offers::default(),
            winner: None,
            rematch: None,
            declined: None,
        }
    }

    fn snapshot() -> Snapshot {
        let rules = RulesData::of(&zertz::Rules::standard(zertz::Board::rings37()));
        Snapshot {
            id: "game".parse().unwrap(),
            seq: 3,
            now: 0,
            settings: Settings { rules, time: TimeControl::None, rated: false },
            seats: Pair::default(),
            unrated: None,
            you: Some(Seat::One),
            acts: vec!["Wd4,d1".to_owned()],
            state: state(Status::Playing, Seat::Two),
            conditional_turns: None,
            chat: Vec::new(),
        }
    }

    #[test]
    fn a_message_without_text_is_not_shown() {
        let mut snapshot = snapshot();
        let chat = |text: &str| EventKind::Chat { text: text.to_owned() };
        for (seq, text) in [(4, "hi"), (5, ""), (6, "good game")] {
            assert_eq!(snapshot.apply(update(seq, Seat::Two, chat(text), 1, &[])), Applied::Changed);
        }
        let texts: Vec<_> = snapshot.chat.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["hi", "good game"]);
        snapshot.apply(update(7, Seat::One, EventKind::ChatRemoved { message: 4 }, 1, &[]));
        assert_eq!(snapshot.chat.len(), 1);
    }

    fn update(seq: i64, by: Seat, kind: EventKind, keep: usize, add: &[&str]) -> Update {
        let event = Event { seq, at: 7, by: Some(by), id: None, kind };
        let add = add.iter().map(|&act| act.to_owned()).collect();
        Update { event, now: 9, keep, add, state: state(Status::Playing, Seat::One), seats: None, unrated: None }
    }

    fn turn(text: &str) -> EventKind {
        EventKind::Turn { turn: text.to_owned(), lag: 0 }
    }

    #[test]
    fn an_update_keeps_some_acts_and_adds_others() {
        let mut table = snapshot();
        assert_eq!(table.apply(update(4, Seat::Two, turn("Gb2,a1"), 1, &["Gb2,a1"])), Applied::Changed);
        assert_eq!((table.seq, table.now, table.state.mover), (4, 9, Seat::One));
        assert_eq!(table.acts, ["Wd4,d1", "Gb2,a1"]);
        assert_eq!(table.apply(update(6, Seat::Two, EventKind::Undone { keep: 1 }, 1, &[])), Applied::Changed);
        assert_eq!(table.acts, ["Wd4,d1"]);
    }

    #[test]
    fn a_known_update_and_one_after_a_gap_change_nothing() {
        let mut table = snapshot();
        assert_eq!(table.apply(update(3, Seat::Two, turn("Gb2,a1"), 1, &["Gb2,a1"])), Applied::Known);
        assert_eq!(table.apply(update(6, Seat::Two, turn("Gb2,a1"), 3, &["Gb2,a1"])), Applied::Gap);
        assert_eq!(table, snapshot());
    }

    #[test]
    fn chat_and_conditional_turns_are_kept() {
        let mut table = snapshot();
        table.apply(update(4, Seat::Two, EventKind::Chat { text: "hi".to_owned() }, 1, &[]));
        assert_eq!(table.chat, [ChatMessage { seq: 4, at: 7, by: Seat::Two, text: "hi".to_owned() }]);
        let line = |turns: &[&str]| turns.iter().map(|&turn| turn.to_owned()).collect::<Vec<_>>();
        let turns = ConditionalTurns { lines: vec![line(&["Gb2,a1", "Wc3,a2"]), line(&["*", "Bc3,a2"])] };
        table.apply(update(5, Seat::One, EventKind::ConditionalTurns { turns: turns.clone() }, 1, &[]));
        assert_eq!(table.conditional_turns, Some(turns));
        table.apply(update(6, Seat::Two, turn("Gb2,a1"), 1, &["Gb2,a1"]));
        let rest = ConditionalTurns { lines: vec![line(&["Wc3,a2"]), line(&["Bc3,a2"])] };
        assert_eq!(table.conditional_turns, Some(rest));
        table.apply(update(7, Seat::One, turn("Wc3,a2"), 2, &["Wc3,a2"]));
        assert_eq!(table.conditional_turns, None);
    }

    #[test]
    fn a_removed_message_disappears() {
        let mut table = snapshot();
        table.apply(update(4, Seat::Two, EventKind::Chat { text: "hi".to_owned() }, 1, &[]));
        table.apply(update(5, Seat::Two, EventKind::Chat { text: "buy this".to_owned() }, 1, &[]));
        table.apply(update(6, Seat::Two, EventKind::ChatRemoved { message: 5 }, 1, &[]));
        assert_eq!(table.chat.iter().map(|line| line.seq).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn conditional_turns_end_with_the_game() {
        let mut table = snapshot();
        let turns = ConditionalTurns { lines: vec![vec!["*".to_owned(), "Bc3,a2".to_owned()]] };
        table.apply(update(5, Seat::One, EventKind::ConditionalTurns { turns }, 1, &[]));
        let end = Update { state: state(Status::Over, Seat::One), ..update(6, Seat::Two, EventKind::Resigned, 1, &[]) };
        table.apply(end);
        assert_eq!(table.conditional_turns, None);
    }
}
