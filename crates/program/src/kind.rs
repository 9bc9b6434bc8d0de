//! Kinds of values, as the JVM distinguishes them in fields and arrays.

/// The kind of a field, array element, parameter or result. Registers only ever have the kinds
/// `Int`, `Long`, `Float`, `Double` and `Reference`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// Any class, interface or array type.
    Reference,
}

impl Kind {
    /// The kind of the register that holds such a value.
    pub fn register(self) -> Kind {
        match self {
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Kind::Int,
            Kind::Long | Kind::Float | Kind::Double | Kind::Reference => self,
        }
    }

    /// The kind that a descriptor starting with this character has; `None` for `V` and nonsense.
    pub fn of_descriptor(first: u8) -> Option<Kind> {
        Some(match first {
            b'Z' => Kind::Boolean,
            b'B' => Kind::Byte,
            b'C' => Kind::Char,
            b'S' => Kind::Short,
            b'I' => Kind::Int,
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Reference,
            _ => return None,
        })
    }
}

/// How the accesses to a field are ordered. It decides who can notice an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FieldAccess {
    /// An ordinary field.
    Plain,
    /// A `volatile` field.
    Volatile,
    /// A `final` field: written during construction (or class initialisation) only.
    Final,
}
