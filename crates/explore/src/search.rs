//! The searches, and what they share.
//!
//! In: a [`System`] in its initial state and a [`Plan`]. Out: an [`Outcome`]. Each search is a plain
//! loop in a file of its own; counting, findings, limits and progress are in [`Ledger`], so that
//! every search does them alike.

mod breadth_first;
mod depth_first;
mod growth;
mod journal;
mod kept;
pub(crate) mod layered;
mod lazy;
mod on_disk;
mod packed;
mod parallel;
mod pct;
mod preemption;
mod random;
mod random_probes;
mod real_runs;
mod replay;
mod rhythm;
mod size_estimator;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use machine::Choice;

use journal::Journal;
pub use journal::{Checkpoint, Keeper};
pub use kept::{ExploredGraph, Labelled, Taken, explore_graph, graph_of_run};
pub use replay::{ReplayError, Replayed, replay};
use rhythm::Rhythm;

use crate::observer::{Estimate, Flow, Observer, Phase, Progress};
use crate::plan::{Plan, Search, Storage};
use crate::schedule::Schedule;
use crate::shorten;
use crate::statistics::Statistics;
use crate::store::shared::SharedStore;
use crate::store::{CompactStore, Recall, StateId, Store, TreeStore, Visited, odds};
use crate::system::{Finding, Step, System};
use crate::temporal::Graph;
use crate::verdict::{Ends, Incomplete, Outcome, Verdict, Violation};

/// Explores a system from the state it is in. A system that learns on the way is explored again,
/// until it has nothing more to learn; only the last round counts.
pub fn explore<S: System>(system: &mut S, plan: &Plan, observer: &mut dyn Observer) -> Outcome {
    let began = Start::now(plan);
    let mut initial = Vec::new();
    system.save(&mut initial);
    // What is wrong before the first choice is told once, and belongs to every round.
    let mut at_start = Vec::new();
    system.findings(&mut at_start);
    if let Some(from) = plan.keeper.as_ref().and_then(|it| it.from.as_ref())
        && !system.adopt(&from.knowledge)
    {
        return misfit();
    }
    let mut rounds = 0;
    let mut hints = lazy::Hints::default();
    let mut widest = Statistics::default();
    loop {
        system.begin_round();
        let start = (&at_start[..], rounds);
        let (mut outcome, learned) = explore_once(system, plan, observer, began, start, &mut hints);
        if learned && plan.limits.stopped() {
            outcome = outcome.stopped();
        }
        if !learned || plan.limits.stopped() {
            if !outcome.incomplete.is_empty() && outcome.violations().is_empty() {
                outcome.statistics.cover(&widest);
            }
            outcome.statistics.rounds = rounds;
            return outcome;
        }
        rounds += 1;
        if outcome.statistics.states > widest.states {
            widest = outcome.statistics;
        }
        system.load(&initial);
    }
}

/// Explores with as many workers as the plan says. One begins: what it ends soon is not worth more.
fn explore_once<S: System>(
    system: &mut S,
    plan: &Plan,
    observer: &mut dyn Observer,
    began: Start,
    (at_start, rounds): (&[Finding], u64),
    hints: &mut lazy::Hints,
) -> (Outcome, bool) {
    let mut alone = |system: &mut S, observer: &mut dyn Observer, pause| {
        let start = (at_start, rounds);
        explore_alone(system, plan, observer, began, start, hints, pause)
    };
    if !plan.has_work_for_several() || !system.can_fork() || !at_start.is_empty() {
        return alone(system, observer, None).ended();
    }
    let mut initial = Vec::new();
    system.save(&mut initial);
    let mut like = None;
    let held = plan.limits.held();
    if plan.alone > 0 {
        match alone(system, observer, Some(plan.alone)) {
            Round::Ended(outcome, learned) => return (*outcome, learned),
            Round::Paused(Visited::Exact(store)) => like = Some(store),
            Round::Paused(_) => {}
        }
    }
    // Workers and what they share have copies each.
    if !plan.limits.has_room_for(plan.jobs, held) {
        system.load(&initial);
        return alone(system, observer, None).ended();
    }
    let mut shared = match plan.store {
        Storage::Exact => SharedStore::exact(like.take().as_ref()),
        _ => SharedStore::compact(),
    };
    loop {
        system.load(&initial);
        let (mut outcome, ended) = explore_together(system, plan, observer, began, &shared);
        match ended {
            parallel::Ended::Learned => return (outcome, true),
            parallel::Ended::Done if is_too_heavy(&outcome, &shared) => {
                // What does not fit as it is may fit as fingerprints.
                shared = SharedStore::compact();
            }
            parallel::Ended::Done => return (outcome, false),
            parallel::Ended::Found => {
                system.load(&initial);
                let learned;
                (outcome, learned) = alone(system, observer, None).ended();
                outcome.statistics.jobs = plan.jobs as u32;
                return (outcome, learned);
            }
        }
    }
}

/// Whether a search ended because states did not fit into memory that would as fingerprints.
fn is_too_heavy(outcome: &Outcome, store: &SharedStore) -> bool {
    let full = |reason: &Incomplete| matches!(reason, Incomplete::Memory(_));
    let (states, bytes, _) = store.size();
    matches!(store, SharedStore::Exact(_))
        && outcome.incomplete.iter().any(full)
        && bytes > WORTH_SHRINKING * states
}

fn explore_together<S: System>(
    system: &mut S,
    plan: &Plan,
    observer: &mut dyn Observer,
    began: Start,
    store: &SharedStore,
) -> (Outcome, parallel::Ended) {
    let copies = (1..plan.jobs).map_while(|_| system.fork(plan.jobs));
    let mut others: Vec<S> = copies.collect();
    let before: u64 = others.iter().map(|other| other.instructions()).sum();
    let mut ledger = Ledger::new(system, plan, observer, began);
    let ended = parallel::search(system, &mut others, &mut ledger, store);
    let (states, bytes, _) = store.size();
    let statistics = &mut ledger.statistics;
    statistics.jobs = others.len() as u32 + 1;
    statistics.odds = store.odds();
    let after: u64 = others.iter().map(|other| other.instructions()).sum();
    ledger.count(system, states, bytes);
    ledger.statistics.instructions += after - before;
    others.into_iter().for_each(|other| system.absorb(other));
    let ended = match system.end_round() {
        true => parallel::Ended::Learned,
        false => ended,
    };
    (ledger.conclude(), ended)
}

/// The journal of a search that is to keep one. A round after the first goes on from nothing.
fn journal<S: System>(system: &S, plan: &Plan, rounds: u64) -> Option<Journal> {
    let keeper = plan.keeper.as_ref()?;
    let knowledge = system.knowledge()?;
    let resumes = rounds == 0 && keeper.from.is_some();
    (plan.store == Storage::Exact).then(|| Journal::new(keeper, knowledge, resumes))
}

/// The outcome of a search that did not begin: its checkpoint is of another.
fn misfit() -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(vec![Incomplete::Misfit]),
        incomplete: vec![Incomplete::Misfit],
        statistics: Statistics::default(),
        ends: None,
        graph: None,
    }
}

/// How far one worker came.
enum Round {
    /// To the end, whether or not the system learned something.
    Ended(Box<Outcome>, bool),
    /// To where it was asked to pause, with what it had stored.
    Paused(Visited),
}

impl Round {
    fn ended(self) -> (Outcome, bool) {
        match self {
            Round::Ended(outcome, learned) => (*outcome, learned),
            Round::Paused(_) => unreachable!("nobody asked to pause"),
        }
    }
}

/// Explores with one worker, which pauses after so many transitions.
fn explore_alone<S: System>(
    system: &mut S,
    plan: &Plan,
    observer: &mut dyn Observer,
    began: Start,
    (at_start, rounds): (&[Finding], u64),
    hints: &mut lazy::Hints,
    pause: Option<u64>,
) -> Round {
    let mut ledger = Ledger::new(system, plan, observer, began);
    ledger.findings.extend_from_slice(at_start);
    ledger.pause = pause;
    ledger.statistics.jobs = 1;
    let mut store = match plan.search {
        Search::Preemption { .. } => Visited::Exact(TreeStore::new()),
        Search::BreadthFirst if plan.store == Storage::Bitstate => Visited::Exact(TreeStore::new()),
        _ => Visited::new(plan),
    };
    let mut on_disk = None;
    match plan.search {
        Search::DepthFirst if system.tells_footprints() && store.recall() == Recall::Words => {
            lazy::search(system, &mut ledger, &mut store, hints);
        }
        Search::DepthFirst => depth_first::search(system, &mut ledger, &mut store),
        Search::BreadthFirst => match &plan.depot {
            Some(depot) => on_disk = Some(on_disk::search(system, &mut ledger, depot)),
            None => {
                let journal = journal(system, plan, rounds);
                breadth_first::search(system, &mut ledger, &mut store, journal);
            }
        },
        Search::Random { runs } => {
            let chance = random::Chance::new(plan.seed);
            random::search(system, &mut ledger, &mut store, runs, chance);
        }
        Search::Pct { runs, depth } => {
            let priorities = pct::Priorities::new(plan.seed, depth);
            random::search(system, &mut ledger, &mut store, runs, priorities);
        }
        Search::Preemption { bound } => {
            preemption::search(system, &mut ledger, &mut store, bound);
        }
    }
    ledger.learned |= system.end_round();
    let learned = ledger.learned;
    if ledger.paused && !learned {
        return Round::Paused(store);
    }
    if system.renumbers() && !learned && !ledger.found.is_empty() && !ledger.make_real(system) {
        // Threads that are told apart will show it.
        system.load(&ledger.initial);
        return Round::Ended(Box::new(ledger.conclude()), true);
    }
    // Making schedules shorter goes ways that the search did not: that may teach something, too.
    let outcome = match on_disk {
        Some(states) => ledger.close_counted(system, states, &store),
        None => ledger.close(system, store),
    };
    Round::Ended(Box::new(outcome), learned | system.end_round())
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

/// Seconds between two progress events.
const BEAT: f64 = 0.1;
/// Seconds between two looks at the memory of the process.
const WEIGHING: f64 = 0.02;
/// Bytes of a state in an exact store from which on fingerprints are worth the change.
const WORTH_SHRINKING: u64 = 32;

/// The ledger of one search: what it counted and found, and how far it may go.
pub(crate) struct Ledger<'a> {
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
    rhythm: Rhythm,
    /// When this round began.
    round: Instant,
    /// The guess that was shown last.
    estimate: Option<Estimate>,
    next_beat: f64,
    next_weighing: f64,
    resident: u64,
    /// Whether the store should forget the words of states, to stay within the limit on memory.
    shrinks: bool,
    /// The number of transitions after which to pause, and whether that was so.
    pause: Option<u64>,
    paused: bool,
    /// What is known of runs that go on for ever.
    ends: Option<Ends>,
    /// A graph on which formulas are judged.
    graph: Option<Box<Graph>>,
}

/// What a store holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    states: u64,
    bytes: u64,
    /// Whether it could forget the words of states.
    shrinks: bool,
}

impl Load {
    fn of(store: &dyn Store) -> Load {
        Load {
            states: store.len() as u64,
            bytes: store.bytes(),
            shrinks: store.recall() == Recall::Words,
        }
    }
}

impl<'a> Ledger<'a> {
    fn new(
        system: &mut impl System,
        plan: &'a Plan,
        observer: &'a mut dyn Observer,
        began: Start,
    ) -> Self {
        let mut initial = Vec::new();
        system.save(&mut initial);
        let instructions_before = system.instructions();
        Ledger {
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
            rhythm: Rhythm::new(),
            round: Instant::now(),
            estimate: None,
            next_beat: BEAT,
            next_weighing: 0.0,
            resident: 0,
            shrinks: false,
            pause: None,
            paused: false,
            ends: None,
            graph: None,
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
        system.transition_findings(&mut self.findings);
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

    /// Enters a violation in the ledger, once.
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

    /// Counts a transition that is known to lead nowhere new.
    pub(crate) fn pass_by(&mut self, pruned: bool) {
        self.statistics.transitions += 1;
        match pruned {
            true => self.statistics.pruned += 1,
            false => self.statistics.revisited += 1,
        }
    }

    /// How many different things were found.
    pub(crate) fn known_findings(&self) -> usize {
        self.known.len()
    }

    /// Whether the clock has just been looked at.
    pub(crate) fn is_at_tick(&self) -> bool {
        self.rhythm.has_just_begun()
    }

    /// Seconds since the search began.
    pub(crate) fn seconds(&self) -> f64 {
        self.began.clock.elapsed().as_secs_f64()
    }

    /// Notes why the search is not complete.
    pub(crate) fn cut(&mut self, reason: Incomplete) {
        self.incomplete.insert(reason);
    }

    /// That is known now of runs that go on for ever.
    pub(crate) fn tell_ends(&mut self, ends: Ends) {
        self.ends = Some(ends);
    }

    /// A graph on which formulas are judged.
    pub(crate) fn tell_graph(&mut self, graph: Graph) {
        self.graph = Some(Box::new(graph));
    }

    /// This round does not count: another begins.
    pub(crate) fn begin_again(&mut self) {
        self.learned = true;
    }

    /// Called before each transition: whether limits, observer and stop flag let the search go on.
    #[inline]
    pub(crate) fn tick(&mut self, store: &dyn Store, open: impl FnOnce() -> Open) -> Flow {
        if self.rhythm.tick(self.plan.limits.is_urgent()).is_none() {
            return Flow::Continue;
        }
        self.look(Load::of(store), open())
    }

    /// The same for a search without a store.
    pub(crate) fn tick_at(&mut self, load: Load, open: impl FnOnce() -> Open) -> Flow {
        if self.rhythm.tick(self.plan.limits.is_urgent()).is_none() {
            return Flow::Continue;
        }
        self.look(load, open())
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

    fn look(&mut self, load: Load, open: Open) -> Flow {
        if self.learned {
            return Flow::Stop;
        }
        let made = self.statistics.transitions;
        if self.pause.is_some_and(|pause| made >= pause) {
            self.paused = true;
            return Flow::Stop;
        }
        let plan = self.plan;
        let limits = &plan.limits;
        let seconds = self.began.clock.elapsed().as_secs_f64();
        let reason = if limits.stopped() {
            Some(Incomplete::Stopped)
        } else if let Some(limit) = limits.time
            && (seconds >= limit.as_secs_f64() || limits.late())
        {
            Some(Incomplete::Time(limit))
        } else if let Some(limit) = limits.memory
            && self.is_over(limit, load, open, seconds)
        {
            Some(Incomplete::Memory(limit))
        } else {
            self.beat(load, open, seconds)
        };
        match reason {
            None => Flow::Continue,
            Some(reason) => {
                self.cut(reason);
                Flow::Stop
            }
        }
    }

    /// Whether the limit on memory is reached. If it is near, and fingerprints would take less than
    /// what the store has, it shall shrink; for a moment both have to fit.
    fn is_over(&mut self, limit: u64, load: Load, open: Open, seconds: f64) -> bool {
        let used = self.memory(load, open, seconds);
        if load.shrinks {
            let needed = used + CompactStore::BYTES_PER_STATE * load.states;
            let helps = load.bytes > WORTH_SHRINKING * load.states;
            self.shrinks |= helps && needed >= limit / 20 * 17 && needed < limit;
        }
        used >= limit
    }

    /// Whether the store is to be shrunk; the search then has to keep what it needs of it.
    #[inline]
    pub(crate) fn take_shrinks(&mut self) -> bool {
        std::mem::take(&mut self.shrinks)
    }

    /// The memory in use. Asking the system is dear, so its answer is good for a moment.
    fn memory(&mut self, load: Load, open: Open, seconds: f64) -> u64 {
        let Some(resident) = self.plan.limits.resident else {
            return load.bytes + open.bytes;
        };
        if seconds >= self.next_weighing || self.plan.limits.full() {
            self.next_weighing = seconds + WEIGHING;
            self.resident = resident();
        }
        self.resident
    }

    fn beat(&mut self, load: Load, open: Open, seconds: f64) -> Option<Incomplete> {
        if seconds < self.next_beat {
            return None;
        }
        self.next_beat = seconds + BEAT;
        self.estimate = open.estimate;
        let progress = Progress {
            phase: open.phase,
            states: load.states,
            transitions: self.statistics.transitions,
            open: open.states,
            store_bytes: load.bytes,
            seconds,
            round_seconds: self.round.elapsed().as_secs_f64(),
            estimate: open.estimate,
        };
        match self.observer.progress(&progress) {
            Flow::Continue => None,
            Flow::Stop => Some(Incomplete::Stopped),
        }
    }

    /// Counts what is known at the end.
    fn count(&mut self, system: &impl System, states: u64, bytes: u64) {
        let statistics = &mut self.statistics;
        statistics.seconds = self.began.clock.elapsed().as_secs_f64();
        statistics.cpu_seconds = (cpu(self.plan) - self.began.cpu).as_secs_f64();
        statistics.instructions = system.instructions() - self.instructions_before;
        statistics.store_bytes = bytes;
        statistics.states = match self.plan.limits.states {
            // The state beyond the limit was seen, but is not part of what was explored.
            Some(limit) => limit.min(states),
            None => states,
        };
    }

    fn close(mut self, system: &mut impl System, store: Visited) -> Outcome {
        self.count(system, store.len() as u64, store.bytes());
        match &store {
            Visited::Exact(_) => {}
            Visited::Compact(store) => self.statistics.odds = Some(odds(store.len() as u64)),
            Visited::Bits(store) => {
                self.incomplete
                    .insert(Incomplete::Bitstate(store.coverage()));
            }
        }
        self.shorten(system, &store);
        self.give_own_numbers(system);
        self.conclude()
    }

    /// The same for states that are elsewhere.
    fn close_counted(mut self, system: &mut impl System, states: u64, store: &Visited) -> Outcome {
        self.count(system, states, store.bytes());
        self.shorten(system, store);
        self.give_own_numbers(system);
        self.conclude()
    }

    fn shorten(&mut self, system: &mut impl System, store: &Visited) {
        if self.plan.shorten && !self.found.is_empty() && !self.learned {
            let began = Instant::now();
            system.freeze();
            shorten::shorten(system, self, store);
            self.statistics.shorten_seconds = began.elapsed().as_secs_f64();
        }
    }

    fn conclude(mut self) -> Outcome {
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
            ends: self.ends,
            graph: self.graph,
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
    pub(crate) estimate: Option<Estimate>,
}
