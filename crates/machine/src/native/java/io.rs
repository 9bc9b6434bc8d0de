//! `java.io`: the checked program has no files. What can be read are the JDK's own files in `lib`
//! and `conf`, such as its time zones: `java.home` is the root, for the program. The standard input
//! is empty; the standard output and error go where the console's text goes.

use program::Kind;

use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, nothing};
use crate::operation::Operation;
use crate::value::{Ref, int};

pub(crate) const FILE_INPUT: Natives = &[
    ("open0", "*", open),
    ("read0", "*", read),
    ("readBytes", "*", read_bytes),
    ("available0", "*", available),
    ("skip0", "*", skip),
    ("length0", "*", length),
    ("position0", "*", position),
    ("isRegularFile0", "*", crate::native::yes),
];

pub(crate) const FILE_OUTPUT: Natives =
    &[("write", "(IZ)V", write), ("writeBytes", "*", write_bytes)];

pub(crate) const FILE_DESCRIPTOR: Natives = &[
    ("close0", "*", nothing),
    ("getHandle", "*", nothing),
    ("getAppend", "*", nothing),
];

pub(crate) const FILE_CLEANABLE: Natives =
    &[("register", "*", nothing), ("unregister", "*", nothing)];

/// `open0(name)`
fn open(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(1)?;
    jdk_file(call, &name)?;
    set_position(call, 0)?;
    Ok(0)
}

/// The descriptor of the stream, whose `handle` is the position.
fn descriptor(call: &mut Call<'_, '_>) -> Result<Ref, Interruption> {
    let stream = call.object(0)?;
    let slot = call.slot("java/io/FileInputStream", "fd");
    Ok(call.machine.heap.reference(stream, slot))
}

fn set_position(call: &mut Call<'_, '_>, position: usize) -> Result<(), Interruption> {
    let descriptor = descriptor(call)?;
    let slots = ["fd", "handle"].map(|field| call.slot("java/io/FileDescriptor", field));
    call.machine.heap.set_word(descriptor, slots[0], 3);
    call.machine
        .heap
        .set_word(descriptor, slots[1], position as u64);
    Ok(())
}

fn current(call: &mut Call<'_, '_>) -> Result<usize, Interruption> {
    let descriptor = descriptor(call)?;
    let slot = call.slot("java/io/FileDescriptor", "handle");
    Ok(call.machine.heap.object(descriptor).data[slot] as usize)
}

/// A file of the JDK; every other is refused.
fn jdk_file(call: &Call<'_, '_>, name: &str) -> Result<Vec<u8>, Interruption> {
    let inside = name.trim_start_matches('/');
    let allowed = ["lib/", "conf/"]
        .iter()
        .any(|directory| inside.starts_with(directory))
        && !inside.contains("..");
    let jdk = call.machine.program.class_path().jdk();
    let read = jdk
        .filter(|_| allowed)
        .map(|jdk| std::fs::read(jdk.home().join(inside)));
    match read {
        Some(Ok(bytes)) => Ok(bytes),
        _ => Err(Interruption::Unsupported(format!(
            "the program reads the file {name}; checked programs have no files"
        ))),
    }
}

/// The whole file of the stream.
fn content(call: &mut Call<'_, '_>) -> Result<Vec<u8>, Interruption> {
    let stream = call.object(0)?;
    let slot = call.slot("java/io/FileInputStream", "path");
    let path = call.machine.heap.reference(stream, slot);
    if path.is_null() {
        return match number(call, "java/io/FileInputStream")? {
            0 => Ok(Vec::new()),
            _ => Err(no_such_stream()),
        };
    }
    let path = String::from_utf16_lossy(&call.machine.heap.text(path));
    jdk_file(call, &path)
}

fn read(call: &mut Call<'_, '_>) -> Outcome {
    let (content, position) = (content(call)?, current(call)?);
    let Some(byte) = content.get(position) else {
        return Ok(int(-1));
    };
    set_position(call, position + 1)?;
    Ok(u64::from(*byte))
}

/// `readBytes(bytes, offset, length)`
fn read_bytes(call: &mut Call<'_, '_>) -> Outcome {
    let array = call.object(1)?;
    let (offset, length) = (call.int(2) as usize, call.int(3) as usize);
    let (content, position) = (content(call)?, current(call)?);
    let count = length.min(content.len().saturating_sub(position));
    if count == 0 {
        return Ok(int(-1));
    }
    let object = call.machine.heap.change(array);
    for (index, byte) in content[position..position + count].iter().enumerate() {
        object.set_element(Kind::Byte, offset + index, u64::from(*byte));
    }
    set_position(call, position + count)?;
    Ok(count as u64)
}

fn available(call: &mut Call<'_, '_>) -> Outcome {
    let (content, position) = (content(call)?, current(call)?);
    Ok(content.len().saturating_sub(position) as u64)
}

/// `skip0(count)`
fn skip(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.long(1).max(0);
    let position = current(call)?;
    set_position(call, position + count as usize)?;
    Ok(count as u64)
}

fn length(call: &mut Call<'_, '_>) -> Outcome {
    Ok(content(call)?.len() as u64)
}

fn position(call: &mut Call<'_, '_>) -> Outcome {
    Ok(current(call)? as u64)
}

/// The number of a stream's descriptor.
fn number(call: &mut Call<'_, '_>, class: &str) -> Result<i32, Interruption> {
    let stream = call.object(0)?;
    let slot = call.slot(class, "fd");
    let descriptor = call.machine.heap.reference(stream, slot);
    let slot = call.slot("java/io/FileDescriptor", "fd");
    Ok(call.machine.heap.object(descriptor).data[slot] as i32)
}

fn no_such_stream() -> Interruption {
    Interruption::Unsupported("a stream that is no file of the JDK".to_owned())
}

fn print(call: &mut Call<'_, '_>, bytes: &[u8]) -> Outcome {
    if !matches!(number(call, "java/io/FileOutputStream")?, 1 | 2) {
        return Err(no_such_stream());
    }
    if call.machine.options.observe_output {
        call.visible(Operation::Print)?;
    }
    let text = String::from_utf8_lossy(bytes);
    call.machine.output.extend(text.encode_utf16());
    Ok(0)
}

/// `write(byte, append)`
fn write(call: &mut Call<'_, '_>) -> Outcome {
    let byte = call.int(1) as u8;
    print(call, &[byte])
}

/// `writeBytes(bytes, offset, length, append)`
fn write_bytes(call: &mut Call<'_, '_>) -> Outcome {
    let array = call.object(1)?;
    let (offset, length) = (call.int(2) as usize, call.int(3) as usize);
    let object = call.machine.heap.object(array);
    let end = (offset + length).min(object.length as usize);
    let bytes: Vec<u8> = (offset..end)
        .map(|index| object.element(Kind::Byte, index) as u8)
        .collect();
    print(call, &bytes)
}
