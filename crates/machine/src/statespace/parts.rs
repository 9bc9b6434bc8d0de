//! Interned parts of states: equal content, equal id.
//!
//! Several machines may go through the states of one search (see [`crate::StepCache::fork`]). A vector must
//! then mean the same to all of them: they give ids from one [`Pool`], and each keeps a copy of all
//! parts, so that reading them costs no lock. A machine that meets a state with an id it does not have
//! yet catches up. The pool also says which base objects have a place in the vector, in which order.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::value::Ref;

/// All parts seen so far. Ids start at 1; 0 is free for "nothing".
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    log: Log,
    table: HashTable<u32>,
    hasher: FixedState,
    pool: Option<Arc<Pool>>,
}

/// Parts in the order of their ids.
#[derive(Clone, Debug)]
struct Log {
    words: Vec<u64>,
    /// Where each part ends; part `id` begins where `id - 1` ends.
    ends: Vec<usize>,
}

impl Log {
    fn get(&self, id: u32) -> &[u64] {
        &self.words[self.ends[id as usize - 1]..self.ends[id as usize]]
    }

    fn push(&mut self, content: &[u64]) {
        self.words.extend_from_slice(content);
        self.ends.push(self.words.len());
    }
}

/// What machines that search together have in common.
#[derive(Debug)]
pub(crate) struct Pool(Mutex<Common>);

#[derive(Debug)]
pub(crate) struct Common {
    log: Log,
    /// The base objects with a place in the vector, in the order of their places.
    pub(crate) slots: Vec<Ref>,
}

impl Pool {
    /// Whoever panicked while holding it had not begun to change it, or the search is over anyway.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Common> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Parts {
    fn default() -> Parts {
        let log = Log {
            words: Vec::new(),
            ends: vec![0],
        };
        Parts {
            log,
            table: HashTable::new(),
            hasher: FixedState::default(),
            pool: None,
        }
    }
}

impl Parts {
    /// The id of a part with this content.
    pub(crate) fn intern(&mut self, content: &[u64]) -> u32 {
        let hash = self.hasher.hash_one(content);
        if let Some(id) = self.find(hash, content) {
            return id;
        }
        let Some(pool) = self.pool.clone() else {
            return self.add(hash, content);
        };
        let mut common = pool.lock();
        self.follow(&common.log);
        self.find(hash, content).unwrap_or_else(|| {
            common.log.push(content);
            self.add(hash, content)
        })
    }

    /// The content of a part.
    pub(crate) fn get(&self, id: u32) -> &[u64] {
        self.log.get(id)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.log.words.capacity() * 8 + self.log.ends.capacity() * 8 + self.table.capacity() * 5
    }

    /// The pool, made of what is here if there is none; `slots` have their places already.
    pub(crate) fn share(&mut self, slots: impl Iterator<Item = Ref>) -> Arc<Pool> {
        let pool = self.pool.get_or_insert_with(|| {
            let common = Common {
                log: self.log.clone(),
                slots: slots.collect(),
            };
            Arc::new(Pool(Mutex::new(common)))
        });
        Arc::clone(pool)
    }

    /// Makes sure that all parts of a state, and what they are made of, are here. A part is given its
    /// id after those it is made of.
    pub(crate) fn catch_up(&mut self, state: &[u32]) {
        let Some(pool) = &self.pool else {
            return;
        };
        let most = state.iter().copied().fold(0, u32::max);
        if most as usize >= self.log.ends.len() {
            let pool = Arc::clone(pool);
            self.follow(&pool.lock().log);
        }
    }

    fn find(&self, hash: u64, content: &[u64]) -> Option<u32> {
        let found = self.table.find(hash, |id| self.log.get(*id) == content);
        found.copied()
    }

    fn add(&mut self, hash: u64, content: &[u64]) -> u32 {
        let Parts {
            log, table, hasher, ..
        } = self;
        let id = log.ends.len() as u32;
        table.insert_unique(hash, id, |id| hasher.hash_one(log.get(*id)));
        log.push(content);
        id
    }

    /// Takes over the parts that are in the log and not here.
    fn follow(&mut self, log: &Log) {
        for id in self.log.ends.len()..log.ends.len() {
            let content = log.get(id as u32);
            self.add(self.hasher.hash_one(content), content);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_give_the_same_ids() {
        let mut first = Parts::default();
        let old = first.intern(&[1, 2]);
        first.share(std::iter::empty());
        let mut second = first.clone();
        let new = second.intern(&[3]);
        assert_eq!(first.intern(&[4]), new + 1);
        assert_eq!(first.intern(&[3]), new);
        assert_eq!(first.get(new), [3]);
        second.catch_up(&[old, new + 1]);
        assert_eq!(second.get(new + 1), [4]);
        assert_eq!(second.intern(&[1, 2]), old);
    }

    #[test]
    fn ids_agree_whoever_comes_first() {
        let mut parts = Parts::default();
        parts.share(std::iter::empty());
        let work = |mut parts: Parts, seed: u64| {
            let contents = (0..2000).map(|n| vec![(n * (seed + 3)) % 701, seed % 2]);
            contents
                .map(|content| (parts.intern(&content), content))
                .collect::<Vec<_>>()
        };
        let mut given = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|seed| {
                    let parts = parts.clone();
                    scope.spawn(move || work(parts, seed))
                })
                .collect();
            let results = threads.into_iter().map(|it| it.join().unwrap());
            results.flatten().collect::<Vec<_>>()
        });
        given.sort_unstable();
        given.dedup();
        assert_eq!(given.len(), 2 * 701);
        for (index, (id, content)) in given.iter().enumerate() {
            assert_eq!(*id as usize, index + 1);
            parts.catch_up(&[*id]);
            assert_eq!(parts.get(*id), content);
        }
    }
}
