//! [`GameFile`]: a file of finished games. Each game is appended when it ends, so that an interrupted match can be continued.
//!
//! Games are in the official text format. The tag `Round` has the numbers of the pair and of the game in it (`12.2`), `Termination` the
//! outcome, `Opening` the number of random turns, `Seconds1` and `Seconds2` the time that the players used.

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

/// A game of a match or ladder.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameId {
    /// The players by seat.
    pub players: [String; 2],
    /// The number of the pair, from 0.
    pub pair: u64,
    /// The number of the game in the pair, 0 or 1.
    pub game: usize,
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// By seat: 2, 1 or 0.
    pub half_points: [usize; 2],
    /// The number of turns, with the opening.
    pub turns: usize,
    /// The number of turns that each player chose.
    pub chosen: [usize; 2],
    /// The time that each player used.
    pub time: [Duration; 2],
    /// The seat that lost by forfeit, and the kind.
    pub forfeit: Option<(usize, ForfeitKind)>,
}

impl Finished {
    /// The result of a game just played.
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
    known: Known,
}

/// The games of a file, with the lengths of their openings.
type Known = HashMap<GameId, (Game, usize, Finished)>;

impl GameFile {
    /// Opens a file to append to. It must be empty or new, unless `resume` is set.
    pub fn open(path: &Path, resume: bool) -> Result<GameFile> {
        let what = || path.display().to_string();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(what),
        };
        if !text.is_empty() && !resume {
            bail!("{} already has games; continue with --resume", path.display());
        }
        let (known, good) = read(&text).with_context(what)?;
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(what)?;
        // An incomplete game at the end is removed and played again.
        file.set_len(good as u64).with_context(what)?;
        Ok(GameFile { file, path: path.to_owned(), known })
    }

    /// Removes and returns a game, if the file has it. A different opening means that the file belongs to another match.
    pub fn take(&mut self, id: &GameId, opening: &Game) -> Result<Option<Finished>> {
        let Some((game, turns, finished)) = self.known.remove(id) else { return Ok(None) };
        if game.rules() != opening.rules() || game.turns().get(..turns) != Some(opening.turns()) {
            bail!(
                "{} belongs to another match: round {}.{} has another opening (use the same seed, board, rules and openings)",
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
        let written = self.file.write_all(text.as_bytes());
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

/// The games of a text, and the length of the text up to the end of the last complete game.
fn read(text: &str) -> Result<(Known, usize)> {
    let mut known = HashMap::new();
    let starts = starts(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut good = 0;
    for (number, (&start, end)) in starts.iter().zip(ends).enumerate() {
        let part = &text[start..end];
        // The tags end with an empty line too.
        let whole = part.ends_with("\n\n") && !part.trim_end().ends_with(']');
        match official::read(part) {
            Ok(record) if whole => {
                let (id, entry) =
                    entry(&record).with_context(|| format!("game {} does not belong to a match", number + 1))?;
                known.insert(id, entry);
                good = end;
            }
            _ if end == text.len() => {}
            Ok(_) => bail!("game {} is incomplete", number + 1),
            Err(error) => bail!("game {}: {error}", number + 1),
        }
    }
    Ok((known, good))
}

/// The offsets at which games begin: at a tag that does not follow a tag.
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

/// The game without its result, which [`Record::game`] would read as a resignation.
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
    fn what_is_written_can_be_read() {
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
    fn an_incomplete_game_is_left_out_wherever_it_ends() {
        let first = write(&id(0, 0), &played(None));
        let second = write(&id(0, 1), &played(forfeit()));
        for cut in 1..second.len() {
            let text = first.clone() + &second[..cut];
            let (known, good) = read(&text).unwrap();
            assert_eq!((known.len(), good), (1, first.len()), "cut at {cut}");
        }
    }

    #[test]
    fn a_file_without_a_match_is_refused() {
        assert!(read("[Player1 \"x\"]\n\n1. Wd4,d1 *\n\n").is_err());
        let twice = "[Player1 \"x\"]\n\n1. Wz9 *\n\n".repeat(2);
        assert!(format!("{:#}", read(&twice).unwrap_err()).contains("game 1"));
    }
}
