//! Reads canonical forms from untrusted numbers: draws the map that they describe, and compares its form.

use core::slice;

use planar::{Map, Vertex};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{COLOUR, CanonicalForm, FormWriter, START};
use crate::position::Position;
use crate::rules::{LINES_AT_NEW, MOST_LINES};

impl<'de> Deserialize<'de> for CanonicalForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CanonicalForm, D::Error> {
        let code = Box::<[u16]>::deserialize(deserializer)?;
        // The numbers do not tell whether the middle of the drawing is a region or a piece.
        let drawings = [true, false].into_iter().filter_map(|is_region| {
            let mut drawing = DrawingReader::new(&code);
            let read = if is_region {
                drawing.region(None)
            } else {
                drawing.piece(false).map(|_| ())
            };
            read.filter(|()| drawing.code.len() == 0)?;
            drawing.form()
        });
        if drawings.into_iter().any(|form| form == *code) {
            return Ok(CanonicalForm(code));
        }
        Err(D::Error::custom(
            "these numbers are not the canonical form of a drawing",
        ))
    }
}

/// A drawing that is being read.
struct DrawingReader<'a> {
    /// The numbers that are left.
    code: slice::Iter<'a, u16>,
    regions: Vec<Vec<Vec<usize>>>,
    /// The colour of each spot.
    colours: Vec<u16>,
    /// The number of regions around the part that is being read.
    depth: usize,
}

impl DrawingReader<'_> {
    fn new(code: &[u16]) -> DrawingReader<'_> {
        DrawingReader {
            code: code.iter(),
            regions: Vec::new(),
            colours: Vec::new(),
            depth: 0,
        }
    }

    fn next(&mut self) -> Option<usize> {
        self.code.next().map(|number| usize::from(*number))
    }

    /// Reads the colour of another spot, if one comes next, and returns the spot.
    fn spot(&mut self) -> Option<usize> {
        let colour = *self.code.as_slice().first()?;
        let range = COLOUR..=START;
        let fits = range.contains(&colour) && self.colours.len() < Position::MAX_SPOTS;
        fits.then(|| self.colours.push(colour))?;
        self.code.next();
        Some(self.colours.len() - 1)
    }

    /// Reads the pieces of a region; `outer` is its boundary with the piece around it.
    fn region(&mut self, outer: Option<Vec<usize>>) -> Option<()> {
        // Every region but the first has a spot of its own around it.
        self.depth += 1;
        if self.depth > Position::MAX_SPOTS {
            return None;
        }
        let mut boundaries: Vec<_> = outer.into_iter().collect();
        for _ in 0..self.next()? {
            boundaries.push(self.piece(true)?);
        }
        self.regions.push(boundaries);
        self.depth -= 1;
        Some(())
    }

    /// Reads a piece and returns its first boundary, which is that with the region around it if there is one.
    fn piece(&mut self, has_outer: bool) -> Option<Vec<usize>> {
        let n = self.next().filter(|n| *n < usize::from(COLOUR))?;
        if n == 0 {
            return Some(vec![self.spot()?]);
        }
        // For each dart, the next one on its boundary, its twin, and its spot, known where the walk first meets it.
        let (mut next, mut twin, mut spots) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..n {
            next.push(self.next().filter(|dart| *dart < n)?);
            twin.push(self.next().filter(|dart| *dart < n)?);
            spots.push(self.spot());
        }
        let met = spots.iter().enumerate();
        let met: Vec<_> = met
            .filter_map(|(dart, spot)| spot.map(|spot| (dart, spot)))
            .collect();
        for (first, spot) in met {
            let mut dart = next[twin[first]];
            while dart != first {
                if spots[dart].replace(spot).is_some() {
                    return None;
                }
                dart = next[twin[dart]];
            }
        }
        let spots: Vec<usize> = spots.into_iter().collect::<Option<_>>()?;
        let mut boundaries = Vec::new();
        let mut seen = vec![false; n];
        for first in 0..n {
            let mut boundary = Vec::new();
            let mut dart = first;
            while !core::mem::replace(&mut seen[dart], true) {
                boundary.push(spots[dart]);
                dart = next[dart];
            }
            if dart != first {
                return None;
            }
            if !boundary.is_empty() {
                boundaries.push(boundary);
            }
        }
        for inner in &boundaries[usize::from(has_outer)..] {
            self.region(Some(inner.clone()))?;
        }
        boundaries.into_iter().next()
    }

    /// Draws the map and returns its form, if there is such a map.
    fn form(&self) -> Option<Vec<u16>> {
        let map = Map::from_lists(&self.regions).ok()?;
        let is_drawn = map.n_vertices() == self.colours.len() && map.n_vertices() > 0;
        let most_lines = |vertex: Vertex| match self.colours[vertex.index()] {
            START => MOST_LINES,
            _ => LINES_AT_NEW,
        };
        if !is_drawn || map.vertices().any(|v| map.degree(v) > most_lines(v)) {
            return None;
        }
        let mut pieces = vec![usize::MAX; map.n_vertices()];
        for least in 0..pieces.len() {
            let mut reached = vec![Vertex::new(least)];
            while let Some(vertex) = reached.pop() {
                if pieces[vertex.index()] == usize::MAX {
                    pieces[vertex.index()] = least;
                    reached.extend(map.darts_at(vertex).map(|dart| map.target(dart)));
                }
            }
        }
        let [form, mirrored] = FormWriter::new(&map, &self.colours, pieces).both();
        Some(form.code.min(mirrored.code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seeded};

    #[test]
    fn forms_read_back_and_other_numbers_are_refused() {
        let read = |code: &[u16]| {
            let json = format!("{code:?}");
            serde_json::from_str::<CanonicalForm>(&json)
        };
        for setup in [
            "1+",
            "2+",
            "6+",
            "4+black-and-white",
            "4-antwerp-hot",
            "3+lines-6",
        ] {
            for seed in 0..20 {
                let mut position: Position = setup.parse().expect("a setup");
                let mut random = Seeded::new(seed);
                loop {
                    let form = position.canonical_form();
                    assert_eq!(read(&form.0).ok(), Some(form.clone()), "{position}");
                    for i in 0..form.0.len() {
                        let mut code = form.0.to_vec();
                        code[i] ^= 1;
                        if let Ok(other) = read(&code) {
                            assert_ne!(other, form);
                        }
                        assert!(read(&form.0[..i]).is_err(), "{position}");
                    }
                    let Some(m) = position.random_move(&mut random) else {
                        break;
                    };
                    position.apply_unchecked(&m);
                }
            }
        }
        for code in [&[][..], &[0], &[1, 2, 3], &[1; 2_000], &[65_535; 9]] {
            assert!(read(code).is_err(), "{code:?}");
        }
    }
}
