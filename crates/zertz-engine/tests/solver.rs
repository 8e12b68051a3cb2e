//! The solver's proofs are correct.

use zertz::{Board, Game, Outcome, Player, Position, Rules, Turn, notation::Zip};
use zertz_engine::{Engine, Limits, Solver, Stop, Verdict};

fn position(zip: &str) -> (Rules, Position) {
    let zip: Zip = zip.parse().unwrap();
    let rules = zip.rules(zip.board());
    let position = zip.position(&rules).unwrap();
    (rules, position)
}

/// Plays the attack against every defence.
fn wins_against_every_defence(
    rules: &Rules,
    position: &Position,
    attacker: Player,
    solver: &mut Solver<'_>,
    left: usize,
) -> bool {
    if let Some(outcome) = position.outcome(rules) {
        return outcome.winner() == Some(attacker);
    }
    if left == 0 {
        return false;
    }
    let next = |turn: &Turn| position.play(rules, turn).expect("a legal turn");
    if position.mover() == attacker {
        let Verdict::Wins(variation) = solver.solve(position, 20_000) else { return false };
        return wins_against_every_defence(rules, &next(&variation[0]), attacker, solver, left - 1);
    }
    position
        .turns(rules)
        .to_vec()
        .iter()
        .all(|turn| wins_against_every_defence(rules, &next(turn), attacker, solver, left - 1))
}

#[test]
fn the_sacrifice_of_the_rulebook_is_proven() {
    let (rules, position) = position("Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1");
    let mut solver = Solver::new(&rules, 1, Stop::new());
    let Verdict::Wins(variation) = solver.solve(&position, 10_000) else { panic!("no win found") };
    let mut game = Game::from_position(rules.clone(), position);
    variation.iter().for_each(|turn| game.play(turn).unwrap());
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Player::One));
    assert!(wins_against_every_defence(&rules, &position, Player::One, &mut solver, 30));
}

#[test]
fn the_planner_leaves_enough_for_a_long_chain_of_captures() {
    let zip = "/1W2Wo/oooWooo/1oWooGoo/1oooBooo/3GooW/3ooGoo/4ooo 0/5/7 0/0/1 1/0/1 2";
    let zip: Zip = zip.parse().unwrap();
    let rules = zip.rules(Board::rings48());
    let mut solver = Solver::new(&rules, 16, Stop::new());
    // The budget of the engine with 5 s for a turn. Proof-number search needs more than half of it.
    let verdict = solver.solve(&zip.position(&rules).unwrap(), 83_333);
    assert!(matches!(verdict, Verdict::Wins(_)), "{verdict:?}");
}

#[test]
fn nothing_is_proven_at_the_start() {
    let rules = Rules::standard(Board::rings37());
    let mut solver = Solver::new(&rules, 1, Stop::new());
    assert_eq!(solver.solve(&rules.start(), 10_000), Verdict::NoForcedWin, "there is no marble to capture");
}

#[test]
fn wins_found_in_games_hold_against_every_defence() {
    let (mut found, mut planned) = (0, 0);
    for seed in 0..12 {
        let rules = Rules::standard(if seed % 4 == 3 { Board::rings48() } else { Board::rings37() });
        let mut game = Game::new(rules.clone());
        let mut engine = Engine::new(4);
        for n in 0..4 {
            let turn = game.position().turns(&rules).choose(|count| (seed * 7919 + n * 104_729 + 17) % count).unwrap();
            game.play(&turn).unwrap();
        }
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        while let Some(turn) = engine.search(&game, &limits, &Stop::new(), &mut |_| {}) {
            let mut solver = Solver::new(&rules, 4, Stop::new());
            let position = game.position();
            if let Verdict::Wins(_) = solver.solve(position, 3_000) {
                found += 1;
                let mut chains = Solver::new(&rules, 4, Stop::new()).without_plans();
                planned += u32::from(!matches!(chains.solve(position, 3_000), Verdict::Wins(_)));
                let wins = wins_against_every_defence(&rules, position, position.mover(), &mut solver, 40);
                assert!(wins, "{}", Zip::of(&rules, position));
            }
            game.play(&turn.turn).unwrap();
        }
    }
    assert!(found >= 20 && planned >= 1, "{found} wins, {planned} by a plan");
}

#[test]
fn the_solver_keeps_to_its_budget() {
    let (rules, position) = position("/1o1o/1WooG/1ooWoo/1oGooBo/2oooo/3oooo 0/5/7 3/0/0 1/1/2 1");
    let mut solver = Solver::new(&rules, 1, Stop::new());
    assert_eq!(solver.solve(&position, 10), Verdict::Unknown);
    assert!(solver.nodes() <= 40, "{}", solver.nodes());
    assert!(matches!(solver.solve(&position, 5_000), Verdict::Wins(_)));
}

#[test]
fn the_solver_works_after_a_search_that_panicked() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    game.play_text("Wd4,a1").unwrap();
    let (mut engine, limits) = (Engine::new(1), Limits { nodes: Some(20_000), ..Limits::default() });
    let search = || engine.search(&game, &limits, &Stop::new(), &mut |_| panic!("on purpose"));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).is_err());
    let mut heard = 0;
    let verdict = engine.prove(&game, &limits, &Stop::new(), &mut |nodes| heard = nodes);
    assert_eq!(verdict, Verdict::Unknown);
    assert!((19_000..=21_000).contains(&heard), "{heard}");
}

#[test]
fn nothing_is_proven_while_a_capture_can_be_demanded() {
    // One white marble wins. Player 1 ignores the capture of the grey one, and player 2 could now capture the white one, or demand the
    // capture.
    let goals = "1/5/6/3".parse().unwrap();
    let mut game = Game::new(Rules { goals, ..Rules::tournament(Board::rings37()) });
    for turn in ["Wd4,d1", "Gd5,a1", "Wd3,a2"] {
        game.play_text(turn).unwrap();
    }
    assert!(game.may_demand_capture());
    let (mut engine, limits) = (Engine::new(1), Limits { nodes: Some(2_000), ..Limits::default() });
    assert_eq!(engine.prove(&game, &limits, &Stop::new(), &mut |_| {}), Verdict::Unknown);
    engine.defences(&game, &limits, &Stop::new(), &mut |defence| panic!("{defence:?}"));
    game.demand_capture().unwrap();
    assert!(matches!(engine.prove(&game, &limits, &Stop::new(), &mut |_| {}), Verdict::Wins(_)));
}
