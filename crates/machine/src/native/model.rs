//! What of the JDK is noise, and what stands for it.

use super::java::lang::invoke::{call_site, method_handle};
use super::java::lang::reflect::serial;
use super::java::lang::{class_loader, module};
use super::java::util;
use super::java::util::logging;
use super::java::util::zip;
use super::nothing;
use super::registry::Natives;

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
    ("java/lang/invoke/MethodTypeForm", method_handle::FORMS),
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
    ("java/lang/Module", module::NATIVES),
    (
        "java/lang/ClassLoader",
        &[
            ("registerNatives", "*", nothing),
            ("getSystemClassLoader", "*", class_loader::system),
            ("getPlatformClassLoader", "*", class_loader::platform),
            ("getClassLoader", "*", class_loader::of_class),
            ("loadClass", "*", class_loader::load_class),
            ("findLoadedClass0", "*", class_loader::find_loaded),
            ("findBootstrapClass", "*", class_loader::find_library_class),
            ("checkCerts", "*", nothing),
            ("getResource", "*", class_loader::resource),
            ("getResources", "*", class_loader::resources),
            ("getResourceAsStream", "*", class_loader::open_resource),
        ],
    ),
    (
        "jdk/internal/loader/ClassLoaders$AppClassLoader",
        &[("loadClass", "*", class_loader::load_class)],
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader",
        &[("loadClass", "*", class_loader::load_class)],
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
            ("getUnnamedModule", "*", module::unnamed),
            ("loadClassOrNull", "*", class_loader::find_library_class),
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

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLE: &str = "java/lang/invoke/MethodHandle";

/// Whether a static field is such a table: of the classes above, or made by the compiler for enums
/// and switches over them.
pub(crate) fn is_table(class: &program::Class, field: &program::Field) -> bool {
    let fixed = field.is_static && field.access_flags & 0x10 != 0;
    let made = field.access_flags & 0x1000 != 0
        && ["$VALUES", "$SwitchMap$", "ENUM$VALUES"]
            .iter()
            .any(|prefix| field.name.starts_with(prefix));
    let listed = class.is_library && jdk::model::TABLES.contains(&&*class.name);
    fixed && field.descriptor.starts_with('[') && (made || listed)
}
