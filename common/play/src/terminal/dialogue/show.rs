//! What is printed: the board, what stands beside it, lists of moves and help.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use anstyle::Style;
use common::Player;

use super::super::command::HELP;
use super::super::screen::{explain, fill, hang, page};
use super::{Dialogue, FAINT, OVER, STRONG};
use crate::listing::first_moves;

/// The most moves that are shown with the board.
const FEW: u128 = 6;

/// The most moves that are listed one to a line, each in words.
const IN_WORDS: usize = 12;

/// The most moves that the command `moves` lists.
const LISTED: usize = 120;

/// The lines of a screen besides the board and the text below it: the heading and the prompt.
const FRAME: usize = 2;

/// How many sizes of a board are tried where it does not fit the screen.
const MOST_TRIES: usize = 4;

/// The column in which explanations of commands begin.
const MARGIN: usize = 14;

impl Dialogue<'_> {
    /// Returns the text in a style, if colours are shown.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        if self.screen.colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// Prints a paragraph, unless it is empty, in lines that fit the screen.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let text = self.filled(text);
        if text.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{text}\n")
    }

    /// Breaks a text into lines that fit the screen.
    pub(super) fn filled(&self, text: &str) -> String {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        fill(&words, self.screen.text_width())
    }

    /// Notes a paragraph that is printed with the next board.
    pub(super) fn note(&mut self, text: &str) {
        let text = self.fitted(text, 0);
        self.notes.push(text);
    }

    /// Says the rules and who the person is.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let title = self.styled(STRONG, self.about.title);
        let roles = self.roles();
        if self.is_still() {
            self.note_introduction(&roles);
            return Ok(());
        }
        writeln!(self.out, "{title}\n")?;
        self.say(self.about.summary)?;
        let mut setup = self.session.record().boxed();
        setup.rewind(0);
        self.say(&setup.remarks())?;
        self.say(&roles)
    }

    /// Notes how the game is played and who the person is, for the first board that stays in its place.
    ///
    /// The board becomes smaller for what has to be known about this position, but not for the rules.
    pub(super) fn note_introduction(&mut self, roles: &str) {
        let rows = self.screen.rows;
        let roles = self.filled(&format!("{roles} `rules` shows the rules."));
        let remarks = self.filled(&self.session.record().remarks());
        let rules = self.filled(self.about.summary);
        let height = |text: &str| text.lines().count();
        if height(&remarks) + height(&roles) <= rows / 4 {
            let board = self.board(0).lines().count();
            let texts = height(&rules) + height(&remarks) + height(&roles);
            if board + texts + FRAME < rows {
                self.notes.push(rules);
            }
            self.notes.push(remarks);
        }
        self.notes.push(roles);
        self.notes.retain(|note| !note.is_empty());
    }

    /// Says who the people are.
    pub(super) fn roles(&self) -> String {
        let people = self.session.people();
        let names: Vec<String> = people.iter().map(|p| p.to_string()).collect();
        match people.len() {
            0 => String::new(),
            1 => format!("You are the {} player. Type a move, or `help`.", names[0]),
            _ => format!(
                "You are the {} players. Type a move, or `help`.",
                names.join(" and the ")
            ),
        }
    }

    /// Explains moves and commands, or what begins with a word of the user. If a screen is too low for everything, the
    /// commands are only named.
    pub(super) fn help(&mut self, about: &str) -> io::Result<()> {
        let width = self.screen.text_width();
        let number = "7             the move with this number in the last list";
        let moves = self.session.record().move_help();
        let moves = explain(&format!("{}\n{number}", moves.trim_end()), width);
        let is_all = about == "commands";
        let commands: Vec<String> = HELP
            .iter()
            .filter(|(usage, _)| is_all || usage.starts_with(about))
            .map(|(usage, about)| hang(&format!("{usage:<13} {about}"), MARGIN, width))
            .collect();
        if commands.is_empty() {
            return self.tell(&format!(
                "There is no command `{about}`; `help commands` explains all."
            ));
        }
        let mut text = String::new();
        if about.is_empty() {
            let _ = writeln!(text, "{}", self.styled(STRONG, "How to type a move:"));
            let _ = writeln!(text, "{moves}");
            let _ = writeln!(text, "{}", self.styled(STRONG, "What else can be typed:"));
        }
        let height = text.lines().count() + commands.join("\n").lines().count();
        if about.is_empty() && self.is_still() && height >= self.screen.rows {
            let usages = HELP.iter().zip(1..).map(|((usage, _), i)| {
                let comma = if i < HELP.len() { "," } else { "" };
                // A command and what belongs to it stay on one line.
                format!("{}{comma}", usage.replace(' ', "\u{a0}"))
            });
            let usages: Vec<String> = usages.collect();
            let _ = writeln!(text, "{}", fill(&usages, width).replace('\u{a0}', " "));
            let _ = writeln!(
                text,
                "{}",
                self.filled("`help commands` explains them, `help undo` one of them.")
            );
        } else {
            let _ = writeln!(text, "{}", commands.join("\n"));
        }
        self.page(&text)
    }

    /// Prints a text, page by page if it is longer than the screen.
    fn page(&mut self, text: &str) -> io::Result<()> {
        self.ahead = page(text, &self.screen, self.lines, self.out)?;
        Ok(())
    }

    pub(super) fn rules(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.styled(STRONG, self.about.title))?;
        self.say(self.about.summary)?;
        self.say(&self.session.record().remarks())
    }

    /// Returns whether each board is shown in the place of the one before.
    pub(super) fn is_still(&self) -> bool {
        let screen = &self.screen;
        screen.is_dialogue && screen.is_ansi
    }

    /// Returns the board for a screen with so many lines of notes below it. There is room for two at any time, so that
    /// the board keeps its size from turn to turn.
    fn board(&self, notes: usize) -> String {
        let mut screen = self.screen;
        if self.is_still() {
            screen.rows = screen.rows.saturating_sub(notes.saturating_sub(2));
        }
        (self.board)(self.session.record(), &screen)
    }

    /// Prints a line; on a screen, it is broken between words.
    pub(super) fn tell(&mut self, text: &str) -> io::Result<()> {
        let text = self.fitted(text, 0);
        writeln!(self.out, "{text}")
    }

    /// Breaks a line so that it fits the screen, with a margin before its later lines.
    pub(super) fn fitted(&self, line: &str, margin: usize) -> String {
        if self.screen.is_dialogue {
            hang(line, margin, self.screen.text_width())
        } else {
            line.to_owned()
        }
    }

    /// Shows the board and who is to move.
    pub(super) fn show(&mut self) -> io::Result<()> {
        // What stands beside the board while the machine thinks stays until a person is asked.
        let stays = self.is_still()
            && !self.session.people().is_empty()
            && self.session.is_machine_to_move();
        let notes = self.notes.clone();
        if !stays {
            self.notes.clear();
        }
        let status = self.status();
        let lines = |text: &String| text.lines().count();
        let below: usize = notes.iter().chain(&status).map(lines).sum();
        let rows = self.screen.rows;
        let height = |board: &String| below + lines(board) + FRAME;
        let mut board = self.board(below.saturating_sub(1));
        let excess = height(&board).saturating_sub(rows);
        if self.is_still() && excess > 0 {
            // A board can become smaller by more or less than is asked for.
            let smaller =
                (excess..excess + MOST_TRIES).map(|n| self.board((below + n).saturating_sub(1)));
            let smaller: Vec<String> = smaller.collect();
            let fitting = smaller.iter().find(|board| height(board) <= rows);
            let least = smaller.iter().min_by_key(|board| lines(board));
            if let Some(chosen) = fitting.or(least) {
                board.clone_from(chosen);
            }
        }
        // The screen is cleared only if everything fits on it, with the heading, who is to move, and a prompt.
        if self.is_still() && height(&board) <= rows {
            write!(self.out, "\x1b[2J\x1b[H")?;
        }
        let mut parts = notes;
        if self.is_still() {
            parts.splice(0..0, [self.header(), board]);
            parts.extend(status);
        } else {
            parts.push(board);
            parts.extend(status);
            parts.push(String::new());
        }
        writeln!(self.out, "{}", parts.join("\n"))
    }

    /// Shows the board after a move. Where it stays in its place, it is left out if it is shown again at once: with the
    /// result, or after the machine's next move in the same turn.
    pub(super) fn show_between(&mut self) -> io::Result<()> {
        // The notes tell of the machine's moves since the last board.
        let goes_on = !self.notes.is_empty() && self.session.is_machine_to_move();
        let is_soon =
            self.session.mover().is_none() || goes_on && !self.session.people().is_empty();
        if self.session.end().is_some() || self.is_still() && is_soon {
            return Ok(());
        }
        self.show()
    }

    /// Returns what marks the one person at the table.
    pub(super) fn you(&self, player: Player) -> &'static str {
        let people = self.session.people();
        if people.len() == 1 && people.contains(player) {
            " (you)"
        } else {
            ""
        }
    }

    /// Returns the line above a board that stays in its place.
    fn header(&self) -> String {
        let (record, people) = (self.session.record(), self.session.people());
        let columns = self.screen.columns.max(20);
        let names: Vec<String> = people.iter().map(|p| p.to_string()).collect();
        let level = self.session.level();
        let who = match (names.len(), people.len() == record.players()) {
            (0, _) => format!("machine, level {level}"),
            (_, true) => "all by hand".to_owned(),
            _ => format!("you: {}, level {level}", names.join(" and ")),
        };
        let head = format!("{} · {who}", self.about.title);
        let head: String = head.chars().take(columns - 1).collect();
        let mut moves = String::new();
        for made in self.session.moves()[..record.len()].iter().rev() {
            let longer = format!("{} {moves}", made.text);
            if head.chars().count() + longer.chars().count() + 5 > columns {
                // An ellipsis alone would be a waste of room.
                if !moves.is_empty() {
                    moves = format!("… {moves}");
                }
                break;
            }
            moves = longer;
        }
        let moves = if moves.is_empty() {
            moves
        } else {
            self.styled(FAINT, &format!(" · {}", moves.trim_end()))
        };
        format!("{}{moves}", self.styled(STRONG, &head))
    }

    /// Returns the line that says who is to move, unless the game is over.
    fn status(&self) -> Option<String> {
        let record = self.session.record();
        let player = self.session.mover()?;
        let you = self.you(player);
        let left = self.clocks(player);
        let who = format!("{player}{you} to move");
        let count = record.count_moves();
        let rest = if count <= FEW {
            let (few, _) = first_moves(record, "", count as usize);
            format!("{left}: {}", few.join(", "))
        } else {
            format!("{left}, {count} legal moves")
        };
        let line = self.fitted(&format!("{who}{rest}"), 0);
        Some(match line.strip_prefix(&who) {
            Some(rest) => format!("{}{rest}", self.styled(STRONG, &who)),
            None => line,
        })
    }

    /// Returns how much time the player to move has left, and the others, if there are clocks.
    fn clocks(&self, mover: Player) -> String {
        let Some(clock) = self.session.clock() else {
            return String::new();
        };
        let others = Player::all(clock.players())
            .filter(|player| *player != mover)
            .map(|player| format!("{player} {}", clock_face(clock.left(player))));
        let others: Vec<String> = others.collect();
        format!(
            ", {} left ({})",
            clock_face(clock.left(mover)),
            others.join(", ")
        )
    }

    pub(super) fn list(&mut self, prefix: &str) -> io::Result<()> {
        if self.session.mover().is_none() {
            return self.tell(OVER);
        }
        let (listed, more) = first_moves(self.session.record(), prefix, LISTED);
        if listed.is_empty() {
            return self.tell(&format!("no legal move begins with `{prefix}`"));
        }
        let words: Vec<String> = (listed.iter().zip(1..))
            .map(|(m, number)| format!("{number:>3} {m}"))
            .collect();
        let widths = words.iter().map(|word| word.chars().count());
        let width = widths.max().unwrap_or(0) + 2;
        let mut text = String::new();
        if listed.len() <= IN_WORDS {
            let record = self.session.record();
            for (word, m) in words.iter().zip(&listed) {
                let said = record.say_move(m);
                let said = if said == *m { "" } else { &said };
                let line = format!("{word:<width$}{said}");
                let _ = writeln!(text, "{}", self.fitted(line.trim_end(), width));
            }
        } else {
            for row in words.chunks((self.screen.columns / width).max(1)) {
                let padded: Vec<String> =
                    row.iter().map(|word| format!("{word:<width$}")).collect();
                let _ = writeln!(text, "{}", padded.concat().trim_end());
            }
        }
        self.listed = listed;
        if more {
            let count = self.session.record().count_moves();
            let more = format!(
                "and more of the {count} in all; `moves TEXT` lists those that begin with TEXT"
            );
            let _ = writeln!(text, "{}", self.fitted(&more, 0));
        }
        self.page(&text)
    }
}

/// Returns a time as a clock shows it: `4:59`, or `1:00:00` from an hour on, with tenths below ten seconds.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, ..10) => format!("0:0{}.{}", seconds, time.subsec_millis() / 100),
        (0, minutes, rest) => format!("{minutes}:{rest:02}"),
        (hours, minutes, rest) => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}
