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
//! From there on objects are shared as soon as a static leads to them, so that writes to them are
//! operations anyway.
//!
//! With one exception: before the first state, the first value that the initialiser of a class gives to
//! a static field is the value that the field begins with (`static int limit = 10;`), and the 0 before it
//! is no value that a formula speaks of. What the initialiser stores in the field after that is a write.

use std::collections::BTreeSet;

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
    /// Whether the run before the first state ended because something would have been seen.
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
