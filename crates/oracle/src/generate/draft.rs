//! A program while it is being made: what exists so far, and how to make more.
//!
//! Invariant: with [`Racy::VolatileOnly`] every variable made here is volatile, atomic, or has a
//! guard, unless the caller asks for a plain one and sees to it that nobody races.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{
    Content, Expression, Holder, Local, LocalType, Lock, Method, Monitor, Operator, Statement,
    Target, Type, Variable, VariableId,
};
use crate::random::Random;
use crate::size::{Racy, Size, Theme};

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Actor {
    /// A started thread.
    Thread(usize),
    /// The main thread.
    Main,
}

/// Some statements of one thread. Parts of a thread may be put in any order.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) actor: Actor,
    pub(super) body: Vec<Statement>,
    /// Whether doing it twice, or not at all, keeps the promises made about races.
    pub(super) repeatable: bool,
}

impl Part {
    pub(super) fn new(actor: Actor, body: Vec<Statement>) -> Part {
        Part {
            actor,
            body,
            repeatable: true,
        }
    }

    pub(super) fn once(actor: Actor, body: Vec<Statement>) -> Part {
        Part {
            actor,
            body,
            repeatable: false,
        }
    }
}

/// The program so far.
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    pub(super) random: Random,
    pub(super) size: &'a Size,
    pub(super) threads: usize,
    pub(super) main_works: bool,
    pub(super) variables: Vec<Variable>,
    pub(super) monitors: usize,
    pub(super) locks: usize,
    pub(super) methods: Vec<Method>,
    /// Int variables that any part may use, as long as it respects the guard.
    pub(super) open: Vec<VariableId>,
    /// Threads that somebody interrupts.
    pub(super) interrupted: BTreeSet<usize>,
    /// Threads that nobody may interrupt.
    pub(super) undisturbed: BTreeSet<usize>,
    /// How many parts everybody has so far.
    busy: BTreeMap<Actor, usize>,
    locals: usize,
    nodes: usize,
}

impl<'a> Draft<'a> {
    pub(super) fn new(mut random: Random, size: &'a Size) -> Draft<'a> {
        let threads = random.between(size.threads.0, size.threads.1);
        let main_works = random.percent(size.main_works);
        Draft {
            random,
            size,
            threads,
            main_works,
            variables: Vec::new(),
            monitors: 0,
            locks: 0,
            methods: Vec::new(),
            open: Vec::new(),
            interrupted: BTreeSet::new(),
            undisturbed: BTreeSet::new(),
            busy: BTreeMap::new(),
            locals: 0,
            nodes: 0,
        }
    }

    /// The same draft, to be continued with other random numbers.
    pub(super) fn with_random(self, random: Random) -> Draft<'a> {
        Draft { random, ..self }
    }

    /// Everybody who does something.
    pub(super) fn actors(&self) -> Vec<Actor> {
        let mut actors: Vec<Actor> = (0..self.threads).map(Actor::Thread).collect();
        if self.main_works {
            actors.push(Actor::Main);
        }
        actors
    }

    /// Some of them, in any order; more often those who have little to do.
    pub(super) fn some_actors(&mut self, count: usize) -> Vec<Actor> {
        let mut actors = self.actors();
        self.random.shuffle(&mut actors);
        if self.random.percent(60) {
            actors.sort_by_key(|actor| self.busy.get(actor).copied().unwrap_or(0));
        }
        actors.truncate(count);
        self.random.shuffle(&mut actors);
        actors
    }

    /// Takes note of parts that stay.
    pub(super) fn keep(&mut self, parts: &[Part]) {
        for part in parts {
            *self.busy.entry(part.actor).or_default() += 1;
        }
    }

    /// Two, or sometimes more.
    pub(super) fn several_actors(&mut self) -> Vec<Actor> {
        let count = if self.random.percent(25) { 3 } else { 2 };
        self.some_actors(count)
    }

    /// A thread, and an actor that runs only after that thread was started.
    pub(super) fn earlier_and_later(&mut self) -> (usize, Actor) {
        let mut later: Vec<Actor> = (1..self.threads).map(Actor::Thread).collect();
        if self.main_works {
            later.push(Actor::Main);
        }
        let actor = self.random.pick(&later);
        let earlier = match actor {
            Actor::Thread(thread) => self.random.below(thread),
            Actor::Main => self.random.below(self.threads),
        };
        (earlier, actor)
    }

    /// A theme, by the weights.
    pub(super) fn theme(&mut self) -> Theme {
        let weights = &self.size.weights;
        let total: u32 = Theme::ALL.iter().map(|&theme| weights.of(theme)).sum();
        let mut left = self.random.below(total as usize) as u32;
        for theme in Theme::ALL {
            let weight = weights.of(theme);
            if left < weight {
                return theme;
            }
            left -= weight;
        }
        unreachable!("the weights add up to the total")
    }

    /// Whether to make the thing at hand wrong.
    pub(super) fn bug(&mut self) -> bool {
        self.random.percent(self.size.bugs)
    }

    pub(super) fn local(&mut self) -> Local {
        self.locals += 1;
        Local(self.locals - 1)
    }

    /// A new node with an id of its own; ids fit into one digit.
    pub(super) fn node(&mut self) -> Expression {
        self.nodes += 1;
        Expression::NewNode(1 + (self.nodes - 1) % 12)
    }

    pub(super) fn monitor(&mut self) -> Monitor {
        match self.random.below(10) {
            0 => Monitor::Class,
            1 | 2 if self.has_cell() => Monitor::Cell,
            _ if self.monitors == 0 || self.monitors < 3 && self.random.percent(40) => {
                self.monitors += 1;
                Monitor::Object(self.monitors - 1)
            }
            _ => Monitor::Object(self.random.below(self.monitors)),
        }
    }

    fn has_cell(&self) -> bool {
        self.variables
            .iter()
            .any(|variable| variable.holder == Holder::Cell)
            || self
                .methods
                .iter()
                .any(|method| method.monitor == Monitor::Cell)
    }

    /// A monitor of its own.
    pub(super) fn new_monitor(&mut self) -> Monitor {
        self.monitors += 1;
        Monitor::Object(self.monitors - 1)
    }

    pub(super) fn add(&mut self, content: Content, guard: Option<Lock>) -> VariableId {
        let holder = if self.random.percent(30) {
            Holder::Cell
        } else {
            Holder::Static
        };
        self.variables.push(Variable {
            holder,
            content,
            guard,
        });
        VariableId(self.variables.len() - 1)
    }

    /// A scalar, guarded or not.
    pub(super) fn scalar(&mut self, ty: Type) -> VariableId {
        if self.random.percent(45) {
            let monitor = self.monitor();
            self.guarded(ty, Lock::Monitor(monitor))
        } else {
            self.unguarded(ty)
        }
    }

    pub(super) fn guarded(&mut self, ty: Type, lock: Lock) -> VariableId {
        self.add(
            Content::Scalar {
                ty,
                volatile: false,
            },
            Some(lock),
        )
    }

    /// A scalar that nothing guards: volatile, or perhaps plain where races are allowed.
    pub(super) fn unguarded(&mut self, ty: Type) -> VariableId {
        let volatile = self.size.racy == Racy::VolatileOnly || self.random.percent(40);
        self.add(Content::Scalar { ty, volatile }, None)
    }

    pub(super) fn volatile(&mut self, ty: Type) -> VariableId {
        self.add(Content::Scalar { ty, volatile: true }, None)
    }

    /// A plain scalar; the caller promises that nobody races for it.
    pub(super) fn plain(&mut self, ty: Type) -> VariableId {
        self.add(
            Content::Scalar {
                ty,
                volatile: false,
            },
            None,
        )
    }

    /// A lock for something that needs one; where races are allowed, sometimes none.
    pub(super) fn guard(&mut self) -> Option<Lock> {
        if self.size.racy == Racy::Plain && self.bug() {
            return None;
        }
        Some(Lock::Monitor(self.monitor()))
    }

    /// An int variable anybody may use: one that is there, or a new one.
    pub(super) fn open_int(&mut self) -> VariableId {
        if !self.open.is_empty() && self.random.percent(60) {
            return self.random.pick(&self.open);
        }
        let variable = self.scalar(Type::Int);
        self.open.push(variable);
        variable
    }

    /// Puts statements that use a variable under its guard.
    pub(super) fn under_guard(&self, variable: VariableId, body: Vec<Statement>) -> Vec<Statement> {
        match self.variables[variable.0].guard {
            Some(lock) => vec![Statement::Locked(lock, body)],
            None => body,
        }
    }

    /// Statements that read a variable into a local one.
    pub(super) fn fetch(&mut self, variable: VariableId, ty: Type) -> (Vec<Statement>, Local) {
        self.fetch_and(variable, ty, Vec::new())
    }

    /// The same, and then do something else under the same guard.
    pub(super) fn fetch_and(
        &mut self,
        variable: VariableId,
        ty: Type,
        then: Vec<Statement>,
    ) -> (Vec<Statement>, Local) {
        let local = self.local();
        let scalar = LocalType::Scalar(ty);
        let read = Expression::Read(variable);
        if self.variables[variable.0].guard.is_none() {
            let mut body = vec![Statement::Let(local, scalar, read)];
            body.extend(then);
            return (body, local);
        }
        let mut inside = vec![Statement::Assign(Target::Local(local), read)];
        inside.extend(then);
        let mut body = vec![Statement::Let(local, scalar, default(ty))];
        body.extend(self.under_guard(variable, inside));
        (body, local)
    }

    /// A small number.
    pub(super) fn small(&mut self) -> i32 {
        self.random.between(1, 5) as i32
    }
}

/// What a variable of this type holds at first.
pub(super) fn default(ty: Type) -> Expression {
    match ty {
        Type::Int | Type::Long => Expression::Number(0),
        Type::Boolean => Expression::Boolean(false),
        Type::Node => Expression::Null,
    }
}

/// `x + k`
pub(super) fn plus(value: Expression, number: i32) -> Expression {
    Expression::Binary(
        Operator::Add,
        Box::new(value),
        Box::new(Expression::Number(number)),
    )
}

/// `v = x;`
pub(super) fn assign(variable: VariableId, value: Expression) -> Statement {
    Statement::Assign(Target::Variable(variable), value)
}

/// `v = v + k;`
pub(super) fn increase(variable: VariableId, number: i32) -> Statement {
    assign(variable, plus(Expression::Read(variable), number))
}

/// `x == k`
pub(super) fn equals(value: Expression, number: i32) -> Expression {
    Expression::Binary(
        Operator::Equal,
        Box::new(value),
        Box::new(Expression::Number(number)),
    )
}

/// `!(x == null)`
pub(super) fn there(local: Local) -> Expression {
    Expression::Not(Box::new(Expression::IsNull(Box::new(Expression::Local(
        local,
    )))))
}
