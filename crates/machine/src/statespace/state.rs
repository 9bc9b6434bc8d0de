//! States as short vectors of interned parts: saving and loading.
//!
//! A saved state is the vector
//!
//! ```text
//! shape, globals, two parts per thread, one part per shared young object, one part per slot
//! ```
//!
//! where `shape` says how many threads and shared young objects there are; a thread has a part for
//! itself and one for the young objects that only it can reach; and *slots* are the base objects
//! that were changed at some time in the search (0: it is now as it was in the base; zeros at the
//! end are left out, so that the vector does not depend on when a slot was first used). Young
//! objects have canonical names, see `naming.rs`; base objects that nobody can reach any more are
//! put back to what they were, see `garbage.rs`. Of a frame, only registers that may still be read
//! are kept: what is left out is never read again, and two states that differ only there behave
//! alike.
//!
//! Saving and loading cost what changed: a thread whose frames did not change, an object that was
//! not written and refers to nothing that was renamed, keep their part ids.

use crate::heap::{BASE, DIRTY, FROZEN, SHARED};
use crate::machine::Machine;
use crate::options::Granularity;
use crate::statespace::naming::{Group, Naming, compose, each_root};
use crate::statespace::parts::Parts;
use crate::thread::{Frame, Status, Thread};
use crate::value::Ref;

/// What is needed to save and load, beside the names.
#[derive(Clone, Debug, Default)]
pub(crate) struct States {
    pub(crate) parts: Parts,
    /// Part of each slot in the current state.
    slots: Vec<u32>,
    globals: u32,
    shape: u32,
    /// Whether the last save looked for dead base objects.
    pub(crate) dead_sought: bool,
    /// What the last save did to the names.
    pub(crate) naming: Option<Naming>,
    /// What the loose objects were when threads were last asked what they hold of it.
    noted_loose: Vec<Ref>,
    /// Whether no state has been saved yet.
    pub(crate) first: bool,
    /// Base objects that hold time stamps, see `clock.rs`.
    pub(crate) stamped: Vec<Ref>,
    pub(crate) words: Vec<u64>,
    changed: Vec<(Ref, u32)>,
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
            if let Some(bytes) = self.heap.text_bytes(name) {
                self.heap.set_base_flags(bytes, FROZEN);
            }
            self.heap.each_reference(name, |target| {
                if target.is_heap() {
                    work.push(target);
                }
            });
        }
        for name in &all {
            self.heap.set_base_flags(*name, BASE);
        }
        self.find_stamped(&all);
        self.count_base_references();
        self.heap.freeze();
        if self.options.granularity == Granularity::Operation {
            self.heap.unwritten.enable();
            self.recycling.allow();
        }
        self.keep_initialized();
        self.free = false;
        self.names.first_young = self.heap.capacity();
        self.states.first = true;
    }

    /// Writes the state to `out`. Objects that nothing can reach any more are forgotten.
    pub fn save(&mut self, out: &mut Vec<u32>) {
        self.unsaved = false;
        self.states.dead_sought = false;
        self.forget_dead_slots();
        let mut naming = self.name_young_objects();
        let mut first = std::mem::take(&mut self.states.first);
        // Young objects that went away may have been the last to hold loose ones.
        if self.heap.base_touched && self.forget_dead_slots() {
            let changes = std::mem::take(&mut self.names.changes);
            naming = self.name_young_objects();
            compose(&changes, &mut self.names.changes);
            first = true;
            self.forget_parts();
        }
        self.states.naming = Some(naming);
        for thread in 0..self.threads.len() {
            let stale = first
                || match naming {
                    Naming::Same | Naming::Extended => false,
                    Naming::Private { renamed, .. } => renamed && thread == self.mover,
                    Naming::Renamed => self.holds_renamed(thread),
                };
            if stale {
                self.threads[thread]
                    .frames
                    .iter_mut()
                    .for_each(|frame| frame.part = 0);
            }
            if stale || self.threads[thread].dirty {
                self.threads[thread].part = self.intern_thread(thread);
                self.threads[thread].dirty = false;
                self.note_loose(thread);
            }
        }
        match naming {
            _ if first => {
                (0..self.names.groups.len()).for_each(|group| self.save_group(group, false));
            }
            Naming::Same => {}
            Naming::Private { first_new, .. } => {
                self.save_group(self.mover + 1, false);
                (first_new..self.names.groups.len())
                    .for_each(|group| self.save_group(group, false));
            }
            Naming::Extended | Naming::Renamed => {
                let renamed = naming == Naming::Renamed;
                (0..self.names.groups.len()).for_each(|group| self.save_group(group, renamed));
            }
        }
        self.save_changed_objects(naming == Naming::Renamed);
        let mut words = std::mem::take(&mut self.states.words);
        for group in &mut self.names.groups[1..] {
            group.intern(&mut self.states.parts, &mut words);
        }
        self.states.words = words;
        self.note_all_loose();
        self.save_shape();
        self.save_globals();
        self.write_vector(out);
    }

    /// No part of a young object or slot is what it was.
    fn forget_parts(&mut self) {
        for group in &mut self.names.groups {
            for member in 0..group.parts.len() {
                group.set_part(member, 0);
            }
        }
        for slot in 0..self.states.slots.len() {
            if self.states.slots[slot] != 0 {
                self.heap.mark_dirty(self.heap.slots[slot].object);
            }
        }
    }

    fn write_vector(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(self.states.shape);
        out.push(self.states.globals);
        for (thread, group) in self.threads.iter().zip(&self.names.groups[1..]) {
            out.push(thread.part);
            out.push(group.part);
        }
        out.extend_from_slice(&self.names.groups[0].parts);
        let used = self
            .states
            .slots
            .iter()
            .rposition(|part| *part != 0)
            .map_or(0, |last| last + 1);
        out.extend_from_slice(&self.states.slots[..used]);
    }

    /// Gives parts to the objects of a group that have none, and to those that refer to objects
    /// with other names than before.
    fn save_group(&mut self, group: usize, renamed: bool) {
        for member in 0..self.names.groups[group].objects.len() {
            let object = self.names.groups[group].objects[member];
            let known = self.names.groups[group].parts[member] != 0;
            let moved = self.names.is_renamed(object);
            if !known || (renamed && (moved || self.refers_to_renamed(object))) {
                let part = self.intern_object(object);
                self.names.groups[group].set_part(member, part);
            }
        }
    }

    fn refers_to_renamed(&self, name: Ref) -> bool {
        let mut found = false;
        self.heap
            .each_reference(name, |target| found |= self.names.is_renamed(target));
        found
    }

    fn holds_renamed(&self, thread: usize) -> bool {
        let thread = &self.threads[thread];
        let mut found = match thread.status {
            Status::Waiting(waiting) => self.names.is_renamed(waiting.object),
            _ => false,
        };
        each_root(thread, |root| found |= self.names.is_renamed(root));
        found
    }

    fn save_changed_objects(&mut self, renamed: bool) {
        self.states.slots.resize(self.heap.slots.len(), 0);
        let mut dirty = std::mem::take(&mut self.heap.dirty);
        for name in dirty.drain(..) {
            if !self.heap.has(name) || self.heap.object(name).flags & DIRTY == 0 {
                continue;
            }
            self.heap.clear_flags(name, DIRTY);
            if !self.names.is_base(name) {
                if let Some((group, member)) = self.names.position(name) {
                    let part = self.intern_object(name);
                    self.names.groups[group].set_part(member, part);
                }
            } else if let Some(slot) = self.heap.slot_of(name) {
                self.save_slot(slot);
            }
        }
        self.heap.dirty = dirty;
        if renamed {
            for slot in 0..self.states.slots.len() {
                let object = self.heap.slots[slot].object;
                if self.states.slots[slot] != 0 && self.refers_to_renamed(object) {
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

    /// The shape holds what loading needs to know first.
    fn save_shape(&mut self) {
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        words.push(self.threads.len() as u64);
        words.push(self.names.groups[0].objects.len() as u64);
        words.extend(self.heap.loose.iter().map(|object| object.word()));
        if self.states.shape == 0 || self.states.parts.get(self.states.shape) != words {
            self.states.shape = self.states.parts.intern(&words);
        }
        self.states.words = words;
    }

    /// Makes sure that a state that another machine has saved means something here.
    pub(crate) fn catch_up(&mut self, state: &[u32]) {
        if self.heap.pool.is_none() {
            return;
        }
        self.states.parts.catch_up(state);
        let shape = self.states.parts.get(state[0]);
        let fixed = 2 + 2 * shape[0] as usize + shape[1] as usize;
        self.heap.catch_up(state.len().saturating_sub(fixed));
    }

    /// From here on, what is saved means the same to this machine and to its copies.
    pub(crate) fn share(&mut self) {
        let slots = self.heap.slots.iter().map(|slot| slot.object);
        self.heap.pool = Some(self.states.parts.share(slots));
    }

    /// Takes over what a copy has learned and seen. True if it had learned something.
    pub(crate) fn absorb(&mut self, other: &Machine<'p>) -> bool {
        self.coverage.absorb(&other.coverage);
        self.synchronizers.absorb(&other.synchronizers);
        let times = self.times.absorb(&other.times);
        if !other.interchange.is_on() {
            self.interchange.tell_apart();
        }
        let recycling = self.absorb_recycling(other);
        self.heap.unwritten.absorb(&other.heap.unwritten) || times || recycling
    }

    /// Bytes of all parts.
    pub fn part_bytes(&self) -> usize {
        self.states.parts.bytes()
    }

    /// Goes to a saved state.
    pub fn load(&mut self, state: &[u32]) {
        self.unsaved = false;
        self.events.clear();
        self.started.clear();
        self.states.shape = state[0];
        let shape = self.states.parts.get(state[0]);
        let (threads, shared) = (shape[0] as u32 as usize, shape[1] as usize);
        self.heap.loose.clear();
        self.heap
            .loose
            .extend(shape[2..].iter().map(|word| Ref::from_word(*word)));
        let (thread_parts, rest) = state[2..].split_at(2 * threads);
        let (shared_parts, slot_parts) = rest.split_at(shared);
        self.undo_changes();
        self.bind(thread_parts, shared_parts);
        self.load_slots(slot_parts);
        self.load_threads(thread_parts);
        self.note_all_loose();
        self.heap.structure_changed = false;
        self.heap.private_changed = false;
        self.heap.published.clear();
        self.heap.base_changed = false;
        self.heap.base_touched = false;
        // The program may have ended since the last save.
        let ended = self.exit.is_some();
        if ended || self.states.globals != state[1] || self.options.observe_output {
            self.load_globals(state[1]);
        }
    }

    /// Makes every young name of the target state stand for an object, and fills the objects. Names
    /// that both states have keep their objects, so whatever did not change need not be touched.
    fn bind(&mut self, thread_parts: &[u32], shared_parts: &[u32]) {
        for index in 0..self.heap.fresh.len() {
            self.heap.remove(self.heap.fresh[index]);
        }
        self.heap.fresh.clear();
        let groups = thread_parts.len() / 2 + 1;
        for group in groups..self.names.groups.len() {
            self.resize_group(group, 0);
        }
        self.names.groups.resize_with(groups, Group::default);
        let mut changed = std::mem::take(&mut self.states.changed);
        changed.clear();
        self.resize_group(0, shared_parts.len());
        let shared = &mut self.names.groups[0];
        for (member, part) in shared_parts.iter().enumerate() {
            if shared.parts[member] != *part {
                shared.parts[member] = *part;
                changed.push((shared.objects[member], *part));
            }
        }
        for group in 1..groups {
            let part = thread_parts[2 * group - 1];
            if self.names.groups[group].part != part {
                let count = self.states.parts.get(part)[0] as u32 as usize;
                self.resize_group(group, count);
                self.names.groups[group].decode(part, &self.states.parts, &mut changed);
            }
        }
        for (object, part) in &changed {
            self.load_object(*object, *part);
        }
        self.states.changed = changed;
    }

    /// Gives a group so many objects; those it has keep their names.
    fn resize_group(&mut self, group: usize, count: usize) {
        while self.names.groups[group].objects.len() > count {
            let members = &mut self.names.groups[group];
            members.parts.pop();
            members.part = 0;
            if let Some(object) = members.objects.pop() {
                self.names.forget(object);
                self.heap.remove(object);
            }
        }
        while self.names.groups[group].objects.len() < count {
            let object = self.heap.add_blank();
            self.names.append(group, object);
        }
    }

    /// What was changed since the last save or load has no part any more.
    fn undo_changes(&mut self) {
        let mut dirty = std::mem::take(&mut self.heap.dirty);
        for name in dirty.drain(..) {
            if !self.heap.has(name) || self.heap.object(name).flags & DIRTY == 0 {
                continue;
            }
            self.heap.clear_flags(name, DIRTY);
            if let Some((group, member)) = self.names.position(name) {
                self.names.groups[group].set_part(member, 0);
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
        self.threads.truncate(parts.len() / 2);
        for (number, part) in parts.iter().step_by(2).enumerate() {
            if number == self.threads.len() {
                self.threads.push(Thread::new(Ref::NULL, false));
            } else if self.threads[number].part == *part && !self.threads[number].dirty {
                continue;
            }
            self.load_thread(number, *part);
        }
    }

    /// The loose objects may be others than before: asks every thread.
    fn note_all_loose(&mut self) {
        if self.states.noted_loose == self.heap.loose {
            return;
        }
        for thread in 0..self.threads.len() {
            self.note_loose(thread);
        }
        self.states.noted_loose.clone_from(&self.heap.loose);
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
pub(crate) fn each_live(frame: &Frame<'_>, before_instruction: bool, mut f: impl FnMut(usize)) {
    let live = if before_instruction {
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
