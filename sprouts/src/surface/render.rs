//! Pictures of sheets, with a disc for each boundary, its spots on the rim, and single spots without a line.

use common::Record;
use picture::geometry::{Point, Vec2};
use picture::regions::{self, Disc, is_new};
use picture::svg::{Frame, Svg};
use picture::{CannotDraw, Draw, Print, Style, Window};

use super::Sheet;
use crate::land::on_surface::{Spelling, regions_of};

/// The radius of a spot, and the height of its name.
const SPOT: f64 = 3.5;
const NAME: f64 = 8.0;

/// The corners of a boundary by their names; none for a spot without a line.
struct Corners(Vec<String>);

impl Corners {
    fn radius(&self) -> f64 {
        match self.0.len() {
            0 => 0.0,
            // The spots and their names must not overlap.
            n => (n as f64 * 2.5).max(9.0),
        }
    }
}

impl Disc for Corners {
    fn reach(&self) -> f64 {
        self.radius() + SPOT + if self.0.is_empty() { 2.0 } else { NAME + 3.0 }
    }

    fn sign(&self) -> String {
        if self.0.is_empty() {
            "o".to_owned()
        } else {
            self.0.concat()
        }
    }

    fn draw(&self, svg: &mut Svg, centre: Point, style: &Style) {
        let spot = "fill=\"#222222\"";
        if self.0.is_empty() {
            svg.circle("spot", centre, SPOT, spot);
            return;
        }
        // The regions drawn before the last move.
        let filled = "fill=\"#e8e4d8\" stroke=\"#222222\" stroke-width=\"1.5\"";
        svg.circle("boundary", centre, self.radius(), filled);
        for (i, name) in self.0.iter().enumerate() {
            let angle = i as f64 / self.0.len() as f64 * core::f64::consts::TAU;
            let way = Vec2::new(angle.sin(), -angle.cos());
            svg.circle("spot", centre + way * self.radius(), SPOT, spot);
            if style.labels {
                let at = centre + way * (self.radius() + SPOT + NAME / 2.0 + 1.0);
                svg.text("name", at, NAME, "#222222", name);
            }
        }
    }
}

/// Returns the regions of all lands with their texts, and marks those of lands that are not in `before` as new.
fn boxes(sheet: &Sheet, before: Option<&Sheet>) -> Vec<(String, regions::RegionPicture<Corners>)> {
    let is_new = is_new(&sheet.lands, &before.unwrap_or(sheet).lands);
    let mut boxes = Vec::new();
    for ((number, land), is_new) in sheet.lands.iter().enumerate().zip(is_new) {
        let text = land.to_string();
        for (region, spelled) in regions_of(&land.shape(), Spelling::Own)
            .into_iter()
            .zip(text.split('|'))
        {
            let caption = format!("{number}: {}", region.surface.name());
            let spots = spelled.split('@').next().unwrap_or_default();
            let spots = spots.replace('.', ", ");
            let bare = (0..region.bare).map(|_| Corners(Vec::new()));
            let boxed = regions::RegionPicture {
                surface: region.surface,
                discs: bare
                    .chain(region.boundaries.into_iter().map(Corners))
                    .collect(),
                is_new,
                caption,
            };
            boxes.push((format!("{}, {spots}", boxed.caption), boxed));
        }
    }
    boxes
}

/// Draws a sheet as SVG, with the regions in `before` in lighter frames than the others.
fn draw(sheet: &Sheet, before: Option<&Sheet>, style: &Style) -> Svg {
    let boxes = boxes(sheet, before).into_iter().map(|(_, boxed)| boxed);
    let text = sheet.to_string();
    regions::draw(
        &boxes.collect::<Vec<_>>(),
        "Sprouts on a surface",
        &text,
        style,
    )
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

    /// Lists the regions, each with the spots on its boundaries.
    fn terminal(record: &Record<Sheet>, window: &Window) -> Result<Print, CannotDraw> {
        let before = record.positions().nth(record.moves().len().wrapping_sub(1));
        Ok(regions::print(
            &boxes(record.position(), before.as_ref()),
            window,
        ))
    }
}
