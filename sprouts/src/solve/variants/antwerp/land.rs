//! Lands with coloured spots, and the options of each player in them.

use smallvec::SmallVec;

use crate::land::canon::Canoniser;
use crate::land::shape;
use crate::position::{Position, Spot};
use crate::rules::Colour;

/// A corner: a spot with one line; a spot with two lines whose other corner is useless; or a letter, encoded as
/// [`FIRST_LETTER`] plus three times its number plus its colour.
type ColouredCorner = u8;

/// A spot with one line. It is a starting spot, so it is white.
const ONE: ColouredCorner = 1;
/// A spot with two lines; the colour is added.
const TWO: ColouredCorner = 2;
const FIRST_LETTER: ColouredCorner = 5;

const WHITE: u8 = 0;

/// Returns the colour of a corner: 0 for white, 1 for Left's and 2 for Right's.
fn colour(corner: ColouredCorner) -> u8 {
    match corner {
        ONE => WHITE,
        TWO..FIRST_LETTER => corner - TWO,
        letter => (letter - FIRST_LETTER) % 3,
    }
}

fn letter(number: usize, colour: u8) -> ColouredCorner {
    FIRST_LETTER + 3 * number as u8 + colour
}

/// Returns whether a line of a player may end at a corner.
fn is_open(corner: ColouredCorner, player: usize) -> bool {
    let colour = colour(corner);
    colour == WHITE || usize::from(colour) == 1 + player
}

/// A region: how many spots without a line float in it, and its boundaries.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct ColouredRegion {
    bare: u8,
    boundaries: Vec<Vec<ColouredCorner>>,
}

impl ColouredRegion {
    /// Returns whether a player can draw a line.
    fn has_move(&self, player: usize) -> bool {
        if self.bare > 0 {
            return true;
        }
        let mut ends: SmallVec<[ColouredCorner; 16]> = SmallVec::new();
        for corner in self.boundaries.iter().flatten() {
            if is_open(*corner, player) {
                // Two corners of one spot have a single life.
                let is_twin = *corner >= FIRST_LETTER && ends.contains(corner);
                if *corner == ONE || !ends.is_empty() && !is_twin {
                    return true;
                }
                ends.push(*corner);
            }
        }
        false
    }
}

/// A part of a position that plays independently of the rest.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct ColouredLand {
    regions: Vec<ColouredRegion>,
}

impl ColouredLand {
    /// Returns the lands of a position.
    pub(super) fn all_of(position: &Position) -> Vec<ColouredLand> {
        let mut names: Vec<usize> = Vec::new();
        let mut corner = |spot: &usize| match position.degree(Spot::new(*spot)) {
            1 => Some(ONE),
            2 => {
                let number = names.iter().position(|n| n == spot).unwrap_or_else(|| {
                    names.push(*spot);
                    names.len() - 1
                });
                let colour = match position.colour(Spot::new(*spot)) {
                    Colour::White => WHITE,
                    Colour::Blue => 1,
                    Colour::Red => 2,
                };
                Some(letter(number, colour))
            }
            _ => None,
        };
        let mut land = ColouredLand::default();
        for region in position.lists() {
            let is_bare = |b: &&Vec<usize>| b.len() == 1 && position.degree(Spot::new(b[0])) == 0;
            let bare = region.iter().filter(is_bare).count() as u8;
            let boundaries = region.iter().filter(|b| !is_bare(b));
            let boundaries = boundaries.map(|b| b.iter().filter_map(&mut corner).collect());
            let boundaries = boundaries.collect();
            land.regions.push(ColouredRegion { bare, boundaries });
        }
        land.reduced()
    }

    /// Returns the land with the colours of the players exchanged: its negative.
    pub(super) fn negative(&self) -> ColouredLand {
        let mut negative = self.clone();
        let regions = negative.regions.iter_mut();
        let corners = regions.flat_map(|region| region.boundaries.iter_mut().flatten());
        for corner in corners {
            *corner = match colour(*corner) {
                WHITE => *corner,
                1 => *corner + 1,
                _ => *corner - 1,
            };
        }
        negative
    }

    /// Returns the number of corners, with spots without a line counted twice, as a measure of how much play is left.
    pub(super) fn size(&self) -> usize {
        let of = |region: &ColouredRegion| {
            2 * usize::from(region.bare) + region.boundaries.iter().map(Vec::len).sum::<usize>()
        };
        self.regions.iter().map(of).sum()
    }

    /// Removes everything that cannot matter, and splits the rest into lands.
    fn reduced(mut self) -> Vec<ColouredLand> {
        loop {
            let mut counts = [0u8; 256];
            for corner in self
                .regions
                .iter()
                .flat_map(|r| r.boundaries.iter().flatten())
            {
                let count = &mut counts[usize::from(*corner)];
                *count = count.saturating_add(1);
            }
            let mut again = false;
            for region in &mut self.regions {
                for boundary in &mut region.boundaries {
                    for corner in boundary.iter_mut() {
                        if *corner >= FIRST_LETTER && counts[usize::from(*corner)] == 1 {
                            *corner = TWO + colour(*corner);
                        }
                    }
                    // Two adjacent corners of one spot.
                    while let Some(i) = (0..boundary.len()).find(|i| {
                        let next = boundary[(i + 1) % boundary.len()];
                        boundary.len() > 1 && boundary[*i] >= FIRST_LETTER && boundary[*i] == next
                    }) {
                        boundary[i] = TWO + colour(boundary[i]);
                        boundary.remove((i + 1) % boundary.len());
                    }
                }
                region.boundaries.retain(|b| !b.is_empty());
            }
            self.regions.retain(|region| {
                let stays = region.has_move(0) || region.has_move(1);
                let mut corners = region.boundaries.iter().flatten();
                again |= !stays && corners.any(|c| *c >= FIRST_LETTER);
                stays
            });
            if !again {
                break;
            }
        }
        let mut lands = Vec::new();
        while let Some(first) = self.regions.pop() {
            let mut part = vec![first];
            let mut done = 0;
            while done < part.len() {
                let letters: Vec<ColouredCorner> =
                    part[done].boundaries.iter().flatten().copied().collect();
                let shares = |region: &mut ColouredRegion| {
                    let mut corners = region.boundaries.iter().flatten();
                    corners.any(|c| *c >= FIRST_LETTER && letters.contains(c))
                };
                part.extend(self.regions.extract_if(.., shares));
                done += 1;
            }
            lands.push(ColouredLand { regions: part });
        }
        lands
    }

    /// Returns a byte string. Two lands have the same string if and only if they are the same game drawn differently.
    ///
    /// Uses the canonical form of lands without colours. Each corner is encoded as a palindrome between two spots with
    /// one line, which act as brackets; the number of spots with two lines in it encodes the colour.
    pub(super) fn form(&self) -> Box<[u8]> {
        let mut shape = Vec::new();
        let mut numbers = [0u8; 256];
        let mut next = shape::LETTER;
        for region in &self.regions {
            shape.extend([region.bare, shape::PAPER]);
            for boundary in &region.boundaries {
                for corner in boundary {
                    shape.push(shape::ONE);
                    let marks = match *corner {
                        ONE => 4,
                        corner => 1 + usize::from(colour(corner)),
                    };
                    shape.extend(core::iter::repeat_n(shape::TWO, marks));
                    if *corner >= FIRST_LETTER {
                        let number = &mut numbers[usize::from(*corner)];
                        if *number == 0 {
                            *number = next;
                            next += 1;
                        }
                        shape.push(*number);
                        shape.extend(core::iter::repeat_n(shape::TWO, marks));
                    }
                    shape.push(shape::ONE);
                }
                shape.push(shape::SEP);
            }
            shape.push(shape::END);
        }
        let mut form = Vec::new();
        Canoniser::default().canonise(&shape, &mut form);
        form.into()
    }

    /// Calls `found` with the lands that each line of a player leads to. Results may repeat.
    pub(super) fn for_each_child(
        &self,
        player: usize,
        hot: bool,
        found: &mut dyn FnMut(Vec<ColouredLand>),
    ) {
        let letters = self
            .regions
            .iter()
            .flat_map(|r| r.boundaries.iter().flatten());
        let numbers = letters
            .filter(|c| **c >= FIRST_LETTER)
            .map(|c| usize::from((c - FIRST_LETTER) / 3));
        let fresh = numbers.max().map_or(0, |most| most + 1);
        let new = [0, 1, 2].map(|i: usize| match i {
            0 => letter(fresh, 1 + (player ^ usize::from(!hot)) as u8),
            _ => letter(fresh + i, WHITE),
        });
        for (i, region) in self.regions.iter().enumerate() {
            let mut others = self.regions.clone();
            others.remove(i);
            let mut emit = |dead: &[ColouredCorner], regions: &[ColouredRegion]| {
                let mut land = ColouredLand {
                    regions: others.clone(),
                };
                land.regions.extend_from_slice(regions);
                for boundary in land.regions.iter_mut().flat_map(|r| &mut r.boundaries) {
                    boundary.retain(|c| *c < FIRST_LETTER || !dead.contains(c));
                }
                found(land.reduced());
            };
            region.splits(player, new, &mut emit);
            region.joins(player, new, &mut emit);
        }
    }
}

/// Returns what remains of the spot at an end of the line: its letter, if it has a life left.
fn end(corner: ColouredCorner, name: ColouredCorner) -> Option<ColouredCorner> {
    (corner == ONE).then_some(name)
}

impl ColouredRegion {
    fn splits(
        &self,
        player: usize,
        [new, one, other]: [ColouredCorner; 3],
        emit: &mut dyn FnMut(&[ColouredCorner], &[ColouredRegion]),
    ) {
        if self.bare > 0 {
            let side = vec![one, new];
            self.distribute(None, self.bare - 1, &[side.clone(), side], &[], emit);
        }
        for (which, boundary) in self.boundaries.iter().enumerate() {
            for i in 0..boundary.len() {
                for j in i..boundary.len() {
                    let (a, b) = (boundary[i], boundary[j]);
                    let is_one_spot = i == j && a != ONE || a == b && a >= FIRST_LETTER;
                    if is_one_spot || !is_open(a, player) || !is_open(b, player) {
                        continue;
                    }
                    let (mut first, mut second) = (Vec::new(), Vec::new());
                    if i < j {
                        first.extend(end(a, one));
                        first.extend_from_slice(&boundary[i + 1..j]);
                        first.extend(end(b, other));
                        second.extend(end(b, other));
                    }
                    second.extend_from_slice(&boundary[j + 1..]);
                    second.extend_from_slice(&boundary[..i]);
                    if i < j {
                        second.extend(end(a, one));
                    }
                    first.push(new);
                    second.push(new);
                    self.distribute(Some(which), self.bare, &[first, second], &[a, b], emit);
                }
            }
        }
    }

    /// Distributes the rest of the region over both sides of a line, in all ways.
    fn distribute(
        &self,
        cut: Option<usize>,
        bare: u8,
        sides: &[Vec<ColouredCorner>; 2],
        dead: &[ColouredCorner],
        emit: &mut dyn FnMut(&[ColouredCorner], &[ColouredRegion]),
    ) {
        let others: Vec<&Vec<ColouredCorner>> = self
            .boundaries
            .iter()
            .enumerate()
            .filter_map(|(i, b)| (Some(i) != cut).then_some(b))
            .collect();
        for inside in 0..1u64 << others.len() {
            for bare_inside in 0..=bare {
                let mut regions = [bare_inside, bare - bare_inside]
                    .into_iter()
                    .zip(sides)
                    .map(|(bare, side)| ColouredRegion {
                        bare,
                        boundaries: vec![side.clone()],
                    })
                    .collect::<SmallVec<[ColouredRegion; 2]>>();
                for (i, boundary) in others.iter().enumerate() {
                    let side = usize::from(inside >> i & 1 == 0);
                    regions[side].boundaries.push((*boundary).clone());
                }
                emit(dead, &regions);
            }
        }
    }

    fn joins(
        &self,
        player: usize,
        [new, one, other]: [ColouredCorner; 3],
        emit: &mut dyn FnMut(&[ColouredCorner], &[ColouredRegion]),
    ) {
        // A boundary, walked from the corner where the line ends, and the spot that may die there.
        let opened = |boundary: &[ColouredCorner], name: ColouredCorner| {
            let corners = boundary.iter().enumerate();
            corners
                .filter(|(_, corner)| is_open(**corner, player))
                .map(|(at, corner)| {
                    let mut walk: Vec<ColouredCorner> = end(*corner, name).into_iter().collect();
                    walk.extend_from_slice(&boundary[at + 1..]);
                    walk.extend_from_slice(&boundary[..at]);
                    walk.extend(end(*corner, name));
                    (walk, *corner)
                })
                .collect::<Vec<_>>()
        };
        let bare = vec![(vec![ONE], ONE)];
        let n = self.boundaries.len();
        for i in 0..=n {
            let (used, first) = match self.boundaries.get(i) {
                Some(boundary) => (0, opened(boundary, one)),
                None if self.bare > 1 => (1, bare.clone()),
                None => continue,
            };
            for j in i + usize::from(i < n)..=n {
                let (used, second) = match self.boundaries.get(j) {
                    Some(boundary) => (used, opened(boundary, other)),
                    None if self.bare > used => (used + 1, bare.clone()),
                    None => continue,
                };
                for (a, a_end) in &first {
                    for (b, b_end) in &second {
                        let mut region = ColouredRegion {
                            bare: self.bare - used,
                            boundaries: Vec::new(),
                        };
                        let others = self.boundaries.iter().enumerate();
                        let others = others.filter(|(k, _)| *k != i && *k != j);
                        region.boundaries.extend(others.map(|(_, b)| b.clone()));
                        let mut joined = a.clone();
                        joined.push(new);
                        joined.extend_from_slice(b);
                        joined.push(new);
                        region.boundaries.push(joined);
                        emit(&[*a_end, *b_end], &[region]);
                    }
                }
            }
        }
    }
}
