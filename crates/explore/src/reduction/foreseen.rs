//! What threads may still do, by the program text: static futures as a reduction.
//!
//! Whoever has analysed the program answers questions by call stack ([`Foreseen`]): whether a thread
//! that stands there may still do something that conflicts with the access that another is about to
//! make. A thread is a dependent of an access to a field, to elements or to a monitor only as long as it
//! may. This is what Parízek and Lhoták do with their analysis of future field accesses (section IV);
//! where they have thread choices at single accesses, here it is one more source of dependents for
//! `dependents.rs`, and the rest (persistent sets, the cycle proviso) is the same for all layers. Unlike them,
//! two writes conflict: the last one stays in the final state.
//!
//! # Why it is sound
//!
//! Let `q` be none of the dependents by static futures of the next access `t` of `p`. Then no step of `q`
//! before `p` moves is an access that conflicts with `t`. Nor is one of a thread that `q` starts
//! meanwhile, or that such a thread starts: the future of whoever may start a thread has that of the
//! thread (and the use of its monitor, which a thread takes to end). Threads that live and are not `q`
//! are asked for themselves. So all that conflicts with `t` is done by dependents, which is what a persistent
//! set needs. What steps do beside their accesses (wake, interrupt, look at threads, end) is no matter of
//! this file, and is a dependent's or everybody's as ever; fields that natives keep for threads, all of
//! `java.lang.Thread`, are left to the other layers. Suspending, stopping and asking where a thread
//! stands leave all choices; exit and class initialisation have everybody as dependent.
//!
//! Where the learned layers know dependents, too, those are dependents that both name: who is none for one of
//! the two does nothing that conflicts. (Learned dependents that have not been started are first replaced
//! by those who may start them, since static ones are.)
//!
//! # The answers are checked
//!
//! The analysis says what it takes for granted about natives and about library code that it does not
//! look into. Every step that is taken is checked: the access must be among what was to come where the
//! thread stood, and what is to come after a step among what was to come before it, also for a thread
//! that the step started; and two accesses to one object of the base (younger ones have no name that
//! lasts) must have bases that may mean the same object. That an access was not foreseen is a matter of
//! the thread and its own past, so it is not hidden (see `reduction.rs`, on facts that are learned): if
//! there is such a run at all, the reduced search comes to the first step that contradicts. Then static
//! futures are given up, the search begins again without them, and the report says so. Before that, what the
//! answers took for granted for the sake of precision is given up ([`Foreseen::retreat`]). Under
//! `--check-reduction` and in debug builds it is an error instead: it means a mistake in the analysis.

use std::fmt::Debug;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::thread::Status;
use machine::{Machine, Operation, Place, Ref};
use program::{ClassId, FieldId, MethodId};

use super::guards::{Threads, Use, key};
use crate::independence::{Access, Lasting, Variable};

/// A call of a stack: its method and instruction, and whether that is yet to be run.
pub type Call = (MethodId, u32, bool);

/// The number of a call stack.
pub type StackId = u32;

/// What an access is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryTarget {
    /// A field.
    Field(FieldId),
    /// Elements of an array of this class.
    Elements(ClassId),
    /// The monitor of an object of this class.
    Monitor(ClassId),
}

/// An access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StaticAccess {
    /// To what.
    pub memory: MemoryTarget,
    /// Whether it writes. Monitors are written.
    pub writes: bool,
}

/// Who knows what threads may still do.
pub trait Foreseen: Debug + Send {
    /// The number of a call stack; the outermost call first.
    fn stand(&mut self, calls: &[Call]) -> StackId;

    /// Whether a thread that stands at `other`, or one that it starts, may still do what conflicts with
    /// an access that a thread at `at` is about to make.
    fn conflicts(&mut self, at: StackId, accessed: StaticAccess, other: StackId) -> bool;

    /// Whether an access is among what may come at a stand.
    fn foresees(&mut self, at: StackId, accessed: StaticAccess) -> bool;

    /// Whether what may come at one stand has all that may come at another.
    fn covers(&mut self, before: StackId, after: StackId) -> bool;

    /// Whether it has all that may come where a thread has just begun.
    fn begins(&mut self, before: StackId, begun: StackId) -> bool;

    /// Whether two accesses, about to be made at these stands, may be to the same object.
    fn may_meet(&mut self, one: (StackId, StaticAccess), other: (StackId, StaticAccess)) -> bool;

    /// An answer was wrong: gives up something that all answers took for granted so far, if there is such a
    /// thing. Whether there was.
    fn retreat(&mut self) -> bool {
        false
    }
}

/// What is to be done about an answer that turns out to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The answers are given up.
    GiveUp,
    /// It is an error.
    Fail,
    /// Nothing: for tests of the tests.
    Ignore,
}

/// Places from where the accesses to one variable are compared with each other.
const MOST_MET: usize = 256;

/// Static futures at work.
#[derive(Debug)]
pub(super) struct FutureCheck<'p> {
    foreseen: Box<dyn Foreseen + 'p>,
    doubt: Doubt,
    /// What was not foreseen, if something was not.
    refuted: Option<String>,
    /// Where the thread that moves stood.
    origin: StackId,
    /// How many threads there were.
    threads: usize,
    /// From where objects of the base have been accessed, by whom.
    met: HashMap<Lasting, Vec<(usize, StackId, StaticAccess)>, FixedState>,
    calls: Vec<Call>,
    /// By thread, where it stands in the state that is being looked at; `None` if it does nothing more.
    stands: Vec<Option<StackId>>,
}

impl<'p> FutureCheck<'p> {
    pub(super) fn new(mut foreseen: Box<dyn Foreseen + 'p>, doubt: Doubt) -> FutureCheck<'p> {
        // Where nothing is checked, nothing can be taken for granted.
        while doubt == Doubt::Ignore && foreseen.retreat() {}
        FutureCheck {
            foreseen,
            doubt,
            refuted: None,
            origin: 0,
            threads: 0,
            met: HashMap::with_hasher(FixedState::default()),
            calls: Vec::new(),
            stands: Vec::new(),
        }
    }

    /// What was not foreseen, if something was not.
    pub(super) fn refuted(&self) -> Option<&str> {
        self.refuted.as_deref()
    }

    fn stand(&mut self, machine: &Machine<'_>, thread: usize) -> StackId {
        let thread = &machine.threads()[thread];
        self.calls.clear();
        for (depth, frame) in thread.frames.iter().enumerate() {
            let again = thread.is_before_instruction(depth);
            self.calls.push((frame.method, frame.pc, again));
        }
        self.foreseen.stand(&self.calls)
    }

    /// Another state is looked at.
    pub(super) fn look(&mut self, machine: &Machine<'_>) {
        self.stands.clear();
        for (number, thread) in machine.threads().iter().enumerate() {
            let acts = !thread.has_ended() && thread.status != Status::Ending;
            let stand = acts.then(|| self.stand(machine, number));
            self.stands.push(stand);
        }
    }

    /// The threads that may still do what conflicts with the access, in the state that is being looked
    /// at; `None` if that is not known.
    pub(super) fn dependents(&mut self, machine: &Machine<'_>, access: Use) -> Option<Threads> {
        if self.refuted.is_some() {
            return None;
        }
        let accessed = static_access(machine, access)?;
        let at = self.stands.get(access.thread).copied().flatten()?;
        let mut dependents = 0;
        for (number, other) in self.stands.iter().enumerate() {
            if number != access.thread
                && other.is_some_and(|other| self.foreseen.conflicts(at, accessed, other))
            {
                dependents |= 1 << number;
            }
        }
        Some(dependents)
    }

    /// Whether another thread may still read such a field or element, or update it.
    pub(super) fn may_follow(&mut self, thread: usize, memory: MemoryTarget) -> bool {
        if self.refuted.is_some() {
            return true;
        }
        let accesses = [false, true].map(|writes| StaticAccess { memory, writes });
        let mut others = self.stands.iter().enumerate();
        others.any(|(number, stand)| {
            number != thread
                && stand.is_some_and(|it| accesses.iter().any(|of| self.foreseen.foresees(it, *of)))
        })
    }

    /// The thread that has moved, or one that it has started, has read a field without a stop: checks that
    /// this was foreseen. Whether it was wrong.
    pub(super) fn followed(&mut self, machine: &Machine<'_>, thread: usize, place: Place) -> bool {
        if self.refuted.is_some() || self.doubt == Doubt::Ignore {
            return false;
        }
        let read = Use {
            thread,
            variable: Variable::Slot(place.object, place.slot),
            writes: false,
        };
        let Some(accessed) = static_access(machine, read) else {
            return false;
        };
        match self.foreseen.foresees(self.origin, accessed) {
            true => false,
            false => self.refute(machine, thread, &tell(machine, accessed)),
        }
    }

    /// A thread is about to move: checks what it does. Whether something was wrong.
    pub(super) fn before(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        operation: Option<Operation>,
        accesses: &[Access],
    ) -> bool {
        if self.refuted.is_some() || self.doubt == Doubt::Ignore {
            return false;
        }
        self.origin = self.stand(machine, thread);
        self.threads = machine.threads().len();
        let is_memory = operation.is_some_and(|it| it.accesses().next().is_some());
        for access in accesses.iter().filter(|_| is_memory) {
            let access = Use::new(thread, *access);
            let Some(accessed) = static_access(machine, access) else {
                continue;
            };
            if !self.foreseen.foresees(self.origin, accessed)
                || !self.meets(machine, access, accessed)
            {
                return self.refute(machine, thread, &tell(machine, accessed));
            }
        }
        let lock = match operation {
            Some(
                Operation::Lock(object)
                | Operation::Unlock(object)
                | Operation::Reacquire(object)
                | Operation::Wait(object)
                | Operation::Notify(object)
                | Operation::NotifyAll(object),
            ) => object,
            _ => return false,
        };
        let accessed = on_monitor(machine, lock);
        let access = Use {
            thread,
            variable: Variable::Monitor(lock),
            writes: true,
        };
        match self.foreseen.foresees(self.origin, accessed) && self.meets(machine, access, accessed)
        {
            true => false,
            false => self.refute(machine, thread, &tell(machine, accessed)),
        }
    }

    /// Whether all accesses of other threads to the same object so far, if it is one of the base, were
    /// to one that this may be.
    fn meets(&mut self, machine: &Machine<'_>, access: Use, accessed: StaticAccess) -> bool {
        let key = key(machine, access.variable);
        let Lasting::One(Variable::Slot(..) | Variable::Monitor(_)) = key else {
            return true;
        };
        let here = (access.thread, self.origin, accessed);
        let met = self.met.entry(key).or_default();
        if met.len() == MOST_MET || met.contains(&here) {
            return true;
        }
        met.push(here);
        let mut others = met.iter().filter(|(thread, _, other)| {
            *thread != access.thread && (other.writes || accessed.writes)
        });
        others.all(|(_, at, other)| {
            self.foreseen
                .may_meet((self.origin, accessed), (*at, *other))
        })
    }

    /// It has moved: checks where it is, and what it has started. Whether something was wrong.
    pub(super) fn after(&mut self, machine: &Machine<'_>, thread: usize) -> bool {
        if self.refuted.is_some() || self.doubt == Doubt::Ignore {
            return false;
        }
        let threads = machine.threads();
        let has_more = |it: usize| !threads[it].frames.is_empty() && !threads[it].has_ended();
        if has_more(thread) {
            let here = self.stand(machine, thread);
            if !self.foreseen.covers(self.origin, here) {
                return self.refute(machine, thread, "what comes here");
            }
        }
        for begun in (self.threads..threads.len()).filter(|it| has_more(*it)) {
            let here = self.stand(machine, begun);
            if !self.foreseen.begins(self.origin, here) {
                return self.refute(machine, begun, "what a new thread does");
            }
        }
        false
    }

    fn refute(&mut self, machine: &Machine<'_>, thread: usize, what: &str) -> bool {
        if self.foreseen.retreat() {
            return true;
        }
        let path = crate::java::describe::call_path(machine, thread);
        let reason = format!(
            "the static analysis did not foresee {what} ({})",
            path.last().map_or("", |it| it)
        );
        assert!(self.doubt != Doubt::Fail, "{reason}; calls: {path:?}");
        self.refuted = Some(reason);
        true
    }
}

/// What a monitor is to the analysis.
fn on_monitor(machine: &Machine<'_>, object: Ref) -> StaticAccess {
    StaticAccess {
        memory: MemoryTarget::Monitor(machine.heap().object(object).class),
        writes: true,
    }
}

/// What an access is to the analysis; `None` if it says nothing about such.
pub(super) fn static_access(machine: &Machine<'_>, access: Use) -> Option<StaticAccess> {
    let memory = match access.variable {
        Variable::Monitor(object) => return Some(on_monitor(machine, object)),
        Variable::Slot(object, slot) => {
            let data = machine.heap().object(object);
            if let machine::heap::Layout::Array(_) = data.layout {
                MemoryTarget::Elements(data.class)
            } else {
                let field = machine.field_at(Place { object, slot })?;
                let program = machine.program();
                let owner = &program.class(program.field(field).class).name;
                if &**owner == "java/lang/Thread" {
                    return None;
                }
                MemoryTarget::Field(field)
            }
        }
        _ => return None,
    };
    Some(StaticAccess {
        memory,
        writes: access.writes,
    })
}

fn tell(machine: &Machine<'_>, accessed: StaticAccess) -> String {
    let program = machine.program();
    let manner = match accessed.writes {
        true => "a write to",
        false => "a read of",
    };
    let name = |class: ClassId| program.class(class).name.replace('/', ".");
    match accessed.memory {
        MemoryTarget::Field(field) => {
            let data = program.field(field);
            format!("{manner} {}.{}", name(data.class), data.name)
        }
        MemoryTarget::Elements(class) => format!("{manner} elements of {}", name(class)),
        MemoryTarget::Monitor(class) => format!("the use of a monitor of {}", name(class)),
    }
}
