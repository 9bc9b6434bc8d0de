//! Who is who in a search that gives threads other numbers on the way.
//!
//! A system that takes threads for interchangeable reorders them when it is saved
//! ([`System::renaming`]), so the numbers of two states don't mean the same threads. Here each thread
//! of a state is traced back to the number it has in a real run that leads there, one in which nobody
//! is renumbered:
//! - a schedule of such a search becomes one of a real run ([`real`]): a step of the search is a step of
//!   the run, by the thread that the number stands for;
//! - states that were reached first along a tree of transitions have the numbers of the run along that
//!   tree ([`Numberings`]). On a transition that leads to a state reached before, a thread may arrive in
//!   the place of another: from then on the one goes the ways that were found for the other. That is
//!   what [`crate::components`] has to know to tell who can never move again.

use hashbrown::HashMap;
use machine::Choice;

use crate::schedule::Schedule;
use crate::store::StateId;
use crate::system::System;

/// The real number of each thread of a state; threads beyond the end have the numbers they seem to have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbering(Vec<u16>);

impl Numbering {
    /// The real number of a thread.
    pub(crate) fn of(&self, thread: u16) -> u16 {
        self.0.get(usize::from(thread)).copied().unwrap_or(thread)
    }

    /// The numbering after the system was saved.
    pub(crate) fn renamed(&self, renaming: Option<&[u16]>) -> Numbering {
        let Some(renaming) = renaming else {
            return self.clone();
        };
        let count = renaming.len().max(self.0.len());
        let mut numbers: Vec<u16> = (0..count as u16).collect();
        for old in 0..count as u16 {
            let new = renaming.get(usize::from(old)).copied().unwrap_or(old);
            numbers[usize::from(new)] = self.of(old);
        }
        while numbers
            .last()
            .is_some_and(|it| usize::from(*it) + 1 == numbers.len())
        {
            numbers.pop();
        }
        Numbering(numbers)
    }

    /// Pairs of threads that have the same place, one by this numbering and the other by another.
    pub(crate) fn against<'a>(
        &'a self,
        other: &'a Numbering,
    ) -> impl Iterator<Item = (u16, u16)> + 'a {
        let count = self.0.len().max(other.0.len()) as u16;
        let pairs = (0..count).map(|place| (self.of(place), other.of(place)));
        pairs.filter(|(mine, theirs)| mine != theirs)
    }
}

/// The real run for a schedule of a system that renumbers threads. The system goes along it from the
/// state it is in.
pub(crate) fn real<S: System>(system: &mut S, schedule: &Schedule) -> Schedule {
    let mut numbering = Numbering::default();
    let mut words = Vec::new();
    let mut choices = Vec::new();
    for &choice in &schedule.choices {
        choices.push(system.renumbered(choice, &|thread| numbering.of(thread)));
        system.advance(choice);
        system.save(&mut words);
        numbering = numbering.renamed(system.renaming());
    }
    Schedule::new(choices)
}

/// The numberings of all states of a search, in the order in which they were reached first.
#[derive(Debug, Default)]
pub(crate) struct Numberings {
    of: Vec<u32>,
    known: Vec<Numbering>,
    ids: HashMap<Vec<u16>, u32, foldhash::fast::FixedState>,
}

impl Numberings {
    /// The numbering of a state.
    pub(crate) fn get(&self, state: StateId) -> &Numbering {
        &self.known[self.of[state.0 as usize] as usize]
    }

    /// The next state was reached.
    pub(crate) fn push(&mut self, numbering: Numbering) {
        let next = self.known.len() as u32;
        let id = *self.ids.entry(numbering.0.clone()).or_insert(next);
        if id == next {
            self.known.push(numbering);
        }
        self.of.push(id);
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        let each = self.known.first().map_or(0, |_| 64 + 3 * 24);
        self.of.capacity() * 4 + self.known.len() * each
    }
}

/// A choice with the number of its thread exchanged.
pub(crate) fn by(choice: Choice, number: &dyn Fn(u16) -> u16) -> Choice {
    Choice {
        thread: number(choice.thread),
        ..choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_traced_back() {
        let start = Numbering::default();
        let once = start.renamed(Some(&[0, 2, 1]));
        assert_eq!([once.of(1), once.of(2), once.of(3)], [2, 1, 3]);
        let twice = once.renamed(Some(&[0, 2, 3, 1]));
        // What is 3 now was 2 before, and 1 at first.
        assert_eq!([twice.of(1), twice.of(2), twice.of(3)], [3, 2, 1]);
        let back = once.renamed(Some(&[0, 2, 1]));
        assert_eq!(back, start);
        let pairs: Vec<_> = once.against(&start).collect();
        assert_eq!(pairs, [(2, 1), (1, 2)]);
    }
}
