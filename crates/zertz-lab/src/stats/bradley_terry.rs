//! Ratings of many players by the Bradley–Terry model: the expected score of player i against j is γi / (γi + γj), and the rating is
//! 400 log10 γ.
//!
//! Zermelo's iteration finds the maximum likelihood, γi ← wi / Σj nij / (γi + γj), where wi are the points of i and nij the games with j. A draw
//! is half a point. Every pairing gets one more game, a draw, so that players who won or lost everything have a rating too. The error bars
//! come from the information nij · s (1 - s) of each pairing. They assume independent games; with paired openings they are rather too wide.

use super::elo::Z95;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    pub first: usize,
    pub second: usize,
    pub games: f64,
    /// The points of the first player.
    pub points: f64,
}

/// Ratings with an average of 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    pub elo: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The half width of the 95% interval of a rating.
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.covariance[player][player].max(0.0).sqrt()
    }

    /// The half width of the 95% interval of the difference of two ratings.
    pub fn error_of_difference(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        if variance.is_finite() { Z95 * variance.max(0.0).sqrt() } else { f64::INFINITY }
    }
}

/// Elo for each unit of ln γ.
const ELO_PER_LOG: f64 = 400.0 / std::f64::consts::LN_10;

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

/// The inverse of the information matrix. Only differences are known, so a constant is added everywhere, which fixes the average.
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
        // The constant that fixed the average is not an uncertainty.
        row.iter_mut().for_each(|c| *c = (*c - 1.0 / players as f64) * ELO_PER_LOG * ELO_PER_LOG);
    }
    inverse
}

/// Gauss–Jordan elimination with pivots. A singular matrix, of players who never met, gives infinity.
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
    use crate::stats::{assert_near, elo::rating_difference, expected_score};

    #[test]
    fn the_difference_of_two_players_follows_from_their_score() {
        // One drawn game is added: 75 of 99 becomes 75.5 of 100.
        let ratings = rate(2, &[Pairing { first: 0, second: 1, games: 99.0, points: 75.0 }]);
        assert_near(ratings.elo[0] - ratings.elo[1], rating_difference(0.755), 1e-6);
        assert_near(ratings.elo[0] + ratings.elo[1], 0.0, 1e-6);
        // The variance of the logit of a share s of n games is 1 / (n s (1 - s)).
        let by_hand = Z95 * ELO_PER_LOG * (1.0 / (100.0 * 0.755 * 0.245f64)).sqrt();
        assert_near(ratings.error_of_difference(0, 1), by_hand, 1e-6);
        assert_near(ratings.error(0), by_hand / 2.0, 1e-6);
    }

    #[test]
    fn expected_scores_give_the_true_ratings() {
        let truth = [-150.0, 20.0, 130.0];
        let mut pairings = Vec::new();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let games = 1e7;
            let points = games * expected_score(truth[i] - truth[j]);
            pairings.push(Pairing { first: i, second: j, games, points });
        }
        let ratings = rate(3, &pairings);
        for (rating, truth) in ratings.elo.iter().zip(truth) {
            assert_near(*rating, truth, 0.01);
        }
    }

    #[test]
    fn a_player_who_won_everything_has_a_wide_error_bar() {
        let ratings = rate(2, &[Pairing { first: 0, second: 1, games: 20.0, points: 20.0 }]);
        assert_near(ratings.elo[0] - ratings.elo[1], rating_difference(20.5 / 21.0), 1e-6);
        assert!(ratings.error_of_difference(0, 1) > 300.0);
    }

    #[test]
    fn players_who_never_met_cannot_be_compared() {
        let ratings = rate(3, &[Pairing { first: 0, second: 1, games: 10.0, points: 5.0 }]);
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert_eq!(ratings.error_of_difference(0, 2), f64::INFINITY);
    }
}
