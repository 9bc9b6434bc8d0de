//! What a breadth-first search has done, so that it can be done again quickly.
//!
//! Numbers in states are given in the order of discovery, by program, machine and store, and mean
//! nothing to another process. What does is which transitions led to new states: breadth-first search
//! expands states in the order of their discovery, so two bits for each transition tell all that was
//! found. Taking the same transitions again, and only those that led somewhere new, gives the same
//! states with the same numbers, at a fraction of the work. What the system had learned when the round
//! began is kept as text.
//!
//! A [`Checkpoint`] is that as bytes. It ends between two states.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What became of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Code {
    /// It led to a state seen before.
    Old,
    /// It led to a new state.
    New,
    /// It did not count.
    Pruned,
    /// Something else came of it: it has to be run again.
    Again,
}

/// Where a search had come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// What the system had learned and seen, see [`crate::system::Learning::knowledge`].
    pub knowledge: Vec<String>,
    /// Two bits for each transition, 32 of them in a word, the lowest first.
    pub codes: Vec<u64>,
    /// How many transitions.
    pub transitions: u64,
    /// Whether a cycle is possible.
    pub cyclic: bool,
}

impl Checkpoint {
    fn code(&self, transition: u64) -> Code {
        match self.codes[transition as usize / 32] >> (transition % 32 * 2) & 3 {
            0 => Code::Old,
            1 => Code::New,
            2 => Code::Pruned,
            _ => Code::Again,
        }
    }

    /// Whether the parts fit together.
    pub fn is_sound(&self) -> bool {
        self.codes.len() as u64 == self.transitions.div_ceil(32)
    }
}

/// Who keeps checkpoints: this room writes no files.
#[derive(Clone)]
pub struct Keeper {
    /// The time between two checkpoints.
    pub every: Duration,
    /// Is given each of them.
    pub keep: Arc<dyn Fn(&Checkpoint) + Send + Sync>,
    /// Where to go on.
    pub from: Option<Arc<Checkpoint>>,
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper")
            .field("every", &self.every)
            .field("resumes", &self.from.is_some())
            .finish_non_exhaustive()
    }
}

/// The transitions of a search so far.
#[derive(Debug)]
pub(super) struct Journal {
    keeper: Keeper,
    /// What was done; while it is done again, what will be.
    done: Checkpoint,
    /// Transitions taken.
    place: u64,
    /// Transitions taken when the last state was complete.
    boundary: u64,
    /// Transitions that are taken again.
    resumed: u64,
    next: f64,
}

impl Journal {
    /// A journal for a search that begins, with what the system knows; or that goes on.
    pub(super) fn new(keeper: &Keeper, knowledge: Vec<String>, resumes: bool) -> Journal {
        let done = match &keeper.from {
            Some(from) if resumes => Checkpoint::clone(from),
            _ => Checkpoint {
                knowledge,
                ..Checkpoint::default()
            },
        };
        let journal = Journal {
            resumed: done.transitions,
            done,
            keeper: keeper.clone(),
            place: 0,
            boundary: 0,
            next: 0.0,
        };
        if !resumes {
            // From here on there is something to go on from.
            (journal.keeper.keep)(&journal.done);
        }
        journal
    }

    pub(super) fn is_resumed(&self) -> bool {
        self.resumed > 0
    }

    pub(super) fn was_cyclic(&self) -> bool {
        self.done.cyclic
    }

    /// What became of the next transition, if it is known.
    pub(super) fn expected(&self) -> Option<Code> {
        (self.place < self.resumed).then(|| self.done.code(self.place))
    }

    /// A transition was taken. False if something else came of it than before.
    pub(super) fn note(&mut self, code: Code) -> bool {
        if let Some(expected) = self.expected() {
            self.place += 1;
            return expected == code || expected == Code::Again;
        }
        if self.place.is_multiple_of(32) {
            self.done.codes.push(0);
        }
        let word = self.place as usize / 32;
        self.done.codes[word] |= (code as u64) << (self.place % 32 * 2);
        self.place += 1;
        true
    }

    /// All transitions of a state were taken.
    pub(super) fn next_state(&mut self) {
        self.boundary = self.place;
    }

    /// Keeps a checkpoint if it is time.
    pub(super) fn beat(
        &mut self,
        seconds: f64,
        knowledge: impl FnOnce() -> Vec<String>,
        cyclic: bool,
    ) {
        if self.next == 0.0 {
            self.next = seconds + self.keeper.every.as_secs_f64();
        }
        if seconds >= self.next {
            self.next = seconds + self.keeper.every.as_secs_f64();
            self.keep(knowledge(), cyclic);
        }
    }

    /// Keeps a checkpoint of all complete states, if that is more than there was.
    pub(super) fn keep(&mut self, knowledge: Vec<String>, cyclic: bool) {
        if self.boundary < self.resumed {
            return;
        }
        let mut codes = self.done.codes.clone();
        codes.truncate(self.boundary.div_ceil(32) as usize);
        if let Some(last) = codes.last_mut()
            && !self.boundary.is_multiple_of(32)
        {
            *last &= (1 << (self.boundary % 32 * 2)) - 1;
        }
        (self.keeper.keep)(&Checkpoint {
            knowledge,
            codes,
            transitions: self.boundary,
            cyclic,
        });
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.done.codes.capacity() * 8
    }
}
