//! [`Params`]: the weights of the evaluation.

/// The scale of the logistic curve from points to win chances: this many points mean a win chance of 73%.
pub(crate) const WIN_CHANCE_SCALE: f64 = 180.0;

/// The groups of weights in the order of [`Params`]: name and shape. The last index is a number of marbles or rings; larger numbers
/// use the last weight.
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

/// The marbles missing for the goal of one colour, by colour. The index is one less than the number.
pub(crate) const LACKING: usize = begin(0);
/// The marbles missing for the goal of some marbles of each colour.
pub(crate) const LACKING_EACH: usize = begin(1);
/// The captured marbles: white, grey and black.
pub(crate) const MATERIAL: usize = begin(2);
/// The rings on which a placement offers no capture. This and the following groups count for the player to move.
pub(crate) const SAFE: usize = begin(3);
pub(crate) const REMOVABLE: usize = begin(4);
/// The vacant rings, in pairs.
pub(crate) const VACANT: usize = begin(5);
/// The marbles on the board, by colour.
pub(crate) const LYING: usize = begin(6);
/// The marbles that one turn can claim, by colour.
pub(crate) const CLAIM: usize = begin(7);
const COUNT: usize = begin(FIELDS.len());

/// The index of the first weight of a group.
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

/// The weights of the evaluation, in points: roughly hundredths of a white marble.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params(pub [i32; COUNT]);

impl Params {
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

    /// The weights as source code, as they are in this file.
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

    /// The default weights, as `zertz-lab tune` prints them.
    #[rustfmt::skip]
    pub const DEFAULT: Params = Params([
        // lacking
        492, 94, 83, 9, 0, 0,
        406, 50, 146, 80, -60, 0,
        518, 40, 43, 182, 127, 54,
        // lacking_each
        740, 493, 342, 239, 89, -23, -161, -216, -219,
        // material
        -219, -210, -215, -50, 260, 134,
        -235, -273, -358, -196, 100, -64,
        -177, -310, -384, -260, 5, -100,
        81, -29, -168, -80, 100, -67,
        154, -19, -126, -51, -4, -21,
        -8, -49, -136, 15, 274, 179,
        -65, -175, -236, -109, 86, -54,
        -91, -174, -271, -116, 78, -98,
        157, 22, -49, 31, 222, 17,
        129, -60, -96, -72, 81, 7,
        269, 155, 99, 205, 425, 310,
        137, 61, -38, 132, 300, 130,
        143, 29, -17, 122, 273, 50,
        326, 236, 149, 191, 296, 96,
        202, 79, -57, -74, 143, -1,
        91, 13, -70, 67, 189, -84,
        -4, -108, -138, -14, 113, -165,
        -35, -82, -85, -15, 95, -147,
        137, 108, 172, 0, 0, 0,
        -77, -114, 9, 0, 0, 0,
        // safe
        -155, 39, 35, 10, 78, 67, 68, 56, 73, 35, 61, 46, 50, 48, 24, -4,
        // removable
        -248, -25, -102, -38, 8, -4, 21, 38, 18, 37, 16, 30, 34, 13, 30, 13,
        // vacant
        137, -72, -4, 106, 106, 100, 97, 90, 49, 13, -9, -27, -31, -39, -49, -48,
        // lying
        -27, 34, 33, 39, 40, 1, -34, 0,
        3, 24, 35, 37, 37, 26, 9, 21,
        0, 16, 37, 47, 51, 84, 65, 84,
        // claim
        6, 332, 728, 332,
        6, 190, 497, 653,
        11, 129, 396, 734,
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
