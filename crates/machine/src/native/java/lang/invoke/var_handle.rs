//! `VarHandle`: every access mode, on fields, statics and array elements, each one operation.
//!
//! A handle of a static: since JDK 22 each access waits until the class is initialised. Before, making
//! the handle does, and accesses wait for nothing. So an initialiser that makes a handle of its own
//! class lets others see its statics before it has ended; from there on its own accesses to them are
//! operations too (`Machine::keeps_statics`).
//!
//! # Types
//!
//! Each access mode of a handle has a type: the coordinates, then one value, two or none. A call must have
//! just that type if the handle was made to ask for it (`withInvokeExactBehavior`), and else one that can be
//! converted to it (`conversion.rs`). Calls of the library are not checked: they were compiled for it.
//!
//! The packed word: what the handle stands for in the top byte, with a bit that says whether it asks for
//! exact types; the class of the receiver or array; the field.

use program::descriptor::{Signature, kind_of};
use program::{ClassId, ClassShape, FieldAccess, FieldId, Kind};

use super::conversion::{self, cast, converts, wrong_type};
use crate::heap::LEAKED;
use crate::machine::Machine;
use crate::native::java::lang::reflect::boxing::widened;
use crate::native::java::lang::reflect::method::caller;
use crate::native::memory::{Change, Location};
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception, null_pointer};
use crate::operation::{Ordering, Span};
use crate::value::{Ref, narrow};
use crate::weak::window::Fence;

const CLASS: &str = "java/lang/invoke/VarHandle";

const INSTANCE: u64 = 0x40;
const STATIC: u64 = 0x41;
const ARRAY: u64 = 0x42;
const LITTLE_ENDIAN_VIEW: u64 = 0x43;
const BIG_ENDIAN_VIEW: u64 = 0x44;

const EXACT: u64 = 1 << 63;
/// Bits of a class or field.
const ID_BITS: u64 = 28;
const ID: u64 = (1 << ID_BITS) - 1;

pub(crate) const NATIVES: Natives = &[
    ("fullFence", "()V", full_fence),
    ("acquireFence", "()V", acquire_fence),
    ("releaseFence", "()V", release_fence),
    ("loadLoadFence", "()V", load_load_fence),
    ("storeStoreFence", "()V", store_store_fence),
    ("withInvokeExactBehavior", "*", exact),
    ("withInvokeBehavior", "*", not_exact),
    ("hasInvokeExactBehavior", "*", is_exact),
    ("varType", "*", var_type),
    ("coordinateTypes", "*", coordinate_types),
    ("describeConstable", "*", described),
];

/// What an access mode does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    Update(Change),
}

impl Mode {
    fn of(name: &str) -> Option<Mode> {
        let updates = [
            ("getAndSet", Change::Set),
            ("getAndAdd", Change::Add),
            ("getAndBitwiseOr", Change::Or),
            ("getAndBitwiseAnd", Change::And),
            ("getAndBitwiseXor", Change::Xor),
        ];
        if let Some((_, change)) = updates.iter().find(|(prefix, _)| name.starts_with(prefix)) {
            return Some(Mode::Update(*change));
        }
        match name {
            "get" | "getVolatile" | "getOpaque" | "getAcquire" => Some(Mode::Get),
            "set" | "setVolatile" | "setOpaque" | "setRelease" => Some(Mode::Set),
            _ if name.starts_with("compareAndExchange") => Some(Mode::CompareAndExchange),
            _ if name.starts_with("compareAndSet") => Some(Mode::CompareAndSet),
            _ if name.starts_with("weakCompareAndSet") => Some(Mode::CompareAndSet),
            _ => None,
        }
    }

    /// How many values it takes.
    fn values(self) -> usize {
        match self {
            Mode::Get => 0,
            Mode::Set | Mode::Update(_) => 1,
            Mode::CompareAndSet | Mode::CompareAndExchange => 2,
        }
    }

    /// The kind of its result on variables of a kind.
    fn result(self, of: Kind) -> Option<Kind> {
        match self {
            Mode::Set => None,
            Mode::CompareAndSet => Some(Kind::Boolean),
            Mode::Get | Mode::CompareAndExchange | Mode::Update(_) => Some(of),
        }
    }
}

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

fn new_handle(call: &mut Call<'_, '_>, what: u64, class: ClassId, field: FieldId) -> Outcome {
    let (class, field) = (u64::from(class.0), u64::from(field.0));
    assert!(class <= ID && field <= ID, "a program has fewer classes");
    Ok(packed_handle(call, what << 56 | class << ID_BITS | field))
}

fn packed_handle(call: &mut Call<'_, '_>, packed: u64) -> u64 {
    let id = call.machine.library_class(CLASS);
    let handle = call.machine.heap.new_object(id);
    let place = call.slot(CLASS, "exact");
    call.machine.heap.set_word(handle, place, packed);
    handle.word()
}

/// A handle of a field, in objects of a class.
pub(crate) fn of_field(call: &mut Call<'_, '_>, field: FieldId, of: ClassId) -> Outcome {
    let field = call.machine.program.field(field);
    let what = if field.is_static { STATIC } else { INSTANCE };
    if field.is_static && !waits(call.machine) {
        call.initialized(field.class)?;
        if call.machine.initializer(field.class) == Some(call.thread) {
            let statics = call.machine.heap.statics(field.class);
            call.machine.heap.change(statics).flags |= LEAKED;
        }
    }
    new_handle(call, what, of, field.id)
}

/// Whether accesses through handles of statics wait for their class.
fn waits(machine: &Machine<'_>) -> bool {
    let lazy = "java/lang/invoke/LazyInitializingVarHandle";
    machine.program.load(lazy).is_ok()
}

/// A handle of the elements of an array class.
pub(crate) fn of_array(call: &mut Call<'_, '_>, class: ClassId) -> Outcome {
    match call.machine.program.class(class).shape {
        ClassShape::Array { .. } => new_handle(call, ARRAY, class, FieldId(0)),
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
        ClassShape::Array { kind, .. }
            if !matches!(kind, Kind::Reference | Kind::Boolean | Kind::Byte) =>
        {
            new_handle(call, what, class, FieldId(0))
        }
        ClassShape::Array { .. } => Err(unsupported()),
        _ => Err(exception(
            "java/lang/IllegalArgumentException",
            "not an array type",
        )),
    }
}

fn unsupported() -> Interruption {
    Interruption::ThrowNew("java/lang/UnsupportedOperationException", None)
}

/// The field that a handle names, if it is of a field.
pub(crate) fn field_of(machine: &mut Machine<'_>, handle: Ref) -> Option<FieldId> {
    let slot = machine.find_field_slot(CLASS, "exact")?;
    let packed = *machine.heap.object(handle).data.get(slot)?;
    let what = (packed & !EXACT) >> 56;
    (what == INSTANCE || what == STATIC).then_some(FieldId((packed & ID) as u32))
}

/// Whether a handle names the elements of arrays.
pub(crate) fn is_of_elements(machine: &mut Machine<'_>, handle: Ref) -> bool {
    let slot = machine.find_field_slot(CLASS, "exact");
    let packed = slot.and_then(|slot| machine.heap.object(handle).data.get(slot).copied());
    packed.is_some_and(|packed| (packed & !EXACT) >> 56 == ARRAY)
}

#[derive(Clone, Copy)]
struct Handle {
    packed: u64,
    what: u64,
    /// Of the receiver, of the array, or of the array that bytes are taken for.
    class: ClassId,
    field: FieldId,
    kind: Kind,
}

impl Handle {
    fn is_exact(self) -> bool {
        self.packed & EXACT != 0
    }

    fn is_view(self) -> bool {
        matches!(self.what, LITTLE_ENDIAN_VIEW | BIG_ENDIAN_VIEW)
    }

    /// The types of the coordinates.
    fn coordinates(self, machine: &Machine<'_>) -> Vec<ClassId> {
        let int = machine.program.primitive(Some(Kind::Int));
        match self.what {
            INSTANCE => vec![self.class],
            STATIC => Vec::new(),
            ARRAY => vec![self.class, int],
            _ => {
                let byte = machine.program.primitive(Some(Kind::Byte));
                vec![machine.program.array_of(byte), int]
            }
        }
    }

    /// The type of the variables.
    fn variable(self, call: &mut Call<'_, '_>) -> Result<ClassId, Interruption> {
        let program = call.machine.program;
        match program.class(self.class).shape {
            ClassShape::Array { element, .. } if self.what >= ARRAY => Ok(element),
            _ => call.described(&program.field(self.field).descriptor),
        }
    }

    /// Whether the mode of a name is one of its variables, as `Lookup.findVarHandle` and its kin document.
    fn supports(self, machine: &Machine<'_>, name: &str, mode: Mode) -> bool {
        use Kind::{Boolean, Char, Double, Float, Int, Long, Reference, Short};
        let is_plain = matches!(name, "get" | "set");
        let adds = mode == Mode::Update(Change::Add);
        let combines = matches!(mode, Mode::Update(Change::Or | Change::And | Change::Xor));
        if self.is_view() {
            // Since JDK 22 bytes of an array can be read and written plainly only.
            let jdk = machine.program.class_path().jdk();
            let whole = jdk.is_none_or(|jdk| jdk.version() < 22);
            let whole = whole && !matches!(self.kind, Short | Char);
            return is_plain || whole && (!(adds || combines) || matches!(self.kind, Int | Long));
        }
        let is_final =
            self.what <= STATIC && machine.program.field(self.field).access == FieldAccess::Final;
        match mode {
            Mode::Get => true,
            _ if is_final => false,
            _ if adds => !matches!(self.kind, Boolean | Reference),
            _ if combines => !matches!(self.kind, Float | Double | Reference),
            _ => true,
        }
    }
}

fn unpack(call: &mut Call<'_, '_>, handle: Ref) -> Result<Handle, Interruption> {
    let slot = call.slot(CLASS, "exact");
    let packed = call.machine.heap.object(handle).data[slot];
    let what = (packed & !EXACT) >> 56;
    if what < INSTANCE {
        let reason = "a variable handle of this sort is not supported".to_owned();
        return Err(Interruption::Unsupported(reason));
    }
    let program = call.machine.program;
    let class = ClassId((packed >> ID_BITS & ID) as u32);
    let field = FieldId((packed & ID) as u32);
    let kind = match program.class(class).shape {
        ClassShape::Array { kind, .. } if what >= ARRAY => kind,
        _ => program.field(field).kind,
    };
    Ok(Handle {
        packed,
        what,
        class,
        field,
        kind,
    })
}

fn exact(call: &mut Call<'_, '_>) -> Outcome {
    with_exactness(call, EXACT)
}

fn not_exact(call: &mut Call<'_, '_>) -> Outcome {
    with_exactness(call, 0)
}

fn with_exactness(call: &mut Call<'_, '_>, exactness: u64) -> Outcome {
    let handle = call.object(0)?;
    let packed = unpack(call, handle)?.packed;
    if packed & EXACT == exactness {
        return Ok(handle.word());
    }
    Ok(packed_handle(call, packed ^ EXACT))
}

fn is_exact(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    Ok(u64::from(unpack(call, handle)?.is_exact()))
}

fn described(_: &mut Call<'_, '_>) -> Outcome {
    let reason = "VarHandle.describeConstable is not supported".to_owned();
    Err(Interruption::Unsupported(reason))
}

fn var_type(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let class = unpack(call, handle)?.variable(call)?;
    Ok(call.mirror_word(Some(class)))
}

/// `List<Class<?>> coordinateTypes()`
fn coordinate_types(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let classes = unpack(call, handle)?.coordinates(call.machine);
    let array = call.class_array(&classes)?;
    call.go_on_in("heddle/runtime/Handles", "list", vec![array])
}

/// `Handles.supports0(handle, mode)`
pub(crate) fn supports(call: &mut Call<'_, '_>) -> Outcome {
    let handle = call.object(0)?;
    let name = call.text(1)?;
    let handle = unpack(call, handle)?;
    let mode = Mode::of(&name).ok_or_else(|| unknown_mode(&name))?;
    Ok(u64::from(handle.supports(call.machine, &name, mode)))
}

fn unknown_mode(name: &str) -> Interruption {
    Interruption::Unsupported(format!("VarHandle.{name} is not supported"))
}

/// An access: `name` is the mode, `descriptor` that of the call.
pub(crate) fn access(call: &mut Call<'_, '_>, name: &str, descriptor: &str) -> Outcome {
    let object = call.object(0)?;
    let handle = unpack(call, object)?;
    let signature = Signature::parse(descriptor).expect("calls have descriptors");
    let mode = Mode::of(name).ok_or_else(|| unknown_mode(name))?;
    let by = caller(call);
    let is_checked = by.is_none_or(|by| !call.machine.program.class(by).is_library);
    if is_checked && handle.is_exact() {
        check_types(call, handle, (name, mode), &signature, descriptor)?;
    }
    if !handle.supports(call.machine, name, mode) {
        return Err(unsupported());
    }
    if is_checked && !handle.is_exact() {
        check_types(call, handle, (name, mode), &signature, descriptor)?;
    }
    let kinds = signature.parameters.iter().map(|it| kind_of(it));
    let kinds = kinds.map(|kind| kind.expect("parameters have kinds"));
    let arguments: Vec<_> = kinds.zip(call.arguments[1..].iter().copied()).collect();
    perform(call, handle, (name, mode), &arguments, signature.result)
}

/// An access through a method handle, whose types were checked.
pub(crate) fn access_by(
    call: &mut Call<'_, '_>,
    handle: Ref,
    name: &str,
    arguments: &[(Kind, u64)],
    result: &str,
) -> Outcome {
    let handle = unpack(call, handle)?;
    let mode = Mode::of(name).ok_or_else(|| unknown_mode(name))?;
    if !handle.supports(call.machine, name, mode) {
        return Err(unsupported());
    }
    perform(call, handle, (name, mode), arguments, result)
}

/// The call must have the type of the access mode, or one that can be converted to it.
fn check_types(
    call: &mut Call<'_, '_>,
    handle: Handle,
    (name, mode): (&str, Mode),
    signature: &Signature<'_>,
    descriptor: &str,
) -> Result<(), Interruption> {
    let variable = handle.variable(call)?;
    let mut wanted = handle.coordinates(call.machine);
    wanted.extend(std::iter::repeat_n(variable, mode.values()));
    if wanted.len() != signature.parameters.len() {
        return Err(wrong_type(name, descriptor));
    }
    let program = call.machine.program;
    let fits = |from, to| match handle.is_exact() {
        true => from == to,
        false => converts(program, from, to),
    };
    for (parameter, wanted) in signature.parameters.iter().zip(wanted) {
        if !fits(call.described(parameter)?, wanted) {
            return Err(wrong_type(name, descriptor));
        }
    }
    let result = match mode.result(handle.kind) {
        None => program.primitive(None),
        Some(Kind::Boolean) if mode == Mode::CompareAndSet => {
            program.primitive(Some(Kind::Boolean))
        }
        Some(_) => variable,
    };
    match fits(result, call.described(signature.result)?) {
        true => Ok(()),
        false => Err(wrong_type(name, descriptor)),
    }
}

fn perform(
    call: &mut Call<'_, '_>,
    handle: Handle,
    (name, mode): (&str, Mode),
    arguments: &[(Kind, u64)],
    result: &str,
) -> Outcome {
    let coordinates = match handle.what {
        STATIC => 0,
        INSTANCE => 1,
        _ => 2,
    };
    if arguments.len() != coordinates + mode.values() {
        return Err(wrong_type(name, result));
    }
    let (coordinates, values) = arguments.split_at(coordinates);
    if handle.is_view() {
        let word = view(call, handle, name, coordinates, values)?;
        return conversion::result(call, mode.result(handle.kind), word, result);
    }
    let at = locate(call, handle, coordinates)?;
    let mut words = [0; 2];
    for (word, value) in words.iter_mut().zip(values) {
        *word = convert(call, *value, at.kind)?;
    }
    check_values(call, handle, (name, mode), at, &words[..values.len()])?;
    let word = carry_out(call, (name, mode), at, words)?;
    conversion::result(call, mode.result(at.kind), word, result)
}

/// A plain access to some bytes of an array as one number.
fn view(
    call: &mut Call<'_, '_>,
    handle: Handle,
    name: &str,
    coordinates: &[(Kind, u64)],
    values: &[(Kind, u64)],
) -> Outcome {
    let kind = handle.kind;
    let width = match kind {
        Kind::Boolean | Kind::Byte => 1,
        Kind::Char | Kind::Short => 2,
        Kind::Int | Kind::Float | Kind::Reference => 4,
        Kind::Long | Kind::Double => 8,
    };
    let array = receiver(call, handle, coordinates[0])?;
    let index = convert(call, coordinates[1], Kind::Int)? as i32;
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
            let word = convert(call, values[0], kind)?;
            call.copy_visibly(Span::NONE, span)?;
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

fn carry_out(
    call: &mut Call<'_, '_>,
    (name, mode): (&str, Mode),
    at: Location,
    [one, two]: [u64; 2],
) -> Outcome {
    match (mode, name) {
        (Mode::Update(change), _) => call.update(at, change, one),
        (Mode::Get, "get") => call.load_weakly(at, Ordering::Plain),
        (Mode::Get, "getOpaque") => call.load_weakly(at, Ordering::Atomic),
        (Mode::Get, _) => call.load(at, Ordering::Atomic),
        (Mode::Set, "set") => call.store_weakly(at, Ordering::Plain, one),
        (Mode::Set, "setOpaque") => call.store_weakly(at, Ordering::Atomic, one),
        (Mode::Set, "setRelease") => call.store_release(at, Ordering::Atomic, one),
        (Mode::Set, _) => call.store(at, Ordering::Atomic, one),
        (Mode::CompareAndExchange, _) => call.exchange(at, one, two),
        (Mode::CompareAndSet, _) => call.compare_and_set(at, one, two),
    }
}

/// The location that the coordinates name.
fn locate(
    call: &mut Call<'_, '_>,
    handle: Handle,
    coordinates: &[(Kind, u64)],
) -> Result<Location, Interruption> {
    if handle.what == ARRAY {
        let array = receiver(call, handle, coordinates[0])?;
        let index = convert(call, coordinates[1], Kind::Int)?;
        return call.element(array, index as i32);
    }
    let field = call.machine.program.field(handle.field);
    let object = if handle.what == STATIC {
        if waits(call.machine) {
            call.initialized(field.class)?;
        }
        call.machine.heap.statics(field.class)
    } else {
        receiver(call, handle, coordinates[0])?
    };
    Ok(Location::new(object, field.slot as usize, field.kind))
}

/// The object or array whose variable is accessed.
fn receiver(
    call: &mut Call<'_, '_>,
    handle: Handle,
    (_, word): (Kind, u64),
) -> Result<Ref, Interruption> {
    let object = Ref::from_word(word);
    if object.is_null() {
        return Err(null_pointer());
    }
    let class = match handle.is_view() {
        true => handle.coordinates(call.machine)[0],
        false => handle.class,
    };
    cast(call, object, class)?;
    Ok(object)
}

/// References must be of the variable's type. One that is stored in an array of another class than the
/// handle's must be of the type of that array's elements.
fn check_values(
    call: &mut Call<'_, '_>,
    handle: Handle,
    (name, mode): (&str, Mode),
    at: Location,
    values: &[u64],
) -> Result<(), Interruption> {
    if at.kind != Kind::Reference || values.iter().all(|word| Ref::from_word(*word).is_null()) {
        return Ok(());
    }
    let variable = handle.variable(call)?;
    let array = at.place.object;
    let is_other = handle.what == ARRAY && call.machine.heap.object(array).class != handle.class;
    for (index, word) in values.iter().enumerate() {
        let value = Ref::from_word(*word);
        if value.is_null() {
            continue;
        }
        let is_stored = index + 1 == mode.values();
        if !(is_stored && is_other) || name == "set" {
            cast(call, value, variable)?;
        }
        if is_stored && is_other {
            call.check_store(array, value)?;
        }
    }
    Ok(())
}

/// A value of the call as a variable of a kind holds it.
fn convert(call: &mut Call<'_, '_>, (from, word): (Kind, u64), to: Kind) -> Outcome {
    match (from, to) {
        (Kind::Reference, Kind::Reference) => Ok(word),
        (Kind::Reference, to) => conversion::unboxed(call, Ref::from_word(word), to),
        (_, Kind::Reference) => Err(Interruption::Unsupported(
            "a primitive value for a variable handle of references".into(),
        )),
        (from, to) => widened(from, to, word).ok_or_else(|| wrong_type("a value", "the variable")),
    }
}
