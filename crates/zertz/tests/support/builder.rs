//! Constructed positions.

use zertz::{Board, Colour, Label, Marbles, Player, Position, RingSet, Rules, Setup, notation::Zip};

/// A position with its rules.
#[derive(Clone, Debug)]
pub struct Built {
    pub rules: Rules,
    pub position: Position,
}

impl Built {
    /// Rings of the basic board with what lies on them, `a1W b1o`. The marbles not on the board are in the pool.
    pub fn on_37(rings: &str) -> Built {
        let rules = Rules::standard(Board::rings37());
        let (rings, marbles) = parse(rings);
        let mut pool = rules.pool;
        marbles.iter().for_each(|&(_, colour)| pool[colour] -= 1);
        Built::new(rules, rings, marbles, pool, [Marbles::NONE; 2])
    }

    /// A board of exactly these rings, with this pool and these captures. Goals are standard.
    pub fn custom(rings: &str, pool: Marbles, captured: [Marbles; 2]) -> Built {
        let (rings, marbles) = parse(rings);
        let mut total = pool;
        marbles.iter().for_each(|&(_, colour)| total[colour] += 1);
        for colour in Colour::ALL {
            total[colour] += captured[0][colour] + captured[1][colour];
        }
        let board = Board::custom(3, rings.iter().copied()).unwrap();
        Built::new(Rules { pool: total, ..Rules::standard(board) }, rings, marbles, pool, captured)
    }

    pub fn from_zip(zip: &str) -> Built {
        let zip: Zip = zip.parse().unwrap();
        let rules = zip.rules(zip.board());
        Built { position: zip.position(&rules).unwrap(), rules }
    }

    fn new(
        rules: Rules,
        rings: Vec<Label>,
        marbles: Vec<(Label, Colour)>,
        pool: Marbles,
        captured: [Marbles; 2],
    ) -> Built {
        let setup = Setup { rings, marbles, pool, captured, mover: Player::One };
        Built { position: setup.position(&rules).unwrap(), rules }
    }

    /// The same position under changed rules.
    pub fn with(mut self, change: impl FnOnce(&mut Rules)) -> Built {
        change(&mut self.rules);
        self
    }

    /// The legal turns, sorted.
    pub fn turns(&self) -> Vec<String> {
        let turns = self.position.turns(&self.rules).to_vec();
        let mut texts: Vec<String> =
            turns.iter().map(|t| self.position.write_turn(&self.rules, t).to_string()).collect();
        texts.sort();
        texts
    }

    pub fn play(&self, turn: &str) -> Position {
        let turn = self.position.read_turn(&self.rules, turn).unwrap();
        self.position.play(&self.rules, &turn).unwrap()
    }

    pub fn labels(&self, set: RingSet) -> String {
        let labels = self.rules.board.in_label_order(set).map(|ring| self.rules.board.label(ring).to_string());
        labels.collect::<Vec<_>>().join(" ")
    }
}

fn parse(rings: &str) -> (Vec<Label>, Vec<(Label, Colour)>) {
    let mut labels = Vec::new();
    let mut marbles = Vec::new();
    for word in rings.split_whitespace() {
        let (label, content) = word.split_at(word.len() - 1);
        let label: Label = label.parse().unwrap();
        labels.push(label);
        marbles.extend(content.chars().next().and_then(Colour::from_letter).map(|colour| (label, colour)));
    }
    (labels, marbles)
}
