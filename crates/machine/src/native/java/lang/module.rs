//! `java.lang.Module`: that of the program, and those of the JDK.
//!
//! To the library there is one module, which may do everything. The program sees those of the JDK too: by
//! name, with what they export. What else a module knows, its descriptor and its layer, is not there.

use program::Kind;

use super::reflect::method::caller;
use crate::machine::Machine;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, yes};
use crate::value::{Ref, boolean};

pub(crate) const NATIVES: Natives = &[
    ("isExported", "*", is_exported),
    ("isOpen", "*", is_open),
    ("canRead", "*", yes),
    ("isNamed", "*", is_named),
    ("getName", "*", name),
    ("getDescriptor", "*", descriptor),
    ("getLayer", "*", descriptor),
    ("addReads", "*", change),
    ("addExports", "*", change),
    ("addOpens", "*", change),
    ("addUses", "*", change),
    ("implAddReads", "*", crate::native::nothing),
    ("implAddExports", "*", crate::native::nothing),
    ("implAddOpens", "*", crate::native::nothing),
];

/// Makes the modules of the JDK, in the order of its list.
pub(crate) fn prepare(machine: &mut Machine<'_>) {
    let Some(jdk) = machine.program.class_path().jdk() else {
        return;
    };
    let names: Vec<String> = jdk.modules().to_vec();
    let class = machine.library_class("java/lang/Module");
    let array = machine.program.array_of(class);
    let array = machine.heap.new_array(array, names.len());
    let platform = machine.static_reference("heddle/runtime/Fixed", "platform");
    for (index, name) in names.iter().enumerate() {
        let module = machine.heap.new_object(class);
        let text = machine.program.string_id_of(name);
        let text = machine.heap.string(text);
        let slot = machine.field_slot("java/lang/Module", "name");
        machine.heap.set_reference(module, slot, text);
        if jdk::model::loader_of_module(name) == "platform" {
            let slot = machine.field_slot("java/lang/Module", "loader");
            machine.heap.set_reference(module, slot, platform);
        }
        machine
            .heap
            .set_element(array, Kind::Reference, index, module.word());
    }
    machine.set_static_reference("heddle/runtime/Fixed", "modules", array);
}

/// `Class.getModule()`: code of the library gets the one that may do everything.
pub(crate) fn of_class(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    let program = call.machine.program;
    let is_own = caller(call).is_some_and(|by| !program.class(by).is_library);
    let jdk = program.class_path().jdk();
    if let (true, true, Some(jdk)) = (is_own, program.class(class).is_library, jdk) {
        let name = program.class(class).name.trim_start_matches('[');
        let name = name
            .strip_prefix('L')
            .map_or(name, |name| name.trim_end_matches(';'));
        // Primitives, and arrays of them, are of the first module.
        let module = match name.contains('/') {
            true => jdk.module_of(name),
            false => Some("java.base"),
        };
        let module = module.and_then(|name| jdk.modules().iter().position(|it| it == name));
        if let Some(index) = module {
            let all = call
                .machine
                .static_reference("heddle/runtime/Fixed", "modules");
            return Ok(call
                .machine
                .heap
                .object(all)
                .element(Kind::Reference, index));
        }
    }
    unnamed(call)
}

/// The module of the program.
pub(crate) fn unnamed(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call
        .machine
        .static_reference("heddle/runtime/Fixed", "module")
        .word())
}

/// The name of a module of the JDK, or null.
fn name_of(call: &mut Call<'_, '_>) -> Result<Ref, Interruption> {
    let module = call.object(0)?;
    let slot = call.slot("java/lang/Module", "name");
    Ok(call.machine.heap.reference(module, slot))
}

fn is_named(call: &mut Call<'_, '_>) -> Outcome {
    Ok(boolean(!name_of(call)?.is_null()))
}

fn name(call: &mut Call<'_, '_>) -> Outcome {
    Ok(name_of(call)?.word())
}

/// `isExported(package, …)`
fn is_exported(call: &mut Call<'_, '_>) -> Outcome {
    if name_of(call)?.is_null() {
        return Ok(1);
    }
    let package = call.text(1)?;
    let inner = ["jdk.internal.", "sun.", "com.sun."];
    let is_inner = inner.iter().any(|prefix| package.starts_with(prefix));
    Ok(boolean(!is_inner || is_open_to_all(&package)))
}

/// `isOpen(package, …)`
fn is_open(call: &mut Call<'_, '_>) -> Outcome {
    if name_of(call)?.is_null() {
        return Ok(1);
    }
    let package = call.text(1)?;
    Ok(boolean(is_open_to_all(&package)))
}

fn is_open_to_all(package: &str) -> bool {
    matches!(package, "sun.misc" | "sun.reflect")
}

fn lacking(call: &mut Call<'_, '_>, what: &str) -> Outcome {
    if name_of(call)?.is_null() {
        return Ok(0);
    }
    let reason = format!("{what} of the JDK's modules is not supported");
    Err(Interruption::Unsupported(reason))
}

fn descriptor(call: &mut Call<'_, '_>) -> Outcome {
    lacking(call, "the descriptor or layer")
}

/// `addReads(module)` and its kin.
fn change(call: &mut Call<'_, '_>) -> Outcome {
    lacking(call, "a change")?;
    Ok(call.arguments[0])
}
