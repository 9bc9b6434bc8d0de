//! The synchronizers of `java.util.concurrent`, and what their methods are to somebody who takes a call of
//! theirs for one step.

/// The classes whose calls are atomic, with all that is nested in them.
pub const CLASSES: [&str; 6] = [
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock",
    "java/util/concurrent/Semaphore",
    "java/util/concurrent/CountDownLatch",
];

/// Methods that look at queues.
pub const LOOKING: [&str; 15] = [
    "getExclusiveQueuedThreads",
    "getFirstQueuedThread",
    "getQueueLength",
    "getQueuedReaderThreads",
    "getQueuedThreads",
    "getQueuedWriterThreads",
    "getSharedQueuedThreads",
    "getWaitQueueLength",
    "getWaitingThreads",
    "hasContended",
    "hasQueuedThread",
    "hasQueuedThreads",
    "hasWaiters",
    "isQueued",
    "owns",
];

/// What a method is to atomic calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// One of the library, or the machine's own.
    #[default]
    Library,
    /// One of the program.
    Program,
    /// `LockSupport`.
    Parking,
    /// One of a synchronizer.
    Inside,
    /// `ReentrantLock.lock`
    Lock,
    /// `ReentrantLock.lockInterruptibly`
    LockInterruptibly,
    /// `ReentrantLock.unlock`, and what else lets go.
    Unlock,
    /// One that reads or changes the word of state, and that's all.
    Word,
    /// A condition's `await`, in all forms.
    Await,
    /// The same with a limit: it may take its lock again without having waited.
    AwaitTimed,
    /// Where a synchronizer is acquired with a node of its queue.
    Acquire,
    /// A condition's `signal` and `signalAll`.
    Signal,
    /// One that looks at a queue.
    Looking,
}

impl Role {
    /// Whether calls of such a method are atomic.
    pub fn is_atomic_call(self) -> bool {
        !matches!(self, Role::Library | Role::Program | Role::Parking)
    }
}

/// Whether calls of a class are atomic.
pub fn is_listed(class: &str) -> bool {
    let outer = class.split('$').next().unwrap_or(class);
    CLASSES.contains(&outer)
}

/// What a method is to atomic calls.
pub fn role_of(class: &str, method: &str, descriptor: &str) -> Role {
    if class == "java/util/concurrent/locks/LockSupport" {
        return Role::Parking;
    }
    if !is_listed(class) {
        return Role::Library;
    }
    let is_lock = class == "java/util/concurrent/locks/ReentrantLock";
    let is_writing = class == "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
    match method {
        "lock" if is_writing => Role::Lock,
        "lock" if is_lock => Role::Lock,
        "lockInterruptibly" if is_lock => Role::LockInterruptibly,
        "unlock" if is_lock => Role::Unlock,
        "release" | "releaseShared" => Role::Unlock,
        "compareAndSetState" | "getState" | "setState" => Role::Word,
        _ if LOOKING.contains(&method) => Role::Looking,
        "acquire" | "acquireQueued" | "reacquire"
            if descriptor.starts_with("(Ljava/util/concurrent/locks/") =>
        {
            Role::Acquire
        }
        _ if class.ends_with("$ConditionObject") && method.starts_with("await") => match descriptor
        {
            "()V" => Role::Await,
            _ => Role::AwaitTimed,
        },
        _ if class.ends_with("$ConditionObject") && method.starts_with("signal") => Role::Signal,
        _ => Role::Inside,
    }
}

/// Classes of locks, whose words are as before when the lock is free.
pub const LOCKS: &[&str] = &[
    "java/util/concurrent/locks/ReentrantLock$",
    "java/util/concurrent/locks/ReentrantReadWriteLock$",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$",
    "java/util/concurrent/locks/StampedLock",
];

/// A class, and names of its methods; all of them if there are none.
pub type Methods = (&'static str, &'static [&'static str]);

/// Who signals wakes others for good.
pub const SIGNALS: Methods = (
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
    &["signal", "signalAll"],
);

/// Where a synchronizer wakes the next of its queue.
pub const RELEASES: Methods = ("java/util/concurrent/locks/AbstractQueuedSynchronizer", &[]);

/// Where a thread that waits writes down that it does, which it takes back when it gives up.
#[derive(Clone, Copy, Debug)]
pub struct Enrolment {
    /// The class that declares the fields.
    pub class: &'static str,
    /// The fields.
    pub fields: &'static [&'static str],
    /// Those of the fields in which others hand over what is waited for: only a node that is written into
    /// itself there is one that was given up.
    pub handed: &'static [&'static str],
    /// The calls in which this is meant, in all calls if there is none: elsewhere the same fields keep what
    /// nobody waits for.
    pub calls: &'static [Methods],
}

impl Enrolment {
    const fn new(class: &'static str, fields: &'static [&'static str]) -> Enrolment {
        Enrolment {
            class,
            fields,
            handed: &[],
            calls: &[],
        }
    }

    const fn handed(self, handed: &'static [&'static str]) -> Enrolment {
        Enrolment { handed, ..self }
    }

    const fn within(self, calls: &'static [Methods]) -> Enrolment {
        Enrolment { calls, ..self }
    }
}

/// The calls of queues in which one side waits for the other.
const TRANSFERS: &[Methods] = &[
    (
        "java/util/concurrent/LinkedTransferQueue",
        &["poll", "take", "transfer", "tryTransfer"],
    ),
    ("java/util/concurrent/SynchronousQueue", &[]),
];

const FUTURES: &[Methods] = &[(
    "java/util/concurrent/CompletableFuture",
    &["timedGet", "waitingGet"],
)];

/// The calls in which a phaser keeps who waits, in two stacks that are words of `AtomicReference`s.
const PHASES: &[Methods] = &[(
    "java/util/concurrent/Phaser",
    &["abortWait", "internalAwaitAdvance", "releaseWaiters"],
)];

/// Where threads enrol that wait, as the sources of the JDKs 17 to 25 have it.
pub const ENROLMENTS: &[Enrolment] = &[
    Enrolment::new(
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        &["head", "tail"],
    ),
    Enrolment::new(
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        &["head", "tail"],
    ),
    Enrolment::new(
        "java/util/concurrent/Exchanger",
        &["arena", "bound", "slot"],
    ),
    Enrolment::new("java/util/concurrent/Exchanger$Slot", &["entry"]),
    Enrolment::new(
        "java/util/concurrent/Exchanger$Node",
        &[
            "bound", "collides", "hash", "index", "item", "parked", "seed",
        ],
    ),
    Enrolment::new(
        "java/util/concurrent/SynchronousQueue$TransferStack",
        &["head"],
    ),
    Enrolment::new(
        "java/util/concurrent/SynchronousQueue$TransferStack$SNode",
        &["item", "mode", "next", "waiter"],
    )
    .handed(&["match"]),
    Enrolment::new(
        "java/util/concurrent/SynchronousQueue$TransferQueue",
        &["cleanMe", "head", "tail"],
    ),
    Enrolment::new(
        "java/util/concurrent/SynchronousQueue$TransferQueue$QNode",
        &["next", "waiter"],
    )
    .handed(&["item"]),
    Enrolment::new(
        "java/util/concurrent/LinkedTransferQueue",
        &["head", "needSweep", "sweepVotes", "tail"],
    )
    .within(TRANSFERS),
    Enrolment::new(
        "java/util/concurrent/LinkedTransferQueue$Node",
        &["next", "waiter"],
    )
    .handed(&["item"])
    .within(TRANSFERS),
    Enrolment::new(
        "java/util/concurrent/LinkedTransferQueue$DualNode",
        &["next", "waiter"],
    )
    .handed(&["item"])
    .within(TRANSFERS),
    Enrolment::new("java/util/concurrent/CompletableFuture", &["stack"]).within(FUTURES),
    Enrolment::new(
        "java/util/concurrent/CompletableFuture$Completion",
        &["next"],
    )
    .within(FUTURES),
    Enrolment::new(
        "java/util/concurrent/CompletableFuture$Signaller",
        &["interrupted", "nanos", "thread"],
    ),
    Enrolment::new("java/util/concurrent/FutureTask", &["waiters"]),
    Enrolment::new(
        "java/util/concurrent/FutureTask$WaitNode",
        &["next", "thread"],
    ),
    Enrolment::new(
        "java/util/concurrent/Phaser$QNode",
        &["nanos", "next", "thread", "wasInterrupted"],
    ),
    Enrolment::new("java/util/concurrent/atomic/AtomicReference", &["value"]).within(PHASES),
    Enrolment::new("java/util/concurrent/ForkJoinTask", &["aux"]),
    Enrolment::new("java/util/concurrent/ForkJoinTask$Aux", &["next", "thread"]),
];
