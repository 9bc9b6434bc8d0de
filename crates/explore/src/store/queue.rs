//! States that wait, in the order in which they came.
//!
//! For searches over stores that forget the words of states, and for handing states from one worker
//! to another. States lie in blocks; within a block each is written as its difference from the one
//! before, so a state that came after one of its siblings takes some twenty bytes. A block can be
//! read by itself.

use std::collections::VecDeque;

/// States in a block.
const BLOCK: u32 = 256;

/// Some states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    count: u32,
    /// The state written last.
    last: Vec<u32>,
    /// Where it was different from the one before: a buffer.
    changes: Vec<usize>,
}

impl Block {
    /// Appends a state.
    pub(crate) fn push(&mut self, state: &[u32]) {
        let common = self.last.len().min(state.len());
        self.changes.clear();
        // Most words are as they were, so they are compared eight at a time.
        let (eights, _) = state[..common].as_chunks::<8>();
        let (last, _) = self.last[..common].as_chunks::<8>();
        for (start, (eight, last)) in (0..).step_by(8).zip(eights.iter().zip(last)) {
            if eight != last {
                let changed = (0..8).filter(|offset| eight[*offset] != last[*offset]);
                self.changes.extend(changed.map(|offset| start + offset));
            }
        }
        let rest = eights.len() * 8..state.len();
        let same = |index: &usize| *index < common && self.last[*index] == state[*index];
        self.changes.extend(rest.filter(|index| !same(index)));
        number(&mut self.bytes, state.len() as u32);
        number(&mut self.bytes, self.changes.len() as u32);
        let mut next = 0;
        for &index in &self.changes {
            number(&mut self.bytes, (index - next) as u32);
            number(&mut self.bytes, state[index]);
            next = index + 1;
        }
        self.last.resize(state.len(), 0);
        self.changes
            .iter()
            .for_each(|&index| self.last[index] = state[index]);
        self.count += 1;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count >= BLOCK
    }

    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.last.capacity() * 4
            + self.changes.capacity() * 8
            + size_of::<Block>()
    }

    /// Takes the states out, as a block without what only writing needs.
    pub(crate) fn take(&mut self) -> Block {
        self.last.clear();
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.shrink_to_fit();
        Block {
            bytes,
            count: std::mem::take(&mut self.count),
            ..Block::default()
        }
    }

    /// The block, to be read.
    pub(crate) fn read(self) -> Reader {
        Reader {
            block: self,
            place: 0,
            state: Vec::new(),
        }
    }
}

/// A block that is being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    block: Block,
    place: usize,
    state: Vec<u32>,
}

impl Reader {
    /// The next state.
    pub(crate) fn next(&mut self) -> Option<&[u32]> {
        if self.block.count == 0 {
            return None;
        }
        self.block.count -= 1;
        let length = self.number() as usize;
        let changes = self.number();
        self.state.resize(length, 0);
        let mut next = 0;
        for _ in 0..changes {
            let index = next + self.number() as usize;
            self.state[index] = self.number();
            next = index + 1;
        }
        Some(&self.state)
    }

    /// How many states are left.
    pub(crate) fn len(&self) -> usize {
        self.block.len()
    }

    fn number(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.block.bytes[self.place];
            self.place += 1;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }
}

/// Seven bits a byte, the lowest first.
fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// First in, first out.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    front: Reader,
    blocks: VecDeque<Block>,
    back: Block,
    bytes: usize,
}

impl Queue {
    /// Appends a state.
    pub(crate) fn push(&mut self, state: &[u32]) {
        self.back.push(state);
        if self.back.is_full() {
            let block = self.back.take();
            self.bytes += block.bytes();
            self.blocks.push_back(block);
        }
    }

    /// Takes the first state and writes it to `out`. False if there is none.
    pub(crate) fn pop(&mut self, out: &mut Vec<u32>) -> bool {
        if self.front.len() == 0 {
            let block = match self.blocks.pop_front() {
                Some(block) => {
                    self.bytes -= block.bytes();
                    block
                }
                None => self.back.take(),
            };
            self.front = block.read();
        }
        match self.front.next() {
            None => false,
            Some(state) => {
                out.clear();
                out.extend_from_slice(state);
                true
            }
        }
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.back.bytes() + self.front.block.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(n: u32) -> Vec<u32> {
        (0..n % 7 + 1)
            .map(|index| index * 1000 + n / (index + 1) * 77_777)
            .collect()
    }

    #[test]
    fn states_come_out_as_they_went_in() {
        let mut queue = Queue::default();
        let (mut pushed, mut popped) = (0, 0);
        let mut out = Vec::new();
        for round in 0..2000_u32 {
            for _ in 0..round % 5 {
                queue.push(&state(pushed));
                pushed += 1;
            }
            for _ in 0..round % 4 {
                assert_eq!(queue.pop(&mut out), popped < pushed);
                if popped < pushed {
                    assert_eq!(out, state(popped));
                    popped += 1;
                }
            }
        }
        while queue.pop(&mut out) {
            assert_eq!(out, state(popped));
            popped += 1;
        }
        assert_eq!(popped, pushed);
    }

    #[test]
    fn extreme_words_and_lengths_are_ordinary() {
        let mut queue = Queue::default();
        let states = [vec![], vec![u32::MAX; 3], vec![0], vec![], vec![128, 127]];
        states.iter().for_each(|state| queue.push(state));
        let mut out = Vec::new();
        for state in states {
            assert!(queue.pop(&mut out));
            assert_eq!(out, state);
        }
        assert!(!queue.pop(&mut out));
    }

    #[test]
    fn states_that_are_alike_take_little() {
        let mut queue = Queue::default();
        let mut state = vec![1_000_000; 40];
        for n in 0..100_000 {
            state[n % 40] += 1;
            queue.push(&state);
        }
        assert!(queue.bytes() < 1_700_000, "{}", queue.bytes());
    }
}
