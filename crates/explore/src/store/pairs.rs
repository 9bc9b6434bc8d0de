//! Pairs of words, numbered.
//!
//! A pair may have a tag byte; pairs with different tags are different. What numbers cost is said in
//! [`super::numbers`]: a pair takes between 13 and 15.5 bytes, a tagged one one more.

use super::numbers::{Key, Numbers};

/// A set of pairs, each with a tag where `TAGGED`.
#[derive(Debug)]
pub(super) struct Pairs<const TAGGED: bool>(Numbers<Pair<TAGGED>>);

/// A pair and its tag, which is 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair<const TAGGED: bool> {
    words: u64,
    tag: u8,
}

impl<const TAGGED: bool> Pair<TAGGED> {
    #[inline]
    pub(super) fn new(left: u32, right: u32, tag: u8) -> Self {
        Pair {
            words: u64::from(left) | u64::from(right) << 32,
            tag,
        }
    }

    #[inline]
    pub(super) fn words(self) -> (u32, u32) {
        (self.words as u32, (self.words >> 32) as u32)
    }

    pub(super) fn tag(self) -> u8 {
        self.tag
    }

    /// A place among so many, a power of two, where a pair of this tag may be remembered.
    #[inline]
    pub(super) fn quick_hash(self, places: usize) -> usize {
        let product = self.words.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((product ^ product >> 32) >> 20) as usize & (places - 1)
    }
}

impl<const TAGGED: bool> Key for Pair<TAGGED> {
    const SIZE: usize = if TAGGED { 9 } else { 8 };

    /// Two folded multiplications: one leaves patterns of dense numbers visible in the high bits.
    #[inline]
    fn hash(self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let first = fold(
            self.words ^ 0x9e37_79b9_7f4a_7c15 ^ (u64::from(self.tag) << 24),
            0xd6e8_feb8_6659_fd93,
        );
        fold(first ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
    }

    #[inline]
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.words.to_le_bytes());
        if TAGGED {
            out.push(self.tag);
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let words = bytes
            .first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes));
        Pair {
            words,
            tag: if TAGGED { bytes[8] } else { 0 },
        }
    }
}

impl<const TAGGED: bool> Pairs<TAGGED> {
    pub(super) fn new() -> Self {
        Pairs(Numbers::new())
    }

    pub(super) fn len(&self) -> u32 {
        self.0.len()
    }

    /// The pair with this number.
    #[inline]
    pub(super) fn get(&self, id: u32) -> (u32, u32) {
        self.0.get(id).words()
    }

    /// The tag of the pair with this number.
    pub(super) fn tag(&self, id: u32) -> u8 {
        self.0.get(id).tag()
    }

    /// The number of a pair, and whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, left: u32, right: u32, tag: u8) -> (u32, bool) {
        self.0.insert(Pair::new(left, right, tag))
    }

    /// The number of a pair that is there.
    pub(super) fn find(&self, left: u32, right: u32, tag: u8) -> Option<u32> {
        self.0.find(Pair::new(left, right, tag))
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.bytes()
    }
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
