//! [`Spec`]: a player in text form.

use super::{
    Limit, Patience, Player, engine,
    simple::{self, SimplePlayer},
    ugi,
};
use anyhow::{Result, bail};
use std::{fmt, str::FromStr};
use zertz_engine::Level;

/// A player and its settings.
///
/// ```
/// use zertz_lab::player::Spec;
/// let spec: Spec = "engine:nodes=2000,hash=4".parse()?;
/// assert_eq!(spec.limit.nodes, Some(2000));
/// assert!("engine:nodes=many".parse::<Spec>().is_err());
/// let outside: Spec = "ugi:target/release/zertz engine@time=100,option.MultiPV=1".parse()?;
/// assert_eq!(outside.limit.to_string(), "time=100");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The text that was parsed, which names the player in records.
    pub text: String,
    /// The kind of player.
    pub kind: Kind,
    /// The limit of a search.
    pub limit: Limit,
    /// The number of threads of an engine.
    pub threads: Option<usize>,
    /// The size of the transposition table of an engine in mebibytes.
    pub hash: Option<usize>,
    /// The level of the built-in engine.
    pub level: Level,
    /// A file with an evaluation network for the built-in engine.
    pub network: Option<String>,
    /// Names and values of other options for a program.
    pub options: Vec<(String, String)>,
}

/// The kind of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Plays a random legal turn.
    Random,
    /// Plays the turn that captures most.
    Greedy,
    /// The built-in engine, in this process.
    Engine,
    /// A program that speaks UGI, started by this command.
    Ugi(Vec<String>),
}

impl Spec {
    /// Creates the player.
    pub fn build(&self, patience: Patience) -> Result<Box<dyn Player>> {
        Ok(match &self.kind {
            Kind::Random => Box::new(SimplePlayer::new(simple::random)),
            Kind::Greedy => Box::new(SimplePlayer::new(simple::greedy)),
            Kind::Engine => Box::new(engine::EnginePlayer::new(self)?),
            Kind::Ugi(command) => Box::new(ugi::UgiPlayer::start(self, command, patience)?),
        })
    }

    /// The player itself, if it reports evaluations.
    pub fn with_scores(self) -> Result<Spec> {
        if matches!(self.kind, Kind::Random | Kind::Greedy) {
            bail!("{self} reports no evaluations; use engine or ugi");
        }
        Ok(self)
    }

    /// The player with this limit, if it needs one and has none. A search without a limit would never end.
    pub fn with_default_limit(mut self, limit: Option<Limit>) -> Result<Spec> {
        let thinks = matches!(self.kind, Kind::Engine | Kind::Ugi(_));
        if thinks && self.limit.is_empty() && !self.level.is_limited() {
            match limit {
                Some(limit) if !limit.is_empty() => {
                    // The limit becomes part of the name, so that records distinguish players with different limits.
                    let bare = self.threads.is_none() && self.hash.is_none() && self.options.is_empty();
                    let mark = match self.kind {
                        Kind::Ugi(_) if bare => '@',
                        Kind::Engine if !self.text.contains(':') => ':',
                        _ => ',',
                    };
                    self.text = format!("{}{mark}{limit}", self.text);
                    self.limit = limit;
                }
                _ => {
                    let example = if self.kind == Kind::Engine { "engine:nodes=2000" } else { "@nodes=2000" };
                    bail!("{} has no limit; add one such as {example}, or use --limit", self.text);
                }
            }
        }
        Ok(self)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}={value} is wrong: it must be a number from 1 to {most}")),
        };
        match (name, name.strip_prefix("option.")) {
            ("threads", _) => self.threads = Some(number(1024)?),
            ("hash", _) => self.hash = Some(number(1 << 20)?),
            ("level", _) if self.kind == Kind::Engine => {
                self.level = Level::new(number(usize::from(Level::FULL.number()))? as u8).unwrap_or(Level::FULL);
            }
            ("network", _) if self.kind == Kind::Engine => self.network = Some(value.to_owned()),
            (_, Some(option)) if matches!(self.kind, Kind::Ugi(_)) => {
                self.options.push((option.to_owned(), value.to_owned()));
            }
            _ if self.limit.set(name, value)? => {}
            _ => {
                return Err(format!(
                    "there is no setting {name}; use nodes, depth, time, clock, threads or hash; engine also takes level and network"
                ));
            }
        }
        Ok(())
    }
}

/// Splits `name=value` pairs at the commas.
pub(super) fn settings<'t>(text: &'t str) -> Result<Vec<(&'t str, &'t str)>, String> {
    let pair = |part: &'t str| match part.split_once('=') {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Err(format!("a setting is a name and a value, such as nodes=2000, not {part:?}")),
    };
    text.split(',').map(pair).collect()
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut level = Level::FULL;
        let (kind, rest) = match (name, rest) {
            ("random", None) => (Kind::Random, None),
            ("greedy", None) => (Kind::Greedy, None),
            ("random" | "greedy", Some(_)) => return Err(format!("{name} has no settings")),
            ("engine", rest) => (Kind::Engine, rest),
            ("level", Some(rest)) => {
                let (number, rest) = rest.split_once(',').map_or((rest, None), |(number, rest)| (number, Some(rest)));
                level = number
                    .parse()
                    .ok()
                    .and_then(Level::new)
                    .ok_or("levels go from 1 to 10; write level:3, for example")?;
                (Kind::Engine, rest)
            }
            ("ugi", Some(rest)) => {
                // A command may contain an @, so only what has the form of settings is parsed as settings.
                let suffix = rest.rsplit_once('@').filter(|(_, tail)| settings(tail).is_ok());
                let (command, tail) = suffix.map_or((rest, None), |(command, tail)| (command, Some(tail)));
                (Kind::Ugi(words(command)?), tail)
            }
            _ => return Err("a player is random, greedy, level:N, engine:SETTINGS or ugi:COMMAND@SETTINGS".to_owned()),
        };
        let (limit, options) = (Limit::default(), Vec::new());
        let mut spec =
            Spec { text: text.to_owned(), kind, limit, threads: None, hash: None, level, network: None, options };
        if let Some(rest) = rest {
            settings(rest)?.into_iter().try_for_each(|(name, value)| spec.set(name, value))?;
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Splits a command line into words. Single and double quotation marks keep spaces.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => (quote, word) = (Some(c), Some(word.unwrap_or_default())),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(open), _) => Err(format!("a quotation mark {open} is not closed in {command:?}")),
        (None, true) => Err("ugi: needs a command, such as ugi:target/release/zertz engine".to_owned()),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_follow_the_command() {
        let spec: Spec = "ugi:./my engine --at 'a@b c' \"\"@clock=5000+50,hash=8,option.Style=wild".parse().unwrap();
        assert_eq!(spec.kind, Kind::Ugi(["./my", "engine", "--at", "a@b c", ""].map(str::to_owned).to_vec()));
        assert_eq!(spec.limit.to_string(), "clock=5000+50");
        assert_eq!(spec.hash, Some(8));
        assert_eq!(spec.options, [("Style".to_owned(), "wild".to_owned())]);
        let plain: Spec = "ugi:user@host".parse().unwrap();
        assert_eq!(plain.kind, Kind::Ugi(vec!["user@host".to_owned()]));
    }

    #[test]
    fn a_wrong_player_is_explained() {
        let cases = [
            ("", "a player is random"),
            ("magnus", "a player is random"),
            ("random:1", "no settings"),
            ("engine:nodes", "a name and a value"),
            ("engine:nodes=0", "nodes=20000"),
            ("engine:depth=-1", "depth=3"),
            ("engine:clock=5+x", "clock=5000+50"),
            ("engine:speed=9", "no setting speed"),
            ("engine:threads=0", "from 1 to 1024"),
            ("ugi:", "needs a command"),
            ("ugi:'open", "not closed"),
        ];
        for (text, says) in cases {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn an_engine_without_a_limit_gets_the_default_or_is_refused() {
        let spec: Spec = "engine".parse().unwrap();
        assert!(spec.clone().with_default_limit(None).unwrap_err().to_string().contains("has no limit"));
        let limited = spec.with_default_limit(Some("depth=2".parse().unwrap())).unwrap();
        assert_eq!(limited.limit.depth, Some(2));
        for (text, whole) in
            [("engine", "engine:depth=2"), ("engine:hash=4", "engine:hash=4,depth=2"), ("ugi:x", "ugi:x@depth=2")]
        {
            let spec = text.parse::<Spec>().unwrap().with_default_limit(Some("depth=2".parse().unwrap())).unwrap();
            assert_eq!(spec, whole.parse().unwrap());
        }
    }
}
