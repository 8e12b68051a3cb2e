//! Ratings of many players at once, by the model of Bradley and Terry: player i scores against j with the chance
//! γi / (γi + γj), the rating being 400 log10 γ.
//!
//! The likeliest γ are found by Zermelo's iteration, γi ← wi / Σj nij / (γi + γj), where wi are the points of i and nij the games with j. A
//! draw is half a point. Every pairing that was played is given one more game, drawn, so that who won or lost everything has a rating too.
//! Error bars come from the information nij · s (1 - s) of each pairing; they hold for independent games, and since paired openings make
//! results steadier they are rather too wide than too narrow.

use super::elo::Z95;

/// What two players made of their games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// The number of the first player.
    pub first: usize,
    /// The number of the second player.
    pub second: usize,
    /// How many games they played.
    pub games: f64,
    /// The points of the first player.
    pub points: f64,
}

/// The ratings, about an average of 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By player.
    pub elo: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The 95% error of a rating.
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.covariance[player][player].max(0.0).sqrt()
    }

    /// The 95% error of the difference of two ratings, which is less than their errors suggest when they met often.
    pub fn error_of_difference(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        if variance.is_finite() { Z95 * variance.max(0.0).sqrt() } else { f64::INFINITY }
    }
}

/// Elo for each unit of ln γ.
const ELO_PER_LOG: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of so many players.
pub fn rate(players: usize, pairings: &[Pairing]) -> Ratings {
    let mut games = vec![vec![0.0; players]; players];
    let mut points = vec![0.0; players];
    for p in pairings.iter().filter(|p| p.games > 0.0) {
        games[p.first][p.second] += p.games + 1.0;
        games[p.second][p.first] += p.games + 1.0;
        points[p.first] += p.points + 0.5;
        points[p.second] += p.games - p.points + 0.5;
    }
    let mut strength = vec![1.0f64; players];
    for _ in 0..100_000 {
        let mut change = 0.0f64;
        for i in 0..players {
            let sum: f64 = (0..players).map(|j| games[i][j] / (strength[i] + strength[j])).sum();
            if sum > 0.0 {
                let next = points[i] / sum;
                change = change.max((next / strength[i]).ln().abs());
                strength[i] = next;
            }
        }
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / players.max(1) as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
        if change < 1e-12 {
            break;
        }
    }
    let elo = strength.iter().map(|s| ELO_PER_LOG * s.ln()).collect();
    Ratings { elo, covariance: covariance(&games, &strength) }
}

/// The inverse of the information. Only differences are known, so a one is added everywhere: it fixes the average and nothing else.
fn covariance(games: &[Vec<f64>], strength: &[f64]) -> Vec<Vec<f64>> {
    let players = strength.len();
    let mut information = vec![vec![1.0 / players.max(1) as f64; players]; players];
    for i in 0..players {
        for j in 0..players {
            let s = strength[i] / (strength[i] + strength[j]);
            let known = games[i][j] * s * (1.0 - s);
            information[i][i] += known;
            information[i][j] -= known;
        }
    }
    let mut inverse = invert(information);
    for row in &mut inverse {
        // The part that fixed the average is no uncertainty.
        row.iter_mut().for_each(|c| *c = (*c - 1.0 / players as f64) * ELO_PER_LOG * ELO_PER_LOG);
    }
    inverse
}

/// Gauss and Jordan with pivots. What cannot be inverted, players who never met, comes out infinite.
fn invert(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut b: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs())).unwrap_or(column);
        a.swap(column, pivot);
        b.swap(column, pivot);
        if a[column][column].abs() < 1e-12 {
            return vec![vec![f64::INFINITY; n]; n];
        }
        let by = a[column][column];
        a[column].iter_mut().chain(&mut b[column]).for_each(|x| *x /= by);
        let (row_a, row_b) = (a[column].clone(), b[column].clone());
        for i in (0..n).filter(|&i| i != column) {
            let factor = a[i][column];
            a[i].iter_mut().zip(&row_a).for_each(|(x, r)| *x -= factor * r);
            b[i].iter_mut().zip(&row_b).for_each(|(x, r)| *x -= factor * r);
        }
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rating_difference;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn two_players_differ_by_what_their_score_says() {
        // One game is added and drawn: 75 of 99 becomes 75.5 of 100.
        let ratings = rate(2, &[Pairing { first: 0, second: 1, games: 99.0, points: 75.0 }]);
        near(ratings.elo[0] - ratings.elo[1], rating_difference(0.755), 1e-6);
        near(ratings.elo[0] + ratings.elo[1], 0.0, 1e-6);
        // The variance of the logit of a share s of n games is 1 / (n s (1 - s)).
        let by_hand = Z95 * ELO_PER_LOG * (1.0 / (100.0 * 0.755 * 0.245f64)).sqrt();
        near(ratings.error_of_difference(0, 1), by_hand, 1e-6);
        near(ratings.error(0), by_hand / 2.0, 1e-6);
    }

    #[test]
    fn scores_that_fit_a_scale_give_that_scale() {
        let truth = [-150.0, 20.0, 130.0];
        let mut pairings = Vec::new();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let games = 1e7;
            let points = games * crate::stats::expected_score(truth[i] - truth[j]);
            pairings.push(Pairing { first: i, second: j, games, points });
        }
        let ratings = rate(3, &pairings);
        for (rating, truth) in ratings.elo.iter().zip(truth) {
            near(*rating, truth, 0.01);
        }
    }

    #[test]
    fn who_won_everything_has_a_rating_with_wide_bars() {
        let ratings = rate(2, &[Pairing { first: 0, second: 1, games: 20.0, points: 20.0 }]);
        near(ratings.elo[0] - ratings.elo[1], rating_difference(20.5 / 21.0), 1e-6);
        assert!(ratings.error_of_difference(0, 1) > 300.0);
    }

    #[test]
    fn players_who_never_met_cannot_be_compared() {
        let ratings = rate(3, &[Pairing { first: 0, second: 1, games: 10.0, points: 5.0 }]);
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert_eq!(ratings.error_of_difference(0, 2), f64::INFINITY);
    }
}
