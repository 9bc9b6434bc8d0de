//! `java.lang.System`, `Runtime` and `Shutdown`.

use program::{ClassShape, Kind};

use crate::heap::Layout;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome, exception, nothing};
use crate::operation::{Operation, Ordering, Span};
use crate::thread::After;
use crate::time::clock::Moment;
use crate::time::stamps::WHOLE;
use crate::value::Ref;

pub(crate) const SYSTEM: Natives = &[
    ("registerNatives", "()V", nothing),
    ("arraycopy", "*", arraycopy),
    ("identityHashCode", "*", identity_hash_code),
    ("currentTimeMillis", "()J", current_time_millis),
    ("nanoTime", "()J", nano_time),
    ("lineSeparator", "*", line_separator),
    ("console", "*", nothing),
    ("getSecurityManager", "*", nothing),
    ("allowSecurityManager", "*", nothing),
    ("setIn0", "*", set_in),
    ("setOut0", "*", set_out),
    ("setErr0", "*", set_err),
    ("mapLibraryName", "*", map_library_name),
    ("getProperty", "*", get_property),
    ("getProperties", "*", get_property),
    ("loadLibrary", "*", nothing),
    (
        "getenv",
        "(Ljava/lang/String;)Ljava/lang/String;",
        get_variable,
    ),
    ("getenv", "()Ljava/util/Map;", get_variables),
];

pub(crate) const RUNTIME: Natives = &[
    ("availableProcessors", "()I", available_processors),
    ("freeMemory", "()J", free_memory),
    ("totalMemory", "()J", total_memory),
    ("maxMemory", "()J", total_memory),
    ("gc", "()V", nothing),
    ("exit", "(I)V", exit),
    ("halt", "(I)V", halt),
    ("loadLibrary0", "*", nothing),
    ("addShutdownHook", "*", add_shutdown_hook),
];

pub(crate) const SHUTDOWN: Natives = &[("beforeHalt", "*", nothing), ("halt0", "(I)V", halt)];

/// `arraycopy(source, from, target, to, length)`: one operation, whatever the length.
fn arraycopy(call: &mut Call<'_, '_>) -> Outcome {
    let (source, target) = (call.object(0)?, call.object(2)?);
    let (from, to, length) = (call.int(1), call.int(3), call.int(4));
    let kind = check_copy(call, source, target)?;
    check_range(call, "source", source, from, length)?;
    check_range(call, "destination", target, to, length)?;
    if length == 0 {
        return Ok(0);
    }
    let (from, to, length) = (from as usize, to as usize, length as usize);
    call.copy_visibly(
        Span::new(source, from, length),
        Span::new(target, to, length),
    )?;
    let object = call.machine.heap.object(source);
    let words: Vec<u64> = (from..from + length)
        .map(|index| object.element(kind, index))
        .collect();
    if kind != Kind::Reference {
        let mut stamps = Vec::new();
        object.each_stamp(|index, stamp| stamps.push((index, stamp)));
        stamps.retain(|(index, _)| *index == WHOLE || (from..from + length).contains(index));
        let object = call.machine.heap.change(target);
        for (index, word) in words.into_iter().enumerate() {
            object.set_element(kind, to + index, word);
            if object.stamps.is_some() {
                object.set_stamp(to + index, None);
            }
        }
        for (index, stamp) in stamps {
            let place = if index == WHOLE {
                WHOLE
            } else {
                to + index - from
            };
            object.set_stamp(place, Some(stamp));
        }
        return Ok(0);
    }
    copy_references(call, source, target, to, &words)
}

fn copy_references(
    call: &mut Call<'_, '_>,
    source: Ref,
    target: Ref,
    to: usize,
    words: &[u64],
) -> Outcome {
    let program = call.machine.program;
    let class_of = |object: Ref| call.machine.heap.object(object).class;
    let checks = !program.is_subtype(class_of(source), class_of(target));
    let shared = call.machine.heap.object(target).is_shared();
    for (index, word) in words.iter().enumerate() {
        let value = Ref::from_word(*word);
        if checks && let Err(interruption) = call.check_store(target, value) {
            let Interruption::ThrowNew(class, _) = interruption else {
                return Err(interruption);
            };
            let message = format!(
                "arraycopy: element type mismatch: can not cast one of the elements of {} to the \
                 type of the destination array, {}",
                describe_array(call, source),
                describe_array(call, target).trim_end_matches("[]"),
            );
            return Err(exception(class, message));
        }
        if shared {
            call.machine.publish_into(call.thread, target, value);
        }
        call.machine
            .heap
            .set_element(target, Kind::Reference, to + index, *word);
    }
    Ok(0)
}

/// The kind of both arrays' elements.
fn check_copy(call: &mut Call<'_, '_>, source: Ref, target: Ref) -> Result<Kind, Interruption> {
    for (object, role) in [(source, "source"), (target, "destination")] {
        if !matches!(call.machine.heap.object(object).layout, Layout::Array(_)) {
            let class = call.machine.heap.object(object).class;
            let name = call.machine.program.class(class).name.replace('/', ".");
            let message = format!("arraycopy: {role} type {name} is not an array");
            return Err(exception("java/lang/ArrayStoreException", message));
        }
    }
    let kind = |object: Ref| call.machine.heap.object(object).layout;
    let (Layout::Array(from), Layout::Array(to)) = (kind(source), kind(target)) else {
        unreachable!("both are arrays")
    };
    if from == to {
        return Ok(from);
    }
    let name = |kind: Kind, array: Ref| match kind {
        Kind::Reference => "object array[]".to_owned(),
        _ => describe_array(call, array),
    };
    let message = format!(
        "arraycopy: type mismatch: can not copy {} into {}",
        name(from, source),
        name(to, target)
    );
    Err(exception("java/lang/ArrayStoreException", message))
}

fn check_range(
    call: &mut Call<'_, '_>,
    role: &str,
    array: Ref,
    start: i32,
    length: i32,
) -> Result<(), Interruption> {
    let size = call.machine.heap.object(array).length;
    let message = if start < 0 {
        format!("arraycopy: {role} index {start} out of bounds for ")
    } else if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else if i64::from(start) + i64::from(length) > i64::from(size) {
        let last = start as u32 + length as u32;
        format!("arraycopy: last {role} index {last} out of bounds for ")
    } else {
        return Ok(());
    };
    let class = "java/lang/ArrayIndexOutOfBoundsException";
    if message.ends_with("negative") {
        return Err(exception(class, message));
    }
    let what = match call.machine.heap.object(array).layout {
        Layout::Array(Kind::Reference) => "object array".to_owned(),
        _ => describe_array(call, array)
            .trim_end_matches("[]")
            .to_owned(),
    };
    Err(exception(class, format!("{message}{what}[{size}]")))
}

/// `int[]`, `java.lang.String[]`
fn describe_array(call: &Call<'_, '_>, array: Ref) -> String {
    let program = call.machine.program;
    let mut class = call.machine.heap.object(array).class;
    let mut brackets = String::new();
    while let ClassShape::Array { element, .. } = program.class(class).shape {
        class = element;
        brackets += "[]";
    }
    program.class(class).name.replace('/', ".") + &brackets
}

fn identity_hash_code(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.reference(0);
    if object.is_null() {
        return Ok(0);
    }
    super::object::identity_hash(call, object)
}

fn current_time_millis(call: &mut Call<'_, '_>) -> Outcome {
    let millis = Moment {
        divisor: 1_000_000,
        ..Moment::now(true)
    };
    call.look_at_clock(millis, 0)
}

fn nano_time(call: &mut Call<'_, '_>) -> Outcome {
    call.look_at_clock(Moment::now(false), 0)
}

fn line_separator(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.constant("\n"))
}

fn set_stream(call: &mut Call<'_, '_>, field: &str) -> Outcome {
    let (statics, slot) = call
        .machine
        .static_place("java/lang/System", field)
        .expect("System has its streams");
    let at = Location::new(statics, slot, Kind::Reference);
    call.store(at, Ordering::Plain, call.arguments[0])
}

fn set_in(call: &mut Call<'_, '_>) -> Outcome {
    set_stream(call, "in")
}

fn set_out(call: &mut Call<'_, '_>) -> Outcome {
    set_stream(call, "out")
}

fn set_err(call: &mut Call<'_, '_>) -> Outcome {
    set_stream(call, "err")
}

/// `getProperty(name)`: its own code, unless it comes too early, see `early.rs`.
fn get_property(call: &mut Call<'_, '_>) -> Outcome {
    if call.machine.known.withholds_properties {
        let reason = "a system property that the program may set".to_owned();
        return Err(Interruption::Unsupported(reason));
    }
    Err(Interruption::Original)
}

/// `getenv(name)`: there is none, which is noted.
fn get_variable(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?;
    call.machine.note_variable(call.thread, name);
    Ok(0)
}

/// `getenv()`: its own code.
fn get_variables(call: &mut Call<'_, '_>) -> Outcome {
    call.machine.note_variable(call.thread, String::new());
    Err(Interruption::Original)
}

fn map_library_name(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.text(0)?;
    Ok(call.new_string(&format!("lib{name}.so")))
}

fn available_processors(call: &mut Call<'_, '_>) -> Outcome {
    Ok(u64::from(call.machine.options.processors))
}

fn free_memory(_: &mut Call<'_, '_>) -> Outcome {
    Ok(128 << 20)
}

fn total_memory(_: &mut Call<'_, '_>) -> Outcome {
    Ok(256 << 20)
}

/// `Runtime.exit`: the JDK's way where the program has shutdown hooks, at once where it has none.
fn exit(call: &mut Call<'_, '_>) -> Outcome {
    let program = call.machine.program;
    if let Some(hooks) = program.loaded("java/lang/ApplicationShutdownHooks")
        && call.machine.is_initialized(hooks)
    {
        let shutdown = call.machine.library_class("java/lang/Shutdown");
        call.initialized(shutdown)?;
        let method = program.declared_method(shutdown, "exit", "(I)V");
        let method = method.expect("Shutdown has exit");
        let arguments = vec![call.arguments[1]];
        return Err(Interruption::Invoke(Invocation {
            method,
            arguments,
            after: After::Call,
        }));
    }
    call.visible(Operation::Exit)?;
    Err(Interruption::Exit(call.int(1)))
}

/// `addShutdownHook(hook)`: not for what closes the handlers of the JDK's logging. Reports say so.
fn add_shutdown_hook(call: &mut Call<'_, '_>) -> Outcome {
    let hook = call.object(1)?;
    let class = call.machine.heap.object(hook).class;
    if &*call.machine.program.class(class).name == "java/util/logging/LogManager$Cleaner" {
        return Ok(0);
    }
    let arguments = vec![hook.word()];
    call.go_on_in("heddle/runtime/Fixed", "addHook", arguments)
}

/// `Runtime.halt` and `Shutdown.halt0`
fn halt(call: &mut Call<'_, '_>) -> Outcome {
    call.visible(Operation::Exit)?;
    let status = call.int(call.arguments.len() - 1);
    Err(Interruption::Exit(status))
}
