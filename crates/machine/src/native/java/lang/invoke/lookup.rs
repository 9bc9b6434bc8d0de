//! `MethodHandles.Lookup`: lookups, and the variable handles that they find. What they may find is in
//! `access.rs`.

use program::{ClassId, ClassShape, FieldId};

use super::access::{Lookup, Member};
use super::var_handle;
use crate::native::java::lang::reflect::method::caller;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception};
use crate::value::Ref;

pub(crate) const METHOD_HANDLES: Natives = &[
    ("lookup", "*", lookup),
    ("publicLookup", "*", public_lookup),
    ("privateLookupIn", "*", private_lookup),
    ("arrayElementVarHandle", "*", array_handle),
    ("byteArrayViewVarHandle", "*", view_handle),
];

pub(crate) const NATIVES: Natives = &[
    ("in", "*", lookup_in),
    ("isClassAccessible", "*", reaches),
    ("findVarHandle", "*", find_var_handle),
    ("findStaticVarHandle", "*", find_static_var_handle),
    ("unreflectVarHandle", "*", unreflect_var_handle),
];

fn lookup(call: &mut Call<'_, '_>) -> Outcome {
    let class = caller(call).unwrap_or_else(|| call.machine.library_class("java/lang/Object"));
    Ok(Lookup::full(class).object(call))
}

fn public_lookup(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.machine.library_class("java/lang/Object");
    Ok(Lookup::public(object).object(call))
}

/// The class at a position, which must be neither a primitive nor an array.
fn lookup_class(call: &mut Call<'_, '_>, index: usize) -> Result<ClassId, Interruption> {
    let class = call.class(index)?;
    let data = call.machine.program.class(class);
    let sort = match data.shape {
        ClassShape::Instance => return Ok(class),
        ClassShape::Array { .. } => "an array class",
        ClassShape::Primitive(_) => "a primitive class",
    };
    let message = format!("{} is {sort}", data.name.replace('/', "."));
    Err(exception("java/lang/IllegalArgumentException", message))
}

/// `privateLookupIn(class, lookup)`
fn private_lookup(call: &mut Call<'_, '_>) -> Outcome {
    let by = call.object(1)?;
    let class = lookup_class(call, 0)?;
    let found = match Lookup::of(call, by) {
        Some(by) => by.within_privately(call, class)?,
        None => Lookup::full(class),
    };
    Ok(found.object(call))
}

fn lookup_in(call: &mut Call<'_, '_>) -> Outcome {
    let by = call.object(0)?;
    let class = lookup_class(call, 1)?;
    match Lookup::of(call, by) {
        Some(by) if by.class == class => Ok(call.arguments[0]),
        Some(by) => Ok(by.within(call, class).object(call)),
        None => Ok(Lookup::full(class).object(call)),
    }
}

/// `isClassAccessible(class)`, by which lookups find classes.
fn reaches(call: &mut Call<'_, '_>) -> Outcome {
    let by = call.object(0)?;
    let class = call.class(1)?;
    let by = Lookup::of(call, by);
    Ok(u64::from(by.is_none_or(|by| by.reaches(call, class))))
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
    let by = call.object(0)?;
    let by = Lookup::of(call, by);
    let field = resolve(call, by, class, &name, wanted)?;
    check_static(call, field, is_static)?;
    let class = check_field(call, by, class, field, false)?;
    var_handle::of_field(call, field, class)
}

/// Throws unless a field is static, or is not, as wanted.
pub(crate) fn check_static(
    call: &Call<'_, '_>,
    field: FieldId,
    is_static: bool,
) -> Result<(), Interruption> {
    let field = call.machine.program.field(field);
    if field.is_static == is_static {
        return Ok(());
    }
    let how = if is_static { "static" } else { "non-static" };
    let message = format!("expected a {how} field: {}", field.name);
    Err(exception("java/lang/IllegalAccessException", message))
}

/// Throws unless the lookup may have the field; gives the class of objects that it may be used on.
pub(crate) fn check_field(
    call: &mut Call<'_, '_>,
    by: Option<Lookup>,
    class: ClassId,
    field: FieldId,
    sets: bool,
) -> Result<ClassId, Interruption> {
    let Some(by) = by else {
        return Ok(class);
    };
    let data = call.machine.program.field(field);
    let member = Member {
        of: class,
        declared: data.class,
        modifiers: data.access_flags,
        name: &data.name,
        makes: false,
        sets,
    };
    by.check(call, &member)?;
    narrowed(call, by, &member)
}

/// The class of objects that a member may be used on by who has looked it up.
pub(crate) fn narrowed(
    call: &Call<'_, '_>,
    by: Lookup,
    member: &Member<'_>,
) -> Result<ClassId, Interruption> {
    let program = call.machine.program;
    if !by.narrows(call, member.declared, member.modifiers)
        || program.is_subtype(member.of, by.class)
    {
        return Ok(member.of);
    }
    if !program.is_subtype(by.class, member.declared) {
        let reason = "caller class must be a subclass below the method";
        return Err(by.refuse(call, reason, member));
    }
    Ok(by.class)
}

/// The field of this name and type.
pub(crate) fn resolve(
    call: &mut Call<'_, '_>,
    by: Option<Lookup>,
    class: ClassId,
    name: &str,
    wanted: ClassId,
) -> Result<FieldId, Interruption> {
    let program = call.machine.program;
    if let Some(by) = by {
        check_class(call, by, class)?;
    }
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

/// Throws unless the lookup may have the class.
pub(crate) fn check_class(
    call: &Call<'_, '_>,
    by: Lookup,
    class: ClassId,
) -> Result<(), Interruption> {
    if by.reaches(call, class) {
        return Ok(());
    }
    let class = call.machine.program.class(class).name.replace('/', ".");
    let message = format!("symbolic reference class is not accessible: {class}");
    Err(exception("java/lang/IllegalAccessException", message))
}

fn find_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    find(call, false)
}

fn find_static_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    find(call, true)
}

/// `unreflectVarHandle(field)`: whether the field was made accessible does not matter.
fn unreflect_var_handle(call: &mut Call<'_, '_>) -> Outcome {
    let (by, member): (Ref, Ref) = (call.object(0)?, call.object(1)?);
    let field = call.machine.reflected_field(member);
    let by = Lookup::of(call, by);
    let class = call.machine.program.field(field).class;
    let class = check_field(call, by, class, field, false)?;
    var_handle::of_field(call, field, class)
}
