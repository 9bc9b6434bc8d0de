//! Notifications that nobody heard.
//!
//! A deadlock is a *lost notification* if a thread waits for ever on an object that was notified
//! before it began to wait, and if between taking the monitor and waiting it looked at nothing that
//! others write. Had it looked, it would have known; so it is the notification that it misses, and not
//! one that was never sent. Which of a deadlock's runs is shown decides what it is called.
//!
//! Conditions of the library's locks are treated alike. What its locks and conditions look at in
//! themselves is no look of the program's.

use machine::thread::{Status, Wake};
use machine::{Machine, Operation, Ref};

use crate::java::describe::{SourcePlace, place_of, receiver_in};
use crate::watch::deadlock::{CONDITION, awaited_by};

/// The locks that conditions belong to.
const LOCKS: [&str; 3] = [
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
];

/// What a run has shown of notifications so far.
#[derive(Debug, Default)]
pub(crate) struct Notifications {
    /// Objects that were notified while nobody waited, with who did so and where.
    unheard: Vec<(Ref, Unheard)>,
    /// By thread: whether it has looked at something since it last took a monitor.
    looked: Vec<bool>,
    /// By thread: the condition of the library in whose call it is.
    inside: Vec<Option<Ref>>,
    /// Threads that wait without having looked, after such a notification.
    missed: Vec<(usize, Unheard)>,
}

/// A notification that nobody heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unheard {
    /// The number of the thread that sent it.
    pub(crate) thread: usize,
    pub(crate) place: SourcePlace,
}

impl Notifications {
    /// A thread is about to do something.
    pub(crate) fn before(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        operation: Option<Operation>,
    ) {
        if self.looked.len() <= thread {
            self.looked.resize(thread + 1, true);
            self.inside.resize(thread + 1, None);
        }
        if self.is_in_library(machine, thread) {
            return;
        }
        match operation {
            Some(Operation::Lock(_)) => self.looked[thread] = false,
            Some(Operation::Reacquire(_)) => {
                self.looked[thread] = false;
                self.missed.retain(|missed| missed.0 != thread);
            }
            Some(Operation::Notify(object) | Operation::NotifyAll(object))
                if machine.waiters(object).next().is_none() =>
            {
                self.go_unheard(machine, object, thread);
            }
            Some(Operation::Wait(object)) if !self.looked[thread] => {
                self.miss(object, thread);
            }
            Some(operation) if operation.accesses().next().is_some() => {
                self.looked[thread] = true;
            }
            _ => {}
        }
    }

    /// Whether a thread is in a call of the library's locks or conditions; takes down what it is there for
    /// when it gets into it.
    fn is_in_library(&mut self, machine: &Machine<'_>, thread: usize) -> bool {
        let signalled = receiver_in(machine, thread, CONDITION, |name| {
            matches!(name, "signal" | "signalAll")
        });
        let awaited = receiver_in(machine, thread, CONDITION, |name| name.starts_with("await"));
        let condition = signalled.or(awaited);
        let is_first = condition != self.inside[thread];
        self.inside[thread] = condition;
        if let Some(condition) = condition {
            if !is_first {
                return true;
            }
            if signalled.is_some() && has_no_waiter(machine, condition) {
                self.go_unheard(machine, condition, thread);
            }
            if signalled.is_none() {
                self.missed.retain(|missed| missed.0 != thread);
                if !self.looked[thread] {
                    self.miss(condition, thread);
                }
                // Whoever is woken looks again.
                self.looked[thread] = false;
            }
            return true;
        }
        let mut locks = LOCKS.iter();
        let is_in = |lock: &&str| receiver_in(machine, thread, lock, |_| true).is_some();
        if !locks.any(is_in) {
            return false;
        }
        let mut locks = LOCKS.iter();
        let takes = |lock: &str| {
            receiver_in(machine, thread, lock, |name| {
                name.starts_with("lock") || name == "tryLock"
            })
        };
        if locks.find_map(|it| takes(it)).is_some() {
            self.looked[thread] = false;
        }
        true
    }

    /// A thread notifies where nobody waits.
    fn go_unheard(&mut self, machine: &Machine<'_>, object: Ref, thread: usize) {
        let place = place_of(machine, thread);
        self.unheard.push((object, Unheard { thread, place }));
    }

    /// A thread begins to wait without having looked.
    fn miss(&mut self, object: Ref, thread: usize) {
        let last = self.unheard.iter().rfind(|it| it.0 == object);
        self.missed
            .extend(last.map(|(_, unheard)| (thread, unheard.clone())));
    }

    /// A thread that waits now for a notification that was before its time, and the notification.
    pub(crate) fn lost(&self, machine: &Machine<'_>) -> Option<&(usize, Unheard)> {
        self.missed.iter().find(|(thread, _)| {
            let status = machine.threads()[*thread].status;
            matches!(status, Status::Waiting(waiting) if waiting.wake == Wake::Not)
                || awaited_by(machine, *thread).is_some()
        })
    }
}

/// Whether nobody waits on a condition of the library.
fn has_no_waiter(machine: &Machine<'_>, condition: Ref) -> bool {
    let program = machine.program();
    let object = machine.heap().object(condition);
    let first = program.resolve_field(object.class, "firstWaiter");
    first.is_ok_and(|it| Ref::from_word(object.data[usize::from(program.field(it).slot)]).is_null())
}
