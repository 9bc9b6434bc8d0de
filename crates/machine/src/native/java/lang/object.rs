//! `java.lang.Object`

use program::{ClassId, MethodId};

use crate::execution::invoke::NO_METHOD;
use crate::execution::sync;
use crate::heap::Layout;
use crate::native::java::lang::reflect::method::caller;
use crate::native::registry::Natives;
use crate::native::{Call, Outcome, exception};
use crate::operation::{Operation, Span};
use crate::options::Randomness;
use crate::value::{Ref, int};

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
    identity_hash(call, object)
}

/// How many hash codes are tried for each object. Few objects come in every order in small tables so,
/// and some have the same.
const CODES: u16 = 4;

/// `System.identityHashCode` of something.
pub(crate) fn identity_hash(call: &mut Call<'_, '_>, object: Ref) -> Outcome {
    if is_chosen(call, object) {
        call.visible(Operation::Choose(CODES))?;
        let code = u32::from(call.machine.variant) + 1;
        call.machine.heap.change(object).hash = code;
    }
    Ok(int(call.machine.identity_hash(call.thread, object)))
}

/// Whether the code of an object is still to be chosen. Classes keep theirs, which the library uses
/// for its own tables, and so does what is hashed before the program begins.
fn is_chosen(call: &Call<'_, '_>, object: Ref) -> bool {
    let machine = &call.machine;
    if machine.options.hash == Randomness::Fixed || machine.heap.object(object).hash != 0 {
        return false;
    }
    let program = machine.program;
    let is_own = |method: MethodId| !program.class(program.method(method).class).is_library;
    let frames = machine.threads[call.thread].frames.iter().rev();
    let mut methods = frames
        .map(|frame| frame.method)
        .filter(|method| *method != NO_METHOD);
    let class = &program.class(machine.heap.object(object).class).name;
    &**class != "java/lang/Class" && methods.any(is_own)
}

fn get_class(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    let class = call.machine.heap.object(object).class;
    let class = shown_class(call, class);
    Ok(call.machine.mirror(class).word())
}

/// To the program, the streams of `System` are of the classes that they are of in the JDK.
fn shown_class(call: &mut Call<'_, '_>, class: ClassId) -> ClassId {
    let program = call.machine.program;
    let data = program.class(class);
    let shown = match data.is_library.then_some(&*data.name) {
        Some("heddle/runtime/Console") => "java/io/PrintStream",
        Some("heddle/runtime/DiskInput") => "java/io/BufferedInputStream",
        _ => return class,
    };
    match caller(call) {
        Some(by) if !program.class(by).is_library => call.machine.library_class(shown),
        _ => class,
    }
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
    if call.is_negative(1) {
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
