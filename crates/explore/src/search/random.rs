//! Runs one after another, each by picking a choice at every state.
//!
//! In: a system, an empty store, the number of runs, and who picks. Out: findings, and the states
//! seen (stored only to count them). Never complete, and it says so.
//!
//! The same seed gives the same runs.

use machine::Choice;

use super::{Ledger, Moved, Open};
use crate::observer::{Estimate, Flow, Phase};
use crate::schedule::Schedule;
use crate::statistics::Statistics;
use crate::store::Store;
use crate::system::System;
use crate::verdict::Incomplete;

/// Picks the choices of runs.
pub(super) trait Picker {
    /// A new run begins; the one before had so many choices.
    fn begin(&mut self, length: usize);

    /// Picks one of the choices, of which there is at least one.
    fn pick(&mut self, choices: &[Choice]) -> Choice;
}

/// The length at which a run is given up where no limit on depth is given: one that never ends would leave
/// no time for others.
const LONGEST: usize = 5_000;

/// Makes `runs` runs within the limits.
pub(super) fn search<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
    runs: u64,
    mut picker: impl Picker,
) {
    let mut schedule = Schedule::default();
    let mut walk = Walk {
        store,
        words: Vec::new(),
        choices: Vec::new(),
    };
    walk.store.insert(&ledger.initial);
    if ledger.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    while ledger.statistics.runs < runs {
        picker.begin(schedule.len());
        schedule.choices.clear();
        system.load(&ledger.initial);
        let made = ledger.statistics.runs as f64 / runs as f64;
        let flow = walk.run(system, ledger, &mut picker, &mut schedule, made);
        ledger.statistics.runs += 1;
        if flow == Flow::Stop {
            break;
        }
    }
    let Statistics { runs, given_up, .. } = ledger.statistics;
    ledger.cut(Incomplete::Runs(runs));
    if given_up > 0 {
        ledger.cut(Incomplete::GivenUp {
            runs: given_up,
            length: LONGEST,
        });
    }
}

struct Walk<'a> {
    store: &'a mut dyn Store,
    words: Vec<u32>,
    choices: Vec<Choice>,
}

impl Walk<'_> {
    /// Makes one run, to its end or to the limit, when that part of them has been `made`.
    fn run<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        picker: &mut impl Picker,
        schedule: &mut Schedule,
        made: f64,
    ) -> Flow {
        loop {
            let open = || Open {
                phase: Phase::Search,
                states: schedule.len() as u64,
                bytes: 0,
                estimate: Some(Estimate {
                    done: made,
                    states: None,
                }),
            };
            if ledger.tick(self.store, open) == Flow::Stop {
                return Flow::Stop;
            }
            self.choices.clear();
            system.choices(&mut self.choices);
            if self.choices.is_empty() {
                return Flow::Continue;
            }
            if !ledger.deep(schedule.len()) {
                return Flow::Continue;
            }
            if schedule.len() >= LONGEST && ledger.plan.limits.depth.is_none() {
                ledger.statistics.given_up += 1;
                return Flow::Continue;
            }
            let choice = picker.pick(&self.choices);
            schedule.choices.push(choice);
            if ledger.advance(system, choice) != Moved::There {
                return Flow::Continue;
            }
            let depth = schedule.len() as u64;
            ledger.statistics.max_depth = ledger.statistics.max_depth.max(depth);
            if ledger.examine(system, |_| schedule.clone()) == Flow::Stop {
                return Flow::Stop;
            }
            system.save(&mut self.words);
            if !self.store.insert(&self.words).new {
                ledger.statistics.revisited += 1;
            } else if ledger.admit(self.store) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }
}

/// Picks evenly, but an unlikely event one time in eight against another choice.
#[derive(Debug)]
pub(super) struct Chance {
    dice: Dice,
}

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance {
            dice: Dice::new(seed),
        }
    }
}

impl Picker for Chance {
    fn begin(&mut self, _length: usize) {}

    fn pick(&mut self, choices: &[Choice]) -> Choice {
        self.dice.pick(choices)
    }
}

/// A small random number generator (SplitMix64): the same numbers everywhere.
#[derive(Debug)]
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// One of the choices, likely ones with eight times the weight.
    pub(super) fn pick(&mut self, choices: &[Choice]) -> Choice {
        let picked = self.pick_by(choices, |_| 1);
        picked.expect("there is a choice")
    }

    /// The same if each choice has a weight of its own besides, which is not 0. None if there is no
    /// choice.
    pub(super) fn pick_by(
        &mut self,
        choices: &[Choice],
        weight: impl Fn(&Choice) -> u64,
    ) -> Option<Choice> {
        let weight = |choice: &Choice| weight(choice) * if choice.is_unlikely() { 1 } else { 8 };
        let all = choices.iter().map(weight).sum();
        let mut rest = if all > 0 { self.below(all) } else { 0 };
        let picked = choices.iter().find(|choice| {
            let weight = weight(choice);
            let is_here = rest < weight;
            rest = rest.wrapping_sub(weight);
            is_here
        });
        picked.copied()
    }
}
