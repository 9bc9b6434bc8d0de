//! `MethodHandle`: direct handles of methods, constructors and fields, with leading arguments bound.
//!
//! Combinators (`filterReturnValue`, `guardWithTest`, …) and conversions between boxes and
//! primitives of results are not supported.

use program::descriptor::{Signature, kind_of};
use program::{ClassId, ClassShape, FieldId, Kind, MethodId};

use super::{conversion, found, var_handle};
use crate::heap::FROZEN;
use crate::native::java::lang::reflect::boxing::widened;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome, exception, null_pointer};
use crate::operation::Span;
use crate::thread::After;
use crate::value::Ref;

const CLASS: &str = "java/lang/invoke/MethodHandle";
pub(super) const METHOD_TYPE: &str = "java/lang/invoke/MethodType";

// What a handle does, in the top byte of the packed word, as the support class numbers them.
pub(super) const STATIC: u64 = 0x50;
pub(super) const VIRTUAL: u64 = 0x51;
pub(super) const SPECIAL: u64 = 0x52;
pub(super) const CONSTRUCTOR: u64 = 0x53;
pub(super) const GETTER: u64 = 0x54;
pub(super) const SETTER: u64 = 0x55;
const VARIABLE: u64 = 0x56;

/// The handle takes just as many arguments as it has parameters, though its method may take more.
const FIXED_ARITY: u64 = 1 << 48;

/// The access modes of variables, by their methods; a handle of one has its position here.
const ACCESS_MODES: [&str; 31] = [
    "get",
    "set",
    "getVolatile",
    "setVolatile",
    "getAcquire",
    "setRelease",
    "getOpaque",
    "setOpaque",
    "compareAndSet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "weakCompareAndSetPlain",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetRelease",
    "getAndSet",
    "getAndSetAcquire",
    "getAndSetRelease",
    "getAndAdd",
    "getAndAddAcquire",
    "getAndAddRelease",
    "getAndBitwiseOr",
    "getAndBitwiseOrRelease",
    "getAndBitwiseOrAcquire",
    "getAndBitwiseAnd",
    "getAndBitwiseAndRelease",
    "getAndBitwiseAndAcquire",
    "getAndBitwiseXor",
    "getAndBitwiseXorRelease",
    "getAndBitwiseXorAcquire",
];

/// Natives of the support class.
pub(crate) const SUPPORT: Natives = &[
    ("resolve0", "*", found::resolve),
    ("reflected0", "*", found::reflected),
    ("bind0", "*", bind),
    ("bound0", "*", bound),
    ("spread0", "*", spread),
    ("unsupported0", "*", combinator_named),
    ("supports0", "*", var_handle::supports),
    ("variable0", "*", variable),
    ("receiver0", "*", found::receiver_class),
    ("check0", "*", check_type),
    ("value0", "*", bound_value),
    ("special0", "*", found::speaks_for),
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
    ("isVarargsCollector", "*", collects),
    ("asFixedArity", "*", fixed),
];

/// The same of lookups.
pub(crate) const OF_LOOKUPS: Natives = &[
    ("revealDirect", "*", combinator),
    ("unreflectSpecial", "*", combinator),
];

/// Of the forms of types.
pub(crate) const FORMS: Natives = &[("findForm", "*", find_form)];

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

/// Nobody writes an array of the library's own any more, so looking at it is no operation. (What is in
/// it may well be written.)
fn freeze(call: &mut Call<'_, '_>, array: Ref) {
    if !array.is_null() && !call.machine.heap.is_frozen(array) {
        call.machine.heap.change(array).flags |= FROZEN;
    }
}

/// `MethodTypeForm.findForm(type)`: its own code. Each `MethodType` comes here once it has its parameters
/// for good.
fn find_form(call: &mut Call<'_, '_>) -> Outcome {
    let kind = call.object(0)?;
    let slot = call.slot(METHOD_TYPE, "ptypes");
    let types = call.machine.heap.reference(kind, slot);
    freeze(call, types);
    Err(Interruption::Original)
}

pub(super) fn new_handle(call: &mut Call<'_, '_>, packed: u64, kind: Ref, bound: Ref) -> Outcome {
    let id = call.machine.library_class(CLASS);
    let handle = call.machine.heap.new_object(id);
    let slots = ["customizationCount", "type", "form"].map(|field| call.slot(CLASS, field));
    call.machine.heap.set_word(handle, slots[0], packed);
    call.machine.heap.set_reference(handle, slots[1], kind);
    call.machine.heap.set_reference(handle, slots[2], bound);
    freeze(call, bound);
    Ok(handle.word())
}

/// `variable0(handle, mode, type)`: a method handle of an access mode of a variable handle.
fn variable(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let name = call.text(1)?;
    let mode = ACCESS_MODES.iter().position(|it| *it == name);
    let Some(mode) = mode else {
        let reason = format!("VarHandle.{name} is not supported");
        return Err(Interruption::Unsupported(reason));
    };
    let kind = call.reference(2);
    let bound = Ref::from_word(call.new_array_of("java/lang/Object", &[handle])?);
    new_handle(call, VARIABLE << 56 | mode as u64, kind, bound)
}

pub(super) fn packed_of(call: &mut Call<'_, '_>, handle: Ref) -> u64 {
    let slot = call.slot(CLASS, "customizationCount");
    call.machine.heap.object(handle).data[slot]
}

/// Whether a handle makes an array of the last arguments.
fn is_collector(call: &mut Call<'_, '_>, handle: Ref) -> bool {
    let packed = packed_of(call, handle);
    let is_call = (STATIC..=CONSTRUCTOR).contains(&(packed >> 56));
    is_call
        && packed & FIXED_ARITY == 0
        && call
            .machine
            .program
            .method(MethodId(packed as u32))
            .is_varargs()
}

/// `isVarargsCollector()`
fn collects(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    Ok(u64::from(is_collector(call, handle)))
}

/// `asFixedArity()`
fn fixed(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    if !is_collector(call, handle) {
        return Ok(handle.word());
    }
    let packed = packed_of(call, handle);
    let slots = ["type", "form"].map(|field| call.slot(CLASS, field));
    let [kind, bound] = slots.map(|slot| call.machine.heap.reference(handle, slot));
    new_handle(call, packed | FIXED_ARITY, kind, bound)
}

/// `check0(handle, type)`: throws unless the handle can be called as one of the type.
fn check_type(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, kind) = (call.object(0)?, call.object(1)?);
    let slot = call.slot(CLASS, "type");
    let own = call.machine.heap.reference(handle, slot);
    let (own, other) = (types_of(call, own), types_of(call, kind));
    check_types(call, handle, &own, &other, false)?;
    Ok(0)
}

/// `value0(class, value)`: a value for a parameter of the class, or what is thrown if it is none.
fn bound_value(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    conversion::of_reference(call, call.reference(1), class)?;
    Ok(call.arguments[1])
}

/// The types of a handle's parameters.
pub(super) fn parameters_of(call: &mut Call<'_, '_>, handle: Ref) -> Vec<ClassId> {
    let slot = call.slot(CLASS, "type");
    let kind = call.machine.heap.reference(handle, slot);
    types_of(call, kind).parameters
}

/// The parameters and the result of a `MethodType`.
struct Types {
    parameters: Vec<ClassId>,
    result: ClassId,
}

fn types_of(call: &mut Call<'_, '_>, kind: Ref) -> Types {
    let slots = ["ptypes", "rtype"].map(|field| call.slot(METHOD_TYPE, field));
    let heap = &call.machine.heap;
    let class = |it: Ref| it.class_id().expect("a Class object is a mirror");
    let array = heap.object(heap.reference(kind, slots[0]));
    let parameters = (0..array.length as usize)
        .map(|index| class(Ref::from_word(array.element(Kind::Reference, index))))
        .collect();
    Types {
        parameters,
        result: class(heap.reference(kind, slots[1])),
    }
}

/// A call of one type of a handle of another.
fn check_types(
    call: &mut Call<'_, '_>,
    handle: Ref,
    own: &Types,
    other: &Types,
    is_exact: bool,
) -> Result<(), Interruption> {
    let program = call.machine.program;
    if is_exact {
        let fits = own.parameters == other.parameters && own.result == other.result;
        return match fits {
            true => Ok(()),
            false => Err(misfit(call, own, other)),
        };
    }
    let same_count = own.parameters.len() == other.parameters.len();
    if is_collector(call, handle) {
        let lasts = (own.parameters.last(), other.parameters.last());
        let passes = same_count
            && matches!(lasts, (Some(own), Some(other)) if program.is_subtype(*other, *own));
        if !passes {
            return Err(Interruption::Unsupported(
                "a method handle that collects arguments is not supported".to_owned(),
            ));
        }
    }
    let mut pairs = other.parameters.iter().zip(&own.parameters);
    let fits = same_count
        && pairs.all(|(from, to)| conversion::converts(program, *from, *to))
        && conversion::converts(program, own.result, other.result);
    match fits {
        true => Ok(()),
        false => Err(misfit(call, own, other)),
    }
}

fn misfit(call: &Call<'_, '_>, own: &Types, other: &Types) -> Interruption {
    let tell = |types: &Types| {
        let name = |id: ClassId| {
            let name = call.machine.program.class(id).name.replace('/', ".");
            name.rsplit_once('.')
                .map_or(name.clone(), |it| it.1.to_owned())
        };
        let parameters: Vec<String> = types.parameters.iter().map(|it| name(*it)).collect();
        format!("({}){}", parameters.join(","), name(types.result))
    };
    let message = format!(
        "handle's method type {} but found {}",
        tell(own),
        tell(other)
    );
    exception("java/lang/invoke/WrongMethodTypeException", message)
}

/// `bind0(handle, arguments, type)`: all bound arguments, in order.
fn bind(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let packed = packed_of(call, handle);
    let (bound, kind) = (call.reference(1), call.reference(2));
    new_handle(call, packed | FIXED_ARITY, kind, bound)
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
    let slot = call.slot(CLASS, "type");
    let own = call.machine.heap.reference(handle, slot);
    let own = types_of(call, own);
    let mut called = Types {
        parameters: Vec::new(),
        result: call.described(signature.result)?,
    };
    for parameter in &signature.parameters {
        called.parameters.push(call.described(parameter)?);
    }
    check_types(call, handle, &own, &called, name == "invokeExact")?;
    cast_arguments(call, &own, &called)?;
    let arguments = collect(call, handle, &signature);
    perform(call, handle, &arguments, &signature)
}

/// References must be of the handle's types, which may be narrower than those of its method. (What is
/// passed for an interface is not looked at.)
fn cast_arguments(
    call: &mut Call<'_, '_>,
    own: &Types,
    called: &Types,
) -> Result<(), Interruption> {
    let program = call.machine.program;
    for (index, (to, from)) in own.parameters.iter().zip(&called.parameters).enumerate() {
        let is_primitive = |class| matches!(program.class(class).shape, ClassShape::Primitive(_));
        let object = call.reference(index + 1);
        if is_primitive(*from) || is_primitive(*to) || program.class(*to).is_interface() {
            continue;
        }
        if !object.is_null() {
            conversion::cast(call, object, *to)?;
        }
    }
    Ok(())
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
    let packed = packed_of(call, handle);
    match packed >> 56 {
        VARIABLE => {
            let (first, rest) = arguments
                .split_first()
                .expect("the variable handle is bound");
            let name = ACCESS_MODES[packed as u32 as usize];
            var_handle::access_by(call, Ref::from_word(first.1), name, rest, signature.result)
        }
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
        let first = arguments.first().ok_or_else(|| wrong_type(signature))?;
        let object = Ref::from_word(first.1);
        if object.is_null() {
            return Err(null_pointer());
        }
        is_of(call, object, field.class)?;
        (object, &arguments[1..])
    };
    let at = Location::new(object, field.slot as usize, field.kind);
    if what == SETTER {
        let class = call.described(&field.descriptor)?;
        let value = *rest.first().ok_or_else(|| wrong_type(signature))?;
        let word = adapt(call, value, field.kind, class)?;
        let ordering = crate::native::java::lang::reflect::field::ordering(field.access);
        return call.store(at, ordering, word);
    }
    let word = crate::native::java::lang::reflect::field::load(call, field.id, at)?;
    conversion::result(call, Some(field.kind), word, signature.result)
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
        return Err(wrong_type(signature));
    }
    if what == CONSTRUCTOR && program.class(data.class).is_abstract() {
        let name = program.class(data.class).name.replace('/', ".");
        return Err(exception("java/lang/InstantiationException", name));
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
            (Some(from), Some(to))
                if from.register() == to.register() && widened(from, to, 0).is_some() =>
            {
                After::Call
            }
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
    class: ClassId,
) -> Outcome {
    if from == Kind::Reference {
        return conversion::of_reference(call, Ref::from_word(word), class);
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
fn is_of(call: &Call<'_, '_>, object: Ref, class: ClassId) -> Result<(), Interruption> {
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
