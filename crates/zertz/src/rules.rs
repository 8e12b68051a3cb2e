//! [`Rules`]: what a game is played by. Board, pool, goals and the options the rulebook leaves open.

use crate::{Board, Colour, Marbles, Position, marble::counts};
use std::{fmt, str::FromStr};

/// What a player must capture to win: one of four sets.
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

    /// So many white, grey or black marbles, or so many of each. None may be zero, for then the game would be won before it begins.
    pub const fn new(white: u8, grey: u8, black: u8, each: u8) -> Option<Goals> {
        if white == 0 || grey == 0 || black == 0 || each == 0 {
            return None;
        }
        Some(Goals { counts: [white, grey, black], each })
    }

    /// How many marbles of this colour win alone.
    pub const fn of(self, colour: Colour) -> u8 {
        self.counts[colour.index()]
    }

    /// How many marbles of each colour win together.
    pub const fn each(self) -> u8 {
        self.each
    }

    /// The goal these marbles fulfil, if they do.
    #[inline]
    pub fn reached(self, marbles: Marbles) -> Option<Goal> {
        if !self.is_reached(marbles) {
            return None;
        }
        let single = Colour::ALL.into_iter().find(|&colour| marbles[colour] >= self.of(colour));
        Some(single.map_or(Goal::Each, Goal::Colour))
    }

    /// Whether these marbles fulfil a goal.
    #[inline]
    pub fn is_reached(self, marbles: Marbles) -> bool {
        let [white, grey, black] = marbles.counts();
        (white >= self.counts[0]) | (grey >= self.counts[1]) | (black >= self.counts[2])
            || (white >= self.each) & (grey >= self.each) & (black >= self.each)
    }
}

/// Written `4/5/6/3`: white, grey, black, of each.
impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, grey, black] = self.counts;
        write!(f, "{white}/{grey}/{black}/{}", self.each)
    }
}

/// A text that is not a set of goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalsError;

impl fmt::Display for GoalsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("goals are written white/grey/black/of each, such as 4/5/6/3, each from 1 to 255")
    }
}

impl std::error::Error for GoalsError {}

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

/// What happens to a group of rings without a vacant one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claims {
    /// The player whose turn made it so claims it at once, as every program and record does.
    #[default]
    Automatic,
    /// That player may decline, as the rulebook allows. A declined group stays and can be claimed by no later turn.
    Optional,
}

/// What happens when a player could capture and does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Captures {
    /// It cannot happen: where there is a jump, only jumps are legal.
    #[default]
    Enforced,
    /// The player may place all the same. The opponent may demand that the turn be taken back, see
    /// [`Game::demand_capture`](crate::Game::demand_capture).
    Claimed,
}

/// What it means when nobody can move any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stuck {
    /// A draw.
    #[default]
    Draw,
    /// Both players lose, since it takes both to get there: the publisher's ruling for tournaments.
    BothLose,
}

/// All that a game is played by. Fields are public: any combination of them can be played.
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
    /// What wins.
    pub goals: Goals,
    /// Whether full groups must be claimed.
    pub claims: Claims,
    /// Whether captures are enforced or must be demanded.
    pub captures: Captures,
    /// What two passes in a row mean.
    pub stuck: Stuck,
    /// Whether the second player may take over the first player's side after the first turn.
    pub swap: bool,
    /// Whether a marble or ring once touched must be played. Only an interface can see a touch, so only interfaces look at this.
    pub touch_move: bool,
}

impl Rules {
    /// The usual pool and goals, on any board.
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

    /// The short game: one marble less of each colour, lower goals.
    pub fn blitz(board: Board) -> Rules {
        Rules { pool: Marbles::new(5, 7, 9), goals: Goals::BLITZ, ..Rules::standard(board) }
    }

    /// The standard game with the tournament procedure: captures must be demanded, what is touched is played, and both lose
    /// when nobody can move.
    pub fn tournament(board: Board) -> Rules {
        Rules { captures: Captures::Claimed, stuck: Stuck::BothLose, touch_move: true, ..Rules::standard(board) }
    }

    /// The preset these rules are, `None` when they are nobody's but the players' own. The board does not count.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.rules(self.board.clone()) == *self)
    }

    /// The position before the first turn.
    pub fn start(&self) -> Position {
        Position::start(self)
    }
}

/// A named set of rules, but for the board.
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

    /// The board one plays on when none is named: 48 rings in a tournament, else 37.
    pub fn usual_board(self) -> Board {
        match self {
            Preset::Tournament => Board::rings48(),
            _ => Board::rings37(),
        }
    }
}

/// Reads the words of one option, and writes them.
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
words!(Captures, "captures", Enforced = "enforced", Claimed = "claimed");
words!(Stuck, "stuck", Draw = "draw", BothLose = "both-lose");
// Older programs call the blitz game basic.
words!(Preset, "rules", Standard = "standard", Blitz = "blitz" | "basic", Tournament = "tournament");

/// A word that an option does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordError {
    what: &'static str,
    words: &'static [&'static str],
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (last, others) = self.words.split_last().expect("an option has words");
        write!(f, "{} can be {} or {last}", self.what, others.join(", "))
    }
}

impl std::error::Error for WordError {}

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
        assert_eq!("never".parse::<Captures>().unwrap_err().to_string(), "captures can be enforced or claimed");
        assert_eq!("4/5/6/3".parse(), Ok(Goals::STANDARD));
        assert_eq!("4/5/6/0".parse::<Goals>(), Err(GoalsError));
    }
}
