//! A table from what a step looked at to what it did.
//!
//! What a thread looks at next depends on what it saw before. So the answers form a tree: a node says
//! what is looked at, and an edge leads on for each value seen there. All edges of all nodes are in
//! one hash table. Values are numbers of parts, so equal values mean equal content.

use hashbrown::HashMap;

use crate::value::Ref;

type Fixed = foldhash::fast::FixedState;

/// A place in a state that a step may look at or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A thread.
    Thread(u32),
    /// The young objects that were found from a thread.
    Group(u32),
    /// A young object that was found from a slot.
    Shared(u32),
    /// A base object that was changed at some time.
    Slot(u32),
    /// Which threads are in the wait set of the object with this name.
    Waiters(Ref),
    /// How many threads there are.
    Threads,
}

/// What the first edge is chosen by: the thread's number and the alternative, its part, the part of
/// its objects, and the loose objects if there are any.
pub(super) type Key = [u32; 4];

/// The table; `L` is what was done.
#[derive(Clone, Debug)]
pub(super) struct Trie<L> {
    roots: HashMap<Key, Target, Fixed>,
    edges: HashMap<(u32, u32), Target, Fixed>,
    nodes: Vec<Source>,
    leaves: Vec<L>,
}

/// Where an edge leads: a node, or with the highest bit set a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target(u32);

const LEAF: u32 = 1 << 31;

impl<L> Default for Trie<L> {
    fn default() -> Self {
        Trie {
            roots: HashMap::with_hasher(Fixed::default()),
            edges: HashMap::with_hasher(Fixed::default()),
            nodes: Vec::new(),
            leaves: Vec::new(),
        }
    }
}

impl<L> Trie<L> {
    /// What was done in a state in which places have these values.
    #[inline]
    pub(super) fn find(&self, key: &Key, value: impl Fn(Source) -> u32) -> Option<&L> {
        let mut at = *self.roots.get(key)?;
        loop {
            if at.0 & LEAF != 0 {
                return Some(&self.leaves[(at.0 & !LEAF) as usize]);
            }
            let seen = value(self.nodes[at.0 as usize]);
            at = *self.edges.get(&(at.0, seen))?;
        }
    }

    /// Remembers what was done where these places, in this order, were looked at. Places that an
    /// earlier step looked at on the same way are compared as well, which does no harm.
    pub(super) fn insert(
        &mut self,
        key: Key,
        sources: &[Source],
        value: impl Fn(Source) -> u32,
        leaf: L,
    ) {
        let mut compared = Vec::new();
        let mut known = self.roots.get(&key).copied();
        let mut last = None;
        while let Some(at) = known {
            if at.0 & LEAF != 0 {
                debug_assert!(false, "what is remembered is not run again");
                return;
            }
            let source = self.nodes[at.0 as usize];
            compared.push(source);
            let edge = (at.0, value(source));
            known = self.edges.get(&edge).copied();
            last = Some(edge);
        }
        for source in sources {
            if compared.contains(source) {
                continue;
            }
            let node = self.nodes.len() as u32;
            self.nodes.push(*source);
            self.lead(key, last, Target(node));
            last = Some((node, value(*source)));
        }
        let leaf_number = self.leaves.len() as u32;
        self.leaves.push(leaf);
        self.lead(key, last, Target(leaf_number | LEAF));
    }

    fn lead(&mut self, key: Key, edge: Option<(u32, u32)>, target: Target) {
        match edge {
            None => self.roots.insert(key, target),
            Some(edge) => self.edges.insert(edge, target),
        };
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.roots.capacity() * (size_of::<(Key, Target)>() + 1)
            + self.edges.capacity() * (size_of::<((u32, u32), Target)>() + 1)
            + self.nodes.capacity() * size_of::<Source>()
            + self.leaves.capacity() * size_of::<L>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_where_it_sees_the_same() {
        let mut trie = Trie::default();
        let key = [0, 1, 2, 0];
        let state = [10, 20, 30];
        let value = |source| match source {
            Source::Slot(slot) => state[slot as usize],
            _ => 0,
        };
        trie.insert(key, &[Source::Slot(0), Source::Slot(2)], value, 'a');
        assert_eq!(trie.find(&key, value), Some(&'a'));
        assert_eq!(trie.find(&[1, 1, 2, 0], value), None);
        let other = |source| value(source) + u32::from(source == Source::Slot(1));
        assert_eq!(trie.find(&key, other), Some(&'a'), "nobody looked there");
        let other = |source| value(source) + u32::from(source == Source::Slot(2));
        assert_eq!(trie.find(&key, other), None);
        trie.insert(key, &[Source::Slot(0)], other, 'b');
        assert_eq!(trie.find(&key, other), Some(&'b'));
        assert_eq!(trie.find(&key, value), Some(&'a'));
    }
}
