//! Monitors that need no stop because another one is always owned where they are entered: Corbett's
//! protected locks, for the objects that exist when a model begins.
//!
//! In: points-to sets with methods told apart by their receivers. Out: the protected monitors.
//!
//! Why: let every entry of M happen while the thread owns L. Two threads can meet at M only if one of them
//! owns M and not L. It entered M under L, so it has given L back before M. Waiting on L does that, so
//! nobody may wait on L; and so does code that leaves monitors in another order than it entered them, so
//! every method has to leave what it entered, the last one first ([`is_nested`]). Then an entry of M never
//! has to wait, and commutes with all that others do, as an access under L does.
//!
//! For example, in Corbett's observers each subject calls its own observer from a synchronized method, and
//! the observer's methods are synchronized. Seen for the receiver `subject1`, the field `observer` holds
//! `observer1` alone, so `observer1` is entered under `subject1` only, and no stop is needed there.

use std::collections::{BTreeMap, BTreeSet};

use program::{Instruction, MethodId, Program};

use super::{FlatPoints, Object, ObjectId};
use crate::locks::{Base, Held, Locks};
use crate::points::{self, InstanceId, Points};

/// The monitors of `candidates` that are only entered while some other monitor is owned that is not in
/// `waited`.
pub(super) fn protected(
    program: &Program,
    points: &FlatPoints,
    candidates: &BTreeSet<ObjectId>,
    waited: &BTreeSet<ObjectId>,
) -> BTreeSet<ObjectId> {
    let Some(fine) = points.by_receiver.as_ref() else {
        return BTreeSet::new();
    };
    let is_single = |object: points::ObjectId| {
        matches!(fine.objects[object as usize], points::Object::Initial(_))
    };
    let locks = Locks::new(program, fine, is_single);
    let nested = points.code.keys().all(|it| is_nested(program, points, *it));
    if !nested {
        return BTreeSet::new();
    }
    let mut owned: BTreeMap<ObjectId, BTreeSet<ObjectId>> = BTreeMap::new();
    for (index, instance) in fine.instances.iter().enumerate() {
        let index = index as InstanceId;
        let body = program.body(instance.method);
        let mut held: Option<Vec<Option<Held>>> = None;
        for (pc, instruction) in body.code.iter().enumerate() {
            let Instruction::MonitorEnter { object } = *instruction else {
                continue;
            };
            if !fine.is_reached(index, pc as u32) {
                continue;
            }
            let held = held.get_or_insert_with(|| locks.inside(program, fine, index));
            let around = around(points, fine, held[pc].as_ref());
            for entered in fine.register(index, pc as u32, object).iter() {
                let Some(entered) = flat_id(points, fine, entered) else {
                    continue;
                };
                match owned.get_mut(&entered) {
                    Some(known) => known.retain(|it| around.contains(it)),
                    None => drop(owned.insert(entered, around.clone())),
                }
            }
        }
    }
    let is_protected = |object: &ObjectId| {
        let around = owned.get(object);
        around.is_some_and(|it| {
            it.iter()
                .any(|lock| lock != object && !waited.contains(lock))
        })
    };
    candidates.iter().copied().filter(is_protected).collect()
}

/// The single objects of the initial heap whose monitors are owned.
fn around(points: &FlatPoints, fine: &Points, held: Option<&Held>) -> BTreeSet<ObjectId> {
    let keys = held.into_iter().flatten();
    let objects = keys.filter_map(|key| match key.base {
        Base::Object(object) if key.path.is_empty() => flat_id(points, fine, object),
        _ => None,
    });
    objects.collect()
}

/// The same object of the initial heap where methods are not told apart.
fn flat_id(points: &FlatPoints, fine: &Points, object: points::ObjectId) -> Option<ObjectId> {
    match fine.objects[object as usize] {
        points::Object::Initial(name) => points.id_of(Object::Concrete(name)),
        _ => None,
    }
}

/// Whether a method leaves the monitors that it enters, and the last one first, however it ends. Each
/// monitor is known by the instruction that entered it; what leaves it has to read the same variable.
fn is_nested(program: &Program, points: &FlatPoints, method: MethodId) -> bool {
    let body = program.body(method);
    let uses_monitors = body.code.iter().any(|it| {
        matches!(
            it,
            Instruction::MonitorEnter { .. } | Instruction::MonitorExit { .. }
        )
    });
    if !uses_monitors {
        return true;
    }
    let mut at: BTreeMap<u32, Vec<u32>> = BTreeMap::from([(0, Vec::new())]);
    let mut work = vec![0];
    while let Some(pc) = work.pop() {
        let before = at[&pc].clone();
        let mut after = before.clone();
        let instruction = body.code[pc as usize];
        match instruction {
            Instruction::MonitorEnter { object } => match points.web_used(method, pc, object) {
                Some(web) => after.push(web),
                None => return false,
            },
            Instruction::MonitorExit { object } => {
                let left = after.pop();
                if left.is_none() || left != points.web_used(method, pc, object) {
                    return false;
                }
            }
            Instruction::Return { .. } if !before.is_empty() => return false,
            _ => {}
        }
        let mut next = Vec::new();
        body.for_each_successor(pc, |to| next.push((to, after.clone())));
        if instruction.may_throw() {
            let mut catches_all = false;
            for handler in body.handlers_at(pc) {
                catches_all |= handler.catch.is_none();
                next.push((handler.target, before.clone()));
            }
            // An exception of the exit itself is one of a monitor that is not owned.
            let is_exit = matches!(instruction, Instruction::MonitorExit { .. });
            if !before.is_empty() && !catches_all && !is_exit {
                return false;
            }
        }
        for (to, stack) in next {
            match at.get(&to) {
                Some(known) if *known != stack => return false,
                Some(_) => {}
                None => {
                    at.insert(to, stack);
                    work.push(to);
                }
            }
        }
    }
    true
}
