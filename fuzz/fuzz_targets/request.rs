//! Requests on a socket: each is refused or carried out, and the log always gives the same table.
//!
//! The first line chooses the settings, by a letter each for the rules, swapping, small goals, the time and the rating. Each other line is
//! a request: `1` or `2` for the seat, then the text, or `#` and the number of a legal turn; or `+` and how many milliseconds pass.
#![no_main]

use zertz_protocol::{Applied, Command, Event, EventKind, Pair, Request, Seat, Settings, Snapshot, TimeControl};
use zertz_server::table::{Change, Decision, Sender, Table};

fn first(choice: &str) -> Event {
    let mut letters = choice.bytes();
    let mut letter = |count: u8| letters.next().map_or(0, |letter| letter % count);
    let mut rules =
        zertz_protocol::rules(["standard", "tournament", "blitz"][usize::from(letter(3))], "37").expect("rules");
    rules.swap = letter(2) == 1;
    // One or two captures end the game.
    if letter(2) == 1 {
        rules.goals = [1, 2, 2, 1];
    }
    let time = match letter(4) {
        0 => TimeControl::Fischer { initial: 60, increment: 1 },
        1 => TimeControl::PerTurn { seconds: 5 },
        2 => TimeControl::Correspondence { days: 1 },
        _ => TimeControl::None,
    };
    let settings = Settings { rules, time, rated: letter(2) == 1 };
    let seats = Pair([Some("ann".parse().expect("an id")), None]);
    Event { seq: 1, at: 0, by: None, id: None, kind: EventKind::Created { settings, seats } }
}

/// A table with its log, and a spectator who follows it.
struct Desk {
    table: Table,
    log: Vec<Event>,
    spectator: Snapshot,
    now: i64,
}

impl Desk {
    /// Applies a change, and checks the updates that a spectator receives.
    fn keep(&mut self, change: Change) {
        for update in change.updates {
            let event = update.event.clone();
            let stored = serde_json::to_string(&event).expect("an event has a text");
            assert_eq!(serde_json::from_str::<Event>(&stored).expect("an event can be read"), event);
            if event.is_visible_to(None) {
                assert_eq!(self.spectator.apply(update), Applied::Changed);
            }
            self.log.push(event);
        }
        self.table = change.table;
        assert!(self.table.acts().eq(self.spectator.acts.iter().map(String::as_str)), "updates tell every change");
        assert_eq!(self.spectator.state, self.table.state(), "updates tell every change");
    }

    /// A request as text. A refused request cannot change the table, which is only borrowed.
    fn hear(&mut self, seat: Seat, frame: &str) {
        let Ok(request) = Request::read(frame) else { return };
        let sender = Sender { seat, at: self.now, lag: frame.len() as i64 };
        let next = self.table.seq() + 1;
        match self.table.decide(sender, &request) {
            Err(_) => return,
            Ok(Decision::Done(seq)) => return assert!(seq < next, "what was done has happened"),
            Ok(Decision::Change(change)) => self.keep(*change),
            Ok(Decision::Rematch) => {
                let change = self.table.rematched(sender, &request, "again".parse().expect("an id"));
                self.keep(change.expect("a rematch"));
            }
        }
        let again = self.table.decide(sender, &request);
        assert!(matches!(again, Ok(Decision::Done(seq)) if seq == next), "a repeated request is carried out once");
    }

    /// A request with a legal turn.
    fn any_turn(&self, number: usize) -> Option<String> {
        let (rules, position) = (self.table.game().rules(), self.table.game().position());
        let turn = position.turns(rules).choose(|count| number % count)?;
        let command = Command::Turn { turn: position.write_turn(rules, &turn).to_string(), after: self.table.seq() };
        serde_json::to_string(&Request { id: format!("#{}", self.table.seq()), command }).ok()
    }

    /// Lets time pass.
    fn pass(&mut self, millis: u32) {
        self.now += i64::from(millis);
        while let Some(change) = self.table.due(self.now).expect("time causes valid events") {
            self.keep(change);
        }
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let log = vec![first(lines.next().unwrap_or_default())];
    let table = Table::open(&log[0]).expect("a table");
    let spectator = table.snapshot(&"game".parse().expect("an id"), Pair::default(), None, 0);
    let mut desk = Desk { table, log, spectator, now: 0 };
    let joined = desk.table.join(&"bob".parse().expect("an id"), 0).expect("the seat is vacant");
    desk.keep(joined);
    for line in lines.take(60) {
        desk.now += 997;
        let seat = match line.as_bytes().first() {
            Some(b'+') => {
                desk.pass(line[1..].parse().unwrap_or(0));
                continue;
            }
            Some(b'1') => Seat::One,
            Some(b'2') => Seat::Two,
            _ => continue,
        };
        match line[1..].strip_prefix('#') {
            Some(number) => {
                if let Some(frame) = number.parse().ok().and_then(|number| desk.any_turn(number)) {
                    desk.hear(seat, &frame);
                }
            }
            None => desk.hear(seat, &line[1..]),
        }
    }
    let again = Table::replay(&desk.log).expect("a log");
    assert_eq!(again.wake(), desk.table.wake(), "the log gives the same table");
    assert_eq!(again.game().position(), desk.table.game().position(), "the log gives the same table");
    for seat in [None, Some(Seat::One), Some(Seat::Two)] {
        let id = "game".parse().expect("an id");
        let [one, two] = [&again, &desk.table].map(|table| table.snapshot(&id, Pair::default(), seat, desk.now));
        assert_eq!(one, two, "the log gives the same table");
        assert!(seat.is_some() || (one.conditional_turns.is_none() && one.chat.is_empty()), "spectators see no secrets");
    }
});
