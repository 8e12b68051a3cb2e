//! Whether something has to be made again: a note beside it says what it was made of.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::process::root;

/// What something is made of, in a few letters: others as soon as a file has other bytes or another name.
#[derive(Debug, PartialEq, Eq)]
pub struct Stamp(String);

impl Stamp {
    /// Looks at files and folders, given from the root of the repository; those that are not there count as that.
    pub fn of(inputs: &[&str]) -> Result<Self> {
        Self::of_paths(&inputs.iter().map(|input| root().join(input)).collect::<Vec<_>>())
    }

    fn of_paths(inputs: &[PathBuf]) -> Result<Self> {
        let mut files = Vec::new();
        for input in inputs {
            collect(input, &mut files)?;
        }
        files.sort();
        // Nobody wants to deceive us here, so a quick hash is as good as a strong one.
        let mut hasher = DefaultHasher::new();
        for file in files {
            let bytes = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            hasher.write(file.as_os_str().as_encoded_bytes());
            hasher.write_usize(bytes.len());
            hasher.write(&bytes);
        }
        Ok(Self(format!("{:016x}", hasher.finish())))
    }

    /// Whether the note in a folder says the same. A folder that was cleared has no note, so what was in it is made again.
    pub fn is_in(&self, folder: &Path) -> bool {
        fs::read_to_string(note(folder)).is_ok_and(|noted| noted == self.0)
    }

    /// Leaves the note in a folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::write(note(folder), &self.0).with_context(|| format!("nothing can be written to {}", folder.display()))
    }
}

fn note(folder: &Path) -> PathBuf {
    folder.join(".stamp")
}

/// All files below a path. Those with a dot in front are notes, such as ours.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
    } else if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))? {
            let entry = entry.with_context(|| format!("{} cannot be read", path.display()))?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                collect(&entry.path(), files)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_anywhere_is_another_stamp() {
        let folder = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        let inside = folder.join("a/b");
        fs::create_dir_all(&inside).unwrap();
        fs::write(inside.join("file"), "one").unwrap();
        let stamp = || Stamp::of_paths(&[folder.join("a"), folder.join("not-there")]).unwrap();
        let first = stamp();
        assert!(!first.is_in(&inside));
        first.write(&inside).unwrap();
        assert!(first.is_in(&inside));
        // The note itself does not count.
        assert_eq!(stamp(), first);
        fs::write(inside.join("file"), "two").unwrap();
        assert!(!stamp().is_in(&inside));
        fs::rename(inside.join("file"), inside.join("other")).unwrap();
        fs::write(inside.join("other"), "one").unwrap();
        assert_ne!(stamp(), first);
        fs::remove_dir_all(folder).unwrap();
    }
}
