//! Reads scripts, with one step per line:
//!
//! | line | meaning |
//! |---|---|
//! | `> text` | send this line |
//! | `< pattern` | the next line must match, see [`Pattern`] |
//! | `? pattern` | any number of lines that match may come before the next `<` |
//! | `timeout 2` | from here on, an answer may take 2 seconds |
//! | `wait 0.2` | wait for 0.2 seconds |
//! | `end` | the engine must exit |
//! | `# text` | a comment; empty lines are ignored too |

use super::pattern::Pattern;
use std::time::Duration;

pub enum Act {
    Send(String),
    Expect(Pattern),
    Skip(Pattern),
    Patience(Duration),
    Wait(Duration),
    End,
}

/// The steps, each with its line number.
pub fn read(text: &str) -> Result<Vec<(usize, Act)>, String> {
    let mut steps = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = |why: &str| format!("line {} of the script: {why}", i + 1);
        let seconds = || {
            let seconds = rest.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            seconds.ok_or_else(|| wrong("expected a time in seconds"))
        };
        let pattern = || rest.parse::<Pattern>().map_err(|why| wrong(&why));
        let act = match word {
            ">" => Act::Send(rest.to_owned()),
            "<" => Act::Expect(pattern()?),
            "?" => Act::Skip(pattern()?),
            "timeout" => Act::Patience(seconds()?),
            "wait" => Act::Wait(seconds()?),
            "end" => Act::End,
            _ if line.trim().is_empty() || line.starts_with('#') => continue,
            _ => return Err(wrong("expected > < ? timeout, wait, end or # at the start of the line")),
        };
        steps.push((i + 1, act));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_are_errors() {
        assert_eq!(read("# all\n\n> ugi\n? option *\n< ugiok\nwait 0.1\ntimeout 2\nend\n").unwrap().len(), 6);
        for text in ["hello", "wait", "wait long", "timeout -1", "< {turns}", "< {nonsense}"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
