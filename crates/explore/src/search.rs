//! The searches, and what they share.
//!
//! In: a [`System`] in its initial state and a [`Plan`]. Out: an [`Outcome`]. Each search is a plain
//! loop in a file of its own; counting, findings, limits and progress are in [`Books`], so that
//! every search does them alike.

mod breadth_first;
mod depth_first;
pub(crate) mod layered;
mod lazy;
mod pct;
mod preemption;
mod random;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use machine::Choice;

pub use replay::{ReplayError, Replayed, replay};

use crate::observer::{Flow, Observer, Phase, Progress};
use crate::plan::{Plan, Search};
use crate::schedule::Schedule;
use crate::shorten;
use crate::statistics::Statistics;
use crate::store::{StateId, Store, TreeStore};
use crate::system::{Finding, Step, System};
use crate::verdict::{Incomplete, Outcome, Verdict, Violation};

/// Explores a system from the state it is in. A system that learns on the way is explored again,
/// until it has nothing more to learn; only the last round counts.
pub fn explore<S: System>(system: &mut S, plan: &Plan, observer: &mut dyn Observer) -> Outcome {
    let began = Start::now(plan);
    let mut initial = Vec::new();
    system.save(&mut initial);
    // What is wrong before the first choice is told once, and belongs to every round.
    let mut at_start = Vec::new();
    system.findings(&mut at_start);
    let mut rounds = 0;
    let mut hints = lazy::Hints::default();
    loop {
        let (mut outcome, learned) =
            explore_once(system, plan, observer, began, &at_start, &mut hints);
        if !learned || plan.limits.stopped() {
            outcome.statistics.rounds = rounds;
            return outcome;
        }
        rounds += 1;
        system.load(&initial);
    }
}

fn explore_once<S: System>(
    system: &mut S,
    plan: &Plan,
    observer: &mut dyn Observer,
    began: Start,
    at_start: &[Finding],
    hints: &mut lazy::Hints,
) -> (Outcome, bool) {
    let mut books = Books::new(system, plan, observer, began);
    books.findings.extend_from_slice(at_start);
    let mut store = TreeStore::new();
    match plan.search {
        Search::DepthFirst if system.foresees() => {
            lazy::search(system, &mut books, &mut store, hints);
        }
        Search::DepthFirst => depth_first::search(system, &mut books, &mut store),
        Search::BreadthFirst => breadth_first::search(system, &mut books, &mut store),
        Search::Random { runs } => {
            let chance = random::Chance::new(plan.seed);
            random::search(system, &mut books, &mut store, runs, chance);
        }
        Search::Pct { runs, depth } => {
            let priorities = pct::Priorities::new(plan.seed, depth);
            random::search(system, &mut books, &mut store, runs, priorities);
        }
        Search::Preemption { bound } => {
            preemption::search(system, &mut books, &mut store, bound);
        }
    }
    books.learned |= system.end_round();
    let learned = books.learned;
    // Making schedules shorter goes ways that the search did not: that may teach something, too.
    let outcome = books.close(system, store);
    (outcome, learned | system.end_round())
}

/// A violation and how to recognise it again.
pub(crate) struct Found {
    pub(crate) finding: Finding,
    pub(crate) schedule: Schedule,
    /// Where the finding is about what can never happen from a state on: the states, in order.
    pub(crate) states: Option<Vec<StateId>>,
}

/// When a search began, by the clock and by processor time.
#[derive(Clone, Copy, Debug)]
struct Start {
    clock: Instant,
    cpu: Duration,
}

impl Start {
    fn now(plan: &Plan) -> Start {
        Start {
            clock: Instant::now(),
            cpu: cpu(plan),
        }
    }
}

fn cpu(plan: &Plan) -> Duration {
    plan.cpu.map_or(Duration::ZERO, |cpu| cpu())
}

/// Where a transition led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    /// To a state, in which the system is now.
    There,
    /// Nowhere: this run does not count.
    Pruned,
    /// Nobody knows.
    Lost,
}

/// Transitions between two looks at the clock.
const PATIENCE: u32 = 256;
/// Seconds between two progress events.
const BEAT: f64 = 0.1;
/// Seconds between two looks at the memory of the process.
const WEIGHING: f64 = 0.02;

/// The books of one search: what it counted and found, and how far it may go.
pub(crate) struct Books<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) statistics: Statistics,
    pub(crate) initial: Vec<u32>,
    observer: &'a mut dyn Observer,
    findings: Vec<Finding>,
    known: BTreeSet<Finding>,
    found: Vec<Found>,
    incomplete: BTreeSet<Incomplete>,
    began: Start,
    /// Whether the system learned something, so that this round does not count.
    learned: bool,
    instructions_before: u64,
    ticks: u32,
    next_beat: f64,
    next_weighing: f64,
    resident: u64,
}

impl<'a> Books<'a> {
    fn new(
        system: &mut impl System,
        plan: &'a Plan,
        observer: &'a mut dyn Observer,
        began: Start,
    ) -> Self {
        let mut initial = Vec::new();
        system.save(&mut initial);
        let instructions_before = system.instructions();
        Books {
            plan,
            statistics: Statistics::default(),
            initial,
            observer,
            findings: Vec::new(),
            known: BTreeSet::new(),
            found: Vec::new(),
            incomplete: BTreeSet::new(),
            began,
            learned: false,
            instructions_before,
            ticks: 0,
            next_beat: BEAT,
            next_weighing: 0.0,
            resident: 0,
        }
    }

    /// Takes a choice and counts it.
    pub(crate) fn advance(&mut self, system: &mut impl System, choice: Choice) -> Moved {
        self.statistics.transitions += 1;
        let step = system.advance(choice);
        self.moved(system, step)
    }

    fn moved(&mut self, system: &mut impl System, step: Step) -> Moved {
        self.learned |= system.take_learned();
        match step {
            Step::Ran => Moved::There,
            Step::Pruned => {
                self.statistics.pruned += 1;
                Moved::Pruned
            }
            Step::Unsupported(unsupported) => {
                self.incomplete
                    .insert(Incomplete::Unsupported(*unsupported));
                Moved::Lost
            }
        }
    }

    /// Takes one step, which is counted with the transition that it is part of.
    pub(crate) fn step(&mut self, system: &mut impl System, choice: Choice) -> Moved {
        let step = system.step(choice);
        self.moved(system, step)
    }

    /// Looks for findings in the state just reached; on a new one asks for the schedule there.
    pub(crate) fn examine<S: System>(
        &mut self,
        system: &mut S,
        schedule: impl FnOnce(&mut S) -> Schedule,
    ) -> Flow {
        system.findings(&mut self.findings);
        self.weigh(system, schedule)
    }

    /// The same for a state that has been judged before.
    #[inline]
    pub(crate) fn examine_again<S: System>(
        &mut self,
        system: &mut S,
        schedule: impl FnOnce(&mut S) -> Schedule,
    ) -> Flow {
        system.mishaps(&mut self.findings);
        self.weigh(system, schedule)
    }

    /// Whether the system has learned something, so that this round does not count. Asked before
    /// anything is reported: the way to a state may be another one by now.
    pub(crate) fn is_void(&mut self, system: &mut impl System) -> bool {
        self.learned |= system.end_round();
        self.learned
    }

    #[inline]
    fn weigh<S: System>(
        &mut self,
        system: &mut S,
        schedule: impl FnOnce(&mut S) -> Schedule,
    ) -> Flow {
        if self.learned {
            // This round does not count, and the way to a state may be another one by now.
            return Flow::Stop;
        }
        if self.findings.is_empty() {
            return Flow::Continue;
        }
        let known = &self.known;
        self.findings.retain(|finding| !known.contains(finding));
        if self.findings.is_empty() {
            return Flow::Continue;
        }
        if self.is_void(system) {
            return Flow::Stop;
        }
        let schedule = schedule(system);
        for finding in std::mem::take(&mut self.findings) {
            if self.report(finding, schedule.clone(), None) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    /// Enters a violation in the books, once.
    pub(crate) fn report(
        &mut self,
        finding: Finding,
        schedule: Schedule,
        mut states: Option<Vec<StateId>>,
    ) -> Flow {
        if let Some(states) = &mut states {
            states.sort_unstable();
        }
        if self.known.insert(finding.clone()) {
            self.observer.found(&finding);
            self.found.push(Found {
                finding,
                schedule,
                states,
            });
            if !self.plan.all {
                self.cut(Incomplete::FirstViolation);
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    /// Notes why the search is not complete.
    pub(crate) fn cut(&mut self, reason: Incomplete) {
        self.incomplete.insert(reason);
    }

    /// This round does not count: another begins.
    pub(crate) fn begin_again(&mut self) {
        self.learned = true;
    }

    /// Called before each transition: whether limits, observer and stop flag let the search go on.
    #[inline]
    pub(crate) fn tick(&mut self, store: &dyn Store, open: impl FnOnce() -> Open) -> Flow {
        self.ticks += 1;
        if self.ticks < PATIENCE {
            return Flow::Continue;
        }
        self.ticks = 0;
        self.look(store, open())
    }

    /// Whether a new state is within the limits.
    pub(crate) fn admit(&mut self, store: &dyn Store) -> Flow {
        if let Some(limit) = self.plan.limits.states
            && store.len() as u64 > limit
        {
            self.cut(Incomplete::States(limit));
            return Flow::Stop;
        }
        if store.is_full() {
            self.cut(Incomplete::StoreFull);
            return Flow::Stop;
        }
        Flow::Continue
    }

    /// Whether a run may go on beyond `depth` choices.
    pub(crate) fn deep(&mut self, depth: usize) -> bool {
        match self.plan.limits.depth {
            Some(limit) if depth >= limit => {
                self.cut(Incomplete::Depth(limit));
                false
            }
            _ => true,
        }
    }

    fn look(&mut self, store: &dyn Store, open: Open) -> Flow {
        if self.learned {
            return Flow::Stop;
        }
        let plan = self.plan;
        let limits = &plan.limits;
        let seconds = self.began.clock.elapsed().as_secs_f64();
        let reason = if limits.stopped() {
            Some(Incomplete::Stopped)
        } else if let Some(limit) = limits.time
            && seconds >= limit.as_secs_f64()
        {
            Some(Incomplete::Time(limit))
        } else if let Some(limit) = limits.memory
            && self.memory(store, open, seconds) >= limit
        {
            Some(Incomplete::Memory(limit))
        } else {
            self.beat(store, open, seconds)
        };
        match reason {
            None => Flow::Continue,
            Some(reason) => {
                self.cut(reason);
                Flow::Stop
            }
        }
    }

    /// The memory in use. Asking the system is dear, so its answer is good for a moment.
    fn memory(&mut self, store: &dyn Store, open: Open, seconds: f64) -> u64 {
        let Some(resident) = self.plan.limits.resident else {
            return store.bytes() + open.bytes;
        };
        if seconds >= self.next_weighing {
            self.next_weighing = seconds + WEIGHING;
            self.resident = resident();
        }
        self.resident
    }

    fn beat(&mut self, store: &dyn Store, open: Open, seconds: f64) -> Option<Incomplete> {
        if seconds < self.next_beat {
            return None;
        }
        self.next_beat = seconds + BEAT;
        let progress = Progress {
            phase: open.phase,
            states: store.len() as u64,
            transitions: self.statistics.transitions,
            open: open.states,
            store_bytes: store.bytes(),
            seconds,
            fraction: open.fraction,
        };
        match self.observer.progress(&progress) {
            Flow::Continue => None,
            Flow::Stop => Some(Incomplete::Stopped),
        }
    }

    fn close(mut self, system: &mut impl System, mut store: TreeStore) -> Outcome {
        let statistics = &mut self.statistics;
        statistics.seconds = self.began.clock.elapsed().as_secs_f64();
        statistics.cpu_seconds = (cpu(self.plan) - self.began.cpu).as_secs_f64();
        statistics.instructions = system.instructions() - self.instructions_before;
        statistics.store_bytes = store.bytes();
        statistics.states = match self.plan.limits.states {
            // The state beyond the limit was seen, but is not part of what was explored.
            Some(limit) => limit.min(store.len() as u64),
            None => store.len() as u64,
        };
        if self.plan.shorten && !self.found.is_empty() && !self.learned {
            let began = Instant::now();
            system.freeze();
            shorten::shorten(system, &mut self, &mut store);
            self.statistics.shorten_seconds = began.elapsed().as_secs_f64();
        }
        let statistics = self.statistics;
        let incomplete: Vec<Incomplete> = self.incomplete.into_iter().collect();
        let verdict = if !self.found.is_empty() {
            self.found.sort_by(|a, b| a.finding.cmp(&b.finding));
            let violation = |found: Found| Violation {
                finding: found.finding,
                schedule: found.schedule,
            };
            Verdict::Violated(self.found.into_iter().map(violation).collect())
        } else if incomplete.is_empty() {
            Verdict::Holds
        } else {
            Verdict::Unknown(incomplete.clone())
        };
        Outcome {
            verdict,
            incomplete,
            statistics,
        }
    }

    /// What was found so far.
    pub(crate) fn found(&mut self) -> &mut Vec<Found> {
        &mut self.found
    }

    /// The instant the search began.
    pub(crate) fn began(&self) -> Instant {
        self.began.clock
    }
}

/// What a search still has before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) phase: Phase,
    /// Depth of the stack or length of the queue.
    pub(crate) states: u64,
    /// Memory beside the store.
    pub(crate) bytes: u64,
    pub(crate) fraction: Option<f64>,
}
