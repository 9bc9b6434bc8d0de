//! Visited sets: which states have been seen.
//!
//! In: states as words (see [`crate::System::save`]). Out: a small dense number for each distinct
//! one, and the words again for a number. Searches know only the trait [`Store`], so other stores
//! (fingerprints, disk, one shared by several workers) are other implementations of it. A store
//! that forgets the words can't implement [`Store::get`]; a search over such a store has to keep
//! the states of its own frontier and gets its border then.

mod pairs;
mod tree;

pub use tree::TreeStore;

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

/// An exact set of states, numbered in order of insertion.
pub trait Store {
    /// Adds a state, or finds it. Must not be called when [`Store::is_full`].
    fn insert(&mut self, state: &[u32]) -> Inserted;

    /// Finds a state without adding it.
    fn find(&mut self, state: &[u32]) -> Option<StateId>;

    /// Writes the words of a stored state to `out` (cleared first).
    fn get(&self, id: StateId, out: &mut Vec<u32>);

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
}
