//! Natives below `java.*`.

use super::registry::Natives;

pub(super) mod io;
pub(super) mod lang;
pub(super) mod util;

/// Every class with natives.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    ("java/io/FileInputStream", io::FILE_INPUT),
    ("java/io/FileDescriptor", io::FILE_DESCRIPTOR),
    ("java/io/FileCleanable", io::FILE_CLEANABLE),
    ("java/lang/Object", lang::object::NATIVES),
    ("java/lang/Class", lang::class::NATIVES),
    ("java/lang/System", lang::system::SYSTEM),
    ("java/lang/Runtime", lang::system::RUNTIME),
    ("java/lang/Shutdown", lang::system::SHUTDOWN),
    ("java/lang/String", lang::string::STRING),
    ("java/lang/StringUTF16", lang::string::UTF16),
    ("java/lang/Thread", lang::thread::NATIVES),
    ("java/lang/Thread$ThreadNumbering", lang::thread::NUMBERING),
    (
        "java/lang/Thread$ThreadIdentifiers",
        lang::thread::IDENTIFIERS,
    ),
    ("java/lang/ThreadGroup", lang::thread_group::NATIVES),
    ("java/lang/Throwable", lang::throwable::THROWABLE),
    (
        "java/lang/NullPointerException",
        lang::null_message::NATIVES,
    ),
    (
        "java/lang/StackTraceElement",
        lang::throwable::STACK_TRACE_ELEMENT,
    ),
    ("java/lang/StrictMath", lang::math::STRICT_MATH),
    ("java/lang/Math", lang::math::MATH),
    ("java/lang/Float", lang::math::FLOAT),
    ("java/lang/Double", lang::math::DOUBLE),
    (
        "java/lang/invoke/MethodHandles",
        lang::invoke::lookup::METHOD_HANDLES,
    ),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        lang::invoke::lookup::NATIVES,
    ),
    (
        "java/lang/invoke/VarHandle",
        lang::invoke::var_handle::NATIVES,
    ),
    ("java/lang/reflect/Array", lang::reflect::array::NATIVES),
    ("java/lang/reflect/Field", lang::reflect::field::NATIVES),
    ("java/lang/reflect/Method", lang::reflect::method::METHOD),
    (
        "java/lang/reflect/Constructor",
        lang::reflect::method::CONSTRUCTOR,
    ),
    (
        "java/lang/reflect/Executable",
        lang::reflect::method::EXECUTABLE,
    ),
    (
        "java/lang/reflect/AccessibleObject",
        lang::reflect::method::ACCESSIBLE,
    ),
];
