//! The predicates of a logic: what they are called, what is always true of them, how some are defined.
//!
//! In: declarations, one at a time. Out: a [`Vocabulary`], which never changes once structures exist.
//!
//! *Core* predicates are the state; *instrumentation* predicates have a definition over core predicates and
//! are stored beside them because a stored value can be sharper than the definition's value in an abstract
//! structure (the instrumentation principle of Sagiv, Reps and Wilhelm, TOPLAS 2002). *Abstraction*
//! predicates are the unary ones whose values tell individuals apart.
//!
//! Kept true: definitions mention only predicates declared before, so that they can be evaluated in order.

use super::constraint::{Constraint, Constraints};
use super::formula::{Formula, Symbol, Variable};
use super::structure::{Layout, Structure};
use hashbrown::HashMap;

/// What a predicate always satisfies in concrete structures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// Holds for at most one individual (unary).
    pub unique: bool,
    /// Relates each left argument to at most one right one (binary).
    pub function: bool,
    /// Relates each right argument to at most one left one (binary).
    pub inverse_function: bool,
    /// Holds both ways (binary).
    pub symmetric: bool,
    /// Holds both ways only for an individual and itself (binary).
    pub antisymmetric: bool,
    /// Holds for no individual and itself (binary).
    pub irreflexive: bool,
    /// Holds for each individual and itself (binary).
    pub reflexive: bool,
    /// Holds for the ends of a path of two (binary).
    pub transitive: bool,
}

/// `predicate(parameters) ⟺ formula`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Variables for the arguments.
    pub parameters: Vec<Variable>,
    /// What the predicate means.
    pub formula: Formula,
    /// Whether an added individual of which all core predicates are 0 leaves the formula's value for others
    /// as it was.
    pub local: bool,
}

/// One predicate.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name, with what is in brackets.
    pub name: String,
    /// Its arity and number.
    pub symbol: Symbol,
    /// What is always true of it.
    pub properties: Properties,
    /// Whether its values tell individuals apart (unary) or structures (nullary).
    pub abstraction: bool,
    /// What it means, if it is instrumentation.
    pub definition: Option<Definition>,
}

/// All predicates and rules.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    declarations: Vec<Declaration>,
    nullary: Vec<usize>,
    unary: Vec<usize>,
    binary: Vec<usize>,
    by_name: HashMap<String, usize, foldhash::fast::FixedState>,
    constraints: Constraints,
}

/// Why a declaration can't be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclarationError {
    /// The name is taken.
    Twice(String),
    /// A property that predicates of this arity don't have.
    Property(&'static str),
    /// More than 65,535 predicates of one arity.
    TooMany,
    /// A definition has a free variable that is no parameter.
    FreeVariable,
    /// Only unary predicates can exclude each other.
    NotUnary(String),
}

impl std::fmt::Display for DeclarationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeclarationError::Twice(name) => write!(f, "`{name}` is declared twice"),
            DeclarationError::Property(name) => {
                write!(f, "`{name}` is not a property of predicates of this arity")
            }
            DeclarationError::TooMany => write!(f, "there are too many predicates"),
            DeclarationError::FreeVariable => {
                write!(f, "the definition has a free variable that is no parameter")
            }
            DeclarationError::NotUnary(name) => write!(f, "`{name}` is not a unary predicate"),
        }
    }
}

impl Vocabulary {
    /// No predicates.
    pub fn new() -> Vocabulary {
        Vocabulary::default()
    }

    /// Declares a predicate that is an abstraction predicate unless it is binary.
    pub fn declare(
        &mut self,
        name: &str,
        arity: usize,
        properties: Properties,
        definition: Option<(Vec<Variable>, Formula)>,
    ) -> Result<Symbol, DeclarationError> {
        self.allowed(name, arity, properties, definition.as_ref())?;
        let index = self.declarations.len();
        let of_arity = match arity {
            0 => &mut self.nullary,
            1 => &mut self.unary,
            _ => &mut self.binary,
        };
        let number = u16::try_from(of_arity.len()).map_err(|_| DeclarationError::TooMany)?;
        of_arity.push(index);
        let symbol = match arity {
            0 => Symbol::Nullary(number),
            1 => Symbol::Unary(number),
            _ => Symbol::Binary(number),
        };
        let definition = definition.map(|(parameters, formula)| {
            let local = super::difference::is_local(self, &formula);
            Definition {
                parameters,
                formula,
                local,
            }
        });
        self.by_name.insert(name.to_string(), index);
        self.declarations.push(Declaration {
            name: name.to_string(),
            symbol,
            properties,
            abstraction: arity < 2,
            definition,
        });
        self.constraints.add_predicate(&self.declarations, index);
        Ok(symbol)
    }

    fn allowed(
        &self,
        name: &str,
        arity: usize,
        properties: Properties,
        definition: Option<&(Vec<Variable>, Formula)>,
    ) -> Result<(), DeclarationError> {
        if self.by_name.contains_key(name) {
            return Err(DeclarationError::Twice(name.to_string()));
        }
        let binary = [
            (properties.function, "function"),
            (properties.inverse_function, "inverse"),
            (properties.symmetric, "symmetric"),
            (properties.antisymmetric, "antisymmetric"),
            (properties.irreflexive, "irreflexive"),
            (properties.reflexive, "reflexive"),
            (properties.transitive, "transitive"),
        ];
        if let Some((_, property)) = binary.iter().find(|it| it.0 && arity != 2) {
            return Err(DeclarationError::Property(property));
        }
        if properties.unique && arity != 1 {
            return Err(DeclarationError::Property("unique"));
        }
        let Some((parameters, formula)) = definition else {
            return Ok(());
        };
        let bound = parameters.iter().fold(0u64, |all, it| all | 1 << it);
        if parameters.len() == arity && formula.free() & !bound == 0 {
            Ok(())
        } else {
            Err(DeclarationError::FreeVariable)
        }
    }

    /// Makes a unary or nullary predicate one that tells nothing apart.
    pub fn blind(&mut self, symbol: Symbol) {
        let index = self.index(symbol);
        self.declarations[index].abstraction = false;
    }

    /// Adds a closed formula that is true in every concrete structure.
    pub fn add_rule(&mut self, rule: Formula) -> Result<(), DeclarationError> {
        if rule.free() != 0 {
            return Err(DeclarationError::FreeVariable);
        }
        self.constraints
            .add(&self.declarations, Constraint::Rule(rule));
        Ok(())
    }

    /// Says that no individual satisfies two of these unary predicates.
    pub fn add_exclusive(&mut self, predicates: &[Symbol]) -> Result<(), DeclarationError> {
        let mut numbers = Vec::new();
        for symbol in predicates {
            let Symbol::Unary(number) = symbol else {
                return Err(DeclarationError::NotUnary(self.name(*symbol).to_string()));
            };
            numbers.push(*number);
        }
        self.constraints
            .add(&self.declarations, Constraint::Exclusive(numbers));
        Ok(())
    }

    /// How many predicates there are of each arity.
    pub fn layout(&self) -> Layout {
        Layout {
            nullary: self.nullary.len(),
            unary: self.unary.len(),
            binary: self.binary.len(),
        }
    }

    /// A structure in which all is 0.
    pub fn structure(&self, count: usize) -> Structure {
        Structure::new(self.layout(), count)
    }

    /// All predicates, in the order of declaration.
    pub fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// The place of a predicate in [`Vocabulary::declarations`].
    pub fn index(&self, symbol: Symbol) -> usize {
        match symbol {
            Symbol::Nullary(it) => self.nullary[usize::from(it)],
            Symbol::Unary(it) => self.unary[usize::from(it)],
            Symbol::Binary(it) => self.binary[usize::from(it)],
        }
    }

    /// A predicate's declaration.
    pub fn declaration(&self, symbol: Symbol) -> &Declaration {
        &self.declarations[self.index(symbol)]
    }

    /// A predicate's name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.declaration(symbol).name
    }

    /// The predicate of a name.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.by_name
            .get(name)
            .map(|it| self.declarations[*it].symbol)
    }

    /// What is always true.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }
}
