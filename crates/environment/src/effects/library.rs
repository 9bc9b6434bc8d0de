//! Calls of the library: what may come out of them, and which can't be shown.

use program::{ClassId, Method, Program};

/// What the library gives, by the declared type.
pub(super) enum Given {
    /// Something that nobody stores: a string, a number.
    Plain(ClassId),
    /// One of the contents, of this class.
    Content(String),
}

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
    let is_primitive_array = name.starts_with('[') && !name.contains('L');
    is_primitive_array || PLAIN.contains(&name)
}

/// What a value of a declared type of the library is.
pub(super) fn given(program: &Program, class: ClassId, containment: bool) -> Given {
    let found = program.class(class);
    if is_plain(&found.name) {
        return Given::Plain(class);
    }
    let holds_anything = found.is_interface() || &*found.name == "java/lang/Object";
    match (holds_anything, containment) {
        (true, _) => Given::Content("java/lang/Object".to_owned()),
        (false, true) => Given::Content("heddle/Contents".to_owned()),
        (false, false) => Given::Plain(class),
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
        ("java/lang/Thread", "<init>" | "interrupt" | "join" | "stop") => "is about threads",
        ("java/lang/reflect/Method" | "java/lang/reflect/Field", _) => "reaches code by reflection",
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
    class.starts_with("java/util/") && METHODS.contains(&method)
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
