//! The store of a search: whichever the plan names.

use super::{BitStore, CompactStore, Inserted, Recall, StateId, Store, TreeStore};
use crate::plan::{Plan, Storage};

/// The most that a bit store takes: a billion states, and more would mostly be new pages.
const BIT_BYTES: u64 = 512 << 20;

/// Any store.
#[derive(Debug)]
pub(crate) enum Visited {
    Exact(TreeStore),
    Compact(CompactStore),
    Bits(BitStore),
}

impl Visited {
    /// The empty store that a plan asks for.
    pub(crate) fn new(plan: &Plan) -> Visited {
        match plan.store {
            Storage::Exact => Visited::Exact(TreeStore::new()),
            Storage::Compact => Visited::Compact(CompactStore::new()),
            Storage::Bitstate => {
                let bytes = plan
                    .limits
                    .memory
                    .map_or(BIT_BYTES, |it| (it / 2).min(BIT_BYTES));
                Visited::Bits(BitStore::new(bytes))
            }
        }
    }

    fn store(&self) -> &dyn Store {
        match self {
            Visited::Exact(store) => store,
            Visited::Compact(store) => store,
            Visited::Bits(store) => store,
        }
    }
}

impl Store for Visited {
    #[inline]
    fn insert(&mut self, state: &[u32]) -> Inserted {
        match self {
            Visited::Exact(store) => store.insert(state),
            Visited::Compact(store) => store.insert(state),
            Visited::Bits(store) => store.insert(state),
        }
    }

    fn find(&self, state: &[u32]) -> Option<StateId> {
        self.store().find(state)
    }

    fn get(&self, id: StateId, out: &mut Vec<u32>) -> bool {
        self.store().get(id, out)
    }

    fn recall(&self) -> Recall {
        self.store().recall()
    }

    fn len(&self) -> usize {
        self.store().len()
    }

    fn is_full(&self) -> bool {
        self.store().is_full()
    }

    fn bytes(&self) -> u64 {
        self.store().bytes()
    }

    fn shrink(&mut self) {
        if let Visited::Exact(exact) = self {
            let mut compact = CompactStore::new();
            let mut words = Vec::new();
            for id in (0..exact.len() as u32).map(StateId) {
                exact.get(id, &mut words);
                compact.insert(&words);
            }
            // If two had the same fingerprint, numbers would not be what they were.
            if compact.len() == exact.len() {
                *self = Visited::Compact(compact);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_keeps_numbers() {
        let mut store = Visited::new(&Plan::default());
        let state = |n: u32| [n, n / 2, 3];
        for n in 0..1000 {
            store.insert(&state(n));
        }
        let mut words = Vec::new();
        assert!(store.get(StateId(7), &mut words));
        store.shrink();
        assert_eq!(store.recall(), Recall::Number);
        assert!(!store.get(StateId(7), &mut words));
        assert_eq!(store.find(&state(7)), Some(StateId(7)));
        assert_eq!(store.insert(&state(999)).id, StateId(999));
        assert!(store.insert(&state(1000)).new);
    }
}
