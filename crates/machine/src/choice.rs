//! Decisions: which thread moves, and where it has alternatives, which one it takes.

/// One resolved decision. A schedule is a list of them and determines the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The thread that moves, by its number (main is 0).
    pub thread: u16,
    /// Which of its alternatives: 0 where there is but one; the value's position for a data choice;
    /// the waiter's position for `notify`; or one of the constants below.
    pub variant: u16,
}

impl Choice {
    /// The thread's timed wait, sleep or park expires though something else could move.
    pub const EXPIRE: u16 = u16::MAX;
    /// The thread's wait ends for no reason.
    pub const SPURIOUS: u16 = u16::MAX - 1;

    /// The thread looks at a clock, and 2^n nanoseconds have passed, for n = 0, 1, …, 56.
    const LATE: u16 = u16::MAX - 64;

    /// The thread looks at a clock after 2^`exponent` nanoseconds more.
    pub fn late(thread: u16, exponent: u8) -> Choice {
        Choice {
            thread,
            variant: Choice::LATE + u16::from(exponent),
        }
    }

    /// A look that is later by no more than 2^20 ns, a millisecond, is what happens on every machine while
    /// others go on: that is never early.
    pub const BRIEF: u8 = 20;

    /// The exponent, if the alternative is that time has passed before a look at a clock.
    pub fn jump_of(variant: u16) -> Option<u8> {
        let exponent = variant.checked_sub(Choice::LATE)?;
        (exponent <= 56).then_some(exponent as u8)
    }

    /// The thread simply goes on.
    pub fn run(thread: u16) -> Choice {
        Choice { thread, variant: 0 }
    }

    /// Whether this is an expiry, a spurious wake-up or a late look at a clock: possible, but a trace
    /// without it is a better explanation.
    pub fn is_unlikely(self) -> bool {
        self.variant >= Choice::LATE
    }
}
