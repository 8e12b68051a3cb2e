//! [`Config`]: the configuration of a server.

use ipnet::IpNet;
use std::net::IpAddr;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The public address, such as `https://zertz.example`. Without it, the server accepts the address that a request names.
    pub base_url: Option<String>,
    /// Networks of proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether there are rate limits; off for measurements.
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
    /// Whether browsers send cookies over encrypted connections only.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The name of the cookie. Browsers accept one with this prefix only over encrypted connections, and from this host alone.
    pub(crate) fn cookie(&self) -> &'static str {
        if self.is_secure() { "__Host-zertz" } else { "zertz" }
    }

    /// Whether an address is one of our proxies.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// Whether a page with this origin belongs to this server. `host` is the host that the request names.
    pub(crate) fn is_ours(&self, origin: &str, host: Option<&str>) -> bool {
        match &self.base_url {
            // An origin is the scheme and the host: the first three parts of a URL.
            Some(url) => origin.split('/').eq(url.split('/').take(3)),
            None => host.is_some_and(|host| {
                origin.split_once("://").is_some_and(|(scheme, of)| matches!(scheme, "http" | "https") && of == host)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_have_its_origin() {
        let config = Config { base_url: Some("https://zertz.example/".to_owned()), ..Config::default() };
        assert!(config.is_secure());
        assert!(config.is_ours("https://zertz.example", Some("anything")));
        for other in [
            "http://zertz.example",
            "https://evil.example",
            "https://zertz.example.evil.example",
            "https://zertz.example/x",
            "null",
            "",
        ] {
            assert!(!config.is_ours(other, Some("zertz.example")), "{other}");
        }
        let any = Config::default();
        assert!(any.is_ours("http://127.0.0.1:8080", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("http://evil.example", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("null", Some("127.0.0.1:8080")));
        assert!(!any.is_ours("http://127.0.0.1:8080", None));
    }
}
