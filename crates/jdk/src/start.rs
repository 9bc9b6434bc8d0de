//! What the library initialises and looks up before the program starts.

/// Initialised for every program: what nearly all use, and whose initialisers neither print nor
/// depend on the program.
pub const ALWAYS: &[&str] = &[
    "java/lang/String",
    "java/lang/System",
    "java/lang/Class",
    "java/lang/ThreadGroup",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/lang/reflect/AccessibleObject",
];

/// Initialised for every program once the system properties exist.
pub const COMMON: &[&str] = &[
    "jdk/internal/misc/VM",
    "jdk/internal/misc/CDS",
    "java/lang/Integer$IntegerCache",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Boolean",
    "java/lang/Character",
    "java/lang/CharacterDataLatin1",
    "java/lang/Thread$State",
    "java/lang/ThreadLocal",
    "java/lang/ref/ReferenceQueue",
    "java/util/concurrent/locks/LockSupport",
    "jdk/internal/util/ArraysSupport",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/StringConcatHelper",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/lang/StringLatin1",
    "java/lang/Math",
    "java/util/Arrays",
    "java/util/ArrayList",
    "java/util/HashSet",
    "java/util/Collections",
];

/// Parts that are used once: what a program mentions (a class, a package ending in `/`, or the name
/// of a member), and the method of the support class that does it.
pub const WARM: &[(&str, &str)] = &[
    ("printf", "format"),
    ("format", "format"),
    ("formatted", "format"),
    ("java/util/Formatter", "format"),
    ("java/util/stream/", "streams"),
    ("java/util/regex/", "regex"),
    ("java/util/logging/", "logging"),
    ("java/lang/System$Logger", "logging"),
    ("addShutdownHook", "hooks"),
    ("split", "regex"),
    ("replaceAll", "regex"),
    ("java/util/List", "collections"),
    ("java/util/Map", "collections"),
    ("java/util/Set", "collections"),
];

/// What a program mentions that sets system properties.
pub const SETTERS: &[&str] = &[
    "setProperty",
    "setProperties",
    "clearProperty",
    "getProperties",
];

/// Whether a class of the library may be initialised early because the program mentions it.
pub fn is_early(name: &str) -> bool {
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    package == "java/lang" || package.starts_with("java/util")
}

/// Whether a class of this name is one of the JDK's.
pub fn is_jdk(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// What a program mentions that has long initialisers behind it.
pub const HEAVY: &[&str] = &[
    "java/io/Object",
    "java/lang/reflect/Proxy",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/Date",
    "java/util/Formatter",
    "java/util/GregorianCalendar",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/Scanner",
    "java/util/TimeZone",
    "java/util/UUID",
    "java/util/logging/",
    "javax/",
];

/// Lookups: the class; the names of the methods, `*` for all static ones; and what a program mentions that
/// may change what they depend on, or see what they leave behind.
pub const LOOKUPS: &[(&str, &[&str], &[&str])] = &[
    // Data of languages and regions.
    ("sun/util/locale/provider/CalendarDataUtility", &["*"], &[]),
    (
        "sun/util/locale/provider/LocaleProviderAdapter",
        &["*"],
        &[],
    ),
    (
        "sun/util/locale/provider/LocaleServiceProviderPool",
        &["getPool"],
        &[],
    ),
    ("sun/util/locale/provider/TimeZoneNameUtility", &["*"], &[]),
    (
        "java/time/format/DateTimeTextProvider",
        &["findStore", "getText"],
        &[],
    ),
    (
        "java/time/format/DateTimeFormatterBuilder",
        &["getLocalizedDateTimePattern"],
        &[],
    ),
    ("java/time/format/DecimalStyle", &["of"], &[]),
    ("java/time/temporal/WeekFields", &["of"], &[]),
    ("java/text/BreakIterator", &["getBreakInstance"], &[]),
    ("java/text/Collator", &["getInstance"], &[]),
    ("java/text/DateFormat", &["get"], &[]),
    ("java/text/DateFormatSymbols", &["getProviderInstance"], &[]),
    ("java/text/DecimalFormatSymbols", &["getInstance"], &[]),
    ("java/text/NumberFormat", &["getInstance"], &[]),
    (
        "java/util/Locale",
        &[
            "forLanguageTag",
            "getDisplayCountry",
            "getDisplayLanguage",
            "getDisplayName",
            "getDisplayScript",
            "getDisplayVariant",
            "toLanguageTag",
        ],
        &[],
    ),
    ("java/util/Currency", &["getInstance"], &[]),
    // Time zones.
    ("java/time/ZoneId", &["of"], &[]),
    ("java/util/TimeZone", &["getTimeZone"], &[]),
    (
        "java/util/TimeZone",
        &["getDefaultRef"],
        &["setDefault", "user.timezone"],
    ),
    // Charsets.
    ("java/nio/charset/Charset", &["forName", "isSupported"], &[]),
    // Algorithms.
    (
        "sun/security/jca/GetInstance",
        &["getInstance"],
        &["java/security/Security"],
    ),
    // How objects of the library's classes are written.
    ("java/io/ObjectStreamClass", &["lookup"], &[]),
];
