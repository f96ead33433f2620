//! Export of drawings as `TikZ`, for papers, and as JSON, for other tools.

use core::fmt::Write as _;

use super::curves::Drawing;
use super::mark::DOT;
use super::tags::READABLE;
use crate::geometry::Point;
use common::look::Look;
use planar::{Corner, Dart, Vertex};

/// Half the width of a `tikzpicture`, in centimetres.
const HALF: f64 = 4.0;
/// The least and the largest width of a line in a book, 0.5 and 0.8 points, in centimetres.
const FINE: [f64; 2] = [0.0176, 0.0281];
/// The height of a digit of ten points in Computer Modern, in centimetres.
const DIGIT: f64 = 0.226;

impl Drawing {
    /// Returns the drawing as a `tikzpicture`, 8 cm wide, with a label at each vertex that has one. The result needs
    /// only the package `tikz`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::Look;
    /// use papergames_picture::drawing::Drawing;
    /// use planar::{Map, Vertex};
    ///
    /// let drawing = Drawing::of(&Map::from_lists(&[vec![vec![0, 1]]])?, &[])?;
    /// let tikz = drawing.to_tikz(Look::Light, |vertex: Vertex| Some(vertex.index().to_string()));
    /// assert!(tikz.starts_with("\\begin{tikzpicture}"));
    /// assert_eq!(tikz.matches("\\node").count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tikz(&self, look: Look, label: impl Fn(Vertex) -> Option<String>) -> String {
        let mut text = format!("\\begin{{tikzpicture}}[x={HALF}cm, y={HALF}cm, line cap=round]\n");
        let mut width = self.sizes().width * HALF;
        if look == Look::Book {
            width = width.clamp(FINE[0], FINE[1]);
        }
        let is_dotted = self.is_dotted();
        let tags = self.tags(READABLE);
        let darts = (0..self.map().n_edges()).map(|line| Dart::new(2 * line));
        let fits = self.fitted();
        for dart in darts {
            let path = &fits[dart.index() / 2];
            let _ = write!(text, "  \\draw[line width={width:.4}cm]");
            for (i, segment) in path.segments().enumerate() {
                let cubic = segment.to_cubic();
                let [from, a, b, to] =
                    [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(|at| written(Point::of_kurbo(at)));
                let start = if i == 0 {
                    format!(" {from}")
                } else {
                    String::new()
                };
                let _ = write!(text, "{start} .. controls {a} and {b} .. {to}");
            }
            text.push_str(";\n");
        }
        for [from, to] in tags.iter().filter_map(|tag| tag.leader) {
            let [from, to] = [from, to].map(|place| written(self.off_page(place)));
            let _ = writeln!(text, "  \\draw[gray, very thin] {from} -- {to};");
        }
        // The length of a unit of the page, in centimetres.
        let scale = HALF * self.sizes().width / self.page_sizes().width;
        for vertex in self.map().vertices() {
            let at = written(self.spot(vertex));
            let disc = self.disc(vertex) * scale;
            if self.is_spot(vertex) && is_dotted {
                let dot = DOT * width;
                let _ = writeln!(text, "  \\fill {at} circle[radius={dot:.4}cm];");
            } else if self.is_spot(vertex) {
                let width = 0.6 * width;
                let _ = writeln!(
                    text,
                    "  \\filldraw[fill=white, line width={width:.4}cm] {at} circle[radius={disc:.4}cm];"
                );
            }
            let tag = tags.iter().find(|tag| tag.vertex == vertex);
            let (place, height) = match tag {
                Some(tag) => (self.off_page(tag.place), tag.height),
                None if is_dotted => continue,
                None => (
                    self.spot(vertex),
                    Drawing::label_height(self.longest_name(), self.disc(vertex)),
                ),
            };
            if let Some(label) = label(vertex) {
                let _ = writeln!(
                    text,
                    "  \\node[inner sep=0pt, scale={:.3}] at {} {{{label}}};",
                    height * scale / DIGIT,
                    written(place)
                );
            }
        }
        text.push_str("\\end{tikzpicture}\n");
        text
    }

    /// Returns the point in the drawing for a point on the page.
    pub(super) fn off_page(&self, place: Point) -> Point {
        let scale = self.page_sizes().width / self.sizes().width;
        let way = (place - self.middle()) / scale;
        Point::new(way.x, -way.y)
    }

    /// Returns the map and the coordinates of its parts as JSON.
    ///
    /// Coordinates have `y` upwards and lie in the square from −1 to 1.
    ///
    /// * `vertices`: for each vertex, its `place`, whether it is a `spot`, and its `label` or `null`.
    /// * `edges`: for each edge, the vertices `from` and `to`, and the `points` of a quadratic B-spline, including both
    ///   ends.
    /// * `faces`: for each face, a list of boundaries. A boundary is a list of darts that have the face on their right,
    ///   or a lone vertex. A dart is written as its edge, counted from 1 and negative if walked from `to` to `from`; a
    ///   lone vertex is written as `{"vertex": 3}`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::Map;
    ///
    /// let drawing = Drawing::of(&Map::isolated(1)?, &[])?;
    /// assert_eq!(
    ///     drawing.to_json(|_| Some("a".to_owned())),
    ///     "{\"vertices\":[{\"place\":[0.0000,0.0000],\"spot\":true,\"label\":\"a\"}],\
    ///      \"edges\":[],\"faces\":[[{\"vertex\":0}]]}"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self, label: impl Fn(Vertex) -> Option<String>) -> String {
        let map = self.map();
        let place = |p: Point| format!("[{:.4},{:.4}]", p.x, p.y);
        let vertices = map.vertices().map(|vertex| {
            let label = label(vertex).map_or("null".to_owned(), |label| quoted(&label));
            format!(
                "{{\"place\":{},\"spot\":{},\"label\":{label}}}",
                place(self.spot(vertex)),
                self.is_spot(vertex)
            )
        });
        let edges = (0..map.n_edges()).map(|line| {
            let dart = Dart::new(2 * line);
            format!(
                "{{\"from\":{},\"to\":{},\"points\":{}}}",
                map.origin(dart).index(),
                map.target(dart).index(),
                listed(self.line(dart).into_iter().map(place))
            )
        });
        let faces = map.faces().map(|face| {
            listed(map.boundaries_of(face).map(|boundary| {
                // A lone vertex represents its boundary.
                if let Some(Corner::Alone(vertex)) = map.corners(boundary).next() {
                    return format!("{{\"vertex\":{}}}", vertex.index());
                }
                listed(map.corners(boundary).filter_map(|corner| match corner {
                    Corner::Alone(_) => None,
                    Corner::Before(dart) => {
                        let edge = dart.index() as i64 / 2 + 1;
                        let sign = if dart.index() % 2 == 0 { 1 } else { -1 };
                        Some((sign * edge).to_string())
                    }
                }))
            }))
        });
        format!(
            "{{\"vertices\":{},\"edges\":{},\"faces\":{}}}",
            listed(vertices),
            listed(edges),
            listed(faces)
        )
    }
}

/// Returns a point as `TikZ` writes it.
fn written(place: Point) -> String {
    format!("({:.4}, {:.4})", place.x, place.y)
}

/// Returns a list as JSON writes it.
fn listed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// Returns a text as JSON writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
