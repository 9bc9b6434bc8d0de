//! Calls of the library: what may come out of them, and which can't be shown.

use program::{Method, Program};

/// Classes of the library whose objects refer to nothing of the program.
const PLAIN: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Class",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/io/PrintStream",
    "java/util/Random",
    "java/util/logging/Logger",
];

/// Whether objects of this class of the library refer to nothing of the program.
pub(super) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
}

/// Whether a type or class is of the database interfaces: objects of those are of the program, if there are
/// any, because the JDK has no driver.
pub(super) fn is_of_drivers(name: &str) -> bool {
    let is_sql = name.starts_with("java/sql/") || name.starts_with("javax/sql/");
    is_sql && !name.starts_with("javax/sql/rowset/")
}

/// Whether a call of a string or a number only gives its result, and does not throw.
pub(crate) fn only_gives(class: &str, method: &str) -> bool {
    let is_number = matches!(
        class.strip_prefix("java/lang/"),
        Some("Boolean" | "Byte" | "Character" | "Short" | "Integer" | "Long" | "Float" | "Double")
    );
    let is_common = matches!(method, "equals" | "hashCode" | "toString");
    let is_text = matches!(method, "length" | "isEmpty");
    is_number && (is_common || method.ends_with("Value"))
        || class == "java/lang/String" && (is_common || is_text)
}

/// Whether this is an array of numbers.
pub(super) fn is_primitive_array(name: &str) -> bool {
    name.starts_with('[') && !name.contains('L')
}

/// Whether something of this class may be a string, a number or an array of numbers.
pub(super) fn may_be_plain(name: &str) -> bool {
    const PARENTS: [&str; 6] = [
        "java/lang/Object",
        "java/lang/Number",
        "java/lang/Comparable",
        "java/lang/CharSequence",
        "java/io/Serializable",
        "java/lang/Cloneable",
    ];
    is_primitive_array(name) || PARENTS.contains(&name)
}

/// Whether objects of this class hold others, and are not there to be called back.
pub(super) fn is_container(class: &str) -> bool {
    let is_function = class.starts_with("java/util/function/")
        || matches!(
            class,
            "java/util/Comparator" | "java/util/EventListener" | "java/util/Observer"
        );
    class.starts_with("java/util/") && !is_function
        || matches!(class, "java/lang/Iterable" | "java/lang/CharSequence")
        || is_plain(class)
        || class.starts_with('[')
}

/// Methods of the program that a method of the library may call.
pub(super) enum Calls {
    Nothing,
    These(&'static [&'static str]),
    Anything,
}

/// Collections that hash or compare their elements.
fn is_ordered(class: &str) -> bool {
    [
        "Hash",
        "Tree",
        "Priority",
        "Set",
        "Map",
        "Sorted",
        "Navigable",
        "Dictionary",
        "SkipList",
    ]
    .iter()
    .any(|it| class.contains(it))
}

/// What streams, readers and writers call of those that they wrap, files of their filters, and all of them of what
/// they make a text of.
const STREAMS: &[&str] = &[
    "accept",
    "append",
    "available",
    "charAt",
    "close",
    "flush",
    "format",
    "formatTo",
    "length",
    "mark",
    "markSupported",
    "read",
    "ready",
    "reset",
    "skip",
    "subSequence",
    "toString",
    "transferTo",
    "write",
];

/// What a logger calls of handlers, filters, formatters, levels, records, bundles of texts, and of what is logged.
pub(super) const LOGGING: &[&str] = &[
    "close",
    "containsKey",
    "doLog",
    "entering",
    "error",
    "flush",
    "format",
    "formatMessage",
    "formatTo",
    "get",
    "getCause",
    "getEncoding",
    "getErrorManager",
    "getFilter",
    "getFormatter",
    "getHandlers",
    "getHead",
    "getInstant",
    "getKeys",
    "getLevel",
    "getLocalizedMessage",
    "getLocalizedName",
    "getLogger",
    "getLoggerName",
    "getLongThreadID",
    "getMessage",
    "getMillis",
    "getName",
    "getObject",
    "getParameters",
    "getParent",
    "getProperty",
    "getResourceBundle",
    "getResourceBundleName",
    "getSequenceNumber",
    "getSourceClassName",
    "getSourceMethodName",
    "getStackTrace",
    "getString",
    "getSuppressed",
    "getTail",
    "getThreadID",
    "getThrown",
    "getUseParentHandlers",
    "handleGetObject",
    "handleKeySet",
    "hashCode",
    "equals",
    "intValue",
    "isLoggable",
    "keySet",
    "log",
    "logp",
    "printStackTrace",
    "publish",
    "toString",
    "write",
];

/// What a method of the library may call of the program, beside an object that it is called on.
pub(super) fn calls(class: &str, method: &str) -> Calls {
    const EQUALITY: &[&str] = &["equals", "hashCode", "compareTo", "compare"];
    if is_plain(class) || class.starts_with("java/util/concurrent/atomic/") {
        return match method {
            "accumulateAndGet" | "getAndAccumulate" | "getAndUpdate" | "updateAndGet" => {
                Calls::Anything
            }
            "append" | "insert" | "print" | "println" | "valueOf" | "format" | "printf"
            | "join" => Calls::These(&["toString", "formatTo"]),
            "log" | "info" | "fine" | "finer" | "finest" | "config" | "warning" | "severe" => {
                Calls::These(LOGGING)
            }
            "equals" | "compareTo" => Calls::These(EQUALITY),
            _ => Calls::Nothing,
        };
    }
    if class == "java/util/Objects" {
        return match method {
            "requireNonNull" | "isNull" | "nonNull" => Calls::Nothing,
            "equals" | "hash" | "hashCode" => Calls::These(&["equals", "hashCode"]),
            "toString" => Calls::These(&["toString"]),
            _ => Calls::Anything,
        };
    }
    if matches!(class, "java/util/Arrays" | "java/util/Collections") {
        return match method {
            "asList"
            | "fill"
            | "copyOf"
            | "copyOfRange"
            | "reverse"
            | "shuffle"
            | "swap"
            | "rotate"
            | "emptyList"
            | "emptyMap"
            | "emptySet"
            | "singleton"
            | "singletonList"
            | "unmodifiableList"
            | "unmodifiableCollection"
            | "synchronizedList"
            | "synchronizedCollection" => Calls::Nothing,
            "sort" | "parallelSort" | "binarySearch" | "equals" | "deepEquals" | "hashCode"
            | "deepHashCode" | "max" | "min" | "addAll" | "frequency" | "disjoint"
            | "singletonMap" | "unmodifiableSet" | "unmodifiableMap" | "synchronizedSet"
            | "synchronizedMap" | "newSetFromMap" => Calls::These(EQUALITY),
            "toString" | "deepToString" => Calls::These(&["toString"]),
            _ => Calls::Anything,
        };
    }
    // The JDK has interfaces there and no drivers: who implements them is of the program.
    if class == "java/sql/DriverManager" {
        return Calls::These(&["connect", "acceptsURL", "getPropertyInfo"]);
    }
    if is_of_drivers(class) {
        return Calls::Nothing;
    }
    if class.starts_with("java/io/") && !class.starts_with("java/io/Object") {
        return Calls::These(STREAMS);
    }
    match (class, method) {
        ("java/lang/Object", "getClass" | "<init>") => return Calls::Nothing,
        ("java/lang/System", "identityHashCode" | "arraycopy") => return Calls::Nothing,
        _ => {}
    }
    if !class.starts_with("java/util/") && class != "java/lang/Iterable" {
        return Calls::Anything;
    }
    match method {
        "size" | "isEmpty" | "clear" | "iterator" | "hasNext" | "values" | "keySet"
        | "entrySet" | "getKey" | "getValue" | "capacity" | "ensureCapacity" | "trimToSize"
        | "listIterator" | "elements" | "hasMoreElements" | "nextElement" | "next" => {
            Calls::Nothing
        }
        "add" | "addAll" | "addFirst" | "addLast" | "offer" | "push" | "put" | "putAll" | "get"
        | "poll" | "pop" | "remove" | "<init>" | "offerFirst" | "offerLast" | "getOrDefault"
        | "putIfAbsent"
            if is_ordered(class) || matches!(class, "java/util/Queue" | "java/util/Collection") =>
        {
            Calls::These(EQUALITY)
        }
        "add" | "addAll" | "addElement" | "addFirst" | "addLast" | "insertElementAt" | "offer"
        | "push" | "set" | "setElementAt" | "get" | "getFirst" | "getLast" | "first" | "last"
        | "peek" | "peekFirst" | "peekLast" | "poll" | "pollFirst" | "pollLast" | "pop"
        | "removeFirst" | "removeLast" | "elementAt" | "firstElement" | "lastElement"
        | "removeElementAt" | "removeAllElements" | "toArray" | "copyInto" | "element"
        | "offerFirst" | "offerLast" | "<init>" => Calls::Nothing,
        "contains" | "containsAll" | "containsKey" | "containsValue" | "indexOf"
        | "lastIndexOf" | "remove" | "removeAll" | "removeElement" | "equals" | "hashCode"
        | "retainAll" => Calls::These(EQUALITY),
        "toString" => Calls::These(&["toString"]),
        _ => Calls::Anything,
    }
}

/// Whether nobody can register objects with this class and those near it that they call back of themselves:
/// where they are given nothing but texts and numbers, they call nothing of the program.
pub(super) fn has_no_registry(class: &str) -> bool {
    const PACKAGES: [&str; 5] = [
        "java/io/",
        "java/time/",
        "java/util/regex/",
        "java/math/",
        "java/nio/charset/",
    ];
    const CLASSES: [&str; 5] = [
        "java/net/URI",
        "java/util/UUID",
        "java/util/StringTokenizer",
        "java/util/StringJoiner",
        "java/util/Properties",
    ];
    let is_known = PACKAGES.iter().any(|it| class.starts_with(it)) || CLASSES.contains(&class);
    is_known && !class.starts_with("java/io/Object")
}

/// What a method of the library may throw of unchecked exceptions.
pub(super) enum Throws {
    Nothing,
    These(&'static [&'static str]),
    Anything,
}

/// What a method of the library may throw, beside what it declares and what it calls back.
pub(super) fn throws(class: &str, method: &str, descriptor: &str) -> Throws {
    const INDEX: &[&str] = &[
        "java/lang/IndexOutOfBoundsException",
        "java/lang/ArrayIndexOutOfBoundsException",
    ];
    const EMPTY: &[&str] = &["java/util/NoSuchElementException"];
    const COMPARED: &[&str] = &[
        "java/lang/ClassCastException",
        "java/lang/NullPointerException",
    ];
    match (class, method) {
        ("java/lang/Object", "<init>" | "getClass" | "equals" | "hashCode" | "toString") => {
            return Throws::Nothing;
        }
        (
            "java/lang/StringBuilder" | "java/lang/StringBuffer",
            "append" | "toString" | "length",
        )
        | ("java/lang/StringBuilder", "<init>")
        | ("java/io/PrintStream", "print" | "println")
        | ("java/lang/String", "length" | "equals" | "isEmpty" | "hashCode" | "valueOf" | "trim")
        | ("java/lang/System", "currentTimeMillis" | "nanoTime" | "identityHashCode")
        | ("java/util/Objects", "equals" | "isNull" | "nonNull" | "hash") => {
            return Throws::Nothing;
        }
        ("java/util/Objects", "requireNonNull") => {
            return Throws::These(&["java/lang/NullPointerException"]);
        }
        ("java/lang/Math", name) if !name.ends_with("Exact") && !name.starts_with("floor") => {
            return Throws::Nothing;
        }
        (
            _,
            "valueOf" | "intValue" | "longValue" | "booleanValue" | "charValue" | "doubleValue",
        ) if is_plain(class) && !descriptor.starts_with("(Ljava/lang/String;") => {
            return Throws::Nothing;
        }
        _ if class.starts_with("java/util/concurrent/atomic/Atomic")
            && !class.ends_with("Array")
            && !class.ends_with("Updater") =>
        {
            return Throws::Nothing;
        }
        _ => {}
    }
    if !class.starts_with("java/util/") || class.starts_with("java/util/function/") {
        return Throws::Anything;
    }
    let is_plain_list = ["List", "Vector", "Stack", "ArrayDeque"]
        .iter()
        .any(|it| class.ends_with(it))
        && !class.contains("SkipList")
        && class != "java/util/List"
        || matches!(class, "java/util/HashMap" | "java/util/HashSet")
        || matches!(class, "java/util/LinkedHashMap" | "java/util/LinkedHashSet");
    let takes_index = descriptor.starts_with("(I");
    match method {
        "size" | "isEmpty" | "clear" | "iterator" | "hasNext" | "values" | "keySet"
        | "entrySet" => Throws::Nothing,
        "<init>" if descriptor == "()V" => Throws::Nothing,
        "get" | "set" | "remove" | "add" | "elementAt" | "removeElementAt" | "setElementAt"
            if is_plain_list && takes_index =>
        {
            Throws::These(INDEX)
        }
        "add" | "addElement" | "contains" | "containsKey" | "containsValue" | "put" | "get"
        | "remove" | "removeElement" | "indexOf" | "poll" | "peek" | "removeAllElements"
        | "addFirst" | "addLast" | "offer"
            if is_plain_list && (descriptor != "()Ljava/lang/Object;" || method != "remove") =>
        {
            match class.ends_with("Deque") {
                true => Throws::These(&["java/lang/NullPointerException"]),
                false => Throws::Nothing,
            }
        }
        "removeFirst" | "removeLast" | "getFirst" | "getLast" | "element" | "firstElement"
        | "lastElement" | "remove"
            if is_plain_list =>
        {
            Throws::These(EMPTY)
        }
        "pop" | "peek" if class == "java/util/Stack" => {
            Throws::These(&["java/util/EmptyStackException"])
        }
        "put" | "get" | "containsKey" if class == "java/util/TreeMap" => Throws::These(COMPARED),
        "next" => Throws::These(&[
            "java/util/NoSuchElementException",
            "java/util/ConcurrentModificationException",
        ]),
        _ => Throws::Anything,
    }
}

/// Why a call of the library can't be shown.
pub(super) fn refused(program: &Program, method: &Method) -> Option<String> {
    let class = &*program.class(method.class).name;
    let name = &*method.name;
    let told = format!("{}.{name}", class.replace('/', "."));
    let what = match (class, name) {
        ("java/lang/Object", "wait" | "notify" | "notifyAll") => "waits or wakes others",
        ("java/lang/Thread", "start") => "starts a thread",
        ("java/lang/System" | "java/lang/Runtime", "exit" | "halt") => "ends the program",
        ("java/lang/Thread", "currentThread" | "yield" | "onSpinWait" | "sleep")
        | ("java/lang/Thread", "getName" | "getId" | "threadId" | "isInterrupted" | "holdsLock") => {
            return None;
        }
        ("java/lang/Thread" | "java/lang/ThreadGroup", _) => "is about threads",
        ("java/lang/System", name) if name.starts_with("set") || name == "clearProperty" => {
            "changes what the whole program sees"
        }
        ("java/util/Locale" | "java/util/TimeZone", "setDefault") => {
            "changes what the whole program sees"
        }
        ("java/lang/Class", "forName" | "newInstance") => "reaches code by reflection",
        _ if class.starts_with("java/lang/reflect/") || class.starts_with("java/lang/invoke/") => {
            "reaches code by reflection"
        }
        _ if class.ends_with("FieldUpdater") || class.ends_with("/Unsafe") => {
            "reaches fields by reflection"
        }
        ("java/util/ServiceLoader" | "java/io/ObjectInputStream", _) => {
            "reaches code by reflection"
        }
        _ if jdk::blocking::blocking(class, name, &method.descriptor).is_some() => {
            "may wait for others"
        }
        _ if class.starts_with("java/util/concurrent/locks/") => "may wait for others",
        _ if class.starts_with("java/util/concurrent/")
            && !class.starts_with("java/util/concurrent/atomic/")
            && !class.starts_with("java/util/concurrent/Concurrent")
            && !class.starts_with("java/util/concurrent/CopyOnWrite") =>
        {
            "may wait for others or run on other threads"
        }
        _ if class.starts_with("java/util/Timer") => "runs on other threads",
        _ => return None,
    };
    Some(format!("{told} {what}, which a summary does not show"))
}

/// Whether a method of a collection keeps nothing of its arguments.
pub(super) fn keeps_nothing(class: &str, method: &str) -> bool {
    const METHODS: [&str; 9] = [
        "contains",
        "containsAll",
        "containsKey",
        "containsValue",
        "indexOf",
        "lastIndexOf",
        "remove",
        "removeAll",
        "removeElement",
    ];
    // Streams keep texts and numbers of what they are given.
    let is_printing = class.starts_with("java/io/")
        && !class.starts_with("java/io/Object")
        && matches!(method, "print" | "println" | "write" | "close" | "flush");
    is_printing || class.starts_with("java/util/") && METHODS.contains(&method)
}

/// Whether a method of a collection only puts its arguments into the collection.
pub(super) fn only_adds(class: &str, method: &str) -> bool {
    const METHODS: [&str; 12] = [
        "add",
        "addAll",
        "addElement",
        "addFirst",
        "addLast",
        "insertElementAt",
        "offer",
        "push",
        "put",
        "putAll",
        "set",
        "setElementAt",
    ];
    class.starts_with("java/util/") && METHODS.contains(&method)
}

/// Whether a method looks at its arguments and does nothing to them.
pub(super) fn only_reads(class: &str, method: &str) -> bool {
    match class {
        "java/util/Objects" => true,
        "java/io/PrintStream" => true,
        "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            matches!(
                method,
                "valueOf" | "append" | "insert" | "equals" | "concat" | "compareTo"
            )
        }
        "java/lang/System" => method == "identityHashCode",
        _ => {
            class.starts_with("java/util/")
                && matches!(
                    method,
                    "contains" | "containsKey" | "indexOf" | "remove" | "get" | "removeElement"
                )
        }
    }
}
