//! What an instruction reads and writes, where it goes on, and whether it may throw.
//!
//! Liveness, the verifier, the text form and the analyses all ask here, so that a new instruction
//! is described once.

use crate::body::{Body, Operands};
use crate::ids::Register;
use crate::instruction::{BinaryOperator, Instruction};

impl Instruction {
    /// The register written, if there is one.
    pub fn target(&self) -> Option<Register> {
        let mut copy = *self;
        copy.target_mut()
            .copied()
            .filter(|register| register.is_some())
    }

    /// The place of the written register; it may hold `NONE`.
    pub(crate) fn target_mut(&mut self) -> Option<&mut Register> {
        use Instruction::*;
        match self {
            Constant { target, .. }
            | ConstantString { target, .. }
            | ConstantClass { target, .. }
            | ConstantSingleton { target, .. }
            | ConstantDynamic { target, .. }
            | Move { target, .. }
            | Binary { target, .. }
            | BinaryConstant { target, .. }
            | Unary { target, .. }
            | New { target, .. }
            | NewArray { target, .. }
            | NewMultiArray { target, .. }
            | ArrayLength { target, .. }
            | ArrayLoad { target, .. }
            | GetField { target, .. }
            | GetStatic { target, .. }
            | InstanceOf { target, .. }
            | Invoke { target, .. }
            | InvokePolymorphic { target, .. }
            | InvokeDynamic { target, .. }
            | Concat { target, .. } => Some(target),
            Jump { .. }
            | Branch { .. }
            | BranchConstant { .. }
            | Switch { .. }
            | Return { .. }
            | Throw { .. }
            | ArrayStore { .. }
            | PutField { .. }
            | PutStatic { .. }
            | CheckCast { .. }
            | MonitorEnter { .. }
            | MonitorExit { .. }
            | Raise { .. }
            | Unsupported { .. } => None,
        }
    }

    /// Calls `visit` for the place of each register read that is not in an argument list.
    pub(crate) fn sources_mut(&mut self, mut visit: impl FnMut(&mut Register)) {
        use Instruction::*;
        match self {
            Move { source, .. }
            | Unary { source, .. }
            | Throw { source }
            | PutStatic { source, .. } => visit(source),
            Return { source } => {
                if source.is_some() {
                    visit(source);
                }
            }
            Binary { left, right, .. } | Branch { left, right, .. } => {
                visit(left);
                visit(right);
            }
            BinaryConstant { left, .. } | BranchConstant { left, .. } => visit(left),
            Switch { value, .. } => visit(value),
            NewArray { length, .. } => visit(length),
            ArrayLength { array, .. } => visit(array),
            ArrayLoad { array, index, .. } => {
                visit(array);
                visit(index);
            }
            ArrayStore {
                array,
                index,
                source,
                ..
            } => {
                visit(array);
                visit(index);
                visit(source);
            }
            GetField { object, .. }
            | CheckCast { object, .. }
            | InstanceOf { object, .. }
            | MonitorEnter { object }
            | MonitorExit { object } => visit(object),
            PutField { object, source, .. } => {
                visit(object);
                visit(source);
            }
            Constant { .. }
            | ConstantString { .. }
            | ConstantClass { .. }
            | ConstantSingleton { .. }
            | ConstantDynamic { .. }
            | Jump { .. }
            | New { .. }
            | NewMultiArray { .. }
            | GetStatic { .. }
            | Invoke { .. }
            | InvokePolymorphic { .. }
            | InvokeDynamic { .. }
            | Concat { .. }
            | Raise { .. }
            | Unsupported { .. } => {}
        }
    }

    /// The argument list, if the instruction has one.
    pub fn arguments(&self) -> Option<Operands> {
        use Instruction::*;
        match self {
            NewMultiArray { lengths, .. } => Some(*lengths),
            Invoke { arguments, .. }
            | InvokePolymorphic { arguments, .. }
            | InvokeDynamic { arguments, .. }
            | Concat { arguments, .. } => Some(*arguments),
            _ => None,
        }
    }

    /// Whether the instruction never goes on to the next pc.
    pub fn ends(&self) -> bool {
        use Instruction::*;
        matches!(
            self,
            Jump { .. }
                | Switch { .. }
                | Return { .. }
                | Throw { .. }
                | Raise { .. }
                | Unsupported { .. }
        )
    }

    /// The pc of a jump or branch; switches have tables.
    pub fn jump_target(&self) -> Option<u32> {
        match self {
            Instruction::Jump { pc }
            | Instruction::Branch { pc, .. }
            | Instruction::BranchConstant { pc, .. } => Some(*pc),
            _ => None,
        }
    }

    pub(crate) fn jump_target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Instruction::Jump { pc }
            | Instruction::Branch { pc, .. }
            | Instruction::BranchConstant { pc, .. } => Some(pc),
            _ => None,
        }
    }

    /// Whether the instruction may throw.
    pub fn may_throw(&self) -> bool {
        use BinaryOperator::{IDiv, IRem, LDiv, LRem};
        use Instruction::*;
        match self {
            Binary { operator, .. } => matches!(operator, IDiv | IRem | LDiv | LRem),
            BinaryConstant {
                operator, right, ..
            } => matches!(operator, IDiv | IRem) && *right == 0,
            Constant { .. }
            | ConstantString { .. }
            | ConstantClass { .. }
            | ConstantSingleton { .. }
            | Move { .. }
            | Unary { .. }
            | Jump { .. }
            | Branch { .. }
            | BranchConstant { .. }
            | Switch { .. }
            | Return { .. }
            | InstanceOf { .. }
            | Unsupported { .. } => false,
            ConstantDynamic { .. }
            | Throw { .. }
            | New { .. }
            | NewArray { .. }
            | NewMultiArray { .. }
            | ArrayLength { .. }
            | ArrayLoad { .. }
            | ArrayStore { .. }
            | GetField { .. }
            | PutField { .. }
            | GetStatic { .. }
            | PutStatic { .. }
            | CheckCast { .. }
            | Invoke { .. }
            | InvokePolymorphic { .. }
            | InvokeDynamic { .. }
            | Concat { .. }
            | MonitorEnter { .. }
            | MonitorExit { .. }
            | Raise { .. } => true,
        }
    }
}

impl Body {
    /// The registers of an argument list.
    pub fn argument_registers(&self, operands: Operands) -> &[Register] {
        let start = operands.start as usize;
        &self.operands[start..start + usize::from(operands.count)]
    }

    /// Calls `visit` for each register that the instruction at `pc` reads.
    pub fn for_each_source(&self, pc: u32, mut visit: impl FnMut(Register)) {
        let mut instruction = self.code[pc as usize];
        instruction.sources_mut(|register| visit(*register));
        if let Some(arguments) = instruction.arguments() {
            self.argument_registers(arguments)
                .iter()
                .for_each(|register| visit(*register));
        }
    }

    /// Calls `visit` for each pc that may follow `pc` without an exception.
    pub fn for_each_successor(&self, pc: u32, mut visit: impl FnMut(u32)) {
        let instruction = &self.code[pc as usize];
        if let Instruction::Switch { table, .. } = instruction {
            let table = &self.switches[*table as usize];
            table.cases.iter().for_each(|(_, target)| visit(*target));
            visit(table.default);
        }
        if let Some(target) = instruction.jump_target() {
            visit(target);
        }
        if !instruction.ends() {
            visit(pc + 1);
        }
    }
}
