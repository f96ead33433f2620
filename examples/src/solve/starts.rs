//! Setups with a range in them, such as `2..20`.

use std::ops::RangeInclusive;

use anyhow::{Result, bail};

/// A setup with a range in it, such as `2..20-` or `3x5..9`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Starts<'t> {
    before: &'t str,
    pub(super) numbers: RangeInclusive<usize>,
    after: &'t str,
}

impl Starts<'_> {
    /// Returns the setup with one of the numbers in place of the range.
    pub(super) fn setup(&self, n: usize) -> String {
        format!("{}{n}{}", self.before, self.after)
    }

    /// Returns the heading of the column of starts.
    pub(super) fn heading(&self) -> &'static str {
        if self.is_of_boards() { "board" } else { "n" }
    }

    /// Returns the name of a start in its column: its board or its number.
    pub(super) fn name(&self, n: usize) -> String {
        let setup = self.setup(n);
        match setup.split(':').next() {
            Some(board) if self.is_of_boards() => board.to_owned(),
            _ => n.to_string(),
        }
    }

    /// Returns some of the starts as part of a sentence.
    pub(super) fn list(&self, numbers: &[usize]) -> String {
        let names: Vec<String> = numbers.iter().map(|n| self.name(*n)).collect();
        let names = names.join(", ");
        if self.is_of_boards() {
            names
        } else {
            format!("n = {names}")
        }
    }

    fn is_of_boards(&self) -> bool {
        self.before.ends_with('x') || self.after.starts_with('x')
    }
}

/// Reads a setup with a range of numbers in it, or returns `None` if the text has no range.
pub(super) fn range(text: &str) -> Result<Option<Starts<'_>>> {
    const MOST: usize = 100;
    let Some((left, right)) = text.split_once("..") else {
        return Ok(None);
    };
    let right = right.trim_start_matches('=');
    let begin = left.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (before, low) = left.split_at(begin);
    let end = right.find(|c: char| !c.is_ascii_digit());
    let (high, after) = right.split_at(end.unwrap_or(right.len()));
    let is_size = |text: &str| text.chars().all(|c| c == 'x' || c.is_ascii_digit());
    // In the text of a position, dots are empty places.
    let is_position = right.contains('/') || high.is_empty() && right.contains(['.', ':']);
    if low.is_empty() || is_position || !is_size(before) {
        return Ok(None);
    }
    let number = |text: &str| {
        text.parse::<usize>()
            .ok()
            .filter(|n| (1..=MOST).contains(n))
    };
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok(Some(Starts {
            before,
            numbers: low..=high,
            after,
        })),
        _ => bail!("expected a range such as `2..20` within 1 to {MOST}, found `{text}`"),
    }
}

/// Returns the correct text of a range that was typed with another sign, as in `2-11` or `3x3,5`, or with the ending at
/// both numbers, as in `2-..5-`.
pub(super) fn meant(text: &str) -> Option<String> {
    if let Some((left, right)) = text.split_once("..")
        && let Some(left) = left.strip_suffix(['+', '-'])
    {
        let meant = format!("{left}..{right}");
        return range(&meant).is_ok().then_some(meant);
    }
    let (left, right) = text.split_once(['-', '–', ',', ':'])?;
    let is_size = |text: &str| text.chars().all(|c| c == 'x' || c.is_ascii_digit());
    let is_range = left.ends_with(|c: char| c.is_ascii_digit()) && is_size(left);
    let is_number = !right.is_empty() && right.chars().all(|c| c.is_ascii_digit());
    let meant = format!("{left}..{right}");
    (is_range && is_number && range(&meant).is_ok()).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_told_from_positions() {
        for (text, first, last) in [
            ("2..20", "2", "20"),
            ("2..=5-", "2-", "5-"),
            ("3x5..9", "3x5", "3x9"),
            ("2..4x3:first", "2x3:first", "4x3:first"),
        ] {
            let starts = range(text).expect("a range").expect("a range");
            let ends = [*starts.numbers.start(), *starts.numbers.end()];
            assert_eq!(ends.map(|n| starts.setup(n)), [first, last], "{text}");
            let name = first.trim_end_matches('-').split(':').next();
            assert_eq!(Some(starts.name(ends[0]).as_str()), name, "{text}");
        }
        for text in ["5", "..../..../....:1:0-0", "SO./...:1:0-0"] {
            assert_eq!(range(text).unwrap(), None, "{text}");
        }
        for text in [
            "9..2",
            "0..3",
            "1..101",
            "1..99999999999999999999",
            "2..x",
            "3x3..",
        ] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
