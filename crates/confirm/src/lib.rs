//! What another tool says of a program, tried in Heddle's own machine.
//!
//! In: a program at its start, and a run that was found elsewhere: a trail of SPIN, through the model that
//! it belongs to. Out: the same run as choices of the machine, with what is wrong on it; for a formula,
//! whether the run breaks it. What does not show here is not reported as a violation.
//!
//! The room prints nothing and starts nothing.

pub mod jdwp;
pub mod jvm;

mod follow;
mod formula;
mod positions;

use std::collections::BTreeSet;

use explore::System;
use explore::java::Java;
use machine::Machine;
use program::MethodId;

pub use follow::{Action, End, Followed, Guide, follow};
pub use formula::Formula;

/// A program that runs are tried on.
pub struct Trial<'s, 'p> {
    /// The program, in whatever state it is.
    pub java: &'s mut Java<'p>,
    /// Its initial state.
    pub initial: &'s [u32],
}

impl<'p> Trial<'_, 'p> {
    /// Goes back to the initial state, and from there on writes down how threads move in these methods;
    /// every step is really run.
    fn restart_watching(&mut self, methods: BTreeSet<MethodId>) {
        self.java.load(self.initial);
        if !methods.is_empty() {
            self.java.record();
            self.java.machine().watch_positions(methods);
        }
    }

    /// Writes nothing down any more.
    fn watch_no_more(&mut self) {
        self.java.take_record();
        self.java.machine().watch_no_positions();
    }

    fn machine(&mut self) -> &mut Machine<'p> {
        self.java.machine()
    }
}
