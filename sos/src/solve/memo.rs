//! A transposition table of fixed size, which holds bounds on values.

/// Inclusive lower and upper bounds on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueBounds {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl ValueBounds {
    /// Returns the bounds of a known value.
    pub(super) const fn exactly(value: i8) -> ValueBounds {
        ValueBounds {
            low: value,
            high: value,
        }
    }

    /// Returns the bounds of a value of which only the greatest size is known.
    pub(super) const fn within(most: i8) -> ValueBounds {
        ValueBounds {
            low: -most,
            high: most,
        }
    }

    /// Returns the bound that decides whether the value is at least `asked`, if one does.
    pub(super) const fn decide(self, asked: i8) -> Option<i8> {
        if self.low >= asked {
            Some(self.low)
        } else if self.high < asked {
            Some(self.high)
        } else {
            None
        }
    }

    /// Returns the bounds of a board as part of a sentence.
    pub(super) fn statement(self, board: &str) -> String {
        let ValueBounds { low, high } = self;
        format!("the value of `{board}` for the player to move is from {low} to {high}")
    }

    /// Returns the bounds that follow from these and others on the same value.
    pub(super) fn and(self, other: ValueBounds) -> ValueBounds {
        ValueBounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Returns the bounds without the value 0, which is impossible.
    pub(super) const fn without_draw(self) -> ValueBounds {
        ValueBounds {
            low: if self.low == 0 { 1 } else { self.low },
            high: if self.high == 0 { -1 } else { self.high },
        }
    }
}

/// The number of entries in a bucket: as many as fit in a cache line.
const WAYS: usize = 4;

/// Bounds by key. A full bucket drops the entry that was cheapest to find.
///
/// Each entry is two numbers: the key, or 0 for a free entry, and the bounds with the work that they cost. They are
/// plain numbers, because the system can then provide zeroed memory without writing to it.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    places: Vec<[u64; 2 * WAYS]>,
}

/// Packs bounds with the logarithm of the number of nodes that they cost.
const fn pack(bounds: ValueBounds, work: u8) -> u64 {
    (bounds.low as u8 as u64) << 16 | (bounds.high as u8 as u64) << 8 | work as u64
}

const fn bounds(packed: u64) -> ValueBounds {
    ValueBounds {
        low: (packed >> 16) as i8,
        high: (packed >> 8) as i8,
    }
}

const fn work(packed: u64) -> u8 {
    packed as u8
}

impl Memo {
    /// Returns a table of at most `bytes` of memory, or of one bucket if that is too little.
    pub(super) fn new(bytes: u64) -> Memo {
        let fit = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<[u64; 2 * WAYS]>();
        let places = if fit == 0 { 1 } else { 1 << fit.ilog2() };
        Memo {
            places: vec![[0; 2 * WAYS]; places],
        }
    }

    /// Returns the index of a key's bucket.
    fn place(&self, key: u64) -> usize {
        // Multiply by odd numbers twice, with a fold in between, so that every bit of the key counts. They are 2⁶⁴
        // divided by the golden ratio, and the factor of the mixer `degski64`; the high bits are mixed best.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 16;
        hash as usize & (self.places.len() - 1)
    }

    /// Returns the known bounds for a key.
    pub(super) fn get(&self, key: u64) -> Option<ValueBounds> {
        let place = &self.places[self.place(key)];
        let (entries, _) = place.as_chunks::<2>();
        let entry = entries.iter().find(|[found, _]| *found == key)?;
        Some(bounds(entry[1]))
    }

    /// Stores the bounds for a key, with the number of nodes that they cost.
    pub(super) fn set(&mut self, key: u64, bounds: ValueBounds, nodes: u64) {
        let at = self.place(key);
        let (entries, _) = self.places[at].as_chunks_mut::<2>();
        let own = entries.iter().position(|[found, _]| *found == key);
        let slot = own.unwrap_or_else(|| {
            let cheapest = (0..WAYS).min_by_key(|i| (entries[*i][0] != 0, work(entries[*i][1])));
            cheapest.expect("a place has entries")
        });
        let kept = if own.is_some() {
            work(entries[slot][1])
        } else {
            0
        };
        let cost = (nodes | 1).ilog2() as u8;
        entries[slot] = [key, pack(bounds, cost.max(kept))];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_is_found() {
        let mut memo = Memo::new(1 << 12);
        for key in 1..=2000u64 {
            let value = ValueBounds {
                low: -(key as i8 % 7),
                high: key as i8 % 5,
            };
            memo.set(key, value, key);
            assert_eq!(memo.get(key), Some(value), "{key}");
        }
    }

    #[test]
    fn the_costly_entry_stays_when_its_place_is_full() {
        let mut memo = Memo::new(0);
        let value = ValueBounds { low: -3, high: 2 };
        memo.set(7, value, 1 << 30);
        for key in 8..100 {
            memo.set(key, ValueBounds { low: 0, high: 0 }, 1);
        }
        assert_eq!(memo.get(7), Some(value));
        assert_eq!(memo.get(8), None);
    }
}
