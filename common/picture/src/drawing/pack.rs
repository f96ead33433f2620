//! The free pieces of a drawing: those in the outer face are packed to fill the page, and lone spots in other faces are
//! placed in the middle of the white space.

use super::check::{area, polygon};
use super::curves::Drawing;
use super::page::PAGE;
use super::raster::Raster;
use super::tags::{READABLE, Tag};
use crate::geometry::{Point, Vec2};
use common::sorting;
use planar::{Boundary, Dart, Face, Vertex};
use std::collections::BTreeMap;

/// The steps in which pieces are moved while they are packed, in units of the page: half of the distance between lines
/// of a picture with 25 spots.
const STEP: f64 = 8.0;
/// The largest space between two packed pieces: twice as much as a label needs.
const WIDEST: f64 = 40.0;
/// The packed pieces must need this share of the space at most, because a picture should resemble the one before.
const WORTH: f64 = 0.95;
/// The number of times that each lone spot moves to the best place, which is enough for 30 spots in one face.
const ROUNDS: usize = 6;

/// The outline of a piece: for each row of the page, the first and the last column, in steps.
type Rows = BTreeMap<i64, [i64; 2]>;

/// The box of no piece. A box has the first column and row, then the last ones.
const NOWHERE: [i64; 4] = [i64::MAX, i64::MAX, i64::MIN, i64::MIN];

impl Drawing {
    /// Packs the pieces in the outer face if the page is then much fuller. No piece is turned.
    ///
    /// Pieces are placed one after another, the largest first, where the whole stays smallest (K. Freivalds, U.
    /// Dogrusoz and P. Kikusts, *Disconnected Graph Layout and the Polyomino Packing Approach*, 2001). As they keep
    /// apart in every row, none is moved into a face of another.
    pub(super) fn pack(&mut self) {
        let owners = self.owners();
        let count = owners.iter().max().map_or(0, |most| most + 1);
        if count < 2 {
            return;
        }
        let mut pieces = vec![Rows::new(); count];
        self.trace(&owners, &mut pieces);
        let mut order: Vec<usize> = (0..count).collect();
        let size = |piece: &Rows| -> i64 { piece.values().map(|[from, to]| to - from + 1).sum() };
        sorting::sort_by_key(&mut order, |i| -size(&pieces[*i]));
        let mut placed: BTreeMap<i64, Vec<[i64; 2]>> = BTreeMap::new();
        let mut whole = NOWHERE;
        let mut moves = vec![[0; 2]; count];
        for i in order {
            let piece = &pieces[i];
            let own = bounds(piece);
            let with =
                |[x, y]: [i64; 2]| join(whole, [own[0] + x, own[1] + y, own[2] + x, own[3] + y]);
            let is_free = |[x, y]: [i64; 2]| {
                piece.iter().all(|(row, [from, to])| {
                    let others = placed.get(&(row + y));
                    others.is_none_or(|others| {
                        others.iter().all(|[a, b]| to + x < *a || from + x > *b)
                    })
                })
            };
            // The places at which the boxes touch at least, from the old place outwards.
            let mut best: Option<([i64; 2], [i64; 2])> = None;
            let [columns, rows] = if placed.is_empty() {
                [0..=0, 0..=0]
            } else {
                [0, 1].map(|i| whole[i] - own[i + 2] - 1..=whole[i + 2] - own[i] + 1)
            };
            for y in rows {
                for x in columns.clone() {
                    let cost = [side(with([x, y])), x * x + y * y];
                    if best.is_none_or(|(least, _)| cost < least) && is_free([x, y]) {
                        best = Some((cost, [x, y]));
                    }
                }
            }
            let Some((_, [x, y])) = best else {
                return;
            };
            whole = with([x, y]);
            for (row, [from, to]) in piece {
                placed.entry(row + y).or_default().push([from + x, to + x]);
            }
            moves[i] = [x, y];
        }
        let before = pieces.iter().map(bounds).fold(NOWHERE, join);
        if side(whole) as f64 <= WORTH * side(before) as f64 {
            let unit = STEP / self.scale();
            let way = |v: Vertex| {
                let [x, y] = moves[owners[v.index()]];
                Vec2::new(x as f64, -y as f64) * unit
            };
            for (line, bends) in self.bends.iter_mut().enumerate() {
                let way = way(self.map.origin(Dart::new(2 * line)));
                for bend in bends {
                    *bend += way;
                }
            }
            for vertex in self.map.vertices() {
                self.spots[vertex.index()] += way(vertex);
            }
        }
    }

    /// Returns the piece in the outer face to which each vertex belongs: the one that it is connected with or that lies
    /// around it.
    fn owners(&self) -> Vec<usize> {
        let map = &self.map;
        let outer = self.outer_face();
        let first = |b: Boundary| map.corners(b).next().map(|corner| map.vertex(corner));
        let mut owners = vec![usize::MAX; map.n_vertices()];
        for (piece, boundary) in map.boundaries_of(outer).enumerate() {
            let mut left: Vec<Vertex> = first(boundary).into_iter().collect();
            while let Some(vertex) = left.pop() {
                if core::mem::replace(&mut owners[vertex.index()], piece) == piece {
                    continue;
                }
                left.extend(map.darts_at(vertex).map(|dart| map.target(dart)));
                let faces = map.corners_at(vertex).map(|corner| map.face_at(corner));
                let within = faces
                    .filter(|face| *face != outer)
                    .flat_map(|face| map.boundaries_of(face));
                left.extend(within.filter_map(first));
            }
        }
        owners
    }

    /// Returns the face around everything.
    fn outer_face(&self) -> Face {
        let curves = self.curves_on_page();
        let areas = self.map.faces().map(|face| {
            let around = self.map.boundaries_of(face);
            let sum: f64 = around.map(|b| area(&polygon(&self.map, &curves, b))).sum();
            (sum, face)
        });
        let least = areas.reduce(|least, next| if next.0 < least.0 { next } else { least });
        least.map_or_else(|| Face::new(0), |(_, face)| face)
    }

    /// Marks the rows and columns that pieces cover, with half of the space that should be between them.
    fn trace(&self, owners: &[usize], pieces: &mut [Rows]) {
        let sizes = self.page_sizes();
        let len = self.longest_name();
        let height = Drawing::label_height(len, sizes.spot).max(READABLE);
        let mut cover = |owner: usize, [a, b]: [Point; 2], margin: Vec2| {
            let low = Point::new(a.x.min(b.x), a.y.min(b.y)) - margin;
            let high = Point::new(a.x.max(b.x), a.y.max(b.y)) + margin;
            let [from, to] = [low.x, high.x].map(|x| (x / STEP).floor() as i64);
            for row in (low.y / STEP).floor() as i64..=(high.y / STEP).floor() as i64 {
                let span = pieces[owner].entry(row).or_insert([from, to]);
                *span = [span[0].min(from), span[1].max(to)];
            }
        };
        let space = Vec2::splat(0.5 * sizes.apart.min(WIDEST));
        for (line, curve) in self.curves_on_page().iter().enumerate() {
            let owner = owners[self.map.origin(Dart::new(2 * line)).index()];
            for pair in curve.windows(2) {
                cover(owner, [pair[0], pair[1]], space);
            }
        }
        for vertex in self.map.vertices() {
            let place = self.on_page(self.spot(vertex));
            let margin = if self.is_tip(vertex) {
                Tag::new(vertex, place, height, len).half * 2.0 + Vec2::splat(STEP / 2.0)
            } else {
                Vec2::splat(sizes.spot)
            };
            cover(
                owners[vertex.index()],
                [place; 2],
                Vec2::new(space.x.max(margin.x), space.y.max(margin.y)),
            );
        }
    }

    /// Moves each spot without lines in an inner face to the place that is farthest from everything.
    pub(super) fn centre_spots(&mut self) {
        let map = &self.map;
        let outer = self.outer_face();
        let lone = |face: Face| -> Vec<Vertex> {
            let corners = map
                .boundaries_of(face)
                .filter_map(|b| map.corners(b).next());
            let firsts = corners.map(|corner| map.vertex(corner));
            firsts.filter(|v| map.degree(*v) == 0).collect()
        };
        let faces: Vec<Vec<Vertex>> = map.faces().map(lone).collect();
        if faces.iter().all(Vec::is_empty) {
            return;
        }
        let discs: Vec<_> = map.vertices().filter(|v| map.degree(*v) > 0).collect();
        let discs: Vec<_> = discs
            .iter()
            .map(|v| (*v, self.on_page(self.spot(*v)), self.disc(*v)))
            .collect();
        let raster = Raster::new(map, &self.curves_on_page(), &discs, self.page_sizes().width);
        let mut moved = Vec::new();
        for (face, spots) in map.faces().zip(faces) {
            if face == outer || spots.is_empty() {
                continue;
            }
            let squares = raster.squares(face);
            let mut places: Vec<Point> =
                spots.iter().map(|v| self.on_page(self.spot(*v))).collect();
            for i in (0..ROUNDS).flat_map(|_| 0..spots.len()) {
                let others = |place: Point| {
                    let others = places.iter().enumerate().filter(|(j, _)| *j != i);
                    others
                        .map(|(_, other)| place.distance(*other))
                        .fold(PAGE, f64::min)
                };
                let room = |(place, white): &(Point, f64)| white.min(0.5 * others(*place));
                let best = squares.iter().map(|square| (room(square), square.0));
                let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
                if let Some((_, place)) = best {
                    places[i] = place;
                }
            }
            moved.extend(spots.into_iter().zip(places));
        }
        for (vertex, place) in moved {
            self.spots[vertex.index()] = self.off_page(place);
        }
    }
}

/// Returns the first and the last column and row of a piece.
fn bounds(piece: &Rows) -> [i64; 4] {
    let rows = piece.iter();
    rows.map(|(row, [from, to])| [*from, *row, *to, *row])
        .fold(NOWHERE, join)
}

/// Returns the box around two boxes.
fn join(a: [i64; 4], b: [i64; 4]) -> [i64; 4] {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

/// Returns the longer side of a box.
fn side([left, top, right, bottom]: [i64; 4]) -> i64 {
    (right - left).max(bottom - top) + 1
}

#[cfg(test)]
mod tests {
    use super::super::mark::Mark;
    use super::*;
    use planar::{Corner, Map};

    /// A round loop at spot 0 around some lone spots, which are close together.
    fn ring(around: usize) -> Drawing {
        let mut map = Map::isolated(around + 1).expect("small");
        let corner = Corner::Alone(Vertex::new(0));
        let dart = map.connect(corner, corner, |_| true).expect("a loop");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        let place = |turn: f64| (Vec2::from_angle(turn) * 0.8).to_point();
        drawing.spots = (0..=around)
            .map(|i| Point::new(0.1, 0.12 * i as f64))
            .collect();
        drawing.spots[0] = place(0.0);
        let turn = core::f64::consts::TAU / 40.0;
        let mut bends: Vec<Point> = (1..40).map(|i| place(turn * f64::from(i))).collect();
        let face = map.face_at(Corner::Alone(Vertex::new(1)));
        if map.face_at(Corner::Before(dart)) == face {
            bends.reverse();
        }
        drawing.bends = vec![bends];
        drawing.centre_spots();
        drawing
    }

    #[test]
    fn two_loops_are_near_each_other_and_fill_the_page() {
        let lists = [vec![vec![0], vec![1]], vec![vec![0]], vec![vec![1]]];
        let map = Map::from_lists(&lists).expect("a map");
        let drawing = Drawing::of(&map, &[])
            .expect("a picture")
            .with_insets(READABLE);
        let curves = drawing.curves_on_page();
        let apart = |p: &Point| {
            curves[1]
                .iter()
                .map(|q| p.distance(*q))
                .fold(PAGE, f64::min)
        };
        let least = curves[0].iter().map(apart).fold(PAGE, f64::min);
        assert!((10.0..3.0 * WIDEST).contains(&least), "{least}");
        let used: f64 = curves.iter().map(|curve| area(curve).abs() / 2.0).sum();
        let page = drawing.page();
        assert!(used > 0.3 * page.x * page.y, "{used} of {page:?}");
    }

    #[test]
    fn labels_of_crosses_that_nothing_joins_do_not_meet() {
        // Six crosses, each with four free arms.
        let list = |c: usize| {
            (1..5)
                .flat_map(|arm| [5 * c, 5 * c + arm])
                .collect::<Vec<_>>()
        };
        let map = Map::from_lists(&[(0..6).map(list).collect()]).expect("a map");
        let marks: Vec<Mark> = (0..30)
            .map(|v| if v % 5 == 0 { Mark::Dot } else { Mark::Bare })
            .collect();
        let drawing = Drawing::of(&map, &marks).expect("a picture");
        let tags = drawing.tags(READABLE);
        assert_eq!(tags.len(), 24);
        for tag in &tags {
            assert!(tag.leader.is_none() && tag.height > READABLE, "{tag:?}");
            let others = tags
                .iter()
                .filter(|other| other.vertex.index() / 5 != tag.vertex.index() / 5);
            let apart = others
                .map(|other| tag.shape().white(&other.shape()))
                .fold(PAGE, f64::min);
            assert!(apart > 4.0, "{apart}");
        }
    }

    #[test]
    fn lone_spots_lie_in_the_middle_of_the_white_space() {
        for (count, share) in [(1, 0.95), (2, 0.45), (5, 0.3)] {
            let drawing = ring(count);
            let curve = &drawing.curves_on_page()[0];
            let places: Vec<Point> = (1..=count)
                .map(|v| drawing.on_page(drawing.spot(Vertex::new(v))))
                .collect();
            let to_line = |p: Point| curve.iter().map(|q| p.distance(*q)).fold(PAGE, f64::min);
            // The radius of the largest circle in the loop, found among many points.
            let all = (0..160_000).map(|i| Point::new(f64::from(i % 400), f64::from(i / 400)));
            let within = all.filter(|p| inside(curve, *p));
            let most = within.step_by(7).map(to_line).fold(0.0, f64::max);
            for (i, place) in places.iter().enumerate() {
                let others = places.iter().enumerate().filter(|(j, _)| *j != i);
                let half = others
                    .map(|(_, q)| 0.5 * place.distance(*q))
                    .fold(PAGE, f64::min);
                let room = to_line(*place).min(half);
                assert!(room > share * most, "{count}: {room} of {most}");
            }
        }
    }

    /// Returns whether a point is inside a closed polyline.
    fn inside(curve: &[Point], p: Point) -> bool {
        let crossed = curve.windows(2).filter(|pair| {
            let [a, b] = [pair[0], pair[1]];
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
        });
        crossed.count() % 2 == 1
    }

    #[test]
    fn a_page_is_cut_to_what_is_drawn() {
        let map = Map::from_lists(&[vec![vec![0, 1]]]).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.spots = [-0.9, 0.9].map(|x| Point::new(x, 0.0)).to_vec();
        drawing.bends = vec![vec![Point::new(-0.3, 0.0), Point::new(0.3, 0.0)]];
        let page = drawing.with_insets(READABLE).page();
        assert!(page.y <= 0.5 * PAGE && page.x > 0.8 * PAGE, "{page:?}");
    }
}
