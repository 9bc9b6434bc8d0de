//! How far a search may go.
//!
//! Every limit that is hit ends up as an [`crate::Incomplete`] in the outcome: a limited search
//! never says "holds".

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of one search; none by default.
#[derive(Clone, Default)]
pub struct Limits {
    /// Stored states.
    pub states: Option<u64>,
    /// Choices in a row.
    pub depth: Option<usize>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Bytes of memory, as measured by `resident`.
    pub memory: Option<u64>,
    /// Tells the memory the process holds. Without it the store's own bytes are compared. (This
    /// room reads no files, so whoever can has to tell it.)
    pub resident: Option<fn() -> u64>,
    /// Set from outside to end the search soon.
    pub stop: Arc<AtomicBool>,
    /// Set from outside when the time is over: it may have begun before the search.
    pub late: Arc<AtomicBool>,
    /// Set from outside while the process holds nearly as much memory as it may: long steps end.
    pub heavy: Arc<AtomicBool>,
    /// Set from outside while it holds as much: it is time to look.
    pub full: Arc<AtomicBool>,
}

impl Limits {
    /// Whether somebody asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the time is over, by the clock of whoever watches.
    pub fn late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Whether something from outside asks for a look at the limits.
    #[inline]
    pub fn is_urgent(&self) -> bool {
        self.stopped() || self.late() || self.full()
    }

    /// Whether the process held as much memory as it may, when last looked at.
    pub fn full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The memory that the process holds, if there is a limit to it.
    pub fn held(&self) -> Option<u64> {
        self.memory.and(self.resident).map(|resident| resident())
    }

    /// Whether there is room for more workers, who copy what has come to be held since a moment when it
    /// was that much.
    pub(crate) fn has_room_for(&self, workers: usize, before: Option<u64>) -> bool {
        let (Some(limit), Some(before), Some(held)) = (self.memory, before, self.held()) else {
            return true;
        };
        held + workers as u64 * held.saturating_sub(before) < limit
    }

    /// What a system looks at in the middle of a long step, to end it early.
    pub fn brakes(&self) -> Vec<Arc<AtomicBool>> {
        let brakes = [&self.stop, &self.late, &self.heavy];
        brakes.into_iter().map(Arc::clone).collect()
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .field("depth", &self.depth)
            .field("time", &self.time)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}
