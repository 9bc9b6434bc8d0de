//! A model as predicates and actions.
//!
//! In: a [`Model`]. Out: a [`Compiled`] with the vocabulary, the actions of each instruction, the initial structures.
//!
//! Predicates (Yahav, POPL 2001, tables 1 and 4): `at[routine.index](t)`, of which a thread has one; `ended(t)`;
//! `class[c](o)`; `flag[f](o)` and `truth[r.b](t)` for booleans; `static[s](o)`; `field[f](o, o')`;
//! `local[r.v](t, o)`; `held(l, t)`, a function of the monitor, with a further level for each re-entry;
//! `waiting(t, l)`; `less(o, o')` for identity numbers. Derived: `has[…]` (not null), `by[…]` (referred to by),
//! `acquired(l)`, `waits(t)`, `awaited(l)`, `owns[r.v](t)` (holds the monitor of `v`), `same[r.v,r.w](t)`,
//! `less[r.v,r.w](t)`, and where asked for `shared[f]`, `path[f]`, `cyclic[f]`, `from[g,f]`.
//!
//! Where we depart from the paper: there is no stored `blocked(t, l)`. A thread is blocked if it is at an `Acquire` of
//! a monitor that another holds, which [`super::property`] says as a formula; so there are no steps that only
//! write down that a thread is blocked. `running(t)` marks a thread that does not yield: only it moves.
//!
//! Each instruction is one action for each way it can go. An action chooses the thread and the objects that its
//! registers refer to, which makes them single individuals, so that all updates are definite. Instrumentation is
//! updated by [`crate::logic::difference`], but for paths, whose formulas are here. What is dead at the next instruction
//! is cleared, and what no live thread and no static leads to is collected.
//!
//! Example: `Acquire(x)` at `at[w.0]`, next `w.1`: choose `t: at[w.0](t)`, choose `o: local[w.x](t, o)`; condition
//! `¬∃u: held(o, u) ∧ u ≠ t`; `held'(l, u) = held(l, u) ∨ (l = o ∧ u = t)`; `at[w.0]` loses `t`, `at[w.1]` gains it.

use super::liveness::{Liveness, liveness, monitors_stay};
use super::model::{Condition, Fact, Initial, Local, Model, Operation, RoutineId};
use crate::logic::action::{Action, Update};
use crate::logic::coerce::coerce;
use crate::logic::formula::{Closure, Formula, Symbol, Variable};
use crate::logic::kleene::Kleene;
use crate::logic::structure::Structure;
use crate::logic::transform::reevaluate;
use crate::logic::vocabulary::{Properties, Vocabulary};

mod operations;
mod paths;

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
    /// Who waits for what.
    pub waiting: u16,
    /// Order of identity numbers.
    pub less: Option<u16>,
    /// The predicates of names in initial configurations.
    pub names: Vec<(String, u16)>,
    /// For each field whose paths are followed, its path predicate.
    pub paths: Vec<Option<u16>>,
    /// For each routine and index, the ways to go on.
    pub steps: Vec<Vec<Vec<Step>>>,
    /// Initial structures.
    pub initial: Vec<Structure>,
}

/// Why a model can't be compiled.
pub type Mistake = String;

/// Compiles a model.
pub fn compile(model: &Model) -> Result<Compiled, Mistake> {
    model.verify()?;
    let mut compiled = declare(model)?;
    let garbage = compiled.garbage();
    let lives: Vec<Liveness> = model.routines.iter().map(liveness).collect();
    for (number, routine) in model.routines.iter().enumerate() {
        let mut steps = Vec::new();
        for index in 0..routine.code.len() {
            let context = Context {
                model,
                compiled: &compiled,
                routine: RoutineId(number as u16),
                index,
                live: &lives[number],
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
        compiled.steps.push(steps);
    }
    for initial in &model.initial {
        let structure = compiled.structure(initial, &lives)?;
        compiled.initial.push(structure);
    }
    Ok(compiled)
}

fn declare(model: &Model) -> Result<Compiled, Mistake> {
    let mut vocabulary = Vocabulary::new();
    let plain = Properties::default();
    let unique = Properties {
        unique: true,
        ..plain
    };
    let function = Properties {
        function: true,
        ..plain
    };
    let mut unary = |name: String, properties| number(&mut vocabulary, &name, 1, properties, None);
    let ended = unary("ended".to_string(), plain)?;
    let running = unary("running".to_string(), unique)?;
    let (mut at, mut truths) = (Vec::new(), Vec::new());
    for routine in &model.routines {
        let name = &routine.name;
        let mut labels = Vec::new();
        for index in 0..routine.code.len() {
            labels.push(unary(format!("at[{name}.{index}]"), plain)?);
        }
        labels.push(ended);
        at.push(labels);
        let booleans = routine.truths.iter();
        truths.push(
            booleans
                .map(|it| unary(format!("truth[{name}.{it}]"), plain))
                .collect::<Result<Vec<u16>, Mistake>>()?,
        );
    }
    let classes = all(model.classes.iter(), |it| {
        unary(format!("class[{}]", it.name), plain)
    })?;
    let flags = all(model.flags.iter(), |it| unary(format!("flag[{it}]"), plain))?;
    let statics = all(model.statics.iter(), |it| {
        unary(format!("static[{it}]"), unique)
    })?;
    let individuals = model.initial.iter().flat_map(|it| &it.individuals);
    let mut named: Vec<&String> = individuals.filter_map(|it| it.name.as_ref()).collect();
    named.sort();
    named.dedup();
    let mut names = Vec::new();
    for name in named {
        names.push((name.clone(), unary(format!("name[{name}]"), plain)?));
    }
    let mut binary = |name: String, it| number(&mut vocabulary, &name, 2, it, None);
    let fields = all(model.fields.iter(), |it| {
        binary(format!("field[{it}]"), function)
    })?;
    let mut locals = Vec::new();
    for routine in &model.routines {
        let name = &routine.name;
        let of = routine.locals.iter();
        locals.push(all(of, |it| {
            binary(format!("local[{name}.{it}]"), function)
        })?);
    }
    let held = all(1..=model.reentry, |it| match it {
        1 => binary("held".to_string(), function),
        _ => binary(format!("held[{it}]"), function),
    })?;
    let waiting = binary("waiting".to_string(), function)?;
    let order = Properties {
        antisymmetric: true,
        irreflexive: true,
        transitive: true,
        ..plain
    };
    let less = if model.identities {
        Some(binary("less".to_string(), order)?)
    } else {
        None
    };
    let mut compiled = Compiled {
        vocabulary,
        at,
        ended,
        running,
        locals,
        truths,
        fields,
        flags,
        statics,
        classes,
        held,
        waiting,
        less,
        names,
        paths: vec![None; model.fields.len()],
        steps: Vec::new(),
        initial: Vec::new(),
    };
    constrain(model, &mut compiled)?;
    instrument(model, &mut compiled)?;
    Ok(compiled)
}

fn all<T>(
    from: impl Iterator<Item = T>,
    declare: impl FnMut(T) -> Result<u16, Mistake>,
) -> Result<Vec<u16>, Mistake> {
    from.map(declare).collect()
}

fn number(
    vocabulary: &mut Vocabulary,
    name: &str,
    arity: usize,
    properties: Properties,
    definition: Option<(Vec<Variable>, Formula)>,
) -> Result<u16, Mistake> {
    let symbol = vocabulary.declare(name, arity, properties, definition);
    match symbol.map_err(|it| it.to_string())? {
        Symbol::Nullary(it) | Symbol::Unary(it) | Symbol::Binary(it) => Ok(it),
    }
}

fn constrain(model: &Model, compiled: &mut Compiled) -> Result<(), Mistake> {
    let mut places: Vec<Symbol> = vec![Symbol::Unary(compiled.ended)];
    for labels in &compiled.at {
        places.extend(
            labels[..labels.len() - 1]
                .iter()
                .map(|it| Symbol::Unary(*it)),
        );
    }
    let classes: Vec<Symbol> = compiled
        .classes
        .iter()
        .map(|it| Symbol::Unary(*it))
        .collect();
    for group in [places, classes] {
        compiled
            .vocabulary
            .add_exclusive(&group)
            .map_err(|it| it.to_string())?;
    }
    if let Some(less) = compiled.less {
        let either = Formula::or([Formula::binary(less, B, C), Formula::binary(less, C, B)]);
        let total = Formula::forall([B, C], Formula::or([Formula::equal(B, C), either]));
        compiled
            .vocabulary
            .add_rule(total)
            .map_err(|it| it.to_string())?;
    }
    let stay = model
        .routines
        .iter()
        .all(|it| monitors_stay(it, &liveness(it)));
    let nothing_held = model.initial.iter().all(|it| {
        it.facts
            .iter()
            .all(|it| !matches!(it, Fact::Known(name, ..) if name.starts_with("held")))
    });
    if stay && nothing_held {
        let routines = model.routines.iter().zip(&compiled.locals);
        let registers = routines.flat_map(|(routine, locals)| {
            let taken = routine.monitors();
            taken
                .into_iter()
                .map(|it| locals[usize::from(it.0)])
                .collect::<Vec<_>>()
        });
        let refers = Formula::or(registers.map(|it| Formula::binary(it, C, B)));
        let held = Formula::binary(compiled.held[0], B, C);
        let rule = Formula::forall([B, C], held.implies(refers));
        compiled
            .vocabulary
            .add_rule(rule)
            .map_err(|it| it.to_string())?;
    }
    for level in 1..compiled.held.len() {
        let more = Formula::binary(compiled.held[level], B, C);
        let once = Formula::binary(compiled.held[level - 1], B, C);
        let rule = Formula::forall([B, C], more.implies(once));
        compiled
            .vocabulary
            .add_rule(rule)
            .map_err(|it| it.to_string())?;
    }
    Ok(())
}

fn instrument(model: &Model, compiled: &mut Compiled) -> Result<(), Mistake> {
    let plain = Properties::default();
    let wanted = &model.instrumentation;
    let vocabulary = &mut compiled.vocabulary;
    let mut derived = |name: String, formula: Formula| {
        number(vocabulary, &name, 1, plain, Some((vec![P], formula))).map(|_| ())
    };
    let some_right = |it: u16| Formula::exists([B], Formula::binary(it, P, B));
    let some_left = |it: u16| Formula::exists([B], Formula::binary(it, B, P));
    derived("acquired".to_string(), some_right(compiled.held[0]))?;
    derived("waits".to_string(), some_right(compiled.waiting))?;
    derived("awaited".to_string(), some_left(compiled.waiting))?;
    let named_fields = || model.fields.iter().zip(compiled.fields.iter().copied());
    let named_locals = || {
        let routines = model.routines.iter().zip(&compiled.locals);
        routines.flat_map(|(routine, predicates)| {
            let name = |local: &String| format!("{}.{local}", routine.name);
            routine
                .locals
                .iter()
                .map(name)
                .zip(predicates.iter().copied())
                .collect::<Vec<_>>()
        })
    };
    for (name, predicate) in named_fields() {
        if wanted.presence {
            derived(format!("has[{name}]"), some_right(predicate))?;
        }
        if wanted.by_fields {
            derived(format!("by[{name}]"), some_left(predicate))?;
        }
        if wanted.sharing {
            let two = [
                Formula::binary(predicate, B, P),
                Formula::binary(predicate, C, P),
            ];
            let two = Formula::and(two.into_iter().chain([Formula::differ(B, C)]));
            derived(format!("shared[{name}]"), Formula::exists([B, C], two))?;
        }
    }
    for (name, predicate) in named_locals() {
        if wanted.presence {
            derived(format!("has[{name}]"), some_right(predicate))?;
        }
        if wanted.by_locals {
            derived(format!("by[{name}]"), some_left(predicate))?;
        }
    }
    if wanted.monitors {
        for (routine, predicates) in model.routines.iter().zip(&compiled.locals) {
            let taken = routine.monitors();
            for (place, local) in taken.iter().enumerate() {
                let name =
                    |it: &Local| format!("{}.{}", routine.name, routine.locals[usize::from(it.0)]);
                let own = predicates[usize::from(local.0)];
                let held = Formula::binary(compiled.held[0], B, P);
                let owns = Formula::and([Formula::binary(own, P, B), held]);
                derived(format!("owns[{}]", name(local)), Formula::exists([B], owns))?;
                for other in &taken[place + 1..] {
                    let second = Formula::binary(predicates[usize::from(other.0)], P, B);
                    let same = Formula::and([Formula::binary(own, P, B), second]);
                    let pair = format!("{},{}", name(local), name(other));
                    derived(format!("same[{pair}]"), Formula::exists([B], same))?;
                    if let Some(less) = compiled.less {
                        let second = Formula::binary(predicates[usize::from(other.0)], P, C);
                        let order = Formula::binary(less, B, C);
                        let all = Formula::and([Formula::binary(own, P, B), second, order]);
                        derived(format!("less[{pair}]"), Formula::exists([B, C], all))?;
                    }
                }
            }
        }
    }
    for field in &wanted.paths {
        paths::declare(model, compiled, *field)?;
    }
    Ok(())
}

impl Compiled {
    /// A thread that has started and not ended.
    pub fn alive(&self, thread: Variable) -> Formula {
        let labels = self.at.iter().flat_map(|it| &it[..it.len() - 1]);
        Formula::or(labels.map(|it| Formula::unary(*it, thread)))
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
            .chain([&self.held[0]]);
        let step = Formula::or(edges.map(|it| Formula::binary(*it, C, D)));
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

    fn structure(&self, initial: &Initial, lives: &[Liveness]) -> Result<Structure, Mistake> {
        let is_dead = |routine: RoutineId, local: Local, thread: usize| {
            let at = initial.individuals.get(thread).and_then(|it| it.at);
            at.filter(|it| it.0 == routine)
                .is_some_and(|(routine, index)| {
                    let live = &lives[usize::from(routine.0)].locals[index];
                    live.get(usize::from(local.0)) == Some(&false)
                })
        };
        let count = initial.individuals.len();
        if count > crate::logic::structure::CAPACITY {
            return Err("an initial configuration has more than 64 individuals".to_string());
        }
        let mut structure = self.vocabulary.structure(count);
        let mut summary = 0;
        for (number, individual) in initial.individuals.iter().enumerate() {
            summary |= u64::from(individual.many) << number;
            let class = self.classes[usize::from(individual.class.0)];
            structure.set(Symbol::Unary(class), &[number], Kleene::True);
            let name = self
                .names
                .iter()
                .find(|it| Some(&it.0) == individual.name.as_ref());
            if let Some((_, name)) = name {
                structure.set(Symbol::Unary(*name), &[number], Kleene::True);
            }
            if let Some((routine, index)) = individual.at {
                let label = self.at[usize::from(routine.0)][index];
                structure.set(Symbol::Unary(label), &[number], Kleene::True);
            }
        }
        structure.set_summary(summary);
        if let Some(less) = self.less {
            for pair in (0..count * count).map(|it| [it / count, it % count]) {
                if pair[0] != pair[1] || !structure.is_single(pair[0]) {
                    structure.set(Symbol::Binary(less), &pair, Kleene::Unknown);
                }
            }
        }
        let mut known = Vec::new();
        for fact in &initial.facts {
            if let Fact::Local(r, v, t, _) | Fact::MayLocal(r, v, t, _) = fact
                && is_dead(*r, *v, *t)
            {
                continue;
            }
            let (symbol, tuple, value) = match fact {
                Fact::Local(r, v, t, o) => (self.local(*r, *v), vec![*t, *o], Kleene::True),
                Fact::MayLocal(r, v, t, o) => (self.local(*r, *v), vec![*t, *o], Kleene::Unknown),
                Fact::Field(f, a, b) => (self.field(f.0), vec![*a, *b], Kleene::True),
                Fact::MayField(f, a, b) => (self.field(f.0), vec![*a, *b], Kleene::Unknown),
                Fact::Static(s, o) => (
                    self.statics
                        .get(usize::from(s.0))
                        .map(|it| Symbol::Unary(*it)),
                    vec![*o],
                    Kleene::True,
                ),
                Fact::Flag(f, o) => (
                    self.flags
                        .get(usize::from(f.0))
                        .map(|it| Symbol::Unary(*it)),
                    vec![*o],
                    Kleene::True,
                ),
                Fact::Known(name, tuple, truth) => {
                    let symbol = self.vocabulary.find(name);
                    let symbol = symbol.ok_or_else(|| format!("`{name}` is no predicate"))?;
                    known.push((symbol, tuple.clone(), Kleene::from(*truth)));
                    continue;
                }
            };
            let symbol = symbol.ok_or("an initial fact is about what is not there")?;
            if tuple.iter().any(|it| *it >= count) {
                return Err("an initial fact is about an individual that is not there".to_string());
            }
            structure.set(symbol, &tuple, value);
        }
        reevaluate(&self.vocabulary, &mut structure);
        for (symbol, tuple, value) in known {
            if Formula::atom(symbol, &vec![0; tuple.len()]).is_none()
                || tuple.iter().any(|it| *it >= count)
            {
                return Err("an initial fact does not fit its predicate".to_string());
            }
            structure.set(symbol, &tuple, value);
        }
        let legal = coerce(&self.vocabulary, &mut structure);
        legal.map_err(|_| "an initial configuration contradicts itself".to_string())?;
        Ok(structure)
    }

    fn local(&self, routine: RoutineId, local: Local) -> Option<Symbol> {
        let of = self.locals.get(usize::from(routine.0))?;
        of.get(usize::from(local.0)).map(|it| Symbol::Binary(*it))
    }

    fn field(&self, field: u16) -> Option<Symbol> {
        self.fields
            .get(usize::from(field))
            .map(|it| Symbol::Binary(*it))
    }
}

/// One instruction that becomes actions.
struct Context<'a> {
    model: &'a Model,
    compiled: &'a Compiled,
    routine: RoutineId,
    index: usize,
    live: &'a Liveness,
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
        next.yields() && (!takes || next.blocks())
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
        let some = |local: Local| Formula::exists([B], Formula::binary(self.local(local), T, B));
        match condition {
            Condition::IsNull(local) => require(!some(*local)),
            Condition::NotNull(local) => require(some(*local)),
            Condition::Is(it) => require(self.truth(it.0)),
            Condition::Not(it) => require(!self.truth(it.0)),
            Condition::Free => {}
            Condition::Same(a, b) => {
                let (a, b) = (self.local(*a), self.local(*b));
                action.focus.push((vec![P], Formula::binary(a, T, P)));
                action.focus.push((vec![P], Formula::binary(b, T, P)));
                let same = Formula::binary(a, T, B).same(Formula::binary(b, T, B));
                let same = Formula::forall([B], same);
                let same = if truth { same } else { !same };
                action.condition = Formula::and([action.condition.clone(), same]);
            }
            Condition::Less(a, b) => {
                action
                    .choices
                    .push((O, Formula::binary(self.local(*a), T, O)));
                action
                    .choices
                    .push((W, Formula::binary(self.local(*b), T, W)));
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
