//! The text of a certificate: its lines, the checksum at its end, its numbers, and quotations of it in messages.

use crate::work::{CheckResult, refuse};

/// The lines of a certificate before its checksum, numbered from 1.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The lines that are left, each with its line feed, and the number of the first of them.
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    /// Reads the first line and the checksum of a certificate, and returns the lines between them.
    ///
    /// # Errors
    ///
    /// Returns an error if the text contains bytes other than printable ASCII and line feeds, does not end in a line
    /// feed, has a wrong checksum, or is of another version.
    pub fn read(text: &'a str) -> CheckResult<Lines<'a>> {
        for (number, line) in (1..).zip(text.split('\n')) {
            if let Some(byte) = line.bytes().find(|byte| !matches!(byte, b' '..=b'~')) {
                return refuse(format!(
                    "line {number}: only printable ASCII characters are allowed, found the byte 0x{byte:02x}"
                ));
            }
        }
        let Some(body) = text.strip_suffix('\n') else {
            return refuse("the certificate must end with a line feed");
        };
        let Some(at) = body.rfind('\n') else {
            return refuse("a certificate must have several lines, found one");
        };
        let (signed, last) = (&text[..=at], &body[at + 1..]);
        let Some(stated) = last.strip_prefix("checksum ") else {
            return refuse("the last line must be `checksum` and the checksum");
        };
        let sum = format!("{:016x}", checksum(signed.as_bytes()));
        if stated != sum {
            return refuse(wrong_checksum(&sum, stated));
        }
        let Some(rest) = signed.strip_prefix("papergames certificate 1\n") else {
            return refuse(
                "the first line must be `papergames certificate 1`; this checker supports no other version",
            );
        };
        Ok(Lines { rest, number: 2 })
    }

    /// Returns the number of the next line.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line, which must begin with `prefix`, and returns the rest of it.
    ///
    /// # Errors
    ///
    /// Returns an error if the line begins differently.
    pub fn header(&mut self, prefix: &str) -> CheckResult<&'a str> {
        let (line, after) = self.rest.split_once('\n').unwrap_or_default();
        let Some(rest) = line.strip_prefix(prefix) else {
            return refuse(format!(
                "line {}: expected `{prefix}`, found `{}`",
                self.number(),
                shown(line)
            ));
        };
        (self.rest, self.number) = (after, self.number + 1);
        Ok(rest)
    }

    /// Reads the next line if it begins with `prefix`, and returns the rest of it.
    pub fn option(&mut self, prefix: &str) -> Option<&'a str> {
        self.header(prefix).ok()
    }

    /// Reads the line with the number of facts, and returns that many lines, which must be all the remaining ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of remaining lines is different.
    pub fn facts(&mut self) -> CheckResult<Facts<'a>> {
        let Some(count) = number(self.header("facts ")?) else {
            return refuse("expected the number of facts after `facts`");
        };
        let found = self.rest.bytes().filter(|byte| *byte == b'\n').count();
        if found != count as usize {
            return refuse(format!(
                "`facts` announces {count} facts, but {found} follow"
            ));
        }
        Ok(Facts {
            rest: self.rest,
            number: self.number,
            len: found,
        })
    }
}

/// The lines with facts, each with its number.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    rest: &'a str,
    number: usize,
    len: usize,
}

impl<'a> Iterator for Facts<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (line, rest) = self.rest.split_once('\n')?;
        let number = self.number;
        (self.rest, self.number, self.len) = (rest, number + 1, self.len - 1);
        Some((number, line))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl ExactSizeIterator for Facts<'_> {}

/// Returns the game that a text names in its second line.
pub fn game(text: &str) -> Option<&str> {
    text.split('\n').nth(1)?.strip_prefix("game ")
}

/// Returns a text that has a wrong checksum with the right one, and the error for the wrong one. Returns `None` for any
/// other text.
pub(crate) fn with_checksum(text: &str) -> Option<(String, String)> {
    let (signed, stated) = text.strip_suffix('\n')?.rsplit_once("\nchecksum ")?;
    let sum = format!("{:016x}", checksum(&text.as_bytes()[..=signed.len()]));
    let is_last = !stated.contains('\n') && stated != sum;
    let reason = wrong_checksum(&sum, stated);
    is_last.then(|| (format!("{signed}\nchecksum {sum}\n"), reason))
}

fn wrong_checksum(right: &str, stated: &str) -> String {
    format!("the checksum must be {right}, found {}", shown(stated))
}

/// Returns the 64-bit FNV-1a hash of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Reads a number of at most nine digits, without a sign or leading zeros.
pub fn number(text: &str) -> Option<u32> {
    let is_plain = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_zeros = text.len() > 1 && text.starts_with('0');
    text.parse().ok().filter(|_| is_plain && !has_zeros)
}

/// The most characters of a text in a message.
const SHOWN: usize = 60;

/// Returns a text in a form for messages: without characters that could control a terminal, and cut after 60.
pub fn shown(text: &str) -> String {
    let mut shown = String::new();
    for sign in text.chars() {
        let escaped = sign.escape_default();
        if shown.len() + escaped.len() > SHOWN {
            return shown + "...";
        }
        shown.extend(escaped);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        for (text, read) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("999999999", Some(999_999_999)),
        ] {
            assert_eq!(number(text), read);
        }
        for text in [
            "",
            "+1",
            "-1",
            "01",
            "00",
            "1 ",
            "1e3",
            "1000000000",
            "x",
            "\u{664}",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_shown_controls_a_terminal() {
        assert_eq!(shown("0*2 0"), "0*2 0");
        assert_eq!(
            shown("\r\u{1b}[2Jaccepted\u{202e}"),
            "\\r\\u{1b}[2Jaccepted\\u{202e}"
        );
        assert_eq!(shown(&"0.".repeat(100)), "0.".repeat(30) + "...");
        assert_eq!(shown(&"\0".repeat(100)), "\\u{0}".repeat(12) + "...");
    }

    #[test]
    fn lines_have_no_other_bytes_than_printable_ones() {
        let text = "papergames certificate 1\ngame sprouts\nposition A\r\n";
        let text = format!("{text}checksum {:016x}\n", checksum(text.as_bytes()));
        let reason = "line 3: only printable ASCII characters are allowed, found the byte 0x0d";
        assert_eq!(Lines::read(&text).unwrap_err().to_string(), reason);
        let text = text.replace('\r', "\u{e9}");
        assert!(
            Lines::read(&text)
                .unwrap_err()
                .to_string()
                .ends_with("the byte 0xc3")
        );
    }
}
