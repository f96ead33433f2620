//! A bot that speaks the Universal Game Interface, and a match against level 1: `cargo run --example bot`.
//! `bot serve` speaks the protocol, for any program that does.
#![expect(clippy::print_stdout, reason = "a program prints")]
use common::any::EngineObject;
use common::engine::{Engine, EngineError};
use common::{Budget, Game, Record, Report};
use play::{Limits, Match, Opponent, ugi::Server};
use sos::{Move, Position};

/// Makes as many S-O-S as it can with one letter, and looks no further.
struct Greedy;

impl Engine<Position> for Greedy {
    fn choose(
        &mut self,
        record: &Record<Position>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let moves = record.position().moves().into_iter();
        let best = moves.max_by_key(|m| record.position().count_sos(*m));
        best.map(Report::of_move).ok_or(EngineError::GameOver)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = sos::GAME.parse("..../..../..../....:1:0-0")?;
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let mut server = Server::new(start)?.engine(|_, _| EngineObject::new(Greedy));
        server.name = "Greedy".into();
        return Ok(server.serve(std::io::stdin().lock(), std::io::stdout())?);
    }
    // The same program, started again with `serve`, plays level 1 of the game's own engine.
    let greedy = format!("ugi:{} serve", std::env::current_exe()?.display());
    let make = |name: &str, seed| Opponent::named(sos::GAME, name, seed, &Limits::default());
    let games = Match::new(start, [&greedy, "1"])?.games(4);
    let score = games.run(&make, &mut |_, _| ())?;
    println!("greedy: {score}; forfeits: {:?}", score.forfeits);
    Ok(())
}
