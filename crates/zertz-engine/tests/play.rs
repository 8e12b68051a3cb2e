//! The engine plays legal turns on every board and with any limits.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use zertz::{Board, Captures, Claims, Game, Marbles, Outcome, Player, Rules, notation::Zip};
use zertz_engine::{Clock, Defence, Engine, Limits, Score, Stop};

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays a game of the engine against itself.
fn play(rules: Rules, limits: &Limits) -> Game {
    let mut engine = Engine::new(1);
    let mut game = Game::new(rules);
    while let Some(found) = engine.search(&game, limits, &Stop::new(), &mut |_| {}) {
        game.play(&found.turn).expect("the engine plays legal turns");
        assert!(game.turns().len() < 500, "the game does not end");
    }
    game
}

#[test]
fn the_engine_plays_whole_games_on_every_board_and_rule_set() {
    for board in Board::presets() {
        for rules in [Rules::standard(board.clone()), Rules::blitz(board.clone()), Rules::tournament(board.clone())] {
            let game = play(rules, &nodes(300));
            assert!(game.outcome().is_some());
        }
    }
    let optional = Rules { claims: Claims::Optional, swap: true, ..Rules::standard(Board::rings37()) };
    assert!(play(optional, &nodes(300)).outcome().is_some());
    let on_demand =
        Rules { captures: Captures::OnDemand, pool: Marbles::new(2, 2, 2), ..Rules::blitz(Board::rings40()) };
    assert!(play(on_demand, &nodes(300)).outcome().is_some());
    let tiny = Rules::standard("custom:c2,c3,d2,d3,d4,e2,e3".parse().unwrap());
    assert!(play(tiny, &nodes(2000)).outcome().is_some());
}

#[test]
fn the_same_search_gives_the_same_result() {
    let game = Game::new(Rules::standard(Board::rings37()));
    let run = || {
        let mut reports = Vec::new();
        let found = Engine::new(4).search(&game, &nodes(20_000), &Stop::new(), &mut |info| {
            reports.push((info.depth, info.score, info.nodes, info.pv.clone()));
        });
        (found.unwrap().turn, reports)
    };
    assert_eq!(run(), run());
}

fn position(zip: &str) -> Game {
    let zip: Zip = zip.parse().unwrap();
    let rules = zip.rules(zip.board());
    let start = zip.position(&rules).unwrap();
    Game::from_position(rules, start)
}

#[test]
fn the_sacrifice_of_the_rulebook_is_found() {
    let mut game = position("Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1");
    let mut engine = Engine::new(4);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let found = engine.search(&game, &limits, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(found.info.score, Score::WinIn(3));
    assert_eq!(found.info.pv.len(), 3, "the variation is complete");
    for turn in &found.info.pv {
        game.play(turn).unwrap();
    }
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Player::One));
}

#[test]
fn other_variations_are_searched_beside_a_proven_one() {
    // Only the solver sees the win, in 15 turns. The other turns are quiet.
    let game = position("//2WGG/1WoooG/1BoWoB/3ooGo/3oo 0/0/6 1/2/2 2/2/0 2");
    let mut deepest = [0; 2];
    let mut win = None;
    let limits = Limits { nodes: Some(3_000_000), multi_pv: 2, ..Limits::default() };
    let found = Engine::new(16).search(&game, &limits, &Stop::new(), &mut |info| {
        deepest[info.rank - 1] = info.depth;
        if let Score::WinIn(turns) = info.score {
            win = Some(turns);
            assert_eq!(info.pv.len(), turns as usize, "the variation is complete");
        }
    });
    assert!(matches!(found.unwrap().info.score, Score::WinIn(_)), "the win is the first variation");
    assert!(win.is_some() && deepest[0] > 2 && deepest[1] > 2, "{deepest:?}");
}

#[test]
fn a_search_ends_when_all_variations_are_proven() {
    let game = position("Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1");
    let multi_pv = game.position().turns(game.rules()).len();
    let limits = Limits { multi_pv, ..Limits::default() };
    let found = Engine::new(4).search(&game, &limits, &Stop::new(), &mut |_| {});
    assert_eq!(found.unwrap().info.score, Score::WinIn(3));
}

#[test]
fn a_forced_capture_is_played_at_once() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    game.play_text("Wa1,d7").unwrap();
    game.play_text("Ga2,d1").unwrap();
    let turns = game.position().turns(game.rules());
    assert_eq!(turns.len(), 1);
    let limits = Limits { move_time: Some(Duration::from_secs(600)), ..Limits::default() };
    let found =
        Engine::new(1).search_with_clock(&game, &limits, &Stop::new(), &|| Duration::ZERO, &mut |_| {}).unwrap();
    assert_eq!(found.info.depth, 1, "the clock stands still, so only the depth ends the search");
}

#[test]
fn the_stop_flag_and_the_clock_end_a_search() {
    let game = Game::new(Rules::standard(Board::rings61()));
    let stop = Stop::new();
    stop.set();
    assert!(Engine::new(1).search(&game, &Limits::default(), &stop, &mut |_| {}).is_some());
    let clock = Some(Clock { remaining: Duration::from_millis(600), increment: Duration::ZERO });
    let limits = Limits { clock, ..Limits::default() };
    // This clock advances by a millisecond whenever it is read, so the test does not depend on the load of the machine.
    let reads = AtomicU64::new(0);
    let now = || Duration::from_millis(reads.fetch_add(1, Ordering::Relaxed));
    assert!(Engine::new(1).search_with_clock(&game, &limits, &Stop::new(), &now, &mut |_| {}).is_some());
    assert!(now() < Duration::from_millis(600), "{:?}", now());
}

#[test]
fn several_variations_are_reported_best_first() {
    let game = Game::new(Rules::standard(Board::rings37()));
    let mut variations = Vec::new();
    let limits = Limits { depth: Some(2), multi_pv: 4, ..Limits::default() };
    Engine::new(4).search(&game, &limits, &Stop::new(), &mut |info| {
        if info.depth == 2 {
            variations.push((info.rank, info.score, info.pv[0]));
        }
    });
    assert!(variations.iter().map(|variation| variation.0).eq(1..=4));
    assert!(variations.is_sorted_by(|a, b| a.1 >= b.1), "{variations:?}");
    let different: std::collections::HashSet<_> = variations.iter().map(|variation| variation.2).collect();
    assert_eq!(different.len(), 4);
}

#[test]
fn two_threads_find_a_legal_turn() {
    let game = Game::new(Rules::standard(Board::rings37()));
    let mut engine = Engine::new(4);
    engine.set_threads(2);
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let found = engine.search(&game, &limits, &Stop::new(), &mut |_| {}).unwrap();
    assert!(game.position().play(game.rules(), &found.turn).is_ok());
}

#[test]
fn a_table_that_does_not_fit_in_memory_is_refused() {
    let mut engine = Engine::new(2);
    assert!(!engine.try_set_hash(usize::MAX >> 21));
    assert!(!engine.try_set_hash(usize::MAX));
    assert_eq!(engine.hash(), 2);
    assert!(engine.try_set_hash(3));
    assert_eq!(engine.hash(), 3);
}

/// One marble can jump over all the others, in a great many orders.
const GREAT_MANY_TURNS: &str =
    "oBoBo/BBBBBB/oBoBoBo/BBBBBBBB/oBoBWBoBo/1BBBBBBBB/2oBoBoBo/3BBBBBB/4oBoBo 0/8/10 0/0/0 0/0/0 1 99/99/99/99";

#[test]
fn a_position_with_more_turns_than_fit_in_memory_is_searched() {
    let game = position(GREAT_MANY_TURNS);
    assert!(game.position().turns(game.rules()).nth(1_000_000).is_some());
    let found = Engine::new(1).search(&game, &nodes(20_000), &Stop::new(), &mut |_| {}).unwrap();
    assert!(game.position().play(game.rules(), &found.turn).is_ok());
}

#[test]
fn a_list_of_defences_says_whether_it_has_all_turns() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    game.play_text("Wd4,d1").unwrap();
    game.play_text("Gd5,a1").unwrap();
    for (game, all) in [(game, true), (position(GREAT_MANY_TURNS), false)] {
        let mut heard = Vec::new();
        let mut report = |defence: &Defence| heard.push((defence.number, defence.count, defence.complete));
        Engine::new(1).defences(&game, &nodes(1), &Stop::new(), &mut report);
        let count = heard.len();
        assert!(count > 1 && heard.iter().enumerate().all(|(i, &said)| said == (i + 1, count, all)), "{heard:?}");
    }
}

/// A game in which the search ends right after its best turn was proven to lose.
const REFUTED_LATE: &str = "Ge1,d7 Ba4,f5 Bc3,a1 Bc4,b1 xc4Bc2 Wb2,a2 xb2Bd2 xe1Wc2 Bb4,c1 xa4Bc4 Wc5,c6 xc5Bc3 xc2Wc4 We4,b2 Wa3,a4 \
    Bc3,c2 xc3Gc5 Wd6,e6 xd6Bb4 xa3Wc5 Bc4,d2 xc5Bc3 Wd1,e1xWd1 Ge2,d3 Gb4,b3 Bc5,a3 xb4Bd6 Gc4,f1 xc3Gc5 xd6Wb4";

#[test]
fn a_turn_that_is_proven_to_lose_is_not_played_if_another_may_not() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    REFUTED_LATE.split_whitespace().for_each(|turn| game.play_text(turn).unwrap());
    for limit in (2..40).map(|n| n * 10_000) {
        let mut lost = false;
        let found = Engine::new(64).search(&game, &nodes(limit), &Stop::new(), &mut |info| {
            lost = matches!(info.score, Score::LossIn(_));
        });
        let found = found.unwrap();
        assert!(!lost && !matches!(found.info.score, Score::LossIn(_)), "{limit} nodes: {found:?}");
    }
}

#[test]
fn full_strength_knows_the_proof_of_openings() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    let mut engine = Engine::new(1);
    // Every first turn that removes a ring other than a corner loses, so the engine plays none.
    let first = engine.search(&game, &nodes(2_000), &Stop::new(), &mut |_| {}).unwrap();
    let proof = zertz_engine::theory::known(game.rules()).unwrap();
    assert_eq!(proof.distance(&game.position().play(game.rules(), &first.turn).unwrap()), None);
    game.play_text("Gb3,a3").unwrap();
    let reply = engine.search(&game, &nodes(2_000), &Stop::new(), &mut |_| {}).unwrap();
    assert!(matches!(reply.info.score, Score::WinIn(turns) if turns <= 25), "{reply:?}");
    game.play(&reply.turn).unwrap();
    let defence = engine.search(&game, &nodes(2_000), &Stop::new(), &mut |_| {}).unwrap();
    assert!(matches!(defence.info.score, Score::LossIn(_)), "{defence:?}");
    // Weaker levels do not know it, and neither does the search without its solver.
    engine.set_level(zertz_engine::Level::new(9).unwrap());
    let weaker = engine.search(&game, &nodes(2_000), &Stop::new(), &mut |_| {}).unwrap();
    assert!(matches!(weaker.info.score, Score::Points(_)), "{weaker:?}");
}

#[test]
fn full_strength_plays_from_the_book_if_it_may() {
    let game = Game::new(Rules::standard(Board::rings61()));
    let book = zertz_engine::Book::known(game.rules()).unwrap();
    let listed = book.turns(game.position());
    let play = |book, level, seed| {
        let mut engine = Engine::new(1);
        engine.set_book(book);
        engine.set_level(zertz_engine::Level::new(level).unwrap());
        engine.set_variety(25);
        engine.set_seed(seed);
        let found = engine.search(&game, &nodes(500), &Stop::new(), &mut |_| {}).unwrap();
        (found.turn, found.info.nodes)
    };
    let turns: Vec<_> = (0..20).map(|seed| play(true, 10, seed)).collect();
    assert!(turns.iter().all(|(turn, nodes)| *nodes == 0 && listed.iter().any(|(listed, _)| listed == turn)));
    assert!(turns.iter().any(|turn| turn != &turns[0]), "it varies");
    assert!(play(false, 10, 0).1 > 0 && play(true, 9, 0).1 > 0);
}
