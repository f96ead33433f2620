//! Games with other words and on boards that wrap: values by two methods, and what is published.

use papergames_sos::solve::Solver;
use papergames_sos::{
    Describe, Draw, Game, Outcome, Player, Position, Record, SetupOptions, Style, Symmetric,
};

/// Returns the value of an empty board for the first player, found by the table and again by the rules.
fn value(setup: &str) -> i64 {
    let start: Position = setup.parse().expect("a setup");
    let verified = Solver::new().verify(&start).expect("the two methods agree");
    let verdict = verified.verdict;
    verdict
        .margin
        .unwrap_or_else(|| i64::from(verdict.outcome.utility(Player::FIRST)))
}

/// Each line of the file is a setup and the value of the empty board for the first player.
#[test]
fn the_values_of_small_boards_are_those_of_the_file() {
    let lines = include_str!("data/variants.csv").lines().skip(2);
    let again = |line: &str| {
        let (setup, _) = line.split_once(',').expect("a setup and a value");
        format!("{setup},{}", value(setup))
    };
    let found: Vec<String> = lines.clone().map(again).collect();
    let expected: Vec<&str> = lines.collect();
    assert_eq!(found, expected);
    assert!(expected.len() > 60);
    let wins = expected.iter().filter(|line| !line.ends_with(",0")).count();
    assert!(wins > 10, "the values are not all draws: {wins}");
}

/// arXiv:2306.06197: on one row, the first `soo` wins for no one, and neither does the first `sss`.
#[test]
fn the_words_soo_and_sss_are_draws_on_one_row() {
    for word in ["soo", "sss"] {
        for n in 3..=9 {
            let setup = format!("1x{n}:first+{word}");
            assert_eq!(value(&setup), 0, "{word} on {n} cells");
        }
        for n in 10..=12 {
            let start: Position = format!("1x{n}:first+{word}").parse().expect("a setup");
            let verdict = Solver::new().solve(&start).expect("a small board");
            assert_eq!(verdict.outcome, Outcome::Draw, "{word} on {n} cells");
        }
    }
    assert_eq!(
        value("1x7:first+oso"),
        1,
        "S and O exchanged, this is the usual game"
    );
}

#[test]
fn the_text_of_a_game_states_its_rules() {
    for (text, rules) in [
        ("3x4:wrap", ":wrap"),
        ("3x4:soo+wrap+first", ":first+wrap+soo"),
        ("3x4:general+wrap-rows", ":wrap-rows"),
        ("3x4:sos", ""),
    ] {
        let position: Position = text.parse().expect("a setup");
        assert_eq!(position.to_string(), format!("..../..../....:1:0-0{rules}"));
        assert_eq!(position.to_string().parse(), Ok(position));
    }
}

#[track_caller]
fn refuses(text: &str, reason: &str) {
    let error = text.parse::<Position>().expect_err("not a setup");
    assert_eq!(error.to_string(), reason);
}

#[test]
fn rules_that_do_not_fit_are_refused() {
    refuses(
        "2x5:wrap",
        "a board that wraps must have at least 3 rows, so that no line meets itself, found 2",
    );
    refuses(
        "3x3:wrap+wrap-rows",
        "expected rules, joined edges, a word and a handicap, each at most once at character 10, found `wrap-rows`",
    );
    refuses(
        "3x3:sox",
        "expected rules (general, first, alternating or misere) at character 5, found `sox`",
    );
}

#[test]
fn options_name_the_variants_of_a_board() {
    let mut options = SetupOptions::none();
    options.rules = Some("wrap+soo".to_owned());
    let start = Position::start(Some("3x4"), &options).expect("a start");
    assert_eq!(start.rule_set().as_deref(), Some("wrap+soo"));
    assert!(
        start
            .remarks()
            .contains("S-O-O, from the left or from the top; rows, columns")
    );
    options.misere = true;
    let start = Position::start(Some("3x4"), &options).expect("a start");
    assert_eq!(start.rule_set().as_deref(), Some("misere+wrap+soo"));
}

#[test]
fn a_stroke_across_the_edges_is_drawn_cell_by_cell() {
    let record: Record<Position> = "1x5:wrap-rows Oa1 Sb1 Se1".parse().expect("a game");
    assert_eq!(record.position().points(Player::FIRST), 1);
    let picture = Position::picture(&record, &Style::default()).expect("a picture");
    let strokes = picture.split("class=\"strokes\"").nth(1).expect("strokes");
    assert_eq!(
        strokes.matches("class=\"player1\"").count(),
        3 + 1,
        "three cells and the legend"
    );
}

#[test]
fn a_square_with_rings_of_rows_has_no_quarter_turns() {
    let symmetries = |text: &str| {
        text.parse::<Position>()
            .expect("a setup")
            .symmetries()
            .len()
    };
    assert_eq!(symmetries("4x4"), 8);
    assert_eq!(symmetries("4x4:wrap"), 8);
    assert_eq!(symmetries("4x4:wrap-rows"), 4);
    assert_eq!(symmetries("4x4:soo"), 1);
}

#[test]
fn there_are_no_certificates_and_no_guarantees() {
    let start: Position = "3x3:wrap".parse().expect("a setup");
    let error = Solver::new().certify(&start).expect_err("no certificate");
    assert_eq!(
        error.to_string(),
        "only S-O-S on a board with four edges has certificates and guarantees, but this game is wrap"
    );
    assert!(start.has_move());
}

#[test]
fn a_handicap_counts_as_points_of_the_second_player() {
    let position: Position = "1x3:general+1".parse().expect("a setup");
    assert_eq!(position.to_string(), "...:1:0-1:general+1");
    let record: Record<Position> = "1x3:general+1 Sa1 Ob1 Sc1".parse().expect("a game");
    let end = record.position();
    assert_eq!(end.to_string(), "SOS:-:1-1:general+1");
    assert_eq!(end.outcome(), Some(Outcome::Draw));
    assert!(Position::facts(&record).iter().all(|fact| fact.holds));
    assert_eq!(end.to_string().parse(), Ok(end.clone()));
    // Without it the board is worth 0.
    assert_eq!(value("2x3:general+2"), -2);
    assert_eq!(value("3x3:alternating+wrap+1"), 3 - 1);

    refuses(
        "...:1:0-0:general+1",
        "the second player has a handicap of 1 and therefore at least as many points, found 0",
    );
    refuses(
        "...:1:1-1:general+1",
        "the board has 0 S-O-S, worth 0 points, but the players have 2 points in total, with a \
                                    handicap of 1",
    );
    refuses(
        "1x3:first+1",
        "a handicap is a number of points, which do not count under the rules first; leave it out",
    );
    refuses(
        "1x3:general+1:3",
        "only a game for two players has a handicap, but this one is for 3",
    );
    let mut options = SetupOptions::none();
    options.handicap = Some(2);
    options.rules = Some("alternating".to_owned());
    let start = Position::start(Some("4x5"), &options).expect("a start");
    assert_eq!(start.rule_set().as_deref(), Some("alternating+2"));
    assert_eq!(start.points(Player::SECOND), 2);
}

/// Each line of the file is a setup and the numbers of sequences of 1 to 4 moves, which a Python program finds too.
#[test]
fn the_counts_are_those_of_the_file() {
    let lines: Vec<&str> = include_str!("data/counts.csv").lines().skip(2).collect();
    for line in &lines {
        let (setup, expected) = line.split_once(',').expect("a setup and counts");
        let start: Position = setup.parse().expect("a setup");
        let counts = (1..=4).map(|depth| papergames_sos::perft(&start, depth).expect("a count"));
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        assert_eq!(counts.join(" "), expected, "{setup}");
    }
    assert!(lines.len() > 8);
}
