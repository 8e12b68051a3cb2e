//! `zertz-lab solve`: lets the engine or its solver search for the wins in a file of tactics, and measures the time.

use crate::{
    progress::Progress,
    proofs::{self, Tactic},
};
use anyhow::{Result, bail, ensure};
use clap::{Args, builder::RangedU64ValueParser};
use std::{
    collections::BTreeMap,
    io::Write,
    path::PathBuf,
    time::{Duration, Instant},
};
use zertz::Game;
use zertz_engine::{Engine, Limits, Score, Solver, Stop, Verdict};

/// Let the engine search for the proven wins in a file of tactics
#[derive(Args, Clone, Debug)]
pub struct Solve {
    /// File of tactics, as written by the command tactics
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    time: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096))]
    hash: usize,
    /// What searches for the wins
    #[arg(long, value_name = "WHO", default_value = "engine")]
    by: By,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    /// The engine as it plays: search and solver
    Engine,
    /// The search alone
    Search,
    /// The solver alone
    Solver,
}

struct Attempt {
    turns: u32,
    value: Score,
    time: Duration,
}

impl Attempt {
    fn solved(&self) -> bool {
        matches!(self.value, Score::WinIn(_))
    }
}

impl Solve {
    /// Searches every position with one thread and prints a line for each, then a table. A win that is not proven in time is an error.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let tactics = proofs::read(&self.file)?;
        ensure!(!tactics.is_empty(), "there are no positions in {}", self.file.display());
        let mut progress = Progress::new(tactics.len() as u64, "positions");
        let mut attempts: Vec<(usize, Attempt)> = Vec::new();
        let mut rows = String::new();
        for (line, tactic) in &tactics {
            let (attempt, nodes) = self.attempt(tactic, stop);
            if stop.is_set() {
                break;
            }
            let (board, time) = (tactic.rules.board.to_string(), attempt.time.as_secs_f64());
            let value = attempt.value.to_string();
            rows += &format!("{line:4}  {board:5}  {:5}  {value:14} {time:6.2} s {nodes:>10}\n", attempt.turns);
            attempts.push((*line, attempt));
            progress.advance(|| format!("{} solved", attempts.iter().filter(|(_, attempt)| attempt.solved()).count()));
        }
        progress.finish();
        write!(out, "line  board  turns  verdict            time      nodes\n{rows}")?;
        table(out, &attempts)?;
        let unsolved: Vec<String> =
            attempts.iter().filter(|(_, a)| !a.solved()).map(|(line, _)| line.to_string()).collect();
        if !unsolved.is_empty() {
            bail!("not solved within {} ms: the positions on lines {}", self.time, unsolved.join(", "));
        }
        ensure!(attempts.len() == tactics.len(), "stopped after {} of {} positions", attempts.len(), tactics.len());
        Ok(())
    }

    /// Searches one position, with a new engine so that positions do not influence each other.
    fn attempt(&self, tactic: &Tactic, stop: &Stop) -> (Attempt, u64) {
        let limit = Duration::from_millis(self.time);
        let began = Instant::now();
        let (value, nodes) = if self.by == By::Solver {
            let mut solver = Solver::new(&tactic.rules, self.hash, stop.clone());
            // The solver has no time limit, but it continues where it stopped.
            let (mut verdict, mut budget) = (Verdict::Unknown, 100_000);
            while verdict == Verdict::Unknown && began.elapsed() < limit && !stop.is_set() {
                verdict = solver.solve(&tactic.position, budget);
                budget *= 2;
            }
            match verdict {
                Verdict::Wins(line) => (Score::WinIn(line.len() as u32), solver.nodes()),
                _ => (Score::Points(0), solver.nodes()),
            }
        } else {
            let game = Game::from_position(tactic.rules.clone(), tactic.position);
            let mut engine = Engine::new(self.hash);
            engine.set_solver(self.by == By::Engine);
            let limits = Limits { move_time: Some(limit), ..Limits::default() };
            let found = engine.search(&game, &limits, stop, &mut |_| {});
            found.map_or((Score::Points(0), 0), |found| (found.info.score, found.info.nodes))
        };
        (Attempt { turns: tactic.length.at_most, value, time: began.elapsed() }, nodes)
    }
}

/// Prints a row for each length of the wins, and one for all.
fn table(out: &mut dyn Write, attempts: &[(usize, Attempt)]) -> Result<()> {
    let mut rows: BTreeMap<u32, Vec<&Attempt>> = BTreeMap::new();
    attempts.iter().for_each(|(_, attempt)| rows.entry(attempt.turns).or_default().push(attempt));
    let all: Vec<&Attempt> = attempts.iter().map(|(_, attempt)| attempt).collect();
    let rows = rows.iter().map(|(turns, row)| (turns.to_string(), row)).chain([("all".to_owned(), &all)]);
    writeln!(out, "\nturns  positions  solved   average   slowest")?;
    for (name, row) in rows {
        let solved = row.iter().filter(|attempt| attempt.solved()).count();
        let total: Duration = row.iter().map(|attempt| attempt.time).sum();
        let average = total.as_secs_f64() / row.len().max(1) as f64;
        let slowest = row.iter().map(|attempt| attempt.time).max().unwrap_or_default().as_secs_f64();
        writeln!(out, "{name:>5}  {:9}  {solved:6}  {average:6.2} s  {slowest:6.2} s", row.len())?;
    }
    Ok(())
}
