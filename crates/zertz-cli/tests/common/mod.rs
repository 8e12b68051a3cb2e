//! What the tests share. No test uses everything.
#![allow(dead_code)]

mod folder;

pub use folder::Folder;
use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

pub const ZERTZ: &str = env!("CARGO_BIN_EXE_zertz");

impl Folder {
    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.path())
    }

    pub fn database(&self) -> String {
        format!("sqlite://{}", self.file("zertz.db"))
    }
}

pub fn zertz(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(ZERTZ);
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("zertz starts");
    // Fails if the command ends without reading its input.
    let _ = child.stdin.take().expect("an input").write_all(input);
    child.wait_with_output().expect("zertz ends")
}

/// The output of a command that succeeds without an error message.
pub fn out(args: &[&str]) -> String {
    let output = zertz(args, b"");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

pub fn fails(args: &[&str]) -> (i32, String) {
    let output = zertz(args, b"");
    (output.status.code().expect("an exit code"), String::from_utf8(output.stderr).expect("UTF-8"))
}

pub fn game(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}
