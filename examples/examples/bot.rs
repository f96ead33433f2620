//! A bot, and a match over the Universal Game Interface against the engine of a crate: `cargo run --example bot`.
#![expect(clippy::print_stdout, reason = "a program prints")]
use common::engine::{Engine, EngineError};
use common::{Budget, Game, Level, Record, Report};
use play::ugi::Server;
use play::{Limits, Match, Opponent};
use sos::{Move, Position, Rules};

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
        let best = moves.max_by_key(|m| record.position().points_of(*m));
        best.map(Report::of_move).ok_or(EngineError::GameOver)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::new("4x4".parse()?, Rules::General);
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let crate_engine = Server::new(start)?.level(Level::WEAKEST);
        return Ok(crate_engine.serve(std::io::stdin().lock(), std::io::stdout())?);
    }
    let program = format!("ugi:{} serve", std::env::current_exe()?.display());
    let make = |name: &str, seed| match name {
        "greedy" => Ok(Opponent::engine(Greedy, Budget::new())),
        other => Opponent::named(other, seed, &Limits::new().nodes(30)),
    };
    let games = Match::new(start, ["greedy", &program])?.games(4);
    let score = games.run(&make, &mut |_, _| ())?;
    println!("greedy: {score}; forfeits: {:?}", score.forfeits);
    Ok(())
}
