//! The crate plays as the slow rules do.

mod rules;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_game_goes_as_by_the_slow_rules(bytes in prop::collection::vec(any::<u8>(), 3..70)) {
        rules::play(&bytes);
    }
}
