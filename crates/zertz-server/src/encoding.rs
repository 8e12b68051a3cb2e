//! Which encoding of a file a browser wants, by its `Accept-Encoding`.

/// How the bytes of an answer are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// All of them, the smallest first.
    pub(crate) const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// What stands in `Content-Encoding`, where nothing stands for plain bytes.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// The encoding that is liked best of those there are; among equals, the smallest. Plain bytes are given to those who refuse
/// everything: a browser can do more with them than with an error.
pub(crate) fn choose(accept: &str, there: impl Fn(Encoding) -> bool) -> Encoding {
    let mut best = (0, Encoding::Identity);
    for encoding in Encoding::ALL.into_iter().filter(|&encoding| there(encoding)) {
        let liking = liking(accept, encoding);
        if liking > best.0 {
            best = (liking, encoding);
        }
    }
    best.1
}

/// How much an encoding is liked, in thousandths; 0 is a refusal.
fn liking(accept: &str, encoding: Encoding) -> u16 {
    let name = encoding.name().unwrap_or("identity");
    let (mut own, mut any) = (None, None);
    for item in accept.split(',') {
        let mut parts = item.split(';').map(str::trim);
        let coding = parts.next().unwrap_or_default();
        let weight = parts.find_map(weight).unwrap_or(1000);
        if coding.eq_ignore_ascii_case(name) || (encoding == Encoding::Gzip && coding.eq_ignore_ascii_case("x-gzip")) {
            own = Some(weight);
        } else if coding == "*" {
            any = Some(weight);
        }
    }
    // Plain bytes need not be named to be welcome, but whoever names others likes those better.
    let unnamed = if encoding == Encoding::Identity { 1 } else { 0 };
    own.or(any).unwrap_or(unnamed)
}

/// The thousandths in `q=0.5`; what cannot be read is no wish.
fn weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let value: f32 = value.trim().parse().ok()?;
    (0.0..=1.0).contains(&value).then_some((value * 1000.0).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Encoding::{Brotli, Gzip, Identity};

    #[test]
    fn the_smallest_of_those_liked_best_is_chosen() {
        for (accept, expected) in [
            ("gzip, deflate, br, zstd", Brotli),
            ("gzip, deflate", Gzip),
            ("x-gzip", Gzip),
            ("GZIP", Gzip),
            ("", Identity),
            ("deflate", Identity),
            ("br;q=0.5, gzip;q=0.8", Gzip),
            ("br; q=0.8 , gzip; q=0.8", Brotli),
            ("br;q=0, gzip;q=0", Identity),
            ("br;q=0, *", Gzip),
            ("*", Brotli),
            ("*;q=0", Identity),
            ("identity, br;q=0.5", Identity),
            ("br;q=0.001", Brotli),
            ("br;q=2", Brotli),
            ("identity;q=0", Identity),
        ] {
            assert_eq!(choose(accept, |_| true), expected, "{accept}");
        }
    }

    #[test]
    fn only_what_is_there_is_chosen() {
        assert_eq!(choose("br, gzip;q=0.1", |encoding| encoding != Brotli), Gzip);
        assert_eq!(choose("br", |encoding| encoding == Identity), Identity);
    }
}
