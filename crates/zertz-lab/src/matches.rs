//! `zertz-lab match`: paired games between two players.

use crate::{
    args::ContestArgs,
    contest::FinishedPair,
    player::{ForfeitKind, Spec},
    progress::Progress,
    stats::{Decision, Pairs, Sprt, elo},
};
use anyhow::Result;
use clap::Args;
use std::{fmt, io::Write, ops::ControlFlow, time::Duration};
use zertz_engine::Stop;

/// Let two players play pairs of games with sides swapped
#[derive(Args, Clone, Debug)]
pub struct Match {
    /// First player: random, greedy, level:3, engine:nodes=2000 or ugi:COMMAND@SETTINGS
    #[arg(value_name = "A")]
    a: Spec,
    /// Second player
    #[arg(value_name = "B")]
    b: Spec,
    /// Maximum number of games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Stop when the SPRT accepts either hypothesis, ELO0 or ELO1 (α = β = 0.05)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    contest: ContestArgs,
}

impl Match {
    /// Plays the match and prints the summary.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let contest = self.contest.contest(&[self.a.clone(), self.b.clone()], vec![[0, 1]], self.games)?;
        let [a, b] = [0, 1].map(|player| &contest.players[player]);
        writeln!(out, "{a} vs {b}: {}", self.contest.describe(&contest))?;
        out.flush()?;
        let mut progress = Progress::new(contest.pairs, "pairs");
        let mut tally = Tally::new(self.sprt);
        let uncounted = contest.run(self.contest.file()?, stop, |pair| {
            tally.add(&pair);
            progress.advance(|| tally.short());
            if tally.decision().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        progress.finish();
        write!(out, "{tally}")?;
        if tally.pairs.count() < contest.pairs && tally.decision().is_none() {
            let recorded = match (&self.contest.out, uncounted) {
                (None, _) => String::new(),
                (Some(_), 0) => "; continue with --resume".to_owned(),
                (Some(_), more) => format!("; {more} more games are recorded; continue with --resume"),
            };
            writeln!(out, "Stopped  after {} of {} pairs{recorded}", tally.pairs.count(), contest.pairs)?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Tally {
    pairs: Pairs,
    /// Games won, drawn and lost by the first player.
    games: [u64; 3],
    sprt: Option<Sprt>,
    turns: usize,
    // By player: turns chosen, time used, forfeits by kind.
    chosen: [usize; 2],
    time: [Duration; 2],
    forfeits: [[u64; ForfeitKind::ALL.len()]; 2],
}

impl Tally {
    fn new(sprt: Option<Sprt>) -> Tally {
        Tally { sprt, ..Tally::default() }
    }

    fn add(&mut self, pair: &FinishedPair) {
        self.pairs.add(pair.half_points());
        for (number, game) in pair.games.iter().enumerate() {
            self.games[2 - game.half_points[number]] += 1;
            self.turns += game.turns;
            for player in 0..2 {
                // In the second game they have changed seats.
                let seat = player ^ number;
                self.chosen[player] += game.chosen[seat];
                self.time[player] += game.time[seat];
            }
            if let Some((seat, kind)) = game.forfeit {
                let which = ForfeitKind::ALL.iter().position(|&k| k == kind).unwrap_or(0);
                self.forfeits[seat ^ number][which] += 1;
            }
        }
    }

    fn decision(&self) -> Option<Decision> {
        self.sprt.and_then(|sprt| sprt.decision(&self.pairs))
    }

    fn short(&self) -> String {
        let [won, drawn, lost] = self.games;
        let mut text = format!("+{won} ={drawn} -{lost}");
        if let Some(estimate) = elo(&self.pairs) {
            text += &format!(", Elo {estimate}");
        }
        if let Some(sprt) = self.sprt {
            text += &format!(", LLR {:+.2}", sprt.llr(&self.pairs));
        }
        text
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: u64 = self.games.iter().sum();
        let [won, drawn, lost] = self.games;
        let percent = 100.0 * self.pairs.score();
        writeln!(f, "Games    {games}: {won} won, {drawn} drawn, {lost} lost ({percent:.1}%)")?;
        let Some(estimate) = elo(&self.pairs) else { return Ok(()) };
        writeln!(f, "Pairs    {} by points: {}", self.pairs.count(), self.pairs)?;
        write!(f, "Elo      {estimate}")?;
        if estimate.elo.is_finite() && estimate.error().is_finite() {
            let (low, high) = estimate.interval;
            write!(f, " (95%: {low:+.1} to {high:+.1}), normalised {:+.1}", estimate.normalised)?;
        }
        writeln!(f)?;
        if let Some(sprt) = self.sprt {
            let bound = sprt.bound();
            write!(f, "SPRT     LLR {:+.2}, bounds ±{bound:.2}: ", sprt.llr(&self.pairs))?;
            match self.decision() {
                Some(Decision::Elo1) => writeln!(f, "{:+} Elo accepted over {:+}", sprt.elo1, sprt.elo0)?,
                Some(Decision::Elo0) => writeln!(f, "{:+} Elo accepted over {:+}", sprt.elo0, sprt.elo1)?,
                None => writeln!(f, "not decided between {:+} and {:+} Elo", sprt.elo0, sprt.elo1)?,
            }
        }
        let average = |player: usize| 1e3 * self.time[player].as_secs_f64() / self.chosen[player].max(1) as f64;
        writeln!(f, "Turns    {:.1} per game, with the opening", self.turns as f64 / games as f64)?;
        writeln!(f, "Time     A {:.1} ms per turn, B {:.1} ms per turn", average(0), average(1))?;
        writeln!(f, "Forfeits A {}; B {}", forfeits(self.forfeits[0]), forfeits(self.forfeits[1]))
    }
}

fn forfeits(counts: [u64; ForfeitKind::ALL.len()]) -> String {
    let named = ForfeitKind::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    let list: Vec<String> = named.map(|(kind, count)| format!("{count} {}", kind.word())).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Finished;

    #[test]
    fn the_players_change_seats_within_a_pair() {
        let game = |half_points, forfeit| Finished {
            half_points,
            turns: 20,
            chosen: [8, 10],
            time: [Duration::from_millis(80), Duration::from_millis(1000)],
            forfeit,
        };
        // The first player wins in the first seat, and again in the second because the opponent crashes.
        let games = [game([2, 0], None), game([0, 2], Some((0, ForfeitKind::Crash)))];
        let mut tally = Tally::new(None);
        tally.add(&FinishedPair { pairing: 0, games });
        assert_eq!(tally.pairs.0, [0, 0, 0, 0, 1]);
        assert_eq!(tally.games, [2, 0, 0]);
        assert_eq!(tally.chosen, [18, 18]);
        assert_eq!(tally.time[0], Duration::from_millis(1080));
        let text = tally.to_string();
        assert!(text.contains("Forfeits A none; B 1 crash"), "{text}");
        assert!(text.contains("Turns    20.0 per game"), "{text}");
    }
}
