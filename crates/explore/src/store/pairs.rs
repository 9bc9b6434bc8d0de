//! A set of pairs of words in which each pair has a dense number.
//!
//! The pairs lie in the order of their numbers in chunks that never move; beside them a table with
//! open addressing holds numbers only. A slot is four bytes: the number in its low bits, and in the
//! bits that are left some bits of the hash, so that most mismatches are seen without a visit to
//! the pair. The table grows by half when it is four fifths full, which keeps a pair between 13 and
//! 15.5 bytes (a tagged one takes one more).

/// Pairs per chunk.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A slot with nothing in it. No number has all its bits set, since a table always has free slots.
const EMPTY: u32 = u32::MAX;

/// A grow-only array whose items never move once a chunk is full.
#[derive(Debug, Default)]
struct Chunked<T> {
    chunks: Vec<Vec<T>>,
}

impl<T: Copy> Chunked<T> {
    fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(item),
            // The first chunk grows as needed, so that small sets stay small.
            None => self.chunks.push(vec![item]),
            Some(_) => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
    }

    #[inline]
    fn get(&self, index: u32) -> T {
        self.chunks[(index >> CHUNK_BITS) as usize][index as usize & (CHUNK - 1)]
    }

    fn bytes(&self) -> usize {
        let items: usize = self.chunks.iter().map(Vec::capacity).sum();
        items * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

/// A set of pairs, each with a tag byte where `TAGGED`; pairs with different tags are different.
#[derive(Debug)]
pub(super) struct Pairs<const TAGGED: bool> {
    pairs: Chunked<u64>,
    tags: Chunked<u8>,
    len: u32,
    slots: Vec<u32>,
    /// How many low bits of a slot hold the number.
    id_bits: u32,
    /// The length at which the table grows.
    limit: u32,
}

/// More numbers than this are not given.
pub(super) const MOST: u32 = u32::MAX - (1 << 20);

impl<const TAGGED: bool> Pairs<TAGGED> {
    pub(super) fn new() -> Self {
        let mut pairs = Pairs {
            pairs: Chunked::default(),
            tags: Chunked::default(),
            len: 0,
            slots: Vec::new(),
            id_bits: 0,
            limit: 0,
        };
        pairs.resize(64);
        pairs
    }

    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The pair with this number.
    #[inline]
    pub(super) fn get(&self, id: u32) -> (u32, u32) {
        let pair = self.pairs.get(id);
        (pair as u32, (pair >> 32) as u32)
    }

    /// The tag of the pair with this number.
    pub(super) fn tag(&self, id: u32) -> u8 {
        self.tags.get(id)
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
        self.pairs.bytes() + self.tags.bytes() + self.slots.capacity() * size_of::<u32>()
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
                if self.pairs.get(id) == pair && (!TAGGED || self.tags.get(id) == tag) {
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
        let id = self.len;
        assert!(id < MOST, "a full store was given one more state");
        self.pairs.push(pair);
        if TAGGED {
            self.tags.push(tag);
        }
        self.len += 1;
        self.slots[slot] = id | (hash as u32) & !id_mask(self.id_bits);
        if self.len >= self.limit {
            self.resize(self.slots.len() + self.slots.len() / 2);
        }
        id
    }

    /// Makes the table larger and puts every number in its place again.
    fn resize(&mut self, slots: usize) {
        // Freed before the new one is taken: the numbers are all in `pairs`.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; slots];
        self.limit = u32::try_from(slots / 5 * 4).unwrap_or(u32::MAX);
        self.id_bits = (u64::BITS - (slots as u64).leading_zeros()).min(u32::BITS);
        let mask = id_mask(self.id_bits);
        for id in 0..self.len {
            let hash = hash(
                self.pairs.get(id),
                if TAGGED { self.tags.get(id) } else { 0 },
            );
            let mut slot = position(hash, slots);
            while self.slots[slot] != EMPTY {
                slot += 1;
                if slot == slots {
                    slot = 0;
                }
            }
            self.slots[slot] = id | (hash as u32) & !mask;
        }
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
