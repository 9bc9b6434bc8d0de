//! Methods that the model knows by itself: natives of the JDK, and library methods whose code is
//! noise to a model (printing, names, stack traces).

use crate::atomic::Access;

/// What such a method does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    /// Nothing that the model shows; gives 0, null or nothing.
    Nothing,
    /// Gives this number.
    Number(i32),
    /// Gives its first argument.
    First,
    /// `Character.digit(char, radix)`: the library asks tables for it, which a model does not hold.
    Digit,
    /// Gives some string that the program must not look into.
    Text,
    /// `Object.getClass()`
    ClassOf,
    /// `Object.clone()`, of arrays
    Clone,
    /// `System.nanoTime()` and `currentTimeMillis()`
    Clock,
    /// `Thread.currentThread()`
    CurrentThread,
    /// The constructor of `Thread` that all others call: thread group, target, …
    InitThread,
    /// `Thread.start()`
    Start,
    /// `Thread.isAlive()`
    IsAlive,
    /// `Thread.join()`, and `join(millis)`
    Join,
    /// `Thread.interrupt()`
    Interrupt,
    /// The native half of `Thread.suspend()`
    Suspend,
    /// The native half of `Thread.resume()`
    Resume,
    /// `Thread.stop()`
    Stop,
    /// `Thread.sleep(…)`
    Sleep,
    /// `Object.wait(millis)`
    Wait,
    /// `Thread.holdsLock(object)`
    HoldsLock,
    /// `Object.notify()`
    Notify,
    /// `Object.notifyAll()`
    NotifyAll,
    /// `Unsafe.park(absolute, time)`
    Park,
    /// `Unsafe.unpark(thread)`
    Unpark,
    /// An `Unsafe` access: unsafe, object, offset, values.
    Unsafe(Access),
    /// `Reference.refersTo(object)`, its native half
    RefersTo,
    /// `Reference.clear()`, its native half
    Forget,
    /// `System.arraycopy`
    ArrayCopy,
    /// `TimeUnit.toNanos(duration)` and its kin: to a unit of so many nanoseconds
    Convert(i32),
    /// `Enum.valueOf(class, name)`
    EnumConstant,
    /// `Heddle.choose(low, high)`
    Choose,
    /// `Heddle.chooseBoolean()`
    ChooseBoolean,
    /// `Heddle.assume(condition)`
    Assume,
    /// Throws `IndexOutOfBoundsException` unless its first argument makes another exception: the
    /// text of it would need more of the library than all else.
    OutOfBounds,
    /// `System.exit`, `Runtime.exit`, `Runtime.halt`
    Exit,
    /// What a model can't express.
    Unsupported,
}

/// What a library method of this class, name and descriptor does by itself; `None`: its code says so.
pub fn known(class: &str, name: &str, descriptor: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    let text = descriptor.ends_with(")Ljava/lang/String;");
    Some(match (class, name) {
        ("java/lang/Object", "<init>" | "registerNatives") => Nothing,
        ("java/lang/Object", "getClass") => ClassOf,
        ("java/lang/Object", "clone") => Clone,
        ("java/lang/System", "nanoTime" | "currentTimeMillis") => Clock,
        ("java/lang/Object", "wait0") => Wait,
        ("java/lang/Object", "wait") if descriptor == "(J)V" => Wait,
        ("java/lang/Object", "notify") => Notify,
        ("java/lang/Object", "notifyAll") => NotifyAll,
        ("java/lang/Thread", "currentThread" | "currentCarrierThread") => CurrentThread,
        ("java/lang/Thread", "start" | "start0") if descriptor == "()V" => Start,
        ("java/lang/Thread", "isAlive" | "alive") => IsAlive,
        ("java/lang/Thread", "holdsLock") => HoldsLock,
        ("java/lang/Thread", "join") if matches!(descriptor, "()V" | "(J)V") => Join,
        ("java/lang/Thread", "suspend0") => Suspend,
        ("java/lang/Thread", "resume0") => Resume,
        ("java/lang/Thread", "stop") if descriptor == "()V" => Stop,
        ("java/lang/Thread", "interrupt") => Interrupt,
        ("java/lang/Thread", "sleep") => Sleep,
        ("java/lang/Thread", "<init>") if descriptor.contains("AccessControlContext;Z)") => {
            InitThread
        }
        (
            "java/lang/Thread",
            "yield"
            | "onSpinWait"
            | "setPriority"
            | "setName"
            | "checkAccess"
            | "nextThreadNum"
            | "nextThreadID"
            | "clearInterruptEvent"
            | "ensureMaterializedForStackWalk"
            | "registerNatives",
        ) => Nothing,
        ("java/lang/Thread", "getName" | "toString") => Text,
        ("java/lang/Throwable", "fillInStackTrace") => First,
        ("java/lang/Throwable", "getMessage" | "getLocalizedMessage" | "toString") => Text,
        ("java/lang/Throwable", "printStackTrace" | "addSuppressed" | "setStackTrace") => Nothing,
        ("java/io/PrintStream" | "heddle/runtime/Console", _) => Nothing,
        (
            "java/lang/StringBuilder"
            | "java/lang/StringBuffer"
            | "java/lang/AbstractStringBuilder",
            _,
        ) => match name {
            "<init>" => Nothing,
            "append" | "insert" | "reverse" => First,
            "toString" => Text,
            _ => Unsupported,
        },
        ("java/lang/String", "valueOf" | "format" | "copyValueOf") => Text,
        ("java/lang/invoke/StringConcatHelper", _) if text => Text,
        (
            "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Boolean"
            | "java/lang/Character"
            | "java/lang/Double"
            | "java/lang/Float"
            | "java/lang/Short"
            | "java/lang/Byte",
            _,
        ) if text => Text,
        ("java/lang/Enum", "valueOf") => EnumConstant,
        ("java/util/concurrent/TimeUnit", "toNanos") => Convert(1),
        ("java/util/concurrent/TimeUnit", "toMicros") => Convert(1_000),
        ("java/util/concurrent/TimeUnit", "toMillis") => Convert(1_000_000),
        ("java/util/concurrent/TimeUnit", "toSeconds") => Convert(1_000_000_000),
        // The trees that maps make of long lists need more code than all the rest of a model; a run
        // that comes to make one leaves the model.
        ("java/util/HashMap" | "java/util/concurrent/ConcurrentHashMap", "treeifyBin") => {
            Unsupported
        }
        ("java/lang/Object" | "java/lang/Enum", "toString") => Text,
        ("java/util/Arrays" | "java/util/Objects", "toString") => Text,
        (
            "jdk/internal/util/Preconditions",
            "outOfBoundsCheckIndex"
            | "outOfBoundsCheckFromToIndex"
            | "outOfBoundsCheckFromIndexSize",
        ) => OutOfBounds,
        ("java/lang/Class", "desiredAssertionStatus") => Number(1),
        ("java/lang/Class", "getName" | "getSimpleName") => Text,
        ("java/lang/Character", "digit") => Digit,
        ("java/lang/Runtime", "availableProcessors") => Number(2),
        ("java/lang/System", "arraycopy") => ArrayCopy,
        ("java/lang/System" | "java/lang/Runtime", "exit" | "halt") => Exit,
        ("java/lang/Runtime", "addShutdownHook" | "removeShutdownHook") => Unsupported,
        ("java/lang/System", "getSecurityManager") => Nothing,
        ("java/util/concurrent/locks/LockSupport", "setBlocker" | "setCurrentBlocker") => Nothing,
        ("jdk/internal/misc/Unsafe", "park") => Park,
        ("jdk/internal/misc/Unsafe", "unpark") => Unpark,
        (
            "jdk/internal/misc/Unsafe",
            "fullFence" | "loadFence" | "storeFence" | "loadLoadFence" | "storeStoreFence",
        ) => Nothing,
        (
            "java/lang/invoke/VarHandle",
            "fullFence" | "acquireFence" | "releaseFence" | "loadLoadFence" | "storeStoreFence",
        ) => Nothing,
        ("java/lang/ref/Reference", "reachabilityFence") => Nothing,
        ("java/lang/ref/Reference", "refersTo0") => RefersTo,
        ("java/lang/ref/Reference", "clear0") => Forget,
        (
            "java/lang/ref/Reference" | "java/lang/ref/WeakReference",
            "<init>" | "get" | "refersTo" | "refersToImpl" | "clear",
        ) => return None,
        ("jdk/internal/misc/Unsafe", _) if descriptor.starts_with("(Ljava/lang/Object;J") => {
            Access::of_name(name).map_or(Unsupported, Unsafe)
        }
        ("heddle/Heddle", "choose") if descriptor == "(II)I" => Choose,
        ("heddle/Heddle", "chooseBoolean") => ChooseBoolean,
        ("heddle/Heddle", "assume") => Assume,
        _ if NOISE.iter().any(|noise| class.starts_with(noise)) => Unsupported,
        _ => return None,
    })
}

/// Parts of the library that need more of the JDK than a model can hold.
const NOISE: &[&str] = &[
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/lang/ref/",
    "java/lang/Character",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/StringUTF16",
    "java/lang/ProcessEnvironment",
    "java/io/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/util/Formatter",
    "java/util/Locale",
    "java/util/regex/",
    "java/util/stream/",
    "jdk/internal/reflect/",
    "jdk/internal/loader/",
    "jdk/internal/math/",
    "sun/",
];
