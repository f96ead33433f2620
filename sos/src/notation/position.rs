//! Reads and writes the one-word text of a position, and checks that its fields are consistent.

use common::grid::{Columns, Rows};
use core::fmt;
use core::str::FromStr;

use common::text::Reader;
use common::{Player, Refused};

use super::setup::read_rules;
use crate::lines::Line;
use crate::moves::Letter;
use crate::position::Position;
use crate::setup::{Ruling, Setup};
use crate::size::{Cell, Size};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for cell in self.size().iter() {
            if cell.column == 0 && cell.row > 0 {
                f.write_char('/')?;
            }
            f.write_char(self.letter(cell).map_or('.', Letter::to_char))?;
        }
        if self.over {
            f.write_str(":-")?;
        } else {
            write!(f, ":{}", self.mover.index() + 1)?;
        }
        for (seat, points) in self.points[..self.setup.players()].iter().enumerate() {
            write!(f, "{}{points}", if seat == 0 { ':' } else { '-' })?;
        }
        let ruling = self.setup.ruling();
        if ruling.is_default() {
            return Ok(());
        }
        write!(f, ":{ruling}")
    }
}

impl FromStr for Position {
    type Err = Refused;

    /// Reads a position, or the text of an empty board, such as `4x4`, `4x4:first` or `4x4:general:3`.
    fn from_str(text: &str) -> Result<Position, Refused> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return text.parse().map(Position::of);
        }
        let mut reader = Reader::new(text);
        let board = reader.take_while(|c| matches!(c, 'S' | 'O' | '.' | '/'));
        if !reader.eat(':') {
            return Err(reader.unexpected("`S`, `O`, `.`, `/` or `:`").into());
        }
        let size = read_size(board)?;

        let before_turn = reader.clone();
        let turn = if reader.eat('-') {
            None
        } else {
            Some(reader.number("a player to move", 1..=Player::MAX as u64)? as usize - 1)
        };
        reader.expect(':')?;
        // How many points there can be depends on the rules and on what scores, which the last field states.
        let ruling = reader
            .rest()
            .split_once(':')
            .and_then(|(_, text)| text.parse().ok());
        let Ruling {
            rules,
            target,
            handicap,
        } = ruling.unwrap_or_default();
        let mut points = [0; Player::MAX];
        let mut players = 0;
        while players < 2 || (players < Player::MAX && reader.peek() == Some('-')) {
            if players > 0 {
                reader.expect('-')?;
            }
            let most = rules.most_points(target.lines(size).count()) as u64 + u64::from(handicap);
            points[players] = reader.number("points", 0..=most)? as u16;
            players += 1;
        }
        if turn.is_some_and(|seat| seat >= players) {
            let expected = format!("a player to move from 1 to {players}, or `-`");
            return Err(before_turn.unexpected(expected).into());
        }
        let mut ruling = Ruling::default();
        if !reader.is_at_end() {
            reader.expect(':')?;
            ruling = read_rules(&mut reader)?;
        }
        reader.expect_end()?;

        let setup = Setup::of(size, ruling.rules)
            .under(ruling)?
            .with_players(players);
        let mut position = Position::of(setup.expect("two to eight players have been read"));
        position.points = points;
        let cells = board.bytes().filter(|byte| *byte != b'/');
        for (index, byte) in cells.enumerate().filter(|(_, byte)| *byte != b'.') {
            let letter = if byte == b'S' { Letter::S } else { Letter::O };
            position.letters_mut(letter).insert(index);
            position.letters += 1;
        }
        settle(&mut position, turn.map(Player::new))?;
        Ok(position)
    }
}

/// Returns the size of a board from its rows.
fn read_size(board: &str) -> Result<Size, Refused> {
    let mut rows = board.split('/').map(str::len);
    let expected = rows.next().unwrap_or(0);
    for (i, found) in rows.enumerate() {
        if found != expected {
            let row = i + 2;
            return Err(Refused::new(format!(
                "row {row} has {found} cells, but the first row has {expected}"
            )));
        }
    }
    Size::new(Rows(board.split('/').count()), Columns(expected))
}

/// Checks that the points of the players are the handicap and those for the words on the board.
fn check_points(position: &Position, made: usize) -> Result<(), Refused> {
    let (handicap, found) = (position.handicap(), position.points(Player::SECOND));
    if found < handicap {
        return Err(Refused::new(format!(
            "the second player has a handicap of {handicap} and therefore at least as many points, found {found}"
        )));
    }
    let players = Player::all(position.setup.players());
    let points: usize = players.map(|player| position.points(player)).sum();
    let totals = position.rules().totals(made);
    if totals.contains(&(points - handicap)) {
        return Ok(());
    }
    let word = position.target().word.spelled();
    let count = |points: usize| format!("{points} point{}", if points == 1 { "" } else { "s" });
    let worth = match totals.into_inner() {
        (least, most) if least == most => count(most),
        (least, most) => format!("{least} to {}", count(most)),
    };
    let given = match handicap {
        0 => String::new(),
        _ => format!(", with a handicap of {handicap}"),
    };
    Err(Refused::new(format!(
        "the board has {made} {word}, worth {worth}, but the players have {} in total{given}",
        count(points)
    )))
}

/// Determines whether the game is over and who is to move from the letters and points. `turn` is the player named in
/// the text.
fn settle(position: &mut Position, turn: Option<Player>) -> Result<(), Refused> {
    let lines: Vec<Line> = position.sos_lines().collect();
    let players = position.setup.players();
    let all = || Player::all(players);
    let refuse = |reason: String| Err(Refused::new(reason));
    let word = position.target().word.spelled();
    check_points(position, lines.len())?;
    let handicap = position.handicap();
    let letters = position.moves_made();
    let rules = position.rules();
    let most_made = position.target().most_at_once();

    let ended = rules.ends_at_first() && !lines.is_empty();
    if ended {
        let last_of = |cell: &Cell| lines.iter().all(|line| line.cells().contains(cell));
        if !lines[0].cells().iter().any(last_of) {
            return refuse(format!(
                "{rules} rules end the game at the first {word}, but the last letter cannot have completed every \
                 {word} on this board"
            ));
        }
        let expected = Player::new((letters - 1) % players);
        if position.points(expected) != usize::from(rules.score(lines.len() as u16)) {
            return refuse(format!(
                "player {} wrote the last letter, but the points were given to another player",
                expected.index() + 1
            ));
        }
    }
    position.over = ended || position.n_empty() == 0;
    let found = match (position.over, turn) {
        (true, None) => None,
        (true, Some(found)) => {
            return refuse(format!(
                "the game is over; write `-` for the player to move, not {}",
                found.index() + 1
            ));
        }
        (false, None) => {
            return refuse(
                "the game is not over; write the number of the player to move instead of `-`"
                    .to_owned(),
            );
        }
        (false, Some(found)) => Some(found),
    };
    position.mover = found.unwrap_or(Player::FIRST);

    // The number of letters that each player can have written, and the total number that can have kept the turn.
    let mut fewest = 0;
    for player in all() {
        let given = if player == Player::SECOND {
            handicap
        } else {
            0
        };
        let points = position.points(player) - given;
        let own = if rules.keeps_turn() {
            letters
        } else {
            (letters + players - 1 - player.index()) / players
        };
        let scoring = points.div_ceil(rules.most_points(most_made));
        if scoring > own {
            return refuse(format!(
                "player {} cannot have {points} points yet, because one letter makes at most {most_made} {word}",
                player.index() + 1
            ));
        }
        fewest += scoring;
    }
    let most = lines.len().min(letters);
    let Some(found) = found else { return Ok(()) };
    // The turn passed once for each letter, except those that kept it.
    let kept = if rules.keeps_turn() {
        fewest..=most
    } else {
        0..=0
    };
    let mut possible = kept.map(|kept| Player::new((letters - kept) % players));
    if possible.clone().any(|player| player == found) {
        return Ok(());
    }
    let expected = match possible.next() {
        Some(player) if fewest == most || !rules.keeps_turn() => {
            format!("player {} must be to move", player.index() + 1)
        }
        _ => "another player must be to move".to_owned(),
    };
    refuse(format!(
        "after {letters} letters {expected}, found player {}",
        found.index() + 1
    ))
}

common::serde_as_text!(Position);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn one_player_can_have_the_most_points_of_a_board() {
        let games = Rules::ALL.into_iter();
        for rules in games.filter(|rules| !rules.ends_at_first()) {
            let most = rules.most_points(8);
            let text = format!("SSS/SSS/SSS:-:{most}-0:{rules}+sss");
            let position: Position = text.parse().expect("every line is `SSS`");
            assert_eq!(position.points(Player::FIRST), most, "{position}");
        }
    }
}
