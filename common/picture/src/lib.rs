//! Pictures of games as SVG, as PNG and in the terminal, and smooth drawings of planar maps.
//!
#![doc = include_str!("../images/map.svg")]
//!
//! This crate does not depend on any game. A game draws itself with the tools here and implements [`Draw`] under its
//! feature `draw`. Through this trait, programs ask any game for its pictures.
//!
//! The modules are declared in reading order, and each uses only those before it.
//!
//! * [`draw`]: the trait [`Draw`], by which a game provides its pictures.
//! * [`drawing`]: drawings of [planar maps](planar::Map) as curves in the plane.
//! * [`stroke`]: lines drawn by hand, interpreted by exact geometry.
//! * [`sketch`]: games on planar maps, drawn while they are played.
//! * [`geometry`]: points and vectors in the plane, from [`kurbo`].
//! * [`polygon`]: surfaces as polygons whose sides are glued in pairs.
//! * [`regions`]: games on surfaces, drawn region by region.
//! * [`svg`]: shapes, films and lettering as SVG, and as PNG (feature `png`).
//! * [`terminal`]: lines and letters drawn with characters.

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
