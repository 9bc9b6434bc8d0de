//! Threads that can't move: who waits for what, and what sort of deadlock that is.

use machine::thread::Status;
use machine::{Choice, Machine, Operation, Ref};
use property::FindingKind;

use crate::java::describe::{Namer, library_call, place_of, receiver_in, thread_name};
use crate::java::trace::Blocked;
use crate::system::{About, Finding};

/// What is wrong in a state in which nothing can move, or only for no reason: nothing, if the program
/// has ended.
pub fn finding(machine: &mut Machine<'_>) -> Option<Finding> {
    let is_stuck = |thread: &machine::thread::Thread<'_>| !thread.daemon && !thread.has_ended();
    if machine.exit_status().is_some() || !machine.threads().iter().any(is_stuck) {
        return None;
    }
    let mut namer = Namer::default();
    let blocked = blocked(machine, &mut namer);
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
/// a lockout by nested monitors. (Waiting for a thread to end is not: nobody has to notify.)
fn classify(machine: &mut Machine<'_>) -> (FindingKind, &'static str) {
    for thread in 0..machine.threads().len() {
        let Some(Operation::Lock(object) | Operation::Start(object)) = machine.operation(thread)
        else {
            continue;
        };
        let Some(owner) = machine.monitor(object).owner() else {
            continue;
        };
        if let Status::Waiting(waiting) = machine.threads()[owner].status
            && waiting.object != object
            && !machine.is_thread(waiting.object)
            && !joins(machine, owner, waiting.object)
        {
            return (
                FindingKind::NestedMonitor,
                "nested monitors lock each other out",
            );
        }
    }
    (FindingKind::Deadlock, "deadlock")
}

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
        let reason = match operation {
            _ if moves => "goes on".to_owned(),
            _ if machine.threads()[number].is_suspended() => {
                "is suspended, and nobody will resume it".to_owned()
            }
            Operation::Lock(object) | Operation::Start(object) => {
                waits_for_lock(machine, namer, object)
            }
            Operation::Reacquire(object) => {
                let wait = waits_for_lock(machine, namer, object);
                format!("was woken and {wait}")
            }
            Operation::Waiting(object) if joins(machine, number, object) => {
                let joined = joined_by(machine, number, object).unwrap_or(object);
                format!("waits for {} to end", machine.thread_label(joined))
            }
            Operation::Waiting(_) if is_timer(machine, number) => {
                "waits for tasks, and nobody has cancelled its timer".to_owned()
            }
            Operation::Waiting(object) => {
                format!("waits to be notified on {}", namer.object(machine, object))
            }
            Operation::End => "can't end while another thread holds its lock".to_owned(),
            Operation::Park => is_parked(machine, number),
            _ if machine.is_kept_out(number) => is_parked(machine, number),
            Operation::Initialize(class) => {
                let name = machine.program().class(class).name.replace('/', ".");
                format!("waits for the initialisation of {name} by another thread")
            }
            _ => "goes on when others have".to_owned(),
        };
        let holds = held_by(machine, namer, number);
        all.push(Blocked {
            number,
            thread: thread_name(machine, number),
            reason,
            moves,
            holds,
            place: place_of(machine, number),
        });
    }
    all
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
fn is_parked(machine: &mut Machine<'_>, number: usize) -> String {
    const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
    const LOCK: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
    if receiver_in(machine, number, POOL, |name| name == "getTask").is_some() {
        return "waits for tasks, and nobody has shut its pool down".to_owned();
    }
    let call = library_call(machine, number).filter(|it| it != "LockSupport.park");
    let acquired = receiver_in(machine, number, LOCK, |name| name.starts_with("acquire"));
    let owner = acquired.and_then(|lock| machine.owner_of(lock));
    let reader = acquired.and_then(|lock| machine.first_reader_of(lock));
    match (call, owner.or(reader)) {
        (Some(call), Some(by)) => {
            let how = if owner.is_some() { "" } else { " for reading" };
            let by = machine.thread_label(by);
            format!("is parked in {call}, for what {by} has locked{how}")
        }
        (Some(call), None) => format!("is parked in {call}, and nobody will unpark it"),
        _ => "is parked, and nobody will unpark it".to_owned(),
    }
}

fn waits_for_lock(machine: &mut Machine<'_>, namer: &mut Namer, object: Ref) -> String {
    let name = namer.object(machine, object);
    match machine.monitor(object).owner() {
        Some(owner) => format!(
            "waits for the lock of {name}, held by {}",
            thread_name(machine, owner)
        ),
        None => format!("waits for the lock of {name}"),
    }
}

/// Names of the objects that other threads wait for and this one has locked.
fn held_by(machine: &mut Machine<'_>, namer: &mut Namer, thread: usize) -> Vec<String> {
    let mut held = Vec::new();
    for other in 0..machine.threads().len() {
        let object = match machine.operation(other) {
            Some(
                Operation::Lock(object) | Operation::Start(object) | Operation::Reacquire(object),
            ) => object,
            _ => continue,
        };
        if machine.monitor(object).owner() == Some(thread) {
            let name = namer.object(machine, object);
            if !held.contains(&name) {
                held.push(name);
            }
        }
    }
    held
}
