//! One game crate as the only dependency, under the name `game`: its object, a bot, self-play, a law, and the solver of
//! the game, which `solve.rs` calls.

use std::error::Error;

use game::laws::Laws;
use game::search::MonteCarlo;
use game::self_play::SelfPlay;
use game::values::Effort;
use game::{
    AnyRecord, Budget, Engine, EngineError, GAME, Game, Position, Record, Report, Seeded,
    SetupOptions,
};

mod solve;

/// Plays a move that leaves the opponent as few moves as possible.
struct Crowding;

impl<G: Game> Engine<G> for Crowding {
    fn choose(
        &mut self,
        record: &Record<G>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let position = record.position();
        let rest = |m: &G::Move| position.child(m).map(|child| child.count_moves()).ok();
        let best = position.moves().into_iter().min_by_key(rest);
        best.map(Report::of_move).ok_or(EngineError::GameOver)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut object: Box<dyn AnyRecord> = GAME.start(GAME.about().tour, &SetupOptions::none())?;
    let record: &Record<Position> = object.typed().ok_or("the record is one of this game")?;
    let start = record.position().clone();
    Laws::of(start.clone()).games(1).texts().check();

    let mut record = Record::new(start.clone());
    for _ in 0..3 {
        let report = Crowding.choose(&record, &Budget::new(), &mut |_| ())?;
        record.push(report.line[0])?;
    }
    println!("the bot: {record}");

    let settings = SelfPlay {
        most_moves: 4,
        ..SelfPlay::default()
    };
    let search = MonteCarlo::new(1);
    let episode = settings.play(start, &mut Seeded::new(1), |position| {
        search.run(position, &Budget::new().nodes(50), &mut |_| ())
    });
    println!("self-play: {}", episode.record());

    object.set_up(Some(solve::SETUP), &SetupOptions::none())?;
    let by_object = object.values().solve(&mut Effort::default())?.outcome;
    let verdict = solve::solve()?;
    assert_eq!(verdict.outcome, by_object);
    println!("{} {}: {by_object}", GAME.about().title, solve::SETUP);
    Ok(())
}
