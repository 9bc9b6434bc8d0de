//! Whether one structure stands for all that another one stands for.
//!
//! In: two structures of one vocabulary. Out: whether the first embeds into the second.
//!
//! An embedding (Sagiv, Reps and Wilhelm, TOPLAS 2002, definition 4.4) maps each individual of the first to
//! one of the second, leaves none of the second out, never maps two or a summary to a single one, and maps each
//! fact to an equal one or to 1/2. It is looked for by going through the individuals of the first, with the
//! unary predicates to rule out most targets and the rows of binary ones for the rest; the search is
//! exponential in the worst case and close to linear where names differ.

use super::kleene::{Kleene, bits};
use super::structure::Structure;

/// Does `specific` embed into `general`?
pub fn embeds(specific: &Structure, general: &Structure) -> bool {
    if specific.layout() != general.layout() || specific.count() < general.count() {
        return false;
    }
    let layout = specific.layout();
    for predicate in 0..layout.nullary as u16 {
        if !specific
            .nullary(predicate)
            .below(general.nullary(predicate))
        {
            return false;
        }
    }
    let Some(candidates) = candidates(specific, general) else {
        return false;
    };
    let mut search = Search {
        specific,
        general,
        candidates,
        image: Vec::new(),
    };
    search.extend()
}

/// For each individual of the first, where it can go as far as unary predicates tell.
fn candidates(specific: &Structure, general: &Structure) -> Option<Vec<u64>> {
    let mut result = Vec::new();
    for individual in 0..specific.count() {
        let mut targets = general.universe();
        if !specific.is_single(individual) {
            targets &= general.summary();
        }
        for predicate in 0..specific.layout().unary as u16 {
            let column = general.unary(predicate);
            targets &= match specific.unary(predicate).get(individual) {
                Kleene::True => column.may,
                Kleene::False => !column.must,
                Kleene::Unknown => column.unknown(),
            };
        }
        for predicate in 0..specific.layout().binary as u16 {
            let column = general.diagonal(predicate);
            targets &= match specific.row(predicate, individual).get(individual) {
                Kleene::True => column.may,
                Kleene::False => !column.must,
                Kleene::Unknown => column.unknown(),
            };
        }
        if targets == 0 {
            return None;
        }
        result.push(targets);
    }
    Some(result)
}

struct Search<'a> {
    specific: &'a Structure,
    general: &'a Structure,
    candidates: Vec<u64>,
    image: Vec<usize>,
}

impl Search<'_> {
    fn extend(&mut self) -> bool {
        let next = self.image.len();
        let covered = self.image.iter().fold(0u64, |all, it| all | 1 << it);
        let missing = self.general.universe() & !covered;
        let left = self.specific.count() - next;
        if missing.count_ones() as usize > left {
            return false;
        }
        if left == 0 {
            return missing == 0;
        }
        let taken = covered & !self.general.summary();
        for target in bits(self.candidates[next] & !taken) {
            if self.fits(next, target) {
                self.image.push(target);
                if self.extend() {
                    return true;
                }
                self.image.pop();
            }
        }
        false
    }

    fn fits(&self, individual: usize, target: usize) -> bool {
        (0..self.specific.layout().binary as u16).all(|predicate| {
            let row = self.specific.row(predicate, individual);
            let column = self.specific.inverse_row(predicate, individual);
            let general_row = self.general.row(predicate, target);
            let general_column = self.general.inverse_row(predicate, target);
            self.image.iter().enumerate().all(|(other, image)| {
                row.get(other).below(general_row.get(*image))
                    && column.get(other).below(general_column.get(*image))
            })
        })
    }
}
