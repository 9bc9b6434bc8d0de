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

use crate::heap::{DIRTY, FRESH, reference_at, references};
use crate::machine::Machine;
use crate::state::each_live;
use crate::thread::{After, Thread};
use crate::value::{Ref, Space};

/// Bits of a name that count inside its group.
const GROUP_SHIFT: u32 = 20;

/// A named young object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Young {
    /// The object.
    pub(crate) object: Ref,
    /// Its part in the last saved or loaded state, 0 if it has none yet.
    pub(crate) part: u32,
}

/// The names of the current state.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// All young objects, group by group.
    pub(crate) young: Vec<Young>,
    /// One entry for the slots and one for each thread.
    pub(crate) groups: Vec<Group>,
    /// Names by heap index; 0 for base objects and those without a name.
    names: Vec<u32>,
    /// Heap indices from here on are young.
    pub(crate) first_young: usize,
    found: Vec<Ref>,
}

/// The objects found from one thread, or from the slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// Where its objects begin.
    pub(crate) start: u32,
    /// How many there are.
    pub(crate) count: u32,
    /// Which of them are roots, as positions in the group.
    pub(crate) roots: Vec<u32>,
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

    /// The object that a stored name stands for.
    #[inline]
    pub(crate) fn bound(&self, name: Ref) -> Ref {
        if name.space() != Space::Name {
            return name;
        }
        let (group, member) = split(name.0);
        self.young[self.groups[group].start as usize + member].object
    }

    /// Where the object of a name stands among all.
    pub(crate) fn position_of(&self, name: Ref) -> usize {
        let (group, member) = split(name.0);
        self.groups[group].start as usize + member
    }

    /// Gives an object a name, at the end of the newest group.
    pub(crate) fn append(&mut self, object: Ref, part: u32) {
        let group = self.groups.len() - 1;
        let member = self.groups[group].count;
        assert!(member < 1 << GROUP_SHIFT, "more objects than names");
        self.groups[group].count += 1;
        let name = Ref::new(Space::Name, (group as u32) << GROUP_SHIFT | member);
        if self.names.len() <= object.index() {
            self.names.resize(object.index() + 1, 0);
        }
        self.names[object.index()] = name.0;
        self.young.push(Young { object, part });
    }

    /// Takes an object's name away.
    pub(crate) fn forget(&mut self, object: Ref) {
        if let Some(name) = self.names.get_mut(object.index()) {
            *name = 0;
        }
    }

    /// Begins the next group.
    pub(crate) fn begin_group(&mut self) {
        let start = self.young.len() as u32;
        self.groups.push(Group {
            start,
            count: 0,
            roots: Vec::new(),
        });
    }

    fn is_unnamed_young(&self, object: Ref) -> bool {
        !self.is_base(object) && self.names.get(object.index()).is_none_or(|name| *name == 0)
    }
}

/// The group and the position in it.
#[inline]
fn split(name: u32) -> (usize, usize) {
    let index = Ref(name).index();
    (index >> GROUP_SHIFT, index & ((1 << GROUP_SHIFT) - 1))
}

impl Machine<'_> {
    /// Brings the names up to date. True if an object that had a name has another now.
    pub(crate) fn name_young_objects(&mut self) -> bool {
        if self.names_hold() {
            for index in 0..self.heap.fresh.len() {
                self.heap.remove(self.heap.fresh[index]);
            }
            self.heap.fresh.clear();
            while self.names.groups.len() <= self.threads.len() {
                self.names.begin_group();
            }
            if cfg!(debug_assertions) {
                self.check_names();
            }
            return false;
        }
        let before = std::mem::take(&mut self.names.young);
        let old_names: Vec<u32> = before
            .iter()
            .map(|young| self.names.names[young.object.index()])
            .collect();
        for young in &before {
            self.names.forget(young.object);
        }
        self.names.groups.clear();
        self.walk_from_slots();
        for thread in 0..self.threads.len() {
            self.walk_from_thread(thread);
        }
        let renamed = self.keep_parts(&before, &old_names);
        for fresh in std::mem::take(&mut self.heap.fresh) {
            if self.names.is_unnamed_young(fresh) {
                self.heap.remove(fresh);
            } else {
                self.heap.clear_flags(fresh, FRESH);
            }
        }
        self.heap.structure_changed = false;
        renamed
    }

    /// Makes the walk that was held for unnecessary, and compares.
    fn check_names(&mut self) {
        let kept = self.names.young.clone();
        let groups = std::mem::take(&mut self.names.groups);
        for young in std::mem::take(&mut self.names.young) {
            self.names.forget(young.object);
        }
        self.walk_from_slots();
        for thread in 0..self.threads.len() {
            self.walk_from_thread(thread);
        }
        let same = self.names.young.iter().map(|young| young.object);
        assert!(
            same.eq(kept.iter().map(|young| young.object)),
            "names that hold are canonical"
        );
        assert_eq!(groups, self.names.groups, "names that hold are canonical");
        self.names.young = kept;
    }

    /// Objects that still have a name keep their parts; the others are garbage.
    fn keep_parts(&mut self, before: &[crate::naming::Young], old_names: &[u32]) -> bool {
        let mut renamed = false;
        for (young, old_name) in before.iter().zip(old_names) {
            match self.names.names[young.object.index()] {
                0 => self.heap.remove(young.object),
                name => {
                    renamed |= name != *old_name;
                    let (group, member) = split(name);
                    let position = self.names.groups[group].start as usize + member;
                    self.names.young[position].part = young.part;
                }
            }
        }
        renamed
    }

    /// Whether every name is what a walk would give: no stored reference to or from a named object
    /// changed, no object made since is still referred to, and each moved thread's registers lead
    /// to the same roots in the same order.
    fn names_hold(&mut self) -> bool {
        if self.heap.structure_changed {
            return false;
        }
        let Names {
            names,
            groups,
            first_young,
            ..
        } = &self.names;
        self.threads
            .iter()
            .enumerate()
            .filter(|(_, thread)| thread.dirty)
            .all(|(number, thread)| {
                let Some(group) = groups.get(number + 1) else {
                    // A thread that was just started: its `Thread` must have a name already.
                    let mut named = true;
                    each_root(thread, |root| {
                        named &= root.index() < *first_young
                            || names.get(root.index()).is_some_and(|name| *name != 0)
                            || !root.is_heap();
                    });
                    return named;
                };
                let mut seen = 0;
                let mut same = true;
                each_root(thread, |root| {
                    if !root.is_heap() || root.index() < *first_young {
                        return;
                    }
                    let name = names.get(root.index()).copied().unwrap_or(0);
                    if name == 0 {
                        same = false;
                        return;
                    }
                    let (of, member) = split(name);
                    if of > number + 1 {
                        same = false;
                    } else if of == number + 1 {
                        // Fine if its root was met before, or it is the next root itself.
                        let next = group.roots.get(seen).copied();
                        if next == Some(member as u32) {
                            seen += 1;
                        } else if next.is_some_and(|next| member as u32 > next) {
                            same = false;
                        }
                    }
                });
                same && seen == group.roots.len()
            })
    }

    fn walk_from_slots(&mut self) {
        self.names.begin_group();
        for slot in 0..self.heap.slots.len() {
            let name = self.heap.slots[slot].object;
            let dirty = self.heap.object(name).flags & DIRTY != 0;
            if dirty || self.states.slot_part(slot) != 0 {
                self.visit_references(name);
            }
        }
        self.finish_walk(0);
    }

    fn walk_from_thread(&mut self, thread: usize) {
        self.names.begin_group();
        let mut roots = std::mem::take(&mut self.names.found);
        roots.clear();
        each_root(&self.threads[thread], |root| roots.push(root));
        let mut done = self.names.young.len();
        for root in &roots {
            if self.names.is_unnamed_young(*root) {
                let group = self.names.groups.last_mut().expect("just begun");
                group.roots.push(group.count);
                self.names.append(*root, 0);
                self.names.found = Vec::new();
                done = self.finish_walk(done);
            }
        }
        self.names.found = roots;
    }

    fn visit_references(&mut self, name: Ref) {
        let object = self.heap.object(name);
        let mut found = std::mem::take(&mut self.names.found);
        found.clear();
        references(self.program, object, |position| {
            found.push(reference_at(object, position))
        });
        for target in &found {
            if self.names.is_unnamed_young(*target) {
                self.names.append(*target, 0);
            }
        }
        self.names.found = found;
    }

    /// Visits what the objects named from position `next` on refer to, breadth first.
    fn finish_walk(&mut self, next: usize) -> usize {
        let mut next = next;
        while next < self.names.young.len() {
            self.visit_references(self.names.young[next].object);
            next += 1;
        }
        next
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
        let top = depth + 1 == thread.frames.len();
        each_live(frame, top, |register| {
            if register < references {
                f(Ref::from_word(registers[register]));
            }
        });
    }
}
