//! What positions, moves and games are worth, and puzzles: the page's side of [`play::Judge`] and [`play::Review`].

use core::fmt::Write as _;
use core::time::Duration;

use common::budget::Clock;
use common::describe::SetupOptions;
use common::format::Early;
use common::sorting;
use common::{Budget, Outcome, Player, Progress, Record};
use play::judge::{Certainty, Judgement, classes};
use play::puzzle::{Puzzle, find};
use play::review::Review;
use play::{Judge, Mark};
use serde::Serialize;

use crate::playable::{Playable, capital, result, sentence};
use crate::table::read_move;

/// What a position is worth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Worth {
    /// In words, such as `first wins by 2` or `second +0.35`.
    text: String,
    /// `proved`, `estimated` or `unknown`.
    certainty: &'static str,
    /// From -1, where the second player wins, to 1, where the first does; `None` if nothing is known.
    height: Option<f64>,
}

/// A class of equivalent moves: all lead to the same position, up to symmetry.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    /// The first of the moves, and how to say it.
    text: String,
    words: String,
    /// How many moves there are in the class.
    alike: usize,
    worth: Worth,
    /// Whether it keeps what the position is worth: a proved win, or else a proved draw; or whether it is estimated to
    /// be the best where nothing is proved.
    best: bool,
}

/// A position and its moves.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Study {
    headline: String,
    details: Vec<String>,
    worth: Worth,
    /// The classes of moves, the best first.
    moves: Vec<Judged>,
    /// How many classes there are, judged or not.
    classes: usize,
    /// The nimbers of the lands in order, if there are any; `None` for one that was not found.
    nimbers: Vec<Option<u8>>,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reviewed {
    /// Where the game was decided, as a sentence.
    decision: String,
    /// The number of the move that decided it, counted from 1, or after which the lead changed last.
    decisive: Option<usize>,
    /// What the game was worth at the start and after each move.
    worths: Vec<Worth>,
    /// The moves.
    moves: Vec<Marked>,
    /// What each player did, as a sentence.
    players: Vec<String>,
}

/// A move of a reviewed game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Marked {
    /// `keeps`, `gives away`, `loses points`, `lost` or `unproved`.
    mark: String,
    /// Whether it provably gave a win, a draw or points away.
    worse: bool,
    /// Better moves: their texts.
    better: Vec<String>,
}

/// News of a search that is still going on.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum News {
    /// How far it is, in words.
    Progress(String),
    /// What the position is worth, known before its moves are.
    Worth(Worth),
    /// A class of moves that has been judged.
    Judged(Judged),
}

/// The certainty of what is proved, in words.
const PROVED: &str = "proved";
/// The most classes of moves that are judged one by one.
const MOST_CLASSES: usize = 60;
/// How many bytes a judge may use, beside the page's current game.
const MEMORY: u64 = 192 << 20;
/// The least time that is worth spending on a class of moves.
const LEAST: Duration = Duration::from_millis(20);

/// What is known about a position of any game.
struct Opinion {
    worth: Worth,
    outcome: Option<Outcome>,
    /// The points between the players, if they are proved.
    margin: Option<i64>,
    /// The estimate for the player to move at the root of the study, in hundredths.
    hundredths: i64,
    /// What it is good for, to that player.
    rank: (i32, i64),
    moves: Vec<String>,
    line: Vec<String>,
}

/// A record whose last position is studied, of any game: what follows from its moves is not compiled for each game.
trait Subject {
    /// The player to move, and what is to be told if the game is over.
    fn mover(&self) -> Result<Player, String>;

    /// Judges the position, or the one after the first move of a class.
    fn judge(
        &self,
        class: Option<usize>,
        judge: &Judge,
        progress: &mut dyn FnMut(&Progress),
    ) -> Opinion;

    /// The classes of moves: the first move, how to say it, and how many there are.
    fn classes(&self) -> Vec<(String, String, usize)>;

    /// See [`Playable::nimbers`].
    fn nimbers(&self) -> Vec<Option<u8>>;

    /// See [`Playable::ALL_ALIKE`].
    fn all_alike(&self) -> bool;
}

/// A record of one game, with the classes of its moves.
struct Studied<'a, G: Playable> {
    record: &'a Record<G>,
    classes: Vec<Vec<G::Move>>,
}

impl<G: Playable> Subject for Studied<'_, G> {
    fn mover(&self) -> Result<Player, String> {
        let position = self.record.position();
        position.turn().ok_or_else(|| match position.outcome() {
            Some(outcome) => format!("The game is over. {}.", result(outcome)),
            None => "The game is over.".to_owned(),
        })
    }

    fn judge(
        &self,
        class: Option<usize>,
        judge: &Judge,
        progress: &mut dyn FnMut(&Progress),
    ) -> Opinion {
        let mover = self.record.position().turn().unwrap_or(Player::FIRST);
        let mut record = self.record.clone();
        let m = class.and_then(|class| self.classes[class].first());
        if let Some(m) = m {
            // A listed move is legal.
            let _ = record.push(m.clone());
        }
        let judgement = judge.position(&record, progress);
        let texts = |moves: &[G::Move]| moves.iter().map(ToString::to_string).collect();
        Opinion {
            worth: Worth::of(&judgement),
            outcome: judgement.outcome(),
            margin: judgement.margin,
            hundredths: judgement.value.map_or(0, |value| value.seen_by(mover)),
            rank: judgement.rank(mover),
            moves: texts(&judgement.moves),
            line: texts(&judgement.line),
        }
    }

    fn classes(&self) -> Vec<(String, String, usize)> {
        let position = self.record.position();
        let classes = self.classes.iter().filter_map(|class| {
            let m = class.first()?;
            Some((m.to_string(), position.say_move(m), class.len()))
        });
        classes.collect()
    }

    fn nimbers(&self) -> Vec<Option<u8>> {
        self.record.position().nimbers()
    }

    fn all_alike(&self) -> bool {
        G::ALL_ALIKE
    }
}

impl Worth {
    fn of<M>(judgement: &Judgement<M>) -> Worth {
        let first = Player::FIRST;
        let value = judgement.value.as_ref();
        let height = value.map(|value| {
            // A lead of one point or win is half of the way, one of two is two thirds.
            let lead = value.seen_by(first) as f64 / 100.0;
            let proved = |outcome: Outcome| f64::from(outcome.utility(first).signum());
            value.proved.map_or(lead / (1.0 + lead.abs()), proved)
        });
        Worth {
            text: judgement.to_string(),
            certainty: match judgement.certainty() {
                Certainty::Unknown => "unknown",
                Certainty::Estimated => "estimated",
                Certainty::Proved => PROVED,
            },
            height,
        }
    }

    fn is_proved(&self) -> bool {
        self.certainty == PROVED
    }
}

/// Returns a judge with an amount of time for each position.
fn judge(time: Duration) -> Judge {
    let half = Budget::new().time(time / 2).memory(MEMORY);
    Judge::with_budgets(half.clone(), half)
}

/// Studies the last position of a record and all classes of its moves, within about `time`.
///
/// First it judges the position, then each class of moves; what is left of the time goes to the classes without proof.
pub(crate) fn study<G: Playable>(
    record: &Record<G>,
    time: Duration,
    tell: &mut dyn FnMut(News),
) -> Study {
    let studied = Studied {
        record,
        classes: classes(record.position()),
    };
    study_any(&studied, time, tell)
}

/// A class of moves under study.
struct Class {
    /// Its number in the subject.
    number: usize,
    text: String,
    words: String,
    alike: usize,
    opinion: Option<Opinion>,
}

impl Class {
    fn is_proved(&self) -> bool {
        let opinion = self.opinion.as_ref();
        opinion.is_some_and(|opinion| opinion.worth.is_proved())
    }

    fn rank(&self) -> (i32, i64) {
        self.opinion.as_ref().map_or((0, 0), |opinion| opinion.rank)
    }

    fn judged(&self, best: bool) -> Option<Judged> {
        Some(Judged {
            text: self.text.clone(),
            words: self.words.clone(),
            alike: self.alike,
            worth: self.opinion.as_ref()?.worth.clone(),
            best,
        })
    }
}

fn study_any(subject: &dyn Subject, time: Duration, tell: &mut dyn FnMut(News)) -> Study {
    let clock = Clock::start();
    let here = subject.judge(None, &judge(time / 4), &mut |of_one| {
        tell(News::Progress(words(of_one)));
    });
    let mover = match subject.mover() {
        Ok(mover) => mover,
        Err(headline) => {
            return Study {
                headline,
                details: Vec::new(),
                worth: here.worth,
                moves: Vec::new(),
                classes: 0,
                nimbers: Vec::new(),
            };
        }
    };
    tell(News::Worth(here.worth.clone()));
    let classes = subject.classes().into_iter().enumerate();
    let classes = classes.map(|(number, (text, words, alike))| Class {
        number,
        text,
        words,
        alike,
        opinion: None,
    });
    let mut list: Vec<Class> = classes.collect();
    let all = list.len();
    sorting::sort_by_key(&mut list, |class| !here.moves.contains(&class.text));
    list.truncate(MOST_CLASSES);
    let mut last = Duration::ZERO;
    for round in 0.. {
        let open = list.iter().filter(|class| !class.is_proved()).count();
        let left = time.saturating_sub(clock.elapsed());
        let each = left / u32::try_from(open.max(1)).unwrap_or(u32::MAX);
        // Another round is of use only if it can look much longer than the one before.
        if open == 0 || round > 0 && each < last * 2 {
            break;
        }
        last = each.max(LEAST);
        let judge = judge(last);
        let unproved = list.iter_mut().filter(|class| !class.is_proved());
        for (n, class) in unproved.enumerate() {
            let title = format!("{} of {open} kinds of moves", n + 1);
            let opinion = subject.judge(Some(class.number), &judge, &mut |of_one| {
                tell(News::Progress(format!("{title}: {}", words(of_one))));
            });
            class.opinion = Some(opinion);
            tell(News::Progress(title));
            if let Some(judged) = class.judged(false) {
                tell(News::Judged(judged));
            }
        }
    }
    sorting::sort_by_key(&mut list, |class| core::cmp::Reverse(class.rank()));
    conclude(subject, mover, &here, &list, all)
}

/// Puts together what was found out about a position and its moves.
fn conclude(
    subject: &dyn Subject,
    mover: Player,
    here: &Opinion,
    list: &[Class],
    all: usize,
) -> Study {
    let first = list.first().and_then(|class| class.opinion.as_ref());
    let proved = list.iter().filter(|class| class.is_proved()).count();
    let wins = first.and_then(|first| first.outcome) == Some(Outcome::Win(mover));
    // Proved moves may prove a position that was too long for a proof of its own.
    let here = match first {
        Some(first)
            if !here.worth.is_proved() && (proved == all || wins && first.margin.is_none()) =>
        {
            first
        }
        _ => here,
    };
    let top = list.first().map(Class::rank);
    let is_best = |class: &Class| match here.outcome {
        // All proved wins are best if points do not matter, and all proved draws.
        Some(outcome) if here.margin.is_none() => {
            let after = class.opinion.as_ref().and_then(|opinion| opinion.outcome);
            outcome.utility(mover) >= 0 && after == Some(outcome)
        }
        _ => Some(class.rank()) == top && class.rank() != (0, 0),
    };
    let nimbers = subject.nimbers();
    let total = nimbers.iter().try_fold(0, |sum, n| n.map(|n| sum ^ n));
    let mut details = Vec::new();
    match (total, nimbers.len()) {
        (Some(total), 1) => details.push(format!("Nimber: *{total}.")),
        (Some(total), 2..) => details.push(format!(
            "The nimbers of the lands together (exclusive or) are *{total}; the player to move wins unless that is *0."
        )),
        _ => (),
    }
    if !here.line.is_empty() && !here.worth.is_proved() {
        let line = &here.line[..here.line.len().min(8)];
        details.push(format!("Expected: {}", line.join(" ")));
    }
    if all > list.len() {
        let judged = list.len();
        details.push(format!("{judged} of {all} kinds of moves were looked at."));
    }
    let moves = list.iter().filter_map(|class| class.judged(is_best(class)));
    Study {
        headline: headline(subject, mover, here),
        details,
        worth: here.worth.clone(),
        moves: moves.collect(),
        classes: all,
        nimbers,
    }
}

/// Says what a position is worth, in a sentence.
fn headline(subject: &dyn Subject, mover: Player, here: &Opinion) -> String {
    let Some(outcome) = here.outcome else {
        let better = match here.hundredths {
            _ if here.worth.height.is_none() => {
                return "Nothing was found out in this time.".to_owned();
            }
            0 => return "Even. An opinion, not a proof.".to_owned(),
            1.. => "better",
            _ => "worse",
        };
        let by = here.hundredths as f64 / 100.0;
        return format!(
            "{} stands {better} ({by:+.2}). An opinion, not a proof.",
            capital(mover)
        );
    };
    let Some(winner) = outcome.winner() else {
        return "With best play it is a draw. Proved.".to_owned();
    };
    let by = match here.margin {
        Some(points) if points != 0 => format!("wins by {}", points.abs()),
        _ => "wins".to_owned(),
    };
    if subject.all_alike() {
        format!("{} {by}. Proved.", capital(winner))
    } else if winner == mover {
        format!("{} {by} with the right move. Proved.", capital(winner))
    } else {
        format!("Every move loses: {winner} {by}. Proved.")
    }
}

/// Reviews a game of two players within about `time`.
pub(crate) fn review<G: Playable>(
    record: &Record<G>,
    resigned: Option<Player>,
    time: Duration,
    tell: &mut dyn FnMut(News),
) -> Reviewed {
    let positions = record.moves().len() + 1;
    // Moves that lose something are looked at once more.
    let each = time / u32::try_from(positions + positions / 4).unwrap_or(u32::MAX);
    let review = Review::new(record, &judge(each), &mut |judged, of_one| {
        let title = if judged < positions {
            format!("{judged} of {positions} positions")
        } else {
            "looking for better moves".to_owned()
        };
        tell(News::Progress(format!("{title}: {}", words(of_one))));
    });
    let review = match resigned {
        Some(loser) => review.ended_early(loser, Early::Resignation),
        None => review,
    };
    let decisive = review.decided_by().or_else(|| review.lead_changed_by());
    let players = Player::all(record.position().players()).map(|player| {
        let summary = review.summary(player);
        let mut said = format!("{}: {} moves", capital(player), summary.moves);
        if summary.given_away > 0 {
            let _ = write!(said, ", {} gave something away", summary.given_away);
        }
        if summary.lost_points > 0 {
            let _ = write!(said, ", {} lost points", summary.lost_points);
        }
        let _ = write!(said, "; {} proved.", summary.proved);
        said
    });
    Reviewed {
        decision: format!("{}.", sentence(&review.decision())),
        decisive: decisive.map(|reviewed| reviewed.number),
        worths: review.judgements.iter().map(Worth::of).collect(),
        moves: review
            .moves
            .iter()
            .map(|reviewed| Marked {
                mark: reviewed.mark.to_string(),
                worse: matches!(reviewed.mark, Mark::GivesAway | Mark::LosesPoints),
                better: reviewed
                    .alternatives
                    .iter()
                    .take(4)
                    .map(ToString::to_string)
                    .collect(),
            })
            .collect(),
        players: players.collect(),
    }
}

/// Returns the progress of a search in words.
fn words(progress: &Progress) -> String {
    let share = progress
        .share
        .map(|(done, all)| format!("{done} of {all}, "));
    let share = share.unwrap_or_default();
    format!("{share}{} positions {}", progress.nodes, progress.note)
}

/// A puzzle on the page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Riddle {
    /// The position, as the text of a game without moves.
    text: String,
    /// The player to move, counted from 0.
    turn: usize,
    grade: u8,
    /// How many kinds of moves there are.
    choices: usize,
}

/// The answer to a move that was tried in a puzzle.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Attempt {
    right: bool,
    words: String,
}

/// The puzzles of a game: the set that `papergames puzzle` offers by default.
pub(crate) trait AnyPuzzles {
    /// Returns a puzzle, counted from 0; finds those before it first.
    fn riddle(&mut self, number: usize) -> Option<Riddle>;

    /// Tries a move in a puzzle that was found.
    fn attempt(&self, number: usize, text: &str) -> Result<Attempt, String>;

    /// Returns the solution of a puzzle that was found.
    fn solution(&self, number: usize) -> Option<String>;
}

/// The puzzles found so far, and the search for more.
struct Puzzles<G: Playable, I> {
    found: Vec<Puzzle<G>>,
    more: I,
}

/// The seed of the set of puzzles, which the program uses as well.
const SEED: u64 = 1;

/// Returns the puzzles of a game.
pub(crate) fn puzzles<G: Playable>() -> Result<Box<dyn AnyPuzzles>, String> {
    let setup =
        G::puzzle_setup().ok_or("This game has no puzzles: either every move wins, or none.")?;
    let start = G::setup(Some(setup), &SetupOptions::none()).map_err(|error| error.to_string())?;
    Ok(Box::new(Puzzles {
        found: Vec::new(),
        more: find(&start, SEED, &Budget::new().memory(MEMORY)),
    }))
}

impl<G: Playable, I: Iterator<Item = Puzzle<G>>> AnyPuzzles for Puzzles<G, I> {
    fn riddle(&mut self, number: usize) -> Option<Riddle> {
        while self.found.len() <= number {
            self.found.push(self.more.next()?);
        }
        let puzzle = &self.found[number];
        Some(Riddle {
            text: puzzle.position.to_string(),
            turn: puzzle.position.turn()?.index(),
            grade: puzzle.grade(),
            choices: puzzle.choices,
        })
    }

    fn attempt(&self, number: usize, text: &str) -> Result<Attempt, String> {
        let puzzle = self
            .found
            .get(number)
            .ok_or("The puzzle was not found yet.")?;
        let m = read_move::<G>(text)?;
        if puzzle.is_solved_by(&m) {
            let words = "Right: this wins, and nothing else does.".to_owned();
            return Ok(Attempt { right: true, words });
        }
        let after = puzzle
            .position
            .child(&m)
            .map_err(|error| error.to_string())?;
        let words = match puzzle.refutation(&after) {
            Some(reply) => format!(
                "No: the answer is {reply} ({}). Try again.",
                after.say_move(&reply)
            ),
            None => "No: that does not win. Try again.".to_owned(),
        };
        Ok(Attempt {
            right: false,
            words,
        })
    }

    fn solution(&self, number: usize) -> Option<String> {
        let puzzle = self.found.get(number)?;
        Some(puzzle.solutions.first()?.to_string())
    }
}
