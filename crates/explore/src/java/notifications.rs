//! Notifications that nobody heard.
//!
//! A deadlock is a *lost notification* if a thread waits for ever on an object that was notified
//! before it began to wait, and if between taking the monitor and waiting it looked at nothing that
//! others write. Had it looked, it would have known; so it is the notification that it misses, and not
//! one that was never sent. Which of a deadlock's runs is shown decides what it is called.

use machine::thread::{Status, Wake};
use machine::{Machine, Operation, Ref};

/// What a run has shown of notifications so far.
#[derive(Debug, Default)]
pub(crate) struct Notifications {
    /// Objects that were notified while nobody waited.
    unheard: Vec<Ref>,
    /// By thread: whether it has looked at something since it last took a monitor.
    looked: Vec<bool>,
    /// Threads that wait without having looked, after such a notification.
    missed: Vec<usize>,
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
        }
        match operation {
            Some(Operation::Lock(_)) => self.looked[thread] = false,
            Some(Operation::Reacquire(_)) => {
                self.looked[thread] = false;
                self.missed.retain(|missed| *missed != thread);
            }
            Some(Operation::Notify(object) | Operation::NotifyAll(object))
                if machine.waiters(object).next().is_none() =>
            {
                self.unheard.push(object);
            }
            Some(Operation::Wait(object))
                if !self.looked[thread] && self.unheard.contains(&object) =>
            {
                self.missed.push(thread);
            }
            Some(operation) if operation.accesses().next().is_some() => {
                self.looked[thread] = true;
            }
            _ => {}
        }
    }

    /// Whether a thread waits now for a notification that was before its time.
    pub(crate) fn is_lost(&self, machine: &Machine<'_>) -> bool {
        self.missed.iter().any(|thread| {
            let status = machine.threads()[*thread].status;
            matches!(status, Status::Waiting(waiting) if waiting.wake == Wake::Not)
        })
    }
}
