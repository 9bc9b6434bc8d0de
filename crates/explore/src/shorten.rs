//! Better schedules for violations that have been found.
//!
//! In: violations with the schedules on which the search came across them. Out: the same
//! violations with schedules that explain them better: first without expiries and spurious
//! wake-ups, then short, then with few changes of thread ([`Schedule::cost`]).
//!
//! First a breadth-first search from the start, in layers by unlikely events, for all violations at
//! once. What it does not reach within its budget is shortened by leaving out parts of the schedule
//! found. Last, blocks of the same thread are moved together. Every schedule kept has been run and
//! shows a violation of the same kind (the very same one where all are asked for).
//!
//! The budget is counted in transitions, so that the same search gives the same report; the clock
//! is only a net under it.

mod compress;

use std::time::{Duration, Instant};

use machine::Choice;

use crate::observer::Flow;
use crate::schedule::Schedule;
use crate::search::layered::{self, Layering};
use crate::search::{Found, Ledger, Moved};
use crate::store::{Store, TreeStore};
use crate::system::{Finding, Step, System};

/// The least transitions to spend on the search from the start, about a second's worth.
const SEARCH_TRANSITIONS: u64 = 300_000;
/// Transitions to spend on improving schedules, over all of them.
const COMPRESS_TRANSITIONS: u64 = 200_000;

/// Gives every violation in the ledger the best schedule that is cheap to find.
pub(crate) fn shorten<S: System>(system: &mut S, ledger: &mut Ledger<'_>, store: &dyn Store) {
    let mut budget = Budget::new(ledger);
    let mut hunt = Hunt {
        exact: ledger.plan.all,
        goals: std::mem::take(ledger.found()),
        met: Vec::new(),
        budget: &mut budget,
        known: store,
        findings: Vec::new(),
    };
    // What is wrong at once needs no better schedule.
    hunt.met
        .extend(hunt.goals.iter().map(|found| found.schedule.is_empty()));
    if hunt.met.iter().all(|&met| met) {
        *ledger.found() = hunt.goals;
        return;
    }
    system.load(&ledger.initial);
    layered::search(system, &mut TreeStore::new(), &mut hunt, u32::MAX);
    let Hunt {
        mut goals,
        met,
        exact,
        ..
    } = hunt;

    budget.transitions = COMPRESS_TRANSITIONS;
    for (found, met) in goals.iter_mut().zip(met) {
        let goal = Goal {
            found,
            exact,
            known: store,
        };
        compress::compress(system, &ledger.initial, goal, met, &mut budget);
    }
    *ledger.found() = goals;
}

/// What may be spent.
struct Budget<'a> {
    transitions: u64,
    deadline: Instant,
    limits: &'a crate::limits::Limits,
}

impl<'a> Budget<'a> {
    fn new(ledger: &Ledger<'a>) -> Budget<'a> {
        let limits = &ledger.plan.limits;
        let spent = ledger.began().elapsed();
        let patience = match limits.time {
            Some(time) => time.saturating_sub(spent).max(Duration::from_secs(1)),
            None => Duration::from_secs(10) + 2 * spent,
        };
        let transitions = SEARCH_TRANSITIONS.max(2 * ledger.statistics.transitions);
        Budget {
            transitions,
            deadline: Instant::now() + patience,
            limits,
        }
    }

    /// Whether the process is at its limit on memory.
    fn is_heavy(&self) -> bool {
        match (self.limits.memory, self.limits.resident) {
            (Some(limit), Some(resident)) => {
                self.transitions.is_multiple_of(1 << 14) && resident() >= limit
            }
            _ => false,
        }
    }

    /// Pays for one transition, if it can.
    fn spend(&mut self) -> Flow {
        if self.transitions == 0 {
            return Flow::Stop;
        }
        self.transitions -= 1;
        let look = self.transitions.is_multiple_of(256);
        if look && (Instant::now() >= self.deadline || self.limits.stopped() || self.is_heavy()) {
            self.transitions = 0;
            return Flow::Stop;
        }
        Flow::Continue
    }
}

/// A violation to be shown again.
struct Goal<'a> {
    found: &'a mut Found,
    exact: bool,
    /// The store in which the violation's states have their numbers.
    known: &'a dyn Store,
}

impl Goal<'_> {
    /// Whether the state just reached shows it, and as which finding.
    fn is_met<S: System>(&mut self, system: &mut S, findings: &mut Vec<Finding>) -> bool {
        if self.found.states.is_some() {
            let mut words = Vec::new();
            system.save(&mut words);
            return is_member(self.found, self.known, &words);
        }
        findings.clear();
        system.findings(findings);
        match findings
            .iter()
            .find(|finding| shows(self.found, finding, self.exact))
        {
            None => false,
            Some(finding) => {
                self.found.finding = finding.clone();
                true
            }
        }
    }
}

fn shows(found: &Found, finding: &Finding, exact: bool) -> bool {
    if exact {
        found.finding == *finding
    } else {
        found.finding.kind == finding.kind
    }
}

fn is_member(found: &Found, known: &dyn Store, state: &[u32]) -> bool {
    let Some(states) = &found.states else {
        return false;
    };
    known
        .find(state)
        .is_some_and(|state| states.binary_search(&state).is_ok())
}

/// The search from the start for several violations at once.
struct Hunt<'a, 'b> {
    goals: Vec<Found>,
    met: Vec<bool>,
    exact: bool,
    budget: &'a mut Budget<'b>,
    known: &'a dyn Store,
    findings: Vec<Finding>,
}

impl<S: System> Layering<S> for Hunt<'_, '_> {
    const BY_THREAD: bool = false;

    fn is_dear(&self, _last: Option<Choice>, _choices: &[Choice], choice: Choice) -> bool {
        choice.is_unlikely()
    }

    fn tick(&mut self, _store: &dyn Store, _open: usize) -> Flow {
        self.budget.spend()
    }

    fn advance(&mut self, system: &mut S, choice: Choice) -> Moved {
        match system.advance(choice) {
            Step::Ran => Moved::There,
            Step::Pruned => Moved::Pruned,
            Step::Unsupported(_) => Moved::Lost,
        }
    }

    fn arrive(&mut self, system: &mut S, state: &[u32], way: &dyn Fn() -> Schedule) -> Flow {
        self.findings.clear();
        system.findings(&mut self.findings);
        let mut open = false;
        for (found, met) in self.goals.iter_mut().zip(&mut self.met) {
            if *met {
                continue;
            }
            let shown = match &found.states {
                Some(_) => is_member(found, self.known, state),
                None => match self.findings.iter().find(|it| shows(found, it, self.exact)) {
                    None => false,
                    Some(finding) => {
                        found.finding = finding.clone();
                        true
                    }
                },
            };
            if shown {
                *met = true;
                found.schedule = way();
            } else {
                open = true;
            }
        }
        if open { Flow::Continue } else { Flow::Stop }
    }

    fn stored(&mut self, store: &dyn Store, _new: bool) -> Flow {
        if store.is_full() {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }

    fn expand(&mut self, _depth: usize, _choices: usize) -> bool {
        true
    }
}
