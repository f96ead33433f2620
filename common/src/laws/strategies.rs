//! Strategies for property tests: random games that shrink to short legal games, and almost valid texts.

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::{Just, Strategy};
use proptest::test_runner::{Config as ProptestConfig, TestCaseError, TestRunner};

use crate::laws::broken::Broken;
use crate::play::game::Game;
use crate::play::record::Record;

/// Returns a strategy for records of random games from `start` with at most `max_moves` moves.
///
/// Each move is drawn as an [`Index`] into the legal moves, which are counted and picked but never listed. A game
/// remains legal when an index is removed or reduced, so a failing game shrinks to a short one.
///
/// # Panics
///
/// A test case panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::laws::records;
/// use papergames_common::nim::Nim;
/// use proptest::proptest;
///
/// proptest!(|(record in records(Nim::new(&[3, 4, 5]), 20))| {
///     assert!(record.moves().len() <= 12, "each move takes a match");
/// });
/// ```
pub fn records<G: Game>(start: G, max_moves: usize) -> impl Strategy<Value = Record<G>> {
    records_of(start, vec(any::<Index>(), 0..=max_moves))
}

/// Returns a strategy for records of games whose moves are picked by `indices`.
fn records_of<G: Game>(
    start: G,
    indices: impl Strategy<Value = Vec<Index>>,
) -> impl Strategy<Value = Record<G>> {
    indices.prop_map(move |indices| {
        let mut record = Record::new(start.clone());
        for index in indices {
            let Some(m) = pick(record.position(), index) else {
                break;
            };
            record.push(m).expect("a listed move is legal");
        }
        record
    })
}

/// Returns a strategy for records of complete random games from `start`. A game ends by the rules, or after `max_moves`
/// moves if it is not over by then.
///
/// # Panics
///
/// A test case panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::Game;
/// use papergames_common::laws::games;
/// use papergames_common::nim::Nim;
/// use proptest::proptest;
///
/// proptest!(|(record in games(Nim::new(&[3, 4, 5]), 20))| {
///     assert!(record.position().is_terminal());
///     assert!((3..=12).contains(&record.moves().len()));
/// });
/// ```
pub fn games<G: Game>(start: G, max_moves: usize) -> impl Strategy<Value = Record<G>> {
    records_of(start, vec(any::<Index>(), max_moves))
}

/// Returns a strategy for numbers of any size, most of them small or next to a power of two, for tests of functions
/// that take numbers.
pub fn wild_numbers() -> impl Strategy<Value = usize> {
    let bits = 0..usize::BITS;
    let near = (bits, -2..=2isize).prop_map(|(bits, by)| (1usize << bits).wrapping_add_signed(by));
    proptest::prop_oneof![0..12usize, near, Just(usize::MAX), any::<usize>()]
}

/// Returns a strategy for positions that are reached by random games from `start` within `max_moves` moves.
pub fn positions<G: Game>(start: G, max_moves: usize) -> impl Strategy<Value = G> {
    records(start, max_moves).prop_map(|record| record.position().clone())
}

/// Returns the legal move that `index` picks, without listing the moves, or `None` if the game is over.
fn pick<G: Game>(position: &G, index: Index) -> Option<G::Move> {
    let count = position.count_moves();
    // The high half of a 64-bit number times a 128-bit count.
    let raw = index.index(usize::MAX) as u128;
    let nth = raw * (count >> 64) + ((raw * (count & u128::from(u64::MAX))) >> 64);
    position.nth_move(nth)
}

/// Runs `check` on arbitrary texts: 5,000 samples with mistakes added (see [`texts_like`]), 5,000 random texts, and
/// texts of a megabyte that repeat one of `parts`, alone and after each of `heads`.
///
/// `check` should call [`any_text_is_read_or_refused`](crate::laws::any_text_is_read_or_refused) for every reader of a
/// game.
///
/// # Panics
///
/// Panics with the shortest text found for which `check` returns an error or panics.
///
/// # Examples
///
/// ```
/// use papergames_common::{Player, laws};
///
/// laws::check_any_text(&["first", "player 12"], &["player "], &["1", " "], |text| {
///     laws::any_text_is_read_or_refused::<Player>(text)
/// });
/// ```
#[track_caller]
pub fn check_any_text(
    samples: &[&str],
    heads: &[&str],
    parts: &[&str],
    check: impl Fn(&str) -> Result<(), Broken>,
) {
    let config = ProptestConfig {
        cases: 5_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let test = |text: String| check(&text).map_err(TestCaseError::from);
    let mut runner = TestRunner::new(config);
    for result in [
        runner.run(&texts_like(samples), test),
        runner.run(&".{0,40}", test),
    ] {
        if let Err(error) = result {
            panic!("{error}");
        }
    }
    for part in parts {
        let long = part.repeat(1_000_000 / part.len());
        for head in [""].iter().chain(heads) {
            if let Err(broken) = check(&format!("{head}{long}")) {
                panic!("a megabyte of `{part}` after `{head}`: {broken}");
            }
        }
    }
}

/// Returns a strategy for texts that resemble the samples but contain a few mistakes: parts that are left out, doubled,
/// swapped or taken from another sample, and stray characters. Some of the texts are still valid.
///
/// Use it as input for the law that a parser reads or rejects any text. Unlike random texts, these texts do not fail at
/// the first character.
///
/// # Panics
///
/// Panics if `samples` is empty.
///
/// # Examples
///
/// ```
/// use papergames_common::Player;
/// use papergames_common::laws::texts_like;
/// use proptest::proptest;
///
/// proptest!(|(text in texts_like(&["first", "second"]))| {
///     if let Ok(player) = text.parse::<Player>() {
///         assert_eq!(player.to_string(), text);
///     }
/// });
/// ```
pub fn texts_like(samples: &[&str]) -> impl Strategy<Value = String> + use<> {
    assert!(!samples.is_empty(), "texts_like needs at least one sample");
    let samples: Vec<Vec<char>> = samples.iter().map(|text| text.chars().collect()).collect();
    let mut alphabet: Vec<char> = samples.iter().flatten().copied().collect();
    alphabet.extend("09azAZ -+,.;:!?*/()[]#\"\n\0\u{1b}\u{202e}\u{301}−–é∞😀".chars());
    alphabet.sort_unstable();
    alphabet.dedup();
    let edit = (0..6u8, any::<Index>(), 0..6usize, any::<Index>());
    (any::<Index>(), vec(edit, 0..6)).prop_map(move |(which, edits)| {
        let mut text = which.get(&samples).clone();
        for (kind, at, len, other) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + len).min(text.len());
            match kind {
                0 => drop(text.drain(at..end)),
                1 => text.insert(at, *other.get(&alphabet)),
                2 => {
                    text.splice(at..end, [*other.get(&alphabet)]);
                }
                3 => {
                    let part = text[at..end].to_vec();
                    let to = other.index(text.len() + 1);
                    text.splice(to..to, part);
                }
                4 => {
                    let sample = other.get(&samples);
                    let from = at.min(sample.len());
                    text.truncate(at);
                    text.extend(&sample[from..]);
                }
                _ => {
                    // A number too large for any integer, or a very long name.
                    let c = text.get(at).copied().unwrap_or('9');
                    text.splice(at..at, core::iter::repeat_n(c, 30));
                }
            }
        }
        text.into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::broken::demand;

    fn refuse(bad: impl Fn(&str) -> bool) -> impl Fn(&str) -> Result<(), Broken> {
        move |text| demand!("a test" => !bad(text), "{}", text.chars().take(9).collect::<String>())
    }

    #[test]
    #[should_panic(expected = "minimal failing input")]
    fn a_short_text_that_breaks_the_law_is_found() {
        check_any_text(&["abc"], &[], &["a"], refuse(|text| text.contains("cb")));
    }

    #[test]
    #[should_panic(expected = "a megabyte of `a` after `x`")]
    fn a_long_text_that_breaks_the_law_is_found() {
        let bad = |text: &str| text.len() > 1000 && text.starts_with('x');
        check_any_text(&["abc"], &["x"], &["a"], refuse(bad));
    }
}
