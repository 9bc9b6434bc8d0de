//! A model as predicates and actions.
//!
//! In: a [`Model`]. Out: a [`Compiled`] with the vocabulary, the actions of each instruction, the initial
//! structures.
//!
//! Predicates (Yahav, POPL 2001, tables 1 and 4): `at[routine.index](t)`, of which a thread has one;
//! `ended(t)`; `class[c](o)`; `flag[f](o)` and `truth[r.b](t)` for booleans; `static[s](o)`; `field[f](o,
//! o')`; `local[r.v](t, o)`; `held(l, t)`, a function of the monitor, with a further level for each re-entry;
//! `shares(l, t)`, if several threads can be in something at once; `waiting(t, l)`; `less(o, o')` for identity numbers. Derived: `has[…]` (not null), `by[…]` (referred to
//! by), `acquired(l)`, `waits(t)`, `awaited(l)`, `owns[r.v](t)` (holds the monitor of `v`),
//! `same[r.v,r.w](t)`, `less[r.v,r.w](t)`, and where asked for `shared[f]`, `path[f]`, `cyclic[f]`,
//! `from[g,f]`.
//!
//! Where we depart from the paper: there is no stored `blocked(t, l)`. A thread is blocked if it is at an
//! `Acquire` of a monitor that another holds, which [`super::property`] says as a formula; so there are no
//! steps that only write down that a thread is blocked. `running(t)` marks a thread that does not yield: only
//! it moves.
//!
//! Each instruction is one action for each way it can go. An action chooses the thread and the objects that its
//! registers refer to, which makes them single individuals, so that all updates are definite. Instrumentation
//! is updated by [`crate::logic::difference`], but for paths, whose formulas are here. What is dead at the
//! next instruction is cleared, and what no live thread and no static leads to is collected.
//!
//! Example: `Acquire(x)` at `at[w.0]`, next `w.1`: choose `t: at[w.0](t)`, choose `o: local[w.x](t, o)`;
//! condition `¬∃u: held(o, u) ∧ u ≠ t`; `held'(l, u) = held(l, u) ∨ (l = o ∧ u = t)`; `at[w.0]` loses `t`,
//! `at[w.1]` gains it.

use super::liveness::{Liveness, liveness, silent_loops};
use super::model::{Condition, Local, Model, Operation, RoutineId};
use crate::logic::action::{Action, Update};
use crate::logic::formula::{Closure, Formula, Symbol, Variable};
use crate::logic::structure::Structure;
use crate::logic::vocabulary::Vocabulary;

mod initial;
mod operations;
mod paths;
mod predicates;
mod views;

pub use views::Views;

/// The scheduled thread.
const T: Variable = 0;
/// The object that an instruction is about.
const O: Variable = 1;
/// Another object or thread.
const W: Variable = 2;
/// A new object.
const A: Variable = 3;
/// Arguments of the predicate that is updated.
const P: Variable = 4;
const Q: Variable = 5;
/// Bound variables.
const B: Variable = 6;
const C: Variable = 7;
const D: Variable = 8;
const E: Variable = 9;

/// What the errors of actions are about.
pub mod message {
    /// A null reference is used.
    pub const NULL: &str = "null dereference";
    /// A monitor is used without being held.
    pub const OWNERSHIP: &str = "missing ownership";
    /// A monitor is entered more often than the model counts.
    pub const REENTRY: &str = "unsupported: a monitor is entered again too often";
    /// A thread is started twice.
    pub const STARTED_TWICE: &str = "a thread is started twice";
    /// What is started is no thread.
    pub const NO_THREAD: &str = "unsupported: what is started has no routine";
    /// A place that the front end calls wrong; its number follows.
    pub const FAIL: &str = "failure ";
    /// What the front end can't tell; its number follows.
    pub const UNSUPPORTED: &str = "unsupported: ";
    /// An assertion fails.
    pub const ASSERTION: &str = "assertion fails";
}

/// One way that an instruction can go.
#[derive(Clone, Debug)]
pub struct Step {
    /// What happens.
    pub action: Action,
    /// The source line, or 0.
    pub line: u32,
}

/// A model as predicates and actions.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The predicates.
    pub vocabulary: Vocabulary,
    /// For each routine and index the predicate of being there; the last index is `ended`.
    pub at: Vec<Vec<u16>>,
    /// The predicate of having ended.
    pub ended: u16,
    /// The predicate of not yielding to others.
    pub running: u16,
    /// For each routine the predicates of its reference registers.
    pub locals: Vec<Vec<u16>>,
    /// For each routine the predicates of its boolean registers.
    pub truths: Vec<Vec<u16>>,
    /// The predicates of reference fields.
    pub fields: Vec<u16>,
    /// The predicates of boolean fields.
    pub flags: Vec<u16>,
    /// The predicates of statics.
    pub statics: Vec<u16>,
    /// The predicates of classes.
    pub classes: Vec<u16>,
    /// Who holds a monitor: at least once, at least twice, …
    pub held: Vec<u16>,
    /// Who is in what several can be in, if there is such.
    pub shares: Option<u16>,
    /// Who waits for what.
    pub waiting: u16,
    /// Order of identity numbers.
    pub less: Option<u16>,
    /// Whether register 0 is the thread itself.
    pub own: bool,
    /// The predicates of names in initial configurations.
    pub names: Vec<(String, u16)>,
    /// For each field whose paths are followed, its path predicate.
    pub paths: Vec<Option<u16>>,
    /// For each routine and index, the ways to go on.
    pub steps: Vec<Vec<Vec<Step>>>,
    /// For each routine whether it begins with what nobody can tell when it happens.
    pub begins_silently: Vec<bool>,
    /// Initial structures.
    pub initial: Vec<Structure>,
    /// What views of some threads need, if it was compiled for them.
    pub views: Option<Views>,
}

/// Why a model can't be compiled.
pub type Mistake = String;

/// Compiles a model for full configurations.
pub fn compile(model: &Model) -> Result<Compiled, Mistake> {
    compile_for(model, 0)
}

/// Compiles a model for views of `watched` threads, one or two; for full configurations if it is 0.
pub fn compile_for(model: &Model, watched: usize) -> Result<Compiled, Mistake> {
    model.verify()?;
    let mut compiled = predicates::declare(model, watched)?;
    let garbage = compiled.garbage();
    let lives: Vec<Liveness> = model.routines.iter().map(liveness).collect();
    for (number, routine) in model.routines.iter().enumerate() {
        let silent_loops = silent_loops(routine);
        let mut steps = Vec::new();
        for index in 0..routine.code.len() {
            let context = Context {
                model,
                compiled: &compiled,
                routine: RoutineId(number as u16),
                index,
                live: &lives[number],
                silent_loops: &silent_loops,
                lives: &lives,
                garbage: &garbage,
            };
            let line = routine.code[index].line;
            let actions = context.actions();
            steps.push(
                actions
                    .into_iter()
                    .map(|action| Step { action, line })
                    .collect(),
            );
        }
        let first = routine.code.first();
        let is_silent = first.is_some_and(|it| !it.yields()) && !silent_loops[0];
        compiled.begins_silently.push(is_silent);
        compiled.steps.push(steps);
    }
    for initial in &model.initial {
        let structure = compiled.structure(initial, &lives)?;
        compiled.initial.push(structure);
    }
    Ok(compiled)
}

impl Compiled {
    /// A thread that has started and not ended.
    pub fn alive(&self, thread: Variable) -> Formula {
        let labels = self.at.iter().flat_map(|it| &it[..it.len() - 1]);
        Formula::or(labels.map(|it| Formula::unary(*it, thread)))
    }

    /// A thread's register refers to an object.
    pub fn refers(
        &self,
        routine: usize,
        local: Local,
        thread: Variable,
        object: Variable,
    ) -> Formula {
        match self.own && local == Local(0) {
            true => Formula::equal(thread, object),
            false => {
                let of = &self.locals[routine];
                Formula::binary(of[usize::from(local.0)], thread, object)
            }
        }
    }

    /// What no live thread and no static leads to.
    fn garbage(&self) -> (Variable, Formula) {
        let statics = self.statics.iter().map(|it| Formula::unary(*it, B));
        let root = Formula::or([self.alive(B)].into_iter().chain(statics));
        // A monitor keeps the thread that holds it, even if that has ended.
        let edges = self
            .fields
            .iter()
            .chain(self.locals.iter().flatten())
            .chain([&self.held[0]])
            .chain(&self.shares)
            .chain([&self.waiting]);
        // A thread keeps what it holds or waits for, even if nothing refers to that.
        let kept = [self.held[0]].into_iter().chain(self.shares);
        let kept = kept.map(|it| Formula::binary(it, D, C));
        let step = Formula::or(edges.map(|it| Formula::binary(*it, C, D)).chain(kept));
        let closure = Closure {
            left: C,
            right: D,
            step,
            from: B,
            to: P,
            reflexive: true,
        };
        let reached = Formula::exists([B], Formula::and([root, Formula::closure(closure)]));
        (P, !reached)
    }
}

/// One instruction that becomes actions.
struct Context<'a> {
    model: &'a Model,
    compiled: &'a Compiled,
    routine: RoutineId,
    index: usize,
    live: &'a Liveness,
    silent_loops: &'a [bool],
    /// Of all routines.
    lives: &'a [Liveness],
    garbage: &'a (Variable, Formula),
}

impl Context<'_> {
    fn operation(&self, index: usize) -> Option<&Operation> {
        let routine = &self.model.routines[usize::from(self.routine.0)];
        routine.code.get(index).map(|it| &it.operation)
    }

    /// Other threads can be scheduled before the instruction at `index` if this one leads there.
    fn yields(&self, index: usize) -> bool {
        let Some(next) = self.operation(index) else {
            return true;
        };
        let takes = matches!(
            self.operation(self.index),
            Some(Operation::Acquire(_) | Operation::Reacquire(_))
        );
        if self.silent_loops[index] {
            return true;
        }
        let routine = &self.model.routines[usize::from(self.routine.0)];
        routine.code[index].yields() && (!takes || next.blocks())
    }

    /// The thread's register refers to the object.
    fn refers(&self, local: Local, object: Variable) -> Formula {
        let routine = usize::from(self.routine.0);
        self.compiled.refers(routine, local, T, object)
    }

    fn local(&self, local: Local) -> u16 {
        self.compiled.locals[usize::from(self.routine.0)][usize::from(local.0)]
    }

    /// An action of a thread that is here.
    fn action(&self, title: &str) -> Action {
        let mut action = Action::new(title);
        let here = self.compiled.at[usize::from(self.routine.0)][self.index];
        let running = self.compiled.running;
        let nobody = !Formula::exists([B], Formula::unary(running, B));
        let may_move = Formula::or([Formula::unary(running, T), nobody]);
        action
            .choices
            .push((T, Formula::and([Formula::unary(here, T), may_move])));
        action
    }

    /// Moves the thread on to `index` and forgets what is dead there.
    fn go(&self, mut action: Action, index: usize) -> Action {
        let labels = &self.compiled.at[usize::from(self.routine.0)];
        let (here, there) = (labels[self.index], labels[index]);
        let is_thread = || Formula::equal(P, T);
        let mut set = |predicate: u16, formula: Formula| {
            action
                .updates
                .push(Update::new(Symbol::Unary(predicate), vec![P], formula));
        };
        if here != there {
            let others = Formula::and([Formula::unary(here, P), !is_thread()]);
            set(here, others);
            set(there, Formula::or([Formula::unary(there, P), is_thread()]));
        }
        let on = if self.yields(index) {
            Formula::constant(false)
        } else {
            is_thread()
        };
        set(self.compiled.running, on);
        self.forget_dead(&mut action, index);
        action.collected = Some(self.garbage.clone());
        action
    }

    fn forget_dead(&self, action: &mut Action, index: usize) {
        // What is dead here is cleared already.
        let routine = usize::from(self.routine.0);
        let (written, truth) = self
            .operation(self.index)
            .map_or((None, None), Operation::writes);
        for (number, predicate) in self.compiled.locals[routine].iter().enumerate() {
            let set = self.live.locals[self.index][number]
                || written.is_some_and(|it| usize::from(it.0) == number);
            let symbol = Symbol::Binary(*predicate);
            if self.live.locals[index][number] || !set {
                continue;
            }
            action.updates.retain(|it| it.symbol != symbol);
            let others = [Formula::binary(*predicate, P, Q), Formula::differ(P, T)];
            action
                .updates
                .push(Update::new(symbol, vec![P, Q], Formula::and(others)));
        }
        for (number, predicate) in self.compiled.truths[routine].iter().enumerate() {
            let set = self.live.truths[self.index][number]
                || truth.is_some_and(|it| usize::from(it.0) == number);
            let symbol = Symbol::Unary(*predicate);
            if self.live.truths[index][number] || !set {
                continue;
            }
            action.updates.retain(|it| it.symbol != symbol);
            let others = [Formula::unary(*predicate, P), Formula::differ(P, T)];
            action
                .updates
                .push(Update::new(symbol, vec![P], Formula::and(others)));
        }
    }

    /// The formula of a condition on the thread's registers; objects that it asks about are chosen.
    fn condition(&self, action: &mut Action, condition: &Condition, truth: bool) {
        let mut require = |formula: Formula| {
            let formula = if truth { formula } else { !formula };
            action.condition = Formula::and([action.condition.clone(), formula]);
        };
        let some = |local: Local| Formula::exists([B], self.refers(local, B));
        match condition {
            Condition::IsNull(local) => require(!some(*local)),
            Condition::NotNull(local) => require(some(*local)),
            Condition::Of(local, class) => {
                let object = self.refers(*local, B);
                let class = Formula::unary(self.compiled.classes[usize::from(class.0)], B);
                let of = Formula::exists([B], Formula::and([object.clone(), class]));
                let of = if truth { of } else { !of };
                action.condition = Formula::and([action.condition.clone(), of]);
                action.focus.push((vec![B], object));
            }
            Condition::Is(it) => require(self.truth(it.0)),
            Condition::Not(it) => require(!self.truth(it.0)),
            Condition::Free => {}
            Condition::Same(a, b) => {
                action.focus.push((vec![P], self.refers(*a, P)));
                action.focus.push((vec![P], self.refers(*b, P)));
                let same = self.refers(*a, B).same(self.refers(*b, B));
                let same = Formula::forall([B], same);
                let same = if truth { same } else { !same };
                action.condition = Formula::and([action.condition.clone(), same]);
            }
            Condition::Shares(local) | Condition::Holds(local) => {
                action.choices.push((O, self.refers(*local, O)));
                let shares = matches!(condition, Condition::Shares(_));
                let asked = match (shares, self.compiled.shares) {
                    (true, None) => Formula::constant(false),
                    (true, Some(shares)) => Formula::binary(shares, O, T),
                    (false, _) => Formula::binary(self.compiled.held[0], O, T),
                };
                action.focus.push((vec![], asked.clone()));
                let asked = if truth { asked } else { !asked };
                action.condition = Formula::and([action.condition.clone(), asked]);
            }
            Condition::HoldsOther(local) => {
                action.choices.push((O, self.refers(*local, O)));
                let all = [self.compiled.held[0]]
                    .into_iter()
                    .chain(self.compiled.shares);
                let ways = all.map(|it| {
                    let other = Formula::and([Formula::binary(it, B, T), Formula::differ(B, O)]);
                    Formula::exists([B], other)
                });
                let holds = Formula::or(ways);
                let holds = if truth { holds } else { !holds };
                action.condition = Formula::and([action.condition.clone(), holds]);
            }
            Condition::HoldsAny => {
                let all = [self.compiled.held[0]]
                    .into_iter()
                    .chain(self.compiled.shares);
                let ways = all.map(|it| Formula::exists([B], Formula::binary(it, B, T)));
                require(Formula::or(ways));
            }
            Condition::In(container, field, object) => {
                action.choices.push((O, self.refers(*container, O)));
                action.choices.push((W, self.refers(*object, W)));
                let field = self.compiled.fields[usize::from(field.0)];
                let is_in = Formula::binary(field, O, W);
                action.focus.push((vec![], is_in.clone()));
                let is_in = if truth { is_in } else { !is_in };
                action.condition = Formula::and([action.condition.clone(), is_in]);
            }
            Condition::Less(a, b) => {
                action.choices.push((O, self.refers(*a, O)));
                action.choices.push((W, self.refers(*b, W)));
                if let Some(less) = self.compiled.less {
                    let less = Formula::binary(less, O, W);
                    action.focus.push((vec![], less.clone()));
                    let less = if truth { less } else { !less };
                    action.condition = Formula::and([action.condition.clone(), less]);
                }
            }
        }
    }

    fn truth(&self, number: u16) -> Formula {
        let of = &self.compiled.truths[usize::from(self.routine.0)];
        Formula::unary(of[usize::from(number)], T)
    }
}
