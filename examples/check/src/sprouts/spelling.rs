//! Reads positions from text, and writes them in canonical spelling.

use std::collections::HashMap;
use std::fmt::Write;

use super::canonical::{Canonical, END, LETTER, ONE, Position, SEPARATOR, TWO, draw};
use super::drawing::{Drawing, Region, Spot, Variant};
use super::plane::is_drawable;
use super::surface::Surface;
use crate::text::{number, shown};
use crate::work::{CheckResult, Work, refuse};

/// The greatest number of spots for which `0*n` may stand.
pub const MOST_BARE: u32 = 120;

/// The number of spots that a land may have, so that a byte counts them or names them.
const MOST_SPOTS: usize = 200;

/// Reads a position and puts it into canonical form.
///
/// # Errors
///
/// Returns an error if the text is not a position, if it names no surface and cannot be drawn on the sphere, or if the
/// check reaches its limit.
pub fn read_position(
    text: &str,
    variant: Variant,
    canonical: &mut Canonical,
) -> CheckResult<Position> {
    let mut position = Position::new();
    if text == "!" {
        return Ok(position);
    }
    for land in text.split('+') {
        let drawing = read_land(land, canonical.work())?;
        position.extend(canonical.position(drawing, variant)?);
    }
    position.sort_unstable();
    Ok(position)
}

/// The letters of a land or a boundary, each with its spot and the number of times it occurs there.
type Letters = HashMap<(char, u32), (Spot, usize)>;

/// Reads one land.
pub(super) fn read_land(text: &str, work: &Work) -> CheckResult<Drawing> {
    let mut drawing = Drawing::default();
    let mut capitals = Letters::new();
    for region in text.split('|') {
        let mut boundaries = Vec::new();
        let (region, surface) = match region.split_once('@') {
            Some((region, surface)) => (region, Surface::read(surface)?),
            None => (region, Surface::default()),
        };
        for boundary in region.split('.') {
            work.spend(1 + boundary.len())?;
            if let Some(rest) = boundary.strip_prefix('0') {
                let count = match rest.strip_prefix('*') {
                    Some(count) => number(count).filter(|n| (1..=MOST_BARE).contains(n)),
                    None => rest.is_empty().then_some(1),
                };
                let Some(count) = count else {
                    return refuse(format!(
                        "`0*` must be followed by a number of spots in `{}`",
                        shown(text)
                    ));
                };
                for _ in 0..count {
                    boundaries.push(vec![drawing.spot(3)]);
                }
                check_spots(&drawing)?;
                continue;
            }
            let mut small = Letters::new();
            let mut corners = Vec::new();
            let mut rest = boundary;
            while let Some(sign) = rest.chars().next() {
                let name = corner(rest);
                rest = &rest[name.len()..];
                let names = match sign {
                    '1' | '2' => {
                        corners.push(drawing.spot(if sign == '1' { 2 } else { 1 }));
                        continue;
                    }
                    'A'..='Y' | 'n' | 'Z' => &mut capitals,
                    _ => &mut small,
                };
                let Some(key) = letter(name) else {
                    let (name, text) = (shown(name), shown(text));
                    return refuse(format!("expected a corner, found `{name}` in `{text}`"));
                };
                let entry = names.entry(key).or_insert_with(|| (drawing.spot(1), 0));
                entry.1 += 1;
                corners.push(entry.0);
                check_spots(&drawing)?;
            }
            if corners.is_empty() {
                let text = shown(text);
                return refuse(format!(
                    "each boundary must have at least one corner, but one in `{text}` has none"
                ));
            }
            if small.values().any(|(_, count)| *count != 2) {
                let text = shown(text);
                return refuse(format!(
                    "each small letter must appear exactly twice in its boundary in `{text}`"
                ));
            }
            boundaries.push(corners);
        }
        drawing.regions.push(Region {
            surface,
            boundaries,
        });
    }
    if capitals.values().any(|(_, count)| *count != 2) {
        return refuse(format!(
            "each capital letter must appear exactly twice in `{}`",
            shown(text)
        ));
    }
    check_spots(&drawing)?;
    // Regions on surfaces can always be glued together.
    if !text.contains('@') && !is_drawable(&drawing, work)? {
        let text = shown(text);
        return refuse(format!("`{text}` cannot be drawn on the sphere"));
    }
    Ok(drawing)
}

/// Refuses a land with too many spots.
fn check_spots(drawing: &Drawing) -> CheckResult<()> {
    if drawing.lives.len() > MOST_SPOTS {
        return refuse(format!(
            "a land may have at most {MOST_SPOTS} spots, but this one has more"
        ));
    }
    Ok(())
}

/// The first corner of a text: one character, or a character followed by brackets with their contents.
fn corner(text: &str) -> &str {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    let brackets = text[sign..].starts_with('(');
    let end = text
        .find(')')
        .filter(|_| brackets)
        .map_or(sign, |end| end + 1);
    &text[..end]
}

/// The letter with a name: a single character, or `m`, `n` or `Z` with a number.
fn letter(name: &str) -> Option<(char, u32)> {
    let sign = name.chars().next()?;
    let inside = name[sign.len_utf8()..]
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match (sign, inside) {
        ('A'..='Y' | 'a'..='l', None) if name.len() == 1 => Some((sign, 0)),
        ('m' | 'n' | 'Z', Some(inside)) => number(inside).map(|number| (sign, number)),
        _ => None,
    }
}

/// Writes a position in the spelling of certificates, which is the same for all drawings that count as the same.
pub fn written(position: &Position) -> String {
    let mut text = String::new();
    for land in position {
        text.push_str(if text.is_empty() { "" } else { "+" });
        let mut names: Vec<u8> = Vec::new();
        let regions = || land.split_inclusive(|sign| *sign == END);
        let is_plain = regions().all(|region| region[1] == 0)
            && is_drawable(&draw(land), &Work::default()).is_ok_and(|drawable| drawable);
        for (r, region) in regions().enumerate() {
            text.push_str(if r > 0 { "|" } else { "" });
            let mut boundaries = match region[0] {
                0 => Vec::new(),
                1 => vec!["0".to_owned()],
                bare => vec![format!("0*{bare}")],
            };
            let others = region[2..region.len() - 1].split(|sign| *sign == SEPARATOR);
            for boundary in others.filter(|boundary| !boundary.is_empty()) {
                let mut sign = |corner: &u8| match *corner {
                    ONE => "1".to_owned(),
                    TWO => "2".to_owned(),
                    letter => {
                        let known = names.iter().position(|name| *name == letter);
                        let nth = known.unwrap_or_else(|| {
                            names.push(letter);
                            names.len() - 1
                        });
                        debug_assert!(letter >= LETTER);
                        match u8::try_from(nth) {
                            Ok(nth @ 0..25) => char::from(b'A' + nth).to_string(),
                            _ => format!("n({})", nth + 1),
                        }
                    }
                };
                boundaries.push(boundary.iter().map(&mut sign).collect());
            }
            text.push_str(&boundaries.join("."));
            if !is_plain {
                let _ = write!(text, "@{}", Surface::of_code(region[1]));
            }
        }
    }
    if text.is_empty() {
        "!".to_owned()
    } else {
        text
    }
}
