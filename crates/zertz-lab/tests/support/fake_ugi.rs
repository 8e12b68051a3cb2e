//! A program that speaks UGI, correctly or not, for the tests of contests.
//!
//! `fake-ugi honest` plays correctly. `illegal N`, `crash N`, `hang N` and `late N` misbehave at the Nth search; `slow MS` needs that time for
//! every turn; `deaf` never answers; `mute` answers only the handshake.

use std::{
    io::{BufRead, Write},
    time::Duration,
};
use zertz::{Board, Game, Preset, notation::Zip};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let habit = arguments.first().map_or("honest", String::as_str);
    let number: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (mut board, mut preset) = (Board::rings37(), Preset::Standard);
    let mut game = Game::new(preset.rules(board.clone()));
    let mut asked = 0;
    let mut waiting = false;
    let say = |text: &str| {
        println!("{text}");
        std::io::stdout().flush().expect("a reader");
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            _ if habit == "deaf" => {}
            ["ugi"] => say("id name fake\nugiok"),
            ["isready"] if habit != "mute" => say("readyok"),
            ["setoption", "name", "Board", "value", name] => board = name.parse().expect("a board"),
            ["setoption", "name", "Rules", "value", name] => preset = name.parse().expect("rules"),
            ["uginewgame"] => game = Game::new(preset.rules(board.clone())),
            ["position", ..] => game = position(&words[1..], preset, &board),
            ["go", _, ..] => {
                asked += 1;
                let now = number == asked;
                match habit {
                    "illegal" if now => say("bestmove Wz9,a1"),
                    "crash" if now => {
                        eprintln!("the fake engine falls over");
                        std::process::exit(3);
                    }
                    "hang" if now => std::thread::sleep(Duration::from_secs(3600)),
                    "late" if now => waiting = true,
                    "slow" => {
                        std::thread::sleep(Duration::from_millis(number));
                        say(&best(&game));
                    }
                    _ => say(&format!("info depth 1 score cp 12\n{}", best(&game))),
                }
            }
            ["stop"] if waiting => {
                waiting = false;
                say(&best(&game));
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

/// A legal turn, always the same in the same position.
fn best(game: &Game) -> String {
    let turns = game.position().turns(game.rules());
    let turn = turns.nth((game.position().hash() % turns.len() as u64) as usize).expect("the game is not over");
    format!("bestmove {}", game.position().write_turn(game.rules(), &turn))
}

fn position(words: &[&str], preset: Preset, board: &Board) -> Game {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let rules = preset.rules(board.clone());
    let mut game = match &words[..split] {
        ["startpos"] => Game::new(rules),
        ["fen", zip @ ..] => {
            let start = zip.join(" ").parse::<Zip>().expect("a position").position(&rules).expect("a position");
            Game::from_position(rules, start)
        }
        _ => panic!("no position in {words:?}"),
    };
    for turn in words.iter().skip(split + 1) {
        game.play_text(turn).expect("turns are legal");
    }
    game
}
