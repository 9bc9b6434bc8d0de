//! What mostly helps, in a sentence.
//!
//! In: a violation. Out: the change to the program that makes it right in most cases, where there is one. It
//! is advice to a person who knows what the program is for, and no claim.

mod meanwhile;

use crate::data::{Blocked, Violation};
use property::FindingKind;

/// Calls in which a thread waits for what others do not do, and what they have to do.
const AWAITED: [(&str, &str); 7] = [
    (
        "CompletableFuture.",
        "complete the future in every case, with completeExceptionally where something fails; or wait with \
         a time limit",
    ),
    (
        "CountDownLatch.await",
        "count down as often as the latch was made for, also where something fails: in a finally block",
    ),
    (
        "CyclicBarrier.await",
        "all the threads that the barrier was made for have to come, also those that fail",
    ),
    (
        "Phaser.",
        "all the registered parties have to arrive, or to deregister when they are done",
    ),
    (
        "Queue.take",
        "tell whoever takes that nothing more comes: put a last element, or interrupt it",
    ),
    (
        "Queue.put",
        "somebody has to take as long as somebody puts; or give up after a time, with offer",
    ),
    (
        "Condition.await",
        "signal after each change of what is waited for; with signalAll where several threads wait",
    ),
];

/// Classes that threads must not share, and what to use instead.
const INSTEAD: [(&str, &str); 14] = [
    (
        "ArrayList",
        "CopyOnWriteArrayList, or Collections.synchronizedList",
    ),
    ("LinkedList", "ConcurrentLinkedQueue or LinkedBlockingQueue"),
    ("ArrayDeque", "ConcurrentLinkedDeque or LinkedBlockingDeque"),
    ("PriorityQueue", "PriorityBlockingQueue"),
    ("HashMap", "ConcurrentHashMap"),
    (
        "LinkedHashMap",
        "ConcurrentHashMap, or Collections.synchronizedMap",
    ),
    ("WeakHashMap", "Collections.synchronizedMap"),
    ("TreeMap", "ConcurrentSkipListMap"),
    ("HashSet", "ConcurrentHashMap.newKeySet()"),
    ("TreeSet", "ConcurrentSkipListSet"),
    (
        "StringBuilder",
        "one builder for each thread, or StringBuffer",
    ),
    (
        "SimpleDateFormat",
        "DateTimeFormatter, or one format for each thread",
    ),
    ("DecimalFormat", "one format for each thread"),
    (
        "Iterator",
        "a copy to iterate over, or a collection that threads may share",
    ),
];

/// What changed on the run of something thrown while a thread went on with what it had seen of it.
pub(super) fn changed(violation: &Violation) -> Option<&str> {
    meanwhile::changed(violation)
}

/// What mostly helps.
pub(crate) fn remedy(violation: &Violation) -> Option<String> {
    match violation.kind {
        FindingKind::Race => Some(for_race(violation)),
        FindingKind::Deadlock | FindingKind::PartialDeadlock => for_deadlock(violation),
        FindingKind::LostNotification => Some(for_lost(violation)),
        FindingKind::NestedMonitor => Some(
            "wait without holding another lock: wait() and await() give back only the lock that they are \
             called on"
                .to_owned(),
        ),
        FindingKind::Exception | FindingKind::Assertion => meanwhile::remedy(violation),
        _ => None,
    }
}

fn for_race(violation: &Violation) -> String {
    let (what, _) = violation.message.split_once(": ").unwrap_or_default();
    let what = what.trim_start_matches("data race on ");
    let class = [", a ", ", an "].iter().find_map(|it| what.split_once(it));
    let class = class
        .map(|it| it.1)
        .or_else(|| what.split_once(' ').map(|it| it.1));
    if let Some(class) = class {
        let class = class.split(' ').next().unwrap_or(class);
        if let Some((thread, lock)) = lacks_lock(violation) {
            return format!(
                "{thread} needs {lock} at its place, too; where it iterates, around the whole loop"
            );
        }
        return match INSTEAD.iter().find(|it| it.0 == class) {
            Some((_, other)) => format!("hold one lock at both calls; or use {other}"),
            None => {
                "hold one lock at both calls: this class is not made for several threads".to_owned()
            }
        };
    }
    if what.ends_with(']') {
        return "hold one lock at both places; volatile does not reach the elements of an array"
            .to_owned();
    }
    let one = "hold one lock at both places; or make the field volatile, if what is written does not depend \
               on what was read";
    let [first, second] = &violation.accesses[..] else {
        return one.to_owned();
    };
    match (&first.holds[..], &second.holds[..]) {
        ([], []) => one.to_owned(),
        ([], _) | (_, []) => lacks_lock(violation).map_or(one.to_owned(), one_sided),
        _ => "the two hold different locks: hold one and the same at both places".to_owned(),
    }
}

/// The one of two threads that holds no lock, and the lock that the other holds.
fn lacks_lock(violation: &Violation) -> Option<(&str, &str)> {
    let [first, second] = &violation.accesses[..] else {
        return None;
    };
    match (&first.holds[..], &second.holds[..]) {
        ([], [lock, ..]) => Some((&first.thread, lock)),
        ([lock, ..], []) => Some((&second.thread, lock)),
        _ => None,
    }
}

/// A thread waits for a notification that came before.
fn for_lost(violation: &Violation) -> String {
    let awaits = |it: &Blocked| it.reason.contains(".await()");
    match violation.blocked.iter().any(awaits) {
        true => {
            "look at what is waited for in a loop, with the lock held: while (!condition) await();"
        }
        false => {
            "look at the condition in a loop, in the same synchronized block as the wait: while \
             (!condition) wait();"
        }
    }
    .to_owned()
}

fn one_sided((thread, lock): (&str, &str)) -> String {
    format!(
        "{thread} needs {lock} at its place, too; or make the field volatile, if it only looks first and again \
         under the lock (double-checked locking)"
    )
}

fn for_deadlock(violation: &Violation) -> Option<String> {
    let blocked = &violation.blocked;
    let upgrades = blocked.iter().any(|it| {
        let own = it.waits_for.as_ref() == Some(&it.thread);
        own && it.reason.contains("for reading")
    });
    if upgrades {
        return Some(
            "unlock the read lock before locking the write lock, and look again: a read lock can't become a \
             write lock"
                .to_owned(),
        );
    }
    if violation
        .notes
        .iter()
        .any(|it| it.contains("is used up by step"))
    {
        return Some(
            "when interrupted, leave the loop; or restore the interrupt where it is caught: \
             Thread.currentThread().interrupt()"
                .to_owned(),
        );
    }
    if blocked.iter().any(super::starves) {
        return Some(
            "let no task wait for another one of its own pool: wait outside of it, or use a pool of its own \
             for the inner tasks"
                .to_owned(),
        );
    }
    if violation
        .notes
        .iter()
        .any(|it| it.ends_with("without releasing it"))
    {
        let way = "release in every case, also where something fails: in a finally block";
        return Some(way.to_owned());
    }
    let told = |words: &str| blocked.iter().any(|it| it.reason.contains(words));
    if told("waits for the initialisation of") {
        return Some(
            "let no two classes need each other in their initialisers: make one of the objects where it is \
             first asked for"
                .to_owned(),
        );
    }
    if told("nobody has shut its pool down") {
        return Some(
            "shut the pool down when no more tasks come, also where something fails: shutdown() in a finally \
             block"
                .to_owned(),
        );
    }
    if let Some(way) = blocked.iter().find_map(|it| for_waiting(violation, it)) {
        return Some(way.to_owned());
    }
    let has_circle = super::circle(blocked).len() > 1;
    let holds = blocked.iter().filter(|it| !it.holds.is_empty()).count();
    (has_circle && holds > 1)
        .then(|| "let all threads take these locks in the same order".to_owned())
}

/// What those have to do whom a thread waits for in vain, as far as the call tells.
fn for_waiting(violation: &Violation, blocked: &Blocked) -> Option<&'static str> {
    if !blocked.reason.ends_with("nobody will wake it") {
        return None;
    }
    let mut steps = violation.trace.iter().rev();
    let last = steps.find(|it| it.thread == blocked.thread)?;
    let mut ways = AWAITED.iter();
    ways.find(|(call, _)| last.inside.contains(call))
        .map(|(_, way)| *way)
}
