//! The machine: one concrete Java state, and what moves it.
//!
//! In: a [`Program`] and a main method. It runs until the first operation that could make a
//! difference, makes what exists by then the base of all states, and from there on does exactly
//! what it is told: [`Machine::choices`] lists what can happen, [`Machine::advance`] makes one of
//! them happen, [`Machine::save`] and [`Machine::load`] go between states.
//!
//! The machine never calls out. It knows nothing of search, reduction, properties or output.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use program::{Body, ClassId, FieldAccess, FieldId, MethodId, Program};

use crate::choice::Choice;
use crate::coverage::Coverage;
use crate::execution::initialize::ClassUse;
use crate::execution::step::Flow;
use crate::heap::{Heap, LEAKED, Layout, Position, Read};
use crate::lines::LineStops;
use crate::native::Native;
use crate::observed::Observing;
use crate::operation::{Operation, Place};
use crate::options::Options;
use crate::rounds::deed::EnrolledField;
use crate::rounds::periodic::Uncounted;
use crate::start::lookups::Lookup;
use crate::statespace::atomic_calls::Synchronizers;
use crate::statespace::naming::{Names, each_root};
use crate::statespace::recycling::Recycling;
use crate::statespace::state::States;
use crate::statespace::symmetry::ThreadSymmetry;
use crate::thread::{Status, Thread, Wake};
use crate::thread_choices::ThreadChoices;
use crate::time::stamps::Times;
use crate::value::Ref;
use crate::visits::Visits;
use crate::watched::Watched;

/// One concrete Java state. See the head of the file.
#[derive(Clone)]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) heap: Heap<'p>,
    pub(crate) threads: Vec<Thread<'p>>,
    pub(crate) entries: Vec<Entry<'p>>,
    /// Per class: whether using it needs no initialisation.
    pub(crate) trivial: Vec<Option<bool>>,
    pub(crate) selected:
        hashbrown::HashMap<(ClassId, MethodId), MethodId, foldhash::fast::FixedState>,
    pub(crate) states: States,
    pub(crate) names: Names,
    pub(crate) interchange: ThreadSymmetry,
    pub(crate) recycling: Recycling,
    pub(crate) synchronizers: Synchronizers,
    pub(crate) references: Vec<(Position, Ref)>,
    pub(crate) known: Known,
    /// What steps do, where somebody has asked for that.
    pub(crate) deeds: Option<Vec<crate::weak::deeds::Deed>>,
    /// Whether everything is done without stopping: before the base exists.
    pub(crate) free: bool,
    /// Whether the chosen thread may pass its next operation.
    pub(crate) go: bool,
    /// Whether the chosen thread has just come to stand before its next operation.
    pub(crate) arrives: bool,
    /// The thread that moved last.
    pub(crate) mover: usize,
    /// Which alternative was chosen.
    pub(crate) variant: u16,
    /// Reads of unwritten fields so far.
    pub(crate) passes: u64,
    /// For a record of the run: threads that passed a read of an unwritten field.
    pub(crate) passed: Option<Vec<u16>>,
    /// For reductions: fields of shared objects that the transition has read without stopping, and who did.
    pub(crate) followed: Option<Vec<(u16, Place)>>,
    pub(crate) offers: Vec<ThreadChoices>,
    /// Threads started by the current transition.
    pub(crate) started: Vec<usize>,
    /// The places of the threads that it has started so far.
    pub(crate) born: Vec<usize>,
    /// What happened in the current transition.
    pub(crate) events: Vec<Event>,
    /// What the program printed since the base was made or a state was loaded.
    pub(crate) output: Vec<u16>,
    pub(crate) exit: Option<i32>,
    pub(crate) instructions: u64,
    pub(crate) coverage: Coverage,
    /// Where threads are, if somebody wants to know.
    pub(crate) watched: Option<Watched>,
    /// What formulas look at.
    pub(crate) observing: Observing,
    /// How often threads come to places, where somebody asks for it.
    pub(crate) visits: Option<Visits>,
    /// Where threads pause at source lines, where somebody asks for it.
    pub(crate) lines: Option<LineStops>,
    /// Whether the current transition went round a loop.
    pub(crate) looped: bool,
    /// Whether that was a loop that does not count.
    pub(crate) looped_freely: bool,
    /// What the current transition used beside its operation.
    pub(crate) ambient: Ambient,
    /// What it had to do with classes beside its operation.
    pub(crate) class_uses: Vec<ClassUse>,
    /// Nanoseconds that the native about to stop would wait.
    pub(crate) pending_nanos: i64,
    /// The library's classes whose initialisers have ended since the base was made.
    pub(crate) initialized: Vec<ClassId>,
    /// The lookups that were made since then.
    pub(crate) lookups: Vec<Lookup>,
    /// Whether those are written down.
    pub(crate) scouts: bool,
    /// Words that have been copied, see `patience.rs`.
    pub(crate) copied: usize,
    /// Each ends a long local computation when it is set, see `patience.rs`.
    pub(crate) brakes: Vec<Arc<AtomicBool>>,
    /// Whether they do nothing for now.
    pub(crate) ignores_brakes: bool,
    /// Whether the current transition came round a loop that is meant to go on, see `deed.rs`.
    pub(crate) came_round: bool,
    /// Whether an instruction is in a loop.
    pub(crate) loops: Places,
    /// Whether a backward jump of a loop without a way out ends a round of polling.
    pub(crate) rounds: Places,
    /// The fields of classes in which those enrol who wait, see `rounds/deed.rs`.
    pub(crate) enrolments: Enrolments,
    /// What is known about time, see `stamps.rs`.
    pub(crate) times: Times,
    /// Whether the machine has moved since the last save or load.
    pub(crate) unsaved: bool,
}

/// What is known of instructions.
type Places = hashbrown::HashMap<(MethodId, u32), bool, foldhash::fast::FixedState>;

/// The fields of classes in which those enrol who wait.
type Enrolments = hashbrown::HashMap<ClassId, Vec<EnrolledField>, foldhash::fast::FixedState>;

/// How a method is run.
#[derive(Clone, Copy)]
pub(crate) enum Entry<'p> {
    Unknown,
    Body(&'p Body),
    Native(Native),
    /// A native method that Heddle does not have.
    Missing,
    Abstract,
}

/// Methods and slots that the machine itself needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    pub(crate) slots:
        hashbrown::HashMap<(Box<str>, Box<str>), Option<usize>, foldhash::fast::FixedState>,
    /// `Thread.run`
    pub(crate) thread_run: Option<MethodId>,
    /// `Thread.interrupt` and `Thread.isInterrupted`
    pub(crate) called_inside: [Option<MethodId>; 2],
    /// Fields that change when a thread ends.
    pub(crate) end_fields: Vec<FieldId>,
    /// `java.lang.Thread`
    pub(crate) thread: Option<ClassId>,
    /// The class of `System.out`, and that of the handler that logs have by default.
    pub(crate) consoles: [Option<ClassId>; 2],
    /// The slot of `Thread.interrupted`.
    pub(crate) interrupted: usize,
    /// The slot of `Thread.holder`, which JDKs with virtual threads have.
    pub(crate) holder: Option<usize>,
    /// The fields that tell threads apart, see `symmetry.rs`.
    pub(crate) identity: Vec<FieldId>,
    /// Slots of a `java.lang.Thread` that natives touch, but for that one.
    pub(crate) thread_slots: Vec<u32>,
    pub(crate) local_slots: Vec<u32>,
    /// The slot of `Thread.daemon`, where a `java.lang.Thread` has it.
    pub(crate) daemon: Option<u32>,
    /// The slot of `Thread.group`, likewise.
    pub(crate) group: Option<u32>,
    /// The class of thread groups, where those keep lists of their threads that nobody could notice.
    pub(crate) idle_group: Option<ClassId>,
    /// Whether such lists are kept, because somebody could.
    pub(crate) keeps_groups: bool,
    /// Whether initialisers that look at system properties must not run yet, see `early.rs`.
    pub(crate) withholds_properties: bool,
    /// What a periodic task would count for ever, see `periodic.rs`.
    pub(crate) uncounted: Option<Uncounted>,
    /// Whether the program may notice what is logged, see `early.rs`.
    pub(crate) looks_at_logs: bool,
    /// Whether the program may use modes that order nothing, see `weak/window.rs`.
    pub(crate) heeds_modes: bool,
    /// Whether it may access atomics by plain modes, see `weak/plain.rs`.
    pub(crate) mentions_plain: bool,
    /// Whether the program may look at the states of threads: then coming to stand before a step that may
    /// have to wait is a step, up to which the thread is runnable.
    pub(crate) shows_states: bool,
    /// Whether the program may stop threads: then they may be stopped before their first step, too.
    pub(crate) stops_threads: bool,
    /// Where the state says how far the clocks have moved.
    pub(crate) shift: Option<(Ref, usize)>,
    /// Whether a method of the program was run, and whether lookups were made early, see `lookups.rs`.
    pub(crate) has_run_program: bool,
    pub(crate) has_looked_up: bool,
    /// The texts in the classes that the program mentions, string literals among them.
    pub(crate) texts: Arc<hashbrown::HashSet<String, foldhash::fast::FixedState>>,
}

/// Something that happened in a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A thread ended by an exception that nothing handled.
    Uncaught {
        /// The thread.
        thread: usize,
        /// The exception.
        exception: Ref,
        /// Whether it comes from the handler of another, so that the JVM says nothing about it.
        ignored: bool,
    },
    /// A thread runs round a loop for ever, without an operation and without change.
    Endless {
        /// The thread.
        thread: usize,
    },
    /// The program assumed something false.
    Pruned,
    /// Heddle can't go on.
    Unsupported {
        /// The thread.
        thread: usize,
        /// Why.
        reason: String,
    },
}

/// What a transition may use that is no operation and yet not its thread's own. Each is harmless by
/// itself and makes no stop; but two transitions that use the same thing don't commute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ambient {
    /// It read the clock, which moves when a wait of any thread expires.
    pub clock: bool,
    /// It looked at where another thread stands.
    pub inspection: bool,
    /// It changed something for good, see `deed.rs`.
    pub deed: bool,
    /// Its thread has ended.
    pub ends: bool,
    /// It printed something, or the program said that it is a point of progress.
    pub announces: bool,
    /// The fewest calls that its thread was in on the way: calls that lie deeper were left.
    pub lowest: u32,
}

/// Why a thread stopped running.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// Before an operation.
    Operation(Operation),
    /// In a wait set, initialisation, or pause: the status says it.
    Status,
    /// For good: an event says why.
    Event,
}

impl<'p> Machine<'p> {
    /// A machine with no threads yet. `boot.rs` brings it to life.
    pub(crate) fn new(program: &'p Program, options: Options) -> Machine<'p> {
        Machine {
            program,
            options,
            heap: Heap::new(program),
            threads: Vec::new(),
            entries: Vec::new(),
            trivial: Vec::new(),
            selected: hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default()),
            states: States::default(),
            names: Names::default(),
            interchange: ThreadSymmetry::default(),
            recycling: Recycling::default(),
            synchronizers: Synchronizers::default(),
            deeds: None,
            references: Vec::new(),
            known: Known::default(),
            free: true,
            go: false,
            arrives: false,
            mover: 0,
            variant: 0,
            passes: 0,
            passed: None,
            followed: None,
            offers: Vec::new(),
            started: Vec::new(),
            born: Vec::new(),
            events: Vec::new(),
            output: Vec::new(),
            exit: None,
            instructions: 0,
            coverage: Coverage::default(),
            watched: None,
            observing: Observing::default(),
            visits: None,
            lines: None,
            looped: false,
            looped_freely: false,
            ambient: Ambient::default(),
            class_uses: Vec::new(),
            pending_nanos: 0,
            initialized: Vec::new(),
            scouts: false,
            copied: 0,
            lookups: Vec::new(),
            brakes: Vec::new(),
            ignores_brakes: false,
            came_round: false,
            loops: Places::default(),
            rounds: Places::default(),
            enrolments: Enrolments::default(),
            times: Times::default(),
            unsaved: true,
        }
    }

    /// The program that is run.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The heap.
    pub fn heap(&self) -> &Heap<'p> {
        &self.heap
    }

    /// All threads ever started, by number.
    pub fn threads(&self) -> &[Thread<'p>] {
        &self.threads
    }

    /// From now on nothing ends long local computations early.
    pub fn release_brakes(&mut self) {
        self.brakes.clear();
    }

    /// Whether nothing ends them early for now.
    pub fn ignore_brakes(&mut self, ignore: bool) {
        self.ignores_brakes = ignore;
    }

    /// Instructions run so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// What happened in the last transition (or before the first state).
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the program has printed since the last [`Machine::take_output`].
    pub fn take_output(&mut self) -> String {
        String::from_utf16_lossy(&std::mem::take(&mut self.output))
    }

    /// Whether the last transition went round a loop.
    pub fn has_looped(&self) -> bool {
        self.looped
    }

    /// What the last transition used that is no operation and yet not its thread's own.
    pub fn ambient(&self) -> Ambient {
        self.ambient
    }

    /// What the last transition had to do with classes beside its operation.
    pub fn class_uses(&self) -> &[ClassUse] {
        &self.class_uses
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the end of a thread is an operation, because somebody could notice it.
    pub fn ends_are_operations(&self) -> bool {
        self.heap.unwritten.ends_are_observed()
    }

    /// Whether natives read or write this slot of a `java.lang.Thread` under operations that don't
    /// name it.
    pub fn is_kept_by_natives(&self, slot: u32) -> bool {
        self.known.thread_slots.contains(&slot)
    }

    /// The slots of a `java.lang.Thread` that hold its thread-local variables. Of the natives, only the
    /// end of the thread touches them.
    pub fn local_slots(&self) -> &[u32] {
        &self.known.local_slots
    }

    /// The slots of `Thread.daemon` and `Thread.group`, which are looked at when a thread starts; none where
    /// another object has them.
    pub fn slots_for_start(&self) -> impl Iterator<Item = u32> + use<> {
        [self.known.daemon, self.known.group].into_iter().flatten()
    }

    /// The slot of `Thread.interrupted`.
    pub fn interrupted_slot(&self) -> u32 {
        self.known.interrupted as u32
    }

    /// Whether the last transition went round a loop in which no register counts the rounds: the
    /// only ones by which a thread can come back to where it was.
    pub fn has_looped_freely(&self) -> bool {
        self.looped_freely
    }

    /// Whether a field that counted as unwritten was written: the search must begin again, see
    /// `unwritten.rs`.
    pub fn take_learned(&mut self) -> bool {
        let interchange = self.interchange.take_learned();
        let synchronizers = self.synchronizers.take_learned();
        let times = self.times.take_learned();
        let recycling = self.recycling.take_learned();
        self.heap.unwritten.take_learned() || interchange || synchronizers || times || recycling
    }

    /// Whether something was learned that nobody has asked for yet.
    pub(crate) fn has_learned(&self) -> bool {
        self.interchange.has_learned()
            || self.synchronizers.has_learned()
            || self.heap.unwritten.has_learned()
            || self.times.has_learned()
            || self.recycling.has_learned()
    }

    /// Writes down, from now on, which fields of shared objects are read without a stop.
    pub fn record_followed(&mut self) {
        self.followed = Some(Vec::new());
    }

    /// What the last transition has read without a stop, and which thread did.
    pub fn followed(&self) -> &[(u16, Place)] {
        self.followed.as_deref().unwrap_or_default()
    }

    /// A thread reads a field of a shared object without a stop.
    #[inline]
    pub(crate) fn follow(&mut self, thread: usize, place: Place) {
        if let Some(followed) = &mut self.followed {
            followed.push((thread as u16, place));
        }
    }

    /// The references that a thread holds: its `java.lang.Thread`, and what its calls may still read.
    pub fn each_held(&self, thread: usize, f: impl FnMut(Ref)) {
        each_root(&self.threads[thread], f);
    }

    /// Whether an operation reads a final field that nobody is known to write.
    pub fn reads_constant(&self, operation: Operation) -> bool {
        let Operation::Read(place, _) = operation else {
            return false;
        };
        let object = self.heap.object(place.object);
        let is_field = match object.layout {
            Layout::Fields => object.flags & LEAKED == 0,
            Layout::Statics => true,
            Layout::Array(_) => false,
        };
        let field = self.field_at(place).filter(|_| is_field);
        field.is_some_and(|it| {
            self.program.field(it).access == FieldAccess::Final
                && !self.heap.unwritten.finals().contains(&it)
        })
    }

    /// Writes down, from now on, which threads pass reads of unwritten fields.
    pub fn record_passes(&mut self) {
        self.passed = Some(Vec::new());
    }

    /// The threads that passed such reads since the last call.
    pub fn take_passes(&mut self) -> Vec<u16> {
        self.passed.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether a frame's method is one of the program's (and not the machine's own).
    pub fn has_method(&self, method: MethodId) -> bool {
        method != crate::execution::invoke::NO_METHOD
    }

    /// What the program has printed so far on this path, where the output is part of the state.
    pub fn output(&self) -> String {
        String::from_utf16_lossy(&self.output)
    }

    /// The status the program exited with, if it called `System.exit`.
    pub fn exit_status(&self) -> Option<i32> {
        self.exit
    }

    /// A thread takes a step that nobody notices. A machine that stops at every access stops there.
    pub(crate) fn pass_unnoticed(&mut self, thread: usize) {
        if !self.free
            && let Some(passed) = &mut self.passed
        {
            passed.push(thread as u16);
        }
    }

    /// Whether the chosen thread may pass the operation it stands before; it may do so once.
    #[inline]
    pub(crate) fn allow(&mut self) -> bool {
        if self.free {
            return true;
        }
        std::mem::take(&mut self.go)
    }

    /// The operation that a thread stands before; `None` if it has ended.
    pub fn operation(&mut self, thread: usize) -> Option<Operation> {
        let status = self.threads[thread].status;
        match status {
            Status::Ended => None,
            Status::Ending => Some(Operation::End),
            Status::Paused => Some(Operation::Pause),
            Status::Initialize(class) => Some(Operation::Initialize(class)),
            Status::Waiting(waiting) if waiting.wake == Wake::Not => {
                Some(Operation::Waiting(waiting.object))
            }
            Status::Waiting(waiting) => Some(Operation::Reacquire(waiting.object)),
            Status::Ready => Some(self.ready_operation(thread)),
        }
    }

    fn ready_operation(&mut self, thread: usize) -> Operation {
        if let Some(operation) = self.threads[thread].operation {
            return operation;
        }
        self.go = false;
        match self.run(thread) {
            Halt::Operation(operation) => {
                self.threads[thread].operation = Some(operation);
                operation
            }
            halt => unreachable!("a thread that stands before an operation moved: {halt:?}"),
        }
    }

    /// Threads in the wait set of an object that nothing has woken yet, by number.
    pub fn waiters(&self, object: Ref) -> impl Iterator<Item = usize> {
        self.heap.reads.note(Read::Waiters(object));
        self.threads
            .iter()
            .enumerate()
            .filter_map(move |(number, thread)| match thread.status {
                Status::Waiting(waiting)
                    if waiting.object == object && waiting.wake == Wake::Not =>
                {
                    Some(number)
                }
                _ => None,
            })
    }

    /// Takes one of the choices that [`Machine::choices`] gave, and runs its thread up to the next
    /// operation. [`Machine::events`] tells what happened on the way.
    pub fn advance(&mut self, choice: Choice) {
        let prospect = self.before_deed(choice);
        self.take(choice);
        self.ambient.deed = self.is_deed(choice, prospect);
        self.consider_recycling();
    }

    fn take(&mut self, choice: Choice) {
        let thread = choice.thread as usize;
        if self.unsaved && self.may_pass_time(choice) {
            self.drop_garbage();
        }
        self.unsaved = true;
        self.begin_unit(thread);
        if self.mover != thread && self.heap.private_changed {
            // Naming anew the objects of who moved last is not enough.
            self.heap.structure_changed = true;
        }
        self.mover = thread;
        self.begin_lines();
        self.events.clear();
        self.born.clear();
        self.looped = false;
        self.looped_freely = false;
        self.came_round = false;
        self.ambient = Ambient {
            lowest: self.threads[thread].frames.len() as u32,
            ..Ambient::default()
        };
        self.class_uses.clear();
        if let Some(followed) = &mut self.followed {
            followed.clear();
        }
        self.times.passed = 0;
        self.arrives = false;
        self.variant = choice.variant;
        self.go = true;
        let was = self.threads[thread].status;
        self.threads[thread].dirty = true;
        self.threads[thread].operation = None;
        match (was, choice.variant) {
            (Status::Waiting(_), Choice::EXPIRE) => return self.wake(thread, Wake::Expired),
            (Status::Waiting(waiting), 0) if waiting.wake == Wake::Not => {
                let interrupted = self.is_interrupted(thread);
                let wake = if interrupted {
                    Wake::Interrupted
                } else {
                    Wake::Spurious
                };
                return self.wake(thread, wake);
            }
            (Status::Waiting(_), Choice::SPURIOUS) => return self.wake(thread, Wake::Spurious),
            (Status::Ending, _) => {
                self.end_thread(thread);
                return self.continue_started();
            }
            (Status::Initialize(class), _) => {
                // Another thread may have done it meanwhile, or have failed to; then this step does
                // nothing more, and the thread's next operation is not passed with it.
                self.go = !self.is_initialized(class) && !self.has_failed(class);
                self.threads[thread].status = Status::Ready;
            }
            (Status::Paused, _) => {
                self.go = false;
                self.arrives = true;
                self.threads[thread].status = Status::Ready;
            }
            _ => {}
        }
        if self.threads[thread].stopped && !matches!(was, Status::Waiting(_)) {
            self.go = false;
            self.die(thread);
            self.settle_others(thread);
        } else {
            self.go_on(thread);
        }
    }

    /// Runs a thread up to its next operation.
    pub(crate) fn go_on(&mut self, thread: usize) {
        self.continue_thread(thread);
        self.settle_others(thread);
    }

    /// What a thread's step leaves to be done when it has come to its next operation.
    fn settle_others(&mut self, thread: usize) {
        self.continue_started();
        if self.threads[thread].is_awaiting() {
            self.check_awaiting(thread);
        }
        if self.ambient.inspection {
            self.synchronizers.give_up();
        }
    }

    /// A thread's first local steps concern nobody else.
    fn continue_started(&mut self) {
        let mut next = 0;
        while next < self.started.len() {
            let started = self.started[next];
            self.go = false;
            self.arrives = false;
            match self.known.stops_threads {
                true => self.threads[started].status = Status::Paused,
                false => self.continue_thread(started),
            }
            next += 1;
        }
        self.started.clear();
    }

    /// A stopped thread throws instead of taking its next step.
    fn die(&mut self, thread: usize) {
        self.threads[thread].stopped = false;
        self.threads[thread].status = Status::Ready;
        self.threads[thread].deadline = 0;
        if let Flow::Halt(halt) = self.throw_new(thread, "java/lang/ThreadDeath", None) {
            self.settle(thread, halt);
        } else {
            self.continue_thread(thread);
        }
    }

    pub(crate) fn continue_thread(&mut self, thread: usize) {
        let halt = self.run(thread);
        self.settle(thread, halt);
    }

    fn settle(&mut self, thread: usize, halt: Halt) {
        if let Halt::Operation(operation) = halt {
            if operation == Operation::End && !self.heap.unwritten.ends_are_observed() {
                self.pass_unnoticed(thread);
                return self.end_thread(thread);
            }
            if self.known.shows_states && operation.may_wait() && !self.arrives && !self.free {
                self.threads[thread].status = Status::Paused;
                return;
            }
            self.note_deadline(thread, operation);
            self.threads[thread].operation = Some(operation);
        }
    }
}
