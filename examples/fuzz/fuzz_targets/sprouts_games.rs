//! Checks that any text is read as a game of the association, a boundary list or a table of cards, or rejected.
//! Whatever is read can be written and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_sprouts::notation::cards::CardTable;
use papergames_sprouts::notation::hoey::{self, Abbreviation};
use papergames_sprouts::notation::wgosa::{self, GameRecord};
use papergames_sprouts::{Ending, Position};

fuzz_target!(|text: &str| {
    match text.parse::<GameRecord>() {
        Ok(game) => assert_eq!(game.to_string().parse(), Ok(game)),
        Err(error) => assert!(error.to_string().len() < 5000),
    }
    let start = Position::new(5, Ending::Normal).expect("five spots fit");
    if let Ok(m) = wgosa::read_move(&start, text) {
        let written = wgosa::write_move(&start, &m).expect("a move that was read can be written");
        assert_eq!(wgosa::read_move(&start, &written), Ok(m));
    }
    if let Ok(position) = hoey::read(text, Ending::Normal) {
        assert_eq!(
            hoey::read(&hoey::write(&position), Ending::Normal),
            Ok(position)
        );
    }
    if let Ok(short) = text.parse::<Abbreviation>() {
        let _ = short.to_sum();
        assert_eq!(short.to_string().parse(), Ok(short));
    }
    if let Ok(table) = text.parse::<CardTable>() {
        assert_eq!(table.to_string().parse(), Ok(table));
    }
});
