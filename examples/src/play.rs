//! `papergames play`: a person against the machine, in the terminal or through a pipe.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use clap::Args;
use common::{Player, PlayerSet, Record};

use crate::engine::{Engine, Level, Thinking};
use crate::game::Playable;
use crate::setup::{ForAnyGame, Start};

/// Play against the machine
///
/// Shows the board and asks for your moves; `help` at the prompt lists what can be typed. Moves can be typed in the
/// game's notation or picked by number from the list that `moves` shows. Input may come from a pipe, one line a move.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames play sos 4x4
  papergames play sprouts 5 --you second --level 5
  papergames play phutball --time 2s
  papergames play sos 3x3 --players 3 --you first,third
  printf 'moves\\nSb2\\nundo\\nquit\\n' | papergames play sos 3x3 --level 1")]
pub(crate) struct Play {
    #[command(flatten)]
    start: Start,

    /// Who you are: `first`, `second`, …, several with commas between them, `all` or `none`.
    #[arg(long, value_name = "PLAYER", default_value = "first")]
    you: String,

    /// How well the machine plays, from 1 (beginner) to 5 (strongest).
    #[arg(long, value_name = "N", default_value = "3")]
    level: Level,

    #[command(flatten)]
    thinking: Thinking,

    /// What the machine's chance is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// After so many moves a game without an end is broken off.
const LIMIT: usize = 10_000;

/// How many moves `moves` lists.
const LISTED: usize = 120;

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
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
        let start: G = play.start.position()?;
        let people = people(&play.you, start.players())?;
        let colours = io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Session {
            machine: G::engine(play.level, play.seed),
            adviser: G::engine(Level::BEST, play.seed),
            record: Record::new(start),
            play,
            people,
            colours,
            listed: Vec::new(),
            out: self.out,
        }
        .run(io::stdin().lock())
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
    colours: bool,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<G::Move>,
    out: &'a mut dyn Write,
}

impl<G: Playable> Session<'_, G> {
    fn run(mut self, mut input: impl BufRead) -> Result<()> {
        writeln!(self.out, "{}\n\n{}\n", G::TITLE, G::ABOUT)?;
        if !self.people.is_empty() {
            writeln!(self.out, "Type a move, or `help`.\n")?;
        }
        self.show()?;
        while let Some(player) = self.record.position().turn() {
            if self.record.moves().len() >= LIMIT {
                writeln!(self.out, "The game is broken off after {LIMIT} moves.")?;
                return self.farewell();
            }
            if !self.people.contains(player) {
                self.reply(player)?;
                continue;
            }
            write!(self.out, "{player}> ")?;
            self.out.flush()?;
            let mut line = String::new();
            if read_line(&mut input, &mut line)? == 0 {
                writeln!(self.out)?;
                return self.farewell();
            }
            if self.obey(line.trim())?.is_break() {
                return self.farewell();
            }
        }
        self.result()
    }

    /// Does what a line of input says; breaks when the session is to end.
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => (),
            "help" | "?" => self.help()?,
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
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

    fn help(&mut self) -> Result<()> {
        let example = self.record.position().nth_move(0);
        let example = example.map(|m| m.to_string()).unwrap_or_default();
        writeln!(
            self.out,
            "a move        such as {example}, or its number in the last list
moves [TEXT]  list the legal moves, or those that begin with TEXT
hint          ask the strongest level for a move
undo          take back your last move and the replies to it
board         show the board again
record        show the game as text
save FILE     write the game to a file
quit          leave the game"
        )?;
        Ok(())
    }

    /// Shows the board and who is to move.
    fn show(&mut self) -> Result<()> {
        let position = self.record.position();
        let board = G::board_of(&self.record);
        if self.colours {
            writeln!(self.out, "{}", paint(&board))?;
        } else {
            writeln!(self.out, "{board}")?;
        }
        if let Some(player) = position.turn() {
            writeln!(
                self.out,
                "{player} to move, {} moves\n",
                position.count_moves()
            )?;
        }
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
        for row in words.chunks((80 / width).max(1)) {
            let padded: Vec<String> = row.iter().map(|word| format!("{word:<width$}")).collect();
            writeln!(self.out, "{}", padded.concat().trim_end())?;
        }
        if more {
            writeln!(
                self.out,
                "and more: `moves TEXT` lists those that begin with TEXT"
            )?;
        } else if self.listed.is_empty() {
            writeln!(self.out, "no legal move begins with `{prefix}`")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
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
            writeln!(self.out, "expected the name of a file after `save`")?;
            return Ok(());
        }
        let written = File::create_new(path).and_then(|mut file| writeln!(file, "{}", self.record));
        match written {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "{path} cannot be written: {error}")?,
        }
        Ok(())
    }

    /// Makes the move that a person has typed, or says what is wrong with it.
    fn make(&mut self, text: &str) -> Result<()> {
        let picked = text
            .parse::<usize>()
            .ok()
            .map(|number| number.wrapping_sub(1));
        let m = if let Some(index) = picked {
            let Some(m) = self.listed.get(index) else {
                writeln!(
                    self.out,
                    "expected a number of the last list of moves, found {text}"
                )?;
                return Ok(());
            };
            m.clone()
        } else {
            match text.parse::<G::Move>() {
                Ok(m) => m,
                Err(error) => {
                    writeln!(self.out, "no move and no command: {error}")?;
                    return Ok(());
                }
            }
        };
        if let Err(reason) = self.record.push(m) {
            writeln!(self.out, "not legal: {reason}")?;
            return Ok(());
        }
        self.listed.clear();
        self.show()
    }

    /// Lets the machine move.
    fn reply(&mut self, player: Player) -> Result<()> {
        let budget = self.play.thinking.budget::<G>(self.play.level);
        let choice = self.machine.choose(&self.record, &budget)?;
        writeln!(self.out, "{player}> {}\n", choice.m)?;
        self.record.push(choice.m)?;
        self.show()
    }

    fn result(self) -> Result<()> {
        let outcome = self
            .record
            .position()
            .outcome()
            .context("the game is over")?;
        writeln!(
            self.out,
            "\n{outcome} after {} moves",
            self.record.moves().len()
        )?;
        for fact in G::facts(&self.record) {
            writeln!(self.out, "{}", fact.text)?;
        }
        self.farewell()
    }

    fn farewell(self) -> Result<()> {
        writeln!(self.out, "record: {}", self.record)?;
        Ok(())
    }
}

/// Reads a line, but no more than any move or command can have.
fn read_line(input: &mut impl BufRead, line: &mut String) -> Result<usize> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, 1 << 16).read_until(b'\n', &mut bytes)?;
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(read)
}

/// Colours what stands on a board: the ball and letters bright, empty places and lines dim.
fn paint(board: &str) -> String {
    let mut text = String::new();
    for c in board.chars() {
        match c {
            '@' => text.push_str("\x1b[1;33m@\x1b[0m"),
            'o' => text.push_str("\x1b[1mo\x1b[0m"),
            'S' => text.push_str("\x1b[1;36mS\x1b[0m"),
            'O' => text.push_str("\x1b[1;35mO\x1b[0m"),
            '.' | '~' => {
                text.push_str("\x1b[2m");
                text.push(c);
                text.push_str("\x1b[0m");
            }
            _ => text.push(c),
        }
    }
    text
}
