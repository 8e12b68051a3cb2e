//! The proofs of the opening hold, and damaged ones are refused.

use zertz_reference::proof::{Checked, Refused, check, check_with_optional_claims};

const PROOF: &str = include_str!("../../zertz-engine/proofs/37.txt");

#[test]
fn player_2_wins_after_147_first_turns() {
    let expected = Checked { winner: 1, starts: 147, positions: 6_689, replies: 11_187 };
    assert_eq!(check(PROOF), Ok(expected));
    assert_eq!(check_with_optional_claims(PROOF), Ok(expected), "the loser can never decline");
}

/// A proof of the first start line only, with few positions, so that damage is found soon.
fn head_and_turns() -> (String, Vec<&'static str>) {
    let (head, turns) = PROOF.split_once("\nturns ").unwrap();
    let end = head.find("\nstart").unwrap();
    let first = head[end + 1..].lines().next().unwrap();
    let turns = turns.split_once('\n').unwrap().1.split_whitespace().collect();
    (format!("{}\n{first}", &head[..end]), turns)
}

/// The proof of the first start line, with the right number of turns.
fn small() -> (String, Vec<&'static str>) {
    let (head, turns) = head_and_turns();
    let Err(Refused::Count { used, .. }) = check(&text(&head, &turns)) else { panic!("the turns of all start lines") };
    (head, turns[..used].to_vec())
}

fn text(head: &str, turns: &[&str]) -> String {
    format!("{head}\nturns {}\n{}\n", turns.len(), turns.join("\n"))
}

#[test]
fn a_damaged_header_is_refused() {
    let (head, turns) = small();
    assert!(check(&text(&head, &turns)).is_ok());
    assert!(check(&text(&head, &turns).replace('\n', "\r\n")).is_ok(), "with the line ends of Windows");
    let refused = |from: &str, to: &str| {
        assert!(head.contains(from), "{from}");
        check(&text(&head.replacen(from, to, 1), &turns)).expect_err(to)
    };
    assert_eq!(check(""), Err(Refused::Header("zertz-proof 1")));
    assert_eq!(refused("zertz-proof 1", "zertz-proof 2"), Refused::Header("zertz-proof 1"));
    assert_eq!(refused("board 37\n", ""), Refused::Header("board 37"));
    assert_eq!(refused("board 37", "board 38"), Refused::Header("board 37"));
    assert_eq!(refused("pool 6/8/10", "pool 6/8"), Refused::Header("pool 6/8/10"));
    assert_eq!(refused("winner 2", "winner 3"), Refused::Header("winner 2"));
    assert_eq!(refused("\nstart", "\nbegin"), Refused::Header("start Wd4,d1"));
    assert_eq!(refused("goals 4/5/6/3", "goals 4/5/6/0"), Refused::Header("goals 4/5/6/3"));
    assert_eq!(refused("start Wa2,a1", "start Wa2,a1\nstart Wa2,a1"), Refused::Header("each start line once"));
    for count in [0, 1] {
        let wrong = text(&head, &turns).replacen(&format!("turns {}", turns.len()), &format!("turns {count}"), 1);
        assert!(matches!(check(&wrong), Err(Refused::Count { .. })), "{count}");
    }
    // Other rules: some turn is illegal, some game is not won, or the order of the positions is different.
    for (from, to) in [
        ("board 37", "board 48"),
        ("pool 6/8/10", "pool 3/8/10"),
        ("goals 4/5/6/3", "goals 5/5/6/3"),
        ("goals 4/5/6/3", "goals 4/5/3/3"),
        ("winner 2", "winner 1"),
    ] {
        assert!(!matches!(refused(from, to), Refused::Header(_)), "{to}");
    }
}

#[test]
fn damaged_turns_are_refused() {
    let (head, turns) = small();
    let refused = |turns: &[&str]| check(&text(&head, turns)).expect_err("the proof is damaged");
    let mut damaged = turns.clone();
    damaged[10] = "Wz9,a1";
    assert!(matches!(refused(&damaged), Refused::Illegal { number: 11, .. }));
    damaged.remove(10);
    refused(&damaged);
    // Neighbours may be swapped without damage if the sacrifices can be made in either order. These cannot.
    let mut swapped = turns.clone();
    swapped.swap(0, turns.len() / 2);
    refused(&swapped);
    assert!(matches!(refused(&turns[..100]), Refused::TooShort(_)));
    let longer = [&turns[..], &["Wd4,d1"]].concat();
    assert!(matches!(refused(&longer), Refused::Count { .. }));
    // The count is wrong, or what follows it is.
    let whole = text(&head, &turns);
    let count = format!("turns {}\n", turns.len());
    let wrong_count = whole.replace(&count, &format!("turns {}\n", turns.len() + 1));
    assert!(matches!(check(&wrong_count), Err(Refused::Count { .. })));
    assert_eq!(check(&whole.replace(&count, "turns many\n")), Err(Refused::Header("turns N")));
}

#[test]
fn every_other_turn_of_a_position_is_refused() {
    let (head, turns) = small();
    // The same placement with other removals and colours: legal, but the proof does not go on from there.
    for other in ["Wd4,a1", "Gd4,a1", "Wc3,a4", "Bc3,g1", "Wa1,a4"] {
        if other != turns[0] {
            let mut damaged = turns.clone();
            damaged[0] = other;
            assert!(check(&text(&head, &damaged)).is_err(), "{other}");
        }
    }
}

#[test]
fn a_start_that_is_not_proven_is_refused() {
    let (head, turns) = small();
    let two = format!("{head}\nstart Wd4,a1");
    assert!(check(&text(&two, &turns)).is_err());
    let illegal = format!("{head}\nstart Wd4,d4");
    assert!(matches!(check(&text(&illegal, &turns)), Err(Refused::Illegal { number: 1, .. })));
}

#[test]
fn no_text_makes_the_checker_panic() {
    for garbage in
        ["", "\nturns ", "zertz-proof 1\nturns 0\n", "zertz-proof 1\nboard é\nturns 1\né", &PROOF[..500], &PROOF[300..]]
    {
        assert!(check(garbage).is_err());
    }
    let (head, turns) = small();
    let mut damaged = turns.clone();
    damaged[3] = "é4,a1";
    assert!(check(&text(&head, &damaged)).is_err());
}
