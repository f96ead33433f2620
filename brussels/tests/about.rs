//! Tests of the description for programs: setups, moves as people type them, boards, the opponent, solving.

use common::any::AnyRecord;
use common::describe::{Opponents, SetupOptions};
use common::laws::a_description_holds;
use common::values::Effort;
use papergames_brussels::{
    Budget, Describe, Ending, GAME, Level, Outcome, Player, Position, Record, playout,
};

fn setup(text: &str, misere: bool) -> Result<Position, String> {
    let mut options = SetupOptions::none();
    options.prefix = "--";
    options.misere = misere;
    Position::start(Some(text), &options).map_err(|error| error.to_string())
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
fn the_ending_comes_from_the_setup_or_the_option() {
    let ending = |text, misere| setup(text, misere).map(|position| position.ending);
    assert_eq!(ending("3", false), Ok(Ending::Normal));
    assert_eq!(ending("3", true), Ok(Ending::Misere));
    assert_eq!(ending("3−", false), Ok(Ending::Misere));
    assert_eq!(ending("3-", true), Ok(Ending::Misere));
    assert_eq!(
        ending("3+", true),
        Err("`3+` is for normal play, but --misere asks for misère; leave out one of them".into())
    );
    // A hyphen in a move does not set the ending.
    assert_eq!(ending("2+:1a-1c", false), Ok(Ending::Normal));
}

#[test]
fn a_move_is_typed_with_blanks_and_said_in_words() {
    let position = setup("4", false).expect("a setup");
    for text in ["1a 1c [2,3]", "1A-1C[2-3]", "1a-1c [2, 3]"] {
        let moves = position.read_moves(text).expect("a move");
        let m = "1a-1c[2,3]".parse().expect("a move");
        assert_eq!(moves, [m], "{text}");
        let said = "Join 1a and 1c, with crosses 2 and 3 on the side of 1a";
        assert_eq!(position.say_move(&m), said);
    }
    assert!(position.read_moves("1a-2a[3]").is_err());
}

#[test]
fn the_board_lists_the_faces() {
    let position = setup("2+:1a-1c[2]", false).expect("a position");
    assert_eq!(
        position.board(),
        "face 1: 1a 1d / 2a 2b 2c 2d\nface 2: 1b 1c"
    );
}

#[test]
fn the_facts_hold_for_a_finished_game() {
    for text in ["3", "4,4,3-"] {
        let start = setup(text, false).expect("a setup");
        let mut random = papergames_brussels::Seeded::new(5);
        let record = playout::record(start, 100, &mut random);
        let facts = Position::facts(&record);
        assert_eq!(facts.len(), 2, "{text}");
        assert!(facts.iter().all(|fact| fact.holds), "{facts:?}");
    }
}

#[test]
fn every_level_knows_who_wins() {
    let record = Record::new(setup("3-", false).expect("a setup"));
    for level in [Level::WEAKEST, Level::STRONGEST] {
        let mut engine = Position::engine(level, 1);
        let report = engine.choose(&record, &Budget::new(), &mut |_| {});
        let report = report.expect("the game goes on");
        assert_eq!(report.proved(), Some(Outcome::Win(Player::SECOND)));
        assert_eq!(report.value_for(Player::FIRST), -100);
    }
}

#[test]
fn programs_solve_and_verify_within_an_effort() {
    let mut effort = Effort::default();
    effort.every_move = true;
    let position = setup("2-", false).expect("a setup");
    let verdict = object(&position)
        .values()
        .solve(&mut effort)
        .expect("the theorem knows");
    assert_eq!(verdict.winner(), Some(Player::FIRST));
    // A nimber says nothing about misère play.
    assert_eq!((verdict.turns, verdict.nimber), (Some(8), None));
    assert_eq!(verdict.moves.map(|moves| moves.len()), Some(40));
    let normal = setup("2+", false).expect("a setup");
    let verdict = object(&normal)
        .values()
        .solve(&mut effort)
        .expect("the theorem knows");
    assert_eq!(verdict.nimber.map(|nimber| nimber.0), Some(0));
    // The first moves of 99 crosses, all winning, are too many to list, and a part of a list is none.
    let many = setup("99", false).expect("a setup");
    let verdict = object(&many)
        .values()
        .solve(&mut effort)
        .expect("the theorem knows");
    assert_eq!(verdict.winner(), Some(Player::FIRST));
    assert_eq!(verdict.moves, None);

    let verified = object(&position)
        .values()
        .verify(&mut effort)
        .expect("two crosses are few");
    assert!(verified.by.starts_with("a search that knows no theorem, "));
    effort.budget = Budget::new().nodes(3);
    let refused = object(&position).values().verify(&mut effort).unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("search stopped after 3 nodes")
    );
}
