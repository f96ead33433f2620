//! Checks that a text describes a drawing on the sphere. Each takes a land and a reader at the start of that land.

use std::collections::BTreeMap;

use common::sorting;
use common::text::Reader;

use super::Sum;
use super::corner::Corner;
use super::plain_land::PlainLand;
use crate::land::error::ParseLandError;

/// Checks that each capital appears twice in the land, and each small letter twice in its boundary.
pub(super) fn check_pairs(land: &PlainLand, start: &Reader<'_>) -> Result<(), ParseLandError> {
    let counted = |corners: &mut dyn Iterator<Item = Corner>| {
        let letters: Vec<Corner> = corners.filter(|c| c.is_letter()).collect();
        let distinct = sorting::set(letters.iter().copied());
        distinct
            .into_iter()
            .map(|c| (c, letters.iter().filter(|x| **x == c).count()))
            .find(|(_, count)| *count != 2)
    };
    let capitals = counted(&mut land.corners().filter(|c| c.is_capital()));
    let mut boundaries = land.0.iter().flatten();
    let piers = boundaries.find_map(|b| counted(&mut b.iter().copied().filter(|c| c.is_lower())));
    match capitals.or(piers) {
        None => Ok(()),
        Some((letter, count)) => Err(ParseLandError::Unpaired {
            letter: name(letter),
            count,
            at: start.place(),
        }),
    }
}

/// Checks that the letters with both corners on one boundary are nested like brackets.
pub(super) fn check_crossing(land: &PlainLand, start: &Reader<'_>) -> Result<(), ParseLandError> {
    for boundary in land.0.iter().flatten() {
        let twice = |c: &Corner| c.is_letter() && boundary.iter().filter(|x| *x == c).count() == 2;
        let mut open: Vec<Corner> = Vec::new();
        for corner in boundary.iter().copied().filter(|c| twice(c)) {
            match open.last() {
                Some(last) if *last == corner => drop(open.pop()),
                Some(last) if open.contains(&corner) => {
                    return Err(ParseLandError::Crossing {
                        first: name(corner),
                        second: name(*last),
                        at: start.place(),
                    });
                }
                _ => open.push(corner),
            }
        }
    }
    Ok(())
}

/// A letter as text.
fn name(letter: Corner) -> String {
    let land = PlainLand(vec![vec![vec![letter]]]);
    Sum { lands: vec![land] }.to_string()
}

/// Checks that pieces and regions form no cycle; a land with a cycle cannot be drawn on the sphere.
///
/// Boundaries that share a capital belong to one piece. Pieces and regions, connected by boundaries, must form a
/// forest: no piece borders a region twice, and there is no longer cycle. The walks of the canonical form rely on this.
pub(super) fn check_sphere(land: &PlainLand, start: &Reader<'_>) -> Result<(), ParseLandError> {
    fn find(class: &mut [usize], mut i: usize) -> usize {
        while class[i] != i {
            class[i] = class[class[i]];
            i = class[i];
        }
        i
    }
    let n_boundaries: usize = land.0.iter().map(Vec::len).sum();
    let mut piece: Vec<usize> = (0..n_boundaries).collect();
    let mut first_with = BTreeMap::new();
    for (i, boundary) in land.0.iter().flatten().enumerate() {
        for capital in boundary.iter().filter(|c| c.is_capital()) {
            let other = *first_with.entry(*capital).or_insert(i);
            let (a, b) = (find(&mut piece, i), find(&mut piece, other));
            piece[a] = b;
        }
    }
    let mut joined: Vec<usize> = (0..n_boundaries + land.0.len()).collect();
    let mut boundaries = 0..n_boundaries;
    for (region, content) in land.0.iter().enumerate() {
        for i in boundaries.by_ref().take(content.len()) {
            let own = find(&mut piece, i);
            let (a, b) = (
                find(&mut joined, own),
                find(&mut joined, n_boundaries + region),
            );
            if a == b {
                return Err(ParseLandError::NotOnSphere { at: start.place() });
            }
            joined[a] = b;
        }
    }
    Ok(())
}
