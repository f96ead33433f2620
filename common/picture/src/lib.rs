//! Pictures of games: SVG, PNG, a canvas for the terminal, and smooth drawings of planar maps.
//!
#![doc = include_str!("../images/map.svg")]
//!
//! This crate knows no game. A game draws itself with the tools here and implements [`Draw`] under its feature `draw`,
//! which is how programs ask any game for its pictures.
//!
//! The modules are declared in reading order: a module uses only those before it.
//!
//! * [`draw`]: the trait [`Draw`], and what it can be asked for.
//! * [`drawing`]: curves in the plane that show a [planar map](planar::Map) and nothing else.
//! * [`stroke`]: a line drawn by hand, read by exact geometry.
//! * [`sketch`]: games on planar maps, drawn while they are played.
//! * [`geometry`]: places and ways in the plane, as [`kurbo`] has them.
//! * [`polygon`]: surfaces as polygons whose sides are glued in pairs.
//! * [`regions`]: games on surfaces, region by region.
//! * [`svg`]: shapes, films and lettering as SVG, and as PNG (feature `png`).
//! * [`terminal`]: lines and letters on a canvas of characters.

pub mod geometry;

pub mod svg;
pub mod terminal;

pub mod draw;
pub mod drawing;
pub mod polygon;
pub mod regions;

pub mod sketch;
pub mod stroke;

pub use draw::{Draw, pictures};
pub use sketch::Sketch;
pub use svg::{Look, Style};
pub use terminal::{Charset, Ink, Print, Window};
