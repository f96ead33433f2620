//! The shared vocabulary in serde formats: what it looks like in JSON, and that it reads back.
#![cfg(feature = "serde-laws")]

use std::fmt::Debug;
use std::time::Duration;

use papergames_common::encode::{Graph, Layout};
use papergames_common::{
    Cost, Ending, Level, Limit, Nimber, Outcome, Player, PlayerSet, Report, Unfinished, Value,
    Verdict,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Compares a value with its JSON, both ways, and sends it through a binary format.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("it is written"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect("it is read"), value);
    let bytes = postcard::to_allocvec(value).expect("it is written");
    assert_eq!(
        &postcard::from_bytes::<T>(&bytes).expect("it is read"),
        value
    );
}

#[test]
fn words_of_the_vocabulary_have_plain_json() {
    let two: PlayerSet = [Player::FIRST, Player::new(2)].into_iter().collect();
    check(&Player::SECOND, r#""second""#);
    check(&two, r#"["first","third"]"#);
    check(&Outcome::Win(Player::FIRST), r#"{"win":"first"}"#);
    check(&Outcome::Draw, r#""draw""#);
    check(&Outcome::Shared(two), r#"{"shared":["first","third"]}"#);
    check(&Ending::Misere, r#""misere""#);
    check(&Nimber(5), "5");
    check(&Limit::Stopped, r#""stopped""#);
    check(&Level::STRONGEST, r#""5""#);
    assert!(serde_json::from_str::<Player>(r#""ninth""#).is_err());
}

#[test]
fn encodings_read_back() {
    let mut graph = Graph::new(2);
    let (a, b) = (graph.add_node(&[1.0, 0.0]), graph.add_node(&[0.0, 1.0]));
    graph.add_edge(a, b, 3);
    check(
        &graph,
        r#"{"n_features":2,"nodes":[1.0,0.0,0.0,1.0],"edges":[[0,1]],"kinds":[3]}"#,
    );
    let layout = Layout {
        features: vec!["lives".to_owned()],
        kinds: vec!["line".to_owned()],
        most_nodes: 2,
        most_edges: 1,
    };
    check(
        &layout,
        r#"{"features":["lives"],"kinds":["line"],"most_nodes":2,"most_edges":1}"#,
    );
}

#[test]
fn values_that_cannot_be_are_refused() {
    let outcome = |json: &str| serde_json::from_str::<Outcome>(json).map_err(|e| e.to_string());
    for winners in ["[]", r#"["second"]"#] {
        let error = outcome(&format!(r#"{{"shared":{winners}}}"#)).unwrap_err();
        let told = "a shared win has several winners, but not all players";
        assert!(error.starts_with(told), "{error}");
    }
    for (graph, told) in [
        (
            r#"{"n_features":2,"nodes":[1.0],"edges":[],"kinds":[]}"#,
            "each node has one number for each feature",
        ),
        (
            r#"{"n_features":0,"nodes":[1.0],"edges":[],"kinds":[]}"#,
            "each node has one number for each feature",
        ),
        (
            r#"{"n_features":1,"nodes":[1.0],"edges":[[0,1]],"kinds":[0]}"#,
            "an edge joins two nodes",
        ),
        (
            r#"{"n_features":1,"nodes":[1.0],"edges":[[0,0]],"kinds":[]}"#,
            "each edge has a kind",
        ),
    ] {
        let error = serde_json::from_str::<Graph>(graph).unwrap_err();
        assert!(error.to_string().starts_with(told), "{error}");
    }
}

#[test]
fn what_searches_and_solvers_say_reads_back() {
    let value = Value::proved(Player::FIRST, Outcome::Draw, 0).at_distance(3);
    let json = r#"{"player":"first","hundredths":0,"proved":"draw","distance":3}"#;
    check(&value, json);
    let report = Report::of_move("a1".to_owned()).with_value(value);
    let again = serde_json::to_string(&report).expect("it is written");
    check(&report, &again);
    let mut verdict = Verdict::new(Outcome::Draw, Cost::new(7, Duration::from_millis(2)));
    verdict.moves = Some(vec!["a1".to_owned()]);
    let again = serde_json::to_string(&verdict).expect("it is written");
    check(&verdict, &again);
    let unfinished = Unfinished::new(Limit::Time, 7, Duration::from_secs(1));
    let again = serde_json::to_string(&unfinished).expect("it is written");
    check(&unfinished, &again);
}
