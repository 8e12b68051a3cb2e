//! [`Rules`]: board, pool, goals and the options that the rulebook leaves open.

use crate::{Board, Colour, Marbles, Position, marble::counts};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// What a player must capture to win: one of four sets of marbles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goals {
    counts: [u8; 3],
    each: u8,
}

impl Goals {
    /// 4 white, 5 grey, 6 black or 3 of each.
    pub const STANDARD: Goals = Goals { counts: [4, 5, 6], each: 3 };
    /// 3 white, 4 grey, 5 black or 2 of each.
    pub const BLITZ: Goals = Goals { counts: [3, 4, 5], each: 2 };

    /// Goals of `white`, `grey` or `black` marbles, or `each` of every colour. `None` if one is zero: the game would be won at the start.
    pub const fn new(white: u8, grey: u8, black: u8, each: u8) -> Option<Goals> {
        if white == 0 || grey == 0 || black == 0 || each == 0 {
            return None;
        }
        Some(Goals { counts: [white, grey, black], each })
    }

    /// How many marbles of one colour win.
    pub const fn of(self, colour: Colour) -> u8 {
        self.counts[colour.index()]
    }

    /// How many marbles of every colour together win.
    pub const fn each(self) -> u8 {
        self.each
    }

    /// The goal that these marbles reach, if any.
    #[inline]
    pub fn reached(self, marbles: Marbles) -> Option<Goal> {
        if !self.is_reached(marbles) {
            return None;
        }
        let single = Colour::ALL.into_iter().find(|&colour| marbles[colour] >= self.of(colour));
        Some(single.map_or(Goal::Each, Goal::Colour))
    }

    /// Whether these marbles reach a goal.
    #[inline]
    pub fn is_reached(self, marbles: Marbles) -> bool {
        let [white, grey, black] = marbles.counts();
        (white >= self.counts[0]) | (grey >= self.counts[1]) | (black >= self.counts[2])
            || (white >= self.each) & (grey >= self.each) & (black >= self.each)
    }
}

/// Written `4/5/6/3`: white, grey, black, each.
impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, grey, black] = self.counts;
        write!(f, "{white}/{grey}/{black}/{}", self.each)
    }
}

/// A text is not a set of goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("goals are written white/grey/black/each, such as 4/5/6/3, with numbers from 1 to 255")]
pub struct GoalsError;

impl FromStr for Goals {
    type Err = GoalsError;

    fn from_str(text: &str) -> Result<Goals, GoalsError> {
        let [white, grey, black, each] = counts(text).ok_or(GoalsError)?;
        Goals::new(white, grey, black, each).ok_or(GoalsError)
    }
}

/// Which of the four goals was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Enough marbles of this colour.
    Colour(Colour),
    /// Enough of each colour.
    Each,
}

/// What happens to an isolated group without a vacant ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claims {
    /// The player whose turn isolates it claims it at once, as in all known programs and records.
    #[default]
    Automatic,
    /// That player may decline, as the rulebook allows. A declined group stays, and no later turn can claim it.
    Optional,
}

/// What happens when a player can capture but does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Captures {
    /// That is illegal: if there is a jump, only jumps are legal.
    #[default]
    Enforced,
    /// The player may place a marble anyway. The opponent may then demand the capture, see
    /// [`Game::demand_capture`](crate::Game::demand_capture).
    OnDemand,
}

/// What happens when neither player can move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stuck {
    /// A draw.
    #[default]
    Draw,
    /// Both players lose: the publisher's ruling for tournaments.
    BothLose,
}

/// The rules of a game. Any combination of fields is playable.
///
/// ```
/// use zertz::{Board, Claims, Rules};
/// let rules = Rules { claims: Claims::Optional, ..Rules::standard(Board::rings48()) };
/// let start = rules.start();
/// assert_eq!(start.turns(&rules).len(), 2961);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The rings at the start.
    pub board: Board,
    /// The marbles at the start.
    pub pool: Marbles,
    /// The goals.
    pub goals: Goals,
    /// Whether isolated groups are claimed automatically.
    pub claims: Claims,
    /// Whether captures are enforced or on demand.
    pub captures: Captures,
    /// The result of two passes in a row.
    pub stuck: Stuck,
    /// Whether the second player may take over the first player's side after the first turn.
    pub swap: bool,
    /// Whether a marble or ring that was touched must be played. Only user interfaces can enforce this.
    pub touch_move: bool,
}

impl Rules {
    /// The standard pool and goals on a board.
    pub fn standard(board: Board) -> Rules {
        Rules {
            board,
            pool: Marbles::new(6, 8, 10),
            goals: Goals::STANDARD,
            claims: Claims::Automatic,
            captures: Captures::Enforced,
            stuck: Stuck::Draw,
            swap: false,
            touch_move: false,
        }
    }

    /// The short game: one marble fewer of each colour, and lower goals.
    pub fn blitz(board: Board) -> Rules {
        Rules { pool: Marbles::new(5, 7, 9), goals: Goals::BLITZ, ..Rules::standard(board) }
    }

    /// The standard game with the tournament procedure: captures on demand, touch-move, and both players lose when neither can
    /// move.
    pub fn tournament(board: Board) -> Rules {
        Rules { captures: Captures::OnDemand, stuck: Stuck::BothLose, touch_move: true, ..Rules::standard(board) }
    }

    /// The preset of these rules, or `None` for custom rules. The board does not matter.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.rules(self.board.clone()) == *self)
    }

    /// The position before the first turn.
    pub fn start(&self) -> Position {
        Position::start(self)
    }
}

/// A named set of rules for any board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// See [`Rules::standard`].
    Standard,
    /// See [`Rules::blitz`].
    Blitz,
    /// See [`Rules::tournament`].
    Tournament,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 3] = [Preset::Standard, Preset::Blitz, Preset::Tournament];

    /// The rules of that name on a board.
    pub fn rules(self, board: Board) -> Rules {
        match self {
            Preset::Standard => Rules::standard(board),
            Preset::Blitz => Rules::blitz(board),
            Preset::Tournament => Rules::tournament(board),
        }
    }

    /// The default board: 48 rings in a tournament, otherwise 37.
    pub fn usual_board(self) -> Board {
        match self {
            Preset::Tournament => Board::rings48(),
            _ => Board::rings37(),
        }
    }
}

/// Reads and writes the words of one option.
macro_rules! words {
    ($kind:ident, $what:literal, $($value:ident = $word:literal $(| $alias:literal)*),+) => {
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($kind::$value => $word),+ })
            }
        }

        impl FromStr for $kind {
            type Err = WordError;

            fn from_str(text: &str) -> Result<$kind, WordError> {
                match text.to_ascii_lowercase().as_str() {
                    $($word $(| $alias)* => Ok($kind::$value),)+
                    _ => Err(WordError { what: $what, words: &[$($word),+] }),
                }
            }
        }
    };
}

words!(Claims, "claims", Automatic = "automatic", Optional = "optional");
// The first release wrote `claimed`.
words!(Captures, "captures", Enforced = "enforced", OnDemand = "on-demand" | "claimed");
words!(Stuck, "stuck", Draw = "draw", BothLose = "both-lose");
// Older programs call blitz "basic".
words!(Preset, "rules", Standard = "standard", Blitz = "blitz" | "basic", Tournament = "tournament");

/// A word is not a value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{what} can be {}", alternatives(.words))]
pub struct WordError {
    what: &'static str,
    words: &'static [&'static str],
}

fn alternatives(words: &[&str]) -> String {
    let (last, others) = words.split_last().expect("an option has words");
    format!("{} or {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_reached_by_any_of_the_four_sets() {
        let reached = |w, g, b| Goals::STANDARD.reached(Marbles::new(w, g, b));
        assert_eq!(reached(3, 4, 2), None);
        assert_eq!(reached(2, 4, 5), None);
        assert_eq!(reached(4, 0, 0), Some(Goal::Colour(Colour::White)));
        assert_eq!(reached(0, 5, 0), Some(Goal::Colour(Colour::Grey)));
        assert_eq!(reached(0, 0, 6), Some(Goal::Colour(Colour::Black)));
        assert_eq!(reached(3, 3, 3), Some(Goal::Each));
        assert_eq!(Goals::BLITZ.reached(Marbles::new(2, 2, 2)), Some(Goal::Each));
    }

    #[test]
    fn words_read_back() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            assert_eq!(preset.rules(Board::rings61()).preset(), Some(preset));
        }
        assert_eq!("Basic".parse(), Ok(Preset::Blitz));
        assert_eq!("optional".parse(), Ok(Claims::Optional));
        assert_eq!("on-demand".parse(), Ok(Captures::OnDemand));
        assert_eq!("claimed".parse(), Ok(Captures::OnDemand), "records of the first release have this word");
        assert_eq!("never".parse::<Captures>().unwrap_err().to_string(), "captures can be enforced or on-demand");
        assert_eq!("4/5/6/3".parse(), Ok(Goals::STANDARD));
        assert_eq!("4/5/6/0".parse::<Goals>(), Err(GoalsError));
    }
}
