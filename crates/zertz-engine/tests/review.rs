//! Reviews by the engine: of proven wins from the tactics file, and of games.

use zertz::{
    Board, Game, Outcome, Player, Rules, Turn,
    notation::{Zip, read},
};
use zertz_engine::{
    Stop,
    review::{Review, Verdict, review},
    theory,
};

const TACTICS: &str = include_str!("../../../testdata/tactics.txt");

/// The positions with a proven win in this many turns, and the main variation of each proof.
fn tactics(turns: &str) -> impl Iterator<Item = (Game, Vec<&'static str>)> {
    let fields = TACTICS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    fields.filter(move |fields| fields[2] == turns).map(|fields| {
        let zip: Zip = fields[0].parse().unwrap();
        let rules = zip.rules(fields[1].parse::<Board>().unwrap());
        let position = zip.position(&rules).unwrap();
        // Other replies are in parentheses, which can be nested.
        let mut depth = 0;
        let main = fields[3].split_inclusive(['(', ')', ' ']).filter_map(move |part| {
            let outside = depth == 0;
            depth += i32::from(part.ends_with('(')) - i32::from(part.ends_with(')'));
            Some(part.trim_end_matches(['(', ' '])).filter(|turn| outside && !turn.is_empty())
        });
        (Game::from_position(rules, position), main.collect())
    })
}

fn reviewed(game: &Game, nodes: u64) -> Review {
    review(game, nodes, &Stop::new(), &mut |_, _| {})
}

fn verdicts(review: &Review) -> Vec<Verdict> {
    review.turns.iter().map(|turn| turn.as_ref().unwrap().verdict).collect()
}

fn is_won_by(review: &Review, number: usize, player: Player) -> bool {
    review.positions[number].as_ref().unwrap().evaluation.is_won_by(player)
}

#[test]
fn a_winning_sequence_of_sacrifices_is_unmarked_and_won_from_the_start() {
    for (mut game, turns) in tactics("7").chain(tactics("9")).take(6) {
        let winner = game.position().mover();
        turns.iter().for_each(|turn| game.play_text(turn).unwrap());
        assert!(game.outcome().is_some(), "{turns:?}");
        let review = reviewed(&game, 2_000);
        assert!(verdicts(&review).iter().all(|verdict| !verdict.is_mark()), "{:?}", verdicts(&review));
        assert!((0..=turns.len()).all(|number| is_won_by(&review, number, winner)), "{review:?}");
    }
}

#[test]
fn a_win_is_known_although_the_game_ends_before_it() {
    for (mut game, turns) in tactics("5").take(4) {
        let winner = game.position().mover();
        game.play_text(turns[0]).unwrap();
        let review = reviewed(&game, 20_000);
        assert_eq!(verdicts(&review).len(), 1);
        assert!(!verdicts(&review)[0].is_mark());
        assert!(is_won_by(&review, 0, winner));
    }
}

#[test]
fn a_turn_that_gives_a_win_away_is_a_blunder() {
    let mut seen = 0;
    for (mut game, _) in tactics("5") {
        let position = *game.position();
        let quiet = |turn: &Turn| {
            let after = position.play(game.rules(), turn).unwrap();
            !after.has_jump(&game.rules().board) && after.outcome(game.rules()).is_none()
        };
        let Some(quiet) = position.turns(game.rules()).to_vec().into_iter().find(quiet) else { continue };
        game.play(&quiet).unwrap();
        let review = reviewed(&game, 20_000);
        let turn = review.turns[0].as_ref().unwrap();
        // A player who is far ahead anyway gives little away.
        if review.positions[1].as_ref().unwrap().evaluation.chance(position.mover()) > 0.8 {
            continue;
        }
        assert_eq!(turn.verdict, Verdict::Blunder, "{turn:?}");
        assert!(turn.better.as_ref().unwrap().evaluation.is_won_by(position.mover()));
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
    assert!(is_won_by(&review, 2, Player::One));
}

#[test]
fn no_turn_of_a_win_by_force_is_marked() {
    let review = reviewed(&game("engines-48.zen"), 5_000);
    let won = |&number: &usize| is_won_by(&review, number, Player::One);
    let first = (0..review.positions.len()).rev().take_while(won).last().unwrap();
    assert!(review.turns.len() - first >= 5, "only from turn {first} on");
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
    let stop = Stop::new();
    let mut calls = Vec::new();
    let review = review(&game("engines-37.sgf"), 1_000, &stop, &mut |done, total| {
        calls.push((done, total));
        if done == 5 {
            stop.set();
        }
    });
    assert_eq!(calls[..2], [(0, 43), (1, 43)]);
    assert_eq!(review.positions.iter().flatten().count(), 5);
    assert!(!review.is_complete());
}

#[test]
fn a_game_that_follows_the_proof_of_openings_has_no_errors_after_the_first_turn() {
    let mut game = Game::new(Rules::standard(Board::rings37()));
    game.play_text("Wd4,a2").unwrap();
    let proof = theory::known(game.rules()).unwrap();
    for turn in proof.variation(game.position()).unwrap() {
        game.play(&turn).unwrap();
    }
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Player::Two));
    // Also if the game ends earlier.
    for turns in [26, 3, 2] {
        while game.turns().len() > turns {
            game.undo();
        }
        let review = reviewed(&game, 2_000);
        assert!(verdicts(&review)[1..].iter().all(|verdict| !verdict.is_mark()), "{:?}", verdicts(&review));
        assert!((2..=game.turns().len()).all(|number| is_won_by(&review, number, Player::Two)));
        // The first turn could not know.
        assert!(!is_won_by(&review, 1, Player::Two));
    }
}
