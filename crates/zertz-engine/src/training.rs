//! What a program needs to fit the weights of a [`Network`](crate::Network): the inputs of the evaluation and of the prior, and the scales of
//! their weights.

pub use crate::{
    features::{FEATURES, MATERIALS, features, material},
    network::{HIDDEN_SCALE, OUTPUT_SCALE, WIDTH, Weights},
    pattern::{pattern_count, pattern_rows},
    prior::{Distances, PRIOR_SCALE, PlacementWeights, prior_count, removal_weights},
};
