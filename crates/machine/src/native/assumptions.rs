//! What Heddle takes for granted about the library, in every run. Reports print it.

/// One sentence each.
pub const ASSUMPTIONS: &[&str] = &[
    "identity hash codes are a fixed function of the state",
    "seeds of Random, ThreadLocalRandom and hash salts are the same in every run",
    "System.arraycopy, Object.clone and Arrays.copyOf copy in one step",
    "weak and soft references are never cleared; finalizers and cleaners never run",
    "acquire, release and opaque accesses and fences are sequentially consistent; a weak \
     compare-and-set does not fail for no reason",
    "a ScheduledThreadPoolExecutor does not count completed tasks unless the program asks how many",
    "the tables in which the JDK caches names, reflection data and constants are not scheduling points",
    "there are as many processors as --processors says (2), 256 MB of memory, room for 10,400 calls on each stack, no environment variables; the standard input is empty but for what --stdin gives",
    "the files of the program are its own and begin empty but for what --allow maps in",
    "the default locale is English, the default charset UTF-8, the default time zone UTC",
];
