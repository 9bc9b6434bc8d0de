//! What of the library is skipped, cut short, or a table; and what of it only shows or writes times.

/// Classes that are used without running their initialisers: those start threads, or prepare the
/// JDK's own machinery for what Heddle does itself.
pub const SKIPPED: &[&str] = &[
    "java/lang/ref/Reference",
    "java/lang/ref/Finalizer",
    "java/lang/invoke/MethodHandles",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/VarHandle",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/SecurityManager",
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

/// Classes whose static final arrays are tables: filled by the initialiser and never written again,
/// so that reading them needs no stop.
pub const TABLES: &[&str] = &[
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

/// Modules whose classes come from the platform's loader.
const OF_PLATFORM: &[&str] = &[
    "java.net.http",
    "java.scripting",
    "java.security.jgss",
    "java.smartcardio",
    "java.sql",
    "java.sql.rowset",
    "java.transaction.xa",
    "java.xml.crypto",
    "jdk.accessibility",
    "jdk.charsets",
    "jdk.crypto.cryptoki",
    "jdk.crypto.ec",
    "jdk.dynalink",
    "jdk.httpserver",
    "jdk.jsobject",
    "jdk.localedata",
    "jdk.naming.dns",
    "jdk.security.auth",
    "jdk.security.jgss",
    "jdk.xml.dom",
    "jdk.zipfs",
];

/// The name of the loader that a module of the JDK has.
pub fn loader_of_module(module: &str) -> &'static str {
    if OF_PLATFORM.contains(&module) {
        "platform"
    } else {
        "bootstrap"
    }
}

/// Null pointers in code of these classes, or in what they call, come from initialisers that were
/// skipped.
pub const CUT_SHORT: &[&str] = &[
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/NamedPackage",
    "java/lang/Package",
    "java/lang/SecurityManager",
    "java/lang/invoke/",
    "java/lang/module/",
    "java/lang/ref/",
    "java/net/Inet",
    "java/net/NetworkInterface",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/net/URLClassLoader",
    "javax/net/",
    "jdk/internal/loader/",
    "jdk/internal/module/",
    "jdk/internal/net/",
    "sun/net/",
    "sun/nio/ch/",
    "sun/security/jca/",
    "sun/security/ssl/",
];

/// Exceptions of which the library would throw none if all of it were there: the providers of
/// security, services, and what natives and initialisers need.
pub const ABSENT: &[&str] = &[
    "java/security/NoSuchAlgorithmException",
    "java/security/NoSuchProviderException",
    "java/util/ServiceConfigurationError",
    "java/lang/InternalError",
    "java/lang/UnsatisfiedLinkError",
];

/// Packages and classes whose code compares numbers only to write them as text.
pub const WRITERS: &[&str] = &[
    "java/math/",
    "java/text/",
    "java/util/Formatter",
    "java/time/format/",
    "jdk/internal/util/",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringConcatHelper",
    "java/lang/StringLatin1",
];

/// What of the library shows the clock to whoever calls it.
pub const CLOCKS: &[&str] = &[
    "java/time/",
    "java/util/Date",
    "java/util/Calendar",
    "java/util/GregorianCalendar",
    "sun/util/locale/provider/CalendarProviderImpl",
];
