//! Lossless tree compression of states.
//!
//! In: states of any length. Out: dense numbers. Neighbouring words are paired, each distinct pair
//! gets a number, the numbers are paired again, until one pair is left: the state's root. States
//! that differ in few words share all but a few pairs, so on large runs a state costs little more
//! than its root (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, 2011;
//! here with states of varying length and with growing tables).
//!
//! An odd word at the end of a level goes up unpaired, so the length alone gives the shape of the
//! tree. It is part of the root as a tag of one byte: an index into the lengths seen, or
//! [`LONG`] once more than 255 different lengths were seen; the root is then the pair of the length
//! and the number of the top pair.
//!
//! Levels of the state inserted last are kept: where a pair is as it was there, its number is too.
//! A successor differs from its neighbours in a few words, so this saves most of the probes.

use super::pairs::{MOST, Pairs};
use super::{Inserted, StateId, Store};

/// The tag of roots that hold their length themselves.
const LONG: u8 = u8::MAX;

/// An exact store with tree compression.
#[derive(Debug)]
pub struct TreeStore {
    /// A pair for each state, tagged with its length.
    roots: Pairs<true>,
    /// The pairs below, of all levels.
    nodes: Pairs<false>,
    /// The length for each tag.
    lengths: Vec<u32>,
    /// The levels of the state at hand, words first, the top last.
    levels: Vec<Vec<u32>>,
    /// The levels of the one before. Invariant: those above its words are numbers in `nodes`.
    before: Vec<Vec<u32>>,
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
            lengths: Vec::new(),
            levels: vec![Vec::new()],
            before: vec![Vec::new()],
        }
    }

    /// The tag for a length, a new one if need be.
    fn tag(&mut self, length: u32) -> u8 {
        match self.find_tag(length) {
            Some(tag) => tag,
            None => {
                self.lengths.push(length);
                (self.lengths.len() - 1) as u8
            }
        }
    }

    fn find_tag(&self, length: u32) -> Option<u8> {
        match self.lengths.iter().position(|&known| known == length) {
            Some(tag) => Some(tag as u8),
            None if self.lengths.len() == usize::from(LONG) => Some(LONG),
            None => None,
        }
    }

    /// Pairs up `state` until at most two words are left, and gives those.
    fn climb(&mut self, state: &[u32]) -> (u32, u32) {
        std::mem::swap(&mut self.levels, &mut self.before);
        self.levels[0].clear();
        self.levels[0].extend_from_slice(state);
        let mut height = 0;
        while self.levels[height].len() > 2 {
            if self.levels.len() == height + 1 {
                self.levels.push(Vec::new());
            }
            if self.before.len() == height + 1 {
                self.before.push(Vec::new());
            }
            let (below, above) = self.levels.split_at_mut(height + 1);
            let (below, above) = (&below[height], &mut above[0]);
            above.clear();
            let (old_below, old_above) = (&self.before[height], &self.before[height + 1]);
            let (pairs, rest) = below.as_chunks::<2>();
            let (old_pairs, _) = old_below.as_chunks::<2>();
            for (index, &pair) in pairs.iter().enumerate() {
                let known = old_pairs.get(index) == Some(&pair) && index < old_above.len();
                above.push(if known {
                    old_above[index]
                } else {
                    self.nodes.insert_near(pair[0], pair[1])
                });
            }
            above.extend_from_slice(rest);
            height += 1;
        }
        // Levels above the top belong to an older state and would mislead the next climb.
        for level in &mut self.levels[height + 1..] {
            level.clear();
        }
        top(&self.levels[height])
    }

    /// As [`TreeStore::climb`], adding nothing.
    fn find_top(&self, state: &[u32]) -> Option<(u32, u32)> {
        let mut level = state.to_vec();
        while level.len() > 2 {
            let (pairs, rest) = level.as_chunks::<2>();
            let mut above = Vec::with_capacity(level.len().div_ceil(2));
            for pair in pairs {
                above.push(self.nodes.find(pair[0], pair[1], 0)?);
            }
            above.extend_from_slice(rest);
            level = above;
        }
        Some(top(&level))
    }
}

impl Store for TreeStore {
    fn insert(&mut self, state: &[u32]) -> Inserted {
        let length = u32::try_from(state.len()).expect("a state has fewer than 2^32 words");
        let (mut left, mut right) = self.climb(state);
        let tag = self.tag(length);
        if tag == LONG {
            (left, right) = (length, self.nodes.insert_near(left, right));
        }
        let (id, new) = self.roots.insert(left, right, tag);
        Inserted {
            id: StateId(id),
            new,
        }
    }

    fn find(&mut self, state: &[u32]) -> Option<StateId> {
        let length = u32::try_from(state.len()).ok()?;
        let (mut left, mut right) = self.find_top(state)?;
        let tag = self.find_tag(length)?;
        if tag == LONG {
            (left, right) = (length, self.nodes.find(left, right, 0)?);
        }
        self.roots.find(left, right, tag).map(StateId)
    }

    fn get(&self, id: StateId, out: &mut Vec<u32>) {
        let (mut left, mut right) = self.roots.get(id.0);
        let length = match self.roots.tag(id.0) {
            LONG => {
                let length = left;
                (left, right) = self.nodes.get(right);
                length as usize
            }
            tag => self.lengths[usize::from(tag)] as usize,
        };
        out.clear();
        out.extend_from_slice(&[left, right][..length.min(2)]);
        // The lengths of the levels from the top down, by undoing the halving.
        let heights = (0_u32..)
            .find(|&height| level_length(length, height) <= 2)
            .unwrap_or(0);
        for height in (0..heights).rev() {
            let below = level_length(length, height);
            expand(&self.nodes, below, out);
        }
    }

    fn len(&self) -> usize {
        self.roots.len() as usize
    }

    fn is_full(&self) -> bool {
        // A state adds at most as many nodes as it has words; no state has a million.
        self.roots.len() >= MOST - 1 || self.nodes.len() >= MOST - (1 << 20)
    }

    fn bytes(&self) -> u64 {
        let buffers: usize = self
            .levels
            .iter()
            .chain(&self.before)
            .map(|level| level.capacity() * 4)
            .sum();
        let lengths = self.lengths.capacity() * 4;
        (self.roots.bytes() + self.nodes.bytes() + buffers + lengths) as u64
    }
}

/// The last two words, of which shorter states lack one or both.
fn top(level: &[u32]) -> (u32, u32) {
    (
        level.first().copied().unwrap_or(0),
        level.get(1).copied().unwrap_or(0),
    )
}

/// How many words the level at `height` has, for a state of `length` words.
fn level_length(length: usize, height: u32) -> usize {
    length.div_ceil(1 << height)
}

/// Replaces a level by the one below it, which has `length` words, in place and from the end.
fn expand(nodes: &Pairs<false>, length: usize, out: &mut Vec<u32>) {
    let above = out.len();
    out.resize(length, 0);
    for index in (0..above).rev() {
        let id = out[index];
        if index * 2 + 1 < length {
            let (left, right) = nodes.get(id);
            out[index * 2] = left;
            out[index * 2 + 1] = right;
        } else {
            out[index * 2] = id;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap generator of test words.
    fn next(seed: &mut u64) -> u32 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as u32
    }

    #[test]
    fn states_of_every_length_come_back() {
        let mut store = TreeStore::new();
        let state = |length: u32| -> Vec<u32> { (0..length).map(|word| word * 3).collect() };
        for length in 0..80 {
            assert_eq!(
                store.insert(&state(length)),
                Inserted {
                    id: StateId(length),
                    new: true
                }
            );
        }
        let mut words = Vec::new();
        for length in 0..80 {
            store.get(StateId(length), &mut words);
            assert_eq!(words, state(length));
        }
    }

    #[test]
    fn agrees_with_a_plain_set() {
        let mut seed = 1;
        let mut store = TreeStore::new();
        let mut plain: Vec<Vec<u32>> = Vec::new();
        for _ in 0..6000 {
            let length = next(&mut seed) % 9;
            let state: Vec<u32> = (0..length).map(|_| next(&mut seed) % 3).collect();
            let known = plain.iter().position(|other| *other == state);
            assert_eq!(store.find(&state).map(StateId::index), known);
            let inserted = store.insert(&state);
            assert_eq!(inserted.new, known.is_none());
            assert_eq!(inserted.id.index(), known.unwrap_or(plain.len()));
            if inserted.new {
                plain.push(state);
            }
        }
        let mut words = Vec::new();
        for (number, state) in plain.iter().enumerate() {
            store.get(StateId(number as u32), &mut words);
            assert_eq!(words, *state);
        }
        assert_eq!(store.len(), plain.len());
    }

    #[test]
    fn many_lengths_use_long_roots() {
        let mut store = TreeStore::new();
        let state = |length: u32| -> Vec<u32> { (0..length).map(|word| word ^ 5).collect() };
        for length in 0..700 {
            assert_eq!(store.insert(&state(length)).id, StateId(length));
        }
        let mut words = Vec::new();
        for length in (0..700).rev() {
            assert_eq!(
                store.insert(&state(length)),
                Inserted {
                    id: StateId(length),
                    new: false
                }
            );
            assert_eq!(store.find(&state(length)), Some(StateId(length)));
            store.get(StateId(length), &mut words);
            assert_eq!(words, state(length));
        }
    }

    #[test]
    fn neighbours_share_most_of_their_tree() {
        let mut store = TreeStore::new();
        let mut state = vec![0; 32];
        for first in 0..300 {
            for last in 0..300 {
                state[3] = first;
                state[29] = last;
                assert!(store.insert(&state).new);
            }
        }
        let bytes_per_state = store.bytes() as f64 / store.len() as f64;
        assert!(bytes_per_state < 20.0, "{bytes_per_state}");
    }
}
