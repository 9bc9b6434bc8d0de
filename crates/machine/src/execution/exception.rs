//! Throwing, catching, and what becomes of an exception that nobody catches.
//!
//! Exceptions that the machine itself throws are made as their constructors would make them, without
//! running Java code. The stack at that moment is kept in the exception's `backtrace` as a `long[]`
//! of method and pc, from which the natives of `Throwable` make stack trace elements on demand.

use program::{ClassId, ClassShape};

use crate::execution::invoke::NO_METHOD;
use crate::execution::step::Flow;
use crate::machine::{Event, Halt, Machine};
use crate::native::Invocation;
use crate::operation::Operation;
use crate::thread::{After, Status};
use crate::value::Ref;
use crate::weak::Site;

/// What stands for a flock of threads where a thread has a container.
const FLOCK: &str = "jdk/internal/misc/ThreadFlock$ThreadContainerImpl";

/// Frames that a stack trace keeps, as HotSpot's.
const MAX_BACKTRACE: usize = 1024;

impl<'p> Machine<'p> {
    /// Where the program's own code throws what a failed assertion throws.
    fn failed_assertion(&self, thread: usize, class: ClassId) -> Option<Site> {
        let frame = self.threads[thread].frames.last()?;
        let is_own = frame.method != NO_METHOD && !self.is_of_library(frame.method);
        let error = self.program.loaded("java/lang/AssertionError")?;
        let fails = is_own && self.program.is_subtype(class, error);
        fails.then(|| self.program_site(thread)).flatten()
    }

    /// Throws an exception in a thread: goes on at its handler, or ends the thread.
    pub(crate) fn throw(&mut self, thread: usize, exception: Ref) -> Flow {
        let mut exception = exception;
        let class = self.heap.object(exception).class;
        let assertion = self.failed_assertion(thread, class);
        // A method that has not begun catches nothing: what had to come before it has failed.
        let mut has_begun = true;
        let mut leaves = false;
        while let Some(frame) = self.threads[thread].frames.last() {
            let (pc, body, after) = (frame.pc, frame.body, frame.after);
            let is_library = self.is_of_library(frame.method);
            if leaves
                && !is_library
                && let Some(reason) = self.lacks(thread, exception)
            {
                return self.unsupported(thread, reason);
            }
            leaves = is_library;
            let handler = body.handlers.iter().find(|handler| {
                has_begun
                    && handler.start <= pc
                    && pc < handler.end
                    && handler
                        .catch
                        .is_none_or(|catch| self.program.is_subtype(class, catch))
            });
            if let Some(handler) = handler {
                let (target, register) = (handler.target, handler.exception);
                self.looped |= target <= pc;
                self.looped_freely |= target <= pc;
                let keeps = is_library && handler.catch.is_some();
                if let Some(assertion) = assertion.filter(|_| keeps) {
                    self.notice_kept(assertion);
                }
                let frame = self.threads[thread]
                    .frames
                    .last_mut()
                    .expect("just looked at");
                frame.pc = target;
                let base = frame.base as usize;
                if register.is_some() {
                    self.threads[thread].registers[base + register.index()] = exception.word();
                }
                return Flow::Reload;
            }
            self.pop(thread);
            has_begun = !matches!(after, After::Ensure(_));
            match after {
                After::Initialize(class) if self.program.class(class).is_library => {
                    let name = self.program.class(class).name.replace('/', ".");
                    let what = self.describe_throwable(exception);
                    let reason =
                        format!("the library's class {name} could not be initialised: {what}");
                    return self.unsupported(thread, reason);
                }
                After::Initialize(class) => {
                    exception = self.fail_initialization(thread, class, exception);
                    return self.throw(thread, exception);
                }
                After::Box(_) | After::Construct(_) => {
                    exception = self.invocation_target(thread, exception);
                    return self.throw(thread, exception);
                }
                After::Thread => return self.uncaught(thread, exception),
                After::Handler => return self.unhandled(thread, exception),
                After::Exit => return self.end(thread),
                After::Call | After::Ensure(_) | After::Retry | After::Wrap(_) | After::Give(_) => {
                }
            }
        }
        self.uncaught(thread, exception)
    }

    /// Whether a frame's method is of the library, or the machine's own.
    pub(crate) fn is_of_library(&self, method: program::MethodId) -> bool {
        method == NO_METHOD
            || self
                .program
                .class(self.program.method(method).class)
                .is_library
    }

    /// A reflective call wraps what its callee throws.
    fn invocation_target(&mut self, thread: usize, exception: Ref) -> Ref {
        let name = "java/lang/reflect/InvocationTargetException";
        let wrapped = self.new_throwable(name, None);
        self.fill_in_stack_trace(thread, wrapped);
        let slot = self.field_slot(name, "target");
        self.heap.set_reference(wrapped, slot, exception);
        let cause = self.field_slot("java/lang/Throwable", "cause");
        self.heap.set_reference(wrapped, cause, Ref::NULL);
        wrapped
    }

    /// Nobody caught it. The JDK looks for a handler; if there is none, that is an event
    /// ([`left_unhandled`](Self::left_unhandled)). Which handlers there are, others may change until the
    /// thread has looked.
    fn uncaught(&mut self, thread: usize, exception: Ref) -> Flow {
        if !self.threads[thread].frames.is_empty() {
            unreachable!("an uncaught exception has left all frames");
        }
        let class = self
            .program
            .load("java/lang/Thread")
            .expect("the JDK has Thread");
        let method = self
            .program
            .declared_method(
                class,
                "dispatchUncaughtException",
                "(Ljava/lang/Throwable;)V",
            )
            .expect("Thread dispatches uncaught exceptions");
        let arguments = vec![self.threads[thread].object.word(), exception.word()];
        self.push_call(
            thread,
            Invocation {
                method,
                arguments,
                after: After::Handler,
            },
        )
    }

    /// The thread ends by an exception, which is an event; but not if that is what ends threads.
    fn unhandled(&mut self, thread: usize, exception: Ref) -> Flow {
        let class = self.heap.object(exception).class;
        if &*self.program.class(class).name != "java/lang/ThreadDeath" {
            self.events.push(Event::Uncaught {
                thread,
                exception,
                ignored: true,
            });
        }
        self.come_to_end(thread)
    }

    /// A thread has run all that it was to run. Who has to be told that it ends is told, by the thread
    /// itself: since JDK 21 that is a flock, which waits for its threads; before JDK 19 its group.
    pub(crate) fn come_to_end(&mut self, thread: usize) -> Flow {
        let object = self.threads[thread].object;
        if self.keeps_groups() && !self.free {
            let invocation = self.exit_of(object);
            return self.push_call(thread, invocation);
        }
        if let Some(slot) = self.find_field_slot("java/lang/Thread", "container") {
            let container = self.heap.reference(object, slot);
            if !container.is_null() {
                let class = self.heap.object(container).class;
                if &*self.program.class(class).name == FLOCK {
                    self.heap.set_reference(object, slot, Ref::NULL);
                    let method = self
                        .program
                        .declared_method(class, "onExit", "(Ljava/lang/Thread;)V")
                        .expect("flocks are told of their threads");
                    let invocation = Invocation {
                        method,
                        arguments: vec![container.word(), object.word()],
                        after: After::Handler,
                    };
                    return self.push_call(thread, invocation);
                }
            }
        }
        self.end(thread)
    }

    /// The thread stands before its end.
    pub(crate) fn end(&mut self, thread: usize) -> Flow {
        self.threads[thread].status = Status::Ending;
        Flow::Halt(Halt::Operation(Operation::End))
    }

    /// An exception has come to where the JDK would print it because no handler wants it. If it is
    /// what ends the thread, that is an event. Tells whether it is.
    pub(crate) fn left_unhandled(&mut self, thread: usize, exception: Ref) -> bool {
        let first = self.threads[thread].frames.first();
        let ends = first.is_some_and(|frame| matches!(frame.after, After::Handler));
        if ends {
            self.events.push(Event::Uncaught {
                thread,
                exception,
                ignored: false,
            });
        }
        ends
    }

    /// Throws a new exception.
    pub(crate) fn throw_new(
        &mut self,
        thread: usize,
        class: &'static str,
        message: Option<String>,
    ) -> Flow {
        self.throw_named(thread, class, message)
    }

    /// Throws a new exception whose class is only known now.
    pub(crate) fn throw_named(
        &mut self,
        thread: usize,
        class: &str,
        message: Option<String>,
    ) -> Flow {
        let exception = self.new_throwable(class, message.as_deref());
        self.fill_in_stack_trace(thread, exception);
        self.throw(thread, exception)
    }

    /// Makes a throwable as `new X(message)` would, but for its stack trace.
    pub(crate) fn new_throwable(&mut self, class: &str, message: Option<&str>) -> Ref {
        let id = self
            .program
            .load(class)
            .expect("exceptions that the machine throws exist");
        let exception = self.heap.new_object(id);
        if let Some(message) = message {
            let units: Vec<u16> = message.encode_utf16().collect();
            let message = self.heap.new_string(&units);
            let slot = self.field_slot("java/lang/Throwable", "detailMessage");
            self.heap.set_reference(exception, slot, message);
        }
        let cause = self.field_slot("java/lang/Throwable", "cause");
        self.heap.set_reference(exception, cause, exception);
        for (field, constant) in [
            ("stackTrace", "UNASSIGNED_STACK"),
            ("suppressedExceptions", "SUPPRESSED_SENTINEL"),
        ] {
            let value = self.static_reference("java/lang/Throwable", constant);
            let slot = self.field_slot("java/lang/Throwable", field);
            self.heap.set_reference(exception, slot, value);
        }
        exception
    }

    /// Keeps the thread's stack in the exception, without the frames of its own construction.
    pub(crate) fn fill_in_stack_trace(&mut self, thread: usize, exception: Ref) {
        let class = self.heap.object(exception).class;
        let mut words = Vec::new();
        let mut constructing = true;
        let mut has_begun = true;
        for frame in self.threads[thread].frames.iter().rev() {
            let begun = std::mem::replace(&mut has_begun, !matches!(frame.after, After::Ensure(_)));
            if !begun || frame.method == NO_METHOD || words.len() >= MAX_BACKTRACE {
                continue;
            }
            let method = self.program.method(frame.method);
            constructing = constructing && self.constructs(class, method);
            // Classes that Heddle made for lambdas are hidden.
            if !constructing && self.program.class(method.class).file.is_some() {
                words.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            }
        }
        let longs = self.program.load("[J").expect("long arrays exist");
        let backtrace = self.heap.new_array(longs, words.len());
        for (index, word) in words.iter().enumerate() {
            self.heap
                .set_element(backtrace, program::Kind::Long, index, *word);
        }
        let slot = self.field_slot("java/lang/Throwable", "backtrace");
        self.publish_into(thread, exception, backtrace);
        self.heap.set_reference(exception, slot, backtrace);
        let depth = self.field_slot("java/lang/Throwable", "depth");
        self.heap.set_word(exception, depth, words.len() as u64);
    }

    fn constructs(&self, class: ClassId, method: &program::Method) -> bool {
        let is_own = self.program.is_subtype(class, method.class);
        is_own && matches!(&*method.name, "<init>" | "fillInStackTrace")
    }

    /// `NullPointerException` at an instruction.
    #[cold]
    pub(crate) fn null_pointer(&mut self, thread: usize, pc: usize) -> Flow {
        self.set_pc(thread, pc);
        let exception = self.new_throwable("java/lang/NullPointerException", None);
        self.fill_in_stack_trace(thread, exception);
        self.explain_null(exception);
        self.throw(thread, exception)
    }

    /// `ArithmeticException` at an instruction.
    #[cold]
    pub(crate) fn divided_by_zero(&mut self, thread: usize, pc: usize) -> Flow {
        self.set_pc(thread, pc);
        self.throw_new(
            thread,
            "java/lang/ArithmeticException",
            Some("/ by zero".to_owned()),
        )
    }

    /// `OutOfMemoryError`.
    #[cold]
    pub(crate) fn out_of_memory(&mut self, thread: usize) -> Flow {
        self.throw_new(
            thread,
            "java/lang/OutOfMemoryError",
            Some("Java heap space".to_owned()),
        )
    }

    /// `ClassCastException`, with the JDK's wording.
    #[cold]
    pub(crate) fn class_cast(&mut self, thread: usize, object: Ref, class: ClassId) -> Flow {
        let from = self.heap.object(object).class;
        let [one, other] = [from, class].map(|id| self.program.class(id).name.replace('/', "."));
        let mut message = format!("class {one} cannot be cast to class {other}");
        if let (Some(of_one), Some(of_other)) = (self.module_of(from), self.module_of(class)) {
            message += &match of_one == of_other {
                true => format!(" ({one} and {other} are in {of_one})"),
                false => format!(" ({one} is in {of_one}; {other} is in {of_other})"),
            };
        }
        self.throw_new(thread, "java/lang/ClassCastException", Some(message))
    }

    /// The module of a class and its loader, with the JDK's wording. Of a loader that the program made, the
    /// JVM tells an address, and this is silent.
    fn module_of(&self, class: ClassId) -> Option<String> {
        let mut class = self.program.class(class);
        while let ClassShape::Array { element, .. } = class.shape {
            class = self.program.class(element);
        }
        match (class.is_library, class.is_given) {
            (_, true) => None,
            (false, _) => Some("unnamed module of loader 'app'".to_owned()),
            (true, _) => {
                let jdk = self.program.class_path().jdk()?;
                let module = match class.shape {
                    ClassShape::Primitive(_) => "java.base",
                    _ => jdk.module_of(&class.name)?,
                };
                let loader = jdk::model::loader_of_module(module);
                Some(format!("module {module} of loader '{loader}'"))
            }
        }
    }

    /// Ends the run: Heddle can't go on here.
    #[cold]
    pub(crate) fn unsupported(&mut self, thread: usize, reason: String) -> Flow {
        self.events.push(Event::Unsupported { thread, reason });
        Flow::Halt(Halt::Event)
    }
}
