//! `papergames tour`.

use crate::success;

#[test]
fn the_tour_plays_a_game_of_each_kind_to_its_end() {
    let printed = success("tour");
    let titles = ["Sprouts", "Brussels Sprouts", "SOS", "Phutball"];
    for title in titles {
        assert!(printed.contains(&format!("=== {title} ===")), "{title}");
    }
    assert_eq!(printed.matches("The result: ").count(), titles.len());
    assert!(printed.contains("obeyed: 3 crosses last exactly 5n - 2 moves: 13 = 5*3 - 2"));
    assert!(printed.contains("obeyed: a game has as many moves as cells: 25 = 25"));
    assert!(!printed.contains("BROKEN"));
    for path in printed
        .lines()
        .filter_map(|line| line.strip_prefix("picture: "))
    {
        let picture = std::fs::read_to_string(path).expect("the picture is there");
        assert!(picture.starts_with("<svg"), "{path}");
    }
    assert_eq!(printed.matches("\npicture: ").count(), titles.len());
}

#[test]
fn the_same_seed_gives_the_same_tour_and_another_seed_another() {
    assert_eq!(success("tour --seed 3"), success("tour --seed 3"));
    assert_ne!(success("tour --seed 3"), success("tour --seed 4"));
}
