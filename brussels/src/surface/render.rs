//! Sheets as pictures: one box for each region, with a circle for each boundary and a stub for each arm.
//!
//! A sheet has no drawing, only regions, so the pictures show those. The regions that the last move made have a
//! heavier frame.

use common::{Game, Record};
use picture::draw::{CannotDraw, Draw};
use picture::geometry::{Point, Vec2};
use picture::svg::{Frame, Style, Svg};
use picture::terminal::{Ink, Print, Window};

use super::{Region, Sheet};

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

/// Puts boxes of the given sizes in rows of at most `width`, and returns their corners and the room that they take.
fn rows(sizes: &[Vec2], width: f64) -> (Vec<Point>, Vec2) {
    let (mut corner, mut high, mut room) = (Point::default(), 0.0f64, Vec2::new(0.0, 0.0));
    let mut corners = Vec::new();
    for size in sizes {
        if corner.x > 0.0 && corner.x + size.x > width {
            corner = Point::new(0.0, corner.y + high + GAP);
            high = 0.0;
        }
        corners.push(corner);
        room = Vec2::new(room.x.max(corner.x + size.x), room.y.max(corner.y + size.y));
        high = high.max(size.y);
        corner.x += size.x + GAP;
    }
    (corners, room)
}

/// A region with the places of its boundaries.
struct Boxed<'a> {
    region: &'a Region,
    caption: String,
    corners: Vec<Point>,
    size: Vec2,
}

impl<'a> Boxed<'a> {
    fn new(number: usize, region: &'a Region) -> Boxed<'a> {
        let sizes = region.face.boundaries().iter().map(|arms| {
            let side = 2.0 * (radius(*arms) + ARM);
            Vec2::new(side, side)
        });
        let (corners, room) = rows(&sizes.collect::<Vec<_>>(), PAGE - 2.0 * GAP);
        let caption = format!("{number}: {}", region.surface.name());
        let wide = room.x.max(caption.chars().count() as f64 * 7.0);
        Boxed {
            region,
            caption,
            corners,
            size: Vec2::new(wide + 2.0 * GAP, room.y + 2.0 * GAP + CAPTION),
        }
    }

    fn draw(&self, svg: &mut Svg, corner: Point, is_last: bool, labels: bool) {
        let (class, width) = if is_last {
            ("last", 3.0)
        } else {
            ("region", 1.0)
        };
        let frame =
            format!("fill=\"#fffdf6\" stroke=\"#555555\" stroke-width=\"{width}\" rx=\"8\"");
        svg.rectangle(class, corner, self.size, &frame);
        if labels {
            let at = corner + Vec2::new(self.size.x / 2.0, CAPTION / 2.0 + 4.0);
            svg.text("surface", at, 10.0, "#444444", &self.caption);
        }
        let inside = corner + Vec2::new(GAP, GAP + CAPTION);
        for (arms, place) in self.region.face.boundaries().iter().zip(&self.corners) {
            let radius = radius(*arms);
            let centre =
                inside + (*place - Point::default()) + Vec2::new(radius + ARM, radius + ARM);
            let line = "fill=\"none\" stroke=\"#222222\" stroke-width=\"1.5\"";
            svg.circle("boundary", centre, radius, line);
            for arm in 0..*arms {
                let angle = f64::from(arm) / f64::from(*arms) * core::f64::consts::TAU;
                let way = Vec2::new(angle.sin(), -angle.cos());
                svg.line(
                    "arm",
                    centre + way * radius,
                    centre + way * (radius + ARM),
                    line,
                );
            }
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
    let (corners, room) = rows(&sizes, PAGE);
    let mut svg = Svg::new(
        room.x.max(160.0) + 2.0 * GAP,
        room.y.max(40.0) + 2.0 * GAP,
        "Brussels Sprouts on a surface",
        &sheet.to_string(),
    );
    svg.paper("#ffffff");
    let is_new = new_regions(sheet, before);
    for ((one, corner), is_last) in boxes.iter().zip(corners).zip(is_new) {
        one.draw(
            &mut svg,
            corner + Vec2::new(GAP, GAP),
            is_last,
            style.labels,
        );
    }
    if boxes.is_empty() {
        let middle = Point::new(svg.width() / 2.0, svg.height() / 2.0);
        svg.text("over", middle, 12.0, "#222222", "no moves left");
    }
    svg.in_look(style.look)
}

impl Draw for Sheet {
    fn picture(record: &Record<Sheet>, style: &Style) -> Result<String, CannotDraw> {
        let last = Sheet::frames(record, style)?.pop();
        Ok(last.expect("a record has a start").picture.finish())
    }

    fn title() -> String {
        "A game on a surface".to_owned()
    }

    fn frames(record: &Record<Sheet>, style: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let positions: Vec<Sheet> = record.positions().collect();
        let frame = |n: usize| Frame {
            picture: draw(
                &positions[n],
                n.checked_sub(1).map(|last| &positions[last]),
                style,
            ),
            caption: match n.checked_sub(1) {
                Some(last) => format!("{n}: {}", record.moves()[last]),
                None => "start".to_owned(),
            },
        };
        Ok((0..positions.len()).map(frame).collect())
    }

    /// Lists the regions, those that the last move made with an asterisk.
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
}
