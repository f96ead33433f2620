//! The laws of every game, on random games from several setups and for both endings.

use common::laws::{Broken, Laws, serde_value_reads_back};
use papergames_brussels::planar::surface::{SheetMove, Surface};
use papergames_brussels::{Ending, Face, Move, Position, Star, Stars, Symmetry, solve};

fn start(setup: &str) -> Position {
    setup.parse().expect("a setup")
}

/// Moves that are illegal in all or most positions.
fn odd_moves() -> Vec<Move> {
    let texts = [
        "1a-1a",
        "1a-100a",
        "1b-1zz",
        "1a-1b[1]",
        "1a-1c[2,3,100]",
        "1a-2a[3]",
    ];
    texts.map(|text| text.parse().expect("a move")).to_vec()
}

#[track_caller]
fn check(setup: &str, games: u64) {
    for ending in [Ending::Normal, Ending::Misere] {
        let mut start = start(setup);
        start.ending = ending;
        let summary = Laws::of(start)
            .games(games)
            .list_at_most(200)
            .also_try(odd_moves())
            .texts()
            .serde()
            .alternating()
            .impartial()
            .solved(2_000)
            .searches(500)
            .encoding()
            .graphs()
            .length(|start| {
                let moves = start.n_arms() + start.n_stars() - 2;
                moves..=moves
            })
            .check();
        assert_eq!(summary.finished, games);
    }
}

#[test]
fn every_law_holds_for_crosses() {
    for (setup, games) in [("1", 50), ("2", 100), ("3", 50), ("5", 10), ("8", 2)] {
        check(setup, games);
    }
}

#[test]
fn every_law_holds_for_other_stars() {
    for (setup, games) in [
        ("1x1", 3),
        ("1x9", 30),
        ("1,1", 10),
        ("4,4,3", 50),
        ("1,2,3,4,5", 20),
        ("6x1", 50),
        ("2x30", 1),
    ] {
        check(setup, games);
    }
}

#[test]
fn the_laws_hold_where_there_are_too_many_moves_to_list() {
    let summary = Laws::of(start("30"))
        .games(2)
        .positions(4)
        .list_at_most(50)
        .texts()
        .check();
    assert_eq!((summary.finished, summary.longest), (2, 148));
    let summary = Laws::of(start("100"))
        .games(1)
        .positions(3)
        .list_at_most(50)
        .check();
    assert_eq!((summary.finished, summary.longest), (1, 498));
}

#[test]
fn the_history_of_a_position_leads_to_it() {
    Laws::of(start("4,3,3,1"))
        .games(200)
        .also(|position: &Position| {
            let record =
                papergames_brussels::Record::from_moves(position.setup(), position.history());
            let law = "the history leads to the position";
            match record {
                Ok(record) if record.position() == position => Ok(()),
                Ok(record) => Err(Broken {
                    law,
                    found: record.position().to_string(),
                }),
                Err(error) => Err(Broken {
                    law,
                    found: error.to_string(),
                }),
            }
        })
        .check();
}

#[test]
fn drawings_under_other_names_and_in_a_mirror_play_alike() {
    for (setup, games) in [
        ("1", 20),
        ("2", 10),
        ("3", 2),
        ("4,4,3-", 2),
        ("1,2,3", 10),
        ("5x1", 10),
    ] {
        Laws::of(start(setup))
            .games(games)
            .list_at_most(60)
            .symmetric()
            .symmetric_graphs()
            .check();
    }
}

#[test]
fn every_word_of_the_vocabulary_has_a_serde_form() -> Result<(), Box<dyn std::error::Error>> {
    let stars: Stars = [0, 7, 99].into_iter().map(Star::new).collect();
    serde_value_reads_back(&stars)?;
    serde_value_reads_back(&Star::new(99))?;
    serde_value_reads_back(&Symmetry::Mirror)?;
    serde_value_reads_back(&Symmetry::Turn(Star::new(1)))?;
    serde_value_reads_back(&Face::new(&[4, 1, 4]))?;
    serde_value_reads_back(&Surface::KLEIN_BOTTLE)?;
    let (region, option) = (0, 3);
    serde_value_reads_back(&SheetMove {
        part: region,
        option,
    })?;
    serde_value_reads_back(&solve::solve(&start("3-")))?;
    Ok(())
}
