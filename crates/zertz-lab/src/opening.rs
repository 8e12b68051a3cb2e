//! Openings: a few random turns, so that players who always play the same do not always play the same game.
//!
//! Both games of a pair start from the same opening. Turns are uniformly random; an opening that ends the game or lets the player to
//! move win at once is thrown away, and so, if asked for, is one that the engine thinks too good for one side.

use anyhow::{Result, bail};
use std::{ops::RangeInclusive, str::FromStr, sync::Arc};
use zertz::{Game, Rng, Rules};
use zertz_engine::{Engine, Limits, Score, Stop};

/// How openings are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    /// How many random turns there are.
    pub turns: Plies,
    /// What the engine must say about them.
    pub check: Option<Check>,
    /// Which openings.
    pub seed: u64,
}

/// A number of turns, or a range of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plies(pub RangeInclusive<usize>);

/// What the engine must say about an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// So many steps are looked at.
    pub nodes: u64,
    /// Neither side is better by more than so many points.
    pub points: i32,
}

/// Tries before it is clear that the conditions cannot be met.
const TRIES: u64 = 10_000;

impl Openings {
    /// The opening of a pair: the game after its random turns.
    pub fn opening(&self, rules: &Arc<Rules>, pair: u64) -> Result<Game> {
        let mut engine = self.check.map(|check| (check, Engine::new(1)));
        for attempt in 0..TRIES {
            let mut rng = Rng::with_path(self.seed, &[OPENING, pair, attempt]);
            let (least, most) = (*self.turns.0.start(), *self.turns.0.end());
            let turns = least + rng.below(most - least + 1);
            let game = random_game(rules, turns, &mut rng);
            if game.outcome().is_some() || wins_at_once(&game) {
                continue;
            }
            if let Some((check, engine)) = &mut engine
                && !check.passes(engine, &game)
            {
                continue;
            }
            return Ok(game);
        }
        bail!(
            "no opening of {} turns meets the conditions in {TRIES} tries; ask for fewer turns or more points",
            self.turns
        )
    }
}

/// Tells the numbers for openings from those for players.
const OPENING: u64 = 1;

fn random_game(rules: &Arc<Rules>, turns: usize, rng: &mut Rng) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..turns {
        let Some(turn) = game.position().turns(rules).choose(|count| rng.below(count)) else { break };
        game.play(&turn).expect("a turn from the list of legal ones is legal");
    }
    game
}

/// Whether the player to move has a turn that wins.
pub fn wins_at_once(game: &Game) -> bool {
    let (rules, position) = (game.rules(), game.position());
    let mut wins = false;
    position.turns(rules).for_each(|turn| {
        let outcome = position.play_unchecked(rules, &turn).outcome(rules);
        wins |= outcome.and_then(|outcome| outcome.winner()) == Some(position.mover());
    });
    wins
}

impl Check {
    fn passes(&self, engine: &mut Engine, game: &Game) -> bool {
        engine.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        match engine.search(game, &limits, &Stop::new(), &mut |_| {}).map(|found| found.info.score) {
            Some(Score::Points(points)) => points.abs() <= self.points,
            _ => false,
        }
    }
}

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Plies, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= 40 => Ok(Plies(least..=most)),
            _ => Err("openings have so many turns, such as 3 or 2-4, at most 40".to_owned()),
        }
    }
}

impl std::fmt::Display for Plies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0.start(), self.0.end()) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, most) => write!(f, "{least}-{most}"),
        }
    }
}

impl FromStr for Check {
    type Err = String;

    fn from_str(text: &str) -> Result<Check, String> {
        let mut check = Check { nodes: 0, points: 150 };
        for part in text.split(',') {
            match part.split_once('=').map(|(name, value)| (name, value.parse::<u32>())) {
                Some(("nodes", Ok(nodes))) => check.nodes = nodes.into(),
                Some(("points", Ok(points))) => check.points = points.min(30_000) as i32,
                _ => return Err(format!("{part:?} makes no sense here; a check is like nodes=2000,points=150")),
            }
        }
        if check.nodes == 0 { Err("a check needs nodes, such as nodes=2000".to_owned()) } else { Ok(check) }
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nodes={},points={}", self.nodes, self.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    fn openings(turns: &str, check: Option<&str>) -> Openings {
        let check = check.map(|text| text.parse().unwrap());
        Openings { turns: turns.parse().unwrap(), check, seed: 5 }
    }

    #[test]
    fn a_pair_has_one_opening_and_other_pairs_have_others() {
        let rules = Arc::new(Rules::standard(Board::rings37()));
        let make = |pair| openings("2-4", None).opening(&rules, pair).unwrap();
        let mut lengths = [0; 5];
        for pair in 0..30 {
            let (one, again, next) = (make(pair), make(pair), make(pair + 1));
            assert_eq!(one.turns(), again.turns());
            assert_ne!(one.turns(), next.turns());
            lengths[one.turns().len()] += 1;
        }
        assert_eq!(lengths[..2], [0, 0]);
        assert!(lengths[2..].iter().all(|&count| count > 2), "{lengths:?}");
    }

    #[test]
    fn no_opening_is_over_or_won_at_once() {
        let rules = Arc::new(Rules::blitz(Board::rings37()));
        for pair in 0..40 {
            let game = openings("16", None).opening(&rules, pair).unwrap();
            assert!(game.outcome().is_none() && !wins_at_once(&game));
        }
    }

    #[test]
    fn the_check_throws_away_what_the_engine_thinks_decided() {
        let rules = Arc::new(Rules::standard(Board::rings37()));
        let strict = openings("4", Some("nodes=300,points=60"));
        let check = strict.check.unwrap();
        for pair in 0..5 {
            let game = strict.opening(&rules, pair).unwrap();
            assert!(check.passes(&mut Engine::new(1), &game));
        }
        assert!("points=3".parse::<Check>().is_err());
        assert!("nodes=x".parse::<Check>().is_err());
    }

    #[test]
    fn too_long_openings_are_refused_with_a_sentence() {
        let rules = Arc::new(Rules::blitz(Board::rings37()));
        let error = openings("40", None).opening(&rules, 0).unwrap_err();
        assert!(error.to_string().contains("ask for fewer turns"), "{error}");
        assert!("4-2".parse::<Plies>().is_err());
    }
}
