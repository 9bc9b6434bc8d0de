//! When a search looks at the clock, its memory and the stop flag.
//!
//! That costs more than a short transition. But transitions may take long, too: a thread may compute
//! for a million rounds in one.

use std::time::{Duration, Instant};

/// Transitions between two looks, at most.
const PATIENCE: u32 = 256;

/// Looks that are further apart than this are too rare.
const RARE: Duration = Duration::from_millis(50);

/// When to look: after many transitions where they are short, after each where they take
/// long.
#[derive(Debug)]
pub(crate) struct Rhythm {
    /// Transitions since the last look.
    ticks: u32,
    patience: u32,
    looked: Instant,
}

impl Rhythm {
    pub(crate) fn new() -> Rhythm {
        Rhythm {
            ticks: 0,
            patience: 1,
            looked: Instant::now(),
        }
    }

    /// Counts a transition; how many there were since the last look, if it is time for one. It is
    /// where somebody outside says so.
    #[inline]
    pub(crate) fn tick(&mut self, is_urgent: bool) -> Option<u32> {
        self.ticks += 1;
        (self.ticks >= self.patience || is_urgent).then(|| self.look())
    }

    /// Whether the last look was not long ago.
    pub(crate) fn has_just_begun(&self) -> bool {
        self.ticks < PATIENCE / 8
    }

    #[cold]
    fn look(&mut self) -> u32 {
        let before = std::mem::replace(&mut self.looked, Instant::now());
        self.patience = match self.looked - before > RARE {
            true => (self.patience / 4).max(1),
            false => (self.patience * 2).min(PATIENCE),
        };
        std::mem::take(&mut self.ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_transitions_are_seen_one_by_one() {
        let mut rhythm = Rhythm::new();
        let mut looks = 0;
        for _ in 0..10_000 {
            looks += u32::from(rhythm.tick(false).is_some());
        }
        assert!((39..60).contains(&looks), "{looks}");
        let late = Instant::now().checked_sub(2 * RARE);
        for _ in 0..4 {
            rhythm.looked = late.expect("the clock began earlier");
            rhythm.look();
        }
        assert_eq!(rhythm.patience, 1);
        assert_eq!(rhythm.tick(false), Some(1));
        rhythm.patience = PATIENCE;
        assert_eq!(rhythm.tick(false), None);
        assert_eq!(rhythm.tick(true), Some(2));
    }
}
