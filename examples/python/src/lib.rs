//! The Python package `papergames`, as its extension module `papergames._papergames`.
//!
//! This is a thin layer over the game crates, which it uses through the trait objects of `papergames::any`. Features
//! that only Sprouts has are in separate modules.
//!
//! # A module with games of your own
//!
//! [`register`] fills an extension module with the classes and functions of the package, for any list of games. A crate
//! that makes such a module has the crate type `cdylib`, and depends on this crate, `papergames` and `pyo3`.
//! `examples/downstream/python` is an example:
//!
//! ```
//! use papergames::any::{AnyGame, GameObject};
//! use pyo3::prelude::*;
//!
//! static NIM: GameObject<nim::Position> = GameObject::new();
//!
//! #[pymodule]
//! fn nim_and_others(module: &Bound<'_, PyModule>) -> PyResult<()> {
//!     let mut games = papergames::games();
//!     games.push(&NIM);
//!     papergames_python::register(module, games)
//! }
//! ```
//!
//! In Python, `nim_and_others.Position("nim", "3,4,5")` is then a position like any other. It has the capabilities that
//! are registered with the object; without pictures, for instance, `svg` raises `Error`. If the module is in a package,
//! such as `games._native` in `games`, the package has to re-export the classes, because their names are
//! `games.Position` and so on.
//!
//! # The modules, in reading order
//!
//! * `error`: errors as exceptions. `pickle`: pickles of results.
//! * `games`: the games of the module.
//! * `waiting`: long calls, which have limits, run without the GIL, and end at Ctrl-C.
//! * `moves`, `results`: the types that methods of positions return.
//! * `position`, `legal_moves`, `record`: positions, their moves, and games in progress.
//! * `encode`, `pictures`, `playouts`, `solving`: further methods of positions and records.
//! * `engine`, `search`, `episodes`: opponents, searches, and self-play.
//! * `stores`: audits of results on disk, and checks of certificates.
//! * `sprouts_only`: the solver of Sprouts.
//! * `cluster`: the workers and the owner of a cluster.

mod error;
mod pickle;

mod games;
mod waiting;

mod fields;
mod moves;

mod results;

mod position;

mod legal_moves;
mod record;

mod encode;
mod engine;
mod pictures;
mod playouts;
mod search;
mod solving;

mod episodes;
mod stores;

mod sprouts_only;

mod cluster;

use papergames::any::AnyGame;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Adds the classes and functions of the package to an extension module for the given games.
///
/// All modules of one library share the games of the module that is loaded first.
///
/// # Errors
///
/// Returns a Python exception if something cannot be added.
pub fn register(m: &Bound<'_, PyModule>, games: Vec<&'static dyn AnyGame>) -> PyResult<()> {
    games::set(games);
    m.add("GAMES", games::names())?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let py = m.py();
    m.add("Error", py.get_type::<error::Error>())?;
    m.add("IllegalMove", py.get_type::<error::IllegalMove>())?;
    m.add("UnfinishedError", py.get_type::<error::UnfinishedError>())?;
    for attribute in ["nodes", "elapsed", "limit"] {
        py.get_type::<error::UnfinishedError>()
            .setattr(attribute, py.None())?;
    }
    m.add_class::<games::PyFormat>()?;
    m.add_class::<games::PyRuleSet>()?;
    m.add_class::<moves::PyMove>()?;
    m.add_class::<results::PyOutcome>()?;
    m.add_class::<results::PyVerdict>()?;
    m.add_class::<position::PyPosition>()?;
    m.add_class::<legal_moves::PyMoves>()?;
    m.add_class::<record::PyRecord>()?;
    m.add_class::<encode::PyBounds>()?;
    m.add_class::<encode::PyGraph>()?;
    m.add_class::<encode::PyLayout>()?;
    m.add_class::<playouts::PyPlayouts>()?;
    m.add_class::<results::PyReport>()?;
    m.add_class::<results::PyCandidate>()?;
    m.add_class::<engine::PyEngine>()?;
    m.add_class::<search::PyMonteCarlo>()?;
    m.add_class::<episodes::PyStep>()?;
    m.add_class::<episodes::PyEpisode>()?;
    m.add_class::<stores::PyAudit>()?;
    let functions = [
        wrap_pyfunction!(games::formats, m)?,
        wrap_pyfunction!(games::rule_sets, m)?,
        wrap_pyfunction!(games::title, m)?,
        wrap_pyfunction!(games::summary, m)?,
        wrap_pyfunction!(record::read, m)?,
        wrap_pyfunction!(encode::planes, m)?,
        wrap_pyfunction!(engine::engines, m)?,
        wrap_pyfunction!(episodes::self_play, m)?,
        wrap_pyfunction!(episodes::read_episodes, m)?,
        wrap_pyfunction!(stores::audit, m)?,
        wrap_pyfunction!(stores::check, m)?,
    ];
    (functions.into_iter()).try_for_each(|function| m.add_function(function))?;
    claim(m)
}

/// Renames the classes of a module after its package, where pickles look for them.
fn claim(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let name = m.name()?.to_string();
    let package = name.split('.').next();
    for (_, item) in m.dict() {
        if let Ok(class) = item.cast::<PyType>() {
            class.setattr("__module__", package)?;
        }
    }
    Ok(())
}

/// Adds the classes and functions that only Sprouts has: its solver, its lands, and clusters.
///
/// # Errors
///
/// Returns a Python exception if something cannot be added.
pub fn register_sprouts(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<sprouts_only::PySolver>()?;
    m.add_class::<sprouts_only::PyCertificate>()?;
    m.add_class::<cluster::PyOwner>()?;
    m.add_class::<cluster::PyWorker>()?;
    let functions = [
        wrap_pyfunction!(sprouts_only::lands, m)?,
        wrap_pyfunction!(sprouts_only::split, m)?,
        wrap_pyfunction!(sprouts_only::children, m)?,
        wrap_pyfunction!(sprouts_only::lives, m)?,
        wrap_pyfunction!(sprouts_only::first_solved, m)?,
        wrap_pyfunction!(sprouts_only::census, m)?,
        wrap_pyfunction!(sprouts_only::canonical, m)?,
        wrap_pyfunction!(sprouts_only::antwerp_class, m)?,
        wrap_pyfunction!(sprouts_only::antwerp_value, m)?,
        wrap_pyfunction!(sprouts_only::catalogue, m)?,
        wrap_pyfunction!(cluster::simulate, m)?,
    ];
    (functions.into_iter()).try_for_each(|function| m.add_function(function))
}

/// The compiled part of papergames. Import `papergames` instead of this module.
#[pymodule]
fn _papergames(m: &Bound<'_, PyModule>) -> PyResult<()> {
    register(m, papergames::games())?;
    register_sprouts(m)
}
