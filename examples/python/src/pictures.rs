//! Pictures of positions and records.

use papergames::any::{AnyRecord, Picture};
use papergames::look::{Look, Style};
use papergames::picture::svg;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{refusal, refuse};
use crate::games::title_of;
use crate::position::PyPosition;
use crate::record::PyRecord;

/// Returns the style with a name for pictures.
fn style(look: &str, labels: bool) -> PyResult<Style> {
    let found = Look::ALL.into_iter().find(|known| known.name() == look);
    let look = found.ok_or_else(|| {
        let known: Vec<&str> = Look::ALL.iter().map(|look| look.name()).collect();
        refusal!("expected a look ({}), found `{look}`", known.join(", "))
    })?;
    Ok(Style {
        labels,
        look,
        ..Style::default()
    })
}

/// Draws a record.
fn draw(
    py: Python<'_>,
    record: &dyn AnyRecord,
    picture: Picture,
    style: &Style,
) -> PyResult<String> {
    let draw = || Some(record.pictures()?.draw(picture, style));
    let drawn = py
        .detach(draw)
        .ok_or_else(|| refusal!("expected a game with pictures, found {}", title_of(record)))?;
    drawn.map_err(refuse)
}

/// Returns a picture as the bytes of a PNG file.
fn packed<'py>(py: Python<'py>, svg: &str, width: u32) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| svg::png(svg, width)).map_err(refuse)?;
    Ok(PyBytes::new(py, &bytes))
}

#[pymethods]
impl PyPosition {
    /// Draws the position as SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    #[pyo3(signature = (*, look="light", labels=true))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool) -> PyResult<String> {
        let style = style(look, labels)?;
        draw(py, &*self.0, Picture::Last, &style)
    }

    /// Draws the position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    ///
    /// Examples:
    ///     >>> Position("sos", "3x3").png(width=200)[1:4]
    ///     b'PNG'
    #[pyo3(signature = (*, width=800, look="light", labels=true))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        look: &str,
        labels: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, &self.svg(py, look, labels)?, width)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light", true)
    }
}

#[pymethods]
impl PyRecord {
    /// Draws the last position as SVG, with details such as the last move.
    #[pyo3(signature = (*, look="light", labels=true))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool) -> PyResult<String> {
        let style = style(look, labels)?;
        draw(py, &*self.get(), Picture::Last, &style)
    }

    /// Draws the last position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    #[pyo3(signature = (*, width=800, look="light", labels=true))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        look: &str,
        labels: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, &self.svg(py, look, labels)?, width)
    }

    /// Draws all positions side by side as one SVG.
    #[pyo3(signature = (*, look="light", labels=true, columns=4))]
    fn film(&self, py: Python<'_>, look: &str, labels: bool, columns: usize) -> PyResult<String> {
        let mut style = style(look, labels)?;
        style.columns = columns;
        draw(py, &*self.get(), Picture::Film, &style)
    }

    /// Draws all positions one after another as one animated SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///     seconds: How long each position is shown.
    #[pyo3(signature = (*, look="light", labels=true, seconds=1.0))]
    fn animation(
        &self,
        py: Python<'_>,
        look: &str,
        labels: bool,
        seconds: f64,
    ) -> PyResult<String> {
        let mut style = style(look, labels)?;
        style.seconds = seconds;
        draw(py, &*self.get(), Picture::Animation, &style)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.film(py, "light", true, 4)
    }
}
