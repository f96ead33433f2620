//! The values of positions, moves and games, prepared for the page from [`play::Judge`] and [`play::Review`].

use core::fmt::Write as _;
use core::time::Duration;

use common::any::{AnyMove, AnyRecord};
use common::budget::Clock;
use common::format::Early;
use common::sorting;
use common::text::counted;
use common::{Budget, Outcome, Player, Progress};
use play::{Certainty, Judge, Judgement, MOST_LISTED, MoveEffect, Review, ReviewedMove};
use serde::Serialize;

use crate::entry::{GameEntry, first_turn};
use crate::words::{Reason, capital, result, sentence};

/// The value of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Worth {
    /// The value in words, such as `first wins by 2` or `second +0.35`.
    text: String,
    /// `proved`, `estimated` or `unknown`.
    certainty: &'static str,
    /// The value from -1, if the second player wins, to 1, if the first wins, or `None` if nothing is known.
    height: Option<f64>,
}

/// A class of equivalent moves, which lead to the same position up to symmetry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct JudgedClass {
    /// The first of the moves, and the whole turn that begins with it.
    #[cfg_attr(test, ts(as = "String"))]
    text: AnyMove,
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    turn: Vec<AnyMove>,
    /// The turn in words.
    words: String,
    /// The number of moves in the class.
    alike: usize,
    worth: Worth,
    /// Whether it keeps the proved value of the position, a win or else a draw; or, if nothing is proved, whether it is
    /// estimated to be the best.
    best: bool,
}

/// A position and its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Study {
    headline: String,
    details: Vec<String>,
    /// Nimbers and expected moves, for those who know what these are.
    expert: Vec<String>,
    worth: Worth,
    /// The classes of moves, the best first.
    moves: Vec<JudgedClass>,
    /// The number of all classes, judged or not.
    classes: usize,
    /// The nimbers of the lands in order, if there are any, with `None` for one that was not found.
    nimbers: Vec<Option<u8>>,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameReview {
    /// Where the game was decided, as a sentence.
    decision: String,
    /// The number of the first move of the turn that decided it, counted from 1, or after which the lead changed last.
    decisive: Option<usize>,
    /// The value of the game at the start and after each move.
    worths: Vec<Worth>,
    /// The turns: moves, and chains of them.
    turns: Vec<ReviewedTurn>,
    /// A sentence about the play of each player.
    players: Vec<String>,
}

/// A turn of a reviewed game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewedTurn {
    /// The index of its first move, and the number of its moves.
    at: usize,
    moves: usize,
    /// The turn in words.
    words: String,
    /// `keeps`, `gives away`, `loses points`, `lost` or `unproved`.
    mark: String,
    /// Whether it provably gave a win, a draw or points away.
    worse: bool,
    /// Better turns.
    better: Vec<Better>,
}

/// A turn that would have been better.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Better {
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    turn: Vec<AnyMove>,
    words: String,
}

/// A report of a search that is still running.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum News {
    /// The progress in words.
    Progress(String),
    /// The value of the position, known before its moves.
    Worth(Worth),
    /// A class of moves that has been judged.
    Judged(JudgedClass),
}

/// The most classes of moves that are judged one by one.
const MOST_CLASSES: usize = 60;
/// The number of bytes that a judge may use, beside the page's current game.
const MEMORY: u64 = 192 << 20;
/// The number of moves that are listed in any time, and the factor by which a longer list is longer.
const FEW_LISTED: usize = 16;
const LONGER: u32 = 4;
/// The least useful time for a class of moves.
const LEAST: Duration = Duration::from_millis(20);

impl Worth {
    fn of(judgement: &Judgement) -> Worth {
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
                Certainty::Assumed => "assumed",
                Certainty::Proved => "proved",
            },
            height,
        }
    }
}

/// Returns a judge with an amount of time for each position.
fn judge(time: Duration) -> Judge {
    let half = Budget::new().time(time / 2).memory(MEMORY);
    Judge::new(half.clone(), half)
}

/// A class of moves under study.
struct Class {
    /// The first of the moves, and the turn that begins with it, also in words.
    m: AnyMove,
    turn: Vec<AnyMove>,
    words: String,
    alike: usize,
    /// The judgement of the position after it.
    judgement: Option<Judgement>,
}

impl Class {
    /// Returns the classes of the moves at the end of a record that can be listed within about `time`, and whether
    /// these are all moves. A list begins with a few moves and becomes longer as long as time is left.
    fn all(record: &dyn AnyRecord, time: Duration) -> (Vec<Class>, bool) {
        let clock = Clock::start();
        let mut most = FEW_LISTED;
        loop {
            let (before, classes) = (clock.elapsed(), Class::first(record, most));
            let taken = clock.elapsed().saturating_sub(before);
            let is_whole = record.nth_move(most as u128).is_none();
            if is_whole || most == MOST_LISTED || clock.elapsed() + LONGER * taken > time {
                return (classes, is_whole);
            }
            most = (most * LONGER as usize).min(MOST_LISTED);
        }
    }

    /// Returns the classes of the first moves at the end of a record.
    fn first(record: &dyn AnyRecord, most: usize) -> Vec<Class> {
        let classes = record.classes(most).into_iter();
        let classes = classes.filter_map(|moves| {
            Some(Class {
                m: moves.first()?.clone(),
                turn: Vec::new(),
                words: String::new(),
                alike: moves.len(),
                judgement: None,
            })
        });
        classes.collect()
    }

    fn is_proved(&self) -> bool {
        self.judgement.as_ref().is_some_and(is_proved)
    }

    /// Returns a rank of the class for the player who moves, which is greater for better moves.
    fn rank(&self, mover: Player) -> (i32, i64) {
        let judgement = self.judgement.as_ref();
        judgement.map_or((0, 0), |judgement| judgement.rank(mover))
    }

    /// Takes over the judgement of the position after the class's first move, with the rest of the best turn.
    fn judge(&mut self, record: &dyn AnyRecord, judgement: Judgement) {
        let line = core::iter::once(&self.m).chain(&judgement.line);
        self.turn = first_turn(record, line);
        self.words = said(record, &self.turn);
        self.judgement = Some(judgement);
    }

    fn judged(&self, best: bool) -> Option<JudgedClass> {
        Some(JudgedClass {
            text: self.m.clone(),
            turn: self.turn.clone(),
            words: self.words.clone(),
            alike: self.alike,
            worth: Worth::of(self.judgement.as_ref()?),
            best,
        })
    }
}

/// Describes the moves of a legal turn in words.
fn said(record: &dyn AnyRecord, turn: &[AnyMove]) -> String {
    let mut after = record.boxed();
    let words = turn.iter().enumerate().map(|(i, m)| {
        let mut said = after.say_move(m);
        if i > 0 {
            // In the middle of a sentence.
            said[..1].make_ascii_lowercase();
        }
        let _ = after.push(m);
        said
    });
    words.collect::<Vec<String>>().join(", then ")
}

fn is_proved(judgement: &Judgement) -> bool {
    judgement.certainty() == Certainty::Proved
}

/// Studies the last position of a record and all classes of its moves, within about `time`.
///
/// It judges first the position, then each class of moves. The rest of the time is spent on the classes without proof.
pub(crate) fn study(
    entry: &GameEntry,
    record: &dyn AnyRecord,
    time: Duration,
    tell: &mut dyn FnMut(News),
) -> Result<Study, Reason> {
    let clock = Clock::start();
    let for_nimbers = time / 8;
    let time = time.saturating_sub(for_nimbers);
    let here = judge(time / 4).position(record, &mut |of_one| {
        tell(News::Progress(words(of_one)));
    });
    let Some(mover) = record.turn() else {
        return Ok(Study {
            headline: match record.outcome() {
                Some(outcome) => format!("The game is over. {}.", result(outcome)),
                None => "The game is over.".to_owned(),
            },
            details: Vec::new(),
            expert: Vec::new(),
            worth: Worth::of(&here),
            moves: Vec::new(),
            classes: 0,
            nimbers: Vec::new(),
        });
    };
    tell(News::Worth(Worth::of(&here)));
    let (mut list, is_whole) = Class::all(record, time / 4);
    let (all, listed) = (list.len(), list.iter().map(|class| class.alike).sum());
    sorting::sort_by_key(&mut list, |class| !here.moves.contains(&class.m));
    list.truncate(MOST_CLASSES);
    let mut last = Duration::ZERO;
    for round in 0.. {
        let open = list.iter().filter(|class| !class.is_proved()).count();
        let left = time.saturating_sub(clock.elapsed());
        let each = left / u32::try_from(open.max(1)).unwrap_or(u32::MAX);
        // Another round helps only if it can take much longer than the one before.
        if open == 0 || round > 0 && each < last * 2 {
            break;
        }
        last = each.max(LEAST);
        let is_over = || clock.elapsed() >= time;
        judge_unproved(record, &mut list, &judge(last), &is_over, tell);
    }
    list.retain(|class| class.judgement.is_some());
    sorting::sort_by_key(&mut list, |class| core::cmp::Reverse(class.rank(mover)));
    let nimbers = (entry.hold)(record)?.nimbers(record, for_nimbers)?;
    let is_all_alike = entry.manner.is_all_alike;
    let all = MoveCounts {
        classes: all,
        moves: listed,
        is_whole,
    };
    Ok(conclude(mover, &here, &list, all, nimbers, is_all_alike))
}

/// Judges the classes of moves that are not proved yet, the first of them in any time.
fn judge_unproved(
    record: &dyn AnyRecord,
    list: &mut [Class],
    judge: &Judge,
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(News),
) {
    let open = list.iter().filter(|class| !class.is_proved()).count();
    let unproved = list.iter_mut().filter(|class| !class.is_proved());
    for (n, class) in unproved.enumerate() {
        if n > 0 && is_over() {
            break;
        }
        let title = format!("{} of {open} kinds of moves", n + 1);
        let mut after = record.boxed();
        // A listed move is legal.
        let _ = after.push(&class.m);
        let judgement = judge.position(&*after, &mut |of_one| {
            tell(News::Progress(format!("{title}: {}", words(of_one))));
        });
        class.judge(record, judgement);
        tell(News::Progress(title));
        if let Some(judged) = class.judged(false) {
            tell(News::Judged(judged));
        }
    }
}

/// What was listed of the moves of a position.
#[derive(Clone, Copy)]
struct MoveCounts {
    classes: usize,
    moves: usize,
    /// Whether these are all moves of the position.
    is_whole: bool,
}

/// Combines the findings about a position and its moves.
fn conclude(
    mover: Player,
    here: &Judgement,
    list: &[Class],
    listed: MoveCounts,
    nimbers: Vec<Option<u8>>,
    is_all_alike: bool,
) -> Study {
    let MoveCounts {
        classes: all,
        moves: n_listed,
        is_whole,
    } = listed;
    let first = list.first().and_then(|class| class.judgement.as_ref());
    let proved = list.iter().filter(|class| class.is_proved()).count();
    let wins = first.and_then(Judgement::outcome) == Some(Outcome::Win(mover));
    // Proved moves may prove a position that was too long for a proof of its own.
    let here = match first {
        Some(first)
            if !is_proved(here)
                && (is_whole && proved == all || wins && first.margin.is_none()) =>
        {
            first
        }
        _ => here,
    };
    let top = list.first().map(|class| class.rank(mover));
    let is_best = |class: &Class| match here.outcome() {
        // All proved wins are best if points do not matter, and all proved draws.
        Some(outcome) if here.margin.is_none() => {
            let after = class.judgement.as_ref().and_then(Judgement::outcome);
            outcome.utility(mover) >= 0 && after == Some(outcome)
        }
        _ => Some(class.rank(mover)) == top && class.rank(mover) != (0, 0),
    };
    let (mut details, mut expert) = (Vec::new(), Vec::new());
    let total = nimbers.iter().try_fold(0, |sum, n| n.map(|n| sum ^ n));
    match (total, nimbers.len()) {
        (Some(total), 1) => expert.push(format!(
            "Nimber: *{total}; the player to move wins unless it is *0."
        )),
        (Some(total), 2..) => expert.push(format!(
            "The nimbers of the lands together (exclusive or) are *{total}; the player to move wins unless that is *0."
        )),
        _ => (),
    }
    if !here.line.is_empty() && !is_proved(here) {
        let line = &here.line[..here.line.len().min(8)];
        expert.push(format!("Expected: {}", AnyMove::join(line, " ")));
    }
    if all > list.len() {
        let judged = list.len();
        details.push(format!("{judged} of {all} kinds of moves were looked at."));
    }
    if !is_whole {
        details.push(format!("Only the first {n_listed} moves were listed."));
    }
    let moves = list.iter().filter_map(|class| class.judged(is_best(class)));
    Study {
        headline: headline(mover, here, is_all_alike),
        details,
        expert,
        worth: Worth::of(here),
        moves: moves.collect(),
        classes: all,
        nimbers,
    }
}

/// Describes the value of a position in a sentence.
fn headline(mover: Player, here: &Judgement, is_all_alike: bool) -> String {
    let Some(outcome) = here.outcome() else {
        let Some(value) = here.value else {
            return "Nothing was found out in this time.".to_owned();
        };
        let hundredths = value.seen_by(mover);
        let better = match hundredths {
            0 => return "Even. An opinion, not a proof.".to_owned(),
            1.. => "better",
            _ => "worse",
        };
        let by = hundredths as f64 / 100.0;
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
    if is_all_alike {
        format!("{} {by}. Proved.", capital(winner))
    } else if winner == mover {
        format!("{} {by} with the right move. Proved.", capital(winner))
    } else {
        format!("Every move loses: {winner} {by}. Proved.")
    }
}

/// The most better turns of a review.
const MOST_BETTER: usize = 4;

/// Reviews a game of two players within about `time`.
pub(crate) fn review(
    record: &dyn AnyRecord,
    resigned: Option<Player>,
    time: Duration,
    tell: &mut dyn FnMut(News),
) -> GameReview {
    let positions = record.len() + 1;
    // Moves that lose something are judged again.
    let each = time / u32::try_from(positions + positions / 4).unwrap_or(u32::MAX);
    let judge = judge(each);
    let review = Review::new(record, &judge, &mut |judged, of_one| {
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
    let turns = turns(&review, &judge);
    let whole = |m: &ReviewedMove| turns.iter().rfind(|turn| turn.at < m.number);
    let decisive = review.decided_by().or_else(|| review.lead_changed_by());
    let named = |m: &ReviewedMove| {
        let (at, moves) = whole(m).map_or((0, 1), |turn| (turn.at, turn.moves));
        let number = match moves {
            1 => format!("move {}", at + 1),
            _ => format!("moves {} to {}", at + 1, at + moves),
        };
        let turn = AnyMove::join(&record.moves()[at..at + moves], " ");
        format!("{number}, {turn} by the {} player", m.player)
    };
    let players = Player::all(record.players()).map(|player| {
        let summary = review.summary(player);
        let own = || {
            turns
                .iter()
                .filter(|turn| review.moves[turn.at].player == player)
        };
        let mut said = format!("{}: {}", capital(player), counted(own().count(), "move"));
        let given_away = MoveEffect::GivesAway.to_string();
        let _ = match own().filter(|turn| turn.mark == given_away).count() {
            0 => write!(said, ", no blunder"),
            n => write!(said, ", {}", counted(n, "blunder")),
        };
        if summary.lost_points > 0 {
            let _ = write!(said, ", {} lost points", summary.lost_points);
        }
        said.push_str(match summary.proved {
            0 => ". An opinion, not a proof.",
            n if n < summary.moves => ". Proved in part.",
            _ => ". Proved.",
        });
        said
    });
    GameReview {
        decision: format!("{}.", sentence(&review.decision_as(&named))),
        decisive: decisive.and_then(whole).map(|turn| turn.at + 1),
        worths: review.judgements.iter().map(Worth::of).collect(),
        players: players.collect(),
        turns,
    }
}

/// Returns the turns of a reviewed game. A turn is as bad as the worst of its moves, before which it could have gone on
/// in a better way.
fn turns(review: &Review, judge: &Judge) -> Vec<ReviewedTurn> {
    let beginnings = review.record.beginnings();
    let played = review.record.moves();
    let mut turns = Vec::new();
    let mut at = 0;
    while at < review.moves.len() {
        let next = (at + 1..review.moves.len()).find(|next| !beginnings[*next].is_midway());
        let end = next.unwrap_or(review.moves.len());
        let moves = &review.moves[at..end];
        let severity = |m: &&ReviewedMove| match m.mark {
            MoveEffect::GivesAway => 4,
            MoveEffect::LosesPoints => 3,
            MoveEffect::Unproved => 2,
            MoveEffect::Lost => 1,
            MoveEffect::Keeps => 0,
        };
        let worst = moves.iter().rev().max_by_key(severity).unwrap_or(&moves[0]);
        let before = &*beginnings[worst.number - 1];
        let better = worst.alternatives.iter().take(MOST_BETTER).map(|m| {
            let turn = whole_turn(before, m, judge);
            let turn = [&played[at..before.len()], &turn].concat();
            let words = said(&*beginnings[at], &turn);
            Better { turn, words }
        });
        turns.push(ReviewedTurn {
            at,
            moves: moves.len(),
            words: said(&*beginnings[at], &played[at..end]),
            mark: worst.mark.to_string(),
            worse: matches!(worst.mark, MoveEffect::GivesAway | MoveEffect::LosesPoints),
            better: better.collect(),
        });
        at = end;
    }
    turns
}

/// Returns the best turn that goes on with a move.
fn whole_turn(before: &dyn AnyRecord, m: &AnyMove, judge: &Judge) -> Vec<AnyMove> {
    let mut after = before.boxed();
    let is_legal = after.push(m).is_ok();
    let rest = if is_legal && after.is_midway() {
        judge.position(&*after, &mut |_| ()).line
    } else {
        Vec::new()
    };
    first_turn(before, core::iter::once(m).chain(&rest))
}

/// Returns the progress of a search in words.
fn words(progress: &Progress) -> String {
    let share = progress
        .share
        .map(|(done, all)| format!("{done} of {all}, "));
    let share = share.unwrap_or_default();
    format!("{share}{} positions {}", progress.nodes, progress.note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::any::AnyGame;
    use common::nim::NIM;

    #[test]
    fn a_part_of_the_moves_proves_no_loss() {
        let record = NIM.parse("1,1:first+").expect("heaps");
        let (mut list, _) = Class::all(&*record, Duration::ZERO);
        judge_unproved(
            &*record,
            &mut list,
            &judge(Duration::from_secs(1)),
            &|| false,
            &mut |_| (),
        );
        assert!(list.iter().all(Class::is_proved));
        let mut nothing = list[0].judgement.clone().expect("it is judged");
        nothing.value = None;
        let headline = |is_whole: bool| {
            let all = MoveCounts {
                classes: list.len(),
                moves: list.len(),
                is_whole,
            };
            conclude(Player::FIRST, &nothing, &list, all, Vec::new(), false).headline
        };
        assert!(headline(true).starts_with("Every move loses"));
        assert!(headline(false).starts_with("Nothing was found out"));
    }
}
