//! A method body: code and what is known about it.

use std::sync::OnceLock;

use crate::ids::{ClassId, MethodId, Register, StringId};
use crate::instruction::Instruction;
use crate::kind::Kind;

/// A run of registers in [`Body::operands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// The first one.
    pub start: u32,
    /// How many.
    pub count: u16,
}

/// The code of one method.
///
/// Invariants (checked by the verifier): every register has one kind for the whole body; reference
/// registers come first, so `register < references` tells them apart; parameters arrive in
/// registers given by `parameters`; every path ends in `Return`, `Throw`, `Raise`, `Unsupported` or
/// a jump; a register is written before it is read on every path.
#[derive(Debug)]
pub struct Body {
    /// Kinds of all registers.
    pub registers: Box<[Kind]>,
    /// How many of them, from the first, hold references.
    pub references: u16,
    /// Where the arguments arrive, receiver first.
    pub parameters: Box<[Register]>,
    /// The instructions.
    pub code: Box<[Instruction]>,
    /// Argument lists of calls.
    pub operands: Box<[Register]>,
    /// Tables of `Switch` instructions.
    pub switches: Box<[SwitchTable]>,
    /// Constants of `ConstantDynamic` and `InvokeDynamic`.
    pub dynamic: Box<[Dynamic]>,
    /// Exception handlers; the first that covers the pc and matches wins.
    pub handlers: Box<[Handler]>,
    /// `(first pc, source line)`, by rising pc.
    pub lines: Box<[(u32, u32)]>,
    /// Names of locals, for traces.
    pub locals: Box<[LocalName]>,
    /// One bit for each pc that is the target of a backward jump: a loop passes one of them.
    pub loop_heads: Box<[u64]>,
    /// Computed at the first question, see [`Body::live`].
    pub(crate) liveness: OnceLock<crate::liveness::Liveness>,
    /// Computed at the first question, see [`Body::counts`].
    pub(crate) counting: OnceLock<Box<[u64]>>,
    /// Computed at the first question, see [`Body::is_endless`].
    pub(crate) endless: OnceLock<Box<[u64]>>,
}

impl Body {
    /// A body that takes nothing, does nothing and returns nothing.
    pub fn empty() -> Body {
        Body {
            registers: Box::new([]),
            references: 0,
            parameters: Box::new([]),
            code: Box::new([Instruction::Return {
                source: Register::NONE,
            }]),
            operands: Box::new([]),
            switches: Box::new([]),
            dynamic: Box::new([]),
            handlers: Box::new([]),
            lines: Box::new([]),
            locals: Box::new([]),
            loop_heads: Box::new([0]),
            liveness: OnceLock::new(),
            counting: OnceLock::new(),
            endless: OnceLock::new(),
        }
    }

    /// The source line of the instruction at `pc`, if the class file says.
    pub fn line(&self, pc: u32) -> Option<u32> {
        let index = self.lines.partition_point(|(start, _)| *start <= pc);
        Some(self.lines[index.checked_sub(1)?].1)
    }

    /// The name that a register has for the source at `pc`, if it has one.
    pub fn local_name(&self, register: Register, pc: u32) -> Option<&str> {
        let found = self
            .locals
            .iter()
            .find(|local| local.register == register && (local.start..local.end).contains(&pc));
        found.map(|local| &*local.name)
    }

    /// Whether a backward jump leads to `pc`.
    pub fn is_loop_head(&self, pc: u32) -> bool {
        self.loop_heads[pc as usize / 64] & 1 << (pc % 64) != 0
    }

    /// Whether the backward jump at `pc` ends a round of a loop that counts: some register changes
    /// in one direction with every round.
    pub fn counts(&self, pc: u32) -> bool {
        let jumps = self
            .counting
            .get_or_init(|| crate::counting::counting_jumps(self));
        jumps[pc as usize / 64] & 1 << (pc % 64) != 0
    }

    /// Whether the backward jump at `pc` ends a round of a loop without a way out.
    pub fn is_endless(&self, pc: u32) -> bool {
        let jumps = self
            .endless
            .get_or_init(|| crate::endless::endless_jumps(self));
        jumps[pc as usize / 64] & 1 << (pc % 64) != 0
    }

    /// The branches by which a round that ends with the backward jump at `pc`, of a loop without a way
    /// out, could have become another round.
    pub fn turnings(&self, pc: u32) -> Vec<u32> {
        crate::endless::turnings(self, pc)
    }

    /// The handlers that an exception at `pc` is tried on, in order.
    pub fn handlers_at(&self, pc: u32) -> impl Iterator<Item = &Handler> {
        self.handlers
            .iter()
            .filter(move |handler| (handler.start..handler.end).contains(&pc))
    }
}

/// Where a switch goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    /// `(value, pc)`, by rising value.
    pub cases: Box<[(i32, u32)]>,
    /// Where everything else goes.
    pub default: u32,
}

/// An exception handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First pc covered.
    pub start: u32,
    /// First pc no longer covered.
    pub end: u32,
    /// Where to go on.
    pub target: u32,
    /// What is caught; `None` is everything.
    pub catch: Option<ClassId>,
    /// Where the exception arrives; `NONE` if it is not used.
    pub exception: Register,
}

/// The name of a local variable over a range of pcs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// As written in the source.
    pub name: Box<str>,
    /// Where it lives.
    pub register: Register,
    /// First pc at which the name holds.
    pub start: u32,
    /// First pc at which it no longer does.
    pub end: u32,
}

/// A constant that needs the run-time library: a method handle, method type, or call site.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their parts are")]
pub enum Dynamic {
    /// `MethodType`, by its descriptor.
    MethodType(Box<str>),
    /// `MethodHandle`: reference kind (JVMS 4.4.8), owner, name, descriptor.
    MethodHandle {
        kind: u8,
        class: Box<str>,
        name: Box<str>,
        descriptor: Box<str>,
    },
    /// A signature-polymorphic call: the declared method, and the descriptor at the call site.
    Polymorphic {
        method: MethodId,
        descriptor: StringId,
    },
    /// A call site or a dynamic constant that no built-in bootstrap covers. `bootstrap` names the
    /// bootstrap method for messages (`java/lang/invoke/Foo.bar`), `handle` is the method itself,
    /// and `arguments` are its static arguments.
    CallSite {
        bootstrap: Box<str>,
        name: Box<str>,
        descriptor: Box<str>,
        handle: HandleConstant,
        arguments: Box<[StaticArgument]>,
    },
}

/// A method handle constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandleConstant {
    /// The reference kind (JVMS 4.4.8).
    pub kind: u8,
    /// The class named, in internal form.
    pub class: Box<str>,
    /// The member's name.
    pub name: Box<str>,
    /// The member's descriptor.
    pub descriptor: Box<str>,
}

impl From<HandleConstant> for Dynamic {
    fn from(handle: HandleConstant) -> Dynamic {
        let HandleConstant {
            kind,
            class,
            name,
            descriptor,
        } = handle;
        Dynamic::MethodHandle {
            kind,
            class,
            name,
            descriptor,
        }
    }
}

/// A static argument of a bootstrap method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticArgument {
    /// An int.
    Int(i32),
    /// A long.
    Long(i64),
    /// A float's bits.
    Float(u32),
    /// A double's bits.
    Double(u64),
    /// A string.
    String(StringId),
    /// A class, by the name it is loaded by.
    Class(Box<str>),
    /// A method type's descriptor.
    MethodType(Box<str>),
    /// A method handle.
    MethodHandle(HandleConstant),
    /// A dynamic constant; always a `CallSite`.
    Dynamic(Box<Dynamic>),
}

/// Targets of backward edges; a handler that lies before code it covers counts too. Targets outside
/// the code, which the verifier refuses, are passed over.
pub(crate) fn loop_heads(
    code: &[Instruction],
    switches: &[SwitchTable],
    handlers: &[Handler],
) -> Box<[u64]> {
    let mut bits = vec![0u64; code.len().div_ceil(64)];
    let mut mark = |pc: u32| {
        if (pc as usize) < code.len() {
            bits[pc as usize / 64] |= 1 << (pc % 64);
        }
    };
    for (pc, instruction) in code.iter().enumerate() {
        let mut backward = |target: u32| {
            if target as usize <= pc {
                mark(target);
            }
        };
        instruction
            .jump_target()
            .into_iter()
            .for_each(&mut backward);
        if let Instruction::Switch { table, .. } = instruction
            && let Some(table) = switches.get(*table as usize)
        {
            table.cases.iter().for_each(|(_, target)| backward(*target));
            backward(table.default);
        }
    }
    for handler in handlers {
        if handler.target < handler.end {
            mark(handler.target);
        }
    }
    bits.into()
}
