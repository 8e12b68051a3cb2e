//! A file of finished games, appended to as they end, so that nothing is lost when a match is interrupted.
//!
//! Games are in the official text format, one after the other. Besides the players, `Round` tells which pair and which of its games
//! (`12.2`), `Termination` how it ended, `Opening` how many turns were random, `Seconds1` and `Seconds2` how long the players thought.

use crate::{play::Played, player::ForfeitKind};
use anyhow::{Context, Result, bail};
use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use zertz::{
    Game, Position, Turn,
    notation::{GameResult, Record, official},
};

/// Which game of a match or ladder.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameId {
    /// The players as they sit.
    pub players: [String; 2],
    /// The number of the pair, from 0.
    pub pair: u64,
    /// Which of its games, 0 or 1.
    pub game: usize,
}

/// What counts of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// By seat: 2, 1 or 0.
    pub half_points: [usize; 2],
    /// All turns, the opening included.
    pub turns: usize,
    /// How many turns each player chose.
    pub chosen: [usize; 2],
    /// How long each player thought.
    pub time: [Duration; 2],
    /// Who lost by a forfeit, by seat.
    pub forfeit: Option<(usize, ForfeitKind)>,
}

impl Finished {
    /// What counts of a game just played.
    pub fn of(played: &Played) -> Finished {
        Finished {
            half_points: [0, 1].map(|seat| played.half_points(seat)),
            turns: played.game.turns().len(),
            chosen: chosen(played.game.turns(), played.opening),
            time: played.time,
            forfeit: played.forfeit.as_ref().map(|(seat, forfeit)| (*seat, forfeit.kind)),
        }
    }
}

fn chosen(turns: &[(Position, Turn)], opening: usize) -> [usize; 2] {
    let mut chosen = [0; 2];
    for (before, _) in turns.iter().skip(opening) {
        chosen[before.mover().index()] += 1;
    }
    chosen
}

/// A file of games.
pub struct GameFile {
    file: File,
    path: PathBuf,
    known: HashMap<GameId, (Game, usize, Finished)>,
}

impl GameFile {
    /// Opens a file to append to. What it holds already is an error, unless one means to go on with it.
    pub fn open(path: &Path, resume: bool) -> Result<GameFile> {
        let what = || path.display().to_string();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(what),
        };
        if !text.is_empty() && !resume {
            bail!("{} already holds games; --resume goes on with them", path.display());
        }
        let (known, good) = read(&text).with_context(what)?;
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(what)?;
        // A game that was being written when the machine stopped is played again.
        file.set_len(good as u64).with_context(what)?;
        Ok(GameFile { file, path: path.to_owned(), known })
    }

    /// Takes out a finished game. That it began from another opening means that the file is of another match.
    pub fn take(&mut self, id: &GameId, opening: &Game) -> Result<Option<Finished>> {
        let Some((game, turns, finished)) = self.known.remove(id) else { return Ok(None) };
        if game.rules() != opening.rules() || game.turns().get(..turns) != Some(opening.turns()) {
            bail!(
                "{} holds another match: round {}.{} began otherwise (were seed, board, rules and openings the same?)",
                self.path.display(),
                id.pair + 1,
                id.game + 1
            );
        }
        Ok(Some(finished))
    }

    /// Appends a finished game.
    pub fn append(&mut self, id: &GameId, played: &Played) -> Result<()> {
        let text = write(id, played);
        // One call, so that an interruption leaves a whole game or its beginning.
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

fn write(id: &GameId, played: &Played) -> String {
    let mut record = Record::of(&played.game);
    let termination = match (&played.forfeit, played.game.outcome()) {
        (Some((seat, forfeit)), _) => {
            record.result = if *seat == 0 { GameResult::Second } else { GameResult::First };
            format!("{}: {}", forfeit.kind.word(), forfeit.why)
        }
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => {
            record.result = GameResult::Draw;
            "a draw: too many turns".to_owned()
        }
    };
    let mut tag = |name: &str, value: String| record.tags.push((name.to_owned(), value));
    tag("Player1", id.players[0].clone());
    tag("Player2", id.players[1].clone());
    tag("Round", format!("{}.{}", id.pair + 1, id.game + 1));
    tag("Termination", termination.replace(['\n', '\r'], " "));
    tag("Opening", played.opening.to_string());
    tag("Seconds1", format!("{:.3}", played.time[0].as_secs_f64()));
    tag("Seconds2", format!("{:.3}", played.time[1].as_secs_f64()));
    official::write(&record) + "\n"
}

type Known = HashMap<GameId, (Game, usize, Finished)>;

/// The games of a text and how much of it they are. A last one that breaks off does not count.
fn read(text: &str) -> Result<(Known, usize)> {
    let mut known = HashMap::new();
    let starts = starts(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut good = 0;
    for (number, (&start, end)) in starts.iter().zip(ends).enumerate() {
        let part = &text[start..end];
        // Tags alone end in an empty line too.
        let whole = part.ends_with("\n\n") && !part.trim_end().ends_with(']');
        match official::read(part) {
            Ok(record) if whole => {
                let (id, entry) = entry(&record).with_context(|| format!("game {} is not of a match", number + 1))?;
                known.insert(id, entry);
                good = end;
            }
            _ if end == text.len() => {}
            Ok(_) => bail!("game {} breaks off", number + 1),
            Err(error) => bail!("game {}: {error}", number + 1),
        }
    }
    Ok((known, good))
}

/// Where games begin: at tags after a line that is none.
fn starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let (mut offset, mut in_tags) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_tag = line.starts_with('[');
        if is_tag && !in_tags {
            starts.push(offset);
        }
        in_tags = is_tag;
        offset += line.len();
    }
    starts
}

fn entry(record: &Record) -> Result<(GameId, (Game, usize, Finished))> {
    let tag = |name: &'static str| record.tag(name).with_context(|| format!("it has no tag {name}"));
    let round = tag("Round")?;
    let numbers = round.split_once('.').and_then(|(pair, game)| Some((pair.parse::<u64>().ok()?, game.parse().ok()?)));
    let Some((pair @ 1.., game @ 1..=2)) = numbers else { bail!("{round:?} is not the number of a pair and a game") };
    let id =
        GameId { players: [tag("Player1")?.to_owned(), tag("Player2")?.to_owned()], pair: pair - 1, game: game - 1 };
    let opening: usize = tag("Opening")?.parse().context("its tag Opening is not a number")?;
    let seconds = |name: &str| {
        let seconds = record.tag(name).and_then(|text| text.parse::<f64>().ok());
        seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
    };
    let half_points = match record.result {
        GameResult::First => [2, 0],
        GameResult::Second => [0, 2],
        GameResult::Draw | GameResult::BothLose => [1, 1],
        GameResult::Open => bail!("it is not finished"),
    };
    let termination = tag("Termination")?;
    let kind = ForfeitKind::ALL.into_iter().find(|kind| termination.starts_with(&format!("{}:", kind.word())));
    let game = replay(record);
    let finished = Finished {
        half_points,
        turns: game.turns().len(),
        chosen: chosen(game.turns(), opening),
        time: [seconds("Seconds1"), seconds("Seconds2")],
        forfeit: kind.map(|kind| (usize::from(half_points[0] == 2), kind)),
    };
    Ok((id, (game, opening, finished)))
}

/// The turns without the result, which [`Record::game`] would take for a resignation.
fn replay(record: &Record) -> Game {
    let mut open = record.clone();
    open.result = GameResult::Open;
    open.game()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Forfeit;
    use zertz::{Board, Rules};

    fn played(forfeit: Option<(usize, Forfeit)>) -> Played {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        for turn in ["Wd4,d1", "Gd5,a1", "xd5Wd3"] {
            game.play_text(turn).unwrap();
        }
        let time = [Duration::from_millis(1500), Duration::from_millis(20)];
        Played { game, opening: 1, forfeit, time, values: vec![] }
    }

    fn id(pair: u64, game: usize) -> GameId {
        GameId { players: ["a \"b\"".to_owned(), "ugi:x\\y".to_owned()], pair, game }
    }

    fn forfeit() -> Option<(usize, Forfeit)> {
        Some((1, Forfeit::new(ForfeitKind::Crash, "it ended (exit status: 3), saying: [oh\n[no")))
    }

    #[test]
    fn games_read_back_as_what_counts_of_them() {
        let text = write(&id(0, 0), &played(None)) + &write(&id(11, 1), &played(forfeit()));
        let (known, good) = read(&text).unwrap();
        assert_eq!(good, text.len());
        let (game, opening, finished) = &known[&id(11, 1)];
        assert_eq!((game.turns().len(), *opening), (3, 1));
        assert_eq!(*finished, Finished::of(&played(forfeit())));
        assert_eq!(known[&id(0, 0)].2, Finished::of(&played(None)));
        assert_eq!(known[&id(0, 0)].2.chosen, [1, 1]);
    }

    #[test]
    fn a_game_that_breaks_off_is_left_out_wherever_it_breaks() {
        let first = write(&id(0, 0), &played(None));
        let second = write(&id(0, 1), &played(forfeit()));
        for cut in 1..second.len() {
            let text = first.clone() + &second[..cut];
            let (known, good) = read(&text).unwrap();
            assert_eq!((known.len(), good), (1, first.len()), "cut at {cut}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        assert!(read("[Player1 \"x\"]\n\n1. Wd4,d1 *\n\n").is_err());
        let twice = "[Player1 \"x\"]\n\n1. Wz9 *\n\n".repeat(2);
        assert!(format!("{:#}", read(&twice).unwrap_err()).contains("game 1"));
    }
}
