//! Sprouts as a trait object, which a program can choose at run time, on paper and on other surfaces.

use common::any::{AnyGame, GameObject, Sheets};

use crate::about::{self, Catalogues, FirstPublication};
use crate::position::Position;
use crate::surface::{self, Sheet};
use crate::unnumbered::Unnumbered;

/// Sprouts on paper as a trait object, which programs can choose at run time; see [`any`](common::any). A setup that
/// names a surface, such as `3@h1`, is one of [`ON_SURFACES`], which [`Sheets`] chooses.
pub static GAME: &dyn AnyGame = &OBJECT;

/// Only this crate knows the type, so that what the object can do is compiled once.
static OBJECT: GameObject<Position> = {
    let game = GameObject::new()
        .notations()
        .opponents()
        .values(|| Box::<about::Exact>::default())
        .extras(&[&Catalogues, &FirstPublication, &Unnumbered, &ON_SHEETS])
        .encoding()
        .episodes()
        .graphs();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// Sprouts on surfaces, where positions are lands without spot numbers, as a trait object.
pub static ON_SURFACES: &dyn AnyGame = &SURFACES;

/// Only this crate knows the type, as with [`OBJECT`].
static SURFACES: GameObject<Sheet> = {
    let game = GameObject::new()
        .notations()
        .values(|| Box::new(surface::about::Exact::new()))
        .episodes();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// Where the game is played for a setup that names a surface.
static ON_SHEETS: Sheets = Sheets(&[(&SURFACES, is_on_a_surface)]);

/// Returns whether a word is a setup or a position on a surface, because it names a surface or has no land left.
///
/// In the notation of the World Game of Sprouts Association, `@` is in brackets and is followed by a spot.
fn is_on_a_surface(word: &str) -> bool {
    let lands = word.split(':').next().unwrap_or(word);
    lands.contains('@') && !lands.contains(['(', '[']) || lands.starts_with("none")
}
