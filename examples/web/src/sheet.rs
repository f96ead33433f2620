//! The coordinates of a drawing, as a text short enough for a link. It is kept with the record, so that a reloaded or
//! shared game shows the same lines. It has no effect on the game, since a sheet that does not match the map of its
//! position is ignored.
//!
//! The text has a digit of six bits for each five bits of a number: the steps in a unit of the drawing, the places of
//! the spots, and for each line the number of its bends and their places, each as the difference from the place before.
//! A line has as few bends as show it within a share of its width, so most take two or three digits.

use picture::drawing::{Drawing, Mark};
use picture::geometry::Point;
use planar::Dart;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How far a line may be from where it was drawn, in widths of a line, and the number of steps in that distance.
const OFF: f64 = 0.5;
const STEPS: f64 = 2.0;
/// A unit of the drawing has a power of two of steps, at most this one.
const FINEST: u32 = 20;
/// The factor to the next greater number of bends that is tried.
const MORE: f64 = 1.3;

/// Writes the coordinates of a drawing, the more exactly the less room its lines have.
pub(crate) fn write(drawing: &Drawing) -> String {
    let most = OFF * drawing.sizes().width;
    let mut scales = (0..=FINEST).map(|k| f64::from(1 << k));
    let is_fine = |scale: &f64| {
        STEPS / *scale <= most && restored(&write_within(drawing, *scale), drawing).is_some()
    };
    let scale = scales.find(is_fine);
    write_within(drawing, scale.unwrap_or(f64::from(1 << FINEST)))
}

/// Writes the coordinates of a drawing in steps of which a unit has `scale`.
fn write_within(drawing: &Drawing, scale: f64) -> String {
    let map = drawing.map();
    let mut text = String::new();
    put(&mut text, scale as i64);
    let mut before = (0, 0);
    let mut put_place = |text: &mut String, place: Point, is_known: bool| {
        let at = (
            (place.x * scale).round() as i64,
            (place.y * scale).round() as i64,
        );
        if !is_known {
            put(text, at.0 - before.0);
            put(text, at.1 - before.1);
        }
        before = at;
    };
    for vertex in map.vertices() {
        put_place(&mut text, drawing.spot(vertex), false);
    }
    for line in 0..map.n_edges() {
        let bends = fitted(drawing, Dart::new(2 * line), STEPS / scale);
        put(&mut text, bends.len() as i64);
        put_place(
            &mut text,
            drawing.spot(map.origin(Dart::new(2 * line))),
            true,
        );
        for bend in bends {
            put_place(&mut text, bend, false);
        }
    }
    text
}

/// Reads a drawing of the same map as `drawing`, or returns `None` if the text is not one. Its lines have as many bends
/// as those of a drawing that was never written, so that they stay smooth when they move.
pub(crate) fn read(text: &str, drawing: &Drawing) -> Option<Drawing> {
    let mut read = restored(text, drawing)?;
    read.follow_curves();
    Some(read)
}

/// Reads a drawing with the bends that are written.
fn restored(text: &str, drawing: &Drawing) -> Option<Drawing> {
    let map = drawing.map();
    let mut digits = text.bytes();
    let scale = take(&mut digits).filter(|scale| *scale > 0)? as f64;
    let mut before = (0_i64, 0_i64);
    let mut take_place = |digits: &mut _, known: Option<Point>| {
        let at = match known {
            Some(place) => (
                (place.x * scale).round() as i64,
                (place.y * scale).round() as i64,
            ),
            None => (
                before.0.checked_add(take(digits)?)?,
                before.1.checked_add(take(digits)?)?,
            ),
        };
        before = at;
        Some(Point::new(at.0 as f64 / scale, at.1 as f64 / scale))
    };
    let mut spots = Vec::new();
    for _ in map.vertices() {
        spots.push(take_place(&mut digits, None)?);
    }
    let mut lines = Vec::new();
    for line in 0..map.n_edges() {
        let n = take(&mut digits)?;
        take_place(
            &mut digits,
            Some(spots[map.origin(Dart::new(2 * line)).index()]),
        )?;
        let bends = (0..n).map(|_| take_place(&mut digits, None));
        lines.push(bends.collect::<Option<Vec<Point>>>()?);
    }
    let marks: Vec<Mark> = map.vertices().map(|vertex| drawing.mark(vertex)).collect();
    Drawing::restored(map, &marks, spots, lines).ok()
}

/// Returns the bends of a line, or fewer whose spline is almost the same curve.
fn fitted(drawing: &Drawing, line: Dart, off: f64) -> Vec<Point> {
    let (points, curve) = (drawing.line(line), drawing.curve(line));
    let bends = &points[1..points.len() - 1];
    let (start, end) = (curve[0], curve[curve.len() - 1]);
    let mut along = vec![0.0];
    for pair in curve.windows(2) {
        along.push(along[along.len() - 1] + pair[0].distance(pair[1]));
    }
    // The place at a share of the length of the curve.
    let place = |share: f64| {
        let far = share * along[along.len() - 1];
        let i = along
            .partition_point(|x| *x < far)
            .clamp(1, curve.len() - 1);
        let t = (far - along[i - 1]) / (along[i] - along[i - 1]).max(1e-300);
        curve[i - 1].lerp(curve[i], t.clamp(0.0, 1.0))
    };
    let mut n = 1;
    while n < bends.len() {
        let share = |i: usize, t: f64| (i as f64 + t) / n as f64;
        let mut fit: Vec<Point> = (0..n).map(|i| place(share(i, 0.5))).collect();
        // The place on the arc of a bend.
        let arc = |fit: &[Point], i: usize, t: f64| {
            let from = if i == 0 {
                start
            } else {
                fit[i - 1].midpoint(fit[i])
            };
            let to = fit.get(i + 1).map_or(end, |next| fit[i].midpoint(*next));
            from.lerp(fit[i], t).lerp(fit[i].lerp(to, t), t)
        };
        // The middle of each arc lies on the curve in the end.
        for _ in 0..10 {
            let moved = |i: usize| fit[i] + (place(share(i, 0.5)) - arc(&fit, i, 0.5));
            fit = (0..n).map(moved).collect();
        }
        let is_close = |i: usize| {
            let ts = [0.2, 0.4, 0.6, 0.8, 1.0];
            ts.into_iter()
                .all(|t| arc(&fit, i, t).distance(place(share(i, t))) < off)
        };
        if (0..n).all(is_close) {
            return fit;
        }
        n = (n as f64 * MORE).ceil() as usize;
    }
    bends.to_vec()
}

/// Writes a number in groups of five bits, with the sign in the lowest bit.
fn put(text: &mut String, number: i64) {
    let mut left = (number << 1 ^ number >> 63) as u64;
    while left >= 32 {
        text.push(char::from(DIGITS[(left & 31 | 32) as usize]));
        left >>= 5;
    }
    text.push(char::from(DIGITS[left as usize]));
}

fn take(digits: &mut impl Iterator<Item = u8>) -> Option<i64> {
    let mut found = 0;
    for shift in (0..30).step_by(5) {
        let digit = digits.next()?;
        let value = DIGITS.iter().position(|other| *other == digit)? as i64;
        found |= (value & 31) << shift;
        if value < 32 {
            return Some(found >> 1 ^ -(found & 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, -1, 15, -16, 16, 12_345, -54_321] {
            let mut text = String::new();
            put(&mut text, number);
            assert_eq!(take(&mut text.bytes()), Some(number));
        }
        assert_eq!(take(&mut "+".bytes()), None);
        assert_eq!(take(&mut "________".bytes()), None);
    }
}
