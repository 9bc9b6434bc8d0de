//! The next effect of a thread that others could notice, as data, before it happens.
//!
//! # Which steps are operations
//!
//! A thread runs on without stopping while what it does concerns only its own registers and objects
//! that no other thread can reach. It stops before everything else. What needs no stop, and why:
//!
//! - *Fields, elements and monitors of an object that is not shared.* An object starts unshared. It
//!   becomes shared when a reference to it is stored into a shared object (static storage, class
//!   mirrors and string constants always are, a `Thread` is from its start on), together with all
//!   that is reachable from it; the bit is never taken back. A reference gets from one thread to
//!   another only through a shared object. So an unshared object is reachable from one thread's
//!   registers alone: no other thread can see or influence the step, which therefore commutes with
//!   every step of every other thread, and is always enabled.
//! - *Reads of final fields* of an object that was published after its constructors had ended (it
//!   has no `LEAKED` bit): nobody writes the field any more, unless by reflection or `Unsafe`, which is
//!   learned (`unwritten.rs`). Reads of final statics: they are written by the class's initialiser only,
//!   and other threads wait for that to end before they can read.
//! - *Statics of a class that this very thread is initialising*: other threads wait likewise, unless
//!   the initialiser has made a variable handle of them that does not wait (the `LEAKED` bit again).
//! - *Reads of an array's length or an object's class*: they never change.
//! - *Entering a monitor that is the thread's own, and leaving it when it stays so* (Corbett's relock
//!   reduction). Only the depth changes, which nobody else can see; and while the thread owns the
//!   monitor, nobody else can take it, leave it, wait or notify there. What others can do meanwhile is
//!   to want it, or to leave its wait set and want it back, and all of that is the same before and
//!   after. Who gets the monitor when it is free at last does not come into it, so no order of
//!   hand-over is needed.
//!
//! Everything a property observes is an operation.

use program::{ClassId, Kind};

use crate::value::Ref;

/// A field or array element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The object, array, or static storage.
    pub object: Ref,
    /// The slot or index.
    pub slot: u32,
}

/// Some neighbouring fields or elements of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first.
    pub first: Place,
    /// How many.
    pub length: u32,
}

impl Span {
    /// No place at all.
    pub const NONE: Span = Span {
        first: Place {
            object: Ref::NULL,
            slot: 0,
        },
        length: 0,
    };

    /// From this place on.
    pub fn new(object: Ref, slot: usize, length: usize) -> Span {
        Span {
            first: Place {
                object,
                slot: slot as u32,
            },
            length: length as u32,
        }
    }

    /// The first place that is in both.
    pub fn common(self, other: Span) -> Option<Place> {
        let slot = self.first.slot.max(other.first.slot);
        let ends = self.first.slot as u64 + u64::from(self.length);
        let other_ends = other.first.slot as u64 + u64::from(other.length);
        let meet = self.first.object == other.first.object
            && u64::from(slot) < ends
            && u64::from(slot) < other_ends;
        meet.then_some(Place {
            object: self.first.object,
            slot,
        })
    }
}

/// How an access is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// Nothing is promised: two conflicting accesses race.
    Plain,
    /// Volatile, atomic, or of a weaker mode that is run like volatile.
    Atomic,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Reads a field or element.
    Read(Place, Ordering),
    /// Writes a field or element.
    Write(Place, Ordering),
    /// Reads and writes in one step (get-and-add and its kin).
    Update(Place),
    /// Compares and, if this is there, sets, in one step.
    Exchange(Place, Kind, u64),
    /// Copies in one step (`arraycopy`, `clone`): what is read, what is written. `Span::NONE` where
    /// no other thread could notice.
    Copy(Span, Span),
    /// Enters a monitor; possible while it is free or the thread's own.
    Lock(Ref),
    /// Leaves a monitor.
    Unlock(Ref),
    /// Releases a monitor and joins its wait set.
    Wait(Ref),
    /// Is in the wait set, and nothing has woken it yet.
    Waiting(Ref),
    /// Was woken and needs the monitor back.
    Reacquire(Ref),
    /// Wakes one waiter, any.
    Notify(Ref),
    /// Wakes all waiters.
    NotifyAll(Ref),
    /// Waits for its permit.
    Park,
    /// Gives a thread its permit.
    Unpark(Ref),
    /// Starts a thread, which needs the monitor of its `Thread`, unless it is a virtual one.
    Start(Ref),
    /// Interrupts a thread.
    Interrupt(Ref),
    /// Makes a thread throw `ThreadDeath`.
    Stop(Ref),
    /// Suspends a thread, maybe itself.
    Suspend(Ref),
    /// Lets a suspended thread go on.
    Resume(Ref),
    /// Asks whether a thread lives, waits, holds a lock.
    Observe(Ref),
    /// Sleeps.
    Sleep,
    /// `Thread.yield`, `onSpinWait`.
    Yield,
    /// Looks at a clock; time may have passed.
    Look,
    /// Picks one of so many values.
    Choose(u16),
    /// Initialises a class, or waits until another thread has done so.
    Initialize(ClassId),
    /// Ends the thread.
    End,
    /// Ends the program.
    Exit,
    /// Prints, where the output is observed.
    Print,
    /// Has run for long without any of the above.
    Pause,
}

impl Operation {
    /// The place and the manner of a field or element access: `(place, writes, ordering)`.
    pub fn access(&self) -> Option<(Place, bool, Ordering)> {
        match *self {
            Operation::Read(place, ordering) => Some((place, false, ordering)),
            Operation::Write(place, ordering) => Some((place, true, ordering)),
            Operation::Update(place) | Operation::Exchange(place, ..) => {
                Some((place, true, Ordering::Atomic))
            }
            _ => None,
        }
    }

    /// All places that it accesses, with the manner: `(places, writes, ordering)`.
    pub fn accesses(&self) -> impl Iterator<Item = (Span, bool, Ordering)> {
        let single = self.access().map(|(place, writes, ordering)| {
            let span = Span {
                first: place,
                length: 1,
            };
            (span, writes, ordering)
        });
        let pair = match *self {
            Operation::Copy(from, to) => [
                Some((from, false, Ordering::Plain)),
                Some((to, true, Ordering::Plain)),
            ],
            _ => [single, None],
        };
        pair.into_iter()
            .flatten()
            .filter(|(span, _, _)| span.length > 0)
    }

    /// Whether a thread that stands before it may be waiting, as `Thread.getState` tells.
    pub(crate) fn may_wait(&self) -> bool {
        matches!(
            self,
            Operation::Lock(_) | Operation::Start(_) | Operation::Park | Operation::Sleep
        )
    }

    /// Whether it is about threads or choices, and not about memory or locks alone.
    pub(crate) fn concerns_threads(&self) -> bool {
        matches!(
            self,
            Operation::Wait(_)
                | Operation::Park
                | Operation::Start(_)
                | Operation::Sleep
                | Operation::Look
                | Operation::Suspend(_)
                | Operation::Choose(_)
                | Operation::Exit
        )
    }
}
