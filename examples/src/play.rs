//! `papergames play`: a person against the machine, in the terminal or through a pipe.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use common::{Player, PlayerSet, Record};
use console::Term;
use picture::terminal::Charset;

use crate::engine::{Engine, Level, Thinking};
use crate::game::Playable;
use crate::setup::{ForAnyGame, Start};
use crate::tour::fill;

/// Play against the machine
///
/// Shows the board and asks for your moves; `help` at the prompt lists what can be typed. Moves can be typed in any
/// notation of the game or picked by number from the list that `moves` shows. Input may come from a pipe, one line a
/// move. A saved game goes on if its file, or the game itself, is given as the setup.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames play sos 4x4
  papergames play sprouts 5 --you second --level 5
  papergames play phutball --time 2s
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

    /// What the machine's chance is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// After so many moves a game without an end is broken off.
const LIMIT: usize = 10_000;

/// Up to so many moves are shown with the board.
const FEW: u128 = 6;

/// How many moves `moves` lists.
const LISTED: usize = 120;

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
        Session {
            machine: G::engine(play.level, play.seed),
            adviser: G::engine(Level::BEST, play.seed),
            record,
            play,
            people,
            screen: Screen::new(),
            listed: Vec::new(),
            out: self.out,
        }
        .run(io::stdin().lock())
    }
}

/// What the terminal can show.
struct Screen {
    columns: usize,
    colours: bool,
    /// What pictures are made of; nothing where they would be too wide.
    picture: Option<Charset>,
    /// Whether somebody sits before it, and no pipe.
    is_dialogue: bool,
}

impl Screen {
    /// How wide the pictures of the game crates are.
    const PICTURE: usize = 72;

    /// How wide a text is where nobody says how wide it may be, as in a pipe.
    const USUAL: usize = 80;

    fn new() -> Screen {
        let terminal = Term::stdout();
        let size = terminal.size_checked();
        let columns = size.map_or(Screen::USUAL, |(_, columns)| columns.into());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
        let locale = locale.into_iter().find(|value| !value.is_empty());
        let is_unicode = locale.is_some_and(|value| value.to_uppercase().contains("UTF"));
        let is_dumb = env::var("TERM").is_ok_and(|name| name == "dumb");
        let charset = if terminal.is_term() && is_unicode && !is_dumb {
            Charset::Braille
        } else {
            Charset::Ascii
        };
        Screen {
            columns,
            colours: console::colors_enabled(),
            picture: (columns >= Screen::PICTURE).then_some(charset),
            is_dialogue: terminal.is_term() && io::stdin().is_terminal(),
        }
    }
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

/// A game in progress.
struct Session<'a, G: Playable> {
    record: Record<G>,
    play: &'a Play,
    people: PlayerSet,
    machine: Box<dyn Engine<G>>,
    adviser: Box<dyn Engine<G>>,
    screen: Screen,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<G::Move>,
    out: &'a mut dyn Write,
}

impl<G: Playable> Session<'_, G> {
    fn run(mut self, mut input: impl BufRead) -> Result<()> {
        writeln!(self.out, "{}\n", G::TITLE)?;
        self.say(G::ABOUT)?;
        self.say(&self.record.setup().remark())?;
        if !self.people.is_empty() {
            let players: Vec<String> = self.people.iter().map(|p| p.to_string()).collect();
            let plural = if players.len() > 1 { "s" } else { "" };
            self.say(&format!(
                "You are the {} player{plural}. Type a move, or `help`.",
                players.join(" and the ")
            ))?;
        }
        self.show()?;
        while self.finish(&mut input)?.is_continue() {
            self.result()?;
            if self.afterwards(&mut input)?.is_break() {
                break;
            }
        }
        self.farewell()
    }

    /// Plays until the game is over; breaks when the session is to end before.
    fn finish(&mut self, input: &mut impl BufRead) -> Result<ControlFlow<()>> {
        while let Some(player) = self.record.position().turn() {
            if self.record.moves().len() >= LIMIT {
                writeln!(self.out, "The game is broken off after {LIMIT} moves.")?;
                return Ok(ControlFlow::Break(()));
            }
            if !self.people.contains(player) {
                self.reply(player)?;
            } else if self.ask(&player.to_string(), input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Lets somebody at a terminal save the finished game, or go on after `undo`; breaks when the session is to end.
    fn afterwards(&mut self, input: &mut impl BufRead) -> Result<ControlFlow<()>> {
        if self.people.is_empty() || !self.screen.is_dialogue {
            return Ok(ControlFlow::Break(()));
        }
        self.say("The game is over: `undo`, `save FILE` or `quit`.")?;
        while self.record.position().is_terminal() {
            if self.ask("over", input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Asks for a line and does what it says; breaks when the session is to end.
    fn ask(&mut self, prompt: &str, input: &mut impl BufRead) -> Result<ControlFlow<()>> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(self.out)?;
            return Ok(ControlFlow::Break(()));
        };
        self.obey(line.trim())
    }

    /// Does what a line of input says; breaks when the session is to end.
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => (),
            "help" | "?" => self.help()?,
            "quit" | "exit" | "q" => return Ok(ControlFlow::Break(())),
            "board" | "show" => self.show()?,
            "moves" => self.list(rest.trim())?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "record" => writeln!(self.out, "{}", self.record)?,
            "save" => self.save(rest.trim())?,
            _ => self.make(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints a paragraph, unless it is empty, in lines that fit the screen.
    fn say(&mut self, text: &str) -> Result<()> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        if !words.is_empty() {
            let width = self.screen.columns.min(Screen::USUAL);
            writeln!(self.out, "{}\n", fill(&words, width))?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<()> {
        writeln!(
            self.out,
            "How to type a move:
{}
7             the move with this number in the last list
What else can be typed:
moves [TEXT]  list the legal moves, or those that begin with TEXT
hint          ask the strongest level for a move
undo          take back your last move and the replies to it
board         show the board again
record        show the game as text
save FILE     write the game to a file
quit          leave the game",
            self.record.position().how_to_move()
        )?;
        Ok(())
    }

    /// Shows the board and who is to move.
    fn show(&mut self) -> Result<()> {
        let position = self.record.position();
        for line in G::table(&self.record, self.screen.picture).lines() {
            let line = if self.screen.colours {
                paint(line)
            } else {
                line.to_owned()
            };
            writeln!(self.out, "{line}")?;
        }
        if let Some(player) = position.turn() {
            let you = if self.people.len() == 1 && self.people.contains(player) {
                " (you)"
            } else {
                ""
            };
            let few: Vec<String> = match position.count_moves() {
                0..=FEW => position.moves().iter().map(G::Move::to_string).collect(),
                _ => Vec::new(),
            };
            match &few[..] {
                [] => writeln!(
                    self.out,
                    "{player}{you} to move, {} legal moves",
                    position.count_moves()
                )?,
                few => writeln!(self.out, "{player}{you} to move: {}", few.join(", "))?,
            }
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn list(&mut self, prefix: &str) -> Result<()> {
        self.listed.clear();
        let mut more = false;
        let listed = &mut self.listed;
        let _ = self.record.position().for_each_move(&mut |m| {
            if m.to_string().starts_with(prefix) {
                if listed.len() == LISTED {
                    more = true;
                    return ControlFlow::Break(());
                }
                listed.push(m);
            }
            ControlFlow::Continue(())
        });
        let words: Vec<String> = self
            .listed
            .iter()
            .zip(1..)
            .map(|(m, number)| format!("{number:>3} {m}"))
            .collect();
        let width = words
            .iter()
            .map(|word| word.chars().count())
            .max()
            .unwrap_or(0)
            + 2;
        for row in words.chunks((self.screen.columns / width).max(1)) {
            let padded: Vec<String> = row.iter().map(|word| format!("{word:<width$}")).collect();
            writeln!(self.out, "{}", padded.concat().trim_end())?;
        }
        if more {
            writeln!(
                self.out,
                "and more of the {} in all; `moves TEXT` lists those that begin with TEXT",
                self.record.position().count_moves()
            )?;
        } else if self.listed.is_empty() {
            writeln!(self.out, "no legal move begins with `{prefix}`")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        if self.record.position().is_terminal() {
            writeln!(self.out, "there is no move any more")?;
            return Ok(());
        }
        let budget = self.play.thinking.budget::<G>(Level::BEST);
        let choice = self.adviser.choose(&self.record, &budget)?;
        match choice.proved {
            Some(proved) => writeln!(self.out, "hint: {} {proved}", choice.m)?,
            None => writeln!(self.out, "hint: {} looks best; nothing is proved", choice.m)?,
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        let mut undone = Vec::new();
        while let Some(m) = self.record.pop() {
            undone.push(m);
            if self
                .record
                .position()
                .turn()
                .is_some_and(|player| self.people.contains(player))
            {
                writeln!(self.out, "taken back: {}", undone.len())?;
                self.listed.clear();
                return self.show();
            }
        }
        // No move was a person's: put everything back.
        for m in undone.into_iter().rev() {
            self.record.push(m)?;
        }
        writeln!(self.out, "there is no move of yours to take back")?;
        Ok(())
    }

    fn save(&mut self, path: &str) -> Result<()> {
        if path.is_empty() {
            writeln!(
                self.out,
                "expected the name of a file, as in `save game.txt`"
            )?;
            return Ok(());
        }
        let written = File::create_new(path).and_then(|mut file| writeln!(file, "{}", self.record));
        match written {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "{path} cannot be written: {error}")?,
        }
        Ok(())
    }

    /// Makes the moves that a person has typed, or says what is wrong with them.
    fn make(&mut self, text: &str) -> Result<()> {
        let moves = match text.parse::<usize>() {
            Ok(number) => self.picked(number).map(|m| vec![m]),
            Err(_) => self.record.position().by_hand(text),
        };
        let moves = match moves {
            Ok(moves) => moves,
            Err(reason) => return self.refuse(&reason),
        };
        let before = self.record.moves().len();
        for m in &moves {
            if let Err(reason) = self.record.push(m.clone()) {
                while self.record.moves().len() > before {
                    self.record.pop();
                }
                return self.refuse(&reason.into());
            }
        }
        let played = moves.iter().map(G::Move::to_string).collect::<Vec<_>>();
        let played = played.join(" ");
        if played != text {
            writeln!(self.out, "played: {played}")?;
        }
        writeln!(self.out)?;
        self.listed.clear();
        self.show()
    }

    /// Returns the move with a number in the last list.
    fn picked(&self, number: usize) -> Result<G::Move> {
        let listed = self.listed.get(number.wrapping_sub(1)).cloned();
        listed.with_context(|| match self.listed.len() {
            0 => format!(
                "expected a move, found the number {number}; `moves` shows moves with their numbers"
            ),
            most => format!("expected a number from 1 to {most} of the last list, found {number}"),
        })
    }

    /// Says why what was typed is not played.
    fn refuse(&mut self, reason: &anyhow::Error) -> Result<()> {
        writeln!(self.out, "not played: {reason}")?;
        writeln!(
            self.out,
            "(`moves` lists what is legal, `help` how it is typed)"
        )?;
        Ok(())
    }

    /// Lets the machine move.
    fn reply(&mut self, player: Player) -> Result<()> {
        let budget = self.play.thinking.budget::<G>(self.play.level);
        let choice = self.machine.choose(&self.record, &budget)?;
        writeln!(self.out, "{player}> {}\n", choice.m)?;
        self.record.push(choice.m)?;
        self.show()
    }

    fn result(&mut self) -> Result<()> {
        let outcome = self
            .record
            .position()
            .outcome()
            .context("the game is over")?;
        let people: Vec<Player> = self.people.iter().collect();
        let verdict = match people[..] {
            [you] => match outcome.utility(you) {
                1 => "; you have won",
                0 => "",
                _ => "; you have lost",
            },
            _ => "",
        };
        let moves = self.record.moves().len();
        writeln!(self.out, "{outcome} after {moves} moves{verdict}")?;
        for fact in G::facts(&self.record) {
            writeln!(self.out, "{}", fact.text)?;
        }
        Ok(())
    }

    fn farewell(self) -> Result<()> {
        writeln!(self.out, "record: {}", self.record)?;
        Ok(())
    }
}

/// Reads a line, but no more of it than any move or command can have; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    const MOST: u64 = 1 << 16;
    let mut bytes = Vec::new();
    let mut rest = [0];
    io::Read::take(&mut *input, MOST).read_until(b'\n', &mut bytes)?;
    // The rest of an overlong line is no line of its own.
    while bytes.len() as u64 >= MOST && !bytes.ends_with(b"\n") && rest != *b"\n" {
        if input.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
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
