//! `java.util.concurrent.atomic`, of single values.
//!
//! In: a call on an atomic. Out: its code.
//!
//! All accesses have at least the order of a volatile one, or are one atomic step of it, so that none is one of
//! a race (package documentation: "the memory effects for accesses follow the rules for volatiles"; `getPlain`,
//! `setPlain`, `lazySet` and the `…Opaque`, `…Acquire`, `…Release` forms are weaker and have no model).
//! Numbers are not kept, so `AtomicInteger` and `AtomicLong` give any number; what they do can't be told
//! apart from doing nothing. `AtomicBoolean` is a boolean and `AtomicReference` a reference field that is
//! read, or tested and written, in one step. `weakCompareAndSet…` may fail for no reason.
//!
//! None of the methods throws or can be interrupted, but on a null receiver; those that take functions of the
//! program have no model.

use super::super::emit::Emitter;
use super::super::values::Reference;
use super::Call;
use crate::configuration::model::{Access, Condition, FieldId, FlagId, Local, Operation};

/// Methods of atomic numbers that only give a number or nothing.
const OF_NUMBERS: [&str; 24] = [
    "<init>",
    "get",
    "set",
    "getAndSet",
    "compareAndSet",
    "weakCompareAndSetVolatile",
    "getAndIncrement",
    "getAndDecrement",
    "getAndAdd",
    "incrementAndGet",
    "decrementAndGet",
    "addAndGet",
    "intValue",
    "longValue",
    "floatValue",
    "doubleValue",
    "compareAndExchange",
    "toString",
    "increment",
    "decrement",
    "add",
    "sum",
    "reset",
    "sumThenReset",
];

impl Emitter<'_, '_> {
    /// A call on an atomic; false if it has no model.
    pub(super) fn atomic(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        match class {
            "java/util/concurrent/atomic/AtomicInteger"
            | "java/util/concurrent/atomic/AtomicLong"
            | "java/util/concurrent/atomic/LongAdder" => self.atomic_number(call),
            "java/util/concurrent/atomic/AtomicBoolean" => self.atomic_boolean(class, this, call),
            "java/util/concurrent/atomic/AtomicReference" => {
                self.atomic_reference(class, this, call)
            }
            _ => false,
        }
    }

    fn atomic_number(&mut self, call: Call<'_>) -> bool {
        if !OF_NUMBERS.contains(&call.name) {
            return false;
        }
        self.check_null(call.arguments[0]);
        self.forget_result(call.target);
        true
    }

    fn atomic_boolean(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        let Some(field) = self.front.library_field(class, "value") else {
            return false;
        };
        let flag = self.front.flag(field);
        let arguments = call.arguments;
        match (call.name, call.descriptor) {
            ("<init>", "()V") => true,
            ("<init>" | "set", "(Z)V") => {
                let condition = self.is_true(arguments[1]);
                self.write_flag(this, flag, condition, Access::Ordered);
                true
            }
            ("get", _) => {
                let truth = self.truth_of(call.target);
                self.put_as(Operation::GetFlag(truth, this, flag), Access::Ordered, at);
                true
            }
            ("getAndSet", _) => {
                let truth = self.truth_of(call.target);
                self.put_as(Operation::GetFlag(truth, this, flag), Access::Ordered, at);
                let condition = self.is_true(arguments[1]);
                self.write_flag(this, flag, condition, Access::Joined);
                true
            }
            ("compareAndSet" | "weakCompareAndSetVolatile", "(ZZ)Z") => {
                let before = self.truth("before");
                self.put_as(Operation::GetFlag(before, this, flag), Access::Ordered, at);
                let (was, wanted, fails) = (self.label(), self.label(), self.label());
                let done = self.label();
                let expected = self.is_true(arguments[1]);
                self.put(Operation::Branch(Condition::Is(before), was), at);
                self.put(Operation::Branch(expected.clone(), fails), at);
                self.put(Operation::Jump(wanted), at);
                self.bind(was);
                self.put(Operation::Branch(expected, wanted), at);
                self.put(Operation::Jump(fails), at);
                self.bind(wanted);
                if call.name.starts_with("weak") {
                    self.put(Operation::Branch(Condition::Free, fails), at);
                }
                let condition = self.is_true(arguments[2]);
                self.write_flag(this, flag, condition, Access::Joined);
                self.give_truth(call.target, true);
                self.put(Operation::Jump(done), at);
                self.bind(fails);
                self.give_truth(call.target, false);
                self.bind(done);
                true
            }
            _ => false,
        }
    }

    /// `this.flag =` whether the condition holds, in one access.
    fn write_flag(&mut self, this: Local, flag: FlagId, condition: Condition, access: Access) {
        let at = self.at();
        let (yes, done) = (self.label(), self.label());
        self.put(Operation::Branch(condition, yes), at);
        self.put_as(Operation::PutFlag(this, flag, false), access, at);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        self.put_as(Operation::PutFlag(this, flag, true), access, at);
        self.bind(done);
    }

    fn atomic_reference(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        let Some(field) = self.front.library_field(class, "value") else {
            return false;
        };
        let field = self.front.field(field);
        let arguments = call.arguments;
        match (call.name, call.descriptor) {
            ("<init>", "()V") => true,
            ("<init>" | "set", "(Ljava/lang/Object;)V") => {
                let source = self.kept(arguments[1]);
                let write = Operation::Put(this, field, Some(source));
                self.put_as(write, Access::Ordered, self.at());
                true
            }
            ("get", _) => {
                self.read_reference(this, field, call);
                true
            }
            ("getAndSet", _) => {
                let source = self.kept(arguments[1]);
                self.read_reference(this, field, call);
                self.join_step(Operation::Put(this, field, Some(source)));
                true
            }
            ("compareAndSet" | "weakCompareAndSetVolatile", _) => {
                self.compare_and_set(this, field, call);
                true
            }
            _ => false,
        }
    }

    fn read_reference(&mut self, this: Local, field: FieldId, call: Call<'_>) {
        let at = self.at();
        let target = match call.target.is_some().then(|| self.reference(call.target)) {
            Some(Reference::Kept(target)) => target,
            _ => self.local("unused"),
        };
        self.put_as(Operation::Get(target, this, field), Access::Ordered, at);
    }

    fn compare_and_set(&mut self, this: Local, field: FieldId, call: Call<'_>) {
        let at = self.at();
        let (before, expected) = (self.local("before"), self.kept(call.arguments[1]));
        let source = self.kept(call.arguments[2]);
        self.put_as(Operation::Get(before, this, field), Access::Ordered, at);
        let (same, fails, done) = (self.label(), self.label(), self.label());
        let mixes = self.front.facts.mixes_opaque;
        if mixes {
            // Of objects that are not kept nobody knows whether they are the same.
            let value = self.front.value;
            let (free, known) = (self.label(), self.label());
            self.put(Operation::Branch(Condition::Of(before, value), free), at);
            self.put(Operation::Jump(known), at);
            self.bind(free);
            self.put(Operation::Branch(Condition::Free, same), at);
            self.bind(known);
        }
        let is_same = Condition::Same(before, expected);
        self.put(Operation::Branch(is_same, same), at);
        self.put(Operation::Jump(fails), at);
        self.bind(same);
        if call.name.starts_with("weak") {
            self.put(Operation::Branch(Condition::Free, fails), at);
        }
        self.join_step(Operation::Put(this, field, Some(source)));
        self.give_truth(call.target, true);
        self.put(Operation::Jump(done), at);
        self.bind(fails);
        self.give_truth(call.target, false);
        self.bind(done);
    }
}
