//! Reviews of finished games: the value before and after each move, and the blunders.

use common::any::{AnyMove, AnyRecord};
use common::format::Early;
use common::{Outcome, Player, Progress};

use crate::judge::{Certainty, Judge, Judgement};

/// A finished game with a judgement of each of its moves.
///
/// # Examples
///
/// The first player has to make the heaps equal. Taking a match from the smaller heap is a blunder:
///
/// ```
/// use core::time::Duration;
/// use papergames_play::common::{Budget, Player};
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::{Judge, MoveEffect, Review};
///
/// let record = NIM.parse("3,4:first+ 0x1 1x2 0x2 1x2")?;
/// let second = Budget::new().time(Duration::from_secs(1));
/// let judge = Judge::new(second.clone(), second);
/// let review = Review::new(&*record, &judge, &mut |_, _| ());
/// assert_eq!(review.moves[0].mark, MoveEffect::GivesAway);
/// assert_eq!(review.moves[0].alternatives, ["1x1"]);
/// assert_eq!(review.decided_by().map(|reviewed| reviewed.number), Some(1));
/// assert_eq!(review.summary(Player::FIRST).given_away, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Review {
    /// The game.
    pub record: Box<dyn AnyRecord>,
    /// The judgements of the start and of the position after each move. There is one more of them than there are moves.
    pub judgements: Vec<Judgement>,
    /// The moves, each with its review.
    pub moves: Vec<ReviewedMove>,
    /// The player who lost before the game was over under the rules (for example, by forfeit), and why.
    pub early: Option<(Player, Early)>,
}

/// A move of a reviewed game, with its effect and better moves.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ReviewedMove {
    /// The number of the move in the game, counted from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Player,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub m: AnyMove,
    /// The effect of the move on the player's prospects.
    pub mark: MoveEffect,
    /// The certainty of the mark, which is the lower of the certainties of the judgements before and after the move.
    pub certainty: Certainty,
    /// How much the move lost: points if the game is decided on points, and otherwise wins, where turning a certain win
    /// into a certain loss counts as 1. An estimate of more than 10 points counts as 10. The value is 0 if the move
    /// gained or is the engine's own choice, and `None` if a judgement is missing or if only one of the two is proved.
    pub drop: Option<f64>,
    /// Better moves. If this move changed a proved outcome, these are moves that would have kept it, and all such moves
    /// if they are found in time. If the mark is only estimated, this is the engine's choice, unless it is the move
    /// itself.
    pub alternatives: Vec<AnyMove>,
}

/// The effect of a move on the prospects of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MoveEffect {
    /// The move keeps the proved outcome.
    Keeps,
    /// A blunder: the move turns a proved win into a draw or a loss, or a proved draw into a loss.
    GivesAway,
    /// The move provably loses points, but does not change who wins.
    LosesPoints,
    /// The move was made in a position that is proved to be lost.
    Lost,
    /// Nothing is proved about the move.
    Unproved,
}

/// A summary of a player's moves in a reviewed game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Summary {
    /// The number of moves that the player made.
    pub moves: usize,
    /// The number of moves whose judgements are fully proved.
    pub proved: usize,
    /// The number of moves that provably turned a win into a draw or a loss, or a draw into a loss.
    pub given_away: usize,
    /// The number of moves that provably lost points.
    pub lost_points: usize,
    /// The mean [`drop`](ReviewedMove::drop) of the moves, in points or wins; `None` if no move has a known drop.
    pub mean_drop: Option<f64>,
}

impl Review {
    /// Reviews a two-player game, beginning with the last position. `progress` receives the number of positions judged
    /// so far, and the progress on the current one.
    ///
    /// Even if the solver cannot prove a position within its budget, its outcome is proved in two cases: if the move
    /// made there leads to a proved win for the mover, or if the position before it is proved to be lost for the player
    /// who moved there.
    ///
    /// # Cost
    ///
    /// A review takes at most the judge's time limit for each position, and the same time again for each blunder, to
    /// find better moves.
    pub fn new(
        record: &dyn AnyRecord,
        judge: &Judge,
        progress: &mut dyn FnMut(usize, &Progress),
    ) -> Review {
        let (starts, played) = (record.beginnings(), record.moves());
        let mut judgements: Vec<Judgement> = Vec::new();
        for (judged, start) in starts.iter().rev().enumerate() {
            let mut judgement = judge.position(&**start, &mut |of_one| progress(judged, of_one));
            if let (Some(player), Some(after)) = (start.turn(), judgements.last())
                && judgement.certainty() != Certainty::Proved
                && after.margin.is_none()
                && after.outcome() == Some(Outcome::Win(player))
            {
                // The move played in the game wins, so the position before it is won.
                let m = played[start.len()].clone();
                judgement = Judgement {
                    value: after.value,
                    is_assumed: after.is_assumed,
                    moves: vec![m.clone()],
                    line: vec![m],
                    nodes: judgement.nodes,
                    ..Judgement::default()
                };
            }
            judgements.push(judgement);
        }
        judgements.reverse();
        for i in 1..judgements.len() {
            let [before, after] = &mut judgements[i - 1..=i] else {
                unreachable!("two judgements");
            };
            if let Some(player) = starts[i - 1].turn() {
                after.follow(before, player);
            }
        }
        let has_points = record.scores().is_some();
        let mut moves: Vec<ReviewedMove> = Vec::new();
        for (i, m) in played.iter().enumerate() {
            let Some(player) = starts[i].turn() else {
                break;
            };
            let mut reviewed =
                ReviewedMove::new(i + 1, player, m, &judgements[i..=i + 1], has_points);
            let alternatives = match reviewed.mark {
                MoveEffect::GivesAway | MoveEffect::LosesPoints => {
                    let mut every = judge.clone();
                    every.every_move = true;
                    let again =
                        every.position(&*starts[i], &mut |of_one| progress(starts.len(), of_one));
                    // The limit may have ended the longer search.
                    if again.certainty() == Certainty::Proved {
                        again.moves
                    } else {
                        judgements[i].moves.clone()
                    }
                }
                MoveEffect::Unproved => judgements[i].moves.clone(),
                MoveEffect::Keeps | MoveEffect::Lost => Vec::new(),
            };
            reviewed.alternatives = alternatives
                .into_iter()
                .filter(|other| other != m)
                .collect();
            moves.push(reviewed);
        }
        Review {
            record: record.boxed(),
            judgements,
            moves,
            early: None,
        }
    }

    /// Records which player lost the game before its end under the rules, and why. This decides a game that was not
    /// lost on the board.
    pub fn ended_early(self, loser: Player, early: Early) -> Review {
        let early = Some((loser, early));
        Review { early, ..self }
    }

    /// Returns a sentence, without a full stop, that explains how the game was decided: by the last blunder, by
    /// resignation or by the clock in a game that was not lost, or from the start. If this is not proved, the sentence
    /// states where the lead changed.
    ///
    /// # Examples
    ///
    /// Both players blunder, and the first player resigns although the heaps of two and three could be made equal:
    ///
    /// ```
    /// use core::time::Duration;
    /// use papergames_play::common::{Budget, Player};
    /// use papergames_play::common::any::AnyGame;
    /// use papergames_play::common::format::Early;
    /// use papergames_play::common::nim::NIM;
    /// use papergames_play::{Judge, Review};
    ///
    /// let record = NIM.parse("3,4:first+ 0x1 1x1")?;
    /// let second = Budget::new().time(Duration::from_secs(1));
    /// let judge = Judge::new(second.clone(), second);
    /// let review = Review::new(&*record, &judge, &mut |_, _| ());
    /// assert_eq!(review.decision(), "decided by move 2, 1x1 by the second player");
    /// let review = review.ended_early(Player::FIRST, Early::Resignation);
    /// assert_eq!(review.decision(), "decided at the end: the first player gave up a won game");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decision(&self) -> String {
        self.decision_as(&ReviewedMove::named)
    }

    /// Returns the sentence of [`decision`](Review::decision) with a move named in another way, such as with the whole
    /// turn that it belongs to.
    pub fn decision_as(&self, named: &dyn Fn(&ReviewedMove) -> String) -> String {
        let on_board = self.decision_on_board(named);
        let Some((player, early)) = self.early else {
            return on_board;
        };
        let did = match early {
            Early::Resignation => "resigned",
            Early::Time => "ran out of time",
            Early::Forfeit => "broke the rules of the match",
        };
        match self.judgements.last().and_then(Judgement::outcome) {
            Some(outcome) if outcome.utility(player) < 0 && early == Early::Resignation => on_board,
            Some(outcome) if outcome.utility(player) < 0 => {
                format!("{on_board}; then the {player} player {did}")
            }
            Some(outcome) => {
                let was = match outcome {
                    Outcome::Win(_) => "won",
                    Outcome::Draw | Outcome::Shared(_) => "drawn",
                };
                match early {
                    Early::Resignation => {
                        format!("decided at the end: the {player} player gave up a {was} game")
                    }
                    Early::Time | Early::Forfeit => {
                        format!("decided at the end: the {player} player {did} in a {was} game")
                    }
                }
            }
            None => format!("decided at the end: the {player} player {did}; {on_board}"),
        }
    }

    /// Returns a sentence that explains how the game was decided by its moves alone.
    fn decision_on_board(&self, named: &dyn Fn(&ReviewedMove) -> String) -> String {
        if let Some(reviewed) = self.decided_by() {
            return format!("decided by {}", named(reviewed));
        }
        let all_proved = self
            .judgements
            .iter()
            .all(|judgement| judgement.certainty() == Certainty::Proved);
        if all_proved {
            let start = self.judgements.first().and_then(Judgement::outcome);
            return match start.and_then(Outcome::winner) {
                Some(winner) => format!(
                    "decided from the start: the {winner} player wins with best play, and never gave the win away"
                ),
                None => "drawn from the start: neither player blundered".to_owned(),
            };
        }
        let unproved = match self.early {
            Some(_) => "on the board nothing is proved",
            None => "which move decided it is not proved",
        };
        match self.lead_changed_by() {
            Some(reviewed) => {
                let named = named(reviewed);
                format!("{unproved}; by estimates the lead changed last with {named}")
            }
            None => format!("{unproved}; the lead never changed"),
        }
    }

    /// Returns the last blunder, after which the outcome did not change again. Returns `None` if there is no blunder or
    /// if a later position is not proved.
    pub fn decided_by(&self) -> Option<&ReviewedMove> {
        let later = self
            .moves
            .iter()
            .rev()
            .take_while(|reviewed| reviewed.certainty == Certainty::Proved);
        later
            .into_iter()
            .find(|reviewed| reviewed.mark == MoveEffect::GivesAway)
    }

    /// Returns the move after which the player who is ahead at the end stays ahead, according to proved values and
    /// estimates. Returns `None` if no player is ahead at the end, or if that player was ahead from the start.
    pub fn lead_changed_by(&self) -> Option<&ReviewedMove> {
        let leader = self.judgements.last()?.leader()?;
        let behind = self
            .judgements
            .iter()
            .rposition(|judgement| judgement.leader() != Some(leader))?;
        self.moves.get(behind)
    }

    /// Returns the share of the moves that are fully proved, from 0 to 1; 1 for a game without moves.
    pub fn proved_share(&self) -> f64 {
        let proved = self
            .moves
            .iter()
            .filter(|reviewed| reviewed.certainty == Certainty::Proved);
        match self.moves.len() {
            0 => 1.0,
            moves => proved.count() as f64 / moves as f64,
        }
    }

    /// Returns a summary of a player's moves.
    pub fn summary(&self, player: Player) -> Summary {
        let mut summary = Summary::default();
        let (mut drops, mut sum) = (0, 0.0);
        for reviewed in self
            .moves
            .iter()
            .filter(|reviewed| reviewed.player == player)
        {
            summary.moves += 1;
            summary.proved += usize::from(reviewed.certainty == Certainty::Proved);
            summary.given_away += usize::from(reviewed.mark == MoveEffect::GivesAway);
            summary.lost_points += usize::from(reviewed.mark == MoveEffect::LosesPoints);
            if let Some(drop) = reviewed.drop {
                drops += 1;
                sum += drop;
            }
        }
        summary.mean_drop = (drops > 0).then(|| sum / f64::from(drops));
        summary
    }
}

impl ReviewedMove {
    /// Returns the sign for a bad move in commentaries: `??` for a blunder, and `?` for a move that lost points or
    /// that, by the estimates, lost at least a quarter of a win or of a point. The sign is empty for other moves.
    pub fn sign(&self) -> &'static str {
        match self.mark {
            MoveEffect::GivesAway => "??",
            MoveEffect::LosesPoints => "?",
            MoveEffect::Unproved if self.drop.is_some_and(|drop| drop >= 0.25) => "?",
            MoveEffect::Keeps | MoveEffect::Lost | MoveEffect::Unproved => "",
        }
    }

    /// Returns the move with its number and player, as a sentence names it.
    fn named(&self) -> String {
        let (number, m, player) = (self.number, &self.m, self.player);
        format!("move {number}, {m} by the {player} player")
    }

    /// Returns the first few [`alternatives`](ReviewedMove::alternatives) and the number of others as text, such as
    /// `Sa1, Oa2, Ob3, Sc1 and 3 more`; `None` if there is none.
    pub fn better(&self) -> Option<String> {
        self.better_as(AnyMove::to_string)
    }

    /// Returns the text of [`better`](ReviewedMove::better) with moves as they are shown in a view.
    pub(crate) fn better_as(&self, shown: impl Fn(&AnyMove) -> String) -> Option<String> {
        const MOST: usize = 4;
        let first = &self.alternatives[..self.alternatives.len().min(MOST)];
        let more = match self.alternatives.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let first: Vec<String> = first.iter().map(shown).collect();
        (!first.is_empty()).then(|| first.join(", ") + &more)
    }

    /// Returns the review of a move, given the judgements before and after it.
    fn new(
        number: usize,
        player: Player,
        m: &AnyMove,
        judgements: &[Judgement],
        has_points: bool,
    ) -> ReviewedMove {
        let [before, after] = judgements else {
            unreachable!("a move has a position before it and one after it");
        };
        let mark = match (before.outcome(), after.outcome()) {
            (Some(old), Some(new)) => {
                let [old, new] = [old, new].map(|outcome| outcome.utility(player));
                let points = |judgement: &Judgement| {
                    let sign = if player == Player::FIRST { 1 } else { -1 };
                    judgement.margin.map(|margin| sign * margin)
                };
                if new < old {
                    MoveEffect::GivesAway
                } else if points(before)
                    .zip(points(after))
                    .is_some_and(|(before, after)| after < before)
                {
                    MoveEffect::LosesPoints
                } else if old < 0 {
                    MoveEffect::Lost
                } else {
                    MoveEffect::Keeps
                }
            }
            _ => MoveEffect::Unproved,
        };
        // The largest estimate that counts, beyond which a lead is a lead; and what one point or one win is. From a
        // certain win to a certain loss are two hundred hundredths.
        let (most_lead, one) = if has_points {
            (1_000, 100.0)
        } else {
            (100, 200.0)
        };
        let comparable = before.certainty() == after.certainty()
            && before.margin.is_some() == after.margin.is_some();
        let is_best = mark == MoveEffect::Unproved && before.moves.first() == Some(m);
        let drop = match (
            before.worth(player, most_lead),
            after.worth(player, most_lead),
        ) {
            // The engine only looks further ahead after the move than before it.
            (Some(_), Some(_)) if is_best && comparable => Some(0.0),
            (Some(old), Some(new)) if comparable && player.index() < 2 => {
                Some((old - new).max(0) as f64 / one)
            }
            _ => None,
        };
        ReviewedMove {
            number,
            player,
            m: m.clone(),
            mark,
            certainty: before.certainty().min(after.certainty()),
            drop,
            alternatives: Vec::new(),
        }
    }
}

common::display_as!(MoveEffect:
    Keeps => "keeps", GivesAway => "gives away", LosesPoints => "loses points", Lost => "lost",
    Unproved => "unproved");
