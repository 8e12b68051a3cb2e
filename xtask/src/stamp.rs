//! Decides whether something must be built again: a file next to it has a hash of its sources.

use crate::process::root;
use anyhow::{Context, Result};
use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    path::{Path, PathBuf},
};

/// A hash of the names and contents of files.
#[derive(Debug, PartialEq, Eq)]
pub struct Stamp(String);

impl Stamp {
    /// The stamp of files and folders, given as paths from the root of the repository. Some may not exist.
    pub fn of(inputs: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self> {
        Self::of_paths(&inputs.into_iter().map(|input| root().join(input)).collect::<Vec<_>>())
    }

    fn of_paths(inputs: &[PathBuf]) -> Result<Self> {
        let mut files = Vec::new();
        for input in inputs {
            collect_files(input, &mut files)?;
        }
        files.sort();
        // Nobody attacks this hash, so it may be a weak one.
        let mut hasher = DefaultHasher::new();
        for file in files {
            let bytes = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            hasher.write(file.as_os_str().as_encoded_bytes());
            hasher.write_usize(bytes.len());
            hasher.write(&bytes);
        }
        Ok(Self(format!("{:016x}", hasher.finish())))
    }

    /// Whether a folder has this stamp. An empty folder has none, so that its contents are built again.
    pub fn is_in(&self, folder: &Path) -> bool {
        fs::read_to_string(file_in(folder)).is_ok_and(|stamp| stamp == self.0)
    }

    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::write(file_in(folder), &self.0).with_context(|| format!("{} cannot be written to", folder.display()))
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join(".stamp")
}

/// Collects all files below a path, without hidden ones such as the stamp.
pub fn collect_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
    } else if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))? {
            let entry = entry.with_context(|| format!("{} cannot be read", path.display()))?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                collect_files(&entry.path(), files)?;
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
        // The stamp itself is not hashed.
        assert_eq!(stamp(), first);
        fs::write(inside.join("file"), "two").unwrap();
        assert!(!stamp().is_in(&inside));
        fs::rename(inside.join("file"), inside.join("other")).unwrap();
        fs::write(inside.join("other"), "one").unwrap();
        assert_ne!(stamp(), first);
        fs::remove_dir_all(folder).unwrap();
    }
}
