//! [`Config`]: what a server can be told.

use std::net::IpAddr;

/// What a server can be told about itself.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where people find it, such as `https://zertz.example`. Without it, any address it is reached by will do.
    pub base_url: Option<String>,
    /// Proxies whose word is taken on where a request comes from.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether anybody's requests are limited; off for measurements.
    pub limits: bool,
    /// Whether guests may use the chat.
    pub guests_may_chat: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { base_url: None, trusted_proxies: Vec::new(), limits: true, guests_may_chat: false }
    }
}

impl Config {
    /// Whether cookies go over encrypted connections only.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether a page of this origin is one of ours. `host` is what the browser asked for.
    pub(crate) fn is_ours(&self, origin: &str, host: Option<&str>) -> bool {
        match &self.base_url {
            Some(url) => origin == origin_of(url),
            None => host.is_some_and(|host| {
                origin.split_once("://").is_some_and(|(scheme, of)| matches!(scheme, "http" | "https") && of == host)
            }),
        }
    }
}

/// The scheme and the host of an address.
fn origin_of(url: &str) -> &str {
    let after = url.find("://").map_or(0, |at| at + 3);
    let end = url[after..].find('/').map_or(url.len(), |at| after + at);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_ours() {
        let config = Config { base_url: Some("https://zertz.example/".to_owned()), ..Config::default() };
        assert!(config.is_secure());
        assert!(config.is_ours("https://zertz.example", Some("anything")));
        for other in ["http://zertz.example", "https://evil.example", "https://zertz.example.evil.example", "null", ""]
        {
            assert!(!config.is_ours(other, Some("zertz.example")), "{other}");
        }
        let any = Config::default();
        assert!(any.is_ours("http://127.0.0.1:8080", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("http://evil.example", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("null", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("http://127.0.0.1:8080", None));
    }
}
