//! Reading and writing texts, and the message for each kind of bad text.

use common::format::Notations;
use common::reading::{self, ReadOptions, SourceText};
use papergames_phutball::notation::GameFormat;
use papergames_phutball::{
    Chain, Game, Move, Player, Point, Position, Record, Rules, Seeded, Size, Turn, playout,
};
use papergames_phutball::{Columns, Rows};
use proptest::prelude::*;

/// Reads a bad text and compares the message.
#[track_caller]
fn check<T: std::str::FromStr<Err: std::error::Error>>(text: &str, message: &str) {
    match text.parse::<T>() {
        Ok(_) => panic!("`{text}` is read"),
        Err(error) => assert_eq!(error.to_string(), message, "{text}"),
    }
}

#[test]
fn a_size_and_rules_stand_for_a_start() {
    for (text, size, rules) in [
        ("15x21", Size::STANDARD, Rules::default()),
        (
            "3x7:immediate",
            Size::new(Rows(7), Columns(3)).expect("a board"),
            Rules::Immediate,
        ),
    ] {
        assert_eq!(text.parse(), Ok(Position::new(size, rules)), "{text}");
    }
    let record: Record<Position> = "5x7 c4 N".parse().expect("a game");
    assert_eq!(record.to_string(), "5x7 c4 N");
    assert_eq!(
        record.setup().to_string(),
        "5/5/5/2@2/5/5/5:first:full-board"
    );
    for text in ["3x7:immediate b4", "3/3/1@1/3/3:second:full-board b3"] {
        let record: Record<Position> = text.parse().expect("a game");
        assert_eq!(record.to_string(), text);
    }
    let check = check::<Position>;
    check(
        "15x21 ",
        "expected the end of the text at character 6, found ` `",
    );
    check(
        "15x2",
        "a board must have at least 5 rows (three playing rows between two end rows), found 2",
    );
    check(
        "15x21:chess",
        "expected a rule set (full-board, terminal-rows, terminal-rows-corner, full-board-corner, immediate, \
         immediate-corner or no-own-goal), found `chess`",
    );
}

#[test]
fn a_bad_position_is_told_what_and_where() {
    let check = check::<Position>;
    check(
        "",
        "expected a run of empty points, `o` or `@`, found the end of the text",
    );
    check(
        "5/5/5/2@2/5/5/5",
        "expected `:` at character 16, found the end of the text",
    );
    check(
        "5/5/5/2@2/5/5/5:third:full-board",
        "expected `first` or `second` at character 17, found `third`",
    );
    check(
        "5/5/5/2@2/5/5/5:first:chess",
        "expected a rule set (full-board, terminal-rows, terminal-rows-corner, full-board-corner, immediate, \
         immediate-corner or no-own-goal), found `chess`",
    );
    check(
        "5/5/5/2@2/5/5/5:first:full-board:jumping",
        "the position is marked as being in a chain of jumps, but no jump is possible from c3",
    );
    check(
        "5/5/5/2@2/4/5/5:first:full-board",
        "row 2 must have 5 points, like the other rows; found 4",
    );
    check(
        "5/5/5/05/5/5/5:first:full-board",
        "expected a run of empty points without leading zeros at character 7, found `0`",
    );
    check(
        "5/5/5/5/5/5/5:first:full-board",
        "a position must have one ball, found 0",
    );
    check(
        "5/5/@4/2@2/5/5/5:first:full-board",
        "a position must have one ball, found 2",
    );
    check(
        "o4/5/5/2@2/5/5/5:first:full-board",
        "a man must be on the board in rows 1 to 5, found one at a6",
    );
    check(
        "@5/5/5/5/5/5/5:first:full-board",
        "the ball at 06 is outside a corner of the board, but the rules full-board do not allow it to leave there",
    );
    check(
        "5/5/@5/5/5/5/5:first:full-board-corner",
        "row 4 must have 5 points, like the other rows; found 6",
    );
    check(
        "5/2@2/5:first:full-board",
        "a board must have at least 5 rows (three playing rows between two end rows), found 3",
    );
    let long = "9".repeat(10_000);
    check(
        &format!("{long}/5:first:full-board"),
        &format!(
            "expected a run of empty points (1 to 26), found `{}`",
            &long[..40]
        ),
    );
    check(
        &"o".repeat(10_000),
        "expected at most 26 points in a row at character 29, found `o`",
    );
}

#[test]
fn a_bad_move_or_turn_is_told_what_and_where() {
    check::<Move>(
        "",
        "expected a point, a direction or `stop`, found the end of the text",
    );
    check::<Move>(
        "h",
        "expected the number of a row at character 2, found the end of the text",
    );
    check::<Move>(
        "h999",
        "expected the number of a row at character 2, found `999`",
    );
    check::<Move>(
        "h07",
        "expected a row without leading zeros at character 2, found `0`",
    );
    check::<Move>(
        "NNE",
        "expected a direction (N, NE, E, SE, S, SW, W or NW), found `NNE`",
    );
    check::<Move>(
        "stopp",
        "expected the end of the text at character 5, found `p`",
    );
    check::<Turn>(
        "h10-",
        "expected a point (a small letter and a row) at character 5, found the end of the text",
    );
    check::<Turn>(
        "h10-i12",
        "no jump leads from h10 to i12; a jump must go two or more steps in one of the eight directions",
    );
    check::<Turn>(
        "h10-h11",
        "no jump leads from h10 to h11; a jump must go two or more steps in one of the eight directions",
    );
    check::<Size>(
        "15",
        "expected `x` at character 3, found the end of the text",
    );
    check::<Size>("0x9", "a board must have 1 to 26 columns, found 0");
    check::<Size>("x9", "expected a number of columns (1 to 26), found `x`");
    check::<Size>(
        "15xx",
        "expected a number of rows (5 to 30) at character 4, found `x`",
    );
    check::<Size>(
        "015x21",
        "expected a number of columns without leading zeros, found `0`",
    );
    check::<Point>("zz3", "expected a column (one or two letters), found `zz`");
}

#[test]
fn an_illegal_move_or_turn_is_told_why() {
    let board = "5/oo1oo/oo1oo/oo@oo/5/5/5:first:no-own-goal";
    let position: Position = board.parse().expect("a position");
    let refused = |text: &str| {
        let m: Move = text.parse().expect("a move");
        position.check(&m).expect_err("not legal").to_string()
    };
    assert_eq!(
        refused("c6"),
        "a man cannot be placed at c6; choose a point from a1 to e5"
    );
    assert_eq!(
        refused("c3"),
        "a man cannot be placed at c3, which is already occupied"
    );
    assert_eq!(
        refused("N"),
        "the ball cannot jump from c3 in direction N, because no man is next to it there"
    );
    assert_eq!(
        refused("E"),
        "a jump from c3 in direction E would leave the board at its side"
    );
    assert_eq!(
        refused("stop"),
        "`stop` can only end a chain of jumps, and none has begun; place a man or jump"
    );
    let own: Position = "5/5/5/2@2/2o2/2o2/5:first:no-own-goal"
        .parse()
        .expect("a position");
    let m = own
        .check(&"S".parse().expect("a move"))
        .expect_err("not legal");
    assert_eq!(
        m.to_string(),
        "a jump to c0 would put the ball into the mover's own goal, which these rules forbid"
    );
    let turn = |text: &str| {
        let turn: Turn = text.parse().expect("a turn");
        own.check_turn(&turn).expect_err("not legal").to_string()
    };
    assert_eq!(
        turn("c4-c6"),
        "the chain begins at c4, but the ball is at c3"
    );
    assert_eq!(
        turn("c3-c1"),
        "jump 1: a jump to c0 would put the ball into the mover's own goal, which these rules forbid"
    );
    let usual = own.with_rules(Rules::FullBoard).expect("a position");
    let error = usual
        .check_turn(&"c3-c1".parse().expect("a turn"))
        .expect_err("not legal");
    assert_eq!(
        error.to_string(),
        "jump 1: from c3 the ball lands on c0, the first free point behind the men, not on c1"
    );
    let mut over = usual;
    over.apply_turn(&"c3-c0".parse().expect("a turn"))
        .expect("an own goal");
    let error = over
        .check_turn(&"a1".parse().expect("a turn"))
        .expect_err("over");
    assert_eq!(error.to_string(), "the game is over");
}

#[test]
fn the_own_goal_line_may_be_touched_but_not_kept() {
    // Jump from c3 over c2 to the own goal line, along it over d1, and off it over d2, or stop there.
    for (rows, may) in [
        ("7/7/7/2@4/2o4/7/7", false),
        ("7/7/7/2@4/2o4/3o3/7", false),
        ("7/7/7/2@4/2o2o1/3o3/7", true),
        ("7/7/7/2@4/1oo4/7/7", true),
    ] {
        let position: Position = format!("{rows}:first:no-own-goal")
            .parse()
            .expect("a position");
        let south: Move = "S".parse().expect("a move");
        assert_eq!(position.check(&south).is_ok(), may, "{position:#?}");
        if may {
            let after = position.child(&south).expect("a legal move");
            assert!(after.check(&Move::Stop).is_err(), "{after:#?}");
            let stay = Turn::Jumps(
                Chain::new([position.ball(), after.ball()])
                    .expect("a line")
                    .expect("a jump"),
            );
            let error = position.check_turn(&stay).expect_err("not legal");
            let message =
                "the ball at c1 is on the mover's own goal line, so another jump must follow";
            assert!(error.to_string().contains(message), "{error}");
        }
        let other = position
            .with_rules(Rules::TerminalRows)
            .expect("a position");
        assert!(other.check(&south).is_ok());
    }
}

#[test]
fn corners_are_written_as_on_abstract_play() {
    let text = "5/5/5/5/1@3/o4/5:first:full-board-corner";
    let mut position: Position = text.parse().expect("a position");
    position
        .apply_turn(&"b2-00".parse().expect("a turn"))
        .expect("the corner exit");
    assert_eq!(position.winner(), Some(Player::SECOND));
    let text = "5/5/5/5/5/5/@5:second:full-board-corner";
    assert_eq!(position.to_string(), text);
    assert_eq!(text.parse(), Ok(position));
    for other in Rules::ALL
        .into_iter()
        .filter(|rules| !rules.name().contains("corner"))
    {
        let text = format!("5/5/5/5/1@3/o4/5:first:{other}");
        let position: Position = text.parse().expect("a position");
        assert!(position.check(&"SW".parse().expect("a move")).is_err());
    }
}

/// Generates a random game on some board under some rules.
fn any_game() -> impl Strategy<Value = Record<Position>> {
    let sizes = prop::sample::select(vec!["1x7", "3x7", "5x9", "9x11", "15x21", "25x18"]);
    let rules = prop::sample::select(Rules::ALL.to_vec());
    (sizes, rules, any::<u64>(), 0..80u64).prop_map(|(size, rules, seed, moves)| {
        let start = Position::new(size.parse().expect("a size"), rules);
        let mut record = playout::record(start, moves, &mut Seeded::new(seed));
        while record.position().is_jumping() {
            record.pop();
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_format_reads_what_it_writes(game in any_game()) {
        let back = game.to_string().parse();
        prop_assert_eq!(back.as_ref(), Ok(&game));
        for format in GameFormat::ALL {
            let has_corner = |p: &Position| !p.size().contains(p.ball());
            let Ok(text) = format.write(&game) else {
                prop_assert!(game.positions().any(|p| has_corner(&p)), "{:?}", format);
                continue;
            };
            let back = format.read(&text, game.setup());
            prop_assert_eq!(back.as_ref(), Ok(&game), "{:?}: {}", format, text);
        }
    }

    #[test]
    fn any_board_is_read_and_written_the_same(
        men in prop::collection::vec(any::<bool>(), 20), ball in 0..20_usize, second: bool
    ) {
        // Five playing rows of four points between two end rows.
        let signs = men.iter().enumerate().map(|(i, man)| match man {
            _ if i == ball => "@",
            true => "o",
            false => ".",
        });
        let signs: Vec<&str> = signs.collect();
        let mut rows: Vec<String> = signs.chunks(4).map(<[&str]>::concat).collect();
        for row in &mut rows {
            for run in (1..=4).rev() {
                *row = row.replace(&".".repeat(run), &run.to_string());
            }
        }
        let turn = if second { "second" } else { "first" };
        let text = format!("4/{}/4:{turn}:full-board-corner", rows.join("/"));
        let position = text.parse::<Position>();
        prop_assert_eq!(position.map(|position| position.to_string()), Ok(text));
    }
}

#[test]
fn the_formats_are_guessed() {
    for (text, format) in [
        ("5/5/5/2@2/5/5/5:first:full-board c4", Some("text")),
        ("15x21 h11 N", Some("text")),
        ("1. h11 2. h10-h12", Some("abstractplay")),
        ("H11 H10–H12", Some("wikipedia")),
        ("# a game\nH11\nE", Some("compass")),
        ("H11 E/NE", Some("compass")),
        ("h10 i8 h11h9 pass", Some("vying")),
        (r#"[{"moves":["H11"]}]"#, Some("json")),
        ("5/5/2@2/5/5", Some("diagram")),
        ("Dear Sir", None),
    ] {
        let formats = Position::formats();
        let guessed = formats.iter().find(|format| (format.looks_like)(text));
        assert_eq!(guessed.map(|format| format.name), format, "{text}");
    }
}

#[test]
fn a_bad_game_is_told_the_line_the_turn_and_the_reason() {
    let start = Position::standard();
    let refused = |format: GameFormat, text: &str| {
        format
            .read(text, &start)
            .expect_err("not a game")
            .to_string()
    };
    assert_eq!(
        refused(GameFormat::AbstractPlay, "1. h11\n2. h11"),
        "line 2, `h11`: a man cannot be placed at h11, which is already occupied"
    );
    assert_eq!(
        refused(GameFormat::AbstractPlay, "h11 x"),
        "line 1, `x`: expected the number of a row at character 2, found the end of the text"
    );
    assert_eq!(
        refused(GameFormat::Wikipedia, "H11 H10–H13"),
        "line 1, `H10–H13`: jump 1: from h10 the ball lands on h12, the first free point behind the men, not on h13"
    );
    assert_eq!(
        refused(GameFormat::Wikipedia, "I11"),
        "line 1, `I11`: expected a column (`A` to `Z` without `I`), found `I`"
    );
    assert_eq!(
        refused(GameFormat::Compass, "H11\nE E"),
        "line 2, `E E`: jump 2: the previous jump ended the turn, so no other jump may follow"
    );
}

#[test]
fn a_refused_turn_leaves_the_game_before_it() {
    let start = Position::standard();
    let error = GameFormat::AbstractPlay.read("h11 h10-h12 i13 h12-h13", &start);
    let error = error.expect_err("a refused turn");
    assert!(
        error
            .before
            .expect("a game")
            .to_string()
            .ends_with(" h11 N i13")
    );
    // The second jump is illegal, so the first is not kept either.
    let error = GameFormat::Compass.read("H11 E/E", &start);
    let error = error.expect_err("a refused turn");
    assert!(error.before.expect("a game").to_string().ends_with(" h11"));
}

#[test]
fn the_example_of_wikipedia_is_read_and_written() {
    let wikipedia = GameFormat::Wikipedia;
    let start = Position::standard();
    let read = |text| wikipedia.read_turn(&start, text).expect("a turn");
    let turn = read("K6–G9–G11–J11");
    assert_eq!(read("k6-g9"), read("K6–G9"));
    assert_eq!(turn.to_string(), "j6-g9-g11-i11");
    assert_eq!(wikipedia.write_turn(&turn).as_deref(), Ok("K6–G9–G11–J11"));
}

#[test]
fn a_crowd_of_directions_is_refused_at_the_first_that_is_not_legal() {
    let start = Position::standard();
    let text = vec!["N"; 100_000].join(" ");
    let error = GameFormat::Compass
        .read_turn(&start, &text)
        .expect_err("no man to jump");
    assert_eq!(
        error.to_string(),
        "jump 1: the ball cannot jump from h10 in direction W, because no man is next to it there"
    );
}

/// The list that ends with a comma ends with character 35, which is byte 37.
#[test]
fn a_mistake_in_json_is_placed_by_its_character() {
    let text = r#"[{"winner":"Žižka","moves":["H11",]}]"#;
    let refused =
        reading::read::<Position>(&SourceText::literal(text), &ReadOptions::in_format("json"));
    let message = refused.expect_err("a comma too many").to_string();
    assert!(
        message.starts_with("the text, line 1, column 35: "),
        "{message}"
    );
}

#[test]
fn a_star_marks_a_new_man() {
    let start = Position::standard();
    for text in ["*h11 h10-h12 *H13", "h11*\nh10-h12\nh13*"] {
        let read = reading::read::<Position>(
            &SourceText::literal(text),
            &ReadOptions::in_format("abstractplay"),
        );
        let games = read.expect("a game");
        assert_eq!(games[0].record.moves().len(), 3, "{text}");
    }
    let turn = GameFormat::Wikipedia.read_turn(&start, "*J11");
    assert_eq!(turn.map(|turn| turn.to_string()), Ok("i11".to_owned()));
    let read = reading::read::<Position>(
        &SourceText::literal("*h11 *h10-h12"),
        &ReadOptions::default(),
    );
    let error = read.expect_err("a star at a jump").to_string();
    let reason = "the text, line 1, move 2, `*h10-h12`: a star marks a new man, but `h10-h12` moves the ball; \
                  leave out the star";
    assert!(error.starts_with(reason), "{error}");
}

#[test]
fn a_handicap_is_rows_before_the_first_goal() {
    for (text, rows, ball, written) in [
        ("15x21+2", 23, 10, "15x21+2"),
        ("15x21+1:full-board", 22, 10, "15x22:full-board"),
        ("15x21+0", 21, 10, "15x21"),
        ("5x8+3", 11, 3, "5x7+4"),
    ] {
        let start: Position = text.parse().expect("a setup");
        assert_eq!((start.size().rows(), start.ball().row), (rows, ball));
        let expected = written.replace(":full-board", "");
        assert!(format!("{start:#}").starts_with(&expected), "{start:#}");
        assert_eq!(format!("{start:#}").parse(), Ok(start));
        assert_eq!(start.to_string().parse(), Ok(start));
    }
    let error = "15x21+99".parse::<Position>().expect_err("too many rows");
    assert!(error.to_string().contains("15x120"), "{error}");
}
