//! How turns are judged, by an analyst that says what it is told to say.

use super::{
    Evaluation, Review, TurnReview, Variation, Verdict,
    reviewer::{Analyst, Effort, is_same_turn, review},
};
use crate::Score;
use zertz::{Board, Game, Player, Rules, Turn, notation};

/// An answer for the position after these turns: its value to the player to move, and the best turn.
type Answer = (&'static str, Score, &'static str);

/// Answers at the first and the second look, and proofs; notes what it was asked to search.
#[derive(Default)]
struct Script {
    first: &'static [Answer],
    second: &'static [Answer],
    proofs: &'static [Answer],
    asked: Vec<String>,
}

impl Script {
    fn review(&mut self, game: &Game) -> Review {
        review(game, self, &mut |_, _| {})
    }
}

impl Analyst for Script {
    fn prove(&mut self, game: &Game, _: Effort) -> Option<Variation> {
        answer(self.proofs, game, &[])
    }

    fn search(&mut self, game: &Game, except: &[Turn], effort: Effort) -> Option<Variation> {
        let (answers, sign) = match effort {
            Effort::First => (self.first, ""),
            Effort::Second => (self.second, "!"),
        };
        self.asked.push(line(game) + sign);
        answer(answers, game, except)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

fn answer(answers: &[Answer], game: &Game, except: &[Turn]) -> Option<Variation> {
    let turns = line(game);
    let mut known = answers.iter().filter(|(position, ..)| *position == turns);
    known.find_map(|(_, value, best)| {
        let best = best.parse::<notation::TurnText>().unwrap().resolve(game.rules(), game.position()).unwrap();
        let evaluation = Evaluation::new(*value, game.position().mover());
        (!except.contains(&best)).then(|| Variation { evaluation, turns: vec![best] })
    })
}

fn line(game: &Game) -> String {
    let turns = game.turns().iter().map(|(before, turn)| before.write_turn(game.rules(), turn).to_string());
    turns.collect::<Vec<_>>().join(" ")
}

fn game(turns: &str) -> Game {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    notation::official::play_on(&mut game, turns).unwrap();
    game
}

fn turn(review: &Review, number: usize) -> &TurnReview {
    review.turns[number - 1].as_ref().unwrap()
}

fn evaluations(review: &Review) -> Vec<String> {
    review.positions.iter().map(|known| known.as_ref().unwrap().evaluation.to_string()).collect()
}

const START: Answer = ("", Score::Points(15), "Wb2,a1");

#[test]
fn a_fault_is_marked_after_a_second_look_at_both_turns() {
    let mut script = Script {
        first: &[START, ("Wd4,d1", Score::Points(30), "Gb3,a1"), ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2")],
        second: &[("Wd4,d1 Gb2,a1", Score::Points(140), "Bb5,a2"), ("Wd4,d1 Gb3,a1", Score::Points(-10), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!(script.asked, ["Wd4,d1 Gb2,a1", "Wd4,d1", "Wd4,d1 Gb2,a1!", "Wd4,d1 Gb3,a1!", ""]);
    let fault = turn(&review, 2);
    let better = fault.better.as_ref().unwrap();
    assert_eq!((better.evaluation.score(Player::Two), better.turns.len()), (Score::Points(10), 2));
    let expected = Score::Points(10).win_chance() - Score::Points(-140).win_chance();
    assert!((fault.loss - expected).abs() < 1e-4, "{}", fault.loss);
    assert_eq!(fault.verdict, Verdict::of_loss(expected));
    assert!(fault.verdict.is_mark());
    assert_eq!(evaluations(&review), ["+0.15", "-0.10", "+1.40"]);
}

#[test]
fn a_second_look_at_the_turn_played_can_clear_it() {
    let mut script = Script {
        first: &[
            ("", Score::Points(-30), "Wb2,a1"),
            ("Wd4,d1", Score::Points(30), "Gb3,a1"),
            ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2"),
        ],
        second: &[("Wd4,d1 Gb2,a1", Score::Points(-30), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!((turn(&review, 2).verdict, &turn(&review, 2).better), (Verdict::Best, &None));
    assert_eq!(evaluations(&review)[2], "-0.30");
}

#[test]
fn a_better_turn_that_does_not_hold_gives_way_to_the_next_one() {
    let first: &[Answer] = &[
        ("", Score::Points(0), "Wb2,a1"),
        ("Wd4,d1", Score::Points(30), "Gb3,a1"),
        ("Wd4,d1", Score::Points(20), "Gb4,a1"),
        ("Wd4,d1", Score::Points(10), "Gf2,a1"),
        ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2"),
    ];
    let mut script = Script {
        first,
        second: &[
            ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2"),
            ("Wd4,d1 Gb3,a1", Score::WinIn(9), "Bb5,a2"),
            ("Wd4,d1 Gb4,a1", Score::Points(-5), "Bb5,a2"),
        ],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!(turn(&review, 2).better.as_ref().unwrap().evaluation.score(Player::Two), Score::Points(5));

    let mut script = Script {
        first,
        second: &[
            ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2"),
            ("Wd4,d1 Gb3,a1", Score::WinIn(9), "Bb5,a2"),
            ("Wd4,d1 Gb4,a1", Score::Points(150), "Bb5,a2"),
            ("Wd4,d1 Gf2,a1", Score::Points(160), "Bb5,a2"),
        ],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!((turn(&review, 2).verdict, turn(&review, 2).loss), (Verdict::Best, 0.0));
}

#[test]
fn a_position_is_worth_what_the_turn_played_in_it_led_to() {
    // The search of the position after turn 1 sees nothing of what player 2 then plays.
    let mut script = Script {
        first: &[
            ("", Score::Points(10), "Wb2,a1"),
            ("Wd4,d1", Score::Points(-200), "Gb3,a1"),
            ("Wd4,d1 Gb2,a1", Score::Points(-10), "Bb5,a2"),
        ],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!(evaluations(&review), ["+0.10", "-0.10", "-0.10"]);
    assert_eq!(turn(&review, 2).verdict, Verdict::Best);
}

#[test]
fn a_proof_is_backed_up_through_a_forced_turn_and_the_turn_played() {
    // Player 1 can capture in one way only. After it player 2 is lost.
    let mut script = Script {
        first: &[("", Score::Points(20), "Wd4,d1"), ("Wa1,d1", Score::Points(15), "Gb4,d7")],
        proofs: &[("Wa1,d1 Ga2,d7 xa1Ga3", Score::LossIn(4), "Bb5,g1")],
        second: &[("Wa1,d1 Gb4,d7", Score::Points(20), "Bb5,g1")],
        ..Script::default()
    };
    let review = script.review(&game("Wa1,d1 Ga2,d7 x a1Ga3"));
    assert_eq!(turn(&review, 3).verdict, Verdict::Forced);
    assert!(!script.asked.contains(&"Wa1,d1 Ga2,d7".to_owned()), "{:?}", script.asked);
    assert_eq!(evaluations(&review)[2..], ["1 wins in 5", "1 wins in 4"]);
    assert_eq!(turn(&review, 2).verdict, Verdict::Blunder, "the turn that lost");
}

#[test]
fn a_win_that_only_the_player_saw_counts() {
    let mut script = Script {
        first: &[("", Score::Points(-100), "Wb2,a1")],
        proofs: &[("Wd4,d1", Score::LossIn(2), "Gb3,a1")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1"));
    assert_eq!(evaluations(&review), ["1 wins in 3", "1 wins in 2"]);
    assert_eq!((turn(&review, 1).verdict, turn(&review, 1).loss), (Verdict::Best, 0.0));
    assert!(script.asked.is_empty());
}

#[test]
fn a_proof_that_begins_with_the_turn_played_clears_the_opponent() {
    // What player 2 did wrong by the search was no fault: turn 1 wins by force.
    let mut script = Script {
        first: &[("Wd4,d1", Score::Points(30), "Gb3,a1"), ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2")],
        second: &[("Wd4,d1 Gb2,a1", Score::Points(140), "Bb5,a2"), ("Wd4,d1 Gb3,a1", Score::Points(-10), "Bb5,a2")],
        proofs: &[("", Score::WinIn(1), "Wd4,d1")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!((turn(&review, 1).verdict, turn(&review, 2).verdict), (Verdict::Best, Verdict::Best));
    assert_eq!(review.positions[0].as_ref().unwrap().evaluation.chance(Player::One), 1.0);
}

#[test]
fn a_missed_win_is_marked_and_a_lost_position_is_not() {
    let mut script = Script {
        first: &[("Wd4,d1 Gb2,a1", Score::Points(60), "Bb5,a2")],
        second: &[("Wd4,d1 Gb2,a1", Score::Points(50), "Bb5,a2")],
        proofs: &[("", Score::LossIn(8), "Wd4,d1"), ("Wd4,d1", Score::WinIn(7), "Gb3,a1")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!(turn(&review, 2).verdict, Verdict::Blunder);
    assert_eq!(turn(&review, 1).verdict, Verdict::Best, "every turn loses");
    assert_eq!(evaluations(&review), ["2 wins in 8", "2 wins in 7", "+0.50"]);
}

#[test]
fn a_mirror_image_is_the_same_turn() {
    let rules = Rules::standard(Board::rings37());
    let start = rules.start();
    let turn = |text: &str| text.parse::<notation::TurnText>().unwrap().resolve(&rules, &start).unwrap();
    assert!(is_same_turn(&rules, &start, turn("Wd4,a1"), turn("Wd4,g4")));
    assert!(!is_same_turn(&rules, &start, turn("Wd4,a1"), turn("Wd4,a2")));
}

#[test]
fn a_resigned_game_ends_with_the_evaluation_of_its_last_position() {
    let mut game = game("Wd4,d1");
    game.resign(Player::Two).unwrap();
    let first: &[Answer] = &[("", Score::Points(0), "Wb2,d1"), ("Wd4,d1", Score::Points(70), "Gb3,a1")];
    let review = Script { first, second: first, ..Script::default() }.review(&game);
    assert_eq!(review.positions[1].as_ref().unwrap().evaluation.score(Player::Two), Score::Points(70));
}

#[test]
fn what_was_not_analysed_stays_open() {
    let mut script = Script { first: &[("Wd4,d1 Gb2,a1", Score::Points(0), "Bb5,a2")], ..Script::default() };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    let known: Vec<bool> = review.positions.iter().map(Option::is_some).collect();
    assert_eq!(known, [false, false, true]);
    assert_eq!(review.turns, [None, None]);
    assert!(!review.is_complete());
    assert_eq!(review.players().map(|player| player.accuracy), [None, None]);
}

#[test]
fn a_position_before_an_unknown_one_is_still_evaluated() {
    let mut script = Script { first: &[("", Score::Points(15), "Wb2,a1")], ..Script::default() };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    let known: Vec<bool> = review.positions.iter().map(Option::is_some).collect();
    assert_eq!((known, review.turns), (vec![true, false, false], vec![None, None]));
}

#[test]
fn an_unconfirmed_fault_is_not_marked_when_stopped_between_two_looks() {
    let mut script = Script {
        first: &[("Wd4,d1", Score::Points(30), "Gb3,a1"), ("Wd4,d1 Gb2,a1", Score::Points(150), "Bb5,a2")],
        second: &[("Wd4,d1 Gb2,a1", Score::Points(140), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(&game("Wd4,d1 Gb2,a1"));
    assert_eq!(review.turns[1], None);
}
