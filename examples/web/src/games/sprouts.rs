//! Sprouts: spots as discs, lines by hand, proved values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::search::{Budget, MonteCarlo};
use common::svg::Point;
use common::{Ending, Game, Random, Record, Seeded};
use sprouts::land::Lands;
use sprouts::notation::hoey;
use sprouts::notation::wgosa::GameRecord;
use sprouts::render::Film;
use sprouts::solve::Solver;
use sprouts::theory;
use sprouts::{Colour, End, Move, Position, Rules, Spot, Variant};

use super::{any_move, by_chance};
use crate::board::{Board, Disc, Sheet, curves, flat, rounded};
use crate::formats::{self, Format};
use crate::playable::{Analysis, Judged, Playable, Wish, capital, listed};
use crate::stroke::{Anchor, Paper, Reading};

/// How many moves of a position are looked at one by one.
const MOST_MOVES: usize = 5_000;

impl Playable for Position {
    const NAME: &'static str = "sprouts";

    type Picture = Film;

    fn setup(wish: &Wish) -> Result<Position, String> {
        let spots = wish.size.trim().parse::<usize>();
        let spots = spots.map_err(|_| {
            format!(
                "expected a number of spots from 1 to {}, found `{}`",
                Position::MAX_START,
                formats::short(&wish.size)
            )
        })?;
        let variant = match wish.rules.as_str() {
            "" => Variant::Standard,
            name => name.parse::<Variant>().map_err(|error| error.to_string())?,
        };
        let ending = if wish.misere {
            Ending::Misere
        } else {
            Ending::Normal
        };
        Position::new(spots, Rules { ending, variant }).map_err(|error| error.to_string())
    }

    fn picture(&self) -> Result<Film, String> {
        Film::new(self).map_err(|error| error.to_string())
    }

    fn draw(picture: &mut Film, m: &Move, stroke: &[Point]) -> Result<(), String> {
        if stroke.is_empty() {
            picture.play(m)
        } else {
            picture.play_along(m, stroke)
        }
        .map_err(|error| error.to_string())
    }

    fn board(record: &Record<Position>, picture: &Film) -> Board {
        let position = record.position();
        let drawing = picture.drawing();
        let sizes = drawing.page_sizes();
        let last = if record.moves().is_empty() {
            0..0
        } else {
            picture.last_lines()
        };
        let spots = position.spots().map(|spot| {
            let place = drawing.on_page(drawing.spot(spot.vertex()));
            let colour = position.colour(spot);
            Disc {
                name: spot.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(sizes.spot),
                lives: 3usize.saturating_sub(position.degree(spot)),
                shape: match colour {
                    Colour::White => "round",
                    Colour::Blue => "square",
                    Colour::Red => "diamond",
                },
                open: !position.is_terminal() && position.is_open(spot),
                label: label(position, spot),
            }
        });
        Board::Drawing(Sheet {
            width: rounded(sizes.width),
            lines: curves(drawing, |line| last.contains(&line)),
            spots: spots.collect(),
            stars: flat([]),
        })
    }

    fn words(&self, m: &Move) -> String {
        let end = |end: End| match (self.corners(end.spot).len(), end.second) {
            (2, false) => format!("{} (first corner)", end.spot),
            (2, true) => format!("{} (second corner)", end.spot),
            _ => end.spot.to_string(),
        };
        let bare = if m.with_spot {
            ""
        } else {
            ", without a new spot"
        };
        let left: Vec<String> = m.left.iter().map(|spot| spot.to_string()).collect();
        if m.from == m.to {
            let spot = m.from.spot;
            // On the sphere the loop of a lone spot has no inside.
            return match (left.is_empty(), self.degree(spot)) {
                (true, _) => format!("Loop at {spot} around nothing{bare}"),
                (false, 0) => format!("Loop at {spot} with {} on one side{bare}", listed(&left)),
                (false, _) => format!("Loop at {spot} around {}{bare}", listed(&left)),
            };
        }
        let ends = format!("Join {} and {}", end(m.from), end(m.to));
        let sides = match self.corner(m.from).zip(self.corner(m.to)) {
            Some((a, b)) if self.map().boundary(a) == self.map().boundary(b) => {
                let here = self.pieces_in(self.map().face_at(a)).len();
                if here > 1 {
                    format!(", with {} on the left", listed(&left))
                } else {
                    String::new()
                }
            }
            _ => String::new(),
        };
        format!("{ends}{sides}{bare}")
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![m.from.spot.to_string(), m.to.spot.to_string()]
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "wgosa",
                about: "World Game of Sprouts Association",
                looks_like: |text| text.contains('('),
                read: |text| {
                    let game: GameRecord = text.trim().parse().map_err(|e| format!("{e}"))?;
                    Ok(game.record().clone())
                },
                write: Some(|record, resigned| {
                    let game = GameRecord::new(None, record.clone());
                    let mut game = game.map_err(|error| error.to_string())?;
                    if let Some(loser) = resigned {
                        game.resign(loser);
                    }
                    Ok(game.to_string())
                }),
            },
            formats::plain(),
            Format {
                name: "hoey",
                about: "Hoey's boundary lists of the position",
                looks_like: |_| false,
                read: |text| {
                    let position = hoey::read(text.trim(), Ending::Normal);
                    Ok(Record::new(position.map_err(|error| error.to_string())?))
                },
                write: Some(|record, _| Ok(hoey::write(record.position()))),
            },
        ]
    }

    fn choose(record: &Record<Position>, level: u8, seed: u64) -> Option<Move> {
        let position = record.position();
        if level <= 1 {
            return any_move(position, seed);
        }
        let work = match level {
            2 => 0,
            3 => 1,
            4 => 4,
            _ => 20,
        };
        if work > 0
            && let Some(judged) = judge(position, Some(work), &mut |_| ())
        {
            let mut random = Seeded::new(seed);
            let mut pick = |moves: &[Move]| {
                let index = random.below(moves.len().max(1) as u64) as usize;
                moves.get(index).copied()
            };
            if let Some(m) = pick(&judged.winning) {
                return Some(m);
            }
            if judged.complete && level < 5 {
                // All lose: any of them.
                return pick(&judged.losing);
            }
        }
        by_chance(
            position,
            seed,
            [60, 60, 150, 400, 800][usize::from(level.min(5)) - 1],
        )
    }

    fn analyse(record: &Record<Position>, tell: &mut dyn FnMut(&str)) -> Analysis {
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Analysis {
                headline: format!("The game is over: {outcome}."),
                exact: true,
                ..Analysis::default()
            };
        }
        let Some(lands) = Lands::of(position) else {
            return estimate(position, tell);
        };
        let mut details = vec![format!(
            "Lands (the parts that play on their own): {}",
            if lands.is_empty() {
                "none".to_owned()
            } else {
                lands.to_string()
            }
        )];
        let Some(judged) = judge(position, None, tell) else {
            return estimate(position, tell);
        };
        if position.ending() == Ending::Normal {
            let mut solver = Solver::new().with_memory(128 << 20);
            let mut nimbers = Vec::new();
            for land in &lands {
                if let Ok(solution) = solver.nimber(&[land.clone()].into_iter().collect()) {
                    nimbers.push(format!("{land} = *{solution}"));
                }
            }
            if nimbers.len() == lands.iter().count() && !nimbers.is_empty() {
                details.push(format!("Nimbers: {}", nimbers.join(", ")));
            }
        }
        let mover = capital(position.mover());
        let other = position.mover().opponent();
        let headline = if !judged.winning.is_empty() {
            format!("{mover} wins with the right move. Proved.")
        } else if judged.complete {
            format!("Every move loses: {other} wins. Proved.")
        } else {
            "No winning move was found, but not all moves were looked at.".to_owned()
        };
        details.push(format!(
            "{} winning and {} losing moves, {} not settled",
            judged.winning.len(),
            judged.losing.len(),
            judged.open
        ));
        let win = |m: &Move| Judged::new(position, m, "wins".to_owned(), true);
        let lose = |m: &Move| Judged::new(position, m, "loses".to_owned(), false);
        let moves = judged.winning.iter().map(win);
        Analysis {
            headline,
            exact: !judged.winning.is_empty() || judged.complete,
            details,
            moves: moves
                .chain(judged.losing.iter().map(lose))
                .take(60)
                .collect(),
        }
    }

    fn paper(&self, picture: &Film) -> Option<Paper> {
        let drawing = picture.drawing().clone();
        let radius = drawing.sizes().spot;
        let anchors = self.spots().map(|spot| Anchor {
            vertex: spot.vertex(),
            name: format!("spot {spot}"),
            radius,
            closed: if !self.is_alive(spot) {
                Some(format!("Spot {spot} has three lines already."))
            } else if !self.is_open(spot) {
                let colour = self.colour(spot);
                Some(format!(
                    "Spot {spot} is {colour}, which is not yours to join."
                ))
            } else {
                None
            },
        });
        Some(Paper::new(drawing, anchors.collect()))
    }

    fn line(&self, _: &Film, reading: &Reading, with_spot: bool) -> Result<Move, String> {
        let map = self.map();
        let spots = reading.left.iter().filter_map(|boundary| {
            let corner = map.corners(*boundary).next()?;
            Some(Spot::at(map.vertex(corner)))
        });
        let [from, to] = [reading.from, reading.to].map(|corner| self.end(corner));
        self.line(from, to, spots, with_spot)
            .map_err(|error| match error {
                sprouts::IllegalMove::TooManyLines { spot } => format!(
                    "Spot {spot} has two lines already; a loop would be its third and fourth."
                ),
                sprouts::IllegalMove::NoSpot { .. } => {
                    "These rules want a new spot on this line.".to_owned()
                }
                other => other.to_string(),
            })
    }

    fn theorem(record: &Record<Position>) -> Option<String> {
        let (start, end) = (record.setup(), record.position());
        let (n, m) = (start.n_start(), record.moves().len());
        let standard = start.rules().variant == Variant::Standard;
        if !end.is_terminal() || start.n_moves() > 0 || !standard {
            return None;
        }
        let census = theory::census(end)?;
        Some(format!(
            "{m} moves from {n} spots, between 2n = {} and 3n \u{2212} 1 = {}, and {} spots survived: 3n \u{2212} m.",
            2 * n,
            3 * n - 1,
            census.survivors.len()
        ))
    }
}

/// What a spot is, in words.
fn label(position: &Position, spot: Spot) -> String {
    let lives = 3usize.saturating_sub(position.degree(spot));
    let colour = match position.colour(spot) {
        Colour::White => "",
        Colour::Blue => ", blue",
        Colour::Red => ", red",
    };
    match lives {
        0 => format!("Spot {spot}{colour}, dead"),
        1 => format!("Spot {spot}{colour}, 1 life left"),
        _ => format!("Spot {spot}{colour}, {lives} lives left"),
    }
}

/// Which moves win and which lose.
#[derive(Debug, Default)]
struct Verdict {
    winning: Vec<Move>,
    losing: Vec<Move>,
    /// How many moves were looked at without an answer.
    open: usize,
    /// Whether all moves are among those that win or lose.
    complete: bool,
}

/// Proves moves to win or to lose, by the positions that they lead to, each asked once. `work` limits what is done for each
/// position, in units of 16,384 positions of the search. Returns `None` under rules without a solver.
fn judge(position: &Position, work: Option<u64>, tell: &mut dyn FnMut(&str)) -> Option<Verdict> {
    Lands::of(position)?;
    let mut moves = Vec::new();
    let _ = position.for_each_move(&mut |m| {
        moves.push(m);
        if moves.len() < MOST_MOVES {
            core::ops::ControlFlow::Continue(())
        } else {
            core::ops::ControlFlow::Break(())
        }
    });
    // Moves to equal lands are worth the same.
    let mut groups: Vec<(Lands, Vec<Move>)> = Vec::new();
    let mut known = std::collections::BTreeMap::new();
    for m in &moves {
        let lands = Lands::of(&position.child(m).ok()?)?;
        let next = groups.len();
        let group = *known.entry(lands.clone()).or_insert(next);
        if group == next {
            groups.push((lands, Vec::new()));
        }
        groups[group].1.push(*m);
    }
    // The shorter the text, the sooner the answer.
    groups.sort_by_cached_key(|(lands, _)| lands.to_string().len());
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut solver = Solver::new()
        .with_ending(position.ending())
        .with_memory(192 << 20)
        .with_stop(Arc::clone(&stop));
    if let Some(work) = work {
        let most = work << 14;
        solver = solver.with_progress(move |progress| {
            if progress.nodes >= most {
                flag.store(true, Ordering::Relaxed);
            }
        });
    }
    let mut verdict = Verdict::default();
    let total = groups.len();
    for (number, (lands, moves)) in groups.into_iter().enumerate() {
        stop.store(false, Ordering::Relaxed);
        tell(&format!("{number} of {total} different moves settled"));
        match solver.solve(&lands) {
            // The winner is named as seen by the player to move after the move.
            Ok(solution) if solution.winner == common::Player::SECOND => {
                verdict.winning.extend(moves);
                // An opponent needs one.
                if work.is_some() {
                    return Some(verdict);
                }
            }
            Ok(_) => verdict.losing.extend(moves),
            Err(_) => verdict.open += moves.len(),
        }
    }
    verdict.complete = verdict.open == 0 && moves.len() < MOST_MOVES;
    Some(verdict)
}

/// Judges a position by random games.
fn estimate(position: &Position, tell: &mut dyn FnMut(&str)) -> Analysis {
    let budget = Budget::new().nodes(4_000);
    let report = MonteCarlo::new(1)
        .with_most_tree(100_000)
        .run(position, &budget, &mut |report| {
            tell(&format!("{} random games", report.nodes));
        });
    let mover = capital(position.mover());
    let headline = match (report.exact, report.value > 0.0) {
        (true, true) => format!("{mover} wins with the right move. Proved."),
        (true, false) => "Every move loses. Proved.".to_owned(),
        (false, _) => format!(
            "{mover} wins about {:.0} of 100 random games. An opinion, not a proof.",
            50.0 + 50.0 * report.value
        ),
    };
    Analysis {
        headline,
        exact: report.exact,
        details: vec!["There is no exact solver for these rules.".to_owned()],
        moves: report
            .best()
            .map(|m| Judged::new(position, m, "looks best".to_owned(), true))
            .into_iter()
            .collect(),
    }
}
