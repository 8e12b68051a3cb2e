//! Playing a turn by keys, by typing and by mouse.

use super::*;
use crate::play::geometry::Layout;
use ratatui::{
    crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use zertz::{Colour, Marbles, Player};

#[test]
fn a_marble_is_placed_and_a_ring_removed_with_arrows_and_enter() {
    let mut app = app(standard());
    press(&mut app, "<Enter>");
    assert!(app.game.turns().is_empty(), "the ring is still to be removed");
    press(&mut app, "<Down><Down><Down><Enter>");
    assert_eq!(turns(&app), ["Wd4,d1"]);
    assert_eq!(app.game.position().mover(), Player::Two);
}

#[test]
fn letters_and_tab_choose_the_colour() {
    let mut app = app(standard());
    for (key, colour) in [("g", Colour::Grey), ("b", Colour::Black), ("w", Colour::White), ("<Tab>", Colour::Grey)] {
        press(&mut app, key);
        assert_eq!(app.hand, Some(colour), "{key}");
    }
    press(&mut app, "<Tab><Tab>");
    assert_eq!(app.hand, Some(Colour::White));
}

#[test]
fn a_missing_colour_is_refused_with_the_reason() {
    let mut app = app_at(standard(), "oooo/ooooo/oooooo/oooGooo/1oooooo/2ooooo/3oooo 0/7/10 3/0/0 3/0/0 1");
    assert_eq!(app.hand, Some(Colour::Grey), "the first colour there is");
    press(&mut app, "w");
    assert_eq!(notice(&app), "There is no white marble left in the pool.");
    press(&mut app, "<Tab><Tab>");
    assert_eq!(app.hand, Some(Colour::Grey), "white is left out");
}

#[test]
fn the_last_step_can_be_undone() {
    let mut app = app(standard());
    for key in ["<Esc>", "<Back>"] {
        press(&mut app, "<Enter>");
        assert_eq!(app.turn.steps().len(), 1);
        press(&mut app, key);
        assert_eq!(app.turn.steps().len(), 0);
        assert_eq!(app.position(), app.rules().start());
    }
}

#[test]
fn a_wrong_ring_is_refused_with_the_reason() {
    let mut app = app(standard());
    choose(&mut app, "d4");
    choose(&mut app, "d3");
    assert_eq!(notice(&app), "Ring d3 cannot slide out between its neighbours.");
    choose(&mut app, "d4");
    assert_eq!(notice(&app), "There is a marble on d4.");
    choose(&mut app, "d1");
    choose(&mut app, "d1");
    assert_eq!(notice(&app), "Ring d1 is no longer on the board.");
    assert_eq!(turns(&app), ["Wd4,d1"]);
}

#[test]
fn a_capture_is_compulsory_and_explained() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1"]);
    assert_eq!(app.marks().targets, rings(&app, "d4 d5"));
    assert!(text(&app).contains("Player 1 must capture: choose a marble to jump with"));
    for key in ["b", "<Enter>"] {
        app.put_cursor(ring(&app, "a2"));
        press(&mut app, key);
        assert_eq!(notice(&app), "A marble can be captured, so you must capture with d4 or d5.");
    }
    choose(&mut app, "d5");
    assert_eq!(app.marks().targets, rings(&app, "d3"));
    assert!(text(&app).contains("choose where the marble on d5 lands"));
    choose(&mut app, "d4");
    assert_eq!(app.marks().targets, rings(&app, "d6"), "the other marble is chosen instead");
    choose(&mut app, "a2");
    assert_eq!(notice(&app), "A marble cannot jump from d4 to a2: they are not two rings apart in a straight line.");
    choose(&mut app, "b2");
    assert_eq!(notice(&app), "There is no marble on c3.");
    choose(&mut app, "d6");
    assert_eq!(turns(&app).last().unwrap(), "x d4Gd6");
    assert_eq!(app.game.position().captured(Player::One)[Colour::Grey], 1);
}

/// d1 can jump over d2, and then over d4 or over e2.
const CHAIN: &str = "oooo/ooooo/oooooo/WGoGooo/1oBoooo/2ooooo/3oooo 5/6/9 0/0/0 0/0/0 1";

#[test]
fn a_chain_is_played_step_by_step() {
    let mut app = app_at(standard(), CHAIN);
    choose(&mut app, "d1");
    press(&mut app, "<Tab>");
    assert_eq!(app.cursor, ring(&app, "d3"), "Tab goes to a ring that can be chosen");
    press(&mut app, "<Enter>");
    assert!(text(&app).contains("Player 1 must continue: choose where the marble on d3 lands next"), "{}", text(&app));
    assert_eq!(app.marks().targets, rings(&app, "d5 f1"), "two ways to continue");
    press(&mut app, "<Esc>");
    assert_eq!(app.position(), *app.game.start(), "the first jump is undone");
    choose(&mut app, "d1");
    choose(&mut app, "d3");
    choose(&mut app, "d5");
    assert_eq!(turns(&app), ["x d1Gd3Gd5"]);
}

#[test]
fn a_turn_can_be_typed_and_corrected() {
    let mut app = app(standard());
    press(&mut app, "iWd4,d3<Enter>");
    assert!(matches!(app.mode, Mode::Prompt(..)), "the wrong turn stays in the field");
    assert_eq!(notice(&app), "Ring d3 cannot slide out between its neighbours.");
    press(&mut app, "<Back>1<Enter>");
    assert_eq!(turns(&app), ["Wd4,d1"]);
    press(&mut app, "/nonsense<Enter>");
    assert!(notice(&app).ends_with('.') && app.notice.as_ref().unwrap().refusal);
    press(&mut app, "<Esc>");
    assert_eq!((app.mode.clone(), notice(&app)), (Mode::Board, ""));
    press(&mut app, "<Enter>:Gd6,a1<Enter>");
    assert_eq!(turns(&app), ["Wd4,d1", "Gd6,a1"], "a typed turn replaces an unfinished one");
}

#[test]
fn rings_and_colours_can_be_clicked() {
    let mut app = app(standard());
    let layout = Layout::new(Rect::new(0, 0, 80, 24), &app.rules().board).unwrap();
    let click = |column, row| MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row,
        modifiers: KeyModifiers::NONE,
    };
    let buffer = picture(&app, 80, 24);
    let mut hand = (0..24).flat_map(|y| (37..80).map(move |x| (x, y))).filter(|&at| buffer[at].symbol() == "B");
    let (x, y) = hand.next_back().unwrap();
    app.mouse(click(x, y), &layout);
    assert_eq!(app.hand, Some(Colour::Black));
    for label in ["b2", "a1"] {
        let rect = layout.cells(ring(&app, label));
        app.mouse(click(rect.x + 2, rect.y), &layout);
    }
    assert_eq!(turns(&app), ["Bb2,a1"]);
    app.mouse(click(0, 0), &layout);
    assert_eq!(turns(&app).len(), 1);
}

#[test]
fn the_end_is_announced_and_a_new_game_begins() {
    let mut app = app_at(standard(), "oooo/ooooo/oooooo/ooWWooo/1oooooo/2ooooo/3oooo 0/8/10 3/0/0 1/0/0 1");
    choose(&mut app, "d3");
    choose(&mut app, "d5");
    assert!(text(&app).contains("★ Player 1 wins with white marbles! ★"));
    press(&mut app, "<Enter>");
    assert!(notice(&app).starts_with("The game is over"));
    press(&mut app, "n");
    assert!(text(&app).contains("The game is not saved. Start a new game anyway?"));
    press(&mut app, "y");
    assert!(app.game.turns().is_empty() && app.game.outcome().is_none());
}

#[test]
fn a_player_without_marbles_passes() {
    let rules = Rules { pool: Marbles::new(1, 1, 1), ..standard() };
    let mut app = app_at(rules, "oooo/ooooo/oooooo/oooGooo/1oooooo/2ooooo/3oooo 0/0/0 0/0/0 1/0/1 1");
    assert!(text(&app).contains("Player 1 has no marble to place and no capture: Enter passes"));
    press(&mut app, "<Enter>");
    assert_eq!(turns(&app), ["-"]);
}

#[test]
fn whole_games_can_be_played_by_choosing_what_is_marked() {
    for (seed, board) in Board::presets().enumerate() {
        let mut rng = zertz::Rng::new(seed as u64);
        let mut app = app(Rules { claims: zertz::Claims::Optional, ..Rules::blitz(board) });
        let mut steps = 0;
        while app.game.outcome().is_none() {
            let marks = app.marks();
            let rings: Vec<Ring> = (marks.places | marks.targets).into_iter().collect();
            match rings.get(rng.below(rings.len().max(1))) {
                Some(&ring) => app.put_cursor(ring),
                None => press(&mut app, ["y", "n"][rng.below(2)]),
            }
            press(&mut app, ["<Enter>", "<Tab><Enter>"][rng.below(2)]);
            picture(&app, 80, 24);
            steps += 1;
            assert!(steps < 2000, "the game comes to an end");
        }
        assert!(text(&app).contains('★'));
        press(&mut app, "<Home>");
        assert_eq!(app.game.position(), app.game.start());
        press(&mut app, "<End>");
        assert!(app.game.outcome().is_some());
    }
}

#[test]
fn no_sequence_of_keys_breaks_anything() {
    let keys = "<Up> <Down> <Left> <Right> <Enter> <Enter> <Enter> <Tab> <Esc> <Back> <Home> <End> <PgUp> <PgDn> \
                w g b y d s u r R n m c t ? 1 3 7 9 :x<Enter> L<Esc> S<Esc>";
    let keys: Vec<&str> = keys.split_whitespace().collect();
    for (seed, rules) in
        [standard(), Rules::tournament(Board::rings48()), Rules { swap: true, ..standard() }].into_iter().enumerate()
    {
        let mut rng = zertz::Rng::new(seed as u64);
        let mut app = app(rules);
        for _ in 0..3000 {
            press(&mut app, keys[rng.below(keys.len())]);
            picture(&app, 80, 24);
        }
    }
}
