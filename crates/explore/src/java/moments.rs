//! How things stand between the steps of a recorded run: where each thread is, what it waits for, and who
//! has locked what.

use machine::thread::Status;
use machine::{Machine, Operation, Ref};

use crate::java::describe::{LibraryCall, SourcePlace, place_of, thread_name};
use crate::java::names::Namer;
use crate::watch::deadlock;

/// A moment between two steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The threads, in the order in which they were started.
    pub threads: Vec<Standing>,
    /// The locks that the run has come to so far, each with the thread that has it.
    pub locks: Vec<(String, Option<String>)>,
    /// How much the program has printed, in bytes.
    pub printed: usize,
}

/// How a thread stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its name.
    pub thread: String,
    /// Where it is.
    pub place: SourcePlace,
    /// What it waits for, as a verb phrase; or empty, if it can go on; or `has ended`.
    pub state: String,
    /// The thread that has what it waits for, if it is known.
    pub waits_for: Option<String>,
}

/// The moments of a run, as they come.
#[derive(Debug, Default)]
pub(crate) struct Moments {
    /// One before the first step, and one after each step.
    pub(crate) list: Vec<Moment>,
}

/// Objects that threads have locked or called `lock` on, on a run.
#[derive(Debug, Default)]
pub(crate) struct Locks(Vec<Ref>);

impl Locks {
    /// Before a step: what it is about to lock will have an owner.
    pub(crate) fn before(
        &mut self,
        machine: &mut Machine<'_>,
        operation: Option<Operation>,
        call: Option<&LibraryCall>,
    ) {
        let monitor = match operation {
            // Who joins a thread locks it for a moment, which is the library's affair.
            Some(Operation::Lock(object)) => (!machine.is_thread(object)).then_some(object),
            _ => None,
        };
        let receiver = call
            .filter(|it| it.name.contains("Lock."))
            .and_then(|it| it.receiver);
        for object in monitor.into_iter().chain(receiver) {
            if machine.heap().has(object) && !self.0.contains(&object) {
                self.0.push(object);
            }
        }
    }

    /// The locks, each with the name of the thread that has it.
    pub(crate) fn owners(
        &self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
    ) -> Vec<(String, Option<String>)> {
        let mut owners = Vec::new();
        for object in &self.0 {
            if machine.heap().has(*object) {
                let owner = owner(machine, *object);
                owners.push((namer.object(machine, *object), owner));
            }
        }
        owners
    }
}

impl Moments {
    /// How things stand now, after `steps` steps.
    pub(crate) fn note(
        &mut self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
        locks: &Locks,
        (steps, printed): (usize, usize),
    ) {
        let mut moment = Moment {
            threads: Vec::new(),
            locks: Vec::new(),
            printed,
        };
        let waiting = deadlock::blocked(machine, namer);
        for number in 0..machine.threads().len() {
            let mut standing = Standing {
                thread: thread_name(machine, number),
                ..Standing::default()
            };
            if machine.threads()[number].status == Status::Ended {
                standing.state = "has ended".to_owned();
            } else {
                standing.place = place_of(machine, number);
            }
            if let Some(it) = waiting.iter().find(|it| it.number == number)
                && !it.moves
            {
                standing.state.clone_from(&it.reason);
                standing.waits_for.clone_from(&it.waits_for);
            }
            moment.threads.push(standing);
        }
        moment.locks = locks.owners(machine, namer);
        // Reads of constants are no steps, and belong to the one before.
        self.list.truncate(steps);
        self.list.push(moment);
    }
}

/// The name of the thread that has locked an object, or that owns a lock of the library.
pub fn owner(machine: &mut Machine<'_>, object: Ref) -> Option<String> {
    if let Some(owner) = machine.monitor(object).owner() {
        return Some(thread_name(machine, owner));
    }
    let owner = machine.owner_of_lock(object)?;
    Some(machine.thread_label(owner))
}
