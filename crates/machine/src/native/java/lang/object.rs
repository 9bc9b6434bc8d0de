//! `java.lang.Object`

use crate::heap::Layout;
use crate::native::registry::Natives;
use crate::native::{Call, Outcome, exception};
use crate::operation::Span;
use crate::sync;
use crate::value::int;

pub(crate) const NATIVES: Natives = &[
    ("hashCode", "()I", hash_code),
    ("getClass", "()Ljava/lang/Class;", get_class),
    ("clone", "()Ljava/lang/Object;", clone),
    ("wait", "(J)V", wait),
    ("wait0", "(J)V", wait),
    ("notify", "()V", notify),
    ("notifyAll", "()V", notify_all),
];

pub(crate) fn hash_code(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    Ok(int(call.machine.identity_hash(call.thread, object)))
}

fn get_class(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    let class = call.machine.heap.object(object).class;
    Ok(call.machine.mirror(class).word())
}

fn clone(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    let program = call.machine.program;
    let class = call.machine.heap.object(object).class;
    let cloneable = program
        .load("java/lang/Cloneable")
        .expect("the JDK has Cloneable");
    if !program.is_subtype(class, cloneable) {
        let name = program.class(class).name.replace('/', ".");
        return Err(exception("java/lang/CloneNotSupportedException", name));
    }
    let found = call.machine.heap.object(object);
    let length = match found.layout {
        Layout::Array(_) => found.length as usize,
        Layout::Fields | Layout::Statics => found.data.len(),
    };
    call.copy_visibly(Span::new(object, 0, length), Span::NONE)?;
    let mut copy = call.machine.heap.object(object).clone();
    copy.flags = 0;
    copy.monitor = 0;
    copy.hash = 0;
    Ok(call.machine.heap.add(copy).word())
}

fn wait(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    let millis = call.long(1);
    if millis < 0 {
        let message = "timeout value is negative";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    sync::wait(call, object, millis.saturating_mul(1_000_000))
}

fn notify(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::notify(call, object)
}

fn notify_all(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::notify_all(call, object)
}
