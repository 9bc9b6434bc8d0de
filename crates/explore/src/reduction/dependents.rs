//! The threads on whose steps an operation depends: its *dependents*.
//!
//! In: a thread that stands before an operation, whose footprint `independence.rs` tells. Out: the
//! threads that may do, before it moves, something that conflicts with that footprint. A thread that
//! can't move has dependents too: those who may let it. Who may access a variable is learned, see
//! `guards.rs`; of some variables it is known who changes them:
//!
//! - *Ended*: that thread itself; nobody, once it has ended. One that has not been started is started
//!   by a dependent for *started*.
//! - *A permit*: taken by its thread, given by those who are known to have given it.
//! - *A monitor*: its owner is a dependent of who wants it. A thread takes its own monitor when it ends.
//! - *A wait set*: nobody can join it while the monitor is owned. Who is in it can leave it by itself
//!   only by an interrupt, by time, or for no reason: where that is possible, who is in it is a dependent of
//!   who notifies. For who waits, those are dependents who take the monitor, as who notifies has to.
//! - *The own interrupt flag*: nobody, until somebody has been interrupted or the flag is set. The thread itself is a dependent
//!   of whoever accesses its flag; if it has not been started, those who may start it.
//! - *The clock*: nobody, until somebody has read it; then everybody.
//! - *What the end of the last thread that is no daemon cuts off*: the daemons.
//! - *Everything*: who accesses fields that natives touch unnamed is a dependent of all others, from when that
//!   was first seen on.
//!
//! A dependent that has not been started yet can't do anything before somebody starts it: those who start
//! threads stand for it. One that is ending can only end.
//!
//! Each layer decides for some operations whether they are looked at in this way; everybody is a dependent
//! of all others.

use machine::thread::Status;
use machine::{Machine, Operation, Ref, Timeouts};

use super::foreseen::FutureCheck;
use super::guards::{Facts, Threads, Use};
use super::layers::{Layer, Layers};
use super::reach::{Cut, Reach};
use crate::independence::{Access, Footprint, Variable};

/// What was learned beside the facts about variables.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// Who has accessed something while no other thread lived any more.
    pub(super) survivors: Threads,
    /// Whether a thread has been interrupted.
    pub(super) interrupts: bool,
    /// Whether the clock has been read.
    pub(super) clock: bool,
    /// Who has accessed what natives touch under operations that don't name it: such a step may concern
    /// every other.
    pub(super) touchers: Threads,
}

/// One question for dependents.
pub(super) struct Question<'a, 'm, 'p, 's> {
    pub(super) machine: &'a mut Machine<'p>,
    pub(super) layers: Layers,
    pub(super) facts: &'a mut Facts,
    pub(super) learned: &'a Learned,
    /// What threads may still do, if that is known.
    pub(super) sight: Option<&'a mut FutureCheck<'s>>,
    /// Who can come to which object, if that is known.
    pub(super) reach: Option<&'a mut Reach>,
    /// The edges that the answers rely on being cut.
    pub(super) cut: &'m mut Vec<Cut>,
    /// The accesses whose facts the answers rely on.
    pub(super) relied: &'m mut Vec<Use>,
    /// For tests: a layer that takes its fact for granted.
    pub(super) lie: Option<Layer>,
}

impl Question<'_, '_, '_, '_> {
    /// The dependents of a thread's next operation; `None` if everybody is.
    pub(super) fn dependents(
        &mut self,
        thread: usize,
        footprint: &mut Footprint,
    ) -> Option<Threads> {
        let operation = self.machine.operation(thread)?;
        if !self.judges(operation) {
            return None;
        }
        match (operation, self.lie) {
            (Operation::Lock(_), Some(Layer::Unlock)) => return Some(0),
            (Operation::Reacquire(_), Some(Layer::Notify)) => return Some(0),
            _ => {}
        }
        footprint.find(self.machine, thread, operation);
        if footprint.everything {
            return None;
        }
        let mut dependents = 0;
        for access in &footprint.accesses {
            dependents |= self.of_access(thread, operation, *access)?;
        }
        if operation == Operation::End {
            dependents |= self.learned.survivors;
        }
        dependents |= self.learned.touchers;
        Some(self.acting(thread, dependents)? & !(1 << thread))
    }

    /// Whether a layer says for such operations what they depend on.
    fn judges(&self, operation: Operation) -> bool {
        match operation {
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Exchange(..)
            | Operation::Copy(..)
            | Operation::Lock(_)
            | Operation::Reacquire(_) => true,
            Operation::Unlock(_) | Operation::Wait(_) => self.layers.has(Layer::Unlock),
            Operation::Notify(_) | Operation::NotifyAll(_) => self.layers.has(Layer::Notify),
            // Who may wake up for no reason is left to itself.
            Operation::Waiting(_) | Operation::Park => {
                self.layers.has(Layer::Persistent) && !self.machine.options().spurious_wakeups
            }
            _ => self.layers.has(Layer::Persistent),
        }
    }

    fn of_access(
        &mut self,
        thread: usize,
        operation: Operation,
        access: Access,
    ) -> Option<Threads> {
        let by = Use::new(thread, access);
        match access.variable {
            Variable::Slot(..) if waits(operation) => self.interrupters(by),
            Variable::Slot(object, _) => {
                let dependents = self.of_data(by)?;
                Some(self.not_ending(dependents) | self.of_flag(thread, object)?)
            }
            Variable::Monitor(object) => self.of_monitor(thread, object),
            Variable::WaitSet(object) if matches!(operation, Operation::Waiting(_)) => {
                self.of_monitor(thread, object)
            }
            Variable::WaitSet(object) => self.of_notification(object),
            Variable::Started(object) => match operation {
                Operation::Start(_) => self.of_users(by),
                _ if self.machine.was_started(object) => Some(0),
                _ => self.of_users(by),
            },
            Variable::Ended(object) => match operation {
                Operation::End => self.of_users(by),
                _ => Some(self.living(object)),
            },
            Variable::Permit(number) => match operation {
                Operation::Park => self.of_users(by),
                _ => Some(1 << number),
            },
            Variable::Clock => {
                let is_free = self.machine.options().timeouts == Timeouts::Any;
                (is_free && !self.learned.clock).then_some(0)
            }
            Variable::Daemons => Some(self.daemons()),
            Variable::Class(class) => {
                let initializer = self.machine.initializer(class).map_or(0, |it| 1 << it);
                Some(self.of_users(by)? | initializer)
            }
            Variable::Threads => self.of_users(by),
            Variable::Places => None,
            // What is printed tells whether the end of the program came before.
            Variable::Console | Variable::Running => None,
        }
    }

    /// The daemons that live.
    fn daemons(&self) -> Threads {
        let daemons = self.machine.threads().iter().enumerate();
        let daemons = daemons.filter(|(_, it)| it.daemon && !it.has_ended());
        daemons.fold(0, |all, (number, _)| all | 1 << number)
    }

    /// The thread whose `java.lang.Thread` this is, if it lives.
    fn living(&self, object: Ref) -> Threads {
        let mut threads = self.machine.threads().iter();
        let number = threads.position(|it| it.object == object && !it.has_ended());
        number.map_or(0, |number| 1 << number)
    }

    /// The thread that needs a monitor to end.
    fn ending_by(&self, monitor: Ref) -> Threads {
        let mut threads = self.machine.threads().iter();
        let number = threads
            .position(|it| !it.has_ended() && self.machine.end_monitor(it.object) == monitor);
        number.map_or(0, |number| 1 << number)
    }

    /// Those who can act in place of these: who has not been started is started by others.
    fn acting(&mut self, thread: usize, dependents: Threads) -> Option<Threads> {
        let mut acting = 0;
        let mut left = dependents;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            match self.machine.threads().get(number) {
                None => acting |= self.of_users(writing(thread, Variable::Threads))?,
                Some(thread) if matches!(thread.status, Status::Ended) => {}
                Some(_) => acting |= 1 << number,
            }
        }
        Some(acting)
    }

    /// Those who are known to access a variable.
    fn of_users(&mut self, access: Use) -> Option<Threads> {
        let access = writing(access.thread, access.variable);
        self.relied.push(access);
        self.facts.dependents(self.machine, access)
    }

    /// The thread that has an object's fields for its own, which waiting looks at and changes.
    fn of_flag(&mut self, thread: usize, object: Ref) -> Option<Threads> {
        if !self.machine.is_thread(object) {
            return Some(0);
        }
        match self.machine.was_started(object) {
            true => Some(self.living(object)),
            false => self.of_users(writing(thread, Variable::Started(object))),
        }
    }

    /// The dependents of an access to a field or element, or of taking a monitor: those that are so by what
    /// was learned and by what is foreseen.
    fn of_data(&mut self, access: Use) -> Option<Threads> {
        let sight = self.sight.as_mut();
        let foreseen = sight.and_then(|it| it.dependents(self.machine, access));
        if foreseen == Some(0) {
            return Some(0);
        }
        let mut learned = self.facts.dependents(self.machine, access);
        if learned.is_some() {
            self.relied.push(access);
        }
        if learned == Some(0) {
            return learned;
        }
        if let (Some(foreseen), Some(dependents)) = (foreseen, learned) {
            let acting = self.acting(access.thread, dependents);
            learned = acting.map(|it| it & foreseen);
        } else if let Some(foreseen) = foreseen {
            learned = self.layers.has(Layer::Persistent).then_some(foreseen);
        }
        // All who hold the object are among those who can come to it.
        match self.reaching(access) {
            Some(reaching) if learned.is_none_or(|it| it.count_ones() > reaching.count_ones()) => {
                Some(reaching)
            }
            _ => learned,
        }
    }

    /// Those who can come to the object of an access, if there is none or a layer takes several.
    fn reaching(&mut self, access: Use) -> Option<Threads> {
        let takes_several = self.layers.has(Layer::Persistent);
        let enough = match takes_several {
            true => 0,
            false => Threads::MAX,
        };
        let sight = self.sight.as_deref_mut();
        let reach = self.reach.as_mut()?;
        let (reaching, cut) =
            reach.dependents(self.machine, self.facts, sight, (access, enough))?;
        if reaching != 0 && !takes_several {
            return None;
        }
        self.cut.extend_from_slice(cut);
        Some(reaching)
    }

    fn of_monitor(&mut self, thread: usize, object: Ref) -> Option<Threads> {
        let dependents = self.of_data(writing(thread, Variable::Monitor(object)))?;
        let mut dependents = self.not_ending(dependents);
        if let Some(owner) = self.machine.monitor(object).owner() {
            dependents |= 1 << owner;
        }
        Some(dependents | self.ending_by(object))
    }

    /// Without those that are about to end: they access nothing any more.
    fn not_ending(&self, dependents: Threads) -> Threads {
        let threads = self.machine.threads().iter().enumerate();
        let ending = threads.filter(|(_, thread)| thread.status == Status::Ending);
        ending.fold(dependents, |dependents, (number, _)| {
            dependents & !(1 << number)
        })
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
        let is_idle = options.timeouts == Timeouts::Idle;
        let time_stands = self.machine.waiters(object).all(|waiter| {
            let thread = &self.machine.threads()[waiter];
            let is_timed = !matches!(thread.status, Status::Waiting(waiting) if waiting.nanos == 0);
            !is_timed || is_idle && !thread.is_due()
        });
        match time_stands && !self.learned.interrupts && !options.spurious_wakeups {
            true => Some(0),
            false if !self.layers.has(Layer::Persistent) => None,
            false => Some(waiters),
        }
    }

    /// Those who may interrupt a thread: who writes its flag. If it is set, as it may be from before the first
    /// state on, the thread takes it back: then those count who read it, too.
    fn interrupters(&mut self, flag: Use) -> Option<Threads> {
        match self.learned.interrupts || flag.writes {
            true => self.of_users(flag),
            false => Some(0),
        }
    }
}

fn writing(thread: usize, variable: Variable) -> Use {
    Use {
        thread,
        variable,
        writes: true,
    }
}

/// Whether a thread stands before an operation at which it may wait, and be interrupted.
pub(super) fn waits(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Wait(_) | Operation::Waiting(_) | Operation::Park | Operation::Sleep
    )
}
