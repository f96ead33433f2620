//! Draws boards as SVG, and as text for the terminal.

use core::cmp::Reverse;

use common::grid::ColumnName;
use common::{Record, sorting};
use picture::geometry::{Point as Place, Vec2};
use picture::svg::{Frame, PLAYER_COLOURS, Path, Svg};
use picture::{CannotDraw, Charset, Draw, Ink, Print, Style, Window};

use crate::moves::Move;
use crate::point::Point;
use crate::position::{FIELD, Position};

/// The distance of neighbouring points.
const STEP: f64 = 24.0;
const MARGIN: f64 = 34.0;

/// The marks for the last turn.
#[derive(Clone, Debug, Default)]
struct LastTurn {
    /// A man that was placed.
    placed: Option<Point>,
    /// The points that the ball touched, in order.
    path: Vec<Point>,
    /// The men that were jumped.
    captured: Vec<Point>,
}

/// Draws the last position of a game, with the last turn marked.
fn picture(record: &Record<Position>, style: &Style) -> Svg {
    match turns(record).last() {
        Some((position, last, _)) => draw(position, last, style),
        None => draw(record.position(), &LastTurn::default(), style),
    }
}

/// Returns the positions between the turns of a game, each with the marks and text of the turn before it. A chain that
/// is under way at the end counts as a turn.
fn turns(record: &Record<Position>) -> Vec<(Position, LastTurn, String)> {
    let mut positions = record.positions();
    let mut before = positions.next().expect("a record has a setup");
    let mut turns = vec![(before, LastTurn::default(), String::new())];
    let mut last = LastTurn::default();
    let n = record.moves().len();
    for (i, (m, after)) in record.moves().iter().zip(positions).enumerate() {
        match m {
            Move::Place(point) => last.placed = Some(*point),
            Move::Jump(_) => {
                if last.path.is_empty() {
                    last.path.push(before.ball());
                }
                last.path.push(after.ball());
                last.captured
                    .extend(before.men().filter(|man| !after.is_man(*man)));
            }
            Move::Stop => {}
        }
        before = after;
        if !after.is_jumping() || i + 1 == n {
            let points: Vec<String> = last.path.iter().map(ToString::to_string).collect();
            let caption = last
                .placed
                .map_or_else(|| points.join("-"), |point| point.to_string());
            turns.push((after, core::mem::take(&mut last), caption));
        }
    }
    turns
}

fn draw(position: &Position, last: &LastTurn, style: &Style) -> Svg {
    let size = position.size();
    let (columns, rows) = (size.columns(), size.rows());
    let side = if style.labels { MARGIN } else { 20.0 };
    let (right, top) = ((columns - 1) as f64, (rows - 1) as f64);
    let has_ends = has_ends(position, last, style.view);
    let low = if has_ends { 0.0 } else { 1.0 };
    let (wide, high) = (right * STEP, (top - 2.0 * low) * STEP);
    let mut svg = Svg::new(
        wide + 2.0 * side,
        high + 2.0 * side,
        "A position of Phutball",
        &position.to_string(),
    );
    let at =
        |column: f64, row: f64| Place::new(side + column * STEP, side + high - (row - low) * STEP);
    let place = |point: Point| at(f64::from(point.column), f64::from(point.row));
    svg.paper("#fffdf6");

    svg.group("goals", "stroke=\"none\" fill-opacity=\"0.22\"");
    // The area behind each goal line has the colour of the player who wins there.
    let goals = [(0, top), (1, 1.0)].into_iter().filter(|_| has_ends);
    for (seat, row) in goals {
        let corner = at(-0.5, row + 0.4);
        let span = Vec2::new(wide + STEP, STEP * 1.8);
        let fill = format!("fill=\"{}\"", PLAYER_COLOURS[seat]);
        svg.rectangle(&format!("player{}", seat + 1), corner, span, &fill);
    }
    svg.end();
    svg.group(
        "grid",
        "fill=\"none\" stroke=\"#8f8a78\" stroke-width=\"1\"",
    );
    let mut grid = Path::new();
    for column in 0..columns {
        let x = column as f64;
        grid = grid.move_to(at(x, 1.0)).line_to(at(x, top - 1.0));
    }
    for row in 1..rows - 1 {
        let y = row as f64;
        grid = grid.move_to(at(0.0, y)).line_to(at(right, y));
    }
    svg.path("", &grid, "");
    // The end rows, where no man stands, are dotted.
    let mut ends = Path::new();
    let rows_of_ends = [(0.0, 1.0), (top, top - 1.0)]
        .into_iter()
        .filter(|_| has_ends);
    for (from, to) in rows_of_ends {
        ends = ends.move_to(at(0.0, from)).line_to(at(right, from));
        for column in 0..columns {
            let x = column as f64;
            ends = ends.move_to(at(x, from)).line_to(at(x, to));
        }
    }
    if has_ends {
        svg.path("ends", &ends, "stroke-dasharray=\"2 4\"");
    }
    svg.end();
    svg.group("goal-lines", "fill=\"none\" stroke-width=\"3.5\"");
    for (seat, row) in [(0, top - 1.0), (1, 1.0)] {
        let stroke = format!("stroke=\"{}\"", PLAYER_COLOURS[seat]);
        svg.line("", at(-0.3, row), at(right + 0.3, row), &stroke);
    }
    svg.end();
    if style.labels {
        svg.group("labels", "");
        let letters = 9.0 * style.look.enlargement();
        for column in 0..columns {
            let name = ColumnName(column as u8).to_string();
            for y in [side * 0.35, side * 1.6 + high] {
                let x = side + column as f64 * STEP;
                svg.text("", Place::new(x, y), letters, "#777060", &name);
            }
        }
        let hidden = low as usize;
        for row in hidden..rows - hidden {
            for x in [side * 0.38, side * 1.62 + wide] {
                let y = at(0.0, row as f64).y;
                svg.text("", Place::new(x, y), letters, "#777060", &row.to_string());
            }
        }
        svg.end();
    }

    svg.group("men", "fill=\"#222222\" stroke=\"none\"");
    for man in position.men() {
        svg.circle("", place(man), STEP * 0.36, "");
    }
    svg.end();
    draw_last(&mut svg, last, place);
    svg.group("ball", "fill=\"#ffffff\" stroke=\"#111111\"");
    let ball = place(position.ball());
    svg.circle("", ball, STEP * 0.37, "stroke-width=\"3\"");
    let dot = "fill=\"#111111\" stroke=\"none\"";
    svg.circle("", ball, STEP * 0.12, dot);
    svg.end();
    svg.in_look(style.look)
}

/// Returns whether a view shows the end rows, where no man stands: always where the last turn has touched them.
fn has_ends(position: &Position, last: &LastTurn, view: &str) -> bool {
    let is_end = |point: &Point| [0, position.size().top()].contains(&point.row);
    view != FIELD || last.path.iter().any(is_end) || is_end(&position.ball())
}

fn draw_last(svg: &mut Svg, last: &LastTurn, place: impl Fn(Point) -> Place) {
    const MARK: &str = "#b3006b";
    let pen = format!("fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2.2\"");
    svg.group("last", &pen);
    if let Some(point) = last.placed {
        svg.circle("placed", place(point), STEP * 0.46, "");
    }
    for man in &last.captured {
        let dashes = "stroke-dasharray=\"3 3\" stroke-width=\"1.6\"";
        svg.circle("captured", place(*man), STEP * 0.33, dashes);
    }
    for pair in last.path.windows(2) {
        let (from, to) = (place(pair[0]), place(pair[1]));
        let direction = (to - from).unit();
        svg.line("jump", from, to, "");
        // An arrowhead before each landing, outside the ball.
        let tip = to - direction * (STEP * 0.42);
        let back = tip - direction * 7.0;
        let aside = direction.turn_90() * 4.5;
        let head = Path::new()
            .move_to(back + aside)
            .line_to(tip)
            .line_to(back - aside);
        svg.path("jump", &head, "");
    }
    if let Some(start) = last.path.first() {
        let fill = format!("fill=\"{MARK}\" stroke=\"none\"");
        svg.circle("start", place(*start), 3.5, &fill);
    }
    svg.end();
}

/// Writes the last position of a game for the terminal: men `o` (or `●`), the ball `@` (or `◎`), goal lines `-`, end
/// rows `=`, and the last turn: a man that was placed is in brackets, `+` marks the points that the ball has left,
/// and `x` the men that it jumped.
///
/// If the window is too low for the board, empty rows are left out; if it is too narrow, the blanks between columns are
/// left out.
pub(crate) fn print(record: &Record<Position>, view: &str, window: &Window) -> Print {
    let (position, last, caption) = turns(record).pop().unwrap_or_else(|| {
        let start = *record.position();
        (start, LastTurn::default(), String::new())
    });
    let (size, top) = (position.size(), position.size().top());
    let columns = size.columns() as i8;
    let wide = 2 * (size.columns() + 2) + 3 <= window.columns;
    let hidden = hidden_rows(&position, &last, window.rows);
    let mut print = Print::default();
    let mut is_gap = false;
    let low = u8::from(!has_ends(&position, &last, view));
    for row in (low..=top - low).rev() {
        if hidden.contains(&row) {
            if !is_gap {
                print.add(" :", Ink::Faint);
                print.end_line();
            }
            is_gap = true;
            continue;
        }
        is_gap = false;
        print.add(&format!("{row:>2} "), Ink::Faint);
        // Include one more column on each side, since a ball can leave through a corner.
        for column in -1..=columns {
            let point = Point { row, column };
            let (sign, ink) = sign_at(window.charset, &position, &last, point);
            let placed = |column: i8| last.placed == Some(Point { row, column });
            let blank = match (placed(column), placed(column + 1)) {
                _ if !wide => "",
                (true, _) => "]",
                (_, true) => "[",
                _ => " ",
            };
            print.add(&sign.to_string(), ink);
            let mark = if blank == " " { Ink::Plain } else { Ink::Last };
            print.add(blank, mark);
        }
        print.end_line();
    }
    let names: Vec<String> = (0..size.columns())
        .map(|column| ColumnName(column as u8).to_string())
        .collect();
    let (margin, between) = if wide { ("     ", " ") } else { ("    ", "") };
    print.add(&format!("{margin}{}", names.join(between)), Ink::Faint);
    print.end_line();
    if !caption.is_empty() {
        print.add_line(&format!("last turn: {caption}"));
    }
    print
}

/// Returns the rows to leave out so that a board fits in a window with few rows: empty rows, beginning with those
/// farthest from anything on the board.
fn hidden_rows(position: &Position, last: &LastTurn, rows: usize) -> Vec<u8> {
    let top = position.size().top();
    // The names of the columns, the last turn, and the marks for two gaps also need lines.
    let needed = position.size().rows() + 2;
    let excess = if needed > rows { needed + 2 - rows } else { 0 };
    let men = position.men();
    let marked = last.path.iter().chain(&last.captured).copied();
    let points = men.chain(marked).chain([position.ball()]);
    let occupied: Vec<u8> = points.map(|point| point.row).chain([0, top]).collect();
    let distance = |row: u8| occupied.iter().map(|other| row.abs_diff(*other)).min();
    let mut empty: Vec<u8> = (0..=top).filter(|row| distance(*row) >= Some(2)).collect();
    sorting::sort_by_key(&mut empty, |row| Reverse(distance(*row)));
    empty.truncate(excess);
    empty
}

/// Returns the sign at a point.
fn sign_at(charset: Charset, position: &Position, last: &LastTurn, point: Point) -> (char, Ink) {
    let [man, ball, vacant, captured] = match charset {
        Charset::Ascii => ['o', '@', '.', 'x'],
        Charset::Dots => ['●', '◎', '·', '×'],
    };
    let (size, top) = (position.size(), position.size().top());
    if point == position.ball() {
        return (ball, Ink::Strong);
    }
    if position.is_man(point) {
        let is_last = last.placed == Some(point);
        return (man, if is_last { Ink::Last } else { Ink::Plain });
    }
    if last.path.contains(&point) {
        return ('+', Ink::Last);
    }
    if last.captured.contains(&point) {
        return (captured, Ink::Last);
    }
    if !size.contains(point) {
        return (' ', Ink::Plain);
    }
    // The rows of each goal have the ink of the player who wins there.
    let goal = |row: u8| Ink::Owner(usize::from(row < 2));
    match point.row {
        row if row == 0 || row == top => ('=', goal(row)),
        row if row == 1 || row + 1 == top => ('-', goal(row)),
        _ => (vacant, Ink::Faint),
    }
}

/// The highest row is at the top, as seen by the first player, who attacks upwards. Goal lines and the end rows beyond
/// them are shaded; men are dark discs, and the ball is a light disc. A picture of a game also shows the last turn: a
/// ring around a man that was placed, or the path of the ball with hollow circles where the captured men stood. The
/// view `field` leaves out the end rows, as in this picture, in which the ball jumps over four men in a row:
///
#[doc = include_str!("../images/jump.svg")]
///
/// ```
/// use papergames_phutball::{Charset, Draw, Position, Record, Style, Window};
///
/// let record: Record<Position> = "5x7 c4 N".parse()?;
/// let picture = Position::picture(&record, &Style::default())?;
/// assert!(picture.contains(&record.position().to_string()));
/// let board = Position::terminal(&record, &Window::new(Charset::Ascii))?;
/// assert_eq!(
///     board.to_string(),
///     concat!(
///         " 6   = = = = =\n 5   - - @ - -\n 4   . . x . .\n 3   . . + . .\n",
///         " 2   . . . . .\n 1   - - - - -\n 0   = = = = =\n",
///         "     a b c d e\nlast turn: c3-c5\n",
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Draw for Position {
    fn draw(record: &Record<Position>, style: &Style) -> Result<Svg, CannotDraw> {
        Ok(picture(record, style))
    }

    fn title() -> String {
        "A game of Phutball".to_owned()
    }

    fn frames(record: &Record<Position>, style: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let turns = turns(record);
        let frames = turns
            .iter()
            .enumerate()
            .map(|(n, (position, last, caption))| Frame {
                picture: draw(position, last, style),
                caption: if n == 0 {
                    "start".to_owned()
                } else {
                    format!("{n}: {caption}")
                },
            })
            .collect();
        Ok(frames)
    }

    fn terminal(record: &Record<Position>, window: &Window) -> Result<Print, CannotDraw> {
        Ok(print(record, "", window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game of two men, and a chain of two jumps over them.
    fn record() -> Record<Position> {
        let mut record = Record::new(Position::standard());
        for turn in ["h11", "i13", "h10-h12-j14"] {
            let turn = turn.parse().expect("a turn");
            for m in record.position().moves_of(&turn).expect("a legal turn") {
                record.push(m).expect("a legal move");
            }
        }
        record
    }

    #[test]
    fn the_last_turn_shows_the_path_and_what_it_captured() {
        let picture = picture(&record(), &Style::default()).finish();
        assert_eq!(picture.matches("class=\"captured\"").count(), 2);
        assert_eq!(picture.matches("class=\"jump\"").count(), 4);
        assert!(
            print(&record(), "", &Window::new(Charset::Ascii))
                .to_string()
                .ends_with("last turn: h10-h12-j14\n")
        );
    }

    #[test]
    fn a_film_has_a_frame_for_each_turn() {
        let film = Position::film(&record(), &Style::default()).expect("a film");
        let text = film.finish();
        assert_eq!(text.matches("A position of Phutball").count(), 4);
    }

    #[test]
    fn a_picture_has_a_disc_for_each_man() {
        let mut record = record();
        record.pop();
        record.pop();
        let picture = record.position().svg(&Style::default()).expect("a picture");
        let men = picture
            .split("class=\"men\"")
            .nth(1)
            .and_then(|rest| rest.split("</g>").next());
        assert_eq!(men.map(|group| group.matches("<circle").count()), Some(2));
    }

    #[test]
    fn a_ball_outside_a_corner_is_drawn_outside() {
        let size = "5x7".parse().expect("a size");
        let rules = "full-board-corner".parse().expect("rules");
        let corner = Point { column: -1, row: 0 };
        let position = Position::with_pieces(size, rules, corner, [], common::Player::FIRST);
        let position = position.expect("a place outside a corner");
        let text = print(&Record::new(position), "", &Window::new(Charset::Ascii)).to_string();
        assert!(text.contains("\n 0 @ = = = = =\n"), "{text}");
    }
}
