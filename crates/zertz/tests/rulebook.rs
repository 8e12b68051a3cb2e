//! The examples of the rulebook.

mod support;

use support::{Pair, builder::Built};
use zertz::{Colour, Goal, IllegalTurn, Outcome, Player, Win, notation::TurnError};

/// Why a turn is illegal.
fn illegal(built: &Built, turn: &str) -> IllegalTurn {
    match built.position.read_turn(&built.rules, turn) {
        Err(TurnError::Illegal(why)) => why,
        other => panic!("{turn}: {other:?}"),
    }
}

/// Diagram 2: only rings that can slide out can be removed.
#[test]
fn sliding_out() {
    // The basic board without its right rim and with a bay at the lower left, three marbles on it.
    let built = Built::on_37(
        "a2o a3W a4o b2o b3o b4o b5o c2o c3o c4G c5o c6o d2B d3o d4o d5o d6o d7o e2o e3o e4o e5o e6o f2o f3o f4o f5o",
    );
    let removable = built.labels(built.position.removable(&built.rules.board));
    assert_eq!(removable, "a2 a4 b2 b5 c2 c6 d7 e2 e6 f2 f3 f4 f5");
    // Rings with a marble and rings inside the board cannot be removed.
    assert!(matches!(illegal(&built, "Wd4,a3"), IllegalTurn::Occupied(_)));
    assert!(matches!(illegal(&built, "Wd4,d5"), IllegalTurn::Held(_)));
    assert!(matches!(illegal(&built, "Wd4"), IllegalTurn::MustRemove));
    Pair::from(built.rules, built.position).check();
}

#[test]
fn three_separate_gaps_do_not_let_a_ring_out() {
    let built = Built::on_37("d4o d5o e3o c3o a1o");
    assert_eq!(built.labels(built.position.removable(&built.rules.board)), "a1 c3 d5 e3");
    Pair::from(built.rules, built.position).check();
}

/// Diagram 3: the four ways to capture. The marbles 1 to 5 of the diagram are e3 d4 d5 b4 b5 here.
#[test]
fn the_four_captures() {
    let built = Built::on_37("e3W d4G d5B b4B b5G c4o e5o a4o c6o f2o d3o f3o");
    let expected = ["xd4Wf2", "xd5Gd3Wf3", "xe3Gc4Ba4Gc6", "xe3Gc4Be5"];
    assert_eq!(built.turns(), expected);
    // Capturing is compulsory and must go on to the end, but the player chooses the route.
    assert_eq!(illegal(&built, "Wa4,f3"), IllegalTurn::MustJump);
    assert!(matches!(illegal(&built, "xe3Gc4"), IllegalTurn::MustGoOn(_)));
    let short = built.play("xe3Gc4Be5");
    assert_eq!(short.captured(Player::One).counts(), [0, 1, 1]);
    assert_eq!(short.rings(), built.position.rings(), "no ring is removed after a capture");
    Pair::from(built.rules, built.position).check();
}

/// Diagram 4: removing the ring that connects a marble to the rest captures the marble.
#[test]
fn isolating_a_marble() {
    let built = Built::on_37("a1B b1o b2W c1o c2o d1o d2o d3o");
    // a1 is connected through b1 and b2. Without b1 it is still connected through b2.
    assert_eq!(built.play("Wd3,b1").captured(Player::One).total(), 0);
    let built = Built::on_37("a1B b1o c1o c2o d1o d2o");
    let after = built.play("Wd1,b1xBa1");
    assert_eq!(after.captured(Player::One).counts(), [0, 0, 1]);
    assert_eq!(built.rules.board.in_label_order(after.rings()).count(), 4, "its ring leaves the board with it");
    Pair::from(built.rules, built.position).check();
}

#[test]
fn filling_an_isolated_group() {
    let built = Built::on_37("a1B a2o d4o d5o d6o e4o");
    let after = built.play("Wa2,d4xBa1Wa2");
    assert_eq!(after.captured(Player::One).counts(), [1, 0, 1]);
    // A group with a vacant ring stays in play.
    assert_eq!(built.play("Wd4,d6").captured(Player::One).total(), 0);
}

/// Diagram 5: player A is five marbles behind and wins with a sacrifice.
#[test]
fn the_sacrifice_combination() {
    // The rings 1 to 4 of the diagram are e3 b1 a2 b2 here. A has two white marbles; B has seven and needs one more grey one.
    let zip = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";
    let built = Built::from_zip(zip);
    let pair = &mut Pair::from(built.rules.clone(), built.position);
    let play = |pair: &mut Pair, text: &str| {
        let turn = pair.game.position().read_turn(pair.game.rules(), text).unwrap();
        pair.play(&turn);
        pair.check();
    };
    play(pair, "Be3,b1");
    let forced = pair.game.position().turns(pair.game.rules());
    assert_eq!(forced.len(), 1, "B must jump over the black marble");
    play(pair, "xf3Bd3");
    assert_eq!(pair.game.outcome(), None, "a black marble does not help B");
    play(pair, "Wa2,b2xWa1Wa2");
    let won = Outcome::Won { by: Player::One, how: Win::Goal(Goal::Colour(Colour::White)) };
    assert_eq!(pair.game.outcome(), Some(won));
    // With a grey marble instead, B wins.
    let mut grey = Pair::from(built.rules.clone(), built.position);
    play(&mut grey, "Ge3,b1");
    play(&mut grey, "xf3Gd3");
    assert_eq!(grey.game.outcome().and_then(Outcome::winner), Some(Player::Two));
}
