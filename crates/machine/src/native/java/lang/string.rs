//! `java.lang.String` and its helpers.
//!
//! The hash code is computed at every call and never kept, so that the JDK's benign race on it does
//! not exist here.

use program::Kind;

use crate::native::java::lang::reflect::method;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Outcome, nothing};
use crate::operation::Operation;
use crate::time::stamps::WHOLE;
use crate::value::{Ref, boolean, int};

pub(crate) const STRING: Natives = &[
    ("hashCode", "()I", hash_code),
    ("equals", "(Ljava/lang/Object;)Z", equals),
    ("intern", "()Ljava/lang/String;", intern),
];

pub(crate) const UTF16: Natives = &[("isBigEndian", "()Z", nothing)];

/// `(bytes, coder)` of a string.
fn parts(call: &mut Call<'_, '_>, string: Ref) -> (Ref, u64) {
    let value = call.slot("java/lang/String", "value");
    let coder = call.slot("java/lang/String", "coder");
    let object = call.machine.heap.object(string);
    (Ref::from_word(object.data[value]), object.data[coder])
}

fn hash_code(call: &mut Call<'_, '_>) -> Outcome {
    let string = call.object(0)?;
    let (bytes, coder) = parts(call, string);
    let bytes = call.machine.heap.object(bytes);
    call.machine.times.result = bytes.stamp(WHOLE);
    let byte = |index| bytes.element(Kind::Byte, index) as u8;
    let mut hash = 0i32;
    if coder == 0 {
        for index in 0..bytes.length as usize {
            hash = hash.wrapping_mul(31).wrapping_add(i32::from(byte(index)));
        }
    } else {
        for index in 0..bytes.length as usize / 2 {
            let unit = u16::from_le_bytes([byte(2 * index), byte(2 * index + 1)]);
            hash = hash.wrapping_mul(31).wrapping_add(i32::from(unit));
        }
    }
    Ok(int(hash))
}

fn equals(call: &mut Call<'_, '_>) -> Outcome {
    let (one, other) = (call.object(0)?, call.reference(1));
    if one == other {
        return Ok(1);
    }
    let heap = &call.machine.heap;
    if other.is_null() || heap.object(other).class != heap.object(one).class {
        return Ok(0);
    }
    let (one, other) = (parts(call, one), parts(call, other));
    let heap = &call.machine.heap;
    let (left, right) = (heap.object(one.0), heap.object(other.0));
    let equal = one.1 == other.1 && left.length == right.length && left.data == right.data;
    let stamps = [left.stamp(WHOLE), right.stamp(WHOLE)];
    for stamp in stamps {
        call.machine.times.note_used(stamp);
    }
    Ok(boolean(equal))
}

/// `intern()`: the literal of this text, if the program has one. Of another text that the program's own
/// code asks for, the first string that was interned.
fn intern(call: &mut Call<'_, '_>) -> Outcome {
    let string = call.object(0)?;
    let units = call.machine.heap.text(string);
    let text = String::from_utf16_lossy(&units);
    let class = method::caller(call);
    let is_own = class.is_some_and(|class| !call.machine.program.class(class).is_library);
    if !string.is_heap() || !is_own || call.machine.known.texts.contains(&text) {
        let id = call.machine.program.string_id(&units);
        return Ok(call.machine.heap.string(id).word());
    }
    let place = call.machine.static_place(FIXED, "interned");
    let (statics, slot) = place.expect("the support class has the table");
    let at = Location::new(statics, slot, Kind::Reference);
    call.before(at, Operation::Update(at.place))?;
    let table = call.machine.heap.reference(statics, slot);
    let mut strings = Vec::new();
    if !table.is_null() {
        let object = call.machine.heap.object(table);
        let elements = 0..object.length as usize;
        strings.extend(elements.map(|it| Ref::from_word(object.element(Kind::Reference, it))));
    }
    for known in &strings {
        if call.machine.heap.text(*known) == units {
            return Ok(known.word());
        }
    }
    strings.push(string);
    let table = call.new_array_of("java/lang/String", &strings)?;
    call.machine.heap.freeze_array(Ref::from_word(table));
    call.machine.poke(call.thread, at, table);
    Ok(string.word())
}

const FIXED: &str = "heddle/runtime/Fixed";
