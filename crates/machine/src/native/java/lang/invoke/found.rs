//! The members that lookups find, as method handles: natives of the support class.
//!
//! In: a lookup, a class, a name and a type, or a member of reflection. Out: a handle, or the exception
//! that says that there is no such member, or that the lookup may not have it (`access.rs`).

use program::{ClassId, ClassShape, FieldId, MethodId};

use super::access::{Lookup, Member};
use super::lookup;
use super::method_handle::{
    CONSTRUCTOR, GETTER, METHOD_TYPE, SETTER, SPECIAL, STATIC, new_handle, packed_of, parameters_of,
};
use crate::native::java::lang::reflect::method::{FlagRead, is_overridden};
use crate::native::{Call, Interruption, Outcome, exception};
use crate::value::Ref;

/// `resolve0(lookup, what, class, name, descriptor, fieldType, type)`: no lookup may do everything.
pub(super) fn resolve(call: &mut Call<'_, '_>) -> Outcome {
    let what = STATIC + call.arguments[1];
    let by = call.reference(0);
    let by = (!by.is_null()).then(|| Lookup::of(call, by)).flatten();
    let class = call.class(2)?;
    let name = call.text(3)?;
    let kind = call.reference(6);
    if what >= GETTER {
        let wanted = call.class(5)?;
        let field = lookup::resolve(call, by, class, &name, wanted)?;
        let parameters = parameter_count(call, kind);
        let is_static = parameters == (what - GETTER) as usize;
        lookup::check_static(call, field, is_static)?;
        lookup::check_field(call, by, class, field, what == SETTER)?;
        return new_handle(call, what << 56 | u64::from(field.0), kind, Ref::NULL);
    }
    if let Some(by) = by {
        lookup::check_class(call, by, class)?;
    }
    let descriptor = call.text(4)?;
    let method = find_method(call, what, class, &name, &descriptor)?;
    check_method(call, by, what, class, method)?;
    let method = match (what, by) {
        (SPECIAL, Some(by)) => special_method(call, by, class, method),
        _ => method,
    };
    new_handle(call, what << 56 | u64::from(method.0), kind, Ref::NULL)
}

fn find_method(
    call: &Call<'_, '_>,
    what: u64,
    class: ClassId,
    name: &str,
    descriptor: &str,
) -> Result<MethodId, Interruption> {
    let program = call.machine.program;
    let found = if what == CONSTRUCTOR {
        program.declared_method(class, "<init>", descriptor)
    } else if name.starts_with('<') {
        None
    } else {
        program.resolve_method(class, name, descriptor).ok()
    };
    match found {
        Some(method) if program.is_polymorphic(method) => Err(Interruption::Unsupported(format!(
            "a method handle of {name}, which takes arguments of any types, is not supported"
        ))),
        Some(method) => Ok(method),
        None => {
            let owner = program.class(class).name.replace('/', ".");
            let message = format!("no such method: {owner}.{name}{descriptor}");
            Err(exception("java/lang/NoSuchMethodException", message))
        }
    }
}

/// Throws unless the lookup may have the method, of this sort.
fn check_method(
    call: &Call<'_, '_>,
    by: Option<Lookup>,
    what: u64,
    class: ClassId,
    method: MethodId,
) -> Result<(), Interruption> {
    let data = call.machine.program.method(method);
    if data.is_static() != (what == STATIC) {
        let how = if what == STATIC {
            "static"
        } else {
            "non-static"
        };
        let message = format!("expected a {how} method: {}{}", data.name, data.descriptor);
        return Err(exception("java/lang/IllegalAccessException", message));
    }
    let Some(by) = by else {
        return Ok(());
    };
    let member = member_of(data, class, what);
    by.check(call, &member)?;
    lookup::narrowed(call, by, &member).map(|_| ())
}

fn member_of(method: &program::Method, class: ClassId, what: u64) -> Member<'_> {
    Member {
        of: class,
        declared: method.class,
        modifiers: method.access_flags,
        name: &method.name,
        makes: what == CONSTRUCTOR,
        sets: false,
    }
}

/// The method that a special call in code of the lookup's class means: the one of its superclass, if
/// it names a class further up.
fn special_method(call: &Call<'_, '_>, by: Lookup, of: ClassId, method: MethodId) -> MethodId {
    let program = call.machine.program;
    let superclass = program.class(by.class).superclass;
    let is_further = of != by.class && !program.class(of).is_interface() && Some(of) != superclass;
    let data = program.method(method);
    let meant = superclass.filter(|_| is_further).and_then(|it| {
        program
            .resolve_method(it, &data.name, &data.descriptor)
            .ok()
    });
    meant.unwrap_or(method)
}

fn parameter_count(call: &mut Call<'_, '_>, kind: Ref) -> usize {
    let slot = call.slot(METHOD_TYPE, "ptypes");
    let parameters = call.machine.heap.reference(kind, slot);
    call.machine.heap.object(parameters).length as usize
}

/// `reflected0(lookup, member, what, type)`: `unreflect` and its kin. A member that was made accessible
/// is so to every lookup.
pub(super) fn reflected(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(1)?;
    let what = STATIC + call.arguments[2];
    let is_open = is_overridden(call, member, FlagRead::Refused)?;
    let by = call.object(0)?;
    let by = Lookup::of(call, by).filter(|_| !is_open);
    let id = if what >= GETTER {
        let field = call.machine.reflected_field(member);
        let class = call.machine.program.field(field).class;
        lookup::check_field(call, by, class, field, what == SETTER)?;
        field.0
    } else {
        let method = call.machine.reflected_method(member);
        let class = call.machine.program.method(method).class;
        check_method(call, by, what, class, method)?;
        method.0
    };
    let kind = call.reference(3);
    new_handle(call, what << 56 | u64::from(id), kind, Ref::NULL)
}

/// `receiver0(lookup, handle)`: the class of objects that the handle may be used on, if that is less than
/// where its member was looked up; else null.
pub(super) fn receiver_class(call: &mut Call<'_, '_>) -> Outcome {
    let (by, handle) = (call.object(0)?, call.object(1)?);
    let Some(by) = Lookup::of(call, by) else {
        return Ok(0);
    };
    let packed = packed_of(call, handle);
    let program = call.machine.program;
    let (class, modifiers) = match packed >> 56 {
        GETTER | SETTER => {
            let field = program.field(FieldId(packed as u32));
            (field.class, field.access_flags)
        }
        CONSTRUCTOR => return Ok(0),
        _ => {
            let method = program.method(MethodId(packed as u32));
            (method.class, method.access_flags)
        }
    };
    // JDK 17 has it that the clone of arrays, too, is for objects of the class that looks it up.
    let later = program
        .class_path()
        .jdk()
        .is_some_and(|it| it.version() > 17);
    let narrows = by.narrows(call, class, modifiers) && !(later && is_of_arrays(call, handle));
    Ok(call.mirror_word(narrows.then_some(by.class)))
}

/// Whether the first parameter of a handle is an array.
fn is_of_arrays(call: &mut Call<'_, '_>, handle: Ref) -> bool {
    let program = call.machine.program;
    let first = parameters_of(call, handle).first().copied();
    first.is_some_and(|it| matches!(program.class(it).shape, ClassShape::Array { .. }))
}

/// `special0(lookup, caller, owner)`: whether the lookup may look for special calls by the caller.
pub(super) fn speaks_for(call: &mut Call<'_, '_>) -> Outcome {
    let by = call.object(0)?;
    let (caller, owner) = (call.class(1)?, call.class(2)?);
    let by = Lookup::of(call, by);
    Ok(u64::from(
        by.is_none_or(|by| by.speaks_for(call, caller, owner)),
    ))
}
