//! Data races: two threads about to access the same variable, at least one to write it, and not
//! both accesses volatile or atomic.
//!
//! A state in which both stand before their accesses is a state in which nothing orders the two, so
//! the pair is a race in the sense of the Java memory model; and a program with such a pair has,
//! under sequential consistency, a run to such a state. It is therefore enough to look at the next
//! operations in every state.

use machine::{Machine, Ordering, Place, Span};

use crate::java::describe::{field_of, field_owner, place_of, thread_name};
use crate::system::{Finding, FindingKind};

/// Fields of these packages follow protocols of their authors' own (a plain field ordered by a
/// volatile one, or read on purpose without order). They are listed in every report.
pub const INTERNAL_PACKAGES: &[&str] = &[
    "java/util/concurrent/",
    "java/lang/invoke/",
    "jdk/internal/",
];

/// Fields outside those packages whose races are harmless by design.
pub const BENIGN: &[&str] = &["java/lang/String.hash", "java/lang/String.hashIsZero"];

/// An access that a thread is about to make.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    thread: usize,
    places: Span,
    writes: bool,
    ordering: Ordering,
}

/// Appends the races of the current state.
pub fn findings(machine: &mut Machine<'_>, accesses: &mut Vec<Access>, out: &mut Vec<Finding>) {
    accesses.clear();
    for thread in 0..machine.threads().len() {
        // One that is suspended is ordered by who resumes it.
        if machine.threads()[thread].is_suspended() {
            continue;
        }
        let Some(operation) = machine.operation(thread) else {
            continue;
        };
        let made = operation
            .accesses()
            .map(|(places, writes, ordering)| Access {
                thread,
                places,
                writes,
                ordering,
            });
        accesses.extend(made);
    }
    for (index, first) in accesses.iter().enumerate() {
        for second in &accesses[index + 1..] {
            if let Some(place) = conflict(first, second)
                && !is_benign(machine, place)
                && !is_internal_array(machine, place, [first.thread, second.thread])
            {
                out.push(finding(machine, place, first, second));
            }
        }
    }
}

/// The place on which two accesses race.
fn conflict(first: &Access, second: &Access) -> Option<Place> {
    let races = first.thread != second.thread
        && (first.writes || second.writes)
        && !(first.ordering == Ordering::Atomic && second.ordering == Ordering::Atomic);
    if races {
        first.places.common(second.places)
    } else {
        None
    }
}

fn is_benign(machine: &Machine<'_>, place: Place) -> bool {
    let Some((class, field)) = field_owner(machine, place) else {
        return false;
    };
    INTERNAL_PACKAGES
        .iter()
        .any(|package| class.starts_with(package))
        || BENIGN.contains(&format!("{class}.{field}").as_str())
}

/// An array that only the code of those packages touches is like one of their fields.
fn is_internal_array(machine: &Machine<'_>, place: Place, threads: [usize; 2]) -> bool {
    if field_owner(machine, place).is_some() {
        return false;
    }
    let is_internal = |thread: usize| {
        let frames = machine.threads()[thread].frames.iter().rev();
        let innermost = frames
            .map(|frame| frame.method)
            .find(|it| machine.has_method(*it));
        innermost.is_some_and(|method| {
            let class = machine.program().method(method).class;
            let name = &machine.program().class(class).name;
            INTERNAL_PACKAGES.iter().any(|it| name.starts_with(it))
        })
    };
    threads.into_iter().all(is_internal)
}

fn finding(machine: &mut Machine<'_>, place: Place, first: &Access, second: &Access) -> Finding {
    let what = field_of(machine, place);
    let side = |machine: &mut Machine<'_>, access: &Access| {
        let verb = if access.writes { "write" } else { "read" };
        let place = place_of(machine, access.thread);
        format!(
            "{verb} by {} at {place}",
            thread_name(machine, access.thread)
        )
    };
    let (a, b) = (side(machine, first), side(machine, second));
    Finding {
        kind: FindingKind::Race,
        message: format!("data race on {what}: {a}, and {b}"),
        threads: vec![
            thread_name(machine, first.thread),
            thread_name(machine, second.thread),
        ],
    }
}
