//! What the threads of a state are about to access: what a search needs to find out by itself which
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

    /// The least item about a variable.
    pub(crate) fn first_of(variable: u32) -> Item {
        Item(variable << 7)
    }
}

/// What one thread is about to do.
#[derive(Clone, Debug, Default)]
pub struct Prospect {
    /// What its next operation depends on; all by this thread.
    pub items: Vec<Item>,
    /// What the operation does to others beside: what may let them go on.
    pub effects: Vec<Item>,
    /// Whether, if it can't move, only a step that conflicts with those items can let it.
    pub waits: bool,
    /// Whether it may move without the others at all.
    pub fit: bool,
    /// Where it stands: by this it is guessed what it will do.
    pub site: u32,
}

/// What was accessed on a transition.
#[derive(Clone, Debug, Default)]
pub struct Accessed {
    /// In order.
    pub items: Vec<Item>,
    /// States on the way in which one thread alone could move, the first for each such thread.
    pub narrows: Vec<Narrow>,
}

/// A state on the way of a transition in which one thread alone could move.
#[derive(Clone, Debug)]
pub struct Narrow {
    /// That thread.
    pub thread: usize,
    /// The items before it.
    pub before: usize,
    /// What the threads were about to do there.
    pub pending: Vec<Item>,
}

/// What the threads of a state are about to do.
#[derive(Clone, Debug, Default)]
pub struct Prospects {
    /// The threads of which the choices of the state are all that have to be taken: what the others
    /// do, before one of these moves, concerns none of these.
    pub group: u64,
    /// Whether those are all choices that there are.
    pub whole: bool,
    /// The threads that can move, in the group or not.
    pub enabled: u64,
    /// By number; the rest is left over from before.
    pub threads: Vec<Prospect>,
}
