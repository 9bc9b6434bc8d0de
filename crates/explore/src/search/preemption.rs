//! Preemption-bounded search: every schedule with at most so many preemptions, the fewest first.
//!
//! In: a system, an empty store, the bound. Out: findings whose schedules have the fewest
//! preemptions.
//!
//! A preemption takes a thread off that could go on (Musuvathi and Qadeer 2007); a change of thread
//! where the last one is blocked or has ended is free. What may follow depends on the thread that
//! moved last, so a stored state here is a state and that thread: the counts are higher than those
//! of a full search. If no preemption is left to try before the bound is reached, there is nothing
//! beyond the bound; a depth-first search, which is then as cheap, gives the full verdict. Until
//! then stuck threads are found only where nobody can move.

use machine::Choice;

use super::layered::{self, Ended, Layering};
use super::{Ledger, Moved, Open, depth_first};
use crate::observer::{Flow, Phase};
use crate::schedule::Schedule;
use crate::statistics::Statistics;
use crate::store::{Store, TreeStore, Visited};
use crate::system::System;
use crate::verdict::Incomplete;

/// Explores all schedules with at most `bound` preemptions, within the limits.
pub(super) fn search<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut Visited,
    bound: u32,
) {
    match layered::search(system, store, &mut Bounded { ledger }, bound) {
        Ended::Stopped => {}
        Ended::AtBound => ledger.cut(Incomplete::Preemptions(bound)),
        Ended::Complete => {
            ledger.statistics = Statistics {
                preemptions: ledger.statistics.preemptions,
                ..Statistics::default()
            };
            *store = Visited::Exact(TreeStore::new());
            system.load(&ledger.initial);
            depth_first::search(system, ledger, store);
        }
    }
}

struct Bounded<'a, 'b> {
    ledger: &'a mut Ledger<'b>,
}

impl<S: System> Layering<S> for Bounded<'_, '_> {
    const BY_THREAD: bool = true;

    fn is_dear(&self, last: Option<Choice>, choices: &[Choice], choice: Choice) -> bool {
        last.is_some_and(|last| {
            let goes_on = |other: &Choice| other.thread == last.thread && !other.is_unlikely();
            choice.thread != last.thread && choices.iter().any(goes_on)
        })
    }

    fn tick(&mut self, store: &dyn Store, open: usize) -> Flow {
        self.ledger.tick(store, || Open {
            phase: Phase::Search,
            states: open as u64,
            bytes: 12 * store.len() as u64,
            estimate: None,
        })
    }

    fn advance(&mut self, system: &mut S, choice: Choice) -> Moved {
        self.ledger.advance(system, choice)
    }

    fn arrive(&mut self, system: &mut S, _state: &[u32], way: &dyn Fn() -> Schedule) -> Flow {
        self.ledger.examine(system, |_| way())
    }

    fn stored(&mut self, store: &dyn Store, new: bool) -> Flow {
        if !new {
            self.ledger.statistics.revisited += 1;
            return Flow::Continue;
        }
        self.ledger.admit(store)
    }

    fn completed(&mut self, layer: u32) {
        self.ledger.statistics.preemptions = Some(layer);
    }

    fn expand(&mut self, depth: usize, choices: usize) -> bool {
        let statistics = &mut self.ledger.statistics;
        statistics.max_depth = statistics.max_depth.max(depth as u64);
        if choices == 0 {
            statistics.end_states += 1;
            return false;
        }
        self.ledger.deep(depth)
    }
}
