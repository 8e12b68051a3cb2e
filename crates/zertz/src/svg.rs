//! A position as an SVG picture.

use crate::{Board, Player, Position, Ring, Rules, Turn};
use std::fmt::Write;

/// Options for drawing a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// Whether coordinates are shown along the edge.
    pub coordinates: bool,
    /// Whether pool and captures are shown below the board.
    pub supplies: bool,
    /// The distance between two rings in pixels.
    pub ring_distance: u32,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions { coordinates: true, supplies: true, ring_distance: 60 }
    }
}

/// Draws a position. The rings of `last`, the turn that led to it, are marked.
///
/// ```
/// use zertz::{Board, Rules, SvgOptions, svg};
/// let rules = Rules::standard(Board::rings37());
/// let picture = svg(&rules, &rules.start(), None, SvgOptions::default());
/// assert!(picture.starts_with("<svg "));
/// assert_eq!(picture.matches("<use href=\"#ring\"").count(), 37);
/// ```
pub fn svg(rules: &Rules, position: &Position, last: Option<&Turn>, options: SvgOptions) -> String {
    let mut canvas = Canvas::new(&rules.board, options);
    canvas.coordinates();
    canvas.last_turn(position, last);
    for ring in rules.board.in_label_order(position.rings()) {
        canvas.at("ring", ring);
        if let Some(colour) = position.marble(ring) {
            canvas.at(&colour.to_string(), ring);
        }
    }
    if options.supplies {
        canvas.supplies(position);
    }
    canvas.finish(&describe(rules, position))
}

fn describe(rules: &Rules, position: &Position) -> String {
    let marbles = rules.board.in_label_order(position.occupied());
    let marbles = marbles.filter_map(|ring| Some((position.marble(ring)?, rules.board.label(ring))));
    let list: Vec<String> = marbles.map(|(colour, label)| format!("{colour} on {label}")).collect();
    let list = if list.is_empty() { "no marbles".to_owned() } else { list.join(", ") };
    format!("A ZÈRTZ board of {} rings: {list}. Pool {}.", position.rings().len(), position.pool())
}

struct Canvas<'b> {
    board: &'b Board,
    options: SvgOptions,
    body: String,
    /// The extent of the ring centres in units of the distance between rings, y upwards.
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
    rows: u32,
}

impl<'b> Canvas<'b> {
    fn new(board: &'b Board, options: SvgOptions) -> Canvas<'b> {
        let mut canvas = Canvas {
            board,
            options,
            body: String::new(),
            left: f64::MAX,
            right: f64::MIN,
            bottom: f64::MAX,
            top: f64::MIN,
            rows: 0,
        };
        for ring in board.all() {
            let (x, y) = board.drawing_place(ring);
            canvas.left = canvas.left.min(x);
            canvas.right = canvas.right.max(x);
            canvas.bottom = canvas.bottom.min(y);
            canvas.top = canvas.top.max(y);
        }
        canvas
    }

    fn margin(&self) -> f64 {
        if self.options.coordinates { 1.0 } else { 0.65 }
    }

    /// Converts units to pixels, with y downwards as in SVG.
    fn pixels(&self, x: f64, y: f64) -> (f64, f64) {
        let scale = f64::from(self.options.ring_distance);
        let round = |value: f64| (value * 100.0).round() / 100.0;
        (round((x - self.left + self.margin()) * scale), round((self.top - y + self.margin()) * scale))
    }

    fn at(&mut self, what: &str, ring: Ring) {
        let (x, y) = self.board.drawing_place(ring);
        self.place(what, x, y);
    }

    fn place(&mut self, what: &str, x: f64, y: f64) {
        let (x, y) = self.pixels(x, y);
        let _ = writeln!(self.body, "  <use href=\"#{what}\" x=\"{x}\" y=\"{y}\"/>");
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let (x, y) = self.pixels(x, y);
        let _ = writeln!(self.body, "  <text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// Writes the names of the lowest and the highest ring of each column of the complete board.
    fn coordinates(&mut self) {
        if !self.options.coordinates {
            return;
        }
        let board = self.board;
        for column in 0..board.columns() {
            let labels: Vec<_> = board.labels().filter(|label| label.column() == column).collect();
            for (label, offset) in [(labels.first(), -0.72), (labels.last(), 0.72)] {
                let Some((&label, ring)) = label.and_then(|label| Some((label, board.ring(*label)?))) else { continue };
                let (x, y) = board.drawing_place(ring);
                self.text("label", x, y + offset, &label.to_string());
            }
        }
    }

    fn last_turn(&mut self, position: &Position, last: Option<&Turn>) {
        match last {
            None | Some(Turn::Pass) => {}
            Some(Turn::Place { ring, removed, claimed, .. }) => {
                if position.rings().contains(*ring) {
                    self.at("mark", *ring);
                }
                for gone in removed.iter().copied().chain(*claimed) {
                    self.at("gone", gone);
                }
            }
            Some(Turn::Jump(chain)) => {
                let stops = std::iter::once(chain.from()).chain(chain.hops(self.board).map(|(_, to)| to));
                stops.for_each(|ring| self.at("mark", ring));
            }
        }
    }

    fn supplies(&mut self, position: &Position) {
        let players = Player::BOTH.map(|player| {
            let turn = if position.mover() == player { " ▸" } else { "" };
            (format!("{}{turn}", player.index() + 1), position.captured(player))
        });
        let rows = std::iter::once(("pool".to_owned(), position.pool())).chain(players);
        let width = self.right - self.left;
        let start = self.margin() * 0.72 + 0.5 - self.margin();
        for (title, marbles) in rows {
            let y = self.bottom - self.margin() - 0.2 - f64::from(self.rows) * 0.62;
            self.text("title", self.left, y, &title);
            let count = f64::from(marbles.total().max(1));
            let step = ((width - start) / count).min(0.5);
            let all = marbles.colours().flat_map(|colour| std::iter::repeat_n(colour, usize::from(marbles[colour])));
            for (i, colour) in all.enumerate() {
                let (x, y) = self.pixels(self.left + start + 0.4 + i as f64 * step, y);
                let _ = writeln!(self.body, "  <use href=\"#{colour}\" transform=\"translate({x} {y}) scale(.62)\"/>");
            }
            self.rows += 1;
        }
    }

    fn finish(self, description: &str) -> String {
        let scale = f64::from(self.options.ring_distance);
        let rows = if self.rows > 0 { f64::from(self.rows) * 0.62 + 0.1 } else { 0.0 };
        let width = ((self.right - self.left + 2.0 * self.margin()) * scale).round();
        let height = ((self.top - self.bottom + 2.0 * self.margin() + rows) * scale).round();
        let unit = |part: f64| (part * scale * 100.0).round() / 100.0;
        let (ring, hole, marble) = (unit(0.37), unit(0.23), unit(0.34));
        let shine = |id: &str, light: &str, dark: &str| {
            format!(
                "    <radialGradient id=\"{id}-ball\" cx=\".35\" cy=\".3\" r=\".8\"><stop offset=\"0\" stop-color=\"{light}\"/>\
                 <stop offset=\"1\" stop-color=\"{dark}\"/></radialGradient>\n    \
                 <circle id=\"{id}\" r=\"{marble}\" fill=\"url(#{id}-ball)\" stroke=\"{edge}\" stroke-width=\"{line}\"/>\n",
                edge = if id == "black" { "#8a8f98" } else { "#2b2b2b" },
                line = unit(0.02),
            )
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\">\n  <title>{description}</title>\n  <style>text{{font-family:sans-serif;fill:#6b6355;\
             dominant-baseline:central}}.label{{text-anchor:middle;font-size:{small}px}}.title{{font-size:{large}px;text-anchor:middle}}\
             </style>\n  <defs>\n    <circle id=\"ring\" r=\"{ring}\" fill=\"none\" stroke=\"#1d1a18\" stroke-width=\"{band}\"/>\n{white}{grey}{black}    \
             <circle id=\"mark\" r=\"{halo}\" fill=\"#e8b84b\"/>\n    \
             <circle id=\"gone\" r=\"{hole}\" fill=\"none\" stroke=\"#b5a98f\" stroke-dasharray=\"{dash}\" stroke-width=\"{line}\"/>\n  \
             </defs>\n  <rect width=\"100%\" height=\"100%\" fill=\"#f4efe3\"/>\n{body}</svg>\n",
            small = unit(0.24),
            large = unit(0.3),
            band = unit(0.2),
            halo = unit(0.52),
            dash = unit(0.08),
            line = unit(0.04),
            white = shine("white", "#ffffff", "#cfcac0"),
            grey = shine("grey", "#b9bcc2", "#6d7178"),
            black = shine("black", "#5a5d64", "#101114"),
            body = self.body,
        )
    }
}
