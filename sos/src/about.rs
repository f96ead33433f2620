//! The description of the game for programs: names, rules, notations, opponents and exact values.

use core::fmt::Write;

use common::any::{AnyGame, GameObject, TooLargeToPlay};
use common::claim::Certificate;
use common::describe::{
    About, BoardKind, Describe, Fact, Opponents, Refused, RuleSet, SetupOptions,
};
use common::fields::Fields;
use common::format::{self, Format, Notations, Reading, Writing};
use common::grid::ColumnName;
use common::search::MonteCarlo;
use common::values::{Effort, Facts, SolveResult, Values};
use common::{
    Budget, CertifiedOutcome, Engine, Game, Guarantees, Level, Player, Record, Symmetric, Verdict,
    VerifiedVerdict,
};

use crate::engine::Searcher;
use crate::lines::Line;
use crate::moves::{Letter, Move};
use crate::notation::{log, read_game, read_move, write_game};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Ruling, Setup};
use crate::sheet::{CIRCLES, ScoreSheet};
use crate::solve::{SolveError, Solver};
use crate::target::VARIANTS;
use crate::theory;

/// SOS as a trait object, which programs can select at run time; see [`any`](common::any).
pub static GAME: &dyn AnyGame = &OBJECT;

/// Only this crate knows the type, so that what the object can do is compiled once.
static OBJECT: GameObject<Position> = {
    let game = GameObject::new()
        .notations()
        .opponents()
        .values(|| Box::new(Exact))
        .extras(&[&TooLargeToPlay(theory::verdict_on_setup)])
        .encoding()
        .episodes()
        .planes()
        .scores();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

/// What the lines of a proof mean.
const PROOF: &str = "\
A proof of SOS, which `solve sos 3x4 --certificate -o sos.proof` writes, states a board and its value for the player \
to move: how many more of the remaining points than the opponent this player gets. Each line after `facts` is a fact, \
which is a bound on the value of a board. For example, `S.S/---/--- >= 1` means that the player to move gets at least \
one point more than the opponent. `.` is an empty cell. `-` is a filled cell that can no longer be in any S-O-S. `*` \
stands for one more empty cell, in which any letter only passes the turn.
A lower bound is proved if the player to move can write a letter that gives at least that value. An upper bound is \
proved if no letter that the player to move can write gives more.
`check sos.proof` checks every fact, and `explore sos 3x4 --store sos.proof` walks through the facts move by move.";

/// The rule sets, and the variants that can be combined with each.
const RULE_SETS: [RuleSet; Rules::ALL.len() + VARIANTS.len()] = {
    let mut sets = [Rules::General.about(); Rules::ALL.len() + VARIANTS.len()];
    let rules = common::rule_sets!(Rules);
    let mut i = 0;
    while i < sets.len() {
        sets[i] = if i < rules.len() {
            rules[i]
        } else {
            VARIANTS[i - rules.len()]
        };
        i += 1;
    }
    sets
};

impl Describe for Position {
    const ABOUT: About = About {
        title: "SOS",
        brief: "Write S or O in a cell; completing S-O-S scores",
        summary: "\
Write S or O in any empty cell. Completing S-O-S in a row, a column or a diagonal scores a point and earns another move.
When the board is full, the player with the most points wins.",
        theory: "\
SOS is a finite game of perfect information, in which one player gains what the other loses, so with best play one \
player wins, or it is a draw.
Why a trap wins: in S _ _ S, with two empty cells between two S, any letter in either cell lets the opponent complete \
S-O-S, so no one wants to write there. Such cells come in pairs. So if the board has an even number of cells, the \
first player is the one who must write there in the end. For this reason, the second player wins a row of 2000 cells \
under the rules `first`.",
        topics: &[(&["proof", "certificate"], PROOF)],
        rule_sets: &RULE_SETS,
        setups: &[
            ("4x5", "an empty board of four rows and five columns"),
            (
                "4x5:first",
                "an empty board under a rule set, like `4x5 --rules first`",
            ),
            (
                "4x5:general+2",
                "a handicap: the second player has two points from the start, like `4x5 --handicap 2`",
            ),
            (
                "4x4:first+wrap+soo",
                "an empty board whose edges are joined, on which the first S-O-O wins",
            ),
            (
                "S.O/...:1:0-0",
                "a position: its rows, the player to move, and each player's points",
            ),
        ],
        puzzle: Ok("3x4"),
        tour: Some("3x3"),
        solved: Some("3x4"),
        verified: Some("3x4"),
        board: BoardKind::Letters,
        views: &[(
            CIRCLES,
            "as on paper: the first of two players circles, the second strikes through",
        )],
        ..About::new("sos").setup("5x5")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Position, Refused> {
        options.allow("sos", &["rules", "players", "misere", "handicap"])?;
        let text = text.unwrap_or("5x5");
        // SOS has misère play, but no rules `normal`.
        let normal = options.normal.then_some("normal");
        let named = options
            .rules
            .as_deref()
            .or(normal)
            .map(str::parse::<Ruling>);
        let named = named.transpose().map_err(Refused::because)?;
        let named = match named {
            Some(named) if options.misere && !named.can_be_misere() => {
                return Err(Refused::new(format!(
                    "the rules {named} and {} cannot be combined; leave out one of them",
                    options.spelled("misere")
                )));
            }
            named if options.misere => Some(Ruling {
                rules: Rules::Misere,
                ..named.unwrap_or_default()
            }),
            named => named,
        };
        if text.contains(['/', '.', 'S', 'O']) {
            if named.is_some() || options.players.is_some() || options.handicap.is_some() {
                return Err(Refused::new(
                    "leave out the options for rules and players: a position text already specifies both",
                ));
            }
            return text.parse().map_err(Refused::because);
        }
        let mut setup = text.parse::<Setup>().map_err(|error| {
            Refused::because(error).context(format!(
                "the setup must be a board such as `4x5` or a position text, found `{text}`"
            ))
        })?;
        if let Some(points) = options.handicap {
            let handicap = u8::try_from(points).map_err(|_| {
                Refused::new(format!(
                    "a handicap may be at most 255 points, found {points}"
                ))
            })?;
            let named = named.unwrap_or(setup.ruling());
            setup = setup.under(Ruling { handicap, ..named })?;
        }
        // An option may repeat what the text says, as in `4x5:first:2`, but not contradict it.
        let said = text.matches(':').count();
        if let Some(named) = named {
            let named = Ruling {
                handicap: setup.handicap,
                ..named
            };
            if said > 0 && setup.ruling() != named {
                return Err(Refused::new(format!(
                    "`{text}` already specifies its rules, but an option asks for {named}; leave out one of them"
                )));
            }
            setup = setup.under(named)?;
        }
        if let Some(players) = options.players {
            if said > 1 && setup.players() != players {
                return Err(Refused::new(format!(
                    "`{text}` already specifies its players, but {} asks for {players}; leave out one of them",
                    options.spelled("players")
                )));
            }
            setup = setup.with_players(players)?;
        }
        Ok(Position::of(setup))
    }

    fn rule_set(&self) -> Option<String> {
        Some(self.setup.ruling().to_string())
    }

    /// A position does not record who made an S-O-S.
    fn view(&self, name: &str) -> Option<String> {
        Self::view_of(&Record::new(self.clone()), name)
    }

    fn view_of(record: &Record<Position>, name: &str) -> Option<String> {
        let sheet = ScoreSheet::of(record);
        (name == CIRCLES).then(|| sheet.on_paper(record.position()))
    }

    /// Only two players can be told apart by a circle and a stroke.
    fn check_view(&self, name: &str) -> Result<(), Refused> {
        match self.players() {
            2 => Ok(()),
            players => Err(Refused::new(format!(
                "the view `{name}` tells two players apart, but this game has {players}"
            ))),
        }
    }

    fn board(&self) -> String {
        let mut text = cells(self);
        let _ = write!(text, "\n{}:", self.target().word.spelled());
        for player in Player::all(self.players()) {
            let _ = write!(text, " {player} {}", self.points(player));
        }
        text
    }

    /// Shows the cells, the points, the owner of each S-O-S, and the last move.
    fn board_of(record: &Record<Position>) -> String {
        let position = record.position();
        let mut text = cells(position);
        let _ = write!(text, "\npoints: {}", position.said_points());
        for mark in ScoreSheet::of(record).marks() {
            let owner = mark.owner.map(|player| player.to_string());
            let owner = owner.unwrap_or_else(|| "no one".into());
            let word = position.target().word.spelled();
            let _ = write!(text, "\n{word} {}: {owner}", mark.line);
        }
        if let Some(last) = record.moves().last() {
            let _ = write!(text, "\nlast move: {last}");
        }
        text
    }

    fn fixed(&self) -> Option<&'static str> {
        if self.is_terminal() {
            return None;
        }
        let target = self.target();
        let can_be = |(cell, letter)| self.letter(cell).is_none_or(|own| own == letter);
        // A line that is an S-O-S already scores no more.
        let is_open = |line: &Line| {
            let cells = [line.start, line.middle, line.end];
            cells.iter().any(|cell| self.letter(*cell).is_none())
                && target.reading(*line).into_iter().all(can_be)
        };
        (!target.lines(self.size()).any(|line| is_open(&line)))
            .then_some("no S-O-S can be made any more, so the score stands")
    }

    fn remarks(&self) -> String {
        let (rules, target) = (self.rules(), self.target());
        let mut remarks = Vec::new();
        if !rules.is_default() {
            remarks.push(format!("Rules {rules}: {}", rules.about().about));
        }
        if !target.is_plain() {
            remarks.push(target.remark());
        }
        remarks.join("\n")
    }

    fn move_help(&self) -> String {
        "Sa1           an S in column a, row 1; you can also type `a1 S` or use small letters"
            .into()
    }

    /// Reads a letter and a cell, in either order, optionally with a `+` for each S-O-S.
    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refused> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // In any other case, an error quotes the words as they were typed.
        let is_split = words.iter().any(|word| word.len() <= 2);
        let text = words.join(if is_split { "" } else { " " });
        let swapped = match text.strip_suffix(['S', 's', 'O', 'o']) {
            Some(cell) if cell.ends_with(|c: char| c.is_ascii_digit()) => {
                format!("{}{cell}", &text[cell.len()..])
            }
            _ => text,
        };
        let m = read_move(self, &swapped)?;
        self.check(&m).map_err(Refused::because)?;
        Ok(vec![m])
    }

    fn say_move(&self, m: &Move) -> String {
        let (letter, cell) = (m.letter.to_char(), m.cell);
        let word = self.target().word.spelled();
        match self.count_sos(*m) {
            0 => format!("Write {letter} in {cell}"),
            1 => format!("Write {letter} in {cell}, which makes an {word}"),
            n => format!("Write {letter} in {cell}, which makes {n} {word}"),
        }
    }

    /// Returns the rows of the board, with an empty text for each empty cell.
    fn fields(&self) -> Fields {
        let letter = |cell| {
            self.letter(cell)
                .map_or(String::new(), |letter| letter.to_char().into())
        };
        let letters: Vec<String> = self.size().iter().map(letter).collect();
        let rows: Vec<Vec<String>> = letters
            .chunks(self.size().columns())
            .map(<[_]>::to_vec)
            .collect();
        vec![("board", rows.into())]
    }

    /// Returns the cell and the letter. Rows and columns are counted from 0.
    fn move_fields(m: &Move, _: Option<&Position>) -> Fields {
        vec![
            ("cell", m.cell.to_string().into()),
            ("row", usize::from(m.cell.row).into()),
            ("column", usize::from(m.cell.column).into()),
            ("letter", m.letter.to_char().to_string().into()),
        ]
    }

    /// Two positions are in the same class if a symmetry of the board maps one to the other.
    fn class(&self) -> String {
        self.canonical().to_string()
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() {
            return Vec::new();
        }
        let (moves, cells) = (record.moves().len(), start.n_empty());
        let (holds, so_many, sign) = if end.rules().ends_at_first() {
            (moves <= cells, "at most as many", "<=")
        } else {
            (moves == cells, "as many", "=")
        };
        let length = format!("{so_many} moves as cells: {moves} {sign} {cells}");
        let points: usize = Player::all(end.players())
            .map(|player| end.points(player))
            .sum();
        let points = points - end.handicap();
        let (made, word) = (end.sos_lines().count(), end.target().word.spelled());
        let counted =
            format!("the points are those of the {word} on the board: {points} for {made}");
        vec![
            Fact::new(holds, length),
            Fact::new(end.rules().totals(made).contains(&points), counted),
        ]
    }
}

impl Notations for Position {
    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "log",
                about: "a game as other programs log it, in a table with commas, in JSON or in sentences: the letter, \
                        the row and the column of each move",
                example: "Player 1: S (0,0)\nPlayer 2: O (0,1)\nPlayer 1: S (0,2)",
                looks_like: log::looks_like,
                read: Some(Reading::Whole(log::read)),
                write: None,
            },
            Format {
                name: "game",
                about: "a game as people write it on paper",
                example: "3x3 Sa1 Ob1 Sc1+ Oa2",
                looks_like: is_by_hand,
                read: Some(Reading::Games(|text| {
                    let is_setup = |word: &str| word.parse::<Position>().is_ok();
                    format::read_wholes(text, is_setup, read_game, format::plainly)
                })),
                write: Some(Writing::Moves(|record| Ok(write_game(record)))),
            },
            format::lines("S.S/...:1:0-0 Ob1 Oa2"),
        ]
    }
}

impl Opponents for Position {
    /// Returns an engine. Levels 4 and 5 solve the board if they can and otherwise search by points; lower levels use
    /// random playouts.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        if level.number() >= 4 {
            Box::new(Searcher::new(seed))
        } else {
            Box::new(MonteCarlo::new(seed))
        }
    }

    /// The work of a node grows with the number of empty cells. With these numbers, each level wins at least 75 % of
    /// games against the one below on a board of 8x8 (`match sos 8x8`).
    fn budget(&self, level: Level) -> Budget {
        let nodes = [30, 300, 3_000, 30_000, 400_000][usize::from(level.number() - 1)];
        let empty = self.n_empty() as u64;
        level.budget().nodes(nodes * 64 / empty.max(64))
    }
}

/// The solver behind the [trait object](common::any) of SOS, which finds exact values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Values<Position> for Exact {
    fn solve(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<Move>> {
        let every_move = effort.every_move;
        if let Some(verdict) = theory::verdict(position, every_move) {
            return Ok(verdict);
        }
        let found = solver(effort)?.run(position, every_move);
        if let Err(SolveError::TooLarge { .. }) = found
            && let Some(mut verdict) = theory::verdict(position, false)
        {
            // No theorem says which other moves win.
            verdict.moves = None;
            return Ok(verdict);
        }
        Ok(found?.verdict)
    }

    fn guarantees(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Guarantees> {
        Ok(solver(effort)?.guarantees(position)?)
    }

    fn verify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<Move>> {
        Ok(solver(effort)?.verify(position)?)
    }

    fn certify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<CertifiedOutcome> {
        Ok(solver(effort)?.certify(position)?)
    }

    fn facts(
        &self,
        position: &Position,
        certificate: &Certificate,
    ) -> Result<Facts<Position>, Refused> {
        crate::solve::facts(position, certificate)
    }

    #[cfg(feature = "store")]
    fn store_kind(&self, position: &Position) -> Option<&'static str> {
        position.target().is_plain().then_some(Solver::KIND)
    }

    #[cfg(feature = "store")]
    fn audit(
        &mut self,
        store: &common::store::Store,
        mark: &mut common::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<common::audit::Audit> {
        let audited = crate::solve::audit(store, &effort.budget, mark, &mut effort.progress);
        Ok(audited?)
    }
}

/// Returns a solver with the settings of an effort.
fn solver<'a>(effort: &'a mut Effort<'_>) -> Result<Solver<'a>, Refused> {
    if effort.threads > 1 {
        return Err(Refused::new(format!(
            "the SOS solver can use only one thread, not {}",
            effort.threads
        )));
    }
    Ok(Solver::within(effort.lend()))
}

/// Writes the cells as a table with the names of columns and rows.
fn cells(position: &Position) -> String {
    let size = position.size();
    let margin = size.rows().to_string().len();
    let mut text = " ".repeat(margin);
    for column in 0..size.columns() {
        let _ = write!(text, "{:>3}", ColumnName(column as u8).to_string());
    }
    for (index, cell) in size.iter().enumerate() {
        if index % size.columns() == 0 {
            let _ = write!(text, "\n{:>margin$}", usize::from(cell.row) + 1);
        }
        let letter = position.letter(cell).map_or('.', Letter::to_char);
        let _ = write!(text, "  {letter}");
    }
    text
}

/// Returns whether a text must be a game written by hand: it starts with the size of a board, has several lines, or has
/// a `+` after a move.
fn is_by_hand(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_digit() || c == '#';
    text.trim_start().starts_with(begins) && !text.contains('/')
        || format::is_over_lines::<Position>(text)
        || text.split_whitespace().any(|word| word.ends_with('+'))
}
