//! A program that speaks UGI, correctly or not, for the tests of contests.
//!
//! `fake-ugi honest` plays correctly. `illegal N`, `crash N`, `hang N` and `late N` misbehave at the Nth search; `slow MS` needs that time for
//! every turn; `deaf` never answers; `mute` answers only the handshake.

use std::{
    io::{BufRead, Write},
    thread,
    time::Duration,
};
use zertz::Game;
use zertz_engine::ugi::State;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let habit = arguments.first().map_or("honest", String::as_str);
    let number: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut state = State::new();
    let (mut searches, mut waiting) = (0, false);
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        state.follow(&line);
        match line.split_whitespace().next() {
            _ if habit == "deaf" => {}
            Some("ugi") => say("id name fake\nugiok"),
            Some("isready") if habit != "mute" => say("readyok"),
            Some("go") => {
                searches += 1;
                waiting = habit == "late" && searches == number;
                if !waiting {
                    search(habit, number, searches, state.game());
                }
            }
            Some("stop") if waiting => {
                waiting = false;
                say(&best(state.game()));
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

fn search(habit: &str, number: u64, searches: u64, game: &Game) {
    match habit {
        "illegal" if searches == number => return say("bestmove Wz9,a1"),
        "crash" if searches == number => {
            eprintln!("the fake engine falls over");
            std::process::exit(3);
        }
        "hang" if searches == number => thread::sleep(Duration::from_secs(3600)),
        "slow" => thread::sleep(Duration::from_millis(number)),
        _ => {}
    }
    say(&format!("info depth 1 score cp 12\n{}", best(game)));
}

fn say(text: &str) {
    println!("{text}");
    std::io::stdout().flush().expect("a reader");
}

/// A legal turn, always the same in the same position.
fn best(game: &Game) -> String {
    let turns = game.position().turns(game.rules());
    let turn = turns.nth((game.position().hash() % turns.len() as u64) as usize).expect("the game is not over");
    format!("bestmove {}", game.position().write_turn(game.rules(), &turn))
}
