//! Reductions: choices that need not be taken.
//!
//! In: the machine in some state and its choices. Out: those of them that have to be taken. A
//! reduction looks at the state and at what it knows of the program, and at nothing else, so the
//! reduced graph is the same for every order of search.
//!
//! # Why a thread may go alone
//!
//! All layers have one form. In a state `s` they look for a thread `p` whose next operation `t` is
//! *independent of everything that the other threads can do before `p` moves*: each such step leaves
//! `t` possible and with the same effect, and `t` leaves the steps possible and with theirs. Then
//! only `p` is given a choice in `s`. (`{t}` is a persistent set, with all alternatives of `t` in it.)
//!
//! *Nothing is lost.* Let `w` be a run of the unreduced program from `s`. If `p` moves in `w`, its
//! first step is `t`, and what comes before is independent of `t`: moving `t` to the front gives a
//! run of the same length to the same state, in which every thread does and sees the same. If `p`
//! does not move in `w`, then `t w` is a run, in which again every thread does and sees the same,
//! and `p` one thing more. Going on like this after `t` gives a run of the reduced graph, provided
//! that the second case does not go on for ever. It does not: see below. So, for every run, the
//! reduced graph has a run in which each thread does at least the same steps, and sees the same. All
//! that a thread can do wrong by itself is found (exceptions, assertions), and the second case can't
//! apply to a run into a state where nobody can move, so these states are all reached (deadlocks,
//! final states). If a thread can never move again after `w`, then neither can it after the run that
//! the reduced graph has for `w`; and if it can in the full graph, it can in the reduced one. So
//! threads that are stuck while others go on are the same, too.
//!
//! *Races.* A race is two threads about to make conflicting accesses, in one state. An access whose
//! thread goes alone conflicts with nothing that another thread is about to do, or it would not be
//! independent. So neither access of a race ever goes alone, and the argument above, for the run into
//! that state, never moves past one of them.
//!
//! *The cycle proviso.* The second case could go on for ever only on a cycle of the reduced graph on
//! which in every state one thread goes alone. On a cycle every thread that moves comes back to where
//! it was, so it jumps backward at least once. A thread that has just jumped backward does not go
//! alone: on each cycle some state has all its choices. Whether a thread has just jumped backward must
//! be told from the state, so it is told from where it stands in its calls: sites that some thread
//! has reached by a backward jump are remembered, and no thread goes alone from them.
//!
//! *Temporal formulas.* Moving `t` changes the order of steps of different threads. A step that
//! changes the value of an atom of a formula must therefore not go alone; there are no formulas yet.
//!
//! *What the end of the program cuts off* (by `System.exit`, or daemon threads by the end of the
//! last other thread) may be moved before the end, which shows no less; never the end before it.
//!
//! # Facts that are learned
//!
//! Most layers take things for granted that only all runs together can show, such as "this field is
//! only accessed under that lock". They are found out while searching: at first everything is taken
//! for granted that fits the first access, and every step that is taken is checked against it. When a
//! step contradicts a fact, the fact is given up for good, and if some thread has gone alone because
//! of it, the search begins again. The search that counts is one in which nothing was given up.
//!
//! That is sound if the reduced graph can't hide a step that contradicts. Let `w v` be a run in which
//! `v` is the first step that contradicts a fact. All facts hold in `w`, so the argument above moves
//! through `w`, and gives a run of the reduced graph in which every thread does at least its steps of
//! `w` and the thread of `v` is about to do `v` (if it went alone there, it does `v` at once). `v`
//! contradicts there too, if what contradicts is a matter of the thread of `v` and its own past:
//! which thread it is, whether it reads or writes what, which locks it holds. Each fact says why that
//! is so. See `guards.rs`. That the thread can do `v` there is not said: another may hold the lock
//! that it wants. So wanting a lock counts as taking it.

use machine::{Choice, Machine};

mod dependents;
mod foreseen;
mod futures;
mod guards;
mod layers;
mod persistent;
mod reach;

pub use foreseen::{Call, Doubt, Foreseen, MemoryTarget, StackId, StaticAccess};
pub use guards::WrongFact;
pub use layers::{Layer, Layers};
pub use persistent::{Persistent, ThreadFacts, persistent_set};

/// Says which choices of a state have to be taken.
pub trait Reduction: Send {
    /// Removes the choices of the current state that need not be taken. At least one stays.
    fn reduce(&mut self, machine: &mut Machine<'_>, choices: &mut Vec<Choice>);

    /// Looks on before a choice is taken.
    fn before(&mut self, machine: &mut Machine<'_>, choice: Choice);

    /// Looks on after it was taken.
    fn after(&mut self, machine: &mut Machine<'_>, choice: Choice);

    /// Whether something was learned by which more choices would have had to be taken: the search
    /// must begin again. It may be put off for a while, in which more can be learned.
    fn take_learned(&mut self) -> bool;

    /// The same at the end of a round, where it can't be put off.
    fn end_round(&mut self) -> bool;

    /// The search begins again because what counts as an operation has changed.
    fn relearn(&mut self);

    /// What is to be said about how it went.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// From here on nothing is learned: schedules that have been found must stay what they are.
    fn freeze(&mut self);
}
