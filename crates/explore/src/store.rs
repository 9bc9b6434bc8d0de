//! Visited sets: which states have been seen.
//!
//! In: states as words (see [`crate::System::save`]). Out: a small dense number for each distinct
//! one, and from an exact store the words again for a number. Searches know only the trait
//! [`Store`]. A store that forgets the words makes the search keep those of the states it still needs.

mod bits;
mod fingerprint;
mod marks;
mod numbers;
mod pairs;
pub(crate) mod queue;
mod shards;
pub(crate) mod shared;
pub(crate) mod sorted;
mod sync;
mod tree;
mod visited;

pub use bits::BitStore;
pub use fingerprint::{CompactStore, odds};
pub(crate) use marks::Marks;
pub use sorted::{Depot, Opener, Spool};
pub use tree::TreeStore;
pub(crate) use visited::Visited;

/// The number of a stored state: 0 for the first, and without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

impl StateId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What [`Store::insert`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// The state's number.
    pub id: StateId,
    /// Whether it was not there before.
    pub new: bool,
}

/// What a store still knows of a state that was put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recall {
    /// That it was seen, perhaps.
    Nothing,
    /// Its number, which [`Store::insert`] and [`Store::find`] give again.
    Number,
    /// Its words.
    Words,
}

/// A set of states, numbered in order of insertion.
pub trait Store {
    /// Adds a state, or finds it. Must not be called when [`Store::is_full`].
    fn insert(&mut self, state: &[u32]) -> Inserted;

    /// Finds a state without adding it.
    fn find(&self, state: &[u32]) -> Option<StateId>;

    /// Writes the words of a stored state to `out` (cleared first). False if they are forgotten.
    fn get(&self, id: StateId, out: &mut Vec<u32>) -> bool;

    /// What it knows of its states.
    fn recall(&self) -> Recall;

    /// How many states there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the numbers have run out.
    fn is_full(&self) -> bool;

    /// The memory it holds.
    fn bytes(&self) -> u64;

    /// Forgets the words of its states if that makes it smaller. Numbers stay what they are.
    fn shrink(&mut self) {}
}
