//! Time stamps in states.
//!
//! The virtual clock starts at the same moment in every run and moves only when a wait expires.
//! Programs keep time stamps in fields and registers (a deadline, say), and a loop that waits again
//! and again would never come back to a state it has been in. So a stored state holds time stamps
//! relative to its own present: after loading, it is always the first moment again, and every time
//! stamp is as far in the past or future as it was when the state was saved.
//!
//! A time stamp is a long, and is recognised by its value: the clocks start at numbers far from those that
//! programs use. Differences of time stamps are ordinary numbers and stay as they are.

/// What `System.nanoTime` gives at the first moment.
pub(crate) const NANO_BASE: i64 = 0x0100_5eed_0000_0000;
/// What `System.currentTimeMillis` gives at the first moment: 2026-01-01, and a bit.
pub(crate) const MILLI_BASE: i64 = 1_767_225_600_000 + 0x5eed;
/// How far from the first moment a nanosecond time stamp is recognised: about 52 days.
const NANO_RANGE: i64 = 1 << 52;
/// The same for milliseconds: about 50 days.
const MILLI_RANGE: i64 = 1 << 32;

/// Whether a word looks like a time stamp.
#[inline]
pub(crate) fn is_stamp(word: u64) -> bool {
    relative(word, 1_000_000) != word
}

/// A word as it is stored in a state whose clock stands at `clock`.
#[inline]
pub(crate) fn relative(word: u64, clock: i64) -> u64 {
    if clock == 0 {
        return word;
    }
    let value = word as i64;
    if (value.wrapping_sub(NANO_BASE)).unsigned_abs() < NANO_RANGE as u64 {
        return (value - clock) as u64;
    }
    if (value.wrapping_sub(MILLI_BASE)).unsigned_abs() < MILLI_RANGE as u64 {
        return (value - clock / 1_000_000) as u64;
    }
    word
}
