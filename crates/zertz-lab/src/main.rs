//! The `zertz-lab` command.

use clap::{Parser, Subcommand};
use std::{io::Write, process::ExitCode};
use zertz_engine::Stop;
use zertz_lab::{
    book::WriteBook,
    calibrate::Calibrate,
    ladder::Ladder,
    matches::Match,
    plans::Plans,
    prior::TrainPrior,
    proven::Proven,
    selfplay::SelfPlay,
    solve::Solve,
    stray::Stray,
    tactics::Tactics,
    theory,
    train::{Quantise, Train},
};

/// Tools for authors of ZÈRTZ engines: matches, ladders, self-play, training and tactics
#[derive(Parser)]
#[command(
    name = "zertz-lab",
    version,
    arg_required_else_help = true,
    after_help = "\
A player is random, greedy, level:N, engine:SETTINGS or ugi:COMMAND@SETTINGS. Settings are separated by commas: nodes=20000, depth=3, \
time=100 (milliseconds per turn), clock=5000+50 (milliseconds per game + per turn), threads=2, hash=16 (MiB); level=3 and network=FILE for engine; \
option.NAME=VALUE for ugi.

Ctrl-C stops a command and prints the results so far; a second Ctrl-C ends it at once."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<Match>),
    Ladder(Box<Ladder>),
    Proven(Box<Proven>),
    Selfplay(Box<SelfPlay>),
    Stray(Stray),
    Train(Train),
    TrainPrior(TrainPrior),
    Quantise(Quantise),
    Calibrate(Calibrate),
    Tactics(Tactics),
    Solve(Solve),
    Plans(Plans),
    Book(WriteBook),
    SecondTurns(theory::SecondTurns),
    QuietTurns(theory::QuietTurns),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let stop = Stop::new();
    let interrupted = stop.clone();
    ctrlc::set_handler(move || if interrupted.is_set() { std::process::exit(130) } else { interrupted.set() })
        .unwrap_or_else(|error| eprintln!("note: Ctrl-C ends the command without results: {error}"));
    let mut out = std::io::stdout().lock();
    let result = match command {
        Command::Match(command) => command.run(&mut out, &stop),
        Command::Ladder(command) => command.run(&mut out, &stop),
        Command::Proven(command) => command.run(&mut out, &stop),
        Command::Selfplay(command) => command.run(&mut out, &stop),
        Command::Stray(command) => command.run(&mut out, &stop),
        Command::Train(command) => command.run(&mut out, &stop),
        Command::TrainPrior(command) => command.run(&mut out, &stop),
        Command::Quantise(command) => command.run(&mut out),
        Command::Calibrate(command) => command.run(&mut out),
        Command::Tactics(command) => command.run(&mut out, &stop),
        Command::Solve(command) => command.run(&mut out, &stop),
        Command::Plans(command) => command.run(&mut out, &stop),
        Command::Book(command) => command.run(&mut out, &stop),
        Command::SecondTurns(command) => command.run(&mut out, &stop),
        Command::QuietTurns(command) => command.run(&mut out, &stop),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}
