//! A set of small numbers: a bit for each, as far as some are in it.

/// Marked numbers.
#[derive(Debug, Default)]
pub(crate) struct Marks(Vec<u64>);

impl Marks {
    /// Marks a number.
    pub(crate) fn put(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Whether a number is marked.
    pub(crate) fn has(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 64);
        word.is_some_and(|word| word & 1 << (number % 64) != 0)
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_and_nothing_else_is_in_it() {
        let mut marks = Marks::default();
        for number in [0, 63, 64, 1000] {
            marks.put(number);
            marks.put(number);
        }
        let found: Vec<u32> = (0..2000).filter(|it| marks.has(*it)).collect();
        assert_eq!(found, [0, 63, 64, 1000]);
        assert!(!marks.has(u32::MAX) && marks.bytes() >= 126);
    }
}
