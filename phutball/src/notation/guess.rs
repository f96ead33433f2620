//! Guesses which notation a text is in.

use common::grid::Direction;

use super::game::{GameFormat, words};
use crate::position::Position;

/// A notation that a text can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// A game in one of the formats for games.
    Game(GameFormat),
    /// Games in the form of Ehrenborg's collection.
    Json,
    /// A position as a [`diagram`](super::diagram).
    Diagram,
}

/// Guesses the notation of a text from its first words, or returns `None`.
///
/// Wikipedia and compass form look alike as long as there are only men. A direction in capitals means compass, any
/// other capital means Wikipedia, so men alone count as Wikipedia.
///
/// # Examples
///
/// ```
/// use papergames_phutball::notation::{Notation, game::GameFormat, guess};
///
/// for (text, notation) in [
///     ("15x21 h11 N", Notation::Game(GameFormat::Record)),
///     ("(;GM[14];B[h11])", Notation::Game(GameFormat::Sgf)),
///     ("1. h11 2. h10-h12", Notation::Game(GameFormat::AbstractPlay)),
///     ("H11 H10–H12", Notation::Game(GameFormat::Wikipedia)),
///     ("# a comment\nH11\nE", Notation::Game(GameFormat::Compass)),
///     (r#"[{"moves":["H11"]}]"#, Notation::Json),
///     ("5/5/2@2/5/5", Notation::Diagram),
/// ] {
///     assert_eq!(guess(text), Some(notation), "{text}");
/// }
/// assert_eq!(guess("Dear Sir"), None);
/// ```
pub fn guess(text: &str) -> Option<Notation> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('(') {
        return Some(Notation::Game(GameFormat::Sgf));
    }
    if text.starts_with(['[', '{']) {
        return Some(Notation::Json);
    }
    let words = words(text).map(|(_, word)| word);
    let first = words.clone().next()?;
    if first.contains(':') || first.parse::<Position>().is_ok() {
        return Some(Notation::Game(GameFormat::Record));
    }
    if first.contains('@') {
        return Some(Notation::Diagram);
    }
    let mut letters = first.chars();
    let is_point = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    let is_jumps = |word: &str| {
        let mut parts = word.split('/');
        parts.all(|part| part.parse::<Direction>().is_ok())
    };
    let format = match () {
        () if !is_point => return None,
        () if words.clone().any(is_jumps) => GameFormat::Compass,
        () if words.clone().any(starts_with_capital) => GameFormat::Wikipedia,
        () => GameFormat::AbstractPlay,
    };
    Some(Notation::Game(format))
}

fn starts_with_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}
