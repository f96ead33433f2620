//! Sprouts and its variants: rules, notation, canonical forms, exact solver, pictures.
