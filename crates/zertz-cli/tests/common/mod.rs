//! What tests of servers share.

use std::{env, fs, path::PathBuf, process};

/// A folder of a test's own, gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("zertz-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    /// A file for a server to keep its games in.
    pub fn database(&self) -> String {
        format!("sqlite://{}/zertz.db", self.path())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
