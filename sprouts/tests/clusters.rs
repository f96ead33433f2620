//! What a cluster proves is proved by its store alone, also if workers and the owner are killed.

use papergames_sprouts::audit::Checkpoint;
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::cluster::{Owner, Policy, Worker};
use papergames_sprouts::solve::{audit, stored};
use papergames_sprouts::store::Store;
use papergames_sprouts::{Budget, Ending};

/// Solves a start with two workers. After each `kill_every` reports, the owner and the workers are killed, three times
/// in all, and others go on from the store. Then audits the store.
#[track_caller]
fn check(spots: usize, policy: Policy, kill_every: Option<usize>) {
    let name = format!(
        "sprouts-cluster-{spots}-{kill_every:?}-{}",
        std::process::id()
    );
    let path = std::env::temp_dir().join(name);
    let kind = stored::kind(Ending::Normal).expect("the standard game can be stored");
    let crew = || [(); 2].map(|()| Worker::new(1 << 30, 1));
    let hire = |store: &Store| {
        let mut owner = Owner::new(&Lands::start(spots));
        owner.policy = policy;
        owner.load(store).expect("the store is whole");
        (owner, crew())
    };
    {
        let mut store = Store::open(&path, kind).expect("a new file");
        let (mut owner, mut workers) = hire(&store);
        let (mut reports, mut kills) = (0, 0);
        while owner.mover_wins().is_none() {
            for (name, worker) in (0..).zip(&mut workers) {
                let Some(job) = owner.job(name) else { break };
                owner.report(&worker.work(&job));
                reports += 1;
            }
            owner.save(&mut store).expect("the file can be written");
            if kills < 3 && kill_every.is_some_and(|every| reports / every > kills) {
                kills += 1;
                (owner, workers) = hire(&store);
            }
        }
        assert_eq!(kills, if kill_every.is_some() { 3 } else { 0 }, "{reports}");
        let found = audit(
            &store,
            &Budget::new(),
            &mut Checkpoint::default(),
            &mut |_| (),
        );
        let found = found.expect("nothing is wrong");
        assert!(found.is_proved(), "{spots} spots: {found:?}");
    }
    std::fs::remove_file(path).expect("the file exists");
}

/// Jobs so small that even a few spots need many.
fn small() -> Policy {
    let mut policy = Policy::default();
    (policy.least, policy.most) = (4, 512);
    policy
}

#[test]
fn a_store_of_a_few_spots_is_proved() {
    for spots in [7, 9, 11] {
        check(spots, small(), None);
    }
}

#[test]
fn a_store_is_proved_after_kills() {
    check(11, small(), Some(20));
}

/// The nimber of `0*19.1a1a`, on which that of 21 spots rests, follows from exclusions of all its options.
#[test]
#[ignore = "a minute in release"]
fn the_store_of_21_spots_is_proved() {
    check(21, Policy::default(), None);
}

#[test]
#[ignore = "a minute in release"]
fn the_store_of_21_spots_is_proved_after_kills() {
    check(21, Policy::default(), Some(30));
}

#[test]
#[ignore = "minutes in release"]
fn the_store_of_24_spots_is_proved() {
    check(24, Policy::default(), None);
}
