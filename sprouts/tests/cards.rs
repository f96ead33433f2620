//! The playing-card model: replays the published game table by table, and checks that card moves are the moves of the
//! game.

use std::collections::BTreeSet;

use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::notation::cards::{CardStep, CardTable, StackCut};
use papergames_sprouts::notation::hoey::{self, Abbreviation};
use papergames_sprouts::{Ending, Game, Position, Seeded, playout};
use proptest::prelude::*;

/// The game 2+ 1(3)2 1(4)2 1(5)4 2(6)3 of Jordan's article, with every intermediate table.
#[test]
fn the_card_game_goes_through_the_printed_tables() {
    let mut table = CardTable::of(&"2".parse().expect("two spots"));
    assert_eq!(table.to_string(), "1;2");
    let mut check = |steps: Vec<CardStep>, expected: &[&str]| {
        let texts: Vec<String> = steps.iter().map(CardStep::to_string).collect();
        assert_eq!(texts, expected);
        table = steps
            .into_iter()
            .next_back()
            .expect("a move has steps")
            .table;
        table.clone()
    };
    let start = CardTable::of(&"2".parse().expect("two spots"));
    let steps = start
        .join(0, StackCut::top(0), StackCut::top(1))
        .expect("a legal move");
    let table = check(steps, &["4. 1,3;2,3", "5. 1,3,2,3"]);
    let steps = table
        .divide(0, StackCut::top(0), 3, &[])
        .expect("a legal move");
    let table = check(
        steps,
        &[
            "1. 1,3,2,3",
            "2. 1,3,2,3,1",
            "3. 1,3,2/3,1",
            "4. 1,3,2/2,3,1",
            "5. 4,1,3,2/4,2,3,1",
        ],
    );
    let cut = StackCut { stack: 0, cut: 1 };
    let steps = table.divide(0, cut, 4, &[]).expect("a legal move");
    let table = check(
        steps,
        &[
            "1. 1,3,2,4/4,2,3,1",
            "2. 1,3,2,4,1/4,2,3,1",
            "3. 1,3,2,4/1/4,2,3,1",
            "4. 1,3,2,4/4,1/4,2,3,1",
            "5. 5,1,3,2,4/5,4,1/4,2,3,1",
        ],
    );
    let steps = table.divide(2, cut, 2, &[]).expect("a legal move");
    let table = check(
        steps,
        &[
            "1. 5,1,3,2,4/5,4,1/2,3,1,4",
            "2. 5,1,3,2,4/5,4,1/2,3,1,4,2",
            "3. 5,1,3,2,4/5,4,1/2,3/1,4,2",
            "4. 5,1,3,2,4/5,4,1/2,3/3,1,4,2",
            "5. 5,1,3,2,4/5,4,1/6,2,3/6,3,1,4,2",
        ],
    );
    let position = table.position(Ending::Normal).expect("a position");
    assert!(position.is_terminal());
}

/// Makes every legal card move.
fn card_moves(table: &CardTable) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut note = |steps: Result<Vec<CardStep>, _>| {
        if let Ok(steps) = steps {
            let table = &steps.last().expect("a move has steps").table;
            assert_eq!(table.to_string().parse().as_ref(), Ok(table));
            reached.insert(
                table
                    .position(Ending::Normal)
                    .expect("a position")
                    .to_string(),
            );
        }
    };
    for (r, row) in table.rows().iter().enumerate() {
        let cuts = |stack: usize| (0..row[stack].len()).map(move |cut| StackCut { stack, cut });
        for a in (0..row.len()).flat_map(cuts) {
            for b in (0..row.len()).flat_map(cuts) {
                note(table.join(r, a, b));
            }
            for take in 1..=row[a.stack].len() {
                for set in 0..1usize << row.len() {
                    let moved: Vec<usize> = (0..row.len()).filter(|i| set >> i & 1 == 1).collect();
                    note(table.divide(r, a, take, &moved));
                }
            }
        }
    }
    reached
}

#[test]
fn card_moves_are_the_moves_of_the_game() {
    fn walk(position: &Position, depth: u32) {
        let children: Vec<Position> = position
            .moves()
            .iter()
            .map(|m| position.child(m).expect("a listed move is legal"))
            .collect();
        let texts: BTreeSet<String> = children.iter().map(Position::to_string).collect();
        assert_eq!(
            card_moves(&CardTable::of(position)),
            texts,
            "from {position}"
        );
        if depth > 1 {
            for child in &children {
                walk(child, depth - 1);
            }
        }
    }
    for (n, depth) in [(1, 3), (2, 4), (3, 2), (4, 1)] {
        walk(&Position::new(n, Ending::Normal).expect("few spots"), depth);
    }
}

#[test]
fn impossible_card_moves_are_refused_with_the_reason() {
    let table: CardTable = "1,3,4/1,4,3,2,3".parse().expect("cards");
    let check = |steps: Result<Vec<CardStep>, _>, message: &str| {
        assert_eq!(
            steps
                .map(|_| ())
                .map_err(|e: papergames_sprouts::Refused| e.to_string()),
            Err(message.into())
        );
    };
    check(
        table.join(2, StackCut::top(0), StackCut::top(1)),
        "there is no row 3; choose one of 2 rows, counted from 1",
    );
    check(
        table.join(0, StackCut::top(0), StackCut::top(1)),
        "there is no stack 2; choose one of 1 stack, counted from 1",
    );
    check(
        table.join(0, StackCut::top(0), StackCut::top(0)),
        "choose two distinct stacks, not stack 1 twice",
    );
    check(
        table.divide(0, StackCut { stack: 0, cut: 1 }, 1, &[]),
        "step 2 needs another card of value 3 from the deck, but all three are on the table",
    );
    check(
        table.divide(0, StackCut { stack: 0, cut: 2 }, 1, &[]),
        "step 4 needs another card of value 4 from the deck, but this move has already used the last one",
    );
    check(
        table.divide(0, StackCut { stack: 0, cut: 3 }, 1, &[]),
        "you can cut at most all but one of the stack's 3 cards, not 3",
    );
    check(
        table.divide(0, StackCut::top(0), 4, &[]),
        "take at least one but not all of the stack's 4 cards, not 4",
    );
    let error = "1,1,1,1".parse::<CardTable>().unwrap_err().to_string();
    assert_eq!(error, "at most three cards may have the value 1, found 4");
}

#[test]
fn bad_abbreviations_are_refused_with_the_reason() {
    let check = |text: &str, message: &str| {
        assert_eq!(
            text.parse::<Abbreviation>().map_err(|e| e.to_string()),
            Err(message.into())
        );
    };
    check(
        "1,2",
        "expected `.` at character 4, found the end of the text",
    );
    check(
        "1o,2.",
        "spot 1 must be alone on its boundary, found it 1 times",
    );
    check(
        "1t,1.",
        "spot 1 must appear only once, because it has a suffix, found it 2 times",
    );
    check(
        "1,1,1.",
        "spot 1 must appear at most twice, found it 3 times",
    );
}

#[test]
fn the_example_of_the_message_is_read_and_abbreviated() {
    let text = "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9.";
    let position = hoey::read(text, Ending::Normal).expect("a position");
    assert_eq!(hoey::write(&position), "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9.");
    assert_eq!(Abbreviation::of(&position).to_string(), "1,8,4,9t,8,5;2.");
}

proptest! {
    #[test]
    fn lists_tables_and_abbreviations_are_read_back(n in 1usize..9, moves in 0u64..24, seed: u64) {
        let start = Position::new(n, Ending::Misere).expect("a supported number of spots");
        let position = playout::play_at_most(start, moves, &mut Seeded::new(seed));
        let read = hoey::read(&hoey::write(&position), Ending::Misere);
        prop_assert_eq!(read.as_ref(), Ok(&position));
        let table = CardTable::of(&position);
        prop_assert_eq!(table.to_string().parse(), Ok(table.clone()));
        prop_assert_eq!(table.position(Ending::Misere), Ok(position.clone()));
        let abbreviation = Abbreviation::of(&position);
        prop_assert_eq!(abbreviation.to_string().parse(), Ok(abbreviation.clone()));
        // Two spots with one life each on a boundary play like one with two. Among three such spots, the order of
        // reductions can decide which two are merged.
        let rules = Reductions::PUBLISHED;
        let lands = Lands::from_sum(&abbreviation.to_sum().expect("few spots"), rules);
        prop_assert_eq!(Some(lands), Lands::drawn(&position, rules));
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "[1-9,;/.ot]{0,30}") {
        let _ = hoey::read(&text, Ending::Normal);
        if let Ok(table) = text.parse::<CardTable>() {
            let _ = table.position(Ending::Normal);
            let _ = table.join(0, StackCut::top(0), StackCut::top(1));
            let _ = table.divide(0, StackCut::top(0), 1, &[1]);
        }
        if let Ok(abbreviation) = text.parse::<Abbreviation>() {
            prop_assert_eq!(abbreviation.to_string(), text);
            let _ = abbreviation.to_sum();
        }
    }
}
