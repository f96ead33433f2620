//! Planar maps, which describe the topology of drawings on the sphere, and closed surfaces (used by Sprouts and
//! Brussels Sprouts).
//!
//! A map consists of **vertices** joined by **edges**, which cut the sphere into **faces** (the *regions* of the
//! Sprouts literature). A map need not be connected: a face may have several **boundaries**, one for each piece of the
//! drawing that borders it. Maps have no coordinates, and no face is the outer one.
//!
//! Each edge consists of two **darts**, one for each direction. The face of a dart is on its **right**, so if you walk
//! inside a face with your left hand on a boundary, you meet the darts of that boundary in the order of
//! [`Map::next`]. This is Dan Hoey's left-hand order (geometry-research mailing list, 27 December 2000): clockwise
//! along the boundary that surrounds the face, counter-clockwise along the others.
//!
//! ```text
//!             next(d)
//!               ▲
//!               │      the corner at `v` lies between the dart that comes in
//!       d       │      and the dart that goes out; it is named by the latter
//!  ───────────▶ v
//!       face of d
//! ```
//!
//! A **corner** is the gap between two neighbouring lines at a vertex, where a new line can start. An isolated vertex
//! has one corner; any other vertex has as many corners as lines.
//!
//! The representation consists of half-edges and an explicit table of boundaries; see de Berg, Cheong, van Kreveld and
//! Overmars, *Computational Geometry*, chapter 2. All queries take constant time unless their documentation says
//! otherwise.
//!
//! # Examples
//!
//! A first move in Sprouts: a loop at spot 0 that separates spot 1 from spot 2, with a new spot on the line.
//!
//! ```
//! use papergames_planar::{Corner, Map, Vertex};
//!
//! let mut map = Map::isolated(3)?;
//! let start = Corner::Alone(Vertex::new(0));
//! let inside = map.boundary(Corner::Alone(Vertex::new(1)));
//! let line = map.connect(start, start, |boundary| boundary == inside)?;
//! map.subdivide(line)?;
//! assert_eq!((map.n_faces(), map.boundaries().len()), (2, 4));
//! assert_eq!(map.check(), Ok(()));
//! # Ok::<(), papergames_planar::MapError>(())
//! ```
//!
//! Maps describe drawings on the sphere. The module [`surface`] describes the other closed surfaces, for games that are
//! played on them region by region.

mod map;

mod check;
mod edit;
mod lists;
pub mod surface;

pub use check::Flaw;
pub use edit::MapError;
pub use lists::{ListsError, write_lists};
pub use map::{Boundary, Corner, Dart, Face, Map, Vertex};
