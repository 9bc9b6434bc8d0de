//! Several workers, depth-first.
//!
//! Each worker goes its own way through what is new to all. When another has nothing to do, it gives it
//! the choices that are left in the lowest state of its path that has some, from which the most may
//! follow: a [`Branch`].
//!
//! *Stuck threads.* As soon as something from which a run can go on for good is met, an end or a state
//! marked as free, the whole path is marked: what leads to a free state is free. A worker that leaves a
//! state which is not marked probes it, but if it gave some of its choices away: then that is up to who
//! has the last of them. So when all is done, every state was shown to be free, or probed. Probes are
//! rare: where runs end, the first end marks the path, and what is met later is mostly marked.

use machine::Choice;

use super::{Flow, Led, Work, Worker};
use crate::search::Books;
use crate::system::System;

/// A state and choices in it.
pub(super) struct Branch {
    state: Vec<u32>,
    /// None: those that it has.
    choices: Option<Vec<Choice>>,
    id: u32,
    /// Its distance from the start.
    depth: u32,
}

impl Branch {
    /// All from the initial state on.
    pub(super) fn initial(state: &[u32], id: u32) -> Branch {
        Branch {
            state: state.to_vec(),
            choices: None,
            id,
            depth: 0,
        }
    }
}

/// A worker's way from where it began to where it is.
#[derive(Default)]
struct Path {
    frames: Vec<Frame>,
    words: Vec<u32>,
    choices: Vec<Choice>,
    /// The lowest frame that may have choices left.
    lowest: usize,
}

struct Frame {
    /// Where its words and choices begin, in those of the path.
    words: usize,
    choices: usize,
    /// The next choice, and the end of those that are to be taken.
    next: usize,
    end: usize,
    id: u32,
    /// Whether the state is known to be free. Then so are those below it.
    free: bool,
    /// Whether some of its choices were given away.
    given: bool,
}

impl Path {
    /// Goes on to a state whose choices have been appended to those of the path.
    fn enter(&mut self, state: &[u32], choices: usize, id: u32) {
        self.frames.push(Frame {
            words: self.words.len(),
            choices,
            next: choices,
            end: self.choices.len(),
            id,
            free: false,
            given: false,
        });
        self.words.extend_from_slice(state);
    }

    /// Goes back.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.words.truncate(frame.words);
            self.choices.truncate(frame.choices);
            self.lowest = self.lowest.min(self.frames.len());
        }
    }

    /// The next choice of the last state.
    fn next(&mut self) -> Option<Choice> {
        let frame = self.frames.last_mut()?;
        let choice = (frame.next < frame.end).then(|| self.choices[frame.next])?;
        frame.next += 1;
        Some(choice)
    }

    /// The last state.
    fn state(&self) -> &[u32] {
        self.frames.last().map_or(&[], |it| &self.words[it.words..])
    }

    /// Takes out what is left in the lowest state that has something left; half of it, if that is
    /// the last state.
    fn split(&mut self, depth: u32) -> Option<Branch> {
        while self.frames.get(self.lowest)?.next == self.frames[self.lowest].end {
            self.lowest += 1;
        }
        let words = self.frames.get(self.lowest + 1).map(|above| above.words);
        let frame = &mut self.frames[self.lowest];
        let left = frame.end - frame.next;
        let given = match words {
            Some(_) => left,
            None => left / 2,
        };
        if given == 0 {
            return None;
        }
        frame.end -= given;
        frame.given = true;
        Some(Branch {
            state: self.words[frame.words..words.unwrap_or(self.words.len())].to_vec(),
            choices: Some(self.choices[frame.end..][..given].to_vec()),
            id: frame.id,
            depth: depth + self.lowest as u32,
        })
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.frames.capacity() * size_of::<Frame>()
    }
}

impl<S: System> Worker<'_, S> {
    /// Takes the choices of a branch, and all that follow.
    pub(super) fn go_deep(&mut self, branch: Branch, mut books: Option<&mut Books<'_>>) -> Flow {
        let shared = self.shared;
        let depth = branch.depth;
        let mut path = Path::default();
        self.system.load(&branch.state);
        match branch.choices {
            Some(choices) => path.choices = choices,
            None => self.system.choices(&mut path.choices),
        }
        if path.choices.is_empty() {
            self.tally.end_states += 1;
            return Flow::Continue;
        }
        path.enter(&branch.state, 0, branch.id);
        // Whether the system is in the last state of the path.
        let mut there = true;
        while !path.frames.is_empty() {
            let Some(choice) = path.next() else {
                if self.leave(&mut path) == Flow::Stop {
                    return Flow::Stop;
                }
                there = false;
                continue;
            };
            if shared.layers.has_idle()
                && let Some(branch) = path.split(depth)
            {
                shared.layers.share(Work::Branch(branch));
            }
            self.open = (path.frames.len(), path.bytes());
            if self.tick(books.as_deref_mut()) == Flow::Stop {
                return Flow::Stop;
            }
            if !there {
                self.system.load(path.state());
            }
            there = false;
            match self.step(choice) {
                Led::Home => return Flow::Stop,
                Led::Nowhere => {}
                Led::Astray => self.mark(&mut path),
                Led::To(put) if put.new => {
                    let choices = path.choices.len();
                    self.system.choices(&mut path.choices);
                    self.tally.depth = self.tally.depth.max(depth + path.frames.len() as u32);
                    if path.choices.len() == choices {
                        self.tally.end_states += 1;
                        self.mark(&mut path);
                    } else {
                        path.enter(&self.target, choices, put.id);
                        there = true;
                    }
                }
                Led::To(put) => {
                    if shared.looks_for_stuck
                        && path.frames.last().is_some_and(|it| !it.free)
                        && shared.store.is_marked(put.id)
                    {
                        self.mark(&mut path);
                    }
                }
            }
        }
        Flow::Continue
    }

    /// Goes back from a state all of whose choices have been taken, or given away.
    fn leave(&mut self, path: &mut Path) -> Flow {
        let done = path.frames.last().is_none_or(|it| it.free || it.given);
        if self.shared.looks_for_stuck && !done {
            if self.probe(path.state()) == Flow::Stop {
                return Flow::Stop;
            }
            self.mark(path);
        }
        path.leave();
        Flow::Continue
    }

    /// Marks all states of a path: its last one is free.
    fn mark(&self, path: &mut Path) {
        if !self.shared.looks_for_stuck {
            return;
        }
        for frame in path.frames.iter_mut().rev() {
            if std::mem::replace(&mut frame.free, true) {
                break;
            }
            self.shared.store.mark(frame.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_choices_are_given_away_and_half_of_the_last() {
        let mut path = Path::default();
        for state in 0..3u32 {
            let choices = path.choices.len();
            path.choices
                .extend([Choice::run(0), Choice::run(1), Choice::run(2)]);
            path.enter(&vec![state; state as usize + 1], choices, state);
            if state < 2 {
                path.next();
            }
        }
        for state in 0..2 {
            let branch = path.split(10).unwrap();
            assert_eq!(branch.state, vec![state; state as usize + 1]);
            assert_eq!(branch.choices, Some(vec![Choice::run(1), Choice::run(2)]));
            assert_eq!(branch.depth, 10 + state);
        }
        let branch = path.split(10).unwrap();
        assert_eq!(branch.state, [2, 2, 2]);
        assert_eq!(branch.choices, Some(vec![Choice::run(2)]));
        assert_eq!(path.next(), Some(Choice::run(0)));
        assert!(path.split(10).is_none());
        assert_eq!(path.next(), Some(Choice::run(1)));
        assert_eq!(path.next(), None);
        path.leave();
        assert_eq!(path.next(), None);
        assert_eq!(path.state(), [1, 1]);
    }
}
