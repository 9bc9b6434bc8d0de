//! Stuck threads in a graph that has been explored.
//!
//! Depth-first search finds them on the way (see [`crate::components`], which also says why this is
//! exact). Here is the same for graphs explored in another order: a depth-first walk over edges
//! that were logged during the search, or, if the log grew too large, are run once more. The second
//! costs the time of the search again, and no memory.

mod probe;

use machine::Choice;

use crate::components::{Component, Components, ThreadSet};
use crate::observer::{Flow, Phase};
use crate::schedule::Schedule;
use crate::search::{Ledger, Moved, Open};
use crate::store::{Recall, StateId, Store, TreeStore};
use crate::system::{Finding, Step, System};
use crate::verdict::Incomplete;
pub(crate) use probe::{Probed, Prober, budget};

/// An edge, or what is there instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    thread: u16,
    /// A state's number, [`NOWHERE`] or [`LOST`].
    target: u32,
}

const NOWHERE: u32 = u32::MAX;
const LOST: u32 = u32::MAX - 1;

/// The memory the log may take where no limit is given: 40 million edges.
const LOG_BYTES: u64 = 240_000_000;

/// The edges of states 0, 1, 2, … in this order, while memory permits.
#[derive(Debug, Default)]
pub(crate) struct EdgeLog {
    threads: Vec<u16>,
    targets: Vec<u32>,
    /// Where the edges of each state end.
    ends: Vec<u32>,
    limit: u64,
    overflown: bool,
}

impl EdgeLog {
    /// An empty log, for a search with this limit on memory over a store that forgets the words of
    /// states: what is not in the log can't be run once more.
    pub(crate) fn new(memory: Option<u64>) -> EdgeLog {
        EdgeLog {
            limit: memory.map_or(LOG_BYTES, |memory| memory / 2),
            ..EdgeLog::default()
        }
    }

    /// An empty log of a graph that could not be run once more: it takes what memory it needs.
    pub(crate) fn unlimited() -> EdgeLog {
        EdgeLog {
            limit: u64::MAX,
            ..EdgeLog::default()
        }
    }

    /// A log that keeps nothing, for a search that won't ask.
    pub(crate) fn off() -> EdgeLog {
        EdgeLog {
            overflown: true,
            ..EdgeLog::default()
        }
    }

    pub(crate) fn edge(&mut self, thread: u16, target: StateId) {
        self.push(thread, target.0);
    }

    /// A thread moves, whether or not that leads anywhere.
    pub(crate) fn moves(&mut self, thread: u16) {
        self.push(thread, NOWHERE);
    }

    pub(crate) fn lost(&mut self) {
        self.push(0, LOST);
    }

    /// The edges of the next state follow.
    pub(crate) fn next(&mut self) {
        if !self.overflown {
            self.ends.push(self.targets.len() as u32);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.threads.capacity() * 2 + self.targets.capacity() * 4 + self.ends.capacity() * 4
    }

    fn push(&mut self, thread: u16, target: u32) {
        if self.overflown {
            return;
        }
        self.threads.push(thread);
        self.targets.push(target);
        if self.bytes() as u64 > self.limit || self.targets.len() as u64 >= u64::from(LOST) {
            *self = EdgeLog {
                overflown: true,
                ..EdgeLog::default()
            };
        }
    }

    fn edges(&self, state: u32, out: &mut Vec<Edge>) {
        let start = if state == 0 {
            0
        } else {
            self.ends[state as usize - 1] as usize
        };
        let range = start..self.ends[state as usize] as usize;
        let edges = self.threads[range.clone()].iter().zip(&self.targets[range]);
        out.extend(edges.map(|(&thread, &target)| Edge { thread, target }));
    }
}

/// Reports each set of stuck threads of a completely explored graph. `way` gives a schedule to a
/// state, and leaves the system in it.
pub(crate) fn report_all<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
    log: EdgeLog,
    way: impl Fn(&mut S, &dyn Store, StateId) -> Schedule,
) {
    if log.overflown && store.recall() < Recall::Words {
        ledger.cut(Incomplete::StuckUnsought);
        return;
    }
    let mut walk = Walk::default();
    let mut again = Again::default();
    let statistics = ledger.statistics;
    walk.enter(0, 0);
    let mut edges = Vec::new();
    loop {
        let open = || Open {
            phase: Phase::Stuck,
            states: walk.frames.len() as u64,
            bytes: log.bytes() as u64,
            estimate: None,
        };
        if ledger.tick(store, open) == Flow::Stop {
            break;
        }
        let stepped = walk.step(|state| {
            edges.clear();
            if log.overflown {
                again.edges(system, ledger, store, state, &mut edges);
            } else {
                log.edges(state, &mut edges);
            }
            edges.as_slice()
        });
        match stepped {
            Stepped::On => {}
            Stepped::Done => break,
            Stepped::Completed(component) => {
                if time_passes(system, store, &component) && ledger.is_void(system) {
                    break;
                }
                // The member with the least number is the nearest to the start.
                let nearest = StateId(component.members.iter().copied().min().unwrap_or(0));
                if store.get(nearest, &mut again.words) {
                    system.load(&again.words);
                } else {
                    way(system, store, nearest);
                }
                if let Some(finding) = stuck(system, &component.moving) {
                    if ledger.is_void(system) {
                        break;
                    }
                    let schedule = way(system, store, nearest);
                    let states = component.members.into_iter().map(StateId).collect();
                    if ledger.report(finding, schedule, Some(states)) == Flow::Stop {
                        break;
                    }
                }
            }
        }
    }
    // Running edges once more is not exploring more.
    ledger.statistics = statistics;
}

/// States of a component in which time is let pass.
const MOST_MEMBERS: usize = 64;

/// Lets time pass in a terminal component, if it is the only thing that can end it. True if that is
/// news.
pub(crate) fn time_passes<S: System>(
    system: &mut S,
    store: &dyn Store,
    component: &Component,
) -> bool {
    let mut words = Vec::new();
    let mut news = false;
    for &member in component.members.iter().take(MOST_MEMBERS) {
        news |= store.get(StateId(member), &mut words) && system.let_time_pass(&words);
    }
    news
}

/// Whether the system, as it is, is in a state from which every run comes to where it goes on for ever
/// and some unfinished thread never moves again. Looks at no more than `limit` states.
pub fn stuck_here<S: System>(system: &mut S, limit: usize) -> Option<Finding> {
    let mut store = TreeStore::new();
    let mut words = Vec::new();
    system.save(&mut words);
    store.insert(&words);
    let mut walk = Walk::default();
    walk.enter(0, 0);
    let (mut from, mut choices, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    let mut moved = Vec::new();
    let (mut found, mut free) = (None, false);
    loop {
        let stepped = walk.step(|state| {
            edges.clear();
            store.get(StateId(state), &mut from);
            system.load(&from);
            choices.clear();
            system.choices(&mut choices);
            for &choice in &choices {
                system.load(&from);
                let target = match system.advance(choice) {
                    Step::Ran => {
                        moved.clear();
                        system.also_moved(&mut moved);
                        edges.extend(moved.iter().map(|&thread| Edge {
                            thread,
                            target: NOWHERE,
                        }));
                        system.save(&mut words);
                        store.insert(&words).id.0
                    }
                    Step::Pruned => NOWHERE,
                    Step::Unsupported(_) => LOST,
                };
                edges.push(Edge {
                    thread: mover(system, choice, target),
                    target,
                });
            }
            // The run may end here, or go nobody knows where.
            free |= choices.is_empty() || edges.iter().any(|edge| edge.target == LOST);
            edges.as_slice()
        });
        if free || store.len() > limit {
            return None;
        }
        match stepped {
            Stepped::On => {}
            Stepped::Done => return found,
            Stepped::Completed(mut component) => {
                moved.clear();
                store.get(StateId(component.members[0]), &mut from);
                system.load(&from);
                system.unfinished(&mut moved);
                let left = std::mem::take(&mut moved);
                store.get(StateId(0), &mut from);
                system.load(&from);
                system.unfinished(&mut moved);
                // Who has ended on the way there has moved.
                let ended = moved.drain(..).filter(|it| !left.contains(it));
                ended.for_each(|it| component.moving.insert(it));
                found = stuck(system, &component.moving).or_else(|| {
                    // On the way to where they stay threads may still move.
                    store.get(StateId(component.members[0]), &mut from);
                    system.load(&from);
                    stuck(system, &component.moving)
                });
                found.as_ref()?;
            }
        }
    }
}

/// Which unfinished threads of the state the system is in are not among those moving, as a finding.
pub(crate) fn stuck<S: System>(system: &mut S, moving: &ThreadSet) -> Option<Finding> {
    stuck_by(system, moving, |thread| thread)
}

/// Who moved by the last choice and changed something; where it led nowhere, who was chosen.
fn mover<S: System>(system: &S, choice: Choice, target: u32) -> u16 {
    match target {
        NOWHERE | LOST => choice.thread,
        _ => system.mover(choice),
    }
}

/// The same where the threads of the state have other numbers in the set.
pub(crate) fn stuck_by<S: System>(
    system: &mut S,
    moving: &ThreadSet,
    number: impl Fn(u16) -> u16,
) -> Option<Finding> {
    let mut threads = Vec::new();
    system.unfinished(&mut threads);
    threads.retain(|&thread| !moving.reaches(number(thread)));
    if threads.is_empty() {
        return None;
    }
    let round = going_round(system, &threads)?;
    system.describe_stuck(&threads, &round)
}

/// States that are looked at to see who of the stuck threads goes round.
const MOST_STATES: usize = 5000;

/// Which of these threads move in what follows the state that the system is in, and stays in. `None` if
/// that is a state in which nobody moves but by waking up for no reason: a deadlock, which is judged by
/// itself.
fn going_round<S: System>(system: &mut S, threads: &[u16]) -> Option<Vec<u16>> {
    let (mut first, mut from, mut target) = (Vec::new(), Vec::new(), Vec::new());
    system.keep_numbers(true);
    system.save(&mut first);
    let mut store = TreeStore::new();
    store.insert(&first);
    let (mut choices, mut moved, mut round) = (Vec::new(), Vec::new(), Vec::new());
    let (mut next, mut dead) = (0, false);
    while next < store.len() && store.len() < MOST_STATES && !dead {
        store.get(StateId(next as u32), &mut from);
        next += 1;
        system.load(&from);
        choices.clear();
        system.choices(&mut choices);
        // Nobody counts on waking up for no reason.
        choices.retain(|choice| choice.variant != Choice::SPURIOUS);
        dead |= choices.is_empty();
        moved.extend(choices.iter().map(|choice| choice.thread));
        for &choice in &choices {
            system.load(&from);
            if system.advance(choice) == Step::Ran {
                system.moved(&mut moved);
                system.save(&mut target);
                store.insert(&target);
            }
        }
        for thread in moved.drain(..) {
            if threads.contains(&thread) && !round.contains(&thread) {
                round.push(thread);
            }
        }
    }
    system.load(&first);
    system.keep_numbers(false);
    round.sort_unstable();
    (!dead).then_some(round)
}

/// Edges by running the choices of a state once more.
#[derive(Default)]
struct Again {
    words: Vec<u32>,
    target: Vec<u32>,
    choices: Vec<Choice>,
    moved: Vec<u16>,
}

impl Again {
    fn edges<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &mut dyn Store,
        state: u32,
        out: &mut Vec<Edge>,
    ) {
        store.get(StateId(state), &mut self.words);
        system.load(&self.words);
        self.choices.clear();
        system.choices(&mut self.choices);
        for &choice in &self.choices {
            system.load(&self.words);
            let target = match ledger.advance(system, choice) {
                Moved::There => {
                    self.moved.clear();
                    system.also_moved(&mut self.moved);
                    let also = |&thread: &u16| Edge {
                        thread,
                        target: NOWHERE,
                    };
                    out.extend(self.moved.iter().map(also));
                    system.save(&mut self.target);
                    // A state that is not there was cut off by a limit.
                    store.find(&self.target).map_or(LOST, |state| state.0)
                }
                Moved::Pruned => NOWHERE,
                Moved::Lost => LOST,
            };
            out.push(Edge {
                thread: mover(system, choice, target),
                target,
            });
        }
    }
}

/// A depth-first walk over a graph of numbered states.
#[derive(Default)]
struct Walk {
    components: Components,
    /// The order of entering for each state, or [`UNSEEN`].
    order: Vec<u32>,
    /// The state for each place in that order.
    states: Vec<u32>,
    /// State, first edge, next edge.
    frames: Vec<(u32, usize, usize)>,
    edges: Vec<Edge>,
    fresh: bool,
}

const UNSEEN: u32 = u32::MAX;

enum Stepped {
    On,
    /// A terminal component with an edge; its members are numbers of states.
    Completed(Component),
    Done,
}

impl Walk {
    fn enter(&mut self, state: u32, thread: u16) {
        if self.order.len() <= state as usize {
            self.order.resize(state as usize + 1, UNSEEN);
        }
        self.order[state as usize] = self.states.len() as u32;
        self.states.push(state);
        self.components.enter(thread);
        self.frames
            .push((state, self.edges.len(), self.edges.len()));
        self.fresh = true;
    }

    /// Follows one edge, or leaves a state.
    fn step<'e>(&mut self, edges_of: impl FnOnce(u32) -> &'e [Edge]) -> Stepped {
        let Some(frame) = self.frames.last_mut() else {
            return Stepped::Done;
        };
        let state = frame.0;
        if self.fresh {
            self.edges.extend_from_slice(edges_of(state));
            self.fresh = false;
        }
        if frame.2 == self.edges.len() {
            self.edges.truncate(frame.1);
            self.frames.pop();
            let completed = self.components.leave(self.order[state as usize]);
            return completed.map_or(Stepped::On, |mut component| {
                for member in &mut component.members {
                    *member = self.states[*member as usize];
                }
                Stepped::Completed(component)
            });
        }
        let edge = self.edges[frame.2];
        frame.2 += 1;
        match edge.target {
            NOWHERE => self.components.moves(edge.thread),
            LOST => self.components.leads_out(),
            target => match self.order.get(target as usize) {
                Some(&order) if order != UNSEEN => self.components.edge(edge.thread, order),
                _ => self.enter(target, edge.thread),
            },
        }
        Stepped::On
    }
}
