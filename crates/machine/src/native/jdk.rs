//! Natives below `jdk.*`.

use super::registry::Natives;

pub(super) mod internal;

/// Every class with natives.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    (
        "jdk/internal/misc/Unsafe",
        internal::misc::unsafe_access::NATIVES,
    ),
    ("jdk/internal/misc/VM", internal::misc::VM),
    ("jdk/internal/misc/CDS", internal::misc::CDS),
    ("jdk/internal/misc/Signal", internal::misc::SIGNAL),
    (
        "jdk/internal/misc/ScopedMemoryAccess",
        internal::misc::SCOPED_MEMORY_ACCESS,
    ),
    (
        "jdk/internal/reflect/Reflection",
        internal::reflect::REFLECTION,
    ),
    (
        "jdk/internal/reflect/ConstantPool",
        internal::reflect::CONSTANT_POOL,
    ),
];
