//! A trait object for a record of a game of known type.

use core::fmt::{self, Display, Write as _};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::budget::{Budget, Meter, Unfinished};
use crate::claim::Certificate;
use crate::describe::{Describe, Fact, SetupOptions};
use crate::format::{ParsedGame, Said};
use crate::game::{Game, go_on_if};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::perft::{Counts, Levels, perft_within, sum_over_moves};
use crate::player::Player;
use crate::random::Random;
use crate::record::Record;
use crate::refused::Refused;
use crate::report::Report;
use crate::search::{Leaf, MonteCarlo, Opinion, moves_to_win};
use crate::self_play::{self, Episode, Episodes, SelfPlay, Step};
use crate::values::{self, Effort, Facts, Solved, Threads, Values};
use crate::verdict::{Certified, Guarantees, Verdict, Verified};
use crate::{compact, reading};

use super::encoding::Encoded;
use super::erased::{EpisodesOf, Erased};
use super::object::{
    AnyCatalogue, AnyCounts, AnyEncoding, AnyEpisode, AnyGame, AnyGuide, AnyLeaf, AnyLevels,
    AnyMoves, AnyPictures, AnyPosition, AnyRecord, AnySearch, AnyTexts, AnyValues, Playout,
    Unplayable,
};

/// A record of the game `G`.
pub(super) struct Playing<G: Describe> {
    pub(super) game: &'static Erased<G>,
    pub(super) record: Record<G>,
    /// The solver, with what it keeps from one position of a series to the next.
    solver: Mutex<Option<Box<dyn Values<G>>>>,
    /// The statements of the certificate that was read last.
    facts: Mutex<Option<Facts<G>>>,
}

impl<G: Describe> Playing<G> {
    pub(super) fn new(game: &'static Erased<G>, record: Record<G>) -> Playing<G> {
        Playing {
            game,
            record,
            solver: Mutex::default(),
            facts: Mutex::default(),
        }
    }

    /// Returns another record of the same game.
    pub(super) fn with(&self, record: Record<G>) -> Box<dyn AnyRecord> {
        Box::new(Playing::new(self.game, record))
    }

    /// Returns a record of the same game that begins at a position.
    pub(super) fn from(&self, position: G) -> Box<dyn AnyRecord> {
        self.with(Record::new(position))
    }

    /// Reads moves in the plain notation, or in any form that users type.
    fn read(&self, text: &str) -> Result<Vec<G::Move>, Unplayable> {
        let position = self.record.position();
        let plain = text.trim().parse::<G::Move>().ok();
        let illegal = match plain {
            Some(m) => match position.check(&m) {
                Ok(()) => return Ok(vec![m]),
                Err(reason) => Some(Refused::because(reason)),
            },
            None => None,
        };
        (position.read_moves(text)).map_err(|reason| Unplayable { reason, illegal })
    }

    /// Reads a legal move in the plain notation.
    fn legal(&self, text: &str) -> Option<G::Move> {
        let m = text.parse::<G::Move>().ok()?;
        self.record.position().check(&m).is_ok().then_some(m)
    }

    fn push(&mut self, m: G::Move) -> Result<(), Unplayable> {
        self.record.push(m).map_err(illegal::<G>)
    }
}

fn illegal<G: Game>(reason: G::Illegal) -> Unplayable {
    let reason = Refused::because(reason);
    let illegal = Some(Refused::new(reason.to_string()));
    Unplayable { reason, illegal }
}

/// Methods that the position answers.
macro_rules! ask_the_position {
    ($($method:ident -> $type:ty),+) => {$(
        fn $method(&self) -> $type {
            self.record.position().$method()
        }
    )+};
}

impl<G: Describe> AnyPosition for Playing<G> {
    ask_the_position!(players -> usize, turn -> Option<Player>, outcome -> Option<Outcome>);
    ask_the_position!(count_moves -> u128, class -> String);

    fn position(&self) -> String {
        self.record.position().to_string()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        Some((self.game.scores?)(self.record.position()))
    }

    fn rules(&self) -> Option<String> {
        self.record.position().rule_set()
    }

    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(u128, &str) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut index, mut text) = (0, String::new());
        self.record.position().for_each_move(&mut |m| {
            text.clear();
            let _ = write!(text, "{m}");
            index += 1;
            visit(index - 1, &text)
        })
    }

    fn listed(&self) -> Arc<dyn AnyMoves> {
        Arc::new(self.record.position().moves())
    }

    fn nth_move(&self, index: u128) -> Option<String> {
        Some(self.record.position().nth_move(index)?.to_string())
    }

    fn check(&self, m: &str) -> Result<(), Unplayable> {
        let parsed = m.parse().map_err(|reason| Unplayable {
            reason: Refused::because(reason),
            illegal: None,
        });
        let legal = self.record.position().check(&parsed?);
        legal.map_err(illegal::<G>)
    }

    fn index_of(&self, m: &str) -> Option<u128> {
        self.record.position().index_of(&m.parse().ok()?)
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<String> {
        Some(self.record.position().random_move(random)?.to_string())
    }

    fn classes(&self, most: usize) -> Vec<Vec<String>> {
        let position = self.record.position();
        let mut listed = 0;
        let mut places = BTreeMap::new();
        let mut classes: Vec<Vec<String>> = Vec::new();
        let _ = position.for_each_move(&mut |m| {
            if let Ok(child) = position.child(&m) {
                let place = *places.entry(child.class()).or_insert(classes.len());
                if place == classes.len() {
                    classes.push(Vec::new());
                }
                classes[place].push(m.to_string());
            }
            listed += 1;
            go_on_if(listed < most)
        });
        classes
    }
}

impl<M: fmt::Debug + Display + Send + Sync> AnyMoves for Vec<M> {
    fn count(&self) -> usize {
        self.len()
    }

    fn text(&self, index: usize) -> String {
        self[index].to_string()
    }
}

impl<G: Describe> AnyTexts for Playing<G> {
    ask_the_position!(move_help -> String, fixed -> Option<&'static str>, remarks -> String);

    fn read_moves(&self, text: &str) -> Result<Vec<String>, Unplayable> {
        let moves = self.read(text)?;
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    fn say_move(&self, m: &str) -> String {
        let said = self.legal(m).map(|m| self.record.position().say_move(&m));
        said.unwrap_or_else(|| m.to_owned())
    }

    fn board(&self) -> String {
        G::board_of(&self.record)
    }

    fn bare_board(&self) -> String {
        self.record.position().board()
    }

    fn view(&self, name: &str) -> Option<String> {
        self.record.position().view(name)
    }

    fn view_move(&self, name: &str, m: &str) -> Option<(String, String)> {
        self.record.position().view_move(name, &self.legal(m)?)
    }

    fn facts(&self) -> Vec<Fact> {
        G::facts(&self.record)
    }

    fn turns(&self) -> usize {
        self.game
            .turns
            .as_ref()
            .map_or(self.record.moves().len(), |turns| (turns.of)(&self.record))
    }

    fn repetitions(&self) -> usize {
        self.record.repetitions()
    }

    fn write(&self, notation: &str, said: &Said) -> Result<String, Refused> {
        let formats = (self.game.formats)();
        let format = reading::named(&formats, notation)?;
        let Some(write) = &format.write else {
            return Err(Refused::new(format!(
                "the format `{notation}` can be read but not written"
            )));
        };
        let mut game = ParsedGame::new(self.record.clone(), 1);
        game.said = said.clone();
        write.write(&game)
    }

    fn to_bytes(&self) -> Vec<u8> {
        compact::write(&self.record)
    }
}

impl<G: Describe> Display for Playing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

impl<G: Describe> AnyRecord for Playing<G> {
    fn game(&self) -> &'static dyn AnyGame {
        self.game.whole.unwrap_or(self.game)
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

    fn moves(&self) -> Vec<String> {
        let moves = self.record.moves().iter();
        moves.map(ToString::to_string).collect()
    }

    fn last_move(&self) -> Option<String> {
        self.record.moves().last().map(ToString::to_string)
    }

    fn play(&mut self, text: &str) -> Result<(), Unplayable> {
        let moves = self.read(text)?;
        let before = self.record.moves().len();
        for m in moves {
            if let Err(reason) = self.push(m) {
                self.rewind(before);
                return Err(reason);
            }
        }
        Ok(())
    }

    fn play_index(&mut self, index: u128) -> Result<(), Unplayable> {
        let Some(m) = self.record.position().nth_move(index) else {
            let found = self.record.position().count_moves();
            return Err(Unplayable {
                reason: Refused::new(format!(
                    "the index of a move must be below {found}, found {index}"
                )),
                illegal: None,
            });
        };
        self.push(m)
    }

    fn play_random(&mut self, most: u64, random: &mut dyn Random) {
        for _ in 0..most {
            let Some(m) = self.record.position().random_move(random) else {
                break;
            };
            self.record.push(m).expect("a listed move is legal");
        }
    }

    fn rewind(&mut self, moves: usize) -> bool {
        self.record.truncate(moves)
    }

    fn beginnings(&self) -> Vec<Box<dyn AnyRecord>> {
        let mut growing = Record::new(self.record.setup().clone());
        let mut beginnings = vec![self.with(growing.clone())];
        for m in self.record.moves() {
            growing.push(m.clone()).expect("a recorded move is legal");
            beginnings.push(self.with(growing.clone()));
        }
        beginnings
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

    fn pictures(&self) -> Option<Box<dyn AnyPictures + '_>> {
        Some((self.game.pictures?)(&self.record))
    }

    fn encoding(&self) -> Option<Box<dyn AnyEncoding + '_>> {
        Some((self.game.encoding?)(Encoded {
            position: self.record.position(),
            boards: self.game.boards.as_ref(),
            nets: self.game.nets.as_ref(),
        }))
    }
}

fn written<M: ToString>(verdict: Verdict<M>) -> Verdict<String> {
    verdict.map(|m| m.to_string())
}

impl<G: Describe> Playing<G> {
    /// Returns the solver and the position to solve.
    fn solver(&mut self) -> (&mut dyn Values<G>, &G) {
        let solver = self.solver.get_mut();
        let solver = solver.unwrap_or_else(PoisonError::into_inner);
        let solver = solver.get_or_insert_with(self.game.values);
        (&mut **solver, self.record.position())
    }
}

/// Methods that the solver answers.
macro_rules! ask_the_solver {
    ($($method:ident($($effort:ident)?) -> $type:ty),+) => {$(
        fn $method(&mut self $(, $effort: &mut Effort<'_>)?) -> $type {
            let (solver, position) = self.solver();
            solver.$method(position $(, $effort)?)
        }
    )+};
}

impl<G: Describe> AnyValues for Playing<G> {
    ask_the_solver!(nimber(effort) -> Solved<Option<Nimber>>, guarantees(effort) -> Solved<Guarantees>);
    ask_the_solver!(certify(effort) -> Solved<Certified>);
    ask_the_solver!(threads() -> Threads, published() -> Option<&'static str>);

    fn solve(&mut self, effort: &mut Effort<'_>) -> Solved<Verdict<String>> {
        let (solver, position) = self.solver();
        Ok(written(solver.solve(position, effort)?))
    }

    fn verify(&mut self, effort: &mut Effort<'_>) -> Solved<Verified<String>> {
        let (solver, position) = self.solver();
        let Verified { verdict, by } = solver.verify(position, effort)?;
        let verdict = written(verdict);
        Ok(Verified { verdict, by })
    }

    fn read_certificate(&mut self, certificate: &Certificate) -> Result<(), Refused> {
        let (solver, position) = self.solver();
        let facts = solver.facts(position, certificate)?;
        *self.facts.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(facts);
        Ok(())
    }

    fn said(&mut self) -> Option<values::Said> {
        let facts = self.facts.get_mut().unwrap_or_else(PoisonError::into_inner);
        facts.as_mut()?(self.record.position())
    }

    fn catalogue(&self, effort: &mut Effort<'_>) -> Solved<Box<dyn AnyCatalogue>> {
        let Some(catalogue) = self.game.catalogue else {
            let title = G::ABOUT.title;
            return Err(Refused::new(format!(
                "{title} has no catalogues, so its positions cannot be listed"
            ))
            .into());
        };
        catalogue(self.record.position(), effort)
    }

    #[cfg(feature = "store")]
    ask_the_solver!(store_kind() -> Option<&'static str>);
}

impl<G: Game> AnyLevels for Levels<G> {
    fn upcoming(&self) -> Option<u128> {
        Levels::upcoming(self)
    }

    fn next_within(
        &mut self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Counts>, Unfinished> {
        Levels::next_within(self, meter, fits)
    }
}

impl<G: Describe> AnyCounts for Playing<G> {
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

    fn perft_turns(&self, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u128>, Unfinished> {
        let position = self.record.position();
        match &self.game.turns {
            Some(turns) => (turns.perft)(position, depth, meter),
            None => perft_within(position, depth, meter),
        }
    }

    fn levels(&self) -> Box<dyn AnyLevels> {
        Box::new(Levels::new(self.record.position().clone()))
    }

    fn games_by_length(&self, budget: &Budget) -> Solved<Option<BTreeMap<usize, u128>>> {
        let Some(lengths) = self.game.lengths else {
            let title = G::ABOUT.title;
            let text = format!("{title} cannot count whole games without listing them");
            return Err(Refused::new(text).into());
        };
        Ok(lengths(self.record.position(), budget)?)
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
}

impl<G: Describe> AnySearch for Playing<G> {
    fn search(
        &self,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let position = self.record.position();
        let tell = &mut |report: &Report<G::Move>| progress(&report.map(ToString::to_string));
        let report = match guide {
            None => search.run(position, budget, tell),
            Some(guide) => search.run_guided(position, budget, &mut self.guided(guide), tell),
        };
        report.map(ToString::to_string)
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

impl<G: Describe> Erased<G> {
    /// Registers the [self-play](crate::self_play) of searches.
    pub const fn episodes(mut self) -> Erased<G> {
        self.episodes = Some(EpisodesOf {
            play: Playing::play_itself,
            read: Playing::read_episodes,
        });
        self
    }
}

impl<G: Describe> Playing<G> {
    /// Returns a guide for positions of the game that passes them as objects to `guide`.
    fn guided(&self, guide: &mut AnyGuide<'_>) -> impl FnMut(&[Leaf<G>]) -> Vec<Opinion> {
        |leaves| {
            let leaves = leaves.iter().map(|leaf| AnyLeaf {
                record: self.from(leaf.position.clone()),
                moves: Arc::new(leaf.moves.clone()),
            });
            guide(leaves.collect())
        }
    }

    fn play_itself(
        game: &'static Erased<G>,
        record: &Record<G>,
        settings: &SelfPlay,
        search: &MonteCarlo,
        budget: &Budget,
        mut guide: Option<&mut AnyGuide<'_>>,
        random: &mut dyn Random,
    ) -> AnyEpisode {
        let playing = Playing::new(game, record.clone());
        let start = record.position().clone();
        let episode = settings.play(start, random, |position| match &mut guide {
            None => search.run(position, budget, &mut |_| ()),
            Some(guide) => {
                search.run_guided(position, budget, &mut playing.guided(guide), &mut |_| ())
            }
        });
        playing.episode(&episode)
    }

    fn read_episodes(game: &'static Erased<G>, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused> {
        let episodes = Episodes::<G, _>::new(bytes).map(|episode| {
            let episode = episode?;
            Ok(Playing::new(game, episode.record().clone()).episode(&episode))
        });
        episodes.collect()
    }

    fn episode(&self, episode: &Episode<G>) -> AnyEpisode {
        let steps = episode.steps().iter().map(|step| Step {
            weights: (step.weights.iter())
                .map(|(m, weight)| (m.to_string(), *weight))
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
