//! Time stamps in states.
//!
//! The virtual clock always shows the first moment. When a wait expires, it is not the clock that
//! moves: every time stamp that the program keeps, in fields, elements and registers, moves into the
//! past by as much. So a state holds time stamps relative to its own present, and a loop that waits
//! again and again comes back to a state it has been in.
//!
//! A time stamp is recognised by its value: the clocks stand at numbers far from those that programs
//! use. Differences of time stamps are ordinary numbers and stay as they are.

use program::Kind;

use crate::heap::{Layout, Object};
use crate::machine::Machine;
use crate::value::Ref;

/// What `System.nanoTime` gives.
pub(crate) const NANO_BASE: i64 = 0x0100_5eed_0000_0000;
/// What `System.currentTimeMillis` gives: 2026-01-01, and a bit.
pub(crate) const MILLI_BASE: i64 = 1_767_225_600_000 + 0x5eed;
/// How far from now a nanosecond time stamp is recognised: about 52 days.
const NANO_RANGE: i64 = 1 << 52;
/// The same for milliseconds: about 50 days.
const MILLI_RANGE: i64 = 1 << 32;

/// A word after so many nanoseconds have passed: another one if it is a time stamp.
#[inline]
fn later(word: u64, nanos: i64) -> u64 {
    let value = word as i64;
    if value.wrapping_sub(NANO_BASE).unsigned_abs() < NANO_RANGE as u64 {
        return value.wrapping_sub(nanos) as u64;
    }
    if value.wrapping_sub(MILLI_BASE).unsigned_abs() < MILLI_RANGE as u64 {
        return value.wrapping_sub(nanos / 1_000_000) as u64;
    }
    word
}

/// Whether an object holds something that looks like a time stamp. In arrays of small elements, which
/// share words, nothing does.
fn is_stamped(object: &Object) -> bool {
    let has_longs = match object.layout {
        Layout::Fields | Layout::Statics => true,
        Layout::Array(kind) => kind == Kind::Long,
    };
    has_longs
        && object
            .data
            .iter()
            .any(|word| later(*word, 1_000_000) != *word)
}

impl Machine<'_> {
    /// Finds the base objects that hold time stamps.
    pub(crate) fn find_stamped(&mut self, base: &[Ref]) {
        let stamped = base.iter().filter(|it| is_stamped(self.heap.object(**it)));
        self.states.stamped = stamped.copied().collect();
    }

    /// Time passes.
    pub(crate) fn pass_nanos(&mut self, nanos: i64) {
        for thread in &mut self.threads {
            if thread.deadline > 1 {
                thread.deadline = (thread.deadline - nanos).max(2);
            }
            for word in &mut thread.registers {
                *word = later(*word, nanos);
            }
            thread.dirty = true;
            thread.frames.iter_mut().for_each(|frame| frame.part = 0);
        }
        let young = self.names.groups.iter().flat_map(|group| &group.objects);
        let slots = self.heap.slots.iter().map(|slot| &slot.object);
        let mut objects: Vec<Ref> = young
            .chain(&self.heap.fresh)
            .chain(slots)
            .copied()
            .collect();
        objects.extend(&self.states.stamped);
        objects.sort_unstable();
        objects.dedup();
        for name in objects {
            if self.heap.has(name) && is_stamped(self.heap.object(name)) {
                for word in &mut self.heap.change(name).data {
                    *word = later(*word, nanos);
                }
            }
        }
    }
}
