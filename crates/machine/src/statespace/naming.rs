//! Canonical names of young objects.
//!
//! Young objects are named by the order in which they are found: first from the slots, in slot
//! order (group 0), then from each thread: from its `Thread`, then from its registers, oldest frame
//! first (group = thread number + 1). From each root the walk is breadth first over fields and
//! elements. So a name depends on the shape of the reachable heap alone: not on when or where an
//! object was allocated, and garbage has no name and is not part of the state. Changing one thread's
//! private objects does not rename another's.
//!
//! A *root* of a thread's group is an object that its registers refer to and that nothing named
//! before leads to; each root's finds have consecutive names. Most transitions neither store a
//! reference nor change what a thread's registers refer to in a way that matters. Then all names
//! hold, and [`Machine::names_hold`] sees that from the moved threads' registers alone.
//!
//! The objects found from one thread are stored as one part, made of parts for every sixteen of
//! them, so that a thread's private objects are one word of a state however many they are.

use crate::heap::{DIRTY, FRESH, reference_at, references};
use crate::machine::Machine;
use crate::operation::Place;
use crate::statespace::parts::Parts;
use crate::statespace::state::each_live;
use crate::thread::{After, Thread};
use crate::value::{Ref, Space};

/// Bits of a name that count inside its group.
const GROUP_SHIFT: u32 = 20;

/// The group that stands, inside the parts of a thread and of its objects, for the thread's own: so
/// those parts say nothing of the thread's number.
const OWN: usize = (1 << (29 - GROUP_SHIFT)) - 1;

/// Objects whose parts are stored together.
const CHUNK: usize = 16;

/// The names of the current state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// One for the slots and one for each thread.
    pub(crate) groups: Vec<Group>,
    /// Names by heap index; 0 for base objects and those without a name.
    names: Vec<u32>,
    /// Heap indices from here on are young.
    pub(crate) first_young: usize,
    /// By heap index: whether the last walk gave the object another name than it had.
    renamed: Vec<bool>,
    /// What the last save changed: a name, and what the object was called before, 0 if it is new.
    pub(crate) changes: Vec<(u32, u32)>,
    found: Vec<Ref>,
}

/// What became of the names when a state is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// They are what they were.
    Same,
    /// Names changed only among the objects of the thread that moved and of those it started.
    Private {
        /// Whether an object that had a name has another now.
        renamed: bool,
        /// The group of the first thread that was started.
        first_new: usize,
    },
    /// New objects have names, old ones have the same or none.
    Extended,
    /// Objects that had a name have others now: [`Names::renamed`].
    Renamed,
}

/// The objects found from one thread, or from the slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// In the order of their names.
    pub(crate) objects: Vec<Ref>,
    /// Their parts in the last saved or loaded state, 0 where there is none.
    pub(crate) parts: Vec<u32>,
    /// The parts of every sixteen of them, 0 where it is not known.
    chunks: Vec<u32>,
    /// Which of them are roots, as positions in the group.
    pub(crate) roots: Vec<u32>,
    /// The part of them all, 0 if it is not known.
    pub(crate) part: u32,
}

impl Group {
    /// An object's part has changed; 0 if it has none any more.
    pub(crate) fn set_part(&mut self, member: usize, part: u32) {
        self.parts[member] = part;
        self.chunks.resize(self.parts.len().div_ceil(CHUNK), 0);
        self.chunks[member / CHUNK] = 0;
        self.part = 0;
    }

    /// Takes over the parts of a group whose objects have the same names here, as far as they are
    /// here.
    fn take_parts(&mut self, old: Group) {
        let same = old.objects == self.objects;
        for (member, object) in self.objects.iter().enumerate() {
            if old.objects.get(member) == Some(object) {
                self.parts[member] = old.parts[member];
            }
        }
        self.chunks = old.chunks;
        self.chunks.resize(old.objects.len().div_ceil(CHUNK), 0);
        if !same {
            let kept = old
                .objects
                .iter()
                .zip(&self.objects)
                .take_while(|(old, new)| old == new)
                .count();
            self.chunks.truncate(kept / CHUNK);
        }
        self.chunks.resize(self.objects.len().div_ceil(CHUNK), 0);
        if same && old.roots == self.roots {
            self.part = old.part;
        }
    }

    /// Works out the part of them all.
    pub(crate) fn intern(&mut self, parts: &mut Parts, words: &mut Vec<u64>) {
        if self.part != 0 {
            return;
        }
        self.chunks.resize(self.parts.len().div_ceil(CHUNK), 0);
        for (chunk, members) in self.chunks.iter_mut().zip(self.parts.chunks(CHUNK)) {
            if *chunk == 0 {
                words.clear();
                words.extend(members.iter().map(|part| u64::from(*part)));
                *chunk = parts.intern(words);
            }
        }
        words.clear();
        words.push(self.parts.len() as u64 | (self.roots.len() as u64) << 32);
        words.extend(self.roots.iter().map(|root| u64::from(*root)));
        words.extend(self.chunks.iter().map(|chunk| u64::from(*chunk)));
        self.part = parts.intern(words);
    }

    /// Takes over the roots and chunks of a stored group, after its objects have been made to
    /// match. Appends the objects whose parts differ, with their new parts.
    pub(crate) fn decode(&mut self, part: u32, parts: &Parts, changed: &mut Vec<(Ref, u32)>) {
        let words = parts.get(part);
        let (roots, chunks) = words[1..].split_at((words[0] >> 32) as usize);
        self.roots.clear();
        self.roots.extend(roots.iter().map(|root| *root as u32));
        self.chunks.resize(chunks.len(), 0);
        for (index, chunk) in chunks.iter().enumerate() {
            if self.chunks[index] == *chunk as u32 {
                continue;
            }
            self.chunks[index] = *chunk as u32;
            let first = index * CHUNK;
            for (member, part) in parts.get(*chunk as u32).iter().enumerate() {
                let known = &mut self.parts[first + member];
                if *known != *part as u32 {
                    *known = *part as u32;
                    changed.push((self.objects[first + member], *part as u32));
                }
            }
        }
        self.part = part;
    }
}

impl Names {
    /// The name of an object that is part of the current state.
    #[inline]
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
    #[inline]
    pub(crate) fn is_base(&self, object: Ref) -> bool {
        !object.is_heap() || object.index() < self.first_young
    }

    /// The object that a name stands for.
    #[inline]
    pub(crate) fn bound(&self, name: Ref) -> Ref {
        self.bound_in(0, name)
    }

    /// The object that a name stands for in a part that belongs to a group.
    #[inline]
    pub(crate) fn bound_in(&self, own: usize, name: Ref) -> Ref {
        if name.space() != Space::Name {
            return name;
        }
        let (group, member) = split(name.0);
        let group = if group == OWN { own } else { group };
        self.groups[group].objects[member]
    }

    /// The group of a young object and its position there, if it has a name.
    pub(crate) fn position(&self, object: Ref) -> Option<(usize, usize)> {
        if self.is_base(object) {
            return None;
        }
        self.name(object).map(split)
    }

    /// Gives an object a name, at the end of a group.
    pub(crate) fn append(&mut self, group: usize, object: Ref) {
        let member = self.groups[group].objects.len() as u32;
        assert!(member < 1 << GROUP_SHIFT, "more objects than names");
        let name = name_of(group, member as usize);
        if self.names.len() <= object.index() {
            self.names.resize(object.index() + 1, 0);
        }
        self.names[object.index()] = name.0;
        self.groups[group].objects.push(object);
        self.groups[group].parts.push(0);
        self.groups[group].part = 0;
    }

    /// Takes an object's name away.
    pub(crate) fn forget(&mut self, object: Ref) {
        if let Some(name) = self.names.get_mut(object.index()) {
            *name = 0;
        }
    }

    /// Which name, by group and position, the object had before the last save that has this one now;
    /// `None` if it is new. [`Names::changes`] must be in order.
    pub(crate) fn before(&self, group: usize, member: usize) -> Option<(usize, usize)> {
        let name = name_of(group, member).0;
        match self.changes.binary_search_by_key(&name, |it| it.0) {
            Ok(at) => Some(self.changes[at].1).filter(|it| *it != 0).map(split),
            Err(_) => Some((group, member)),
        }
    }

    /// Whether the last walk gave the object another name than it had.
    pub(crate) fn is_renamed(&self, object: Ref) -> bool {
        !self.is_base(object) && self.renamed.get(object.index()) == Some(&true)
    }

    /// Whether an object has its name from this group or an earlier one, or is older.
    fn is_named_up_to(&self, group: usize, object: Ref) -> bool {
        self.position(object).is_none_or(|(own, _)| own <= group)
    }

    fn is_unnamed_young(&self, object: Ref) -> bool {
        !self.is_base(object) && self.names.get(object.index()).is_none_or(|name| *name == 0)
    }
}

/// How a name is written in a part that belongs to a group.
#[inline]
pub(crate) fn written_in(own: usize, name: u32) -> u32 {
    match group_of(name) {
        Some(group) if group == own && own != 0 => {
            name & !(OWN << GROUP_SHIFT) as u32 | (OWN << GROUP_SHIFT) as u32
        }
        _ => name,
    }
}

/// What a name in a part that belongs to a group stands for: the reverse of [`written_in`].
#[inline]
pub(crate) fn read_in(own: usize, name: Ref) -> Ref {
    match group_of(name.0) {
        Some(OWN) => name_of(own, split(name.0).1),
        _ => name,
    }
}

/// The group of a name that is one of a young object.
#[inline]
fn group_of(name: u32) -> Option<usize> {
    Ref(name).is_name().then(|| split(name).0)
}

/// The thread, if it is not the own one, whose objects a name in a part belongs to.
pub(crate) fn named_thread(name: Ref) -> Option<usize> {
    match group_of(name.0) {
        None | Some(0 | OWN) => None,
        Some(group) => Some(group - 1),
    }
}

/// The name at a position in a group.
fn name_of(group: usize, member: usize) -> Ref {
    Ref::new(Space::Name, (group as u32) << GROUP_SHIFT | member as u32)
}

/// The group and the position in it.
#[inline]
fn split(name: u32) -> (usize, usize) {
    let index = Ref(name).index();
    (index >> GROUP_SHIFT, index & ((1 << GROUP_SHIFT) - 1))
}

/// What two namings, one after the other, changed.
pub(crate) fn compose(first: &[(u32, u32)], then: &mut Vec<(u32, u32)>) {
    let between: Vec<u32> = then.iter().map(|(_, before)| *before).collect();
    for (_, before) in then.iter_mut() {
        if let Some((_, oldest)) = first.iter().find(|(name, _)| name == before) {
            *before = *oldest;
        }
    }
    let names: Vec<u32> = then.iter().map(|(name, _)| *name).collect();
    let kept = first.iter().copied();
    then.extend(kept.filter(|(name, _)| !between.contains(name) && !names.contains(name)));
}

impl Machine<'_> {
    /// The name of an object in the current state, which has been saved or loaded; `None` for those of
    /// the base, and for those that are no part of the state.
    pub fn young_name(&self, object: Ref) -> Option<u32> {
        let name = self.names.name(object);
        name.filter(|_| !self.names.is_base(object))
    }

    /// Whether an object existed before the first state, and so has a name for ever.
    pub fn is_of_base(&self, object: Ref) -> bool {
        self.names.is_base(object)
    }

    /// The place whose object has this name in the current state, which has been saved or loaded.
    pub fn bound(&self, place: Place) -> Place {
        Place {
            object: self.names.bound(place.object),
            slot: place.slot,
        }
    }

    /// Brings the names up to date, and says in [`Names::changes`] what that changed.
    pub(crate) fn name_young_objects(&mut self) -> Naming {
        self.names.changes.clear();
        if self.names_hold() {
            self.remove_fresh();
            self.heap.published.clear();
            self.names
                .groups
                .resize_with(self.threads.len() + 1, Group::default);
            if self.options.compares_steps {
                self.check_names();
            }
            return Naming::Same;
        }
        let naming = self.name_private_objects().unwrap_or_else(|| {
            let before = std::mem::take(&mut self.names.groups);
            let old_names: Vec<u32> = before
                .iter()
                .flat_map(|group| &group.objects)
                .map(|object| self.names.names[object.index()])
                .collect();
            self.walk(&before);
            if self.keep_parts(before, &old_names) {
                Naming::Renamed
            } else {
                Naming::Extended
            }
        });
        self.remove_fresh();
        self.heap.structure_changed = false;
        self.heap.private_changed = false;
        self.heap.published.clear();
        naming
    }

    /// What was made since the last save or load stays if it has a name.
    fn remove_fresh(&mut self) {
        for fresh in std::mem::take(&mut self.heap.fresh) {
            match self.names.name(fresh) {
                None => self.heap.remove(fresh),
                Some(name) => {
                    self.names.changes.push((name, 0));
                    self.heap.clear_flags(fresh, FRESH);
                }
            }
        }
    }

    /// Names the objects of the thread that moved and of those it started anew, and no others, if
    /// that is enough: if no reference in an object that others may reach has changed, nor in one that
    /// has its name from another group (what the mover alone reaches through the base), the threads
    /// have come to refer to nothing that is named after the mover's objects, and all its objects
    /// that others could reach before keep their names. What else it let go of, nobody can reach.
    fn name_private_objects(&mut self) -> Option<Naming> {
        let mover = self.mover + 1;
        let first_new = self.names.groups.len();
        if self.heap.structure_changed || first_new <= mover || self.changed_elsewhere(mover) {
            return None;
        }
        let mut others = self.threads[..first_new - 1].iter().enumerate();
        if !others.all(|(number, other)| {
            number == self.mover || !other.dirty || self.roots_hold(number + 1, other)
        }) {
            return None;
        }
        let old = std::mem::take(&mut self.names.groups[mover]);
        for object in &old.objects {
            self.names.forget(*object);
        }
        let mut reaches_no_others = self.walk_from_thread(self.mover);
        for thread in first_new - 1..self.threads.len() {
            self.names.groups.push(Group::default());
            reaches_no_others &= self.walk_from_thread(thread);
        }
        let keeps_shared = old.objects.iter().enumerate().all(|(member, object)| {
            !self.heap.object(*object).is_shared()
                || self.names.position(*object) == Some((mover, member))
                || self.heap.published.contains(object)
        });
        if !(reaches_no_others && keeps_shared) {
            self.take_back_names(mover, first_new, old);
            return None;
        }
        let mut renamed = false;
        for (member, object) in old.objects.iter().enumerate() {
            match self.names.position(*object) {
                None => self.heap.remove(*object),
                Some(now) if now != (mover, member) => {
                    renamed = true;
                    let (name, before) = (name_of(now.0, now.1), name_of(mover, member));
                    self.names.changes.push((name.0, before.0));
                }
                Some(_) => {}
            }
        }
        if !renamed {
            self.names.groups[mover].take_parts(old);
        }
        if self.options.compares_steps {
            self.check_names();
        }
        Some(Naming::Private { renamed, first_new })
    }

    /// Whether an object of the mover's own was changed that has its name from another group.
    fn changed_elsewhere(&self, mover: usize) -> bool {
        let mut changed = self.heap.dirty.iter();
        self.heap.private_changed
            && changed.any(|object| {
                let group = self.names.position(*object).map(|(group, _)| group);
                group.is_some_and(|it| it != mover) && !self.heap.object(*object).is_shared()
            })
    }

    /// Naming the objects of one thread was not enough: all is as it was before.
    fn take_back_names(&mut self, mover: usize, first_new: usize, old: Group) {
        let new = std::mem::replace(&mut self.names.groups[mover], old);
        let others = self.names.groups.drain(first_new..);
        let named: Vec<Ref> = others
            .chain([new])
            .flat_map(|group| group.objects)
            .collect();
        for object in named {
            self.names.forget(object);
        }
        for (member, object) in self.names.groups[mover].objects.iter().enumerate() {
            self.names.names[object.index()] = name_of(mover, member).0;
        }
    }

    /// Names everything anew.
    fn walk(&mut self, before: &[Group]) {
        for object in before.iter().flat_map(|group| &group.objects) {
            self.names.forget(*object);
        }
        self.walk_from_slots();
        for thread in 0..self.threads.len() {
            self.names.groups.push(Group::default());
            self.walk_from_thread(thread);
        }
    }

    /// Makes the walk that was held for unnecessary, and compares.
    fn check_names(&mut self) {
        assert!(self.has_canonical_names(), "names that hold are canonical");
    }

    /// Whether the names of the current state, which has been saved or loaded, are those that a walk
    /// gives: equal states could be told apart otherwise.
    pub fn has_canonical_names(&mut self) -> bool {
        let kept = std::mem::take(&mut self.names.groups);
        self.walk(&kept);
        let mut both = self.names.groups.iter().zip(&kept);
        let same = both.all(|(new, old)| new.objects == old.objects && new.roots == old.roots);
        for (number, group) in kept.iter().enumerate() {
            for (member, object) in group.objects.iter().enumerate() {
                self.names.names[object.index()] = name_of(number, member).0;
            }
        }
        self.names.groups = kept;
        same
    }

    /// Objects that still have a name keep their parts; the others are garbage.
    fn keep_parts(&mut self, before: Vec<Group>, old_names: &[u32]) -> bool {
        let mut renamed = false;
        self.names.renamed.clear();
        self.names.renamed.resize(self.names.names.len(), false);
        let mut old_names = old_names.iter();
        for (number, old) in before.into_iter().enumerate() {
            for (object, part) in old.objects.iter().zip(&old.parts) {
                let old_name = *old_names.next().expect("a name for each object");
                match self.names.names[object.index()] {
                    0 => self.heap.remove(*object),
                    name => {
                        if name != old_name {
                            renamed = true;
                            self.names.renamed[object.index()] = true;
                            self.names.changes.push((name, old_name));
                        }
                        let (group, member) = split(name);
                        self.names.groups[group].parts[member] = *part;
                    }
                }
            }
            // A group in which nothing changed keeps its part.
            if let Some(new) = self.names.groups.get_mut(number)
                && new.objects == old.objects
                && new.roots == old.roots
            {
                new.chunks = old.chunks;
                new.part = old.part;
            }
        }
        renamed
    }

    /// Whether every name is what a walk would give: no stored reference to or from a named object
    /// changed, no object made since is still referred to, and each moved thread's registers lead
    /// to the same roots in the same order.
    pub(crate) fn names_hold(&self) -> bool {
        if self.heap.structure_changed || self.heap.private_changed {
            return false;
        }
        let threads = self.threads.iter().enumerate();
        let mut moved = threads.filter(|(_, thread)| thread.dirty);
        moved.all(|(number, thread)| self.roots_hold(number + 1, thread))
    }

    fn roots_hold(&self, number: usize, thread: &Thread<'_>) -> bool {
        // A thread that was just started has no group yet: it is the last then.
        let roots = self
            .names
            .groups
            .get(number)
            .map_or(&[][..], |group| &group.roots);
        let mut seen = 0;
        let mut same = true;
        each_root(thread, |root| {
            if self.names.is_base(root) {
                return;
            }
            let name = self.names.names.get(root.index()).copied().unwrap_or(0);
            let (group, member) = split(name);
            if name == 0 || group > number {
                same = false;
            } else if group == number {
                // Fine if its root was met before, or it is the next root itself.
                let next = roots.get(seen).copied();
                if next == Some(member as u32) {
                    seen += 1;
                } else if next.is_some_and(|next| member as u32 > next) {
                    same = false;
                }
            }
        });
        same && seen == roots.len()
    }

    fn walk_from_slots(&mut self) {
        self.names.groups.push(Group::default());
        for slot in 0..self.heap.slots.len() {
            let name = self.heap.slots[slot].object;
            let dirty = self.heap.object(name).flags & DIRTY != 0;
            if dirty || self.states.slot_part(slot) != 0 {
                self.visit_references(0, name);
            }
        }
        self.finish_walk(0, 0);
    }

    /// Names what is found from a thread. False if that leads to something which is named after it
    /// already, in the group of a later thread.
    fn walk_from_thread(&mut self, thread: usize) -> bool {
        let group = thread + 1;
        let mut roots = Vec::new();
        each_root(&self.threads[thread], |root| roots.push(root));
        let (mut done, mut first) = (0, true);
        for root in roots {
            if self.names.is_unnamed_young(root) {
                let position = self.names.groups[group].objects.len() as u32;
                self.names.groups[group].roots.push(position);
                self.names.append(group, root);
                let (next, comes_first) = self.finish_walk(group, done);
                done = next;
                first &= comes_first;
            } else {
                first &= self.names.is_named_up_to(group, root);
            }
        }
        first
    }

    /// Names what an object refers to; see [`Machine::walk_from_thread`] for the result.
    fn visit_references(&mut self, group: usize, name: Ref) -> bool {
        let object = self.heap.object(name);
        let mut found = std::mem::take(&mut self.names.found);
        found.clear();
        references(self.program, object, |position| {
            found.push(reference_at(object, position));
        });
        let mut first = true;
        for target in &found {
            if self.names.is_unnamed_young(*target) {
                self.names.append(group, *target);
            } else {
                first &= self.names.is_named_up_to(group, *target);
            }
        }
        self.names.found = found;
        first
    }

    /// Visits what the objects from position `next` on refer to, breadth first. Gives the position
    /// where it ended.
    fn finish_walk(&mut self, group: usize, next: usize) -> (usize, bool) {
        let (mut next, mut first) = (next, true);
        while next < self.names.groups[group].objects.len() {
            first &= self.visit_references(group, self.names.groups[group].objects[next]);
            next += 1;
        }
        (next, first)
    }
}

/// Calls `f` with what a thread refers to, in the order that decides names.
pub(crate) fn each_root(thread: &Thread<'_>, mut f: impl FnMut(Ref)) {
    if thread.has_ended() {
        return;
    }
    f(thread.object);
    for (depth, frame) in thread.frames.iter().enumerate() {
        if let After::Construct(object) | After::Give(object) = frame.after {
            f(object);
        }
        let references = frame.body.references as usize;
        if references == 0 {
            continue;
        }
        let registers = &thread.registers[frame.base as usize..];
        let before = thread.is_before_instruction(depth);
        each_live(frame, before, |register| {
            if register < references {
                f(Ref::from_word(registers[register]));
            }
        });
    }
}
