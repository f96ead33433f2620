//! Games that a search plays against itself, with the search's findings before every move, and a compact file format
//! for such games.
//!
//! # Format
//!
//! A file of games is a sequence of *episodes*, one after the other, so games can be appended at any time. A *varint*
//! is encoded as in [`compact`](crate::compact#format).
//!
//! | bytes | content |
//! |---|---|
//! | varint | the length of the rest of the episode |
//! | 1 | the version of this format: 1 |
//! | varint | the length of the record |
//! | that length | the record in its [compact form](crate::compact#format) |
//! | the rest except 4 | a *step* for each move of the record |
//! | 4 | a checksum: the hash FNV-1a of everything from the version on, for 32 bits, little-endian |
//!
//! A step contains the findings of the search before the move:
//!
//! | bytes | content |
//! |---|---|
//! | varint | the number of moves with a weight |
//! | varint, for each of them by rank | the number of legal moves skipped since the previous one, or since the start |
//! | varint, after each of these | the weight, at least 1 |
//! | varint | 0 if there is no value, otherwise 1 + 2*v* for a value *v* ≥ 0 and −2*v* for *v* < 0, in hundredths |
//!
//! The outcome is not stored, because it follows from the record. A weight takes about two bytes, so the size depends
//! on the number of moves that the search has tried, not on the number of its nodes.
//!
//! # Examples
//!
//! ```
//! use papergames_common::nim::Nim;
//! use papergames_common::search::MonteCarlo;
//! use papergames_common::self_play::{self, Episodes, SelfPlay};
//! use papergames_common::{Budget, playout};
//!
//! // Eight games on two threads, 100 playouts for each move, the first two moves drawn by the visits.
//! let start = Nim::new(&[3, 4, 5]);
//! let settings = SelfPlay { opening: 2, ..SelfPlay::default() };
//! let episodes = playout::many(8, 1, 2, |game, random| {
//!     let search = MonteCarlo::new(game);
//!     settings.play(start.clone(), random, |nim| search.run(nim, &Budget::new().nodes(100), &mut |_| {}))
//! });
//!
//! let file: Vec<u8> = episodes.iter().flat_map(self_play::write).collect();
//! let read: Vec<_> = Episodes::<Nim, _>::new(&file[..]).collect::<Result<_, _>>()?;
//! assert_eq!(read, episodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::Display;
use std::io::Read;

use crate::learning::compact;
use crate::play::game::{Game, Stored};
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::checksum::fnv1a_32;
use crate::tools::random::Random;
use crate::tools::refused::Refused;
use crate::tree::report::Report;

/// The version of the file format.
const VERSION: u8 = 1;

/// The longest episode, in bytes, which bounds the memory that untrusted bytes can take.
const LONGEST: u64 = 1 << 26;

/// The largest rank, because the games that are read and written here never have 2^126 or more legal moves.
const LARGEST_RANK: u128 = (1 << 126) - 1;

/// The findings of a search about a position before a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Step<M> {
    /// The moves that the search preferred, each with a weight of at least 1, in the order of the listing. Divided by
    /// their sum, the weights form the policy of the search, which is the training target for machine learning. Empty
    /// if nothing is known.
    pub weights: Vec<(M, u64)>,
    /// The value of the position for the player to move, in hundredths, if the search has found one.
    pub value: Option<i64>,
}

impl<M> Step<M> {
    /// Returns a step without findings.
    pub(crate) fn unknown() -> Step<M> {
        Step {
            weights: Vec::new(),
            value: None,
        }
    }
}

/// A game, together with the findings of the search before every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Episode<G: Game> {
    record: Record<G>,
    steps: Vec<Step<G::Move>>,
}

impl<G: Stored> Episode<G> {
    /// Returns an episode that begins at `setup` and has no moves yet.
    pub fn new(setup: G) -> Episode<G> {
        Episode {
            record: Record::new(setup),
            steps: Vec::new(),
        }
    }

    /// Makes a move and stores the report of the preceding search.
    ///
    /// The weights are the visits of the candidates. If the outcome is proved, each candidate that reaches it gets the
    /// weight 1.
    ///
    /// # Errors
    ///
    /// If the move is illegal, returns the reason and leaves the episode unchanged.
    pub fn push(&mut self, m: G::Move, report: &Report<G::Move>) -> Result<(), G::Illegal> {
        let position = self.record.position();
        let mut weights: Vec<(u128, (G::Move, u64))> = Vec::new();
        for (candidate, share) in report.candidates.iter().zip(report.policy()) {
            let weight = if report.is_proved() {
                u64::from(share > 0.0)
            } else {
                candidate.visits
            };
            // A candidate that is not legal here belongs to another position.
            if let Some(rank) = position.index_of(&candidate.m).filter(|_| weight > 0) {
                weights.push((rank, (candidate.m.clone(), weight)));
            }
        }
        weights.sort_unstable_by_key(|(rank, _)| *rank);
        let turn = position.turn();
        let value = report.value.zip(turn);
        let step = Step {
            weights: weights.into_iter().map(|(_, weight)| weight).collect(),
            value: value.map(|(value, mover)| value.seen_by(mover)),
        };
        self.record.push(m)?;
        self.steps.push(step);
        Ok(())
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the findings of the search before each move.
    pub fn steps(&self) -> &[Step<G::Move>] {
        &self.steps
    }

    /// Returns each position in which a move was made, with the findings of the search about it.
    pub fn samples(&self) -> impl Iterator<Item = (G, &Step<G::Move>)> {
        self.record.positions().zip(&self.steps)
    }
}

/// Settings for games that a search plays against itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlay {
    /// The number of moves at the beginning of a game that are [drawn at random](Report::draw), weighted by their
    /// visits, so that games differ. After that, the best moves found are played.
    pub opening: usize,
    /// The temperature at which these first moves are drawn.
    pub temperature: f64,
    /// The number of moves after which an unfinished game is abandoned.
    pub most_moves: usize,
}

impl Default for SelfPlay {
    /// Returns settings with an opening of 8 moves at temperature 1, and games of at most 1,000 moves.
    fn default() -> SelfPlay {
        SelfPlay {
            opening: 8,
            temperature: 1.0,
            most_moves: 1_000,
        }
    }
}

impl SelfPlay {
    /// Plays a game in which `search` chooses the moves of every player.
    ///
    /// For many games on several threads, call this from [`playout::many`](crate::playout::many).
    ///
    /// # Panics
    ///
    /// Panics if `search` returns an illegal move, or no move although the game is not over.
    pub fn play<G: Stored>(
        &self,
        setup: G,
        random: &mut dyn Random,
        mut search: impl FnMut(&G) -> Report<G::Move>,
    ) -> Episode<G> {
        let mut episode = Episode::new(setup);
        while episode.steps.len() < self.most_moves && !episode.record.position().is_terminal() {
            let report = search(episode.record.position());
            let temperature = if episode.steps.len() < self.opening {
                self.temperature
            } else {
                0.0
            };
            let m = report.draw(temperature, random).cloned();
            let m = m.expect("a search returns a move while the game goes on");
            episode
                .push(m, &report)
                .expect("a search returns legal moves");
        }
        episode
    }
}

/// Returns the bytes of an episode. To write a file, concatenate the bytes of its episodes.
///
/// This finds the [index](Stored::index_of) of each move with a weight, and for that, some games list their moves.
///
/// # Panics
///
/// Panics in the same cases as [`compact::write`].
pub fn write<G: Stored + Display>(episode: &Episode<G>) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    let record = compact::write(&episode.record);
    compact::push_varint(&mut bytes, record.len() as u64);
    bytes.extend_from_slice(&record);
    for (position, step) in episode.samples() {
        compact::push_varint(&mut bytes, step.weights.len() as u64);
        let mut next = 0;
        for (m, weight) in &step.weights {
            let rank = position.index_of(m).expect("a weighed move is legal");
            compact::push_varint(&mut bytes, rank - next);
            compact::push_varint(&mut bytes, *weight);
            next = rank + 1;
        }
        // Zigzag: 0, −1, 1, −2, 2 become 1, 2, 3, 4, 5.
        let value = step
            .value
            .map_or(0, |value| 1 + u128::from((value << 1 ^ value >> 63) as u64));
        compact::push_varint(&mut bytes, value);
    }
    bytes.extend_from_slice(&fnv1a_32(&bytes).to_le_bytes());
    let mut framed = Vec::with_capacity(bytes.len() + 4);
    compact::push_varint(&mut framed, bytes.len() as u64);
    framed.extend_from_slice(&bytes);
    framed
}

/// Reads the episode in `bytes`, without the length in front.
fn read<G: Written>(bytes: &[u8]) -> Result<Episode<G>, Refused> {
    let version = bytes.first().copied().unwrap_or(0);
    if version != VERSION {
        return Err(Refused::new(format!(
            "only version {VERSION} of the episode format is supported, found version {version}"
        )));
    }
    let split = bytes.split_last_chunk::<4>();
    let sealed = split.filter(|(content, sum)| fnv1a_32(content).to_le_bytes() == **sum);
    let content = sealed.and_then(|(content, _)| content.get(1..));
    let mut rest = content
        .ok_or_else(|| Refused::new("the episode is damaged: its checksum does not match"))?;
    let length = compact::take_varint(&mut rest, "the length of the record", LONGEST)?;
    let record = compact::take(&mut rest, length, || format!("a record of {length} bytes"))?;
    let record: Record<G> = compact::read(record)?;
    let mut steps = Vec::new();
    for (i, position) in record.positions().take(record.moves().len()).enumerate() {
        steps.push(read_step(&mut rest, &position, i + 1)?);
    }
    match rest.len() {
        0 => Ok(Episode { record, steps }),
        more => Err(Refused::new(format!(
            "the episode must end after its last step, but {more} more bytes follow"
        ))),
    }
}

fn read_step<G: Game>(
    rest: &mut &[u8],
    position: &G,
    number: usize,
) -> Result<Step<G::Move>, Refused> {
    // A weight takes at least two bytes, so there cannot be more weights than bytes.
    let most = rest.len() as u64;
    let n = compact::take_varint(rest, "the number of weights", most)?;
    let mut step = Step::unknown();
    let mut next = 0_u128;
    for _ in 0..n {
        let more = compact::take_wide_varint(rest, "a rank", LARGEST_RANK)?;
        let rank = next + more;
        let m = position.nth_move(rank);
        let m = m.ok_or_else(|| {
            Refused::new(format!(
                "rank {rank} before move {number} is too high: no legal move has this rank"
            ))
        })?;
        let weight = compact::take_varint(rest, "a weight", u64::MAX)?;
        if weight == 0 {
            return Err(Refused::new(format!(
                "a weight before move {number} is 0; only moves with weights of at least 1 are listed"
            )));
        }
        step.weights.push((m, weight));
        next = rank + 1;
    }
    let value = compact::take_wide_varint(rest, "a value", 1 << 64)?;
    step.value = value.checked_sub(1).map(|zigzag| {
        let zigzag = zigzag as u64;
        (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64)
    });
    Ok(step)
}

/// An iterator that reads the episodes of a file one by one. It ends after the last episode or the first error.
///
/// Safe for untrusted bytes, which are either read or rejected. It keeps only one episode in memory. Use it with a
/// buffered reader.
#[derive(Debug)]
pub struct Episodes<G, R> {
    reader: R,
    is_over: bool,
    game: core::marker::PhantomData<fn() -> G>,
}

impl<G, R: Read> Episodes<G, R> {
    /// Returns an iterator over the episodes that `reader` yields.
    pub fn new(reader: R) -> Episodes<G, R> {
        Episodes {
            reader,
            is_over: false,
            game: core::marker::PhantomData,
        }
    }

    /// Reads the bytes of the next episode; `None` at the end.
    fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, Refused> {
        let failed = |error| Refused::because(error).context("cannot read an episode");
        let mut head = Vec::new();
        // A number takes at most five bytes, and its last one has no high bit.
        while head.len() < 5 && head.last().is_none_or(|byte| byte & 0x80 > 0) {
            let read = (&mut self.reader).take(1).read_to_end(&mut head);
            if read.map_err(failed)? == 0 {
                break;
            }
        }
        if head.is_empty() {
            return Ok(None);
        }
        let expected = compact::take_varint(&mut &head[..], "the length of an episode", LONGEST)?;
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(expected).read_to_end(&mut bytes);
        let found = read.map_err(failed)? as u64;
        if found < expected {
            return Err(Refused::new(format!(
                "the episode ends after {found} of its {expected} bytes"
            )));
        }
        Ok(Some(bytes))
    }
}

impl<G: Written, R: Read> Iterator for Episodes<G, R> {
    type Item = Result<Episode<G>, Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self
            .next_bytes()
            .and_then(|bytes| bytes.map(|bytes| read(&bytes)).transpose());
        self.is_over = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}
