//! Tests of the description for programs: formats, setups, facts, opponents and exact values.

use common::any::AnyRecord;
use common::describe::{Opponents, SetupOptions};
use common::format::Notations;
use common::reading::{ReadOptions, SourceText, guess, read};
use common::values::{Effort, Unsolved};
use papergames_phutball::{
    Budget, Describe, GAME, Game, Level, Outcome, Player, Position, Record, Rules, Seeded, playout,
};

/// The position as an object.
fn object(position: &Position) -> Box<dyn AnyRecord> {
    let started = GAME.start(Some(&position.to_string()), &SetupOptions::none());
    started.expect("its own text")
}

#[test]
fn the_description_holds() -> Result<(), common::laws::Broken> {
    common::laws::a_description_holds(GAME)
}

#[test]
fn every_format_recognises_reads_and_writes_its_example() {
    let formats = Position::formats();
    let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
    let expected = [
        "text",
        "abstractplay",
        "wikipedia",
        "compass",
        "vying",
        "json",
        "abstractplay-record",
        "diagram",
    ];
    assert_eq!(names, expected);
    for format in &formats {
        let guessed = guess(&formats, None, format.example).expect("a format");
        assert_eq!(guessed.name, format.name);
        let source = SourceText::literal(format.example);
        let games = read::<Position>(&source, &ReadOptions::default());
        let games = games.unwrap_or_else(|error| panic!("{}: {error}", format.name));
        let [game] = &games[..] else {
            panic!("{} has one game", format.name);
        };
        let Some(write) = &format.write else {
            assert_eq!(format.name, "abstractplay-record", "only read");
            continue;
        };
        let written = write.write(game).expect("the example can be written");
        let written = match format.name {
            "json" => format!("[{written}]"),
            _ => written.trim_end().to_owned(),
        };
        assert_eq!(written, format.example);
    }
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let read = read::<Position>(&SourceText::literal(text), &ReadOptions::default());
    assert_eq!(read.expect_err("a refusal").to_string(), expected);
}

#[test]
fn a_wrong_turn_is_answered_with_turns_of_its_notation() {
    refused(
        "H11\nH10–H13",
        "the text, line 2, move 2, `H10–H13`: jump 1: from h10 the ball lands on h12, the first free point behind the \
         men, not on h13; legal here: H10–H12, H13, H1, H3, H12, H14, H15, H16, H17, H18, H19, A10 and 272 more",
    );
    refused(
        r#"[{"moves":["H11",7]}]"#,
        "the text, line 1, game 1, move 2, `7`: expected a turn as a string, found 7; legal here: A7, B7, C7, D7, E7, \
         F7, G7, H7, I7, J7, K7, L7 and 272 more",
    );
}

#[test]
fn setups_are_boards_with_rules_or_positions_that_say_theirs() {
    let mut options = SetupOptions::none();
    options.prefix = "--";
    let setup = |text: Option<&str>, options: &SetupOptions| Position::start(text, options);
    assert_eq!(setup(None, &options).ok(), Some(Position::standard()));
    options.rules = Some("immediate".into());
    let start = setup(Some("5x9"), &options).expect("a board");
    assert_eq!(start.rules(), Rules::Immediate);
    let text = start.to_string();
    let error = setup(Some(text.as_str()), &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "leave out --rules: a position text already specifies its rules"
    );
    options.rules = None;
    options.misere = true;
    let error = setup(Some("5x9"), &options).unwrap_err();
    assert_eq!(error.to_string(), "phutball has no option --misere");
}

#[test]
fn moves_are_said_in_words() {
    let record: Record<Position> = "15x21 h11 i13".parse().expect("a game");
    let position = record.position();
    let say = |text: &str| position.say_move(&text.parse().expect("a move"));
    assert_eq!(say("a1"), "Place a man on a1");
    assert_eq!(say("N"), "Jump up over 1 man to h12");
    assert_eq!(say("stop"), "Stop jumping and end the turn");
    for rules in Rules::ALL {
        assert!(
            Position::ABOUT
                .rule_sets
                .iter()
                .any(|set| set.name == rules.name())
        );
    }
}

#[test]
fn facts_hold_in_finished_games() {
    for seed in 0..20 {
        let game = playout::record(Position::standard(), 2_000, &mut Seeded::new(seed));
        let facts = Position::facts(&game);
        assert_eq!(facts.len(), usize::from(game.position().is_terminal()));
        assert!(facts.iter().all(|fact| fact.holds), "{facts:?}");
    }
}

#[test]
fn opponents_of_every_level_and_name_play_a_game() {
    let names = ["baseline", "baseline:1"];
    let engines = (1..=5).filter_map(Level::new).map(|level| {
        let budget = Budget::new().nodes(200);
        (Position::engine(level, 1), budget)
    });
    let named = names.iter().map(|name| {
        let (engine, budget) = Position::engine_named(name, 1).expect("an opponent");
        (engine, budget.nodes(200))
    });
    for (mut engine, budget) in engines.chain(named) {
        let mut record: Record<Position> = "3x7".parse().expect("a board");
        while !record.position().is_terminal() && record.moves().len() < 60 {
            let report = engine.choose(&record, &budget, &mut |_| ());
            let report = report.expect("the game is not over");
            record.push(report.line[0]).expect("a legal move");
        }
    }
    assert!(Position::engine_named("engine:1", 1).is_none());
    assert!(Position::engine_named("baseline:0", 1).is_none());
}

#[test]
fn the_solver_answers_for_any_player_and_in_a_chain() {
    let solve = |text: &str| {
        let record: Record<Position> = text.parse().expect("a game");
        let mut heard = 0;
        let mut effort = Effort::default().progress(|_| heard += 1);
        let verdict = object(record.position())
            .values()
            .solve(&mut effort)
            .expect("a small board");
        let moves = verdict.moves.clone().unwrap_or_default();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        (verdict.winner(), verdict.turns, moves.join(" "))
    };
    let (first, second) = (Some(Player::FIRST), Some(Player::SECOND));
    assert_eq!(solve("3x7"), (first, Some(3), "b4".to_owned()));
    // The start rotated by half a turn: the same for the other player.
    let turned = "3/3/3/1@1/3/3/3:second:full-board";
    assert_eq!(solve(turned), (second, Some(3), "b2".to_owned()));
    // The loser has no winning move.
    assert_eq!(solve("3x7 b4"), (first, Some(2), String::new()));
    // In a chain the rest of the turn counts as one; stopping wins too, but later.
    let chain = "3/3/1o1/3/1o1/1@1/3/3:first:full-board N";
    assert_eq!(solve(chain), (first, Some(1), "N stop".to_owned()));
    // A finished game has its outcome.
    assert_eq!(solve("3x7 b4 a1 N"), (first, Some(0), String::new()));
}

#[test]
fn a_verdict_is_verified_by_the_table_of_its_board() {
    let mut heard = Vec::new();
    let mut effort = Effort::default().progress(|seen| heard.push(seen.note.clone()));
    let position: Position = "3x7".parse().expect("a board");
    let verified = object(&position)
        .values()
        .verify(&mut effort)
        .expect("a small board");
    assert_eq!(verified.verdict.winner(), Some(Player::FIRST));
    assert!(
        verified
            .by
            .starts_with("the values of all 147456 positions")
    );
    drop(effort);
    assert!(heard.contains(&"games of 3 turns".to_owned()) && heard.contains(&"check".to_owned()));
}

#[test]
fn a_solver_without_time_says_how_far_it_came() {
    let mut effort = Effort::new(Budget::new().nodes(1_000));
    let position: Position = "3x9".parse().expect("a board");
    let refused = object(&position).values().solve(&mut effort);
    let Err(Unsolved::Unfinished(reason)) = refused else {
        panic!("a limit was reached: {refused:?}");
    };
    assert_eq!(reason.nodes, 1_000);
}

/// Playing the best moves leads to the outcome of the verdict, on a board without draws.
#[test]
fn verdicts_agree_with_each_other_along_a_game() {
    let mut record: Record<Position> = "2x7:terminal-rows".parse().expect("a board");
    let mut solver = papergames_phutball::solve::Solver::new();
    let outcome = solver
        .solve(record.position())
        .expect("a small board")
        .outcome;
    while let Some(turn) = record.position().turn() {
        let verdict = solver.solve(record.position()).expect("a small board");
        assert_eq!(verdict.outcome, outcome, "{record}");
        let moves = verdict.moves.expect("the solver looks for moves");
        assert_eq!(moves.is_empty(), outcome != Outcome::Win(turn));
        let any = || record.position().nth_move(0).expect("a move");
        let m = moves.first().copied().unwrap_or_else(any);
        record.push(m).expect("a legal move");
    }
    assert_eq!(record.position().outcome(), Some(outcome));
}
