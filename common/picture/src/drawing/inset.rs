//! Insets, which show crowded parts of a drawing a second time, enlarged, beside it.
//!
//! As in an atlas, a shade with a letter marks the part on the picture, and a frame with the same letter shows it
//! enlarged. Distances are enlarged, but lines and numbers keep their easily readable size, so there is room for labels
//! that do not fit on the picture. Labels of free ends that are too small on the picture appear only in the inset.

use super::curves::{Drawing, Inset, Shown, Sizes};
use super::ink::{Inks, Shape};
use super::page::PAGE;
use super::tags::{ENOUGH, READABLE, Tag};
use crate::geometry::{Point, Vec2};
use crate::svg::Svg;
use common::look::Quality;
use planar::{Dart, Vertex};
use std::time::Instant;

/// The width and height of an inset on the sheet.
pub(crate) const INSET: f64 = 128.0;
/// The space between the picture and insets.
const SPACE: f64 = (PAGE - 3.0 * INSET) / 2.0;
/// The maximum number of insets in a picture, and the number of insets in a column.
const MOST: usize = 4;
/// The number of vertices from which a picture may have insets. Below that, it is legible when it fills the paper.
const LEAST_VERTICES: usize = 120;
const ROWS: usize = 3;
/// The scales of insets to choose from.
const ZOOMS: [f64; 2] = [3.0, 2.0];
/// The distance between the positions that are tried.
const STEP: f64 = 8.0;
/// The minimum distance of a vertex from the border of an inset that shows its label, as a share of the side.
const BORDER: f64 = 0.07;
/// The share to which an arm is cut at a time to make room for its label, and the number of times.
const CUT: f64 = 0.75;
const CUTS: usize = 3;
/// The SVG attributes of frames, and of the parts of the page that insets show.
const FRAME: &str = "fill=\"none\" stroke=\"#c3c9d3\" stroke-width=\"0.6\"";
const SHADE: &str = "fill=\"#f4f6f9\" stroke=\"#d7dce4\" stroke-width=\"0.5\"";

/// The colour of the letter at a frame, its height, and how far its middle is from the frame.
const INK: &str = "#6b7280";
const LETTER: f64 = 6.0;

impl Inset {
    /// The scale of the inset.
    pub(super) fn zoom(&self) -> f64 {
        INSET / self.side
    }

    /// Returns whether the squares of two insets overlap.
    fn meets(&self, corner: Point, side: f64) -> bool {
        let apart = |a: f64, own: f64, b: f64, other: f64| a + own <= b || b + other <= a;
        !apart(self.corner.x, self.side, corner.x, side)
            && !apart(self.corner.y, self.side, corner.y, side)
    }
}

impl Drawing {
    /// Returns close-ups of the parts in which labels are too small, the most crowded part first.
    fn insets(&self, tags: &[Tag], most: usize, least: f64) -> Vec<Inset> {
        let mut left = self.unreadable(tags, ENOUGH * least);
        let mut insets: Vec<Inset> = Vec::new();
        while insets.len() < most && !left.is_empty() && !self.is_late() {
            let mut best: Option<(Vec<Vertex>, Inset)> = None;
            for zoom in ZOOMS {
                let side = INSET / zoom;
                let Some(corner) = self.crowd(&left, side, &insets) else {
                    continue;
                };
                let drawing = self.close_up(corner, side, least);
                let unread = drawing.unreadable(&drawing.tags(least), ENOUGH * least);
                let is_read = |v: &&Vertex| drawing.is_labelled(**v) && !unread.contains(v);
                let read: Vec<Vertex> = left.iter().filter(is_read).copied().collect();
                if read.len() > best.as_ref().map_or(0, |(most, _)| most.len()) {
                    let inset = Inset {
                        name: char::from(b'A' + insets.len() as u8),
                        corner,
                        side,
                        place: Point::default(),
                        letter: Point::default(),
                        drawing,
                    };
                    best = Some((read, inset));
                }
            }
            let Some((read, inset)) = best else {
                break;
            };
            left.retain(|v| !read.contains(v));
            insets.push(inset);
        }
        for (i, inset) in insets.iter_mut().enumerate() {
            let [column, row] = [i / ROWS, i % ROWS].map(|n| n as f64 * (SPACE + INSET));
            inset.place = Point::new(PAGE + SPACE + column, row);
        }
        if let [only] = &mut insets[..] {
            let beside = only.corner.y + (only.side - INSET) / 2.0;
            only.place.y = beside.clamp(0.0, PAGE - INSET);
        }
        insets
    }

    /// Returns the drawing as it is printed. If every label is large enough, the page is cut to what is drawn.
    /// Otherwise, a picture of at least 120 vertices has up to four insets beside it, which are close-ups of the parts
    /// in which labels are much smaller than `least`.
    ///
    /// A label of a free end that is too small on the picture appears only in an inset. The quality of the result takes
    /// the insets into account.
    ///
    /// Takes a few milliseconds if there are no insets, and up to half a second otherwise.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::Map;
    ///
    /// // Three spots are not crowded.
    /// let drawing = Drawing::of(&Map::isolated(3)?, &[])?;
    /// assert_eq!(drawing.with_insets(6.0).check()?.insets, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_insets(&self, least: f64) -> Drawing {
        let is_large = self.map.n_vertices() >= LEAST_VERTICES;
        self.with_at_most(if is_large { MOST } else { 0 }, least)
    }

    /// Returns the drawing with at most so many insets.
    fn with_at_most(&self, most: usize, least: f64) -> Drawing {
        let mut drawing = self.with_cut_arms(least);
        let tags = drawing.tags(least);
        let insets = drawing.insets(&tags, most, least);
        let mut silent = vec![false; self.map.n_vertices()];
        // A disc without a number would look like a spot of another kind.
        let small = drawing.unreadable(&tags, ENOUGH * least).into_iter();
        for vertex in small.filter(|_| self.is_dotted()) {
            let mut insets = insets.iter();
            silent[vertex.index()] = insets.any(|inset| inset.drawing.is_labelled(vertex));
        }
        let has_insets = !insets.is_empty();
        drawing.shown = Shown {
            silent,
            insets,
            ..Shown::default()
        };
        if !has_insets {
            drawing.cut_page(least);
        }
        let letters: Vec<Point> = drawing
            .own_insets()
            .iter()
            .map(|i| drawing.letter(i))
            .collect();
        for (inset, letter) in drawing.shown.insets.iter_mut().zip(letters) {
            inset.letter = letter;
        }
        let is_cut_short = drawing.quality == Quality::Schematic;
        drawing.rate(is_cut_short);
        drawing
    }

    /// Returns whether the time for improving the drawing is over.
    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Returns the drawing with shorter arms where their labels have no room beyond the ends.
    pub(crate) fn with_cut_arms(&self, least: f64) -> Drawing {
        let mut drawing = self.clone();
        if !self.is_dotted() || self.is_late() {
            return drawing;
        }
        let crowded = |drawing: &Drawing, enough| drawing.unreadable(&drawing.tags(least), enough);
        let mut left = crowded(self, least);
        for cut in 0..=CUTS {
            for tip in &left {
                let Some(arm) = self.map.darts_at(*tip).next() else {
                    continue;
                };
                // An arm that got no label in this way is not cut at all.
                let share = if cut == CUTS {
                    1.0
                } else {
                    CUT.powi(cut as i32 + 1)
                };
                let root = self.spot(self.map.target(arm));
                let line = arm.index() / 2;
                drawing.spots[tip.index()] = root.lerp(self.spot(*tip), share);
                let bends = self.bends[line].iter();
                drawing.bends[line] = bends.map(|bend| root.lerp(*bend, share)).collect();
            }
            if left.is_empty() || cut == CUTS {
                break;
            }
            let enough = if cut + 1 == CUTS { ENOUGH } else { 1.0 };
            let still = crowded(&drawing, enough * least);
            left.retain(|tip| still.contains(tip));
        }
        drawing
    }

    /// Returns whether this drawing, rather than an [inset](Drawing::with_insets), shows the label of a vertex.
    pub(super) fn is_labelled(&self, vertex: Vertex) -> bool {
        self.shown.silent.get(vertex.index()) != Some(&true)
    }

    /// Returns whether a vertex is on the page or close to it. In a close-up, only a few vertices are.
    pub fn is_shown(&self, vertex: Vertex) -> bool {
        let place = self.on_page(self.spot(vertex));
        let reach = 2.0 * self.page_sizes().spot;
        let is_near = |x: f64, side: f64| (-reach..=side + reach).contains(&x);
        let page = self.page();
        is_near(place.x, page.x) && is_near(place.y, page.y)
    }

    /// Returns the insets beside the drawing.
    pub(super) fn own_insets(&self) -> &[Inset] {
        &self.shown.insets
    }

    /// Returns the number of insets.
    pub(crate) fn n_insets(&self) -> usize {
        self.shown.insets.len()
    }

    /// Returns the width and height of the sheet: the page, and the columns of insets beside it.
    pub(super) fn sheet(&self) -> Vec2 {
        let columns = self.shown.insets.len().div_ceil(ROWS) as f64;
        self.page() + Vec2::new(columns * (SPACE + INSET), 0.0)
    }

    /// Returns whether the drawing is a close-up, which shows only part of the map.
    pub(super) fn is_close_up(&self) -> bool {
        self.shown.close.is_some()
    }

    /// Returns the number of units of the sheet in one unit of the drawing's page.
    pub(super) fn reduction(&self) -> f64 {
        self.shown.close.map_or(1.0, |_| INSET / PAGE)
    }

    /// Lists the vertices whose labels are lower than `enough`.
    fn unreadable(&self, tags: &[Tag], enough: f64) -> Vec<Vertex> {
        let is_dotted = self.is_dotted();
        let len = self.longest_name();
        let reduction = self.reduction();
        let is_readable = |vertex: Vertex| {
            let tag = tags.iter().find(|tag| tag.vertex == vertex);
            let height = match tag {
                Some(tag) => tag.height,
                None if is_dotted => 0.0,
                None => Drawing::label_height(len, self.disc(vertex)),
            };
            height * reduction >= 0.999 * enough
        };
        let is_named = |v: &Vertex| {
            if is_dotted {
                self.is_tip(*v)
            } else {
                self.is_spot(*v)
            }
        };
        let named = self
            .map
            .vertices()
            .filter(is_named)
            .filter(|v| self.is_labelled(*v));
        named.filter(|v| !is_readable(*v)).collect()
    }

    /// Finds the square that contains the most of the given vertices and that no inset shows yet.
    fn crowd(&self, vertices: &[Vertex], side: f64, insets: &[Inset]) -> Option<Point> {
        let steps = ((PAGE - side) / STEP) as usize;
        let places: Vec<Point> = vertices
            .iter()
            .map(|v| self.on_page(self.spot(*v)))
            .collect();
        let mut best: Option<(usize, f64, Point)> = None;
        for y in 0..=steps {
            for x in 0..=steps {
                let corner = Point::new(x as f64 * STEP, y as f64 * STEP);
                let inner = (1.0 - 2.0 * BORDER) * side / 2.0;
                let middle = corner + Vec2::splat(side / 2.0);
                let way = |place: &Point| {
                    let way = *place - middle;
                    way.x.abs().max(way.y.abs())
                };
                let within = places.iter().map(way).filter(|way| *way <= inner);
                let (count, sum) = within.fold((0, 0.0), |(n, sum), way| (n + 1, sum + way));
                let is_better = best.is_none_or(|(most, other, _)| (count, -sum) > (most, -other));
                if count > 0 && is_better && !insets.iter().any(|other| other.meets(corner, side)) {
                    best = Some((count, sum, corner));
                }
            }
        }
        best.map(|(_, _, corner)| corner)
    }

    /// Returns the drawing with a square of the page as its whole page, in sizes that suit an inset.
    fn close_up(&self, corner: Point, side: f64, least: f64) -> Drawing {
        let unit = PAGE / 2.0;
        let larger = PAGE / side;
        let middle = corner + Vec2::splat(side / 2.0);
        let whole = self.clone();
        let closer = |place: Point| {
            let way = (whole.on_page(place) - middle) * (larger / unit);
            Point::new(way.x, -way.y)
        };
        let mut drawing = self.clone();
        for place in drawing.all_places() {
            *place = closer(*place);
        }
        // In units of the sheet, then of the close-up.
        let sheet = |length: f64| length * PAGE / INSET / unit;
        let sizes = self.page_sizes();
        let readable = least / Drawing::label_height(self.longest_name(), 1.0);
        let spot = (1.02 * readable).max(sizes.spot);
        drawing.shown = Shown {
            close: Some(Sizes {
                apart: sizes.apart * larger / unit,
                segment: sizes.segment * larger / unit,
                stub: sizes.stub * larger / unit,
                width: sheet(sizes.width),
                spot: sheet(spot),
            }),
            ..Shown::default()
        };
        let least_border = BORDER * PAGE;
        let is_outside = |v: Vertex| {
            let way = drawing.on_page(drawing.spot(v)) - Point::new(unit, unit);
            way.x.abs().max(way.y.abs()) > unit - least_border
        };
        drawing.shown.silent = self.map.vertices().map(is_outside).collect();
        drawing.fit_discs(1.0);
        drawing
    }

    /// Returns whether any part of a line is on the page.
    pub(super) fn is_on_page(&self, dart: Dart) -> bool {
        let curve = self.curve_on_page(dart);
        let is_near = |pair: &[Point]| {
            let low = pair[0].x.min(pair[1].x).max(0.0) <= pair[0].x.max(pair[1].x).min(PAGE);
            low && pair[0].y.min(pair[1].y).max(0.0) <= pair[0].y.max(pair[1].y).min(PAGE)
        };
        curve.windows(2).any(is_near)
    }

    /// Shades the parts that insets show, each with its letter. Lines and labels go over them.
    pub(super) fn draw_shades(&self, svg: &mut Svg) {
        for inset in &self.shown.insets {
            svg.group("inset", "");
            svg.rectangle("shade", inset.corner, Vec2::splat(inset.side), SHADE);
            svg.text(
                "inset-name",
                inset.letter,
                LETTER,
                INK,
                &inset.name.to_string(),
            );
            svg.end();
        }
    }

    /// Draws the insets beside the picture, with the picture that `draw` makes of each. `least` is the height of
    /// labels.
    pub(crate) fn draw_insets(&self, svg: &mut Svg, least: f64, draw: impl Fn(&Drawing) -> Svg) {
        svg.insets = self.n_insets();
        for inset in &self.shown.insets {
            svg.group("inset", "");
            svg.window(&draw(&inset.drawing), inset.place, INSET);
            svg.rectangle("frame", inset.place, Vec2::splat(INSET), FRAME);
            let [near, far] = [LETTER, INSET - LETTER].map(|x| x * PAGE / INSET);
            let corners = [(near, near), (far, near), (near, far), (far, far)];
            let corners = corners.map(|(x, y)| Point::new(x, y));
            let free = inset
                .drawing
                .freest(&mut corners.into_iter(), least, &|_| f64::INFINITY);
            let place = inset.place + free.to_vec2() * (INSET / PAGE);
            svg.text("inset-name", place, LETTER, INK, &inset.name.to_string());
            svg.end();
        }
    }

    /// Finds the position for the letter of an inset: outside its frame, at a corner or at the middle of a side, where
    /// it is farthest from everything else.
    fn letter(&self, inset: &Inset) -> Point {
        let steps = [-LETTER, 0.5 * inset.side, inset.side + LETTER];
        // The middle of the frame does not count.
        let places = (0..9).filter(|i| *i != 4);
        let mut places = places.map(|i| inset.corner + Vec2::new(steps[i % 3], steps[i / 3]));
        self.freest(&mut places, READABLE, &|place| {
            let border = [place.x, place.y, PAGE - place.x, PAGE - place.y];
            let others = self.own_insets().iter();
            let others = others
                .filter(|other| other.name != inset.name)
                .map(|other| {
                    let way = place - (other.corner + Vec2::splat(other.side / 2.0));
                    way.x.abs().max(way.y.abs()) - other.side / 2.0 - LETTER
                });
            border
                .into_iter()
                .chain(others)
                .fold(f64::INFINITY, f64::min)
        })
    }

    /// Returns the position that is farthest from lines, discs, labels, and anything else whose distance `room`
    /// measures.
    fn freest(
        &self,
        places: &mut dyn Iterator<Item = Point>,
        least: f64,
        room: &dyn Fn(Point) -> f64,
    ) -> Point {
        let mut inks = Inks::new(self);
        for tag in self.tags(least) {
            tag.draw(&mut inks);
        }
        let room =
            |place: &Point| inks.white(&Shape::disc(*place, 0.0), room(*place).min(PAGE), |_| true);
        let places = places.map(|place| (room(&place), place));
        let best = places.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(Point::default(), |(_, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planar::{Corner, Map};

    /// A height for which there is too little room.
    const LEAST: f64 = 40.0;

    /// A spot in the middle of six rings, each with a spot on it.
    fn rings() -> Drawing {
        let mut map = Map::isolated(7).expect("small");
        for ring in 1..7 {
            let corner = Corner::Alone(Vertex::new(ring));
            // Around all that was drawn before.
            let lone = (ring..7).map(|v| map.boundary(Corner::Alone(Vertex::new(v))));
            let lone: Vec<_> = lone.collect();
            map.connect(corner, corner, |b| !lone.contains(&b))
                .expect("a loop");
        }
        Drawing::of(&map, &[]).expect("a picture")
    }

    #[test]
    fn no_disc_is_blank_and_small_numbers_are_larger_in_an_inset() {
        let drawing = rings();
        let before = drawing.unreadable(&drawing.tags(LEAST), ENOUGH * LEAST);
        let whole = drawing.with_at_most(MOST, LEAST);
        let insets = whole.own_insets();
        assert!(!before.is_empty() && !insets.is_empty());
        assert!(drawing.map().vertices().all(|v| whole.is_labelled(v)));
        let is_large = |v: &&Vertex| {
            insets.iter().any(|inset| {
                let part = &inset.drawing;
                part.is_labelled(**v)
                    && !part
                        .unreadable(&part.tags(LEAST), ENOUGH * LEAST)
                        .contains(v)
            })
        };
        assert!(before.iter().filter(is_large).count() > 1, "{before:?}");
        for (i, inset) in insets.iter().enumerate() {
            let mut others = insets[..i].iter();
            assert!(others.all(|other| !other.meets(inset.corner, inset.side)));
        }
    }

    #[test]
    fn nothing_of_an_inset_is_drawn_over_lines() {
        let text = rings()
            .with_at_most(MOST, LEAST)
            .picture("", "", |_| String::new())
            .finish();
        let at = |class: &str| text.find(&format!("class=\"{class}\""));
        assert!(at("shade").is_some() && at("shade") < at("lines"), "{text}");
    }

    #[test]
    fn an_inset_shows_its_square_larger() {
        let drawing = rings();
        let whole = drawing.with_at_most(MOST, LEAST);
        let insets = whole.own_insets();
        let inset = &insets[0];
        assert!(inset.zoom() >= 2.0);
        for vertex in drawing.map().vertices() {
            let on_page = drawing.on_page(drawing.spot(vertex));
            let in_square = (on_page - inset.corner) * (PAGE / inset.side);
            let close = inset.drawing.on_page(inset.drawing.spot(vertex));
            assert!((close - in_square).to_vec2().hypot() < 1e-6);
        }
        assert_eq!(inset.drawing.read_back(), Ok(()));
    }

    #[test]
    fn a_coarse_picture_says_so_unless_its_insets_mend_it() {
        let mut drawing = rings();
        drawing.quality = Quality::Coarse;
        let remark = Quality::Coarse.remark().expect("a sentence");
        let text = |drawing: &Drawing| {
            let picture = drawing.picture("", "", |_| String::new());
            picture.finish()
        };
        assert!(text(&drawing).contains(remark));
        let whole = drawing.with_at_most(MOST, LEAST);
        assert!(!text(&whole).contains(remark));
    }

    #[test]
    fn papers_and_tools_get_the_insets_too() {
        let drawing = rings();
        let whole = drawing.with_at_most(MOST, LEAST);
        let count = whole.own_insets().len();
        let label = |v: Vertex| Some(format!("v{}", v.index()));
        let tikz = whole.to_tikz(common::look::Look::Light, label);
        assert!(count > 0 && tikz.matches("\\clip").count() == count);
        for vertex in drawing.map().vertices() {
            let name = format!("{{v{}}}", vertex.index());
            let insets = whole.own_insets().iter();
            let shown = insets.filter(|inset| inset.drawing.is_labelled(vertex));
            let places = shown.count() + usize::from(whole.is_labelled(vertex));
            assert!(places > 0, "{name}");
            assert_eq!(tikz.matches(&name).count(), places, "{name}");
        }
        assert_eq!(whole.to_json(label).matches("\"zoom\":").count(), count);
    }
}
