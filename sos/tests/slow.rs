//! The crate plays as the slow rules do.

mod rules;

use papergames_sos::Rules;
use proptest::prelude::*;

#[test]
fn the_slow_rules_know_every_rule_set() {
    let names = Rules::ALL.map(Rules::name);
    assert_eq!(
        &rules::RULES[..],
        &names[..],
        "add the new rule set to tests/slow/rules.rs"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_game_goes_as_by_the_slow_rules(bytes in prop::collection::vec(any::<u8>(), 3..70)) {
        rules::play(&bytes);
    }
}
