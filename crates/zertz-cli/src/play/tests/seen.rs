//! The picture.

use super::*;
use crate::play::{geometry::Layout, keys::KEYS, theme};
use ratatui::{layout::Rect, style::Color};
use zertz::Colour;

#[test]
fn the_board_is_a_hexagon_of_vertical_columns() {
    let app = app(standard());
    let seen = lines(&app, 80, 24);
    let board: Vec<&str> = seen[3..18].iter().map(|line| line.get(..37).unwrap_or(line).trim_end()).collect();
    let plain: Vec<String> = board.iter().map(|line| line.replace('·', " ").trim_end().to_owned()).collect();
    assert!(seen[0].contains("ZÈRTZ") && seen[0].contains("37 rings · standard"), "{}", seen[0]);
    assert!(plain[0].contains("d7"));
    assert!(seen[4].trim_start().starts_with("c6  ("), "{}", seen[4]);
    assert!(seen[7].starts_with(" ( · )     ( · )     ( · )     ( · )"), "{}", seen[7]);
    assert!(seen[8].starts_with("      ( · )     ( · )     ( · )"), "{}", seen[8]);
    assert!(seen[10].starts_with("      ( · )     [ · ]     ( · )"), "the cursor is in the middle: {}", seen[10]);
}

fn colour_at(app: &App, label: &str, window: (u16, u16)) -> Color {
    let layout = Layout::new(Rect::new(0, 0, window.0, window.1), &app.rules().board).unwrap();
    let rect = layout.cells(ring(app, label));
    let at = (rect.x + rect.width / 2, rect.y + rect.height / 2);
    picture(app, window.0, window.1)[at].bg
}

#[test]
fn marbles_rings_and_cloth_have_different_colours() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wd4,d1", "Gd6,a1", "Bb2,g4"]);
    for window in [(80, 24), (120, 44)] {
        let mut seen = ["d4", "d6", "b2", "c3", "g4"].map(|label| colour_at(&app, label, window)).to_vec();
        assert_eq!(seen[0], theme::marble(Colour::White).bg.unwrap());
        assert_eq!(seen[4], theme::CLOTH);
        assert!(!seen.contains(&Color::Reset), "nothing depends on the terminal's own background");
        seen.sort_by_key(|colour| format!("{colour:?}"));
        seen.dedup();
        assert_eq!(seen.len(), 5);
    }
}

#[test]
fn letters_and_labels_can_be_shown() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wd4,d1"]);
    assert!(!text(&app).contains("(d5 )"));
    press(&mut app, "<Up>tc");
    let seen = text(&app);
    assert!(seen.contains("{ W }") && seen.contains("[d5 ]") && seen.contains("(c3 )"), "{seen}");
}

#[test]
fn pool_captures_and_goals_are_shown() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1", "x d5Wd3"]);
    let seen = text(&app);
    for line in [
        "Pool         5    7   10",
        "  Player 1   1    0    0",
        "    to go    3    5    6      8",
        "▶ Player 2   0    0    0",
        "    to go    4    5    6      9",
    ] {
        assert!(seen.contains(line), "{line}\n{seen}");
    }
    for line in ["    1 1 Wd4,d1", "    2 2 Gd5,a1", "▸  3 1 x d5Wd3"] {
        assert!(seen.contains(line), "{line}\n{seen}");
    }
}

#[test]
fn the_last_turn_and_the_ring_it_removed_are_marked() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wb2,a1"]);
    let seen = lines(&app, 80, 24);
    assert!(seen[12].contains("{   }"), "{}", seen[12]);
    assert!(seen[13].starts_with("   x "), "{}", seen[13]);
}

#[test]
fn long_lists_of_turns_scroll() {
    let mut app = app(standard());
    for number in 0..16 {
        let position = app.game.position();
        let all = position.turns(app.rules());
        let turn = all.nth(number * 37 % all.len()).unwrap();
        let turn = position.write_turn(app.rules(), &turn).to_string();
        type_turns(&mut app, &[&turn]);
    }
    let seen = text(&app);
    assert!(seen.contains("▸ 16 2 ") && !seen.contains("   1 1 "), "{seen}");
    press(&mut app, "<PgUp><PgUp><PgUp>");
    let seen = text(&app);
    assert!(seen.contains("   1 1 ") && !seen.contains("▸ 16 2 "), "{seen}");
    press(&mut app, "<PgDn><PgDn><PgDn>");
    assert!(text(&app).contains("▸ 16 2 "));
    press(&mut app, "<Home>");
    assert!(text(&app).contains("   1 1 "));
}

#[test]
fn every_key_is_in_the_help_and_any_key_closes_it() {
    let mut app = app(standard());
    press(&mut app, "?");
    for (width, height) in [(80, 24), (70, 20), (120, 44)] {
        let seen = lines(&app, width, height).join("\n");
        for (key, what) in KEYS {
            assert!(seen.contains(key) && seen.contains(what), "{width}x{height}: {key} {what}\n{seen}");
        }
    }
    press(&mut app, "q");
    assert!(!app.quit && app.mode == Mode::Board);
}

#[test]
fn a_terminal_that_is_too_small_gets_an_explanation() {
    let app = app(standard());
    let seen = lines(&app, 60, 15).join(" ");
    assert!(seen.contains("needs a terminal of 70 by 20, but this one is 60 by 15."), "{seen}");
    for size in [(1, 1), (0, 0), (3, 50), (200, 2)] {
        lines(&app, size.0, size.1);
    }
    assert!(lines(&app, 70, 20).join(" ").contains("Player 1: place a white marble"));
}

#[test]
fn every_board_is_drawn_in_every_size() {
    for board in Board::presets() {
        let app = app(Rules::standard(board));
        for (width, height) in [(80, 24), (100, 30), (130, 50), (250, 80)] {
            let seen = lines(&app, width, height).join("\n");
            assert_eq!(seen.matches(" · ").count() - 1, app.rules().board.all().len(), "{seen}");
        }
    }
}
