//! Published games and examples: records of real games, the example of the English Wikipedia, a drawn cycle.

use papergames_phutball::notation::GameFormat;
use papergames_phutball::{Columns, Rows};
use papergames_phutball::{
    Distinct, Game, IllegalTurn, Player, Point, Position, Record, Rules, Size, Turn,
};

/// Plays a game in compass form and returns the winner.
#[track_caller]
fn check(rules: Rules, turns: &[&str], winner: Option<Player>) -> Position {
    let mut position = Position::new(Size::STANDARD, rules);
    for text in turns {
        assert_eq!(position.outcome(), None, "before {text}");
        let turn = GameFormat::Compass
            .read_turn(&position, text)
            .expect("a turn");
        let written = GameFormat::Compass.write_turn(&turn);
        assert_eq!(
            written.as_deref(),
            Ok(*text),
            "the turn is written as it was read"
        );
        position.apply_turn(&turn).expect("a legal turn");
    }
    assert_eq!(position.winner(), winner, "{rules}");
    position
}

/// Returns the games of the data file: the winner and the turns.
fn recorded_games() -> Vec<(String, Vec<String>)> {
    #[derive(serde::Deserialize)]
    struct Game {
        winner: String,
        moves: Vec<String>,
    }
    let games: Vec<Game> =
        serde_json::from_str(include_str!("data/phutball_games.json")).expect("a list of games");
    games
        .into_iter()
        .map(|game| (game.winner, game.moves))
        .collect()
}

#[test]
fn thirty_recorded_games_end_as_recorded_under_all_rules() {
    let games = recorded_games();
    assert_eq!(games.len(), 30);
    for rules in Rules::ALL {
        for (winner, moves) in &games {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let expected = match winner.as_str() {
                "Left" => Player::FIRST,
                _ => Player::SECOND,
            };
            if rules == Rules::NoOwnGoal && is_own_goal(&moves, expected) {
                continue;
            }
            check(rules, &moves, Some(expected));
        }
    }
}

/// Returns whether the player who moved last is not the winner.
fn is_own_goal(moves: &[&str], winner: Player) -> bool {
    Player::new((moves.len() + 1) % 2) != winner
}

#[test]
fn some_recorded_games_end_with_an_own_goal_that_one_rule_set_refuses() {
    let mut refused = 0;
    for (winner, moves) in recorded_games() {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let winner = if winner == "Left" {
            Player::FIRST
        } else {
            Player::SECOND
        };
        if !is_own_goal(&moves, winner) {
            continue;
        }
        let (last, before) = moves.split_last().expect("a game has moves");
        let position = check(Rules::NoOwnGoal, before, None);
        let usual = check(Rules::TerminalRows, before, None);
        let turn = GameFormat::Compass.read_turn(&usual, last).expect("a turn");
        assert!(usual.check_turn(&turn).is_ok());
        assert!(position.check_turn(&turn).is_err());
        refused += 1;
    }
    assert!(refused > 5, "{refused} own goals");
}

#[test]
fn the_short_games_of_the_corpus_are_won_as_stated() {
    let games = [
        ("first", "H11 E H13 E H15 E H17 E G19 NE"),
        ("first", "I11 SE K13 SE M15 SE N17 E M19 NE"),
        ("second", "J12 I9 SW K7 SW M5 SW N3 W M1 NW"),
        ("second", "J12 G9 NW F7 W F5 W E3 NW E1 SW"),
        ("first", "H11 E H13 E G15 F15 F16 E16 D18 NE/W/S F16 NE/NE"),
        (
            "second",
            "I11 I9 SE J11 H9 H8 G8 I8 W/NW/E/S/W I6 W I4 W H2 NW",
        ),
        (
            "second",
            "H11 G9 E H11 F9 F8 E8 E6 W/NW/E/S F8 E7 E5 D6 C4 C5 E3 F3 F5 NW/S/SW/E/NE F3 H5 F1 S/W/W/W",
        ),
    ];
    for (winner, text) in games {
        let spaced: Vec<String> = text.split(' ').map(|turn| turn.replace('/', " ")).collect();
        let turns: Vec<&str> = spaced.iter().map(String::as_str).collect();
        for rules in [Rules::FullBoard, Rules::TerminalRows] {
            check(rules, &turns, winner.parse().ok());
        }
    }
}

#[test]
fn an_unfinished_game_ends_where_it_was_left() {
    let text = "I11 J11 J12 K10 L14 K12 SE/SE L14 NW/W/N I10 J9 I9 W/SE";
    let spaced: Vec<String> = text.split(' ').map(|turn| turn.replace('/', " ")).collect();
    let turns: Vec<&str> = spaced.iter().map(String::as_str).collect();
    let position = check(Rules::FullBoard, &turns, None);
    // `L11` of the lying board.
    assert_eq!(position.ball().to_string(), "l11");
}

#[test]
fn the_example_of_wikipedia_is_legal_and_its_counterexample_is_not() {
    // Columns A to P without I: K is the tenth, so K6 is `j6` here.
    let men = ["i7", "h8", "h9", "g10", "h11"].map(|man| man.parse().expect("a point"));
    for rules in Rules::ALL {
        let ball = "j6".parse().expect("a point");
        let position = Position::with_pieces(Size::STANDARD, rules, ball, men, Player::FIRST);
        let mut position = position.expect("a position");
        let twice: Turn = "j6-g9-i9-g7".parse().expect("a turn");
        let error = position.check_turn(&twice).unwrap_err();
        assert!(
            matches!(error, IllegalTurn::AfterTheEnd { number: 3, .. }),
            "{error}"
        );
        let legal: Turn = "j6-g9-g11-i11".parse().expect("a turn");
        position.apply_turn(&legal).expect("a legal turn");
        let left: Vec<String> = position.men().map(|man| man.to_string()).collect();
        assert_eq!(left, ["h9"]);
    }
}

#[test]
fn two_men_on_three_columns_draw_by_repetition() {
    for rules in Rules::ALL {
        let start = format!("3/3/3/2o/1o1/3/@2/3/3:first:{rules}");
        let circle = "a3 b3 NE N c5 b5 SW S";
        let record: Record<Position> = format!("{start} {circle} {circle}")
            .parse()
            .expect("a record");
        assert_eq!(record.position(), record.setup());
        assert_eq!(record.repetitions(), 3);
        // Halfway through the cycle, the other player has the same position rotated.
        let half: Record<Position> = format!("{start} a3 b3 NE N").parse().expect("a record");
        assert_eq!(half.position().turned(), *record.setup());
    }
}

#[test]
fn the_games_of_vying_end_on_the_end_rows() {
    // Its rows 1 to 21 from the top are our rows 20 to 0; its ball starts on h11.
    let ours = |text: &str| -> String {
        let row: u8 = text[1..].parse().expect("a row");
        format!("{}{}", &text[..1], 21 - row)
    };
    for (men, jump, winner) in [
        (
            ["h10", "h9", "h8", "h7", "h6", "h5", "h4", "h3", "h2"].as_slice(),
            ["h11", "h1"],
            Player::FIRST,
        ),
        (
            ["h12", "h13", "h14", "h15", "h16", "h17", "h18", "h19"].as_slice(),
            ["h11", "h20"],
            Player::SECOND,
        ),
    ] {
        let mut position = Position::standard();
        for man in men {
            position
                .apply_turn(&ours(man).parse().expect("a turn"))
                .expect("a legal turn");
        }
        let jump = format!("{}-{}", ours(jump[0]), ours(jump[1]));
        position
            .apply_turn(&jump.parse().expect("a turn"))
            .expect("a legal turn");
        assert_eq!(position.winner(), Some(winner));
    }
}

/// Returns a board with men on about `percent` of a hundred points and the ball in the centre.
fn crowd(percent: u64, seed: u64, rules: Rules) -> Position {
    use papergames_phutball::{Random, Seeded};
    let mut random = Seeded::new(seed);
    let size = Size::STANDARD;
    let men: Vec<Point> = size
        .playing_field()
        .filter(|point| *point != size.center() && random.below(100) < percent)
        .collect();
    Position::with_pieces(size, rules, size.center(), men, Player::FIRST).expect("a position")
}

#[test]
fn a_crowded_board_is_answered_at_once() {
    let mut cut_off = 0;
    for seed in 0..20 {
        let position = crowd(35, seed, Rules::FullBoard);
        assert!(position.count_moves() > 0);
        assert!(position.turns().next().is_some());
        let listing = position.turns_up_to(1_000, Distinct::Paths);
        assert!(listing.is_complete || listing.turns.len() == 1_000);
        cut_off += usize::from(!listing.is_complete);
        // The last of them is long, and is checked without listing the others.
        let last = listing.turns.last().expect("a turn");
        assert_eq!(position.check_turn(last), Ok(()));
        let results = position.turns_up_to(1_000, Distinct::Results);
        assert!(results.turns.len() <= listing.turns.len());
        assert_eq!(results.is_complete, listing.is_complete);
    }
    assert!(
        cut_off > 10,
        "crowded boards have too many turns to list: {cut_off}"
    );
}

#[test]
fn a_full_board_is_won_by_whoever_moves() {
    for rules in Rules::ALL {
        for size in ["1x5", "2x8", "3x7", "15x21"] {
            let size: Size = size.parse().expect("a size");
            for row in 2..size.top() - 1 {
                let ball = Point { column: 0, row };
                let men: Vec<Point> = size.playing_field().filter(|p| *p != ball).collect();
                for mover in [Player::FIRST, Player::SECOND] {
                    let position = Position::with_pieces(size, rules, ball, men.clone(), mover)
                        .expect("a position");
                    assert_eq!(position.placements().count(), 0);
                    let end = if mover == Player::FIRST {
                        size.top()
                    } else {
                        0
                    };
                    let turn: Turn = format!("a{row}-a{end}").parse().expect("a turn");
                    let mut after = position;
                    after
                        .apply_turn(&turn)
                        .expect("the way out along the column");
                    assert_eq!(after.winner(), Some(mover), "{position:#?}");
                }
            }
        }
    }
}

#[test]
fn the_refused_stop_of_a_turn_is_counted_with_its_last_jump() {
    // The ball could go on from its own goal over c2, so under this rule it must.
    let size = Size::new(Rows(9), Columns(5)).expect("a size");
    let [ball, below, beside] = ["b3", "b2", "c2"].map(|point| point.parse().expect("a point"));
    let start = Position::with_pieces(size, Rules::NoOwnGoal, ball, [below, beside], Player::FIRST);
    let start = start.expect("a position");
    let error = start
        .check_turn(&"b3-b1".parse().expect("a turn"))
        .unwrap_err();
    assert!(
        matches!(error, IllegalTurn::Jump { number: 1, .. }),
        "{error:?}"
    );
    let on: Turn = "b3-b1-d3".parse().expect("a turn");
    assert!(start.check_turn(&on).is_ok());
}
