//! Sprouts: spots as discs, lines by hand, proved values.

use common::search::{Budget, MonteCarlo};
use common::{Ending, Game, Limit, Player, Random, Record, Seeded};
use picture::drawing::Drawing;
use picture::geometry::Point;
use sprouts::land::{Land, Lands, Plot, Reductions};
use sprouts::notation::hoey;
use sprouts::notation::wgosa::GameRecord;
use sprouts::render::Sketch;
use sprouts::solve::{SolveError, Solver};
use sprouts::theory;
use sprouts::{Colour, End, Move, Position, Rules, Spot, Variant};

use super::{any_move, by_chance, ghost};
use crate::board::{
    Area, Board, Disc, Ghost, Sheet, curves, flat, length_on_page, on_page, outline, rounded,
};
use crate::formats::{self, Format};
use crate::playable::{Analysis, Judged, Playable, Wish, capital, listed};
use picture::stroke::{Anchor, Paper, Reading};

/// How many moves of a position are looked at one by one.
const MOST_MOVES: usize = 5_000;
impl Playable for Position {
    const NAME: &'static str = "sprouts";

    type Picture = Sketch;

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

    fn picture(&self) -> Result<Sketch, String> {
        let sketch = Sketch::new(self).map_err(|error| error.to_string())?;
        Ok(sketch.keeping())
    }

    fn draw(picture: &mut Sketch, m: &Move, stroke: &[Point]) -> Result<(), String> {
        if stroke.is_empty() {
            picture.play(m)
        } else {
            picture.play_along(m, stroke)
        }
        .map_err(|error| error.to_string())
    }

    fn board(record: &Record<Position>, picture: &Sketch) -> Board {
        let position = record.position();
        let drawing = picture.drawing();
        let sizes = drawing.sizes();
        let drawn = record.positions().zip(record.moves());
        let drawn: Vec<_> = drawn
            .map(|(before, m)| (before.mover().index(), 1 + usize::from(m.with_spot)))
            .collect();
        let drawn = drawn.into_iter();
        let spots = position.spots().map(|spot| {
            let place = on_page(drawing.spot(spot.vertex()));
            let colour = position.colour(spot);
            Disc {
                name: spot.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(length_on_page(sizes.spot)),
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
            width: rounded(length_on_page(sizes.width)),
            lines: curves(drawing, picture.last_lines(), drawn),
            spots: spots.collect(),
            stars: flat([]),
        })
    }

    fn drawing(picture: &Sketch) -> Option<&Drawing> {
        Some(picture.drawing())
    }

    fn redraw(picture: &mut Sketch, drawing: Drawing) -> bool {
        picture.replace(drawing).is_ok()
    }

    fn ghost(&self, picture: &Sketch, m: &Move) -> Ghost {
        ghost(picture, m, self.touches(m))
    }

    fn about(&self) -> String {
        let Rules { ending, variant } = self.rules();
        let variant = match variant {
            Variant::Standard => "",
            Variant::BlackAndWhite => " You may leave the new spot out.",
            Variant::BlackAndWhiteLoops => {
                " You may leave the new spot out, unless the line goes back to its own spot."
            }
            Variant::AntwerpCold => {
                " New spots are the other player's: blue squares are for the first player only, red diamonds for the second."
            }
            Variant::AntwerpHot => {
                " New spots are your own: blue squares are for the first player only, red diamonds for the second."
            }
        };
        let ending = match ending {
            Ending::Normal => "Whoever cannot draw a line has lost.",
            Ending::Misere => "Whoever draws the last line has lost.",
        };
        format!(
            "Draw a line from a spot to a spot, or from a spot back to itself: press on a spot, draw, and lift the pen on \
             another. A new spot appears on your line.{variant} Lines never cross or touch, and no spot can have more than \
             three; the ring around a spot shows how many more it can take. {ending} Instead of drawing you can pick two \
             spots one after the other."
        )
    }

    fn task(&self) -> &'static str {
        "draw a line from a spot to a spot"
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
        if work > 0 {
            let judged = judge(position, Some(work), &mut |_| ());
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
            return Analysis::over(outcome);
        }
        let judged = judge(position, None, tell);
        if judged.winning.is_empty() && judged.losing.is_empty() {
            return estimate(position, tell);
        }
        let mut details = Vec::new();
        let nimbers = nimbers(position);
        let total = nimbers.iter().try_fold(0, |sum, n| n.map(|n| sum ^ n));
        if let (Some(total), 2..) = (total, nimbers.len()) {
            details.push(format!(
                "The nimbers of the lands together (exclusive or) are *{total}; the player to move wins unless that is *0."
            ));
        }
        let turn = position.turn().unwrap_or(Player::FIRST);
        let (mover, other) = (capital(turn), turn.opponent());
        let headline = if !judged.winning.is_empty() {
            format!("{mover} wins with the right move. Proved.")
        } else if judged.complete {
            format!("Every move loses: {other} wins. Proved.")
        } else {
            "No winning move was found, but not all moves were looked at.".to_owned()
        };
        details.push(format!(
            "{} winning and {} losing moves, {} not settled.",
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
            nimbers,
        }
    }

    fn lands(&self, picture: &Sketch) -> Vec<Area> {
        let plots = plots(self).into_iter().map(|plot| Area {
            spots: plot.spots.iter().map(ToString::to_string).collect(),
            text: plot.land.to_string(),
            outline: plot
                .regions
                .iter()
                .flat_map(|region| outline(picture.drawing(), *region))
                .collect(),
        });
        plots.collect()
    }

    fn paper(&self, picture: &Sketch) -> Option<Paper> {
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
        Some(Paper::new(drawing, anchors.collect(), "a spot"))
    }

    fn line(&self, _: &Sketch, reading: &Reading, with_spot: bool) -> Result<Move, String> {
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
        if !end.is_terminal() || start.moves_played() > 0 || !standard {
            return None;
        }
        let survivors = theory::census(end)?.survivors.len();
        let spots = if survivors == 1 { "spot" } else { "spots" };
        Some(format!(
            "{m} moves from {n} spots, between 2n = {} and 3n \u{2212} 1 = {}, and {survivors} {spots} survived: 3n \u{2212} m.",
            2 * n,
            3 * n - 1,
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

/// How many positions a solver may look at for one unit of work.
const UNIT: u64 = 1 << 14;

/// Returns who wins a position. `work` limits what is done to find out, in units of 16,384 positions; without a limit
/// `tell` hears from time to time how many were looked at.
fn winner(
    solver: &mut Solver,
    position: &Position,
    work: Option<u64>,
    tell: &mut dyn FnMut(u64),
) -> Option<Player> {
    let (mut share, mut looked_at) = (work.unwrap_or(16) * UNIT, 0);
    loop {
        solver.set_budget(Budget::new().memory(192 << 20).nodes(share));
        match solver.solve(position) {
            Ok(verdict) => return verdict.winner(),
            // What was found is kept: the next share goes on from there.
            Err(SolveError::Unfinished(reason))
                if work.is_none() && reason.limit == Limit::Nodes =>
            {
                looked_at += share;
                share *= 2;
                tell(looked_at);
            }
            Err(_) => return None,
        }
    }
}

/// Returns the lands of a position, reduced as its rules allow; `None` if spots have colours.
fn lands(position: &Position) -> Option<Lands> {
    Lands::drawn(position, Reductions::of(position.rules().variant))
}

/// Returns where the lands of a position are; none if spots have colours.
fn plots(position: &Position) -> Vec<Plot> {
    Plot::all(position, Reductions::of(position.rules().variant)).unwrap_or_default()
}

/// Returns the nimber of each plot, as far as there are nimbers and they are found soon.
fn nimbers(position: &Position) -> Vec<Option<u8>> {
    if position.ending() == Ending::Misere {
        return Vec::new();
    }
    let mut solver = Solver::for_rules(position.rules()).budget(Budget::new().memory(128 << 20));
    let mut nimber = |land: Land| {
        let nimber = solver.nimber(&[land].into_iter().collect()).ok()?;
        u8::try_from(nimber.0).ok()
    };
    let plots = plots(position).into_iter();
    plots.map(|plot| nimber(plot.land)).collect()
}

/// Proves moves to win or to lose by the positions that they lead to, those that play alike once. `work` limits what is done
/// for each position, in units of 16,384 positions of the search; with a limit, one winning move is enough.
fn judge(position: &Position, work: Option<u64>, tell: &mut dyn FnMut(&str)) -> Verdict {
    let mut moves = Vec::new();
    let _ = position.for_each_move(&mut |m| {
        moves.push(m);
        if moves.len() < MOST_MOVES {
            core::ops::ControlFlow::Continue(())
        } else {
            core::ops::ControlFlow::Break(())
        }
    });
    let n_moves = moves.len();
    // Moves to equal lands are worth the same.
    let mut groups: Vec<(Position, Vec<Move>)> = Vec::new();
    let mut known = std::collections::BTreeMap::new();
    for m in moves {
        let Ok(after) = position.child(&m) else {
            continue;
        };
        let next = groups.len();
        let group = lands(&after).map_or(next, |lands| *known.entry(lands).or_insert(next));
        if group == next {
            groups.push((after, Vec::new()));
        }
        groups[group].1.push(m);
    }
    // The fewer lives, the sooner the answer.
    groups.sort_by_cached_key(|(after, _)| lands(after).map_or(after.lives(), |l| l.lives()));
    let mut solver = Solver::new();
    let mut verdict = Verdict::default();
    let total = groups.len();
    for (number, (after, moves)) in groups.into_iter().enumerate() {
        let settled = format!("{number} of {total} different moves settled");
        tell(&settled);
        let mut tell_more = |n: u64| tell(&format!("{settled}, {n} positions for the next"));
        match winner(&mut solver, &after, work, &mut tell_more) {
            Some(winner) if Some(winner) == position.turn() => {
                verdict.winning.extend(moves);
                if work.is_some() {
                    return verdict;
                }
            }
            Some(_) => verdict.losing.extend(moves),
            None => verdict.open += moves.len(),
        }
    }
    verdict.complete = verdict.open == 0 && n_moves < MOST_MOVES;
    verdict
}

/// Judges a position by random games.
fn estimate(position: &Position, tell: &mut dyn FnMut(&str)) -> Analysis {
    let budget = Budget::new().nodes(4_000);
    let report = MonteCarlo::new(1)
        .most_tree(100_000)
        .run(position, &budget, &mut |report| {
            tell(&format!("{} random games", report.nodes));
        });
    let turn = position.turn().unwrap_or(Player::FIRST);
    let mover = capital(turn);
    let value = report.value_for(turn);
    let headline = match (report.is_proved(), value > 0) {
        (true, true) => format!("{mover} wins with the right move. Proved."),
        (true, false) => "Every move loses. Proved.".to_owned(),
        (false, _) => format!(
            "{mover} wins about {:.0} of 100 random games. An opinion, not a proof.",
            50.0 + 0.5 * value as f64
        ),
    };
    Analysis {
        headline,
        exact: report.is_proved(),
        details: vec!["The game is too long to be proved here.".to_owned()],
        moves: report
            .best()
            .map(|m| Judged::new(position, m, "looks best".to_owned(), true))
            .into_iter()
            .collect(),
        nimbers: Vec::new(),
    }
}
