//! Checks that a body keeps what [`Body`] promises. Everything downstream relies on these:
//!
//! 1. Registers have the kinds `Int`, `Long`, `Float`, `Double` or `Reference`; references come
//!    first and `references` counts them; there are fewer than 65535.
//! 2. Parameters arrive in distinct registers of the method's parameter kinds.
//! 3. There is code, and its last instruction never goes on to the next pc.
//! 4. Jump and switch targets are pcs of the code; the cases of a switch rise.
//! 5. Every register an instruction names exists and has the kind that the instruction needs.
//! 6. Ids are in the tables; argument lists, switch tables and dynamic constants exist.
//! 7. A field's slot, kind and access are those of the field; static instructions name static
//!    fields, others instance fields.
//! 8. A call has the arguments of its method and a target if and only if there is a result. `Static`
//!    calls name static methods, `Virtual` ones a method with a vtable place, `Interface` ones a
//!    method of an interface.
//! 9. `NewArray` and `NewMultiArray` name array classes, `New` a class.
//! 10. A handler covers some code, goes to a pc, and its exception register holds references.
//! 11. A register is written before it is read on every path; into a handler leads an edge from
//!     before each instruction that it covers and that may throw.
//! 12. Lines and names have rising ranges inside the code.
//! 13. Every target of a backward jump is marked as a loop head.
//! 14. `Return` gives a value of the method's result kind.
//!
//! Of the user's code it is checked too that references are of the classes that their uses need, see
//! [`verify_classes`].

mod assigned;
mod classes;
mod kinds;

use crate::body::Body;
use crate::class::Method;
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::program::Program;

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, if it is at an instruction.
    pub pc: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.pc {
            Some(pc) => write!(f, "at {pc}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Checks one body; all faults found, by rising pc.
pub fn verify(program: &Program, method: &Method, body: &Body) -> Vec<Fault> {
    let mut verifier = Verifier {
        program,
        method,
        body,
        faults: Vec::new(),
    };
    verifier.check_registers();
    verifier.check_code();
    // The rest follows registers and jumps, so these must be right first.
    if verifier.faults.is_empty() {
        verifier.check_kinds();
        verifier.check_tables();
    }
    if verifier.faults.is_empty() {
        verifier.check_assigned();
    }
    verifier.faults
}

/// Checks the classes of references in a body without faults, by rising pc: what a reference register
/// may hold has the class that a use of it needs, of the field, the receiver, the parameter, the
/// array, the result.
///
/// Compilers keep to this, and what is trusted need not prove it: Heddle's own code knows what it
/// made, and the JDK has classes that no verifier has seen.
pub fn verify_classes(program: &Program, method: &Method, body: &Body) -> Vec<Fault> {
    let mut verifier = Verifier {
        program,
        method,
        body,
        faults: Vec::new(),
    };
    verifier.check_classes();
    verifier.faults.sort_by_key(|fault| fault.pc);
    verifier.faults
}

struct Verifier<'a> {
    program: &'a Program,
    method: &'a Method,
    body: &'a Body,
    faults: Vec<Fault>,
}

impl Verifier<'_> {
    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(Fault {
            pc: None,
            message: message.into(),
        });
    }

    fn fault_at(&mut self, pc: u32, message: impl Into<String>) {
        self.faults.push(Fault {
            pc: Some(pc),
            message: message.into(),
        });
    }

    fn kind(&self, register: Register) -> Option<Kind> {
        self.body.registers.get(usize::from(register.0)).copied()
    }

    fn check_registers(&mut self) {
        let registers = &self.body.registers;
        if registers.len() >= usize::from(u16::MAX) {
            self.fault("too many registers");
        }
        if registers.iter().any(|kind| kind.register() != *kind) {
            self.fault("a register has a kind of fields only");
        }
        let leading = registers
            .iter()
            .take_while(|kind| **kind == Kind::Reference)
            .count();
        let all = registers
            .iter()
            .filter(|kind| **kind == Kind::Reference)
            .count();
        if leading != all || usize::from(self.body.references) != all {
            self.fault("references are not the first registers");
        }
        let expected = self
            .method
            .parameters
            .iter()
            .map(|kind| Some(kind.register()));
        if !expected.eq(self
            .body
            .parameters
            .iter()
            .map(|register| self.kind(*register)))
        {
            self.fault("parameters differ from the method's");
        }
        let mut parameters = self.body.parameters.to_vec();
        parameters.sort_unstable();
        parameters.dedup();
        if parameters.len() != self.body.parameters.len() {
            self.fault("two parameters share a register");
        }
    }

    fn check_code(&mut self) {
        let body = self.body;
        let Some(last) = body.code.last() else {
            return self.fault("there is no code");
        };
        let last_pc = body.code.len() as u32 - 1;
        if !last.ends() {
            self.fault_at(last_pc, "control flow leaves the code");
        }
        for (pc, instruction) in body.code.iter().enumerate() {
            let pc = pc as u32;
            if instruction
                .jump_target()
                .is_some_and(|target| target > last_pc)
            {
                self.fault_at(pc, "jump outside the code");
            }
            if let Instruction::Switch { table, .. } = instruction {
                self.check_switch(pc, *table);
            }
            self.check_named(pc, instruction);
        }
    }

    fn check_switch(&mut self, pc: u32, table: u32) {
        let Some(table) = self.body.switches.get(table as usize) else {
            return self.fault_at(pc, "no such switch table");
        };
        let length = self.body.code.len() as u32;
        if table.default >= length || table.cases.iter().any(|(_, target)| *target >= length) {
            self.fault_at(pc, "switch outside the code");
        }
        if !table
            .cases
            .is_sorted_by(|(left, _), (right, _)| left < right)
        {
            self.fault_at(pc, "the cases of the switch do not rise");
        }
    }

    /// Checks that registers and argument lists exist.
    fn check_named(&mut self, pc: u32, instruction: &Instruction) {
        let count = self.body.registers.len();
        let mut missing = false;
        let mut check = |register: Register| missing |= usize::from(register.0) >= count;
        let mut copy = *instruction;
        copy.sources_mut(|register| check(*register));
        instruction.target().into_iter().for_each(&mut check);
        if let Some(list) = instruction.arguments() {
            let start = list.start as usize;
            match self
                .body
                .operands
                .get(start..start + usize::from(list.count))
            {
                Some(registers) => registers.iter().copied().for_each(check),
                None => missing = true,
            }
        }
        if missing {
            self.fault_at(pc, "no such register");
        }
    }

    fn check_tables(&mut self) {
        let body = self.body;
        let length = body.code.len() as u32;
        for handler in &body.handlers {
            let is_ranged = handler.start < handler.end && handler.end <= length;
            if !is_ranged || handler.target >= length {
                self.fault("a handler is outside the code");
            }
            let kind = self.kind(handler.exception);
            if handler.exception.is_some() && kind != Some(Kind::Reference) {
                self.fault("a handler's exception is in no reference register");
            }
            if handler
                .catch
                .is_some_and(|class| class.index() >= self.program.class_count())
            {
                self.fault("a handler catches no class");
            }
        }
        if !body
            .lines
            .is_sorted_by(|(left, _), (right, _)| left < right)
            || body.lines.iter().any(|(pc, _)| *pc >= length)
        {
            self.fault("lines do not rise inside the code");
        }
        for local in &body.locals {
            if local.start >= local.end || local.end > length || self.kind(local.register).is_none()
            {
                self.fault(format!("the name {} is outside the code", local.name));
            }
        }
        self.check_loop_heads();
    }

    fn check_loop_heads(&mut self) {
        let body = self.body;
        if body.loop_heads.len() != body.code.len().div_ceil(64) {
            return self.fault("loop heads are not one bit for each pc");
        }
        for pc in 0..body.code.len() as u32 {
            let mut unmarked = false;
            body.for_each_successor(pc, |next| {
                unmarked |= next <= pc && !body.is_loop_head(next);
            });
            if unmarked {
                self.fault_at(pc, "backward jump to no loop head");
            }
        }
    }
}

#[cfg(test)]
mod tests;
