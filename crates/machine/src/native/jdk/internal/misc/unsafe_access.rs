//! `jdk.internal.misc.Unsafe`
//!
//! The offset of a field is 16 and eight times its slot; statics are reached through the mirror of
//! their class, at offsets from [`STATIC_BASE`] on. The offset of an array element is 16 and its
//! index times the size of an element, as code that computes shifts from it expects. Memory outside
//! of the heap does not exist.
//!
//! All updates are one operation, also those that the JDK writes as loops around a weak
//! compare-and-set; a weak one never fails without reason.

use program::{FieldId, Kind, MethodId};

use crate::execution::invoke::NO_METHOD;
use crate::execution::sync;
use crate::heap::Layout;
use crate::native::java::lang::invoke::var_handle::{
    acquire_fence, full_fence, load_load_fence, release_fence, store_store_fence,
};
use crate::native::memory::{Change, Location};
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Native, Outcome, exception, nothing};
use crate::operation::{Ordering, Span};
use crate::options::Timeouts;
use crate::value::{Ref, Space, boolean, int, narrow};

/// Where fields and elements begin.
const BASE: i64 = 16;
/// Where statics begin.
const STATIC_BASE: i64 = 1 << 20;

pub(crate) const NATIVES: Natives = &[
    ("registerNatives", "()V", nothing),
    ("arrayBaseOffset0", "*", array_base),
    ("arrayIndexScale0", "*", array_scale),
    ("addressSize0", "*", address_size),
    ("pageSize", "*", page_size),
    ("isBigEndian0", "*", nothing),
    ("unalignedAccess0", "*", nothing),
    ("objectFieldOffset0", "*", field_offset),
    ("objectFieldOffset1", "*", named_field_offset),
    ("knownObjectFieldOffset0", "*", named_field_offset),
    (
        "objectFieldOffset",
        "(Ljava/lang/Class;Ljava/lang/String;)J",
        named_field_offset,
    ),
    ("staticFieldOffset0", "*", field_offset),
    ("staticFieldBase0", "*", static_base),
    ("shouldBeInitialized0", "*", should_be_initialized),
    ("ensureClassInitialized0", "*", ensure_initialized),
    ("ensureClassInitialized", "*", ensure_initialized),
    ("allocateInstance", "*", allocate_instance),
    ("allocateUninitializedArray0", "*", allocate_array),
    ("allocateUninitializedArray", "*", allocate_array),
    ("throwException", "*", throw_exception),
    ("park", "(ZJ)V", park),
    ("unpark", "(Ljava/lang/Object;)V", unpark),
    ("fullFence", "()V", full_fence),
    ("loadFence", "()V", acquire_fence),
    ("storeFence", "()V", release_fence),
    ("loadLoadFence", "()V", load_load_fence),
    ("storeStoreFence", "()V", store_store_fence),
    ("setMemory0", "*", set_memory),
    ("copyMemory0", "*", copy_memory),
    ("copySwapMemory0", "*", copy_swapped),
    ("getLoadAverage0", "*", no_load_average),
];

/// The memory accesses: their names are composed of action, type and mode.
pub(crate) fn find(name: &str, descriptor: &str) -> Option<Native> {
    if !descriptor.starts_with("(Ljava/lang/Object;J") {
        return None;
    }
    let actions: [(&str, Native, Native); 10] = [
        ("compareAndSet", compare_and_set, compare_and_set),
        ("weakCompareAndSet", compare_and_set, compare_and_set),
        (
            "compareAndExchange",
            compare_and_exchange,
            compare_and_exchange,
        ),
        ("getAndSet", get_and_set, get_and_set),
        ("getAndAdd", get_and_add, get_and_add),
        ("getAndBitwiseOr", get_and_or, get_and_or),
        ("getAndBitwiseAnd", get_and_and, get_and_and),
        ("getAndBitwiseXor", get_and_xor, get_and_xor),
        ("get", get_plain, get_atomic),
        ("put", put_plain, put_weak),
    ];
    let types = [
        "Boolean",
        "Byte",
        "Char",
        "Short",
        "Int",
        "Long",
        "Float",
        "Double",
        "Reference",
        "Object",
    ];
    let modes = ["", "Plain", "Opaque", "Acquire", "Release", "Volatile"];
    for (action, plain, atomic) in actions {
        let Some(rest) = name.strip_prefix(action) else {
            continue;
        };
        for kind in types {
            if let Some(mode) = rest.strip_prefix(kind)
                && modes.contains(&mode)
            {
                return Some(match mode {
                    "" => plain,
                    "Volatile" if action == "put" => put_atomic,
                    "Release" if action == "put" => put_release,
                    "Opaque" if action == "get" => get_opaque,
                    _ => atomic,
                });
            }
        }
    }
    None
}

fn get_plain(call: &mut Call<'_, '_>) -> Outcome {
    get(call, Ordering::Plain, true)
}

fn get_opaque(call: &mut Call<'_, '_>) -> Outcome {
    get(call, Ordering::Atomic, true)
}

fn get_atomic(call: &mut Call<'_, '_>) -> Outcome {
    get(call, Ordering::Atomic, false)
}

fn get(call: &mut Call<'_, '_>, ordering: Ordering, is_weak: bool) -> Outcome {
    match target(call)? {
        Target::Whole(at) if is_own(call, at) => Ok(call.machine.peek(at)),
        Target::Whole(at) if is_weak => call.load_weakly(at, ordering),
        Target::Whole(at) => call.load(at, ordering),
        Target::Bytes(at, start) => {
            let width = width(access_kind(call));
            call.copy_visibly(span(at, start, width), Span::NONE)?;
            let object = call.machine.heap.object(at.place.object);
            let mut word = 0;
            for byte in 0..width {
                word |= raw_byte(&object.data, start + byte) << (8 * byte);
            }
            Ok(narrow(access_kind(call), word))
        }
    }
}

fn put_plain(call: &mut Call<'_, '_>) -> Outcome {
    put(call, |call, at, word| {
        call.store_weakly(at, Ordering::Plain, word)
    })
}

fn put_weak(call: &mut Call<'_, '_>) -> Outcome {
    put(call, |call, at, word| {
        call.store_weakly(at, Ordering::Atomic, word)
    })
}

fn put_release(call: &mut Call<'_, '_>) -> Outcome {
    put(call, |call, at, word| {
        call.store_release(at, Ordering::Atomic, word)
    })
}

fn put_atomic(call: &mut Call<'_, '_>) -> Outcome {
    put(call, |call, at, word| {
        call.store(at, Ordering::Atomic, word)
    })
}

fn put(
    call: &mut Call<'_, '_>,
    store: impl Fn(&mut Call<'_, '_>, Location, u64) -> Outcome,
) -> Outcome {
    let word = call.arguments[3];
    match target(call)? {
        Target::Whole(at) if is_own(call, at) => {
            let slot = at.place.slot as usize;
            call.machine.heap.change(at.place.object).data[slot] = narrow(at.kind, word);
            Ok(0)
        }
        Target::Whole(at) => store(call, at, word),
        Target::Bytes(at, start) => {
            let width = width(access_kind(call));
            call.copy_visibly(Span::NONE, span(at, start, width))?;
            let object = call.machine.heap.change(at.place.object);
            for byte in 0..width {
                let position = start + byte;
                let shift = (position % 8) * 8;
                let cell = &mut object.data[position / 8];
                *cell = (*cell & !(0xff << shift)) | ((word >> (8 * byte)) & 0xff) << shift;
            }
            Ok(0)
        }
    }
}

fn compare_and_set(call: &mut Call<'_, '_>) -> Outcome {
    let at = whole(call)?;
    call.compare_and_set(at, call.arguments[3], call.arguments[4])
}

fn compare_and_exchange(call: &mut Call<'_, '_>) -> Outcome {
    let at = whole(call)?;
    call.exchange(at, call.arguments[3], call.arguments[4])
}

fn get_and_set(call: &mut Call<'_, '_>) -> Outcome {
    change(call, Change::Set)
}

fn get_and_add(call: &mut Call<'_, '_>) -> Outcome {
    change(call, Change::Add)
}

fn get_and_or(call: &mut Call<'_, '_>) -> Outcome {
    change(call, Change::Or)
}

fn get_and_and(call: &mut Call<'_, '_>) -> Outcome {
    change(call, Change::And)
}

fn get_and_xor(call: &mut Call<'_, '_>) -> Outcome {
    change(call, Change::Xor)
}

fn change(call: &mut Call<'_, '_>, change: Change) -> Outcome {
    let at = whole(call)?;
    call.update(at, change, call.arguments[3])
}

/// What an object and an offset name.
enum Target {
    /// A field, static or element.
    Whole(Location),
    /// Some bytes of a primitive array that are no element of it; the first, for the operation,
    /// and the position of the first byte.
    Bytes(Location, usize),
}

/// Fields of `Thread` that only the thread itself uses, though the object is shared.
fn is_own(call: &mut Call<'_, '_>, at: Location) -> bool {
    if at.place.object != call.machine.threads[call.thread].object {
        return false;
    }
    let slot = at.place.slot as usize;
    [
        "threadLocalRandomSeed",
        "threadLocalRandomProbe",
        "threadLocalRandomSecondarySeed",
    ]
    .iter()
    .any(|field| call.machine.find_field_slot("java/lang/Thread", field) == Some(slot))
}

/// The elements that have so many bytes of an array, from the one at `at` on.
fn span(at: Location, start: usize, bytes: usize) -> Span {
    let first = at.place.slot as usize;
    let end = (start + bytes).div_ceil(width(at.kind));
    Span::new(at.place.object, first, end.saturating_sub(first))
}

fn whole(call: &mut Call<'_, '_>) -> Result<Location, Interruption> {
    match target(call)? {
        Target::Whole(at) => Ok(at),
        Target::Bytes(..) => Err(Interruption::Unsupported(
            "an atomic update of a part of an array element".into(),
        )),
    }
}

fn target(call: &mut Call<'_, '_>) -> Result<Target, Interruption> {
    let object = call.reference(1);
    let offset = call.long(2);
    let stamp = call.stamp_of(offset as u64);
    call.machine.times.note_used(stamp);
    if object.is_null() {
        return Err(Interruption::Unsupported(
            "memory outside of the Java heap".into(),
        ));
    }
    let program = call.machine.program;
    if offset >= STATIC_BASE && object.space() == Space::Mirror {
        let class = object.class_id().expect("a mirror has a class");
        let slot = ((offset - STATIC_BASE) / 8) as usize;
        let kind = program.class(class).static_slots[slot];
        let statics = call.machine.heap.statics(class);
        return Ok(Target::Whole(Location::new(statics, slot, kind)));
    }
    let found = call.machine.heap.object(object);
    match found.layout {
        Layout::Array(kind) => {
            let start = usize::try_from(offset - BASE).map_err(|_| wild(offset))?;
            let scale = width(kind);
            let access = access_kind(call);
            let found = call.machine.heap.object(object);
            if start + width(access) > found.length as usize * scale {
                return Err(wild(offset));
            }
            let at = Location::new(object, start / scale, kind);
            if start.is_multiple_of(scale) && width(access) == scale {
                return Ok(Target::Whole(at));
            }
            if kind == Kind::Reference || access == Kind::Reference {
                return Err(wild(offset));
            }
            Ok(Target::Bytes(at, start))
        }
        Layout::Fields => {
            let slot = ((offset - BASE) / 8) as usize;
            let kinds = &program.class(found.class).instance_slots;
            let kind = *kinds.get(slot).ok_or_else(|| wild(offset))?;
            Ok(Target::Whole(Location::new(object, slot, kind)))
        }
        Layout::Statics => Err(wild(offset)),
    }
}

fn wild(offset: i64) -> Interruption {
    Interruption::Unsupported(format!(
        "Unsafe access at offset {offset}, where nothing is"
    ))
}

/// The kind of the value that the method reads or writes.
fn access_kind(call: &Call<'_, '_>) -> Kind {
    let method = call.machine.program.method(call.method);
    method
        .parameters
        .get(3)
        .copied()
        .or(method.result)
        .unwrap_or(Kind::Long)
}

fn width(kind: Kind) -> usize {
    match kind {
        Kind::Boolean | Kind::Byte => 1,
        Kind::Char | Kind::Short => 2,
        Kind::Int | Kind::Float | Kind::Reference => 4,
        Kind::Long | Kind::Double => 8,
    }
}

fn raw_byte(data: &[u64], position: usize) -> u64 {
    (data[position / 8] >> ((position % 8) * 8)) & 0xff
}

fn array_base(_: &mut Call<'_, '_>) -> Outcome {
    Ok(BASE as u64)
}

fn array_scale(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    match call.machine.program.class(class).shape {
        program::ClassShape::Array { kind, .. } => Ok(width(kind) as u64),
        _ => Err(exception(
            "java/lang/InvalidClassException",
            "not an array class",
        )),
    }
}

fn address_size(_: &mut Call<'_, '_>) -> Outcome {
    Ok(8)
}

fn page_size(_: &mut Call<'_, '_>) -> Outcome {
    Ok(4096)
}

/// The instance slot that the offset of a field names.
pub(crate) fn slot_of_offset(offset: i64) -> Option<u16> {
    let past = offset - BASE;
    let is_field = past >= 0 && past % 8 == 0 && offset < STATIC_BASE;
    is_field.then(|| u16::try_from(past / 8).ok()).flatten()
}

fn offset_of(call: &Call<'_, '_>, field: FieldId) -> u64 {
    let field = call.machine.program.field(field);
    let base = if field.is_static { STATIC_BASE } else { BASE };
    (base + 8 * i64::from(field.slot)) as u64
}

/// `objectFieldOffset0(field)`, `staticFieldOffset0(field)`: of an instance field and of a static one.
fn field_offset(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(1)?;
    let field = call.machine.reflected_field(object);
    let program = call.machine.program;
    let wants_static = program.method(call.method).name.starts_with("static");
    if program.field(field).is_static != wants_static {
        return Err(wrong_sort());
    }
    Ok(offset_of(call, field))
}

fn wrong_sort() -> Interruption {
    Interruption::ThrowNew("java/lang/IllegalArgumentException", None)
}

fn named_field_offset(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    let name = call.text(2)?;
    let program = call.machine.program;
    let fields = program.class(class).fields.iter();
    let field = fields
        .copied()
        .find(|field| *program.field(*field).name == *name);
    let Some(field) = field else {
        return Err(exception("java/lang/InternalError", name));
    };
    Ok(offset_of(call, field))
}

fn static_base(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(1)?;
    let field = call.machine.reflected_field(object);
    let field = call.machine.program.field(field);
    if !field.is_static {
        return Err(wrong_sort());
    }
    Ok(call.machine.mirror(field.class).word())
}

fn should_be_initialized(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    Ok(boolean(!call.machine.is_initialized(class)))
}

fn ensure_initialized(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    call.initialized(class)?;
    Ok(0)
}

fn allocate_instance(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    call.initialized(class)?;
    Ok(call.machine.heap.new_object(class).word())
}

fn allocate_array(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(1)?;
    let length = call.int(2);
    if length < 0 {
        return Err(exception(
            "java/lang/IllegalArgumentException",
            "Negative length",
        ));
    }
    let array = call.machine.program.array_of(class);
    call.new_array(array, length as usize).map(Ref::word)
}

fn throw_exception(call: &mut Call<'_, '_>) -> Outcome {
    let thrown = call.object(1)?;
    Err(Interruption::Throw(thrown))
}

/// `park(isAbsolute, time)`
fn park(call: &mut Call<'_, '_>) -> Outcome {
    let time = call.long(2);
    if call.int(1) == 0 {
        return sync::park(call, time.max(0));
    }
    call.machine.ambient.clock = true;
    let now = crate::time::clock::Moment::now(true).shown(call.machine.shift()) / 1_000_000;
    let left = time.saturating_sub(now);
    if left <= 0 {
        return Ok(0);
    }
    if is_keep_alive(call) {
        return sync::park(call, 0);
    }
    sync::park(call, left.saturating_mul(1_000_000))
}

/// Whether an idle worker of a fork-join pool rests here, until it is no longer kept alive. Where
/// waits may end at any moment that time does not run out: it is a minute by default, the program
/// did not ask for it, and the library relies on its length. (`ForkJoinPool.signalWork` of JDK 25
/// gives up on a worker that leaves between its two reads, and so loses a task.) As such workers are
/// daemons, no program waits for their end; one that is none is treated like any other thread.
fn is_keep_alive(call: &Call<'_, '_>) -> bool {
    let thread = &call.machine.threads[call.thread];
    let program = call.machine.program;
    let methods = thread.frames.iter().rev().map(|frame| frame.method);
    let mut callers = methods.filter(|method| *method != NO_METHOD).take(2);
    let is_rest = |method: MethodId| {
        let method = program.method(method);
        let class = &program.class(method.class).name;
        (&**class, &*method.name) == ("java/util/concurrent/ForkJoinPool", "awaitWork")
    };
    call.machine.options.timeouts == Timeouts::Any && thread.daemon && callers.any(is_rest)
}

fn unpark(call: &mut Call<'_, '_>) -> Outcome {
    let target = call.reference(1);
    sync::unpark(call, target)
}

fn no_load_average(_: &mut Call<'_, '_>) -> Outcome {
    Ok(int(-1))
}

/// `setMemory0(object, offset, bytes, value)`, inside one primitive array.
fn set_memory(call: &mut Call<'_, '_>) -> Outcome {
    let (object, offset) = (call.reference(1), call.long(2));
    let (bytes, value) = (call.long(3), call.arguments[4] & 0xff);
    let at = byte_range(call, object, offset, bytes)?;
    let start = (offset - BASE) as usize;
    call.copy_visibly(Span::NONE, span(at, start, bytes as usize))?;
    let target = call.machine.heap.change(object);
    for position in (offset - BASE) as usize..(offset - BASE + bytes) as usize {
        let shift = (position % 8) * 8;
        let cell = &mut target.data[position / 8];
        *cell = (*cell & !(0xff << shift)) | value << shift;
    }
    Ok(0)
}

/// `copyMemory0(source, offset, target, offset, bytes)`, between primitive arrays.
fn copy_memory(call: &mut Call<'_, '_>) -> Outcome {
    copy_bytes(call, 1)
}

/// `copySwapMemory0(source, offset, target, offset, bytes, size)`: the same, the bytes of each element of
/// this size in the opposite order.
fn copy_swapped(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.long(6) as usize;
    if !matches!(size, 2 | 4 | 8) || !(call.long(5) as usize).is_multiple_of(size) {
        return Err(wild(call.long(6)));
    }
    copy_bytes(call, size)
}

fn copy_bytes(call: &mut Call<'_, '_>, size: usize) -> Outcome {
    let (source, from) = (call.reference(1), call.long(2));
    let (target, to) = (call.reference(3), call.long(4));
    let bytes = call.long(5);
    let read = byte_range(call, source, from, bytes)?;
    let write = byte_range(call, target, to, bytes)?;
    let span = |at: Location, offset: i64| span(at, (offset - BASE) as usize, bytes as usize);
    call.copy_visibly(span(read, from), span(write, to))?;
    let data = &call.machine.heap.object(source).data;
    let first = (from - BASE) as usize;
    // An offset within an element is turned round; with a size of 1 there is nothing to turn.
    let copied: Vec<u64> = (0..bytes as usize)
        .map(|byte| raw_byte(data, first + byte / size * size + (size - 1 - byte % size)))
        .collect();
    let object = call.machine.heap.change(target);
    for (index, byte) in copied.into_iter().enumerate() {
        let position = (to - BASE) as usize + index;
        let shift = (position % 8) * 8;
        let cell = &mut object.data[position / 8];
        *cell = (*cell & !(0xff << shift)) | byte << shift;
    }
    Ok(0)
}

fn byte_range(
    call: &mut Call<'_, '_>,
    object: Ref,
    offset: i64,
    bytes: i64,
) -> Result<Location, Interruption> {
    if object.is_null() {
        return Err(Interruption::Unsupported(
            "memory outside of the Java heap".into(),
        ));
    }
    let found = call.machine.heap.object(object);
    match found.layout {
        Layout::Array(kind) if kind != Kind::Reference => {
            let size = found.length as i64 * width(kind) as i64;
            if offset < BASE || bytes < 0 || offset - BASE + bytes > size {
                return Err(wild(offset));
            }
            let last = (found.length as usize).saturating_sub(1);
            let index = ((offset - BASE) as usize / width(kind)).min(last);
            Ok(Location::new(object, index, kind))
        }
        _ => Err(wild(offset)),
    }
}
