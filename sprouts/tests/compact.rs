//! Finished games in the compact form of records.

use common::compact;
use papergames_sprouts::{Ending, Game, Position, Seeded, playout};

#[test]
fn a_finished_game_from_twelve_spots_takes_at_most_64_bytes() {
    for seed in 0..20 {
        let start = Position::new(12, Ending::Normal).expect("a start");
        let record = playout::record(start, 100, &mut Seeded::new(seed));
        assert!(record.position().is_terminal());
        let bytes = compact::write(&record);
        assert!(bytes.len() <= 64, "{} bytes: {record}", bytes.len());
        assert_eq!(compact::read::<Position>(&bytes).as_ref(), Ok(&record));
    }
}
