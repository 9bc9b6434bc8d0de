//! Tests of judging endless runs: by hand, against runs that are enumerated, against fairness put into
//! the formula, and with mistakes made on purpose.

mod by_formula;
mod enumerated;
mod examples;
mod toy;

use super::graph::Label;

/// Mistakes that tests make on purpose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    /// States whose transitions are not all there repeat themselves.
    pub(super) open_states_stutter: bool,
    /// Runs that end don't count.
    pub(super) nothing_stutters: bool,
    /// The marks of the automaton are not asked for.
    pub(super) marks_are_lost: bool,
    /// What is weakly fair counts as strongly fair.
    pub(super) strong_is_weak: bool,
    /// Not being enabled does not count for weak fairness.
    weak_is_moved: bool,
    /// Moving does not count for weak fairness.
    weak_is_disabled: bool,
    /// Points that transitions pass through are not read.
    points_are_skipped: bool,
    /// Points that transitions pass through don't count for fairness.
    points_are_fair: bool,
    /// Threads keep their numbers.
    numbers_stay: bool,
    /// Who has left its call is still stuck.
    nobody_leaves: bool,
    /// A point of progress is none.
    nothing_progresses: bool,
}

impl Faults {
    /// A label with the mistakes.
    pub(super) fn spoilt(&self, label: &Label) -> Label {
        let mut label = label.clone();
        if self.weak_is_moved {
            label.weak = label.moved;
        }
        if self.weak_is_disabled {
            label.weak &= !label.moved;
        }
        if self.points_are_skipped {
            label.word.truncate(1);
        }
        if self.points_are_fair {
            label.weak |= if label.word.len() > 1 { u64::MAX } else { 0 };
        }
        if self.numbers_stay {
            label.renumbering = 0;
        }
        if self.nobody_leaves {
            label.stuck = u64::MAX;
        }
        if self.nothing_progresses {
            label.progress = false;
        }
        label
    }
}
