//! `papergames puzzle`: positions in which one move wins, to solve, to save and to draw.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use common::any::{AnyGame, AnyMove, AnyRecord, PlayError, Sheets};
use common::text::counted;
use common::{Budget, Outcome};
use play::puzzle::{Puzzle, find};
use play::terminal::{MARGIN, explain, in_columns};
use serde::Serialize;

use crate::draw::{numbered, write_still};
use crate::input::{is_stdout, write_whole};
use crate::json::{self, PositionFields};
use crate::play::board;
use crate::progress::spinner;
use crate::prompt::{Prompt, PromptLine};
use crate::setup::{RulesArgs, game_by_name, games, note_size};
use crate::stopping;
use crate::units::{LimitArgs, number};

/// Solve puzzles: positions in which only one move wins
///
/// Each puzzle has exactly one winning move (or one class of equivalent moves), and the command proves this. Puzzles
/// come from random games; the same seed gives the same puzzles. The grade goes from 1 (easy) to 5 (hard). It is higher
/// if more losing moves look good to a quick search, and if the win takes longer.
///
/// At the prompt, type the winning move. If the turn continues, type the next move of the turn. `hint` shows how the
/// winning move begins, and `moves` lists all moves. `why` shows the reply that refutes your last answer, and
/// `solution` shows the winning move. `next` skips to the next puzzle, and `quit` ends the command. Input may come from
/// a pipe, one answer per line.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames puzzle sprouts
  papergames puzzle sos 3x4 --count 5 --grade 3..5
  papergames puzzle phutball 5x5 --seed 7
  papergames puzzle sprouts 5 --output -
  papergames puzzle sos 3x4 --count 3 -o puzzles.txt
  papergames puzzle sos 3x4 --count 3 -o puzzle.svg
  papergames puzzle sprouts --count 3 --json")]
pub(crate) struct PuzzleCommand {
    /// The name of the game; `help` lists the names.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    game: &'static dyn AnyGame,

    /// The setup from which the random games start; by default `5` for Sprouts, `3x4` for SOS, and `5x5` for Phutball.
    #[arg(value_name = "SETUP", allow_hyphen_values = true)]
    setup: Option<String>,

    #[command(flatten)]
    rules: RulesArgs,

    /// The number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>(1..=10_000))]
    count: usize,

    /// Show only puzzles of this grade or range of grades, such as `3` or `3..5`.
    #[arg(long, value_name = "GRADES", default_value = "1..5", value_parser = grades)]
    grade: (u8, u8),

    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the puzzles to a file, with the solutions as comments, instead of asking for answers; `-` prints them. If
    /// the name ends in `.svg` or `.png`, draw each puzzle in a separate file. `play sprouts puzzles.txt#3` plays the
    /// third puzzle in a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print one JSON object for each puzzle.
    #[arg(long, conflicts_with = "output")]
    json: bool,

    #[command(flatten)]
    bounds: LimitArgs,
}

/// Reads a grade, or two with `..` between them.
fn grades(text: &str) -> Result<(u8, u8), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let grade = |text: &str| text.parse().ok().filter(|grade| (1..=5).contains(grade));
    match (grade(from), grade(to)) {
        (Some(from), Some(to)) if from <= to => Ok((from, to)),
        _ => Err(format!(
            "expected a grade from 1 to 5 or a range such as `3..5`, found `{text}`"
        )),
    }
}

impl PuzzleCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let game = Sheets::choose(self.game, self.setup.as_deref().unwrap_or(""));
        let usual = game.about().puzzle.map_err(|reason| {
            let able = games().iter().filter(|game| game.about().puzzle.is_ok());
            let mut names: Vec<&str> = able.map(|game| game.about().name).collect();
            let last = names.pop().unwrap_or_default();
            anyhow!(
                "puzzles exist only for {} and {last}: {reason}",
                names.join(", ")
            )
        })?;
        let setup = self.setup.as_deref().unwrap_or(usual);
        let start = game.start(Some(setup), &self.rules.options())?;
        ensure!(
            start.players() == 2,
            "puzzles need a game for two players, because a win is proved against one opponent; found {} players",
            start.players()
        );
        note_size(self.game, self.setup.as_deref());
        // The line editor takes Ctrl-C for itself, even while no line is read.
        stopping::watch(&self.bounds)?;
        let bar = spinner();
        bar.set_message("looking for puzzles");
        let (from, to) = self.grade;
        let most = Budget::new().memory(self.bounds.memory / 2);
        let found = find(&*start, self.seed, &most)
            .filter(|puzzle| (from..=to).contains(&puzzle.grade()))
            .take(self.count);
        if self.json || self.output.is_some() {
            let clock = Instant::now();
            let counted = found.zip(1..).map(|(puzzle, n)| {
                let left = clock.elapsed() / n * (self.count as u32 - n);
                let (all, left) = (self.count, left.as_secs());
                bar.set_message(format!("{n} of {all} puzzles, about {left} s left"));
                puzzle
            });
            let puzzles: Vec<Puzzle> = counted.collect();
            bar.finish_and_clear();
            ensure!(
                !puzzles.is_empty(),
                "found no puzzle in 10000 random games from `{setup}`"
            );
            return self.write(&puzzles, out);
        }
        let mut board = PuzzlePrompt(Prompt::new(out)?);
        let (mut solved, mut at_once, mut asked, mut found_any) = (0, 0, 0, false);
        let mut is_interrupted = false;
        for puzzle in found {
            bar.finish_and_clear();
            found_any = true;
            match board.ask(&puzzle, asked + 1)? {
                PuzzleEnd::Solved { tries } => {
                    solved += 1;
                    at_once += usize::from(tries == 1);
                }
                PuzzleEnd::Shown => (),
                PuzzleEnd::Quit => break,
                PuzzleEnd::Interrupted => {
                    is_interrupted = true;
                    break;
                }
            }
            asked += 1;
        }
        bar.finish_and_clear();
        ensure!(
            found_any,
            "random games from `{setup}` contained no puzzle of this grade; try another seed or grade"
        );
        let out = &mut board.0.out;
        if asked > 0 {
            writeln!(
                out,
                "{solved} of {asked} solved, {at_once} at the first try"
            )?;
        }
        if is_interrupted {
            stopping::leave(*out)?;
        }
        Ok(())
    }
}

/// The result of a puzzle.
enum PuzzleEnd {
    Solved {
        tries: usize,
    },
    Shown,
    Quit,
    /// Ctrl-C.
    Interrupted,
}

play::commands! {
    /// A command that can be typed besides moves.
    enum Command {
        Hint: "hint", "says how it begins";
        Moves: "moves", "lists the legal moves with numbers to pick them";
        Why: "why", "shows why your last try fails";
        Solution: "solution", "shows it";
        Next: "next", "goes on to the next puzzle";
        Show: "show", "shows the puzzle again";
        Help: "help", "shows this";
        Quit: "quit", "ends";
    }
    also "?": "help", "q": "quit", "exit": "quit"
}

/// The prompt at which puzzles are asked.
struct PuzzlePrompt<'a>(Prompt<'a>);

impl PuzzlePrompt<'_> {
    fn show(&mut self, puzzle: &Puzzle, number: usize) -> Result<()> {
        let position = &*puzzle.position;
        let mover = position.turn().context("a puzzle is not over")?;
        let out = &mut self.0.out;
        writeln!(out, "Puzzle {number}, grade {}", puzzle.grade())?;
        writeln!(out, "{}", board(position, &self.0.screen))?;
        writeln!(out, "{position}")?;
        let help = if number == 1 {
            self.0.say(&position.remarks())?;
            " (`help` lists the commands.)"
        } else {
            ""
        };
        self.0.say(&format!(
            "You are the {mover} player. One move wins against every answer: which?{help}"
        ))
    }

    /// Shows a puzzle and reads answers until it is solved or given up.
    fn ask(&mut self, puzzle: &Puzzle, number: usize) -> Result<PuzzleEnd> {
        let position = &*puzzle.position;
        self.show(puzzle, number)?;
        // How often wrong moves and hints were typed, and what was wrong last.
        let (mut tries, mut hints, mut wrong) = (1, 0, None::<Vec<AnyMove>>);
        // The moves of a turn that has begun well.
        let mut begun: Vec<AnyMove> = Vec::new();
        loop {
            let (here, _) = played(position, &begun)?;
            match self.0.read("> ", &*here)? {
                PromptLine::Interrupted => return Ok(PuzzleEnd::Interrupted),
                PromptLine::End | PromptLine::Command(Command::Quit) => return Ok(PuzzleEnd::Quit),
                PromptLine::Command(Command::Next) => return Ok(PuzzleEnd::Shown),
                PromptLine::Command(Command::Show) => {
                    begun.clear();
                    self.show(puzzle, number)?;
                }
                PromptLine::Command(Command::Moves) => {
                    let moves = (0..).map_while(|i| here.nth_move(i)).zip(1..);
                    let moves: Vec<String> = moves.map(|(m, i)| format!("{i:>3} {m}")).collect();
                    let width = self.0.screen.text_width();
                    writeln!(self.0.out, "{}", in_columns(&moves, width))?;
                }
                PromptLine::Command(Command::Help) => {
                    self.0.help::<Command>("A move is an answer")?;
                    let moves = explain(&here.move_help(), MARGIN, self.0.screen.text_width());
                    writeln!(self.0.out, "{moves}")?;
                }
                PromptLine::Command(Command::Hint) => {
                    self.hint(puzzle, &begun, hints)?;
                    hints += 1;
                }
                PromptLine::Command(Command::Why) => {
                    let why = match &wrong {
                        Some(moves) => refutation(puzzle, moves, true)?,
                        None => {
                            "Type a move; if it fails, `why` shows the answer to it.".to_owned()
                        }
                    };
                    self.0.say(&why)?;
                }
                PromptLine::Command(Command::Solution) => {
                    let said = position.say_move(&puzzle.solutions[0]);
                    let text = format!("{} ({said})", puzzle.whole_solution());
                    self.0.say(&text)?;
                    writeln!(self.0.out)?;
                    return Ok(PuzzleEnd::Shown);
                }
                PromptLine::Move(text) => match read(&*here, &text)
                    .map(|moves| [&begun[..], &moves].concat())
                {
                    Err(reason) => {
                        wrong = None;
                        self.0.refuse::<Command>(&text, &reason)?;
                    }
                    Ok(moves) if puzzle.is_solved_by(&moves) => {
                        let (after, _) = played(position, &moves)?;
                        if after.turn() == position.turn() {
                            writeln!(self.0.out, "{}", board(&*after, &self.0.screen))?;
                            self.0
                                .say("Right so far. It is still your turn: which move is next?")?;
                            (begun, wrong) = (moves, None);
                            continue;
                        }
                        match tries {
                            1 => writeln!(self.0.out, "Right.\n")?,
                            _ => writeln!(self.0.out, "Right, at try {tries}.\n")?,
                        }
                        return Ok(PuzzleEnd::Solved { tries });
                    }
                    Ok(moves) => {
                        begun.clear();
                        let answer = refutation(puzzle, &moves, false)?;
                        self.0.say(&answer)?;
                        tries += 1;
                        wrong = Some(moves);
                    }
                },
            }
        }
    }

    /// Prints how the solution begins: its first spot or square, or a description if its text is too short for that,
    /// and two more characters for each earlier hint. In the middle of a turn, prints how it continues.
    fn hint(&mut self, puzzle: &Puzzle, begun: &[AnyMove], before: usize) -> Result<()> {
        if !begun.is_empty() {
            let next = match puzzle.turn().strip_prefix(begun) {
                Some([next, ..]) => format!("One way to go on is {next}."),
                _ => "The rest of the turn still wins; try the moves that are left.".to_owned(),
            };
            return self.0.say(&next);
        }
        let solution = &puzzle.solutions[0];
        let text = solution.to_string();
        let spot: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
        let (all, spot) = (text.chars().count(), spot.chars().count());
        let begin = if all <= 2 && before == 0 {
            let said = puzzle.position.say_move(solution);
            said.split(' ').next().unwrap_or(&said).to_owned()
        } else {
            let shown = 2 * before + if spot < all { spot } else { 1 };
            let shown: String = text.chars().take(shown).collect();
            let begins = |m: &AnyMove| m.to_string().starts_with(&shown);
            let what = if puzzle.solutions.iter().all(begins) {
                "It"
            } else {
                "One solution"
            };
            format!("{what} begins with {shown}")
        };
        self.0.say(&format!(
            "{begin}. Of {} moves, equivalent ones counted once, only one wins.",
            puzzle.choices
        ))
    }
}

/// Reads the moves of an answer, or the number of one in the list.
fn read(here: &dyn AnyRecord, text: &str) -> Result<Vec<AnyMove>, PlayError> {
    let number = text.parse().ok().and_then(|n: u128| n.checked_sub(1));
    here.read_moves(text).or_else(|reason| {
        let listed = number.and_then(|i| here.nth_move(i));
        listed.map(|m| vec![m]).ok_or(reason)
    })
}

/// Returns the reason why moves do not win, which is the reply to them, in words if requested.
fn refutation(puzzle: &Puzzle, moves: &[AnyMove], in_words: bool) -> Result<String> {
    let mover = puzzle.position.turn();
    let (after, tried) = played(&*puzzle.position, moves)?;
    if let Some(outcome) = after.outcome() {
        let ends = match outcome {
            Outcome::Win(winner) => format!("the {winner} player has won"),
            Outcome::Draw | Outcome::Shared(_) => "that is a draw".to_owned(),
        };
        return Ok(if in_words {
            format!("{tried} ends the game: {ends}.")
        } else {
            format!("No: {ends} (`why` says more). Try again.")
        });
    }
    if after.turn() == mover {
        return Ok(if in_words {
            format!("{tried} is proved not to win, whatever the rest of the turn is.")
        } else {
            "No: that does not win, whatever the rest of the turn is. Try again.".to_owned()
        });
    }
    let answer = puzzle.refutation(&*after);
    if answer.is_empty() {
        return Ok(if in_words {
            format!(
                "{tried} does not win, which is proved, but an answer to it was not found in time."
            )
        } else {
            "No: that does not win. Try again.".to_owned()
        });
    }
    if !in_words {
        let answer = AnyMove::join(&answer, " ");
        return Ok(format!(
            "No: {answer} answers it (`why` says more). Try again."
        ));
    }
    let (after, answer) = played(&*after, &answer)?;
    let (tried, opponent) = (
        AnyMove::join(moves, " "),
        mover.map_or_else(String::new, |mover| mover.opponent().to_string()),
    );
    let ends = match after.outcome() {
        Some(Outcome::Draw) => "and the game is drawn",
        Some(_) => "and has won",
        None => "and does not lose any more, which is proved",
    };
    Ok(format!(
        "After {tried} the {opponent} player answers {answer}, {ends}."
    ))
}

/// Plays moves as long as the same player is to move, and returns the position after them and the moves in words.
fn played(position: &dyn AnyRecord, moves: &[AnyMove]) -> Result<(Box<dyn AnyRecord>, String)> {
    let (mut after, mut said) = (position.boxed(), Vec::new());
    for m in moves {
        if after.turn() == position.turn() {
            said.push(format!("{m} ({})", after.say_move(m)));
            after.push(m)?;
        }
    }
    Ok((after, said.join(", then ")))
}

/// A puzzle as JSON.
#[derive(Serialize)]
struct PuzzleLine {
    number: usize,
    #[serde(flatten)]
    position: PositionFields,
    solutions: Vec<AnyMove>,
    /// The first solution with the moves that follow it in the same turn.
    turn: Vec<AnyMove>,
    grade: u8,
    choices: usize,
    tempting: usize,
    /// The number of moves that the win takes; `null` if it is too long to count.
    length: Option<u32>,
}

impl PuzzleCommand {
    /// Writes puzzles as JSON, as text, or as pictures.
    fn write(&self, puzzles: &[Puzzle], out: &mut dyn Write) -> Result<()> {
        if self.json {
            for (puzzle, number) in puzzles.iter().zip(1..) {
                let line = PuzzleLine {
                    number,
                    position: PositionFields::of(&*puzzle.position),
                    solutions: puzzle.solutions.clone(),
                    turn: puzzle.turn(),
                    grade: puzzle.grade(),
                    choices: puzzle.choices,
                    tempting: puzzle.tempting,
                    length: puzzle.length,
                };
                json::print(&line, out)?;
            }
            return Ok(());
        }
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        let is_picture = ["svg", "png"]
            .map(Path::new)
            .contains(&Path::new(path.extension().unwrap_or_default()));
        if is_picture {
            for (puzzle, number) in puzzles.iter().zip(1..) {
                write_still(&numbered(path, number), &*puzzle.position)?;
            }
        } else {
            let texts = puzzles.iter().zip(1..);
            let text: String = texts.map(|(puzzle, number)| puzzle.save(number)).collect();
            write_whole(path, text.as_bytes())?;
        }
        if !is_stdout(path) {
            writeln!(out, "{}", counted(puzzles.len(), "puzzle"))?;
        }
        Ok(())
    }
}
