//! Long stretches of one thread, taken as one step.
//!
//! In: a thread that stands before an access to memory, in a state that the lazy search passes through. Out: the
//! system after as many of its accesses as concern no other thread, and what they were, as one footprint.
//!
//! A program may fill a table for a million steps while nobody else has anything to do with it. Each access is
//! an operation, because others could get at the table; the search takes it without storing a state. What
//! costs then is not the instruction but what is done for each step: to write down the state, to remember the
//! step, to ask each thread again. Here the machine takes step after step, and is saved once.
//!
//! # Why that is right
//!
//! A rush is a sequence of steps of one thread `p`, each of which the search could have taken by itself, passing
//! through the states in between. It goes on only while the next operation is an access to memory that does
//! not conflict with the footprint of what another thread is about to do. Footprints hold all that was
//! looked at to find them (`independence.rs`), so those of the others stay what they are, and none of them can
//! begin or cease to be able to move, or race with `p`, in between.
//!
//! Afterwards the rush is one step of the transition with the footprint of all its accesses. So the search
//! finds out, as for each step that was taken on a guess, whether another thread may do something later that
//! conflicts with one of them, and then the transition is taken again without rushing (`lazy.rs`). For what
//! others see of it, the accesses count wherever they are in it: a set of accesses says nothing of their order.
//! Objects have the names from before the rush; one that has none yet is any object.
//!
//! A rush ends where something more may be concerned: a loop that may come back to where it was, a look at the
//! clock, the end of the thread, the use of a class, something wrong, something that was learned.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Choice, Machine, Operation};
use program::MethodId;

use crate::footprints::FootprintId;
use crate::independence::{Access, Footprint, Variable};
use crate::java::Java;
use crate::system::Step;

/// Different accesses of one rush, at most.
const MOST_ACCESSES: usize = 256;
/// Its steps, at most.
const MOST_STEPS: usize = 20_000;

/// What the other threads of a state are about to have to do with.
#[derive(Default)]
struct Busy {
    touched: HashSet<Variable, FixedState>,
    written: HashSet<Variable, FixedState>,
}

impl Busy {
    /// Whether an access would concern one of them.
    fn is_concerned(&self, access: &Access) -> bool {
        self.written.contains(&access.variable)
            || (access.writes && self.touched.contains(&access.variable))
    }
}

impl Java<'_> {
    /// Takes a choice, and goes on with its thread as long as that concerns nobody; and how many steps that
    /// was. `None` if the choice has to be taken by itself.
    pub(super) fn rush_from(&mut self, choice: Choice) -> Option<(Step, FootprintId, u32)> {
        let is_watched = self.recorder.is_some() || self.watch.is_some() || self.writes_down;
        let is_reduced = self.reduction.is_some() || self.endless.watches();
        if is_watched || is_reduced || choice != Choice::run(choice.thread) {
            return None;
        }
        let thread = usize::from(choice.thread);
        let footprints = self.footprints.as_mut()?;
        let machine = self.step_cache.machine();
        let busy = busy(machine, thread)?;
        let mut rush = footprints.begin_rush(machine, thread)?;
        let mut summary = None;
        let mut deed = false;
        while rush.steps < MOST_STEPS
            && rush.accesses.len() < MOST_ACCESSES
            && rush.goes_on(machine, thread, &busy)
        {
            machine.advance(choice);
            rush.steps += 1;
            let ambient = machine.ambient();
            deed |= ambient.deed;
            summary = Some(ambient);
            let is_over = !machine.events().is_empty()
                || machine.has_looped_freely()
                || !machine.class_uses().is_empty()
                || machine.is_braked();
            if is_over || ambient.clock || ambient.inspection || ambient.ends || ambient.announces {
                break;
            }
        }
        let ambient = summary?;
        let footprint = footprints.end_rush(machine, thread, &rush, ambient);
        self.step_cache.moved_far(deed);
        self.doers.clear();
        self.born.clear();
        if deed {
            self.doers.push(choice.thread);
        }
        self.leave();
        Some((self.look_at_events(), footprint, rush.steps as u32))
    }
}

/// What threads but this one are about to have to do with. `None` if that may be anything.
fn busy(machine: &mut Machine<'_>, thread: usize) -> Option<Busy> {
    let mut busy = Busy::default();
    let mut footprint = Footprint::default();
    for other in (0..machine.threads().len()).filter(|it| *it != thread) {
        let Some(operation) = machine.operation(other) else {
            continue;
        };
        footprint.find(machine, other, operation);
        if footprint.everything {
            return None;
        }
        for access in footprint.accesses.iter().chain(&footprint.effects) {
            busy.touched.insert(access.variable);
            if access.writes {
                busy.written.insert(access.variable);
            }
        }
    }
    Some(busy)
}

/// A rush so far.
#[derive(Debug, Default)]
pub(super) struct Rush {
    /// What its steps depend on, and what they do to others.
    pub(super) accesses: HashSet<Access, FixedState>,
    pub(super) effects: HashSet<Access, FixedState>,
    /// Where the last step began, in its thread's calls.
    pub(super) calls: Vec<(MethodId, u32)>,
    steps: usize,
    footprint: Footprint,
}

impl Rush {
    /// Whether the next operation of the thread is an access to memory that concerns nobody; it is noted then.
    fn goes_on(&mut self, machine: &mut Machine<'_>, thread: usize, busy: &Busy) -> bool {
        let Some(operation) = machine.operation(thread) else {
            return false;
        };
        let is_memory = matches!(
            operation,
            Operation::Read(..)
                | Operation::Write(..)
                | Operation::Update(..)
                | Operation::Copy(..)
        );
        let data = &machine.threads()[thread];
        if !is_memory || data.stopped || data.is_suspended() || data.is_awaiting() {
            return false;
        }
        if machine.synchronizer_call(thread, operation).is_some() {
            return false;
        }
        let mut touched = operation.accesses().map(|it| it.0.first.object);
        if touched.any(|it| machine.is_thread(it)) {
            return false;
        }
        self.footprint.find(machine, thread, operation);
        let mut all = self.footprint.accesses.iter();
        if self.footprint.everything || all.any(|it| busy.is_concerned(it)) {
            return false;
        }
        self.accesses
            .extend(self.footprint.accesses.iter().copied());
        self.effects.extend(self.footprint.effects.iter().copied());
        let frames = machine.threads()[thread].frames.iter();
        self.calls.clear();
        self.calls.extend(frames.map(|it| (it.method, it.pc)));
        true
    }
}
