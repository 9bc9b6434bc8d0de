//! What the documentation of the JDK says about sharing its classes: the table by which races inside
//! the library are told from races of the program.
//!
//! A class is looked up by its own name, then by that of the class it is nested in, then by those of
//! its superclasses: `HashMap$Node` is part of `HashMap`, a `Provider` is a `Properties`. What is not
//! in the table may be used by one thread at a time, which is what the documentation of `java.util`
//! and `java.text` says of most classes, and what holds where it says nothing.

/// Immutable classes. They may keep what they have worked out once (a hash code, a text), without
/// order between threads: whoever finds nothing works it out again.
const IMMUTABLE: &[&str] = &[
    // "Strings are constant; their values cannot be changed after they are created."
    "java/lang/String",
    // Value-based classes, by their class documentation.
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/util/Optional",
    "java/util/OptionalInt",
    "java/util/OptionalLong",
    "java/util/OptionalDouble",
    "java/util/HexFormat",
    // "Immutable arbitrary-precision" numbers; "Immutable objects which encapsulate the context
    // settings".
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/math/MathContext",
    // "The returned collections are unmodifiable": List.of, Set.of, Map.of, and the empty and
    // singleton collections of Collections ("immutable").
    "java/util/ImmutableCollections",
    "java/util/KeyValueHolder",
    "java/util/Collections$EmptyList",
    "java/util/Collections$EmptySet",
    "java/util/Collections$EmptyMap",
    "java/util/Collections$SingletonList",
    "java/util/Collections$SingletonSet",
    "java/util/Collections$SingletonMap",
    // "An immutable universally unique identifier"; URI: "instances of this class are immutable".
    "java/util/UUID",
    "java/net/URI",
    "java/net/URL",
    "java/net/InetAddress",
    "java/net/InetSocketAddress",
    // Locale: "immutable"; Currency: "there's never more than one instance for any given currency".
    "java/util/Locale",
    "java/util/Currency",
    // Pattern: "Instances of this class are immutable and are safe for use by multiple concurrent
    // threads." Matchers are not.
    "java/util/regex/Pattern",
    // Charset: "safe for use by multiple concurrent threads". Encoders and decoders are not.
    "java/nio/charset/Charset",
    // Base64: "instances … are safe for use by multiple concurrent threads".
    "java/util/Base64",
    // File and Path: "immutable and safe for use by multiple concurrent threads".
    "java/io/File",
    "sun/nio/fs/UnixPath",
    "sun/nio/fs/UnixFileSystem",
    "java/lang/Enum",
    "java/lang/StackTraceElement",
    "java/util/logging/Level",
];

/// Packages all of whose classes say "This class is immutable and thread-safe".
const IMMUTABLE_PACKAGES: &[&str] = &["java/time/"];

/// Builders and iterators inside of such classes and packages, for one thread at a time: "iterators are
/// designed to be used by only one thread at a time" (`ConcurrentHashMap`). Of those in
/// `java.util.concurrent` only the ones that other threads never touch.
const MUTABLE: &[&str] = &[
    "java/time/format/DateTimeFormatterBuilder",
    "java/util/Locale$Builder",
    "java/util/concurrent/ConcurrentHashMap$Traverser",
    "java/util/concurrent/ConcurrentLinkedQueue$Itr",
    "java/util/concurrent/ConcurrentSkipListMap$Iter",
    "java/util/concurrent/CopyOnWriteArrayList$COWIterator",
];

/// Classes that several threads may use at once.
const THREAD_SAFE: &[&str] = &[
    // Parts of the running machine: reflection, class loading and threads are for all threads.
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/ClassValue",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Package",
    "java/lang/Runtime",
    "java/lang/SecurityManager",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/ThreadLocal",
    // "StringBuffer: a thread-safe, mutable sequence of characters."
    "java/lang/StringBuffer",
    // "Instances of java.util.Random are threadsafe"; "SecureRandom objects are safe for use by
    // multiple concurrent threads".
    "java/util/Random",
    "java/security/SecureRandom",
    // "Unlike the new collection implementations, Vector (Hashtable) is synchronized"; Properties:
    // "This class is thread-safe".
    "java/util/Vector",
    "java/util/Hashtable",
    "java/util/Properties",
    // Collections.synchronizedMap: "a synchronized (thread-safe) map"; its iterators are those of
    // the map behind it.
    "java/util/Collections$SynchronizedCollection",
    "java/util/Collections$SynchronizedMap",
    "java/util/Collections$SynchronizedSortedMap",
    // Timer: "This class is thread-safe"; ResourceBundle: the methods of the class and of its known
    // subclasses "are thread-safe".
    "java/util/Timer",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    // Logger: "All methods on Logger are multi-thread safe"; LogManager and Handlers are used by
    // loggers of all threads.
    "java/util/logging/Logger",
    "java/util/logging/LogManager",
    "java/util/logging/Handler",
    // Security and its providers are tables of the whole machine. A MessageDigest is not.
    "java/security/Security",
    "java/security/Provider",
    "java/security/AccessControlContext",
    "java/security/ProtectionDomain",
    "java/security/CodeSource",
];

/// Packages whose fields follow protocols of their authors' own (a plain field ordered by a volatile
/// one, or read on purpose without order), and packages that no program names.
const THREAD_SAFE_PACKAGES: &[&str] = &[
    "java/util/concurrent/",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/lang/module/",
    "jdk/internal/",
    "sun/invoke/",
    "sun/reflect/",
    "sun/security/jca/",
    "sun/security/util/",
    "sun/util/resources/",
    "sun/util/cldr/",
    "sun/text/resources/",
];

/// Views and hash codes that are made when they are first asked for, in classes that threads may share
/// as long as none changes them: "a modification is any operation that adds or deletes mappings".
const LAZY: &[&str] = &[
    "java/util/AbstractMap.keySet",
    "java/util/AbstractMap.values",
    "java/util/HashMap.entrySet",
    "java/util/TreeMap.entrySet",
    "java/util/TreeMap.navigableKeySet",
    "java/util/TreeMap.descendingMap",
    "java/util/TreeMap$NavigableSubMap.descendingMapView",
    "java/util/TreeMap$NavigableSubMap.entrySetView",
    "java/util/TreeMap$NavigableSubMap.navigableKeySetView",
    "java/util/IdentityHashMap.entrySet",
    "java/util/WeakHashMap.entrySet",
    "java/util/EnumMap.entrySet",
    "java/util/Collections$UnmodifiableMap.keySet",
    "java/util/Collections$UnmodifiableMap.entrySet",
    "java/util/Collections$UnmodifiableMap.values",
    "java/util/Collections$CheckedMap.entrySet",
];

/// Packages and classes whose objects hold what the program gives them: collections, references,
/// threads. What they hold, the program holds.
const CONTAINERS: &[&str] = &[
    "java/util/concurrent/",
    "java/util/Abstract",
    "java/util/Array",
    "java/util/Collections",
    "java/util/Enum",
    "java/util/Hash",
    "java/util/IdentityHash",
    "java/util/Immutable",
    "java/util/KeyValueHolder",
    "java/util/Linked",
    "java/util/Optional",
    "java/util/PriorityQueue",
    "java/util/Tree",
    "java/util/Vector",
    "java/util/WeakHash",
    "java/lang/Thread",
    "java/lang/ref/",
];

/// Whether a class of the library, by its internal name, may be used by several threads at once. The
/// superclasses are the caller's to ask for.
pub fn is_safe(class: &str) -> bool {
    let is_listed = |name: &str| IMMUTABLE.contains(&name) || THREAD_SAFE.contains(&name);
    let is_in = |packages: &[&str]| packages.iter().any(|it| class.starts_with(it));
    !is_for_one(class)
        && (is_in(THREAD_SAFE_PACKAGES)
            || is_in(IMMUTABLE_PACKAGES)
            || enclosing(class).any(is_listed))
}

/// Whether a class, and what extends it, is for one thread at a time, whatever it is nested in.
pub fn is_for_one(class: &str) -> bool {
    enclosing(class).any(|it| MUTABLE.contains(&it))
}

/// Whether iterators nested in a class, or in one of its package, are part of it.
pub fn includes_iterators(class: &str) -> bool {
    THREAD_SAFE_PACKAGES.iter().any(|it| class.starts_with(it))
}

/// Whether a field, as `java/util/HashMap.entrySet`, is filled when it is first asked for.
pub fn is_lazy(field: &str) -> bool {
    LAZY.contains(&field)
}

/// Whether a class of the library holds what the program gives it.
pub fn is_container(class: &str) -> bool {
    CONTAINERS.iter().any(|it| class.starts_with(it))
}

/// The class itself, and those it is nested in: `A$B$C`, `A$B`, `A`.
fn enclosing(class: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(class), |it| Some(it.rsplit_once('$')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_are_part_of_their_outer_ones() {
        assert!(is_safe("java/util/ImmutableCollections$ListN"));
        assert!(is_safe("java/util/Locale$Cache"));
        assert!(!is_safe("java/util/HashMap$Node"));
    }

    #[test]
    fn some_classes_of_collections_are_safe() {
        assert!(is_safe("java/util/Collections$SynchronizedMap"));
        assert!(!is_safe("java/util/Collections$UnmodifiableList"));
    }

    #[test]
    fn a_builder_in_an_immutable_package_is_not() {
        assert!(is_safe("java/time/format/DateTimeFormatter"));
        assert!(!is_safe("java/time/format/DateTimeFormatterBuilder"));
        assert!(!is_safe("java/util/Locale$Builder"));
    }
}
