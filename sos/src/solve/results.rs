//! The results of earlier searches, which a store keeps from one run to the next. Without the feature `store`, there
//! are none.

#[cfg(feature = "store")]
pub(super) use self::in_store::{add, commit, of};
#[cfg(not(feature = "store"))]
pub(super) use self::nowhere::{add, commit, of};

#[cfg(feature = "store")]
mod in_store {
    use common::claim::ClaimError;
    use common::values::OptionalStore;

    use crate::rules::Rules;
    use crate::solve::audit;
    use crate::solve::lattice::Lattice;
    use crate::solve::search::KeyBounds;
    use crate::solve::solver::SolveError;

    /// Returns the results for a board and rules.
    pub(in crate::solve) fn of(
        kept: &OptionalStore<'_>,
        lattice: &Lattice,
        rules: Rules,
    ) -> Result<Vec<KeyBounds>, SolveError> {
        let mut results = Vec::new();
        let Some(store) = kept else {
            return Ok(results);
        };
        let (prefix, mut boards) = (prefix(lattice, rules), Vec::new());
        for entry in store.iter() {
            let (key, value) = entry?;
            let (_, _, bounds) = audit::read(&mut boards, &key, &value)
                .ok_or_else(|| ClaimError::impossible(&key, &value))?;
            if let Some(key) = key.strip_prefix(&prefix) {
                let key = key.try_into().expect("the key was read");
                results.push((u64::from_be_bytes(key), bounds));
            }
        }
        Ok(results)
    }

    /// Adds results for a board and rules.
    pub(in crate::solve) fn add(
        kept: &mut OptionalStore<'_>,
        lattice: &Lattice,
        rules: Rules,
        found: &[KeyBounds],
    ) {
        let Some(store) = kept else { return };
        let prefix = prefix(lattice, rules);
        for (key, bounds) in found {
            let key = [&prefix[..], &key.to_be_bytes()].concat();
            store.insert(&key, &[bounds.low as u8, bounds.high as u8]);
        }
    }

    /// Writes all results to disk.
    pub(in crate::solve) fn commit(kept: &mut OptionalStore<'_>) -> Result<(), SolveError> {
        match kept {
            Some(store) => Ok(store.commit()?),
            None => Ok(()),
        }
    }

    /// Returns the prefix of a board's keys in a store. Boards of one and two rows share theirs.
    fn prefix(lattice: &Lattice, rules: Rules) -> [u8; 3] {
        let size = lattice.of_parts().size();
        [size.rows() as u8, size.columns() as u8, rules.number()]
    }
}

#[cfg(not(feature = "store"))]
#[expect(clippy::unnecessary_wraps, reason = "a store can fail")]
mod nowhere {
    use common::values::OptionalStore;

    use crate::rules::Rules;
    use crate::solve::lattice::Lattice;
    use crate::solve::search::KeyBounds;
    use crate::solve::solver::SolveError;

    pub(in crate::solve) fn of(
        _: &OptionalStore<'_>,
        _: &Lattice,
        _: Rules,
    ) -> Result<Vec<KeyBounds>, SolveError> {
        Ok(Vec::new())
    }

    pub(in crate::solve) fn add(_: &mut OptionalStore<'_>, _: &Lattice, _: Rules, _: &[KeyBounds]) {
    }

    pub(in crate::solve) fn commit(_: &mut OptionalStore<'_>) -> Result<(), SolveError> {
        Ok(())
    }
}
