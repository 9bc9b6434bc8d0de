//! What an analysis starts from, as plain data: a concrete state of the program, and what stands for the
//! methods of the class library.
//!
//! The state is one before `main` begins, or one in which the main thread stands at the first step that
//! concerns other threads. What the class library, its initialisers and `main` have built by then are
//! concrete objects, so that the code that made them needs no analysis. Who has such a state implements
//! [`World`]; the analyses, and the models that are built from them, never see a running machine.

use program::{ClassId, FieldId, MethodId, StringId};

/// The name of an object of the initial heap; 0 is null.
pub type ObjectName = u32;

/// An object as it is in the initial state.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Its class; `None` if there is no such object.
    pub class: Option<ClassId>,
    /// Fields by slot, or elements, as registers hold them.
    pub words: Vec<u64>,
    /// Whether it is an array.
    pub is_array: bool,
    /// How often its monitor has been entered (by the main thread), if at all.
    pub entered: u32,
}

/// How far a class is initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It can be used.
    Ready,
    /// Its initialiser has to run first.
    Untouched,
    /// Its initialiser is running, or has failed.
    Other,
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

/// A call of the main thread in the initial state.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The method.
    pub method: MethodId,
    /// The current instruction; for the innermost call still to be run.
    pub pc: u32,
    /// All registers.
    pub registers: Vec<u64>,
    /// Whether its result goes to the call below it in the ordinary way.
    pub is_plain: bool,
}

/// The initial state.
pub trait World {
    /// The object of this name.
    fn object(&mut self, name: ObjectName) -> Snapshot;
    /// The static fields of a class, however far it is initialised.
    fn statics(&mut self, class: ClassId) -> Vec<u64>;
    /// How far a class is initialised.
    fn readiness(&mut self, class: ClassId) -> Readiness;
    /// The interned string.
    fn string(&mut self, string: StringId) -> ObjectName;
    /// The `java.lang.Class` object.
    fn mirror(&mut self, class: ClassId) -> ObjectName;
    /// The class whose class object this is.
    fn mirrored(&mut self, mirror: ObjectName) -> Option<ClassId>;
    /// The only instance of a class without state.
    fn singleton(&mut self, class: ClassId) -> ObjectName;
    /// The text of a string.
    fn text(&mut self, string: ObjectName) -> Option<String>;
    /// The main thread's `java.lang.Thread`.
    fn main_thread(&mut self) -> ObjectName;
    /// The calls of the main thread, outermost first; none before `main`.
    fn frames(&mut self) -> Vec<Frame>;
    /// What a call of the method runs.
    fn stand_in(&mut self, method: MethodId) -> StandIn;
    /// Whether the class is used without running its initialiser.
    fn skips_initializer(&mut self, class: ClassId) -> bool;
    /// The instance slot that an `Unsafe` offset names.
    fn slot_of_offset(&self, offset: i64) -> Option<u16>;
    /// The field that a variable handle names.
    fn field_of_handle(&mut self, handle: ObjectName) -> Option<FieldId>;
    /// Whether a variable handle names the elements of arrays.
    fn is_handle_of_elements(&mut self, handle: ObjectName) -> bool;
    /// How long after its beginning a clock has shown this number, if the number looks like what a clock
    /// of the initial state has shown.
    fn shown_by_clock(&self, word: u64) -> Option<i64>;
    /// Whether threads run code of groups where they end.
    fn keeps_groups(&self) -> bool;

    /// The static fields of a class that is initialised; `None` if its initialiser is still to run.
    fn settled_statics(&mut self, class: ClassId) -> Option<Vec<u64>> {
        (self.readiness(class) == Readiness::Ready).then(|| self.statics(class))
    }
}

/// A world without a heap, for programs that are written as text in tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyWorld;

impl World for EmptyWorld {
    fn object(&mut self, _: ObjectName) -> Snapshot {
        Snapshot::default()
    }

    fn statics(&mut self, _: ClassId) -> Vec<u64> {
        Vec::new()
    }

    fn readiness(&mut self, _: ClassId) -> Readiness {
        Readiness::Untouched
    }

    fn string(&mut self, _: StringId) -> ObjectName {
        0
    }

    fn mirror(&mut self, _: ClassId) -> ObjectName {
        0
    }

    fn mirrored(&mut self, _: ObjectName) -> Option<ClassId> {
        None
    }

    fn singleton(&mut self, _: ClassId) -> ObjectName {
        0
    }

    fn text(&mut self, _: ObjectName) -> Option<String> {
        None
    }

    fn main_thread(&mut self) -> ObjectName {
        0
    }

    fn frames(&mut self) -> Vec<Frame> {
        Vec::new()
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

    fn is_handle_of_elements(&mut self, _: ObjectName) -> bool {
        false
    }

    fn shown_by_clock(&self, _: u64) -> Option<i64> {
        None
    }

    fn keeps_groups(&self) -> bool {
        false
    }
}
