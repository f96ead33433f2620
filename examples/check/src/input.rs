//! Reads the text of a certificate within the limits on bytes and time.

use std::io::{self, Read};
use std::sync::mpsc::{RecvTimeoutError, channel};

use crate::work::{CheckResult, Failure, Work};

/// The most bytes of a certificate: 64 MiB. The largest of this project's certificates has about one.
pub const LONGEST: usize = 64 << 20;

/// Opens and reads a certificate in a thread of its own, which is left behind if the source says nothing until the
/// limit. A text that is not UTF-8 ends with a character that no certificate contains.
///
/// # Errors
///
/// Returns the errors of the source, and otherwise [`Failure::GaveUp`] if the text is longer than [`LONGEST`] or the
/// time is over.
pub fn read<R: Read>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    work: &Work,
) -> io::Result<CheckResult<String>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read =
            open().and_then(|source| source.take(LONGEST as u64 + 1).read_to_end(&mut bytes));
        // Nobody listens any more after the limit.
        let _ = sender.send(read.map(|_| bytes));
    });
    let bytes = match receiver.recv_timeout(work.left()) {
        Ok(read) => read?,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            let limit = work.limit().time.as_secs_f64();
            let reason = format!("the limit of {limit} s was reached before the end of the text");
            return Ok(Err(Failure::GaveUp(reason)));
        }
    };
    if bytes.len() > LONGEST {
        return Ok(too_long());
    }
    Ok(Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        (String::from_utf8_lossy(valid) + "\u{fffd}").into_owned()
    })))
}

/// Returns the error for a text that is longer than [`LONGEST`].
pub(crate) fn too_long<T>() -> CheckResult<T> {
    let reason = format!("this checker reads certificates of at most {LONGEST} bytes");
    Err(Failure::GaveUp(reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::Limit;
    use std::time::{Duration, Instant};

    /// A source that never says anything.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(Duration::from_secs(3600));
            Ok(0)
        }
    }

    #[test]
    fn a_source_that_never_ends_or_never_begins_is_given_up() {
        let gave_up = |read: io::Result<CheckResult<String>>| match read.expect("a source") {
            Err(Failure::GaveUp(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let endless = gave_up(read(|| Ok(io::repeat(b'0')), &Work::default()));
        assert_eq!(
            endless,
            "this checker reads certificates of at most 67108864 bytes"
        );
        let begun = Instant::now();
        let limit = Limit {
            time: Duration::from_millis(50),
            ..Limit::default()
        };
        let silent = gave_up(read(|| Ok(Silent), &Work::new(limit, |_, _| ())));
        assert_eq!(
            silent,
            "the limit of 0.05 s was reached before the end of the text"
        );
        assert!(begun.elapsed() < Duration::from_secs(10));
        let short = read(|| Ok(&b"0*2\xff\n"[..]), &Work::default());
        assert_eq!(short.expect("a source"), Ok("0*2\u{fffd}".to_owned()));
    }
}
