//! The free pieces of a drawing: those in the outer face are packed to fill the page, and then lone spots and stars are
//! placed in the middle of the white space.

use super::check::{area, polygon};
use super::curves::Drawing;
use super::page::PAGE;
use super::raster::Raster;
use super::tags::{READABLE, Tag};
use crate::geometry::{Point, Rect, Vec2, bounds};
use common::sorting;
use planar::{Boundary, Dart, Face, Vertex};

/// The steps in which pieces are moved while they are packed, in units of the page: half of the distance between lines
/// of a picture with 25 spots.
const STEP: f64 = 8.0;
/// The largest space between two packed pieces: twice as much as a label needs.
const WIDEST: f64 = 40.0;
/// The packed pieces must need this share of the space at most, because a picture should resemble the one before.
const WORTH: f64 = 0.95;
/// The least room around lone spots beside the lines, as a multiple of what they cover.
const AIR: f64 = 1.8;
/// The distance between the places that are tried for them.
const COARSE: usize = 4;
/// The number of times that each lone spot moves to the best place, which is enough for 30 spots in one face.
const ROUNDS: usize = 6;

impl Drawing {
    /// Packs the pieces in the outer face if the page is then much fuller. No piece is turned.
    ///
    /// Pieces are placed one after another, the largest first, where the whole stays smallest and the piece moves
    /// least. Their boxes keep apart, so none is moved into a face of another.
    pub(super) fn pack(&mut self) {
        let owners = self.owners();
        let count = owners.iter().max().map_or(0, |most| most + 1);
        if count < 2 {
            return;
        }
        let pieces = self.boxes(&owners, count);
        let area = |piece: Rect| piece.size().x * piece.size().y;
        let mut order: Vec<usize> = (0..count).collect();
        sorting::sort_by(&mut order, |i, j| {
            area(pieces[*j]).total_cmp(&area(pieces[*i]))
        });
        let mut placed: Vec<Rect> = Vec::new();
        let mut moves = vec![Vec2::ZERO; count];
        for i in order {
            let whole = placed.iter().copied().reduce(Rect::union);
            let whole = whole.unwrap_or(pieces[i]);
            let is_free = |piece: Rect| placed.iter().all(|other| !piece.overlaps(*other));
            // Places at which the box touches another, from the old place outwards.
            let reach =
                |low: f64, high: f64| ((low / STEP) as i64 - 1)..=((high / STEP) as i64 + 1);
            let own = pieces[i];
            let mut best: Option<([f64; 2], Vec2)> = None;
            for y in reach(whole.low.y - own.high.y, whole.high.y - own.low.y) {
                for x in reach(whole.low.x - own.high.x, whole.high.x - own.low.x) {
                    let way = Vec2::new(x as f64, y as f64) * STEP;
                    let cost = [whole.union(own + way).side(), way.hypot2()];
                    if best.is_none_or(|(least, _)| cost < least) && is_free(own + way) {
                        best = Some((cost, way));
                    }
                }
            }
            moves[i] = best.map_or(Vec2::ZERO, |(_, way)| way);
            placed.push(own + moves[i]);
        }
        let around = |boxes: &[Rect]| boxes.iter().copied().reduce(Rect::union);
        if around(&placed).map(Rect::side) <= around(&pieces).map(|all| WORTH * all.side()) {
            let unit = 1.0 / self.scale();
            let way = |v: Vertex| {
                let way = moves[owners[v.index()]] * unit;
                Vec2::new(way.x, -way.y)
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

    /// Returns the boxes around the pieces, with half of the space that should be between them.
    fn boxes(&self, owners: &[usize], count: usize) -> Vec<Rect> {
        let sizes = self.page_sizes();
        let len = self.longest_name();
        let height = Drawing::label_height(len, sizes.spot).max(READABLE);
        let space = Vec2::splat(0.5 * sizes.apart.min(WIDEST));
        let mut boxes: Vec<Option<Rect>> = vec![None; count];
        let mut cover = |vertex: Vertex, place: Point, margin: Vec2| {
            let own = &mut boxes[owners[vertex.index()]];
            let rect = Rect {
                low: place - margin,
                high: place + margin,
            };
            *own = Some(own.map_or(rect, |own| own.union(rect)));
        };
        for (line, curve) in self.curves_on_page().into_iter().enumerate() {
            let origin = self.map.origin(Dart::new(2 * line));
            for place in curve {
                cover(origin, place, space);
            }
        }
        for vertex in self.map.vertices() {
            let place = self.on_page(self.spot(vertex));
            let margin = if self.is_tip(vertex) {
                Tag::new(vertex, place, height, len).half * 2.0 + Vec2::splat(STEP / 2.0)
            } else {
                Vec2::splat(sizes.spot)
            };
            let margin = Vec2::new(space.x.max(margin.x), space.y.max(margin.y));
            cover(vertex, place, margin);
        }
        boxes.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Moves each spot and each star that no line joins to anything to the place in its face that is farthest from
    /// everything. In the outer face, that is beside the lines, as far as there is room in their box.
    pub(super) fn centre_spots(&mut self) {
        let map = &self.map;
        let faces: Vec<Vec<Vertex>> = map.faces().map(|face| self.lone_spots(face)).collect();
        if faces.iter().all(Vec::is_empty) {
            return;
        }
        let mut curves = self.curves_on_page();
        let mut is_moved = vec![false; map.n_vertices()];
        for spot in faces.iter().flatten() {
            is_moved[spot.index()] = true;
            for arm in map.darts_at(*spot) {
                is_moved[map.target(arm).index()] = true;
                curves[arm.index() / 2].truncate(1);
            }
        }
        let fixed = map.vertices().filter(|v| !is_moved[v.index()]);
        let discs: Vec<_> = fixed
            .map(|v| (v, self.on_page(self.spot(v)), self.disc(v)))
            .collect();
        let raster = Raster::new(map, &curves, &discs, self.page_sizes().width);
        let lines = curves.into_iter().filter(|curve| curve.len() > 1);
        let lines = bounds(lines.flatten());
        let outer = self.outer_face();
        let mut moved = Vec::new();
        let faces = map.faces().zip(faces);
        for (face, spots) in faces.filter(|(_, spots)| !spots.is_empty()) {
            let places: Vec<Point> = spots.iter().map(|v| self.on_page(self.spot(*v))).collect();
            let arms = spots.iter().filter(|v| map.degree(**v) > 0);
            let arms = arms.map(|v| 1.1 * self.sizes().stubs(map.degree(*v)) * self.scale());
            let least = arms.fold(0.0, f64::max);
            let places = if face == outer {
                self.spread_outside(&places, &raster.squares(None), least, lines)
            } else {
                spread(places, &raster.squares(Some(face)), least).0
            };
            moved.extend(spots.into_iter().zip(places));
        }
        for (spot, place) in moved {
            let way = self.off_page(place) - self.spot(spot);
            self.spots[spot.index()] += way;
            for arm in self.map.darts_at(spot) {
                self.spots[self.map.target(arm).index()] += way;
                for bend in &mut self.bends[arm.index() / 2] {
                    *bend += way;
                }
            }
        }
    }

    /// Returns the spots and the middles of stars in a face that no line joins to anything.
    fn lone_spots(&self, face: Face) -> Vec<Vertex> {
        let map = &self.map;
        let is_lone = |v: Vertex| map.darts_at(v).all(|arm| self.is_tip(map.target(arm)));
        let spots = map.boundaries_of(face).filter_map(|boundary| {
            let mut around = map.corners(boundary).map(|corner| map.vertex(corner));
            around.find(|v| self.is_spot(*v))
        });
        spots.filter(|v| is_lone(*v)).collect()
    }

    /// Spreads places of the outer face in the box of the `lines`, if there is room, or else in the box that holds the
    /// places as well.
    fn spread_outside(
        &self,
        places: &[Point],
        squares: &[(Point, f64)],
        least: f64,
        lines: Rect,
    ) -> Vec<Point> {
        let spot = self.page_sizes().spot;
        // The labels need room as well.
        let reach = if least > 0.0 {
            spot.max(least + WIDEST / 2.0)
        } else {
            spot
        };
        let is_tried = |place: &Point| {
            let on_grid = |x: f64| (x as usize).is_multiple_of(COARSE);
            on_grid(place.x) && on_grid(place.y)
        };
        let spread_in = |within: Rect| {
            let inner = within.within(reach);
            let near = squares
                .iter()
                .filter(|(place, _)| inner.depth(*place) >= 0.0 && is_tried(place));
            // The border of the page may be closer than a line.
            let white =
                |(place, far): &(Point, f64)| (*place, far.min(reach + inner.depth(*place)));
            spread(places.to_vec(), &near.map(white).collect::<Vec<_>>(), least)
        };
        let (beside, room) = spread_in(lines);
        if room > AIR * reach {
            return beside;
        }
        spread_in(lines.union(bounds(places.iter().copied()))).0
    }
}

/// Moves places in turn to the squares that are farthest from everything, if that is more than `least`. Returns the
/// places, and the least distance; 0 if a place did not move.
fn spread(mut places: Vec<Point>, squares: &[(Point, f64)], least: f64) -> (Vec<Point>, f64) {
    let count = places.len();
    let mut rooms = vec![0.0; count];
    for i in (0..ROUNDS).flat_map(|_| 0..count) {
        let others = |place: Point| {
            let others = places.iter().enumerate().filter(|(j, _)| *j != i);
            others
                .map(|(_, other)| place.distance(*other))
                .fold(PAGE, f64::min)
        };
        let room = |(place, white): &(Point, f64)| white.min(0.5 * others(*place));
        let best = squares.iter().map(|square| (room(square), square.0));
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((room, place)) = best.filter(|(room, _)| *room > least) {
            (rooms[i], places[i]) = (room, place);
        }
    }
    (places, rooms.into_iter().fold(PAGE, f64::min))
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
        assert!(used > 0.28 * page.x * page.y, "{used} of {page:?}");
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

    #[test]
    fn a_cross_that_nothing_joins_lies_in_the_middle_with_its_arms() {
        let cross = vec![1, 2, 1, 3, 1, 4, 1, 5];
        let map = Map::from_lists(&[vec![vec![0], cross], vec![vec![0]]]).expect("a map");
        let marks: Vec<Mark> = (0..6)
            .map(|v| if v < 2 { Mark::Dot } else { Mark::Bare })
            .collect();
        let mut drawing = Drawing::of(&map, &marks).expect("a picture");
        let (loop_spot, centre) = (Vertex::new(0), Vertex::new(1));
        let arms = |drawing: &Drawing| {
            let arms = map.darts_at(centre).map(|arm| map.target(arm));
            arms.map(|tip| drawing.spot(tip) - drawing.spot(centre))
                .collect::<Vec<_>>()
        };
        let (place, before) = (drawing.spot(centre), arms(&drawing));
        let towards = drawing.spot(loop_spot) - place;
        let own = |line: usize| map.origin(Dart::new(2 * line)) != loop_spot;
        for vertex in map.vertices().filter(|v| *v != loop_spot) {
            drawing.spots[vertex.index()] += towards * 0.2;
        }
        for line in (0..map.n_edges()).filter(|line| own(*line)) {
            for bend in &mut drawing.bends[line] {
                *bend += towards * 0.2;
            }
        }
        drawing.centre_spots();
        assert!(drawing.spot(centre).distance(place) < 0.02);
        for (now, before) in arms(&drawing).into_iter().zip(before) {
            assert!((now - before).hypot() < 1e-9);
        }
        assert_eq!(drawing.read_back(), Ok(()));
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
