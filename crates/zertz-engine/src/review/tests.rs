//! Reviews with a scripted analyst.

use super::{
    Evaluation, Review, TurnReview, Variation, Verdict,
    reviewer::{Analyst, Effort, review},
};
use crate::{
    Score::{self, LossIn, Points, WinIn},
    Stop,
};
use zertz::{Board, Game, Player, Rules, Turn, notation};

/// The answer for the position after these turns: its score for the player to move, and the best turn.
type Answer = (&'static str, Score, &'static str);

/// Answers at the first and the second look, and proofs. Records which positions it was asked to search, second looks with `!`.
#[derive(Default)]
struct Script {
    first: &'static [Answer],
    second: &'static [Answer],
    proofs: &'static [Answer],
    theory: &'static [Answer],
    asked: Vec<String>,
}

impl Script {
    fn review(&mut self, turns: &str) -> Review {
        review(&game(turns), self, &mut |_, _| {})
    }
}

impl Analyst for Script {
    fn theory(&self, game: &Game) -> Option<Variation> {
        answer(self.theory, game, &[])
    }

    fn prove(&mut self, game: &Game, _: Effort) -> Option<Variation> {
        answer(self.proofs, game, &[])
    }

    fn search(&mut self, game: &Game, exclude: &[Turn], effort: Effort) -> Option<Variation> {
        let (answers, sign) = match effort {
            Effort::First => (self.first, ""),
            Effort::Second => (self.second, "!"),
        };
        self.asked.push(played(game) + sign);
        answer(answers, game, exclude)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

fn answer(answers: &[Answer], game: &Game, exclude: &[Turn]) -> Option<Variation> {
    let turns = played(game);
    let mut answers = answers.iter().filter(|(position, ..)| *position == turns);
    answers.find_map(|(_, score, best)| {
        let best = best.parse::<notation::TurnText>().unwrap().resolve(game.rules(), game.position()).unwrap();
        let evaluation = Evaluation::new(*score, game.position().mover());
        (!exclude.contains(&best)).then(|| Variation { evaluation, turns: vec![best] })
    })
}

fn played(game: &Game) -> String {
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
    let text = |position: &Option<Variation>| position.as_ref().map_or("?".to_owned(), |v| v.evaluation.to_string());
    review.positions.iter().map(text).collect()
}

const GAME: &str = "Wd4,d1 Gb2,a1";

#[test]
fn an_error_is_marked_after_a_second_look_at_both_turns() {
    let mut script = Script {
        first: &[("", Points(15), "Wb2,a1"), ("Wd4,d1", Points(30), "Gb3,a1"), (GAME, Points(150), "Bb5,a2")],
        second: &[(GAME, Points(140), "Bb5,a2"), ("Wd4,d1 Gb3,a1", Points(-10), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!(script.asked, [GAME, "Wd4,d1", "Wd4,d1 Gb2,a1!", "Wd4,d1 Gb3,a1!", ""]);
    let error = turn(&review, 2);
    let better = error.better.as_ref().unwrap();
    assert_eq!((better.evaluation.score(Player::Two), better.turns.len()), (Points(10), 2));
    let expected = Points(10).win_chance() - Points(-140).win_chance();
    assert!((error.loss - expected).abs() < 1e-4, "{}", error.loss);
    assert_eq!(error.verdict, Verdict::of_loss(expected));
    assert!(error.verdict.is_mark());
    assert_eq!(evaluations(&review), ["+0.15", "-0.10", "+1.40"]);
}

#[test]
fn a_second_look_at_the_turn_played_can_clear_it() {
    let mut script = Script {
        first: &[("", Points(-30), "Wb2,a1"), ("Wd4,d1", Points(30), "Gb3,a1"), (GAME, Points(150), "Bb5,a2")],
        second: &[(GAME, Points(-30), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!((turn(&review, 2).verdict, &turn(&review, 2).better), (Verdict::Best, &None));
    assert_eq!(evaluations(&review)[2], "-0.30");
}

#[test]
fn an_alternative_that_fails_a_second_look_is_replaced_by_the_next_one() {
    let first: &[Answer] = &[
        ("", Points(0), "Wb2,a1"),
        ("Wd4,d1", Points(30), "Gb3,a1"),
        ("Wd4,d1", Points(20), "Gb4,a1"),
        ("Wd4,d1", Points(10), "Gf2,a1"),
        (GAME, Points(150), "Bb5,a2"),
    ];
    let mut script = Script {
        first,
        second: &[
            (GAME, Points(150), "Bb5,a2"),
            ("Wd4,d1 Gb3,a1", WinIn(9), "Bb5,a2"),
            ("Wd4,d1 Gb4,a1", Points(-5), "Bb5,a2"),
        ],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!(turn(&review, 2).better.as_ref().unwrap().evaluation.score(Player::Two), Points(5));

    let mut script = Script {
        first,
        second: &[
            (GAME, Points(150), "Bb5,a2"),
            ("Wd4,d1 Gb3,a1", WinIn(9), "Bb5,a2"),
            ("Wd4,d1 Gb4,a1", Points(150), "Bb5,a2"),
            ("Wd4,d1 Gf2,a1", Points(160), "Bb5,a2"),
        ],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!((turn(&review, 2).verdict, turn(&review, 2).loss), (Verdict::Best, 0.0));
}

#[test]
fn a_position_is_worth_at_least_what_the_turn_played_in_it_led_to() {
    // The search of the position after turn 1 does not see what player 2 then plays.
    let mut script = Script {
        first: &[("", Points(10), "Wb2,a1"), ("Wd4,d1", Points(-200), "Gb3,a1"), (GAME, Points(-10), "Bb5,a2")],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!(evaluations(&review), ["+0.10", "-0.10", "-0.10"]);
    assert_eq!(turn(&review, 2).verdict, Verdict::Best);
}

#[test]
fn a_proof_is_backed_up_through_a_forced_turn_and_the_turn_played() {
    // Player 1 can capture in one way only. Then player 2 is lost.
    let mut script = Script {
        first: &[("", Points(20), "Wd4,d1"), ("Wa1,d1", Points(15), "Gb4,d7")],
        proofs: &[("Wa1,d1 Ga2,d7 xa1Ga3", LossIn(4), "Bb5,g1")],
        second: &[("Wa1,d1 Gb4,d7", Points(20), "Bb5,g1")],
        ..Script::default()
    };
    let review = script.review("Wa1,d1 Ga2,d7 x a1Ga3");
    assert_eq!(turn(&review, 3).verdict, Verdict::Forced);
    assert!(!script.asked.contains(&"Wa1,d1 Ga2,d7".to_owned()), "{:?}", script.asked);
    assert_eq!(evaluations(&review)[2..], ["1 wins in 5", "1 wins in 4"]);
    assert_eq!(turn(&review, 2).verdict, Verdict::Blunder, "the turn that lost");
}

#[test]
fn a_win_that_only_the_player_saw_counts() {
    let mut script = Script {
        first: &[("", Points(-100), "Wb2,a1")],
        proofs: &[("Wd4,d1", LossIn(2), "Gb3,a1")],
        ..Script::default()
    };
    let review = script.review("Wd4,d1");
    assert_eq!(evaluations(&review), ["1 wins in 3", "1 wins in 2"]);
    assert_eq!((turn(&review, 1).verdict, turn(&review, 1).loss), (Verdict::Best, 0.0));
    assert!(script.asked.is_empty());
}

#[test]
fn a_proof_that_begins_with_the_turn_played_clears_the_opponent() {
    // The search sees an error of player 2, but turn 1 has won by force.
    let mut script = Script {
        first: &[("Wd4,d1", Points(30), "Gb3,a1"), (GAME, Points(150), "Bb5,a2")],
        second: &[(GAME, Points(140), "Bb5,a2"), ("Wd4,d1 Gb3,a1", Points(-10), "Bb5,a2")],
        proofs: &[("", WinIn(1), "Wd4,d1")],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!((turn(&review, 1).verdict, turn(&review, 2).verdict), (Verdict::Best, Verdict::Best));
    assert_eq!(review.positions[0].as_ref().unwrap().evaluation.chance(Player::One), 1.0);
}

#[test]
fn a_mirror_image_of_the_turn_played_is_not_an_alternative() {
    let mut script = Script { first: &[("Wd4,a1", Points(0), "Gb3,d1")], ..Script::default() };
    script.proofs = &[("", WinIn(1), "Wd4,g4")];
    let review = script.review("Wd4,a1");
    assert_eq!((turn(&review, 1).verdict, &*evaluations(&review)[0]), (Verdict::Best, "1 wins in 1"));
    script.proofs = &[("", WinIn(1), "Wd4,a2")];
    script.second = script.first;
    assert_eq!(turn(&script.review("Wd4,a1"), 1).verdict, Verdict::Blunder);
}

#[test]
fn a_missed_win_is_marked_and_a_lost_position_is_not() {
    let mut script = Script {
        first: &[(GAME, Points(60), "Bb5,a2")],
        second: &[(GAME, Points(50), "Bb5,a2")],
        proofs: &[("", LossIn(8), "Wd4,d1"), ("Wd4,d1", WinIn(7), "Gb3,a1")],
        ..Script::default()
    };
    let review = script.review(GAME);
    assert_eq!(turn(&review, 2).verdict, Verdict::Blunder);
    assert_eq!(turn(&review, 1).verdict, Verdict::Best, "every turn loses");
    assert_eq!(evaluations(&review), ["2 wins in 8", "2 wins in 7", "+0.50"]);
}

#[test]
fn a_turn_that_plays_the_proof_of_openings_is_not_an_error_and_nor_is_one_that_runs_into_it() {
    // A search prefers another second turn. By the theory, the one played wins, and so player 1 cannot do anything about it any more.
    const ALL: &str = "Wd4,d1 Gb2,a1 Bb5,a2";
    let first: &[Answer] = &[
        ("", Points(-25), "Wb2,a1"),
        ("Wd4,d1", Points(30), "Gb3,a1"),
        (GAME, Points(150), "Bf2,a2"),
        ("Wd4,d1 Gb2,a1 Bf2,a2", Points(-160), "Wf3,a3"),
        ("Wd4,d1 Gb3,a1", Points(-30), "Wf3,a3"),
        (ALL, Points(-20), "Wf2,a3"),
    ];
    let theory: &[Answer] = &[("Wd4,d1", WinIn(3), "Gb2,a1"), (GAME, LossIn(2), "Bf2,a2"), (ALL, WinIn(1), "Wf2,a3")];
    let without = Script { first, second: first, ..Script::default() }.review(ALL);
    assert!(turn(&without, 2).verdict.is_mark() && turn(&without, 3).verdict.is_mark());
    let review = Script { first, second: first, theory, ..Script::default() }.review(ALL);
    for number in [2, 3] {
        let turn = turn(&review, number);
        assert_eq!((turn.verdict, turn.loss, &turn.better), (Verdict::Best, 0.0, &None));
    }
    assert!(!turn(&review, 1).verdict.is_mark());
    // What the search says, up to the turn that plays the proof.
    assert_eq!(evaluations(&review), ["-0.25", "-0.30", "2 wins in 2", "2 wins in 1"]);
}

#[test]
fn a_turn_that_leaves_the_proof_of_openings_gives_the_win_away() {
    const PROVEN: &str = "Wd4,d1 Gb2,a1 Bb5,a2";
    const ALL: &str = "Wd4,d1 Gb2,a1 Bb5,a2 Gf3,a3";
    let theory: &[Answer] =
        &[("Wd4,d1", WinIn(3), "Gb2,a1"), (GAME, LossIn(2), "Bf2,a2"), (PROVEN, WinIn(1), "Wf2,a3")];
    let first: &[Answer] = &[
        ("", Points(-25), "Wb2,a1"),
        ("Wd4,d1", Points(30), "Gb3,a1"),
        ("Wd4,d1 Gb3,a1", Points(-30), "Wf3,a4"),
        (PROVEN, Points(-40), "Gb3,a3"),
        (ALL, Points(20), "Wf2,a4"),
    ];
    // It is judged by what can be seen: nothing, or a win that the solver finds, too.
    let seen: &[Answer] = &[(PROVEN, WinIn(5), "Gb3,a3")];
    for (proofs, verdict) in [(&[][..], Verdict::Best), (seen, Verdict::Blunder)] {
        let review = Script { first, second: first, proofs, theory, ..Script::default() }.review(ALL);
        assert_eq!(evaluations(&review), ["-0.25", "-0.30", "2 wins in 2", "2 wins in 1", "+0.20"]);
        assert_eq!([2, 3].map(|number| turn(&review, number).verdict), [Verdict::Best; 2]);
        assert_eq!(turn(&review, 4).verdict, verdict);
    }
}

#[test]
fn a_resigned_game_ends_with_the_evaluation_of_its_last_position() {
    let mut game = game("Wd4,d1");
    game.resign(Player::Two).unwrap();
    let first: &[Answer] = &[("", Points(0), "Wb2,d1"), ("Wd4,d1", Points(70), "Gb3,a1")];
    let review = review(&game, &mut Script { first, second: first, ..Script::default() }, &mut |_, _| {});
    assert_eq!(evaluations(&review)[1], "-0.70");
}

#[test]
fn a_stopped_review_is_incomplete() {
    let mut script = Script { first: &[(GAME, Points(0), "Bb5,a2")], ..Script::default() };
    let review = script.review(GAME);
    assert_eq!(evaluations(&review), ["?", "?", "+0.00"]);
    assert_eq!(review.turns, [None, None]);
    assert!(!review.is_complete());
    assert_eq!(review.players().map(|player| player.accuracy), [None, None]);
}

#[test]
fn a_review_that_is_stopped_at_once_has_the_result_of_the_game() {
    let mut game = Game::new(Rules { goals: "1/5/6/3".parse().unwrap(), ..Rules::standard(Board::rings37()) });
    for turn in ["Wd4,d1", "Gd5,a1", "xd5Wd3"] {
        game.play_text(turn).unwrap();
    }
    let stop = Stop::new();
    stop.set();
    let review = super::review(&game, 1_000, &stop, &mut |_, _| {});
    assert_eq!(evaluations(&review), ["?", "?", "?", "1 has won"]);
}

#[test]
fn a_position_before_an_unknown_one_is_still_evaluated() {
    let mut script = Script { first: &[("", Points(15), "Wb2,a1")], ..Script::default() };
    let review = script.review(GAME);
    assert_eq!((evaluations(&review), review.turns), (["+0.15", "?", "?"].map(str::to_owned).to_vec(), vec![None; 2]));
}

#[test]
fn an_error_is_not_marked_if_the_review_stops_before_the_second_look() {
    let mut script = Script {
        first: &[("Wd4,d1", Points(30), "Gb3,a1"), (GAME, Points(150), "Bb5,a2")],
        second: &[(GAME, Points(140), "Bb5,a2")],
        ..Script::default()
    };
    assert_eq!(script.review(GAME).turns[1], None);
}
