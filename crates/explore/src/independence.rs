//! Which steps of different threads depend on each other: the one place that says so.
//!
//! In: a thread that stands before an operation. Out: the operation's [`Footprint`], the variables
//! that it reads and writes. Two operations of different threads are *independent* if no variable is
//! in both footprints that one of them writes: then they commute, and neither makes the other
//! possible or impossible. Both sources of persistent sets rest on this: the lazy search
//! (`search/lazy.rs`, through `java/footprint_cache.rs`) and the named layers (`reduction/`).
//!
//! # What a footprint has to satisfy
//!
//! A footprint is predicted, before the step, and also for a thread that can't move. It may depend
//! on the state, so three things have to hold:
//! 1. *It is complete.* What the step touches is in it, but for what nobody else can reach.
//! 2. *It is stable.* If an operation that thread `q` is about to do conflicts with a step of `p`, it
//!    still does after that step. The searches look for conflicts in the states after a step; a
//!    conflict that the step makes disappear would never be seen. What makes a footprint stable is
//!    this: whatever is looked at in order to find it is in it, as read. Waking waiters is the
//!    exception: who is woken is about to do something else. So searches look at what those are about
//!    to do who can't move where a step is taken, too.
//! 3. *What is no operation at all is passed for good.* Between two operations a thread passes looks
//!    at the state of a class that is initialised ([`machine::ClassUse`]). Nobody can change that
//!    any more, so it needs no stop; but somebody did before, so the look belongs to what the thread
//!    accesses ([`of_class_uses`]).
//!
//! For example, thread `q` asks `t.isAlive()`, which reads `Started(t)` and `Ended(t)`, whether `t` is
//! unstarted, alive or has ended. If it read nothing of a thread that has ended, then after the end of
//! `t` the question would conflict with nothing, and a search that lets `t` end first would never see
//! that `q` could have asked before.
//!
//! # Pairs that commute although they are about the same thing
//!
//! These are all, each with its reason:
//! - *Leaving a monitor* (unlock, wait) and *the end of a class's initialisation* depend on nothing:
//!   whoever wants the monitor or the class can't go on before. They are *effects*: others may go on
//!   by them, and that is all.
//! - *Waking waiters* depends on who is in the wait set; nobody can join it while the monitor is
//!   owned, so only leaving it by time, by an interrupt or for no reason conflicts.
//! - *Giving a permit* twice is like giving it once, so that is like reading it; parking writes it.
//! - *Giving a permit* or *waking by an interrupt*, and the *end* of the thread that gets it: one that
//!   has ended has no permit, and one that is about to end does not ask for it. So these read
//!   `Started` and not `Ended`.
//! - *Ends of threads* free their places, and a start takes the first free one (where they are recycled, see
//!   `recycling.rs` of the machine). So ends read `Places`, and starts write it: two ends commute.
//! - *Looking whether a thread lives* while owning the monitor that its end needs, and its end. (That is
//!   the monitor of its `Thread`, unless the thread is a virtual one.)
//! - *Comparing and setting* only reads where it would set nothing, and waiting only reads the
//!   interrupt flag where it is not set. Whether that is so can change, but only by a write of the
//!   same variable, which conflicts with both.
//! - *The end of the program* conflicts with everything that others may do before. That a step comes
//!   before an end that would have cut it off shows no less, so the step itself depends on nothing.

use machine::heap::{BASE, Layout};
use machine::{ClassUse, Machine, Operation, Ref, SynchronizerCall, Timeouts, Use};
use program::ClassId;

mod mutant;

pub use mutant::{Change, Claim, Claims, Manner, Mutant, View};

/// A part of the state that steps can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Variable {
    /// A field or element.
    Slot(Ref, u32),
    /// Who owns the monitor of an object; or the lock that a synchronizer is.
    Monitor(Ref),
    /// Which threads wait at the monitor of an object, or in the queues of a synchronizer.
    WaitSet(Ref),
    /// Whether the thread of a `java.lang.Thread` has been started.
    Started(Ref),
    /// Whether it has ended.
    Ended(Ref),
    /// The permit of a thread.
    Permit(u16),
    /// Whether a class is initialised, or by whom.
    Class(ClassId),
    /// How many threads have been started: that is where they have their numbers from.
    Threads,
    /// Which places are free for new threads, where those of ended ones are taken again.
    Places,
    /// What was printed.
    Console,
    /// The time.
    Clock,
    /// What threads do at all, as far as the end of the program cuts it off.
    Running,
    /// The same for daemons, which the end of the last other thread cuts off.
    Daemons,
}

impl Variable {
    /// The object that it belongs to, if it belongs to one.
    pub(crate) fn object(self) -> Option<Ref> {
        match self {
            Variable::Slot(object, _)
            | Variable::Monitor(object)
            | Variable::WaitSet(object)
            | Variable::Started(object)
            | Variable::Ended(object) => Some(object),
            _ => None,
        }
    }

    /// The same of another object, if it belongs to one.
    pub(crate) fn of(self, other: impl Fn(Ref) -> Ref) -> Variable {
        match self {
            Variable::Slot(object, slot) => Variable::Slot(other(object), slot),
            Variable::Monitor(object) => Variable::Monitor(other(object)),
            Variable::WaitSet(object) => Variable::WaitSet(other(object)),
            Variable::Started(object) => Variable::Started(other(object)),
            Variable::Ended(object) => Variable::Ended(other(object)),
            variable => variable,
        }
    }
}

/// An access to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Access {
    pub(crate) variable: Variable,
    pub(crate) writes: bool,
}

/// What a step of a thread depends on and does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    /// What the step depends on.
    pub(crate) accesses: Vec<Access>,
    /// What it does to others beside: what may let them go on.
    pub(crate) effects: Vec<Access>,
    /// Whether it may access anything.
    pub(crate) everything: bool,
    /// Whether, if the thread can't move, only a step that conflicts with the accesses can let it.
    pub(crate) waits: bool,
    /// How it is seen; plainly, but for tests of the tests.
    pub(crate) view: View,
}

impl Footprint {
    /// Makes it the footprint of a thread that stands before an operation.
    pub(crate) fn find(&mut self, machine: &mut Machine<'_>, thread: usize, operation: Operation) {
        self.accesses.clear();
        self.effects.clear();
        (self.everything, self.waits) = (false, false);
        let mut finder = Finder {
            machine,
            out: self,
            thread,
        };
        let told = finder.find(operation);
        finder.find_running();
        if told.is_none() {
            self.everything = true;
            self.waits = false;
        }
        if !matches!(self.view, View::Plain) {
            let view = std::mem::take(&mut self.view);
            view.show(machine, (thread, operation), self);
            self.view = view;
        }
    }

    /// Whether a step depends on what another step, of another thread, does.
    pub(crate) fn depends_on(&self, other: &Footprint) -> bool {
        let theirs = || other.accesses.iter().chain(&other.effects);
        let conflicts = |mine: &Access| {
            theirs().any(|it| it.variable == mine.variable && (it.writes || mine.writes))
        };
        self.everything || other.everything || self.accesses.iter().any(conflicts)
    }

    /// Whether time may pass in the step.
    pub(crate) fn passes_time(&self) -> bool {
        let mut accesses = self.accesses.iter();
        accesses.any(|it| it.writes && it.variable == Variable::Clock)
    }

    /// Whether two steps of different threads depend on each other.
    pub(crate) fn conflicts(&self, other: &Footprint) -> bool {
        self.depends_on(other) || other.depends_on(self)
    }

    fn read(&mut self, variable: Variable) {
        self.access(variable, false);
    }

    fn write(&mut self, variable: Variable) {
        self.access(variable, true);
    }

    fn access(&mut self, variable: Variable, writes: bool) {
        self.accesses.push(Access { variable, writes });
    }

    fn affect(&mut self, variable: Variable) {
        let writes = true;
        self.effects.push(Access { variable, writes });
    }
}

/// What [`of_class_uses`] is called in claims.
pub(crate) const CLASS_USE: &str = "use of a class";

/// What local steps after an operation are called in claims.
pub(crate) const AFTER: &str = "what comes after";

/// What a step accesses by its uses of classes beside its operation.
pub(crate) fn of_class_uses(uses: &[ClassUse]) -> impl Iterator<Item = Access> {
    uses.iter().map(|it| Access {
        variable: Variable::Class(it.class),
        writes: it.ends,
    })
}

/// What a variable is to whoever keeps something about variables over several states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lasting {
    /// One that means the same in all states.
    One(Variable),
    /// One of the younger objects of a class, which have no name that lasts.
    Of(ClassId, Member),
}

/// A variable of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Member {
    /// A field.
    Field(u32),
    /// An element; all from [`ELEMENTS`] on are one.
    Element(u32),
    Monitor,
    WaitSet,
    Started,
    Ended,
}

/// Elements of a younger array that are told apart.
pub(crate) const ELEMENTS: u32 = 64;

impl Lasting {
    /// What a variable of the current state is in all states.
    pub(crate) fn of(machine: &Machine<'_>, variable: Variable) -> Lasting {
        let Some(object) = variable.object() else {
            return Lasting::One(variable);
        };
        let data = machine.heap().lasting(object);
        if data.flags & BASE != 0 {
            return Lasting::One(variable);
        }
        let member = match (variable, data.layout) {
            (Variable::Slot(_, slot), Layout::Array(_)) => Member::Element(slot.min(ELEMENTS)),
            (Variable::Slot(_, slot), _) => Member::Field(slot),
            (Variable::Monitor(_), _) => Member::Monitor,
            (Variable::WaitSet(_), _) => Member::WaitSet,
            (Variable::Started(_), _) => Member::Started,
            _ => Member::Ended,
        };
        Lasting::Of(data.class, member)
    }
}

/// Works out a footprint.
struct Finder<'a, 'p> {
    machine: &'a mut Machine<'p>,
    out: &'a mut Footprint,
    thread: usize,
}

impl Finder<'_, '_> {
    /// `None` if the operation may concern everything.
    fn find(&mut self, operation: Operation) -> Option<()> {
        match self.machine.synchronizer_call(self.thread, operation) {
            None => self.operation(operation),
            Some(call) => self.call(call, operation),
        }
    }

    /// That it is a step.
    fn find_running(&mut self) {
        self.out.affect(Variable::Running);
        if self.is_daemon() {
            self.out.affect(Variable::Daemons);
        }
    }

    /// An atomic call, see `atomic_calls.rs` of the machine: all that it accesses is part of its
    /// synchronizer, so that is one thing, but for who has the lock. As with a monitor, letting go
    /// conflicts with nothing but with who may look all the same. What is said where a call begins is
    /// true of all of it, so in the middle only what is beside its synchronizer is to be added.
    fn call(&mut self, call: SynchronizerCall, operation: Operation) -> Option<()> {
        if call.beside {
            self.operation(operation)?;
        }
        if call.inside {
            return Some(());
        }
        let lock = call.synchronizer?;
        match call.does {
            Use::Lock => {
                self.out.waits = true;
                self.out.write(Variable::Monitor(lock));
            }
            Use::LockInterruptibly => {
                self.out.waits = true;
                self.out.write(Variable::Monitor(lock));
                self.flag();
            }
            Use::Unlock => {
                self.out.affect(Variable::Monitor(lock));
                self.out.write(Variable::WaitSet(lock));
            }
            Use::Try => {
                self.out.write(Variable::Monitor(lock));
                self.out.write(Variable::WaitSet(lock));
            }
            Use::Await => {
                self.out.affect(Variable::Monitor(lock));
                self.out.write(Variable::WaitSet(lock));
                self.flag();
            }
            Use::Signal => self.out.write(Variable::WaitSet(lock)),
            Use::Any => {
                self.out.write(Variable::Monitor(lock));
                self.out.write(Variable::WaitSet(lock));
                self.flag();
            }
        }
        Some(())
    }

    /// `None` if it may concern everything.
    fn operation(&mut self, operation: Operation) -> Option<()> {
        match operation {
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Exchange(..)
            | Operation::Copy(..) => self.memory(operation)?,
            Operation::Lock(object) => {
                self.out.waits = true;
                self.out.write(Variable::Monitor(object));
            }
            Operation::Reacquire(object) => {
                self.out.waits = true;
                self.out.write(Variable::Monitor(object));
                // Who was interrupted takes the flag back when it has the monitor.
                if self.machine.threads()[self.thread].was_interrupted() {
                    self.flag();
                }
            }
            Operation::Unlock(object) => self.out.affect(Variable::Monitor(object)),
            Operation::Wait(object) => {
                self.out.affect(Variable::Monitor(object));
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
                self.out.write(Variable::WaitSet(object));
            }
            Operation::Notify(object) | Operation::NotifyAll(object) => {
                self.out.write(Variable::WaitSet(object));
            }
            Operation::Look => self.pass_time(true)?,
            Operation::Sleep => {
                self.pass_time(true)?;
                self.flag();
            }
            Operation::Park => {
                self.pass_time(self.is_timed())?;
                self.flag();
                self.out.waits = true;
                self.out.write(Variable::Permit(self.thread as u16));
            }
            Operation::Unpark(object) | Operation::Interrupt(object) => self.permit(object)?,
            Operation::Start(object) => {
                self.out.write(Variable::Threads);
                if self.machine.recycles_places() {
                    self.out.write(Variable::Places);
                }
                self.start(object);
            }
            Operation::Observe(object) => self.look(object)?,
            Operation::End => self.end()?,
            Operation::Initialize(class) => self.out.write(Variable::Class(class)),
            Operation::Print => self.out.write(Variable::Console),
            Operation::Yield | Operation::Choose(_) => {}
            Operation::Exit => {
                self.out.read(Variable::Running);
                return None;
            }
            Operation::Stop(_)
            | Operation::Suspend(_)
            | Operation::Resume(_)
            | Operation::Pause => return None,
        }
        Some(())
    }

    fn memory(&mut self, operation: Operation) -> Option<()> {
        let fails = self.machine.would_fail(operation);
        for (span, writes, _) in operation.accesses() {
            let object = span.first.object;
            let is_young_array = {
                let data = self.machine.heap().lasting(object);
                matches!(data.layout, Layout::Array(_)) && data.flags & BASE == 0
            };
            for slot in span.first.slot..span.first.slot + span.length {
                // The rest of the elements is one variable.
                if is_young_array && slot >= ELEMENTS {
                    self.slot(object, ELEMENTS, writes && !fails)?;
                    break;
                }
                self.slot(object, slot, writes && !fails)?;
            }
        }
        Some(())
    }

    /// `None` if natives touch the field under operations that don't name it.
    fn slot(&mut self, object: Ref, slot: u32, writes: bool) -> Option<()> {
        let data = self.machine.heap().lasting(object);
        let is_field = data.layout == Layout::Fields;
        let is_kept = is_field
            && self.machine.is_kept_by_natives(slot)
            && !self.machine.local_slots().contains(&slot)
            && self.machine.is_thread(object);
        if is_kept || (is_field && self.is_holder(data.class)) {
            return None;
        }
        self.out.access(Variable::Slot(object, slot), writes);
        Some(())
    }

    /// Whether objects of the class hold what the machine keeps of a thread.
    fn is_holder(&self, class: ClassId) -> bool {
        let name = &*self.machine.program().class(class).name;
        name.starts_with("java/lang/Thread$") || name == "java/lang/ThreadGroup"
    }

    /// Starts the thread of a `java.lang.Thread`, which needs its monitor. If that is not shared, nobody
    /// else can do anything with it before.
    fn start(&mut self, object: Ref) {
        if self.machine.heap().object(object).is_shared() {
            self.out.waits = true;
            self.out.write(Variable::Monitor(object));
            self.out.write(Variable::Started(object));
            for slot in self.machine.slots_for_start() {
                self.out.read(Variable::Slot(object, slot));
            }
        }
    }

    /// Gives a permit to the thread of a `java.lang.Thread`. (Interrupting: the flag was written before,
    /// what is left is to wake who is parked.)
    fn permit(&mut self, object: Ref) -> Option<()> {
        if !self.machine.is_thread(object) {
            return None;
        }
        self.out.read(Variable::Started(object));
        if let Some(number) = self.machine.thread_of(object) {
            self.out.read(Variable::Permit(number as u16));
        }
        Some(())
    }

    /// Looks whether the thread of a `java.lang.Thread` lives.
    fn look(&mut self, object: Ref) -> Option<()> {
        if !self.machine.is_thread(object) {
            return None;
        }
        self.out.read(Variable::Started(object));
        let monitor = self.machine.end_monitor(object);
        if self.machine.monitor(monitor).owner() != Some(self.thread) {
            self.out.read(Variable::Ended(object));
        }
        Some(())
    }

    /// The thread ends: it wakes who waits for it, and its thread-local variables go.
    fn end(&mut self) -> Option<()> {
        let object = self.machine.threads()[self.thread].object;
        let monitor = self.machine.end_monitor(object);
        self.out.write(Variable::Ended(object));
        self.out.write(Variable::Monitor(monitor));
        self.out.write(Variable::WaitSet(monitor));
        for index in 0..self.machine.local_slots().len() {
            let slot = self.machine.local_slots()[index];
            self.slot(object, slot, true)?;
        }
        if self.machine.recycles_places() {
            self.out.read(Variable::Places);
        }
        // The last of all starts the thread that runs the shutdown hooks.
        if self.machine.has_shutdown_hooks() {
            self.out.write(Variable::Threads);
            if self.machine.recycles_places() {
                self.out.write(Variable::Places);
            }
        }
        // It may have to wait for that monitor, whoever has it.
        self.out.waits = true;
        if !self.is_daemon() {
            self.out.read(Variable::Daemons);
        }
        Some(())
    }

    /// The thread's own interrupt flag, on which all waiting depends. Waiting takes it back if it is
    /// set.
    fn flag(&mut self) {
        let object = self.machine.threads()[self.thread].object;
        let is_set = self.machine.is_interrupted(self.thread);
        let flag = Variable::Slot(object, self.machine.interrupted_slot());
        self.out.access(flag, is_set);
    }

    fn is_daemon(&self) -> bool {
        self.machine.threads()[self.thread].daemon
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
            self.out.write(Variable::Clock);
        }
        Some(())
    }
}
