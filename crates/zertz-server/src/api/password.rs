//! Passwords: hashed with Argon2 on blocking threads, a few at a time.

use super::ApiError;
use crate::id::random_text;
use argon2::{
    ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, PasswordHash, Version,
    password_hash::{Output, ParamsString, SaltString},
};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
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

/// The memory of earlier hashes, which later ones use. The allocator would keep much of it for each thread that has hashed something.
static MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// The memory that nobody uses now.
fn unused() -> std::sync::MutexGuard<'static, Vec<Vec<Block>>> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn digest(argon2: &Argon2<'_>, password: &str, salt: &[u8], length: usize) -> Option<Output> {
    let mut memory = unused().pop().unwrap_or_default();
    memory.resize(argon2.params().block_count().max(memory.len()), Block::default());
    let output = Output::init_with(length, |output| {
        Ok(argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory[..])?)
    });
    unused().push(memory);
    output.ok()
}

fn hash(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let argon2 = Argon2::default();
    let output = digest(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(salt.as_salt()),
        hash: Some(output),
    };
    Some(hash.to_string())
}

/// A new random password with its hash, for a person who has forgotten theirs.
pub fn new_password() -> Option<(String, String)> {
    let password = random_text(14);
    let hash = hash(&password)?;
    Some((password, hash))
}

fn matches(password: &str, hash: &str) -> bool {
    let computed = || {
        let known = PasswordHash::new(hash).ok()?;
        let algorithm = Algorithm::try_from(known.algorithm).ok()?;
        let version = known.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&known).ok()?);
        let (mut salt, expected) = ([0; 64], known.hash?);
        let salt = known.salt?.decode_b64(&mut salt).ok()?;
        // The comparison takes the same time wherever the two differ.
        Some(digest(&argon2, password, salt, expected.len())? == expected)
    };
    computed().unwrap_or(false)
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

    #[test]
    fn hashes_are_those_of_the_library_and_share_their_memory() {
        use argon2::password_hash::{PasswordHasher, PasswordVerifier};
        let salt = SaltString::encode_b64(b"0123456789abcdef").unwrap();
        let theirs = Argon2::default().hash_password(b"battery", &salt).unwrap().to_string();
        assert!(matches("battery", &theirs) && !matches("batterz", &theirs) && !matches("battery", "rubbish"));
        for _ in 0..6 {
            let ours = hash("battery").unwrap();
            let ours = PasswordHash::new(&ours).unwrap();
            assert!(Argon2::default().verify_password(b"battery", &ours).is_ok());
        }
        // Other tests may hash at the same time.
        assert!((1..4).contains(&unused().len()), "{}", unused().len());
    }

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
