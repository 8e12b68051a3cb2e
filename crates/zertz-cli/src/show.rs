//! `zertz show`: a position in the terminal.

use crate::{
    Run, Verdict,
    args::GameOrFile,
    colour::{ColourArgs, Paint},
};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use zertz::{Colour, Game, Goals, Marbles, Player, Position, Ring, notation::Zip};

/// Draw a position in the terminal
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    game: GameOrFile,
    /// Write the name of each vacant ring into it
    #[arg(long)]
    labels: bool,
    #[command(flatten)]
    colour: ColourArgs,
}

impl Run for Show {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let game = self.game.game()?;
        let drawing = Drawing { game: &game, labels: self.labels, paint: self.colour.paint() };
        drawing.board(out)?;
        drawing.facts(out)?;
        Ok(Verdict::Fine)
    }
}

struct Drawing<'g> {
    game: &'g Game,
    labels: bool,
    paint: Paint,
}

/// How wide a column of rings is.
const COLUMN: usize = 4;

impl Drawing<'_> {
    /// Columns side by side, neighbours half a ring apart, so a line for each half.
    fn board(&self, out: &mut dyn Write) -> Result<()> {
        let board = &self.game.rules().board;
        let height = |ring: Ring| (board.drawing_place(ring).1 * 2.0).round() as i32;
        let heights: Vec<i32> = board.all().into_iter().map(height).collect();
        let (low, high) = (heights.iter().min().copied().unwrap_or(0), heights.iter().max().copied().unwrap_or(0));
        for line in (low - 2..=high + 2).rev() {
            let mut text = String::new();
            let mut width = 0;
            let mut put = |column: u8, glyph: &str, glyph_width: usize| {
                let from = usize::from(column) * COLUMN + 2;
                text.push_str(&" ".repeat(from.saturating_sub(width)));
                text.push_str(glyph);
                width = from + glyph_width;
            };
            for column in 0..board.columns() {
                let rings: Vec<Ring> =
                    board.in_label_order(board.all()).filter(|&r| board.label(r).column() == column).collect();
                if let Some(&ring) = rings.iter().find(|&&ring| height(ring) == line) {
                    put(column, &self.ring(ring), 3);
                }
                // Below and above each column stands the name of its first and last ring, unless all are named.
                let ends = if self.labels { [(None, 0); 2] } else { [(rings.first(), -2), (rings.last(), 2)] };
                for (&ring, _) in
                    ends.iter().filter_map(|(r, d)| Some(((*r)?, d))).filter(|(r, d)| height(**r) + **d == line)
                {
                    let label = board.label(ring).to_string();
                    put(column, &self.paint.paint("2", &format!("{label:^3}")), 3);
                }
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Ok(())
    }

    fn ring(&self, ring: Ring) -> String {
        let position = self.game.position();
        let label = self.game.rules().board.label(ring).to_string();
        if !position.rings().contains(ring) {
            return self.paint.paint("2", " · ");
        }
        match position.marble(ring) {
            Some(colour) => self.paint.paint(ansi(colour), &format!("({})", colour.letter())),
            None if self.labels => self.paint.paint("33", &format!("{label:^3}")),
            None => self.paint.paint("33", "( )"),
        }
    }

    fn facts(&self, out: &mut dyn Write) -> Result<()> {
        let (rules, position) = (self.game.rules(), self.game.position());
        writeln!(out, "\n{:<9} {}", "pool", self.marbles(position.pool()))?;
        for player in Player::BOTH {
            let needs = needs(rules.goals, position.captured(player));
            writeln!(out, "{:<9} {}  {needs}", player.to_string(), self.marbles(position.captured(player)))?;
        }
        if let Some((before, turn)) = self.game.turns().last() {
            writeln!(out, "{:<9} {:#}", "last turn", before.write_turn(rules, turn))?;
        }
        writeln!(out, "{:<9} {}", "position", Zip::of(rules, position))?;
        writeln!(out, "{}", self.what_now(position))?;
        Ok(())
    }

    fn what_now(&self, position: &Position) -> String {
        let rules = self.game.rules();
        let mover = position.mover();
        match self.game.outcome() {
            Some(outcome) => format!("The game is over: {outcome}."),
            None if position.has_jump(&rules.board) => format!("It is the turn of {mover}, who can capture."),
            None if position.must_pass(rules) => format!("It is the turn of {mover}, who can only pass."),
            None => format!("It is the turn of {mover}."),
        }
    }

    fn marbles(&self, marbles: Marbles) -> String {
        let parts = Colour::ALL.map(|colour| {
            let text = format!("{:>2} {}", marbles[colour], colour.letter());
            if marbles[colour] > 0 { text } else { self.paint.paint("2", &text) }
        });
        parts.join(" ")
    }
}

/// What is missing for each goal.
fn needs(goals: Goals, captured: Marbles) -> String {
    let single = Colour::ALL.map(|c| format!("{} {c}", goals.of(c).saturating_sub(captured[c])));
    let each: u32 = Colour::ALL.iter().map(|&c| u32::from(goals.each().saturating_sub(captured[c]))).sum();
    format!("needs {}, or {each} for {} of each", single.join(", "), goals.each())
}

fn ansi(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "1;30;107",
        Colour::Grey => "1;97;100",
        Colour::Black => "1;97;40",
    }
}
