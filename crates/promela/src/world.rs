//! The state from which a model starts, as plain data.
//!
//! A model begins where the program does its first step that concerns more than one thread: what
//! `main` and the class library have built by then is a concrete heap, so the model needs neither
//! the JDK's start-up nor the code that `main` has run. Who has such a heap implements [`World`].

use program::{ClassId, FieldId, MethodId, StringId};

/// The name of an object of the initial heap; 0 is null.
pub type ObjectName = u32;

/// What the clock of a model shows at its beginning, in nanoseconds and in milliseconds: like the time
/// of day, neither 0 nor below.
pub const MOMENT: i32 = 0x5eed;

/// An object as it is in the initial state.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Its class.
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
    /// The static fields of a class.
    fn statics(&mut self, class: ClassId) -> Vec<u64>;
    /// The interned string.
    fn string(&mut self, string: StringId) -> ObjectName;
    /// The `java.lang.Class` object.
    fn mirror(&mut self, class: ClassId) -> ObjectName;
    /// The only instance of a class without state.
    fn singleton(&mut self, class: ClassId) -> ObjectName;
    /// How far a class is initialised.
    fn readiness(&mut self, class: ClassId) -> Readiness;
    /// The main thread's `java.lang.Thread`.
    fn main_thread(&mut self) -> ObjectName;
    /// The calls of the main thread, outermost first.
    fn frames(&mut self) -> Vec<Frame>;
    /// The instance slot that an `Unsafe` offset names.
    fn slot_of_offset(&self, offset: i64) -> Option<u16>;
    /// What a clock that began with [`MOMENT`] would have shown, if the number looks like what a clock
    /// of the initial state has shown.
    fn moment(&self, word: u64) -> Option<i64>;
    /// The class whose class object this is.
    fn mirrored(&mut self, mirror: ObjectName) -> Option<ClassId>;
    /// The text of a string.
    fn text(&mut self, string: ObjectName) -> Option<String>;
    /// Whether a variable handle names the elements of arrays.
    fn is_handle_of_elements(&mut self, handle: ObjectName) -> bool;
    /// The field that a variable handle names.
    fn field_of_handle(&mut self, handle: ObjectName) -> Option<FieldId>;
}
