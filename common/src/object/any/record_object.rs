//! A trait object for a record of a game of known type.

use core::any::Any;
use core::fmt::{self, Display};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;

use crate::learning::compact;
use crate::learning::self_play::{self, Episode, Episodes, SelfPlay, Step};
use crate::notation::describe::{Describe, Fact, SetupOptions};
use crate::notation::format::{ParsedGame, Statements, WriteError};
use crate::notation::reading;
use crate::object::values::{Effort, SolveResult, Values};
use crate::play::game::go_on_if;
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::record::Record;
use crate::proof::claim::Certificate;
use crate::proof::nimber::Nimber;
use crate::proof::verdict::{CertifiedOutcome, Guarantees, Verdict, VerifiedVerdict};
use crate::tools::budget::{Budget, Meter, Unfinished};
use crate::tools::fields::Fields;
use crate::tools::random::Random;
use crate::tools::refused::Refused;
use crate::tree::perft::{Levels, perft_within, sum_over_moves};
use crate::tree::report::Report;
use crate::tree::search::{Leaf, MonteCarlo, Opinion, moves_to_win};

use super::encoding::EncodedPosition;
use super::game_object::{EpisodesOf, GameObject};
use super::moves::AnyMove;
use super::object::{
    AnyEncoding, AnyEpisode, AnyFacts, AnyGame, AnyGuide, AnyLeaf, AnyPictures, AnyPosition,
    AnyRecord, AnySearch, AnyTexts, AnyValues, PlayError, Playout, Uses, VisitLevel,
};

/// A record of the game `G`.
pub(super) struct RecordObject<G: Describe> {
    pub(super) game: &'static GameObject<G>,
    pub(super) record: Record<G>,
    /// The solver, with what it keeps from one position of a series to the next.
    solver: Option<Box<dyn Values<G>>>,
}

impl<G: Describe> RecordObject<G> {
    pub(super) fn new(game: &'static GameObject<G>, record: Record<G>) -> RecordObject<G> {
        RecordObject {
            game,
            record,
            solver: None,
        }
    }

    /// Returns another record of the same game.
    pub(super) fn with(&self, record: Record<G>) -> Box<dyn AnyRecord> {
        Box::new(RecordObject::new(self.game, record))
    }

    /// Returns a record of the same game that begins at a position.
    pub(super) fn from(&self, position: G) -> Box<dyn AnyRecord> {
        self.with(Record::new(position))
    }

    /// Reads moves in the plain notation, or in any form that users type.
    fn read(&self, text: &str) -> Result<Vec<G::Move>, PlayError> {
        let position = self.record.position();
        let plain = text.trim().parse::<G::Move>().ok();
        let plain = match plain {
            Some(m) => match position.check(&m) {
                Ok(()) => return Ok(vec![m]),
                Err(reason) => Some(Refused::because(reason)),
            },
            None => None,
        };
        (position.read_moves(text)).map_err(|typed| match plain {
            Some(plain) => PlayError::Illegal { typed, plain },
            None => PlayError::NotAMove(typed),
        })
    }

    /// Returns a move with its type.
    fn own(m: &AnyMove) -> Result<&G::Move, PlayError> {
        m.typed::<G>().ok_or_else(|| PlayError::OtherGame {
            m: m.clone(),
            game: G::ABOUT.title,
        })
    }

    /// Returns a move of this game that is legal here, with its type.
    fn legal<'m>(&self, m: &'m AnyMove) -> Result<&'m G::Move, PlayError> {
        let m = Self::own(m)?;
        let legal = self.record.position().check(m);
        legal.map(|()| m).map_err(PlayError::illegal)
    }
}

/// Methods that the position answers.
macro_rules! ask_the_position {
    ($($method:ident -> $type:ty),+) => {$(
        fn $method(&self) -> $type {
            self.record.position().$method()
        }
    )+};
}

impl<G: Describe> AnyPosition for RecordObject<G> {
    ask_the_position!(players -> usize, turn -> Option<Player>, outcome -> Option<Outcome>);
    ask_the_position!(count_moves -> u128, class -> String, is_midway -> bool, fields -> Fields);

    fn move_fields(&self, m: &AnyMove) -> Fields {
        let position = self.record.position();
        let legal = self.legal(m).ok();
        legal
            .map(|m| G::move_fields(m, Some(position)))
            .unwrap_or_default()
    }

    fn position(&self) -> String {
        self.record.position().to_string()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        Some((self.game.scores?)(self.record.position()))
    }

    fn rules(&self) -> Option<String> {
        self.record.position().rule_set()
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        let position = self.record.position();
        position.for_each_move(&mut |m| visit(AnyMove::new::<G>(m)))
    }

    fn nth_move(&self, index: u128) -> Option<AnyMove> {
        self.record
            .position()
            .nth_move(index)
            .map(AnyMove::new::<G>)
    }

    fn check(&self, m: &AnyMove) -> Result<(), PlayError> {
        self.legal(m).map(|_| ())
    }

    fn index_of(&self, m: &AnyMove) -> Option<u128> {
        self.record.position().index_of(m.typed::<G>()?)
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<AnyMove> {
        let m = self.record.position().random_move(random);
        m.map(AnyMove::new::<G>)
    }

    fn classes(&self, most: usize) -> Vec<Vec<AnyMove>> {
        let position = self.record.position();
        let mut listed = 0;
        let mut places = BTreeMap::new();
        let mut classes: Vec<Vec<AnyMove>> = Vec::new();
        let _ = position.for_each_move(&mut |m| {
            if let Ok(child) = position.child(&m) {
                let place = *places.entry(child.class()).or_insert(classes.len());
                if place == classes.len() {
                    classes.push(Vec::new());
                }
                classes[place].push(AnyMove::new::<G>(m));
            }
            listed += 1;
            go_on_if(listed < most)
        });
        classes
    }
}

impl<G: Describe> AnyTexts for RecordObject<G> {
    ask_the_position!(move_help -> String, fixed -> Option<&'static str>, remarks -> String);

    fn read_moves(&self, text: &str) -> Result<Vec<AnyMove>, PlayError> {
        let moves = self.read(text)?;
        Ok(moves.into_iter().map(AnyMove::new::<G>).collect())
    }

    fn board(&self) -> String {
        G::board_of(&self.record)
    }

    fn words(&self, view: &str, m: &AnyMove) -> (String, String) {
        let position = self.record.position();
        let Ok(own) = self.legal(m) else {
            return (m.to_string(), m.to_string());
        };
        let viewed = position.view_move(view, own);
        viewed.unwrap_or_else(|| (m.to_string(), position.say_move(own)))
    }

    fn view(&self, name: &str) -> Option<String> {
        let position = self.record.position();
        match name {
            "" => Some(position.board()),
            name => G::view_of(&self.record, name),
        }
    }

    fn check_view(&self, name: &str) -> Result<(), Refused> {
        self.record.position().check_view(G::ABOUT.view(name)?)
    }

    fn view_typed(&self, name: &str, typed: &str) -> Option<String> {
        self.record.position().view_typed(name, typed)
    }

    fn facts(&self) -> Vec<Fact> {
        G::facts(&self.record)
    }

    fn turns(&self) -> usize {
        // The last position begins no turn that was played.
        let before = self.record.positions().take(self.record.moves().len());
        before.filter(|position| !position.is_midway()).count()
    }

    fn repetitions(&self) -> usize {
        self.record.repetitions()
    }

    fn write(&self, notation: &str, said: &Statements) -> Result<String, WriteError> {
        let formats = (self.game.formats)();
        let format = reading::named(&formats, notation)?;
        let write = format.write.as_ref();
        let write = write.ok_or(WriteError::ReadOnly(format.name))?;
        let mut game = ParsedGame::new(self.record.clone(), 1);
        game.said = said.clone();
        Ok(write.write(&game)?)
    }

    fn to_bytes(&self) -> Vec<u8> {
        compact::write(&self.record)
    }
}

impl<G: Describe> Display for RecordObject<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

impl<G: Describe> AnyRecord for RecordObject<G> {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn boxed(&self) -> Box<dyn AnyRecord> {
        self.with(self.record.clone())
    }

    fn setup(&self) -> String {
        self.record.setup().to_string()
    }

    fn len(&self) -> usize {
        self.record.moves().len()
    }

    fn moves(&self) -> Vec<AnyMove> {
        AnyMove::all::<G>(self.record.moves().to_vec())
    }

    fn push(&mut self, m: &AnyMove) -> Result<(), PlayError> {
        let own = Self::own(m)?.clone();
        self.record.push(own).map_err(PlayError::illegal)
    }

    fn rewind(&mut self, moves: usize) -> bool {
        self.record.truncate(moves)
    }

    fn restart(&self) -> Box<dyn AnyRecord> {
        self.from(self.record.position().clone())
    }

    fn set_up(&mut self, setup: Option<&str>, options: &SetupOptions) -> Result<(), Refused> {
        self.record = Record::new(G::start(setup, options)?);
        Ok(())
    }

    fn values(&mut self) -> &mut dyn AnyValues {
        self
    }

    fn uses(&self) -> Uses {
        let position = self.record.position();
        let made;
        let solver = if let Some(solver) = &self.solver {
            solver
        } else {
            made = (self.game.values)();
            &made
        };
        Uses {
            threads: solver.threads(position),
            #[cfg(feature = "store")]
            store: solver.store_kind(position),
        }
    }

    fn as_any(&self) -> &dyn Any {
        &self.record
    }

    fn pictures(&self) -> Option<Box<dyn AnyPictures + '_>> {
        Some((self.game.pictures?)(&self.record))
    }

    fn encoding(&self) -> Option<Box<dyn AnyEncoding + '_>> {
        Some((self.game.encoding?)(EncodedPosition {
            position: self.record.position(),
            boards: self.game.boards.as_ref(),
            nets: self.game.nets.as_ref(),
        }))
    }
}

impl<G: Describe> RecordObject<G> {
    /// Returns the solver, the position to solve, and the settings, of which a store takes its share of the memory.
    fn solver<'e>(&mut self, effort: &'e mut Effort<'_>) -> (&mut dyn Values<G>, &G, Effort<'e>) {
        let solver = self.solver.get_or_insert_with(self.game.values);
        (&mut **solver, self.record.position(), effort.beside_store())
    }
}

/// Methods that the solver answers.
macro_rules! ask_the_solver {
    ($($method:ident -> $type:ty),+) => {$(
        fn $method(&mut self, effort: &mut Effort<'_>) -> $type {
            let (solver, position, mut effort) = self.solver(effort);
            solver.$method(position, &mut effort)
        }
    )+};
}

impl<G: Describe> AnyValues for RecordObject<G> {
    ask_the_solver!(nimber -> SolveResult<Option<Nimber>>, guarantees -> SolveResult<Guarantees>);
    ask_the_solver!(certify -> SolveResult<CertifiedOutcome>);

    fn solve(&mut self, effort: &mut Effort<'_>) -> SolveResult<Verdict<AnyMove>> {
        let (solver, position, mut effort) = self.solver(effort);
        Ok(solver.solve(position, &mut effort)?.map(AnyMove::new::<G>))
    }

    fn verify(&mut self, effort: &mut Effort<'_>) -> SolveResult<VerifiedVerdict<AnyMove>> {
        let (solver, position, mut effort) = self.solver(effort);
        let VerifiedVerdict { verdict, by } = solver.verify(position, &mut effort)?;
        let verdict = verdict.map(AnyMove::new::<G>);
        Ok(VerifiedVerdict { verdict, by })
    }

    fn facts(&self, certificate: &Certificate) -> Result<Box<AnyFacts>, Refused> {
        let mut facts = (self.game.values)().facts(self.record.position(), certificate)?;
        Ok(Box::new(move |record| {
            facts(record.typed::<G>()?.position())
        }))
    }
}

/// Returns a report with its moves as objects.
pub(super) fn any_report<G: Describe>(report: &Report<G::Move>) -> Report<AnyMove> {
    report.map(|m| AnyMove::new::<G>(m.clone()))
}

impl<G: Describe> AnySearch for RecordObject<G> {
    fn perft(
        &self,
        depth: u32,
        meter: &mut Meter<'_>,
        progress: &mut dyn FnMut(u128),
    ) -> Result<Option<u128>, Unfinished> {
        let start = self.record.position();
        if depth < 2 {
            return perft_within(start, depth, meter);
        }
        let mut done = 0;
        sum_over_moves(start, |child| {
            let below = perft_within(&child, depth - 1, meter);
            done += 1;
            progress(done);
            below
        })
    }

    fn levels(
        &self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
        visit: &mut VisitLevel<'_>,
    ) -> Result<bool, Unfinished> {
        let mut levels = Levels::new(self.record.position().clone());
        let mut is_open = true;
        while let Some(counts) = levels.next_within(meter, fits)? {
            is_open = counts.open > 0;
            if visit(counts, &|| levels.upcoming()).is_break() {
                return Ok(true);
            }
        }
        Ok(!is_open)
    }

    fn playout(
        &self,
        most: u64,
        stop: &AtomicBool,
        keep: bool,
        random: &mut dyn Random,
    ) -> Playout {
        let start = self.record.position();
        let mut record = keep.then(|| Record::new(start.clone()));
        let (mut end, mut length) = (start.clone(), 0);
        while u64::from(length) < most && !stop.load(Ordering::Relaxed) {
            let Some(m) = end.random_move(random) else {
                break;
            };
            end.apply_unchecked(&m);
            if let Some(record) = &mut record {
                record.push(m).expect("a listed move is legal");
            }
            length += 1;
        }
        Playout {
            length,
            outcome: end.outcome(),
            record: record.map(|record| self.with(record)),
        }
    }

    fn search(
        &self,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Report<AnyMove> {
        let position = self.record.position();
        let tell = &mut |report: &Report<G::Move>| progress(&any_report::<G>(report));
        let report = match guide {
            None => search.run(position, budget, tell),
            Some(guide) => search.run_guided(position, budget, &mut self.guided(guide), tell),
        };
        any_report::<G>(&report)
    }

    fn self_play(
        &self,
        settings: &SelfPlay,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        random: &mut dyn Random,
    ) -> Option<AnyEpisode> {
        let play = self.game.episodes.as_ref()?.play;
        let (game, record) = (self.game, &self.record);
        Some(play(game, record, settings, search, budget, guide, random))
    }

    fn moves_to_win(&self, most_nodes: u64) -> Option<u32> {
        moves_to_win(self.record.position(), most_nodes)
    }
}

impl<G: Describe> GameObject<G> {
    /// Registers the [self-play](crate::self_play) of searches.
    pub const fn episodes(mut self) -> GameObject<G> {
        self.episodes = Some(EpisodesOf {
            play: RecordObject::play_itself,
            read: RecordObject::read_episodes,
        });
        self
    }
}

impl<G: Describe> RecordObject<G> {
    /// Returns a guide for positions of the game that passes them as objects to `guide`.
    fn guided(&self, guide: &mut AnyGuide<'_>) -> impl FnMut(&[Leaf<G>]) -> Vec<Opinion> {
        |leaves| {
            let leaves = leaves.iter().map(|leaf| AnyLeaf {
                record: self.from(leaf.position.clone()),
                moves: AnyMove::all::<G>(leaf.moves.clone()),
            });
            guide(leaves.collect())
        }
    }

    fn play_itself(
        game: &'static GameObject<G>,
        record: &Record<G>,
        settings: &SelfPlay,
        search: &MonteCarlo,
        budget: &Budget,
        mut guide: Option<&mut AnyGuide<'_>>,
        random: &mut dyn Random,
    ) -> AnyEpisode {
        let playing = RecordObject::new(game, record.clone());
        let start = record.position().clone();
        let episode = settings.play(start, random, |position| match &mut guide {
            None => search.run(position, budget, &mut |_| ()),
            Some(guide) => {
                search.run_guided(position, budget, &mut playing.guided(guide), &mut |_| ())
            }
        });
        playing.episode(&episode)
    }

    fn read_episodes(
        game: &'static GameObject<G>,
        bytes: &[u8],
    ) -> Result<Vec<AnyEpisode>, Refused> {
        let episodes = Episodes::<G, _>::new(bytes).map(|episode| {
            let episode = episode?;
            Ok(RecordObject::new(game, episode.record().clone()).episode(&episode))
        });
        episodes.collect()
    }

    fn episode(&self, episode: &Episode<G>) -> AnyEpisode {
        let steps = episode.steps().iter().map(|step| Step {
            weights: (step.weights.iter())
                .map(|(m, weight)| (AnyMove::new::<G>(m.clone()), *weight))
                .collect(),
            value: step.value,
        });
        AnyEpisode {
            steps: steps.collect(),
            bytes: self_play::write(episode),
            record: self.with(episode.record().clone()),
        }
    }
}
