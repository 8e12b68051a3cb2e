//! [`Folder`]: a temporary folder.

use std::{env, fs, path::PathBuf, process};

/// A folder for one test, which is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("zertz-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
