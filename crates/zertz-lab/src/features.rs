//! The evaluation as a linear function: how often each weight counts in a position.

use zertz::{Position, Rules};
use zertz_engine::Params;

/// Appends the weights that count in a position and how often they do, positive for the player to move. The weighted sum is the score.
pub fn features(rules: &Rules, position: &Position, out: &mut Vec<(u16, i16)>) {
    let begin = out.len();
    zertz_engine::features(rules, position, |weight, count| {
        let weight = weight as u16;
        match out[begin..].iter_mut().find(|(known, _)| *known == weight) {
            Some((_, sum)) => *sum += count as i16,
            None => out.push((weight, count as i16)),
        }
    });
    out.retain(|&(_, count)| count != 0);
}

pub fn to_vec(params: &Params) -> Vec<f32> {
    params.0.iter().map(|&weight| weight as f32).collect()
}

/// The inverse of [`to_vec`], rounded.
pub fn to_params(weights: &[f32]) -> Params {
    let mut params = Params::DEFAULT;
    params.0.iter_mut().zip(weights).for_each(|(weight, &fitted)| *weight = fitted.round() as i32);
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Game, Rng};
    use zertz_engine::evaluate;

    #[test]
    fn the_sum_of_the_features_is_the_evaluation() {
        let weights = to_vec(&Params::DEFAULT);
        let mut positions = 0;
        let all =
            [Rules::standard(Board::rings37()), Rules::blitz(Board::rings37()), Rules::standard(Board::rings48())];
        for (seed, rules) in all.into_iter().enumerate() {
            for number in 0..100 {
                let mut rng = Rng::with_path(seed as u64, &[number]);
                let mut game = Game::new(rules.clone());
                while let Some(turn) = game.position().turns(&rules).choose(|count| rng.below(count)) {
                    let mut list = Vec::new();
                    features(&rules, game.position(), &mut list);
                    let sum: f32 = list.iter().map(|&(n, count)| weights[usize::from(n)] * f32::from(count)).sum();
                    assert_eq!(sum as i32, evaluate(&rules, game.position()));
                    positions += 1;
                    game.play(&turn).unwrap();
                }
            }
        }
        assert!(positions > 5000);
    }
}
