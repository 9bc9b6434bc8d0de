//! States told apart by fingerprints: `compact`.
//!
//! A state is kept as 128 bits of a hash (XXH3) and nothing else: about 22 bytes, however long it is.
//! Its words are gone, so a search has to keep those of the states it still needs. Two different
//! states may have the same fingerprint; the second is then taken for the first and not explored. If
//! fingerprints are spread evenly, the odds that this happened among `n` states are less than
//! `n² / 2^129`, which [`odds`] tells and every report on such a search has to.

use xxhash_rust::xxh3::xxh3_128;

use super::numbers::{Key, MOST, Numbers};
use super::{Inserted, Recall, StateId, Store};

/// The hash of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fingerprint(pub(super) u128);

impl Fingerprint {
    /// The fingerprint of a state; `bytes` is a buffer.
    pub(super) fn of(state: &[u32], bytes: &mut Vec<u8>) -> Fingerprint {
        bytes.clear();
        bytes.extend(state.iter().flat_map(|word| word.to_le_bytes()));
        Fingerprint(xxh3_128(bytes))
    }
}

impl Key for Fingerprint {
    const SIZE: usize = 16;

    #[inline]
    fn hash(self) -> u64 {
        self.0 as u64
    }

    #[inline]
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_le_bytes());
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Fingerprint(
            bytes
                .first_chunk()
                .map_or(0, |bytes| u128::from_le_bytes(*bytes)),
        )
    }
}

/// A set of fingerprints.
#[derive(Debug)]
pub struct CompactStore {
    fingerprints: Numbers<Fingerprint>,
    buffer: Vec<u8>,
}

impl CompactStore {
    /// The bytes that a state may take, with room to grow.
    pub(crate) const BYTES_PER_STATE: u64 = 24;

    /// An empty store.
    pub fn new() -> CompactStore {
        CompactStore {
            fingerprints: Numbers::new(),
            buffer: Vec::new(),
        }
    }
}

impl Default for CompactStore {
    fn default() -> Self {
        CompactStore::new()
    }
}

impl Store for CompactStore {
    fn insert(&mut self, state: &[u32]) -> Inserted {
        let fingerprint = Fingerprint::of(state, &mut self.buffer);
        let (id, new) = self.fingerprints.insert(fingerprint);
        Inserted {
            id: StateId(id),
            new,
        }
    }

    fn find(&self, state: &[u32]) -> Option<StateId> {
        let fingerprint = Fingerprint::of(state, &mut Vec::new());
        self.fingerprints.find(fingerprint).map(StateId)
    }

    fn get(&self, _id: StateId, _out: &mut Vec<u32>) -> bool {
        false
    }

    fn recall(&self) -> Recall {
        Recall::Number
    }

    fn len(&self) -> usize {
        self.fingerprints.len() as usize
    }

    fn is_full(&self) -> bool {
        self.fingerprints.len() >= MOST - 1
    }

    fn bytes(&self) -> u64 {
        self.fingerprints.bytes() as u64
    }
}

/// A bound on the odds that among so many states two have the same fingerprint, as an exponent of
/// ten: `-20` for less than one in 10^20.
pub fn odds(states: u64) -> i32 {
    let pairs = (states as f64) * (states as f64) / 2.0;
    let exponent = pairs.max(1.0).log10() - 128.0 * 2.0_f64.log10();
    exponent.ceil() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_as_by_any_store() {
        let mut store = CompactStore::new();
        let state = |n: u32| vec![n, 7, n % 10];
        for n in 0..100_000 {
            let inserted = store.insert(&state(n));
            assert_eq!((inserted.id, inserted.new), (StateId(n), true));
        }
        for n in 0..100_000 {
            assert!(!store.insert(&state(n)).new);
            assert_eq!(store.find(&state(n)), Some(StateId(n)));
        }
        assert_eq!(store.find(&[1, 2]), None);
        assert!(!store.get(StateId(0), &mut Vec::new()));
        let most = CompactStore::BYTES_PER_STATE * 100_000 + 600_000;
        assert!(store.bytes() < most, "{}", store.bytes());
    }

    #[test]
    fn length_is_part_of_a_state() {
        let mut store = CompactStore::new();
        assert!(store.insert(&[1]).new);
        assert!(store.insert(&[1, 0]).new);
        assert!(store.insert(&[]).new);
    }

    #[test]
    fn odds_are_those_of_the_birthday_problem() {
        assert_eq!(odds(1 << 32), -19);
        assert_eq!(odds(1_000_000), -26);
        assert_eq!(odds(0), -38);
    }
}
