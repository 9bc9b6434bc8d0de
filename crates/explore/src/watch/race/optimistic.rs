//! Reads that are meant to race: those of `StampedLock`'s optimistic mode.
//!
//! The documentation of `StampedLock` has threads read ordinary fields without a lock, between
//! `tryOptimisticRead` and `validate`, and says that what was read may be used only if the stamp is still valid;
//! `validate` has the fence that this takes. Such a read and a write under the write lock conflict, and are no
//! mistake. A read counts as one of these if its method calls `tryOptimisticRead` before it, and on each way on
//! from it `validate` before it returns; the write, if the only `StampedLock` that there is is locked for writing then. That the
//! values of a failed validation are not used after all is not looked at: what comes of them shows in runs.

use std::collections::BTreeSet;

use machine::Machine;
use program::{Body, Instruction, Program};

use super::owner;

const LOCK: &str = "java/util/concurrent/locks/StampedLock";
/// The bit of the lock's state that says that it is locked for writing.
const WRITES: u64 = 1 << 7;

/// Whether a thread is about to read what it will validate, while somebody holds such a lock for writing.
pub(super) fn is_meant(kinship: &mut owner::Kinship, machine: &Machine<'_>, reader: usize) -> bool {
    let Some(depth) = owner::own_depth(kinship, machine, reader) else {
        return false;
    };
    let frame = &machine.threads()[reader].frames[depth];
    let body = machine.program().body(frame.method);
    is_between(machine.program(), body, frame.pc) && is_locked(machine)
}

/// Whether an instruction comes after an optimistic read has begun, and before it is validated.
fn is_between(program: &Program, body: &Body, pc: u32) -> bool {
    let begins =
        (0..body.code.len() as u32).filter(|it| calls(program, body, *it, "tryOptimisticRead"));
    let mut begins = begins.filter(|it| ways_on(body, *it, |_| false).contains(&pc));
    let ends = |it: u32| calls(program, body, it, "validate");
    let is_last = |it: &u32| {
        let mut goes_on = false;
        body.for_each_successor(*it, |_| goes_on = true);
        !goes_on
    };
    begins.next().is_some() && !ways_on(body, pc, ends).iter().any(is_last)
}

/// The instructions that may follow one without an exception, up to where that ends.
fn ways_on(body: &Body, from: u32, ends: impl Fn(u32) -> bool) -> BTreeSet<u32> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        body.for_each_successor(at, |next| {
            if !ends(next) && seen.insert(next) {
                open.push(next);
            }
        });
    }
    seen
}

fn calls(program: &Program, body: &Body, pc: u32, name: &str) -> bool {
    let Instruction::Invoke { method, .. } = body.code[pc as usize] else {
        return false;
    };
    let method = program.method(method);
    &*method.name == name && &*program.class(method.class).name == LOCK
}

/// Whether there is one lock of that class, and it is locked for writing.
fn is_locked(machine: &Machine<'_>) -> bool {
    let program = machine.program();
    let Some(class) = program.loaded(LOCK) else {
        return false;
    };
    let mut fields = program
        .class(class)
        .fields
        .iter()
        .map(|it| program.field(*it));
    let Some(state) = fields.find(|it| &*it.name == "state") else {
        return false;
    };
    let heap = machine.heap();
    let all = heap.all().into_iter().filter(|it| it.is_heap());
    let locks: Vec<_> = all.filter(|it| heap.object(*it).class == class).collect();
    // Of several locks nobody knows which the writer should have.
    locks.len() == 1 && heap.object(locks[0]).data[state.slot as usize] & WRITES != 0
}
