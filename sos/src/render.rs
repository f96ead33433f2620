//! Draws boards as SVG, and as text for the terminal.

use core::fmt::Write as _;
use core::ops::Range;

use common::grid::ColumnName;
use common::{Game, Player, Record};
use picture::geometry::{Point, Vec2};
use picture::svg::{Frame, PLAYER_COLOURS, Path, Svg};
use picture::{CannotDraw, Draw, Ink, Print, Style, Window};

use crate::lines::Line;
use crate::position::Position;
use crate::sheet::{CIRCLES, LineMark, ScoreSheet};
use crate::size::Cell;

const CELL: f64 = 40.0;
const MARGIN: f64 = 30.0;
/// The least width of the legend for one player.
const SHARE: f64 = 100.0;
/// How far a circle around an S-O-S is from its letters.
const CIRCLE: f64 = 0.34;
/// The colour of letters. Strokes in ink stand out from it, and are thin enough to leave the O in their middle open.
const PENCIL: &str = "#5c6065";

/// Draws the last position of a game: each S-O-S in its owner's colour and line style, the last cell shaded.
fn picture(record: &Record<Position>, style: &Style) -> Svg {
    let sheet = ScoreSheet::of(record);
    let last = record.moves().last().map(|m| m.cell);
    draw(record.position(), sheet.marks(), last, style)
}

fn draw(position: &Position, marks: &[LineMark], last: Option<Cell>, style: &Style) -> Svg {
    let (columns, rows) = (position.size().columns(), position.size().rows());
    let side = if style.labels { MARGIN } else { 8.0 };
    let (wide, high) = (columns as f64 * CELL, rows as f64 * CELL);
    let mut svg = Svg::new(
        (wide + 2.0 * side).max(SHARE * position.players() as f64),
        high + 2.0 * side + 26.0,
        "A position of SOS",
        &position.to_string(),
    );
    svg.paper("#fffdf6");
    let origin = Point::new((svg.size().x - wide) / 2.0, side);
    let corner =
        |column: usize, row: usize| origin + Vec2::new(column as f64 * CELL, row as f64 * CELL);
    let centre = |cell: Cell| {
        corner(cell.column.into(), cell.row.into()) + Vec2::new(CELL / 2.0, CELL / 2.0)
    };

    if let Some(cell) = last {
        let at = corner(cell.column.into(), cell.row.into());
        svg.rectangle("last", at, Vec2::new(CELL, CELL), "fill=\"#fff3d0\"");
    }
    svg.group(
        "grid",
        "fill=\"none\" stroke=\"#999080\" stroke-width=\"1\"",
    );
    let mut grid = Path::new();
    for column in 0..=columns {
        grid = grid
            .move_to(corner(column, 0))
            .line_to(corner(column, rows));
    }
    for row in 0..=rows {
        grid = grid.move_to(corner(0, row)).line_to(corner(columns, row));
    }
    svg.path("", &grid, "");
    svg.end();
    if style.labels {
        svg.group("labels", "");
        let letters = 10.0 * style.look.enlargement();
        for column in 0..columns {
            let at = corner(column, 0) + Vec2::new(CELL / 2.0, -14.0);
            let name = ColumnName(column as u8).to_string();
            svg.text("", at, letters, "#777060", &name);
        }
        for row in 0..rows {
            let at = corner(0, row) + Vec2::new(-15.0, CELL / 2.0);
            svg.text("", at, letters, "#777060", &(row + 1).to_string());
        }
        svg.end();
    }
    svg.group("letters", "");
    for cell in position.size().iter() {
        if let Some(letter) = position.letter(cell) {
            let letter = letter.to_string();
            svg.text("", centre(cell), CELL * 0.48, PENCIL, &letter);
        }
    }
    svg.end();
    svg.group("strokes", "fill=\"none\" stroke-width=\"1.7\"");
    for LineMark { line, owner, .. } in marks {
        let (class, attributes) = manner(*owner);
        if is_circled(style, *owner) {
            let radius = CELL * CIRCLE + lane(marks, *line) * 2.5;
            if across_edges(*line).is_some() {
                for cell in line.cells() {
                    svg.circle(&class, centre(cell), radius, &attributes);
                }
            } else {
                let circle = circle_around([line.start, line.end].map(centre), radius);
                svg.path(&class, &circle, &attributes);
            }
            continue;
        }
        if let Some(axis) = across_edges(*line) {
            // The stroke is drawn cell by cell, up to the edges.
            for (cell, before, after) in [
                (line.start, 0.3, 0.5),
                (line.middle, 0.5, 0.5),
                (line.end, 0.5, 0.3),
            ] {
                let (from, to) = (axis * (CELL * -before), axis * (CELL * after));
                svg.line(&class, centre(cell) + from, centre(cell) + to, &attributes);
            }
            continue;
        }
        // Strokes that overlap in one row are drawn slightly apart.
        let direction = (centre(line.end) - centre(line.start)).unit();
        let lane = lane(marks, *line);
        let aside = direction.turn_90() * (lane * 5.0);
        let reach = direction * (CELL * 0.3);
        let (from, to) = (
            centre(line.start) - reach + aside,
            centre(line.end) + reach + aside,
        );
        svg.line(&class, from, to, &attributes);
    }
    svg.end();
    legend(&mut svg, position, high + 2.0 * side + 8.0, style);
    svg.in_look(style.look)
}

/// Returns whether a player's S-O-S are circled instead of struck through.
fn is_circled(style: &Style, owner: Option<Player>) -> bool {
    style.view == CIRCLES && owner == Some(Player::FIRST)
}

/// Returns the line at some distance around the way between two places.
fn circle_around(ends: [Point; 2], radius: f64) -> Path {
    const STEPS: usize = 12;
    let [from, to] = ends;
    let aside = (to - from).unit().turn_90() * radius;
    // Half a turn around each end.
    let cap = |centre: Point, aside: Vec2| {
        (0..=STEPS).map(move |step| {
            let angle = core::f64::consts::PI * step as f64 / STEPS as f64;
            centre + aside * angle.cos() + aside.turn_90() * angle.sin()
        })
    };
    let mut places = cap(from, aside).chain(cap(to, -aside));
    let first = places.next().expect("an end has places around it");
    let path = places.fold(Path::new().move_to(first), Path::line_to);
    path.close()
}

/// Returns the step from each cell of a line to the next if the line crosses the edges of the board.
fn across_edges(line: Line) -> Option<Vec2> {
    let step = |from: u8, to: u8| match i16::from(to) - i16::from(from) {
        far @ (..=-2 | 2..) => -far.signum(),
        near => near,
    };
    let steps = |from: Cell, to: Cell| (step(from.column, to.column), step(from.row, to.row));
    let is_near =
        |from: Cell, to: Cell| from.column.abs_diff(to.column) < 2 && from.row.abs_diff(to.row) < 2;
    let crosses = !is_near(line.start, line.middle) || !is_near(line.middle, line.end);
    let (right, down) = steps(line.start, line.middle);
    crosses.then(|| Vec2::new(right.into(), down.into()))
}

/// Returns the sideways offset of a stroke: 0, or 1, −1 and so on if strokes along one row share a cell.
fn lane(marks: &[LineMark], line: Line) -> f64 {
    let step = |line: &Line| {
        let way = |a: u8, b: u8| i16::from(b) - i16::from(a);
        (
            way(line.start.column, line.end.column),
            way(line.start.row, line.end.row),
        )
    };
    // Assigns lanes greedily within each row, starting with the first stroke.
    let mut row: Vec<Line> = marks.iter().map(|mark| mark.line).collect();
    row.retain(|other| step(other) == step(&line));
    row.sort_unstable();
    let mut lanes: Vec<(Line, usize)> = Vec::new();
    for other in row {
        let touching = lanes.iter().filter(|(before, _)| before.end == other.start);
        let is_free = |lane: &usize| !touching.clone().any(|(_, taken)| taken == lane);
        let lane = (0..3).find(is_free).unwrap_or(0);
        lanes.push((other, lane));
    }
    let found = lanes.iter().find(|(other, _)| *other == line);
    found.map_or(0.0, |(_, lane)| [0.0, 1.0, -1.0][*lane])
}

/// Returns the class and attributes of a player's strokes: a colour, and dashes so that colour is not needed.
fn manner(owner: Option<Player>) -> (String, String) {
    const DASHES: [&str; 4] = ["", "8 7", "1 7", "12 6 1 6"];
    let Some(player) = owner else {
        return ("nobody".to_owned(), "stroke=\"#8a8a8a\"".to_owned());
    };
    let seat = player.index();
    let colour = PLAYER_COLOURS[seat % PLAYER_COLOURS.len()];
    let mut attributes = format!("stroke=\"{colour}\"");
    let dashes = DASHES[seat % DASHES.len()];
    if !dashes.is_empty() {
        let _ = write!(attributes, " stroke-dasharray=\"{dashes}\"");
    }
    (format!("player{}", seat + 1), attributes)
}

/// Draws the legend below the board: each player's stroke and points, and whose turn it is.
fn legend(svg: &mut Svg, position: &Position, top: f64, style: &Style) {
    let players = position.players();
    let share = svg.size().x / players as f64;
    svg.group("score", "");
    for seat in 0..players {
        let player = Player::new(seat);
        // The mark on the left reaches farther than the points on the right.
        let middle = share * (seat as f64 + 0.5) + 10.0;
        let (class, attributes) = manner(Some(player));
        let at = |right: f64, down: f64| Point::new(middle + right, top + down);
        let pen = format!("{attributes} stroke-width=\"1.7\" fill=\"none\"");
        if is_circled(style, Some(player)) {
            svg.path(
                &class,
                &circle_around([at(-27.0, 0.0), at(-15.0, 0.0)], 7.0),
                &pen,
            );
        } else {
            svg.line(&class, at(-34.0, 0.0), at(-8.0, 0.0), &pen);
        }
        let points = position.points(player).to_string();
        svg.text_from(
            "",
            at(2.0, 6.0),
            12.0 * style.look.enlargement(),
            "#222222",
            &points,
        );
        let wins = position.winner() == Some(player);
        if position.turn() == Some(player) || wins {
            // A triangle points at the player to move; a ring around it means that the game is won.
            let path = Path::new()
                .move_to(at(-48.0, -5.0))
                .line_to(at(-48.0, 0.0) + Vec2::new(7.0, 0.0))
                .line_to(at(-48.0, 5.0))
                .close();
            svg.path("turn", &path, "fill=\"#222222\" stroke=\"none\"");
            if wins {
                let ring = "fill=\"none\" stroke=\"#222222\" stroke-width=\"1.5\"";
                svg.circle("winner", at(-48.0, 0.0) + Vec2::new(2.5, 0.0), 9.0, ring);
            }
        }
    }
    svg.end();
}

/// Writes the last position of a game for the terminal: the last letter in brackets, and each S-O-S in its owner's ink.
///
/// If the window is too narrow for the board, the blanks between the letters are left out. If the board is still too
/// wide or too high, only the part around the last letter is shown, with a line that says which part it is.
fn print(record: &Record<Position>, window: &Window) -> Print {
    let position = record.position();
    let (columns, rows) = (position.size().columns(), position.size().rows());
    let widest = (0..columns).map(|column| ColumnName(column as u8).to_string().len());
    let (widest, margin) = (widest.max().unwrap_or(1), rows.to_string().len() + 1);
    // In a narrow window, the brackets around the last letter are left out first, then the blanks between the letters.
    let fits = |cell: &usize| margin + cell * columns + 1 < window.columns;
    let cell = [widest + 2, widest + 1].into_iter().find(fits);
    // Letters that are not all shown keep one blank between them.
    let cell = cell.unwrap_or(if fits(&widest) { widest } else { widest + 1 });
    let sheet = ScoreSheet::of(record);
    let last = record.moves().last().map(|m| m.cell);
    let room = window.columns.saturating_sub(margin + 4) / cell;
    let near = |cell: Option<u8>, count: usize| cell.map_or(count / 2, usize::from);
    let across = part(columns, room, near(last.map(|last| last.column), columns));
    // Around the board are the names of the columns, the points, the S-O-S of each player, the last move, and the part
    // of the board that is shown if it is not the whole.
    let made =
        Player::all(position.players()).filter(|player| of_player(&sheet, *player).count() > 0);
    let named = usize::from(across.len() < columns);
    let room = window.rows.saturating_sub(3 + made.count() + named);
    let room = if rows <= room {
        rows
    } else {
        room.saturating_sub(3)
    };
    let down = part(rows, room, near(last.map(|last| last.row), rows));
    let gap = |print: &mut Print, is_hidden: bool| {
        if is_hidden {
            print.add(&format!("{:>margin$}", ":"), Ink::Faint);
            print.end_line();
        }
    };
    let mut print = Print::default();
    print.add(&" ".repeat(margin + 1), Ink::Faint);
    for column in across.clone() {
        let mut name = ColumnName(column as u8).to_string();
        // Names that would run together are written over every second column, from the second of two letters on: `z`
        // precedes the first.
        if name.len() == cell && column % 2 == 0 {
            name.clear();
        }
        let after = usize::from(cell > widest + 1);
        let name = format!("{name:>0$}{1:after$}", cell - after, "");
        print.add(&name, Ink::Faint);
    }
    print.end_line();
    gap(&mut print, down.start > 0);
    for row in down.clone() {
        let before = if across.start > 0 { "<" } else { " " };
        print.add(&format!("{:>margin$}{before}", row + 1), Ink::Faint);
        for column in across.clone() {
            let place = Cell {
                column: column as u8,
                row: row as u8,
            };
            let covering = |mark: &&LineMark| mark.line.cells().contains(&place);
            let owner = sheet.marks().iter().rev().find(covering);
            let owner = owner.and_then(|mark| mark.owner);
            let ink = match (position.letter(place), owner) {
                (None, _) => Ink::Faint,
                _ if last == Some(place) => Ink::Last,
                (_, Some(owner)) => Ink::Owner(owner.index()),
                _ => Ink::Plain,
            };
            let letter = position
                .letter(place)
                .map_or_else(|| ".".to_owned(), |letter| letter.to_string());
            let brackets = cell > widest + 1 && last == Some(place);
            let (open, close) = if brackets { ("[", "]") } else { ("", " ") };
            let close = if cell > widest + 1 { close } else { "" };
            let word = format!("{open}{letter}{close}");
            print.add(&format!("{word:>cell$}"), ink);
        }
        if across.end < columns {
            print.add(">", Ink::Faint);
        }
        print.end_line();
    }
    gap(&mut print, down.end < rows);
    if across.len() < columns || down.len() < rows {
        let name = |column: usize| ColumnName(column as u8);
        print.add_line(&format!(
            "({}{} to {}{} of {})",
            name(across.start),
            down.start + 1,
            name(across.end - 1),
            down.end,
            position.size()
        ));
    }
    print.add_line(&format!("points: {}", position.said_points()));
    list_made(&mut print, &sheet, position, window.columns);
    if let Some(last) = record.moves().last() {
        print.add_line(&format!("last move: {last}"));
    }
    print
}

/// Returns the S-O-S that `player` has made.
fn of_player(sheet: &ScoreSheet, player: Player) -> impl Iterator<Item = Line> {
    let own = sheet.marks().iter();
    own.filter(move |mark| mark.owner == Some(player))
        .map(|mark| mark.line)
}

/// Lists the newest S-O-S of each player, as a help where there are no colours.
fn list_made(print: &mut Print, sheet: &ScoreSheet, position: &Position, columns: usize) {
    let word = position.target().word.spelled();
    for player in Player::all(position.players()) {
        let own = of_player(sheet, player);
        let own: Vec<String> = own.map(|line| line.to_string()).collect();
        let shown = columns.saturating_sub(24) / 8;
        let skipped = own.len().saturating_sub(shown.max(3));
        if !own.is_empty() {
            let more = if skipped > 0 { "… " } else { "" };
            let own = own[skipped..].join(" ");
            let text = format!("{word} of {player}: {more}{own}");
            print.add(&text, Ink::Owner(player.index()));
            print.end_line();
        }
    }
}

/// Returns the range of `count` rows or columns to show in `room`, around one of them; at least three.
fn part(count: usize, room: usize, around: usize) -> Range<usize> {
    let shown = room.max(3).min(count);
    let start = around.saturating_sub(shown / 2).min(count - shown);
    start..start + shown
}

/// A picture of a [`Position`] shows the letters and strikes out every S-O-S in grey, because a position does not
/// record who made it. A picture of a game strikes out each S-O-S in its owner's colour and line style (solid for the
/// first player, dashed for the second, dotted and so on for others), and shades the cell of the last letter. Two
/// strokes over the same letters are drawn side by side, so that neither hides the other.
///
/// In the view `circles`, as on paper, the first of two players circles, and the second strikes through.
///
/// ```
/// use papergames_sos::{Charset, Draw, Position, Record, Style, Window};
///
/// let record: Record<Position> = ".../...:1:0-0 Sa1 Ob1 Sc1".parse()?;
/// let picture = Position::picture(&record, &Style::default())?;
/// assert!(picture.contains(&record.position().to_string()));
/// let board = Position::terminal(&record, &Window::new(Charset::Ascii))?;
/// assert_eq!(
///     board.to_string(),
///     "    a  b  c\n 1  S  O [S]\n 2  .  .  .\n\
///      points: first 1, second 0\nS-O-S of first: a1-c1\nlast move: Sc1\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Draw for Position {
    fn draw(record: &Record<Position>, style: &Style) -> Result<Svg, CannotDraw> {
        Ok(picture(record, style))
    }

    fn title() -> String {
        "A game of SOS".to_owned()
    }

    fn frames(record: &Record<Position>, style: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let sheet = ScoreSheet::of(record);
        Frame::each(record, |n, position| {
            // The marks are in the order of their moves.
            let made = sheet.marks().partition_point(|mark| mark.number <= n);
            let last = n.checked_sub(1).map(|last| record.moves()[last].cell);
            Ok(draw(position, &sheet.marks()[..made], last, style))
        })
    }

    fn terminal(record: &Record<Position>, window: &Window) -> Result<Print, CannotDraw> {
        Ok(print(record, window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::size::Size;
    use common::grid::{Columns, Rows};
    use common::{Seeded, playout};
    use picture::Charset;

    /// A game in which the first player makes the top row, and the second the left column and a diagonal.
    fn record() -> Record<Position> {
        let text = ".../.../...:1:0-0 Sa1 Ob1 Sc1 Oa2 Sa3 Ob2";
        text.parse().expect("a game")
    }

    #[test]
    fn names_of_columns_do_not_run_together() {
        let size = Size::new(Rows(3), Columns(30)).expect("a board");
        let record = Record::new(Position::new(size, Rules::General));
        for columns in [64, 80, 100] {
            let window = Window {
                columns,
                ..Window::new(Charset::Ascii)
            };
            let text = print(&record, &window).to_string();
            let names = text.lines().next().expect("a line of names");
            assert!(
                names.split_whitespace().all(|name| name.len() <= 2),
                "{names}"
            );
            assert!(
                names.ends_with(" ab  ad") || names.ends_with(" ac ad"),
                "{names}"
            );
        }
    }

    #[test]
    fn a_picture_has_a_letter_for_each_cell_and_a_stroke_for_each_sos() {
        let picture = picture(&record(), &Style::default()).finish();
        let letters = picture
            .split("class=\"letters\"")
            .nth(1)
            .and_then(|rest| rest.split("</g>").next());
        assert_eq!(letters.map(|group| group.matches("<path").count()), Some(6));
        let strokes = picture
            .split("class=\"strokes\"")
            .nth(1)
            .and_then(|rest| rest.split("</g>").next());
        let strokes = strokes.expect("the strokes");
        assert_eq!(strokes.matches("class=\"player1\"").count(), 1);
        assert_eq!(strokes.matches("class=\"player2\"").count(), 2);
        assert!(picture.contains("class=\"last\""));
        let alone = record().position().svg(&Style::default());
        assert!(alone.expect("a picture").contains("class=\"nobody\""));
    }

    /// Returns the least and the greatest horizontal place of what is drawn in a line of SVG, where these are plain
    /// numbers.
    fn reach(line: &str) -> Option<[f64; 2]> {
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()
        };
        let number = |name: &str| value(name)?.parse::<f64>().ok();
        if let (Some(x), Some(r)) = (number("cx"), number("r")) {
            return Some([x - r, x + r]);
        }
        let way = value("d").filter(|way| way.chars().all(|c| !c.is_ascii_lowercase()))?;
        let numbers = way.split(|c: char| c == ' ' || c.is_ascii_uppercase());
        let numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
        let across = numbers.step_by(2);
        Some([
            across.clone().fold(f64::MAX, f64::min),
            across.fold(f64::MIN, f64::max),
        ])
    }

    #[test]
    fn nothing_is_clipped() {
        let mut seen = 0;
        for players in 2..=4 {
            for seed in 0..6 {
                let columns = Columns(3 + seed as usize % 2);
                let size = Size::new(Rows(3), columns).expect("a board");
                let start = Position::for_players(players, size, Rules::General);
                let start = start.expect("few players");
                let record = playout::record(start, 3 + 3 * seed, &mut Seeded::new(seed));
                let views = ["", CIRCLES];
                for view in views.into_iter().take(if players == 2 { 2 } else { 1 }) {
                    let picture = picture(
                        &record,
                        &Style {
                            view,
                            ..Style::default()
                        },
                    );
                    let width = picture.size().x;
                    for line in picture.finish().lines() {
                        if let Some([least, most]) = reach(line) {
                            assert!(least >= 1.0 && most <= width - 1.0, "{record}: {line}");
                            seen += usize::from(
                                line.contains("\"turn\"") || line.contains("\"winner\""),
                            );
                        }
                    }
                }
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn the_first_player_circles_and_the_second_strikes_through() {
        let mut seen = [0; 2];
        for seed in 0..30 {
            let start: Position = "4x5".parse().expect("a board");
            let record = playout::record(start, 12, &mut Seeded::new(seed));
            let style = Style {
                view: CIRCLES,
                ..Style::default()
            };
            let picture = picture(&record, &style).finish();
            let strokes = picture.split("class=\"strokes\"").nth(1);
            let strokes = strokes
                .and_then(|rest| rest.split("</g>").next())
                .expect("the strokes");
            let sheet = ScoreSheet::of(&record);
            for (seat, is_closed) in [(0, true), (1, false)] {
                let class = format!("\"player{}\"", seat + 1);
                let own = strokes.lines().filter(|line| line.contains(&class));
                let ways: Vec<&str> = own.filter_map(|line| line.split(" d=\"").nth(1)).collect();
                assert_eq!(
                    ways.len(),
                    of_player(&sheet, Player::new(seat)).count(),
                    "{record}"
                );
                for way in ways {
                    let way = way.split('"').next().expect("a way");
                    assert_eq!(way.ends_with('Z'), is_closed, "{record}: {way}");
                    seen[seat] += 1;
                }
            }
        }
        assert!(seen.iter().all(|seen| *seen > 10), "{seen:?}");
    }

    #[test]
    fn strokes_that_share_an_end_in_one_row_lie_apart() {
        let position: Position = "SOSOS.:1:2-0".parse().expect("a board");
        let sheet = ScoreSheet::of(&Record::new(position));
        let marks = sheet.marks();
        assert_eq!(marks.len(), 2);
        assert!((lane(marks, marks[0].line) - lane(marks, marks[1].line)).abs() > 0.5);
    }

    #[test]
    fn a_film_has_a_frame_for_each_position() {
        let film = Position::film(&record(), &Style::default()).expect("a film");
        assert_eq!(film.finish().matches("A position of SOS").count(), 7);
        let animation = Position::animation(&record(), &Style::default());
        let animation = animation.expect("an animation").finish();
        assert_eq!(animation.matches("<animate ").count(), 7);
    }

    #[test]
    fn a_board_that_is_too_large_is_shown_around_the_last_letter() {
        let start = |rows, columns| {
            let size = Size::new(Rows(rows), Columns(columns)).expect("a size");
            Record::new(Position::new(size, Rules::General))
        };
        let mut record = start(10, 40);
        record
            .push("Sad7".parse().expect("a move"))
            .expect("it is legal");
        let window = Window {
            columns: 40,
            rows: 13,
            charset: Charset::Ascii,
        };
        let text = print(&record, &window).to_string();
        assert!(text.lines().count() <= 13, "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 40), "{text}");
        assert!(text.contains(" 7<") && text.contains("ad"), "{text}");
        assert!(text.contains(" of 10x40)\n"), "{text}");
        let small = print(&start(3, 3), &window).to_string();
        assert!(!small.contains(" of 3x3"), "{small}");
    }

    #[test]
    fn the_terminal_tells_who_made_what() {
        let text = print(&record(), &Window::new(Charset::Ascii)).to_string();
        let end = "points: first 1, second 2\nS-O-S of first: a1-c1\n\
                   S-O-S of second: a1-a3 c1-a3\nlast move: Ob2\n";
        assert!(text.ends_with(end), "{text}");
    }
}
