//! Questions about single bytecode instructions.

use ristretto_classfile::attributes::Instruction as Bytecode;

use crate::kind::Kind;

/// A load or store of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocalAccess {
    Load(Kind, u16),
    Store(Kind, u16),
}

/// The access to a local that an instruction is, in all its encodings.
pub(crate) fn local_access(bytecode: &Bytecode) -> Option<LocalAccess> {
    use Bytecode::*;
    use Kind::{Double, Float, Int, Long, Reference};
    use LocalAccess::{Load, Store};
    Some(match bytecode {
        Iload(slot) => Load(Int, u16::from(*slot)),
        Lload(slot) => Load(Long, u16::from(*slot)),
        Fload(slot) => Load(Float, u16::from(*slot)),
        Dload(slot) => Load(Double, u16::from(*slot)),
        Aload(slot) => Load(Reference, u16::from(*slot)),
        Iload_w(slot) => Load(Int, *slot),
        Lload_w(slot) => Load(Long, *slot),
        Fload_w(slot) => Load(Float, *slot),
        Dload_w(slot) => Load(Double, *slot),
        Aload_w(slot) => Load(Reference, *slot),
        Iload_0 => Load(Int, 0),
        Iload_1 => Load(Int, 1),
        Iload_2 => Load(Int, 2),
        Iload_3 => Load(Int, 3),
        Lload_0 => Load(Long, 0),
        Lload_1 => Load(Long, 1),
        Lload_2 => Load(Long, 2),
        Lload_3 => Load(Long, 3),
        Fload_0 => Load(Float, 0),
        Fload_1 => Load(Float, 1),
        Fload_2 => Load(Float, 2),
        Fload_3 => Load(Float, 3),
        Dload_0 => Load(Double, 0),
        Dload_1 => Load(Double, 1),
        Dload_2 => Load(Double, 2),
        Dload_3 => Load(Double, 3),
        Aload_0 => Load(Reference, 0),
        Aload_1 => Load(Reference, 1),
        Aload_2 => Load(Reference, 2),
        Aload_3 => Load(Reference, 3),
        Istore(slot) => Store(Int, u16::from(*slot)),
        Lstore(slot) => Store(Long, u16::from(*slot)),
        Fstore(slot) => Store(Float, u16::from(*slot)),
        Dstore(slot) => Store(Double, u16::from(*slot)),
        Astore(slot) => Store(Reference, u16::from(*slot)),
        Istore_w(slot) => Store(Int, *slot),
        Lstore_w(slot) => Store(Long, *slot),
        Fstore_w(slot) => Store(Float, *slot),
        Dstore_w(slot) => Store(Double, *slot),
        Astore_w(slot) => Store(Reference, *slot),
        Istore_0 => Store(Int, 0),
        Istore_1 => Store(Int, 1),
        Istore_2 => Store(Int, 2),
        Istore_3 => Store(Int, 3),
        Lstore_0 => Store(Long, 0),
        Lstore_1 => Store(Long, 1),
        Lstore_2 => Store(Long, 2),
        Lstore_3 => Store(Long, 3),
        Fstore_0 => Store(Float, 0),
        Fstore_1 => Store(Float, 1),
        Fstore_2 => Store(Float, 2),
        Fstore_3 => Store(Float, 3),
        Dstore_0 => Store(Double, 0),
        Dstore_1 => Store(Double, 1),
        Dstore_2 => Store(Double, 2),
        Dstore_3 => Store(Double, 3),
        Astore_0 => Store(Reference, 0),
        Astore_1 => Store(Reference, 1),
        Astore_2 => Store(Reference, 2),
        Astore_3 => Store(Reference, 3),
        _ => return None,
    })
}

/// Whether the instruction stores into local 0.
pub(crate) fn overwrites_this(bytecode: &Bytecode) -> bool {
    local_access(bytecode) == Some(LocalAccess::Store(Kind::Reference, 0))
}

/// How a handler's first instruction takes the exception: `Some(Some(slot))` stores it in a local,
/// `Some(None)` drops it.
pub(crate) fn absorbs_exception(bytecode: &Bytecode) -> Option<Option<u16>> {
    match local_access(bytecode) {
        Some(LocalAccess::Store(Kind::Reference, slot)) => Some(Some(slot)),
        _ => matches!(bytecode, Bytecode::Pop).then_some(None),
    }
}

/// Where an instruction may go, beside the next one. Targets are instruction indices.
pub(crate) fn jump_targets(bytecode: &Bytecode, at: usize, mut visit: impl FnMut(i64)) {
    use Bytecode::*;
    match bytecode {
        Ifeq(target) | Ifne(target) | Iflt(target) | Ifge(target) | Ifgt(target) | Ifle(target)
        | If_icmpeq(target) | If_icmpne(target) | If_icmplt(target) | If_icmpge(target)
        | If_icmpgt(target) | If_icmple(target) | If_acmpeq(target) | If_acmpne(target)
        | Goto(target) | Jsr(target) | Ifnull(target) | Ifnonnull(target) => {
            visit(i64::from(*target));
        }
        Goto_w(target) | Jsr_w(target) => visit(i64::from(*target)),
        Tableswitch(switch) => {
            visit(at as i64 + i64::from(switch.default));
            switch
                .offsets
                .iter()
                .for_each(|offset| visit(at as i64 + i64::from(*offset)));
        }
        Lookupswitch(switch) => {
            visit(at as i64 + i64::from(switch.default));
            switch
                .pairs
                .values()
                .for_each(|offset| visit(at as i64 + i64::from(*offset)));
        }
        _ => {}
    }
}

/// Whether the instruction never goes on to the next one.
pub(crate) fn ends(bytecode: &Bytecode) -> bool {
    use Bytecode::*;
    matches!(
        bytecode,
        Goto(_)
            | Goto_w(_)
            | Tableswitch(_)
            | Lookupswitch(_)
            | Ireturn
            | Lreturn
            | Freturn
            | Dreturn
            | Areturn
            | Return
            | Athrow
            | Ret(_)
            | Ret_w(_)
    )
}

/// The byte offset of each instruction, and at the end the length of the code.
pub(crate) fn byte_offsets(code: &[Bytecode]) -> Vec<u32> {
    let mut offsets = Vec::with_capacity(code.len() + 1);
    let mut offset = 0u32;
    for bytecode in code {
        offsets.push(offset);
        offset += byte_length(bytecode, offset);
    }
    offsets.push(offset);
    offsets
}

fn byte_length(bytecode: &Bytecode, offset: u32) -> u32 {
    use Bytecode::*;
    let padding = 3 - offset % 4;
    match bytecode {
        Bipush(_) | Ldc(_) | Iload(_) | Lload(_) | Fload(_) | Dload(_) | Aload(_) | Istore(_)
        | Lstore(_) | Fstore(_) | Dstore(_) | Astore(_) | Ret(_) | Newarray(_) => 2,
        Sipush(_) | Ldc_w(_) | Ldc2_w(_) | Iinc(..) | Ifeq(_) | Ifne(_) | Iflt(_) | Ifge(_)
        | Ifgt(_) | Ifle(_) | If_icmpeq(_) | If_icmpne(_) | If_icmplt(_) | If_icmpge(_)
        | If_icmpgt(_) | If_icmple(_) | If_acmpeq(_) | If_acmpne(_) | Goto(_) | Jsr(_)
        | Ifnull(_) | Ifnonnull(_) | Getstatic(_) | Putstatic(_) | Getfield(_) | Putfield(_)
        | Invokevirtual(_) | Invokespecial(_) | Invokestatic(_) | New(_) | Anewarray(_)
        | Checkcast(_) | Instanceof(_) => 3,
        Iload_w(_) | Lload_w(_) | Fload_w(_) | Dload_w(_) | Aload_w(_) | Istore_w(_)
        | Lstore_w(_) | Fstore_w(_) | Dstore_w(_) | Astore_w(_) | Ret_w(_) | Multianewarray(..) => {
            4
        }
        Invokeinterface(..) | Invokedynamic(_) | Goto_w(_) | Jsr_w(_) => 5,
        Iinc_w(..) => 6,
        Tableswitch(switch) => 1 + padding + 12 + 4 * switch.offsets.len() as u32,
        Lookupswitch(switch) => 1 + padding + 8 + 8 * switch.pairs.len() as u32,
        _ => 1,
    }
}
