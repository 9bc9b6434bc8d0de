//! Time stamps in states.
//!
//! The virtual clock always shows the first moment. When a wait expires, it is not the clock that
//! moves: every time stamp that the program keeps, in fields, elements and registers, moves into the
//! past by as much. So a state holds time stamps relative to its own present, and a loop that waits
//! again and again comes back to a state it has been in.
//!
//! A time stamp is a long, and is recognised by its value: the clocks stand at numbers far from those that programs
//! use. Differences of time stamps are ordinary numbers and stay as they are.

use program::{Kind, Program};

use crate::heap::{Layout, Object, Read};
use crate::machine::Machine;
use crate::value::Ref;

/// What `System.nanoTime` gives.
pub(crate) const NANO_BASE: i64 = 0x0100_5eed_0000_0000;
/// The same as the JDK's scheduler of delayed tasks keeps it (since 25): counted from the least long.
const OFFSET_BASE: i64 = NANO_BASE.wrapping_add(i64::MIN);
/// What `System.currentTimeMillis` gives: 2026-01-01, and a bit.
pub(crate) const MILLI_BASE: i64 = 1_767_225_600_000 + 0x5eed;
/// How far from now a nanosecond time stamp is recognised: about 52 days.
const NANO_RANGE: i64 = 1 << 52;
/// The same for milliseconds: about 50 days.
const MILLI_RANGE: i64 = 1 << 32;

/// How much later than the start a clock showed this, in its own unit; `None` if none has.
pub(crate) fn since_start(word: u64) -> Option<i64> {
    let value = word as i64;
    let near = |base: i64, range: i64| {
        let passed = value.wrapping_sub(base);
        (passed.unsigned_abs() < range as u64).then_some(passed)
    };
    near(NANO_BASE, NANO_RANGE).or_else(|| near(MILLI_BASE, MILLI_RANGE))
}

/// A word after so many nanoseconds have passed: another one if it is a time stamp.
#[inline]
fn later(word: u64, nanos: i64) -> u64 {
    let value = word as i64;
    let is_near = |base: i64| value.wrapping_sub(base).unsigned_abs() < NANO_RANGE as u64;
    if is_near(NANO_BASE) || is_near(OFFSET_BASE) {
        return value.wrapping_sub(nanos) as u64;
    }
    if value.wrapping_sub(MILLI_BASE).unsigned_abs() < MILLI_RANGE as u64 {
        return value.wrapping_sub(nanos / 1_000_000) as u64;
    }
    word
}

/// Calls `f` with each slot or element of the object that holds a time stamp.
fn each_stamp(program: &Program, object: &Object, mut f: impl FnMut(usize)) {
    let class = program.class(object.class);
    let kinds: &[Kind] = match object.layout {
        Layout::Fields => &class.instance_slots,
        Layout::Statics => &class.static_slots,
        Layout::Array(_) => &[],
    };
    let is_array = object.layout == Layout::Array(Kind::Long);
    for (slot, word) in object.data.iter().enumerate() {
        let is_long = is_array || kinds.get(slot) == Some(&Kind::Long);
        if is_long && later(*word, 1_000_000) != *word {
            f(slot);
        }
    }
}

impl Machine<'_> {
    /// How much later than the start a clock showed this, in its own unit; `None` if none has.
    pub fn shown_by_clock(word: u64) -> Option<i64> {
        since_start(word)
    }

    /// Finds the base objects that hold time stamps.
    pub(crate) fn find_stamped(&mut self, base: &[Ref]) {
        let stamped = base.iter().filter(|it| {
            let mut found = false;
            each_stamp(self.program, self.heap.object(**it), |_| found = true);
            found
        });
        self.states.stamped = stamped.copied().collect();
    }

    /// Time passes.
    pub(crate) fn pass_nanos(&mut self, nanos: i64) {
        self.heap.reads.note(Read::Everything);
        for thread in &mut self.threads {
            if thread.deadline > 1 {
                thread.deadline = (thread.deadline - nanos).max(2);
            }
            for frame in &mut thread.frames {
                let registers = &mut thread.registers[frame.base as usize..];
                for (word, kind) in registers.iter_mut().zip(&frame.body.registers) {
                    if *kind == Kind::Long {
                        *word = later(*word, nanos);
                    }
                }
                frame.part = 0;
            }
            thread.dirty = true;
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
        let mut stamps = Vec::new();
        objects.retain(|name| self.heap.has(*name));
        for name in objects {
            each_stamp(self.program, self.heap.object(name), |slot| {
                stamps.push(slot)
            });
            for slot in stamps.drain(..) {
                let word = &mut self.heap.change(name).data[slot];
                *word = later(*word, nanos);
            }
        }
    }
}
