//! Judges: what is wrong in a state, or went wrong on the way into it.

use crate::system::{Finding, FindingKind};

pub mod deadlock;
pub mod race;
pub mod uncaught;

/// What the user wants to hear nothing of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppressed {
    /// Kinds of findings.
    pub kinds: Watched,
    /// Classes, fields and places, as [`crate::About::is_named_by`] takes them.
    pub words: Vec<String>,
}

impl Suppressed {
    /// Whether a finding is to be left out.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_named = |word: &String| finding.about.is_named_by(word);
        self.kinds.has(finding.kind) || self.words.iter().any(is_named)
    }
}

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
