//! A second implementation of the rules, written from `docs/rules.md` alone. It is simple rather than fast: tests compare the fast
//! implementation with it. Comments name the sections of `docs/rules.md`.
#![allow(missing_docs, reason = "most items are named as in docs/rules.md")]

pub mod proof;

/// Board: columns are lettered, so there are at most 26.
pub const WIDTH: usize = 26;
/// Enough for every preset (61 needs 17) and for custom boards of up to 32 rings in the centre column.
pub const HEIGHT: usize = 64;
/// Board: a custom board has up to 64 rings.
const MOST_RINGS: usize = 64;

/// A place in the grid, with or without a ring. Places are ordered like their labels: by column, then upwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// 0 is column a.
    pub column: u8,
    /// In half-ring steps: |q| + 2(k-1).
    pub height: u8,
}

/// Board: two rings touch if they are in the same column and 2 apart in height, or in neighbouring columns and 1 apart. The directions are
/// listed clockwise, so consecutive ones lead to adjacent places.
const DIRECTIONS: [(i8, i8); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

impl Place {
    /// Board: ring k (counted from 1) of a column at distance q from the centre has height |q| + 2(k-1).
    pub fn ring(column: u8, k: u8, centre: u8) -> Place {
        assert!(k >= 1, "rings are counted from 1");
        let height = column.abs_diff(centre) + 2 * (k - 1);
        assert!(usize::from(column) < WIDTH && usize::from(height) < HEIGHT);
        Place { column, height }
    }

    /// Reads a label such as `d4`.
    pub fn parse(label: &str, centre: u8) -> Place {
        let column = label.as_bytes()[0].to_ascii_lowercase();
        assert!(column.is_ascii_lowercase(), "no column letter: {label}");
        let k = label[1..].parse().expect("a ring number");
        Place::ring(column - b'a', k, centre)
    }

    pub fn label(&self, centre: u8) -> String {
        let k = (self.height - self.column.abs_diff(centre)) / 2 + 1;
        format!("{}{k}", char::from(b'a' + self.column))
    }

    /// The neighbouring place in a direction; `None` beyond the edge of the grid, where there is never a ring.
    fn step(self, (columns, heights): (i8, i8)) -> Option<Place> {
        let column = self.column.checked_add_signed(columns)?;
        let height = self.height.checked_add_signed(heights)?;
        if usize::from(column) < WIDTH && usize::from(height) < HEIGHT { Some(Place { column, height }) } else { None }
    }

    /// Notation, ZIP: the index of the place in its column. Columns up to the centre begin at 0, the q-th column to the right of it begins
    /// at q.
    fn sheared(self, centre: u8) -> usize {
        // With height = |q| + 2(k-1) that is (height + q) / 2, and never negative.
        usize::from((self.height + self.column - centre) / 2)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    White,
    Grey,
    Black,
}

pub const COLOURS: [Colour; 3] = [Colour::White, Colour::Grey, Colour::Black];

impl Colour {
    pub fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Grey => 'G',
            Colour::Black => 'B',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    NoRing,
    Vacant,
    Marble(Colour),
}

/// The grid. A plain array on the stack, because it is copied for every placement that is tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub cells: [[Cell; HEIGHT]; WIDTH],
}

impl Board {
    fn empty() -> Board {
        Board { cells: [[Cell::NoRing; HEIGHT]; WIDTH] }
    }

    pub fn get(&self, place: Place) -> Cell {
        self.cells[usize::from(place.column)][usize::from(place.height)]
    }

    fn set(&mut self, place: Place, cell: Cell) {
        self.cells[usize::from(place.column)][usize::from(place.height)] = cell;
    }

    fn has_ring(&self, place: Place) -> bool {
        self.get(place) != Cell::NoRing
    }

    fn is_vacant(&self, place: Place) -> bool {
        self.get(place) == Cell::Vacant
    }

    fn colour_at(&self, place: Place) -> Option<Colour> {
        match self.get(place) {
            Cell::Marble(colour) => Some(colour),
            Cell::NoRing | Cell::Vacant => None,
        }
    }

    /// A turn, 3: a vacant ring can be removed if two adjacent sides are open.
    fn may_be_removed(&self, place: Place) -> bool {
        let gap = |direction: usize| match place.step(DIRECTIONS[direction % 6]) {
            Some(neighbour) => !self.has_ring(neighbour),
            None => true,
        };
        self.is_vacant(place) && (0..6).any(|direction| gap(direction) && gap(direction + 1))
    }

    /// A turn, 4: a marble jumps over a marble on an adjacent ring to the vacant ring directly behind it. Returns the place jumped over and
    /// the place landed on.
    fn hop(&self, from: Place, direction: (i8, i8)) -> Option<(Place, Place)> {
        let over = from.step(direction)?;
        let landing = over.step(direction)?;
        if self.colour_at(over).is_some() && self.is_vacant(landing) { Some((over, landing)) } else { None }
    }

    /// A turn, 4: the marble jumped over is captured at once. The rings of both marbles are vacant for the rest of the chain.
    fn make_hop(&mut self, from: Place, over: Place, landing: Place) {
        let jumper = self.get(from);
        self.set(from, Cell::Vacant);
        self.set(over, Cell::Vacant);
        self.set(landing, jumper);
    }

    /// A turn, 5: every connected group of rings without a vacant ring. All its rings have marbles, so it is found from marble to marble.
    fn full_groups(&self, rings: &[Place]) -> Vec<Vec<Place>> {
        let mut groups = Vec::new();
        let mut seen = [[false; HEIGHT]; WIDTH];
        let mut group = Vec::with_capacity(MOST_RINGS);
        for &first in rings {
            if self.colour_at(first).is_none() || seen[usize::from(first.column)][usize::from(first.height)] {
                continue;
            }
            let mut full = true;
            group.clear();
            group.push(first);
            seen[usize::from(first.column)][usize::from(first.height)] = true;
            let mut looked_at = 0;
            while looked_at < group.len() {
                let place: Place = group[looked_at];
                looked_at += 1;
                for neighbour in DIRECTIONS.into_iter().filter_map(|direction| place.step(direction)) {
                    let seen = &mut seen[usize::from(neighbour.column)][usize::from(neighbour.height)];
                    match self.get(neighbour) {
                        Cell::NoRing => {}
                        Cell::Vacant => full = false,
                        Cell::Marble(_) if *seen => {}
                        Cell::Marble(_) => {
                            *seen = true;
                            group.push(neighbour);
                        }
                    }
                }
            }
            if full {
                groups.push(group.clone());
            }
        }
        groups
    }
}

/// Rule sets, with the options of "Rulings".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleBook {
    /// The centre column, from which q is counted.
    pub centre: u8,
    /// The starting board, in label order.
    pub rings: Vec<Place>,
    /// White, grey, black.
    pub pool: [u8; 3],
    /// White, grey, black, or of each.
    pub goals: [u8; 4],
    /// `claims: optional` instead of `automatic`.
    pub claims_optional: bool,
    /// `captures: on-demand` instead of `enforced`.
    pub captures_on_demand: bool,
    /// Two passes in a row: both lose, instead of a draw.
    pub both_lose: bool,
}

const STANDARD_GOALS: [u8; 4] = [4, 5, 6, 3];

impl RuleBook {
    /// The standard rules on a board of 37, 40, 43, 44, 48 or 61 rings.
    pub fn standard(board: u32) -> RuleBook {
        let (centre, columns): (u8, &[u8]) = match board {
            37 => (3, &[4, 5, 6, 7, 6, 5, 4]),
            40 => (3, &[4, 5, 6, 7, 6, 5, 4, 3]),
            43 => (3, &[5, 6, 7, 7, 6, 5, 4, 3]),
            44 => (3, &[4, 5, 6, 7, 7, 6, 5, 4]),
            48 => (3, &[5, 6, 7, 8, 7, 6, 5, 4]),
            61 => (4, &[5, 6, 7, 8, 9, 8, 7, 6, 5]),
            _ => panic!("no such board: {board}"),
        };
        let mut rings = Vec::new();
        for (column, &count) in (0..).zip(columns) {
            for k in 1..=count {
                rings.push(Place::ring(column, k, centre));
            }
        }
        RuleBook::on(centre, rings)
    }

    pub fn blitz() -> RuleBook {
        RuleBook { pool: [5, 7, 9], goals: [3, 4, 5, 2], ..RuleBook::standard(37) }
    }

    /// The standard pool and goals on any set of rings.
    pub fn custom(centre: u8, labels: &[&str]) -> RuleBook {
        let rings = labels.iter().map(|label| Place::parse(label, centre));
        RuleBook::on(centre, rings.collect())
    }

    fn on(centre: u8, mut rings: Vec<Place>) -> RuleBook {
        rings.sort();
        rings.dedup();
        assert!(rings.len() <= MOST_RINGS, "at most 64 rings");
        RuleBook {
            centre,
            rings,
            pool: [6, 8, 10],
            goals: STANDARD_GOALS,
            claims_optional: false,
            captures_on_demand: false,
            both_lose: false,
        }
    }

    /// Columns from a to the last one of the starting board.
    fn columns(&self) -> u8 {
        self.rings.iter().map(|ring| ring.column + 1).max().unwrap_or(0)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    Place {
        colour: Colour,
        at: Place,
        removed: Option<Place>,
        /// The places claimed, in label order.
        claimed: Vec<Place>,
    },
    Jump {
        /// The start, then every landing.
        path: Vec<Place>,
    },
    Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    White,
    Grey,
    Black,
    Each,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    Goal(Goal),
    FullBoard,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Won { by: usize, how: How },
    DrawByPasses,
    BothLose,
    DrawByRepetition,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub board: Board,
    /// White, grey, black.
    pub pool: [u8; 3],
    /// What each player has captured.
    pub captured: [[u8; 3]; 2],
    /// The player to move: 0 or 1.
    pub mover: usize,
    /// The number of passes in a row.
    pub passes: u8,
    /// Whether the opponent has demanded that the player to move capture.
    pub must_jump: bool,
}

impl State {
    pub fn start(book: &RuleBook) -> State {
        let mut board = Board::empty();
        for &ring in &book.rings {
            board.set(ring, Cell::Vacant);
        }
        State { board, pool: book.pool, captured: [[0; 3]; 2], mover: 0, passes: 0, must_jump: false }
    }

    /// Notation, ZIP. Panics if the text is invalid.
    pub fn from_zip(book: &RuleBook, zip: &str) -> State {
        fn counts<const N: usize>(field: &str) -> [u8; N] {
            let numbers: Vec<u8> = field.split('/').map(|n| n.parse().unwrap()).collect();
            numbers.try_into().expect("the right number of counts")
        }
        let fields: Vec<&str> = zip.split_whitespace().collect();
        assert!(fields.len() == 5 || fields.len() == 6, "fields: {zip}");

        let mut board = Board::empty();
        let layout: Vec<&str> = fields[0].split('/').collect();
        assert!(layout.len() <= usize::from(book.columns()), "columns: {zip}");
        for (column, text) in (0..).zip(layout) {
            let mut index = 0;
            for letter in text.chars() {
                let cell = match letter {
                    'o' => Cell::Vacant,
                    'W' => Cell::Marble(Colour::White),
                    'G' => Cell::Marble(Colour::Grey),
                    'B' => Cell::Marble(Colour::Black),
                    _ => {
                        index += letter.to_digit(10).expect("o W G B or a digit") as usize;
                        continue;
                    }
                };
                let here = |ring: &&Place| ring.column == column && ring.sheared(book.centre) == index;
                let ring = book.rings.iter().find(here);
                board.set(*ring.expect("a ring of the starting board"), cell);
                index += 1;
            }
        }
        if let Some(goals) = fields.get(5) {
            assert_eq!(counts::<4>(goals), book.goals, "goals of another rule book");
        }
        State {
            board,
            pool: counts(fields[1]),
            captured: [counts(fields[2]), counts(fields[3])],
            mover: match fields[4] {
                "1" => 0,
                "2" => 1,
                side => panic!("side is 1 or 2, not {side}"),
            },
            passes: 0,
            must_jump: false,
        }
    }

    /// Notation, ZIP. Missing rings at the top of a column are not written.
    pub fn zip(&self, book: &RuleBook) -> String {
        fn counts(numbers: &[u8]) -> String {
            let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
            texts.join("/")
        }
        let mut layout = Vec::new();
        for column in 0..book.columns() {
            let mut text = String::new();
            let mut index = 0;
            for &ring in &book.rings {
                if ring.column != column || !self.board.has_ring(ring) {
                    continue;
                }
                let mut missing = ring.sheared(book.centre) - index;
                index = ring.sheared(book.centre) + 1;
                while missing > 0 {
                    // A longer run, which only custom boards have, takes several digits.
                    let run = missing.min(9);
                    text += &run.to_string();
                    missing -= run;
                }
                text.push(match self.board.colour_at(ring) {
                    Some(colour) => colour.letter(),
                    None => 'o',
                });
            }
            layout.push(text);
        }
        let mut zip = format!(
            "{} {} {} {} {}",
            layout.join("/"),
            counts(&self.pool),
            counts(&self.captured[0]),
            counts(&self.captured[1]),
            self.mover + 1
        );
        if book.goals != STANDARD_GOALS {
            zip = format!("{zip} {}", counts(&book.goals));
        }
        zip
    }

    /// Every legal turn exactly once: the jumps, then the placements.
    pub fn for_each_turn(&self, book: &RuleBook, visit: &mut dyn FnMut(&Turn)) {
        if self.outcome(book).is_some() {
            return;
        }
        // A turn, 1: a player who can jump must jump; a player who cannot places a marble.
        let can_jump = self.can_jump(book);
        self.for_each_jump(book, visit);
        // Rulings: with captures on demand, a player who can jump may place a marble, unless the jump was demanded.
        let may_place = !can_jump || (book.captures_on_demand && !self.must_jump);
        if may_place {
            self.for_each_placement(book, visit);
        }
        // Rulings: a player without a marble to place and without a jump passes.
        let has_marble = self.marbles_to_place().iter().any(|&count| count > 0);
        if !can_jump && !has_marble {
            visit(&Turn::Pass);
        }
    }

    pub fn turns(&self, book: &RuleBook) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.for_each_turn(book, &mut |turn| turns.push(turn.clone()));
        turns
    }

    /// Whether any marble of the board can jump.
    pub fn can_jump(&self, book: &RuleBook) -> bool {
        book.rings.iter().any(|&from| {
            self.board.colour_at(from).is_some()
                && DIRECTIONS.iter().any(|&direction| self.board.hop(from, direction).is_some())
        })
    }

    fn for_each_jump(&self, book: &RuleBook, visit: &mut dyn FnMut(&Turn)) {
        for &from in &book.rings {
            if self.board.colour_at(from).is_some() {
                State::for_each_chain(&self.board, &mut vec![from], visit);
            }
        }
    }

    /// A turn, 4: the same marble must keep jumping as long as it can, by any route. It is on the last place of the path.
    fn for_each_chain(board: &Board, path: &mut Vec<Place>, visit: &mut dyn FnMut(&Turn)) {
        let from = path[path.len() - 1];
        let mut can_go_on = false;
        for direction in DIRECTIONS {
            if let Some((over, landing)) = board.hop(from, direction) {
                can_go_on = true;
                let mut after = *board;
                after.make_hop(from, over, landing);
                path.push(landing);
                State::for_each_chain(&after, path, visit);
                path.pop();
            }
        }
        let has_jumped = path.len() > 1;
        if has_jumped && !can_go_on {
            visit(&Turn::Jump { path: path.clone() });
        }
    }

    /// End of the game: when the pool is empty, players place marbles that they have captured.
    fn marbles_to_place(&self) -> [u8; 3] {
        if self.pool == [0, 0, 0] { self.captured[self.mover] } else { self.pool }
    }

    fn for_each_placement(&self, book: &RuleBook, visit: &mut dyn FnMut(&Turn)) {
        let marbles = self.marbles_to_place();
        let colours = COLOURS.into_iter().filter(|&colour| marbles[colour as usize] > 0);
        // What can be removed and claimed does not depend on the colour.
        let Some(any_colour) = colours.clone().next() else {
            return;
        };
        let full_before = self.board.full_groups(&book.rings);

        let mut visit_claims = |after: &Board, at: Place, removed: Option<Place>| {
            for claimed in claims(book, &full_before, after) {
                for colour in colours.clone() {
                    let claimed = claimed.clone();
                    visit(&Turn::Place { colour, at, removed, claimed });
                }
            }
        };

        // A turn, 2: on any vacant ring.
        for &at in book.rings.iter().filter(|&&place| self.board.is_vacant(place)) {
            let mut placed = self.board;
            placed.set(at, Cell::Marble(any_colour));
            // A turn, 3: if a ring can be removed, the player must remove one.
            let mut any_removable = false;
            for &ring in &book.rings {
                if placed.may_be_removed(ring) {
                    any_removable = true;
                    let mut after = placed;
                    after.set(ring, Cell::NoRing);
                    visit_claims(&after, at, Some(ring));
                }
            }
            // A turn, 3: if none can, the turn ends with the placement.
            if !any_removable {
                visit_claims(&placed, at, None);
            }
        }
    }

    /// The position after a legal turn.
    pub fn play(&self, book: &RuleBook, turn: &Turn) -> State {
        let mut after = self.clone();
        let mover = self.mover;
        match turn {
            Turn::Place { colour, at, removed, claimed } => {
                let count = if self.pool == [0, 0, 0] {
                    // End of the game: the player no longer owns the marble.
                    &mut after.captured[mover][*colour as usize]
                } else {
                    &mut after.pool[*colour as usize]
                };
                *count = count.checked_sub(1).expect("a marble to place");
                assert!(self.board.is_vacant(*at) && book.rings.contains(at));
                after.board.set(*at, Cell::Marble(*colour));
                if let Some(ring) = removed {
                    assert!(after.board.may_be_removed(*ring));
                    after.board.set(*ring, Cell::NoRing);
                }
                // A turn, 5: the player captures the marbles, and the rings leave the board.
                for &place in claimed {
                    let marble = after.board.colour_at(place).expect("a marble to claim");
                    after.captured[mover][marble as usize] += 1;
                    after.board.set(place, Cell::NoRing);
                }
            }
            Turn::Jump { path } => {
                for hop in path.windows(2) {
                    let over = jumped(hop[0], hop[1]);
                    let marble = after.board.colour_at(over).expect("a marble to jump over");
                    after.captured[mover][marble as usize] += 1;
                    after.board.make_hop(hop[0], over, hop[1]);
                }
            }
            Turn::Pass => {}
        }
        after.passes = if *turn == Turn::Pass { self.passes + 1 } else { 0 };
        after.must_jump = false;
        after.mover = 1 - mover;
        after
    }

    /// End of the game, except repetition, which needs the history of the game.
    pub fn outcome(&self, book: &RuleBook) -> Option<Outcome> {
        // The player who has just moved wins with a goal.
        let by = 1 - self.mover;
        if let Some(goal) = goal_held(self.captured[by], book.goals) {
            return Some(Outcome::Won { by, how: How::Goal(goal) });
        }
        // A player who occupies the last vacant ring wins. Claimed rings leave the board, so there may be no ring at all.
        if !book.rings.iter().any(|&ring| self.board.is_vacant(ring)) {
            return Some(Outcome::Won { by, how: How::FullBoard });
        }
        // Rulings: two passes in a row end the game.
        match (self.passes >= 2, book.both_lose) {
            (false, _) => None,
            (true, false) => Some(Outcome::DrawByPasses),
            (true, true) => Some(Outcome::BothLose),
        }
    }

    /// End of the game: positions are the same if rings, marbles, pool, captures and player to move are.
    pub fn same_position(&self, other: &State) -> bool {
        self.board == other.board
            && self.pool == other.pool
            && self.captured == other.captured
            && self.mover == other.mover
    }
}

/// The first goal reached, in the order white, grey, black, each.
fn goal_held(captured: [u8; 3], goals: [u8; 4]) -> Option<Goal> {
    let [white, grey, black] = captured;
    if white >= goals[0] {
        Some(Goal::White)
    } else if grey >= goals[1] {
        Some(Goal::Grey)
    } else if black >= goals[2] {
        Some(Goal::Black)
    } else if white >= goals[3] && grey >= goals[3] && black >= goals[3] {
        Some(Goal::Each)
    } else {
        None
    }
}

/// The place between the two ends of a jump.
fn jumped(from: Place, landing: Place) -> Place {
    Place { column: (from.column + landing.column) / 2, height: (from.height + landing.height) / 2 }
}

/// The full groups the mover may claim after placing and removing.
fn claimable(book: &RuleBook, full_before: &[Vec<Place>], after: &Board) -> Vec<Vec<Place>> {
    let mut groups = after.full_groups(&book.rings);
    if book.claims_optional {
        // Rulings: nobody can claim a declined group later. A group that was full before this turn was declined.
        groups.retain(|group| !full_before.iter().any(|declined| declined.contains(&group[0])));
    }
    groups
}

/// Every choice of what to claim after placing and removing, each in label order.
fn claims(book: &RuleBook, full_before: &[Vec<Place>], after: &Board) -> Vec<Vec<Place>> {
    let groups = claimable(book, full_before, after);
    // Rulings: when every ring is occupied, nothing can be declined.
    let all_occupied = !book.rings.iter().any(|&ring| after.is_vacant(ring));
    let may_decline = book.claims_optional && !all_occupied;

    let mut choices: Vec<Vec<Place>> = vec![Vec::new()];
    for group in &groups {
        let with_group = choices.iter().map(|choice| [&choice[..], &group[..]].concat()).collect();
        if may_decline {
            choices.extend::<Vec<_>>(with_group);
        } else {
            choices = with_group;
        }
    }
    for choice in &mut choices {
        choice.sort();
    }
    choices
}

/// Notation: the canonical text of a turn that is legal in the state, as one token.
pub fn text(turn: &Turn, state: &State, book: &RuleBook) -> String {
    let label = |place: Place| place.label(book.centre);
    match turn {
        Turn::Pass => "-".to_string(),
        Turn::Jump { path } => {
            let mut text = format!("x{}", label(path[0]));
            for hop in path.windows(2) {
                // No marble is jumped over twice, so the colours before the turn are correct.
                let marble = state.board.colour_at(jumped(hop[0], hop[1]));
                text.push(marble.expect("a marble to jump over").letter());
                text += &label(hop[1]);
            }
            text
        }
        Turn::Place { colour, at, removed, claimed } => {
            let mut text = format!("{}{}", colour.letter(), label(*at));
            let mut after = state.board;
            after.set(*at, Cell::Marble(*colour));
            if let Some(ring) = removed {
                text += &format!(",{}", label(*ring));
                after.set(*ring, Cell::NoRing);
            }
            // Declining everything is written `x-`.
            let full_before = state.board.full_groups(&book.rings);
            if !claimable(book, &full_before, &after).is_empty() {
                text.push('x');
                if claimed.is_empty() {
                    text.push('-');
                }
            }
            for &place in claimed {
                let marble = after.colour_at(place).expect("a marble to claim");
                text.push(marble.letter());
                text += &label(place);
            }
            text
        }
    }
}

/// A game with its history, for repetition and for missed captures.
#[derive(Clone, Debug)]
pub struct Match {
    pub book: RuleBook,
    /// Every position of the game, from the start to the current one.
    states: Vec<State>,
    /// The turns between them.
    played: Vec<Turn>,
}

impl Match {
    pub fn new(book: RuleBook) -> Match {
        let start = State::start(&book);
        Match::from(book, start)
    }

    pub fn from(book: RuleBook, start: State) -> Match {
        Match { book, states: vec![start], played: Vec::new() }
    }

    pub fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: &Turn) {
        assert_eq!(self.outcome(), None, "the game is over");
        self.states.push(self.state().play(&self.book, turn));
        self.played.push(turn.clone());
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let now = self.state();
        // End of the game: the third repetition is a draw, unless the turn itself ended the game.
        now.outcome(&self.book).or_else(|| {
            let times = self.states.iter().filter(|then| then.same_position(now)).count();
            (times >= 3).then_some(Outcome::DrawByRepetition)
        })
    }

    /// Rulings: whether the last turn was a placement although there was a jump. The opponent may demand the jump even if that turn won the
    /// game. A player of whom a capture is demanded cannot demand one in return.
    pub fn may_demand(&self) -> bool {
        match self.played.last() {
            Some(Turn::Place { .. }) => {
                let before = &self.states[self.states.len() - 2];
                before.can_jump(&self.book) && !self.state().must_jump
            }
            _ => false,
        }
    }

    /// Rulings: the turn is undone, ring included, and the player must jump. The undone position does not count as a repetition.
    pub fn demand(&mut self) {
        assert!(self.may_demand(), "nothing to demand");
        self.states.pop();
        self.played.pop();
        let present = self.states.len() - 1;
        self.states[present].must_jump = true;
    }
}
