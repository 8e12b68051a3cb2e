//! Openings in the queries of addresses.

/// The beginning of a first turn, however it was typed: the letter of the colour in upper case, rings in lower case.
pub fn canonical_opening(text: &str) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    let colour = letters.next().map(|letter| letter.to_ascii_uppercase());
    colour.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_found_however_it_is_typed() {
        assert_eq!(canonical_opening("wD4, D1"), "Wd4,d1");
        assert_eq!(canonical_opening(""), "");
    }
}
