//! Judges: what is wrong in a state, or went wrong on the way into it.

use property::Selection;

use crate::system::Finding;

pub mod deadlock;
mod pool;
pub mod race;
pub mod uncaught;

/// What the user wants to hear nothing of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    /// Kinds of findings.
    pub kinds: Selection,
    /// Classes, fields and places, as [`crate::About::is_named_by`] takes them.
    pub words: Vec<String>,
}

impl Default for Suppressed {
    /// Nothing is left out.
    fn default() -> Suppressed {
        Suppressed {
            kinds: Selection::none(),
            words: Vec::new(),
        }
    }
}

impl Suppressed {
    /// Whether a finding is to be left out.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_named = |word: &String| finding.about.is_named_by(word);
        self.kinds.has(finding.kind) || self.words.iter().any(is_named)
    }
}
