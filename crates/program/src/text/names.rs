//! Words of the text form that the writer and the reader share.

use crate::instruction::{BinaryOperator, Condition, InvokeKind, UnaryOperator};
use crate::kind::Kind;

macro_rules! words {
    ($(#[$doc:meta])* $table:ident, $type:ty, { $($value:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        pub(crate) const $table: &[(<$type as Worded>::Value, &str)] =
            &[$((<$type as Worded>::Value::$value, $word)),*];
    };
}

/// Lets `words!` name a type once.
pub(crate) trait Worded {
    type Value;
}

impl Worded for BinaryOperator {
    type Value = BinaryOperator;
}

impl Worded for UnaryOperator {
    type Value = UnaryOperator;
}

impl Worded for Condition {
    type Value = Condition;
}

impl Worded for InvokeKind {
    type Value = InvokeKind;
}

impl Worded for Kind {
    type Value = Kind;
}

words!(
    /// Binary operators.
    BINARY, BinaryOperator, {
        IAdd = "iadd", ISub = "isub", IMul = "imul", IDiv = "idiv", IRem = "irem",
        IAnd = "iand", IOr = "ior", IXor = "ixor", IShl = "ishl", IShr = "ishr", IUshr = "iushr",
        LAdd = "ladd", LSub = "lsub", LMul = "lmul", LDiv = "ldiv", LRem = "lrem",
        LAnd = "land", LOr = "lor", LXor = "lxor", LShl = "lshl", LShr = "lshr", LUshr = "lushr",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
        DAdd = "dadd", DSub = "dsub", DMul = "dmul", DDiv = "ddiv", DRem = "drem",
        LCompare = "lcmp", FCompareLess = "fcmpl", FCompareGreater = "fcmpg",
        DCompareLess = "dcmpl", DCompareGreater = "dcmpg",
    }
);

words!(
    /// Unary operators.
    UNARY, UnaryOperator, {
        INeg = "ineg", LNeg = "lneg", FNeg = "fneg", DNeg = "dneg",
        IntToLong = "i2l", IntToFloat = "i2f", IntToDouble = "i2d",
        IntToByte = "i2b", IntToChar = "i2c", IntToShort = "i2s",
        LongToInt = "l2i", LongToFloat = "l2f", LongToDouble = "l2d",
        FloatToInt = "f2i", FloatToLong = "f2l", FloatToDouble = "f2d",
        DoubleToInt = "d2i", DoubleToLong = "d2l", DoubleToFloat = "d2f",
    }
);

words!(
    /// Conditions.
    CONDITIONS, Condition, {
        Equal = "==", NotEqual = "!=", Less = "<", GreaterEqual = ">=", Greater = ">",
        LessEqual = "<=",
    }
);

words!(
    /// Kinds of calls.
    CALLS, InvokeKind, {
        Static = "static", Special = "special", Virtual = "virtual", Interface = "interface",
    }
);

words!(
    /// Kinds of array elements.
    KINDS, Kind, {
        Boolean = "boolean", Byte = "byte", Char = "char", Short = "short", Int = "int",
        Long = "long", Float = "float", Double = "double", Reference = "reference",
    }
);

/// Access flags of classes.
pub(crate) const CLASS_FLAGS: &[(u16, &str)] = &[
    (0x0001, "public"),
    (0x0002, "private"),
    (0x0004, "protected"),
    (0x0008, "static"),
    (0x0010, "final"),
    (0x0200, "interface"),
    (0x0400, "abstract"),
    (0x1000, "synthetic"),
    (0x2000, "annotation"),
    (0x4000, "enum"),
];

/// Access flags of fields.
pub(crate) const FIELD_FLAGS: &[(u16, &str)] = &[
    (0x0001, "public"),
    (0x0002, "private"),
    (0x0004, "protected"),
    (0x0008, "static"),
    (0x0010, "final"),
    (0x0040, "volatile"),
    (0x0080, "transient"),
    (0x1000, "synthetic"),
    (0x4000, "enum"),
];

/// Access flags of methods.
pub(crate) const METHOD_FLAGS: &[(u16, &str)] = &[
    (0x0001, "public"),
    (0x0002, "private"),
    (0x0004, "protected"),
    (0x0008, "static"),
    (0x0010, "final"),
    (0x0020, "synchronized"),
    (0x0040, "bridge"),
    (0x0080, "varargs"),
    (0x0100, "native"),
    (0x0400, "abstract"),
    (0x0800, "strict"),
    (0x1000, "synthetic"),
];

/// The word of a value.
pub(crate) fn word<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    let found = table.iter().find(|(other, _)| other == value);
    found
        .map(|(_, word)| *word)
        .expect("every value has a word")
}

/// The value of a word.
pub(crate) fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table
        .iter()
        .find(|(_, other)| *other == word)
        .map(|(value, _)| *value)
}

/// The letter of a register's kind.
pub(crate) fn letter(kind: Kind) -> char {
    match kind.register() {
        Kind::Long => 'l',
        Kind::Float => 'f',
        Kind::Double => 'd',
        Kind::Reference => 'a',
        _ => 'i',
    }
}

/// The kind of a letter.
pub(crate) fn kind_of_letter(letter: char) -> Option<Kind> {
    Some(match letter {
        'a' => Kind::Reference,
        'i' => Kind::Int,
        'l' => Kind::Long,
        'f' => Kind::Float,
        'd' => Kind::Double,
        _ => return None,
    })
}
