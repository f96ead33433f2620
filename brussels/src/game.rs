//! The trait objects of the game, on paper and on other surfaces.

use std::collections::BTreeMap;

use common::Budget;
use common::any::{AnyGame, AnyRecord, GameObject, Sheets};
use common::describe::Refused;
use common::values::SolveResult;

use crate::about;
use crate::position::Position;
use crate::surface::theory;
use crate::surface::{self, Sheet};

/// The game on paper as a trait object, for code that handles games without knowing their types; see
/// [`any`](common::any). A setup with a surface, such as `3@h1`, is one of [`ON_SURFACES`], which [`Sheets`] chooses.
pub static GAME: &dyn AnyGame = &OBJECT;

/// Only this crate knows the type, so that what the object can do is compiled once.
static OBJECT: GameObject<Position> = {
    let game = GameObject::new()
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
pub static ON_SURFACES: &dyn AnyGame = &SURFACES;

/// Only this crate knows the type, as with [`OBJECT`].
static SURFACES: GameObject<Sheet> = {
    let game = GameObject::new()
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
    ) -> SolveResult<Option<BTreeMap<usize, u128>>> {
        if let Some(record) = record.typed() {
            return Ok(theory::n_games_on_paper(record.position(), budget)?);
        }
        let other = || Refused::new("only games of Brussels Sprouts are counted by their length");
        let record = record.typed().ok_or_else(other)?;
        Ok(theory::n_games(record.position(), budget)?)
    }
}

/// Where the game is played for a setup that names a surface.
static ON_SHEETS: Sheets = Sheets(&[(&SURFACES, is_on_a_surface)]);

/// Returns whether a word is a setup or a position on a surface, because it names a surface or has no region left.
fn is_on_a_surface(word: &str) -> bool {
    let regions = word.split(':').next().unwrap_or(word);
    regions.contains('@') || regions.starts_with("none")
}

#[cfg(test)]
mod tests {
    use common::describe::SetupOptions;
    use common::reading::{ReadOptions, SourceText};

    use super::*;

    #[test]
    fn a_setup_says_what_sheet_it_is_on() {
        let chosen = |setup: &str| Sheets::choose(GAME, setup);
        let start = |setup| chosen(setup).start(Some(setup), &SetupOptions::none());
        let mut paper = start("3").expect("a setup");
        let mut torus = start("3@h1").expect("a setup");
        assert!(paper.encoding().is_some() && torus.encoding().is_none());
        assert_eq!(paper.game().about().name, "brussels");
        assert_eq!(torus.game().about().name, "brussels-surface");
        for record in [&mut torus, &mut paper] {
            let (mut engine, budget) = record.game().engine("2", 1).expect("a level");
            let report = engine.choose(&**record, &budget, &mut |_| ());
            let report = report.expect("the game goes on");
            record
                .push(report.best().expect("a move"))
                .expect("a legal move");
        }
        let bytes = torus.to_bytes();
        assert_eq!(
            (torus.game().read_bytes(&bytes).expect("a record")).to_string(),
            torus.to_string()
        );
        let text = SourceText::literal(format!("# on a torus\n{torus}"));
        let games = chosen(&text.text).read(&text, &ReadOptions::default());
        let games = games.expect("the text of a record");
        assert_eq!(games[0].record.to_string(), torus.to_string());
    }

    #[test]
    fn a_finished_position_is_read_on_its_sheet() {
        for setup in ["1@c1", "1"] {
            let start = |setup| {
                let game = Sheets::choose(GAME, setup);
                game.start(Some(setup), &SetupOptions::none())
            };
            let mut record = start(setup).expect("a setup");
            record.play_random(1_000, &mut common::Seeded::new(1));
            assert!(record.outcome().is_some());
            let again = start(&record.position());
            assert_eq!(again.expect("a position").position(), record.position());
        }
    }
}
