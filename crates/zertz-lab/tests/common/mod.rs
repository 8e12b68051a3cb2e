//! What the tests share.

use std::path::PathBuf;

/// A path for a file of a test. The file is removed at the end.
pub struct Temporary(pub PathBuf);

impl Temporary {
    pub fn new(name: &str) -> Temporary {
        Temporary(std::env::temp_dir().join(format!("zertz-lab-{}-{name}", std::process::id())))
    }

    pub fn read(&self) -> String {
        std::fs::read_to_string(&self.0).expect("the file was written")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
