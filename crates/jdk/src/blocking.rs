//! Calls of the class library in which a thread may have to wait for others.
//!
//! Fairness and starvation are about such calls, not about the steps that they are made of: a thread in
//! `lock` can move as long as it joins the queue, and yet gets nowhere until the lock is free.

/// What a thread that has come out of the call has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// What it waited for: a lock, an element, the end of a thread.
    Served,
    /// A reason to look again whether what it waits for is there: `await` of a condition, `park`.
    Woken,
    /// An answer that may be no: `tryLock` with a limit, `poll`.
    Tried,
}

/// Classes, with all that is nested in them where the name ends in `$`, and their methods.
const CALLS: &[(&str, &[&str])] = &[
    ("java/lang/Thread", &["join", "sleep"]),
    (
        "java/util/concurrent/TimeUnit",
        &["sleep", "timedJoin", "timedWait"],
    ),
    (
        "java/util/concurrent/locks/LockSupport",
        &["park", "parkNanos", "parkUntil"],
    ),
    ("java/util/concurrent/locks/ReentrantLock", LOCK),
    ("java/util/concurrent/locks/ReentrantReadWriteLock$", LOCK),
    ("java/util/concurrent/locks/StampedLock", STAMPED),
    ("java/util/concurrent/locks/StampedLock$", LOCK),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        ACQUIRE,
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        ACQUIRE,
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
        AWAIT,
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject",
        AWAIT,
    ),
    (
        "java/util/concurrent/Semaphore",
        &["acquire", "acquireUninterruptibly", "tryAcquire"],
    ),
    ("java/util/concurrent/CountDownLatch", &["await"]),
    ("java/util/concurrent/CyclicBarrier", &["await"]),
    (
        "java/util/concurrent/Phaser",
        &[
            "arriveAndAwaitAdvance",
            "awaitAdvance",
            "awaitAdvanceInterruptibly",
        ],
    ),
    ("java/util/concurrent/Exchanger", &["exchange"]),
    ("java/util/concurrent/FutureTask", &["get"]),
    ("java/util/concurrent/CompletableFuture", &["get", "join"]),
    (
        "java/util/concurrent/ForkJoinTask",
        &["get", "join", "invoke", "quietlyJoin", "quietlyInvoke"],
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &["awaitWork", "awaitTermination"],
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &["awaitTermination"],
    ),
    (
        "java/util/concurrent/ExecutorCompletionService",
        &["take", "poll"],
    ),
    (
        "java/util/concurrent/AbstractExecutorService",
        &["invokeAll", "invokeAny"],
    ),
    ("java/util/concurrent/ArrayBlockingQueue", QUEUE),
    ("java/util/concurrent/LinkedBlockingQueue", QUEUE),
    ("java/util/concurrent/LinkedBlockingDeque", QUEUE),
    ("java/util/concurrent/PriorityBlockingQueue", QUEUE),
    ("java/util/concurrent/DelayQueue", QUEUE),
    ("java/util/concurrent/SynchronousQueue", QUEUE),
    ("java/util/concurrent/LinkedTransferQueue", QUEUE),
    (
        "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
        QUEUE,
    ),
];

const LOCK: &[&str] = &["lock", "lockInterruptibly", "tryLock"];

const STAMPED: &[&str] = &[
    "readLock",
    "readLockInterruptibly",
    "tryReadLock",
    "tryWriteLock",
    "writeLock",
    "writeLockInterruptibly",
];

const ACQUIRE: &[&str] = &[
    "acquire",
    "acquireInterruptibly",
    "acquireShared",
    "acquireSharedInterruptibly",
    "tryAcquireNanos",
    "tryAcquireSharedNanos",
];

const AWAIT: &[&str] = &["await", "awaitNanos", "awaitUninterruptibly", "awaitUntil"];

const QUEUE: &[&str] = &[
    "offer",
    "offerFirst",
    "offerLast",
    "poll",
    "pollFirst",
    "pollLast",
    "put",
    "putFirst",
    "putLast",
    "take",
    "takeFirst",
    "takeLast",
    "transfer",
    "tryTransfer",
];

/// Whether a thread may have to wait in a method, and what for.
pub fn blocking(class: &str, method: &str, descriptor: &str) -> Option<Blocking> {
    let is_of = |it: &&(&str, &[&str])| match it.0.strip_suffix('$') {
        Some(outer) => {
            let inner = class.strip_prefix(outer);
            inner.is_some_and(|inner| inner.starts_with('$'))
        }
        None => class == it.0,
    };
    let named = CALLS.iter().filter(is_of);
    if !named.flat_map(|it| it.1).any(|name| *name == method) {
        return None;
    }
    let is_timed = descriptor.contains("TimeUnit;") || descriptor.contains("Duration;");
    let tries =
        method.starts_with("try") || method.starts_with("poll") || method.starts_with("offer");
    Some(match () {
        // Without a limit they give their answer at once.
        () if tries && !is_timed && !method.ends_with("Nanos") => return None,
        () if tries => Blocking::Tried,
        () if class.ends_with("$ConditionObject") => Blocking::Woken,
        () if matches!(
            method,
            "park" | "parkNanos" | "parkUntil" | "sleep" | "timedWait"
        ) =>
        {
            Blocking::Woken
        }
        () => Blocking::Served,
    })
}

/// Methods whose calls in a loop say that a thread waits there: class and name.
pub const PAUSES: &[(&str, &str)] = &[
    ("java/lang/Object", "wait"),
    ("java/lang/Thread", "onSpinWait"),
    ("java/lang/Thread", "sleep"),
    ("java/lang/Thread", "yield"),
    ("java/util/concurrent/TimeUnit", "sleep"),
    ("java/util/concurrent/locks/Condition", "await"),
    ("java/util/concurrent/locks/Condition", "awaitNanos"),
    (
        "java/util/concurrent/locks/Condition",
        "awaitUninterruptibly",
    ),
    ("java/util/concurrent/locks/Condition", "awaitUntil"),
    ("java/util/concurrent/locks/LockSupport", "park"),
    ("java/util/concurrent/locks/LockSupport", "parkNanos"),
    ("java/util/concurrent/locks/LockSupport", "parkUntil"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_wait() {
        let lock = "java/util/concurrent/locks/ReentrantLock";
        assert_eq!(blocking(lock, "lock", "()V"), Some(Blocking::Served));
        assert_eq!(blocking(lock, "tryLock", "()Z"), None);
        let timed = "(JLjava/util/concurrent/TimeUnit;)Z";
        assert_eq!(blocking(lock, "tryLock", timed), Some(Blocking::Tried));
        assert_eq!(blocking(lock, "unlock", "()V"), None);
        let read = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
        assert_eq!(blocking(read, "lock", "()V"), Some(Blocking::Served));
        let condition = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
        assert_eq!(blocking(condition, "await", "()V"), Some(Blocking::Woken));
        assert_eq!(
            blocking("java/util/ArrayList", "get", "(I)Ljava/lang/Object;"),
            None
        );
    }
}
