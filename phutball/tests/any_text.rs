//! Any text is either read, written and read back unchanged, or rejected with a readable error.

use common::laws::house::{
    any_text_is_read_in_each_notation, any_text_is_read_or_refused as one,
    any_text_is_read_or_refused_by, refusals_are_sentences,
};
use common::laws::{Broken, check_any_text};
use papergames_phutball::notation::GameFormat;
use papergames_phutball::{Chain, Move, Point, Position, Record, Rules, Size, Turn};
use proptest::prelude::*;

const SAMPLES: &[&str] = &[
    "5/5/2o2/2@2/1o3/5/5:first:full-board",
    "5/5/2o2/2o2/1@3/5/5:second:terminal-rows-corner:jumping",
    "@5/5/5/5/5:second:full-board-corner",
    "15x21",
    "h10",
    "h10-h12-j14",
    "stop",
    "NE",
    "5/5/5/2@2/5/5/5:first:full-board c4 c3 N S stop",
    "H11 I13 E SE",
    "*h11 h10-h12 h13*",
    "{\"header\": {\"game\": {\"name\": \"Phutball\"}, \"pied\": true}, \"moves\": [[\"h11\", null]]}",
    "1. H11 E\n2. H13 E",
    "K6–G9–G11–J11",
    "h11\nh10-h12\nh13\nh12-h14\n",
    "# Žižka – 鈴木\nh11\nh10–h12\n\n# c’est fini\nh13\n",
    r#"[{"winner":"Žižka","moves":["H11–é"]}]"#,
    "5/5/2@2/5/5",
    r#"[{"winner":"Left","moves":["H11","I13","E SE"]}]"#,
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Turn>(text)?;
    one::<Chain>(text)?;
    one::<Point>(text)?;
    one::<Size>(text)?;
    one::<Rules>(text)?;
    one::<Record<Position>>(text)
}

/// Reads a text in foreign notations, and if it is a game, writes it and reads it back.
fn foreign(text: &str, start: &Position) -> Result<(), Broken> {
    let told = |error: Option<String>| error.map_or(Ok(()), |e| refusals_are_sentences(&e));
    any_text_is_read_in_each_notation::<Position>(text)?;
    for format in GameFormat::ALL {
        told(format.read_turn(start, text).err().map(|e| e.to_string()))?;
        let Ok(game) = format.read(text, start) else {
            continue;
        };
        if format.write(&game).is_ok() {
            let read = |text: &str| format.read(text, game.setup());
            let write = |game: &_| format.write(game).expect("it was written before");
            any_text_is_read_or_refused_by(text, read, write)?;
        }
    }
    Ok(())
}

#[test]
fn any_text_is_read_or_refused() {
    let start = Position::standard();
    check_any_text(
        SAMPLES,
        &["5/5/2o2/2@2/1o3/5/5:first:full-board", "5/5/", "h10", "15x"],
        &[
            "9", "1", "o", "o/", "5/", "@", ":", "-h10", "h10-", "N", "a", " ", " N", "\n",
        ],
        |text| check(text).and_then(|()| foreign(text, &start)),
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn texts_of_the_right_letters_are_read_or_refused(
        text in r"[-o@1-9/:;()\[\]A-Za-z ]{0,60}(:first:full-board(-corner)?)?(:jumping)?"
    ) {
        check(&text)?;
        foreign(&text, &Position::standard())?;
    }
}
