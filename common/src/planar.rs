//! Planar maps.
