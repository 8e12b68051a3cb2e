//! The `zertz-lab` command: reads the command line and turns errors into one sentence.

use clap::{Parser, Subcommand};
use std::{io::Write, process::ExitCode};
use zertz_engine::Stop;
use zertz_lab::{
    ladder::Ladder, matches::Match, selfplay::SelfPlay, solve::Solve, stray::Stray, tactics::Tactics, tune,
};

/// The laboratory of ZÈRTZ: matches, ladders, self-play, tuning and tactics for authors of engines
#[derive(Parser)]
#[command(
    name = "zertz-lab",
    version,
    arg_required_else_help = true,
    after_help = "\
A player is random, greedy, level:N, engine:SETTINGS or ugi:COMMAND@SETTINGS. Settings are nodes=20000, depth=3, time=100 \
(milliseconds a turn), clock=5000+50 (milliseconds a game + a turn), threads=2, hash=16, for engine level=3 and params=FILE, and for ugi \
option.NAME=VALUE, separated by commas.

Ctrl-C ends a command early with what is known by then; a second one ends it at once."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<Match>),
    Ladder(Box<Ladder>),
    Selfplay(Box<SelfPlay>),
    Stray(Stray),
    Tune(tune::Tune),
    Calibrate(tune::Calibrate),
    Tactics(Tactics),
    Solve(Solve),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let stop = Stop::new();
    let interrupted = stop.clone();
    let handler = ctrlc::set_handler(move || {
        if interrupted.is_set() {
            std::process::exit(130);
        }
        interrupted.set();
    });
    if let Err(error) = handler {
        eprintln!("note: Ctrl-C ends at once and without a summary: {error}");
    }
    let mut out = std::io::stdout().lock();
    let result = match command {
        Command::Match(command) => command.run(&mut out, &stop),
        Command::Ladder(command) => command.run(&mut out, &stop),
        Command::Selfplay(command) => command.run(&mut out, &stop),
        Command::Stray(command) => command.run(&mut out, &stop),
        Command::Tune(command) => command.run(&mut out, &stop),
        Command::Calibrate(command) => command.run(&mut out),
        Command::Tactics(command) => command.run(&mut out, &stop),
        Command::Solve(command) => command.run(&mut out, &stop),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}
