//! What a game says about itself: the defaults, and the laws that notice when it is wrong.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

use papergames_common::any::{AnyGame, GameObject};
use papergames_common::describe::SetupOptions;
use papergames_common::format::{self, Format, Notations, Reading, Writing};
use papergames_common::nim::{CannotTake, Nim, Take};
use papergames_common::reading::{self, ReadOptions, SourceText};
use papergames_common::solve::Solver;
use papergames_common::text::Unexpected;
use papergames_common::values::{Effort, ToTheEnd, Unsolved, Values};
use papergames_common::{Budget, Describe, Game, Limit, Outcome, Player, Record, Stored, laws};

/// Which mistake the formats have; 0 for none.
static BUG: AtomicU8 = AtomicU8::new(0);

/// Nim with the default description, and with formats that have a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bare(Nim);

impl Game for Bare {
    type Move = Take;
    type Illegal = CannotTake;

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.for_each_move(visit)
    }

    fn check(&self, m: &Take) -> Result<(), CannotTake> {
        self.0.check(m)
    }

    fn apply(&mut self, m: &Take) -> Result<(), CannotTake> {
        self.0.apply(m)
    }
}

impl Stored for Bare {}

impl fmt::Display for Bare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Bare {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Bare, Unexpected> {
        text.parse().map(Bare)
    }
}

impl Describe for Bare {}

static BARE: GameObject<Bare> = GameObject::new().notations();

impl Notations for Bare {
    fn formats() -> Vec<Format<Bare>> {
        let plain = format::lines("3,4:first+ 0x2 1x4");
        let mut heaps = Format {
            name: "heaps",
            about: "the heaps, one position a line",
            example: "heaps 3,4",
            looks_like: |text| text.starts_with("heaps "),
            read: Some(Reading::Positions(|text, ending| {
                let heaps = text.strip_prefix("heaps ").unwrap_or(text);
                let position = format!("{heaps}:first{ending}").parse();
                position.map_err(|error: Unexpected| error.to_string())
            })),
            write: Some(Writing::Moves(|record: &Record<Bare>| {
                let heaps = record.position().0.heaps().iter().map(u8::to_string);
                Ok(format!("heaps {}", heaps.collect::<Vec<_>>().join(",")))
            })),
        };
        match BUG.load(Ordering::SeqCst) {
            1 => heaps.name = "text",
            2 => heaps.looks_like = |_| false,
            3 => heaps.example = "heaps x",
            4 => heaps.write = Some(Writing::Moves(|_| Ok("heaps 4,3".to_owned()))),
            5 => heaps.read = None,
            _ => (),
        }
        vec![plain, heaps]
    }
}

#[test]
fn formats_that_do_not_keep_their_promise_are_found() {
    let told = [
        None,
        Some("formats have names of their own"),
        Some("the format of an example is guessed"),
        Some("a format reads its example"),
        Some("a format writes its example as it is"),
        Some("the format of a text can be read"),
    ];
    for (bug, told) in (0..).zip(told) {
        BUG.store(bug, Ordering::SeqCst);
        let found = laws::a_description_holds(&BARE).err();
        assert_eq!(found.as_ref().map(|broken| broken.law), told, "{found:?}");
    }
    BUG.store(0, Ordering::SeqCst);
}

#[test]
fn a_result_that_the_moves_do_not_reach_is_refused() {
    let read = |result: &str| {
        let text = format!("# game 1: first a, second b, {result}\n1:first+ 0x1\n");
        let options = ReadOptions::in_format("text");
        reading::read::<Bare>(&SourceText::literal(text), &options)
            .map_err(|error| error.to_string())
    };
    let games = read("first wins").expect("the result is right");
    assert_eq!((games[0].line, games[0].record.moves().len()), (2, 1));
    assert_eq!(
        games[0]
            .said
            .outcome
            .map(|outcome| outcome.to_string())
            .as_deref(),
        Some("first wins")
    );
    let error = read("second wins").unwrap_err();
    assert!(
        error.ends_with("states the result second wins, but the moves lead to first wins"),
        "{error}"
    );
}

/// Small positions of Nim, in both endings.
fn nims() -> impl Iterator<Item = Nim> {
    let heaps = (0..4_u8).flat_map(|a| (0..4).map(move |b| [a, b, 2]));
    heaps.flat_map(|heaps| [Nim::new(&heaps), Nim::misere(&heaps)])
}

#[test]
fn the_default_solver_agrees_with_the_solver_of_impartial_games() {
    for nim in nims() {
        let expected = Solver::new().solve(&nim).expect("no limit");
        let mut effort = Effort::default();
        effort.every_move = true;
        let verdict = ToTheEnd.solve(&nim, &mut effort).expect("small enough");
        assert_eq!(verdict.outcome, expected.outcome, "{nim}");
        assert_eq!(verdict.moves, expected.moves, "{nim}");
        let some = ToTheEnd.solve(&nim, &mut Effort::default());
        let some = some
            .expect("small enough")
            .moves
            .expect("moves are looked for");
        assert!(some.len() <= 1 && some.is_empty() == verdict.moves.unwrap().is_empty());
    }
}

#[test]
fn a_budget_that_does_not_suffice_is_told_from_a_refusal() {
    let mut heard = 0;
    let mut effort = Effort::new(Budget::new().nodes(50)).progress(|_| heard += 1);
    let refused = ToTheEnd.solve(&Nim::new(&[9, 9, 9]), &mut effort);
    let Err(Unsolved::Unfinished(unfinished)) = refused else {
        panic!("a limit was reached: {refused:?}");
    };
    assert_eq!((unfinished.limit, unfinished.nodes), (Limit::Nodes, 50));
    drop(effort);
    assert!(heard > 0);
}

#[test]
fn the_defaults_read_a_position_and_a_move() {
    let nim = Bare::start(Some("1,2:first+"), &SetupOptions::none()).expect("a position");
    assert_eq!(
        nim.read_moves(" 1x2 ").map(|moves| moves.len()).ok(),
        Some(1)
    );
    assert!(
        nim.read_moves("1x3")
            .unwrap_err()
            .to_string()
            .contains("cannot take 3")
    );
    assert!(Bare::start(None, &SetupOptions::none()).is_err());
    let budget = papergames_common::Budget::new();
    // After taking the heap of one or one of the heap of two there are two moves, after taking all two there is one.
    let record = BARE.start(Some("1,2:first+"), &SetupOptions::none());
    let mut record = record.expect("a position");
    let counted = record.perft(2, &mut budget.start(), &mut |_| ());
    assert_eq!(counted, Ok(Some(5)));
    // Every turn is a single move.
    assert!(record.play("1x1").is_ok() && !record.is_midway());
    assert_eq!((record.turns(), record.len()), (1, 1));
}
