//! Whether a step changes anything for good.
//!
//! A thread that goes round a loop for ever and changes nothing is stuck as much as one that waits for
//! ever: it looks at a flag, tries to set a word or to get a lock, and nobody will ever let it go on.
//! So a step counts as a *deed* only if another thread could see afterwards, for good, that it was
//! taken. No deeds are:
//!
//! - reads, looks at clocks and at other threads, sleeps, parks and yields;
//! - writes and updates that leave the word as it was, and comparing and setting that fails;
//! - taking, trying to take and giving back locks, also those of `java.util.concurrent.locks` with
//!   their queues: in a loop they are free again at its end;
//! - entering and leaving wait sets, and notifying where nobody waits.
//!
//! The end of a thread is one. So is every step of a thread that is in no loop of the program's own with
//! a way out: a loop without one is meant to go on for ever.

use std::collections::BTreeSet;

use program::Body;

use crate::choice::Choice;
use crate::heap::Layout;
use crate::machine::Machine;
use crate::operation::{Operation, Place};
use crate::value::Ref;

/// What is known of a step before it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// It changes nothing.
    Idle,
    /// It changes something.
    Deed,
    /// It does if this place holds another word after it.
    Write(Place, u64),
}

/// Classes of locks, whose words are as before when the lock is free.
const LOCKS: &[&str] = &[
    "java/util/concurrent/locks/ReentrantLock$",
    "java/util/concurrent/locks/ReentrantReadWriteLock$",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$",
];

impl Machine<'_> {
    /// Looks at what the chosen thread is about to do.
    pub(crate) fn before_deed(&mut self, choice: Choice) -> Prospect {
        let thread = choice.thread as usize;
        // Asking is not running.
        let instructions = self.instructions;
        let operation = self.operation(thread);
        self.instructions = instructions;
        let Some(operation) = operation else {
            return Prospect::Deed;
        };
        match operation {
            Operation::Read(..)
            | Operation::Lock(_)
            | Operation::Unlock(_)
            | Operation::Wait(_)
            | Operation::Waiting(_)
            | Operation::Reacquire(_)
            | Operation::Park
            | Operation::Observe(_)
            | Operation::Sleep
            | Operation::Yield
            | Operation::Look
            | Operation::Pause => Prospect::Idle,
            Operation::Copy(_, to) if to.length == 0 => Prospect::Idle,
            Operation::Write(place, _)
            | Operation::Update(place)
            | Operation::Exchange(place, ..) => match self.is_lock(place.object) {
                true => Prospect::Idle,
                false => Prospect::Write(place, self.word_at(place)),
            },
            Operation::Notify(object) | Operation::NotifyAll(object) => {
                match self.waiters(object).next() {
                    Some(_) => Prospect::Deed,
                    None => Prospect::Idle,
                }
            }
            Operation::Unpark(target) => match self.thread_of(target) {
                Some(number) if !self.threads[number].permit => Prospect::Deed,
                _ => Prospect::Idle,
            },
            Operation::Copy(..)
            | Operation::Start(_)
            | Operation::Interrupt(_)
            | Operation::Stop(_)
            | Operation::Suspend(_)
            | Operation::Resume(_)
            | Operation::Choose(_)
            | Operation::Initialize(_)
            | Operation::End
            | Operation::Exit
            | Operation::Print => Prospect::Deed,
        }
    }

    /// Whether the step that was just taken changed something.
    pub(crate) fn is_deed(&mut self, choice: Choice, prospect: Prospect) -> bool {
        let changed = match prospect {
            Prospect::Idle => false,
            Prospect::Deed => true,
            Prospect::Write(place, word) => {
                !self.heap.has(place.object) || self.word_at(place) != word
            }
        };
        let thread = choice.thread as usize;
        changed
            || self.exit.is_some()
            || self.threads[thread].has_ended()
            || !self.has_way_out(thread)
    }

    /// Whether a thread is in a loop of the program's own that could end: where it stands in some call, it
    /// can come back to, and also come to where it can't.
    fn has_way_out(&mut self, thread: usize) -> bool {
        let program = self.program;
        for depth in 0..self.threads[thread].frames.len() {
            let frame = &self.threads[thread].frames[depth];
            let (method, pc, body) = (frame.method, frame.pc, frame.body);
            if !self.has_method(method) || program.class(program.method(method).class).is_library {
                continue;
            }
            let known = self.ways_out.get(&(method, pc)).copied();
            let found = known.unwrap_or_else(|| {
                let ahead = reachable(body, pc);
                ahead.contains(&pc) && ahead.iter().any(|it| !reachable(body, *it).contains(&pc))
            });
            self.ways_out.insert((method, pc), found);
            if found {
                return true;
            }
        }
        false
    }

    fn is_lock(&self, object: Ref) -> bool {
        let name = &self.program.class(self.heap.lasting(object).class).name;
        LOCKS.iter().any(|it| name.starts_with(it))
    }

    fn word_at(&self, place: Place) -> u64 {
        let object = self.heap.object(place.object);
        match object.layout {
            Layout::Array(kind) => object.element(kind, place.slot as usize),
            Layout::Fields | Layout::Statics => object.data[place.slot as usize],
        }
    }
}

/// The instructions that can follow one, but for exceptions.
fn reachable(body: &Body, pc: u32) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut left = vec![pc];
    while let Some(pc) = left.pop() {
        body.for_each_successor(pc, &mut |next: u32| {
            if seen.insert(next) {
                left.push(next);
            }
        });
    }
    seen
}
