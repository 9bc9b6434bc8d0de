//! Lossless tree compression of states.
//!
//! In: states of any length. Out: dense numbers. Words are paired, each distinct pair gets a number,
//! the numbers are paired again, until one pair is left: the state's root. States that differ in few
//! words share all but a few pairs, so on large runs a state costs little more than its root
//! (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, 2011; here with
//! states of varying length, growing tables, and shapes that are planned).
//!
//! There is a [`Shape`] for each length. Roots are tagged with their length in one byte: an index
//! into the lengths seen, or [`LONG`] once more than 255 of them were; such a root is the pair of the
//! length and the number of the pair that would have been the root.
//!
//! Shapes are planned anew from the states stored, whenever these have doubled and there are many
//! nodes for their number; all states are then moved over and keep their numbers.
//!
//! For each length, the numbers in the tree of the state inserted last are kept. A successor differs
//! from its neighbours in a few words, so only the pairs above those are looked up.

mod shape;

use super::numbers::MOST;
use super::pairs::Pairs;
use super::{Inserted, Recall, StateId, Store};
pub(super) use shape::Shape;
use shape::{NOTHING, ROOT, Sample};

/// The tag of roots that hold their length themselves.
pub(super) const LONG: u8 = u8::MAX;

/// The number of states at which shapes are first looked at, and after which they stay as they are:
/// moving states over takes time, and for a moment the memory of both stores.
const FIRST_PLAN: usize = 4096;
const LAST_PLAN: usize = 1 << 23;

/// States of one length to plan by, and the stretches of states in a row they are taken in.
const SAMPLE: usize = 8192;
const STRETCH: usize = 256;
/// Fewer states are not planned by.
const LEAST_SAMPLE: usize = 64;

/// An exact store with tree compression.
#[derive(Debug)]
pub struct TreeStore {
    /// A pair for each state, tagged with its length.
    roots: Pairs<true>,
    /// The pairs below, of all shapes.
    nodes: Pairs<false>,
    /// For each tag, the trees of its length.
    trees: Vec<Tree>,
    /// The shape used last for each long length.
    long: Vec<Tree>,
    next_plan: usize,
}

impl Default for TreeStore {
    fn default() -> Self {
        TreeStore::new()
    }
}

impl TreeStore {
    /// An empty store.
    pub fn new() -> TreeStore {
        TreeStore {
            roots: Pairs::new(),
            nodes: Pairs::new(),
            trees: Vec::new(),
            long: Vec::new(),
            next_plan: FIRST_PLAN,
        }
    }

    /// The shapes in use, by tag.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        self.trees.iter().map(|tree| tree.shape.clone()).collect()
    }

    /// The tag for a length, if it has one: [`LONG`] where all others are taken.
    fn find_tag(&self, length: u32) -> Option<u8> {
        let known = self
            .trees
            .iter()
            .position(|tree| tree.shape.length == length);
        match known {
            Some(tag) => Some(tag as u8),
            None if self.trees.len() == usize::from(LONG) => Some(LONG),
            None => None,
        }
    }

    /// The tag for a length, a new one if need be.
    fn tag(&mut self, length: u32) -> u8 {
        self.find_tag(length).unwrap_or_else(|| {
            self.trees.push(Tree::new(Shape::plain(length)));
            (self.trees.len() - 1) as u8
        })
    }

    /// Plans shapes if there are many nodes, and decides when to look again: later, if that was in
    /// vain.
    fn reconsider(&mut self) {
        let mut wait = 2;
        if self.nodes.len() > self.roots.len() / 8 {
            let before = self.nodes.len() / 5 * 4;
            self.replan();
            if self.nodes.len() > before {
                wait = 8;
            }
        }
        self.next_plan = match self.len() * wait {
            next if next <= LAST_PLAN => next,
            _ => usize::MAX,
        };
    }

    /// Plans shapes by the states stored, and moves these over.
    fn replan(&mut self) {
        let shapes = (0..self.trees.len()).map(|tag| match self.sample(tag as u8) {
            Some(sample) => shape::plan(self.trees[tag].shape.length, &sample),
            None => self.trees[tag].shape.clone(),
        });
        let mut planned = TreeStore {
            trees: shapes.map(Tree::new).collect(),
            next_plan: usize::MAX,
            ..TreeStore::new()
        };
        let mut words = Vec::new();
        for id in 0..self.roots.len() {
            self.get(StateId(id), &mut words);
            let moved = planned.insert(&words);
            assert_eq!(moved.id, StateId(id), "a state moved over keeps its number");
        }
        *self = planned;
    }

    /// Some states of a length, in stretches from all over the store.
    fn sample(&self, tag: u8) -> Option<Sample> {
        let len = self.len();
        let mut sample = Sample {
            words: Vec::new(),
            follows: Vec::new(),
        };
        let mut words = Vec::new();
        // With several lengths each gets less of a sample, and the one most met most.
        let stride = (len * STRETCH / SAMPLE).max(STRETCH);
        let mut last = usize::MAX;
        for start in (0..len).step_by(stride) {
            for id in start..(start + STRETCH).min(len) {
                if self.roots.tag(id as u32) != tag {
                    continue;
                }
                self.get(StateId(id as u32), &mut words);
                sample.words.extend_from_slice(&words);
                sample.follows.push(last != usize::MAX && last + 1 == id);
                last = id;
            }
        }
        (sample.follows.len() >= LEAST_SAMPLE).then_some(sample)
    }
}

impl Store for TreeStore {
    fn insert(&mut self, state: &[u32]) -> Inserted {
        let length = u32::try_from(state.len()).expect("a state has fewer than 2^32 words");
        let tag = self.tag(length);
        let (id, new) = if tag == LONG {
            let tree = long_tree(&mut self.long, length);
            let (left, right) = tree.climb(state, &mut self.nodes);
            let top = self.nodes.insert(left, right, 0).0;
            self.roots.insert(length, top, LONG)
        } else {
            let tree = &mut self.trees[usize::from(tag)];
            let (left, right) = tree.climb(state, &mut self.nodes);
            self.roots.insert(left, right, tag)
        };
        if new && self.len() == self.next_plan {
            self.reconsider();
        }
        Inserted {
            id: StateId(id),
            new,
        }
    }

    fn find(&self, state: &[u32]) -> Option<StateId> {
        let length = u32::try_from(state.len()).ok()?;
        let tag = self.find_tag(length)?;
        if tag == LONG {
            let shape = Shape::plain(length);
            let (left, right) = find_top(&shape, state, &self.nodes)?;
            let top = self.nodes.find(left, right, 0)?;
            return self.roots.find(length, top, LONG).map(StateId);
        }
        let shape = &self.trees[usize::from(tag)].shape;
        let (left, right) = find_top(shape, state, &self.nodes)?;
        self.roots.find(left, right, tag).map(StateId)
    }

    fn get(&self, id: StateId, out: &mut Vec<u32>) -> bool {
        let (left, right) = self.roots.get(id.0);
        match self.roots.tag(id.0) {
            LONG => descend(&Shape::plain(left), self.nodes.get(right), &self.nodes, out),
            tag => {
                let shape = &self.trees[usize::from(tag)].shape;
                descend(shape, (left, right), &self.nodes, out);
            }
        }
        true
    }

    fn recall(&self) -> Recall {
        Recall::Words
    }

    fn len(&self) -> usize {
        self.roots.len() as usize
    }

    fn is_full(&self) -> bool {
        // A state adds at most as many nodes as it has words; no state has a million.
        self.roots.len() >= MOST - 1 || self.nodes.len() >= MOST - (1 << 20)
    }

    fn bytes(&self) -> u64 {
        let trees: usize = self.trees.iter().chain(&self.long).map(Tree::bytes).sum();
        (self.roots.bytes() + self.nodes.bytes() + trees) as u64
    }
}

/// The tree for a length without a tag of its own. Few are kept; they are quickly made.
pub(super) fn long_tree(long: &mut Vec<Tree>, length: u32) -> &mut Tree {
    let known = long.iter().position(|tree| tree.shape.length == length);
    let index = known.unwrap_or_else(|| {
        if long.len() == 16 {
            long.remove(0);
        }
        long.push(Tree::new(Shape::plain(length)));
        long.len() - 1
    });
    &mut long[index]
}

/// A shape, and the state of that shape that was inserted last.
#[derive(Debug)]
pub(super) struct Tree {
    shape: Shape,
    /// The values of its slots; empty before the first state.
    slots: Vec<u32>,
    /// One bit for each node: whether it has to be looked up again. All are 0 between insertions.
    stale: Vec<u64>,
}

/// Where pairs are numbered.
pub(super) trait Nodes {
    /// The number of a pair, a new one if need be.
    fn number(&mut self, left: u32, right: u32) -> u32;
}

impl Nodes for Pairs<false> {
    #[inline]
    fn number(&mut self, left: u32, right: u32) -> u32 {
        self.insert(left, right, 0).0
    }
}

impl Tree {
    pub(super) fn new(shape: Shape) -> Tree {
        let stale = vec![0; shape.nodes.len().div_ceil(64)];
        Tree {
            shape,
            slots: Vec::new(),
            stale,
        }
    }

    /// Makes the tree that of `state` and gives the two values that the root pairs.
    pub(super) fn climb(&mut self, state: &[u32], nodes: &mut impl Nodes) -> (u32, u32) {
        if self.slots.is_empty() {
            self.slots.extend_from_slice(state);
            for &(left, right) in &self.shape.nodes {
                let pair = (self.slots[left as usize], self.slots[right as usize]);
                self.slots.push(nodes.number(pair.0, pair.1));
            }
            return top(&self.shape, &self.slots);
        }
        // Most words are as they were, so they are compared eight at a time.
        let (eights, rest) = state.as_chunks::<8>();
        for (index, eight) in eights.iter().enumerate() {
            let start = index * 8;
            if self.slots[start..].first_chunk() != Some(eight) {
                self.update(start, eight);
            }
        }
        self.update(state.len() - rest.len(), rest);
        // A node comes after what it is made of, so one pass in order is enough.
        for index in 0..self.stale.len() {
            while self.stale[index] != 0 {
                let node = index * 64 + self.stale[index].trailing_zeros() as usize;
                self.stale[index] &= self.stale[index] - 1;
                let (left, right) = self.shape.nodes[node];
                let pair = (self.slots[left as usize], self.slots[right as usize]);
                let id = nodes.number(pair.0, pair.1);
                let slot = state.len() + node;
                if self.slots[slot] != id {
                    self.set(slot, id);
                }
            }
        }
        top(&self.shape, &self.slots)
    }

    /// The length of its states.
    pub(super) fn length(&self) -> u32 {
        self.shape.length
    }

    fn update(&mut self, start: usize, words: &[u32]) {
        for (offset, &word) in words.iter().enumerate() {
            if self.slots[start + offset] != word {
                self.set(start + offset, word);
            }
        }
    }

    #[inline]
    fn set(&mut self, slot: usize, value: u32) {
        self.slots[slot] = value;
        let node = self.shape.taken_by[slot];
        if node != ROOT {
            self.stale[node as usize / 64] |= 1 << (node % 64);
        }
    }

    fn bytes(&self) -> usize {
        self.shape.bytes() + self.slots.capacity() * 4 + self.stale.capacity() * 8
    }
}

/// The two values that the root pairs; 0 where there is none.
fn top(shape: &Shape, slots: &[u32]) -> (u32, u32) {
    let value = |slot: u32| {
        if slot == NOTHING {
            0
        } else {
            slots[slot as usize]
        }
    };
    (value(shape.root.0), value(shape.root.1))
}

/// As [`Tree::climb`], adding nothing and keeping nothing.
fn find_top(shape: &Shape, state: &[u32], nodes: &Pairs<false>) -> Option<(u32, u32)> {
    let mut slots = state.to_vec();
    for &(left, right) in &shape.nodes {
        slots.push(nodes.find(slots[left as usize], slots[right as usize], 0)?);
    }
    Some(top(shape, &slots))
}

/// Writes the words of the state whose root pairs these values to `out`.
fn descend(shape: &Shape, root: (u32, u32), nodes: &Pairs<false>, out: &mut Vec<u32>) {
    out.clear();
    out.resize(shape.taken_by.len(), 0);
    for (slot, value) in [(shape.root.0, root.0), (shape.root.1, root.1)] {
        if slot != NOTHING {
            out[slot as usize] = value;
        }
    }
    for (node, &(left, right)) in shape.nodes.iter().enumerate().rev() {
        let pair = nodes.get(out[shape.length as usize + node]);
        out[left as usize] = pair.0;
        out[right as usize] = pair.1;
    }
    out.truncate(shape.length as usize);
}

#[cfg(test)]
mod tests;
