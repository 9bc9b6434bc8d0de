//! The clock of the model.
//!
//! As in Heddle's machine, time passes only when a wait, a park or a sleep ends by it, and then by as
//! much as was asked for. The clock counts nanoseconds in 32 bits; where that is not enough, a run
//! leaves the model. Models in which nothing depends on the time have no clock at all.

use program::Register;

use super::{At, Emitter};
use crate::layout::MOMENT;
use crate::tree::{Expression, Statement};

/// What is one millisecond to the clock.
pub(super) const MILLISECOND: i32 = 1_000_000;

impl Emitter<'_> {
    /// The clock's time, in nanoseconds or in milliseconds.
    pub(super) fn clock(&mut self, at: At, target: Register, in_millis: bool) {
        let Some(place) = target
            .is_some()
            .then(|| self.place(at.instance, target))
            .flatten()
        else {
            return;
        };
        let Some(now) = &self.context.shared.now else {
            return self.unsupported(at, "what time it is");
        };
        let now = Expression::variable(now);
        let shown = match in_millis {
            true => now
                .binary("/", MILLISECOND.into())
                .binary("+", MOMENT.into()),
            false => now,
        };
        self.stop(at);
        self.visible_statement(at, Statement::Assign(place, shown));
    }

    /// So much time passes, if there is a clock; `unit` says in what it is given.
    pub(super) fn pass_time(&mut self, at: At, time: Expression, unit: i32) {
        let Some(now) = &self.context.shared.now else {
            return;
        };
        let now = Expression::variable(now);
        let most = i32::MAX / unit;
        let what = "more time than two seconds beside a clock";
        let passed = match time {
            Expression::Number(time) if (0..=most).contains(&time) => (time * unit).into(),
            Expression::Number(_) => return self.unsupported(at, what),
            time => {
                let long = time.clone().binary(">", most.into());
                self.trap_if(at, long, what, false);
                time.binary("*", unit.into())
            }
        };
        let late = Expression::Number(i32::MAX).binary("-", now.clone());
        self.trap_if(at, passed.clone().binary(">", late), what, false);
        self.add(at, Statement::Assign(now.clone(), now.binary("+", passed)));
    }
}
