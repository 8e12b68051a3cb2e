//! [`Command`]: what a line says, before anybody acts on it.

use super::{Refusal, go::Go, quoted};
use zertz::notation::Zip;

/// One line from whoever uses the engine.
#[derive(Debug)]
pub(super) enum Command<'l> {
    Ugi,
    IsReady,
    NewGame,
    Position(Start, Vec<&'l str>),
    Go(Go),
    Stop,
    Quit,
    SetOption { name: String, value: String },
    Query(Query),
}

/// Where the turns of a `position` begin.
#[derive(Debug)]
pub(super) enum Start {
    Startpos,
    Zip(Zip),
}

/// What can be asked about the position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Query {
    GameOver,
    FirstPlayersTurn,
    Result,
    LegalMoves,
    Position,
}

impl<'l> Command<'l> {
    /// Reads a line. An empty one says nothing.
    pub fn read(line: &'l str) -> Result<Option<Command<'l>>, Refusal> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let words: Vec<&str> = words.collect();
        let command = match first {
            "ugi" => alone(first, &words, Command::Ugi)?,
            "isready" => alone(first, &words, Command::IsReady)?,
            "uginewgame" => alone(first, &words, Command::NewGame)?,
            "stop" => alone(first, &words, Command::Stop)?,
            "quit" => alone(first, &words, Command::Quit)?,
            "position" => position(&words)?,
            "go" => Command::Go(Go::read(&words)?),
            "setoption" => set_option(&words)?,
            "query" => Command::Query(query(&words)?),
            _ => {
                return Err(Refusal::new(format_args!(
                    "there is no command {}: commands are ugi, isready, setoption, uginewgame, position, go, stop, query and quit",
                    quoted(first)
                )));
            }
        };
        Ok(Some(command))
    }
}

fn alone<'l>(name: &str, words: &[&str], command: Command<'l>) -> Result<Command<'l>, Refusal> {
    match words {
        [] => Ok(command),
        [word, ..] => Err(Refusal::new(format_args!("{name} stands alone, without {}", quoted(word)))),
    }
}

fn position<'l>(words: &[&'l str]) -> Result<Command<'l>, Refusal> {
    let end = words.iter().position(|&word| word == "moves");
    let (start, turns) = match end {
        Some(end) => (&words[..end], &words[end + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => Start::Startpos,
        ["startpos", word, ..] => {
            return Err(Refusal::new(format_args!("after startpos comes moves or nothing, not {}", quoted(word))));
        }
        ["fen" | "zip" | "position", zip @ ..] => {
            let zip = zip.join(" ").parse();
            Start::Zip(zip.map_err(|error| Refusal::new(format_args!("the position is not ZIP: {error}")))?)
        }
        _ => return Err(Refusal::new("position is followed by startpos or by fen and a position in ZIP notation")),
    };
    Ok(Command::Position(start, turns.to_vec()))
}

fn set_option<'l>(words: &[&'l str]) -> Result<Command<'l>, Refusal> {
    let form = || Refusal::new("an option is set by: setoption name NAME value VALUE");
    let ["name", rest @ ..] = words else { return Err(form()) };
    let middle = rest.iter().position(|&word| word == "value").ok_or_else(form)?;
    let (name, value) = (rest[..middle].join(" "), rest[middle + 1..].join(" "));
    if name.is_empty() || value.is_empty() {
        return Err(form());
    }
    Ok(Command::SetOption { name, value })
}

fn query(words: &[&str]) -> Result<Query, Refusal> {
    match words {
        ["gameover"] => Ok(Query::GameOver),
        ["p1turn"] => Ok(Query::FirstPlayersTurn),
        ["result"] => Ok(Query::Result),
        ["legalmoves"] => Ok(Query::LegalMoves),
        ["position"] => Ok(Query::Position),
        _ => Err(Refusal::new("what can be queried is gameover, p1turn, result, legalmoves or position")),
    }
}
