//! Plays, solves and draws a game of the library and one of this crate, and lets the library's searches play a match of
//! the latter. One of the opponents is this program itself, as an engine behind the Universal Game Interface.

use std::env;
use std::error::Error;
use std::io;

use downstream::Kayles;
use papergames::any::{AnyGame, Erased};
use papergames::brussels::Position;
use papergames::values::Effort;
use papergames::picture::{Draw, Style};
use papergames::{Budget, Describe, Ending, Level, Record, Seeded, playout};
use papergames_play::ugi::Server;
use papergames_play::{Limits, Match, Opponent};

/// Kayles as an object, for all that plays games without knowing their types.
static KAYLES: Erased<Kayles> = Erased::new();

fn main() -> Result<(), Box<dyn Error>> {
    let row = KAYLES.parse(&Kayles::new(12).to_string())?;
    if env::args().nth(1).as_deref() == Some("ugi") {
        let server = Server::new(row)?.level(Level::WEAKEST);
        return Ok(server.serve(io::stdin().lock(), io::stdout())?);
    }
    show("brussels", Position::new(2, Ending::Normal)?)?;
    show("kayles", Kayles::new(10))?;

    // Random games from a tree against the weakest level, which this program plays when it is asked over a pipe.
    let weakest = format!("ugi:{} ugi", env::current_exe()?.display());
    let limits = Limits::new().nodes(2_000);
    let make = |name: &str, seed| Opponent::named(&KAYLES, name, seed, &limits);
    let score = Match::new(row, ["mcts", &weakest])?
        .games(6)
        .run(&make, &mut |_, _| ())?;
    println!(
        "match over UGI: {} games, {} forfeits",
        score.games(),
        score.forfeits[0] + score.forfeits[1]
    );
    Ok(())
}

/// Plays a random game, draws its end, and proves who should have won.
fn show<G: Describe + Draw>(name: &str, start: G) -> Result<(), Box<dyn Error>> {
    let record = playout::record(start.clone(), 1_000, &mut Seeded::new(1));
    let outcome = record.position().outcome().ok_or("a random game is over")?;
    let picture = G::picture(&record, &Style::default())?;
    let verdict = Record::new(start)
        .position()
        .solve(&mut Effort::new(Budget::new(), &mut |_| ()))?;
    println!(
        "{name}: {outcome}; with best play, {}; a picture of {} lines",
        verdict.outcome,
        picture.lines().count()
    );
    Ok(())
}
