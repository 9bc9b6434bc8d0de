//! The set of structures that are possible at one place.
//!
//! In: canonical structures, one at a time. Out: whether something new came, and what.
//!
//! *Relational*: the set keeps each structure for itself. *Partial*, the default: structures with equal names
//! of individuals and equal nullary predicates become one, with the join of what they say (Manevich, Sagiv,
//! Ramalingam and Field, SAS 2004). Both embed each structure that came into one that is kept.

use super::abstraction::Abstraction;
use super::structure::Structure;
use hashbrown::HashMap;

/// How structures at one place are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum JoinKind {
    /// Each for itself.
    Relational,
    /// One for each set of names.
    #[default]
    Partial,
}

/// Structures that are possible at one place.
#[derive(Clone, Debug, Default)]
pub struct StructureSet {
    structures: Vec<Structure>,
    exact: HashMap<Structure, usize, foldhash::fast::FixedState>,
    by_key: HashMap<Vec<u64>, usize, foldhash::fast::FixedState>,
}

impl StructureSet {
    /// None.
    pub fn new() -> StructureSet {
        StructureSet::default()
    }

    /// All, in the order in which they came.
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// Adds a canonical structure. `Some(place)` if [`StructureSet::structures`] has something new there.
    pub fn insert(
        &mut self,
        structure: Structure,
        abstraction: &Abstraction,
        kind: JoinKind,
    ) -> Option<usize> {
        match kind {
            JoinKind::Relational => {
                if self.exact.contains_key(&structure) {
                    return None;
                }
                let place = self.structures.len();
                self.exact.insert(structure.clone(), place);
                self.structures.push(structure);
                Some(place)
            }
            JoinKind::Partial => {
                let key = abstraction.key(&structure);
                let Some(&place) = self.by_key.get(&key) else {
                    let place = self.structures.len();
                    self.by_key.insert(key, place);
                    self.structures.push(structure);
                    return Some(place);
                };
                let joined = self.structures[place].joined(&structure);
                if joined == self.structures[place] {
                    return None;
                }
                self.structures[place] = joined;
                Some(place)
            }
        }
    }
}
