//! Any text is either read, written and read back unchanged, or rejected with a readable error.

use common::laws::house::{
    any_text_is_read_in_each_notation, any_text_is_read_or_refused as one,
    any_text_is_read_or_refused_by,
};
use common::laws::{Broken, check_any_text};
use papergames_sos::notation::{read_game, write_game};
use papergames_sos::{Cell, Letter, Line, Move, Position, Record, Rules, Size};

const SAMPLES: &[&str] = &[
    "Sb2",
    "Oaa10",
    "a1-c3",
    "4x5",
    "1x7:first",
    "4x4:general:3",
    "SOS/.../...:1:1-0",
    "SOS:-:1-0:first",
    "S.S/.../...:3:0-0-0",
    "1x4 first  # a strip\nSa1 Sd1\nOb1 Sc1+",
    "3x3 general # Žižka – 鈴木\nSa1 Ob1\n\n# c’est fini\nSc1+",
    "3x3 general 2 players # all\nSa1 Ob1 Sc1+\nOa2 Sa3+ Sb3",
    "mode: simple\nsize=3\nplayer,row,col,letter\nBlue,0,0,S\nRed,0,1,O\nBlue,0,2,S\nwinner: blue\n",
    "{\"size\": 3, \"moves\": [{\"player\": \"X\", \"row\": 1, \"col\": 2, \"letter\": \"S\"}]}",
    "Player 1: S (0,2)\nPlayer 2: O (1,1)\nscore 1: 0",
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Letter>(text)?;
    one::<Line>(text)?;
    one::<Size>(text)?;
    one::<Rules>(text)?;
    one::<Record<Position>>(text)?;
    any_text_is_read_or_refused_by(text, read_game, write_game)?;
    one::<Cell>(text)?;
    any_text_is_read_in_each_notation::<Position>(text)
}

#[test]
fn any_text_is_read_or_refused() {
    check_any_text(
        SAMPLES,
        &["3x3 ", "3x", "S.S/.../...:1:0-0", "Sa1"],
        &[
            "9", "x", "S", ".", "./", "S/", ":1", "-0", " ", "#", "+", "Sa1 ", "a", "\n",
        ],
        check,
    );
}
