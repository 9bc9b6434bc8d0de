//! What threads do on a run, in the user's words: what the library does inside one call is one deed.
//!
//! A call of the library may take many steps, and others may come between them. Its first part then begins
//! it and its last part returns from it, or waits in it for ever.

use crate::data::{Step, Violation};

/// A step of the program, or steps of one thread inside one call of the library with no other thread's step
/// between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed<'a> {
    /// The steps, at least one.
    pub(crate) steps: &'a [Step],
    part: Part,
}

/// Which part of a call the steps are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// No call.
    None,
    Whole,
    First,
    Middle,
    Last,
    /// The last one, if the call does not return.
    Stuck,
}

/// The deeds of a run.
pub(crate) fn deeds<'a>(trace: &'a [Step], stuck: &[&str]) -> Vec<Deed<'a>> {
    let chunks: Vec<&[Step]> = trace.chunk_by(is_same_call).collect();
    let mut deeds = Vec::with_capacity(chunks.len());
    for (index, &steps) in chunks.iter().enumerate() {
        let first = &steps[0];
        let is_other_part = |it: &&&[Step]| it[0].thread == first.thread;
        let part = match first.inside.is_empty() {
            true => Part::None,
            false => {
                let before = chunks[..index].iter().rev().find(is_other_part);
                let after = chunks[index + 1..].iter().find(is_other_part);
                let goes_on = after.is_some_and(|it| is_same_call(first, &it[0]));
                let began = before.is_some_and(|it| is_same_call(&it[0], first));
                match (began, goes_on) {
                    (_, false) if after.is_none() && stuck.contains(&&*first.thread) => Part::Stuck,
                    (false, false) => Part::Whole,
                    (false, true) => Part::First,
                    (true, true) => Part::Middle,
                    (true, false) => Part::Last,
                }
            }
        };
        deeds.push(Deed { steps, part });
    }
    deeds
}

/// Every step as a deed of its own.
pub(crate) fn each_step(trace: &[Step]) -> Vec<Deed<'_>> {
    let part = Part::None;
    let steps = trace.chunks(1);
    steps.map(|steps| Deed { steps, part }).collect()
}

/// The threads that can't go on at the end of a violation's run.
pub(crate) fn stuck(violation: &Violation) -> Vec<&str> {
    let blocked = violation.blocked.iter();
    blocked.map(|it| it.thread.as_str()).collect()
}

fn is_same_call(a: &Step, b: &Step) -> bool {
    let is_same_place = (&a.file, a.line) == (&b.file, b.line) || a.is_library && b.is_library;
    // Whom a call is on may be forgotten when that is no longer needed.
    let is_same_object = a.on == b.on || a.on.is_empty() || b.on.is_empty();
    let is_same = a.thread == b.thread && a.inside == b.inside && is_same_object && is_same_place;
    is_same && !a.inside.is_empty()
}

impl Deed<'_> {
    /// The first step, which tells the thread and the place.
    pub(crate) fn first(&self) -> &Step {
        &self.steps[0]
    }

    /// What the thread does, as a verb phrase.
    pub(crate) fn words(&self) -> String {
        let first = self.first();
        if self.part == Part::None {
            return with_value(&first.operation, first);
        }
        let mut words = match first.is_library {
            true => format!("is in {}", first.inside),
            false => self.call(),
        };
        if let [only] = self.steps
            && first.inside.starts_with("Atomic")
        {
            words = with_value(&words, only);
        }
        let notable = self.steps.iter().filter(|it| it.is_notable);
        for step in notable.take(2) {
            words += &format!("; {}", step.operation);
        }
        for step in self.steps.iter().filter(|it| !it.aside.is_empty()) {
            words += &format!("; {}", step.aside);
        }
        words
    }

    /// Whether it is the library's own affair: what threads of its pools do between tasks.
    pub(crate) fn is_of_library(&self) -> bool {
        let is_quiet = |it: &Step| it.is_library && !it.is_notable;
        self.steps.iter().all(is_quiet)
    }

    fn call(&self) -> String {
        let first = self.first();
        let (class, method) = first.inside.rsplit_once('.').unwrap_or(("", &first.inside));
        let mut known = self.steps.iter().map(|it| it.on.as_str());
        let on = known.find(|it| !it.is_empty()).unwrap_or(class);
        let on = match on.contains("DelegatedExecutorService") {
            // What wraps some pools has a name that nobody has read.
            true => "ExecutorService",
            false => on,
        };
        let is_lock = class.ends_with("Lock");
        match method {
            "lock" | "lockInterruptibly" if is_lock => match self.part {
                Part::First => format!("begins to lock {on}"),
                Part::Middle | Part::Stuck => format!("waits for {on}"),
                Part::Last => format!("has locked {on}"),
                Part::None | Part::Whole => format!("locks {on}"),
            },
            "<init>" => format!("makes {}", article(on)),
            "unlock" if is_lock => match self.part {
                Part::First => format!("begins to unlock {on}"),
                Part::Last => format!("has unlocked {on}"),
                _ => format!("unlocks {on}"),
            },
            "join" if class.ends_with("Thread") || first.on == on => match self.part {
                Part::Last => format!("sees that {on} has ended"),
                _ => format!("waits for {on} to end"),
            },
            _ => {
                let verb = match self.part {
                    Part::None | Part::Whole => "calls",
                    Part::First => "begins",
                    Part::Middle => "goes on in",
                    Part::Last => "returns from",
                    Part::Stuck => "waits in",
                };
                format!("{verb} {on}.{method}()")
            }
        }
    }
}

/// `a thread`, `an ArrayList#1`.
fn article(name: &str) -> String {
    match name.chars().next() {
        _ if name.starts_with("a ") => name.to_owned(),
        Some('A' | 'E' | 'I' | 'O' | 'U') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// `writes Account.balance: 0 → 1`, `reads Account.balance: 1`.
fn with_value(words: &str, step: &Step) -> String {
    match (step.before.as_str(), step.value.as_str()) {
        (_, "") => words.to_owned(),
        ("", value) => format!("{words}: {value}"),
        (before, value) => format!("{words}: {before} → {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(thread: &str, line: u32, inside: &str) -> Step {
        Step {
            thread: thread.to_owned(),
            line,
            inside: inside.to_owned(),
            on: "Bank.lock".to_owned(),
            operation: "writes Bank.balance".to_owned(),
            before: "0".to_owned(),
            value: "1".to_owned(),
            ..Step::default()
        }
    }

    fn words(trace: &[Step], stuck: &[&str]) -> Vec<String> {
        deeds(trace, stuck).iter().map(Deed::words).collect()
    }

    #[test]
    fn a_call_of_the_library_is_one_deed() {
        let lock = "ReentrantLock.lock";
        let trace = [
            step("a", 1, lock),
            step("a", 1, lock),
            step("a", 2, ""),
            step("a", 2, ""),
            step("a", 3, "Semaphore.acquire"),
            step("b", 3, "Semaphore.acquire"),
        ];
        let expected = [
            "locks Bank.lock",
            "writes Bank.balance: 0 → 1",
            "writes Bank.balance: 0 → 1",
            "calls Bank.lock.acquire()",
            "calls Bank.lock.acquire()",
        ];
        assert_eq!(words(&trace, &[]), expected);
    }

    #[test]
    fn calls_with_others_between_begin_and_return() {
        let take = "LinkedBlockingQueue.take";
        let turns = ["a", "b", "a", "b", "a"];
        let trace = turns.map(|thread| step(thread, 1, take));
        let expected = [
            "begins Bank.lock.take()",
            "begins Bank.lock.take()",
            "goes on in Bank.lock.take()",
            "waits in Bank.lock.take()",
            "returns from Bank.lock.take()",
        ];
        assert_eq!(words(&trace, &["b"]), expected);
    }
}
