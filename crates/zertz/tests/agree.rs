//! Two independent implementations of the rules play the same games and must agree on every legal turn, every position and every
//! outcome.
//!
//! `ZERTZ_GAMES` is the number of random games for each set of rules; `cargo xtask agree` plays 100,000.

mod support;

use proptest::{
    collection::{btree_set, vec},
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::{cell::RefCell, time::Instant};
use support::{Pair, all_rules};
use zertz::{
    Board, Captures, Claims, Colour, Draw, Goals, Label, Marbles, Outcome, Player, Rules, Setup, Stuck, Turn, Win,
};

fn games() -> usize {
    match std::env::var("ZERTZ_GAMES") {
        Ok(text) => text.parse().expect("ZERTZ_GAMES is a number"),
        Err(_) => 60,
    }
}

/// Random games under one set of rules, compared at every turn.
fn agree(name: &str, variant: impl Fn(Rules, &mut zertz::Rng) -> Rules) {
    let (_, rules) = all_rules().into_iter().find(|(n, _)| *n == name).expect("a set of rules");
    let (games, mut positions, began) = (games(), 0u64, Instant::now());
    for seed in 0..games {
        let mut rng = zertz::Rng::new(seed as u64);
        let mut pair = Pair::new(variant(rules.clone(), &mut rng));
        loop {
            pair.check();
            positions += 1;
            // If captures are on demand, demand half of the missed ones.
            if pair.game.may_demand_capture() && rng.below(2) == 0 {
                pair.demand();
                continue;
            }
            let rules = pair.game.rules().clone();
            if pair.game.outcome().is_some() {
                break;
            }
            let turn = pair.game.position().turns(&rules).choose(|n| rng.below(n)).expect("the game goes on");
            pair.check_inner(&turn);
            pair.play(&turn);
        }
        if (seed + 1) % 10_000 == 0 {
            eprintln!("{name}: {} games agree after {:.0} s", seed + 1, began.elapsed().as_secs_f64());
        }
    }
    eprintln!("{name}: {games} games, {positions} positions agree");
}

macro_rules! agree_on {
    ($($test:ident $name:literal),*) => {$(
        #[test]
        fn $test() {
            agree($name, |rules, _| rules);
        }
    )*};
}
agree_on!(
    rings37 "37", blitz "blitz", rings40 "40", rings43 "43", rings44 "44", rings48 "48", rings61 "61", tournament "tournament"
);

#[test]
fn optional_claims() {
    agree("37", |rules, _| Rules { claims: Claims::Optional, ..rules });
}

#[test]
fn small_pools_and_strange_goals() {
    agree("37", |rules, rng| {
        let mut count = |n| rng.below(n) as u8;
        let pool = Marbles::new(1 + count(6), count(6), count(20));
        let goals = Goals::new(1 + count(6), 1 + count(8), 1 + count(30), 1 + count(4)).expect("none is zero");
        Rules { pool, goals, stuck: Stuck::BothLose, ..rules }
    });
}

/// A small position, usually one that no game reaches, and choices of turns from there.
#[derive(Clone, Debug)]
struct Built {
    rules: Rules,
    setup: Setup,
    choices: Vec<u32>,
}

/// Small boards cut from a hexagon of 19 rings, with marbles, few or none in the pool, any options.
fn built() -> impl Strategy<Value = Built> {
    let hexagon: Vec<Label> = "b1 b2 b3 c1 c2 c3 c4 d1 d2 d3 d4 d5 e1 e2 e3 e4 f1 f2 f3"
        .split(' ')
        .map(|label| label.parse().expect("a label"))
        .collect();
    let contents = vec(prop_oneof![2 => Just(None), 3 => (0..3usize).prop_map(Some)], 19);
    let marbles = || (0..3u8, 0..3u8, 0..3u8).prop_map(|(w, g, b)| Marbles::new(w, g, b));
    let pool = prop_oneof![Just(Marbles::NONE), marbles()];
    let captured = prop_oneof![Just([Marbles::NONE; 2]), [marbles(), marbles()]];
    let goals = (3..6u8, 3..6u8, 3..6u8, 2..4u8);
    let options = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let position = (btree_set(0..19usize, 2..15), contents, pool, captured);
    (position, goals, options, vec(any::<u32>(), 1..60)).prop_map(move |(position, goals, options, choices)| {
        let (rings, contents, pool, captured) = position;
        let board = Board::custom(3, rings.iter().map(|&i| hexagon[i])).expect("2 to 14 rings");
        let setup = Setup {
            rings: board.labels().collect(),
            marbles: rings.iter().filter_map(|&i| Some((hexagon[i], Colour::ALL[contents[i]?]))).collect(),
            pool,
            captured,
            mover: if options.3 { Player::One } else { Player::Two },
        };
        let mut total = pool;
        for colour in Colour::ALL {
            let on_board = setup.marbles.iter().filter(|(_, c)| *c == colour).count() as u8;
            total[colour] += on_board + captured[0][colour] + captured[1][colour];
        }
        let rules = Rules {
            pool: total,
            goals: Goals::new(goals.0, goals.1, goals.2, goals.3).expect("none is zero"),
            claims: if options.0 { Claims::Optional } else { Claims::Automatic },
            captures: if options.1 { Captures::OnDemand } else { Captures::Enforced },
            stuck: if options.2 { Stuck::BothLose } else { Stuck::Draw },
            ..Rules::standard(board)
        };
        Built { rules, setup, choices }
    })
}

/// How often each rare case occurred.
#[derive(Default, Debug)]
struct Seen {
    passes: u32,
    stuck: u32,
    both_lose: u32,
    full_boards: u32,
    several_claims: u32,
    declined: u32,
    missed: u32,
    demanded: u32,
    nothing_removable: u32,
    own_marbles: u32,
}

impl Seen {
    fn note(&mut self, pair: &Pair, turn: &Turn) {
        let (rules, position) = (pair.game.rules(), pair.game.position());
        self.missed += u32::from(matches!(turn, Turn::Place { .. }) && position.has_jump(&rules.board));
        match turn {
            Turn::Pass => self.passes += 1,
            Turn::Jump(_) => {}
            Turn::Place { removed, claimed, .. } => {
                self.nothing_removable += u32::from(removed.is_none());
                self.own_marbles += u32::from(position.pool().is_empty());
                self.declined += u32::from(position.write_turn(rules, turn).to_string().ends_with("x-"));
                let first = claimed.first();
                let one_group = first.map(|ring| position.group(&rules.board, ring));
                self.several_claims += u32::from(one_group.is_some_and(|group| !claimed.without(group).is_empty()));
            }
        }
    }
}

fn play_built(built: &Built, seen: &RefCell<Seen>) {
    let Ok(start) = built.setup.position(&built.rules) else { return };
    let mut pair = Pair::from(built.rules.clone(), start);
    let mut choices = built.choices.iter();
    let mut seen = seen.borrow_mut();
    loop {
        pair.check();
        let Some(&choice) = choices.next() else { return };
        if pair.game.may_demand_capture() && choice % 3 == 0 {
            pair.demand();
            seen.demanded += 1;
            continue;
        }
        match pair.game.outcome() {
            Some(Outcome::Drawn(Draw::Stuck)) => seen.stuck += 1,
            Some(Outcome::BothLose) => seen.both_lose += 1,
            Some(Outcome::Won { how: Win::FullBoard, .. }) => seen.full_boards += 1,
            Some(_) => {}
            None => {
                let rules = pair.game.rules().clone();
                let turn =
                    pair.game.position().turns(&rules).choose(|n| choice as usize % n).expect("the game goes on");
                seen.note(&pair, &turn);
                pair.check_inner(&turn);
                pair.play(&turn);
                continue;
            }
        }
        return;
    }
}

#[test]
fn positions_that_random_play_never_reaches() {
    let config =
        Config { cases: (games() as u32 * 50).clamp(3000, 300_000), failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let seen = RefCell::new(Seen::default());
    TestRunner::new_with_rng(config, rng)
        .run(&built(), |built| {
            play_built(&built, &seen);
            Ok(())
        })
        .unwrap();
    let seen = seen.into_inner();
    eprintln!("{seen:?}");
    for count in [seen.passes, seen.stuck, seen.both_lose, seen.full_boards, seen.several_claims] {
        assert!(count >= 10, "{seen:?}");
    }
    for count in [seen.declined, seen.missed, seen.demanded, seen.nothing_removable, seen.own_marbles] {
        assert!(count >= 10, "{seen:?}");
    }
}
