//! What is proven about openings, for pages that show it. Without a certificate, no position is proven.

use crate::{GameData, Problem};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tsify::Tsify;
use zertz::{Board, Colour, Game, Player, Ring, Rules, Turn};
use zertz_engine::theory::{self, Proof};
use zertz_protocol::Code;

/// A proven result.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The player who wins by force.
    #[tsify(type = "1 | 2")]
    pub winner: u8,
    /// In how many turns of both players, at most.
    pub turns: u16,
    /// The winner's turn, if it is the winner's turn to move.
    pub turn: Option<String>,
}

/// A reply of the losing player.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct ProofReply {
    /// The turn, in canonical notation.
    pub turn: String,
    /// The winner's answer.
    pub answer: String,
    /// How many turns of both players are left after the answer, at most; 0 if it wins.
    pub turns: u16,
}

/// The first turns of the game, and which of them are proven to lose.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct FirstTurns {
    /// First turns by the ring that they remove. Removals that are images of each other count once.
    pub removals: Vec<Removal>,
    /// How many different first turns there are. Images of each other count once, here and below.
    pub count: usize,
    /// How many of them are proven to lose.
    pub lost: usize,
    /// How many more turns of both players the proof needs, at most.
    pub longest: u16,
    /// In how many positions the proof gives the winner's turn.
    pub positions: usize,
}

/// The first turns that remove a certain ring.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The removed ring.
    pub removed: String,
    /// Whether it is a corner of the board.
    pub corner: bool,
    /// How many different first turns there are.
    pub count: usize,
    /// How many of them are proven to lose.
    pub lost: usize,
    /// The rings on which the marble can be placed.
    pub rings: Vec<FirstTurnRing>,
}

/// The first turns that place a marble on a certain ring.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct FirstTurnRing {
    /// The ring.
    pub ring: String,
    /// One turn for each colour.
    pub turns: Vec<FirstTurn>,
}

/// A first turn.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct FirstTurn {
    /// The turn, in canonical notation.
    pub turn: String,
    /// The colour of the marble.
    #[tsify(type = "Colour")]
    pub colour: char,
    /// In how many more turns of both players it loses, at most; `null` if that is open.
    pub turns: Option<u16>,
}

/// Who wins the game by force, if that is proven.
pub fn proven(data: &GameData) -> Result<Option<Proven>, Problem> {
    let game = data.game()?;
    Ok(proof_of(&game).and_then(|proof| {
        let position = game.position();
        let turns = proof.distance(position)?;
        let turn = proof.turn(position).map(|turn| position.write_turn(game.rules(), &turn).to_string());
        Some(Proven { winner: proof.winner().index() as u8 + 1, turns, turn })
    }))
}

/// All turns of the losing player, those that last longest first. Empty if the position is not one of a proof.
pub fn proof_replies(data: &GameData) -> Result<Vec<ProofReply>, Problem> {
    let game = data.game()?;
    let (rules, position) = (game.rules(), game.position());
    let Some(proof) = proof_of(&game).filter(|proof| proof.loses(position)) else { return Ok(Vec::new()) };
    let mut replies = Vec::new();
    position.turns(rules).for_each(|turn| {
        let after = position.play_unchecked(rules, &turn);
        if let (Some(distance), Some(answer)) = (proof.distance(&after), proof.turn(&after)) {
            let turn = position.write_turn(rules, &turn).to_string();
            let answer = after.write_turn(rules, &answer).to_string();
            replies.push(ProofReply { turn, answer, turns: distance - 1 });
        }
    });
    replies.sort_by(|a, b| b.turns.cmp(&a.turns).then_with(|| a.turn.cmp(&b.turn)));
    Ok(replies)
}

/// The first turns of the standard game on the board of 37 rings.
pub fn first_turns() -> Result<FirstTurns, Problem> {
    let rules = Rules::standard(Board::rings37());
    let proof = theory::known(&rules).ok_or_else(|| Problem::new(Code::Data, "the proof is not loaded"))?;
    let removals: Vec<Removal> = removed_rings(&rules).into_iter().map(|ring| removal(proof, &rules, ring)).collect();
    let all = removals.iter().flat_map(|removal| &removal.rings).flat_map(|ring| &ring.turns);
    Ok(FirstTurns {
        count: removals.iter().map(|removal| removal.count).sum(),
        lost: removals.iter().map(|removal| removal.lost).sum(),
        longest: all.filter_map(|first| first.turns).max().unwrap_or(0),
        positions: proof.len(),
        removals,
    })
}

/// The proof for a game that is not over.
fn proof_of(game: &Game) -> Option<&'static Proof> {
    theory::known(game.rules()).filter(|_| game.outcome().is_none())
}

/// The rings that a first turn can remove, one of each set of images.
fn removed_rings(rules: &Rules) -> Vec<Ring> {
    let board = &rules.board;
    let mut seen = HashSet::new();
    let rings = board.in_label_order(rules.start().removable(board));
    rings
        .filter(|ring| !board.symmetries().iter().any(|s| seen.contains(&s.ring(*ring))) && seen.insert(*ring))
        .collect()
}

fn removal(proof: &Proof, rules: &Rules, removed: Ring) -> Removal {
    let (board, start) = (&rules.board, rules.start());
    let (mut seen, mut lost) = (HashSet::new(), 0);
    let places = board.in_label_order(board.all()).filter(|&ring| ring != removed);
    let rings = places.map(|ring| {
        let turns = Colour::ALL.map(|colour| {
            let turn = Turn::Place { colour, ring, removed: Some(removed), claimed: zertz::RingSet::EMPTY };
            let after = start.play_unchecked(rules, &turn);
            let turns = proof.distance(&after).filter(|_| proof.winner() == Player::Two);
            if seen.insert(after.canonical(board).0.hash()) {
                lost += usize::from(turns.is_some());
            }
            FirstTurn { turn: start.write_turn(rules, &turn).to_string(), colour: colour.letter(), turns }
        });
        FirstTurnRing { ring: board.label(ring).to_string(), turns: turns.to_vec() }
    });
    let rings = rings.collect();
    let corner = board.neighbours(removed).len() == 3;
    Removal { removed: board.label(removed).to_string(), corner, count: seen.len(), lost, rings }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(acts: &[&str]) -> GameData {
        let mut data = GameData::begin(&Rules::standard(Board::rings37()), None);
        data.acts = acts.iter().map(|&act| act.to_owned()).collect();
        data
    }

    #[test]
    fn first_turns_are_counted_as_in_the_documentation() {
        let FirstTurns { removals, count, lost, longest, positions } = first_turns().unwrap();
        assert_eq!((count, lost, longest, positions), (171, 147, 25, 6_689));
        let rows: Vec<_> = removals.iter().map(|r| (r.removed.as_str(), r.corner, r.count, r.lost)).collect();
        assert_eq!(rows, [("a1", true, 63, 39), ("a2", false, 108, 108)]);
        assert!(removals.iter().all(|removal| removal.rings.len() == 36));
        let centre = |removal: &Removal| removal.rings.iter().find(|ring| ring.ring == "d4").cloned().unwrap();
        assert!(centre(&removals[0]).turns.iter().all(|first| first.turns.is_none()));
        assert_eq!(centre(&removals[1]).turns[0].turn, "Wd4,a2");
    }

    #[test]
    fn a_proven_position_has_a_winner_and_a_turn() {
        let after_first = proven(&game(&["Wd4,g2"])).unwrap().unwrap();
        assert_eq!((after_first.winner, after_first.turns), (2, 25));
        let turn = after_first.turn.unwrap();
        let after_second = proven(&game(&["Wd4,g2", &turn])).unwrap().unwrap();
        assert_eq!((after_second.turns, after_second.turn), (24, None));
        assert_eq!(proven(&game(&["Wd4,a1"])).unwrap(), None);
        assert_eq!(proven(&game(&[])).unwrap(), None);
        assert_eq!(proven(&game(&["Wd4,g2", "resign 2"])).unwrap(), None);
    }

    #[test]
    fn every_reply_has_an_answer() {
        let turn = proven(&game(&["Wd4,g2"])).unwrap().unwrap().turn.unwrap();
        let here = game(&["Wd4,g2", &turn]);
        let replies = proof_replies(&here).unwrap();
        let legal = here.game().unwrap();
        assert_eq!(replies.len(), legal.position().turns(legal.rules()).len());
        assert!(replies.is_sorted_by_key(|reply| std::cmp::Reverse(reply.turns)));
        for ProofReply { turn: reply, answer, turns } in replies {
            let next = proven(&game(&["Wd4,g2", &turn, &reply])).unwrap().unwrap();
            assert_eq!(next.turn.as_ref(), Some(&answer));
            let after = proven(&game(&["Wd4,g2", &turn, &reply, &answer])).unwrap().unwrap();
            assert_eq!(after.turns, turns);
        }
        assert_eq!(proof_replies(&game(&["Wd4,g2"])).unwrap(), []);
    }
}
