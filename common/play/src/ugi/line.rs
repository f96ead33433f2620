//! Lines of input with a maximum length.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes, which fits a position and more than a hundred thousand moves.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line of input.
#[derive(Debug)]
pub(crate) enum InputLine {
    /// A whole line.
    Text(String),
    /// A line that is longer than allowed. Its beginning was read and discarded, and the rest must still be skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line of at most `longest` bytes from any input.
pub(crate) fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<InputLine> {
    let mut bytes = Vec::new();
    let mut limited = input.by_ref().take(longest as u64 + 1);
    limited.read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        Ok(InputLine::End)
    } else if bytes.len() <= longest || bytes.ends_with(b"\n") {
        let text = String::from_utf8_lossy(&bytes);
        // Some shells write a byte order mark at the beginning of a pipe.
        let text = text.trim_start_matches('\u{feff}');
        Ok(InputLine::Text(
            text.trim_end_matches(['\n', '\r']).to_owned(),
        ))
    } else {
        Ok(InputLine::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_thrown_away_whole_and_so_is_a_byte_order_mark() {
        let mut input =
            io::BufReader::with_capacity(3, &b"\xef\xbb\xbfshort\r\nmuch too long\nnext"[..]);
        let mut read = || match read_line(&mut input, 9).expect("no errors in memory") {
            InputLine::Text(text) => text,
            InputLine::TooLong => input
                .skip_until(b'\n')
                .map(|_| "too long".into())
                .expect("no errors in memory"),
            InputLine::End => "the end".into(),
        };
        assert_eq!(
            [read(), read(), read(), read()],
            ["short", "too long", "next", "the end"]
        );
    }
}
