//! Passwords: hashed with Argon2, off the threads that serve, and only a few at a time.

use super::Trouble;
use argon2::{
    Argon2, PasswordHash, PasswordVerifier,
    password_hash::{PasswordHasher, SaltString},
};
use std::sync::{Arc, LazyLock};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// Each takes 19 MiB for some 20 milliseconds.
const AT_ONCE: usize = 2;

/// A hash that no password has, so that a name that does not exist takes as long as one that does.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| make(&crate::id::random(30)));

/// Who hashes.
#[derive(Debug)]
pub(super) struct Passwords(Arc<Semaphore>);

impl Default for Passwords {
    fn default() -> Self {
        Passwords(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

fn make(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    Argon2::default().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

/// A new password that nobody can guess, with its hash, for somebody who has forgotten theirs.
pub fn new_password() -> Option<(String, String)> {
    let password = crate::id::random(14);
    let hash = make(&password)?;
    Some((password, hash))
}

fn fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

impl Passwords {
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
        let Ok(_place) = Arc::clone(&self.0).acquire_owned().await else { return Err(Trouble::ours()) };
        spawn_blocking(work).await.map_err(|_| Trouble::ours())
    }

    /// The hash of a password.
    pub async fn hash(&self, password: String) -> Result<String, Trouble> {
        self.work(move || make(&password)).await?.ok_or_else(Trouble::ours)
    }

    /// Whether a password has this hash. Without one it takes as long, and says no.
    pub async fn check(&self, password: String, hash: Option<String>) -> Result<bool, Trouble> {
        self.work(move || match hash.as_ref().or(NOBODY.as_ref()) {
            Some(known) => fits(&password, known) && hash.is_some(),
            None => false,
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let passwords = Passwords::default();
        let hash = passwords.hash("korrekt battery".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert_ne!(hash, passwords.hash("korrekt battery".to_owned()).await.unwrap(), "salted");
        assert!(passwords.check("korrekt battery".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.check("wrong".to_owned(), Some(hash)).await.unwrap());
        assert!(!passwords.check("wrong".to_owned(), None).await.unwrap());
    }
}
