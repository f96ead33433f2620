//! The view of a game on a screen, with running clocks, drawn again if the size of the screen changes.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use common::any::AnyRecord;
use common::{Level, Player, PlayerSet};

use super::super::screen::{FAINT, STRONG, Screen, fill, spelled};
use super::super::table::BoardPrinter;
use crate::clock::GameClock;
use crate::listing::first_moves;

/// The maximum number of moves that are shown with the board.
const FEW: u128 = 6;

/// The number of lines for the heading and the prompt, in addition to the board and the text below it.
pub(super) const FRAME: usize = 2;

/// The maximum number of sizes that are tried for a board that does not fit the screen.
const MOST_TRIES: usize = 4;

/// How often the clock and the size of the screen are checked.
const TICK: Duration = Duration::from_millis(100);

/// A position of a game, and what is shown with it.
pub(super) struct PositionView {
    pub(super) record: Box<dyn AnyRecord>,
    /// A remark on the position if it is an earlier position of the game.
    pub(super) past: Option<String>,
    /// The view in which moves are named.
    pub(super) spelling: Option<String>,
    /// The player to move; `None` if the game is over.
    pub(super) mover: Option<Player>,
    pub(super) people: PlayerSet,
    pub(super) level: Level,
    pub(super) clock: Option<GameClock>,
    /// The time that the player to move had left when this view was made.
    pub(super) left: Option<Duration>,
    pub(super) begun: Instant,
    pub(super) notes: Vec<String>,
}

impl PositionView {
    /// Returns the text of the whole screen. The screen is cleared first if everything fits on it: the heading, the
    /// board, the notes, who is to move, and a prompt.
    pub(super) fn compose(&self, board: &BoardPrinter, screen: &Screen) -> String {
        let status = self.status(screen);
        let lines = |text: &String| text.lines().count();
        let mut parts: Vec<String> = self
            .notes
            .iter()
            .map(|note| narrowed(note, screen))
            .collect();
        let below: usize = parts.iter().chain(&status).map(lines).sum();
        let height = |board: &String| below + lines(board) + FRAME;
        // Always leave room for two lines of notes, so that the board keeps its size from turn to turn.
        let drawn = |notes: usize| {
            let mut screen = *screen;
            if screen.is_still() {
                screen.rows = screen.rows.saturating_sub(notes.saturating_sub(2));
            }
            board(&*self.record, &screen)
        };
        let mut board = drawn(below.saturating_sub(1));
        let excess = height(&board).saturating_sub(screen.rows);
        if screen.is_still() && excess > 0 {
            // A board can shrink by more or less than requested.
            let smaller =
                (excess..excess + MOST_TRIES).map(|n| drawn((below + n).saturating_sub(1)));
            let smaller: Vec<String> = smaller.collect();
            let fitting = smaller.iter().find(|board| height(board) <= screen.rows);
            let least = smaller.iter().min_by_key(|board| lines(board));
            if let Some(chosen) = fitting.or(least) {
                board.clone_from(chosen);
            }
        }
        let clear = if screen.is_still() && height(&board) <= screen.rows {
            CLEAR
        } else {
            ""
        };
        if screen.is_still() {
            parts.splice(0..0, [self.header(screen), board]);
            parts.extend(status);
        } else {
            parts.push(board);
            parts.extend(status);
            parts.push(String::new());
        }
        format!("{clear}{}", parts.join("\n"))
    }

    /// Returns the line above a board that stays in its place: the name of the game, the last moves, and the clocks.
    fn header(&self, screen: &Screen) -> String {
        let names: Vec<String> = self.people.iter().map(|p| p.to_string()).collect();
        let level = self.level;
        let who = match (names.len(), self.people.len() == self.record.players()) {
            (0, _) => format!("machine, level {level}"),
            (_, true) => "all by hand".to_owned(),
            _ => format!("you: {}, level {level}", names.join(" and ")),
        };
        let clocks = self.clocks(Duration::ZERO);
        // The clocks may become longer while they run.
        let room = screen
            .columns
            .max(20)
            .saturating_sub(clocks.chars().count() + 4);
        let head = format!("{} · {who}", self.record.game().about().title);
        let head = match self.record.game().about().title {
            title if head.chars().count() >= room => {
                title.chars().take(room.saturating_sub(1)).collect()
            }
            _ => head,
        };
        let mut moves = String::new();
        // A record holds moves in the plain notation.
        let moves_shown = self
            .record
            .moves()
            .into_iter()
            .filter(|_| self.spelling.is_none());
        for m in moves_shown.rev() {
            let longer = format!("{m} {moves}");
            if head.chars().count() + longer.chars().count() + 5 > room {
                // An ellipsis alone would waste space.
                if !moves.is_empty() {
                    moves = format!("… {moves}");
                }
                break;
            }
            moves = longer;
        }
        if !moves.is_empty() {
            moves = format!(" · {}", moves.trim_end());
        }
        let gap = room.saturating_sub(head.chars().count() + moves.chars().count());
        let gap = if clocks.is_empty() { 0 } else { gap };
        let (head, moves) = (screen.styled(STRONG, &head), screen.styled(FAINT, &moves));
        format!("{head}{moves}{:gap$}   {clocks}", "")
            .trim_end()
            .to_owned()
    }

    /// Returns the line that says who is to move, unless the game is over.
    fn status(&self, screen: &Screen) -> Option<String> {
        if let Some(past) = &self.past {
            return Some(screen.fitted(past, 0));
        }
        let player = self.mover?;
        let left = if screen.is_still() {
            String::new()
        } else {
            self.time(player)
        };
        let who = format!("{player}{} to move", you(self.people, player));
        let count = self.record.count_moves();
        let rest = if count <= FEW {
            let (few, _) = first_moves(&*self.record, "", count as usize);
            let view = self.spelling.as_deref();
            let few = few.iter().map(|m| spelled(&*self.record, view, m).0);
            format!("{left}: {}", few.collect::<Vec<_>>().join(", "))
        } else {
            format!("{left}, {count} legal moves")
        };
        let line = screen.fitted(&format!("{who}{rest}"), 0);
        Some(match line.strip_prefix(&who) {
            Some(rest) => format!("{}{rest}", screen.styled(STRONG, &who)),
            None => line,
        })
    }

    /// Returns the times left to the player to move and to the others, if there are clocks.
    fn time(&self, mover: Player) -> String {
        let Some(clock) = &self.clock else {
            return String::new();
        };
        let others = Player::all(clock.players())
            .filter(|player| *player != mover)
            .map(|player| format!("{player} {}", clock_face(clock.left(player))));
        let others: Vec<String> = others.collect();
        let left = clock_face(clock.left(mover));
        format!(", {left} left ({})", others.join(", "))
    }

    /// Returns the clocks of all players at a time `later` than this view was made; empty if there are none.
    fn clocks(&self, later: Duration) -> String {
        let Some(clock) = &self.clock else {
            return String::new();
        };
        if let (Some(mover), Some(left)) = (self.mover, self.left)
            && left <= later
        {
            return format!("{mover} is out of time: press Enter");
        }
        let each = Player::all(clock.players()).map(|player| match self.left {
            Some(left) if self.mover == Some(player) => {
                format!("{player} ▸{}", clock_face(left.saturating_sub(later)))
            }
            _ => format!("{player} {}", clock_face(clock.left(player))),
        });
        let each: Vec<String> = each.collect();
        each.join(" · ")
    }

    /// Calls `read` to read a line. Meanwhile the clocks run in the first line of the screen, unless the heading has
    /// scrolled off, and the screen is drawn again if its size changes.
    pub(super) fn while_reading<T>(
        self,
        board: &BoardPrinter,
        screen: &Screen,
        prompt: &str,
        rows: &RowCounter,
        read: impl FnOnce() -> T,
    ) -> T {
        let (end, ended) = channel::<()>();
        std::thread::scope(|scope| {
            let work = move || {
                let (mut screen, mut clocks) = (*screen, self.clocks(Duration::ZERO));
                while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
                    let before = screen;
                    screen.measure();
                    let now = self.clocks(self.begun.elapsed());
                    if screen != before {
                        let text = format!("{}\n", self.compose(board, &screen));
                        print(&format!("{text}{prompt}"));
                        rows.add(&text);
                    } else if now != clocks && rows.reach() < screen.rows {
                        let column = screen.columns.saturating_sub(now.chars().count() + 3);
                        print(&format!("\x1b7\x1b[1;{column}H\x1b[K   {now}\x1b8"));
                    }
                    clocks = now;
                }
            };
            // If no thread can be started, the screen stays as it is.
            let ticker = std::thread::Builder::new().spawn_scoped(scope, work);
            let done = read();
            drop((end, ticker));
            done
        })
    }
}

/// The escape sequence that clears the screen.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// The number of lines printed since the screen was cleared, which shows whether its first line is still visible.
#[derive(Clone, Debug)]
pub(super) struct RowCounter(Arc<AtomicUsize>);

impl RowCounter {
    pub(super) fn new() -> RowCounter {
        RowCounter(Arc::new(AtomicUsize::new(usize::MAX)))
    }

    /// Counts the lines of a text that is printed.
    pub(super) fn add(&self, text: &str) {
        let (before, text) = match text.rsplit_once(CLEAR) {
            Some((_, text)) => (0, text),
            None => (self.reach(), text),
        };
        let lines = before.saturating_add(text.matches('\n').count());
        self.0.store(lines, Ordering::SeqCst);
    }

    fn reach(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// A writer for a game that counts the lines printed.
pub(super) struct CountingWriter<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) rows: RowCounter,
}

impl Write for CountingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.rows.add(&String::from_utf8_lossy(bytes));
        self.out.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints to the screen in one piece. Ignores errors, because if the output is closed, no one is watching.
fn print(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Returns a note, with new line breaks if the screen has become too narrow for the old ones.
fn narrowed(note: &str, screen: &Screen) -> String {
    let is_wide = |line: &str| line.chars().count() > screen.columns;
    if !(screen.is_dialogue && note.lines().any(is_wide)) {
        return note.to_owned();
    }
    fill(note, screen.text_width())
}

/// Returns what marks the one person at the table.
pub(super) fn you(people: PlayerSet, player: Player) -> &'static str {
    if people.len() == 1 && people.contains(player) {
        " (you)"
    } else {
        ""
    }
}

/// Returns a time as a clock shows it: `4:59`, with hours as in `1:00:00` from an hour on, and with tenths below ten
/// seconds.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, ..10) => format!("0:0{}.{}", seconds, time.subsec_millis() / 100),
        (0, minutes, rest) => format!("{minutes}:{rest:02}"),
        (hours, minutes, rest) => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_a_cleared_screen_on() {
        let (mut out, rows) = (Vec::new(), RowCounter::new());
        let mut paper = CountingWriter {
            out: &mut out,
            rows: rows.clone(),
        };
        writeln!(paper, "one").expect("a vector takes everything");
        assert_eq!(rows.reach(), usize::MAX, "nothing is known of the screen");
        write!(paper, "{CLEAR}board\nboard\n").expect("a vector takes everything");
        write!(paper, "note\n> ").expect("a vector takes everything");
        assert_eq!(rows.reach(), 3);
    }
}
