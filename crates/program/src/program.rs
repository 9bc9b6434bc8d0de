//! The program itself: an append-only set of tables.

use std::sync::{Mutex, RwLock};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::body::Body;
use crate::class::{Class, Field, Method, MethodCode, SignatureId};
use crate::ids::{ClassId, FieldId, MethodId, StringId};
use crate::kind::Kind;
use crate::load::Loading;
use crate::tuning::Tuning;

/// A hash map whose order is the same in every run.
pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;

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

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotFound(name) => write!(f, "class {name} is not on the class path"),
            LoadError::Malformed(name, reason) => write!(f, "class {name} is malformed: {reason}"),
            LoadError::Link(error, message) => write!(f, "{error}: {message}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl LoadError {
    /// The Java error class and its message, as the program under test would see it.
    pub fn as_java(&self) -> (&'static str, &str) {
        match self {
            LoadError::NotFound(name) => ("java/lang/NoClassDefFoundError", name),
            LoadError::Malformed(_, reason) => ("java/lang/ClassFormatError", reason),
            LoadError::Link(class, message) => (class, message),
        }
    }
}

/// A name and the bytes of a class.
type Named = (Box<str>, Box<[u8]>);

/// The program under test. See the crate's head for what it promises.
pub struct Program {
    pub(crate) path: classpath::ClassPath,
    pub(crate) classes: boxcar::Vec<Class>,
    pub(crate) methods: boxcar::Vec<Method>,
    pub(crate) fields: boxcar::Vec<Field>,
    strings: boxcar::Vec<Box<[u16]>>,
    string_ids: RwLock<Map<Box<[u16]>, StringId>>,
    /// Loaded classes by name; array classes too.
    pub(crate) names: RwLock<Map<Box<str>, ClassId>>,
    pub(crate) arrays: RwLock<Map<ClassId, ClassId>>,
    pub(crate) signatures: RwLock<Map<Box<str>, SignatureId>>,
    /// Held while a class is loaded. Nothing that runs under it asks for a body.
    pub(crate) loading: Mutex<Loading>,
    /// How many call sites the methods of a class have before each of them, see `lower/site.rs`.
    pub(crate) sites: RwLock<Map<ClassId, Box<[u32]>>>,
    /// Classes that a running program made, by name and bytes.
    pub(crate) given: Mutex<Map<Named, ClassId>>,
    /// Names of classes that bodies need and nobody had.
    pub(crate) missed: Mutex<Map<Box<str>, ()>>,
    pub(crate) tuning: Option<Box<dyn Tuning>>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program of {} classes", self.classes.count())
    }
}

impl Program {
    /// A program over the classes that `classes` finds. Loads nothing yet.
    pub fn new(classes: classpath::ClassPath) -> Program {
        Program::with_tuning(classes, None)
    }

    /// The same, with changes to library code.
    pub fn with_tuning(classes: classpath::ClassPath, tuning: Option<Box<dyn Tuning>>) -> Program {
        let program = Program {
            path: classes,
            classes: boxcar::Vec::new(),
            methods: boxcar::Vec::new(),
            fields: boxcar::Vec::new(),
            strings: boxcar::Vec::new(),
            string_ids: RwLock::default(),
            names: RwLock::default(),
            arrays: RwLock::default(),
            signatures: RwLock::default(),
            loading: Mutex::default(),
            sites: RwLock::default(),
            given: Mutex::default(),
            missed: Mutex::default(),
            tuning,
        };
        program.add_primitives();
        program
    }

    /// Where the classes come from.
    pub fn class_path(&self) -> &classpath::ClassPath {
        &self.path
    }

    /// The class of this name (internal form, array names too), loading it if need be.
    pub fn load(&self, name: &str) -> Result<ClassId, LoadError> {
        match self.loaded(name) {
            Some(class) => Ok(class),
            None => self.load_new(name),
        }
    }

    /// The class of this name if it is loaded already.
    pub fn loaded(&self, name: &str) -> Option<ClassId> {
        self.names
            .read()
            .expect("no holder panics")
            .get(name)
            .copied()
    }

    /// Adds a class from its bytes (support classes that the machine ships; reflection's
    /// `defineClass`). A class of that name on the class path is hidden.
    pub fn define(&self, bytes: &[u8], is_library: bool) -> Result<ClassId, LoadError> {
        self.define_new(bytes, is_library)
    }

    /// A loaded class.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    /// A field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// How many classes are loaded so far.
    pub fn class_count(&self) -> usize {
        self.classes.count()
    }

    /// How many methods are known so far.
    pub fn method_count(&self) -> usize {
        self.methods.count()
    }

    /// How many fields are known so far.
    pub fn field_count(&self) -> usize {
        self.fields.count()
    }

    /// The body of a method that has one, lowered at the first call. A body that can't be lowered
    /// is one `Unsupported` or `Raise` instruction.
    ///
    /// # Panics
    /// If the method is native or abstract.
    pub fn body(&self, method: MethodId) -> &Body {
        let found = self.method(method);
        found.body.get_or_init(|| {
            assert!(
                found.code == MethodCode::Bytecode,
                "{} has no code",
                self.describe_method(method)
            );
            crate::lower::lower(self, found)
        })
    }

    /// The body of a method, if anybody has asked for it: as a rule, if a run came to the method.
    pub fn known_body(&self, method: MethodId) -> Option<&Body> {
        self.method(method).body.get()
    }

    /// For each instruction of a method's body, the index in its bytecode, as JVMs count them; `None` if the
    /// body does not come from bytecode.
    pub fn bytecode_offsets(&self, method: MethodId) -> Option<Vec<u32>> {
        let found = self.method(method);
        if found.code != MethodCode::Bytecode {
            return None;
        }
        let offsets = crate::lower::bytecode_offsets(self, found)?;
        (offsets.len() == self.body(method).code.len()).then_some(offsets)
    }

    /// `java/lang/String.length()I`
    pub fn describe_method(&self, method: MethodId) -> String {
        let method = self.method(method);
        format!(
            "{}.{}{}",
            self.class(method.class).name,
            method.name,
            method.descriptor
        )
    }

    /// The class of a primitive type; `None` is `void`.
    ///
    /// # Panics
    /// For `Kind::Reference`, which is no primitive.
    pub fn primitive(&self, kind: Option<Kind>) -> ClassId {
        match kind {
            Some(Kind::Reference) => unreachable!("a reference is no primitive"),
            Some(kind) => ClassId(kind as u32),
            None => ClassId(Kind::Reference as u32),
        }
    }

    /// The id of a string constant (UTF-16, as Java sees it).
    pub fn string_id(&self, units: &[u16]) -> StringId {
        if let Some(id) = self.string_ids.read().expect("no holder panics").get(units) {
            return *id;
        }
        let mut ids = self.string_ids.write().expect("no holder panics");
        if let Some(id) = ids.get(units) {
            return *id;
        }
        let id = StringId(self.strings.push(units.into()) as u32);
        ids.insert(units.into(), id);
        id
    }

    /// The id of a string constant given as Rust text.
    pub fn string_id_of(&self, text: &str) -> StringId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_id(&units)
    }

    /// How many string constants there are so far.
    pub fn string_count(&self) -> usize {
        self.strings.count()
    }

    /// The text of a string constant.
    pub fn string(&self, id: StringId) -> &[u16] {
        &self.strings[id.index()]
    }

    /// The text of a string constant, unpaired surrogates replaced.
    pub fn string_lossy(&self, id: StringId) -> String {
        String::from_utf16_lossy(self.string(id))
    }

    /// The id of a name with a descriptor.
    pub(crate) fn signature_id(&self, name: &str, descriptor: &str) -> SignatureId {
        let key = [name, descriptor].concat();
        if let Some(id) = self
            .signatures
            .read()
            .expect("no holder panics")
            .get(key.as_str())
        {
            return *id;
        }
        let mut signatures = self.signatures.write().expect("no holder panics");
        let next = SignatureId(signatures.len() as u32);
        *signatures.entry(key.into_boxed_str()).or_insert(next)
    }
}
