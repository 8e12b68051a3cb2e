//! [`ConditionalTurns`]: turns that a player prepares while the opponent is to move.

use crate::{Act, Code, EventKind, LIMITS, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz::{Game, notation::TurnText};

/// The text for any turn of the opponent.
pub const ANY_TURN: &str = "*";

/// No turn on any board is nearly this long.
const MAX_TURN_LENGTH: usize = 200;

/// Turns that the server plays for a player. Each line alternates turns of the opponent and of the player. A line that begins with `*`
/// replies to any turn: it is a premove.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ConditionalTurns {
    /// Each line begins with a turn of the opponent, or with `*` for any turn.
    pub lines: Vec<Vec<String>>,
}

impl ConditionalTurns {
    /// Whether the size is acceptable and each line ends with a reply.
    pub fn is_valid(&self) -> bool {
        let fits = |turn: &String| turn == ANY_TURN || (!turn.is_empty() && turn.len() <= MAX_TURN_LENGTH);
        self.lines.len() <= LIMITS.conditional_lines as usize
            && self.lines.iter().all(|line| {
                !line.is_empty()
                    && line.len() <= LIMITS.conditional_line_length as usize
                    && line.len().is_multiple_of(2)
                    && line.iter().all(fits)
                    && !line.iter().skip(1).step_by(2).any(|own| own == ANY_TURN)
            })
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines and another one, which replaces the line with the same condition. The first line that fits is played, so premoves come
    /// last.
    pub fn with_line(mut self, line: Vec<String>) -> ConditionalTurns {
        let condition = |line: &[String]| line.split_last().map(|(_, turns)| turns.to_vec());
        self.lines.retain(|other| condition(other) != condition(&line));
        self.lines.push(line);
        self.lines.sort_by_key(|line| line.first().is_some_and(|first| first == ANY_TURN));
        self
    }

    /// The same turns in canonical notation. The lines begin in the position of the game. After a `*` the position is unknown: there, turns
    /// are only read.
    pub fn canonical(&self, game: &Game) -> Result<ConditionalTurns, Problem> {
        let lines = self.lines.iter().map(|line| canonical(game.clone(), line));
        Ok(ConditionalTurns { lines: lines.collect::<Result<_, _>>()? })
    }

    /// The same turns in canonical notation, as far as they are legal.
    pub fn canonical_if_legal(self, game: &Game) -> ConditionalTurns {
        let lines = self.lines.into_iter().map(|line| canonical(game.clone(), &line).unwrap_or(line));
        ConditionalTurns { lines: lines.collect() }
    }

    /// What remains after an event. A turn keeps the lines that begin with it; any other change of the position ends them all.
    pub fn after(&self, event: &EventKind) -> ConditionalTurns {
        match event {
            EventKind::Turn { turn, .. } => self.after_turn(turn),
            EventKind::Swapped | EventKind::Demanded | EventKind::Undone { .. } => ConditionalTurns::default(),
            _ => self.clone(),
        }
    }

    fn after_turn(&self, turn: &str) -> ConditionalTurns {
        let fits = |line: &&Vec<String>| line.first().is_some_and(|first| first == turn || first == ANY_TURN);
        let rest = self.lines.iter().filter(fits).map(|line| line[1..].to_vec());
        ConditionalTurns { lines: rest.filter(|line| !line.is_empty()).collect() }
    }

    /// The turn to play now, if it is the owner's turn.
    pub fn answer(&self) -> Option<&str> {
        self.lines.first()?.first().map(String::as_str)
    }
}

/// A line in canonical notation, from the position of a game.
fn canonical(game: Game, line: &[String]) -> Result<Vec<String>, Problem> {
    let mut game = Some(game);
    let turn = |text: &String| {
        if text == ANY_TURN {
            game = None;
            return Ok(text.clone());
        }
        let Some(game) = &mut game else {
            let turn: Result<TurnText, _> = text.parse();
            return Ok(turn.map_err(|error| Problem::new(Code::NotATurn, error))?.to_string());
        };
        let turn = Act::Turn(game.position().read_turn(game.rules(), text)?);
        let text = turn.write(game);
        turn.play(game)?;
        Ok(text)
    };
    line.iter().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(lines: &[&str]) -> ConditionalTurns {
        ConditionalTurns { lines: lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect() }
    }

    #[test]
    fn only_the_lines_that_begin_with_the_turn_remain() {
        let all = turns(&["Wa1,b1 Gb2,c1 xa1Wc3 Bd4,e1", "Ga1,b1 Wb2,c1"]);
        assert!(all.is_valid());
        let answer = all.after_turn("Wa1,b1");
        assert_eq!(answer.answer(), Some("Gb2,c1"));
        assert_eq!(answer.after_turn("Gb2,c1").after_turn("xa1Wc3").answer(), Some("Bd4,e1"));
        assert!(answer.after_turn("Gb2,c1").after_turn("other").is_empty());
        assert!(all.after_turn("other").is_empty());
        assert_eq!(all.after_turn("Ga1,b1").answer(), Some("Wb2,c1"));
        assert!(all.after_turn("Ga1,b1").after_turn("Wb2,c1").is_empty());
    }

    #[test]
    fn lines_are_stored_in_canonical_notation() {
        let mut game = Game::new(zertz::Rules::standard(zertz::Board::rings37()));
        game.play_text("Wd4,d1").unwrap();
        let line = |turns: [&str; 2]| ConditionalTurns { lines: vec![turns.map(str::to_owned).to_vec()] };
        let canonical = |turns| line(turns).canonical(&game).map_err(|problem| problem.code);
        assert_eq!(canonical(["Gd5, a1", "x d5Wd3"]), Ok(line(["Gd5,a1", "xd5Wd3"])));
        assert_eq!(canonical(["*", "x d5Wd3"]), Ok(line(["*", "xd5Wd3"])), "legal after some turns");
        assert_eq!(canonical(["Gd5,a1", "Bb2,a2"]), Err(Code::MustJump));
        assert_eq!(canonical(["*", "nonsense"]), Err(Code::NotATurn));
        let illegal = line(["Gd5,a1", "Bb2,a2"]);
        assert_eq!(illegal.clone().canonical_if_legal(&game), illegal);
    }

    #[test]
    fn a_new_line_replaces_the_one_with_its_condition_and_premoves_come_last() {
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let all = turns(&["* a"]).with_line(line("x b")).with_line(line("* c")).with_line(line("x y z d"));
        assert_eq!(all, turns(&["x b", "x y z d", "* c"]));
        assert_eq!(all.with_line(line("x e")), turns(&["x y z d", "x e", "* c"]));
    }

    #[test]
    fn every_change_of_the_position_other_than_a_turn_ends_conditional_turns() {
        let all = turns(&["* xd4Wd6"]);
        for event in [EventKind::Swapped, EventKind::Demanded, EventKind::Undone { keep: 0 }] {
            assert!(all.after(&event).is_empty(), "{event:?}");
        }
        assert_eq!(all.after(&EventKind::DrawOffered), all);
    }

    #[test]
    fn lines_without_an_answer_and_too_many_lines_are_not_valid() {
        for wrong in [&["Wa1,b1"][..], &["* *"], &["a b c"], &["* "]] {
            assert!(!turns(wrong).is_valid(), "{wrong:?}");
        }
        assert!(!turns(&["* a"; 21]).is_valid());
        assert!(turns(&["* a"; 20]).is_valid());
        assert!(ConditionalTurns::default().is_valid());
    }
}
