//! What steps have to do with classes beside their operations, as numbers.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::execution::initialize::ClassUse;

/// The number of a list of uses; 0 for none.
pub type ClassUsesId = u32;

/// All lists that there were. Their numbers stay.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassUses {
    lists: Vec<Box<[ClassUse]>>,
    numbers: HashMap<Box<[ClassUse]>, ClassUsesId, FixedState>,
}

impl ClassUses {
    pub(super) fn get(&self, number: ClassUsesId) -> &[ClassUse] {
        match number {
            0 => &[],
            number => &self.lists[number as usize - 1],
        }
    }

    pub(super) fn number(&mut self, uses: &[ClassUse]) -> ClassUsesId {
        if uses.is_empty() {
            return 0;
        }
        if let Some(known) = self.numbers.get(uses) {
            return *known;
        }
        self.lists.push(uses.into());
        let number = self.lists.len() as ClassUsesId;
        self.numbers.insert(uses.into(), number);
        number
    }
}
