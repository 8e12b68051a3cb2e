//! Judging the turns of a game: what each position was worth, and what each turn lost. Knows no engine, only somebody who thinks.

use super::score::Score;
use zertz::{Draw, Game, Outcome, Player, Position, Rules, Turn, Win};

/// A turn that loses this much of the chance to win is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// This much is a mistake.
pub const MISTAKE: f64 = 0.10;
/// This much is a blunder.
pub const BLUNDER: f64 = 0.20;

/// What a turn is called that lost a good part of the chance to win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark for a loss, if it is large enough for one.
    pub fn of(loss: f64) -> Option<Mark> {
        Mark::ALL.into_iter().rev().find(|mark| loss >= mark.least())
    }

    /// The smallest loss that gets this mark.
    fn least(self) -> f64 {
        match self {
            Mark::Inaccuracy => INACCURACY,
            Mark::Mistake => MISTAKE,
            Mark::Blunder => BLUNDER,
        }
    }

    /// As records write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// What a position is worth, and the turns that show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub score: Score,
    pub turns: Vec<Turn>,
}

impl Line {
    /// The line one turn earlier, when that turn led here.
    pub fn after(&self, turn: Turn) -> Line {
        let turns = std::iter::once(turn).chain(self.turns.iter().copied()).collect();
        Line { score: self.score.earlier(1), turns }
    }
}

/// What is thought of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// There was no other turn.
    pub forced: bool,
    /// It was the turn that the engine would have played.
    pub agrees: bool,
    /// How much of the chance to win it lost.
    pub loss: f64,
    /// What would have been better, if anything.
    pub better: Option<Line>,
}

/// What was found out about a game. What nobody could tell, or had no time to, is `None`.
pub struct Judged {
    /// Before the first turn, and after each one.
    pub lines: Vec<Option<Line>>,
    /// Of each turn.
    pub judgements: Vec<Option<Judgement>>,
}

/// Judges every turn of a game. `think` is asked about positions; `done` is told of how many of the game it was, from 0 on.
///
/// From the end to the beginning: so it is known what a turn led to when it is judged, and what the engine remembers of later positions
/// helps with earlier ones. Still a position is worth what the engine says when it looks at it. Were it worth what the game made of it, the
/// blame for one turn that both overlooked would fall on turns long before.
pub fn judge(game: &Game, think: &mut dyn FnMut(&Game) -> Option<Line>, done: &mut dyn FnMut(usize)) -> Judged {
    let mut game = go_on(game);
    let turns: Vec<Turn> = game.turns().iter().map(|(_, turn)| *turn).collect();
    done(0);
    let mut lines = vec![think(&game)];
    let mut judgements = Vec::new();
    for (number, played) in turns.iter().enumerate().rev() {
        while game.turns().len() > number {
            game.undo();
        }
        done(lines.len());
        let next = lines.last().and_then(Option::as_ref);
        let (line, judgement) = judge_turn(&game, *played, next, think);
        lines.push(line);
        judgements.push(judgement);
    }
    lines.reverse();
    judgements.reverse();
    Judged { lines, judgements }
}

/// Judges the turn `played`, which led to a position that is worth `next`. Gives also what the position before it is worth.
fn judge_turn(
    game: &Game,
    played: Turn,
    next: Option<&Line>,
    think: &mut dyn FnMut(&Game) -> Option<Line>,
) -> (Option<Line>, Option<Judgement>) {
    let (rules, position) = (game.rules(), game.position());
    let mover = position.mover();
    let Some(next) = next else { return (think(game), None) };
    let played_line = next.after(played);
    let mut judgement = Judgement { forced: false, agrees: true, loss: 0.0, better: None };
    if only_turn(rules, position).is_some() {
        judgement.forced = true;
        return (Some(played_line), Some(judgement));
    }
    let Some(best) = think(game) else { return (None, None) };
    let Some(&choice) = best.turns.first() else { return (Some(best), None) };
    judgement.agrees = same_turn(rules, position, choice, played);
    if played_line.score.is_won_by(mover) {
        // Whatever the engine saw, this wins.
        return (Some(played_line), Some(judgement));
    }
    if !judgement.agrees {
        let better = confirmed(game, &best, &played_line, think);
        judgement.loss = better.as_ref().map_or(0.0, |better| loss(mover, better.score, played_line.score));
        judgement.better = better.filter(|_| judgement.loss > 0.0);
    }
    (Some(best), Some(judgement))
}

/// The engine's line, once it is known to be better than the one played. That one was looked at from one turn nearer; before it is called
/// a mistake the engine's choice is looked at from there too.
fn confirmed(game: &Game, best: &Line, played: &Line, think: &mut dyn FnMut(&Game) -> Option<Line>) -> Option<Line> {
    let mover = game.position().mover();
    if Mark::of(loss(mover, best.score, played.score)).is_none() {
        return Some(best.clone());
    }
    let choice = *best.turns.first()?;
    let mut other = game.clone();
    other.play(&choice).ok()?;
    Some(think(&other)?.after(choice))
}

/// How much of a player's chance to win is lost from one score to another.
fn loss(player: Player, best: Score, played: Score) -> f64 {
    (best.chance(player) - played.chance(player)).max(0.0)
}

/// Whether two turns come to the same: another way round, or mirror images on a symmetric board.
fn same_turn(rules: &Rules, position: &Position, one: Turn, other: Turn) -> bool {
    let after = |turn| position.play(rules, &turn).ok().map(|after| after.canonical(&rules.board).0);
    one == other || after(one).is_some_and(|one| after(other) == Some(one))
}

/// The turn that must be played, when there is one only.
pub fn only_turn(rules: &Rules, position: &Position) -> Option<Turn> {
    let turns = position.turns(rules);
    turns.nth(0).filter(|_| turns.nth(1).is_none())
}

/// The game without an end that its players made. Whoever resigns, the position is still worth what it is.
pub fn go_on(game: &Game) -> Game {
    let mut game = game.clone();
    if matches!(
        game.outcome(),
        Some(Outcome::Won { how: Win::Resignation | Win::Time, .. } | Outcome::Drawn(Draw::Agreement))
    ) {
        game.undo();
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, notation};
    use zertz_engine::Value;

    /// Somebody who says what he was told to say, and remembers what he was asked.
    struct Oracle {
        answers: Vec<(&'static str, Value, &'static str)>,
        asked: Vec<String>,
    }

    impl Oracle {
        /// For each position, by the turns that lead to it: what it is worth to the player to move, and the best turn.
        fn new(answers: &[(&'static str, Value, &'static str)]) -> Oracle {
            Oracle { answers: answers.to_vec(), asked: Vec::new() }
        }

        fn think(&mut self, game: &Game) -> Option<Line> {
            let rules = game.rules();
            if let Some(outcome) = game.outcome() {
                return Some(Line { score: Score::ended(outcome), turns: Vec::new() });
            }
            let turns: Vec<String> =
                game.turns().iter().map(|(before, turn)| before.write_turn(rules, turn).to_string()).collect();
            let turns = turns.join(" ");
            self.asked.push(turns.clone());
            let (_, value, best) = *self.answers.iter().find(|(position, ..)| *position == turns)?;
            let best = best.parse::<notation::TurnText>().unwrap().resolve(rules, game.position()).unwrap();
            Some(Line { score: Score::of(value, game.position().mover()), turns: vec![best] })
        }

        fn judge(&mut self, game: &Game) -> Judged {
            judge(game, &mut |game| self.think(game), &mut |_| {})
        }
    }

    fn game(turns: &str) -> Game {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        notation::official::play_on(&mut game, turns).unwrap();
        game
    }

    fn loss_of(points: i32, to: i32) -> f64 {
        let score = |points| Score::of(Value::Points(points), Player::One);
        loss(Player::One, score(points), score(to))
    }

    #[test]
    fn a_loss_is_what_the_mover_has_less() {
        assert_eq!(loss_of(100, 100), 0.0);
        assert_eq!(loss_of(-50, 100), 0.0, "to find something better is no loss");
        assert!(loss_of(100, -100) > 0.2);
        let (up, down) = (Score::of(Value::Points(80), Player::One), Score::of(Value::Points(-80), Player::One));
        assert_eq!(loss(Player::Two, up, down), 0.0, "what player 1 loses player 2 wins");
        assert!(loss(Player::Two, down, up) > 0.1);
    }

    #[test]
    fn marks_begin_at_their_thresholds() {
        let marks = [0.0, 0.049, 0.05, 0.099, 0.10, 0.199, 0.20, 1.0].map(Mark::of);
        let (inaccuracy, mistake, blunder) = (Some(Mark::Inaccuracy), Some(Mark::Mistake), Some(Mark::Blunder));
        assert_eq!(marks, [None, None, inaccuracy, inaccuracy, mistake, mistake, blunder, blunder]);
    }

    #[test]
    fn a_mistake_is_marked_with_the_better_turn_after_a_second_look() {
        let game = game("Wd4,d1 Gb2,a1");
        let mut oracle = Oracle::new(&[
            ("", Value::Points(20), "Wd4,d1"),
            ("Wd4,d1", Value::Points(30), "Gb3,a1"),
            ("Wd4,d1 Gb3,a1", Value::Points(-10), "Bb5,a2"),
            ("Wd4,d1 Gb2,a1", Value::Points(150), "Bb5,a2"),
        ]);
        let judged = oracle.judge(&game);
        assert_eq!(oracle.asked, ["Wd4,d1 Gb2,a1", "Wd4,d1", "Wd4,d1 Gb3,a1", ""]);
        let [first, second] = &judged.judgements[..] else { panic!("two turns") };
        let (first, second) = (first.as_ref().unwrap(), second.as_ref().unwrap());
        assert!(first.agrees && first.loss == 0.0 && first.better.is_none());
        let better = second.better.as_ref().unwrap();
        assert_eq!(better.score.value(Player::Two), Value::Points(10), "as the second look saw it");
        assert_eq!(better.turns.len(), 2);
        let expected = Value::Points(10).win_chance() - Value::Points(-150).win_chance();
        assert!((second.loss - expected).abs() < 1e-9, "{}", second.loss);
        let scores: Vec<String> = judged.lines.iter().map(|line| line.as_ref().unwrap().score.to_string()).collect();
        assert_eq!(scores, ["+0.20", "-0.30", "+1.50"]);
    }

    #[test]
    fn a_better_turn_that_does_not_hold_is_no_reproach() {
        let game = game("Wd4,d1 Gb2,a1");
        let mut oracle = Oracle::new(&[
            ("", Value::Points(20), "Wd4,d1"),
            ("Wd4,d1", Value::Points(30), "Gb3,a1"),
            ("Wd4,d1 Gb3,a1", Value::Points(400), "Bb5,a2"),
            ("Wd4,d1 Gb2,a1", Value::Points(150), "Bb5,a2"),
        ]);
        let judged = oracle.judge(&game);
        let second = judged.judgements[1].as_ref().unwrap();
        assert!(!second.agrees && second.loss == 0.0 && second.better.is_none());
    }

    #[test]
    fn the_only_turn_is_worth_what_follows() {
        // Player 1 can capture in one way only, and nobody needs to think about it.
        let game = game("Wa1,d1 Ga2,d7 x a1Ga3");
        let mut oracle = Oracle::new(&[
            ("", Value::Points(0), "Wa1,d1"),
            ("Wa1,d1", Value::Points(0), "Ga2,d7"),
            ("Wa1,d1 Ga2,d7 xa1Ga3", Value::LossIn(4), "Bb5,g1"),
        ]);
        let judged = oracle.judge(&game);
        assert!(!oracle.asked.contains(&"Wa1,d1 Ga2,d7".to_owned()), "{:?}", oracle.asked);
        assert!(judged.judgements[2].as_ref().unwrap().forced);
        assert_eq!(judged.lines[2].as_ref().unwrap().score.value(Player::One), Value::WinIn(5));
    }

    #[test]
    fn a_mirror_image_is_the_same_turn() {
        let rules = Rules::standard(Board::rings37());
        let start = rules.start();
        let turn = |text: &str| text.parse::<notation::TurnText>().unwrap().resolve(&rules, &start).unwrap();
        assert!(same_turn(&rules, &start, turn("Wd4,a1"), turn("Wd4,g4")));
        assert!(!same_turn(&rules, &start, turn("Wd4,a1"), turn("Wd4,a2")));
    }

    #[test]
    fn a_win_found_by_the_player_alone_counts() {
        let game = game("Wd4,d1");
        let mut oracle = Oracle::new(&[("", Value::Points(-100), "Wb2,a1"), ("Wd4,d1", Value::LossIn(2), "Gb3,a1")]);
        let judged = oracle.judge(&game);
        assert_eq!(judged.lines[0].as_ref().unwrap().score.value(Player::One), Value::WinIn(3));
        let first = judged.judgements[0].as_ref().unwrap();
        assert!(!first.agrees && first.loss == 0.0);
    }

    #[test]
    fn a_game_that_was_resigned_is_worth_what_the_position_is() {
        let mut game = game("Wd4,d1");
        game.resign(Player::Two).unwrap();
        let mut oracle = Oracle::new(&[("", Value::Points(0), "Wd4,d1"), ("Wd4,d1", Value::Points(70), "Gb3,a1")]);
        let judged = oracle.judge(&game);
        assert_eq!(judged.lines[1].as_ref().unwrap().score.value(Player::Two), Value::Points(70));
    }

    #[test]
    fn what_is_not_known_is_left_open() {
        let game = game("Wd4,d1 Gb2,a1");
        let judged = Oracle::new(&[("Wd4,d1 Gb2,a1", Value::Points(0), "Bb5,a2")]).judge(&game);
        let known: Vec<bool> = judged.lines.iter().map(Option::is_some).collect();
        assert_eq!(known, [false, false, true]);
        assert_eq!(judged.judgements, [None, None]);
    }
}
