//! Checks what a store keeps between two searches.

#![cfg(feature = "store")]

use std::path::PathBuf;

use papergames_sprouts::audit::Checkpoint;
use papergames_sprouts::land::{Land, Lands, Reductions};
use papergames_sprouts::planar::surface::Surface;
use papergames_sprouts::solve::audit;
use papergames_sprouts::solve::{Entry, Known, Loss, Solver, stored};
use papergames_sprouts::store::Store;
use papergames_sprouts::surface::Sheet;
use papergames_sprouts::{
    Budget, Ending, Nimber, Player, Position, Random, Seeded, Variant, playout,
};

fn kind(ending: Ending) -> &'static str {
    stored::kind(ending).expect("standard Sprouts has stores")
}

/// Returns the lands with unknown nimbers, each with those that it does not have.
fn exclusions(solver: &Solver) -> impl Iterator<Item = (String, u64)> {
    solver.entries().filter_map(|entry| match entry {
        Entry::Land(land, Known::Excluded(bits)) => Some((land.key(), bits)),
        Entry::Land(..) | Entry::Loss(_) => None,
    })
}

fn n_nimbers(solver: &Solver) -> usize {
    let is_nimber = |entry: &Entry| matches!(entry, Entry::Land(_, Known::Nimber(_)));
    solver.entries().filter(is_nimber).count()
}

#[test]
fn a_search_that_was_stopped_goes_on_with_what_its_store_holds() {
    let path = std::env::temp_dir().join(format!("sprouts-exclusions-{}", std::process::id()));
    let start = Position::new(10, Ending::Normal).expect("10 is a number of spots");
    {
        let mut store = Store::open(&path, kind(Ending::Normal)).expect("a new file");
        let mut stopped = Solver::new().budget(Budget::new().nodes(1_500));
        let unfinished = stopped.solve_stored(&start, &mut store, &mut |_| ());
        unfinished.expect_err("1,500 nodes are too few for ten spots");

        let mut resumed = Solver::new();
        stored::load(&mut resumed, &store).expect("the store is whole");
        let sorted = |solver: &Solver| {
            let mut keys: Vec<_> = exclusions(solver).collect();
            keys.sort_unstable();
            keys
        };
        assert!(!sorted(&resumed).is_empty());
        assert_eq!(sorted(&resumed), sorted(&stopped));
        assert_eq!(
            stored::nimbers(&store, &Budget::new())
                .expect("the store is whole")
                .len(),
            n_nimbers(&resumed)
        );

        let verdict = resumed.solve_stored(&start, &mut store, &mut |_| ());
        let verdict = verdict.expect("there is no limit");
        assert_eq!(verdict.winner(), Some(Player::FIRST));

        // Now that the nimbers are known, they have replaced the exclusions.
        let again = Solver::new().solve_stored(&start, &mut store, &mut |_| ());
        assert_eq!(
            again.expect("there is no limit").winner(),
            Some(Player::FIRST)
        );
        let known = n_nimbers(&resumed);
        assert_eq!(
            stored::nimbers(&store, &Budget::new())
                .expect("the store is whole")
                .len(),
            known
        );
    }
    std::fs::remove_file(path).expect("the file exists");
}

/// The results of a store, in order.
fn entries(store: &Store) -> Vec<(Vec<u8>, Vec<u8>)> {
    let entries = store.iter().collect::<Result<Vec<_>, _>>();
    entries.expect("the store is whole")
}

#[test]
fn a_solver_of_a_series_leaves_in_each_store_what_a_solver_of_its_own_would() {
    let path = |name: &str| {
        let id = std::process::id();
        std::env::temp_dir().join(format!("sprouts-series-{name}-{id}"))
    };
    for rules in [Ending::Normal, Ending::Misere] {
        let kind = stored::kind(rules).expect("the standard game can be stored");
        let start = |n| Position::new(n, rules).expect("a number of spots");
        let open = |name: &str| Store::open(path(name), kind).expect("a new file");
        {
            let (mut one, mut copy) = (open("one"), open("copy"));
            let mut solver = Solver::new();
            let mut nodes = Vec::new();
            for n in [6, 7, 8, 8] {
                let verdict = solver.solve_stored(&start(n), &mut one, &mut |_| ());
                nodes.push(verdict.expect("there is no limit").cost.nodes);
            }
            assert!(
                nodes[..3].iter().all(|n| *n > 0) && nodes[3] == 0,
                "{nodes:?}"
            );

            // Another solver knows all of it from the store, and hands on all of it.
            let mut other = Solver::for_rules(rules);
            stored::load(&mut other, &one).expect("the store is whole");
            stored::save(&mut other, &mut copy).expect("the file can be written");
            if rules == Ending::Normal {
                assert_eq!(entries(&copy), entries(&one));
                assert_eq!(n_nimbers(&other), n_nimbers(&solver));
            }
            // Of losses that are the same once more lands have values, the copy has one.
            let mut third = Solver::for_rules(rules);
            stored::load(&mut third, &copy).expect("the store is whole");
            let verdict = third.solve_stored(&start(8), &mut copy, &mut |_| ());
            assert_eq!(verdict.expect("there is no limit").cost.nodes, 0);
            let verdict = other.solve_stored(&start(8), &mut one, &mut |_| ());
            assert_eq!(verdict.expect("there is no limit").cost.nodes, 0);
        }
        for name in ["one", "copy"] {
            std::fs::remove_file(path(name)).expect("the file exists");
        }
    }
}

#[test]
fn a_lie_is_found_out_by_the_later_position_of_a_series_that_rests_on_it() {
    let path = std::env::temp_dir().join(format!("sprouts-late-lie-{}", std::process::id()));
    let start = |n| Position::new(n, Ending::Normal).expect("a number of spots");
    {
        let mut store = Store::open(&path, kind(Ending::Normal)).expect("a new file");
        store.insert(b"0*7", &[1]);
        store.commit().expect("the file can be written");
        let mut solver = Solver::new();
        for n in 2..7 {
            let verdict = solver.solve_stored(&start(n), &mut store, &mut |_| ());
            let _ = verdict.expect("nothing rests on the lie");
        }
        let refused = solver.solve_stored(&start(7), &mut store, &mut |_| ());
        let refused = refused.expect_err("the store is wrong").to_string();
        assert!(refused.contains("the nimber of `0*7` is 1"), "{refused}");
    }
    std::fs::remove_file(path).expect("the file exists");
}

/// Without one of its losses, a store of misère play holds some that do not follow, and others that follow from those.
#[test]
fn a_loss_that_rests_on_an_unknown_one_is_not_counted_as_proved() {
    let path = std::env::temp_dir().join(format!("sprouts-doubts-{}", std::process::id()));
    let start = Position::new(8, Ending::Misere).expect("8 is a number of spots");
    let mut solver = Solver::for_rules(Ending::Misere);
    assert!(solver.solve(&start).is_ok(), "there is no limit");
    let is_loss = |entry| match entry {
        Entry::Loss(loss) => Some(loss),
        Entry::Land(..) => None,
    };
    let losses: Vec<Loss> = solver.entries().filter_map(is_loss).collect();
    let (mut n_assumed, mut n_unknown) = (0, 0);
    for missing in (0..losses.len()).step_by(losses.len() / 8) {
        let mut store = Store::open(&path, kind(Ending::Misere)).expect("a new file");
        for (i, loss) in losses.iter().enumerate() {
            if i != missing {
                store.insert(loss.to_string().as_bytes(), &[]);
            }
        }
        store.commit().expect("it is written");
        // Too few nodes to search for what is missing.
        let budget = Budget::new().nodes(losses.len() as u64);
        let found =
            audit(&store, &budget, &mut Checkpoint::default(), &mut |_| ()).expect("no lies");
        assert_eq!(found.checked(), found.results);
        assert!(found.assumed == 0 || found.unknown > 0, "{found}");
        n_assumed += found.assumed;
        n_unknown += found.unknown;
        drop(store);
        std::fs::remove_file(&path).expect("the file exists");
    }
    assert!(n_unknown > 0 && n_assumed > 0, "{n_assumed} {n_unknown}");
}

/// A path for a store of this test program.
fn path_of(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("sprouts-{name}-{}", std::process::id()))
}

/// Random lands of every kind: on paper and on surfaces, as drawn and reduced.
fn random_lands(random: &mut Seeded) -> Lands {
    let moves = random.below(5);
    let n = 2 + random.below(3) as usize;
    if random.below(3) == 0 {
        let start = Position::new(n + 1, Ending::Normal).expect("a number of spots");
        let position = playout::play_at_most(start, moves, random);
        let reductions = [Reductions::ALL, Reductions::PUBLISHED, Reductions::NONE];
        let reductions = reductions[random.below(3) as usize];
        return Lands::drawn(&position, reductions).expect("the standard game has lands");
    }
    let parts = 1 + random.below(3) as u8;
    let surfaces = [Surface::Handles(parts - 1), Surface::Crosscaps(parts)];
    let surface = surfaces[random.below(2) as usize];
    let start = Sheet::new(n.min(3), surface, Ending::Normal).expect("few spots fit");
    playout::play_at_most(start, moves, random).lands()
}

/// What `save` writes into an empty store, `load` reads, and an audit proves.
#[test]
fn what_is_saved_of_lands_of_every_kind_is_read_back_and_proved() {
    let random = &mut Seeded::new(1);
    let (mut on_surfaces, mut results) = (0, 0);
    for _ in 0..60 {
        let ending = [Ending::Normal, Ending::Misere][random.below(2) as usize];
        let mut solver = Solver::for_rules(ending);
        for _ in 0..2 {
            let lands = random_lands(random);
            on_surfaces += usize::from(lands.to_string().contains('@'));
            let solved = solver.solve_lands(&lands);
            let _ = solved.expect("there is no limit");
        }
        let path = path_of("kinds");
        let mut store = Store::open(&path, kind(ending)).expect("a new file");
        stored::save(&mut solver, &mut store).expect("the file can be written");
        let told: Vec<_> = solver.entries().collect();
        let mut other = Solver::for_rules(ending);
        stored::load(&mut other, &store).expect("the store is whole");
        for entry in &told {
            match entry {
                Entry::Land(land, known) => {
                    assert_eq!(land.key().parse::<Land>().as_ref(), Ok(land));
                    assert_eq!(other.known(land), Some(*known), "{land}");
                }
                Entry::Loss(loss) => assert_eq!(loss.to_string().parse().as_ref(), Ok(loss)),
            }
        }
        let found = audit(
            &store,
            &Budget::new(),
            &mut Checkpoint::default(),
            &mut |_| (),
        );
        let found = found.unwrap_or_else(|error| panic!("{error} in {told:?}"));
        assert_eq!(
            (found.proved, found.assumed, found.unknown),
            (found.results, 0, 0),
            "{told:?}"
        );
        results += found.results;
        drop(store);
        std::fs::remove_file(path).expect("the file exists");
    }
    assert!(
        on_surfaces > 40 && results > 1_000,
        "{on_surfaces} {results}"
    );
}

/// An earlier version wrote the results of a game on the projective plane without the surface.
#[test]
fn a_store_without_the_surfaces_of_its_lands_is_recognised_and_teaches_nothing() {
    let path = path_of("without-surfaces");
    let mut store = Store::open(&path, kind(Ending::Normal)).expect("a new file");
    let mut truth = Solver::new();
    stored::save(&mut truth, &mut store).expect("the file can be written");
    let mut solver = Solver::new();
    let projective: Lands = "0*2@c1".parse().expect("lands");
    assert_eq!(solver.nimber(&projective), Ok(Nimber(1)));
    for entry in solver.entries() {
        let Entry::Land(land, Known::Nimber(nimber)) = entry else {
            continue;
        };
        let key: Vec<String> = land
            .key()
            .split('|')
            .map(|region| region.split('@').next().unwrap_or_default().to_owned())
            .collect();
        store.insert(key.join("|").as_bytes(), &[nimber.0 as u8]);
    }
    store.commit().expect("the file can be written");

    let mut fooled = Solver::new();
    let refused = stored::load(&mut fooled, &store).expect_err("the store is wrong");
    assert!(refused.to_string().contains("is impossible"), "{refused}");
    assert_eq!(fooled.entries().count(), 0);
    assert_eq!(fooled.nimber(&Lands::start(2)), Ok(Nimber(0)));
    #[cfg(feature = "cluster")]
    {
        let mut owner = papergames_sprouts::solve::cluster::Owner::new(&Lands::start(2));
        owner.load(&store).expect_err("the store is wrong");
        assert_eq!(owner.counts().entries, 0);
    }
    audit(
        &store,
        &Budget::new(),
        &mut Checkpoint::default(),
        &mut |_| (),
    )
    .expect_err("the store is wrong");
    drop(store);
    std::fs::remove_file(path).expect("the file exists");
}

#[test]
fn results_of_a_variant_are_neither_saved_nor_joined_by_those_of_a_store() {
    let path = path_of("variant");
    let mut store = Store::open(&path, kind(Ending::Normal)).expect("a new file");
    let mut solver = Solver::new();
    let start = Position::new(3, Variant::BlackAndWhite).expect("3 is a number of spots");
    let _ = solver.solve(&start).expect("there is no limit");
    let refused = stored::save(&mut solver, &mut store).expect_err("another variant");
    assert_eq!(
        refused.to_string(),
        "only results of standard Sprouts can be stored, not those of the variant `black-and-white`"
    );
    assert_eq!(store.len().expect("the store is whole"), 0);
    // Its own variant is the standard game, to which it returns.
    stored::load(&mut solver, &store).expect("the store is whole");
    stored::save(&mut solver, &mut store).expect("the file can be written");
    let mut other = Solver::for_rules(Variant::BlackAndWhite);
    stored::load(&mut other, &store).expect_err("another variant");
    drop(store);
    std::fs::remove_file(path).expect("the file exists");
}
