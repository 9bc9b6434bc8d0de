//! States as short vectors of interned parts: saving and loading.
//!
//! A saved state is the vector
//!
//! ```text
//! shape, globals, one part per thread, one part per young object, one part per slot
//! ```
//!
//! where `shape` says how many threads and young objects there are, and *slots* are the base objects
//! that were changed at some time in the search (0: it is now as it was in the base; zeros at the
//! end are left out, so that the vector does not depend on when a slot was first used). Young
//! objects have canonical names, see `naming.rs`; base objects that nobody can reach any more are
//! put back to what they were, see `garbage.rs`. Of a frame, only registers that may still be read
//! are kept: what is left out is never read again, and two states that differ only there behave
//! alike.
//!
//! Saving and loading cost what changed: a thread whose frames did not change, an object that was
//! not written and refers to nothing that was renamed, keep their part ids.

use crate::heap::{BASE, DIRTY, SHARED};
use crate::machine::Machine;
use crate::naming::{Group, Names, Young};
use crate::options::Granularity;
use crate::parts::Parts;
use crate::thread::{Frame, Thread};
use crate::value::Ref;

/// What is needed to save and load, beside the names.
#[derive(Debug, Default)]
pub(crate) struct States {
    pub(crate) parts: Parts,
    /// Part of each slot in the current state.
    slots: Vec<u32>,
    globals: u32,
    shape: u32,
    /// Whether the groups differ from what `shape` says.
    shape_changed: bool,
    /// Whether some base object may be unreachable: see `garbage.rs`.
    pub(crate) loose: bool,
    /// Time passed in this transition: everything that mentions time has changed.
    pub(crate) clock_moved: bool,
    pub(crate) words: Vec<u64>,
}

impl States {
    /// The part of a slot in the last saved or loaded state.
    #[inline]
    pub(crate) fn slot_part(&self, slot: usize) -> u32 {
        self.slots.get(slot).copied().unwrap_or(0)
    }

    /// The slot's object is as in the base again.
    pub(crate) fn clear_slot(&mut self, slot: usize) {
        if let Some(part) = self.slots.get_mut(slot) {
            *part = 0;
        }
    }
}

impl<'p> Machine<'p> {
    /// Makes what exists now the base of all states. Objects that static fields or other threads
    /// could reach are shared from here on.
    pub(crate) fn make_base(&mut self) {
        let all = self.heap.all();
        let mut work: Vec<Ref> = if self.heap.all_shared {
            all.clone()
        } else {
            let constants = all.iter().copied().filter(|name| !name.is_heap());
            constants
                .chain(self.threads.iter().map(|thread| thread.object))
                .collect()
        };
        let mut seen = vec![false; self.heap.capacity()];
        while let Some(name) = work.pop() {
            if name.is_null()
                || (name.is_heap() && std::mem::replace(&mut seen[name.index()], true))
            {
                continue;
            }
            self.heap.set_base_flags(name, SHARED);
            self.heap.freeze_text(name);
            self.heap.each_reference(name, |target| {
                if target.is_heap() {
                    work.push(target);
                }
            });
        }
        for name in all {
            self.heap.set_base_flags(name, BASE);
        }
        self.count_base_references();
        self.heap.freeze();
        if self.options.granularity == Granularity::Operation {
            self.heap.unwritten.enable();
        }
        self.free = false;
        self.names.first_young = self.heap.capacity();
        self.states.clock_moved = true;
        self.states.shape_changed = true;
    }

    /// Writes the state to `out`. Objects that nothing can reach any more are forgotten.
    pub fn save(&mut self, out: &mut Vec<u32>) {
        self.forget_dead_slots();
        let (young, groups) = (self.names.young.len(), self.names.groups.len());
        let walked = self.heap.structure_changed || !self.heap.fresh.is_empty();
        let renamed = self.name_young_objects();
        let all = renamed || std::mem::take(&mut self.states.clock_moved);
        self.states.shape_changed |=
            walked || young != self.names.young.len() || groups != self.names.groups.len();
        for thread in 0..self.threads.len() {
            if all {
                self.threads[thread]
                    .frames
                    .iter_mut()
                    .for_each(|frame| frame.part = 0);
            }
            if all || self.threads[thread].dirty {
                // What its registers refer to may have become, or ceased to be, a root.
                self.states.shape_changed = true;
                self.threads[thread].part = self.intern_thread(thread);
                self.threads[thread].dirty = false;
            }
        }
        if all || walked {
            for index in 0..self.names.young.len() {
                let Young { object, part } = self.names.young[index];
                if all || part == 0 {
                    self.names.young[index].part = self.intern_object(object);
                }
            }
        }
        self.save_changed_objects(all);
        self.save_shape();
        self.save_globals();
        self.write_vector(out);
    }

    fn write_vector(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(self.states.shape);
        out.push(self.states.globals);
        out.extend(self.threads.iter().map(|thread| thread.part));
        out.extend(self.names.young.iter().map(|young| young.part));
        let used = self
            .states
            .slots
            .iter()
            .rposition(|part| *part != 0)
            .map_or(0, |last| last + 1);
        out.extend_from_slice(&self.states.slots[..used]);
    }

    fn save_changed_objects(&mut self, all: bool) {
        self.states.slots.resize(self.heap.slots.len(), 0);
        let mut dirty = std::mem::take(&mut self.heap.dirty);
        for name in dirty.drain(..) {
            if !self.heap.has(name) || self.heap.object(name).flags & DIRTY == 0 {
                continue;
            }
            self.heap.clear_flags(name, DIRTY);
            if !self.names.is_base(name) {
                if let Some(position) = self.names.position(name) {
                    self.names.young[position].part = self.intern_object(name);
                }
            } else if let Some(slot) = self.heap.slot_of(name) {
                self.save_slot(slot);
            }
        }
        self.heap.dirty = dirty;
        if all {
            for slot in 0..self.states.slots.len() {
                if self.states.slots[slot] != 0 {
                    self.save_slot(slot);
                }
            }
        }
    }

    fn save_slot(&mut self, slot: usize) {
        let name = self.heap.slots[slot].object;
        let same = self
            .heap
            .object(name)
            .same_state(&self.heap.slots[slot].original);
        self.states.slots[slot] = if same { 0 } else { self.intern_object(name) };
    }

    fn save_globals(&mut self) {
        if self.states.globals != 0 && self.exit.is_none() && !self.options.observe_output {
            return;
        }
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        words.push(
            self.exit
                .map_or(0, |status| 1 << 32 | u64::from(status as u32)),
        );
        if self.options.observe_output {
            words.extend(self.output.iter().map(|unit| u64::from(*unit)));
        }
        self.states.globals = self.states.parts.intern(&words);
        self.states.words = words;
    }

    /// The shape holds what loading needs to know first: the groups, with their roots.
    fn save_shape(&mut self) {
        if !std::mem::take(&mut self.states.shape_changed) {
            return;
        }
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        words.push(self.threads.len() as u64 | u64::from(self.states.loose) << 32);
        for Group { count, roots, .. } in &self.names.groups {
            words.push(u64::from(*count) | (roots.len() as u64) << 32);
            words.extend(roots.iter().map(|root| u64::from(*root)));
        }
        self.states.shape = self.states.parts.intern(&words);
        self.states.words = words;
    }

    /// Bytes of all parts.
    pub fn part_bytes(&self) -> usize {
        self.states.parts.bytes()
    }

    /// Goes to a saved state.
    pub fn load(&mut self, state: &[u32]) {
        self.events.clear();
        self.started.clear();
        self.clock = 0;
        self.states.clock_moved = false;
        self.bind(state);
        let threads = (self.states.parts.get(state[0])[0] as u32) as usize;
        let (thread_parts, rest) = state[2..].split_at(threads);
        let (young_parts, slot_parts) = rest.split_at(self.names.young.len());
        self.undo_changes();
        for (index, part) in young_parts.iter().enumerate() {
            if self.names.young[index].part != *part {
                self.names.young[index].part = *part;
                self.load_object(self.names.young[index].object, *part);
            }
        }
        self.load_slots(slot_parts);
        self.load_threads(thread_parts);
        self.heap.structure_changed = false;
        self.heap.base_changed = false;
        if self.states.globals != state[1] || self.options.observe_output {
            self.load_globals(state[1]);
        }
    }

    /// Makes every young name of the target state stand for an object. Names that both states have
    /// keep their objects, so whatever did not change need not be touched.
    fn bind(&mut self, state: &[u32]) {
        for index in 0..self.heap.fresh.len() {
            self.heap.remove(self.heap.fresh[index]);
        }
        self.heap.fresh.clear();
        if self.states.shape == state[0] && !self.states.shape_changed {
            return;
        }
        let before = std::mem::take(&mut self.names.young);
        let old_groups = std::mem::take(&mut self.names.groups);
        let shape = self.states.parts.get(state[0]).to_vec();
        self.states.loose = shape[0] >> 32 != 0;
        let mut words = shape[1..].iter();
        while let Some(word) = words.next() {
            self.names.begin_group();
            let group = self.names.groups.len() - 1;
            let roots = (0..word >> 32).map(|_| *words.next().expect("a root for each") as u32);
            self.names.groups[group].roots = roots.collect();
            let old = old_groups.get(group).cloned().unwrap_or_default();
            let count = *word as u32;
            for member in 0..count {
                if member < old.count {
                    let young = before[(old.start + member) as usize];
                    self.names.append(young.object, young.part);
                } else {
                    let object = self.heap.add_blank();
                    self.names.append(object, 0);
                }
            }
            for young in before
                .iter()
                .skip((old.start + count) as usize)
                .take(old.count.saturating_sub(count) as usize)
            {
                self.names.forget(young.object);
                self.heap.remove(young.object);
            }
        }
        for old in old_groups.iter().skip(self.names.groups.len()) {
            for young in before
                .iter()
                .skip(old.start as usize)
                .take(old.count as usize)
            {
                self.names.forget(young.object);
                self.heap.remove(young.object);
            }
        }
        self.states.shape = state[0];
        self.states.shape_changed = false;
    }

    /// What was changed since the last save or load has no part any more.
    fn undo_changes(&mut self) {
        let mut dirty = std::mem::take(&mut self.heap.dirty);
        for name in dirty.drain(..) {
            if !self.heap.has(name) || self.heap.object(name).flags & DIRTY == 0 {
                continue;
            }
            self.heap.clear_flags(name, DIRTY);
            if let Some(position) = self.names.position(name) {
                self.names.young[position].part = 0;
            } else if let Some(slot) = self.heap.slot_of(name) {
                self.states.slots.resize(self.heap.slots.len(), 0);
                self.states.slots[slot] = u32::MAX;
            }
        }
        self.heap.dirty = dirty;
    }

    fn load_slots(&mut self, parts: &[u32]) {
        self.states.slots.resize(self.heap.slots.len(), 0);
        for slot in 0..self.states.slots.len() {
            let part = parts.get(slot).copied().unwrap_or(0);
            if part == self.states.slots[slot] {
                continue;
            }
            let name = self.heap.slots[slot].object;
            if part == 0 {
                self.heap.restore(slot);
            } else {
                self.load_object(name, part);
            }
            self.states.slots[slot] = part;
        }
    }

    fn load_threads(&mut self, parts: &[u32]) {
        self.threads.truncate(parts.len());
        for (number, part) in parts.iter().enumerate() {
            if number == self.threads.len() {
                self.threads.push(Thread::new(Ref::NULL, false));
            } else if self.threads[number].part == *part && !self.threads[number].dirty {
                continue;
            }
            self.load_thread(number, *part);
        }
    }

    fn load_globals(&mut self, part: u32) {
        self.states.globals = part;
        let words = self.states.parts.get(part);
        self.exit = (words[0] != 0).then_some(words[0] as u32 as i32);
        if self.options.observe_output {
            self.output = words[1..].iter().map(|unit| *unit as u16).collect();
        }
    }
}

/// Calls `f` with the registers of a frame that may still be read.
#[inline]
pub(crate) fn each_live(frame: &Frame<'_>, top: bool, mut f: impl FnMut(usize)) {
    let live = if top {
        frame.body.live(frame.pc)
    } else {
        frame.body.live_across(frame.pc)
    };
    for (index, bits) in live.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            f(index * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

impl Names {
    /// Where a young object stands among all, if it has a name.
    pub(crate) fn position(&self, object: Ref) -> Option<usize> {
        if self.is_base(object) {
            return None;
        }
        let name = Ref(self.name(object)?);
        Some(self.position_of(name))
    }
}
