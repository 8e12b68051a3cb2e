//! Every number of the evaluation that could be another one, in one table.

/// The points at which the chance to win is 73%: the scale of the curve from points to chances.
pub(crate) const WIN_CHANCE_SCALE: f64 = 150.0;

/// The kinds of weights: name and shape, in the order in which [`Params`] has them. The last index of each is a number of marbles or
/// rings, where more than the last one counts as the last one.
const FIELDS: [(&str, &[usize]); 8] = [
    ("lacking", &[3, 6]),
    ("lacking_each", &[9]),
    ("material", &[4, 5, 6]),
    ("safe", &[16]),
    ("removable", &[16]),
    ("vacant", &[16]),
    ("lying", &[3, 8]),
    ("claim", &[3, 4]),
];

/// What it is worth to lack so many marbles of a colour, counted from one.
pub(crate) const LACKING: usize = begin(0);
/// The same for the marbles lacking for the goal of each colour.
pub(crate) const LACKING_EACH: usize = begin(1);
/// What captures are worth together: white, grey and black ones.
pub(crate) const MATERIAL: usize = begin(2);
/// Rings on which a marble can be placed without giving a capture, for the player to move like all that follow.
pub(crate) const SAFE: usize = begin(3);
/// Rings that can be removed.
pub(crate) const REMOVABLE: usize = begin(4);
/// Pairs of vacant rings.
pub(crate) const VACANT: usize = begin(5);
/// Marbles of a colour on the board.
pub(crate) const LYING: usize = begin(6);
/// Marbles of a colour that can be claimed at once.
pub(crate) const CLAIM: usize = begin(7);
/// How many weights there are.
const COUNT: usize = begin(FIELDS.len());

/// Where a kind of weights begins.
const fn begin(field: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < field {
        let (shape, mut size, mut j) = (FIELDS[i].1, 1, 0);
        while j < shape.len() {
            size *= shape[j];
            j += 1;
        }
        sum += size;
        i += 1;
    }
    sum
}

/// The weights of the evaluation, in hundredths of a white marble or thereabouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params(pub [i32; COUNT]);

impl Params {
    /// The kinds of weights in their order: the name of each and the lengths of its arrays.
    pub fn fields() -> &'static [(&'static str, &'static [usize])] {
        &FIELDS
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

    /// The weights as they stand in this file, a line for each row.
    pub fn source(&self) -> String {
        let mut text = "    pub const DEFAULT: Params = Params([\n".to_owned();
        let mut rest = &self.0[..];
        for (name, shape) in FIELDS {
            let (own, others) = rest.split_at(shape.iter().product());
            rest = others;
            text += &format!("        // {name}\n");
            for row in own.chunks(shape[shape.len() - 1]) {
                let row: Vec<String> = row.iter().map(i32::to_string).collect();
                text += &format!("        {},\n", row.join(", "));
            }
        }
        text + "    ]);\n"
    }

    /// The weights that the engine plays with, as `zertz-lab tune` prints them.
    #[rustfmt::skip]
    pub const DEFAULT: Params = Params([
        // lacking
        516, 161, 143, 51, 0, 0,
        447, 113, 231, 135, -20, 0,
        565, 148, 45, 176, 105, 31,
        // lacking_each
        774, 455, 300, 190, 54, -43, -147, -167, -164,
        // material
        -164, -164, -166, 3, 133, 46,
        -195, -214, -287, -109, 45, -109,
        -152, -245, -313, -184, -36, -5,
        72, -6, -115, -12, 58, -55,
        165, 7, -116, -44, -109, 19,
        -23, -30, -106, 60, 173, 131,
        -55, -142, -209, -84, 47, -73,
        -87, -159, -271, -127, -45, -80,
        159, 39, -62, 51, 151, -30,
        144, -58, -134, -114, 16, 21,
        224, 147, 92, 220, 325, 224,
        121, 68, -23, 136, 200, 57,
        117, 21, -35, 88, 188, -8,
        334, 257, 157, 126, 211, 77,
        221, 99, -55, -111, 52, 60,
        27, -31, -107, 68, 172, 5,
        -55, -126, -145, -6, 124, -99,
        -65, -85, -81, -51, 28, -9,
        170, 187, 256, 0, 0, 0,
        -28, -50, 107, 0, 0, 0,
        // safe
        -18, 81, 70, 58, 59, 52, 52, 47, 41, 38, 32, 26, 23, 17, 10, -8,
        // removable
        -389, -104, -1, -22, -3, -7, 8, 23, 22, 22, 21, 17, 17, 20, 27, 53,
        // vacant
        132, 173, 109, 250, 188, 162, 169, 146, 92, 38, 0, -25, -47, -68, -94, -122,
        // lying
        -13, 45, 32, 22, 6, -20, -51, 0,
        35, 34, 30, 8, -23, -36, -110, -24,
        32, 32, 25, 23, 5, -18, -116, -178,
        // claim
        11, 324, 646, 187,
        10, 208, 487, 451,
        13, 122, 422, 636,
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_printed_as_the_source_has_them() {
        let source = Params::DEFAULT.source();
        assert!(include_str!("params.rs").contains(&source), "{source}");
    }

    #[test]
    fn weights_have_names() {
        assert_eq!(Params::name(LACKING), "lacking[0][0]");
        assert_eq!(Params::name(MATERIAL + 31), "material[1][0][1]");
        assert_eq!(Params::name(COUNT - 1), "claim[2][3]");
    }
}
