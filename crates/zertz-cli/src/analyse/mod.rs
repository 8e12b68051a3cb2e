//! `zertz analyse`: analyses a position, or reviews every turn of a game. How turns are judged: [`zertz_engine::review`].

mod live;
mod plot;
mod position;
mod report;
mod search;
mod text;

use crate::{
    args::{GameOrFile, read_record},
    engine::free_memory,
    output::ColourArgs,
    usage,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{fs, io::Write, path::PathBuf, process::ExitCode, time::Duration};
use zertz::{Game, notation::Record};
use zertz_engine::{Engine, Limits, Stop, review};

/// Analyse a position, or review every turn of a game
#[derive(Args)]
#[command(long_about = long_about())]
pub struct Analyse {
    #[command(flatten)]
    game: GameOrFile,
    #[arg(help = format!("Search this many nodes for each position [default for a game: {}]", review::NODES))]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    nodes: Option<u64>,
    /// Search this many milliseconds; only for a position [default without another limit: 10000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000), help_heading = "Search")]
    time: Option<u64>,
    /// Search this many turns deep; only for a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Search")]
    depth: Option<u32>,
    /// Use this many threads; only for a position; with more than one thread, results are not reproducible [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512), help_heading = "Search")]
    threads: Option<u32>,
    /// Size of the transposition table in MiB; only for a position [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536), help_heading = "Search")]
    hash: Option<u32>,
    /// Show this many variations; only for a position [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100), help_heading = "Report")]
    lines: Option<u16>,
    /// Write a plot of the win chance over a game as an SVG image
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    svg: Option<PathBuf>,
    /// Report in JSON, for programs
    #[arg(long, help_heading = "Report")]
    json: bool,
    #[command(flatten, next_help_heading = "Report")]
    colour: ColourArgs,
}

fn long_about() -> String {
    let mark = |mark: review::Verdict| {
        format!("{:.0}% {} ({})", mark.least_loss().unwrap_or(0.0) * 100.0, mark.name(), mark.sign())
    };
    format!(
        "Analyse a position, or review every turn of a game\n\n\
         With a FILE, every turn of the game is reviewed. With --turn, with --play or without a file, one position is analysed and its \
         best variations are shown.\n\n\
         Turns that lose at least this much win chance are annotated: {}. The verdicts depend on the number of nodes only: a review \
         is the same on every machine. Ctrl-C stops the analysis and prints the results so far.",
        review::Verdict::MARKS.map(mark).join(", ")
    )
}

/// The defaults for a position.
const TIME: Duration = Duration::from_secs(10);
const HASH: u32 = 64;
const LINES: u16 = 3;

impl Analyse {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let whole = self.game.file.as_ref().filter(|_| self.game.turn.is_none() && self.game.game.play.is_none());
        let Some(file) = whole else { return self.position(&self.game.game()?, out) };
        let record = read_record(file, None)?;
        for note in &record.notes {
            eprintln!("note: {note}");
        }
        let game = record.game();
        if game.turns().is_empty() { self.position(&game, out) } else { self.review(&record, &game, out) }
    }

    fn position(&self, game: &Game, out: &mut dyn Write) -> Result<ExitCode> {
        if self.svg.is_some() {
            return Err(usage("--svg: a plot needs a game with turns; this is one position"));
        }
        let game = &review::without_agreed_end(game);
        if let Some(outcome) = game.outcome() {
            eprintln!("note: there is nothing to analyse because the game is over: {outcome}");
        }
        let count = usize::from(self.lines.unwrap_or(LINES));
        let (mut engine, limits) = self.engine(count)?;
        let stop = Stop::new();
        stop_on_interrupt(&stop);
        let mut screen = live::Screen::open();
        let mut variations = position::Variations::default();
        if game.outcome().is_none() {
            let mut settled = false;
            search::search(&mut engine, game, &limits, &stop, &mut |found| {
                // The engine stops when its best variation is proven, but not when there are more.
                settled |= found.rank == 1 && variations.are_proven();
                if settled {
                    stop.set();
                    return;
                }
                variations.add(found);
                if let Some(screen) = &mut screen {
                    screen.show(&position::Analysis::new(game, &variations, count).live());
                }
            });
        }
        if let Some(screen) = &mut screen {
            screen.clear();
        }
        let analysis = position::Analysis::new(game, &variations, count);
        if self.json {
            write_json(&analysis, out)?;
        } else if game.outcome().is_none() {
            analysis.write(self.page(), out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn review(&self, record: &Record, game: &Game, out: &mut dyn Write) -> Result<ExitCode> {
        self.refuse_options_of_a_position()?;
        let nodes = self.nodes.unwrap_or(review::NODES);
        let stop = Stop::new();
        stop_on_interrupt(&stop);
        let progress = live::progress(game.turns().len() + 1);
        let review = review::review(game, nodes, &stop, &mut |done, _| progress.set_position(done as u64));
        progress.finish_and_clear();
        let report = review::GameReport::new(game, names(record, game), nodes, &review);
        if self.json {
            write_json(&report, out)?;
        } else {
            text::write(&report, self.page(), stop.is_set(), out)?;
        }
        if let Some(file) = &self.svg {
            fs::write(file, plot::plot(&report)).with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(if stop.is_set() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Anything but the number of nodes would make the verdicts depend on the machine.
    fn refuse_options_of_a_position(&self) -> Result<()> {
        let options = [
            ("--lines", self.lines.is_some()),
            ("--time", self.time.is_some()),
            ("--depth", self.depth.is_some()),
            ("--threads", self.threads.is_some()),
            ("--hash", self.hash.is_some()),
        ];
        match options.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(usage(format!("{option}: only for a position; the review of a game takes --nodes")))
            }
            None => Ok(()),
        }
    }

    fn engine(&self, variations: usize) -> Result<(Engine, Limits)> {
        let hash = self.hash.unwrap_or(HASH) as usize;
        let mut engine = Engine::new(1);
        if free_memory().is_some_and(|free| hash > free) || !engine.try_set_hash(hash) {
            bail!("there is not enough memory for --hash {hash}");
        }
        engine.set_threads(self.threads.unwrap_or(1) as usize);
        let unlimited = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let move_time = self.time.map(Duration::from_millis).or(unlimited.then_some(TIME));
        let limits =
            Limits { depth: self.depth, nodes: self.nodes, move_time, multi_pv: variations, ..Limits::default() };
        Ok((engine, limits))
    }

    fn page(&self) -> text::Page {
        text::Page { paint: self.colour.paint(), width: live::width() }
    }
}

/// Handles Ctrl-C: the first one stops the analysis, the second one ends the program.
fn stop_on_interrupt(stop: &Stop) {
    let interrupted = stop.clone();
    ctrlc::set_handler(move || if interrupted.is_set() { std::process::exit(130) } else { interrupted.set() })
        .unwrap_or_else(|error| eprintln!("note: Ctrl-C ends the program without a report: {error}"));
}

/// The names of the players, if the record has them. After a swap the names are swapped too.
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
