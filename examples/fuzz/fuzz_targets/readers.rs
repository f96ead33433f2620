//! Checks that any text is read by each small reader, or refused in a sentence, and that what is read is written and
//! read back: parts of moves, limits, settings, and the texts of stores and tables.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames::audit::Checkpoint;
use papergames::claim::Certificate;
use papergames::format::Heading;
use papergames::grid::Direction;
use papergames::laws::Broken;
use papergames::laws::house::{any_text_is_read_or_refused as one, refusals_are_sentences};
use papergames::nim::{Nim, Take};
use papergames::sprouts::land::{Land, Lands};
use papergames::sprouts::notation::wgosa;
use papergames::sprouts::planar::surface::{SheetMove, Surface};
use papergames::sprouts::solve::{Loss, catalogue, database};
use papergames::sprouts::{Ending, Position, Unnumbered, UnnumberedFormat};
use papergames::{Level, Player, Plies, Ply, PlyCap, brussels, phutball, sos, sprouts};
use papergames_check::Claim;
use papergames_play::TimeControl;

/// The readers whose values are written as text.
const READERS: &[fn(&str) -> Result<(), Broken>] = &[
    one::<Level>,
    one::<Direction>,
    one::<Player>,
    one::<Ending>,
    one::<Nim>,
    one::<Take>,
    one::<Ply<Take>>,
    one::<Plies<phutball::Position>>,
    one::<PlyCap<Nim>>,
    one::<Surface>,
    one::<SheetMove>,
    one::<TimeControl>,
    one::<Land>,
    one::<Loss>,
    one::<sprouts::surface::Sheet>,
    one::<brussels::surface::Sheet>,
    one::<brussels::Star>,
    one::<brussels::Face>,
    one::<sos::Cell>,
    one::<sos::Letter>,
    one::<sos::Line>,
    one::<sos::Word>,
    one::<phutball::Chain>,
];

/// Checks that a refusal is a sentence.
fn check<T, E: core::fmt::Display>(read: Result<T, E>) {
    if let Err(refused) = read {
        refusals_are_sentences(&refused).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

fuzz_target!(|text: &str| {
    for read in READERS {
        read(text).unwrap_or_else(|broken| panic!("{broken}"));
    }
    // A key is read as its land.
    if let Ok(lands) = text.parse::<Lands>() {
        for land in &lands {
            assert_eq!(land.key().parse::<Land>().as_ref(), Ok(land));
        }
    }
    check(text.parse::<Checkpoint>());
    check(text.parse::<Certificate>());
    check(text.parse::<Claim>());
    check(database::read(text));
    check(catalogue::read(text));
    let _ = Heading::read(text);
    let start = Position::new(3, Ending::Normal).expect("three spots fit");
    check(wgosa::read_move(&start, text));
    let start = "2,3".parse().expect("two stars");
    check(brussels::notation::read_move(&start, text));
    let start = phutball::Position::standard();
    for format in phutball::notation::GameFormat::ALL {
        check(format.read_turn(&start, text));
    }
    for game in papergames::games() {
        if let Some(texts) = game.extra::<Unnumbered>() {
            let _ = texts.read(text);
            let format: Option<UnnumberedFormat> = texts.format(None, text);
            let _ = format.map(|format| check(format.read(text)));
        }
    }
});
