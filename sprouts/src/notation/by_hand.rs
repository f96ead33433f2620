//! Reads moves as people type them, in any spelling that fits exactly one line. The [parent module](super) describes
//! the grammar.

use std::collections::BTreeSet;

use common::text::{Reader, Unexpected};
use common::{Refused, sorting};

use super::wgosa::{self, eat_dash, read_list, skip_blanks};
use super::{read_end, several};
use crate::moves::{End, Move};
use crate::position::{Position, Spot};
use crate::rules::MOST_CORNERS;

/// Reads a move that a person typed, in any spelling that [the parent module](super) describes.
///
/// # Errors
///
/// Returns an error if the text follows neither grammar, or if it fits no line or several lines.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, Refused> {
    if text.contains('(') {
        let tight: String = text.split_whitespace().collect();
        return wgosa::read_move(position, &tight);
    }
    let (from, to, list, with_spot) = read_typed(text)?;
    let line = |from: End, to: End| position.line(from, to, list.iter().copied(), with_spot);
    let refusal = match line(from, to) {
        Ok(m) => return Ok(m),
        Err(refusal) => refusal,
    };
    // A mark may be wrong or missing, so try all marks.
    let corners = |end: End| (0..MOST_CORNERS as u8).map(move |corner| End { corner, ..end });
    let pairs = corners(from).flat_map(|from| corners(to).map(move |to| (from, to)));
    let mut candidates: Vec<Move> = pairs.filter_map(|(from, to)| line(from, to).ok()).collect();
    sorting::sort_by(&mut candidates, Ord::cmp);
    candidates.dedup();
    match candidates[..] {
        [] => Err(refusal.into()),
        [m] => Ok(m),
        _ => Err(several(candidates)),
    }
}

/// Reads the ends, the list, and whether there is a new spot.
fn read_typed(text: &str) -> Result<(End, End, BTreeSet<Spot>, bool), Unexpected> {
    let mut reader = Reader::new(text);
    skip_blanks(&mut reader);
    let from = read_end(&mut reader)?;
    let before = reader.clone();
    skip_blanks(&mut reader);
    let blank = !reader.since(&before).is_empty();
    let bare = reader.eat('_');
    if !bare && !eat_dash(&mut reader) && !reader.eat(',') && !blank {
        return Err(reader.unexpected("`-` and another spot"));
    }
    skip_blanks(&mut reader);
    let to = read_end(&mut reader)?;
    skip_blanks(&mut reader);
    let list = read_list(&mut reader)?;
    skip_blanks(&mut reader);
    reader.expect_end()?;
    Ok((from, to, list, !bare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Game, Record, Seeded, playout};

    #[track_caller]
    fn reads(game: &str, text: &str, expected: &str) {
        let game: Record<Position> = game.parse().expect("a game");
        match read_move(game.position(), text) {
            Ok(m) => assert_eq!(m.to_string(), expected, "{text}"),
            Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        }
    }

    #[test]
    fn a_line_is_read_from_either_end_and_with_either_side() {
        reads("3", "2-1", "1-2");
        reads("3", " 3   1 ", "1-3");
        reads("3", "1−1 [ 2 ]", "1-1[3]");
        reads("5", "1-1[4-5, 2]", "1-1[3]");
        reads("4 1-2", "1-2[3,4]", "1-2[3,4]");
        reads("4 1-2", "2-1[3,4]", "1-2");
        reads("4 1-2", "2-1[3]", "1-2[4]");
    }

    #[test]
    fn any_spot_of_a_piece_names_it() {
        reads("4 3-4", "1-1[2,5]", "1-1");
        reads("4 3-4", "1-1[4]", "1-1[3]");
        reads("4 3-4", "1-1[5]", "1-1[3]");
    }

    #[test]
    fn a_mark_that_decides_nothing_may_be_there_or_not() {
        // One corner of 4 is outside the loop, the other inside.
        reads("3 1-1[3]", "2!-4!", "2-4");
        reads("3 1-1[3]", "2-4", "2-4");
        reads("3 1-1[3]", "3-4", "3-4!");
        // Where both corners of 4 are open, the mark decides.
        reads("3 1-2", "4-3", "3-4");
        reads("3 1-2", "3-4!", "3-4!");
    }

    #[test]
    fn what_is_no_line_is_refused_with_the_reason() {
        reads(
            "3",
            "1-9",
            "there is no spot 9; the position has spots 1 to 3",
        );
        reads(
            "3",
            "1",
            "expected `-` and another spot at character 2, found the end of the text",
        );
        reads(
            "3",
            "1-2-3",
            "expected the end of the text at character 4, found `-`",
        );
        reads("3", "1(5)2", "the new spot must have the number 4, found 5");
        reads(
            "3",
            "1-2[3]",
            "a line from 1 to 2 joins two pieces and encloses nothing; leave out the list with spot 3",
        );
        reads(
            "3",
            "1_2",
            "the line from 1 to 2 needs a new spot; write the line with `-`",
        );
    }

    #[test]
    fn every_move_is_read_from_its_other_end_and_from_its_text() {
        let mut random = Seeded::new(5);
        for setup in [
            "2",
            "3-",
            "4",
            "3+black-and-white",
            "4+antwerp-cold",
            "2+lines-4",
        ] {
            for moves in 0..8 {
                let start: Position = setup.parse().expect("a setup");
                let position = playout::record(start, moves, &mut random)
                    .position()
                    .clone();
                for m in position.moves() {
                    assert_eq!(read_move(&position, &m.to_string()), Ok(m), "{position}");
                    if m.from.spot == m.to.spot {
                        continue;
                    }
                    let corner = position.corner(m.from).expect("a corner");
                    let map = position.map();
                    let others = map
                        .boundaries_of(map.face_at(corner))
                        .filter_map(|boundary| {
                            let mut spots = map.corners(boundary).map(|c| Spot::at(map.vertex(c)));
                            let own = boundary == map.boundary(corner);
                            spots.next().filter(|_| !own)
                        });
                    let divides = map.boundary(corner)
                        == map.boundary(position.corner(m.to).expect("a corner"));
                    let right: Vec<String> = others
                        .filter(|spot| divides && !m.left.contains(position.piece(*spot)))
                        .map(|spot| spot.to_string())
                        .collect();
                    let line = if m.with_spot { '-' } else { '_' };
                    let text = format!("{} {line} {} [{}]", m.to, m.from, right.join(", "));
                    assert_eq!(read_move(&position, &text), Ok(m), "{position} {text}");
                }
            }
        }
    }
}
