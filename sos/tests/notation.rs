//! Round trips, and the message for each kind of bad text.

use papergames_sos::notation::{read_game, write_game};
use papergames_sos::{Move, Position, Record, Rules, Seeded, Size, playout};
use proptest::prelude::*;

/// Compares the error message for a text that is not a position.
#[track_caller]
fn check_position(text: &str, message: &str) {
    let error = text.parse::<Position>().expect_err("the text is refused");
    assert_eq!(error.to_string(), message, "{text}");
}

/// Reads a text as a game, writes it, and compares the result.
#[track_caller]
fn check_game(text: &str, written: &str) {
    let game = read_game(text).expect("the game is well formed");
    assert_eq!(write_game(&game), written);
    assert_eq!(read_game(written).as_ref(), Ok(&game));
}

/// Compares the error message for a text that is not a game.
#[track_caller]
fn check_bad_game(text: &str, message: &str) {
    let error = read_game(text).expect_err("the text is refused");
    assert_eq!(error.to_string(), message, "{text}");
}

#[test]
fn a_bad_position_is_refused_with_the_place() {
    check_position(
        "",
        "expected `S`, `O`, `.`, `/` or `:`, found the end of the text",
    );
    check_position(
        "S.s:1:0-0",
        "expected `S`, `O`, `.`, `/` or `:` at character 3, found `s`",
    );
    check_position(".../..:1:0-0", "row 2 has 2 cells, but the first row has 3");
    check_position(
        ":1:0-0",
        "a board must have at least 3 rows or 3 columns, so that an S-O-S fits, found 1x0",
    );
    check_position(
        "../..:1:0-0",
        "a board must have at least 3 rows or 3 columns, so that an S-O-S fits, found 2x2",
    );
    check_position(
        "...:0:0-0",
        "expected a player to move (1 to 8) at character 5, found `0`",
    );
    check_position(
        "...:3:0-0",
        "expected a player to move from 1 to 2, or `-` at character 5, found `3`",
    );
    check_position(
        "...:1:0",
        "expected `-` at character 8, found the end of the text",
    );
    check_position(
        "...:1:2-0",
        "expected points (0 to 1) at character 7, found `2`",
    );
    check_position(
        "...:1:0-0-0-0-0-0-0-0-0",
        "expected `:` at character 22, found `-`",
    );
    check_position(
        "...:1:0-0:best",
        "expected rules (general, first, alternating or misere) at character 11, found `best`",
    );
    check_position(
        "...:1:0-0:first ",
        "expected the end of the text at character 16, found ` `",
    );
    let long = format!("{}:1:0-0", ".".repeat(500));
    check_position(
        &long,
        "a board may have at most 255 rows, 255 columns and 400 cells, found 1x500",
    );
}

#[test]
fn fields_that_cannot_belong_to_one_game_are_refused() {
    check_position(
        "SOS.:2:0-0",
        "the board has 1 S-O-S, worth 1 point, but the players have 0 points in total",
    );
    check_position(
        "S..:1:0-0",
        "after 1 letters player 2 must be to move, found player 1",
    );
    check_position(
        "SOS.:2:1-0",
        "after 3 letters player 1 must be to move, found player 2",
    );
    check_position(
        "SOS.:1:1-0:alternating",
        "after 3 letters player 2 must be to move, found player 1",
    );
    check_position(
        "OOO:1:0-0",
        "the game is over; write `-` for the player to move, not 1",
    );
    check_position(
        "SOS.:1:1-0:first",
        "the game is over; write `-` for the player to move, not 1",
    );
    check_position(
        "OO.:-:0-0",
        "the game is not over; write the number of the player to move instead of `-`",
    );
    check_position(
        "SOS.:-:0-1:first",
        "player 1 wrote the last letter, but the points were given to another player",
    );
    check_position(
        "SOS.SOS:-:0-2:misere",
        "misere rules end the game at the first S-O-S, but the last letter cannot have completed every S-O-S on this \
         board",
    );
    check_position(
        "SOS.:1:0-0-0-1:alternating",
        "player 4 cannot have 1 points yet, because one letter makes at most 8 S-O-S",
    );
}

#[test]
fn a_turn_that_depends_on_unknown_extra_letters_is_believed() {
    // Both players have one point: two of the five letters kept the turn, and three passed it.
    assert!("SOSOS.:2:1-1".parse::<Position>().is_ok());
    assert!("SOSOS.:1:1-1".parse::<Position>().is_err());
    // One player has two points, which one or two letters may have made.
    for text in ["SOSOS.:1:2-0", "SOSOS.:2:2-0"] {
        assert!(text.parse::<Position>().is_ok(), "{text}");
    }
}

#[test]
fn a_bad_move_or_setup_is_refused_with_the_place() {
    let m = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert_eq!(
        m("xb2"),
        "expected a move (`S` or `O` and a cell, such as `Sb2`), found `x`"
    );
    assert_eq!(
        m("S2"),
        "expected a column (letters) at character 2, found `2`"
    );
    assert_eq!(
        m("Sb0"),
        "expected a row (1 to 255) at character 3, found `0`"
    );
    assert_eq!(
        m("Sb2+"),
        "expected the end of the text at character 4, found `+`"
    );
    let setup = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        setup("4by5"),
        "expected `x` between rows and columns at character 2, found `b`"
    );
    assert_eq!(
        "x5".parse::<Size>().unwrap_err().to_string(),
        "expected a number of rows (1 to 255, for 400 cells at most), found `x`"
    );
    assert_eq!(
        setup("4x"),
        "expected a number of columns (1 to 255, for 400 cells at most) at character 3, found the end of the text"
    );
    assert_eq!(
        setup("4x5:first:"),
        "expected a number of players (2 to 8) at character 11, found the end of the text"
    );
    assert_eq!(
        setup("4x5:first:9"),
        "a game must have 2 to 8 players, found 9"
    );
    assert_eq!(
        setup("999x999"),
        "a board may have at most 255 rows, 255 columns and 400 cells, found 999x999"
    );
}

#[test]
fn a_game_written_by_hand_is_read() {
    check_game("3x3", "3x3");
    check_game("3x3 general 2 players", "3x3");
    check_game(
        "1x5 misère 3 players\n sa1 OB1 # hm\n\n",
        "1x5 misere 3 players Sa1 Ob1",
    );
    check_game("3x3:first:2 Sa1 Ob1 Sc1", "3x3 first Sa1 Ob1 Sc1+");
    check_game("SO./.../...:1:0-0 Sc1", "SO./.../...:1:0-0 Sc1+");
    check_game("SOSO.:2:1-0 Se1+", "SOSO.:2:1-0 Se1+");
}

#[test]
fn a_bad_game_is_refused_with_line_and_word() {
    check_bad_game(
        "",
        "line 1, ``: a game must begin with a size such as `3x3` or a position, found an empty text",
    );
    check_bad_game(
        "# none\n\n",
        "line 2, ``: a game must begin with a size such as `3x3` or a position, found an empty text",
    );
    check_bad_game(
        "3y3",
        "line 1, `3y3`: expected `x` between rows and columns at character 2, found `y`",
    );
    check_bad_game(
        "3x3 9 players",
        "line 1, `9`: a game must have 2 to 8 players, found 9",
    );
    check_bad_game(
        "3x3 2 Sa1",
        "line 1, `Sa1`: expected `players` after a number of players, found `S`",
    );
    check_bad_game(
        "3x3 fast",
        "line 1, `fast`: expected a move (`S` or `O` and a cell, such as `Sb2`), found `fast`",
    );
    check_bad_game(
        "3x3\nSa1\nOa1",
        "line 3, `Oa1`: cell `a1` already holds `S`",
    );
    check_bad_game(
        "3x3 Sa1 Ob1 Sc1++",
        "line 1, `Sc1++`: the move makes 1 S-O-S, but it is written with 2 `+`; write one `+` for each S-O-S, or none",
    );
    check_bad_game(
        "3x3 Sa1+",
        "line 1, `Sa1+`: the move makes 0 S-O-S, but it is written with 1 `+`; write one `+` for each S-O-S, or none",
    );
    check_bad_game(
        "1x3 first Sa1 Ob1 Sc1+ Sa1",
        "line 1, `Sa1`: the game is already over before `Sa1`",
    );
}

fn any_setup() -> impl Strategy<Value = String> {
    let rules = prop::sample::select(&Rules::ALL[..]);
    (1usize..12, 3usize..12, rules, 2usize..=8)
        .prop_map(|(rows, columns, rules, players)| format!("{rows}x{columns}:{rules}:{players}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_game_is_read_back(setup in any_setup(), seed: u64, limit in 0u64..150) {
        let setup: Position = setup.parse().expect("a setup");
        let game = playout::record(setup, limit, &mut Seeded::new(seed));
        prop_assert_eq!(read_game(&write_game(&game)), Ok(game.clone()));
        prop_assert_eq!(read_game(&game.to_string()), Ok(game.clone()));
        prop_assert_eq!(game.to_string().parse::<Record<Position>>(), Ok(game.clone()));
        let text = game.position().to_string();
        prop_assert_eq!(text.parse::<Position>(), Ok(game.position().clone()));
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "[SO./:0-9x +#a-d\\n]{0,60}|.{0,60}") {
        let _ = (text.parse::<Position>(), text.parse::<Move>());
        let _ = read_game(&text);
    }

    #[test]
    fn a_position_that_is_read_is_written_the_same(
        board in "[SO.]{3,9}", turn in "[12-]", first in 0..4, second in 0..4,
        rules in prop::sample::select(&Rules::ALL[..]),
    ) {
        let rules = if rules == Rules::default() { String::new() } else { format!(":{rules}") };
        let text = format!("{board}:{turn}:{first}-{second}{rules}");
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}
