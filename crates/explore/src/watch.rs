//! Judges: what is wrong in a state, or went wrong on the way into it.

use crate::system::FindingKind;

pub mod deadlock;
pub mod race;
pub mod uncaught;

/// The kinds of findings that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched(u32);

impl Watched {
    /// Also these.
    pub fn with(mut self, kind: FindingKind) -> Watched {
        self.0 |= 1 << kind as u32;
        self
    }

    /// Whether this kind is asked for.
    pub fn has(self, kind: FindingKind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }
}
