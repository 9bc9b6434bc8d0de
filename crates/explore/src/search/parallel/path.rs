//! A worker's way from where it began to where it is.
//!
//! A state on it is kept as what has to be changed to come to it from the state after it; only the last
//! state, and now and then another, is kept as it is. So a path takes a few dozen bytes a state, however
//! large states are.

use machine::Choice;

use super::deep::Branch;
use crate::search::packed::Packed;

/// Of so many states one is kept as it is.
const WHOLE: usize = 64;

/// In the place of a word's position: the length.
const LENGTH: u32 = u32::MAX;

/// States, each with the choices that are left in it.
#[derive(Debug, Default)]
pub(super) struct Path {
    frames: Vec<Frame>,
    choices: Packed,
    /// The last state.
    state: Vec<u32>,
    /// Positions and words by which each state differs from the one after it.
    changes: Vec<(u32, u32)>,
    /// Every [`WHOLE`]th state.
    whole: Vec<Box<[u32]>>,
    /// The lowest frame that may have choices left.
    lowest: usize,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where the changes that lead back from it begin.
    changes: u32,
    /// The places of its first choice, of the next one, and of the end of those to be taken.
    first: u32,
    next: u32,
    end: u32,
    id: u32,
    /// Whether the state is known to be free. Then so are those below it.
    free: bool,
    /// Whether some of its choices were given away.
    given: bool,
}

impl Path {
    /// Goes on to a state with these choices.
    pub(super) fn enter(&mut self, state: &[u32], choices: &[Choice], id: u32) {
        let changes = u32::try_from(self.changes.len()).expect("fewer than 2^32 changes");
        if self.frames.len().is_multiple_of(WHOLE) {
            self.whole.push(state.into());
        }
        if !self.frames.is_empty() {
            for (index, old) in self.state.iter().enumerate() {
                if state.get(index) != Some(old) {
                    self.changes.push((index as u32, *old));
                }
            }
            if self.state.len() != state.len() {
                self.changes.push((LENGTH, self.state.len() as u32));
            }
        }
        self.state.clear();
        self.state.extend_from_slice(state);
        let first = self.choices.end();
        choices.iter().for_each(|choice| self.choices.push(*choice));
        self.frames.push(Frame {
            changes,
            first,
            next: first,
            end: self.choices.end(),
            id,
            free: false,
            given: false,
        });
    }

    /// Goes back.
    pub(super) fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        undo(&mut self.state, &self.changes[frame.changes as usize..]);
        self.changes.truncate(frame.changes as usize);
        self.choices.truncate(frame.first);
        self.lowest = self.lowest.min(self.frames.len());
        if self.frames.len().is_multiple_of(WHOLE) {
            self.whole.pop();
        }
    }

    /// Takes the next choice of the last state.
    pub(super) fn next(&mut self) -> Option<Choice> {
        let frame = self.frames.last_mut()?;
        if frame.next == frame.end {
            return None;
        }
        let choice;
        (choice, frame.next) = self.choices.at(frame.next);
        Some(choice)
    }

    /// The last state.
    pub(super) fn state(&self) -> &[u32] {
        &self.state
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether the last state is known to be free.
    pub(super) fn is_free(&self) -> bool {
        self.frames.last().is_some_and(|it| it.free)
    }

    /// Whether choices of the last state were given away.
    pub(super) fn is_given(&self) -> bool {
        self.frames.last().is_some_and(|it| it.given)
    }

    /// The last state is free, and so are all others. Tells the numbers of those not known before.
    pub(super) fn set_free(&mut self, mut tell: impl FnMut(u32)) {
        for frame in self.frames.iter_mut().rev() {
            if std::mem::replace(&mut frame.free, true) {
                break;
            }
            tell(frame.id);
        }
    }

    /// Takes out what is left in the lowest state that has something left; half of it, if that is
    /// the last state. `depth` is the distance of the first state from the start.
    pub(super) fn split(&mut self, depth: u32) -> Option<Branch> {
        while self.frames.get(self.lowest)?.next == self.frames[self.lowest].end {
            self.lowest += 1;
        }
        let lowest = self.lowest;
        let frame = self.frames[lowest];
        let left = self.choices.between(frame.next, frame.end).count();
        let kept = match lowest + 1 == self.frames.len() {
            true => left - left / 2,
            false => 0,
        };
        let end = (0..kept).fold(frame.next, |place, _| self.choices.at(place).1);
        if end == frame.end {
            return None;
        }
        let choices = self.choices.between(end, frame.end).collect();
        self.frames[lowest].end = end;
        self.frames[lowest].given = true;
        Some(Branch {
            state: self.state_at(lowest),
            choices,
            id: frame.id,
            depth: depth + lowest as u32,
        })
    }

    /// The words of a state, from the nearest one after it that is there as it is.
    fn state_at(&self, index: usize) -> Vec<u32> {
        let whole = index.div_ceil(WHOLE);
        let (mut state, mut at) = match self.whole.get(whole) {
            Some(words) => (words.to_vec(), whole * WHOLE),
            None => (self.state.clone(), self.frames.len() - 1),
        };
        while at > index {
            let above = self.frames.get(at + 1).map(|it| it.changes as usize);
            let end = above.unwrap_or(self.changes.len());
            undo(
                &mut state,
                &self.changes[self.frames[at].changes as usize..end],
            );
            at -= 1;
        }
        state
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>()
            + self.choices.bytes()
            + self.changes.capacity() * size_of::<(u32, u32)>()
            + self.whole.len() * (size_of::<Box<[u32]>>() + self.state.len() * size_of::<u32>())
    }
}

/// Goes from a state to the one before it.
fn undo(state: &mut Vec<u32>, changes: &[(u32, u32)]) {
    for &(index, word) in changes.iter().rev() {
        match index {
            LENGTH => state.resize(word as usize, 0),
            _ => state[index as usize] = word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_choices_are_given_away_and_half_of_the_last() {
        let mut path = Path::default();
        let choices = [0, 1, 2].map(Choice::run);
        for state in 0..3u32 {
            path.enter(&vec![state; state as usize + 1], &choices, state);
            if state < 2 {
                path.next();
            }
        }
        for state in 0..2 {
            let branch = path.split(10).unwrap();
            assert_eq!(branch.state, vec![state; state as usize + 1]);
            assert_eq!(branch.choices, choices[1..]);
            assert_eq!(branch.depth, 10 + state);
        }
        let branch = path.split(10).unwrap();
        assert_eq!(branch.state, [2, 2, 2]);
        assert_eq!(branch.choices, choices[2..]);
        assert_eq!(path.next(), Some(Choice::run(0)));
        assert!(path.split(10).is_none());
        assert_eq!(path.next(), Some(Choice::run(1)));
        assert_eq!(path.next(), None);
        path.leave();
        assert_eq!(path.next(), None);
        assert_eq!(path.state(), [1, 1]);
    }

    /// States of several lengths, of which neighbours differ in some words.
    fn state(n: u32) -> Vec<u32> {
        let length = 5 + n * 7 % 4;
        (0..length).map(|word| n >> (word % 4)).collect()
    }

    #[test]
    fn every_state_of_a_long_path_is_there() {
        let mut path = Path::default();
        for n in 0..400 {
            path.enter(&state(n), &[Choice::run(0), Choice::run(1)], n);
        }
        for n in 0..400 {
            assert_eq!(path.state_at(n as usize), state(n), "{n}");
        }
        for n in (1..400).rev() {
            assert_eq!(path.state(), state(n));
            path.leave();
            assert_eq!(path.len(), n as usize);
            let below = n / 2;
            assert_eq!(path.state_at(below as usize), state(below));
        }
        path.leave();
        assert_eq!((path.len(), path.bytes() > 0), (0, true));
        assert!(path.changes.is_empty() && path.whole.is_empty());
    }

    #[test]
    fn what_is_free_is_told_once() {
        let mut path = Path::default();
        let mut told = Vec::new();
        for n in 0..3 {
            path.enter(&[n], &[Choice::run(0)], n);
        }
        path.set_free(|id| told.push(id));
        path.enter(&[3], &[], 3);
        assert!(!path.is_free());
        path.set_free(|id| told.push(id));
        assert_eq!(told, [2, 1, 0, 3]);
    }
}
