//! `papergames play`: a person against the machine, in the terminal or through a pipe.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser};
use common::any::{AnyGame, AnyRecord};
use common::describe::{BoardKind, Refused};
use common::format::Statements;
use common::reading::{ReadOptions, SourceText};
use common::{Level, Player, PlayerSet};
use play::terminal::{Screen, Shelf, Table, Watch, fill};
use play::{GameClock, Limits, Pie, Session, TimeControl};

use crate::draw::broken;
use crate::input::read_small;
use crate::setup::{RulesArgs, game_named, games};
use crate::start::Start;
use crate::units::{duration, number};
use crate::{editor, report, stopping};

/// Play against the machine
///
/// Shows the board and asks for your moves. At the prompt, `help` lists everything that you can type. You can type a
/// move in any notation of the game, or its number in the list that `moves` shows. `hint`, `eval`, `best` and `why`
/// evaluate the position. `undo`, `redo`, `new`, `rematch` and `level` also work after the end of a game. Input may
/// come from a pipe, one move per line.
///
/// To continue a saved game, give its file or its text as the setup; the players, the level and the clocks are restored
/// from the file. At a terminal, the last nine games of each kind are saved for `--resume`. Press Ctrl-C to make the
/// machine move at once or to stop the search for a `hint`; press it twice to leave.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames play sos 4x4
  papergames play sprouts 5 --you second --level 5
  papergames play phutball --time 2s
  papergames play sos 5x5 --clock 5m+2s
  papergames play sos 3x3 --players 3 --you first,third
  papergames play sprouts 3 --view cards      (`help cards` at the prompt explains it)
  papergames play sprouts --resume            (the last game of Sprouts)
  papergames play sprouts --resume=2          (the game before it)
  papergames play sprouts game.txt            (a game that was saved at the prompt)
  printf 'moves\\nSb2\\nundo\\nquit\\n' | papergames play sos 3x3 --level 1")]
pub(crate) struct PlayCommand {
    #[command(flatten)]
    start: Start,

    /// The players whose moves you make: `first`, `second` and so on, separated by commas, or `all` or `none` [default:
    /// first, or as in the saved game].
    #[arg(long, value_name = "PLAYER")]
    you: Option<String>,

    /// The machine's strength, from 1 (beginner) to 5 (strongest) [default: 3].
    #[arg(long, value_name = "N")]
    level: Option<Level>,

    /// Play with the pie rule: after the first turn, the second player may take the first player's seat with `swap`.
    #[arg(long)]
    pie: bool,

    /// Continue the most recent game of this kind that was played at a terminal, or with N, the Nth most recent (up to
    /// 9).
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "setup",
        value_parser = number::<usize>(1..=9),
    )]
    resume: Option<usize>,

    /// Show the board in this view, such as `cards` for Sprouts or `field` for Phutball, or as text in a notation.
    #[arg(long, value_name = "NAME")]
    view: Option<String>,

    #[command(flatten)]
    thinking: ThinkingArgs,

    #[command(flatten)]
    clock: ClockArgs,

    /// The seed of the machine's random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The limits of an opponent for one move.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ThinkingArgs {
    /// The time limit for one move, such as `500ms` or `2s`. A level from 1 to 5 also has a limit of its own, which
    /// more time does not raise; `engine` in a match has none.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// The maximum number of positions or random games that a search examines for one move, within those of the level.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    nodes: Option<u64>,
}

impl ThinkingArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

/// How long a whole game may take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ClockArgs {
    /// Each player's time for the whole game, and optionally the time added after each move, such as `5m`, `5m+2s` or
    /// `60+0.6`.
    #[arg(long = "clock", value_name = "TIME[+TIME]", value_parser = control)]
    pub(crate) control: Option<TimeControl>,
}

/// Reads a time for the game and, after `+`, an increment.
fn control(text: &str) -> Result<TimeControl, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let control = TimeControl {
        time: duration(time)?,
        increment: duration(increment)?,
    };
    if control.time.is_zero() {
        return Err(format!("the time must be longer than 0, found `{text}`"));
    }
    Ok(control)
}

impl PlayCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            self.start.setup.as_deref() != Some("-"),
            "`play` reads moves from standard input, so the setup cannot be `-`"
        );
        let screen = Screen::detect();
        let watch = Watch::default();
        print_at_interrupt(&watch, &screen);
        let mut lines = editor::lines(&screen)?;
        let mut place = self.resume.map(|number| self.taken(number)).transpose()?;
        let mut session = match &place {
            Some(place) => self.open(&Start {
                setup: Some(place.to_string_lossy().into_owned()),
                ..self.start.clone()
            })?,
            None => self.open(&self.start)?,
        };
        loop {
            let shelf = shelf(session.record().game()).filter(|_| screen.is_dialogue);
            let table = Table {
                screen,
                board: Box::new(shown(session.view().map(str::to_owned))),
                watch: watch.clone(),
                games: games()
                    .iter()
                    .map(|game| game.about().name.to_owned())
                    .collect(),
                options: |text| Ok(rules(text)?.options()),
                shelf,
                place,
                ..Table::from(session)
            };
            let left = table.play_by(lines.as_mut(), out)?;
            if left.is_interrupted {
                stopping::leave(out)?;
            }
            let Some(next) = left.next else {
                return Ok(());
            };
            (session, place) = match self.next(&next, &left.session) {
                Ok(next) => (next, None),
                Err(error) => {
                    writeln!(out, "no new game: {}", report::sentence(&error))?;
                    (left.session, left.place)
                }
            };
        }
    }

    /// Begins a game, or continues it with the settings in its file, unless the command line overrides them.
    fn open(&self, start: &Start) -> Result<Session> {
        let mut session = self.session(start)?;
        let path = start.setup.as_ref().map(Path::new);
        let path = path.filter(|path| path.is_file());
        if let Some(text) = path.and_then(|path| read_small(path).ok()) {
            session.recall(&text);
            // Some notations say in their own way who the players are, and that they exchanged seats.
            let games = start
                .game
                .read(&SourceText::literal(&text), &ReadOptions::default());
            if let Ok([only]) = games.as_deref() {
                session.names.clone_from(&only.said.players);
                if only.said.swapped {
                    session.set_pie(Pie::Swapped)?;
                }
            }
        }
        let players = session.record().players();
        if let Some(you) = &self.you {
            session.set_people(people(you, players)?);
        }
        if let Some(level) = self.level {
            session.level = level;
        }
        if let Some(view) = &self.view {
            session.set_view(Some(view))?;
        }
        if self.pie {
            session.set_pie(Pie::On)?;
        }
        if let Some(control) = self.clock.control {
            session.set_clock(GameClock::new(control, players));
        }
        Ok(session)
    }

    /// Takes a saved game from its shelf, where number 1 is the last one, and returns its file.
    fn taken(&self, number: usize) -> Result<PathBuf> {
        let name = self.start.game.about().name;
        let shelf = shelf(self.start.game)
            .context("no folder for saved games was found; set the environment variable XDG_STATE_HOME or HOME")?;
        let taken = shelf.resume(number);
        taken.with_context(|| {
            format!(
                "no game of {name} can be resumed (those at a terminal are saved by themselves, others by `save \
                 FILE` for `play {name} FILE`)"
            )
        })
    }

    /// Begins the game that `new NAME SETUP` asked for. The players remain the same, unless the game has fewer players.
    fn next(&self, asked: &str, left: &Session) -> Result<Session> {
        let (name, setup) = asked.split_once(char::is_whitespace).unwrap_or((asked, ""));
        let game = game_named(name)
            .with_context(|| format!("expected the name of a game, found `{name}`"))?;
        let (setup, options) = setup.split_at(setup.find("--").unwrap_or(setup.len()));
        let setup = Some(setup.trim()).filter(|setup| !setup.is_empty());
        let mut session = self.session(&Start {
            game,
            setup: setup.map(str::to_owned),
            rules: rules(options)?,
        })?;
        session.set_people(left.people());
        session.level = left.level;
        // A game for more players does not have the rule.
        let _ = session.set_pie(left.pie().anew());
        // Most games do not have the views of others.
        let _ = session.set_view(left.view());
        if let Some(clock) = left.clock() {
            let players = session.record().players();
            session.set_clock(GameClock::new(clock.control(), players));
        }
        Ok(session)
    }

    /// Returns a new game, with the opponent that the command line specifies.
    fn session(&self, start: &Start) -> Result<Session> {
        let mut session = Session::new(start.record()?);
        session.seed = self.seed;
        session.limits = self.thinking.limits();
        Ok(session)
    }
}

/// Returns the function that shows the board in a view, or in the usual way if the view does not show this game.
fn shown(view: Option<String>) -> impl Fn(&dyn AnyRecord, &Screen) -> String + Send + Sync {
    move |record, screen| {
        let text = view.as_ref().map(|view| viewed(record, view, screen));
        match text {
            Some(Ok(text)) => text,
            _ => board(record, screen),
        }
    }
}

/// Returns a position in a notation, a line for each part, with hints for reading it if the game has any.
fn viewed(record: &dyn AnyRecord, view: &str, screen: &Screen) -> Result<String, Refused> {
    if let Some(text) = record.view(view) {
        return Ok(broken(&text, screen));
    }
    let text = record
        .write(view, &Statements::default())
        .map_err(Refused::because)?;
    let parts = text.trim_end().split(['/', '\n']).zip(1..);
    let lines: Vec<String> = parts.map(|(part, i)| format!("{i:>3}:  {part}")).collect();
    Ok(lines.join("\n"))
}

/// Reads the options after a setup that was typed at the prompt, in the form of the command line.
fn rules(text: &str) -> Result<RulesArgs, Refused> {
    #[derive(Parser)]
    #[command(no_binary_name = true, disable_help_flag = true)]
    struct TypedArgs {
        #[command(flatten)]
        rules: RulesArgs,
    }
    let typed = TypedArgs::try_parse_from(text.split_whitespace());
    let typed = typed.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.lines().next().unwrap_or_default();
        Refused::new(reason.trim_start_matches("error: "))
    });
    Ok(typed?.rules)
}

/// Returns the shelf of the last games of a kind.
fn shelf(game: &dyn AnyGame) -> Option<Shelf> {
    let folder = editor::state()?;
    Some(Shelf::new(folder.join("games").join(game.about().name)))
}

/// Makes the machine move, or ends its advice, when the user presses Ctrl-C. If it is pressed again, or while the
/// machine is not thinking, prints the record of the game, so that it can be continued, and ends the program.
fn print_at_interrupt(watch: &Watch, screen: &Screen) {
    let watch = watch.clone();
    // Erase the line that says that the machine is thinking.
    let begin = if screen.is_ansi { "\r\x1b[K" } else { "\n" };
    // If the handler cannot be installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        if watch.interrupt() {
            return;
        }
        editor::echo(true);
        // Nothing is printed after this, such as a prompt that was due.
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{begin}record: {}", watch.record());
        stopping::exit(stopping::STOPPED);
    });
}

/// Reads the set of players who are people.
fn people(text: &str, players: usize) -> Result<PlayerSet> {
    match text {
        "all" => return Ok(PlayerSet::all(players)),
        "none" => return Ok(PlayerSet::EMPTY),
        _ => (),
    }
    let mut people = PlayerSet::EMPTY;
    for word in text.split(',') {
        let player: Player = word.parse()?;
        if player.index() >= players {
            bail!("the game has only {players} players, so there is no player `{word}`");
        }
        people = people.with(player);
    }
    Ok(people)
}

/// The least screen height, in rows, at which each part of a position in words gets its own line.
const ROOMY: usize = 20;

/// The least number of rows in which a drawing can be recognised.
const LEAST_ROWS: usize = 5;

/// The number of rows for the heading, the last move, two lines of notes, the player to move, and the prompt.
const OTHERS: usize = 6;

/// Returns the board as players see it: a picture, with the position in words below a drawing. On a low screen the
/// words are written without line breaks, and cut if no room is left for the drawing.
pub(crate) fn board(record: &dyn AnyRecord, screen: &Screen) -> String {
    let drawn = record.game().about().board == BoardKind::Lines;
    let mut words = String::new();
    if drawn {
        let board = record.view("").unwrap_or_default();
        let lines: Vec<&str> = board.lines().collect();
        let low = screen.is_dialogue && screen.rows < ROOMY;
        let paragraphs = if low {
            vec![lines.join("; ")]
        } else {
            lines.iter().map(ToString::to_string).collect()
        };
        for line in paragraphs {
            // A spot and its lives stay on one line.
            let line = line.replace(" (", "\u{a0}(");
            words.push_str(&fill(&line, screen.columns));
            words.push('\n');
        }
    }
    let all: Vec<&str> = words.lines().collect();
    let room = screen.window(OTHERS + LEAST_ROWS).rows.max(1);
    if room < all.len() {
        words = all[..room].join("\n");
        words.truncate(words.rfind([' ', ',', ';']).unwrap_or(0));
        words.push_str(" …\n");
    }
    let mut window = screen.window(words.lines().count() + OTHERS);
    window.rows = window.rows.max(LEAST_ROWS);
    let picture = match record.pictures().map(|pictures| pictures.print(&window)) {
        Some(Ok(print)) => screen.paint(&print),
        Some(Err(reason)) => format!("({reason})\n"),
        None => record.board(),
    };
    let text = format!("{picture}{words}");
    // If the board is redrawn in place, so are the blank lines around it.
    let blank = if screen.is_dialogue { "" } else { "\n" };
    text.trim_start_matches(blank).trim_end().to_owned()
}
