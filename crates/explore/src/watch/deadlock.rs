//! Threads that can't move: who waits for what, and what sort of deadlock that is.

use machine::thread::{Status, Wake};
use machine::{Choice, Machine, Operation, Ref};
use property::FindingKind;

use crate::java::describe::{library_call, place_of, receiver_in, thread_name};
use crate::java::names::Namer;
use crate::java::trace::Blocked;
use crate::system::{About, Finding};
use crate::watch::pool;

/// What is wrong in a state in which nothing can move, or only for no reason: nothing, if the program
/// has ended.
pub fn finding(machine: &mut Machine<'_>) -> Option<Finding> {
    finding_in_words(machine, &mut Namer::default())
}

/// The same with the names that a namer gives to objects.
pub fn finding_in_words(machine: &mut Machine<'_>, namer: &mut Namer) -> Option<Finding> {
    let is_stuck = |thread: &machine::thread::Thread<'_>| !thread.daemon && !thread.has_ended();
    if machine.exit_status().is_some() || !machine.threads().iter().any(is_stuck) {
        return None;
    }
    let blocked = blocked(machine, namer);
    let reasons: Vec<String> = blocked
        .iter()
        .map(|blocked| format!("{} {}", blocked.thread, blocked.reason))
        .collect();
    let (kind, what) = classify(machine);
    let mut about = About::default();
    blocked.iter().for_each(|it| about.place(&it.place));
    Some(Finding {
        kind,
        message: format!("{what}: {}", reasons.join("; ")),
        threads: blocked.into_iter().map(|blocked| blocked.thread).collect(),
        about,
    })
}

/// Threads that wait for ever while others go on.
pub(crate) fn partial(stuck: &[Blocked]) -> Finding {
    let reasons: Vec<String> = stuck
        .iter()
        .map(|blocked| format!("{} {}", blocked.thread, blocked.reason))
        .collect();
    let mut about = About::default();
    stuck.iter().for_each(|it| about.place(&it.place));
    Finding {
        about,
        kind: FindingKind::PartialDeadlock,
        message: format!(
            "stuck for ever, while other threads go on: {}",
            reasons.join("; ")
        ),
        threads: stuck.iter().map(|blocked| blocked.thread.clone()).collect(),
    }
}

/// A thread that waits to be notified on one monitor while it holds another that the others need is
/// a lockout by nested monitors; so it is with locks and conditions of the library, and with whoever waits
/// for a permit or a latch. (Waiting for a thread to end is not: nobody has to notify.)
fn classify(machine: &mut Machine<'_>) -> (FindingKind, &'static str) {
    for thread in 0..machine.threads().len() {
        let Some((lock, owner)) = lock_and_owner(machine, thread) else {
            continue;
        };
        if waits_to_be_told(machine, owner, lock) {
            return (
                FindingKind::NestedMonitor,
                "nested monitors lock each other out",
            );
        }
    }
    (FindingKind::Deadlock, "deadlock")
}

/// The lock that a thread can't get, and the thread that has it.
fn lock_and_owner(machine: &mut Machine<'_>, thread: usize) -> Option<(Ref, usize)> {
    match machine.operation(thread)? {
        Operation::Lock(object) | Operation::Start(object) | Operation::Reacquire(object) => {
            Some((object, machine.monitor(object).owner()?))
        }
        _ => {
            let lock = acquired_by(machine, thread)?;
            let owner = machine.owner_of(lock);
            let owner = owner.or_else(|| machine.first_reader_of(lock))?;
            Some((lock, machine.thread_of(owner)?))
        }
    }
}

/// Whether a thread waits, on something else than a lock, until another thread says that it may go on.
fn waits_to_be_told(machine: &mut Machine<'_>, thread: usize, lock: Ref) -> bool {
    if let Status::Waiting(waiting) = machine.threads()[thread].status {
        return waiting.object != lock
            && waiting.wake == Wake::Not
            && !machine.is_thread(waiting.object)
            && !joins(machine, thread, waiting.object);
    }
    if machine.operation(thread) != Some(Operation::Park) {
        return false;
    }
    match acquired_by(machine, thread) {
        // Permits and latches have no owner.
        Some(sync) => machine.owner_of(sync).is_none() && machine.first_reader_of(sync).is_none(),
        None => awaited_by(machine, thread).is_some(),
    }
}

/// The condition of the library on which a thread waits to be signalled.
pub(crate) fn awaited_by(machine: &Machine<'_>, number: usize) -> Option<Ref> {
    let awaited = receiver_in(machine, number, CONDITION, |name| name.starts_with("await"));
    // Who was signalled is about to get the lock back.
    awaited.filter(|_| queued_by(machine, number).is_none())
}

/// The conditions of the library's locks.
pub(crate) const CONDITION: &str =
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

/// What every thread that has not ended is waiting for.
pub fn blocked(machine: &mut Machine<'_>, namer: &mut Namer) -> Vec<Blocked> {
    let mut all = Vec::new();
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    choices.retain(|choice| choice.variant != Choice::SPURIOUS);
    for number in 0..machine.threads().len() {
        let Some(operation) = machine.operation(number) else {
            continue;
        };
        let moves = choices.iter().any(|it| usize::from(it.thread) == number);
        let wait = match moves {
            true => Wait::new("goes on"),
            false => wait(machine, namer, number, operation),
        };
        let holds = held_by(machine, namer, number);
        all.push(Blocked {
            number,
            thread: thread_name(machine, number),
            reason: wait.reason,
            waits_for: wait.by,
            moves,
            holds,
            place: place_of(machine, number),
        });
    }
    all
}

/// What a thread waits for.
struct Wait {
    /// As a verb phrase.
    reason: String,
    /// The thread that has it or is to do it, if it is known.
    by: Option<String>,
}

impl Wait {
    fn new(reason: &str) -> Wait {
        Wait {
            reason: reason.to_owned(),
            by: None,
        }
    }
}

fn wait(machine: &mut Machine<'_>, namer: &mut Namer, number: usize, operation: Operation) -> Wait {
    match operation {
        _ if machine.threads()[number].is_suspended() => {
            Wait::new("is suspended, and nobody will resume it")
        }
        Operation::Lock(object) | Operation::Start(object) => {
            waits_for_lock(machine, namer, object)
        }
        Operation::Reacquire(object) => {
            let wait = waits_for_lock(machine, namer, object);
            Wait {
                reason: format!("was woken and {}", wait.reason),
                ..wait
            }
        }
        Operation::Waiting(object) if joins(machine, number, object) => {
            let joined = joined_by(machine, number, object).unwrap_or(object);
            let is_itself = joined == machine.threads()[number].object;
            let joined = machine.thread_label(joined);
            let whom = if is_itself { "itself" } else { joined.as_str() };
            Wait {
                reason: format!("waits for {whom} to end"),
                by: Some(joined),
            }
        }
        Operation::Waiting(_) if is_timer(machine, number) => {
            Wait::new("waits for tasks, and nobody has cancelled its timer")
        }
        Operation::Waiting(object) => Wait::new(&format!(
            "waits to be notified on {}",
            namer.object(machine, object)
        )),
        Operation::End => Wait::new("can't end while another thread holds its lock"),
        Operation::Park => is_parked(machine, namer, number),
        _ if machine.is_kept_out(number) => is_parked(machine, namer, number),
        Operation::Initialize(class) => {
            let name = machine.program().class(class).name.replace('/', ".");
            let by = machine.initializer(class);
            let by = by.map(|it| thread_name(machine, it));
            let whom = by.as_deref().unwrap_or("another thread");
            Wait {
                reason: format!("waits for the initialisation of {name} by {whom}"),
                by,
            }
        }
        _ => Wait::new("goes on when others have"),
    }
}

/// Whether a thread that waits on a thread's object waits for that thread's end.
fn joins(machine: &Machine<'_>, number: usize, object: Ref) -> bool {
    joined_by(machine, number, object).is_some()
}

/// The `java.lang.Thread` for whose end a thread waits that waits on an object.
fn joined_by(machine: &Machine<'_>, number: usize, object: Ref) -> Option<Ref> {
    if machine.is_thread(object) {
        let joined = receiver_in(machine, number, "java/lang/Thread", |name| name == "join");
        return joined.filter(|it| *it == object);
    }
    // Nobody but who joins a virtual thread waits on what its end needs.
    let alive = machine.threads().iter().filter(|it| !it.has_ended());
    let mut threads = alive.map(|it| it.object);
    threads.find(|it| machine.end_monitor(*it) == object)
}

/// Whether a thread is that of a `Timer` without tasks.
fn is_timer(machine: &Machine<'_>, number: usize) -> bool {
    receiver_in(machine, number, "java/util/TimerThread", |name| {
        name == "mainLoop"
    })
    .is_some()
}

/// What a parked thread waits for, as far as the library's classes tell.
fn is_parked(machine: &mut Machine<'_>, namer: &mut Namer, number: usize) -> Wait {
    if receiver_in(machine, number, pool::POOL, |name| name == "getTask").is_some() {
        return Wait::new("waits for tasks, and nobody has shut its pool down");
    }
    let call = library_call(machine, number).filter(|it| it.name != "LockSupport.park");
    let Some(call) = call else {
        return Wait::new("is parked, and nobody will unpark it");
    };
    let acquired = acquired_by(machine, number);
    let owner = acquired.and_then(|lock| machine.owner_of(lock));
    let reader = acquired.and_then(|lock| machine.first_reader_of(lock));
    let name = namer.call(machine, &call);
    let Some(by) = owner.or(reader) else {
        if let Some(runner) = pool::runner_of_awaited(machine, number) {
            let is_itself = runner == machine.threads()[number].object;
            let by = machine.thread_label(runner);
            let reason = match is_itself {
                true => format!("waits in {name} for the task that it runs itself"),
                false => format!("waits in {name} for the task that {by} runs"),
            };
            return Wait {
                reason,
                by: Some(by),
            };
        }
        if pool::is_exhausted(machine, number) {
            return Wait::new(&format!(
                "waits in {name}, within a task of its pool, and no thread of the pool is free for it"
            ));
        }
        return Wait::new(&format!("waits in {name}, and nobody will wake it"));
    };
    let how = if owner.is_some() { "" } else { " for reading" };
    let end = match machine.thread_of(by) {
        Some(_) => "",
        None => ", which has ended without unlocking it",
    };
    let is_itself = by == machine.threads()[number].object;
    let by = machine.thread_label(by);
    let whom = if is_itself { "itself" } else { by.as_str() };
    let reason = match name.strip_suffix(".lock()") {
        _ if signalled_for(machine, number).is_some() => {
            let lock = acquired.and_then(|it| namer.lock_of(machine, it));
            let lock = lock.unwrap_or_else(|| "its lock".to_owned());
            format!("was signalled in {name} and waits for {lock}, locked by {whom}{end}")
        }
        Some(lock) => format!("waits for {lock}, locked{how} by {whom}{end}"),
        None => format!("waits in {name} for what {whom} has locked{how}{end}"),
    };
    Wait {
        reason,
        by: Some(by),
    }
}

/// The synchronizer of the library that a thread is about to acquire.
fn queued_by(machine: &Machine<'_>, number: usize) -> Option<Ref> {
    const LOCK: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
    let acquired = receiver_in(machine, number, LOCK, |name| name.starts_with("acquire"));
    acquired.or_else(|| signalled_for(machine, number))
}

/// The lock that a thread needs to come back from a condition on which it was signalled: its node stands in
/// the lock's own queue then, and the thread stays parked until the lock is free.
fn signalled_for(machine: &Machine<'_>, number: usize) -> Option<Ref> {
    let condition = receiver_in(machine, number, CONDITION, |name| name.starts_with("await"))?;
    let lock = reference_in(machine, condition, "this$0")?;
    let thread = machine.threads()[number].object;
    let last = reference_in(machine, lock, "tail");
    let mut nodes = std::iter::successors(last, |node| reference_in(machine, *node, "prev"));
    nodes
        .any(|node| reference_in(machine, node, "waiter") == Some(thread))
        .then_some(lock)
}

/// What an object refers to in a field, if it has it.
fn reference_in(machine: &Machine<'_>, object: Ref, field: &str) -> Option<Ref> {
    let program = machine.program();
    if !machine.heap().has(object) {
        return None;
    }
    let object = machine.heap().object(object);
    let field = program.resolve_field(object.class, field).ok()?;
    let found = Ref::from_word(object.data[usize::from(program.field(field).slot)]);
    (!found.is_null()).then_some(found)
}

/// The same for a thread that may be held back before the call of a lock, and has not come to it yet.
fn acquired_by(machine: &mut Machine<'_>, number: usize) -> Option<Ref> {
    let acquired = queued_by(machine, number);
    if acquired.is_some() || !machine.is_kept_out(number) {
        return acquired;
    }
    let locks = |name: &str| name.starts_with("lock") || name == "tryLock";
    let mut held_back = LOCKS.iter();
    let lock = held_back.find_map(|it| receiver_in(machine, number, it, locks))?;
    // What is not read again is no part of the state, and may be gone.
    reference_in(machine, lock, "sync")
}

/// The locks of the library.
const LOCKS: [&str; 3] = [
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
];

fn waits_for_lock(machine: &mut Machine<'_>, namer: &mut Namer, object: Ref) -> Wait {
    let name = namer.object(machine, object);
    let by = machine.monitor(object).owner();
    let by = by.map(|it| thread_name(machine, it));
    let reason = match &by {
        Some(owner) => format!("waits for the lock of {name}, held by {owner}"),
        None => format!("waits for the lock of {name}"),
    };
    Wait { reason, by }
}

/// Names of the objects that other threads wait for and this one has locked.
fn held_by(machine: &mut Machine<'_>, namer: &mut Namer, thread: usize) -> Vec<String> {
    let mut held = Vec::new();
    for other in 0..machine.threads().len() {
        let object = match machine.operation(other) {
            Some(
                Operation::Lock(object) | Operation::Start(object) | Operation::Reacquire(object),
            ) => object,
            _ => {
                held.extend(library_lock_held(machine, namer, thread, other));
                continue;
            }
        };
        if machine.monitor(object).owner() == Some(thread) {
            held.push(namer.object(machine, object));
        }
    }
    held.sort_unstable();
    held.dedup();
    held
}

/// The lock of the library that one thread has and another is parked for.
fn library_lock_held(
    machine: &mut Machine<'_>,
    namer: &mut Namer,
    thread: usize,
    other: usize,
) -> Option<String> {
    let lock = acquired_by(machine, other)?;
    let owner = machine.owner_of(lock)?;
    if machine.thread_of(owner) != Some(thread) {
        return None;
    }
    if signalled_for(machine, other).is_some() {
        return namer.lock_of(machine, lock);
    }
    let call = library_call(machine, other)?;
    Some(namer.object(machine, call.receiver?))
}
