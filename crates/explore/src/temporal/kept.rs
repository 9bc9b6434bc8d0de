//! A graph that is taken down while a search goes on.
//!
//! In: states with their labels, transitions with theirs, in any order, by the numbers that the search
//! gives to states. Out: [`KeptGraph::graph`], at any time. Labels, letters and renumberings are kept
//! once each, so that a transition takes twelve bytes.
//!
//! Invariant: a state of which nothing was said has no label; it is incomplete, and its transitions
//! don't count until it has one.

use std::hash::Hash;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::graph::Graph;

/// A set of threads, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadMask(pub u64);

impl ThreadMask {
    /// How many threads a graph can tell apart; their numbers are below this.
    pub const THREADS: usize = 64;

    /// Adds a thread; `false` if its number is too large, and then nothing can be judged.
    #[must_use]
    pub fn insert(&mut self, thread: usize) -> bool {
        let fits = thread < ThreadMask::THREADS;
        if fits {
            self.0 |= 1 << thread;
        }
        fits
    }

    /// Whether the thread is in the set.
    pub fn contains(self, thread: usize) -> bool {
        thread < ThreadMask::THREADS && self.0 >> thread & 1 == 1
    }

    /// The threads of the set, in order.
    pub fn threads(self) -> impl Iterator<Item = usize> {
        (0..ThreadMask::THREADS).filter(move |it| self.contains(*it))
    }
}

/// The values of all atoms, kept once: a number for [`KeptGraph::values`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub u32);

/// What is known of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StateLabel {
    /// The values of the atoms.
    pub letter: Letter,
    /// Who could move, or finish the call that it is in.
    pub enabled: ThreadMask,
    /// Who is in a call, at the entry of a region or in a loop in which threads wait.
    pub in_call: ThreadMask,
}

/// What is known of a transition. Thread numbers are those of the state that it begins in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EdgeLabel {
    /// Who moved: took a step that counts, or returned from its call. Who ends has moved.
    pub moved: ThreadMask,
    /// Who left what it waited in.
    pub left: ThreadMask,
    /// Whether there was a point of progress on the way.
    pub progress: bool,
    /// The states that were passed through, in order; without the first and the last. Those that differ
    /// from the one before in atoms or in who is enabled must be here: a thread that was not enabled
    /// for a moment has been treated fairly.
    pub points: Vec<Point>,
    /// The new numbers of threads, as pairs of the number before and the number after, for all threads
    /// that still exist; empty if all keep theirs. Who is not named has ended.
    pub renumbering: Vec<(u8, u8)>,
}

impl EdgeLabel {
    /// Notes a state that is passed through, unless it is like the one before. Formulas with `X` count
    /// all states, so their points have to be put in one by one.
    pub fn pass(&mut self, point: Point) {
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
    }
}

/// A state that is passed through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// The values of the atoms.
    pub letter: Letter,
    /// Who could move there, or finish the call that it is in.
    pub enabled: ThreadMask,
}

/// Things that are kept once, by number.
#[derive(Clone, Debug)]
pub(super) struct Interner<T> {
    numbers: HashMap<T, u32, FixedState>,
    all: Vec<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    pub(super) fn new() -> Interner<T> {
        Interner {
            numbers: HashMap::with_hasher(FixedState::default()),
            all: Vec::new(),
        }
    }

    pub(super) fn number(&mut self, it: &T) -> u32 {
        if let Some(number) = self.numbers.get(it) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.numbers.insert(it.clone(), number);
        self.all.push(it.clone());
        number
    }

    pub(super) fn all(&self) -> &[T] {
        &self.all
    }
}

/// A transition as it was taken down.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptEdge {
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) label: u32,
}

/// No label yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A graph that is taken down while a search goes on.
#[derive(Clone, Debug)]
pub struct KeptGraph {
    letters: Interner<Vec<bool>>,
    pub(super) state_labels: Interner<StateLabel>,
    pub(super) edge_labels: Interner<EdgeLabel>,
    /// The label of each state.
    pub(super) states: Vec<u32>,
    pub(super) complete: Vec<bool>,
    pub(super) dead: Vec<u32>,
    pub(super) edges: Vec<KeptEdge>,
    pub(super) initial: u32,
}

impl KeptGraph {
    /// A graph that begins in this state.
    pub fn new(initial: u32) -> KeptGraph {
        KeptGraph {
            letters: Interner::new(),
            state_labels: Interner::new(),
            edge_labels: Interner::new(),
            states: Vec::new(),
            complete: Vec::new(),
            dead: Vec::new(),
            edges: Vec::new(),
            initial,
        }
    }

    /// The letter for these values of the atoms.
    pub fn letter(&mut self, values: &[bool]) -> Letter {
        // Most letters are known, and need no copy.
        let known = self.letters.numbers.get(values).copied();
        Letter(known.unwrap_or_else(|| self.letters.number(&values.to_vec())))
    }

    /// The values of the atoms that a letter stands for.
    pub fn values(&self, letter: Letter) -> &[bool] {
        &self.letters.all()[letter.0 as usize]
    }

    /// The number of letters so far.
    pub(super) fn letters(&self) -> usize {
        self.letters.all().len()
    }

    /// Says what is known of a state.
    pub fn state(&mut self, state: u32, label: StateLabel) {
        self.make_room(state);
        self.states[state as usize] = self.state_labels.number(&label);
    }

    /// All transitions of the state that count have been taken down. A complete state without
    /// transitions is the end of a run.
    pub fn complete(&mut self, state: u32) {
        self.make_room(state);
        self.complete[state as usize] = true;
    }

    /// The state is complete, and no run comes there: what follows does not count.
    pub fn dead(&mut self, state: u32) {
        self.complete(state);
        self.dead.push(state);
    }

    /// The number of a label for [`KeptGraph::edge`].
    pub fn label(&mut self, label: &EdgeLabel) -> u32 {
        let numbers = label.renumbering.iter().flat_map(|it| [it.0, it.1]);
        let mut numbers = numbers.map(usize::from);
        assert!(
            numbers.all(|it| it < ThreadMask::THREADS),
            "threads with larger numbers can't be told apart"
        );
        self.edge_labels.number(label)
    }

    /// Takes down a transition. Those of one state keep their order.
    pub fn edge(&mut self, source: u32, target: u32, label: u32) {
        assert!(
            (label as usize) < self.edge_labels.all().len(),
            "labels of edges are made by `label`"
        );
        self.make_room(source.max(target));
        self.edges.push(KeptEdge {
            source,
            target,
            label,
        });
    }

    /// The number of transitions so far.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<KeptEdge>() + self.states.capacity() * 5
    }

    /// The graph as it is now.
    pub fn graph(&self) -> Graph {
        Graph::of(self)
    }

    fn make_room(&mut self, state: u32) {
        let length = state as usize + 1;
        if self.states.len() < length {
            self.states.resize(length, UNKNOWN);
            self.complete.resize(length, false);
        }
    }
}
