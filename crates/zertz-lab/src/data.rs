//! Positions to learn from, one a line: `ZIP<TAB>score<TAB>result<TAB>ply`.
//!
//! The score is what the player thought, in hundredths of a white marble, the result what became of it (1, 0.5 or 0); both from the view of
//! the player to move. Proven wins and losses are ±10000, less the turns they take. Lines that begin with `#` are comments.

use anyhow::{Context, Result, anyhow};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};
use zertz::{Board, Captures, Position, Preset, Rules, notation::Zip};
use zertz_engine::Score;

/// A position with what was thought and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The position.
    pub zip: Zip,
    /// What the player to move thought it worth.
    pub score: i32,
    /// What became of it: 1, 0.5 or 0.
    pub result: f32,
    /// How many turns had been made.
    pub ply: u32,
}

/// A proven win on the spot.
const WON: i32 = 10_000;

/// A value as a score in a file.
pub fn score(value: Score) -> i32 {
    match value {
        Score::Points(points) => points.clamp(1000 - WON, WON - 1000),
        Score::WinIn(turns) => WON - turns.min(999) as i32,
        Score::LossIn(turns) => turns.min(999) as i32 - WON,
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.zip, self.score, self.result, self.ply)
    }
}

impl std::str::FromStr for Line {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Line> {
        let mut fields = text.split('\t');
        let mut field = |name: &'static str| fields.next().ok_or_else(|| anyhow!("the {name} is missing"));
        let zip = field("position")?.parse().map_err(|error| anyhow!("its position makes no sense: {error}"))?;
        let score = field("score")?.trim().parse().context("its score is not a number")?;
        let result: f32 = field("result")?.trim().parse().context("its result is not a number")?;
        let ply = field("ply")?.trim().parse().context("its ply is not a number")?;
        if !(0.0..=1.0).contains(&result) {
            return Err(anyhow!("its result is not between 0 and 1"));
        }
        Ok(Line { zip, score, result, ply })
    }
}

/// What the positions of a file are played by: as said, or as the positions suggest.
#[derive(Clone, Debug, Default)]
pub struct Meant {
    /// The board, if said.
    pub board: Option<Board>,
    /// The rules, if said.
    pub preset: Option<Preset>,
}

impl Meant {
    fn rules(&self, zip: &Zip) -> Rules {
        let board = self.board.clone().unwrap_or_else(|| zip.board());
        let rules = self.preset.map_or_else(|| zip.rules(board.clone()), |preset| preset.rules(board.clone()));
        Rules { captures: Captures::Enforced, touch_move: false, ..rules }
    }
}

/// Reads a file and hands on each position with the number of its game. A new game begins where the ply does not rise. Gives how many
/// games there are.
pub fn read(path: &Path, meant: &Meant, mut visit: impl FnMut(usize, &Rules, &Position, &Line)) -> Result<usize> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut game, mut last_ply) = (0, None);
    for (number, text) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), number + 1);
        let text = text.with_context(place)?;
        if text.starts_with('#') || text.trim().is_empty() {
            continue;
        }
        let line: Line = text.parse().with_context(place)?;
        let rules = meant.rules(&line.zip);
        let position = line.zip.position(&rules).with_context(place)?;
        if last_ply.is_some_and(|last| line.ply <= last) {
            game += 1;
        }
        last_ply = Some(line.ply);
        visit(game, &rules, &position, &line);
    }
    Ok(last_ply.map_or(0, |_| game + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1";

    #[test]
    fn lines_read_back() {
        let text = format!("{START}\t-35\t0.5\t4");
        let line: Line = text.parse().unwrap();
        assert_eq!((line.score, line.result, line.ply), (-35, 0.5, 4));
        assert_eq!(line.to_string(), text);
    }

    #[test]
    fn nonsense_is_explained() {
        for (tail, says) in [("\t1\t1", "ply is missing"), ("\tx\t1\t1", "score"), ("\t1\t2\t1", "between 0 and 1")] {
            let error = format!("{START}{tail}").parse::<Line>().unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
        assert!("o x\t1\t1\t1".parse::<Line>().unwrap_err().to_string().contains("position"));
    }

    #[test]
    fn proven_scores_stand_apart_from_estimates() {
        assert_eq!(score(Score::WinIn(3)), 9997);
        assert_eq!(score(Score::LossIn(2)), -9998);
        assert_eq!(score(Score::Points(20_000)), 9000);
    }

    #[test]
    fn games_are_told_apart_by_their_plies() {
        let path = std::env::temp_dir().join(format!("zertz-lab-data-{}", std::process::id()));
        let text: String = [2, 4, 5, 3, 6, 6].map(|ply| format!("{START}\t0\t1\t{ply}\n")).concat();
        std::fs::write(&path, format!("# a comment\n{text}")).unwrap();
        let mut games = Vec::new();
        let count = read(&path, &Meant::default(), |game, rules, position, _| {
            assert_eq!(*position, rules.start());
            games.push(game);
        });
        std::fs::remove_file(&path).unwrap();
        assert_eq!(count.unwrap(), 3);
        assert_eq!(games, [0, 0, 0, 1, 1, 2]);
    }
}
