//! What follows for single facts if a formula is true, or false.
//!
//! In: a structure, a formula, the truth it is known to have. Out: the structure with facts that were 1/2 set
//! to what they have to be, or [`Contradiction`] if there is no concrete structure in which this is so.
//!
//! This is unit propagation on formulas. If a conjunction is false and all its parts but one are true, that
//! one is false; if a disjunction is true and all its parts but one are false, that one is true; what has to
//! hold for all individuals holds for each; if there has to be an individual and only one single individual
//! can be it, it is. On the definition of an instrumentation predicate this gives what the closure of its
//! Horn clauses gives (Sagiv, Reps and Wilhelm, TOPLAS 2002, section 6.4), without writing the clauses, and
//! the witness rule beyond that.
//!
//! Soundness: an environment that makes a variable a summary speaks of all individuals that it stands for.
//! "The formula is true for the environment" means: for every tuple of concrete individuals. If all parts but
//! one are false for every tuple, the last is true for every tuple; a single witness is the same for every
//! tuple, which a summary would not be, hence that rule asks for a single one. A variable that an atom has
//! twice is one individual of a tuple, so `p(v,v)` of a summary is not the fact about all its pairs.
//!
//! Example: `is(v) = ∃a,b: n(a,v) ∧ n(b,v) ∧ a ≠ b` is false for v = 2, and `n(0,2) = 1`.
//! For a = 0, b = 1: `n(0,2)` and `0 ≠ 1` are true, so `n(1,2)` must be false and is set to 0.

use super::evaluate::{self, Environment};
use super::formula::{Closure, Formula, Kind, Symbol, Variable};
use super::kleene::{Column, Kleene, bits};
use super::structure::Structure;
use super::vocabulary::Vocabulary;

/// No concrete structure satisfies what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// A structure whose facts become sharper, and which constraints that concerns.
pub struct Propagation<'a> {
    vocabulary: &'a Vocabulary,
    /// The structure.
    pub structure: &'a mut Structure,
    /// Which constraints have to be looked at again, as bits.
    pending: &'a mut [u64],
}

type Result = std::result::Result<(), Contradiction>;

impl<'a> Propagation<'a> {
    /// Sharpens `structure`; constraints that this concerns are set in `pending`.
    pub fn new(
        vocabulary: &'a Vocabulary,
        structure: &'a mut Structure,
        pending: &'a mut [u64],
    ) -> Propagation<'a> {
        Propagation {
            vocabulary,
            structure,
            pending,
        }
    }

    /// Notes that a predicate became sharper.
    pub fn touched(&mut self, symbol: Symbol) {
        let vocabulary = self.vocabulary;
        for constraint in vocabulary.constraints().about(vocabulary.index(symbol)) {
            self.pending[constraint / 64] |= 1 << (constraint % 64);
        }
    }

    /// Notes that a summary was split or became single.
    pub fn touched_summaries(&mut self) {
        for constraint in self.vocabulary.constraints().about_summaries() {
            self.pending[constraint / 64] |= 1 << (constraint % 64);
        }
    }

    fn sharpened(
        old: Column,
        mask: u64,
        truth: bool,
    ) -> std::result::Result<Column, Contradiction> {
        if truth {
            if mask & !old.may != 0 {
                return Err(Contradiction);
            }
            Ok(Column {
                must: old.must | mask,
                may: old.may,
            })
        } else {
            if mask & old.must != 0 {
                return Err(Contradiction);
            }
            Ok(Column {
                must: old.must,
                may: old.may & !mask,
            })
        }
    }

    /// Sets a nullary fact.
    pub fn set_nullary(&mut self, predicate: u16, truth: bool) -> Result {
        match self.structure.nullary(predicate) {
            Kleene::Unknown => {
                self.structure.set_nullary(predicate, truth.into());
                self.touched(Symbol::Nullary(predicate));
                Ok(())
            }
            value if value.must() == truth => Ok(()),
            _ => Err(Contradiction),
        }
    }

    /// Sets a unary predicate for some individuals.
    pub fn set_unary(&mut self, predicate: u16, mask: u64, truth: bool) -> Result {
        let old = self.structure.unary(predicate);
        let new = Self::sharpened(old, mask, truth)?;
        if new != old {
            self.structure.set_unary(predicate, new);
            self.touched(Symbol::Unary(predicate));
        }
        Ok(())
    }

    /// Sets a binary predicate for one left argument and some right ones.
    pub fn set_row(&mut self, predicate: u16, left: usize, mask: u64, truth: bool) -> Result {
        let old = self.structure.row(predicate, left);
        let new = Self::sharpened(old, mask, truth)?;
        if new != old {
            self.structure.set_row(predicate, left, new);
            self.touched(Symbol::Binary(predicate));
        }
        Ok(())
    }

    /// Sets a binary predicate for some left arguments and one right one.
    pub fn set_inverse_row(
        &mut self,
        predicate: u16,
        right: usize,
        mask: u64,
        truth: bool,
    ) -> Result {
        bits(mask).try_for_each(|left| self.set_row(predicate, left, 1 << right, truth))
    }

    /// Sets a binary predicate for an individual and itself. Of a summary that says nothing about pairs of
    /// different individuals, so the fact about all pairs only must not be the opposite.
    pub fn set_diagonal(&mut self, predicate: u16, individual: usize, truth: bool) -> Result {
        if self.structure.is_single(individual) {
            return self.set_row(predicate, individual, 1 << individual, truth);
        }
        let stored = self.structure.row(predicate, individual).get(individual);
        if stored == Kleene::from(!truth) {
            Err(Contradiction)
        } else {
            Ok(())
        }
    }

    /// Says that some individuals equal one, or differ from it.
    pub fn set_equal(&mut self, individual: usize, mask: u64, truth: bool) -> Result {
        let own = 1 << individual;
        match truth {
            true if mask & !own != 0 => Err(Contradiction),
            false if mask & own != 0 => Err(Contradiction),
            true if mask & own & self.structure.summary() != 0 => {
                let summary = self.structure.summary();
                self.structure.set_summary(summary & !own);
                self.touched_summaries();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The formula has this truth in the environment.
    pub fn assume(
        &mut self,
        formula: &Formula,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        match formula.kind() {
            Kind::Constant(value) => {
                if *value == Kleene::from(!truth) {
                    Err(Contradiction)
                } else {
                    Ok(())
                }
            }
            Kind::Nullary(predicate) => self.set_nullary(*predicate, truth),
            Kind::Unary(predicate, v) => {
                self.set_unary(*predicate, 1 << environment.get(*v), truth)
            }
            Kind::Binary(predicate, v, w) if v == w => {
                self.set_diagonal(*predicate, environment.get(*v), truth)
            }
            Kind::Binary(predicate, v, w) => self.set_row(
                *predicate,
                environment.get(*v),
                1 << environment.get(*w),
                truth,
            ),
            Kind::Equal(v, w) => {
                self.set_equal(environment.get(*v), 1 << environment.get(*w), truth)
            }
            Kind::Not(inner) => self.assume(inner, !truth, environment),
            Kind::And(parts) if truth => parts
                .iter()
                .try_for_each(|it| self.assume(it, true, environment)),
            Kind::Or(parts) if !truth => parts
                .iter()
                .try_for_each(|it| self.assume(it, false, environment)),
            Kind::And(parts) => self.assume_one(parts, false, environment),
            Kind::Or(parts) => self.assume_one(parts, true, environment),
            Kind::Exists(v, inner) if !truth => self.assume_all(inner, *v, false, environment),
            Kind::Forall(v, inner) if truth => self.assume_all(inner, *v, true, environment),
            Kind::Exists(v, inner) => self.assume_witness(inner, *v, true, environment),
            Kind::Forall(v, inner) => self.assume_witness(inner, *v, false, environment),
            Kind::Closure(closure) if !truth => self.assume_no_path(closure, environment),
            Kind::Closure(_) => {
                let value = evaluate::value(self.structure, formula, environment);
                if value == Kleene::False {
                    Err(Contradiction)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// The formula has this truth for each individual. Of several variables only the last is taken as a
    /// column: the others being known, most of what could follow is ruled out at once.
    fn assume_all(
        &mut self,
        formula: &Formula,
        variable: Variable,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        if !matches!(formula.kind(), Kind::Exists(..) | Kind::Forall(..)) {
            let universe = self.structure.universe();
            return self.assume_column(formula, variable, universe, truth, environment);
        }
        for individual in 0..self.structure.count() {
            environment.set(variable, individual);
            self.assume(formula, truth, environment)?;
        }
        Ok(())
    }

    /// At least one part has this truth.
    fn assume_one(
        &mut self,
        parts: &[Formula],
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        let mut candidate = None;
        for part in parts {
            let value = evaluate::value(self.structure, part, environment);
            if value == Kleene::from(truth) {
                return Ok(());
            }
            if value == Kleene::Unknown && candidate.replace(part).is_some() {
                return Ok(());
            }
        }
        match candidate {
            Some(part) => self.assume(part, truth, environment),
            None => Err(Contradiction),
        }
    }

    /// At least one individual gives the formula this truth.
    fn assume_witness(
        &mut self,
        formula: &Formula,
        variable: Variable,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        let mut values = evaluate::column(self.structure, formula, variable, environment);
        if !truth {
            values = values.negated(self.structure.universe());
        }
        if values.may == 0 {
            return Err(Contradiction);
        }
        if values.must == 0 && values.may.count_ones() == 1 {
            let only = values.may.trailing_zeros() as usize;
            if self.structure.is_single(only) {
                environment.set(variable, only);
                return self.assume(formula, truth, environment);
            }
        }
        Ok(())
    }

    /// No path: then no step from what is surely reached to what surely reaches the end.
    fn assume_no_path(&mut self, closure: &Closure, environment: &mut Environment) -> Result {
        let (from, to) = (environment.get(closure.from), environment.get(closure.to));
        let before = evaluate::reached(self.structure, closure, from, environment);
        if before.get(to) == Kleene::True {
            return Err(Contradiction);
        }
        if closure.reflexive && from == to {
            return Err(Contradiction);
        }
        if closure.from == closure.to && !self.structure.is_single(from) {
            // That each has no path to itself says nothing about paths between them.
            return Ok(());
        }
        let after = evaluate::reaching(self.structure, closure, to, environment);
        for left in bits(before.must | 1 << from) {
            environment.set(closure.left, left);
            let ends = after.must | 1 << to;
            self.assume_column(&closure.step, closure.right, ends, false, environment)?;
        }
        Ok(())
    }

    /// The formula has this truth for each individual of `mask` as `variable`.
    pub fn assume_column(
        &mut self,
        formula: &Formula,
        variable: Variable,
        mask: u64,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        if mask == 0 {
            return Ok(());
        }
        if !formula.depends_on(variable) {
            return self.assume(formula, truth, environment);
        }
        match formula.kind() {
            Kind::Constant(_) | Kind::Nullary(_) => unreachable!("a constant has no free variable"),
            Kind::Unary(predicate, _) => self.set_unary(*predicate, mask, truth),
            Kind::Binary(predicate, v, w) if v == w => {
                bits(mask).try_for_each(|it| self.set_diagonal(*predicate, it, truth))
            }
            Kind::Binary(predicate, v, w) if *v == variable => {
                self.set_inverse_row(*predicate, environment.get(*w), mask, truth)
            }
            Kind::Binary(predicate, v, _) => {
                self.set_row(*predicate, environment.get(*v), mask, truth)
            }
            Kind::Equal(v, w) => {
                let other = if *v == variable { *w } else { *v };
                self.set_equal(environment.get(other), mask, truth)
            }
            Kind::Not(inner) => self.assume_column(inner, variable, mask, !truth, environment),
            Kind::And(parts) if truth => parts
                .iter()
                .try_for_each(|it| self.assume_column(it, variable, mask, true, environment)),
            Kind::Or(parts) if !truth => parts
                .iter()
                .try_for_each(|it| self.assume_column(it, variable, mask, false, environment)),
            Kind::And(parts) => self.assume_one_column(parts, variable, mask, false, environment),
            Kind::Or(parts) => self.assume_one_column(parts, variable, mask, true, environment),
            Kind::Exists(v, inner) if !truth => {
                self.assume_every(inner, *v, variable, mask, false, environment)
            }
            Kind::Forall(v, inner) if truth => {
                self.assume_every(inner, *v, variable, mask, true, environment)
            }
            Kind::Exists(..) | Kind::Forall(..) | Kind::Closure(_) => {
                bits(mask).try_for_each(|individual| {
                    environment.set(variable, individual);
                    self.assume(formula, truth, environment)
                })
            }
        }
    }

    /// For each individual of `mask`, at least one part has this truth.
    fn assume_one_column(
        &mut self,
        parts: &[Formula],
        variable: Variable,
        mask: u64,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        // `open`: no part has the truth yet. `once`, `twice`: at least one, two parts may still have it.
        let (mut open, mut once, mut twice) = (mask, 0u64, 0u64);
        let mut unknown = Vec::with_capacity(parts.len());
        for part in parts {
            let values = evaluate::column(self.structure, part, variable, environment);
            let has = if truth { values.must } else { !values.may };
            open &= !has;
            twice |= once & values.unknown();
            once |= values.unknown();
            unknown.push(values.unknown());
            if open & !twice == 0 {
                return Ok(());
            }
        }
        if open & !once != 0 {
            return Err(Contradiction);
        }
        let forced = open & !twice;
        for (part, unknown) in parts.iter().zip(unknown) {
            self.assume_column(part, variable, forced & unknown, truth, environment)?;
        }
        Ok(())
    }

    /// For each individual as `inner` and each of `mask` as `variable`.
    fn assume_every(
        &mut self,
        formula: &Formula,
        inner: Variable,
        variable: Variable,
        mask: u64,
        truth: bool,
        environment: &mut Environment,
    ) -> Result {
        for individual in 0..self.structure.count() {
            environment.set(inner, individual);
            let values = evaluate::column(self.structure, formula, variable, environment);
            let open = if truth { !values.must } else { values.may };
            self.assume_column(formula, variable, mask & open, truth, environment)?;
        }
        Ok(())
    }
}
