//! Reading and writing positions, moves and games, and the messages about bad texts.

use std::time::Duration;

use common::reading::{self, ReadOptions, SourceText};
use papergames_sprouts::land::glop::{Sum, ajs};
use papergames_sprouts::land::{Land, Lands, Reductions};
use papergames_sprouts::notation::hoey::Abbreviation;
use papergames_sprouts::notation::wgosa::{self, GameRecord, Header};
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{
    Budget, Ending, Game, Move, Player, Position, Record, Rules, Seeded, Variant, playout,
};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> GameRecord {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares the message about a bad text.
#[track_caller]
fn check_refused<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str, message: &str) {
    match text.parse::<T>() {
        Ok(_) => panic!("{text} was read"),
        Err(error) => assert_eq!(error.to_string(), message, "of {text}"),
    }
}

#[test]
fn positions_are_written_in_one_way() {
    for (text, canonical) in [
        ("5", "5+"),
        ("5-", "5-"),
        ("3+standard", "3+"),
        ("2+:1;2", "2+"),
        ("3+:3;4,1/4,1;2", "3+:1,4;2/1,4;3"),
        ("2-black-and-white:2,1", "2-black-and-white:1,2"),
    ] {
        assert_eq!(position(text).to_string(), canonical);
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    check_refused::<Position>(
        "",
        "expected a number of spots (1 to 100), found the end of the text",
    );
    check_refused::<Position>("101", "expected a number of spots (1 to 100), found `101`");
    check_refused::<Position>(
        "2*",
        "expected `+` (normal) or `-` (misère) at character 2, found `*`",
    );
    check_refused::<Position>(
        "2+white",
        "expected the name of a variant at character 3, found `white`",
    );
    check_refused::<Position>(
        "2+:1,3,2,3;",
        "expected the number of a spot at character 12, found the end of the text",
    );
    check_refused::<Position>("2+:1", "a position must have 2 to 7 spots, found 1");
    check_refused::<Position>("2+:1;2;8", "a position must have 2 to 7 spots, found 8");
    check_refused::<Position>(
        "2+:1,2",
        "spot 2 must have no lines to lower spots, found 1",
    );
    check_refused::<Position>(
        "2+:1;2;3",
        "spot 3 must have exactly 2 lines to lower spots, found 0",
    );
    check_refused::<Position>(
        "2+black-and-white:1,3;2",
        "spot 3 must have at least 2 lines to lower spots, found 1",
    );
    check_refused::<Position>(
        "1+black-and-white-loops:1/1",
        "the loop at spot 1 must have a new spot on it, found none",
    );
    check_refused::<Position>(
        "1+antwerp-cold:1,2,3/2,3/1,3,2",
        "spot 2 must have exactly 2 lines to lower spots, found 1",
    );
}

#[test]
fn the_colour_of_the_ends_is_checked() {
    // 1(3)2 draws a red spot in the cold game and a blue one in the hot game. Then the second player joins 1 and 3.
    let lists = |variant| {
        let mut position = Position::new(2, Rules::from(variant)).expect("two spots");
        position
            .apply(&"1-2".parse().expect("a move"))
            .expect("legal");
        position
            .apply(&"1-3".parse().expect("a move"))
            .map(|()| position.to_string())
    };
    let cold = lists(Variant::AntwerpCold).expect("a red spot is open to the second player");
    assert_eq!(
        lists(Variant::AntwerpHot).unwrap_err().to_string(),
        "the second player may not join spot 3, which is blue"
    );
    check_refused::<Position>(
        &cold.replace("cold", "hot"),
        "spot 4 cannot be on a line to spot 3, because the player who drew it may not join that colour",
    );
}

#[test]
fn moves_that_are_not_legal_are_refused_with_the_reason() {
    let check = |text: &str, m: &str, message: &str| {
        let refused = position(text)
            .check(&m.parse().expect("a move"))
            .unwrap_err();
        assert_eq!(refused.to_string(), message, "{m} in {text}");
    };
    check(
        "2+",
        "1-3",
        "there is no spot 3; the position has spots 1 to 2",
    );
    check(
        "2+",
        "1!-2",
        "spot 1 has only one corner; leave out the `!`",
    );
    check(
        "2+",
        "1_2",
        "the line from 1 to 2 needs a new spot; write the line with `-`",
    );
    check("2+", "2-1", "write the line as `1-2` instead of `2-1`");
    check(
        "2+",
        "1-1[2]",
        "write the line as `1-1` instead of `1-1[2]`",
    );
    check(
        "3+",
        "1-2[3]",
        "a line from 1 to 2 joins two pieces and encloses nothing; leave out the list with spot 3",
    );
    check(
        "3+",
        "1-1[1]",
        "spot 1 cannot be in the list; name each other piece in the region by its lowest spot",
    );
    check(
        "3+:1,4;2/1,4;3",
        "2-3",
        "2 and 3 are in different regions, so no line can join them",
    );
    check(
        "3+:1,4;2/1,4;3",
        "1-1",
        "spot 1 has two lines, so it cannot be joined to itself",
    );
    check(
        "2+:1,3,4/1,4,3,2,3",
        "2-3",
        "spot 3 already has three lines, so no more lines can end there",
    );
}

#[test]
fn moves_that_do_not_follow_the_grammar_are_refused() {
    use papergames_sprouts::Move;
    check_refused::<Move>(
        "1",
        "expected `-` (a line with a new spot) or `_` (one without) at character 2, found the end of the text",
    );
    check_refused::<Move>(
        "1-0",
        "expected the number of a spot at character 3, found `0`",
    );
    check_refused::<Move>(
        "1-1[3,2]",
        "expected a piece by its lowest spot (4 to 100) at character 7, found `2`",
    );
    check_refused::<Move>(
        "1-1[]",
        "expected a piece by its lowest spot (1 to 100) at character 5, found `]`",
    );
}

/// Returns the games, each with the lives and lands that remain at its end.
fn tournament() -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    let games = include_str!("data/tournament.games").lines().skip(1);
    let ends = include_str!("data/tournament_ends.txt").lines().skip(1);
    games.zip(ends).map(|(text, end)| {
        let (lives, lands) = end.split_once(' ').expect("lives and lands");
        (text, lives.parse().expect("a number of lives"), lands)
    })
}

#[test]
fn tournament_games_are_replayed() {
    assert_eq!(tournament().count(), 5);
    for (text, lives, lands) in tournament() {
        let game = game(text);
        let position = game.record().position();
        assert_eq!(position.lives(), lives, "{text}");
        let lands: Sum = lands.parse().expect("lands in the spelling of the solvers");
        assert_eq!(
            Lands::of(position),
            Some(Lands::from_sum(&lands, Reductions::ALL)),
            "{text}"
        );
        // The loser resigned, so it was the loser's turn.
        assert_eq!(
            game.winner(),
            position.turn().map(Player::opponent),
            "{text}"
        );
        let header = game.header().expect("the players are named");
        assert!(header.server.is_some());
    }
}

/// Every string is written as it was published, in both spellings.
#[test]
fn the_strings_of_papers_and_programs_are_read_and_written() {
    let lines = include_str!("data/strings.txt").lines().skip(1);
    for line in lines.clone() {
        let (text, printed) = line.split_once(' ').unwrap_or((line, ""));
        let sum: Sum = text.parse().expect(text);
        assert_eq!(sum.to_string(), text);
        let old = ajs::write(&sum);
        if !printed.is_empty() {
            assert_eq!(old, printed);
        }
        assert_eq!(ajs::read(&old).as_ref(), Ok(&sum), "{old}");
        // Without `]`, the parts are separated by their letters, unless a letter is used twice.
        let one_land = old.replace(']', "");
        if !text.contains('+') {
            assert_eq!(ajs::read(&one_land), Ok(sum), "{one_land}");
        }
    }
    assert_eq!(lines.count(), 51);
}

/// Plays a labelled game to each first move in the table of SPOTS, and compares the position.
#[test]
fn a_position_of_a_game_has_the_string_that_the_programs_print() {
    for (text, string) in [
        ("1+ 1(2)1", "AB|AB"),
        ("2+ 1(3)1", "0.AB|AB"),
        ("2+ 1(3)2", "1a1a"),
        ("3+ 1(4)1", "0*2.AB|AB"),
        ("3+ 1(4)2", "0.1a1a"),
        ("3+ 1(4)1[2]", "0.AB|0.AB"),
        ("5+ 1(6)1[2,3]", "0*2.AB|0*2.AB"),
        ("1+ 1(2)1 1(3)2", "!"),
    ] {
        let record = game(text).record().clone();
        let short = Abbreviation::of(record.position());
        let sum = short.to_sum().expect("few spots").simplified();
        assert_eq!(sum.to_string(), string, "{text}");
    }
}

#[test]
fn what_is_written_is_never_longer_than_what_people_wrote() {
    for (text, ..) in tournament() {
        let read = game(text);
        let written = read.to_string();
        assert!(written.len() <= text.len(), "{written}\n{text}");
        assert_eq!(game(&written), read);
    }
}

/// The example of an opening book: spots 2 to 5 on one side of a loop.
#[test]
fn ranges_dashes_blanks_and_signs_are_read() {
    let plain = game("9- (Müller* - Schmitz) 1(10)1[2,3,4,5] 1(11)10[6,8]");
    for text in [
        "9− (Müller*, Schmitz) 1(10)1[2-5]  1(11)10 [6, 8]",
        "9- (Müller*-Schmitz)\n1(10)1 [2–5]\n1(11)10[ 6 ,8 ]",
        "  9– ( Müller* — Schmitz ) 1(10)1 [2 - 5] 1(11)10[6,8]\n",
    ] {
        assert_eq!(game(text), plain, "{text}");
    }
    let header = plain.header().expect("a header");
    assert_eq!(header.players[1], "Schmitz");
    assert_eq!(header.server, Some(Player::FIRST));
    // The shortest list is written: the other side of a lone spot's loop would be longer.
    assert_eq!(
        plain.to_string(),
        "9- (Müller* - Schmitz) 1(10)1[2-5] 1(11)10[6,8]"
    );
    // A line between two spots divides a region only after another one.
    assert_eq!(
        game("8+ 1(9)3 1(10)3 [2, 5, 7–8]"),
        game("8+ 1(9)3 1(10)3[2,5,7,8]")
    );
    assert!("8+ 1(9)3 [2, 5, 7–8]".parse::<GameRecord>().is_err());
}

#[test]
fn names_are_split_at_the_first_separator_that_there_is() {
    let check = |text: &str, first: &str, second: &str, event: Option<&str>| {
        let game = game(text);
        let header = game.header().expect("a header");
        assert_eq!(header.players[0], first);
        assert_eq!(header.players[1], second);
        assert_eq!(header.event.as_deref(), event);
        assert_eq!(self::game(&game.to_string()).header(), Some(header));
    };
    check(
        "3+ (Khorkov - Jordan+Aunt Beast*, Game 2)",
        "Khorkov",
        "Jordan+Aunt Beast",
        Some("Game 2"),
    );
    check("3+ (A, B*)", "A", "B", None);
    check("3+ (Jean-Luc, Li, Paris)", "Jean-Luc", "Li", Some("Paris"));
    check("3+ (Иванов-山田)", "Иванов", "山田", None);
    // The blank before the separator would make another one: these names would be read back as others.
    for text in ["3+ (A -,B, C)", "2+ (03o -,-)", "2+ (A –,B)"] {
        let error = text.parse::<GameRecord>().unwrap_err().to_string();
        assert!(error.contains("` -` at its end"), "{text}: {error}");
    }
    check("3+ (-, B)", "-", "B", None);
    for players in [["a - b", "c"], ["a", "c)"]] {
        let header = Header {
            players: players.map(String::from),
            server: None,
            event: None,
        };
        let record = Record::new(position("3+"));
        assert!(GameRecord::new(Some(header), record).is_err());
    }
}

#[test]
fn bad_games_are_refused_with_the_move_and_the_reason() {
    let check = |text, message| check_refused::<GameRecord>(text, message);
    check(
        "3",
        "expected `+` (normal) or `-` (misère) at character 2, found the end of the text",
    );
    check(
        "3+ (A)",
        "expected two names with ` - `, a comma or a hyphen between them at character 5, found `A`",
    );
    check(
        "3+ x",
        "expected a move, `I` or `II` at character 4, found `x`",
    );
    check(
        "3+ 1(4",
        "expected `)` at character 7, found the end of the text",
    );
    check(
        "3+ 1(4)2 1(6)3",
        "move 2, `1(6)3`: the new spot must have the number 5, found 6",
    );
    check(
        "3+ 1(4)1[2] 2(5)3",
        "move 2, `2(5)3`: 2 and 3 are in different regions, so no line can join them",
    );
    check(
        "3+ 1(4)2[3]",
        "move 1, `1(4)2[3]`: leave out the list and the `!` at the end, \
         since the line joins two pieces and encloses nothing",
    );
    check(
        "3+ 1(4)1[5]",
        "move 1, `1(4)1[5]`: expected a list of spots that one line separates from the others of its region",
    );
    check(
        "3+ 1!(4)2",
        "move 1, `1!(4)2`: leave out the `!` at spot 1: none of its corners has the higher neighbour on its left",
    );
    check(
        "3+ 1(4)1[2] 1(5@3)2",
        "move 2, `1(5@3)2`: `@` must be followed by a spot that is still alive in the same region, found 3",
    );
    check(
        "1+ 1(2)1 1(3)2 I",
        "the result must be `II`, because the second player has won, found `I`",
    );
}

/// Both sides of the circle are open to both of its spots, and the text does not say which side is meant.
#[test]
fn an_ambiguous_move_is_refused_with_its_candidates() {
    check_refused::<GameRecord>(
        "5+ 1(6)1[2,3] 1(7)6",
        "move 2, `1(7)6`: the move must stand for exactly one line, but it fits 2: 1(7@2)6, 1(7@4)6",
    );
}

#[test]
fn bare_lines_cannot_be_written() {
    let start = position("2+black-and-white");
    let refused = wgosa::write_move(&start, &"1_2".parse().expect("a move")).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "only lines with a new spot can be written in this notation, found `1_2`"
    );
}

/// Checks that every move of a random game is read back from its text, and that moves with equal texts are equal.
fn check_random_game(n: usize, variant: Variant, seed: u64) {
    let start = Position::new(n, Rules::from(variant)).expect("a supported number of spots");
    let record: Record<Position> = playout::record(start, u64::MAX, &mut Seeded::new(seed));
    for (position, m) in record.positions().zip(record.moves()) {
        let text = wgosa::write_move(&position, m).expect("a legal line with a spot");
        assert_eq!(
            wgosa::read_move(&position, &text),
            Ok(*m),
            "{text} for {m} in {position}"
        );
    }
    if variant == Variant::Standard {
        let game = GameRecord::new(None, record).expect("a game from its start");
        assert_eq!(self::game(&game.to_string()), game);
    }
}

#[test]
fn games_from_many_spots_are_written_and_read() {
    check_random_game(30, Variant::Standard, 1);
    check_random_game(60, Variant::Standard, 2);
}

#[test]
fn every_move_of_short_games_can_be_written() {
    fn walk(position: &Position, depth: u32) {
        for m in position.moves() {
            let text = wgosa::write_move(position, &m).expect("a legal line with a spot");
            assert_eq!(
                wgosa::read_move(position, &text),
                Ok(m),
                "{text} for {m} in {position}"
            );
            if depth > 1 {
                walk(
                    &position.child(&m).expect("a listed move is legal"),
                    depth - 1,
                );
            }
        }
    }
    for (n, depth) in [(1, 2), (2, 4), (3, 3), (4, 2), (5, 1)] {
        walk(&Position::new(n, Ending::Normal).expect("few spots"), depth);
    }
}

proptest! {
    #[test]
    fn random_games_are_read_back(n in 1usize..9, seed: u64) {
        check_random_game(n, Variant::Standard, seed);
        check_random_game(n, Variant::AntwerpHot, seed);
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "\\PC*") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<papergames_sprouts::Move>();
        let _ = text.parse::<GameRecord>();
    }

    #[test]
    fn texts_that_look_like_positions_are_read_or_refused(text in "[1-4][+-](:[1-9,;/]{0,20})?") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.map().check(), Ok(()));
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
    }

    #[test]
    fn texts_that_look_like_games_are_read_or_refused(
        text in "[1-5][+-]( [1-6]!?\\([5-9](@[1-6])?\\)!?[1-6]!?(\\[[1-6,-]{0,5}\\])?){0,4}( I| II)?",
    ) {
        if let Ok(game) = text.parse::<GameRecord>() {
            prop_assert_eq!(game.to_string().parse::<GameRecord>(), Ok(game));
        }
    }
}

#[test]
fn strings_of_hundreds_of_equal_corners_are_read() {
    for corner in ["1", "2", "12", "0.", "2.", "1a1a."] {
        for times in [119, 120, 127, 128, 160, 239, 240] {
            let text = corner.repeat(times);
            let text = text.trim_end_matches('.');
            let Ok(lands) = text.parse::<Lands>() else {
                continue;
            };
            let again = lands.to_string().parse();
            assert_eq!(again.as_ref(), Ok(&lands), "{corner} {times} times");
        }
    }
    // Each is a spot with a life, and 120 spots with three lives come first.
    assert!("2".repeat(240).parse::<Lands>().is_ok());
    assert!("2".repeat(241).parse::<Lands>().is_err());
}

#[test]
fn a_land_with_the_most_letters_is_read_written_and_played() {
    let nested = "abcdefghijkl".to_owned() + "lkjihgfedcba";
    let apart = ('a'..='l').flat_map(|c| [c, '2', c]).collect::<String>();
    let rows = |n: usize, row: &str| vec![row; n].join(".");
    let capitals = ('A'..='Y')
        .map(String::from)
        .chain((26..=120).map(|n| format!("n({n})")));
    let capitals: Vec<String> = capitals.collect();
    let bridges = format!("{}|{}", capitals.concat(), capitals.concat());
    for text in [rows(20, &nested), rows(10, &apart), bridges] {
        let sum: Sum = text.parse().expect("a land");
        let lands: Lands = text.parse().expect("a land");
        assert_eq!(sum.to_string().parse(), Ok(sum.clone()), "{text}");
        assert_eq!(lands.to_string().parse(), Ok(lands.clone()), "{text}");
        let simplified = sum.simplified();
        assert_eq!(simplified.to_string().parse(), Ok(simplified), "{text}");
        for land in &lands {
            assert_eq!(land.key().parse::<Land>().as_ref(), Ok(land));
            // There are too many children to list.
            let mut solver = Solver::new();
            solver.settings.budget = Budget::new().time(Duration::from_millis(500));
            let _ = solver.solve_lands(&Lands::from_iter([land.clone()]));
        }
    }
}

#[test]
fn lists_that_are_no_drawing_are_refused_with_the_numbers_of_the_spots() {
    for (text, message) in [
        ("3+:1,4,2,4", "vertex 3 is not on any boundary"),
        (
            "2+:1,2,3,3",
            "the boundaries must go from 3 to 3 as often as back, found 1 and 1",
        ),
        (
            "2+black-and-white:1,2/1,2/1,2/1,2",
            "too many lines join 2 and 1: 4",
        ),
        (
            "2+black-and-white:1,2/1,2,1,2",
            "these boundaries cannot be drawn on the sphere: the lines at spot 2 do not make one circle \
             around it",
        ),
        // A loop is no line to a lower spot.
        (
            "1+black-and-white:1,2,2/2",
            "spot 2 must have at least 2 lines to lower spots, found 1",
        ),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert_eq!(error, message, "{text}");
    }
}

#[test]
fn different_positions_have_different_hashes() {
    let start = Position::new(6, Ending::Normal).expect("six spots");
    let moves = start.moves().into_iter();
    let children = moves.map(|m| start.child(&m).expect("a listed move is legal"));
    let children = children.flat_map(|child| {
        let moves = child.moves();
        moves
            .into_iter()
            .map(move |m| child.child(&m).expect("a listed move is legal"))
    });
    let mut different: std::collections::HashSet<Position> = children.collect();
    // Enough that a hash of fewer than 40 bits repeats itself.
    let some: Vec<Position> = different.iter().take(200).cloned().collect();
    for position in some {
        let moves = position.moves().into_iter();
        different.extend(moves.map(|m| position.child(&m).expect("a listed move is legal")));
    }
    assert!(different.len() > 10_000, "{}", different.len());
    let hasher = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
    let hashes = different
        .iter()
        .map(|child| std::hash::BuildHasher::hash_one(&hasher, child));
    let hashes: std::collections::HashSet<u64> = hashes.collect();
    assert_eq!(hashes.len(), different.len());
}

/// Both corners of a spot on a loop have the same neighbours. The first is the one whose region has the lowest spot
/// beside the loop, in whatever order regions and corners are listed.
#[test]
fn the_first_corner_on_a_loop_sees_the_lowest_spot_beside_it() {
    for (texts, moves) in [
        (
            [
                "2+:1,3/1,3;2",
                "2+:1,3;2/1,3",
                "2+:3,1/2;3,1",
                "2+:2;3,1/3,1",
            ],
            ["1-2", "2-3", "1-2", "2-3"],
        ),
        (
            [
                "3+:1;2,4/2,4;3",
                "3+:2,4;3/2,4;1",
                "3+:3;4,2/1;4,2",
                "3+:4,2;1/4,2;3",
            ],
            ["1-2", "1-4", "2!-3", "3-4!"],
        ),
    ] {
        for text in texts {
            let position: Position = text.parse().expect("a position");
            assert_eq!(position.to_string(), texts[0]);
            for m in moves {
                let m: Move = m.parse().expect("a move");
                assert_eq!(position.check(&m).err(), None, "{text}: {m}");
            }
        }
    }
}

/// Two bare lines between the same spots can be the same drawing: the one at the first corner names both.
#[test]
fn a_bare_line_is_named_after_the_first_corner() {
    for (text, moves) in [
        (
            "3+black-and-white:1,2,3,2",
            "1-1 1_1 1-2 1_2 1-2! 1-3 1_3 2-3 2_3 2!-3 3-3 3_3",
        ),
        (
            "3+black-and-white:1,2,1,3",
            "1-2 1_2 1-3 1_3 1!-2 1!-3 2-2 2_2 2-3 2_3 3-3 3_3",
        ),
        (
            "3+black-and-white:1,2/1,2;3",
            "1-2 1-2[3] 1_2 1-3 1_3 1!-2! 2-3 2_3 3-3 3_3",
        ),
    ] {
        let listed = position(text).moves();
        let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
        assert_eq!(listed.join(" "), moves, "{text}");
    }
}

/// Each place was counted by hand, in characters, with 1 for the first character of a line.
#[test]
fn a_mistake_in_a_game_of_the_association_is_placed_by_its_line_and_character() {
    #[track_caller]
    fn check(text: &str, message: &str) {
        let source = SourceText::literal(text);
        let refused = reading::read::<Position>(&source, &ReadOptions::in_format("wgosa"));
        assert_eq!(refused.expect_err("a mistake").to_string(), message);
    }

    check(
        "5− (Müller, Schmitz*) 1(6)1[2, 3–4] 2I(7@3)6 I\n",
        "the text, line 1, expected `(` at character 38, found `I`",
    );
    check(
        "1–1",
        "the text, line 1, expected `(` at character 4, found the end of the text",
    );
    // The same places with and without accents.
    for name in ["Müller", "Muller"] {
        check(
            &format!("3+ ({name}, Schmitz)\n1(4)2 q"),
            "the text, line 2, expected a move, `I` or `II` at character 7, found `q`",
        );
    }
    check(
        "3+ (Müüüüüüüüüüüüüüüüüü, Xüüüüüüüüüüüüüüüüüü)\n1(4)2 3(5)3[] q",
        "the text, line 2, expected a move, `I` or `II` at character 15, found `q`",
    );
    // Lines of their own for comments and blank lines count, and so do the games before.
    check(
        "2+ (Ä, Ö) 1(3)2\n\n3+ (Müller, Schmitz)\n\n# Zürich\n1(4)2\n2(5)9\n",
        "the text, line 7, move 2, `2(5)9`: there is no spot 9; the position has spots 1 to 4; legal here: 2(5)2, \
         2(5)3, 2(5)1, 2(5)4, 2(5)!4, 1(5)1, 1(5)3, 1(5)4, 3(5)3, 3(5)4, 1(5)2, 2(5)4[1] and 7 more",
    );
}
