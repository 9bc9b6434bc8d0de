//! A set of pairs of words in which each pair has a dense number.
//!
//! The pairs lie in the order of their numbers in chunks that never move; beside them a table with
//! open addressing holds numbers only. A slot is four bytes: the number in its low bits, and in the
//! bits that are left some bits of the hash, so that most mismatches are seen without a visit to
//! the pair. The table grows by half when it is four fifths full, which keeps a pair between 13 and
//! 15.5 bytes (a tagged one takes one more).
//!
//! Large sets cost cache misses and nothing else. So a pair and its tag lie side by side, and growing
//! fills the new table region by region.

/// Pairs per chunk.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A slot with nothing in it. No number has all its bits set, since a table always has free slots.
const EMPTY: u32 = u32::MAX;

/// More numbers than this are not given.
pub(super) const MOST: u32 = u32::MAX - (1 << 20);

/// Numbers that are put into a growing table at a time, and the regions it is filled by.
const BATCH: usize = 1 << 19;
const REGIONS: usize = 256;

/// A set of pairs, each with a tag byte where `TAGGED`; pairs with different tags are different.
#[derive(Debug)]
pub(super) struct Pairs<const TAGGED: bool> {
    records: Records<TAGGED>,
    slots: Vec<u32>,
    /// How many low bits of a slot hold the number.
    id_bits: u32,
    /// The length at which the table grows.
    limit: u32,
}

impl<const TAGGED: bool> Pairs<TAGGED> {
    pub(super) fn new() -> Self {
        let records = Records::default();
        let mut pairs = Pairs {
            records,
            slots: Vec::new(),
            id_bits: 0,
            limit: 0,
        };
        pairs.resize(64);
        pairs
    }

    pub(super) fn len(&self) -> u32 {
        self.records.len
    }

    /// The pair with this number.
    #[inline]
    pub(super) fn get(&self, id: u32) -> (u32, u32) {
        let (pair, _) = self.records.get(id);
        (pair as u32, (pair >> 32) as u32)
    }

    /// The tag of the pair with this number.
    pub(super) fn tag(&self, id: u32) -> u8 {
        self.records.get(id).1
    }

    /// The number of a pair, and whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, left: u32, right: u32, tag: u8) -> (u32, bool) {
        let pair = join(left, right);
        let hash = hash(pair, tag);
        match self.probe(pair, tag, hash) {
            Ok(id) => (id, false),
            Err(slot) => (self.add(pair, tag, hash, slot), true),
        }
    }

    /// The number of a pair that is there.
    pub(super) fn find(&self, left: u32, right: u32, tag: u8) -> Option<u32> {
        let pair = join(left, right);
        self.probe(pair, tag, hash(pair, tag)).ok()
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.bytes() + self.slots.capacity() * size_of::<u32>()
    }

    /// The number of a pair, or the free slot where its search ended.
    #[inline]
    fn probe(&self, pair: u64, tag: u8, hash: u64) -> Result<u32, usize> {
        let mask = id_mask(self.id_bits);
        let mark = (hash as u32) & !mask;
        let mut slot = position(hash, self.slots.len());
        loop {
            let entry = self.slots[slot];
            if entry == EMPTY {
                return Err(slot);
            }
            if entry & !mask == mark {
                let id = entry & mask;
                if self.records.get(id) == (pair, tag) {
                    return Ok(id);
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    fn add(&mut self, pair: u64, tag: u8, hash: u64, slot: usize) -> u32 {
        let id = self.records.len;
        assert!(id < MOST, "a full store was given one more state");
        self.records.push(pair, tag);
        self.slots[slot] = id | (hash as u32) & !id_mask(self.id_bits);
        if self.records.len >= self.limit {
            self.resize(self.slots.len() + self.slots.len() / 2);
        }
        id
    }

    /// Makes the table larger and puts every number in its place again.
    fn resize(&mut self, slots: usize) {
        // Freed before the new one is taken: the records have all it takes.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; slots];
        self.limit = u32::try_from(slots / 5 * 4).unwrap_or(u32::MAX);
        self.id_bits = (u64::BITS - (slots as u64).leading_zeros()).min(u32::BITS);
        let len = self.records.len as usize;
        if len < BATCH {
            for id in 0..self.records.len {
                let (pair, tag) = self.records.get(id);
                self.place(id, hash(pair, tag));
            }
            return;
        }
        let mut regions: Vec<Vec<(u64, u32)>> = vec![Vec::new(); REGIONS];
        for start in (0..len).step_by(BATCH) {
            for id in start as u32..(start + BATCH).min(len) as u32 {
                let (pair, tag) = self.records.get(id);
                let hash = hash(pair, tag);
                regions[(hash >> 56) as usize].push((hash, id));
            }
            for region in &mut regions {
                for (hash, id) in region.drain(..) {
                    self.place(id, hash);
                }
            }
        }
    }

    /// Puts a number that is not in the table into a free slot.
    fn place(&mut self, id: u32, hash: u64) {
        let mut slot = position(hash, self.slots.len());
        while self.slots[slot] != EMPTY {
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
        self.slots[slot] = id | (hash as u32) & !id_mask(self.id_bits);
    }
}

/// Pairs and tags in the order of their numbers.
#[derive(Debug, Default)]
struct Records<const TAGGED: bool> {
    chunks: Vec<Vec<u8>>,
    len: u32,
}

impl<const TAGGED: bool> Records<TAGGED> {
    const SIZE: usize = if TAGGED { 9 } else { 8 };

    fn push(&mut self, pair: u64, tag: u8) {
        let full = self.len as usize == self.chunks.len() * CHUNK;
        if full {
            // The first chunk grows as needed, so that small sets stay small.
            let capacity = if self.chunks.is_empty() {
                0
            } else {
                CHUNK * Self::SIZE
            };
            self.chunks.push(Vec::with_capacity(capacity));
        }
        let chunk = self.chunks.last_mut().expect("a chunk was made");
        chunk.extend_from_slice(&pair.to_le_bytes());
        if TAGGED {
            chunk.push(tag);
        }
        self.len += 1;
    }

    #[inline]
    fn get(&self, id: u32) -> (u64, u8) {
        let start = (id as usize & (CHUNK - 1)) * Self::SIZE;
        let record = &self.chunks[(id >> CHUNK_BITS) as usize][start..start + Self::SIZE];
        let pair = record
            .first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes));
        (pair, if TAGGED { record[8] } else { 0 })
    }

    fn bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(Vec::capacity).sum();
        chunks + self.chunks.capacity() * size_of::<Vec<u8>>()
    }
}

fn join(left: u32, right: u32) -> u64 {
    u64::from(left) | u64::from(right) << 32
}

fn id_mask(bits: u32) -> u32 {
    ((1_u64 << bits) - 1) as u32
}

/// The slot where the search for a hash begins, from its high bits (marks are low bits).
#[inline]
fn position(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}

/// Two folded multiplications: one leaves patterns of dense numbers visible in the high bits.
#[inline]
fn hash(pair: u64, tag: u8) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let first = fold(
        pair ^ 0x9e37_79b9_7f4a_7c15 ^ (u64::from(tag) << 24),
        0xd6e8_feb8_6659_fd93,
    );
    fold(first ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_lasting() {
        let mut pairs = Pairs::<false>::new();
        for n in 0..100_000_u32 {
            assert_eq!(pairs.insert(n % 317, n / 317, 0), (n, true));
        }
        for n in 0..100_000_u32 {
            assert_eq!(pairs.insert(n % 317, n / 317, 0), (n, false));
            assert_eq!(pairs.get(n), (n % 317, n / 317));
        }
        assert_eq!(pairs.find(400, 0, 0), None);
        assert_eq!(pairs.len(), 100_000);
    }

    #[test]
    fn tags_tell_pairs_apart() {
        let mut pairs = Pairs::<true>::new();
        assert_eq!(pairs.insert(1, 2, 0), (0, true));
        assert_eq!(pairs.insert(1, 2, 1), (1, true));
        assert_eq!(pairs.insert(1, 2, 0), (0, false));
        assert_eq!((pairs.tag(0), pairs.tag(1)), (0, 1));
        assert_eq!(pairs.find(1, 2, 2), None);
    }

    #[test]
    fn extreme_words_are_ordinary() {
        let mut pairs = Pairs::<false>::new();
        for word in [0, 1, u32::MAX, u32::MAX - 1] {
            for other in [0, 1, u32::MAX, u32::MAX - 1] {
                assert!(pairs.insert(word, other, 0).1);
                assert!(!pairs.insert(word, other, 0).1);
            }
        }
    }

    #[test]
    fn a_pair_takes_at_most_sixteen_bytes() {
        let mut pairs = Pairs::<false>::new();
        for n in 0..500_000 {
            pairs.insert(n, n ^ 1, 0);
        }
        assert!(pairs.bytes() <= 16 * 500_000 + 300_000, "{}", pairs.bytes());
    }
}
