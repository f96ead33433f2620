//! The game's description for programs: names, rules, notations, facts, opponents and exact values.

mod formats;
mod values;

use core::fmt::Write;

use common::describe::{About, BoardKind, Describe, Fact, Opponents, Refused, SetupOptions};
use common::encode::Graphs;
use common::fields::{Field, Fields};
use common::search::MonteCarlo;
use common::{Budget, Engine, Game, Level, Record};
use planar::Corner;

use crate::engine::{Perfect, most_games};
use crate::moves::{End, Move};
use crate::notation::by_hand;
use crate::notation::cards::{self, CardTable};
use crate::play::in_words;
use crate::position::{Position, Spot};
use crate::rules::{Colour, RULE_SETS, Rules};
use crate::theory;

pub(crate) use formats::{is_hoey, is_string, is_whole, tight, unmistakable};
pub use values::{Catalogues, Exact, FirstPublication};
pub(crate) use values::{certified, plain_search};

/// Why the game ends, and what is known about its length and winner.
const THEORY: &str = "\
Why the game ends: a spot has three lives, one for each line that can end there, so n spots have 3n lives. A move uses \
two lives. Its new spot, where two lines already end, has one life left, so each move costs one life in total. The \
spot of the last move keeps its life, so a game has at most 3n - 1 moves. It has at least 2n moves. Who wins depends \
on the moves. It is a conjecture (Applegate, Jacobson and Sleator, 1991), not yet proved for every n, that the first \
player wins normal play with n spots exactly if dividing n by 6 leaves 3, 4 or 5. In misère play, the first player \
wins if it leaves 0, 4 or 5, with two exceptions: the first player wins with one spot, and the second with four. This \
is computed for up to 21 spots, and a conjecture beyond.";

/// How Sprouts is played with cards, as [`cards`] numbers the steps.
const CARDS: &str = "\
Sprouts can be played with playing cards (Josh Jordan, 2013). A card's value is the number of a spot. The cards of a \
spot on the table are the places where a line can end at it: it has as many cards as lines, but one card before its \
first line. A stack of cards is a boundary, and a row of stacks is a region. A game with n spots begins with one row \
of n stacks with one card each.
Rows are numbered from the top, stacks in a row from the left, and cards in a stack from its top, all starting with 1. \
A stack is written with its top card first. [2] is a dead card: all three cards of value 2 are on the table.
Cutting a stack moves cards from its top to its bottom: `2.4` is stack 2 with four cards cut. A twin is another card \
of the same value from the deck. If the deck has none left, the move is illegal.
A game with n spots has at most 2n + 1 rows and 4n - 1 values, with three cards each. A deck of 52 cards without one \
of its suits has 13 values, which are enough for three spots; with more, use more decks. After each move, the program \
sorts the table, so that equal positions look alike: each stack is cut so that its list is the least, and stacks and \
rows are put in ascending order. If this changes the table, the line of the move ends with the sorted one.

`join ROW STACK STACK` draws a line between two boundaries. For example, `join 1 2 3` joins stacks 2 and 3 of row 1.
1. Choose two stacks in a row, and cut them if you like.
2. If the first stack has more than one card, put a twin of its top card at its bottom.
3. Do the same with the second stack.
4. Take two cards of a new value, and put one at the bottom of each stack.
5. Put the first stack on top of the second.

`divide ROW STACK CARDS` draws a line from a boundary to itself. For example, `divide 1 2.4 5` cuts four cards of \
stack 2 in row 1, and then takes five cards off it. `divide 1 2 5 3 4` also moves stacks 3 and 4 to the new row.
1. Choose a stack, and cut it if you like.
2. Put a twin of its top card at its bottom.
3. Take at least one card, but not all, off its top. These cards are the new stack, in a new row.
4. If either stack has more than one card, put a twin of the new stack's bottom card on top of the other stack.
5. Take two cards of a new value, and put one on top of each stack.
6. Move other stacks from the old row to the new row as you like.

Jordan's text differs in two places. It says that 3n + 1 values are enough, which is wrong from three spots on. And in \
step 4 of joining it puts the new cards on top, although its example puts them at the bottom, as here.";

/// How positions are spelled in proofs, and what the lines of a proof mean.
const PROOF: &str = "\
GLOP and proofs write positions without numbers for spots. 0 is a spot without lines, and 0*3 are three such spots. 1 \
is a spot with one line. 2 is a spot with two lines that a line can reach from one side only. A letter is a spot with \
two lines that a line can reach from two sides, so it occurs twice: a capital letter on boundaries of two regions, a \
small letter twice on one boundary. Spots with three lines are left out.
A full stop separates the boundaries of a region, `|` separates regions, and `+` separates lands. Lands share no spot, \
so the position is their sum. `!` is the position without moves. For example, 1a1a is a boundary with four places \
where a line can end, and AB|AB are the two regions inside and outside a loop through two spots.

A proof, which `solve sprouts 7 --certificate -o seven.proof` writes, states a position and whether the player to move \
wins it. Each line after `facts` is a fact.
In normal play, a fact is a land and its nimber: `AB|AB 1` means that this land is equivalent to a heap of one match. \
A land has the nimber n if, for each smaller nimber, some move leads to it, and no move leads to n. The player to move \
loses a position if the nimbers of its lands cancel out (their exclusive or is 0).
In misère play, a fact is a position that the player to move loses. `forms 9` means that lands with at most nine lives \
are compared by their trees of moves. So a fact also covers positions in which such lands are replaced by others with \
the same tree.
`check seven.proof` checks every fact, and `explore sprouts 7 --store seven.proof` walks through the facts move by \
move.";

/// What nimbers are and how they are used.
const NIMBERS: &str = "\
In normal play, every position is equivalent to a heap of Nim, from which a player takes any number of matches. The \
size of the heap is the nimber of the position, and *2 means the nimber 2. It is the smallest non-negative \
integer that is not the nimber of any position that one move leads to. So a position without moves has nimber *0, and \
the player to move loses exactly if the nimber is *0.
If the parts of a position share no spot and no region, each move changes only one part, and the position is the sum \
of its parts. The nimber of a sum is the exclusive or of the nimbers of its parts, so equal nimbers cancel. To find \
the nimber of a sum, use `solve 'sprouts 3 + brussels 2 + *2'`. In misère play, nimbers do not determine who wins.";

/// The theorem about the end of a game, which [`theory`] proves.
const SURVIVORS: &str = "\
A spot that is alive at the end of a game of standard Sprouts is a survivor. It has one life and two lines. Its two \
neighbours are the spots to which its lines lead. If both lead to one spot, they are that spot and the spot to which \
the third line of that spot leads. No spot is the neighbour of two survivors. A dead spot that is not the neighbour of \
a survivor is a Pharisee.
A game with n spots and m moves ends with 3n - m survivors and 4(m - 2n) Pharisees, so each move beyond 2n adds four \
Pharisees. The players fight over the number of Pharisees, because it decides who makes the last move.
`draw sprouts game.txt --view survivors -o end.svg` draws survivors in green and Pharisees in violet.";

/// How corners of spots with many lines are named, and how long games with such spots are.
const CORNERS: &str = "\
In the rule sets lines-2 to lines-6, that many lines may end at a starting spot, and three at a new spot, as ever. A \
starting spot with k lines has k lives, so a game with n of them has at most kn - 1 moves: each move takes two lives \
and adds one, and the last spot keeps its life. If four lines could end at a new spot, the game would never end, since \
the newest spot could always be joined to itself.
A corner is a gap between two lines at a spot. A spot with at most one line has one corner, and otherwise it has as \
many as lines. Go around the spot counter-clockwise and write down the neighbour to the left of each corner, as seen \
from within the corner. The corner from which this list is least is written as the number of the spot, the next one \
with `!`, the one after that with `!!`, and so on.";

impl Describe for Position {
    const ABOUT: About = About {
        title: "Sprouts",
        brief: "Join two spots by a line and put a new spot on it",
        summary: "\
Join two spots, or a spot to itself, by a line that crosses nothing, and put a new spot on the line. No spot may have
more than three lines; a line from a spot to itself counts as two. The game ends when no line can be drawn. The player
who drew the last line wins; in misère play, that player loses.",
        theory: THEORY,
        topics: &[
            (&["cards", "join", "divide"], CARDS),
            (&["proof", "certificate", "glop"], PROOF),
            (&["nimbers", "sums"], NIMBERS),
            (&["survivors", "pharisees"], SURVIVORS),
            (&["corners", "lives"], CORNERS),
        ],
        rule_sets: &RULE_SETS,
        setups: &[
            ("5", "five spots; `5+` means normal play, `5-` means misère play"),
            ("3+lines-4", "three spots with up to four lines each"),
            (
                "5+antwerp-hot",
                "five spots under a rule set, like `5 --rules antwerp-hot`",
            ),
            (
                "3@h1",
                "three spots on a surface, here the torus (a sphere with one handle); `3@h1-` means misère play",
            ),
            ("2+:1,3,2,3", "a position, written as the boundaries of each region"),
            (
                "0.1a1a",
                "a position as in the literature, without the parts that do not matter for play (only for solve and \
                 replay)",
            ),
        ],
        puzzle: Ok("5"),
        solved: Some("2..10"),
        verified: Some("2..8"),
        views: &[
            (
                theory::VIEW,
                "living spots green, their dead neighbours black, Pharisees violet",
            ),
            (cards::VIEW, "rows of playing cards"),
        ],
        board: BoardKind::Lines,
        ..About::new("sprouts").setup("3")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Position, Refused> {
        options.allow("sprouts", &["rules", "misere"])?;
        let text = text.unwrap_or("3").replace('−', "-");
        let position: Position = text.parse().map_err(|reason| match unmistakable(&text) {
            Some(other) => Refused::new(format!(
                "{reason}; the position that `glop` writes so is `{other}`"
            )),
            None => Refused::because(reason),
        })?;
        if position.moves_made() > 0 || text.contains(':') {
            return match (&options.rules, options.misere || options.normal) {
                (None, false) => Ok(position),
                _ => Err(Refused::new(
                    "leave out the options for rules: a position text already specifies the rules",
                )),
            };
        }
        let said = position.rules().variant;
        let variant = match &options.rules {
            Some(name) => name.parse().map_err(Refused::because)?,
            None => said,
        };
        if said != variant && !said.is_standard() {
            return Err(Refused::new(format!(
                "`{text}` already specifies its variant, but {} asks for {variant}; leave out one of them",
                options.spelled("rules")
            )));
        }
        let ending = options.ending_of(&text)?;
        let rules = Rules { ending, variant };
        Position::new(position.n_start(), rules).map_err(Refused::because)
    }

    fn rule_set(&self) -> Option<String> {
        Some(self.rules().variant.to_string())
    }

    fn board(&self) -> String {
        let spots = |boundary: &Vec<usize>| {
            let spots: Vec<String> = boundary.iter().map(usize::to_string).collect();
            spots.join("-")
        };
        let mut text = String::new();
        for (region, number) in self.lists().iter().zip(1..) {
            let boundaries: Vec<String> = region.iter().map(spots).collect();
            let _ = writeln!(text, "region {number}: {}", boundaries.join(" / "));
        }
        let alive: Vec<String> = self
            .spots()
            .filter(|spot| self.is_alive(*spot))
            .map(
                |spot| match (self.rules().variant.is_antwerp(), self.colour(spot)) {
                    (false, _) => format!("{spot} ({})", self.lives_of(spot)),
                    (true, Colour::White) => {
                        format!("{spot} ({}, white: both)", self.lives_of(spot))
                    }
                    (true, Colour::Blue) => {
                        format!("{spot} ({}, blue: first)", self.lives_of(spot))
                    }
                    (true, Colour::Red) => format!("{spot} ({}, red: second)", self.lives_of(spot)),
                },
            )
            .collect();
        text + "spots with lives: " + &alive.join(", ")
    }

    fn view(&self, name: &str) -> Option<String> {
        let is_drawn_so = name == cards::VIEW && self.rules().variant.is_standard();
        is_drawn_so.then(|| CardTable::of(self).show())
    }

    fn view_move(&self, name: &str, m: &Move) -> Option<(String, String)> {
        self.view(name)?;
        let (text, steps) = cards::write_move(self, m)?;
        Some((text, cards::say_steps(&steps, self.ending())?))
    }

    fn view_typed(&self, name: &str, typed: &str) -> Option<String> {
        self.view(name)?;
        let steps = CardTable::of(self).read(typed)?.ok()?;
        cards::say_steps(&steps, self.ending())
    }

    /// Survivors and tables of cards belong to standard Sprouts.
    fn check_view(&self, name: &str) -> Result<(), Refused> {
        let variant = self.rules().variant;
        if variant.is_standard() {
            return Ok(());
        }
        Err(Refused::new(format!(
            "the view `{name}` shows only standard Sprouts, but this game is {variant}"
        )))
    }

    fn remarks(&self) -> String {
        let Rules { ending, variant } = self.rules();
        let lives = if variant.has_equal_spots() {
            "a spot has three".to_owned()
        } else {
            let lives = in_words(variant.lines_at_start());
            format!("a starting spot has {lives} and a new one three")
        };
        let (ending, variant) = (ending.remark(), variant.remark());
        format!(
            "{variant}{ending}Each region is listed with its boundaries. Two spots can be joined if they are in one\n\
             region and have a life left: {lives}, and each line that ends there costs one."
        )
    }

    fn move_help(&self) -> String {
        if !self.rules().variant.has_equal_spots() {
            return "\
1-2           a line from spot 1 to spot 2, with a new spot on it
1-1[3,4]      a line that divides a region: spots 3 and 4, with everything connected to them, are
              on its left, and everything else is on its right
1!-1!!        a line from the second corner of spot 1 to its third; the corners are counted
              counter-clockwise, and `corners` in `help` says where they begin"
                .into();
        }
        "\
1-2           a line from spot 1 to spot 2, with a new spot on it
1-1[3,4]      a line that divides a region: spots 3 and 4, with everything connected to them, are
              on its left, and everything else is on its right
5!-6          a line from the other corner of spot 5; if both sides of spot 5 are open, the line
              leaves it with its higher neighbour on the right, and `5-6` with the lower one
1(7)1[3-4]    the move `1-1[3,4]` in the notation of the World Game of Sprouts Association
1_2           a line without a new spot (Black-and-White Sprouts only)
join 1 2 3    a move in playing-card notation (`play sprouts --view cards`); the other kind of
              move is `divide 1 2.4 5`, and `help cards` explains both"
            .into()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refused> {
        let m = match cards::read_move(self, text) {
            Some(made_with_cards) => made_with_cards,
            None => by_hand::read_move(self, text),
        };
        Ok(vec![m.map_err(Refused::because)?])
    }

    fn say_move(&self, m: &Move) -> String {
        let bare = if m.with_spot {
            ""
        } else {
            ", without a new spot"
        };
        let left: Vec<String> = m.left.iter().map(|spot| spot.to_string()).collect();
        let (from, to) = (m.from.spot, m.to.spot);
        let joins = if from == to {
            format!("Loop at {from}")
        } else {
            format!("Join {from} and {to}")
        };
        let Some(corners) = self.corner(m.from).zip(self.corner(m.to)) else {
            return format!("{joins}{bare}");
        };
        if m.from == m.to {
            let side = self.say_side(m, corners);
            let leaving = self.say_turn(m.from, "leaving", "right");
            let comma = if leaving.is_empty() { "" } else { "," };
            // Which side of a loop is its inside depends on the picture.
            let beyond = match self.degree(from) {
                _ if left.is_empty() => "",
                0 => "",
                1 => " and its line on the other",
                _ => " and its lines on the other",
            };
            return format!(
                "{joins}{side}{leaving}{comma} with {} on one side{beyond}{bare}",
                listed(&left)
            );
        }
        let (leaving, reaching) = (
            self.say_turn(m.from, "leaving", "right"),
            self.say_turn(m.to, "reaching", "left"),
        );
        let map = self.map();
        let own = map.boundary(corners.0);
        let others = self.pieces_in(map.face(own));
        let others = others.iter().filter(|piece| *piece != self.piece_on(own));
        let right: Vec<String> = others.map(|spot| spot.to_string()).collect();
        let passing = match (own == map.boundary(corners.1), left.is_empty()) {
            (true, true) if !right.is_empty() => {
                format!(", passing {} on the right", listed(&right))
            }
            (true, false) => format!(", passing {} on the left", listed(&left)),
            _ => String::new(),
        };
        // The pieces that it passes are on one side only.
        let side = if passing.is_empty() {
            self.say_side(m, corners)
        } else {
            String::new()
        };
        format!("{joins}{side}{leaving}{reaching}{passing}{bare}")
    }

    /// Returns the lives of each spot, and the regions with their boundaries, as in [`lists`](Position::lists).
    fn fields(&self) -> Fields {
        let lives = |spot: Spot| (spot.number(), self.lives_of(spot).into());
        vec![
            ("lives", Field::Numbered(self.spots().map(lives).collect())),
            ("regions", self.lists().into()),
        ]
    }

    /// Returns both ends with their corners, and the pieces to the left of the line; with a position, also the nodes of
    /// its graph where the line begins and ends, its region, and the new spot.
    fn move_fields(m: &Move, before: Option<&Position>) -> Fields {
        let left: Vec<usize> = m.left.iter().map(Spot::number).collect();
        let mut fields: Fields = vec![
            ("from", m.from.spot.number().into()),
            ("from_corner", usize::from(m.from.corner).into()),
            ("to", m.to.spot.number().into()),
            ("to_corner", usize::from(m.to.corner).into()),
            ("left", left.into()),
            ("with_spot", m.with_spot.into()),
        ];
        if let Some(before) = before {
            let names = before.node_names();
            let name = |end| Some(names[before.corner_node(end)? as usize].as_str());
            fields.extend([
                ("from_node", name(m.from).into()),
                ("to_node", name(m.to).into()),
                ("region", before.region_of(m.from).into()),
                ("new", m.with_spot.then(|| before.n_spots() + 1).into()),
            ]);
        }
        fields
    }

    /// Two positions are in the same class if they are the same drawing on the sphere, or mirror images of each other.
    fn class(&self) -> String {
        // Which spots are starting spots does not matter for the rest of the game, or the form says it.
        let turn = self.turn().map_or(0, |player| player.index() + 1);
        format!("{turn}:{}", self.canonical_form())
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_made() > 0 {
            return Vec::new();
        }
        let (n, m) = (start.n_start(), record.moves().len());
        let k = start.rules().variant.lines_at_start();
        let most = k * n - 1;
        if !start.rules().variant.is_standard() {
            return vec![Fact::new(
                m <= most,
                format!("m <= {k}n - 1 moves: {m} <= {most}"),
            )];
        }
        let length = format!("2n <= m <= 3n - 1 moves: {} <= {m} <= {most}", 2 * n);
        let mut facts = vec![Fact::new((2 * n..=most).contains(&m), length)];
        if let Some(census) = theory::census(end) {
            let (survivors, pharisees) = (census.survivors.len(), census.pharisees.len());
            facts.push(Fact::new(
                survivors == 3 * n - m,
                format!("as many survivors as 3n - m: {survivors} = {}", 3 * n - m),
            ));
            facts.push(Fact::new(
                pharisees % 4 == 0 && m == 2 * n + pharisees / 4,
                format!(
                    "m = 2n + p/4 with p Pharisees: {m} = {} + {pharisees}/4",
                    2 * n
                ),
            ));
        }
        facts
    }
}

impl Opponents for Position {
    /// Returns an engine. The higher levels play perfectly where the solver can solve the position; the others use
    /// random playouts.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        if level.number() >= 4 {
            Box::new(Perfect::new(seed))
        } else {
            Box::new(MonteCarlo::new(seed))
        }
    }

    /// The number of random games falls with the square of the lives, and so does their speed. The levels that also
    /// solve positions get many more nodes of the solver, which are cheap. With these numbers, level 2 wins 92 of 100
    /// games of 14 spots against level 1, level 4 all of 20 against level 3, and level 5 13 of 20 against level 4
    /// (`match sprouts 14`).
    fn budget(&self, level: Level) -> Budget {
        let games = most_games(self.lives(), level.number().min(3));
        let solved = [0, 0, 0, 20_000, 400_000][usize::from(level.number() - 1)];
        level.budget().nodes(games + solved)
    }
}

impl Position {
    /// Names a spot on the side on which a line between two corners runs, if it could run on two.
    fn say_side(&self, m: &Move, corners: (Corner, Corner)) -> String {
        let map = self.map();
        let face = map.face_at(corners.0);
        let has = |spot: Spot, face| {
            let mut corners = map.corners_at(spot.vertex());
            corners.any(|corner| map.face_at(corner) == face)
        };
        let (from, to) = (m.from.spot, m.to.spot);
        let others = self.corners(from).into_iter();
        let mut others = others.map(|corner| map.face_at(corner));
        let Some(other) = others.find(|other| *other != face && has(to, *other)) else {
            return String::new();
        };
        let only = |one, another| {
            let mut spots = self.spots().filter(|spot| *spot != from && *spot != to);
            spots.find(|spot| has(*spot, one) && !has(*spot, another))
        };
        match (only(face, other), only(other, face)) {
            (Some(spot), _) => format!(" on the side of {spot}"),
            (None, Some(spot)) => format!(" on the side without {spot}"),
            (None, None) if m.from.corner > 0 => " on the other side".to_owned(),
            (None, None) => String::new(),
        }
    }

    /// Says between which of its own lines a line leaves or reaches a spot, if several corners are in one region.
    /// `hand` is the side of the spot before the corner on its boundary: the right of a line that leaves, the left of
    /// one that arrives.
    fn say_turn(&self, end: End, verb: &str, hand: &str) -> String {
        let map = self.map();
        let Some(corner) = self.corner(end) else {
            return String::new();
        };
        let corners = self.corners(end.spot).into_iter();
        if corners
            .filter(|c| map.face_at(*c) == map.face_at(corner))
            .count()
            < 2
        {
            return String::new();
        }
        let beside = self.spot(map.prev_corner(corner));
        format!(", {verb} {} with {beside} on the {hand}", end.spot)
    }
}

/// Joins names with commas and "and".
fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
