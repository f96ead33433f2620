//! Solves positions of normal play on many machines.
//!
//! An [`Owner`] keeps the part of the search tree near the root: lands whose children a worker has listed, with proof
//! numbers, as in a proof-number search with an explicit tree (Čížek, Balko and Schmid, arXiv:2511.10339). A *couple*
//! is a land beside a Nim heap. The owner walks down this tree to the couple that would settle the question most
//! cheaply, and makes that couple a [`Job`].
//!
//! A [`Worker`] is a solver with its own table. It works on the job's couple for a limited number of nodes and then
//! sends a [`JobReport`], which contains the results that it proved, the lands on which it spent most of its nodes,
//! with their children, and the proof numbers of the rest. So the owner's tree grows where the work is done, and
//! passing a couple from one worker to another costs little. A job contains as many results of other workers as it has
//! room for, the most expensive first, so that a worker that joins late can start at once.
//!
//! While a worker is busy with a couple, the owner counts its proof numbers double, and doubles them again whenever the
//! walk ends there, so that workers spread over the tree. An entry remains true no matter which worker found it.
//! Reports may therefore be lost, late or repeated, and if a worker dies, only its time is lost. All messages can be
//! sent as bytes, and this module does not depend on how they are sent.
//!
//! An owner trusts its workers. Each message begins with its version, which must be the same, and has a checksum that
//! detects damage in transit. Reading a message does not prove its entries again, but an audit of the owner's store
//! does.
//!
//! With the feature `cluster`, messages become bytes, and `Simulation` runs a cluster of any size in virtual time.
//!
//! # Glossary
//!
//! * **owner** (`owner.rs`): keeps the search tree near the root, hands out jobs, and collects what is proved.
//! * **job** (`message.rs`): a couple to work on, for a worker.
//! * **colleague** (`owner.rs`): a worker as the owner remembers it, with the number of entries of each price that were
//!   sent to it.
//! * **price** (`owner.rs`): the number of nodes that an entry cost, in powers of two.
//! * **cheap** and **dear** (`Policy`): an entry is reported and sent to others if it cost at least `cheap` nodes, and
//!   at least `dear` nodes for each worker. In a job, `dear` is the larger number, rounded up to a power of two.
//!
//! # Examples
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::cluster::{Job, Owner, JobReport, Worker};
//!
//! let mut owner = Owner::new(&Lands::start(7));
//! let mut worker = Worker::new(1 << 28, 1);
//! while owner.mover_wins().is_none() {
//!     let job: Vec<u8> = owner.job(0).expect("one worker always has something to do").to_bytes();
//!     // The bytes go to another machine, and others come back.
//!     let report: Vec<u8> = worker.work(&Job::from_bytes(&job)?).to_bytes();
//!     owner.report(&JobReport::from_bytes(&report)?);
//! }
//! assert_eq!(owner.mover_wins(), Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "cluster")]
mod bytes;
#[cfg(feature = "store")]
mod kept;
mod message;
mod owner;
#[cfg(feature = "cluster")]
mod simulation;
mod worker;

#[cfg(feature = "cluster")]
pub use bytes::MessageError;
pub use message::{Job, JobReport};
pub use owner::{Owner, OwnerProgress, Policy};
#[cfg(feature = "cluster")]
pub use simulation::{Simulation, SimulationResult};
pub use worker::Worker;

#[cfg(test)]
mod tests {
    use super::message::ProvedEntry;
    use super::*;
    use crate::land::{Land, Lands};
    use crate::solve::{Known, Solver};
    use std::collections::BTreeSet;

    /// Jobs so small that even a few spots need many.
    fn small_jobs() -> Policy {
        Policy {
            least: 4,
            most: 4096,
            cheap: 1,
            ..Policy::default()
        }
    }

    /// Solves a starting position with workers that take turns, and calls `after` after each report. Messages are sent
    /// as bytes.
    fn solve(
        spots: usize,
        workers: u64,
        mut after: impl FnMut(&mut Owner, &mut Vec<(u64, Worker)>, u64),
    ) -> Owner {
        let mut owner = Owner::new(&Lands::start(spots));
        owner.policy = small_jobs();
        let mut crew: Vec<_> = (0..workers).map(|n| (n, Worker::new(1 << 28, 1))).collect();
        let mut turn = 0;
        while owner.mover_wins().is_none() {
            let mut reports = Vec::new();
            for (name, worker) in &mut crew {
                let Some(job) = owner.job(*name) else { break };
                let read = Job::from_bytes(&job.to_bytes()).expect("a job");
                assert_eq!(read, job);
                reports.push(worker.work(&read).to_bytes());
            }
            assert!(!reports.is_empty(), "there is always something to do");
            for bytes in reports {
                let report = JobReport::from_bytes(&bytes).expect("a report");
                assert_eq!(report.to_bytes(), bytes);
                owner.report(&report);
            }
            turn += 1;
            assert!(turn < 10_000, "the search gets somewhere");
            after(&mut owner, &mut crew, turn);
        }
        owner
    }

    #[track_caller]
    fn check_facts(owner: &Owner) {
        let mut solver = Solver::new();
        for (land, known) in owner.all_entries() {
            let nimber = solver
                .nimber(&Lands::from_iter([land.clone()]))
                .expect("no limit");
            match known {
                Known::Nimber(found) => assert_eq!(nimber, found, "{land}"),
                Known::Excluded(bits) => assert_eq!(bits >> nimber.0 & 1, 0, "{land}"),
            }
        }
    }

    #[test]
    fn a_cluster_and_a_solver_agree_about_who_wins_and_about_every_fact() {
        for spots in 0..=7 {
            let alone = Solver::new()
                .solve_lands(&Lands::start(spots))
                .expect("no limit");
            for workers in [1, 3] {
                let owner = solve(spots, workers, |_, _, _| ());
                assert_eq!(owner.mover_wins(), Some(alone.mover_wins), "{spots} spots");
                check_facts(&owner);
            }
        }
    }

    #[test]
    fn workers_that_die_cost_only_time() {
        let owner = solve(9, 3, |owner, crew, turn| {
            let next = 3 + turn;
            let (name, worker) = &mut crew[(turn % 3) as usize];
            // It dies in the middle of a job.
            let _ = owner.job(*name);
            owner.lose(*name);
            (*name, *worker) = (next, Worker::new(1 << 28, 1));
        });
        assert_eq!(owner.mover_wins(), Some(true));
        assert_eq!(owner.counts().running, 0);
        check_facts(&owner);
    }

    #[test]
    fn reports_that_come_late_twice_or_never_do_no_harm() {
        let mut late: Vec<JobReport> = Vec::new();
        let mut owner = Owner::new(&Lands::start(7));
        let mut workers: Vec<Worker> = (0..2).map(|_| Worker::new(1 << 28, 1)).collect();
        for turn in 0.. {
            let name = turn % 2;
            if owner.mover_wins().is_some() {
                break;
            }
            let Some(job) = owner.job(name) else {
                owner.lose(1 - name);
                continue;
            };
            let report = workers[name as usize].work(&job);
            match turn % 3 {
                0 => {
                    owner.report(&report);
                }
                1 => late.push(report),
                _ => {
                    owner.lose(name);
                    late.drain(..).for_each(|report| {
                        owner.report(&report);
                        owner.report(&report);
                    });
                }
            }
        }
        assert_eq!(owner.mover_wins(), Some(false));
        check_facts(&owner);
    }

    #[test]
    fn jobs_of_any_size_get_somewhere() {
        for least in [1, 2, 1000] {
            let mut simulation = Simulation::new(2);
            (simulation.policy.least, simulation.policy.most) = (least, 16.max(least));
            assert!(simulation.run(&Lands::start(9)).mover_wins, "{least}");
        }
    }

    #[test]
    fn a_new_worker_gets_the_dearest_entries_of_others_first_and_few_at_a_time() {
        let mut owner = solve(9, 2, |_, _, _| ());
        let (all, mut sent) = (owner.counts().entries, Vec::new());
        loop {
            let some = owner.share(7, 10);
            assert!(some.len() <= 10);
            if some.is_empty() {
                break;
            }
            sent.extend(some);
        }
        assert!(
            100 < sent.len() && sent.len() < all,
            "{} of {all}",
            sent.len()
        );
        // Entries that a nimber makes superfluous are left out, and no worker gets an entry that it found itself.
        let stale = |(land, known): &(Land, Known)| {
            let has_nimber = matches!(owner.known(land), Some(Known::Nimber(_)));
            has_nimber && matches!(known, Known::Excluded(_))
        };
        assert!(!sent.iter().any(stale));
        assert!(owner.share(0, all).len() < sent.len());
    }

    #[test]
    fn a_worker_reports_cheap_facts_only_of_lands_that_the_owner_meets() {
        let mut job = Owner::new(&Lands::start(9)).job(0).expect("a job");
        let mut report = |dear| {
            (job.nodes, job.dear) = (500, dear);
            Worker::new(1 << 28, 1).work(&job)
        };
        let (all, dear) = (report(1), report(8));
        assert_eq!(
            (&all.listed, &all.estimates),
            (&dear.listed, &dear.estimates)
        );
        let options = dear.listed.iter().flat_map(|land| &land.options);
        let met: BTreeSet<&Land> = options
            .flat_map(|option| &option.lands)
            .chain(dear.listed.iter().map(|listed| &listed.land))
            .collect();
        let is_due = |entry: &&ProvedEntry| entry.nodes >= 8 || met.contains(&entry.land);
        let due: Vec<_> = all.entries.iter().filter(is_due).collect();
        assert_eq!(due, dear.entries.iter().collect::<Vec<_>>());
        assert!(dear.entries.iter().any(|entry| entry.nodes < 8));
        assert!(
            2 * due.len() < all.entries.len(),
            "{} {}",
            due.len(),
            all.entries.len()
        );
    }

    #[test]
    fn the_more_workers_there_are_the_dearer_are_the_entries_that_they_get() {
        let mut owner = solve(9, 2, |_, _, _| ());
        let all = owner.counts().entries;
        let policy = |dear| Policy {
            dear,
            ..small_jobs()
        };
        let mut last = owner.share(10, all).len();
        for (worker, dear) in [(11, 1.0), (12, 4.0), (13, 16.0)] {
            owner.policy = policy(dear);
            let sent = owner.share(worker, all).len();
            assert!(sent < last, "{sent} {last}");
            last = sent;
        }
        assert!(last > 0);
    }

    #[test]
    fn virtual_time_is_the_same_in_every_run_and_more_workers_need_less_of_it() {
        let lands = Lands::start(10);
        let run = |workers, threads, death_every| {
            let mut simulation = Simulation::new(workers);
            (simulation.threads, simulation.death_every) = (threads, death_every);
            (simulation.policy, simulation.latency) = (small_jobs(), 0);
            simulation.owner = (0, 0);
            simulation.run(&lands)
        };
        let one = run(1, 1, None);
        assert!(one.mover_wins);
        for (workers, threads) in [(4, 1), (1, 4), (2, 2)] {
            let four = run(workers, threads, None);
            assert!(four.mover_wins);
            assert_eq!(run(workers, threads, None), four);
            assert!(four.time < one.time, "{} {}", four.time, one.time);
        }
        let four = run(4, 1, None);
        let dying = run(4, 1, Some(four.time / 4));
        assert!(dying.mover_wins && dying.deaths > 0);
    }

    /// What a lost worker has not proved is gone, but the owner's tree is not: with jobs for the root alone, each life
    /// would begin again there.
    #[test]
    fn a_worker_alone_that_dies_often_gets_on() {
        let mut simulation = Simulation::new(1);
        (simulation.policy.least, simulation.policy.most) = (16, 50);
        let lands = Lands::start(11);
        let alone = simulation.run(&lands);
        // Some five jobs in a life; it takes 3.7 times as long, and took more than 20 times without the tree.
        simulation.death_every = Some(alone.time / 20);
        simulation.until = 8 * alone.time;
        let dying = simulation.run(&lands);
        assert!(alone.mover_wins && dying.mover_wins, "{dying:?}");
        assert!(dying.deaths > 20, "{dying:?}");
    }
}
