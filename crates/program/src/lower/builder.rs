//! Puts a body together: registers, code and tables, and at the end the final register numbers.

use std::sync::OnceLock;

use crate::body::{Body, Dynamic, Handler, LocalName, Operands, SwitchTable, loop_heads};
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::program::{LoadError, Program};

/// A body being built. Registers are numbered as they come; `finish` sorts the references first.
pub(crate) struct Builder<'p> {
    pub(crate) program: &'p Program,
    kinds: Vec<Kind>,
    pub(crate) code: Vec<Instruction>,
    /// For each instruction, the bytecode instruction it comes from.
    pub(crate) origins: Vec<u32>,
    pub(crate) operands: Vec<Register>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) dynamic: Vec<Dynamic>,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) lines: Vec<(u32, u32)>,
    pub(crate) locals: Vec<LocalName>,
}

impl<'p> Builder<'p> {
    pub(crate) fn new(program: &'p Program) -> Builder<'p> {
        Builder {
            program,
            kinds: Vec::new(),
            code: Vec::new(),
            origins: Vec::new(),
            operands: Vec::new(),
            switches: Vec::new(),
            dynamic: Vec::new(),
            handlers: Vec::new(),
            lines: Vec::new(),
            locals: Vec::new(),
        }
    }

    /// A new register. Beyond the largest number it is `NONE`; see `too_large`.
    pub(crate) fn register(&mut self, kind: Kind) -> Register {
        let number = u16::try_from(self.kinds.len()).unwrap_or(u16::MAX);
        self.kinds.push(kind);
        Register(number)
    }

    /// Whether the body has more registers than can be numbered.
    pub(crate) fn too_large(&self) -> bool {
        self.kinds.len() >= usize::from(u16::MAX)
    }

    pub(crate) fn kind(&self, register: Register) -> Kind {
        self.kinds[usize::from(register.0)]
    }

    pub(crate) fn push(&mut self, instruction: Instruction, origin: usize) {
        self.code.push(instruction);
        self.origins.push(origin as u32);
    }

    /// Adds an instruction of a body that has no bytecode.
    pub(crate) fn add(&mut self, instruction: Instruction) {
        self.push(instruction, 0);
    }

    /// Stores an argument list.
    pub(crate) fn arguments(&mut self, registers: &[Register]) -> Operands {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(registers);
        Operands {
            start,
            count: registers.len() as u16,
        }
    }

    /// Throws a linkage error, as Java would see it.
    pub(crate) fn raise(&mut self, error: &LoadError) {
        let (class, message) = error.as_java();
        match self.program.load(class) {
            Ok(class) => {
                let message = self.program.string_id_of(message);
                self.add(Instruction::Raise { class, message });
            }
            Err(_) => self.unsupported(&format!("{error}, and {class} can't be loaded")),
        }
    }

    pub(crate) fn unsupported(&mut self, reason: &str) {
        let reason = self.program.string_id_of(reason);
        self.add(Instruction::Unsupported { reason });
    }

    /// The finished body; `parameters` are registers of this builder.
    pub(crate) fn finish(mut self, mut parameters: Vec<Register>) -> Body {
        self.resolve_inner_targets();
        let used = self.used_registers(&parameters);
        self.locals
            .retain(|local| used[usize::from(local.register.0)]);
        let (numbers, references) = self.final_numbers(&used);
        let rename = |register: &mut Register| {
            if register.is_some() {
                *register = numbers[usize::from(register.0)];
            }
        };
        for instruction in &mut self.code {
            if let Some(target) = instruction.target_mut() {
                rename(target);
            }
            instruction.sources_mut(rename);
        }
        self.operands.iter_mut().for_each(rename);
        parameters.iter_mut().for_each(rename);
        self.handlers
            .iter_mut()
            .for_each(|handler| rename(&mut handler.exception));
        self.locals
            .iter_mut()
            .for_each(|local| rename(&mut local.register));
        let count = used.iter().filter(|used| **used).count();
        let mut registers = vec![Kind::Int; count];
        for (old, new) in numbers.iter().enumerate().filter(|(_, new)| new.is_some()) {
            registers[usize::from(new.0)] = self.kinds[old];
        }
        let loop_heads = loop_heads(&self.code, &self.switches, &self.handlers);
        Body {
            registers: registers.into(),
            references,
            parameters: parameters.into(),
            code: self.code.into(),
            operands: self.operands.into(),
            switches: self.switches.into(),
            dynamic: self.dynamic.into(),
            handlers: self.handlers.into(),
            lines: self.lines.into(),
            locals: self.locals.into(),
            loop_heads,
            liveness: OnceLock::new(),
            counting: OnceLock::new(),
            endless: OnceLock::new(),
        }
    }

    /// Jumps inside the code by place, which made bodies have.
    fn resolve_inner_targets(&mut self) {
        for instruction in &mut self.code {
            if let Some(pc) = instruction.jump_target_mut() {
                *pc &= !crate::lower::finish::INNER;
            }
        }
    }

    /// Which registers the code mentions. Lowering leaves temporaries behind that a local replaced.
    fn used_registers(&mut self, parameters: &[Register]) -> Vec<bool> {
        let mut used = vec![false; self.kinds.len()];
        let mut mark = |register: Register| {
            if register.is_some() {
                used[usize::from(register.0)] = true;
            }
        };
        for instruction in &mut self.code {
            instruction.target().into_iter().for_each(&mut mark);
            instruction.sources_mut(|register| mark(*register));
        }
        self.operands
            .iter()
            .chain(parameters)
            .copied()
            .for_each(&mut mark);
        self.handlers
            .iter()
            .for_each(|handler| mark(handler.exception));
        used
    }

    /// The final number of each used register: references first, otherwise in order.
    fn final_numbers(&self, used: &[bool]) -> (Vec<Register>, u16) {
        let is_reference = |(kind, used): &(&Kind, &bool)| **used && **kind == Kind::Reference;
        let references = self.kinds.iter().zip(used).filter(is_reference).count() as u16;
        let (mut reference, mut other) = (0, references);
        let numbers = self.kinds.iter().zip(used).map(|(kind, used)| {
            if !used {
                return Register::NONE;
            }
            let next = if *kind == Kind::Reference {
                &mut reference
            } else {
                &mut other
            };
            *next += 1;
            Register(*next - 1)
        });
        (numbers.collect(), references)
    }
}
