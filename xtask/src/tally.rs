//! Counts tests from the output of their runners.

/// A test prints this with the reason when it cannot run, past the capture of its output.
pub const SKIPPED: &str = "skipped: ";

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub passed: i64,
    pub failed: i64,
    pub skipped: i64,
}

impl Tally {
    /// Adds the numbers of a summary line; other lines add nothing. The runners write:
    /// - cargo: `test result: ok. 3 passed; 0 failed; 1 ignored; …`
    /// - Vitest: `Tests  1 failed | 11 passed | 2 skipped (14)`
    /// - Playwright: `10 passed (8.1s)`, a line for each kind
    pub fn add(&mut self, line: &str) {
        // A test in Rust cannot report that it was skipped. It prints the marker and returns, and cargo counts it as passed.
        if line.contains(SKIPPED) {
            self.skipped += 1;
            self.passed -= 1;
        }
        let counts = match line.split_once("test result: ") {
            Some((_, result)) => result.split_once(". ").map_or(result, |(_, counts)| counts),
            None => line.trim_start().strip_prefix("Tests ").unwrap_or(line),
        };
        counts.split([';', '|']).for_each(|part| self.part(part));
    }

    /// Adds `3 passed`, without what follows in brackets.
    fn part(&mut self, part: &str) {
        let part = part.split_once(" (").map_or(part, |(part, _)| part);
        let Some((number, kind)) = part.trim().split_once(' ') else {
            return;
        };
        let Ok(number) = number.parse::<i64>() else {
            return;
        };
        match kind {
            "passed" | "flaky" => self.passed += number,
            "failed" | "interrupted" => self.failed += number,
            "ignored" | "skipped" | "todo" | "did not run" => self.skipped += number,
            _ => {}
        }
    }

    pub fn join(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        lines.iter().for_each(|line| tally.add(line));
        tally
    }

    #[test]
    fn the_results_of_cargo_are_added_up() {
        let lines = [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out",
            "test board::tests::passed ... ok",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; finished in 1.25s",
        ];
        assert_eq!(tally(&lines), Tally { passed: 13, failed: 2, skipped: 1 });
    }

    #[test]
    fn a_test_that_says_so_is_skipped_and_not_passed() {
        let lines = [
            "skipped: ZERTZ_TEST_POSTGRES is not set",
            "test store::on_postgres ... ok",
            "test result: ok. 3 passed; 0 failed; 0 ignored",
        ];
        assert_eq!(tally(&lines), Tally { passed: 2, failed: 0, skipped: 1 });
    }

    #[test]
    fn the_result_of_vitest_is_read() {
        let lines =
            [" Test Files  2 passed (2)", "      Tests  1 failed | 11 passed | 2 skipped (14)", "   Duration  1.60s"];
        assert_eq!(tally(&lines), Tally { passed: 11, failed: 1, skipped: 2 });
        assert_eq!(tally(&["      Tests  6 passed (6)"]), Tally { passed: 6, ..Tally::default() });
    }

    #[test]
    fn the_result_of_playwright_is_read() {
        let lines = [
            "Running 14 tests using 2 workers",
            "  ✓  1 [desktop] › smoke.spec.ts:40:1 › 3 passed (1.2s)",
            "  1 failed",
            "    [phone] › smoke.spec.ts:57:1 › a deep link starts the app",
            "  2 skipped",
            "  1 did not run",
            "  10 passed (8.1s)",
        ];
        assert_eq!(tally(&lines), Tally { passed: 10, failed: 1, skipped: 3 });
    }
}
