//! Kayles in Python, with positions, records, engines and searches as the package `papergames` has them.

use downstream::KAYLES;
use pyo3::prelude::*;

#[pymodule]
fn kayles(module: &Bound<'_, PyModule>) -> PyResult<()> {
    papergames_python::register(module, vec![&KAYLES])
}
