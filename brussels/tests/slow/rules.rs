//! Brussels Sprouts once more, slowly and by the book: faces as lists of boundaries, and boundaries as lists of arms.
//!
//! It shares no code with the crate, so that a test or a fuzz target can play both and compare.

use std::collections::BTreeSet;

use papergames_brussels::{Ending, Game, Outcome, Player, Position, Stored};

/// An arm: the index of its star, and its place there.
type Arm = (usize, usize);

/// A drawing.
#[derive(Clone)]
struct Slow {
    /// Each boundary in left-hand order.
    faces: Vec<Vec<Vec<Arm>>>,
    /// The lowest star connected to each.
    pieces: Vec<usize>,
}

/// A line: the lower arm, the higher arm, and the pieces that stay with the lower one.
type Line = (Arm, Arm, BTreeSet<usize>);

fn text((star, place): Arm) -> String {
    format!("{}{}", star + 1, (b'a' + place as u8) as char)
}

fn move_text((from, to, pieces): &Line) -> String {
    let pieces: Vec<String> = pieces.iter().map(|star| (star + 1).to_string()).collect();
    let list = match pieces.len() {
        0 => String::new(),
        _ => format!("[{}]", pieces.join(",")),
    };
    format!("{}-{}{list}", text(*from), text(*to))
}

impl Slow {
    fn piece(&self, boundary: &[Arm]) -> usize {
        self.pieces[boundary[0].0]
    }

    /// Lists the lines from each arm to each higher one in its face, with each set of the other pieces.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for face in &self.faces {
            for one in face {
                let others: Vec<usize> = face
                    .iter()
                    .filter(|boundary| *boundary != one)
                    .map(|boundary| self.piece(boundary))
                    .collect();
                for from in one {
                    for to in face.iter().flatten().filter(|to| *to > from) {
                        let sets = if one.contains(to) {
                            1 << others.len()
                        } else {
                            1
                        };
                        lines.extend((0..sets).map(|set: usize| {
                            let chosen = (0..others.len()).filter(|i| set >> i & 1 == 1);
                            (*from, *to, chosen.map(|i| others[i]).collect())
                        }));
                    }
                }
            }
        }
        lines
    }

    /// Draws a line. Its cross-bar makes two new arms, which take the names of the joined ones.
    fn draw(&mut self, (from, to, with): &Line) {
        let at = |arm: &Arm| {
            let holds = |face: &Vec<Vec<Arm>>| face.iter().flatten().any(|other| other == arm);
            self.faces.iter().position(holds).expect("a face")
        };
        let index = at(from);
        assert_eq!(index, at(to));
        let mut face = self.faces.swap_remove(index);
        let mut take = |arm: &Arm| {
            let index = face.iter().position(|boundary| boundary.contains(arm))?;
            let mut boundary = face.swap_remove(index);
            let place = boundary.iter().position(|other| other == arm)?;
            boundary.rotate_left(place);
            Some(boundary)
        };
        let mut first = take(from).expect("the boundary of the lower arm");
        if let Some(place) = first.iter().position(|arm| arm == to) {
            // from A… to B… becomes from B… on one side, and to A… on the other.
            let mut second = first.split_off(place);
            let (a, b) = (first.split_off(1), second.split_off(1));
            first.extend(b);
            second.extend(a);
            let stays = |boundary: &Vec<Arm>| with.contains(&self.pieces[boundary[0].0]);
            let (mut near, mut far): (Vec<_>, Vec<_>) = face.into_iter().partition(stays);
            near.push(first);
            far.push(second);
            self.faces.extend([near, far]);
        } else {
            let second = take(to).expect("the boundary of the higher arm");
            let (a, b) = (first.split_off(1), &second[1..]);
            first.extend(b);
            first.push(*to);
            first.extend(a);
            face.push(first);
            self.faces.push(face);
            let [one, other] = [from, to].map(|arm| self.pieces[arm.0]);
            for piece in &mut self.pieces {
                if *piece == one.max(other) {
                    *piece = one.min(other);
                }
            }
        }
    }

    /// Returns the faces as the crate lists them: each boundary from its lowest arm, everything in ascending order.
    fn sorted(&self) -> Vec<Vec<Vec<String>>> {
        let mut faces = self.faces.clone();
        for face in &mut faces {
            for boundary in face.iter_mut() {
                let least = boundary.iter().min().expect("a free arm");
                let place = boundary.iter().position(|arm| arm == least);
                boundary.rotate_left(place.expect("the lowest arm"));
            }
            face.sort();
        }
        faces.sort();
        let boundary = |arms: &Vec<Arm>| arms.iter().map(|arm| text(*arm)).collect();
        let face = |face: &Vec<Vec<Arm>>| face.iter().map(boundary).collect();
        faces.iter().map(face).collect()
    }
}

/// Plays the game that `bytes` choose with the crate and with the slow rules, and compares them after each move.
///
/// # Panics
///
/// Panics where the two differ.
pub(crate) fn play(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let Some(head) = bytes.next() else { return };
    let ending = [Ending::Normal, Ending::Misere][usize::from(head & 1)];
    let n_stars = usize::from(head >> 1) % 4 + 1;
    let arms: Vec<usize> = bytes
        .by_ref()
        .take(n_stars)
        .map(|byte| usize::from(byte) % 5 + 1)
        .collect();
    if arms.len() < n_stars {
        return;
    }
    let star = |(star, n): (usize, &usize)| (0..*n).map(|place| (star, place)).collect();
    let mut slow = Slow {
        faces: vec![arms.iter().enumerate().map(star).collect()],
        pieces: (0..n_stars).collect(),
    };
    let mut position = Position::with_arms(&arms, ending).expect("a small setup");
    for number in 0.. {
        let faces = position.faces();
        let boundary = |arms: &Vec<_>| arms.iter().map(ToString::to_string).collect::<Vec<_>>();
        let faces: Vec<Vec<Vec<String>>> = faces
            .iter()
            .map(|face| face.iter().map(boundary).collect())
            .collect();
        assert_eq!(faces, slow.sorted(), "the faces of {position}");
        assert_eq!(position.moves_made(), number);
        assert_eq!(position.n_faces(), slow.faces.len());
        let lines = slow.lines();
        assert_eq!(position.count_moves(), lines.len() as u128, "{position}");
        let mover = [Player::FIRST, Player::SECOND][number % 2];
        assert_eq!(position.turn(), (!lines.is_empty()).then_some(mover));
        let winner = match ending {
            Ending::Normal => mover.opponent(),
            Ending::Misere => mover,
        };
        let outcome = lines.is_empty().then_some(Outcome::Win(winner));
        assert_eq!(position.outcome(), outcome);
        let Some(byte) = bytes.next() else { return };
        if lines.is_empty() {
            return;
        }
        if byte >= 192 {
            // Now and then the whole list, and the text of the position.
            let listed: BTreeSet<String> =
                position.moves().iter().map(ToString::to_string).collect();
            let expected: BTreeSet<String> = lines.iter().map(move_text).collect();
            assert_eq!(listed, expected, "the moves of {position}");
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
        }
        let line = &lines[usize::from(byte) * 7 % lines.len()];
        let m = move_text(line).parse().expect("a move");
        let before = position.clone();
        assert!(position.apply(&m).is_ok(), "{m} in {before}");
        let rank = before.index_of(&m).expect("a legal move has a rank");
        assert_eq!(before.nth_move(rank), Some(m));
        slow.draw(line);
    }
}
