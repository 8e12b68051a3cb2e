//! The commands of `zertz-lab`, run as programs.

mod common;

use common::Temporary;
use std::process::{Command, Output};
use zertz_lab::data::PositionArgs;

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zertz-lab")).args(arguments).output().expect("the command runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

fn ask(arguments: &[&str]) -> String {
    text(&lab(arguments))
}

fn selfplay(path: &Temporary, games: &str, threads: &str) -> String {
    let path = path.0.to_str().expect("a UTF-8 path");
    let player = "engine:nodes=200,hash=1";
    ask(&["selfplay", "--player", player, "--games", games, "--out", path, "--concurrency", threads])
}

#[test]
fn selfplay_continues_where_it_stopped() {
    let (whole, parts) = (Temporary::new("whole"), Temporary::new("parts"));
    assert!(selfplay(&whole, "6", "1").contains("of 6 games written"));
    selfplay(&parts, "4", "2");
    // An interruption while a game is being written.
    let text = parts.read();
    std::fs::write(&parts.0, &text[..text.len() - 20]).unwrap();
    let said = selfplay(&parts, "6", "2");
    assert!(said.contains("of 3 games written") && said.contains("(3 games were there before)"), "{said}");
    assert_eq!(parts.read().matches("# game ").count(), 6);
    assert!(selfplay(&parts, "6", "1").starts_with("0 positions of 0 games"));

    // Every position is quiet and legal, and all are those of the uninterrupted run.
    let lines = |path: &Temporary| {
        let mut lines = Vec::new();
        let data = PositionArgs { data: vec![path.0.clone()], ..PositionArgs::default() };
        data.read(|_, rules, position, labelled| {
            assert!(!position.has_jump(&rules.board) && position.outcome(rules).is_none());
            assert!(labelled.ply >= 2);
            lines.push(labelled.to_string());
        })
        .unwrap();
        lines.sort();
        lines
    };
    assert_eq!(lines(&whole), lines(&parts));
    assert!(lines(&whole).len() > 20);

    let files = ["strayed", "evaluation", "prior", "network"].map(Temporary::new);
    let [strayed, evaluation, prior, network] = files.each_ref().map(|file| file.0.to_str().unwrap());
    let path = whole.0.to_str().unwrap();
    let stray = ["stray", "--data", path, "--out", strayed, "--player", "engine:nodes=100"];
    assert!(ask(&stray).contains("positions written"));
    let data = ["--data", strayed, path, "--epochs", "2", "--hold-out", "0.3", "--out"];
    let trained = ask(&[&["train"], &data[..], &[evaluation]].concat());
    assert!(trained.contains("epoch     2: loss") && trained.contains("before   after entropy"), "{trained}");
    let trained = ask(&[&["train-prior"], &data[..], &[prior]].concat());
    assert!(trained.contains("epoch 2: placement loss") && trained.contains("removal loss"), "{trained}");
    assert!(ask(&["quantise", evaluation, prior, "--out", network]).contains("bytes written"));
    let player = format!("engine:nodes=50,network={network}");
    assert!(ask(&["match", &player, "level:1", "--games", "2"]).contains("Forfeits A none; B none"));
    let calibrated = ask(&["calibrate", "--data", path]);
    assert!(calibrated.contains("90-100%") && calibrated.contains("fits best"), "{calibrated}");
}

#[test]
fn selfplay_never_truncates_other_data() {
    let path = Temporary::new("foreign");
    let line = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1\t0\t0.5\t0\n";
    std::fs::write(&path.0, line).unwrap();
    selfplay(&path, "1", "1");
    assert!(path.read().starts_with(line));
}

#[test]
fn a_match_prints_its_summary_and_a_ladder_its_table() {
    let said = ask(&["match", "greedy", "random", "--games", "10", "--sprt", "0,400", "--concurrency", "2"]);
    for word in ["Games ", "Pairs ", "Elo ", "SPRT ", "Turns ", "Time ", "Forfeits "] {
        assert!(said.contains(word), "{word} is missing in {said}");
    }
    let said = ask(&["ladder", "random", "greedy", "engine:nodes=100,hash=1", "--games", "6", "--board", "40"]);
    assert!(said.contains("board 40") && said.contains("The order given, weakest first"), "{said}");
}

#[test]
fn the_engine_wins_by_the_proof_and_a_player_without_it_does_not() {
    let play = |player: &str| lab(&["proven", "--player", player, "--against", "random", "greedy", "--lines", "2"]);
    let said = text(&play("engine:nodes=100,hash=1"));
    assert!(said.starts_with("engine:nodes=100,hash=1 as player 2, after 2 lines of the proof\n"), "{said}");
    assert!(said.contains("against random: 2 of 2 games won,") && said.contains("against greedy: 2 of 2 games won,"));
    let output = play("level:5");
    let (said, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(
        !output.status.success() && error.contains("not every game was won with every turn announced as proven"),
        "{error}"
    );
    assert!(said.contains("turns not announced as proven"), "{said}");
}

#[test]
fn open_first_turns_are_examined() {
    let said = ask(&["second-turns", "--samples", "3", "--nodes", "200", "--concurrency", "2"]);
    assert!(
        said.starts_with("board 37, 24 first turns, 3 second turns, 200 nodes each: player 1 wins after 0"),
        "{said}"
    );
    let said = ask(&["quiet-turns", "--first", "1", "--nodes", "200"]);
    assert!(said.starts_with("Wb2,a1: 747 quiet turns, ") && said.contains("no win found"), "{said}");
    assert!(said.ends_with("board 37, 1 first turns, 200 nodes each: player 2 wins after 0\n"), "{said}");
}

#[test]
fn mistakes_in_the_command_line_are_explained() {
    for (arguments, says) in [
        (&["match", "engine", "random"][..], "engine has no limit"),
        (&["match", "random", "chess"], "a player is random, greedy"),
        (&["match", "random", "random", "--sprt", "5,1"], "the lower one first"),
        (&["ladder", "random", "random"], "named twice"),
        (&["selfplay", "--player", "greedy", "--out", "/tmp/never"], "reports no evaluations"),
        (&["train", "--data", "/nonexistent", "--out", "/tmp/never"], "cannot read /nonexistent"),
        (&["quantise", "Cargo.toml", "Cargo.toml", "--out", "/tmp/never"], "Cargo.toml has"),
        (&["tactics", "--data", "/nonexistent", "--out", "/tmp/never"], "cannot read /nonexistent"),
        (&["solve", "/nonexistent"], "cannot read /nonexistent"),
        (&["solve", "Cargo.toml"], "Cargo.toml, line 1: invalid position"),
        (&["match", "random", "random", "--openings", "x"], "such as 3 or 2-4"),
    ] {
        let output = lab(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(says), "{arguments:?}: {error}");
    }
}

#[test]
fn tactics_are_collected_from_selfplay_and_solved() {
    let (games, list) = (Temporary::new("games"), Temporary::new("tactics"));
    selfplay(&games, "80", "2");
    let [data, file] = [&games, &list].map(|file| file.0.to_str().unwrap());
    let collect =
        |want| ask(&["tactics", "--data", data, "--out", file, "--want", want, "--effort", "6000", "--to", "3"]);
    let said = collect("2");
    let written = list.read();
    let tactics = zertz_lab::proofs::read(&list.0).unwrap();
    assert!(written.starts_with("# Tactics: ") && tactics.len() >= 3, "{said}{written}");
    assert!(said.starts_with(&format!("{} positions added to {file}, which has {0}", tactics.len())), "{said}");
    for (_, tactic) in &tactics {
        assert!(tactic.length.at_most <= 5 && !tactic.proof.is_empty(), "{tactic}");
    }
    assert!(collect("1").starts_with("0 positions added"), "there are enough");
    assert_eq!(list.read(), written);
    collect("9");
    let more = list.read();
    let different: std::collections::HashSet<&str> = more.lines().collect();
    assert!(written.lines().all(|line| different.contains(line)), "existing lines stay");
    assert_eq!(different.len(), more.lines().count() - 1, "and are not added again; two lines of the header are equal");
    std::fs::write(file, written).unwrap();

    let solved = ask(&["solve", file, "--hash", "4", "--time", "60000"]);
    assert!(solved.contains(&format!("\n  all  {:9}  {0:6}", tactics.len())), "{solved}");
}

#[test]
fn positions_that_are_not_solved_in_time_are_listed() {
    let file = Temporary::new("unsolved");
    let text = include_str!("../../../testdata/tactics.txt");
    std::fs::write(&file.0, format!("# the longest\n{}\n", text.lines().last().unwrap())).unwrap();
    let output = lab(&["solve", file.0.to_str().unwrap(), "--time", "1", "--hash", "1"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("error: not solved within 1 ms: the positions on lines 2\n"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_summary() {
    let path = Temporary::new("interrupt");
    let child = Command::new(env!("CARGO_BIN_EXE_zertz-lab"))
        .args(["match", "engine:nodes=2000,hash=1", "greedy", "--games", "100000", "--out"])
        .arg(&path.0)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let rounds = || std::fs::read_to_string(&path.0).unwrap_or_default().matches("[Round ").count();
    for _ in 0..1200 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        if rounds() >= 4 {
            break;
        }
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = text(&output);
    assert!(said.contains("Forfeits A none; B none\nStopped  after "), "{said}");
    let games = rounds();
    assert!(said.contains(&format!("Games    {}:", games / 2 * 2)), "{games}: {said}");
}
