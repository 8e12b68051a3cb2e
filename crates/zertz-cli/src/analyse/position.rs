//! The best lines of one position: a table while the engine thinks, and the same once more at the end.

use super::{
    score::{Score, number},
    text::{Page, wrap},
    think::{Thought, texts},
};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use zertz::{Game, Player, Position, Rules, notation::Zip};

/// The best lines so far.
#[derive(Default)]
pub struct Lines {
    /// Of the depth that is being looked at.
    new: Vec<Thought>,
    /// Of the depths before, where the new one has nothing to say yet.
    old: Vec<Thought>,
}

impl Lines {
    /// Takes what the engine reports. A line of rank 1 begins a new depth.
    pub fn add(&mut self, thought: Thought) {
        if thought.rank == 1 {
            self.old.splice(0..0, self.new.drain(..));
        }
        // A choice is shown once, by what is known of it now.
        let choice = |thought: &Thought| thought.line.turns.get(thought.forced).copied();
        self.old.retain(|old| choice(old) != choice(&thought));
        self.new.push(thought);
    }

    /// Whether every line is proven, so that looking deeper tells nothing new. To be asked between two depths.
    pub fn are_proven(&self) -> bool {
        !self.new.is_empty() && self.new.iter().all(|thought| thought.line.score.is_proven())
    }

    /// The lines, best first. A depth that was broken off is filled up from the one before.
    fn best(&self, count: usize) -> impl Iterator<Item = &Thought> {
        self.new.iter().chain(&self.old).take(count)
    }
}

/// What is told about a position. Scores and chances are of player 1 here, as in the report on a game; a table shows those of the mover.
#[derive(Serialize)]
pub struct Analysis {
    position: String,
    #[serde(serialize_with = "by_number")]
    mover: Player,
    depth: usize,
    nodes: u64,
    nodes_per_second: u64,
    milliseconds: u128,
    lines: Vec<AnalysedLine>,
}

#[derive(Serialize)]
struct AnalysedLine {
    score: Score,
    chance: f64,
    depth: usize,
    line: Vec<String>,
}

fn by_number<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(number(*player) as u64)
}

impl Analysis {
    /// What is known of the position of a game, with at most so many lines.
    pub fn new(game: &Game, lines: &Lines, count: usize) -> Analysis {
        let (rules, position): (&Rules, &Position) = (game.rules(), game.position());
        let latest = lines.best(1).next();
        let analysed = |thought: &Thought| AnalysedLine {
            score: thought.line.score,
            chance: thought.line.score.chance(Player::One),
            depth: thought.depth,
            line: texts(rules, *position, &thought.line.turns),
        };
        Analysis {
            position: Zip::of(rules, position).to_string(),
            mover: position.mover(),
            depth: latest.map_or(0, |thought| thought.depth),
            nodes: latest.map_or(0, |thought| thought.nodes),
            nodes_per_second: latest.map_or(0, |thought| thought.speed),
            milliseconds: latest.map_or(0, |thought| thought.time.as_millis()),
            lines: lines.best(count).map(analysed).collect(),
        }
    }

    /// Writes the table. Lines of play that do not fit are wrapped.
    pub fn write(&self, page: Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        writeln!(out, "It is the turn of {}, whose chances and scores these are.\n", self.mover)?;
        if self.lines.is_empty() {
            return writeln!(out, "There was no time to look at anything.");
        }
        writeln!(out, "{}", page.paint.paint("2", HEAD))?;
        for (rank, line) in self.lines.iter().enumerate() {
            let mut rows = wrap(&line.line, page.width.saturating_sub(INDENT)).into_iter();
            writeln!(out, "{}{}", self.facts(rank, line), rows.next().unwrap_or_default())?;
            for row in rows {
                writeln!(out, "{:INDENT$}{row}", "")?;
            }
        }
        writeln!(out, "\n{}", self.effort())
    }

    /// The table while it changes: a row a line.
    pub fn live(&self) -> String {
        let rows = self.lines.iter().enumerate();
        let rows: String =
            rows.map(|(rank, line)| format!("{}{}\n", self.facts(rank, line), line.line.join(" "))).collect();
        format!("{HEAD}\n{rows}\n{}\nCtrl-C ends the thinking", self.effort())
    }

    fn facts(&self, rank: usize, line: &AnalysedLine) -> String {
        let (chance, score) = (line.score.percent(self.mover), line.score.value(self.mover).to_string());
        format!("{:>4}  {chance:>6}  {score:>11}  {:>5}  ", rank + 1, line.depth)
    }

    fn effort(&self) -> String {
        format!(
            "Depth {}, {} steps looked at in {:.1} s, {} a second",
            self.depth,
            thousands(self.nodes),
            self.milliseconds as f64 / 1000.0,
            thousands(self.nodes_per_second)
        )
    }
}

const HEAD: &str = "line  chance        score  depth  turns";
/// Where the turns begin.
const INDENT: usize = HEAD.len() - "turns".len();

/// `1,234,567`
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::judge::Line;
    use std::time::Duration;
    use zertz::{Board, Turn};
    use zertz_engine::Value;

    fn thought(rank: usize, depth: usize, points: i32, turn: Turn) -> Thought {
        let line = Line { score: Score::of(Value::Points(points), Player::One), turns: vec![turn] };
        Thought { rank, line, forced: 0, depth, nodes: 1_234_567, speed: 0, time: Duration::ZERO }
    }

    #[test]
    fn a_depth_that_was_broken_off_is_filled_up_from_the_one_before() {
        let game = Game::new(Rules::standard(Board::rings37()));
        let turns = game.position().turns(game.rules()).to_vec();
        let mut lines = Lines::default();
        for (rank, turn) in turns[..3].iter().enumerate() {
            lines.add(thought(rank + 1, 1, 30, *turn));
        }
        lines.add(thought(1, 2, 40, turns[1]));
        let shown: Vec<(usize, Turn)> = lines.best(3).map(|line| (line.depth, line.line.turns[0])).collect();
        assert_eq!(shown, [(2, turns[1]), (1, turns[0]), (1, turns[2])]);
        let analysis = Analysis::new(&game, &lines, 2);
        assert_eq!((analysis.depth, analysis.lines.len()), (2, 2));
        assert!(analysis.live().contains("Depth 2, 1,234,567 steps"), "{}", analysis.live());
    }

    #[test]
    fn large_numbers_can_be_read() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
