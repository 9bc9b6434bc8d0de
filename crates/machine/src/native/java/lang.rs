//! Natives of `java.lang`.

use crate::boot::BootError;
use crate::machine::Machine;

pub(super) mod object;
pub(super) mod thread;

/// Sets up what the JDK's start-up would.
pub(crate) fn prepare(machine: &mut Machine<'_>) -> Result<(), BootError> {
    let system = machine.construct_early("java/lang/ThreadGroup", "()V", Vec::new())?;
    let name = machine
        .heap
        .new_string(&"main".encode_utf16().collect::<Vec<_>>());
    let group = machine.construct_early(
        "java/lang/ThreadGroup",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
        vec![system.word(), name.word()],
    )?;
    let main = machine.threads[0].object;
    machine.call_early(
        "java/lang/Thread",
        "<init>",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
        vec![main.word(), group.word(), name.word()],
    )
}
