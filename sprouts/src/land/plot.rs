//! Finds the spots and regions on paper that each land consists of.

use planar::Face;

use super::canon::Canoniser;
use super::lands::{Land, Lands, region_of, shape_of};
use super::shape::Reductions;
use crate::position::{Position, Spot};

/// A land, with the spots and regions on paper that it consists of.
///
/// # Examples
///
/// Here two lines join spots 1 and 2, with spot 3 inside and spot 4 outside, and then 1 and 2 are joined by a line on
/// either side:
///
/// ```
/// use papergames_sprouts::land::{Plot, Reductions};
/// use papergames_sprouts::{Ending, Game, Position, Spot};
///
/// let mut position = Position::new(4, Ending::Normal)?;
/// for m in ["1-2", "1-2[3]", "5-6![3]", "1-2!"] {
///     position.apply(&m.parse()?)?;
/// }
/// let plots = Plot::all(&position, Reductions::ALL).expect("spots have no colours");
/// let spots: Vec<&[Spot]> = plots.iter().map(|plot| &plot.spots[..]).collect();
/// assert_eq!(spots, [[3, 7].map(Spot::new), [4, 8].map(Spot::new)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plot {
    /// The land.
    pub land: Land,
    /// The spots that can still take lines, in ascending order. Each spot belongs to exactly one plot.
    pub spots: Vec<Spot>,
    /// The regions where lines can be drawn, as faces of [`Position::map`].
    pub regions: Vec<Face>,
}

impl Plot {
    /// Returns a plot for each land of [`Lands::drawn`] that has a move, ordered by its first spot, or `None` if the
    /// variant has no lands.
    pub fn all(position: &Position, reductions: Reductions) -> Option<Vec<Plot>> {
        if !position.rules().variant.has_lands() {
            return None;
        }
        let map = position.map();
        let living = || position.spots().filter(|spot| position.is_alive(*spot));
        // A spot with corners in two regions makes them parts of one land.
        let mut groups: Vec<usize> = (0..map.n_faces()).collect();
        for spot in living() {
            let faces = map.corners_at(spot.vertex()).map(|c| map.face_at(c));
            let mut ours = faces.map(|face| groups[face.index()]).collect::<Vec<_>>();
            if let Some(first) = ours.pop() {
                for group in &mut groups {
                    *group = if ours.contains(group) { first } else { *group };
                }
            }
        }
        let group_of = |spot: Spot| {
            let corner = map.corners_at(spot.vertex()).next();
            corner.map(|corner| groups[map.face_at(corner).index()])
        };
        let mut plots = Vec::new();
        let mut done = Vec::new();
        for group in living().filter_map(group_of) {
            if done.contains(&group) {
                continue;
            }
            done.push(group);
            let faces = || map.faces().filter(|face| groups[face.index()] == group);
            let regions: Vec<Face> = faces().filter(|face| has_line(position, *face)).collect();
            let region = |face| {
                let boundaries = map.boundaries_of(face);
                region_of(
                    position,
                    boundaries.map(|boundary| position.spots_on(boundary)),
                )
            };
            let land: Vec<_> = faces().map(region).collect();
            let lands = Lands::from_shape(&shape_of(&land), reductions, &mut Canoniser::default());
            debug_assert!(lands.len() <= 1, "{position}: {lands} is one land");
            if let (Some(land), false) = (lands.lands.into_iter().next(), regions.is_empty()) {
                let spots = living().filter(|spot| group_of(*spot) == Some(group));
                plots.push(Plot {
                    land,
                    spots: spots.collect(),
                    regions,
                });
            }
        }
        Some(plots)
    }
}

/// Returns whether a line can be drawn in a region: it takes two lives.
fn has_line(position: &Position, face: Face) -> bool {
    let map = position.map();
    let has_corner = |spot: &Spot| {
        map.corners_at(spot.vertex())
            .any(|c| map.face_at(c) == face)
    };
    let spots = position.spots().filter(has_corner);
    spots.map(|spot| position.lives_of(spot)).sum::<usize>() >= 2
}
