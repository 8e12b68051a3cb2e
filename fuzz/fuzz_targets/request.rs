//! What comes over a socket, for a table: refused or done, and never a table that its own log does not give again.
//!
//! The first line chooses what is played, by a letter each for the rules, changing sides, small goals, the time and the rating. Each line
//! after it is something that arrives: `1` or `2` for the seat, then the frame, or `#` and the number of a legal turn; or `+` and how
//! many milliseconds pass.
#![no_main]

use zertz_server::{
    play::{Message, Snapshot, Update},
    table::{Asker, Command, Decision, Event, Pair, Request, Seat, Settings, Table, TimeControl, What},
};

fn first(choice: &str) -> Event {
    let mut letters = choice.bytes();
    let mut letter = |count: u8| letters.next().map_or(0, |letter| letter % count);
    let mut rules =
        zertz_data::rules(["standard", "tournament", "blitz"][usize::from(letter(3))], "37").expect("rules");
    rules.swap = letter(2) == 1;
    // A capture or two end it.
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
    Event { seq: 1, at: 0, by: None, id: None, what: What::Created { settings, seats } }
}

/// A table with its log, as a server has it.
struct Desk {
    table: Table,
    log: Vec<Event>,
    now: i64,
}

impl Desk {
    /// Lets events happen that the table has decided on, and checks what is told of them.
    fn keep(&mut self, events: Vec<Event>) {
        for event in events {
            let stored = serde_json::to_string(&event).expect("an event has a text");
            assert_eq!(serde_json::from_str::<Event>(&stored).expect("an event can be read"), event);
            let mut shown: Vec<String> = self.table.acts().map(str::to_owned).collect();
            let update = Update::of(&event, &mut self.table, self.now).expect("what was decided can be done");
            shown.truncate(update.keep);
            shown.extend(update.add.iter().cloned());
            assert!(self.table.acts().eq(shown.iter().map(String::as_str)), "an update tells what has changed");
            assert!(!Message::Update(Box::new(update)).text().is_empty());
            self.log.push(event);
        }
    }

    /// What arrives as text. What is refused cannot have changed the table, which only lends itself to decide.
    fn hear(&mut self, seat: Seat, frame: &str) {
        let Ok(request) = Request::read(frame) else { return };
        let asker = Asker { seat, at: self.now, lag: frame.len() as i64 };
        let next = self.table.seq() + 1;
        match self.table.decide(asker, &request) {
            Err(_) => return,
            Ok(Decision::Done(seq)) => return assert!(seq < next, "what was done has happened"),
            Ok(Decision::Do(events)) => self.keep(events),
            Ok(Decision::Rematch) => {
                let event = self.table.rematched(asker, &request, "again".parse().expect("an id"));
                self.keep(vec![event]);
            }
        }
        assert_eq!(self.table.decide(asker, &request), Ok(Decision::Done(next)), "sent again, it happens once");
    }

    /// A frame with some legal turn.
    fn any_turn(&self, number: usize) -> Option<String> {
        let (rules, position) = (self.table.game().rules(), self.table.game().position());
        let turn = position.turns(rules).choose(|count| number % count)?;
        let command = Command::Turn { turn: position.write_turn(rules, &turn).to_string(), after: self.table.seq() };
        serde_json::to_string(&Request { id: format!("#{}", self.table.seq()), command }).ok()
    }

    /// Time passes, and what that makes due happens.
    fn pass(&mut self, millis: u32) {
        self.now += i64::from(millis);
        while let Some(event) = self.table.due(self.now) {
            self.keep(vec![event]);
        }
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let log = vec![first(lines.next().unwrap_or_default())];
    let mut desk = Desk { table: Table::open(&log[0]).expect("a table"), log, now: 0 };
    let joined = desk.table.join(&"bob".parse().expect("an id"), 0).expect("the seat is vacant");
    desk.keep(vec![joined]);
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
        let [one, two] = [&again, &desk.table].map(|table| Snapshot::of(&id, table, Pair::default(), seat, desk.now));
        assert_eq!(one, two, "the log gives the same table");
        assert!(seat.is_some() || (one.plan.is_none() && one.said.is_empty()), "who watches sees no secrets");
        assert!(!Message::Table(Box::new(one)).text().is_empty());
    }
});
