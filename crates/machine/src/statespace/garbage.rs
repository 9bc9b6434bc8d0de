//! Base objects that nobody can reach any more.
//!
//! Young garbage falls away when names are given. A base object is different: the base is never
//! walked, so nothing would notice that the last reference to one of its objects is gone, and what
//! that object holds would stay part of every later state. A queue whose first node was made before
//! the threads started would keep all nodes ever queued alive through it.
//!
//! So references inside the base are counted once, when it is made. A changed base object (a *slot*)
//! may have lost references of those counted. An object is *loose* if all counted references to it
//! are lost; a loose object lives only if a walk from the threads, the young objects and the slots
//! that are not loose still finds it. What the walk does not find is dead, its own references are
//! lost too, and so on. Objects in the unchanged base count as alive, as do cycles inside the base:
//! that keeps too much, never too little.
//!
//! The cost is that of the slots, the young objects and the threads' frames; nothing is done as
//! long as no counted reference is lost. Where there are loose objects, the walk is made only if one
//! of them may have been let go of: a reference to a loose object was removed, a young object went
//! away that had one, or a thread that moved no longer holds a loose object that it held. Where there
//! are none, there can only be one if a base object gave up a counted reference.

use hashbrown::{HashMap, HashSet};

use crate::heap::{DIRTY, reference_at, references};
use crate::machine::Machine;
use crate::statespace::naming::each_root;
use crate::value::Ref;

type Fixed = foldhash::fast::FixedState;

impl Machine<'_> {
    /// Counts the references inside the base, when it has just been made.
    pub(crate) fn count_base_references(&mut self) {
        let mut counts = vec![0; self.heap.capacity()];
        for name in self.heap.all() {
            self.heap.each_reference(name, |target| {
                if target.is_heap() && !target.is_null() {
                    counts[target.index()] += 1;
                }
            });
        }
        // The `Thread` of main stays: what it holds when main has ended is always the same.
        for thread in &self.threads {
            counts[thread.object.index()] += 1;
        }
        self.heap.base_references = counts;
    }

    /// Puts base objects that nobody can reach any more back to what they were in the base, so that
    /// they are no part of the state.
    /// True if there were any.
    pub(crate) fn forget_dead_slots(&mut self) -> bool {
        let touched = std::mem::take(&mut self.heap.base_touched);
        let changed = std::mem::take(&mut self.heap.base_changed);
        let needed = changed || (!self.heap.loose.is_empty() && (touched || !self.holds_loose()));
        self.states.dead_sought |= needed;
        if !needed {
            debug_assert_eq!(
                self.loose_objects().1,
                self.heap.loose,
                "what makes an object loose is noticed"
            );
            return false;
        }
        let (mut lost, mut candidates) = self.loose_objects();
        if candidates.is_empty() {
            self.heap.loose.clear();
            return false;
        }
        let mut dead: HashSet<Ref, Fixed> = HashSet::with_hasher(Fixed::default());
        loop {
            let alive = self.walk_loose(&lost);
            candidates.retain(|object| {
                self.is_loose(*object, &lost) && !alive.contains(object) && !dead.contains(object)
            });
            if candidates.is_empty() {
                break;
            }
            for object in std::mem::take(&mut candidates) {
                if dead.insert(object) {
                    self.lose_references(object, &mut lost, &mut candidates);
                }
            }
        }
        let mut forgotten = false;
        for object in &dead {
            forgotten |= self.forget(*object);
        }
        // What is left must depend on the state alone, not on what was forgotten just now.
        self.heap.loose = self.loose_objects().1;
        forgotten
    }

    /// Whether every thread that moved still holds the loose objects that it held.
    fn holds_loose(&self) -> bool {
        let mut moved = self.threads.iter().filter(|thread| thread.dirty);
        moved.all(|thread| {
            let mut missing = thread.loose.len();
            if missing > 0 {
                let mut held = vec![false; missing];
                each_root(thread, |root| {
                    if let Ok(index) = thread.loose.binary_search(&root)
                        && !std::mem::replace(&mut held[index], true)
                    {
                        missing -= 1;
                    }
                });
            }
            missing == 0
        })
    }

    /// Notes which loose objects a thread holds, when a state is saved or loaded.
    pub(crate) fn note_loose(&mut self, thread: usize) {
        let mut held = std::mem::take(&mut self.threads[thread].loose);
        held.clear();
        if !self.heap.loose.is_empty() {
            each_root(&self.threads[thread], |root| {
                if self.heap.loose.binary_search(&root).is_ok() {
                    held.push(root);
                }
            });
            held.sort_unstable();
            held.dedup();
        }
        self.threads[thread].loose = held;
    }

    /// The references lost, and the objects that are loose by it: among the slots, and among what
    /// they referred to.
    fn loose_objects(&self) -> (HashMap<Ref, u32, Fixed>, Vec<Ref>) {
        let mut lost: HashMap<Ref, u32, Fixed> = HashMap::with_hasher(Fixed::default());
        let mut candidates = Vec::new();
        for slot in 0..self.heap.slots.len() {
            if self.is_slot_used(slot) {
                self.count_lost(slot, &mut lost);
                candidates.push(self.heap.slots[slot].object);
            }
        }
        candidates.extend(lost.keys().copied());
        candidates.retain(|object| self.is_loose(*object, &lost));
        candidates.sort_unstable();
        candidates.dedup();
        (lost, candidates)
    }

    /// Whether some of the references counted to a base object may be lost.
    pub(crate) fn may_be_loose(&self, object: Ref) -> bool {
        let counted = self.heap.base_references.get(object.index());
        counted.is_none_or(|counted| *counted == 0)
            || self.heap.slots.iter().any(|slot| {
                let mut given_up = false;
                references(self.program, &slot.original, |position| {
                    given_up |= reference_at(&slot.original, position) == object
                        && reference_at(self.heap.object(slot.object), position) != object;
                });
                given_up
            })
    }

    fn is_slot_used(&self, slot: usize) -> bool {
        let object = self.heap.slots[slot].object;
        self.heap.object(object).flags & DIRTY != 0 || self.states.slot_part(slot) != 0
    }

    fn is_loose(&self, object: Ref, lost: &HashMap<Ref, u32, Fixed>) -> bool {
        if !object.is_heap() || !self.names.is_base(object) {
            return false;
        }
        // Few references are ever lost, so most questions end here.
        let counted = self.heap.base_references[object.index()];
        let is_loose = counted == 0
            || (!lost.is_empty() && lost.get(&object).is_some_and(|lost| *lost >= counted));
        is_loose && !self.is_live_thread(object)
    }

    /// A thread that has not ended is reached through nothing but itself.
    fn is_live_thread(&self, object: Ref) -> bool {
        self.threads
            .iter()
            .any(|thread| thread.object == object && !thread.has_ended())
    }

    /// Counts the references of the base that a slot has given up.
    fn count_lost(&self, slot: usize, lost: &mut HashMap<Ref, u32, Fixed>) {
        let original = &self.heap.slots[slot].original;
        let now = self.heap.object(self.heap.slots[slot].object);
        references(self.program, original, |position| {
            let was = reference_at(original, position);
            if !was.is_null() && was.is_heap() && was != reference_at(now, position) {
                *lost.entry(was).or_default() += 1;
            }
        });
    }

    /// A dead object's references are lost, but for those that it had given up already.
    fn lose_references(
        &self,
        object: Ref,
        lost: &mut HashMap<Ref, u32, Fixed>,
        candidates: &mut Vec<Ref>,
    ) {
        let now = self.heap.object(object);
        let original = self
            .heap
            .slot_of(object)
            .map(|slot| &self.heap.slots[slot].original);
        references(self.program, now, |position| {
            let target = reference_at(now, position);
            let counted =
                original.is_none_or(|original| reference_at(original, position) == target);
            if counted && !target.is_null() && target.is_heap() && self.names.is_base(target) {
                *lost.entry(target).or_default() += 1;
                candidates.push(target);
            }
        });
    }

    /// The loose base objects that are reached from threads, young objects, and slots that are not
    /// loose.
    fn walk_loose(&self, lost: &HashMap<Ref, u32, Fixed>) -> HashSet<Ref, Fixed> {
        let mut seen: HashSet<Ref, Fixed> = HashSet::with_hasher(Fixed::default());
        let mut work = Vec::new();
        for slot in 0..self.heap.slots.len() {
            let object = self.heap.slots[slot].object;
            if self.is_slot_used(slot) && !self.is_loose(object, lost) {
                self.heap.each_reference(object, |target| work.push(target));
            }
        }
        for thread in &self.threads {
            each_root(thread, |root| work.push(root));
        }
        while let Some(object) = work.pop() {
            let follow = !object.is_null()
                && object.is_heap()
                && (!self.names.is_base(object) || self.is_loose(object, lost));
            if follow && seen.insert(object) {
                self.heap.each_reference(object, |target| work.push(target));
            }
        }
        seen
    }

    fn forget(&mut self, object: Ref) -> bool {
        let Some(slot) = self.heap.slot_of(object) else {
            return false;
        };
        let used = self.is_slot_used(slot);
        self.heap.restore(slot);
        self.heap.structure_changed |= used;
        self.states.clear_slot(slot);
        used
    }
}
