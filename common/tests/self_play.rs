//! Episodes of self-play: what is written reads back, and any bytes are read or refused.
#![cfg(feature = "proptest")]

use papergames_common::describe::Refused;
use papergames_common::nim::{Nim, Take};
use papergames_common::search::MonteCarlo;
use papergames_common::self_play::{self, Episode, Episodes, SelfPlay};
use papergames_common::{Budget, Game, Player, Report, Stored, playout};
use proptest::prelude::{any, prop_assert_eq, proptest};

/// Returns a game that a small search plays against itself.
fn episode(heaps: &[u8], seed: u64) -> Episode<Nim> {
    let search = MonteCarlo::new(seed);
    let budget = Budget::new().nodes(20);
    let mut random = papergames_common::Seeded::new(seed);
    SelfPlay::default().play(Nim::new(heaps), &mut random, |nim| {
        search.run(nim, &budget, &mut |_| {})
    })
}

fn read(bytes: &[u8]) -> Result<Vec<Episode<Nim>>, Refused> {
    Episodes::new(bytes).collect()
}

#[test]
fn steps_are_what_the_search_knew() {
    let episode = episode(&[7, 8, 9], 3);
    assert_eq!(episode.steps().len(), episode.record().moves().len());
    for (position, step) in episode.samples() {
        let ranks = step.weights.iter().map(|(m, _)| position.index_of(m));
        let ranks: Vec<_> = ranks.collect();
        assert!(ranks.is_sorted() && ranks.iter().all(Option::is_some));
        assert!(step.value.is_some_and(|value| value.abs() <= 100));
    }
    let (_, first) = episode.samples().next().expect("a game has moves");
    let visits: u64 = first.weights.iter().map(|(_, weight)| weight).sum();
    // A playout of 20 ends at the root itself.
    assert_eq!(visits, 19);
}

#[test]
fn a_proved_position_weighs_the_moves_that_prove_it() {
    let start = Nim::new(&[3, 4, 5]);
    let report = MonteCarlo::new(1).run(&start, &Budget::new().nodes(100_000), &mut |_| {});
    assert!(report.is_proved());
    let mut episode = Episode::new(start);
    let best = *report.best().expect("a move");
    episode.push(best, &report).expect("the move is legal");
    assert_eq!(episode.steps()[0].weights, [(best, 1)]);
    assert_eq!(episode.steps()[0].value, Some(100));
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut episode = Episode::new(Nim::new(&[1, 2]));
    let before = episode.clone();
    let m = Take {
        heap: 0,
        matches: 2,
    };
    assert!(episode.push(m, &Report::of_move(m)).is_err());
    assert_eq!(episode, before);
}

#[test]
fn the_bytes_of_an_episode_stay_as_they_are() {
    let start = Nim::new(&[1, 2]);
    let mut episode = Episode::new(start.clone());
    let m = start.nth_move(1).expect("three moves");
    let mut report = Report::of_move(m);
    report.value = Some(papergames_common::Value::estimated(Player::SECOND, 3));
    episode.push(m, &report).expect("the move is legal");
    let bytes = self_play::write(&episode);
    let record = papergames_common::compact::write(episode.record());
    let n = record.len();
    assert_eq!(bytes[..3], [n as u8 + 8, 1, n as u8]);
    assert_eq!(bytes[3..3 + n], record);
    // No weight, and −3 hundredths for the first player.
    assert_eq!(bytes[3 + n..5 + n], [0, 6]);
    assert_eq!(bytes.len(), n + 9);
    assert_eq!(read(&bytes).expect("it was written"), [episode]);
}

#[test]
fn values_of_any_size_read_back() {
    for hundredths in [0, 1, -1, i64::MAX, i64::MIN + 1] {
        let start = Nim::new(&[2]);
        let mut episode = Episode::new(start.clone());
        let m = start.nth_move(0).expect("a move");
        let mut report = Report::of_move(m);
        report.value = Some(papergames_common::Value::estimated(
            Player::FIRST,
            hundredths,
        ));
        episode.push(m, &report).expect("the move is legal");
        let back = read(&self_play::write(&episode)).expect("it was written");
        assert_eq!(back[0].steps()[0].value, Some(hundredths));
    }
}

#[test]
fn games_are_the_same_for_any_number_of_threads() {
    let games = |threads| {
        playout::many(12, 5, threads, |game, random| {
            let search = MonteCarlo::new(game);
            let budget = Budget::new().nodes(30);
            SelfPlay::default().play(Nim::new(&[5, 6]), random, |nim| {
                search.run(nim, &budget, &mut |_| {})
            })
        })
    };
    let one = games(1);
    assert_eq!((games(3), games(50)), (one.clone(), one.clone()));
    assert!(one.iter().any(|game| game != &one[0]), "games differ");
}

#[test]
fn a_file_that_breaks_off_yields_the_games_before() {
    let games = [episode(&[3, 4], 1), episode(&[5], 2)];
    let file: Vec<u8> = games.iter().flat_map(self_play::write).collect();
    assert_eq!(read(&file).expect("it was written"), games);
    let first = self_play::write(&games[0]).len();
    for length in first + 1..file.len() {
        let mut episodes = Episodes::<Nim, _>::new(&file[..length]);
        assert_eq!(episodes.next().expect("a game").expect("whole"), games[0]);
        assert!(episodes.next().expect("a part").is_err(), "{length}");
        assert!(episodes.next().is_none());
    }
}

#[test]
fn what_is_wrong_is_said() {
    let good = self_play::write(&episode(&[3, 4], 1));
    let changed = |at: usize, to: u8| {
        let mut bytes = good.clone();
        bytes[at] = to;
        read(&bytes).unwrap_err().to_string()
    };
    let head = 1 + usize::from(good[0] & 0x80 != 0);
    assert_eq!(
        changed(head, 2),
        "only version 1 of the episode format is supported, found version 2"
    );
    assert_eq!(
        changed(good.len() / 2, !good[good.len() / 2]),
        "the episode is damaged: its checksum does not match"
    );
    let error = read(&[0x80, 0x80, 0x80, 0x80, 0x7f]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the length of an episode must be a varint of at most 67108864, found a larger number or a superfluous \
         zero byte"
    );
    let error = read(&[0xff, 0xff, 0x7f, 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the episode ends after 1 of its 2097151 bytes"
    );
}

/// Puts a length in front and a right checksum behind, so that damage reaches the readers within.
fn sealed(content: &[u8]) -> Vec<u8> {
    let hash = content.iter().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    let bytes = [content, &hash.to_le_bytes()].concat();
    let mut length = bytes.len();
    let mut framed = Vec::new();
    while length >= 0x80 {
        framed.push(length as u8 | 0x80);
        length >>= 7;
    }
    framed.push(length as u8);
    [framed, bytes].concat()
}

proptest! {
    #[test]
    fn damaged_bytes_are_another_game_or_refused(
        seed in 0..1_000_u64,
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
        seal in any::<bool>(),
        cut in any::<proptest::sample::Index>(),
    ) {
        let mut bytes = self_play::write(&episode(&[2, 3], seed));
        if seal {
            let head = usize::from(bytes[0] & 0x80 != 0) + 1;
            bytes = bytes[head..bytes.len() - 4].to_vec();
        }
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut.index(4) == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        if seal {
            bytes = sealed(&bytes);
        }
        if let Ok(games) = read(&bytes) {
            // A game has one form only.
            let again: Vec<u8> = games.iter().flat_map(self_play::write).collect();
            prop_assert_eq!(again, bytes);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
        let _ = read(&sealed(&[&[1], &bytes[..]].concat()));
    }
}
