//! Loads and saves records. Errors are sentences for the player. A failure never damages an existing file.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use zertz::notation::{self, Format, Record};

/// The path that a player typed. A leading `~/` is the home directory.
pub fn path(text: &str) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// A name that no file in the current directory has.
pub fn free_name() -> String {
    let names = std::iter::once("zertz.txt".to_owned()).chain((2..).map(|n| format!("zertz-{n}.txt")));
    names.into_iter().find(|name| !Path::new(name).exists()).unwrap_or_default()
}

/// The format for the extension of a file name; the official notation for unknown extensions.
fn format_of(path: &Path) -> Format {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ending.parse().unwrap_or(Format::Official)
}

pub fn load(path: &Path) -> Result<Record, String> {
    let bytes = fs::read(path).map_err(|error| format!("{} cannot be read: {}.", path.display(), why(&error)))?;
    let not_a_record = |why: String| format!("{} is not a record of a game: {why}.", path.display());
    let text = String::from_utf8(bytes).map_err(|_| not_a_record("it is not text".to_owned()))?;
    if text.trim().is_empty() {
        return Err(not_a_record("it is empty".to_owned()));
    }
    notation::read(&text).map_err(|error| not_a_record(error.to_string()))
}

/// Writes a record in the format of the file name. An existing file is replaced.
pub fn save(path: &Path, record: &Record) -> Result<(), String> {
    let cannot = |why: String| format!("{} cannot be written: {why}.", path.display());
    let format = format_of(path);
    let text = format.write(record);
    // Formats of other programs may be unable to store unusual rules. Better to say so now than when the file is read.
    let facts =
        |record: &Record| (turns(record), *record.start(), record.rules().clone(), record.swapped, record.result);
    if !format.read(&text).is_ok_and(|copy| facts(&copy) == facts(record)) {
        return Err(cannot(format!("the format {format} cannot store this game, but a .txt file can")));
    }
    replace(path, text.as_bytes()).map_err(|error| cannot(why(&error)))
}

fn turns(record: &Record) -> Vec<zertz::Turn> {
    record.main_line().map(|id| *record[id].turn()).collect()
}

/// Writes a temporary file first, so that a full disk or a crash does not damage the old one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link; its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let temporary = path.with_file_name(format!(".{}.{}.tmp", name.display(), std::process::id()));
    let written = write_new(&temporary, bytes).and_then(|()| {
        if let Ok(old) = fs::metadata(&path) {
            fs::set_permissions(&temporary, old.permissions())?;
        }
        fs::rename(&temporary, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The reason without the error number of the system.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "part of the path is not a directory".to_owned(),
        io::ErrorKind::InvalidFilename => "it is not a file name".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::Folder;
    use zertz::{Board, Game, Rules};

    fn record() -> Record {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        for turn in ["Wd4,d1", "Gd5,a1", "x d5Wd3"] {
            game.play_text(turn).unwrap();
        }
        Record::of(&game)
    }

    #[test]
    fn the_extension_selects_the_format() {
        for (name, format) in [("a.zen", Format::Zen), ("a.SGF", Format::Sgf), ("a.json", Format::Json)] {
            assert_eq!(format_of(Path::new(name)), format);
        }
        for name in ["a.txt", "a", "sgf", "a.b.c"] {
            assert_eq!(format_of(Path::new(name)), Format::Official);
        }
    }

    #[test]
    fn errors_of_loading_are_explained() {
        let folder = Folder::new("sentence");
        let missing = load(&folder.0.join("missing.txt")).unwrap_err();
        assert!(missing.ends_with("missing.txt cannot be read: there is no such file or directory."), "{missing}");
        assert!(load(&folder.0).unwrap_err().ends_with("it is a directory."));
        let path = folder.0.join("letter.txt");
        for (bytes, reason) in
            [(&b""[..], "it is empty"), (b"\xff\xfe", "it is not text"), (b"1. Wd4,d1 Gd4,a1", "turn 2")]
        {
            fs::write(&path, bytes).unwrap();
            let error = load(&path).unwrap_err();
            assert!(error.contains("is not a record of a game") && error.contains(reason), "{error}");
        }
    }

    #[test]
    fn errors_of_saving_are_explained_and_leave_no_file() {
        let folder = Folder::new("write");
        let error = save(&folder.0, &record()).unwrap_err();
        assert!(error.ends_with("cannot be written: it is a directory."), "{error}");
        let error = save(&folder.0.join("none/a.txt"), &record()).unwrap_err();
        assert!(error.ends_with("there is no such file or directory."), "{error}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    }
}
