//! The coordinates of a drawing, as a short text. It is kept with the record, so that a reloaded or saved game shows
//! the same lines. It has no effect on the game, since a sheet that does not match the map of its position is ignored.
//!
//! The text is base64 (URL-safe, without padding) of variable-length numbers: a version, the places of the spots, and
//! for each line the number of its bends and their places, each as the difference from the place before. A unit of a
//! drawing has 1,500 steps, so most differences take one byte.

use picture::drawing::{Drawing, Mark};
use picture::geometry::Point;
use planar::Dart;

const VERSION: i64 = 1;
const STEPS: f64 = 1500.0;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes the coordinates of a drawing.
pub(crate) fn write(drawing: &Drawing) -> String {
    let map = drawing.map();
    let mut bytes = Vec::new();
    put(&mut bytes, VERSION);
    let mut before = (0, 0);
    for vertex in map.vertices() {
        before = put_place(&mut bytes, before, drawing.spot(vertex));
    }
    for line in 0..map.n_edges() {
        let points = drawing.line(Dart::new(2 * line));
        let bends = &points[1..points.len() - 1];
        put(&mut bytes, bends.len() as i64);
        before = steps(points[0]);
        for bend in bends {
            before = put_place(&mut bytes, before, *bend);
        }
    }
    in_digits(&bytes)
}

/// Reads a drawing of the same map as `drawing`, or returns `None` if the text is not one.
pub(crate) fn read(text: &str, drawing: &Drawing) -> Option<Drawing> {
    let map = drawing.map();
    let bytes = from_digits(text)?;
    let mut bytes = bytes.iter().copied();
    if take(&mut bytes)? != VERSION {
        return None;
    }
    let mut before = (0, 0);
    let mut spots = Vec::new();
    for _ in map.vertices() {
        before = take_place(&mut bytes, before)?;
        spots.push(place(before));
    }
    let mut lines = Vec::new();
    for line in 0..map.n_edges() {
        let n = take(&mut bytes)?;
        before = steps(spots[map.origin(Dart::new(2 * line)).index()]);
        let mut bends = Vec::new();
        for _ in 0..n {
            before = take_place(&mut bytes, before)?;
            bends.push(place(before));
        }
        lines.push(bends);
    }
    let marks: Vec<Mark> = map.vertices().map(|vertex| drawing.mark(vertex)).collect();
    Drawing::restored(map, &marks, spots, lines).ok()
}

fn steps(place: Point) -> (i64, i64) {
    (
        (place.x * STEPS).round() as i64,
        (place.y * STEPS).round() as i64,
    )
}

fn place((x, y): (i64, i64)) -> Point {
    Point::new(x as f64 / STEPS, y as f64 / STEPS)
}

fn put_place(bytes: &mut Vec<u8>, before: (i64, i64), place: Point) -> (i64, i64) {
    let at = steps(place);
    put(bytes, at.0 - before.0);
    put(bytes, at.1 - before.1);
    at
}

fn take_place(bytes: &mut impl Iterator<Item = u8>, before: (i64, i64)) -> Option<(i64, i64)> {
    let (x, y) = (take(bytes)?, take(bytes)?);
    Some((before.0.checked_add(x)?, before.1.checked_add(y)?))
}

/// Writes a number in groups of seven bits, with the sign in the lowest bit.
fn put(bytes: &mut Vec<u8>, number: i64) {
    let mut left = (number << 1 ^ number >> 63) as u64;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

fn take(bytes: &mut impl Iterator<Item = u8>) -> Option<i64> {
    let mut found = 0;
    for shift in (0..35).step_by(7) {
        let byte = bytes.next()?;
        found |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some((found >> 1) as i64 ^ -((found & 1) as i64));
        }
    }
    None
}

fn in_digits(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate();
        let bits = bits.fold(0, |bits, (i, byte)| bits | u32::from(*byte) << (16 - 8 * i));
        for i in 0..=three.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

fn from_digits(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for (i, digit) in four.iter().enumerate() {
            let value = DIGITS.iter().position(|other| other == digit)?;
            bits |= (value as u32) << (18 - 6 * i);
        }
        for i in 0..four.len().saturating_sub(1) {
            bytes.push((bits >> (16 - 8 * i)) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_digits_are_read_as_they_were_written() {
        for number in [0, 1, -1, 63, -64, 64, 12_345, -54_321] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(take(&mut bytes.into_iter()), Some(number));
        }
        for n in 0..9 {
            let bytes: Vec<u8> = (0..n).map(|i: u8| i.wrapping_mul(91)).collect();
            assert_eq!(from_digits(&in_digits(&bytes)), Some(bytes));
        }
        assert_eq!(from_digits("a+b"), None);
    }
}
