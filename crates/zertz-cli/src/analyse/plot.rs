//! The plot of the win chance over a game, as an SVG image without external resources.

use super::report::{name, percent};
use std::fmt::Write;
use zertz::Player;
use zertz_engine::review::{GameReport, TurnReport, Verdict};

const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 48.0;
const HEIGHT: f64 = 260.0;
/// The distance between two turns. The plots of short games are stretched, those of long games compressed.
const STEP: f64 = 18.0;
const WIDTHS: (f64, f64) = (600.0, 1600.0);

const STYLE: &str = "\
text{font-family:system-ui,sans-serif;font-size:12px;fill:#5b5b5b}\
.title{font-size:16px;font-weight:600;fill:#1f1f1f}\
.sign{font-weight:700;text-anchor:middle}\
.x{text-anchor:middle}.y{text-anchor:end}\
.page{fill:#fff}.grid{stroke:#e4e4e4}.even{stroke:#9a9a9a;stroke-dasharray:4 4}\
.area{fill:#2f6fb3;fill-opacity:.12}.line{fill:none;stroke:#2f6fb3;stroke-width:2;stroke-linejoin:round}\
.turn{fill:#2f6fb3}.inaccuracy{fill:#12808a}.mistake{fill:#b66a00}.blunder{fill:#c62828}\
@media (prefers-color-scheme:dark){text{fill:#b4b4b4}.title{fill:#f0f0f0}.page{fill:#16181c}\
.grid{stroke:#30343a}.even{stroke:#777}.area{fill:#6fb1f5}.line{stroke:#6fb1f5}.turn{fill:#6fb1f5}\
.inaccuracy{fill:#4fc3cf}.mistake{fill:#ffb04d}.blunder{fill:#ff6b6b}}";

pub fn plot(report: &GameReport) -> String {
    let turns = report.turns.len();
    let plot = Plot { width: (turns as f64 * STEP).clamp(WIDTHS.0, WIDTHS.1), turns };
    let (width, height) = (LEFT + plot.width + RIGHT, TOP + HEIGHT + BOTTOM);
    let title = escape(&format!("Win chance of {} against {}", name(report, Player::One), name(report, Player::Two)));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n<text class=\"title\" x=\"{LEFT}\" y=\"28\">{title}</text>\n"
    );
    plot.legend(&mut svg, report);
    plot.axes(&mut svg);
    plot.curve(&mut svg, report);
    for turn in &report.turns {
        plot.turn(&mut svg, report, turn);
    }
    svg.push_str("</svg>\n");
    svg
}

struct Plot {
    width: f64,
    turns: usize,
}

impl Plot {
    fn x(&self, turn: usize) -> f64 {
        round(LEFT + self.width * turn as f64 / self.turns.max(1) as f64)
    }

    fn y(chance: f64) -> f64 {
        round(TOP + HEIGHT * (1.0 - chance))
    }

    /// How the game ended, and what its annotations mean.
    fn legend(&self, svg: &mut String, report: &GameReport) {
        let outcome = report.outcome.as_deref().unwrap_or("not finished");
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"48\">{}</text>", escape(outcome));
        let mut x = LEFT + self.width;
        for mark in
            Verdict::MARKS.into_iter().rev().filter(|mark| report.turns.iter().any(|turn| turn.verdict == Some(*mark)))
        {
            let (sign, name) = (mark.sign(), mark.name());
            let _ = writeln!(svg, "<text class=\"y {name}\" x=\"{x}\" y=\"48\">{sign} {name}</text>");
            x -= 92.0;
        }
    }

    fn axes(&self, svg: &mut String) {
        let right = LEFT + self.width;
        for percent in [0, 25, 50, 75, 100] {
            let y = Plot::y(f64::from(percent) / 100.0);
            let class = if percent == 50 { "even" } else { "grid" };
            let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>");
            let _ = writeln!(svg, "<text class=\"y\" x=\"{}\" y=\"{}\">{percent}%</text>", LEFT - 8.0, y + 4.0);
        }
        let fits = |every: &usize| self.width * *every as f64 >= 24.0 * self.turns as f64;
        let every = [1, 5, 10, 50, 100, 500].into_iter().find(fits).unwrap_or(1000);
        let y = TOP + HEIGHT;
        for turn in (0..=self.turns).step_by(every) {
            let x = self.x(turn);
            let _ = writeln!(svg, "<line class=\"grid\" x1=\"{x}\" y1=\"{y}\" x2=\"{x}\" y2=\"{}\"/>", y + 5.0);
            let _ = writeln!(svg, "<text class=\"x\" x=\"{x}\" y=\"{}\">{turn}</text>", y + 19.0);
        }
        let _ = writeln!(svg, "<text class=\"x\" x=\"{}\" y=\"{}\">turn</text>", LEFT + self.width / 2.0, y + 38.0);
    }

    /// Draws the curve, with gaps for positions without an evaluation.
    fn curve(&self, svg: &mut String, report: &GameReport) {
        let places: Vec<Option<(f64, f64)>> = report
            .standings()
            .enumerate()
            .map(|(turn, standing)| Some((self.x(turn), Plot::y(standing.chance?))))
            .collect();
        for piece in places.split(Option::is_none) {
            let piece: Vec<(f64, f64)> = piece.iter().copied().flatten().collect();
            let (Some((first, _)), Some((last, _))) = (piece.first(), piece.last()) else { continue };
            let points: Vec<String> = piece.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let (points, floor) = (points.join(" "), TOP + HEIGHT);
            let _ = writeln!(svg, "<polygon class=\"area\" points=\"{first},{floor} {points} {last},{floor}\"/>");
            let _ = writeln!(svg, "<polyline class=\"line\" points=\"{points}\"/>");
        }
    }

    fn turn(&self, svg: &mut String, report: &GameReport, turn: &TurnReport) {
        let Some(chance) = turn.after.chance else { return };
        let (x, y) = (self.x(turn.number), Plot::y(chance));
        let (class, radius) = turn.mark().map_or(("turn", 2.5), |mark| (mark.name(), 5.0));
        let title = escape(&title(report, turn));
        if let Some(mark) = turn.mark() {
            // The curve falls to a mistake of player 1 and rises to one of player 2, so there is room for the sign beyond the dot; at the
            // edge of the plot there is room beside it.
            let (right, down) = match turn.mover() {
                Player::One if y > TOP + HEIGHT - 20.0 => (14.0, -8.0),
                Player::One => (0.0, 19.0),
                Player::Two if y < TOP + 20.0 => (14.0, 17.0),
                Player::Two => (0.0, -10.0),
            };
            let (x, y) = (round(x + right), round(y + down));
            let _ = writeln!(svg, "<text class=\"sign {class}\" x=\"{x}\" y=\"{y}\">{}</text>", mark.sign());
        }
        let _ = writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"><title>{title}</title></circle>"
        );
    }
}

fn title(report: &GameReport, turn: &TurnReport) -> String {
    let sign = turn.mark().map_or(String::new(), |mark| format!(" {}", mark.sign()));
    let better = match (turn.mark(), &turn.better) {
        (Some(mark), Some(better)) => format!("; {}, better {}", mark.name(), better.variation.join(" ")),
        _ => String::new(),
    };
    let chance = percent(turn.after, Player::One);
    format!("{}. {}{sign} by {}: {chance} for player 1{better}", turn.number, turn.turn, name(report, turn.mover()))
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Text for XML, which does not allow most control characters.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars().filter(|sign| !sign.is_control() && !('\u{fffe}'..='\u{ffff}').contains(sign)) {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::report::tests::sample;

    /// Whether tags are nested properly and special characters are escaped.
    fn is_well_formed(xml: &str) -> bool {
        let mut open = Vec::new();
        let mut rest = xml;
        while let Some((text, tail)) = rest.split_once('<') {
            let Some((tag, after)) = tail.split_once('>') else { return false };
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
            let quotes = tag.matches('"').count();
            let entities =
                text.split('&').skip(1).all(|text| text.split_once(';').is_some_and(|(name, _)| name.len() < 5));
            if text.contains('>') || quotes % 2 == 1 || !entities || tag.starts_with('/') && open.pop() != Some(name) {
                return false;
            }
            if !tag.starts_with('/') && !tag.ends_with('/') {
                open.push(name);
            }
            rest = after;
        }
        open.is_empty() && rest.trim().is_empty()
    }

    #[test]
    fn the_check_for_xml_finds_errors() {
        assert!(is_well_formed("<a b=\"1\"><c/>x &amp; y</a>\n"));
        for wrong in ["<a>", "<a></b>", "<a><b></a></b>", "<a>x & y</a>", "<a b=\"1></a>", "<a>x > y</a>"] {
            assert!(!is_well_formed(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_plot_fetches_nothing() {
        let svg = plot(&sample());
        assert!(is_well_formed(&svg), "{svg}");
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("prefers-color-scheme:dark"));
        assert_eq!(svg.matches("http").count(), 1, "nothing is fetched");
        assert!(svg.contains("player 1 (&lt;Anna&gt; &amp; &quot;Co&quot;)"), "{svg}");
    }

    #[test]
    fn every_known_turn_has_a_dot_and_mistakes_say_what_is_better() {
        let svg = plot(&sample());
        assert_eq!(svg.matches("<circle").count(), 2, "the third turn is not known");
        assert_eq!(svg.matches("class=\"blunder\"").count(), 1);
        let percent = (zertz_engine::Score::Points(440).win_chance() * 100.0).round();
        let title = format!("<title>2. Gd5,a1 ?? by player 2: {percent}% for player 1; blunder, better Gb2,a1</title>");
        assert!(svg.contains(&title), "{svg}");
    }

    #[test]
    fn what_is_unknown_is_a_gap() {
        let mut report = sample();
        assert_eq!(plot(&report).matches("<polyline").count(), 1);
        report.turns[0].after = report.turns[2].after;
        assert_eq!(plot(&report).matches("<polyline").count(), 2);
    }

    #[test]
    fn a_long_game_stays_on_the_page() {
        let mut report = sample();
        report.turns = (0..3000).map(|_| sample().turns.remove(0)).collect();
        let plot = Plot { width: WIDTHS.1, turns: 3000 };
        assert!(super::plot(&report).contains("width=\"1676\""));
        let mut axes = String::new();
        plot.axes(&mut axes);
        assert!(axes.matches("class=\"x\"").count() < 80, "labels do not run into each other");
    }
}
