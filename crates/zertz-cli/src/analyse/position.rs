//! The best variations of one position: a table that changes during the search, and the same at the end.

use super::{
    search::Found,
    text::{Page, wrap},
};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use zertz::{Game, Player, Position, Rules, notation::Zip};
use zertz_engine::review::Evaluation;

#[derive(Default)]
pub struct Variations {
    /// Of the depth that is being searched.
    new: Vec<Found>,
    /// Of earlier depths, where the new one has no result yet.
    old: Vec<Found>,
}

impl Variations {
    /// Adds what the engine reports. A variation of rank 1 begins a new depth.
    pub fn add(&mut self, found: Found) {
        if found.rank == 1 {
            self.old.splice(0..0, self.new.drain(..));
        }
        // A choice is shown once, with its latest result.
        let choice = |found: &Found| found.variation.turns.get(found.forced).copied();
        self.old.retain(|old| choice(old) != choice(&found));
        self.new.push(found);
    }

    /// Whether every variation is proven, so that a deeper search has nothing to add. Only valid between two depths.
    pub fn are_proven(&self) -> bool {
        !self.new.is_empty() && self.new.iter().all(|found| found.variation.evaluation.winner().is_some())
    }

    /// The variations, best first. If a depth was interrupted, the rest comes from the previous one.
    fn best(&self, count: usize) -> impl Iterator<Item = &Found> {
        self.new.iter().chain(&self.old).take(count)
    }
}

/// The analysis of a position. Win chances and evaluations are for player 1, as in the review of a game; the table shows those of the
/// player to move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    position: String,
    #[serde(serialize_with = "by_number")]
    mover: Player,
    depth: usize,
    nodes: u64,
    nodes_per_second: u64,
    milliseconds: u128,
    variations: Vec<AnalysedVariation>,
}

#[derive(Serialize)]
struct AnalysedVariation {
    evaluation: Evaluation,
    chance: f64,
    depth: usize,
    variation: Vec<String>,
}

fn by_number<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(player.index() as u64 + 1)
}

impl Analysis {
    pub fn new(game: &Game, variations: &Variations, count: usize) -> Analysis {
        let (rules, position): (&Rules, &Position) = (game.rules(), game.position());
        let latest = variations.best(1).next();
        let analysed = |found: &Found| AnalysedVariation {
            evaluation: found.variation.evaluation,
            chance: found.variation.evaluation.chance(Player::One),
            depth: found.depth,
            variation: found.variation.texts(rules, *position),
        };
        Analysis {
            position: Zip::of(rules, position).to_string(),
            mover: position.mover(),
            depth: latest.map_or(0, |found| found.depth),
            nodes: latest.map_or(0, |found| found.nodes),
            nodes_per_second: latest.map_or(0, |found| found.speed),
            milliseconds: latest.map_or(0, |found| found.time.as_millis()),
            variations: variations.best(count).map(analysed).collect(),
        }
    }

    pub fn write(&self, page: Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        writeln!(out, "{} to move. Win chances and evaluations are from their point of view.\n", self.mover)?;
        if self.variations.is_empty() {
            return writeln!(out, "The search was stopped before it found anything.");
        }
        writeln!(out, "{}", page.paint.paint("2", HEAD))?;
        for (rank, analysed) in self.variations.iter().enumerate() {
            let mut rows = wrap(&analysed.variation, page.width.saturating_sub(INDENT)).into_iter();
            writeln!(out, "{}{}", self.facts(rank, analysed), rows.next().unwrap_or_default())?;
            for row in rows {
                writeln!(out, "{:INDENT$}{row}", "")?;
            }
        }
        writeln!(out, "\n{}", self.effort())
    }

    /// The table during the search: one row for each variation.
    pub fn live(&self) -> String {
        let rows = self.variations.iter().enumerate();
        let rows: String = rows
            .map(|(rank, analysed)| format!("{}{}\n", self.facts(rank, analysed), analysed.variation.join(" ")))
            .collect();
        format!("{HEAD}\n{rows}\n{}\nCtrl-C stops the search", self.effort())
    }

    fn facts(&self, rank: usize, analysed: &AnalysedVariation) -> String {
        let evaluation = analysed.evaluation;
        let (chance, value) = (evaluation.percent(self.mover), evaluation.score(self.mover).to_string());
        format!("{:>4}  {chance:>6}  {value:>11}  {:>5}  ", rank + 1, analysed.depth)
    }

    fn effort(&self) -> String {
        let (nodes, speed) = (HumanCount(self.nodes), HumanCount(self.nodes_per_second));
        let seconds = self.milliseconds as f64 / 1000.0;
        format!("Depth {}, {nodes} nodes in {seconds:.1} s, {speed} per second", self.depth)
    }
}

const HEAD: &str = "rank  chance   evaluation  depth  turns";
/// The column in which the turns begin.
const INDENT: usize = HEAD.len() - "turns".len();

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use zertz::{Board, Turn};
    use zertz_engine::{Score, review::Variation};

    fn found(rank: usize, depth: usize, points: i32, turn: Turn) -> Found {
        let evaluation = Evaluation::new(Score::Points(points), Player::One);
        let variation = Variation { evaluation, turns: vec![turn] };
        Found { rank, variation, forced: 0, depth, nodes: 1_234_567, speed: 0, time: Duration::ZERO }
    }

    #[test]
    fn an_interrupted_depth_is_completed_from_the_one_before() {
        let game = Game::new(Rules::standard(Board::rings37()));
        let turns = game.position().turns(game.rules()).to_vec();
        let mut variations = Variations::default();
        for (rank, turn) in turns[..3].iter().enumerate() {
            variations.add(found(rank + 1, 1, 30, *turn));
        }
        variations.add(found(1, 2, 40, turns[1]));
        let shown: Vec<(usize, Turn)> =
            variations.best(3).map(|found| (found.depth, found.variation.turns[0])).collect();
        assert_eq!(shown, [(2, turns[1]), (1, turns[0]), (1, turns[2])]);
        let analysis = Analysis::new(&game, &variations, 2);
        assert_eq!((analysis.depth, analysis.variations.len()), (2, 2));
        assert!(analysis.live().contains("Depth 2, 1,234,567 nodes"), "{}", analysis.live());
    }
}
