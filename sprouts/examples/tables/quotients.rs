//! Misère quotients, finite commutative monoids that describe how sums of games play out.
//!
//! Two sums of games from a closed set are *indistinguishable* if beside any third sum both are lost or both are won.
//! The classes form a monoid, the *misère quotient* (T. Plambeck, *Taming the wild in impartial combinatorial games*,
//! 2005; T. Plambeck and A. Siegel, *Misère quotients for impartial games*, 2008). It is the syntactic monoid of the
//! lost sums. So this module learns it as one learns an automaton from queries (D. Angluin, 1987), and then proves it.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::games::{Form, Games};

/// A sum of letters, in order.
type Word = Vec<Form>;

/// A misère quotient, or the part of one that has been found.
pub(crate) struct Quotient {
    /// The forms that generate it: a heap of one stick, and forms that are not the sum of this heap and another form.
    letters: Vec<Form>,
    /// For each form, the letters of which it is the sum.
    parts: HashMap<Form, Word>,
    /// A sum for each element. The first is the empty sum.
    words: Vec<Word>,
    /// For each element and letter, their product.
    times: Vec<Vec<usize>>,
    /// Whether the player to move loses, by element.
    lost: Vec<bool>,
    /// Sums beside which any two elements differ in outcome.
    tests: Vec<Word>,
    /// Whether the quotient is proved. If not, the true quotient has more elements than those found.
    pub(crate) is_proved: bool,
    /// The number of pairs of an element and the elements of options that were followed to prove it.
    pub(crate) pairs: usize,
}

/// Outcomes of sums, by trying every move.
struct Outcomes<'g> {
    options: HashMap<Form, Vec<&'g Word>>,
    lost: HashMap<Word, bool>,
}

/// Returns the sum of two sums. Two heaps of one stick, the first letter, cancel.
fn sum(a: &[Form], b: &[Form]) -> Word {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    let sticks = sum.iter().take_while(|letter| **letter == Games::STICK);
    sum.drain(..sticks.count() / 2 * 2);
    sum
}

impl Outcomes<'_> {
    fn options(&self, word: &[Form]) -> Vec<Word> {
        let places = (0..word.len()).filter(|i| *i == 0 || word[i - 1] != word[*i]);
        let options = places.flat_map(|i| {
            let others = [&word[..i], &word[i + 1..]].concat();
            let options = self.options[&word[i]].iter();
            options.map(move |option| sum(&others, option))
        });
        options.collect()
    }

    fn is_lost(&mut self, word: &[Form]) -> bool {
        if let Some(known) = self.lost.get(word) {
            return *known;
        }
        let options = self.options(word);
        let lost = !word.is_empty() && !options.iter().any(|option| self.is_lost(option));
        self.lost.insert(word.to_vec(), lost);
        lost
    }
}

impl Quotient {
    /// Finds the quotient of forms, which include all options of each, unless it has more than `most` elements.
    pub(crate) fn of(games: &mut Games, forms: &BTreeSet<Form>, most: usize) -> Quotient {
        let (mut letters, mut parts) = (Vec::new(), HashMap::from([(0, Word::new())]));
        for form in forms.iter().copied().filter(|form| *form != 0) {
            let beside = games.sum(form, Games::STICK);
            let is_sum = beside < form && beside > 0 && forms.contains(&beside);
            let own = if is_sum {
                vec![Games::STICK, beside]
            } else {
                vec![form]
            };
            if !is_sum {
                letters.push(form);
            }
            parts.insert(form, own);
        }
        let options = |letter: &Form| {
            games
                .options(*letter)
                .iter()
                .map(|option| &parts[option])
                .collect()
        };
        let mut outcomes = Outcomes {
            options: letters
                .iter()
                .map(|letter| (*letter, options(letter)))
                .collect(),
            lost: HashMap::new(),
        };
        let mut quotient = Quotient {
            letters,
            parts: HashMap::new(),
            words: vec![Word::new()],
            times: Vec::new(),
            lost: Vec::new(),
            tests: vec![Word::new()],
            is_proved: false,
            pairs: 0,
        };
        while !quotient.is_proved && quotient.close(&mut outcomes, most) {
            match quotient.counterexample(&mut outcomes) {
                None => quotient.is_proved = true,
                Some(word) => {
                    let before = quotient.tests.len();
                    for end in (0..word.len()).map(|from| word[from..].to_vec()) {
                        if !quotient.tests.contains(&end) {
                            quotient.tests.push(end);
                        }
                    }
                    assert!(quotient.tests.len() > before, "a counterexample is new");
                }
            }
        }
        quotient.parts = parts;
        quotient
    }

    /// Adds elements until each element times each letter is one. Returns false if there are too many.
    fn close(&mut self, outcomes: &mut Outcomes<'_>, most: usize) -> bool {
        let tests = &self.tests;
        let mut row = |word: &[Form]| -> Vec<bool> {
            let tests = tests.iter();
            tests
                .map(|test| outcomes.is_lost(&sum(word, test)))
                .collect()
        };
        let known = self.words.iter().enumerate();
        let mut rows: HashMap<Vec<bool>, usize> = known.map(|(i, word)| (row(word), i)).collect();
        self.times.clear();
        while let Some(word) = self.words.get(self.times.len()).cloned() {
            let mut times = Vec::new();
            for letter in &self.letters {
                let product = sum(&word, &[*letter]);
                let element = *rows.entry(row(&product)).or_insert(self.words.len());
                if element == self.words.len() {
                    self.words.push(product);
                }
                times.push(element);
            }
            self.times.push(times);
            if self.words.len() > most {
                return false;
            }
        }
        self.lost = self
            .words
            .iter()
            .map(|word| outcomes.is_lost(word))
            .collect();
        true
    }

    /// Returns a sum whose ends must become tests, or `None` if the quotient is proved.
    ///
    /// It is proved if multiplication commutes, and if the following holds for each sum, given by its element and the
    /// set of its options' elements: the element is lost exactly if the sum is not empty and no element of the set is
    /// lost. By induction, the outcomes of sums are then those of their elements. The tests show that elements differ.
    fn counterexample(&mut self, outcomes: &mut Outcomes<'_>) -> Option<Word> {
        for x in 0..self.words.len() {
            for (a, b) in self
                .letters
                .iter()
                .flat_map(|a| self.letters.iter().map(move |b| (*a, *b)))
            {
                let [one, other] = [[a, b], [b, a]].map(|word| self.times(x, &word));
                let mut is_lost = |element: usize, test: &Word| {
                    outcomes.is_lost(&sum(&self.words[element], test))
                };
                if let Some(test) = self
                    .tests
                    .iter()
                    .find(|t| is_lost(one, t) != is_lost(other, t))
                {
                    let new = [a, b].map(|letter| sum(test, &[letter]));
                    return new.into_iter().find(|word| !self.tests.contains(word));
                }
            }
        }
        let start = (0, BTreeSet::new());
        let mut seen = BTreeSet::from([start.clone()]);
        let mut open = VecDeque::from([(start, Word::new())]);
        while let Some(((element, options), word)) = open.pop_front() {
            let loses =
                !word.is_empty() && !options.iter().any(|option: &usize| self.lost[*option]);
            if self.lost[element] != loses {
                let mut sums = outcomes.options(&word);
                sums.push(word);
                return sums
                    .into_iter()
                    .find(|sum| outcomes.is_lost(sum) != self.lost[self.times(0, sum)]);
            }
            for letter in &self.letters {
                let mut after: BTreeSet<usize> =
                    options.iter().map(|o| self.times(*o, &[*letter])).collect();
                after.extend(
                    outcomes.options[letter]
                        .iter()
                        .map(|option| self.times(element, option)),
                );
                let pair = (self.times(element, &[*letter]), after);
                if seen.insert(pair.clone()) {
                    open.push_back((pair, [&word[..], &[*letter]].concat()));
                }
            }
        }
        self.pairs = seen.len();
        None
    }

    /// Returns the product of an element and a sum.
    fn times(&self, element: usize, word: &[Form]) -> usize {
        let letters = word.iter().map(|letter| self.letters.binary_search(letter));
        letters.fold(element, |at, letter| {
            self.times[at][letter.expect("a letter")]
        })
    }

    /// Returns the number of elements, or of those found so far.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether the player to move loses a sum of this element.
    pub(crate) fn is_lost(&self, element: usize) -> bool {
        self.lost[element]
    }

    /// Returns the element of a form.
    pub(crate) fn element(&self, form: Form) -> usize {
        self.times(0, &self.parts[&form])
    }

    /// Returns the product of two elements.
    pub(crate) fn product(&self, a: usize, b: usize) -> usize {
        self.times(a, &self.words[b])
    }

    /// Returns the kernel: the least ideal, which is a group.
    pub(crate) fn kernel(&self) -> BTreeSet<usize> {
        let elements = 0..self.words.len();
        let least = elements.clone().fold(0, |total, x| self.product(total, x));
        elements.map(|x| self.product(least, x)).collect()
    }
}
