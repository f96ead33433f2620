//! Values of partizan games: their canonical forms, comparison, sums and names.
//!
//! A game is a pair of sets: its options for Left and its options for Right. Removing dominated options and bypassing
//! reversible ones until none are left gives the canonical form, which all games with that value share (Conway, *On
//! Numbers and Games*, chapter 10; Berlekamp, Conway and Guy, *Winning Ways*, chapter 3).

use core::fmt::Write as _;

use common::sorting;

use rustc_hash::FxHashMap;

/// The number of a canonical form; equal values have equal numbers.
pub(crate) type ValueId = u32;

/// All canonical forms computed so far.
#[derive(Debug)]
pub(crate) struct ValueTable {
    games: Vec<[Box<[ValueId]>; 2]>,
    numbers: FxHashMap<[Box<[ValueId]>; 2], ValueId>,
    at_most: FxHashMap<(ValueId, ValueId), bool>,
    sums: FxHashMap<(ValueId, ValueId), ValueId>,
    negatives: FxHashMap<ValueId, ValueId>,
}

/// A dyadic number: the numerator, and the exponent of its denominator, a power of two.
type Dyadic = (i64, u32);

impl ValueTable {
    /// The game without moves.
    pub(crate) const ZERO: ValueId = 0;

    pub(crate) fn new() -> ValueTable {
        let zero: [Box<[ValueId]>; 2] = Default::default();
        ValueTable {
            games: vec![zero.clone()],
            numbers: FxHashMap::from_iter([(zero, ValueTable::ZERO)]),
            at_most: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
        }
    }

    /// Returns the options of Left (0) or Right (1) in the canonical form.
    pub(crate) fn options(&self, value: ValueId, player: usize) -> &[ValueId] {
        &self.games[value as usize][player]
    }

    /// Returns whether `a` ≤ `b`: Left would never prefer `a` to `b`.
    pub(crate) fn is_at_most(&mut self, a: ValueId, b: ValueId) -> bool {
        if a == b {
            return true;
        }
        if let Some(known) = self.at_most.get(&(a, b)) {
            return *known;
        }
        let mut holds = true;
        for i in 0..self.options(a, 0).len() {
            holds = holds && !self.is_at_most(b, self.options(a, 0)[i]);
        }
        for i in 0..self.options(b, 1).len() {
            holds = holds && !self.is_at_most(self.options(b, 1)[i], a);
        }
        self.at_most.insert((a, b), holds);
        holds
    }

    /// Returns whether the game with these options is at most `b`, for Left (0), or at least `b`, for Right (1).
    fn form_is_within(&mut self, form: &[Vec<ValueId>; 2], b: ValueId, side: usize) -> bool {
        let worse = |values: &mut ValueTable, a, b| match side {
            0 => values.is_at_most(a, b),
            _ => values.is_at_most(b, a),
        };
        for option in &form[side] {
            if worse(self, b, *option) {
                return false;
            }
        }
        for i in 0..self.options(b, 1 - side).len() {
            let option = self.options(b, 1 - side)[i];
            if self.form_is_within(form, option, 1 - side) {
                return false;
            }
        }
        true
    }

    /// Returns the value of the game with these options of Left and of Right.
    pub(crate) fn of(&mut self, mut form: [Vec<ValueId>; 2]) -> ValueId {
        loop {
            for side in 0..2 {
                sorting::sort_hot(&mut form[side]);
                form[side].dedup();
                let all = form[side].clone();
                form[side].retain(|option| {
                    !all.iter().any(|other| {
                        let (low, high) = [(*option, *other), (*other, *option)][side];
                        option != other && self.is_at_most(low, high)
                    })
                });
            }
            // Left's option is reversible if Right has an answer that is at least as good for Right as the game itself.
            // Replace the option by Left's options after that answer.
            let mut reversible = None;
            'search: for side in 0..2 {
                for (i, option) in form[side].iter().enumerate() {
                    for j in 0..self.options(*option, 1 - side).len() {
                        let answer = self.options(*option, 1 - side)[j];
                        // The game is at least as good for Left as the answer.
                        if self.form_is_within(&form, answer, 1 - side) {
                            reversible = Some((side, i, answer));
                            break 'search;
                        }
                    }
                }
            }
            let Some((side, i, answer)) = reversible else {
                break;
            };
            form[side].swap_remove(i);
            form[side].extend_from_slice(&self.games[answer as usize][side]);
        }
        let form = form.map(Vec::into_boxed_slice);
        if let Some(known) = self.numbers.get(&form) {
            return *known;
        }
        let value = self.games.len() as ValueId;
        self.games.push(form.clone());
        self.numbers.insert(form, value);
        value
    }

    /// Returns the value of a sum of two games.
    pub(crate) fn sum(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if a == ValueTable::ZERO || b == ValueTable::ZERO {
            return a | b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(&key) {
            return *known;
        }
        let mut form = [Vec::new(), Vec::new()];
        for (side, options) in form.iter_mut().enumerate() {
            for i in 0..self.options(a, side).len() {
                options.push(self.sum(self.options(a, side)[i], b));
            }
            for i in 0..self.options(b, side).len() {
                options.push(self.sum(a, self.options(b, side)[i]));
            }
        }
        let sum = self.of(form);
        self.sums.insert(key, sum);
        sum
    }

    /// Returns the value of the game with the players swapped.
    pub(crate) fn negative(&mut self, value: ValueId) -> ValueId {
        if let Some(known) = self.negatives.get(&value) {
            return *known;
        }
        let [left, right] = [1, 0].map(|side| self.options(value, side).to_vec());
        let left = left.into_iter().map(|v| self.negative(v)).collect();
        let right = right.into_iter().map(|v| self.negative(v)).collect();
        let negative = self.of([left, right]);
        self.negatives.insert(value, negative);
        self.negatives.insert(negative, value);
        negative
    }

    /// Returns a value as a number, if it is one.
    fn number(&self, value: ValueId) -> Option<Dyadic> {
        match (self.options(value, 0), self.options(value, 1)) {
            ([], []) => Some((0, 0)),
            ([below], []) => self.number(*below).map(|(n, _)| (n + 1, 0)),
            ([], [above]) => self.number(*above).map(|(n, _)| (n - 1, 0)),
            ([below], [above]) => {
                let (a, b) = (self.number(*below)?, self.number(*above)?);
                let power = a.1.max(b.1);
                let (a, b) = (a.0 << (power - a.1), b.0 << (power - b.1));
                // The canonical form of a fraction has its two dyadic neighbours as options.
                (a < b).then_some((a + b, power + 1)).map(|(mut n, mut p)| {
                    while p > 0 && n % 2 == 0 {
                        (n, p) = (n / 2, p - 1);
                    }
                    (n, p)
                })
            }
            _ => None,
        }
    }

    /// Returns the number at which best play stops if Left (0) or Right (1) begins.
    fn stop(&self, value: ValueId, player: usize) -> Dyadic {
        if let Some(number) = self.number(value) {
            return number;
        }
        let options = self.options(value, player).iter();
        let stops = options.map(|option| self.stop(*option, 1 - player));
        let compare = |a: &Dyadic, b: &Dyadic| (a.0 << b.1).cmp(&(b.0 << a.1));
        let best = match player {
            0 => stops.max_by(compare),
            _ => stops.min_by(compare),
        };
        best.expect("a value that is not a number has options for both players")
    }

    fn of_number(&mut self, (n, power): Dyadic) -> ValueId {
        if power > 0 {
            let reduced = |mut n: i64| {
                let mut power = power;
                while power > 0 && n % 2 == 0 {
                    (n, power) = (n / 2, power - 1);
                }
                (n, power)
            };
            let (below, above) = (
                self.of_number(reduced(n - 1)),
                self.of_number(reduced(n + 1)),
            );
            return self.of([vec![below], vec![above]]);
        }
        let mut value = ValueTable::ZERO;
        for _ in 0..n.unsigned_abs() {
            value = if n > 0 {
                self.of([vec![value], Vec::new()])
            } else {
                self.of([Vec::new(), vec![value]])
            };
        }
        value
    }

    fn nimber(&mut self, sticks: u32) -> ValueId {
        let mut heaps = Vec::new();
        for _ in 0..sticks {
            let heap = self.of([heaps.clone(), heaps.clone()]);
            heaps.push(heap);
        }
        self.of([heaps.clone(), heaps])
    }

    /// Returns both stops as text.
    pub(crate) fn stops(&self, value: ValueId) -> [String; 2] {
        [0, 1].map(|player| write_number(self.stop(value, player)))
    }

    /// Returns the name of a value in the notation of *Winning Ways*: numbers, `*k`, multiples of up (`^`) and down
    /// (`v`), sums of these, switches `±x`, or the options in braces.
    pub(crate) fn name(&mut self, value: ValueId) -> String {
        if let Some(number) = self.number(value) {
            return write_number(number);
        }
        let (left, right) = (self.stop(value, 0), self.stop(value, 1));
        if left == right {
            let number = self.of_number((-left.0, left.1));
            let rest = self.sum(value, number);
            if let Some(name) = self.infinitesimal(rest) {
                return match left {
                    (0, _) => name,
                    _ if name.starts_with('*') => write_number(left) + &name,
                    _ => format!("{}+{name}", write_number(left)),
                };
            }
        }
        if self.negative(value) == value && self.options(value, 0).len() == 1 {
            let name = self.name(self.options(value, 0)[0]);
            return format!("±{name}");
        }
        let mut text = String::from("{");
        for side in 0..2 {
            text.push_str(["", "|"][side]);
            for i in 0..self.options(value, side).len() {
                let option = self.name(self.options(value, side)[i]);
                let comma = if i > 0 { "," } else { "" };
                write!(text, "{comma}{option}").expect("a string takes all text");
            }
        }
        text + "}"
    }

    /// Returns the name of a nimber, or of a small multiple of up plus a nimber.
    fn infinitesimal(&mut self, value: ValueId) -> Option<String> {
        let star = self.nimber(1);
        let up = self.of([vec![ValueTable::ZERO], vec![star]]);
        let down = self.negative(up);
        for (arrow, step) in [('^', up), ('v', down)] {
            let mut total = ValueTable::ZERO;
            for times in 0..6 {
                for sticks in 0..8 {
                    let heap = self.nimber(sticks);
                    if self.sum(total, heap) == value {
                        let arrows = match times {
                            0 => String::new(),
                            1 => arrow.to_string(),
                            _ => format!("{arrow}{times}"),
                        };
                        let heap = match sticks {
                            0 => String::new(),
                            1 => "*".into(),
                            _ => format!("*{sticks}"),
                        };
                        return Some(arrows + &heap);
                    }
                }
                total = self.sum(total, step);
            }
        }
        None
    }
}

fn write_number((n, power): Dyadic) -> String {
    match power {
        0 => n.to_string(),
        _ => format!("{n}/{}", 1i64 << power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names the value of a game that is written as its options in braces, such as `{{|}|}` for 1.
    #[track_caller]
    fn check(game: &str, name: &str) {
        fn read(text: &mut &[u8], values: &mut ValueTable) -> ValueId {
            let mut form = [Vec::new(), Vec::new()];
            let mut side = 0;
            *text = &text[1..];
            loop {
                match text[0] {
                    b'{' => form[side].push(read(text, values)),
                    b'|' => {
                        side = 1;
                        *text = &text[1..];
                    }
                    _ => {
                        *text = &text[1..];
                        return values.of(form);
                    }
                }
            }
        }
        let mut values = ValueTable::new();
        let value = read(&mut game.as_bytes(), &mut values);
        assert_eq!(values.name(value), name, "{game}");
    }

    /// Examples of *Winning Ways*, chapters 1 to 3.
    #[test]
    fn values_have_the_names_of_the_book() {
        check("{|}", "0");
        check("{{|}|}", "1");
        check("{|{|{|}}}", "-2");
        check("{{|}|{{|}|}}", "1/2");
        check("{{|}|{{|}|{{|}|}}}", "1/4");
        check("{{|}|{|}}", "*");
        check("{{|}{{|}|{|}}|{|}{{|}|{|}}}", "*2");
        check("{{|}|{{|}|{|}}}", "^");
        check("{{{|}|{|}}|{|}}", "v");
        // Up and star: {0, * | 0}. Double up and star: {0 | up}.
        check("{{|}{{|}|{|}}|{|}}", "^*");
        check("{{|}|{{|}|{{|}|{|}}}}", "^2*");
        check("{{{|}|}|{|{|}}}", "±1");
        check("{{{{|}|}|}|{|}}", "{2|0}");
        check("{{{|}|}|{{|}|}}", "1*");
    }

    #[test]
    fn dominated_and_reversible_options_make_no_difference() {
        // {0, 1 | } = 2; {* | *} = 0, since either answer reverses.
        check("{{|}{{|}|}|}", "2");
        check("{{{|}|{|}}|{{|}|{|}}}", "0");
        // {-1 | } = 0: the simplest number that is greater.
        check("{{|{|}}|}", "0");
    }

    #[test]
    fn a_value_and_its_negative_cancel() {
        let mut values = ValueTable::new();
        let star = values.nimber(1);
        let one = values.of_number((1, 0));
        let up = values.of([vec![0], vec![star]]);
        let switch = values.of([vec![one], vec![up]]);
        for value in [star, one, up, switch] {
            let negative = values.negative(value);
            assert_eq!(values.sum(value, negative), ValueTable::ZERO);
        }
        assert!(values.is_at_most(0, up) && !values.is_at_most(up, 0));
        assert!(!values.is_at_most(0, star) && !values.is_at_most(star, 0));
    }
}
