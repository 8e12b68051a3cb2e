//! A fixed workload. If two versions search it with the same number of nodes, they search the same tree, and their speeds can be
//! compared.

use crate::{Engine, Found, Limits, Stop};
use zertz::{
    Game,
    notation::{Zip, ZipError},
};

/// The default depth.
pub const DEPTH: u32 = 4;

/// The default size of the table in mebibytes.
pub const HASH: usize = 16;

/// The positions and their names. Most are from self-play.
pub const POSITIONS: [(&str, &str); 13] = [
    ("37-start", "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1"),
    ("37-middle", "3o/1oWoo/1WooW/oooooo/1oooooo/2ooWo/3oooo 0/7/9 1/0/1 1/1/0 1"),
    ("37-forced", "2oo/W1oG/oWooo/ooooWoo/2Goooo/3oooo/3ooo 1/6/9 2/0/0 0/0/1 2"),
    // A puzzle from the rulebook: a sacrifice wins.
    ("37-split", "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1"),
    // Players place marbles that they have captured.
    ("37-empty-pool", "2oo/1oooo/oooooo/ooWooo/1ooooo/2oWo/3oo 0/0/0 2/4/5 2/4/5 1"),
    ("blitz-early", "2o/oWoo/oooW/ooooooo/1oooWoo/2ooooo/3oooo 0/7/8 1/0/0 1/0/1 2 3/4/5/2"),
    ("blitz-late", "/oWoo/oooW/ooGoo/1GooWoo/2ooooo/3oooo 0/4/8 1/0/0 1/1/1 2 3/4/5/2"),
    ("48-start", "ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo/4oooo 6/8/10 0/0/0 0/0/0 1"),
    ("48-middle", "/2o1oW/oWoWooo/oooooooo/2oooooo/3ooooo/3ooooB/4Gooo 0/6/8 1/0/0 2/1/1 1"),
    ("48-forced", "/1WooGo/oWoBooo/WWoooooo/2oooooo/3ooooo/3ooooB/4Gooo 2/6/8 0/0/0 0/0/0 1"),
    ("61-middle", "/2G1W/ooooooo/ooooooo/ooooooooG/2ooWooW/2oGooooo/3oooooo/4B1ooo 0/3/8 2/2/0 1/0/1 2"),
    ("61-forced", "3oo/1oWoG/ooooooo/ooooooo/ooooooooG/2WoWBoWo/2ooooooo/3oooooo/4B1ooo 2/6/8 0/0/0 0/0/0 1"),
    ("61-end", "/2o1W/ooooooo/ooGoooo/2ooBoooG/2oooooW/2ooooooo/3oooooo/4o1ooo 0/2/7 2/4/0 2/0/2 1"),
];

/// The result of one position.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The name of the position.
    pub name: &'static str,
    /// The game with this position.
    pub game: Game,
    /// The result of the search, with nodes and time.
    pub found: Found,
}

/// Searches every position with a new engine and one thread. The numbers of nodes are the same every time.
pub fn run(depth: u32, hash: usize, mut report: impl FnMut(&Measured)) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    for (name, zip) in POSITIONS {
        let game = game(zip).expect("the positions are valid");
        let mut engine = Engine::new(hash);
        // The solver's nodes take another time than search nodes.
        engine.set_solver(false);
        if let Some(found) = engine.search(&game, &limits, &Stop::new(), &mut |_| {}) {
            report(&Measured { name, game, found });
        }
    }
}

pub(crate) fn game(zip: &str) -> Result<Game, ZipError> {
    let zip: Zip = zip.parse()?;
    let rules = zip.rules(zip.board());
    let start = zip.position(&rules)?;
    Ok(Game::from_position(rules, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of a search to depth 2 with a table of 1 MiB. If a commit changes the search, it must update them.
    const NODES: [(&str, u64); POSITIONS.len()] = [
        ("37-start", 4_786),
        ("37-middle", 12_900),
        ("37-forced", 2_599),
        ("37-split", 394),
        ("37-empty-pool", 7_403),
        ("blitz-early", 7_890),
        ("blitz-late", 7_290),
        ("48-start", 7_679),
        ("48-middle", 17_439),
        ("48-forced", 1_623),
        ("61-middle", 19_319),
        ("61-forced", 431),
        ("61-end", 19_089),
    ];

    #[test]
    fn the_search_visits_the_recorded_number_of_nodes() {
        let mut nodes = Vec::new();
        run(2, 1, |measured| nodes.push((measured.name, measured.found.info.nodes)));
        assert_eq!(nodes, NODES);
    }

    #[test]
    fn positions_are_in_canonical_form() {
        for (_, zip) in POSITIONS {
            let game = game(zip).unwrap();
            assert_eq!(Zip::of(game.rules(), game.position()).to_string(), zip);
        }
    }
}
