//! Nim, the example game of this documentation, and a small but complete game to copy.
//!
//! Several heaps of matches lie on the table. A move takes one or more matches from one heap. A player who cannot move
//! loses in normal play and wins in misère play. Bouton showed in 1901 that in normal play the player to move loses
//! exactly when the exclusive or of the heap sizes is 0.
//!
//! # Examples
//!
//! ```
//! use papergames_common::nim::{Nim, Take};
//! use papergames_common::{Game, Player};
//!
//! let mut nim = Nim::new(&[1, 2]);
//! assert_eq!(nim.turn(), Some(Player::FIRST));
//! assert_eq!(nim.count_moves(), 3);
//!
//! // Two equal heaps are left, so from now on the first player can copy each move of the second.
//! nim.apply(&Take { heap: 1, matches: 1 })?;
//! nim.apply(&Take { heap: 0, matches: 1 })?;
//! nim.apply(&Take { heap: 1, matches: 1 })?;
//! assert_eq!(nim.winner(), Some(Player::FIRST));
//! # Ok::<(), papergames_common::nim::CannotTake>(())
//! ```
//!
//! # A game of your own
//!
//! Copy the source of this module, replace `crate` with `papergames_common`, and replace the rules. A game only needs
//! [`Game`], which takes forty lines here. Each of the other traits is optional and adds something:
//!
//! * [`Display`](fmt::Display) and [`FromStr`] write and parse positions and moves, and therefore records;
//! * [`Stored`] allows searches with a memory limit, and records in few bytes;
//! * [`Alternating`] declares that players move in turn, which some searches require;
//! * [`Impartial`] gives nimbers and the [solver](crate::solve);
//! * [`Symmetric`] lets programs recognise equivalent positions;
//! * [`Actions`] and [`Bounds`] number the moves for machine learning;
//! * [`Describe`], [`Notations`] and the object [`NIM`] make the game available to every program that displays games.
//!
//! Then run the [laws](crate::laws), which look for mistakes in many random games:
//!
//! ```
//! use papergames_common::laws::Laws;
//! use papergames_common::nim::Nim;
//!
//! let summary = Laws::of(Nim::new(&[3, 4, 5])).games(100).texts().alternating().symmetric().impartial().check();
//! assert_eq!(summary.finished, 100);
//! ```

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::learning::encode::{Actions, Bound, Bounds};
use crate::notation::describe::{About, Describe};
use crate::notation::format::{self, Format, Notations};
use crate::object::any::GameObject;
use crate::play::game::{Alternating, Game, Impartial, Stored, Symmetric};
use crate::play::outcome::{Ending, Outcome};
use crate::play::player::Player;
use crate::tools::text::{Reader, Unexpected};

/// A position of Nim: the heaps, who is to move, and whether play is normal or misère.
///
/// It is written as these three parts: `3,4,5:first+`, or `3,4,5:first-` in misère play.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
///
/// let nim: Nim = "3,4,5:first+".parse()?;
/// assert_eq!(nim, Nim::new(&[3, 4, 5]));
/// assert_eq!(Nim::misere(&[1, 1]).to_string(), "1,1:first-");
/// # Ok::<(), papergames_common::text::Unexpected>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: Vec<u8>,
    mover: Player,
    ending: Ending,
}

/// A move: take some matches from one heap.
///
/// It is written as the number of the heap, counted from 0, and the number of matches: `2x5`.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Take;
///
/// assert_eq!("2x5".parse(), Ok(Take { heap: 2, matches: 5 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The number of the heap, counted from 0.
    pub heap: u8,
    /// The number of matches taken.
    pub matches: u8,
}

/// The error returned when a move takes no matches, or more than the heap has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot take {asked} from heap {heap}; take 1 to {there}")]
pub struct CannotTake {
    /// The number of the heap, counted from 0.
    pub heap: u8,
    /// The number of matches in the heap; 0 if there is no such heap.
    pub there: u8,
    /// The number of matches that the move would take.
    pub asked: u8,
}

/// The maximum number of heaps in a position.
const MOST_HEAPS: usize = 255;

impl Nim {
    /// Returns the position with these heaps in normal play, in which the first player is to move.
    ///
    /// # Panics
    ///
    /// Panics if there are no heaps, or more than 255.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    ///
    /// assert_eq!(Nim::new(&[3, 4, 5]).to_string(), "3,4,5:first+");
    /// ```
    pub fn new(heaps: &[u8]) -> Nim {
        assert!(
            (1..=MOST_HEAPS).contains(&heaps.len()),
            "there are 1 to 255 heaps"
        );
        Nim {
            heaps: heaps.to_vec(),
            mover: Player::FIRST,
            ending: Ending::Normal,
        }
    }

    /// Returns the position with these heaps in misère play, in which the first player is to move.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`new`](Nim::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::{Game, Player};
    ///
    /// // The player who takes the last match loses.
    /// let end = Nim::misere(&[1]).child(&Take { heap: 0, matches: 1 })?;
    /// assert_eq!(end.winner(), Some(Player::SECOND));
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    pub fn misere(heaps: &[u8]) -> Nim {
        Nim {
            ending: Ending::Misere,
            ..Nim::new(heaps)
        }
    }

    /// Returns the number of matches that each heap has.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let nim = Nim::new(&[3, 4, 5]).child(&Take { heap: 1, matches: 4 })?;
    /// assert_eq!(nim.heaps(), [3, 0, 5]);
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    pub fn heaps(&self) -> &[u8] {
        &self.heaps
    }
}

// What every game needs.

impl Game for Nim {
    type Move = Take;
    type Illegal = CannotTake;

    fn turn(&self) -> Option<Player> {
        self.heaps.iter().any(|n| *n > 0).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn()
            .is_none()
            .then(|| self.ending.outcome(self.mover))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..=u8::MAX)
            .zip(&self.heaps)
            .try_for_each(|(heap, there)| {
                (1..=*there).try_for_each(|matches| visit(Take { heap, matches }))
            })
    }

    fn check(&self, m: &Take) -> Result<(), CannotTake> {
        let there = self.heaps.get(usize::from(m.heap)).copied().unwrap_or(0);
        let legal = (1..=there).contains(&m.matches);
        legal.then_some(()).ok_or(CannotTake {
            heap: m.heap,
            there,
            asked: m.matches,
        })
    }

    fn apply(&mut self, m: &Take) -> Result<(), CannotTake> {
        self.check(m)?;
        self.heaps[usize::from(m.heap)] -= m.matches;
        self.mover = self.mover.opponent();
        Ok(())
    }
}

// Properties of the game, for searches and solvers.

impl Stored for Nim {
    fn owned_bytes(&self) -> usize {
        self.heaps.len()
    }
}

impl Alternating for Nim {}

impl Impartial for Nim {
    /// A heap that is not empty.
    type Summand = u8;

    fn ending(&self) -> Ending {
        self.ending
    }

    fn summands(&self) -> Vec<u8> {
        self.heaps.iter().copied().filter(|n| *n > 0).collect()
    }

    fn for_each_option(
        heap: &u8,
        visit: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..*heap).try_for_each(|left| visit(if left > 0 { vec![left] } else { vec![] }))
    }
}

impl Symmetric for Nim {
    /// The exchange of the heap with this number and the next heap.
    type Symmetry = u8;

    fn symmetries(&self) -> Vec<u8> {
        (1..self.heaps.len() as u8).map(|i| i - 1).collect()
    }

    fn image(&self, swap: &u8) -> Nim {
        let mut image = self.clone();
        image.heaps.swap(usize::from(*swap), usize::from(*swap) + 1);
        image
    }

    fn image_of_move(&self, m: &Take, swap: &u8) -> Take {
        let heap = match m.heap {
            heap if heap == *swap => heap + 1,
            heap if heap == *swap + 1 => heap - 1,
            heap => heap,
        };
        Take { heap, ..*m }
    }

    fn canonical(&self) -> Nim {
        let mut canonical = self.clone();
        canonical.heaps.sort_unstable();
        canonical
    }
}

// Texts.

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        write!(f, "{}:{}{}", heaps.join(","), self.mover, self.ending)
    }
}

impl FromStr for Nim {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Nim, Unexpected> {
        let mut reader = Reader::new(text);
        let mut heaps = vec![reader.number("a heap", 0..=255)? as u8];
        while heaps.len() < MOST_HEAPS && reader.eat(',') {
            heaps.push(reader.number("a heap", 0..=255)? as u8);
        }
        reader.expect(':')?;
        let word = reader.take_while(|c| c.is_ascii_alphabetic());
        let mover = word
            .parse()
            .ok()
            .filter(|player: &Player| player.index() < 2);
        let mover = mover.ok_or_else(|| reader.unexpected_word("`first` or `second`", word))?;
        let ending = Ending::read(&mut reader);
        let ending = ending.ok_or_else(|| reader.unexpected("`+` or `-`"))?;
        reader.expect_end()?;
        Ok(Nim {
            heaps,
            mover,
            ending,
        })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.heap, self.matches)
    }
}

impl FromStr for Take {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Take, Unexpected> {
        let mut reader = Reader::new(text);
        let heap = reader.number("a heap", 0..=255)? as u8;
        reader.expect('x')?;
        let matches = reader.number("a number of matches", 0..=255)? as u8;
        reader.expect_end()?;
        Ok(Take { heap, matches })
    }
}

serde_as_text!(Nim, Take);

// Numbers, for machine learning.

/// The maximum number of matches in a heap.
const MOST_MATCHES: usize = 255;

/// The index of a move is the number of its heap times 255, plus the number of matches minus 1.
impl Actions for Nim {
    fn n_actions(&self) -> Option<usize> {
        Some(MOST_MATCHES * self.heaps.len())
    }

    fn action_of(&self, m: &Take) -> Option<usize> {
        let legal = self.check(m).is_ok();
        legal.then(|| MOST_MATCHES * usize::from(m.heap) + usize::from(m.matches) - 1)
    }

    fn move_of(&self, action: usize) -> Option<Take> {
        let heap = u8::try_from(action / MOST_MATCHES).ok()?;
        let matches = (action % MOST_MATCHES) as u8 + 1;
        let m = Take { heap, matches };
        self.check(&m).is_ok().then_some(m)
    }
}

/// Each move takes at least one match.
impl Bounds for Nim {
    fn bounds(&self) -> Bound {
        let matches: usize = self.heaps.iter().map(|n| usize::from(*n)).sum();
        Bound {
            in_a_row: Some(matches.min(1)),
            ..Bound::of_moves(matches)
        }
    }
}

// What programs show.

impl Describe for Nim {
    const ABOUT: About = About {
        title: "Nim",
        brief: "heaps of matches; take some from one heap",
        summary: "A move takes one match or more from one heap. The player who cannot move loses, or wins in \
                  misère play.",
        ..About::new("nim").setup("3,4,5:first+")
    };

    /// The order of the heaps does not matter.
    fn class(&self) -> String {
        self.canonical().to_string()
    }
}

impl Notations for Nim {
    fn formats() -> Vec<Format<Nim>> {
        vec![format::lines("3,4,5:first+ 0x2 1x4")]
    }
}

/// Nim as a trait object, for programs that handle games without knowing their types.
///
/// # Examples
///
/// ```
/// use papergames_common::any::AnyGame;
/// use papergames_common::nim::NIM;
///
/// let mut record = NIM.parse("1,2:first+")?;
/// record.play("1x1")?;
/// assert_eq!(record.to_string(), "1,2:first+ 1x1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub static NIM: GameObject<Nim> = GameObject::new().notations().encoding().episodes();
