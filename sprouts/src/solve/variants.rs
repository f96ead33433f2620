//! The methods that decide positions: lands with nimbers, and the partizan variants.

pub(super) mod decide;

pub mod antwerp;
