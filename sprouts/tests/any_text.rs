//! Any text is either read, written and read back unchanged, or rejected with a readable error.

use common::laws::house::{
    any_text_is_read_in_each_notation, any_text_is_read_or_refused as one,
    any_text_is_read_or_refused_by, refusals_are_sentences,
};
use common::laws::{Broken, check_any_text};
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::{Sum, ajs};
use papergames_sprouts::notation::cards::CardTable;
use papergames_sprouts::notation::hoey::{self, Abbreviation};
use papergames_sprouts::notation::wgosa::{self, GameRecord};
use papergames_sprouts::{End, Ending, Move, Position, Record, Rules, Variant};

const SAMPLES: &[&str] = &[
    "3+",
    "2-:1,3,2,3",
    "3+:1,4;2/1,4;3",
    "2+black-and-white:1,2",
    "4-antwerp-cold",
    "1-2",
    "1-1[3,4]",
    "3-5![2]",
    "1_2",
    "3+ 1-1[2] 1-4",
    "0*4",
    "0*2.AB|0.AB",
    "0*2.1a1a+0.AB|AB",
    "!",
    "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9.",
    "1,8,4,9t,8,5;2.",
    "1o;2,3t/4.",
    "1,3,2,3/4",
    "0.0.0.}]!",
    "12.AB.}AB.}]0.2ABC.}0.1ab1bc2ca.ACB.}]!",
    "0.AB.}AB.}0*2.}!",
];

const GAMES: &[&str] = &[
    "2+ (Conway* - Paterson) 1(3)2 1(4)2 1(5)4 2(6)3 II",
    "5+ 1(6)2 3(7)4 6!(8)!7",
    "5− (Müller, Schmitz*) 1(6)1[2, 3–4] 2(7@3)6 I",
    "3+ 1(4)1[2] 2(5)2![] 3(6)4",
    "8+ 1(9)2 1(10)1[3,4] 3(11@4)10!",
    "4\n1 3\n2 4\n2-2\n(5,6)\n",
    "2- 1-2 1-2 3-4\n3\n1,1\n1,2",
    "3+ (Žižka, 鈴木)\n1(4)2\n\n# c’est fini\n2(5)3 I\n4− (Müller–Ångström)\n1(5)2",
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<End>(text)?;
    one::<Rules>(text)?;
    one::<Variant>(text)?;
    one::<Sum>(text)?;
    one::<CardTable>(text)?;
    one::<Abbreviation>(text)?;
    one::<GameRecord>(text)?;
    if let Ok(short) = text.parse::<Abbreviation>() {
        let _ = short.to_sum();
    }
    one::<Record<Position>>(text)?;
    any_text_is_read_or_refused_by(text, ajs::read, ajs::write)?;
    let read = |text: &str| hoey::read(text, Ending::Normal);
    any_text_is_read_or_refused_by(text, read, hoey::write)?;
    if let Ok(position) = read(text) {
        one::<Abbreviation>(&Abbreviation::of(&position).to_string())?;
    }
    if let Err(error) = text.parse::<Lands>() {
        refusals_are_sentences(&error)?;
    }
    any_text_is_read_in_each_notation::<Position>(text)
}

#[test]
fn any_text_is_read_or_refused() {
    check_any_text(
        SAMPLES,
        &[
            "3+",
            "3+:",
            "3+:1,4;2/1,4;3",
            "1-2[",
            "0*",
            "3+ ",
            "3+ (",
            "3+ 1(4)1[",
        ],
        &[
            "9",
            "1,",
            ";",
            "/",
            "0.",
            "0*9.",
            "A",
            "AB|",
            "1a1a.",
            "1",
            "0.}",
            "1.}",
            "2.}]",
            "AB.}AB.}]",
            "m(",
            "n(9",
            "!",
            "+",
            "-1",
            " 1-2",
        ],
        check,
    );
}

#[test]
fn any_game_by_hand_is_read_or_refused() {
    let start = Position::new(5, Ending::Normal).expect("five spots fit");
    check_any_text(GAMES, &[], &[], |text| {
        if let Err(error) = wgosa::read_move(&start, text) {
            refusals_are_sentences(&error)?;
        }
        check(text)
    });
}
