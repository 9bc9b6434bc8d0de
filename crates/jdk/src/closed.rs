//! Parts of the class library that static analyses don't look into: formatting, locales, text, time,
//! files, security, reflection's bookkeeping.
//!
//! What a call into them is taken to do is said where that is used
//! (`crates/analysis/src/points/opaque.rs`).

/// What every object can be asked for.
pub const ASKED: [(&str, &str, &str); 4] = [
    ("java/lang/Object", "toString", "()Ljava/lang/String;"),
    ("java/lang/Object", "hashCode", "()I"),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z"),
    ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I"),
];

/// Beginnings of the names of classes that are not looked into.
pub const CLOSED: &[&str] = &[
    "java/io/",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/ProcessEnvironment",
    "java/lang/StackTraceElement",
    "java/lang/StackWalker",
    "java/lang/StackStreamFactory",
    "java/lang/StringCoding",
    "java/lang/constant/",
    "java/lang/invoke/",
    "java/lang/module/",
    "java/lang/reflect/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/Base64",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/Date",
    "java/util/Formatter",
    "java/util/GregorianCalendar",
    "java/util/HexFormat",
    "java/util/Locale",
    "java/util/Properties",
    "java/util/PropertyResourceBundle",
    "java/util/ResourceBundle",
    "java/util/Scanner",
    "java/util/ServiceLoader",
    "java/util/SimpleTimeZone",
    "java/util/TimeZone",
    "java/util/UUID",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/regex/",
    "java/util/zip/",
    "jdk/internal/",
    "sun/",
    "heddle/runtime/Frames",
    "heddle/runtime/Handles",
    "heddle/runtime/Library",
];

/// Methods of other classes that lead there, or nowhere that matters.
pub const CLOSED_METHODS: &[(&str, &[&str])] = &[
    (
        "java/lang/String",
        &[
            "format",
            "formatted",
            "getBytes",
            "split",
            "matches",
            "replaceAll",
            "replaceFirst",
        ],
    ),
    (
        "java/lang/Throwable",
        &[
            "printStackTrace",
            "getStackTrace",
            "setStackTrace",
            "getOurStackTrace",
        ],
    ),
    (
        "java/lang/System",
        &[
            "getProperty",
            "getProperties",
            "getenv",
            "getLogger",
            "load",
            "loadLibrary",
        ],
    ),
    (
        "java/lang/Runtime",
        &["load", "loadLibrary", "loadLibrary0", "exec"],
    ),
    (
        "java/lang/Thread",
        &["getContextClassLoader", "isCCLOverridden", "auditSubclass"],
    ),
    ("java/lang/Thread", FINDING_THREADS),
    ("java/lang/ThreadGroup", FINDING_THREADS),
    ("java/lang/Enum", &["valueOf"]),
    ("java/util/Random", &["seedUniquifier"]),
];

/// Methods by which a program gets at threads that nobody has handed to it.
const FINDING_THREADS: &[&str] = &[
    "enumerate",
    "getAllStackTraces",
    "getAllThreads",
    "getThreads",
];

/// Classes inside of those that are looked into after all: they hold the program's objects.
pub const LOOKED_INTO: &[&str] = &[
    "java/io/PrintStream",
    "java/lang/reflect/Array",
    "java/lang/invoke/LambdaForm",
    "java/util/concurrent/",
    "jdk/internal/util/ArraysSupport",
    "jdk/internal/vm/",
    "heddle/runtime/Console",
    "java/util/Properties",
];

/// Beginnings of the names of closed classes that keep nothing of what they are given, though it is more than
/// to be printed: they ask what class it is of, or hand it on to code that is looked into.
pub const FORGETFUL: &[&str] = &[
    "java/lang/",
    "java/security/AccessController",
    "java/util/Locale",
    "java/util/TimeZone",
    "jdk/internal/",
    "sun/",
    "heddle/",
];

/// Types of the library whose methods are called where something of them is printed or printed to.
pub const PRINTED_THEMSELVES: &[&str] = &[
    "java/lang/Appendable",
    "java/lang/CharSequence",
    "java/util/Formattable",
];

/// Whether calls of the method are not looked into.
pub fn is_closed(class: &str, name: &str) -> bool {
    if LOOKED_INTO.iter().any(|it| class.starts_with(it)) {
        return false;
    }
    CLOSED.iter().any(|it| class.starts_with(it))
        || CLOSED_METHODS
            .iter()
            .any(|(of, names)| *of == class && names.contains(&name))
}

/// Whether such a method runs, makes or gives what its arguments don't show: objects of the program among them.
pub fn reflects(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Thread" | "java/lang/ThreadGroup" => FINDING_THREADS.contains(&name),
        "java/lang/reflect/Method" | "java/lang/reflect/Constructor" => {
            name == "invoke" || name.starts_with("newInstance")
        }
        "java/lang/reflect/Field" => name.starts_with("get") || name.starts_with("set"),
        "java/lang/reflect/Proxy" => name == "newProxyInstance",
        "java/lang/invoke/MethodHandle" => name.starts_with("invoke"),
        "java/lang/Class" => name == "newInstance",
        "java/util/ServiceLoader" => true,
        "java/io/ObjectInputStream" => name.starts_with("read"),
        _ => false,
    }
}

/// Whether such a method does no more with what it is given than print and compare it.
pub fn only_prints(class: &str, name: &str) -> bool {
    let printing = [
        "format",
        "formatted",
        "printf",
        "print",
        "println",
        "append",
        "toString",
        "equals",
        "hashCode",
        "compareTo",
        "compare",
    ];
    printing.contains(&name)
        || class.starts_with("java/lang/Thread")
        || class.starts_with("java/util/Formatter")
        || class.starts_with("java/text/")
        || class == "java/util/Locale"
}

/// Supertypes of the library by which library code knows of no methods but those of [`ASKED`].
pub const PLAIN: &[&str] = &[
    "java/lang/Object",
    "java/lang/Record",
    "java/lang/Enum",
    "java/lang/Comparable",
    "java/lang/constant/Constable",
    "java/io/Serializable",
    "java/lang/Cloneable",
];
