//! Every number of the evaluation that could be another one, in one table.

/// The points at which the chance to win is 73%: the scale of the curve from points to chances.
pub(crate) const WIN_CHANCE_SCALE: f64 = 200.0;

/// The weights of the evaluation, in hundredths of a white marble.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// What it is worth to lack so many marbles of a colour, counted from one: white, grey, black.
    pub lacking: [[i32; 6]; 3],
    /// The same for the marbles lacking for the goal of each colour.
    pub lacking_each: [i32; 9],
    /// To be on the move.
    pub tempo: i32,
}

impl Params {
    /// The weights that the engine plays with.
    pub const DEFAULT: Params = Params {
        lacking: [[420, 230, 100, 0, 0, 0], [400, 250, 145, 65, 0, 0], [380, 260, 170, 100, 45, 0]],
        lacking_each: [420, 260, 180, 120, 80, 50, 25, 10, 0],
        tempo: 20,
    };
}
