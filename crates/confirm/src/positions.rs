//! Where threads are, as far as a run tells.
//!
//! The machine runs a thread from one operation to the next at once. What the thread does on the way
//! concerns nobody else, so it may as well be done later, step by step, while others do something.
//! So a thread's moves are taken down when the machine makes them, and count when they are told.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use machine::{Machine, Position};
use promela::observed::Places;

use crate::Trial;

/// How many calls of a thread are at each of the places.
type Counts = Vec<u32>;

/// Where threads are at places of a formula.
pub(crate) struct Positions<'a> {
    places: &'a [Places],
    told: BTreeMap<usize, Counts>,
    ahead: BTreeMap<usize, VecDeque<Counts>>,
}

impl<'a> Positions<'a> {
    /// Goes back to the initial state and watches from there.
    pub(crate) fn begin(places: &'a [Places], trial: &mut Trial<'_, '_>) -> Positions<'a> {
        let methods: BTreeSet<_> = places.iter().flat_map(|it| it.keys().copied()).collect();
        trial.restart_watching(methods);
        let machine = trial.machine();
        let mut positions = Positions {
            places,
            told: BTreeMap::new(),
            ahead: BTreeMap::new(),
        };
        for thread in 0..machine.threads().len() {
            let counts = positions.counts(&machine.position_of(thread));
            positions.told.insert(thread, counts);
        }
        positions
    }

    fn counts(&self, position: &Position) -> Counts {
        let inside = |places: &Places| {
            let calls = position.iter();
            let calls =
                calls.filter(|(method, pc)| places.get(method).is_some_and(|it| it.contains(pc)));
            calls.count() as u32
        };
        self.places.iter().map(inside).collect()
    }

    /// Takes down how threads have moved.
    pub(crate) fn look(&mut self, machine: &mut Machine<'_>) {
        for (thread, position) in machine.take_positions() {
            let counts = self.counts(&position);
            let ahead = self.ahead.entry(thread).or_default();
            let nowhere = vec![0; self.places.len()];
            let last = ahead.back().or(self.told.get(&thread));
            if *last.unwrap_or(&nowhere) != counts {
                ahead.push_back(counts);
            }
        }
    }

    /// Whether a thread has moved and that was not told.
    pub(crate) fn is_ahead(&self, thread: usize) -> bool {
        self.ahead.get(&thread).is_some_and(|it| !it.is_empty())
    }

    /// The threads that have moved, as far as that was not told.
    pub(crate) fn all_ahead(&self) -> Vec<usize> {
        let threads = self.ahead.iter().filter(|it| !it.1.is_empty());
        threads.map(|it| *it.0).collect()
    }

    /// Tells the next move of a thread; `false` if there is none.
    pub(crate) fn tell(&mut self, thread: usize) -> bool {
        let next = self.ahead.get_mut(&thread).and_then(VecDeque::pop_front);
        let found = next.is_some();
        self.told.extend(next.map(|counts| (thread, counts)));
        found
    }

    /// Whether some thread is at the places of this number.
    pub(crate) fn is_at(&self, index: usize) -> bool {
        self.told.values().any(|counts| counts[index] > 0)
    }

    /// All of it as numbers: equal if nothing differs.
    pub(crate) fn save(&self, out: &mut Vec<u32>) {
        for (thread, counts) in self.told.iter().filter(|it| it.1.iter().any(|it| *it > 0)) {
            out.push(*thread as u32);
            out.extend(counts);
        }
        out.push(u32::MAX);
        for (thread, ahead) in self.ahead.iter().filter(|it| !it.1.is_empty()) {
            out.push(*thread as u32);
            out.extend(ahead.iter().flatten());
            out.push(u32::MAX);
        }
    }
}
