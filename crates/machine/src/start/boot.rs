//! Bringing a machine to life: the main thread, the console, the classes that everything uses, and
//! the run up to the first operation that concerns more than one thread.
//!
//! The JDK's own start-up is not run. What it would set up and programs look at is set up here.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use program::{ClassId, LoadError, MethodId, Program};

use crate::execution::step::Flow;
use crate::machine::{Event, Halt, Machine};
use crate::native::Invocation;
use crate::observed::Observed;
use crate::options::{Given, Granularity, Options};
use crate::start::scout::Scouted;
use crate::thread::{After, Status, Thread};
use crate::value::Ref;

/// The classes that Heddle ships: `heddle.Heddle` and what the console needs.
pub const SUPPORT: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/support.rs"));

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootError(pub String);

/// Makes the classes that Heddle ships part of a program. Those that extend JUnit or SLF4J are left
/// out where these are not on the class path.
pub fn define_support(program: &Program) -> Result<(), BootError> {
    for (name, bytes) in SUPPORT {
        if program.loaded(name).is_some() || is_own(program, name) {
            continue;
        }
        match program.define(bytes, true) {
            Ok(_) => {}
            Err(LoadError::NotFound(above))
                if above.starts_with("org/junit/") || above.starts_with("org/slf4j/") => {}
            Err(error) => return Err(BootError(format!("Heddle's own classes: {error}"))),
        }
    }
    Ok(())
}

/// Whether the program has a class of its own in place of one that Heddle ships. What a jar of Java
/// PathFinder has is no such class: it does its work inside of that tool only.
fn is_own(program: &Program, name: &str) -> bool {
    let path = program.class_path();
    name.starts_with("gov/nasa/") && path.classes_of_directories().iter().any(|it| it == name)
}

/// Causes of an exception that are told.
const MOST_CAUSES: usize = 4;

impl<'p> Machine<'p> {
    /// Starts `main(arguments)` of a class, and runs up to the first state.
    pub fn boot(
        program: &'p Program,
        options: Options,
        main: ClassId,
        arguments: &[String],
    ) -> Result<Machine<'p>, BootError> {
        let (given, observed) = (Given::default(), Observed::default());
        Machine::boot_given(program, options, main, arguments, &given, &observed, &[])
    }

    /// The same for a program that has files or an input, or that is looked at. When one of the brakes is set, the run up
    /// to the first state, and every long local computation after it, ends early.
    pub fn boot_given(
        program: &'p Program,
        options: Options,
        main: ClassId,
        arguments: &[String],
        given: &Given,
        observed: &Observed,
        brakes: &[Arc<AtomicBool>],
    ) -> Result<Machine<'p>, BootError> {
        // Which classes are initialised early must not depend on where the machine stops.
        let coarse = Options {
            granularity: Granularity::Operation,
            ..options
        };
        let start = |options, early: &Scouted, observed: &Observed| {
            let (mut machine, entry) =
                Machine::prepared(program, options, main, arguments, given, early)?;
            machine.brakes = brakes.to_vec();
            machine.observe(observed);
            let arguments = machine.main_arguments(main, entry, arguments);
            machine.begin(main, entry, arguments)?;
            Ok(machine)
        };
        let mut early = Scouted::default();
        let first: Machine<'p> = start(coarse, &early, &Observed::default())?;
        if options.scouts && first.may_initialize_long() && first.events.is_empty() {
            early = first.clone().scout();
        }
        let is_same = options.granularity == Granularity::Operation && observed.is_nothing();
        if early.is_nothing() && is_same {
            return Ok(first);
        }
        start(options, &early, observed)
    }

    /// A machine that has prepared all that `main(arguments)` of a class finds, and the method that
    /// would be run: to look at, not to run. Static analyses start from it.
    pub fn before_main(
        program: &'p Program,
        options: Options,
        main: ClassId,
        arguments: &[String],
    ) -> Result<(Machine<'p>, MethodId), BootError> {
        let (given, early) = (Given::default(), Scouted::default());
        let prepared = Machine::prepared(program, options, main, arguments, &given, &early)?;
        if !program.is_classic_main(prepared.1) {
            let name = program.class(main).name.replace('/', ".");
            return Err(BootError(format!(
                "the main of {name} is not a static main(String[])"
            )));
        }
        Ok(prepared)
    }

    fn prepared(
        program: &'p Program,
        options: Options,
        main: ClassId,
        arguments: &[String],
        given: &Given,
        early: &Scouted,
    ) -> Result<(Machine<'p>, MethodId), BootError> {
        let mut machine = Machine::new(program, options);
        machine.heap.all_shared = options.granularity == Granularity::Instruction;
        define_support(program)?;
        machine.prepare_library()?;
        crate::native::give(&mut machine, given);
        let entry = machine.main_method(main)?;
        machine.initialize_mentioned(main, arguments, early);
        machine.instructions = 0;
        machine.output.clear();
        Ok((machine, entry))
    }

    fn main_method(&self, class: ClassId) -> Result<MethodId, BootError> {
        let name = self.program.class(class).name.replace('/', ".");
        self.program
            .main_method(class)
            .ok_or_else(|| BootError(format!("class {name} has no main(String[]) method")))
    }

    fn main_arguments(&mut self, main: ClassId, entry: MethodId, arguments: &[String]) -> Vec<u64> {
        let method = self.program.method(entry);
        let (is_static, takes_none) = (method.is_static(), &*method.descriptor == "()V");
        let mut words = Vec::new();
        if !is_static {
            words.push(self.heap.new_object(main).word());
        }
        if takes_none {
            return words;
        }
        let strings = self
            .program
            .load("[Ljava/lang/String;")
            .expect("string arrays exist");
        let array = self.heap.new_array(strings, arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let units: Vec<u16> = argument.encode_utf16().collect();
            let string = self.heap.new_string(&units);
            self.heap
                .set_element(array, program::Kind::Reference, index, string.word());
        }
        words.push(array.word());
        words
    }

    /// Runs main alone as far as nobody else is concerned, then makes the base.
    fn begin(
        &mut self,
        main: ClassId,
        entry: MethodId,
        arguments: Vec<u64>,
    ) -> Result<(), BootError> {
        self.threads[0].status = Status::Ready;
        self.free = true;
        let method = self.program.method(entry);
        let class = if method.is_static() {
            method.class
        } else {
            main
        };
        // The object whose main it is, if it is one's, is constructed before.
        let receiver = (!method.is_static()).then(|| arguments[0]);
        self.push_call(
            0,
            Invocation {
                method: entry,
                arguments,
                after: After::Thread,
            },
        );
        let empty = crate::execution::initialize::empty_body();
        if let Some(receiver) = receiver {
            let constructor = self.program.declared_method(class, "<init>", "()V");
            let usable = constructor.filter(|it| !self.program.method(*it).is_private());
            let method = usable.ok_or_else(|| {
                let name = self.program.class(class).name.replace('/', ".");
                BootError(format!(
                    "class {name} has a main that is not static, and no constructor without parameters"
                ))
            })?;
            self.push(
                0,
                crate::execution::invoke::NO_METHOD,
                empty,
                After::Ensure(class),
            );
            let invocation = Invocation {
                method,
                arguments: vec![receiver],
                after: After::Retry,
            };
            self.push_call(0, invocation);
        }
        self.push(
            0,
            crate::execution::invoke::NO_METHOD,
            empty,
            After::Ensure(class),
        );
        self.continue_thread(0);
        self.make_base();
        Ok(())
    }

    fn prepare_library(&mut self) -> Result<(), BootError> {
        let thread_class = self.core("java/lang/Thread")?;
        self.known.thread_run = self.program.declared_method(thread_class, "run", "()V");
        self.known.called_inside = [("interrupt", "()V"), ("isInterrupted", "()Z")]
            .map(|(name, descriptor)| self.program.declared_method(thread_class, name, descriptor));
        self.known.interrupted = self.field_slot("java/lang/Thread", "interrupted");
        self.known.holder = self.find_field_slot("java/lang/Thread", "holder");
        self.known.thread = Some(thread_class);
        self.known.consoles = ["Console", "LogHandler"]
            .map(|it| self.program.load(&format!("heddle/runtime/{it}")).ok());
        self.known.identity = ["name", "tid"]
            .iter()
            .filter_map(|field| self.program.resolve_field(thread_class, field).ok())
            .collect();
        let kept = [
            "eetop",
            "threadStatus",
            "holder",
            "threadLocals",
            "inheritableThreadLocals",
            "uncaughtExceptionHandler",
            "inheritedAccessControlContext",
        ];
        let slots = kept.map(|field| self.find_field_slot("java/lang/Thread", field));
        self.known.thread_slots = slots.into_iter().flatten().map(|it| it as u32).collect();
        let locals = ["threadLocals", "inheritableThreadLocals"];
        let slots = locals.map(|field| self.find_field_slot("java/lang/Thread", field));
        self.known.local_slots = slots.into_iter().flatten().map(|it| it as u32).collect();
        let daemon = self.find_field_slot("java/lang/Thread", "daemon");
        self.known.daemon = daemon.map(|it| it as u32);
        let group = self.find_field_slot("java/lang/Thread", "group");
        self.known.group = group.map(|it| it as u32);
        self.known.end_fields = ["eetop", "threadStatus"]
            .iter()
            .flat_map(|field| {
                let holder = self.program.load("java/lang/Thread$FieldHolder").ok();
                [Some(thread_class), holder]
                    .into_iter()
                    .flatten()
                    .map(move |class| (class, *field))
            })
            .filter_map(|(class, field)| self.program.resolve_field(class, field).ok())
            .collect();
        if let Ok(system) = self.program.load("java/lang/System") {
            let streams = ["in", "out", "err"].into_iter();
            let streams = streams.flat_map(|field| self.program.resolve_field(system, field));
            let streams = streams.collect();
            self.heap.unwritten.set_streams(streams);
        }
        // Much code asks for the current thread, so there must be one before anything runs.
        let object = self.heap.new_object(thread_class);
        self.threads.push(Thread::new(object, false));
        for class in jdk::start::ALWAYS {
            self.initialize_early(class)?;
        }
        crate::native::prepare(self)
    }

    /// A class that every JDK has.
    pub(crate) fn core(&self, name: &str) -> Result<ClassId, BootError> {
        let loaded = self.program.load(name);
        loaded.map_err(|error| BootError(format!("the JDK's class {name}: {error}")))
    }

    /// Initialises a class of the library before the program starts.
    pub(crate) fn initialize_early(&mut self, name: &str) -> Result<(), BootError> {
        let class = self.core(name)?;
        let empty = crate::execution::initialize::empty_body();
        self.push(0, crate::execution::invoke::NO_METHOD, empty, After::Thread);
        self.push(
            0,
            crate::execution::invoke::NO_METHOD,
            empty,
            After::Ensure(class),
        );
        self.run_early(name)
    }

    /// Calls a method of the library before the program starts.
    pub(crate) fn call_early(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: Vec<u64>,
    ) -> Result<(), BootError> {
        self.initialize_early(class)?;
        let id = self.core(class)?;
        let method = self.program.declared_method(id, name, descriptor);
        let what = format!("{class}.{name}{descriptor}");
        let method = method.ok_or_else(|| BootError(format!("the JDK has no {what}")))?;
        match self.push_call(
            0,
            Invocation {
                method,
                arguments,
                after: After::Thread,
            },
        ) {
            Flow::Halt(Halt::Operation(_)) => Ok(()),
            _ => self.run_early(&what),
        }
    }

    /// Makes an object of a library class by one of its constructors.
    pub(crate) fn construct_early(
        &mut self,
        class: &str,
        descriptor: &str,
        mut arguments: Vec<u64>,
    ) -> Result<Ref, BootError> {
        let id = self.core(class)?;
        let object = self.heap.new_object(id);
        arguments.insert(0, object.word());
        self.call_early(class, "<init>", descriptor, arguments)?;
        Ok(object)
    }

    /// Forgets what an early call that failed has begun.
    pub(crate) fn abandon_early(&mut self) {
        self.threads[0].frames.clear();
        self.threads[0].registers.clear();
        self.threads[0].status = Status::Ready;
        self.events.clear();
        self.abandon_initializations();
    }

    pub(crate) fn run_early(&mut self, what: &str) -> Result<(), BootError> {
        self.run(0);
        let ended = self.threads[0].status == Status::Ending;
        self.threads[0].status = Status::Ready;
        if ended && self.events.is_empty() {
            return Ok(());
        }
        let why = match self.events.pop() {
            Some(Event::Unsupported { reason, .. }) => {
                let path = self.call_path(0).join(" < ");
                format!("{reason} ({path})")
            }
            Some(Event::Uncaught { exception, .. }) => self.describe_throwable(exception),
            _ => "it does not come to an end".to_owned(),
        };
        Err(BootError(format!(
            "Heddle can't start this JDK: {what}: {why}"
        )))
    }

    /// The calls of a thread, innermost first, as `Class.method`.
    pub fn call_path(&self, thread: usize) -> Vec<String> {
        let frames = self.threads[thread].frames.iter().rev();
        frames.map(|frame| self.method_name(frame.method)).collect()
    }

    /// Where an exception was made, innermost first, as `Class.method(File.java:7)`.
    pub fn stack_of(&mut self, exception: Ref) -> Vec<String> {
        let mut frames = Vec::new();
        for (method, pc) in self.backtrace(exception) {
            let class = self.program.class(self.program.method(method).class);
            let file = class.source_file.as_deref().unwrap_or("?");
            let line = match self.program.method(method).code {
                program::MethodCode::Bytecode => self.program.body(method).line(pc),
                _ => None,
            };
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            frames.push(format!("{}({file}{line})", self.method_name(method)));
        }
        frames
    }

    /// What an exception was caused by.
    pub fn cause_of(&mut self, exception: Ref) -> Option<Ref> {
        let slot = self.field_slot("java/lang/Throwable", "cause");
        let mut cause = self.heap.reference(exception, slot);
        // A reflective call keeps what its callee threw in a field of its own.
        let wrapper = "java/lang/reflect/InvocationTargetException";
        let class = self.heap.object(exception).class;
        if cause.is_null() && &*self.program.class(class).name == wrapper {
            let slot = self.field_slot(wrapper, "target");
            cause = self.heap.reference(exception, slot);
        }
        (!cause.is_null() && cause != exception).then_some(cause)
    }

    /// The file that an exception of `java.nio.file` names instead of a message.
    pub(crate) fn file_of(&mut self, exception: Ref) -> Option<String> {
        const CLASS: &str = "java/nio/file/FileSystemException";
        let class = self.program.loaded(CLASS)?;
        let own = self.heap.object(exception).class;
        if !self.program.is_subtype(own, class) {
            return None;
        }
        let slot = self.find_field_slot(CLASS, "file")?;
        let file = self.heap.reference(exception, slot);
        (!file.is_null()).then(|| self.text(file))
    }

    /// `java.lang.IllegalStateException: message; caused by java.io.IOException: why at File.java:7`.
    /// Often only the last of the causes tells what went wrong.
    pub fn describe_throwable(&mut self, exception: Ref) -> String {
        let mut text = self.describe_without_causes(exception);
        let mut last = exception;
        let mut told = vec![exception];
        for _ in 0..MOST_CAUSES {
            let cause = self.cause_of(last).filter(|it| !told.contains(it));
            let Some(cause) = cause else {
                break;
            };
            told.push(cause);
            // What stands before the first colon is the class, with or without a message.
            text += if text.contains(':') { "; " } else { ": " };
            text += &format!("caused by {}", self.describe_without_causes(cause));
            if let Some(place) = self.origin_of(cause) {
                text += &format!(" at {place}");
            }
            last = cause;
        }
        text
    }

    /// Where an exception was made, as `File.java:7`: the innermost place of the program, if there is
    /// one.
    fn origin_of(&mut self, exception: Ref) -> Option<String> {
        let frames = self.backtrace(exception);
        let class_of = |method: MethodId| self.program.class(self.program.method(method).class);
        let own = frames.iter().find(|it| !class_of(it.0).is_library);
        let (method, pc) = *own.or(frames.first())?;
        let file = class_of(method).source_file.as_deref()?;
        let line = match self.program.method(method).code {
            program::MethodCode::Bytecode => self.program.body(method).line(pc)?,
            _ => return None,
        };
        Some(format!("{file}:{line}"))
    }

    fn describe_without_causes(&mut self, exception: Ref) -> String {
        let class = self.heap.object(exception).class;
        let name = self.program.class(class).name.replace('/', ".");
        let slot = self.field_slot("java/lang/Throwable", "detailMessage");
        let message = self.heap.reference(exception, slot);
        if message.is_null() {
            let own = self.file_of(exception);
            return match own.or_else(|| self.null_message(exception)) {
                Some(message) => format!("{name}: {message}"),
                None => name,
            };
        }
        format!(
            "{name}: {}",
            String::from_utf16_lossy(&self.heap.text(message))
        )
    }
}
