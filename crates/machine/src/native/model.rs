//! What of the JDK is noise, and what stands for it.

use super::java::util;
use super::{Native, nothing};

/// Classes that are used without running their initialisers: those start threads, or prepare the
/// JDK's own machinery for what Heddle does itself.
pub(crate) const SKIPPED: &[&str] = &[
    "java/lang/ref/Reference",
    "java/lang/ref/Finalizer",
    "java/lang/invoke/MethodHandles",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/VarHandle",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/ClassLoader",
    "jdk/internal/loader/BootLoader",
    "jdk/internal/loader/ClassLoaders",
    "jdk/internal/loader/BuiltinClassLoader",
    "java/io/FileDescriptor",
];

/// Small natives of many classes: class, name, descriptor, code.
pub(crate) const NATIVES: &[(&str, &str, &str, Native)] = &[
    // Bookkeeping of threads that nothing but the bookkeeping reads.
    (
        "java/util/concurrent/locks/LockSupport",
        "setBlocker",
        "*",
        nothing,
    ),
    (
        "java/util/concurrent/locks/LockSupport",
        "setCurrentBlocker",
        "*",
        nothing,
    ),
    // The collector never does anything.
    ("java/lang/ref/Finalizer", "register", "*", nothing),
    ("java/lang/ref/Reference", "refersTo0", "*", util::refers_to),
    (
        "java/lang/ref/PhantomReference",
        "refersTo0",
        "*",
        util::refers_to,
    ),
    (
        "java/lang/ref/Reference",
        "clear0",
        "*",
        util::clear_reference,
    ),
    (
        "java/lang/ref/PhantomReference",
        "clear0",
        "*",
        util::clear_reference,
    ),
    ("java/lang/ref/Cleaner", "create", "*", util::new_cleaner),
    // There is no security manager.
    (
        "java/security/AccessController",
        "getStackAccessControlContext",
        "*",
        nothing,
    ),
    (
        "java/security/AccessController",
        "getInheritedAccessControlContext",
        "*",
        nothing,
    ),
    ("java/security/AccessController", "getContext", "*", nothing),
    (
        "java/security/AccessController",
        "checkPermission",
        "*",
        nothing,
    ),
    (
        "java/security/AccessController",
        "ensureMaterializedForStackWalk",
        "*",
        nothing,
    ),
    (
        "java/security/AccessController",
        "doPrivileged",
        "*",
        util::do_privileged,
    ),
    (
        "java/security/AccessController",
        "doPrivilegedWithCombiner",
        "*",
        util::do_privileged,
    ),
    // Seeds.
    ("java/util/Random", "seedUniquifier", "*", util::seed),
    (
        "java/util/concurrent/ThreadLocalRandom",
        "localInit",
        "*",
        util::local_random,
    ),
    // Words at a time, or element by element: it makes no difference.
    (
        "jdk/internal/util/ArraysSupport",
        "vectorizedMismatch",
        "*",
        util::no_mismatch_yet,
    ),
    (
        "java/util/concurrent/atomic/AtomicLong",
        "VMSupportsCS8",
        "*",
        super::yes,
    ),
    // Modules and packages.
    ("java/lang/Module", "isExported", "*", super::yes),
    ("java/lang/Module", "isOpen", "*", super::yes),
    ("java/lang/Module", "canRead", "*", super::yes),
    ("java/lang/Module", "isNamed", "*", nothing),
    ("java/lang/Module", "getName", "*", nothing),
    ("java/lang/Module", "addReads", "*", util::receiver),
    ("java/lang/Module", "addExports", "*", util::receiver),
    ("java/lang/Module", "addOpens", "*", util::receiver),
    ("java/lang/Module", "addUses", "*", util::receiver),
    ("java/lang/Module", "implAddReads", "*", nothing),
    ("java/lang/Module", "implAddExports", "*", nothing),
    ("java/lang/Module", "implAddOpens", "*", nothing),
    ("java/lang/ClassLoader", "registerNatives", "*", nothing),
    (
        "java/lang/ClassLoader",
        "getSystemClassLoader",
        "*",
        util::system_loader,
    ),
    (
        "java/lang/ClassLoader",
        "getPlatformClassLoader",
        "*",
        util::system_loader,
    ),
    ("java/lang/ClassLoader", "getClassLoader", "*", nothing),
    ("java/lang/ClassLoader", "loadClass", "*", util::load_class),
    ("java/lang/ClassLoader", "findLoadedClass0", "*", nothing),
    ("java/lang/ClassLoader", "getResource", "*", nothing),
    ("java/lang/ClassLoader", "getResourceAsStream", "*", nothing),
    ("java/lang/Class", "getResource", "*", nothing),
    ("java/lang/Class", "getResourceAsStream", "*", nothing),
    (
        "java/text/DecimalFormatSymbols",
        "initialize",
        "*",
        util::number_symbols,
    ),
];

/// Methods that a static method of a support class replaces: class, name, descriptor, and the
/// support class with the method's name. The receiver, if any, is its first argument.
pub(crate) const REPLACED: &[(&str, &str, &str, (&str, &str))] = &[
    (
        "java/lang/Enum",
        "valueOf",
        "*",
        ("heddle/runtime/Library", "enumValueOf"),
    ),
    (
        "java/lang/ref/Cleaner",
        "register",
        "*",
        ("heddle/runtime/Library", "registerCleaner"),
    ),
    (
        "java/text/DecimalFormatSymbols",
        "getInstance",
        "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
        ("heddle/runtime/Library", "numberSymbols"),
    ),
    (
        "java/text/NumberFormat",
        "getInstance",
        "(Ljava/util/Locale;Ljava/text/NumberFormat$Style;I)Ljava/text/NumberFormat;",
        ("heddle/runtime/Library", "numberFormat"),
    ),
    (
        "java/lang/ThreadGroup",
        "interrupt",
        "()V",
        ("heddle/runtime/Library", "interruptGroup"),
    ),
    (LOOKUP, "findVirtual", "*", (HANDLES, "findVirtual")),
    (LOOKUP, "findStatic", "*", (HANDLES, "findStatic")),
    (LOOKUP, "findConstructor", "*", (HANDLES, "findConstructor")),
    (LOOKUP, "findSpecial", "*", (HANDLES, "findSpecial")),
    (LOOKUP, "findGetter", "*", (HANDLES, "findGetter")),
    (LOOKUP, "findSetter", "*", (HANDLES, "findSetter")),
    (
        LOOKUP,
        "findStaticGetter",
        "*",
        (HANDLES, "findStaticGetter"),
    ),
    (
        LOOKUP,
        "findStaticSetter",
        "*",
        (HANDLES, "findStaticSetter"),
    ),
    (LOOKUP, "unreflect", "*", (HANDLES, "unreflect")),
    (
        LOOKUP,
        "unreflectConstructor",
        "*",
        (HANDLES, "unreflectConstructor"),
    ),
    (HANDLE, "bindTo", "*", (HANDLES, "bindTo")),
    (
        "java/lang/invoke/MethodHandles",
        "insertArguments",
        "*",
        (HANDLES, "insertArguments"),
    ),
];

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const HANDLES: &str = "heddle/runtime/Handles";

/// Classes whose static final arrays are tables: filled by the initialiser and never written again,
/// so that reading them needs no stop.
pub(crate) const TABLES: &[&str] = &[
    "java/lang/Integer",
    "java/lang/Integer$IntegerCache",
    "java/lang/Long",
    "java/lang/Long$LongCache",
    "java/lang/Short$ShortCache",
    "java/lang/Byte$ByteCache",
    "java/lang/Character$CharacterCache",
    "java/lang/Character$UnicodeBlock",
    "java/lang/Character$UnicodeScript",
    "java/lang/CharacterDataLatin1",
    "java/lang/CharacterData00",
    "java/lang/CharacterData01",
    "java/lang/CharacterData0E",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/Math",
    "java/lang/FdLibm",
    "java/lang/StackTraceElement",
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/math/MutableBigInteger",
    "java/math/MathContext",
    "java/math/BigDecimal$LongOverflow",
    "java/util/HexFormat",
    "java/util/UUID",
    "java/util/Formatter",
    "java/util/Base64$Encoder",
    "java/util/Base64$Decoder",
    "java/util/concurrent/TimeUnit",
    "java/time/Month",
    "java/time/DayOfWeek",
    "java/time/LocalTime",
    "jdk/internal/math/FloatingDecimal",
    "jdk/internal/math/FloatingDecimal$BinaryToASCIIBuffer",
    "jdk/internal/math/FloatingDecimal$ASCIIToBinaryBuffer",
    "jdk/internal/math/FDBigInteger",
    "jdk/internal/math/FormattedFloatingDecimal",
    "jdk/internal/math/MathUtils",
    "jdk/internal/math/DoubleToDecimal",
    "jdk/internal/math/FloatToDecimal",
    "jdk/internal/util/DecimalDigits",
    "jdk/internal/util/OctalDigits",
    "jdk/internal/util/HexDigits",
    "jdk/internal/util/random/RandomSupport",
];

/// Whether a static field is such a table: of the classes above, or made by the compiler for enums
/// and switches over them.
pub(crate) fn is_table(class: &program::Class, field: &program::Field) -> bool {
    let fixed = field.is_static && field.access_flags & 0x10 != 0;
    let made = field.access_flags & 0x1000 != 0
        && ["$VALUES", "$SwitchMap$", "ENUM$VALUES"]
            .iter()
            .any(|prefix| field.name.starts_with(prefix));
    let listed = class.is_library && TABLES.contains(&&*class.name);
    fixed && field.descriptor.starts_with('[') && (made || listed)
}
