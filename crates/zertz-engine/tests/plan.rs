//! The planner's proofs are correct.

use zertz::{Board, Game, Player, Position, Rules, Turn};
use zertz_engine::{Engine, Limits, Planner, Solver, Stop, Verdict};
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

/// Plays the planner's turns against every defence. Returns the number of positions.
fn play_out(planner: &Planner<'_>, rules: &Rules, position: &Position, attacker: Player) -> u32 {
    if let Some(outcome) = position.outcome(rules) {
        assert_eq!(outcome.winner(), Some(attacker));
        return 1;
    }
    let next = |turn: &Turn| position.play(rules, turn).expect("a legal turn");
    if position.mover() == attacker {
        let turn = planner.winning_turn(position).expect("a proven position");
        return 1 + play_out(planner, rules, &next(&turn), attacker);
    }
    1 + position.turns(rules).to_vec().iter().map(|turn| play_out(planner, rules, &next(turn), attacker)).sum::<u32>()
}

#[test]
fn wins_found_in_games_hold_against_every_defence() {
    let (mut found, mut alone) = (0, 0);
    for seed in 0..10 {
        let rules = Rules::standard(if seed % 4 == 3 { Board::rings48() } else { Board::rings37() });
        let mut game = Game::new(rules.clone());
        let mut engine = Engine::new(1);
        for n in 0..4 {
            let turn = game.position().turns(&rules).choose(|count| (seed * 7919 + n * 104_729 + 17) % count).unwrap();
            game.play(&turn).unwrap();
        }
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        while let Some(turn) = engine.search(&game, &limits, &Stop::new(), &mut |_| {}) {
            let position = *game.position();
            let mut planner = Planner::new(&rules, Stop::new());
            if planner.prove(position.mover(), &position, 3_000) == Some(true) {
                found += 1;
                let mut solver = Solver::new(&rules, 1, Stop::new());
                alone += u32::from(!matches!(solver.solve(&position, 3_000), Verdict::Wins(_)));
                assert!(play_out(&planner, &rules, &position, position.mover()) > 1);
            }
            game.play(&turn.turn).unwrap();
        }
    }
    assert!(found >= 20 && alone >= 1, "{found} wins, of which the solver missed {alone}");
}
