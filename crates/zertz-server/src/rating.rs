//! How strong players are: Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system".
//!
//! Glickman collects the games of a period and rates them together. Here each game is rated when it ends, because nobody wants to wait
//! for a number. Time still counts, in fractions of a period: who has not played for a while is less well known, and moves faster.

use std::f64::consts::PI;

/// How little the volatility changes from game to game, Glickman's τ. He advises 0.3 to 1.2.
const TAU: f64 = 0.5;

/// Glickman computes on a scale where this many points are one. Where its zero is does not matter: only differences count.
const SCALE: f64 = 173.717_8;

/// How many of Glickman's periods pass in a day: so few that somebody well known is a matter of guessing again after a year without a
/// game, at the usual volatility. 60² + 0.2144 · 365 · (0.06 · 173.7178)² ≈ 110².
const PERIODS_PER_DAY: f64 = 0.2144;

/// No rating leaves this range, so that a row of strange games cannot make a number nobody can read.
const RATINGS: [f64; 2] = [100.0, 4000.0];

/// Below the first, a rating would hardly move any more though people go on learning; above the second, it says nothing at all.
const DEVIATIONS: [f64; 2] = [45.0, 350.0];

/// Where the volatility of real players stays.
const VOLATILITIES: [f64; 2] = [0.01, 0.1];

/// The logarithm of the volatility is computed to this precision,
const PRECISION: f64 = 1e-6;

/// in at most so many steps. No pair of players within the ranges was seen to need more than 21.
const STEPS: u32 = 100;

/// What is known of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength itself. With 200 points more one wins three games of four, if both are well known.
    pub rating: f64,
    /// How far from the truth that may be: with a chance of 95%, not more than twice this.
    pub deviation: f64,
    /// How much the strength itself goes up and down.
    pub volatility: f64,
}

/// Of somebody who has not played yet.
impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// With a larger deviation than this, too little is known of a player to compare them with others.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether too little is known of the player to compare this with others.
    pub fn is_provisional(&self) -> bool {
        self.deviation > Self::PROVISIONAL
    }

    /// The rating of a player who then does not play for a while: the same strength, known less well. A negative time is none, for
    /// clocks are set back now and then.
    pub fn rested(self, days: f64) -> Self {
        let days = days.max(0.0);
        let player = self.bounded();
        let deviation = player.deviation.hypot(player.volatility * SCALE * (days * PERIODS_PER_DAY).sqrt());
        Self { deviation, ..player }.bounded()
    }

    /// The same within the ranges; what is not a number starts again.
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

    /// After these games, each against a player as rated before it, with a score from 0 to 1. Meanwhile the deviation grows for so many
    /// periods, as part of the computation.
    fn after(self, games: &[(Self, f64)], periods: f64) -> Self {
        let (mu, phi) = (self.rating / SCALE, self.deviation / SCALE);
        // How much the games can tell, and how much better than expected they went.
        let (mut information, mut surprise) = (0.0, 0.0);
        for &(opponent, score) in games {
            // A result against somebody of unknown strength says less.
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

/// Rates a game: both players as they were when it began, their scores (1, ½ or 0; a ruling may give 0 to both), and the days since each
/// had a rated game before it. Both are judged by what the other was before the game.
pub fn rate(players: [Rating; 2], scores: [f64; 2], days: [f64; 2]) -> [Rating; 2] {
    let [first, second] = [players[0].rested(days[0]), players[1].rested(days[1])];
    // The time is in the players already, so none passes in the game.
    [first.after(&[(second, scores[0])], 0.0), second.after(&[(first, scores[1])], 0.0)]
}

/// Glickman's fifth step: the new volatility of a player with deviation `phi`, from the variance of what the games tell and from the
/// improvement they suggest. It is the one root of `f` below, found with the Illinois algorithm.
fn volatility(old: f64, phi: f64, variance: f64, improvement: f64) -> f64 {
    let excess = improvement * improvement - phi * phi - variance;
    // Everything is in logarithms of squared volatilities.
    let start = 2.0 * old.ln();
    let f = |x: f64| {
        let squared = x.exp();
        let all = phi * phi + variance + squared;
        squared * (excess - squared) / (2.0 * all * all) - (x - start) / (TAU * TAU)
    };
    // The root lies between the start and an end that depends on how wild the results were.
    let mut far = start;
    let mut near = if excess > 0.0 {
        excess.ln()
    } else {
        let below = |step: u32| start - f64::from(step) * TAU;
        (1..STEPS).map(below).find(|&x| f(x) >= 0.0).unwrap_or_else(|| below(STEPS))
    };
    let (mut f_far, mut f_near) = (f(far), f(near));
    for _ in 0..STEPS {
        if (near - far).abs() <= PRECISION {
            break;
        }
        let next = far + (far - near) * f_far / (f_near - f_far);
        let f_next = f(next);
        if f_next * f_near <= 0.0 {
            (far, f_far) = (near, f_near);
        } else {
            // The same side twice: half the weight of the other, or the line would lean on it for ever.
            f_far /= 2.0;
        }
        (near, f_near) = (next, f_next);
    }
    // Any estimate will do, but only if it is a number.
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
    fn the_example_of_the_paper_comes_out() {
        let games = [(player(1400.0, 30.0), 1.0), (player(1550.0, 100.0), 0.0), (player(1700.0, 300.0), 0.0)];
        let after = player(1500.0, 200.0).after(&games, 1.0);
        assert_near(after.rating, 1464.06, 0.01);
        assert_near(after.deviation, 151.52, 0.01);
        assert_near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn the_volatility_is_the_root_also_after_a_great_surprise() {
        // An upset that makes the improvement larger than all that was expected: the branch the paper's example does not take.
        let [winner, _] = rate([player(1500.0, 60.0), player(2300.0, 60.0)], [1.0, 0.0], [0.0, 0.0]);
        assert!(winner.volatility > 0.06);
        let (phi, variance, improvement, start) = (0.3, 8.0, 12.0, 2.0 * 0.06_f64.ln());
        let x = 2.0 * volatility(0.06, phi, variance, improvement).ln();
        let all = phi * phi + variance + x.exp();
        let pull = x.exp() * (improvement * improvement - all) / (2.0 * all * all);
        assert_near(pull, (x - start) / (TAU * TAU), 1e-4);
    }

    #[test]
    fn a_period_without_games_only_widens_the_deviation() {
        let after = player(1500.0, 200.0).after(&[], 1.0);
        assert_near(after.rating, 1500.0, 1e-9);
        assert_near(after.deviation, 200.0_f64.hypot(0.06 * SCALE), 1e-9);
        assert_eq!(after.volatility, 0.06);
    }

    #[test]
    fn after_a_year_without_a_game_a_rating_is_a_guess_again() {
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
    fn equals_who_draw_stay_where_they_are() {
        let [a, b] = rate([player(1700.0, 80.0); 2], [0.5, 0.5], [0.0, 0.0]);
        assert_near(a.rating, 1700.0, 1e-9);
        assert_eq!(a, b);
    }

    #[test]
    fn when_both_lose_both_fall() {
        let [a, b] = rate([player(1700.0, 80.0), player(1400.0, 80.0)], [0.0, 0.0], [0.0, 0.0]);
        assert!(a.rating < 1700.0 && b.rating < 1400.0);
    }

    #[test]
    fn who_comes_back_moves_more() {
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
        fn winners_never_fall_and_losers_never_rise(
            a in any_player(), b in any_player(), days in [0.0..800.0, 0.0..800.0],
        ) {
            let [winner, loser] = rate([a, b], [1.0, 0.0], days);
            prop_assert!(winner.rating >= a.rating && loser.rating <= b.rating);
            let losers = rate([a, b], [0.0, 0.0], days);
            prop_assert!(losers[0].rating <= a.rating && losers[1].rating <= b.rating);
        }

        #[test]
        fn it_does_not_matter_who_is_named_first(
            a in any_player(), b in any_player(), scores in any_scores(), days in [0.0..800.0, 0.0..800.0],
        ) {
            let [x, y] = rate([a, b], scores, days);
            let mirrored = rate([b, a], [scores[1], scores[0]], [days[1], days[0]]);
            prop_assert_eq!([y, x], mirrored);
        }

        #[test]
        fn playing_makes_a_player_better_known(a in any_player(), b in any_player(), scores in any_scores()) {
            let after = rate([a, b], scores, [0.0, 0.0]);
            prop_assert!(after[0].deviation <= a.deviation && after[1].deviation <= b.deviation);
            if (a.rating - b.rating).abs() < 400.0 && a.deviation > 60.0 {
                prop_assert!(after[0].deviation < a.deviation - 0.01);
            }
        }

        #[test]
        fn the_weaker_gains_more_by_winning(
            a in 100.0..3600.0, gap in 10.0..400.0, deviation in 45.0..350.0, other in any_player(),
        ) {
            let gain = |rating: f64| {
                let before = player(rating, deviation);
                rate([before, other], [1.0, 0.0], [0.0, 0.0])[0].rating - rating
            };
            prop_assert!(gain(a) >= gain(a + gap) - 1e-6);
        }

        #[test]
        fn nothing_leaves_the_ranges_whatever_comes_in(
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
