//! `VarHandle`: every access mode, on fields, statics and array elements, each one operation.
//!
//! A handle of a static: since JDK 22 each access waits until the class is initialised. Before, making
//! the handle does, and accesses wait for nothing. So an initialiser that makes a handle of its own
//! class lets others see its statics before it has ended; from there on its own accesses to them are
//! operations too (`Machine::keeps_statics`).
//!
//! The packed word: what it stands for in the top byte, the kind, the slot, the class.

use program::descriptor::{Signature, class_name_of, kind_of};
use program::{ClassId, ClassShape, FieldId, Kind};

use crate::heap::LEAKED;
use crate::machine::Machine;
use crate::native::java::lang::reflect::boxing::{PRIMITIVES, widened};
use crate::native::memory::{Change, Location};
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception, nothing, null_pointer};
use crate::operation::{Ordering, Span};
use crate::value::{Ref, narrow};
use crate::weak::window::Fence;

const CLASS: &str = "java/lang/invoke/VarHandle";

const INSTANCE: u64 = 0x40;
const STATIC: u64 = 0x41;
const ARRAY: u64 = 0x42;
const LITTLE_ENDIAN_VIEW: u64 = 0x43;
const BIG_ENDIAN_VIEW: u64 = 0x44;

pub(crate) const NATIVES: Natives = &[
    ("fullFence", "()V", full_fence),
    ("acquireFence", "()V", acquire_fence),
    ("releaseFence", "()V", release_fence),
    ("loadLoadFence", "()V", load_load_fence),
    ("storeStoreFence", "()V", store_store_fence),
    ("withInvokeExactBehavior", "*", this),
    ("withInvokeBehavior", "*", this),
    ("hasInvokeExactBehavior", "*", nothing),
    ("varType", "*", var_type),
    ("coordinateTypes", "*", coordinate_types),
    ("isAccessModeSupported", "*", crate::native::yes),
];

/// `fullFence()`
pub(crate) fn full_fence(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.fence(call.thread, Fence::Full);
    Ok(0)
}

/// `acquireFence()`
pub(crate) fn acquire_fence(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.fence(call.thread, Fence::Acquire);
    Ok(0)
}

/// `releaseFence()`
pub(crate) fn release_fence(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.fence(call.thread, Fence::Release);
    Ok(0)
}

/// `loadLoadFence()`
pub(crate) fn load_load_fence(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.fence(call.thread, Fence::LoadLoad);
    Ok(0)
}

/// `storeStoreFence()`
pub(crate) fn store_store_fence(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.fence(call.thread, Fence::StoreStore);
    Ok(0)
}

fn new_handle(
    call: &mut Call<'_, '_>,
    what: u64,
    kind: Kind,
    slot: u16,
    class: ClassId,
) -> Outcome {
    let id = call.machine.library_class(CLASS);
    let handle = call.machine.heap.new_object(id);
    let packed = what << 56 | (kind as u64) << 48 | u64::from(slot) << 32 | u64::from(class.0);
    let place = call.slot(CLASS, "exact");
    call.machine.heap.set_word(handle, place, packed);
    Ok(handle.word())
}

/// A handle of a field.
pub(crate) fn of_field(call: &mut Call<'_, '_>, field: FieldId) -> Outcome {
    let field = call.machine.program.field(field);
    let what = if field.is_static { STATIC } else { INSTANCE };
    if field.is_static && !waits(call.machine) {
        call.initialized(field.class)?;
        if call.machine.initializer(field.class) == Some(call.thread) {
            let statics = call.machine.heap.statics(field.class);
            call.machine.heap.change(statics).flags |= LEAKED;
        }
    }
    // The slot is the position in the class's table, so that the field is known again.
    let fields = &call.machine.program.class(field.class).fields;
    let position = fields
        .iter()
        .position(|id| *id == field.id)
        .expect("a field of its class");
    new_handle(call, what, field.kind, position as u16, field.class)
}

/// Whether accesses through handles of statics wait for their class.
fn waits(machine: &Machine<'_>) -> bool {
    let lazy = "java/lang/invoke/LazyInitializingVarHandle";
    machine.program.load(lazy).is_ok()
}

/// A handle of the elements of an array class.
pub(crate) fn of_array(call: &mut Call<'_, '_>, class: ClassId) -> Outcome {
    match call.machine.program.class(class).shape {
        ClassShape::Array { kind, .. } => new_handle(call, ARRAY, kind, 0, class),
        _ => Err(exception(
            "java/lang/IllegalArgumentException",
            "not an array type",
        )),
    }
}

/// A handle of the elements of `class` inside a `byte[]`.
pub(crate) fn of_view(call: &mut Call<'_, '_>, class: ClassId, big_endian: bool) -> Outcome {
    let what = if big_endian {
        BIG_ENDIAN_VIEW
    } else {
        LITTLE_ENDIAN_VIEW
    };
    match call.machine.program.class(class).shape {
        ClassShape::Array { kind, .. } if kind != Kind::Reference => {
            new_handle(call, what, kind, 0, class)
        }
        _ => Err(exception(
            "java/lang/UnsupportedOperationException",
            "not a primitive array",
        )),
    }
}

/// The field that a handle names, if it is of a field.
pub(crate) fn field_of(machine: &mut Machine<'_>, handle: Ref) -> Option<FieldId> {
    let slot = machine.find_field_slot(CLASS, "exact")?;
    let packed = *machine.heap.object(handle).data.get(slot)?;
    if packed >> 56 != INSTANCE && packed >> 56 != STATIC {
        return None;
    }
    let class = machine.program.class(ClassId(packed as u32));
    class.fields.get((packed >> 32 & 0xffff) as usize).copied()
}

/// Whether a handle names the elements of arrays.
pub(crate) fn is_of_elements(machine: &mut Machine<'_>, handle: Ref) -> bool {
    let slot = machine.find_field_slot(CLASS, "exact");
    let packed = slot.and_then(|slot| machine.heap.object(handle).data.get(slot).copied());
    packed.is_some_and(|packed| packed >> 56 == ARRAY)
}

struct Handle {
    what: u64,
    kind: u64,
    position: usize,
    class: ClassId,
}

fn unpack(call: &mut Call<'_, '_>) -> Result<Handle, Interruption> {
    let handle = call.object(0)?;
    let slot = call.slot(CLASS, "exact");
    let packed = call.machine.heap.object(handle).data[slot];
    if packed >> 56 < INSTANCE {
        let reason = "a variable handle of this sort is not supported".to_owned();
        return Err(Interruption::Unsupported(reason));
    }
    Ok(Handle {
        what: packed >> 56,
        kind: packed >> 48 & 0xff,
        position: (packed >> 32 & 0xffff) as usize,
        class: ClassId(packed as u32),
    })
}

fn this(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.arguments[0])
}

fn var_type(call: &mut Call<'_, '_>) -> Outcome {
    let handle = unpack(call)?;
    let program = call.machine.program;
    let class = match (handle.what, program.class(handle.class).shape) {
        (ARRAY, ClassShape::Array { element, .. }) => element,
        _ => {
            let field = program.class(handle.class).fields[handle.position];
            call.described(&program.field(field).descriptor)?
        }
    };
    Ok(call.mirror_word(Some(class)))
}

/// `List<Class<?>> coordinateTypes()`
fn coordinate_types(call: &mut Call<'_, '_>) -> Outcome {
    let handle = unpack(call)?;
    let int = call.machine.program.primitive(Some(Kind::Int));
    let classes = match handle.what {
        INSTANCE => vec![handle.class],
        ARRAY => vec![handle.class, int],
        _ => Vec::new(),
    };
    let array = call.class_array(&classes)?;
    call.go_on_in("heddle/runtime/Handles", "list", vec![array])
}

/// An access: `name` is the mode, `descriptor` that of the call.
pub(crate) fn access(call: &mut Call<'_, '_>, name: &str, descriptor: &str) -> Outcome {
    let handle = unpack(call)?;
    let signature = Signature::parse(descriptor).expect("calls have descriptors");
    if matches!(handle.what, LITTLE_ENDIAN_VIEW | BIG_ENDIAN_VIEW) {
        return view(call, &handle, name);
    }
    let (at, first) = locate(call, &handle, name)?;
    let mut values = [0; 2];
    let mut count = 0;
    for (index, parameter) in signature.parameters.iter().enumerate().skip(first - 1) {
        if count == 2 {
            return Err(wrong_type(name, descriptor));
        }
        values[count] = convert(call, call.arguments[index + 1], parameter, at)?;
        count += 1;
    }
    let wanted = values_of(name);
    if count != wanted {
        return Err(wrong_type(name, descriptor));
    }
    check_values(call, &handle, at, &values[..count])?;
    let word = perform(call, name, at, values)?;
    if name.starts_with("set") || name.contains("ompareAndSet") {
        return Ok(word);
    }
    result(call, at, word, signature.result)
}

/// A plain access to some bytes of an array as one number.
fn view(call: &mut Call<'_, '_>, handle: &Handle, name: &str) -> Outcome {
    let kind = PRIMITIVES[handle.kind as usize];
    let width = match kind {
        Kind::Boolean | Kind::Byte => 1,
        Kind::Char | Kind::Short => 2,
        Kind::Int | Kind::Float | Kind::Reference => 4,
        Kind::Long | Kind::Double => 8,
    };
    // Since JDK 22 bytes of an array can be read and written plainly only.
    let jdk = call.machine.program.class_path().jdk();
    if !matches!(name, "get" | "set") && jdk.is_some_and(|jdk| jdk.version() >= 22) {
        return Err(Interruption::ThrowNew(
            "java/lang/UnsupportedOperationException",
            None,
        ));
    }
    let (array, index) = (call.object(1)?, call.int(2));
    let length = call.machine.heap.object(array).length as i32;
    if index < 0 || index > length - width {
        let message = format!(
            "Index {index} out of bounds for length {}",
            length - width + 1
        );
        return Err(exception("java/lang/IndexOutOfBoundsException", message));
    }
    let span = Span::new(array, index as usize, width as usize);
    let shift = |byte: i32| match handle.what {
        LITTLE_ENDIAN_VIEW => 8 * byte,
        _ => 8 * (width - 1 - byte),
    };
    match name {
        "get" => {
            call.copy_visibly(span, Span::NONE)?;
            let object = call.machine.heap.object(array);
            let bytes = (0..width).map(|byte| {
                (object.element(Kind::Byte, (index + byte) as usize) & 0xff) << shift(byte)
            });
            Ok(narrow(kind, bytes.fold(0, |word, byte| word | byte)))
        }
        "set" => {
            call.copy_visibly(Span::NONE, span)?;
            let word = call.arguments[3];
            let object = call.machine.heap.change(array);
            for byte in 0..width {
                let position = (index + byte) as usize;
                object.set_element(Kind::Byte, position, word >> shift(byte) & 0xff);
            }
            Ok(0)
        }
        _ => Err(Interruption::Unsupported(format!(
            "VarHandle.{name} on a view of bytes"
        ))),
    }
}

/// How many values an access mode takes.
fn values_of(name: &str) -> usize {
    if name.contains("ompareAnd") {
        2
    } else if name.starts_with("getAnd") || name.starts_with("set") {
        1
    } else {
        0
    }
}

fn perform(call: &mut Call<'_, '_>, name: &str, at: Location, [one, two]: [u64; 2]) -> Outcome {
    let updates = [
        ("getAndSet", Change::Set),
        ("getAndAdd", Change::Add),
        ("getAndBitwiseOr", Change::Or),
        ("getAndBitwiseAnd", Change::And),
        ("getAndBitwiseXor", Change::Xor),
    ];
    if let Some((_, change)) = updates.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        return call.update(at, *change, one);
    }
    match name {
        "get" => call.load_weakly(at, Ordering::Plain),
        "getOpaque" => call.load_weakly(at, Ordering::Atomic),
        "getVolatile" | "getAcquire" => call.load(at, Ordering::Atomic),
        "set" => call.store_weakly(at, Ordering::Plain, one),
        "setOpaque" => call.store_weakly(at, Ordering::Atomic, one),
        "setRelease" => call.store_release(at, Ordering::Atomic, one),
        "setVolatile" => call.store(at, Ordering::Atomic, one),
        _ if name.starts_with("compareAndExchange") => call.exchange(at, one, two),
        _ if name.contains("ompareAndSet") => call.compare_and_set(at, one, two),
        _ => Err(Interruption::Unsupported(format!(
            "VarHandle.{name} is not supported"
        ))),
    }
}

/// The location, and the position of the first value among the arguments.
fn locate(
    call: &mut Call<'_, '_>,
    handle: &Handle,
    name: &str,
) -> Result<(Location, usize), Interruption> {
    let program = call.machine.program;
    if handle.what == ARRAY {
        let array = call.object(1)?;
        check_class(call, array, handle.class)?;
        let at = call.element(array, call.int(2))?;
        return Ok((at, 3));
    }
    let field = program.field(program.class(handle.class).fields[handle.position]);
    let reads = name.starts_with("get") && !name.starts_with("getAnd");
    if field.access == program::FieldAccess::Final && !reads {
        return Err(Interruption::ThrowNew(
            "java/lang/UnsupportedOperationException",
            None,
        ));
    }
    if handle.what == STATIC {
        if waits(call.machine) {
            call.initialized(field.class)?;
        }
        let statics = call.machine.heap.statics(field.class);
        return Ok((Location::new(statics, field.slot as usize, field.kind), 1));
    }
    let object = call.object(1)?;
    check_class(call, object, handle.class)?;
    Ok((Location::new(object, field.slot as usize, field.kind), 2))
}

fn check_class(call: &Call<'_, '_>, object: Ref, class: ClassId) -> Result<(), Interruption> {
    let of = call.machine.heap.object(object).class;
    if of == class || call.machine.program.is_subtype(of, class) {
        return Ok(());
    }
    let name = |id| call.machine.program.class(id).name.replace('/', ".");
    let message = format!("Cannot cast {} to {}", name(of), name(class));
    Err(exception("java/lang/ClassCastException", message))
}

/// References that are stored must be of the variable's type.
fn check_values(
    call: &mut Call<'_, '_>,
    handle: &Handle,
    at: Location,
    values: &[u64],
) -> Result<(), Interruption> {
    let Some(value) = values.last().map(|word| Ref::from_word(*word)) else {
        return Ok(());
    };
    if at.kind != Kind::Reference || value.is_null() {
        return Ok(());
    }
    let program = call.machine.program;
    if handle.what == ARRAY {
        let array = call.machine.heap.object(at.place.object).class;
        let ClassShape::Array { element, .. } = program.class(array).shape else {
            unreachable!("elements are of arrays")
        };
        return check_class(call, value, element);
    }
    let field = program.field(program.class(handle.class).fields[handle.position]);
    if &*field.descriptor == "Ljava/lang/Object;" {
        return Ok(());
    }
    let class = call.described(&field.descriptor)?;
    check_class(call, value, class)
}

/// A value of the call as the variable holds it.
fn convert(
    call: &mut Call<'_, '_>,
    word: u64,
    descriptor: &str,
    at: Location,
) -> Result<u64, Interruption> {
    let from = kind_of(descriptor).expect("parameters have kinds");
    match (from, at.kind) {
        (Kind::Reference, Kind::Reference) => Ok(word),
        (Kind::Reference, to) => {
            let object = Ref::from_word(word);
            if object.is_null() {
                return Err(null_pointer());
            }
            let unboxed = call.machine.unboxed(object);
            let value = unboxed.and_then(|(kind, word)| widened(kind, to, word));
            value.ok_or_else(|| {
                exception("java/lang/ClassCastException", "the value has another type")
            })
        }
        (_, Kind::Reference) => Err(Interruption::Unsupported(
            "a primitive value for a variable handle of references".into(),
        )),
        (from, to) => widened(from, to, word).ok_or_else(|| wrong_type("a value", descriptor)),
    }
}

/// The variable's value as the call wants it.
fn result(call: &mut Call<'_, '_>, at: Location, word: u64, descriptor: &str) -> Outcome {
    let Some(wanted) = kind_of(descriptor) else {
        return Ok(0);
    };
    match (at.kind, wanted) {
        (Kind::Reference, Kind::Reference) => {
            let object = Ref::from_word(word);
            if !object.is_null() && descriptor != "Ljava/lang/Object;" {
                let class = call.load_class(class_name_of(descriptor))?;
                check_class(call, object, class)?;
            }
            Ok(word)
        }
        (Kind::Reference, to) => {
            let unboxed = call.machine.unboxed(Ref::from_word(word));
            let value = unboxed.and_then(|(kind, word)| widened(kind, to, word));
            value.ok_or_else(null_pointer)
        }
        (from, Kind::Reference) => call.boxed(from, word),
        (from, to) => widened(from, to, word).ok_or_else(|| wrong_type("a result", descriptor)),
    }
}

fn wrong_type(name: &str, descriptor: &str) -> Interruption {
    let message = format!("{name} does not fit {descriptor}");
    exception("java/lang/invoke/WrongMethodTypeException", message)
}
