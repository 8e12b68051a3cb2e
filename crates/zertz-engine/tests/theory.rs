//! The opening proofs can be asked in every orientation, and damaged ones are refused.

use std::collections::HashSet;
use zertz::{Board, Claims, Game, Player, Position, Rng, Rules, Turn};
use zertz_engine::theory::{self, CERTIFICATE_37, Proof, ProofError};

fn rules() -> Rules {
    Rules::standard(Board::rings37())
}

fn proof() -> &'static Proof {
    theory::known(&rules()).expect("there is a proof for 37 rings")
}

/// The positions after the start lines, in all orientations.
fn starts() -> Vec<Position> {
    let rules = rules();
    let after =
        |line: &Vec<Turn>| line.iter().fold(rules.start(), |position, turn| position.play(&rules, turn).unwrap());
    let images = |position: Position| rules.board.symmetries().iter().map(move |s| position.transformed(s));
    proof().starts().iter().map(after).flat_map(images).collect()
}

#[test]
fn the_proof_covers_147_first_turns_in_all_orientations() {
    assert_eq!(proof().winner(), Player::Two);
    assert_eq!((proof().starts().len(), proof().len()), (147, 6_689));
    let starts = starts();
    assert_eq!(starts.len(), 147 * 12);
    for position in starts {
        let turn = proof().turn(&position).expect("the proof covers all orientations");
        let after = position.play(&rules(), &turn).expect("the turn is legal in this orientation");
        assert!(proof().loses(&after));
        assert_eq!(proof().distance(&position), proof().distance(&after).map(|distance| distance + 1));
    }
}

#[test]
fn a_certificate_may_cover_the_longest_game_to_its_end_and_no_further() {
    let rules = rules();
    let longest = starts().into_iter().filter_map(|start| proof().distance(&start)).max().unwrap();
    let mut game = Game::new(rules.clone());
    assert!(theory::may_cover(&game));
    game.play_text("Wd4,a2").unwrap();
    assert_eq!(proof().distance(game.position()), Some(longest));
    while game.outcome().is_none() {
        assert!(theory::may_cover(&game), "after {} turns", game.turns().len());
        let position = *game.position();
        let reply = || {
            let last = |turn: &Turn| proof().distance(&position.play_unchecked(&rules, turn));
            position.turns(&rules).to_vec().into_iter().max_by_key(last)
        };
        let turn = proof().turn(&position).or_else(reply).unwrap();
        game.play(&turn).unwrap();
    }
    assert_eq!(game.turns().len(), 1 + usize::from(longest));
    assert!(!theory::may_cover(&game));
    for others in [Rules::standard(Board::rings48()), Rules::blitz(Board::rings37())] {
        assert!(!theory::may_cover(&Game::new(others)));
    }
}

#[test]
fn the_winner_wins_against_random_replies_within_the_distance() {
    let (rules, mut rng) = (rules(), Rng::new(37));
    for start in starts() {
        let mut position = start;
        let mut left = proof().distance(&position).unwrap();
        let outcome = loop {
            let turn = match position.mover() {
                Player::One => position.turns(&rules).choose(|count| rng.below(count)).unwrap(),
                Player::Two => proof().turn(&position).unwrap(),
            };
            position = position.play(&rules, &turn).unwrap();
            if let Some(outcome) = position.outcome(&rules) {
                break outcome;
            }
            let now = proof().distance(&position).expect("the proof covers every reply");
            assert!(now < left, "{now} turns are left after {left}");
            assert_eq!(proof().loses(&position), position.mover() == Player::One);
            left = now;
        };
        assert_eq!(outcome.winner(), Some(Player::Two));
    }
}

/// Plays the reply that lasts longest, again and again.
fn longest_game(start: &Position) -> u16 {
    let rules = rules();
    let (mut position, mut turns) = (*start, 0);
    while position.outcome(&rules).is_none() {
        let turn = proof().turn(&position).unwrap();
        position = position.play(&rules, &turn).unwrap();
        turns += 1;
        let mut replies = position.turns(&rules).to_vec();
        replies.sort_by_key(|turn| proof().distance(&position.play_unchecked(&rules, turn)));
        if let Some(turn) = replies.last() {
            position = position.play(&rules, turn).unwrap();
            turns += 1;
        }
    }
    turns
}

#[test]
fn the_distance_is_the_length_of_the_longest_game() {
    let longest = starts().into_iter().max_by_key(|position| proof().distance(position)).unwrap();
    assert_eq!(proof().distance(&longest), Some(LONGEST_WIN));
    for start in starts().iter().step_by(100).chain([&longest]) {
        assert_eq!(proof().distance(start), Some(longest_game(start)));
    }
}

/// The number in docs/theory.md.
const LONGEST_WIN: u16 = 25;

#[test]
fn with_optional_claims_the_loser_never_has_a_choice() {
    let optional = Rules { claims: Claims::Optional, ..rules() };
    let mut stack = starts();
    let mut seen = HashSet::new();
    while let Some(position) = stack.pop() {
        let after =
            position.play(&optional, &proof().turn(&position).unwrap()).expect("the winner may claim everything");
        after.turns(&optional).for_each(|reply| {
            let next = after.play_unchecked(&optional, &reply);
            assert!(!matches!(reply, Turn::Place { claimed, .. } if !claimed.is_empty()));
            if seen.insert(next.canonical(&optional.board).0.hash()) {
                stack.push(next);
            }
        });
    }
    assert!(seen.len() > 6_000, "{}", seen.len());
}

#[test]
fn open_positions_are_not_covered() {
    let mut game = Game::new(rules());
    assert_eq!((proof().turn(game.position()), proof().distance(game.position())), (None, None));
    assert!(!proof().loses(game.position()), "some first turns are open");
    game.play_text("Wd4,a1").unwrap();
    assert_eq!((proof().turn(game.position()), proof().distance(game.position())), (None, None));
}

#[test]
fn a_position_is_lost_if_all_replies_lead_to_positions_of_the_proof() {
    // Player 2 leaves the proof. The position is not one of its own, but player 1 must capture into one.
    let (rules, mut found) = (rules(), 0);
    for start in starts().iter().step_by(12) {
        start.turns(&rules).for_each(|turn| {
            let after = start.play_unchecked(&rules, &turn);
            if Some(turn) != proof().turn(start) && after.has_jump(&rules.board) && proof().loses(&after) {
                found += 1;
                assert!(proof().distance(&after).is_some());
                after.turns(&rules).for_each(|reply| {
                    assert!(proof().turn(&after.play_unchecked(&rules, &reply)).is_some());
                });
            }
        });
    }
    assert!(found > 0);
}

#[test]
fn the_proof_is_for_one_board_and_its_goals() {
    let standard = rules();
    assert!(theory::known(&Rules { touch_move: true, swap: true, ..standard.clone() }).is_some());
    assert!(
        theory::known(&Rules { claims: Claims::Optional, ..standard.clone() }).is_some(),
        "the loser claims nothing"
    );
    let others = [
        Rules::standard(Board::rings48()),
        Rules::blitz(Board::rings37()),
        Rules::tournament(Board::rings37()),
        Rules { pool: zertz::Marbles::new(6, 8, 9), ..standard },
    ];
    assert!(others.iter().all(|rules| theory::known(rules).is_none()));
}

/// The certificate of the first start line alone: what comes before its turns, and the turns.
fn small() -> (String, Vec<&'static str>) {
    let (head, turns) = CERTIFICATE_37.split_once("\nturns ").unwrap();
    let end = head.find("\nstart").unwrap();
    let first = head[end + 1..].lines().next().unwrap();
    let turns: Vec<&str> = turns.split_once('\n').unwrap().1.split_whitespace().collect();
    let head = format!("{}\n{first}", &head[..end]);
    let Err(ProofError::Count { used, .. }) = Proof::parse(&text(&head, &turns)) else { panic!("too many turns") };
    (head, turns[..used].to_vec())
}

fn text(head: &str, turns: &[&str]) -> String {
    format!("{head}\nturns {}\n{}\n", turns.len(), turns.join("\n"))
}

#[test]
fn a_damaged_header_is_refused() {
    let (head, turns) = small();
    assert_eq!(Proof::parse(&text(&head, &turns)).unwrap().starts().len(), 1);
    let refused = |from: &str, to: &str| {
        assert!(head.contains(from), "{from}");
        Proof::parse(&text(&head.replacen(from, to, 1), &turns)).expect_err(to)
    };
    for (line, from, to) in [
        (1, "zertz-proof 1", "zertz-proof 2"),
        (2, "board 37\n", ""),
        (2, "board 37", "board 38"),
        (3, "pool 6/8/10", "pool 6/8"),
        (4, "goals 4/5/6/3", "goals 0/5/6/3"),
        (5, "winner 2", "winner 3"),
        (6, "start", "begin"),
    ] {
        let error = refused(from, to);
        assert!(matches!(error, ProofError::Header { line: found, .. } if found == line), "{to}: {error}");
    }
    assert_eq!(refused("board 37", "board 38").to_string(), "line 2: expected `board 37`");
    // Other rules: some turn is illegal, some game is not won, or the order of the positions is different.
    for (from, to) in [
        ("board 37", "board 48"),
        ("pool 6/8/10", "pool 3/8/10"),
        ("goals 4/5/6/3", "goals 5/5/6/3"),
        ("goals 4/5/6/3", "goals 4/5/3/3"),
        ("winner 2", "winner 1"),
    ] {
        assert!(!matches!(refused(from, to), ProofError::Header { .. }), "{to}");
    }
}

#[test]
fn damaged_turns_are_refused() {
    let (head, turns) = small();
    let refused = |turns: &[&str]| Proof::parse(&text(&head, turns)).expect_err("the certificate is damaged");
    let mut damaged = turns.clone();
    damaged[10] = "Wz9,a1";
    let error = refused(&damaged);
    assert!(matches!(error, ProofError::Turn { number: 11, .. }), "{error}");
    damaged[10] = "é";
    refused(&damaged);
    damaged.remove(10);
    refused(&damaged);
    assert!(matches!(refused(&turns[..100]), ProofError::TooShort(_)));
    let longer = [&turns[..], &["Wd4,d1"]].concat();
    assert!(matches!(refused(&longer), ProofError::Count { .. }));
    let whole = text(&head, &turns);
    let wrong_count = whole.replace(&format!("turns {}", turns.len()), &format!("turns {}", turns.len() + 1));
    assert!(matches!(Proof::parse(&wrong_count), Err(ProofError::Count { .. })));
    let unproven = format!("{head}\nstart Wd4,a1");
    assert!(Proof::parse(&text(&unproven, &turns)).is_err());
}

#[test]
fn no_text_makes_the_reader_panic() {
    let (whole, all) = (CERTIFICATE_37, CERTIFICATE_37.len());
    for garbage in ["", "\nturns ", "zertz-proof 1\nturns 0\n", "zertz-proof 1\nboard é\nturns 1\né"] {
        assert!(Proof::parse(garbage).is_err());
    }
    for part in [&whole[..500], &whole[300..], &whole[..all / 2], &whole[..all - 20]] {
        assert!(Proof::parse(part).is_err());
    }
}
