//! Drawings: regions and boundaries with the corners of living spots, and the parts of them that matter for play.

use std::fmt;
use std::slice::Iter;

use super::surface::Surface;

/// The number of a spot in a drawing.
pub type Spot = u16;
/// The corners of a boundary in cyclic order, each with its spot.
pub type Boundary = Vec<Spot>;

/// A region, which has no lines inside it: a surface with a hole for each boundary.
#[derive(Clone, Debug, Default)]
pub struct Region {
    pub(super) surface: Surface,
    pub(super) boundaries: Vec<Boundary>,
}

impl Region {
    /// Returns the boundaries, each as its spots in cyclic order.
    pub fn iter(&self) -> Iter<'_, Boundary> {
        self.boundaries.iter()
    }
}

impl<'a> IntoIterator for &'a Region {
    type Item = &'a Boundary;
    type IntoIter = Iter<'a, Boundary>;

    fn into_iter(self) -> Iter<'a, Boundary> {
        self.iter()
    }
}

/// The variants of the game, which differ in the lines that may be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Standard Sprouts: each line gets a new spot.
    #[default]
    Standard,
    /// Black-and-White Sprouts: lines with or without a new spot.
    BlackAndWhite,
    /// Black-and-White Sprouts in which a line from a spot to itself gets a new spot.
    BlackAndWhiteLoops,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [
        Variant::Standard,
        Variant::BlackAndWhite,
        Variant::BlackAndWhiteLoops,
    ];

    /// Returns the name in certificates and claims.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::BlackAndWhite => "black-and-white",
            Variant::BlackAndWhiteLoops => "black-and-white-loops",
        }
    }
}

impl fmt::Display for Variant {
    /// Writes the name of the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Standard => "standard Sprouts",
            Variant::BlackAndWhite => "Black-and-White Sprouts",
            Variant::BlackAndWhiteLoops => "Black-and-White Sprouts with a spot on every loop",
        })
    }
}

/// A drawing: regions with the corners of living spots along their boundaries.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The number of lines that can still end at each spot.
    pub(super) lives: Vec<u8>,
    pub(super) regions: Vec<Region>,
}

impl Drawing {
    /// Adds a spot.
    pub(super) fn spot(&mut self, lives: u8) -> Spot {
        self.lives.push(lives);
        (self.lives.len() - 1) as Spot
    }

    /// The number of corners of the drawing, which is the cost of a pass over it.
    pub(super) fn len(&self) -> usize {
        self.regions.iter().flatten().map(Vec::len).sum()
    }

    /// Leaves out what does not matter for play.
    pub(super) fn simplify(&mut self, variant: Variant) {
        match variant {
            Variant::Standard => while self.reduce_once() {},
            Variant::BlackAndWhite | Variant::BlackAndWhiteLoops => self.bury(),
        }
    }

    /// Leaves out dead spots, and boundaries and regions without others.
    fn bury(&mut self) {
        for region in &mut self.regions {
            for boundary in &mut region.boundaries {
                boundary.retain(|spot| self.lives[usize::from(*spot)] > 0);
            }
            region.boundaries.retain(|boundary| !boundary.is_empty());
        }
        self.regions.retain(|region| !region.boundaries.is_empty());
    }

    /// The number of lives that the spots of some regions have.
    fn lives(&self, regions: &[&Region]) -> u32 {
        let mut spots: Vec<Spot> = regions
            .iter()
            .copied()
            .flatten()
            .flatten()
            .copied()
            .collect();
        spots.sort_unstable();
        spots.dedup();
        let lives = spots.iter().map(|spot| self.lives[usize::from(*spot)]);
        lives.map(u32::from).sum()
    }

    /// Returns whether a second pass could find more.
    fn reduce_once(&mut self) -> bool {
        let before =
            self.regions.iter().flatten().map(Vec::len).sum::<usize>() + self.regions.len();
        let mut is_changed = false;
        let lives = &mut self.lives;
        for region in &mut self.regions {
            for boundary in &mut region.boundaries {
                boundary.retain(|spot| lives[usize::from(*spot)] > 0);
                boundary.dedup();
                if boundary.len() > 1 && boundary.first() == boundary.last() {
                    boundary.pop();
                }
            }
            region.boundaries.retain(|boundary| !boundary.is_empty());
        }
        let mut corners = vec![0u32; lives.len()];
        for spot in self.regions.iter().flatten().flatten() {
            corners[usize::from(*spot)] += 1;
        }
        self.regions.retain_mut(|region| {
            for boundary in &mut region.boundaries {
                // Corners that were counted above but have since been dropped require another pass.
                let is_single = |spot: &Spot| {
                    lives[usize::from(*spot)] == 1 && corners[usize::from(*spot)] == 1
                };
                if boundary.len() == 2 && boundary.iter().all(is_single) {
                    boundary.pop();
                    lives[usize::from(boundary[0])] = 2;
                }
            }
            let boundaries = &mut region.boundaries;
            let mut spots: Vec<Spot> = boundaries.iter().flatten().copied().collect();
            spots.sort_unstable();
            spots.dedup();
            let total: u32 = spots
                .iter()
                .map(|spot| u32::from(lives[usize::from(*spot)]))
                .sum();
            if (2..=3).contains(&total) {
                region.surface = Surface::default();
                if boundaries.len() > 1 || boundaries[0].len() > spots.len() {
                    *boundaries = vec![spots];
                    is_changed = true;
                }
            }
            total >= 2
        });
        let after = self.regions.iter().flatten().map(Vec::len).sum::<usize>() + self.regions.len();
        after < before || is_changed
    }

    /// The regions of each land that matters.
    pub(super) fn lands(&self) -> Vec<Vec<&Region>> {
        // Regions that share a spot belong to one land.
        let mut land_of: Vec<usize> = (0..self.regions.len()).collect();
        let mut first: Vec<Option<usize>> = vec![None; self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for spot in region.iter().flatten() {
                let other = *first[usize::from(*spot)].get_or_insert(r);
                let (old, new) = (land_of[r], land_of[other]);
                if old != new {
                    for land in land_of.iter_mut().filter(|land| **land == old) {
                        *land = new;
                    }
                }
            }
        }
        let lands = (0..self.regions.len()).map(|land| {
            let regions = self.regions.iter().zip(&land_of);
            regions
                .filter(|(_, of)| **of == land)
                .map(|(region, _)| region)
                .collect()
        });
        lands
            .filter(|land: &Vec<&Region>| self.lives(land) >= 2)
            .collect()
    }
}
