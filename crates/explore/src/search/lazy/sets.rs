//! Sets of accesses, each kept once.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::prospects::Item;

/// The number of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SetId(u32);

impl SetId {
    /// The set without items.
    pub(super) const EMPTY: SetId = SetId(0);
    /// Everything, by every thread.
    pub(super) const ANYTHING: SetId = SetId(1);
}

/// Answers that are kept; then all are forgotten.
const ANSWERS: usize = 1 << 20;

/// All sets met so far.
#[derive(Debug)]
pub(super) struct Sets {
    /// Sorted.
    sets: Vec<Box<[Item]>>,
    numbers: HashMap<Box<[Item]>, SetId, FixedState>,
    unions: HashMap<(SetId, SetId), SetId, FixedState>,
    conflicts: HashMap<(SetId, SetId), u64, FixedState>,
    parts: HashMap<(SetId, u64), SetId, FixedState>,
    items: usize,
    buffer: Vec<Item>,
}

impl Sets {
    pub(super) fn new() -> Sets {
        let mut sets = Sets {
            sets: Vec::new(),
            numbers: HashMap::with_hasher(FixedState::default()),
            unions: HashMap::with_hasher(FixedState::default()),
            conflicts: HashMap::with_hasher(FixedState::default()),
            parts: HashMap::with_hasher(FixedState::default()),
            items: 0,
            buffer: Vec::new(),
        };
        sets.intern();
        let anything = |thread| Item::new(thread, Item::EVERYTHING, true);
        let all: Vec<Item> = (0..Item::THREADS).map(anything).collect();
        sets.of(&all);
        sets
    }

    /// The set of these items.
    pub(super) fn of(&mut self, items: &[Item]) -> SetId {
        self.buffer.clear();
        self.buffer.extend_from_slice(items);
        self.buffer.sort_unstable();
        self.buffer.dedup();
        self.intern()
    }

    /// What is in one or the other.
    pub(super) fn union(&mut self, one: SetId, other: SetId) -> SetId {
        if one == other || other == SetId::EMPTY {
            return one;
        }
        if one == SetId::EMPTY {
            return other;
        }
        let key = (SetId(one.0.min(other.0)), SetId(one.0.max(other.0)));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        self.buffer.clear();
        self.buffer.extend_from_slice(&self.sets[one.0 as usize]);
        self.buffer.extend_from_slice(&self.sets[other.0 as usize]);
        self.buffer.sort_unstable();
        self.buffer.dedup();
        let union = self.intern();
        if self.unions.len() >= ANSWERS {
            self.unions.clear();
        }
        self.unions.insert(key, union);
        union
    }

    /// What is in a set by some threads.
    pub(super) fn part(&mut self, set: SetId, threads: u64) -> SetId {
        if let Some(&known) = self.parts.get(&(set, threads)) {
            return known;
        }
        let items = self.sets[set.0 as usize].iter();
        let part = items.filter(|it| threads & 1 << it.thread() != 0);
        self.buffer.clear();
        self.buffer.extend(part);
        let part = self.intern();
        if self.parts.len() >= ANSWERS {
            self.parts.clear();
        }
        self.parts.insert((set, threads), part);
        part
    }

    /// The threads that have, in the second set, an access that conflicts with one of the first.
    pub(super) fn conflicts(&mut self, one: SetId, other: SetId) -> u64 {
        if one == SetId::EMPTY || other == SetId::EMPTY {
            return 0;
        }
        if let Some(&known) = self.conflicts.get(&(one, other)) {
            return known;
        }
        let theirs = &self.sets[other.0 as usize];
        let mut threads = 0;
        for mine in &self.sets[one.0 as usize] {
            if mine.variable() == Item::EVERYTHING {
                threads |= threads_of(theirs);
                continue;
            }
            let first = theirs.partition_point(|it| *it < Item::first_of(mine.variable()));
            let same = theirs[first..]
                .iter()
                .take_while(|it| it.variable() == mine.variable());
            let conflicting = same.filter(|it| it.writes() || mine.writes());
            threads |= conflicting.fold(0, |all, it| all | 1 << it.thread());
        }
        let universal = theirs.partition_point(|it| it.variable() == Item::EVERYTHING);
        threads |= threads_of(&theirs[..universal]);
        if self.conflicts.len() >= ANSWERS {
            self.conflicts.clear();
        }
        self.conflicts.insert((one, other), threads);
        threads
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        let per_set = 2 * size_of::<Box<[Item]>>() + 8;
        self.items * 2 * size_of::<Item>()
            + self.sets.len() * per_set
            + (self.unions.capacity() + self.conflicts.capacity()) * 20
    }

    /// The number of the set in the buffer.
    fn intern(&mut self) -> SetId {
        if let Some(&known) = self.numbers.get(&self.buffer[..]) {
            return known;
        }
        let number = SetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 sets"));
        let set: Box<[Item]> = self.buffer.as_slice().into();
        self.items += set.len();
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        number
    }
}

fn threads_of(items: &[Item]) -> u64 {
    items.iter().fold(0, |all, it| all | 1 << it.thread())
}
