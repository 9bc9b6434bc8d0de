//! What changed between two steps of a thread that belong together.
//!
//! In: the run of an exception or a failed assertion. Out: the last place on it where one thread looks at
//! something, another changes it, and the first goes on with what it saw. Each step is in order by itself, so
//! no race is to be seen.

use property::FindingKind;

use crate::data::{Step, Violation};

/// Classes whose single calls are safe among threads.
const SAFE: [&str; 10] = [
    "Concurrent",
    "CopyOnWrite",
    "Atomic",
    "LinkedBlocking",
    "ArrayBlocking",
    "Collections",
    "Synchronized",
    "Vector",
    "Hashtable",
    "Long",
];

/// Ends of the names of others, which threads share only under a lock.
const GUARDED: [&str; 8] = [
    "Map", "Set", "List", "Queue", "Deque", "Stack", "Builder", "Buffer",
];

/// Beginnings of methods that only look.
const LOOKS: [&str; 11] = [
    "get", "contains", "is", "size", "peek", "iterator", "keySet", "values", "entrySet", "forEach",
    "toString",
];

/// What a step does to what.
#[derive(Clone, Copy)]
struct Touch<'a> {
    thread: &'a str,
    step: u64,
    name: &'a str,
    /// The class of the library that is called, or nothing.
    class: &'a str,
    changes: bool,
    /// Whether it changes what is as it was seen, and only that.
    is_compared: bool,
    /// What was read or written.
    value: &'a str,
    place: (&'a str, u32),
}

impl Touch<'_> {
    fn has_steps(&self) -> bool {
        !self.class.is_empty() && !self.class.starts_with("Atomic")
    }

    fn is_same_call(&self, next: &Touch<'_>) -> bool {
        let key = |it: &Touch<'_>| (it.changes, it.is_compared);
        (self.thread, self.name, self.class) == (next.thread, next.name, next.class)
            && key(self) == key(next)
    }
}

/// A look, a change by another thread, and what the first thread did then.
struct Torn<'a> {
    first: Touch<'a>,
    other: Touch<'a>,
    last: Touch<'a>,
}

/// The advice that follows.
pub(super) fn remedy(violation: &Violation) -> Option<String> {
    let Torn { first, other, last } = torn(violation)?;
    let name = last.name;
    let (who, from, by, to) = (first.thread, first.step, other.step, last.step);
    let (other, other_value) = (other.thread, other.value);
    let (what, way) = match last.class {
        "AtomicReference" if last.is_compared && first.value == other_value => {
            return Some(format!(
                "{other} changes {name} (step {by}) and puts back what {who} has seen in step {from}, so that \
                 {who} takes it for unchanged in step {to}: use AtomicStampedReference, or don't use objects \
                 again"
            ));
        }
        "" if first.place == last.place => (
            "steps",
            "do both under one lock, or in one call of a class such as AtomicInteger".to_owned(),
        ),
        "" => ("steps", "do both under one lock".to_owned()),
        class if is_safe(class) => (
            "calls",
            format!("{}, or hold one lock over both", one_call(class)),
        ),
        _ => ("calls", "hold the lock over both".to_owned()),
    };
    Some(format!(
        "{other} changes {name} (step {by}) between two {what} of {who} that belong together ({from} and \
         {to}): {way}"
    ))
}

/// What was changed.
pub(super) fn changed(violation: &Violation) -> Option<&str> {
    torn(violation).map(|it| it.last.name)
}

fn torn(violation: &Violation) -> Option<Torn<'_>> {
    let mut touches: Vec<Touch<'_>> = Vec::new();
    for touch in violation.trace.iter().filter_map(touch) {
        match touches.last_mut() {
            // Steps inside of one call; those on atomic classes have one.
            Some(last) if touch.has_steps() && last.is_same_call(&touch) => {}
            _ => touches.push(touch),
        }
    }
    let last = |at: usize| torn_by_last(&touches[..=at], violation);
    (0..touches.len()).rev().find_map(last)
}

/// What the last touch has to do with an earlier look of its thread and a change in between.
fn torn_by_last<'a>(touches: &[Touch<'a>], violation: &Violation) -> Option<Torn<'a>> {
    let (last, before) = touches.split_last()?;
    let fails = violation.kind == FindingKind::Exception
        && violation.threads.iter().any(|it| it == last.thread);
    if !last.changes && !fails && last.class.is_empty() {
        return None;
    }
    let before: Vec<&Touch<'a>> = before.iter().filter(|it| it.name == last.name).collect();
    let first = before.iter().rposition(|it| it.thread == last.thread)?;
    let other = before[first..].iter().rev().find(|it| it.changes)?;
    (!before[first].changes).then(|| Torn {
        first: *before[first],
        other: **other,
        last: *last,
    })
}

fn touch(step: &Step) -> Option<Touch<'_>> {
    let thread = step.thread.as_str();
    if let Some((class, method)) = step.inside.rsplit_once('.') {
        let is_data = is_safe(class) || GUARDED.iter().any(|it| class.ends_with(it));
        let is_named = !step.on.is_empty() && method != "<init>";
        let only_looks = LOOKS.iter().any(|it| method.starts_with(it));
        return (is_data && is_named).then_some(Touch {
            thread,
            step: step.step,
            name: &step.on,
            class,
            changes: !only_looks || method.starts_with("getAnd"),
            is_compared: method == "compareAndSet" && step.operation.starts_with("updates"),
            value: &step.value,
            place: (&step.file, step.line),
        });
    }
    let (verb, name) = step.operation.split_once(' ')?;
    let changes = verb == "writes";
    (changes || verb == "reads").then_some(Touch {
        thread,
        step: step.step,
        name,
        class: "",
        changes,
        is_compared: false,
        value: &step.value,
        place: (&step.file, step.line),
    })
}

fn is_safe(class: &str) -> bool {
    SAFE.iter().any(|it| class.starts_with(it))
}

/// What does two things at once.
fn one_call(class: &str) -> &'static str {
    match class {
        _ if class.starts_with("Atomic") => {
            "make them one call, such as incrementAndGet, compareAndSet or updateAndGet"
        }
        _ if class.ends_with("Map") => {
            "make them one call, such as putIfAbsent, computeIfPresent or merge"
        }
        _ => "make them one call",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u64, thread: &str, operation: &str, inside: &str) -> Step {
        Step {
            step: number,
            thread: thread.to_owned(),
            operation: operation.to_owned(),
            inside: inside.to_owned(),
            on: "Stock.items".to_owned(),
            ..Step::default()
        }
    }

    fn violation(trace: Vec<Step>) -> Violation {
        Violation {
            trace,
            threads: vec!["a".to_owned()],
            ..Violation::new(FindingKind::Assertion)
        }
    }

    #[test]
    fn check_then_act() {
        let map = |number, thread, method: &str| {
            let inside = format!("ConcurrentHashMap.{method}");
            step(number, thread, "reads a bin", &inside)
        };
        let torn = vec![
            map(1, "a", "containsKey"),
            map(2, "a", "containsKey"),
            map(3, "b", "get"),
            map(4, "b", "remove"),
            map(5, "a", "get"),
        ];
        assert_eq!(
            remedy(&violation(torn)).unwrap(),
            "b changes Stock.items (step 4) between two calls of a that belong together (1 and 5): make \
             them one call, such as putIfAbsent, computeIfPresent or merge, or hold one lock over both"
        );
        let in_order = vec![
            map(1, "a", "containsKey"),
            map(2, "a", "get"),
            map(3, "b", "remove"),
        ];
        assert_eq!(remedy(&violation(in_order)), None);
    }

    #[test]
    fn what_is_put_back_is_taken_for_unchanged() {
        let top = |number, thread, operation, method: &str, value: &str| Step {
            value: value.to_owned(),
            ..step(
                number,
                thread,
                operation,
                &format!("AtomicReference.{method}"),
            )
        };
        let trace = |value| {
            vec![
                top(1, "a", "reads", "get", "Node#1"),
                top(2, "b", "updates", "compareAndSet", "Node#2"),
                top(3, "b", "updates", "compareAndSet", value),
                top(4, "a", "updates", "compareAndSet", "Node#3"),
            ]
        };
        let told = |value| remedy(&violation(trace(value))).unwrap();
        assert!(told("Node#1").contains("(step 3) and puts back what a has seen in step 1"));
        assert!(told("Node#4").contains("make them one call"));
    }

    #[test]
    fn a_lock_that_is_given_back_too_early() {
        let map = |number, thread, method: &str| {
            let inside = format!("HashMap.{method}");
            step(number, thread, "reads HashMap.table", &inside)
        };
        let torn = vec![map(1, "a", "get"), map(2, "b", "put"), map(3, "a", "put")];
        let advice = remedy(&violation(torn)).unwrap();
        assert!(
            advice.ends_with("(1 and 3): hold the lock over both"),
            "{advice}"
        );
    }

    #[test]
    fn a_lost_update() {
        let lost = vec![
            step(1, "a", "reads A.count", ""),
            step(2, "b", "writes A.count", ""),
            step(3, "a", "writes A.count", ""),
            step(4, "main", "reads A.count", ""),
        ];
        assert_eq!(
            remedy(&violation(lost)).unwrap(),
            "b changes A.count (step 2) between two steps of a that belong together (1 and 3): do both \
             under one lock, or in one call of a class such as AtomicInteger"
        );
        let only_looks = vec![
            step(1, "a", "reads A.count", ""),
            step(2, "b", "writes A.count", ""),
            step(3, "a", "reads A.count", ""),
        ];
        assert_eq!(remedy(&violation(only_looks.clone())), None);
        let mut thrown = violation(only_looks);
        thrown.kind = FindingKind::Exception;
        assert!(
            remedy(&thrown).is_some(),
            "it was used after the second look"
        );
    }
}
