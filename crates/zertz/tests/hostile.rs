//! Hostile texts: readers take time linear in the length of the text.
//!
//! Each text is read at one size and at eight times that size. If time is linear, the larger one takes eight times as long; if it is
//! quadratic, 64 times. The limit lies in between. The tests measure the processor time of their own thread, which other programs on a
//! busy machine do not change.

use std::{
    fs,
    time::{Duration, Instant},
};
use zertz::notation::{self, Format};

const SMALL: usize = 25_000;
const GROWTH: usize = 8;
/// Between linear and quadratic.
const MOST: u32 = 24;
/// Shorter times are not compared.
const SHORT: Duration = Duration::from_millis(400);

/// A text of about `bytes` bytes: the head, then the middle repeated, then the tail.
fn fill(bytes: usize, head: &str, middle: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&middle(n));
    }
    text.push_str(tail);
    text
}

/// Reads the text in every format, and writes each record that results in every format.
fn read_and_write(text: &str) {
    let records = Format::ALL.iter().map(|format| format.read(text)).chain([notation::read(text)]);
    for record in records.flatten() {
        for format in Format::ALL {
            let again = format.write(&record);
            assert!(format.read(&again).is_ok(), "{format} does not read what it wrote");
        }
    }
}

fn time(text: &str) -> Duration {
    let (start, cpu_start) = (Instant::now(), cpu_time());
    read_and_write(text);
    match (cpu_start, cpu_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed(),
    }
}

/// The processor time that this thread has used. Only known on Linux.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Compares the times for two sizes of the text that `make` returns.
fn check(name: &str, make: impl Fn(usize) -> String) {
    let large = make(SMALL * GROWTH);
    let mut slow = time(&large);
    if slow <= SHORT {
        return;
    }
    // Caches and other threads of the core may slow down a single run, but hardly the best of several.
    let small = make(SMALL);
    let quick = (0..5).map(|_| time(&small)).min().unwrap_or_default().max(Duration::from_millis(1));
    for _ in 0..5 {
        if slow <= quick * MOST {
            return;
        }
        slow = slow.min(time(&large));
    }
    panic!("{name}: {quick:?} for {} bytes, {slow:?} for {}", small.len(), large.len());
}

/// As [`check`], for a text whose middle is repeated.
fn check_fill(name: &str, head: &str, middle: impl Fn(usize) -> String, tail: &str) {
    check(name, |bytes| fill(bytes, head, &middle, tail));
}

/// As [`check_fill`], for several texts with a constant middle: name, head, middle and tail.
fn check_all(texts: &[(&str, &str, &str, &str)]) {
    for (name, head, middle, tail) in texts {
        check_fill(name, head, |_| (*middle).to_owned(), tail);
    }
}

#[test]
fn deep_nesting_takes_linear_time_and_no_stack() {
    for (head, open, close) in [
        ("", "(", ""),
        ("(;", "(", ""),
        ("(;", "(;", ")"),
        ("", "[", ""),
        ("", "{", ""),
        ("{\"turns\":", "[", ""),
        ("{\"x\":", "{\"x\":", ""),
        ("", "(Wd4,d1", ")"),
        ("", "Wd4,d1(", ")"),
        ("", "Wd4-d1(", ")"),
    ] {
        check(&format!("{head}{open}"), |bytes| {
            let times = bytes / (open.len() + close.len());
            format!("{head}{}{}", open.repeat(times), close.repeat(times))
        });
    }
}

#[test]
fn thousands_of_variations_take_linear_time() {
    check_fill("variations of the first turn", "Wd4,d1", |n| format!("(Bd{},d1)", 2 + n % 6), "*");
    check_fill("variations of a later turn", "Wd4,d1 Gd5,a1", |n| format!("(Gd{},a1 {{x}})", 5 + n % 3), "*");
    let turn = "{\"turn\":\"Wd4,d1\",\"parent\":-1}";
    check_all(&[
        ("variations in ZEN", "Wd4-d1 Gd5-a1", "(Gd6-a1)", "*"),
        ("variations in SGF", "(;SU[Zertz]", "(;P0[RtoB 2 0 D 4];P0[R- D 1])", ")"),
        ("variations that never close", "(;SU[Zertz]", "(;C[x]", ""),
        ("variations in JSON", "{\"turns\":[", &format!("{turn},"), &format!("{turn}]}}")),
    ]);
}

#[test]
fn thousands_of_turns_after_the_end_take_linear_time() {
    let start = "[Board \"custom:a:a1,a2\"][Goals \"1/1/1/1\"]\nWa1,a2";
    let sgf = "(;ZT[Board custom:a:a1,a2][Goals 1/1/1/1]";
    let over = "(;ZT[Board custom:a:a1,a2][ZIP W/ 5/8/10 0/0/0 0/0/0 1][Claims optional]";
    check_all(&[
        ("in one line", start, " Wa1,a2\n", "*"),
        ("in variations", start, "(Wa2,a1 Wa1)", "*"),
        ("in SGF", sgf, "(;P0[RtoB 2 0 A 1];P0[R- A 2];P1[RtoB 2 0 A 1];P1[Done])", ")"),
        ("in SGF from a start that is over", over, "(;P0[RtoB 2 0 A 1])", ")"),
    ]);
}

#[test]
fn long_comments_and_values_take_linear_time() {
    check_all(&[
        ("a comment", "Wd4,d1 {", "many words ", "} *"),
        ("many comments", "Wd4,d1", "{a}\n", "*"),
        ("comments to the end of the line", "Wd4,d1", ";a\n", "*"),
        ("a comment without an end", "Wd4,d1 {", "è{", ""),
        ("unfinished commands in a comment", "Wd4,d1 {", "[%", "} *"),
        ("commands in a comment", "Wd4,d1 {", "[%csl Bd4]", "} *"),
        ("a comment in SGF", "(;C[", "\\]\\\\", "])"),
        ("many comments in SGF", "(;SU[Zertz];P0[RtoB 2 0 D 4];P0[R- D 1]", ";C[a]", ")"),
        ("a value without an end", "[Event \"", "\\\"", ""),
        ("annotations", "Wd4,d1", "!?$7", "*"),
        ("white space", "", " \n\u{2003}", ""),
    ]);
}

#[test]
fn many_tags_take_linear_time() {
    check_fill("tags", "", |n| format!("[T{n} \"v\"]"), "*");
    check_fill("tags in SGF", "(;", |n| format!("ZT[T{n} v]"), ")");
    check_fill("tags in JSON", "{\"turns\":[],\"tags\":{", |n| format!("\"T{n}\":\"v\","), "\"T\":\"v\"}}");
    check_fill("a board", "[Board \"custom:", |n| format!("a{n},"), "a1\"]");
    check("a long name with many values", |bytes| format!("(;{}{})", "A".repeat(bytes / 2), "[]".repeat(bytes / 4)));
    check_all(&[
        ("the same tag", "", "[Board \"48\"]", "*"),
        ("the same property", "(;", "SU[Zertz]GN[x]ZT[Board 48]P0[id \"a\"]", ")"),
        ("setups after facts", "(;", "GN[x]SU[Zertz]", ")"),
    ]);
}

#[test]
fn long_turns_take_linear_time() {
    let jump = |n| format!(";P0[BtoB A {} A {}]", 1 + n % 3, 1 + (n + 1) % 3);
    check_fill("endless jumps", "(;SU[Zertz]", jump, ")");
    check_all(&[
        ("a chain", "xd1", "Gd3", ""),
        ("a chain on the board", "Wd4,d1 Gd5,a1 xd5", "Wd3Wd5", ""),
        ("a chain in ZEN", "Wd4-d1 Gd5-a1 Gd5", "xd3xd5", ""),
        ("claims", "Wd4,d1x", "Wa1", ""),
        ("claims in ZEN", "Wd4-d1+", "w", ""),
        ("claims in SGF", "(;ZT[Claims optional];P0[RtoB 2 0 D 4];P0[Claim", " A 1", "])"),
        ("numbers", "", "1", ""),
        ("many numbers", "", "1.", ""),
        ("results", "", "1-0 ", ""),
        ("jumps back and forth", "(;SU[Zertz]", ";P0[BtoB A 1 A 3];P0[BtoB A 3 A 1]", ")"),
        ("marbles put back", "(;SU[Zertz]", ";P0[RtoB 2 0 D 4];P0[BtoR]", ")"),
    ]);
}

#[test]
fn long_games_take_linear_time() {
    // After two passes the game is over and the rest is ignored.
    let zip =
        "[Board \"37\"][ZIP \"oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 0/0/0 0/0/0 0/0/0 1\"][Pool \"0/0/0\"]";
    check_all(&[
        ("passes", zip, " -", " *"),
        ("passes in variations", &format!("{zip}-"), "(-)", " *"),
        ("passes in passes", zip, "-(-", ""),
        ("layouts", "", "o/", " 0/0/0 0/0/0 0/0/0 1"),
        ("a layout of missing rings", "", "0/", " 0/0/0 0/0/0 0/0/0 1"),
    ]);
}
