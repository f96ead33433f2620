//! Pictures in the terminal: a canvas of Braille dots, or of plain characters.
//!
//! A Braille character is two dots wide and four high, so that a curve in a window of 72 by 20 characters has 144 by
//! 80 dots to run through. Where Unicode is not to be had, the same lines are drawn with `-`, `|`, `/` and `\`.
//!
//! # Examples
//!
//! ```
//! use papergames_picture::terminal::{Canvas, Charset};
//!
//! let mut canvas = Canvas::new(5, 2, Charset::Braille);
//! canvas.line((0.0, 0.0), (9.0, 7.0));
//! canvas.text(4, 0, "1");
//! assert_eq!(canvas.to_string(), "⠑⠤⡀ 1\n  ⠈⠒⢄\n");
//! ```

use core::fmt;

/// Which characters a canvas is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Braille patterns, eight dots to a character.
    #[default]
    Braille,
    /// Characters of ASCII only.
    Ascii,
}

/// A rectangle of characters to draw on; dots are counted from the upper left.
#[derive(Clone, Debug)]
pub struct Canvas {
    columns: usize,
    rows: usize,
    charset: Charset,
    /// Bit `2 * y + x` for each dot of a cell, and the letter that covers them.
    cells: Vec<(u8, Option<char>)>,
}

impl Canvas {
    /// The dots of a cell across and down.
    pub const DOTS: (usize, usize) = (2, 4);

    /// Returns an empty canvas of the given size in characters.
    pub fn new(columns: usize, rows: usize, charset: Charset) -> Canvas {
        Canvas {
            columns,
            rows,
            charset,
            cells: vec![(0, None); columns * rows],
        }
    }

    /// Returns the width and height in dots.
    pub fn size(&self) -> (f64, f64) {
        (
            (self.columns * Canvas::DOTS.0) as f64,
            (self.rows * Canvas::DOTS.1) as f64,
        )
    }

    fn cell(&mut self, x: f64, y: f64) -> Option<(&mut (u8, Option<char>), usize)> {
        let (width, height) = self.size();
        if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
            return None;
        }
        let (x, y) = (x as usize, y as usize);
        let cell = y / Canvas::DOTS.1 * self.columns + x / Canvas::DOTS.0;
        let bit = y % Canvas::DOTS.1 * Canvas::DOTS.0 + x % Canvas::DOTS.0;
        Some((&mut self.cells[cell], bit))
    }

    /// Draws a straight line between two dots; what lies outside is left out.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let far = dx.abs().max(dy.abs());
        if !far.is_finite() {
            return;
        }
        // A line runs far outside only by mistake; it is not followed for ever.
        let steps = far.ceil().clamp(1.0, 100_000.0);
        // A dot is as wide as it is high.
        let slope = match (dx.abs(), dy.abs()) {
            (x, y) if x > 2.0 * y => '-',
            (x, y) if y > 2.0 * x => '|',
            _ if (dx > 0.0) == (dy > 0.0) => '\\',
            _ => '/',
        };
        let ascii = self.charset == Charset::Ascii;
        for i in 0..=steps as usize {
            let t = i as f64 / steps;
            let dot = ((from.0 + dx * t).round(), (from.1 + dy * t).round());
            if let Some(((dots, letter), bit)) = self.cell(dot.0, dot.1) {
                *dots |= 1 << bit;
                if ascii {
                    letter.get_or_insert(slope);
                }
            }
        }
    }

    /// Writes a text over the picture, from the given column and row of characters. Text beyond the edge is cut off.
    pub fn text(&mut self, column: usize, row: usize, text: &str) {
        for (i, c) in text.chars().enumerate() {
            if column + i < self.columns && row < self.rows {
                self.cells[row * self.columns + column + i].1 = Some(c);
            }
        }
    }

    /// Writes a text over the picture, centred at a dot, or moved sideways to fit.
    pub fn label(&mut self, at: (f64, f64), text: &str) {
        let len = text.chars().count();
        let column = (at.0 / Canvas::DOTS.0 as f64 - (len as f64 - 1.0) / 2.0).max(0.0) as usize;
        let row = (at.1 / Canvas::DOTS.1 as f64).max(0.0) as usize;
        let column = column.min(self.columns.saturating_sub(len));
        self.text(column, row.min(self.rows.saturating_sub(1)), text);
    }
}

impl fmt::Display for Canvas {
    /// Writes the rows, each without the blanks at its end and with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Unicode numbers the dots column by column, and the lowest row last.
        const BITS: [u32; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
        for row in self.cells.chunks(self.columns.max(1)) {
            let line: String = row
                .iter()
                .map(|(dots, letter)| match (letter, dots) {
                    (Some(c), _) => *c,
                    (None, 0) => ' ',
                    _ => {
                        let set = (0..8).filter(|bit| dots >> bit & 1 == 1);
                        let pattern: u32 = set.map(|bit| BITS[bit]).sum();
                        char::from_u32(0x2800 + pattern).unwrap_or(' ')
                    }
                })
                .collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_draws_the_way_a_line_runs() {
        let mut canvas = Canvas::new(6, 3, Charset::Ascii);
        canvas.line((0.0, 0.0), (11.0, 0.0));
        canvas.line((0.0, 0.0), (0.0, 11.0));
        canvas.line((1.0, 4.0), (8.0, 11.0));
        assert_eq!(canvas.to_string(), "------\n|\\\\\n| \\\\\\\n");
        assert!(canvas.to_string().is_ascii());
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut canvas = Canvas::new(2, 1, Charset::Braille);
        canvas.line((-5.0, -5.0), (f64::INFINITY, 0.0));
        canvas.line((-50.0, 1.0), (50.0, 1.0));
        canvas.text(1, 0, "abc");
        canvas.label((99.0, 99.0), "xyz");
        assert_eq!(canvas.to_string(), "xy\n");
    }

    #[test]
    fn a_canvas_of_no_size_is_empty() {
        assert_eq!(Canvas::new(0, 3, Charset::Braille).to_string(), "");
    }
}
