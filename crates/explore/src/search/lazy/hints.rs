//! What is likely, by what a search has found so far.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::footprints::FootprintId;

/// What is likely, by what was found so far. It outlives a round of search.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// How often more than not an operation conflicted with what a thread did later that stood at a
    /// site.
    by_site: HashMap<(FootprintId, u32, u32), i8, FixedState>,
    /// The same for a thread, wherever it stood.
    by_thread: HashMap<(FootprintId, u32), i8, FixedState>,
    /// Whether there was a search to find that out.
    pub(super) scouted: bool,
    /// For tests: it does not count, and this picks what to begin with.
    pub(super) whim: Option<u64>,
}

impl Hints {
    pub(super) fn note(
        &mut self,
        operation: FootprintId,
        thread: u32,
        site: u32,
        conflicted: bool,
    ) {
        let by_site = self.by_site.entry((operation, thread, site)).or_insert(0);
        *by_site = count(*by_site, conflicted);
        self.note_thread(operation, thread, conflicted);
    }

    pub(super) fn note_thread(&mut self, operation: FootprintId, thread: u32, conflicted: bool) {
        let by_thread = self.by_thread.entry((operation, thread)).or_insert(0);
        *by_thread = count(*by_thread, conflicted);
    }

    /// One of so many by whim, for a state that has this mark.
    pub(super) fn pick(&self, mark: u64, count: usize) -> Option<usize> {
        let whim = self.whim?;
        let mixed =
            (mark ^ whim.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Some((mixed >> 33) as usize % count)
    }

    pub(super) fn is_likely(&self, operation: FootprintId, thread: u32, site: u32) -> bool {
        let by_site = self.by_site.get(&(operation, thread, site)).copied();
        let by_thread = || self.by_thread.get(&(operation, thread)).copied();
        let often = by_site.filter(|it| *it != 0).or_else(by_thread);
        often.is_some_and(|it| it > 0)
    }
}

/// One more for or against, of so many at most.
fn count(so_far: i8, more: bool) -> i8 {
    match more {
        true => (so_far + 1).min(8),
        false => (so_far - 1).max(-8),
    }
}
