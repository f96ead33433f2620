//! Pictures of positions and records.

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3};
use papergames::any::AnyRecord;
use papergames::look::{Look, Picture, Style};
use papergames::picture::svg;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{bail, refusal, refuse, whole};
use crate::games::title_of;
use crate::position::PyPosition;
use crate::record::PyRecord;
use crate::waiting::wait_or_leave;

/// Returns the style with a name for pictures.
fn style(look: &str, labels: bool) -> PyResult<Style> {
    let found = Look::ALL.into_iter().find(|known| known.name() == look);
    let look = found.ok_or_else(|| {
        let known: Vec<&str> = Look::ALL.iter().map(|look| look.name()).collect();
        refusal!("there is no look `{look}`; use one of {}", known.join(", "))
    })?;
    Ok(Style {
        labels,
        look,
        ..Style::default()
    })
}

/// Returns the kind of picture with a name.
fn kind_of(name: &str) -> PyResult<Picture> {
    let found = Picture::ALL.into_iter().find(|known| known.name() == name);
    found.ok_or_else(|| {
        let known = Picture::ALL.map(Picture::name).join(", ");
        refusal!("there is no kind of picture `{name}`; use one of {known}")
    })
}

/// Draws a record.
fn draw(
    py: Python<'_>,
    record: &dyn AnyRecord,
    picture: Picture,
    view: &str,
    mut style: Style,
) -> PyResult<String> {
    let without = || refusal!("{} has no pictures", title_of(record));
    let views = record
        .pictures()
        .map(|_| record.game().about().views)
        .ok_or_else(without)?;
    if !view.is_empty() {
        if !picture.has_views() {
            bail!("a picture of the kind `{picture}` has no view `{view}`; leave out the view");
        }
        let known = views.iter().map(|(name, _)| *name);
        style.view = known.clone().find(|name| *name == view).ok_or_else(|| {
            let known: Vec<&str> = known.collect();
            refusal!("there is no view `{view}`; use one of {}", known.join(", "))
        })?;
    }
    let record = record.boxed();
    let drawn = wait_or_leave(py, move || Some(record.pictures()?.draw(picture, &style)))?;
    Ok(drawn.ok_or_else(without)?.map_err(refuse)?.text)
}

/// Returns a picture as pixels.
fn rastered(
    py: Python<'_>,
    svg: String,
    [height, width]: [u32; 2],
) -> PyResult<Bound<'_, PyArray3<u8>>> {
    let pixels = wait_or_leave(py, move || svg::pixels(&svg, width, height))?;
    let shape = (height as usize, width as usize, 3);
    let pixels = Array3::from_shape_vec(shape, pixels.map_err(refuse)?);
    Ok(pixels.map_err(refuse)?.into_pyarray(py))
}

/// Returns a picture as the bytes of a PNG file.
fn packed(py: Python<'_>, svg: String, width: u32) -> PyResult<Bound<'_, PyBytes>> {
    let bytes = wait_or_leave(py, move || svg::png(&svg, width))?.map_err(refuse)?;
    Ok(PyBytes::new(py, &bytes))
}

#[pymethods]
impl PyPosition {
    /// Draws the position as SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///
    /// Examples:
    ///     >>> Position("phutball", "5x5").svg(view="field").count("<svg")
    ///     1
    #[pyo3(signature = (*, look="light", labels=true, view=""))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool, view: &str) -> PyResult<String> {
        draw(py, &*self.0, Picture::Last, view, style(look, labels)?)
    }

    /// Draws the position as a picture of any kind.
    ///
    /// Args:
    ///     kind: ``still``, ``film``, ``animation``, ``tikz`` for LaTeX, or ``json``. The last two are for Sprouts and
    ///         Brussels Sprouts.
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///
    /// Examples:
    ///     >>> Position("sprouts", "2").picture("tikz").count("tikzpicture")
    ///     2
    #[pyo3(signature = (kind, *, look="light", labels=true, view=""))]
    fn picture(
        &self,
        py: Python<'_>,
        kind: &str,
        look: &str,
        labels: bool,
        view: &str,
    ) -> PyResult<String> {
        draw(py, &*self.0, kind_of(kind)?, view, style(look, labels)?)
    }

    /// Draws the position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    ///
    /// Examples:
    ///     >>> Position("sos", "3x3").png(width=200)[1:4]
    ///     b'PNG'
    #[pyo3(signature = (*, width=800, look="light", labels=true, view=""))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] width: u32,
        look: &str,
        labels: bool,
        view: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, self.svg(py, look, labels, view)?, width)
    }

    /// Draws the position as pixels, ``uint8[height, width, 3]``: in the middle of a white page, as large as fits.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     height: The height in pixels.
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    ///
    /// Examples:
    ///     >>> Position("sos", "3x3").pixels(width=300, height=200).shape
    ///     (200, 300, 3)
    #[pyo3(signature = (*, width=600, height=600, look="light", labels=true, view=""))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] width: u32,
        #[pyo3(from_py_with = whole)] height: u32,
        look: &str,
        labels: bool,
        view: &str,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        rastered(py, self.svg(py, look, labels, view)?, [height, width])
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light", true, "")
    }
}

#[pymethods]
impl PyRecord {
    /// Draws the last position as SVG, with details such as the last move.
    #[pyo3(signature = (*, look="light", labels=true, view=""))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool, view: &str) -> PyResult<String> {
        draw(py, &*self.get(), Picture::Last, view, style(look, labels)?)
    }

    /// Draws the record as a picture of any kind.
    ///
    /// Args:
    ///     kind: ``still``, ``film``, ``animation``, ``tikz`` for LaTeX, or ``json``. The last two are for Sprouts and
    ///         Brussels Sprouts.
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    #[pyo3(signature = (kind, *, look="light", labels=true, view=""))]
    fn picture(
        &self,
        py: Python<'_>,
        kind: &str,
        look: &str,
        labels: bool,
        view: &str,
    ) -> PyResult<String> {
        draw(py, &*self.get(), kind_of(kind)?, view, style(look, labels)?)
    }

    /// Draws the last position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    #[pyo3(signature = (*, width=800, look="light", labels=true, view=""))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] width: u32,
        look: &str,
        labels: bool,
        view: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, self.svg(py, look, labels, view)?, width)
    }

    /// Draws all positions side by side as one SVG.
    #[pyo3(signature = (*, look="light", labels=true, view="", columns=4))]
    fn film(
        &self,
        py: Python<'_>,
        look: &str,
        labels: bool,
        view: &str,
        #[pyo3(from_py_with = whole)] columns: usize,
    ) -> PyResult<String> {
        if columns == 0 {
            bail!("columns must be at least 1, found 0");
        }
        let mut style = style(look, labels)?;
        style.columns = columns;
        draw(py, &*self.get(), Picture::Film, view, style)
    }

    /// Draws all positions one after another as one animated SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether to label spots with numbers and boards with coordinates.
    ///     view: Another view, such as ``survivors`` of Sprouts.
    ///     seconds: The time for which each position is shown.
    #[pyo3(signature = (*, look="light", labels=true, view="", seconds=1.0))]
    fn animation(
        &self,
        py: Python<'_>,
        look: &str,
        labels: bool,
        view: &str,
        seconds: f64,
    ) -> PyResult<String> {
        if !seconds.is_finite() || seconds <= 0.0 {
            bail!("seconds must be more than 0, found {seconds}");
        }
        let mut style = style(look, labels)?;
        style.seconds = seconds;
        draw(py, &*self.get(), Picture::Animation, view, style)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.film(py, "light", true, "", 4)
    }
}
