//! Data races: two threads about to access the same variable, at least one to write it, and not
//! both accesses volatile or atomic.
//!
//! A state in which both stand before their accesses is a state in which nothing orders the two, so
//! the pair is a race in the sense of the Java memory model; and a program with such a pair has,
//! under sequential consistency, a run to such a state. It is therefore enough to look at the next
//! operations in every state.

use machine::{Access, Machine, Memo, Ordering, Place};
use program::{FieldId, Program};

use crate::java::describe::{field_of, place_of, thread_name};
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

/// Looks for races.
#[derive(Debug, Default)]
pub struct Judge {
    accesses: Vec<(usize, Access)>,
    /// By field: whether races on it are harmless, where that is known.
    benign: Vec<Option<bool>>,
}

impl Judge {
    /// Appends the races of the current state, of which the choices have been asked for.
    pub fn findings(&mut self, memo: &mut Memo<'_>, out: &mut Vec<Finding>) {
        if !memo.may_conflict() {
            return;
        }
        self.accesses.clear();
        for (thread, offer) in memo.offers().iter().enumerate() {
            for access in memo.accesses(*offer) {
                self.accesses.push((thread, *access));
            }
        }
        for second in 1..self.accesses.len() {
            for first in 0..second {
                let (first, second) = (self.accesses[first], self.accesses[second]);
                if let Some(place) = conflict(first, second)
                    && !self.is_benign(memo.program(), first.1.field)
                    && !is_internal_array(memo, first, second)
                {
                    let place = memo.machine().bound(place);
                    out.push(finding(memo.machine(), place, first, second));
                }
            }
        }
    }

    fn is_benign(&mut self, program: &Program, field: Option<FieldId>) -> bool {
        let Some(field) = field else {
            return false;
        };
        if self.benign.len() <= field.index() {
            self.benign.resize(field.index() + 1, None);
        }
        *self.benign[field.index()].get_or_insert_with(|| {
            let class = &program.class(program.field(field).class).name;
            let full = format!("{class}.{}", program.field(field).name);
            INTERNAL_PACKAGES
                .iter()
                .any(|package| class.starts_with(package))
                || BENIGN.contains(&full.as_str())
        })
    }
}

/// The place on which two accesses race.
fn conflict(first: (usize, Access), second: (usize, Access)) -> Option<Place> {
    let atomic = |access: Access| access.ordering == Ordering::Atomic;
    let races = first.0 != second.0
        && (first.1.writes || second.1.writes)
        && !(atomic(first.1) && atomic(second.1));
    if races {
        first.1.places.common(second.1.places)
    } else {
        None
    }
}

/// An array that only the code of those packages touches is like one of their fields.
fn is_internal_array(memo: &mut Memo<'_>, first: (usize, Access), second: (usize, Access)) -> bool {
    if first.1.field.is_some() {
        return false;
    }
    let machine = memo.machine();
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
    is_internal(first.0) && is_internal(second.0)
}

fn finding(
    machine: &mut Machine<'_>,
    place: Place,
    first: (usize, Access),
    second: (usize, Access),
) -> Finding {
    let what = field_of(machine, place);
    let side = |machine: &mut Machine<'_>, (thread, access): (usize, Access)| {
        let verb = if access.writes { "write" } else { "read" };
        let place = place_of(machine, thread);
        format!("{verb} by {} at {place}", thread_name(machine, thread))
    };
    let (a, b) = (side(machine, first), side(machine, second));
    Finding {
        kind: FindingKind::Race,
        message: format!("data race on {what}: {a}, and {b}"),
        threads: vec![
            thread_name(machine, first.0),
            thread_name(machine, second.0),
        ],
    }
}
