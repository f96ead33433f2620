//! Certificates of Sprouts: drawings, the lines in them, when two drawings are equivalent, and how facts are proved.

mod surface;

pub mod drawing;

mod moves;

pub mod canonical;

mod plane;

pub mod spelling;

pub mod children;

mod normal;

pub mod trees;

pub mod misere;

pub mod certificate;
