//! The methods that decide positions: lands with nimbers, the partizan variants, and whole drawings.

pub(super) mod decide;

pub mod antwerp;

pub(super) mod plain;
