//! The instruction set: one flat register code that the interpreter runs and every analysis reads.
//!
//! Values in registers: `Int` is a sign-extended 32-bit number, `Float` and `Double` are their bit
//! patterns, `Reference` is a heap name (0 is null). An instruction either completes, or throws and
//! then has had no effect. Where Java would throw (null, bounds, division, casts, negative sizes,
//! array stores, linkage), the instruction throws; nothing is checked by separate instructions.
//!
//! Synchronized methods have explicit `MonitorEnter` and `MonitorExit` instructions with a
//! catch-all handler. A `pc` is an index into [`Body::code`](crate::Body::code).

use crate::body::Operands;
use crate::ids::{ClassId, FieldId, MethodId, Register, StringId};
use crate::kind::{FieldAccess, Kind};

/// One instruction. Kept within 16 bytes: it is read in the innermost loop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant's comment names its fields")]
pub enum Instruction {
    /// `target = value`, for every kind but references (there 0 is null).
    Constant { target: Register, value: u64 },
    /// `target =` the interned string.
    ConstantString { target: Register, string: StringId },
    /// `target =` the `java.lang.Class` object.
    ConstantClass { target: Register, class: ClassId },
    /// `target =` the one instance of a synthesised class without state (a non-capturing lambda).
    ConstantSingleton { target: Register, class: ClassId },
    /// `target =` a `MethodType` or `MethodHandle` constant; `index` is into [`Body::dynamic`](crate::Body::dynamic).
    ConstantDynamic { target: Register, index: u32 },
    /// `target = source`
    Move { target: Register, source: Register },
    /// `target = left operator right`
    Binary {
        operator: BinaryOperator,
        target: Register,
        left: Register,
        right: Register,
    },
    /// `target = left operator constant`, for int operators only.
    BinaryConstant {
        operator: BinaryOperator,
        target: Register,
        left: Register,
        right: i32,
    },
    /// `target = operator source`
    Unary {
        operator: UnaryOperator,
        target: Register,
        source: Register,
    },
    /// Goes to `pc`.
    Jump { pc: u32 },
    /// Goes to `pc` if `left condition right`; ints or references.
    Branch {
        condition: Condition,
        left: Register,
        right: Register,
        pc: u32,
    },
    /// Goes to `pc` if `left condition right`; ints, or references against 0.
    BranchConstant {
        condition: Condition,
        left: Register,
        right: i32,
        pc: u32,
    },
    /// Goes where [`Body::switches`](crate::Body::switches) says.
    Switch { value: Register, table: u32 },
    /// Returns, with a value unless `source` is `NONE`.
    Return { source: Register },
    /// Throws.
    Throw { source: Register },
    /// `target =` a new object; may initialise the class first.
    New { target: Register, class: ClassId },
    /// `target =` a new array; `class` is the array's class.
    NewArray {
        target: Register,
        class: ClassId,
        length: Register,
    },
    /// `target =` nested new arrays; `class` is the outer array's class, one operand a dimension.
    NewMultiArray {
        target: Register,
        class: ClassId,
        lengths: Operands,
    },
    /// `target = array.length`
    ArrayLength { target: Register, array: Register },
    /// `target = array[index]`; `kind` is `Byte` for both bytes and booleans.
    ArrayLoad {
        kind: Kind,
        target: Register,
        array: Register,
        index: Register,
    },
    /// `array[index] = source`
    ArrayStore {
        kind: Kind,
        array: Register,
        index: Register,
        source: Register,
    },
    /// `target = object.field`; `slot` is the field's place in the object.
    GetField {
        target: Register,
        object: Register,
        slot: u16,
        kind: Kind,
        access: FieldAccess,
        field: FieldId,
    },
    /// `object.field = source`
    PutField {
        object: Register,
        source: Register,
        slot: u16,
        kind: Kind,
        access: FieldAccess,
        field: FieldId,
    },
    /// `target =` the static field; may initialise its class first.
    GetStatic {
        target: Register,
        slot: u16,
        kind: Kind,
        access: FieldAccess,
        field: FieldId,
    },
    /// The static field `= source`; may initialise its class first.
    PutStatic {
        source: Register,
        slot: u16,
        kind: Kind,
        access: FieldAccess,
        field: FieldId,
    },
    /// Throws `ClassCastException` unless `object` is null or an instance.
    CheckCast { object: Register, class: ClassId },
    /// `target = object instanceof class`
    InstanceOf {
        target: Register,
        object: Register,
        class: ClassId,
    },
    /// Calls. The receiver, if any, is the first argument. `target` is `NONE` for void.
    Invoke {
        kind: InvokeKind,
        target: Register,
        method: MethodId,
        arguments: Operands,
    },
    /// Calls a signature-polymorphic method (`MethodHandle.invokeExact`, `VarHandle.getVolatile`, …);
    /// `index` is into [`Body::dynamic`](crate::Body::dynamic), where a
    /// [`Dynamic::Polymorphic`](crate::body::Dynamic::Polymorphic) has the declared method and the
    /// descriptor at this call site.
    InvokePolymorphic {
        target: Register,
        index: u32,
        arguments: Operands,
    },
    /// An `invokedynamic` whose bootstrap method has no built-in meaning; `index` is into
    /// [`Body::dynamic`](crate::Body::dynamic).
    InvokeDynamic {
        target: Register,
        index: u32,
        arguments: Operands,
    },
    /// `target =` the concatenation. All arguments are non-null strings; in the recipe each U+0001
    /// stands for the next of them.
    Concat {
        target: Register,
        recipe: StringId,
        arguments: Operands,
    },
    /// Enters the monitor of `object`.
    MonitorEnter { object: Register },
    /// Leaves the monitor of `object`.
    MonitorExit { object: Register },
    /// Throws a new error of class `class` with this message: a linkage error found by lowering.
    Raise { class: ClassId, message: StringId },
    /// What Heddle can't run. Reaching it makes the verdict unknown.
    Unsupported { reason: StringId },
}

/// How the callee is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum InvokeKind {
    /// The method itself; may initialise its class first.
    Static,
    /// The method itself, on a receiver (constructors, private and super calls).
    Special,
    /// By the receiver's class.
    Virtual,
    /// By the receiver's class, through an interface.
    Interface,
}

/// Binary operators; the letter is the operands' kind. `Shl`, `Shr`, `Ushr` of longs have an int on
/// the right. `Compare…` give -1, 0 or 1; `Less`/`Greater` say what NaN counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are Java's operators")]
pub enum BinaryOperator {
    IAdd,
    ISub,
    IMul,
    IDiv,
    IRem,
    IAnd,
    IOr,
    IXor,
    IShl,
    IShr,
    IUshr,
    LAdd,
    LSub,
    LMul,
    LDiv,
    LRem,
    LAnd,
    LOr,
    LXor,
    LShl,
    LShr,
    LUshr,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    DAdd,
    DSub,
    DMul,
    DDiv,
    DRem,
    LCompare,
    FCompareLess,
    FCompareGreater,
    DCompareLess,
    DCompareGreater,
}

/// Unary operators: negation and conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are Java's conversions")]
pub enum UnaryOperator {
    INeg,
    LNeg,
    FNeg,
    DNeg,
    IntToLong,
    IntToFloat,
    IntToDouble,
    IntToByte,
    IntToChar,
    IntToShort,
    LongToInt,
    LongToFloat,
    LongToDouble,
    FloatToInt,
    FloatToLong,
    FloatToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
}

/// Conditions of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterEqual,
    Greater,
    LessEqual,
}

impl Condition {
    /// The condition that holds for `b, a` where this one does for `a, b`.
    pub fn swapped(self) -> Condition {
        match self {
            Condition::Equal => Condition::Equal,
            Condition::NotEqual => Condition::NotEqual,
            Condition::Less => Condition::Greater,
            Condition::GreaterEqual => Condition::LessEqual,
            Condition::Greater => Condition::Less,
            Condition::LessEqual => Condition::GreaterEqual,
        }
    }

    /// The condition that holds where this one does not.
    pub fn negated(self) -> Condition {
        match self {
            Condition::Equal => Condition::NotEqual,
            Condition::NotEqual => Condition::Equal,
            Condition::Less => Condition::GreaterEqual,
            Condition::GreaterEqual => Condition::Less,
            Condition::Greater => Condition::LessEqual,
            Condition::LessEqual => Condition::Greater,
        }
    }
}

const _: () = assert!(
    size_of::<Instruction>() <= 16,
    "instructions stay within 16 bytes"
);
