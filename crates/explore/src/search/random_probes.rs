//! Some random runs in the middle of a search that takes long.
//!
//! In: a search for everything that has stored many states. Out: what a few runs find, picked at random
//! from the first state on.
//!
//! A search for everything goes through all that follows one choice before it takes the next. So it
//! may be a long time before it comes to a mistake that half of all runs would show. What such runs
//! find is found; that they find nothing says nothing, and is counted nowhere. They are kept a small
//! part of the work.

use machine::Choice;

use super::pct::Priorities;
use super::random::{Chance, Picker};
use super::{Ledger, Moved, Open};
use crate::observer::{Flow, Phase};
use crate::plan::Plan;
use crate::schedule::Schedule;
use crate::store::Store;
use crate::system::System;

/// The states after which there are runs for the first time; then each time there are twice as many.
const FIRST: u64 = 4096;

/// Runs of each kind.
const RUNS: u64 = 50;

/// Choices after which a run is given up, if the search has no lower limit.
const LONGEST: usize = 2000;

/// Events whose order matters, for runs by priority: few mistakes need more.
const DEPTH: u32 = 3;

/// When there are to be runs.
#[derive(Debug)]
pub(super) struct RandomProbes {
    next: u64,
    /// Choices of runs for each transition of the search.
    share: f64,
}

impl RandomProbes {
    /// For a search whose transitions cost as much as so many choices of a run.
    pub(super) fn new(plan: &Plan, cost: f64) -> RandomProbes {
        RandomProbes {
            next: if plan.glances { FIRST } else { u64::MAX },
            share: cost / 16.0,
        }
    }

    /// Makes runs if it is time to. Whether it did: the system is in another state then.
    pub(super) fn take<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &dyn Store,
    ) -> Option<Flow> {
        if (store.len() as u64) < self.next {
            return None;
        }
        let seed = ledger.plan.seed ^ self.next;
        self.next *= 2;
        // Counts are those of the search for everything.
        let (statistics, instructions) = (ledger.statistics, system.instructions());
        let most = (statistics.transitions as f64 * self.share) as u64;
        let mut flow = make(system, ledger, store, most, Chance::new(seed));
        if flow == Flow::Continue {
            flow = make(system, ledger, store, most, Priorities::new(seed, DEPTH));
        }
        ledger.statistics = statistics;
        ledger.instructions_before += system.instructions() - instructions;
        Some(flow)
    }
}

/// Makes runs of one kind, of so many choices at most but for the last.
fn make<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &dyn Store,
    most: u64,
    mut picker: impl Picker,
) -> Flow {
    let mut schedule = Schedule::default();
    let mut choices: Vec<Choice> = Vec::new();
    let mut words = Vec::new();
    let longest = ledger
        .plan
        .limits
        .depth
        .map_or(LONGEST, |it| it.min(LONGEST));
    let estimate = ledger.estimate;
    let mut made = 0;
    for _ in 0..RUNS {
        if made > most {
            break;
        }
        picker.begin(schedule.len());
        schedule.choices.clear();
        system.load(&ledger.initial);
        while schedule.len() < longest {
            let open = || Open {
                phase: Phase::Search,
                states: schedule.len() as u64,
                bytes: 0,
                estimate,
            };
            if ledger.tick(store, open) == Flow::Stop {
                return Flow::Stop;
            }
            choices.clear();
            system.choices(&mut choices);
            if choices.is_empty() {
                break;
            }
            let choice = picker.pick(&choices);
            schedule.choices.push(choice);
            made += 1;
            if ledger.advance(system, choice) != Moved::There {
                break;
            }
            if ledger.examine(system, |_| schedule.clone()) == Flow::Stop {
                return Flow::Stop;
            }
            // A system may give its threads other numbers when it is saved.
            system.save(&mut words);
        }
    }
    Flow::Continue
}
