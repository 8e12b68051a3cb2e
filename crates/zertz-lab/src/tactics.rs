//! `zertz-lab tactics`: positions with proven wins, from games of the engine against itself.
//!
//! The engine's solver says quickly which positions are won by force; how short the win is, and the proof, come from [`Prover`]. Kept are
//! positions in which the win is hard to see: few placements win, and the loser has replies to choose from.

use crate::{
    data::{self, Meant},
    progress::Progress,
    proofs::{self, HEADER, Tactic},
    shortest::{Length, Prover},
};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::{
    collections::{BTreeMap, HashSet},
    io::Write,
    path::PathBuf,
};
use zertz::{Board, Game, Goals, Position, RingSet, Rng, Rules, Turn};
use zertz_engine::{Engine, Limits, Score, Solver, Stop, Verdict};

/// Collect positions with proven wins from self-play
#[derive(Args, Clone, Debug)]
pub struct Tactics {
    /// Files of positions, as selfplay writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The board, if the positions do not tell
    #[arg(long, value_name = "BOARD")]
    pub board: Option<Board>,
    /// The file to add to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many the file shall have of each length, of these rules and this board
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub want: usize,
    /// The shortest wins, in turns of the winner
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub from: u32,
    /// The longest wins, in turns of the winner
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub to: u32,
    /// Only positions that the player to move thought worth so many points at least
    #[arg(long, value_name = "POINTS", default_value_t = 0)]
    pub score: i32,
    /// Only positions in which the player to move saw no proven win
    #[arg(long)]
    pub unseen: bool,
    /// How many positions to look at, drawn by lot
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub look: usize,
    /// Positions to look into, for each length, to show that no shorter win exists
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub effort: u64,
    /// How the lots fall
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The share of the effort that the solver may spend to find that a position is won.
const GLANCE: u64 = 15;
/// The share of the effort that is spent before it is known whether a position is wanted.
const FIRST_LOOK: u64 = 30;
/// So many placements may win; with more of them the win is easily found by accident.
const MOST_PLACEMENTS: usize = 3;
/// Proofs with more turns of the winner than this are no pleasure to read.
const LARGEST_PROOF: usize = 40;
/// The best of so many times the number wanted are chosen.
const CHOICE: usize = 3;

/// A position of a data file.
struct Source {
    file: usize,
    game: usize,
    rules: Rules,
    position: Position,
}

/// A position that could be chosen.
struct Candidate {
    game: (usize, usize),
    tactic: Tactic,
    placements: usize,
    size: usize,
}

impl Tactics {
    /// Looks for tactics, and says how many there are of each length.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        ensure!(self.from <= self.to, "wins from {} to {} turns long there are none", self.from, self.to);
        let mut file = if self.out.exists() { proofs::read(&self.out)? } else { Vec::new() };
        let sources = self.sources()?;
        let mut seen: HashSet<_> = file.iter().map(|(_, t)| identity(&t.rules, &t.position)).collect();
        let mut found: BTreeMap<u32, Vec<Candidate>> = BTreeMap::new();
        let missing = |turns: u32, rules: &Rules| {
            let there = file.iter().filter(|(_, t)| t.length.at_most == turns && t.rules == *rules).count();
            self.want.saturating_sub(there)
        };
        let mut progress = Progress::new(sources.len() as u64, "positions");
        for source in &sources {
            let wanted = |turns: u32| {
                let enough = missing(turns, &source.rules).saturating_mul(CHOICE);
                let alike = |candidate: &&Candidate| candidate.tactic.rules == source.rules;
                let count = found.get(&turns).map_or(0, |list| list.iter().filter(alike).count());
                self.lengths().any(|length| length == turns) && count < enough
            };
            if self.lengths().any(wanted)
                && seen.insert(identity(&source.rules, &source.position))
                && let Some(candidate) = self.examine(source, &wanted, stop)
            {
                found.entry(candidate.tactic.length.at_most).or_default().push(candidate);
            }
            if stop.is_set() {
                break;
            }
            progress.advance(|| {
                let counts: Vec<String> =
                    found.iter().map(|(turns, list)| format!("{turns}: {}", list.len())).collect();
                format!("by turns {}", counts.join(", "))
            });
        }
        progress.finish();
        let chosen = choose(found, missing);
        let added = chosen.len();
        file.extend(chosen.into_iter().map(|tactic| (0, tactic)));
        file.sort_by_key(|(_, t)| (t.length.at_most, t.rules.board.all().len(), t.rules.goals != Goals::STANDARD));
        let lines: String = file.iter().map(|(_, tactic)| format!("{tactic}\n")).collect();
        std::fs::write(&self.out, format!("{HEADER}{lines}"))
            .with_context(|| format!("cannot write to {}", self.out.display()))?;
        writeln!(out, "{added} positions added to {}, which has {}", self.out.display(), file.len())?;
        for turns in self.lengths() {
            let lengths = file.iter().map(|(_, t)| t.length).filter(|length| length.at_most == turns);
            let (count, exact) = (lengths.clone().count(), lengths.filter(|length| length.is_exact()).count());
            writeln!(out, "{turns:3} turns: {count:3}, of which {exact:3} are proven to have no shorter win by force")?;
        }
        Ok(())
    }

    /// How long the wins asked for are, in turns of both players.
    fn lengths(&self) -> impl Iterator<Item = u32> + use<> {
        (self.from * 2 - 1..self.to * 2).step_by(2)
    }

    /// The positions to look at: some of those with the scores asked for, in random order.
    fn sources(&self) -> Result<Vec<Source>> {
        let meant = Meant { board: self.board.clone(), preset: None };
        let seen = data::score(Score::WinIn(u32::MAX));
        let mut sources = Vec::new();
        for (file, path) in self.data.iter().enumerate() {
            data::read(path, &meant, |game, rules, &position, line| {
                if line.score >= self.score && !(self.unseen && line.score >= seen) {
                    sources.push(Source { file, game, rules: rules.clone(), position });
                }
            })?;
        }
        let mut rng = Rng::with_path(self.seed, &[]);
        for last in (1..sources.len()).rev() {
            sources.swap(last, rng.below(last + 1));
        }
        sources.truncate(self.look);
        Ok(sources)
    }

    /// A closer look at a position: is it won by force, by a win of a wanted length that is not easily found?
    fn examine(&self, source: &Source, wanted: &dyn Fn(u32) -> bool, stop: &Stop) -> Option<Candidate> {
        let Source { file, game, rules, position } = source;
        let Verdict::Wins(line) = Solver::new(rules, 16, stop.clone()).solve(position, self.effort / GLANCE) else {
            return None;
        };
        // The solver's win need not be the shortest, but shorter than wanted is too short.
        if (line.len() as u32) < self.from * 2 - 1 {
            return None;
        }
        let look = self.effort / FIRST_LOOK;
        let mut prover = Prover::new(rules, position, stop.clone());
        let most = self.to * 2 - 1;
        // Most positions turn out to be of no interest at little cost.
        let first = prover.shortest(position, most, look);
        if first.is_some_and(|first| !wanted(first.at_most)) {
            return None;
        }
        let most = first.map_or(most, |first| first.at_most);
        let length = prover.shortest(position, most, self.effort)?;
        if !wanted(length.at_most) || self.quieter(source, length, stop) {
            return None;
        }
        let proof = prover.proof(position, length.at_most, look * 10)?;
        // With what it knew by then, the prover may have found a shorter one.
        let length = Length { at_most: proof.turns(), ..length };
        let turns = prover.winning_turns(position, length.at_most, look);
        let placements: HashSet<_> = turns.iter().map(placement).collect();
        let size = proof.size();
        let fine = wanted(length.at_most) && placements.len() <= MOST_PLACEMENTS && size <= LARGEST_PROOF;
        if !fine || stop.is_set() {
            return None;
        }
        let tactic = Tactic::new(rules.clone(), *position, length, &proof);
        Some(Candidate { game: (*file, *game), tactic, placements: placements.len(), size })
    }

    /// Whether the engine finds a shorter win, which has a quiet turn in it.
    fn quieter(&self, source: &Source, length: Length, stop: &Stop) -> bool {
        let game = Game::from_position(source.rules.clone(), source.position);
        let limits = Limits { nodes: Some(self.effort), ..Limits::default() };
        let found = Engine::new(16).search(&game, &limits, stop, &mut |_| {});
        matches!(found.map(|found| found.info.score), Some(Score::WinIn(turns)) if turns < length.at_least)
    }
}

/// A turn without the ring that it removes, which often does not matter.
fn placement(turn: &Turn) -> Turn {
    match *turn {
        Turn::Place { colour, ring, .. } => Turn::Place { colour, ring, removed: None, claimed: RingSet::EMPTY },
        other => other,
    }
}

/// What is the same for a position and its mirror images.
fn identity(rules: &Rules, position: &Position) -> (u64, String) {
    (position.canonical(&rules.board).0.hash(), format!("{} {}", rules.board, rules.goals))
}

/// The best of the candidates, as many as are missing of each length and one at most from each game: those without a shorter win first,
/// then those that leave the loser a choice, then those with few ways to win. Long wins are rare, so they have the first choice.
fn choose(found: BTreeMap<u32, Vec<Candidate>>, missing: impl Fn(u32, &Rules) -> usize) -> Vec<Tactic> {
    let mut chosen: Vec<Tactic> = Vec::new();
    let mut games = HashSet::new();
    for (turns, mut list) in found.into_iter().rev() {
        list.sort_by_key(|c| (!c.tactic.length.is_exact(), c.size == turns.div_ceil(2) as usize, c.placements));
        for candidate in list {
            let alike = |t: &&Tactic| t.length.at_most == turns && t.rules == candidate.tactic.rules;
            if chosen.iter().filter(alike).count() < missing(turns, &candidate.tactic.rules)
                && games.insert(candidate.game)
            {
                chosen.push(candidate.tactic);
            }
        }
    }
    chosen
}
