//! Variables that the user takes out of the model, and what thereby is not known.
//!
//! A value that is computed from an ignored variable is not known either; a branch on it goes
//! either way. So the model has more runs than the program: what holds for it holds for the
//! program, but an alarm may be spurious.

use std::collections::BTreeSet;

use analysis::flat::calls::callees;
use analysis::flat::{AccessTarget, Callee, FlatPoints};
use program::{BinaryOperator, Field, FieldId, Instruction, Kind, MethodId, Program, Register};

/// Which variables are ignored.
pub trait Ignored {
    /// Whether a field is.
    fn field(&self, program: &Program, field: &Field) -> bool;
    /// Whether a local variable or parameter is.
    fn local(&self, program: &Program, method: MethodId, name: &str) -> bool;
    /// Whether anything is.
    fn is_empty(&self) -> bool;
}

/// What is not known.
#[derive(Debug, Default)]
pub struct Unknown {
    registers: BTreeSet<(MethodId, Register)>,
    fields: BTreeSet<FieldId>,
    results: BTreeSet<MethodId>,
    changed: bool,
}

impl Unknown {
    /// Follows ignored variables through the code.
    pub fn new(program: &Program, points: &FlatPoints, ignored: &dyn Ignored) -> Unknown {
        let mut unknown = Unknown::default();
        if ignored.is_empty() {
            return unknown;
        }
        for (method, pcs) in &points.code {
            let body = program.body(*method);
            for local in &body.locals {
                let is_number = body.registers[usize::from(local.register.0)] != Kind::Reference;
                if is_number && ignored.local(program, *method, &local.name) {
                    unknown.registers.insert((*method, local.register));
                }
            }
            for pc in pcs {
                if let Instruction::GetField { field, kind, .. }
                | Instruction::PutField { field, kind, .. }
                | Instruction::GetStatic { field, kind, .. }
                | Instruction::PutStatic { field, kind, .. } = body.code[*pc as usize]
                    && kind != Kind::Reference
                    && ignored.field(program, program.field(field))
                {
                    unknown.fields.insert(field);
                }
            }
        }
        loop {
            unknown.changed = false;
            for (method, pcs) in &points.code {
                for pc in pcs {
                    unknown.instruction(program, points, *method, *pc);
                }
            }
            if !unknown.changed {
                return unknown;
            }
        }
    }

    /// Whether a register's value is not known.
    pub fn has(&self, method: MethodId, register: Register) -> bool {
        self.registers.contains(&(method, register))
    }

    /// Whether a field's value is not known.
    pub fn has_field(&self, field: FieldId) -> bool {
        self.fields.contains(&field)
    }

    fn mark(&mut self, method: MethodId, register: Register) {
        if register.is_some() {
            self.changed |= self.registers.insert((method, register));
        }
    }

    fn instruction(&mut self, program: &Program, points: &FlatPoints, method: MethodId, pc: u32) {
        let body = program.body(method);
        let instruction = body.code[pc as usize];
        let mut from_unknown = false;
        body.for_each_source(pc, |register| from_unknown |= self.has(method, register));
        match instruction {
            Instruction::Move { target, .. }
            | Instruction::Unary { target, .. }
            | Instruction::Binary { target, .. }
            | Instruction::BinaryConstant { target, .. }
                if from_unknown =>
            {
                self.mark(method, target);
            }
            Instruction::GetField { target, field, .. }
            | Instruction::GetStatic { target, field, .. }
                if self.fields.contains(&field) =>
            {
                self.mark(method, target);
            }
            Instruction::PutField { source, field, .. }
            | Instruction::PutStatic { source, field, .. }
                if self.has(method, source) =>
            {
                self.changed |= self.fields.insert(field);
            }
            Instruction::Return { source } if source.is_some() && self.has(method, source) => {
                self.changed |= self.results.insert(method);
            }
            Instruction::Invoke {
                target, arguments, ..
            } => {
                let arguments = body.argument_registers(arguments);
                for callee in callees(program, points, method, pc) {
                    let Callee::Code(callee) = callee else {
                        continue;
                    };
                    for (argument, parameter) in
                        arguments.iter().zip(&program.body(callee).parameters)
                    {
                        if self.has(method, *argument) {
                            self.mark(callee, *parameter);
                        }
                    }
                    if self.results.contains(&callee) {
                        self.mark(method, target);
                    }
                }
                self.access(points, method, pc, target);
            }
            Instruction::InvokePolymorphic { target, .. } => {
                self.access(points, method, pc, target)
            }
            _ => {}
        }
    }

    fn access(&mut self, points: &FlatPoints, method: MethodId, pc: u32, target: Register) {
        let Some(access) = points.accesses.get(&(method, pc)) else {
            return;
        };
        let (AccessTarget::Field(_, field) | AccessTarget::Static(field)) = access.target else {
            return;
        };
        if access.values.iter().any(|value| self.has(method, *value)) {
            self.changed |= self.fields.insert(field);
        }
        if self.fields.contains(&field) {
            self.mark(method, target);
        }
    }

    /// Whether an instruction needs a value that is not known, other than to compute or to branch.
    pub fn is_needed(
        &self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
    ) -> bool {
        let body = program.body(method);
        let mut from_unknown = false;
        body.for_each_source(pc, |register| from_unknown |= self.has(method, register));
        if !from_unknown {
            return false;
        }
        match body.code[pc as usize] {
            Instruction::Binary {
                operator, right, ..
            } => {
                use BinaryOperator::{IDiv, IRem, LDiv, LRem};
                matches!(operator, IDiv | IRem | LDiv | LRem) && self.has(method, right)
            }
            Instruction::Move { .. }
            | Instruction::Unary { .. }
            | Instruction::BinaryConstant { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchConstant { .. }
            | Instruction::Switch { .. }
            | Instruction::PutField { .. }
            | Instruction::PutStatic { .. }
            | Instruction::Return { .. }
            | Instruction::Concat { .. } => false,
            Instruction::Invoke { .. } => {
                callees(program, points, method, pc).iter().any(|callee| {
                    use analysis::intrinsic::Intrinsic::{First, Nothing, Text, Unsafe};
                    !matches!(
                        callee,
                        Callee::Code(_) | Callee::Intrinsic(_, Nothing | Text | First | Unsafe(_))
                    )
                })
            }
            Instruction::InvokePolymorphic { .. } => {
                let access = points.accesses.get(&(method, pc));
                access.is_some_and(|it| matches!(it.target, AccessTarget::Element(..)))
            }
            _ => true,
        }
    }
}
