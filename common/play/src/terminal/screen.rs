//! What the output of a program can show.

use std::env;
use std::io::{self, IsTerminal};

use console::Term;
use picture::terminal::Charset;

/// The capabilities of the output. The default is a pipe: 80 columns, ASCII without colours, not interactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Screen {
    /// How many characters fit in a line.
    pub columns: usize,
    /// Whether colours are shown.
    pub colours: bool,
    /// The characters of pictures; `None` if pictures would be too wide.
    pub picture: Option<Charset>,
    /// Whether a person types the input and reads the output.
    pub is_dialogue: bool,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            columns: Screen::USUAL,
            colours: false,
            picture: Some(Charset::Ascii),
            is_dialogue: false,
        }
    }
}

impl Screen {
    /// How wide the pictures of games are.
    pub const PICTURE: usize = 72;

    /// The width of text where none is given, as in a pipe.
    pub const USUAL: usize = 80;

    /// Returns the capabilities of standard output.
    #[must_use]
    pub fn detect() -> Screen {
        let terminal = Term::stdout();
        let size = terminal.size_checked();
        let columns = size.map_or(Screen::USUAL, |(_, columns)| columns.into());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
        let locale = locale.into_iter().find(|value| !value.is_empty());
        let is_unicode = locale.is_some_and(|value| value.to_uppercase().contains("UTF"));
        let is_dumb = env::var("TERM").is_ok_and(|name| name == "dumb");
        let charset = if terminal.is_term() && is_unicode && !is_dumb {
            Charset::Braille
        } else {
            Charset::Ascii
        };
        Screen {
            columns,
            colours: console::colors_enabled(),
            picture: (columns >= Screen::PICTURE).then_some(charset),
            is_dialogue: terminal.is_term() && io::stdin().is_terminal(),
        }
    }

    /// Returns how wide paragraphs are.
    #[must_use]
    pub fn text_width(&self) -> usize {
        self.columns.min(Screen::USUAL)
    }
}

/// Joins words with blanks and breaks the lines before `width`.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::fill;
///
/// let words = ["one", "two", "three", "four"].map(String::from);
/// assert_eq!(fill(&words, 10), "one two\nthree four");
/// ```
#[must_use]
pub fn fill(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_into_lines_before_the_width() {
        let words = ["one", "two", "three", "four"].map(String::from);
        assert_eq!(fill(&words, 9), "one two\nthree\nfour");
        assert_eq!(fill(&words, 10), "one two\nthree four");
        assert_eq!(fill(&words, 1), "one\ntwo\nthree\nfour");
    }
}
