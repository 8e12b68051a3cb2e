//! Formats tables and numbers for the terminal.

/// Formats rows under a head. Columns in `right` are aligned to the right.
pub fn table(head: &[&str], right: &[usize], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).chain([head[column].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = cells
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (cell, &width))| {
                    if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                },
            )
            .collect();
        format!("  {}", cells.join("  ").trim_end())
    };
    let mut lines = vec![line(&mut head.iter().copied())];
    let rule = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    lines.push(format!("  {}", "─".repeat(rule)));
    lines.extend(rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}

/// A number with separated thousands: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
