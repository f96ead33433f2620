//! Sheets as pictures: one box for each region, with the polygon of its surface, a disc for each boundary and a stub
//! for each arm.
//!
//! A sheet has no drawing, only regions, so the pictures show those: a disc stands for what was drawn within its
//! boundary. The regions that the last move made have a heavier frame.

use common::{Game, Record};
use picture::draw::{CannotDraw, Draw};
use picture::geometry::{Point, Vec2};
use picture::polygon;
use picture::svg::{Frame, Style, Svg, shelves};
use picture::terminal::{Ink, Print, Window};

use super::{Region, Sheet, Surface};

/// The length of an arm, and the room between boundaries and around regions.
const ARM: f64 = 7.0;
const GAP: f64 = 10.0;
/// The height of a caption.
const CAPTION: f64 = 18.0;
/// The width that boxes may fill before the next row begins.
const PAGE: f64 = 460.0;

/// Returns the radius of the circle that stands for a boundary: arms keep a distance.
fn radius(arms: u16) -> f64 {
    (f64::from(arms) * 1.4).max(10.0)
}

/// Returns the radius of a circle around a box, with a little space.
fn room_of(inner: Vec2) -> f64 {
    inner.hypot() / 2.0 + GAP / 2.0
}

/// A region with the places of its boundaries.
struct Boxed<'a> {
    region: &'a Region,
    caption: String,
    /// Where the boundaries are in the room that they take, and that room.
    corners: Vec<Point>,
    inner: Vec2,
    size: Vec2,
}

impl<'a> Boxed<'a> {
    fn new(number: usize, region: &'a Region) -> Boxed<'a> {
        let sides = region.face.boundaries().iter();
        let sizes: Vec<Vec2> = sides
            .map(|arms| Vec2::splat(2.0 * (radius(*arms) + ARM)))
            .collect();
        // About as wide as high, to fit into a polygon.
        let columns = (sizes.len() as f64).sqrt().ceil();
        let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
        let (corners, inner) = shelves(&sizes, columns * (widest + GAP), GAP);
        let caption = format!("{number}: {}", region.surface.name());
        let reach = polygon::radius(region.surface, room_of(inner));
        let wide = (2.0 * reach).max(caption.chars().count() as f64 * 7.0);
        Boxed {
            region,
            caption,
            corners,
            inner,
            size: Vec2::new(wide + GAP, 2.0 * reach + GAP + CAPTION),
        }
    }

    fn draw(&self, svg: &mut Svg, corner: Point, is_last: bool, style: &Style) {
        let (class, width) = if is_last {
            ("last", 3.0)
        } else {
            ("region", 1.0)
        };
        let frame =
            format!("fill=\"#fffdf6\" stroke=\"#555555\" stroke-width=\"{width}\" rx=\"8\"");
        svg.rectangle(class, corner, self.size, &frame);
        if style.labels {
            let at = corner + Vec2::new(self.size.x / 2.0, CAPTION / 2.0 + 4.0);
            svg.text("surface", at, 10.0, "#444444", &self.caption);
        }
        let middle = corner + Vec2::new(self.size.x, self.size.y + CAPTION) / 2.0;
        let room = room_of(self.inner);
        polygon::draw(svg, self.region.surface, middle, room, style.labels);
        let inside = middle - self.inner / 2.0;
        for (arms, place) in self.region.face.boundaries().iter().zip(&self.corners) {
            let radius = radius(*arms);
            let centre = inside + place.to_vec2() + Vec2::splat(radius + ARM);
            let line = "stroke=\"#222222\" stroke-width=\"1.5\"";
            for arm in 0..*arms {
                let angle = f64::from(arm) / f64::from(*arms) * core::f64::consts::TAU;
                let way = Vec2::new(angle.sin(), -angle.cos());
                let tip = centre + way * (radius + ARM);
                svg.line("arm", centre + way * radius, tip, line);
            }
            // What was drawn before.
            let filled = format!("fill=\"#e8e4d8\" {line}");
            svg.circle("boundary", centre, radius, &filled);
            svg.text("arms", centre, 9.0, "#222222", &arms.to_string());
        }
    }
}

/// Returns for each region of a sheet whether it was not there before the last move.
fn new_regions(sheet: &Sheet, before: Option<&Sheet>) -> Vec<bool> {
    let mut old: Vec<&Region> = before.unwrap_or(sheet).regions().iter().collect();
    let is_new = |region: &Region| {
        let known = old.iter().position(|other| *other == region);
        known.map(|at| old.swap_remove(at)).is_none()
    };
    sheet.regions().iter().map(is_new).collect()
}

/// Draws a sheet as SVG, with the regions in `before` in lighter frames than the others.
fn draw(sheet: &Sheet, before: Option<&Sheet>, style: &Style) -> Svg {
    let boxes: Vec<Boxed<'_>> = sheet
        .regions()
        .iter()
        .enumerate()
        .map(|(i, r)| Boxed::new(i, r))
        .collect();
    let sizes: Vec<Vec2> = boxes.iter().map(|one| one.size).collect();
    let (corners, room) = shelves(&sizes, PAGE, GAP);
    let mut svg = Svg::new(
        room.x.max(100.0) + 2.0 * GAP,
        room.y.max(40.0) + 2.0 * GAP,
        "Brussels Sprouts on a surface",
        &sheet.to_string(),
    );
    svg.paper("#ffffff");
    let is_new = new_regions(sheet, before);
    for ((one, corner), is_last) in boxes.iter().zip(corners).zip(is_new) {
        one.draw(&mut svg, corner + Vec2::new(GAP, GAP), is_last, style);
    }
    if boxes.is_empty() {
        let middle = Point::new(svg.width() / 2.0, svg.height() / 2.0);
        svg.text("over", middle, 12.0, "#222222", "no moves left");
    }
    svg.in_look(style.look)
}

/// Returns a region as a square with the numbers of arms in it, whose opposite sides are glued so that their arrows
/// agree. A sphere is a disc without sides to glue; surfaces that need more than four sides have no square.
fn square(region: &Region) -> Option<[String; 3]> {
    // Along the top, along the bottom, down on the left and down on the right.
    let [top, bottom, left, right] = match region.surface {
        Surface::SPHERE => ['-', '-', '|', '|'],
        Surface::TORUS => ['>', '>', 'v', 'v'],
        Surface::PROJECTIVE_PLANE => ['>', '<', 'v', '^'],
        Surface::KLEIN_BOTTLE => ['>', '>', 'v', '^'],
        _ => return None,
    };
    let arms: Vec<String> = (region.face.boundaries().iter().map(ToString::to_string)).collect();
    let arms = arms.join("  ");
    let side = |arrow: char| format!("     +{arrow:-^width$}+", width = arms.len() + 4);
    Some([
        side(top),
        format!("     {left}  {arms}  {right}"),
        side(bottom),
    ])
}

impl Draw for Sheet {
    fn draw(record: &Record<Sheet>, style: &Style) -> Result<Svg, CannotDraw> {
        let last = Sheet::frames(record, style)?.pop();
        Ok(last.expect("a record has a start").picture)
    }

    fn title() -> String {
        "A game on a surface".to_owned()
    }

    fn frames(record: &Record<Sheet>, style: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let positions: Vec<Sheet> = record.positions().collect();
        Frame::each(record, |n, sheet| {
            let before = n.checked_sub(1).map(|last| &positions[last]);
            Ok(draw(sheet, before, style))
        })
    }

    /// Lists the regions, those that the last move made with an asterisk, and draws those whose polygon is a square.
    fn terminal(record: &Record<Sheet>, window: &Window) -> Result<Print, CannotDraw> {
        let sheet = record.position();
        let before = record.positions().nth(record.moves().len().wrapping_sub(1));
        let is_new = new_regions(sheet, before.as_ref());
        let mut print = Print::default();
        for ((number, region), is_last) in sheet.regions().iter().enumerate().zip(is_new) {
            let (mark, ink) = if is_last {
                ("*", Ink::Last)
            } else {
                (" ", Ink::Plain)
            };
            print.add(mark, ink);
            let arms = region.face.to_string().replace(',', ", ");
            let text = format!("{number}: {}, arms {arms}", region.surface.name());
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
                // On a low screen the words alone are enough.
                if line.len() <= window.columns && 4 * sheet.regions().len() <= window.rows {
                    print.add_line(&line);
                }
            }
        }
        if sheet.is_terminal() {
            print.add_line("no moves left");
        }
        Ok(print)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::terminal::Charset;

    fn record() -> Record<Sheet> {
        "4,4@c1+:1 0.3".parse().expect("a game")
    }

    #[test]
    fn each_region_has_a_box_each_boundary_a_circle_and_each_arm_a_stub() {
        let picture = Sheet::picture(&record(), &Style::default()).expect("a picture");
        let sheet = record().position().clone();
        let boundaries = sheet
            .regions()
            .iter()
            .map(|region| region.face.boundaries());
        let boundaries: Vec<u16> = boundaries.flatten().copied().collect();
        let arms: u16 = boundaries.iter().sum();
        assert_eq!(
            picture.matches("class=\"boundary\"").count(),
            boundaries.len()
        );
        assert_eq!(picture.matches("class=\"arm\"").count(), usize::from(arms));
        let boxes =
            picture.matches("class=\"last\"").count() + picture.matches("class=\"region\"").count();
        assert_eq!(boxes, sheet.regions().len());
    }

    #[test]
    fn a_narrow_window_wraps_the_list_of_arms() {
        let record: Record<Sheet> = Record::new("4,4,4,4,4,4@c1".parse().expect("a sheet"));
        let window = Window {
            columns: 24,
            ..Window::new(Charset::Ascii)
        };
        let print = Sheet::terminal(&record, &window).expect("a text");
        assert_eq!(
            print.to_string(),
            "  0: projective plane,\n     arms 4, 4, 4, 4, 4,\n     4\n"
        );
    }

    #[test]
    fn a_torus_is_a_square_whose_opposite_sides_are_glued() {
        let window = Window::new(Charset::Ascii);
        let print = |text: &str| {
            let record: Record<Sheet> = Record::new(text.parse().expect("a sheet"));
            let print = Sheet::terminal(&record, &window).expect("a text");
            print.to_string()
        };
        let torus = "  0: torus, arms 4, 4\n     +--->----+\n     v  4  4  v\n     +--->----+\n";
        assert_eq!(print("4,4@h1"), torus);
        let plane = print("4,4@c1");
        assert!(
            plane.contains("+---<----+") && plane.contains("v  4  4  ^"),
            "{plane}"
        );
        assert_eq!(print("4,4@h2"), "  0: sphere with 2 handles, arms 4, 4\n");
    }
}
