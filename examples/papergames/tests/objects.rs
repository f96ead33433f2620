//! Checks that every game as an object does the same as the game itself.

use papergames::any::{AnyGame, AnyRecord, Sheets};
use papergames::describe::SetupOptions;
use papergames::format::{Reads, Statements};
use papergames::look::{Charset, Picture, Style, Window};
use papergames::reading::{ReadOptions, SourceText};
use papergames::values::{Effort, Unsolved};
use papergames::{Budget, Seeded};

fn start(game: &'static dyn AnyGame) -> Box<dyn AnyRecord> {
    let record = game.start(game.about().tour, &SetupOptions::none());
    record.expect("the tour has a setup")
}

/// Returns a random game of at most this many moves.
fn some_game(game: &'static dyn AnyGame, moves: u64, seed: u64) -> Box<dyn AnyRecord> {
    let mut record = start(game);
    record.play_random(moves, &mut Seeded::new(seed));
    record
}

/// What starts a game by name is also a position, so a program needs no object to begin at `4x5`.
#[test]
fn the_text_of_a_setup_is_a_position() {
    for game in papergames::games() {
        let about = game.about();
        for setup in about.setup.into_iter().chain(about.tour) {
            let game = Sheets::choose(game, setup);
            let started = game.start(Some(setup), &SetupOptions::none());
            let started = started.expect("a setup of the game");
            let read = game.parse(setup).expect("a record without moves");
            assert_eq!(read.to_string(), started.to_string(), "{setup}");
        }
    }
    let record: papergames::Record<papergames::sos::Position> = "4x4 Sa1".parse().expect("a game");
    assert_eq!(record.setup().to_string(), "..../..../..../....:1:0-0");
}

#[test]
fn names_are_unique_words() {
    let mut names: Vec<&str> = papergames::games()
        .iter()
        .map(|game| game.about().name)
        .collect();
    assert!(names.iter().all(|name| !name.contains(char::is_whitespace)));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// A position adds to what a move consists of, and takes nothing away. A move of another game consists of nothing.
#[test]
fn fields_of_moves_are_those_of_their_game() {
    for game in papergames::games() {
        let record = some_game(game, 3, 2);
        let legal = record.legal_moves();
        for m in &legal {
            let (alone, here) = (game.move_fields(m), record.move_fields(m));
            assert!(
                alone.iter().all(|field| here.contains(field)),
                "{record}: {m}"
            );
            assert!(papergames::nim::NIM.move_fields(m).is_empty());
        }
        let m = legal.first().expect("three moves do not end this game");
        let mut after = record.boxed();
        after.push(m).expect("a legal move");
        // A position on a surface is a text of lands, which has no parts to name.
        let is_on_surface = game.about().name.ends_with("-surface");
        assert_eq!(
            record.fields() == after.fields(),
            is_on_surface,
            "{record}: {m}"
        );
    }
}

#[test]
fn moves_have_texts_and_indices_that_agree() {
    for game in papergames::games() {
        let mut record = start(game);
        let mut random = Seeded::new(7);
        while record.turn().is_some() && record.len() < 30 {
            let m = record.random_move(&mut random).expect("the game goes on");
            assert!(record.check(&m).is_ok() && record.read_move("no move").is_err());
            assert_eq!(record.read_move(&m.to_string()).expect("its text"), m);
            let index = record.index_of(&m).expect("a legal move");
            assert_eq!(record.nth_move(index).as_ref(), Some(&m));
            let (mut by_text, mut listed, mut i) = (record.boxed(), None, 0);
            let _ = record.for_each_move(&mut |m| {
                if i == index {
                    listed = Some(m);
                    return core::ops::ControlFlow::Break(());
                }
                i += 1;
                core::ops::ControlFlow::Continue(())
            });
            assert_eq!(listed.as_ref(), Some(&m));
            by_text.play(&m.to_string()).expect("a legal move");
            record.push(&m).expect("a legal move");
            assert_eq!(by_text.to_string(), record.to_string());
            assert_eq!(by_text.position(), record.position());
        }
        assert_eq!(record.nth_move(record.count_moves()), None);
        let before = record.to_string();
        assert!(record.play("no move").is_err());
        assert_eq!(record.to_string(), before, "a refused move changes nothing");
    }
}

#[test]
fn a_move_of_another_game_is_refused() {
    for game in papergames::games() {
        let mut record = start(game);
        for other in papergames::games() {
            let m = start(other).nth_move(0).expect("the game goes on");
            let is_own = core::ptr::addr_eq(game, other);
            assert_eq!(record.check(&m).is_ok(), is_own, "{game:?} {m}");
            assert_eq!(record.boxed().push(&m).is_ok(), is_own);
            let mut engine = other.engine("random", 1).expect("an opponent").0;
            let chosen = engine.choose(&*record, &Budget::new(), &mut |_| ());
            assert_eq!(chosen.is_ok(), is_own);
        }
        assert!(record.rewind(0));
    }
}

#[test]
fn records_go_back_and_forth() {
    for game in papergames::games() {
        let mut record = some_game(game, 12, 3);
        let beginnings = record.beginnings();
        assert_eq!(beginnings.len(), record.len() + 1);
        let (moves, setup) = (record.moves(), record.setup());
        for (n, beginning) in beginnings.iter().enumerate().rev() {
            assert!(record.rewind(n) && !record.rewind(n + 1));
            assert_eq!(record.to_string(), beginning.to_string());
            assert_eq!(record.restart().setup(), record.position());
        }
        assert_eq!(record.position(), setup);
        for m in &moves {
            record.push(m).expect("it was legal before");
        }
        assert_eq!(record.moves(), moves);
        let read = game.read_bytes(&record.to_bytes()).expect("a record");
        assert_eq!(&*read, &*record);
        let read = game.parse(&record.to_string()).expect("a record");
        assert_eq!(&*read, &*record);
        assert!(game.parse("").is_err() && game.parse("no position").is_err());
    }
}

#[test]
fn every_notation_reads_what_it_writes() {
    for game in papergames::games() {
        let record = some_game(game, 8, 5);
        for notation in game.notations() {
            let Ok(text) = record.write(notation.name, &Statements::default()) else {
                continue;
            };
            if notation.reads.is_none() {
                continue;
            }
            let mut options = ReadOptions::in_format(notation.name);
            if notation.reads == Some(Reads::Open) {
                options.rules = game.about().rule_sets.first().map(|rules| rules.name);
            }
            match game.read(&SourceText::literal(&*text), &options) {
                Ok(games) => {
                    // A notation that fixes the rules still reads the same moves.
                    let read = &games[0].record;
                    let moves = !read.is_empty() && read.moves() == record.moves();
                    let (mut own, mut other) = (record.position(), read.position());
                    if notation.reads == Some(Reads::Positions) {
                        // A notation of positions on surfaces does not say whose turn it is, as `:1` and `:2` do.
                        for text in [&mut own, &mut other] {
                            let turnless = text.trim_end_matches(":2").trim_end_matches(":1");
                            text.truncate(turnless.len());
                        }
                    }
                    assert!(moves || other == own, "{text}: {other} is not {own}");
                }
                Err(reason) => panic!("{reason}: {text}"),
            }
        }
    }
}

#[test]
fn no_notation_is_guessed_to_be_one_in_which_it_is_another_game() {
    for game in papergames::games() {
        let start = game
            .start(None, &SetupOptions::none())
            .expect("the usual setup");
        for seed in 0..150 {
            let mut record = start.boxed();
            record.play_random(seed % 25, &mut Seeded::new(seed));
            for notation in game.notations() {
                let Ok(text) = record.write(notation.name, &Statements::default()) else {
                    continue;
                };
                let read = |options: &ReadOptions<'_>| {
                    let games = game.read(&SourceText::literal(&*text), options).ok()?;
                    Some(games[0].record.to_string())
                };
                let named = read(&ReadOptions::in_format(notation.name));
                if let (Some(guessed), Some(named)) = (read(&ReadOptions::default()), named) {
                    assert_eq!(guessed, named, "{}: {text}", notation.name);
                }
            }
        }
    }
}

#[test]
fn every_opponent_follows_a_game_back_and_forth() {
    for game in papergames::games() {
        for name in ["random", "mcts", "1", "3"] {
            let (mut engine, _) = game.engine(name, 1).expect("an opponent");
            let mut record = some_game(game, 2, 9);
            let budget = Budget::new().nodes(40);
            for back in [false, false, true, false] {
                // The usual game on a surface may end after four moves.
                if record.turn().is_none() {
                    assert!(record.len() >= 4, "{record}");
                    break;
                }
                if back {
                    assert!(record.rewind(record.len() - 1));
                }
                let report = engine.choose(&*record, &budget, &mut |_| ());
                let report = report.expect("a move");
                let m = report.best().expect("a move");
                record.push(m).expect("a legal move");
            }
        }
        assert!(game.engine("no such opponent", 1).is_none());
    }
}

#[test]
fn values_pictures_and_encodings_are_those_of_the_game() {
    for game in papergames::games() {
        let mut record = some_game(game, 3, 1);
        let budget = Budget::new().nodes(1);
        match record.values().solve(&mut Effort::new(budget)) {
            Ok(_) | Err(Unsolved::Unfinished(_)) => (),
            Err(other) => assert!(!other.to_string().is_empty()),
        }
        if let Some(pictures) = record.pictures() {
            let svg = pictures.draw(Picture::Last, &Style::default());
            assert!(svg.expect("a picture").text.starts_with("<svg"));
            let print = pictures.print(&Window::new(Charset::Ascii));
            assert!(!print.expect("a picture").lines().is_empty());
        }
        if let Some(encoding) = record.encoding() {
            for action in encoding
                .sizes()
                .actions
                .map_or(Vec::new(), |_| encoding.legal_actions())
            {
                let m = encoding.move_of(action).expect("a legal move");
                assert_eq!(encoding.action_of(&m), Some(action));
            }
            assert_eq!(encoding.planes().is_some(), encoding.graph().is_none());
        }
    }
}
