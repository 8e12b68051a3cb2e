//! The variants of the rules in the interface.

use super::*;
use zertz::{Captures, Claims, Colour, Player};

fn optional() -> Rules {
    Rules { claims: Claims::Optional, ..standard() }
}

fn island() -> App {
    // Only b2 connects the two rings of column a to the others.
    let mut app = app_at(optional(), "oW2/1o1oo/o1oooo/ooooooo/1oooooo/2ooooo/3oooo 5/8/10 0/0/0 0/0/0 1");
    press(&mut app, "g");
    choose(&mut app, "a1");
    choose(&mut app, "b2");
    app
}

#[test]
fn a_full_group_may_be_claimed() {
    let mut app = island();
    assert!(text(&app).contains("Player 1: claim a1 a2 (1 white, 1 grey)? y or n"), "{}", text(&app));
    assert_eq!(app.marks().chosen, rings(&app, "a1 a2"));
    press(&mut app, "<Enter>");
    assert_eq!(notice(&app), "First decide on the marked group: y claims it, n leaves it.");
    press(&mut app, "y");
    assert_eq!(turns(&app), ["Ga1,b2 x Ga1Wa2"]);
    assert_eq!(app.game.position().captured(Player::One).total(), 2);
}

#[test]
fn a_full_group_may_be_left() {
    let mut app = island();
    press(&mut app, "<Esc>");
    assert!(text(&app).contains("remove one of the marked rings"), "the removal can still be undone");
    choose(&mut app, "b2");
    press(&mut app, "n");
    assert_eq!(turns(&app), ["Ga1,b2 x-"]);
    assert_eq!(app.game.position().captured(Player::One).total(), 0);
}

fn claimed() -> Rules {
    Rules { captures: Captures::OnDemand, ..standard() }
}

#[test]
fn a_missed_capture_can_be_demanded() {
    let mut app = app(claimed());
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1"]);
    assert!(app.marks().targets.is_empty(), "players watch for captures themselves");
    assert!(app.marks().places.contains(ring(&app, "b2")));
    type_turns(&mut app, &["Bb2,g4"]);
    press(&mut app, "d");
    assert_eq!(notice(&app), "Bb2,g4 missed a capture and is undone. Player 1 must capture now.");
    assert_eq!(turns(&app).len(), 2);
    assert!(text(&app).contains("Player 1 must make the missed capture"));
    assert_eq!(app.marks().targets, rings(&app, "d4 d5"));
    choose(&mut app, "b2");
    assert_eq!(notice(&app), "A marble can be captured, so you must capture with d4 or d5.");
    choose(&mut app, "d4");
    choose(&mut app, "d6");
    press(&mut app, "d");
    assert_eq!(notice(&app), "There is no missed capture to demand.");
}

#[test]
fn possible_captures_are_marked_on_request() {
    let mut app = app(claimed());
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1"]);
    press(&mut app, "m");
    assert_eq!(app.marks().targets, rings(&app, "d4 d5"));
    choose(&mut app, "d5");
    choose(&mut app, "d3");
    assert_eq!(turns(&app).last().unwrap(), "x d5Wd3");
}

#[test]
fn the_second_player_may_swap_once() {
    let mut app = App::new(Options {
        names: [Some("Anna".to_owned()), Some("Bert".to_owned())],
        ..Options::new(Rules { swap: true, ..standard() })
    })
    .unwrap();
    press(&mut app, "s");
    assert!(app.notice.as_ref().unwrap().refusal);
    type_turns(&mut app, &["Wd4,d1"]);
    assert!(text(&app).contains("swap") && text(&app).contains("Bert: place a white marble"));
    press(&mut app, "s");
    assert!(app.game.is_swapped());
    assert!(text(&app).contains("Anna: place a white marble"), "the players have swapped sides");
    press(&mut app, "u");
    assert_eq!(notice(&app), "The swap is undone.");
    press(&mut app, "r");
    assert!(app.game.is_swapped());
}

fn touch() -> Rules {
    Rules { touch_move: true, ..standard() }
}

#[test]
fn a_touched_marble_must_be_played() {
    let mut app = app(touch());
    choose(&mut app, "d4");
    assert_eq!(notice(&app), "First take a marble: w white, g grey, b black.");
    press(&mut app, "g");
    press(&mut app, "w");
    assert_eq!(notice(&app), "You have taken a grey marble, so you must place it.");
    press(&mut app, "<Esc>");
    assert_eq!(app.hand, Some(Colour::Grey));
    press(&mut app, "<Enter><Esc>");
    assert_eq!(app.turn.steps().len(), 1, "the placed marble stays");
    press(&mut app, ":Wd4,d1<Enter>");
    assert_eq!(notice(&app), "You must play what you touched, and this turn begins differently.");
    press(&mut app, "<Esc>:Gd4,d1<Enter>");
    assert_eq!(turns(&app), ["Gd4,d1"]);
    assert_eq!(app.hand, None, "the next player has taken nothing yet");
    for key in ["u", "<Home>"] {
        press(&mut app, key);
        assert_eq!(turns(&app).len(), 1);
        assert!(notice(&app).starts_with("Turns cannot be undone"));
    }
}

#[test]
fn a_touched_marble_must_jump() {
    let mut app = app(Rules::tournament(Board::rings37()));
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1"]);
    choose(&mut app, "d5");
    press(&mut app, "w");
    assert_eq!(notice(&app), "You have touched a marble to jump with, so you must jump.");
    choose(&mut app, "d4");
    assert!(app.notice.as_ref().unwrap().refusal, "the other marble can no longer be chosen");
    choose(&mut app, "d3");
    assert_eq!(turns(&app).last().unwrap(), "x d5Wd3");
}

#[test]
fn a_marble_in_hand_must_be_placed() {
    let mut app = app(Rules::tournament(Board::rings37()));
    type_turns(&mut app, &["Wd4,d1", "Gd5,a1"]);
    press(&mut app, "w");
    choose(&mut app, "d5");
    assert_eq!(notice(&app), "You have taken a marble to place, so you must place it.");
    choose(&mut app, "b2");
    press(&mut app, "d");
    assert!(notice(&app).contains("begun your own turn"));
}
