//! Checks that any text is read as a game in some notation, or rejected. Whatever is read and can be written is read
//! back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_phutball::notation::game::GameFormat;
use papergames_phutball::notation::diagram;
use papergames_phutball::{Player, Position, Rules};

fuzz_target!(|text: &str| {
    let start = Position::default();
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
    if let Ok(position) = diagram::read(text, Rules::default(), Player::FIRST) {
        if let Ok(written) = diagram::write(&position) {
            let again = diagram::read(&written, Rules::default(), Player::FIRST);
            assert_eq!(again.expect("what was written is read"), position);
        }
    }
});
