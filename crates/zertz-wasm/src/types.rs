//! Types of TypeScript for words that Rust knows.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const SECTION: &str = TYPES;

/// Tests compare them with the words.
#[cfg_attr(not(test), expect(dead_code, reason = "the macro reads the section without a use"))]
const TYPES: &str = "
/** The letter of a colour: white, grey, black. */
export type Colour = 'W' | 'G' | 'B';
/** The name of a set of rules. */
export type Preset = 'standard' | 'blitz' | 'tournament';
/** What a player can do in a game apart from turns: see `GameData`. */
export type OtherAct = 'swap' | 'demand' | 'draw' | 'resign 1' | 'resign 2' | 'time 1' | 'time 2';
/** The colour of a mark on the board. */
export type MarkColour = 'blue' | 'yellow' | 'orange';
/** The format of a game record. */
export type RecordFormat = 'official' | 'zen' | 'sgf' | 'json';
";

#[cfg(test)]
mod tests {
    use super::TYPES;
    use zertz::{
        Board, Colour, Preset, Rules,
        notation::{Format, MarkColour},
    };

    #[test]
    fn the_types_for_typescript_list_all_values() {
        let union = |names: Vec<String>| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(" | ");
        assert!(
            TYPES.contains(&format!("Colour = {};", union(Colour::ALL.map(|one| one.letter().to_string()).into())))
        );
        assert!(TYPES.contains(&format!("Preset = {};", union(Preset::ALL.map(|one| one.to_string()).into()))));
        let colours = MarkColour::ALL.map(|colour| colour.name().to_owned()).into();
        assert!(TYPES.contains(&format!("MarkColour = {};", union(colours))));
        let formats = Format::ALL.iter().map(|format| format.name().to_owned()).collect();
        assert!(TYPES.contains(&format!("RecordFormat = {};", union(formats))));
    }

    #[test]
    fn the_acts_for_typescript_are_known() {
        let (_, acts) = TYPES.split_once("OtherAct = ").unwrap();
        let (acts, _) = acts.split_once(';').unwrap();
        assert_eq!(acts.split(" | ").count(), zertz_protocol::Act::OTHERS.len());
        for act in acts.split(" | ") {
            let mut game = zertz::Game::new(Rules::standard(Board::rings37()));
            let code = zertz_protocol::act(&mut game, act.trim_matches('\'')).err().map(|problem| problem.code);
            assert_ne!(code, Some(zertz_protocol::Code::NotATurn), "{act}");
        }
    }
}
