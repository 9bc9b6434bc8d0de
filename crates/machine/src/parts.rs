//! Interned parts of states: equal content, equal id.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// All parts seen so far. Ids start at 1; 0 is free for "nothing".
#[derive(Debug)]
pub(crate) struct Parts {
    words: Vec<u64>,
    /// Where each part ends; part `id` begins where `id - 1` ends.
    ends: Vec<usize>,
    table: HashTable<u32>,
    hasher: FixedState,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts {
            words: Vec::new(),
            ends: vec![0],
            table: HashTable::new(),
            hasher: FixedState::default(),
        }
    }
}

impl Parts {
    /// The id of a part with this content.
    pub(crate) fn intern(&mut self, content: &[u64]) -> u32 {
        let hash = self.hasher.hash_one(content);
        let Parts {
            words,
            ends,
            table,
            hasher,
        } = self;
        let part = |id: u32| &words[ends[id as usize - 1]..ends[id as usize]];
        if let Some(id) = table.find(hash, |id| part(*id) == content) {
            return *id;
        }
        let id = ends.len() as u32;
        table.insert_unique(hash, id, |id| hasher.hash_one(part(*id)));
        words.extend_from_slice(content);
        ends.push(words.len());
        id
    }

    /// The content of a part.
    pub(crate) fn get(&self, id: u32) -> &[u64] {
        &self.words[self.ends[id as usize - 1]..self.ends[id as usize]]
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.ends.capacity() * 8 + self.table.capacity() * 5
    }
}
