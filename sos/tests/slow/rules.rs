//! SOS once more, slowly and by the book: a grid of characters in which every S-O-S is counted again after each letter.
//!
//! It shares no code with the crate, so that a test or a fuzz target can play both and compare.

use papergames_sos::{Game, Player, Position, Stored};

/// The rule sets that these rules know.
pub(crate) const RULES: [&str; 4] = ["general", "first", "alternating", "misere"];

/// The words that these rules know, each with what the text of a position adds for it.
const WORDS: [(&str, &str); 8] = [
    ("SOS", ""),
    ("SOS", ""),
    ("SOS", ""),
    ("SOO", "soo"),
    ("OSS", "oss"),
    ("SSS", "sss"),
    ("OSO", "oso"),
    ("OOS", "oos"),
];

/// Whether rows and columns are rings, and what the text of a position adds for it.
const RINGS: [([bool; 2], &str); 5] = [
    ([false, false], ""),
    ([false, false], ""),
    ([true, false], "wrap-rows"),
    ([false, true], "wrap-columns"),
    ([true, true], "wrap"),
];

/// A game in progress.
struct Slow {
    rules: &'static str,
    word: (&'static str, &'static str),
    rings: ([bool; 2], &'static str),
    board: Vec<Vec<char>>,
    points: Vec<usize>,
    mover: usize,
    over: bool,
}

impl Slow {
    /// Counts the S-O-S on the board, once for each line in which it can be read.
    fn count(&self) -> usize {
        let (rows, columns) = (self.board.len() as i32, self.board[0].len() as i32);
        let [is_row_ring, is_column_ring] = self.rings.0;
        let at = |row: i32, column: i32| {
            let row = if is_column_ring {
                (row + rows) % rows
            } else {
                row
            };
            let column = if is_row_ring {
                (column + columns) % columns
            } else {
                column
            };
            let row = usize::try_from(row)
                .ok()
                .and_then(|row| self.board.get(row));
            let column = usize::try_from(column).ok();
            row.zip(column).and_then(|(row, column)| row.get(column))
        };
        let mut found = 0;
        for row in 0..self.board.len() as i32 {
            for column in 0..self.board[0].len() as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let letters = [0, 1, 2].map(|n| at(row + n * down, column + n * right));
                    let read: String = letters.into_iter().flatten().collect();
                    found += usize::from(read == self.word.0);
                }
            }
        }
        found
    }

    /// Lists the moves as texts: row by row, `S` before `O`.
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (row, cells) in self.board.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if *cell == '.' && !self.over {
                    let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
                    moves.extend([format!("S{name}"), format!("O{name}")]);
                }
            }
        }
        moves
    }

    fn play(&mut self, m: &str) {
        let signs: Vec<char> = m.chars().collect();
        let row: usize = m[2..].parse().expect("a row");
        let before = self.count();
        self.board[row - 1][signs[1] as usize - 'a' as usize] = signs[0];
        let made = self.count() - before;
        self.points[self.mover] += made;
        let is_full = !self.board.iter().flatten().any(|cell| *cell == '.');
        let (ends_at_once, moves_again) = match self.rules {
            "general" => (false, true),
            "alternating" => (false, false),
            "first" | "misere" => (true, false),
            unknown => panic!("these rules do not know `{unknown}`"),
        };
        self.over = is_full || made > 0 && ends_at_once;
        if made == 0 || !moves_again {
            self.mover = (self.mover + 1) % self.points.len();
        }
    }

    /// Returns 1 for each player who wins, −1 for each who loses, and 0 for all after a draw.
    fn result(&self) -> Option<Vec<i32>> {
        if !self.over {
            return None;
        }
        let best = if self.rules == "misere" {
            0
        } else {
            *self.points.iter().max().expect("there are players")
        };
        let wins: Vec<bool> = self.points.iter().map(|points| *points == best).collect();
        if wins.iter().all(|wins| *wins) {
            return Some(vec![0; wins.len()]);
        }
        Some(wins.iter().map(|wins| if *wins { 1 } else { -1 }).collect())
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        let points: Vec<String> = self.points.iter().map(ToString::to_string).collect();
        let turn = if self.over {
            "-".to_owned()
        } else {
            (self.mover + 1).to_string()
        };
        let rules = if self.rules == "general" {
            ""
        } else {
            self.rules
        };
        let parts = [rules, self.rings.1, self.word.1];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let rules = if parts.is_empty() {
            String::new()
        } else {
            format!(":{}", parts.join("+"))
        };
        format!("{}:{turn}:{}{rules}", rows.join("/"), points.join("-"))
    }
}

/// Plays the game that `bytes` choose with the crate and with the slow rules, and compares them after each move.
///
/// # Panics
///
/// Panics where the two differ.
pub(crate) fn play(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied().map(usize::from);
    let mut choose = |n: usize| bytes.next().map(|byte| byte % n);
    let (Some(shape), Some(rules), Some(players)) = (choose(64), choose(RULES.len()), choose(3))
    else {
        return;
    };
    let (rows, columns) = (1 + shape % 8, 1 + shape / 8);
    let (Some(word), Some(rings)) = (choose(WORDS.len()), choose(RINGS.len())) else {
        return;
    };
    let (word, rings) = (WORDS[word], RINGS[rings]);
    let is_narrow = rings.0[0] && columns < 3 || rings.0[1] && rows < 3;
    if rows < 3 && columns < 3 || is_narrow {
        return;
    }
    let mut slow = Slow {
        rules: RULES[rules],
        word,
        rings,
        board: vec![vec!['.'; columns]; rows],
        points: vec![0; players + 2],
        mover: 0,
        over: false,
    };
    let mut position: Position = slow.text().parse().expect("the start");
    loop {
        assert_eq!(position.to_string(), slow.text());
        let read: Position = slow.text().parse().expect("the text of a position");
        assert_eq!(read, position, "read back from {}", slow.text());
        assert_eq!(position.sos_lines().count(), slow.count());
        let result = position.outcome().map(|outcome| {
            let players = Player::all(position.players());
            players
                .map(|player| outcome.utility(player))
                .collect::<Vec<_>>()
        });
        assert_eq!(result, slow.result(), "the outcome of {position}");
        let moves = slow.moves();
        let listed: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        assert_eq!(listed, moves, "the moves of {position}");
        assert_eq!(position.count_moves(), moves.len() as u128);
        let Some(index) = choose(moves.len().max(1)) else {
            return;
        };
        let Some(m) = moves.get(index) else {
            return;
        };
        let parsed = m.parse().expect("a move");
        assert_eq!(position.nth_move(index as u128), Some(parsed));
        assert_eq!(position.index_of(&parsed), Some(index as u128));
        let before = position.clone();
        let played = position.play(parsed).expect("a legal move");
        let mut back = position.clone();
        back.undo(played);
        assert_eq!(back, before, "after taking back {m}");
        assert!(position.check(&parsed).is_err(), "{m} twice in {before}");
        slow.play(m);
    }
}
