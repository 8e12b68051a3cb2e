//! The engine protocol: a conversation, line by line.
#![no_main]

use zertz_engine::ugi::{Flow, Session};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut session = Session::new(Vec::new());
    // Keep the searches of a fuzzer small.
    session.limit_hash(4);
    session.line("setoption name Hash value 1").expect("a Vec takes everything");
    for line in text.lines().take(100) {
        let is_go = line.split_whitespace().next() == Some("go");
        let line = if is_go { format!("{line} nodes 200") } else { line.to_owned() };
        session.output().clear();
        let flow = session.line(&line).expect("a Vec takes everything");
        session.end_of_input().expect("a Vec takes everything");
        if flow == Flow::Quit {
            return;
        }
        let said = String::from_utf8(session.output().clone()).expect("UTF-8");
        let errors = said.lines().filter(|line| line.starts_with("info string error ")).count();
        assert!(errors <= 1, "{said}");
        assert!(said.is_empty() || said.ends_with('\n'));
    }
    session.output().clear();
    session.line("query gameover").expect("a Vec takes everything");
    assert!(session.output().starts_with(b"response "), "the session is alive");
});
