//! A table from what a step looked at to what it did.
//!
//! What a thread looks at next depends on what it saw before. So the answers form a tree: a node says
//! what is looked at, and an edge leads on for each value seen there. All edges of all nodes are in
//! one hash table. Values are numbers of parts, so equal values mean equal content.

use crate::value::Ref;

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
    /// Whether a thread could enter the monitor of a young object that was found from a slot.
    OpenShared(u32, u16),
    /// Whether a thread could enter the monitor of a base object.
    OpenSlot(u32, u16),
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
    roots: Table<4>,
    edges: Table<2>,
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
            roots: Table::default(),
            edges: Table::default(),
            nodes: Vec::new(),
            leaves: Vec::new(),
        }
    }
}

impl<L> Trie<L> {
    /// What was done in a state in which places have these values.
    #[inline]
    pub(super) fn find(&self, key: &Key, value: impl Fn(Source) -> u32) -> Option<&L> {
        let mut at = self.roots.get(key)?;
        loop {
            if at.0 & LEAF != 0 {
                return Some(&self.leaves[(at.0 & !LEAF) as usize]);
            }
            let seen = value(self.nodes[at.0 as usize]);
            at = self.edges.get(&[at.0, seen])?;
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
        let mut known = self.roots.get(&key);
        let mut last = None;
        while let Some(at) = known {
            if at.0 & LEAF != 0 {
                debug_assert!(false, "what is remembered is not run again");
                return;
            }
            let source = self.nodes[at.0 as usize];
            compared.push(source);
            let edge = [at.0, value(source)];
            known = self.edges.get(&edge);
            last = Some(edge);
        }
        for source in sources {
            if compared.contains(source) {
                continue;
            }
            let node = self.nodes.len() as u32;
            self.nodes.push(*source);
            self.lead(key, last, Target(node));
            last = Some([node, value(*source)]);
        }
        let leaf_number = self.leaves.len() as u32;
        self.leaves.push(leaf);
        self.lead(key, last, Target(leaf_number | LEAF));
    }

    fn lead(&mut self, key: Key, edge: Option<[u32; 2]>, target: Target) {
        match edge {
            None => self.roots.insert(key, target),
            Some(edge) => self.edges.insert(edge, target),
        }
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.roots.bytes()
            + self.edges.bytes()
            + self.nodes.capacity() * size_of::<Source>()
            + self.leaves.capacity() * size_of::<L>()
    }
}

/// A hash table of short keys. There are several lookups for each step and each thread, and nearly
/// all of them find something at the first try; nothing is ever removed.
#[derive(Clone, Debug)]
struct Table<const N: usize> {
    /// As many as a power of two, at most half of them in use; none at first.
    entries: Vec<([u32; N], Target)>,
    used: usize,
}

impl Target {
    /// No place: an entry that is not in use.
    const NONE: Target = Target(u32::MAX);
}

impl<const N: usize> Default for Table<N> {
    fn default() -> Self {
        Table {
            entries: Vec::new(),
            used: 0,
        }
    }
}

impl<const N: usize> Table<N> {
    #[inline]
    fn get(&self, key: &[u32; N]) -> Option<Target> {
        if self.entries.is_empty() {
            return None;
        }
        let (known, target) = self.entries[self.place(key)];
        (known == *key && target != Target::NONE).then_some(target)
    }

    fn insert(&mut self, key: [u32; N], target: Target) {
        if 2 * (self.used + 1) > self.entries.len() {
            let size = (2 * self.entries.len()).max(16);
            let more = vec![([0; N], Target::NONE); size];
            let old = std::mem::replace(&mut self.entries, more);
            for (key, target) in old.into_iter().filter(|it| it.1 != Target::NONE) {
                let place = self.place(&key);
                self.entries[place] = (key, target);
            }
        }
        let place = self.place(&key);
        self.used += usize::from(self.entries[place].1 == Target::NONE);
        self.entries[place] = (key, target);
    }

    /// Where a key is, or would be put.
    #[inline]
    fn place(&self, key: &[u32; N]) -> usize {
        let hash = key.iter().fold(0u64, |hash, word| {
            (hash.rotate_left(29) ^ u64::from(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let last = self.entries.len() - 1;
        // The high bits of a product depend on all bits of its factors.
        let mut place = (hash >> 32) as usize & last;
        loop {
            let (known, target) = &self.entries[place];
            if *target == Target::NONE || known == key {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<([u32; N], Target)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_finds_what_was_put_into_it() {
        let mut table = Table::<2>::default();
        let key = |it: u32| [it / 7, it % 7];
        for it in 0..1000 {
            assert_eq!(table.get(&key(it)), None);
            table.insert(key(it), Target(it));
            table.insert(key(it / 2), Target(it / 2 + 5000));
        }
        for it in 0..1000 {
            let again = it < 500;
            let expected = if again { it + 5000 } else { it };
            assert_eq!(table.get(&key(it)), Some(Target(expected)), "{it}");
        }
        assert_eq!(table.used, 1000);
    }

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
