//! Which engine explores a program: one function, and one list of what goes with what.
//!
//! In: what the user asked for, a [`Wish`]. Out: an [`Engine`], or the [`Conflict`] that stands in the way.
//! A new order of search, way of keeping states or reduction gets its rules in [`CONFLICTS`], and its
//! engine in [`Wish::engine`]; nobody else decides.

use crate::plan::{Search, Storage};
use crate::reduction::{Layer, Layers};

/// What is asked for, as far as the choice of an engine depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The order of search.
    pub search: Search,
    /// How states are kept.
    pub store: Storage,
    /// Whether states are kept on disk.
    pub on_disk: bool,
    /// Whether checkpoints are made.
    pub checkpoints: bool,
    /// The reductions.
    pub layers: Layers,
}

/// How choices are left out, or states taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Every choice of every state is taken.
    Full,
    /// So it is, but calls of synchronizers are atomic.
    AtomicCalls,
    /// Persistent sets that are found while searching, by footprints: see `search/lazy.rs`.
    LazyPersistentSets {
        /// Whether calls of synchronizers are atomic.
        atomic_calls: bool,
    },
    /// Persistent sets by what the named layers know of all threads: see `reduction.rs`.
    Layers(Layers),
    /// Threads that are interchangeable: see [`crate::Renumbering`].
    Symmetry,
}

/// Two things that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// States on disk, and another search than breadth-first.
    DiskSearch,
    /// States on disk, and checkpoints.
    DiskCheckpoints,
    /// States on disk, and symmetry.
    DiskSymmetry,
    /// Fingerprints or bits for states, and a search that needs the states.
    StoreSearch,
    /// Checkpoints, and another search than breadth-first over exact states.
    CheckpointsSearch,
    /// Checkpoints, and reductions: what those have learned is not kept.
    CheckpointsReduction,
    /// Reductions, and a search that does not take every schedule: which schedules have few preemptions,
    /// or are likely, is not what a reduction keeps.
    ReductionSearch,
    /// Atomic calls, and some of the other layers: what a call does atomically is not learned.
    SynchronizersLayers,
    /// Symmetry, and any other reduction.
    SymmetryReduction,
}

/// A conflict, and whether a wish has it.
type Rule = (Conflict, fn(&Wish) -> bool);

/// What does not go together. The first that applies is told.
const CONFLICTS: [Rule; 9] = [
    (Conflict::DiskSearch, |it| {
        it.on_disk && it.search != Search::BreadthFirst
    }),
    (Conflict::DiskCheckpoints, |it| it.on_disk && it.checkpoints),
    (Conflict::StoreSearch, |it| match it.search {
        Search::DepthFirst | Search::Random { .. } | Search::Pct { .. } => false,
        Search::BreadthFirst => it.store == Storage::Bitstate,
        Search::Preemption { .. } => it.store != Storage::Exact,
    }),
    (Conflict::CheckpointsSearch, |it| {
        it.checkpoints && (it.search != Search::BreadthFirst || it.store != Storage::Exact)
    }),
    (Conflict::ReductionSearch, |it| {
        !it.layers.is_empty() && !it.search.is_exhaustive()
    }),
    (Conflict::SynchronizersLayers, |it| {
        let others = it.layers.without(Layer::Synchronizers);
        let are_all = others.without(Layer::Foreseen) == Layers::all();
        it.layers.has(Layer::Synchronizers) && !others.is_empty() && !are_all
    }),
    (Conflict::SymmetryReduction, |it| {
        it.layers.has(Layer::Symmetry) && it.layers != Layers::NONE.with(Layer::Symmetry)
    }),
    (Conflict::DiskSymmetry, |it| {
        it.on_disk && it.layers.has(Layer::Symmetry)
    }),
    (Conflict::CheckpointsReduction, |it| {
        it.checkpoints && !it.layers.is_empty()
    }),
];

impl Wish {
    /// The engine for it.
    pub fn engine(&self) -> Result<Engine, Conflict> {
        let mut conflicts = CONFLICTS.iter();
        if let Some((conflict, _)) = conflicts.find(|(_, applies)| applies(self)) {
            return Err(*conflict);
        }
        let atomic_calls = self.layers.has(Layer::Synchronizers);
        let layers = self.layers.without(Layer::Synchronizers);
        let is_lazy = self.search == Search::DepthFirst && self.store == Storage::Exact;
        Ok(if layers.has(Layer::Symmetry) {
            Engine::Symmetry
        } else if layers == Layers::all() && is_lazy {
            Engine::LazyPersistentSets { atomic_calls }
        } else if !layers.is_empty() {
            Engine::Layers(layers)
        } else if atomic_calls {
            Engine::AtomicCalls
        } else {
            Engine::Full
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Wish = Wish {
        search: Search::DepthFirst,
        store: Storage::Exact,
        on_disk: false,
        checkpoints: false,
        layers: Layers::NONE,
    };

    #[test]
    fn engines() {
        let with = |layers| Wish { layers, ..ALL };
        let all = Layers::all().with(Layer::Synchronizers);
        assert_eq!(ALL.engine(), Ok(Engine::Full));
        let lazy = |atomic_calls| Ok(Engine::LazyPersistentSets { atomic_calls });
        assert_eq!(with(all).engine(), lazy(true));
        assert_eq!(with(Layers::all()).engine(), lazy(false));
        let wide = Wish {
            search: Search::BreadthFirst,
            ..with(all)
        };
        assert_eq!(wide.engine(), Ok(Engine::Layers(Layers::all())));
        let compact = Wish {
            store: Storage::Compact,
            ..with(all)
        };
        assert_eq!(compact.engine(), Ok(Engine::Layers(Layers::all())));
        let calls = Layers::NONE.with(Layer::Synchronizers);
        assert_eq!(with(calls).engine(), Ok(Engine::AtomicCalls));
        let symmetry = Layers::NONE.with(Layer::Symmetry);
        assert_eq!(with(symmetry).engine(), Ok(Engine::Symmetry));
    }

    #[test]
    fn every_conflict_is_met() {
        let symmetry = Layers::NONE.with(Layer::Symmetry);
        let wide = Wish {
            search: Search::BreadthFirst,
            ..ALL
        };
        let wishes = [
            Wish {
                on_disk: true,
                ..ALL
            },
            Wish {
                on_disk: true,
                checkpoints: true,
                ..wide
            },
            Wish {
                store: Storage::Bitstate,
                ..wide
            },
            Wish {
                checkpoints: true,
                ..ALL
            },
            Wish {
                search: Search::Random { runs: 1 },
                layers: symmetry,
                ..ALL
            },
            Wish {
                layers: Layers::NONE.with(Layer::Synchronizers).with(Layer::Owned),
                ..ALL
            },
            Wish {
                layers: symmetry.with(Layer::Owned),
                ..ALL
            },
            Wish {
                on_disk: true,
                layers: symmetry,
                ..wide
            },
            Wish {
                checkpoints: true,
                layers: Layers::all(),
                ..wide
            },
        ];
        let met: Vec<_> = wishes.iter().map(|it| it.engine().unwrap_err()).collect();
        let all: Vec<_> = CONFLICTS.iter().map(|it| it.0).collect();
        assert_eq!(met, all);
    }
}
