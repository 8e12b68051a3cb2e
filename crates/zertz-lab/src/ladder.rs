//! `zertz-lab ladder`: a round robin with ratings.

use crate::{
    args::ContestArgs,
    player::Spec,
    progress::Progress,
    stats::bradley_terry::{Pairing, Ratings, rate},
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{io::Write, ops::ControlFlow};
use zertz_engine::Stop;

/// Let every player play every other, and rate them
#[derive(Args, Clone, Debug)]
pub struct Ladder {
    /// Players as for match, in expected order, weakest first
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    players: Vec<Spec>,
    /// Games per pairing; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Player with a rating of 0, such as random [default: the mean rating is 0]
    #[arg(long, value_name = "PLAYER")]
    zero: Option<Spec>,
    #[command(flatten)]
    contest: ContestArgs,
}

impl Ladder {
    /// Plays the games and prints the table.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let players = self.players.len();
        for (number, spec) in self.players.iter().enumerate() {
            if self.players[..number].contains(spec) {
                bail!("{spec} is named twice; a ladder needs different players");
            }
        }
        let zero = match &self.zero {
            Some(zero) => Some(self.players.iter().position(|spec| spec == zero).with_context(|| {
                format!("{zero} is not one of the players of the ladder, so it cannot have the rating 0")
            })?),
            None => None,
        };
        let pairings: Vec<[usize; 2]> = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        let contest = self.contest.contest(&self.players, pairings.clone(), self.games)?;
        writeln!(out, "{players} players: {}", self.contest.describe(&contest))?;
        out.flush()?;
        let mut progress = Progress::new(contest.jobs(), "pairs");
        let none = |&[first, second]: &[usize; 2]| Pairing { first, second, games: 0.0, points: 0.0 };
        let mut results: Vec<Pairing> = pairings.iter().map(none).collect();
        let mut played = 0;
        contest.run(self.contest.file()?, stop, |pair| {
            let result = &mut results[pair.pairing];
            result.games += 2.0;
            result.points += pair.half_points() as f64 / 2.0;
            played += 1;
            progress.advance(|| leader(&self.players, &rate(players, &results)));
            ControlFlow::Continue(())
        })?;
        progress.finish();
        let names: Vec<&str> = contest.players.iter().map(|spec| spec.text.as_str()).collect();
        write!(out, "{}", table(&names, &results, zero))?;
        if played < contest.jobs() {
            writeln!(out, "Stopped after {played} of {} pairs", contest.jobs())?;
        }
        Ok(())
    }
}

fn leader(players: &[Spec], ratings: &Ratings) -> String {
    let best = (0..players.len()).max_by(|&a, &b| ratings.elo[a].total_cmp(&ratings.elo[b])).unwrap_or(0);
    format!("{} leads with {:+.0}", players[best], ratings.elo[best])
}

/// The table, strongest first, and whether the order in which the players were named holds. The player `zero` has the rating 0, and the
/// error bars are those of the difference to it.
fn table(names: &[&str], results: &[Pairing], zero: Option<usize>) -> String {
    let ratings = rate(names.len(), results);
    let rating = |player: usize| match zero {
        Some(zero) => (ratings.elo[player] - ratings.elo[zero], ratings.error_of_difference(player, zero)),
        None => (ratings.elo[player], ratings.error(player)),
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text =
        format!("{:>4}  {:width$}  {:>7}  {:>6}  {:>6}  {:>6}\n", "rank", "player", "Elo", "±95%", "games", "score");
    for (rank, &player) in order.iter().enumerate() {
        let own = results.iter().filter(|p| p.first == player || p.second == player);
        let (games, points) = own.fold((0.0, 0.0), |(games, points), p| {
            (games + p.games, points + if p.first == player { p.points } else { p.games - p.points })
        });
        let share = if games > 0.0 { 100.0 * points / games } else { 50.0 };
        let (elo, error) = rating(player);
        text += &format!(
            "{:>4}  {:width$}  {elo:>+7.0}  {error:>6.0}  {games:>6.0}  {share:>5.1}%\n",
            rank + 1,
            names[player],
        );
    }
    text + &crosstable(names.len(), &order, results) + &inversions(names, &ratings)
}

/// The scores of all pairings in percent, by rank.
fn crosstable(players: usize, order: &[usize], results: &[Pairing]) -> String {
    let score = |a: usize, b: usize| {
        let pairing = results.iter().find(|p| p.games > 0.0 && [p.first, p.second] == [a.min(b), a.max(b)])?;
        let share = 100.0 * pairing.points / pairing.games;
        Some(if pairing.first == a { share } else { 100.0 - share })
    };
    let mut text = String::from("\nscore against rank, in %\n    ");
    (1..=players).for_each(|rank| text += &format!("{rank:>6}"));
    for (rank, &a) in order.iter().enumerate() {
        text += &format!("\n{:>4}", rank + 1);
        for &b in order {
            text += &score(a, b).map_or(format!("{:>6}", if a == b { "." } else { "-" }), |s| format!("{s:>6.1}"));
        }
    }
    text + "\n\n"
}

/// The players that are ranked against the order in which they were named, and whether the difference is significant.
fn inversions(names: &[&str], ratings: &Ratings) -> String {
    let (mut doubtful, mut sure) = (0, Vec::new());
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            let by = ratings.elo[a] - ratings.elo[b];
            let error = ratings.error_of_difference(a, b);
            if by > error {
                sure.push(format!("inverted: {} is above {} by {by:.0} ±{error:.0}\n", names[a], names[b]));
            } else if by > 0.0 {
                doubtful += 1;
            }
        }
    }
    match (doubtful, sure.len()) {
        (0, 0) => "The order given, weakest first, holds.\n".to_owned(),
        (some, 0) => {
            format!("The order given, weakest first, holds within the error bars ({some} inverted inside them).\n")
        }
        (_, some) => format!(
            "{}The order given, weakest first, is inverted {some} times beyond the error bars.\n",
            sure.concat()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(first: usize, second: usize, points: f64) -> Pairing {
        Pairing { first, second, games: 100.0, points }
    }

    #[test]
    fn the_strongest_comes_first() {
        let text =
            table(&["weak", "middle", "strong"], &[result(0, 1, 25.0), result(0, 2, 10.0), result(1, 2, 30.0)], None);
        let places: Vec<_> = ["strong", "middle", "weak"].map(|name| text.find(name).unwrap()).to_vec();
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("The order given, weakest first, holds.\n"), "{text}");
        assert!(text.contains("80.0%"), "{text}");
    }

    #[test]
    fn a_player_can_have_the_rating_zero() {
        let results = [result(0, 1, 25.0), result(0, 2, 10.0), result(1, 2, 30.0)];
        let row = |text: &str, name: &str| {
            let line = text.lines().find(|line| line.contains(name)).unwrap().to_owned();
            line.split_whitespace().skip(2).take(2).map(|n| n.parse::<f64>().unwrap()).collect::<Vec<_>>()
        };
        let names = ["weak", "middle", "strong"];
        let (mean, zero) = (table(&names, &results, None), table(&names, &results, Some(0)));
        assert_eq!(row(&zero, "weak"), [0.0, 0.0]);
        let difference = row(&mean, "strong")[0] - row(&mean, "weak")[0];
        assert!((row(&zero, "strong")[0] - difference).abs() <= 1.0, "{mean}{zero}");
    }

    #[test]
    fn significant_inversions_are_listed() {
        let text = table(&["a", "b"], &[result(0, 1, 80.0)], None);
        assert!(text.contains("inverted: a is above b by 23"), "{text}");
        let text = table(&["a", "b"], &[result(0, 1, 52.0)], None);
        assert!(text.contains("holds within the error bars (1 inverted"), "{text}");
    }
}
