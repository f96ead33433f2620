//! Round trips of the public types through JSON.

use core::fmt::Debug;

use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Land, Lands};
use papergames_sprouts::solve::catalogue::CatalogueEntry;
use papergames_sprouts::solve::{Loss, antwerp::OutcomeClass};
use papergames_sprouts::{
    Colour, Nimber, Position, Rules, Seeded, Spot, Symmetry, playout, theory,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    let written = serde_json::to_string(value).expect("the value can be written");
    assert_eq!(written, json);
    let read: T = serde_json::from_str(json).expect("what is written can be read");
    assert_eq!(&read, value);
}

fn parse<T: core::str::FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().expect("the text is well formed")
}

#[test]
fn words_are_written_as_they_are_read() {
    check(&Spot::new(7), "7");
    check(&Colour::Blue, "\"blue\"");
    check(&OutcomeClass::First, "\"first\"");
    check(&Symmetry::Mirror, "\"mirror\"");
    check(&Symmetry::Exchange(Spot::new(3)), "{\"exchange\":3}");
    check(&parse::<Land>("0.AB|AB"), "\"0.AB|AB\"");
    check(&parse::<Lands>("0*2+AB|AB"), "\"0*2+AB|AB\"");
    check(&parse::<Sum>("0*2.1a1a"), "\"0*2.1a1a\"");
    check(&parse::<Loss>("0*2/AB|AB"), "\"0*2/AB|AB\"");
    check(&parse::<Rules>("-antwerp-hot"), "\"-antwerp-hot\"");
    let entry = CatalogueEntry {
        position: parse("0*2"),
        nimber: Nimber(0),
        wins_misere: false,
    };
    check(
        &entry,
        "{\"position\":\"0*2\",\"nimber\":0,\"wins_misere\":false}",
    );
}

#[test]
fn what_is_wrong_is_refused() {
    for json in ["0", "70000", "-1"] {
        assert!(serde_json::from_str::<Spot>(json).is_err(), "{json}");
    }
    let error = serde_json::from_str::<Land>("\"0*2+AB|AB\"").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the text must contain exactly one land, found 2"),
        "{error}"
    );
}

#[test]
fn a_row_of_data_derives_its_form() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Row {
        position: Position,
        census: Option<theory::Census>,
        form: papergames_sprouts::CanonicalForm,
    }
    let position: Position = playout::play_at_most(parse("2+"), 5, &mut Seeded::new(1));
    assert!(
        theory::census(&position).is_some(),
        "{position} is finished"
    );
    let row = Row {
        census: theory::census(&position),
        form: position.canonical_form(),
        position,
    };
    let json = serde_json::to_string(&row).expect("a row can be written");
    assert_eq!(serde_json::from_str::<Row>(&json).expect("and read"), row);
}
