//! What steps do to memory, written down for those who work out what orders what.
//!
//! In: accesses as they are made, with how they are ordered, fences, and threads that see the end of others.
//! Out: a list, in the order in which they were made. It is no part of a state, and empty unless somebody has
//! asked for it; steps that are remembered are not in it.
//!
//! How an atomic update is ordered is known by the method that the program calls
//! (`weakCompareAndSetPlain`, `getAndAddAcquire`): memory runs all of them alike.

use program::body::Dynamic;
use program::{FieldAccess, Instruction, MethodId};

use super::window::{Fence, Mode};
use crate::execution::invoke::NO_METHOD;
use crate::heap::Layout;
use crate::machine::Machine;
use crate::operation::Place;
use crate::value::Ref;

/// Something that a thread has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// An access to a shared variable.
    Access(Accessed),
    /// A fence.
    Fence {
        /// Whether loads before it come before all that follows.
        acquires: bool,
        /// Whether all before it comes before stores that follow.
        releases: bool,
    },
    /// It has seen that the thread of this `java.lang.Thread` has ended.
    SeesEnd(Ref),
}

/// An access to a shared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    /// The variable.
    pub place: Place,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it promises nothing at all: an ordinary field, or a plain mode.
    pub plain: bool,
    /// Whether, reading, it comes before all that follows.
    pub acquires: bool,
    /// Whether, writing, it comes after all that precedes.
    pub releases: bool,
    /// Whether who reads it knows what earlier writes have made known: so it is with volatile writes and
    /// with updates.
    pub keeps: bool,
    /// The method that makes it, in whatever code.
    pub method: Option<MethodId>,
    /// The innermost of the program's own calls on the stack: its method and instruction.
    pub place_of_program: Option<(MethodId, u32)>,
    /// Whether the program's own code makes it, if only by an atomic or a variable handle.
    pub is_own: bool,
}

/// How an update orders, by the end of the name of the method called.
const SUFFIXES: [(&str, (bool, bool)); 3] = [
    ("Plain", (false, false)),
    ("Acquire", (true, false)),
    ("Release", (false, true)),
];

/// Whether a method of atomics or variable handles is weaker than volatile in a way that loads and stores
/// of their own are not.
pub(crate) fn is_weak_update(name: &str) -> bool {
    let updates = ["weakCompareAndSet", "compareAndExchange", "getAnd"];
    updates.iter().any(|it| name.starts_with(it))
        && (SUFFIXES.iter().any(|it| name.ends_with(it.0)) || name == "weakCompareAndSet")
}

impl Machine<'_> {
    /// Whether the program may use modes that order less than volatile ones in ways that a state can't tell.
    pub fn heeds_modes(&self) -> bool {
        self.known.heeds_modes && self.mentions_weak_modes()
    }

    /// From now on what steps do is written down.
    pub fn record_deeds(&mut self) {
        self.deeds = Some(Vec::new());
    }

    /// What was done since this was last asked for.
    pub fn take_deeds(&mut self) -> Vec<Deed> {
        self.deeds.as_mut().map_or_else(Vec::new, std::mem::take)
    }

    /// A thread reads or writes a variable.
    pub(super) fn note_access(&mut self, thread: usize, place: Place, mode: Mode, writes: bool) {
        if self.deeds.is_none() {
            return;
        }
        let plain = match mode {
            Mode::Ordinary => true,
            Mode::Weak => self.is_plain_call(thread),
            Mode::Strong => false,
        };
        let is_strong = mode == Mode::Strong;
        let keeps = is_strong && {
            let name = self.called_mode(thread).unwrap_or_default();
            !name.ends_with("Release") && !name.ends_with("lazySet")
        };
        self.note(
            thread,
            place,
            (!writes, writes),
            plain,
            [is_strong, is_strong, keeps],
        );
    }

    /// A thread reads and writes a variable in one step.
    pub(crate) fn note_update(&mut self, thread: usize, place: Place) {
        if self.deeds.is_none() || !self.heap.object(place.object).is_shared() {
            return;
        }
        let (acquires, releases) = self.update_orders(thread);
        self.note(
            thread,
            place,
            (true, true),
            false,
            [acquires, releases, true],
        );
    }

    /// Whether the update that a thread makes acquires, and whether it releases. One that does both takes
    /// effect in the order of volatile accesses.
    pub(crate) fn update_orders(&self, thread: usize) -> (bool, bool) {
        let name = self.called_mode(thread).unwrap_or_default();
        let is_atomic_class = name.starts_with("java/util/concurrent/atomic/");
        let method = name.rsplit('.').next().unwrap_or_default();
        match method {
            // That of variable handles is volatile.
            "weakCompareAndSet" if is_atomic_class => (false, false),
            _ => {
                let found = SUFFIXES.iter().find(|it| method.ends_with(it.0));
                found.map_or((true, true), |it| it.1)
            }
        }
    }

    /// Whether the load or store that a thread makes takes effect in the order of volatile accesses.
    pub(super) fn is_total(&self, thread: usize) -> bool {
        let name = self.called_mode(thread).unwrap_or_default();
        let weaker = ["Acquire", "Release", "Opaque", "Plain", ".lazySet"];
        !weaker.iter().any(|it| name.ends_with(it))
    }

    fn note(
        &mut self,
        thread: usize,
        place: Place,
        (reads, writes): (bool, bool),
        plain: bool,
        [acquires, releases, keeps]: [bool; 3],
    ) {
        let own = self.own_site(thread);
        let frames = self.threads[thread].frames.iter().rev();
        let mut frames = frames.filter(|it| it.method != NO_METHOD);
        let method = frames.clone().next().map(|it| it.method);
        let is_own = |it: MethodId| !self.program.class(self.program.method(it).class).is_library;
        let place_of_program = match own {
            Some(site) => Some((site.method, site.pc)),
            None => frames
                .find(|it| is_own(it.method))
                .map(|it| (it.method, it.pc)),
        };
        if let Some(deeds) = &mut self.deeds {
            deeds.push(Deed::Access(Accessed {
                place,
                reads,
                writes,
                plain,
                acquires: acquires && reads,
                releases: releases && writes,
                keeps,
                method,
                place_of_program,
                is_own: own.is_some(),
            }));
        }
    }

    /// The fields of an object that becomes known to others by a step have been written before; so it is
    /// with what it refers to.
    pub(crate) fn note_publication(&mut self, thread: usize, object: Ref) {
        if self.deeds.is_none() || object.is_null() || !object.is_heap() {
            return;
        }
        let mut left = vec![object];
        let mut seen = Vec::new();
        while let Some(object) = left.pop() {
            // What a state leaves out may refer to what is gone.
            if !self.heap.has(object) {
                continue;
            }
            let data = self.heap.object(object);
            if data.is_shared() || seen.contains(&object) || seen.len() >= MOST_PUBLISHED {
                continue;
            }
            seen.push(object);
            let slots: Vec<u32> = match data.layout {
                Layout::Array(_) => (0..data.length.min(MOST_ELEMENTS)).collect(),
                Layout::Fields | Layout::Statics => self.plain_slots(data.class),
            };
            for slot in slots {
                let place = Place { object, slot };
                self.note(thread, place, (false, true), true, [false; 3]);
            }
            self.heap.each_reference(object, |target| {
                if target.is_heap() {
                    left.push(target);
                }
            });
        }
    }

    /// The slots of the ordinary fields of objects of a class.
    pub(super) fn plain_slots(&self, class: program::ClassId) -> Vec<u32> {
        let mut slots = Vec::new();
        let mut next = Some(class);
        while let Some(id) = next {
            let class = self.program.class(id);
            let fields = class.fields.iter().map(|it| self.program.field(*it));
            let fields = fields.filter(|it| !it.is_static && it.access == FieldAccess::Plain);
            slots.extend(fields.map(|it| u32::from(it.slot)));
            next = class.superclass;
        }
        slots
    }

    /// A fence is passed.
    pub(super) fn note_fence(&mut self, fence: Fence) {
        if let Some(deeds) = &mut self.deeds {
            // A fence that orders stores alone, or loads alone, is as good as the others where what was
            // ordered before is only written, or only read; that is not looked at.
            deeds.push(Deed::Fence {
                acquires: matches!(fence, Fence::Full | Fence::Acquire | Fence::LoadLoad),
                releases: matches!(fence, Fence::Full | Fence::Release | Fence::StoreStore),
            });
        }
    }

    /// A thread sees that another one has ended.
    pub(super) fn note_end_seen(&mut self, other: Ref) {
        if let Some(deeds) = &mut self.deeds {
            deeds.push(Deed::SeesEnd(other));
        }
    }

    /// Whether the program's call is one of a plain mode. Those of atomics race with nothing: they are the
    /// library's.
    fn is_plain_call(&self, thread: usize) -> bool {
        let name = self.called_mode(thread).unwrap_or_default();
        if name.starts_with("java/util/concurrent/atomic/") {
            return false;
        }
        let method = name.rsplit('.').next().unwrap_or_default();
        matches!(method, "get" | "set" | "getPlain" | "setPlain")
    }

    /// The method of an atomic or a variable handle that the program's own code calls, with its class.
    fn called_mode(&self, thread: usize) -> Option<String> {
        let site = self.own_site(thread)?;
        let body = self.program.body(site.method);
        let id = match body.code[site.pc as usize] {
            Instruction::Invoke { method, .. } => method,
            Instruction::InvokePolymorphic { index, .. } => match body.dynamic[index as usize] {
                Dynamic::Polymorphic { method, .. } => method,
                _ => return None,
            },
            _ => return None,
        };
        let method = self.program.method(id);
        Some(format!(
            "{}.{}",
            self.program.class(method.class).name,
            method.name
        ))
    }
}

/// Objects that become known to others by one step, as far as they are looked at.
const MOST_PUBLISHED: usize = 64;

/// Elements of an array that do.
const MOST_ELEMENTS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::is_weak_update;

    #[test]
    fn updates_are_weak_by_name() {
        for name in [
            "weakCompareAndSet",
            "compareAndExchangeRelease",
            "getAndAddAcquire",
        ] {
            assert!(is_weak_update(name), "{name}");
        }
        for name in [
            "compareAndExchange",
            "getAndAdd",
            "getAcquire",
            "weakCompareAndSetVolatile",
        ] {
            assert!(!is_weak_update(name), "{name}");
        }
    }
}
