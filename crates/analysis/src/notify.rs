//! Notifications that can be merged with the exit from their monitor (Corbett, section 4.5).
//!
//! In: the facts. Out: each `notify` and `notifyAll` of the program's own code, with whether
//! everything that follows it, up to the exit from the same monitor, is invisible: accesses to
//! variables that are owned, immutable or protected, and steps on registers. A call, another
//! notification, or leaving the method before the exit is not.
//!
//! The paper's proof takes waiting threads to be queued first-in-first-out, and excludes merging two
//! notifications for the order of that queue. With arbitrary hand-over it holds as well: between the
//! notification and the exit no thread can enter the monitor, so where in that stretch the waiters
//! become contenders can be seen only by what looks at threads or locks themselves
//! (`Thread.getState`, `Thread.holdsLock`), which counts as a call here.

use std::collections::BTreeSet;

use program::{Instruction, MethodId, Program};

use crate::access::{self, Place};
use crate::facts::{Claim, Facts, Subject};
use crate::locks::Locks;
use crate::points::{InstanceId, Points};

/// A notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Notification {
    /// Whose code.
    pub method: MethodId,
    /// Which instruction.
    pub pc: u32,
    /// Whether it can be merged with the exit from its monitor, on all ways there.
    pub merges: bool,
}

/// All notifications of the program's own code.
pub fn notifications(
    program: &Program,
    points: &Points,
    locks: &Locks,
    facts: &Facts,
) -> Vec<Notification> {
    let mut found: BTreeSet<Notification> = BTreeSet::new();
    for ((instance, pc), natives) in &points.natives {
        let method = points.instances[*instance as usize].method;
        let is_library = program.class(program.method(method).class).is_library;
        if !is_library && natives.iter().any(|it| notifies(program, *it)) {
            let merges = facts.is_closed && merges(program, points, locks, facts, (*instance, *pc));
            found.insert(Notification {
                method,
                pc: *pc,
                merges,
            });
        }
    }
    // A method with several instances merges only if all do.
    let refused: BTreeSet<(MethodId, u32)> = found
        .iter()
        .filter(|it| !it.merges)
        .map(|it| (it.method, it.pc))
        .collect();
    found.retain(|it| !it.merges || !refused.contains(&(it.method, it.pc)));
    found.into_iter().collect()
}

fn notifies(program: &Program, native: MethodId) -> bool {
    let data = program.method(native);
    matches!(&*data.name, "notify" | "notifyAll")
        && &*program.class(data.class).name == "java/lang/Object"
}

fn merges(
    program: &Program,
    points: &Points,
    locks: &Locks,
    facts: &Facts,
    (instance, pc): (InstanceId, u32),
) -> bool {
    let body = program.body(points.instances[instance as usize].method);
    let key = |pc, register| locks.key(program, points, instance, pc, register);
    let arguments = body.code[pc as usize].arguments();
    let receiver = arguments.and_then(|it| body.argument_registers(it).first().copied());
    let Some(lock) = receiver.and_then(|it| key(pc, it)) else {
        return false;
    };
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    let mut pending: Vec<u32> = Vec::new();
    body.for_each_successor(pc, |to| pending.push(to));
    while let Some(pc) = pending.pop() {
        if !seen.insert(pc) {
            continue;
        }
        match body.code[pc as usize] {
            Instruction::MonitorExit { object } => {
                if key(pc, object).as_ref() != Some(&lock) {
                    return false;
                }
                continue;
            }
            Instruction::MonitorEnter { .. }
            | Instruction::Return { .. }
            | Instruction::Throw { .. }
            | Instruction::Raise { .. }
            | Instruction::Unsupported { .. }
            | Instruction::Invoke { .. }
            | Instruction::InvokePolymorphic { .. }
            | Instruction::InvokeDynamic { .. } => return false,
            _ => {}
        }
        for (target, _) in access::accessed(program, points, body, instance, pc) {
            let places = access::places(program, points, instance, pc, target);
            if !places.into_iter().all(|it| is_invisible(facts, it)) {
                return false;
            }
        }
        body.for_each_successor(pc, |to| pending.push(to));
    }
    true
}

fn is_invisible(facts: &Facts, place: Place) -> bool {
    let subject = match place {
        Place::Static(field) | Place::Field(_, field) => Subject::Field(field),
        Place::Elements(object) => Subject::Array(object),
        Place::Monitor(object) => Subject::Monitor(object),
    };
    facts.facts.get(&subject).is_some_and(|fact| {
        matches!(
            fact.claim,
            Claim::Owned(_)
                | Claim::HandedOver(..)
                | Claim::Immutable
                | Claim::Protected(_)
                | Claim::Guarded(_)
        )
    })
}
