//! `java.lang.reflect.Array`

use program::{ClassId, ClassShape, Kind};

use super::boxing::widened;
use crate::heap::Layout;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception};
use crate::operation::{Ordering, Span};
use crate::value::{Ref, int};

pub(crate) const NATIVES: Natives = &[
    ("newArray", "*", new_array),
    ("multiNewArray", "*", multi_new_array),
    ("getLength", "*", length),
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
];

fn new_array(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    let length = call.int(1);
    if call.machine.program.class(class).shape == ClassShape::Primitive(None) {
        return Err(Interruption::ThrowNew(
            "java/lang/IllegalArgumentException",
            None,
        ));
    }
    if length < 0 {
        return Err(exception(
            "java/lang/NegativeArraySizeException",
            length.to_string(),
        ));
    }
    let array = call.machine.program.array_of(class);
    call.new_array(array, length as usize).map(Ref::word)
}

fn multi_new_array(call: &mut Call<'_, '_>) -> Outcome {
    let mut class = call.class(0)?;
    let lengths = call.object(1)?;
    let dimensions = call.machine.heap.object(lengths).length as usize;
    call.copy_visibly(Span::new(lengths, 0, dimensions), Span::NONE)?;
    let object = call.machine.heap.object(lengths);
    let lengths: Vec<i32> = (0..object.length as usize)
        .map(|index| object.element(Kind::Int, index) as i32)
        .collect();
    if lengths.is_empty() {
        let message = "Empty dimensions array";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    if let Some(negative) = lengths.iter().find(|length| **length < 0) {
        return Err(exception(
            "java/lang/NegativeArraySizeException",
            negative.to_string(),
        ));
    }
    for _ in &lengths {
        class = call.machine.program.array_of(class);
    }
    nested(call, class, &lengths).map(Ref::word)
}

fn nested(call: &mut Call<'_, '_>, class: ClassId, lengths: &[i32]) -> Result<Ref, Interruption> {
    let array = call.new_array(class, lengths[0] as usize)?;
    if lengths.len() > 1 {
        let ClassShape::Array { element, .. } = call.machine.program.class(class).shape else {
            unreachable!("an array class for each length")
        };
        for index in 0..lengths[0] as usize {
            let inner = nested(call, element, &lengths[1..])?;
            call.machine
                .heap
                .set_element(array, Kind::Reference, index, inner.word());
        }
    }
    Ok(array)
}

fn length(call: &mut Call<'_, '_>) -> Outcome {
    let array = call.object(0)?;
    let object = call.machine.heap.object(array);
    match object.layout {
        Layout::Array(_) => Ok(int(object.length as i32)),
        _ => Err(exception(
            "java/lang/IllegalArgumentException",
            "Argument is not an array",
        )),
    }
}

fn element(call: &mut Call<'_, '_>) -> Result<Location, Interruption> {
    let array = call.object(0)?;
    call.element(array, call.int(1))
}

fn get(call: &mut Call<'_, '_>) -> Outcome {
    let at = element(call)?;
    let word = call.load(at, Ordering::Plain)?;
    call.boxed(at.kind, word)
}

fn mismatch() -> Interruption {
    exception(
        "java/lang/IllegalArgumentException",
        "argument type mismatch",
    )
}

fn get_primitive(call: &mut Call<'_, '_>) -> Outcome {
    let at = element(call)?;
    let wanted = call
        .machine
        .program
        .method(call.method)
        .result
        .expect("getters have results");
    if widened(at.kind, wanted, 0).is_none() {
        return Err(mismatch());
    }
    let word = call.load(at, Ordering::Plain)?;
    widened(at.kind, wanted, word).ok_or_else(mismatch)
}

fn set(call: &mut Call<'_, '_>) -> Outcome {
    let at = element(call)?;
    let value = call.reference(2);
    let class = call.machine.heap.object(at.place.object).class;
    let ClassShape::Array { element, .. } = call.machine.program.class(class).shape else {
        unreachable!("elements are of arrays")
    };
    let word = call
        .machine
        .adapted(value, at.kind, element)
        .ok_or_else(|| {
            exception(
                "java/lang/IllegalArgumentException",
                "array element type mismatch",
            )
        })?;
    call.store(at, Ordering::Plain, word)
}

fn set_primitive(call: &mut Call<'_, '_>) -> Outcome {
    let at = element(call)?;
    let from = call.machine.program.method(call.method).parameters[2];
    let word = widened(from, at.kind, call.arguments[2]).ok_or_else(mismatch)?;
    call.store(at, Ordering::Plain, word)
}
