//! Names of players: which are allowed, and which look alike.

use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};
use zertz_protocol::LIMITS;

/// Names that would look official. Digits and signs after or between the letters do not help.
const RESERVED: [&str; 17] = [
    "admin",
    "administrator",
    "anonymous",
    "deleted",
    "engine",
    "guest",
    "mod",
    "moderator",
    "null",
    "official",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "undefined",
    "zertz",
];

/// Whether a name is allowed: letters of one script, digits, `-` and `_`, and nothing that cannot be seen.
pub(crate) fn is_allowed(name: &str) -> bool {
    let letters = |letter: char| letter.is_alphanumeric() && letter.identifier_allowed();
    LIMITS.name_length.contains(name.chars().count() as u32)
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(|letter| letters(letter) || matches!(letter, '-' | '_'))
        && name.is_single_script()
        && !is_reserved(name)
}

fn is_reserved(name: &str) -> bool {
    let plain = |name: &str| look(name).chars().filter(|letter| letter.is_alphabetic()).collect::<String>();
    // A digit may stand for a letter, as in `adm1n`, or follow a name, as in `engine3`.
    let digits = |letter: char| letter.is_numeric() || matches!(letter, '-' | '_');
    let (whole, without) = (plain(name), plain(&name.replace(digits, "")));
    RESERVED.iter().map(|word| plain(word)).any(|word| word == whole || word == without)
}

/// What a name looks like: the skeleton of Unicode Technical Standard 39, whatever the case of the letters. Since a capital I looks like a
/// small l, so does a small i, which is the same letter.
pub(crate) fn look(name: &str) -> String {
    let lower = skeleton(&name.to_lowercase()).collect::<String>().to_lowercase();
    skeleton(&lower).collect::<String>().to_lowercase().replace('i', "l")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_letters_of_one_script_that_can_be_seen() {
        for name in ["Ann", "Zoé_9", "Иван", "a-b", "さくら", "山田太郎", "Ωμέγα", "Li", "X9"] {
            assert!(is_allowed(name), "{name}");
        }
        for name in [
            "A",
            "9lives",
            "a b",
            "<b>x</b>",
            &"x".repeat(21),
            "",
            "Аnn",
            "Iвan",
            "An\u{200b}n",
            "A\u{3164}b",
            "A\u{ad}n",
            "e\u{301}a\u{301}",
        ] {
            assert!(!is_allowed(name), "{name:?}");
        }
    }

    #[test]
    fn official_names_are_reserved() {
        for name in ["Admin", "ADMIN", "adm1n", "Admin_", "Engine3", "engine-3", "zertz", "Moderator7", "Support"] {
            assert!(!is_allowed(name), "{name}");
        }
        for name in ["Adminka", "Zertzfan", "Modest", "Systemic"] {
            assert!(is_allowed(name), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, two) in [
            ("Ann", "ANN"),
            ("Bill", "BiII"),
            ("Bill", "BILL"),
            ("Paul", "PauI"),
            ("Paul", "Pau1"),
            ("Bob", "B0b"),
            ("martin", "rnartin"),
            ("Ann", "Аnn"),
            ("Zoé", "ZOÉ"),
        ] {
            assert_eq!(look(one), look(two), "{one} and {two}");
        }
        for (one, two) in [("Ann", "Anna"), ("Bob", "Rob"), ("Иван", "Ivan"), ("a-b", "ab")] {
            assert_ne!(look(one), look(two), "{one} and {two}");
        }
    }
}
