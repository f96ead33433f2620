//! `papergames play`: a person against the machine, in the terminal or through a pipe.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use common::format::{Early, Heading};
use common::{Level, Outcome, Player, PlayerSet, Record};
use play::clock::GameClock;
use play::session::Seats;
use play::terminal::{Lines, Screen, Shelf, Table, Watch, fill};
use play::{Limits, TimeControl};

use crate::editor;
use crate::input::read_small;
use crate::stopping;
use crate::typed_setup::{ForAnyGame, GameName, Playable, Rules, Start};
use crate::units::duration;

/// Play against the machine
///
/// Shows the board and asks for your moves; `help` at the prompt lists what can be typed. Moves can be typed in any
/// notation of the game or picked by number from the list that `moves` shows. `hint`, `eval`, `best` and `why` say what
/// the position is worth; `undo`, `redo`, `new`, `rematch` and `level` go on from there, also after the end of a game.
/// Input may come from a pipe, one line a move. A saved game goes on if its file, or the game itself, is given as the
/// setup; who plays, the level and the clocks are then those of the file. At a terminal the last nine games of each
/// kind are kept for `--resume`. Ctrl-C while the machine thinks prints the record and ends; it stops advice such as
/// `hint` without ending the game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames play sos 4x4
  papergames play sprouts 5 --you second --level 5
  papergames play phutball --time 2s
  papergames play sos 5x5 --clock 5m+2s
  papergames play sos 3x3 --players 3 --you first,third
  papergames play sprouts --resume            (the last game of Sprouts)
  papergames play sprouts --resume=2          (the game before it)
  papergames play sprouts game.txt            (a game that was saved at the prompt)
  printf 'moves\\nSb2\\nundo\\nquit\\n' | papergames play sos 3x3 --level 1")]
pub(crate) struct Play {
    #[command(flatten)]
    start: Start,

    /// Who you are: `first`, `second`, …, several with commas between them, `all` or `none` [default: first, or as the
    /// game was saved].
    #[arg(long, value_name = "PLAYER")]
    you: Option<String>,

    /// How well the machine plays, from 1 (beginner) to 5 (strongest) [default: 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    level: Option<Level>,

    /// Continue the last game of this kind that was played at a terminal, or the Nth last, up to 9.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "setup",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=9),
    )]
    resume: Option<usize>,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    clock: Clocks,

    /// The random seed of the machine.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How long an opponent may think about one move, instead of the budget of its level.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Thinking {
    /// The time for one move, such as `500ms` or `2s`.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// The number of positions or random games to look at for one move.
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(0..),
    )]
    nodes: Option<u64>,
}

impl Thinking {
    pub(crate) fn limits(&self) -> Limits {
        let limits = self
            .time
            .map_or(Limits::new(), |time| Limits::new().time(time));
        self.nodes
            .map_or(limits.clone(), |nodes| limits.nodes(nodes))
    }
}

/// How long a whole game may take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Clocks {
    /// The time of each player for the whole game and what is added after each move, such as `5m`, `5m+2s` or `60+0.6`.
    #[arg(long, value_name = "TIME[+TIME]", value_parser = control)]
    clock: Option<TimeControl>,
}

impl Clocks {
    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.clock
    }
}

/// Reads a time for the game and, after `+`, an increment.
fn control(text: &str) -> Result<TimeControl, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let control = TimeControl {
        time: duration(time)?,
        increment: duration(increment)?,
    };
    if control.time.is_zero() {
        return Err(format!("expected a time of more than 0, found `{text}`"));
    }
    Ok(control)
}

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            self.start.setup.as_deref() != Some("-"),
            "expected the moves on standard input, found `-` as the setup"
        );
        let screen = Screen::detect();
        let watch = Watch::default();
        print_at_interrupt(&watch, &screen);
        let mut lines = editor::lines(&screen)?;
        let mut sitting = Sitting {
            start: self.start.clone(),
            you: self.you.clone(),
            level: self.level,
            control: self.clock.control(),
            clock: None,
            early: None,
            is_resumed: false,
        };
        match self.resume {
            Some(number) => sitting.resume(number)?,
            None => sitting.open(),
        }
        // The game that was left for another one, which may turn out not to exist.
        let mut before: Option<Sitting> = None;
        loop {
            let task = Task {
                play: self,
                sitting: &sitting,
                screen,
                watch: &watch,
                lines: lines.as_mut(),
                out,
            };
            let (next, back) = match (sitting.start.game.visit(task), before.take()) {
                (Ok(Some(left)), _) => left,
                (Ok(None), _) => return Ok(()),
                (Err(error), Some(back)) if !error.is::<io::Error>() => {
                    writeln!(out, "no new game: {}", crate::sentence(&error))?;
                    sitting = back;
                    continue;
                }
                (Err(error), _) => return Err(error),
            };
            before = Some(back);
            sitting = next;
        }
    }
}

/// A game and who plays it.
struct Sitting {
    start: Start,
    you: Option<String>,
    level: Option<Level>,
    control: Option<TimeControl>,
    /// What the clocks show in a game that goes on.
    clock: Option<GameClock>,
    /// Who has resigned or run out of time in it.
    early: Option<(Player, Early)>,
    /// Whether it is the last game of the shelf.
    is_resumed: bool,
}

impl Sitting {
    /// Takes a game that was kept, the last one if the number is 1.
    fn resume(&mut self, number: usize) -> Result<()> {
        let game = self.start.game;
        let shelf =
            shelf(game).context("expected a folder for the state of programs, found none")?;
        let path = shelf.file(number);
        if !path.is_file() {
            let path = path.display();
            match shelf.len() {
                0 => bail!(
                    "expected a game of {game} that was played before at `{path}`, found none"
                ),
                n => {
                    bail!("expected one of the last {n} games of {game}, found `--resume={number}`")
                }
            }
        }
        shelf.bring_forward(number)?;
        self.is_resumed = true;
        self.start.setup = Some(shelf.file(1).to_string_lossy().into_owned());
        self.open();
        Ok(())
    }

    /// Takes who plays, the clocks and the result from the file that the setup names, if it does.
    fn open(&mut self) {
        let path = self.start.setup.as_ref().map(Path::new);
        let Some(path) = path.filter(|path| path.is_file()) else {
            return;
        };
        // What is wrong with the file is told when the game is read.
        let Ok(text) = read_small(path) else {
            return;
        };
        if let Some(seats) = Seats::find(&text) {
            self.you = self.you.take().or_else(|| Some(names(seats.people)));
            self.level = self.level.or(Some(seats.level));
            if self.control.is_none() {
                self.control = seats.clock.as_ref().map(GameClock::control);
                self.clock = seats.clock;
            }
        }
        let mut headings = text.lines().filter_map(Heading::read);
        if let (Some(heading), None) = (headings.next(), headings.next()) {
            let winner = heading.result.and_then(Outcome::winner);
            let loser = winner.map(Player::opponent);
            self.early = loser.zip(heading.early);
        }
    }
}

/// Returns where the last games of a kind are kept.
fn shelf(game: GameName) -> Option<Shelf> {
    let folder = editor::state()?;
    Some(Shelf::new(folder.join(format!("last-{game}.txt"))))
}

/// Names people as `--you` reads them.
fn names(people: PlayerSet) -> String {
    if people.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = people.iter().map(|player| player.to_string()).collect();
    names.join(",")
}

struct Task<'a> {
    play: &'a Play,
    sitting: &'a Sitting,
    screen: Screen,
    watch: &'a Watch,
    lines: &'a mut dyn Lines,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    /// The next game and the one that was left for it, or `None` at the end.
    type Output = Option<(Sitting, Sitting)>;

    fn run<G: Playable>(self) -> Result<Self::Output> {
        let (play, start) = (self.play, &self.sitting.start);
        let record = start.record::<G>()?;
        let you = self.sitting.you.as_deref().unwrap_or("first");
        let players = record.setup().players();
        let people = people(you, players)?;
        let drawn = start.game.is_a_drawing();
        let mut table = Table::new(record)
            .people(people)?
            .seed(play.seed)
            .limits(play.thinking.limits())
            .screen(self.screen)
            .board(move |record, screen| board(record, screen, drawn))
            .games(GameName::ALL.map(|game| game.to_string()))
            .watch(self.watch);
        if let Some(level) = self.sitting.level {
            table = table.level(level);
        }
        let sitting = self.sitting;
        let clock = sitting.clock.as_ref();
        table = match (
            clock.filter(|clock| clock.players() == players),
            sitting.control,
        ) {
            (Some(clock), _) => table.clocks(clock.clone()),
            (None, Some(control)) => table.clock(control),
            (None, None) => table,
        };
        if let Some((loser, early)) = sitting.early {
            table = table.ended_early(loser, early);
        }
        if let (true, Some(shelf)) = (self.screen.is_dialogue, shelf(start.game)) {
            table = table.kept_on(shelf, sitting.is_resumed);
        }
        let left = table.play_by(self.lines, self.out)?;
        if left.is_interrupted {
            stopping::leave(self.out)?;
        }
        let Some(next) = left.next else {
            return Ok(None);
        };
        let (name, setup) = next.split_once(char::is_whitespace).unwrap_or((&next, ""));
        let setup = setup.trim();
        let game = GameName::from_str(name, true).map_err(anyhow::Error::msg)?;
        // Who plays stays, unless the next game has fewer players.
        let seats = |players: usize| {
            let people = left.seats.people.iter();
            let people: PlayerSet = people.filter(|player| player.index() < players).collect();
            Some(names(people))
        };
        let sitting = |game, setup: &str, you| Sitting {
            start: Start {
                game,
                setup: (!setup.is_empty()).then(|| setup.to_owned()),
                rules: Rules::default(),
            },
            you,
            level: Some(left.seats.level),
            control: left.seats.clock.as_ref().map(GameClock::control),
            clock: None,
            early: None,
            is_resumed: false,
        };
        let next = sitting(game, setup, seats(2));
        let back = Sitting {
            clock: left.seats.clock.clone(),
            early: left.early,
            is_resumed: !left.record.moves().is_empty(),
            ..sitting(start.game, &left.record.to_string(), seats(usize::MAX))
        };
        Ok(Some((next, back)))
    }
}

/// Prints the record of the game when the user presses Ctrl-C while the machine thinks, so that it can be continued. If
/// the machine gives advice, only that ends.
fn print_at_interrupt(watch: &Watch, screen: &Screen) {
    let watch = watch.clone();
    // Erase the line that says who is thinking.
    let begin = if screen.is_ansi { "\r\x1b[K" } else { "\n" };
    // If the handler cannot be installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        if watch.stop_advice() {
            return;
        }
        let _ = writeln!(io::stdout(), "{begin}record: {}", watch.record());
        std::process::exit(stopping::STOPPED.into());
    });
}

/// Reads who of the players is a person.
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
            bail!("expected one of {players} players, found `{word}`");
        }
        people = people.with(player);
    }
    Ok(people)
}

/// From so many rows on, each line of a position in words stands on a line of its own.
const ROOMY: usize = 20;

/// The least rows in which a drawing can be made out.
const LEAST_ROWS: usize = 5;

/// Returns the board as it is shown to those who play: a picture, and below a drawing the position in words. On a low
/// screen the words are written without line breaks, and if no room is left for the drawing, stand alone.
pub(crate) fn board<G: Playable>(record: &Record<G>, screen: &Screen, drawn: bool) -> String {
    let mut words = String::new();
    if drawn {
        let board = record.position().board();
        let lines: Vec<&str> = board.lines().collect();
        let low = screen.is_dialogue && screen.rows < ROOMY;
        let paragraphs = if low {
            vec![lines.join("; ")]
        } else {
            lines.iter().map(|line| (*line).to_owned()).collect()
        };
        for line in paragraphs {
            // A spot and its lives stay on one line.
            let line = line.replace(" (", "\u{a0}(");
            let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
            words.push_str(&fill(&line, screen.columns).replace('\u{a0}', " "));
            words.push('\n');
        }
    }
    // There has to be room for the heading, the last move, two lines of notes, who is to move, and the prompt.
    let window = screen.window(words.lines().count() + 6);
    let picture = if drawn && window.rows < LEAST_ROWS {
        let last = record.moves().last();
        let last = last.map_or(String::new(), |m| format!("last move: {m}\n"));
        format!("(The screen is too low for the drawing.)\n{last}")
    } else {
        match G::terminal(record, &window) {
            Ok(print) => screen.paint(&print),
            Err(reason) => format!("({reason})\n"),
        }
    };
    let text = format!("{picture}{words}");
    // Where the board stays in its place, so do the blank lines around it.
    let blank = if screen.is_dialogue { "" } else { "\n" };
    text.trim_start_matches(blank).trim_end().to_owned()
}
