//! States as short vectors of interned parts: saving, loading, and canonical names.
//!
//! A saved state is the vector
//!
//! ```text
//! shape, globals, one part per thread, one part per young object, one part per slot
//! ```
//!
//! where `shape` says how many threads and young objects there are, and *slots* are the base objects
//! that were changed at some time in the search (0: it is now as it was in the base; zeros at the
//! end are left out, so that the vector does not depend on when a slot was first used).
//!
//! # When two states are the same
//!
//! Young objects are named by the order in which they are found: first from the slots, in slot
//! order (group 0), then from each thread's object and frames, oldest frame first (group = thread
//! number + 1). Inside a group the order is that of a breadth-first walk over fields and elements.
//! So the name depends on the shape of the reachable heap alone: not on when or where an object was
//! allocated, and garbage has no name and is not part of the state. Changing one thread's private
//! objects does not rename another's.
//!
//! Of a frame, only registers that may still be read are kept. What is left out is never read again,
//! and two states that differ only there behave alike.
//!
//! # Cost
//!
//! A thread whose frames did not change, an object that was not written and refers to nothing that
//! was renamed, keep their part ids. The walk that gives names goes over the young objects and the
//! changed base objects, never over the rest of the base.

use program::{Body, Kind, MethodId};

use crate::heap::{BASE, DIRTY, Layout, Object, SHARED, STATE_FLAGS, reference_at, references};
use crate::initialize::empty_body;
use crate::invoke::NO_METHOD;
use crate::machine::{Entry, Machine};
use crate::parts::Parts;
use crate::thread::{After, Frame, Status, Thread, Waiting, Wake};
use crate::value::{Ref, Space};

/// Bits of a young name that count inside its group.
const GROUP_SHIFT: u32 = 20;

/// What is needed to save and load.
#[derive(Debug, Default)]
pub(crate) struct States {
    parts: Parts,
    /// Parts of threads are in the threads; these are the young objects of the current state.
    young: Vec<Young>,
    /// First position in `young` of each group.
    groups: Vec<u32>,
    /// Part of each slot in the current state.
    slots: Vec<u32>,
    globals: u32,
    shape: u32,
    /// Names by heap index; 0 for base objects and those without a name.
    names: Vec<u32>,
    /// Heap indices from here on are young.
    first_young: usize,
    /// Time passed in this transition: everything that mentions time has changed.
    pub(crate) clock_moved: bool,
    words: Vec<u64>,
    queue: Vec<Ref>,
}

#[derive(Clone, Copy, Debug)]
struct Young {
    object: Ref,
    part: u32,
}

impl States {
    /// The name of an object that is part of the current state.
    pub(crate) fn name(&self, object: Ref) -> Option<u32> {
        if self.is_base(object) {
            return Some(object.0);
        }
        self.names
            .get(object.index())
            .copied()
            .filter(|name| *name != 0)
    }

    /// Whether an object belongs to the base.
    pub(crate) fn is_base(&self, object: Ref) -> bool {
        !object.is_heap() || object.index() < self.first_young
    }

    /// The part of a slot in the last saved or loaded state.
    pub(crate) fn slot_part(&self, slot: usize) -> u32 {
        self.slots.get(slot).copied().unwrap_or(0)
    }

    /// The slot's object is as in the base again.
    pub(crate) fn clear_slot(&mut self, slot: usize) {
        if let Some(part) = self.slots.get_mut(slot) {
            *part = 0;
        }
    }

    fn bound(&self, name: Ref) -> Ref {
        if name.space() != Space::Name {
            return name;
        }
        let index = name.index();
        let (group, member) = (index >> GROUP_SHIFT, index & ((1 << GROUP_SHIFT) - 1));
        self.young[self.groups[group] as usize + member].object
    }
}

impl<'p> Machine<'p> {
    /// Makes what exists now the base of all states. Objects that static fields or other threads
    /// could reach are shared from here on.
    pub(crate) fn make_base(&mut self) {
        let all = self.heap.all();
        let mut roots: Vec<Ref> = Vec::new();
        for name in &all {
            if !name.is_heap() {
                roots.push(*name);
            }
        }
        roots.extend(self.threads.iter().map(|thread| thread.object));
        let everything = self.heap.all_shared;
        let mut work = if everything { all.clone() } else { roots };
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
                if target.is_heap() && !target.is_null() {
                    work.push(target);
                }
            });
        }
        for name in all {
            self.heap.set_base_flags(name, BASE);
        }
        self.count_base_references();
        self.heap.freeze();
        self.free = false;
        self.states.first_young = self.heap.capacity();
        self.states.clock_moved = true;
    }

    /// Writes the state to `out`. Objects that nothing can reach any more are forgotten.
    pub fn save(&mut self, out: &mut Vec<u32>) {
        self.forget_dead_slots();
        let renamed = self.name_young_objects();
        let all = renamed || std::mem::take(&mut self.states.clock_moved);
        for thread in 0..self.threads.len() {
            if all {
                self.threads[thread]
                    .frames
                    .iter_mut()
                    .for_each(|frame| frame.part = 0);
            }
            if all || self.threads[thread].dirty {
                self.threads[thread].part = self.intern_thread(thread);
                self.threads[thread].dirty = false;
            }
        }
        for index in 0..self.states.young.len() {
            let Young { object, part } = self.states.young[index];
            if all || part == 0 || self.heap.object(object).flags & DIRTY != 0 {
                self.states.young[index].part = self.intern_object(object);
            }
        }
        self.save_slots(all);
        self.save_globals();
        for index in 0..self.heap.dirty.len() {
            let name = self.heap.dirty[index];
            if !name.is_heap() || self.heap.is_live(name) {
                self.heap.clear_dirty(name);
            }
        }
        self.heap.dirty.clear();
        self.write_vector(out);
    }

    fn write_vector(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(self.states.shape);
        out.push(self.states.globals);
        out.extend(self.threads.iter().map(|thread| thread.part));
        out.extend(self.states.young.iter().map(|young| young.part));
        let used = self
            .states
            .slots
            .iter()
            .rposition(|part| *part != 0)
            .map_or(0, |last| last + 1);
        out.extend_from_slice(&self.states.slots[..used]);
    }

    fn save_slots(&mut self, all: bool) {
        self.states.slots.resize(self.heap.slots.len(), 0);
        for slot in 0..self.heap.slots.len() {
            let name = self.heap.slots[slot].object;
            let dirty = self.heap.object(name).flags & DIRTY != 0;
            if !dirty && !(all && self.states.slots[slot] != 0) {
                continue;
            }
            let same = self
                .heap
                .object(name)
                .same_state(&self.heap.slots[slot].original);
            self.states.slots[slot] = if same { 0 } else { self.intern_object(name) };
        }
    }

    fn save_globals(&mut self) {
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
        words.clear();
        words.push(self.threads.len() as u64);
        let ends = self.states.groups.iter().skip(1).copied();
        let ends = ends.chain([self.states.young.len() as u32]);
        let mut start = 0;
        for end in ends.take(self.states.groups.len()) {
            words.push(u64::from(end - start));
            start = end;
        }
        self.states.shape = self.states.parts.intern(&words);
        self.states.words = words;
    }

    // Names.

    /// Gives every reachable young object its name and forgets the others. True if an object that
    /// had a name has another now.
    fn name_young_objects(&mut self) -> bool {
        if self.states.young.is_empty() && self.heap.fresh.is_empty() {
            self.states.groups.clear();
            self.states.groups.resize(self.threads.len() + 1, 0);
            return false;
        }
        let before: Vec<Young> = std::mem::take(&mut self.states.young);
        let mut old_names = Vec::with_capacity(before.len());
        for young in &before {
            old_names.push(self.states.names[young.object.index()]);
        }
        self.states.names.resize(self.heap.capacity(), 0);
        for young in &before {
            self.states.names[young.object.index()] = 0;
        }
        for fresh in &self.heap.fresh {
            self.states.names[fresh.index()] = 0;
        }
        self.states.groups.clear();
        self.walk_from_slots();
        for thread in 0..self.threads.len() {
            self.walk_from_thread(thread);
        }
        let mut renamed = false;
        for (young, old_name) in before.iter().zip(old_names) {
            let name = self.states.names[young.object.index()];
            if name == 0 {
                self.heap.remove(young.object);
            } else {
                renamed |= name != old_name;
                let position = self.position(name);
                self.states.young[position].part = young.part;
            }
        }
        for fresh in std::mem::take(&mut self.heap.fresh) {
            if self.states.names[fresh.index()] == 0 {
                self.heap.remove(fresh);
            }
        }
        renamed
    }

    fn position(&self, name: u32) -> usize {
        let index = Ref(name).index();
        let (group, member) = (index >> GROUP_SHIFT, index & ((1 << GROUP_SHIFT) - 1));
        self.states.groups[group] as usize + member
    }

    fn walk_from_slots(&mut self) {
        self.states.groups.push(0);
        for slot in 0..self.heap.slots.len() {
            let name = self.heap.slots[slot].object;
            let dirty = self.heap.object(name).flags & DIRTY != 0;
            if dirty || self.states.slot_part(slot) != 0 {
                self.visit_references(name);
            }
        }
        self.finish_walk();
    }

    fn walk_from_thread(&mut self, thread: usize) {
        self.states.groups.push(self.states.young.len() as u32);
        let data = &self.threads[thread];
        if data.has_ended() {
            return;
        }
        let mut roots = std::mem::take(&mut self.states.queue);
        roots.clear();
        roots.push(data.object);
        for (depth, frame) in data.frames.iter().enumerate() {
            if let After::Construct(object) | After::Give(object) = frame.after {
                roots.push(object);
            }
            let registers = &data.registers[frame.base as usize..];
            each_live(frame, depth + 1 == data.frames.len(), |register| {
                if register < frame.body.references as usize {
                    roots.push(Ref::from_word(registers[register]));
                }
            });
        }
        for root in &roots {
            self.visit(*root);
        }
        self.states.queue = roots;
        self.finish_walk();
    }

    fn visit(&mut self, object: Ref) {
        let index = object.index();
        if !object.is_heap() || index < self.states.first_young || self.states.names[index] != 0 {
            return;
        }
        let group = self.states.groups.len() as u32 - 1;
        let member = self.states.young.len() as u32 - self.states.groups[group as usize];
        assert!(member < 1 << GROUP_SHIFT, "more objects than names");
        let name = Ref::new(Space::Name, group << GROUP_SHIFT | member);
        self.states.names[index] = name.0;
        self.states.young.push(Young { object, part: 0 });
    }

    fn visit_references(&mut self, name: Ref) {
        let object = self.heap.object(name);
        let mut found = std::mem::take(&mut self.states.queue);
        found.clear();
        references(self.program, object, |position| {
            found.push(reference_at(object, position))
        });
        for target in &found {
            self.visit(*target);
        }
        self.states.queue = found;
    }

    /// Visits what the members of the newest group refer to, breadth first.
    fn finish_walk(&mut self) {
        let group = *self.states.groups.last().expect("a walk has a group");
        let mut next = group as usize;
        while next < self.states.young.len() {
            let object = self.states.young[next].object;
            self.visit_references(object);
            next += 1;
        }
    }

    // Parts.

    fn named(&self, object: Ref) -> u64 {
        match self.states.name(object) {
            Some(name) => u64::from(name),
            None => unreachable!("a reachable object has a name: {object:?}"),
        }
    }

    fn intern_object(&mut self, name: Ref) -> u32 {
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        let object = self.heap.object(name);
        let tag = match object.layout {
            Layout::Fields => 0,
            Layout::Statics => 1,
            Layout::Array(kind) => 2 + kind as u64,
        };
        words.push(
            u64::from(object.class.0) | u64::from(object.flags & STATE_FLAGS) << 32 | tag << 40,
        );
        words.push(u64::from(object.length) | u64::from(object.monitor) << 32);
        words.push(u64::from(object.hash));
        let first = words.len();
        words.extend(
            object
                .data
                .iter()
                .map(|word| crate::clock::relative(*word, self.clock)),
        );
        references(self.program, object, |position| {
            let named = self.named(reference_at(object, position));
            put_reference(&mut words[first..], position, named);
        });
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    fn intern_thread(&mut self, thread: usize) -> u32 {
        let count = self.threads[thread].frames.len();
        let mut parent = 0;
        for depth in 0..count {
            let top = depth + 1 == count;
            let known = self.threads[thread].frames[depth].part;
            if known != 0 && !top {
                parent = known;
                continue;
            }
            parent = self.intern_frame(thread, depth, parent);
            if !top {
                self.threads[thread].frames[depth].part = parent;
            }
        }
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        self.thread_words(thread, parent, &mut words);
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    fn thread_words(&self, thread: usize, frames: u32, words: &mut Vec<u64>) {
        let data = &self.threads[thread];
        if data.has_ended() {
            words.push(u64::from(data.daemon) << 8);
            return;
        }
        let deadline = match data.deadline {
            0 | 1 => data.deadline,
            later => (later - self.clock).max(2),
        };
        let (tag, extra) = match data.status {
            Status::Ended => unreachable!("dealt with above"),
            Status::Ready => (1, 0),
            Status::Paused => (2, 0),
            Status::Ending => (3, 0),
            Status::Initialize(class) => (4, u64::from(class.0)),
            Status::Waiting(waiting) => (
                5 + waiting.wake as u64,
                self.named(waiting.object) | u64::from(waiting.depth) << 32,
            ),
        };
        let flags = u64::from(data.daemon) << 8 | u64::from(data.permit) << 9;
        words.push(tag | flags | u64::from(frames) << 32);
        words.push(self.named(data.object));
        words.push(deadline as u64);
        words.push(extra);
        if let Status::Waiting(waiting) = data.status {
            words.push(waiting.nanos as u64);
        }
    }

    fn intern_frame(&mut self, thread: usize, depth: usize, parent: u32) -> u32 {
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        let data = &self.threads[thread];
        let frame = &data.frames[depth];
        let top = depth + 1 == data.frames.len();
        words.push(u64::from(frame.method.0) | u64::from(frame.pc) << 32);
        let (tag, payload) = match frame.after {
            After::Call => (0, 0),
            After::Box(None) => (1, 0),
            After::Box(Some(kind)) => (2, kind as u64),
            After::Construct(object) => (3, self.named(object)),
            After::Initialize(class) => (4, u64::from(class.0)),
            After::Ensure(class) => (5, u64::from(class.0)),
            After::Thread => (6, 0),
            After::Retry => (7, 0),
            After::Wrap(None) => (8, 0),
            After::Wrap(Some(kind)) => (9, kind as u64),
            After::Give(object) => (10, self.named(object)),
        };
        words.push(payload | tag << 32 | u64::from(top) << 40);
        words.push(u64::from(parent));
        let registers = &data.registers[frame.base as usize..];
        each_live(frame, top, |register| {
            let word = registers[register];
            words.push(if register < frame.body.references as usize {
                self.named(Ref::from_word(word))
            } else {
                crate::clock::relative(word, self.clock)
            });
        });
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    /// Bytes of all parts.
    pub fn part_bytes(&self) -> usize {
        self.states.parts.bytes()
    }

    // Loading.

    /// Goes to a saved state.
    pub fn load(&mut self, state: &[u32]) {
        self.events.clear();
        self.started.clear();
        self.clock = 0;
        self.states.clock_moved = false;
        let shape = self.states.parts.get(state[0]).to_vec();
        let threads = shape[0] as usize;
        let counts = &shape[1..];
        let young_count: usize = counts.iter().map(|count| *count as usize).sum();
        let (thread_parts, rest) = state[2..].split_at(threads);
        let (young_parts, slot_parts) = rest.split_at(young_count);
        let changed = self.bind(counts, young_parts);
        for (index, object, part) in changed {
            self.load_object(object, part);
            self.states.young[index].part = part;
        }
        self.load_slots(slot_parts);
        for name in std::mem::take(&mut self.heap.dirty) {
            if !name.is_heap() || self.heap.is_live(name) {
                self.heap.clear_dirty(name);
            }
        }
        self.load_threads(thread_parts);
        self.states.shape = state[0];
        if self.states.globals != state[1] || self.options.observe_output {
            self.load_globals(state[1]);
        }
    }

    /// Makes every young name of the target state stand for an object. Names that both states have
    /// keep their objects, so whatever did not change need not be touched. Returns what must be
    /// filled: position, object, part.
    fn bind(&mut self, counts: &[u64], parts: &[u32]) -> Vec<(usize, Ref, u32)> {
        for fresh in std::mem::take(&mut self.heap.fresh) {
            self.heap.remove(fresh);
        }
        let before = std::mem::take(&mut self.states.young);
        let old_groups = std::mem::take(&mut self.states.groups);
        let mut changed = Vec::new();
        let mut kept = vec![false; before.len()];
        let mut position = 0;
        for (group, count) in counts.iter().enumerate() {
            self.states.groups.push(position as u32);
            let old_start = old_groups
                .get(group)
                .map_or(before.len(), |start| *start as usize);
            let old_end = old_groups
                .get(group + 1)
                .map_or(before.len(), |end| *end as usize);
            for member in 0..*count as usize {
                let part = parts[position];
                let old = old_start + member;
                let known = (old < old_end).then(|| before[old]);
                let object = match known {
                    Some(young) => {
                        kept[old] = true;
                        let dirty = self.heap.object(young.object).flags & DIRTY != 0;
                        if young.part != part || dirty {
                            changed.push((position, young.object, part));
                        }
                        young.object
                    }
                    None => {
                        let object = self.heap.add(blank());
                        changed.push((position, object, part));
                        object
                    }
                };
                self.states.young.push(Young { object, part });
                self.states.names.resize(self.heap.capacity(), 0);
                let name = Ref::new(Space::Name, (group as u32) << GROUP_SHIFT | member as u32);
                self.states.names[object.index()] = name.0;
                position += 1;
            }
        }
        self.heap.fresh.clear();
        for (young, kept) in before.iter().zip(kept) {
            if !kept {
                self.states.names[young.object.index()] = 0;
                self.heap.remove(young.object);
            }
        }
        changed
    }

    fn load_object(&mut self, name: Ref, part: u32) {
        let words = self.states.parts.get(part);
        let tag = words[0] >> 40;
        let mut object = Object {
            class: program::ClassId(words[0] as u32),
            length: words[1] as u32,
            monitor: (words[1] >> 32) as u32,
            hash: words[2] as u32,
            layout: match tag {
                0 => Layout::Fields,
                1 => Layout::Statics,
                kind => Layout::Array(kind_of(kind - 2)),
            },
            flags: (words[0] >> 32) as u8 & STATE_FLAGS,
            data: words[3..].into(),
        };
        if !name.is_heap() || name.index() < self.states.first_young {
            object.flags |= BASE;
        }
        let mut positions = std::mem::take(&mut self.states.words);
        positions.clear();
        let mut constants = Vec::new();
        let source = object.clone();
        references(self.program, &source, |position| {
            let target = self.states.bound(reference_at(&source, position));
            if !target.is_heap() {
                constants.push(target);
            }
            put_reference(&mut object.data, position, target.word());
        });
        self.states.words = positions;
        for constant in constants {
            self.heap.ensure(constant);
        }
        self.heap.replace(name, object);
    }

    fn load_slots(&mut self, parts: &[u32]) {
        self.states.slots.resize(self.heap.slots.len(), 0);
        for slot in 0..self.heap.slots.len() {
            let part = parts.get(slot).copied().unwrap_or(0);
            let name = self.heap.slots[slot].object;
            let dirty = self.heap.object(name).flags & DIRTY != 0;
            if part == self.states.slots[slot] && !dirty {
                continue;
            }
            if part == 0 {
                let original = self.heap.slots[slot].original.clone();
                self.heap.replace(name, original);
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

    fn load_thread(&mut self, number: usize, part: u32) {
        let words = self.states.parts.get(part);
        let mut thread =
            std::mem::replace(&mut self.threads[number], Thread::new(Ref::NULL, false));
        thread.part = part;
        thread.dirty = false;
        thread.operation = None;
        thread.daemon = words[0] >> 8 & 1 != 0;
        thread.permit = words[0] >> 9 & 1 != 0;
        let tag = words[0] & 0xff;
        if tag == 0 {
            thread.status = Status::Ended;
            thread.object = Ref::NULL;
            thread.frames.clear();
            thread.registers.clear();
            self.threads[number] = thread;
            return;
        }
        thread.object = self.states.bound(Ref(words[1] as u32));
        thread.deadline = words[2] as i64;
        thread.status = match tag {
            1 => Status::Ready,
            2 => Status::Paused,
            3 => Status::Ending,
            4 => Status::Initialize(program::ClassId(words[3] as u32)),
            wake => Status::Waiting(Waiting {
                object: self.states.bound(Ref(words[3] as u32)),
                depth: (words[3] >> 32) as u32,
                nanos: words[4] as i64,
                wake: wake_of(wake - 5),
            }),
        };
        let top = (words[0] >> 32) as u32;
        self.load_frames(&mut thread, top);
        self.threads[number] = thread;
    }

    /// Rebuilds the frames down to the first that is already there.
    fn load_frames(&mut self, thread: &mut Thread<'p>, top: u32) {
        let mut chain = Vec::new();
        let mut part = top;
        while part != 0 {
            chain.push(part);
            part = self.states.parts.get(part)[2] as u32;
        }
        chain.reverse();
        let mut same = 0;
        while same + 1 < chain.len()
            && thread.frames.len() > same
            && thread.frames[same].part == chain[same]
        {
            same += 1;
        }
        if let Some(frame) = thread.frames.get(same) {
            thread.registers.truncate(frame.base as usize);
        }
        thread.frames.truncate(same);
        for (depth, part) in chain.iter().enumerate().skip(same) {
            self.load_frame(thread, *part, depth + 1 == chain.len());
        }
    }

    fn load_frame(&mut self, thread: &mut Thread<'p>, part: u32, top: bool) {
        let words = self.states.parts.get(part).to_vec();
        let method = MethodId(words[0] as u32);
        let body = self.body_of(method);
        let payload = words[1] as u32;
        let after = match words[1] >> 32 & 0xff {
            0 => After::Call,
            1 => After::Box(None),
            2 => After::Box(Some(kind_of(u64::from(payload)))),
            3 => After::Construct(self.states.bound(Ref(payload))),
            4 => After::Initialize(program::ClassId(payload)),
            5 => After::Ensure(program::ClassId(payload)),
            6 => After::Thread,
            8 => After::Wrap(None),
            9 => After::Wrap(Some(kind_of(u64::from(payload)))),
            10 => After::Give(self.states.bound(Ref(payload))),
            _ => After::Retry,
        };
        let base = thread.registers.len();
        thread.registers.resize(base + body.registers.len(), 0);
        let frame = Frame {
            method,
            body,
            pc: (words[0] >> 32) as u32,
            base: base as u32,
            after,
            part: if top { 0 } else { part },
        };
        let mut values = words[3..].iter();
        each_live(&frame, top, |register| {
            let word = *values
                .next()
                .expect("a frame part has a word for each live register");
            thread.registers[base + register] = if register < body.references as usize {
                let object = self.states.bound(Ref::from_word(word));
                self.heap.ensure(object);
                object.word()
            } else {
                word
            };
        });
        thread.frames.push(frame);
    }

    fn body_of(&mut self, method: MethodId) -> &'p Body {
        if method == NO_METHOD {
            return empty_body();
        }
        match self.entry(method) {
            Entry::Body(body) => body,
            _ => unreachable!("a frame's method has a body"),
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

fn put_reference(data: &mut [u64], position: crate::heap::Position, word: u64) {
    match position {
        crate::heap::Position::Field(slot) => data[slot] = word,
        crate::heap::Position::Element(index) => {
            let shift = (index & 1) * 32;
            let cell = &mut data[index >> 1];
            *cell = (*cell & !(0xffff_ffff << shift)) | word << shift;
        }
    }
}

fn blank() -> Object {
    Object {
        class: program::ClassId(0),
        length: 0,
        monitor: 0,
        hash: 0,
        layout: Layout::Fields,
        flags: 0,
        data: Box::new([]),
    }
}

fn kind_of(number: u64) -> Kind {
    const KINDS: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Reference,
    ];
    KINDS[number as usize]
}

fn wake_of(number: u64) -> Wake {
    match number {
        0 => Wake::Not,
        1 => Wake::Notified,
        2 => Wake::Interrupted,
        3 => Wake::Expired,
        _ => Wake::Spurious,
    }
}
