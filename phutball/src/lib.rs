//! Philosopher's Football: every published rule set, notation, engine.
