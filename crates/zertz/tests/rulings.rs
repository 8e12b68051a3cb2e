//! Our rulings on questions that the rulebook leaves open, checked with both implementations.

mod support;

use support::{Pair, builder::Built};
use zertz::{
    Captures, Claims, Colour, Draw, Game, Goal, IllegalTurn, Marbles, NothingMissed, Outcome, Player, Rules, Stuck,
    Win, notation::TurnError,
};

const NOTHING: [Marbles; 2] = [Marbles::NONE; 2];

fn one_of_each() -> Marbles {
    Marbles::new(1, 1, 1)
}

/// Both implementations, in a constructed position.
fn pair(built: &Built) -> Pair {
    let pair = Pair::from(built.rules.clone(), built.position);
    pair.check();
    pair
}

fn play(pair: &mut Pair, texts: &[&str]) {
    for text in texts {
        let turn = pair.game.position().read_turn(pair.game.rules(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
        pair.check_inner(&turn);
        pair.play(&turn);
        pair.check();
    }
}

fn won(by: Player, how: Win) -> Option<Outcome> {
    Some(Outcome::Won { by, how })
}

#[test]
fn a_player_without_a_marble_to_place_or_a_jump_passes() {
    let built = Built::custom("d1o d2W", Marbles::NONE, NOTHING);
    assert_eq!(built.turns(), ["-"]);
    // A player who has captured a marble must place it. The opponent's captures do not count.
    let own = Built::custom("d1o d2W", Marbles::NONE, [Marbles::new(0, 1, 0), Marbles::NONE]);
    assert_eq!(own.turns(), ["Gd1xGd1Wd2"]);
    let theirs = Built::custom("d1o d2W", Marbles::NONE, [Marbles::NONE, Marbles::new(0, 1, 0)]);
    assert_eq!(theirs.turns(), ["-"]);
    let mut game = pair(&theirs);
    play(&mut game, &["-", "Gd1xGd1Wd2"]);
    assert_eq!(game.game.outcome(), won(Player::Two, Win::FullBoard));
    // Captured marbles are placed only when the pool is empty.
    let pool = Built::custom("d1o d2W", Marbles::new(0, 0, 1), [Marbles::new(0, 1, 0), Marbles::NONE]);
    assert_eq!(pool.turns(), ["Bd1xBd1Wd2"]);
}

#[test]
fn passing_is_illegal_if_another_turn_is_possible() {
    let built = Built::custom("d1W d2G d3o", Marbles::NONE, NOTHING);
    for captures in [Captures::Enforced, Captures::OnDemand] {
        let built = built.clone().with(|rules| rules.captures = captures);
        assert_eq!(built.turns(), ["xd1Gd3"]);
        let pass = built.position.read_turn(&built.rules, "-");
        assert_eq!(pass, Err(TurnError::Illegal(IllegalTurn::CannotPass)));
    }
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let built = Built::custom("d1o d2W", Marbles::NONE, NOTHING);
    let mut game = pair(&built);
    play(&mut game, &["-"]);
    assert_eq!(game.game.outcome(), None);
    play(&mut game, &["-"]);
    assert_eq!(game.game.outcome(), Some(Outcome::Drawn(Draw::Stuck)));
    let mut game = pair(&built.with(|rules| rules.stuck = Stuck::BothLose));
    play(&mut game, &["-", "-"]);
    assert_eq!(game.game.outcome(), Some(Outcome::BothLose));
    assert!(Rules::tournament(zertz::Board::rings48()).stuck == Stuck::BothLose);
}

#[test]
fn several_groups_are_claimed_at_once() {
    let built = Built::custom("d3W d4o d5G a1o a2o", one_of_each(), NOTHING);
    assert_eq!(built.turns().len(), 18);
    let mut game = pair(&built);
    play(&mut game, &["Ba1,d4xWd3Gd5"]);
    assert_eq!(game.game.position().captured(Player::One).counts(), [1, 1, 0]);
    // The list of claims may be missing or in another order, but not wrong.
    let read = |text: &str| built.position.read_turn(&built.rules, text);
    assert_eq!(read("Ba1,d4"), read("Ba1,d4 x Gd5Wd3"));
    for (text, why) in [
        ("Ba1,d4xWd3", IllegalTurn::WrongClaim),
        ("Ba1,d4xWd3Gd5Ba1", IllegalTurn::WrongClaim),
        ("Ba1,d4xWd3Wd3Gd5", IllegalTurn::WrongClaim),
        ("Ba1,d4x-", IllegalTurn::WrongClaim),
        ("Ba1,d4xWd3Bd5", IllegalTurn::OtherColour("d5".parse().unwrap(), Colour::Grey)),
    ] {
        assert_eq!(read(text), Err(TurnError::Illegal(why)), "{text}");
    }
}

#[test]
fn claims_may_be_declined_where_they_are_optional() {
    let built = Built::custom("d3W d4o d5G a1o a2o", one_of_each(), NOTHING);
    let built = built.with(|rules| rules.claims = Claims::Optional);
    let turns = built.turns();
    assert_eq!(turns.len(), 3 * (2 + 4 + 2 + 4 + 2 + 2), "two choices for one group, four for two");
    for text in ["Ba1,d4x-", "Ba1,d4xWd3", "Ba1,d4xGd5", "Ba1,d4xWd3Gd5"] {
        assert!(turns.iter().any(|turn| turn == text), "{text}");
    }
    let unsaid = built.position.read_turn(&built.rules, "Ba1,d4");
    assert_eq!(unsaid, Err(TurnError::Illegal(IllegalTurn::MustDecide)));
    let mut game = pair(&built);
    play(&mut game, &["Ba1,d4x-"]);
    assert_eq!(game.game.position().captured(Player::One), Marbles::NONE);
    // Nobody can claim the declined groups later. Filling the last vacant ring wins, and nothing can be declined.
    let mut full = pair(&Built { rules: built.rules.clone(), position: *game.game.position() });
    play(&mut full, &["Wa2xBa1Wa2"]);
    assert_eq!(full.game.position().captured(Player::Two).counts(), [1, 0, 1]);
    assert_eq!(full.game.outcome(), won(Player::Two, Win::FullBoard));
}

#[test]
fn a_list_of_claims_names_exactly_the_claimed_marbles() {
    use zertz::{Board, Turn};
    for claims in [Claims::Automatic, Claims::Optional] {
        let rules = Rules { claims, ..Rules::standard(Board::rings37()) };
        let start = rules.start();
        for text in ["Wd4,d1xWd1", "Wd4,d1xWa1", "Wd4,d1xWd4", "Wd4,d1x-"] {
            assert_eq!(start.read_turn(&rules, text), Err(TurnError::Illegal(IllegalTurn::WrongClaim)), "{text}");
        }
        // Other faults are reported first.
        assert_eq!(
            start.read_turn(&rules, "Wd4,d5x-"),
            Err(TurnError::Illegal(IllegalTurn::Held("d5".parse().unwrap())))
        );
        let Turn::Place { colour, ring, removed, .. } = start.read_turn(&rules, "Wd4,d1").unwrap() else { panic!() };
        for claimed in [removed.unwrap().only(), !rules.board.all(), ring.only()] {
            let turn = Turn::Place { colour, ring, removed, claimed };
            assert_eq!(start.play(&rules, &turn), Err(IllegalTurn::WrongClaim));
        }
    }
}

#[test]
fn rings_of_another_board_are_refused() {
    use zertz::{Board, Direction, HalfTurn, Step};
    let rules = Rules::standard(Board::rings37());
    let foreign = Board::rings61().all().into_iter().find(|&ring| !rules.board.all().contains(ring)).unwrap();
    for step in [Step::Place(Colour::White, foreign), Step::Remove(foreign), Step::Jump(foreign, Direction::North)] {
        let refused = HalfTurn::begin(rules.start()).step(&rules, step).unwrap_err();
        assert_eq!(refused, IllegalTurn::ForeignRing);
    }
}

#[test]
fn errors_explain_why_a_jump_is_illegal() {
    let illegal = |built: &Built, text: &str| match built.position.read_turn(&built.rules, text) {
        Err(TurnError::Illegal(why)) => why.to_string(),
        other => panic!("{other:?}"),
    };
    let built = Built::custom("d1W d2G d3o d4o e2W e3o", one_of_each(), NOTHING);
    assert_eq!(illegal(&built, "xd3Gd1"), "there is no marble on d3");
    assert_eq!(
        illegal(&built, "xd1Gd4"),
        "a marble cannot jump from d1 to d4: they are not two rings apart in a straight line"
    );
    assert_eq!(illegal(&built, "xd1Wd3"), "the marble on d2 is grey");
    assert_eq!(illegal(&built, "xd1Gd3Wd1"), "the turn is complete before its last step");
    assert_eq!(illegal(&built, "xd1Gd3Gd5"), "this board has no ring d5");
    assert_eq!(illegal(&built, "xe2Ge4"), "this board has no ring e4");
}

#[test]
fn filling_the_board_wins_with_or_without_a_goal() {
    let built = Built::custom("d1o d2W", one_of_each(), NOTHING);
    assert_eq!(built.turns(), ["Bd1xBd1Wd2", "Gd1xGd1Wd2", "Wd1xWd1Wd2"]);
    let mut game = pair(&built);
    play(&mut game, &["Gd1"]);
    assert_eq!(game.game.outcome(), won(Player::One, Win::FullBoard));
    // If a goal is reached too, it is the reason.
    for (captured, goal) in [
        (Marbles::new(3, 4, 0), Goal::Colour(Colour::White)),
        (Marbles::new(2, 4, 0), Goal::Colour(Colour::Grey)),
        (Marbles::new(2, 2, 3), Goal::Each),
    ] {
        let mut game = pair(&Built::custom("d1o d2W", one_of_each(), [captured, Marbles::NONE]));
        play(&mut game, &["Gd1"]);
        assert_eq!(game.game.outcome(), won(Player::One, Win::Goal(goal)));
    }
}

#[test]
fn a_goal_reached_within_a_chain_counts_at_its_end() {
    let built = Built::custom("d1W d2G d3o d4B d5o", one_of_each(), [Marbles::new(0, 4, 0), Marbles::NONE]);
    let short = built.position.read_turn(&built.rules, "xd1Gd3");
    assert_eq!(short, Err(TurnError::Illegal(IllegalTurn::MustGoOn("d3".parse().unwrap()))));
    let mut game = pair(&built);
    play(&mut game, &["xd1Gd3Bd5"]);
    assert_eq!(game.game.outcome(), won(Player::One, Win::Goal(Goal::Colour(Colour::Grey))));
    let after = game.game.position().captured(Player::One);
    assert_eq!(after.counts(), [0, 5, 1]);
}

#[test]
fn a_chain_may_end_where_it_began() {
    let built = Built::custom("d1W d2G d3o e1B e2W f1o", one_of_each(), NOTHING);
    let turns = built.turns();
    assert!(turns.iter().any(|turn| turn == "xd1Gd3Wf1Bd1"), "{turns:?}");
    let mut game = pair(&built);
    play(&mut game, &["xd1Gd3Wf1Bd1"]);
    assert_eq!(game.game.position().captured(Player::One), one_of_each());
}

/// A jump from d1 and a group of three rings elsewhere, with captures on demand.
fn missed() -> Built {
    let built = Built::custom("d1W d2G d3o a1o a2o a3o", one_of_each(), NOTHING);
    assert_eq!(built.turns(), ["xd1Gd3"]);
    built.with(|rules| rules.captures = Captures::OnDemand)
}

#[test]
fn a_missed_capture_may_be_demanded() {
    let built = missed();
    assert!(built.turns().len() > 1, "placing is allowed although there is a jump");
    let mut game = pair(&built);
    assert_eq!(game.game.demand_capture(), Err(NothingMissed));
    play(&mut game, &["Wa1,a3"]);
    game.demand();
    game.check();
    assert_eq!(game.game.position().rings(), built.position.rings(), "the ring is back");
    assert!(game.game.position().is_obliged());
    assert_eq!(game.game.position().turns(game.game.rules()).len(), 1);
    let place = game.game.position().read_turn(game.game.rules(), "Wa1,a3");
    assert_eq!(place, Err(TurnError::Illegal(IllegalTurn::MustJump)));
    play(&mut game, &["xd1Gd3"]);
    assert!(!game.game.may_demand_capture());
}

#[test]
fn undo_and_redo_keep_the_demand() {
    let mut game = Game::new(Rules::tournament(zertz::Board::rings48()));
    for turn in ["Wd4,d1", "Gd5,a1", "Bb2,a5"] {
        game.play_text(turn).unwrap();
    }
    game.demand_capture().unwrap();
    assert!(game.undo() && game.redo());
    assert!(game.position().is_obliged());
    assert!(game.play_text("Bb2,a5").is_err());
    game.play_text("xd5Wd3").unwrap();
}

#[test]
fn a_missed_capture_may_be_made_by_the_opponent() {
    let mut game = pair(&missed());
    play(&mut game, &["Wa1,a3", "xd1Gd3"]);
    assert!(!game.game.may_demand_capture());
    assert_eq!(game.game.position().captured(Player::Two).counts(), [0, 1, 0]);
}

#[test]
fn if_both_players_miss_a_capture_the_first_may_demand_it() {
    let mut game = pair(&missed());
    play(&mut game, &["Wa1,a3", "Ba2,d3xWa1Ba2Wd1Gd2"]);
    assert_eq!(game.game.outcome(), won(Player::Two, Win::FullBoard), "before the demand");
    game.demand();
    game.check();
    assert_eq!((game.game.outcome(), game.game.position().mover()), (None, Player::Two));
    assert!(!game.game.may_demand_capture(), "the first miss was not demanded in time");
    play(&mut game, &["xd1Gd3"]);
}

/// Three rings in a row, enclosed by marbles that cannot move. The players jump back and forth and place what they captured.
fn endless_loop() -> Built {
    Built::custom("d2W d3W d4o c1B c2B c3B c4B e1B e2B e3B e4B", Marbles::NONE, NOTHING)
}

const ROUND: [&str; 6] = ["xd2Wd4", "-", "Wd3", "xd4Wd2", "-", "Wd3"];

#[test]
fn the_third_repetition_is_a_draw() {
    let mut game = pair(&endless_loop());
    play(&mut game, &ROUND);
    assert_eq!((game.game.outcome(), game.game.repetitions()), (None, 2));
    play(&mut game, &ROUND);
    assert_eq!(game.game.outcome(), Some(Outcome::Drawn(Draw::Repetition)));
    // After an undo the game goes on.
    assert!(game.game.undo());
    assert_eq!(game.game.outcome(), None);
    assert!(game.game.redo());
    assert_eq!(game.game.outcome(), Some(Outcome::Drawn(Draw::Repetition)));
    let more = game.game.play_text("xd2Wd4").unwrap_err();
    assert!(more.to_string().contains("occurred three times"), "{more}");
}

#[test]
fn undone_turns_do_not_count_as_repetitions() {
    let start = Built::custom(
        "d2W d3W d4o c1B c2B c3B c4B e1B e2B e3B e4B",
        Marbles::NONE,
        [Marbles::new(1, 0, 0), Marbles::NONE],
    );
    let start = start.with(|rules| rules.captures = Captures::OnDemand);
    let mut game = pair(&start);
    for round in 1..=2 {
        assert_eq!((game.game.outcome(), game.game.repetitions()), (None, round));
        play(&mut game, &["Wd4"]);
        assert_eq!(game.game.outcome().and_then(Outcome::winner), Some(Player::One));
        game.demand();
        game.check();
        play(&mut game, &["xd2Wd4", "-", "Wd3", "xd4Wd2", "Wd3", "xd2Wd4", "-", "Wd3", "xd4Wd2", "Wd3"]);
    }
    assert_eq!(game.game.outcome(), Some(Outcome::Drawn(Draw::Repetition)));
}

#[test]
fn sides_may_be_changed_once_after_the_first_turn() {
    let mut game = Game::new(Rules { swap: true, ..Rules::standard(zertz::Board::rings37()) });
    assert!(game.swap().is_err());
    game.play_text("Wd4,d1").unwrap();
    game.swap().unwrap();
    assert!(game.is_swapped() && game.position().mover() == Player::Two);
    assert!(game.swap().is_err());
    assert!(game.undo() && !game.is_swapped());
    game.play_text("Gd3,a1").unwrap();
    assert!(game.swap().is_err(), "too late");
    let mut without = Game::new(Rules::standard(zertz::Board::rings37()));
    without.play_text("Wd4,d1").unwrap();
    assert!(without.swap().is_err());
}

#[test]
fn players_may_agree_on_a_draw() {
    let mut game = Game::new(Rules::standard(zertz::Board::rings37()));
    game.play_text("Wd4,d1").unwrap();
    game.agree_on_draw().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Drawn(Draw::Agreement)));
    assert!(game.agree_on_draw().is_err() && game.play_text("Gd5,a1").is_err());
    assert!(game.undo() && game.outcome().is_none() && game.redo());
    assert_eq!(game.outcome(), Some(Outcome::Drawn(Draw::Agreement)));
}

#[test]
fn a_resignation_can_be_undone() {
    let mut game = Game::new(Rules::standard(zertz::Board::rings37()));
    game.resign(Player::Two).unwrap();
    assert_eq!(game.outcome(), won(Player::One, Win::Resignation));
    assert!(game.resign(Player::One).is_err());
    assert!(game.play_text("Wd4,d1").is_err());
    assert!(game.undo());
    game.play_text("Wd4,d1").unwrap();
}

#[test]
fn a_whole_game_can_be_undone_and_redone() {
    let mut game = support::random_game(Rules::blitz(zertz::Board::rings37()), &mut zertz::Rng::new(5));
    let (end, turns) = (*game.position(), game.turns().len());
    while game.undo() {}
    assert_eq!(*game.position(), game.rules().start());
    while game.redo() {}
    assert_eq!((*game.position(), game.turns().len()), (end, turns));
    assert!(game.outcome().is_some());
    game.undo();
    game.undo();
    let position = *game.position();
    let other = position.turns(game.rules()).nth(0).unwrap();
    game.play(&other).unwrap();
    assert!(!game.redo(), "a new turn discards the undone ones");
}
