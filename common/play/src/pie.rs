//! The pie rule.

use common::{Player, Report};

/// The pie rule: after the first turn, the second player may take the first player's seat. One player cuts, and the
/// other chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pie {
    /// There is no such rule.
    #[default]
    Off,
    /// The second player may exchange seats after the first turn.
    On,
    /// The players have exchanged seats.
    Swapped,
}

impl Pie {
    /// Returns the rule for another game under the same rule.
    #[must_use]
    pub fn anew(self) -> Pie {
        match self {
            Pie::Off => Pie::Off,
            Pie::On | Pie::Swapped => Pie::On,
        }
    }

    /// Returns whether an engine for `mover` would rather have the other seat, as far as its report says.
    pub fn is_taken<M>(report: &Report<M>, mover: Player) -> bool {
        report.value.is_some_and(|value| value.seen_by(mover) < 0)
    }
}

common::named!(Pie: Off => "off", On => "on", Swapped => "swapped");
