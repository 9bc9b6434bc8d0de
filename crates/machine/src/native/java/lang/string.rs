//! `java.lang.String` and its helpers.
//!
//! The hash code is computed at every call and never kept, so that the JDK's benign race on it does
//! not exist here.

use program::Kind;

use crate::native::registry::Natives;
use crate::native::{Call, Outcome, nothing};
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
    Ok(boolean(equal))
}

fn intern(call: &mut Call<'_, '_>) -> Outcome {
    let string = call.object(0)?;
    let units = call.machine.heap.text(string);
    let id = call.machine.program.string_id(&units);
    Ok(call.machine.heap.string(id).word())
}
