//! Proofs of openings, ready to be asked.
//!
//! `docs/theory.md` says what is proven and describes the format. A [`Proof`] is read from a certificate and checked on the way, with the
//! rules of the `zertz` crate. It then knows the winner's turn in every position that it covers, in every orientation.
//!
//! ```
//! use zertz::{Board, Game, Player, Rules};
//! use zertz_engine::theory;
//!
//! let mut game = Game::new(Rules::standard(Board::rings37()));
//! game.play_text("Wd4,g2")?;
//! let proof = theory::known(game.rules()).expect("this crate contains a proof for 37 rings");
//! assert_eq!(proof.winner(), Player::Two);
//! let turn = proof.turn(game.position()).expect("player 1 loses after this turn");
//! game.play(&turn)?;
//! assert!(proof.loses(game.position()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `mod` | [`Proof`] and the answers that it gives |
//! | `walk` | reads a certificate |

mod walk;

pub use walk::ProofError;

use std::{
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
    sync::OnceLock,
};
use zertz::{Board, Captures, Claims, Game, Player, Position, Rules, Turn, notation::Images};

/// The certificate for the board of 37 rings. In WebAssembly it is not part of the program, which every visitor downloads: the page loads it
/// when it is needed and gives it to [`provide`].
#[cfg(not(target_arch = "wasm32"))]
pub const CERTIFICATE_37: &str = include_str!("../../proofs/37.txt");

static KNOWN: OnceLock<Proof> = OnceLock::new();

/// The known proof for games with these rules. The first call reads the certificate, which takes about 20 ms. In
/// WebAssembly, there is none before [`provide`] is called.
pub fn known(rules: &Rules) -> Option<&'static Proof> {
    if rules.board != Board::rings37() {
        return None;
    }
    #[cfg(not(target_arch = "wasm32"))]
    let proof = Some(KNOWN.get_or_init(|| Proof::parse(CERTIFICATE_37).expect("the tests check the certificate")));
    #[cfg(target_arch = "wasm32")]
    let proof = KNOWN.get();
    proof.filter(|proof| proof.applies_to(rules))
}

/// The number of turns in the longest game that the proof for 37 rings covers, from the start to the win.
const LONGEST_GAME: usize = 26;

/// Whether [`known`] may have something to say about a game. It answers before the certificate is read, so that a program can tell whether
/// to load it.
pub fn may_cover(game: &Game) -> bool {
    holds_with(&Rules::standard(Board::rings37()), game.rules()) && game.turns().len() < LONGEST_GAME
}

/// Sets the proof that [`known`] returns, unless it has one.
pub fn provide(proof: Proof) -> &'static Proof {
    KNOWN.get_or_init(|| proof)
}

/// The first turns of a game, one of each set of mirror images, by removed ring, ring and colour.
pub fn first_turns(rules: &Rules) -> Vec<Turn> {
    let (board, start) = (&rules.board, rules.start());
    let mut turns = start.turns(rules).to_vec();
    turns.sort_by_key(|turn| match turn {
        Turn::Place { colour, ring, removed, .. } => {
            Some((removed.map(|ring| board.label(ring)), board.label(*ring), *colour))
        }
        Turn::Jump(_) | Turn::Pass => None,
    });
    let mut seen = HashSet::new();
    turns.retain(|turn| seen.insert(start.play_unchecked(rules, turn).canonical(board).0.hash()));
    turns
}

/// Whether a proof for some rules also holds with others, apart from how groups are claimed.
fn holds_with(proven: &Rules, rules: &Rules) -> bool {
    let Rules { board, pool, goals, .. } = proven;
    let same = (board, pool, goals) == (&rules.board, &rules.pool, &rules.goals);
    same && rules.captures == Captures::Enforced
}

/// A proof that a player wins by force after certain lines of turns from the start.
#[derive(Clone, Debug)]
pub struct Proof {
    rules: Rules,
    winner: Player,
    starts: Vec<Vec<Turn>>,
    images: Images,
    /// Whether the loser can claim something on the way. With optional claims, the loser may then decline, and the proof says nothing.
    loser_claims: bool,
    /// The positions with the winner to move.
    won: HashMap<Key, Won>,
    /// The positions with the loser to move, and how many turns the loser can last.
    lost: HashMap<Key, u16>,
}

/// A position with the winner to move. All but one of its images are left out.
#[derive(Clone, Copy, Debug)]
struct Won {
    turn: Turn,
    /// The number of turns to the win, at most.
    distance: u16,
}

/// A position as a key of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key(Position);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

/// Whether a turn claims something.
fn claims(turn: &Turn) -> bool {
    matches!(turn, Turn::Place { claimed, .. } if !claimed.is_empty())
}

/// Positions with more replies than this are not looked through. Real games have fewer.
const MAX_REPLIES: usize = 10_000;

impl Proof {
    /// Reads a certificate and checks it: every turn is legal, no reply is left out, and every game ends with a win.
    pub fn parse(text: &str) -> Result<Proof, ProofError> {
        walk::read(text)
    }

    /// The rules for which the proof was made.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether the proof holds in games with these rules. Options that do not change it may differ: touch-move; swapping sides, because the
    /// winner need not swap; and optional claims if the loser cannot claim anything, because the winner claims everything.
    pub fn applies_to(&self, rules: &Rules) -> bool {
        let claims = rules.claims == Claims::Automatic || !self.loser_claims;
        claims && holds_with(&self.rules, rules)
    }

    /// The player who wins.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// The lines of turns from the start after which the winner wins.
    pub fn starts(&self) -> &[Vec<Turn>] {
        &self.starts
    }

    /// The number of positions with the winner to move. Images of each other count once.
    #[expect(clippy::len_without_is_empty, reason = "a proof has positions")]
    pub fn len(&self) -> usize {
        self.won.len()
    }

    /// The winner's turn, if the winner is to move in a position that the proof covers. Any mirror image or rotation will do.
    pub fn turn(&self, position: &Position) -> Option<Turn> {
        let (image, back) = self.images.smallest(position);
        Some(self.won.get(&Key(image))?.turn.transformed(&self.rules.board, back))
    }

    /// Whether the player to move loses by force: the proof covers the position, or all positions that the player can reach.
    pub fn loses(&self, position: &Position) -> bool {
        position.mover() != self.winner && self.distance(position).is_some()
    }

    /// In how many turns, of both players, the winner wins at most. `None` if the proof does not cover the position, or the game is over.
    pub fn distance(&self, position: &Position) -> Option<u16> {
        let (image, _) = self.images.smallest(position);
        if position.mover() == self.winner {
            return self.won.get(&Key(image)).map(|won| won.distance);
        }
        self.lost.get(&Key(image)).copied().or_else(|| self.distance_by_replies(position))
    }

    /// The winner's turns against the longest defence. `None` if the proof does not cover the position.
    pub fn variation(&self, position: &Position) -> Option<Vec<Turn>> {
        self.distance(position)?;
        let (mut position, mut variation) = (*position, Vec::new());
        while position.outcome(&self.rules).is_none() {
            let turn = if position.mover() == self.winner {
                self.turn(&position)?
            } else {
                let distance = |reply: &Turn| self.distance(&position.play_unchecked(&self.rules, reply));
                position.turns(&self.rules).to_vec().into_iter().max_by_key(distance)?
            };
            position = position.play_unchecked(&self.rules, &turn);
            variation.push(turn);
        }
        Some(variation)
    }

    /// The distance of a position that no turn of the proof leads to. In most, the first reply already leads to an unknown position.
    fn distance_by_replies(&self, position: &Position) -> Option<u16> {
        let replies = position.turns(&self.rules);
        let mut longest = None;
        for n in 0..replies.len_up_to(MAX_REPLIES)? {
            let reply = replies.nth(n)?;
            // With optional claims, the player may decline.
            if claims(&reply) {
                return None;
            }
            let after = position.play_unchecked(&self.rules, &reply);
            longest = longest.max(Some(self.distance(&after)? + 1));
        }
        longest
    }
}
