//! The trait objects of the game, on paper and on other surfaces.

use common::any::Erased;

use crate::about;
use crate::position::Position;
use crate::surface::{self, Sheet, theory};

/// The game as a trait object, for code that handles games without knowing their types; see [`any`](common::any). A
/// setup with a surface, such as `3@h1`, is played on that surface, and every other setup on paper.
pub static GAME: Erased<Position> = {
    let game = Erased::new()
        .other_sheets(&ON_SURFACES, is_on_a_surface)
        .notations()
        .opponents()
        .values(|| Box::new(about::Exact))
        .lengths(theory::n_games_on_paper)
        .encoding()
        .episodes()
        .graphs();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// The part of [`GAME`] that is played on surfaces, face by face.
pub static ON_SURFACES: Erased<Sheet> = {
    let game = Erased::new()
        .part_of(&GAME)
        .notations()
        .values(|| Box::new(surface::about::Exact))
        .lengths(theory::n_games)
        .episodes();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

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
