//! The nodes of a tree, in blocks that never move, so that memory grows by one block at a time.

use core::ops::{Index, IndexMut};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::tree::search) struct Id(u32);

impl Id {
    /// The root of the tree.
    pub(in crate::tree::search) const ROOT: Id = Id(0);

    /// Returns the number.
    pub(in crate::tree::search) fn index(self) -> usize {
        self.0 as usize
    }

    fn place(self) -> (usize, usize) {
        (self.0 as usize / BLOCK, self.0 as usize % BLOCK)
    }
}

/// The number of nodes that a block holds. Memory is counted in whole blocks, so a larger number makes small limits
/// coarse, and a smaller one makes more allocations.
pub(in crate::tree::search) const BLOCK: usize = 256;

/// A list that grows without moving its items.
#[derive(Clone, Debug)]
pub(in crate::tree::search) struct Arena<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    pub(in crate::tree::search) fn new() -> Arena<T> {
        Arena {
            blocks: Vec::new(),
            len: 0,
        }
    }

    pub(in crate::tree::search) fn len(&self) -> usize {
        self.len
    }

    pub(in crate::tree::search) fn push(&mut self, node: T) -> Id {
        let id = Id(u32::try_from(self.len).expect("a tree has fewer than 2^32 nodes"));
        let (block, _) = id.place();
        if block == self.blocks.len() {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[block].push(node);
        self.len += 1;
        id
    }

    /// Removes all nodes from number `len` on.
    pub(in crate::tree::search) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.blocks.truncate(self.len.div_ceil(BLOCK));
        if let Some(last) = self.blocks.last_mut() {
            last.truncate((self.len - 1) % BLOCK + 1);
        }
    }

    pub(in crate::tree::search) fn swap(&mut self, a: Id, b: Id) {
        let ((i, j), (k, l)) = (a.place(), b.place());
        if i == k {
            self.blocks[i].swap(j, l);
        } else if let Ok([one, other]) = self.blocks.get_disjoint_mut([i, k]) {
            core::mem::swap(&mut one[j], &mut other[l]);
        }
    }

    /// Returns the numbers of all nodes, in ascending order.
    pub(in crate::tree::search) fn ids(&self) -> impl Iterator<Item = Id> + use<T> {
        (0..self.len as u32).map(Id)
    }
}

impl<T> Index<Id> for Arena<T> {
    type Output = T;

    fn index(&self, id: Id) -> &T {
        let (block, place) = id.place();
        &self.blocks[block][place]
    }
}

impl<T> IndexMut<Id> for Arena<T> {
    fn index_mut(&mut self, id: Id) -> &mut T {
        let (block, place) = id.place();
        &mut self.blocks[block][place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_keep_their_numbers() {
        let mut arena = Arena::new();
        let ids: Vec<Id> = (0..1000).map(|n| arena.push(n)).collect();
        assert!((0..1000).all(|n| arena[ids[n]] == n));
        arena.swap(ids[3], ids[5]);
        arena.swap(ids[3], ids[700]);
        assert_eq!((arena[ids[3]], arena[ids[5]], arena[ids[700]]), (700, 3, 5));
        arena.truncate(512);
        assert_eq!((arena.len(), arena[ids[511]]), (512, 511));
        assert_eq!(arena.push(7), ids[512]);
        arena.truncate(0);
        assert_eq!(arena.push(8), Id::ROOT);
    }
}
