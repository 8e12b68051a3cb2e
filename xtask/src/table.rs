//! Formats tables and numbers for the terminal.

use std::iter::once;

/// Formats rows under a head. Columns in `right` are aligned to the right.
pub fn table(head: &[&str], right: &[usize], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let cells = |column: usize| once(&head).chain(rows).filter_map(move |row| row.get(column));
    let widest = |column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match right.contains(&column) {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let rule = "─".repeat(widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1));
    let lines = once(line(&head)).chain([format!("  {rule}")]).chain(rows.iter().map(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// A number with separated thousands: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().collect();
    let groups = digits.rchunks(3).rev().map(String::from_iter);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["perft".into(), "1,000".into()], vec!["a".into(), "7".into()]];
        let expected = "  workload  count\n  ───────────────\n  perft     1,000\n  a             7";
        assert_eq!(table(&["workload", "count"], &[1], &rows), expected);
    }

    #[test]
    fn thousands_are_set_apart() {
        let shown: Vec<String> = [0, 999, 1_000, 65_536, 1_234_567].into_iter().map(thousands).collect();
        assert_eq!(shown, ["0", "999", "1,000", "65,536", "1,234,567"]);
    }
}
