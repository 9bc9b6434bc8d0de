//! One search on several workers.
//!
//! In: a system that can be copied, and the ledger. Out: whether everything was explored without a
//! finding, or what came in between.
//!
//! Each worker has a system of its own; the visited set is shared ([`SharedStore`]). Breadth-first,
//! workers take blocks of states of the current layer, and new states become blocks of the next one
//! (`wide.rs`). Depth-first, each goes its own way, and gives choices to those who have none
//! (`deep.rs`). Which states there are does not depend on who came first: all counts of a complete
//! search are those of one worker, but for the depth of a depth-first search.
//!
//! This search finds *that* something is wrong, and not how: on the first finding it ends, and one
//! worker searches again in the order that the plan names. So the report is the same for any number of
//! workers.
//!
//! # Stuck threads
//!
//! A thread is stuck if a terminal component of the graph, with a cycle, never moves it. No state of
//! such a component is *free* (see [`Prober`]): so it is enough to show of one state of each terminal
//! component that it is free. States known to be free are marked in the store. Both orders say which
//! states they look at, and why that is enough. What is shown of a state is exact: nothing is stuck if
//! all are free.

mod deep;
mod layers;
mod path;
mod sync;
mod wide;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use machine::Choice;

use super::growth::Growth;
use super::size_estimator::SizeEstimator;
use super::{Ledger, Load, Open, Rhythm};
use crate::limits::Limits;
use crate::observer::{Flow, Phase};
use crate::plan::Search;
use crate::store::queue::Block;
use crate::store::shared::{Hand, Put, SharedStore};
use crate::stuck::{Probed, Prober, budget};
use crate::system::{Finding, Step, System};
use crate::verdict::Incomplete;
use deep::Branch;
use layers::Layers;

/// How a search on several workers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Ended {
    /// Everything was explored, and nothing found; or a limit was reached, as the ledger says.
    Done,
    /// Something is wrong, or may be: one worker has to search again.
    Found,
    /// A system learned something.
    Learned,
}

/// Stack of a worker, whose system may call itself deeply. Only what is used of it becomes memory.
const STACK: usize = 256 << 20;

/// Looks at the limits for one at the size of the store.
const LOOKS: u32 = 16;

/// What a worker takes.
enum Work {
    /// States to expand.
    Block(Block),
    /// Choices to go on with.
    Branch(Branch),
}

/// What all workers see.
struct Shared<'a> {
    store: &'a SharedStore,
    limits: &'a Limits,
    layers: Layers<Work>,
    /// Whether layers are those of a breadth-first search; otherwise there is one.
    breadth_first: bool,
    /// Why to stop, if so: one of [`Ended`], or [`GO_ON`].
    ended: AtomicU8,
    transitions: AtomicU64,
    probes: AtomicU64,
    /// States that wait, and the bytes they take: as of the last turn, or so.
    open: AtomicU64,
    open_bytes: AtomicU64,
    growth: Mutex<Growth>,
    looks_for_stuck: bool,
    workers: usize,
}

const GO_ON: u8 = u8::MAX;

impl Shared<'_> {
    /// Ends the search; who is first says why.
    fn stop(&self, why: Ended) {
        let order = Ordering::Relaxed;
        let _ = self.ended.compare_exchange(GO_ON, why as u8, order, order);
        self.layers.stop();
    }

    fn is_stopped(&self) -> bool {
        self.ended.load(Ordering::Relaxed) != GO_ON
    }

    /// Called between two layers.
    fn turn(&self, layer: &mut dyn Iterator<Item = &Work>) {
        self.store.next_layer();
        let (mut states, mut bytes) = (0, 0);
        for work in layer {
            if let Work::Block(block) = work {
                states += block.len();
                bytes += block.bytes();
            }
        }
        self.note_open(states, bytes);
        self.growth().add(states as u64);
    }

    fn growth(&self) -> MutexGuard<'_, Growth> {
        let growth = self.growth.lock();
        growth.expect("nobody panics while adding")
    }

    fn note_open(&self, states: usize, bytes: usize) {
        self.open.store(states as u64, Ordering::Relaxed);
        self.open_bytes.store(bytes as u64, Ordering::Relaxed);
    }
}

/// Searches from the state that the system is in, of which nothing is wrong. `others` are copies of
/// the system. Counts and limits go to the ledger.
pub(super) fn search<S: System>(
    system: &mut S,
    others: &mut [S],
    ledger: &mut Ledger<'_>,
    store: &SharedStore,
) -> Ended {
    let initial = store.insert(&mut Hand::new(), &ledger.initial);
    store.next_layer();
    let breadth_first = ledger.plan.search == Search::BreadthFirst;
    let first = match breadth_first {
        true => {
            let mut first = Block::default();
            first.push(&ledger.initial);
            Work::Block(first)
        }
        false => Work::Branch(Branch::initial(&ledger.initial, initial.id)),
    };
    let shared = Shared {
        store,
        limits: &ledger.plan.limits,
        layers: Layers::new(others.len() + 1, vec![first]),
        ended: AtomicU8::new(GO_ON),
        transitions: AtomicU64::new(0),
        probes: AtomicU64::new(0),
        open: AtomicU64::new(1),
        open_bytes: AtomicU64::new(0),
        growth: Mutex::default(),
        breadth_first,
        looks_for_stuck: ledger.plan.stuck,
        workers: others.len() + 1,
    };
    let mut tally = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (index, system) in others.iter_mut().enumerate() {
            let worker = Worker::new(index + 1, system, &shared);
            let work = || worker.work(None);
            let thread = std::thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                // Too few workers would wait for each other: one searches alone then.
                Err(_) => shared.stop(Ended::Found),
            }
        }
        let mut tally = Worker::new(0, system, &shared).work(Some(ledger));
        for thread in threads {
            match thread.join() {
                Ok(other) => tally.add(other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        tally
    });
    let statistics = &mut ledger.statistics;
    statistics.transitions = tally.transitions;
    statistics.revisited = tally.revisited;
    statistics.pruned = tally.pruned;
    statistics.end_states = tally.end_states;
    statistics.max_depth = match shared.breadth_first {
        // The last layer led to nothing.
        true => shared.layers.done().saturating_sub(1),
        false => u64::from(tally.depth),
    };
    for reason in std::mem::take(&mut tally.incomplete) {
        ledger.cut(reason);
    }
    match shared.ended.into_inner() {
        it if it == Ended::Found as u8 => Ended::Found,
        it if it == Ended::Learned as u8 => Ended::Learned,
        _ => Ended::Done,
    }
}

/// What one worker counted.
#[derive(Debug, Default)]
struct Tally {
    transitions: u64,
    revisited: u64,
    pruned: u64,
    end_states: u64,
    /// How deep it went, depth-first.
    depth: u32,
    incomplete: BTreeSet<Incomplete>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.transitions += other.transitions;
        self.revisited += other.revisited;
        self.pruned += other.pruned;
        self.end_states += other.end_states;
        self.depth = self.depth.max(other.depth);
        self.incomplete.extend(other.incomplete);
    }
}

struct Worker<'a, S> {
    /// Its number.
    number: usize,
    system: &'a mut S,
    shared: &'a Shared<'a>,
    hand: Hand,
    tally: Tally,
    /// Breadth-first, new states for the next layer.
    own: Block,
    /// Depth-first, the states on the worker's path, and their bytes.
    open: (usize, usize),
    prober: Prober,
    target: Vec<u32>,
    choices: Vec<Choice>,
    findings: Vec<Finding>,
    rhythm: Rhythm,
    looks: u32,
    /// The size of the store when it was last asked for.
    size: (u64, u64, bool),
    /// Of the worker that has the ledger.
    size_estimator: Option<SizeEstimator>,
}

/// A worker that dies takes the others home.
struct Watch<'a>(&'a Shared<'a>);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Ended::Done);
        }
    }
}

impl<'a, S: System> Worker<'a, S> {
    fn new(number: usize, system: &'a mut S, shared: &'a Shared<'a>) -> Self {
        Worker {
            number,
            system,
            shared,
            hand: Hand::new(),
            tally: Tally::default(),
            own: Block::default(),
            open: (0, 0),
            prober: Prober::new(shared.limits),
            target: Vec::new(),
            choices: Vec::new(),
            findings: Vec::new(),
            rhythm: Rhythm::new(),
            looks: 0,
            size: (0, 0, false),
            size_estimator: None,
        }
    }

    /// Works until there is nothing left. One of the workers has the ledger and keeps the limits.
    fn work(mut self, mut ledger: Option<&mut Ledger<'_>>) -> Tally {
        let shared = self.shared;
        let _watch = Watch(shared);
        self.size_estimator = ledger.as_ref().map(|it| SizeEstimator::new(it.plan, 1.0));
        loop {
            let own = &mut self.own;
            let last = || (own.len() > 0).then(|| Work::Block(own.take()));
            let turn = |layer: &mut dyn Iterator<Item = &Work>| shared.turn(layer);
            let Some(work) = shared.layers.take(self.number, last, turn) else {
                return self.tally;
            };
            let flow = match work {
                Work::Block(block) => self.go_wide(block, ledger.as_deref_mut()),
                Work::Branch(branch) => self.go_deep(branch, ledger.as_deref_mut()),
            };
            if flow == Flow::Stop {
                return self.tally;
            }
        }
    }

    /// Takes a choice of the state that the system is in.
    fn step(&mut self, choice: Choice) -> Led {
        self.tally.transitions += 1;
        let step = self.system.advance(choice);
        if self.system.take_learned() {
            self.shared.stop(Ended::Learned);
            return Led::Home;
        }
        match step {
            Step::Ran => {}
            Step::Pruned => {
                self.tally.pruned += 1;
                return Led::Nowhere;
            }
            Step::Unsupported(unsupported) => {
                let reason = Incomplete::Unsupported(*unsupported);
                self.tally.incomplete.insert(reason);
                return Led::Astray;
            }
        }
        self.system.save(&mut self.target);
        let put = self.shared.store.insert(&mut self.hand, &self.target);
        self.findings.clear();
        if put.new {
            self.system.findings(&mut self.findings);
        } else {
            self.system.transition_findings(&mut self.findings);
            self.tally.revisited += 1;
        }
        if !self.findings.is_empty() {
            self.shared.stop(Ended::Found);
            return Led::Home;
        }
        Led::To(put)
    }

    /// Looks whether some thread is stuck in what follows a state.
    fn probe(&mut self, state: &[u32]) -> Flow {
        let shared = self.shared;
        let made = shared.transitions.load(Ordering::Relaxed);
        let mut left = budget(made, shared.probes.load(Ordering::Relaxed));
        let before = left;
        let probed = self.prober.probe(self.system, state, &mut left);
        shared.probes.fetch_add(before - left, Ordering::Relaxed);
        if self.system.take_learned() {
            shared.stop(Ended::Learned);
            return Flow::Stop;
        }
        match probed {
            Probed::Free => Flow::Continue,
            Probed::Stuck | Probed::Unknown => {
                shared.stop(Ended::Found);
                Flow::Stop
            }
        }
    }

    fn tick(&mut self, ledger: Option<&mut Ledger<'_>>) -> Flow {
        let is_urgent = ledger.as_ref().is_some_and(|it| it.plan.limits.is_urgent());
        let Some(ticks) = self.rhythm.tick(is_urgent) else {
            return Flow::Continue;
        };
        let shared = self.shared;
        let ticks = u64::from(ticks);
        let transitions = shared.transitions.fetch_add(ticks, Ordering::Relaxed) + ticks;
        if shared.is_stopped() {
            return Flow::Stop;
        }
        let Some(ledger) = ledger else {
            return Flow::Continue;
        };
        ledger.statistics.transitions = transitions;
        if !shared.breadth_first {
            // The others have about as much.
            let (states, bytes) = self.open;
            shared.note_open(states * shared.workers, bytes * shared.workers);
        }
        // Asking all shards takes a while.
        if self.looks.is_multiple_of(LOOKS) {
            self.size = shared.store.size();
        }
        self.looks += 1;
        let (states, bytes, full) = self.size;
        let load = Load {
            states,
            bytes,
            shrinks: false,
        };
        let layer = shared.open.load(Ordering::Relaxed);
        let open = Open {
            phase: Phase::Search,
            states: layer,
            bytes: shared.open_bytes.load(Ordering::Relaxed),
            estimate: match shared.breadth_first {
                // The states of the next layer are about as many as those of this one that led there.
                true => shared.growth().estimate(states.saturating_sub(layer)),
                false => self
                    .size_estimator
                    .as_ref()
                    .and_then(|it| it.estimate(states)),
            },
        };
        if full {
            ledger.cut(Incomplete::StoreFull);
        }
        if full || ledger.look(load, open) == Flow::Stop {
            shared.stop(Ended::Done);
            return Flow::Stop;
        }
        Flow::Continue
    }
}

/// Where a step led.
enum Led {
    /// To a state, which is the worker's target.
    To(Put),
    /// Nowhere: the run does not count.
    Nowhere,
    /// Nobody knows where.
    Astray,
    /// All workers go home.
    Home,
}

/// Where the transitions of a state lead.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leads {
    /// To the next layer, or nobody knows.
    pub(super) on: bool,
    /// To this layer or an earlier one.
    pub(super) back: bool,
}
