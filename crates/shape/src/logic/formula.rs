//! First-order formulas with equality and transitive closure.
//!
//! In: atoms and connectives, by the functions of [`Formula`]. Out: trees whose nodes know their free
//! variables.
//!
//! Variables are numbers, scoped by who owns the formula: a definition, a rule or an action. No quantifier
//! binds a number that is bound or free around it, so that an environment is one array without a stack.

use super::kleene::Kleene;

/// A variable: an index into an [`super::evaluate::Environment`].
pub type Variable = u8;

/// How many variables an owner of formulas can have.
pub const VARIABLES: usize = 64;

/// A predicate with its arity; the number counts the predicates of that arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A fact about the whole structure.
    Nullary(u16),
    /// A property of individuals.
    Unary(u16),
    /// A relation between two individuals.
    Binary(u16),
}

/// A node and its free variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    kind: Kind,
    free: u64,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0, 1 or 1/2.
    Constant(Kleene),
    /// A nullary predicate.
    Nullary(u16),
    /// A unary predicate of a variable.
    Unary(u16, Variable),
    /// A binary predicate of two variables.
    Binary(u16, Variable, Variable),
    /// Equality.
    Equal(Variable, Variable),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
    /// There is an individual.
    Exists(Variable, Box<Formula>),
    /// For all individuals.
    Forall(Variable, Box<Formula>),
    /// A path of steps.
    Closure(Box<Closure>),
}

/// There is a path from `from` to `to` whose steps satisfy `step`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// Where a step begins; bound.
    pub left: Variable,
    /// Where a step ends; bound.
    pub right: Variable,
    /// What a step is.
    pub step: Formula,
    /// Where the path begins.
    pub from: Variable,
    /// Where the path ends.
    pub to: Variable,
    /// Whether a path may have no step.
    pub reflexive: bool,
}

#[inline]
fn bit(variable: Variable) -> u64 {
    1 << variable
}

impl Formula {
    /// The node.
    #[inline]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The free variables, as bits.
    #[inline]
    pub fn free(&self) -> u64 {
        self.free
    }

    /// Is the variable free here?
    #[inline]
    pub fn depends_on(&self, variable: Variable) -> bool {
        self.free & bit(variable) != 0
    }

    /// A constant.
    pub fn constant(value: impl Into<Kleene>) -> Formula {
        Formula {
            kind: Kind::Constant(value.into()),
            free: 0,
        }
    }

    /// A nullary predicate.
    pub fn nullary(predicate: u16) -> Formula {
        Formula {
            kind: Kind::Nullary(predicate),
            free: 0,
        }
    }

    /// A unary predicate.
    pub fn unary(predicate: u16, of: Variable) -> Formula {
        Formula {
            kind: Kind::Unary(predicate, of),
            free: bit(of),
        }
    }

    /// A binary predicate.
    pub fn binary(predicate: u16, left: Variable, right: Variable) -> Formula {
        Formula {
            kind: Kind::Binary(predicate, left, right),
            free: bit(left) | bit(right),
        }
    }

    /// The predicate of as many variables as it takes; `None` if these are not as many.
    pub fn atom(symbol: Symbol, arguments: &[Variable]) -> Option<Formula> {
        match (symbol, arguments) {
            (Symbol::Nullary(it), []) => Some(Formula::nullary(it)),
            (Symbol::Unary(it), [v]) => Some(Formula::unary(it, *v)),
            (Symbol::Binary(it), [v, w]) => Some(Formula::binary(it, *v, *w)),
            _ => None,
        }
    }

    /// Equality; a variable equals itself, also where it is a summary.
    pub fn equal(left: Variable, right: Variable) -> Formula {
        if left == right {
            return Formula::constant(true);
        }
        Formula {
            kind: Kind::Equal(left, right),
            free: bit(left) | bit(right),
        }
    }

    /// Inequality.
    pub fn differ(left: Variable, right: Variable) -> Formula {
        !Formula::equal(left, right)
    }

    /// Conjunction; nested ones become one.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part.kind {
                Kind::And(inner) => flat.extend(inner),
                Kind::Constant(Kleene::True) => {}
                _ => flat.push(part),
            }
        }
        if flat.len() == 1 {
            return flat.remove(0);
        }
        let free = flat.iter().fold(0, |all, it| all | it.free);
        if flat.is_empty() {
            return Formula::constant(true);
        }
        Formula {
            kind: Kind::And(flat),
            free,
        }
    }

    /// Disjunction; nested ones become one.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part.kind {
                Kind::Or(inner) => flat.extend(inner),
                Kind::Constant(Kleene::False) => {}
                _ => flat.push(part),
            }
        }
        if flat.len() == 1 {
            return flat.remove(0);
        }
        let free = flat.iter().fold(0, |all, it| all | it.free);
        if flat.is_empty() {
            return Formula::constant(false);
        }
        Formula {
            kind: Kind::Or(flat),
            free,
        }
    }

    /// Implication.
    pub fn implies(self, then: Formula) -> Formula {
        Formula::or([!self, then])
    }

    /// Equivalence.
    pub fn same(self, other: Formula) -> Formula {
        let both = Formula::and([self.clone(), other.clone()]);
        Formula::or([both, Formula::and([!self, !other])])
    }

    /// `then` where the condition holds, else `otherwise`; where it is 1/2, what both say.
    pub fn choice(self, then: Formula, otherwise: Formula) -> Formula {
        let both = Formula::and([then.clone(), otherwise.clone()]);
        let first = Formula::and([self.clone(), then]);
        Formula::or([first, Formula::and([!self, otherwise]), both])
    }

    /// There are individuals for the variables.
    pub fn exists(variables: impl IntoIterator<Item = Variable>, body: Formula) -> Formula {
        let variables: Vec<Variable> = variables.into_iter().collect();
        variables.into_iter().rev().fold(body, |body, variable| {
            let free = body.free & !bit(variable);
            Formula {
                kind: Kind::Exists(variable, Box::new(body)),
                free,
            }
        })
    }

    /// For all individuals for the variables.
    pub fn forall(variables: impl IntoIterator<Item = Variable>, body: Formula) -> Formula {
        let variables: Vec<Variable> = variables.into_iter().collect();
        variables.into_iter().rev().fold(body, |body, variable| {
            let free = body.free & !bit(variable);
            Formula {
                kind: Kind::Forall(variable, Box::new(body)),
                free,
            }
        })
    }

    /// A path of steps.
    pub fn closure(closure: Closure) -> Formula {
        if closure.reflexive && closure.from == closure.to {
            return Formula::constant(true);
        }
        let inner = closure.step.free & !bit(closure.left) & !bit(closure.right);
        let free = inner | bit(closure.from) | bit(closure.to);
        Formula {
            kind: Kind::Closure(Box::new(closure)),
            free,
        }
    }

    /// Calls `visit` with each node, parents first.
    pub fn walk(&self, visit: &mut impl FnMut(&Formula)) {
        visit(self);
        match &self.kind {
            Kind::Not(inner) | Kind::Exists(_, inner) | Kind::Forall(_, inner) => inner.walk(visit),
            Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|it| it.walk(visit)),
            Kind::Closure(closure) => closure.step.walk(visit),
            Kind::Constant(_)
            | Kind::Nullary(_)
            | Kind::Unary(..)
            | Kind::Binary(..)
            | Kind::Equal(..) => {}
        }
    }

    /// The predicates in it, each once, in order.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        self.walk(&mut |node| match node.kind {
            Kind::Nullary(it) => symbols.push(Symbol::Nullary(it)),
            Kind::Unary(it, _) => symbols.push(Symbol::Unary(it)),
            Kind::Binary(it, ..) => symbols.push(Symbol::Binary(it)),
            _ => {}
        });
        symbols.sort();
        symbols.dedup();
        symbols
    }
}

impl std::ops::Not for Formula {
    type Output = Formula;

    /// Negation; a double one goes.
    fn not(self) -> Formula {
        let free = self.free;
        match self.kind {
            Kind::Not(inner) => *inner,
            Kind::Constant(value) => Formula::constant(value.negated()),
            kind => Formula {
                kind: Kind::Not(Box::new(Formula { kind, free })),
                free,
            },
        }
    }
}
