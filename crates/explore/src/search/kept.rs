//! A search that takes the graph of a system down, for questions about endless runs.
//!
//! In: a system that labels its states and transitions ([`Labelled`]), in its initial state. Out: an
//! [`ExploredGraph`]: the graph with its labels, and the way back from a run in it to the system's
//! choices.
//!
//! Every state is stored and expanded once by every choice, in the order of its number (breadth-first),
//! so nothing is left out, of cycles neither: a transition is one step of the system, with what can't be
//! told from it (see [`crate::Footprints::continuation`]). What a system learns on the way begins the
//! search again, as in every search.
//!
//! The graph is looked at each time it has twice as many transitions as before, so that a violation
//! ends the search early. A state that is not expanded yet is incomplete then, and no end of a run.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use machine::Choice;

use crate::numbering::OwnNumbers;
use crate::observer::{Flow, Observer, Phase, Progress};
use crate::plan::Plan;
use crate::statistics::Statistics;
use crate::store::{StateId, Store, TreeStore};
use crate::system::{Step, System};
use crate::temporal::{EdgeLabel, Graph, KeptGraph, Point, RunStep, StateLabel};
use crate::verdict::Incomplete;

/// A system that says of its states and transitions what questions about endless runs ask.
pub trait Labelled: System {
    /// How many words at the end of a kept state only labels go by.
    fn words_beside(&self) -> usize;

    /// Writes the current state to `out` (cleared first), with what labels go by.
    fn keep(&mut self, out: &mut Vec<u32>);

    /// Goes to a state that was kept.
    fn recall(&mut self, words: &[u32]);

    /// What is known of the current state, but for its letter; and the values of the atoms. `None` if
    /// there are more threads than can be told apart.
    fn label(&mut self, values: &mut Vec<bool>) -> Option<StateLabel>;

    /// Takes a choice and all that belongs to it, from a state that was recalled.
    fn follow(&mut self, choice: Choice, taken: &mut Taken) -> Step;

    /// Whether the current state, which has no choices, is one in which threads are stuck.
    fn is_stuck(&mut self) -> bool;
}

/// What is told of a transition.
#[derive(Debug, Default)]
pub struct Taken {
    /// Its label, but for the states that it passes through.
    pub label: EdgeLabel,
    /// The values of the atoms in those.
    pub points: Vec<Vec<bool>>,
    /// The single steps.
    pub choices: Vec<Choice>,
}

/// A graph that was taken down.
pub struct ExploredGraph {
    /// The graph, as far as it was explored.
    pub graph: Graph,
    /// Why that is not all; empty if it is.
    pub incomplete: BTreeSet<Incomplete>,
    /// The nearest state without choices in which threads are stuck.
    pub stuck: Option<u32>,
    /// Counts.
    pub statistics: Statistics,
    store: TreeStore,
    /// For each state but the first, the one that it was first reached from.
    parents: Vec<u32>,
    /// Of a single run, the transitions in order: where each begins, and its choice.
    taken: Vec<(u32, Choice)>,
}

/// Transitions after which the graph is looked at for the first time.
const FIRST_LOOK: usize = 1 << 14;

/// Explores a system from the state it is in. `look` is shown the graph now and then, and says whether
/// the search may end.
pub fn explore_graph<S: Labelled>(
    system: &mut S,
    plan: &Plan,
    observer: &mut dyn Observer,
    look: &mut dyn FnMut(&Graph) -> Flow,
) -> ExploredGraph {
    let mut initial = Vec::new();
    system.keep(&mut initial);
    let mut rounds = 0;
    let began = Instant::now();
    let cpu = || plan.cpu.map_or(Duration::ZERO, |cpu| cpu());
    let cpu_before = cpu();
    loop {
        system.begin_round();
        let mut round = Round::new(plan, &mut *observer, began);
        let instructions = system.instructions();
        round.search(system, &initial, look);
        round.learned |= system.end_round();
        let is_over = plan.limits.stopped();
        if round.learned && is_over {
            round.incomplete.insert(Incomplete::Stopped);
        }
        if !round.learned || is_over {
            round.statistics.rounds = rounds;
            round.statistics.cpu_seconds = (cpu() - cpu_before).as_secs_f64();
            round.statistics.instructions = system.instructions() - instructions;
            return round.conclude();
        }
        rounds += 1;
        system.recall(&initial);
    }
}

/// Times that the loop of a run is gone round, until labels are as they were, too.
const MOST_LAPS: usize = 4;

/// The graph of a single run: of a run that has ended, or that comes back to a state that it was in. `None`
/// if it does neither, or can't be taken. In the run each thread has a number of its own.
pub fn graph_of_run<S: Labelled>(system: &mut S, run: &[Choice]) -> Option<ExploredGraph> {
    let (plan, mut silent) = (Plan::default(), crate::observer::Silent);
    system.begin_round();
    let mut round = Round::new(&plan, &mut silent, Instant::now());
    let (mut words, mut values) = (Vec::new(), Vec::new());
    system.keep(&mut words);
    let mut states = vec![words.clone()];
    round.store.insert(&words);
    let mut run = run.to_vec();
    let mut next = 0;
    let (mut laps, mut choices) = (0, Vec::new());
    let mut at = StateId(0);
    let mut numbers = OwnNumbers::begin(system);
    let given = run.len();
    loop {
        system.recall(&words);
        let label = system.label(&mut values)?;
        let letter = round.kept.letter(&values);
        round.kept.state(at.0, StateLabel { letter, ..label });
        round.kept.complete(at.0);
        if next == run.len() {
            choices.clear();
            system.choices(&mut choices);
            if choices.is_empty() {
                round.stuck = system.is_stuck().then_some(at.0);
                return Some(round.conclude());
            }
            let is_back = states[..states.len() - 1].contains(&words);
            if is_back {
                return Some(round.conclude());
            }
            // The machine is where it was, and only what labels go by is not: once more.
            let beside = system.words_beside();
            let plain = |it: &Vec<u32>| it[..it.len() - beside].to_vec();
            let here = plain(&words);
            let before = states[..states.len() - 1].iter();
            let back = before.into_iter().rposition(|it| plain(it) == here)?;
            laps += 1;
            if laps > MOST_LAPS {
                return None;
            }
            let lap = run[back..].to_vec();
            run.extend(lap);
        }
        if next < given && system.recycles() {
            // The run tells threads by their starts.
            choices.clear();
            system.choices(&mut choices);
            let mut own = |it: &Choice| system.renumbered(*it, &|thread| numbers.of(thread));
            run[next] = choices.iter().copied().find(|it| own(it) == run[next])?;
        }
        let mut taken = Taken::default();
        if system.follow(run[next], &mut taken) != Step::Ran {
            return None;
        }
        numbers.follow(system);
        next += 1;
        system.keep(&mut words);
        let inserted = round.store.insert(&words);
        if inserted.new {
            round.parents.push(at.0);
        }
        let number = round.edge_label(taken, label);
        round.kept.edge(at.0, inserted.id.0, number);
        round.taken.push((at.0, run[next - 1]));
        at = inserted.id;
        states.push(words.clone());
    }
}

/// A search from the first state on, until something is learned.
struct Round<'a> {
    plan: &'a Plan,
    observer: &'a mut dyn Observer,
    began: Instant,
    kept: KeptGraph,
    store: TreeStore,
    parents: Vec<u32>,
    /// Of a single run, the transitions in order: where each begins, and its choice.
    taken: Vec<(u32, Choice)>,
    incomplete: BTreeSet<Incomplete>,
    stuck: Option<u32>,
    statistics: Statistics,
    learned: bool,
    next_beat: f64,
    next_look: usize,
}

impl<'a> Round<'a> {
    fn new(plan: &'a Plan, observer: &'a mut dyn Observer, began: Instant) -> Round<'a> {
        Round {
            plan,
            observer,
            began,
            kept: KeptGraph::new(0),
            store: TreeStore::new(),
            parents: Vec::new(),
            taken: Vec::new(),
            incomplete: BTreeSet::new(),
            stuck: None,
            statistics: Statistics::default(),
            learned: false,
            next_beat: 0.1,
            next_look: FIRST_LOOK,
        }
    }

    fn search<S: Labelled>(
        &mut self,
        system: &mut S,
        initial: &[u32],
        look: &mut dyn FnMut(&Graph) -> Flow,
    ) {
        self.store.insert(initial);
        let (mut words, mut choices) = (Vec::new(), Vec::new());
        let mut state = StateId(0);
        while state.index() < self.store.len() {
            self.store.get(state, &mut words);
            system.recall(&words);
            choices.clear();
            system.choices(&mut choices);
            if choices.is_empty() {
                self.statistics.end_states += 1;
                if self.stuck.is_none() && system.is_stuck() {
                    self.stuck = Some(state.0);
                }
            }
            if self.expand(system, state, &words, &choices) == Flow::Stop {
                return;
            }
            if self.kept.edges() >= self.next_look {
                self.next_look = 2 * self.kept.edges();
                if look(&self.kept.graph()) == Flow::Stop {
                    self.incomplete.insert(Incomplete::FirstViolation);
                    return;
                }
            }
            state = StateId(state.0 + 1);
        }
    }

    /// Takes all choices of a state, in which the system is.
    fn expand<S: Labelled>(
        &mut self,
        system: &mut S,
        state: StateId,
        words: &[u32],
        choices: &[Choice],
    ) -> Flow {
        let mut values = Vec::new();
        let Some(label) = system.label(&mut values) else {
            self.incomplete.insert(Incomplete::Threads);
            return Flow::Stop;
        };
        let letter = self.kept.letter(&values);
        self.kept.state(state.0, StateLabel { letter, ..label });
        let mut target = Vec::new();
        let (mut lost, mut led) = (false, choices.is_empty());
        for choice in choices {
            if self.tick(state) == Flow::Stop {
                return Flow::Stop;
            }
            system.recall(words);
            let mut taken = Taken::default();
            self.statistics.transitions += 1;
            let step = system.follow(*choice, &mut taken);
            self.learned |= system.take_learned();
            if self.learned {
                return Flow::Stop;
            }
            match step {
                Step::Ran => {}
                Step::Pruned => {
                    self.statistics.pruned += 1;
                    continue;
                }
                Step::Unsupported(unsupported) => {
                    self.incomplete
                        .insert(Incomplete::Unsupported(*unsupported));
                    lost = true;
                    continue;
                }
            }
            led = true;
            system.keep(&mut target);
            let inserted = self.store.insert(&target);
            match inserted.new {
                true => self.parents.push(state.0),
                false => self.statistics.revisited += 1,
            }
            let number = self.edge_label(taken, label);
            self.kept.edge(state.0, inserted.id.0, number);
        }
        match (lost, led) {
            (true, _) => {}
            (false, true) => self.kept.complete(state.0),
            // All that follows assumed something false: no run comes here.
            (false, false) => self.kept.dead(state.0),
        }
        Flow::Continue
    }

    /// The label of a transition from a state with that label. Who could move there could on the way, as
    /// far as anybody knows.
    fn edge_label(&mut self, taken: Taken, from: StateLabel) -> u32 {
        let mut label = taken.label;
        for values in &taken.points {
            label.pass(Point {
                letter: self.kept.letter(values),
                enabled: from.enabled,
            });
        }
        self.kept.label(&label)
    }

    /// Whether the search may go on.
    fn tick(&mut self, state: StateId) -> Flow {
        let limits = &self.plan.limits;
        let transitions = self.statistics.transitions;
        let mut cut = |reason| {
            self.incomplete.insert(reason);
            Flow::Stop
        };
        if let Some(limit) = limits.states
            && self.store.len() as u64 >= limit
        {
            return cut(Incomplete::States(limit));
        }
        if self.store.is_full() {
            return cut(Incomplete::StoreFull);
        }
        if transitions & 0xff != 0 && !limits.is_urgent() {
            return Flow::Continue;
        }
        if limits.stopped() {
            return cut(Incomplete::Stopped);
        }
        let elapsed = self.began.elapsed();
        if let Some(limit) = limits.time
            && (elapsed >= limit || limits.late())
        {
            return cut(Incomplete::Time(limit));
        }
        let bytes = self.store.bytes() + self.kept.bytes() as u64 + self.parents.len() as u64 * 4;
        if let Some(limit) = limits.memory
            && limits.held().unwrap_or(bytes) >= limit
        {
            return cut(Incomplete::Memory(limit));
        }
        let seconds = elapsed.as_secs_f64();
        if seconds < self.next_beat {
            return Flow::Continue;
        }
        self.next_beat = seconds + 0.1;
        let told = self.observer.progress(&Progress {
            phase: Phase::Search,
            states: self.store.len() as u64,
            transitions,
            open: (self.store.len() - state.index()) as u64,
            store_bytes: bytes,
            seconds,
            round_seconds: seconds,
            estimate: None,
        });
        match told {
            Flow::Continue => Flow::Continue,
            Flow::Stop => {
                self.incomplete.insert(Incomplete::Stopped);
                Flow::Stop
            }
        }
    }

    fn conclude(mut self) -> ExploredGraph {
        self.statistics.states = self.store.len() as u64;
        self.statistics.store_bytes = self.store.bytes() + self.kept.bytes() as u64;
        self.statistics.seconds = self.began.elapsed().as_secs_f64();
        self.statistics.jobs = 1;
        let mut depths = vec![0u64];
        for parent in &self.parents {
            let depth = depths[*parent as usize] + 1;
            depths.push(depth);
        }
        self.statistics.max_depth = depths.into_iter().max().unwrap_or(0);
        ExploredGraph {
            graph: self.kept.graph(),
            incomplete: self.incomplete,
            stuck: self.stuck,
            statistics: self.statistics,
            store: self.store,
            parents: self.parents,
            taken: self.taken,
        }
    }
}

impl ExploredGraph {
    /// The choices of a way through the graph, one list for each transition, each of single steps.
    pub fn choices<S: Labelled>(&self, system: &mut S, way: &[RunStep]) -> Vec<Vec<Choice>> {
        let (mut words, mut choices) = (Vec::new(), Vec::new());
        let mut all = Vec::new();
        for step in way {
            if !self.taken.is_empty() {
                let here = self.taken.iter().filter(|it| it.0 == step.source);
                all.extend(here.map(|it| vec![it.1]).nth(step.ordinal as usize));
                continue;
            }
            self.store.get(StateId(step.source), &mut words);
            system.recall(&words);
            choices.clear();
            system.choices(&mut choices);
            let mut left = step.ordinal;
            for choice in &choices {
                system.recall(&words);
                let mut taken = Taken::default();
                let ran = system.follow(*choice, &mut taken) == Step::Ran;
                if ran && left == 0 {
                    all.push(taken.choices);
                    break;
                }
                left -= u32::from(ran);
            }
        }
        assert_eq!(all.len(), way.len(), "transitions are where they were");
        all
    }

    /// A run from the first state, of single steps, with the numbers that threads have by their starts, where
    /// those that have ended leave theirs to others.
    pub fn with_own_numbers<S: Labelled>(&self, system: &mut S, run: &[Choice]) -> Vec<Choice> {
        if !system.recycles() {
            return run.to_vec();
        }
        let mut words = Vec::new();
        self.store.get(StateId(0), &mut words);
        system.recall(&words);
        let mut numbers = OwnNumbers::begin(system);
        let own = run.iter().map(|choice| {
            let own = system.renumbered(*choice, &|thread| numbers.of(thread));
            system.step(*choice);
            numbers.follow(system);
            own
        });
        own.collect()
    }

    /// A shortest way to a state.
    pub fn way_to(&self, state: u32) -> Vec<RunStep> {
        let mut way = Vec::new();
        let mut target = state;
        while target != 0 {
            let source = self.parents[target as usize - 1];
            way.push(RunStep {
                source,
                ordinal: self.graph.ordinal(source, target),
                target,
            });
            target = source;
        }
        way.reverse();
        way
    }

    /// Brings a system to a state of the graph.
    pub fn go_to<S: Labelled>(&self, system: &mut S, state: u32) {
        let mut words = Vec::new();
        self.store.get(StateId(state), &mut words);
        system.recall(&words);
    }
}
