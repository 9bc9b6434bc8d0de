//! What an operation accesses: two operations of different threads that don't conflict here commute,
//! and neither makes the other possible or impossible, but for what is said below.
//!
//! Beside data, there are variables for all else by which threads concern each other. A conflict is
//! asked for between an operation that a thread is about to do and those that others may do before
//! it moves (see `search/lazy.rs`). So what can't happen while it has not moved needs no variable:
//!
//! - *Leaving a monitor* (unlock, wait) conflicts with nothing: who wants the monitor can't take it
//!   before. A thread that can't move is never taken alone, so nobody has to ask who lets it.
//! - *Waking waiters* conflicts with nothing, unless a waiter may go by itself (by time, for no
//!   reason, by an interrupt): then with that. A thread that ends wakes who waits for it.
//! - *Giving a permit* twice is like once, so that is like reading it; parking writes it. Where a
//!   thread may be interrupted, waiting of any sort also depends on who writes its flag.
//! - *Initialising classes*: one variable for all, as initialising one may begin with others. Who
//!   waits for a class being initialised by another is about to initialise it, and can't move.
//! - *Starting threads* gives them numbers, so there is one variable for all.

use machine::{Machine, Operation, Ref, Timeouts};

use super::dependence::{Learned, Life, life};
use super::guards::{Facts, Variable};
use crate::prospects::{Item, Prospect};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// Numbers for variables.
#[derive(Debug, Default)]
pub(super) struct Variables {
    numbers: HashMap<Variable, u32, FixedState>,
}

impl Variables {
    fn number(&mut self, variable: Variable) -> u32 {
        let next = self.numbers.len() as u32 + Item::EVERYTHING + 1;
        *self.numbers.entry(variable).or_insert(next)
    }
}

/// Works out what a thread's next operation accesses.
pub(super) struct Footprint<'a, 'p> {
    pub(super) machine: &'a mut Machine<'p>,
    pub(super) learned: &'a Learned,
    pub(super) variables: &'a mut Variables,
    pub(super) out: &'a mut Prospect,
    pub(super) thread: usize,
}

impl Footprint<'_, '_> {
    /// Does so.
    pub(super) fn find(mut self) {
        self.out.items.clear();
        self.out.effects.clear();
        self.out.waits = false;
        let Some(operation) = self.machine.operation(self.thread) else {
            return;
        };
        if self.all(operation).is_none() {
            let everything = Item::new(self.thread, Item::EVERYTHING, true);
            self.out.items.push(everything);
        }
        if self.learned.survivors & 1 << self.thread != 0 {
            self.push(Variable::Surviving, false);
        }
    }

    fn push(&mut self, variable: Variable, writes: bool) {
        let number = self.variables.number(variable);
        self.out.items.push(Item::new(self.thread, number, writes));
    }

    /// Others may go on by this.
    fn affect(&mut self, variable: Variable) {
        let number = self.variables.number(variable);
        self.out.effects.push(Item::new(self.thread, number, true));
    }

    /// `None` if it may concern everything.
    fn all(&mut self, operation: Operation) -> Option<()> {
        match operation {
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Copy(..) => self.accesses(operation)?,
            Operation::Lock(object) | Operation::Reacquire(object) => {
                self.out.waits = true;
                self.monitor(object);
            }
            Operation::Yield | Operation::Choose(_) => {}
            Operation::Unlock(object) => self.leave(object),
            Operation::Wait(object) => {
                self.leave(object);
                self.flag();
            }
            Operation::Notify(object) | Operation::NotifyAll(object) => self.wake(object),
            Operation::Start(_) => self.push(Variable::Starting, true),
            Operation::Observe(object) => self.look(object)?,
            Operation::Sleep => {
                self.sleeper(true)?;
                self.flag();
            }
            Operation::Waiting(object) => {
                self.sleeper(self.is_timed())?;
                self.flag();
                self.out.waits = self.stays(self.thread);
                let waiters = waiters(self.machine, object);
                self.push(waiters, true);
            }
            Operation::Park => {
                self.sleeper(self.is_timed())?;
                self.flag();
                self.out.waits = !self.is_timed();
                self.push(Variable::Permit(self.thread as u16), true);
            }
            Operation::Unpark(object) if self.machine.is_thread(object) => {
                match life(self.machine, object) {
                    Life::Lives(number) => self.push(Variable::Permit(number as u16), false),
                    Life::Ended => {}
                    Life::Unstarted => return None,
                }
            }
            Operation::End => {
                let object = self.machine.threads()[self.thread].object;
                self.push(Variable::Life(self.thread as u16), true);
                self.monitor(object);
                self.wake(object);
                if self.learned.survivors != 0 {
                    self.push(Variable::Surviving, true);
                }
            }
            Operation::Print => self.push(Variable::Output, true),
            Operation::Initialize(_) => self.push(Variable::Initializing, true),
            Operation::Unpark(_)
            | Operation::Interrupt(_)
            | Operation::Stop(_)
            | Operation::Suspend(_)
            | Operation::Resume(_)
            | Operation::Exit
            | Operation::Pause => return None,
        }
        Some(())
    }

    fn accesses(&mut self, operation: Operation) -> Option<()> {
        for (span, writes, _) in operation.accesses() {
            let object = span.first.object;
            let is_thread = self.machine.is_thread(object);
            for slot in span.first.slot..span.first.slot + span.length {
                let variable = Facts::place(self.machine, object, slot)?;
                self.push(variable, writes);
                if is_thread
                    && slot == self.machine.interrupted_slot()
                    && let Life::Lives(number) = life(self.machine, object)
                {
                    self.push(Variable::Flag(number as u16), true);
                }
                if matches!(variable, Variable::Elements(_)) {
                    break;
                }
            }
        }
        Some(())
    }

    fn leave(&mut self, object: Ref) {
        let monitor = Facts::monitor(self.machine, object);
        self.affect(monitor);
    }

    fn monitor(&mut self, object: Ref) {
        let monitor = Facts::monitor(self.machine, object);
        self.push(monitor, true);
    }

    /// The thread's own flag that says whether it was interrupted.
    fn flag(&mut self) {
        self.push(Variable::Flag(self.thread as u16), true);
    }

    fn is_timed(&self) -> bool {
        self.machine.threads()[self.thread].deadline != 0
    }

    /// A thread that waits for something, for some time perhaps. `None` if that concerns all.
    fn sleeper(&self, is_timed: bool) -> Option<()> {
        let options = self.machine.options();
        let time_matters = is_timed && (self.learned.clock || options.timeouts != Timeouts::Any);
        (!time_matters && !options.spurious_wakeups).then_some(())
    }

    /// Whether a waiter can't leave the wait set by itself.
    fn stays(&self, waiter: usize) -> bool {
        let options = self.machine.options();
        let is_timed = self.machine.threads()[waiter].deadline != 0;
        !is_timed && !self.learned.interrupts && !options.spurious_wakeups
    }

    fn wake(&mut self, object: Ref) {
        let stay = self.machine.waiters(object).all(|it| self.stays(it));
        let waiters = waiters(self.machine, object);
        match stay {
            true => self.affect(waiters),
            false => self.push(waiters, true),
        }
    }

    fn look(&mut self, object: Ref) -> Option<()> {
        if !self.machine.is_thread(object) {
            return None;
        }
        let has_monitor = self.machine.monitor(object).owner() == Some(self.thread);
        match life(self.machine, object) {
            Life::Lives(_) if has_monitor => {}
            Life::Lives(number) => self.push(Variable::Life(number as u16), false),
            Life::Ended => {}
            Life::Unstarted => self.push(Variable::Starting, false),
        }
        Some(())
    }
}

/// The threads that wait at a monitor.
fn waiters(machine: &Machine<'_>, object: Ref) -> Variable {
    match Facts::monitor(machine, object) {
        Variable::Monitor(object) => Variable::Waiters(object),
        // By class: the same for all younger ones.
        _ => Variable::Waiters(Ref::NULL),
    }
}
