//! Files of evaluation weights, one per line: `name<TAB>weight`. Weights that are not listed keep their default.

use anyhow::{Context, Result, anyhow};
use std::path::Path;
use zertz_engine::Params;

pub fn read(path: &Path) -> Result<Params> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<Params> {
    let mut params = Params::DEFAULT;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, weight) =
            line.split_once('\t').ok_or_else(|| anyhow!("not a name, a tab and a weight: {line:?}"))?;
        let number = (0..params.0.len()).find(|&n| Params::name(n) == name);
        let number = number.ok_or_else(|| anyhow!("there is no weight {name}"))?;
        params.0[number] = weight.trim().parse().with_context(|| format!("the weight of {name} is not a number"))?;
    }
    Ok(params)
}

pub fn write(params: &Params) -> String {
    params.0.iter().enumerate().map(|(n, weight)| format!("{}\t{weight}\n", Params::name(n))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut params = Params::DEFAULT;
        params.0[3] = -77;
        assert_eq!(parse(&write(&params)).unwrap(), params);
        assert_eq!(parse("# a comment\n\nlacking[0][3]\t-77\n").unwrap(), params);
    }

    #[test]
    fn a_wrong_line_is_explained() {
        for (text, says) in
            [("courage\t3", "no weight courage"), ("safe[0] 3", "a tab"), ("safe[0]\tx", "not a number")]
        {
            let error = parse(text).unwrap_err();
            assert!(format!("{error:#}").contains(says), "{error:#}");
        }
    }
}
