//! What the threads of a state are about to do: what a search needs to find out by itself which
//! choices can be left out. See `search/lazy.rs`.

use machine::Renaming;

/// Something that a thread accesses: a thread, a variable, the object that has the variable if several
/// do, and whether it is written.
///
/// Variable 0 is everything: an access to it conflicts with every other. Objects have the names of one
/// state; after a step they may have others ([`Renaming`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberedAccess {
    what: u32,
    object: u32,
}

impl NumberedAccess {
    /// The variable that stands for all.
    pub const EVERYTHING: u32 = 0;
    /// The variable that is written by starting a thread: who has not been started can't do anything
    /// before.
    pub const STARTS: u32 = 1;
    /// Threads that are told apart.
    pub const THREADS: usize = 64;
    /// Variables that are told apart. More are one and the same.
    const VARIABLES: u32 = 1 << 25;

    /// An access of a thread below [`NumberedAccess::THREADS`], to a variable that there is once.
    pub fn new(thread: usize, variable: u32, writes: bool) -> NumberedAccess {
        NumberedAccess::of(Renaming::ANY, thread, variable, writes)
    }

    /// An access to a variable of the object of this name; of any, if that is [`Renaming::ANY`].
    pub fn of(object: u32, thread: usize, variable: u32, writes: bool) -> NumberedAccess {
        debug_assert!(thread < NumberedAccess::THREADS);
        let variable = match variable < NumberedAccess::VARIABLES {
            true => variable,
            false => NumberedAccess::EVERYTHING,
        };
        NumberedAccess {
            what: variable << 7 | (thread as u32) << 1 | u32::from(writes),
            object,
        }
    }

    pub(crate) fn variable(self) -> u32 {
        self.what >> 7
    }

    pub(crate) fn thread(self) -> u32 {
        self.what >> 1 & 63
    }

    pub(crate) fn writes(self) -> bool {
        self.what & 1 != 0
    }

    pub(crate) fn object(self) -> u32 {
        self.object
    }

    /// The same to an object of another name.
    pub(crate) fn to(self, object: u32) -> NumberedAccess {
        NumberedAccess { object, ..self }
    }

    /// Whether two accesses can't be exchanged.
    pub(crate) fn conflicts(self, other: NumberedAccess) -> bool {
        self.thread() != other.thread()
            && (self.variable() == NumberedAccess::EVERYTHING
                || other.variable() == NumberedAccess::EVERYTHING
                || (self.variable() == other.variable()
                    && (self.writes() || other.writes())
                    && (self.object == other.object
                        || self.object == Renaming::ANY
                        || other.object == Renaming::ANY)))
    }
}

/// What one thread is about to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumberedFootprint {
    /// What its next operation depends on; all by this thread.
    pub accesses: Vec<NumberedAccess>,
    /// What the operation does to others beside: what may let them go on.
    pub effects: Vec<NumberedAccess>,
    /// Whether, if it can't move, only a step that conflicts with those accesses can let it.
    pub waits: bool,
    /// Where it stands: by this it is guessed what it will do.
    pub site: u32,
    /// Whether it may change what somebody outside looks at: see [`crate::EndsSought::Formulas`].
    pub visible: bool,
}

/// The number of a footprint: the same for the same, until the search begins again.
pub type FootprintId = u32;
