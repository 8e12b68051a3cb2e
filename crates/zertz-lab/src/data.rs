//! Training data: a file of positions, one per line, as `ZIP<TAB>score<TAB>result<TAB>ply<TAB>turn`. The turn may be missing.
//!
//! The score is the evaluation of the player that searched the position, in points; the result is that of the game (1, 0.5 or 0). Both are
//! from the view of the player to move. Proven wins and losses are ±10000, less the turns they take. The turn is the one that the player
//! would play. Lines that begin with `#` are comments.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::PathBuf,
};
use zertz::{
    Board, Captures, Position, Preset, Rules,
    notation::{TurnText, Zip},
};
use zertz_engine::Score;

/// A position with its evaluation and the result of its game, for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelledPosition {
    /// The position.
    pub zip: Zip,
    /// The evaluation in points.
    pub score: i32,
    /// The result: 1, 0.5 or 0.
    pub result: f32,
    /// The number of turns before it.
    pub ply: u32,
    /// The best turn.
    pub turn: Option<TurnText>,
}

const WON: i32 = 10_000;

/// The score that a file has for a value.
pub fn score(value: Score) -> i32 {
    match value {
        Score::Points(points) => points.clamp(1000 - WON, WON - 1000),
        Score::WinIn(turns) => WON - turns.min(999) as i32,
        Score::LossIn(turns) => turns.min(999) as i32 - WON,
    }
}

impl std::fmt::Display for LabelledPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.zip, self.score, self.result, self.ply)?;
        self.turn.as_ref().map_or(Ok(()), |turn| write!(f, "\t{turn}"))
    }
}

impl std::str::FromStr for LabelledPosition {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<LabelledPosition> {
        let mut fields = text.split('\t');
        let mut field = |name: &'static str| fields.next().ok_or_else(|| anyhow!("the {name} is missing"));
        let zip = field("position")?.parse().map_err(|error| anyhow!("invalid position: {error}"))?;
        let score = field("score")?.trim().parse().context("its score is not a number")?;
        let result: f32 = field("result")?.trim().parse().context("its result is not a number")?;
        let ply = field("ply")?.trim().parse().context("its ply is not a number")?;
        let turn = fields.next().map(str::parse).transpose().context("its turn is not valid")?;
        if !(0.0..=1.0).contains(&result) {
            return Err(anyhow!("its result is not between 0 and 1"));
        }
        Ok(LabelledPosition { zip, score, result, ply, turn })
    }
}

/// Files of positions, as options of a command.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// Files of positions, as written by selfplay and stray
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Board, if the positions do not determine it
    #[arg(long, value_name = "BOARD")]
    pub board: Option<Board>,
    /// Rules, if the positions do not determine them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<Preset>,
}

impl PositionArgs {
    /// Reads all files and calls `visit` with each position, its rules, and the numbers of its file and its game. A new game
    /// begins where the
    /// ply does not increase.
    pub fn read(&self, mut visit: impl FnMut((usize, usize), &Rules, &Position, &LabelledPosition)) -> Result<()> {
        for (file, path) in self.data.iter().enumerate() {
            let lines = BufReader::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?);
            let (mut game, mut last_ply) = (0, None);
            for (number, text) in lines.lines().enumerate() {
                let place = || format!("{}, line {}", path.display(), number + 1);
                let text = text.with_context(place)?;
                if text.starts_with('#') || text.trim().is_empty() {
                    continue;
                }
                let labelled: LabelledPosition = text.parse().with_context(place)?;
                let rules = self.rules(&labelled.zip);
                let position = labelled.zip.position(&rules).with_context(place)?;
                game += usize::from(last_ply.is_some_and(|last| labelled.ply <= last));
                last_ply = Some(labelled.ply);
                visit((file, game), &rules, &position, &labelled);
            }
        }
        Ok(())
    }

    fn rules(&self, zip: &Zip) -> Rules {
        let board = self.board.clone().unwrap_or_else(|| zip.board());
        let rules = self.rules.map_or_else(|| zip.rules(board.clone()), |preset| preset.rules(board.clone()));
        Rules { captures: Captures::Enforced, touch_move: false, ..rules }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1";

    #[test]
    fn what_is_written_can_be_read() {
        let text = format!("{START}\t-35\t0.5\t4");
        let line: LabelledPosition = text.parse().unwrap();
        assert_eq!((line.score, line.result, line.ply), (-35, 0.5, 4));
        assert_eq!(line.to_string(), text);
        let with_turn = format!("{text}\tWd4,d1");
        assert_eq!(with_turn.parse::<LabelledPosition>().unwrap().to_string(), with_turn);
    }

    #[test]
    fn a_wrong_line_is_explained() {
        for (tail, says) in [("\t1\t1", "ply is missing"), ("\tx\t1\t1", "score"), ("\t1\t2\t1", "between 0 and 1")] {
            let error = format!("{START}{tail}").parse::<LabelledPosition>().unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
        assert!("o x\t1\t1\t1".parse::<LabelledPosition>().unwrap_err().to_string().contains("position"));
    }

    #[test]
    fn scores_of_proven_results_are_larger_than_all_others() {
        assert_eq!(score(Score::WinIn(3)), 9997);
        assert_eq!(score(Score::LossIn(2)), -9998);
        assert_eq!(score(Score::Points(20_000)), 9000);
    }

    #[test]
    fn a_game_begins_where_the_ply_does_not_increase() {
        let path = std::env::temp_dir().join(format!("zertz-lab-data-{}", std::process::id()));
        let text: String = [2, 4, 5, 3, 6, 6].map(|ply| format!("{START}\t0\t1\t{ply}\n")).concat();
        std::fs::write(&path, format!("# a comment\n{text}")).unwrap();
        let args = PositionArgs { data: vec![path.clone(), path.clone()], ..PositionArgs::default() };
        let mut games = Vec::new();
        let read = args.read(|game, rules, position, _| {
            assert_eq!(*position, rules.start());
            games.push(game);
        });
        std::fs::remove_file(&path).unwrap();
        read.unwrap();
        let expected = |file| [0, 0, 0, 1, 1, 2].map(|game| (file, game));
        assert_eq!(games, [expected(0), expected(1)].concat());
    }
}
