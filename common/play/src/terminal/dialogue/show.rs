//! Output: the board, the text around it, lists of moves, and help.

use std::fmt::Write as _;
use std::io;
use std::time::Instant;

use common::Player;
use common::any::{AnyMove, AnyRecord};

use super::super::command::TableCommand;
use super::super::commands::{Commands, MARGIN};
use super::super::screen::{explain, fill, in_columns, page, paragraphs, spelled};
use super::view::{self, FRAME, PositionView};
use super::{Dialogue, OVER, STRONG};
use crate::listing::first_moves;

/// The maximum number of moves that are listed in words, one per line.
const IN_WORDS: usize = 12;

/// The maximum number of moves that the command `moves` lists.
const LISTED: usize = 120;

impl Dialogue<'_> {
    /// Prints paragraphs, unless they are empty, in lines that fit the screen.
    fn say(&mut self, texts: &[&str]) -> io::Result<()> {
        let texts = texts.iter().filter(|text| !text.is_empty());
        let texts: String = texts.map(|text| self.filled(text) + "\n\n").collect();
        self.page(&texts)
    }

    /// Breaks a text into lines that fit the screen.
    pub(super) fn filled(&self, text: &str) -> String {
        fill(text, self.screen.text_width())
    }

    /// Adds a paragraph to print with the next board.
    pub(super) fn note(&mut self, text: &str) {
        let text = self.screen.fitted(text, 0);
        self.notes.push(text);
    }

    /// Returns a summary of the rules, or in a view the beginning of its topic, and remarks on a position.
    fn words(&self, record: &dyn AnyRecord) -> [String; 2] {
        let topic = self
            .session
            .view()
            .and_then(|view| Some((view, self.about.topic(view)?)));
        let Some((view, text)) = topic else {
            return [self.about.summary.to_owned(), record.remarks()];
        };
        let (begin, _) = text.split_once("\n\n").unwrap_or((text, ""));
        [
            begin.to_owned(),
            format!("`help {view}` explains how moves are made."),
        ]
    }

    /// Prints the rules, and which player the user is.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let title = self.screen.styled(STRONG, self.about.title);
        let roles = self.roles();
        if self.screen.is_still() {
            self.note_introduction(&roles);
            return Ok(());
        }
        writeln!(self.out, "{title}\n")?;
        let mut setup = self.session.record().boxed();
        setup.rewind(0);
        let [summary, remarks] = self.words(&*setup);
        self.say(&[&summary, &remarks, &roles])
    }

    /// Notes the rules, and which player the user is, for the first board that stays in its place.
    ///
    /// The board becomes smaller to make room for remarks on this position, but not for the rules.
    pub(super) fn note_introduction(&mut self, roles: &str) {
        let rows = self.screen.rows;
        let roles = self.filled(&format!("{roles} `rules` shows the rules."));
        let [rules, remarks] = self.words(self.session.record());
        let (rules, remarks) = (self.filled(&rules), self.filled(&remarks));
        let height = |text: &str| text.lines().count();
        if height(&remarks) + height(&roles) <= rows / 4 {
            let board = (self.board)(self.session.record(), &self.screen);
            let board = board.lines().count();
            let texts = height(&rules) + height(&remarks) + height(&roles);
            if board + texts + FRAME < rows {
                self.notes.push(rules);
            }
            self.notes.push(remarks);
        }
        self.notes.push(roles);
        self.notes.retain(|note| !note.is_empty());
    }

    /// Returns a sentence that says which players are people.
    pub(super) fn roles(&self) -> String {
        let people = self.session.people();
        let names: Vec<String> = people.iter().map(|p| p.to_string()).collect();
        match people.len() {
            0 => String::new(),
            1 => format!("You are the {} player. Type a move, or `help`.", names[0]),
            all if all == self.session.record().players() => {
                "You play all sides. Type a move, or `help`.".to_owned()
            }
            _ => format!("You play {}. Type a move, or `help`.", names.join(" and ")),
        }
    }

    /// Returns examples of setups for the command `new`: one of this game, and the name of another game if there is
    /// one.
    fn new_games(&self) -> String {
        let setup = self.session.record().setup();
        let mut examples = format!(", such as `new {}`", self.about.setup.unwrap_or(&setup));
        if let Some(other) = self.games.first() {
            let _ = write!(examples, " or `new {other}`");
        }
        examples
    }

    /// Explains moves and commands, or only those that begin with the user's word. If a screen is too low for
    /// everything, the commands are listed without explanations.
    pub(super) fn help(&mut self, about: &str) -> io::Result<()> {
        let width = self.screen.text_width();
        if let Some(text) = self.about.topic(about) {
            return self.page(&paragraphs(text, width));
        }
        let number = "7             the move with this number in the last list";
        let moves = self.session.record().move_help();
        let moves = explain(&format!("{}\n{number}", moves.trim_end()), MARGIN, width);
        let begin = if about == "commands" { "" } else { about };
        let commands = TableCommand::explained_with(begin, width, |name| match name {
            "new" => self.new_games(),
            _ => String::new(),
        });
        if commands.is_empty() {
            return self.tell(&format!(
                "There is no command `{about}`; `help commands` explains all."
            ));
        }
        let mut text = String::new();
        if about.is_empty() {
            let _ = writeln!(
                text,
                "{}",
                self.screen.styled(STRONG, "How to type a move:")
            );
            let _ = writeln!(text, "{moves}");
            let _ = writeln!(
                text,
                "{}",
                self.screen.styled(STRONG, "What else can be typed:")
            );
        }
        let height = text.lines().count() + commands.join("\n").lines().count();
        if about.is_empty() && self.screen.is_still() && height >= self.screen.rows {
            // A command and its arguments stay on one line.
            let usages = TableCommand::USAGES.iter();
            let usages: Vec<String> = usages
                .map(|usage| usage.text.replace(' ', "\u{a0}"))
                .collect();
            let _ = writeln!(text, "{}", fill(&usages.join(", "), width));
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
    pub(super) fn page(&mut self, text: &str) -> io::Result<()> {
        self.ahead = page(text, &self.screen, self.lines, &mut self.out)?;
        Ok(())
    }

    pub(super) fn rules(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.screen.styled(STRONG, self.about.title))?;
        let [summary, remarks] = self.words(self.session.record());
        self.say(&[&summary, self.about.theory, &remarks])
    }

    /// Prints a line; on a screen, it is broken between words.
    pub(super) fn tell(&mut self, text: &str) -> io::Result<()> {
        let text = self.screen.fitted(text, 0);
        writeln!(self.out, "{text}")
    }

    /// Shows the board and who is to move.
    pub(super) fn show(&mut self) -> io::Result<()> {
        self.screen.measure();
        // The text beside the board stays from the engine's turn until a user is asked for a move.
        let stays = self.screen.is_still()
            && !self.session.people().is_empty()
            && self.session.is_machine_to_move();
        let notes = if stays {
            self.notes.clone()
        } else {
            std::mem::take(&mut self.notes)
        };
        self.beside.clone_from(&notes);
        let text = self.view(notes).compose(&self.board, &self.screen);
        writeln!(self.out, "{text}")
    }

    /// Returns what a screen shows: the last position, or an earlier position that the user is viewing.
    pub(super) fn view(&self, notes: Vec<String>) -> PositionView {
        let mut record = self.session.record().boxed();
        let mut past = None;
        if let Some(at) = self.looking {
            let made = at.checked_sub(1).map(|last| &self.session.moves()[last]);
            let said = match made {
                Some(made) => format!(": {} played {}, {}", made.player, made.m, made.words),
                None => ": the start".to_owned(),
            };
            past = Some(format!("move {at} of {}{said}", record.len()));
            record.rewind(at);
        }
        PositionView {
            record,
            past,
            spelling: self.session.view().map(str::to_owned),
            mover: self.session.mover(),
            people: self.session.people(),
            level: self.session.level,
            clock: self.session.clock().cloned(),
            left: self.session.time_left(),
            begun: Instant::now(),
            notes,
        }
    }

    /// Shows an earlier position, or goes forward again from there. The game itself does not change.
    pub(super) fn look(&mut self, number: usize, is_back: bool) -> io::Result<()> {
        let end = self.session.record().len();
        let at = self.looking.unwrap_or(end);
        let to = if is_back {
            at.saturating_sub(number)
        } else {
            at.saturating_add(number).min(end)
        };
        if to == at {
            let end = if is_back { "start" } else { "end" };
            return self.tell(&format!("This is the {end} of the game."));
        }
        self.looking = (to < end).then_some(to);
        if to < end {
            self.note("`back` and `forward` step; Enter returns to the game.");
        }
        self.show()
    }

    /// Shows the board after a move. If boards stay in their place, this one is left out if another follows at once:
    /// with the result, or after the engine's next move in the same turn.
    pub(super) fn show_between(&mut self) -> io::Result<()> {
        // The notes list the machine's moves since the last board.
        let goes_on = !self.notes.is_empty() && self.session.is_machine_to_move();
        let is_soon =
            self.session.mover().is_none() || goes_on && !self.session.people().is_empty();
        if self.session.end().is_some() || self.screen.is_still() && is_soon {
            return Ok(());
        }
        self.show()
    }

    /// Returns the mark of the only person at the table.
    pub(super) fn you(&self, player: Player) -> &'static str {
        view::you(self.session.people(), player)
    }

    pub(super) fn list(&mut self, prefix: &str) -> io::Result<()> {
        if self.session.mover().is_none() {
            return self.tell(OVER);
        }
        let record = self.session.record();
        let view = self.session.view();
        let spell = |m: &AnyMove| spelled(record, view, m);
        let is_viewed = view.is_some();
        let (mut listed, more) = first_moves(record, if is_viewed { "" } else { prefix }, LISTED);
        listed.retain(|m| {
            !is_viewed || m.to_string().starts_with(prefix) || spell(m).0.starts_with(prefix)
        });
        if listed.is_empty() {
            return self.tell(&format!("no legal move begins with `{prefix}`"));
        }
        let words: Vec<String> = (listed.iter().zip(1..))
            .map(|(m, number)| format!("{number:>3} {}", spell(m).0))
            .collect();
        let widths = words.iter().map(|word| word.chars().count());
        let width = widths.max().unwrap_or(0) + 2;
        let mut text = String::new();
        if listed.len() <= IN_WORDS {
            for (word, m) in words.iter().zip(&listed) {
                let (_, said) = spell(m);
                let said = if *m == *said { "" } else { &said };
                let line = format!("{word:<width$}{said}");
                let _ = writeln!(text, "{}", self.screen.fitted(line.trim_end(), width));
            }
        } else {
            let _ = writeln!(text, "{}", in_columns(&words, self.screen.columns));
        }
        self.listed = listed;
        if more {
            let count = self.session.record().count_moves();
            let more = format!(
                "there are {count} legal moves; `moves TEXT` lists those that begin with TEXT"
            );
            let _ = writeln!(text, "{}", self.screen.fitted(&more, 0));
        }
        self.page(&text)
    }
}
