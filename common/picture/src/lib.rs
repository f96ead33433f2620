//! Pictures of games as SVG, as PNG and in the terminal, and smooth drawings of planar maps.
//!
#![doc = include_str!("../images/map.svg")]
//!
//! This crate does not depend on any game. A game uses the tools here to implement [`Draw`] under its feature `draw`,
//! and programs use this trait to get pictures of any game.
//!
//! The modules are declared in reading order, and each module uses only earlier ones.
//!
//! * [`Draw`]: the trait through which a game provides its pictures, as SVG and as text characters ([`Print`]).
//! * [`Sketch`]: drawings of games on planar maps, which grow while the games are played.
//! * [`drawing`]: drawings of [planar maps](planar::Map) as curves in the plane.
//! * [`geometry`]: points and vectors in the plane.
//! * [`regions`]: games on surfaces, drawn region by region.
//! * [`svg`]: shapes, films and lettering as SVG, and as PNG (feature `png`).

pub mod geometry;

pub mod svg;
mod terminal;

mod draw;
pub mod drawing;
mod polygon;
pub mod regions;

mod sketch;

pub use common::look::{Charset, Ink, Look, Picture, Print, Style, Window};
pub use draw::{CannotDraw, Draw, extension, pictures};
pub use sketch::{OnMap, Pen, Sketch};
