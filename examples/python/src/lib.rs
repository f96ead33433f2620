//! The Python package `papergames`, as its extension module `papergames._papergames`.
//!
//! A thin layer: everything it does is done by the crates of the games, through the traits `Describe`, `Draw` and those
//! of `encode`.
//!
//! # The modules, in reading order
//!
//! * `error`: errors as exceptions.
//! * `waiting`: long calls, which run without the GIL and end at Ctrl-C.
//! * `limits`: budgets, as Python gives them.
//! * `any`: a position, move or record of any game.
//! * `position`, `record`: what Python sees of them.
//! * `verdict`: results of solvers.
//! * `stores`: audits of results on disk.
//! * `encode`: positions and moves as arrays.
//! * `playouts`: random games in bulk.
//! * `engine`: opponents and searches.
//! * `episodes`: games that a search plays against itself.
//! * `sprouts_only`: the solver of Sprouts.
//! * `cluster`: what workers and the owner of a cluster share.

mod any;
mod cluster;
mod encode;
mod engine;
mod episodes;
mod error;
mod limits;
mod playouts;
mod position;
mod record;
mod sprouts_only;
mod stores;
mod verdict;
mod waiting;

use pyo3::prelude::*;

/// The compiled part of papergames. Import `papergames` instead.
#[pymodule]
fn _papergames(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("Error", m.py().get_type::<error::Error>())?;
    m.add("IllegalMove", m.py().get_type::<error::IllegalMove>())?;
    m.add(
        "UnfinishedError",
        m.py().get_type::<error::UnfinishedError>(),
    )?;
    position::register(m)?;
    record::register(m)?;
    verdict::register(m)?;
    encode::register(m)?;
    playouts::register(m)?;
    engine::register(m)?;
    episodes::register(m)?;
    stores::register(m)?;
    sprouts_only::register(m)?;
    cluster::register(m)
}
