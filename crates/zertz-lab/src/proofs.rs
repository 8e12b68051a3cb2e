//! Files of tactics: positions that are won, each with a proof.
//!
//! One position per line, `ZIP<TAB>board<TAB>turns<TAB>proof`, as [`HEADER`] explains. Lines that begin with `#` are comments.

use crate::shortest::{Length, Proof};
use anyhow::{Context, Result, anyhow, ensure};
use std::{fmt, path::Path, str::FromStr};
use zertz::{Board, Position, Rules, notation::Zip};

/// The comment at the top of a file.
pub const HEADER: &str = "\
# Tactics: positions in which the player to move wins by force. `zertz-lab tactics` found them in games of the engine against itself;
# `zertz-lab solve` lets the engine search for the wins.
#
# A line has ZIP, board, turns and proof, separated by tabs.
#
# ZIP    the position, with the goals in a sixth field unless they are standard (3/4/5/2 is blitz).
# board  the board of the game.
# turns  the number of turns of both players that the win takes against the best defence. The winner plays the last turn, so n turns of the
#        winner are 2n - 1 in all. Every turn of the winner wins or leaves the loser only captures, and it is proven that no such win is
#        shorter. 9-13 means: a win within 13 turns and none within fewer than 9 is proven. A short search found no shorter win with quiet
#        turns either.
# proof  the winner's turns and all replies. The main variation is the longest defence; the other replies and what follows them are in
#        parentheses. Of replies that lead to the same position, one is listed.
";

/// A position that is won.
#[derive(Clone, PartialEq, Debug)]
pub struct Tactic {
    /// The rules.
    pub rules: Rules,
    /// The position.
    pub position: Position,
    /// The length of the win.
    pub length: Length,
    /// The proof as text.
    pub proof: String,
}

impl Tactic {
    /// A position with this proof.
    pub fn new(rules: Rules, position: Position, length: Length, proof: &Proof) -> Tactic {
        let proof = write_proof(&rules, &position, proof);
        Tactic { rules, position, length, proof }
    }
}

/// Writes the winner's turn, the reply that holds out longest, the other replies in parentheses, and what follows the first one.
fn write_proof(rules: &Rules, position: &Position, proof: &Proof) -> String {
    let mut text = position.write_turn(rules, &proof.turn).to_string();
    let after = position.play_unchecked(rules, &proof.turn);
    let follows = |(reply, proof): &(_, Proof)| {
        let next = after.play_unchecked(rules, reply);
        (after.write_turn(rules, reply).to_string(), write_proof(rules, &next, proof))
    };
    if let Some((first, others)) = proof.replies.split_first() {
        let (reply, rest) = follows(first);
        text += &format!(" {reply}");
        for other in others {
            let (reply, rest) = follows(other);
            text += &format!(" ({reply} {rest})");
        }
        text += &format!(" {rest}");
    }
    text
}

impl fmt::Display for Tactic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Length { at_least, at_most } = self.length;
        write!(f, "{}\t{}\t", Zip::of(&self.rules, &self.position), self.rules.board)?;
        if at_least < at_most {
            write!(f, "{at_least}-")?;
        }
        write!(f, "{at_most}\t{}", self.proof)
    }
}

impl FromStr for Tactic {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Tactic> {
        let mut fields = text.split('\t');
        let mut field = |name: &'static str| fields.next().ok_or_else(|| anyhow!("the {name} is missing"));
        let zip: Zip = field("position")?.parse().map_err(|error| anyhow!("invalid position: {error}"))?;
        let board: Board = field("board")?.trim().parse()?;
        let turns = field("number of turns")?.trim();
        let (at_least, at_most) = turns.split_once('-').unwrap_or((turns, turns));
        let number = |text: &str| text.parse::<u32>().context("its number of turns is neither a number nor a range");
        let length = Length { at_least: number(at_least)?, at_most: number(at_most)? };
        ensure!(1 <= length.at_least && length.at_least <= length.at_most, "its range of turns is empty");
        let proof = field("proof")?.trim().to_owned();
        let rules = zip.rules(board);
        let position = zip.position(&rules)?;
        Ok(Tactic { rules, position, length, proof })
    }
}

/// Reads a file. Each tactic comes with its line number.
pub fn read(path: &Path) -> Result<Vec<(usize, Tactic)>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let tactic = |(n, line): (usize, &str)| {
        let tactic = line.parse().with_context(|| format!("{}, line {}", path.display(), n + 1))?;
        Ok((n + 1, tactic))
    };
    lines.map(tactic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortest::Prover;
    use zertz_engine::Stop;

    const RULEBOOK: &str = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";

    #[test]
    fn what_is_written_can_be_read() {
        let zip: Zip = RULEBOOK.parse().unwrap();
        let rules = Rules::standard(Board::rings37());
        let position = zip.position(&rules).unwrap();
        let mut prover = Prover::new(&rules, &position, Stop::new());
        let length = prover.shortest(&position, 9, 10_000).unwrap();
        let proof = prover.proof(&position, 9, 10_000).unwrap();
        for length in [length, Length { at_least: 1, at_most: 3 }] {
            let tactic = Tactic::new(rules.clone(), position, length, &proof);
            assert_eq!(tactic.to_string().parse::<Tactic>().unwrap(), tactic, "{tactic}");
        }
    }

    #[test]
    fn a_wrong_line_is_explained() {
        for (tail, says) in [
            ("", "board is missing"),
            ("\t38\t3\tWa1", "a board is 37"),
            ("\t37\tthree\tWa1", "neither a number nor a range"),
            ("\t37\t5-3\tWa1", "empty"),
            ("\t37\t0\tWa1", "empty"),
            ("\t37\t3", "proof is missing"),
        ] {
            let error = format!("{RULEBOOK}{tail}").parse::<Tactic>().unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
        assert!("x\t37\t1\tWa1".parse::<Tactic>().unwrap_err().to_string().contains("invalid position"));
    }
}
