//! Small natives of `java.util`, `java.security`, `java.text` and `java.lang.ref`.

use program::Kind;

use crate::native::memory::Location;
use crate::native::{Call, Interruption, Invocation, Outcome};
use crate::operation::Ordering;
use crate::thread::After;
use crate::value::int;

pub(crate) mod logging;
pub(crate) mod random;
pub(crate) mod zip;

fn referent(call: &mut Call<'_, '_>) -> Result<Location, Interruption> {
    let reference = call.object(0)?;
    let slot = call.slot("java/lang/ref/Reference", "referent");
    Ok(Location::new(reference, slot, Kind::Reference))
}

/// `Reference.refersTo0(object)`
pub(crate) fn refers_to(call: &mut Call<'_, '_>) -> Outcome {
    let at = referent(call)?;
    let word = call.load(at, Ordering::Plain)?;
    Ok(u64::from(word == call.arguments[1]))
}

/// `Reference.clear0()`
pub(crate) fn clear_reference(call: &mut Call<'_, '_>) -> Outcome {
    let at = referent(call)?;
    call.store(at, Ordering::Plain, 0)
}

/// `Cleaner.create(…)`: one without a thread.
pub(crate) fn new_cleaner(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.library_class("java/lang/ref/Cleaner");
    Ok(call.machine.heap.new_object(class).word())
}

/// `AccessController.doPrivileged(action, …)`: runs the action.
pub(crate) fn do_privileged(call: &mut Call<'_, '_>) -> Outcome {
    let action = call.object(0)?;
    let program = call.machine.program;
    let class = call.machine.heap.object(action).class;
    let checked = call
        .machine
        .library_class("java/security/PrivilegedExceptionAction");
    if program.is_subtype(class, checked) {
        let arguments = vec![action.word()];
        return call.go_on_in("heddle/runtime/Library", "doPrivileged", arguments);
    }
    let interface = call.machine.library_class("java/security/PrivilegedAction");
    let run = program.declared_method(interface, "run", "()Ljava/lang/Object;");
    let run = run.expect("PrivilegedAction has run");
    let method = call.machine.dispatch(action, run);
    let method = method.ok_or(Interruption::ThrowNew(
        "java/lang/AbstractMethodError",
        None,
    ))?;
    let arguments = vec![action.word()];
    Err(Interruption::Invoke(Invocation {
        method,
        arguments,
        after: After::Call,
    }))
}

/// `Random.seedUniquifier()`: every generator without a seed gets the same.
pub(crate) fn seed(_: &mut Call<'_, '_>) -> Outcome {
    Ok(8_682_522_807_148_012)
}

/// `SeedGenerator.getSystemEntropy()`: none.
pub(crate) fn no_entropy(call: &mut Call<'_, '_>) -> Outcome {
    call.byte_array(&[0; 20])
}

/// `ThreadLocalRandom.localInit()`: probe and seed by the thread's number.
pub(crate) fn local_random(call: &mut Call<'_, '_>) -> Outcome {
    let number = call.thread as u64 + 1;
    call.machine.interchange.tell_apart();
    let object = call.machine.threads[call.thread].object;
    let probe = (number as u32).wrapping_mul(0x9e37_79b9) as i32;
    let seed = mix(number.wrapping_mul(0xbb67_ae85_84ca_a73b));
    let slots = ["threadLocalRandomProbe", "threadLocalRandomSeed"]
        .map(|field| call.slot("java/lang/Thread", field));
    // Only the thread itself reads them.
    let data = &mut call.machine.heap.change(object).data;
    data[slots[0]] = int(if probe == 0 { 1 } else { probe });
    data[slots[1]] = seed;
    Ok(0)
}

fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    word = (word ^ (word >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

/// `UnixNativeDispatcher.getcwd()`
pub(crate) fn root_directory(call: &mut Call<'_, '_>) -> Outcome {
    call.byte_array(b"/")
}

/// `ProcessEnvironment.environ()`: names and values by turns.
pub(crate) fn no_environment(call: &mut Call<'_, '_>) -> Outcome {
    call.new_array_of("[B", &[])
}

/// `Proxy.isProxyClass(class)`
pub(crate) fn is_proxy_class(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.program.class(call.class(0)?);
    Ok(u64::from(class.name.starts_with("jdk/proxy1/$Proxy")))
}

/// Whether the program mentions what threads are parked for. Nobody else asks.
fn mentions_blockers(call: &Call<'_, '_>) -> bool {
    let texts = &call.machine.known.texts;
    ["getBlocker", "parkBlocker"]
        .iter()
        .any(|it| texts.contains(*it))
}

/// `LockSupport.setBlocker` and `setCurrentBlocker`: nothing, unless somebody asks.
pub(crate) fn set_blocker(call: &mut Call<'_, '_>) -> Outcome {
    match mentions_blockers(call) {
        true => Err(Interruption::Original),
        false => Ok(0),
    }
}

/// `LockSupport.getBlocker(thread)`: what a thread is parked for shows how far it is in a call.
pub(crate) fn get_blocker(call: &mut Call<'_, '_>) -> Outcome {
    if !mentions_blockers(call) {
        let text = "LockSupport.getBlocker, which the program does not mention, is not supported";
        return Err(Interruption::Unsupported(text.to_owned()));
    }
    call.machine.synchronizers.give_up();
    Err(Interruption::Original)
}
