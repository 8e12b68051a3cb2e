//! Positions that are won by a plan, which proof-number search alone does not find.

use zertz::{Board, Position, Rules, notation::Zip};
use zertz_engine::{Solver, Stop, Verdict};

/// What `zertz-lab plans` allows the solver.
const NODES: u64 = 10_000;

fn positions() -> Vec<(Rules, Position)> {
    let lines = include_str!("../../../testdata/plans.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split('\t');
        let mut field = || fields.next().expect("three fields");
        let (zip, board): (Zip, Board) = (field().parse().unwrap(), field().parse().unwrap());
        let rules = zip.rules(board);
        let position = zip.position(&rules).unwrap();
        (rules, position)
    };
    lines.map(read).collect()
}

#[test]
fn the_solver_proves_every_position() {
    let positions = positions();
    assert!(positions.len() >= 200, "{}", positions.len());
    for (rules, position) in &positions {
        assert!(position.occupied().len() > 1);
        let Verdict::Wins(variation) = Solver::new(rules, 1, Stop::new()).solve(position, NODES) else {
            panic!("not proven: {}", Zip::of(rules, position))
        };
        let end = variation.iter().fold(*position, |position, turn| position.play(rules, turn).expect("a legal turn"));
        assert_eq!(end.outcome(rules).and_then(|outcome| outcome.winner()), Some(position.mover()));
    }
}

#[test]
fn proof_number_search_alone_does_not_prove_them_with_ten_times_the_nodes() {
    for (rules, position) in positions().iter().step_by(20) {
        let mut chains = Solver::new(rules, 16, Stop::new()).without_plans();
        assert!(!matches!(chains.solve(position, 10 * NODES), Verdict::Wins(_)), "{}", Zip::of(rules, position));
    }
}

#[test]
fn without_a_budget_the_planner_is_asked_too() {
    let (rules, position) = &positions()[2];
    let verdict = Solver::new(rules, 1, Stop::new()).solve(position, u64::MAX / 8);
    assert!(matches!(verdict, Verdict::Wins(_)), "{verdict:?}");
}
