//! What the threads of a state are about to do: what a search needs to find out by itself which
//! choices can be left out. See `search/lazy.rs`.

/// Something that a thread accesses: a thread, a variable, and whether it is written.
///
/// Ordered by variable. Variable 0 is everything: an access to it conflicts with every other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(u32);

impl Item {
    /// The variable that stands for all.
    pub const EVERYTHING: u32 = 0;
    /// Threads that are told apart.
    pub const THREADS: usize = 64;
    /// Variables that are told apart. More are one and the same.
    const VARIABLES: u32 = 1 << 25;

    /// An access of a thread below [`Item::THREADS`].
    pub fn new(thread: usize, variable: u32, writes: bool) -> Item {
        debug_assert!(thread < Item::THREADS);
        let variable = match variable < Item::VARIABLES {
            true => variable,
            false => Item::EVERYTHING,
        };
        Item(variable << 7 | (thread as u32) << 1 | u32::from(writes))
    }

    pub(crate) fn variable(self) -> u32 {
        self.0 >> 7
    }

    pub(crate) fn thread(self) -> u32 {
        self.0 >> 1 & 63
    }

    pub(crate) fn writes(self) -> bool {
        self.0 & 1 != 0
    }
}

/// What one thread is about to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Prospect {
    /// What its next operation depends on; all by this thread.
    pub items: Vec<Item>,
    /// What the operation does to others beside: what may let them go on.
    pub effects: Vec<Item>,
    /// Whether, if it can't move, only a step that conflicts with those items can let it.
    pub waits: bool,
    /// Where it stands: by this it is guessed what it will do.
    pub site: u32,
}

/// The number of a prospect: the same for the same, until the search begins again.
pub type ProspectId = u32;
