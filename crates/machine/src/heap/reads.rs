//! What a step looks at, for `step_cache.rs`: written down while somebody wants to know.

use std::cell::{Cell, RefCell};

use crate::value::Ref;

/// Something that the course of a step depends on, beside the thread that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Read {
    /// What an object holds.
    Object(Ref),
    /// Whether a thread could enter the monitor of an object.
    Open(Ref, u16),
    /// Where another thread stands.
    Thread(usize),
    /// Which threads are in the wait set of an object.
    Waiters(Ref),
    /// More than can be told.
    Everything,
}

/// The list of what was looked at, in the order in which it was first looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reads {
    on: Cell<bool>,
    log: RefCell<Vec<Read>>,
}

/// Entries that are compared before one is added: most reads repeat a recent one.
const RECENT: usize = 8;
/// The length at which repetitions further back are removed, too.
const LONG: usize = 2048;
/// A step that looks at more than this is not worth remembering.
const MOST: usize = 256;

impl Reads {
    /// Whether reads are written down.
    #[inline]
    pub(crate) fn on(&self) -> bool {
        self.on.get()
    }

    /// Begins a new list.
    pub(crate) fn begin(&self) {
        self.log.borrow_mut().clear();
        self.on.set(true);
    }

    /// Ends the list and gives it, without repetitions, in the order of first reads.
    pub(crate) fn end(&self, out: &mut Vec<Read>) {
        self.on.set(false);
        let mut log = self.log.borrow_mut();
        compact(&mut log);
        if log.len() > MOST {
            log.clear();
            log.push(Read::Everything);
        }
        out.clear();
        out.append(&mut log);
    }

    /// Writes one down.
    #[cold]
    pub(crate) fn note(&self, read: Read) {
        if !self.on.get() {
            return;
        }
        let mut log = self.log.borrow_mut();
        if log.iter().rev().take(RECENT).any(|known| *known == read) {
            return;
        }
        log.push(read);
        if log.len() >= LONG {
            compact(&mut log);
            if log.len() > MOST {
                log.clear();
                log.push(Read::Everything);
                self.on.set(false);
            }
        }
    }
}

fn compact(log: &mut Vec<Read>) {
    let mut seen: hashbrown::HashSet<Read, foldhash::fast::FixedState> =
        hashbrown::HashSet::with_hasher(foldhash::fast::FixedState::default());
    log.retain(|read| seen.insert(*read));
}
