//! `MethodHandle`: direct handles of methods, constructors and fields, with leading arguments bound.
//!
//! Combinators (`filterReturnValue`, `guardWithTest`, …) and conversions between boxes and
//! primitives of results are not supported.

use program::descriptor::{Signature, kind_of};
use program::{FieldId, Kind, MethodId};

use super::lookup;
use crate::native::java::lang::reflect::boxing::widened;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome, exception, null_pointer};
use crate::operation::Span;
use crate::thread::After;
use crate::value::Ref;

const CLASS: &str = "java/lang/invoke/MethodHandle";

// What a handle does, in the top byte of the packed word, as the support class numbers them.
const STATIC: u64 = 0x50;
const VIRTUAL: u64 = 0x51;
const SPECIAL: u64 = 0x52;
const CONSTRUCTOR: u64 = 0x53;
const GETTER: u64 = 0x54;
const SETTER: u64 = 0x55;

/// Natives of the support class.
pub(crate) const SUPPORT: Natives = &[
    ("resolve0", "*", resolve),
    ("reflected0", "*", reflected),
    ("bind0", "*", bind),
    ("bound0", "*", bound),
    ("spread0", "*", spread),
    ("unsupported0", "*", combinator_named),
];

/// Handles made of others, which Heddle does not make: what the library would do with them rests on
/// initialisers that are not run.
pub(crate) const COMBINATORS: Natives = &[
    ("arrayConstructor", "*", combinator),
    ("arrayElementGetter", "*", combinator),
    ("arrayElementSetter", "*", combinator),
    ("arrayLength", "*", combinator),
    ("byteBufferViewVarHandle", "*", combinator),
    ("catchException", "*", combinator),
    ("collectArguments", "*", combinator),
    ("collectCoordinates", "*", combinator),
    ("constant", "*", combinator),
    ("countedLoop", "*", combinator),
    ("doWhileLoop", "*", combinator),
    ("dropArguments", "*", combinator),
    ("dropArgumentsToMatch", "*", combinator),
    ("dropCoordinates", "*", combinator),
    ("dropReturn", "*", combinator),
    ("empty", "*", combinator),
    ("exactInvoker", "*", combinator),
    ("explicitCastArguments", "*", combinator),
    ("filterArguments", "*", combinator),
    ("filterCoordinates", "*", combinator),
    ("filterReturnValue", "*", combinator),
    ("filterValue", "*", combinator),
    ("foldArguments", "*", combinator),
    ("guardWithTest", "*", combinator),
    ("identity", "*", combinator),
    ("insertCoordinates", "*", combinator),
    ("invoker", "*", combinator),
    ("iteratedLoop", "*", combinator),
    ("loop", "*", combinator),
    ("permuteArguments", "*", combinator),
    ("permuteCoordinates", "*", combinator),
    ("reflectAs", "*", combinator),
    ("spreadInvoker", "*", combinator),
    ("tableSwitch", "*", combinator),
    ("throwException", "*", combinator),
    ("tryFinally", "*", combinator),
    ("varHandleExactInvoker", "*", combinator),
    ("varHandleInvoker", "*", combinator),
    ("whileLoop", "*", combinator),
    ("zero", "*", combinator),
];

/// The same of the methods of handles.
pub(crate) const OF_HANDLES: Natives = &[
    ("asCollector", "*", combinator),
    ("asSpreader", "*", combinator),
    ("asVarargsCollector", "*", combinator),
    ("withVarargs", "*", combinator),
];

/// The same of lookups.
pub(crate) const OF_LOOKUPS: Natives = &[
    ("revealDirect", "*", combinator),
    ("unreflectSpecial", "*", combinator),
];

/// The same of call sites that have no target yet.
pub(crate) const OF_CALL_SITES: Natives = &[("makeUninitializedCallSite", "*", combinator)];

pub(crate) fn combinator(_: &mut Call<'_, '_>) -> Outcome {
    Err(Interruption::Unsupported(
        "a method handle that is made of others is not supported".to_owned(),
    ))
}

/// `unsupported0(what)`
fn combinator_named(call: &mut Call<'_, '_>) -> Outcome {
    let what = call.text(0)?;
    Err(Interruption::Unsupported(format!(
        "{what} is not supported"
    )))
}

fn new_handle(call: &mut Call<'_, '_>, packed: u64, kind: Ref, bound: Ref) -> Outcome {
    let id = call.machine.library_class(CLASS);
    let handle = call.machine.heap.new_object(id);
    let slots = ["customizationCount", "type", "form"].map(|field| call.slot(CLASS, field));
    call.machine.heap.set_word(handle, slots[0], packed);
    call.machine.heap.set_reference(handle, slots[1], kind);
    call.machine.heap.set_reference(handle, slots[2], bound);
    Ok(handle.word())
}

/// `resolve0(what, class, name, descriptor, fieldType, type)`
fn resolve(call: &mut Call<'_, '_>) -> Outcome {
    let what = STATIC + call.arguments[0];
    let class = call.class(1)?;
    let name = call.text(2)?;
    let kind = call.reference(5);
    if what >= GETTER {
        let wanted = call.class(4)?;
        let field = lookup::resolve(call, class, &name, wanted)?;
        return new_handle(call, what << 56 | u64::from(field.0), kind, Ref::NULL);
    }
    let descriptor = call.text(3)?;
    let program = call.machine.program;
    let found = if what == CONSTRUCTOR {
        program.declared_method(class, "<init>", &descriptor)
    } else {
        program.resolve_method(class, &name, &descriptor).ok()
    };
    let Some(method) = found else {
        let owner = program.class(class).name.replace('/', ".");
        let message = format!("no such method: {owner}.{name}{descriptor}");
        return Err(exception("java/lang/NoSuchMethodException", message));
    };
    if program.method(method).is_static() != (what == STATIC) {
        let message = format!("wrong sort of method: {name}{descriptor}");
        return Err(exception("java/lang/IllegalAccessException", message));
    }
    new_handle(call, what << 56 | u64::from(method.0), kind, Ref::NULL)
}

/// `reflected0(member, what, type)`: `unreflect` and its kin.
fn reflected(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(0)?;
    let what = STATIC + call.arguments[1];
    let id = if what >= GETTER {
        call.machine.reflected_field(member).0
    } else {
        call.machine.reflected_method(member).0
    };
    let kind = call.reference(2);
    new_handle(call, what << 56 | u64::from(id), kind, Ref::NULL)
}

/// `bind0(handle, arguments, type)`: all bound arguments, in order.
fn bind(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let slot = call.slot(CLASS, "customizationCount");
    let packed = call.machine.heap.object(handle).data[slot];
    let (bound, kind) = (call.reference(1), call.reference(2));
    new_handle(call, packed, kind, bound)
}

/// `bound0(handle)`
fn bound(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let slot = call.slot(CLASS, "form");
    Ok(call.machine.heap.reference(handle, slot).word())
}

/// The arguments of a call: kind, word.
fn collect(call: &mut Call<'_, '_>, handle: Ref, signature: &Signature<'_>) -> Vec<(Kind, u64)> {
    let mut arguments = bound_arguments(call, handle);
    for (parameter, word) in signature.parameters.iter().zip(&call.arguments[1..]) {
        let kind = kind_of(parameter).expect("parameters have kinds");
        arguments.push((kind, *word));
    }
    arguments
}

/// The arguments that a handle brings along.
fn bound_arguments(call: &mut Call<'_, '_>, handle: Ref) -> Vec<(Kind, u64)> {
    let slot = call.slot(CLASS, "form");
    let bound = call.machine.heap.reference(handle, slot);
    let mut arguments = Vec::new();
    if !bound.is_null() {
        let object = call.machine.heap.object(bound);
        for index in 0..object.length as usize {
            arguments.push((Kind::Reference, object.element(Kind::Reference, index)));
        }
    }
    arguments
}

/// `invokeExact` and `invoke`.
pub(crate) fn invoke(call: &mut Call<'_, '_>, name: &str, descriptor: &str) -> Outcome {
    if name != "invoke" && name != "invokeExact" {
        let reason = format!("MethodHandle.{name} is not supported");
        return Err(Interruption::Unsupported(reason));
    }
    let handle = call.object(0)?;
    let signature = Signature::parse(descriptor).expect("calls have descriptors");
    let arguments = collect(call, handle, &signature);
    perform(call, handle, &arguments, &signature)
}

/// `spread0(handle, arguments)`: `invokeWithArguments`.
fn spread(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, rest) = (call.object(0)?, call.object(1)?);
    let nothing = Signature::parse("()Ljava/lang/Object;").expect("a descriptor");
    let length = call.machine.heap.object(rest).length as usize;
    call.copy_visibly(Span::new(rest, 0, length), Span::NONE)?;
    let mut arguments = bound_arguments(call, handle);
    let rest = call.machine.heap.object(rest);
    for index in 0..rest.length as usize {
        arguments.push((Kind::Reference, rest.element(Kind::Reference, index)));
    }
    perform(call, handle, &arguments, &nothing)
}

fn perform(
    call: &mut Call<'_, '_>,
    handle: Ref,
    arguments: &[(Kind, u64)],
    signature: &Signature<'_>,
) -> Outcome {
    let slot = call.slot(CLASS, "customizationCount");
    let packed = call.machine.heap.object(handle).data[slot];
    match packed >> 56 {
        0 => Err(Interruption::Unsupported(
            "a method handle made by a combinator".into(),
        )),
        GETTER | SETTER => field_access(
            call,
            packed >> 56,
            FieldId(packed as u32),
            arguments,
            signature,
        ),
        what => method_call(call, what, MethodId(packed as u32), arguments, signature),
    }
}

fn field_access(
    call: &mut Call<'_, '_>,
    what: u64,
    field: FieldId,
    arguments: &[(Kind, u64)],
    signature: &Signature<'_>,
) -> Outcome {
    let field = call.machine.program.field(field);
    let (object, rest) = if field.is_static {
        call.initialized(field.class)?;
        (call.machine.heap.statics(field.class), arguments)
    } else {
        let object = Ref::from_word(arguments[0].1);
        if object.is_null() {
            return Err(null_pointer());
        }
        is_of(call, object, field.class)?;
        (object, &arguments[1..])
    };
    let at = Location::new(object, field.slot as usize, field.kind);
    let ordering = crate::native::java::lang::reflect::field::ordering(field.access);
    if what == SETTER {
        let class = call.described(&field.descriptor)?;
        let word = adapt(call, rest[0], field.kind, class)?;
        return call.store(at, ordering, word);
    }
    let word = match field.access {
        program::FieldAccess::Final => {
            call.machine.look_at(at.place);
            call.machine.peek(at)
        }
        _ => call.load(at, ordering)?,
    };
    match (field.kind, kind_of(signature.result)) {
        (_, None) => Ok(0),
        (Kind::Reference, Some(Kind::Reference)) => {
            let class = call.described(signature.result)?;
            let adapted = call
                .machine
                .adapted(Ref::from_word(word), Kind::Reference, class);
            adapted.ok_or_else(|| {
                exception("java/lang/ClassCastException", "the field has another type")
            })
        }
        (from, Some(Kind::Reference)) => call.boxed(from, word),
        (Kind::Reference, Some(to)) => {
            let unboxed = call.machine.unboxed(Ref::from_word(word));
            unboxed
                .and_then(|(kind, word)| widened(kind, to, word))
                .ok_or_else(null_pointer)
        }
        (from, Some(to)) => widened(from, to, word).ok_or_else(|| wrong_type(signature)),
    }
}

fn method_call(
    call: &mut Call<'_, '_>,
    what: u64,
    method: MethodId,
    arguments: &[(Kind, u64)],
    signature: &Signature<'_>,
) -> Outcome {
    let program = call.machine.program;
    let data = program.method(method);
    let declared = Signature::parse(&data.descriptor).expect("methods have descriptors");
    let mut words = Vec::new();
    let mut rest = arguments;
    let mut callee = method;
    if matches!(what, VIRTUAL | SPECIAL) {
        let (receiver, others) = rest.split_first().ok_or_else(|| wrong_type(signature))?;
        let receiver = Ref::from_word(receiver.1);
        if receiver.is_null() {
            return Err(null_pointer());
        }
        is_of(call, receiver, data.class)?;
        if what == VIRTUAL && !data.is_private() {
            callee = call.machine.dispatch(receiver, method).unwrap_or(method);
        }
        words.push(receiver.word());
        rest = others;
    } else {
        call.initialized(data.class)?;
    }
    if rest.len() != declared.parameters.len() {
        if data.is_varargs() {
            return Err(Interruption::Unsupported(
                "a method handle that collects arguments is not supported".to_owned(),
            ));
        }
        return Err(wrong_type(signature));
    }
    for (argument, parameter) in rest.iter().zip(&declared.parameters) {
        let kind = kind_of(parameter).expect("parameters have kinds");
        let class = call.described(parameter)?;
        words.push(adapt(call, *argument, kind, class)?);
    }
    let wanted = kind_of(signature.result);
    if (data.result == Some(Kind::Reference) || what == CONSTRUCTOR)
        && wanted == Some(Kind::Reference)
    {
        let given = if what == CONSTRUCTOR {
            data.class
        } else {
            call.described(declared.result)?
        };
        let wanted = call.described(signature.result)?;
        if !program.is_subtype(given, wanted) {
            let reason = "a method handle whose result is cast is not supported".to_owned();
            return Err(Interruption::Unsupported(reason));
        }
    }
    let after = if what == CONSTRUCTOR {
        let object = call.machine.heap.new_object(data.class);
        words.insert(0, object.word());
        After::Give(object)
    } else {
        match (data.result, kind_of(signature.result)) {
            (_, None) => After::Call,
            (Some(from), Some(to)) if from.register() == to.register() => After::Call,
            (from, Some(Kind::Reference)) => After::Wrap(from),
            _ => {
                let reason = "a method handle whose result is converted".to_owned();
                return Err(Interruption::Unsupported(reason));
            }
        }
    };
    Err(Interruption::Invoke(Invocation {
        method: callee,
        arguments: words,
        after,
    }))
}

fn adapt(
    call: &mut Call<'_, '_>,
    (from, word): (Kind, u64),
    kind: Kind,
    class: program::ClassId,
) -> Outcome {
    if from == Kind::Reference {
        let adapted = call.machine.adapted(Ref::from_word(word), kind, class);
        return adapted.ok_or_else(|| {
            exception(
                "java/lang/ClassCastException",
                "an argument has another type",
            )
        });
    }
    if kind == Kind::Reference {
        let reason = "a method handle that boxes an argument".to_owned();
        return Err(Interruption::Unsupported(reason));
    }
    widened(from, kind, word).ok_or_else(|| {
        exception(
            "java/lang/invoke/WrongMethodTypeException",
            "an argument has another type",
        )
    })
}

/// A receiver has to be of the class whose method or field is meant.
fn is_of(call: &Call<'_, '_>, object: Ref, class: program::ClassId) -> Result<(), Interruption> {
    let program = call.machine.program;
    let of = call.machine.heap.object(object).class;
    if program.is_subtype(of, class) {
        return Ok(());
    }
    let name = |class| program.class(class).name.replace('/', ".");
    let message = format!("Cannot cast {} to {}", name(of), name(class));
    Err(exception("java/lang/ClassCastException", message))
}

fn wrong_type(signature: &Signature<'_>) -> Interruption {
    let parameters = signature.parameters.concat();
    let message = format!("the handle does not fit ({parameters}){}", signature.result);
    exception("java/lang/invoke/WrongMethodTypeException", message)
}
