//! Lettering: letters drawn as strokes of a pen.
//!
//! A picture with `<text>` elements depends on the installed fonts, and cannot be converted to PNG without a font. So
//! the few words in a picture are drawn as strokes. A letter is a list of strokes on a grid; the base line is row 2,
//! capitals reach up to row 9, small letters to row 7 and their tails down to row 0.
//!
//! A stroke is its kind and its points, each a digit for the column and one for the row: `-` joins the points by
//! straight lines, `~` draws a [smooth curve](super::Path::spline) and `o` a closed one.

use super::path::Path;
use crate::geometry::Point;

/// The height of capitals on the grid.
const CAPITAL: f64 = 7.0;
/// The space between letters on the grid.
const SPACE: f64 = 2.0;

/// The width of each character on the grid, and its strokes.
fn strokes(c: char) -> (f64, &'static str) {
    let (width, strokes) = match c {
        ' ' => (1, ""),
        '0' => (4, "o02424909"),
        '1' => (2, "-072922"),
        '2' => (4, "~0709494602 -0242"),
        '3' => (4, "~0809494616 ~1646420203"),
        '4' => (4, "-32390444"),
        '5' => (4, "-490906 ~0646420203"),
        '6' => (4, "~39090242460604"),
        '7' => (4, "-094912"),
        '8' => (4, "o06464909 o02424606"),
        '9' => (4, "~12424909054547"),
        'A' => (4, "-022942 -1535"),
        'B' => (4, "-0209 ~09494606 ~06464202"),
        'C' => (4, "~484909024243"),
        'D' => (4, "-0209 ~09494202"),
        'E' => (4, "-49090242 -0636"),
        'F' => (4, "-490902 -0636"),
        'G' => (4, "~484909024245 -2545"),
        'H' => (4, "-0902 -4942 -0646"),
        'I' | 'l' => (0, "-0902"),
        'J' => (3, "~39320204"),
        'K' => (4, "-0902 -4905 -1642"),
        'L' => (4, "-090242"),
        'M' => (4, "-0209254942"),
        'N' => (4, "-02094249"),
        'O' => (5, "o02525909"),
        'P' => (4, "-0209 ~09494505"),
        'Q' => (5, "o02525909 -3451"),
        'R' => (4, "-0209 ~09494505 -2542"),
        'S' => (4, "~4849090646420203"),
        'T' => (4, "-0949 -2922"),
        'U' => (4, "~090602424649"),
        'V' => (4, "-092249"),
        'W' => (4, "-0912273249"),
        'X' => (4, "-0942 -4902"),
        'Y' => (4, "-092649 -2622"),
        'Z' => (4, "-09490242"),
        'a' => (3, "o02323707 -3732"),
        'b' => (3, "-0902 o02323707"),
        'c' => (3, "~363707023233"),
        'd' => (3, "o02323707 -3932"),
        'e' => (3, "-0535 ~353707023233"),
        'f' => (3, "~39191612 -0727"),
        'g' => (3, "o02323707 ~3732300001"),
        'h' => (3, "-0902 ~0507373532"),
        'i' => (0, "-0702 -0909"),
        'j' => (1, "~17121000 -1919"),
        'k' => (3, "-0902 -3704 -1532"),
        'm' => (4, "-0702 ~0507272522 ~2527474542"),
        'n' => (3, "-0702 ~0507373532"),
        'o' => (3, "o02323707"),
        'p' => (3, "-0700 o02323707"),
        'q' => (3, "o02323707 -3730"),
        'r' => (2, "-0702 ~050727"),
        's' => (3, "~3637070534320203"),
        't' => (3, "~19141232 -0737"),
        'u' => (3, "~070402323437 -3732"),
        'v' => (4, "-072247"),
        'w' => (4, "-0712263247"),
        'x' => (3, "-0732 -3702"),
        'y' => (4, "-0722 -4710"),
        'z' => (3, "-07370232"),
        '-' => (3, "-0535"),
        '–' | '—' | '−' => (4, "-0545"),
        '+' => (4, "-0545 -2723"),
        '=' => (4, "-0646 -0444"),
        '.' | '·' => (0, "-0202"),
        ',' => (1, "-1200"),
        ':' => (0, "-0606 -0303"),
        ';' => (1, "-1616 -1200"),
        '!' => (0, "-0905 -0202"),
        '?' => (4, "~082948462524 -2222"),
        '%' => (4, "o07171909 -0249 o32424434"),
        '@' => (5, "o24343626 ~3634445557391907041242"),
        '"' => (2, "-0907 -2927"),
        '|' => (0, "-0901"),
        '/' => (4, "-0149"),
        '(' => (2, "~29070421"),
        ')' => (2, "~09272401"),
        '[' => (2, "-29090121"),
        ']' => (2, "-09292101"),
        '<' => (4, "-470543"),
        '>' => (4, "-074503"),
        '*' | '×' => (4, "-0743 -4703"),
        '\'' | '’' => (0, "-0907"),
        '#' => (4, "-1822 -3842 -0646 -0444"),
        '_' => (4, "-0242"),
        // A box, as for a character that a font lacks.
        _ => (4, "-0209494202"),
    };
    (f64::from(width), strokes)
}

/// Returns the width of a text whose capitals have height 1.
pub(super) fn width(text: &str) -> f64 {
    let widths = text.chars().map(|c| strokes(c).0 + SPACE);
    let total: f64 = widths.sum();
    (total - SPACE).max(0.0) / CAPITAL
}

/// Returns the strokes of a text that begins at `start` on the base line, with capitals of the given height (y down).
pub(super) fn write(text: &str, start: Point, height: f64) -> Path {
    let unit = height / CAPITAL;
    let mut path = Path::short();
    let mut left = start.x;
    for c in text.chars() {
        let (width, letter) = strokes(c);
        for stroke in letter.split_whitespace() {
            let (kind, digits) = stroke.split_at(1);
            let points: Vec<Point> = digits
                .as_bytes()
                .chunks_exact(2)
                .map(|pair| {
                    let [x, y] = [pair[0], pair[1]].map(|digit| f64::from(digit - b'0'));
                    Point::new(left + x * unit, start.y - (y - 2.0) * unit)
                })
                .collect();
            path = match kind {
                "~" => path.spline(&points),
                "o" => path.closed_spline(&points),
                _ => points[1..]
                    .iter()
                    .fold(path.move_to(points[0]), |path, to| path.line_to(*to)),
            };
        }
        left += (width + SPACE) * unit;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stays_in_its_box() {
        for c in (' '..='~').chain("–×·é".chars()) {
            let (width, letter) = strokes(c);
            for stroke in letter.split_whitespace() {
                assert!("-~o".contains(&stroke[..1]) && stroke.len() % 2 == 1, "{c}");
                for pair in stroke.as_bytes()[1..].chunks_exact(2) {
                    assert!(pair.iter().all(u8::is_ascii_digit), "{c}");
                    assert!(
                        f64::from(pair[0] - b'0') <= width.max(0.0),
                        "{c} is too wide"
                    );
                }
            }
        }
    }

    #[test]
    fn what_captions_contain_is_no_box() {
        let named = ('0'..='9').chain('A'..='Z').chain('a'..='z');
        // Marks of a review, and the punctuation of moves, positions and percentages.
        for c in named.chain("?!-–+=.,:;/()[]<>*#_@|%'\"× ".chars()) {
            assert_ne!(strokes(c), strokes('\u{0}'), "{c}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert!((width("0") - 4.0 / 7.0).abs() < 1e-9);
        assert!((width("00") - 10.0 / 7.0).abs() < 1e-9);
        assert!(width("").abs() < 1e-9);
        let path = write("1", Point::new(0.0, 7.0), 7.0);
        assert_eq!(path.as_str(), "M0 2l2-2v7");
    }
}
