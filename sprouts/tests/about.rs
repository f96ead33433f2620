//! Tests of the description of the game for programs.

use common::any::{AnyGame, AnyRecord};
use common::describe::SetupOptions;
use common::format::Statements;
use common::reading::{ReadOptions, SourceText};
use common::values::{Effort, Unsolved};
use papergames_sprouts::{
    Budget, Describe, GAME, Game, Level, Opponents, Player, Position, Record, Seeded, Unnumbered,
    UnnumberedFormat, laws, playout,
};

fn position(text: &str) -> Position {
    text.parse().expect("this is a position")
}

/// The position as an object.
fn object(position: &Position) -> Box<dyn AnyRecord> {
    let started = GAME.start(Some(&position.to_string()), &SetupOptions::none());
    started.expect("its own text")
}

#[test]
fn the_description_is_true() {
    laws::a_description_holds(GAME).expect("the law holds");
}

/// What the law demands of the notations that are read also holds of those without numbered spots.
#[test]
fn a_format_without_numbered_spots_is_guessed_and_read_and_written() {
    let game: &dyn AnyGame = GAME;
    let notations = game.notations().into_iter();
    let (read, written): (Vec<_>, Vec<_>) =
        notations.partition(|notation| notation.reads.is_some());
    let names: Vec<&str> = written.iter().map(|notation| notation.name).collect();
    assert_eq!(names, UnnumberedFormat::ALL.map(UnnumberedFormat::name));
    for notation in read {
        assert_eq!(Unnumbered.format(None, notation.example), None);
        assert_eq!(Unnumbered.format(Some(notation.name), ""), None);
    }
    for (notation, format) in written.iter().zip(UnnumberedFormat::ALL) {
        let (name, example) = (notation.name, notation.example);
        assert!(notation.is_written);
        assert_eq!(Unnumbered.format(Some(name), ""), Some(format));
        assert_eq!(Unnumbered.format(None, example), Some(format));
        assert!(Unnumbered.read(example).is_some(), "{example}");
        assert_eq!(Unnumbered.read(example), format.read(example).ok());
        let again = format.rewrite(example, name).expect("an example");
        assert_eq!(again.as_deref(), Some(example));
        let refused = GAME.read(&SourceText::literal(example), &ReadOptions::in_format(name));
        assert_eq!(
            refused.expect_err("only games are read").to_string(),
            format!(
                "the text: the format `{name}` can be written but not read; read a text in one of wgosa, \
                 wgosa-in-order, pairs, text, in-order, hoey, card-moves, cards"
            )
        );
    }
}

#[test]
fn a_game_is_rewritten_without_numbered_spots_in_every_format() {
    for seed in 0..40 {
        let mut record = object(&position("5+"));
        record.play_random(seed % 12, &mut Seeded::new(seed));
        let said = Statements::default();
        let write = |format: UnnumberedFormat| record.write(format.name(), &said).expect("a text");
        let glop = write(UnnumberedFormat::Glop);
        for format in UnnumberedFormat::ALL {
            let text = write(format);
            let same = format.rewrite(&text, format.name()).expect("a text");
            assert_eq!(same, Some(text.clone()));
            let sum = format.read(&text).expect("a text").simplified();
            assert_eq!(sum.to_string(), glop, "{text}");
            let numbered = format.rewrite(&text, "hoey").expect("a text");
            assert_eq!(numbered, None, "{text}");
        }
    }
}

#[track_caller]
fn check_setup(text: &str, variant: Option<&str>, misere: bool, expected: Result<&str, &str>) {
    let mut options = SetupOptions::none();
    options.prefix = "--";
    options.rules = variant.map(str::to_owned);
    options.misere = misere;
    let found = Position::start(Some(text), &options);
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found.to_string(), expected),
        (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
        (found, _) => panic!("{found:?}"),
    }
}

#[test]
fn options_add_to_a_number_of_spots() {
    check_setup("5", None, false, Ok("5+"));
    check_setup("5", None, true, Ok("5-"));
    check_setup("5\u{2212}", None, false, Ok("5-"));
    check_setup("5", Some("antwerp-hot"), true, Ok("5-antwerp-hot"));
    check_setup(
        "5+",
        None,
        true,
        Err("`5+` is for normal play, but --misere asks for misère; leave out one of them"),
    );
    check_setup(
        "5+antwerp-hot",
        Some("antwerp-cold"),
        false,
        Err(
            "`5+antwerp-hot` already specifies its variant, but --rules asks for antwerp-cold; leave out one of them",
        ),
    );
}

#[test]
fn a_position_brings_its_own_rules() {
    check_setup("2+:1,3,2,3", None, false, Ok("2+:1,3,2,3"));
    check_setup(
        "2+:1,3,2,3",
        None,
        true,
        Err("leave out the options for rules: a position text already specifies the rules"),
    );
}

#[track_caller]
fn check_words(text: &str, m: &str, words: &str) {
    let record: Record<Position> = text.parse().expect("this is a record");
    let m = m.parse().expect("this is a move");
    assert_eq!(record.position().say_move(&m), words);
}

#[test]
fn moves_are_said_in_words() {
    check_words("2+", "1-2", "Join 1 and 2");
    check_words("3+", "1-1[3]", "Loop at 1 with 3 on one side");
    check_words("2+", "1-1", "Loop at 1 with nothing on one side");
    check_words("2+:1,3,2,3", "1-2", "Join 1 and 2");
    // A line names what it passes, and its side of a spot or of the drawing, only if it could run otherwise.
    check_words("4+ 1-2", "1-3", "Join 1 and 3");
    check_words(
        "4+ 1-2",
        "1-2",
        "Join 1 and 2, passing 3 and 4 on the right",
    );
    check_words("4+ 1-2", "1-2[3]", "Join 1 and 2, passing 3 on the left");
    check_words(
        "4+ 1-2",
        "3-5!",
        "Join 3 and 5, reaching 5 with 2 on the left",
    );
    check_words(
        "4+ 1-2 1-2[3]",
        "1-2![4]",
        "Join 1 and 2, passing 4 on the left",
    );
    check_words("4+ 1-2 1-2[3]", "2!-4", "Join 2 and 4");
    check_words("2+ 1-2 1-2", "1!-2", "Join 1 and 2 on the other side");
    check_words(
        "2+black-and-white",
        "1_2",
        "Join 1 and 2, without a new spot",
    );
}

#[test]
fn every_move_is_said_differently() {
    for seed in 0..5 {
        let start = position("4+");
        let position = playout::play_at_most(start, 1 + seed % 3, &mut Seeded::new(seed));
        let mut words: Vec<String> = position
            .moves()
            .iter()
            .map(|m| position.say_move(m))
            .collect();
        let n_moves = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), n_moves, "{position}");
    }
}

#[test]
fn finished_games_obey_the_theorems() {
    for seed in 0..20 {
        let mut record = Record::new(position("5+"));
        let mut random = Seeded::new(seed);
        while let Some(m) = record.position().random_move(&mut random) {
            record.push(m).expect("a random move is legal");
        }
        let facts = Position::facts(&record);
        assert_eq!(facts.len(), 3);
        for fact in facts {
            assert!(fact.holds, "{}", fact.text);
        }
    }
}

/// The winners are those of the solver tests.
#[test]
fn verdicts_of_all_rules_are_verified_by_another_method() {
    for (text, winner, method) in [
        (
            "5+",
            Player::FIRST,
            "the plain search, with 60 positions beside a heap of Nim",
        ),
        ("4-", Player::SECOND, "the general solver"),
        ("2+black-and-white", Player::FIRST, "the general solver"),
        (
            "2-black-and-white-loops",
            Player::FIRST,
            "the general solver",
        ),
        ("2+antwerp-cold", Player::SECOND, "alpha-beta"),
        ("2-antwerp-hot", Player::FIRST, "alpha-beta"),
        ("2+:1,3,2,3", Player::SECOND, "the plain search"),
    ] {
        let mut effort = Effort::default();
        let verified = object(&position(text))
            .values()
            .verify(&mut effort)
            .expect("there is no limit");
        assert_eq!(verified.verdict.winner(), Some(winner), "{text}");
        assert!(verified.by.starts_with(method), "{text}: {}", verified.by);
    }
}

#[test]
fn a_spent_budget_is_told_from_a_refusal() {
    let mut effort = Effort::new(Budget::new().nodes(10));
    let refused = object(&position("14+")).values().solve(&mut effort);
    let Err(Unsolved::Unfinished(reason)) = refused else {
        panic!("a limit was reached: {refused:?}");
    };
    assert_eq!(reason.nodes, 10);
}

#[test]
fn every_winning_move_is_listed_when_asked_for() {
    let mut effort = Effort::default();
    effort.every_move = true;
    let position = position("2+:1,3,2,3");
    let verdict = object(&position)
        .values()
        .solve(&mut effort)
        .expect("there is no limit");
    assert_eq!(verdict.moves.expect("the moves are asked for"), ["1-2"]);
}

#[test]
fn the_perfect_player_wins_every_won_start() {
    // Won by the first player: OEIS A164951.
    for text in ["3+", "4+", "5+", "1-", "5-"] {
        for seed in 0..3 {
            let mut record = Record::new(position(text));
            let mut perfect = Position::engine(Level::STRONGEST, seed);
            let mut random = Seeded::new(seed);
            while let Some(turn) = record.position().turn() {
                let m = if turn == Player::FIRST {
                    let budget = Budget::new().nodes(20_000);
                    let report = perfect.choose(&record, &budget, &mut |_| ());
                    let report = report.expect("someone is to move");
                    assert!(report.is_proved(), "{record}");
                    *report.best().expect("there is a move")
                } else {
                    record.position().random_move(&mut random).expect("a move")
                };
                record.push(m).expect("the move is legal");
            }
            assert_eq!(record.position().winner(), Some(Player::FIRST), "{record}");
        }
    }
}

#[cfg(feature = "store")]
#[test]
fn a_store_serves_the_next_run() {
    use papergames_sprouts::store::Store;
    for text in ["7+", "7-"] {
        let start = position(text);
        let name = format!("sprouts-about-{}-{text}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let kind = object(&start)
            .uses()
            .store
            .expect("the standard game is stored");
        let mut nodes = Vec::new();
        for _ in 0..2 {
            let mut store = Store::open(&path, kind).expect("a new file, or ours");
            let mut effort = Effort::default();
            effort.store = Some(&mut store);
            let verdict = object(&start)
                .values()
                .solve(&mut effort)
                .expect("there is no limit");
            nodes.push(verdict.cost.nodes);
        }
        std::fs::remove_file(&path).expect("the store was written");
        assert!(nodes[0] > 0 && nodes[1] == 0, "{text}: {nodes:?}");
    }
}

#[cfg(feature = "store")]
#[test]
fn a_store_for_the_other_ending_is_refused() {
    use papergames_sprouts::solve::{Solver, stored};
    use papergames_sprouts::store::Store;
    let name = format!("sprouts-about-{}-kind", std::process::id());
    let path = std::env::temp_dir().join(name);
    let kind =
        stored::kind(papergames_sprouts::Ending::Misere).expect("standard Sprouts has stores");
    let mut store = Store::open(&path, kind).expect("a new file");
    let solved = Solver::new().solve_stored(&position("3+"), &mut store, &mut |_| ());
    drop(store);
    std::fs::remove_file(&path).expect("the store was written");
    let refused = solved.unwrap_err().to_string();
    assert!(
        refused.contains(" must hold results of the kind `sprouts nimbers 2`, but it holds "),
        "{refused}"
    );
    assert!(
        refused.ends_with(" but it holds `sprouts misere losses 1`; choose another file"),
        "{refused}"
    );
}
