//! What decides positions beside lands and nimbers: the partizan variants.

pub(super) mod decide;

pub mod antwerp;
