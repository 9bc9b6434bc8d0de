//! States told apart by three bits each: `bitstate`.
//!
//! A state sets three bits of an array of fixed size, chosen by its hash (Holzmann 1988). If all
//! three were set before, it is taken for one that was seen. The more bits are set, the more often
//! that is wrong: what is explored is a part of what could be reached, so a search over such a store
//! never says "holds". [`BitStore::coverage`] estimates how large a part.

use super::fingerprint::Fingerprint;
use super::{Inserted, Recall, StateId, Store};

/// Bits that a state sets.
const HASHES: usize = 3;

/// An array of bits.
#[derive(Debug)]
pub struct BitStore {
    words: Vec<u64>,
    ones: u64,
    states: u32,
    /// The sum, over all states, of the odds that such a state was overlooked when it came.
    overlooked: f64,
    buffer: Vec<u8>,
}

impl BitStore {
    /// An empty store of so many bytes.
    pub fn new(bytes: u64) -> BitStore {
        let words = usize::try_from(bytes / 8).unwrap_or(usize::MAX).max(1);
        BitStore {
            // Zeroed memory costs nothing until it is used.
            words: vec![0; words],
            ones: 0,
            states: 0,
            overlooked: 0.0,
            buffer: Vec::new(),
        }
    }

    /// An estimate of the part of the states met that were explored, in millionths.
    ///
    /// When a fraction `p` of the bits is set, a new state is overlooked with odds `p³`. So for every
    /// state that was found new, `p³ / (1 - p³)` were not.
    pub fn coverage(&self) -> u32 {
        let explored = f64::from(self.states).max(1.0);
        let part = explored / (explored + self.overlooked);
        // Never all of them: it is an estimate.
        (part * 1e6).floor().min(999_999.0) as u32
    }

    fn positions(&self, Fingerprint(hash): Fingerprint) -> [u64; HASHES] {
        let (first, second) = (hash as u64, (hash >> 64) as u64 | 1);
        let bits = self.words.len() as u128 * 64;
        let place = |number: u64| {
            let hash = first.wrapping_add(number.wrapping_mul(second));
            ((u128::from(hash) * bits) >> 64) as u64
        };
        [place(0), place(1), place(2)]
    }
}

impl Store for BitStore {
    /// The number given to a state that was there means nothing.
    fn insert(&mut self, state: &[u32]) -> Inserted {
        let mut new = false;
        let fingerprint = Fingerprint::of(state, &mut self.buffer);
        for bit in self.positions(fingerprint) {
            let word = &mut self.words[bit as usize / 64];
            if *word >> (bit % 64) & 1 == 0 {
                *word |= 1 << (bit % 64);
                self.ones += 1;
                new = true;
            }
        }
        if !new {
            return Inserted {
                id: StateId(0),
                new: false,
            };
        }
        let full = self.ones as f64 / (self.words.len() as f64 * 64.0);
        let odds = full.powi(HASHES as i32);
        self.overlooked += odds / (1.0 - odds).max(f64::EPSILON);
        self.states += 1;
        Inserted {
            id: StateId(self.states - 1),
            new: true,
        }
    }

    fn find(&self, state: &[u32]) -> Option<StateId> {
        let positions = self.positions(Fingerprint::of(state, &mut Vec::new()));
        let is_set = |bit: &u64| self.words[*bit as usize / 64] >> (bit % 64) & 1 != 0;
        positions.iter().all(is_set).then_some(StateId(0))
    }

    fn get(&self, _id: StateId, _out: &mut Vec<u32>) -> bool {
        false
    }

    fn recall(&self) -> Recall {
        Recall::Nothing
    }

    fn len(&self) -> usize {
        self.states as usize
    }

    fn is_full(&self) -> bool {
        self.states == u32::MAX
    }

    fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(n: u32) -> [u32; 3] {
        [n, n / 3, 5]
    }

    #[test]
    fn a_roomy_array_overlooks_nothing() {
        let mut store = BitStore::new(1 << 20);
        for n in 0..10_000 {
            assert!(store.insert(&state(n)).new);
            assert!(!store.insert(&state(n)).new);
            assert!(store.find(&state(n)).is_some());
        }
        assert_eq!(store.find(&state(10_001)), None);
        assert!(store.coverage() > 999_900, "{}", store.coverage());
    }

    #[test]
    fn the_estimate_is_near_the_truth() {
        for bytes in [5_000, 20_000, 50_000] {
            let mut store = BitStore::new(bytes);
            let met = 50_000;
            let new = (0..met).filter(|n| store.insert(&state(*n)).new).count();
            assert_eq!(store.len(), new);
            let truth = new as f64 / f64::from(met) * 1e6;
            let estimate = f64::from(store.coverage());
            assert!(
                (estimate - truth).abs() < 0.05 * truth,
                "{estimate} {truth}"
            );
        }
    }
}
