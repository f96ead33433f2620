//! Checks the facts of normal play, which are lands with their nimbers.

use std::collections::{HashMap, HashSet};

use super::canonical::{Land, Position};
use super::children::Checker;
use super::spelling::written;
use crate::text::shown;
use crate::work::{CheckResult, at_line, refuse};

/// A fact: the number of its line, a land, and its nimber.
pub(super) type Fact = (usize, Land, u32);

/// The nimbers of lands according to the facts.
type Nimbers = HashMap<Land, u32>;

impl Checker {
    /// Checks facts of normal play. Returns the nimber of a position if they determine it, and whether they determine
    /// who wins.
    pub(super) fn normal(
        &mut self,
        facts: &[Fact],
        position: &Position,
        mover_wins: bool,
    ) -> CheckResult<(Option<u32>, bool)> {
        let mut nimbers = Nimbers::new();
        for (line, land, nimber) in facts {
            // Equivalent lands may have different spellings, but not different nimbers.
            let before = nimbers.insert(Land::clone(land), *nimber);
            if before.is_some_and(|before| before != *nimber) {
                return refuse(format!(
                    "line {line}: another line states a different nimber for this land"
                ));
            }
        }
        for (line, land, nimber) in self.work.counted(facts) {
            self.nimber(&nimbers, land, *nimber)
                .map_err(at_line(*line))?;
        }
        let nimber = value(&nimbers, position);
        let holds = match nimber {
            Some(value) => (value != 0) == mover_wins,
            None => mover_wins && self.has_child_of_value(&nimbers, position, 0)?,
        };
        Ok((nimber, holds))
    }

    /// Checks one fact.
    fn nimber(&mut self, nimbers: &Nimbers, land: &Land, nimber: u32) -> CheckResult<()> {
        let mut seen = HashSet::new();
        for child in self.children(land)?.iter() {
            self.work.spend(1 + child.len())?;
            let value = value(nimbers, child);
            if value == Some(nimber) {
                return refuse(format!(
                    "the position cannot have the nimber {nimber}, because a child has it too"
                ));
            }
            if value.is_none() && !self.has_child_of_value(nimbers, child, nimber)? {
                let child = shown(&written(child));
                return refuse(format!(
                    "the proof lacks a fact that rules out the nimber {nimber} for `{child}`"
                ));
            }
            seen.extend(value);
        }
        if let Some(missing) = (0..nimber).find(|less| !seen.contains(less)) {
            return refuse(format!("no child is known to have the nimber {missing}"));
        }
        Ok(())
    }

    /// Whether a position without a known value has a child with this value, so that its own value is different.
    fn has_child_of_value(
        &mut self,
        nimbers: &Nimbers,
        position: &Position,
        wanted: u32,
    ) -> CheckResult<bool> {
        let unknown = position.iter().filter(|land| !nimbers.contains_key(*land));
        let unknown: Vec<&Land> = unknown.collect();
        // A line changes one land, so all others must be known.
        let [unknown] = unknown[..] else {
            return Ok(false);
        };
        let others = position.iter().filter_map(|land| nimbers.get(land));
        let wanted = Some(others.fold(wanted, |v, n| v ^ n));
        if let Some(known) = self.known(unknown) {
            self.work.spend(known.len())?;
            return Ok(known.iter().any(|child| value(nimbers, child) == wanted));
        }
        // Most lists are not needed to their end, so children are visited one by one.
        let mut is_found = false;
        self.for_each_child(unknown, &mut |child| {
            is_found = value(nimbers, &child) == wanted;
            Ok(!is_found)
        })?;
        Ok(is_found)
    }
}

/// The value of a position, if there is a fact about each of its lands.
fn value(nimbers: &Nimbers, position: &Position) -> Option<u32> {
    position.iter().try_fold(0, |value, land| {
        nimbers.get(land).map(|nimber| value ^ nimber)
    })
}
