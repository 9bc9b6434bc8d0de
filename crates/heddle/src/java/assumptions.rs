//! What a verdict about a Java program assumes, in sentences.

use machine::{Randomness, Timeouts};
use property::FindingKind;

use super::Loaded;
use crate::settings::Settings;

/// What is assumed where calls of synchronizers were atomic.
pub(super) const ATOMIC_CALLS: &str = "calls of the locks, semaphores and latches of java.util.concurrent take effect at \
                     one moment: none is interleaved with others but where it parks \
                     (--reduction all,-synchronizers interleaves every step)";

/// What is not explored about memory.
const SEQUENTIAL: &str = "memory is sequentially consistent (a program without data races whose own code \
                          uses no weaker accesses than volatile can't tell the difference)";

/// What is assumed where the library looked something up before the program started.
pub(super) const LOOKUPS: &str = "what the class library looks up once and keeps (data of languages, time zones, \
                       charsets, algorithms) it has looked up before the program starts";

/// What is otherwise where a program has a pool for periodic tasks.
pub(super) const UNCOUNTED: &str = "a ScheduledThreadPoolExecutor does not count the tasks that are completed (a \
                         program that asks for the number gets it)";

/// What is not explored about clocks.
const CLOCK: &str = "clocks start on 2026-01-01; between two looks of the program at a clock pass no \
                     time or lengths of time that its comparisons tell apart, in powers of two; the \
                     library's own looks are at once; where it compares what is made of a clock's time \
                     otherwise than by + - * / % (dates, text, bits), a look is at once or late by \
                     1 s, 2 min, 39 h or 417 days";

/// The assumptions that are known before the search.
pub(super) fn assumptions(loaded: &Loaded, settings: &Settings) -> Vec<String> {
    let mut list = vec![
        match settings.selection.has(FindingKind::Race) {
            true => SEQUENTIAL.to_owned(),
            false => format!("{SEQUENTIAL}; whether there are data races was not asked"),
        },
        match settings.machine.timeouts {
            Timeouts::Any if settings.sorts_expiries => {
                "a timed wait or sleep may end at any moment; what goes wrong only if one does while \
                 other threads can move is a warning (--timeouts any makes it a violation)"
                    .to_owned()
            }
            Timeouts::Any => "a timed wait or sleep may end at any moment".to_owned(),
            Timeouts::Idle => {
                "time passes only when no thread can move, or threads only go round".to_owned()
            }
        },
    ];
    list.push(CLOCK.to_owned());
    let pool = "java/util/concurrent/ForkJoinPool";
    if loaded.program.loaded(pool).is_some() {
        if settings.machine.timeouts == Timeouts::Any {
            list.push("idle workers of fork-join pools are not let go".to_owned());
        }
        let workers = match settings.machine.processors.saturating_sub(1) {
            0 | 1 => "1 worker".to_owned(),
            workers => format!("{workers} workers"),
        };
        list.push(format!(
            "the common fork-join pool has {workers} (--processors)"
        ));
    }
    if !settings.machine.spurious_wakeups {
        list.push(
            "waits don't end, and weak compare-and-set does not fail, for no reason \
             (--spurious-wakeups lets waits)"
                .to_owned(),
        );
    }
    list.push("accesses to long and double are atomic".to_owned());
    let seeds = match settings.machine.random {
        Randomness::Fixed => "random seeds",
        Randomness::Choose => "seeds that the program gives",
    };
    list.push(match settings.machine.hash {
        Randomness::Fixed => format!("hash codes and {seeds} are fixed"),
        Randomness::Choose => format!("identity hash codes are 1 to 4; {seeds} are fixed"),
    });
    list.push("weak references are not cleared and finalizers don't run".to_owned());
    list.push("arrays and objects are copied in one step".to_owned());
    let processors = match settings.machine.processors {
        1 => "1 processor".to_owned(),
        processors => format!("{processors} processors"),
    };
    list.push(format!(
        "there are {processors} (--processors), 256 MB of memory and room for 10,400 calls on each \
         stack; the locale is English, the charset UTF-8, the time zone UTC"
    ));
    if loaded
        .program
        .loaded("java/util/logging/LogManager")
        .is_some()
    {
        list.push(
            "logs are printed without times and callers; their handlers are not closed at the end"
                .to_owned(),
        );
    }
    if loaded
        .program
        .loaded("heddle/runtime/QuietLogger")
        .is_some()
        && loaded.program.loaded("org/slf4j/LoggerFactory").is_some()
    {
        list.push(
            "what is logged by SLF4J is formatted and dropped, unless the program uses a back end by itself"
                .to_owned(),
        );
    }
    list.push(
        "there are no environment variables; the program's files are its own and begin empty but for \
         what --allow maps in, and its input but for what --stdin gives"
            .to_owned(),
    );
    if settings.selection.has(FindingKind::Race) {
        list.push(
            "classes of the JDK may be shared by threads as their documentation says; what they \
             keep for themselves does not race"
                .to_owned(),
        );
    }
    let differences = machine::differences(&loaded.program).into_iter();
    list.extend(differences.map(str::to_owned));
    if let Some(jdk) = loaded.program.class_path().jdk() {
        list.push(format!(
            "the class library is that of JDK {}",
            jdk.version_text()
        ));
    }
    list
}
