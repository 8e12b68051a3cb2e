//! Glicko-2 ratings, as Mark Glickman describes them in "Example of the Glicko-2 system".
//!
//! Glickman rates all games of a period together. Here each game is rated when it ends, so that players need not wait. Time counts in
//! fractions of a period: the deviation of a player who has not played for a while grows, and so the rating changes faster.

use std::f64::consts::PI;

/// Glickman's τ, which limits how much the volatility changes with each game. He recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// Rating points per unit of the Glicko-2 scale. The zero of that scale does not matter, because only differences count.
const SCALE: f64 = 173.717_8;

/// Glickman's periods per day. With this number, a deviation of 60 grows to [`Rating::PROVISIONAL`] in a year without games, at the
/// default volatility: 60² + 0.2144 · 365 · (0.06 · 173.7178)² ≈ 110².
const PERIODS_PER_DAY: f64 = 0.2144;

/// The range of ratings. It keeps an unusual series of games from producing an absurd number.
const RATINGS: [f64; 2] = [100.0, 4000.0];

/// The range of deviations. With a lower one, ratings would hardly change although people improve. The upper one is that of a new player.
const DEVIATIONS: [f64; 2] = [45.0, 350.0];

/// The range of volatilities, which real players do not leave.
const VOLATILITIES: [f64; 2] = [0.01, 0.1];

/// The precision of the logarithm of the volatility.
const PRECISION: f64 = 1e-6;

/// The maximum number of steps to reach that precision. In experiments, players within the ranges needed at most 21.
const MAX_STEPS: u32 = 100;

/// An estimate of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength. A player with 200 points more wins three of four games, if both deviations are small.
    pub rating: f64,
    /// The uncertainty: with a probability of 95%, the true strength is within two deviations of the rating.
    pub deviation: f64,
    /// How much the strength fluctuates.
    pub volatility: f64,
}

/// The rating of a new player.
impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// The maximum deviation of a rating that is not provisional.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether the rating is too uncertain to compare players by it.
    pub fn is_provisional(&self) -> bool {
        self.deviation > Self::PROVISIONAL
    }

    /// The rating after some days without games: the same strength with a larger deviation. A negative time, from a clock that was set
    /// back, counts as none.
    pub fn rested(self, days: f64) -> Self {
        let days = days.max(0.0);
        let player = self.bounded();
        let deviation = player.deviation.hypot(player.volatility * SCALE * (days * PERIODS_PER_DAY).sqrt());
        Self { deviation, ..player }.bounded()
    }

    /// The rating within the ranges. A value that is not a number is replaced by that of a new player.
    fn bounded(self) -> Self {
        let within = |value: f64, [low, high]: [f64; 2], new: f64| {
            if value.is_nan() { new } else { value.clamp(low, high) }
        };
        let new = Self::default();
        Self {
            rating: within(self.rating, RATINGS, new.rating),
            deviation: within(self.deviation, DEVIATIONS, new.deviation),
            volatility: within(self.volatility, VOLATILITIES, new.volatility),
        }
    }

    /// The rating after games, each with the opponent's rating before it and a score from 0 to 1, played within a number of periods.
    fn after(self, games: &[(Self, f64)], periods: f64) -> Self {
        let (mu, phi) = (self.rating / SCALE, self.deviation / SCALE);
        // The information in the results, and how much better than expected they are.
        let (mut information, mut surprise) = (0.0, 0.0);
        for &(opponent, score) in games {
            // A result against an opponent of uncertain strength has less weight.
            let opponent_phi = opponent.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * (opponent_phi / PI).powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (g * (opponent.rating / SCALE - mu)).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        let volatility = if information > 0.0 {
            let variance = 1.0 / information;
            volatility(self.volatility, phi, variance, variance * surprise)
        } else {
            self.volatility
        };
        let before = phi.hypot(volatility * periods.sqrt());
        let deviation = 1.0 / (1.0 / (before * before) + information).sqrt();
        let rating = mu + deviation * deviation * surprise;
        Self { rating: rating * SCALE, deviation: deviation * SCALE, volatility }.bounded()
    }
}

/// Rates a game. Takes the players' ratings before it, their scores (1, ½ or 0, which both may have), and the days since each
/// player's previous rated game.
pub fn rate(players: [Rating; 2], scores: [f64; 2], days: [f64; 2]) -> [Rating; 2] {
    let [first, second] = [players[0].rested(days[0]), players[1].rested(days[1])];
    // `rested` has counted the time already.
    [first.after(&[(second, scores[0])], 0.0), second.after(&[(first, scores[1])], 0.0)]
}

/// Glickman's fifth step: the new volatility of a player with deviation `phi`, from the estimated variance and improvement. It is the only
/// root of `f`, found with the Illinois algorithm.
fn volatility(old: f64, phi: f64, variance: f64, improvement: f64) -> f64 {
    let excess = improvement * improvement - phi * phi - variance;
    // All numbers are logarithms of squared volatilities.
    let start = 2.0 * old.ln();
    let f = |x: f64| {
        let squared = x.exp();
        let all = phi * phi + variance + squared;
        squared * (excess - squared) / (2.0 * all * all) - (x - start) / (TAU * TAU)
    };
    // The root is between the start and a bound that depends on the results.
    let mut far = start;
    let mut near = if excess > 0.0 {
        excess.ln()
    } else {
        let below = |step: u32| start - f64::from(step) * TAU;
        (1..MAX_STEPS).map(below).find(|&x| f(x) >= 0.0).unwrap_or_else(|| below(MAX_STEPS))
    };
    let (mut f_far, mut f_near) = (f(far), f(near));
    for _ in 0..MAX_STEPS {
        if (near - far).abs() <= PRECISION {
            break;
        }
        let next = far + (far - near) * f_far / (f_near - f_far);
        let f_next = f(next);
        if f_next * f_near <= 0.0 {
            (far, f_far) = (near, f_near);
        } else {
            // The root is on the same side again: halving the other value keeps that end from staying fixed.
            f_far /= 2.0;
        }
        (near, f_near) = (next, f_next);
    }
    // Any estimate is good enough, if it is a number.
    if far.is_finite() { (far / 2.0).exp() } else { old }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{num::f64::ANY, prelude::*};

    fn player(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[track_caller]
    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
    }

    #[test]
    fn the_example_of_the_paper_has_the_published_result() {
        let games = [(player(1400.0, 30.0), 1.0), (player(1550.0, 100.0), 0.0), (player(1700.0, 300.0), 0.0)];
        let after = player(1500.0, 200.0).after(&games, 1.0);
        assert_near(after.rating, 1464.06, 0.01);
        assert_near(after.deviation, 151.52, 0.01);
        assert_near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn the_volatility_is_a_root_after_an_upset_too() {
        // The upset takes the branch that the paper's example does not take.
        let [winner, _] = rate([player(1500.0, 60.0), player(2300.0, 60.0)], [1.0, 0.0], [0.0, 0.0]);
        assert!(winner.volatility > 0.06);
        let (phi, variance, improvement, start) = (0.3, 8.0, 12.0, 2.0 * 0.06_f64.ln());
        let x = 2.0 * volatility(0.06, phi, variance, improvement).ln();
        let all = phi * phi + variance + x.exp();
        let pull = x.exp() * (improvement * improvement - all) / (2.0 * all * all);
        assert_near(pull, (x - start) / (TAU * TAU), 1e-4);
    }

    #[test]
    fn a_period_without_games_increases_only_the_deviation() {
        let after = player(1500.0, 200.0).after(&[], 1.0);
        assert_near(after.rating, 1500.0, 1e-9);
        assert_near(after.deviation, 200.0_f64.hypot(0.06 * SCALE), 1e-9);
        assert_eq!(after.volatility, 0.06);
    }

    #[test]
    fn after_a_year_without_games_a_rating_is_provisional() {
        let known = player(1800.0, 60.0);
        assert_near(known.rested(365.0).deviation, Rating::PROVISIONAL, 0.5);
        assert_eq!(known.rested(10_000.0).deviation, 350.0);
        assert_eq!(known.rested(-5.0), known);
        assert_eq!(known.rested(f64::NAN), known);
    }

    #[test]
    fn a_rating_is_provisional_until_some_games_are_played() {
        let mut players = [Rating::default(); 2];
        let known = (0..30).position(|game| {
            let provisional = players[0].is_provisional();
            players = rate(players, if game % 2 == 0 { [1.0, 0.0] } else { [0.0, 1.0] }, [0.0, 0.0]);
            !provisional
        });
        assert!(known.is_some_and(|games| (8..=16).contains(&games)), "{known:?} games");
    }

    #[test]
    fn a_draw_of_equal_players_changes_no_rating() {
        let [a, b] = rate([player(1700.0, 80.0); 2], [0.5, 0.5], [0.0, 0.0]);
        assert_near(a.rating, 1700.0, 1e-9);
        assert_eq!(a, b);
    }

    #[test]
    fn when_both_lose_both_ratings_fall() {
        let [a, b] = rate([player(1700.0, 80.0), player(1400.0, 80.0)], [0.0, 0.0], [0.0, 0.0]);
        assert!(a.rating < 1700.0 && b.rating < 1400.0);
    }

    #[test]
    fn a_rating_changes_more_after_a_break() {
        let players = [player(1700.0, 60.0); 2];
        let [back, steady] = rate(players, [1.0, 0.0], [180.0, 0.0]);
        assert!(back.rating - 1700.0 > 2.0 * (1700.0 - steady.rating));
    }

    prop_compose! {
        fn any_player()(rating in 100.0..4000.0, deviation in 45.0..350.0, volatility in 0.01..0.1) -> Rating {
            Rating { rating, deviation, volatility }
        }
    }

    fn any_scores() -> impl Strategy<Value = [f64; 2]> {
        prop_oneof![Just([1.0, 0.0]), Just([0.0, 1.0]), Just([0.5, 0.5]), Just([0.0, 0.0])]
    }

    fn is_bounded(player: &Rating) -> bool {
        *player == player.bounded()
    }

    proptest! {
        #[test]
        fn winners_never_lose_points_and_losers_never_gain_any(
            a in any_player(), b in any_player(), days in [0.0..800.0, 0.0..800.0],
        ) {
            let [winner, loser] = rate([a, b], [1.0, 0.0], days);
            prop_assert!(winner.rating >= a.rating && loser.rating <= b.rating);
            let losers = rate([a, b], [0.0, 0.0], days);
            prop_assert!(losers[0].rating <= a.rating && losers[1].rating <= b.rating);
        }

        #[test]
        fn the_order_of_the_players_does_not_matter(
            a in any_player(), b in any_player(), scores in any_scores(), days in [0.0..800.0, 0.0..800.0],
        ) {
            let [x, y] = rate([a, b], scores, days);
            let mirrored = rate([b, a], [scores[1], scores[0]], [days[1], days[0]]);
            prop_assert_eq!([y, x], mirrored);
        }

        #[test]
        fn a_game_reduces_the_deviation(a in any_player(), b in any_player(), scores in any_scores()) {
            let after = rate([a, b], scores, [0.0, 0.0]);
            prop_assert!(after[0].deviation <= a.deviation && after[1].deviation <= b.deviation);
            if (a.rating - b.rating).abs() < 400.0 && a.deviation > 60.0 {
                prop_assert!(after[0].deviation < a.deviation - 0.01);
            }
        }

        #[test]
        fn a_weaker_player_gains_more_by_winning(
            a in 100.0..3600.0, gap in 10.0..400.0, deviation in 45.0..350.0, other in any_player(),
        ) {
            let gain = |rating: f64| {
                let before = player(rating, deviation);
                rate([before, other], [1.0, 0.0], [0.0, 0.0])[0].rating - rating
            };
            prop_assert!(gain(a) >= gain(a + gap) - 1e-6);
        }

        #[test]
        fn results_are_within_the_ranges_for_any_input(
            numbers in prop::array::uniform6(ANY), scores in any_scores(), days in [ANY, ANY],
        ) {
            let [r, d, v, s, e, w] = numbers;
            let players = [
                Rating { rating: r, deviation: d, volatility: v },
                Rating { rating: s, deviation: e, volatility: w },
            ];
            prop_assert!(rate(players, scores, days).iter().all(is_bounded));
        }
    }
}
