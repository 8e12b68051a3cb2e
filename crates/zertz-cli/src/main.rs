//! The `zertz` command. Each subcommand has a module; this one reads the command line and turns errors into one sentence.

mod analyse;
mod args;
mod bench;
mod bot;
mod colour;
mod conformance;
mod convert;
mod engine;
mod moves;
mod perft;
mod play;
mod play_command;
mod serve;
mod show;
mod svg;
mod verify;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// ZÈRTZ, the game of sacrifices on a shrinking board
#[derive(Parser)]
#[command(
    name = "zertz",
    version,
    arg_required_else_help = true,
    after_help = "\
Turns are written as the designer of the game does: Wd4,d1 places a white marble on d4 and removes ring d1, \
x d1Gd3 jumps from d1 over a grey marble to d3, - passes. Positions are written as ZIP, one line; see docs/notation.md.

Exit codes: 0 all is well, 1 a check failed, a file could not be read or an analysis was broken off, 2 the command line is wrong."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Bot(bot::Bot),
    Admin(serve::admin::Admin),
    Play(play_command::Play),
    Analyse(Box<analyse::Analyse>),
    Moves(moves::Moves),
    Show(show::Show),
    Svg(svg::Svg),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Perft(perft::Perft),
    Engine(engine::Engine),
    Bench(bench::Bench),
    Conformance(conformance::Conformance),
}

/// A command line that makes no sense; everything else that goes wrong is a failed check.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// The sentence for a command line that makes no sense.
fn usage(problem: impl std::fmt::Display) -> anyhow::Error {
    Usage(problem.to_string()).into()
}

/// Whether a command found what it was asked to check in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Fine,
    Failed,
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    // Not locked: an engine writes from the thread that searches, the game in the terminal from another when a signal ends it.
    let mut out = io::BufWriter::new(io::stdout());
    let result = match command {
        Command::Serve(serve) => serve.run(&mut out),
        Command::Bot(bot) => bot.run(&mut out),
        Command::Admin(admin) => admin.run(&mut out),
        Command::Play(play) => play.run(&mut out),
        Command::Analyse(analyse) => analyse.run(&mut out),
        Command::Moves(moves) => moves.run(&mut out),
        Command::Show(show) => show.run(&mut out),
        Command::Svg(svg) => svg.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Convert(convert) => convert.run(&mut out),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Engine(engine) => engine.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Conformance(conformance) => conformance.run(&mut out),
    };
    match result.and_then(|verdict| Ok(out.flush().map(|()| verdict)?)) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS, // whoever reads has seen enough
        Err(error) => {
            let _ = out.flush();
            eprintln!("error: {error:#}");
            let usage = error.is::<Usage>() || error.is::<play::NotATerminal>();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}

/// What every subcommand does.
trait Run {
    fn run(self, out: &mut dyn Write) -> Result<Verdict>;
}
