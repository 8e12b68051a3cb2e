//! Undo, files, resigning and quitting.

use super::*;
use std::fs;

const GAME: [&str; 3] = ["Wd4,d1", "Gd5,a1", "x d5Wd3"];

fn played() -> App {
    let mut app = app(standard());
    type_turns(&mut app, &GAME);
    app
}

#[test]
fn turns_are_undone_and_redone() {
    let mut app = played();
    press(&mut app, "u");
    assert_eq!(notice(&app), "x d5Wd3 is undone; r plays it again.");
    assert!(text(&app).contains("x d5Wd3"), "the turn is still listed");
    press(&mut app, "uu");
    assert!(turns(&app).is_empty());
    press(&mut app, "u");
    assert_eq!(notice(&app), "There is nothing to undo.");
    press(&mut app, "rrr");
    assert_eq!(turns(&app), GAME);
    press(&mut app, "r");
    assert_eq!(notice(&app), "There is nothing to redo.");
    press(&mut app, "<Home>");
    assert!(turns(&app).is_empty());
    press(&mut app, "<End>");
    assert_eq!(turns(&app), GAME);
}

#[test]
fn undo_begins_with_an_unfinished_turn() {
    let mut app = app(standard());
    type_turns(&mut app, &["Wd4,d1"]);
    choose(&mut app, "b2");
    press(&mut app, "u");
    assert_eq!((turns(&app).len(), app.turn.steps().len()), (1, 0));
    press(&mut app, "u");
    assert!(turns(&app).is_empty());
}

#[test]
fn several_undone_turns_are_not_lost_without_asking() {
    let mut app = played();
    press(&mut app, "uuu:Bd4,d1<Enter>");
    assert!(text(&app).contains("The 3 undone turns will be lost."));
    assert!(text(&app).contains("Player 1: place a white marble"));
    press(&mut app, "n");
    press(&mut app, "<End>");
    assert_eq!(turns(&app), GAME);
    press(&mut app, "uuu");
    type_turns(&mut app, &["Wd4,d1"]);
    press(&mut app, "<End>");
    assert_eq!(turns(&app), GAME, "the same turn again changes nothing");
    press(&mut app, "uuu:Bd4,d1<Enter>y");
    assert_eq!(turns(&app), ["Bd4,d1"]);
}

#[test]
fn resigning_asks_first() {
    let mut app = played();
    press(&mut app, "R");
    assert!(text(&app).contains("Player 2, do you resign?"));
    press(&mut app, "n");
    assert_eq!(app.game.outcome(), None);
    press(&mut app, "Ry");
    assert!(text(&app).contains("★ Player 1 wins by resignation! ★"));
    press(&mut app, "u");
    assert_eq!(notice(&app), "The resignation is undone.");
    assert_eq!(app.game.outcome(), None);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = Folder::new("state");
    for name in ["game.txt", "game.zen", "game.sgf", "game.json"] {
        let path = folder.0.join(name);
        let mut one = played();
        assert!(one.is_unsaved());
        press(&mut one, "S");
        assert!(matches!(&one.mode, Mode::Prompt(_, line) if line.text().ends_with(".txt")), "a name is proposed");
        one.mode = Mode::Board;
        one.save(&path);
        assert!(!one.is_unsaved(), "{name}");
        assert!(notice(&one).starts_with("The game is saved as "));

        let mut two = app(standard());
        press(&mut two, &format!("L{}<Enter>", path.display()));
        assert_eq!(turns(&two), GAME, "{name}: {}", notice(&two));
        press(&mut two, "uu");
        assert_eq!(turns(&two), GAME[..1]);
        assert!(!two.is_unsaved(), "stepping back changes nothing");
        press(&mut two, "q");
        assert!(two.quit);
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4, "no temporary file is left");
}

#[test]
fn every_format_keeps_the_rules() {
    let folder = Folder::new("formats");
    let own = Rules { claims: zertz::Claims::Optional, swap: true, ..Rules::blitz(Board::rings37()) };
    let tournaments = Board::presets().map(Rules::tournament);
    for rules in tournaments.chain([own]) {
        for name in ["game.txt", "game.zen", "game.sgf", "game.json"] {
            let mut app = app(rules.clone());
            type_turns(&mut app, &["Wd4,d1"]);
            press(&mut app, "s");
            type_turns(&mut app, &["Gd6,a1"]);
            press(&mut app, "Ry");
            app.save(&folder.0.join(name));
            assert!(notice(&app).starts_with("The game is saved"), "{name} {}: {}", rules.board, notice(&app));
        }
    }
}

#[test]
fn a_file_is_not_replaced_without_asking() {
    let folder = Folder::new("replace");
    let path = folder.0.join("precious.txt");
    fs::write(&path, "precious").unwrap();
    let mut app = played();
    press(&mut app, "S");
    let clear = KeyEvent::new(KeyCode::Char('u'), ratatui::crossterm::event::KeyModifiers::CONTROL);
    app.key(clear);
    press(&mut app, &format!("{}<Enter>", path.display()));
    assert!(lines(&app, 200, 24).join("\n").contains("exists. Replace it? y or n"));
    press(&mut app, "n");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    press(&mut app, "S");
    app.key(clear);
    press(&mut app, &format!("{}<Enter>y", path.display()));
    assert!(fs::read_to_string(&path).unwrap().contains("Wd4,d1"));
}

#[test]
fn a_file_without_a_record_changes_nothing() {
    let folder = Folder::new("broken");
    let path = folder.0.join("letter.txt");
    fs::write(&path, "Dear Anna,").unwrap();
    let mut app = played();
    press(&mut app, &format!("L{}<Enter>", path.display()));
    assert!(text(&app).contains("The game is not saved. Load anyway?"));
    press(&mut app, "y");
    assert!(notice(&app).contains("is not a record of a game"), "{}", notice(&app));
    assert!(matches!(app.mode, Mode::Prompt(..)), "the name can be corrected");
    press(&mut app, "<Esc>");
    assert_eq!(turns(&app), GAME);
    let options = Options { load: Some(folder.0.join("none.txt")), ..Options::new(standard()) };
    assert!(App::new(options).unwrap_err().ends_with("there is no such file or directory."));
}

#[test]
fn comments_and_names_of_a_record_are_kept() {
    let folder = Folder::new("kept");
    let path = folder.0.join("game.txt");
    fs::write(&path, "[Player1 \"Anna\"]\n[Player2 \"Bert\"]\n\n1. Wd4,d1 {bold} Gd5,a1 *").unwrap();
    let mut app = App::new(Options { load: Some(path.clone()), ..Options::new(standard()) }).unwrap();
    assert!(text(&app).contains("Anna must capture"));
    app.save(&path);
    assert!(fs::read_to_string(&path).unwrap().contains("{bold}"));
    type_turns(&mut app, &["x d5Wd3"]);
    app.save(&path);
    assert!(fs::read_to_string(&path).unwrap().contains("Anna"));
}

#[test]
fn touch_move_does_not_bind_in_a_review() {
    let folder = Folder::new("tournament");
    let path = folder.0.join("game.txt");
    let mut one = app(Rules::tournament(Board::rings37()));
    type_turns(&mut one, &GAME);
    one.save(&path);
    let mut two = App::new(Options { load: Some(path), ..Options::new(standard()) }).unwrap();
    press(&mut two, "uu");
    assert_eq!(turns(&two).len(), 1);
    press(&mut two, ":Bb2,g4<Enter>y");
    assert_eq!(turns(&two), ["Wd4,d1", "Bb2,g4"]);
    press(&mut two, "u");
    assert_eq!(turns(&two).len(), 2, "from now on the touch-move rule applies");
}

#[test]
fn quitting_asks_only_if_turns_would_be_lost() {
    let mut fresh = app(standard());
    press(&mut fresh, "q");
    assert!(fresh.quit);
    let mut app = played();
    press(&mut app, "q");
    assert!(!app.quit && text(&app).contains("The game is not saved. Quit anyway?"));
    press(&mut app, "n");
    assert!(!app.quit && app.mode == Mode::Board);
    press(&mut app, "qS");
    assert!(matches!(app.mode, Mode::Prompt(..)));
    press(&mut app, "<Esc>qy");
    assert!(app.quit);
}

#[test]
fn control_c_twice_quits() {
    let mut app = played();
    let interrupt = KeyEvent::new(KeyCode::Char('c'), ratatui::crossterm::event::KeyModifiers::CONTROL);
    app.key(interrupt);
    assert!(!app.quit);
    app.key(interrupt);
    assert!(app.quit);
}
