//! A set of keys that several workers fill at once.
//!
//! It is cut into shards by the hash of the keys, each with a lock of its own, so that workers seldom
//! meet. A key's number says its shard and its place there; it is unique and lasts, but numbers are
//! not without gaps.
//!
//! The set knows layers: of a key it says whether it came in since the last call of
//! [`Shards::next_layer`], whoever put it in.

use super::marks::Marks;
use super::numbers::{Key, Numbers};
use super::sync::{Mutex, MutexGuard};

/// Places in a shard, as bits of a number.
const PLACE_BITS: u32 = 26;

/// Places that are left when a shard counts as full: workers look only now and then.
const RESERVE: u32 = 1 << 22;

/// A set of keys.
#[derive(Debug)]
pub(super) struct Shards<K> {
    shards: Box<[Shard<K>]>,
    bits: u32,
}

/// On cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct Shard<K>(Mutex<Held<K>>);

#[derive(Debug)]
struct Held<K> {
    numbers: Numbers<K>,
    /// The place of the first key of this layer.
    layer: u32,
    /// Places that are marked.
    marks: Marks,
}

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Put {
    pub(crate) id: u32,
    /// Whether it was not there before.
    pub(crate) new: bool,
    /// Whether it came in this layer, now or earlier.
    pub(crate) fresh: bool,
}

/// The place of a key in its shard, by its number.
pub(super) fn place(id: u32) -> u32 {
    id & ((1 << PLACE_BITS) - 1)
}

impl<K: Key> Shards<K> {
    /// An empty set of `2^bits` shards, at most 64.
    pub(super) fn new(bits: u32) -> Shards<K> {
        assert!(bits <= u32::BITS - PLACE_BITS, "numbers have 32 bits");
        let shard = || {
            Shard(Mutex::new(Held {
                numbers: Numbers::new(),
                layer: 0,
                marks: Marks::default(),
            }))
        };
        Shards {
            shards: (0..1 << bits).map(|_| shard()).collect(),
            bits,
        }
    }

    /// Adds a key, or finds it.
    #[inline]
    pub(super) fn insert(&self, key: K) -> Put {
        let hash = key.hash();
        let shard = self.shard(hash);
        let mut held = self.lock(shard);
        let (place, new) = held.numbers.insert_hashed(key, hash);
        assert!(
            place < 1 << PLACE_BITS,
            "a full shard was given one more key"
        );
        Put {
            id: shard << PLACE_BITS | place,
            new,
            fresh: place >= held.layer,
        }
    }

    /// The shard of a key. The table of a shard goes by the highest and the lowest bits.
    #[inline]
    fn shard(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & ((1 << self.bits) - 1)
    }

    /// Whether a key is there.
    pub(super) fn has(&self, key: K) -> bool {
        self.lock(self.shard(key.hash()))
            .numbers
            .find(key)
            .is_some()
    }

    /// Marks a key, by its number.
    pub(super) fn mark(&self, id: u32) {
        self.lock(id >> PLACE_BITS).marks.put(place(id));
    }

    /// Whether a key is marked.
    pub(super) fn is_marked(&self, id: u32) -> bool {
        self.lock(id >> PLACE_BITS).marks.has(place(id))
    }

    /// From here on a new layer is filled. Nobody else may insert meanwhile.
    pub(super) fn next_layer(&self) {
        for shard in 0..self.shards.len() as u32 {
            let mut held = self.lock(shard);
            held.layer = held.numbers.len();
        }
    }

    /// How many keys there are, how many bytes they take, and whether there is no room for many more.
    pub(super) fn size(&self) -> (u64, u64, bool) {
        let mut size = (0, 0, false);
        for shard in 0..self.shards.len() as u32 {
            let held = self.lock(shard);
            size.0 += u64::from(held.numbers.len());
            size.1 += (held.numbers.bytes() + held.marks.bytes()) as u64;
            size.2 |= held.numbers.len() >= (1 << PLACE_BITS) - RESERVE;
        }
        size
    }

    fn lock(&self, shard: u32) -> MutexGuard<'_, Held<K>> {
        let shard = &self.shards[shard as usize].0;
        shard.lock().expect("nobody panics while inserting")
    }
}
