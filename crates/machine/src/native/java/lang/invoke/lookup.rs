//! `MethodHandles.Lookup`: who asks is not checked.

use program::{ClassId, FieldId};

use super::var_handle;
use crate::native::java::lang::reflect::method::caller;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception};
use crate::value::Ref;

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
/// Everything but `UNCONDITIONAL`.
const FULL_POWER: u64 = 95;

pub(crate) const METHOD_HANDLES: Natives = &[
    ("lookup", "*", lookup),
    ("publicLookup", "*", lookup),
    ("privateLookupIn", "*", private_lookup),
    ("arrayElementVarHandle", "*", array_handle),
    ("byteArrayViewVarHandle", "*", view_handle),
];

pub(crate) const NATIVES: Natives = &[
    ("in", "*", lookup_in),
    ("findVarHandle", "*", find_var_handle),
    ("findStaticVarHandle", "*", find_static_var_handle),
    ("unreflectVarHandle", "*", unreflect_var_handle),
];

fn new_lookup(call: &mut Call<'_, '_>, class: ClassId) -> Outcome {
    let id = call.machine.library_class(LOOKUP);
    let lookup = call.machine.heap.new_object(id);
    let mirror = call.machine.mirror(class);
    let slot = call.slot(LOOKUP, "lookupClass");
    call.machine.heap.set_reference(lookup, slot, mirror);
    let slot = call.slot(LOOKUP, "allowedModes");
    call.machine.heap.set_word(lookup, slot, FULL_POWER);
    Ok(lookup.word())
}

fn lookup(call: &mut Call<'_, '_>) -> Outcome {
    let class = caller(call).unwrap_or_else(|| call.machine.library_class("java/lang/Object"));
    new_lookup(call, class)
}

/// `privateLookupIn(class, lookup)`
fn private_lookup(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    let by = call.object(1)?;
    let slot = call.slot(LOOKUP, "lookupClass");
    let by = call.machine.heap.reference(by, slot).class_id();
    let target = call.machine.program.class(class);
    let is_own = by.is_some_and(|by| !call.machine.program.class(by).is_library);
    let package = target
        .name
        .rsplit_once('/')
        .map_or("", |(package, _)| package);
    let is_open = matches!(package, "sun/misc" | "sun/reflect");
    if is_own && target.is_library && !is_open && !package.is_empty() {
        let jdk = call.machine.program.class_path().jdk();
        if let Some(module) = jdk.and_then(|jdk| jdk.module_of(&target.name)) {
            let package = package.replace('/', ".");
            let message = format!("module {module} does not open {package} to unnamed module");
            return Err(exception("java/lang/IllegalAccessException", message));
        }
    }
    new_lookup(call, class)
}

fn lookup_in(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    new_lookup(call, class)
}

fn array_handle(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    var_handle::of_array(call, class)
}

/// `byteArrayViewVarHandle(class, order)`
fn view_handle(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    let big = call
        .machine
        .static_reference("java/nio/ByteOrder", "BIG_ENDIAN");
    let order = call.object(1)?;
    var_handle::of_view(call, class, order == big)
}

/// `find…VarHandle(class, name, type)`
fn find(call: &mut Call<'_, '_>, is_static: bool) -> Outcome {
    let (class, wanted) = (call.class(1)?, call.class(3)?);
    let name = call.text(2)?;
    let field = resolve(call, class, &name, wanted)?;
    let data = call.machine.program.field(field);
    if data.is_static != is_static {
        let how = if is_static { "static" } else { "instance" };
        let message = format!("no such {how} field: {name}");
        return Err(exception("java/lang/IllegalAccessException", message));
    }
    var_handle::of_field(call, field)
}

/// The field of this name and type.
pub(crate) fn resolve(
    call: &mut Call<'_, '_>,
    class: ClassId,
    name: &str,
    wanted: ClassId,
) -> Result<FieldId, Interruption> {
    let program = call.machine.program;
    let missing = || {
        let class = program.class(class).name.replace('/', ".");
        exception(
            "java/lang/NoSuchFieldException",
            format!("no such field: {class}.{name}"),
        )
    };
    let field = program.resolve_field(class, name).map_err(|_| missing())?;
    let descriptor = &program.field(field).descriptor;
    if call.described(descriptor)? != wanted {
        return Err(missing());
    }
    Ok(field)
}

fn find_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    find(call, false)
}

fn find_static_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    find(call, true)
}

fn unreflect_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    let member: Ref = call.object(1)?;
    let field = call.machine.reflected_field(member);
    var_handle::of_field(call, field)
}
