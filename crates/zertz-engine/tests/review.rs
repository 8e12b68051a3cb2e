//! Reviews by the real engine: of proven wins from the file of tactics, and of games.

use zertz::{
    Board, Game, Player, Turn,
    notation::{TurnText, Zip, read},
};
use zertz_engine::{
    Stop,
    review::{Review, Verdict, review},
};

const TACTICS: &str = include_str!("../../../testdata/tactics.txt");

/// A position with a proven win, and the longest line of the proof.
fn tactics(turns: &str) -> impl Iterator<Item = (Game, Vec<&'static str>)> {
    let fields = TACTICS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    fields.filter(move |fields| fields[2] == turns).map(|fields| {
        let zip: Zip = fields[0].parse().unwrap();
        let rules = zip.rules(fields[1].parse::<Board>().unwrap());
        let position = zip.position(&rules).unwrap();
        // Without the replies in parentheses: the longest defence comes first.
        let mut depth = 0;
        let outside = fields[3].chars().filter(|&sign| {
            depth += i32::from(sign == '(');
            let keep = depth == 0;
            depth -= i32::from(sign == ')');
            keep
        });
        let line: String = outside.collect();
        let line = line.split_whitespace().map(|turn| &*turn.to_owned().leak()).collect();
        (Game::from_position(rules, position), line)
    })
}

fn play(game: &mut Game, turn: &str) {
    let turn = turn.parse::<TurnText>().unwrap().resolve(game.rules(), game.position()).unwrap();
    game.play(&turn).unwrap();
}

fn reviewed(game: &Game, nodes: u64) -> Review {
    review(game, nodes, &Stop::new(), &mut |_, _| {})
}

fn verdicts(review: &Review) -> Vec<Verdict> {
    review.turns.iter().map(|turn| turn.as_ref().unwrap().verdict).collect()
}

#[test]
fn a_winning_sequence_of_sacrifices_is_unmarked_and_won_from_the_start() {
    for (mut game, line) in tactics("7").chain(tactics("9")).take(6) {
        let winner = game.position().mover();
        for turn in line {
            play(&mut game, turn);
        }
        let review = reviewed(&game, 2_000);
        assert!(verdicts(&review).iter().all(|verdict| !verdict.is_mark()), "{:?}", verdicts(&review));
        for position in &review.positions {
            assert!(position.as_ref().unwrap().evaluation.is_won_by(winner), "{position:?}");
        }
    }
}

#[test]
fn a_win_that_was_not_finished_is_known_from_where_the_solver_sees_it() {
    // The game stops after the first sacrifice, so nothing that followed helps.
    for (mut game, line) in tactics("5").take(4) {
        let winner = game.position().mover();
        play(&mut game, line[0]);
        let review = reviewed(&game, 20_000);
        assert_eq!(verdicts(&review).len(), 1);
        assert!(!verdicts(&review)[0].is_mark());
        assert!(review.positions[0].as_ref().unwrap().evaluation.is_won_by(winner));
    }
}

#[test]
fn a_turn_that_gives_a_win_away_is_a_blunder() {
    let mut seen = 0;
    for (game, _) in tactics("5") {
        let position = *game.position();
        let quiet = |turn: &Turn| {
            let after = position.play(game.rules(), turn).unwrap();
            !after.has_jump(&game.rules().board) && after.outcome(game.rules()).is_none()
        };
        let Some(quiet) = position.turns(game.rules()).to_vec().into_iter().find(quiet) else { continue };
        let mut game = game.clone();
        game.play(&quiet).unwrap();
        let review = reviewed(&game, 20_000);
        let turn = review.turns[0].as_ref().unwrap();
        // If the player is far ahead anyway, little was given away.
        if review.positions[1].as_ref().unwrap().evaluation.chance(position.mover()) > 0.8 {
            continue;
        }
        assert_eq!(turn.verdict, Verdict::Blunder, "{turn:?}");
        let better = turn.better.as_ref().unwrap();
        assert!(better.evaluation.is_won_by(position.mover()));
        seen += 1;
    }
    assert!(seen >= 3, "only {seen} positions");
}

fn game(name: &str) -> Game {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games").join(name);
    read(&std::fs::read_to_string(path).unwrap()).unwrap().game()
}

#[test]
fn the_turn_that_lost_a_game_is_marked_and_the_winning_turn_is_not() {
    // One white marble wins. Player 2 offers it, and player 1 takes it.
    let record = "[Goals \"1/5/6/3\"]\n\n1. Wd4,d1 Gd5,a1 2. xd5Wd3 1-0\n";
    let review = reviewed(&read(record).unwrap().game(), 5_000);
    assert_eq!(verdicts(&review)[1..], [Verdict::Blunder, Verdict::Best]);
    assert!(review.positions[2].as_ref().unwrap().evaluation.is_won_by(Player::One));
}

#[test]
fn no_turn_of_a_win_by_force_is_marked() {
    let review = reviewed(&game("engines-48.zen"), 5_000);
    let won = |number: usize| review.positions[number].as_ref().unwrap().evaluation.is_won_by(Player::One);
    // The first position from which it is proven that player 1 wins.
    let first = (0..review.positions.len()).rev().take_while(|&number| won(number)).last().unwrap();
    assert!(review.turns.len() - first >= 5, "turn {first}");
    assert!(verdicts(&review)[first..].iter().all(|verdict| !verdict.is_mark()));
}

#[test]
fn verdicts_and_losses_agree() {
    let review = reviewed(&game("engines-37.sgf"), 2_000);
    for turn in review.turns.iter().flatten() {
        match turn.verdict {
            Verdict::Forced => assert_eq!((turn.loss, &turn.better), (0.0, &None)),
            verdict => assert_eq!(verdict, Verdict::of_loss(turn.loss)),
        }
        assert_eq!(turn.better.is_some(), turn.loss > 0.0);
    }
    for player in review.players() {
        assert!((0.0..=1.0).contains(&player.accuracy.unwrap()));
    }
}

#[test]
fn a_review_can_be_stopped_between_positions() {
    let game = game("engines-37.sgf");
    let stop = Stop::new();
    let mut calls = Vec::new();
    let review = review(&game, 1_000, &stop, &mut |done, total| {
        calls.push((done, total));
        if done == 5 {
            stop.set();
        }
    });
    assert_eq!(calls[..2], [(0, 43), (1, 43)]);
    assert_eq!(review.positions.iter().flatten().count(), 5);
    assert!(!review.is_complete());
}
