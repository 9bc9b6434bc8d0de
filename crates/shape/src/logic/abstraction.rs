//! Canonical abstraction: individuals that look alike become one.
//!
//! In: a structure of any number of individuals up to 64. Out: a [`Canonical`] structure, in which no two
//! individuals have the same name, sorted by name.
//!
//! The *name* of an individual is the values that the abstraction predicates have for it (Sagiv, Reps and
//! Wilhelm, TOPLAS 2002, section 4.3), as two bits for each: 00 for 0, 01 for 1/2, 11 for 1. Individuals with
//! one name are merged into a summary with the join of what is said of them. Since names are different after
//! that, there is only one order by name, and two canonical structures that differ in nothing but the numbers
//! of their individuals are equal word by word.
//!
//! Soundness: merging is an embedding of the old structure into the new one.
//!
//! If there would be more than `limit` individuals, abstraction predicates are left out of the names, the
//! last declared first, until there are few enough. That is an embedding too; the answer says that it happened.
//!
//! Example: a list `x → 1 → 2 → 3` with names {x,r}, {r}, {r}, {r}: two individuals remain, 0 with {x,r} and
//! a summary with {r}; `n` of 0 and the summary is 1/2 since only one of the three is the next of 0.

use super::formula::Symbol;
use super::kleene::bits;
use super::structure::{CAPACITY, Structure};
use super::vocabulary::Vocabulary;

/// What tells individuals and structures apart.
#[derive(Clone, Debug)]
pub struct Abstraction {
    predicates: Vec<u16>,
    /// For each of them whether 0 and 1/2 are one in names.
    coarse: Vec<bool>,
    limit: usize,
}

/// The result of an abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The structure.
    pub structure: Structure,
    /// Whether some abstraction predicates were left out because there were too many individuals.
    pub widened: bool,
    /// For each individual of the structure that came in, the one that stands for it.
    pub classes: Vec<usize>,
}

impl Abstraction {
    /// By all abstraction predicates of a vocabulary.
    pub fn new(vocabulary: &Vocabulary) -> Abstraction {
        Abstraction::limited(vocabulary, CAPACITY - 8)
    }

    /// By all abstraction predicates, with at most `limit` individuals.
    pub fn limited(vocabulary: &Vocabulary, limit: usize) -> Abstraction {
        let unary = |symbol| match symbol {
            Symbol::Unary(it) => Some(it),
            Symbol::Nullary(_) | Symbol::Binary(_) => None,
        };
        let chosen = vocabulary.declarations().iter().filter(|it| it.abstraction);
        let predicates: Vec<u16> = chosen.filter_map(|it| unary(it.symbol)).collect();
        Abstraction {
            coarse: vec![false; predicates.len()],
            predicates,
            limit: limit.clamp(1, CAPACITY),
        }
    }

    /// The same, but names have only whether these predicates are 1.
    #[must_use]
    pub fn coarse_in(mut self, predicates: &[u16]) -> Abstraction {
        for (predicate, coarse) in self.predicates.iter().zip(&mut self.coarse) {
            *coarse = predicates.contains(predicate);
        }
        self
    }

    /// The names of all individuals by the first predicates, one after the other, and the length of each. The
    /// last word of a name tells apart those of `kept`.
    fn names(&self, structure: &Structure, predicates: usize, kept: u64) -> (Vec<u64>, usize) {
        let length = predicates.div_ceil(32) + 1;
        let mut names = vec![0u64; length * structure.count()];
        for (place, predicate) in self.predicates[..predicates].iter().enumerate() {
            let column = structure.unary(*predicate);
            let shift = 2 * (place % 32);
            let shown = if self.coarse[place] {
                column.must
            } else {
                column.may
            };
            for individual in bits(shown) {
                let value = 1 | (column.must >> individual & 1) << 1;
                names[length * individual + place / 32] |= value << shift;
            }
        }
        for individual in bits(kept) {
            names[length * individual + length - 1] = individual as u64 + 1;
        }
        (names, length)
    }

    /// Merges individuals of one name and sorts by name.
    pub fn apply(&self, structure: &Structure) -> Canonical {
        self.apply_keeping(structure, 0, self.limit)
    }

    /// The same with at most `limit` individuals beyond those of `kept`, which are not merged.
    pub fn apply_keeping(&self, structure: &Structure, kept: u64, limit: usize) -> Canonical {
        let mut predicates = self.predicates.len();
        loop {
            let (names, length) = self.names(structure, predicates, kept);
            let name = |individual: usize| &names[length * individual..length * (individual + 1)];
            let mut order: Vec<usize> = (0..structure.count()).collect();
            order.sort_unstable_by_key(|it| name(*it));
            let mut classes = vec![0; order.len()];
            let mut distinct = 0;
            for (place, individual) in order.iter().enumerate() {
                if place == 0 || name(order[place - 1]) != name(*individual) {
                    distinct += 1;
                }
                classes[*individual] = distinct - 1;
            }
            if predicates > 0 && distinct > limit + kept.count_ones() as usize {
                predicates -= 1;
                continue;
            }
            let widened = predicates < self.predicates.len();
            return Canonical {
                structure: structure.merged(&classes),
                widened,
                classes,
            };
        }
    }

    /// What two structures have in common that may be joined: what nullary predicates say and the names of
    /// all individuals.
    pub fn key(&self, structure: &Structure) -> Vec<u64> {
        let mut key = structure.nullary_words().to_vec();
        key.extend(self.names(structure, self.predicates.len(), 0).0);
        key
    }
}
