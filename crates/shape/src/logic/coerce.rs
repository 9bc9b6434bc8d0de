//! Makes a structure as sharp as its constraints allow, or finds that it stands for nothing.
//!
//! In: a vocabulary, a structure, what changed since it was last coerced. Out: the structure with facts that
//! were 1/2 set, or [`Contradiction`].
//!
//! The operation is `coerce` of Sagiv, Reps and Wilhelm (TOPLAS 2002, section 6.4). Theirs turns properties
//! and definitions into a set of clauses and applies them until nothing changes; ours keeps properties as
//! bit operations, and definitions and rules as formulas for [`super::propagate`]. Constraints wait in a bit
//! set; one that mentions a predicate which became sharper is added. A structure that was coerced and then
//! abstracted or joined needs no further look: what a constraint concludes from less certain facts it had
//! concluded from the more certain ones.
//!
//! Soundness: each step sets a fact to the value that it has in every concrete structure which the structure
//! stands for, or shows that there is none.
//!
//! Example: `n` is a function, `n(0,1) = 1`, `n(0,2) = 1/2`, individual 1 a summary. The function property
//! sets `n(0,2) = 0` and makes 1 single; then a rule with equality about 1 is looked at again.

use super::constraint::Constraint;
use super::evaluate::{self, Environment};
use super::formula::Symbol;
use super::kleene::bits;
pub use super::propagate::Contradiction;
use super::propagate::Propagation;
use super::structure::Structure;
use super::vocabulary::{Definition, Vocabulary};

type Result = std::result::Result<(), Contradiction>;

/// What became sharper since a structure was last coerced.
#[derive(Clone, Debug)]
pub struct Pending(Vec<u64>);

impl Pending {
    /// Nothing.
    pub fn none(vocabulary: &Vocabulary) -> Pending {
        Pending(vec![0; vocabulary.constraints().all().len().div_ceil(64)])
    }

    /// Everything may have changed.
    pub fn all(vocabulary: &Vocabulary) -> Pending {
        let count = vocabulary.constraints().all().len();
        let mut pending = Pending::none(vocabulary);
        for constraint in 0..count {
            pending.0[constraint / 64] |= 1 << (constraint % 64);
        }
        pending
    }

    /// A predicate changed.
    pub fn predicate(&mut self, vocabulary: &Vocabulary, symbol: Symbol) {
        for constraint in vocabulary.constraints().about(vocabulary.index(symbol)) {
            self.0[constraint / 64] |= 1 << (constraint % 64);
        }
    }

    /// A summary was split or became single, or an individual came or went.
    pub fn summaries(&mut self, vocabulary: &Vocabulary) {
        for constraint in vocabulary.constraints().about_summaries() {
            self.0[constraint / 64] |= 1 << (constraint % 64);
        }
    }

    /// Bits of the constraints.
    pub fn words(&mut self) -> &mut [u64] {
        &mut self.0
    }

    fn next(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|it| *it != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(64 * word + bit)
    }
}

/// Coerces a structure of which nothing is known.
pub fn coerce(vocabulary: &Vocabulary, structure: &mut Structure) -> Result {
    coerce_from(vocabulary, structure, &mut Pending::all(vocabulary))
}

/// Coerces a structure that was coerced before the changes in `pending`.
pub fn coerce_from(
    vocabulary: &Vocabulary,
    structure: &mut Structure,
    pending: &mut Pending,
) -> Result {
    let mut environment = Environment::default();
    while let Some(number) = pending.next() {
        let mut propagation = Propagation::new(vocabulary, structure, pending.words());
        match &vocabulary.constraints().all()[number] {
            Constraint::Unique(it) => unique(&mut propagation, *it)?,
            Constraint::Function(it) => function(&mut propagation, *it)?,
            Constraint::InverseFunction(it) => inverse_function(&mut propagation, *it)?,
            Constraint::Symmetric(it) => symmetric(&mut propagation, *it)?,
            Constraint::Antisymmetric(it) => antisymmetric(&mut propagation, *it)?,
            Constraint::Irreflexive(it) => diagonal(&mut propagation, *it, false)?,
            Constraint::Reflexive(it) => diagonal(&mut propagation, *it, true)?,
            Constraint::Transitive(it) => transitive(&mut propagation, *it)?,
            Constraint::Exclusive(group) => exclusive(&mut propagation, group)?,
            Constraint::Definition(place) => {
                let declaration = &vocabulary.declarations()[*place];
                if let Some(definition) = &declaration.definition {
                    defined(
                        &mut propagation,
                        declaration.symbol,
                        definition,
                        &mut environment,
                    )?;
                }
            }
            Constraint::Rule(rule) => propagation.assume(rule, true, &mut environment)?,
        }
    }
    Ok(())
}

fn unique(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    let column = propagation.structure.unary(predicate);
    if column.must != 0 {
        let holder = column.must.trailing_zeros() as usize;
        propagation.set_equal(holder, column.must, true)?;
        propagation.set_unary(predicate, column.may & !column.must, false)?;
    }
    Ok(())
}

fn function(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    for left in 0..propagation.structure.count() {
        let row = propagation.structure.row(predicate, left);
        if row.must != 0 {
            let target = row.must.trailing_zeros() as usize;
            propagation.set_equal(target, row.must, true)?;
            propagation.set_row(predicate, left, row.may & !row.must, false)?;
        }
    }
    Ok(())
}

fn inverse_function(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    for right in 0..propagation.structure.count() {
        let column = propagation.structure.inverse_row(predicate, right);
        if column.must != 0 {
            let source = column.must.trailing_zeros() as usize;
            propagation.set_equal(source, column.must, true)?;
            propagation.set_inverse_row(predicate, right, column.may & !column.must, false)?;
        }
    }
    Ok(())
}

fn symmetric(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    for individual in 0..propagation.structure.count() {
        let row = propagation.structure.row(predicate, individual);
        let never = propagation.structure.universe() & !row.may;
        propagation.set_inverse_row(predicate, individual, row.must, true)?;
        propagation.set_inverse_row(predicate, individual, never, false)?;
    }
    Ok(())
}

fn antisymmetric(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    for individual in 0..propagation.structure.count() {
        let row = propagation.structure.row(predicate, individual);
        let own = 1 << individual;
        propagation.set_inverse_row(predicate, individual, row.must & !own, false)?;
        propagation.set_equal(individual, row.must & own, true)?;
    }
    Ok(())
}

fn diagonal(propagation: &mut Propagation<'_>, predicate: u16, truth: bool) -> Result {
    (0..propagation.structure.count())
        .try_for_each(|it| propagation.set_diagonal(predicate, it, truth))
}

fn transitive(propagation: &mut Propagation<'_>, predicate: u16) -> Result {
    for left in 0..propagation.structure.count() {
        let row = propagation.structure.row(predicate, left);
        let universe = propagation.structure.universe();
        for middle in bits(row.may) {
            let next = propagation.structure.row(predicate, middle);
            if row.must >> middle & 1 == 1 {
                propagation.set_row(predicate, left, next.must, true)?;
                propagation.set_row(predicate, middle, universe & !row.may, false)?;
            } else if next.must & !row.may != 0 {
                propagation.set_row(predicate, left, 1 << middle, false)?;
            }
        }
    }
    Ok(())
}

fn exclusive(propagation: &mut Propagation<'_>, group: &[u16]) -> Result {
    let taken = group
        .iter()
        .fold(0, |all, it| all | propagation.structure.unary(*it).must);
    for predicate in group {
        let column = propagation.structure.unary(*predicate);
        propagation.set_unary(*predicate, column.may & taken & !column.must, false)?;
    }
    // What two predicates are certain of was no 1/2 above.
    let mut seen = 0;
    for predicate in group {
        let must = propagation.structure.unary(*predicate).must;
        if seen & must != 0 {
            return Err(Contradiction);
        }
        seen |= must;
    }
    Ok(())
}

/// The definition's value sharpens the predicate, then the predicate's value sharpens what it is made of.
fn defined(
    propagation: &mut Propagation<'_>,
    symbol: Symbol,
    definition: &Definition,
    environment: &mut Environment,
) -> Result {
    let formula = &definition.formula;
    match symbol {
        Symbol::Nullary(predicate) => {
            let value = evaluate::value(propagation.structure, formula, environment);
            if value.definite() {
                return propagation.set_nullary(predicate, value.must());
            }
            let stored = propagation.structure.nullary(predicate);
            if stored.definite() {
                propagation.assume(formula, stored.must(), environment)?;
            }
        }
        Symbol::Unary(predicate) => {
            let v = definition.parameters[0];
            let universe = propagation.structure.universe();
            let values = evaluate::column(propagation.structure, formula, v, environment);
            propagation.set_unary(predicate, values.must, true)?;
            propagation.set_unary(predicate, universe & !values.may, false)?;
            let stored = propagation.structure.unary(predicate);
            let (yes, no) = (stored.must & !values.must, values.may & !stored.may);
            propagation.assume_column(formula, v, yes, true, environment)?;
            propagation.assume_column(formula, v, no, false, environment)?;
        }
        Symbol::Binary(predicate) => {
            let (v, w) = (definition.parameters[0], definition.parameters[1]);
            let universe = propagation.structure.universe();
            for left in 0..propagation.structure.count() {
                environment.set(v, left);
                let values = evaluate::column(propagation.structure, formula, w, environment);
                propagation.set_row(predicate, left, values.must, true)?;
                propagation.set_row(predicate, left, universe & !values.may, false)?;
                let stored = propagation.structure.row(predicate, left);
                let (yes, no) = (stored.must & !values.must, values.may & !stored.may);
                environment.set(v, left);
                propagation.assume_column(formula, w, yes, true, environment)?;
                environment.set(v, left);
                propagation.assume_column(formula, w, no, false, environment)?;
            }
        }
    }
    Ok(())
}
