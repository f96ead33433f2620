//! A spatial hash, which finds points near a location.

use crate::geometry::Point;

/// Points sorted into square cells, so that those in a rectangle are found quickly.
#[derive(Clone)]
pub(super) struct Grid {
    origin: Point,
    pub(super) cell: f64,
    columns: usize,
    rows: usize,
    /// Where the points of each cell begin in `points`.
    starts: Vec<u32>,
    points: Vec<u32>,
}

impl Grid {
    pub(super) fn new(places: &[Point], cell: f64) -> Grid {
        let mut low = Point::new(f64::MAX, f64::MAX);
        let mut high = Point::new(f64::MIN, f64::MIN);
        for place in places {
            low = Point::new(low.x.min(place.x), low.y.min(place.y));
            high = Point::new(high.x.max(place.x), high.y.max(place.y));
        }
        let span = high - low;
        // Points far away must not take memory.
        let cell = cell.max(span.x.max(span.y) / 512.0).max(1e-300);
        let columns = (span.x / cell).max(0.0) as usize + 1;
        let rows = (span.y / cell).max(0.0) as usize + 1;
        let mut grid = Grid {
            origin: low,
            cell,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            points: vec![0; places.len()],
        };
        let cells: Vec<usize> = places
            .iter()
            .map(|place| {
                let (x, y) = grid.cell_of(*place);
                y * columns + x
            })
            .collect();
        for cell in &cells {
            grid.starts[cell + 1] += 1;
        }
        for i in 1..grid.starts.len() {
            grid.starts[i] += grid.starts[i - 1];
        }
        let mut fill = grid.starts.clone();
        for (point, cell) in cells.iter().enumerate() {
            grid.points[fill[*cell] as usize] = point as u32;
            fill[*cell] += 1;
        }
        grid
    }

    fn cell_of(&self, place: Point) -> (usize, usize) {
        let at = (place - self.origin) / self.cell;
        let clamp = |x: f64, n: usize| (x.max(0.0) as usize).min(n - 1);
        (clamp(at.x, self.columns), clamp(at.y, self.rows))
    }

    /// Calls `test` with the points of all cells that touch a rectangle, until it returns `false`.
    #[inline]
    pub(super) fn all_within(
        &self,
        low: Point,
        high: Point,
        mut test: impl FnMut(u32) -> bool,
    ) -> bool {
        let ((x0, y0), (x1, y1)) = (self.cell_of(low), self.cell_of(high));
        for y in y0..=y1 {
            let (start, end) = (y * self.columns + x0, y * self.columns + x1 + 1);
            for i in self.starts[start]..self.starts[end] {
                if !test(self.points[i as usize]) {
                    return false;
                }
            }
        }
        true
    }
}
