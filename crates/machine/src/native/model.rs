//! What of the JDK is noise, and what stands for it.

pub(crate) mod files;

use super::java::lang::class;
use super::java::lang::invoke::{call_site, method_handle};
use super::java::lang::reflect::serial;
use super::java::util;
use super::java::util::logging;
use super::java::util::zip;
use super::nothing;
use super::registry::Natives;

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
    "java/lang/Thread$ThreadIdentifiers",
    "java/lang/StackStreamFactory",
    "java/io/ObjectStreamClass$RecordSupport",
    "java/lang/Thread$ThreadNumbering",
    "jdk/internal/event/EventHelper",
    "sun/security/provider/NativePRNG",
    "sun/security/provider/NativePRNG$Blocking",
    "sun/security/provider/NativePRNG$NonBlocking",
    "sun/security/provider/SeedGenerator",
    "sun/nio/ch/FileChannelImpl",
];

/// Small natives of many classes.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    // Bookkeeping of threads that nobody reads, as a rule.
    (
        "java/util/concurrent/locks/LockSupport",
        &[
            ("setBlocker", "*", util::set_blocker),
            ("setCurrentBlocker", "*", util::set_blocker),
            ("getBlocker", "*", util::get_blocker),
        ],
    ),
    // Records of a log are not numbered where nobody asks for their numbers.
    (
        "java/util/logging/LogRecord",
        &[
            (
                "<init>",
                "(Ljava/util/logging/Level;Ljava/lang/String;)V",
                logging::new_record,
            ),
            ("getSequenceNumber", "()J", logging::sequence_number),
        ],
    ),
    // Method handles are direct ones, with arguments bound to them.
    ("java/lang/invoke/MethodHandles", method_handle::COMBINATORS),
    (HANDLE, method_handle::OF_HANDLES),
    (LOOKUP, method_handle::OF_LOOKUPS),
    ("java/lang/invoke/CallSite", method_handle::OF_CALL_SITES),
    ("java/lang/invoke/MutableCallSite", call_site::MUTABLE),
    ("java/lang/invoke/MethodHandleNatives", call_site::NATIVES),
    (
        "java/lang/invoke/MethodHandleProxies",
        &[("asInterfaceInstance", "*", method_handle::combinator)],
    ),
    // Virtual threads are threads.
    (
        "jdk/internal/vm/ContinuationSupport",
        &[
            ("isSupported", "*", nothing),
            ("isSupported0", "*", nothing),
        ],
    ),
    // Looked up anew each time: the cache would only make states differ.
    (
        "java/lang/ScopedValue$Cache",
        &[("put", "*", nothing), ("invalidate", "*", nothing)],
    ),
    // The collector never does anything.
    ("java/lang/Runtime", &[("runFinalization", "*", nothing)]),
    ("java/lang/ref/Finalizer", &[("register", "*", nothing)]),
    (
        "java/lang/ref/Reference",
        &[
            ("refersTo0", "*", util::refers_to),
            ("clear0", "*", util::clear_reference),
        ],
    ),
    (
        "java/lang/ref/PhantomReference",
        &[
            ("refersTo0", "*", util::refers_to),
            ("clear0", "*", util::clear_reference),
        ],
    ),
    (
        "java/lang/ref/Cleaner",
        &[("create", "*", util::new_cleaner)],
    ),
    // There is no security manager.
    (
        "java/security/AccessController",
        &[
            ("getStackAccessControlContext", "*", nothing),
            ("getInheritedAccessControlContext", "*", nothing),
            ("getContext", "*", nothing),
            ("checkPermission", "*", nothing),
            ("ensureMaterializedForStackWalk", "*", nothing),
            ("doPrivileged", "*", util::do_privileged),
            ("doPrivilegedWithCombiner", "*", util::do_privileged),
        ],
    ),
    (
        "jdk/internal/event/EventHelper",
        &[("isLoggingSecurity", "*", nothing)],
    ),
    (
        "java/lang/ProcessEnvironment",
        &[("environ", "*", util::no_environment)],
    ),
    // Objects that are made without their constructors.
    (
        "java/io/ObjectStreamClass",
        &[("hasStaticInitializer", "*", serial::has_static_initializer)],
    ),
    (
        "jdk/internal/reflect/ReflectionFactory",
        &[("generateConstructor", "*", serial::generate_constructor)],
    ),
    // Seeds.
    ("java/util/Random", &[("seedUniquifier", "*", util::seed)]),
    (
        "java/util/concurrent/ThreadLocalRandom",
        &[("localInit", "*", util::local_random)],
    ),
    (
        "sun/security/provider/NativePRNG",
        &[("isAvailable", "*", nothing)],
    ),
    (
        "sun/security/provider/NativePRNG$Blocking",
        &[("isAvailable", "*", nothing)],
    ),
    (
        "sun/security/provider/NativePRNG$NonBlocking",
        &[("isAvailable", "*", nothing)],
    ),
    (
        "sun/security/provider/SeedGenerator",
        &[
            ("generateSeed", "*", nothing),
            ("getSystemEntropy", "*", util::no_entropy),
        ],
    ),
    (
        "java/util/concurrent/atomic/AtomicLong",
        &[("VMSupportsCS8", "*", super::yes)],
    ),
    // Modules and packages.
    (
        "java/lang/Module",
        &[
            ("isExported", "*", super::yes),
            ("isOpen", "*", super::yes),
            ("canRead", "*", super::yes),
            ("isNamed", "*", nothing),
            ("getName", "*", nothing),
            ("addReads", "*", util::receiver),
            ("addExports", "*", util::receiver),
            ("addOpens", "*", util::receiver),
            ("addUses", "*", util::receiver),
            ("implAddReads", "*", nothing),
            ("implAddExports", "*", nothing),
            ("implAddOpens", "*", nothing),
        ],
    ),
    (
        "java/lang/ClassLoader",
        &[
            ("registerNatives", "*", nothing),
            ("getSystemClassLoader", "*", util::system_loader),
            ("getPlatformClassLoader", "*", util::system_loader),
            ("getClassLoader", "*", nothing),
            ("loadClass", "*", util::load_class),
            ("findLoadedClass0", "*", nothing),
            ("findBootstrapClass", "*", util::find_library_class),
        ],
    ),
    (
        "jdk/internal/loader/ClassLoaders$AppClassLoader",
        &[("loadClass", "*", util::load_class)],
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader",
        &[("loadClass", "*", util::load_class)],
    ),
    // What the JVM counts about itself.
    (
        "jdk/internal/perf/PerfCounter",
        &[
            ("<init>", "*", nothing),
            ("add", "*", nothing),
            ("increment", "*", nothing),
            ("addTime", "*", nothing),
            ("addElapsedTimeFrom", "*", nothing),
        ],
    ),
    ("java/io/UnixFileSystem", &[("initIDs", "*", nothing)]),
    ("java/io/FileInputStream", &[("initIDs", "*", nothing)]),
    ("java/io/FileOutputStream", &[("initIDs", "*", nothing)]),
    (
        "jdk/internal/loader/BootLoader",
        &[
            ("loadLibrary", "*", nothing),
            ("getUnnamedModule", "*", class::module),
        ],
    ),
    (
        "java/lang/reflect/Proxy",
        &[("isProxyClass", "*", util::is_proxy_class)],
    ),
    (
        "java/util/zip/CRC32",
        &[
            ("update", "(II)I", zip::crc_byte),
            ("updateBytes", "*", zip::crc_bytes),
            ("updateBytes0", "*", zip::crc_bytes),
        ],
    ),
    (
        "java/util/zip/Adler32",
        &[
            ("update", "(II)I", zip::adler_byte),
            ("updateBytes", "*", zip::adler_bytes),
        ],
    ),
    (
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            ("init", "*", nothing),
            ("getcwd", "*", util::root_directory),
        ],
    ),
];

/// A method that is replaced, and by what.
pub(crate) type Replaced = (
    &'static str,
    &'static str,
    &'static str,
    (&'static str, &'static str),
);

/// Methods that a static method of a support class replaces: class, name, descriptor, and the
/// support class with the method's name. The receiver, if any, is its first argument.
pub(crate) const REPLACED: &[Replaced] = &[
    ("java/lang/Enum", "valueOf", "*", (LIBRARY, "enumValueOf")),
    (
        "java/lang/ref/Cleaner",
        "register",
        "*",
        (LIBRARY, "registerCleaner"),
    ),
    (
        "java/lang/reflect/AccessibleObject",
        "checkCanSetAccessible",
        "(Ljava/lang/Class;Ljava/lang/Class;Z)Z",
        (MODULES, "canSetAccessible"),
    ),
    (
        "java/security/Security",
        "loadProps",
        "(Ljava/io/File;Ljava/lang/String;Z)Z",
        (LIBRARY, "loadSecurityFile"),
    ),
    (
        "java/lang/reflect/Proxy",
        "newProxyInstance",
        "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
        (LIBRARY, "newProxyInstance"),
    ),
    (
        "java/lang/ThreadGroup",
        "uncaughtException",
        "*",
        (LIBRARY, "uncaughtInGroup"),
    ),
    (
        "java/security/Security$SecPropLoader",
        "loadAll",
        "()V",
        (LIBRARY, "loadSecurity"),
    ),
    (
        "java/util/ServiceLoader",
        "newLookupIterator",
        "*",
        (LIBRARY, "services"),
    ),
    (
        "java/lang/Class",
        "getResourceAsStream",
        "*",
        (RESOURCES, "openOfClass"),
    ),
    (
        "java/lang/ClassLoader",
        "getResourceAsStream",
        "*",
        (RESOURCES, "openOfLoader"),
    ),
    (
        "java/lang/Module",
        "getResourceAsStream",
        "*",
        (RESOURCES, "openOfModule"),
    ),
    (
        "java/lang/Class",
        "getResource",
        "*",
        (RESOURCES, "ofClass"),
    ),
    (
        "java/lang/ClassLoader",
        "getResource",
        "*",
        (RESOURCES, "ofLoader"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResource",
        "*",
        (RESOURCES, "find"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResourceAsStream",
        "*",
        (RESOURCES, "open"),
    ),
    (
        "java/lang/ClassLoader",
        "getResources",
        "*",
        (RESOURCES, "all"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResources",
        "*",
        (RESOURCES, "allOfSystem"),
    ),
    (
        "java/lang/System",
        "getLogger",
        "(Ljava/lang/String;)Ljava/lang/System$Logger;",
        ("heddle/runtime/SilentLogger", "of"),
    ),
    (
        "java/lang/System",
        "getLogger",
        "*",
        ("heddle/runtime/SilentLogger", "localized"),
    ),
    (
        "java/util/logging/LogManager",
        "parseClassNames",
        "*",
        ("heddle/runtime/LogHandler", "classNames"),
    ),
    (ARRAYS, "mismatch", "([J[JI)I", (LIBRARY, "mismatch")),
    (ARRAYS, "mismatch", "([JI[JII)I", (LIBRARY, "mismatchFrom")),
    (ARRAYS, "mismatch", "([D[DI)I", (LIBRARY, "mismatchDoubles")),
    (
        ARRAYS,
        "mismatch",
        "([DI[DII)I",
        (LIBRARY, "mismatchDoublesFrom"),
    ),
    (
        ARRAYS,
        "vectorizedMismatch",
        "*",
        (LIBRARY, "noMismatchYet"),
    ),
    (WALKER, "walk", "*", (FRAMES, "walk")),
    (WALKER, "forEach", "*", (FRAMES, "forEach")),
    (WALKER, "getCallerClass", "*", (FRAMES, "callerClass")),
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
    (LOOKUP, "unreflectGetter", "*", (HANDLES, "unreflectGetter")),
    (LOOKUP, "unreflectSetter", "*", (HANDLES, "unreflectSetter")),
    (LOOKUP, "bind", "*", (HANDLES, "bind")),
    (HANDLE, "bindTo", "*", (HANDLES, "bindTo")),
    (HANDLE, "asType", "*", (HANDLES, "asType")),
    (
        HANDLE,
        "invokeWithArguments",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        (HANDLES, "invokeWithArguments"),
    ),
    (
        HANDLE,
        "invokeWithArguments",
        "(Ljava/util/List;)Ljava/lang/Object;",
        (HANDLES, "invokeWithList"),
    ),
    (
        "java/io/ObjectStreamClass$RecordSupport",
        "deserializationCtr",
        "*",
        (HANDLES, "recordMaker"),
    ),
    (
        "java/lang/invoke/MethodHandles",
        "insertArguments",
        "*",
        (HANDLES, "insertArguments"),
    ),
];

const ARRAYS: &str = "jdk/internal/util/ArraysSupport";
const WALKER: &str = "java/lang/StackWalker";
const FRAMES: &str = "heddle/runtime/Frames";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const HANDLES: &str = "heddle/runtime/Handles";
const RESOURCES: &str = "heddle/runtime/Resources";
const LIBRARY: &str = "heddle/runtime/Library";
const MODULES: &str = "heddle/runtime/Modules";

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
