//! `zertz conformance`, `zertz engine` and `zertz bench`, run as programs.

mod common;

use common::{ZERTZ, zertz};

fn conformance(args: &[&str]) -> (i32, String) {
    let output = zertz(&[&["conformance"], args].concat(), b"");
    (output.status.code().expect("an exit code"), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn engine(input: &str) -> Vec<String> {
    let output = zertz(&["engine"], input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn our_own_engine_conforms() {
    let (code, text) = conformance(&["--", ZERTZ, "engine"]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("FAILED"), "{text}");
    let (_, list) = conformance(&["--list"]);
    assert!(text.ends_with(&format!("{0} of {0} scripts passed\n", list.lines().count())), "{text}");
}

#[test]
fn other_programs_fail_at_the_handshake() {
    for (command, sentence) in [
        (&["cat"][..], "the engine said \"ugi\""),
        (&["true"], "FAILED  handshake"),
        (&["yes"], "the engine said \"y\""),
        (&["/no/such/engine"], "cannot start"),
    ] {
        let (code, text) = conformance(&[&["--"], command].concat());
        assert_eq!(code, 1, "{text}");
        assert!(text.contains(sentence) && text.contains("\n0 of "), "{text}");
    }
}

/// Our engine with one fault, made by `sed`.
#[cfg(unix)]
fn broken(script: &str, fault: &str) -> (i32, String) {
    conformance(&["--only", script, "--", "sh", "-c", &format!("'{ZERTZ}' engine | sed -u -e '{fault}'")])
}

#[cfg(unix)]
#[test]
fn each_fault_fails_its_script() {
    for (script, fault, sentence) in [
        ("handshake", "s/readyok/ready/", "\"readyok\" was expected, but the engine said \"ready\""),
        ("start", "s/ Wd4,d1 / /", "\"response {turns 1944}\" was expected"),
        ("limits", "s/^bestmove .*/bestmove Wz9,d1/", "\"bestmove {turn}\" was expected"),
        ("limits", "s/^bestmove \\(.\\)/bestmove  /", "\"bestmove {turn}\" was expected"),
        ("malformed", "s/^info string error.*/&\\n&/", "but the engine said \"info string error"),
        ("gameover", "s/p2win/p1win/", "\"response p2win\" was expected"),
        ("stop", "s/^bestmove .*/&\\n&/", "FAILED  stop: "),
        ("quit", "s/x/x/", "passed"),
    ] {
        let (code, text) = broken(script, fault);
        assert!(text.contains(sentence), "{script} {fault}: {text}");
        assert_eq!(code, i32::from(sentence != "passed"), "{text}");
    }
    // An engine that does not answer, and one that does not exit.
    let (code, text) = conformance(&["--only", "forced", "--", "sh", "-c", "echo readyok; exec sleep 60"]);
    assert!(code == 1 && text.contains("did not arrive within 2 s"), "{text}");
    let (code, text) = conformance(&["--only", "quit", "--", "sh", "-c", "echo readyok; exec sleep 60"]);
    assert!(code == 1 && text.contains("did not exit within 3 s"), "{text}");
}

#[test]
fn an_unknown_script_is_a_wrong_command_line() {
    let output = zertz(&["conformance", "--only", "nonsense", "--", "cat"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(zertz(&["conformance"], b"").status.code(), Some(2));
}

#[test]
fn at_the_end_of_input_a_search_is_finished_or_stopped() {
    let lines = engine("position startpos moves Wd4,d1\ngo depth 2");
    assert!(lines[lines.len() - 2].starts_with("info depth 2 "), "{lines:?}");
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");
    let lines = engine("go infinite\n");
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn each_line_that_is_not_text_gets_one_error() {
    let mut input = b"\xff\xfe\x00\x01\n\x1b[2J\nposition fen \xc3\x28\n".to_vec();
    input.extend(vec![b'a'; 3_000_000]);
    input.extend(b"\nisready\r\nquit\r\nisready\n");
    let output = zertz(&["engine"], &input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[..4].iter().all(|line| line.starts_with("info string error ")), "{lines:?}");
    assert_eq!(lines[4], "readyok");
}

#[test]
fn the_bench_reports_nodes_and_speed() {
    let output = zertz(&["bench", "--depth", "1", "--hash", "1"], b"");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let [.., nodes, speed] = &lines[..] else { panic!("{text}") };
    assert_eq!(*nodes, "nodes 16550", "a change of the search changes this number");
    assert!(speed.starts_with("nps "), "{text}");
}
