//! `zertz show`: draws a position in the terminal.

use crate::{
    args::GameOrFile,
    output::{ColourArgs, Paint},
    play::{half_steps, missing},
};
use anyhow::Result;
use clap::Args;
use std::{collections::BTreeMap, io::Write, process::ExitCode};
use zertz::{Colour, Game, Marbles, Player, Ring, notation::Zip};

/// Draw a position in the terminal
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    game: GameOrFile,
    /// Show the label of each vacant ring
    #[arg(long)]
    labels: bool,
    #[command(flatten)]
    colour: ColourArgs,
}

impl Show {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let game = self.game.game()?;
        let drawing = Drawing { game: &game, labels: self.labels, paint: self.colour.paint() };
        drawing.board(out)?;
        drawing.facts(out)?;
        Ok(ExitCode::SUCCESS)
    }
}

struct Drawing<'g> {
    game: &'g Game,
    labels: bool,
    paint: Paint,
}

impl Drawing<'_> {
    /// Draws columns side by side, neighbours half a ring apart, so a ring is two rows high.
    fn board(&self, out: &mut dyn Write) -> Result<()> {
        let board = &self.game.rules().board;
        let mut cells = BTreeMap::new();
        for column in 0..board.columns() {
            let rings: Vec<Ring> =
                board.in_label_order(board.all()).filter(|&ring| board.label(ring).column() == column).collect();
            cells.extend(rings.iter().map(|&ring| ((-half_steps(board, ring), column), self.ring(ring))));
            // Unless all rings show their labels, the first and the last label are below and above the column.
            let ends = [(rings.first(), -2), (rings.last(), 2)];
            for (&ring, up) in ends.into_iter().filter_map(|(ring, up)| Some((ring?, up))).filter(|_| !self.labels) {
                let label = self.paint.paint("2", &format!("{:^3}", board.label(ring).to_string()));
                cells.insert((-half_steps(board, ring) - up, column), label);
            }
        }
        let (Some(((top, _), _)), Some(((bottom, _), _))) = (cells.first_key_value(), cells.last_key_value()) else {
            return Ok(());
        };
        for row in *top..=*bottom {
            let cell = |column| cells.get(&(row, column)).map_or("   ", String::as_str);
            let text = (0..board.columns()).map(cell).collect::<Vec<_>>().join(" ");
            writeln!(out, "{}", format!("  {text}").trim_end())?;
        }
        Ok(())
    }

    fn ring(&self, ring: Ring) -> String {
        let position = self.game.position();
        if !position.rings().contains(ring) {
            return self.paint.paint("2", " · ");
        }
        match position.marble(ring) {
            Some(colour) => self.paint.paint(ansi(colour), &format!("({})", colour.letter())),
            None if self.labels => {
                self.paint.paint("33", &format!("{:^3}", self.game.rules().board.label(ring).to_string()))
            }
            None => self.paint.paint("33", "( )"),
        }
    }

    fn facts(&self, out: &mut dyn Write) -> Result<()> {
        let (rules, position) = (self.game.rules(), self.game.position());
        writeln!(out, "\n{:<9} {}", "pool", self.marbles(position.pool()))?;
        for player in Player::BOTH {
            let captured = position.captured(player);
            let [white, grey, black, each] = missing(rules.goals, captured);
            write!(out, "{:<9} {}  needs ", player.to_string(), self.marbles(captured))?;
            writeln!(out, "{white} white, {grey} grey, {black} black, or {each} for {} of each", rules.goals.each())?;
        }
        if let Some((before, turn)) = self.game.turns().last() {
            writeln!(out, "{:<9} {:#}", "last turn", before.write_turn(rules, turn))?;
        }
        writeln!(out, "{:<9} {}", "position", Zip::of(rules, position))?;
        let mover = position.mover();
        match self.game.outcome() {
            Some(outcome) => writeln!(out, "The game is over: {outcome}.")?,
            None if position.must_jump(rules) => writeln!(out, "It is {mover}'s turn. They must capture.")?,
            None if position.has_jump(&rules.board) => writeln!(out, "It is {mover}'s turn. A capture is possible.")?,
            None if position.must_pass(rules) => writeln!(out, "It is {mover}'s turn. They must pass.")?,
            None => writeln!(out, "It is {mover}'s turn.")?,
        }
        Ok(())
    }

    fn marbles(&self, marbles: Marbles) -> String {
        let parts = Colour::ALL.map(|colour| {
            let text = format!("{:>2} {}", marbles[colour], colour.letter());
            if marbles[colour] > 0 { text } else { self.paint.paint("2", &text) }
        });
        parts.join(" ")
    }
}

fn ansi(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "1;30;107",
        Colour::Grey => "1;97;100",
        Colour::Black => "1;97;40",
    }
}
