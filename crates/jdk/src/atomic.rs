//! What the methods of `Unsafe` and `VarHandle` do to memory, by their names.

/// What an atomic access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads.
    Get,
    /// Writes.
    Put,
    /// Compares and sets; gives whether it did.
    CompareAndSet,
    /// Compares and sets; gives what was there.
    CompareAndExchange,
    /// Writes, and gives what was there.
    GetAndSet,
    /// Adds, and gives what was there.
    GetAndAdd,
    /// Keeps the bits that are also in the operand, and gives what was there.
    GetAndAnd,
    /// Adds the bits of the operand, and gives what was there.
    GetAndOr,
    /// Turns the bits of the operand, and gives what was there.
    GetAndXor,
}

impl Access {
    /// The access that a method of `Unsafe` or `VarHandle` of this name makes.
    pub fn of_name(name: &str) -> Option<Access> {
        let starts = |prefix: &str| name.starts_with(prefix);
        Some(match () {
            () if starts("compareAndSet") || starts("weakCompareAndSet") => Access::CompareAndSet,
            () if starts("compareAndExchange") => Access::CompareAndExchange,
            () if starts("getAndSet") => Access::GetAndSet,
            () if starts("getAndAdd") => Access::GetAndAdd,
            () if starts("getAndBitwiseAnd") => Access::GetAndAnd,
            () if starts("getAndBitwiseOr") => Access::GetAndOr,
            () if starts("getAndBitwiseXor") => Access::GetAndXor,
            () if starts("getAnd") => return None,
            () if starts("get") => Access::Get,
            () if starts("put") || starts("set") => Access::Put,
            () => return None,
        })
    }

    /// Whether it writes.
    pub fn writes(self) -> bool {
        self != Access::Get
    }

    /// Whether it reads.
    pub fn reads(self) -> bool {
        self != Access::Put
    }

    /// How many value operands it has.
    pub fn values(self) -> usize {
        match self {
            Access::Get => 0,
            Access::Put
            | Access::GetAndSet
            | Access::GetAndAdd
            | Access::GetAndAnd
            | Access::GetAndOr
            | Access::GetAndXor => 1,
            Access::CompareAndSet | Access::CompareAndExchange => 2,
        }
    }
}

/// Whether accesses by a method of this name are ordinary ones.
pub fn is_plain(name: &str) -> bool {
    let modes = ["Volatile", "Acquire", "Release", "Opaque"];
    !name.contains("And") && !modes.iter().any(|it| name.contains(it))
}
