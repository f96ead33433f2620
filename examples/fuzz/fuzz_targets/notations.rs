//! Checks that any text is read in each notation of each game, or refused in a sentence, and that whatever is read is
//! read back from its own text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames::laws::house::refusals_are_sentences;
use papergames::reading::{ReadOptions, Source};

fuzz_target!(|text: &str| {
    let source = Source::literal(text);
    for game in papergames::games() {
        for notation in game.notations() {
            let read = game.read(&source, &ReadOptions::in_format(notation.name));
            if let Err(refused) = read {
                refusals_are_sentences(&refused).unwrap_or_else(|broken| panic!("{broken}"));
            }
        }
        if let Ok(record) = game.parse(text) {
            let written = record.to_string();
            let again = game.parse(&written).map(|record| record.to_string());
            assert_eq!(again.as_ref(), Ok(&written));
        }
    }
});
