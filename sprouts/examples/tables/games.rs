//! Misère games up to equality, with Conway's canonical forms, misère numbers, and tameness.
//!
//! A form is the list of its options, which are forms. If all options of a form *C* are options of a game *G*, and
//! every other option of *G* has *C* as an option, then *G* equals *C*. If *C* is the empty game, the player to move
//! must also win *G* (Conway, *On Numbers and Games*, chapter 12).

use std::collections::{BTreeSet, HashMap};

use papergames_sprouts::land::{Land, Lands, Reductions};
use papergames_sprouts::solve::catalogue::Catalogue;
use papergames_sprouts::{Budget, Unfinished};

/// The number of a form. The options of a form have smaller numbers than the form, and 0 is the empty game.
pub(crate) type Form = usize;

/// All forms met so far.
pub(crate) struct Games {
    reduces: bool,
    /// Replaces a position by one with the same form.
    simpler: fn(&Lands) -> Lands,
    options: Vec<Vec<Form>>,
    known: HashMap<Vec<Form>, Form>,
    sums: HashMap<(Form, Form), Form>,
    of: HashMap<Land, Form>,
    /// Nimbers in normal play, and misère numbers.
    numbers: Vec<(u8, u8)>,
    tame: Vec<bool>,
}

impl Default for Games {
    fn default() -> Games {
        let mut games = Games {
            reduces: true,
            simpler: Lands::clone,
            options: Vec::new(),
            known: HashMap::new(),
            sums: HashMap::new(),
            of: HashMap::new(),
            numbers: Vec::new(),
            tame: Vec::new(),
        };
        assert_eq!(games.add(Vec::new()), 0);
        assert_eq!(games.add(vec![0]), Games::STICK);
        games
    }
}

/// Returns the least number that is not in a set of bits.
pub(crate) fn mex(bits: u64) -> u8 {
    bits.trailing_ones() as u8
}

impl Games {
    /// The Nim heap of one stick.
    pub(crate) const STICK: Form = 1;

    /// Returns games whose forms are complete game trees, from which nothing is left out. Each position is replaced by
    /// a `simpler` one with the same tree.
    pub(crate) fn trees(simpler: fn(&Lands) -> Lands) -> Games {
        Games {
            reduces: false,
            simpler,
            ..Games::default()
        }
    }

    /// Returns the options of a form, in order.
    pub(crate) fn options(&self, form: Form) -> &[Form] {
        &self.options[form]
    }

    /// Returns the nimber and the misère number: the least heap beside which the player to move loses misère play.
    pub(crate) fn numbers(&self, form: Form) -> (u8, u8) {
        self.numbers[form]
    }

    /// Returns whether the form and all forms below it have a pair of numbers that sums of Nim heaps have: equal
    /// numbers, 0 and 1, or 1 and 0.
    pub(crate) fn is_tame(&self, form: Form) -> bool {
        self.tame[form]
    }

    fn add(&mut self, options: Vec<Form>) -> Form {
        let bits = |number: fn((u8, u8)) -> u8| {
            let options = options.iter().map(|o| number(self.numbers[*o]));
            options.fold(0, |bits, number| bits | 1 << number)
        };
        let misere = if options.is_empty() {
            1
        } else {
            mex(bits(|n| n.1))
        };
        let numbers = (mex(bits(|n| n.0)), misere);
        let own = matches!(numbers, (0, 1) | (1, 0)) || numbers.0 == numbers.1;
        self.tame.push(own && options.iter().all(|o| self.tame[*o]));
        self.numbers.push(numbers);
        self.known.insert(options.clone(), self.options.len());
        self.options.push(options);
        self.options.len() - 1
    }

    /// Returns the form of the game with these options.
    pub(crate) fn with_options(&mut self, options: BTreeSet<Form>) -> Form {
        let options: Vec<Form> = options.into_iter().collect();
        if let Some(known) = self.known.get(&options) {
            return *known;
        }
        if !self.reduces || options.is_empty() {
            return self.add(options);
        }
        let wins = options.iter().any(|option| self.numbers[*option].1 == 0);
        // The options that are left out have greater numbers than the remaining form, and the others have smaller ones.
        let equal = self.options[options[options.len() - 1]].iter().find(|c| {
            let kept = &self.options[**c];
            (**c != 0 || wins)
                && kept
                    .iter()
                    .all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    kept.binary_search(option).is_ok()
                        || self.options[*option].binary_search(c).is_ok()
                })
        });
        match equal.copied() {
            Some(form) => {
                self.known.insert(options, form);
                form
            }
            None => self.add(options),
        }
    }

    /// Returns the form of two games side by side.
    pub(crate) fn sum(&mut self, a: Form, b: Form) -> Form {
        let key = (a.min(b), a.max(b));
        if key.0 == 0 {
            return key.1;
        }
        if let Some(sum) = self.sums.get(&key) {
            return *sum;
        }
        let mut options = BTreeSet::new();
        for (moved, other) in [(a, b), (b, a)] {
            for option in self.options[moved].clone() {
                options.insert(self.sum(option, other));
            }
        }
        let sum = self.with_options(options);
        self.sums.insert(key, sum);
        sum
    }

    /// Returns the form of a position.
    pub(crate) fn of(&mut self, position: &Lands) -> Form {
        (self.simpler)(position).iter().fold(0, |total, land| {
            let own = self.of_land(land);
            self.sum(total, own)
        })
    }

    fn of_land(&mut self, land: &Land) -> Form {
        if let Some(known) = self.of.get(land) {
            return *known;
        }
        let children = land.children();
        let options = children.iter().map(|child| self.of(child)).collect();
        let form = self.with_options(options);
        self.of.insert(land.clone(), form);
        form
    }

    /// Returns all positions that can be reached from a start, with their forms, in order of their lives.
    pub(crate) fn reachable(&mut self, spots: usize) -> Result<Vec<(Lands, Form)>, Unfinished> {
        let start = Lands::start(spots);
        let catalogue = Catalogue::new(&start, Reductions::ALL, &Budget::new(), &mut |_| ())?;
        let positions = catalogue.iter().map(|entry| entry.position);
        let mut all: Vec<(Lands, Form)> = positions.map(|p| (p.clone(), self.of(&p))).collect();
        all.sort_by_cached_key(|(position, _)| {
            let text = position.to_string();
            (position.lives(), text.len(), text)
        });
        Ok(all)
    }

    /// Returns all forms that are `form` or can be reached from it, in order.
    pub(crate) fn below(&self, form: Form) -> BTreeSet<Form> {
        let mut all = BTreeSet::from([form]);
        let mut open = vec![form];
        while let Some(form) = open.pop() {
            open.extend(self.options[form].iter().filter(|o| all.insert(**o)));
        }
        all
    }

    /// Returns the misère numbers of the sums of the first forms and each form below another, without their forms.
    pub(crate) fn misere_of_sums(&self, first: &BTreeSet<Form>, other: Form) -> HashMap<Form, u8> {
        let second: Vec<Form> = self.below(other).into_iter().collect();
        let place: HashMap<Form, usize> = second.iter().enumerate().map(|(i, f)| (*f, i)).collect();
        let mut rows: HashMap<Form, Vec<u8>> = HashMap::new();
        for a in first {
            let mut bits = vec![0u64; second.len()];
            for option in &self.options[*a] {
                for (bits, number) in bits.iter_mut().zip(&rows[option]) {
                    *bits |= 1 << number;
                }
            }
            let mut row: Vec<u8> = Vec::with_capacity(second.len());
            for (bits, b) in bits.iter().zip(&second) {
                let options = self.options[*b].iter().map(|o| 1u64 << row[place[o]]);
                let bits = options.fold(*bits, |bits, own| bits | own);
                // The empty game has no option, and number 1.
                row.push(if bits == 0 && (*a, *b) == (0, 0) {
                    1
                } else {
                    mex(bits)
                });
            }
            rows.insert(*a, row);
        }
        rows.into_iter()
            .map(|(a, row)| (a, row[second.len() - 1]))
            .collect()
    }
}
