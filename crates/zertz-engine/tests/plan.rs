//! The planner's proofs are correct.

use zertz::{Board, Claims, Player, Position, Rules, Turn};
use zertz_engine::{Planner, Stop};
use zertz_reference::proof;

const EDGE: &str = "Wc4,a2";
const CORNER: &str = "Wd4,a1";

fn after(rules: &Rules, turn: &str) -> (Turn, Position) {
    let turn = rules.start().read_turn(rules, turn).unwrap();
    (turn, rules.start().play(rules, &turn).unwrap())
}

#[test]
fn an_opening_is_proven_and_the_reference_rules_agree() {
    let rules = Rules::standard(Board::rings37());
    let mut planner = Planner::new(&rules, Stop::new());
    let lines = [vec![after(&rules, EDGE).0]];
    let mut proven = 0;
    let text = planner.certificate(Player::Two, &lines, 2_000_000, &mut |count| proven = count).unwrap();
    assert_eq!(proven, 1);
    let checked = proof::check(&text).unwrap();
    assert_eq!((checked.winner, checked.starts), (1, 1));
    assert!(checked.positions > 1_000, "{checked:?}");
    assert_eq!(proof::check_with_optional_claims(&text), Ok(checked));
}

#[test]
fn a_corner_and_the_centre_give_no_forced_win() {
    let rules = Rules::standard(Board::rings37());
    let mut planner = Planner::new(&rules, Stop::new());
    let (turn, position) = after(&rules, CORNER);
    assert_eq!(planner.prove(Player::Two, &position, 1_000_000), Some(false));
    assert_eq!(planner.prove(Player::One, &position, 1_000_000), Some(false), "player 1 is not the attacker");
    let refused = planner.certificate(Player::Two, &[vec![turn]], 1_000_000, &mut |_| {});
    assert_eq!(refused.unwrap_err().to_string(), "no forced win was found after Wd4,a1");
    let refused = planner.certificate(Player::One, &[vec![]], 1_000, &mut |_| {});
    assert_eq!(refused.unwrap_err().to_string(), "no forced win was found at the start");
}

#[test]
fn with_optional_claims_the_planner_finds_the_same() {
    let rules = Rules { claims: Claims::Optional, ..Rules::standard(Board::rings37()) };
    let (_, position) = after(&rules, EDGE);
    let mut planner = Planner::new(&rules, Stop::new());
    assert_eq!(planner.prove(Player::Two, &position, 2_000_000), Some(true));
    assert!(position.play(&rules, &planner.winning_turn(&position).unwrap()).is_ok());
}

#[test]
fn the_planner_keeps_to_its_budget() {
    let rules = Rules::standard(Board::rings37());
    let (_, position) = after(&rules, EDGE);
    let mut planner = Planner::new(&rules, Stop::new());
    assert_eq!(planner.prove(Player::Two, &position, 1_000), None);
    assert!((1_000..1_500).contains(&planner.nodes()), "{}", planner.nodes());
    let stop = Stop::new();
    stop.set();
    assert_eq!(Planner::new(&rules, stop).prove(Player::Two, &position, 1_000), None);
}
