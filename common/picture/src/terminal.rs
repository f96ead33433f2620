//! Pictures in the terminal, drawn with Braille dots or with plain characters.
//!
//! A Braille character is two dots wide and four high, so a window of 72 by 20 characters has 144 by 80 dots for
//! curves. If Unicode is not available, lines are drawn with `-`, `|`, `/` and `\`.

use crate::geometry::Vec2;
use common::look::{Charset, Ink, Print};

/// A cell of a [`Canvas`]: bit `2 * y + x` for each dot, the letter that covers them, and the ink.
type Cell = (u8, Option<char>, Ink);

/// A canvas made of characters; dots are counted from the upper left.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    columns: usize,
    rows: usize,
    charset: Charset,
    cells: Vec<Cell>,
    /// The cells that labels cover.
    labelled: Vec<bool>,
    ink: Ink,
}

impl Canvas {
    /// The dots of a cell across and down.
    pub(crate) const DOTS: (usize, usize) = (2, 4);

    /// Returns an empty canvas of the given size in characters.
    pub(crate) fn new(columns: usize, rows: usize, charset: Charset) -> Canvas {
        Canvas {
            columns,
            rows,
            charset,
            cells: vec![(0, None, Ink::Plain); columns * rows],
            labelled: vec![false; columns * rows],
            ink: Ink::Plain,
        }
    }

    /// Sets the ink for everything drawn from now on.
    pub(crate) fn set_ink(&mut self, ink: Ink) {
        self.ink = ink;
    }

    /// Returns the width and height in dots.
    pub(crate) fn size(&self) -> (f64, f64) {
        (
            (self.columns * Canvas::DOTS.0) as f64,
            (self.rows * Canvas::DOTS.1) as f64,
        )
    }

    /// Returns how many dots wide and high a drawing of radius 1 may be. There is a little room for labels at the
    /// border. Dots are as wide as they are high.
    pub(crate) fn scale(&self) -> Vec2 {
        let (width, height) = self.size();
        let scale = Vec2::new(width / 2.0 - 4.0, height / 2.0 - 2.5);
        Vec2::new(scale.x.min(scale.y * 1.6), scale.y.min(scale.x))
    }

    /// Returns the width and height of a line, in dots: in ASCII, those of a character; otherwise, one and a half dots.
    pub(crate) const fn stroke(charset: Charset) -> Vec2 {
        match charset {
            Charset::Dots => Vec2::splat(1.5),
            Charset::Ascii => Vec2::new(Canvas::DOTS.0 as f64, Canvas::DOTS.1 as f64),
        }
    }

    fn cell(&mut self, x: f64, y: f64) -> Option<(&mut Cell, usize)> {
        let (width, height) = self.size();
        if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
            return None;
        }
        let (x, y) = (x as usize, y as usize);
        let cell = y / Canvas::DOTS.1 * self.columns + x / Canvas::DOTS.0;
        let bit = y % Canvas::DOTS.1 * Canvas::DOTS.0 + x % Canvas::DOTS.0;
        Some((&mut self.cells[cell], bit))
    }

    /// Draws a straight line between two dots. Parts outside the canvas are left out.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let far = dx.abs().max(dy.abs());
        if !far.is_finite() {
            return;
        }
        // A line runs far outside only by mistake, so stop following it there.
        let steps = far.ceil().clamp(1.0, 100_000.0);
        // A dot is as wide as it is high.
        let slope = match (dx.abs(), dy.abs()) {
            (x, y) if x > 2.0 * y => '-',
            (x, y) if y > 2.0 * x => '|',
            _ if (dx > 0.0) == (dy > 0.0) => '\\',
            _ => '/',
        };
        let (ascii, ink) = (self.charset == Charset::Ascii, self.ink);
        for i in 0..=steps as usize {
            let t = i as f64 / steps;
            let dot = ((from.0 + dx * t).round(), (from.1 + dy * t).round());
            if let Some(((dots, letter, colour), bit)) = self.cell(dot.0, dot.1) {
                *dots |= 1 << bit;
                if ink != Ink::Plain {
                    *colour = ink;
                }
                if ascii {
                    letter.get_or_insert(slope);
                }
            }
        }
    }

    /// Writes a text over the picture, from the given column and row of characters. Text beyond the edge is cut off.
    pub(crate) fn text(&mut self, column: usize, row: usize, text: &str) {
        for (i, c) in text.chars().enumerate() {
            if column + i < self.columns && row < self.rows {
                let cell = &mut self.cells[row * self.columns + column + i];
                (cell.1, cell.2) = (Some(c), self.ink);
            }
        }
    }

    /// Writes a text over the picture, centred at a dot, or slightly displaced so that it fits on the canvas and
    /// touches no other label.
    pub(crate) fn label(&mut self, at: (f64, f64), text: &str) {
        // The farthest that a label may be from its dot, in characters.
        const COLUMNS: isize = 4;
        const ROWS: isize = 1;
        let len = text.chars().count();
        let column = (at.0 / Canvas::DOTS.0 as f64 - (len as f64 - 1.0) / 2.0).max(0.0) as usize;
        let row = (at.1 / Canvas::DOTS.1 as f64).max(0.0) as usize;
        let column = column.min(self.columns.saturating_sub(len));
        let row = row.min(self.rows.saturating_sub(1));
        let shifts = (-ROWS..=ROWS).flat_map(|y| (-COLUMNS..=COLUMNS).map(move |x| (x, y)));
        let places = shifts.filter_map(|(x, y)| {
            let place = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
            // A character is twice as high as it is wide.
            Some((x * x + 4 * y * y, place)).filter(|_| self.is_free(place, len))
        });
        let (_, (column, row)) = places.min().unwrap_or((0, (column, row)));
        self.text(column, row, text);
        for column in column..(column + len).min(self.columns) {
            if let Some(cell) = self.labelled.get_mut(row * self.columns + column) {
                *cell = true;
            }
        }
    }

    /// Returns whether a label of this length that begins here fits on the canvas and touches no other label.
    fn is_free(&self, (column, row): (usize, usize), len: usize) -> bool {
        let end = column + len;
        row < self.rows && end <= self.columns && {
            let row = &self.labelled[row * self.columns..(row + 1) * self.columns];
            !row[column.saturating_sub(1)..(end + 1).min(row.len())].contains(&true)
        }
    }
}

impl Canvas {
    /// Returns the picture on the canvas.
    pub(crate) fn print(&self) -> Print {
        // Unicode numbers the dots column by column, and the lowest row last.
        const BITS: [u32; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
        let mut print = Print::default();
        for row in self.cells.chunks(self.columns.max(1)) {
            let signs = row.iter().map(|(dots, letter, ink)| {
                let sign = match (letter, dots) {
                    (Some(c), _) => *c,
                    (None, 0) => ' ',
                    _ => {
                        let set = (0..8).filter(|bit| dots >> bit & 1 == 1);
                        let pattern: u32 = set.map(|bit| BITS[bit]).sum();
                        char::from_u32(0x2800 + pattern).unwrap_or(' ')
                    }
                };
                (sign, *ink)
            });
            for (sign, ink) in signs {
                print.add(sign.encode_utf8(&mut [0; 4]), ink);
            }
            print.end_line();
        }
        print
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_drawn_in_dots_and_a_text_over_them() {
        let mut canvas = Canvas::new(5, 2, Charset::Dots);
        canvas.line((0.0, 0.0), (9.0, 7.0));
        canvas.text(4, 0, "1");
        assert_eq!(canvas.print().to_string(), "⠑⠤⡀ 1\n  ⠈⠒⢄\n");
    }

    #[test]
    fn ascii_draws_the_way_a_line_runs() {
        let mut canvas = Canvas::new(6, 3, Charset::Ascii);
        canvas.line((0.0, 0.0), (11.0, 0.0));
        canvas.line((0.0, 0.0), (0.0, 11.0));
        canvas.line((1.0, 4.0), (8.0, 11.0));
        assert_eq!(canvas.print().to_string(), "------\n|\\\\\n| \\\\\\\n");
        assert!(canvas.print().to_string().is_ascii());
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut canvas = Canvas::new(2, 1, Charset::Dots);
        canvas.line((-5.0, -5.0), (f64::INFINITY, 0.0));
        canvas.line((-50.0, 1.0), (50.0, 1.0));
        canvas.text(1, 0, "abc");
        canvas.label((99.0, 99.0), "xyz");
        assert_eq!(canvas.print().to_string(), "xy\n");
    }

    #[test]
    fn labels_make_way_for_each_other() {
        let mut canvas = Canvas::new(9, 3, Charset::Ascii);
        for label in ["2b", "3d", "4a"] {
            canvas.label((8.0, 4.0), label);
        }
        let text = canvas.print().to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words.len(), 3, "{text}");
        for label in ["2b", "3d", "4a"] {
            assert!(words.contains(&label), "{text}");
        }
        // In the middle, where all of them belong, stands the first.
        assert!(
            text.lines().nth(1).is_some_and(|row| row.contains("2b")),
            "{text}"
        );
    }

    #[test]
    fn a_canvas_of_no_size_is_empty() {
        assert_eq!(Canvas::new(0, 3, Charset::Dots).print().to_string(), "");
    }
}
