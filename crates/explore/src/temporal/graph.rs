//! A kept graph, with its transitions by state, ready to be searched.
//!
//! In: a [`KeptGraph`]. Out: a [`Graph`]. Transitions are in one array, those of a state beside each
//! other and in the order in which they were taken down; each has its target and one number for all
//! that is known of it, the state that it begins in included. Fairness is put as sets of threads here:
//! for each transition who moved, who was enabled at some point of it, and who satisfies weak
//! fairness on it, that is, moved or was not enabled at some point of it. A point of a transition is
//! the state it begins in or one it passes through; the state it leads to belongs to the next one.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::kept::{KeptEdge, KeptGraph, Letter, StateLabel, UNKNOWN};

/// All that is known of a transition.
#[derive(Clone, Debug, Default)]
pub(super) struct Label {
    /// What is read on the way: the letter of the first state, and those passed through.
    pub(super) word: Vec<Letter>,
    /// Who moved.
    pub(super) moved: u64,
    /// Who was enabled at some point.
    pub(super) enabled: u64,
    /// Who moved, or was not enabled at some point.
    pub(super) weak: u64,
    /// Who was in a call and has not left it.
    pub(super) stuck: u64,
    pub(super) progress: bool,
    /// The number of its renumbering; 0 if threads keep their numbers.
    pub(super) renumbering: u32,
}

/// A transition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) target: u32,
    /// Its index among the labels.
    pub(super) label: u32,
}

/// A graph whose transitions are found by state.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(super) initial: u32,
    /// Where the transitions of each state begin; one more than there are states.
    first: Vec<u32>,
    edges: Vec<Edge>,
    pub(super) labels: Vec<Label>,
    complete: Vec<bool>,
    /// States that no run comes to, in order.
    dead: Vec<u32>,
    states: Vec<u32>,
    state_labels: Vec<StateLabel>,
    /// The values of the atoms, by letter.
    pub(super) letters: Vec<Vec<bool>>,
    /// By number; the first is that of threads that keep their numbers.
    pub(super) renumberings: Vec<Vec<(u8, u8)>>,
    /// Numbers of threads are below this.
    pub(super) threads: usize,
}

impl Graph {
    pub(super) fn of(kept: &KeptGraph) -> Graph {
        assert!(
            kept.edges.len() < u32::MAX as usize,
            "transitions have numbers of 32 bits"
        );
        let count = kept.states.len().max(kept.initial as usize + 1);
        let known = |edge: &&KeptEdge| kept.states[edge.source as usize] != UNKNOWN;
        let mut first = vec![0u32; count + 2];
        for edge in kept.edges.iter().filter(known) {
            first[edge.source as usize + 2] += 1;
        }
        for state in 2..first.len() {
            first[state] += first[state - 1];
        }
        let mut labels = Labels::new(kept);
        let nothing = Edge {
            target: 0,
            label: 0,
        };
        let mut edges = vec![nothing; first[count + 1] as usize];
        for edge in kept.edges.iter().filter(known) {
            // `first` is one ahead, and moves to where it should be as edges are put in.
            let place = &mut first[edge.source as usize + 1];
            edges[*place as usize] = Edge {
                target: edge.target,
                label: labels.number(kept.states[edge.source as usize], edge.label),
            };
            *place += 1;
        }
        first.pop();
        let mut states = kept.states.clone();
        let mut complete = kept.complete.clone();
        states.resize(count, UNKNOWN);
        complete.resize(count, false);
        let mut dead = kept.dead.clone();
        dead.sort_unstable();
        let letters = (0..kept.letters()).map(|it| kept.values(Letter(it as u32)).to_vec());
        Graph {
            initial: kept.initial,
            first,
            edges,
            complete,
            dead,
            states,
            state_labels: kept.state_labels.all().to_vec(),
            letters: letters.collect(),
            renumberings: std::mem::take(&mut labels.renumberings),
            labels: labels.all,
            threads: threads(kept),
        }
    }

    /// The same graph, in which only some threads count as being in a call: those of whom an atom holds,
    /// the one at `first` of thread 0, the next of thread 1, and so on.
    pub fn only_in_call(&self, first: usize) -> Graph {
        let mut graph = self.clone();
        for label in &mut graph.labels {
            let values = &self.letters[label.word[0].0 as usize];
            let values = values[first..].iter().take(64).enumerate();
            let meant = values.fold(0u64, |all, (thread, it)| all | u64::from(*it) << thread);
            label.stuck &= meant;
        }
        graph
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.complete.len()
    }

    /// The number of transitions.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The transitions of a state, as a range of [`Graph::edge`].
    #[inline]
    pub(super) fn edges_of(&self, state: u32) -> std::ops::Range<u32> {
        self.first[state as usize]..self.first[state as usize + 1]
    }

    /// Which of the transitions of a state is the first to lead to another.
    pub(crate) fn ordinal(&self, source: u32, target: u32) -> u32 {
        let edges = self.edges_of(source);
        let mut found = edges.clone().filter(|it| self.edge(*it).target == target);
        let first = found.next().expect("there is a transition");
        first - edges.start
    }

    #[inline]
    pub(super) fn edge(&self, edge: u32) -> Edge {
        self.edges[edge as usize]
    }

    /// Whether all transitions of the state are there.
    pub(super) fn is_complete(&self, state: u32) -> bool {
        self.complete[state as usize] && self.is_known(state)
    }

    /// Whether the state has a label.
    pub(super) fn is_known(&self, state: u32) -> bool {
        self.states[state as usize] != UNKNOWN
    }

    /// Whether runs end in the state.
    pub(super) fn is_end(&self, state: u32) -> bool {
        self.edges_of(state).is_empty()
            && self.is_complete(state)
            && self.dead.binary_search(&state).is_err()
    }

    /// What is known of a state; nothing of one that nobody spoke of.
    pub(super) fn state_label(&self, state: u32) -> StateLabel {
        let label = self.state_labels.get(self.states[state as usize] as usize);
        label.copied().unwrap_or_default()
    }
}

/// All threads have numbers below this.
fn threads(kept: &KeptGraph) -> usize {
    let mut all = 0;
    for label in kept.state_labels.all() {
        all |= label.enabled.0 | label.in_call.0;
    }
    for label in kept.edge_labels.all() {
        all |= label.moved.0 | label.left.0;
        all |= label.points.iter().fold(0, |all, it| all | it.enabled.0);
        let pairs = label.renumbering.iter();
        all |= pairs.fold(0, |all, it| all | 1 << it.0 | 1 << it.1);
    }
    (u64::BITS - all.leading_zeros()) as usize
}

/// Above this, pairs of labels are looked up by hash.
const LARGEST_TABLE: usize = 1 << 22;

/// Labels for pairs of the label of a state and that of a transition.
struct Labels<'k> {
    kept: &'k KeptGraph,
    /// By pair, or by hash if there would be too many.
    table: Vec<u32>,
    by_hash: HashMap<(u32, u32), u32, FixedState>,
    all: Vec<Label>,
    renumberings: Vec<Vec<(u8, u8)>>,
}

impl<'k> Labels<'k> {
    fn new(kept: &'k KeptGraph) -> Labels<'k> {
        let states = kept.state_labels.all().len();
        let pairs = states.saturating_mul(kept.edge_labels.all().len());
        let table = if pairs <= LARGEST_TABLE { pairs } else { 0 };
        Labels {
            kept,
            table: vec![UNKNOWN; table],
            by_hash: HashMap::with_hasher(FixedState::default()),
            all: Vec::new(),
            renumberings: vec![Vec::new()],
        }
    }

    /// For a state that has this label, and a transition that has that one.
    fn number(&mut self, state: u32, edge: u32) -> u32 {
        let place = state as usize * self.kept.edge_labels.all().len() + edge as usize;
        let found = match self.table.get(place) {
            Some(number) => *number,
            None => *self.by_hash.get(&(state, edge)).unwrap_or(&UNKNOWN),
        };
        if found != UNKNOWN {
            return found;
        }
        let number = self.all.len() as u32;
        let label = self.make(state, edge);
        self.all.push(label);
        match self.table.get_mut(place) {
            Some(entry) => *entry = number,
            None => {
                self.by_hash.insert((state, edge), number);
            }
        }
        number
    }

    fn make(&mut self, state: u32, edge: u32) -> Label {
        let state = self.kept.state_labels.all()[state as usize];
        let label = &self.kept.edge_labels.all()[edge as usize];
        let points = || label.points.iter().map(|it| it.enabled.0);
        let letters = label.points.iter().map(|it| it.letter);
        let moved = label.moved.0;
        let sometimes = points().fold(state.enabled.0, |all, it| all | it);
        let always = points().fold(state.enabled.0, |all, it| all & it);
        let renumbering = match label.renumbering.is_empty() {
            true => 0,
            false => {
                let known = self.renumberings.iter();
                let found = known.into_iter().position(|it| *it == label.renumbering);
                found.unwrap_or_else(|| {
                    self.renumberings.push(label.renumbering.clone());
                    self.renumberings.len() - 1
                })
            }
        };
        // Who has ended owes nothing any more, whoever takes its number.
        let ended = match renumbering {
            0 => 0,
            _ => !label.renumbering.iter().fold(0, |all, it| all | 1 << it.0),
        };
        let moved = moved | ended;
        Label {
            word: std::iter::once(state.letter).chain(letters).collect(),
            moved,
            enabled: sometimes,
            weak: moved | !always,
            stuck: state.in_call.0 & !label.left.0 & !ended,
            progress: label.progress,
            renumbering: renumbering as u32,
        }
    }
}
