//! Passwords: hashed with Argon2 on blocking threads, a few at a time.

use super::ApiError;
use crate::id::random_text;
use argon2::{
    Argon2, PasswordHash, PasswordVerifier,
    password_hash::{PasswordHasher, SaltString},
};
use std::sync::{Arc, LazyLock};
use tokio::{sync::Semaphore, task::spawn_blocking};
use zertz_protocol::Code;

/// How many are hashed at once. Each takes 19 MiB for some 20 milliseconds.
const MAX_AT_ONCE: usize = 2;

/// The hash of an unknown password, so that checking an unknown name takes as long as checking a known one.
static DUMMY: LazyLock<Option<String>> = LazyLock::new(|| hash(&random_text(30)));

/// Hashes and checks passwords.
#[derive(Debug)]
pub(super) struct Passwords(Arc<Semaphore>);

impl Default for Passwords {
    fn default() -> Self {
        Passwords(Arc::new(Semaphore::new(MAX_AT_ONCE)))
    }
}

fn hash(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    Argon2::default().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

/// A new random password with its hash, for a person who has forgotten theirs.
pub fn new_password() -> Option<(String, String)> {
    let password = random_text(14);
    let hash = hash(&password)?;
    Some((password, hash))
}

fn matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

impl Passwords {
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let Ok(_permit) = Arc::clone(&self.0).acquire_owned().await else { return Err(Code::Internal.into()) };
        spawn_blocking(work).await.map_err(|_| Code::Internal.into())
    }

    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.work(move || self::hash(&password)).await?.ok_or(Code::Internal.into())
    }

    /// Whether a password has this hash. Without a hash it takes as long, and returns false.
    pub async fn check(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        self.work(move || match hash.as_ref().or(DUMMY.as_ref()) {
            Some(known) => matches(&password, known) && hash.is_some(),
            None => false,
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = Passwords::default();
        let hash = passwords.hash("korrekt battery".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert_ne!(hash, passwords.hash("korrekt battery".to_owned()).await.unwrap(), "salted");
        assert!(passwords.check("korrekt battery".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.check("wrong".to_owned(), Some(hash)).await.unwrap());
        assert!(!passwords.check("wrong".to_owned(), None).await.unwrap());
    }
}
