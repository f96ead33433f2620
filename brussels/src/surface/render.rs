//! Pictures of sheets, with a disc for each boundary and a stub for each arm.

use common::Record;
use picture::geometry::{Point, Vec2};
use picture::regions::{self, Disc, is_new};
use picture::svg::{Frame, Svg};
use picture::{CannotDraw, Draw, Print, Style, Window};

use super::Sheet;

/// The length of an arm, in units of the page.
const ARM: f64 = 7.0;

/// A boundary with this many arms.
struct Arms(u16);

impl Arms {
    /// Returns the radius of the circle, which is large enough to keep the arms apart.
    fn radius(&self) -> f64 {
        // Arms are 2π · 1.4 = 8.8 apart on a large circle. A small one has room for its number.
        (f64::from(self.0) * 1.4).max(10.0)
    }
}

impl Disc for Arms {
    fn reach(&self) -> f64 {
        self.radius() + ARM
    }

    fn sign(&self) -> String {
        self.0.to_string()
    }

    fn draw(&self, svg: &mut Svg, centre: Point, _: &Style) {
        let radius = self.radius();
        let line = "stroke=\"#222222\" stroke-width=\"1.5\"";
        for arm in 0..self.0 {
            let angle = f64::from(arm) / f64::from(self.0) * core::f64::consts::TAU;
            let way = Vec2::new(angle.sin(), -angle.cos());
            let tip = centre + way * (radius + ARM);
            svg.line("arm", centre + way * radius, tip, line);
        }
        // The disc covers everything that was drawn before.
        let filled = format!("fill=\"#e8e4d8\" {line}");
        svg.circle("boundary", centre, radius, &filled);
        svg.text("arms", centre, 9.0, "#222222", &self.0.to_string());
    }
}

/// Returns the regions, and marks those as new that are not in `before`.
fn boxes(sheet: &Sheet, before: Option<&Sheet>) -> Vec<regions::RegionPicture<Arms>> {
    let is_new = is_new(sheet.regions(), before.unwrap_or(sheet).regions());
    let regions = sheet.regions().iter().enumerate().zip(is_new);
    let boxed = regions.map(|((number, region), is_new)| regions::RegionPicture {
        caption: format!("{number}: {}", region.surface.name()),
        surface: region.surface,
        discs: region.face.boundaries().iter().map(|n| Arms(*n)).collect(),
        is_new,
    });
    boxed.collect()
}

/// Draws a sheet as SVG. The regions that are also in `before` have lighter frames than the others.
fn draw(sheet: &Sheet, before: Option<&Sheet>, style: &Style) -> Svg {
    let (boxes, text) = (boxes(sheet, before), sheet.to_string());
    regions::draw(&boxes, "Brussels Sprouts on a surface", &text, style)
}

impl Draw for Sheet {
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

    /// Lists the regions, marks those that the last move made with an asterisk, and draws those whose polygon is a
    /// square.
    fn terminal(record: &Record<Sheet>, window: &Window) -> Result<Print, CannotDraw> {
        let sheet = record.position();
        let before = record.positions().nth(record.moves().len().wrapping_sub(1));
        let boxes = boxes(sheet, before.as_ref()).into_iter();
        let listed = boxes.zip(sheet.regions()).map(|(boxed, region)| {
            let arms = region.face.to_string().replace(',', ", ");
            (format!("{}, arms {arms}", boxed.caption), boxed)
        });
        Ok(regions::print(&listed.collect::<Vec<_>>(), window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::Charset;

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
