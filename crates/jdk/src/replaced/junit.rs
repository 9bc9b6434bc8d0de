//! What of JUnit is replaced: the pool that watches the time of tests.

use super::Replaced;

const WATCH: (&str, &str) = ("heddle/runtime/TestWatch", "of");

/// The methods that give Jupiter its pool, by version.
pub const REPLACED: &[Replaced] = &[
    (
        "org/junit/jupiter/engine/extension/TimeoutInvocationFactory$ExecutorResource",
        "get",
        "()Ljava/util/concurrent/ScheduledExecutorService;",
        WATCH,
    ),
    (
        "org/junit/jupiter/engine/extension/TimeoutExtension$ExecutorResource",
        "get",
        "()Ljava/util/concurrent/ScheduledExecutorService;",
        WATCH,
    ),
];
