//! Classes of the library that the model knows by what they do.
//!
//! In: a call of a method of such a class. Out: its code in the [`Emitter`], made of the same instructions as
//! the program's own. Each model is argued from the documentation of the class; a method without a model is
//! `unsupported`, with its name.
//!
//! Objects of these classes are individuals like others. What is inside of them in the JDK is not looked at,
//! but for what the program has put there before the threads start ([`super::initial`]).

mod atomics;
mod collections;
mod contents;
mod executors;
mod initial;
mod iterators;
mod kinds;
mod locks;
mod queues;
mod semaphores;
mod shared_locks;
mod texts;

pub(super) use executors::{Pooled, TASK};
pub(super) use texts::TEXT;

use super::Front;
use super::emit::Emitter;
use super::values::{Number, Reference};
use crate::configuration::model::{Access, Condition, Local, Operation, Truth};
use program::{ClassId as JavaClass, FieldId as JavaField, MethodId, Register};

impl Front<'_> {
    /// A field of a library class that the model keeps, if the installed JDK has it.
    fn library_field(&self, class: &str, name: &str) -> Option<JavaField> {
        let class = self.program.load(class).ok()?;
        self.program.resolve_field(class, name).ok()
    }

    /// Whether objects of a class are locks in the model, so that their own monitor is not.
    pub(super) fn uses_own_monitor(&self, class: JavaClass) -> bool {
        let name = &*self.program.class(class).name;
        locks::is_lock(name)
            || shared_locks::is_one(name)
            || semaphores::is_one(name)
            || executors::is_one(name)
            || kinds::collection(name).is_some_and(|it| it.guard == kinds::Guard::Queue)
    }
}

/// A call under way.
#[derive(Clone, Copy)]
struct Call<'c> {
    name: &'c str,
    descriptor: &'c str,
    target: Register,
    method: MethodId,
    arguments: &'c [Register],
}

impl Emitter<'_, '_> {
    /// Calls of library methods with a meaning in the model.
    pub(super) fn known_library(
        &mut self,
        class: &str,
        receiver: Option<String>,
        target: Register,
        method: MethodId,
        arguments: &[Register],
    ) -> bool {
        let program = self.front.program;
        let name = &*program.method(method).name;
        let call = Call {
            name,
            descriptor: &program.method(method).descriptor,
            target,
            method,
            arguments,
        };
        if (class, name) == ("java/util/Objects", "requireNonNull") {
            self.check_null(arguments[0]);
            self.give(target, arguments[0]);
            return true;
        }
        let is_static = program.method(method).is_static();
        if is_static && (self.new_pool(class, call) || self.fixed_collection(class, call)) {
            return true;
        }
        if is_static || !self.front.is_library(program.method(method).class) {
            return false;
        }
        let Some(Reference::Kept(this)) = arguments.first().map(|it| self.reference(*it)) else {
            return false;
        };
        if self.atomic(class, this, call) || self.text(class, this, call) {
            return true;
        }
        // Methods that a class of the program inherits may call others, which it has in their place.
        let receiver = match name {
            "<init>" => class.to_owned(),
            _ => match receiver {
                Some(receiver) => receiver,
                None => return false,
            },
        };
        receiver == class
            && (self.lock(class, this, call)
                || self.shared_lock(class, this, call)
                || self.semaphore(class, this, call))
            || self.executor(&receiver, this, call)
            || self.collection(&receiver, this, call)
    }

    /// `target = source`, if anybody wants it.
    fn give(&mut self, target: Register, source: Register) {
        if target.is_some() {
            self.assign(target, source);
        }
    }

    /// The register gets what a local holds.
    fn give_local(&mut self, target: Register, source: Local) {
        if target.is_some()
            && let Reference::Kept(target) = self.reference(target)
        {
            let at = self.at();
            self.put(Operation::Move(target, source), at);
        }
    }

    /// The register gets a truth value.
    fn give_truth(&mut self, target: Register, value: bool) {
        if target.is_some()
            && let Number::Truth(truth) = self.number(target)
        {
            let at = self.at();
            self.put(Operation::Set(truth, value), at);
        }
    }

    /// The truth value that a result goes to.
    fn truth_of(&mut self, target: Register) -> Truth {
        match target.is_some().then(|| self.number(target)) {
            Some(Number::Truth(truth)) => truth,
            _ => self.truth("unused"),
        }
    }

    /// Whether a register is true.
    fn is_true(&self, register: Register) -> Condition {
        match self.number(register) {
            Number::Truth(truth) => Condition::Is(truth),
            _ => Condition::Free,
        }
    }

    /// Puts a step that belongs to the ordered access before it.
    fn join_step(&mut self, operation: Operation) {
        let at = self.at();
        self.put_as(operation, Access::Joined, at);
    }
}
