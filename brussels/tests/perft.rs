//! Counts of move sequences and of different drawings, from `data/levels.txt`.

use papergames_brussels::{Position, perft};

struct Row {
    setup: Position,
    sequences: Vec<u128>,
    drawings: Vec<usize>,
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    words
        .map(|word| word.parse().ok().expect("a number"))
        .collect()
}

fn rows() -> Vec<Row> {
    let lines = include_str!("data/levels.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        Row {
            setup: fields[0].parse().expect("a setup"),
            sequences: numbers(fields[1]),
            drawings: numbers(fields[2]),
        }
    })
    .collect()
}

#[test]
fn sequences_and_drawings_are_as_many_as_stated_at_every_depth() {
    for row in rows() {
        let levels: Vec<perft::Counts> = perft::Levels::new(row.setup.clone())
            .take(row.drawings.len())
            .collect();
        assert_eq!(levels.len(), row.drawings.len(), "{}", row.setup);
        for (level, drawings) in levels.iter().zip(&row.drawings) {
            let found = level.open_positions + level.finished_positions;
            assert_eq!(found, *drawings, "{} at {}", row.setup, level.depth);
        }
        for (level, sequences) in levels.iter().zip(&row.sequences) {
            let found = level.sequences();
            assert_eq!(found, *sequences, "{} at {}", row.setup, level.depth);
        }
    }
}

#[test]
fn walking_every_sequence_gives_the_same_numbers() {
    for row in rows() {
        for (depth, sequences) in row.sequences.iter().enumerate().take(5) {
            let found = perft(&row.setup, depth as u32);
            assert_eq!(found, Some(*sequences), "{} at {depth}", row.setup);
        }
    }
}
