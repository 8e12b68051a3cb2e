//! Tables from the first guest to the rematch.

use super::*;
use crate::id::{GameId, PlayerId};
use proptest::prelude::*;
use zertz::{Board, Outcome, Rules, Win};
use zertz_data::RulesData;

const FAST: TimeControl = TimeControl::Fischer { initial: 60, increment: 1 };

fn id(text: &str) -> PlayerId {
    text.parse().unwrap()
}

/// A table with its log, as a store would have it.
struct Evening {
    table: Table,
    log: Vec<Event>,
    now: Moment,
    requests: u32,
}

impl Evening {
    fn of(rules: Rules, time: TimeControl, rated: bool) -> Evening {
        let settings = Settings { rules: RulesData::of(&rules), time, rated };
        let seats = Pair([Some(id("ann")), None]);
        let first = Event { seq: 1, at: 1_000, by: None, id: None, what: What::Created { settings, seats } };
        let mut evening = Evening { table: Table::open(&first).unwrap(), log: vec![first], now: 1_000, requests: 0 };
        let joined = evening.table.join(&id("bob"), 1_000).unwrap();
        evening.keep(vec![joined]);
        evening
    }

    fn new(time: TimeControl) -> Evening {
        Evening::of(Rules::standard(Board::rings37()), time, false)
    }

    fn keep(&mut self, events: Vec<Event>) {
        for event in events {
            self.table.apply(&event).unwrap();
            self.log.push(event);
        }
    }

    fn request(&mut self, command: Command) -> Request {
        self.requests += 1;
        Request { id: format!("r{}", self.requests), command }
    }

    fn asker(&self, seat: Seat) -> Asker {
        Asker { seat, at: self.now, lag: 0 }
    }

    fn ask(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        let request = self.request(command);
        match self.table.decide(self.asker(seat), &request)? {
            Decision::Do(events) => self.keep(events),
            other => panic!("{other:?}"),
        }
        Ok(())
    }

    fn turn(&mut self, seat: Seat, turn: &str) -> Result<(), Refusal> {
        let after = self.table.seq();
        self.ask(seat, Command::Turn { turn: turn.to_owned(), after })
    }

    fn begun(time: TimeControl) -> Evening {
        let mut evening = Evening::new(time);
        evening.turn(Seat::One, "Wd4,d1").unwrap();
        evening.turn(Seat::Two, "Gb2,a1").unwrap();
        evening
    }
}

#[test]
fn the_first_who_comes_takes_the_vacant_seat() {
    let evening = Evening::new(FAST);
    assert_eq!(evening.table.status(), Status::Playing);
    assert_eq!(evening.table.seat_of(&id("bob")), Some(Seat::Two));
    assert_eq!(evening.table.join(&id("carl"), 0), Err(Refusal::Full));
    let vacant = Table::open(&evening.log[0]).unwrap();
    assert_eq!(vacant.join(&id("ann"), 0), Err(Refusal::Full), "nobody plays against oneself");
    assert!(vacant.join(&id("carl"), 0).is_ok());
}

#[test]
fn a_turn_must_be_legal_in_time_and_by_who_is_to_move() {
    let mut evening = Evening::new(FAST);
    assert_eq!(evening.turn(Seat::Two, "Wd4,d1"), Err(Refusal::NotYourTurn));
    assert!(matches!(evening.turn(Seat::One, "Wd4,d4"), Err(Refusal::Illegal(trouble)) if trouble.code == "occupied"));
    assert!(
        matches!(evening.turn(Seat::One, "nonsense"), Err(Refusal::Illegal(trouble)) if trouble.code == "not-a-turn")
    );
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    let stale = evening.request(Command::Turn { turn: "Gb2,a1".to_owned(), after: 2 });
    assert_eq!(evening.table.decide(evening.asker(Seat::Two), &stale), Err(Refusal::Stale));
    evening.turn(Seat::Two, "Gb2,a1").unwrap();
    evening.now += 60_000 + MOST_LAG + 1;
    assert_eq!(evening.turn(Seat::One, "Wc3,a2"), Err(Refusal::TooLate));
    assert_eq!(evening.table.seq(), 4, "what is refused changes nothing");
}

#[test]
fn a_request_sent_twice_happens_once() {
    let mut evening = Evening::new(FAST);
    let request = evening.request(Command::Turn { turn: "Wd4,d1".to_owned(), after: 2 });
    let Ok(Decision::Do(events)) = evening.table.decide(evening.asker(Seat::One), &request) else { panic!() };
    evening.keep(events);
    assert_eq!(evening.table.decide(evening.asker(Seat::One), &request), Ok(Decision::Done(3)));
    // The same name from the other seat is another request.
    assert_eq!(evening.table.decide(evening.asker(Seat::Two), &request), Err(Refusal::Stale));
    let named = |id: String| Request { id, command: Command::Resign };
    for id in [String::new(), "é".repeat(41)] {
        assert_eq!(evening.table.decide(evening.asker(Seat::One), &named(id)), Err(Refusal::BadId));
    }
    assert!(evening.table.decide(evening.asker(Seat::One), &named("é".repeat(40))).is_ok());
}

#[test]
fn time_counts_from_the_third_turn_on_and_runs_out_without_anybody_there() {
    let mut evening = Evening::new(FAST);
    evening.now += 30_000;
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    evening.now += 30_000;
    evening.turn(Seat::Two, "Gb2,a1").unwrap();
    assert_eq!(evening.table.clock().left(Seat::One), Some(60_000));
    evening.now += 10_000;
    evening.turn(Seat::One, "Wc3,a2").unwrap();
    assert_eq!(evening.table.clock().left(Seat::One), Some(51_000));
    let flag = evening.table.wake().unwrap();
    assert_eq!(flag, evening.now + 60_000 + MOST_LAG);
    assert_eq!(evening.table.due(flag - 1), None);
    let event = evening.table.due(flag).unwrap();
    evening.keep(vec![event]);
    assert_eq!(evening.table.outcome(), Some(Outcome::Won { by: zertz::Player::One, how: Win::Time }));
    assert_eq!(evening.table.winner(), Some(Seat::One));
    assert_eq!(evening.table.clock().left(Seat::Two), Some(0));
    assert_eq!(evening.table.wake(), None);
    assert_eq!(evening.turn(Seat::Two, "Bf4,g1"), Err(Refusal::Over));
}

#[test]
fn a_game_that_nobody_begins_is_called_off() {
    let mut evening = Evening::new(FAST);
    let event = evening.table.due(evening.now + 60_000).unwrap();
    assert_eq!(event.what, What::Aborted);
    evening.keep(vec![event]);
    assert_eq!((evening.table.status(), evening.table.outcome()), (Status::Aborted, None));

    let mut evening = Evening::new(FAST);
    evening.ask(Seat::Two, Command::Abort).unwrap();
    assert_eq!(evening.table.status(), Status::Aborted);
    let mut evening = Evening::begun(FAST);
    assert_eq!(evening.ask(Seat::One, Command::Abort), Err(Refusal::Underway));
}

#[test]
fn draws_are_offered_declined_and_agreed_on() {
    let mut evening = Evening::begun(FAST);
    assert_eq!(evening.ask(Seat::One, Command::DeclineDraw), Err(Refusal::NothingOffered));
    evening.ask(Seat::One, Command::OfferDraw).unwrap();
    assert_eq!(evening.ask(Seat::One, Command::OfferDraw), Err(Refusal::AlreadyOffered));
    evening.ask(Seat::Two, Command::DeclineDraw).unwrap();
    evening.ask(Seat::One, Command::OfferDraw).unwrap();
    // A turn answers every offer.
    evening.turn(Seat::One, "Wc4,a2").unwrap();
    assert_eq!(evening.table.offers(), Offers::default());
    evening.ask(Seat::One, Command::OfferDraw).unwrap();
    evening.ask(Seat::Two, Command::OfferDraw).unwrap();
    assert_eq!(evening.table.outcome(), Some(Outcome::Drawn(zertz::Draw::Agreement)));
    assert_eq!(evening.table.winner(), None);
}

#[test]
fn a_take_back_gives_the_asker_the_move_again() {
    let mut evening = Evening::begun(FAST);
    // The second player's turn was the last one.
    evening.ask(Seat::Two, Command::OfferTakeBack).unwrap();
    evening.ask(Seat::One, Command::OfferTakeBack).unwrap();
    assert_eq!(evening.table.acts().collect::<Vec<_>>(), ["Wd4,d1"]);
    assert_eq!(evening.table.mover(), Seat::Two);
    // What was planned for the position that is gone goes with it.
    evening.ask(Seat::One, Command::Plan { plan: Plan { lines: vec![vec!["*".into(), "Wf4,g4".into()]] } }).unwrap();
    evening.ask(Seat::One, Command::OfferTakeBack).unwrap();
    evening.ask(Seat::Two, Command::OfferTakeBack).unwrap();
    assert!(evening.table.plan(Seat::One).is_empty());
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    // With the answer already made, it goes too.
    evening.turn(Seat::Two, "Gb2,a1").unwrap();
    evening.ask(Seat::One, Command::OfferTakeBack).unwrap();
    evening.ask(Seat::Two, Command::DeclineTakeBack).unwrap();
    evening.ask(Seat::One, Command::OfferTakeBack).unwrap();
    evening.ask(Seat::Two, Command::OfferTakeBack).unwrap();
    assert_eq!((evening.table.acts().len(), evening.table.mover()), (0, Seat::One));
    assert_eq!(evening.ask(Seat::One, Command::OfferTakeBack), Err(Refusal::NothingToTakeBack));

    let mut rated = Evening::of(Rules::standard(Board::rings37()), FAST, true);
    rated.turn(Seat::One, "Wd4,d1").unwrap();
    assert_eq!(rated.ask(Seat::One, Command::OfferTakeBack), Err(Refusal::Rated));
}

#[test]
fn a_missed_capture_can_be_demanded() {
    let mut evening = Evening::of(Rules::tournament(Board::rings37()), FAST, true);
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    evening.turn(Seat::Two, "Gd5,a1").unwrap();
    evening.turn(Seat::One, "Bc3,a2").unwrap();
    let after = evening.table.seq();
    assert!(evening.ask(Seat::One, Command::Demand { after }).is_err(), "not of oneself");
    assert_eq!(evening.ask(Seat::Two, Command::Demand { after: after - 1 }), Err(Refusal::Stale));
    evening.ask(Seat::Two, Command::Demand { after }).unwrap();
    assert_eq!(evening.table.mover(), Seat::One);
    evening.turn(Seat::One, "xd5Wd3").unwrap();
    let after = evening.table.seq();
    assert!(
        matches!(evening.ask(Seat::Two, Command::Demand { after }), Err(Refusal::Illegal(trouble)) if trouble.code == "nothing-missed")
    );
}

#[test]
fn sides_are_swapped_and_seats_are_not() {
    let rules = Rules { swap: true, ..Rules::standard(Board::rings37()) };
    let mut evening = Evening::of(rules, FAST, false);
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    let after = evening.table.seq();
    evening.ask(Seat::Two, Command::Swap { after }).unwrap();
    assert_eq!(evening.table.mover(), Seat::One);
    evening.turn(Seat::One, "Gb2,a1").unwrap();
    evening.ask(Seat::One, Command::Resign).unwrap();
    // Who resigned plays the second side now.
    assert_eq!(evening.table.acts().last(), Some("resign 2"));
    assert_eq!(evening.table.winner(), Some(Seat::Two));
}

#[test]
fn turns_can_be_thought_out_beforehand() {
    let mut evening = Evening::begun(TimeControl::Correspondence { days: 3 });
    let plan = |line: &str| Plan { lines: vec![line.split(' ').map(str::to_owned).collect()] };
    assert_eq!(evening.ask(Seat::One, Command::Plan { plan: plan("* Wd4,d1") }), Err(Refusal::BadPlan), "on the move");
    evening.ask(Seat::Two, Command::Plan { plan: plan("Wf4,g4 Gf3,g3 Be2,e1 Ba3,b1") }).unwrap();
    assert_eq!(evening.log.last().unwrap().audience(), Audience::Only(Seat::Two));
    evening.turn(Seat::One, "Wf4,g4").unwrap();
    let acts: Vec<_> = evening.table.acts().skip(2).collect();
    assert_eq!(acts, ["Wf4,g4", "Gf3,g3"]);
    assert_eq!(evening.table.mover(), Seat::One);
    // Another turn than the one foreseen ends the plan; so would an answer that is not legal any more.
    evening.turn(Seat::One, "xf4Gf2").unwrap();
    assert!(evening.table.plan(Seat::Two).is_empty());
    assert_eq!(evening.table.mover(), Seat::Two);
}

#[test]
fn plans_end_when_sides_change_or_a_turn_is_demanded_back() {
    let rules = Rules { swap: true, ..Rules::tournament(Board::rings37()) };
    let line: Vec<String> = ["*", "Gb2,a1", "Bf4,g4", "Wc3,a2"].map(str::to_owned).into();
    let plan = Plan { lines: vec![line] };
    let mut evening = Evening::of(rules, FAST, false);
    evening.turn(Seat::One, "Wd4,d1").unwrap();
    evening.ask(Seat::One, Command::Plan { plan: plan.clone() }).unwrap();
    let after = evening.table.seq();
    evening.ask(Seat::Two, Command::Swap { after }).unwrap();
    evening.turn(Seat::One, "Gf2,g1").unwrap();
    // One's own answer, made by the other: what was foreseen for the other next is not one's own turn.
    evening.turn(Seat::Two, "Gb2,a1").unwrap();
    assert_eq!((evening.table.acts().len(), evening.table.mover()), (4, Seat::One));

    let mut evening = Evening::of(Rules::tournament(Board::rings37()), FAST, false);
    for (seat, turn) in [(Seat::One, "Wd4,d1"), (Seat::Two, "Gd5,a1"), (Seat::One, "Bc3,a2")] {
        evening.turn(seat, turn).unwrap();
    }
    evening.ask(Seat::One, Command::Plan { plan }).unwrap();
    let after = evening.table.seq();
    evening.ask(Seat::Two, Command::Demand { after }).unwrap();
    assert!(evening.table.plan(Seat::One).is_empty());
}

#[test]
fn a_premove_that_is_not_legal_is_forgotten() {
    let mut evening = Evening::begun(FAST);
    evening.ask(Seat::Two, Command::Plan { plan: Plan { lines: vec![vec!["*".into(), "Wf4,g4".into()]] } }).unwrap();
    evening.turn(Seat::One, "Wf4,g4").unwrap();
    assert_eq!((evening.table.acts().len(), evening.table.mover()), (3, Seat::Two));
}

#[test]
fn time_can_be_given_where_there_is_a_clock() {
    let mut evening = Evening::begun(FAST);
    evening.ask(Seat::Two, Command::GiveTime).unwrap();
    assert_eq!(evening.table.clock().left(Seat::One), Some(75_000));
    assert_eq!(Evening::begun(TimeControl::None).ask(Seat::Two, Command::GiveTime), Err(Refusal::NoClock));
}

#[test]
fn both_must_want_a_rematch() {
    let mut evening = Evening::begun(FAST);
    assert_eq!(evening.ask(Seat::Two, Command::OfferRematch), Err(Refusal::NotOver));
    evening.ask(Seat::One, Command::Resign).unwrap();
    evening.ask(Seat::Two, Command::OfferRematch).unwrap();
    assert_eq!(evening.ask(Seat::Two, Command::OfferRematch), Err(Refusal::AlreadyOffered));
    let yes = evening.request(Command::OfferRematch);
    let asker = evening.asker(Seat::One);
    assert_eq!(evening.table.decide(asker, &yes), Ok(Decision::Rematch));
    let event = evening.table.rematched(asker, &yes, GameId::random());
    evening.keep(vec![event]);
    assert!(evening.table.rematch().is_some());
    assert_eq!(evening.table.decide(asker, &yes), Ok(Decision::Done(evening.table.seq())));
    assert_eq!(evening.ask(Seat::Two, Command::OfferRematch), Err(Refusal::Over));
}

#[test]
fn words_are_for_the_players() {
    let mut evening = Evening::begun(FAST);
    evening.ask(Seat::One, Command::Say { text: " Good luck! ".to_owned() }).unwrap();
    let event = evening.log.last().unwrap();
    assert_eq!(event.what, What::Said { text: "Good luck!".to_owned() });
    assert!(event.audience().includes(Some(Seat::Two)) && !event.audience().includes(None));
    for text in ["  ".to_owned(), "x".repeat(MOST_SAID + 1)] {
        assert_eq!(evening.ask(Seat::Two, Command::Say { text }), Err(Refusal::BadMessage));
    }
}

#[test]
fn what_events_no_longer_have_is_passed_over() {
    let evening = Evening::new(FAST);
    let mut stored = serde_json::to_value(&evening.log[0]).unwrap();
    stored["invited"] = serde_json::Value::Null;
    assert_eq!(serde_json::from_str::<Event>(&stored.to_string()).unwrap(), evening.log[0]);
}

#[test]
fn events_are_stored_as_they_are() {
    let mut evening = Evening::begun(FAST);
    evening.ask(Seat::Two, Command::Plan { plan: Plan { lines: vec![vec!["*".into(), "Wf4,g4".into()]] } }).unwrap();
    for event in &evening.log {
        let text = serde_json::to_string(event).unwrap();
        assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), event, "{text}");
    }
    assert!(Table::replay(&evening.log[1..]).is_err());
    assert!(Table::replay(&[]).is_err());
    let mut gap = evening.log.clone();
    gap.remove(2);
    assert_eq!(Table::replay(&gap).unwrap_err().to_string(), "event 4 does not fit the game: event 2 came before it");
}

#[test]
fn a_request_that_cannot_be_read_is_still_known_by_its_name() {
    let name = |text: &str| Request::read(text).unwrap_err().id;
    assert_eq!(name(r#"{"id": "a", "type": "fly"}"#).as_deref(), Some("a"));
    assert_eq!(name(&format!(r#"{{"id": "{}"}}"#, "é".repeat(50))), Some("é".repeat(40)));
    for text in ["", "{", "[1]", r#"{"id": 7}"#, r#"{"type": "resign"}"#] {
        assert_eq!(name(text), None, "{text}");
    }
}

/// What somebody might send who knows the names of everything and little else.
fn frame() -> impl Strategy<Value = String> {
    let others = [
        "swap",
        "demand",
        "accept",
        "resign",
        "abort",
        "offerDraw",
        "declineDraw",
        "offerTakeBack",
        "declineTakeBack",
        "giveTime",
        "plan",
        "say",
        "offerRematch",
        "declineRematch",
        "fly",
    ];
    let kind = prop_oneof![2 => Just("turn"), 1 => prop::sample::select(others.to_vec())];
    let id = prop_oneof![8 => "[a-z]{1,2}", 1 => ".{0,45}"];
    let turn = || prop_oneof![4 => "[WGB][a-g][1-7],[a-g][1-7]", 1 => ".{0,12}"];
    let after = prop_oneof![Just(i64::MAX), 0i64..10, any::<i64>()];
    let lines = prop::collection::vec(prop::collection::vec(prop_oneof![Just("*".to_owned()), turn()], 0..5), 0..3);
    let object = (kind, id, turn(), after, lines, ".{0,320}").prop_map(|(kind, id, turn, after, lines, text)| {
        let plan = serde_json::json!({"lines": lines});
        serde_json::json!({"type": kind, "id": id, "turn": turn, "after": after, "plan": plan, "text": text})
            .to_string()
    });
    prop_oneof![9 => object, 1 => ".{0,80}"]
}

proptest! {
    /// Whatever arrives is refused and has changed nothing, or happens once, as events that can be stored.
    #[test]
    fn any_frame_is_refused_or_happens_once(
        frames in prop::collection::vec((frame(), any::<bool>(), 0i64..2_000), 1..60),
        swap: bool,
    ) {
        let mut evening = Evening::of(Rules { swap, ..Rules::tournament(Board::rings37()) }, FAST, false);
        for (text, first, pause) in frames {
            evening.now += pause;
            let Ok(request) = Request::read(&text) else { continue };
            let asker = evening.asker(if first { Seat::One } else { Seat::Two });
            let (before, next) = (format!("{:?}", evening.table), evening.table.seq() + 1);
            let events = match evening.table.decide(asker, &request) {
                Ok(Decision::Do(events)) => events,
                Ok(Decision::Rematch) => vec![evening.table.rematched(asker, &request, GameId::random())],
                Ok(Decision::Done(_)) | Err(_) => {
                    prop_assert_eq!(format!("{:?}", evening.table), before);
                    continue;
                }
            };
            for event in &events {
                let stored = serde_json::to_string(event).unwrap();
                prop_assert_eq!(&serde_json::from_str::<Event>(&stored).unwrap(), event);
            }
            evening.keep(events);
            prop_assert_eq!(evening.table.decide(asker, &request), Ok(Decision::Done(next)));
        }
    }

    /// Whatever is asked and whenever: what a log amounts to is what the table was when the log was written.
    #[test]
    fn a_log_gives_the_same_table_again(
        acts in prop::collection::vec((0u8..16, any::<bool>(), 0i64..30_000, any::<prop::sample::Index>()), 1..80),
        tournament: bool,
    ) {
        let rules = if tournament { Rules::tournament(Board::rings37()) } else { Rules::blitz(Board::rings37()) };
        let mut evening = Evening::of(Rules { swap: true, ..rules }, FAST, false);
        for (kind, first, pause, index) in acts {
            evening.now += pause;
            if let Some(event) = evening.table.due(evening.now) {
                evening.keep(vec![event]);
            }
            let seat = if first { Seat::One } else { Seat::Two };
            let after = evening.table.seq();
            let any_turn = || {
                let (rules, position) = (evening.table.game().rules(), evening.table.game().position());
                let turn = position.turns(rules).choose(|count| index.index(count));
                turn.map(|turn| position.write_turn(rules, &turn).to_string()).unwrap_or_default()
            };
            let (seat, command) = match kind {
                0 => (seat, Command::OfferDraw),
                1 => (seat, Command::DeclineDraw),
                2 => (seat, Command::OfferTakeBack),
                3 => (seat, Command::GiveTime),
                4 => (seat, Command::Plan { plan: Plan { lines: vec![vec!["*".to_owned(), any_turn()]] } }),
                5 => (seat, Command::Demand { after }),
                6 => (seat, Command::Swap { after }),
                7 => (seat, Command::OfferRematch),
                _ => (evening.table.mover(), Command::Turn { turn: any_turn(), after }),
            };
            let _ = {
                let request = evening.request(command);
                match evening.table.decide(evening.asker(seat), &request) {
                    Ok(Decision::Do(events)) => { evening.keep(events); Ok(()) }
                    Ok(_) => Ok(()),
                    Err(refusal) => Err(refusal),
                }
            };
            let again = Table::replay(&evening.log).unwrap();
            prop_assert_eq!(format!("{:?}", again.clock()), format!("{:?}", evening.table.clock()));
            prop_assert_eq!(again.game().position(), evening.table.game().position());
            prop_assert!(again.acts().eq(evening.table.acts()));
            prop_assert_eq!((again.status(), again.wake(), again.seq()), (evening.table.status(), evening.table.wake(), evening.table.seq()));
        }
    }
}
