//! Whether some thread is stuck in what follows a state, for searches that don't see components.
//!
//! In: a state, of which it is suspected. Out: [`Probed`]. A state is *free* if a run from it can end,
//! or leads nobody knows where, or each of its unfinished threads moves on some run from it. A thread
//! that is stuck in a terminal component makes every state of that component one that is not free.
//!
//! *What leads to a free state is free.* Let a step lead from `s` to `t`, and `t` be free. If a run from
//! `t` can end, so can one from `s`. Otherwise an unfinished thread of `s` is one of `t` as well, and
//! moves on some run from there, or it has ended in the step, and so moved in it.
//!
//! So a probe goes one way, always by the first choice, until it comes to a state that it was in before
//! on this walk, or on one that turned out well. As the way from a state is always the same, no state
//! is walked through twice, however many are suspected. Where a walk goes round, the states of the
//! round lead to each other: if one of them is free, all are, and the whole walk. From there a *stroll*
//! lets those move that have not moved for longest. That may keep a thread from moving that only moves
//! where others are late (a reader, where one of some writers always waits), so some more strolls follow
//! an order of threads that dice change now and then, the same in every run. Only if none of them sees the last thread move, every
//! way is taken, nearest first. That is exact, and dear.

use hashbrown::HashSet;
use machine::Choice;

use crate::limits::Limits;
use crate::store::{StateId, Store, TreeStore};
use crate::system::{Step, System};

/// What a probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probed {
    /// The run can end from here, or every unfinished thread can move, or nobody knows where it leads.
    Free,
    /// Runs from here go on for ever, and some unfinished thread never moves on any of them.
    Stuck,
    /// The budget was too small.
    Unknown,
}

/// The transitions that probes of a search may still take, which has taken so many of its own, and its
/// probes so many: as many as the search, and some to begin with.
pub(crate) fn budget(transitions: u64, spent: u64) -> u64 {
    (100_000 + transitions).saturating_sub(spent)
}

/// States that are remembered, about 20 MB: beyond that a prober begins anew.
const REMEMBERED: usize = 1 << 20;

/// Probes states, and remembers what it found of those it came through.
#[derive(Default)]
pub(crate) struct Prober {
    /// Of the search: when it has to look at them, a probe ends.
    limits: Limits,
    met: TreeStore,
    /// Of the states met, those not known to be free.
    doubtful: HashSet<StateId>,
    from: Vec<u32>,
    target: Vec<u32>,
    choices: Vec<Choice>,
    still: Vec<u16>,
}

/// Where a walk came to.
enum Came {
    /// To an end, or to a state known to be free.
    Free,
    /// To a state in which it was before, in which the system is.
    Round,
    /// To one that is doubtful, or it was too long.
    Nowhere,
}

impl Prober {
    /// One that has met nothing yet, for a search with these limits.
    pub(crate) fn new(limits: &Limits) -> Prober {
        Prober {
            limits: limits.clone(),
            ..Prober::default()
        }
    }

    /// Looks from a state on whether some thread is stuck for ever. Pays for each transition.
    pub(crate) fn probe<S: System>(
        &mut self,
        system: &mut S,
        state: &[u32],
        budget: &mut u64,
    ) -> Probed {
        if self.met.len() >= REMEMBERED {
            *self = Prober::new(&self.limits);
        }
        let first = self.met.len();
        let free = match self.walk(system, state, budget) {
            Came::Free => true,
            Came::Round => {
                let here = std::mem::take(&mut self.from);
                let free = self.all_move(system, &here, budget);
                self.from = here;
                free
            }
            Came::Nowhere => false,
        };
        if free {
            return Probed::Free;
        }
        let met = (first..self.met.len()).map(|id| StateId(id as u32));
        self.doubtful.extend(met);
        if self.all_move(system, state, budget) {
            return self.proven(state);
        }
        // Who moves is told by number.
        system.keep_numbers(true);
        let probed = self.probe_all(system, state, budget);
        system.keep_numbers(false);
        match probed {
            Probed::Free => self.proven(state),
            other => other,
        }
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.met.bytes() as usize + self.doubtful.capacity() * 2 * size_of::<StateId>()
    }

    /// Takes a state out of the doubtful ones.
    fn proven(&mut self, state: &[u32]) -> Probed {
        let id = self.met.insert(state).id;
        self.doubtful.remove(&id);
        Probed::Free
    }

    /// Goes by the first choice of each state, as long as it comes to states not met before.
    fn walk<S: System>(&mut self, system: &mut S, state: &[u32], budget: &mut u64) -> Came {
        let first = StateId(self.met.len() as u32);
        let mut put = self.met.insert(state);
        self.from.clear();
        self.from.extend_from_slice(state);
        system.load(state);
        loop {
            if !put.new {
                return match put.id {
                    id if id >= first => Came::Round,
                    id if self.doubtful.contains(&id) => Came::Nowhere,
                    _ => Came::Free,
                };
            }
            self.choices.clear();
            system.choices(&mut self.choices);
            if self.choices.is_empty() {
                return Came::Free;
            }
            let mut ran = false;
            for (index, &choice) in self.choices.iter().enumerate() {
                if *budget == 0 || self.met.is_full() || self.limits.is_urgent() {
                    return Came::Nowhere;
                }
                *budget -= 1;
                if index > 0 {
                    system.load(&self.from);
                }
                match system.advance(choice) {
                    Step::Ran => {
                        ran = true;
                        break;
                    }
                    Step::Pruned => {}
                    Step::Unsupported(_) => return Came::Free,
                }
            }
            if !ran {
                return Came::Nowhere;
            }
            system.save(&mut self.target);
            put = self.met.insert(&self.target);
            std::mem::swap(&mut self.from, &mut self.target);
        }
    }

    /// Whether a state is seen to be free by a few strolls. Otherwise `still` has the threads that did
    /// not move.
    fn all_move<S: System>(&mut self, system: &mut S, state: &[u32], budget: &mut u64) -> bool {
        self.still.clear();
        system.load(state);
        system.unfinished(&mut self.still);
        if self.still.is_empty() || stroll(system, &mut self.still, None, budget) {
            return true;
        }
        let mut dice = Dice(1);
        (1..STROLLS).any(|_| {
            if self.limits.is_urgent() {
                return false;
            }
            system.load(state);
            stroll(system, &mut self.still, Some(&mut dice), budget)
        })
    }

    /// The same by going every way, nearest first. Nobody in `still` has been seen to move.
    fn probe_all<S: System>(&self, system: &mut S, state: &[u32], budget: &mut u64) -> Probed {
        let mut still = self.still.clone();
        let mut store = TreeStore::new();
        store.insert(state);
        let (mut from, mut target) = (Vec::new(), Vec::new());
        let (mut choices, mut moved) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < store.len() {
            store.get(StateId(next as u32), &mut from);
            next += 1;
            system.load(&from);
            choices.clear();
            system.choices(&mut choices);
            if choices.is_empty() {
                return Probed::Free;
            }
            for &choice in &choices {
                if *budget == 0 || self.limits.is_urgent() {
                    return Probed::Unknown;
                }
                *budget -= 1;
                system.load(&from);
                moved.clear();
                let mut mover = choice.thread;
                match system.advance(choice) {
                    Step::Ran => {
                        system.also_moved(&mut moved);
                        mover = system.mover(choice);
                        system.save(&mut target);
                        store.insert(&target);
                    }
                    Step::Pruned => {}
                    Step::Unsupported(_) => return Probed::Free,
                }
                still.retain(|thread| *thread != mover && !moved.contains(thread));
                if still.is_empty() {
                    return Probed::Free;
                }
            }
        }
        Probed::Stuck
    }
}

/// Strolls from one state.
const STROLLS: usize = 16;

/// Steps of a stroll for each thread that has not moved.
const STROLL: usize = 32;

/// Numbers without a pattern, the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % sides
    }

    /// Puts threads into another order, at every sixteenth throw.
    fn shuffle(&mut self, order: &mut [u16]) {
        if self.throw(16) == 0 {
            for index in (1..order.len()).rev() {
                order.swap(index, self.throw(index + 1));
            }
        }
    }

    /// Every other time, a choice of a thread that has not moved, if there is one.
    fn choose_still(&mut self, choices: &[Choice], still: &[u16]) -> Option<Choice> {
        let is_still = |it: &&Choice| still.contains(&it.thread);
        let count = choices.iter().filter(is_still).count();
        if count == 0 || self.throw(2) == 0 {
            return None;
        }
        choices
            .iter()
            .filter(is_still)
            .nth(self.throw(count))
            .copied()
    }
}

/// Goes one way from where the system is, by dice or letting those move that have not moved for longest,
/// and takes whoever moves out of `still`. True if the run ends, leads nobody knows where, or all have
/// moved.
fn stroll<S: System>(
    system: &mut S,
    still: &mut Vec<u16>,
    mut dice: Option<&mut Dice>,
    budget: &mut u64,
) -> bool {
    // Those that moved last come last.
    let mut order: Vec<u16> = Vec::new();
    system.unfinished(&mut order);
    let (mut choices, mut moved) = (Vec::new(), Vec::new());
    for _ in 0..order.len() * STROLL {
        choices.clear();
        system.choices(&mut choices);
        if choices.is_empty() {
            return true;
        }
        let mut chosen = None;
        if let Some(dice) = &mut dice {
            dice.shuffle(&mut order);
            chosen = dice.choose_still(&choices, still);
        }
        let choice = chosen.unwrap_or_else(|| {
            let rank = |choice: &Choice| order.iter().position(|it| *it == choice.thread);
            // A thread that was started meanwhile has no place in the order: it may wait.
            let first = choices
                .iter()
                .min_by_key(|it| rank(it).unwrap_or(usize::MAX));
            *first.expect("there is one")
        });
        *budget = budget.saturating_sub(1);
        moved.clear();
        match system.advance(choice) {
            Step::Ran => system.also_moved(&mut moved),
            Step::Pruned => return false,
            Step::Unsupported(_) => return true,
        }
        moved.push(system.mover(choice));
        still.retain(|thread| !moved.contains(thread));
        if still.is_empty() {
            return true;
        }
        if dice.is_none() {
            moved.push(choice.thread);
            order.retain(|thread| !moved.contains(thread));
            order.append(&mut moved);
        }
    }
    false
}
