//! The `zertz` command, run as a program.

mod common;

use common::{Folder, ZERTZ, fails, game, out, zertz};
use std::{
    fs,
    process::{Command, Stdio},
};

#[test]
fn perft_ends_with_the_number_of_nodes() {
    for (board, rules, nodes) in
        [("37", "standard", 3_277_260), ("37", "blitz", 3_277_260), ("48", "standard", 7_824_600)]
    {
        let text = out(&["perft", "--board", board, "--rules", rules, "--depth", "2"]);
        assert_eq!(text.lines().last(), Some(format!("nodes {nodes}").as_str()));
    }
    let divided = out(&["perft", "--depth", "2", "--divide", "--play", "Wd4,d1 Gd5,a1"]);
    let sum: u64 = divided.lines().filter_map(|line| line.split(": ").nth(1)).map(|n| n.parse::<u64>().unwrap()).sum();
    assert_eq!(divided.lines().last(), Some(format!("nodes {sum}").as_str()));
}

#[test]
fn moves_are_sorted_one_a_line() {
    let text = out(&["moves", "--board", "37"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1944);
    assert!(lines.is_sorted());
    assert_eq!(out(&["moves", "--play", "Wd4,d1 Gd5,a1"]), "x d4Gd6\nx d5Wd3\n");
    assert_eq!(out(&["moves", "--tokens", "--play", "1. Wd4,d1 Gd5,a1 2. x d5Wd3 Bd4,a2"]), "xd3Bd5\nxd4Gd2\n");
    let zip = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1";
    assert_eq!(out(&["moves", "--position", zip]).lines().count(), 1944);
}

#[test]
fn a_wrong_command_line_is_code_2_and_one_sentence() {
    let seven_white = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 7/8/10 0/0/0 0/0/0 1";
    let rings48 = "ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo/4oooo 6/8/10 0/0/0 0/0/0 1";
    for (args, sentence) in [
        (&["moves", "--board", "38"][..], "a board is 37, 40"),
        (&["moves", "--rules", "chess"], "rules can be standard, blitz or tournament"),
        (&["moves", "--play", "Wd4,d4"], "there is a marble on d4"),
        (&["moves", "--play", "Wd4,d1 hello"], "expected a turn such as"),
        (&["moves", "--position", "oooo"], "expected the pool"),
        (&["moves", "--position", seven_white], "7 white marbles"),
        (&["moves", "--board", "37", "--position", rings48], "do not fit on the board of 37 rings"),
        (&["moves", "--touch-move", "perhaps"], "it must be yes or no"),
        (&["perft"], "--depth"),
        (&["convert", "--to", "pgn", "x"], "a format is official, zen, sgf, json"),
        (&["dance"], "unrecognized subcommand"),
    ] {
        let (code, error) = fails(args);
        assert_eq!(code, 2, "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
        // Our own errors are one line; those of clap mention the help.
        assert!(error.trim().lines().count() == 1 || error.contains("--help"), "{error}");
    }
}

#[test]
fn records_of_every_format_are_verified() {
    let folder = Folder::new("verify");
    let mut files = vec![game("fork.txt")];
    for format in ["official", "zen", "sgf", "json"] {
        let file = folder.file(&format!("fork.{format}"));
        out(&["convert", "--to", format, "-o", &file, &game("fork.txt")]);
        let back = out(&["convert", "--to", "official", &file]);
        assert!(back.contains("2. xd5Wd3") && back.contains("3. Bb3,d7"), "{format}: {back}");
        files.push(file);
    }
    let args: Vec<&str> = std::iter::once("verify").chain(files.iter().map(String::as_str)).collect();
    let text = out(&args);
    assert_eq!(text.matches(": *, 5 turns, not finished").count(), 5, "{text}");
    assert!(text.ends_with("5 of 5 records are valid\n"), "{text}");
}

#[test]
fn the_example_games_end_as_they_did() {
    for (file, end) in [
        ("engines-37.sgf", "0-1, 42 turns, player 2 wins with grey marbles"),
        ("engines-48.zen", "1-0, 29 turns, player 1 wins with white marbles"),
        ("fork.txt", "*, 5 turns, not finished"),
    ] {
        let text = out(&["verify", "--strict", &game(file)]);
        assert!(text.trim_end().ends_with(end), "{text}");
    }
}

#[test]
fn a_wrong_turn_is_named_with_its_number_and_reason() {
    let folder = Folder::new("wrong");
    let file = folder.file("wrong.txt");
    fs::write(&file, "1. Wd4,d1 Gd5,a1\n2. Bb2,a2 *\n").unwrap();
    let output = zertz(&["verify", &file], b"");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("line 2, column 4: turn 3, Bb2,a2, is illegal: a marble can be captured, so you must capture"),
        "{text}"
    );
    let (code, error) = fails(&["convert", "--to", "zen", &file]);
    assert_eq!(code, 1);
    assert!(error.contains("turn 3"), "{error}");
    let crowded = "oBoBo/BBBBBB/oBoBoBo/BBBBBBBB/oBoBWBoBo/1BBBBBBBB/2oBoBoBo/3BBBBBB/4oBoBo 0/1/213 0/0/0 0/0/0 1 255/255/255/255";
    let (code, error) = fails(&["moves", "--position", crowded]);
    assert!(code == 1 && error.contains("more than 1000000 legal turns"), "{error}");
    fs::write(&file, " \n").unwrap();
    let empty = zertz(&["verify", &file], b"");
    assert_eq!(empty.status.code(), Some(1));
    assert!(String::from_utf8(empty.stdout).unwrap().contains("expected a game or a position, found the end"));
    let missing = zertz(&["verify", "no such file"], b"");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8(missing.stdout).unwrap().contains("cannot read no such file"));
}

#[test]
fn show_draws_the_board() {
    let text = out(&["show", "--play", "Wd4,d1 Gd5,a1 x d5Wd3"]);
    assert!(text.contains("(G)") && text.contains("last turn x d5Wd3"), "{text}");
    assert_eq!(text.matches("( )").count(), 34, "{text}");
    assert!(text.contains("It is player 2's turn."), "{text}");
    let early = out(&["show", &game("fork.txt"), "--turn", "2"]);
    assert!(early.contains("(W)") && early.contains("It is player 1's turn. They must capture."), "{early}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert!(out(&["show", "--color", "always"]).contains('\u{1b}'));
    let (code, error) = fails(&["show", &game("fork.txt"), "--turn", "99"]);
    assert!(code == 2 && error.contains("has only 5 turns"), "{error}");
}

#[test]
fn svg_is_a_picture_of_every_ring() {
    let text = out(&["svg", "--board", "61", "--play", "We5,a1"]);
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    assert_eq!(text.matches("\"#ring\"").count(), 60);
    assert!(text.contains("white on e5"));
}

#[test]
fn standard_input_is_read() {
    let output = zertz(&["verify", "-"], b"1. Wd4,d1 *");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "-: *, 1 turn, not finished\n");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut moves = Command::new(ZERTZ);
    moves.args(["moves", "--board", "61"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = moves.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_file_excludes_the_options_of_a_game() {
    for (command, option, value) in [("show", "--board", "37"), ("moves", "--position", "x"), ("play", "--play", "x")] {
        let (code, error) = fails(&[command, &game("fork.txt"), option, value]);
        assert!(code == 2 && error.contains("cannot be used with") && error.contains(option), "{error}");
    }
    assert_eq!(fails(&["show", &game("fork.txt"), "--swap"]).0, 2);
    let shown = out(&["show", &game("fork.txt"), "--turn", "2", "--play", "x d5Wd3"]);
    assert!(shown.contains("last turn x d5Wd3"), "{shown}");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    for command in ["check", "verify"] {
        let output = zertz(&[command, "/dev/zero"], b"");
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(error.contains("cannot read /dev/zero: it is larger than 64 MiB"), "{error}");
    }
}

#[test]
fn a_proof_is_written_checked_and_refused_when_it_is_damaged() {
    let folder = Folder::new("proof");
    let file = folder.file("proof.txt");
    out(&["prove", "Wc4,a2", "-o", &file]);
    let text = out(&["check", &file]);
    assert!(text.contains("player 2 wins after 1 line; 2,928 positions"), "{text}");
    assert!(out(&["check", "--claims", "optional", &file]).contains("2,928 positions"));
    let proof = fs::read_to_string(&file).unwrap();
    fs::write(&file, proof.replacen("start Wc4,a2", "start Wd4,a1", 1)).unwrap();
    assert_eq!(zertz(&["check", &file], b"").status.code(), Some(1));
    let unproven = zertz(&["prove", "--nodes", "1000", "Wd4,a1"], b"");
    assert!(String::from_utf8_lossy(&unproven.stderr).contains("no forced win was found after Wd4,a1"));
    let unproven = zertz(&["prove", ""], b"");
    assert!(String::from_utf8_lossy(&unproven.stderr).contains("no forced win was found at the start"));
    for (args, sentence) in [
        (&["prove"][..], "<TURNS>"),
        (&["prove", "Wd4,d4"], "there is a marble on d4"),
        (&["prove", "Wd4,a2", "Wd4,a2 Gc3,a3"], "it must be the same player's turn"),
        (&["prove", "Wa1", "--board", "custom:a1,a2,b1"], "the boards in the rulebook"),
    ] {
        let output = zertz(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(sentence), "{text}");
    }
}
