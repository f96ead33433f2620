//! What moves and positions consist of, as dictionaries.

use papergames::fields::{Field, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Returns fields as a dictionary.
pub(crate) fn dictionary(py: Python<'_>, fields: Fields) -> PyResult<Bound<'_, PyDict>> {
    let dictionary = PyDict::new(py);
    for (name, field) in fields {
        dictionary.set_item(name, value(py, field)?)?;
    }
    Ok(dictionary)
}

fn value(py: Python<'_>, field: Field) -> PyResult<Bound<'_, PyAny>> {
    Ok(match field {
        Field::None => py.None().into_bound(py),
        Field::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Field::Number(number) => number.into_pyobject(py)?.into_any(),
        Field::Text(text) => text.into_pyobject(py)?.into_any(),
        Field::List(parts) => {
            let list = PyList::empty(py);
            for part in parts {
                list.append(value(py, part)?)?;
            }
            list.into_any()
        }
        Field::Numbered(parts) => {
            let numbered = PyDict::new(py);
            for (number, part) in parts {
                numbered.set_item(number, value(py, part)?)?;
            }
            numbered.into_any()
        }
    })
}
