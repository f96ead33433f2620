//! Plays, solves and draws a game of the library and one of this crate, lets the library's searches play a match of the
//! latter, and plays it in a terminal. One of the opponents is this program itself, as an engine behind the Universal
//! Game Interface.

use std::env;
use std::error::Error;
use std::io;

use downstream::{KAYLES, Kayles};
use papergames::any::AnyGame;
use papergames::describe::SetupOptions;
use papergames::look::{Picture, Style};
use papergames::values::Effort;
use papergames::{Level, PlayerSet, Seeded, brussels};
use papergames_play::terminal::Table;
use papergames_play::ugi::Server;
use papergames_play::{Limits, Match, Opponent, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let row = KAYLES.parse(&Kayles::new(12).to_string())?;
    if env::args().nth(1).as_deref() == Some("ugi") {
        let mut server = Server::new(row)?;
        server.level = Level::WEAKEST;
        return Ok(server.serve(io::stdin().lock(), io::stdout())?);
    }
    show(brussels::GAME, "2")?;
    show(&KAYLES, &Kayles::new(10).to_string())?;

    // Random games from a tree against the weakest level, which this program plays when it is asked over a pipe.
    let weakest = format!("ugi:{} ugi", env::current_exe()?.display());
    let limits = Limits {
        nodes: Some(2_000),
        ..Limits::default()
    };
    let make = |name: &str, seed| Opponent::named(&KAYLES, name, seed, &limits);
    let score = Match::new(row, ["mcts", &weakest])?
        .games(6)
        .run(&make, &mut |_, _| ())?;
    println!(
        "match over UGI: {} games, {} forfeits",
        score.games(),
        score.forfeits[0] + score.forfeits[1]
    );

    // A dialogue as in a terminal, with its input from a text.
    let start = KAYLES.parse(&Kayles::new(3).to_string())?;
    let mut session = Session::new(start);
    session.set_people(PlayerSet::all(2));
    let record = Table::from(session).play(&b"2\n1\n3\n"[..], &mut Vec::new())?;
    println!("in the terminal: {record}");
    Ok(())
}

/// Plays a random game, draws its end, and proves who should have won.
fn show(game: &'static dyn AnyGame, setup: &str) -> Result<(), Box<dyn Error>> {
    let name = game.about().name;
    let mut record = game.start(Some(setup), &SetupOptions::none())?;
    let verdict = record.values().solve(&mut Effort::default())?;
    record.play_random(1_000, &mut Seeded::new(1));
    let outcome = record.outcome().ok_or("a random game is over")?;
    let pictures = record.pictures().ok_or("the game draws itself")?;
    let picture = pictures.draw(Picture::Last, &Style::default())?;
    println!(
        "{name}: {outcome}; with best play, {}; a picture of {} lines",
        verdict.outcome,
        picture.text.lines().count()
    );
    Ok(())
}
