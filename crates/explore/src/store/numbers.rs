//! A set of small keys in which each key has a dense number.
//!
//! The keys lie in the order of their numbers in chunks that never move; beside them a table with
//! open addressing holds numbers only. A slot is four bytes: the number in its low bits, and in the
//! bits that are left some bits of the hash, so that most mismatches are seen without a visit to
//! the key. The table grows by half when it is four fifths full, which adds between 5 and 7.5 bytes
//! to a key.
//!
//! Large sets cost cache misses and nothing else. So a key is in one place, and growing fills the new
//! table region by region.

/// What is numbered: a few bytes.
pub(super) trait Key: Copy + PartialEq {
    /// How many bytes.
    const SIZE: usize;

    /// Spreads keys evenly, in the high bits and in the low ones.
    fn hash(self) -> u64;

    /// Appends the bytes.
    fn write(self, out: &mut Vec<u8>);

    /// Reads them back.
    fn read(bytes: &[u8]) -> Self;
}

/// Keys per chunk.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A slot with nothing in it. No number has all its bits set, since a table always has free slots.
const EMPTY: u32 = u32::MAX;

/// More numbers than this are not given.
pub(super) const MOST: u32 = u32::MAX - (1 << 20);

/// Numbers that are put into a growing table at a time, and the regions it is filled by.
const BATCH: usize = 1 << 19;
const REGIONS: usize = 256;

/// A set of keys.
#[derive(Debug)]
pub(super) struct Numbers<K> {
    records: Records<K>,
    slots: Vec<u32>,
    /// How many low bits of a slot hold the number.
    id_bits: u32,
    /// The length at which the table grows.
    limit: u32,
}

impl<K: Key> Numbers<K> {
    pub(super) fn new() -> Self {
        let mut numbers = Numbers {
            records: Records::new(),
            slots: Vec::new(),
            id_bits: 0,
            limit: 0,
        };
        numbers.resize(64);
        numbers
    }

    pub(super) fn len(&self) -> u32 {
        self.records.len
    }

    /// The key with this number.
    #[inline]
    pub(super) fn get(&self, id: u32) -> K {
        self.records.get(id)
    }

    /// The number of a key, and whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> (u32, bool) {
        self.insert_hashed(key, key.hash())
    }

    /// The same for one whose hash is known.
    #[inline]
    pub(super) fn insert_hashed(&mut self, key: K, hash: u64) -> (u32, bool) {
        match self.probe(key, hash) {
            Ok(id) => (id, false),
            Err(slot) => (self.add(key, hash, slot), true),
        }
    }

    /// The number of a key that is there.
    pub(super) fn find(&self, key: K) -> Option<u32> {
        self.probe(key, key.hash()).ok()
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.bytes() + self.slots.capacity() * size_of::<u32>()
    }

    /// The number of a key, or the free slot where its search ended.
    #[inline]
    fn probe(&self, key: K, hash: u64) -> Result<u32, usize> {
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
                if self.records.get(id) == key {
                    return Ok(id);
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    fn add(&mut self, key: K, hash: u64, slot: usize) -> u32 {
        let id = self.records.len;
        assert!(id < MOST, "a full store was given one more state");
        self.records.push(key);
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
                self.place(id, self.records.get(id).hash());
            }
            return;
        }
        let mut regions: Vec<Vec<(u64, u32)>> = vec![Vec::new(); REGIONS];
        for start in (0..len).step_by(BATCH) {
            for id in start as u32..(start + BATCH).min(len) as u32 {
                let hash = self.records.get(id).hash();
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

/// Keys in the order of their numbers.
#[derive(Debug)]
struct Records<K> {
    chunks: Vec<Vec<u8>>,
    len: u32,
    of: std::marker::PhantomData<K>,
}

impl<K: Key> Records<K> {
    fn new() -> Self {
        Records {
            chunks: Vec::new(),
            len: 0,
            of: std::marker::PhantomData,
        }
    }

    fn push(&mut self, key: K) {
        let full = self.len as usize == self.chunks.len() * CHUNK;
        if full {
            // The first chunk grows as needed, so that small sets stay small.
            let capacity = if self.chunks.is_empty() {
                0
            } else {
                CHUNK * K::SIZE
            };
            self.chunks.push(Vec::with_capacity(capacity));
        }
        key.write(self.chunks.last_mut().expect("a chunk was made"));
        self.len += 1;
    }

    #[inline]
    fn get(&self, id: u32) -> K {
        let start = (id as usize & (CHUNK - 1)) * K::SIZE;
        K::read(&self.chunks[(id >> CHUNK_BITS) as usize][start..start + K::SIZE])
    }

    fn bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(Vec::capacity).sum();
        chunks + self.chunks.capacity() * size_of::<Vec<u8>>()
    }
}

fn id_mask(bits: u32) -> u32 {
    ((1_u64 << bits) - 1) as u32
}

/// The slot where the search for a hash begins, from its high bits (marks are low bits).
#[inline]
fn position(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}
