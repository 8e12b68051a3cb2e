//! The evaluation as a sum: which weight counts how often in a position.
//!
//! This stands in for a function of the engine itself. It repeats the formula of `zertz-engine/src/eval.rs`; a test compares the two on
//! every position of many games, so it cannot fall behind unnoticed.

use zertz::{Colour, Player, Position, Rules};
use zertz_engine::Params;

/// The weights in the order of their numbers: the name of a field and the lengths of its arrays.
const FIELDS: [(&str, &[usize]); 3] = [("lacking", &[3, 6]), ("lacking_each", &[9]), ("tempo", &[])];

/// Where the fields begin.
const LACKING: usize = 0;
const EACH: usize = 18;
const TEMPO: usize = 27;

/// How many weights there are.
pub const COUNT: usize = 28;

/// Adds the weights that count in a position, with how often: positive for the player to move. Their sum is the score.
pub fn features(rules: &Rules, position: &Position, out: &mut Vec<(u16, i16)>) {
    let mut counts = [0i16; COUNT];
    let mover = position.mover();
    progress(rules, position, mover, &mut |weight| counts[weight] += 1);
    progress(rules, position, mover.other(), &mut |weight| counts[weight] -= 1);
    counts[TEMPO] += 1;
    out.extend(counts.iter().enumerate().filter(|(_, count)| **count != 0).map(|(n, &count)| (n as u16, count)));
}

fn progress(rules: &Rules, position: &Position, player: Player, add: &mut impl FnMut(usize)) {
    let captured = position.captured(player);
    let (mut lacking_each, mut each_possible) = (0, true);
    let step = |lacking: u32, steps: usize| (lacking.max(1) as usize - 1).min(steps - 1);
    for colour in Colour::ALL {
        let within_reach = u32::from(position.pool()[colour]) + position.marbles(colour).len() as u32;
        let lacking = u32::from(rules.goals.of(colour)).saturating_sub(u32::from(captured[colour]));
        if lacking <= within_reach {
            add(LACKING + 6 * colour.index() + step(lacking, 6));
        }
        let for_each = u32::from(rules.goals.each()).saturating_sub(u32::from(captured[colour]));
        each_possible &= for_each <= within_reach;
        lacking_each += for_each;
    }
    if each_possible {
        add(EACH + step(lacking_each, 9));
    }
}

/// The weights of the engine by number.
pub fn to_vec(params: &Params) -> Vec<f32> {
    let lacking = params.lacking.as_flattened().iter();
    let all = lacking.chain(&params.lacking_each).chain([&params.tempo]);
    all.map(|&weight| weight as f32).collect()
}

/// The weights as they stand in `params.rs`, rounded.
pub fn source(weights: &[f32]) -> String {
    let mut text = String::from("    pub const DEFAULT: Params = Params {\n");
    let mut rest = weights;
    for (name, shape) in FIELDS {
        let (own, others) = rest.split_at(shape.iter().product());
        rest = others;
        text += &format!("        {name}: {},\n", nested(own, shape));
    }
    text + "    };\n"
}

fn nested(weights: &[f32], shape: &[usize]) -> String {
    match shape {
        [] => format!("{}", weights[0].round() as i32),
        [_, inner @ ..] => {
            let parts = weights.chunks(inner.iter().product()).map(|part| nested(part, inner));
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The name of a weight, such as `lacking[0][2]`.
pub fn name(number: usize) -> String {
    let mut left = number;
    for (name, shape) in FIELDS {
        let size: usize = shape.iter().product();
        if left < size {
            let mut text = name.to_owned();
            let mut inner = size;
            for &length in shape {
                inner /= length;
                text += &format!("[{}]", left / inner);
                left %= inner;
            }
            return text;
        }
        left -= size;
    }
    format!("weight {number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use zertz::{Board, Game};
    use zertz_engine::evaluate;

    #[test]
    fn the_sum_of_the_features_is_the_evaluation() {
        let weights = to_vec(&Params::DEFAULT);
        assert_eq!(weights.len(), COUNT);
        let mut positions = 0;
        for (seed, rules) in
            [Rules::standard(Board::rings37()), Rules::blitz(Board::rings37()), Rules::standard(Board::rings48())]
                .into_iter()
                .enumerate()
        {
            for number in 0..100 {
                let mut random = Random::new(seed as u64, &[number]);
                let mut game = Game::new(rules.clone());
                while let Some(turn) = game.position().turns(&rules).choose(|count| random.below(count)) {
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

    #[test]
    fn weights_are_printed_as_the_source_has_them() {
        let source = source(&to_vec(&Params::DEFAULT));
        let file = include_str!("../../zertz-engine/src/params.rs");
        assert!(file.contains(&source), "{source}");
        assert_eq!(name(0), "lacking[0][0]");
        assert_eq!(name(17), "lacking[2][5]");
        assert_eq!(name(20), "lacking_each[2]");
        assert_eq!(name(27), "tempo");
    }
}
