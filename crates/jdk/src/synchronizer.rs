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
