//! The files of the web app. They are read when the server starts and never change.

use crate::encoding::Encoding;
use axum::{body::Bytes, http::HeaderValue};
use rust_embed::Embed;
use sha2::{Digest, Sha256};
use std::{borrow::Cow, collections::HashMap, fs, io, path::Path};

/// The built web app. Release builds contain it; debug builds read the folder when they start.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// The page that shows all pages of the app.
const INDEX: &str = "index.html";

/// The files of a web app by path. If there is a file `x`, the files `x.br` and `x.gz` are its encodings.
#[derive(Debug)]
pub struct Assets {
    files: HashMap<String, Asset>,
}

/// Why there is no app to serve.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum Missing {
    #[error("this binary was built without the web app; `cargo xtask run` in the source folder builds and starts both")]
    FromBinary,
    #[error("there is no {INDEX} in the folder {0}")]
    FromFolder(String),
    #[error("cannot read the folder {0}")]
    Unreadable(String, #[source] io::Error),
}

/// A file with its encodings.
#[derive(Debug)]
pub(crate) struct Asset {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    /// The first half of the SHA-256 of the plain bytes.
    hash: String,
    pub(crate) content_type: HeaderValue,
    pub(crate) cache_control: HeaderValue,
}

impl Assets {
    /// The app in this program.
    pub fn embedded() -> Result<Self, Missing> {
        let files = Dist::iter().filter_map(|path| {
            let bytes = match Dist::get(&path)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            };
            Some((path.into_owned(), bytes))
        });
        Self::new(files).ok_or(Missing::FromBinary)
    }

    /// The app in a folder.
    pub fn from_folder(folder: &Path) -> Result<Self, Missing> {
        let name = || folder.display().to_string();
        let mut files = Vec::new();
        collect(folder, "", &mut files).map_err(|error| Missing::Unreadable(name(), error))?;
        Self::new(files).ok_or_else(|| Missing::FromFolder(name()))
    }

    /// An app of these files; `None` without `index.html`. Paths do not begin with a slash.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Option<Self> {
        // Files of the build process have names that begin with a dot.
        let mut bytes: HashMap<String, Bytes> = files.into_iter().filter(|(path, _)| !path.starts_with('.')).collect();
        let mut paths: Vec<String> = bytes.keys().cloned().collect();
        // `x` comes before `x.br`, which it removes from the map.
        paths.sort();
        let mut files = HashMap::new();
        for path in paths {
            let Some(plain) = bytes.remove(&path) else { continue };
            let mut encoded = |suffix| bytes.remove(&format!("{path}{suffix}"));
            let (brotli, gzip) = (encoded(".br"), encoded(".gz"));
            let asset = Asset {
                hash: hash(&plain),
                content_type: HeaderValue::from_static(content_type(&path)),
                cache_control: HeaderValue::from_static(cache_control(&path)),
                plain,
                brotli,
                gzip,
            };
            files.insert(path, asset);
        }
        files.contains_key(INDEX).then_some(Self { files })
    }

    /// The file at a path. Only files in the map can be served, so no path leads out of the app.
    pub(crate) fn get(&self, path: &str) -> Option<&Asset> {
        let path = path.strip_prefix('/')?;
        self.files.get(if path.is_empty() { INDEX } else { path })
    }

    pub(crate) fn index(&self) -> Option<&Asset> {
        self.files.get(INDEX)
    }
}

impl Asset {
    /// The page with tags at the end of its head. It has no other encodings: it is small, and made for one request. `None` if the file is not
    /// a page with a head.
    pub(crate) fn with_tags(&self, tags: &str) -> Option<Asset> {
        let (before, after) = std::str::from_utf8(&self.plain).ok()?.split_once("</head>")?;
        let plain = Bytes::from(format!("{before}{tags}</head>{after}"));
        let (content_type, cache_control) = (self.content_type.clone(), self.cache_control.clone());
        Some(Asset { hash: hash(&plain), plain, brotli: None, gzip: None, content_type, cache_control })
    }

    /// Whether there is another encoding than plain bytes.
    pub(crate) fn is_encoded(&self) -> bool {
        self.brotli.is_some() || self.gzip.is_some()
    }

    /// The bytes in an encoding, if it is available.
    pub(crate) fn bytes(&self, encoding: Encoding) -> Option<&Bytes> {
        match encoding {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => Some(&self.plain),
        }
    }

    /// The strong `ETag`. Each encoding has its own.
    pub(crate) fn tag(&self, encoding: Encoding) -> String {
        match encoding.name() {
            Some(name) => format!("\"{}-{name}\"", self.hash),
            None => format!("\"{}\"", self.hash),
        }
    }
}

/// The first half of the SHA-256 of a file.
fn hash(bytes: &[u8]) -> String {
    format!("{:x}", Bytes::copy_from_slice(&Sha256::digest(bytes)[..16]))
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Bytes)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push((path, fs::read(entry.path())?.into()));
        }
    }
    Ok(())
}

/// Files in `assets` are named after their content and never change. Browsers check all others each time.
fn cache_control(path: &str) -> &'static str {
    if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(paths: &[&str]) -> Option<Assets> {
        Assets::new(paths.iter().map(|&path| (path.to_owned(), Bytes::from(path.to_owned()))))
    }

    #[test]
    fn an_app_needs_an_index_page() {
        assert!(assets(&[]).is_none());
        assert!(assets(&["main.js", ".stamp"]).is_none());
        assert!(Missing::FromBinary.to_string().contains("`cargo xtask run`"));
    }

    #[test]
    fn encodings_belong_to_their_file() {
        let assets = assets(&["index.html", "index.html.br", "a.js", "a.js.gz", "alone.br"]).unwrap();
        let index = assets.get("/").unwrap();
        assert_eq!(index.bytes(Encoding::Brotli).unwrap(), "index.html.br");
        assert_eq!(index.bytes(Encoding::Gzip), None);
        assert!(assets.get("/a.js").unwrap().is_encoded());
        assert!(assets.get("/a.js.gz").is_none());
        assert!(!assets.get("/alone.br").unwrap().is_encoded());
        assert_ne!(index.tag(Encoding::Identity), assets.get("/a.js").unwrap().tag(Encoding::Identity));
    }
}
