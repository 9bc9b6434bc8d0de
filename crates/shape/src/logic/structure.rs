//! Three-valued structures: up to 64 individuals and what the predicates say about them.
//!
//! In: a [`Layout`] (how many predicates there are of each arity). Out: a bit-packed [`Structure`].
//!
//! A structure is one list of words: two planes of nullary predicates, then for each unary predicate its
//! [`Column`], then for each binary predicate a column for each left argument (its row). An individual that
//! is in `summary` stands for one or more individuals of a concrete structure, any other for exactly one.
//! A structure without summaries and without 1/2 is a concrete one.
//!
//! Kept true: no bit is set beyond the individuals that exist, and `must` is a part of `may`. So two
//! structures whose individuals have the same order are equal if and only if their words are.

use super::formula::Symbol;
use super::kleene::{Column, Kleene, bits};

/// How many individuals a structure can have.
pub const CAPACITY: usize = 64;

/// How many predicates there are of each arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Nullary predicates.
    pub nullary: usize,
    /// Unary predicates.
    pub unary: usize,
    /// Binary predicates.
    pub binary: usize,
}

impl Layout {
    #[inline]
    fn nullary_words(self) -> usize {
        self.nullary.div_ceil(64)
    }

    #[inline]
    fn unary_at(self, predicate: usize) -> usize {
        debug_assert!(predicate < self.unary);
        2 * self.nullary_words() + 2 * predicate
    }

    #[inline]
    fn binary_at(self, predicate: usize, row: usize, count: usize) -> usize {
        debug_assert!(predicate < self.binary && row < count);
        2 * (self.nullary_words() + self.unary + predicate * count + row)
    }

    fn words(self, count: usize) -> usize {
        2 * (self.nullary_words() + self.unary + self.binary * count)
    }
}

/// Individuals and the values of all predicates for them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    count: u8,
    summary: u64,
    words: Vec<u64>,
    nullary: u16,
    unary: u16,
    binary: u16,
}

impl Structure {
    /// `count` individuals for which all predicates are 0.
    pub fn new(layout: Layout, count: usize) -> Structure {
        assert!(count <= CAPACITY, "a structure has at most 64 individuals");
        Structure {
            count: count as u8,
            summary: 0,
            words: vec![0; layout.words(count)],
            nullary: layout.nullary as u16,
            unary: layout.unary as u16,
            binary: layout.binary as u16,
        }
    }

    /// How many predicates it has.
    #[inline]
    pub fn layout(&self) -> Layout {
        Layout {
            nullary: self.nullary.into(),
            unary: self.unary.into(),
            binary: self.binary.into(),
        }
    }

    /// How many individuals it has.
    #[inline]
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// All individuals, as bits.
    #[inline]
    pub fn universe(&self) -> u64 {
        if self.count() == CAPACITY {
            u64::MAX
        } else {
            (1 << self.count) - 1
        }
    }

    /// The individuals that may stand for more than one.
    #[inline]
    pub fn summary(&self) -> u64 {
        self.summary
    }

    /// Sets which individuals may stand for more than one.
    pub fn set_summary(&mut self, summary: u64) {
        self.summary = summary & self.universe();
    }

    /// Does it stand for exactly one?
    #[inline]
    pub fn is_single(&self, individual: usize) -> bool {
        self.summary >> individual & 1 == 0
    }

    /// The words, for hashing.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// A nullary predicate.
    #[inline]
    pub fn nullary(&self, predicate: u16) -> Kleene {
        let (word, bit) = (usize::from(predicate) / 64, predicate % 64);
        let may = word + self.layout().nullary_words();
        Kleene::from_planes(
            self.words[word] >> bit & 1 == 1,
            self.words[may] >> bit & 1 == 1,
        )
    }

    /// Sets a nullary predicate.
    pub fn set_nullary(&mut self, predicate: u16, value: Kleene) {
        let (word, bit) = (usize::from(predicate) / 64, predicate % 64);
        let may = word + self.layout().nullary_words();
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(value.must()) << bit;
        self.words[may] = self.words[may] & !(1 << bit) | u64::from(value.may()) << bit;
    }

    /// The planes of all nullary predicates.
    pub fn nullary_words(&self) -> &[u64] {
        &self.words[..2 * self.layout().nullary_words()]
    }

    #[inline]
    fn column_at(&self, at: usize) -> Column {
        Column {
            must: self.words[at],
            may: self.words[at + 1],
        }
    }

    #[inline]
    fn set_column_at(&mut self, at: usize, column: Column) {
        debug_assert!(column.must & !column.may == 0 && column.may & !self.universe() == 0);
        self.words[at] = column.must;
        self.words[at + 1] = column.may;
    }

    /// A unary predicate of all individuals.
    #[inline]
    pub fn unary(&self, predicate: u16) -> Column {
        self.column_at(self.layout().unary_at(predicate.into()))
    }

    /// Sets a unary predicate of all individuals.
    #[inline]
    pub fn set_unary(&mut self, predicate: u16, column: Column) {
        self.set_column_at(self.layout().unary_at(predicate.into()), column);
    }

    /// A binary predicate of one left argument and all right ones.
    #[inline]
    pub fn row(&self, predicate: u16, left: usize) -> Column {
        self.column_at(
            self.layout()
                .binary_at(predicate.into(), left, self.count()),
        )
    }

    /// Sets a binary predicate of one left argument and all right ones.
    #[inline]
    pub fn set_row(&mut self, predicate: u16, left: usize, row: Column) {
        let at = self
            .layout()
            .binary_at(predicate.into(), left, self.count());
        self.set_column_at(at, row);
    }

    /// A binary predicate of all left arguments and one right one.
    #[inline]
    pub fn inverse_row(&self, predicate: u16, right: usize) -> Column {
        let mut column = Column::NONE;
        let mut at = self
            .layout()
            .binary_at(predicate.into(), 0, self.count().max(1));
        for left in 0..self.count() {
            column.must |= (self.words[at] >> right & 1) << left;
            column.may |= (self.words[at + 1] >> right & 1) << left;
            at += 2;
        }
        column
    }

    /// A binary predicate of an individual and itself.
    pub fn diagonal(&self, predicate: u16) -> Column {
        let mut column = Column::NONE;
        for individual in 0..self.count() {
            column = column.with(individual, self.row(predicate, individual).get(individual));
        }
        column
    }

    /// Equality with one individual: 1/2 for a summary and itself.
    #[inline]
    pub fn equal(&self, individual: usize) -> Column {
        let may = 1 << individual;
        Column {
            must: may & !self.summary,
            may,
        }
    }

    /// The value of a predicate for a tuple of individuals.
    pub fn get(&self, symbol: Symbol, tuple: &[usize]) -> Kleene {
        match symbol {
            Symbol::Nullary(it) => self.nullary(it),
            Symbol::Unary(it) => self.unary(it).get(tuple[0]),
            Symbol::Binary(it) => self.row(it, tuple[0]).get(tuple[1]),
        }
    }

    /// Sets the value of a predicate for a tuple of individuals.
    pub fn set(&mut self, symbol: Symbol, tuple: &[usize], value: Kleene) {
        match symbol {
            Symbol::Nullary(it) => self.set_nullary(it, value),
            Symbol::Unary(it) => self.set_unary(it, self.unary(it).with(tuple[0], value)),
            Symbol::Binary(it) => {
                let row = self.row(it, tuple[0]).with(tuple[1], value);
                self.set_row(it, tuple[0], row);
            }
        }
    }

    /// Has it neither 1/2 nor summaries?
    pub fn is_concrete(&self) -> bool {
        let nullary = self.layout().nullary_words();
        let planes = (0..nullary).all(|it| self.words[it] == self.words[it + nullary]);
        planes && self.summary == 0 && self.words[2 * nullary..].chunks(2).all(|it| it[0] == it[1])
    }

    /// The structure over other individuals: the one numbered `i` is like `sources[i]` of this one. A
    /// repeated source is a copy; a source that is left out is removed with all that is said of it.
    pub fn rebuilt(&self, sources: &[usize]) -> Structure {
        let mut result = Structure::new(self.layout(), sources.len());
        let nullary = self.nullary_words().len();
        result.words[..nullary].copy_from_slice(self.nullary_words());
        let gather = |mask: u64| {
            let bit = |(to, from): (usize, &usize)| (mask >> from & 1) << to;
            sources
                .iter()
                .enumerate()
                .map(bit)
                .fold(0, |all, it| all | it)
        };
        let column = |it: Column| Column {
            must: gather(it.must),
            may: gather(it.may),
        };
        result.summary = gather(self.summary);
        for predicate in 0..self.unary {
            result.set_unary(predicate, column(self.unary(predicate)));
        }
        for predicate in 0..self.binary {
            for (to, from) in sources.iter().enumerate() {
                result.set_row(predicate, to, column(self.row(predicate, *from)));
            }
        }
        result
    }

    /// With one more individual, a copy of `individual`, as the last; `None` if there is no room.
    pub fn duplicated(&self, individual: usize) -> Option<Structure> {
        if self.count() == CAPACITY {
            return None;
        }
        let sources: Vec<usize> = (0..self.count()).chain([individual]).collect();
        Some(self.rebuilt(&sources))
    }

    /// With one more individual, of which everything is 0, as the last; `None` if there is no room.
    pub fn extended(&self) -> Option<Structure> {
        if self.count() == CAPACITY {
            return None;
        }
        let mut result = Structure::new(self.layout(), self.count() + 1);
        let head = 2 * (self.layout().nullary_words() + self.layout().unary);
        result.words[..head].copy_from_slice(&self.words[..head]);
        result.summary = self.summary;
        for predicate in 0..self.binary {
            for row in 0..self.count() {
                result.set_row(predicate, row, self.row(predicate, row));
            }
        }
        Some(result)
    }

    /// Without some individuals.
    pub fn without(&self, removed: u64) -> Structure {
        let kept: Vec<usize> = bits(self.universe() & !removed).collect();
        self.rebuilt(&kept)
    }

    /// Merges individuals: those with the same class become the individual of that number, with the join of
    /// what is said of them. Classes are numbered from 0 without holes.
    pub fn merged(&self, classes: &[usize]) -> Structure {
        let count = classes.iter().max().map_or(0, |it| it + 1);
        let mut members = vec![0u64; count];
        for (individual, class) in classes.iter().enumerate() {
            members[*class] |= 1 << individual;
        }
        let several: Vec<(usize, u64)> = members
            .iter()
            .copied()
            .enumerate()
            .filter(|it| it.1.count_ones() > 1)
            .collect();
        let squeeze = |it: Column| {
            let moved = |mask: u64| bits(mask).fold(0u64, |all, it| all | 1 << classes[it]);
            let (mut must, may) = (moved(it.must), moved(it.may));
            for (class, members) in &several {
                if it.must & members != *members {
                    must &= !(1 << class);
                }
            }
            Column { must, may }
        };
        let mut result = Structure::new(self.layout(), count);
        let nullary = self.nullary_words().len();
        result.words[..nullary].copy_from_slice(self.nullary_words());
        for (class, members) in members.iter().enumerate() {
            let many = members.count_ones() > 1 || members & self.summary != 0;
            result.summary |= u64::from(many) << class;
        }
        for predicate in 0..self.unary {
            result.set_unary(predicate, squeeze(self.unary(predicate)));
        }
        for predicate in 0..self.binary {
            for (class, members) in members.iter().enumerate() {
                let rows = bits(*members).map(|it| self.row(predicate, it));
                let row = rows.reduce(Column::join).unwrap_or_default();
                result.set_row(predicate, class, squeeze(row));
            }
        }
        result
    }

    /// The join with a structure of as many individuals, each with the one of its number.
    pub fn joined(&self, other: &Structure) -> Structure {
        debug_assert!(self.layout() == other.layout() && self.count == other.count);
        let mut result = self.clone();
        result.summary |= other.summary;
        let planes = self.layout().nullary_words();
        for at in 0..planes {
            result.words[at] &= other.words[at];
            result.words[planes + at] |= other.words[planes + at];
        }
        for at in (2 * planes..self.words.len()).step_by(2) {
            result.words[at] &= other.words[at];
            result.words[at + 1] |= other.words[at + 1];
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Structure {
        let layout = Layout {
            nullary: 70,
            unary: 2,
            binary: 1,
        };
        let mut structure = Structure::new(layout, 3);
        structure.set(Symbol::Nullary(69), &[], Kleene::True);
        structure.set(Symbol::Nullary(3), &[], Kleene::Unknown);
        structure.set(Symbol::Unary(1), &[2], Kleene::True);
        structure.set(Symbol::Binary(0), &[0, 2], Kleene::True);
        structure.set(Symbol::Binary(0), &[2, 2], Kleene::Unknown);
        structure
    }

    #[test]
    fn what_is_set_is_there() {
        let structure = sample();
        assert_eq!(structure.get(Symbol::Nullary(69), &[]), Kleene::True);
        assert_eq!(structure.get(Symbol::Nullary(3), &[]), Kleene::Unknown);
        assert_eq!(structure.inverse_row(0, 2).may, 0b101);
        assert_eq!(structure.diagonal(0).unknown(), 0b100);
        assert!(!structure.is_concrete());
    }

    #[test]
    fn copies_and_merging_are_inverse_up_to_summaries() {
        let structure = sample();
        let twice = structure.duplicated(2).unwrap();
        assert_eq!(twice.get(Symbol::Binary(0), &[0, 3]), Kleene::True);
        assert_eq!(twice.get(Symbol::Binary(0), &[3, 2]), Kleene::Unknown);
        let mut back = twice.merged(&[0, 1, 2, 2]);
        assert_eq!(back.summary(), 0b100);
        back.set_summary(0);
        assert_eq!(back, structure);
        assert_eq!(twice.without(0b1000), structure);
        assert_eq!(structure.extended().unwrap().without(0b1000), structure);
    }

    #[test]
    fn sixty_four_individuals_are_the_most() {
        let layout = Layout {
            nullary: 0,
            unary: 1,
            binary: 1,
        };
        let full = Structure::new(layout, CAPACITY);
        assert_eq!(full.universe(), u64::MAX);
        assert!(full.extended().is_none() && full.duplicated(0).is_none());
        assert_eq!(full.merged(&[0; CAPACITY]).count(), 1);
    }
}
