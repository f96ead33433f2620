//! `papergames tour`.

use crate::success;

const TITLES: [&str; 4] = ["Sprouts", "Brussels Sprouts", "SOS", "Phutball"];

#[test]
fn the_tour_fits_a_screen_and_shows_a_game_of_each_kind() {
    // The last line of the screen is for the prompt.
    for seed in 0..20 {
        let printed = success(&format!("tour --seed {seed}"));
        assert!(printed.lines().count() <= 23, "{printed}");
        for line in printed.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line, line.trim_end());
        }
        let games: Vec<&str> = printed.lines().filter(|line| line.contains(": ")).collect();
        for (title, theorem) in TITLES.iter().zip([
            "2n <= m <= 3n - 1 moves: 6 <= ",
            "n crosses last 5n - 2 moves: 8 = 5*2 - 2",
            "as many moves as cells: 9 = 9",
            "the goal decides: on ",
        ]) {
            assert!(printed.contains(&format!("\n  {title:18}")), "{printed}");
            let game = games.iter().find(|game| game.contains(theorem));
            let (moves, rest) = game.expect(theorem).split_once(": ").expect("a result");
            assert!(!moves.trim().is_empty());
            assert!(rest.contains("wins; ") || rest.contains("draw; "), "{rest}");
        }
    }
}

#[test]
fn the_program_alone_shows_the_tour_and_what_it_names_runs() {
    let printed = success("");
    assert_eq!(printed, success("tour"));
    let next: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("  papergames "))
        .map(|line| line.split("   ").next().unwrap_or(line))
        .collect();
    assert_eq!(next.len(), 4);
    for command in next {
        let (first, _) = command.split_once(' ').unwrap_or((command, ""));
        success(&format!("help {first}").replace("help help", "help"));
    }
}

#[test]
fn the_long_tour_plays_a_game_of_each_kind_to_its_end() {
    let printed = success("tour --all");
    for title in TITLES {
        assert!(printed.contains(&format!("=== {title} ===")), "{title}");
    }
    assert_eq!(printed.matches("The result: ").count(), TITLES.len());
    assert!(printed.contains("obeyed: n crosses last 5n - 2 moves: 8 = 5*2 - 2"));
    assert!(printed.contains("obeyed: as many moves as cells: 25 = 25"));
    for path in printed
        .lines()
        .filter_map(|line| line.strip_prefix("picture: "))
    {
        let picture = std::fs::read_to_string(path).expect("the picture is there");
        assert!(picture.starts_with("<svg"), "{path}");
    }
    assert_eq!(printed.matches("\npicture: ").count(), TITLES.len());
}

#[test]
fn the_same_seed_gives_the_same_tour_and_another_seed_another() {
    assert_eq!(
        success("tour --all --seed 3"),
        success("tour --all --seed 3")
    );
    assert_ne!(success("tour --seed 3"), success("tour --seed 4"));
}
