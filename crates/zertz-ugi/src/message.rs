//! The lines of the protocol that carry data: `position`, `go`, `info`.

use std::{
    fmt::{self, Display},
    time::Duration,
};
use zertz::{Captures, Game, Preset, Rules, notation::Zip};
use zertz_engine::{Clock, Score};

/// The limits of a search, written as a `go` command.
///
/// ```
/// use zertz_ugi::Go;
/// let go = Go { nodes: Some(2000), depth: Some(3), ..Go::default() };
/// assert_eq!(go.to_string(), "go nodes 2000 depth 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth, in turns.
    pub depth: Option<u32>,
    /// The maximum time for this turn.
    pub move_time: Option<Duration>,
    /// The clocks of players 1 and 2.
    pub clocks: [Option<Clock>; 2],
}

impl Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut add = |name: &str, value: Option<u128>| value.map_or(Ok(()), |value| write!(f, " {name} {value}"));
        add("nodes", self.nodes.map(u128::from))?;
        add("depth", self.depth.map(u128::from))?;
        add("p1time", self.clocks[0].map(|clock| clock.remaining.as_millis()))?;
        add("p2time", self.clocks[1].map(|clock| clock.remaining.as_millis()))?;
        add("p1inc", self.clocks[0].map(|clock| clock.increment.as_millis()))?;
        add("p2inc", self.clocks[1].map(|clock| clock.increment.as_millis()))?;
        add("movetime", self.move_time.map(|time| time.as_millis()))
    }
}

/// The `position` command for a game: its start and all its turns.
pub(crate) fn position(game: &Game) -> String {
    let rules = game.rules();
    let mut text = if *game.start() == rules.start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", Zip::of(rules, game.start()))
    };
    for (index, (before, turn)) in game.turns().iter().enumerate() {
        text += if index == 0 { " moves " } else { " " };
        text += &before.write_turn(rules, turn).to_string();
    }
    text
}

/// The preset by which an engine knows these rules. Engines always capture when they can and never touch a marble, so enforced
/// captures and touch-move make no difference to them. Nor do swapped sides: an engine only plays turns.
pub(crate) fn preset(rules: &Rules) -> Option<Preset> {
    Preset::ALL.into_iter().find(|preset| {
        let base = preset.rules(rules.board.clone());
        let captures = if rules.captures == Captures::Enforced { Captures::Enforced } else { base.captures };
        Rules { captures, touch_move: rules.touch_move, swap: rules.swap, ..base } == *rules
    })
}

/// The evaluation in an `info` line, if there is one.
pub(crate) fn evaluation(line: &str) -> Option<Score> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "score")?;
    let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match (kind, number) {
        ("cp", points) => Some(Score::Points(points)),
        ("mate", turns @ 1..) => Some(Score::WinIn(turns as u32)),
        ("mate", turns) => Some(Score::LossIn(turns.unsigned_abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    #[test]
    fn the_position_is_the_start_and_all_turns() {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        assert_eq!(position(&game), "position startpos");
        for turn in ["Wd4,d1", "Gd5,a1", "xd5Wd3"] {
            game.play_text(turn).unwrap();
        }
        assert_eq!(position(&game), "position startpos moves Wd4,d1 Gd5,a1 xd5Wd3");
        let later = Game::from_position(game.rules().clone(), *game.position());
        let text = position(&later);
        assert!(text.starts_with("position fen 1ooo/ooooo/") && text.ends_with(" 5/7/10 1/0/0 0/0/0 2"), "{text}");
    }

    #[test]
    fn evaluations_are_read_from_info_lines() {
        assert_eq!(evaluation("info depth 3 score cp -35 nodes 100"), Some(Score::Points(-35)));
        assert_eq!(evaluation("info score mate 3 pv x"), Some(Score::WinIn(3)));
        assert_eq!(evaluation("info score mate -4 pv x"), Some(Score::LossIn(4)));
        assert_eq!(evaluation("info depth 3"), None);
        assert_eq!(evaluation("score cp 5"), None);
    }

    #[test]
    fn rules_are_named_by_their_preset() {
        let tournament = Rules::tournament(Board::rings48());
        assert_eq!(preset(&tournament), Some(Preset::Tournament));
        let enforced = Rules { captures: Captures::Enforced, touch_move: false, swap: true, ..tournament };
        assert_eq!(preset(&enforced), Some(Preset::Tournament));
        let blitz = Rules::blitz(Board::rings37());
        assert_eq!(preset(&blitz), Some(Preset::Blitz));
        assert_eq!(preset(&Rules { captures: Captures::OnDemand, ..blitz }), None, "its opponent may miss a capture");
    }

    #[test]
    fn go_lists_every_limit() {
        let clock =
            |seconds| Some(Clock { remaining: Duration::from_secs(seconds), increment: Duration::from_secs(3) });
        let go = Go { move_time: Some(Duration::from_secs(2)), clocks: [clock(1), clock(2)], ..Go::default() };
        assert_eq!(go.to_string(), "go p1time 1000 p2time 2000 p1inc 3000 p2inc 3000 movetime 2000");
    }
}
