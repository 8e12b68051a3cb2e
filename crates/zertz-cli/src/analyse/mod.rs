//! `zertz analyse`: what the engine thinks of a position, or of every turn of a game.
//!
//! | file | what |
//! |---|---|
//! | `think` | the engine, asked about one position |
//! | `score` | what a position is worth, always to player 1 |
//! | `judge` | what each turn of a game lost |
//! | `report`, `text`, `plot` | what is told about a game: the facts, as text, as a picture |
//! | `position` | what is told about a position |
//! | `live` | what moves in the terminal meanwhile |

mod judge;
mod live;
mod plot;
mod position;
mod report;
mod score;
mod text;
mod think;

use crate::{
    Run, Verdict,
    args::{GameOrFile, read_record},
    colour::ColourArgs,
    engine::free_memory,
    usage,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{fs, io::Write, path::PathBuf, time::Duration};
use zertz::{Game, notation::Record};
use zertz_engine::{Engine, Limits, Stop};

/// Think about a position, or judge every turn of a game
///
/// A FILE is a game, and all of its turns are judged. With --turn, with --play or without a file it is one position that is thought
/// about, and the best lines are shown.
///
/// A turn that loses 5% of the chance to win is an inaccuracy (?!), 10% a mistake (?), 20% a blunder (??). Ctrl-C ends the thinking; what
/// is known by then is reported.
#[derive(Args)]
pub struct Analyse {
    #[command(flatten)]
    game: GameOrFile,
    /// Think so many milliseconds; without any limit 500 a turn of a game, 10000 about a position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000), help_heading = "Thinking")]
    time: Option<u64>,
    /// Look at so many steps for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Thinking")]
    nodes: Option<u64>,
    /// Look so many turns deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Thinking")]
    depth: Option<u32>,
    /// Think on so many processors; with more than one no two runs are the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512), help_heading = "Thinking")]
    threads: u32,
    /// The size of the engine's memory
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=65_536),
        help_heading = "Thinking"
    )]
    hash: u32,
    /// How many lines of a position to show [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100), help_heading = "Report")]
    lines: Option<u16>,
    /// Write a plot of the win chance over a game as an SVG picture
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    svg: Option<PathBuf>,
    /// Report in JSON, for programs
    #[arg(long, help_heading = "Report")]
    json: bool,
    #[command(flatten, next_help_heading = "Report")]
    colour: ColourArgs,
}

impl Run for Analyse {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let whole = self.game.file.as_ref().filter(|_| self.game.turn.is_none() && self.game.game.play.is_none());
        let Some(file) = whole else { return self.position(&self.game.game()?, out) };
        let record = read_record(file)?;
        for note in &record.notes {
            eprintln!("note: {note}");
        }
        let game = record.game();
        if game.turns().is_empty() { self.position(&game, out) } else { self.whole_game(&record, &game, out) }
    }
}

/// How long to think about each turn of a game, and about a position, when nothing else is said.
const TURN_TIME: Duration = Duration::from_millis(500);
const POSITION_TIME: Duration = Duration::from_secs(10);
const LINES: u16 = 3;

impl Analyse {
    fn position(&self, game: &Game, out: &mut dyn Write) -> Result<Verdict> {
        if self.svg.is_some() {
            return Err(usage("--svg: a plot needs a game with turns, this is one position"));
        }
        let game = &judge::go_on(game);
        if let Some(outcome) = game.outcome() {
            eprintln!("note: there is nothing to think about, the game is over: {outcome}");
        }
        let count = usize::from(self.lines.unwrap_or(LINES));
        let mut thinker = self.thinker(POSITION_TIME, count)?;
        let mut screen = live::Screen::open();
        let mut lines = position::Lines::default();
        if game.outcome().is_none() {
            let stop = thinker.stop.clone();
            let mut settled = false;
            thinker.think(game, &mut |thought| {
                // The engine itself ends when its best line is proven, but not when there are more.
                settled |= thought.rank == 1 && lines.are_proven();
                if settled {
                    stop.set();
                    return;
                }
                lines.add(thought);
                if let Some(screen) = &mut screen {
                    screen.show(&position::Analysis::new(game, &lines, count).live());
                }
            });
        }
        if let Some(screen) = &mut screen {
            screen.clear();
        }
        let analysis = position::Analysis::new(game, &lines, count);
        if self.json {
            write_json(&analysis, out)?;
        } else if game.outcome().is_none() {
            analysis.write(self.page(), out)?;
        }
        Ok(Verdict::Fine)
    }

    fn whole_game(&self, record: &Record, game: &Game, out: &mut dyn Write) -> Result<Verdict> {
        if self.lines.is_some() {
            return Err(usage("--lines: only for a position; choose one with --turn"));
        }
        let mut thinker = self.thinker(TURN_TIME, 1)?;
        let stop = thinker.stop.clone();
        // A thought that was broken off is worth less than the others, so it does not count.
        let mut think = |game: &Game| Some(thinker.think(game, &mut |_| {}).filter(|_| !stop.is_set())?.line);
        let mut screen = live::Screen::open();
        let progress = live::Progress::new(game.turns().len() + 1);
        let judged = judge::judge(game, &mut think, &mut |done| {
            if let Some(screen) = &mut screen {
                screen.show(&progress.bar(done));
            }
        });
        if let Some(screen) = &mut screen {
            screen.clear();
        }
        let report = report::Report::new(game, names(record, game), &judged);
        if self.json {
            write_json(&report, out)?;
        } else {
            text::write(&report, self.page(), out)?;
        }
        if let Some(file) = &self.svg {
            fs::write(file, plot::plot(&report)).with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(if stop.is_set() { Verdict::Failed } else { Verdict::Fine })
    }

    /// The engine, which Ctrl-C stops.
    fn thinker(&self, time: Duration, lines: usize) -> Result<think::Thinker> {
        let hash = self.hash as usize;
        let mut engine = Engine::new(1);
        if free_memory().is_some_and(|free| hash > free) || !engine.try_set_hash(hash) {
            bail!("there is not enough memory for --hash {hash}");
        }
        engine.set_threads(self.threads as usize);
        let unlimited = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let move_time = self.time.map(Duration::from_millis).or(unlimited.then_some(time));
        let limits = Limits { depth: self.depth, nodes: self.nodes, move_time, multi_pv: lines, ..Limits::default() };
        let stop = Stop::new();
        stop_on_interrupt(&stop);
        Ok(think::Thinker { engine, limits, stop })
    }

    fn page(&self) -> text::Page {
        text::Page { paint: self.colour.paint(), width: live::width() }
    }
}

/// The first Ctrl-C asks for the report, the second one ends the program.
fn stop_on_interrupt(stop: &Stop) {
    let interrupted = stop.clone();
    let handler = ctrlc::set_handler(move || {
        if interrupted.is_set() {
            std::process::exit(130);
        }
        interrupted.set();
    });
    if let Err(error) = handler {
        eprintln!("note: Ctrl-C ends at once and without a report: {error}");
    }
}

/// Who sat on which side, where the record says so. Whoever took over the first player's side brought their name along.
fn names(record: &Record, game: &Game) -> [Option<String>; 2] {
    let mut names = ["Player1", "Player2"].map(|tag| record.tag(tag).map(str::to_owned));
    if game.is_swapped() {
        names.reverse();
    }
    names
}

fn write_json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_the_thresholds() {
        let help = Analyse::augment_args(clap::Command::new("analyse")).render_long_help().to_string();
        let help: Vec<&str> = help.split_whitespace().collect();
        let sentence = format!(
            "loses {:.0}% of the chance to win is an inaccuracy (?!), {:.0}% a mistake (?), {:.0}% a blunder (??).",
            judge::INACCURACY * 100.0,
            judge::MISTAKE * 100.0,
            judge::BLUNDER * 100.0
        );
        assert!(help.join(" ").contains(&sentence), "{}", help.join(" "));
    }
}
