//! A picture under construction.

use core::fmt::{self, Write as _};

use common::look::{PictureDocument, Quality};

use super::lettering;
use super::path::{Number, Path};
use crate::geometry::{Point, Vec2};

/// A text, displayed with the special characters of XML escaped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EscapedText<'a>(pub(crate) &'a str);

impl fmt::Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // Other control characters cannot be written in XML at all; line breaks could end a Markdown block.
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// An SVG picture under construction. See the [module documentation](super).
///
/// Attributes are given as text, as in the file: `fill="none"`.
#[derive(Clone, Debug)]
pub struct Svg {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The title and the description.
    head: String,
    pub(super) body: String,
    pub(super) open: usize,
    /// The quality: see [`PictureDocument`].
    pub(crate) quality: Quality,
    /// The parts that keep their identity from picture to picture; see [`Svg::part`].
    pub(super) parts: Vec<Part>,
}

/// A line or a group that an animation moves from its position in one picture to its position in the next picture.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The name of the part.
    pub(super) name: String,
    /// The line of the body in which the part begins.
    pub(super) line: usize,
    /// The position of a group, or the points of a line.
    pub(super) points: Vec<Point>,
}

impl Svg {
    /// Begins a picture of the given size, with a title (the name of what it shows) and a description (usually the text
    /// of the position). Screen readers read both aloud.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Svg {
        let [title, words] = [EscapedText(title), EscapedText(description)];
        Svg {
            width,
            height,
            head: format!("<title>{title}</title>\n<desc>{words}</desc>\n"),
            body: String::new(),
            open: 0,
            quality: Quality::Full,
            parts: Vec::new(),
        }
    }

    /// Returns the width and the height of the picture.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width, self.height)
    }

    /// Adds an element, given as the text of its tag.
    pub fn element(&mut self, text: &str) {
        let _ = writeln!(self.body, "{text}");
    }

    /// Adds a shape with its own attributes and further ones. `inside` is put between its tags.
    fn shape(
        &mut self,
        name: &str,
        class: &str,
        own: fmt::Arguments<'_>,
        attributes: &str,
        inside: &str,
    ) {
        self.tag(name, class, own, attributes);
        let _ = match inside {
            "" => writeln!(self.body, "/>"),
            _ => writeln!(self.body, ">{inside}</{name}>"),
        };
    }

    /// Writes a tag without its end.
    fn tag(&mut self, name: &str, class: &str, own: fmt::Arguments<'_>, attributes: &str) {
        let _ = write!(self.body, "<{name}");
        if !class.is_empty() {
            let _ = write!(self.body, " class=\"{class}\"");
        }
        let _ = write!(self.body, "{own}");
        if !attributes.is_empty() {
            let _ = write!(self.body, " {attributes}");
        }
    }

    /// Begins a group. Its class and attributes apply to everything up to the matching [`end`](Svg::end).
    pub fn group(&mut self, class: &str, attributes: &str) {
        self.tag("g", class, format_args!(""), attributes);
        self.body.push_str(">\n");
        self.open += 1;
    }

    /// Ends the most recently begun group.
    ///
    /// # Panics
    ///
    /// Panics if no group is open.
    pub fn end(&mut self) {
        self.open = self.open.checked_sub(1).expect("a group is open");
        self.body.push_str("</g>\n");
    }

    /// Fills the whole background with one colour, so that the picture is readable on a dark page.
    pub fn paper(&mut self, colour: &str) {
        let size = Vec2::new(self.width, self.height);
        let attributes = format!("fill=\"{colour}\" stroke=\"none\"");
        self.rectangle("paper", Point::default(), size, &attributes);
    }

    /// Adds a rectangle by its upper left corner and its size.
    pub fn rectangle(&mut self, class: &str, corner: Point, size: Vec2, attributes: &str) {
        let [x, y, w, h] = [corner.x, corner.y, size.x, size.y].map(Number);
        let own = format_args!(" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
        self.shape("rect", class, own, attributes, "");
    }

    /// Adds a circle by its centre and its radius.
    pub fn circle(&mut self, class: &str, centre: Point, radius: f64, attributes: &str) {
        let [x, y, r] = [centre.x, centre.y, radius].map(Number);
        let own = format_args!(" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
        self.shape("circle", class, own, attributes, "");
    }

    /// Adds a path with the given outline.
    pub fn path(&mut self, class: &str, path: &Path, attributes: &str) {
        let outline = path.as_str();
        let own = format_args!(" d=\"{outline}\"");
        self.shape("path", class, own, attributes, "");
    }

    /// Adds a path with a name, which screen readers read aloud and which appears under the pointer.
    pub(crate) fn named_path(&mut self, class: &str, path: &Path, attributes: &str, name: &str) {
        let title = format!("<title>{}</title>", EscapedText(name));
        let outline = path.as_str();
        let own = format_args!(" d=\"{outline}\"");
        self.shape("path", class, own, attributes, &title);
    }

    /// Begins a group for an object that other frames also show, so that an animation moves it from one position to the
    /// next. `place` is its position in this picture. The name must consist of letters and digits and be unique in the
    /// picture.
    pub fn part(&mut self, class: &str, name: &str, place: Point) {
        self.add_part(name, vec![place]);
        self.group(class, &format!("data-part=\"{name}\""));
    }

    /// Marks the element that is added next as moving.
    fn add_part(&mut self, name: &str, points: Vec<Point>) {
        self.parts.push(Part {
            name: name.to_owned(),
            line: self.body.lines().count(),
            points,
        });
    }

    /// Adds a smooth line, given as a polyline, that other frames also show; see [`part`](Svg::part). `path` is the
    /// outline to draw for it.
    pub(crate) fn moving_path(
        &mut self,
        class: &str,
        name: &str,
        path: &Path,
        polyline: Vec<Point>,
        attributes: &str,
        title: &str,
    ) {
        self.add_part(name, polyline);
        self.named_path(class, path, attributes, title);
    }

    /// Adds a straight line between two points.
    pub fn line(&mut self, class: &str, from: Point, to: Point, attributes: &str) {
        self.path(class, &Path::new().move_to(from).line_to(to), attributes);
    }

    /// Writes a text centred at a point, with capitals of the given height, as strokes of one colour.
    pub fn text(&mut self, class: &str, centre: Point, height: f64, colour: &str, text: &str) {
        let width = lettering::width(text) * height;
        let left = Point::new(centre.x - width / 2.0, centre.y + height / 2.0);
        self.text_from(class, left, height, colour, text);
    }

    /// Writes a text that starts at a point on the base line, with capitals of the given height.
    pub fn text_from(&mut self, class: &str, start: Point, height: f64, colour: &str, text: &str) {
        let path = lettering::write(text, start, height);
        let width = Number(height * 0.14);
        let attributes = format!("stroke=\"{colour}\" stroke-width=\"{width}\"");
        self.path(class, &path, &attributes);
    }

    /// Adds another picture, scaled to a width, with its upper left corner at a point, and with its title and
    /// description.
    pub(super) fn embed(&mut self, class: &str, picture: &Svg, corner: Point, width: f64) {
        let [x, y, scale] = [corner.x, corner.y, width / picture.width * 100.0].map(Number);
        // The scale is written with more digits than a coordinate needs.
        let scale = scale.0 / 100.0;
        self.group(
            class,
            &format!("transform=\"translate({x} {y}) scale({scale:.4})\""),
        );
        self.body.extend([&*picture.head, &picture.body]);
        self.end();
    }

    /// Returns the picture as a document.
    pub(crate) fn drawn(self) -> PictureDocument {
        let (size, quality) = ([self.width, self.height], self.quality);
        PictureDocument {
            text: self.finish(),
            size,
            quality,
        }
    }

    /// Returns the text of the picture, a complete SVG file.
    pub fn finish(mut self) -> String {
        while self.open > 0 {
            self.end();
        }
        let [width, height] = [self.width, self.height].map(Number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" style=\"max-width:100%\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n{}{}</svg>\n",
            self.head, self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-2.345, "-2.35"),
            (0.05, "0.05"),
            (120.0, "120"),
        ] {
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    fn a_text_cannot_break_out_of_its_place() {
        let svg = Svg::new(1.0, 1.0, "</title><script>", "\"\n&").finish();
        assert!(svg.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
        assert!(svg.contains("<desc>&quot; &amp;</desc>"));
        assert!(!svg.contains("\n\n"));
    }

    #[test]
    fn a_path_leaves_out_letters_that_repeat() {
        let [a, b, c] = [0.0, 1.0, 2.0].map(|x| Point::new(x, x));
        let path = Path::new().move_to(a).line_to(b).line_to(c);
        assert_eq!(path.as_str(), "M0 0 1 1 2 2");
        let path = path.cubic_to(a, b, c).line_to(b).line_to(a).close();
        assert_eq!(path.as_str(), "M0 0 1 1 2 2C0 0 1 1 2 2L1 1 0 0Z");
    }

    #[test]
    fn a_spline_goes_from_the_first_point_to_the_last() {
        let points =
            [(0.0, 0.0), (0.0, 2.0), (4.0, 2.0), (4.0, 0.0)].map(|(x, y)| Point::new(x, y));
        let path = Path::new().spline(&points);
        assert_eq!(path.as_str(), "M0 0Q0 2 2 2T4 0");
        assert_eq!(Path::new().spline(&points[..2]).as_str(), "M0 0 0 2");
    }

    #[test]
    fn open_groups_are_closed() {
        let mut svg = Svg::new(1.0, 1.0, "", "");
        svg.group("a", "");
        assert!(svg.finish().ends_with("<g class=\"a\">\n</g>\n</svg>\n"));
    }
}
