//! The initial state as others want to look at it: constants on demand, class states, offsets.
//!
//! Nothing here changes what the machine does: a constant that is asked for is made as the first
//! instruction that needs it would make it.

use program::{ClassId, FieldId, MethodId, StringId};

use crate::machine::Machine;
use crate::native::Found;
use crate::value::Ref;

/// How far a class is initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassState {
    /// It can be used without further ado.
    Ready,
    /// Its initialiser would have to run first.
    Untouched,
    /// Its initialiser is running, or has failed.
    Other,
}

/// What a call of a library method runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// The method's own code.
    Own,
    /// A native of ours.
    Native,
    /// This static method, with the receiver as its first argument.
    Java(MethodId),
}

impl Machine<'_> {
    /// What a call of a method runs.
    pub fn stand_in(&self, method: MethodId) -> StandIn {
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let found = crate::native::find(&class.name, &data.name, &data.descriptor);
        // These leave it to the method's own code, mostly.
        let gives_way = match &*class.name {
            "java/lang/Thread" => {
                matches!(&*data.name, "join" | "getUncaughtExceptionHandler")
            }
            "java/lang/ThreadGroup" => true,
            _ => false,
        };
        match found.filter(|_| class.is_library && !gives_way) {
            None => StandIn::Own,
            Some(Found::Native(_)) => StandIn::Native,
            Some(Found::Java(support, name)) => {
                let support = self.program.loaded(support);
                let methods = support.map(|it| &*self.program.class(it).methods);
                let mut methods = methods.unwrap_or_default().iter().copied();
                let found = methods.find(|it| *self.program.method(*it).name == *name);
                found.map_or(StandIn::Native, StandIn::Java)
            }
        }
    }

    /// Whether a class of the library is used without running its initialiser.
    pub fn skips_initializer(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        class.is_library && crate::native::skips_initializer(&class.name)
    }

    /// An object as it is; a constant that nobody has used yet is made first.
    pub fn object_of(&mut self, name: Ref) -> &crate::heap::Object {
        self.heap.ensure(name);
        self.heap.object(name)
    }

    /// The interned string of a constant.
    pub fn constant_string(&mut self, string: StringId) -> Ref {
        self.heap.string(string)
    }

    /// The mirror of a class.
    pub fn constant_mirror(&mut self, class: ClassId) -> Ref {
        self.heap.mirror(class)
    }

    /// The only instance of a class without state.
    pub fn constant_singleton(&mut self, class: ClassId) -> Ref {
        self.heap.singleton(class)
    }

    /// The static fields of a class, as they are.
    pub fn static_words(&mut self, class: ClassId) -> Vec<u64> {
        let statics = self.heap.statics(class);
        self.heap.object(statics).data.to_vec()
    }

    /// How far a class is initialised.
    pub fn class_state(&mut self, class: ClassId) -> ClassState {
        if self.is_initialized(class) {
            ClassState::Ready
        } else if self.is_untouched(class) {
            ClassState::Untouched
        } else {
            ClassState::Other
        }
    }

    /// The instance slot that an `Unsafe` offset of a field names.
    pub fn slot_of_offset(offset: i64) -> Option<u16> {
        crate::native::slot_of_offset(offset)
    }

    /// Whether a variable handle names the elements of arrays.
    pub fn is_handle_of_elements(&mut self, handle: Ref) -> bool {
        crate::native::is_handle_of_elements(self, handle)
    }

    /// The field that a variable handle names, if it is of a field.
    pub fn field_of_handle(&mut self, handle: Ref) -> Option<FieldId> {
        crate::native::field_of_handle(self, handle)
    }
}
