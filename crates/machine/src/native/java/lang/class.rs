//! `java.lang.Class`: names, relations, nesting. Its members are in `reflect`.
//!
//! What the JDK caches in the class object (names, reflection data, enum constants) is worked out
//! anew at each call, so that asking leaves no trace in the state.

use program::{Class, ClassId, ClassShape, Kind, LoadError};

use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome, class_file, exception, nothing};
use crate::thread::After;
use crate::value::{Ref, boolean, int};

pub(crate) const NATIVES: Natives = &[
    ("registerNatives", "()V", nothing),
    ("forName0", "*", for_name),
    (
        "forName",
        "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        for_name_in_module,
    ),
    ("isInstance", "*", is_instance),
    ("isAssignableFrom", "*", is_assignable_from),
    ("isInterface", "()Z", is_interface),
    ("isArray", "()Z", is_array),
    ("isPrimitive", "()Z", is_primitive),
    ("isHidden", "()Z", is_hidden),
    ("isRecord0", "()Z", is_record),
    ("isRecord", "()Z", is_record),
    ("getSuperclass", "*", superclass),
    ("getInterfaces0", "*", interfaces),
    ("getInterfaces", "(Z)[Ljava/lang/Class;", interfaces),
    ("getInterfaces", "()[Ljava/lang/Class;", interfaces),
    ("getModifiers", "()I", modifiers),
    ("getClassAccessFlagsRaw0", "()I", modifiers),
    ("getComponentType", "*", component_type),
    ("componentType", "*", component_type),
    ("elementType", "()Ljava/lang/Class;", element_type),
    ("getName", "()Ljava/lang/String;", name),
    ("initClassName", "*", name),
    ("getSimpleName", "*", simple_name),
    ("getSimpleName0", "*", simple_name),
    ("getCanonicalName", "*", canonical_name),
    ("descriptorString", "*", descriptor),
    ("getPackageName", "*", package_name),
    ("getSimpleBinaryName0", "*", simple_binary_name),
    ("getDeclaringClass0", "*", declaring_class),
    ("getEnclosingMethod0", "*", enclosing_method),
    ("getDeclaredClasses0", "*", declared_classes),
    ("getNestHost0", "*", nest_host),
    ("getNestHost", "*", nest_host),
    ("getNestMembers0", "*", nest_members),
    ("getPermittedSubclasses0", "*", permitted_subclasses),
    ("getPrimitiveClass", "*", primitive_class),
    ("desiredAssertionStatus", "()Z", desired_assertion_status),
    ("getClassLoader0", "*", class_loader),
    ("getClassLoader", "()Ljava/lang/ClassLoader;", class_loader),
    ("getPackage", "()Ljava/lang/Package;", package),
    ("getModule", "*", super::module::of_class),
    ("getProtectionDomain0", "*", nothing),
    ("protectionDomain", "*", nothing),
    ("getSigners", "*", nothing),
    ("reflectionData", "*", reflection_data),
    ("checkMemberAccess", "*", nothing),
    ("getEnumConstantsShared", "*", enum_constants),
    ("getGenericSignature0", "*", generic_signature),
    ("getRawAnnotations", "*", annotations),
    ("getRawTypeAnnotations", "*", type_annotations),
    ("getConstantPool", "*", constant_pool),
    ("getDeclaredFields0", "*", super::reflect::declared_fields),
    ("getDeclaredMethods0", "*", super::reflect::declared_methods),
    (
        "getDeclaredConstructors0",
        "*",
        super::reflect::declared_constructors,
    ),
    (
        "getRecordComponents0",
        "*",
        super::reflect::record_components,
    ),
];

impl<'p> Call<'_, 'p> {
    /// The class whose mirror is the receiver.
    fn this(&self) -> Result<&'p Class, Interruption> {
        let class = self.class(0)?;
        Ok(self.machine.program.class(class))
    }

    /// The mirror of a class, or null.
    pub(crate) fn mirror_word(&mut self, class: Option<ClassId>) -> u64 {
        class.map_or(0, |class| self.machine.mirror(class).word())
    }

    /// A `Class[]` of these.
    pub(crate) fn class_array(&mut self, classes: &[ClassId]) -> Outcome {
        let mirrors: Vec<Ref> = classes
            .iter()
            .map(|class| self.machine.mirror(*class))
            .collect();
        self.new_array_of("java/lang/Class", &mirrors)
    }

    /// The class of this internal name, or the error that the JVM would throw.
    pub(crate) fn load_class(&mut self, name: &str) -> Result<ClassId, Interruption> {
        self.machine.program.load(name).map_err(|error| {
            let (class, message) = error.as_java();
            exception(class, message)
        })
    }
}

/// `Class.forName0(name, initialize, loader, caller)`
fn for_name(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?;
    let loader = call.reference(2);
    if !name.starts_with('[') && !call.is_builtin_loader(loader) {
        let arguments = call.arguments[..3].to_vec();
        return call.go_on_in("heddle/runtime/Loaders", "forName", arguments);
    }
    let class = find_class(call, &name)?;
    if !name.starts_with('[') && !call.is_seen_by(class, loader, call.reference(3)) {
        return Err(exception("java/lang/ClassNotFoundException", name));
    }
    if call.int(1) != 0 {
        call.initialized(class)?;
    }
    Ok(call.machine.mirror(class).word())
}

/// `Class.forName(module, name)`: null if there is none.
fn for_name_in_module(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(1)?.replace('.', "/");
    let class = call.machine.program.load(&name).ok();
    Ok(call.mirror_word(class))
}

/// The class of a name with dots.
pub(crate) fn find_class(call: &mut Call<'_, '_>, name: &str) -> Result<ClassId, Interruption> {
    let program = call.machine.program;
    let primitive = [
        "int", "long", "boolean", "byte", "char", "short", "float", "double", "void",
    ];
    let found = if name.contains('/') || primitive.contains(&name) {
        Err(LoadError::NotFound(String::new()))
    } else {
        program.load(&name.replace('.', "/"))
    };
    match found {
        Ok(class) => Ok(class),
        Err(LoadError::NotFound(missing))
            if missing == name.replace('.', "/") || missing.is_empty() =>
        {
            Err(exception("java/lang/ClassNotFoundException", name))
        }
        Err(error) => {
            let (class, message) = error.as_java();
            Err(exception(class, message))
        }
    }
}

fn is_instance(call: &mut Call<'_, '_>) -> Outcome {
    let (class, object) = (call.class(0)?, call.reference(1));
    if object.is_null() {
        return Ok(0);
    }
    let of = call.machine.heap.object(object).class;
    Ok(boolean(call.machine.program.is_subtype(of, class)))
}

fn is_assignable_from(call: &mut Call<'_, '_>) -> Outcome {
    let (class, other) = (call.class(0)?, call.class(1)?);
    Ok(boolean(
        class == other || call.machine.program.is_subtype(other, class),
    ))
}

fn is_interface(call: &mut Call<'_, '_>) -> Outcome {
    Ok(boolean(call.this()?.is_interface()))
}

fn is_array(call: &mut Call<'_, '_>) -> Outcome {
    Ok(boolean(matches!(
        call.this()?.shape,
        ClassShape::Array { .. }
    )))
}

fn is_primitive(call: &mut Call<'_, '_>) -> Outcome {
    Ok(boolean(matches!(
        call.this()?.shape,
        ClassShape::Primitive(_)
    )))
}

/// What tells a hidden class of the program's making from others of its name.
fn hidden_part(class: &Class) -> Option<(&str, &str)> {
    class.name.rsplit_once('+').filter(|_| class.is_given)
}

/// Classes that Heddle made for lambdas are hidden, as the JDK's are.
fn is_hidden(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let is_made_here = class.shape == ClassShape::Instance && class.file.is_none();
    Ok(boolean(is_made_here || hidden_part(class).is_some()))
}

fn is_record(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let program = call.machine.program;
    let of_record = class
        .superclass
        .is_some_and(|superclass| &*program.class(superclass).name == "java/lang/Record");
    Ok(boolean(of_record && class.is_final()))
}

fn superclass(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let superclass = if class.is_interface() {
        None
    } else {
        class.superclass
    };
    Ok(call.mirror_word(superclass))
}

fn interfaces(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    call.class_array(&class.interfaces)
}

/// The modifiers as `Class.getModifiers` gives them.
pub(crate) fn modifiers_of(call: &Call<'_, '_>, class: &Class) -> i32 {
    match class.shape {
        ClassShape::Instance => i32::from(class.access & !0x20),
        ClassShape::Primitive(_) => 0x411,
        ClassShape::Array { mut element, .. } => {
            let program = call.machine.program;
            while let ClassShape::Array { element: inner, .. } = program.class(element).shape {
                element = inner;
            }
            modifiers_of(call, program.class(element)) & 0x7 | 0x410
        }
    }
}

fn modifiers(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    Ok(int(modifiers_of(call, class)))
}

fn component_type(call: &mut Call<'_, '_>) -> Outcome {
    match call.this()?.shape {
        ClassShape::Array { element, .. } => Ok(call.mirror_word(Some(element))),
        _ => Ok(0),
    }
}

fn element_type(call: &mut Call<'_, '_>) -> Outcome {
    let ClassShape::Array { mut element, .. } = call.this()?.shape else {
        return Ok(0);
    };
    while let ClassShape::Array { element: inner, .. } = call.machine.program.class(element).shape {
        element = inner;
    }
    Ok(call.mirror_word(Some(element)))
}

fn name(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let name = match hidden_part(class) {
        Some((name, part)) => format!("{}/{part}", name.replace('/', ".")),
        None => class.name.replace('/', "."),
    };
    Ok(call.constant(&name))
}

fn simple_name(call: &mut Call<'_, '_>) -> Outcome {
    let name = simple_name_of(call, call.this()?);
    Ok(call.constant(&name))
}

fn simple_name_of(call: &Call<'_, '_>, class: &Class) -> String {
    match class.shape {
        ClassShape::Array { element, .. } => {
            simple_name_of(call, call.machine.program.class(element)) + "[]"
        }
        ClassShape::Primitive(_) => class.name.to_string(),
        ClassShape::Instance => match class_file::own_nesting(class) {
            Some(nested) => nested.name.unwrap_or_default(),
            None => {
                let name = class.name.rsplit('/').next().unwrap_or_default();
                match hidden_part(class) {
                    Some(_) => name.replace('+', "/"),
                    None => name.to_owned(),
                }
            }
        },
    }
}

fn canonical_name(call: &mut Call<'_, '_>) -> Outcome {
    match canonical_name_of(call, call.this()?) {
        Some(name) => Ok(call.constant(&name)),
        None => Ok(0),
    }
}

fn canonical_name_of(call: &Call<'_, '_>, class: &Class) -> Option<String> {
    match class.shape {
        ClassShape::Array { element, .. } => {
            let element = canonical_name_of(call, call.machine.program.class(element))?;
            Some(element + "[]")
        }
        ClassShape::Primitive(_) => Some(class.name.to_string()),
        ClassShape::Instance => {
            class.file.as_ref()?;
            let Some(nested) = class_file::own_nesting(class) else {
                return Some(class.name.replace('/', "."));
            };
            let outer = call.machine.program.load(&nested.outer?).ok()?;
            let outer = canonical_name_of(call, call.machine.program.class(outer))?;
            Some(format!("{outer}.{}", nested.name?))
        }
    }
}

fn descriptor(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let descriptor = match class.shape {
        ClassShape::Array { .. } => class.name.to_string(),
        ClassShape::Instance => format!("L{};", class.name),
        ClassShape::Primitive(kind) => match kind {
            None => "V",
            Some(Kind::Boolean) => "Z",
            Some(Kind::Byte) => "B",
            Some(Kind::Char) => "C",
            Some(Kind::Short) => "S",
            Some(Kind::Int) => "I",
            Some(Kind::Long) => "J",
            Some(Kind::Float) => "F",
            Some(Kind::Double) => "D",
            Some(Kind::Reference) => unreachable!("no primitive"),
        }
        .to_owned(),
    };
    Ok(call.constant(&descriptor))
}

fn package_name(call: &mut Call<'_, '_>) -> Outcome {
    let program = call.machine.program;
    let mut class = call.this()?;
    while let ClassShape::Array { element, .. } = class.shape {
        class = program.class(element);
    }
    let package = match class.shape {
        ClassShape::Primitive(_) => "java.lang".to_owned(),
        _ => class.package().replace('/', "."),
    };
    Ok(call.constant(&package))
}

/// `Class.getPackage()`: one that the loader keeps.
fn package(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    let program = call.machine.program;
    if program.class(class).shape != ClassShape::Instance {
        return Ok(0);
    }
    let (loader, mirror) = (call.loader_of(class).word(), call.arguments[0]);
    if loader == 0 {
        return call.go_on_in("heddle/runtime/Modules", "libraryPackageOf", vec![mirror]);
    }
    let loaders = call.machine.library_class("java/lang/ClassLoader");
    let descriptor = "(Ljava/lang/Class;)Ljava/lang/Package;";
    let define = program.declared_method(loaders, "definePackage", descriptor);
    Err(Interruption::Invoke(Invocation {
        method: define.unwrap_or_else(|| unreachable!("every JDK has it")),
        arguments: vec![loader, mirror],
        after: After::Call,
    }))
}

fn simple_binary_name(call: &mut Call<'_, '_>) -> Outcome {
    match class_file::own_nesting(call.this()?).and_then(|nested| nested.name) {
        Some(name) => Ok(call.constant(&name)),
        None => Ok(0),
    }
}

fn declaring_class(call: &mut Call<'_, '_>) -> Outcome {
    match class_file::own_nesting(call.this()?).and_then(|nested| nested.outer) {
        Some(outer) => {
            let outer = call.load_class(&outer)?;
            Ok(call.mirror_word(Some(outer)))
        }
        None => Ok(0),
    }
}

fn enclosing_method(call: &mut Call<'_, '_>) -> Outcome {
    let Some((outer, method)) = class_file::enclosing(call.this()?) else {
        return Ok(0);
    };
    let outer = call.load_class(&outer)?;
    let mut elements = [call.machine.mirror(outer), Ref::NULL, Ref::NULL];
    if let Some((name, descriptor)) = method {
        elements[1] = Ref::from_word(call.constant(&name));
        elements[2] = Ref::from_word(call.constant(&descriptor));
    }
    call.new_array_of("java/lang/Object", &elements)
}

fn declared_classes(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let mut members = Vec::new();
    for nested in class_file::nested(class) {
        if nested.outer.as_deref() == Some(&*class.name) {
            members.push(call.load_class(&nested.class)?);
        }
    }
    call.class_array(&members)
}

fn host_of(call: &mut Call<'_, '_>, class: &Class) -> Result<ClassId, Interruption> {
    match class_file::nest_host(class) {
        Some(host) => call.load_class(&host),
        None => Ok(class.id),
    }
}

fn nest_host(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let host = host_of(call, class)?;
    Ok(call.mirror_word(Some(host)))
}

fn nest_members(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let host = host_of(call, class)?;
    let mut members = vec![host];
    for name in
        class_file::listed(call.machine.program.class(host), "NestMembers").unwrap_or_default()
    {
        members.push(call.load_class(&name)?);
    }
    call.class_array(&members)
}

fn permitted_subclasses(call: &mut Call<'_, '_>) -> Outcome {
    let Some(names) = class_file::listed(call.this()?, "PermittedSubclasses") else {
        return Ok(0);
    };
    let mut classes = Vec::new();
    for name in names {
        classes.push(call.load_class(&name)?);
    }
    call.class_array(&classes)
}

fn primitive_class(call: &mut Call<'_, '_>) -> Outcome {
    let kind = match &*call.text(0)? {
        "boolean" => Some(Kind::Boolean),
        "byte" => Some(Kind::Byte),
        "char" => Some(Kind::Char),
        "short" => Some(Kind::Short),
        "int" => Some(Kind::Int),
        "long" => Some(Kind::Long),
        "float" => Some(Kind::Float),
        "double" => Some(Kind::Double),
        _ => None,
    };
    let class = call.machine.program.primitive(kind);
    Ok(call.mirror_word(Some(class)))
}

fn desired_assertion_status(call: &mut Call<'_, '_>) -> Outcome {
    Ok(boolean(
        !call.this()?.is_library && call.machine.options.assertions,
    ))
}

/// `Class.getClassLoader()`
fn class_loader(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    Ok(call.loader_of(class).word())
}

/// An empty cache, never kept.
fn reflection_data(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.library_class("java/lang/Class$ReflectionData");
    Ok(call.machine.heap.new_object(class).word())
}

/// The enum's constants, by its `values` method.
fn enum_constants(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    let program = call.machine.program;
    let is_enum = class.access & 0x4000 != 0
        && class
            .superclass
            .is_some_and(|id| &*program.class(id).name == "java/lang/Enum");
    if !is_enum {
        return Ok(0);
    }
    let descriptor = format!("()[L{};", class.name);
    let Some(method) = program.declared_method(class.id, "values", &descriptor) else {
        return Ok(0);
    };
    call.initialized(class.id)?;
    Err(Interruption::Invoke(Invocation {
        method,
        arguments: Vec::new(),
        after: After::Call,
    }))
}

fn generic_signature(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.this()?;
    match class_file::signature(class, class_file::of_class(class)) {
        Some(signature) => Ok(call.constant(&signature)),
        None => Ok(0),
    }
}

fn raw(call: &mut Call<'_, '_>, name: &str) -> Outcome {
    match class_file::raw(class_file::of_class(call.this()?), name) {
        Some(bytes) => call.byte_array(&bytes),
        None => Ok(0),
    }
}

fn annotations(call: &mut Call<'_, '_>) -> Outcome {
    raw(call, "RuntimeVisibleAnnotations")
}

fn type_annotations(call: &mut Call<'_, '_>) -> Outcome {
    raw(call, "RuntimeVisibleTypeAnnotations")
}

/// A `ConstantPool` whose `constantPoolOop` is the class.
fn constant_pool(call: &mut Call<'_, '_>) -> Outcome {
    let mirror = call.object(0)?;
    let name = "jdk/internal/reflect/ConstantPool";
    let class = call.machine.library_class(name);
    let pool = call.machine.heap.new_object(class);
    let slot = call.slot(name, "constantPoolOop");
    call.machine.heap.set_reference(pool, slot, mirror);
    Ok(pool.word())
}
