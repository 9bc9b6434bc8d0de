//! Accesses to fields, statics and elements of arrays.
//!
//! In: such an instruction. Out: its code in the [`Emitter`]. Reference fields and booleans are kept; of what
//! else is in memory only the access is, since it may be one of a race. An array has a set of elements.

use super::emit::Emitter;
use super::values::{Number, Reference};
use super::{Root, Touched, is_boolean};
use crate::configuration::model::{Access, Condition, Local, Operation};
use program::{Body, FieldAccess, FieldId as JavaField, Instruction, Kind, MethodId, Register};

impl<'f, 'a> Emitter<'f, 'a> {
    pub(super) fn array_load(
        &mut self,
        body: &Body,
        kind: Kind,
        target: Register,
        (array, index): (Register, Register),
    ) {
        let at = self.at();
        self.check_index(array, index);
        let register = array;
        let Reference::Kept(array) = self.reference(array) else {
            self.assign_opaque(target);
            return self.forget(target);
        };
        if kind != Kind::Reference {
            let data = self.front.touched(Touched::Elements);
            self.put(Operation::Touch(Some(array), data, false), at);
            return self.forget(target);
        }
        let data = self.front.touched(Touched::Elements);
        self.put(Operation::Touch(Some(array), data, false), at);
        let Reference::Kept(local) = self.reference(target) else {
            return;
        };
        if let Some(source) = self.stored_before(register, index) {
            return self.assign(target, source);
        }
        let is_filled = self.is_filled(register);
        let may_be_null = !is_filled && is_compared_to_null(body, target);
        if !may_be_null && !is_filled {
            self.may_throw(
                "java/lang/NullPointerException",
                "an element of an array that is null",
            );
        }
        let (opaque, done) = (self.label(), self.label());
        let mixes = self.front.facts.opaque_elements;
        if mixes {
            self.put(Operation::Branch(Condition::Free, opaque), at);
        }
        self.pick(local, array, may_be_null, at);
        if mixes {
            self.put(Operation::Jump(done), at);
            self.bind(opaque);
            self.opaque_value(local, at);
        }
        self.bind(done);
    }

    /// `target =` something that is in an array or collection, or null.
    pub(super) fn pick(
        &mut self,
        target: Local,
        container: Local,
        may_be_null: bool,
        at: (MethodId, u32),
    ) {
        let elements = self.front.elements;
        let (null, done) = (self.label(), self.label());
        if may_be_null {
            self.put(Operation::Branch(Condition::Free, null), at);
        }
        self.put_as(
            Operation::Pick(target, container, elements),
            Access::Private,
            at,
        );
        if may_be_null {
            self.put(Operation::Jump(done), at);
            self.bind(null);
            self.put(Operation::Null(target), at);
            self.bind(done);
        }
    }

    /// An index may be out of bounds, unless the code shows that it is not.
    fn check_index(&mut self, array: Register, index: Register) {
        if !self.is_in_bounds(array, index) {
            self.may_throw(
                "java/lang/ArrayIndexOutOfBoundsException",
                "an index that is out of bounds",
            );
        }
    }

    pub(super) fn array_store(
        &mut self,
        kind: Kind,
        (array, index): (Register, Register),
        source: Register,
    ) {
        let at = self.at();
        self.check_index(array, index);
        let Reference::Kept(array) = self.reference(array) else {
            return;
        };
        let data = self.front.touched(Touched::Elements);
        self.put(Operation::Touch(Some(array), data, true), at);
        if kind == Kind::Reference && self.reference(source) == Reference::Opaque {
            self.front.facts.opaque_elements = true;
        } else if kind == Kind::Reference {
            let source = self.kept(source);
            self.insert(array, source, at);
        }
    }

    /// Puts what is not null into an array or collection.
    pub(super) fn insert(&mut self, container: Local, source: Local, at: (MethodId, u32)) {
        let elements = self.front.elements;
        let done = self.label();
        self.put(Operation::Branch(Condition::IsNull(source), done), at);
        self.put_as(
            Operation::Insert(container, elements, source),
            Access::Private,
            at,
        );
        self.bind(done);
    }

    pub(super) fn get_field(
        &mut self,
        target: Register,
        object: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let (at, access) = (self.at(), ordered(access));
        let object = self.kept(object);
        let is_opaque = self
            .front
            .is_opaque_type(&self.front.program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let Reference::Kept(target) = self.reference(target) else {
                unreachable!("a register that a kept field is read into is kept")
            };
            let field = self.front.field(field);
            return self.put_as(Operation::Get(target, object, field), access, at);
        }
        if is_boolean(kind) {
            let flag = self.front.flag(field);
            let truth = match self.number(target) {
                Number::Truth(truth) => truth,
                _ => self.truth("unused"),
            };
            return self.put_as(Operation::GetFlag(truth, object, flag), access, at);
        }
        if kind == Kind::Reference {
            let descriptor = &self.front.program.field(field).descriptor;
            self.front.stores(descriptor);
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(Some(object), data, false), access, at);
        match kind {
            Kind::Reference => self.assign_opaque(target),
            _ => self.forget(target),
        }
    }

    pub(super) fn put_field(
        &mut self,
        body: &Body,
        object: Register,
        source: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let (at, access) = (self.at(), ordered(access));
        let object = self.kept(object);
        let is_opaque = self
            .front
            .is_opaque_type(&self.front.program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let source = self.kept(source);
            let field = self.front.field(field);
            return self.put_as(Operation::Put(object, field, Some(source)), access, at);
        }
        if is_boolean(kind) {
            let flag = self.front.flag(field);
            return self.put_truth(body, source, at, |emitter, value| {
                emitter.put_as(Operation::PutFlag(object, flag, value), access, at);
            });
        }
        if kind == Kind::Reference {
            let descriptor = &self.front.program.field(field).descriptor;
            self.front.stores(descriptor);
            if !self.is_object(source) {
                self.front.facts.null_fields.insert(field);
            }
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(Some(object), data, true), access, at);
    }

    /// Stores a truth value by two instructions, or one if it is a constant.
    pub(super) fn put_truth(
        &mut self,
        body: &Body,
        source: Register,
        at: (MethodId, u32),
        store: impl Fn(&mut Emitter<'f, 'a>, bool),
    ) {
        let before = at.1.checked_sub(1).map(|it| body.code[it as usize]);
        if let Some(Instruction::Constant { target, value }) = before
            && target == source
            && !is_jumped_to(body, at.1)
        {
            return store(self, value != 0);
        }
        let condition = match self.number(source) {
            Number::Truth(truth) => Condition::Is(truth),
            _ => Condition::Free,
        };
        let (yes, done) = (self.label(), self.label());
        self.put(Operation::Branch(condition, yes), at);
        store(self, false);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        store(self, true);
        self.bind(done);
    }

    pub(super) fn get_root(&mut self, target: Register, root: Root) {
        let at = self.at();
        let id = self.front.root(root);
        if let Reference::Kept(target) = self.reference(target) {
            self.put_as(Operation::GetStatic(target, id), Access::Private, at);
        }
    }

    /// The object that stands for a class's static booleans.
    pub(super) fn statics_of(&mut self, field: JavaField) -> Local {
        let at = self.at();
        let class = self.front.program.field(field).class;
        let id = self.front.root(Root::Statics(class));
        let local = match self.statics.get(&class) {
            Some(local) => *local,
            None => {
                let local = self.local("statics");
                self.statics.insert(class, local);
                local
            }
        };
        self.put_as(Operation::GetStatic(local, id), Access::Private, at);
        local
    }

    pub(super) fn get_static(
        &mut self,
        target: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let at = self.at();
        let program = self.front.program;
        let (class, name) = (program.field(field).class, &program.field(field).name);
        if &**name == "$assertionsDisabled" {
            if let Number::Truth(truth) = self.number(target) {
                self.put(Operation::Set(truth, false), at);
            }
            return;
        }
        self.initialize(class);
        let access = ordered(access);
        let is_opaque = self.front.is_opaque_type(&program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let Reference::Kept(target) = self.reference(target) else {
                unreachable!("a register that a kept field is read into is kept")
            };
            let id = self.front.root(Root::Field(field));
            return self.put_as(Operation::GetStatic(target, id), access, at);
        }
        if is_boolean(kind) {
            let object = self.statics_of(field);
            let flag = self.front.flag(field);
            let truth = match self.number(target) {
                Number::Truth(truth) => truth,
                _ => self.truth("unused"),
            };
            return self.put_as(Operation::GetFlag(truth, object, flag), access, at);
        }
        if kind == Kind::Reference {
            let descriptor = &self.front.program.field(field).descriptor;
            self.front.stores(descriptor);
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(None, data, false), access, at);
        match kind {
            Kind::Reference => self.assign_opaque(target),
            _ => self.forget(target),
        }
    }

    pub(super) fn put_static(
        &mut self,
        body: &Body,
        source: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let at = self.at();
        let program = self.front.program;
        self.initialize(program.field(field).class);
        let access = ordered(access);
        let is_opaque = self.front.is_opaque_type(&program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let source = self.kept(source);
            let id = self.front.root(Root::Field(field));
            return self.put_as(Operation::PutStatic(id, Some(source)), access, at);
        }
        if is_boolean(kind) {
            let object = self.statics_of(field);
            let flag = self.front.flag(field);
            return self.put_truth(body, source, at, |emitter, value| {
                emitter.put_as(Operation::PutFlag(object, flag, value), access, at);
            });
        }
        if kind == Kind::Reference {
            let descriptor = &self.front.program.field(field).descriptor;
            self.front.stores(descriptor);
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(None, data, true), access, at);
    }
}

fn ordered(access: FieldAccess) -> Access {
    match access {
        FieldAccess::Volatile => Access::Ordered,
        FieldAccess::Plain | FieldAccess::Final => Access::Plain,
    }
}

/// Can control come to `pc` other than from the instruction before it?
fn is_jumped_to(body: &Body, pc: u32) -> bool {
    let jumps = body.code.iter().any(|it| match it {
        Instruction::Jump { pc: to }
        | Instruction::Branch { pc: to, .. }
        | Instruction::BranchConstant { pc: to, .. } => *to == pc,
        _ => false,
    });
    let cases = body
        .switches
        .iter()
        .any(|it| it.default == pc || it.cases.iter().any(|case| case.1 == pc));
    jumps || cases || body.handlers.iter().any(|it| it.target == pc)
}

/// Does the code ask whether a register, or one that it is copied to, is null?
fn is_compared_to_null(body: &Body, register: Register) -> bool {
    let mut copies = vec![register];
    let mut next = 0;
    while let Some(register) = copies.get(next).copied() {
        next += 1;
        for instruction in &body.code {
            match *instruction {
                Instruction::BranchConstant { left, .. } if left == register => return true,
                Instruction::Return { source } if source == register => return true,
                Instruction::Move { target, source }
                    if source == register && !copies.contains(&target) =>
                {
                    copies.push(target);
                }
                _ => {}
            }
        }
    }
    false
}
