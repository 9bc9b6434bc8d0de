//! What a run has shown that explains how it ends: interrupts that were used up, notifications that woke one
//! of several, permits that were not given back.
//!
//! In: each step of a recorded run. Out: sentences about the threads that are stuck at its end. Nothing here
//! has a say in whether something is wrong.

use machine::thread::Status;
use machine::{Choice, Machine, Operation, Ref};
use program::MethodId;

use crate::java::describe::{LibraryCall, library_call, thread_name};
use crate::java::names::Namer;

/// What a run has shown so far.
#[derive(Debug, Default)]
pub(crate) struct Hindsight {
    /// The thread that moves, if its interrupt flag is set.
    interrupted: Option<usize>,
    /// Interrupts that threads have used up: the thread and the step.
    used_up: Vec<(usize, usize)>,
    /// Notifications that woke one of several: the step, the object, whom, and the others.
    picked: Vec<(usize, Ref, usize, Vec<usize>)>,
    /// By thread: the call of the library that it is in, and the object, which it may forget on the way.
    inside: Vec<Option<Inside>>,
    /// What has no owner and is taken and given back: the object, the thread, how often it was taken and not
    /// given back, and the step of the last time. Of what it may have failed to take, nothing is known.
    taken: Vec<(Ref, usize, Option<i64>, usize)>,
    /// Locks that threads have come to.
    locks: Vec<Ref>,
    /// What threads were called when they last moved: of one that has ended nothing may be left.
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inside {
    name: String,
    depth: usize,
    method: MethodId,
    /// Where it was called.
    from: u32,
    receiver: Option<Ref>,
    /// Its last step so far.
    step: usize,
}

impl Hindsight {
    /// Before a choice is taken, whose step will have this number.
    pub(crate) fn before(
        &mut self,
        machine: &mut Machine<'_>,
        choice: Choice,
        operation: Option<Operation>,
        call: Option<&mut LibraryCall>,
        step: usize,
    ) {
        let thread = choice.thread as usize;
        self.interrupted = machine.is_interrupted(thread).then_some(thread);
        if self.inside.len() <= thread {
            self.inside.resize(thread + 1, None);
            self.names.resize(thread + 1, String::new());
        }
        self.names[thread] = thread_name(machine, thread);
        match operation {
            Some(Operation::Notify(object)) => {
                let mut others: Vec<usize> = machine.waiters(object).collect();
                if others.len() > 1 {
                    let woken = others.remove(choice.variant as usize % others.len());
                    self.picked.push((step, object, woken, others));
                }
            }
            // Who joins a thread locks it for a moment, which is the library's affair.
            Some(Operation::Lock(object)) if !machine.is_thread(object) => self.locked(object),
            _ => {}
        }
        let Some(call) = call else {
            self.leave(thread);
            return;
        };
        let frames = &machine.threads()[thread].frames;
        let caller = call.depth.checked_sub(1).map(|it| frames[it].pc);
        let from = caller.unwrap_or_default();
        // A call may forget on the way whom it is on, or tell only then.
        match &self.inside[thread] {
            Some(before)
                if (before.depth, before.method, before.from)
                    == (call.depth, call.method, from)
                    && (call.receiver.is_none()
                        || [None, call.receiver].contains(&before.receiver)) =>
            {
                call.name.clone_from(&before.name);
                call.receiver = call.receiver.or(before.receiver);
            }
            _ => self.leave(thread),
        }
        self.inside[thread] = Some(Inside {
            name: call.name.clone(),
            depth: call.depth,
            method: call.method,
            from,
            receiver: call.receiver,
            step,
        });
        if let Some(object) = call.receiver
            && call.name.contains("Lock.")
        {
            self.locked(object);
        }
    }

    /// A thread has returned from the call of the library that it was in.
    fn leave(&mut self, thread: usize) {
        let Some(inside) = self.inside[thread].take() else {
            return;
        };
        let (class, method) = inside.name.rsplit_once('.').unwrap_or_default();
        let Some(object) = inside.receiver.filter(|_| OWNERLESS.contains(&class)) else {
            return;
        };
        if self.used_up.contains(&(thread, inside.step)) {
            return;
        }
        let change = match method {
            "acquire"
            | "acquireUninterruptibly"
            | "lock"
            | "lockInterruptibly"
            | "readLock"
            | "writeLock"
            | "readLockInterruptibly"
            | "writeLockInterruptibly" => Some(1),
            "release" | "unlock" | "unlockRead" | "unlockWrite" => Some(-1),
            "tryAcquire" | "tryLock" | "tryReadLock" | "tryWriteLock" | "drainPermits" => None,
            _ if method.starts_with("tryConvert") => None,
            _ => return,
        };
        let mut known = self.taken.iter_mut();
        match known.find(|it| (it.0, it.1) == (object, thread)) {
            Some(known) => {
                known.2 = known.2.zip(change).map(|(count, change)| count + change);
                known.3 = inside.step;
            }
            None => self.taken.push((object, thread, change, inside.step)),
        }
    }

    fn locked(&mut self, object: Ref) {
        if !self.locks.contains(&object) {
            self.locks.push(object);
        }
    }

    /// After it was taken: whether the thread has used up its interrupt.
    pub(crate) fn after(&mut self, machine: &Machine<'_>, step: usize) -> bool {
        let Some(thread) = self.interrupted.take() else {
            return false;
        };
        let is_used_up = !machine.is_interrupted(thread);
        if is_used_up {
            self.used_up.push((thread, step));
        }
        is_used_up
    }

    /// Threads may have returned from calls without a step since.
    fn come_out(&mut self, machine: &Machine<'_>) {
        for thread in 0..self.inside.len() {
            if library_call(machine, thread).is_none() {
                self.leave(thread);
            }
        }
    }

    /// The locks that a thread has, of those that the run has come to.
    pub(crate) fn held_by(
        &mut self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
        thread: usize,
    ) -> Vec<String> {
        self.come_out(machine);
        let mut held = Vec::new();
        let taken = self.taken.iter().filter(|it| it.1 == thread);
        for (object, _, count, _) in taken {
            if !machine.heap().has(*object) || count.is_some_and(|it| it <= 0) {
                continue;
            }
            let name = namer.object(machine, *object);
            held.push(match count {
                Some(_) => name,
                None => format!("perhaps {name}"),
            });
        }
        for lock in &self.locks {
            if !machine.heap().has(*lock) {
                continue;
            }
            let owner = machine.owner_of_lock(*lock);
            let owner = owner.and_then(|it| machine.thread_of(it));
            if machine.monitor(*lock).owner().or(owner) == Some(thread) {
                held.push(namer.object(machine, *lock));
            }
        }
        held
    }

    /// What explains that these threads are stuck.
    pub(crate) fn told(
        &mut self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
        stuck: &[usize],
    ) -> Vec<String> {
        self.come_out(machine);
        let mut notes = Vec::new();
        for thread in stuck {
            if let Some((_, step)) = self.used_up.iter().rev().find(|it| it.0 == *thread)
                && !machine.is_interrupted(*thread)
            {
                let name = thread_name(machine, *thread);
                notes.push(format!(
                    "the interrupt of {name} is used up by step {step}: isInterrupted() is false after that, and \
                     the next call waits again"
                ));
            }
            notes.extend(self.passed_over(machine, namer, *thread));
        }
        notes.extend(self.kept(machine, namer, stuck));
        notes
    }

    /// The last notification that could have woken a thread and woke one that waits again.
    fn passed_over(
        &self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
        thread: usize,
    ) -> Option<String> {
        let awaited = |machine: &Machine<'_>, thread: usize| match machine.threads()[thread].status
        {
            Status::Waiting(waiting) => Some(waiting.object),
            _ => None,
        };
        let object = awaited(machine, thread)?;
        let mut picked = self.picked.iter().rev();
        let (step, _, woken, _) = picked.find(|it| it.1 == object && it.3.contains(&thread))?;
        if *woken == thread || awaited(machine, *woken) != Some(object) {
            return None;
        }
        let (woken, name) = (thread_name(machine, *woken), thread_name(machine, thread));
        let object = namer.object(machine, object);
        Some(format!(
            "step {step} wakes {woken} alone, which waits on {object} again; notifyAll() would have woken \
             {name}, too"
        ))
    }

    /// Permits that were taken and not given back, of semaphores that stuck threads wait for.
    fn kept(&self, machine: &mut Machine<'_>, namer: &mut Namer, stuck: &[usize]) -> Vec<String> {
        let mut notes = Vec::new();
        for (object, thread, count, step) in &self.taken {
            let inside = stuck
                .iter()
                .map(|it| self.inside.get(*it).and_then(|it| it.as_ref()));
            let mut wanted = inside.flatten().filter(|it| it.receiver == Some(*object));
            let is_wanted = wanted.any(|it| it.name.starts_with("Semaphore."));
            let is_kept = count.is_some_and(|it| it > 0);
            if !is_kept || !is_wanted || !machine.heap().has(*object) {
                continue;
            }
            let name = &self.names[*thread];
            let what = namer.object(machine, *object);
            notes.push(match machine.threads()[*thread].has_ended() {
                true => format!(
                    "{name} took a permit of {what} in step {step}, and ended without releasing it"
                ),
                false => format!(
                    "{name} took a permit of {what} in step {step}, and has not released it"
                ),
            });
        }
        notes
    }
}

/// Classes whose objects are taken and given back, and don't know by whom.
const OWNERLESS: [&str; 3] = ["Semaphore", "StampedLock", "ReadLock"];
