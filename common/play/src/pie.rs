//! The pie rule.

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

common::named!(Pie: Off => "off", On => "on", Swapped => "swapped");
