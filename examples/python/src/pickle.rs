//! Pickles of results, as a class and its fields in order.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The result of `__reduce__`: a function that makes the object, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Makes a class of plain fields picklable: `_of` makes an object from its fields.
macro_rules! pickled {
    ($class:ident, $($field:ident: $type:ty),+) => {
        #[pyo3::pymethods]
        impl $class {
            #[staticmethod]
            fn _of($($field: $type),+) -> $class {
                $class { $($field),+ }
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<$crate::pickle::Reduced<'py>> {
                use pyo3::prelude::*;
                let names = [$(stringify!($field).trim_start_matches("r#")),+];
                let fields = names.map(|name| slf.getattr(name));
                let fields = fields.into_iter().collect::<pyo3::PyResult<Vec<_>>>()?;
                let fields = pyo3::types::PyTuple::new(slf.py(), fields)?;
                Ok((slf.getattr("_of")?, fields))
            }
        }
    };
}
pub(crate) use pickled;
