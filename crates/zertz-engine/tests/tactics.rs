//! The tactics file: its proofs are correct, and the engine finds the wins.
//!
//! The second implementation of the rules checks the proofs: legal turns, replies and results. It shares no code with the engine or the
//! fast rules.

use std::{collections::HashSet, iter::Peekable, vec};
use zertz::{Board, Game, notation::Zip};
use zertz_engine::{Engine, Limits, Score, Solver, Stop, Verdict};
use zertz_reference::{Outcome, RuleBook, State, Turn};

const FILE: &str = include_str!("../../../testdata/tactics.txt");

/// A line of the file. The shortest win takes at least `at_least` turns and at most `at_most`, the length of the proof.
struct Tactic {
    zip: &'static str,
    board: &'static str,
    at_least: u32,
    at_most: u32,
    proof: &'static str,
}

fn tactics() -> impl Iterator<Item = Tactic> {
    FILE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [zip, board, turns, proof] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        let (at_least, at_most) = turns.split_once('-').unwrap_or((turns, turns));
        Tactic { zip, board, at_least: at_least.parse().unwrap(), at_most: at_most.parse().unwrap(), proof }
    })
}

impl Tactic {
    fn book(&self) -> RuleBook {
        let standard = RuleBook::standard(self.board.parse().unwrap());
        match self.zip.split(' ').nth(5) {
            None => standard,
            Some("3/4/5/2") => RuleBook { rings: standard.rings, centre: standard.centre, ..RuleBook::blitz() },
            Some(goals) => panic!("no rule set has the goals {goals}"),
        }
    }

    fn game(&self) -> Game {
        let zip: Zip = self.zip.parse().unwrap();
        let rules = zip.rules(self.board.parse::<Board>().unwrap());
        let position = zip.position(&rules).unwrap();
        Game::from_position(rules, position)
    }
}

/// Checks a proof.
struct Checker {
    book: RuleBook,
    winner: usize,
    words: Peekable<vec::IntoIter<String>>,
}

impl Checker {
    fn new(tactic: &Tactic) -> (Checker, State) {
        let book = tactic.book();
        let state = State::from_zip(&book, tactic.zip);
        let words = tactic.proof.replace('(', "( ").replace(')', " )");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        (Checker { book, winner: state.mover, words: words.into_iter().peekable() }, state)
    }

    /// Plays the next turn of the proof.
    fn turn(&mut self, state: &State) -> State {
        let word = self.words.next().expect("the proof ends too early");
        let mut found = None;
        state.for_each_turn(&self.book, &mut |turn| {
            // Writing a turn is slow, and most begin with another letter.
            let letter = match turn {
                Turn::Place { colour, .. } => colour.letter(),
                Turn::Jump { .. } => 'x',
                Turn::Pass => '-',
            };
            if word.starts_with(letter) && zertz_reference::text(turn, state, &self.book) == word {
                found = Some(turn.clone());
            }
        });
        let turn = found.unwrap_or_else(|| panic!("{word} is not legal in {}", state.zip(&self.book)));
        state.play(&self.book, &turn)
    }

    /// Checks the proof from a turn of the winner to the end of the game, for all replies. Returns the length of the longest variation.
    fn follow(&mut self, state: &State) -> u32 {
        assert_eq!(state.mover, self.winner);
        assert_eq!(state.outcome(&self.book), None, "the game is over in {}", state.zip(&self.book));
        let after = self.turn(state);
        match after.outcome(&self.book) {
            Some(Outcome::Won { by, .. }) if by == self.winner => return 1,
            Some(outcome) => panic!("{outcome:?} in {}", after.zip(&self.book)),
            None => {}
        }
        let first = self.turn(&after);
        let mut answered = HashSet::from([first.zip(&self.book)]);
        let mut longest_other = 0;
        while self.words.next_if(|word| word == "(").is_some() {
            let other = self.turn(&after);
            answered.insert(other.zip(&self.book));
            longest_other = longest_other.max(self.follow(&other));
            assert_eq!(self.words.next().as_deref(), Some(")"));
        }
        let longest = self.follow(&first);
        assert!(longest >= longest_other, "the longest variation comes first");
        after.for_each_turn(&self.book, &mut |reply| {
            let next = after.play(&self.book, reply);
            let text = zertz_reference::text(reply, &after, &self.book);
            assert!(answered.contains(&next.zip(&self.book)), "no answer to {text} in {}", after.zip(&self.book));
        });
        2 + longest
    }
}

#[test]
fn every_proof_is_correct_by_the_second_implementation_of_the_rules() {
    for tactic in tactics() {
        let (mut checker, state) = Checker::new(&tactic);
        assert_eq!(checker.follow(&state), tactic.at_most, "{}", tactic.zip);
        assert_eq!(checker.words.next(), None, "the proof goes on after the game: {}", tactic.zip);
    }
}

#[test]
fn longer_wins_are_not_wins_in_one_turn() {
    for tactic in tactics().filter(|tactic| tactic.at_least > 1) {
        let (checker, state) = Checker::new(&tactic);
        state.for_each_turn(&checker.book, &mut |turn| {
            let after = state.play(&checker.book, turn);
            let text = zertz_reference::text(turn, &state, &checker.book);
            assert_eq!(after.outcome(&checker.book), None, "{text} in {}", tactic.zip);
        });
    }
}

#[test]
fn the_file_has_wins_of_every_length_and_no_duplicates() {
    let mut seen = HashSet::new();
    for tactic in tactics() {
        let game = tactic.game();
        let image = game.position().canonical(&game.rules().board).0;
        assert!(seen.insert((image.hash(), tactic.board)), "duplicate: {}", tactic.zip);
        assert!(tactic.at_least <= tactic.at_most && tactic.at_most % 2 == 1);
    }
    assert!(seen.len() >= 60, "only {} positions", seen.len());
    for turns in (1..=15).step_by(2) {
        let count = tactics().filter(|tactic| tactic.at_most == turns).count();
        assert!(count >= 3, "only {count} wins in {turns} turns");
    }
}

/// A search of this many nodes takes less than five seconds. A limit of nodes gives the same result on every machine.
const NODES: u64 = 15_000_000;

#[test]
fn the_solver_proves_every_win_and_the_engine_finds_it() {
    for tactic in tactics() {
        let game = tactic.game();
        let mut solver = Solver::new(game.rules(), 16, Stop::new());
        assert!(matches!(solver.solve(game.position(), 100_000), Verdict::Wins(_)), "{}", tactic.zip);
        let mut engine = Engine::new(16);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = engine.search(&game, &limits, &Stop::new(), &mut |_| {}).expect("the game is not over");
        assert!(matches!(found.info.score, Score::WinIn(_)), "{} in {}", found.info.score, tactic.zip);
    }
}
