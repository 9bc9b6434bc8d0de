//! `java.lang.reflect.Field`: reading and writing.

use program::{FieldAccess, FieldId, Kind};

use super::boxing::widened;
use super::method::{FlagRead, check_access, is_overridden};
use crate::heap::LEAKED;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, class_file, exception};
use crate::operation::Ordering;
use crate::value::Ref;

pub(crate) const NATIVES: Natives = &[
    ("get", "*", get),
    ("getBoolean", "*", get_primitive),
    ("getByte", "*", get_primitive),
    ("getChar", "*", get_primitive),
    ("getShort", "*", get_primitive),
    ("getInt", "*", get_primitive),
    ("getLong", "*", get_primitive),
    ("getFloat", "*", get_primitive),
    ("getDouble", "*", get_primitive),
    ("set", "*", set),
    ("setBoolean", "*", set_primitive),
    ("setByte", "*", set_primitive),
    ("setChar", "*", set_primitive),
    ("setShort", "*", set_primitive),
    ("setInt", "*", set_primitive),
    ("setLong", "*", set_primitive),
    ("setFloat", "*", set_primitive),
    ("setDouble", "*", set_primitive),
    ("getTypeAnnotationBytes0", "*", type_annotations),
];

/// Where the field of the receiver is, in the object given.
fn location(call: &mut Call<'_, '_>) -> Result<(FieldId, Location), Interruption> {
    let member = call.object(0)?;
    let id = call.machine.reflected_field(member);
    let field = call.machine.program.field(id);
    let target = if field.is_static {
        Ref::NULL
    } else {
        call.reference(1)
    };
    check_access(
        call,
        member,
        field.class,
        field.access_flags,
        target,
        FlagRead::Refused,
    )?;
    if field.is_static {
        call.initialized(field.class)?;
        let statics = call.machine.heap.statics(field.class);
        return Ok((id, Location::new(statics, field.slot as usize, field.kind)));
    }
    let object = call.object(1)?;
    let class = call.machine.heap.object(object).class;
    if !call.machine.program.is_subtype(class, field.class) {
        let name = |id| call.machine.program.class(id).name.replace('/', ".");
        let message = format!(
            "Can not get field {}.{} on {}",
            name(field.class),
            field.name,
            name(class)
        );
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    Ok((id, Location::new(object, field.slot as usize, field.kind)))
}

/// How accesses to a field are ordered.
pub(crate) fn ordering(access: FieldAccess) -> Ordering {
    match access {
        FieldAccess::Volatile => Ordering::Atomic,
        FieldAccess::Plain | FieldAccess::Final => Ordering::Plain,
    }
}

fn read(call: &mut Call<'_, '_>) -> Result<(Kind, u64), Interruption> {
    let (id, at) = location(call)?;
    let word = load(call, id, at)?;
    Ok((at.kind, word))
}

/// What is in a field. Reading a final one is no operation, as a rule.
pub(crate) fn load(call: &mut Call<'_, '_>, id: FieldId, at: Location) -> Outcome {
    let access = call.machine.program.field(id).access;
    let passes = access == FieldAccess::Final && !is_leaked(call, at) && {
        let is_static = call.machine.program.field(id).is_static;
        let is_shared = call.machine.heap.object(at.place.object).is_shared();
        is_static || !is_shared || call.machine.passes_final(call.thread, id)
    };
    if passes {
        call.machine.look_at(at.place);
        call.machine.follow(call.thread, at.place);
        return Ok(call.machine.peek(at));
    }
    call.load(at, ordering(access))
}

fn is_leaked(call: &Call<'_, '_>, at: Location) -> bool {
    call.machine.heap.object(at.place.object).flags & LEAKED != 0
}

fn get(call: &mut Call<'_, '_>) -> Outcome {
    let (kind, word) = read(call)?;
    call.boxed(kind, word)
}

fn get_primitive(call: &mut Call<'_, '_>) -> Outcome {
    let (kind, word) = read(call)?;
    let wanted = call
        .machine
        .program
        .method(call.method)
        .result
        .expect("getters have results");
    widened(kind, wanted, word).ok_or_else(mismatch)
}

fn mismatch() -> Interruption {
    exception(
        "java/lang/IllegalArgumentException",
        "the field is of another type",
    )
}

fn set(call: &mut Call<'_, '_>) -> Outcome {
    let (id, at) = location(call)?;
    let value = call.reference(2);
    let descriptor = &call.machine.program.field(id).descriptor;
    let class = call.described(descriptor)?;
    let word = call
        .machine
        .adapted(value, at.kind, class)
        .ok_or_else(mismatch)?;
    write(call, id, at, word)
}

fn set_primitive(call: &mut Call<'_, '_>) -> Outcome {
    let (id, at) = location(call)?;
    let from = call.machine.program.method(call.method).parameters[2];
    let word = widened(from, at.kind, call.arguments[2]).ok_or_else(mismatch)?;
    write(call, id, at, word)
}

fn write(call: &mut Call<'_, '_>, id: FieldId, at: Location, word: u64) -> Outcome {
    let field = call.machine.program.field(id);
    if field.access == FieldAccess::Final {
        let member = call.object(0)?;
        let is_record = {
            let program = call.machine.program;
            let superclass = program.class(field.class).superclass;
            superclass.is_some_and(|it| &*program.class(it).name == "java/lang/Record")
        };
        if field.is_static || is_record || !is_overridden(call, member, FlagRead::Refused)? {
            let class = call
                .machine
                .program
                .class(field.class)
                .name
                .replace('/', ".");
            let modifiers = if field.is_static {
                "static final"
            } else {
                "final"
            };
            let message = format!("Can not set {modifiers} field {class}.{}", field.name);
            return Err(exception("java/lang/IllegalAccessException", message));
        }
    }
    call.store(at, ordering(field.access), word)
}

/// `Field.getTypeAnnotationBytes0()`
fn type_annotations(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(0)?;
    let id = call.machine.reflected_field(member);
    let field = call.machine.program.field(id);
    let class = call.machine.program.class(field.class);
    let attributes = class_file::of_field(class, field);
    match class_file::raw(attributes, "RuntimeVisibleTypeAnnotations") {
        Some(bytes) => call.byte_array(&bytes),
        None => Ok(0),
    }
}
