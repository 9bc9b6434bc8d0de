//! What somebody outside of the program looks at from its first step on: the fields and places that the
//! atoms of formulas read.
//!
//! Two things are done without a stop because no thread could notice them: all that `main` does alone
//! before the first state, and what a class's initialiser does with the statics of its class
//! (`operation.rs`). A formula notices both. So a write to an observed static is an operation wherever
//! it happens, and the run before the first state ends
//! - before a write to an observed static field;
//! - before a write to an object that an observed static refers to, directly or through others, and
//!   before such an object is locked;
//! - before the first instruction of a method with an observed place.
//!
//! Who only wants to know whether a thread comes to or leaves a place before the first state has the places
//! followed instead: the run does not end there.
//!
//! From there on objects are shared as soon as a static leads to them, so that writes to them are
//! operations anyway.
//!
//! With one exception: before the first state, the first value that the initialiser of a class gives to
//! a static field is the value that the field begins with (`static int limit = 10;`), and the 0 before it
//! is no value that a formula speaks of. What the initialiser stores in the field after that is a write.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, FieldId, Kind, MethodId};

use crate::machine::Machine;
use crate::value::Ref;

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Static fields.
    pub statics: BTreeSet<FieldId>,
    /// Methods with places at which threads are looked for.
    pub methods: BTreeSet<MethodId>,
    /// Whether what can be reached from threads is looked at.
    pub threads: bool,
    /// Sets of instructions, by method: whether the main thread is in one of a set, or in what it calls, is
    /// followed up to the first state.
    pub followed: Vec<BTreeMap<MethodId, BTreeSet<u32>>>,
}

impl Observed {
    /// Whether nothing is looked at.
    pub fn is_nothing(&self) -> bool {
        *self == Observed::default()
    }
}

/// What a machine keeps of that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observing {
    what: Observed,
    /// Static fields that the initialisers of their classes have given a first value.
    begun: BTreeSet<FieldId>,
    /// Before the first state: objects that can be reached from what is looked at.
    reached: BTreeSet<Ref>,
    /// For each set of places that is followed, whether the thread was there a moment ago; nothing before
    /// its first instruction.
    was_there: Vec<bool>,
    /// Whether something that is looked at changed before the first state, or would have.
    began_early: bool,
}

impl Machine<'_> {
    /// Looks at these from now on; the main thread has not taken its first step.
    pub(crate) fn observe(&mut self, what: &Observed) {
        self.observing.what = what.clone();
        if what.threads {
            let main = self.threads[0].object;
            self.observing.reached.insert(main);
        }
    }

    /// Whether the first state is earlier than it would be if nobody looked: something that is
    /// looked at changes before the program's first step that concerns several threads.
    pub fn began_early(&self) -> bool {
        self.observing.began_early
    }

    /// Whether instructions have to be told by [`Machine::follow_places`].
    pub(crate) fn follows_places(&self) -> bool {
        self.free && !self.observing.what.followed.is_empty()
    }

    /// The main thread is about to run an instruction. Initialisers that run before `main` don't count.
    #[cold]
    pub(crate) fn follow_places(&mut self, thread: usize, pc: usize) {
        let frames = &self.threads[thread].frames;
        let last = frames.len().saturating_sub(1);
        let outermost = frames.first().map(|it| self.program.method(it.method));
        if outermost.is_none_or(|it| &*it.name == "<clinit>") {
            return;
        }
        let observing = &mut self.observing;
        let is_there = observing.what.followed.iter().map(|places| {
            frames.iter().enumerate().any(|(index, frame)| {
                let pc = if index == last { pc as u32 } else { frame.pc };
                places.get(&frame.method).is_some_and(|it| it.contains(&pc))
            })
        });
        let is_there: Vec<bool> = is_there.collect();
        observing.began_early |= !observing.was_there.is_empty() && observing.was_there != is_there;
        observing.was_there = is_there;
    }

    /// Whether a write to a static field has to be an operation because it is seen.
    #[inline]
    pub(crate) fn sees_static(&mut self, thread: usize, class: ClassId, field: FieldId) -> bool {
        self.observing.what.statics.contains(&field) && self.is_seen_write(thread, class, field)
    }

    #[cold]
    fn is_seen_write(&mut self, thread: usize, class: ClassId, field: FieldId) -> bool {
        let is_first = self.free
            && self.initializer(class) == Some(thread)
            && !self.observing.begun.contains(&field);
        if !is_first {
            self.observing.began_early |= self.free;
        }
        !is_first
    }

    /// The same for a write by a native.
    pub(crate) fn sees_native_write(&mut self, field: FieldId) -> bool {
        let is_seen = self.observing.what.statics.contains(&field);
        self.observing.began_early |= is_seen && self.free;
        is_seen
    }

    /// A static field was given a value before the first state.
    pub(crate) fn note_first_value(&mut self, field: FieldId, word: u64) {
        if !self.observing.what.statics.contains(&field) {
            return;
        }
        self.observing.begun.insert(field);
        if self.program.field(field).kind != Kind::Reference {
            return;
        }
        let mut open = vec![Ref::from_word(word)];
        while let Some(name) = open.pop() {
            if name.is_null() || !name.is_heap() || !self.observing.reached.insert(name) {
                continue;
            }
            self.heap.each_reference(name, |it| open.push(it));
        }
    }

    /// Whether the run before the first state ends here, because an object is written or locked that is
    /// looked at.
    #[inline]
    pub(crate) fn sees_object(&mut self, object: Ref) -> bool {
        if !self.free || self.observing.reached.is_empty() {
            return false;
        }
        let is_seen = self.observing.reached.contains(&object);
        self.observing.began_early |= is_seen;
        is_seen
    }

    /// Whether the run before the first state ends here, because a thread comes to a method that is
    /// looked at.
    pub(crate) fn sees_method(&mut self, method: MethodId) -> bool {
        if !self.free || self.observing.what.methods.is_empty() {
            return false;
        }
        let is_seen = self.observing.what.methods.contains(&method);
        self.observing.began_early |= is_seen;
        is_seen
    }
}
