//! Looks, which are versions of a picture for printing, for dark pages, for colour-blind readers, and for readers who
//! need larger text.

use common::look::Look;

use super::path::Number;
use super::picture::Svg;

/// Colours of [`Look::Light`], and the colours that replace them for colour-blind readers. All other colours stay.
const FOR_COLOUR_BLIND: [(&str, &str); 6] = [
    ("#a8e2ac", "#b5dcf5"),
    ("#e3d5f2", "#fff0a0"),
    ("#c5ebbd", "#b5dcf5"),
    ("#ffe79a", "#fff0a0"),
    ("#ffc4b8", "#f5b48c"),
    ("#b3006b", "#a04000"),
];

/// Returns the colour of this look that replaces a colour of [`Look::Light`], such as `#1d2430`. Text that is not a
/// six-digit colour is returned unchanged.
pub(super) fn colour_in(look: Look, colour: &str) -> String {
    let Some(parts) = parts(colour) else {
        return colour.to_owned();
    };
    match look {
        Look::Light | Look::Large => colour.to_owned(),
        Look::ColourBlind => FOR_COLOUR_BLIND
            .iter()
            .find(|(from, _)| *from == colour)
            .map_or(colour, |(_, to)| to)
            .to_owned(),
        Look::Print | Look::Book => {
            let grey = encoded(luminance(parts));
            written([grey; 3])
        }
        Look::Dark => {
            // The hue stays, and light colours become dark.
            let most = parts.into_iter().fold(0.0, f64::max);
            let least = parts.into_iter().fold(1.0, f64::min);
            let lightness = 1.0 - 0.45 * (most + least);
            let shift = lightness - 0.5 * (most + least);
            // Shift the colour towards grey if the hue would leave the range.
            let reach = 0.5 * (most - least);
            let room = lightness.min(1.0 - lightness);
            let share = if reach > room { room / reach } else { 1.0 };
            written(parts.map(|part| lightness + (part + shift - lightness) * share))
        }
    }
}

impl Svg {
    /// Converts a picture from the colours of [`Look::Light`] to the colours of another look.
    #[must_use]
    pub fn in_look(mut self, look: Look) -> Svg {
        if look == Look::Light {
            return self;
        }
        let mut body = String::with_capacity(self.body.len());
        let mut rest = self.body.as_str();
        // Replace only attributes, because a title between tags may contain anything.
        while let Some(at) = rest.find("=\"") {
            let (before, after) = rest.split_at(at + 2);
            let end = after.find('"').unwrap_or(after.len());
            let (value, tail) = after.split_at(end);
            body.push_str(before);
            if value.starts_with('#') {
                body.push_str(&colour_in(look, value));
            } else if let (true, Ok(width)) = (before.ends_with("stroke-width=\""), value.parse()) {
                let width: f64 = width;
                body.push_str(&Number(look.stroke(width)).to_string());
            } else {
                body.push_str(value);
            }
            rest = tail;
        }
        body.push_str(rest);
        self.body = body;
        self
    }
}

/// Red, green and blue from 0 to 1.
fn parts(colour: &str) -> Option<[f64; 3]> {
    let digits = colour
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6)?;
    let part = |i: usize| {
        let pair = digits.get(2 * i..2 * i + 2)?;
        Some(f64::from(u8::from_str_radix(pair, 16).ok()?) / 255.0)
    };
    Some([part(0)?, part(1)?, part(2)?])
}

fn written(parts: [f64; 3]) -> String {
    let [r, g, b] = parts.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 1e-6).floor() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The relative luminance of the Web Content Accessibility Guidelines 2.2.
fn luminance(parts: [f64; 3]) -> f64 {
    let [r, g, b] = parts.map(|part| {
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The grey of a luminance.
fn encoded(luminance: f64) -> f64 {
    if luminance <= 0.003_130_8 {
        luminance * 12.92
    } else {
        1.055 * luminance.powf(1.0 / 2.4) - 0.055
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: &str, b: &str) -> f64 {
        let [a, b] = [a, b].map(|c| luminance(parts(c).expect("a colour")) + 0.05);
        (a / b).max(b / a)
    }

    #[test]
    fn each_look_has_its_colours() {
        assert_eq!(colour_in(Look::Light, "#b3006b"), "#b3006b");
        assert_eq!(colour_in(Look::Print, "#b3006b"), "#5b5b5b");
        assert_eq!(colour_in(Look::Dark, "#ffffff"), "#191919");
        assert_eq!(colour_in(Look::Dark, "none"), "none");
    }

    #[test]
    fn text_is_readable_in_every_look() {
        // Letters and their backgrounds in the pictures of all games.
        let pairs = [
            ("#0c2408", "#c5ebbd"),
            ("#2c2408", "#ffe79a"),
            ("#2c1408", "#ffc4b8"),
            ("#ffffff", "#4a4f57"),
            ("#0c2408", "#a8e2ac"),
            ("#ffffff", "#1d2430"),
            ("#2c1c40", "#e3d5f2"),
            ("#1d2430", "#c9ced6"),
            ("#10202c", "#a9d3f0"),
            ("#2c1408", "#f6c3a5"),
            ("#2c2408", "#fff3c9"),
            ("#1d2430", "#ffffff"),
            ("#444444", "#ffffff"),
            ("#222222", "#fffdf6"),
            ("#777060", "#ffffff"),
            // A letter of SOS in the cell of the last move.
            ("#5c6065", "#fff3d0"),
            // The last line and leaders.
            ("#b3006b", "#ffffff"),
            ("#6b7280", "#ffffff"),
        ];
        for look in Look::ALL {
            for (ink, paper) in pairs {
                let found = contrast(&colour_in(look, ink), &colour_in(look, paper));
                assert!(found >= 4.5, "{look:?}: {ink} on {paper} is {found:.1} : 1");
            }
        }
    }

    #[test]
    fn only_attributes_change() {
        let mut svg = Svg::new(10.0, 10.0, "=\"#ffffff\"", "#ffffff");
        svg.paper("#ffffff");
        let text = svg.in_look(Look::Dark).finish();
        assert_eq!(text.matches("#191919").count(), 1);
        assert!(text.contains("<desc>#ffffff</desc>"));
    }

    #[test]
    fn large_lines_are_bolder() {
        let mut svg = Svg::new(10.0, 10.0, "", "");
        svg.group("lines", "stroke-width=\"2\"");
        assert!(
            svg.in_look(Look::Large)
                .finish()
                .contains("stroke-width=\"3\"")
        );
    }
}
