//! On whose steps an operation depends.
//!
//! For an operation of a thread `p`, the threads that may do, before `p` moves, something that does
//! not commute with it: its *rivals*. A thread that can't move has rivals too: those who may let it.
//! What is known of users of data and locks is learned, see `guards.rs`. Why these are all rivals:
//!
//! - *Accesses and locks*: the other users of the variable, or nobody under a guard: `guards.rs`. The
//!   owner of a lock is a rival of who wants it. Threads take their own monitor when they end.
//! - *Leaving a monitor* (unlock, wait). What depends on it is another thread's taking it, which
//!   can't happen while `p` owns it; so it does not matter who will get it then, or in which order:
//!   Corbett's argument needs queues that are first in, first out, this one does not. `isLocked`,
//!   `tryLock` and the like of `java.util.concurrent` are accesses to fields and no matter of monitors;
//!   `Thread.holdsLock` asks about the asking thread. Waiting also depends on interrupts of `p`, so
//!   who writes its flag is a rival.
//! - *Waking waiters*. Only threads in the wait set are concerned. Nobody can join it while `p` owns
//!   the monitor; who is in it can leave it by itself only by an interrupt, by time, or for no reason.
//!   Where that is possible, they are rivals.
//! - *Being in a wait set*: who may notify has to take the monitor first, so its users are rivals; if
//!   time may end the wait, whoever reads the clock (everybody, once it has been read).
//! - *Parking*: who gives the permit. *Giving a permit*: the thread that gets it; giving it twice is
//!   like giving it once, in either order.
//! - *Starting a thread*. Nobody else can do anything with a thread that has not been started, if its
//!   object is not shared, or if only `p` ever does (learned). Threads are numbered in the order of
//!   starting, so all who start threads are rivals.
//! - *Looking whether a thread lives*: that thread; nobody, if it has ended, or if `p` owns its
//!   monitor, which it needs to end. *Ending*: who looks at it or uses its monitor, whoever has
//!   made use of being the last (see `guards.rs`), and the daemons, unless it is one: its end may be
//!   the end of the program.
//! - *Yielding*: nobody. *Sleeping*: nobody, if nobody reads the clock.
//!
//! Everybody is a rival of all other operations: interrupts, class initialisation, exit, output.
//!
//! A rival that has not been started yet can't do anything before somebody starts it: those who start
//! threads stand for it. One that is ending can only end.

use machine::thread::Status;
use machine::{Machine, Operation, Ref, Timeouts};

use super::foreseen::Sight;
use super::guards::{Access, Facts, Threads, Variable};
use super::layers::{Layer, Layers};

/// What was learned beside the facts about variables.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// Who has done something with threads that were shared before they were started.
    pub(super) beginners: Threads,
    /// Who has accessed something while no other thread lived any more.
    pub(super) survivors: Threads,
    /// Whether a thread has been interrupted.
    pub(super) interrupts: bool,
    /// Whether the clock has been read.
    pub(super) clock: bool,
}

/// One question for rivals.
pub(super) struct Question<'a, 'm, 'p, 's> {
    pub(super) machine: &'a mut Machine<'p>,
    pub(super) layers: Layers,
    pub(super) facts: &'a mut Facts,
    pub(super) learned: &'a Learned,
    /// What threads may still do, if that is known.
    pub(super) sight: Option<&'a mut Sight<'s>>,
    /// The accesses whose facts the answers rely on.
    pub(super) relied: &'m mut Vec<Access>,
    /// For tests: a layer that takes its fact for granted.
    pub(super) lie: Option<Layer>,
}

impl Question<'_, '_, '_, '_> {
    /// The rivals of a thread's next operation; `None` if everybody is.
    pub(super) fn rivals(&mut self, thread: usize) -> Option<Threads> {
        let operation = self.machine.operation(thread)?;
        let rivals = self.raw(thread, operation)?;
        Some(self.acting(thread, rivals)? & !(1 << thread))
    }

    fn raw(&mut self, thread: usize, operation: Operation) -> Option<Threads> {
        let persistent = self.layers.has(Layer::Persistent);
        match operation {
            Operation::Lock(_) if self.lie == Some(Layer::Unlock) => Some(0),
            Operation::Reacquire(_) if self.lie == Some(Layer::Notify) => Some(0),
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Exchange(..)
            | Operation::Copy(..) => self.of_accesses(thread, operation),
            Operation::Lock(object) | Operation::Reacquire(object) => self.of_lock(thread, object),
            Operation::Unlock(_) if self.layers.has(Layer::Unlock) => Some(0),
            Operation::Wait(_) if self.layers.has(Layer::Unlock) => self.interrupters(thread),
            Operation::Notify(object) | Operation::NotifyAll(object)
                if self.layers.has(Layer::Notify) =>
            {
                self.of_notification(object)
            }
            Operation::Start(object) if persistent => {
                let is_shared = self.machine.heap().object(object).is_shared();
                let beginners = if is_shared { self.learned.beginners } else { 0 };
                Some(beginners | self.of_variable(thread, Variable::Starting)?)
            }
            Operation::Observe(object) if persistent => self.of_look(thread, object),
            Operation::Yield if persistent => Some(0),
            Operation::Sleep if persistent => {
                let any = self.machine.options().timeouts == Timeouts::Any;
                match any && !self.learned.clock {
                    true => self.interrupters(thread),
                    false => None,
                }
            }
            Operation::Waiting(object) if persistent => {
                let is_timed = self.machine.threads()[thread].deadline != 0;
                self.of_sleeper(is_timed)?;
                Some(self.interrupters(thread)? | self.of_lock(thread, object)?)
            }
            Operation::Park if persistent => {
                let is_timed = self.machine.threads()[thread].deadline != 0;
                self.of_sleeper(is_timed)?;
                let givers = self.of_variable(thread, Variable::Permit(thread as u16))?;
                Some(givers | self.interrupters(thread)?)
            }
            Operation::Unpark(object) if persistent => match life(self.machine, object) {
                Life::Lives(number) => Some(1 << number),
                Life::Ended => Some(0),
                Life::Unstarted => None,
            },
            Operation::End if persistent => {
                let life = self.of_variable(thread, Variable::Life(thread as u16))?;
                let object = self.machine.threads()[thread].object;
                let lock = self.of_lock(thread, object)?;
                Some(life | lock | self.learned.survivors | self.spared(thread))
            }
            _ => None,
        }
    }

    /// The daemons, if the end of the thread may be the end of the program. (The other way round there
    /// is no dependence: that a step comes before an end that would have cut it off shows no less.)
    fn spared(&self, thread: usize) -> Threads {
        let threads = self.machine.threads();
        if threads[thread].daemon {
            return 0;
        }
        let daemons = threads.iter().enumerate();
        let daemons = daemons.filter(|(_, it)| it.daemon && !it.has_ended());
        daemons.fold(0, |all, (number, _)| all | 1 << number)
    }

    /// Those who can act in place of these: who has not been started is started by others.
    fn acting(&mut self, thread: usize, rivals: Threads) -> Option<Threads> {
        let mut acting = 0;
        let mut left = rivals;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            match self.machine.threads().get(number) {
                None => acting |= self.of_variable(thread, Variable::Starting)?,
                Some(thread) if matches!(thread.status, Status::Ended) => {}
                Some(_) => acting |= 1 << number,
            }
        }
        Some(acting)
    }

    fn of_variable(&mut self, thread: usize, variable: Variable) -> Option<Threads> {
        let access = Access {
            thread,
            object: Ref::NULL,
            variable,
            writes: true,
        };
        self.relied.push(access);
        self.facts.rivals(self.machine, access)
    }

    fn of_accesses(&mut self, thread: usize, operation: Operation) -> Option<Threads> {
        let mut accesses = Vec::new();
        if !self
            .facts
            .accesses(self.machine, thread, operation, &mut accesses)
        {
            return None;
        }
        let mut rivals = 0;
        for access in accesses {
            let of_access = self.of_access(access)?;
            rivals |= self.not_ending(of_access);
            // A thread's flag also says whether it can go on, and waiting may clear it.
            if self.machine.is_thread(access.object)
                && let Life::Lives(number) = life(self.machine, access.object)
            {
                rivals |= 1 << number;
            }
        }
        Some(rivals)
    }

    /// The rivals of one access: those that are so by what was learned and by what is foreseen.
    fn of_access(&mut self, access: Access) -> Option<Threads> {
        let sight = self.sight.as_mut();
        let foreseen = sight.and_then(|it| it.rivals(self.machine, access));
        if foreseen == Some(0) {
            return Some(0);
        }
        let mut learned = self.facts.rivals(self.machine, access);
        if learned.is_some() {
            self.relied.push(access);
        }
        let Some(foreseen) = foreseen else {
            return learned;
        };
        if let Some(rivals) = learned {
            learned = self.acting(access.thread, rivals);
        }
        match learned {
            Some(learned) => Some(learned & foreseen),
            None => self.layers.has(Layer::Persistent).then_some(foreseen),
        }
    }

    fn of_lock(&mut self, thread: usize, object: Ref) -> Option<Threads> {
        let access = Access {
            thread,
            object,
            variable: Facts::monitor(self.machine, object),
            writes: true,
        };
        let mut rivals = self.of_access(access)?;
        rivals = self.not_ending(rivals);
        if let Some(owner) = self.machine.monitor(object).owner() {
            rivals |= 1 << owner;
        }
        if self.machine.is_thread(object)
            && let Life::Lives(number) = life(self.machine, object)
        {
            rivals |= 1 << number;
        }
        Some(rivals)
    }

    /// Without those that are about to end: they access nothing any more.
    fn not_ending(&self, rivals: Threads) -> Threads {
        let threads = self.machine.threads().iter().enumerate();
        let ending = threads.filter(|(_, thread)| thread.status == Status::Ending);
        ending.fold(rivals, |rivals, (number, _)| rivals & !(1 << number))
    }

    fn of_notification(&self, object: Ref) -> Option<Threads> {
        let waiters = self
            .machine
            .waiters(object)
            .fold(0, |all, it| all | 1 << it);
        if waiters == 0 {
            return Some(0);
        }
        let options = self.machine.options();
        let time_stands = options.timeouts == Timeouts::Idle
            || self.machine.waiters(object).all(|waiter| {
                let status = self.machine.threads()[waiter].status;
                matches!(status, Status::Waiting(waiting) if waiting.nanos == 0)
            });
        match time_stands && !self.learned.interrupts && !options.spurious_wakeups {
            true => Some(0),
            false if !self.layers.has(Layer::Persistent) => None,
            false => Some(waiters),
        }
    }

    /// A thread that waits for something, for some time perhaps.
    fn of_sleeper(&self, is_timed: bool) -> Option<()> {
        let options = self.machine.options();
        let time_matters = is_timed && (self.learned.clock || options.timeouts == Timeouts::Idle);
        (!time_matters && !options.spurious_wakeups).then_some(())
    }

    /// Those who may interrupt a thread: who writes its flag.
    fn interrupters(&mut self, thread: usize) -> Option<Threads> {
        if !self.learned.interrupts {
            return Some(0);
        }
        let object = self.machine.threads()[thread].object;
        let slot = self.machine.interrupted_slot();
        let access = Access {
            thread,
            object,
            variable: Facts::place(self.machine, object, slot)?,
            writes: true,
        };
        self.relied.push(access);
        self.facts.rivals(self.machine, access)
    }

    fn of_look(&mut self, thread: usize, object: Ref) -> Option<Threads> {
        if !self.machine.is_thread(object) {
            return None;
        }
        let has_monitor = self.machine.monitor(object).owner() == Some(thread);
        match life(self.machine, object) {
            Life::Lives(_) if has_monitor => Some(0),
            Life::Lives(number) => Some(1 << number),
            Life::Ended => Some(0),
            Life::Unstarted => {
                let starters = self.of_variable(thread, Variable::Starting)?;
                Some(self.learned.beginners | starters)
            }
        }
    }
}

/// How far a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    Unstarted,
    /// With its number.
    Lives(usize),
    Ended,
}

/// How far the thread is whose `java.lang.Thread` this is.
pub(super) fn life(machine: &mut Machine<'_>, object: Ref) -> Life {
    let mut threads = machine.threads().iter();
    match threads.position(|it| it.object == object && !it.has_ended()) {
        Some(number) => Life::Lives(number),
        None if machine.was_started(object) => Life::Ended,
        None => Life::Unstarted,
    }
}
