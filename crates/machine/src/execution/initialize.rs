//! Class initialisation (JVMS 5.5): its states, its lock, its errors.
//!
//! The state of a class is kept with its static storage. A class is marked as being initialised
//! before its superclass is looked at, as the specification has it, so initialisation deadlocks
//! are those of a real JVM. Classes for which nothing can happen (no initialiser anywhere up the
//! chain) count as initialised always and add nothing to the state.
//!
//! # What other threads can notice
//!
//! Beginning to initialise a class, and waiting for another thread that does, is an operation
//! ([`Operation::Initialize`](crate::Operation::Initialize)). Two things are none, and are noted
//! instead ([`ClassUse`]), because they depend on what other threads did before:
//! - *Passing a class that is initialised, or that has failed.* That never changes again, so nobody
//!   can come between any more; but whoever initialised it might have come later.
//! - *The end of an initialiser.* Like leaving a monitor, it only lets others go on: who needs the
//!   class before waits. So nobody can notice whether it comes a moment earlier.
//!
//! A class without an initialiser of its own is not recorded once all that it inherits from is
//! initialised, whether somebody has gone through its initialisation or not.

use program::{Body, ClassId, ClassShape, Kind};

use crate::execution::invoke::NO_METHOD;
use crate::execution::step::Flow;
use crate::heap::LEAKED;
use crate::machine::{Halt, Machine};
use crate::operation::Place;
use crate::thread::{After, Status};
use crate::value::Ref;

const UNTOUCHED: u32 = 0;
const DONE: u32 = 1;
const FAILED: u32 = 2;
/// In progress by the thread whose number is added.
pub(crate) const IN_PROGRESS: u32 = 3;

/// What a step had to do with the state of a class beside its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassUse {
    /// The class.
    pub class: ClassId,
    /// Whether its initialisation came to an end; else the step found it at an end.
    pub ends: bool,
}

impl<'p> Machine<'p> {
    fn initialization(&self, class: ClassId) -> u32 {
        self.heap
            .statics_object(class)
            .map_or(UNTOUCHED, |statics| statics.length)
    }

    fn set_initialization(&mut self, class: ClassId, state: u32) {
        let statics = self.heap.statics(class);
        self.heap.change(statics).length = state;
    }

    /// Whether nobody has begun to initialise the class.
    pub(crate) fn is_untouched(&self, class: ClassId) -> bool {
        self.initialization(class) == UNTOUCHED
    }

    /// The thread that is initialising the class.
    pub fn initializer(&self, class: ClassId) -> Option<usize> {
        let state = self.initialization(class);
        (state >= IN_PROGRESS).then(|| (state - IN_PROGRESS) as usize)
    }

    /// Whether the thread initialises the class, and nobody else can get at its statics meanwhile. A
    /// variable handle that the initialiser makes may get round the wait, see `var_handle.rs`.
    pub(crate) fn keeps_statics(&self, class: ClassId, thread: usize) -> bool {
        self.initializer(class) == Some(thread)
            && self
                .heap
                .statics_object(class)
                .is_none_or(|statics| statics.flags & LEAKED == 0)
    }

    /// Whether the class's initialiser has thrown.
    pub(crate) fn has_failed(&self, class: ClassId) -> bool {
        self.initialization(class) == FAILED
    }

    /// Whether the class can be used without further ado.
    pub(crate) fn is_initialized(&mut self, class: ClassId) -> bool {
        if self.needs_nothing(class) {
            return true;
        }
        match self.initialization(class) {
            DONE => {
                self.note_class(class, false);
                true
            }
            UNTOUCHED => self.is_trivial(class) || self.adds_nothing(class),
            _ => false,
        }
    }

    /// Whether the class is known to need no initialisation in any state.
    #[inline]
    fn needs_nothing(&self, class: ClassId) -> bool {
        matches!(self.trivial.get(class.index()), Some(Some(true)))
    }

    /// The current step depends on the state of the class, or has changed it.
    #[inline]
    fn note_class(&mut self, class: ClassId, ends: bool) {
        let class_use = ClassUse { class, ends };
        if !self.free && !self.class_uses.contains(&class_use) {
            self.class_uses.push(class_use);
        }
    }

    /// What is initialised before the base exists stays so in every state.
    pub(crate) fn keep_initialized(&mut self) {
        for index in 0..self.program.class_count() {
            let class = ClassId(index as u32);
            if self.initialization(class) == DONE {
                if self.trivial.len() <= index {
                    self.trivial.resize(index + 1, None);
                }
                self.trivial[index] = Some(true);
            }
        }
    }

    /// Whether initialising the class runs no code.
    fn is_trivial(&mut self, class: ClassId) -> bool {
        if let Some(Some(trivial)) = self.trivial.get(class.index()) {
            return *trivial;
        }
        let data = self.program.class(class);
        let trivial = data.shape != ClassShape::Instance
            || (self.runs_nothing(class)
                && data
                    .superclass
                    .is_none_or(|superclass| data.is_interface() || self.is_trivial(superclass))
                && (data.is_interface() || self.default_interfaces(class).is_empty()));
        if self.trivial.len() <= class.index() {
            self.trivial.resize(class.index() + 1, None);
        }
        self.trivial[class.index()] = Some(trivial);
        trivial
    }

    /// Superinterfaces that are initialised with the class: those with initialisers and default
    /// methods. Each comes after those that it extends, as JLS 12.4.2 enumerates them.
    fn default_interfaces(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        self.add_interfaces(class, &mut found);
        found.retain(|id| {
            let interface = self.program.class(*id);
            let mut methods = interface.methods.iter().map(|id| self.program.method(*id));
            // Neither static nor abstract.
            interface.initializer.is_some() && methods.any(|it| it.access_flags & 0x0408 == 0)
        });
        found
    }

    fn add_interfaces(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for interface in &self.program.class(class).interfaces {
            if !found.contains(interface) {
                self.add_interfaces(*interface, found);
                found.push(*interface);
            }
        }
    }

    /// Sees to it that a class is initialised; `None` if it is (or this thread is about it).
    #[inline]
    pub(crate) fn ensure_initialized(&mut self, thread: usize, class: ClassId) -> Option<Flow> {
        if self.needs_nothing(class) {
            return None;
        }
        let state = self.initialization(class);
        if state == DONE {
            self.note_class(class, false);
            return None;
        }
        if state == IN_PROGRESS + thread as u32 {
            return None;
        }
        if self.is_trivial(class) || (state == UNTOUCHED && self.adds_nothing(class)) {
            return None;
        }
        Some(self.begin_initialization(thread, class, state))
    }

    /// Whether all that initialising the class could do has been done: it runs no code itself, and
    /// what it inherits from is initialised. Nobody can notice whether such a class is initialised,
    /// so it is not even recorded.
    fn adds_nothing(&mut self, class: ClassId) -> bool {
        let data = self.program.class(class);
        let inherits_nothing = self.runs_nothing(class)
            && data
                .superclass
                .is_none_or(|superclass| self.is_initialized(superclass))
            && self
                .default_interfaces(class)
                .into_iter()
                .all(|interface| self.is_initialized(interface));
        // What is initialised before the base exists stays so in every state.
        if inherits_nothing && self.free && self.trivial.len() > class.index() {
            self.trivial[class.index()] = Some(true);
        }
        inherits_nothing
    }

    /// Whether the class has no initialiser of its own that would run.
    fn runs_nothing(&self, class: ClassId) -> bool {
        let data = self.program.class(class);
        data.initializer.is_none()
            || (data.is_library && crate::native::skips_initializer(&data.name))
    }

    fn begin_initialization(&mut self, thread: usize, class: ClassId, state: u32) -> Flow {
        if state == FAILED {
            self.note_class(class, false);
            let name = self.program.class(class).name.replace('/', ".");
            let message = format!("Could not initialize class {name}");
            let error = self.new_throwable("java/lang/NoClassDefFoundError", Some(&message));
            self.fill_in_stack_trace(thread, error);
            let (mirror, slot) = (self.mirror(class), self.failure_slot());
            let failure = self.heap.reference(mirror, slot);
            let slot = self.field_slot("java/lang/Throwable", "cause");
            self.heap.set_reference(error, slot, failure);
            return self.throw(thread, error);
        }
        if !self.allow() {
            self.threads[thread].status = Status::Initialize(class);
            return Flow::Halt(Halt::Status);
        }
        self.set_initialization(class, IN_PROGRESS + thread as u32);
        self.push_initializer(thread, class)
    }

    /// Runs the class's initialiser in a new frame, its superclass's and interfaces' before it.
    fn push_initializer(&mut self, thread: usize, class: ClassId) -> Flow {
        let data = self.program.class(class);
        let runs = !self.runs_nothing(class);
        let (method, body) = match data.initializer {
            Some(method) if runs => (method, self.program.body(method)),
            _ => (NO_METHOD, empty_body()),
        };
        self.push(thread, method, body, After::Initialize(class));
        let mut before = Vec::new();
        if !data.is_interface() {
            before.extend(data.superclass);
            before.extend(self.default_interfaces(class));
        }
        // The innermost initialiser runs first.
        for class in before.into_iter().rev() {
            if !self.is_initialized(class) && self.initializer(class) != Some(thread) {
                self.push(thread, NO_METHOD, empty_body(), After::Ensure(class));
            }
        }
        Flow::Reload
    }

    /// An initialiser has ended well.
    pub(crate) fn end_initialization(&mut self, class: ClassId) {
        let state = match self.adds_nothing(class) {
            true => UNTOUCHED,
            false => DONE,
        };
        self.set_initialization(class, state);
        self.note_class(class, true);
        self.freeze_tables(class);
        if self.scouts && self.program.class(class).is_library {
            self.initialized.push(class);
        }
    }

    /// The tables of the class will not change any more.
    fn freeze_tables(&mut self, class: ClassId) {
        let data = self.program.class(class);
        for field in &data.fields {
            let field = self.program.field(*field);
            if crate::native::is_table(data, field) {
                let statics = self.heap.statics(class);
                let table = self.heap.reference(statics, field.slot as usize);
                self.heap.freeze_array(table);
            }
        }
    }

    /// An initialiser has thrown: the class is unusable, and the exception is wrapped unless it is
    /// an `Error`.
    pub(crate) fn fail_initialization(
        &mut self,
        thread: usize,
        class: ClassId,
        exception: Ref,
    ) -> Ref {
        self.set_initialization(class, FAILED);
        self.note_class(class, true);
        self.keep_failure(thread, class, exception);
        let error = self
            .program
            .load("java/lang/Error")
            .expect("the JDK has Error");
        if self
            .program
            .is_subtype(self.heap.object(exception).class, error)
        {
            return exception;
        }
        let wrapped = self.new_throwable("java/lang/ExceptionInInitializerError", None);
        self.fill_in_stack_trace(thread, wrapped);
        let slot = self.field_slot("java/lang/Throwable", "cause");
        self.heap.set_reference(wrapped, slot, exception);
        wrapped
    }

    /// What is the cause of the errors that later uses of the class throw: it tells the exception and the
    /// thread. It belongs to the state of the class, so nobody else looks at it.
    fn keep_failure(&mut self, thread: usize, class: ClassId, exception: Ref) {
        let object = self.threads[thread].object;
        let slot = self.field_slot("java/lang/Thread", "name");
        let name = self.heap.reference(object, slot);
        self.see_identity();
        let slot = self.field_slot("java/lang/Throwable", "detailMessage");
        let message = self.heap.reference(exception, slot);
        let class_name = &self.program.class(self.heap.object(exception).class).name;
        let mut what = class_name.replace('/', ".");
        if !message.is_null() {
            what = format!("{what}: {}", self.text(message));
        }
        let name = match name.is_null() {
            true => String::new(),
            false => self.text(name),
        };
        let message = format!("Exception {what} [in thread \"{name}\"]");
        let failure = self.new_throwable("java/lang/ExceptionInInitializerError", Some(&message));
        self.fill_in_stack_trace(thread, failure);
        let place = Place {
            object: self.mirror(class),
            slot: self.failure_slot() as u32,
        };
        self.store(thread, place, Kind::Reference, failure.word());
    }

    /// The field of a `java.lang.Class` that has it. (The JVM keeps data of hidden classes there, which no
    /// class is to Heddle.)
    pub fn failure_slot(&mut self) -> usize {
        self.field_slot("java/lang/Class", "classData")
    }

    /// Classes whose initialisation was begun and given up before the program started are as
    /// before; what it had stored in them stays until it is run again.
    pub(crate) fn abandon_initializations(&mut self) {
        for index in 0..self.program.class_count() {
            let class = ClassId(index as u32);
            if self.initialization(class) >= FAILED {
                self.set_initialization(class, UNTOUCHED);
            }
        }
    }
}

/// A body that only returns.
pub(crate) fn empty_body() -> &'static Body {
    static EMPTY: std::sync::OnceLock<Body> = std::sync::OnceLock::new();
    EMPTY.get_or_init(Body::empty)
}
