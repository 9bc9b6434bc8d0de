//! Routines made shorter without changing what they do.
//!
//! In: a [`Draft`] as inlining gives it. Out: a [`Routine`] without unreachable code, jumps to jumps, dead
//! assignments and copies that are not needed. And, over a whole model: which accesses no other thread can
//! meet ([`mark_private`]).
//!
//! A copy `a = b` is dropped if at every use of `a` it is certain that `a` and `b` are equal, which is an
//! available-copies analysis; uses of `a` become uses of `b`. Else `a` and `b` become one register if they are
//! never live at once with different values (Chaitin's coalescing).

use super::emit::Draft;
use crate::configuration::liveness::{Liveness, liveness, successors};
use crate::configuration::model::{
    Access, Condition, Instruction, Local, Model, Operation, Routine, RoutineId, Truth,
};
use program::MethodId;
use std::collections::BTreeMap;

/// What became of the registers that are live at the beginning.
pub(super) struct Renamed {
    locals: Vec<Option<Local>>,
    truths: Vec<Option<Truth>>,
}

impl Renamed {
    pub(super) fn local(&self, local: Local) -> Option<Local> {
        self.locals[usize::from(local.0)]
    }

    pub(super) fn truth(&self, truth: Truth) -> Option<Truth> {
        self.truths[usize::from(truth.0)]
    }
}

/// Makes a routine of a draft.
pub(super) fn finish(name: &str, draft: Draft) -> (Routine, Vec<(MethodId, u32)>, Renamed) {
    let end = draft.code.len();
    let mut routine = Routine {
        name: name.to_owned(),
        locals: draft.locals,
        truths: draft.truths,
        code: draft.code,
    };
    let mut origins = draft.origins;
    for step in &mut routine.code {
        if let Some(to) = step.operation.jump_mut() {
            *to = draft.labels[*to].unwrap_or(end);
        }
    }
    let renamed = shorten(&mut routine, &mut origins);
    (routine, origins, renamed)
}

/// Makes a routine shorter.
pub(super) fn shorten(routine: &mut Routine, origins: &mut Vec<(MethodId, u32)>) -> Renamed {
    compact(routine, origins);
    let first = liveness(routine);
    let mut names: Vec<Local> = (0..routine.locals.len() as u16).map(Local).collect();
    loop {
        let before = routine.code.len();
        drop_dead(routine);
        propagate_copies(routine);
        coalesce(routine, &mut names);
        compact(routine, origins);
        if routine.code.len() == before {
            break;
        }
    }
    rename(routine, &names, &first)
}

/// Removes what can't be reached and what does nothing.
fn compact(routine: &mut Routine, origins: &mut Vec<(MethodId, u32)>) {
    loop {
        let count = routine.code.len();
        for index in 0..count {
            let Some(mut to) = routine.code[index].operation.jump() else {
                continue;
            };
            for _ in 0..count {
                match routine.code.get(to).map(|it| &it.operation) {
                    Some(Operation::Jump(next)) if *next != to => to = *next,
                    _ => break,
                }
            }
            *routine.code[index].operation.jump_mut().expect("it jumps") = to;
        }
        let mut reached = vec![false; count + 1];
        let mut todo = vec![0];
        while let Some(index) = todo.pop() {
            if !std::mem::replace(&mut reached[index], true) {
                todo.extend(successors(routine, index));
            }
        }
        let goes = |index: usize| {
            let next = (index + 1..count).find(|it| reached[*it]).unwrap_or(count);
            let skips = |to: usize| to > index && to <= next;
            match &routine.code[index].operation {
                Operation::Jump(to) => skips(*to),
                Operation::Branch(Condition::Less(..), _) => false,
                Operation::Branch(_, to) => skips(*to),
                _ => false,
            }
        };
        let kept: Vec<bool> = (0..count).map(|it| reached[it] && !goes(it)).collect();
        if kept.iter().all(|it| *it) {
            return;
        }
        let mut places = vec![0; count + 1];
        for index in 0..count {
            places[index + 1] = places[index] + usize::from(kept[index]);
        }
        let mut keep = kept.iter();
        routine.code.retain(|_| *keep.next().expect("one for each"));
        let mut keep = kept.iter();
        origins.retain(|_| *keep.next().expect("one for each"));
        for step in &mut routine.code {
            if let Some(to) = step.operation.jump_mut() {
                *to = places[*to];
            }
        }
    }
}

/// Assignments nobody reads become jumps to the next instruction.
fn drop_dead(routine: &mut Routine) {
    let live = liveness(routine);
    for index in 0..routine.code.len() {
        let next = &live.locals[index + 1];
        let dead = |it: Local| !next[usize::from(it.0)];
        let drops = match &routine.code[index].operation {
            Operation::Move(target, source) => dead(*target) || target == source,
            Operation::Null(target) | Operation::New(target, _) => dead(*target),
            Operation::GetStatic(target, _) => {
                dead(*target) && routine.code[index].access == Access::Private
            }
            Operation::Set(target, _) => !live.truths[index + 1][usize::from(target.0)],
            _ => false,
        };
        if drops {
            routine.code[index].operation = Operation::Jump(index + 1);
        }
    }
}

fn propagate_copies(routine: &mut Routine) {
    for index in 0..routine.code.len() {
        let Operation::Move(target, source) = routine.code[index].operation else {
            continue;
        };
        if target == source || !is_available(routine, index, target, source) {
            continue;
        }
        for step in &mut routine.code {
            step.operation.replace_reads(target, source);
        }
        routine.code[index].operation = Operation::Jump(index + 1);
    }
}

/// Is the copy certain at each use of its target?
fn is_available(routine: &Routine, copy: usize, target: Local, source: Local) -> bool {
    let count = routine.code.len();
    // Optimistic: certain everywhere but at the beginning.
    let mut holds = vec![true; count + 1];
    holds[0] = false;
    loop {
        let mut changed = false;
        for index in 0..count {
            let written = routine.code[index].operation.writes().0;
            let after = match written {
                _ if index == copy => true,
                Some(it) if it == target || it == source => false,
                _ => holds[index],
            };
            if after {
                continue;
            }
            for next in successors(routine, index) {
                changed |= std::mem::replace(&mut holds[next], false);
            }
        }
        if !changed {
            break;
        }
    }
    let reads = |it: &Instruction| it.operation.reads().0.contains(&target);
    let mut uses = (0..count).filter(|it| reads(&routine.code[*it]));
    uses.all(|it| holds[it])
}

fn coalesce(routine: &mut Routine, names: &mut [Local]) {
    let mut index = 0;
    while index < routine.code.len() {
        if let Operation::Move(target, source) = routine.code[index].operation
            && target != source
            && target != super::SELF
            && source != super::SELF
            && !interfere(routine, target, source)
        {
            for step in &mut routine.code {
                step.operation.replace_all(target, source);
            }
            for name in names.iter_mut().filter(|it| **it == target) {
                *name = source;
            }
            routine.code[index].operation = Operation::Jump(index + 1);
        }
        index += 1;
    }
}

/// Are two registers live at once while they may differ?
fn interfere(routine: &Routine, a: Local, b: Local) -> bool {
    let live = liveness(routine);
    let lives = |index: usize, it: Local| live.locals[index][usize::from(it.0)];
    if lives(0, a) && lives(0, b) {
        return true;
    }
    (0..routine.code.len()).any(|index| {
        let operation = &routine.code[index].operation;
        let other = match operation.writes().0 {
            Some(it) if it == a => b,
            Some(it) if it == b => a,
            _ => return false,
        };
        let copies = matches!(operation, Operation::Move(_, source) if *source == other);
        let after = successors(routine, index);
        !copies && after.into_iter().any(|next| lives(next, other))
    })
}

/// Gives the registers that are left new numbers.
fn rename(routine: &mut Routine, names: &[Local], first: &Liveness) -> Renamed {
    let (mut locals, mut truths) = (vec![super::SELF], Vec::new());
    for step in &routine.code {
        let (used, asked) = step.operation.registers();
        locals.extend(used);
        truths.extend(asked);
    }
    locals.sort();
    locals.dedup();
    truths.sort();
    truths.dedup();
    let local = |it: Local| locals.binary_search(&it).ok().map(|it| Local(it as u16));
    let truth = |it: Truth| truths.binary_search(&it).ok().map(|it| Truth(it as u16));
    for step in &mut routine.code {
        step.operation
            .rename(&|it| local(it).expect("it is used"), &|it| {
                truth(it).expect("it is used")
            });
    }
    let live = |index: usize| first.locals[0][index];
    let renamed = Renamed {
        locals: (0..names.len())
            .map(|it| local(names[it]).filter(|_| live(it)))
            .collect(),
        truths: (0..routine.truths.len())
            .map(|it| truth(Truth(it as u16)).filter(|_| first.truths[0][it]))
            .collect(),
    };
    routine.locals = locals
        .iter()
        .map(|it| routine.locals[usize::from(it.0)].clone())
        .collect();
    routine.truths = truths
        .iter()
        .map(|it| routine.truths[usize::from(it.0)].clone())
        .collect();
    renamed
}

/// What an access is to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Field(u16),
    Flag(u16),
    Static(u16),
    Data(u16),
}

fn accessed(operation: &Operation) -> Option<(What, Option<Local>, bool)> {
    Some(match *operation {
        Operation::Get(_, object, field) => (What::Field(field.0), Some(object), false),
        Operation::Put(object, field, _) => (What::Field(field.0), Some(object), true),
        Operation::GetFlag(_, object, flag) => (What::Flag(flag.0), Some(object), false),
        Operation::PutFlag(object, flag, _) => (What::Flag(flag.0), Some(object), true),
        Operation::Touch(object, data, write) => (What::Data(data.0), object, write),
        Operation::GetStatic(_, it) => (What::Static(it.0), None, false),
        Operation::PutStatic(it, _) => (What::Static(it.0), None, true),
        _ => return None,
    })
}

/// Marks accesses that no other thread can meet: those to an object that the thread has made and not yet let
/// anybody see, and reads of what is written in that way only, or never.
///
/// The second is right because who reads a field of an object has got a reference to it, and so reads after
/// all such writes.
pub(super) fn mark_private(model: &mut Model) {
    let mut shared: Vec<What> = Vec::new();
    for routine in &mut model.routines {
        let fresh = fresh_objects(routine);
        for (index, step) in routine.code.iter_mut().enumerate() {
            let Some((what, object, write)) = accessed(&step.operation) else {
                continue;
            };
            if object.is_some_and(|it| fresh[index].contains_key(&it)) {
                step.access = Access::Private;
            }
            if write && step.access != Access::Private {
                shared.push(what);
            }
        }
    }
    for step in model.routines.iter_mut().flat_map(|it| &mut it.code) {
        if let Some((what, _, false)) = accessed(&step.operation)
            && !shared.contains(&what)
        {
            step.access = Access::Private;
        }
    }
}

/// Registers that get objects which their thread has made, and keep them while others can move.
pub(super) fn own_registers(model: &Model) -> Vec<(RoutineId, Local)> {
    let mut result = Vec::new();
    // The main thread is one.
    for (number, routine) in model.routines.iter().enumerate().skip(1) {
        let mut own: Vec<Local> = Vec::new();
        loop {
            let before = own.len();
            for step in &routine.code {
                let target = match step.operation {
                    Operation::New(target, _) => target,
                    Operation::Move(target, source) if own.contains(&source) => target,
                    Operation::Pick(target, ..) if is_taken(routine, target) => target,
                    _ => continue,
                };
                if !own.contains(&target) {
                    own.push(target);
                }
            }
            if own.len() == before {
                break;
            }
        }
        let live = liveness(routine);
        let stays = |it: &Local| {
            let mut yields = (0..routine.code.len()).filter(|at| routine.code[*at].yields());
            yields.any(|at| live.locals[at][usize::from(it.0)])
        };
        own.retain(stays);
        result.extend(own.into_iter().map(|it| (RoutineId(number as u16), it)));
    }
    result
}

/// Whether what a register gets out of a collection is removed from it.
fn is_taken(routine: &Routine, register: Local) -> bool {
    let mut code = routine.code.iter();
    code.any(|it| matches!(it.operation, Operation::Erase(_, _, taken) if taken == register))
}

/// Before each instruction, the registers with objects that only this thread's registers refer to, and where
/// those were made.
fn fresh_objects(routine: &Routine) -> Vec<BTreeMap<Local, usize>> {
    let count = routine.code.len();
    let mut fresh: Vec<Option<BTreeMap<Local, usize>>> = vec![None; count + 1];
    fresh[0] = Some(BTreeMap::new());
    let mut todo = vec![0];
    while let Some(index) = todo.pop() {
        let Some(mut now) = fresh[index].clone() else {
            continue;
        };
        if let Some(step) = routine.code.get(index) {
            step_fresh(&step.operation, index, &mut now);
        }
        for next in successors(routine, index) {
            let joined = match &fresh[next] {
                None => now.clone(),
                Some(before) => {
                    let mut both = before.clone();
                    both.retain(|local, site| now.get(local) == Some(site));
                    both
                }
            };
            if fresh[next].as_ref() != Some(&joined) {
                fresh[next] = Some(joined);
                todo.push(next);
            }
        }
    }
    fresh.into_iter().map(Option::unwrap_or_default).collect()
}

fn step_fresh(operation: &Operation, index: usize, now: &mut BTreeMap<Local, usize>) {
    let escaped = match operation {
        Operation::Put(_, _, source) | Operation::PutStatic(_, source) => *source,
        Operation::Insert(_, _, source) => Some(*source),
        Operation::Start(thread) => Some(*thread),
        _ => None,
    };
    if let Some(site) = escaped.and_then(|it| now.get(&it).copied()) {
        now.retain(|_, other| *other != site);
    }
    match operation {
        Operation::New(target, _) => {
            now.retain(|_, site| *site != index);
            now.insert(*target, index);
        }
        Operation::Move(target, source) => {
            let site = now.get(source).copied();
            now.remove(target);
            now.extend(site.map(|it| (*target, it)));
        }
        _ => {
            if let Some(target) = operation.writes().0 {
                now.remove(&target);
            }
        }
    }
}
