//! Checks that any text is read or rejected, and that whatever is read can be written and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_brussels::notation::{read_game, write_game};
use papergames_brussels::{Arm, Move, Position, PositionMap, Record, Symmetric};

/// Numbers may be written with leading zeros; nothing else about a move has two spellings.
fn without_leading_zeros(text: &str) -> String {
    let mut kept = String::new();
    for (at, c) in text.char_indices() {
        let in_number = kept.ends_with(|c: char| c.is_ascii_digit());
        let goes_on = text[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        if c != '0' || in_number || !goes_on {
            kept.push(c);
        }
    }
    kept
}

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        let written = position.to_string();
        assert_eq!(written.parse().as_ref(), Ok(&position));
        if position.n_arms() < 16 {
            // These are slow for large positions, and do not read text.
            assert_eq!(PositionMap::new(&position).map.check(), Ok(()));
            let canonical = position.canonical();
            assert_eq!(canonical.canonical(), canonical);
        }
    }
    if let Ok(m) = text.parse::<Move>() {
        assert_eq!(m.to_string(), without_leading_zeros(text));
    }
    if let Ok(arm) = text.parse::<Arm>() {
        assert_eq!(arm.to_string().parse(), Ok(arm));
    }
    match read_game(text) {
        Ok(game) => {
            let written = write_game(&game);
            assert_eq!(read_game(&written).as_ref(), Ok(&game));
            assert_eq!(written.parse::<Record<Position>>().as_ref(), Ok(&game));
        }
        Err(error) => assert!(error.to_string().len() < 1000),
    }
});
