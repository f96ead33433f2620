//! Any text is either read, written and read back unchanged, or rejected with a readable error.

use common::laws::house::{
    any_text_is_read_in_each_notation, any_text_is_read_or_refused as one,
    any_text_is_read_or_refused_by,
};
use common::laws::{Broken, check_any_text};
use papergames_brussels::notation::{read_game, write_game};
use papergames_brussels::planar::surface::{SheetMove, Surface};
use papergames_brussels::surface::Sheet;
use papergames_brussels::{Arm, Face, Move, Position, Record, Star};

const SAMPLES: &[&str] = &[
    "3",
    "4,4,3-",
    "2x3,1x5+",
    "2+:1a-1c[2]:1a-2b",
    "1x9+:1a-1b:1b-1c:1a-1d",
    "1a-1c[2,3]",
    "100zz",
    "9,4,1",
    "4@c1/3,2@h0-:2",
    "3-@h1",
    "2x3,4@c2+:2",
    "12.30",
    "3-  # misère\n1. 2c-2a[3]\n2. 1B-2d\n",
    "4 1a-1c[2-4] 2. 2a–2c",
    "3-  # Žižka – 鈴木\n1. 2c–2a[3]\n\n# c’est fini\n2. 1B−2d\n",
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Arm>(text)?;
    one::<Star>(text)?;
    one::<Face>(text)?;
    one::<Sheet>(text)?;
    one::<SheetMove>(text)?;
    one::<Surface>(text)?;
    one::<Record<Position>>(text)?;
    any_text_is_read_or_refused_by(text, read_game, write_game)?;
    any_text_is_read_in_each_notation::<Position>(text)
}

#[test]
fn any_text_is_read_or_refused() {
    check_any_text(
        SAMPLES,
        &["2:", "2 ", "2:1a-1c["],
        &[
            "9", "1,", "1x", "2:", "1a-1b", "[", "1a-1b[1,", "z", " ", "1. ", "#", "@h",
        ],
        check,
    );
}
