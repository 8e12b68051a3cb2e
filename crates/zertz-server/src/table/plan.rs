//! [`Plan`]: turns thought out beforehand. One answer to whatever comes is a premove; answers to certain turns are for games that take days.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The opponent's turn that stands for any.
pub const ANY: &str = "*";

const MOST_LINES: usize = 20;
const MOST_TURNS: usize = 20;
/// The longest turn on the largest board is far shorter.
const MOST_LETTERS: usize = 200;

/// Lines of turns, the opponent's and one's own in alternation.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Each begins with a turn of the opponent, `*` for any.
    pub lines: Vec<Vec<String>>,
}

impl Plan {
    /// Whether it has a size we keep, and each line ends with an answer.
    pub fn is_possible(&self) -> bool {
        let fits = |turn: &String| turn == ANY || (!turn.is_empty() && turn.len() <= MOST_LETTERS);
        self.lines.len() <= MOST_LINES
            && self.lines.iter().all(|line| {
                !line.is_empty()
                    && line.len() <= MOST_TURNS
                    && line.len().is_multiple_of(2)
                    && line.iter().all(fits)
                    && !line.iter().skip(1).step_by(2).any(|own| own == ANY)
            })
    }

    /// Whether nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What is left of it after a turn of either player.
    pub fn after(&self, turn: &str) -> Plan {
        let fits = |line: &&Vec<String>| line.first().is_some_and(|first| first == turn || first == ANY);
        let rest = self.lines.iter().filter(fits).map(|line| line[1..].to_vec());
        Plan { lines: rest.filter(|line| !line.is_empty()).collect() }
    }

    /// The turn to make now, if it is the owner's turn to move.
    pub fn answer(&self) -> Option<&str> {
        self.lines.first()?.first().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(lines: &[&str]) -> Plan {
        Plan { lines: lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect() }
    }

    #[test]
    fn a_plan_follows_the_turns_that_are_made() {
        let all = plan(&["Wa1,b1 Gb2,c1 xa1Wc3 Bd4,e1", "Ga1,b1 Wb2,c1"]);
        assert!(all.is_possible());
        let answer = all.after("Wa1,b1");
        assert_eq!(answer.answer(), Some("Gb2,c1"));
        assert_eq!(answer.after("Gb2,c1").after("xa1Wc3").answer(), Some("Bd4,e1"));
        assert!(answer.after("Gb2,c1").after("other").is_empty());
        assert!(all.after("other").is_empty());
        assert_eq!(all.after("Ga1,b1").answer(), Some("Wb2,c1"));
        assert!(all.after("Ga1,b1").after("Wb2,c1").is_empty());
    }

    #[test]
    fn a_premove_answers_whatever_comes() {
        assert_eq!(plan(&["* xd4Wd6"]).after("Wa1,b1").answer(), Some("xd4Wd6"));
    }

    #[test]
    fn impossible_plans_are_seen() {
        for wrong in [&["Wa1,b1"][..], &["* *"], &["a b c"], &["* "]] {
            assert!(!plan(wrong).is_possible(), "{wrong:?}");
        }
        assert!(!plan(&["* a"; 21]).is_possible());
        assert!(plan(&["* a"; 20]).is_possible());
        assert!(Plan::default().is_possible());
    }
}
