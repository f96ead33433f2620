//! A cursor for parsing text, whose errors state what was expected, where, and what was found instead.
//!
//! All notations of this workspace are parsed with [`Reader`], which visits each character a bounded number of times
//! and does not allocate.

use core::fmt;
use std::borrow::Cow;

/// Returns a number followed by the name of what it counts, with an `s` unless the number is 1.
///
/// # Examples
///
/// ```
/// use papergames_common::text::counted;
///
/// assert_eq!(counted(1, "move"), "1 move");
/// assert_eq!(counted(0_usize, "legal move"), "0 legal moves");
/// ```
pub fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Lists alternatives in a sentence, with `or` before the last.
///
/// # Examples
///
/// ```
/// use papergames_common::text::any_of;
///
/// assert_eq!(any_of(&["red"]), "red");
/// assert_eq!(any_of(&["red", "blue", "white"]), "red, blue or white");
/// ```
pub fn any_of<T: AsRef<str>>(alternatives: &[T]) -> String {
    let mut list = String::new();
    for (i, alternative) in alternatives.iter().enumerate() {
        list.push_str(match alternatives.len() - i {
            _ if i == 0 => "",
            1 => " or ",
            _ => ", ",
        });
        list.push_str(alternative.as_ref());
    }
    list
}

/// The error returned when a text does not match its grammar.
///
/// # Examples
///
/// ```
/// use papergames_common::text::Reader;
///
/// let mut reader = Reader::new("12;");
/// assert_eq!(reader.number("a spot", 1..=99)?, 12);
/// let error = reader.expect(',').unwrap_err();
/// assert_eq!(error.to_string(), "expected `,` at character 3, found `;`");
/// # Ok::<(), papergames_common::text::Unexpected>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}{at}, found {found}")]
pub struct Unexpected {
    /// A description of what the grammar expects.
    pub expected: Cow<'static, str>,
    /// The location of the error.
    pub at: Place,
    /// What was found there instead.
    pub found: Token,
}

/// A location in a text, counted in characters, as people count. It is made from the text before it and is no index of
/// a string, which counts bytes.
///
/// `Display` writes it for use in an error message, such as ` at character 5`, and nothing for the beginning of the
/// text.
///
/// # Examples
///
/// ```
/// use papergames_common::text::Place;
///
/// let place = Place::after("1–2,");
/// assert_eq!(format!("expected a spot{place}, found `x`"), "expected a spot at character 5, found `x`");
/// assert_eq!(format!("expected a spot{}, found `x`", Place::default()), "expected a spot, found `x`");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of characters before the location.
    characters: usize,
}

impl Place {
    /// Returns the location after `before`, in any text that begins with it. Takes linear time.
    pub fn after(before: &str) -> Place {
        let characters = before.chars().count();
        Place { characters }
    }

    /// Splits `text` at the location. A text that ends before the location is split at its end.
    pub fn split(self, text: &str) -> (&str, &str) {
        let mut rest = text.chars();
        rest.by_ref().take(self.characters).for_each(drop);
        let rest = rest.as_str();
        (&text[..text.len() - rest.len()], rest)
    }

    /// Returns the number of the line of `text` that contains the location, counted from 0, and the location in that
    /// line.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::text::Place;
    ///
    /// let place = Place::after("3+ (Müller)\n1(4)2 ");
    /// assert_eq!(place.in_line("3+ (Müller)\n1(4)2 q"), (1, Place::after("1(4)2 ")));
    /// ```
    pub fn in_line(self, text: &str) -> (usize, Place) {
        let (before, _) = self.split(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count(), Place::after(line))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.characters {
            0 => Ok(()),
            before => write!(f, " at character {}", before + 1),
        }
    }
}

/// What was found instead of what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// The end of the text.
    End,
    /// A character.
    Char(char),
    /// A number or word, truncated to 40 characters.
    Word(String),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::End => f.write_str("the end of the text"),
            Token::Char(c) => write!(f, "`{}`", c.escape_debug()),
            Token::Word(word) => write!(f, "`{}`", word.escape_debug()),
        }
    }
}

/// A cursor over a text, with methods that read its parts.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
}

impl<'a> Reader<'a> {
    /// Returns a reader at the beginning of `text`.
    ///
    /// # Examples
    ///
    /// A parser calls the methods in the order of its grammar and propagates their errors:
    ///
    /// ```
    /// use papergames_common::text::{Reader, Unexpected};
    ///
    /// /// list = number *( "," number )
    /// fn list(text: &str) -> Result<Vec<u64>, Unexpected> {
    ///     let mut reader = Reader::new(text);
    ///     let mut list = vec![reader.number("a spot", 1..=99)?];
    ///     while reader.eat(',') {
    ///         list.push(reader.number("a spot", 1..=99)?);
    ///     }
    ///     reader.expect_end()?;
    ///     Ok(list)
    /// }
    ///
    /// assert_eq!(list("3,14,15"), Ok(vec![3, 14, 15]));
    /// assert_eq!(list("3,,").unwrap_err().to_string(), "expected a spot (1 to 99) at character 3, found `,`");
    /// assert_eq!(list("3;").unwrap_err().to_string(), "expected the end of the text at character 2, found `;`");
    /// ```
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// Returns the location of the cursor. Takes linear time.
    pub fn place(&self) -> Place {
        Place::after(&self.text[..self.at])
    }

    /// Returns the text that was read since `earlier`, a clone of this reader.
    ///
    /// # Panics
    ///
    /// Panics if `earlier` is further in the text than this reader.
    pub fn since(&self, earlier: &Reader<'a>) -> &'a str {
        &self.text[earlier.at..self.at]
    }

    /// Returns the text that has not been read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns whether everything has been read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Returns the next character without reading it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub fn next_char(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Reads `c` if it comes next, and returns whether it did.
    pub fn eat(&mut self, c: char) -> bool {
        let comes = self.peek() == Some(c);
        if comes {
            self.at += c.len_utf8();
        }
        comes
    }

    /// Reads `word` if it comes next, and returns whether it did.
    pub fn eat_str(&mut self, word: &str) -> bool {
        let comes = self.rest().starts_with(word);
        if comes {
            self.at += word.len();
        }
        comes
    }

    /// Reads the longest run of characters that `belongs` accepts, which may be empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::text::Reader;
    ///
    /// let mut reader = Reader::new("stop now");
    /// assert_eq!(reader.take_while(char::is_alphabetic), "stop");
    /// assert_eq!(reader.rest(), " now");
    /// assert!(reader.eat_str(" now") && reader.is_at_end());
    /// ```
    pub fn take_while(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads `c`.
    ///
    /// # Errors
    ///
    /// Returns [`Unexpected`] if something else comes next.
    pub fn expect(&mut self, c: char) -> Result<(), Unexpected> {
        if self.eat(c) {
            Ok(())
        } else {
            Err(self.unexpected(format!("`{c}`")))
        }
    }

    /// Reads a decimal number within `range`; `what` is its name in error messages.
    ///
    /// # Errors
    ///
    /// Returns [`Unexpected`] if no digit comes next or the number is outside the range. In that case the cursor does
    /// not move.
    pub fn number(
        &mut self,
        what: &str,
        range: core::ops::RangeInclusive<u64>,
    ) -> Result<u64, Unexpected> {
        let limits = format_args!("{what} ({} to {})", range.start(), range.end());
        self.number_as(limits, range.clone())
    }

    /// Reads a decimal number within `range`. An error contains the text `expected` instead of the range.
    ///
    /// Use this method if the real limits, which `expected` states, are narrower than `range` and are checked later
    /// with a better message. Otherwise use [`number`](Reader::number).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`number`](Reader::number).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::text::Reader;
    ///
    /// let mut read = |text| Reader::new(text).number_as("a side (1 to 20)", 0..=999);
    /// assert_eq!(read("21x3"), Ok(21), "the board says why not");
    /// assert_eq!(
    ///     read("x3").unwrap_err().to_string(),
    ///     "expected a side (1 to 20), found `x`"
    /// );
    /// ```
    pub fn number_as(
        &mut self,
        expected: impl fmt::Display,
        range: core::ops::RangeInclusive<u64>,
    ) -> Result<u64, Unexpected> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        let value = digits.parse().ok().filter(|n| range.contains(n));
        value.ok_or_else(|| {
            self.at = start;
            let expected = expected.to_string();
            if digits.is_empty() {
                self.unexpected(expected)
            } else {
                self.unexpected_word(expected, digits)
            }
        })
    }

    /// Checks that nothing is left to read.
    ///
    /// # Errors
    ///
    /// Returns [`Unexpected`] if anything is left.
    pub fn expect_end(&self) -> Result<(), Unexpected> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.unexpected("the end of the text"))
        }
    }

    /// Returns the error for finding something other than `expected` at the cursor: the end of the text, a word of at
    /// least three letters, or a character.
    pub fn unexpected(&self, expected: impl Into<Cow<'static, str>>) -> Unexpected {
        const WORD: usize = 3;
        let letters = |text: &str| text.chars().take_while(|c| c.is_alphabetic()).count();
        let inside = self.text[..self.at].ends_with(char::is_alphabetic);
        let word = letters(self.rest());
        let found = if word >= WORD && !inside {
            Token::Word(self.rest().chars().take(word.min(40)).collect())
        } else {
            self.peek().map_or(Token::End, Token::Char)
        };
        self.found(found, expected)
    }

    /// Returns the error for finding `word` at the cursor instead of `expected`.
    pub fn unexpected_word(
        &self,
        expected: impl Into<Cow<'static, str>>,
        word: &str,
    ) -> Unexpected {
        let found = Token::Word(word.chars().take(40).collect());
        self.found(found, expected)
    }

    fn found(&self, found: Token, expected: impl Into<Cow<'static, str>>) -> Unexpected {
        Unexpected {
            expected: expected.into(),
            at: self.place(),
            found,
        }
    }
}

/// Reads a value from the whole of a text, with nothing after it.
///
/// # Errors
///
/// Returns the error of `read`, or [`Unexpected`] if anything follows the value.
///
/// # Examples
///
/// ```
/// use papergames_common::text::read_whole;
///
/// let read = |text| read_whole(text, |reader| reader.number("a spot", 1..=99));
/// assert_eq!(read("12"), Ok(12));
/// assert_eq!(read("12a").unwrap_err().to_string(), "expected the end of the text at character 3, found `a`");
/// ```
pub fn read_whole<T, E: From<Unexpected>>(
    text: &str,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut reader = Reader::new(text);
    let value = read(&mut reader)?;
    reader.expect_end()?;
    Ok(value)
}

/// Implements `serde` for types with a text form, which are serialized as that text.
///
/// A position or move then has the same form everywhere, and deserialized values pass the same checks as typed text.
/// The implementations exist only if this crate's feature `serde` is on. The calling crate itself needs neither a
/// feature nor `serde`.
///
/// # Examples
///
/// ```
/// # use std::{fmt, num::ParseIntError, str::FromStr};
/// struct Heap(u8);
/// # impl fmt::Display for Heap {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) }
/// # }
/// # impl FromStr for Heap {
/// #     type Err = ParseIntError;
/// #     fn from_str(text: &str) -> Result<Heap, ParseIntError> { text.parse().map(Heap) }
/// # }
///
/// papergames_common::serde_as_text!(Heap);
/// ```
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::text::serde::Serialize for $type {
            fn serialize<S>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error>
            where
                S: $crate::text::serde::Serializer,
            {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::text::serde::Deserialize<'de> for $type {
            fn deserialize<D>(deserializer: D) -> ::core::result::Result<$type, D::Error>
            where
                D: $crate::text::serde::Deserializer<'de>,
            {
                let text = <::std::string::String as $crate::text::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::text::serde::de::Error::custom)
            }
        }
    )+};
}

/// Implements `Display` for an enum whose variants each have a fixed text, with support for width and alignment.
///
/// # Examples
///
/// ```
/// enum Colour {
///     Red,
///     Blue,
/// }
/// papergames_common::display_as!(Colour: Red => "red", Blue => "blue");
///
/// assert_eq!(format!("{:<5}{}", Colour::Red, Colour::Blue), "red  blue");
/// ```
#[macro_export]
macro_rules! display_as {
    ($type:ident: $($variant:ident => $text:literal),+ $(,)?) => {
        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(match self { $($type::$variant => $text),+ })
            }
        }
    };
}

/// Gives the values of an enum their names: a constant `ALL`, a method `name`, and `Display`.
///
/// # Examples
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Colour {
///     Red,
///     Blue,
/// }
/// papergames_common::named!(Colour: Red => "red", Blue => "blue");
///
/// assert_eq!(Colour::ALL.map(Colour::name), ["red", "blue"]);
/// assert_eq!(Colour::Blue.to_string(), "blue");
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident: $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// All values, in the order in which they are declared.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Returns the name of the value in texts and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Implements `Debug` through `Display`, so that a failed assertion shows a type as players write it.
///
/// # Examples
///
/// ```
/// # use std::fmt;
/// struct Heap(u8);
/// # impl fmt::Display for Heap {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "*{}", self.0) }
/// # }
///
/// papergames_common::debug_as_text!(Heap);
/// assert_eq!(format!("{:?}", Heap(2)), "*2");
/// ```
#[macro_export]
macro_rules! debug_as_text {
    ($($type:ty),+ $(,)?) => {$(
        impl ::core::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    )+};
}

/// Expands to nothing, because the feature `serde` is off.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {};
}

// For `serde_as_text` only.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_quoted_whole_and_not_read() {
        let mut reader = Reader::new("100,");
        let error = reader.number("a spot", 1..=99).unwrap_err();
        assert_eq!(error.to_string(), "expected a spot (1 to 99), found `100`");
        assert_eq!(reader.rest(), "100,");
    }

    #[test]
    fn a_number_too_long_for_any_integer_is_refused() {
        let text = "9".repeat(10_000);
        let error = Reader::new(&text).number("a spot", 1..=99).unwrap_err();
        assert!(error.to_string().len() < 120);
    }

    #[test]
    fn the_cursor_moves_by_whole_characters() {
        let mut reader = Reader::new("é→x");
        let start = reader.clone();
        assert!(!reader.eat('x') && reader.place() == Place::default());
        assert!(reader.eat('é') && reader.since(&start) == "é");
        assert_eq!((reader.peek(), reader.next_char()), (Some('→'), Some('→')));
        assert_eq!(
            (reader.since(&start), reader.rest(), reader.is_at_end()),
            ("é→", "x", false)
        );
        let error = reader.expect_end().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected the end of the text at character 3, found `x`"
        );
        assert_eq!(reader.take_while(|_| true), "x");
        assert_eq!((reader.next_char(), reader.expect_end()), (None, Ok(())));
    }

    #[test]
    fn a_word_is_eaten_whole_or_not_at_all() {
        let mut reader = Reader::new("first-rate");
        assert!(!reader.eat_str("fir-") && reader.rest() == "first-rate");
        assert!(reader.eat_str("first") && reader.eat_str("") && reader.rest() == "-rate");
        assert_eq!(reader.take_while(|c| c.is_ascii_digit()), "");
        assert_eq!(reader.take_while(|c| c == '-'), "-");
        assert_eq!(reader.rest(), "rate");
    }

    #[test]
    fn a_place_counts_characters_and_splits_between_them() {
        let text = "ü\n−é→x";
        let ends = (text.char_indices().map(|(at, _)| at)).chain([text.len()]);
        for at in ends {
            let (before, rest) = text.split_at(at);
            let place = Place::after(before);
            assert_eq!(place.split(text), (before, rest));
            let line = before.split('\n').next_back().unwrap_or_default();
            let lines = usize::from(before.contains('\n'));
            assert_eq!(
                place.in_line(text),
                (lines, Place::after(line)),
                "{before:?}"
            );
        }
        assert_eq!(Place::after("too long").split("é"), ("é", ""));
    }

    #[test]
    fn a_number_keeps_to_its_range_at_both_ends() {
        let read = |text| Reader::new(text).number("a row", 2..=10).ok();
        assert_eq!(
            ["1", "2", "10", "11", "007", "-3", ""].map(read),
            [None, Some(2), Some(10), None, Some(7), None, None]
        );
    }

    #[test]
    fn what_was_found_is_shown_cut_and_escaped() {
        let error = Reader::new("").unexpected_word("a spot", &"y\n".repeat(1000));
        let message = error.to_string();
        assert!(
            message.starts_with("expected a spot, found `y\\n"),
            "{message}"
        );
        assert!(message.len() < 120 && !message.contains('\n'));
        let error = Reader::new("\u{7}").expect('a').unwrap_err();
        assert!(error.to_string().ends_with("found `\\u{7}`"), "{error}");
    }

    #[test]
    fn a_wrong_word_is_shown_whole() {
        let found = |text: &str, at: usize| {
            let mut reader = Reader::new(text);
            (0..at).for_each(|_| {
                reader.next_char();
            });
            reader.unexpected("a spot").found.to_string()
        };
        assert_eq!(found("undone 3", 0), "`undone`");
        assert_eq!(found("1-spot", 2), "`spot`");
        // Two letters can be two things, and the rest of a word is not one.
        assert_eq!(found("ab", 0), "`a`");
        assert_eq!(found("stopped", 4), "`p`");
        assert_eq!(found("1-2", 0), "`1`");
    }

    #[test]
    fn the_end_of_the_text_is_said_in_words() {
        let error = Reader::new("").expect('x').unwrap_err();
        assert_eq!(error.to_string(), "expected `x`, found the end of the text");
    }
}
