//! Conversions between the type of a call and the type of a handle, as `MethodHandle.asType` documents
//! them.
//!
//! Whether there is a conversion goes by the types and is asked before a call does anything
//! ([`converts`]); a call that fits not is a `WrongMethodTypeException`. What a conversion makes of a
//! value can fail by itself: a cast by a `ClassCastException`, unboxing null by a
//! `NullPointerException`.

use program::{ClassId, ClassShape, Kind, Program};

use crate::native::java::lang::reflect::boxing::{PRIMITIVES, widened};
use crate::native::{Call, Interruption, Outcome, exception, null_pointer, wrapper};
use crate::value::Ref;

/// The kind of a type's values; `None` for void.
pub(crate) fn kind_of_class(program: &Program, class: ClassId) -> Option<Kind> {
    match program.class(class).shape {
        ClassShape::Primitive(kind) => kind,
        _ => Some(Kind::Reference),
    }
}

/// The kind that a wrapper class wraps.
fn wrapped(program: &Program, class: ClassId) -> Option<Kind> {
    let name = &*program.class(class).name;
    PRIMITIVES.into_iter().find(|it| wrapper(*it).0 == name)
}

/// Whether a value of one type can be converted to another, as far as the types tell.
pub(crate) fn converts(program: &Program, from: ClassId, to: ClassId) -> bool {
    if from == to {
        return true;
    }
    let boxed_fits = |kind: Kind, class: ClassId| {
        let boxed = program.load(wrapper(kind).0);
        boxed.is_ok_and(|boxed| program.is_subtype(boxed, class))
    };
    match (kind_of_class(program, from), kind_of_class(program, to)) {
        // Results are left out, or made up.
        (None, _) | (_, None) | (Some(Kind::Reference), Some(Kind::Reference)) => true,
        (Some(Kind::Reference), Some(to)) => match wrapped(program, from) {
            Some(kind) => widened(kind, to, 0).is_some(),
            None => boxed_fits(to, from),
        },
        (Some(from), Some(Kind::Reference)) => boxed_fits(from, to),
        (Some(from), Some(to)) => widened(from, to, 0).is_some(),
    }
}

/// A reference as a value of a type.
pub(crate) fn of_reference(call: &mut Call<'_, '_>, object: Ref, to: ClassId) -> Outcome {
    let program = call.machine.program;
    match kind_of_class(program, to) {
        Some(Kind::Reference) => {
            if !object.is_null() {
                cast(call, object, to)?;
            }
            Ok(object.word())
        }
        Some(kind) => unboxed(call, object, kind),
        None => Ok(0),
    }
}

/// What is in a box, as a value of a kind.
pub(crate) fn unboxed(call: &mut Call<'_, '_>, object: Ref, to: Kind) -> Outcome {
    if object.is_null() {
        return Err(null_pointer());
    }
    let value = call.machine.unboxed(object);
    if let Some(word) = value.and_then(|(kind, word)| widened(kind, to, word)) {
        return Ok(word);
    }
    let class = call.machine.library_class(wrapper(to).0);
    let of = call.machine.heap.object(object).class;
    Err(cannot_cast(call, of, class))
}

/// Throws unless the object, which is not null, is of the class.
pub(crate) fn cast(call: &Call<'_, '_>, object: Ref, class: ClassId) -> Result<(), Interruption> {
    let of = call.machine.heap.object(object).class;
    if of == class || call.machine.program.is_subtype(of, class) {
        return Ok(());
    }
    Err(cannot_cast(call, of, class))
}

fn cannot_cast(call: &Call<'_, '_>, of: ClassId, class: ClassId) -> Interruption {
    let name = |id| call.machine.program.class(id).name.replace('/', ".");
    let message = format!("Cannot cast {} to {}", name(of), name(class));
    exception("java/lang/ClassCastException", message)
}

/// A result of some kind (`None`: there is none) as the call wants it.
pub(crate) fn result(
    call: &mut Call<'_, '_>,
    from: Option<Kind>,
    word: u64,
    wanted: &str,
) -> Outcome {
    let to = program::descriptor::kind_of(wanted);
    match (from, to) {
        (_, None) | (None, _) => Ok(0),
        (Some(Kind::Reference), Some(Kind::Reference)) => {
            let object = Ref::from_word(word);
            if !object.is_null() && wanted != "Ljava/lang/Object;" {
                let class = call.described(wanted)?;
                cast(call, object, class)?;
            }
            Ok(word)
        }
        (Some(Kind::Reference), Some(to)) => unboxed(call, Ref::from_word(word), to),
        (Some(from), Some(Kind::Reference)) => call.boxed(from, word),
        (Some(from), Some(to)) => {
            widened(from, to, word).ok_or_else(|| wrong_type("a result", wanted))
        }
    }
}

/// The call fits not what is called.
pub(crate) fn wrong_type(what: &str, descriptor: &str) -> Interruption {
    let message = format!("{what} does not fit {descriptor}");
    exception("java/lang/invoke/WrongMethodTypeException", message)
}
