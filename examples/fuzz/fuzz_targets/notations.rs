//! Checks that any text is read in each notation of each game and in a guessed one, or refused in a sentence, and that
//! whatever is read is read back from its own text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames::laws::house::refusals_are_sentences;
use papergames::reading::{ReadOptions, SourceText};

fuzz_target!(|text: &str| {
    let source = SourceText::literal(text);
    for game in papergames::games() {
        let named = game.notations().into_iter();
        let named = named.map(|notation| ReadOptions::in_format(notation.name));
        for options in named.chain([ReadOptions::default()]) {
            let read = game.read(&source, &options);
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
