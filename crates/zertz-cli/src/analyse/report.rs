//! [`Report`]: what is told about a game. Text, plot and JSON are all made from it.

use super::{
    judge::{Judged, Judgement, Line, Mark},
    score::{Score, number},
    text::cut,
    think::texts,
};
use serde::Serialize;
use zertz::{Game, Player, Position, Rules};

/// Longer names are cut where they are shown.
const LONGEST_NAME: usize = 24;

/// What is told about a game. All scores and chances are of player 1, unless a name says otherwise.
#[derive(Serialize)]
pub struct Report {
    /// How the game ended, if it did.
    pub outcome: Option<String>,
    /// Whether every position could be looked at.
    pub complete: bool,
    pub players: [Person; 2],
    /// Before the first turn.
    pub start: Standing,
    pub turns: Vec<JudgedTurn>,
    /// The number of the turn that changed the chances most.
    pub biggest_swing: Option<usize>,
}

/// What a position is worth, where that is known.
#[derive(Clone, Copy, PartialEq, Serialize)]
pub struct Standing {
    pub score: Option<Score>,
    pub chance: Option<f64>,
}

/// A turn of the game.
#[derive(Serialize)]
pub struct JudgedTurn {
    /// From 1.
    pub number: usize,
    /// 1 or 2.
    pub player: usize,
    pub turn: String,
    /// After the turn.
    #[serde(flatten)]
    pub after: Standing,
    /// There was no other turn.
    pub forced: Option<bool>,
    /// It was the turn that the engine would have played.
    pub agrees: Option<bool>,
    /// How much of the mover's chance it lost.
    pub loss: Option<f64>,
    pub mark: Option<Mark>,
    /// The turn itself and what should follow.
    pub line: Vec<String>,
    /// What the engine would have played, where that is better.
    pub better: Option<Better>,
}

/// A better turn, and what follows.
#[derive(Serialize)]
pub struct Better {
    #[serde(flatten)]
    pub after: Standing,
    pub line: Vec<String>,
}

/// A player's turns in numbers. Turns without a choice are not among them.
#[derive(Serialize)]
pub struct Person {
    pub name: Option<String>,
    /// Turns that were a choice, as far as they are judged.
    pub choices: usize,
    /// How many of them the engine would have played too.
    pub agreed: usize,
    /// Of the chance to win, a turn.
    pub average_loss: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

impl Standing {
    fn of(line: Option<&Line>) -> Standing {
        let score = line.map(|line| line.score);
        Standing { score, chance: score.map(|score| score.chance(Player::One)) }
    }

    /// The chance of a player for people.
    pub fn percent(&self, player: Player) -> String {
        self.score.map_or("–".to_owned(), |score| score.percent(player))
    }
}

impl JudgedTurn {
    /// Who made it.
    pub fn mover(&self) -> Player {
        Player::BOTH[self.player - 1]
    }
}

impl Report {
    /// What is told about a game. The names are those of the seats.
    pub fn new(game: &Game, names: [Option<String>; 2], judged: &Judged) -> Report {
        let lines: Vec<Standing> = judged.lines.iter().map(|line| Standing::of(line.as_ref())).collect();
        let turns: Vec<JudgedTurn> = game
            .turns()
            .iter()
            .zip(&judged.judgements)
            .zip(&judged.lines[1..])
            .enumerate()
            .map(|(index, (((before, turn), judgement), after))| JudgedTurn {
                number: index + 1,
                player: number(before.mover()),
                turn: before.write_turn(game.rules(), turn).to_string(),
                after: Standing::of(after.as_ref()),
                forced: judgement.as_ref().map(|judgement| judgement.forced),
                agrees: judgement.as_ref().map(|judgement| judgement.agrees),
                loss: judgement.as_ref().map(|judgement| judgement.loss),
                mark: judgement.as_ref().and_then(|judgement| Mark::of(judgement.loss)),
                line: after.as_ref().map_or(Vec::new(), |line| texts(game.rules(), *before, &line.after(*turn).turns)),
                better: better(game.rules(), before, judgement.as_ref()),
            })
            .collect();
        let mut names = names.into_iter();
        let players = Player::BOTH.map(|player| Person::new(names.next().flatten(), player, &turns));
        let swing = |number: usize| Some((lines[number].chance? - lines[number - 1].chance?).abs());
        let swings = (1..lines.len()).filter_map(|number| Some((swing(number)?, number)));
        let biggest = swings.max_by(|(one, _), (other, _)| one.total_cmp(other));
        Report {
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            complete: lines.iter().all(|line| line.score.is_some()),
            players,
            start: lines[0],
            turns,
            biggest_swing: biggest.filter(|(swing, _)| *swing >= super::judge::INACCURACY).map(|(_, number)| number),
        }
    }

    /// Before the first turn and after each one.
    pub fn standings(&self) -> impl Iterator<Item = Standing> + '_ {
        std::iter::once(self.start).chain(self.turns.iter().map(|turn| turn.after))
    }

    /// The position that a turn was made in.
    pub fn before(&self, turn: &JudgedTurn) -> Standing {
        if turn.number == 1 { self.start } else { self.turns[turn.number - 2].after }
    }

    /// `player 1 (Anna)`. A record can hold anything as a name; what is shown fits on a line and does nothing to a terminal.
    pub fn name(&self, player: Player) -> String {
        let name = self.players[player.index()].name.iter().flat_map(|name| name.chars());
        let name = cut(&name.filter(|sign| !sign.is_control()).collect::<String>(), LONGEST_NAME);
        if name.trim().is_empty() { player.to_string() } else { format!("{player} ({name})") }
    }
}

fn better(rules: &Rules, before: &Position, judgement: Option<&Judgement>) -> Option<Better> {
    let line = judgement?.better.as_ref()?;
    Some(Better { after: Standing::of(Some(line)), line: texts(rules, *before, &line.turns) })
}

impl Person {
    fn new(name: Option<String>, player: Player, turns: &[JudgedTurn]) -> Person {
        let choices = || turns.iter().filter(move |turn| turn.mover() == player && turn.forced == Some(false));
        let marked = |mark| choices().filter(|turn| turn.mark == Some(mark)).count();
        let count = choices().count();
        let lost: f64 = choices().filter_map(|turn| turn.loss).sum();
        Person {
            name,
            choices: count,
            agreed: choices().filter(|turn| turn.agrees == Some(true)).count(),
            average_loss: (count > 0).then(|| lost / count as f64),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use zertz::{Board, notation::official};
    use zertz_engine::Value;

    /// A blunder of player 2, and a third turn of which nothing is known.
    pub fn sample() -> Report {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        official::play_on(&mut game, "Wd4,d1 Gd5,a1 x d5Wd3").unwrap();
        let position = |number: usize| game.turns()[number].0;
        let better = position(1).turns(game.rules()).to_vec();
        let better = better.into_iter().find(|turn| position(1).write_turn(game.rules(), turn).to_string() == "Gb2,a1");
        let line = |points, turns| Line { score: Score::of(Value::Points(points), Player::One), turns };
        let fine = Judgement { forced: false, agrees: true, loss: 0.0, better: None };
        let blunder =
            Judgement { agrees: false, loss: 0.4, better: Some(line(0, better.into_iter().collect())), ..fine.clone() };
        let judged = Judged {
            lines: vec![Some(line(0, vec![])), Some(line(0, vec![])), Some(line(440, vec![])), None],
            judgements: vec![Some(fine), Some(blunder), None],
        };
        Report::new(&game, [Some("<Anna> & \"Co\"\u{1b}".to_owned()), None], &judged)
    }

    #[test]
    fn each_player_is_counted_alone() {
        let report = sample();
        let [one, two] = &report.players;
        assert_eq!((one.choices, one.agreed, one.blunders, one.average_loss), (1, 1, 0, Some(0.0)));
        assert_eq!((two.choices, two.agreed, two.blunders, two.average_loss), (1, 0, 1, Some(0.4)));
        assert_eq!(report.biggest_swing, Some(2));
        assert!(!report.complete);
    }

    #[test]
    fn names_do_nothing_to_a_terminal() {
        let mut report = sample();
        assert_eq!(report.name(Player::One), "player 1 (<Anna> & \"Co\")");
        assert_eq!(report.name(Player::Two), "player 2");
        report.players[1].name = Some("x".repeat(1000));
        assert!(report.name(Player::Two).chars().count() < 40);
    }
}
