//! The laws of every game, on every rule set, and Phutball's own: whole turns are sequences of moves, both players see
//! the same game, and fast methods agree with plain ones.

use common::PlyCap;
use common::laws::{Broken, Laws};
use papergames_phutball::{
    Direction, Distinct, Game, ImmediateWin, Mirror, Move, Point, Position, Rules, Seeded, Size,
    Symmetric, Turn,
};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Fails with `found` unless `holds`.
fn demand(law: &'static str, holds: bool, found: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds {
        return Ok(());
    }
    Err(Broken {
        law,
        found: found(),
    })
}

/// Checks that listed turns are distinct and legal, and that their moves lead to the same position.
fn turns_are_moves_in_a_row(position: &Position) -> Result<(), Broken> {
    let law = "a turn is its moves in a row";
    let listing = position.turns_up_to(2_000, Distinct::Paths);
    let different: HashSet<&Turn> = listing.turns.iter().collect();
    demand(
        "turns are listed once",
        different.len() == listing.turns.len(),
        || format!("{:?}", listing.turns),
    )?;
    for turn in &listing.turns {
        let mut by_turn = *position;
        let played = by_turn.apply_turn(turn);
        demand(law, played.is_ok(), || format!("{turn}: {played:?}"))?;
        let mut by_moves = *position;
        for m in position.moves_of(turn).unwrap_or_default() {
            demand(law, by_moves.turn() == position.turn(), || {
                format!("{turn} at {m}")
            })?;
            let made = by_moves.apply(&m);
            demand(law, made.is_ok(), || format!("{turn} at {m}: {made:?}"))?;
        }
        demand(
            law,
            by_turn == by_moves && by_turn.turn() != position.turn(),
            || format!("{turn}: {by_turn:?} by turn, {by_moves:?} by moves"),
        )?;
        let back = turn.to_string().parse();
        demand(
            "the text of a turn reads back",
            back.as_ref() == Ok(turn),
            || format!("{turn}: {back:?}"),
        )?;
    }
    Ok(())
}

/// Collects the positions after all turns with single moves only.
fn ends_by_moves(position: &Position, ends: &mut Vec<Position>) {
    for m in position.moves() {
        let child = position.child(&m).expect("a listed move is legal");
        if child.is_jumping() {
            ends_by_moves(&child, ends);
        } else {
            ends.push(child);
        }
    }
}

/// Checks that all turns, by path, reach the same positions as all sequences of moves to the end of the turn.
fn turns_are_all_there_are(position: &Position) -> Result<(), Broken> {
    if position.is_jumping() || position.count_jump_turns(2_000).is_none() {
        return Ok(());
    }
    let mut plain = Vec::new();
    ends_by_moves(position, &mut plain);
    let by_turns: Vec<Position> = (position.turns())
        .map(|turn| {
            let mut after = *position;
            after
                .apply_turn(&turn)
                .map(|()| after)
                .expect("a legal turn")
        })
        .collect();
    let sorted = |ends: &[Position]| {
        let mut texts: Vec<String> = ends.iter().map(Position::to_string).collect();
        texts.sort();
        texts
    };
    let law = "turns and moves reach the same positions as often";
    demand(law, sorted(&plain) == sorted(&by_turns), || {
        format!("{} by moves, {} by turns", plain.len(), by_turns.len())
    })?;
    let mut visited = Vec::new();
    let _ = position.for_each_jump_turn(&mut |after| {
        visited.push(*after);
        ControlFlow::Continue(())
    });
    let chains = by_turns.len() - position.placements().count();
    demand(
        "the visitor sees the chains in the order of the list",
        visited == by_turns[..chains],
        || format!("{visited:?}"),
    )?;
    let different: HashSet<&Position> = by_turns.iter().collect();
    let results = position.turns_up_to(usize::MAX, Distinct::Results);
    demand(
        "each result is listed once",
        results.turns.len() == different.len(),
        || format!("{} of {}", results.turns.len(), different.len()),
    )
}

/// Checks that the search for a winning turn finds one exactly if the list contains one.
fn the_search_for_a_win_is_right(position: &Position) -> Result<(), Broken> {
    let listing = position.turns_up_to(2_000, Distinct::Paths);
    if !listing.is_complete || position.is_jumping() {
        return Ok(());
    }
    let wins = |turn: &Turn| {
        let mut after = *position;
        after.apply_turn(turn).is_ok()
            && after.outcome().is_some()
            && after.winner() == position.turn()
    };
    let expected = listing.turns.iter().any(wins);
    let found = position.winning_turn(100_000);
    let right = match &found {
        ImmediateWin::Yes(turn) => expected && wins(turn),
        ImmediateWin::No => !expected,
        ImmediateWin::Unknown { .. } => false,
    };
    demand(
        "a winning turn is found exactly when there is one",
        right,
        || format!("{found:?}"),
    )
}

/// Checks that the rotated position is the same for the other player, and the mirrored one for the same player.
fn both_players_see_the_same_game(position: &Position) -> Result<(), Broken> {
    let law = "a symmetric position has symmetric moves";
    let turned = |m: &Move| match *m {
        Move::Place(point) => Move::Place(point.turned(position.size())),
        Move::Jump(direction) => Move::Jump(direction.opposite()),
        Move::Stop => Move::Stop,
    };
    for m in position.moves() {
        let child = position.child(&m).expect("a listed move is legal");
        let mirrored = position.image_of_move(&m, &Mirror);
        for (image, moved, expected) in [
            (position.turned(), turned(&m), child.turned()),
            (position.image(&Mirror), mirrored, child.image(&Mirror)),
        ] {
            demand(law, image.child(&moved).as_ref() == Ok(&expected), || {
                format!("{m} in {position}, {moved} in {image}")
            })?;
        }
    }
    Ok(())
}

/// Moves that are illegal everywhere, for the law that a refused move changes nothing.
fn nonsense(size: Size) -> Vec<Move> {
    let points = [
        Point { column: -1, row: 0 },
        Point { column: 0, row: 0 },
        Point {
            column: 0,
            row: size.top(),
        },
        Point {
            column: 127,
            row: 200,
        },
        Point {
            column: -128,
            row: 1,
        },
    ];
    (points.map(Move::Place).into_iter())
        .chain(Direction::ALL.map(Move::Jump))
        .chain([Move::Stop])
        .collect()
}

/// Runs all laws on one start.
#[track_caller]
fn check(start: Position, games: u64) {
    Laws::of(start)
        .games(games)
        .max_moves(600)
        .positions(25)
        .texts()
        .serde()
        .symmetric()
        .encoding()
        .planes()
        .augments()
        .also_try(nonsense(start.size()))
        .also(turns_are_moves_in_a_row)
        .also(turns_are_all_there_are)
        .also(the_search_for_a_win_is_right)
        .also(both_players_see_the_same_game)
        .check();
}

#[test]
fn every_law_holds_on_small_boards_under_all_rules() {
    for rules in Rules::ALL {
        for size in ["1x5", "1x9", "2x6", "3x7", "4x6", "5x7"] {
            check(Position::new(size.parse().expect("a size"), rules), 12);
        }
    }
}

#[test]
fn every_law_holds_on_the_standard_board_under_all_rules() {
    for rules in Rules::ALL {
        check(Position::new(Size::STANDARD, rules), 1);
    }
}

#[test]
fn every_law_holds_near_the_goal_lines() {
    for rules in Rules::ALL {
        for rows in [
            "7/oo1oo1o/1oooo2/2@1ooo/1o1o1o1/ooo1ooo/1o2o2/7",
            "7/o1o1oo1/oo1oo2/1@o2oo/o1oo1oo/ooooooo/oo1o1oo/7",
        ] {
            let position: Position = format!("{rows}:first:{rules}").parse().expect("a position");
            check(position, 4);
            check(position.turned(), 4);
        }
    }
}

/// Without a cap on the length, plain minimax would not terminate, because games can cycle.
#[test]
fn searches_agree_with_minimax_in_games_cut_short() {
    for rules in Rules::ALL {
        for rows in ["5/1o1o1/1o@2/2o2/5", "5/2o2/1oo2/1@1o1/5"] {
            let position: Position = format!("{rows}:first:{rules}").parse().expect("a position");
            let laws = Laws::of(PlyCap::new(position, 4)).games(4);
            laws.searches(3_000).check();
        }
    }
}

#[test]
fn boards_of_the_largest_sizes_are_played() {
    for size in ["1x170", "15x30", "26x18", "19x24"] {
        let start = Position::new(size.parse().expect("a size"), Rules::FullBoardCorner);
        Laws::of(start)
            .games(1)
            .max_moves(500)
            .positions(20)
            .texts()
            .check();
    }
}

/// The suite checks this law at random positions, where chains are rare.
#[test]
fn every_move_in_a_chain_is_equally_likely() {
    let text = "7/7/7/7/3o3/2o@o2/7/7/7/7:first:full-board:jumping";
    let position: Position = text.parse().expect("a chain");
    let moves = position.moves();
    assert_eq!(moves.len(), 4);
    let mut random = Seeded::new(2);
    let mut drawn = vec![0; moves.len()];
    for _ in 0..8_000 {
        let m = position.random_move(&mut random).expect("a move");
        drawn[moves
            .iter()
            .position(|known| *known == m)
            .expect("a listed move")] += 1;
    }
    // Four standard deviations around 2,000.
    assert!(
        drawn.iter().all(|n| (1_845..2_155).contains(n)),
        "{drawn:?}"
    );
}
