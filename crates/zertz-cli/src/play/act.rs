//! The actions of a player: choosing rings and colours, undoing, demanding, swapping.

use super::{
    prompt::{Ask, Mode, Question, TextField},
    state::App,
    words,
};
use zertz::{Colour, IllegalTurn, Phase, Ring, Step, Turn};

const TOUCH_MOVE: &str = "You must play what you touched: this game has the touch-move rule.";

impl App {
    pub fn choose(&mut self) {
        let ring = self.cursor;
        if let Some(outcome) = self.game.outcome() {
            return self.refuse_step(IllegalTurn::Over(outcome));
        }
        let steps = self.steps();
        match self.half().phase() {
            Phase::Begin if steps.contains(&Step::Pass) => self.take(Step::Pass),
            Phase::Begin => self.choose_first(ring, &steps),
            Phase::Remove(_) => self.take(Step::Remove(ring)),
            Phase::Jump(at) => self.jump(at, ring),
            Phase::Claim(_) => self.refuse("First decide on the marked group: y claims it, n leaves it."),
        }
    }

    /// Chooses a ring at the start of a turn: a marble to jump with, a ring to land on, or a ring to place a marble on.
    fn choose_first(&mut self, ring: Ring, steps: &[Step]) {
        let can_jump = steps.iter().any(|step| matches!(step, Step::Jump(from, _) if *from == ring));
        let bound = self.touch_move();
        if let Some(jumper) = self.jumper {
            if ring == jumper && !bound {
                self.jumper = None;
            } else if can_jump && !bound {
                self.jumper = Some(ring);
            } else {
                self.jump(jumper, ring);
            }
            return;
        }
        if can_jump && bound && self.hand.is_some() {
            return self.refuse("You have taken a marble to place, so you must place it.");
        }
        if can_jump {
            self.jumper = Some(ring);
            return;
        }
        // With an empty hand, any colour shows whether a marble may be placed there.
        let Some(colour) = self.hand.or_else(|| self.position().supply().colours().next()) else { return };
        match self.half().check(self.rules(), Step::Place(colour, ring)) {
            Err(error) => self.refuse_step(error),
            Ok(()) if self.hand.is_none() => self.refuse("First take a marble: w white, g grey, b black."),
            Ok(()) => self.take(Step::Place(colour, ring)),
        }
    }

    fn jump(&mut self, from: Ring, to: Ring) {
        let board = &self.game.rules().board;
        match board.jump_line(from, to) {
            Some((direction, _)) => self.take(Step::Jump(from, direction)),
            None if from == to => self.refuse_step(IllegalTurn::MustGoOn(board.label(from))),
            None => self.refuse_step(IllegalTurn::NotInLine(board.label(from), board.label(to))),
        }
    }

    /// Makes a step of the turn. The last step plays the turn.
    pub fn take(&mut self, step: Step) {
        let rules = self.game.rules().clone();
        if let Err(error) = self.turn.step(&rules, step) {
            return self.refuse_step(error);
        }
        self.notice = None;
        self.jumper = None;
        if let Some(turn) = self.turn.turn() {
            self.finish(turn);
        }
    }

    pub fn choose_colour(&mut self, colour: Colour) {
        if self.game.outcome().is_some() || self.half().phase() != Phase::Begin {
            return;
        }
        if !self.placeable().contains(&colour) {
            // The reason is the same for every vacant ring.
            let vacant = self.position().vacant().first().unwrap_or(self.cursor);
            let error = self.half().check(self.rules(), Step::Place(colour, vacant));
            return error.err().map_or((), |error| self.refuse_step(error));
        }
        if self.touch_move() {
            if self.jumper.is_some() {
                return self.refuse("You have touched a marble to jump with, so you must jump.");
            }
            if let Some(taken) = self.hand.filter(|&taken| taken != colour) {
                return self.refuse(format!("You have taken a {taken} marble, so you must place it."));
            }
        }
        self.notice = None;
        self.jumper = None;
        self.hand = Some(colour);
    }

    /// Selects the next colour that can be placed, or, if none can, the next ring that can be chosen.
    pub fn tab(&mut self) {
        let placeable = self.placeable();
        let start = self.hand.map_or(0, |colour| colour.index() + 1);
        let next = (start..start + 3).map(|index| Colour::ALL[index % 3]).find(|colour| placeable.contains(colour));
        match next {
            Some(colour) if self.jumper.is_none() => self.choose_colour(colour),
            _ => self.next_target(),
        }
    }

    /// Undoes the last step of the unfinished turn.
    pub fn take_back(&mut self) {
        self.notice = None;
        if !self.has_begun() {
            return;
        }
        if self.touch_move() {
            return self.refuse(TOUCH_MOVE);
        }
        if self.jumper.take().is_none() {
            self.turn.undo();
        }
    }

    /// Undoes the unfinished turn, or else the last turn.
    pub fn undo(&mut self) {
        if self.touch_move() {
            return self.refuse("Turns cannot be undone: this game has the touch-move rule.");
        }
        if self.has_begun() {
            self.begin_turn();
            return self.say("The unfinished turn is undone.");
        }
        let last = words::last_turn(&self.game);
        let (resigned, turns) = (words::is_resigned(&self.game), self.game.turns().len());
        if !self.game.undo() {
            return self.refuse("There is nothing to undo.");
        }
        self.begin_turn();
        match last {
            _ if resigned => self.say("The resignation is undone."),
            Some(text) if self.game.turns().len() < turns => self.say(format!("{text} is undone; r plays it again.")),
            _ => self.say("The swap is undone."),
        }
    }

    pub fn redo(&mut self) {
        if self.touch_move() && self.has_begun() {
            return self.refuse(TOUCH_MOVE);
        }
        if !self.game.redo() {
            return self.refuse("There is nothing to redo.");
        }
        self.notice = None;
        self.begin_turn();
    }

    pub fn rewind(&mut self, to_the_end: bool) {
        if self.touch_move() {
            return self.undo();
        }
        while if to_the_end { self.game.redo() } else { self.game.undo() } {}
        self.notice = None;
        self.begin_turn();
    }

    pub fn demand(&mut self) {
        if self.touch_move() && self.has_begun() {
            return self.refuse("You have begun your own turn, so you can no longer demand a capture.");
        }
        let (last, offender) = (words::last_turn(&self.game), self.game.position().mover().other());
        match self.game.demand_capture() {
            Err(error) => self.refuse(words::sentence(&error)),
            Ok(_) => {
                self.begin_turn();
                let (name, last) = (self.name(offender), last.unwrap_or_default());
                self.say(format!("{last} missed a capture and is undone. {name} must capture now."));
            }
        }
    }

    pub fn swap(&mut self) {
        if self.touch_move() && self.has_begun() {
            return self.refuse("You have begun your turn, so you can no longer swap sides.");
        }
        match self.game.swap() {
            Err(error) => self.refuse(words::sentence(&error)),
            Ok(()) => {
                self.begin_turn();
                self.say("You swap sides: the player who played the first turn is now player 2 and moves next.");
            }
        }
    }

    /// Plays a typed turn. A wrong turn stays in the field, where it can be corrected.
    pub fn play_typed(&mut self, field: TextField) {
        let turn = match self.game.outcome() {
            Some(outcome) => Err(words::sentence(&IllegalTurn::Over(outcome))),
            None => {
                let turn = self.game.position().read_turn(self.rules(), &field.text());
                turn.map_err(|error| words::sentence(&error)).and_then(|turn| self.as_touched(turn))
            }
        };
        match turn {
            Ok(turn) => {
                self.notice = None;
                self.begin_turn();
                self.finish(turn);
            }
            Err(sentence) => {
                self.refuse(sentence);
                self.mode = Mode::Prompt(Ask::Turn, field);
            }
        }
    }

    /// The turn, if it begins with what was touched or the game has no touch-move rule.
    fn as_touched(&self, turn: Turn) -> Result<Turn, String> {
        let mut steps = self.turn.steps();
        let agrees = match &turn {
            Turn::Place { colour, ring, .. } => {
                self.jumper.is_none()
                    && self.hand.is_none_or(|hand| hand == *colour)
                    && steps.next().is_none_or(|first| first == Step::Place(*colour, *ring))
            }
            Turn::Jump(chain) => {
                let directions = chain.directions().map(Some).chain(std::iter::repeat(None));
                self.hand.is_none()
                    && self.jumper.is_none_or(|jumper| jumper == chain.from())
                    && steps.zip(directions).enumerate().all(|(i, (step, way))| match step {
                        Step::Jump(from, taken) => Some(taken) == way && (i > 0 || from == chain.from()),
                        _ => false,
                    })
            }
            Turn::Pass => true,
        };
        if agrees || !self.touch_move() {
            Ok(turn)
        } else {
            Err("You must play what you touched, and this turn begins differently.".to_owned())
        }
    }

    pub fn answer(&mut self, question: Question, yes: bool) {
        self.mode = Mode::Board;
        self.notice = None;
        match question {
            Question::Forget(_) if !yes => self.begin_turn(),
            _ if !yes => {}
            Question::Quit => self.quit = true,
            Question::New => self.new_game(),
            Question::Overwrite(path) => self.save(&path),
            Question::Load(path) => self.load(&path),
            Question::Forget(turn) => self.play(&turn),
            Question::Resign => {
                let loser = self.game.position().mover();
                if let Err(error) = self.game.resign(loser) {
                    self.refuse(words::sentence(&error));
                }
                self.begin_turn();
            }
        }
    }
}
