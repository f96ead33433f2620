//! SOS on any rectangle, two or more players, every scoring rule, exact solver.
