//! [`Pattern`]: the expected form of a line.
//!
//! | word | matches |
//! |---|---|
//! | `*` | any number of words |
//! | `{int}` | a whole number |
//! | `{number}` | a number |
//! | `{turn}` | a turn that is legal now, in canonical form |
//! | `{turns 12}` | all 12 turns that are legal now, in any order |
//! | `{set a b c}` | these words in any order |
//! | anything else | itself |

use std::{fmt, str::FromStr};
use zertz_engine::ugi::State;

#[derive(Debug)]
pub struct Pattern {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Word(String),
    Any,
    Int,
    Number,
    Turn,
    Turns(usize),
    Set(Vec<String>),
}

impl Pattern {
    /// Whether a line matches. The state determines the legal turns.
    pub fn matches(&self, line: &str, state: &State) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches(&self.parts, &words, state)
    }

    /// Whether this is the answer to a command that is refused.
    pub fn is_refusal(&self) -> bool {
        self.text.starts_with("info string error")
    }
}

fn matches(parts: &[Part], words: &[&str], state: &State) -> bool {
    let Some((part, parts)) = parts.split_first() else { return words.is_empty() };
    let one = |fits: &dyn Fn(&str) -> bool| {
        words.split_first().is_some_and(|(word, rest)| fits(word) && matches(parts, rest, state))
    };
    match part {
        Part::Word(text) => one(&|word| word == text),
        Part::Int => one(&|word| word.parse::<i64>().is_ok()),
        Part::Number => one(&|word| word.parse::<f64>().is_ok()),
        Part::Turn => one(&|word| is_legal(word, state)),
        Part::Any => (0..=words.len()).any(|skipped| matches(parts, &words[skipped..], state)),
        Part::Turns(count) => {
            // The script has the number of turns, which also checks our own rules.
            words.len() == *count && state.legal_turns().is_ok_and(|turns| turns == sorted(words))
        }
        Part::Set(set) => {
            let set: Vec<&str> = set.iter().map(String::as_str).collect();
            sorted(&set) == sorted(words)
        }
    }
}

fn is_legal(word: &str, state: &State) -> bool {
    let (rules, position) = (state.game().rules(), state.game().position());
    let turn = position.read_turn(rules, word);
    state.game().outcome().is_none() && turn.is_ok_and(|turn| position.write_turn(rules, &turn).to_string() == word)
}

fn sorted<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut words = words.to_vec();
    words.sort_unstable();
    words
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if !word.starts_with('{') {
                parts.push(if word == "*" { Part::Any } else { Part::Word(word.to_owned()) });
                continue;
            }
            let mut inside = vec![word];
            while !inside.last().is_some_and(|word| word.ends_with('}')) {
                inside.push(words.next().ok_or("a { is not closed")?);
            }
            let inside = inside.join(" ");
            let inside: Vec<&str> = inside.trim_matches(['{', '}']).split(' ').collect();
            parts.push(match inside[..] {
                ["int"] => Part::Int,
                ["number"] => Part::Number,
                ["turn"] => Part::Turn,
                ["turns", count] => Part::Turns(count.parse().map_err(|_| format!("{count} is not a number"))?),
                ["set", ref words @ ..] => Part::Set(words.iter().map(|&word| word.to_owned()).collect()),
                _ => return Err(format!("there is no pattern {{{}}}", inside.join(" "))),
            });
        }
        // These match all remaining words.
        let greedy = parts.iter().position(|part| matches!(part, Part::Turns(_) | Part::Set(_)));
        if greedy.is_some_and(|at| at + 1 < parts.len()) {
            return Err("turns and set must be at the end of a pattern".to_owned());
        }
        Ok(Pattern { text: text.to_owned(), parts })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_match_word_by_word() {
        let mut state = State::new();
        state.follow("position startpos moves Wd4,d1 Gd5,a1");
        for (pattern, line, fits) in [
            ("readyok", "readyok", true),
            ("readyok", "readyok ", true),
            ("readyok", "ready", false),
            ("id name *", "id name", true),
            ("id name *", "id name A B", true),
            ("id name *", "id author A", false),
            ("info * pv *", "info depth 3 pv Wd4,d1", true),
            ("info * pv *", "info depth 3", false),
            ("score cp {int}", "score cp -12", true),
            ("score cp {int}", "score cp 1.5", false),
            ("winchance {number}", "winchance 51.5", true),
            ("bestmove {turn}", "bestmove xd4Gd6", true),
            ("bestmove {turn}", "bestmove Xd4Gd6", false),
            ("bestmove {turn}", "bestmove xd4Wd6", false),
            ("bestmove {turn}", "bestmove", false),
            ("bestmove {turn}", "bestmove Wa2,a3", false),
            ("response {turns 2}", "response xd5Wd3 xd4Gd6", true),
            ("response {turns 2}", "response xd5Wd3 xd5Wd3", false),
            ("response {turns 3}", "response xd5Wd3 xd4Gd6", false),
            ("response {set a b}", "response b a", true),
            ("response {set a b}", "response b", false),
        ] {
            assert_eq!(pattern.parse::<Pattern>().unwrap().matches(line, &state), fits, "{pattern} {line}");
        }
    }
}
