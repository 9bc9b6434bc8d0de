//! Toy systems for tests: graphs given edge by edge, threads that take locks, and threads that count.

use machine::Choice;
use property::FindingKind;

use crate::observer::Silent;
use crate::plan::{Plan, Search};
use crate::search::explore;
use crate::system::{
    About, Finding, Footprints, Forking, Learning, Movement, Renumbering, Step, System, Unsupported,
};
use crate::verdict::Outcome;

/// Where an edge of a [`Graph`] leads.
#[derive(Clone, Copy, Debug)]
enum Target {
    State(u32),
    Pruned,
    Unsupported,
}

/// A graph whose states are numbers; 0 is the initial one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    edges: Vec<(u32, Choice, Target)>,
    wrong: Vec<(u32, FindingKind)>,
    unfinished: Vec<u16>,
    state: u32,
    taken: u64,
}

impl Graph {
    pub(crate) fn new(edges: &[(u32, u16, u32)]) -> Graph {
        let mut graph = Graph::default();
        for &(from, thread, to) in edges {
            graph = graph.edge(from, Choice::run(thread), to);
        }
        graph
    }

    pub(crate) fn edge(mut self, from: u32, choice: Choice, to: u32) -> Graph {
        self.edges.push((from, choice, Target::State(to)));
        self
    }

    pub(crate) fn pruned(mut self, from: u32, thread: u16) -> Graph {
        self.edges.push((from, Choice::run(thread), Target::Pruned));
        self
    }

    pub(crate) fn unsupported(mut self, from: u32, thread: u16) -> Graph {
        self.edges
            .push((from, Choice::run(thread), Target::Unsupported));
        self
    }

    pub(crate) fn wrong(mut self, state: u32, kind: FindingKind) -> Graph {
        self.wrong.push((state, kind));
        self
    }

    /// Threads that are unfinished in every state.
    pub(crate) fn unfinished(mut self, threads: &[u16]) -> Graph {
        self.unfinished = threads.to_vec();
        self
    }
}

impl System for Graph {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let own = self.edges.iter().filter(|edge| edge.0 == self.state);
        out.extend(own.map(|edge| edge.1));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.taken += 1;
        let edge = self
            .edges
            .iter()
            .find(|edge| edge.0 == self.state && edge.1 == choice);
        match edge.expect("only possible choices are taken").2 {
            Target::State(state) => {
                self.state = state;
                Step::Ran
            }
            Target::Pruned => Step::Pruned,
            Target::Unsupported => Step::Unsupported(Box::new(Unsupported {
                reason: format!("nobody can leave {} this way", self.state),
                class: "Toy".to_owned(),
                method: "go".to_owned(),
                path: Vec::new(),
            })),
        }
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        let here = self.wrong.iter().filter(|wrong| wrong.0 == self.state);
        out.extend(here.map(|&(state, kind)| Finding {
            kind,
            message: format!("wrong in {state}"),
            threads: Vec::new(),
            about: About::default(),
        }));
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        // Of varying length, as a machine's states are.
        out.extend((0..=self.state % 5).map(|word| word + self.state));
    }

    fn load(&mut self, state: &[u32]) {
        self.state = state[0];
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        out.extend(&self.unfinished);
    }

    fn describe_stuck(&mut self, threads: &[u16], _round: &[u16]) -> Option<Finding> {
        Some(Finding {
            kind: FindingKind::PartialDeadlock,
            message: format!("{threads:?} stuck"),
            threads: threads.iter().map(|thread| format!("T{thread}")).collect(),
            about: About::default(),
        })
    }
}

impl Movement for Graph {
    fn instructions(&self) -> u64 {
        self.taken
    }
}

impl Forking for Graph {
    fn can_fork(&self) -> bool {
        true
    }

    fn fork(&mut self, _jobs: usize) -> Option<Self> {
        Some(self.clone())
    }
}

impl Learning for Graph {}
impl Renumbering for Graph {}
impl Footprints for Graph {}

/// What a thread of [`Locks`] does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Lock(u8),
    Unlock(u8),
    /// Goes to an act by its index.
    Jump(u32),
}

/// Threads that take and release locks.
#[derive(Clone, Debug)]
pub(crate) struct Locks {
    threads: Vec<Vec<Act>>,
    /// The place of each thread, then the holder of each lock plus one.
    state: Vec<u32>,
    locks: usize,
    taken: u64,
}

impl Locks {
    pub(crate) fn new(threads: Vec<Vec<Act>>, locks: usize) -> Locks {
        let state = vec![0; threads.len() + locks];
        Locks {
            threads,
            state,
            locks,
            taken: 0,
        }
    }

    /// Philosophers who each eat once. The last one takes the forks the other way round if `safe`.
    pub(crate) fn philosophers(count: u8, safe: bool) -> Locks {
        let philosopher = |number: u8| {
            let (mut left, mut right) = (number, (number + 1) % count);
            if safe && number == count - 1 {
                (left, right) = (right, left);
            }
            vec![
                Act::Lock(left),
                Act::Lock(right),
                Act::Unlock(right),
                Act::Unlock(left),
            ]
        };
        Locks::new((0..count).map(philosopher).collect(), usize::from(count))
    }

    fn act(&self, thread: usize) -> Option<Act> {
        self.threads[thread]
            .get(self.state[thread] as usize)
            .copied()
    }

    fn holder(&self, lock: u8) -> u32 {
        self.state[self.threads.len() + usize::from(lock)]
    }
}

impl System for Locks {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        for thread in 0..self.threads.len() {
            let enabled = match self.act(thread) {
                None => false,
                Some(Act::Lock(lock)) => self.holder(lock) == 0,
                Some(Act::Unlock(_) | Act::Jump(_)) => true,
            };
            if enabled {
                out.push(Choice::run(thread as u16));
            }
        }
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.taken += 1;
        let thread = usize::from(choice.thread);
        let threads = self.threads.len();
        let act = self.act(thread).expect("only possible choices are taken");
        self.state[thread] += 1;
        match act {
            Act::Lock(lock) => self.state[threads + usize::from(lock)] = thread as u32 + 1,
            Act::Unlock(lock) => self.state[threads + usize::from(lock)] = 0,
            Act::Jump(place) => self.state[thread] = place,
        }
        Step::Ran
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let mut threads = Vec::new();
        self.unfinished(&mut threads);
        if choices.is_empty() && !threads.is_empty() {
            out.push(Finding {
                kind: FindingKind::Deadlock,
                message: format!("{threads:?} wait for each other"),
                threads: threads.iter().map(|thread| format!("T{thread}")).collect(),
                about: About::default(),
            });
        }
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.extend_from_slice(&self.state);
        assert_eq!(self.state.len(), self.threads.len() + self.locks);
    }

    fn load(&mut self, state: &[u32]) {
        self.state.copy_from_slice(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        let live = (0..self.threads.len()).filter(|&thread| self.act(thread).is_some());
        out.extend(live.map(|thread| thread as u16));
    }

    fn describe_stuck(&mut self, threads: &[u16], _round: &[u16]) -> Option<Finding> {
        Some(Finding {
            kind: FindingKind::PartialDeadlock,
            message: format!("{threads:?} stuck"),
            threads: Vec::new(),
            about: About::default(),
        })
    }
}

impl Movement for Locks {
    fn instructions(&self) -> u64 {
        self.taken
    }
}

impl Forking for Locks {
    fn can_fork(&self) -> bool {
        true
    }

    fn fork(&mut self, _jobs: usize) -> Option<Self> {
        Some(self.clone())
    }
}

impl Learning for Locks {}
impl Renumbering for Locks {}
impl Footprints for Locks {}

/// Explores with a plan and no observer.
pub(crate) fn run<S: System>(mut system: S, plan: &Plan) -> Outcome {
    explore(&mut system, plan, &mut Silent)
}

/// What stands for a disk, with room for so many words in memory before it is used.
pub(crate) fn depot(room: usize) -> crate::store::Depot {
    crate::store::Depot {
        open: std::sync::Arc::new(|| Ok(Box::new(std::io::Cursor::new(Vec::new())))),
        room,
    }
}

/// A plan with this search and nothing else special.
pub(crate) fn plan(search: Search) -> Plan {
    Plan {
        search,
        ..Plan::default()
    }
}

/// Threads that count, each up to a number of its own.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    at: Vec<u32>,
    to: Vec<u32>,
    wrong: Option<Vec<u32>>,
}

impl Grid {
    pub(crate) fn new(to: &[u32]) -> Grid {
        Grid {
            at: vec![0; to.len()],
            to: to.to_vec(),
            wrong: None,
        }
    }

    /// The same where something is wrong in one state.
    pub(crate) fn wrong(mut self, at: &[u32]) -> Grid {
        self.wrong = Some(at.to_vec());
        self
    }
}

impl System for Grid {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let threads = (0..self.at.len()).filter(|thread| self.at[*thread] < self.to[*thread]);
        out.extend(threads.map(|thread| Choice::run(thread as u16)));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.at[usize::from(choice.thread)] += 1;
        Step::Ran
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        let finding = || Finding {
            kind: FindingKind::Assertion,
            message: String::new(),
            threads: Vec::new(),
            about: About::default(),
        };
        let is_wrong = self.wrong.as_ref() == Some(&self.at);
        out.extend(is_wrong.then(finding));
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(&self.at);
    }

    fn load(&mut self, state: &[u32]) {
        self.at.copy_from_slice(state);
    }

    fn unfinished(&self, _out: &mut Vec<u16>) {}

    fn describe_stuck(&mut self, _threads: &[u16], _round: &[u16]) -> Option<Finding> {
        unreachable!("nothing is unfinished here")
    }
}

impl Movement for Grid {
    fn instructions(&self) -> u64 {
        0
    }
}

impl Forking for Grid {
    fn can_fork(&self) -> bool {
        true
    }

    fn fork(&mut self, _jobs: usize) -> Option<Self> {
        Some(self.clone())
    }
}

impl Learning for Grid {}
impl Renumbering for Grid {}
impl Footprints for Grid {}
