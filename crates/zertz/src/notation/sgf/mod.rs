//! SGF: games as on Boardspace.
//!
//! A turn is several nodes, one for each action: `RtoB 2 0 E 4` places a white marble from the pool on e4, `R- A 3` removes a ring,
//! `BtoB B 4 D 4` is one jump. Old records also contain corrections, such as picking a marble up and putting it back.
//!
//! Boardspace has the boards of 37, 48 and 61 rings and automatic claims. For everything else we add the property `ZT`, whose values are
//! tags of the official format, and the actions `Claim`, `Pass` and `Swap`.

mod actions;
mod read;
mod write;

pub use read::read;
pub use write::write;

/// The boards by their names on Boardspace.
const SETUPS: [(&str, &str); 3] = [("Zertz", "37"), ("Zertz+11", "48"), ("Zertz+24", "61")];

/// The properties of the root that are facts about the game, and our tags for them.
const FACTS: [(&str, &str); 5] =
    [("GN", "Event"), ("DT", "Date"), ("PC", "Site"), ("RO", "Round"), ("CP", "Copyright")];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{GameResult, official};

    #[test]
    fn a_swap_may_have_variations_beside_it() {
        let record = official::read("[Swap \"yes\"] 1. Wd4,d1 swap (1. Bd4,d1) 1... Gd5,a1 *").unwrap();
        let again = read(&write(&record)).unwrap();
        assert!(again.swapped);
        assert_eq!(again.next(None).len(), 2);
    }

    #[test]
    fn a_game_is_resigned_at_the_end_of_its_main_line() {
        let nodes = |color: u8, end: &str| format!("(;P0[RtoB 2 {color} D 4];P0[R- D 1];P0[Done]{end})");
        let resigned = nodes(0, ";P1[Resign]");
        let result = |text: String| read(&text).unwrap().result;
        assert_eq!(result(format!("(;SU[Zertz]{resigned}{})", nodes(1, ""))), GameResult::First);
        assert_eq!(result(format!("(;SU[Zertz]{}{resigned})", nodes(1, ""))), GameResult::Open);
        let record = official::read("1. Wd4,d1 (1. Bd4,d1) 1... Gd5,a1 (1... Gd5,a2) 0-1").unwrap();
        assert_eq!(read(&write(&record)).unwrap().result, GameResult::Second);
    }

    #[test]
    fn players_keep_their_names_and_places() {
        let tags = [("Event", "e"), ("Player2", "\"B\""), ("Player1", " a"), ("Site", "s")];
        let mut record = official::read("1. Wd4,d1 *").unwrap();
        record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(read(&write(&record)).unwrap().tags, record.tags);
        let other_seat = "(;SU[Zertz]P0[id \"a\"]P1[id \"b\"];P1[RtoB 2 0 D 4];P1[R- D 1])";
        let tags = read(other_seat).unwrap().tags;
        assert_eq!(tags, [("Player1".to_owned(), "b".to_owned()), ("Player2".to_owned(), "a".to_owned())]);
    }

    #[test]
    fn a_wide_letter_between_nodes_is_an_error_with_its_place() {
        assert!(
            read("(;SU[Zertz];è").unwrap_err().to_string().contains("column 13: expected ; or ( or ), found \"è\"")
        );
    }
}
