//! Wild numbers and texts: no public function panics unless its documentation says when.

use std::time::Duration;

use crate::store::Directory;
use papergames_common::audit::{self, Checkpoint};
use papergames_common::claim::{
    Certificate, ClaimError, Claims, Derivation, Entries, Key, Premises, grounds,
};
use papergames_common::describe::SetupOptions;
use papergames_common::encode::{Actions, Bound, Graph};
use papergames_common::format::{
    ReadError, ReadGameError, contents, is_over_lines, plainly, short, without_number,
};
use papergames_common::grid::{ColumnName, Direction};
use papergames_common::laws::texts_like;
use papergames_common::look::{Ink, Print};
use papergames_common::nim::{Nim, Take};
use papergames_common::search::{AlphaBeta, MonteCarlo, Opinion, OutcomeOnly, Proof, moves_to_win};
use papergames_common::store::Store;
use papergames_common::text::{Place, Reader, any_of, counted};
use papergames_common::{
    Budget, Cost, Ending, Game, Level, Limit, Nimber, Outcome, Player, PlayerSet, PlyCap, Progress,
    Record, Refused, Report, Seeded, Stored, Unfinished, Value, checksum, compact, perft, playout,
    threads,
};
use proptest::prelude::*;

/// Numbers of any size, most of them near an end of a range.
fn wild() -> impl Strategy<Value = u64> {
    let near = (0..64u32, -2..=2i64).prop_map(|(bits, by)| (1u64 << bits).wrapping_add_signed(by));
    prop_oneof![0..12u64, near, Just(u64::MAX), any::<u64>()]
}

fn player() -> impl Strategy<Value = Player> {
    (0..Player::MAX).prop_map(Player::new)
}

fn text() -> impl Strategy<Value = String> {
    let like = texts_like(&["3,4:first+ 0x2", "first+third", "(a b)\n- c, d", "−12 é→x"]);
    prop_oneof![like, ".{0,20}", "\\PC{0,300}"]
}

/// Calls `Display`, `Debug` and `{:#?}`.
fn show(value: impl std::fmt::Display + std::fmt::Debug) {
    let _ = format!("{value} {value:?} {value:#?} {value:20}");
}

proptest! {
    #[test]
    fn players_and_outcomes(
        a in player(), b in player(), n in 1..=Player::MAX, mask in any::<u8>(),
        scores in prop::collection::vec(any::<i64>(), 1..=Player::MAX), number in wild(),
    ) {
        show(a.next(n));
        let set: PlayerSet = Player::all(Player::MAX).filter(|p| mask >> p.index() & 1 == 1).collect();
        show(set.with(b).complement(n));
        prop_assert_eq!(PlayerSet::all(n).len(), Player::all(n).count());
        prop_assert!(set.with(a).contains(a) && !set.with(a).is_empty());
        for outcome in [
            Outcome::by_score(&scores), Outcome::shared(set.with(a), number as usize), Outcome::Shared(set),
        ] {
            show(outcome);
            prop_assert!(outcome.utility(b).abs() <= 1);
            show(outcome.of(b));
        }
        let two = Player::new(a.index() % 2);
        show(two.opponent());
        for ending in [Ending::Normal, Ending::Misere] {
            prop_assert_eq!(ending.outcome(two), Outcome::Win(ending.winner(two)));
        }
    }

    #[test]
    fn values_budgets_and_reports(
        p in player(), q in player(), hundredths in any::<i64>(), a in wild(), b in wild(), t in any::<f64>(),
    ) {
        let value = Value::estimated(p, hundredths).at_distance(a as u32);
        show(value);
        show(Value::proved(p, Outcome::Win(q), hundredths));
        let _ = (value.seen_by(q), Report::of_move(1).with_value(value).value_for(q));
        let (nodes, time) = (a, Duration::new(b, 999_999_999));
        let budget = Budget::new().nodes(nodes).depth(b as u32).time(time).memory(b);
        let _ = (budget.stages(), budget.less(b, time), budget.reached(b, time), budget.usual_memory());
        let _ = budget.clone().within(&Budget::new().nodes(b)).start().is_spent();
        show(Unfinished::new(Limit::Time, nodes, time));
        show(Cost::new(nodes, time));
        let mut progress = Progress::new(nodes, time);
        (progress.share, progress.known, progress.memory) = (Some((a, b)), a, b);
        show(&progress);
        let _ = (Bound::of_moves(a as usize), Level::new(b as u8).map(Level::budget));
        let (mut random, search) = (Seeded::new(a), MonteCarlo::new(b));
        let report = search.run(&Nim::new(&[3, 2]), &Budget::new().nodes(a % 20), &mut |_| {});
        let _ = (report.policy(), report.draw(t, &mut random).copied());
    }

    #[test]
    fn searches_of_nim(
        heaps in prop::collection::vec(any::<u8>(), 1..4), a in wild(), b in wild(), bytes in any::<Vec<u8>>(),
    ) {
        let nim = Nim::new(&heaps);
        let m = Take { heap: a as u8, matches: b as u8 };
        show(m);
        show(nim.check(&m).is_ok());
        prop_assert_eq!(nim.child(&m).is_ok(), nim.index_of(&m).is_some());
        prop_assert_eq!(nim.child(&m).is_ok(), nim.action_of(&m).is_some());
        let _ = (nim.nth_move(u128::from(a) << 64 | u128::from(b)), nim.move_of(a as usize));
        let small = Nim::new(&[(a % 4) as u8, 2]);
        let _ = perft(&small, b as u32);
        let _ = perft::perft_within(&nim, b as u32, &mut Budget::new().nodes(a % 100).start());
        let _ = moves_to_win(&nim, a % 1000);
        let _ = AlphaBeta::new(OutcomeOnly).table(b as usize).run(&small, &Budget::new(), &mut |_| {});
        let _ = Proof::wins(Player::new((b % 2) as usize)).run(&small, &Budget::new().memory(b), &mut |_| {});
        let mut record = playout::record(small.clone(), b, &mut Seeded::new(a));
        prop_assert_eq!(playout::play_at_most(small, b, &mut Seeded::new(a)), record.position().clone());
        record.truncate(a as usize);
        show(&record);
        prop_assert_eq!(format!("{record:#?}").lines().count(), 1, "a shrunk record is one line");
        let _ = PlyCap::new(nim, a as u32).moves();
        let _ = compact::read::<Nim>(&bytes).map(|record: Record<Nim>| record.to_string());
        let _ = (checksum::fnv1a(a, &bytes), checksum::fingerprint(b, &[&bytes]));
        let mut graph = Graph::new((a % 5) as usize);
        graph.add_node(&vec![0.0; (a % 5) as usize]);
        prop_assert!(graph.n_nodes() <= 1);
        let _ = Opinion::even(vec![0.0], (b % 1000) as usize);
        show(Nimber(a as u32));
        show(ColumnName(b as u8));
        let _ = Direction::ALL.map(|direction| (direction.step(), direction.opposite()));
    }

    #[test]
    fn readers(text in text(), other in text(), a in wild(), b in wild(), c in any::<char>()) {
        let mut reader = Reader::new(&text);
        let _ = (reader.eat(c), reader.eat_str(&other), reader.peek(), reader.next_char());
        let _ = (reader.number("a number", a..=b), reader.number_as("a number", b..=a), reader.expect(c));
        show(reader.unexpected(other.clone()));
        show(reader.unexpected_word("a word", &other));
        let (line, place) = Place::after(&other).in_line(&text);
        prop_assert!(line <= text.len());
        show(place);
        let _ = (Place::after(&other).split(&text), counted(a, &text), any_of(&[&text, &other]));
        let _ = (text.parse::<Player>(), text.parse::<Ending>(), text.parse::<Direction>());
        let _ = (text.parse::<Nim>(), text.parse::<Take>(), text.parse::<Record<Nim>>());
        let mut print = Print::default();
        print.add(&text, Ink::Owner(a as usize));
        print.add_line(&other);
        show(print);
        let _ = (contents(&text).count(), short(&text), without_number(&text), is_over_lines::<Nim>(&text));
        let mut certificate = Certificate::new(&other);
        certificate.say(&text, &other);
        prop_assert!(certificate.said(&text).is_some());
        show(certificate);
        let _ = (text.parse::<Checkpoint>().is_ok(), text.parse::<Certificate>().is_ok());
        let _ = Checkpoint::default().begin(a, b).is_ok();
        let options = SetupOptions::none();
        let _ = (options.spelled(&text), options.allow(&text, &[&other]).is_ok(), options.ending_of(&text).is_ok());
    }

    #[test]
    fn errors_of_readers(
        heaps in prop::collection::vec(any::<u8>(), 1..4), text in text(), word in text(), a in wild(), b in wild(),
    ) {
        let record = Record::new(Nim::new(&heaps));
        show(ReadError::<Nim>::of(text.clone()));
        show(ReadError::<Nim>::in_option(&word, &text));
        show(ReadError::in_move(text.clone(), record.position(), &word, plainly));
        for before in [None, Some(&record)] {
            let error = ReadGameError::new(a as usize, &word, before, Refused::new(text.clone()));
            show(&error);
            show(error.in_text(b as usize, plainly));
        }
    }

    #[test]
    fn numbers_for_threads(start in wild(), n in 0..9usize, threads in 0..5usize) {
        for start in [start as usize, usize::MAX - n] {
            let numbers = start..start.saturating_add(n);
            prop_assert_eq!(threads::each(numbers.clone(), threads, |i| i), numbers.collect::<Vec<_>>());
        }
    }
}

/// Claims that follow from the claim about a key that is a byte shorter, or are open or wrong, as the last byte says.
struct Shorter;

impl Claims for Shorter {
    type Known = Vec<u8>;

    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, Vec<u8>)> {
        (value != [0]).then(|| (key.into(), value.into()))
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        key.len() as u32
    }

    fn statement(&self, key: &[u8], known: &Vec<u8>) -> String {
        format!("{key:?} is {known:?}")
    }

    fn follows(
        &mut self,
        key: &[u8],
        known: &Vec<u8>,
        table: &Premises<'_, Vec<u8>>,
    ) -> Result<Derivation<Vec<u8>>, ClaimError> {
        let _ = format!("{table:?} {:?} {}", table.size(), table.doubts());
        let Some((last, shorter)) = key.split_last() else {
            return Ok(Derivation::From(Vec::new()));
        };
        let stored = table.stored(shorter)?;
        assert!(stored.is_none() || table.is_stored());
        let shorter: Entries<_> = vec![(shorter.into(), known.clone())];
        Ok(match last % 4 {
            0 => Derivation::Not(self.statement(key, known)),
            1 => Derivation::Open,
            _ if table.is_stored() && stored.is_none() => Derivation::Open,
            _ => Derivation::From(shorter),
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn stores(
        entries in prop::collection::vec((any::<Vec<u8>>(), any::<Vec<u8>>()), 0..6), key in any::<Vec<u8>>(),
        kind in text(), other in text(), name in text(), at in wild(), nodes in 0..9u64,
    ) {
        let directory = Directory::new("wild");
        let path = directory.file(&name.replace(['/', '\\'], "_"));
        let Ok(mut store) = Store::open(&path, &kind) else {
            return Ok(());
        };
        prop_assert_eq!(store.expect_kind(&other).is_ok(), kind == other);
        for (key, value) in &entries {
            store.insert(key, value);
            prop_assert_eq!(store.get(key)?, Some(value.clone()));
        }
        store.commit()?;
        let is_there = entries.iter().any(|(own, _)| *own == key);
        prop_assert_eq!(store.get(&key)?.is_some(), is_there);
        for budget in [Budget::new(), Budget::new().nodes(nodes)] {
            let (mut claims, mut mark) = (Shorter, Checkpoint::default());
            let _ = audit::audit(&store, &mut claims, &budget, &mut mark, &mut |_| ()).is_ok();
            prop_assert!(mark.audit.checked() <= mark.audit.results);
        }
        let first = entries.iter().map(|(key, value)| (key.clone().into(), value.clone()));
        let _ = grounds(&mut Shorter, first.collect()).is_ok();
        let settled = Shorter.settle(&key, &key, &Budget::new());
        prop_assert!(settled.is_ok_and(|settled| settled.is_none()));
        drop(store);
        // The beginning of a store, and wild bytes after it.
        let mut bytes = std::fs::read(&path)?;
        bytes.truncate(at as usize % (bytes.len() + 1));
        bytes.extend(&key);
        std::fs::write(&path, &bytes)?;
        let _ = (Store::open(&path, &kind).is_ok(), Store::open_read_only(&path).is_ok());
    }
}
