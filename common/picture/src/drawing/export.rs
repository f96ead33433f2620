//! Drawings for papers and for other tools: `TikZ` and JSON.

use core::fmt::Write as _;

use super::Drawing;
use crate::svg::Number;
use planar::{Corner, Dart, Vertex};

impl Drawing {
    /// Returns the drawing as a `tikzpicture`, 8 cm wide, with a label at each vertex that has one. It only needs the
    /// package `tikz`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::{Map, Vertex};
    ///
    /// let drawing = Drawing::of(&Map::from_lists(&[vec![vec![0, 1]]])?, &[])?;
    /// let tikz = drawing.to_tikz(|vertex: Vertex| Some(vertex.index().to_string()));
    /// assert!(tikz.starts_with("\\begin{tikzpicture}"));
    /// assert_eq!(tikz.matches("\\node").count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tikz(&self, label: impl Fn(Vertex) -> Option<String>) -> String {
        const CENTIMETRES: f64 = 4.0;
        let sizes = self.sizes();
        let mut text = format!(
            "\\begin{{tikzpicture}}[x={CENTIMETRES}cm, y={CENTIMETRES}cm, line cap=round, \
             spot/.style={{circle, draw, fill=white, inner sep=0pt, minimum size={}cm, font=\\tiny}}]\n",
            Number(2.0 * sizes.spot * CENTIMETRES)
        );
        for line in 0..self.map().n_edges() {
            // A quadratic curve towards `q` is the cubic one towards the points two thirds of the way to it.
            let points = self.line(Dart::new(2 * line));
            let place = |p: kurbo::Point| format!("({:.4}, {:.4})", p.x, p.y);
            let _ = write!(text, "  \\draw {}", place(points[0]));
            let mut from = points[0];
            for i in 1..points.len() - 1 {
                let to = match points.get(i + 2) {
                    Some(_) => points[i].midpoint(points[i + 1]),
                    None => points[i + 1],
                };
                let [a, b] = [from, to].map(|end| place(end.lerp(points[i], 2.0 / 3.0)));
                let _ = write!(text, " .. controls {a} and {b} .. {}", place(to));
                from = to;
            }
            if points.len() == 2 {
                let _ = write!(text, " -- {}", place(points[1]));
            }
            text.push_str(";\n");
        }
        for vertex in self.map().vertices() {
            if let Some(label) = label(vertex) {
                let at = self.spot(vertex);
                let _ = writeln!(
                    text,
                    "  \\node[spot] at ({:.4}, {:.4}) {{{label}}};",
                    at.x, at.y
                );
            }
        }
        text.push_str("\\end{tikzpicture}\n");
        text
    }

    /// Returns the map and the places of its parts as JSON.
    ///
    /// Coordinates have `y` upwards and lie in the square from −1 to 1.
    ///
    /// * `vertices`: for each its `place`, whether it is a `spot`, and its `label` or `null`.
    /// * `edges`: the vertices `from` and `to`, and the `points` of a quadratic B-spline, both ends included.
    /// * `faces`: for each a list of boundaries; a boundary is a list of darts with the face on their right, or a lone
    ///   vertex. A dart is written as its edge, counted from 1 and negative if walked from `to` to `from`; a lone
    ///   vertex is written as `{"vertex": 3}`.
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
        let place = |p: kurbo::Point| format!("[{:.4},{:.4}]", p.x, p.y);
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
            let points: Vec<String> = self.line(dart).into_iter().map(place).collect();
            format!(
                "{{\"from\":{},\"to\":{},\"points\":[{}]}}",
                map.origin(dart).index(),
                map.target(dart).index(),
                points.join(",")
            )
        });
        let faces = map.faces().map(|face| {
            let boundaries = map.boundaries_of(face).map(|boundary| {
                let corners = map.corners(boundary).map(|corner| match corner {
                    Corner::Alone(vertex) => format!("{{\"vertex\":{}}}", vertex.index()),
                    Corner::Before(dart) => {
                        let edge = dart.index() as i64 / 2 + 1;
                        let sign = if dart.index() % 2 == 0 { 1 } else { -1 };
                        (sign * edge).to_string()
                    }
                });
                let corners: Vec<String> = corners.collect();
                // A lone vertex stands for its boundary.
                if corners[0].starts_with('{') {
                    corners[0].clone()
                } else {
                    format!("[{}]", corners.join(","))
                }
            });
            format!("[{}]", boundaries.collect::<Vec<_>>().join(","))
        });
        format!(
            "{{\"vertices\":[{}],\"edges\":[{}],\"faces\":[{}]}}",
            vertices.collect::<Vec<_>>().join(","),
            edges.collect::<Vec<_>>().join(","),
            faces.collect::<Vec<_>>().join(",")
        )
    }
}

/// A text as JSON writes it.
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
