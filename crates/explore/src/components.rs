//! Strongly connected components while a graph is walked depth-first, and the threads that are
//! stuck in them.
//!
//! In: the walk, as `enter`, `edge`, `leave`. Out: each component when its last state is left, with
//! the threads that move inside it and whether an edge leads out of it.
//!
//! Why this finds stuck threads exactly. The graph is finite, so from every state a *terminal*
//! component (one without an edge out) can be reached, and a run that enters one stays in it for
//! ever. If the terminal component has no edge at all, it is one state in which nobody can move:
//! the system's own findings report it. Else its runs go on for ever, and from each of its states
//! all its edges can be reached. A thread that moves on none of them can never move again once the
//! component is entered. Conversely, if from some state on a thread can never move again, then it
//! moves in no terminal component reachable from there. So "an unfinished thread moves on no edge
//! of a terminal component" is true exactly if some run gets a thread stuck while others go on.
//!
//! Two kinds of transition have no target. One that ran into something unsupported may lead
//! anywhere: the component counts as left. One on which the program assumed something false does
//! not count as a run, but its thread could move.
//!
//! The algorithm is the one of Dijkstra, Gabow and Couvreur: a stack of the states whose component
//! is not complete, and on it borders between candidate components; an edge back to an older state
//! merges all candidates above it. A component's set of threads is kept only once it has an edge.

use crate::system::NOBODY;

/// A set of thread numbers. Allocates only for those above 63.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreadSet {
    low: u64,
    high: Vec<u64>,
    /// By thread: another one that may come into its place, or itself where that is known already.
    alike: Vec<u16>,
}

impl ThreadSet {
    pub(crate) fn insert(&mut self, thread: u16) {
        if thread == NOBODY {
            return;
        }
        let Some(word) = usize::from(thread / 64).checked_sub(1) else {
            self.low |= 1 << thread;
            return;
        };
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (thread % 64);
    }

    /// One thread may come into the place of another, and go its ways from there on.
    pub(crate) fn exchange(&mut self, one: u16, other: u16) {
        let (one, other) = (self.leader(one), self.leader(other));
        if one == other {
            return;
        }
        let (first, last) = (one.min(other), one.max(other));
        for new in self.alike.len() as u16..=last {
            self.alike.push(new);
        }
        self.alike[usize::from(last)] = first;
    }

    /// Whether the thread is in the set, or one whose place it may come into. Places are exchanged back
    /// as well: no edge leaves a terminal component, and going on exchanging brings all back.
    pub(crate) fn reaches(&self, thread: u16) -> bool {
        let leader = self.leader(thread);
        let mut alike = (0..self.alike.len() as u16).filter(|it| self.leader(*it) == leader);
        self.contains(thread) || alike.any(|it| self.contains(it))
    }

    /// The same for all threads that may come into each other's places.
    fn leader(&self, thread: u16) -> u16 {
        let mut leader = thread;
        while let Some(&next) = self.alike.get(usize::from(leader))
            && next != leader
        {
            leader = next;
        }
        leader
    }

    pub(crate) fn contains(&self, thread: u16) -> bool {
        let word = match usize::from(thread / 64).checked_sub(1) {
            None => self.low,
            Some(word) => self.high.get(word).copied().unwrap_or(0),
        };
        word >> (thread % 64) & 1 == 1
    }

    fn add_all(&mut self, other: &ThreadSet) {
        self.low |= other.low;
        if self.high.len() < other.high.len() {
            self.high.resize(other.high.len(), 0);
        }
        for (mine, theirs) in self.high.iter_mut().zip(&other.high) {
            *mine |= theirs;
        }
        for (one, &other) in other.alike.iter().enumerate() {
            self.exchange(one as u16, other);
        }
    }

    fn clear(&mut self) {
        self.low = 0;
        self.high.clear();
        self.alike.clear();
    }
}

/// A candidate: the states of the stack from `start` up to the next candidate's start.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    start: u32,
    /// Index of its set of threads, or [`NO_SET`] while that is empty.
    set: u32,
    /// The thread that moved on the edge from the candidate below into this one.
    entered_by: u16,
    /// It has an edge inside.
    cyclic: bool,
    /// An edge leads to a complete component, or nobody knows where.
    left: bool,
}

const NO_SET: u32 = u32::MAX;

/// A complete component that is terminal and has an edge.
#[derive(Debug)]
pub(crate) struct Component {
    /// The threads that move on its edges.
    pub(crate) moving: ThreadSet,
    /// Its states, by order of entering.
    pub(crate) members: Vec<u32>,
}

/// The walk so far. States have numbers in order of entering: 0, 1, 2, …
#[derive(Debug, Default)]
pub(crate) struct Components {
    /// The entered states whose component is not complete.
    open: Vec<u32>,
    candidates: Vec<Candidate>,
    /// For each entered state, whether it is in `open`.
    is_open: Vec<u64>,
    entered: u32,
    sets: Vec<ThreadSet>,
    /// Indices of sets nobody uses. Invariant: those are empty.
    free: Vec<u32>,
}

impl Components {
    /// A new state is entered by a move of `thread` (any number for the first one).
    pub(crate) fn enter(&mut self, thread: u16) {
        let state = self.entered;
        self.entered += 1;
        let start = self.open.len() as u32;
        self.open.push(state);
        if state.is_multiple_of(64) {
            self.is_open.push(0);
        }
        self.is_open[state as usize / 64] |= 1 << (state % 64);
        self.candidates.push(Candidate {
            start,
            set: NO_SET,
            entered_by: thread,
            cyclic: false,
            left: false,
        });
    }

    /// `thread` moved from the state at the top of the walk to `target`, entered before.
    pub(crate) fn edge(&mut self, thread: u16, target: u32) {
        if self.is_open[target as usize / 64] >> (target % 64) & 1 == 0 {
            self.leads_out();
            return;
        }
        self.moves(thread);
        let mut top = self.pop_candidate();
        // States in `open` have rising numbers, so a candidate holds `target` if its first state
        // is not younger.
        while self.open[top.start as usize] > target {
            let below = self.pop_candidate();
            if below.set != NO_SET {
                let other = std::mem::take(&mut self.sets[below.set as usize]);
                self.sets[top.set as usize].add_all(&other);
                self.free.push(below.set);
            }
            self.sets[top.set as usize].insert(top.entered_by);
            top = Candidate {
                set: top.set,
                left: top.left || below.left,
                ..below
            };
        }
        self.candidates.push(Candidate {
            cyclic: true,
            ..top
        });
    }

    /// On the last edge a thread came into the place of another. See [`crate::numbering`].
    pub(crate) fn exchanges(&mut self, one: u16, other: u16) {
        let set = self.top().set;
        if set != NO_SET {
            self.sets[set as usize].exchange(one, other);
        }
    }

    /// A transition from the top state may lead anywhere, or leads to a complete component.
    pub(crate) fn leads_out(&mut self) {
        self.top().left = true;
    }

    /// `thread` moves in the top state: beside the thread of an edge, or on a run that does not count.
    pub(crate) fn moves(&mut self, thread: u16) {
        let mut set = self.top().set;
        if set == NO_SET {
            set = self.free.pop().unwrap_or_else(|| {
                self.sets.push(ThreadSet::default());
                self.sets.len() as u32 - 1
            });
            self.top().set = set;
        }
        self.sets[set as usize].insert(thread);
    }

    /// The top state (its number given) is left. If that completes a component, and a terminal one
    /// with an edge, gives it.
    pub(crate) fn leave(&mut self, state: u32) -> Option<Component> {
        let candidate = *self.top();
        let start = candidate.start as usize;
        if self.open[start] != state {
            return None;
        }
        self.candidates.pop();
        for &member in &self.open[start..] {
            self.is_open[member as usize / 64] &= !(1 << (member % 64));
        }
        if let Some(below) = self.candidates.last_mut() {
            below.left = true;
        }
        let component = (candidate.cyclic && !candidate.left).then(|| Component {
            moving: self.sets[candidate.set as usize].clone(),
            members: self.open[start..].to_vec(),
        });
        self.open.truncate(start);
        if candidate.set != NO_SET {
            self.sets[candidate.set as usize].clear();
            self.free.push(candidate.set);
        }
        component
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<u32>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + self.is_open.capacity() * size_of::<u64>()
            + self.sets.capacity() * size_of::<ThreadSet>()
            + self.free.capacity() * size_of::<u32>()
    }

    fn top(&mut self) -> &mut Candidate {
        self.candidates.last_mut().expect("the walk has a top")
    }

    fn pop_candidate(&mut self) -> Candidate {
        self.candidates
            .pop()
            .expect("an open state is in some candidate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One state up to the order of threads: thread 1 moves, and is thread 2 after that.
    #[test]
    fn who_comes_into_a_movers_place_is_not_stuck() {
        let mut walk = Components::default();
        walk.enter(0);
        walk.edge(1, 0);
        walk.exchanges(1, 2);
        walk.exchanges(2, 1);
        let component = walk.leave(0).expect("the only component is terminal");
        assert!(component.moving.reaches(1));
        assert!(component.moving.reaches(2));
        assert!(!component.moving.reaches(3));
    }

    /// Exchanges of components that turn out to be one are put together.
    #[test]
    fn exchanges_are_merged() {
        let mut walk = Components::default();
        walk.enter(0);
        walk.enter(1);
        walk.edge(1, 1);
        walk.exchanges(1, 4);
        walk.enter(1);
        walk.edge(1, 2);
        walk.exchanges(4, 3);
        walk.edge(1, 0);
        assert!(walk.leave(2).is_none());
        assert!(walk.leave(1).is_none());
        let moving = walk.leave(0).expect("all states are one component").moving;
        let reached = [1, 2, 3, 4].map(|thread| moving.reaches(thread));
        assert_eq!(reached, [true, false, true, true]);
    }
}
