//! What a search is asked to do.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::limits::Limits;
use crate::schedule::Schedule;
use crate::search::Keeper;
use crate::store::Depot;

/// The order of search, or the part of the schedules to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Every state, depth-first: least memory, early findings, long schedules (shortened after).
    DepthFirst,
    /// Every state, breadth-first: shortest schedules.
    BreadthFirst,
    /// Random runs.
    Random {
        /// How many.
        runs: u64,
    },
    /// Random priorities with a few random changes (Burckhardt et al. 2010): finds a bug that needs
    /// `depth` ordered events with a known least probability in each run.
    Pct {
        /// How many runs.
        runs: u64,
        /// The ordered events a bug may need; 1 and more.
        depth: u32,
    },
    /// Every schedule with at most so many preemptions, the fewest first.
    Preemption {
        /// The most preemptions.
        bound: u32,
    },
}

impl Search {
    /// Whether it takes every schedule.
    pub fn is_exhaustive(self) -> bool {
        matches!(self, Search::DepthFirst | Search::BreadthFirst)
    }
}

/// How states that were seen are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// As they are, compressed. Near the limit on memory fingerprints take their place, if that
    /// helps.
    #[default]
    Exact,
    /// As fingerprints of 128 bits.
    Compact,
    /// As three bits in an array of at most half the memory: not all states are explored.
    Bitstate,
}

/// What a search is to find out about runs that go on for ever. Depth-first search with persistent sets that
/// are found on the way can; what comes of it is in [`crate::Outcome::ends`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndsSought {
    /// Nothing.
    #[default]
    Nothing,
    /// Whether every run ends.
    Ends,
    /// The same, and otherwise whether every run comes to points of progress again and again.
    Progress,
    /// Which formulas hold of all runs: for that a graph is made ([`crate::Outcome::graph`]) that has what
    /// somebody outside sees of each run, but for how often he sees the same.
    Formulas,
}

/// A search with its limits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which search.
    pub search: Search,
    /// How states are kept. Preemption-bounded search needs them as they are, and breadth-first
    /// search their numbers; where the store has none, they are kept as they are.
    pub store: Storage,
    /// Transitions that one worker takes before others come to help.
    pub alone: u64,
    /// Workers, for depth-first and breadth-first search without limits on states and depth; other
    /// searches have one.
    pub jobs: usize,
    /// How far.
    pub limits: Limits,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// Whether to look for threads that are stuck while others go on.
    pub stuck: bool,
    /// What to find out about runs that go on for ever.
    pub ends: EndsSought,
    /// Whether nothing else is asked: then the search may stop once that is known.
    pub only_ends: bool,
    /// Whether to look for a better schedule once a violation is found.
    pub shorten: bool,
    /// Whether a long depth-first search makes some random runs on the way. Not where a search is to be
    /// judged by what it finds itself.
    pub glances: bool,
    /// Whether a long search says how far it may have come, for the progress line. Depth-first, that
    /// takes some random runs, of which nothing else comes.
    pub estimate: bool,
    /// For random searches.
    pub seed: u64,
    /// For tests: a search that takes more choices of a state once they turn out to matter begins with
    /// some that this number picks, whatever is likely to be enough.
    pub whim: Option<u64>,
    /// Steps of a transition from which on a thread may take many at once, in that search.
    pub rush_after: usize,
    /// Tells the processor time used so far, for the statistics. (This room does not ask the system
    /// itself.)
    pub cpu: Option<fn() -> Duration>,
    /// Who keeps checkpoints, of a breadth-first search over an exact store with one worker; other
    /// searches make none.
    pub keeper: Option<Keeper>,
    /// Where breadth-first search keeps states, if not in memory; it has one worker then.
    pub depot: Option<Depot>,
    /// Where a search that dies of a bug leaves the schedule it was on.
    pub wreck: Wreck,
}

impl Plan {
    /// Whether several workers may search, and give what one would: limits on states and depth cut
    /// by the order of search.
    pub(crate) fn has_work_for_several(&self) -> bool {
        self.jobs > 1
            && self.keeper.is_none()
            && self.depot.is_none()
            && matches!(self.search, Search::DepthFirst | Search::BreadthFirst)
            && self.store != Storage::Bitstate
            && self.limits.states.is_none()
            && self.limits.depth.is_none()
    }
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            search: Search::DepthFirst,
            store: Storage::Exact,
            alone: 1 << 16,
            jobs: 1,
            limits: Limits::default(),
            all: false,
            stuck: true,
            ends: EndsSought::Nothing,
            only_ends: false,
            shorten: true,
            glances: true,
            estimate: false,
            seed: 0,
            whim: None,
            rush_after: 100,
            cpu: None,
            keeper: None,
            depot: None,
            wreck: Wreck::default(),
        }
    }
}

/// The schedule on which a search broke down, for whoever catches the panic.
#[derive(Clone, Debug, Default)]
pub struct Wreck(Arc<Mutex<Option<Schedule>>>);

impl Wreck {
    /// The schedule, if the search got as far as leaving one.
    pub fn schedule(&self) -> Option<Schedule> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Leaves a schedule. Called while panicking, so it must not panic itself.
    pub(crate) fn leave(&self, schedule: Schedule) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(schedule);
    }
}
