//! `zertz analyse` as a person or a script meets it. A limit by nodes on one thread makes every run the same.

use serde_json::Value;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zertz"));
    command.arg("analyse").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("zertz starts")
}

/// What it prints when all is well, which it then is without a word on standard error.
fn out(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&out(args)).expect("JSON")
}

fn game(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

/// A file of its own for a test.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("zertz-analyse-{}-{name}", std::process::id()))
}

#[test]
fn a_game_is_judged_turn_by_turn() {
    let args = [&game("engines-37.sgf"), "--nodes", "2000"];
    let text = out(&args);
    assert!(text.starts_with("player 1 (zertz) against player 2 (zertz): 42 turns, player 2 wins with grey"), "{text}");
    let row = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap().to_owned();
    assert!(row(1).contains("Wd5,a3"), "{}", row(1));
    assert!(row(41).contains("xg2We4") && row(41).contains("0%   2 wins in 1     the only turn"), "{}", row(41));
    assert!(row(42).ends_with("2 has won"), "{}", row(42));
    let sparks = text.lines().find(|line| line.trim().starts_with(['▃', '▄', '▅', '▆'])).unwrap();
    assert_eq!(sparks.trim().chars().count(), 43, "the start and every turn: {sparks}");
    assert!(text.contains("average loss") && text.contains("The biggest swing was turn"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert_eq!(out(&args), text, "the same every time");
    assert!(out(&[args[0], "--nodes", "2000", "--color", "always"]).contains('\u{1b}'));
}

/// One white marble wins here. Player 2 lets player 1 capture it, who takes the grey one instead.
const BLUNDERS: &str = "[Goals \"1/5/6/3\"]\n\n1. Wd4,d1 Gd5,a1 2. xd4Gd6 *\n";

#[test]
fn a_blunder_is_shown_with_the_better_turn() {
    let record = file("blunders.txt");
    fs::write(&record, BLUNDERS).unwrap();
    let args = [record.to_str().unwrap(), "--nodes", "20000"];
    let text = out(&args);
    let row = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap();
    assert!(row(2).contains("100%   1 wins in 1  ?? better "), "{text}");
    assert!(row(3).ends_with("?? better xd5Wd3"), "{text}");
    assert!(text.contains("   3  ??  blunder of player 1, "), "{text}");
    assert!(text.contains("      100%  xd5Wd3\n"), "{text}");
    assert!(text.contains("The biggest swing was turn 2, Gd5,a1 by player 2: player 1 went from "), "{text}");

    let report = json(&[args[0], args[1], args[2], "--json"]);
    assert_eq!((&report["outcome"], &report["complete"]), (&Value::Null, &Value::from(true)));
    let turns = report["turns"].as_array().unwrap();
    assert_eq!(turns.iter().map(|turn| turn["player"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 1]);
    assert_eq!((&turns[1]["chance"], &turns[1]["score"]["winner"]), (&Value::from(1.0), &Value::from(1)));
    assert_eq!((&turns[2]["mark"], &turns[2]["agrees"]), (&Value::from("blunder"), &Value::from(false)));
    assert_eq!(turns[2]["better"]["line"], serde_json::json!(["xd5Wd3"]));
    assert_eq!(turns[1]["line"], serde_json::json!(["Gd5,a1", "xd5Wd3"]));
    for (player, person) in report["players"].as_array().unwrap().iter().enumerate() {
        assert_eq!(person["blunders"], 1, "player {}", player + 1);
    }
    fs::remove_file(record).unwrap();
}

#[test]
fn losses_and_marks_agree() {
    let report = json(&[&game("engines-48.zen"), "--nodes", "3000", "--json"]);
    let turns = report["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 29);
    assert_eq!(
        (&turns[28]["chance"], &report["outcome"]),
        (&Value::from(1.0), &"player 1 wins with white marbles".into())
    );
    for turn in turns {
        let loss = turn["loss"].as_f64().unwrap();
        let mark = match loss {
            0.2.. => Some("blunder"),
            0.1.. => Some("mistake"),
            0.05.. => Some("inaccuracy"),
            _ => None,
        };
        assert_eq!(turn["mark"].as_str(), mark, "{turn}");
        assert!(turn["agrees"] == false || loss == 0.0, "{turn}");
        assert_eq!(turn["better"].is_null(), loss == 0.0, "{turn}");
    }
}

#[test]
fn a_position_has_its_best_lines() {
    let text = out(&["--play", "Wd4,d1 Gd5,a1", "--depth", "2"]);
    assert!(text.contains("It is the turn of player 1, whose chances and scores these are."), "{text}");
    assert!(text.contains("Depth 2, ") && text.contains("steps looked at"), "{text}");
    let line = |number: usize| text.lines().find(|line| line.starts_with(&format!("{number:>4}  "))).unwrap_or("");
    assert!(line(1).contains(" xd") && line(2).contains(" xd") && line(3).is_empty(), "two captures: {text}");
    let four = json(&["--depth", "1", "--lines", "4", "--json"]);
    assert_eq!((four["lines"].as_array().unwrap().len(), &four["mover"]), (4, &Value::from(1)));
    assert_eq!(
        json(&[&game("fork.txt"), "--turn", "2", "--depth", "1", "--json"])["lines"].as_array().unwrap().len(),
        2
    );
}

#[test]
fn a_capture_without_a_choice_is_thought_through() {
    // With a time limit the engine itself would answer at once, having looked one turn deep.
    let analysis = json(&["--play", "Wa1,d1 Ga2,d7", "--time", "100", "--lines", "1", "--json"]);
    let line = &analysis["lines"][0];
    assert_eq!(line["line"][0], "xa1Ga3");
    assert!(line["line"].as_array().unwrap().len() > 1 && line["depth"].as_u64().unwrap() > 1, "{line}");
}

#[test]
fn what_is_proven_needs_no_more_thought() {
    let analysis = json(&["--board", "custom:a1,a2,b1", "--time", "60000", "--json"]);
    assert!(analysis["depth"].as_u64().unwrap() < 10, "{analysis}");
    assert_eq!(analysis["lines"][0]["score"], serde_json::json!({"winner": 2, "turns": 2}));
}

#[test]
fn the_plot_is_a_file() {
    let file = file("plot.svg");
    out(&[&game("engines-37.sgf"), "--nodes", "500", "--svg", file.to_str().unwrap()]);
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle").count(), 42);
    fs::remove_file(file).unwrap();
    let output = run(&[&game("fork.txt"), "--nodes", "500", "--svg", "no/such/folder/plot.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write no/such/folder/plot.svg"));
}

#[test]
fn records_come_from_standard_input_too_and_may_be_resigned() {
    let mut child = command(&["-", "--nodes", "500"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"[Player1 \"Anna\"] 1. Wd4,d1 Gd5,a1 (1... Bd5,a1) 2. xd5Wd3 1-0").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("player 1 (Anna) against player 2: 3 turns, player 1 wins by resignation"), "{text}");
    let last = text.lines().find(|line| line.starts_with("   3  ")).unwrap();
    assert!(!last.contains("100%") && !last.contains('–'), "the position is not won yet: {last}");
}

#[test]
fn what_makes_no_sense_is_one_sentence() {
    let wrong = file("wrong.txt");
    fs::write(&wrong, "1. Wd4,d1 Gd5,a1\n2. Bb2,a2 *\n").unwrap();
    for (args, code, sentence) in [
        (&[wrong.to_str().unwrap()][..], 1, "line 2, column 4: turn 3, Bb2,a2, is illegal: a marble can be captured"),
        (&["no such file"], 1, "cannot read no such file"),
        (&["--svg", "x.svg"], 2, "--svg: a plot needs a game with turns"),
        (&[&game("fork.txt"), "--lines", "2"], 2, "--lines: only for a position"),
        (&[&game("fork.txt"), "--turn", "6"], 2, "has only 5 turns"),
        (&["--nodes", "0"], 2, "'--nodes <N>'"),
        (&["--hash", "0"], 2, "'--hash <MB>'"),
    ] {
        let output = run(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
        assert!(error.trim().lines().count() == 1 || error.contains("--help"), "{error}");
    }
    fs::remove_file(wrong).unwrap();
}

#[test]
fn there_may_be_nothing_to_think_about_or_no_time() {
    let over = run(&[&game("engines-37.sgf"), "--turn", "42"]);
    assert!(over.status.success() && over.stdout.is_empty());
    assert!(String::from_utf8_lossy(&over.stderr).contains("the game is over: player 2 wins with grey marbles"));
    assert!(out(&["--nodes", "1"]).contains("There was no time to look at anything."));
    let text = out(&[&game("fork.txt"), "--nodes", "1"]);
    assert!(text.contains("Not everything was looked at."), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_what_is_known() {
    let child = command(&[&game("engines-37.sgf"), "--time", "60000", "--hash", "1"]).spawn().unwrap();
    // The last turns of this game are proven in a moment; then it thinks for minutes.
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("2 has won") && text.contains("Not everything was looked at."), "{text}");
}
