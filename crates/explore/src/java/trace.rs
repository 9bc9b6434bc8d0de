//! What happened on a path, in Java terms: one step for each operation.

use machine::{Choice, Machine, Operation, Place};

use crate::java::describe::{
    LibraryCall, SourcePlace, kind_at, library_call, place_of, thread_name, word_at,
};
use crate::java::hindsight::Hindsight;
use crate::java::moments::{Locks, Moment, Moments};
use crate::java::names::Namer;
use crate::java::notifications::Notifications;

/// One operation of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The thread's name.
    pub thread: String,
    /// Where.
    pub place: SourcePlace,
    /// What it does, as a verb phrase.
    pub operation: String,
    /// The value read or written, or empty.
    pub value: String,
    /// The value before it was written, or empty.
    pub before: String,
    /// The call of the library that this is a part of, as `CountDownLatch.await`, or empty.
    pub inside: String,
    /// The object that the call is on, or empty.
    pub on: String,
    /// Whether it is to be told although it is a part of a call of the library.
    pub is_notable: bool,
    /// What else comes of it, as a verb phrase, or empty.
    pub aside: String,
}

/// A thread that has not ended, at the end of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub thread: String,
    /// What it waits for, as a verb phrase.
    pub reason: String,
    /// The thread that has what it waits for, or that is to do it, if it is known.
    pub waits_for: Option<String>,
    /// Whether it can go on.
    pub moves: bool,
    /// What it has locked that others wait for.
    pub holds: Vec<String>,
    /// Where it stands.
    pub place: SourcePlace,
}

/// A wait or sleep that ended, or a look at a clock that was late, though other threads could move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// What took its time, as `the 5 s of CountDownLatch.await`.
    pub what: String,
    /// Where.
    pub place: SourcePlace,
    /// Whether it is a wait for others, which orders what they did before what follows if it does not
    /// run out. Sleeping orders nothing.
    pub orders: bool,
    /// The thread.
    pub thread: String,
    step: usize,
}

/// Writes down steps as they happen.
#[derive(Debug)]
pub struct Recorder {
    /// The steps so far.
    pub steps: Vec<TraceStep>,
    /// What the program printed.
    pub output: String,
    /// The choices taken, as a machine takes them that stops before every access, whatever the
    /// search could pass over. A schedule in these terms fits the program alone.
    pub schedule: Vec<Choice>,
    /// The steps that let time pass while other threads could move, or before their time was over.
    pub early: Vec<Early>,
    /// How things stood before the first step and after each one, if that was asked for.
    pub(crate) moments: Option<Moments>,
    pub(crate) locks: Locks,
    pub(crate) namer: Namer,
    pub(crate) pending: Option<Place>,
    pub(crate) notifications: Notifications,
    pub(crate) hindsight: Hindsight,
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder {
            steps: Vec::new(),
            output: String::new(),
            schedule: Vec::new(),
            early: Vec::new(),
            moments: None,
            locks: Locks::default(),
            namer: Namer::by_fields(),
            pending: None,
            notifications: Notifications::default(),
            hindsight: Hindsight::default(),
        }
    }
}

impl Recorder {
    /// How things stood before the first step and after each one, if that was asked for.
    pub fn take_moments(&mut self) -> Vec<Moment> {
        self.moments.take().map_or(Vec::new(), |it| it.list)
    }

    /// Notes how things stand.
    pub(crate) fn note_moment(&mut self, machine: &mut Machine<'_>) {
        if let Some(moments) = &mut self.moments {
            let printed = self.output.len();
            let so_far = (self.steps.len(), printed);
            moments.note(machine, &mut self.namer, &self.locks, so_far);
        }
    }

    /// Before a choice is taken.
    pub(crate) fn before(&mut self, machine: &mut Machine<'_>, choice: Choice) {
        let thread = choice.thread as usize;
        let operation = machine.operation(thread);
        self.schedule.push(choice);
        if !is_told(machine, thread, operation) {
            return;
        }
        let place = place_of(machine, thread);
        let (mut text, access) = self.describe(machine, choice, operation);
        self.notifications.before(machine, thread, operation);
        let mut call = library_call(machine, thread);
        let step = self.steps.len() + 1;
        let hindsight = &mut self.hindsight;
        hindsight.before(machine, choice, operation, call.as_mut(), step);
        self.locks.before(machine, operation, call.as_ref());
        let is_noise = match operation {
            Some(Operation::Initialize(class)) => machine.program().class(class).is_library,
            _ => false,
        };
        let call = call.filter(|it| is_noise || !is_plain(it, operation));
        let receiver = call.as_ref().and_then(|it| it.receiver);
        let on = match receiver {
            Some(object) if machine.heap().has(object) => self.namer.object(machine, object),
            _ => String::new(),
        };
        let before = match (operation, access) {
            (Some(Operation::Write(..) | Operation::Update(..)), Some(place)) => {
                self.value(machine, place)
            }
            _ => String::new(),
        };
        self.pending = access;
        let is_early = self.notice_early(machine, choice, operation);
        if is_early && choice.variant == Choice::EXPIRE {
            text += " (early)";
        }
        let thread = thread_name(machine, thread);
        let is_notable = match operation {
            Some(Operation::Start(_) | Operation::Interrupt(_) | Operation::Choose(_)) => true,
            _ => choice.is_unlikely(),
        };
        self.steps.push(TraceStep {
            thread,
            place,
            operation: text,
            value: String::new(),
            before,
            inside: call.map(|it| it.name).unwrap_or_default(),
            on,
            is_notable,
            aside: String::new(),
        });
    }

    /// After it was taken.
    pub(crate) fn after(&mut self, machine: &mut Machine<'_>) {
        if let Some(place) = self.pending.take()
            && machine.heap().has(place.object)
        {
            let value = self.value(machine, place);
            if let Some(step) = self.steps.last_mut() {
                step.value = value;
            }
        }
        let number = self.steps.len();
        if let Some(step) = self.steps.last_mut()
            && self.hindsight.after(machine, number)
        {
            step.aside = match step.inside.as_str() {
                "Thread.interrupted" => "its interrupt is used up".to_owned(),
                _ => "is interrupted in it".to_owned(),
            };
        }
        if let Some(early) = self.early.last_mut()
            && early.step + 1 == self.steps.len()
        {
            let time = duration(machine.passed_nanos().unsigned_abs());
            early.what = match early.what.as_str() {
                "a look at the clock" => format!("{time} before the look at the clock"),
                call => format!("the {time} of {call}"),
            };
        }
        self.went_on(machine);
        self.note_moment(machine);
    }

    /// A thread has run on, without an operation.
    pub(crate) fn went_on(&mut self, machine: &mut Machine<'_>) {
        self.schedule
            .extend(machine.take_passes().into_iter().map(Choice::run));
        self.output += &machine.take_output();
    }

    fn value(&mut self, machine: &mut Machine<'_>, place: Place) -> String {
        let (kind, word) = (kind_at(machine, place), word_at(machine, place));
        self.namer.value(machine, kind, word)
    }

    /// Notices whether time passes while others could move.
    fn notice_early(
        &mut self,
        machine: &mut Machine<'_>,
        choice: Choice,
        operation: Option<Operation>,
    ) -> bool {
        let thread = choice.thread as usize;
        let passes = match operation {
            Some(Operation::Sleep) => {
                !machine.is_interrupted(thread) && machine.threads()[thread].deadline != 0
            }
            _ => choice.is_unlikely() && choice.variant != Choice::SPURIOUS,
        };
        let is_brief = Choice::jump_of(choice.variant).is_some_and(|it| it <= Choice::BRIEF);
        if !passes || is_brief {
            return false;
        }
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let other = |it: &Choice| it.thread != choice.thread && it.variant != Choice::SPURIOUS;
        if !choices.iter().any(other) {
            return false;
        }
        let what = match operation {
            Some(Operation::Sleep) => "Thread.sleep".to_owned(),
            Some(Operation::Look) => "a look at the clock".to_owned(),
            Some(Operation::Waiting(_)) => {
                library_call(machine, thread).map_or("Object.wait".to_owned(), |it| it.name)
            }
            _ => library_call(machine, thread).map_or("a timed park".to_owned(), |it| it.name),
        };
        self.early.push(Early {
            what,
            place: place_of(machine, thread),
            orders: !matches!(operation, Some(Operation::Sleep | Operation::Look)),
            thread: thread_name(machine, thread),
            step: self.steps.len(),
        });
        true
    }

    pub(crate) fn describe(
        &mut self,
        machine: &mut Machine<'_>,
        choice: Choice,
        operation: Option<Operation>,
    ) -> (String, Option<Place>) {
        let Some(operation) = operation else {
            return ("has ended".to_owned(), None);
        };
        if let Some((place, _, _)) = operation.access() {
            let verb = match operation {
                Operation::Read(..) => "reads",
                Operation::Write(..) => "writes",
                _ => "updates",
            };
            let variable = self.namer.variable(machine, place);
            return (format!("{verb} {variable}"), Some(place));
        }
        let waiters = match operation {
            Operation::NotifyAll(object) => machine.waiters(object).count(),
            _ => 0,
        };
        let mut name = |object| self.namer.object(machine, object);
        let text = match operation {
            Operation::Copy(from, to) => match (from.length, to.length) {
                (_, 0) => format!("copies from {}", name(from.first.object)),
                (0, _) => format!("copies to {}", name(to.first.object)),
                _ => format!(
                    "copies from {} to {}",
                    name(from.first.object),
                    name(to.first.object)
                ),
            },
            Operation::Lock(object) => format!("locks {}", name(object)),
            Operation::Unlock(object) => format!("unlocks {}", name(object)),
            Operation::Wait(object) => format!("waits on {} and releases it", name(object)),
            Operation::Waiting(object) => match choice.variant {
                Choice::EXPIRE => format!("its wait on {} times out", name(object)),
                0 => format!("is interrupted in its wait on {}", name(object)),
                _ => format!("its wait on {} ends for no reason", name(object)),
            },
            Operation::Reacquire(object) => format!("locks {} again after its wait", name(object)),
            Operation::Notify(object) => self.notify(machine, choice, object),
            Operation::NotifyAll(object) if waiters == 0 => {
                format!("notifies all on {}: nobody waits", name(object))
            }
            Operation::NotifyAll(object) => format!("notifies all on {}", name(object)),
            Operation::Park if choice.variant == Choice::EXPIRE => {
                "its timed park ends by time-out".to_owned()
            }
            Operation::Park if choice.variant == Choice::SPURIOUS => {
                "its park ends for no reason".to_owned()
            }
            Operation::Park => "parks and goes on: it has its permit".to_owned(),
            Operation::Unpark(thread) => format!("unparks {}", machine.thread_label(thread)),
            Operation::Start(thread) => format!("starts {}", machine.thread_label(thread)),
            Operation::Interrupt(thread) => format!("interrupts {}", machine.thread_label(thread)),
            Operation::Stop(thread) => format!("stops {}", machine.thread_label(thread)),
            Operation::Suspend(thread) => format!("suspends {}", machine.thread_label(thread)),
            Operation::Resume(thread) => format!("resumes {}", machine.thread_label(thread)),
            Operation::Observe(thread) => {
                format!("asks whether {} is alive", machine.thread_label(thread))
            }
            Operation::Sleep => "sleeps".to_owned(),
            Operation::Yield => "yields".to_owned(),
            Operation::Look => match Choice::jump_of(choice.variant) {
                None => "looks at the clock".to_owned(),
                Some(exponent) => {
                    format!("looks at the clock, {} later", duration(1 << exponent))
                }
            },
            Operation::Choose(_) => format!("chooses alternative {}", choice.variant),
            Operation::Initialize(class) => {
                format!(
                    "initialises class {}",
                    machine.program().class(class).name.replace('/', ".")
                )
            }
            Operation::End => "ends".to_owned(),
            Operation::Exit => "ends the program".to_owned(),
            Operation::Print => "prints".to_owned(),
            Operation::Pause => "runs on".to_owned(),
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::Exchange(..) => {
                unreachable!("dealt with above")
            }
        };
        (text, None)
    }

    /// What threads are about to do, and which locks each has.
    pub(crate) fn next_of(&mut self, machine: &mut Machine<'_>, thread: usize) -> Blocked {
        let operation = machine.operation(thread);
        let choice = Choice::run(thread as u16);
        let (mut text, _) = self.describe(machine, choice, operation);
        if let Some(call) = library_call(machine, thread).filter(|it| !is_plain(it, operation)) {
            text = format!("is in {}", self.namer.call(machine, &call));
        }
        Blocked {
            number: thread,
            thread: thread_name(machine, thread),
            reason: text,
            waits_for: None,
            moves: true,
            holds: self.hindsight.held_by(machine, &mut self.namer, thread),
            place: place_of(machine, thread),
        }
    }

    fn notify(
        &mut self,
        machine: &mut Machine<'_>,
        choice: Choice,
        object: machine::Ref,
    ) -> String {
        let name = self.namer.object(machine, object);
        let waiter = machine.waiters(object).nth(choice.variant as usize);
        match waiter {
            Some(waiter) => {
                let waiter = thread_name(machine, waiter);
                format!("notifies {waiter} on {name}")
            }
            None => format!("notifies on {name}: nobody waits"),
        }
    }
}

/// Whether there is anything to tell of a step. A machine that stops before every access also stops before
/// reads of what nobody writes: constants, and what a thread that begins is to run.
pub fn is_told(machine: &Machine<'_>, thread: usize, operation: Option<Operation>) -> bool {
    let Some(operation @ Operation::Read(..)) = operation else {
        return true;
    };
    let begins = machine.threads()[thread].frames.iter().all(|frame| {
        machine.has_method(frame.method) && {
            let class = machine.program().method(frame.method).class;
            &*machine.program().class(class).name == "java/lang/Thread"
        }
    });
    !begins && !machine.reads_constant(operation)
}

/// Whether a call of the library is nothing but the operation, in whose words it is told: `Thread.start`,
/// `Object.wait`.
pub(crate) fn is_plain(call: &LibraryCall, operation: Option<Operation>) -> bool {
    let class = call.name.split('.').next().unwrap_or_default();
    let is_access = operation.is_some_and(|it| it.access().is_some());
    let is_basic = matches!(class, "Object" | "LockSupport" | "Heddle" | "Verify");
    let is_join = call.name.ends_with(".join");
    match operation {
        Some(Operation::Start(_) | Operation::Interrupt(_) | Operation::Sleep) => {
            call.name.ends_with(".start")
                || call.name.ends_with(".interrupt")
                || call.name == "Thread.sleep"
        }
        Some(Operation::Observe(_)) => !is_join,
        Some(Operation::Yield | Operation::Exit) => true,
        Some(Operation::Initialize(_) | Operation::End | Operation::Choose(_)) => true,
        _ => is_basic && !is_access && !is_join,
    }
}

/// A length of time for people, as `1.07 s`.
fn duration(nanos: u64) -> String {
    let units = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)];
    let unit = units.into_iter().find(|(_, size)| nanos as f64 >= *size);
    match unit {
        Some((name, size)) if nanos as f64 % size == 0.0 => {
            format!("{} {name}", nanos as f64 / size)
        }
        Some((name, size)) => format!("{:.2} {name}", nanos as f64 / size),
        None => format!("{nanos} ns"),
    }
}
