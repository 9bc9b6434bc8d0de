//! `java.lang.ClassLoader`: the loaders of the JDK and of the class path, and classes that programs make.
//!
//! The loaders of the JDK find classes by the class path alone. A loader of the program runs its own code.
//! All share one space of names: `program::Program::give` refuses a second class of a name. Which loader
//! made a class is written in its `Class` object, and so part of the state: a class that only other states
//! have is not found.

use program::{ClassId, ClassShape, LoadError, Refused};

use super::class::find_class;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception};
use crate::operation::{Operation, Ordering, Place};
use crate::value::{Ref, boolean};

/// Natives of `heddle.runtime.Loaders`.
pub(crate) const SUPPORT: Natives = &[
    ("initialize0", "*", initialize),
    ("isBuiltin0", "*", is_builtin),
    ("supertypes0", "*", supertypes),
    ("mentioned0", "*", mentioned),
    ("agrees0", "*", agrees),
    ("make0", "*", make),
];

/// What the machine looks for among the texts of the program's classes before it starts, because much
/// depends on whether anybody asks.
const ASKED_BEFORE: &[&str] = &[
    "getBlocker",
    "parkBlocker",
    "getUncaughtExceptionHandler",
    "getThreadGroup",
    "java/lang/ThreadGroup",
    "java.lang.ThreadGroup",
    "()Ljava/lang/Thread$State;",
    "getCompletedTaskCount",
    "getTaskCount",
    "getSequenceNumber",
    "setProperty",
    "setProperties",
    "clearProperty",
    "setErr",
    "setOut",
    "java/util/logging/Logger",
];

impl Call<'_, '_> {
    fn fixed_loader(&mut self, field: &str) -> Ref {
        self.machine.static_reference("heddle/runtime/Fixed", field)
    }

    /// Whether this is no loader of the program's making: those of the library find by the class path.
    pub(crate) fn is_builtin_loader(&mut self, loader: Ref) -> bool {
        if loader.is_null() {
            return true;
        }
        let class = self.machine.heap.object(loader).class;
        self.machine.program.class(class).is_library
    }

    /// Whether this is a loader of the JDK that does not see the class path.
    fn is_above_program(&mut self, loader: Ref) -> bool {
        loader.is_null() || loader == self.fixed_loader("platform")
    }

    /// The loader that made the class, by a running program; null if it was none.
    fn maker(&mut self, class: ClassId) -> Ref {
        let mirror = self.machine.mirror(class);
        let slot = self.slot("java/lang/Class", "classLoader");
        self.machine.heap.reference(mirror, slot)
    }

    /// What `Class.getClassLoader` says: null for the library.
    pub(crate) fn loader_of(&mut self, class: ClassId) -> Ref {
        let program = self.machine.program;
        let mut class = program.class(class);
        while let ClassShape::Array { element, .. } = class.shape {
            class = program.class(element);
        }
        let maker = self.maker(class.id);
        let is_primitive = matches!(class.shape, ClassShape::Primitive(_));
        match maker.is_null() {
            false if maker == self.fixed_loader("boot") => Ref::NULL,
            false => maker,
            true if class.is_library || is_primitive => Ref::NULL,
            true => self.fixed_loader("loader"),
        }
    }

    /// Whether a loader of the JDK gives this class to a caller. Code of the library may ask without a
    /// loader for everything.
    pub(crate) fn is_seen_by(&mut self, class: ClassId, loader: Ref, caller: Ref) -> bool {
        let data = self.machine.program.class(class);
        if data.is_given {
            let maker = self.maker(class);
            return !maker.is_null() && (maker == loader || self.is_builtin_loader(maker));
        }
        let by = caller.class_id().map(|id| self.machine.program.class(id));
        data.is_library || by.is_none_or(|by| by.is_library) || !self.is_above_program(loader)
    }
}

/// `ClassLoader.getSystemClassLoader()`
pub(crate) fn system(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.fixed_loader("loader").word())
}

/// `ClassLoader.getPlatformClassLoader()`. The library, whose module has no loader, looks for bundles by
/// it, so it gets one that sees everything.
pub(crate) fn platform(call: &mut Call<'_, '_>) -> Outcome {
    let by = super::reflect::method::caller(call);
    let by_library = by.is_some_and(|by| call.machine.program.class(by).is_library);
    let field = if by_library { "loader" } else { "platform" };
    Ok(call.fixed_loader(field).word())
}

/// `ClassLoader.getClassLoader(class)`
pub(crate) fn of_class(call: &mut Call<'_, '_>) -> Outcome {
    match call.reference(0).class_id() {
        Some(class) => Ok(call.loader_of(class).word()),
        None => Ok(0),
    }
}

/// `ClassLoader.loadClass(name, …)`: its own code where the loader is the program's.
pub(crate) fn load_class(call: &mut Call<'_, '_>) -> Outcome {
    let loader = call.object(0)?;
    if !call.is_builtin_loader(loader) {
        return Err(Interruption::Original);
    }
    let name = call.text(1)?;
    let missing = || exception("java/lang/ClassNotFoundException", name.as_str());
    if name.starts_with('[') {
        return Err(missing());
    }
    let class = find_class(call, &name)?;
    let program = call.machine.program.class(class);
    let by = super::reflect::method::caller(call);
    let by_library = by.is_some_and(|by| call.machine.program.class(by).is_library);
    let is_seen = match program.is_given {
        true => call.is_seen_by(class, loader, Ref::NULL),
        false => program.is_library || by_library || !call.is_above_program(loader),
    };
    match is_seen {
        true => Ok(call.mirror_word(Some(class))),
        false => Err(missing()),
    }
}

/// `ClassLoader.findLoadedClass0(name)`: of those that the loader itself has made.
pub(crate) fn find_loaded(call: &mut Call<'_, '_>) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(1)?.replace('.', "/");
    let place = call.classes_of(loader);
    call.visible_on(loader, Operation::Read(place, Ordering::Atomic))?;
    let found = call.machine.program.loaded(&name);
    let found = found.filter(|class| call.maker(*class) == loader);
    Ok(call.mirror_word(found))
}

/// `ClassLoader.findBootstrapClass(name)`: one of the library, or null.
pub(crate) fn find_library_class(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.arguments.len() - 1;
    let name = call.text(name)?.replace('.', "/");
    let class = call.machine.program.load(&name).ok();
    let class = class.filter(|it| call.machine.program.class(*it).is_library);
    Ok(call.mirror_word(class))
}

fn resource_by(call: &mut Call<'_, '_>, method: &'static str) -> Outcome {
    let loader = call.object(0)?;
    if !call.is_builtin_loader(loader) {
        return Err(Interruption::Original);
    }
    let arguments = call.arguments.to_vec();
    call.go_on_in("heddle/runtime/Resources", method, arguments)
}

/// `ClassLoader.getResource(name)`
pub(crate) fn resource(call: &mut Call<'_, '_>) -> Outcome {
    resource_by(call, "ofLoader")
}

/// `ClassLoader.getResources(name)`
pub(crate) fn resources(call: &mut Call<'_, '_>) -> Outcome {
    resource_by(call, "all")
}

/// `ClassLoader.getResourceAsStream(name)`
pub(crate) fn open_resource(call: &mut Call<'_, '_>) -> Outcome {
    resource_by(call, "openOfLoader")
}

/// `initialize0(class)`
fn initialize(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    call.initialized(class)?;
    Ok(0)
}

/// `isBuiltin0(loader)`
fn is_builtin(call: &mut Call<'_, '_>) -> Outcome {
    let loader = call.reference(0);
    Ok(boolean(call.is_builtin_loader(loader)))
}

fn names(call: &mut Call<'_, '_>, names: &[String]) -> Outcome {
    let names = names.iter().map(|name| name.replace('/', "."));
    let names: Vec<Ref> = names
        .map(|name| Ref::from_word(call.constant(&name)))
        .collect();
    call.new_array_of("java/lang/String", &names)
}

fn as_thrown(error: &LoadError) -> Interruption {
    let (class, message) = error.as_java();
    exception(class, message)
}

/// `supertypes0(bytes)`
fn supertypes(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = call.object(0)?;
    let bytes = call.machine.bytes(bytes);
    let found = call.machine.program.look_at(&bytes);
    let found = found.map_err(|error| as_thrown(&error))?;
    names(call, &found.supertypes)
}

/// `mentioned0(bytes)`: other classes that its code could lead to, but for those of the JVM's own loader.
fn mentioned(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = call.object(0)?;
    let bytes = call.machine.bytes(bytes);
    let found = call.machine.program.look_at(&bytes);
    let mut found = found.map_err(|error| as_thrown(&error))?;
    let own = std::mem::take(&mut found.name);
    found
        .mentioned
        .retain(|it| *it != own && !it.starts_with("java/"));
    names(call, &found.mentioned)
}

/// `agrees0(name, class)`: whether code that names the class is linked to this one, or to none.
fn agrees(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?.replace('.', "/");
    let flat = call.machine.program.load(&name).ok();
    let flat = flat.filter(|class| {
        !call.machine.program.class(*class).is_given || !call.maker(*class).is_null()
    });
    Ok(boolean(flat == call.reference(1).class_id()))
}

/// `make0(loader, name, bytes, host, data)`; hidden if there is a host.
fn make(call: &mut Call<'_, '_>) -> Outcome {
    let unsupported = |what: String| Interruption::Unsupported(format!("{what} is not supported"));
    // Null stands for the JVM's own loader; in a `Class` object, for none that has made the class.
    let loader = match call.reference(0) {
        Ref::NULL => call.fixed_loader("boot"),
        loader => loader,
    };
    let name = match call.reference(1).is_null() {
        true => None,
        false => Some(call.text(1)?.replace('.', "/")),
    };
    let bytes = call.object(2)?;
    let bytes = call.machine.bytes(bytes);
    let host = call.reference(3).class_id();
    let program = call.machine.program;
    let found = program.look_at(&bytes).map_err(|error| as_thrown(&error))?;
    if let Some(name) = name.filter(|name| *name != found.name) {
        let message = format!("{name} (wrong name: {})", found.name);
        return Err(exception("java/lang/NoClassDefFoundError", message));
    }
    let known = &call.machine.known.texts;
    let mut asked = ASKED_BEFORE.iter().filter(|text| !known.contains(**text));
    let asked = asked.find(|text| found.texts.iter().any(|it| it == *text));
    if let Some(asked) = asked.filter(|_| !call.machine.free) {
        return Err(unsupported(format!(
            "a class made by a thread that mentions {asked}"
        )));
    }
    let place = call.classes_of(loader);
    call.visible_on(loader, Operation::Write(place, Ordering::Atomic))?;
    let hidden_as = match host {
        None => None,
        Some(_) => Some(call.hidden_name(&found.name, &bytes)),
    };
    let class = match program.give(&bytes, hidden_as.as_deref()) {
        Ok(class) => class,
        Err(Refused::Load(error)) => return Err(as_thrown(&error)),
        Err(Refused::SameName(name)) => {
            let name = name.replace('/', ".");
            return Err(unsupported(format!(
                "a second class {name}, by another class loader,"
            )));
        }
        Err(Refused::Missed(name)) => {
            let name = name.replace('/', ".");
            return Err(unsupported(format!("making {name} after code needed it")));
        }
    };
    let maker = call.maker(class);
    if maker == loader {
        let message = format!(
            "loader attempted duplicate class definition for {}.",
            found.name
        );
        return Err(exception(
            "java/lang/LinkageError",
            message.replace('/', "."),
        ));
    }
    if !maker.is_null() {
        let name = found.name.replace('/', ".");
        return Err(unsupported(format!("{name} in two class loaders")));
    }
    let mirror = call.machine.mirror(class);
    let slot = call.slot("java/lang/Class", "classLoader");
    call.machine.heap.set_reference(mirror, slot, loader);
    let data = call.reference(4);
    if !data.is_null() {
        let slot = call.slot("java/lang/Class", "classData");
        call.machine.heap.set_reference(mirror, slot, data);
    }
    Ok(mirror.word())
}

impl Call<'_, '_> {
    /// The field of a loader that stands for what it has made.
    fn classes_of(&mut self, loader: Ref) -> Place {
        let slot = self.slot("java/lang/ClassLoader", "classes");
        Place {
            object: loader,
            slot: slot as u32,
        }
    }

    /// A name that no other class has: by a number, and by what the class is.
    fn hidden_name(&mut self, name: &str, bytes: &[u8]) -> String {
        let statics = self.machine.static_place("heddle/runtime/Fixed", "hidden");
        let (statics, slot) = statics.unwrap_or_else(|| unreachable!("Fixed has it"));
        let number = self.machine.heap.object(statics).data[slot] + 1;
        self.machine.heap.set_word(statics, slot, number);
        let sum = bytes.iter().fold(0u32, |sum, byte| {
            sum.wrapping_mul(16_777_619) ^ u32::from(*byte)
        });
        format!("{name}+0x{sum:08x}{number:04x}")
    }
}
