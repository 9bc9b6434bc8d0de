//! What a model means, said a second time: an interpreter of concrete states that knows nothing of the logic.
//!
//! In: a model whose initial individuals are all single. Out: all states of all interleavings, what is wrong
//! in them, and states as structures of core predicates, to compare.

use shape::configuration::compile::{Compiled, message};
use shape::configuration::liveness::{Liveness, liveness};
use shape::configuration::model::{Condition, Fact, Local, Model, Operation, Truth};
use shape::logic::formula::Symbol;
use shape::logic::kleene::Kleene;
use shape::logic::structure::Structure;
use std::collections::{BTreeSet, VecDeque};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Object {
    class: usize,
    name: Option<String>,
    fields: Vec<Option<usize>>,
    flags: Vec<bool>,
    holder: Option<(usize, usize)>,
    thread: Option<Thread>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Thread {
    routine: usize,
    index: usize,
    locals: Vec<Option<usize>>,
    truths: Vec<bool>,
    waits: Option<usize>,
}

/// A state; a thread that is in the middle of a run that does not yield.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    objects: Vec<Object>,
    statics: Vec<Option<usize>>,
    running: Option<usize>,
}

/// Runs a model.
pub(crate) struct Interpreter<'a> {
    model: &'a Model,
    live: Vec<Liveness>,
    /// Whether threads run on where the compiled actions do.
    pub(crate) reduced: bool,
}

impl<'a> Interpreter<'a> {
    pub(crate) fn new(model: &'a Model, reduced: bool) -> Interpreter<'a> {
        Interpreter {
            model,
            live: model.routines.iter().map(liveness).collect(),
            reduced,
        }
    }

    pub(crate) fn start(&self) -> State {
        let initial = &self.model.initial[0];
        let objects = initial.individuals.iter().map(|it| Object {
            class: it.class.0.into(),
            name: it.name.clone(),
            fields: vec![None; self.model.fields.len()],
            flags: vec![false; self.model.flags.len()],
            holder: None,
            thread: it.at.map(|(routine, index)| Thread {
                routine: routine.0.into(),
                index,
                locals: vec![None; self.model.routines[usize::from(routine.0)].locals.len()],
                truths: vec![false; self.model.routines[usize::from(routine.0)].truths.len()],
                waits: None,
            }),
        });
        let mut state = State {
            objects: objects.collect(),
            statics: vec![None; self.model.statics.len()],
            running: None,
        };
        for fact in &initial.facts {
            match fact {
                Fact::Local(_, v, t, o) => state.thread(*t).locals[usize::from(v.0)] = Some(*o),
                Fact::Field(f, a, b) => state.objects[*a].fields[usize::from(f.0)] = Some(*b),
                Fact::Static(s, o) => state.statics[usize::from(s.0)] = Some(*o),
                Fact::Flag(f, o) => state.objects[*o].flags[usize::from(f.0)] = true,
                other => panic!("{other:?} is not concrete"),
            }
        }
        for object in &mut state.objects {
            if let Some(thread) = &mut object.thread {
                let live = &self.live[thread.routine].locals[thread.index];
                thread
                    .locals
                    .iter_mut()
                    .zip(live)
                    .for_each(|(it, live)| *it = it.filter(|_| *live));
            }
        }
        state
    }

    fn operation(&self, thread: &Thread) -> Option<(&'a Operation, u32)> {
        let code = &self.model.routines[thread.routine].code;
        code.get(thread.index).map(|it| (&it.operation, it.line))
    }

    /// All steps of a thread: the next states, or what is wrong.
    fn steps(&self, state: &State, t: usize) -> Vec<Result<State, String>> {
        let Some(thread) = &state.objects[t].thread else {
            return vec![];
        };
        let Some((operation, line)) = self.operation(thread) else {
            return vec![];
        };
        let wrong = |what: &str| vec![Err(format!("{what}, line {line}"))];
        let get = |local: &Local| thread.locals[usize::from(local.0)];
        let next = thread.index + 1;
        let go = |mut state: State, index: usize| {
            let takes = matches!(operation, Operation::Acquire(_) | Operation::Reacquire(_));
            state.thread(t).index = index;
            self.settle(&mut state, t, takes);
            Ok(state)
        };
        let set = |target: &Local, value: Option<usize>| {
            let mut state = state.clone();
            state.thread(t).locals[usize::from(target.0)] = value;
            vec![go(state, next)]
        };
        let (reads, _) = operation.reads();
        let object = reads.first().and_then(get);
        let null = || wrong(message::NULL);
        let owned = |it: usize| state.objects[it].holder.is_some_and(|it| it.0 == t);
        match operation {
            Operation::Move(target, source) => set(target, get(source)),
            Operation::Null(target) => set(target, None),
            Operation::New(target, class) => {
                let mut state = state.clone();
                state.objects.push(Object {
                    class: class.0.into(),
                    name: None,
                    fields: vec![None; self.model.fields.len()],
                    flags: vec![false; self.model.flags.len()],
                    holder: None,
                    thread: None,
                });
                let new = state.objects.len() - 1;
                state.thread(t).locals[usize::from(target.0)] = Some(new);
                vec![go(state, next)]
            }
            Operation::Get(target, _, field) => {
                let Some(object) = object else { return null() };
                set(target, state.objects[object].fields[usize::from(field.0)])
            }
            Operation::Put(_, field, source) => {
                let Some(object) = object else { return null() };
                let mut state = state.clone();
                state.objects[object].fields[usize::from(field.0)] = source.as_ref().and_then(get);
                vec![go(state, next)]
            }
            Operation::GetFlag(Truth(target), _, flag) => {
                let Some(object) = object else { return null() };
                let mut state = state.clone();
                let value = state.objects[object].flags[usize::from(flag.0)];
                state.thread(t).truths[usize::from(*target)] = value;
                vec![go(state, next)]
            }
            Operation::PutFlag(_, flag, value) => {
                let Some(object) = object else { return null() };
                let mut state = state.clone();
                state.objects[object].flags[usize::from(flag.0)] = *value;
                vec![go(state, next)]
            }
            Operation::Branch(condition, to) => {
                let holds = match condition {
                    Condition::IsNull(it) => Some(get(it).is_none()),
                    Condition::NotNull(it) => Some(get(it).is_some()),
                    Condition::In(..)
                    | Condition::Shares(_)
                    | Condition::Holds(_)
                    | Condition::HoldsAny
                    | Condition::HoldsOther(_) => panic!("{condition:?} is not generated"),
                    Condition::Same(a, b) => Some(get(a) == get(b)),
                    Condition::Is(it) => Some(thread.truths[usize::from(it.0)]),
                    Condition::Not(it) => Some(!thread.truths[usize::from(it.0)]),
                    Condition::Of(it, class) => {
                        let class = usize::from(class.0);
                        Some(get(it).is_some_and(|it| state.objects[it].class == class))
                    }
                    Condition::Free | Condition::Less(..) => None,
                };
                let mut results = Vec::new();
                if holds != Some(false) {
                    results.push(go(state.clone(), *to));
                }
                if holds != Some(true) {
                    results.push(go(state.clone(), next));
                }
                results
            }
            Operation::Set(Truth(target), value) => {
                let mut state = state.clone();
                state.thread(t).truths[usize::from(*target)] = *value;
                vec![go(state, next)]
            }
            Operation::Jump(to) => vec![go(state.clone(), *to)],
            Operation::Acquire(_) | Operation::Reacquire(_) => {
                let Some(object) = object else { return null() };
                if thread.waits.is_some() {
                    return vec![];
                }
                match state.objects[object].holder {
                    Some((holder, _)) if holder != t => vec![],
                    Some((_, depth)) if depth >= self.model.reentry => wrong(message::REENTRY),
                    holder => {
                        let mut state = state.clone();
                        state.objects[object].holder = Some((t, holder.map_or(1, |it| it.1 + 1)));
                        vec![go(state, next)]
                    }
                }
            }
            Operation::Release(_) => {
                let Some(object) = object else { return null() };
                if !owned(object) {
                    return wrong(message::OWNERSHIP);
                }
                let mut state = state.clone();
                let holder = &mut state.objects[object].holder;
                *holder = holder.map(|it| (it.0, it.1 - 1)).filter(|it| it.1 > 0);
                vec![go(state, next)]
            }
            Operation::Wait(_) => {
                let Some(object) = object else { return null() };
                if !owned(object) {
                    return wrong(message::OWNERSHIP);
                }
                if state.objects[object].holder.is_some_and(|it| it.1 > 1) {
                    return wrong(message::REENTRY);
                }
                let mut state = state.clone();
                state.objects[object].holder = None;
                state.thread(t).waits = Some(object);
                vec![go(state, next)]
            }
            Operation::Notify(_) | Operation::NotifyAll(_) => {
                let Some(object) = object else { return null() };
                if !owned(object) {
                    return wrong(message::OWNERSHIP);
                }
                let waits = |it: &usize| {
                    let thread = state.objects[*it].thread.as_ref();
                    thread.is_some_and(|it| it.waits == Some(object))
                };
                let waiting: Vec<usize> = (0..state.objects.len()).filter(waits).collect();
                let all = matches!(operation, Operation::NotifyAll(_)) || waiting.is_empty();
                let woken: Vec<Vec<usize>> = if all {
                    vec![waiting]
                } else {
                    waiting.into_iter().map(|it| vec![it]).collect()
                };
                let wake = |woken: Vec<usize>| {
                    let mut state = state.clone();
                    woken
                        .into_iter()
                        .for_each(|it| state.thread(it).waits = None);
                    go(state, next)
                };
                woken.into_iter().map(wake).collect()
            }
            Operation::Start(_) => {
                let Some(object) = object else { return null() };
                let Some(routine) = self.model.classes[state.objects[object].class].routine else {
                    return wrong(message::NO_THREAD);
                };
                if state.objects[object].thread.is_some() {
                    return wrong(message::STARTED_TWICE);
                }
                let routine = usize::from(routine.0);
                let mut state = state.clone();
                let mut locals = vec![None; self.model.routines[routine].locals.len()];
                if self.live[routine].locals[0].first() == Some(&true) {
                    locals[0] = Some(object);
                }
                let truths = vec![false; self.model.routines[routine].truths.len()];
                let started = Thread {
                    routine,
                    index: 0,
                    locals,
                    truths,
                    waits: None,
                };
                state.objects[object].thread = Some(started);
                vec![go(state, next)]
            }
            Operation::Join(_) => {
                let Some(object) = object else { return null() };
                if state.is_alive(self.model, object) {
                    vec![]
                } else {
                    vec![go(state.clone(), next)]
                }
            }
            Operation::Mark => vec![go(state.clone(), next)],
            Operation::End => {
                let last = self.model.routines[thread.routine].code.len();
                vec![go(state.clone(), last)]
            }
            Operation::GetStatic(target, field) => set(target, state.statics[usize::from(field.0)]),
            Operation::PutStatic(field, source) => {
                let mut state = state.clone();
                state.statics[usize::from(field.0)] = source.as_ref().and_then(get);
                vec![go(state, next)]
            }
            Operation::Touch(object, ..) => {
                if object.as_ref().is_some_and(|it| get(it).is_none()) {
                    return null();
                }
                vec![go(state.clone(), next)]
            }
            Operation::Assert(_)
            | Operation::Insert(..)
            | Operation::Erase(..)
            | Operation::Pick(..)
            | Operation::TryAcquire(..)
            | Operation::Share(..)
            | Operation::Unshare(..)
            | Operation::Await(..)
            | Operation::Signal(..)
            | Operation::Fail(_)
            | Operation::Unsupported(_) => panic!("{operation:?} is not generated"),
        }
    }

    /// Forgets dead registers, and says who has to go on.
    fn settle(&self, state: &mut State, t: usize, takes: bool) {
        let thread = state.thread(t);
        let live = &self.live[thread.routine];
        for (local, live) in thread.locals.iter_mut().zip(&live.locals[thread.index]) {
            *local = local.filter(|_| *live);
        }
        for (truth, live) in thread.truths.iter_mut().zip(&live.truths[thread.index]) {
            *truth &= *live;
        }
        let code = &self.model.routines[thread.routine].code;
        let next = code.get(thread.index).map(|it| &it.operation);
        let yields = next.is_none_or(|it| it.yields() && (!takes || it.blocks()));
        state.running = if self.reduced && !yields {
            Some(t)
        } else {
            None
        };
    }

    /// What no live thread leads to. It stays: whether the logic has noticed that it is garbage may differ.
    pub(crate) fn garbage(&self, state: &State) -> u64 {
        let mut kept = 0u64;
        let alive = |it: &usize| state.is_alive(self.model, *it);
        let mut todo: Vec<usize> = (0..state.objects.len()).filter(alive).collect();
        todo.extend(state.statics.iter().flatten());
        while let Some(object) = todo.pop() {
            if kept >> object & 1 == 0 {
                kept |= 1 << object;
                todo.extend(state.objects[object].fields.iter().flatten());
                todo.extend(state.objects[object].holder.map(|it| it.0));
                todo.extend(
                    state.objects[object]
                        .thread
                        .iter()
                        .flat_map(|it| &it.locals)
                        .flatten(),
                );
            }
        }
        ((1 << state.objects.len()) - 1) & !kept
    }

    /// All states up to `most`, and all that is wrong in them and on the way.
    pub(crate) fn explore(&self, most: usize) -> (BTreeSet<State>, BTreeSet<String>, bool) {
        let start = self.start();
        let (mut seen, mut wrong) = (BTreeSet::from([start.clone()]), BTreeSet::new());
        let mut todo = VecDeque::from([start]);
        while let Some(state) = todo.pop_front() {
            if seen.len() > most {
                return (seen, wrong, false);
            }
            wrong.extend(self.violations(&state));
            let movers: Vec<usize> = state
                .running
                .map_or((0..state.objects.len()).collect(), |it| vec![it]);
            for t in movers {
                for step in self.steps(&state, t) {
                    match step {
                        Ok(next) => {
                            if seen.insert(next.clone()) {
                                todo.push_back(next);
                            }
                        }
                        Err(what) => {
                            wrong.insert(what);
                            let mut yielded = state.clone();
                            yielded.running = None;
                            if seen.insert(yielded.clone()) {
                                todo.push_back(yielded);
                            }
                        }
                    }
                }
            }
        }
        (seen, wrong, true)
    }

    fn violations(&self, state: &State) -> Vec<String> {
        let mut result = Vec::new();
        let alive: Vec<usize> = (0..state.objects.len())
            .filter(|it| state.is_alive(self.model, *it))
            .collect();
        let stuck = |t: &usize| self.steps(state, *t).is_empty();
        if !alive.is_empty() && alive.iter().all(stuck) {
            result.push("total deadlock".to_string());
        }
        for a in &alive {
            for b in &alive {
                result.extend(if a == b {
                    None
                } else {
                    self.race(state, *a, *b)
                });
            }
        }
        result
    }

    fn race(&self, state: &State, a: usize, b: usize) -> Option<String> {
        let access = |t: usize| {
            let thread = state.objects[t].thread.as_ref()?;
            let (operation, line) = self.operation(thread)?;
            let at = |local: &Local| thread.locals[usize::from(local.0)];
            let place = (thread.routine, thread.index);
            match operation {
                Operation::Get(_, o, f) => Some((at(o)?, (0, f.0), false, line, place)),
                Operation::Put(o, f, _) => Some((at(o)?, (0, f.0), true, line, place)),
                Operation::GetFlag(_, o, f) => Some((at(o)?, (1, f.0), false, line, place)),
                Operation::PutFlag(o, f, _) => Some((at(o)?, (1, f.0), true, line, place)),
                Operation::GetStatic(_, s) => Some((usize::MAX, (2, s.0), false, line, place)),
                Operation::PutStatic(s, _) => Some((usize::MAX, (2, s.0), true, line, place)),
                _ => None,
            }
        };
        let (first, second) = (access(a)?, access(b)?);
        if first.0 != second.0
            || first.1 != second.1
            || !(first.2 || second.2)
            || first.4 > second.4
        {
            return None;
        }
        let what = if first.2 && second.2 {
            "write-write"
        } else {
            "read-write"
        };
        Some(format!("{what} race of lines {} and {}", first.3, second.3))
    }

    /// The state as a structure, with instrumentation left 0.
    pub(crate) fn structure(&self, compiled: &Compiled, state: &State) -> Structure {
        let mut structure = compiled.vocabulary.structure(state.objects.len());
        let mut unary = |p: u16, v: usize| structure.set(Symbol::Unary(p), &[v], Kleene::True);
        for (field, predicate) in state.statics.iter().zip(&compiled.statics) {
            field.iter().for_each(|it| unary(*predicate, *it));
        }
        for (v, object) in state.objects.iter().enumerate() {
            unary(compiled.classes[object.class], v);
            let name = compiled
                .names
                .iter()
                .find(|it| Some(&it.0) == object.name.as_ref());
            name.into_iter().for_each(|it| unary(it.1, v));
            for (flag, predicate) in object.flags.iter().zip(&compiled.flags) {
                flag.then(|| unary(*predicate, v));
            }
            if let Some(thread) = &object.thread {
                unary(compiled.at[thread.routine][thread.index], v);
                for (truth, predicate) in thread.truths.iter().zip(&compiled.truths[thread.routine])
                {
                    truth.then(|| unary(*predicate, v));
                }
            }
        }
        let mut binary =
            |p: u16, v: usize, w: usize| structure.set(Symbol::Binary(p), &[v, w], Kleene::True);
        for (v, object) in state.objects.iter().enumerate() {
            for (field, predicate) in object.fields.iter().zip(&compiled.fields) {
                field.iter().for_each(|it| binary(*predicate, v, *it));
            }
            if let Some((holder, depth)) = object.holder {
                (0..depth).for_each(|level| binary(compiled.held[level], v, holder));
            }
            if let Some(thread) = &object.thread {
                thread
                    .waits
                    .into_iter()
                    .for_each(|it| binary(compiled.waiting, v, it));
                for (local, predicate) in thread.locals.iter().zip(&compiled.locals[thread.routine])
                {
                    local.iter().for_each(|it| binary(*predicate, v, *it));
                }
            }
        }
        structure
    }
}

impl State {
    fn thread(&mut self, object: usize) -> &mut Thread {
        self.objects[object]
            .thread
            .as_mut()
            .expect("it is a thread")
    }

    fn is_alive(&self, model: &Model, object: usize) -> bool {
        let thread = self.objects[object].thread.as_ref();
        thread.is_some_and(|it| it.index < model.routines[it.routine].code.len())
    }

    /// Has every thread yielded?
    pub(crate) fn has_yielded(&self) -> bool {
        self.running.is_none()
    }
}
