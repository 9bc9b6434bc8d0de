//! Promela as a tree: what a model is before it is text.
//!
//! Only what the translation needs of the language is here. A process is a flat list of
//! [`Item`]s, because Java's control flow is jumps: a [`Item::Stop`] begins a new atomic sequence,
//! and everything up to the next stop belongs to it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::origin::{Origin, Role};

/// A name in the model.
pub type Name = Rc<str>;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(i32),
    /// A variable.
    Variable(Name),
    /// An element of a vector.
    Element(Name, Box<Expression>),
    /// `-x`, `!x`, `~x`.
    Unary(&'static str, Box<Expression>),
    /// `a + b` and the like.
    Binary(Box<Expression>, &'static str, Box<Expression>),
    /// `(c -> a : b)`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// A variable.
    pub fn variable(name: &Name) -> Expression {
        Expression::Variable(Rc::clone(name))
    }

    /// An element of a vector whose first index stands for `base`.
    pub fn element(name: &Name, index: Expression, base: i32) -> Expression {
        let index = index.minus(base);
        Expression::Element(Rc::clone(name), Box::new(index))
    }

    fn replace(&mut self, places: &BTreeMap<Name, Expression>) {
        match self {
            Expression::Variable(name) => {
                if let Some(place) = places.get(name) {
                    *self = place.clone();
                }
            }
            Expression::Element(_, index) => index.replace(places),
            Expression::Unary(_, operand) => operand.replace(places),
            Expression::Binary(left, _, right) => {
                left.replace(places);
                right.replace(places);
            }
            Expression::Conditional(condition, yes, no) => {
                condition.replace(places);
                yes.replace(places);
                no.replace(places);
            }
            Expression::Number(_) => {}
        }
    }

    /// `self - number`, folded where both are known.
    pub fn minus(self, number: i32) -> Expression {
        match self {
            Expression::Number(value) => Expression::Number(value.wrapping_sub(number)),
            other if number == 0 => other,
            other => other.binary("-", Expression::Number(number)),
        }
    }

    /// `self operator right`
    pub fn binary(self, operator: &'static str, right: Expression) -> Expression {
        Expression::Binary(Box::new(self), operator, Box::new(right))
    }

    /// A comparison, worked out where both sides are known.
    pub fn folded(self) -> Expression {
        let Expression::Binary(left, operator, right) = &self else {
            return self;
        };
        let (Expression::Number(left), Expression::Number(right)) = (&**left, &**right) else {
            return self;
        };
        let holds = match *operator {
            "==" => left == right,
            "!=" => left != right,
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            ">=" => left >= right,
            _ => return self,
        };
        Expression::Number(i32::from(holds))
    }

    /// `self == right`, folded where both are known.
    pub fn equals(self, right: Expression) -> Expression {
        match (&self, &right) {
            (Expression::Number(left), Expression::Number(right)) => {
                Expression::Number(i32::from(left == right))
            }
            _ => self.binary("==", right),
        }
    }

    /// `self && right`
    pub fn and(self, right: Expression) -> Expression {
        match (&self, &right) {
            (Expression::Number(0), _) | (_, Expression::Number(0)) => Expression::Number(0),
            (Expression::Number(_), _) => right,
            (_, Expression::Number(_)) => self,
            _ => self.binary("&&", right),
        }
    }

    /// `self || right`
    pub fn or(self, right: Expression) -> Expression {
        match (&self, &right) {
            (Expression::Number(0), _) => right,
            (_, Expression::Number(0)) => self,
            (Expression::Number(_), _) | (_, Expression::Number(_)) => Expression::Number(1),
            _ => self.binary("||", right),
        }
    }

    /// `!self`
    pub fn negated(self) -> Expression {
        match self {
            Expression::Number(value) => Expression::Number(i32::from(value == 0)),
            other => Expression::Unary("!", Box::new(other)),
        }
    }
}

impl From<i32> for Expression {
    fn from(value: i32) -> Expression {
        Expression::Number(value)
    }
}

/// A place in a process that can be jumped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(pub u32);

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `place = value`
    Assign(Expression, Expression),
    /// Waits until the expression holds.
    Guard(Expression),
    /// `assert(expression)`
    Assert(Expression),
    /// Some alternatives: any one whose first statement can run. `else` is the last, if there is
    /// one.
    If(Vec<Vec<Statement>>, Option<Vec<Statement>>),
    /// `goto label`
    Goto(Label),
    /// `run process(arguments)`
    Run(Name, Vec<Expression>),
    /// Several assignments as one step.
    Together(Vec<Statement>),
    /// Frees the places of objects that nothing refers to; see `collect.rs`.
    Collect,
    /// Any statements but jumps as one step, in which nothing waits and nothing is chosen.
    Deterministic(Vec<Statement>),
    /// Goes round while the condition holds; inside of such a step only.
    While(Expression, Vec<Statement>),
    /// A statement with a role of its own.
    Tagged(Role, Box<Statement>),
    /// Says, when a trail is told, that a thread with this object starts.
    Starts(Expression),
    /// `skip`
    Skip,
}

impl Statement {
    /// Whether it may have to wait.
    pub(crate) fn can_wait(&self) -> bool {
        match self {
            Statement::Guard(_) | Statement::If(_, None) => true,
            Statement::Tagged(_, inner) => inner.can_wait(),
            _ => false,
        }
    }

    /// The same, but it waits for this besides.
    pub(crate) fn also(self, condition: &Expression) -> Statement {
        match self {
            Statement::Guard(own) => Statement::Guard(condition.clone().and(own)),
            Statement::Tagged(role, inner) => {
                Statement::Tagged(role, Box::new(inner.also(condition)))
            }
            Statement::If(alternatives, None) => {
                let bound = alternatives.into_iter().map(|mut parts| {
                    match parts.first() {
                        Some(first) if first.can_wait() => {
                            let first = parts.remove(0).also(condition);
                            parts.insert(0, first);
                        }
                        _ => parts.insert(0, Statement::Guard(condition.clone())),
                    }
                    parts
                });
                Statement::If(bound.collect(), None)
            }
            other => other,
        }
    }

    /// Puts expressions in the place of variables.
    pub(crate) fn replace(&mut self, places: &BTreeMap<Name, Expression>) {
        let all = |parts: &mut Vec<Statement>| {
            parts.iter_mut().for_each(|it| it.replace(places));
        };
        match self {
            Statement::Assign(place, value) => {
                place.replace(places);
                value.replace(places);
            }
            Statement::Guard(value) | Statement::Assert(value) | Statement::Starts(value) => {
                value.replace(places);
            }
            Statement::If(alternatives, otherwise) => {
                alternatives.iter_mut().chain(otherwise).for_each(all);
            }
            Statement::Run(_, arguments) => {
                arguments.iter_mut().for_each(|it| it.replace(places));
            }
            Statement::Together(parts) | Statement::Deterministic(parts) => all(parts),
            Statement::While(condition, parts) => {
                condition.replace(places);
                all(parts);
            }
            Statement::Tagged(_, inner) => inner.replace(places),
            Statement::Goto(_) | Statement::Collect | Statement::Skip => {}
        }
    }
}

/// A part of a process.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A label inside the current atomic sequence.
    Label(Label),
    /// The process can be interrupted here: a new atomic sequence begins.
    Stop(Label),
    /// A statement, and the Java code it comes from.
    Statement(Statement, Origin),
    /// Valid end states begin here: a process may stand here for ever.
    End(Label),
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// One bit.
    Bit,
    /// 0 to 255.
    Byte,
    /// 16 bits with sign.
    Short,
    /// 32 bits with sign.
    Int,
}

impl Type {
    /// The least type that holds all numbers from `least` to `greatest`.
    pub fn of_range(least: i64, greatest: i64) -> Type {
        match (least, greatest) {
            (0, 0..=1) => Type::Bit,
            (0.., ..=255) => Type::Byte,
            (-32768.., ..=32767) => Type::Short,
            _ => Type::Int,
        }
    }
}

/// A variable, or a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// Its type, or that of its elements.
    pub kind: Type,
    /// How many elements a vector has.
    pub length: Option<usize>,
    /// What it starts with; zeros where this ends.
    pub values: Vec<i32>,
    /// Never assigned, so that it needs no place in the state.
    pub fixed: bool,
    /// What it stands for in the Java program.
    pub comment: String,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name.
    pub name: Name,
    /// Its parameter, the thread object, if it has one.
    pub parameter: Option<Declaration>,
    /// Its variables.
    pub locals: Vec<Declaration>,
    /// Those of them that may hold references to objects that give their places back.
    pub holders: BTreeSet<Name>,
    /// What it does each time round in a loop in which nothing happens.
    pub round: Option<Statement>,
    /// Its code.
    pub items: Vec<Item>,
    /// What it stands for in the Java program.
    pub comment: String,
}

/// A whole model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What the head of the file says, line by line.
    pub comments: Vec<String>,
    /// Shared variables.
    pub globals: Vec<Declaration>,
    /// Process types; the first one is that of the main thread.
    pub processes: Vec<Process>,
    /// Whether a stop is a step of its own. SPIN's simulator needs that: it lets a process go on that
    /// jumps from one atomic sequence to the next. Its verifier does not.
    pub yields: bool,
    /// A further process of plain text lines is never needed; a never claim is.
    pub claims: Vec<Claim>,
}

/// A formula of linear temporal logic that SPIN makes a never claim of.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name.
    pub name: Name,
    /// The formula, over the names of `atoms`.
    pub formula: String,
    /// The atoms, which become macros.
    pub atoms: Vec<(Name, Expression)>,
}
