//! Games at a table, one after another: reads what is typed, executes it, and shows the board.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use common::describe::{Refused, SetupOptions};
use common::engine::{Engine, EngineError};
use common::format::{Early, Heading};
use common::{Budget, Describe, Level, Outcome, Player, Record};

use super::command::{self, Command, HELP, MOST_BEST};
use super::keep::{Seats, named, write_new, write_over};
use super::lines::{Lines, Typed, completions};
use super::opinion::{self, Adviser, Best, Opinion};
use super::screen::{explain, fill, hang, page};
use super::thinking::Thinking;
use super::{Left, Table, TableError};
use crate::clock::{GameClock, OutOfTime};
use crate::judge::Certainty;
use crate::review::{Mark, Review};

/// The number of moves after which a game is stopped.
const MOST_MOVES: usize = 10_000;

/// The most moves that are shown with the board.
const FEW: u128 = 6;

/// The most moves that the command `moves` lists.
const LISTED: usize = 120;

/// The most better moves that a review shows.
const MOST_BETTER: usize = 4;

/// The lines of a screen besides the board and the text below it: the heading and the prompt.
const FRAME: usize = 2;

/// How many sizes of a board are tried where it does not fit the screen.
const MOST_TRIES: usize = 4;

/// The column in which explanations of commands begin.
const MARGIN: usize = 14;

/// What can be done after a game.
const OVER: &str = "The game is over: `review`, `undo`, `rematch`, `new`, `save FILE` or `quit`.";

/// How the main things look where colours are shown.
const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const REFUSED: Style = AnsiColor::Red.on_default();
const RESULT: Style = AnsiColor::Green.on_default().bold();

/// The games of one table.
pub(super) struct Session<'a, G: Describe> {
    table: Table<G>,
    machine: Box<dyn Engine<G>>,
    adviser: Adviser,
    clock: Option<GameClock>,
    /// What the clocks showed after each number of moves, for `undo`.
    clocks: Vec<GameClock>,
    /// When the player to move began to think.
    begun: Instant,
    /// Why the game is over before its rules end it.
    end: Option<End>,
    /// Whether the last game of the shelf is this one.
    is_kept: bool,
    /// Whether the result has been printed.
    is_told: bool,
    /// The moves that were taken back, in the groups that `redo` plays again.
    undone: Vec<Vec<G::Move>>,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<G::Move>,
    /// What the adviser said last, while the position is the same.
    opinion: Option<Opinion<G::Move>>,
    /// The files that this game was written to; they may be written again.
    saved: BTreeSet<PathBuf>,
    /// What is printed with the next board.
    notes: Vec<String>,
    /// Whether somebody has left by Ctrl-C.
    is_interrupted: bool,
    lines: &'a mut dyn Lines,
    out: &'a mut dyn Write,
}

/// Why a game is over before its rules end it.
#[derive(Clone, Copy, Debug)]
enum End {
    Resigned(Player),
    Time(OutOfTime),
    /// Why the game had ended when it was saved.
    Saved(Player, Early),
    TooLong,
}

/// Whether the session continues.
type Flow = Result<ControlFlow<()>, TableError>;

const ON: Flow = Ok(ControlFlow::Continue(()));
const OFF: Flow = Ok(ControlFlow::Break(()));

impl<'a, G: Describe> Session<'a, G> {
    pub(super) fn new(
        table: Table<G>,
        lines: &'a mut dyn Lines,
        out: &'a mut dyn Write,
    ) -> Session<'a, G> {
        let clocks = vec![table.clock.clone(); table.record.moves().len() + 1];
        Session {
            machine: G::engine(table.level, table.seed),
            adviser: Adviser::new(table.seed),
            clocks: clocks.into_iter().flatten().collect(),
            clock: table.clock.clone(),
            begun: Instant::now(),
            end: table.early.map(|(player, early)| End::Saved(player, early)),
            is_kept: table.is_resumed,
            is_told: false,
            undone: Vec::new(),
            listed: Vec::new(),
            opinion: None,
            saved: BTreeSet::new(),
            notes: Vec::new(),
            is_interrupted: false,
            table,
            lines,
            out,
        }
    }

    pub(super) fn run(mut self) -> Result<Left<G>, TableError> {
        self.introduce()?;
        self.keep();
        self.show()?;
        let mut next = None;
        loop {
            let flow = match self.mover() {
                Some(player) if self.table.people.contains(player) => {
                    self.ask(&player.to_string(), &mut next)?
                }
                Some(player) => self.reply(player)?,
                None if !self.is_told => self.result()?,
                None => self.ask("over", &mut next)?,
            };
            if flow.is_break() {
                break;
            }
        }
        writeln!(self.out, "record: {}", self.table.record)?;
        Ok(Left {
            seats: self.seats(),
            early: self.early(),
            record: self.table.record,
            next,
            is_interrupted: self.is_interrupted,
        })
    }

    /// Returns who is to move, or `None` if the game is over.
    fn mover(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => self.table.record.position().turn(),
        }
    }

    /// Returns the text in a style, if colours are shown.
    fn styled(&self, style: Style, text: &str) -> String {
        if self.table.screen.colours {
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
    fn filled(&self, text: &str) -> String {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        fill(&words, self.table.screen.text_width())
    }

    /// Notes a paragraph that is printed with the next board.
    fn note(&mut self, text: &str) {
        let text = self.fitted(text, 0);
        self.notes.push(text);
    }

    /// Says the rules and who the person is.
    fn introduce(&mut self) -> io::Result<()> {
        let title = self.styled(STRONG, G::title());
        let roles = self.roles();
        if self.is_still() {
            self.note_introduction(&roles);
            return Ok(());
        }
        writeln!(self.out, "{title}\n")?;
        self.say(G::summary())?;
        self.say(&self.table.record.setup().remarks())?;
        self.say(&roles)
    }

    /// Notes how the game is played and who the person is, for the first board that stays in its place.
    ///
    /// The board becomes smaller for what has to be known about this position, but not for the rules.
    fn note_introduction(&mut self, roles: &str) {
        let rows = self.table.screen.rows;
        let roles = self.filled(&format!("{roles} `rules` shows the rules."));
        let remarks = self.filled(&self.table.record.position().remarks());
        let rules = self.filled(G::summary());
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
    fn roles(&self) -> String {
        let people = self.table.people;
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

    /// Returns who plays, with the clocks as they were before a move that came too late.
    fn seats(&self) -> Seats {
        let moves = self.table.record.moves().len();
        let clock = match self.end {
            Some(End::Time(_)) => self.clocks.get(moves.saturating_sub(1)),
            _ => self.clock.as_ref(),
        };
        Seats {
            game: G::name().to_owned(),
            people: self.table.people,
            level: self.table.level,
            clock: clock.cloned(),
        }
    }

    /// Returns the game as it is saved: who plays, the result if the moves do not reach it, and the record.
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.seats());
        if let (Some((_, early)), Some(outcome)) = (self.early(), self.outcome()) {
            let _ = writeln!(text, "{}, {outcome}{early}", Heading::START);
        }
        let _ = writeln!(text, "{}", self.table.record);
        text
    }

    /// Returns who has lost before the rules ended the game.
    fn early(&self) -> Option<(Player, Early)> {
        match self.end? {
            End::Resigned(player) => Some((player, Early::Resignation)),
            End::Time(error) => Some((error.player, Early::Time)),
            End::Saved(player, early) => Some((player, early)),
            End::TooLong => None,
        }
    }

    /// Writes the game where it is kept, and tells the watcher what it is now.
    fn keep(&mut self) {
        let record = self.table.record.to_string();
        self.table.watch.set(record);
        if let Some(shelf) = &self.table.kept
            && !self.table.record.moves().is_empty()
        {
            let room = if self.is_kept {
                Ok(())
            } else {
                shelf.make_room()
            };
            let path = shelf.file(1);
            if let Err(error) = room.and_then(|()| write_over(&path, &self.text())) {
                self.note(&format!(
                    "(The game cannot be kept in {}: {error}.)",
                    path.display()
                ));
                // Once is enough.
                self.table.kept = None;
            }
            self.is_kept = true;
        }
    }

    /// Forgets what was said about the position that has changed.
    fn changed(&mut self) {
        self.listed.clear();
        self.opinion = None;
        self.keep();
    }

    /// Reads a line and executes it; breaks to end the session.
    fn ask(&mut self, name: &str, next: &mut Option<String>) -> Flow {
        self.table.screen.measure();
        let record = &self.table.record;
        let games = &self.table.games;
        let words = || {
            let mut words = completions(command::usages(), record.position());
            words.extend(games.iter().map(|game| format!("new {game}")));
            words.extend((1..=5).map(|level| format!("level {level}")));
            words
        };
        let typed = self.lines.read(&format!("{name}> "), &words, self.out)?;
        match typed {
            Typed::Text(line) => self.obey(line.trim(), next),
            Typed::TooLong => {
                self.refuse(&Refused::new(
                    "expected a move, found a line that is too long",
                ))?;
                ON
            }
            Typed::Interrupted => {
                self.is_interrupted = true;
                OFF
            }
            Typed::End => OFF,
        }
    }

    /// Executes a line of input; breaks to end the session.
    fn obey(&mut self, line: &str, next: &mut Option<String>) -> Flow {
        match Command::read(line) {
            // The board may have scrolled away.
            Command::Nothing if self.is_still() => self.show()?,
            Command::Nothing => (),
            Command::Quit => return OFF,
            Command::Help(about) => self.help(about)?,
            Command::Rules => self.rules()?,
            Command::Board => self.show()?,
            Command::Moves(prefix) => self.list(prefix)?,
            Command::Hint => self.hint()?,
            Command::Eval => self.eval()?,
            Command::Best(number) => self.best(number)?,
            Command::Why => self.why()?,
            Command::Undo(number) => self.undo(number)?,
            Command::Redo(number) => self.redo(number)?,
            Command::Misused(usage, about) => {
                self.tell(&format!("expected `{usage}` ({about}), found `{line}`"))?;
            }
            Command::Resign => self.resign()?,
            Command::Review => self.review()?,
            Command::New(text) => return self.new_game(text, next),
            Command::Rematch => self.rematch()?,
            Command::Flip => self.flip()?,
            Command::Level(text) => self.level(text)?,
            Command::Record => writeln!(self.out, "{}", self.table.record)?,
            Command::Save { path, replaces } => self.save(path, replaces)?,
            Command::Move(text) if self.mover().is_some() => self.make(text)?,
            Command::Move(_) => self.tell(OVER)?,
        }
        ON
    }

    /// Explains moves and commands, or what begins with a word of the user. If a screen is too low for everything, the
    /// commands are only named.
    fn help(&mut self, about: &str) -> io::Result<()> {
        let width = self.table.screen.text_width();
        let number = "7             the move with this number in the last list";
        let moves = self.table.record.position().move_help();
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
        if about.is_empty() && self.is_still() && height >= self.table.screen.rows {
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
        page(text, &self.table.screen, self.lines, self.out)
    }

    fn rules(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.styled(STRONG, G::title()))?;
        self.say(G::summary())?;
        self.say(&self.table.record.position().remarks())
    }

    /// Returns whether each board is shown in the place of the one before.
    fn is_still(&self) -> bool {
        let screen = &self.table.screen;
        screen.is_dialogue && screen.is_ansi
    }

    /// Returns the board for a screen with so many lines of notes below it. There is room for two at any time, so that
    /// the board keeps its size from turn to turn.
    fn board(&self, notes: usize) -> String {
        let mut screen = self.table.screen;
        if self.is_still() {
            screen.rows = screen.rows.saturating_sub(notes.saturating_sub(2));
        }
        (self.table.board)(&self.table.record, &screen)
    }

    /// Prints a line; on a screen, it is broken between words.
    fn tell(&mut self, text: &str) -> io::Result<()> {
        let text = self.fitted(text, 0);
        writeln!(self.out, "{text}")
    }

    /// Breaks a line so that it fits the screen, with a margin before its later lines.
    fn fitted(&self, line: &str, margin: usize) -> String {
        if self.table.screen.is_dialogue {
            hang(line, margin, self.table.screen.text_width())
        } else {
            line.to_owned()
        }
    }

    /// Shows the board and who is to move.
    fn show(&mut self) -> io::Result<()> {
        // What stands beside the board while the machine thinks stays until a person is asked.
        let is_machine = |player: Player| !self.table.people.contains(player);
        let stays = self.is_still()
            && !self.table.people.is_empty()
            && self.mover().is_some_and(is_machine);
        let notes = self.notes.clone();
        if !stays {
            self.notes.clear();
        }
        let status = self.status();
        let lines = |text: &String| text.lines().count();
        let below: usize = notes.iter().chain(&status).map(lines).sum();
        let rows = self.table.screen.rows;
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
        let mut text = String::new();
        if self.is_still() {
            // The screen is cleared only if everything fits on it, with the heading, who is to move, and a prompt.
            if below + lines(&board) + FRAME <= rows {
                text.push_str("\x1b[2J\x1b[H");
            }
            let _ = writeln!(text, "{}\n{board}", self.header());
            for note in notes {
                let _ = writeln!(text, "{note}");
            }
        } else {
            for note in notes {
                let _ = writeln!(text, "{note}");
            }
            let _ = writeln!(text, "{board}");
        }
        if let Some(status) = status {
            let _ = writeln!(text, "{status}");
        }
        if !self.is_still() {
            text.push('\n');
        }
        write!(self.out, "{text}")
    }

    /// Returns what marks the one person at the table.
    fn you(&self, player: Player) -> &'static str {
        let people = self.table.people;
        if people.len() == 1 && people.contains(player) {
            " (you)"
        } else {
            ""
        }
    }

    /// Returns the line above a board that stays in its place.
    fn header(&self) -> String {
        let table = &self.table;
        let columns = table.screen.columns.max(20);
        let names: Vec<String> = table.people.iter().map(|p| p.to_string()).collect();
        let who = match (
            names.len(),
            table.people.len() == table.record.setup().players(),
        ) {
            (0, _) => format!("machine, level {}", table.level),
            (_, true) => "all by hand".to_owned(),
            _ => format!("you: {}, level {}", names.join(" and "), table.level),
        };
        let head = format!("{} · {who}", G::title());
        let head: String = head.chars().take(columns - 1).collect();
        let mut moves = String::new();
        for m in table.record.moves().iter().rev() {
            let longer = format!("{m} {moves}");
            if head.chars().count() + longer.chars().count() + 5 > columns {
                // A single sign of what is left out is worth less than its room.
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
        let table = &self.table;
        let position = table.record.position();
        let player = self.mover()?;
        let you = self.you(player);
        let left = self.clocks(player);
        let who = format!("{player}{you} to move");
        let count = position.count_moves();
        let rest = if count <= FEW {
            let few: Vec<String> = position.moves().iter().map(G::Move::to_string).collect();
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
        let Some(clock) = &self.clock else {
            return String::new();
        };
        let others = Player::all(self.table.record.setup().players())
            .filter(|player| *player != mover)
            .map(|player| format!("{player} {}", clock_face(clock.left(player))));
        let others: Vec<String> = others.collect();
        format!(
            ", {} left ({})",
            clock_face(clock.left(mover)),
            others.join(", ")
        )
    }

    fn list(&mut self, prefix: &str) -> io::Result<()> {
        if self.mover().is_none() {
            return self.tell(OVER);
        }
        let (mut listed, mut more) = (Vec::new(), false);
        let _ = self.table.record.position().for_each_move(&mut |m| {
            if m.to_string().starts_with(prefix) {
                if listed.len() == LISTED {
                    more = true;
                    return ControlFlow::Break(());
                }
                listed.push(m);
            }
            ControlFlow::Continue(())
        });
        if listed.is_empty() {
            return self.tell(&format!("no legal move begins with `{prefix}`"));
        }
        let words: Vec<String> = (listed.iter().zip(1..))
            .map(|(m, number)| format!("{number:>3} {m}"))
            .collect();
        self.listed = listed;
        let widths = words.iter().map(|word| word.chars().count());
        let width = widths.max().unwrap_or(0) + 2;
        let mut text = String::new();
        for row in words.chunks((self.table.screen.columns / width).max(1)) {
            let padded: Vec<String> = row.iter().map(|word| format!("{word:<width$}")).collect();
            let _ = writeln!(text, "{}", padded.concat().trim_end());
        }
        if more {
            let count = self.table.record.position().count_moves();
            let more = format!(
                "and more of the {count} in all; `moves TEXT` lists those that begin with TEXT"
            );
            let _ = writeln!(text, "{}", self.fitted(&more, 0));
        }
        self.page(&text)
    }

    /// Returns the budget of advice, which Ctrl-C ends.
    fn advice(&self) -> Budget {
        let budget = self.table.limits.or(G::budget(Level::STRONGEST));
        budget.stop(self.table.watch.stop_flag())
    }

    /// Begins work that Ctrl-C ends without leaving the game.
    fn advising(&mut self, who: &str) -> io::Result<Thinking> {
        self.table.watch.set_advising(true);
        self.thinking(who)
    }

    /// Ends work that Ctrl-C may have ended; returns whether it has.
    fn is_stopped(&mut self, thinking: Thinking) -> io::Result<bool> {
        drop(thinking);
        let is_stopped = self.table.watch.set_advising(false);
        if is_stopped {
            self.tell("(Stopped by Ctrl-C.)")?;
        }
        Ok(is_stopped)
    }

    /// Shows a person that the machine is thinking.
    fn thinking(&mut self, who: &str) -> io::Result<Thinking> {
        let screen = &self.table.screen;
        if !screen.is_dialogue {
            return Ok(Thinking::hidden());
        }
        let columns = screen.is_ansi.then_some(screen.columns);
        self.out.flush()?;
        Ok(Thinking::shown(who.to_owned(), columns))
    }

    /// Asks the adviser about the position, unless the answer is known from before.
    fn judge(&mut self) -> Result<Option<Opinion<G::Move>>, TableError> {
        let Some(player) = self.mover() else {
            self.tell(OVER)?;
            return Ok(None);
        };
        if self.opinion.is_none() {
            let budget = self.advice();
            let thinking = self.advising("looking for a proof")?;
            let opinion = self.adviser.opinion(&self.table.record, &budget, &thinking);
            if self.is_stopped(thinking)? {
                return Ok(None);
            }
            self.opinion = Some(opinion.map_err(|error| TableError::of(player, &error))?);
        }
        Ok(self.opinion.clone())
    }

    fn hint(&mut self) -> Result<(), TableError> {
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let player = self.mover().unwrap_or(Player::FIRST);
        let Some(m) = opinion.line.first() else {
            return Err(TableError::of(player, &EngineError::GameOver));
        };
        let hint = match opinion::utility(&opinion.judgement, player) {
            Some(1) => format!("hint: {m} wins with best play"),
            Some(0) => format!("hint: {m} draws with best play"),
            Some(_) => format!("hint: {m} loses against best play, like every other"),
            None if opinion.judgement.certainty() == Certainty::Unknown => {
                format!("hint: {m} looks best; nothing is proved")
            }
            None => {
                let value = opinion::say(&opinion.judgement);
                format!("hint: {m} looks best, {value}; nothing is proved")
            }
        };
        Ok(self.tell(&hint)?)
    }

    fn eval(&mut self) -> Result<(), TableError> {
        let position = self.table.record.position();
        if position.players() > 2 && self.mover().is_some() {
            return Ok(self.odds()?);
        }
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let (nodes, time) = (opinion.judgement.nodes, seconds(opinion.elapsed));
        let value = opinion::say(&opinion.judgement);
        let plural = if nodes == 1 { "" } else { "s" };
        Ok(self.tell(&format!("eval: {value}; {nodes} position{plural}, {time}"))?)
    }

    /// Says how random games end, where a game has more players than a solver can deal with.
    fn odds(&mut self) -> io::Result<()> {
        let position = self.table.record.position();
        let (won, games) = self.adviser.odds(position);
        let shares = (won.iter().zip(0..)).map(|(won, index)| {
            let percent = 100.0 * *won as f64 / games as f64;
            format!("{} wins {percent:.0} %", Player::new(index))
        });
        let shares: Vec<String> = shares.collect();
        self.tell(&format!(
            "eval: nothing can be proved with {} players; of {games} random games from here {}",
            won.len(),
            shares.join(", ")
        ))
    }

    fn best(&mut self, number: usize) -> Result<(), TableError> {
        let Some(player) = self.mover() else {
            return Ok(self.tell(OVER)?);
        };
        let budget = self.advice();
        let thinking = self.advising("comparing moves")?;
        let record = &self.table.record;
        let best = self.adviser.best(record, number, &budget, &thinking);
        if self.is_stopped(thinking)? {
            return Ok(());
        }
        match best.map_err(|error| TableError::of(player, &error))? {
            Best::Proved(judgement) => {
                self.tell(&opinion::say(&judgement))?;
                let does = match opinion::utility(&judgement, player) {
                    Some(1) => ["wins", "win"],
                    Some(0) => ["draws", "draw"],
                    _ => {
                        writeln!(self.out, "every move loses against best play")?;
                        ["loses by the least", "lose by the least"]
                    }
                };
                let (moves, of) = (judgement.moves, self.table.record.position().count_moves());
                match moves.len() {
                    0 => (),
                    1 => writeln!(self.out, "1 move of {of} {}:", does[0])?,
                    n if n <= number => writeln!(self.out, "{n} moves of {of} {}:", does[1])?,
                    n => self.tell(&format!(
                        "{n} moves of {of} {}, for instance (`best {}` shows more):",
                        does[1],
                        n.min(MOST_BEST)
                    ))?,
                }
                // Without a list the numbers of the last one stay.
                if !moves.is_empty() {
                    self.listed = moves.into_iter().take(number).collect();
                    for (m, i) in self.listed.iter().zip(1..) {
                        writeln!(self.out, "{i:>3} {m}")?;
                    }
                }
            }
            Best::Compared(moves) => {
                let width = moves.iter().map(|(m, _)| m.to_string().chars().count());
                let width = width.max().unwrap_or(0);
                for ((m, judgement), i) in moves.iter().zip(1..) {
                    let (m, value) = (m.to_string(), opinion::say(judgement));
                    writeln!(self.out, "{i:>3} {m:<width$}  {value}")?;
                }
                self.listed = moves.into_iter().map(|(m, _)| m).collect();
            }
            Best::Tried(moves) => {
                let width = moves
                    .iter()
                    .map(|tried| tried.m.to_string().chars().count());
                let width = width.max().unwrap_or(0);
                for (tried, i) in moves.iter().zip(1..) {
                    let (m, value) = (tried.m.to_string(), tried.value.hundredths as f64 / 100.0);
                    writeln!(
                        self.out,
                        "{i:>3} {m:<width$}  {value:+.2} for {player} (estimated)"
                    )?;
                }
                self.listed = moves.into_iter().map(|tried| tried.m).collect();
            }
        }
        Ok(())
    }

    fn why(&mut self) -> Result<(), TableError> {
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let value = opinion::say(&opinion.judgement);
        self.tell(&format!("{value}, for instance:"))?;
        let mut position = self.table.record.position().clone();
        let width = opinion.line.iter().map(|m| m.to_string().chars().count());
        let width = width.max().unwrap_or(0).clamp(8, 20);
        for (m, number) in opinion.line.iter().zip(1..) {
            let Some(player) = position.turn() else { break };
            let (text, said) = (m.to_string(), position.say_move(m));
            let said = if said == text { "" } else { &said };
            let line = format!("{number:>3}. {player:<6} {text:<width$}  {said}");
            let line = self.fitted(line.trim_end(), 14 + width);
            writeln!(self.out, "{line}")?;
            if position.apply(m).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Tells which moves of the game gave something away, and what would have kept it.
    fn review(&mut self) -> io::Result<()> {
        let record = self.table.record.clone();
        let players = record.setup().players();
        if players != 2 {
            return self.tell(&format!(
                "expected a game of two players to review, found one of {players}"
            ));
        }
        if record.moves().is_empty() {
            return self.tell("There is nothing to review before the first move.");
        }
        let judge = self.adviser.judge(&self.advice());
        let (count, thinking) = (record.moves().len(), self.advising("reviewing")?);
        let mut review = Review::new(&record, &judge, &mut |judged, _| {
            thinking.tell(format!(", position {judged} of {count}"));
        });
        if self.is_stopped(thinking)? {
            return Ok(());
        }
        if let Some((player, early)) = self.early() {
            review = review.ended_early(player, early);
        }
        for reviewed in &review.moves {
            let was_won = review.judgements[reviewed.number - 1].outcome() != Some(Outcome::Draw);
            let what = match reviewed.mark {
                Mark::GivesAway if was_won => "gives the win away",
                Mark::GivesAway => "gives the draw away",
                Mark::LosesPoints => "loses points",
                _ => continue,
            };
            let (number, player, m) = (reviewed.number, reviewed.player, &reviewed.m);
            let better: Vec<String> = reviewed
                .alternatives
                .iter()
                .map(G::Move::to_string)
                .collect();
            let better = match &better[..] {
                [] => String::new(),
                few if few.len() <= MOST_BETTER => format!("; better: {}", few.join(", ")),
                many => format!(
                    "; better: {} and {} more",
                    many[..MOST_BETTER].join(", "),
                    many.len() - MOST_BETTER
                ),
            };
            let you = self.you(player);
            self.tell(&format!("move {number}, {player}{you} {m}: {what}{better}"))?;
        }
        let decision = review.decision();
        let (first, rest) = decision.split_at(1);
        let decision = format!("{}{rest}.", first.to_uppercase());
        let decision = self.fitted(&decision, 0);
        let decision = self.styled(STRONG, &decision);
        writeln!(self.out, "{decision}")?;
        let share = 100.0 * review.proved_share();
        self.tell(&format!("{share:.0} % of the moves are proved."))
    }

    /// Takes back a person's last moves with the replies to them, and the time that they took.
    fn undo(&mut self, number: usize) -> io::Result<()> {
        let gave_up = match self.end {
            Some(End::Resigned(player)) => Some(player),
            Some(End::Saved(player, early)) if early != Early::Time => Some(player),
            _ => None,
        };
        if let Some(player) = gave_up {
            (self.end, self.is_told) = (None, false);
            self.begun = Instant::now();
            self.note(&format!("{player} plays on"));
            self.keep();
            return self.show();
        }
        let mut record = self.table.record.clone();
        let mut groups = Vec::new();
        let mut undone = Vec::new();
        while groups.len() < number
            && let Some(m) = record.pop()
        {
            undone.push(m);
            let turn = record.position().turn();
            if turn.is_some_and(|player| self.table.people.contains(player)) {
                undone.reverse();
                self.table.record = record.clone();
                groups.push(std::mem::take(&mut undone));
            }
        }
        if groups.is_empty() {
            return self.tell("there is no move of yours to take back");
        }
        let moves: Vec<G::Move> = groups.iter().rev().flatten().cloned().collect();
        self.note(&format!("taken back: {}", words_of::<G>(&moves)));
        self.undone.extend(groups);
        (self.end, self.is_told) = (None, false);
        self.clocks.truncate(self.table.record.moves().len() + 1);
        self.clock = self.clocks.last().cloned();
        self.begun = Instant::now();
        self.changed();
        self.show()
    }

    /// Plays again what was taken back. The clocks stay as they are.
    fn redo(&mut self, number: usize) -> io::Result<()> {
        let from = self.undone.len().saturating_sub(number);
        let moves: Vec<G::Move> = self
            .undone
            .split_off(from)
            .into_iter()
            .rev()
            .flatten()
            .collect();
        if moves.is_empty() {
            return self.tell("there is nothing to play again: no move was taken back since the last one was played");
        }
        let played = words_of::<G>(&moves);
        for m in moves {
            // These moves were played from here before.
            if self.table.record.push(m).is_err() {
                break;
            }
        }
        self.note(&format!("played again: {played}"));
        self.time_moves();
        self.changed();
        self.show()
    }

    fn resign(&mut self) -> io::Result<()> {
        let players = self.table.record.setup().players();
        let Some(player) = self.mover() else {
            return self.tell(OVER);
        };
        if players != 2 {
            return self.tell(&format!(
                "expected a game of two players to resign, found one of {players}; `quit` leaves it"
            ));
        }
        self.end = Some(End::Resigned(player));
        self.keep();
        Ok(())
    }

    fn level(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            let level = self.table.level;
            return self.tell(&format!(
                "the machine plays at level {level}; `level N` changes that, from 1 to 5"
            ));
        }
        match text.parse::<Level>() {
            Ok(level) => {
                self.table.level = level;
                self.machine = G::engine(level, self.table.seed);
                self.keep();
                self.tell(&format!("the machine plays at level {level}"))
            }
            Err(error) => self.tell(&format!("{error}; the level stays {}", self.table.level)),
        }
    }

    fn flip(&mut self) -> io::Result<()> {
        let players = self.table.record.setup().players();
        if players != 2 || self.table.people.len() != 1 {
            return self.tell("expected one person against the machine to change sides");
        }
        self.table.people = self.table.people.complement(players);
        self.note(&self.roles());
        self.keep();
        self.show()
    }

    /// Begins a game of another kind or setup; breaks if it belongs at another table.
    fn new_game(&mut self, text: &str, next: &mut Option<String>) -> Flow {
        let (name, setup) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_game = self.table.games.iter().any(|game| *game == name);
        if is_game && name != G::name() {
            *next = Some(text.to_owned());
            return OFF;
        }
        let text = if is_game { setup.trim() } else { text };
        let setup = if !text.is_empty() {
            G::setup(Some(text), &SetupOptions::none())
        } else if is_game {
            G::setup(None, &SetupOptions::none())
        } else {
            Ok(self.table.record.setup().clone())
        };
        match setup {
            Ok(setup) => self.begin(setup, text)?,
            Err(reason) => {
                self.tell(&format!("no new game: {reason}"))?;
            }
        }
        ON
    }

    fn rematch(&mut self) -> io::Result<()> {
        let players = self.table.record.setup().players();
        if players == 2 && self.table.people.len() == 1 {
            self.table.people = self.table.people.complement(players);
        }
        self.begin(self.table.record.setup().clone(), "")
    }

    /// Begins a game from a setup, which somebody may have named.
    fn begin(&mut self, setup: G, name: &str) -> io::Result<()> {
        if !self.table.record.moves().is_empty() {
            writeln!(self.out, "record: {}\n", self.table.record)?;
        }
        let players = setup.players();
        let seats = self.table.people;
        self.table.people = seats.iter().filter(|p| p.index() < players).collect();
        self.table.record = Record::new(setup);
        let control = self.clock.as_ref().map(GameClock::control);
        self.clock = control.map(|control| GameClock::new(control, players));
        self.clocks = self.clock.iter().cloned().collect();
        self.begun = Instant::now();
        (self.end, self.is_told) = (None, false);
        self.undone.clear();
        self.saved.clear();
        self.is_kept = false;
        let roles = self.roles();
        let remarks = self.filled(&self.table.record.position().remarks());
        match (name, self.is_still()) {
            ("", _) => self.note(&format!("A new game. {roles}")),
            (name, true) => {
                self.note(&format!("A new game: {name}."));
                self.note_introduction(&roles);
            }
            (name, false) => {
                self.note(&format!("A new game: {name}. {roles}"));
                if !remarks.is_empty() {
                    self.notes.push(remarks);
                }
            }
        }
        self.changed();
        self.show()
    }

    fn save(&mut self, path: &str, replaces: bool) -> io::Result<()> {
        if path.is_empty() {
            return self.tell("expected the name of a file, as in `save game.txt`");
        }
        let path = named(path);
        let text = self.text();
        let written = if replaces || self.saved.contains(&path) {
            write_over(&path, &text)
        } else {
            write_new(&path, &text)
        };
        let name = path.display();
        match written {
            Ok(()) => {
                let saved = format!("saved to {name}");
                self.saved.insert(path);
                self.tell(&saved)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.tell(&format!(
                "{name} cannot be written: it exists; `save! {name}` replaces it"
            )),
            Err(error) => self.tell(&format!("{name} cannot be written: {error}")),
        }
    }

    /// Makes the moves that a person has typed, or prints what is wrong with them.
    fn make(&mut self, text: &str) -> io::Result<()> {
        let position = self.table.record.position();
        let read = position.read_moves(text);
        // A number is one of the last list, unless it is a move.
        let moves = match text.parse::<usize>() {
            Ok(number) if read.is_err() => self.picked(number).map(|m| vec![m]),
            _ => read,
        };
        let moves = match moves {
            Ok(moves) => moves,
            Err(reason) => {
                self.refuse(&reason)?;
                return match command::meant(text) {
                    Some(name) => self.tell(&format!("(did you mean `{name}`?)")),
                    None => Ok(()),
                };
            }
        };
        let mut record = self.table.record.clone();
        for m in &moves {
            if let Err(reason) = record.push(m.clone()) {
                return self.refuse(&Refused::because(reason));
            }
        }
        let player = position.turn();
        let played = words_of::<G>(&moves);
        self.table.record = record;
        if self.is_still() {
            self.notes.clear();
        } else {
            if played != text {
                writeln!(self.out, "played: {played}")?;
            }
            writeln!(self.out)?;
        }
        self.undone.clear();
        if let Some(player) = player {
            self.press(player);
        }
        self.time_moves();
        self.changed();
        self.show_between()
    }

    /// Notes what the clocks show after the moves that have just been made.
    fn time_moves(&mut self) {
        if let Some(clock) = &self.clock {
            let moves = self.table.record.moves().len();
            self.clocks.resize(moves + 1, clock.clone());
        }
    }

    /// Shows the board after a move. Where it stays in its place, it is left out if it is shown again at once: with the
    /// result, or after the machine's next move in the same turn.
    fn show_between(&mut self) -> io::Result<()> {
        let is_machine = |player: Player| !self.table.people.contains(player);
        // The notes tell of the machine's moves since the last board.
        let goes_on = !self.notes.is_empty() && self.mover().is_some_and(is_machine);
        let is_soon = self.mover().is_none() || goes_on && !self.table.people.is_empty();
        if self.end.is_some() || self.is_still() && is_soon {
            return Ok(());
        }
        self.show()
    }

    /// Stops the clock of a player whose turn has ended.
    fn press(&mut self, player: Player) {
        let took = self.begun.elapsed();
        if self.table.record.position().turn() == Some(player) {
            return;
        }
        if let Some(clock) = &mut self.clock
            && let Err(error) = clock.press(player, took)
        {
            self.end = Some(End::Time(error));
        }
        self.begun = Instant::now();
    }

    /// Returns the move with a number in the last list.
    fn picked(&self, number: usize) -> Result<G::Move, Refused> {
        let listed = self.listed.get(number.wrapping_sub(1)).cloned();
        listed.ok_or_else(|| {
            Refused::new(match self.listed.len() {
                0 => {
                    format!("expected a move, found the number {number}; `moves` shows moves with their numbers")
                }
                most => format!("expected a number from 1 to {most} of the last list, found {number}"),
            })
        })
    }

    /// Prints why a typed move is not played.
    fn refuse(&mut self, reason: &Refused) -> io::Result<()> {
        let reason = self.fitted(&format!("not played: {reason}"), 0);
        let reason = self.styled(REFUSED, &reason);
        writeln!(self.out, "{reason}")?;
        self.tell("(`moves` lists what is legal, `help` how it is typed)")
    }

    /// Lets the machine move.
    fn reply(&mut self, player: Player) -> Flow {
        if self.table.record.moves().len() >= MOST_MOVES {
            self.end = Some(End::TooLong);
            return ON;
        }
        let budget = self.table.limits.or(G::budget(self.table.level));
        let budget = match &self.clock {
            Some(clock) => clock.budget(player, &budget),
            None => budget,
        };
        let thinking = self.thinking(&format!("{player} thinks"))?;
        let report = self
            .machine
            .choose(&self.table.record, &budget, &mut |report| {
                thinking.tell(format!(", {} positions", report.nodes));
            });
        drop(thinking);
        let report = report.map_err(|error| TableError::of(player, &error))?;
        let m = report.line.into_iter().next();
        let m = m.ok_or_else(|| TableError::of(player, &EngineError::GameOver))?;
        let said = self.table.record.position().say_move(&m);
        if self.is_still() {
            self.note(&format!("{player} played {m}: {said}"));
        } else {
            writeln!(self.out, "{player}> {m}\n")?;
        }
        let played = self.table.record.push(m);
        played.map_err(|error| TableError::Engine {
            player,
            reason: error.to_string(),
        })?;
        self.press(player);
        self.time_moves();
        self.changed();
        self.show_between()?;
        ON
    }

    /// Says how a game has ended before its rules end it.
    fn ending(end: End) -> String {
        match end {
            End::Resigned(player) => format!("{} wins: {player} resigned", player.opponent()),
            End::Time(error) => error.to_string(),
            End::Saved(player, early) => format!("{} wins{early}", player.opponent()),
            End::TooLong => format!("The game is broken off after {MOST_MOVES} moves."),
        }
    }

    /// Returns how the game has ended, if somebody has won or it is drawn.
    fn outcome(&self) -> Option<Outcome> {
        match self.end {
            Some(End::Resigned(player) | End::Saved(player, _)) => {
                Some(Outcome::Win(player.opponent()))
            }
            Some(End::Time(error)) if self.table.record.setup().players() == 2 => {
                Some(Outcome::Win(error.player.opponent()))
            }
            Some(_) => None,
            None => self.table.record.position().outcome(),
        }
    }

    /// Prints how the game has ended; breaks if nobody is there to go on.
    fn result(&mut self) -> Flow {
        self.is_told = true;
        let people: Vec<Player> = self.table.people.iter().collect();
        let outcome = self.outcome();
        let verdict = match (&people[..], outcome) {
            ([you], Some(outcome)) => match outcome.utility(*you) {
                1 => "; you have won",
                0 => "",
                _ => "; you have lost",
            },
            _ => "",
        };
        let text = match (self.end, outcome) {
            (Some(end), _) => format!("{}{verdict}", Self::ending(end)),
            (None, outcome) => {
                let record = &self.table.record;
                let (turns, moves) = (G::turns(record), record.moves().len());
                let what = if turns == moves { "move" } else { "turn" };
                let plural = if turns == 1 { "" } else { "s" };
                let outcome = outcome.unwrap_or(Outcome::Draw);
                format!("{outcome} after {turns} {what}{plural}{verdict}")
            }
        };
        let mut lines = vec![self.styled(RESULT, &self.fitted(&text, 0))];
        if self.end.is_none() {
            let facts = G::facts(&self.table.record);
            lines.extend(
                facts
                    .iter()
                    .map(|fact| self.styled(FAINT, &self.fitted(&fact.text, 0))),
            );
        }
        if !people.is_empty() {
            lines.push(self.fitted(OVER, 0));
        }
        if self.is_still() {
            // The board becomes smaller, so that it stays on the screen above the result.
            self.notes.extend(lines);
            self.show()?;
        } else {
            for line in lines {
                writeln!(self.out, "{line}")?;
            }
        }
        if people.is_empty() { OFF } else { ON }
    }
}

/// Returns moves with blanks between them.
fn words_of<G: Describe>(moves: &[G::Move]) -> String {
    moves
        .iter()
        .map(G::Move::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a time in seconds, with tenths below ten seconds.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 && time.subsec_millis() > 0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
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
