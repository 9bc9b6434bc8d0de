//! Visited sets for several workers: exact, or by fingerprints.
//!
//! The exact one is the tree of [`super::TreeStore`] over [`Shards`]: pairs of words are numbered once
//! for all workers, and each worker keeps the numbers in the tree of its own last state, so that only
//! what changed is looked up. Pairs never change, so a worker may also remember the numbers of those it
//! met; most lookups then need no lock. Shapes are planned by what one worker saw before and stay.

use std::sync::{Arc, RwLock};

use super::fingerprint::Fingerprint;
use super::pairs::Pair;
pub(crate) use super::shards::Put;
use super::shards::{self, Shards};
use super::tree::{LONG, Nodes, Shape, Tree, long_tree};
use super::{TreeStore, odds};

/// 64 shards.
const BITS: u32 = 6;

/// Pairs that a worker remembers: 256 KB.
const REMEMBERED: usize = 1 << 14;

/// A visited set.
#[derive(Debug)]
pub(crate) enum SharedStore {
    Exact(SharedTree),
    Compact(SharedFingerprints),
}

#[derive(Debug)]
pub(crate) struct SharedFingerprints(Shards<Fingerprint>);

#[derive(Debug)]
pub(crate) struct SharedTree {
    roots: Shards<Pair<true>>,
    nodes: Shards<Pair<false>>,
    /// For each tag, the shape of its length; it only grows.
    shapes: RwLock<Vec<Arc<Shape>>>,
}

/// What a worker needs to put states in.
#[derive(Debug)]
pub(crate) struct Hand {
    /// For each tag.
    trees: Vec<Tree>,
    long: Vec<Tree>,
    /// Pairs and their numbers, each at a place that its hash says.
    remembered: Vec<(Pair<false>, u32)>,
    buffer: Vec<u8>,
}

impl Hand {
    pub(crate) fn new() -> Hand {
        Hand {
            trees: Vec::new(),
            long: Vec::new(),
            remembered: vec![(Pair::new(0, 0, 0), NOTHING); REMEMBERED],
            buffer: Vec::new(),
        }
    }
}

/// No number: a shard is full before its last place.
const NOTHING: u32 = u32::MAX;

impl SharedStore {
    /// An empty exact set, with the shapes of another.
    pub(crate) fn exact(like: Option<&TreeStore>) -> SharedStore {
        let shapes = like.map_or(Vec::new(), TreeStore::shapes);
        SharedStore::Exact(SharedTree {
            roots: Shards::new(BITS),
            nodes: Shards::new(BITS),
            shapes: RwLock::new(shapes.into_iter().map(Arc::new).collect()),
        })
    }

    /// An empty set of fingerprints.
    pub(crate) fn compact() -> SharedStore {
        SharedStore::Compact(SharedFingerprints(Shards::new(BITS)))
    }

    /// Adds a state, or finds it.
    pub(crate) fn insert(&self, hand: &mut Hand, state: &[u32]) -> Put {
        match self {
            SharedStore::Exact(tree) => tree.insert(hand, state),
            SharedStore::Compact(SharedFingerprints(fingerprints)) => {
                fingerprints.insert(Fingerprint::of(state, &mut hand.buffer))
            }
        }
    }

    /// Whether a state is there.
    pub(crate) fn has(&self, hand: &mut Hand, state: &[u32]) -> bool {
        match self {
            SharedStore::Exact(tree) => tree.roots.has(tree.root(hand, state)),
            SharedStore::Compact(SharedFingerprints(fingerprints)) => {
                fingerprints.has(Fingerprint::of(state, &mut hand.buffer))
            }
        }
    }

    /// Whether a state came before another, more or less: for a guess.
    pub(crate) fn is_older(&self, id: u32, other: u32) -> bool {
        shards::place(id) < shards::place(other)
    }

    /// Marks a state, by its number.
    pub(crate) fn mark(&self, id: u32) {
        match self {
            SharedStore::Exact(tree) => tree.roots.mark(id),
            SharedStore::Compact(SharedFingerprints(fingerprints)) => fingerprints.mark(id),
        }
    }

    /// Whether a state is marked.
    pub(crate) fn is_marked(&self, id: u32) -> bool {
        match self {
            SharedStore::Exact(tree) => tree.roots.is_marked(id),
            SharedStore::Compact(SharedFingerprints(fingerprints)) => fingerprints.is_marked(id),
        }
    }

    /// From here on a new layer is filled. Nobody else may insert meanwhile.
    pub(crate) fn next_layer(&self) {
        match self {
            SharedStore::Exact(tree) => tree.roots.next_layer(),
            SharedStore::Compact(SharedFingerprints(fingerprints)) => fingerprints.next_layer(),
        }
    }

    /// How many states there are, how many bytes they take, and whether there is no room for many
    /// more.
    pub(crate) fn size(&self) -> (u64, u64, bool) {
        match self {
            SharedStore::Exact(tree) => {
                let (states, bytes, full) = tree.roots.size();
                let nodes = tree.nodes.size();
                (states, bytes + nodes.1, full | nodes.2)
            }
            SharedStore::Compact(SharedFingerprints(fingerprints)) => fingerprints.size(),
        }
    }

    /// A bound on the odds that two states were taken for one, where that can be.
    pub(crate) fn odds(&self) -> Option<i32> {
        match self {
            SharedStore::Exact(_) => None,
            SharedStore::Compact(SharedFingerprints(fingerprints)) => {
                Some(odds(fingerprints.size().0))
            }
        }
    }
}

impl SharedTree {
    fn insert(&self, hand: &mut Hand, state: &[u32]) -> Put {
        self.roots.insert(self.root(hand, state))
    }

    /// The root of a state's tree, whose nodes are put in.
    #[inline]
    fn root(&self, hand: &mut Hand, state: &[u32]) -> Pair<true> {
        let length = u32::try_from(state.len()).expect("a state has fewer than 2^32 words");
        let tag = self.tag(hand, length);
        let Hand {
            trees,
            long,
            remembered,
            ..
        } = hand;
        let mut nodes = Remembering {
            nodes: &self.nodes,
            remembered,
        };
        if tag == LONG {
            let (left, right) = long_tree(long, length).climb(state, &mut nodes);
            let top = nodes.number(left, right);
            return Pair::new(length, top, LONG);
        }
        let (left, right) = trees[usize::from(tag)].climb(state, &mut nodes);
        Pair::new(left, right, tag)
    }

    /// The tag for a length, a new one if need be: [`LONG`] where all others are taken.
    fn tag(&self, hand: &mut Hand, length: u32) -> u8 {
        let find = |trees: &[Tree]| trees.iter().position(|tree| tree.length() == length);
        if let Some(tag) = find(&hand.trees) {
            return tag as u8;
        }
        let mut shapes = self.shapes.write().expect("nobody panics while adding");
        let known = shapes.iter().any(|shape| shape.length == length);
        if !known && shapes.len() < usize::from(LONG) {
            shapes.push(Arc::new(Shape::plain(length)));
        }
        let new = shapes[hand.trees.len()..].iter();
        hand.trees.extend(new.map(|it| Tree::new(Shape::clone(it))));
        find(&hand.trees).map_or(LONG, |tag| tag as u8)
    }
}

/// The pairs of all workers, through the memory of one.
struct Remembering<'a> {
    nodes: &'a Shards<Pair<false>>,
    remembered: &'a mut [(Pair<false>, u32)],
}

impl Nodes for Remembering<'_> {
    #[inline]
    fn number(&mut self, left: u32, right: u32) -> u32 {
        let pair = Pair::new(left, right, 0);
        let (known, id) = &mut self.remembered[pair.quick_hash(REMEMBERED)];
        if *id == NOTHING || *known != pair {
            *known = pair;
            *id = self.nodes.insert(pair).id;
        }
        *id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States of several lengths, most of them alike in most words.
    fn state(n: u32) -> Vec<u32> {
        let length = 6 + n % 3 + if n.is_multiple_of(5) { n % 400 } else { 0 };
        (0..length).map(|word| n >> (word * 3 % 20) & 7).collect()
    }

    fn fill(store: &SharedStore, workers: u32, states: u32) -> usize {
        let work = |worker: u32| {
            let mut hand = Hand::new();
            // Each in its own order; every state several times.
            let order = (0..states * 2).map(|n| n.wrapping_mul(7 + 2 * worker) % states);
            order
                .filter(|n| store.insert(&mut hand, &state(*n)).new)
                .count()
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..workers)
                .map(|worker| scope.spawn(move || work(worker)))
                .collect();
            threads.into_iter().map(|it| it.join().unwrap()).sum()
        })
    }

    #[test]
    fn each_state_is_new_to_one_worker() {
        let distinct = (0..30_000)
            .map(state)
            .collect::<std::collections::BTreeSet<_>>();
        for workers in [1, 2, 4] {
            for store in [SharedStore::exact(None), SharedStore::compact()] {
                assert_eq!(fill(&store, workers, 30_000), distinct.len());
                assert_eq!(store.size().0, distinct.len() as u64);
            }
        }
    }

    #[test]
    fn layers_tell_new_from_old() {
        for store in [SharedStore::exact(None), SharedStore::compact()] {
            let mut hand = Hand::new();
            let mut put = |n: u32| {
                let put = store.insert(&mut hand, &state(n));
                (put.new, put.fresh)
            };
            assert_eq!([put(1), put(1)], [(true, true), (false, true)]);
            store.next_layer();
            assert_eq!(
                [put(1), put(2), put(2)],
                [(false, false), (true, true), (false, true)]
            );
        }
    }

    #[test]
    fn asking_for_a_state_does_not_put_it_in() {
        for store in [SharedStore::exact(None), SharedStore::compact()] {
            let mut hand = Hand::new();
            for n in 0..1000 {
                let state = [n, 7, n / 3, 5];
                assert!(!store.has(&mut hand, &state));
                assert!(store.insert(&mut hand, &state).new);
                assert!(store.has(&mut hand, &state));
            }
            assert_eq!(store.size().0, 1000);
        }
    }

    #[test]
    fn many_lengths_are_told_apart() {
        let store = SharedStore::exact(None);
        let mut hand = Hand::new();
        for length in 1..700 {
            assert!(store.insert(&mut hand, &vec![7; length]).new);
        }
        for length in 1..700 {
            assert!(!store.insert(&mut hand, &vec![7; length]).new);
        }
        let mut other = Hand::new();
        for length in (1..700).rev() {
            assert!(!store.insert(&mut other, &vec![7; length]).new);
        }
    }
}
