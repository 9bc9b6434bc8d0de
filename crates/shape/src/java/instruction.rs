//! Instructions one by one: control flow, registers, exceptions, monitors.
//!
//! In: an instruction of a body. Out: its code in the [`Emitter`]. Those that access memory are in
//! [`super::memory`], calls in [`super::calls`].

use super::emit::{Emitter, Label, Place};
use super::values::{Number, Reference};
use super::{Root, Touched};
use crate::configuration::model::{Access, ClassId, Condition, Local, Operation};
use program::{
    BinaryOperator, Body, ClassId as JavaClass, Condition as Asked, Instruction, Kind, Register,
};

impl Emitter<'_, '_> {
    pub(super) fn instruction(&mut self, body: &Body, pc: u32) {
        let at = self.at();
        self.catch_null(body, pc);
        match body.code[pc as usize] {
            Instruction::Constant { target, value } => self.constant(body, target, value),
            Instruction::ConstantString { target, .. }
            | Instruction::ConstantDynamic { target, .. } => self.assign_opaque(target),
            Instruction::Concat {
                target, arguments, ..
            } => {
                let start = arguments.start as usize;
                let operands = &body.operands[start..start + usize::from(arguments.count)];
                self.concatenates(operands, body);
                self.assign_opaque(target);
            }
            Instruction::ConstantClass { target, class } => {
                self.get_root(target, Root::Mirror(class))
            }
            Instruction::ConstantSingleton { target, class } => {
                self.front.facts.instantiated.insert((class, None));
                self.get_root(target, Root::Singleton(class));
            }
            Instruction::Move { target, source } => self.assign(target, source),
            Instruction::Binary {
                target, operator, ..
            } => {
                if divides(operator) {
                    self.may_throw("java/lang/ArithmeticException", "a division by zero");
                }
                self.forget(target);
            }
            Instruction::BinaryConstant {
                target,
                operator,
                right,
                ..
            } => {
                if divides(operator) && right == 0 {
                    self.may_throw("java/lang/ArithmeticException", "a division by zero");
                }
                self.forget(target);
            }
            Instruction::Unary { target, .. } => self.forget(target),
            Instruction::Jump { pc } => {
                let label = self.goto(pc);
                self.put(Operation::Jump(label), at);
            }
            Instruction::Branch {
                condition,
                left,
                right,
                pc,
            } => self.branch(body, condition, left, right, pc),
            Instruction::BranchConstant {
                condition,
                left,
                right,
                pc,
            } => self.branch_constant(body, condition, left, right, pc),
            Instruction::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                for (_, pc) in &table.cases {
                    let label = self.goto(*pc);
                    self.put(Operation::Branch(Condition::Free, label), at);
                }
                let label = self.goto(table.default);
                self.put(Operation::Jump(label), at);
            }
            Instruction::Return { source } => self.give_back(source),
            Instruction::Throw { source } => {
                let class = self.thrown_class(body, source);
                self.throw(class);
            }
            Instruction::Raise { class, .. } => self.throw(class),
            Instruction::New { target, class } => self.new_object(target, class),
            Instruction::NewArray {
                target,
                class,
                length,
            } => {
                if !self.is_within(length, 0, i64::MAX) {
                    self.may_throw(
                        "java/lang/NegativeArraySizeException",
                        "a negative size of an array",
                    );
                }
                self.new_object(target, class);
            }
            Instruction::NewMultiArray { target, .. } => match self.reference(target) {
                Reference::Opaque => {}
                Reference::Kept(_) => {
                    self.unsupported("an array of several dimensions".to_owned(), at);
                }
            },
            Instruction::ArrayLength { target, array } => {
                self.check_null(array);
                self.forget(target);
            }
            Instruction::ArrayLoad {
                kind,
                target,
                array,
                index,
            } => self.array_load(body, kind, target, (array, index)),
            Instruction::ArrayStore {
                kind,
                array,
                index,
                source,
            } => self.array_store(kind, (array, index), source),
            Instruction::GetField {
                target,
                object,
                kind,
                access,
                field,
                ..
            } => self.get_field(target, object, kind, access, field),
            Instruction::PutField {
                object,
                source,
                kind,
                access,
                field,
                ..
            } => self.put_field(body, object, source, kind, access, field),
            Instruction::GetStatic {
                target,
                kind,
                access,
                field,
                ..
            } => self.get_static(target, kind, access, field),
            Instruction::PutStatic {
                source,
                kind,
                access,
                field,
                ..
            } => self.put_static(body, source, kind, access, field),
            Instruction::CheckCast { object, class } => self.check_cast(object, class),
            Instruction::InstanceOf {
                target,
                object,
                class,
            } => self.instance_of(target, object, class),
            Instruction::Invoke {
                kind,
                target,
                method,
                arguments,
            } => {
                let start = arguments.start as usize;
                let arguments = &body.operands[start..start + usize::from(arguments.count)];
                self.invoke(kind, target, method, arguments);
            }
            Instruction::InvokePolymorphic { .. } => {
                self.unsupported("a call through a variable or method handle".to_owned(), at);
            }
            Instruction::InvokeDynamic { .. } => {
                self.unsupported("invokedynamic".to_owned(), at);
            }
            Instruction::MonitorEnter { object } => match self.monitor(object) {
                Some(object) => self.put(Operation::Acquire(object), at),
                None => self.unsupported("a monitor of an object that is not kept".to_owned(), at),
            },
            Instruction::MonitorExit { object } => match self.reference(object) {
                Reference::Kept(object) => self.put(Operation::Release(object), at),
                Reference::Opaque => {
                    self.unsupported("a monitor of an object that is not kept".to_owned(), at)
                }
            },
            Instruction::Unsupported { reason } => {
                let reason = self.front.program.string_lossy(reason);
                self.unsupported(reason, at);
            }
        }
    }

    /// A register as a monitor: objects whose identity is not known have none.
    pub(super) fn monitor(&mut self, register: Register) -> Option<Local> {
        let Reference::Kept(local) = self.reference(register) else {
            return None;
        };
        if self.front.facts.mixes_opaque {
            let at = self.at();
            let (wrong, fine) = (self.label(), self.label());
            let value = self.front.value;
            self.put(Operation::Branch(Condition::Of(local, value), wrong), at);
            self.put(Operation::Jump(fine), at);
            self.bind(wrong);
            self.unsupported("a monitor of an object that is not kept".to_owned(), at);
            self.bind(fine);
        }
        self.refuse_thread(local);
        Some(local)
    }

    /// `start`, `join` and the end of a thread use its monitor, which the model does not show.
    pub(super) fn refuse_thread(&mut self, local: Local) {
        let program = self.front.program;
        let Ok(thread) = program.load("java/lang/Thread") else {
            return;
        };
        let classes: Vec<_> = self.front.instances(thread);
        let main = self.front.special_class("main thread");
        // A task is not the thread of the pool that runs it.
        let has_pools = self.front.facts.has_pools;
        let task = has_pools.then(|| self.front.special_class(super::library::TASK));
        let ids = classes.into_iter().map(|it| it.1).chain([main]).chain(task);
        self.refuse_classes(local, ids.collect(), "the monitor of a thread");
        let Ok(object) = program.load("java/lang/Object") else {
            return;
        };
        let mut ids = self.front.instances(object);
        ids.retain(|it| self.front.uses_own_monitor(it.0));
        let ids: Vec<ClassId> = ids.into_iter().map(|it| it.1).collect();
        if !ids.is_empty() {
            self.refuse_classes(local, ids, "the monitor of an object that is a lock itself");
        }
    }

    pub(super) fn refuse_classes(&mut self, local: Local, classes: Vec<ClassId>, what: &str) {
        let (at, wrong, fine) = (self.at(), self.label(), self.label());
        for id in classes {
            self.put(Operation::Branch(Condition::Of(local, id), wrong), at);
        }
        self.put(Operation::Jump(fine), at);
        self.bind(wrong);
        self.unsupported(what.to_owned(), at);
        self.bind(fine);
    }

    pub(super) fn constant(&mut self, body: &Body, target: Register, value: u64) {
        let at = self.at();
        if body.registers[target.index()] == Kind::Reference {
            if let Reference::Kept(local) = self.reference(target) {
                self.put(Operation::Null(local), at);
            }
        } else if let Number::Truth(truth) = self.number(target) {
            self.put(Operation::Set(truth, value != 0), at);
        }
    }

    /// The register gets a number that nobody knows.
    pub(super) fn forget(&mut self, target: Register) {
        if target.is_some()
            && let Number::Truth(truth) = self.number(target)
        {
            let at = self.at();
            self.free_truth(truth, at);
        }
    }

    pub(super) fn assign_opaque(&mut self, target: Register) {
        if target.is_some()
            && let Reference::Kept(local) = self.reference(target)
        {
            let at = self.at();
            self.opaque_value(local, at);
        }
    }

    pub(super) fn assign(&mut self, target: Register, source: Register) {
        let at = self.at();
        match (self.reference(target), self.reference(source)) {
            (Reference::Kept(target), Reference::Kept(source)) => {
                return self.put(Operation::Move(target, source), at);
            }
            (Reference::Kept(target), Reference::Opaque) => return self.opaque_value(target, at),
            _ => {}
        }
        match (self.number(target), self.number(source)) {
            (Number::Truth(target), Number::Truth(source)) => self.copy_truth(target, source, at),
            (Number::Truth(target), _) => self.free_truth(target, at),
            (Number::Identity(target), Number::Identity(source)) => {
                self.put(Operation::Move(target, source), at);
            }
            _ => {}
        }
    }

    pub(super) fn branch(
        &mut self,
        body: &Body,
        asked: Asked,
        left: Register,
        right: Register,
        pc: u32,
    ) {
        let is_reference = body.registers[left.index()] == Kind::Reference;
        let label = self.goto(pc);
        let known = match (self.reference(left), self.reference(right)) {
            (Reference::Kept(a), Reference::Kept(b)) if is_reference => {
                (!self.front.facts.mixes_opaque).then_some(Condition::Same(a, b))
            }
            _ => None,
        };
        if let Some(same) = known {
            return self.jump_if(same, asked == Asked::Equal, label);
        }
        if let (false, Number::Identity(a), Number::Identity(b)) =
            (is_reference, self.number(left), self.number(right))
        {
            self.front.model.identities = true;
            self.front
                .assume("identity hash codes of different objects differ");
            return match asked {
                Asked::Equal => self.jump_if(Condition::Same(a, b), true, label),
                Asked::NotEqual => self.jump_if(Condition::Same(a, b), false, label),
                Asked::Less => self.jump_if(Condition::Less(a, b), true, label),
                Asked::GreaterEqual => self.jump_if(Condition::Less(a, b), false, label),
                Asked::Greater => self.jump_if(Condition::Less(b, a), true, label),
                Asked::LessEqual => self.jump_if(Condition::Less(b, a), false, label),
            };
        }
        self.jump_if(Condition::Free, true, label);
    }

    pub(super) fn jump_if(&mut self, condition: Condition, truth: bool, label: Label) {
        let at = self.at();
        if truth {
            return self.put(Operation::Branch(condition, label), at);
        }
        let on = self.label();
        self.put(Operation::Branch(condition, on), at);
        self.put(Operation::Jump(label), at);
        self.bind(on);
    }

    pub(super) fn branch_constant(
        &mut self,
        body: &Body,
        asked: Asked,
        left: Register,
        right: i32,
        pc: u32,
    ) {
        let label = self.goto(pc);
        let condition = if body.registers[left.index()] == Kind::Reference {
            match (self.reference(left), asked) {
                (Reference::Kept(it), Asked::Equal) => Condition::IsNull(it),
                (Reference::Kept(it), _) => Condition::NotNull(it),
                (Reference::Opaque, _) => Condition::Free,
            }
        } else {
            match (self.number(left), asked, right) {
                (Number::Truth(it), Asked::Equal | Asked::LessEqual, 0)
                | (Number::Truth(it), Asked::NotEqual | Asked::Less, 1) => Condition::Not(it),
                (Number::Truth(it), Asked::NotEqual | Asked::Greater, 0)
                | (Number::Truth(it), Asked::Equal | Asked::GreaterEqual, 1) => Condition::Is(it),
                _ => Condition::Free,
            }
        };
        self.jump_if(condition, true, label);
    }

    pub(super) fn give_back(&mut self, source: Register) {
        let at = self.at();
        let (result, exit) = (self.frame().result, self.frame().exit);
        if source.is_some() {
            match (result, self.reference(source), self.number(source)) {
                (Place::Reference(target), Reference::Kept(source), _) => {
                    self.put(Operation::Move(target, source), at);
                }
                (Place::Reference(target), Reference::Opaque, _) => self.opaque_value(target, at),
                (Place::Truth(target), _, Number::Truth(source)) => {
                    self.copy_truth(target, source, at);
                }
                (Place::Truth(target), _, _) => self.free_truth(target, at),
                (Place::Nowhere, _, _) => {}
            }
        }
        self.put(Operation::Jump(exit), at);
    }

    /// What a register that is thrown holds, as far as the code says: a class of which it is.
    pub(super) fn thrown_class(&self, body: &Body, source: Register) -> JavaClass {
        let program = self.front.program;
        let any = program
            .load("java/lang/Throwable")
            .expect("there are exceptions");
        let mut classes = Vec::new();
        for instruction in &body.code {
            match *instruction {
                Instruction::New { target, class } if target == source => classes.push(class),
                ref it if target(it) == Some(source) => classes.push(any),
                _ => {}
            }
        }
        let caught = body.handlers.iter().filter(|it| it.exception == source);
        classes.extend(caught.map(|it| it.catch.unwrap_or(any)));
        // What javac moves to the register that it throws was made just before.
        let pc = self.frame().pc as usize;
        if let Some(Instruction::Move {
            target,
            source: from,
        }) = pc.checked_sub(1).map(|it| body.code[it])
            && target == source
        {
            return self.thrown_class(body, from);
        }
        match &classes[..] {
            [only] => *only,
            _ => any,
        }
    }

    /// Goes to the handlers that may catch an exception of the class, or ends the thread.
    pub(super) fn throw(&mut self, class: JavaClass) {
        let at = self.at();
        let program = self.front.program;
        for depth in (0..self.frames.len()).rev() {
            let (method, pc) = (self.frames[depth].method, self.frames[depth].pc);
            for handler in program.body(method).handlers_at(pc) {
                let label = self.frames[depth].labels[handler.target as usize];
                let catches = handler.catch.is_none_or(|it| program.is_subtype(class, it));
                if catches {
                    return self.put(Operation::Jump(label), at);
                }
                if handler
                    .catch
                    .is_some_and(|it| program.is_subtype(it, class))
                {
                    self.put(Operation::Branch(Condition::Free, label), at);
                }
            }
        }
        let assertion = program.load("java/lang/AssertionError");
        let is_assertion = assertion.is_ok_and(|it| program.is_subtype(class, it));
        let text = format!("uncaught {}", self.front.name(class));
        let number = self.front.note(text, is_assertion, at);
        self.put(Operation::Fail(number), at);
        self.put(Operation::End, at);
    }

    pub(super) fn new_object(&mut self, target: Register, class: JavaClass) {
        let at = self.at();
        self.initialize(class);
        if let Reference::Kept(local) = self.reference(target) {
            let class = self.front.class_at(class, Some(at));
            self.put(Operation::New(local, class), at);
        }
    }

    /// Has the object of a register used, which must not be null.
    pub(super) fn check_null(&mut self, register: Register) {
        if let Reference::Kept(local) = self.reference(register) {
            let at = self.at();
            let header = self.front.touched(Touched::Header);
            self.put_as(
                Operation::Touch(Some(local), header, false),
                Access::Private,
                at,
            );
        }
    }

    pub(super) fn check_cast(&mut self, object: Register, class: JavaClass) {
        let at = self.at();
        let register = object;
        let Reference::Kept(object) = self.reference(register) else {
            if !self.is_instance(register, class) {
                self.may_throw("java/lang/ClassCastException", "a cast that fails");
            }
            return;
        };
        let fine = self.label();
        self.put(Operation::Branch(Condition::IsNull(object), fine), at);
        for (_, class) in self.front.instances(class) {
            self.put(Operation::Branch(Condition::Of(object, class), fine), at);
        }
        self.may_throw("java/lang/ClassCastException", "a cast that fails");
        self.bind(fine);
    }

    pub(super) fn instance_of(&mut self, target: Register, object: Register, class: JavaClass) {
        let at = self.at();
        let Number::Truth(truth) = self.number(target) else {
            return;
        };
        let Reference::Kept(object) = self.reference(object) else {
            return self.free_truth(truth, at);
        };
        let (yes, unknown, done) = (self.label(), self.label(), self.label());
        for (_, class) in self.front.instances(class) {
            self.put(Operation::Branch(Condition::Of(object, class), yes), at);
        }
        let value = self.front.value;
        self.put(Operation::Branch(Condition::Of(object, value), unknown), at);
        self.put(Operation::Set(truth, false), at);
        self.put(Operation::Jump(done), at);
        self.bind(unknown);
        self.free_truth(truth, at);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        self.put(Operation::Set(truth, true), at);
        self.bind(done);
    }
}

fn divides(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::IDiv | BinaryOperator::IRem | BinaryOperator::LDiv | BinaryOperator::LRem
    )
}

/// The register that an instruction assigns.
pub(super) fn target(instruction: &Instruction) -> Option<Register> {
    let target = match *instruction {
        Instruction::Constant { target, .. }
        | Instruction::ConstantString { target, .. }
        | Instruction::ConstantClass { target, .. }
        | Instruction::ConstantSingleton { target, .. }
        | Instruction::ConstantDynamic { target, .. }
        | Instruction::Move { target, .. }
        | Instruction::Binary { target, .. }
        | Instruction::BinaryConstant { target, .. }
        | Instruction::Unary { target, .. }
        | Instruction::New { target, .. }
        | Instruction::NewArray { target, .. }
        | Instruction::NewMultiArray { target, .. }
        | Instruction::ArrayLength { target, .. }
        | Instruction::ArrayLoad { target, .. }
        | Instruction::GetField { target, .. }
        | Instruction::GetStatic { target, .. }
        | Instruction::InstanceOf { target, .. }
        | Instruction::Invoke { target, .. }
        | Instruction::InvokePolymorphic { target, .. }
        | Instruction::InvokeDynamic { target, .. }
        | Instruction::Concat { target, .. } => target,
        Instruction::Jump { .. }
        | Instruction::Branch { .. }
        | Instruction::BranchConstant { .. }
        | Instruction::Switch { .. }
        | Instruction::Return { .. }
        | Instruction::Throw { .. }
        | Instruction::ArrayStore { .. }
        | Instruction::PutField { .. }
        | Instruction::PutStatic { .. }
        | Instruction::CheckCast { .. }
        | Instruction::MonitorEnter { .. }
        | Instruction::MonitorExit { .. }
        | Instruction::Raise { .. }
        | Instruction::Unsupported { .. } => return None,
    };
    target.is_some().then_some(target)
}
