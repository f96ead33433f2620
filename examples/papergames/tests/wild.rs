//! Wild numbers and texts: no function of the objects of the games panics.

use std::sync::atomic::AtomicBool;

use papergames::any::{AnyGame, AnyMove, AnyRecord, Sheets};
use papergames::describe::SetupOptions;
use papergames::format::Statements;
use papergames::look::{Charset, Picture, Style, Window};
use papergames::picture::geometry::Point;
use papergames::picture::{OnMap, Sketch};
use papergames::reading::{ReadOptions, SourceText};
use papergames::{Budget, Random, Record, Seeded, brussels, sprouts};

const NUMBERS: [usize; 9] = [
    0,
    1,
    2,
    7,
    255,
    65_536,
    1 << 32,
    i64::MAX as usize,
    usize::MAX,
];
const TEXTS: [&str; 16] = [
    "",
    " ",
    "\u{a0}\n",
    "0",
    "-1",
    "99999999999999999999999999999999999999999",
    "1-2",
    "Sa1",
    "h10",
    "1a-1c",
    "2+ 1-2 1-3",
    "h1:2+",
    "4x4:misere",
    "é→x\u{0}",
    "first second third",
    "# x\n\n2+\n3x3 Sa1; h8",
];

/// Positions of each game and its other sheets: setups, and games under way or over.
fn records() -> Vec<Box<dyn AnyRecord>> {
    let mut records = Vec::new();
    for game in papergames::games() {
        let sheets = game.extra::<Sheets>().map_or(&[][..], |sheets| sheets.0);
        for game in [game]
            .into_iter()
            .chain(sheets.iter().map(|(sheet, _)| *sheet))
        {
            let start = game.start(game.about().tour, &SetupOptions::none());
            let start = start.or_else(|_| game.start(None, &SetupOptions::none()));
            let start = start.expect("a usual setup");
            for moves in [0, 3, 1_000] {
                let mut record = start.clone();
                record.play_random(moves, &mut Seeded::new(moves));
                records.push(record);
            }
        }
    }
    records
}

#[test]
fn games_read_any_text_and_bytes() {
    for game in papergames::games().iter().copied() {
        for text in TEXTS {
            let game: &'static dyn AnyGame = Sheets::choose(game, text);
            let _ = game.start(Some(text), &SetupOptions::none()).is_ok();
            let _ = (game.parse(text).is_ok(), game.read_move(text).is_ok());
            let _ = game.about().topic(text);
            for name in TEXTS {
                let _ = game.notation(Some(name), text).is_ok();
                let options = ReadOptions::in_format(name);
                let _ = game.read(&SourceText::literal(text), &options).is_ok();
            }
            let _ = game.notation(None, text).is_ok();
            for seed in [0, u64::MAX] {
                assert!(game.engine(text, seed).is_none());
            }
            for bytes in [text.as_bytes(), &text.repeat(99).into_bytes()] {
                let _ = (
                    game.read_bytes(bytes).is_ok(),
                    game.read_episodes(bytes).is_ok(),
                );
            }
        }
    }
}

#[test]
fn damaged_bytes_of_records_are_read_or_refused() {
    let mut random = Seeded::new(5);
    for record in records() {
        for _ in 0..200 {
            let mut bytes = record.to_bytes();
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
            let _ = record.game().read_bytes(&bytes).is_ok();
            let _ = record.game().read_bytes(&bytes[..at]).is_ok();
        }
    }
}

#[test]
fn records_take_any_number_and_text() {
    let strangers: Vec<AnyMove> = records().iter().filter_map(|r| r.nth_move(0)).collect();
    for record in records() {
        for n in NUMBERS {
            let mut copy = record.clone();
            let _ = (
                copy.nth_move(n as u128),
                copy.nth_move(u128::MAX - n as u128),
            );
            assert!(copy.classes(n).iter().all(|class| !class.is_empty()));
            let _ = copy.moves_to_win((n as u64).min(2_000));
            let budget = Budget::new().nodes(500);
            let _ = copy
                .perft(n as u32, &mut budget.start(), &mut |_| {})
                .is_ok();
            let stop = AtomicBool::new(false);
            let most = (n as u64).min(500);
            assert!(copy.playout(most, &stop, true, &mut Seeded::new(1)).length <= 500);
            if let Some(encoding) = copy.encoding() {
                let _ = (encoding.move_of(n), encoding.bounds());
                let parts = encoding.sizes().parts.map_or(2, |parts| parts.len());
                let _ = (
                    encoding.move_of_parts(&vec![n; parts]),
                    encoding.move_of_parts(&[n]),
                );
            }
            let _ = copy.rewind(n);
            assert!(copy.len() <= record.len());
        }
        for text in TEXTS {
            let mut copy = record.clone();
            let _ = (copy.play(text).is_ok(), copy.read_move(text).is_ok());
            let _ = (copy.view(text), copy.read_moves(text).is_ok());
            let _ = copy.write(text, &Statements::default()).is_ok();
            for m in record.legal_moves().iter().take(3) {
                let _ = (record.words(text, m), record.say_move(m));
            }
            let _ = copy.set_up(Some(text), &SetupOptions::none()).is_ok();
        }
        for m in &strangers {
            let is_legal = record.check(m).is_ok();
            assert_eq!(record.index_of(m).is_some(), is_legal, "{record}: {m}");
            assert_eq!(record.clone().push(m).is_ok(), is_legal, "{record}: {m}");
            let _ = (
                record.words("", m),
                record.encoding().map(|all| all.action_of(m)),
            );
        }
    }
}

#[test]
fn pictures_fit_any_window_and_style() {
    for record in records() {
        let Some(pictures) = record.pictures() else {
            continue;
        };
        for charset in [Charset::Ascii, Charset::Dots] {
            for columns in [0, 1, 7, usize::MAX] {
                for rows in [0, 1, 7, usize::MAX] {
                    let window = Window {
                        columns,
                        rows,
                        charset,
                    };
                    let _ = pictures.print(&window).is_ok();
                }
            }
        }
    }
    for game in papergames::games() {
        let mut record = game
            .start(game.about().tour, &SetupOptions::none())
            .expect("a tour");
        record.play_random(2, &mut Seeded::new(2));
        let Some(pictures) = record.pictures() else {
            continue;
        };
        for seconds in [0.0, -1.0, f64::MAX, f64::INFINITY, f64::NAN] {
            for columns in [0, 1, usize::MAX] {
                let style = Style {
                    columns,
                    seconds,
                    ..Style::default()
                };
                for picture in [Picture::Film, Picture::Animation] {
                    let _ = pictures.draw(picture, &style).is_ok();
                }
            }
        }
    }
}

#[test]
fn opponents_take_any_budget_and_seed() {
    for record in records().iter().filter(|record| record.turn().is_some()) {
        for name in ["random", "1", "3", "mcts"] {
            for seed in [0, u64::MAX] {
                let made = record.game().engine(name, seed);
                let (mut engine, _) = made.expect("every game has these opponents");
                engine.set_threads(seed.min(2) as usize);
                for budget in [Budget::new().nodes(0), Budget::new().nodes(1).depth(0)] {
                    let choice = engine.choose(record.as_ref(), &budget, &mut |_| {});
                    let report = choice.expect("a move");
                    assert!(
                        report.line.first().is_none_or(|m| record.check(m).is_ok()),
                        "{name}: {record}"
                    );
                }
            }
        }
    }
}

/// Plays moves of a game and of another along wild strokes, and asks for everything that a map tells.
fn sketch<G: OnMap<Move: Clone>>(start: &G, foreign: &[G::Move]) {
    let floats = [
        0.0,
        -0.0,
        0.5,
        1e-300,
        1e9,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    let mut random = Seeded::new(3);
    let strokes = (0..9).map(|length| {
        let mut place = || floats[random.below(9) as usize];
        (0..length * length)
            .map(|_| Point::new(place(), place()))
            .collect::<Vec<_>>()
    });
    let mut position = start.clone();
    let mut sketch = Sketch::new(start).expect("a picture");
    for (stroke, i) in strokes.zip(0..) {
        for m in foreign {
            let mut sketch = sketch.clone();
            let _ = (
                sketch.play_along(m, &stroke).is_ok(),
                sketch.plan(m).is_ok(),
            );
        }
        let (map, marks, _) = position.lay_out();
        assert_eq!(map.n_vertices(), marks.len());
        let _ = (position.counted(), position.renumbered());
        let _ = position.off_map(&Style::default()).is_some();
        for vertex in map.vertices() {
            let _ = G::label(&sketch, vertex);
        }
        let moves = position.moves();
        let Some(m) = moves.get(i % moves.len().max(1)) else {
            break;
        };
        sketch.play_along(m, &stroke).expect("a legal move");
        position = position.child(m).expect("a legal move");
        assert_eq!(sketch.drawing().read_back(), Ok(()), "{position}");
    }
}

#[test]
fn sketches_take_any_stroke_and_move() {
    let text = "3+ 1-2 3-4"
        .parse::<Record<sprouts::Position>>()
        .expect("a game");
    let other = "2+ 1-1 2-3"
        .parse::<Record<sprouts::Position>>()
        .expect("a game");
    sketch(text.setup(), &[text.moves(), other.moves()].concat());
    let text = "2+ 1a-1c"
        .parse::<Record<brussels::Position>>()
        .expect("a game");
    sketch(text.setup(), text.moves());
}
