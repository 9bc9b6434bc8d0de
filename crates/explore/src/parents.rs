//! From which state each state was first reached, in two bits a state.
//!
//! Breadth-first search expands states in the order of their numbers, and numbers new states in the
//! order in which it meets them. So the parents of the states 1, 2, 3, … are a rising sequence, and
//! it is enough to write, for each expanded state, a one for each new state it led to, and then a
//! zero. A path is read off in one pass backwards.

use crate::store::StateId;

/// The tree of first visits.
#[derive(Debug, Default)]
pub(crate) struct Parents {
    words: Vec<u64>,
    bits: u64,
}

impl Parents {
    /// The state being expanded led to the next new state.
    pub(crate) fn child(&mut self) {
        self.push(true);
    }

    /// The next state is going to be expanded.
    pub(crate) fn next(&mut self) {
        self.push(false);
    }

    /// The states on the way from state 0 to `state`, both included.
    pub(crate) fn path(&self, state: StateId) -> Vec<StateId> {
        let mut path = vec![state];
        let mut wanted = state.0;
        // Going backwards, `child` and `parent` are the numbers that the next one and zero bit
        // belong to.
        let ones: u64 = self
            .words
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum();
        let mut child = ones as u32;
        let mut parent = (self.bits - ones) as u32;
        for position in (0..self.bits).rev() {
            if wanted == 0 {
                break;
            }
            if self.words[position as usize / 64] >> (position % 64) & 1 == 0 {
                parent -= 1;
                continue;
            }
            if child == wanted {
                wanted = parent;
                path.push(StateId(parent));
            }
            child -= 1;
        }
        path.reverse();
        path
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    fn push(&mut self, one: bool) {
        if self.bits.is_multiple_of(64) {
            self.words.push(0);
        }
        if one {
            self.words[self.bits as usize / 64] |= 1 << (self.bits % 64);
        }
        self.bits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_follow_first_visits() {
        // 0 leads to 1 and 2; 1 to nothing new; 2 to 3, 4, 5; 3 to 6.
        let mut parents = Parents::default();
        for children in [2, 0, 3, 1] {
            for _ in 0..children {
                parents.child();
            }
            parents.next();
        }
        let path = |state| {
            parents
                .path(StateId(state))
                .iter()
                .map(|id| id.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(path(0), [0]);
        assert_eq!(path(1), [0, 1]);
        assert_eq!(path(5), [0, 2, 5]);
        assert_eq!(path(6), [0, 2, 3, 6]);
    }

    #[test]
    fn agrees_with_a_plain_array() {
        let mut parents = Parents::default();
        let mut plain = vec![0_u32];
        for state in 0..2000_u32 {
            for _ in 0..(state * 7 % 4) {
                parents.child();
                plain.push(state);
            }
            if plain.len() as u32 <= state + 1 {
                parents.child();
                plain.push(state);
            }
            // A path to the newest state is asked for in the middle of an expansion, too.
            if state % 97 == 0 {
                let mut expected = vec![StateId(plain.len() as u32 - 1)];
                while expected[expected.len() - 1].0 != 0 {
                    expected.push(StateId(plain[expected[expected.len() - 1].index()]));
                }
                expected.reverse();
                assert_eq!(parents.path(expected[expected.len() - 1]), expected);
            }
            parents.next();
        }
    }
}
