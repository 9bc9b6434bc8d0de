//! Findings of a search that has given threads other numbers, shown on real runs.
//!
//! In: what the ledger has found, with schedules in which threads change their numbers on the way, or take those
//! of others that have ended. Out: the
//! same, with schedules of real runs that show it.

use machine::Choice;

use super::{Found, Ledger, replay};
use crate::numbering::{OwnNumbers, Real, in_transitions};
use crate::schedule::Schedule;
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
        // From here on each thread has a number of its own, too.
        system.keep_threads(true);
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
        if !shown {
            system.keep_threads(false);
        }
        shown && !system.end_round()
    }

    /// Threads that have ended have left their numbers to others: makes schedules of runs in which each has
    /// one of its own, and shows again what was found. If something is not shown so, the round does not count.
    pub(super) fn give_own_numbers<S: System>(&mut self, system: &mut S) {
        if !system.recycles() || self.learned || self.found.is_empty() {
            return;
        }
        system.finish_transitions(true);
        let initial = &self.initial;
        let follow = |found: &Found| own_numbers(system, initial, &found.schedule);
        let runs: Vec<(Vec<Choice>, OwnNumbers)> = self.found.iter().map(follow).collect();
        system.keep_threads(true);
        let mut found = self.found.iter_mut().zip(&runs);
        let shown = found.all(|(found, (steps, numbers))| {
            let Some(schedule) = in_transitions(system, initial, steps) else {
                return false;
            };
            system.load(initial);
            let Ok(replayed) = replay(system, &schedule, |_, _, _| ()) else {
                return false;
            };
            let mut alike = replayed.findings.into_iter();
            let finding = match &found.states {
                Some(_) => system.describe_again(&found.finding, &|it| numbers.of(it)),
                None => alike.rfind(|it| it.kind == found.finding.kind),
            };
            if let Some(finding) = finding {
                found.finding = finding;
                found.schedule = schedule;
                return true;
            }
            found.schedule.is_empty()
        });
        system.keep_threads(false);
        system.finish_transitions(false);
        if !shown {
            system.stop_recycling();
        }
    }
}

/// The single steps of a schedule with the threads' own numbers, and what those are at its end.
fn own_numbers<S: System>(
    system: &mut S,
    initial: &[u32],
    schedule: &Schedule,
) -> (Vec<Choice>, OwnNumbers) {
    let mut state = initial.to_vec();
    system.load(&state);
    let mut numbers = OwnNumbers::begin(system);
    let (mut steps, mut choices) = (Vec::new(), Vec::new());
    for &choice in &schedule.choices {
        // How many steps a transition has shows when it is over.
        system.load(&state);
        system.advance(choice);
        let count = system.steps();
        system.load(&state);
        let mut next = choice;
        for left in (0..count).rev() {
            steps.push(system.renumbered(next, &|thread| numbers.of(thread)));
            system.step(next);
            numbers.follow(system);
            if left > 0 {
                choices.clear();
                system.choices(&mut choices);
                let Some(&only) = choices.first() else {
                    break;
                };
                next = only;
            }
        }
        system.save(&mut state);
    }
    (steps, numbers)
}
