//! [`Openings`]: a few random turns, so that deterministic players do not repeat the same game.
//!
//! Both games of a pair start from the same opening. Turns are uniformly random. An opening is rejected if it ends the game, if the player to
//! move can win with one turn, or, with a [`Check`], if the engine considers it one-sided or one side wins nearly all games of the engine
//! against itself. A search sees few of the long forced wins that decide most openings on small boards; games show them.

use crate::{play::Referee, stream};
use anyhow::{Result, bail};
use std::{ops::RangeInclusive, str::FromStr, sync::Arc};
use zertz::{Game, Player, Rng, Rules};
use zertz_engine::{Engine, Limits, Score, Stop};

/// How openings are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    /// The number of random turns.
    pub turns: Plies,
    /// The condition that the engine checks.
    pub check: Option<Check>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A number of turns, or a range of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plies(pub RangeInclusive<usize>);

/// A condition on the evaluation of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The nodes to search.
    pub nodes: u64,
    /// The maximum advantage of either side, in points.
    pub points: i32,
    /// How many games the engine then plays against itself. Neither side may win more than two thirds of them.
    pub games: u32,
}

const TRIES: u64 = 10_000;

impl Openings {
    /// The opening of a pair, as a game after its random turns.
    pub fn opening(&self, rules: &Arc<Rules>, pair: u64) -> Result<Game> {
        let mut engine = self.check.map(|check| (check, Engine::new(1)));
        for attempt in 0..TRIES {
            let mut rng = Rng::with_path(self.seed, &[stream::OPENING, pair, attempt]);
            let game = random_game(rules, self.turns.choose(&mut rng), &mut rng);
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

fn random_game(rules: &Arc<Rules>, turns: usize, rng: &mut Rng) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..turns {
        let Some(turn) = game.position().turns(rules).choose(|count| rng.below(count)) else { break };
        game.play(&turn).expect("a turn from the list of legal ones is legal");
    }
    game
}

fn wins_at_once(game: &Game) -> bool {
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
        self.looks_even(engine, game) && self.plays_even(engine, game)
    }

    fn looks_even(&self, engine: &mut Engine, game: &Game) -> bool {
        engine.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        match engine.search(game, &limits, &Stop::new(), &mut |_| {}).map(|found| found.info.score) {
            Some(Score::Points(points)) => points.abs() <= self.points,
            _ => false,
        }
    }

    fn plays_even(&self, engine: &mut Engine, game: &Game) -> bool {
        let (mut wins, most) = ([0; 2], self.games * 2 / 3);
        for number in 0..self.games {
            // Each game has another number of nodes, so that the games differ.
            let nodes = self.nodes + self.nodes * u64::from(number) / 16;
            if let Some(winner) = winner(engine, game.clone(), nodes) {
                wins[winner.index()] += 1;
            }
            if wins.iter().any(|&wins| wins > most) {
                return false;
            }
        }
        true
    }
}

/// The winner of a game of the engine against itself.
fn winner(engine: &mut Engine, mut game: Game, nodes: u64) -> Option<Player> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.clear();
    for _ in 0..Referee::default().most_turns {
        let Some(found) = engine.search(&game, &limits, &Stop::new(), &mut |_| {}) else { break };
        game.play(&found.turn).expect("the engine plays legal turns");
    }
    game.outcome()?.winner()
}

impl Plies {
    /// A random number of turns.
    pub fn choose(&self, rng: &mut Rng) -> usize {
        self.0.start() + rng.below(self.0.end() - self.0.start() + 1)
    }
}

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Plies, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= 40 => Ok(Plies(least..=most)),
            _ => Err("expected a number of turns or a range, such as 3 or 2-4, at most 40".to_owned()),
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
        let mut check = Check { nodes: 0, points: 150, games: 0 };
        for part in text.split(',') {
            match part.split_once('=').map(|(name, value)| (name, value.parse::<u32>())) {
                Some(("nodes", Ok(nodes))) => check.nodes = nodes.into(),
                Some(("points", Ok(points))) => check.points = points.min(30_000) as i32,
                Some(("games", Ok(games))) => check.games = games.min(100),
                _ => {
                    let example = "nodes=2000,points=150,games=6";
                    return Err(format!("expected nodes=N, points=N or games=N, as in {example}, not {part:?}"));
                }
            }
        }
        if check.nodes == 0 { Err("a check needs nodes, such as nodes=2000".to_owned()) } else { Ok(check) }
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nodes={},points={}", self.nodes, self.points)?;
        if self.games > 0 { write!(f, ",games={}", self.games) } else { Ok(()) }
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
    fn each_pair_has_its_own_opening() {
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
    fn no_opening_is_over_or_won_in_one_turn() {
        let rules = Arc::new(Rules::blitz(Board::rings37()));
        for pair in 0..40 {
            let game = openings("16", None).opening(&rules, pair).unwrap();
            assert!(game.outcome().is_none() && !wins_at_once(&game));
        }
    }

    #[test]
    fn the_check_rejects_one_sided_openings() {
        let rules = Arc::new(Rules::standard(Board::rings37()));
        let strict = openings("4", Some("nodes=300,points=60"));
        let check = strict.check.unwrap();
        for pair in 0..5 {
            let game = strict.opening(&rules, pair).unwrap();
            assert!(check.passes(&mut Engine::new(1), &game));
        }
        assert_eq!(Check { games: 6, ..check }.to_string(), "nodes=300,points=60,games=6");
        assert!("points=3".parse::<Check>().is_err());
        assert!("nodes=x".parse::<Check>().is_err());
    }

    #[test]
    fn the_check_rejects_openings_that_one_side_wins() {
        // Player 2 wins by force, which a search of 2,000 nodes does not see.
        let mut lost = Game::new(Rules::standard(Board::rings37()));
        lost.play_text("Wd4,a2").unwrap();
        let check: Check = "nodes=2000,points=150,games=6".parse().unwrap();
        let mut engine = Engine::new(1);
        engine.set_theory(false);
        assert!(check.looks_even(&mut engine, &lost));
        engine.set_theory(true);
        assert!(!check.plays_even(&mut engine, &lost));
    }

    #[test]
    fn openings_that_are_too_long_are_an_error() {
        let rules = Arc::new(Rules::blitz(Board::rings37()));
        let error = openings("40", None).opening(&rules, 0).unwrap_err();
        assert!(error.to_string().contains("ask for fewer turns"), "{error}");
        assert!("4-2".parse::<Plies>().is_err());
    }
}
