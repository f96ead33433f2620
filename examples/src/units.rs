//! Reads numbers, times and amounts of memory, in the same way for every command.

use std::fmt::Display;
use std::ops::RangeBounds;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedI64ValueParser;
use common::{Budget, Progress};

/// Reads a number within a range.
pub(crate) fn number<T>(range: impl RangeBounds<i64>) -> RangedI64ValueParser<T>
where
    T: Clone + Send + Sync + TryFrom<i64, Error: Display> + 'static,
{
    RangedI64ValueParser::new().range(range)
}

/// Reads a time such as `500ms`, `10s`, `2h30m` or `1.5h`; a number alone is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let with_unit = if is_number {
        format!("{text}s")
    } else {
        text.to_owned()
    };
    let time = humantime::parse_duration(&with_unit);
    // More than 584 years overflow 64 bits of nanoseconds.
    let time = time
        .ok()
        .filter(|time| u64::try_from(time.as_nanos()).is_ok());
    time.ok_or_else(|| format!("expected a time such as `500ms`, `10s` or `2h30m`, found `{text}`"))
}

/// Reads an amount of memory such as `512M`, `1.5GiB` or `4096`; the units are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let bytes = parse_size::Config::new().with_binary().parse_size(text);
    bytes.map_err(|_| {
        format!("expected an amount of memory such as `512M` or `1.5GiB`, found `{text}`")
    })
}

/// The limits of every command that can take long.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LimitArgs {
    /// The limit on the program's memory, such as `512M` or `1.5GiB`.
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) memory: u64,

    /// Stop after this time, such as `30s` or `2h30m`.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,
}

impl LimitArgs {
    /// Returns the limits as a budget, whose time starts with the search.
    pub(crate) fn budget(&self) -> Budget {
        budget(self.limit, Some(self.memory))
    }

    /// Returns whether this many more bytes fit within the limit, which is always true if the system does not report
    /// memory use.
    pub(crate) fn fits(&self, bytes: u64) -> bool {
        let used = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
        used.saturating_add(bytes) <= self.memory
    }
}

/// Describes the progress of a search and the greatest time that is left, by the search's own estimate or else by its
/// limit.
pub(crate) fn told(progress: &Progress, limit: Option<Duration>) -> String {
    match limit {
        Some(limit) if progress.share.is_none_or(|(done, _)| done == 0) => {
            let left = limit.saturating_sub(progress.elapsed).as_secs();
            format!("at most {left} s left; {progress}")
        }
        _ => progress.to_string(),
    }
}

/// Returns a budget with the limits from the command line.
pub(crate) fn budget(time: Option<Duration>, memory: Option<u64>) -> Budget {
    let budget = time.map_or(Budget::new(), |time| Budget::new().time(time));
    memory.map_or(budget.clone(), |memory| budget.memory(memory))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("2h"), Ok(Duration::from_hours(2)));
        assert_eq!(duration("2h30m"), Ok(Duration::from_mins(150)));
        for text in [
            "",
            "s",
            "-1s",
            "1q",
            "1.2.3s",
            "999999999999999999999h",
            "1844674407370955161s",
        ] {
            let error = duration(text).unwrap_err();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }

    #[test]
    fn amounts_of_memory_are_read_with_their_units() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        for text in ["", "M", "-1", "1Q", "99999999999999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
