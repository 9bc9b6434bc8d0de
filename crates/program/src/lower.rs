//! Lowers bytecode to the register code of [`Body`].
//!
//! In: a method of a loaded class. Out: its body. The operand stack is interpreted symbolically,
//! block by block: an entry stands for a local, a constant or a temporary register until an
//! instruction needs it, so `iload a; iload b; iadd; istore c` becomes one `Binary`. Only locals
//! and constants stay symbolic; whatever reads the heap or may throw is emitted where it stands.
//!
//! Invariants: a local's register holds its value whenever an instruction may throw; a symbolic
//! local is copied before that local is overwritten; where several edges meet, the stack is in the
//! registers of its depth (`stack.rs`, `settle`). Blocks are laid out in the order of the bytecode,
//! so the ranges of exception handlers stay contiguous (`finish.rs`).
//!
//! Bytecode that the JVM would not verify, or that is too large for Heddle, becomes one
//! `Unsupported`: the JVM would have refused the class long before the call, so an error thrown
//! here would be a lie. Bodies of the user's classes go through the verifier for the same reason.

mod blocks;
pub(crate) mod builder;
mod bytecode;
mod concat;
mod constant;
mod convert;
mod execute;
mod finish;
mod invoke;
mod lambda;
mod member;
mod names;
mod operators;
mod pattern;
mod record;
mod site;
mod stack;
mod subroutine;

use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::{Attribute, ExceptionTableEntry, Instruction as Bytecode};

use crate::body::Body;
use crate::class::{Class, Method};
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::program::Program;
use crate::verify;

use blocks::Blocks;
use builder::Builder;
use stack::Entry;

/// Why a body could not be lowered.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The JVM would refuse the method.
    Verify(String),
    /// Heddle can't run it.
    Unsupported(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure::Verify(reason)
    }
}

/// What an instruction's lowering gives.
pub(crate) type Step = Result<(), Failure>;

/// The `Code` attribute of a method.
pub(crate) struct Code<'p> {
    instructions: &'p [Bytecode],
    handlers: &'p [ExceptionTableEntry],
    attributes: &'p [Attribute],
    /// Where subroutines were copied: the instruction that each one is a copy of.
    origins: Option<&'p [u32]>,
}

impl Code<'_> {
    /// The bytecode indices that a handler covers.
    pub(crate) fn range_of(&self, handler: &ExceptionTableEntry) -> std::ops::Range<usize> {
        let (start, end) = (
            usize::from(handler.range_pc.start),
            usize::from(handler.range_pc.end),
        );
        let last = self.instructions.len() - 1;
        // The parser gives the last index for a range that ends behind the last instruction. No
        // compiler lets a range end just before an `athrow`: its operand is on the stack there.
        let is_open = end == last && matches!(self.instructions[last], Bytecode::Athrow);
        start..if is_open { last + 1 } else { end }
    }
}

/// A method on its way to a body.
pub(crate) struct Lowering<'p> {
    program: &'p Program,
    method: &'p Method,
    class: &'p Class,
    file: &'p ClassFile<'static>,
    code: Code<'p>,
    builder: Builder<'p>,
    blocks: Blocks,
    /// The symbolic stack at the point reached.
    stack: Vec<Entry>,
    /// Registers of locals, by slot and kind.
    locals: Vec<[Register; 5]>,
    /// Temporary registers by kind.
    temporaries: [Vec<Register>; 5],
    /// Registers of stack places where edges meet, by kind and depth.
    joins: [Vec<Register>; 5],
    /// Registers in use that no stack entry shows.
    held: Vec<Register>,
    /// Index of the bytecode instruction being lowered.
    at: usize,
    /// First instruction of the block in the builder's code.
    block_start: usize,
    /// Set when the rest of the block is not reached.
    ended: bool,
    /// What a synchronized method locks.
    monitor: Option<Register>,
    /// The slot of an index that goes round and round, see [`crate::Tuning::is_ring_index`].
    index: Option<u16>,
}

/// Lowers a method that has bytecode.
pub(crate) fn lower(program: &Program, method: &Method) -> Body {
    let mut body = match try_lower(program, method) {
        Ok((body, _)) => body,
        Err(failure) => return refuse(program, method, &failure),
    };
    let class = program.class(method.class);
    if class.is_library {
        if let Some(tuning) = &program.tuning {
            tuning.tune(&class.name, &method.name, &mut body);
        }
        return body;
    }
    let mut faults = verify::verify(program, method, &body);
    if faults.is_empty() {
        faults = verify::verify_classes(program, method, &body);
    }
    match faults.first() {
        Some(fault) => refuse(program, method, &Failure::Verify(fault.to_string())),
        None => body,
    }
}

/// For each instruction of a method's body, the offset in bytes of the bytecode instruction that it comes
/// from; `None` if the body does not come from bytecode. Lowers the method once more: nobody who searches
/// needs this.
pub(crate) fn bytecode_offsets(program: &Program, method: &Method) -> Option<Vec<u32>> {
    let (_, origins) = try_lower(program, method).ok()?;
    let file = program.class(method.class).file.as_ref()?;
    let offsets = bytecode::byte_offsets(code_of(file, method).ok()?.instructions);
    let offset = |origin: u32| offsets.get(origin as usize).copied();
    origins.into_iter().map(offset).collect()
}

fn try_lower(program: &Program, method: &Method) -> Result<(Body, Vec<u32>), Failure> {
    let class = program.class(method.class);
    let file = class
        .file
        .as_ref()
        .ok_or_else(|| "no class file".to_owned())?;
    let mut code = code_of(file, method)?;
    let expanded;
    if subroutine::has_subroutines(code.instructions) {
        expanded = subroutine::expand(&code)?;
        code.instructions = &expanded.instructions;
        code.handlers = &expanded.handlers;
        code.origins = Some(&expanded.origins);
    }
    let blocks = Blocks::find(code.instructions, code.handlers)?;
    let index = ring_index(program, class, method, code.instructions);
    let mut lowering = Lowering {
        program,
        method,
        class,
        file,
        code,
        builder: Builder::new(program),
        blocks,
        stack: Vec::new(),
        locals: Vec::new(),
        temporaries: Default::default(),
        joins: Default::default(),
        held: Vec::new(),
        at: 0,
        block_start: 0,
        ended: false,
        monitor: None,
        index,
    };
    lowering.run()?;
    lowering.finish()
}

/// The slot of the local that is an index only: the only one that is counted up, where that is asked for.
fn ring_index(program: &Program, class: &Class, method: &Method, code: &[Bytecode]) -> Option<u16> {
    let tuning = program.tuning.as_ref().filter(|_| class.is_library)?;
    if !tuning.is_ring_index(&class.name, &method.name) {
        return None;
    }
    let mut slots = code.iter().filter_map(|bytecode| match bytecode {
        Bytecode::Iinc(slot, by) if *by > 0 => Some(u16::from(*slot)),
        Bytecode::Iinc_w(slot, by) if *by > 0 => Some(*slot),
        _ => None,
    });
    slots.next().filter(|_| slots.next().is_none())
}

fn code_of<'p>(file: &'p ClassFile<'static>, method: &Method) -> Result<Code<'p>, Failure> {
    let attributes = file
        .methods
        .get(usize::from(method.index))
        .map(|found| &found.attributes);
    let code = attributes
        .into_iter()
        .flatten()
        .find_map(|attribute| match attribute {
            Attribute::Code {
                code,
                exception_table,
                attributes,
                ..
            } => Some(Code {
                instructions: code,
                handlers: exception_table,
                attributes,
                origins: None,
            }),
            _ => None,
        });
    code.ok_or_else(|| Failure::Verify("method has no code".to_owned()))
}

/// The body of a method that can't be lowered.
fn refuse(program: &Program, method: &Method, failure: &Failure) -> Body {
    let mut builder = Builder::new(program);
    let mut parameters = Vec::new();
    for kind in &method.parameters {
        parameters.push(builder.register(kind.register()));
    }
    match failure {
        Failure::Verify(reason) => {
            let name = program.describe_method(method.id);
            builder.unsupported(&format!("bytecode of {name} does not verify: {reason}"));
        }
        Failure::Unsupported(reason) => builder.unsupported(reason),
    }
    builder.finish(parameters)
}

impl Lowering<'_> {
    fn run(&mut self) -> Step {
        self.declare_parameters()?;
        self.enter_synchronized()?;
        self.blocks.reach(0, Vec::new())?;
        while let Some(block) = self.blocks.next_pending() {
            self.lower_block(block)?;
        }
        Ok(())
    }

    fn declare_parameters(&mut self) -> Step {
        let mut slot = 0;
        for kind in &self.method.parameters {
            self.local(slot, kind.register())?;
            slot += if matches!(kind, Kind::Long | Kind::Double) {
                2
            } else {
                1
            };
        }
        Ok(())
    }

    /// Locks before the first block. The locked object has a register of its own, since `astore_0`
    /// is allowed.
    fn enter_synchronized(&mut self) -> Step {
        if !self.method.is_synchronized() {
            return Ok(());
        }
        let object = if self.method.is_static() {
            let object = self.builder.register(Kind::Reference);
            let class = self.class.id;
            self.builder.push(
                Instruction::ConstantClass {
                    target: object,
                    class,
                },
                0,
            );
            object
        } else if self.code.instructions.iter().any(bytecode::overwrites_this) {
            let this = self.local(0, Kind::Reference)?;
            let object = self.builder.register(Kind::Reference);
            self.builder.push(
                Instruction::Move {
                    target: object,
                    source: this,
                },
                0,
            );
            object
        } else {
            self.local(0, Kind::Reference)?
        };
        self.builder.push(Instruction::MonitorEnter { object }, 0);
        self.monitor = Some(object);
        self.blocks.prologue = self.builder.code.len();
        Ok(())
    }

    fn lower_block(&mut self, block: usize) -> Step {
        self.reach_handlers(block)?;
        let (start, end) = self.blocks.range(block);
        self.block_start = self.builder.code.len();
        self.ended = false;
        self.held.clear();
        let (stack, skip) = self.enter_block(block)?;
        self.stack = stack;
        for at in start + skip..end {
            self.at = at;
            self.execute(at)?;
            if self.ended {
                break;
            }
        }
        if !self.ended {
            self.at = end - 1;
            let next = self.blocks.at(end)?;
            self.fall_to(next)?;
        }
        self.blocks
            .set_code(block, self.block_start, self.builder.code.len());
        Ok(())
    }

    fn reach_handlers(&mut self, block: usize) -> Step {
        let (start, _) = self.blocks.range(block);
        for handler in self.code.handlers {
            if self.code.range_of(handler).contains(&start) {
                let target = self.blocks.at(usize::from(handler.handler_pc))?;
                self.blocks.reach_handler(target);
            }
        }
        Ok(())
    }

    /// The entry stack of a block, and how many bytecode instructions its handler prologue covers.
    fn enter_block(&mut self, block: usize) -> Result<(Vec<Entry>, usize), Failure> {
        if !self.blocks.is_handler(block) {
            return Ok((self.blocks.take_entry(block), 0));
        }
        let (start, _) = self.blocks.range(block);
        let absorbed = if self.blocks.is_only_handler(block) {
            bytecode::absorbs_exception(&self.code.instructions[start])
        } else {
            None
        };
        match absorbed {
            Some(Some(slot)) => {
                let register = self.local(slot, Kind::Reference)?;
                self.blocks.set_exception(block, register);
                Ok((Vec::new(), 1))
            }
            Some(None) => Ok((Vec::new(), 1)),
            None => {
                let register = self.join(Kind::Reference, 0);
                self.blocks.set_exception(block, register);
                Ok((vec![Entry::temporary(Kind::Reference, register)], 0))
            }
        }
    }
}
