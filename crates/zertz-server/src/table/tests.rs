//! Tests of tables, from the first turn to the rematch.

use super::*;
use crate::id::RandomId;
use proptest::prelude::*;
use zertz::{Board, Outcome, Rules, Win};
use zertz_protocol::{
    Code, Command, ConditionalTurns, Event, EventKind, GameId, LIMITS, Moment, Offers, Pair, PlayerId, Request,
    RulesData, Seat, Settings, Status, TimeControl,
};

const FAST: TimeControl = TimeControl::Fischer { initial: 60, increment: 1 };

fn id(text: &str) -> PlayerId {
    text.parse().unwrap()
}

/// One line of conditional turns.
fn conditional_turns(line: &str) -> Command {
    Command::ConditionalTurns { turns: ConditionalTurns { lines: vec![line.split(' ').map(str::to_owned).collect()] } }
}

/// A table with its log.
struct Session {
    table: Table,
    log: Vec<Event>,
    now: Moment,
    requests: u32,
}

impl Session {
    fn of(rules: Rules, time: TimeControl, rated: bool) -> Session {
        let settings = Settings { rules: RulesData::of(&rules), time, rated };
        let seats = Pair([Some(id("ann")), None]);
        let first = Event {
            seq: 1,
            at: 1_000,
            by: None,
            id: None,
            kind: EventKind::Created { settings, seats, challenged: None },
        };
        let mut session = Session { table: Table::open(&first).unwrap(), log: vec![first], now: 1_000, requests: 0 };
        let joined = session.table.join(&id("bob"), 1_000).unwrap();
        session.keep(joined);
        session
    }

    fn new(time: TimeControl) -> Session {
        Session::of(Rules::standard(Board::rings37()), time, false)
    }

    /// Applies the events of a change, which must lead to the same table and survive being stored.
    fn keep(&mut self, change: Change) {
        for event in change.events() {
            let stored = serde_json::to_string(event).unwrap();
            assert_eq!(&serde_json::from_str::<Event>(&stored).unwrap(), event);
            self.table.apply(event).unwrap();
            self.log.push(event.clone());
        }
        for viewer in [None, Some(Seat::One), Some(Seat::Two)] {
            let shown = |table: &Table| table.snapshot(&"game".parse().unwrap(), Default::default(), viewer, 0);
            assert_eq!(shown(&self.table), shown(&change.table));
        }
        assert_eq!(self.table.game().position(), change.table.game().position());
    }

    fn request(&mut self, command: Command) -> Request {
        self.requests += 1;
        Request { id: format!("r{}", self.requests), command }
    }

    fn sender(&self, seat: Seat) -> Sender {
        Sender { seat, at: self.now, lag: 0 }
    }

    /// Carries out a request, unless that was done before. Sent again, it changes nothing.
    fn hear(&mut self, seat: Seat, request: &Request) -> Result<(), Code> {
        let (sender, next) = (self.sender(seat), self.table.seq() + 1);
        let change = match self.table.decide(sender, request).map_err(|problem| problem.code)? {
            Decision::Change(change) => *change,
            Decision::Rematch => self.table.rematched(sender, request, GameId::random()).unwrap(),
            Decision::Done(_) => return Ok(()),
        };
        self.keep(change);
        assert!(matches!(self.table.decide(sender, request), Ok(Decision::Done(seq)) if seq == next));
        Ok(())
    }

    fn ask(&mut self, seat: Seat, command: Command) -> Result<(), Code> {
        let request = self.request(command);
        self.hear(seat, &request)
    }

    fn turn(&mut self, seat: Seat, turn: &str) -> Result<(), Code> {
        let after = self.table.seq();
        self.ask(seat, Command::Turn { turn: turn.to_owned(), after })
    }

    fn begun(time: TimeControl) -> Session {
        let mut session = Session::new(time);
        session.turn(Seat::One, "Wd4,d1").unwrap();
        session.turn(Seat::Two, "Gb2,a1").unwrap();
        session
    }
}

#[test]
fn the_first_player_to_join_gets_the_open_seat() {
    let session = Session::new(FAST);
    assert_eq!(session.table.status(), Status::Playing);
    assert_eq!(session.table.seat_of(&id("bob")), Some(Seat::Two));
    assert_eq!(session.table.join(&id("carl"), 0).unwrap_err().code, Code::Full);
    let vacant = Table::open(&session.log[0]).unwrap();
    assert_eq!(vacant.join(&id("ann"), 0).unwrap_err().code, Code::Full, "a player cannot take both seats");
    assert!(vacant.join(&id("carl"), 0).is_ok());
}

#[test]
fn a_turn_must_be_legal_in_time_and_by_the_player_to_move() {
    let mut session = Session::new(FAST);
    assert_eq!(session.turn(Seat::Two, "Wd4,d1"), Err(Code::NotYourTurn));
    assert_eq!(session.turn(Seat::One, "Wd4,d4"), Err(Code::Occupied));
    assert_eq!(session.turn(Seat::One, "nonsense"), Err(Code::NotATurn));
    session.turn(Seat::One, "Wd4,d1").unwrap();
    let stale = Command::Turn { turn: "Gb2,a1".to_owned(), after: 2 };
    assert_eq!(session.ask(Seat::Two, stale), Err(Code::Stale));
    session.turn(Seat::Two, "Gb2,a1").unwrap();
    session.now += 60_000 + MAX_LAG + 1;
    assert_eq!(session.turn(Seat::One, "Wc3,a2"), Err(Code::TooLate));
    assert_eq!(session.table.seq(), 4, "a refused request changes nothing");
}

#[test]
fn an_id_names_one_request_of_a_player() {
    let mut session = Session::new(FAST);
    let request = session.request(Command::Turn { turn: "Wd4,d1".to_owned(), after: 2 });
    session.hear(Seat::One, &request).unwrap();
    // The same id from the other seat is another request.
    assert_eq!(session.hear(Seat::Two, &request), Err(Code::Stale));
    let named = |id: String| Request { id, command: Command::Resign };
    for id in [String::new(), "é".repeat(41)] {
        assert_eq!(session.hear(Seat::One, &named(id)), Err(Code::BadId));
    }
    session.hear(Seat::One, &named("é".repeat(40))).unwrap();
}

#[test]
fn time_counts_from_the_third_turn_on_and_runs_out_without_any_request() {
    let mut session = Session::new(FAST);
    session.now += 30_000;
    session.turn(Seat::One, "Wd4,d1").unwrap();
    session.now += 30_000;
    session.turn(Seat::Two, "Gb2,a1").unwrap();
    assert_eq!(session.table.clock().left(Seat::One), Some(60_000));
    session.now += 10_000;
    session.turn(Seat::One, "Wc3,a2").unwrap();
    assert_eq!(session.table.clock().left(Seat::One), Some(51_000));
    let flag = session.table.wake().unwrap();
    assert_eq!(flag, session.now + 60_000 + MAX_LAG);
    assert!(session.table.due(flag - 1).unwrap().is_none());
    let change = session.table.due(flag).unwrap().unwrap();
    session.keep(change);
    assert_eq!(session.table.outcome(), Some(Outcome::Won { by: zertz::Player::One, how: Win::Time }));
    assert_eq!(session.table.winner(), Some(Seat::One));
    assert_eq!(session.table.clock().left(Seat::Two), Some(0));
    assert_eq!(session.table.wake(), None);
    assert_eq!(session.turn(Seat::Two, "Bf4,g1"), Err(Code::Over));
}

#[test]
fn a_game_that_nobody_begins_is_aborted() {
    let mut session = Session::new(FAST);
    let change = session.table.due(session.now + 60_000).unwrap().unwrap();
    session.keep(change);
    assert_eq!(session.log.last().unwrap().kind, EventKind::Aborted);
    assert_eq!((session.table.status(), session.table.outcome()), (Status::Aborted, None));

    let mut session = Session::new(FAST);
    session.ask(Seat::Two, Command::Abort).unwrap();
    assert_eq!(session.table.status(), Status::Aborted);
    let mut session = Session::new(FAST);
    session.ask(Seat::One, Command::Resign).unwrap();
    assert_eq!((session.table.acts().next(), session.table.opening()), (Some("resign 1"), None));
    let mut session = Session::begun(FAST);
    assert_eq!(session.ask(Seat::One, Command::Abort), Err(Code::Underway));
}

#[test]
fn draws_are_offered_declined_and_agreed_on() {
    let mut session = Session::begun(FAST);
    assert_eq!(session.ask(Seat::One, Command::DeclineDraw), Err(Code::NothingOffered));
    session.ask(Seat::One, Command::OfferDraw).unwrap();
    assert_eq!(session.ask(Seat::One, Command::OfferDraw), Err(Code::AlreadyOffered));
    session.ask(Seat::Two, Command::DeclineDraw).unwrap();
    session.ask(Seat::One, Command::OfferDraw).unwrap();
    // A turn declines all offers.
    session.turn(Seat::One, "Wc4,a2").unwrap();
    assert_eq!(session.table.offers, Offers::default());
    session.ask(Seat::One, Command::OfferDraw).unwrap();
    session.ask(Seat::Two, Command::OfferDraw).unwrap();
    assert_eq!(session.table.outcome(), Some(Outcome::Drawn(zertz::Draw::Agreement)));
    assert_eq!(session.table.winner(), None);
}

#[test]
fn undo_gives_the_move_back_to_the_player_who_asked() {
    let mut session = Session::begun(FAST);
    // The second player's turn was the last one.
    session.ask(Seat::Two, Command::OfferUndo).unwrap();
    session.ask(Seat::One, Command::OfferUndo).unwrap();
    assert_eq!(session.table.acts().collect::<Vec<_>>(), ["Wd4,d1"]);
    assert_eq!(session.table.mover(), Seat::Two);
    // Undo clears conditional turns.
    session.ask(Seat::One, conditional_turns("* Wf4,g4")).unwrap();
    session.ask(Seat::One, Command::OfferUndo).unwrap();
    session.ask(Seat::Two, Command::OfferUndo).unwrap();
    assert!(session.table.conditional_turns[Seat::One].is_empty());
    session.turn(Seat::One, "Wd4,d1").unwrap();
    // If the opponent has already answered, undo removes the answer too.
    session.turn(Seat::Two, "Gb2,a1").unwrap();
    session.ask(Seat::One, Command::OfferUndo).unwrap();
    session.ask(Seat::Two, Command::DeclineUndo).unwrap();
    session.ask(Seat::One, Command::OfferUndo).unwrap();
    session.ask(Seat::Two, Command::OfferUndo).unwrap();
    assert_eq!((session.table.acts().len(), session.table.mover()), (0, Seat::One));
    assert_eq!(session.ask(Seat::One, Command::OfferUndo), Err(Code::NothingToUndo));

    let mut rated = Session::of(Rules::standard(Board::rings37()), FAST, true);
    rated.turn(Seat::One, "Wd4,d1").unwrap();
    assert_eq!(rated.ask(Seat::One, Command::OfferUndo), Err(Code::Rated));
}

#[test]
fn turns_that_are_undone_and_played_again_add_no_time() {
    let mut session = Session::begun(FAST);
    session.turn(Seat::One, "Wf4,g4").unwrap();
    let left = |session: &Session| session.table.clock().left(Seat::One).unwrap();
    let before = left(&session);
    for _ in 0..3 {
        session.ask(Seat::One, Command::OfferUndo).unwrap();
        session.ask(Seat::Two, Command::OfferUndo).unwrap();
        session.turn(Seat::One, "Wf4,g4").unwrap();
    }
    assert!(left(&session) <= before, "{} ms after {before}", left(&session));
    session.turn(Seat::Two, "Gg1,f1").unwrap();
    session.turn(Seat::One, "Wg2,g3").unwrap();
    assert!(left(&session) > before - 1_000, "the next turn adds its increment again");
}

#[test]
fn swaps_that_are_undone_and_made_again_add_no_time() {
    let mut session = Session::of(Rules { swap: true, ..Rules::standard(Board::rings37()) }, FAST, false);
    let swap = |session: &mut Session| {
        session.turn(Seat::One, "Wd4,d1").unwrap();
        let after = session.table.seq();
        session.ask(Seat::Two, Command::Swap { after }).unwrap();
        session.table.clock().left(Seat::Two).unwrap()
    };
    let before = swap(&mut session);
    for _ in 0..3 {
        session.ask(Seat::One, Command::OfferUndo).unwrap();
        session.ask(Seat::Two, Command::OfferUndo).unwrap();
        let left = swap(&mut session);
        assert!(left <= before, "{left} ms after {before}");
    }
}

#[test]
fn a_missed_capture_can_be_demanded() {
    let mut session = Session::of(Rules::tournament(Board::rings37()), FAST, true);
    session.turn(Seat::One, "Wd4,d1").unwrap();
    session.turn(Seat::Two, "Gd5,a1").unwrap();
    session.turn(Seat::One, "Bc3,a2").unwrap();
    let after = session.table.seq();
    assert_eq!(session.ask(Seat::One, Command::Demand { after }), Err(Code::NothingMissed), "the player's own turn");
    assert_eq!(session.ask(Seat::Two, Command::Demand { after: after - 1 }), Err(Code::Stale));
    session.ask(Seat::One, conditional_turns("* Gb2,a1")).unwrap();
    session.ask(Seat::Two, Command::Demand { after }).unwrap();
    assert_eq!(session.table.mover(), Seat::One);
    assert!(session.table.conditional_turns[Seat::One].is_empty());
    session.turn(Seat::One, "xd5Wd3").unwrap();
    let after = session.table.seq();
    assert_eq!(session.ask(Seat::Two, Command::Demand { after }), Err(Code::NothingMissed));
}

#[test]
fn a_turn_that_begins_anew_has_its_full_time() {
    for (time, full) in
        [(TimeControl::PerTurn { seconds: 30 }, 30_000), (TimeControl::Correspondence { days: 1 }, 24 * 3_600_000)]
    {
        let begun = |rules: Rules| {
            let mut session = Session::of(rules, time, false);
            session.turn(Seat::One, "Wd4,d1").unwrap();
            session.turn(Seat::Two, "Gd5,a1").unwrap();
            session
        };
        let left = |session: &Session| Seat::BOTH.map(|seat| session.table.clock().left(seat));

        // Player 1 thinks for 10 s, player 2 for 20 s. Then player 1's turn begins anew.
        let mut session = begun(Rules::tournament(Board::rings37()));
        session.now += 10_000;
        session.turn(Seat::One, "Bc3,a2").unwrap();
        session.now += 20_000;
        let after = session.table.seq();
        session.ask(Seat::Two, Command::Demand { after }).unwrap();
        assert_eq!(left(&session), [Some(full); 2]);
        assert_eq!(session.table.wake(), Some(session.now + full + MAX_LAG));

        // Player 1 thinks for 20 s, and then their turn before the opponent's begins anew.
        let mut session = begun(Rules::standard(Board::rings37()));
        session.turn(Seat::One, "xd5Wd3").unwrap();
        session.turn(Seat::Two, "Gb2,a2").unwrap();
        session.now += 20_000;
        session.ask(Seat::One, Command::OfferUndo).unwrap();
        session.ask(Seat::Two, Command::OfferUndo).unwrap();
        assert_eq!(session.table.mover(), Seat::One);
        assert_eq!(left(&session), [Some(full); 2]);
    }
}

#[test]
fn sides_are_swapped_and_seats_are_not() {
    let rules = Rules { swap: true, ..Rules::standard(Board::rings37()) };
    let mut session = Session::of(rules, FAST, false);
    session.turn(Seat::One, "Wd4,d1").unwrap();
    session.ask(Seat::One, conditional_turns("* Gb2,a1")).unwrap();
    let after = session.table.seq();
    session.ask(Seat::Two, Command::Swap { after }).unwrap();
    assert_eq!(session.table.mover(), Seat::One);
    assert!(session.table.conditional_turns[Seat::One].is_empty());
    session.turn(Seat::One, "Gb2,a1").unwrap();
    session.ask(Seat::One, Command::Resign).unwrap();
    // After the swap, seat 1 plays the second side.
    assert_eq!(session.table.acts().last(), Some("resign 2"));
    assert_eq!(session.table.winner(), Some(Seat::Two));
}

#[test]
fn conditional_turns_are_played_when_they_fit() {
    let mut session = Session::begun(TimeControl::Correspondence { days: 3 });
    let refused = session.ask(Seat::One, conditional_turns("* Wd4,d1"));
    assert_eq!(refused, Err(Code::YourTurn), "the player is to move");
    assert_eq!(session.ask(Seat::Two, conditional_turns("Wf4,g4 Gf4,g3")), Err(Code::Occupied), "an illegal line");
    session.ask(Seat::Two, conditional_turns("Wf4,g4 Gf3,g3 xf3Wf5 Ba3,b1")).unwrap();
    assert!(!session.log.last().unwrap().is_visible_to(Some(Seat::One)));
    session.turn(Seat::One, "Wf4,g4").unwrap();
    let acts: Vec<_> = session.table.acts().skip(2).collect();
    assert_eq!(acts, ["Wf4,g4", "Gf3,g3"]);
    assert_eq!(session.table.mover(), Seat::One);
    // Any other turn ends the line.
    session.turn(Seat::One, "xf4Gf2").unwrap();
    assert!(session.table.conditional_turns[Seat::Two].is_empty());
    assert_eq!(session.table.mover(), Seat::Two);
}

#[test]
fn conditional_turns_fit_however_they_are_written() {
    // The turn isolates the marble on a1, which is claimed. The conditions do not say so.
    let isolates = "Wa1,a2";
    for (line, turns, acts) in [
        ("Wa1,a2 Ga5,a9", &[isolates][..], &["Wa1,a2xWa1", "Ga5,a9"][..]),
        ("* Ga7,a8 Wa1,a2 Ba3,a4", &["Ba5,a9", isolates], &["Ba5,a9", "Ga7,a8", "Wa1,a2xWa1", "Ba3,a4xBa3"]),
    ] {
        let column = "custom:a1,a2,a3,a4,a5,a6,a7,a8,a9".parse().unwrap();
        let mut session = Session::of(Rules::standard(column), FAST, false);
        session.ask(Seat::Two, conditional_turns(line)).unwrap();
        for turn in turns {
            session.turn(Seat::One, turn).unwrap();
        }
        assert_eq!(session.table.acts().collect::<Vec<_>>(), acts, "{line}");
    }
}

#[test]
fn conditional_turns_end_with_a_swap() {
    let rules = Rules { swap: true, ..Rules::tournament(Board::rings37()) };
    let mut session = Session::of(rules, FAST, false);
    session.turn(Seat::One, "Wd4,d1").unwrap();
    session.ask(Seat::One, conditional_turns("* Gb2,a1 Bf4,g4 Wc3,a2")).unwrap();
    let after = session.table.seq();
    session.ask(Seat::Two, Command::Swap { after }).unwrap();
    session.turn(Seat::One, "Gf2,g1").unwrap();
    // The opponent plays the turn that the first line has as a reply. The rest of the line must not be played.
    session.turn(Seat::Two, "Gb2,a1").unwrap();
    assert_eq!((session.table.acts().len(), session.table.mover()), (4, Seat::One));
}

#[test]
fn an_illegal_premove_is_dropped() {
    let mut session = Session::begun(FAST);
    session.ask(Seat::Two, conditional_turns("* Wf4,g4")).unwrap();
    session.turn(Seat::One, "Wf4,g4").unwrap();
    assert_eq!((session.table.acts().len(), session.table.mover()), (3, Seat::Two));
}

#[test]
fn time_can_be_given_in_games_with_a_clock() {
    let mut session = Session::begun(FAST);
    session.ask(Seat::Two, Command::GiveTime).unwrap();
    assert_eq!(session.table.clock().left(Seat::One), Some(75_000));
    assert_eq!(Session::begun(TimeControl::None).ask(Seat::Two, Command::GiveTime), Err(Code::NoClock));
}

#[test]
fn a_rematch_needs_both_players() {
    let mut session = Session::begun(FAST);
    assert_eq!(session.ask(Seat::Two, Command::OfferRematch), Err(Code::NotOver));
    session.ask(Seat::One, Command::Resign).unwrap();
    session.ask(Seat::Two, Command::OfferRematch).unwrap();
    assert_eq!(session.ask(Seat::Two, Command::OfferRematch), Err(Code::AlreadyOffered));
    session.ask(Seat::One, Command::OfferRematch).unwrap();
    assert!(session.table.rematch.is_some());
    assert_eq!(session.ask(Seat::Two, Command::OfferRematch), Err(Code::Over));
}

#[test]
fn chat_is_for_the_players() {
    let mut session = Session::begun(FAST);
    session.ask(Seat::One, Command::Chat { text: " Good luck! ".to_owned() }).unwrap();
    let event = session.log.last().unwrap();
    assert_eq!(event.kind, EventKind::Chat { text: "Good luck!".to_owned() });
    assert!(event.is_visible_to(Some(Seat::Two)) && !event.is_visible_to(None));
    for text in ["  ".to_owned(), "x".repeat(LIMITS.chat_length.max as usize + 1)] {
        assert_eq!(session.ask(Seat::Two, Command::Chat { text }), Err(Code::BadMessage));
    }
}

#[test]
fn unknown_fields_of_old_events_are_ignored() {
    let session = Session::new(FAST);
    let mut stored = serde_json::to_value(&session.log[0]).unwrap();
    stored["invited"] = serde_json::Value::Null;
    assert_eq!(serde_json::from_str::<Event>(&stored.to_string()).unwrap(), session.log[0]);
}

#[test]
fn a_log_with_a_gap_is_refused() {
    let session = Session::begun(FAST);
    assert!(Table::replay(&session.log[1..]).is_err());
    assert!(Table::replay(&[]).is_err());
    let mut gap = session.log.clone();
    gap.remove(2);
    assert_eq!(Table::replay(&gap).unwrap_err().to_string(), "event 4 does not fit the game: the event before it is 2");
}

#[test]
fn the_id_of_an_invalid_request_is_read() {
    let name = |text: &str| Request::read(text).unwrap_err().id;
    assert_eq!(name(r#"{"id": "a", "type": "fly"}"#).as_deref(), Some("a"));
    assert_eq!(name(&format!(r#"{{"id": "{}"}}"#, "é".repeat(50))), Some("é".repeat(40)));
    for text in ["", "{", "[1]", r#"{"id": 7}"#, r#"{"type": "resign"}"#] {
        assert_eq!(name(text), None, "{text}");
    }
}

/// Requests with valid names and mostly invalid contents.
fn frame() -> impl Strategy<Value = String> {
    let others = "swap demand accept resign abort offerDraw declineDraw offerUndo declineUndo giveTime conditionalTurns chat \
                  offerRematch declineRematch fly";
    let others: Vec<&str> = others.split(' ').collect();
    let kind = prop_oneof![2 => Just("turn"), 1 => prop::sample::select(others)];
    let id = prop_oneof![8 => "[a-z]{1,2}", 1 => ".{0,45}"];
    let turn = || prop_oneof![4 => "[WGB][a-g][1-7],[a-g][1-7]", 1 => ".{0,12}"];
    let after = prop_oneof![Just(i64::MAX), 0i64..10, any::<i64>()];
    let lines = prop::collection::vec(prop::collection::vec(prop_oneof![Just("*".to_owned()), turn()], 0..5), 0..3);
    let object = (kind, id, turn(), after, lines, ".{0,320}").prop_map(|(kind, id, turn, after, lines, text)| {
        let turns = serde_json::json!({"lines": lines});
        serde_json::json!({"type": kind, "id": id, "turn": turn, "after": after, "turns": turns, "text": text})
            .to_string()
    });
    prop_oneof![9 => object, 1 => ".{0,80}"]
}

proptest! {
    /// Any message is refused, or carried out once, with events that can be stored.
    #[test]
    fn any_message_is_refused_or_carried_out_once(
        frames in prop::collection::vec((frame(), any::<bool>(), 0i64..2_000), 1..60),
        swap: bool,
    ) {
        let mut session = Session::of(Rules { swap, ..Rules::tournament(Board::rings37()) }, FAST, false);
        for (text, first, pause) in frames {
            session.now += pause;
            if let Ok(request) = Request::read(&text) {
                let _ = session.hear(if first { Seat::One } else { Seat::Two }, &request);
            }
        }
    }

    /// Replaying a log gives the table that wrote it, whatever the requests and their times.
    #[test]
    fn a_log_replays_to_the_same_table(
        acts in prop::collection::vec((0u8..16, any::<bool>(), 0i64..30_000, any::<prop::sample::Index>()), 1..80),
        tournament: bool,
    ) {
        let rules = if tournament { Rules::tournament(Board::rings37()) } else { Rules::blitz(Board::rings37()) };
        let mut session = Session::of(Rules { swap: true, ..rules }, FAST, false);
        for (kind, first, pause, index) in acts {
            session.now += pause;
            if let Some(change) = session.table.due(session.now).unwrap() {
                session.keep(change);
            }
            let seat = if first { Seat::One } else { Seat::Two };
            let after = session.table.seq();
            let any_turn = || {
                let (rules, position) = (session.table.game().rules(), session.table.game().position());
                let turn = position.turns(rules).choose(|count| index.index(count));
                turn.map(|turn| position.write_turn(rules, &turn).to_string()).unwrap_or_default()
            };
            let (seat, command) = match kind {
                0 => (seat, Command::OfferDraw),
                1 => (seat, Command::DeclineDraw),
                2 => (seat, Command::OfferUndo),
                3 => (seat, Command::GiveTime),
                4 => (seat, conditional_turns(&format!("* {}", any_turn()))),
                5 => (seat, Command::Demand { after }),
                6 => (seat, Command::Swap { after }),
                7 => (seat, Command::OfferRematch),
                _ => (session.table.mover(), Command::Turn { turn: any_turn(), after }),
            };
            let _ = session.ask(seat, command);
            let again = Table::replay(&session.log).unwrap();
            prop_assert_eq!(format!("{:?}", again.clock()), format!("{:?}", session.table.clock()));
            prop_assert_eq!(again.game().position(), session.table.game().position());
            prop_assert!(again.acts().eq(session.table.acts()));
            prop_assert_eq!((again.status(), again.wake(), again.seq()), (session.table.status(), session.table.wake(), session.table.seq()));
        }
    }
}
