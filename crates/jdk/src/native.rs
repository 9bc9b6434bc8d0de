//! What natives of the library do with references.
//!
//! Every native that is known is listed here by its effect. A native that is not listed counts as unknown
//! code. The effects are those that the class library's documentation gives the methods.

use crate::atomic::Access;

/// What a native does with references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It keeps nothing; what it gives is new, or of the library.
    Result,
    /// It keeps nothing and gives null.
    Null,
    /// It gives this argument.
    Argument(usize),
    /// It gives the running thread.
    CurrentThread,
    /// It starts a thread.
    Start,
    /// `System.arraycopy`
    ArrayCopy,
    /// `Object.clone`
    Clone,
    /// `Object.getClass`
    GetClass,
    /// The constants of an enum.
    Constants,
    /// The class of an array's elements.
    Element,
    /// A new array of the class that the argument mirrors.
    NewArray,
    /// A new array of bytes or characters.
    NewBytes,
    /// It runs its first argument.
    Privileged,
    /// An accessor of `Unsafe`.
    Access,
    /// It sets a static field of its class from its first argument.
    SetStatic(&'static str),
    /// `MethodHandles.Lookup.findVarHandle` and `findStaticVarHandle`
    FindHandle,
    /// Anything.
    Unknown,
}

/// The effect of a native of the library.
pub fn effect(class: &str, name: &str, descriptor: &str) -> Effect {
    match (class, name) {
        (_, "registerNatives" | "initIDs" | "initNative") => Effect::Result,
        ("java/lang/System", "getSecurityManager")
        | (
            "java/lang/Class",
            "getClassLoader" | "getClassLoader0" | "getProtectionDomain0" | "getSigners",
        )
        | (
            "java/security/AccessController",
            "getStackAccessControlContext" | "getInheritedAccessControlContext" | "getContext",
        )
        | ("java/lang/Thread", "scopedValueCache") => Effect::Null,
        ("java/lang/Object", "clone") => Effect::Clone,
        ("java/lang/Object", "getClass") => Effect::GetClass,
        ("java/lang/Thread", "start" | "start0") => Effect::Start,
        ("java/lang/Thread", "currentThread" | "currentCarrierThread") => Effect::CurrentThread,
        ("java/lang/System", "arraycopy") => Effect::ArrayCopy,
        ("java/lang/System", "setOut0") => Effect::SetStatic("out"),
        ("java/lang/System", "setErr0") => Effect::SetStatic("err"),
        ("java/lang/System", "setIn0") => Effect::SetStatic("in"),
        ("java/lang/Class", "getEnumConstants" | "getEnumConstantsShared") => Effect::Constants,
        ("java/lang/Class", "getComponentType" | "componentType" | "elementType") => {
            Effect::Element
        }
        ("java/lang/reflect/Array", "newArray") => Effect::NewArray,
        (
            "jdk/internal/misc/Unsafe",
            "allocateUninitializedArray" | "allocateUninitializedArray0",
        ) => Effect::NewBytes,
        ("java/lang/Class", "cast") => Effect::Argument(1),
        ("java/lang/Class", "newInstance") => Effect::Unknown,
        ("java/lang/Throwable", "fillInStackTrace") => Effect::Argument(0),
        ("java/lang/Module", "addReads" | "addExports" | "addOpens" | "addUses") => {
            Effect::Argument(0)
        }
        ("java/security/AccessController", "doPrivileged" | "doPrivilegedWithCombiner") => {
            Effect::Privileged
        }
        ("jdk/internal/misc/Unsafe", "allocateInstance") => Effect::Unknown,
        ("jdk/internal/misc/Unsafe", _)
            if descriptor.starts_with("(Ljava/lang/Object;J")
                && Access::of_name(name).is_some() =>
        {
            Effect::Access
        }
        ("jdk/internal/misc/Unsafe", _) => Effect::Result,
        ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle" | "findStaticVarHandle") => {
            Effect::FindHandle
        }
        (
            "java/lang/invoke/MethodHandles" | "java/lang/invoke/MethodHandles$Lookup",
            "lookup"
            | "publicLookup"
            | "privateLookupIn"
            | "in"
            | "arrayElementVarHandle"
            | "byteArrayViewVarHandle",
        ) => Effect::Result,
        ("java/lang/invoke/VarHandle", _) => Effect::Result,
        ("java/lang/reflect/Array", "multiNewArray" | "getLength") => Effect::Result,
        ("java/lang/reflect/AccessibleObject", _) => Effect::Result,
        ("java/lang/ref/Finalizer" | "java/lang/ref/Reference", _)
        | ("java/lang/ref/PhantomReference", _) => Effect::Result,
        ("java/lang/ref/Cleaner", "create") => Effect::Result,
        (
            "java/lang/Object"
            | "java/lang/Class"
            | "java/lang/System"
            | "java/lang/Runtime"
            | "java/lang/Shutdown"
            | "java/lang/String"
            | "java/lang/StringUTF16"
            | "java/lang/Thread"
            | "java/lang/Thread$ThreadNumbering"
            | "java/lang/Thread$ThreadIdentifiers"
            | "java/lang/ThreadGroup"
            | "java/lang/Throwable"
            | "java/lang/NullPointerException"
            | "java/lang/StackTraceElement"
            | "java/lang/StrictMath"
            | "java/lang/Math"
            | "java/lang/Float"
            | "java/lang/Double"
            | "java/lang/ProcessEnvironment"
            | "java/lang/Module"
            | "java/lang/ClassLoader"
            | "java/lang/ScopedValue$Cache"
            | "java/security/AccessController"
            | "heddle/Heddle",
            _,
        ) => Effect::Result,
        _ if SILENT.iter().any(|it| class.starts_with(it)) => Effect::Result,
        _ => Effect::Unknown,
    }
}

/// Packages whose natives keep no references.
pub const SILENT: &[&str] = &[
    "java/io/",
    "java/util/zip/",
    "java/util/Random",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/LockSupport",
    "java/text/",
    "jdk/internal/misc/",
    "jdk/internal/vm/",
    "jdk/internal/event/",
    "jdk/internal/loader/",
    "jdk/internal/util/",
    "sun/nio/",
    "sun/security/",
    "heddle/runtime/Console",
    "heddle/runtime/Fixed",
];
