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
//! - *Comparing and setting* only reads where it would set nothing. Whether it would can change before
//!   it is done, but only by a write of the same variable, which conflicts with all that it would.
//! - *Calls of synchronizers* are units, see below.
//! - *Thread-local variables* are fields of a `java.lang.Thread` that natives touch only when the thread
//!   ends, and that end names them.
//! - *Starting threads* gives them numbers, so there is one variable for all.
//! - *Ending the program* conflicts with everything that others may do before; *ending a thread* that
//!   is no daemon may end the program for the daemons. The other way round there is no conflict: that
//!   a step comes before an end that would have cut it off shows no less.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::heap::{BASE, Layout};
use machine::{Machine, Operation, Ref, Renaming, SynchronizerCall, Timeouts, Use};
use program::ClassId;

use crate::prospects::{Item, Prospect};

/// Something that two operations can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variable {
    /// A field or element of an object of the base.
    Place(Ref, u32),
    /// A field of a younger object of a class, which the item names. Its name may change: see
    /// [`machine::Renaming`].
    Field(ClassId, u32),
    /// An element of a younger array; all from [`ELEMENTS`] on are one.
    Element(ClassId, u32),
    /// The monitor of an object of the base.
    Monitor(Ref),
    /// The monitor of a younger object.
    YoungMonitor(ClassId),
    /// The threads that wait at a monitor of the base.
    Waiters(Ref),
    /// Those that wait at the monitor of a younger object.
    YoungWaiters(ClassId),
    /// The permit of a thread.
    Permit(u16),
    /// Whether a thread was interrupted, as far as its waiting depends on it.
    Flag(u16),
    /// Whether a thread lives.
    Life(u16),
    /// The number of threads.
    Starting,
    /// Which classes are initialised.
    Initializing,
    /// What was printed.
    Output,
    /// The time.
    Clock,
    /// The numbers that were given to threads.
    Numbers,
    /// What threads do at all, as far as the end of the program cuts it off.
    Running,
    /// The same for daemons, which the end of the last other thread cuts off.
    Spared,
}

/// Elements of a younger array that are told apart.
const ELEMENTS: u32 = 64;

/// How far a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Unstarted,
    /// With its number.
    Lives(usize),
    Ended,
}

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
    pub(super) variables: &'a mut Variables,
    pub(super) out: &'a mut Prospect,
    pub(super) thread: usize,
}

impl Footprint<'_, '_> {
    /// Does so, for the thread's next operation.
    pub(super) fn find(&mut self, operation: Option<Operation>) {
        if let Some(operation) = operation
            && self.call_or_all(operation).is_none()
        {
            let everything = Item::new(self.thread, Item::EVERYTHING, true);
            self.out.items.push(everything);
            self.out.waits = false;
        }
    }

    /// Adds what is known of the local steps after it, and that it is a step.
    pub(super) fn find_ambient(&mut self, reads_clock: bool, takes_numbers: bool) {
        self.affect(Variable::Running, true);
        if self.is_daemon() {
            self.affect(Variable::Spared, true);
        }
        if reads_clock {
            self.push(Variable::Clock, false);
        }
        if takes_numbers {
            self.push(Variable::Numbers, true);
        }
    }

    fn push(&mut self, variable: Variable, writes: bool) {
        self.push_of(Renaming::ANY, variable, writes);
    }

    /// The variable of an object, if that is its name.
    fn push_of(&mut self, name: u32, variable: Variable, writes: bool) {
        let item = self.item(name, variable, writes);
        self.out.items.push(item);
    }

    /// Others may go on by this.
    fn affect(&mut self, variable: Variable, writes: bool) {
        let item = self.item(Renaming::ANY, variable, writes);
        self.out.effects.push(item);
    }

    fn item(&mut self, name: u32, variable: Variable, writes: bool) -> Item {
        let number = self.variables.number(variable);
        Item::of(name, self.thread, number, writes)
    }

    /// The name of a younger object.
    fn name(&self, object: Ref) -> u32 {
        let name = self.machine.young_name(object);
        name.unwrap_or(Renaming::ANY)
    }

    /// `None` if it may concern everything.
    fn call_or_all(&mut self, operation: Operation) -> Option<()> {
        match self.machine.synchronizer_call(self.thread, operation) {
            None => self.all(operation),
            Some(call) => self.call(call, operation),
        }
    }

    /// A unit, see `synchronizer.rs` of the machine: all that it accesses is part of its synchronizer, so
    /// that is one thing, but for who has the lock. As with a monitor, letting go conflicts with nothing
    /// but with who may look all the same. What is said where a unit begins is true of all of it, so in
    /// the middle only what is beside its synchronizer is to be added.
    fn call(&mut self, call: SynchronizerCall, operation: Operation) -> Option<()> {
        if call.beside {
            self.all(operation)?;
        }
        if call.inside {
            return Some(());
        }
        let lock = call.synchronizer?;
        match call.does {
            Use::Lock => {
                self.out.waits = true;
                self.monitor(lock);
            }
            Use::LockInterruptibly => {
                self.out.waits = true;
                self.monitor(lock);
                self.flag();
            }
            Use::Unlock => {
                self.leave(lock);
                self.waiters(lock);
            }
            Use::Try => {
                self.monitor(lock);
                self.waiters(lock);
            }
            Use::Await => {
                self.leave(lock);
                self.waiters(lock);
                self.flag();
            }
            Use::Signal => self.waiters(lock),
            Use::Any => {
                self.monitor(lock);
                self.waiters(lock);
                self.flag();
            }
        }
        Some(())
    }

    /// `None` if it may concern everything.
    fn all(&mut self, operation: Operation) -> Option<()> {
        match operation {
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Exchange(..)
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
            Operation::Notify(object) | Operation::NotifyAll(object) => self.waiters(object),
            Operation::Start(_) => self.push(Variable::Starting, true),
            Operation::Observe(object) => self.look(object)?,
            Operation::Look => self.pass_time(true)?,
            Operation::Sleep => {
                self.pass_time(true)?;
                self.flag();
            }
            // Whether a state is a deadlock, though some wait may end for no reason, depends on all.
            Operation::Waiting(_) | Operation::Park if self.machine.options().spurious_wakeups => {
                return None;
            }
            Operation::Waiting(object) => {
                self.pass_time(self.is_timed())?;
                self.flag();
                self.out.waits = true;
                self.waiters(object);
            }
            Operation::Park => {
                self.pass_time(self.is_timed())?;
                self.flag();
                self.out.waits = true;
                self.push(Variable::Permit(self.thread as u16), true);
            }
            // Interrupting: the flag was written before, what is left is to wake who is parked.
            Operation::Unpark(object) | Operation::Interrupt(object)
                if self.machine.is_thread(object) =>
            {
                match self.life(object) {
                    Life::Lives(number) => self.push(Variable::Permit(number as u16), false),
                    Life::Ended => {}
                    Life::Unstarted => return None,
                }
            }
            Operation::End => {
                let object = self.machine.threads()[self.thread].object;
                self.push(Variable::Life(self.thread as u16), true);
                self.monitor(object);
                self.waiters(object);
                for index in 0..self.machine.local_slots().len() {
                    let slot = self.machine.local_slots()[index];
                    let variable = self.place(object, slot)?;
                    self.push_of(self.name(object), variable, true);
                }
                // It may have to wait for that monitor, whoever has it.
                self.out.waits = true;
                if !self.is_daemon() {
                    self.push(Variable::Spared, false);
                }
            }
            Operation::Print => self.push(Variable::Output, true),
            Operation::Initialize(_) => self.push(Variable::Initializing, true),
            Operation::Exit => {
                self.push(Variable::Running, false);
                return None;
            }
            Operation::Unpark(_)
            | Operation::Interrupt(_)
            | Operation::Stop(_)
            | Operation::Suspend(_)
            | Operation::Resume(_)
            | Operation::Pause => return None,
        }
        Some(())
    }

    fn accesses(&mut self, operation: Operation) -> Option<()> {
        let fails = self.machine.would_fail(operation);
        for (span, writes, _) in operation.accesses() {
            let object = span.first.object;
            let is_thread = self.machine.is_thread(object);
            let name = self.name(object);
            for slot in span.first.slot..span.first.slot + span.length {
                let variable = self.place(object, slot)?;
                self.push_of(name, variable, writes && !fails);
                if is_thread
                    && slot == self.machine.interrupted_slot()
                    && let Life::Lives(number) = self.life(object)
                {
                    self.push(Variable::Flag(number as u16), true);
                }
                if matches!(variable, Variable::Element(_, ELEMENTS)) {
                    break;
                }
            }
        }
        Some(())
    }

    fn is_daemon(&self) -> bool {
        self.machine.threads()[self.thread].daemon
    }

    /// `None` if natives touch it under operations of other names.
    fn place(&self, object: Ref, slot: u32) -> Option<Variable> {
        let data = self.machine.heap().lasting(object);
        let is_base = data.flags & BASE != 0;
        if let Layout::Array(_) = data.layout {
            return Some(match is_base {
                true => Variable::Place(object, slot),
                false => Variable::Element(data.class, slot.min(ELEMENTS)),
            });
        }
        let is_kept = self.machine.is_kept_by_natives(slot)
            && !self.machine.local_slots().contains(&slot)
            && self.machine.is_thread(object);
        if is_kept || self.is_holder(data.class) {
            return None;
        }
        Some(match is_base {
            true => Variable::Place(object, slot),
            false => Variable::Field(data.class, slot),
        })
    }

    /// Whether objects of the class hold what the machine keeps of a thread.
    fn is_holder(&self, class: ClassId) -> bool {
        let name = &*self.machine.program().class(class).name;
        name.starts_with("java/lang/Thread$") || name == "java/lang/ThreadGroup"
    }

    fn monitor_of(&self, object: Ref) -> Variable {
        let data = self.machine.heap().lasting(object);
        match data.flags & BASE {
            0 => Variable::YoungMonitor(data.class),
            _ => Variable::Monitor(object),
        }
    }

    fn leave(&mut self, object: Ref) {
        let monitor = self.monitor_of(object);
        let item = self.item(self.name(object), monitor, true);
        self.out.effects.push(item);
    }

    fn monitor(&mut self, object: Ref) {
        let monitor = self.monitor_of(object);
        self.push_of(self.name(object), monitor, true);
    }

    /// How far the thread is whose `java.lang.Thread` this is.
    fn life(&mut self, object: Ref) -> Life {
        match self.machine.thread_of(object) {
            Some(number) => Life::Lives(number),
            None if self.machine.was_started(object) => Life::Ended,
            None => Life::Unstarted,
        }
    }

    /// The thread's own flag that says whether it was interrupted.
    fn flag(&mut self) {
        self.push(Variable::Flag(self.thread as u16), true);
    }

    fn is_timed(&self) -> bool {
        self.machine.threads()[self.thread].deadline != 0
    }

    /// A thread that waits for something, for some time perhaps. `None` if that concerns all: where
    /// time passes only when nothing else can, whether it does depends on all.
    fn pass_time(&mut self, is_timed: bool) -> Option<()> {
        if is_timed {
            if self.machine.options().timeouts != Timeouts::Any {
                return None;
            }
            self.push(Variable::Clock, true);
        }
        Some(())
    }

    /// The threads that wait at a monitor.
    fn waiters(&mut self, object: Ref) {
        let data = self.machine.heap().lasting(object);
        let waiters = match data.flags & BASE {
            0 => Variable::YoungWaiters(data.class),
            _ => Variable::Waiters(object),
        };
        self.push_of(self.name(object), waiters, true);
    }

    fn look(&mut self, object: Ref) -> Option<()> {
        if !self.machine.is_thread(object) {
            return None;
        }
        let has_monitor = self.machine.monitor(object).owner() == Some(self.thread);
        match self.life(object) {
            Life::Lives(_) if has_monitor => {}
            Life::Lives(number) => self.push(Variable::Life(number as u16), false),
            Life::Ended => {}
            Life::Unstarted => self.push(Variable::Starting, false),
        }
        Some(())
    }
}
