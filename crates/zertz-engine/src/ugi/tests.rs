//! Sessions of the engine protocol. The scripts in `testdata/ugi`, which `zertz conformance` runs, test what every engine must do.

use super::{Flow, Session};
use proptest::prelude::*;
use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

/// What a session answers to these lines. It waits for each search.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut session = Session::new(Vec::new());
    for line in lines {
        session.line(line).unwrap();
        session.end_of_input().unwrap();
    }
    written(&session)
}

fn written(session: &Session<Vec<u8>>) -> Vec<String> {
    String::from_utf8(session.output().clone()).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// The answer to these lines, which must be a single line.
fn answer(lines: &[&str]) -> String {
    let mut all = answers(lines);
    assert_eq!(all.len(), 1, "{lines:?}: {all:?}");
    all.remove(0)
}

const START_37: &str = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1";
#[test]
fn the_documentation_shows_the_handshake() {
    let handshake = answers(&["ugi"]).join("\n");
    assert!(include_str!("../../../../docs/protocol.md").contains(&format!("> ugi\n{handshake}\n")), "{handshake}");
}

#[test]
fn a_tournament_allows_a_player_to_miss_a_capture() {
    let set = "setoption name Rules value tournament";
    let position = "position startpos moves Wd4,d1 Gd5,a1";
    let turns = answer(&[set, position, "query legalmoves"]);
    assert!(turns.contains(" xd4Gd6") && turns.contains(" Wa2,a3"));
    // A ZIP does not say who demands captures, so the chosen rules stay.
    let zip = answer(&[set, position, "query position"]).replace("response", "position zip");
    assert_eq!(answer(&[set, &zip, "query legalmoves"]), turns);
    assert_eq!(answer(&[&zip, "query legalmoves"]), "response xd4Gd6 xd5Wd3");
}

#[test]
fn a_position_keeps_the_names_of_its_rings() {
    for (set, moves) in [
        ("setoption name Board value 61", "Wi1,a1 Ga2,i5"),
        ("setoption name Board value 48", "Wh1,a1 Ba2,h4 Gd8,b1"),
        ("setoption name Board value custom:b:a1,a2,a3,b1,b2,b3,b4,c1,c2,c3,d1,d2", "Wb2,a1"),
    ] {
        let position = format!("position startpos moves {moves}");
        let turns = answer(&[set, &position, "query legalmoves"]);
        let zip = answer(&[set, &position, "query position"]).replace("response", "position fen");
        assert_eq!(answer(&[set, &zip, "query legalmoves"]), turns, "{set}");
    }
    // Without the option, the position determines the board.
    let zip = answer(&["setoption name Board value 61", "query position"]).replace("response", "position fen");
    assert!(answer(&[&zip, "query legalmoves"]).contains(" Wi5,"));
    // A smaller position is not put on the chosen board.
    let turns = answer(&["setoption name Board value 48", &format!("position fen {START_37}"), "query legalmoves"]);
    assert_eq!(turns.split(' ').count() - 1, 1944);
    let blitz = "position fen oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 5/7/9 0/0/0 0/0/0 1 3/4/5/2";
    assert!(answer(&[blitz, "query position"]).ends_with("3/4/5/2"));
}

#[test]
fn a_wrong_line_gets_one_error_and_changes_nothing() {
    let long = "x".repeat(100_000);
    for (line, part) in [
        ("hello", "unknown command \"hello\""),
        (&*long, "unknown command"),
        ("isready now", "takes no arguments"),
        ("position", "takes startpos, or fen"),
        ("position start", "takes startpos, or fen"),
        ("position startpos Wd4,d1", "startpos is followed by moves"),
        ("position startpos moves Wd4,d1 Wd4,d2", "turn 2, \"Wd4,d2\": "),
        ("position startpos moves Wd9", "turn 1, \"Wd9\": "),
        ("position startpos moves x d1Gd3", "turn 1, \"x\": "),
        ("position fen", "not ZIP"),
        ("position fen oooo 6/8/10", "not ZIP"),
        ("position fen oooo 9/9/9 0/0/0 0/0/0 1", "white marbles in all"),
        ("go depth", "depth takes a number"),
        ("go depth 0", "depth takes a number"),
        ("go depth -3", "depth takes a number"),
        ("go nodes 99999999999999999999999", "nodes takes a number"),
        ("go movetime 1e9", "movetime takes a number"),
        ("go p1time soon", "p1time takes a number"),
        ("go p1time 99999999999999999", "p1time takes a number"),
        ("go p1time 100", "so p2time is required"),
        ("go ponder", "go has no parameter"),
        ("setoption Hash 5", "setoption name NAME value VALUE"),
        ("setoption name Hash", "setoption name NAME value VALUE"),
        ("setoption name Hash value 0", "Hash takes a number from 1 to 65536"),
        ("setoption name Hash value 65537", "Hash takes a number"),
        ("setoption name Threads value 513", "Threads takes a number from 1 to 512"),
        ("setoption name MultiPV value many", "MultiPV takes a number"),
        ("setoption name Level value 0", "Level takes a number from 1 to 10"),
        ("setoption name Variety value -1", "Variety takes a number from 0 to 200"),
        ("setoption name OwnBook value maybe", "OwnBook is true or false, not \"maybe\""),
        ("setoption name Board value 38", "a board is 37"),
        ("setoption name Board value custom:", "ring"),
        ("setoption name Rules value chess", "rules can be"),
        (
            "setoption name Colour value red",
            "unknown option \"Colour\": the options are Board, Rules, OwnBook, Threads, Hash, MultiPV, Level, Variety",
        ),
        ("query", "query takes gameover"),
        ("query weather", "query takes gameover"),
    ] {
        let lines = answers(&["position startpos moves Wd4,d1", line, "query position"]);
        assert_eq!(lines.len(), 2, "{line:.50}: {lines:?}");
        assert!(lines[0].starts_with("info string error ") && lines[0].contains(part), "{}", lines[0]);
        assert!(lines[0].len() < 600);
        assert_eq!(lines[1], "response oooo/ooooo/oooooo/1ooWooo/1oooooo/2ooooo/3oooo 5/8/10 0/0/0 0/0/0 2");
    }
    assert_eq!(answers(&["", "  \t ", "\r\n", "stop"]), [""; 0]);
}

#[test]
fn a_table_that_does_not_fit_is_refused() {
    let mut session = Session::new(Vec::new());
    session.limit_hash(8);
    session.line("setoption name Hash value 4").unwrap();
    session.line("setoption name Hash value 9").unwrap();
    session.line("go depth 1").unwrap();
    session.end_of_input().unwrap();
    let lines = written(&session);
    assert_eq!(lines[0], "info string error there is not enough memory for a Hash of 9 MiB");
    assert!(lines[1].starts_with("info depth 1 ") && lines[2].starts_with("bestmove "));
}

#[test]
fn a_report_is_complete_and_its_variation_is_legal() {
    let rulebook = "position fen Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";
    let lines = answers(&[rulebook, "go depth 4"]);
    let report = &lines[lines.len() - 2];
    let words: Vec<&str> = report.split(' ').collect();
    for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        let at = words.iter().position(|&word| word == name).expect(name);
        assert!(words[at + 1].parse::<u64>().is_ok(), "{report}");
    }
    assert!(report.contains(" score mate 3 winchance 100.0 nodes "), "{report}");
    let (_, variation) = report.split_once(" pv ").unwrap();
    assert_eq!(answer(&[&format!("{rulebook} moves {variation}"), "query result"]), "response p1win");
    // After the first turn, the opponent has lost.
    let first = variation.split(' ').next().unwrap();
    let lines = answers(&[&format!("{rulebook} moves {first}"), "go depth 4"]);
    assert!(lines[lines.len() - 2].contains(" score mate -2 winchance 0.0 "), "{lines:?}");
}

#[test]
fn a_level_limits_the_search_and_new_games_differ() {
    let weak = answers(&["setoption name Level value 1", "go nodes 1000000"]);
    assert!(weak.iter().any(|line| line.starts_with("info depth 1 ")), "{weak:?}");
    assert!(!weak.iter().any(|line| line.starts_with("info depth 2 ")), "{weak:?}");
    let first_turn = |setup: &str| answers(&[setup, "uginewgame", "go depth 2"]).pop().unwrap();
    let differ = |setup: &str| (0..20).map(|_| first_turn(setup)).collect::<HashSet<_>>().len() > 1;
    assert!(differ("setoption name Level value 1"));
    assert!(differ("setoption name Variety value 50"));
    assert!(!differ("setoption name Variety value 0"));
}

/// Waits until the session has written a line that starts with `start`.
fn wait_for(session: &Session<Vec<u8>>, start: &str) {
    while !written(session).iter().any(|line| line.starts_with(start)) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn commands_are_answered_during_a_search() {
    let mut session = Session::new(Vec::new());
    session.line("go infinite").unwrap();
    for (line, answer) in [
        ("query p1turn", "response true"),
        ("uginewgame", "info string error a search is running"),
        ("nonsense", "info string error unknown command"),
    ] {
        session.output().clear();
        session.line(line).unwrap();
        let lines = written(&session);
        let said: Vec<_> = lines.iter().filter(|line| !line.starts_with("info depth ")).collect();
        assert!(matches!(said[..], [only] if only.starts_with(answer)), "{line}: {lines:?}");
    }
    session.line("ugi").unwrap();
    wait_for(&session, "ugiok");
    session.line("stop").unwrap();
    wait_for(&session, "bestmove ");
    // The next command may follow at once.
    session.line("position startpos moves Wd4,d1").unwrap();
    session.line("go depth 1").unwrap();
    session.wait().unwrap();
    let lines = written(&session);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
    assert_eq!(session.line("quit").unwrap(), Flow::Quit);
}

#[test]
fn quitting_or_dropping_a_session_stops_its_search() {
    let began = Instant::now();
    let move_time = Duration::from_secs(1000);
    let mut session = Session::new(Vec::new());
    session.line(&format!("go movetime {}", move_time.as_millis())).unwrap();
    assert_eq!(session.line("quit").unwrap(), Flow::Quit);
    let mut session = Session::new(Vec::new());
    session.line("go").unwrap();
    drop(session);
    assert!(began.elapsed() < move_time, "the search was not stopped");
}

/// Lines of words that have a meaning somewhere, and of other text.
fn garbage() -> impl Strategy<Value = String> {
    let words = "ugi isready uginewgame position startpos fen zip moves go depth nodes movetime mate p1time p2inc stop setoption \
                 name value Board Rules Hash Threads MultiPV Level Variety custom:a1,a2 custom: query legalmoves result 0 1 7 -1 99999999999999999999 \
                 Wd4,d1 xd1Gd3 Bd7,b2xWa1Wa2 - oooo/ooooo o/o 6/8/10 0/0/0 255/255/255 1/1/1/1 blitz";
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let word = prop_oneof![4 => proptest::sample::select(words), 1 => any::<String>(), 1 => "[ -~]{0,12}"];
    // Searches and large tables are slow. They have tests of their own.
    let cheap = |line: &String| {
        !["go", "quit"].contains(&line.split_whitespace().next().unwrap_or("")) && !line.contains("Hash")
    };
    proptest::collection::vec(word, 1..8).prop_map(|words| words.join(" ")).prop_filter("cheap", cheap)
}

proptest! {
    #[test]
    fn garbage_gets_at_most_one_error_and_the_session_goes_on(lines in proptest::collection::vec(garbage(), 1..20)) {
        let mut session = Session::new(Vec::new());
        for line in lines {
            session.output().clear();
            prop_assert_eq!(session.line(&line).unwrap(), Flow::Continue);
            let said = written(&session);
            prop_assert!(said.len() <= 1 || line.trim() == "ugi", "{:?}", said);
            session.output().clear();
            session.line("query gameover").unwrap();
            prop_assert!(written(&session)[0].starts_with("response "));
        }
        session.output().clear();
        // Allocating the default table in every case would be slow.
        session.line("setoption name Hash value 1").unwrap();
        session.line("uginewgame").unwrap();
        session.line("go nodes 50").unwrap();
        session.wait().unwrap();
        prop_assert!(written(&session).last().is_some_and(|line| line.starts_with("bestmove ")));
    }

    #[test]
    fn any_words_after_go_are_read_or_refused(line in "go( (depth|nodes|movetime|mate|p1time|p2time|p1inc|p2inc|infinite|x|-?[0-9]{1,25})){0,6}") {
        let mut session = Session::new(Vec::new());
        session.line("setoption name Hash value 1").unwrap();
        session.line("position fen Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1").unwrap();
        session.line(&line).unwrap();
        session.end_of_input().unwrap();
        session.line("query legalmoves").unwrap();
        let said = written(&session);
        let [.., last, turns] = &said[..] else { panic!("{said:?}") };
        let is_legal = |turn| turns.split(' ').any(|legal| legal == turn);
        let found = last.strip_prefix("bestmove ").is_some_and(is_legal);
        prop_assert!(found != last.starts_with("info string error "), "{:?}", said);
    }
}

#[test]
fn forced_wins_and_defences_are_answered() {
    let split = "position zip Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";
    let won = answers(&[split, "go prove nodes 10000"]);
    assert!(won[0].starts_with("info score mate "), "{won:?}");
    assert!(won[0].contains(&won[1].replace("bestmove", "pv")), "{won:?}");
    assert_eq!(answers(&[split, "go prove nodes 18446744073709551615"]).len(), 2);
    let start = answers(&["go prove nodes 1000"]);
    assert_eq!(start, ["info string no forced win", "bestmove 0000"]);
    // The opening proof answers too.
    let proven = answers(&["position startpos moves Wd4,a2", "go prove nodes 1"]);
    assert!(proven[0].starts_with("info score mate 25 "), "{proven:?}");
    let lost = answers(&["position startpos moves Wd4,d1 Gd5,a1", "go defend nodes 1000"]);
    assert_eq!(lost.len(), 3, "{lost:?}");
    assert!(lost[..2].iter().all(|line| line.starts_with("info string defence x")), "{lost:?}");
    // One marble can jump over all the others, in a great many orders.
    let many =
        "oBoBo/BBBBBB/oBoBoBo/BBBBBBBB/oBoBWBoBo/1BBBBBBBB/2oBoBoBo/3BBBBBB/4oBoBo 0/8/10 0/0/0 0/0/0 1 99/99/99/99";
    let some = answers(&["setoption name Board value 61", &format!("position zip {many}"), "go defend nodes 1"]);
    assert_eq!(some.iter().rev().nth(1).unwrap(), "info string incomplete", "{some:?}");
}
