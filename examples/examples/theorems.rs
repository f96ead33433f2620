//! Thousands of random games, checked against the theorems that each has to obey.
//!
//! * **Sprouts** with *n* spots lasts at least 2*n* and at most 3*n* − 1 moves.
//! * **Brussels Sprouts** with *n* crosses lasts exactly 5*n* − 2 moves, whatever the players do; stars with *a* arms
//!   together last *a* + *n* − 2.
//! * **SOS** lasts as many moves as there are cells, or fewer where the first S-O-S ends it.
//! * **Phutball** is decided by the goal in which the ball lands, not by the player who jumped there.
//!
//! ```text
//! $ cargo run --release --example theorems
//! start                  games      moves  theorem                     obeyed
//! sprouts 1               1000       2..2  2n <= m <= 3n - 1           1000
//! sprouts 2               1000       4..5  2n <= m <= 3n - 1           1000
//! sprouts 3               1000       6..8  2n <= m <= 3n - 1           1000
//! sprouts 5               1000     11..13  2n <= m <= 3n - 1           1000
//! sprouts 8               1000     17..21  2n <= m <= 3n - 1           1000
//! brussels 1              1000       3..3  m = 5n - 2                  1000
//! brussels 2              1000       8..8  m = 5n - 2                  1000
//! brussels 3              1000     13..13  m = 5n - 2                  1000
//! brussels 5              1000     23..23  m = 5n - 2                  1000
//! brussels 1,2,6,3        1000     14..14  m = arms + stars - 2        1000
//! sos 4x5                 1000     20..20  m = cells                   1000
//! sos 4x5 first           1000      3..20  m <= cells                  1000
//! phutball 7x11           1000     8..147  the goal decides            1000
//! ```

#![expect(clippy::print_stdout, reason = "a program prints")]

use common::{Game, Outcome, Player, Record, Seeded, playout};

/// The number of games played from each start.
const GAMES: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{:<22} {:>5}  {:>9}  {:<27} obeyed",
        "start", "games", "moves", "theorem"
    );
    for n in [1, 2, 3, 5, 8] {
        let start: sprouts::Position = format!("{n}+").parse()?;
        let lengths = 2 * n..=3 * n - 1;
        check(
            &format!("sprouts {n}"),
            &start,
            "2n <= m <= 3n - 1",
            |game| lengths.contains(&game.moves().len()),
        );
    }
    for n in [1, 2, 3, 5] {
        let start = brussels::Position::new(n, brussels::Ending::Normal)?;
        check(&format!("brussels {n}"), &start, "m = 5n - 2", |game| {
            game.moves().len() == 5 * n - 2
        });
    }
    let stars = brussels::Position::with_arms(&[1, 2, 6, 3], brussels::Ending::Normal)?;
    check("brussels 1,2,6,3", &stars, "m = arms + stars - 2", |game| {
        game.moves().len() == 12 + 4 - 2
    });
    let general = "4x5".parse::<sos::Position>()?;
    check("sos 4x5", &general, "m = cells", |game| {
        game.moves().len() == 20
    });
    let first = "4x5:first".parse::<sos::Position>()?;
    check("sos 4x5 first", &first, "m <= cells", |game| {
        game.moves().len() <= 20
    });
    let start: phutball::Position = "7x11".parse()?;
    check("phutball 7x11", &start, "the goal decides", |game| {
        let ball = game.position().ball();
        let goal = if ball.row > 5 {
            Player::FIRST
        } else {
            Player::SECOND
        };
        game.position().outcome() == Some(Outcome::Win(goal))
    });
    Ok(())
}

/// Plays random games from `start`, counts those that obey, and prints a line of the table.
fn check<G: Game>(name: &str, start: &G, theorem: &str, obeys: impl Fn(&Record<G>) -> bool) {
    let (mut shortest, mut longest, mut obeyed) = (usize::MAX, 0, 0);
    for seed in 0..GAMES {
        let game = playout::record(start.clone(), u64::MAX, &mut Seeded::new(seed));
        let moves = game.moves().len();
        (shortest, longest) = (shortest.min(moves), longest.max(moves));
        obeyed += u64::from(game.position().is_terminal() && obeys(&game));
    }
    assert_eq!(obeyed, GAMES, "a game of {name} breaks `{theorem}`");
    println!(
        "{name:<22} {GAMES:>5}  {:>9}  {theorem:<27} {obeyed}",
        format!("{shortest}..{longest}")
    );
}
