//! Classes, methods and fields as the program knows them: linked, with layouts and dispatch tables.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use crate::body::Body;
use crate::ids::{ClassId, FieldId, MethodId, StringId};
use crate::kind::{FieldAccess, Kind};

/// What sort of type a [`Class`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassShape {
    /// A class or interface with a class file, or one that Heddle made (a lambda).
    Instance,
    /// An array class.
    Array {
        /// The type of the elements: a primitive, a class, or again an array class.
        element: ClassId,
        /// The elements' kind.
        kind: Kind,
    },
    /// A primitive type or `void`.
    Primitive(Option<Kind>),
}

/// A loaded and linked class.
#[derive(Debug)]
pub struct Class {
    /// Its id.
    pub id: ClassId,
    /// Internal form: `java/lang/String`, `[I`, `[Ljava/lang/String;`, `int`.
    pub name: Box<str>,
    /// Class, array or primitive.
    pub shape: ClassShape,
    /// JVM access flags (from `InnerClasses` where the class is a member).
    pub access: u16,
    /// `None` for `java/lang/Object`, interfaces' is `Object`, primitives have none.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Box<[ClassId]>,
    /// All supertypes with itself, sorted by id.
    pub supertypes: Box<[ClassId]>,
    /// Fields declared here, in class-file order.
    pub fields: Box<[FieldId]>,
    /// Methods declared here, in class-file order.
    pub methods: Box<[MethodId]>,
    /// Kinds of all instance slots, inherited ones first.
    pub instance_slots: Box<[Kind]>,
    /// Kinds of the static slots of this class alone.
    pub static_slots: Box<[Kind]>,
    /// Virtual methods by [`Method::vtable_index`].
    pub vtable: Box<[MethodId]>,
    /// `<clinit>`, if there is one.
    pub initializer: Option<MethodId>,
    /// `SourceFile`, such as `Account.java`.
    pub source_file: Option<Box<str>>,
    /// Whether the class comes from the JDK (or from Heddle) and not from the user.
    pub is_library: bool,
    /// Whether a running program made it, so that not every state has it.
    pub is_given: bool,
    /// The class file, for reflection; `None` for arrays, primitives and classes that Heddle made.
    pub file: Option<Arc<ristretto_classfile::ClassFile<'static>>>,
    /// Remembers what interface methods mean here, see `select.rs`.
    pub(crate) selected: OnceLock<Box<[AtomicU64]>>,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Its id.
    pub id: FieldId,
    /// The declaring class.
    pub class: ClassId,
    /// Its name.
    pub name: Box<str>,
    /// Its type descriptor.
    pub descriptor: Box<str>,
    /// JVM access flags.
    pub access_flags: u16,
    /// Its kind.
    pub kind: Kind,
    /// Plain, volatile or final.
    pub access: FieldAccess,
    /// Whether it is static.
    pub is_static: bool,
    /// Its place among the instance or static slots.
    pub slot: u16,
    /// Its position in the class file's field table.
    pub index: u16,
    /// The `ConstantValue` that a static field starts with, before `<clinit>` runs.
    pub constant: Option<ConstantValue>,
}

/// What a static field starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantValue {
    /// A primitive, as a register holds it.
    Bits(u64),
    /// An interned string.
    String(StringId),
}

/// A method.
#[derive(Debug)]
pub struct Method {
    /// Its id.
    pub id: MethodId,
    /// The declaring class.
    pub class: ClassId,
    /// Its name.
    pub name: Box<str>,
    /// Its descriptor.
    pub descriptor: Box<str>,
    /// JVM access flags.
    pub access_flags: u16,
    /// Kinds of the parameters, receiver first.
    pub parameters: Box<[Kind]>,
    /// Kind of the result; `None` for void.
    pub result: Option<Kind>,
    /// Its place in the vtable; `None` for static, private and initialising methods and for
    /// interface methods.
    pub vtable_index: Option<u16>,
    /// Where its code is.
    pub code: MethodCode,
    /// Its position in the class file's method table.
    pub index: u16,
    /// Equal for equal names and descriptors.
    pub(crate) signature: SignatureId,
    /// The body, once somebody asked for it.
    pub(crate) body: OnceLock<Body>,
}

/// A name with a descriptor; equal ids for equal pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SignatureId(pub(crate) u32);

/// Where a method's code comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodCode {
    /// Bytecode in the class file.
    Bytecode,
    /// A body that Heddle made.
    Synthetic,
    /// A native method.
    Native,
    /// None: abstract.
    Abstract,
}

impl Method {
    /// Whether the method is static.
    pub fn is_static(&self) -> bool {
        self.access_flags & 0x0008 != 0
    }

    /// Whether the method is private.
    pub fn is_private(&self) -> bool {
        self.access_flags & 0x0002 != 0
    }

    /// Whether the method takes a variable number of arguments.
    pub fn is_varargs(&self) -> bool {
        self.access_flags & 0x0080 != 0
    }

    /// Whether the method is final.
    pub fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// Whether the method is a constructor or class initialiser.
    pub fn is_initializer(&self) -> bool {
        self.name.starts_with('<')
    }

    /// Whether the method is synchronized.
    pub fn is_synchronized(&self) -> bool {
        self.access_flags & 0x0020 != 0
    }
}

impl Class {
    /// Whether this is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & 0x0200 != 0
    }

    /// Whether it has no subclasses.
    pub fn is_final(&self) -> bool {
        self.access & 0x0010 != 0
    }

    /// The package in internal form; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.name
            .rsplit_once('/')
            .map_or("", |(package, _)| package)
    }

    /// Whether no instance can be made of it.
    pub fn is_abstract(&self) -> bool {
        self.access & 0x0400 != 0
    }
}
