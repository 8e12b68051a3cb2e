//! The `zertz` command. Each subcommand has a module; this one parses the command line and prints errors.

mod analyse;
mod args;
mod bench;
mod bot;
mod conformance;
mod convert;
mod engine;
mod moves;
mod output;
mod perft;
mod play;
mod proof;
mod serve;
mod show;
mod svg;
mod verify;

use clap::{Parser, Subcommand};
use std::{
    fmt,
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
Turns are written in the official notation: Wd4,d1 places a white marble on d4 and removes ring d1; x d1Gd3 jumps from d1 over a grey \
marble to d3; - passes. Positions are written in ZIP, on one line; see docs/notation.md.

Exit codes: 0 success; 1 a check failed, a file could not be read or an analysis was interrupted; 2 the command line is invalid."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Bot(bot::Bot),
    Worker(serve::worker::Worker),
    Admin(serve::admin::Admin),
    Play(play::Play),
    Analyse(Box<analyse::Analyse>),
    Moves(moves::Moves),
    Show(show::Show),
    Svg(svg::Svg),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Perft(perft::Perft),
    Prove(proof::Prove),
    Check(proof::Check),
    Engine(engine::Engine),
    Bench(bench::Bench),
    Conformance(conformance::Conformance),
}

/// An error in the command line. All other errors are failures.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

fn usage(problem: impl fmt::Display) -> anyhow::Error {
    Usage(problem.to_string()).into()
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    // Not locked: the engine writes from its search thread, and a signal handler restores the terminal from another.
    let mut out = io::BufWriter::new(io::stdout());
    let result = match command {
        Command::Serve(serve) => serve.run(&mut out),
        Command::Bot(bot) => bot.run(&mut out),
        Command::Worker(worker) => worker.run(&mut out),
        Command::Admin(admin) => admin.run(&mut out),
        Command::Play(play) => play.run(),
        Command::Analyse(analyse) => analyse.run(&mut out),
        Command::Moves(moves) => moves.run(&mut out),
        Command::Show(show) => show.run(&mut out),
        Command::Svg(svg) => svg.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Convert(convert) => convert.run(&mut out),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Prove(prove) => prove.run(&mut out),
        Command::Check(check) => check.run(&mut out),
        Command::Engine(engine) => engine.run(),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Conformance(conformance) => conformance.run(&mut out),
    };
    match result.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS, // as with `zertz moves | head`
        Err(error) => {
            let _ = out.flush();
            eprintln!("error: {error:#}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
