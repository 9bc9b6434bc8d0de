//! Sets of accesses, as bits.
//!
//! Each access has a number; number 0 stands for all that nobody knows. A set is a row of words. Rows
//! get wider as accesses become known: whatever is missing at the end of a row is zero.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::graph::Threads;
use crate::prospects::{Item, Prospect};

/// A set.
pub(super) type Row = Box<[u64]>;

/// The bit that stands for all that nobody knows.
const ANYTHING: u64 = 1;

/// A prospect, in terms of sets.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// With what the operation does to others.
    pub(super) effects: Row,
    /// What conflicts with what it depends on; empty if nothing ever does.
    against: Row,
    pub(super) waits: bool,
    pub(super) site: u32,
    items: Box<[Item]>,
}

impl Known {
    /// Whether it depends on nothing.
    pub(super) fn is_free(&self) -> bool {
        self.items.is_empty()
    }
}

/// All accesses and prospects met so far.
#[derive(Debug)]
pub(super) struct Sets {
    /// By number; the first is a placeholder.
    items: Vec<Item>,
    numbers: HashMap<Item, u32, FixedState>,
    /// The accesses of each thread.
    by_thread: Vec<Row>,
    known: Vec<Known>,
}

impl Sets {
    pub(super) fn new() -> Sets {
        Sets {
            items: vec![Item::new(0, Item::EVERYTHING, true)],
            numbers: HashMap::with_hasher(FixedState::default()),
            by_thread: vec![Row::default(); Item::THREADS],
            known: Vec::new(),
        }
    }

    /// The words that a set needs now.
    pub(super) fn width(&self) -> usize {
        self.items.len().div_ceil(64)
    }

    /// How many prospects are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn known(&self, id: u32) -> &Known {
        &self.known[id as usize]
    }

    /// Adds the next prospect.
    pub(super) fn learn(&mut self, prospect: &Prospect) {
        let before = self.items.len();
        let mut effects = Vec::new();
        for item in prospect.items.iter().chain(&prospect.effects) {
            let number = self.number(*item);
            put(&mut effects, number);
        }
        for number in before..self.items.len() {
            self.oppose(number);
        }
        let mut known = Known {
            effects: effects.into(),
            against: Row::default(),
            waits: prospect.waits,
            site: prospect.site,
            items: prospect.items.as_slice().into(),
        };
        if !known.is_free() {
            let mut against = vec![ANYTHING];
            let all = self.items.iter().enumerate().skip(1);
            for (number, _) in all.filter(|(_, it)| conflicts(&known.items, **it)) {
                put(&mut against, number as u32);
            }
            known.against = against.into();
        }
        self.known.push(known);
    }

    fn number(&mut self, item: Item) -> u32 {
        if let Some(known) = self.numbers.get(&item) {
            return *known;
        }
        let number = self.items.len() as u32;
        self.items.push(item);
        self.numbers.insert(item, number);
        let row = &mut self.by_thread[item.thread() as usize];
        let mut wider = std::mem::take(row).into_vec();
        put(&mut wider, number);
        *row = wider.into();
        number
    }

    /// Tells the prospects known so far of a new access.
    fn oppose(&mut self, number: usize) {
        let item = self.items[number];
        for known in &mut self.known {
            if conflicts(&known.items, item) {
                let mut wider = std::mem::take(&mut known.against).into_vec();
                put(&mut wider, number as u32);
                known.against = wider.into();
            }
        }
    }

    /// The threads that have, in a set, an access that conflicts with what a prospect depends on.
    pub(super) fn rivals(&self, id: u32, set: &[u64]) -> Threads {
        let against = &self.known[id as usize].against;
        let mut threads = 0;
        for (word, (mine, theirs)) in against.iter().zip(set).enumerate() {
            let mut both = mine & theirs;
            if word == 0 && both & ANYTHING != 0 {
                return Threads::MAX;
            }
            while both != 0 {
                let number = word * 64 + both.trailing_zeros() as usize;
                both &= both - 1;
                threads |= 1 << self.items[number].thread();
            }
        }
        threads
    }

    /// Leaves out what these threads access.
    pub(super) fn without(&self, set: &mut [u64], threads: impl Iterator<Item = u32>) {
        for thread in threads {
            let row = &self.by_thread[thread as usize];
            set.iter_mut().zip(row).for_each(|(mine, it)| *mine &= !it);
        }
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        let rows = 2 * self.width() * 8 + size_of::<Known>();
        self.known.len() * rows + self.items.len() * 16
    }
}

/// Adds everything that nobody knows.
pub(super) fn add_anything(set: &mut [u64]) {
    set[0] |= ANYTHING;
}

/// Adds what is in another set. Whether that is more than before.
pub(super) fn add(set: &mut [u64], other: &[u64]) -> bool {
    let mut more = 0;
    for (mine, theirs) in set.iter_mut().zip(other) {
        more |= theirs & !*mine;
        *mine |= theirs;
    }
    more != 0
}

fn put(set: &mut Vec<u64>, number: u32) {
    let word = number as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (number % 64);
}

/// Whether an access conflicts with one of these.
fn conflicts(items: &[Item], other: Item) -> bool {
    items.iter().any(|mine| {
        mine.thread() != other.thread()
            && (mine.variable() == Item::EVERYTHING
                || other.variable() == Item::EVERYTHING
                || (mine.variable() == other.variable() && (mine.writes() || other.writes())))
    })
}
