//! `zertz prove` and `zertz check`: proofs of forced wins.

use crate::{
    args::{RulesArgs, read_bytes},
    output::write_to,
    usage,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};
use zertz::{Captures, Claims, Game, Player, Rules, Turn, notation::official};
use zertz_engine::{Planner, Stop, theory::first_turns};
use zertz_reference::proof;

/// Prove that a player wins by force, and write the proof
///
/// Each line of turns leads from the start to a position. The player to move there must win by force, that is, by sacrifices that leave the
/// opponent no choice and by claims that leave no marble on the board. The proof contains a turn for every position that the opponent
/// can reach.
/// See docs/theory.md.
#[derive(Args)]
pub struct Prove {
    /// Turns from the start, such as "Wd4,a2"; several lines give one proof
    #[arg(value_name = "TURNS", required_unless_present = "first_turns")]
    lines: Vec<String>,
    /// Try all first turns, one of each set of mirror images, and prove those that lose
    #[arg(long, conflicts_with = "lines")]
    first_turns: bool,
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Give up on a line after this many nodes
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    nodes: u64,
    #[command(flatten, next_help_heading = "Rules")]
    rules: RulesArgs,
}

impl Prove {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let rules = self.rules.rules(None);
        if rules.board.name() == "custom" || rules.claims != Claims::Automatic || rules.captures != Captures::Enforced {
            return Err(usage(
                "proofs are for the boards in the rulebook, with automatic claims and enforced captures",
            ));
        }
        if let Some(folder) = self.output.as_deref().and_then(Path::parent)
            && !folder.as_os_str().is_empty()
            && !folder.is_dir()
        {
            return Err(usage(format_args!("there is no folder {}", folder.display())));
        }
        let mut planner = Planner::new(&rules, Stop::new());
        let lines = if self.first_turns { self.losing_first_turns(&mut planner, &rules)? } else { self.lines(&rules)? };
        let winner = if lines[0].len() % 2 == 0 { Player::One } else { Player::Two };
        let text = planner.certificate(winner, &lines, self.nodes, &mut |_| {})?;
        write_to(self.output.as_deref(), &text, out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The lines of the command line, all with the same player to move.
    fn lines(&self, rules: &Rules) -> Result<Vec<Vec<Turn>>> {
        let line = |text: &String| -> Result<Vec<Turn>> {
            let mut game = Game::new(rules.clone());
            official::play_on(&mut game, text).map_err(|error| usage(format_args!("{text}: {error}")))?;
            Ok(game.turns().iter().map(|(_, turn)| *turn).collect())
        };
        let lines: Vec<Vec<Turn>> = self.lines.iter().map(line).collect::<Result<_>>()?;
        if lines.iter().any(|line| line.len() % 2 != lines[0].len() % 2) {
            return Err(usage("it must be the same player's turn after every line"));
        }
        Ok(lines)
    }

    /// The first turns after which the planner finds a win of player 2.
    fn losing_first_turns(&self, planner: &mut Planner<'_>, rules: &Rules) -> Result<Vec<Vec<Turn>>> {
        let turns = first_turns(rules);
        let bar = ProgressBar::new(turns.len() as u64);
        let (mut lost, mut open, mut unknown) = (Vec::new(), 0, 0);
        for turn in bar.wrap_iter(turns.iter()) {
            let position = rules.start().play_unchecked(rules, turn);
            match planner.prove(Player::Two, &position, self.nodes) {
                Some(true) => lost.push(vec![*turn]),
                Some(false) => open += 1,
                None => unknown += 1,
            }
        }
        bar.finish_and_clear();
        let nodes = HumanCount(planner.nodes());
        eprintln!(
            "{} first turns: {} lose, {open} have no such proof, {unknown} unknown; {nodes} nodes",
            turns.len(),
            lost.len()
        );
        if lost.is_empty() {
            bail!("there is nothing to prove");
        }
        Ok(lost)
    }
}

/// Check proofs of forced wins
///
/// The check uses the reference implementation of the rules and nothing else: it follows the proof through every reply of the opponent.
#[derive(Args)]
pub struct Check {
    /// Proofs, as `zertz prove` writes them
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Claims in these games: automatic or optional; the winner always claims everything
    #[arg(long, value_name = "CLAIMS", default_value = "automatic")]
    claims: Claims,
}

impl Check {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display();
            let text = String::from_utf8(read_bytes(file)?).with_context(|| format!("{name} is not text"))?;
            let began = Instant::now();
            let checked = match self.claims {
                Claims::Automatic => proof::check(&text),
                Claims::Optional => proof::check_with_optional_claims(&text),
            };
            match checked {
                Ok(checked) => {
                    let proof::Checked { winner, starts, positions, replies } = checked;
                    let (positions, replies) = (HumanCount(positions as u64), HumanCount(replies as u64));
                    let (lines, time) = (if starts == 1 { "line" } else { "lines" }, began.elapsed().as_secs_f64());
                    writeln!(
                        out,
                        "{name}: player {} wins after {starts} {lines}; {positions} positions, {replies} replies, checked in {time:.1} s",
                        winner + 1
                    )?;
                }
                Err(refused) => {
                    code = ExitCode::FAILURE;
                    writeln!(out, "{name}: {refused}")?;
                }
            }
        }
        Ok(code)
    }
}
