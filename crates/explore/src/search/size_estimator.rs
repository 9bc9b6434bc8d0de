//! A guess at how many states there are, for a search that goes deep.
//!
//! In: now and then a random run from the first state on, and which of its states are stored. Out: an
//! [`Estimate`] for the progress line, in which nothing else has a part.
//!
//! If a random state were as likely to be any one as any other, the part of them that is stored would
//! be the part of all. But runs in which all threads go about equally fast keep to few of the states:
//! in most, some thread has hardly begun while another is far ahead. So each thread of a run gets a
//! speed of its own, which may be a thousand times that of another. Where runs end, they are made to the
//! end. Where they don't, all that comes late in them is where the search has long been; so they are cut
//! at lengths between tens and a thousand. Now and then there is a longer one, to find out which it is.
//!
//! What that is worth was tried on the programs of `bench/programs`, with and without reductions, at
//! each tenth of the search: from one fifth on, the guess is mostly within twice the truth, seldom
//! beyond three times. A guess by the choices that are left on the stack, each of which would lead to
//! equally much, stays below a hundredth until the end, since most of a graph hangs below the first
//! choices. For a breadth-first search, whose states are all near the start, see `growth.rs`.

use machine::Choice;

use super::random::Dice;
use super::{Ledger, Load, Open};
use crate::observer::{Estimate, Flow, Phase};
use crate::plan::Plan;
use crate::system::{Step, System};

/// The transitions after which there is a run for the first time. Tests have small systems.
const FIRST: u64 = if cfg!(test) { 8 } else { 4096 };

/// Choices of the search for each choice of a run.
const SHARE: f64 = 100.0;

/// Runs before there is a guess.
const FEWEST: u32 = 10;

/// Runs that count: those before have seen less stored.
const MEMORY: u32 = 64;

/// The lengths of runs that don't end, in bits.
const LENGTHS: std::ops::Range<u64> = 5..10;

/// The longest run of all, if the search has no lower limit.
const LONGEST: u64 = 1 << 15;

/// A thread may be faster than another by so many bits, in some runs.
const SPEEDS: u64 = 16;

/// What runs have met so far.
#[derive(Debug)]
pub(super) struct SizeEstimator {
    /// The number of transitions at which the next run is due.
    next: u64,
    /// Transitions of the search for each choice of a run.
    share: f64,
    /// The longest run.
    longest: u64,
    dice: Dice,
    runs: u32,
    /// Whether a run has come to its end.
    ends: bool,
    /// The length of the next longer run, as long as none has.
    reach: u64,
    /// The length of all runs.
    spent: u64,
    /// The part of their states that was stored, the last ones counting most.
    stored: f64,
}

/// A run.
#[derive(Debug)]
pub(super) struct Run {
    /// By thread, as it is numbered now: how many bits slower it is than the fastest could be.
    slowness: Vec<u8>,
    /// The bound on that.
    spread: u64,
    /// Choices that are left.
    left: u64,
    /// Whether it is only to find out whether runs end.
    is_trial: bool,
    met: u64,
    stored: u64,
}

impl SizeEstimator {
    /// For a search that is to say how far it has come, or is not; and whose transitions cost as much
    /// as so many choices of a run.
    pub(super) fn new(plan: &Plan, cost: f64) -> SizeEstimator {
        SizeEstimator {
            next: if plan.estimate { FIRST } else { u64::MAX },
            share: SHARE / cost,
            longest: plan
                .limits
                .depth
                .map_or(LONGEST, |it| LONGEST.min(it as u64)),
            dice: Dice::new(plan.seed),
            runs: 0,
            ends: false,
            reach: 2 << LENGTHS.end,
            spent: 0,
            stored: 0.0,
        }
    }

    /// Whether it is time for a run, after so many transitions.
    #[inline]
    pub(super) fn is_due(&self, transitions: u64) -> bool {
        transitions >= self.next
    }

    /// Makes a run of the choices that a system gives. `None` of a state ends it.
    pub(super) fn make<S: System>(
        &mut self,
        system: &mut S,
        initial: &[u32],
        transitions: u64,
        mut is_stored: impl FnMut(&[u32]) -> Option<bool>,
    ) {
        let mut run = self.begin();
        let (mut choices, mut words) = (Vec::new(), Vec::new());
        system.load(initial);
        loop {
            choices.clear();
            system.choices(&mut choices);
            let Some(choice) = self.pick(&mut run, &choices) else {
                break;
            };
            if system.advance(choice) != Step::Ran {
                break;
            }
            system.save(&mut words);
            let Some(is_stored) = is_stored(&words) else {
                break;
            };
            run.met(system.renumbering(), is_stored);
        }
        self.end(run, transitions);
    }

    /// Begins a run.
    pub(super) fn begin(&mut self) -> Run {
        let bits = LENGTHS.start + self.dice.below(LENGTHS.end - LENGTHS.start);
        let is_trial = !self.ends && 2 * self.reach <= self.spent;
        Run {
            slowness: Vec::new(),
            spread: 1 + self.dice.below(SPEEDS),
            left: self.longest.min(match self.ends {
                true => LONGEST,
                false if is_trial => self.reach,
                false => (1 << bits) + self.dice.below(1 << bits),
            }),
            is_trial,
            met: 0,
            stored: 0,
        }
    }

    /// Picks a choice; none if there is none, or the run was long enough.
    pub(super) fn pick(&mut self, run: &mut Run, choices: &[Choice]) -> Option<Choice> {
        let Some(last) = choices.iter().map(|it| usize::from(it.thread)).max() else {
            self.ends = true;
            run.is_trial = false;
            return None;
        };
        run.left = run.left.checked_sub(1)?;
        while run.slowness.len() <= last {
            run.slowness.push(self.dice.below(run.spread) as u8);
        }
        let slowness = &run.slowness;
        self.dice.pick_by(choices, |choice| {
            1 << (SPEEDS - u64::from(slowness[usize::from(choice.thread)]))
        })
    }

    /// A run has ended, after so many transitions of the search.
    pub(super) fn end(&mut self, run: Run, transitions: u64) {
        // The run itself is work, even if nothing can move.
        self.next = transitions + (self.share * (run.met + 1) as f64) as u64;
        self.spent += run.met;
        if run.is_trial {
            self.reach *= 2;
        } else if run.met > 0 {
            self.runs = self.runs.saturating_add(1);
            let part = run.stored as f64 / run.met as f64;
            self.stored += (part - self.stored) / f64::from(self.runs.min(MEMORY));
        }
    }

    /// The guess of a search that has stored so many states.
    pub(super) fn estimate(&self, states: u64) -> Option<Estimate> {
        (self.runs >= FEWEST && self.stored > 0.0).then(|| Estimate {
            done: self.stored,
            states: Some(states as f64 / self.stored),
        })
    }
}

impl Run {
    /// A choice led to a state, where threads may have got other numbers.
    pub(super) fn met(&mut self, renumbering: Option<&[u16]>, is_stored: bool) {
        self.met += 1;
        self.stored += u64::from(is_stored);
        if let Some(numbers) = renumbering {
            let old = self.slowness.clone();
            for (slowness, &number) in old.iter().zip(numbers) {
                if let Some(new) = self.slowness.get_mut(usize::from(number)) {
                    *new = *slowness;
                }
            }
        }
    }
}

impl Ledger<'_> {
    /// Makes a run of which nothing is to be seen in the ledger.
    pub(super) fn size_estimator<S: System>(
        &mut self,
        size_estimator: &mut SizeEstimator,
        system: &mut S,
        load: Load,
        mut is_stored: impl FnMut(&[u32]) -> bool,
    ) -> Flow {
        let instructions = system.instructions();
        let (initial, made) = (self.initial.clone(), self.statistics.transitions);
        let open = Open {
            phase: Phase::Search,
            states: 0,
            bytes: 0,
            estimate: self.estimate,
        };
        let mut flow = Flow::Continue;
        size_estimator.make(system, &initial, made, |state| {
            flow = self.tick_at(load, || open);
            (flow == Flow::Continue).then(|| is_stored(state))
        });
        self.learned |= system.take_learned();
        self.instructions_before += system.instructions() - instructions;
        flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Graph, Grid};

    fn guessing() -> SizeEstimator {
        let plan = Plan {
            estimate: true,
            ..Plan::default()
        };
        SizeEstimator::new(&plan, 1.0)
    }

    fn guess(mut system: Grid, is_stored: impl Fn(&[u32]) -> bool) -> f64 {
        let mut initial = Vec::new();
        system.save(&mut initial);
        let mut size_estimator = guessing();
        let mut transitions = 0;
        for _ in 0..200 {
            assert!(!size_estimator.is_due(transitions));
            transitions = size_estimator.next;
            assert!(size_estimator.is_due(transitions));
            size_estimator.make(&mut system, &initial, transitions, |state| {
                Some(is_stored(state))
            });
        }
        let estimate = size_estimator.estimate(1000).expect("there were runs");
        let states = estimate.states.expect("it is about states");
        assert!((states * estimate.done - 1000.0).abs() < 1e-6);
        estimate.done
    }

    #[test]
    fn a_part_of_the_states_is_taken_for_about_that() {
        // As a depth-first search goes: all that follows the last steps of the first thread.
        for part in [1, 3, 5, 7, 9] {
            let from = 40 - 4 * part;
            let done = guess(Grid::new(&[40, 40, 40]), |state| state[0] >= from);
            let truth = f64::from(part) / 10.0;
            assert!(
                done > truth / 3.0 && done < truth * 3.0,
                "{part}/10 is taken for {done}"
            );
        }
        assert!(guess(Grid::new(&[40, 40]), |_| true) > 0.999);
    }

    #[test]
    fn without_anything_stored_there_is_no_guess() {
        let mut size_estimator = guessing();
        let mut grid = Grid::new(&[3, 3]);
        for _ in 0..100 {
            size_estimator.make(&mut grid, &[0, 0], 0, |_| Some(false));
        }
        assert_eq!(size_estimator.estimate(1), None);
        assert!(!SizeEstimator::new(&Plan::default(), 1.0).is_due(u64::MAX - 1));
    }

    #[test]
    fn where_runs_never_end_the_last_ones_count_all_the_same() {
        let mut size_estimator = guessing();
        let mut circle = Graph::new(&[(0, 0, 1), (1, 1, 0)]);
        let mut longest = 0;
        for number in 0..2000 {
            let mut length = 0;
            size_estimator.make(&mut circle, &[0], 0, |_| {
                length += 1;
                Some(number >= 1000)
            });
            longest = longest.max(length);
        }
        assert!(!size_estimator.ends);
        assert_eq!(longest, LONGEST);
        assert!(size_estimator.estimate(1).is_some_and(|it| it.done > 0.99));
    }

    #[test]
    fn a_speed_goes_with_its_thread() {
        let mut run = Run {
            slowness: vec![7, 8, 9],
            spread: 10,
            left: 1,
            is_trial: false,
            met: 0,
            stored: 0,
        };
        run.met(Some(&[2, 0, 1]), true);
        assert_eq!(run.slowness, [8, 9, 7]);
        run.met(None, false);
        assert_eq!((run.met, run.stored), (2, 1));
    }
}
