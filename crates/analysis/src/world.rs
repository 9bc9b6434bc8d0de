//! What an analysis starts from, as plain data: the heap before `main` begins, and what stands for
//! the methods of the class library.
//!
//! The library's initialisers have run by then (those that the program mentions), so that start-up
//! code needs no analysis and its results are concrete objects. Who has such a heap implements
//! [`World`]; the analyses never see a running machine.

use program::{ClassId, FieldId, MethodId};

/// The name of an object of the initial heap; 0 is null.
pub type ObjectName = u32;

/// An object as it is before `main`.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Its class; `None` if there is no such object.
    pub class: Option<ClassId>,
    /// Fields by slot, or elements, as registers hold them.
    pub words: Vec<u64>,
    /// Whether it is an array.
    pub is_array: bool,
}

/// What a call of a method runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// The method's own code, if it has any.
    Own,
    /// Native code, also where the class file has bytecode.
    Native,
    /// This static method, with the receiver as its first argument.
    Java(MethodId),
}

/// The state before `main`.
pub trait World {
    /// The object of this name.
    fn object(&mut self, name: ObjectName) -> Snapshot;
    /// The static fields of a class that is initialised; `None` if its initialiser is still to run.
    fn statics(&mut self, class: ClassId) -> Option<Vec<u64>>;
    /// The main thread's `java.lang.Thread`.
    fn main_thread(&mut self) -> ObjectName;
    /// What a call of the method runs.
    fn stand_in(&mut self, method: MethodId) -> StandIn;
    /// Whether the class is used without running its initialiser.
    fn skips_initializer(&mut self, class: ClassId) -> bool;
    /// The instance slot that an `Unsafe` offset names.
    fn slot_of_offset(&self, offset: i64) -> Option<u16>;
    /// The field that a variable handle names.
    fn field_of_handle(&mut self, handle: ObjectName) -> Option<FieldId>;
    /// Whether threads run code of groups where they end.
    fn keeps_groups(&self) -> bool;
}

/// A world without a heap, for programs that are written as text in tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyWorld;

impl World for EmptyWorld {
    fn object(&mut self, _: ObjectName) -> Snapshot {
        Snapshot::default()
    }

    fn statics(&mut self, _: ClassId) -> Option<Vec<u64>> {
        None
    }

    fn main_thread(&mut self) -> ObjectName {
        0
    }

    fn stand_in(&mut self, _: MethodId) -> StandIn {
        StandIn::Own
    }

    fn skips_initializer(&mut self, _: ClassId) -> bool {
        false
    }

    fn slot_of_offset(&self, _: i64) -> Option<u16> {
        None
    }

    fn field_of_handle(&mut self, _: ObjectName) -> Option<FieldId> {
        None
    }

    fn keeps_groups(&self) -> bool {
        false
    }
}
