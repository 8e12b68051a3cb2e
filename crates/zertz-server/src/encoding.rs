//! Choosing the encoding of a response by the `Accept-Encoding` of the request.

/// The encoding of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// Every encoding, the smallest first.
    pub(crate) const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// The value of `Content-Encoding`; none for plain bytes.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// The available encoding with the highest weight; of equal ones, the smallest. A browser that accepts none gets plain bytes, which are
/// more useful than an error.
pub(crate) fn choose(accept: &str, is_available: impl Fn(Encoding) -> bool) -> Encoding {
    let available = Encoding::ALL.into_iter().filter(|&encoding| is_available(encoding));
    // Of equal weights, `max_by_key` returns the last.
    let best = available.map(|encoding| (weight(accept, encoding), encoding)).rev().max_by_key(|(weight, _)| *weight);
    best.filter(|(weight, _)| *weight > 0).map_or(Encoding::Identity, |(_, encoding)| encoding)
}

/// The weight of an encoding in thousandths; 0 if it is not accepted.
fn weight(accept: &str, encoding: Encoding) -> u16 {
    let name = encoding.name().unwrap_or("identity");
    let (mut own, mut any) = (None, None);
    for item in accept.split(',') {
        let mut parts = item.split(';').map(str::trim);
        let coding = parts.next().unwrap_or_default();
        let weight = parts.find_map(quality).unwrap_or(1000);
        if coding.eq_ignore_ascii_case(name) || (encoding == Encoding::Gzip && coding.eq_ignore_ascii_case("x-gzip")) {
            own = Some(weight);
        } else if coding == "*" {
            any = Some(weight);
        }
    }
    // Plain bytes are acceptable without being listed, but a browser that lists others prefers those.
    own.or(any).unwrap_or(u16::from(encoding == Encoding::Identity))
}

/// The value of a parameter such as `q=0.5`, in thousandths; none if it is not valid.
fn quality(parameter: &str) -> Option<u16> {
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
    fn the_smallest_encoding_of_the_highest_weight_is_chosen() {
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
}
