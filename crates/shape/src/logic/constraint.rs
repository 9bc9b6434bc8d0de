//! What is true in every concrete structure, and which predicates each such truth is about.
//!
//! In: declarations and rules. Out: [`Constraints`], which says for a changed predicate what to look at again.
//!
//! A constraint never has to be looked at unless a predicate it mentions became sharper, or, if it has
//! quantifiers or equality, a summary became single or was split. That makes [`super::coerce`] incremental.

use super::formula::{Formula, Kind, Symbol};
use super::vocabulary::Declaration;

/// One truth about concrete structures.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// The unary predicate holds for at most one individual.
    Unique(u16),
    /// The binary predicate is a partial function.
    Function(u16),
    /// The inverse of the binary predicate is a partial function.
    InverseFunction(u16),
    /// The binary predicate holds both ways.
    Symmetric(u16),
    /// The binary predicate holds both ways only for an individual and itself.
    Antisymmetric(u16),
    /// The binary predicate holds for no individual and itself.
    Irreflexive(u16),
    /// The binary predicate holds for each individual and itself.
    Reflexive(u16),
    /// The binary predicate holds for the ends of a path of two.
    Transitive(u16),
    /// No individual satisfies two of these.
    Exclusive(Vec<u16>),
    /// The predicate declared at this place is what its definition says.
    Definition(usize),
    /// The formula is true.
    Rule(Formula),
}

/// All constraints.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    all: Vec<Constraint>,
    /// For each declared predicate, the constraints about it.
    about: Vec<Vec<usize>>,
    /// The constraints that can say more when summaries are fewer.
    about_summaries: Vec<usize>,
}

impl Constraints {
    /// The constraints, in order.
    pub fn all(&self) -> &[Constraint] {
        &self.all
    }

    /// The constraints about the predicate declared at `place`.
    pub fn about(&self, place: usize) -> &[usize] {
        &self.about[place]
    }

    /// The constraints that can say more when summaries are fewer.
    pub fn about_summaries(&self) -> &[usize] {
        &self.about_summaries
    }

    /// Adds what the declaration at `place` says.
    pub(super) fn add_predicate(&mut self, declarations: &[Declaration], place: usize) {
        self.about.resize(declarations.len(), Vec::new());
        let declaration = &declarations[place];
        let properties = declaration.properties;
        let number = match declaration.symbol {
            Symbol::Nullary(it) | Symbol::Unary(it) | Symbol::Binary(it) => it,
        };
        let stated = [
            (properties.unique, Constraint::Unique(number)),
            (properties.function, Constraint::Function(number)),
            (
                properties.inverse_function,
                Constraint::InverseFunction(number),
            ),
            (properties.symmetric, Constraint::Symmetric(number)),
            (properties.antisymmetric, Constraint::Antisymmetric(number)),
            (properties.irreflexive, Constraint::Irreflexive(number)),
            (properties.reflexive, Constraint::Reflexive(number)),
            (properties.transitive, Constraint::Transitive(number)),
        ];
        for (_, constraint) in stated.into_iter().filter(|it| it.0) {
            self.place(vec![place], true, constraint);
        }
        if let Some(definition) = &declaration.definition {
            let mut about = places(declarations, &definition.formula);
            about.push(place);
            let summaries = looks_at_summaries(&definition.formula);
            self.place(about, summaries, Constraint::Definition(place));
        }
    }

    /// Adds a rule or an exclusion.
    pub(super) fn add(&mut self, declarations: &[Declaration], constraint: Constraint) {
        let about = match &constraint {
            Constraint::Rule(formula) => places(declarations, formula),
            Constraint::Exclusive(numbers) => numbers
                .iter()
                .filter_map(|it| place_of(declarations, Symbol::Unary(*it)))
                .collect(),
            _ => Vec::new(),
        };
        self.place(about, true, constraint);
    }

    fn place(&mut self, about: Vec<usize>, summaries: bool, constraint: Constraint) {
        let number = self.all.len();
        for place in about {
            self.about[place].push(number);
        }
        if summaries {
            self.about_summaries.push(number);
        }
        self.all.push(constraint);
    }
}

fn place_of(declarations: &[Declaration], symbol: Symbol) -> Option<usize> {
    declarations.iter().position(|it| it.symbol == symbol)
}

fn places(declarations: &[Declaration], formula: &Formula) -> Vec<usize> {
    formula
        .symbols()
        .into_iter()
        .filter_map(|it| place_of(declarations, it))
        .collect()
}

fn looks_at_summaries(formula: &Formula) -> bool {
    let mut found = false;
    formula.walk(&mut |node| {
        found |= matches!(
            node.kind(),
            Kind::Exists(..) | Kind::Forall(..) | Kind::Equal(..) | Kind::Closure(_)
        );
    });
    found
}
