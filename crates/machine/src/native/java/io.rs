//! `java.io`: the files of the checked program are its own, and part of the state. Beside them it
//! can read the JDK's files in `lib` and `conf`, such as its time zones: `java.home` is the root,
//! for the program. The standard output and error go where the console's text goes.

pub(crate) mod disk;

use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, nothing};

pub(crate) const FILE_INPUT: Natives = &[("isRegularFile0", "*", crate::native::yes)];

pub(crate) const FILE_DESCRIPTOR: Natives = &[
    ("getHandle", "*", nothing),
    ("getAppend", "*", nothing),
    ("sync", "*", nothing),
    ("sync0", "*", nothing),
    // Its field holds what the descriptor stands for, see `disk.rs`.
    ("registerCleanup", "*", nothing),
    ("unregisterCleanup", "*", nothing),
];

pub(crate) const FILE_CLEANABLE: Natives =
    &[("register", "*", nothing), ("unregister", "*", nothing)];

/// The content of a file of the JDK, if this is one.
fn jdk_file(call: &Call<'_, '_>, path: &str) -> Option<Vec<u8>> {
    let inside = path.trim_start_matches('/');
    let allowed = ["lib/", "conf/"]
        .iter()
        .any(|directory| inside.starts_with(directory));
    let jdk = call.machine.program.class_path().jdk();
    let jdk = jdk.filter(|_| allowed && !inside.split('/').any(|part| part == ".."))?;
    std::fs::read(jdk.home().join(inside)).ok()
}

/// Throws `IOException`.
fn io_exception(message: &str) -> Interruption {
    crate::native::exception("java/io/IOException", message)
}

/// The result of a native that gives a status.
fn status(result: Result<(), disk::Status>) -> Outcome {
    Ok(result.err().map_or(0, |status| status as u64))
}
