//! Records in a few bytes, and any bytes for their reader.
#![cfg(feature = "proptest")]

use crate::games::fences::Fences;
use papergames_common::compact;
use papergames_common::laws::records;
use papergames_common::nim::{Nim, Take};
use papergames_common::{Game, Record, Seeded, Stored, playout};
use proptest::prelude::{any, prop_assert_eq, proptest};

fn record() -> Record<Nim> {
    "3,4,5:first+ 0x2 1x4 2x5 0x1".parse().expect("a record")
}

#[test]
fn the_bytes_of_a_record_stay_as_they_are() {
    // The ranks are 1 of 12, 4 of 10, 5 of 6 and 0 of 1: 1 + 12 (4 + 10 · 5) = 649. Written records must stay readable.
    let bytes = compact::write(&record());
    assert_eq!(bytes[..2], [1, 12]);
    assert_eq!(&bytes[2..14], b"3,4,5:first+");
    assert_eq!((bytes[14], &bytes[17..]), (4, &[2, 0x89, 0x02][..]));
}

#[test]
fn long_games_take_several_blocks() {
    let record = playout::record(Nim::new(&[250; 150]), 5_000, &mut Seeded::new(4));
    let bytes = compact::write(&record);
    let most: u32 = record
        .positions()
        .map(|position| 128 - position.count_moves().leading_zeros())
        .sum();
    assert!(most > 2 * 2048, "{most} bits are two blocks");
    let setup = record.setup().to_string().len();
    assert!(
        bytes.len() <= setup + 20 + most as usize / 8,
        "{}",
        bytes.len()
    );
    assert_eq!(compact::read::<Nim>(&bytes), Ok(record));
}

#[test]
fn what_is_wrong_is_said() {
    let good = compact::write(&record());
    let refused = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        compact::read::<Nim>(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        refused(0, 2),
        "only version 1 of the compact record format is supported, found version 2"
    );
    let setup = "the setup is not a valid position: ";
    assert!(refused(2, b'x').starts_with(setup));
    assert_eq!(
        refused(14, 5),
        "the game is over after 4 moves, but the record has 5"
    );
    assert_eq!(
        refused(15, !good[15]),
        "the moves do not lead to the position of the checksum: the bytes are damaged, or the game now lists its \
         moves in another order"
    );
    let rank =
        |number| format!("move {number} or an earlier move has a rank that no legal move has");
    let error = refused(19, 0xff);
    assert!(
        (1..=4).any(|number| error == rank(number)) || error.contains("the game is over after"),
        "{error}"
    );
    assert_eq!(refused(19, 0), rank(1));
    let longer = [&good[..], &[0]].concat();
    assert_eq!(
        compact::read::<Nim>(&longer).unwrap_err().to_string(),
        "the record must end after its last move, but 1 more bytes follow"
    );
    for length in 0..good.len() {
        let error = compact::read::<Nim>(&good[..length]).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains(", but the record ends after "),
            "{length}: {error}"
        );
    }
}

proptest! {
    #[test]
    fn every_record_reads_back(record in records(Nim::new(&[7, 8, 9, 200]), 40)) {
        let bytes = compact::write(&record);
        prop_assert_eq!(compact::read::<Nim>(&bytes), Ok(record));
    }

    #[test]
    fn every_record_with_extra_turns_reads_back(record in records(Fences::new(9, 2, false), 20)) {
        for (m, position) in record.moves().iter().zip(record.positions()) {
            let rank = position.index_of(m).expect("a recorded move is legal");
            let again = position.nth_move(rank);
            prop_assert_eq!(again.as_ref(), Some(m));
        }
    }

    #[test]
    fn damaged_bytes_are_another_record_or_refused(
        record in records(Nim::new(&[3, 4, 5]), 12),
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<proptest::sample::Index>(),
    ) {
        let mut bytes = compact::write(&record);
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut.index(4) == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(record) = compact::read::<Nim>(&bytes) {
            // A record has one form only.
            prop_assert_eq!(compact::write(&record), bytes);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = compact::read::<Nim>(&bytes);
        let behind_a_setup = [&[1, 12], &b"3,4,5:first+"[..], &bytes].concat();
        if let Ok(record) = compact::read::<Nim>(&behind_a_setup) {
            prop_assert_eq!(compact::write(&record), behind_a_setup);
        }
    }
}

#[test]
fn a_move_that_is_not_legal_has_no_rank() {
    let nim = Nim::new(&[2, 1]);
    assert_eq!(
        nim.index_of(&Take {
            heap: 1,
            matches: 1
        }),
        Some(2)
    );
    assert_eq!(
        nim.index_of(&Take {
            heap: 1,
            matches: 2
        }),
        None
    );
}
