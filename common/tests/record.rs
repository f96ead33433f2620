//! Records, playouts and counts of sequences, on Nim.

use papergames_common::nim::{Nim, Take};
use papergames_common::{Game, Player, Record, RecordError, Seeded, perft, playout};

const fn take(heap: u8, matches: u8) -> Take {
    Take { heap, matches }
}

#[test]
fn a_record_knows_every_position_of_the_game() {
    let start = Nim::new(&[1, 2]);
    let record = Record::from_moves(start.clone(), [take(1, 1), take(0, 1), take(1, 1)]).unwrap();
    let positions: Vec<String> = record.positions().map(|nim| nim.to_string()).collect();
    assert_eq!(
        positions,
        ["1,2:first+", "1,1:second+", "0,1:first+", "0,0:second+"]
    );
    assert_eq!(record.setup(), &start);
    assert_eq!(record.position().winner(), Some(Player::FIRST));
    assert_eq!(record.to_string(), "1,2:first+ 1x1 0x1 1x1");
}

#[test]
fn a_move_taken_back_leaves_the_record_as_it_was() {
    let mut record = Record::new(Nim::new(&[3, 2]));
    assert_eq!(record.pop(), None);
    record.push(take(0, 2)).unwrap();
    let before = record.clone();
    record.push(take(1, 1)).unwrap();
    assert_eq!(record.pop(), Some(take(1, 1)));
    assert_eq!(record, before);
    assert!(record.push(take(0, 2)).is_err());
    assert_eq!(record, before, "a refused move is not recorded");
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_reason() {
    let error = Record::from_moves(Nim::new(&[3]), [take(0, 1), take(0, 3)]).unwrap_err();
    let RecordError::Move { number, text, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((*number, text.as_str()), (2, "0x3"));
    assert_eq!(
        error.to_string(),
        "move 2, `0x3`: cannot take 3 from heap 0; take 1 to 2"
    );
}

#[track_caller]
fn check_refused(text: &str, message: &str) {
    assert_eq!(
        text.parse::<Record<Nim>>().unwrap_err().to_string(),
        message
    );
}

#[test]
fn a_text_that_is_no_record_is_refused_with_the_place() {
    check_refused(" \n", "the text is empty; write a setup and moves");
    check_refused(
        "3;4:first+",
        "the setup: expected `:` at character 2, found `;`",
    );
    check_refused(
        "3:first+ 0x1 0-1",
        "move 2, `0-1`: expected `x` at character 2, found `-`",
    );
    check_refused(
        "3:first+ 0x1 0x1 0x2",
        "move 3, `0x2`: cannot take 2 from heap 0; take 1 to 1",
    );
    let long = format!("3:first+ {}", "9".repeat(10_000));
    assert!(long.parse::<Record<Nim>>().unwrap_err().to_string().len() < 200);
}

#[test]
fn blanks_and_lines_between_the_moves_do_not_matter() {
    let record: Record<Nim> = "\t3,1:first-\r\n0x1\n\n 1x1 ".parse().unwrap();
    assert_eq!(record.to_string(), "3,1:first- 0x1 1x1");
}

#[test]
fn a_record_that_breaks_the_rules_cannot_be_deserialized() {
    let record: Record<Nim> =
        serde_json::from_str(r#"{"setup":"3:first+","moves":["0x1"]}"#).unwrap();
    assert_eq!(record.position().to_string(), "2:second+");
    let broken = serde_json::from_str::<Record<Nim>>(r#"{"setup":"3:first+","moves":["0x4"]}"#);
    let message = broken.unwrap_err().to_string();
    assert!(
        message.contains("move 1, `0x4`: cannot take 4 from"),
        "{message}"
    );
}

#[test]
fn a_playout_is_the_same_from_the_same_seed_and_stops_at_its_limit() {
    let start = Nim::new(&[9, 9, 9]);
    let game = |seed| playout::record(start.clone(), u64::MAX, &mut Seeded::new(seed));
    assert_eq!(game(4), game(4));
    assert_ne!(game(4), game(5));
    assert!(game(4).position().is_terminal());
    assert_eq!(
        *game(4).position(),
        playout::play(start.clone(), &mut Seeded::new(4))
    );
    let short = playout::record(start.clone(), 2, &mut Seeded::new(4));
    assert_eq!(short.moves(), &game(4).moves()[..2]);
    let position = playout::play_at_most(start.clone(), 2, &mut Seeded::new(4));
    assert_eq!(*short.position(), position);
    assert_eq!(
        playout::play_at_most(start.clone(), 0, &mut Seeded::new(4)),
        start
    );
}

#[test]
fn levels_split_a_count_into_games_that_go_on_and_games_that_end() {
    let levels: Vec<perft::Counts> = perft::Levels::new(Nim::new(&[1, 2])).collect();
    let rows: Vec<_> = levels
        .iter()
        .map(|level| {
            (
                level.open,
                level.finished,
                level.open_positions,
                level.finished_positions,
            )
        })
        .collect();
    // By hand: 1,2 → 0,2 1,1 1,0 → 0,1 twice, 0,0 twice, 1,0 → 0,0 three times.
    assert_eq!(
        rows,
        [(1, 0, 1, 0), (3, 0, 3, 0), (3, 2, 2, 1), (0, 3, 0, 1)]
    );
    for (depth, level) in (0..).zip(&levels) {
        assert_eq!(perft(&Nim::new(&[1, 2]), depth), Some(level.sequences()));
    }
    assert_eq!(perft(&Nim::new(&[1, 2]), 4), Some(0));
}

#[test]
fn levels_end_before_a_count_exceeds_128_bits() {
    // From one heap of 255, any d of the numbers below lie on the way: 255 over d.
    let mut choose = 1_u128;
    let mut depths = 0;
    for level in perft::Levels::new(Nim::new(&[255])) {
        assert_eq!(level.sequences(), choose);
        depths += 1;
        let d = u128::from(level.depth);
        let Some(wide) = choose.checked_mul(255 - d) else {
            break;
        };
        choose = wide / (d + 1);
    }
    assert!(depths > 25);
    assert!(perft::Levels::new(Nim::new(&[255])).count() < 60);
}

#[test]
fn no_word_of_a_record_commands_a_terminal() {
    let refused = "3,4:first+ \u{1b}[2J".parse::<Record<Nim>>().unwrap_err();
    let said = refused.to_string();
    assert!(said.starts_with("move 1, `\\u{1b}[2J`: "), "{said}");
}
