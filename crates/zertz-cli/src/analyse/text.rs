//! The review of a game as text.

use super::report::{before, name, percent};
use crate::output::{self, Paint};
use std::io::{self, Write};
use zertz::Player;
use zertz_engine::review::{GameReport, Standing, TurnReport, Verdict};

#[derive(Clone, Copy)]
pub struct Page {
    pub paint: Paint,
    pub width: usize,
}

/// Columns are no wider than this; longer turns push their row to the right.
const WIDEST_TURN: usize = 20;
const LONGEST_VARIATION: usize = 10;
/// How many turns one row of the sparkline has.
const SPARKS: usize = 60;

/// Writes a review that may have been stopped.
pub fn write(report: &GameReport, page: Page, stopped: bool, out: &mut dyn Write) -> io::Result<()> {
    let outcome = report.outcome.as_deref().unwrap_or("not finished");
    let count = report.turns.len();
    let (one, two) = (name(report, Player::One), name(report, Player::Two));
    writeln!(out, "{one} vs {two}: {}, {outcome}", output::turns(count))?;
    writeln!(out, "Win chances and evaluations are for player 1, after the turn.\n")?;
    turns(report, page, out)?;
    mistakes(report, page, out)?;
    writeln!(out, "\nPlayer 1's win chance, from the start to turn {count}\n")?;
    sparkline(report, page.paint, out)?;
    summary(report, out)?;
    if let Some(turn) = report.biggest_swing.and_then(|number| report.turns.get(number - 1)) {
        let (from, to) = (percent(before(report, turn), Player::One), percent(turn.after, Player::One));
        let (number, text, mover) = (turn.number, &turn.turn, turn.mover());
        writeln!(out, "\nThe biggest swing was turn {number}, {text} by {mover}: player 1 went from {from} to {to}.")?;
    }
    if !report.complete {
        let why = match stopped {
            true => String::new(),
            false => format!(": with {} nodes, the engine cannot evaluate every position", report.nodes),
        };
        writeln!(out, "\nThe review is incomplete{why}. Turns that were not analysed have no verdict.")?;
    }
    Ok(())
}

fn turns(report: &GameReport, page: Page, out: &mut dyn Write) -> io::Result<()> {
    let widest = report.turns.iter().map(|turn| turn.turn.len()).max().unwrap_or(0);
    let width = widest.clamp(6, WIDEST_TURN);
    writeln!(out, "turn  player  {:<width$}  chance    evaluation", "played")?;
    let standing = |standing: Standing| {
        let evaluation = standing.evaluation.map(|evaluation| evaluation.to_string()).unwrap_or_default();
        format!("{:>6}  {evaluation:>12}", percent(standing, Player::One))
    };
    writeln!(out, "   0          {:<width$}  {}", "start", standing(report.start))?;
    for turn in &report.turns {
        let row = format!("{:>4}  {:>6}  {:<width$}  {}", turn.number, turn.player, turn.turn, standing(turn.after));
        writeln!(out, "{}", format!("{row}  {}", remark(turn, page.paint)).trim_end())?;
    }
    Ok(())
}

/// The remark on a turn: its annotation and the better turn.
fn remark(turn: &TurnReport, paint: Paint) -> String {
    match (turn.mark(), &turn.better) {
        (Some(mark), Some(better)) => {
            let sign = paint.paint(colour(mark), &format!("{:<2}", mark.sign()));
            format!("{sign} better {}", better.variation.first().map_or("", String::as_str))
        }
        _ if turn.verdict == Some(Verdict::Forced) => paint.paint("2", "   the only turn"),
        _ => String::new(),
    }
}

/// Writes every annotated turn with the variations that show why.
fn mistakes(report: &GameReport, page: Page, out: &mut dyn Write) -> io::Result<()> {
    let marked = || report.turns.iter().filter_map(|turn| Some((turn, turn.mark()?, turn.better.as_ref()?)));
    if marked().next().is_none() {
        return Ok(());
    }
    writeln!(out, "\nMistakes: the turn played and a better one, with the win chance of the player who moved")?;
    for (turn, mark, better) in marked() {
        let mover = turn.mover();
        let sign = page.paint.paint(colour(mark), &format!("{:<2}", mark.sign()));
        let lost = turn.loss.unwrap_or(0.0) * 100.0;
        writeln!(out, "\n{:>4}  {sign}  {} by {mover}, {lost:.0}% lost", turn.number, mark.name())?;
        variation(&percent(turn.after, mover), &turn.variation, page, out)?;
        variation(&percent(better.after, mover), &better.variation, page, out)?;
    }
    Ok(())
}

fn variation(chance: &str, turns: &[String], page: Page, out: &mut dyn Write) -> io::Result<()> {
    let shown = turns.len().min(LONGEST_VARIATION);
    let more = (shown < turns.len()).then(|| "…".to_owned());
    let words: Vec<String> = turns[..shown].iter().cloned().chain(more).collect();
    for (number, row) in wrap(&words, page.width.saturating_sub(12)).iter().enumerate() {
        writeln!(out, "{:>10}  {row}", if number == 0 { chance } else { "" })?;
    }
    Ok(())
}

pub fn wrap(words: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.clone()),
        }
    }
    rows
}

/// Writes the win chances as a row of blocks, with the annotations and the numbers of the turns below.
fn sparkline(report: &GameReport, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let chances: Vec<Option<f64>> = report.standings().map(|standing| standing.chance).collect();
    let marks: Vec<Option<Verdict>> = std::iter::once(None).chain(report.turns.iter().map(TurnReport::mark)).collect();
    for (row, (chances, marks)) in chances.chunks(SPARKS).zip(marks.chunks(SPARKS)).enumerate() {
        let blocks: String = chances.iter().map(|&chance| paint_spark(chance, paint)).collect();
        let signs: String = marks.iter().map(|&mark| paint_sign(mark, paint)).collect();
        let numbers: String =
            (0..chances.len()).step_by(10).map(|tens| format!("{:<10}", row * SPARKS + tens)).collect();
        for text in [blocks, signs, paint.paint("2", numbers.trim_end())] {
            if !text.trim().is_empty() {
                writeln!(out, "      {}", text.trim_end())?;
            }
        }
    }
    Ok(())
}

/// A block as high as the chance. The lowest is not empty, so that a lost game is visible.
fn spark(chance: Option<f64>) -> char {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    chance.map_or(' ', |chance| BLOCKS[((chance.clamp(0.0, 1.0) * 8.0) as usize).min(7)])
}

fn paint_spark(chance: Option<f64>, paint: Paint) -> String {
    let block = spark(chance).to_string();
    match chance {
        Some(chance) if chance > 0.55 => paint.paint("32", &block),
        Some(chance) if chance < 0.45 => paint.paint("35", &block),
        _ => block,
    }
}

fn paint_sign(mark: Option<Verdict>, paint: Paint) -> String {
    let sign = match mark {
        Some(Verdict::Inaccuracy) => "⁈",
        Some(Verdict::Mistake) => "?",
        Some(Verdict::Blunder) => "⁇",
        _ => " ",
    };
    mark.map_or(sign.to_owned(), |mark| paint.paint(colour(mark), sign))
}

const fn colour(mark: Verdict) -> &'static str {
    match mark {
        Verdict::Blunder => "1;31",
        Verdict::Mistake => "33",
        _ => "36",
    }
}

fn summary(report: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let names = Player::BOTH.map(|player| name(report, player));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "\n{:<width$}  accuracy  average loss  choices        best  inaccuracies  mistakes  blunders", "")?;
    for (player, name) in report.players.iter().map(|player| player.review).zip(names) {
        let percent = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0));
        let best = match player.choices {
            0 => "–".to_owned(),
            choices => format!("{} ({:.0}%)", player.best, player.best as f64 * 100.0 / choices as f64),
        };
        writeln!(
            out,
            "{name:<width$}  {:>8}  {:>12}  {:>7}  {best:>10}  {:>12}  {:>8}  {:>8}",
            percent(player.accuracy),
            percent(player.average_loss),
            player.choices,
            player.inaccuracies,
            player.mistakes,
            player.blunders,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spark_is_as_high_as_the_chance() {
        let chances = [Some(0.0), Some(0.13), Some(0.5), Some(0.99), Some(1.0), None];
        assert_eq!(chances.map(spark).iter().collect::<String>(), "▁▂▅██ ");
    }

    #[test]
    fn rows_break_between_turns() {
        let words = ["Wd4,d1", "Gd5,a1", "xd5Wd3"].map(str::to_owned);
        assert_eq!(wrap(&words, 13), ["Wd4,d1 Gd5,a1", "xd5Wd3"]);
        assert_eq!(wrap(&words, 3).len(), 3);
        assert!(wrap(&[], 13).is_empty());
    }
}
