//! Every format reads back what it wrote.

mod support;

use proptest::{prelude::*, test_runner::RngSeed};
use support::{all_rules, random_game};
use zertz::{
    Board, Claims, Game, Player, Rules,
    notation::{
        Format, GameResult, Mark, Note, ReadError, ReadErrorKind, Record, TurnId, Zip, official, read, sgf, zen,
    },
};

/// What every format must preserve.
fn essence(record: &Record) -> (Vec<String>, String, GameResult, Rules, bool) {
    let rules = record.rules();
    let turns = record.main_line().map(|id| record[id].before().write_turn(rules, record[id].turn()).to_string());
    let start = Zip::of(rules, record.start()).to_string();
    (turns.collect(), start, record.result, (**rules).clone(), record.swapped)
}

fn round_trips(record: &Record) {
    for &format in Format::ALL {
        let text = format.write(record);
        let again = format.read(&text).unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
        assert_eq!(essence(&again), essence(record), "{format}\n{text}");
        assert_eq!(again.notes, [], "{format}");
        assert_eq!(format.write(&again), text, "{format}");
        if record.main_line().count() > 0 {
            assert_eq!(Format::guess(&text), format, "{text}");
        }
        for player in ["Player1", "Player2", "Date"] {
            assert_eq!(again.tag(player), record.tag(player), "{format}");
        }
    }
}

fn with_names(mut record: Record) -> Record {
    let tags = [("Player1", "Zoë \"the fox\" O'Hara"), ("Player2", "a]b\\c"), ("Date", "2026-11-15")];
    record.tags = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    record
}

proptest! {
    // A fixed seed, so that a failure can be reproduced.
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: RngSeed::Fixed(48), ..ProptestConfig::default() })]

    #[test]
    fn random_games_round_trip(seed in any::<u64>(), table in 0..8usize, optional in any::<bool>(), swap in any::<bool>()) {
        let (_, rules) = all_rules().swap_remove(table);
        let claims = if optional { Claims::Optional } else { rules.claims };
        let mut rng = zertz::Rng::new(seed);
        let game = random_game(Rules { claims, swap, ..rules }, &mut rng);
        round_trips(&with_names(Record::of(&game)));

        // The first half of the game, ended by resignation, perhaps after a change of sides.
        let mut half = Game::new(game.rules().clone());
        for (i, (_, turn)) in game.turns().iter().take(game.turns().len() / 2).enumerate() {
            half.play(turn).unwrap();
            if i == 0 && swap {
                half.swap().unwrap();
            }
        }
        half.resign(if seed % 2 == 0 { Player::One } else { Player::Two }).unwrap();
        round_trips(&with_names(Record::of(&half)));

        // The second half, from the position in the middle.
        let middle = *half.position();
        let mut rest = Game::from_position(game.rules().clone(), middle);
        for (_, turn) in game.turns().iter().skip(game.turns().len() / 2) {
            rest.play(turn).unwrap();
        }
        round_trips(&Record::of(&rest));
    }

    #[test]
    fn trees_round_trip(seed in any::<u64>(), table in 0..8usize) {
        let (_, rules) = all_rules().swap_remove(table);
        let mut rng = zertz::Rng::new(seed);
        let record = random_tree(rules, &mut rng);
        let mut unmarked = record.clone();
        unmarked.marks.clear();
        for id in record.depth_first() {
            unmarked[id].marks.clear();
        }
        // ZEN has no marks.
        for (format, kept) in [(Format::Official, &record), (Format::Zen, &unmarked), (Format::Json, &record)] {
            let text = format.write(&record);
            let again = format.read(&text).unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
            assert_eq!(official::write(&again), official::write(kept), "{format}");
            assert_eq!(all_marks(&again), all_marks(kept), "{format}");
        }
        // SGF keeps variations, comments and marks, but has no annotations and no comment before a turn.
        let mut plain = record.clone();
        for id in record.depth_first() {
            plain[id].glyphs.clear();
            plain[id].lead.clear();
        }
        let again = sgf::read(&sgf::write(&plain)).unwrap();
        assert_eq!(official::write(&again), official::write(&plain));
        assert_eq!(all_marks(&again), all_marks(&plain));
    }
}

/// The marks on the start position and after each turn. A text with all marks may have some of them only in its comments.
fn all_marks(record: &Record) -> Vec<Vec<Mark>> {
    let turns = record.depth_first().map(|id| record[id].marks.clone());
    [record.marks.clone()].into_iter().chain(turns).collect()
}

/// A record with nested variations, comments, annotations and marks.
fn random_tree(rules: Rules, rng: &mut zertz::Rng) -> Record {
    let start = rules.start();
    let mut record = Record::new(rules, start);
    record.comment = "What a game; (really) [yes]".to_owned();
    record.marks = vec!["Bb2".parse().unwrap()];
    let mut all: Vec<Option<TurnId>> = vec![None];
    for _ in 0..60 {
        // Usually continue from the newest turn, sometimes branch off earlier.
        let after = if rng.below(3) > 0 { all[all.len() - 1] } else { all[rng.below(all.len())] };
        let position = *record.position(after);
        let Some(turn) = position.turns(record.rules()).choose(|n| rng.below(n)) else { continue };
        let first = record.next(after).is_empty();
        let id = record.add(after, turn).unwrap();
        all.push(Some(id));
        let node = &mut record[id];
        match rng.below(8) {
            0 => node.comment = "Strong: x-ray, \\ and \"so on\"".to_owned(),
            1 => node.glyphs = vec![1 + rng.below(6) as u8],
            2 => node.glyphs = vec![3, 140],
            3 if !first => node.lead = "Or else".to_owned(),
            4 => node.marks = ["Oa1", "Bb2", "Ya1b2"].map(|mark| mark.parse().unwrap()).to_vec(),
            // An unfinished command before the commands for marks.
            5 => {
                node.comment = "see [%".to_owned();
                node.marks = vec!["Ya1b2".parse().unwrap()];
            }
            _ => {}
        }
    }
    record.result = GameResult::of(record.game().outcome());
    record
}

#[test]
fn the_board_of_48_rings_is_mirrored_in_zen() {
    let record = official::read("[Board \"48\"]\n1. Wc5,h1 Gd8,a1 *").unwrap();
    let text = zen::write(&record);
    assert!(text.contains("Wf5-a1") && text.contains("Ge8-h1"), "{text}");
    assert!(text.contains("[ZIP \"oooo/ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo 6/8/10"), "{text}");
    // zertz.online does not write our tags; the ZIP tag gives the board.
    let theirs = "[Site \"zertz.app\"]\n[ZIP \"oooo/ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo 6/8/10 0/0/0 0/0/0 1\"]\n\n\
                  1. Wf5-a1 Ge8-h1 *";
    let again = read(theirs).unwrap();
    assert_eq!(again.rules().board.name(), "48");
    assert_eq!(essence(&again).0, ["Wc5,h1", "Gd8,a1"]);
}

#[test]
fn zen_names_rings_relative_to_the_start() {
    // The left column and the lowest ring of the next one are missing, so their a1 is our b2.
    let text = "[ZIP \"oooo/ooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1\"]\n\n1. Wa1-b1 *";
    let record = zen::read(text).unwrap();
    let again = zen::read(&zen::write(&record)).unwrap();
    assert_eq!(essence(&again), essence(&record));
}

#[test]
fn zen_reads_what_the_site_may_write() {
    let text = "[Player1 \"Alice\"]\n[Player2 \"Bob\"]\n\n1. Wd4-d1 Gd5-a1 2. Gd5×d3+w {ok [%cal Gb3c4]} (2. Wd4xd6+g Bd4-a2) Bb2-b1 *";
    let record = read(text).unwrap();
    assert_eq!(essence(&record).0, ["Wd4,d1", "Gd5,a1", "xd5Wd3", "Bb2,b1"]);
    assert_eq!(record.len(), 6);
    let wrong = zen::read("1. Wd4-d1 Gd5-a1 2. Gd5xd3+g *").unwrap_err();
    assert!(wrong.to_string().contains("turn 3"), "{wrong}");
    let wrong = zen::read("1. Wd4-d1 Gd5-a1 2. Wd5xd3+w *").unwrap_err();
    assert!(wrong.to_string().contains("the marble on d5 is grey"), "{wrong}");
}

#[test]
fn comments_variations_and_annotations_are_kept() {
    let text = "{Before} 1. Wd4,d1! {good} (1. {or} Gd4,d1 $140 Bb2,a1) (1. Bd4,d1?? (1. Bd5,d1)) 1... Gd5,a1 ; to the end of the line\n2. x d5Wd3 *";
    let record = official::read(text).unwrap();
    assert_eq!(record.comment, "Before");
    let first: Vec<TurnId> = record.next(None).to_vec();
    assert_eq!(first.len(), 4);
    assert_eq!((record[first[0]].comment.as_str(), record[first[0]].glyphs.as_slice()), ("good", &[1][..]));
    assert_eq!((record[first[1]].lead.as_str(), record[first[1]].glyphs.as_slice()), ("or", &[140][..]));
    assert_eq!(record[first[2]].glyphs, [4]);
    let second = record[first[0]].next()[0];
    assert_eq!(record[second].comment, "to the end of the line");
    let written = official::write(&record);
    assert_eq!(official::write(&official::read(&written).unwrap()), written);
}

#[test]
fn errors_say_where_and_why() {
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        error("1. Wd4,d1 Gd5,a1\n2. Bc3,a2"),
        "line 2, column 4: turn 3, Bc3,a2, is illegal: a marble can be captured, so you must capture"
    );
    assert_eq!(error("1. Wd4,d4"), "line 1, column 4: turn 1, Wd4,d4, is illegal: there is a marble on d4");
    assert_eq!(error("1. Wd9,d1"), "line 1, column 4: turn 1, Wd9,d1, is illegal: this board has no ring d9");
    assert_eq!(
        error("1. Wd4,d1 hello"),
        "line 1, column 11: expected a turn such as Wd4,d1 or x d1Gd3 or -, found \"hello\""
    );
    assert_eq!(error("1. Wd4,d1 {never ends"), "line 1, column 11: expected a } to end this comment, found \"{never\"");
    assert_eq!(error("1. Wd4,d1 (1. Gd4,d1"), "line 1, column 21: expected ) to end the variation, found the end");
    assert_eq!(
        error("[Board \"38\"]\n"),
        "line 1, column 8: the tag Board is invalid: a board is 37, 40, 43, 44, 48, 61 or a list of rings such as custom:a1,a2,b1"
    );
    assert_eq!(
        error("(;GM[1]SU[Go])"),
        "line 1, column 6: the tag GM is invalid: ZÈRTZ is game 22; this is another game"
    );
    assert!(error("(;GM[22]SU[Zertz];P0[Fly A 1])").contains("line 1, column 22: expected an action such as RtoB"));
    assert_eq!(
        error("oooo/ooooo 6/8/10 0/0/0 0/0/0 3"),
        "line 1, column 31: expected whose turn it is, 1 or 2, found \"3\""
    );
    assert_eq!(
        error("[Result \"2-0\"]\n*"),
        "line 1, column 9: the tag Result is invalid: a result is 1-0, 0-1, 1/2-1/2, 0-0 or *"
    );
    assert_eq!(
        error("1. Wd4,d1 1-0 Gd5,a1"),
        "line 1, column 15: expected nothing more after the result of the game, found \"Gd5,a1\""
    );
    assert!(error("1. Wd4,d1 *\n[Player1 \"A\"]").contains("expected a single game"));
    assert!(error(&format!("1. xd4{}", "Gd6".repeat(100_000))).len() < 300);
    assert_eq!(error("{\"turns\":[{\"turn\":\"Wd4,d4\"}]}"), "turn 1, Wd4,d4, is illegal: there is a marble on d4");
    assert_eq!(error("{\"turns\":["), "line 1, column 10: this is not the JSON of a game: EOF while parsing a list");
    assert!(error("{\"turns\":[],\"reslt\":\"1-0\"}").contains("unknown field `reslt`"));
    assert!(error("(;GM[22]SU[Zertz];P0[RtoB 0 0 D 4];P0[R- D 1])").contains("take marbles from the pool"));
    assert!(error("(;GM[22]SU[Zertz];P0[RtoB 2 0 D 4];P0[R- D 1];P0[Claim A 1])").contains("turn 1"));
    assert!(error("(;GM[22]SU[Zertz]) (;GM[22])").contains("the end of the file after one game"));
    let position = error("[ZIP \"oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/11 0/0/0 0/0/0 1\"]\n*");
    assert_eq!(
        position,
        "line 1, column 6: the starting position is invalid: there are 11 black marbles in all, but the game has 10"
    );
}

#[test]
fn the_format_is_guessed_from_the_text() {
    for (text, format) in [
        ("{a comment first} 1. Wd4,d1 *", Format::Official),
        ("{a comment first} 1. Wd4-d1 *", Format::Zen),
        ("\u{feff}{\"turns\":[]}", Format::Json),
        ("[Player1 \"A,b\"] 1. Wb3-b1 *", Format::Zen),
        ("; see Wd4,d1\n1. Wb3-b1 *", Format::Zen),
        ("(;GM[22])", Format::Sgf),
    ] {
        assert_eq!(Format::guess(text), format, "{text}");
        read(text).unwrap();
    }
}

#[test]
fn tags_are_read_in_any_case_and_rules_take_precedence() {
    let record = read("[board \"61\"]\n[SWAP \"Yes\"]\n*").unwrap();
    assert_eq!((record.rules().board.name(), record.rules().swap), ("61", true));
    let json = r#"{"tags":{"Board":"61","B":"1","A":"2"},"rules":{"Board":"40"},"turns":[]}"#;
    let record = read(json).unwrap();
    assert_eq!(record.rules().board.name(), "40");
    assert_eq!(record.tags, [("B".to_owned(), "1".to_owned()), ("A".to_owned(), "2".to_owned())]);
}

#[test]
fn results_without_a_reason_are_resignations_or_agreed_draws() {
    let end = |text: &str| read(text).unwrap().game().outcome().map(|outcome| outcome.to_string());
    assert_eq!(end("1. Wd4,d1 0-1").as_deref(), Some("player 2 wins by resignation"));
    assert_eq!(end("1. Wd4,d1 1/2-1/2").as_deref(), Some("a draw by agreement"));
    assert_eq!(end("[Result \"1-0\"] 1. Wd4,d1 *").as_deref(), Some("player 1 wins by resignation"));
    assert_eq!(end("1. Wd4,d1 *"), None);
}

#[test]
fn a_position_with_a_custom_pool_reads_back() {
    let rules = Rules { pool: zertz::Marbles::new(10, 10, 10), ..Rules::standard(Board::rings37()) };
    let line = Zip::of(&rules, &rules.start()).to_string();
    let record = read(&line).unwrap();
    assert_eq!(**record.rules(), rules, "{line}");
}

#[test]
fn a_layout_takes_the_smallest_board_it_fits() {
    let board = |layout: &str| format!("{layout} 6/8/10 0/0/0 0/0/0 1").parse::<Zip>().unwrap().board().name();
    assert_eq!(board("ooo/ooo"), "37");
    assert_eq!(board("o"), "37");
    assert_eq!(board("oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo/4ooo"), "40");
    assert_eq!(board("oooo/ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo"), "48");
    assert_eq!(board("o1o/4o1o1o1o1o"), "custom");
}

#[test]
fn sgf_may_have_comments_and_branches_in_the_middle_of_a_turn() {
    let text = "(;GM[22]SU[Zertz];C[before];P0[RtoB 2 0 D 4]C[hm];P0[R- D 1]C[one];C[two];P0[Done];C[three]\
        ;P1[RtoB 2 1 D 5](;P1[R- A 1];P1[Done])(;P1[R- A 2];P1[Done];P0[BtoB D 5 D 3]))";
    let record = read(text).unwrap();
    assert_eq!(record.comment, "before");
    let first = record.next(None)[0];
    assert_eq!(record[first].comment, "hm one two three");
    let replies: Vec<String> = record[first]
        .next()
        .iter()
        .map(|&id| record[id].before().write_turn(record.rules(), record[id].turn()).to_string())
        .collect();
    assert_eq!(replies, ["Gd5,a1", "Gd5,a2"]);
    // A complete turn before a branch needs no Done.
    let text =
        "(;GM[22]SU[Zertz];P0[RtoB 2 0 D 4];P0[R- D 1](;P1[RtoB 2 1 D 5];P1[R- A 1])(;P1[RtoB 2 1 D 5];P1[R- A 2]))";
    let record = read(text).unwrap();
    assert_eq!((record.next(None).len(), record.len()), (1, 3));
}

#[test]
fn turns_after_the_end_are_ignored_with_a_note() {
    let rules = Rules::blitz(Board::rings37());
    let game = random_game(rules, &mut zertz::Rng::new(3));
    let text = official::write(&Record::of(&game));
    let body = text.trim_end().strip_suffix(Record::of(&game).result.text()).unwrap();
    let record = official::read(&format!("{body} Wd4,d1 Gd4 xd1Gd3")).unwrap();
    assert_eq!(record.main_line().count(), game.turns().len());
    assert!(matches!(&record.notes[..], [Note::AfterTheEnd { turn, .. }] if turn == "Wd4,d1"), "{:?}", record.notes);
    assert_eq!(record.result, GameResult::of(game.outcome()));
    // A result that contradicts the turns is noted.
    let other = if record.result == GameResult::First { "0-1" } else { "1-0" };
    let record = official::read(&format!("{body} {other}")).unwrap();
    assert!(matches!(record.notes[..], [Note::OtherResult { .. }]));
}

#[test]
fn the_third_repetition_ends_a_record() {
    let board = "custom:d:c1,c2,c3,c4,d2,d3,d4,e1,e2,e3,e4";
    let round = "xd2Wd4 - Wd3 xd4Wd2 - Wd3 ";
    let text = format!(
        "[Board \"{board}\"]\n[Pool \"2/0/8\"]\n[ZIP \"//BBBB/1WWo/1BBBB 0/0/0 0/0/0 0/0/0 1\"]\n\n{round}{round}{round}*"
    );
    let record = official::read(&text).unwrap();
    assert_eq!((record.main_line().count(), record.result), (12, GameResult::Draw));
    assert!(matches!(&record.notes[..], [Note::AfterTheEnd { number: 13, .. }]), "{:?}", record.notes);
}

#[test]
fn old_sgf_records_with_corrections_are_read() {
    let text = "(;\nGM[22] VV[1]\nSU[Zertz+11]\nP0[id \"ann\"]\nP1[id \"bob\"]\n; P0[Start P0]\n\
        ; P0[RtoR 2 2 2]\n; P0[RtoB 2 0 C 5]\n; P0[R- H 4]\n; P0[R+ H 4]\n; P0[R- E 4]\n\
        ; P1[12 RtoB 2 1 D 2]\n; P1[13 BtoR D 2 2 1]\n; P1[R- D 1]\n; P1[RtoB 2 2 C 4]\n; P1[Done]\n\
        ; P0[BtoB C 4 C 4]\n; P0[BtoB C 4 C 6]\n; P0[BtoB C 6 C 4]\n; P0[BtoB C 5 C 3]\n\
        ; P1[Resign]\n;\nP0[time 0:10:00 ]\n)";
    // e4 cannot slide out between its neighbours.
    let error = read(text).unwrap_err();
    assert!(matches!(error, ReadError { kind: ReadErrorKind::Turn { number: 1, .. }, .. }), "{error}");
    let record = read(&text.replace("R- E 4", "R- H 4")).unwrap();
    assert_eq!(essence(&record).0, ["Wc5,h4", "Bc4,d1", "xc5Bc3"]);
    assert_eq!((record.tag("Player1"), record.result), (Some("ann"), GameResult::First));
}
