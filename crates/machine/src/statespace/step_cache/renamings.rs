//! What becomes of the names of objects in a step.
//!
//! Names are those of one state (see `naming.rs`). Who compares what is done to an object in one state
//! with what is done to it later needs to know which name it had before.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// Objects whose names change in one step; if there are more, nothing is told.
const MOST_CHANGES: usize = 64;

/// Changes that are kept in all; what is new after that is not told.
const MOST_KEPT: usize = 1 << 22;

/// The number of a renaming, see [`Renamings`].
pub type RenamingId = u32;

/// Which names objects had before a step, by the names they have after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renaming {
    /// By name, only where it is another; 0 for what did not exist.
    Known(Box<[(u32, u32)]>),
    /// Nobody knows.
    Unknown,
}

impl Renaming {
    /// The name that stands for any object.
    pub const ANY: u32 = 0;

    /// The name before the step of what has this one after it; [`Renaming::ANY`] if nobody knows, and
    /// `None` if there was no such object.
    pub fn before(&self, name: u32) -> Option<u32> {
        match self {
            Renaming::Known(changes) => match changes.binary_search_by_key(&name, |it| it.0) {
                Ok(at) => Some(changes[at].1).filter(|it| *it != 0),
                Err(_) => Some(name),
            },
            Renaming::Unknown => Some(Renaming::ANY),
        }
    }
}

/// All renamings that there were. Their numbers stay.
#[derive(Clone, Debug)]
pub(super) struct Renamings {
    all: Vec<Renaming>,
    numbers: HashMap<Box<[(u32, u32)]>, RenamingId, FixedState>,
    kept: usize,
}

impl Renamings {
    /// Nothing has another name.
    const SAME: RenamingId = 0;
    const UNKNOWN: RenamingId = 1;

    pub(super) fn new() -> Renamings {
        Renamings {
            all: vec![Renaming::Known(Box::new([])), Renaming::Unknown],
            numbers: HashMap::with_hasher(FixedState::default()),
            kept: 0,
        }
    }

    pub(super) fn all(&self) -> &[Renaming] {
        &self.all
    }

    /// The number for some changes, (name now, name before).
    pub(super) fn number(&mut self, changes: &mut [(u32, u32)]) -> RenamingId {
        if changes.is_empty() {
            return Renamings::SAME;
        }
        if changes.len() > MOST_CHANGES {
            return Renamings::UNKNOWN;
        }
        changes.sort_unstable();
        if let Some(known) = self.numbers.get(&*changes) {
            return *known;
        }
        if self.kept > MOST_KEPT {
            return Renamings::UNKNOWN;
        }
        let number = self.all.len() as RenamingId;
        self.kept += changes.len();
        self.numbers.insert((&*changes).into(), number);
        self.all.push(Renaming::Known((&*changes).into()));
        number
    }
}
