//! The crate plays as the slow rules do.

mod rules;

use papergames_phutball::Rules;
use proptest::prelude::*;

#[test]
fn the_slow_rules_know_every_rule_set() {
    for rules in Rules::ALL {
        let is_known = rules::READINGS
            .iter()
            .any(|reading| reading.name == rules.name());
        assert!(is_known, "{rules}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_game_goes_as_by_the_slow_rules(bytes in prop::collection::vec(any::<u8>(), 8..60)) {
        rules::play(&bytes);
    }
}
