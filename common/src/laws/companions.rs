//! Laws of the companion traits, and bounds on the length of a game.

use core::fmt;
use core::ops::{ControlFlow, RangeInclusive};
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::broken::{LawResult, demand};
use super::listing::MoveList;
use crate::play::game::{Alternating, Game, Impartial, Scored, Symmetric};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::record::Record;

/// Law: two players move in turn.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn players_alternate<G: Alternating>(position: &G, listing: &MoveList<G>) -> LawResult {
    demand!("an alternating game has two players" => position.players() == 2,
        "{}", position.players())?;
    let Some(mover) = position.turn() else {
        return Ok(());
    };
    for (m, child) in listing.children(position, 64) {
        let Some(next) = child.turn() else {
            continue;
        };
        demand!("players move in turn" => next == mover.opponent(),
            "after `{m}` by {mover} it is {next}'s turn")?;
    }
    Ok(())
}

/// Law: the number of moves of a finished game is within `bounds`; an unfinished game has at most as many moves as the
/// upper bound.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub(super) fn lengths_are_bounded<G: Game>(
    record: &Record<G>,
    bounds: RangeInclusive<usize>,
) -> LawResult {
    let moves = record.moves().len();
    let least = if record.position().is_terminal() {
        *bounds.start()
    } else {
        0
    };
    demand!("a game is as long as the theory says" => (least..=*bounds.end()).contains(&moves),
        "{moves} moves, not from {least} to {}", bounds.end())
}

/// Law: scores depend only on the position.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn scores_follow_positions<G: Scored>(position: &G, listing: &MoveList<G>) -> LawResult {
    let same = |one: &G, other: &G| scores(one) == scores(other);
    demand!("a clone has the same scores" => same(position, &position.clone()),
        "{:?}", scores(position))?;
    let mut by_position = FxHashMap::<G, Vec<i64>>::default();
    for (a, child) in listing.children(position, 8) {
        for (b, grandchild) in listing.children(&child, 8) {
            let found = scores(&grandchild);
            let known = by_position
                .entry(grandchild)
                .or_insert_with(|| found.clone());
            demand!("equal positions have equal scores" => *known == found,
                "{known:?} and {found:?} after `{a}` `{b}`")?;
        }
    }
    Ok(())
}

/// Law: the gain of a move is by how much it raises the score of the player who makes it.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn gains_are_differences<G: Scored>(position: &G, listing: &MoveList<G>) -> LawResult {
    let Some(mover) = position.turn() else {
        return Ok(());
    };
    let before = position.score(mover);
    for (m, child) in listing.children(position, 64) {
        let (gain, after) = (position.gain(m), child.score(mover));
        demand!("a gain is the difference of two scores" => before.checked_add(gain) == Some(after),
            "`{m}` by {mover} gains {gain}, and the score changes from {before} to {after}")?;
    }
    Ok(())
}

/// Law: the highest score wins, for games with that rule.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn best_score_wins<G: Scored>(position: &G) -> LawResult {
    let Some(outcome) = position.outcome() else {
        return Ok(());
    };
    let scores = scores(position);
    demand!("the highest score wins" => outcome == Outcome::by_score(&scores),
        "{outcome:?} of {scores:?}")
}

fn scores<G: Scored>(position: &G) -> Vec<i64> {
    Player::all(position.players())
        .map(|player| position.score(player))
        .collect()
}

/// Law: the canonical form of a position is its own canonical form, and all images of the position have the same
/// canonical form. The canonical form plays like the position: after one move both lead to the same canonical forms,
/// equally often. A move followed by a symmetry gives the same position as the symmetry followed by the image of the
/// move.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn canonical_forms_stand_for_all_images<G: Symmetric>(
    position: &G,
    listing: &MoveList<G>,
) -> LawResult {
    let canonical = position.canonical();
    demand!("a canonical form is its own canonical form" => canonical.canonical() == canonical,
        "{canonical:?} becomes {:?}", canonical.canonical())?;
    let ends_alike =
        |other: &G| other.turn() == position.turn() && other.outcome() == position.outcome();
    for image in position.images() {
        let other = image.canonical();
        demand!("all images have the same canonical form" => other == canonical,
            "{image:?} has {other:?}, the position has {canonical:?}")?;
        demand!("an image has the same turn and outcome" => ends_alike(&image), "{image:?}")?;
    }
    demand!("a canonical form has the same turn and outcome" => ends_alike(&canonical),
        "{canonical:?}")?;
    if listing.is_complete() && listing.moves().len() <= 200 {
        for symmetry in position.symmetries().iter().take(12) {
            moves_follow_a_symmetry(position, listing, symmetry)?;
        }
        let alike = children(&canonical) == children(position);
        demand!("a canonical form has the same positions after one move" => alike,
            "{canonical:?}")?;
    }
    Ok(())
}

/// Compares a move followed by a symmetry with the symmetry followed by the image of the move.
fn moves_follow_a_symmetry<G: Symmetric>(
    position: &G,
    listing: &MoveList<G>,
    symmetry: &G::Symmetry,
) -> LawResult {
    let image = position.image(symmetry);
    for (m, child) in listing.children(position, 3) {
        let image_of_move = position.image_of_move(m, symmetry);
        let found = image.child(&image_of_move);
        let agrees = found
            .as_ref()
            .is_ok_and(|found| *found == child.image(symmetry));
        demand!("a move and then a symmetry is the symmetry and then the image of the move" =>
            agrees, "`{m}` becomes `{image_of_move}` under {symmetry:?}, which gives {found:?}")?;
    }
    Ok(())
}

/// Returns the number of moves that lead to each canonical form.
fn children<G: Symmetric>(position: &G) -> FxHashMap<G, usize> {
    let mut counts = FxHashMap::default();
    let _ = position.for_each_move(&mut |m| {
        if let Ok(child) = position.child(&m) {
            *counts.entry(child.canonical()).or_insert(0) += 1;
        }
        ControlFlow::Continue(())
    });
    counts
}

/// Law: the sums after one move are exactly those given by the options of the summands, and the ending determines
/// whether the player who cannot move wins or loses.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn options_are_the_moves<G: Impartial>(
    position: &G,
    listing: &MoveList<G>,
) -> LawResult {
    demand!("an impartial game has two players" => position.players() == 2,
        "{}", position.players())?;
    let Some(mover) = position.turn() else {
        return Ok(());
    };
    let sum = sorted(position.summands());
    let offers = options_of::<G>(&sum);
    let mut reached = BTreeSet::new();
    for m in listing.moves() {
        let Ok(child) = position.child(m) else {
            continue;
        };
        let after = sorted(child.summands());
        demand!("a move changes one summand into one of its options" => offers.contains(&after),
            "`{m}` gives {after:?} from {sum:?}, whose listed options are {}", shown(&offers))?;
        demand!("the ending stays" => child.ending() == position.ending(), "`{m}`")?;
        if let Some(outcome) = child.outcome() {
            let due = child.ending().outcome(mover.opponent());
            demand!("the ending names the winner" => outcome == due,
                "{outcome} after `{m}` by {mover}, and the ending is {:?}", child.ending())?;
            demand!("a finished game has no options left" => options_of::<G>(&after).is_empty(),
                "{after:?}")?;
        }
        reached.insert(after);
    }
    if listing.is_complete() {
        let missing = offers.difference(&reached).next();
        demand!("every option of a summand is a move" => missing.is_none(),
            "{missing:?} from {sum:?}")?;
    }
    Ok(())
}

/// Writes the first few sums of a set, and the number of the others.
fn shown<T: fmt::Debug>(sums: &BTreeSet<T>) -> String {
    const MOST: usize = 24;
    let first: Vec<String> = sums
        .iter()
        .take(MOST)
        .map(|sum| format!("{sum:?}"))
        .collect();
    match sums.len().saturating_sub(MOST) {
        _ if sums.is_empty() => "none".to_owned(),
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

fn sorted<T: Ord>(mut summands: Vec<T>) -> Vec<T> {
    summands.sort_unstable();
    summands
}

/// Returns the sums one move away from `sum`, each sorted.
fn options_of<G: Impartial>(sum: &[G::Summand]) -> BTreeSet<Vec<G::Summand>> {
    let mut all = BTreeSet::new();
    for (i, summand) in sum.iter().enumerate() {
        let _ = G::for_each_option(summand, &mut |option| {
            let rest = sum[..i].iter().chain(&sum[i + 1..]).cloned();
            all.insert(sorted(rest.chain(option).collect()));
            ControlFlow::Continue(())
        });
    }
    all
}
