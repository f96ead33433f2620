//! The crate plays as the slow rules do.

mod rules;
pub(crate) mod surface;

pub(crate) use rules::lines_at_start;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn every_game_goes_as_by_the_slow_rules(bytes in prop::collection::vec(any::<u8>(), 2..20)) {
        rules::play(&bytes);
    }
}
