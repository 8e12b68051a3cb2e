//! `zertz-lab second-turns` and `zertz-lab quiet-turns`: what the solver says about openings that the opening proof leaves open.

use crate::{progress::Progress, stream, workers};
use anyhow::{Result, ensure};
use clap::Args;
use std::{collections::HashSet, io::Write, ops::ControlFlow};
use zertz::{Board, Position, Rng, Rules, Turn};
use zertz_engine::{
    Solver, Stop, Verdict,
    theory::{self, first_turns},
};

/// Which openings to examine, and how long.
#[derive(Args, Clone, Debug)]
struct OpeningArgs {
    /// 37, 40, 43, 44, 48, 61 or custom:a1,a2,b1,…
    #[arg(long, value_name = "BOARD", default_value = "37")]
    board: Board,
    /// Nodes of the solver for each question
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    concurrency: usize,
}

impl OpeningArgs {
    fn rules(&self) -> Rules {
        Rules::standard(self.board.clone())
    }

    /// The solver's size of table in mebibytes. Questions are small.
    const HASH: usize = 4;

    fn solver<'r>(rules: &'r Rules, stop: &Stop) -> Solver<'r> {
        Solver::new(rules, OpeningArgs::HASH, stop.clone())
    }
}

/// The first turns that no known proof covers, one of each set of mirror images, with the positions after them.
fn open_first_turns(rules: &Rules) -> Vec<(Turn, Position)> {
    let proof = theory::known(rules);
    let after = |turn| (turn, rules.start().play_unchecked(rules, &turn));
    let is_open = |(_, position): &(Turn, Position)| proof.is_none_or(|proof| proof.turn(position).is_none());
    first_turns(rules).into_iter().map(after).filter(is_open).collect()
}

/// Ask the solver how often player 1 wins by force after a random second turn
///
/// For each first turn that no known proof covers, random second turns are played. The solver then looks for a forced win for player
/// 1, who is to move.
#[derive(Args, Clone, Debug)]
pub struct SecondTurns {
    #[command(flatten)]
    opening: OpeningArgs,
    /// Number of second turns to try, spread over the first turns
    #[arg(long, value_name = "N", default_value_t = 2400)]
    samples: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl SecondTurns {
    /// Prints how many of the positions are won.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let rules = self.opening.rules();
        let firsts = open_first_turns(&rules);
        ensure!(!firsts.is_empty(), "the proof covers every first turn");
        let (mut progress, mut counts) = (Progress::new(self.samples, "positions"), [0; 3]);
        workers::in_order(
            self.samples,
            self.opening.concurrency,
            stop,
            || Ok(()),
            |(), job| {
                let (_, position) = firsts[job as usize % firsts.len()];
                let mut rng = Rng::with_path(self.seed, &[stream::SECOND_TURN, job]);
                let turn = position.turns(&rules).choose(|count| rng.below(count)).expect("nobody wins in one turn");
                let after = position.play_unchecked(&rules, &turn);
                // A new solver, so that the answer does not depend on the other questions.
                let verdict = OpeningArgs::solver(&rules, stop).solve(&after, self.opening.nodes);
                Ok((!stop.is_set()).then_some(verdict))
            },
            |verdict| {
                counts[match verdict {
                    Verdict::Wins(_) => 0,
                    Verdict::NoForcedWin => 1,
                    Verdict::Unknown => 2,
                }] += 1;
                progress.advance(|| format!("{} won", counts[0]));
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        let [won, none, unknown] = counts;
        let all: u64 = counts.iter().sum();
        let share = 100.0 * won as f64 / all.max(1) as f64;
        writeln!(
            out,
            "board {}, {} first turns, {all} second turns, {} nodes each: player 1 wins after {won} ({share:.1}%), no forced win after {none}, unknown after {unknown}",
            rules.board,
            firsts.len(),
            self.opening.nodes
        )?;
        ensure!(all == self.samples, "stopped after {all} of {} positions", self.samples);
        Ok(())
    }
}

/// Look for wins for player 2 that begin with a quiet turn
///
/// For each first turn that no known proof covers, the command tries every turn of player 2 that forces nothing. Such a turn wins if
/// the solver proves a win for player 2 after each reply. A reply refutes it if the solver shows that there is no forced win after that
/// reply. If the nodes run out on several replies, the result is unknown.
#[derive(Args, Clone, Debug)]
pub struct QuietTurns {
    #[command(flatten)]
    opening: OpeningArgs,
    /// Examine only the first N of these first turns
    #[arg(long, value_name = "N")]
    first: Option<usize>,
}

/// The quiet turns after one first turn.
#[derive(Default)]
struct Examined {
    /// How many quiet turns there are. Mirror images count once.
    quiet: usize,
    /// How many were stopped by a reply after which player 2 has no win by force.
    stopped: usize,
    /// How many were given up: after several replies, the nodes did not suffice.
    unknown: usize,
    questions: usize,
    /// The most replies that lost before the quiet turn was stopped or given up.
    most_replies: usize,
    /// A quiet turn that wins.
    winning: Option<Turn>,
}

impl QuietTurns {
    /// Prints a line for each first turn.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let rules = self.opening.rules();
        let mut firsts = open_first_turns(&rules);
        firsts.truncate(self.first.unwrap_or(usize::MAX));
        let (mut progress, mut done, mut won) = (Progress::new(firsts.len() as u64, "first turns"), 0, 0);
        workers::in_order(
            firsts.len() as u64,
            self.opening.concurrency,
            stop,
            || Ok(()),
            |(), job| {
                let examined = examine(&rules, &firsts[job as usize].1, self.opening.nodes, stop);
                Ok((!stop.is_set()).then_some(examined))
            },
            |examined| {
                let Examined { quiet, stopped, unknown, questions, most_replies, winning } = examined;
                let (first, position) = &firsts[done];
                let verdict = winning.map_or("no win found".to_owned(), |turn| {
                    format!("player 2 wins with {}", position.write_turn(&rules, &turn))
                });
                writeln!(
                    out,
                    "{}: {quiet} quiet turns, {stopped} stopped, {unknown} unknown; {questions} questions, at most {most_replies} replies lose; {verdict}",
                    rules.start().write_turn(&rules, first)
                )?;
                out.flush()?;
                done += 1;
                won += usize::from(winning.is_some());
                progress.advance(|| format!("{won} won"));
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        writeln!(
            out,
            "board {}, {done} first turns, {} nodes each: player 2 wins after {won}",
            rules.board, self.opening.nodes
        )?;
        ensure!(done == firsts.len(), "stopped after {done} of {} first turns", firsts.len());
        Ok(())
    }
}

/// After how many replies without an answer a quiet turn is given up.
const MAX_UNKNOWN: usize = 20;

/// Tries every quiet turn in a position, until one wins.
fn examine(rules: &Rules, position: &Position, nodes: u64, stop: &Stop) -> Examined {
    let attacker = position.mover();
    let mut solver = OpeningArgs::solver(rules, stop);
    let mut examined = Examined::default();
    // Replies that have stopped a quiet turn, the latest first. Most stop the next one too.
    let mut killers: Vec<Turn> = Vec::new();
    for turn in quiet_turns(rules, position) {
        examined.quiet += 1;
        let after = position.play_unchecked(rules, &turn);
        let mut replies = after.turns(rules).to_vec();
        replies.sort_by_key(|reply| killers.iter().position(|killer| killer == reply).unwrap_or(usize::MAX));
        let (mut lost, mut unknown, mut stopped) = (0, 0, None);
        for reply in replies {
            examined.questions += 1;
            match solver.solve_for(attacker, &after.play_unchecked(rules, &reply), nodes) {
                Verdict::Wins(_) => lost += 1,
                Verdict::NoForcedWin => stopped = Some(reply),
                Verdict::Unknown => unknown += 1,
            }
            if stopped.is_some() || unknown == MAX_UNKNOWN || stop.is_set() {
                break;
            }
        }
        examined.most_replies = examined.most_replies.max(lost);
        if let Some(reply) = stopped {
            examined.stopped += 1;
            killers.retain(|&killer| killer != reply);
            killers.insert(0, reply);
        } else if unknown > 0 || stop.is_set() {
            examined.unknown += 1;
        } else {
            examined.winning = Some(turn);
        }
        if examined.winning.is_some() || stop.is_set() {
            break;
        }
    }
    examined
}

/// The turns that neither force a capture nor claim anything, one of each set of mirror images.
fn quiet_turns(rules: &Rules, position: &Position) -> Vec<Turn> {
    let mut seen = HashSet::new();
    let mut turns = position.turns(rules).to_vec();
    turns.retain(|turn| {
        let after = position.play_unchecked(rules, turn);
        let claims = matches!(turn, Turn::Place { claimed, .. } if !claimed.is_empty());
        let quiet = matches!(turn, Turn::Place { .. }) && !claims && !after.has_jump(&rules.board);
        quiet && after.outcome(rules).is_none() && seen.insert(after.canonical(&rules.board).0.hash())
    });
    turns
}
