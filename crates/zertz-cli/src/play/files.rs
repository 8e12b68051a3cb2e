//! Records on disk. Every failure is a sentence for the player, and no failure harms a file that was there.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use zertz::notation::{self, Format, Record};

/// The path a player means: a leading `~/` is the home directory.
pub fn meant(text: &str) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// A name in the current directory that no file has yet.
pub fn free_name() -> String {
    let names = std::iter::once("zertz.txt".to_owned()).chain((2..).map(|n| format!("zertz-{n}.txt")));
    names.into_iter().find(|name| !Path::new(name).exists()).unwrap_or_default()
}

/// The format that the ending of a file's name asks for; the designer's notation for any other ending.
pub fn format_of(path: &Path) -> Format {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ending.parse().unwrap_or(Format::Official)
}

/// Reads a record, whatever its format.
pub fn load(path: &Path) -> Result<Record, String> {
    let bytes = fs::read(path).map_err(|error| format!("{} cannot be read: {}.", path.display(), why(&error)))?;
    let not_a_record = |why: String| format!("{} is not a record of a game: {why}.", path.display());
    let text = String::from_utf8(bytes).map_err(|_| not_a_record("it is not a text".to_owned()))?;
    if text.trim().is_empty() {
        return Err(not_a_record("it is empty".to_owned()));
    }
    notation::read(&text).map_err(|error| not_a_record(error.to_string()))
}

/// Writes a record in the format that the name asks for. A file of that name is replaced, and only by a complete one.
pub fn save(path: &Path, record: &Record) -> Result<(), String> {
    let cannot = |why: String| format!("{} cannot be written: {why}.", path.display());
    let format = format_of(path);
    let text = format.write(record);
    // A format of another program may be unable to hold a game of unusual rules. Better to say so now than when it is read.
    let facts =
        |record: &Record| (line(record), *record.start(), record.rules().clone(), record.swapped, record.result);
    let same = |copy: &Record| facts(copy) == facts(record);
    if !format.read(&text).is_ok_and(|copy| same(&copy)) {
        return Err(cannot(format!("the format {format} cannot hold this game, but a .txt file can")));
    }
    replace(path, text.as_bytes()).map_err(|error| cannot(why(&error)))
}

fn line(record: &Record) -> Vec<zertz::Turn> {
    record.main_line().map(|id| *record[id].turn()).collect()
}

/// Writes next to the file first, so that a full disk or a crash leaves the old one whole.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
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

/// The reason in words, without the system's number.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "you lack the permission".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "part of the path is not a directory".to_owned(),
        io::ErrorKind::InvalidFilename => "it is not the name of a file".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use zertz::{Board, Game, Rules};

    /// A directory of its own for a test, removed at the end.
    pub struct Folder(pub PathBuf);

    impl Folder {
        pub fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("zertz-play-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn record() -> Record {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        for turn in ["Wd4,d1", "Gd5,a1", "x d5Wd3"] {
            game.play_text(turn).unwrap();
        }
        Record::of(&game)
    }

    #[test]
    fn the_ending_of_the_name_chooses_the_format() {
        for (name, format) in [("a.zen", Format::Zen), ("a.SGF", Format::Sgf), ("a.json", Format::Json)] {
            assert_eq!(format_of(Path::new(name)), format);
        }
        for name in ["a.txt", "a", "sgf", "a.b.c"] {
            assert_eq!(format_of(Path::new(name)), Format::Official);
        }
    }

    #[test]
    fn what_is_saved_can_be_loaded() {
        let folder = Folder::new("load");
        for name in ["a.txt", "a.zen", "a.sgf", "a.json"] {
            let path = folder.0.join(name);
            save(&path, &record()).unwrap();
            assert_eq!(line(&load(&path).unwrap()), line(&record()), "{name}");
        }
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4, "no temporary file is left");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_sentence() {
        let folder = Folder::new("sentence");
        let missing = load(&folder.0.join("missing.txt")).unwrap_err();
        assert!(missing.ends_with("missing.txt cannot be read: there is no such file or directory."), "{missing}");
        assert!(load(&folder.0).unwrap_err().ends_with("it is a directory."));
        let path = folder.0.join("letter.txt");
        for (bytes, reason) in
            [(&b""[..], "it is empty"), (b"\xff\xfe", "it is not a text"), (b"1. Wd4,d1 Gd4,a1", "turn 2")]
        {
            fs::write(&path, bytes).unwrap();
            let error = load(&path).unwrap_err();
            assert!(error.contains("is not a record of a game") && error.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_a_sentence_and_nothing_is_left_behind() {
        let folder = Folder::new("write");
        let error = save(&folder.0, &record()).unwrap_err();
        assert!(error.ends_with("cannot be written: it is a directory."), "{error}");
        let error = save(&folder.0.join("none/a.txt"), &record()).unwrap_err();
        assert!(error.ends_with("there is no such file or directory."), "{error}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    }
}
