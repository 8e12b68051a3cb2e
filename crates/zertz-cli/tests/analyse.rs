//! `zertz analyse`, run as a program.

mod common;

use common::{Folder, ZERTZ, game, zertz};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

fn run(args: &[&str]) -> Output {
    zertz(&[&["analyse"], args].concat(), b"")
}

fn out(args: &[&str]) -> String {
    common::out(&[&["analyse"], args].concat())
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&out(args)).expect("JSON")
}

#[test]
fn a_game_is_reviewed_turn_by_turn() {
    let args = [&game("engines-37.sgf"), "--nodes", "2000"];
    let text = out(&args);
    assert!(text.starts_with("player 1 (zertz) vs player 2 (zertz): 42 turns, player 2 wins with grey"), "{text}");
    let row = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap().to_owned();
    assert!(row(1).contains("Wd5,a3"), "{}", row(1));
    assert!(row(41).contains("xg2We4") && row(41).contains("0%   2 wins in 1     the only turn"), "{}", row(41));
    assert!(row(42).ends_with("2 has won"), "{}", row(42));
    let sparks = text.lines().find(|line| line.trim().starts_with(['▃', '▄', '▅', '▆'])).unwrap();
    assert_eq!(sparks.trim().chars().count(), 43, "the start and every turn: {sparks}");
    assert!(text.contains("accuracy") && text.contains("average loss"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert_eq!(out(&args), text, "the same every time");
    assert!(out(&[args[0], "--nodes", "2000", "--color", "always"]).contains('\u{1b}'));
}

/// One white marble wins here. Player 2 lets player 1 capture it, who takes the grey one instead.
const BLUNDERS: &str = "[Goals \"1/5/6/3\"]\n\n1. Wd4,d1 Gd5,a1 2. xd4Gd6 *\n";

#[test]
fn a_blunder_is_shown_with_the_better_turn() {
    let folder = Folder::new("blunders");
    let record = folder.file("blunders.txt");
    fs::write(&record, BLUNDERS).unwrap();
    let args = [record.as_str(), "--nodes", "20000"];
    let text = out(&args);
    let row = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap();
    assert!(row(2).contains("100%   1 wins in 1  ?? better "), "{text}");
    assert!(row(3).ends_with("?? better xd5Wd3"), "{text}");
    assert!(text.contains("   3  ??  blunder by player 1, "), "{text}");
    assert!(text.contains("      100%  xd5Wd3\n"), "{text}");
    assert!(text.contains("The biggest swing was turn 3, xd4Gd6 by player 1: player 1 went from 100% to "), "{text}");

    let report = json(&[args[0], args[1], args[2], "--json"]);
    assert_eq!((&report["outcome"], &report["complete"]), (&Value::Null, &Value::from(true)));
    let turns = report["turns"].as_array().unwrap();
    assert_eq!(turns.iter().map(|turn| turn["player"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 1]);
    assert_eq!((&turns[1]["chance"], &turns[1]["evaluation"]["winner"]), (&Value::from(1.0), &Value::from(1)));
    assert_eq!(turns[2]["verdict"], "blunder");
    assert_eq!(turns[2]["better"]["variation"], serde_json::json!(["xd5Wd3"]));
    assert_eq!(turns[1]["variation"], serde_json::json!(["Gd5,a1", "xd5Wd3"]));
    for (index, player) in report["players"].as_array().unwrap().iter().enumerate() {
        assert_eq!(player["blunders"], 1, "player {}", index + 1);
    }
}

/// The same file is compared with the review by WebAssembly in `web/src/core/review.test.ts`. After a change to the engine, write it anew:
/// `zertz analyse testdata/games/engines-48.zen --nodes 5000 --json > testdata/review.json`
#[test]
fn a_review_is_the_same_on_every_machine() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/review.json");
    let expected: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let found = json(&[&game("engines-48.zen"), "--nodes", "5000", "--json"]);
    for (found, expected) in found["turns"].as_array().unwrap().iter().zip(expected["turns"].as_array().unwrap()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}

#[test]
fn a_position_has_its_best_variations() {
    let text = out(&["--play", "Wd4,d1 Gd5,a1", "--depth", "2"]);
    assert!(text.contains("player 1 to move. Win chances and evaluations are from their point of view."), "{text}");
    assert!(text.contains("Depth 2, ") && text.contains(" nodes in "), "{text}");
    let line = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap_or("");
    assert!(line(1).contains(" xd") && line(2).contains(" xd") && line(3).is_empty(), "two captures: {text}");
    let four = json(&["--depth", "1", "--lines", "4", "--json"]);
    assert_eq!((four["variations"].as_array().unwrap().len(), &four["mover"]), (4, &Value::from(1)));
    assert_eq!(
        json(&[&game("fork.txt"), "--turn", "2", "--depth", "1", "--json"])["variations"].as_array().unwrap().len(),
        2
    );
}

#[test]
fn the_position_after_a_forced_capture_is_searched() {
    // With a time limit the engine would answer at once, having searched one turn deep.
    let analysis = json(&["--play", "Wa1,d1 Ga2,d7", "--time", "100", "--lines", "1", "--json"]);
    let best = &analysis["variations"][0];
    assert_eq!(best["variation"][0], "xa1Ga3");
    assert!(best["variation"].as_array().unwrap().len() > 1 && best["depth"].as_u64().unwrap() > 1, "{best}");
}

#[test]
fn a_search_ends_when_everything_is_proven() {
    let analysis = json(&["--board", "custom:a1,a2,b1", "--time", "60000", "--json"]);
    assert!(analysis["depth"].as_u64().unwrap() < 10, "{analysis}");
    assert_eq!(analysis["variations"][0]["evaluation"], serde_json::json!({"winner": 2, "turns": 2}));
}

#[test]
fn the_plot_is_written_to_a_file() {
    let folder = Folder::new("plot");
    let file = folder.file("plot.svg");
    out(&[&game("engines-37.sgf"), "--nodes", "2000", "--svg", &file]);
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle").count(), 42);
    let output = run(&[&game("fork.txt"), "--nodes", "500", "--svg", "no/such/folder/plot.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write no/such/folder/plot.svg"));
}

#[test]
fn records_come_from_standard_input_too_and_may_be_resigned() {
    let record = b"[Player1 \"Anna\"] 1. Wd4,d1 Gd5,a1 (1... Bd5,a1) 2. xd5Wd3 1-0";
    let output = zertz(&["analyse", "-", "--nodes", "500"], record);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("player 1 (Anna) vs player 2: 3 turns, player 1 wins by resignation"), "{text}");
    let last = text.lines().find(|line| line.starts_with("   3  ")).unwrap();
    assert!(!last.contains("100%") && !last.contains('–'), "the position is not won yet: {last}");
}

#[test]
fn bad_input_gets_one_clear_sentence() {
    let folder = Folder::new("bad-input");
    let wrong = folder.file("wrong.txt");
    fs::write(&wrong, "1. Wd4,d1 Gd5,a1\n2. Bb2,a2 *\n").unwrap();
    for (args, code, sentence) in [
        (&[wrong.as_str()][..], 1, "line 2, column 4: turn 3, Bb2,a2, is illegal: a marble can be captured"),
        (&["no such file"], 1, "cannot read no such file"),
        (&["--svg", "x.svg"], 2, "--svg: a plot needs a game with turns"),
        (&[&game("fork.txt"), "--lines", "2"], 2, "--lines: only for a position"),
        (&[&game("fork.txt"), "--time", "500"], 2, "--time: only for a position; the review of a game takes --nodes"),
        (&[&game("fork.txt"), "--threads", "2"], 2, "--threads: only for a position"),
        (&[&game("fork.txt"), "--depth", "2"], 2, "--depth: only for a position"),
        (&[&game("fork.txt"), "--hash", "2"], 2, "--hash: only for a position"),
        (&[&game("fork.txt"), "--turn", "6"], 2, "has only 5 turns"),
        (&["--nodes", "0"], 2, "'--nodes <N>'"),
        (&["--hash", "0"], 2, "'--hash <MIB>'"),
    ] {
        let output = run(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
        assert!(error.trim().lines().count() == 1 || error.contains("--help"), "{error}");
    }
}

#[test]
fn a_finished_game_or_a_tiny_budget_is_explained() {
    let over = run(&[&game("engines-37.sgf"), "--turn", "42"]);
    assert!(over.status.success() && over.stdout.is_empty());
    assert!(String::from_utf8_lossy(&over.stderr).contains("the game is over: player 2 wins with grey marbles"));
    assert!(out(&["--nodes", "1"]).contains("The search was stopped before it found anything."));
    let text = out(&[&game("fork.txt"), "--nodes", "1"]);
    assert!(
        text.contains("The review is incomplete: with 1 nodes, the engine cannot evaluate every position."),
        "{text}"
    );
}

/// Waits until a process handles Ctrl-C.
#[cfg(target_os = "linux")]
fn wait_for_handler(process: u32) {
    use std::{
        thread,
        time::{Duration, Instant},
    };
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        // Signal 2 is SIGINT.
        u64::from_str_radix(caught, 16).unwrap() & 0b10 != 0
    };
    let began = Instant::now();
    while !handles() {
        assert!(began.elapsed() < Duration::from_secs(30), "Ctrl-C is not handled");
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_what_is_known() {
    let mut analyse = Command::new(ZERTZ);
    analyse.args(["analyse", &game("engines-37.sgf"), "--nodes", "1000000000"]);
    let child = analyse.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_handler(child.id());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("2 has won") && text.contains("The review is incomplete."), "{text}");
}
