//! A game of a known type that follows a record by its texts.

use common::any::AnyRecord;
use common::{Record, Written};

/// The moves of a game, and the positions before and after each.
pub(super) struct Followed<G: Written> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
    /// The moves as they are spelt.
    texts: Vec<String>,
    at: usize,
}

impl<G: Written> Followed<G> {
    /// Follows a record.
    pub(super) fn new(record: &dyn AnyRecord) -> Result<Followed<G>, String> {
        let setup = record.setup().parse::<G>();
        let mut followed = Followed {
            positions: vec![setup.map_err(|error| error.to_string())?],
            moves: Vec::new(),
            texts: Vec::new(),
            at: 0,
        };
        followed.follow(record)?;
        Ok(followed)
    }

    /// Goes to the end of a record that begins in the same position, and returns how many of the positions that were
    /// known are still part of the game. Moves beyond the end stay if those before it are the same.
    pub(super) fn follow(&mut self, record: &dyn AnyRecord) -> Result<usize, String> {
        let texts = record.moves();
        let pairs = self.texts.iter().zip(&texts);
        let same = pairs.take_while(|(known, text)| known == text).count();
        if same == texts.len() {
            self.at = same;
            return Ok(self.positions.len());
        }
        self.at = same;
        for text in &texts[same..] {
            let m = read::<G>(text)?;
            let after = self.after(&m)?;
            self.push(m, after);
        }
        Ok(same + 1)
    }

    /// Returns the position after a move.
    pub(super) fn after(&self, m: &G::Move) -> Result<G, String> {
        let after = self.position().child(m);
        after.map_err(|error| error.to_string())
    }

    /// Adds a move and the position after it; moves beyond are forgotten.
    pub(super) fn push(&mut self, m: G::Move, after: G) {
        self.moves.truncate(self.at);
        self.texts.truncate(self.at);
        self.positions.truncate(self.at + 1);
        self.texts.push(m.to_string());
        self.moves.push(m);
        self.positions.push(after);
        self.at += 1;
    }

    /// Returns how many moves lead to the position.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the position.
    pub(super) fn position(&self) -> &G {
        &self.positions[self.at]
    }

    /// Returns the positions from the first one to the last one that is known.
    pub(super) fn positions(&self) -> &[G] {
        &self.positions
    }

    /// Returns the moves that lead to the position.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves[..self.at]
    }

    /// Returns the last of these moves.
    pub(super) fn last(&self) -> Option<&G::Move> {
        self.moves().last()
    }

    /// Returns the record of these moves.
    pub(super) fn record(&self) -> Record<G> {
        let mut record = Record::new(self.positions[0].clone());
        for m in self.moves() {
            // It was legal before.
            let _ = record.push(m.clone());
        }
        record
    }
}

/// Reads a move in its plain spelling.
pub(super) fn read<G: Written>(text: &str) -> Result<G::Move, String> {
    text.parse()
        .map_err(|error: <G::Move as core::str::FromStr>::Err| error.to_string())
}
