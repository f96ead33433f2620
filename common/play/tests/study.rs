//! Judgements, reviews and puzzles, against what is known about a heap of matches: multiples of four are lost.

use std::collections::BTreeSet;

use crate::game::{HEAP, Heap, heap};
use papergames_play::common::any::{AnyGame, AnyRecord};
use papergames_play::common::format::Early;
use papergames_play::common::{Budget, Player, Seeded};
use papergames_play::{Certainty, Judge, Judgement, MOST_LISTED, MoveEffect, Review, puzzle};

fn judge() -> Judge {
    Judge::new(Budget::new().nodes(10_000), Budget::new().nodes(300))
}

fn game(left: u8, moves: &[u8]) -> Box<dyn AnyRecord> {
    let moves = moves.iter().map(|m| format!(" {m}"));
    let game = HEAP.parse(&format!("{left}:first{}", moves.collect::<String>()));
    game.expect("a legal game")
}

/// The position at the end of a record.
fn end(record: &dyn AnyRecord) -> Heap {
    record.position().parse().expect("it was written")
}

#[test]
fn judgements_agree_with_the_theory() {
    for left in 0..20 {
        let judged = judge().position(&*game(left, &[]), &mut |_| ());
        let winner = if left % 4 == 0 {
            "second wins"
        } else {
            "first wins"
        };
        assert_eq!(
            (judged.to_string().as_str(), judged.certainty()),
            (winner, Certainty::Proved)
        );
    }
}

#[test]
fn without_a_budget_for_a_proof_a_judgement_is_an_estimate() {
    let judge = Judge::new(Budget::new().nodes(0), Budget::new().nodes(500));
    let judged = judge.position(&*game(18, &[]), &mut |_| ());
    assert_eq!(judged.certainty(), Certainty::Estimated);
    assert!(judged.to_string().contains('+') && judged.outcome().is_none());
    assert_eq!(judged.moves.len(), 1);
    assert_eq!(judged.line.first(), judged.moves.first());
}

#[test]
fn only_a_solver_finds_every_move() {
    let every = |judge| Judge {
        every_move: true,
        ..judge
    };
    let proves = every(judge());
    let guesses = every(Judge::new(
        Budget::new().nodes(0),
        Budget::new().nodes(5_000),
    ));
    for (judge, all) in [(&proves, true), (&judge(), false), (&guesses, false)] {
        let judged = judge.position(&*game(3, &[]), &mut |_| ());
        // The engine proves so small a heap, too.
        assert_eq!(judged.certainty(), Certainty::Proved);
        assert_eq!((judged.moves.len(), judged.is_every_move), (1, all));
    }
}

#[test]
fn moves_are_judged_best_first() {
    let judged = judge().moves(&*game(7, &[]), 100, &mut |_| ());
    let values: Vec<_> = judged
        .iter()
        .map(|judged| (judged.moves[0].to_string(), judged.judgement.to_string()))
        .collect();
    assert_eq!(values[0], ("3".into(), "first wins".into()));
    assert_eq!(values.len(), 3);
    assert!(values[1..].iter().all(|(_, value)| value == "second wins"));
    assert_eq!(judge().moves(&*game(7, &[]), 2, &mut |_| ()).len(), 2);
    assert!(judge().moves(&*game(0, &[]), 2, &mut |_| ()).is_empty());
}

#[test]
fn a_review_finds_every_move_that_gave_a_win_away() {
    let mut random = Seeded::new(7);
    for _ in 0..50 {
        let mut record = heap(15);
        record.play_random(100, &mut random);
        let review = Review::new(&*record, &judge(), &mut |_, _| ());
        assert_eq!(review.judgements.len(), record.len() + 1);
        let before: Vec<Heap> = (record.beginnings().iter())
            .map(|beginning| end(&**beginning))
            .collect();
        let mut last = None;
        for (reviewed, before) in review.moves.iter().zip(&before) {
            let after = before.left - reviewed.m.to_string().parse::<u8>().expect("a number");
            let expected = match (before.left % 4, after % 4) {
                (0, _) => MoveEffect::Lost,
                (_, 0) => MoveEffect::Keeps,
                _ => MoveEffect::GivesAway,
            };
            assert_eq!(
                reviewed.mark, expected,
                "{record}, move {}",
                reviewed.number
            );
            if expected == MoveEffect::GivesAway {
                assert_eq!(reviewed.alternatives, [(before.left % 4).to_string()]);
                assert_eq!(reviewed.drop, Some(1.0));
                last = Some(reviewed.number);
            } else {
                assert_eq!((reviewed.alternatives.len(), reviewed.drop), (0, Some(0.0)));
            }
        }
        assert_eq!(review.decided_by().map(|reviewed| reviewed.number), last);
        let given: usize = [Player::FIRST, Player::SECOND]
            .iter()
            .map(|player| review.summary(*player).given_away)
            .sum();
        let marked = review
            .moves
            .iter()
            .filter(|reviewed| reviewed.mark == MoveEffect::GivesAway);
        assert_eq!(given, marked.count());
        assert!((review.proved_share() - 1.0).abs() < 1e-9);
        // In a game without draws the lead changes exactly when a win is given away.
        assert_eq!(
            review.lead_changed_by().map(|reviewed| reviewed.number),
            last
        );
    }
}

#[test]
fn a_move_into_a_proved_win_proves_the_position_before_it() {
    // One node proves a heap of one match and nothing else.
    let judge = Judge::new(Budget::new().nodes(1), Budget::new().nodes(100));
    let review = Review::new(&*game(6, &[2, 1, 3]), &judge, &mut |_, _| ());
    let sure: Vec<_> = review.judgements.iter().map(Judgement::certainty).collect();
    assert_eq!(sure.last(), Some(&Certainty::Proved));
    assert_eq!(review.judgements[2].to_string(), "first wins");
    assert_eq!(sure[2], Certainty::Proved, "taking all that is left wins");
    assert_eq!(review.decided_by(), None);
}

#[test]
fn an_empty_game_has_an_empty_review() {
    let review = Review::new(&*game(5, &[]), &judge(), &mut |_, _| ());
    assert!(review.moves.is_empty() && review.judgements.len() == 1);
    assert_eq!(review.summary(Player::FIRST).mean_drop, None);
}

#[test]
fn puzzles_have_one_solution_and_are_all_found() {
    let found: Vec<_> = puzzle::find(&*heap(13), 3, &Budget::new()).collect();
    let heaps: BTreeSet<_> = found
        .iter()
        .map(|puzzle| {
            let Heap { left, mover } = end(&*puzzle.position);
            assert_eq!(puzzle.solutions, [(left % 4).to_string()]);
            assert_eq!(puzzle.choices, puzzle.position.classes(MOST_LISTED).len());
            assert!((1..=5).contains(&puzzle.grade()));
            let saved = puzzle.save(1);
            assert_eq!(
                saved.lines().last().and_then(|line| HEAP.parse(line).ok()),
                Some(puzzle.position.clone())
            );
            (left, mover)
        })
        .collect();
    assert_eq!(heaps.len(), found.len(), "each is found once");
    // Heaps of 3 end with the next move of the game, unless that takes less than all.
    for left in [5, 6, 7, 9, 10, 11] {
        assert!(heaps.iter().any(|(heap, _)| *heap == left), "{heaps:?}");
    }
    assert!(heaps.iter().all(|(heap, _)| heap % 4 != 0 && *heap >= 3));
}

#[test]
fn the_length_of_a_win_is_that_of_best_play() {
    for (left, length) in [(3, 1), (5, 3), (7, 3), (9, 5), (13, 7)] {
        let puzzle = puzzle::Puzzle::of(&*heap(left)).expect("one move wins");
        assert_eq!(puzzle.length, Some(length), "{left}");
        assert_eq!(puzzle.position.count_moves(), 3);
    }
}

#[test]
fn a_review_says_how_a_game_was_decided() {
    let decision = |left, moves: &[u8], early: Option<(Player, Early)>| {
        let review = Review::new(&*game(left, moves), &judge(), &mut |_, _| ());
        match early {
            Some((player, early)) => review.ended_early(player, early).decision(),
            None => review.decision(),
        }
    };
    let late = |player| Some((player, Early::Time));
    // Four matches are lost from the start.
    assert_eq!(
        decision(4, &[1, 3], None),
        "decided from the start: the second player wins with best play, and never gave the win away"
    );
    // From five matches one is right. The loser's clock is blamed only if the game was not lost on the board.
    assert_eq!(
        decision(5, &[2], late(Player::SECOND)),
        "decided at the end: the second player ran out of time in a won game"
    );
    assert_eq!(
        decision(5, &[2], late(Player::FIRST)),
        "decided by move 1, 2 by the first player; then the first player ran out of time"
    );
    let blind = Judge::new(Budget::new().nodes(0), Budget::new().nodes(0));
    let review = Review::new(&*game(18, &[1]), &blind, &mut |_, _| ());
    let decision = review.ended_early(Player::SECOND, Early::Time).decision();
    assert!(
        decision.starts_with(
            "decided at the end: the second player ran out of time; on the board nothing is proved"
        ),
        "{decision}"
    );
}
