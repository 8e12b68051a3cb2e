//! [`Command`]: a parsed line.

use super::{Error, go::Go, quoted};
use zertz::notation::Zip;

#[derive(Debug)]
pub(super) enum Command<'l> {
    Ugi,
    IsReady,
    NewGame,
    /// The start, unless it is that of the chosen rules, and the turns.
    Position(Option<Zip>, Vec<&'l str>),
    Go(Go),
    Stop,
    Quit,
    SetOption {
        name: String,
        value: String,
    },
    Query(String),
}

impl<'l> Command<'l> {
    /// Parses a line; `None` if it is empty.
    pub fn parse(line: &'l str) -> Result<Option<Command<'l>>, Error> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, words)) = words.split_first() else { return Ok(None) };
        let without_arguments = |command| match words {
            [] => Ok(command),
            [word, ..] => Err(Error::new(format_args!("{name} takes no arguments, not {}", quoted(word)))),
        };
        let command = match name {
            "ugi" => without_arguments(Command::Ugi),
            "isready" => without_arguments(Command::IsReady),
            "uginewgame" => without_arguments(Command::NewGame),
            "stop" => without_arguments(Command::Stop),
            "quit" => without_arguments(Command::Quit),
            "position" => position(words),
            "go" => Go::parse(words).map(Command::Go),
            "setoption" => set_option(words),
            "query" => Ok(Command::Query(words.join(" "))),
            _ => Err(Error::new(format_args!(
                "unknown command {}: the commands are ugi, isready, setoption, uginewgame, position, go, stop, query and quit",
                quoted(name)
            ))),
        };
        command.map(Some)
    }
}

fn position<'l>(words: &[&'l str]) -> Result<Command<'l>, Error> {
    let end = words.iter().position(|&word| word == "moves");
    let (start, turns) = match end {
        Some(end) => (&words[..end], &words[end + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => None,
        ["startpos", word, ..] => {
            return Err(Error::new(format_args!("startpos is followed by moves or nothing, not {}", quoted(word))));
        }
        ["fen" | "zip" | "position", zip @ ..] => {
            let zip = zip.join(" ").parse();
            Some(zip.map_err(|error| Error::new(format_args!("the position is not ZIP: {error}")))?)
        }
        _ => return Err(Error::new("position takes startpos, or fen and a position in ZIP notation")),
    };
    Ok(Command::Position(start, turns.to_vec()))
}

fn set_option<'l>(words: &[&'l str]) -> Result<Command<'l>, Error> {
    let syntax = || Error::new("to set an option, send setoption name NAME value VALUE");
    let ["name", rest @ ..] = words else { return Err(syntax()) };
    let middle = rest.iter().position(|&word| word == "value").ok_or_else(syntax)?;
    let (name, value) = (rest[..middle].join(" "), rest[middle + 1..].join(" "));
    if name.is_empty() || value.is_empty() {
        return Err(syntax());
    }
    Ok(Command::SetOption { name, value })
}
