//! Deadlocks, judged by views of threads that can't move.
//!
//! In: all views. Out: a view that may be part of a deadlock, if there is one.
//!
//! In a total deadlock every live thread is in a view in which it may be stuck. One that is at a monitor has
//! another one that holds it, in such a view too, if no thread ends while it holds something; one that joins
//! has the one it joins, which may be itself. So a view that has no such partner among the rest is in no total
//! deadlock, and is left out, again and again; a view in which a thread waits for a notification stays. If none
//! is left, there is no total deadlock. A circle of threads that wait for each other's monitors is the same
//! with views in which a thread is at a monitor and holds something.

use super::compose::{Composer, Full, Known};
use crate::configuration::compile::Compiled;
use crate::configuration::explore::Limits;
use crate::configuration::model::Model;
use crate::configuration::property::{T, U, is_stuck, joins, waits_for};
use crate::logic::evaluate::{self, Environment};
use crate::logic::formula::Formula;
use crate::logic::structure::Structure;

/// Judges the views of a search.
pub(super) struct Judge<'a> {
    pub(super) model: &'a Model,
    pub(super) compiled: &'a Compiled,
    pub(super) composer: &'a Composer<'a>,
    pub(super) known: &'a [Known],
    pub(super) limits: &'a Limits,
    /// Whether a thread may end with a monitor.
    pub(super) ends_with_monitors: bool,
}

impl Judge<'_> {
    /// A view that may be part of a total deadlock.
    pub(super) fn total_deadlock(&self) -> Result<Option<usize>, Full> {
        let stuck = is_stuck(self.model, self.compiled);
        let mut left: Vec<usize> = self.all_that(|it| self.is_possible(it, &stuck));
        if self.ends_with_monitors {
            return Ok(left.first().copied());
        }
        let waits = waits_for(self.model, self.compiled);
        let joins = joins(self.model, self.compiled);
        let some_joined = Formula::exists([U], joins.clone());
        loop {
            let before = left.len();
            let holders: Vec<usize> = left.iter().copied().filter(|it| self.holds(*it)).collect();
            let mut kept = Vec::new();
            for place in &left {
                let view = &self.known[*place];
                let is_notified = self.waits_to_be_notified(view);
                let own = view.subjects[0];
                let has_partner = is_notified
                    || may(&view.structure, &joins, own, Some(own))
                    || self.is_possible(view, &some_joined)
                        && self.has_partner(*place, &left, &joins)?
                    || self.has_partner(*place, &holders, &waits)?;
                if has_partner {
                    kept.push(*place);
                }
            }
            left = kept;
            if left.len() == before {
                return Ok(left.first().copied());
            }
        }
    }

    /// A view that may be part of a circle.
    pub(super) fn cyclic_wait(&self) -> Result<Option<usize>, Full> {
        let waits = waits_for(self.model, self.compiled);
        let some = Formula::exists([U], waits.clone());
        let mut left = self.all_that(|it| self.is_possible(it, &some));
        left.retain(|it| self.holds(*it));
        loop {
            let before = left.len();
            let mut kept = Vec::new();
            for place in &left {
                if self.has_partner(*place, &left, &waits)? {
                    kept.push(*place);
                }
            }
            left = kept;
            if left.len() == before {
                return Ok(left.first().copied());
            }
        }
    }

    fn all_that(&self, is: impl Fn(&Known) -> bool) -> Vec<usize> {
        let all = self.known.iter().enumerate();
        all.filter(|it| is(it.1)).map(|it| it.0).collect()
    }

    /// May the formula be true of the first marked thread?
    fn is_possible(&self, view: &Known, formula: &Formula) -> bool {
        may(&view.structure, formula, view.subjects[0], None)
    }

    /// May the first marked thread hold a monitor, or be in what several can be in?
    fn holds(&self, place: usize) -> bool {
        let view = &self.known[place];
        let all = self.compiled.held.iter().chain(&self.compiled.shares);
        let mut columns = all.map(|it| view.structure.inverse_row(*it, view.subjects[0]));
        columns.any(|it| it.may != 0)
    }

    fn waits_to_be_notified(&self, view: &Known) -> bool {
        let waiting = view.structure.row(self.compiled.waiting, view.subjects[0]);
        !self.model.spurious && waiting.may != 0
    }

    /// Is there a thread of some of the views that the one of this view may wait for?
    fn has_partner(&self, place: usize, holders: &[usize], waits: &Formula) -> Result<bool, Full> {
        let view = &self.known[place];
        for holder in holders {
            if self.limits.is_over() {
                return Err(Full);
            }
            let holder = &self.known[*holder];
            if view.subjects.len() == 2 {
                let (thread, other) = (view.subjects[0], view.subjects[1]);
                if view.places.get(1) == holder.places.first()
                    && may(&view.structure, waits, thread, Some(other))
                {
                    return Ok(true);
                }
                continue;
            }
            for structure in self.composer.compose(view, holder)? {
                let mark = self.composer.views.subjects[0];
                let thread = structure.unary(mark).must.trailing_zeros() as usize;
                let runner = structure.unary(self.compiled.running).must.trailing_zeros() as usize;
                if may(&structure, waits, thread, Some(runner)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn may(structure: &Structure, formula: &Formula, thread: usize, other: Option<usize>) -> bool {
    let mut environment = Environment::default();
    environment.set(T, thread);
    other.into_iter().for_each(|it| environment.set(U, it));
    evaluate::value(structure, formula, &mut environment).may()
}
