//! The trait objects of the game, on paper and on other surfaces.

use std::collections::BTreeMap;

use common::Budget;
use common::any::{AnyRecord, Erased, Sheets};
use common::describe::Refused;
use common::values::Solved;

use crate::about;
use crate::position::Position;
use crate::surface::theory;
use crate::surface::{self, Sheet};

/// The game on paper as a trait object, for code that handles games without knowing their types; see
/// [`any`](common::any). A setup with a surface, such as `3@h1`, is one of [`ON_SURFACES`], which [`Sheets`] chooses.
pub static GAME: Erased<Position> = {
    let game = Erased::new()
        .notations()
        .opponents()
        .values(|| Box::new(about::Exact))
        .extras(&[&Lengths, &ON_SHEETS])
        .encoding()
        .episodes()
        .graphs();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// Brussels Sprouts on surfaces, played face by face, as a trait object.
pub static ON_SURFACES: Erased<Sheet> = {
    let game = Erased::new()
        .notations()
        .values(|| Box::new(surface::about::Exact))
        .extras(&[&Lengths])
        .episodes();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// Counts whole games by their length, without playing through them; an extra of [`GAME`] and [`ON_SURFACES`].
#[derive(Clone, Copy, Debug)]
pub struct Lengths;

impl Lengths {
    /// Returns the number of games of each length from the last position of a record; `None` if a number exceeds 128
    /// bits. Arms are labelled.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget runs out, or if the record is of another game.
    pub fn of(
        &self,
        record: &dyn AnyRecord,
        budget: &Budget,
    ) -> Solved<Option<BTreeMap<usize, u128>>> {
        if let Some(record) = record.typed() {
            return Ok(theory::n_games_on_paper(record.position(), budget)?);
        }
        let other = || Refused::new("only games of Brussels Sprouts are counted by their length");
        let record = record.typed().ok_or_else(other)?;
        Ok(theory::n_games(record.position(), budget)?)
    }
}

/// Where the game is played for a setup that names a surface.
static ON_SHEETS: Sheets = Sheets(&[(&ON_SURFACES, is_on_a_surface)]);

/// Returns whether a word is a setup or a position on a surface, because it names a surface or has no region left.
fn is_on_a_surface(word: &str) -> bool {
    let regions = word.split(':').next().unwrap_or(word);
    regions.contains('@') || regions.starts_with("none")
}

#[cfg(test)]
mod tests {
    use common::any::{AnyGame, Content};
    use common::describe::SetupOptions;
    use common::reading::{ReadOptions, Source};

    use super::*;

    #[test]
    fn a_setup_says_what_sheet_it_is_on() {
        let start = |setup| GAME.start(setup, &SetupOptions::none()).expect("a setup");
        let usual = start(None);
        assert!(usual.encoding().is_some() && start(Some("3")).encoding().is_some());
        let mut torus = start(Some("3@h1"));
        assert!(torus.encoding().is_none());
        assert_eq!(torus.game().about().name, "brussels");
        // The same opponent plays on both.
        let (mut engine, budget) = GAME.engine("2", 1).expect("a level");
        for record in [&mut torus, &mut start(Some("2"))] {
            let report = engine.choose(&**record, &budget, &mut |_| ());
            let report = report.expect("the game goes on");
            record
                .push(report.best().expect("a move"))
                .expect("a legal move");
        }
        let bytes = torus.to_bytes();
        assert_eq!(
            GAME.read_bytes(&bytes).expect("a record").to_string(),
            torus.to_string()
        );
        let text = Source::literal(format!("# on a torus\n{torus}"));
        let Ok(Content::Games(games)) = GAME.read(&text, &ReadOptions::default()) else {
            panic!("{torus} is read");
        };
        assert_eq!(games[0].record.to_string(), torus.to_string());
    }

    #[test]
    fn a_finished_position_is_read_on_its_sheet() {
        for setup in ["1@c1", "1"] {
            let mut record = GAME
                .start(Some(setup), &SetupOptions::none())
                .expect("a setup");
            record.play_random(1_000, &mut common::Seeded::new(1));
            assert!(record.outcome().is_some());
            let again = GAME.start(Some(&record.position()), &SetupOptions::none());
            assert_eq!(again.expect("a position").position(), record.position());
        }
    }
}
