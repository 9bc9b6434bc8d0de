//! Small typed ids. Each indexes one table of the [`Program`](crate::Program).

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A class, interface, array class or primitive type.
    ClassId,
    u32
);
id!(
    /// A method, constructor or class initialiser.
    MethodId,
    u32
);
id!(
    /// A static or instance field.
    FieldId,
    u32
);
id!(
    /// A string constant, equal ids for equal text.
    StringId,
    u32
);
id!(
    /// A register of one body.
    Register,
    u16
);

impl Register {
    /// Stands where an instruction has no target.
    pub const NONE: Register = Register(u16::MAX);

    /// Whether this is a register at all.
    pub fn is_some(self) -> bool {
        self != Register::NONE
    }
}
