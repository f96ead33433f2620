//! Each law of the suite, seen to fail on a game with one bug planted.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a planted fault changes one answer and leaves all others right"
)]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use papergames_common::laws::{self, Laws};
use papergames_common::{
    Alternating, Ending, Game, Impartial, Outcome, Player, PlayerSet, Random, Record, Scored,
    Stored, Symmetric,
};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Bug {
    #[default]
    None,
    TurnAfterTheEnd,
    MovesAfterTheEnd,
    StrangePlayerMoves,
    StrangePlayerWins,
    EverybodySharesTheWin,
    WinnerForgotten,
    MoveTwice,
    IllegalMoveListed,
    OrderByHistory,
    VisitorIgnored,
    BreakSwallowed,
    HasMoveWrong,
    CountWrong,
    NthWrong,
    MovesWrong,
    RankWrong,
    BufferKept,
    RandomIllegal,
    RandomUnfair,
    RandomMissing,
    PlayoutDrawsTwice,
    LegalMoveFails,
    UncheckedForgets,
    UnlistedMoveAllowed,
    CheckStricterThanApply,
    RefusalChangesPosition,
    PlayableAfterTheEnd,
    SharedState,
    Nondeterministic,
    HashByHistory,
    EqualityTooWide,
    MoveTextSplit,
    MoveTextsSame,
    MoveTextWrong,
    MoveTextRefused,
    PositionTextSplit,
    PositionTextsSame,
    PositionTextByHistory,
    SerdeForgets,
    NotAlternating,
    ScoreByHistory,
    GainWrong,
    WorstScoreWins,
    CanonicalNotIdempotent,
    CanonicalByImage,
    CanonicalPlaysOtherwise,
    MoveWithoutImage,
    OptionMissing,
    OptionExtra,
    EndingWrong,
    ShortGame,
    Panics,
}

/// Two heaps; a move takes one or two from a heap. The player who takes the last wins, and each scores what they take.
#[derive(Clone, Debug)]
struct Matches {
    heaps: [u8; 2],
    mover: Player,
    score: [u8; 2],
    /// Which heap was used last: history, which no law may see.
    last: u8,
    /// For [`Bug::SharedState`]: what a clone should not share.
    shared: Arc<AtomicU8>,
    bug: Bug,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take {
    heap: u8,
    n: u8,
    /// Moves carry the bug because their texts have bugs too.
    bug: Bug,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 or 2 that are there")]
struct Refused;

/// For [`Bug::Nondeterministic`]: state that no position should read.
static OUTSIDE: AtomicU8 = AtomicU8::new(0);

impl Matches {
    fn with(bug: Bug) -> Matches {
        Matches {
            heaps: if bug == Bug::ShortGame {
                [1, 1]
            } else {
                [4, 5]
            },
            mover: Player::FIRST,
            score: [0, 0],
            last: 0,
            shared: Arc::default(),
            bug,
        }
    }

    fn left(&self) -> u8 {
        self.heaps.iter().sum()
    }

    fn take(&self, heap: u8, n: u8) -> Take {
        let bug = self.bug;
        Take { heap, n, bug }
    }

    fn key(&self) -> ([u8; 2], Player, [u8; 2], u8) {
        (
            self.heaps,
            self.mover,
            self.score,
            self.shared.load(Ordering::Relaxed),
        )
    }
}

impl PartialEq for Matches {
    fn eq(&self, other: &Matches) -> bool {
        if self.bug == Bug::EqualityTooWide {
            return self.left() == other.left();
        }
        self.key() == other.key()
    }
}

impl Eq for Matches {}

impl Hash for Matches {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.bug {
            Bug::EqualityTooWide => self.left().hash(state),
            Bug::HashByHistory => (self.key(), self.last).hash(state),
            _ => self.key().hash(state),
        }
    }
}

impl Game for Matches {
    type Move = Take;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        match self.bug {
            Bug::TurnAfterTheEnd => Some(self.mover),
            Bug::StrangePlayerMoves if self.left() == 5 => Some(Player::new(2)),
            Bug::NotAlternating if self.left() == 5 => Some(self.mover.opponent()),
            _ => (self.left() > 0).then_some(self.mover),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left() == 0).then(|| match self.bug {
            Bug::StrangePlayerWins => Outcome::Win(Player::new(5)),
            Bug::EverybodySharesTheWin => Outcome::Shared(PlayerSet::all(2)),
            Bug::WorstScoreWins => Outcome::by_score(&self.score.map(|n| -i64::from(n))),
            Bug::ScoreByHistory => Outcome::Draw,
            Bug::EndingWrong => Outcome::Win(self.mover),
            _ => Outcome::Win(self.mover.opponent()),
        })
    }

    fn winner(&self) -> Option<Player> {
        if self.bug == Bug::WinnerForgotten {
            return None;
        }
        self.outcome().and_then(Outcome::winner)
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut moves: Vec<Take> = (0..2)
            .flat_map(|heap| (1..=2).map(move |n| self.take(heap, n)))
            .filter(|m| m.n <= self.heaps[usize::from(m.heap)])
            .collect();
        assert!(self.bug != Bug::Panics || self.left() != 3, "planted");
        match self.bug {
            Bug::MovesAfterTheEnd if moves.is_empty() => moves.push(self.take(0, 1)),
            Bug::MoveTwice if self.left() == 5 => moves.push(moves[0]),
            Bug::IllegalMoveListed if self.left() == 5 => moves.push(self.take(7, 1)),
            Bug::OrderByHistory if self.last == 1 => moves.reverse(),
            _ => {}
        }
        for m in moves {
            let flow = visit(m);
            if flow.is_break() && self.bug != Bug::VisitorIgnored {
                return if self.bug == Bug::BreakSwallowed {
                    ControlFlow::Continue(())
                } else {
                    flow
                };
            }
        }
        ControlFlow::Continue(())
    }

    fn has_move(&self) -> bool {
        match self.bug {
            Bug::HasMoveWrong => self.left() > 1,
            Bug::MovesAfterTheEnd => true,
            _ => self.left() > 0,
        }
    }

    fn count_moves(&self) -> u128 {
        let count = self.moves().len() as u128;
        if self.bug == Bug::CountWrong && self.left() == 5 {
            count + 1
        } else {
            count
        }
    }

    fn nth_move(&self, index: u128) -> Option<Take> {
        let moves = self.moves();
        let index = usize::try_from(index).ok()?;
        match self.bug {
            Bug::NthWrong if self.left() == 5 && index < moves.len() => {
                moves.get(moves.len() - 1 - index).copied()
            }
            _ => moves.get(index).copied(),
        }
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<Take> {
        let moves = self.moves();
        match self.bug {
            Bug::RandomIllegal if self.left() == 5 => Some(self.take(3, 3)),
            Bug::RandomMissing if self.left() == 5 => None,
            Bug::RandomUnfair if random.below(4) == 0 => moves.first().copied(),
            _ if moves.is_empty() => None,
            _ => Some(moves[random.below(moves.len() as u64) as usize]),
        }
    }

    fn playout(&mut self, limit: u64, random: &mut dyn Random) {
        for _ in 0..limit {
            if let Bug::PlayoutDrawsTwice = self.bug {
                random.bits();
            }
            let Some(m) = self.random_move(random) else {
                break;
            };
            self.apply_unchecked(&m);
        }
    }

    fn moves(&self) -> Vec<Take> {
        let mut moves = Vec::new();
        let _ = self.for_each_move(&mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        if self.bug == Bug::MovesWrong && self.left() == 5 {
            moves.swap(0, 1);
        }
        moves
    }

    fn moves_into(&self, moves: &mut Vec<Take>) {
        if self.bug != Bug::BufferKept {
            moves.clear();
        }
        moves.extend(self.moves());
    }

    fn apply_unchecked(&mut self, m: &Take) {
        let heap = usize::from(m.heap);
        if self.bug == Bug::UncheckedForgets && heap < 2 {
            self.heaps[heap] = self.heaps[heap].saturating_sub(m.n);
            self.mover = self.mover.opponent();
        } else {
            let _ = self.apply(m);
        }
    }

    fn check(&self, m: &Take) -> Result<(), Refused> {
        let there = self.heaps.get(usize::from(m.heap)).copied().unwrap_or(0);
        let legal = match self.bug {
            Bug::UnlistedMoveAllowed if self.left() > 0 => m.n <= 2 && m.n <= there,
            Bug::PlayableAfterTheEnd => {
                (1..=2).contains(&m.n) && (m.n <= there || self.left() == 0)
            }
            Bug::MovesAfterTheEnd if self.left() == 0 => true,
            _ => (1..=2).contains(&m.n) && m.n <= there,
        };
        legal.then_some(()).ok_or(Refused)
    }

    fn apply(&mut self, m: &Take) -> Result<(), Refused> {
        if self.bug == Bug::CheckStricterThanApply && m.n == 0 {
            return Ok(());
        }
        if self.bug == Bug::RefusalChangesPosition && self.check(m).is_err() {
            self.mover = self.mover.opponent();
        }
        self.check(m)?;
        if self.bug == Bug::LegalMoveFails && self.left() == 5 {
            return Err(Refused);
        }
        let heap = usize::from(m.heap.min(1));
        self.heaps[heap] = self.heaps[heap].saturating_sub(m.n);
        self.score[self.mover.index()] += m.n;
        self.mover = self.mover.opponent();
        self.last = m.heap;
        if self.bug == Bug::SharedState {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        if self.bug == Bug::Nondeterministic {
            self.score[0] = OUTSIDE.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Stored for Matches {
    fn index_of(&self, m: &Take) -> Option<u128> {
        let rank = self.moves().iter().position(|other| other == m)? as u128;
        Some(match self.bug {
            Bug::RankWrong if self.left() == 5 => rank + 1,
            _ => rank,
        })
    }
}

impl Alternating for Matches {}

impl Scored for Matches {
    fn score(&self, player: Player) -> i64 {
        match self.bug {
            Bug::ScoreByHistory => i64::from(self.last),
            _ => i64::from(self.score[player.index()]),
        }
    }

    fn gain(&self, m: &Take) -> i64 {
        match self.bug {
            Bug::GainWrong => -i64::from(m.n),
            _ => i64::from(m.n),
        }
    }
}

impl Symmetric for Matches {
    type Symmetry = ();

    fn symmetries(&self) -> Vec<()> {
        vec![()]
    }

    fn image(&self, (): &()) -> Matches {
        let mut image = self.clone();
        image.heaps.reverse();
        image
    }

    fn image_of_move(&self, m: &Take, (): &()) -> Take {
        match self.bug {
            Bug::MoveWithoutImage => *m,
            _ => Take {
                heap: 1 - m.heap,
                ..*m
            },
        }
    }

    fn canonical(&self) -> Matches {
        let mut canonical = self.clone();
        match self.bug {
            Bug::CanonicalNotIdempotent => canonical.heaps.reverse(),
            Bug::CanonicalByImage => {}
            Bug::CanonicalPlaysOtherwise => canonical.heaps = [0, self.left()],
            _ => canonical.heaps.sort_unstable(),
        }
        canonical
    }
}

/// With and without a bug in the options: the trait asks for them without a position, so the bug is in the type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heap(u8, u8);

impl Impartial for Matches {
    type Summand = Heap;

    fn ending(&self) -> Ending {
        Ending::Normal
    }

    fn summands(&self) -> Vec<Heap> {
        let heaps = self.heaps.iter().filter(|n| **n > 0);
        heaps.map(|n| Heap(*n, self.bug as u8)).collect()
    }

    fn for_each_option(
        heap: &Heap,
        visit: &mut dyn FnMut(Vec<Heap>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let most = match heap.1 {
            bug if bug == Bug::OptionMissing as u8 => 1,
            bug if bug == Bug::OptionExtra as u8 => 3,
            _ => 2,
        };
        (1..=heap.0.min(most)).try_for_each(|n| {
            let left = heap.0 - n;
            visit(if left > 0 {
                vec![Heap(left, heap.1)]
            } else {
                vec![]
            })
        })
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.heaps;
        let [x, y] = self.score;
        let bug = self.bug as u8;
        match self.bug {
            Bug::PositionTextSplit => write!(f, "{a} {b}"),
            Bug::PositionTextsSame => write!(f, "{bug}:{}:{}:{x}:{y}", a, self.mover),
            Bug::PositionTextByHistory => {
                write!(f, "{bug}:{a}:{b}:{}:{x}:{y}:{}", self.mover, self.last)
            }
            _ => write!(f, "{bug}:{a}:{b}:{}:{x}:{y}", self.mover),
        }
    }
}

impl FromStr for Matches {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Matches, Refused> {
        let mut words = text.split(':');
        let mut next = || words.next().ok_or(Refused);
        let bug = bug_of(next()?)?;
        let a = byte(next()?)?;
        let b = if bug == Bug::PositionTextsSame {
            0
        } else {
            byte(next()?)?
        };
        let mover = next()?.parse().map_err(|_| Refused)?;
        let score = [byte(next()?)?, byte(next()?)?];
        let last = if bug == Bug::PositionTextByHistory {
            byte(next()?)?
        } else {
            0
        };
        Ok(Matches {
            heaps: [a, b],
            mover,
            score,
            last,
            shared: Arc::default(),
            bug,
        })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Take { heap, n, bug } = self;
        let code = *bug as u8;
        match bug {
            Bug::MoveTextSplit => write!(f, "{code}:{heap} {n}"),
            Bug::MoveTextsSame => write!(f, "{code}:0:{n}"),
            Bug::MoveTextWrong => write!(f, "{code}:{n}:{heap}"),
            Bug::MoveTextRefused => write!(f, "{heap}-{n}"),
            _ => write!(f, "{code}:{heap}:{n}"),
        }
    }
}

impl FromStr for Take {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Take, Refused> {
        let mut words = text.split(':');
        let mut next = || words.next().ok_or(Refused);
        Ok(Take {
            bug: bug_of(next()?)?,
            heap: byte(next()?)?,
            n: byte(next()?)?,
        })
    }
}

fn byte(word: &str) -> Result<u8, Refused> {
    word.parse().map_err(|_| Refused)
}

fn bug_of(word: &str) -> Result<Bug, Refused> {
    let code = byte(word)?;
    EXPECTED
        .iter()
        .map(|(bug, _)| *bug)
        .chain([Bug::None])
        .find(|bug| *bug as u8 == code)
        .ok_or(Refused)
}

/// As text, except for the planted bug: the scores are lost.
impl serde::Serialize for Matches {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.bug {
            Bug::SerdeForgets => serializer.collect_str(&Matches {
                score: [0, 0],
                ..self.clone()
            }),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Matches {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Matches, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

papergames_common::serde_as_text!(Take);

/// The law that each bug breaks.
const EXPECTED: &[(Bug, &str)] = &[
    (
        Bug::TurnAfterTheEnd,
        "a game has either a turn or an outcome",
    ),
    (
        Bug::MovesAfterTheEnd,
        "a game is over exactly when there is no move",
    ),
    (
        Bug::StrangePlayerMoves,
        "the player to move takes part in the game",
    ),
    (
        Bug::StrangePlayerWins,
        "an outcome is a win of one, a draw of all, or shared by some in between",
    ),
    (
        Bug::EverybodySharesTheWin,
        "an outcome is a win of one, a draw of all, or shared by some in between",
    ),
    (
        Bug::WinnerForgotten,
        "`winner` is the winner of the outcome",
    ),
    (Bug::MoveTwice, "no move is listed twice"),
    (Bug::IllegalMoveListed, "a listed move is legal"),
    (
        Bug::OrderByHistory,
        "equal positions list the same moves in the same order",
    ),
    (
        Bug::VisitorIgnored,
        "a visitor that breaks is not called again",
    ),
    (Bug::BreakSwallowed, "the listing passes a break on"),
    (
        Bug::HasMoveWrong,
        "a game is over exactly when there is no move",
    ),
    (Bug::CountWrong, "`count_moves` counts the listed moves"),
    (
        Bug::NthWrong,
        "`nth_move` counts in the order of the listing",
    ),
    (Bug::MovesWrong, "`moves` returns the listed moves"),
    (Bug::RankWrong, "`index_of` is the inverse of `nth_move`"),
    (
        Bug::BufferKept,
        "`moves_into` replaces what was there by the listed moves",
    ),
    (Bug::RandomIllegal, "a random move is legal"),
    (
        Bug::RandomUnfair,
        "each move is equally likely to be the random one",
    ),
    (
        Bug::RandomMissing,
        "a position that goes on has a random move",
    ),
    (Bug::PlayoutDrawsTwice, "a playout plays the random moves"),
    (Bug::LegalMoveFails, "a random move is legal"),
    (
        Bug::UncheckedForgets,
        "a move that is not checked gives the same position",
    ),
    (
        Bug::UnlistedMoveAllowed,
        "`check` allows only what is listed",
    ),
    (
        Bug::CheckStricterThanApply,
        "`apply` accepts exactly what `check` allows",
    ),
    (
        Bug::RefusalChangesPosition,
        "a refused move leaves the position as it was",
    ),
    (Bug::PlayableAfterTheEnd, "nothing is legal after the end"),
    (Bug::SharedState, "a clone plays on its own"),
    (
        Bug::Nondeterministic,
        "playing a record again gives the same position and hash",
    ),
    (Bug::HashByHistory, "equal positions have equal hashes"),
    (Bug::EqualityTooWide, "equal positions have equal texts"),
    (Bug::MoveTextSplit, "a text is one token"),
    (Bug::MoveTextsSame, "a text reads back"),
    (Bug::MoveTextWrong, "a text reads back"),
    (Bug::MoveTextRefused, "a text reads back"),
    (Bug::PositionTextSplit, "a text is one token"),
    (Bug::PositionTextsSame, "a text reads back"),
    (
        Bug::PositionTextByHistory,
        "equal positions have equal texts",
    ),
    (Bug::SerdeForgets, "JSON reads back"),
    (Bug::NotAlternating, "players move in turn"),
    (Bug::ScoreByHistory, "equal positions have equal scores"),
    (Bug::GainWrong, "a gain is the difference of two scores"),
    (Bug::WorstScoreWins, "the ending names the winner"),
    (
        Bug::CanonicalNotIdempotent,
        "a canonical form is its own canonical form",
    ),
    (
        Bug::CanonicalByImage,
        "all images have the same canonical form",
    ),
    (
        Bug::CanonicalPlaysOtherwise,
        "a canonical form has the same positions after one move",
    ),
    (
        Bug::MoveWithoutImage,
        "a move and then a symmetry is the symmetry and then the image of the move",
    ),
    (
        Bug::OptionMissing,
        "a move changes one summand into one of its options",
    ),
    (Bug::OptionExtra, "every option of a summand is a move"),
    (Bug::EndingWrong, "the ending names the winner"),
    (Bug::ShortGame, "a game is as long as the theory says"),
];

fn suite(bug: Bug) -> Laws<Matches> {
    let laws = Laws::of(Matches::with(bug)).games(40).positions(10);
    let laws = laws.also_try([Matches::with(bug).take(0, 0), Matches::with(bug).take(9, 1)]);
    laws.texts()
        .compact()
        .serde()
        .symmetric()
        .impartial()
        .alternating()
        .scored()
        .length(|_| 5..=9)
}

#[test]
fn the_game_without_a_bug_obeys_every_law() {
    let summary = suite(Bug::None).perft(4).check();
    assert_eq!(summary.finished, 40);
}

#[test]
fn each_bug_breaks_its_law() {
    for &(bug, law) in EXPECTED {
        let failure = suite(bug).find().expect_err("a bug was planted");
        assert_eq!(failure.broken.law, law, "{bug:?}: {failure}");
    }
}

#[test]
fn a_game_in_which_points_decide_is_won_by_the_highest_score() {
    let failure = Laws::of(Matches::with(Bug::WorstScoreWins))
        .best_score_wins()
        .find();
    assert_eq!(failure.unwrap_err().broken.law, "the highest score wins");
}

#[test]
fn equality_that_is_too_wide_shows_in_the_counts() {
    let suite = |bug| Laws::of(Matches::with(bug)).games(0).perft(4);
    assert!(suite(Bug::None).find().is_ok());
    let failure = suite(Bug::EqualityTooWide).find().unwrap_err();
    assert_eq!(
        failure.broken.law,
        "merging equal positions keeps the counts"
    );
    assert!(failure.record.moves().is_empty());
}

#[test]
fn a_move_that_is_no_listed_option_is_shown_beside_those_that_are() {
    let failure = suite(Bug::OptionMissing).find().unwrap_err();
    assert!(
        failure
            .broken
            .found
            .contains(", whose listed options are [Heap("),
        "{failure}"
    );
}

#[test]
fn equality_that_is_too_wide_misleads_a_search() {
    let suite = |bug| {
        Laws::of(Matches::with(bug))
            .games(20)
            .searches(2_000)
            .find()
    };
    assert!(suite(Bug::None).is_ok());
    let start = Matches::with(Bug::EqualityTooWide);
    let broken = laws::searches_agree_with_minimax(&start, 1_000_000).unwrap_err();
    assert!(broken.law.ends_with("agrees with minimax"), "{broken}");
}

#[test]
fn options_that_are_no_moves_mislead_the_solver() {
    let suite = |bug, most| Laws::of(Matches::with(bug)).games(20).solved(most).find();
    assert!(suite(Bug::None, 2_000).is_ok());
    let failure = suite(Bug::OptionExtra, 2_000).unwrap_err();
    assert_eq!(failure.broken.law, "the solver agrees with minimax");
    assert!(
        suite(Bug::OptionExtra, 0).is_ok(),
        "no position with a move is that small"
    );
}

#[test]
fn a_record_whose_words_do_not_read_back_is_found() {
    let position = Matches::with(Bug::MoveTextWrong);
    let record = Record::from_moves(position.clone(), [position.take(1, 2)]).unwrap();
    let broken = laws::record_texts_read_back(&record).unwrap_err();
    assert_eq!(broken.law, "the text of a record reads back");
}

#[test]
#[should_panic(expected = "planted")]
fn a_panic_inside_the_game_comes_through() {
    let _ = suite(Bug::Panics).find();
}

#[test]
fn a_failure_can_be_repeated_alone() {
    let failure = suite(Bug::MoveTwice).find().unwrap_err();
    let again = suite(Bug::MoveTwice)
        .seed(failure.seed)
        .games(1)
        .find()
        .unwrap_err();
    assert_eq!(again, failure);
    let message = failure.to_string();
    let line = failure.line.expect("the game has texts");
    for part in [
        failure.broken.law,
        &format!("seed({})", failure.seed),
        "position: Matches",
        &line,
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn readers_that_lose_something_or_do_not_say_why_are_found() {
    type Law = fn(&str) -> Result<(), laws::Broken>;
    let number = |text: &str| text.parse::<u8>().map_err(|_| "expected a number");
    let broken: [(Law, &str); 5] = [
        (
            |text| {
                let read = |text: &str| text.parse::<u8>().map_err(|_| "no number");
                laws::house::any_text_is_read_or_refused_by(text, read, u8::to_string)
            },
            "an error is a sentence of one line without a full stop",
        ),
        (
            |text| {
                let read = |text: &str| u8::from_str_radix(text, 36).map_err(|_| "expected it");
                laws::any_text_is_read_or_refused_by(text, read, u8::to_string)
            },
            "what was read from any text is written and read back",
        ),
        (
            |_| laws::refusals_are_short_lines(&"expected ".repeat(100)),
            "an error is a short text of one line",
        ),
        (
            |_| laws::house::refusals_are_sentences(&"Expected a number."),
            "an error is a sentence of one line without a full stop",
        ),
        (
            |text| {
                let read = |text: &str| text.parse::<u8>().map_err(|_| "no\nnumber");
                laws::any_text_is_read_or_refused_by(text, read, u8::to_string)
            },
            "an error is a short text of one line",
        ),
    ];
    for (law, told) in broken {
        let found = ["z", "11", "?"]
            .into_iter()
            .find_map(|text| law(text).err());
        assert_eq!(found.expect("it is broken").law, told);
    }
    for text in ["7", "007", "300", ""] {
        let law = laws::any_text_is_read_or_refused_by(text, number, u8::to_string);
        assert_eq!(law, Ok(()), "{text}");
    }
    // Other games may write their errors as they like.
    let law = laws::any_text_is_read_or_refused_by("x", |_| Err::<u8, _>("No!"), u8::to_string);
    assert_eq!(law, Ok(()));
}

#[test]
fn a_suite_that_looks_at_nothing_is_broken() {
    let laws = || Laws::of(Matches::with(Bug::None));
    let broken = |laws: Laws<Matches>| laws.find().unwrap_err().broken.law;
    assert_eq!(broken(laws().games(0)), "a suite looks at some positions");
    assert_eq!(
        broken(laws().games(1).positions(0)),
        "a suite looks at some positions"
    );
    // No position is small enough to be searched with no move at all.
    let idle = laws().games(1).positions(1).searches(0);
    assert_eq!(broken(idle), "some positions are small enough");
    assert!(laws().games(5).searches(100_000).find().is_ok());
}
