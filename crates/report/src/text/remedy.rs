//! What mostly helps, in a sentence.
//!
//! In: a violation. Out: the change to the program that makes it right in most cases, where there is one. It
//! is advice to a person who knows what the program is for, and no claim.

use crate::data::Violation;
use property::FindingKind;

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

/// What mostly helps.
pub(crate) fn remedy(violation: &Violation) -> Option<String> {
    match violation.kind {
        FindingKind::Race => Some(for_race(violation)),
        FindingKind::Deadlock | FindingKind::PartialDeadlock => for_deadlock(violation),
        FindingKind::LostNotification => Some(
            "look at the condition in a loop, in the same synchronized block as the wait: while \
             (!condition) wait();"
                .to_owned(),
        ),
        FindingKind::NestedMonitor => Some(
            "wait without holding another lock: wait() and await() give back only the lock that they are \
             called on"
                .to_owned(),
        ),
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
        ([], [lock, ..]) => one_sided(&first.thread, lock),
        ([lock, ..], []) => one_sided(&second.thread, lock),
        _ => "the two hold different locks: hold one and the same at both places".to_owned(),
    }
}

fn one_sided(thread: &str, lock: &str) -> String {
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
    let has_circle = super::circle(blocked).len() > 1;
    let holds = blocked.iter().filter(|it| !it.holds.is_empty()).count();
    (has_circle && holds > 1)
        .then(|| "let all threads take these locks in the same order".to_owned())
}
