//! Pictures of games on surfaces. A box for each region shows the polygon of its surface and a disc for each boundary.
//!
//! Such a game has no drawing, only regions, so that is what the pictures show. A disc represents everything that was
//! drawn inside its boundary. Regions created by the last move have a heavier frame.

use common::look::{Ink, Print, Style, Window};
use planar::surface::Surface;

use crate::geometry::{Point, Vec2};
use crate::polygon;
use crate::svg::{Svg, shelves};

/// The space between boundaries and around regions.
const GAP: f64 = 10.0;
/// The height of a caption.
const CAPTION: f64 = 18.0;
/// The width that boxes may fill before the next row begins.
const PAGE: f64 = 460.0;

/// A mark that represents a boundary of a region.
pub trait Disc {
    /// Returns the distance from the middle of the mark to its farthest point.
    fn reach(&self) -> f64;

    /// Returns the text of the mark in a terminal.
    fn sign(&self) -> String;

    /// Draws the mark around `centre`.
    fn draw(&self, svg: &mut Svg, centre: Point, style: &Style);
}

/// A region of a game on a surface.
#[derive(Clone, Debug)]
pub struct RegionPicture<D> {
    /// The text above the region's box.
    pub caption: String,
    /// The surface that results if each boundary is filled with a disc.
    pub surface: Surface,
    /// The marks that represent the region's boundaries.
    pub discs: Vec<D>,
    /// Whether the last move created this region.
    pub is_new: bool,
}

/// Returns the radius of a circle around a box, plus a little space.
fn room_of(inner: Vec2) -> f64 {
    inner.hypot() / 2.0 + GAP / 2.0
}

/// A region with the places of its boundaries.
struct RegionBox<'a, D> {
    region: &'a RegionPicture<D>,
    /// The corners of the boundaries within the space that they take, and the size of that space.
    corners: Vec<Point>,
    inner: Vec2,
    size: Vec2,
}

impl<'a, D: Disc> RegionBox<'a, D> {
    fn new(region: &'a RegionPicture<D>) -> RegionBox<'a, D> {
        let discs = region.discs.iter();
        let sizes: Vec<Vec2> = discs.map(|disc| Vec2::splat(2.0 * disc.reach())).collect();
        // About as wide as high, to fit into a polygon.
        let columns = (sizes.len() as f64).sqrt().ceil();
        let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
        let (corners, inner) = shelves(&sizes, columns * (widest + GAP), GAP);
        let reach = polygon::radius(region.surface, room_of(inner));
        let wide = (2.0 * reach).max(region.caption.chars().count() as f64 * 7.0);
        RegionBox {
            region,
            corners,
            inner,
            size: Vec2::new(wide + GAP, 2.0 * reach + GAP + CAPTION),
        }
    }

    fn draw(&self, svg: &mut Svg, corner: Point, style: &Style) {
        let (class, width) = if self.region.is_new {
            ("last", 3.0)
        } else {
            ("region", 1.0)
        };
        let frame =
            format!("fill=\"#fffdf6\" stroke=\"#555555\" stroke-width=\"{width}\" rx=\"8\"");
        svg.rectangle(class, corner, self.size, &frame);
        if style.labels {
            let at = corner + Vec2::new(self.size.x / 2.0, CAPTION / 2.0 + 4.0);
            svg.text("surface", at, 10.0, "#444444", &self.region.caption);
        }
        let middle = corner + Vec2::new(self.size.x, self.size.y + CAPTION) / 2.0;
        let room = room_of(self.inner);
        polygon::draw(svg, self.region.surface, middle, room, style.labels);
        let inside = middle - self.inner / 2.0;
        for (disc, place) in self.region.discs.iter().zip(&self.corners) {
            let centre = inside + place.to_vec2() + Vec2::splat(disc.reach());
            disc.draw(svg, centre, style);
        }
    }
}

/// Draws regions as SVG with a title and a description.
pub fn draw<D: Disc>(regions: &[RegionPicture<D>], title: &str, about: &str, style: &Style) -> Svg {
    let boxes: Vec<RegionBox<'_, D>> = regions.iter().map(RegionBox::new).collect();
    let sizes: Vec<Vec2> = boxes.iter().map(|one| one.size).collect();
    let (corners, room) = shelves(&sizes, PAGE, GAP);
    let mut svg = Svg::new(
        room.x.max(100.0) + 2.0 * GAP,
        room.y.max(40.0) + 2.0 * GAP,
        title,
        about,
    );
    svg.paper("#ffffff");
    for (one, corner) in boxes.iter().zip(corners) {
        one.draw(&mut svg, corner + Vec2::new(GAP, GAP), style);
    }
    if boxes.is_empty() {
        let middle = (svg.size() / 2.0).to_point();
        svg.text("over", middle, 12.0, "#222222", "no moves left");
    }
    svg.in_look(style.look)
}

/// Returns a region drawn as a square of characters, whose sides are glued so that their arrows agree. A sphere is
/// drawn as a disc without sides to glue. Surfaces that need more than four sides cannot be drawn as a square.
fn square<D: Disc>(region: &RegionPicture<D>) -> Option<[String; 3]> {
    // Along the top, along the bottom, down on the left and down on the right.
    let [top, bottom, left, right] = match region.surface {
        Surface::SPHERE => ['-', '-', '|', '|'],
        Surface::TORUS => ['>', '>', 'v', 'v'],
        Surface::PROJECTIVE_PLANE => ['>', '<', 'v', '^'],
        Surface::KLEIN_BOTTLE => ['>', '>', 'v', '^'],
        Surface::Handles(_) | Surface::Crosscaps(_) => return None,
    };
    let signs: Vec<String> = region.discs.iter().map(Disc::sign).collect();
    let signs = signs.join("  ");
    let side = |arrow: char| format!("     +{arrow:-^width$}+", width = signs.len() + 4);
    Some([
        side(top),
        format!("     {left}  {signs}  {right}"),
        side(bottom),
    ])
}

/// Lists regions for the terminal, each with its text. An asterisk marks regions created by the last move, and regions
/// whose polygon is a square are drawn.
pub fn print<D: Disc>(regions: &[(String, RegionPicture<D>)], window: &Window) -> Print {
    let mut print = Print::default();
    for (text, region) in regions {
        let (mark, ink) = if region.is_new {
            ("*", Ink::Last)
        } else {
            (" ", Ink::Plain)
        };
        print.add(mark, ink);
        let mut column = 1;
        for word in text.split(' ') {
            if column + word.len() + 1 > window.columns {
                print.end_line();
                print.add("    ", ink);
                column = 4;
            }
            print.add(" ", ink);
            print.add(word, ink);
            column += word.chars().count() + 1;
        }
        print.end_line();
        for line in square(region).into_iter().flatten() {
            // If the screen is low, leave out the squares.
            if line.len() <= window.columns && 4 * regions.len() <= window.rows {
                print.add_line(&line);
            }
        }
    }
    if regions.is_empty() {
        print.add_line("no moves left");
    }
    print
}

/// Returns for each item whether it is new, that is, not in `before`.
pub fn is_new<T: PartialEq>(items: &[T], before: &[T]) -> Vec<bool> {
    let mut old: Vec<&T> = before.iter().collect();
    let is_new = |item: &T| {
        let known = old.iter().position(|other| *other == item);
        known.map(|at| old.swap_remove(at)).is_none()
    };
    items.iter().map(is_new).collect()
}
