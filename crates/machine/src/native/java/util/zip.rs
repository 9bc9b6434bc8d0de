//! Checksums of `java.util.zip`.

use program::Kind;

use crate::native::{Call, Interruption, Outcome};
use crate::operation::Span;
use crate::value::int;

fn crc(mut sum: u32, byte: u8) -> u32 {
    sum ^= u32::from(byte);
    for _ in 0..8 {
        sum = if sum & 1 == 0 {
            sum >> 1
        } else {
            sum >> 1 ^ 0xedb8_8320
        };
    }
    sum
}

fn adler(sum: u32, byte: u8) -> u32 {
    let low = ((sum & 0xffff) + u32::from(byte)) % 65521;
    let high = ((sum >> 16) + low) % 65521;
    high << 16 | low
}

/// The bytes of `(sum, array, offset, length)`.
fn bytes(call: &mut Call<'_, '_>) -> Result<Vec<u8>, Interruption> {
    let array = call.object(1)?;
    let (offset, length) = (call.int(2) as usize, call.int(3) as usize);
    call.copy_visibly(Span::new(array, offset, length), Span::NONE)?;
    let object = call.machine.heap.object(array);
    Ok((offset..offset + length)
        .map(|index| object.element(Kind::Byte, index) as u8)
        .collect())
}

/// `CRC32.update(sum, byte)`
pub(crate) fn crc_byte(call: &mut Call<'_, '_>) -> Outcome {
    Ok(int(!crc(!(call.int(0) as u32), call.int(1) as u8) as i32))
}

/// `CRC32.updateBytes(sum, bytes, offset, length)`
pub(crate) fn crc_bytes(call: &mut Call<'_, '_>) -> Outcome {
    let sum = bytes(call)?.into_iter().fold(!(call.int(0) as u32), crc);
    Ok(int(!sum as i32))
}

/// `Adler32.update(sum, byte)`
pub(crate) fn adler_byte(call: &mut Call<'_, '_>) -> Outcome {
    Ok(int(adler(call.int(0) as u32, call.int(1) as u8) as i32))
}

/// `Adler32.updateBytes(sum, bytes, offset, length)`
pub(crate) fn adler_bytes(call: &mut Call<'_, '_>) -> Outcome {
    let sum = bytes(call)?.into_iter().fold(call.int(0) as u32, adler);
    Ok(int(sum as i32))
}
