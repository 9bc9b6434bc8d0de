//! Probabilistic concurrency testing: threads with random priorities that change a few times.
//!
//! In: seed and depth. Out: a [`Picker`]. In a run of `k` choices with `n` threads, a bug that needs
//! `d` events in a certain order shows with a probability of at least 1 / (n · k^(d-1)) (Burckhardt,
//! Kothari, Musuvathi, Nagarakatte 2010). `k` is not known; the longest run so far stands for it.
//! Deviations: expiries and spurious wake-ups compete with other choices by chance, since the paper
//! has none; and a thread that has moved many times in a row falls behind the others, since Java
//! programs poll in loops, in which the paper's scheduler would stay for ever.

use machine::Choice;

use super::random::{Dice, Picker};

/// The priorities of a run.
#[derive(Debug)]
pub(super) struct Priorities {
    dice: Dice,
    depth: u32,
    longest: usize,
    step: usize,
    /// By thread; threads get theirs when they are first seen.
    priorities: Vec<Option<u64>>,
    /// At which steps the thread in front falls behind all others.
    changes: Vec<usize>,
    own: Vec<Choice>,
    /// The thread that moved last, and how many times in a row.
    streak: (u16, u32),
    /// The priority of the next thread that falls behind for moving too long.
    lowest: u64,
}

/// So many moves in a row are enough.
const LONG_STREAK: u32 = 100;

impl Priorities {
    pub(super) fn new(seed: u64, depth: u32) -> Priorities {
        Priorities {
            dice: Dice::new(seed),
            depth: depth.max(1),
            longest: 16,
            step: 0,
            priorities: Vec::new(),
            changes: Vec::new(),
            own: Vec::new(),
            streak: (0, 0),
            lowest: 0,
        }
    }

    /// The thread in front. Priorities are high at first; those of threads that fell behind for
    /// moving too long are lower, and those below the depth are of threads that were changed.
    fn front(&mut self, choices: &[Choice]) -> u16 {
        for choice in choices {
            let thread = usize::from(choice.thread);
            if self.priorities.len() <= thread {
                self.priorities.resize(thread + 1, None);
            }
            let (dice, depth) = (&mut self.dice, u64::from(self.depth));
            self.priorities[thread].get_or_insert_with(|| depth + (1 << 21) + dice.below(1 << 60));
        }
        // Threads that can only move by an unlikely event come last.
        let rank = |choice: &&Choice| {
            (
                !choice.is_unlikely(),
                self.priorities[usize::from(choice.thread)],
                choice.thread,
            )
        };
        choices
            .iter()
            .max_by_key(rank)
            .map_or(0, |choice| choice.thread)
    }
}

impl Picker for Priorities {
    fn begin(&mut self, length: usize) {
        self.longest = self.longest.max(length);
        self.step = 0;
        self.priorities.clear();
        self.changes.clear();
        self.streak = (0, 0);
        self.lowest = 1 << 20;
        for _ in 1..self.depth {
            self.changes
                .push(self.dice.below(self.longest as u64) as usize);
        }
    }

    fn pick(&mut self, choices: &[Choice]) -> Choice {
        let mut thread = self.front(choices);
        for change in 0..self.changes.len() {
            if self.changes[change] == self.step {
                self.priorities[usize::from(thread)] = Some(change as u64);
                thread = self.front(choices);
            }
        }
        if self.streak == (thread, LONG_STREAK) {
            self.lowest -= 1;
            self.priorities[usize::from(thread)] = Some(self.lowest);
            thread = self.front(choices);
        }
        self.streak = match self.streak {
            (last, times) if last == thread => (thread, times + 1),
            _ => (thread, 1),
        };
        self.step += 1;
        self.own.clear();
        self.own
            .extend(choices.iter().filter(|choice| choice.thread == thread));
        // Now and then somebody's time-out comes first.
        if choices.iter().any(|choice| choice.is_unlikely()) && self.dice.below(8) == 0 {
            return self.dice.pick(choices);
        }
        self.dice.pick(&self.own)
    }
}
