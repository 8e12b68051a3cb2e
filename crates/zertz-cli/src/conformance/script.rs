//! Reads scripts. One step a line:
//!
//! | line | what |
//! |---|---|
//! | `> text` | send this |
//! | `< pattern` | the next line must match, see [`Pattern`] |
//! | `? pattern` | before the next `<`, any number of lines like this may come |
//! | `timeout 2` | from here on an answer may take so many seconds |
//! | `wait 0.2` | do nothing for so many seconds |
//! | `end` | the engine must end |
//! | `# text` | a remark; empty lines are remarks too |

use super::pattern::Pattern;
use std::time::Duration;

pub struct Step {
    /// Where it stands in the script.
    pub line: usize,
    pub act: Act,
}

pub enum Act {
    Send(String),
    Expect(Pattern),
    Skip(Pattern),
    Patience(Duration),
    Wait(Duration),
    End,
}

pub fn read(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = |why: &str| format!("line {} of the script: {why}", i + 1);
        let seconds = || {
            let seconds = rest.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            seconds.ok_or_else(|| wrong("a time in seconds is needed"))
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
            _ => return Err(wrong("a line starts with > < ? timeout, wait, end or #")),
        };
        steps.push(Step { line: i + 1, act });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_step_is_an_error() {
        assert_eq!(read("# all\n\n> ugi\n? option *\n< ugiok\nwait 0.1\ntimeout 2\nend\n").unwrap().len(), 6);
        for text in ["hello", "wait", "wait long", "timeout -1", "< {turns}", "< {nonsense}"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
