//! Larger discs, for those who need large numbers.

use super::curves::Drawing;
use super::ink::distance;
use planar::{Dart, Vertex};

impl Drawing {
    /// Returns the drawing with discs, and with them numbers, up to `most` times as large, where there is white.
    pub(crate) fn enlarged(&self, most: f64) -> Drawing {
        let mut drawing = self.clone();
        if most <= 1.0 || self.is_dotted() {
            return drawing;
        }
        let sizes = self.sizes();
        let curves: Vec<_> = (0..self.map.n_edges())
            .map(|line| (Dart::new(2 * line), self.curve(Dart::new(2 * line))))
            .collect();
        let room = |vertex| {
            let place = self.spot(vertex);
            let others = self.map.vertices().filter(|other| *other != vertex);
            // Two discs share the white between them.
            let halves = others.map(|other| 0.5 * place.distance(self.spot(other)));
            let ends = |dart| [self.map.origin(dart), self.map.target(dart)];
            let passing = curves
                .iter()
                .filter(|(dart, _)| !ends(*dart).contains(&vertex));
            let pieces = passing.flat_map(|(_, curve)| curve.windows(2));
            let lines = pieces.map(|pair| distance(place, pair[0], pair[1]) - 0.5 * sizes.width);
            // The page is a little larger than the unit disc.
            let border = 1.0 + sizes.spot - place.x.abs().max(place.y.abs());
            halves.chain(lines).fold(border, f64::min) - sizes.width
        };
        let share = |vertex| {
            let now = *self.discs.get(Vertex::index(vertex)).unwrap_or(&1.0);
            (room(vertex) / self.reach(vertex)).clamp(now, most.max(now))
        };
        drawing.discs = self.map.vertices().map(share).collect();
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planar::Map;

    #[test]
    fn discs_grow_where_there_is_room_and_touch_nothing() {
        let map = Map::from_lists(&[vec![vec![0, 2, 1, 2], vec![3]]]).expect("a map");
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        let large = drawing.enlarged(1.5);
        let grown = map
            .vertices()
            .filter(|v| large.disc(*v) > 1.4 * drawing.disc(*v));
        assert!(grown.count() > 2);
        assert_eq!(large.plain_figures().overlaps, 0);
        assert!(map.vertices().all(|v| large.disc(v) >= drawing.disc(v)));
    }
}
