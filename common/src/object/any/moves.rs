//! [`AnyMove`]: a move whose type only the object of its game knows.

use core::any::Any;
use core::fmt::{self, Debug, Display, Formatter};
use core::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::play::game::Game;
use crate::play::written::Written;

/// A move of some game, which was read, listed or chosen: it keeps its typed value, so it can be played without being
/// parsed again. Its text is the plain notation, and is written only when it is asked for.
///
/// Two moves are equal if they are the same move of the same game. A move can also be compared with a text.
///
/// # Examples
///
/// ```
/// use papergames_common::any::AnyGame;
/// use papergames_common::nim::NIM;
///
/// let mut record = NIM.parse("3,4:first+")?;
/// let m = record.read_move("0x3")?;
/// record.push(&m)?;
/// assert_eq!(m, "0x3");
/// assert_eq!(record.position(), "0,4:second+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyMove {
    /// The list from which the move was taken, which its other moves share.
    list: Arc<dyn List>,
    index: usize,
}

/// A list of moves of a game that is known only here.
trait List: Send + Sync {
    fn text(&self, index: usize) -> String;

    /// Returns whether the move at an index is the move of another list.
    fn is_same(&self, index: usize, other: &AnyMove) -> bool;

    fn hash(&self, index: usize, hasher: &mut dyn Hasher);

    fn as_any(&self) -> &dyn Any;
}

/// The list of a game. It names the game and not only the type of its moves, which two games may share, as the games on
/// surfaces do.
struct Moves<G: Game>(Vec<G::Move>);

impl<G: Written> List for Moves<G> {
    fn text(&self, index: usize) -> String {
        self.0[index].to_string()
    }

    fn is_same(&self, index: usize, other: &AnyMove) -> bool {
        other.typed::<G>() == Some(&self.0[index])
    }

    fn hash(&self, index: usize, mut hasher: &mut dyn Hasher) {
        self.0[index].hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl AnyMove {
    /// Returns a move of the game `G` as an object, for code that knows the game.
    pub fn new<G: Written>(m: G::Move) -> AnyMove {
        AnyMove {
            list: Arc::new(Moves::<G>(vec![m])),
            index: 0,
        }
    }

    /// Returns the moves of a list as objects.
    pub(super) fn all<G: Written>(moves: Vec<G::Move>) -> Vec<AnyMove> {
        let count = moves.len();
        let list: Arc<dyn List> = Arc::new(Moves::<G>(moves));
        let moves = (0..count).map(|index| AnyMove {
            list: Arc::clone(&list),
            index,
        });
        moves.collect()
    }

    /// Returns the texts of some moves with `between` between them.
    pub fn join<'m>(moves: impl IntoIterator<Item = &'m AnyMove>, between: &str) -> String {
        let texts: Vec<String> = moves.into_iter().map(ToString::to_string).collect();
        texts.join(between)
    }

    /// Returns the move with its type, for code that is registered with the object of its game; `None` if it is of
    /// another game.
    pub fn typed<G: Game + 'static>(&self) -> Option<&G::Move> {
        let moves: &Moves<G> = self.list.as_any().downcast_ref()?;
        moves.0.get(self.index)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Not every move pads itself.
        f.pad(&self.list.text(self.index))
    }
}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        self.list.is_same(self.index, other)
    }
}

impl Eq for AnyMove {}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(self.index, state);
    }
}

/// Compares the text of the move.
impl PartialEq<str> for AnyMove {
    fn eq(&self, text: &str) -> bool {
        let own = self.to_string();
        own == text
    }
}

/// Compares the text of the move.
impl PartialEq<String> for AnyMove {
    fn eq(&self, text: &String) -> bool {
        self == text.as_str()
    }
}

/// Compares the text of the move.
impl PartialEq<&str> for AnyMove {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

/// A move is serialised as its text.
#[cfg(feature = "serde")]
impl serde::Serialize for AnyMove {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlyCap;
    use crate::nim::{NIM, Nim};
    use crate::object::any::AnyGame;

    #[test]
    fn a_move_keeps_its_type_and_its_equality() {
        let record = NIM.parse("3,4:first+").expect("heaps");
        let listed = record.legal_moves();
        let m = record.read_move("1x4").expect("a legal move");
        let same = listed.iter().find(|other| **other == m);
        let same = same.expect("it is listed");
        let hash = |m: &AnyMove| {
            let mut hasher = std::hash::DefaultHasher::new();
            m.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&m), hash(same));
        assert_ne!(listed[0], m);
        // A move of another game is not the same, even if its text and its type are.
        let take = *m.typed::<Nim>().expect("a move of Nim");
        let other = AnyMove::new::<PlyCap<Nim>>(take);
        assert!(other == "1x4" && other != m);
        assert!(m == "1x4" && m != "1x3" && format!("{m:<5}|") == "1x4  |");
    }
}
