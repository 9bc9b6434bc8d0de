//! Loads classes: from bytes to linked [`Class`]es.
//!
//! A class needs its supertypes and nothing else. All loading happens under one lock; a class
//! enters the tables when it is complete, after its supertypes, so that readers never see a class
//! without its layout. Array classes and primitives are made here too.

use std::sync::{Arc, OnceLock};

use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;

use crate::class::{Class, ClassShape};
use crate::ids::ClassId;
use crate::kind::Kind;
use crate::link::Linked;
use crate::pool;
use crate::program::{LoadError, Program};

/// Names of the classes being loaded, outermost first: a class that is its own supertype is found
/// by them.
#[derive(Debug, Default)]
pub(crate) struct Loading {
    pub(crate) names: Vec<String>,
}

/// Deeper inheritance is not believed.
const DEEPEST: usize = 1000;

const PUBLIC_FINAL_ABSTRACT: u16 = 0x0411;

impl Program {
    pub(crate) fn load_new(&self, name: &str) -> Result<ClassId, LoadError> {
        let mut loading = self.loading.lock().expect("no holder panics");
        // A load that failed halfway by an error leaves nothing behind.
        loading.names.clear();
        self.load_under(&mut loading, name)
    }

    pub(crate) fn define_new(&self, bytes: &[u8], is_library: bool) -> Result<ClassId, LoadError> {
        let mut loading = self.loading.lock().expect("no holder panics");
        loading.names.clear();
        let file = parse("?", bytes)?;
        let name = name_of(&file)?;
        if !is_library && name.starts_with("java/") {
            let message = format!("prohibited package name of {name}");
            return Err(LoadError::Link("java/lang/SecurityException", message));
        }
        if self.loaded(&name).is_some() {
            let message = format!("duplicate class definition: {name}");
            return Err(LoadError::Link("java/lang/LinkageError", message));
        }
        self.link(&mut loading, &name, file, (is_library, false))
    }

    fn load_under(&self, loading: &mut Loading, name: &str) -> Result<ClassId, LoadError> {
        if let Some(class) = self.loaded(name) {
            return Ok(class);
        }
        if let Some(element) = name.strip_prefix('[') {
            return self.load_array(loading, name, element);
        }
        let found = match self.path.find(name) {
            Ok(found) => found.ok_or_else(|| LoadError::NotFound(name.to_owned()))?,
            Err(error) => return Err(LoadError::Malformed(name.to_owned(), error.to_string())),
        };
        let file = parse(name, &found.bytes)?;
        let actual = name_of(&file)?;
        if actual != name {
            return Err(LoadError::NotFound(format!(
                "{name} (wrong name: {actual})"
            )));
        }
        self.link(loading, name, file, (found.is_library, false))
    }

    pub(crate) fn link(
        &self,
        loading: &mut Loading,
        name: &str,
        file: ClassFile<'static>,
        (is_library, is_given): (bool, bool),
    ) -> Result<ClassId, LoadError> {
        if loading.names.iter().any(|other| other == name) || loading.names.len() > DEEPEST {
            return Err(LoadError::Link(
                "java/lang/ClassCircularityError",
                name.to_owned(),
            ));
        }
        loading.names.push(name.to_owned());
        let (superclass, interfaces) = self.load_supertypes(loading, name, &file)?;
        loading.names.pop();
        let class = Linked {
            name,
            superclass,
            interfaces,
            file: Arc::new(file),
            is_library,
            is_given,
        };
        class
            .enter(self)
            .map_err(|reason| LoadError::Malformed(name.to_owned(), reason))
    }

    fn load_supertypes(
        &self,
        loading: &mut Loading,
        name: &str,
        file: &ClassFile<'static>,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let malformed = |reason| LoadError::Malformed(name.to_owned(), reason);
        let change = |message| {
            Err(LoadError::Link(
                "java/lang/IncompatibleClassChangeError",
                message,
            ))
        };
        let superclass = if file.super_class == 0 {
            if name != "java/lang/Object" {
                return Err(malformed("it has no superclass".into()));
            }
            None
        } else {
            let parent = pool::class_name(&file.constant_pool, file.super_class);
            let parent = self.load_under(loading, &parent.map_err(malformed)?)?;
            if self.class(parent).is_interface() {
                return change(format!("class {name} has an interface as superclass"));
            }
            if self.class(parent).shape != ClassShape::Instance {
                return Err(malformed("its superclass is an array".into()));
            }
            Some(parent)
        };
        let mut interfaces = Vec::new();
        for index in &file.interfaces {
            let interface = pool::class_name(&file.constant_pool, *index).map_err(malformed)?;
            let id = self.load_under(loading, &interface)?;
            if !self.class(id).is_interface() {
                return change(format!("class {name} can't implement {interface}"));
            }
            interfaces.push(id);
        }
        Ok((superclass, interfaces))
    }

    fn load_array(
        &self,
        loading: &mut Loading,
        name: &str,
        element: &str,
    ) -> Result<ClassId, LoadError> {
        if !crate::descriptor::is_type(name) {
            return Err(LoadError::NotFound(name.to_owned()));
        }
        let element = match crate::descriptor::kind_of(element) {
            Some(Kind::Reference) => {
                self.load_under(loading, crate::descriptor::class_name_of(element))?
            }
            kind => self.primitive(kind),
        };
        Ok(self.enter_array(loading, element))
    }

    /// The array class with elements of this class or primitive.
    pub fn array_of(&self, element: ClassId) -> ClassId {
        if let Some(array) = self.arrays.read().expect("no holder panics").get(&element) {
            return *array;
        }
        let mut loading = self.loading.lock().expect("no holder panics");
        loading.names.clear();
        self.enter_array(&mut loading, element)
    }

    /// Makes an array class. Where there is no `java/lang/Object` (in tests without a JDK), it has
    /// no supertypes.
    fn enter_array(&self, loading: &mut Loading, element: ClassId) -> ClassId {
        if let Some(array) = self.arrays.read().expect("no holder panics").get(&element) {
            return *array;
        }
        let superclass = self.load_under(loading, "java/lang/Object").ok();
        let interfaces: Vec<ClassId> = ["java/lang/Cloneable", "java/io/Serializable"]
            .iter()
            .filter_map(|name| self.load_under(loading, name).ok())
            .collect();
        let (name, kind) = array_name(self.class(element));
        let class = ClassId(self.classes.count() as u32);
        let access = self.class(element).access & 0x0001 | PUBLIC_FINAL_ABSTRACT & 0x0410;
        let parent = superclass.map(|id| self.class(id));
        let array = Class {
            access,
            superclass,
            supertypes: self.supertypes_of(class, superclass, &interfaces),
            interfaces: interfaces.into(),
            instance_slots: parent.map_or(Box::default(), |class| class.instance_slots.clone()),
            vtable: parent.map_or(Box::default(), |class| class.vtable.clone()),
            is_library: self.class(element).is_library,
            ..empty_class(class, &name, ClassShape::Array { element, kind })
        };
        self.classes.push(array);
        self.names
            .write()
            .expect("no holder panics")
            .insert(name.into(), class);
        self.arrays
            .write()
            .expect("no holder panics")
            .insert(element, class);
        class
    }

    /// All supertypes of a class and itself, sorted.
    pub(crate) fn supertypes_of(
        &self,
        class: ClassId,
        superclass: Option<ClassId>,
        interfaces: &[ClassId],
    ) -> Box<[ClassId]> {
        let mut all = vec![class];
        for parent in superclass.iter().chain(interfaces) {
            all.extend_from_slice(&self.class(*parent).supertypes);
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// Enters the primitive types: the id of each is the number of its kind, `void` follows.
    pub(crate) fn add_primitives(&self) {
        let kinds = [
            ("boolean", Some(Kind::Boolean)),
            ("byte", Some(Kind::Byte)),
            ("char", Some(Kind::Char)),
            ("short", Some(Kind::Short)),
            ("int", Some(Kind::Int)),
            ("long", Some(Kind::Long)),
            ("float", Some(Kind::Float)),
            ("double", Some(Kind::Double)),
            ("void", None),
        ];
        for (name, kind) in kinds {
            let id = ClassId(self.classes.count() as u32);
            debug_assert_eq!(id, self.primitive(kind), "ids follow the kinds");
            let supertypes = Box::new([id]);
            self.classes.push(Class {
                access: PUBLIC_FINAL_ABSTRACT,
                supertypes,
                is_library: true,
                ..empty_class(id, name, ClassShape::Primitive(kind))
            });
        }
    }
}

/// A class without anything in it.
pub(crate) fn empty_class(id: ClassId, name: &str, shape: ClassShape) -> Class {
    Class {
        id,
        name: name.into(),
        shape,
        access: 0,
        superclass: None,
        interfaces: Box::default(),
        supertypes: Box::default(),
        fields: Box::default(),
        methods: Box::default(),
        instance_slots: Box::default(),
        static_slots: Box::default(),
        vtable: Box::default(),
        initializer: None,
        source_file: None,
        is_library: false,
        is_given: false,
        file: None,
        selected: OnceLock::new(),
    }
}

/// Name of the array class with these elements, and their kind.
fn array_name(element: &Class) -> (String, Kind) {
    match element.shape {
        ClassShape::Instance => (format!("[L{};", element.name), Kind::Reference),
        ClassShape::Array { .. } => (format!("[{}", element.name), Kind::Reference),
        ClassShape::Primitive(None) => ("[V".into(), Kind::Int),
        ClassShape::Primitive(Some(kind)) => (
            format!("[{}", &"ZBCSIJFD"[kind as usize..=kind as usize]),
            kind,
        ),
    }
}

pub(crate) fn parse(name: &str, bytes: &[u8]) -> Result<ClassFile<'static>, LoadError> {
    ClassFile::from_bytes(bytes)
        .map_err(|error| LoadError::Malformed(name.to_owned(), error.to_string()))
}

pub(crate) fn name_of(file: &ClassFile<'static>) -> Result<String, LoadError> {
    let name = pool::class_name(&file.constant_pool, file.this_class)
        .map_err(|reason| LoadError::Malformed("?".to_owned(), reason))?;
    if name.is_empty() || name.starts_with('[') || name.contains(['.', ';']) {
        return Err(LoadError::Malformed(
            name.into_owned(),
            "it has no class's name".into(),
        ));
    }
    Ok(name.into_owned())
}

/// The file's access flags; for a member class those that its source says.
pub(crate) fn access_of(file: &ClassFile<'static>) -> u16 {
    let this = pool::class_name(&file.constant_pool, file.this_class).ok();
    for attribute in &file.attributes {
        let Attribute::InnerClasses { classes, .. } = attribute else {
            continue;
        };
        for inner in classes {
            if pool::class_name(&file.constant_pool, inner.class_info_index).ok() == this {
                // ACC_STATIC and the visibility are in the inner flags alone.
                return inner.access_flags.bits();
            }
        }
    }
    file.access_flags.bits() & !0x0020
}
