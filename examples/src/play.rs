//! `papergames play`: a person against the machine, in the terminal or through a pipe.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::Args;
use common::{Level, Player, PlayerSet, Record};
use play::terminal::{Screen, Table, Watch};
use play::{Limits, TimeControl};

use crate::setup::{ForAnyGame, Playable, Start};
use crate::units::duration;

/// Play against the machine
///
/// Shows the board and asks for your moves; `help` at the prompt lists what can be typed. Moves can be typed in any
/// notation of the game or picked by number from the list that `moves` shows. Input may come from a pipe, one line a
/// move. A saved game goes on if its file, or the game itself, is given as the setup. Ctrl-C prints the record.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames play sos 4x4
  papergames play sprouts 5 --you second --level 5
  papergames play phutball --time 2s
  papergames play sos 5x5 --clock 5m+2s
  papergames play sos 3x3 --players 3 --you first,third
  papergames play sprouts game.txt            (a game that was saved at the prompt)
  printf 'moves\\nSb2\\nundo\\nquit\\n' | papergames play sos 3x3 --level 1")]
pub(crate) struct Play {
    #[command(flatten)]
    start: Start,

    /// Who you are: `first`, `second`, …, several with commas between them, `all` or `none`.
    #[arg(long, value_name = "PLAYER", default_value = "first")]
    you: String,

    /// How well the machine plays, from 1 (beginner) to 5 (strongest).
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        allow_negative_numbers = true
    )]
    level: Level,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    clock: Clocks,

    /// What the machine's chance is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How long an opponent may think about one move, instead of what its level does.
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
        self.nodes.map_or(limits, |nodes| limits.nodes(nodes))
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
    Ok(TimeControl {
        time: duration(time)?,
        increment: duration(increment)?,
    })
}

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            self.start.setup.as_deref() != Some("-"),
            "expected the moves on standard input, found `-` as the setup"
        );
        self.start.game.visit(Task { play: self, out })
    }
}

struct Task<'a> {
    play: &'a Play,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let play = self.play;
        let record = play.start.record::<G>()?;
        let people = people(&play.you, record.setup().players())?;
        let watch = Watch::default();
        print_at_interrupt(&watch);
        let drawn = play.start.game.is_a_drawing();
        let table = Table::new(record)
            .people(people)?
            .level(play.level)
            .seed(play.seed)
            .limits(play.thinking.limits())
            .screen(Screen::detect())
            .board(move |record, screen| board(record, screen, drawn))
            .watch(&watch);
        let table = match play.clock.control() {
            Some(control) => table.clock(control),
            None => table,
        };
        table.play(io::stdin().lock(), self.out)?;
        Ok(())
    }
}

/// Prints the record of the game when the user presses Ctrl-C, so that it can be gone on with.
fn print_at_interrupt(watch: &Watch) {
    let watch = watch.clone();
    // Without a handler, which only a strange system refuses, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        let _ = writeln!(io::stdout(), "\nrecord: {}", watch.record());
        std::process::exit(130);
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

/// Returns the board as it is shown to those who play: a picture above the text if the game is one of drawings and the
/// screen is wide enough.
pub(crate) fn board<G: Playable>(record: &Record<G>, screen: &Screen, drawn: bool) -> String {
    let position = record.position();
    let mut text;
    if drawn {
        let picture = screen
            .picture
            .and_then(|charset| G::terminal(record, charset).ok());
        // The caption of the picture begins with the text of the position.
        let caption = position.to_string();
        let lines = picture.iter().flat_map(|picture| picture.lines());
        let lines: Vec<&str> = lines.take_while(|line| **line != caption).collect();
        text = lines
            .join("\n")
            .trim_end()
            .trim_start_matches('\n')
            .to_owned();
        if !text.is_empty() {
            text.push_str("\n\n");
        } else if screen.columns < Screen::PICTURE {
            let wanted = Screen::PICTURE;
            text = format!(
                "(A picture needs a terminal of {wanted} columns; this one has {}.)\n\n",
                screen.columns
            );
        }
        text.push_str(&position.board());
        if let Some(last) = record.moves().last() {
            let _ = write!(text, "\nlast move: {last}");
        }
    } else {
        let board = G::board_of(record);
        let lines = board
            .lines()
            .filter(|line| !line.starts_with("to move: ") && !line.ends_with(" has won"));
        text = lines.collect::<Vec<_>>().join("\n");
    }
    if !screen.colours {
        return text;
    }
    text.lines().map(paint).collect::<Vec<_>>().join("\n")
}

/// Colours a row of a board: the ball and letters bright, empty places dim. Other lines stay as they are.
fn paint(line: &str) -> String {
    const SIGNS: &str = ".~=-oSO@";
    let mut words = line.split_whitespace();
    let number = words.next().unwrap_or("");
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_sign = |word: &str| word.chars().count() == 1 && SIGNS.contains(word);
    let mut signs = words.peekable();
    if !is_number || signs.peek().is_none() || !signs.all(is_sign) {
        return line.to_owned();
    }
    let colour = |c: char| match c {
        '@' => Some("1;33"),
        'o' => Some("1"),
        'S' => Some("1;36"),
        'O' => Some("1;35"),
        '.' | '~' | '=' | '-' => Some("2"),
        _ => None,
    };
    let painted = line.chars().map(|c| match colour(c) {
        Some(colour) => format!("\x1b[{colour}m{c}\x1b[0m"),
        None => c.to_string(),
    });
    painted.collect()
}
