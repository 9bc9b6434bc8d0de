//! Threads of a pool that wait for a task which only their own pool could run.
//!
//! That no thread of the pool is free is said only if it is so: the task is in the pool's queue, and every
//! worker of the pool is stuck in a task itself.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::heap::{reference_at, references};
use machine::{Machine, Ref};

use crate::java::describe::receiver_in;

/// The class of pools.
pub(super) const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

/// Classes whose objects stand for what a task gives, with the calls that wait for it.
const FUTURES: [&str; 2] = [
    "java/util/concurrent/FutureTask",
    "java/util/concurrent/CompletableFuture",
];

/// The thread that runs the task for whose result a thread waits.
pub(super) fn runner_of_awaited(machine: &mut Machine<'_>, thread: usize) -> Option<Ref> {
    let waits = |name: &str| name == "get";
    let task = receiver_in(machine, thread, FUTURES[0], waits)?;
    if !machine.heap().has(task) {
        return None;
    }
    let class = machine.object_of(task).class;
    let field = machine.program().resolve_field(class, "runner").ok()?;
    let slot = usize::from(machine.program().field(field).slot);
    let runner = Ref::from_word(machine.object_of(task).data[slot]);
    machine.heap().has(runner).then_some(runner)
}

/// Whether a thread waits, in a task of a pool, for another that no worker of the pool is free for.
pub(super) fn is_exhausted(machine: &mut Machine<'_>, thread: usize) -> bool {
    let pool_of = |machine: &Machine<'_>, thread: usize| {
        receiver_in(machine, thread, POOL, |name| name == "runWorker")
    };
    let Some(pool) = pool_of(machine, thread) else {
        return false;
    };
    let waits = |name: &str| matches!(name, "get" | "join");
    let mut futures = FUTURES.iter();
    let awaited = futures.find_map(|it| receiver_in(machine, thread, it, waits));
    let Some(awaited) = awaited else {
        return false;
    };
    for other in 0..machine.threads().len() {
        let is_worker =
            !machine.threads()[other].has_ended() && pool_of(machine, other) == Some(pool);
        if is_worker && machine.can_move(other) {
            return false;
        }
    }
    is_queued(machine, pool, awaited)
}

/// Whether a task that completes a future is in a pool's queue. Objects of the program are not looked
/// into: that a task in the queue knows the future does not mean that it completes it.
fn is_queued(machine: &mut Machine<'_>, pool: Ref, future: Ref) -> bool {
    let program = machine.program();
    let class = machine.object_of(pool).class;
    let Ok(field) = program.resolve_field(class, "workQueue") else {
        return false;
    };
    let slot = usize::from(program.field(field).slot);
    let mut open = vec![Ref::from_word(machine.object_of(pool).data[slot])];
    let mut seen: HashSet<Ref, FixedState> = HashSet::with_hasher(FixedState::default());
    while let Some(name) = open.pop() {
        if name == future {
            return true;
        }
        if name.is_null() || !seen.insert(name) {
            continue;
        }
        let class = machine.object_of(name).class;
        let class = program.class(class);
        if !class.is_library && !class.name.starts_with('[') || &*class.name == "java/lang/Thread" {
            continue;
        }
        let mut places = Vec::new();
        references(program, machine.object_of(name), |it| places.push(it));
        let object = machine.object_of(name);
        open.extend(places.into_iter().map(|it| reference_at(object, it)));
    }
    false
}
