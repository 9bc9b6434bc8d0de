//! `java.lang.Thread`

use crate::native::registry::Natives;
use crate::native::{Call, Outcome, exception};
use crate::operation::Operation;
use crate::sync;
use crate::value::boolean;

pub(crate) const NATIVES: Natives = &[
    ("registerNatives", "()V", nothing),
    ("currentThread", "()Ljava/lang/Thread;", current_thread),
    (
        "currentCarrierThread",
        "()Ljava/lang/Thread;",
        current_thread,
    ),
    ("start", "()V", start),
    ("isAlive", "()Z", is_alive),
    ("sleep", "(J)V", sleep_millis),
    ("yield", "()V", nothing),
    ("onSpinWait", "()V", nothing),
    ("interrupt0", "()V", interrupt),
    ("setPriority0", "(I)V", nothing),
    ("setNativeName", "(Ljava/lang/String;)V", nothing),
    ("clearInterruptEvent", "()V", nothing),
    ("holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
];

fn nothing(_: &mut Call<'_, '_>) -> Outcome {
    Ok(0)
}

fn current_thread(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.machine.threads[call.thread].object.word())
}

fn start(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::start(call, object)
}

fn is_alive(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    call.visible_on(object, Operation::Observe(object))?;
    Ok(boolean(call.machine.thread_of(object).is_some()))
}

fn sleep_millis(call: &mut Call<'_, '_>) -> Outcome {
    let millis = call.long(0);
    if millis < 0 {
        let message = "timeout value is negative";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    sync::sleep(call, millis.saturating_mul(1_000_000))
}

fn interrupt(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::interrupt(call, object)
}

fn holds_lock(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    Ok(boolean(
        call.machine.monitor(object).owner() == Some(call.thread),
    ))
}
