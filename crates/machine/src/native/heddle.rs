//! Natives of the classes that Heddle ships.

use super::java::io::disk;
use super::java::lang::invoke::method_handle;
use super::java::lang::{class_loader, thread, thread_group};
use super::java::util::logging;
use super::registry::Natives;
use super::{Call, Interruption, Outcome, exception};
use crate::coverage::TestEnd;
use crate::operation::Operation;
use crate::statespace::unwritten::Noticed;
use crate::value::{boolean, int};

/// Every class with natives.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    ("heddle/Heddle", HEDDLE),
    ("heddle/runtime/Console", CONSOLE),
    (
        "heddle/runtime/Destroyer",
        &[("shutdown0", "()V", shutdown)],
    ),
    ("heddle/runtime/Disk", disk::NATIVES),
    (
        "heddle/runtime/Fixed",
        &[
            ("add0", "*", add_hook),
            ("terminated0", "*", thread_group::terminated),
            ("clearGroup0", "*", thread_group::clear),
        ],
    ),
    ("heddle/runtime/Handles", method_handle::SUPPORT),
    ("heddle/runtime/Library", LIBRARY),
    ("heddle/runtime/Loaders", class_loader::SUPPORT),
    (
        "heddle/runtime/LogHandler",
        &[
            ("locks0", "()Z", locks_console),
            ("locksToFormat0", "()Z", locks_to_format),
        ],
    ),
    (
        "heddle/runtime/Modules",
        &[("module0", "*", module), ("isLibrary0", "*", is_library)],
    ),
    (
        "heddle/runtime/Resources",
        &[
            ("bytes0", "(Ljava/lang/String;)[B", resource),
            ("bytesFrom0", "*", resource_from),
            ("placeFrom0", "*", resource_place),
            ("isOfLibrary0", "*", is_place_of_library),
        ],
    ),
    (
        "gov/nasa/jpf/vm/Verify",
        &[("unsupported0", "*", unsupported_by_verify)],
    ),
    (
        "heddle/runtime/SilentLogger",
        &[("hasOthers0", "*", logging::is_mentioned)],
    ),
    (
        "heddle/runtime/Tests",
        &[
            ("unsupported0", "*", unsupported),
            ("passed0", "*", test_passed),
            ("skipped0", "*", test_skipped),
        ],
    ),
    (
        "org/sosy_lab/sv_benchmarks/Verifier",
        &[("untried0", "*", untried_by_verifier)],
    ),
];

const HEDDLE: Natives = &[
    ("pick", "(II)I", pick),
    ("abandon", "()V", abandon),
    ("progress", "()V", progress),
    ("unmodelled", "*", unmodelled),
];

const LIBRARY: Natives = &[
    ("loaded0", "*", loaded),
    ("define0", "*", define),
    ("infersCaller0", "*", infers_caller),
    ("service0", "*", service),
    ("loader0", "*", service_loader),
    ("generateProxy0", "*", generate_proxy),
    ("unhandled0", "*", unhandled),
    ("end0", "*", thread::end),
];

const CONSOLE: Natives = &[
    ("print0", "(ZLjava/lang/String;)V", print),
    ("locks0", "()Z", locks_console),
    ("notice0", "()V", notice_console),
    ("reads0", "*", read_for_console),
];

/// UTF-16 units of output that are kept of one run, where it is not part of the state.
const MOST_OUTPUT: usize = 1 << 22;

/// More values than this are no choice but a mistake.
const MAX_VALUES: i64 = 1000;

/// `pick(low, high)`, both included.
fn pick(call: &mut Call<'_, '_>) -> Outcome {
    let (low, high) = (call.int(0), call.int(1));
    let count = i64::from(high) - i64::from(low) + 1;
    if count > MAX_VALUES {
        return Err(Interruption::Unsupported(format!(
            "a choice of {count} values (at most {MAX_VALUES})"
        )));
    }
    if count <= 1 {
        return Ok(int(low));
    }
    call.visible(Operation::Choose(count as u16))?;
    Ok(int(low + i32::from(call.machine.variant)))
}

/// `progress()`
fn progress(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.ambient.announces = true;
    Ok(0)
}

/// `unmodelled(what)`
fn unmodelled(call: &mut Call<'_, '_>) -> Outcome {
    let what = call.text(0)?;
    Err(Interruption::Unsupported(format!("{what}: not modelled")))
}

fn abandon(_: &mut Call<'_, '_>) -> Outcome {
    Err(Interruption::Prune)
}

/// `module0(class)`
fn module(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.program.class(call.class(0)?);
    let jdk = call.machine.program.class_path().jdk();
    let module = jdk.filter(|_| class.is_library);
    let module = module.and_then(|jdk| jdk.module_of(&class.name));
    Ok(module.map_or(0, |name| call.new_string(name)))
}

/// `isLibrary0(class)`
fn is_library(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    Ok(boolean(call.machine.program.class(class).is_library))
}

/// `locks0()`: printing locks the console and leaves it. Who has locked it before only enters it again.
fn locks_console(call: &mut Call<'_, '_>) -> Outcome {
    let console = call.object(0)?;
    let noticed = call.machine.heap.unwritten.is_noticed(Noticed::Console);
    if !noticed && call.machine.monitor(console).owner() != Some(call.thread) {
        call.machine.pass_unnoticed(call.thread);
        call.machine.pass_unnoticed(call.thread);
    }
    Ok(boolean(noticed && !call.machine.free))
}

/// `locksToFormat0()`: handlers of logs are locked while they format, before JDK 25.
fn locks_to_format(call: &mut Call<'_, '_>) -> Outcome {
    let class = call
        .machine
        .library_class("java/util/logging/StreamHandler");
    let program = call.machine.program;
    let publish = program.declared_method(class, "publish", "(Ljava/util/logging/LogRecord;)V");
    Ok(boolean(
        publish.is_some_and(|it| program.method(it).is_synchronized()),
    ))
}

/// `notice0()`: code of the program may run while the console is locked.
fn notice_console(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.heap.unwritten.notice(Noticed::Console);
    Ok(0)
}

/// `reads0(array)`: the array is read while the console is locked.
fn read_for_console(call: &mut Call<'_, '_>) -> Outcome {
    let array = call.object(0)?;
    if call.machine.heap.object(array).is_shared() {
        call.machine.heap.unwritten.notice(Noticed::Console);
    }
    Ok(0)
}

/// `add0(hook)`
fn add_hook(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments.to_vec();
    call.go_on_in("java/lang/ApplicationShutdownHooks", "add", arguments)
}

fn shutdown(call: &mut Call<'_, '_>) -> Outcome {
    call.go_on_in("java/lang/Shutdown", "shutdown", Vec::new())
}

/// `print0(error, text)`
fn print(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.object(1)?;
    if call.machine.options.observe_output {
        call.visible(Operation::Print)?;
    }
    call.machine.ambient.announces = true;
    let units = call.machine.heap.text(text);
    let printed = call.machine.output.len();
    if call.machine.options.observe_output || printed + units.len() <= MOST_OUTPUT {
        call.machine.output.extend(units);
    } else if printed < MOST_OUTPUT {
        let rest = units.into_iter().take(MOST_OUTPUT - printed);
        call.machine.output.extend(rest);
        let more = "\n[more was printed than Heddle keeps]\n";
        call.machine.output.extend(more.encode_utf16());
    }
    Ok(0)
}

/// `unsupported0(what)`
fn unsupported(call: &mut Call<'_, '_>) -> Outcome {
    let what = call.text(0)?;
    Err(Interruption::Unsupported(format!(
        "{what} is not supported"
    )))
}

fn test_passed(call: &mut Call<'_, '_>) -> Outcome {
    let ends = &mut call.machine.coverage.test_ends;
    ends.insert(TestEnd::Passed);
    Ok(0)
}

fn test_skipped(call: &mut Call<'_, '_>) -> Outcome {
    let reason = call.text(0)?;
    let ends = &mut call.machine.coverage.test_ends;
    ends.insert(TestEnd::Skipped(reason));
    Ok(0)
}

fn unsupported_by_verify(call: &mut Call<'_, '_>) -> Outcome {
    let what = call.text(0)?;
    Err(Interruption::Unsupported(format!(
        "Verify.{what}, which steers or asks Java PathFinder itself, is not supported"
    )))
}

fn untried_by_verifier(call: &mut Call<'_, '_>) -> Outcome {
    let what = call.text(0)?;
    Err(Interruption::Unsupported(format!(
        "only some of the values that Verifier.{what} may give are tried"
    )))
}

/// `loaded0(name)`: the class if it exists already.
fn loaded(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?.replace('.', "/");
    let class = call.machine.program.loaded(&name);
    Ok(call.mirror_word(class))
}

/// `define0(bytes)`: the program has one more class.
fn define(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = call.object(0)?;
    let bytes = call.machine.bytes(bytes);
    let class = call.machine.program.define(&bytes, true).map_err(|error| {
        let (class, message) = error.as_java();
        exception(class, message)
    })?;
    Ok(call.mirror_word(Some(class)))
}

/// `generateProxy0(…)`: the JDK's generator, which is not public.
fn generate_proxy(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments.to_vec();
    call.go_on_in(
        "java/lang/reflect/ProxyGenerator",
        "generateProxyClass",
        arguments,
    )
}

/// `unhandled0(exception)`: no handler wants it. Whether the thread ends by it.
fn unhandled(call: &mut Call<'_, '_>) -> Outcome {
    let exception = call.object(0)?;
    let ends = call.machine.left_unhandled(call.thread, exception);
    Ok(int(i32::from(ends)))
}

/// `infersCaller0(record)`: the record looks for the caller when it is asked for it.
fn infers_caller(call: &mut Call<'_, '_>) -> Outcome {
    let record = call.object(0)?;
    let slot = call.slot("java/util/logging/LogRecord", "needToInferCaller");
    call.machine.heap.set_word(record, slot, 1);
    Ok(0)
}

/// `bytes0(name)`: a file of the class path.
fn resource(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?;
    match call.machine.program.class_path().resource(&name) {
        Some(bytes) => call.byte_array(&bytes),
        None => Ok(0),
    }
}

/// `bytesFrom0(name, entry)`: the first file of the name, from that entry of the class path on.
fn resource_from(call: &mut Call<'_, '_>) -> Outcome {
    let (name, first) = (call.text(0)?, call.int(1));
    let found = (call.machine.program.class_path()).resource_from(&name, first as usize);
    match found {
        Some((_, bytes)) => call.byte_array(&bytes),
        None => Ok(0),
    }
}

/// `placeFrom0(name, entry)`: the entry that has it, or -1.
fn resource_place(call: &mut Call<'_, '_>) -> Outcome {
    let (name, first) = (call.text(0)?, call.int(1));
    let found = (call.machine.program.class_path()).resource_from(&name, first as usize);
    Ok(int(found.map_or(-1, |(entry, _)| entry as i32)))
}

/// `isOfLibrary0(entry)`: whether this place is the JDK.
fn is_place_of_library(call: &mut Call<'_, '_>) -> Outcome {
    let entry = call.int(0) as usize;
    let entries = call.machine.program.class_path().entry_count();
    Ok(boolean(entry >= entries))
}

/// `service0(loader)`: what it looks for.
fn service(call: &mut Call<'_, '_>) -> Outcome {
    let loader = call.object(0)?;
    let slot = call.slot("java/util/ServiceLoader", "service");
    Ok(call.machine.heap.reference(loader, slot).word())
}

/// `loader0(loader)`: whose classes it looks at.
fn service_loader(call: &mut Call<'_, '_>) -> Outcome {
    let loader = call.object(0)?;
    let slot = call.slot("java/util/ServiceLoader", "loader");
    Ok(call.machine.heap.reference(loader, slot).word())
}
