//! Tests of the description for programs: setups with options, moves as people type them, boards, opponents, solving.

use common::any::AnyRecord;
use common::describe::{Opponents, Refused, SetupOptions};
use common::laws::a_description_holds;
use common::values::{Effort, Unsolved};
use papergames_sos::{
    Budget, Describe, GAME, Game, Level, Outcome, Player, Position, Record, Rules,
};

fn options(rules: Option<&str>, players: Option<usize>, misere: bool) -> SetupOptions {
    let mut options = SetupOptions::none();
    options.prefix = "--";
    options.rules = rules.map(Into::into);
    options.players = players;
    options.misere = misere;
    options
}

/// The position as an object.
fn object(position: &Position) -> Box<dyn AnyRecord> {
    let started = GAME.start(Some(&position.to_string()), &SetupOptions::none());
    started.expect("its own text")
}

#[test]
fn the_description_holds() -> Result<(), common::laws::Broken> {
    a_description_holds(GAME)
}

#[test]
fn options_and_the_text_of_a_setup_agree_or_are_refused() {
    let given = |text, rules, players, misere| {
        Position::start(Some(text), &options(rules, players, misere))
    };
    let is = |given: Result<Position, Refused>, text: &str| {
        assert_eq!(given.unwrap(), text.parse().expect("a setup"));
    };
    is(given("4x5", None, None, false), "4x5");
    is(given("4x5", Some("first"), None, false), "4x5:first");
    is(given("4x5", None, Some(3), true), "4x5:misere:3");
    let same = given("4x5:first", Some("first"), None, false);
    is(same, "4x5:first");

    let refused = |text, rules, players, misere| {
        let refused = given(text, rules, players, misere);
        refused.unwrap_err().to_string()
    };
    assert_eq!(
        refused("4x5:first", None, None, true),
        "`4x5:first` already specifies its rules, but an option asks for misere; leave out one of them"
    );
    assert_eq!(
        refused("4x5", Some("general"), None, true),
        "the rules general and --misere cannot be combined; leave out one of them"
    );
    assert_eq!(
        refused("4x5:general:3", None, Some(2), false),
        "`4x5:general:3` already specifies its players, but --players asks for 2; leave out one of them"
    );
    assert_eq!(
        refused("SO./...:1:0-0", Some("first"), None, false),
        "leave out the options for rules and players: a position text already specifies both"
    );
}

#[test]
fn every_rule_set_is_described_once() {
    let names: Vec<&str> = Position::ABOUT
        .rule_sets
        .iter()
        .map(|set| set.name)
        .collect();
    let variants = ["wrap", "wrap-rows", "wrap-columns", "soo", "sss"];
    let expected = Rules::ALL.map(Rules::name).into_iter().chain(variants);
    assert_eq!(names, expected.collect::<Vec<_>>());
}

#[test]
fn a_move_is_typed_in_either_order_and_said_in_words() {
    let position: Position = "S.S/...:1:0-0".parse().expect("a position");
    for text in ["Ob1", "b1 o", " o b1 ", "Ob1+"] {
        let moves = position.read_moves(text).expect("a move");
        assert_eq!(moves, ["Ob1".parse().expect("a move")], "{text}");
    }
    let said = |m: &str| position.say_move(&m.parse().expect("a move"));
    assert_eq!(said("Ob1"), "Write O in b1, which makes an S-O-S");
    assert_eq!(said("Sb2"), "Write S in b2");
    assert_eq!(
        position.read_moves("Oa1").unwrap_err().to_string(),
        "cell `a1` already holds `S`"
    );
}

/// The last letter makes four S-O-S.
#[test]
fn the_points_of_a_game_are_those_of_the_sos_on_its_board() {
    for rules in Rules::ALL {
        let game = format!("3x3:{rules} Sa1 Sb1 Sc1 Sa2 Sc2 Sa3 Sb3 Sc3 Ob2");
        let record: Record<Position> = game.parse().expect("a game");
        let facts = Position::facts(&record);
        assert!(facts.iter().all(|fact| fact.holds), "{facts:?}");
        let end = record.position();
        assert_eq!(end.to_string().parse().as_ref(), Ok(end));
    }
}

#[test]
fn the_board_of_a_game_names_the_owner_of_each_sos() {
    let record: Record<Position> = "S.S/...:1:0-0 Ob1 Oa2".parse().expect("a game");
    assert_eq!(
        Position::board_of(&record),
        "   a  b  c\n1  S  O  S\n2  O  .  .\npoints: first 1, second 0\nS-O-S a1-c1: first\nlast move: Oa2"
    );
    assert_eq!(
        record.position().board(),
        "   a  b  c\n1  S  O  S\n2  O  .  .\nS-O-S: first 1 second 0"
    );
}

#[test]
fn opponents_of_every_level_choose_a_legal_move_for_two_players_and_three() {
    for setup in ["3x4", "5x5:first", "4x4:misere", "3x4:general:3"] {
        let position = Position::start(Some(setup), &SetupOptions::none()).expect("a setup");
        let record = Record::new(position);
        for level in 1..=5 {
            let level = Level::new(level).expect("a level");
            let mut engine = Position::engine(level, 7);
            let budget = Budget::new().nodes(500);
            let report = engine.choose(&record, &budget, &mut |_| {});
            let report = report.expect("the game goes on");
            let best = report.best().expect("a move");
            assert_eq!(record.position().check(best), Ok(()), "{setup}");
        }
    }
}

#[test]
fn the_strongest_opponent_proves_a_small_board() {
    let position: Position = "SO./..S:2:0-0".parse().expect("a position");
    let record = Record::new(position);
    let mut engine = Position::engine(Level::STRONGEST, 1);
    let report = engine.choose(&record, &Budget::new(), &mut |_| {});
    let report = report.expect("the game goes on");
    assert_eq!(report.proved(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(report.value_for(Player::SECOND), 100);
    assert_eq!(report.best(), Some(&"Sc1".parse().expect("a move")));
}

#[test]
fn programs_solve_and_verify_within_an_effort() {
    let position: Position = ".../.../...:1:0-0".parse().expect("a position");
    let mut calls = 0;
    let mut effort = Effort::default().progress(|_| calls += 1);
    effort.every_move = true;
    let verdict = object(&position)
        .values()
        .solve(&mut effort)
        .expect("a small board");
    assert_eq!(verdict.margin, Some(0));
    assert_eq!(verdict.moves.map(|moves| moves.len()), Some(18));
    let verified = object(&position)
        .values()
        .verify(&mut effort)
        .expect("a small board");
    assert_eq!(verified.by, "the table of all 19683 boards");

    effort.budget = Budget::new().nodes(5);
    let refused = object(&position).values().solve(&mut effort).unwrap_err();
    let error = refused.to_string();
    assert!(error.starts_with("search stopped after 5 nodes"), "{error}");
    assert!(matches!(refused, Unsolved::Unfinished(_)), "{refused}");
    effort.threads = 2;
    let refused = object(&position).values().solve(&mut effort).unwrap_err();
    assert!(!matches!(refused, Unsolved::Unfinished(_)), "{refused}");
    drop(effort);
    assert!(calls > 0);
}
