//! The program itself: an append-only set of tables.

use crate::body::Body;
use crate::class::{Class, Field, Method};
use crate::ids::{ClassId, FieldId, MethodId, StringId};
use crate::kind::Kind;

/// Why a class could not be loaded or a member not be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// No such class on the class path: `NoClassDefFoundError` where the program needs it.
    NotFound(String),
    /// The bytes are not a class file that the JVM would accept; class and what is wrong.
    Malformed(String, String),
    /// No such field or method; a linkage error class (`java/lang/NoSuchFieldError`, …) and message.
    Link(&'static str, String),
}

/// The program under test. See the crate's head for what it promises.
pub struct Program {}

impl Program {
    /// A program over the classes that `classes` finds. Loads nothing yet.
    pub fn new(_classes: classpath::ClassPath) -> Program {
        todo!()
    }
    /// The class of this name (internal form, array names too), loading it if need be.
    pub fn load(&self, _name: &str) -> Result<ClassId, LoadError> {
        todo!()
    }
    /// The class of this name if it is loaded already.
    pub fn loaded(&self, _name: &str) -> Option<ClassId> {
        todo!()
    }
    /// Adds a class from its bytes (support classes that the machine ships; reflection's
    /// `defineClass`). A class of that name on the class path is hidden.
    pub fn define(&self, _bytes: &[u8], _is_library: bool) -> Result<ClassId, LoadError> {
        todo!()
    }
    /// A loaded class.
    pub fn class(&self, _id: ClassId) -> &Class {
        todo!()
    }
    /// A method.
    pub fn method(&self, _id: MethodId) -> &Method {
        todo!()
    }
    /// A field.
    pub fn field(&self, _id: FieldId) -> &Field {
        todo!()
    }
    /// How many classes are loaded so far.
    pub fn class_count(&self) -> usize {
        todo!()
    }
    /// The body of a method that has one, lowered at the first call. A body that can't be lowered
    /// is one `Unsupported` or `Raise` instruction.
    pub fn body(&self, _method: MethodId) -> &Body {
        todo!()
    }
    /// The array class with elements of this class or primitive.
    pub fn array_of(&self, _element: ClassId) -> ClassId {
        todo!()
    }
    /// The class of a primitive type; `None` is `void`.
    pub fn primitive(&self, _kind: Option<Kind>) -> ClassId {
        todo!()
    }
    /// Whether a value of type `class` may be assigned to `target` (array covariance included).
    pub fn is_subtype(&self, _class: ClassId, _target: ClassId) -> bool {
        todo!()
    }
    /// The method that `method` means on a receiver of class `class` (JVMS 5.4.6): by vtable for
    /// classes' methods, by search (cached) for interfaces'. `None`: `AbstractMethodError`.
    pub fn select(&self, _class: ClassId, _method: MethodId) -> Option<MethodId> {
        todo!()
    }
    /// The method declared in exactly this class.
    pub fn declared_method(
        &self,
        _class: ClassId,
        _name: &str,
        _descriptor: &str,
    ) -> Option<MethodId> {
        todo!()
    }
    /// The method of this name found as `invokevirtual` or `invokeinterface` resolve it.
    pub fn resolve_method(
        &self,
        _class: ClassId,
        _name: &str,
        _descriptor: &str,
    ) -> Result<MethodId, LoadError> {
        todo!()
    }
    /// The field of this name found as `getfield` resolves it (superclasses too).
    pub fn resolve_field(&self, _class: ClassId, _name: &str) -> Result<FieldId, LoadError> {
        todo!()
    }
    /// The id of a string constant (UTF-16, as Java sees it).
    pub fn string_id(&self, _units: &[u16]) -> StringId {
        todo!()
    }
    /// The text of a string constant.
    pub fn string(&self, _id: StringId) -> &[u16] {
        todo!()
    }
}
