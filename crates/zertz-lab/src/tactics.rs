//! `zertz-lab tactics`: positions with proven wins, from games of the engine against itself.
//!
//! The engine's solver finds positions that are won by force; `shortest` finds the shortest win and its proof. The positions kept are those
//! in which the win is hard to see: few placements win, and the loser has several replies.

use crate::{
    data::{self, PositionArgs},
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
use zertz::{Game, Goals, Position, RingSet, Rng, Rules, Turn};
use zertz_engine::{Engine, Limits, Score, Solver, Stop, Verdict};

/// Collect positions with proven wins from self-play
#[derive(Args, Clone, Debug)]
pub struct Tactics {
    #[command(flatten)]
    positions: PositionArgs,
    /// File to add to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions to collect for each length, board and rules
    #[arg(long, value_name = "N", default_value_t = 8)]
    want: usize,
    /// Minimum length of a win, in turns of the winner
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=50))]
    from: u32,
    /// Maximum length of a win, in turns of the winner
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=50))]
    to: u32,
    /// Use only positions with at least this score
    #[arg(long, value_name = "POINTS", default_value_t = 0)]
    score: i32,
    /// Use only positions in which the player to move saw no proven win
    #[arg(long)]
    unseen: bool,
    /// Positions to examine, chosen at random
    #[arg(long, value_name = "N", default_value_t = 5000)]
    look: usize,
    /// Positions to search, for each length, to prove that no shorter win exists
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    effort: u64,
    /// Seed of the random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The solver gets this fraction of the effort to find a win.
const SOLVER_SHARE: u64 = 15;
/// The prover gets this fraction of the effort to find out whether a position has a wanted length.
const FIRST_LOOK_SHARE: u64 = 30;
/// With more winning placements than this, a win is easily found by accident.
const MOST_PLACEMENTS: usize = 3;
/// Proofs with more turns of the winner than this are hard to read.
const LARGEST_PROOF: usize = 40;
/// Candidates are collected until there are this many for each wanted position.
const CHOICE: usize = 3;

struct Source {
    /// The numbers of the file and the game.
    game: (usize, usize),
    rules: Rules,
    position: Position,
}

struct Candidate {
    game: (usize, usize),
    tactic: Tactic,
    placements: usize,
    size: usize,
}

impl Tactics {
    /// Adds tactics to the file and prints how many it has of each length.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        ensure!(self.from <= self.to, "there are no wins from {} to {} turns long", self.from, self.to);
        let mut tactics: Vec<Tactic> = match self.out.exists() {
            true => proofs::read(&self.out)?.into_iter().map(|(_, tactic)| tactic).collect(),
            false => Vec::new(),
        };
        let missing = |turns: u32, rules: &Rules| {
            let there = tactics.iter().filter(|t| t.length.at_most == turns && t.rules == *rules).count();
            self.want.saturating_sub(there)
        };
        let seen = tactics.iter().map(|t| identity(&t.rules, &t.position)).collect();
        let chosen = choose(self.candidates(seen, &missing, stop)?, missing);
        let added = chosen.len();
        tactics.extend(chosen);
        tactics.sort_by_key(|t| (t.length.at_most, t.rules.board.all().len(), t.rules.goals != Goals::STANDARD));
        let lines: String = tactics.iter().map(|tactic| format!("{tactic}\n")).collect();
        std::fs::write(&self.out, format!("{HEADER}{lines}"))
            .with_context(|| format!("cannot write to {}", self.out.display()))?;
        writeln!(out, "{added} positions added to {}, which has {}", self.out.display(), tactics.len())?;
        for turns in self.lengths() {
            let lengths = tactics.iter().map(|t| t.length).filter(|length| length.at_most == turns);
            let (count, exact) = (lengths.clone().count(), lengths.filter(|length| length.is_exact()).count());
            writeln!(out, "{turns:3} turns: {count:3}, of which {exact:3} are proven to have no shorter win by force")?;
        }
        Ok(())
    }

    /// The candidates by the length of their wins, without those that were seen before.
    fn candidates(
        &self,
        mut seen: HashSet<(u64, String)>,
        missing: &dyn Fn(u32, &Rules) -> usize,
        stop: &Stop,
    ) -> Result<BTreeMap<u32, Vec<Candidate>>> {
        let sources = self.sources()?;
        let mut found: BTreeMap<u32, Vec<Candidate>> = BTreeMap::new();
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
        Ok(found)
    }

    /// The wanted lengths, in turns of both players.
    fn lengths(&self) -> impl Iterator<Item = u32> + use<> {
        (self.from * 2 - 1..self.to * 2).step_by(2)
    }

    fn sources(&self) -> Result<Vec<Source>> {
        let seen = data::score(Score::WinIn(u32::MAX));
        let mut sources = Vec::new();
        self.positions.read(|game, rules, &position, labelled| {
            if labelled.score >= self.score && !(self.unseen && labelled.score >= seen) {
                sources.push(Source { game, rules: rules.clone(), position });
            }
        })?;
        let mut rng = Rng::with_path(self.seed, &[]);
        for last in (1..sources.len()).rev() {
            sources.swap(last, rng.below(last + 1));
        }
        sources.truncate(self.look);
        Ok(sources)
    }

    /// Examines a position. It is a candidate if it has a win by force that is of a wanted length and hard to find.
    fn examine(&self, source: &Source, wanted: &dyn Fn(u32) -> bool, stop: &Stop) -> Option<Candidate> {
        let Source { game, rules, position } = source;
        let Verdict::Wins(variation) = Solver::new(rules, 16, stop.clone()).solve(position, self.effort / SOLVER_SHARE)
        else {
            return None;
        };
        // The shortest win is at most as long as the solver's.
        if (variation.len() as u32) < self.from * 2 - 1 {
            return None;
        }
        let look = self.effort / FIRST_LOOK_SHARE;
        let mut prover = Prover::new(rules, position, stop.clone());
        let most = self.to * 2 - 1;
        // Little effort is enough to reject most positions.
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
        // The prover may have found a shorter win, with the results of the earlier searches.
        let length = Length { at_most: proof.turns(), ..length };
        let turns = prover.winning_turns(position, length.at_most, look);
        let placements: HashSet<_> = turns.iter().map(placement).collect();
        let size = proof.size();
        let fine = wanted(length.at_most) && placements.len() <= MOST_PLACEMENTS && size <= LARGEST_PROOF;
        if !fine || stop.is_set() {
            return None;
        }
        let tactic = Tactic::new(rules.clone(), *position, length, &proof);
        Some(Candidate { game: *game, tactic, placements: placements.len(), size })
    }

    /// Whether the engine finds a shorter win, which must then contain a quiet turn.
    fn quieter(&self, source: &Source, length: Length, stop: &Stop) -> bool {
        let game = Game::from_position(source.rules.clone(), source.position);
        let limits = Limits { nodes: Some(self.effort), ..Limits::default() };
        let found = Engine::new(16).search(&game, &limits, stop, &mut |_| {});
        matches!(found.map(|found| found.info.score), Some(Score::WinIn(turns)) if turns < length.at_least)
    }
}

/// A turn without the removed ring, which often does not matter.
fn placement(turn: &Turn) -> Turn {
    match *turn {
        Turn::Place { colour, ring, .. } => Turn::Place { colour, ring, removed: None, claimed: RingSet::EMPTY },
        other => other,
    }
}

/// A value that is equal for a position and its mirror images.
fn identity(rules: &Rules, position: &Position) -> (u64, String) {
    (position.canonical(&rules.board).0.hash(), format!("{} {}", rules.board, rules.goals))
}

/// The best candidates, as many as are missing of each length and at most one of each game. Wins that are proven to be shortest come first,
/// then those in which the loser has a choice, then those with few winning placements. Long wins are rare, so they are chosen first.
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
