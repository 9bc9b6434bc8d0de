//! Findings of a search that has given threads other numbers, shown on real runs.
//!
//! In: what the ledger has found, with schedules in which threads change their numbers on the way. Out: the
//! same, with schedules of real runs that show it.

use super::{Found, Ledger, replay};
use crate::numbering::Real;
use crate::system::System;

impl Ledger<'_> {
    /// Threads have got other numbers on the way: makes schedules of real runs of what was found, and
    /// shows each again. From here on threads are told apart. False if something is not shown so; then
    /// this round does not count.
    pub(super) fn make_real<S: System>(&mut self, system: &mut S) -> bool {
        system.finish_transitions(true);
        let initial = &self.initial;
        let follow = |found: &Found| Real::follow(system, initial, &found.schedule);
        let runs: Vec<Real> = self.found.iter().map(follow).collect();
        system.tell_apart();
        let mut is_shown = |(found, run): (&mut Found, &Real)| {
            if found.states.is_some() || found.schedule.is_empty() {
                return found.schedule.is_empty() && found.states.is_none();
            }
            let Some(schedule) = run.schedule(system, initial) else {
                return false;
            };
            found.schedule = schedule;
            system.load(initial);
            let shown = replay(system, &found.schedule, |_, _, _| ());
            let findings = shown.map_or(Vec::new(), |it| it.findings);
            // A run may show several things of one kind; threads may have other names in it, but what it
            // is about stays.
            let alike = findings
                .into_iter()
                .filter(|it| it.kind == found.finding.kind);
            let about = &found.finding.about;
            match alike.reduce(|one, other| if one.about == *about { one } else { other }) {
                Some(finding) => {
                    found.finding = finding;
                    true
                }
                None => false,
            }
        };
        let shown = self.found.iter_mut().zip(&runs).all(&mut is_shown);
        self.found.sort_by(|a, b| a.finding.cmp(&b.finding));
        self.found.dedup_by(|a, b| a.finding == b.finding);
        system.finish_transitions(false);
        shown && !system.end_round()
    }
}
