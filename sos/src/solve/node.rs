//! The part of a position that a solver keeps on a small board.

/// The maximum number of cells that the solvers support. With two bits each, they fit in a 64-bit key, with room for
/// the parity of dead cells.
pub(super) const MAX_CELLS: usize = 31;

/// The part of a position that matters: the letters on lines that are alive, the empty cells on such lines, and
/// whether the number of other empty cells is odd.
///
/// A line is *alive* while it can still become an S-O-S. An empty cell on no line that is alive is *dead*: a letter
/// there only passes the turn. Two dead cells cancel out, because a letter in one of them can be answered in the other,
/// so only the parity of their number is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) s: u32,
    pub(super) o: u32,
    pub(super) empty: u32,
    pub(super) odd: bool,
}
