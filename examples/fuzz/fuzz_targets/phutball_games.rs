//! Checks that any text is read as a game in some notation, or rejected. Whatever is read and can be written is read
//! back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::reading::{self, ReadOptions, SourceText};
use papergames_phutball::Position;
use papergames_phutball::notation::GameFormat;

fuzz_target!(|text: &str| {
    let start = Position::standard();
    for format in GameFormat::ALL {
        match format.read(text, &start) {
            Ok(game) => {
                if let Ok(written) = format.write(&game) {
                    let again = format.read(&written, game.setup());
                    assert_eq!(again.expect("what was written is read"), game);
                }
            }
            Err(error) => assert!(error.to_string().len() < 1000),
        }
    }
    let _ = reading::read::<Position>(
        &SourceText::literal(text),
        &ReadOptions::in_format("diagram"),
    );
});
