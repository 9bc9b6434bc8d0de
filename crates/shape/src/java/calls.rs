//! Calls: inlined, or known by what they mean.
//!
//! In: a call instruction. Out: its code in the [`Emitter`].
//!
//! A call on an object goes to the method of each class of which there are objects, by the object's class.
//! Methods of the library that concern threads and monitors are instructions of the model; those on what is
//! opaque do nothing that the model shows; [`super::library`] knows some more. All others can't be told.

use super::emit::{Argument, Emitter, Label, Place};
use super::values::{Number, Reference, parameter_types};
use super::{SELF, Touched};
use crate::configuration::model::{Access, ClassId, Condition, Local, Operation};
use analysis::world::Readiness;
use program::{
    ClassId as JavaClass, Instruction, InvokeKind, Kind, MethodCode, MethodId, Program, Register,
};

/// Times that every method takes are below it, in milliseconds and in nanoseconds.
const MOST_NANOS: i64 = 999_999;

impl Emitter<'_, '_> {
    pub(super) fn invoke(
        &mut self,
        kind: InvokeKind,
        target: Register,
        method: MethodId,
        arguments: &[Register],
    ) {
        let program = self.front.program;
        match kind {
            InvokeKind::Static => {
                if !self.front.is_library(program.method(method).class) {
                    self.initialize(program.method(method).class);
                }
                self.call_method(target, method, arguments);
            }
            InvokeKind::Special => {
                if !self.is_object(arguments[0]) {
                    self.check_null(arguments[0]);
                }
                self.call_method(target, method, arguments);
            }
            InvokeKind::Virtual | InvokeKind::Interface => match self.receiver(method, arguments) {
                Reference::Opaque if self.is_overridden(method) => {
                    let name = program.describe_method(method);
                    let at = self.at();
                    self.unsupported(format!("a call of {name}, which is overridden"), at);
                }
                Reference::Opaque => self.call_method(target, method, arguments),
                Reference::Kept(receiver) => {
                    self.dispatch(receiver, target, method, arguments);
                }
            },
        }
    }

    /// What a method is called on: objects of a class that is not kept are not.
    fn receiver(&self, method: MethodId, arguments: &[Register]) -> Reference {
        let class = self.front.program.method(method).class;
        match self
            .front
            .is_opaque_class(&self.front.program.class(class).name)
        {
            true => Reference::Opaque,
            false => self.reference(arguments[0]),
        }
    }

    /// A call by the receiver's class.
    fn dispatch(
        &mut self,
        receiver: Local,
        target: Register,
        method: MethodId,
        arguments: &[Register],
    ) {
        let at = self.at();
        let program = self.front.program;
        let found = program.method(method);
        let (owner, name) = (&*program.class(found.class).name, &*found.name);
        if self.iterate(receiver, owner, name, target, arguments[0]) {
            return;
        }
        let targets = self.groups(method);
        if targets.is_empty() {
            self.check_null(arguments[0]);
            let name = self.front.program.describe_method(method);
            return self.unsupported(format!("no object is known to have {name}"), at);
        }
        let done = self.label();
        let last = targets.len() - 1;
        let mut labels: Vec<Label> = Vec::new();
        for (number, (_, classes, _)) in targets.iter().enumerate() {
            let label = self.label();
            labels.push(label);
            if number == last && !self.front.facts.mixes_opaque {
                continue;
            }
            for class in classes {
                self.put(
                    Operation::Branch(Condition::Of(receiver, *class), label),
                    at,
                );
            }
        }
        if self.front.facts.mixes_opaque {
            self.check_null(arguments[0]);
            let what = "a call on an object that is not kept".to_owned();
            self.unsupported(what, at);
            self.bind(labels[last]);
        } else {
            self.bind(labels[last]);
            self.check_null(arguments[0]);
        }
        self.receiver_class = targets[last].2.clone();
        self.call_method(target, targets[last].0, arguments);
        self.put(Operation::Jump(done), at);
        for number in 0..last {
            self.bind(labels[number]);
            self.receiver_class = targets[number].2.clone();
            self.call_method(target, targets[number].0, arguments);
            self.put(Operation::Jump(done), at);
        }
        self.bind(done);
    }

    /// The same, where methods of the library have a group for each class of receivers, whose name is told.
    fn groups(&mut self, method: MethodId) -> Vec<(MethodId, Vec<ClassId>, Option<String>)> {
        let program = self.front.program;
        let mut groups: Vec<(MethodId, Vec<ClassId>, Option<String>)> = Vec::new();
        for (class, id) in self.front.instances(program.method(method).class) {
            let Some(selected) = program.select(class, method) else {
                continue;
            };
            let is_library = self.front.is_library(program.method(selected).class);
            let name = is_library.then(|| program.class(class).name.to_string());
            match groups
                .iter_mut()
                .find(|it| it.0 == selected && it.2 == name)
            {
                Some(known) => known.1.push(id),
                None => groups.push((selected, vec![id], name)),
            }
        }
        groups
    }

    /// The methods that a call can go to, each with the classes of receivers.
    pub(super) fn targets(&mut self, method: MethodId) -> Vec<(MethodId, Vec<ClassId>)> {
        let program = self.front.program;
        let class = program.method(method).class;
        let mut targets: Vec<(MethodId, Vec<ClassId>)> = Vec::new();
        for (class, id) in self.front.instances(class) {
            let Some(selected) = program.select(class, method) else {
                continue;
            };
            match targets.iter_mut().find(|it| it.0 == selected) {
                Some(known) => known.1.push(id),
                None => targets.push((selected, vec![id])),
            }
        }
        targets
    }

    /// A call of this very method.
    fn call_method(&mut self, target: Register, method: MethodId, arguments: &[Register]) {
        let at = self.at();
        let program = self.front.program;
        let found = program.method(method);
        let class = program.class(found.class);
        let (class_name, name) = (&*class.name, &*found.name);
        let receiver = self.receiver_class.take();
        if self.known(class_name, name, target, method, arguments)
            || self.known_library(class_name, receiver, target, method, arguments)
        {
            return;
        }
        let has_code = matches!(found.code, MethodCode::Bytecode | MethodCode::Synthetic);
        let is_library = self.front.is_library(found.class);
        if is_library || !has_code {
            let name = program.describe_method(method);
            return self.unsupported(format!("a call of {name}"), at);
        }
        let result = self.place(target);
        let passed: Vec<Argument> = self.arguments(method, arguments);
        self.inline(method, &passed, result, at);
    }

    pub(super) fn place(&self, target: Register) -> Place {
        if !target.is_some() {
            return Place::Nowhere;
        }
        match (self.reference(target), self.number(target)) {
            (Reference::Kept(it), _) => Place::Reference(it),
            (_, Number::Truth(it)) => Place::Truth(it),
            _ => Place::Nowhere,
        }
    }

    fn arguments(&self, method: MethodId, arguments: &[Register]) -> Vec<Argument> {
        let kinds = &self.front.program.method(method).parameters;
        let passed = arguments.iter().zip(kinds.iter());
        passed
            .map(|(register, kind)| match kind {
                Kind::Reference => Argument::Reference(self.reference(*register)),
                _ => Argument::Number(self.number(*register)),
            })
            .collect()
    }

    /// Calls that concern threads and monitors, and those that do nothing that the model shows.
    fn known(
        &mut self,
        class: &str,
        name: &str,
        target: Register,
        method: MethodId,
        arguments: &[Register],
    ) -> bool {
        let at = self.at();
        match (class, name) {
            ("java/lang/Object" | "java/lang/Record", "<init>") => true,
            (_, "<init>") if self.is_exception(class) => {
                if self.tells_itself(Some("fillInStackTrace")) {
                    let what = "an exception with a fillInStackTrace() of its own";
                    self.unsupported(what.to_owned(), at);
                }
                let given = arguments[1..].iter();
                given
                    .into_iter()
                    .all(|it| self.reference(*it) == Reference::Opaque)
            }
            ("java/lang/Object", "wait" | "notify" | "notifyAll") => {
                self.monitor_method(name, arguments);
                true
            }
            ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => {
                match (self.number(target), self.reference(arguments[0])) {
                    (Number::Identity(id), Reference::Kept(object)) => {
                        self.put(Operation::Move(id, object), at);
                    }
                    _ => self.forget(target),
                }
                true
            }
            ("java/lang/Object", "equals") => {
                if let (Number::Truth(truth), Reference::Kept(a), Reference::Kept(b)) = (
                    self.number(target),
                    self.reference(arguments[0]),
                    self.reference(arguments[1]),
                ) && !self.front.facts.mixes_opaque
                {
                    self.choose_truth(truth, Condition::Same(a, b), at);
                } else {
                    self.forget(target);
                }
                true
            }
            ("java/lang/Object", "getClass" | "toString") => {
                self.library_throws(method, arguments);
                self.check_null(arguments[0]);
                self.assign_opaque(target);
                true
            }
            ("java/lang/Thread", _) => self.thread_method(name, target, method, arguments),
            ("java/lang/Class", "desiredAssertionStatus") => {
                if let Number::Truth(truth) = self.number(target) {
                    self.put(Operation::Set(truth, true), at);
                }
                true
            }
            ("java/lang/System", "exit" | "arraycopy" | "setProperty") => false,
            ("java/lang/Runtime", "exit" | "halt" | "addShutdownHook") => false,
            ("java/lang/Enum", "<init>" | "ordinal" | "name" | "toString") => {
                self.check_null(arguments[0]);
                self.forget_result(target);
                true
            }
            _ => {
                self.is_noise(class, method, arguments)
                    && {
                        let takes_any = ["Ljava/lang/Object;", "Ljava/lang/Throwable;"];
                        let descriptor = &self.front.program.method(method).descriptor;
                        let may_tell = takes_any.iter().any(|it| descriptor.contains(it))
                            || self.is_exception(class);
                        if may_tell && self.tells_itself(None) {
                            let what = "an exception class of the program with a toString() or getMessage() of its \
                                    own, used by the library";
                            self.unsupported(what.to_owned(), at);
                        }
                        self.library_throws(method, arguments);
                        self.forget_result(target);
                        true
                    }
            }
        }
    }

    /// Is it a class of exceptions of the library? What they are made of is not kept.
    fn is_exception(&self, class: &str) -> bool {
        let program = self.front.program;
        let throwable = program.load("java/lang/Throwable");
        let class = program.load(class);
        matches!((class, throwable), (Ok(class), Ok(throwable))
            if program.is_subtype(class, throwable) && self.front.is_library(class))
    }

    /// A result nobody knows; of an opaque call it is not an object that is kept.
    pub(super) fn forget_result(&mut self, target: Register) {
        if target.is_some() {
            self.assign_opaque(target);
            self.forget(target);
        }
    }

    /// A method of an opaque class of the library that gets nothing that is kept.
    fn is_noise(&mut self, class: &str, method: MethodId, arguments: &[Register]) -> bool {
        let program = self.front.program;
        let is_library = program
            .load(class)
            .is_ok_and(|it| self.front.is_library(it));
        let is_static_noise = matches!(class, "java/util/Objects" | "java/util/Arrays");
        if !is_library || !self.front.is_opaque_class(class) && !is_static_noise {
            return false;
        }
        if class == "java/util/Objects" || self.front.may_be_spoilt(class) {
            return false;
        }
        let found = program.method(method);
        let receiver = usize::from(!found.is_static());
        let types = parameter_types(&found.descriptor);
        arguments.iter().enumerate().all(|(place, register)| {
            let is_of_opaque_type = match place.checked_sub(receiver) {
                Some(place) => types
                    .get(place)
                    .is_some_and(|it| self.front.is_opaque_type(it)),
                None => self.front.is_opaque_class(class),
            };
            is_of_opaque_type || self.reference(*register) == Reference::Opaque
        })
    }

    fn monitor_method(&mut self, name: &str, arguments: &[Register]) {
        let at = self.at();
        let Some(object) = self.monitor(arguments[0]) else {
            return self.unsupported("a monitor of an object that is not kept".to_owned(), at);
        };
        if !arguments[1..]
            .iter()
            .all(|it| self.is_within(*it, 0, MOST_NANOS))
        {
            self.may_throw("java/lang/IllegalArgumentException", "a negative time");
        }
        match name {
            "notify" => self.put(Operation::Notify(object), at),
            "notifyAll" => self.put(Operation::NotifyAll(object), at),
            _ => {
                self.front.assume("no thread is interrupted");
                let (early, done) = (self.label(), self.label());
                if arguments.len() > 1 {
                    self.put(Operation::Branch(Condition::Free, early), at);
                }
                self.before_waiting(Some(object));
                self.put(Operation::Wait(object), at);
                self.put(Operation::Reacquire(object), at);
                self.put(Operation::Jump(done), at);
                self.bind(early);
                self.put(Operation::Release(object), at);
                self.put(Operation::Acquire(object), at);
                self.bind(done);
            }
        }
    }

    fn thread_method(
        &mut self,
        name: &str,
        target: Register,
        method: MethodId,
        arguments: &[Register],
    ) -> bool {
        let at = self.at();
        let receiver = arguments.first().copied();
        match name {
            "<init>" => {
                let program = self.front.program;
                let types = parameter_types(&program.method(method).descriptor);
                if types.contains(&"Ljava/lang/ThreadGroup;") {
                    self.unsupported("groups of threads".to_owned(), at);
                }
                let given = arguments[1..].iter().zip(&types);
                let mut names = given.filter(|it| *it.1 == "Ljava/lang/String;");
                if !names.all(|it| self.is_object(*it.0)) {
                    self.may_throw(
                        "java/lang/NullPointerException",
                        "a null given as the name of a thread",
                    );
                }
                let runnable = types.iter().position(|it| *it == "Ljava/lang/Runnable;");
                if let Some(place) = runnable {
                    let thread = self.kept(arguments[0]);
                    let runnable = self.kept(arguments[place + 1]);
                    let field = self.front.target;
                    self.put(Operation::Put(thread, field, Some(runnable)), at);
                }
                true
            }
            "start" => {
                let thread = self.kept(arguments[0]);
                self.start(thread);
                true
            }
            "run" => {
                let thread = self.kept(arguments[0]);
                self.run_target(thread, at);
                true
            }
            "join" => {
                self.front.assume("no thread is interrupted");
                let thread = self.kept(arguments[0]);
                let done = self.label();
                if arguments.len() > 1 {
                    self.put(Operation::Branch(Condition::Free, done), at);
                }
                self.before_waiting(None);
                self.put(Operation::Join(thread), at);
                self.bind(done);
                true
            }
            "currentThread" => {
                if let Reference::Kept(target) = self.reference(target) {
                    self.put(Operation::Move(target, SELF), at);
                }
                true
            }
            "sleep" => {
                if !arguments
                    .iter()
                    .all(|it| self.is_within(*it, 0, MOST_NANOS))
                {
                    self.may_throw("java/lang/IllegalArgumentException", "a negative time");
                }
                true
            }
            "yield" | "onSpinWait" => true,
            "setName" | "setPriority" | "getName" | "getId" | "threadId" | "getPriority"
            | "isAlive" | "isDaemon" | "isInterrupted" | "interrupted" | "toString" => {
                if let Some(receiver) = receiver {
                    self.check_null(receiver);
                }
                if name == "setName" && !self.is_object(arguments[1]) {
                    self.may_throw(
                        "java/lang/NullPointerException",
                        "a null given as the name of a thread",
                    );
                }
                if name == "setPriority" && !self.is_within(arguments[1], 1, 10) {
                    self.may_throw(
                        "java/lang/IllegalArgumentException",
                        "a priority that is not from 1 to 10",
                    );
                }
                self.forget_result(target);
                true
            }
            "setDaemon" => {
                self.front
                    .assume("daemon threads are treated as others: the program waits for them");
                let thread = self.kept(arguments[0]);
                let data = self.front.touched(Touched::Daemon);
                self.put(Operation::Touch(Some(thread), data, true), at);
                true
            }
            _ => false,
        }
    }

    /// Starts a thread, or any number of such.
    fn start(&mut self, thread: Local) {
        let at = self.at();
        let named = self.named_threads();
        if named.is_empty() {
            return self.put(Operation::Start(thread), at);
        }
        let (first, done, plain) = (self.label(), self.label(), self.label());
        for class in &named {
            let again = self.label();
            self.put(Operation::Branch(Condition::Of(thread, class.1), again), at);
            let next = self.label();
            self.put(Operation::Jump(next), at);
            self.bind(again);
            self.put(Operation::Branch(Condition::Free, first), at);
            let copy = self.local("another");
            self.copy_object(copy, thread, class.0, class.1);
            self.put(Operation::Start(copy), at);
            self.put(Operation::Jump(again), at);
            self.bind(next);
        }
        self.put(Operation::Jump(plain), at);
        self.bind(first);
        self.bind(plain);
        self.put(Operation::Start(thread), at);
        self.bind(done);
    }

    /// `copy =` an object of the class with the fields of another one.
    fn copy_object(&mut self, copy: Local, of: Local, class: JavaClass, id: ClassId) {
        let at = self.at();
        let program = self.front.program;
        self.put(Operation::New(copy, id), at);
        let value = self.local("field");
        let target = self.front.target;
        let mut fields = vec![target];
        let mut flags = Vec::new();
        let mut next = Some(class);
        while let Some(class) = next.filter(|it| !self.front.is_library(*it)) {
            next = program.class(class).superclass;
            for field in &program.class(class).fields {
                let found = program.field(*field);
                match found.kind {
                    _ if found.is_static => {}
                    Kind::Reference if !self.front.is_opaque_type(&found.descriptor) => {
                        fields.push(self.front.field(*field));
                    }
                    Kind::Boolean => flags.push(self.front.flag(*field)),
                    _ => {}
                }
            }
        }
        for field in fields {
            self.put_as(Operation::Get(value, of, field), Access::Private, at);
            self.put_as(
                Operation::Put(copy, field, Some(value)),
                Access::Private,
                at,
            );
        }
        for flag in flags {
            let (truth, done) = (self.truth("flag"), self.label());
            self.put_as(Operation::GetFlag(truth, of, flag), Access::Private, at);
            self.put(Operation::Branch(Condition::Not(truth), done), at);
            self.put_as(Operation::PutFlag(copy, flag, true), Access::Private, at);
            self.bind(done);
        }
    }

    /// Classes of threads that stand for any number of them.
    fn named_threads(&mut self) -> Vec<(JavaClass, ClassId)> {
        let patterns = self.front.options.threads.clone();
        let thread = self.front.program.load("java/lang/Thread");
        let (Ok(thread), false) = (thread, patterns.is_empty()) else {
            return Vec::new();
        };
        let classes = self.front.instances(thread);
        let mut named = Vec::new();
        for (class, id) in classes {
            let name = self.front.name(class);
            if patterns.iter().any(|it| fits(it, &name)) {
                self.front.many_threads.insert(name);
                named.push((class, id));
            }
        }
        named
    }

    /// Runs what a thread was given, as `Thread.run` does.
    pub(super) fn run_target(&mut self, thread: Local, at: (MethodId, u32)) {
        let program = self.front.program;
        let target = self.local("target");
        let field = self.front.target;
        self.put(Operation::Get(target, thread, field), at);
        let (none, done) = (self.label(), self.label());
        self.put(Operation::Branch(Condition::IsNull(target), none), at);
        let run = program
            .load("java/lang/Runnable")
            .ok()
            .and_then(|it| program.declared_method(it, "run", "()V"));
        let targets = run.map_or(Vec::new(), |it| self.targets(it));
        for (method, classes) in targets {
            let (here, next) = (self.label(), self.label());
            for class in classes {
                self.put(Operation::Branch(Condition::Of(target, class), here), at);
            }
            self.put(Operation::Jump(next), at);
            self.bind(here);
            let found = program.method(method);
            match self.front.is_library(found.class) {
                true => {
                    let name = program.describe_method(method);
                    self.unsupported(format!("a thread that runs {name}"), at);
                }
                false => {
                    let this = Argument::Reference(Reference::Kept(target));
                    self.inline(method, &[this], Place::Nowhere, at);
                }
            }
            self.put(Operation::Jump(done), at);
            self.bind(next);
        }
        self.unsupported("a thread runs what is not known".to_owned(), at);
        self.bind(none);
        self.bind(done);
    }

    /// A use of a class that may have to be initialised first.
    pub(super) fn initialize(&mut self, class: JavaClass) {
        let at = self.at();
        let program = self.front.program;
        let mut next = Some(class);
        while let Some(class) = next {
            let it = program.class(class);
            next = it.superclass;
            let Some(initializer) = it.initializer else {
                continue;
            };
            let is_settled = self.front.world.readiness(class) == Readiness::Ready
                || self.front.world.skips_initializer(class)
                || self.frames.iter().any(|it| it.method == initializer);
            if is_settled || it.is_library || self.front.facts.early.contains(&class) {
                continue;
            }
            let is_untouched = self.front.world.readiness(class) == Readiness::Untouched;
            if is_untouched && is_harmless(program, class, initializer) {
                self.front.facts.early.push(class);
                continue;
            }
            let name = self.front.name(class);
            let what = format!("the initialiser of {name} runs while there are threads");
            self.unsupported(what, at);
        }
    }
}

/// Does an initialiser only make objects and assign the class's own fields? Then nobody can tell when it runs.
fn is_harmless(program: &Program, class: JavaClass, initializer: MethodId) -> bool {
    let body = program.body(initializer);
    body.code.iter().all(|it| match *it {
        Instruction::PutStatic { field, .. } | Instruction::GetStatic { field, .. } => {
            program.field(field).class == class
        }
        Instruction::Invoke { method, kind, .. } => {
            let found = program.method(method);
            let is_initializer = &*found.name == "<init>";
            let is_status = &*found.name == "desiredAssertionStatus";
            let own = kind == InvokeKind::Static && found.class == class;
            is_status
                || is_initializer && is_plain_constructor(program, method, 0)
                || own && {
                    let body = program.body(method);
                    body.code.iter().all(|it| !is_shared(it))
                }
        }
        ref other => !is_shared(other),
    })
}

/// Does a constructor only assign fields?
fn is_plain_constructor(program: &Program, method: MethodId, depth: usize) -> bool {
    let found = program.method(method);
    if program.class(found.class).is_library {
        return true;
    }
    depth < 4
        && program.body(method).code.iter().all(|it| match *it {
            Instruction::Invoke { method, .. } => {
                &*program.method(method).name == "<init>"
                    && is_plain_constructor(program, method, depth + 1)
            }
            ref other => !is_shared(other),
        })
}

/// Does an instruction concern more than registers and new objects?
fn is_shared(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::MonitorEnter { .. }
            | Instruction::MonitorExit { .. }
            | Instruction::GetStatic { .. }
            | Instruction::PutStatic { .. }
            | Instruction::InvokeDynamic { .. }
            | Instruction::InvokePolymorphic { .. }
            | Instruction::Unsupported { .. }
            | Instruction::Throw { .. }
    )
}

/// Does a name, or its last part, fit a pattern with stars?
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    fn match_from(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern.first(), name.first()) {
            (None, None) => true,
            (Some(b'*'), _) => {
                match_from(&pattern[1..], name)
                    || !name.is_empty() && match_from(pattern, &name[1..])
            }
            (Some(a), Some(b)) if a == b => match_from(&pattern[1..], &name[1..]),
            _ => false,
        }
    }
    let simple = name.rsplit(['.', '$']).next().unwrap_or(name);
    match_from(pattern.as_bytes(), name.as_bytes())
        || match_from(pattern.as_bytes(), simple.as_bytes())
}
