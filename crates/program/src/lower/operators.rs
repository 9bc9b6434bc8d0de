//! Tables of the bytecode's constants, operators and conditions.

use ristretto_classfile::attributes::Instruction as Bytecode;

use crate::instruction::{BinaryOperator as Op, Condition, UnaryOperator as Un};
use crate::kind::Kind;
use crate::lower::stack::Entry;

use Kind::{Double, Float, Int, Long, Reference};

/// What a conditional jump compares: one value with zero, or two.
pub(crate) struct Compared {
    pub(crate) kind: Kind,
    pub(crate) two: bool,
}

pub(crate) fn simple_constant(bytecode: &Bytecode) -> Option<Entry> {
    use Bytecode::*;
    let int = |value: i32| Entry::constant(Int, i64::from(value) as u64);
    Some(match bytecode {
        Aconst_null => Entry::constant(Reference, 0),
        Iconst_m1 => int(-1),
        Iconst_0 => int(0),
        Iconst_1 => int(1),
        Iconst_2 => int(2),
        Iconst_3 => int(3),
        Iconst_4 => int(4),
        Iconst_5 => int(5),
        Bipush(value) => int(i32::from(*value)),
        Sipush(value) => int(i32::from(*value)),
        Lconst_0 => Entry::constant(Long, 0),
        Lconst_1 => Entry::constant(Long, 1),
        Fconst_0 => Entry::constant(Float, 0),
        Fconst_1 => Entry::constant(Float, u64::from(1f32.to_bits())),
        Fconst_2 => Entry::constant(Float, u64::from(2f32.to_bits())),
        Dconst_0 => Entry::constant(Double, 0),
        Dconst_1 => Entry::constant(Double, 1f64.to_bits()),
        _ => return None,
    })
}

pub(crate) fn binary_operator(bytecode: &Bytecode) -> Option<(Op, [Kind; 2], Kind)> {
    use Bytecode::*;
    Some(match bytecode {
        Iadd => (Op::IAdd, [Int, Int], Int),
        Isub => (Op::ISub, [Int, Int], Int),
        Imul => (Op::IMul, [Int, Int], Int),
        Idiv => (Op::IDiv, [Int, Int], Int),
        Irem => (Op::IRem, [Int, Int], Int),
        Iand => (Op::IAnd, [Int, Int], Int),
        Ior => (Op::IOr, [Int, Int], Int),
        Ixor => (Op::IXor, [Int, Int], Int),
        Ishl => (Op::IShl, [Int, Int], Int),
        Ishr => (Op::IShr, [Int, Int], Int),
        Iushr => (Op::IUshr, [Int, Int], Int),
        Ladd => (Op::LAdd, [Long, Long], Long),
        Lsub => (Op::LSub, [Long, Long], Long),
        Lmul => (Op::LMul, [Long, Long], Long),
        Ldiv => (Op::LDiv, [Long, Long], Long),
        Lrem => (Op::LRem, [Long, Long], Long),
        Land => (Op::LAnd, [Long, Long], Long),
        Lor => (Op::LOr, [Long, Long], Long),
        Lxor => (Op::LXor, [Long, Long], Long),
        Lshl => (Op::LShl, [Long, Int], Long),
        Lshr => (Op::LShr, [Long, Int], Long),
        Lushr => (Op::LUshr, [Long, Int], Long),
        Fadd => (Op::FAdd, [Float, Float], Float),
        Fsub => (Op::FSub, [Float, Float], Float),
        Fmul => (Op::FMul, [Float, Float], Float),
        Fdiv => (Op::FDiv, [Float, Float], Float),
        Frem => (Op::FRem, [Float, Float], Float),
        Dadd => (Op::DAdd, [Double, Double], Double),
        Dsub => (Op::DSub, [Double, Double], Double),
        Dmul => (Op::DMul, [Double, Double], Double),
        Ddiv => (Op::DDiv, [Double, Double], Double),
        Drem => (Op::DRem, [Double, Double], Double),
        Lcmp => (Op::LCompare, [Long, Long], Int),
        Fcmpl => (Op::FCompareLess, [Float, Float], Int),
        Fcmpg => (Op::FCompareGreater, [Float, Float], Int),
        Dcmpl => (Op::DCompareLess, [Double, Double], Int),
        Dcmpg => (Op::DCompareGreater, [Double, Double], Int),
        _ => return None,
    })
}

pub(crate) fn unary_operator(bytecode: &Bytecode) -> Option<(Un, Kind, Kind)> {
    use Bytecode::*;
    Some(match bytecode {
        Ineg => (Un::INeg, Int, Int),
        Lneg => (Un::LNeg, Long, Long),
        Fneg => (Un::FNeg, Float, Float),
        Dneg => (Un::DNeg, Double, Double),
        I2l => (Un::IntToLong, Int, Long),
        I2f => (Un::IntToFloat, Int, Float),
        I2d => (Un::IntToDouble, Int, Double),
        I2b => (Un::IntToByte, Int, Int),
        I2c => (Un::IntToChar, Int, Int),
        I2s => (Un::IntToShort, Int, Int),
        L2i => (Un::LongToInt, Long, Int),
        L2f => (Un::LongToFloat, Long, Float),
        L2d => (Un::LongToDouble, Long, Double),
        F2i => (Un::FloatToInt, Float, Int),
        F2l => (Un::FloatToLong, Float, Long),
        F2d => (Un::FloatToDouble, Float, Double),
        D2i => (Un::DoubleToInt, Double, Int),
        D2l => (Un::DoubleToLong, Double, Long),
        D2f => (Un::DoubleToFloat, Double, Float),
        _ => return None,
    })
}

pub(crate) fn condition_of(bytecode: &Bytecode) -> Option<(Condition, Compared, u16)> {
    use Bytecode::*;
    use Condition::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let zero = Compared {
        kind: Int,
        two: false,
    };
    let ints = Compared {
        kind: Int,
        two: true,
    };
    let references = Compared {
        kind: Reference,
        two: true,
    };
    let null = Compared {
        kind: Reference,
        two: false,
    };
    Some(match bytecode {
        Ifeq(target) => (Equal, zero, *target),
        Ifne(target) => (NotEqual, zero, *target),
        Iflt(target) => (Less, zero, *target),
        Ifge(target) => (GreaterEqual, zero, *target),
        Ifgt(target) => (Greater, zero, *target),
        Ifle(target) => (LessEqual, zero, *target),
        If_icmpeq(target) => (Equal, ints, *target),
        If_icmpne(target) => (NotEqual, ints, *target),
        If_icmplt(target) => (Less, ints, *target),
        If_icmpge(target) => (GreaterEqual, ints, *target),
        If_icmpgt(target) => (Greater, ints, *target),
        If_icmple(target) => (LessEqual, ints, *target),
        If_acmpeq(target) => (Equal, references, *target),
        If_acmpne(target) => (NotEqual, references, *target),
        Ifnull(target) => (Equal, null, *target),
        Ifnonnull(target) => (NotEqual, null, *target),
        _ => return None,
    })
}
