//! Counts of games, positions and full boards, against the tables in `data`.

use std::collections::{BTreeMap, HashMap, HashSet};

use papergames_sos::{Game, Outcome, Player, Position, Size, Symmetric, perft};

/// Returns the rows of a data file as words, without the comments.
fn rows(data: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split([' ', ',']).collect())
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(word: &str) -> T {
    word.parse().expect("the data hold numbers")
}

fn start(setup: &str) -> Position {
    setup.parse::<Position>().expect("the setup is well formed")
}

/// The positions after some number of letters, each with the player who would move next (not part of a finished
/// position) and the number of games that lead there.
type Level = HashMap<(Position, Player), u128>;

/// Returns the next level.
fn grow(level: &Level) -> Level {
    let mut next = Level::new();
    for ((position, _), games) in level {
        for m in position.moves() {
            let mover = position.turn().expect("there is a move");
            let child = position.child(&m).expect("a listed move is legal");
            let keeps = position.count_sos(m) > 0 && position.rules().keeps_turn();
            let to_move = if keeps { mover } else { mover.next(2) };
            assert!(child.turn().is_none_or(|turn| turn == to_move));
            *next.entry((child, to_move)).or_insert(0) += games;
        }
    }
    next
}

/// Returns all levels of a game.
fn levels(setup: &str) -> Vec<Level> {
    let first = Level::from([((start(setup), Player::FIRST), 1)]);
    let grown = std::iter::successors(Some(first), |level| Some(grow(level)));
    grown.take_while(|level| !level.is_empty()).collect()
}

/// Returns the letters of a position without the other fields.
fn board(position: &Position) -> String {
    let text = position.to_string();
    text.split(':')
        .next()
        .expect("a position has rows")
        .to_owned()
}

/// Compares the tree of a game in which the first S-O-S wins with the table.
#[track_caller]
fn check_first(size: &str) {
    let table = rows(include_str!("data/first.perft")).filter(|row| row[0] == size);
    let levels = levels(&format!("{size}:first"));
    let mut n_rows = 0;
    for (row, level) in table.zip(&levels) {
        let is_won = |position: &Position| position.winner().is_some();
        let open = level.iter().filter(|((position, _), _)| !is_won(position));
        let won = level.iter().filter(|((position, _), _)| is_won(position));
        let found = (
            open.clone().count(),
            open.map(|(_, games)| games).sum::<u128>(),
            won.map(|(_, games)| games).sum::<u128>(),
        );
        assert_eq!(
            found,
            (number(row[2]), number(row[3]), number(row[4])),
            "{row:?}"
        );
        n_rows += 1;
    }
    assert_eq!(n_rows, levels.len());
}

/// Returns the number of games of a tree that end with each outcome: first wins, second wins, draw.
fn outcomes(levels: &[Level]) -> [u128; 3] {
    let mut counts = [0; 3];
    for ((position, _), games) in levels.iter().flatten() {
        match position.outcome() {
            Some(Outcome::Win(player)) => counts[player.index()] += games,
            Some(_) => counts[2] += games,
            None => {}
        }
    }
    counts
}

/// Returns the numbers of boards of a tree that are won and that are not.
fn boards(levels: &[Level], won: bool) -> usize {
    let positions = levels.iter().flat_map(HashMap::keys);
    positions
        .filter(|(position, _)| position.winner().is_some() == won)
        .count()
}

#[test]
fn the_first_s_o_s_game_on_3x3_is_the_table() {
    check_first("3x3");
    let levels = levels("3x3:first");
    assert_eq!(
        (boards(&levels, false), boards(&levels, true)),
        (15_120, 4_296)
    );
    assert_eq!(outcomes(&levels), [25_023_648, 11_989_728, 79_107_840]);
    let canonical = |won: bool| {
        let positions = levels.iter().flat_map(HashMap::keys);
        let positions = positions.filter(|(position, _)| position.winner().is_some() == won);
        positions
            .map(|(position, _)| board(&position.canonical()))
            .collect::<HashSet<_>>()
            .len()
    };
    assert_eq!((canonical(false), canonical(true)), (2_181, 627));
}

#[test]
fn the_first_s_o_s_game_on_3x4_is_the_table() {
    check_first("3x4");
}

#[test]
fn the_first_s_o_s_game_on_3x4_has_the_published_totals() {
    let table = rows(include_str!("data/first.perft")).filter(|row| row[0] == "3x4");
    let open: usize = table.map(|row| number::<usize>(row[2])).sum();
    assert_eq!(open, 334_136);
    // One letter short of full, merged by the library.
    let finished: usize = perft::Levels::new(start("3x4:first"))
        .map(|level| level.finished_positions)
        .sum();
    assert_eq!(finished, 172_048 + 857);
}

#[test]
fn the_first_s_o_s_game_on_1x7_has_the_published_totals() {
    let levels = levels("1x7:first");
    assert_eq!(
        (boards(&levels, false), boards(&levels, true)),
        (1_817, 361)
    );
    assert_eq!(outcomes(&levels), [117_030, 48_960, 327_600]);
}

#[test]
fn the_usual_game_on_3x3_is_the_table() {
    let levels = levels("3x3");
    let mut sums = (0, 0, 0);
    for (row, level) in rows(include_str!("data/general.perft")).zip(&levels) {
        let distinct_boards: HashSet<_> =
            level.keys().map(|(position, _)| board(position)).collect();
        let with_mover: HashSet<_> = level
            .keys()
            .map(|(position, mover)| (board(position), *mover))
            .collect();
        let found = (distinct_boards.len(), with_mover.len(), level.len());
        assert_eq!(
            found,
            (number(row[1]), number(row[2]), number(row[3])),
            "{row:?}"
        );
        sums = (sums.0 + found.0, sums.1 + found.1, sums.2 + found.2);
    }
    assert_eq!(sums, (19_683, 20_606, 27_687));
    let canonical: HashSet<_> = levels
        .iter()
        .flat_map(HashMap::keys)
        .map(|(position, _)| board(&position.canonical()))
        .collect();
    assert_eq!(canonical.len(), 2_862);
}

#[test]
fn the_games_of_the_usual_game_on_3x3_end_as_published() {
    let levels = levels("3x3");
    assert_eq!(outcomes(&levels), [52_710_912, 44_937_792, 88_145_856]);
    let (mut by_total, mut by_difference) = (BTreeMap::new(), BTreeMap::new());
    for ((position, _), games) in levels
        .iter()
        .flatten()
        .filter(|((p, _), _)| p.is_terminal())
    {
        let points = |player| position.points(player) as i32;
        let (first, second) = (points(Player::FIRST), points(Player::SECOND));
        *by_total.entry(first + second).or_insert(0u128) += games;
        *by_difference.entry(first - second).or_insert(0u128) += games;
    }
    let totals = [
        79_107_840, 58_060_800, 27_216_000, 15_240_960, 3_628_800, 2_177_280, 362_880,
    ];
    assert_eq!(by_total, (0..=6).zip(totals).collect());
    let differences = [
        91_008, 530_112, 1_009_440, 4_593_024, 11_690_496, 27_023_712, 88_145_856, 38_141_664,
        8_267_904, 4_611_744, 1_003_104, 578_784, 107_712,
    ];
    assert_eq!(by_difference, (-6..=6).zip(differences).collect());
    assert_eq!(by_total.values().sum::<u128>(), 185_794_560);
}

#[test]
fn where_the_board_must_be_filled_the_number_of_games_is_a_product() {
    // Every empty cell can take either letter: 2n · 2(n − 1) · 2(n − 2) …
    for setup in [
        "1x3",
        "2x3",
        "3x3",
        "4x4:alternating",
        "8x8:general:5",
        "20x20",
    ] {
        let position = start(setup);
        let mut product = 1u128;
        for depth in 0..=3 {
            if product < 100_000 {
                assert_eq!(perft::perft(&position, depth), Some(product), "{setup}");
            }
            product *= 2 * (position.n_empty() as u128 - u128::from(depth));
        }
    }
    let all_games = perft::Levels::new(start("3x3"))
        .last()
        .map(|level| level.finished);
    assert_eq!(all_games, Some(185_794_560));
}

/// Compares all full boards of a size with its row of the table.
#[track_caller]
fn check_fillings(size: &str) {
    let row = rows(include_str!("data/fillings.csv")).find(|row| row[0] == size);
    let row = row.expect("the table has the size");
    let size: Size = size.parse().expect("a size");
    assert_eq!(size.n_lines(), number::<usize>(row[1]));
    let bit = |cell: papergames_sos::Cell| {
        1u32 << (usize::from(cell.row) * size.columns() + usize::from(cell.column))
    };
    let masks: Vec<(u32, u32)> = size
        .lines()
        .map(|line| {
            (
                bit(line.start) | bit(line.middle) | bit(line.end),
                bit(line.middle),
            )
        })
        .collect();
    let mut by_count = vec![0u64; masks.len() + 1];
    for o in 0..1u32 << size.n_cells() {
        let is_sos = |(line, middle): &&(u32, u32)| o & line == *middle;
        by_count[masks.iter().filter(is_sos).count()] += 1;
    }
    let most = by_count
        .iter()
        .rposition(|fillings| *fillings > 0)
        .unwrap_or(0);
    let found = (most, by_count[most], by_count[0]);
    assert_eq!(
        found,
        (number(row[2]), number(row[3]), number(row[4])),
        "{size}"
    );
}

#[test]
fn full_boards_have_as_many_s_o_s_as_the_table_says() {
    for size in [
        "1x3", "1x5", "1x7", "2x3", "3x3", "3x4", "3x5", "4x4", "4x5",
    ] {
        check_fillings(size);
    }
}

/// `cargo test --release -p papergames-sos --test all perft:: -- --ignored`
#[test]
#[ignore = "looks at 33 million boards"]
fn full_boards_of_5x5_have_as_many_s_o_s_as_the_table_says() {
    check_fillings("5x5");
}

#[test]
fn a_full_board_without_an_s_o_s_is_a_draw_of_the_first_s_o_s_game() {
    let setup: Position = "3x3:first".parse().expect("a setup");
    let draws = levels(&setup.to_string())
        .pop()
        .expect("there is a last level");
    let draws = draws
        .keys()
        .filter(|(p, _)| p.outcome() == Some(Outcome::Draw));
    assert_eq!(draws.count(), 218);
}
