//! Sets of accesses, as bits.
//!
//! Each access has a number; number 0 stands for all that nobody knows. A set is a row of words:
//! whatever is missing at its end is zero.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use machine::{Renaming, RenamingId};

use super::graph::{Threads, index};
use crate::footprints::{FootprintId, NumberedAccess, NumberedFootprint};
use crate::system::System;

/// A set.
pub(super) type Row = Box<[u64]>;

/// The bit that stands for all that nobody knows.
const ANYTHING: u64 = 1;

/// A footprint, in terms of sets.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// With what the operation does to others.
    pub(super) effects: Row,
    /// What conflicts with what it depends on; empty if nothing ever does.
    against: Row,
    pub(super) waits: bool,
    pub(super) site: u32,
    pub(super) visible: bool,
    accesses: Box<[NumberedAccess]>,
}

impl Known {
    /// Whether it depends on nothing.
    pub(super) fn is_free(&self) -> bool {
        self.accesses.is_empty()
    }
}

/// Accesses that are told apart; of what is new after that, objects are not.
const MOST_ACCESSES: usize = 1 << 14;

/// All accesses and footprints met so far.
#[derive(Debug)]
pub(super) struct Sets {
    /// By number; the first is a placeholder.
    accesses: Vec<NumberedAccess>,
    numbers: HashMap<NumberedAccess, u32, FixedState>,
    /// The accesses and the footprints that have to do with a variable.
    by_variable: HashMap<u32, (Vec<u32>, Vec<FootprintId>), FixedState>,
    /// The accesses of each thread.
    by_thread: Vec<Row>,
    /// The threads that have some.
    present: Threads,
    /// The accesses to objects that have names.
    named: Vec<u64>,
    /// The accesses by which threads may be started.
    starting: Vec<u64>,
    known: Vec<Known>,
    renamings: Vec<Renaming>,
    moved: Vec<u32>,
}

impl Sets {
    pub(super) fn new() -> Sets {
        Sets {
            accesses: vec![NumberedAccess::new(0, NumberedAccess::EVERYTHING, true)],
            numbers: HashMap::with_hasher(FixedState::default()),
            by_variable: HashMap::with_hasher(FixedState::default()),
            by_thread: vec![Row::default(); NumberedAccess::THREADS],
            present: 0,
            named: Vec::new(),
            starting: Vec::new(),
            known: Vec::new(),
            renamings: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// Learns what the system has told since the last time.
    pub(super) fn learn_from<S: System>(&mut self, system: &S) {
        let known = self.known.len();
        for footprint in &system.all_footprints()[known..] {
            self.learn(footprint);
        }
        let known = self.renamings.len();
        if let Some(new) = system.renamings().get(known..) {
            self.renamings.extend_from_slice(new);
        }
    }

    pub(super) fn known(&self, id: u32) -> &Known {
        &self.known[id as usize]
    }

    /// Adds the next footprint.
    fn learn(&mut self, footprint: &NumberedFootprint) {
        let mut effects = Vec::new();
        for access in footprint.accesses.iter().chain(&footprint.effects) {
            let number = self.number(*access);
            put(&mut effects, number);
        }
        let mut known = Known {
            effects: effects.into(),
            against: Row::default(),
            waits: footprint.waits,
            site: footprint.site,
            visible: footprint.visible,
            accesses: footprint.accesses.as_slice().into(),
        };
        if !known.is_free() {
            let mut against = vec![ANYTHING];
            let everything = self.accesses_on(NumberedAccess::EVERYTHING).to_vec();
            for mine in &known.accesses {
                let all = match mine.variable() {
                    NumberedAccess::EVERYTHING => (1..self.accesses.len() as u32).collect(),
                    variable => self.accesses_on(variable).to_vec(),
                };
                for number in all.into_iter().chain(everything.iter().copied()) {
                    if mine.conflicts(self.accesses[number as usize]) {
                        put(&mut against, number);
                    }
                }
                let id = self.known.len() as FootprintId;
                let with = &mut self.by_variable.entry(mine.variable()).or_default().1;
                if with.last() != Some(&id) {
                    with.push(id);
                }
            }
            known.against = against.into();
        }
        self.known.push(known);
    }

    fn accesses_on(&self, variable: u32) -> &[u32] {
        let with = self.by_variable.get(&variable);
        with.map_or(&[], |with| &with.0)
    }

    fn number(&mut self, access: NumberedAccess) -> u32 {
        if let Some(known) = self.numbers.get(&access) {
            return *known;
        }
        if self.accesses.len() >= MOST_ACCESSES && access.object() != Renaming::ANY {
            return self.number(access.to(Renaming::ANY));
        }
        let number = self.accesses.len() as u32;
        self.accesses.push(access);
        self.numbers.insert(access, number);
        let row = &mut self.by_thread[access.thread() as usize];
        let mut wider = std::mem::take(row).into_vec();
        put(&mut wider, number);
        *row = wider.into();
        self.present |= 1 << access.thread();
        if access.object() != Renaming::ANY {
            put(&mut self.named, number);
        }
        if matches!(
            access.variable(),
            NumberedAccess::STARTS | NumberedAccess::EVERYTHING
        ) && access.writes()
        {
            put(&mut self.starting, number);
        }
        let with = &mut self.by_variable.entry(access.variable()).or_default().0;
        with.push(number);
        self.oppose(number);
        number
    }

    /// Tells the footprints known so far of a new access.
    fn oppose(&mut self, number: u32) {
        let access = self.accesses[number as usize];
        let with = |variable| self.by_variable.get(&variable).map_or(&[][..], |it| &it.1);
        let concerned: Vec<FootprintId> = match access.variable() {
            NumberedAccess::EVERYTHING => (0..self.known.len() as FootprintId).collect(),
            variable => [with(variable), with(NumberedAccess::EVERYTHING)].concat(),
        };
        for id in concerned {
            // One that is just being learned looks itself.
            let Some(known) = self.known.get_mut(id as usize) else {
                continue;
            };
            if known.accesses.iter().any(|mine| mine.conflicts(access)) {
                let mut wider = std::mem::take(&mut known.against).into_vec();
                put(&mut wider, number);
                known.against = wider.into();
            }
        }
    }

    /// Makes a set that uses the names after a step one that uses those before it.
    pub(super) fn rename(&mut self, set: &mut Vec<u64>, renaming: RenamingId) {
        if renaming == 0 {
            return;
        }
        let mut moved = std::mem::take(&mut self.moved);
        for (word, (mine, named)) in set.iter_mut().zip(&self.named).enumerate() {
            let mut both = *mine & named;
            while both != 0 {
                let bit = both & both.wrapping_neg();
                both ^= bit;
                let number = word as u32 * 64 + bit.trailing_zeros();
                let name = self.accesses[number as usize].object();
                if self.renamings[renaming as usize].before(name) != Some(name) {
                    *mine ^= bit;
                    moved.push(number);
                }
            }
        }
        for number in moved.drain(..) {
            let access = self.accesses[number as usize];
            let before = self.renamings[renaming as usize].before(access.object());
            if let Some(name) = before {
                let number = self.number(access.to(name));
                put(set, number);
            }
        }
        self.moved = moved;
    }

    /// The threads that have, in a set, an access that conflicts with what a footprint depends on.
    pub(super) fn dependents(&self, id: u32, set: &[u64]) -> Threads {
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
                threads |= 1 << self.accesses[number].thread();
            }
        }
        threads
    }

    /// The threads that have, in a set, an access by which they may start others; all, if it has what
    /// nobody knows.
    pub(super) fn starters(&self, set: &[u64]) -> Threads {
        if set.first().is_some_and(|it| it & ANYTHING != 0) {
            return Threads::MAX;
        }
        let mut threads = 0;
        for (word, (mine, theirs)) in self.starting.iter().zip(set).enumerate() {
            let mut both = mine & theirs;
            while both != 0 {
                let number = word * 64 + both.trailing_zeros() as usize;
                both &= both - 1;
                threads |= 1 << self.accesses[number].thread();
            }
        }
        threads
    }

    /// The threads that access anything.
    pub(super) fn present(&self) -> Threads {
        self.present
    }

    /// Leaves out what these threads access.
    pub(super) fn without(&self, set: &mut [u64], threads: impl Iterator<Item = u32>) {
        for thread in threads {
            let row = &self.by_thread[thread as usize];
            set.iter_mut().zip(row).for_each(|(mine, it)| *mine &= !it);
        }
    }

    /// Adds what is in another set, but for what this thread accesses.
    pub(super) fn add_of_others(&self, set: &mut Vec<u64>, other: &[u64], thread: u32) {
        if set.len() < other.len() {
            set.resize(other.len(), 0);
        }
        let own = self.by_thread[thread as usize].iter().copied();
        let own = own.chain(std::iter::repeat(0));
        for ((mine, theirs), own) in set.iter_mut().zip(other).zip(own) {
            *mine |= theirs & !own;
        }
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        let rows = self.accesses.len() / 4 + size_of::<Known>();
        self.known.len() * rows + self.accesses.len() * 32 + self.renamings.len() * 64
    }
}

/// Adds everything that nobody knows.
pub(super) fn add_anything(set: &mut Vec<u64>) {
    put(set, 0);
}

/// Adds what is in another set.
pub(super) fn add(set: &mut Vec<u64>, other: &[u64]) {
    if set.len() < other.len() {
        set.resize(other.len(), 0);
    }
    for (mine, theirs) in set.iter_mut().zip(other) {
        *mine |= theirs;
    }
}

fn put(set: &mut Vec<u64>, number: u32) {
    let word = number as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (number % 64);
}

/// Sets that are kept, each once.
#[derive(Debug)]
pub(super) struct Kept {
    sets: Vec<Row>,
    numbers: HashMap<Row, u32, FixedState>,
    words: usize,
}

impl Kept {
    /// The number of the set that has nothing in it.
    pub(super) const EMPTY: u32 = 0;

    pub(super) fn new() -> Kept {
        let mut kept = Kept {
            sets: Vec::new(),
            numbers: HashMap::with_hasher(FixedState::default()),
            words: 0,
        };
        kept.number(&[]);
        kept
    }

    pub(super) fn get(&self, number: u32) -> &[u64] {
        &self.sets[number as usize]
    }

    /// The number of a set: the same for the same.
    pub(super) fn number(&mut self, set: &[u64]) -> u32 {
        let end = set.iter().rposition(|it| *it != 0).map_or(0, |it| it + 1);
        let set = &set[..end];
        if let Some(known) = self.numbers.get(set) {
            return *known;
        }
        let number = index(self.sets.len());
        self.words += set.len();
        self.sets.push(set.into());
        self.numbers.insert(set.into(), number);
        number
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        self.words * 16 + self.sets.len() * 48
    }
}
