//! Certificates of SOS: boards, each with a bound on its value.

use std::collections::{HashMap, HashSet};

use super::board::{Board, Reduced, Sheet};
use crate::text::{Lines, number, shown};
use crate::work::{CheckResult, Work, at_line, refuse};

/// The rule sets, which differ in the effect of an S-O-S.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// An S-O-S scores a point, and the player who makes it moves again.
    General,
    /// The player who makes an S-O-S wins.
    First,
    /// An S-O-S scores a point, and the turn passes.
    Alternating,
    /// The player who makes an S-O-S loses.
    Misere,
}

/// Lists the rule sets and their names, so that none can be forgotten.
macro_rules! name {
    ($($rules:ident => $name:literal),+ $(,)?) => {
        impl Rules {
            /// All rule sets.
            pub const ALL: [Rules; [$($name),+].len()] = [$(Rules::$rules),+];

            /// Returns the name in certificates and claims.
            pub fn name(self) -> &'static str {
                match self { $(Rules::$rules => $name),+ }
            }
        }
    };
}

name!(General => "general", First => "first", Alternating => "alternating", Misere => "misere");

impl Rules {
    /// Whether the first S-O-S ends the game.
    fn ends_at_first(self) -> bool {
        match self {
            Rules::First | Rules::Misere => true,
            Rules::General | Rules::Alternating => false,
        }
    }

    /// Whether the player who makes an S-O-S has won.
    fn sos_wins(self) -> bool {
        match self {
            Rules::First => true,
            Rules::General | Rules::Alternating | Rules::Misere => false,
        }
    }
}

/// The question of a certificate: the value of a board under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
}

/// The answer that a certificate proves: the value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value of the board for the player to move.
    pub value: i32,
    /// The number of facts in the proof.
    pub facts: usize,
}

/// A certificate that has been read but not checked, so none of its facts is assumed to be true.
#[derive(Debug)]
pub struct Certificate {
    question: Question,
    value: i32,
    /// The number of lines with facts.
    n_facts: usize,
    /// The different facts.
    facts: Vec<Fact>,
}

/// A fact: the number of its line, a board, and a bound, which is a lower bound if the fact has `>=`.
#[derive(Debug)]
struct Fact {
    line: usize,
    board: Reduced,
    is_least: bool,
    bound: i32,
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the format, or if the check reaches its limit.
    pub fn read(text: &str, work: &Work) -> CheckResult<Certificate> {
        let mut lines = Lines::read(text)?;
        if lines.header("game ")? != "sos" {
            return refuse("the certificate must be for SOS, but it is for another game");
        }
        let rules = lines.header("rules ")?;
        let Some(rules) = Rules::ALL.into_iter().find(|known| known.name() == rules) else {
            let [others @ .., last] = Rules::ALL.map(|rules| format!("`{}`", rules.name()));
            return refuse(format!(
                "the rules must be {} or {last}, found `{}`",
                others.join(", "),
                shown(rules)
            ));
        };
        let line = lines.number();
        let board = Board::read(lines.header("board ")?).map_err(at_line(line))?;
        let value = bound(lines.header("value ")?)?;
        let (sheet, _) = board.sheet();
        let lines = lines.facts()?;
        let n_facts = lines.len();
        // A fact that is repeated is kept once, with its first line.
        let (mut facts, mut met) = (Vec::new(), HashSet::new());
        for (line, text) in lines {
            work.spend(sheet.n_steps())?;
            let fact = Fact::read(line, text, &sheet).map_err(at_line(line))?;
            if met.insert((fact.board.clone(), fact.is_least, fact.bound)) {
                facts.push(fact);
            }
        }
        let question = Question { board, rules };
        Ok(Certificate {
            question,
            value,
            n_facts,
            facts,
        })
    }

    /// Returns the question that the certificate answers.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Checks the facts, and returns the answer that they prove.
    ///
    /// # Errors
    ///
    /// Returns an error for the first fact that does not follow from others, if the facts do not determine the value of
    /// the board, or if the check reaches its limit.
    pub fn check(&self, work: &Work) -> CheckResult<Answer> {
        let Question { board, rules } = &self.question;
        let (sheet, start) = board.sheet();
        let mut checker = Checker {
            sheet,
            rules: *rules,
            work: work.clone(),
            facts: HashMap::new(),
        };
        for fact in &self.facts {
            let known = checker.facts.entry(fact.board.clone());
            let known = known.or_insert((i32::MIN, i32::MAX));
            if fact.is_least {
                known.0 = known.0.max(fact.bound);
            } else {
                known.1 = known.1.min(fact.bound);
            }
        }
        for fact in work.counted(&self.facts) {
            let follows = if fact.is_least {
                checker.is_at_least(&fact.board, fact.bound)?
            } else {
                checker.is_at_most(&fact.board, fact.bound)?
            };
            if !follows {
                return refuse(format!(
                    "line {}: the fact does not follow from the other facts",
                    fact.line
                ));
            }
        }
        let is_over = rules.ends_at_first()
            && (0..start.len()).any(|cell| checker.sheet.made(&start, cell) > 0);
        if is_over {
            return refuse("the game is over, because the board already has an S-O-S");
        }
        let (value, reduced) = (self.value, checker.sheet.reduce(start, false));
        if checker.bounds(&reduced) != (value, value) {
            return refuse(format!(
                "the facts do not prove that the board is worth {value} to the player to move"
            ));
        }
        Ok(Answer {
            value,
            facts: self.n_facts,
        })
    }
}

impl Fact {
    fn read(line: usize, text: &str, sheet: &Sheet) -> CheckResult<Fact> {
        let words: Vec<&str> = text.split(' ').collect();
        let [spelled, sign @ (">=" | "<="), stated] = words[..] else {
            let found = shown(text);
            return refuse(format!("expected a board and a bound, found `{found}`"));
        };
        let (spelled, odd) = match spelled.strip_suffix('*') {
            Some(spelled) => (spelled, true),
            None => (spelled, false),
        };
        Ok(Fact {
            line,
            board: sheet.reduce(sheet.read(spelled)?, odd),
            is_least: sign == ">=",
            bound: bound(stated)?,
        })
    }
}

/// The greatest number of points that a certificate may state.
const MOST_POINTS: u32 = 32_767;

/// Reads a bound: a number, perhaps with `-` before it.
fn bound(text: &str) -> CheckResult<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match number(digits).filter(|n| *n <= MOST_POINTS) {
        Some(0) if digits != text => refuse("expected `0`, found `-0`"),
        Some(n) if digits == text => Ok(n as i32),
        Some(n) => Ok(-(n as i32)),
        None => refuse(format!("expected a number, found `{}`", shown(text))),
    }
}

/// The facts about boards.
struct Checker {
    sheet: Sheet,
    rules: Rules,
    work: Work,
    /// The least and the greatest value of each board that the facts allow.
    facts: HashMap<Reduced, (i32, i32)>,
}

/// The result of a letter: it ends the game, or it scores points and leads to a board, where the same player may move
/// again.
enum Letter {
    Ends(i32),
    Leads(i32, Reduced, bool),
}

impl Checker {
    /// Calls `found` with the result of each letter until it returns false. Returns whether it never did.
    fn for_each_letter(
        &self,
        (board, odd): &Reduced,
        found: &mut dyn FnMut(Letter) -> bool,
    ) -> CheckResult<bool> {
        if *odd && !found(Letter::Leads(0, (board.clone(), false), false)) {
            return Ok(false);
        }
        for cell in (0..board.len()).filter(|cell| board[*cell] == b'.') {
            for letter in [b'S', b'O'] {
                self.work.spend(self.sheet.n_steps())?;
                let mut next = board.clone();
                next[cell] = letter;
                let made = self.sheet.made(&next, cell);
                let leads = |again| Letter::Leads(made, self.sheet.reduce(next, *odd), again);
                let letter = match self.rules {
                    Rules::First if made > 0 => Letter::Ends(1),
                    Rules::Misere if made > 0 => Letter::Ends(-1),
                    Rules::General => leads(made > 0),
                    Rules::Alternating | Rules::First | Rules::Misere => leads(false),
                };
                if !found(letter) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The least and the greatest value that a board can have without a fact.
    fn plain(&self, reduced: &Reduced) -> (i32, i32) {
        let lines = self.sheet.open_lines(&reduced.0);
        let most = if self.rules.ends_at_first() {
            lines.min(1)
        } else {
            lines
        };
        // One letter is missing.
        let is_short = |line: &[usize; 3]| {
            let empty = line.iter().filter(|cell| reduced.0[**cell] == b'.');
            Sheet::is_open(&reduced.0, *line) && empty.count() == 1
        };
        if self.rules.sos_wins() && self.sheet.lines.iter().any(is_short) {
            return (1, 1);
        }
        (-most, most)
    }

    /// The least and the greatest value that a board can have by the facts.
    fn bounds(&self, reduced: &Reduced) -> (i32, i32) {
        let (low, high) = self.plain(reduced);
        match self.facts.get(reduced) {
            Some(fact) => (low.max(fact.0), high.min(fact.1)),
            None => (low, high),
        }
    }

    /// The least and the greatest value that a letter can have for its player.
    fn brings(&self, letter: &Letter) -> (i32, i32) {
        match letter {
            Letter::Ends(value) => (*value, *value),
            Letter::Leads(points, next, again) => {
                let (low, high) = self.bounds(next);
                if *again {
                    (points + low, points + high)
                } else {
                    (points - high, points - low)
                }
            }
        }
    }

    /// Whether the value of a board is at least a number, because some letter has this value.
    fn is_at_least(&self, reduced: &Reduced, least: i32) -> CheckResult<bool> {
        let less = |letter: Letter| self.brings(&letter).0 < least;
        Ok(self.plain(reduced).0 >= least || !self.for_each_letter(reduced, &mut { less })?)
    }

    /// Whether the value of a board is at most a number, because no letter has a greater value.
    fn is_at_most(&self, reduced: &Reduced, most: i32) -> CheckResult<bool> {
        let at_most = |letter: Letter| self.brings(&letter).1 <= most;
        let is_full = !reduced.1 && !reduced.0.contains(&b'.');
        Ok(self.plain(reduced).1 <= most
            || !is_full && self.for_each_letter(reduced, &mut { at_most })?)
    }
}
