//! Contests: results do not depend on threads and interruptions, and programs that misbehave lose.

mod common;

use common::Temporary;
use std::{
    ops::ControlFlow,
    sync::Arc,
    time::{Duration, Instant},
};
use zertz::{Board, Rules};
use zertz_engine::Stop;
use zertz_lab::{
    contest::{Contest, FinishedPair},
    opening::Openings,
    play::Referee,
    player::{ForfeitKind, Patience, Spec},
    records::GameFile,
};

fn contest(players: [&str; 2], pairs: u64, concurrency: usize) -> Contest {
    Contest {
        rules: Arc::new(Rules::standard(Board::rings37())),
        openings: Openings { turns: "2-4".parse().unwrap(), check: None, seed: 3 },
        players: players.map(|text| text.parse::<Spec>().unwrap()).to_vec(),
        pairings: vec![[0, 1]],
        pairs,
        referee: Referee {
            patience: Patience { margin: Duration::from_millis(100), silence: Duration::from_secs(4) },
            most_turns: 300,
        },
        concurrency,
    }
}

fn fake(habit: &str, limit: &str) -> String {
    format!("ugi:{} {habit}@{limit}", env!("CARGO_BIN_EXE_fake-ugi"))
}

/// Plays a contest. Times differ from run to run, so they are set to zero.
fn play(contest: &Contest, file: Option<GameFile>) -> Vec<FinishedPair> {
    let mut pairs = Vec::new();
    let take = |pair| {
        pairs.push(pair);
        ControlFlow::Continue(())
    };
    contest.run(file, &Stop::new(), take).unwrap();
    pairs.iter_mut().flat_map(|pair| &mut pair.games).for_each(|game| game.time = Default::default());
    pairs
}

fn file(path: &Temporary, resume: bool) -> Option<GameFile> {
    Some(GameFile::open(&path.0, resume).unwrap())
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    for players in [["greedy", "random"], ["engine:nodes=150,hash=1", "greedy"]] {
        let one = play(&contest(players, 12, 1), None);
        assert_eq!(one.len(), 12);
        assert_eq!(play(&contest(players, 12, 3), None), one);
        let other_seed =
            Contest { openings: Openings { seed: 4, ..contest(players, 12, 1).openings }, ..contest(players, 12, 3) };
        assert_ne!(play(&other_seed, None), one);
    }
}

#[test]
fn a_deterministic_player_splits_every_pair_with_itself() {
    // Both games of a pair start from the same opening, so they are the same game with exchanged seats.
    let pairs = play(&contest(["engine:nodes=150,hash=1", "engine:nodes=150,hash=1,threads=1"], 6, 2), None);
    assert!(pairs.iter().all(|pair| pair.half_points() == 2), "{pairs:?}");
    assert!(pairs.iter().all(|pair| pair.games[0] == pair.games[1]));
}

#[test]
fn an_interrupted_match_continues_to_the_same_result() {
    let players = ["greedy", "random"];
    let whole = play(&contest(players, 10, 1), None);
    let path = Temporary::new("resume");
    // Stopped after three pairs, while other threads have finished later ones.
    let mut taken = 0;
    let stop_at_three = |_| {
        taken += 1;
        if taken == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    contest(players, 10, 3).run(file(&path, false), &Stop::new(), stop_at_three).unwrap();
    assert_eq!(taken, 3);
    // Interrupted while a game was being written.
    let text = path.read();
    let games = text.matches("[Round ").count();
    // The other threads may have played anything up to the end of the match. The last game becomes incomplete in any case.
    assert!((6..=20).contains(&games), "{games}");
    std::fs::write(&path.0, &text[..text.len() - 30]).unwrap();

    let refused = GameFile::open(&path.0, false).err().unwrap();
    assert!(refused.to_string().contains("--resume"), "{refused}");
    assert_eq!(play(&contest(players, 10, 2), file(&path, true)), whole);
    let text = path.read();
    assert_eq!(text.matches("[Round ").count(), 20);

    // The file now has all games, so nothing is played.
    assert_eq!(play(&contest(players, 10, 2), file(&path, true)), whole);
    assert_eq!(path.read(), text);
}

#[test]
fn a_file_of_another_match_is_refused() {
    let path = Temporary::new("other");
    play(&contest(["greedy", "random"], 1, 1), file(&path, false));
    let mut other = contest(["greedy", "random"], 1, 1);
    other.openings.seed = 99;
    let error = other.run(file(&path, true), &Stop::new(), |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("belongs to another match"), "{error}");
}

#[test]
fn both_games_of_a_pair_begin_with_the_same_turns_and_exchanged_seats() {
    let path = Temporary::new("openings");
    play(&contest(["greedy", "random"], 3, 1), file(&path, false));
    let text = path.read();
    let records: Vec<_> = text
        .split("\n\n[")
        .map(|part| zertz::notation::read(&format!("[{}", part.trim_start_matches('['))).unwrap())
        .collect();
    assert_eq!(records.len(), 6);
    for pair in records.chunks(2) {
        let opening: usize = pair[0].tag("Opening").unwrap().parse().unwrap();
        let turns = |n: usize| pair[n].game().turns()[..opening].to_vec();
        assert_eq!(turns(0), turns(1));
        assert_eq!([pair[0].tag("Player1"), pair[0].tag("Player2")], [Some("greedy"), Some("random")]);
        assert_eq!([pair[1].tag("Player1"), pair[1].tag("Player2")], [Some("random"), Some("greedy")]);
    }
}

#[test]
fn a_ugi_program_plays_whole_games() {
    let honest = fake("honest", "nodes=10");
    for rules in [Rules::standard(Board::rings37()), Rules::blitz(Board::rings48())] {
        let contest = Contest { rules: Arc::new(rules), ..contest([&honest, "random"], 4, 2) };
        let pairs = play(&contest, None);
        assert_eq!(pairs.len(), 4);
        assert!(pairs.iter().flat_map(|pair| &pair.games).all(|game| game.forfeit.is_none()), "{pairs:?}");
    }
}

fn forfeits(habit: &str, limit: &str) -> Vec<Option<(usize, ForfeitKind)>> {
    let bad = fake(habit, limit);
    let pairs = play(&contest([&bad, "random"], 1, 1), None);
    for game in pairs.iter().flat_map(|pair| &pair.games) {
        if let Some((seat, _)) = game.forfeit {
            assert_eq!(game.half_points[seat], 0);
            assert_eq!(game.half_points[1 - seat], 2);
        }
    }
    pairs.iter().flat_map(|pair| &pair.games).map(|game| game.forfeit).collect()
}

#[test]
fn an_illegal_turn_loses_the_game_and_the_program_continues() {
    assert_eq!(forfeits("illegal 2", "nodes=10"), [Some((0, ForfeitKind::Illegal)), None]);
}

#[test]
fn a_crash_loses_the_game_and_the_program_is_started_again() {
    assert_eq!(forfeits("crash 2", "nodes=10"), [Some((0, ForfeitKind::Crash)), Some((1, ForfeitKind::Crash))]);
}

#[test]
fn a_crash_is_recorded_with_the_last_error_message() {
    let path = Temporary::new("crash");
    let bad = fake("crash 1", "nodes=10");
    play(&contest([&bad, "random"], 1, 1), file(&path, false));
    let text = path.read();
    assert!(
        text.contains("[Termination \"crash: it ended (exit status: 3), saying: the fake engine falls over\"]"),
        "{text}"
    );
    let again = play(&contest([&bad, "random"], 1, 1), file(&path, true));
    assert_eq!(again[0].games[0].forfeit, Some((0, ForfeitKind::Crash)));
}

#[test]
fn a_program_that_hangs_is_killed_and_loses() {
    // The program would sleep for an hour.
    let began = Instant::now();
    assert_eq!(forfeits("hang 1", "time=500"), [Some((0, ForfeitKind::Hang)), Some((1, ForfeitKind::Hang))]);
    assert!(began.elapsed() < Duration::from_secs(3600));
}

#[test]
fn a_turn_that_comes_only_after_stop_loses_on_time() {
    assert_eq!(forfeits("late 2", "clock=300+0")[0], Some((0, ForfeitKind::Time)));
    assert_eq!(forfeits("slow 400", "time=50"), [Some((0, ForfeitKind::Time)), Some((1, ForfeitKind::Time))]);
}

#[test]
fn a_program_that_cannot_start_ends_the_match_with_an_error() {
    for (player, says) in [
        ("ugi:/nonexistent/engine@nodes=1".to_owned(), "cannot start /nonexistent/engine"),
        (fake("deaf", "nodes=1"), "it did not answer ugiok"),
    ] {
        let error =
            contest([&player, "random"], 1, 1).run(None, &Stop::new(), |_| ControlFlow::Continue(())).unwrap_err();
        assert!(format!("{error:#}").contains(says), "{error:#}");
    }
    assert_eq!(forfeits("mute", "nodes=1")[0], Some((0, ForfeitKind::Hang)));
}

#[test]
fn stopping_does_not_wait_for_a_program_that_hangs() {
    let hanging = fake("hang 1", "nodes=10");
    let mut contest = contest([&hanging, "random"], 1, 1);
    let silence = Duration::from_secs(600);
    contest.referee.patience.silence = silence;
    let stop = Stop::new();
    let began = Instant::now();
    let (later, mut taken) = (stop.clone(), 0);
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.set();
    });
    let uncounted = contest.run(None, &stop, |_| {
        taken += 1;
        ControlFlow::Continue(())
    });
    timer.join().unwrap();
    assert_eq!((uncounted.unwrap(), taken), (0, 0));
    assert!(began.elapsed() < silence, "it waited for the program");
}
