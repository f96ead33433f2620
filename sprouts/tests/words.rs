//! What is said to be on the left is on the left in the picture: in the words for moves, in the notations, in the
//! help, and in the lists of boundaries. The geometry of the drawn lines is the judge.

use std::collections::{BTreeMap, VecDeque};

use papergames_sprouts::notation::wgosa;
use papergames_sprouts::render::Sketch;
use papergames_sprouts::{
    Describe, Ending, Game, Move, Position, Record, Rules, Seeded, Spot, Variant,
};
use picture::drawing::Drawing;
use picture::geometry::{Point, Vec2};
use planar::Dart;

use Side::{Left, Right};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    /// Returns the side that a text names first, after the given words.
    fn after(words: &str, text: &str) -> Side {
        let (_, text) = text
            .split_once(words)
            .unwrap_or_else(|| panic!("{words}: {text}"));
        match text.trim_start() {
            text if text.starts_with("left") => Left,
            text if text.starts_with("right") => Right,
            text => panic!("no side: {text}"),
        }
    }

    fn other(self) -> Side {
        match self {
            Left => Right,
            Right => Left,
        }
    }
}

/// Returns the way of a dart on the page.
fn way(drawing: &Drawing, dart: Dart) -> Vec<Point> {
    let way = drawing.curve(dart).into_iter();
    way.map(|place| drawing.on_page(place)).collect()
}

/// Returns the neighbours of the origin of a dart as the page shows them: clockwise, beginning with the dart's target.
fn clockwise(drawing: &Drawing, first: Dart) -> Vec<Spot> {
    let map = drawing.map();
    let mut around: Vec<(f64, Dart)> = map
        .darts_at(map.origin(first))
        .map(|dart| {
            let way = way(drawing, dart);
            let next = way.iter().find(|place| place.distance(way[0]) > 1e-4);
            // The vertical axis of a page points down, so angles grow clockwise.
            ((*next.expect("a line has a length") - way[0]).atan2(), dart)
        })
        .collect();
    around.sort_by(|p, q| p.0.total_cmp(&q.0));
    let begin = around.iter().position(|(_, dart)| *dart == first);
    around.rotate_left(begin.expect("a dart at its origin"));
    let targets = around.into_iter().map(|(_, dart)| map.target(dart));
    targets.map(Spot::at).collect()
}

/// Returns how often a closed way winds around a point.
fn winds(closed: &[Point], around: Point) -> i64 {
    use core::f64::consts::TAU;
    let ends = closed.iter().cycle().skip(1);
    let turns = closed.iter().zip(ends).map(|(from, to)| {
        let turn = (*to - around).atan2() - (*from - around).atan2();
        turn - (turn / TAU).round() * TAU
    });
    (turns.sum::<f64>() / TAU).round() as i64
}

/// A move and its picture.
struct Seen<'a> {
    before: &'a Position,
    m: Move,
    drawing: &'a Drawing,
    /// The new line on the page, in the direction of the move.
    line: Vec<Point>,
    /// Where the new line leaves its ends.
    leaves: [Dart; 2],
}

impl<'a> Seen<'a> {
    fn new(before: &'a Position, m: Move, after: &'a Sketch) -> Seen<'a> {
        let (drawing, edges) = (after.drawing(), after.last_lines());
        let new: Vec<Dart> = edges.iter().map(|edge| Dart::new(2 * edge)).collect();
        let [first, last] = [new[0], new[new.len() - 1]];
        let mut line: Vec<Point> = new.iter().flat_map(|dart| way(drawing, *dart)).collect();
        // The new spot is the end of one half and the start of the other.
        line.dedup();
        Seen {
            before,
            m,
            drawing,
            line,
            leaves: [first, last.twin()],
        }
    }

    fn place(&self, spot: Spot) -> Point {
        self.drawing.on_page(self.drawing.spot(spot.vertex()))
    }

    /// Returns whether the picture is a clear one: it shows the position, and the new line has two sides and keeps away
    /// from the spots that are not its own.
    fn is_clear(&self) -> bool {
        let ends = [self.m.from.spot, self.m.to.spot];
        let mut others = self.before.spots().filter(|spot| !ends.contains(spot));
        let keeps_away = others.all(|other| {
            let place = self.place(other);
            self.line.iter().all(|point| point.distance(place) > 2.0)
        });
        let has_sides = self.hands().is_none_or(|[left, right]| left != right);
        keeps_away && has_sides && self.drawing.read_back().is_ok()
    }

    /// Returns the new line, closed along older ones, or `None` if it joins two pieces.
    fn closed(&self) -> Option<Vec<Point>> {
        let map = self.before.map();
        let [from, to] = [self.m.from.spot, self.m.to.spot].map(Spot::vertex);
        let mut before = BTreeMap::from([(to, None)]);
        let mut queue = VecDeque::from([to]);
        while let Some(vertex) = queue.pop_front() {
            for dart in map.darts_at(vertex) {
                before.entry(map.target(dart)).or_insert_with(|| {
                    queue.push_back(map.target(dart));
                    Some(dart)
                });
            }
        }
        let (mut closed, mut back, mut at) = (self.line.clone(), Vec::new(), from);
        while let Some(dart) = before.get(&at)? {
            back.push(*dart);
            at = map.origin(*dart);
        }
        closed.extend(back.iter().rev().flat_map(|dart| way(self.drawing, *dart)));
        Some(closed)
    }

    /// Returns how often the closed line winds around the places on its left and on its right, or `None` if it joins
    /// two pieces.
    fn hands(&self) -> Option<[i64; 2]> {
        let closed = self.closed()?;
        let middle = self.line.len() / 2;
        let (from, to) = (self.line[middle - 1], self.line[middle]);
        let step = (to - from) * 1e-3;
        // To the left of the step on a page, whose vertical axis points down.
        let aside = Vec2::new(step.y, -step.x);
        let beside = [from.midpoint(to) + aside, from.midpoint(to) - aside];
        Some(beside.map(|place| winds(&closed, place)))
    }

    /// Returns the side of the new line, which divides its region, on which a spot of this region is.
    fn side(&self, spot: Spot) -> Side {
        let closed = self.closed().expect("the line divides its region");
        let hands = self.hands().expect("the line divides its region");
        match winds(&closed, self.place(spot)) {
            seen if seen == hands[0] => Left,
            seen if seen == hands[1] => Right,
            seen => panic!("{self}: {spot}, {seen} of {hands:?}"),
        }
    }

    /// Returns how often each boundary that was there before winds around a place: the same for a whole region, and for
    /// no other.
    fn region(&self, place: Point) -> Vec<i64> {
        let map = self.before.map();
        let mut starts: Vec<Dart> = map.darts().collect();
        let mut around = Vec::new();
        while let Some(first) = starts.pop() {
            let next = |dart: &Dart| Some(map.next(*dart)).filter(|next| *next != first);
            let boundary: Vec<Dart> = core::iter::successors(Some(first), next).collect();
            starts.retain(|dart| !boundary.contains(dart));
            let closed = boundary.iter().flat_map(|dart| way(self.drawing, *dart));
            around.push(winds(&closed.collect::<Vec<Point>>(), place));
        }
        around
    }

    /// Returns whether the new line runs through a region that a spot touches.
    fn passes(&self, spot: Spot) -> bool {
        let middle = self.line.len() / 2;
        let region = self.region(self.line[middle - 1].midpoint(self.line[middle]));
        let place = self.place(spot);
        (0..90).any(|step| {
            let aside = Vec2::from_angle(f64::from(step) * core::f64::consts::TAU / 90.0);
            self.region(place + aside * 0.5) == region
        })
    }

    /// Returns the neighbours to the left and to the right of the new line where it leaves an end that had two lines.
    fn beside(&self, end: Spot) -> Option<[Spot; 2]> {
        if self.before.degree(end) < 2 {
            return None;
        }
        let leaves = self.leaves[usize::from(end != self.m.from.spot)];
        let around = clockwise(self.drawing, leaves);
        Some([around[2], around[1]])
    }

    /// Returns the pieces in the region of the line, except those of its ends.
    fn others(&self) -> Vec<Spot> {
        let map = self.before.map();
        let corner = self.before.corner(self.m.from).expect("a legal move");
        let boundaries = map.boundaries_of(map.face_at(corner));
        let pieces = boundaries.filter_map(|boundary| {
            let corner = map.corners(boundary).next()?;
            Some(self.before.piece(Spot::at(map.vertex(corner))))
        });
        let own = [self.m.from, self.m.to].map(|end| self.before.piece(end.spot));
        pieces.filter(|piece| !own.contains(piece)).collect()
    }

    fn divides(&self) -> bool {
        let ends = [self.m.from, self.m.to].map(|end| self.before.corner(end));
        let [from, to] = ends.map(|corner| self.before.map().boundary(corner.expect("legal")));
        from == to
    }

    /// Compares the words for the move with the picture. Returns the number of claims.
    fn check_words(&self) -> usize {
        let words = self.before.say_move(&self.m);
        let spots = |text: &str| -> Vec<Spot> {
            let numbers = text.split(|c: char| !c.is_ascii_digit());
            let numbers = numbers.filter_map(|number| number.parse().ok());
            numbers.map(Spot::new).collect()
        };
        let mut claims = 0;
        for verb in ["leaving ", "reaching "] {
            for (at, _) in words.match_indices(verb) {
                let claim = &words[at..];
                let [end, beside] = spots(claim)[..2] else {
                    panic!("{self}: {words}")
                };
                let [left, right] = self.beside(end).expect("two older lines");
                // Who comes to a spot has on the left what who leaves it has on the right.
                let side = Side::after(" on the ", claim);
                let side = if verb == "leaving " {
                    side
                } else {
                    side.other()
                };
                let seen = if side == Left { left } else { right };
                assert_eq!(seen, beside, "{self}: {words}");
                claims += 1;
            }
        }
        if let Some((_, claim)) = words.split_once("passing ") {
            let side = Side::after(" on the ", claim);
            for passed in spots(claim) {
                assert_eq!(self.side(passed), side, "{self}: {words}");
            }
            claims += 1;
        }
        for (side, touches) in [(" on the side of ", true), (" on the side without ", false)] {
            if let Some((_, claim)) = words.split_once(side) {
                assert_eq!(self.passes(spots(claim)[0]), touches, "{self}: {words}");
                claims += 1;
            }
        }
        if self.m.from == self.m.to {
            let (_, sides) = words.rsplit_once(" with ").expect("the sides of a loop");
            let named = spots(sides);
            // Nobody sees in which direction the loop of a lone spot runs.
            let is_lone = self.before.degree(self.m.from.spot) == 0;
            let others = self.others();
            let one = others.iter().find(|other| named.contains(other));
            let inside = one.filter(|_| is_lone).map_or(Left, |one| self.side(*one));
            for other in others {
                let is_named = named.contains(&other);
                let side = if is_named { inside } else { inside.other() };
                let is_free = is_lone && named.is_empty();
                assert!(is_free || self.side(other) == side, "{self}: {words}");
            }
            let own = self.before.map().darts_at(self.m.from.spot.vertex());
            let own: Vec<Dart> = own.collect();
            let beyond = match own.len() {
                1 => "its line on the other",
                _ => "its lines on the other",
            };
            assert_eq!(
                words.contains(beyond),
                !own.is_empty() && !named.is_empty(),
                "{self}: {words}"
            );
            for own in own {
                let far = Spot::at(self.before.map().target(own));
                assert_eq!(self.side(far), Right, "{self}: {words}");
            }
            claims += 1;
        }
        let sides = [" left", " right", " on the side "];
        let sides = sides.map(|side| words.matches(side).count());
        let is_loop = usize::from(self.m.from == self.m.to);
        assert_eq!(
            sides.iter().sum::<usize>() + is_loop,
            claims,
            "a claim that is not compared: {words}"
        );
        claims
    }

    /// Compares the plain notation, as the help explains it, with the picture. Returns the number of claims.
    fn check_notation(&self) -> usize {
        let help = self.before.move_help();
        let help: Vec<&str> = help.split_whitespace().collect();
        let help = help.join(" ");
        let mut claims = 0;
        let listed = Side::after("with everything connected to them, are on its ", &help);
        let is_lone = self.before.degree(self.m.from.spot) == 0;
        if self.divides() && !is_lone {
            for other in self.others() {
                let is_listed = self.m.left.contains(other);
                let side = if is_listed { listed } else { listed.other() };
                assert_eq!(self.side(other), side, "{self}");
                claims += usize::from(is_listed);
            }
        }
        if self.before.rules().variant.lines_at_start() != 3 {
            // The help explains corners by counting them.
            return claims;
        }
        let higher = Side::after(
            "the line leaves it with its higher neighbour on the ",
            &help,
        );
        for end in [self.m.from, self.m.to] {
            let Some([left, right]) = self.beside(end.spot).filter(|[left, right]| left != right)
            else {
                continue;
            };
            let seen = if left > right { Left } else { Right };
            assert_eq!(end.corner > 0, seen == higher, "{self}");
            claims += 1;
        }
        claims
    }

    /// Compares the notation of the association, as its table explains it, with the picture. Returns the number of
    /// claims.
    fn check_association(&self) -> usize {
        let text = wgosa::write_move(self.before, &self.m).expect("standard Sprouts");
        let (line, list) = text.split_once('[').unwrap_or((&text, ""));
        let (from, rest) = line.split_once('(').expect("a new spot");
        let (_, to) = rest.split_once(')').expect("a new spot");
        // The mark of the second end is before its number, and the one after it belongs to the list.
        let marks = [from.ends_with('!'), to.starts_with('!')];
        let [from, to]: [Spot; 2] =
            [from, to].map(|end| Spot::new(end.trim_matches('!').parse().expect("a spot")));
        let mut claims = 0;
        for (end, mark) in [from, to].into_iter().zip(marks) {
            // Without a mark nothing is said, unless both corners of the spot are in the region.
            if let (true, Some([left, right])) = (mark, self.beside(end)) {
                assert!(left <= right, "{self}: {text}");
                claims += 1;
            }
        }
        // Something is said about the side of the list only where the other side is another move.
        let (other, is_left) = match line.strip_suffix('!') {
            Some(unmarked) => (format!("{unmarked}[{list}"), true),
            None => (format!("{line}![{list}"), false),
        };
        let other = wgosa::read_move(self.before, &other);
        if list.is_empty() || from == to || !other.is_ok_and(|other| other != self.m) {
            return claims;
        }
        // The list also names spots of the line's own piece.
        let pieces = self.others();
        let listed = list.trim_end_matches(']').split(',');
        let listed = listed.filter_map(|spot| Some(Spot::new(spot.parse().ok()?)));
        for spot in listed.filter(|spot| pieces.contains(spot)) {
            // The move may be named in the other direction.
            let is_left = is_left == (from == self.m.from.spot);
            let side = if is_left { Left } else { Right };
            assert_eq!(self.side(spot), side, "{self}: {text}");
            claims += 1;
        }
        claims
    }

    /// Compares the move made with cards with the picture: the line from the spot of the new stack's top card to that
    /// of its bottom card has the new row on its left. Returns the number of claims.
    fn check_cards(&self) -> usize {
        let (text, _) = self
            .before
            .view_move("cards", &self.m)
            .expect("standard Sprouts");
        let words: Vec<&str> = text.split(' ').collect();
        let ["divide", row, held, take, moved @ ..] = &words[..] else {
            return 0;
        };
        let index = |number: &str| number.parse::<usize>().expect("a number") - 1;
        let rows = self.before.lists();
        let row = &rows[index(row)];
        let (stack, cut) = held.split_once('.').unwrap_or((held, "0"));
        let (stack, cut): (_, usize) = (&row[index(stack)], cut.parse().expect("a number"));
        let [top, bottom] = [cut, cut + index(take)].map(|at| Spot::new(stack[at % stack.len()]));
        let side = match (top == bottom, top == self.m.from.spot) {
            (true, _) => return 0,
            (false, true) => Left,
            (false, false) => Right,
        };
        for stack in moved {
            let piece = self.before.piece(Spot::new(row[index(stack)][0]));
            assert_eq!(self.side(piece), side, "{self}: {text}");
        }
        moved.len()
    }
}

impl core::fmt::Display for Seen<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {}", self.before, self.m)
    }
}

/// Compares the lists of boundaries with the picture: with the left hand on the boundary, the line to the next spot is
/// the first counterclockwise from the line to the spot before. Returns the number of turns.
fn check_lists(sketch: &Sketch) -> usize {
    let mut turns = 0;
    for boundary in sketch.position().lists().iter().flatten() {
        let spots: Vec<Spot> = boundary.iter().map(|spot| Spot::new(*spot)).collect();
        for at in 0..spots.len() {
            let [before, spot, next] = [0, 1, 2].map(|step| spots[(at + step) % spots.len()]);
            if sketch.position().degree(spot) < 3 {
                continue;
            }
            let map = sketch.drawing().map();
            let mut back = map.darts_at(spot.vertex());
            let back = back.find(|dart| Spot::at(map.target(*dart)) == before);
            let around = clockwise(sketch.drawing(), back.expect("a line"));
            let is_clear =
                around[0] != around[1] && around[1] != around[2] && around[2] != around[0];
            if is_clear {
                assert_eq!(around[2], next, "{}: {spot}", sketch.position());
                turns += 1;
            }
        }
    }
    turns
}

#[test]
fn the_words_say_left_where_the_picture_shows_left() {
    for text in [
        "3+ 1-2 3-4",
        "4+ 1-2 3-5!",
        "4+ 1-2 1-3 1-4",
        "4+ 1-2 1-3 1!-4",
        "5+ 1-2 3-4 6-7",
        "5+ 1-2 3-4 6!-7",
        "5+ 1-2 1-2[3]",
        "5+ 1-2 1-2[3,4,5]",
    ] {
        let after: Record<Position> = text.parse().expect("a game");
        let mut before = after.clone();
        before.truncate(after.moves().len() - 1);
        let sketch = Sketch::of(&after).expect("a picture");
        let m = *after.moves().last().expect("a move");
        let seen = Seen::new(before.position(), m, &sketch);
        assert!(seen.check_words() > 0, "{text}");
    }
}

#[test]
fn whatever_names_a_side_agrees_with_thousands_of_pictures() {
    let mut random = Seeded::new(1);
    let (mut moves, mut crowded, mut turns, mut claims) = (0, 0, 0, [0; 4]);
    for game in 0..40 {
        let variant = if game % 4 == 0 {
            Variant::ALL[game / 4 % Variant::ALL.len()]
        } else {
            Variant::Standard
        };
        let rules = Rules {
            ending: Ending::Normal,
            variant,
        };
        let start = Position::new(4 + game % 4, rules).expect("few spots");
        let mut sketch = Sketch::new(&start).expect("a picture");
        for _ in 0..5 {
            turns += check_lists(&sketch);
            let before = sketch.position();
            let mut next = None;
            for _ in 0..before.count_moves().min(14) {
                let m = before.random_move(&mut random).expect("a move");
                let mut after = sketch.clone();
                // Everything else stays in its place, so there may be too little room.
                let seen = match after.plan(&m) {
                    Ok(()) => Some(Seen::new(before, m, &after)).filter(Seen::is_clear),
                    Err(_) => None,
                };
                let Some(seen) = seen else {
                    crowded += 1;
                    continue;
                };
                claims[0] += seen.check_words();
                claims[1] += seen.check_notation();
                if variant.is_standard() {
                    claims[2] += seen.check_association();
                    claims[3] += seen.check_cards();
                }
                moves += 1;
                next = Some(after);
            }
            let Some(next) = next else { break };
            sketch = next;
        }
    }
    assert!(moves > 2000 && turns > 80, "{moves} {turns}");
    assert!(20 * crowded < moves, "{crowded} of {moves}");
    assert!(claims.iter().all(|claims| *claims > 200), "{claims:?}");
}

/// The figure of the notation's page: whatever is old stays in its place, so that the pictures can be compared.
#[test]
fn four_moves_that_only_a_mark_tells_apart_are_drawn_in_one_place() {
    let record: Record<Position> = "5+ 1-2 3-4".parse().expect("a game");
    let sketch = Sketch::of(&record).expect("a picture");
    let places = |sketch: &Sketch| -> Vec<Point> {
        let old = record.position().spots();
        old.map(|spot| sketch.drawing().spot(spot.vertex()))
            .collect()
    };
    let mut left = Vec::new();
    for text in ["6(8)7", "6!(8)7", "6(8)!7", "6!(8)!7"] {
        let m = wgosa::read_move(record.position(), text).expect("a move");
        let mut after = sketch.clone();
        after.plan(&m).expect("there is room");
        assert_eq!(places(&after), places(&sketch), "{text}");
        let seen = Seen::new(record.position(), m, &after);
        seen.check_association();
        left.push([6, 7].map(|spot| seen.beside(Spot::new(spot)).map(|[left, _]| left)));
    }
    let lefts = [[2, 4], [1, 4], [2, 3], [1, 3]];
    let lefts = lefts.map(|spots| spots.map(|spot| Some(Spot::new(spot))));
    assert_eq!(left, lefts);
}
