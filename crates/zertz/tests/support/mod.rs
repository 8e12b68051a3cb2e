//! Shared by the tests: both implementations of the rules play the same game.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod builder;

use zertz::{
    Captures, Claims, Colour, Draw, Game, Goal, Outcome, Position, Rng, Rules, Setup, Stuck, Turn, TurnInProgress, Win,
    notation::Zip,
};
use zertz_reference::{self as reference, Match, Outcome as RefOutcome, RuleBook, State, Turn as RefTurn};

/// The rules of the first implementation, for the second one. The second implementation has its own boards in the rulebook.
pub fn rule_book(rules: &Rules) -> RuleBook {
    let labels: Vec<String> = rules.board.labels().map(|label| label.to_string()).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let [white, grey, black] = Colour::ALL.map(|colour| rules.goals.of(colour));
    let book = match rules.board.name().parse() {
        Ok(rings) => RuleBook::standard(rings),
        Err(_) => RuleBook::custom(rules.board.centre(), &labels),
    };
    RuleBook {
        pool: rules.pool.counts(),
        goals: [white, grey, black, rules.goals.each()],
        claims_optional: rules.claims == Claims::Optional,
        captures_on_demand: rules.captures == Captures::OnDemand,
        both_lose: rules.stuck == Stuck::BothLose,
        ..book
    }
}

/// One game, played by both implementations side by side.
pub struct Pair {
    pub game: Game,
    pub referee: Match,
    places: [Option<reference::Place>; 64],
}

impl Pair {
    pub fn new(rules: Rules) -> Pair {
        let start = rules.start();
        let book = rule_book(&rules);
        Pair { referee: Match::new(book), ..Pair::from(rules, start) }
    }

    pub fn from(rules: Rules, start: Position) -> Pair {
        let book = rule_book(&rules);
        let mut places = [None; 64];
        for ring in rules.board.all() {
            let label = rules.board.label(ring);
            places[ring.index()] = Some(reference::Place::ring(label.column(), label.row(), rules.board.centre()));
        }
        let state = State::from_zip(&book, &Zip::of(&rules, &start).to_string());
        Pair { game: Game::from_position(rules, start), referee: Match::from(book, state), places }
    }

    /// Compares the current positions of both implementations.
    pub fn check(&self) {
        let (rules, position) = (self.game.rules(), self.game.position());
        // The two leave out the goals, the last field, in different cases.
        let fields = |zip: String| zip.splitn(6, ' ').take(5).map(str::to_owned).collect::<Vec<_>>();
        let theirs = self.referee.state().zip(&self.referee.book);
        assert_eq!(fields(Zip::of(rules, position).to_string()), fields(theirs));
        assert_eq!(self.game.outcome().map(outcome), self.referee.outcome());
        assert_eq!(self.game.may_demand_capture(), self.referee.may_demand());
        assert_eq!(position.is_obliged(), self.referee.state().must_jump);
        if self.game.outcome().is_none() {
            self.check_turns();
        }
    }

    /// Compares the legal turns as sets, by count and by a sum that does not depend on order.
    fn check_turns(&self) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let turns = position.turns(rules);
        let (mut count, mut sum) = (0, 0u64);
        turns.for_each(|turn| {
            count += 1;
            sum = sum.wrapping_add(self.fingerprint(&turn));
        });
        assert_eq!(count, turns.len(), "the number of turns differs from their count");
        let (mut ref_count, mut ref_sum) = (0, 0u64);
        self.referee.state().for_each_turn(&self.referee.book, &mut |turn| {
            ref_count += 1;
            ref_sum = ref_sum.wrapping_add(fingerprint(turn));
        });
        if (count, sum) != (ref_count, ref_sum) {
            let mut ours: Vec<String> =
                turns.to_vec().iter().map(|t| position.write_turn(rules, t).to_string()).collect();
            let state = self.referee.state();
            let mut theirs: Vec<String> =
                state.turns(&self.referee.book).iter().map(|t| reference::text(t, state, &self.referee.book)).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "in {}", Zip::of(rules, position));
            panic!("different turns have the same text, in {}", Zip::of(rules, position));
        }
    }

    /// Compares parts of the fast implementation with each other: hash, setup, text, steps, unchecked play.
    pub fn check_inner(&self, turn: &Turn) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let again = Setup::of(rules, position).position(rules);
        if self.game.outcome().is_none()
            && let Ok(again) = again
        {
            assert_eq!(
                again.hash(),
                position.hash(),
                "the incremental hash differs from the hash computed from scratch"
            );
        }
        assert_eq!(position.play(rules, turn), Ok(position.play_unchecked(rules, turn)));
        let text = position.write_turn(rules, turn);
        for text in [text.to_string(), format!("{text:#}"), text.to_string().to_uppercase()] {
            assert_eq!(position.read_turn(rules, &text), Ok(*turn), "{text}");
        }
        // Step by step, the turn is the same.
        let mut hand = TurnInProgress::new(*position);
        for step in TurnInProgress::of(rules, *position, turn).unwrap().steps() {
            assert!(hand.next_steps(rules).contains(&step), "{step:?} in {text}");
            hand.step(rules, step).unwrap();
        }
        assert_eq!(hand.turn(), Some(*turn), "{text}");
    }

    pub fn play(&mut self, turn: &Turn) {
        let theirs = self.convert(turn);
        self.game.play(turn).expect("the turn is legal");
        self.referee.play(&theirs);
    }

    pub fn demand(&mut self) {
        self.game.demand_capture().expect("a capture was missed");
        self.referee.demand();
    }

    fn place(&self, ring: zertz::Ring) -> reference::Place {
        self.places[ring.index()].expect("a ring of the board")
    }

    /// A turn of the first implementation, for the second one.
    fn convert(&self, turn: &Turn) -> RefTurn {
        let board = &self.game.rules().board;
        match turn {
            Turn::Pass => RefTurn::Pass,
            Turn::Jump(chain) => {
                let landings = chain.hops(board).map(|(_, to)| self.place(to));
                RefTurn::Jump { path: std::iter::once(self.place(chain.from())).chain(landings).collect() }
            }
            Turn::Place { colour, ring, removed, claimed } => RefTurn::Place {
                colour: reference::COLOURS[colour.index()],
                at: self.place(*ring),
                removed: removed.map(|ring| self.place(ring)),
                claimed: board.in_label_order(*claimed).map(|ring| self.place(ring)).collect(),
            },
        }
    }

    /// The same number as [`fingerprint`] of the same turn of the second implementation.
    fn fingerprint(&self, turn: &Turn) -> u64 {
        match turn {
            Turn::Place { colour, ring, removed, claimed } if claimed.is_empty() => {
                placed(colour.index(), self.place(*ring), removed.map(|ring| self.place(ring)))
            }
            _ => fingerprint(&self.convert(turn)),
        }
    }
}

fn mix(hash: u64, value: u64) -> u64 {
    let z = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (z >> 32)
}

fn number(place: reference::Place) -> u64 {
    u64::from(place.column) << 8 | u64::from(place.height)
}

fn placed(colour: usize, at: reference::Place, removed: Option<reference::Place>) -> u64 {
    let removed = removed.map_or(0xffff, number);
    mix(1, colour as u64 | number(at) << 8 | removed << 32)
}

fn fingerprint(turn: &RefTurn) -> u64 {
    match turn {
        RefTurn::Pass => 0x1234_5678,
        RefTurn::Jump { path } => path.iter().fold(7, |hash, &place| mix(hash, number(place))),
        RefTurn::Place { colour, at, removed, claimed } => {
            claimed.iter().fold(placed(*colour as usize, *at, *removed), |hash, &place| mix(hash, number(place)))
        }
    }
}

fn outcome(outcome: Outcome) -> RefOutcome {
    match outcome {
        Outcome::BothLose => RefOutcome::BothLose,
        Outcome::Drawn(Draw::Stuck) => RefOutcome::DrawByPasses,
        Outcome::Drawn(Draw::Repetition) => RefOutcome::DrawByRepetition,
        Outcome::Drawn(Draw::Agreement) => panic!("no draw is agreed in these games"),
        Outcome::Won { by, how } => RefOutcome::Won {
            by: by.index(),
            how: match how {
                Win::FullBoard => reference::How::FullBoard,
                Win::Resignation | Win::Time => panic!("nobody resigns in these games"),
                Win::Goal(Goal::Each) => reference::How::Goal(reference::Goal::Each),
                Win::Goal(Goal::Colour(colour)) => reference::How::Goal(match colour {
                    Colour::White => reference::Goal::White,
                    Colour::Grey => reference::Goal::Grey,
                    Colour::Black => reference::Goal::Black,
                }),
            },
        },
    }
}

/// Plays a uniformly random game and returns it.
pub fn random_game(rules: Rules, rng: &mut Rng) -> Game {
    let mut game = Game::new(rules);
    while game.outcome().is_none() {
        let turn = game.position().turns(game.rules()).choose(|n| rng.below(n)).expect("the game goes on");
        game.play(&turn).expect("a listed turn is legal");
    }
    game
}

/// The rules to test: every board, and blitz and tournament games.
pub fn all_rules() -> Vec<(&'static str, Rules)> {
    use zertz::Board;
    vec![
        ("37", Rules::standard(Board::rings37())),
        ("blitz", Rules::blitz(Board::rings37())),
        ("40", Rules::standard(Board::rings40())),
        ("43", Rules::standard(Board::rings43())),
        ("44", Rules::standard(Board::rings44())),
        ("48", Rules::standard(Board::rings48())),
        ("61", Rules::standard(Board::rings61())),
        ("tournament", Rules::tournament(Board::rings48())),
    ]
}
