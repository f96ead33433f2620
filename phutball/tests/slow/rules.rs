//! Phutball once more, slowly and by the book: men in a set, and every jump walked point by point.
//!
//! It shares no code with the crate, so that a test or a fuzz target can play both and compare.

use std::collections::BTreeSet;

use papergames_phutball::{Game, Outcome, Player, Position, Stored};

/// The reading of the rules, as in the table of the crate's documentation.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each column of the table"
)]
pub(crate) struct Reading {
    pub(crate) name: &'static str,
    /// Whether a chain may come back from an end row.
    comes_back: bool,
    /// Whether landing on a goal line ends the game.
    on_landing: bool,
    /// Whether a diagonal jump may leave through a corner.
    corner: bool,
    /// Whether a player may put the ball into their own goal.
    own_goal: bool,
}

const fn reading(name: &'static str, comes_back: bool, on_landing: bool, corner: bool) -> Reading {
    Reading {
        name,
        comes_back,
        on_landing,
        corner,
        own_goal: true,
    }
}

/// The readings that these rules know.
pub(crate) const READINGS: [Reading; 7] = [
    reading("full-board", true, false, false),
    reading("full-board-corner", true, false, true),
    reading("terminal-rows", false, false, false),
    reading("terminal-rows-corner", false, false, true),
    reading("immediate", false, true, false),
    reading("immediate-corner", false, true, true),
    Reading {
        own_goal: false,
        ..reading("no-own-goal", false, false, false)
    },
];

/// Clockwise from north, as columns and rows.
const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("N", 0, 1),
    ("NE", 1, 1),
    ("E", 1, 0),
    ("SE", 1, -1),
    ("S", 0, -1),
    ("SW", -1, -1),
    ("W", -1, 0),
    ("NW", -1, 1),
];

/// A column and a row, both counted from 0.
type Point = (i32, i32);

#[derive(Clone)]
struct Slow {
    reading: Reading,
    columns: i32,
    rows: i32,
    men: BTreeSet<Point>,
    ball: Point,
    mover: usize,
    jumping: bool,
    over: bool,
}

impl Slow {
    /// Returns who wins if the ball rests where it is: the first player at the upper end.
    fn goal(&self) -> Option<usize> {
        match self.ball.1 {
            row if row <= 1 => Some(1),
            row if row >= self.rows - 2 => Some(0),
            _ => None,
        }
    }

    /// Makes a jump without ending the turn, if men are in its way and there is a point to land on.
    fn jumped(&self, (_, right, up): (&str, i32, i32)) -> Option<Slow> {
        let mut after = self.clone();
        let mut n_men = 0;
        loop {
            after.ball = (after.ball.0 + right, after.ball.1 + up);
            if !after.men.remove(&after.ball) {
                break;
            }
            n_men += 1;
        }
        let (column, row) = after.ball;
        let inside = (0..self.columns).contains(&column);
        let at_corner = [-1, self.columns].contains(&column) && [0, self.rows - 1].contains(&row);
        let lands = inside || self.reading.corner && at_corner;
        (n_men > 0 && lands).then_some(after)
    }

    /// Returns whether the ball lies where a chain has to end.
    fn rests(&self) -> bool {
        if self.reading.on_landing {
            return self.goal().is_some();
        }
        !self.reading.comes_back && [0, self.rows - 1].contains(&self.ball.1)
    }

    /// Returns whether the mover may end the turn here.
    fn may_rest(&self) -> bool {
        self.reading.own_goal || self.goal() != Some(1 - self.mover)
    }

    /// Returns the drawing after a jump if the turn can then be ended in some legal way.
    fn legal_jump(&self, direction: (&str, i32, i32)) -> Option<Slow> {
        let after = self.jumped(direction)?;
        let goes_on = || !after.rests() && after.jumps().next().is_some();
        (after.may_rest() || goes_on()).then_some(after)
    }

    fn jumps(&self) -> impl Iterator<Item = (&'static str, Slow)> + '_ {
        DIRECTIONS
            .into_iter()
            .filter_map(|direction| Some((direction.0, self.legal_jump(direction)?)))
    }

    fn end_turn(&mut self) {
        self.mover = 1 - self.mover;
        self.jumping = false;
        self.over = self.goal().is_some();
    }

    /// Lists the moves as texts, each with the position after it.
    fn children(&self) -> Vec<(String, Slow)> {
        let mut children = Vec::new();
        if self.over {
            return children;
        }
        for (name, mut after) in self.jumps() {
            after.jumping = !after.rests() && after.jumps().next().is_some();
            if !after.jumping {
                after.end_turn();
            }
            children.push((name.to_owned(), after));
        }
        if self.jumping {
            if self.may_rest() {
                let mut after = self.clone();
                after.end_turn();
                children.push(("stop".to_owned(), after));
            }
            return children;
        }
        for row in 1..self.rows - 1 {
            for column in 0..self.columns {
                if !self.men.contains(&(column, row)) && self.ball != (column, row) {
                    let mut after = self.clone();
                    after.men.insert((column, row));
                    after.mover = 1 - after.mover;
                    let name = format!("{}{row}", (b'a' + column as u8) as char);
                    children.push((name, after));
                }
            }
        }
        children
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..self.rows).rev() {
            let mut text = String::new();
            let mut run = 0;
            for column in -1..=self.columns {
                let sign = match (column, row) {
                    point if point == self.ball => '@',
                    point if self.men.contains(&point) => 'o',
                    (column, _) => {
                        run += i32::from((0..self.columns).contains(&column));
                        continue;
                    }
                };
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(sign);
            }
            if run > 0 {
                text += &run.to_string();
            }
            rows.push(text);
        }
        let mover = ["first", "second"][self.mover];
        let jumping = if self.jumping { ":jumping" } else { "" };
        format!("{}:{mover}:{}{jumping}", rows.join("/"), self.reading.name)
    }
}

/// Plays the game that `bytes` choose with the crate and with the slow rules, and compares them after each move.
///
/// # Panics
///
/// Panics where the two differ.
pub(crate) fn play(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied().map(i32::from);
    let (Some(rules), Some(size), Some(ball), Some(men)) =
        (bytes.next(), bytes.next(), bytes.next(), bytes.next())
    else {
        return;
    };
    let (columns, rows) = (1 + size % 8, 5 + size / 8 % 8);
    let mut slow = Slow {
        reading: READINGS[rules as usize % READINGS.len()],
        columns,
        rows,
        men: BTreeSet::new(),
        ball: (ball % columns, 2 + ball / columns % (rows - 4)),
        mover: rules as usize / READINGS.len() % 2,
        jumping: false,
        over: false,
    };
    for man in bytes.by_ref().take(men as usize % 24) {
        let man = (man % columns, 1 + man / columns % (rows - 2));
        if man != slow.ball {
            slow.men.insert(man);
        }
    }
    let mut position: Position = slow.text().parse().expect("the start");
    loop {
        assert_eq!(position.to_string(), slow.text());
        assert_eq!(slow.text().parse(), Ok(position), "{}", slow.text());
        let player = |index: usize| [Player::FIRST, Player::SECOND][index];
        let turn = (!slow.over).then(|| player(slow.mover));
        assert_eq!(position.turn(), turn, "{position}");
        let winner = slow.goal().filter(|_| slow.over);
        let outcome = winner.map(|winner| Outcome::Win(player(winner)));
        assert_eq!(position.outcome(), outcome, "{position}");
        let children = slow.children();
        let listed: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        let expected: Vec<&String> = children.iter().map(|(name, _)| name).collect();
        assert_eq!(
            listed.iter().collect::<Vec<_>>(),
            expected,
            "the moves of {position}"
        );
        assert_eq!(position.count_moves(), children.len() as u128);
        let Some(byte) = bytes.next() else { return };
        if children.is_empty() {
            return;
        }
        // Jumps come first in the list; half of the bytes choose among the first moves.
        let among = if byte >= 128 {
            children.len()
        } else {
            children.len().min(4)
        };
        let index = byte as usize % among;
        let (name, after) = children.into_iter().nth(index).expect("a move");
        let m = name.parse().expect("a move");
        assert_eq!(position.nth_move(index as u128), Some(m), "{position}");
        assert_eq!(position.index_of(&m), Some(index as u128), "{position}");
        let before = position;
        assert!(position.apply(&m).is_ok(), "{m} in {before}");
        slow = after;
    }
}
