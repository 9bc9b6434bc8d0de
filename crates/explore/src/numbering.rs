//! Who is who in a search that gives threads other numbers on the way.
//!
//! A system that takes threads for interchangeable reorders them when it is saved
//! ([`Renumbering::renumbering`](crate::system::Renumbering::renumbering)), so the numbers of two states don't mean the same threads. Here each thread
//! of a state is traced back to the number it has in a real run that leads there, one in which nobody
//! is renumbered:
//! - a schedule of such a search becomes one of a real run ([`Real`]): a step of the search is a step of
//!   the run, by the thread that the number stands for. A thread that has gone on before the others have
//!   ended for whom it really waits makes the steps that are missing when it moves next;
//! - where threads that have ended leave their numbers to others, a schedule becomes one of the run in which
//!   each has a number of its own ([`OwnNumbers`]);
//! - states that were reached first along a tree of transitions have the numbers of the run along that
//!   tree ([`Numberings`]). On a transition that leads to a state reached before, a thread may arrive in
//!   the place of another: from then on the one goes the ways that were found for the other. That is
//!   what [`crate::components`] has to know to tell who can never move again.

use hashbrown::HashMap;
use machine::Choice;

use crate::schedule::Schedule;
use crate::store::StateId;
use crate::system::{System, Whereabouts};

/// The real number of each thread of a state; threads beyond the end have the numbers they seem to have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbering(Vec<u16>);

impl Numbering {
    /// The real number of a thread.
    pub(crate) fn of(&self, thread: u16) -> u16 {
        self.0.get(usize::from(thread)).copied().unwrap_or(thread)
    }

    /// Threads that have just been started, perhaps in the places of others that have ended, get the next
    /// numbers.
    fn give_births<S: System>(&mut self, system: &S, begun: &mut u16) {
        let mut born = Vec::new();
        if system.recycles() {
            system.born(&mut born);
        }
        for place in born.into_iter().map(usize::from) {
            let known = self.0.len() as u16;
            self.0.extend(known..(place as u16 + 1).max(known));
            self.0[place] = *begun;
            *begun += 1;
        }
    }

    /// The numbering after the system was saved.
    pub(crate) fn renamed(&self, renumbering: Option<&[u16]>) -> Numbering {
        let Some(renumbering) = renumbering else {
            return self.clone();
        };
        let count = renumbering.len().max(self.0.len());
        let mut numbers: Vec<u16> = (0..count as u16).collect();
        for old in 0..count as u16 {
            let new = renumbering.get(usize::from(old)).copied().unwrap_or(old);
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

/// The numbers of threads in order of their starts, in a run in which those that have ended leave theirs to
/// others ([`Renumbering::recycles`](crate::system::Renumbering::recycles)).
#[derive(Clone, Debug)]
pub(crate) struct OwnNumbers {
    /// By the number that a thread has in the run.
    of: Vec<u16>,
    /// Threads so far.
    begun: u16,
    born: Vec<u16>,
}

impl OwnNumbers {
    /// In the state that the system is in, threads have the numbers they should.
    pub(crate) fn begin<S: System>(system: &mut S) -> OwnNumbers {
        let begun = system.numbers();
        OwnNumbers {
            of: (0..begun).collect(),
            begun,
            born: Vec::new(),
        }
    }

    /// The number of a thread by its start.
    pub(crate) fn of(&self, thread: u16) -> u16 {
        self.of.get(usize::from(thread)).copied().unwrap_or(thread)
    }

    /// The system has just taken a step.
    pub(crate) fn follow<S: System>(&mut self, system: &S) {
        self.born.clear();
        system.born(&mut self.born);
        for &place in &self.born {
            let place = usize::from(place);
            if self.of.len() <= place {
                let next = self.of.len() as u16;
                self.of.extend(next..=place as u16);
            }
            self.of[place] = self.begun;
            self.begun += 1;
        }
    }
}

/// A step of a real run: who was where when it was taken.
struct Taken {
    choice: Choice,
    place: Whereabouts,
}

/// What a schedule of a system that renumbers threads comes to in a real run: its steps one by one, and
/// where the threads stand at the end, by number.
pub(crate) struct Real {
    steps: Vec<Taken>,
    last: Vec<(u16, Whereabouts)>,
}

/// Steps that a thread may need to get to where it seems to be.
const FEW: usize = 1000;

impl Real {
    /// Follows a schedule from a state.
    pub(crate) fn follow<S: System>(system: &mut S, initial: &[u32], schedule: &Schedule) -> Real {
        let mut numbering = Numbering::default();
        system.load(initial);
        let mut begun = system.numbers();
        let mut state = initial.to_vec();
        let mut steps = Vec::new();
        let mut choices = Vec::new();
        for &choice in &schedule.choices {
            // How many steps a transition has shows when it is over.
            system.load(&state);
            system.advance(choice);
            let count = system.steps();
            system.load(&state);
            let mut next = choice;
            for left in (0..count).rev() {
                let place = system.whereabouts(next.thread);
                let choice = system.renumbered(next, &|thread| numbering.of(thread));
                steps.push(Taken { choice, place });
                system.step(next);
                numbering.give_births(system, &mut begun);
                if left > 0 {
                    choices.clear();
                    system.choices(&mut choices);
                    let Some(&only) = choices.first() else {
                        break;
                    };
                    next = only;
                }
            }
            system.save(&mut state);
            numbering = numbering.renamed(system.renumbering());
        }
        let mut unfinished = Vec::new();
        system.unfinished(&mut unfinished);
        let last = unfinished
            .into_iter()
            .map(|thread| (numbering.of(thread), system.whereabouts(thread)))
            .collect();
        Real { steps, last }
    }

    /// The schedule of the real run, which the system, with threads told apart, goes along from a
    /// state. `None` if there is no such run.
    pub(crate) fn schedule<S: System>(&self, system: &mut S, initial: &[u32]) -> Option<Schedule> {
        system.load(initial);
        let mut steps = Vec::new();
        for taken in &self.steps {
            bring(system, taken.choice.thread, &taken.place, &mut steps)?;
            take(system, taken.choice, &mut steps)?;
        }
        for (thread, place) in &self.last {
            match place {
                Whereabouts::Behind => settle(system, *thread, &mut steps)?,
                place => bring(system, *thread, place, &mut steps)?,
            }
        }
        in_transitions(system, initial, &steps)
    }
}

/// A run of single steps as one of transitions. `None` if there is no such run.
pub(crate) fn in_transitions<S: System>(
    system: &mut S,
    initial: &[u32],
    steps: &[Choice],
) -> Option<Schedule> {
    system.load(initial);
    let (mut choices, mut transitions) = (Vec::new(), Vec::new());
    let mut next = 0;
    while let Some(&choice) = steps.get(next) {
        choices.clear();
        system.choices(&mut choices);
        if !choices.contains(&choice) {
            return None;
        }
        system.advance(choice);
        transitions.push(choice);
        next += system.steps().max(1);
    }
    Some(Schedule::new(transitions))
}

/// Takes a step if it is possible.
fn take<S: System>(system: &mut S, choice: Choice, steps: &mut Vec<Choice>) -> Option<()> {
    let mut choices = Vec::new();
    system.choices(&mut choices);
    if !choices.contains(&choice) {
        return None;
    }
    system.step(choice);
    steps.push(choice);
    Some(())
}

/// Lets a thread alone move until it stands at a place.
fn bring<S: System>(
    system: &mut S,
    thread: u16,
    place: &Whereabouts,
    steps: &mut Vec<Choice>,
) -> Option<()> {
    for _ in 0..FEW {
        if system.whereabouts(thread) == *place {
            return Some(());
        }
        take(system, Choice::run(thread), steps)?;
    }
    None
}

/// Lets a thread alone move until it can't.
fn settle<S: System>(system: &mut S, thread: u16, steps: &mut Vec<Choice>) -> Option<()> {
    for _ in 0..FEW {
        if take(system, Choice::run(thread), steps).is_none() {
            return Some(());
        }
    }
    None
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
