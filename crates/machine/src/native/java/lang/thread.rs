//! `java.lang.Thread`

use program::Kind;

use super::throwable;
use crate::execution::invoke::NO_METHOD;
use crate::execution::sync;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception, nothing};
use crate::operation::Operation;
use crate::statespace::unwritten::Noticed;
use crate::thread::{Status, Wake};
use crate::value::{Ref, boolean};

pub(crate) const NATIVES: Natives = &[
    ("registerNatives", "()V", nothing),
    ("currentThread", "()Ljava/lang/Thread;", current_thread),
    (
        "currentCarrierThread",
        "()Ljava/lang/Thread;",
        current_thread,
    ),
    ("setCurrentThread", "*", nothing),
    ("scopedValueCache", "*", nothing),
    ("setScopedValueCache", "*", nothing),
    ("ensureMaterializedForStackWalk", "*", nothing),
    ("start", "()V", start),
    ("start0", "()V", start0),
    ("findScopedValueBindings", "*", scoped_bindings),
    ("isAlive", "()Z", is_alive),
    ("alive", "()Z", is_alive),
    ("join", "(J)V", join),
    ("sleep", "(J)V", sleep_millis),
    ("sleep0", "(J)V", sleep_nanos),
    ("sleepNanos0", "(J)V", sleep_nanos),
    ("yield", "()V", nothing),
    ("yield0", "()V", nothing),
    ("onSpinWait", "()V", nothing),
    ("interrupt0", "()V", interrupt),
    ("stop0", "(Ljava/lang/Object;)V", stop),
    ("suspend0", "()V", suspend),
    ("resume0", "()V", resume),
    ("setPriority0", "(I)V", nothing),
    ("setNativeName", "(Ljava/lang/String;)V", nothing),
    ("clearInterruptEvent", "()V", nothing),
    ("holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    ("nextThreadNum", "()I", next_number),
    ("nextThreadID", "()J", next_id),
    ("getState", "()Ljava/lang/Thread$State;", state),
    ("threadState", "()Ljava/lang/Thread$State;", state),
    ("getThreadGroup", "*", thread_group),
    ("getUncaughtExceptionHandler", "*", handler),
    ("getThreads", "*", all_threads),
    ("dumpThreads", "*", dump_threads),
    ("getStackTrace0", "*", stack_of_other),
    ("checkAccess", "()V", nothing),
    ("isCCLOverridden", "*", nothing),
];

pub(crate) const NUMBERING: Natives = &[("next", "*", next_number)];

pub(crate) const IDENTIFIERS: Natives = &[("next", "*", next_id)];

fn current_thread(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.machine.threads[call.thread].object.word())
}

/// `Thread.start()`: its own code where groups are kept.
fn start(call: &mut Call<'_, '_>) -> Outcome {
    if call.machine.keeps_groups() {
        return Err(Interruption::Original);
    }
    start0(call)
}

fn start0(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::start(call, object)
}

/// Stops before a look whether a thread lives. One that looks at itself does live.
fn look_whether_alive(call: &mut Call<'_, '_>, object: Ref) -> Result<(), Interruption> {
    if object == call.machine.threads[call.thread].object {
        return Ok(());
    }
    call.visible_on(object, Operation::Observe(object))
}

/// Whether a thread has run and has ended.
fn has_ended(call: &mut Call<'_, '_>, object: Ref) -> Result<bool, Interruption> {
    look_whether_alive(call, object)?;
    let is_gone = call.machine.thread_of(object).is_none();
    Ok(is_gone && call.machine.thread_status(object) != 0)
}

fn is_alive(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    look_whether_alive(call, object)?;
    let lives = call.machine.thread_of(object).is_some();
    if !lives {
        match call.machine.thread_status(object) {
            0 => call.machine.notice_unstarted(call.thread),
            _ => call.machine.see_end(call.thread, object),
        }
    }
    Ok(boolean(lives))
}

/// `Thread.join(millis)`: its own code, unless threads are taken for interchangeable. Virtual threads are
/// joined without their monitor.
fn join(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    if call.long(1) == 0 && call.machine.joins_later(call.thread, object) {
        return Ok(0);
    }
    if call.machine.is_virtual(object) {
        let arguments = call.arguments.to_vec();
        return call.go_on_in("heddle/runtime/Library", "joinVirtual", arguments);
    }
    Err(Interruption::Original)
}

/// `Library.end0(thread)`: on whose monitor to wait for the thread's end, which others notice from now on.
pub(crate) fn end(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    call.machine.heap.unwritten.observe_ends();
    call.machine.interchange.keep_joins();
    Ok(call.machine.end_monitor(object).word())
}

fn sleep_millis(call: &mut Call<'_, '_>) -> Outcome {
    let millis = call.long(0);
    if call.is_negative(0) {
        let message = "timeout value is negative";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    sync::sleep(call, millis.saturating_mul(1_000_000))
}

fn interrupt(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::interrupt(call, object)
}

fn stop(call: &mut Call<'_, '_>) -> Outcome {
    let (object, exception) = (call.object(0)?, call.object(1)?);
    sync::stop(call, object, exception)
}

fn suspend(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::suspend(call, object)
}

fn resume(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    sync::resume(call, object)
}

fn holds_lock(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    Ok(boolean(
        call.machine.monitor(object).owner() == Some(call.thread),
    ))
}

fn sleep_nanos(call: &mut Call<'_, '_>) -> Outcome {
    let nanos = call.long(0);
    sync::sleep(call, nanos)
}

/// The next number for a thread's name or id. In which order they are taken is noticed only where two
/// threads take some; where threads are taken for interchangeable, who reads one tells them apart.
fn count(call: &mut Call<'_, '_>, field: &str) -> Outcome {
    let place = call.machine.static_place("heddle/runtime/Fixed", field);
    let (statics, slot) = place.expect("the support class has the counters");
    if !call.machine.free && !call.machine.hides_identity() {
        let unwritten = &mut call.machine.heap.unwritten;
        unwritten.take_number(call.thread);
        if unwritten.is_noticed(Noticed::Numbers) {
            let at = Location::new(statics, slot, Kind::Long);
            call.before(at, Operation::Update(at.place))?;
        } else {
            call.machine.pass_unnoticed(call.thread);
        }
    } else {
        call.machine.pass_unnoticed(call.thread);
    }
    let next = call.machine.heap.object(statics).data[slot];
    if call.machine.recycling.hides_identity() {
        return Ok(next);
    }
    // No code reads it but this.
    call.machine.heap.change(statics).data[slot] = next + 1;
    Ok(next)
}

fn next_number(call: &mut Call<'_, '_>) -> Outcome {
    count(call, "threadNumber")
}

fn next_id(call: &mut Call<'_, '_>) -> Outcome {
    Ok(count(call, "threadId")? + 1)
}

/// `Thread.getState()`
fn state(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    let states = call.machine.library_class("java/lang/Thread$State");
    call.initialized(states)?;
    let is_own = object == call.machine.threads[call.thread].object;
    if !is_own && call.machine.heap.object(object).is_shared() {
        call.visible_look(object)?;
    }
    let name = match call.machine.thread_of(object) {
        Some(thread) => state_name(call, thread),
        None if call.machine.thread_status(object) == 0 => "NEW",
        None => "TERMINATED",
    };
    Ok(call
        .machine
        .static_reference("java/lang/Thread$State", name)
        .word())
}

fn state_name(call: &mut Call<'_, '_>, thread: usize) -> &'static str {
    let timed = |is_timed| if is_timed { "TIMED_WAITING" } else { "WAITING" };
    if thread == call.thread {
        return "RUNNABLE";
    }
    call.machine.ambient.inspection = true;
    call.machine.interchange.keep_joins();
    if let Status::Waiting(waiting) = call.machine.threads[thread].status {
        return if waiting.wake == Wake::Not {
            timed(waiting.nanos > 0)
        } else {
            "BLOCKED"
        };
    }
    match call.machine.operation(thread) {
        Some(Operation::Sleep) => "TIMED_WAITING",
        Some(Operation::Park) => timed(call.machine.threads[thread].deadline != 0),
        Some(Operation::Lock(object) | Operation::Start(object))
            if !call.machine.monitor(object).is_open_to(thread) =>
        {
            "BLOCKED"
        }
        _ => "RUNNABLE",
    }
}

/// `Thread.getThreadGroup()`: a thread that has ended has none; its own code where threads let go of their
/// groups by themselves.
fn thread_group(call: &mut Call<'_, '_>) -> Outcome {
    if call.machine.lets_go_of_group() {
        return Err(Interruption::Original);
    }
    let object = call.object(0)?;
    if has_ended(call, object)? {
        return Ok(0);
    }
    Ok(call.machine.thread_group_of(object).word())
}

/// `Thread.getUncaughtExceptionHandler()`: a thread that has ended has none; else its own code. Where it
/// lets go of it by itself it may be given one afterwards.
fn handler(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    if !call.machine.exits_by_itself() && has_ended(call, object)? {
        return Ok(0);
    }
    Err(Interruption::Original)
}

/// The threads that live, but for virtual ones.
fn live(call: &Call<'_, '_>) -> Vec<Ref> {
    let threads = call.machine.threads.iter();
    threads
        .filter(|thread| !thread.has_ended() && !call.machine.is_virtual(thread.object))
        .map(|thread| thread.object)
        .collect()
}

fn all_threads(call: &mut Call<'_, '_>) -> Outcome {
    let this = call.machine.threads[call.thread].object;
    call.visible_look(this)?;
    call.machine.ambient.inspection = true;
    call.machine.interchange.tell_apart();
    let live = live(call);
    call.new_array_of("java/lang/Thread", &live)
}

/// `dumpThreads(threads)`: the stack of each.
fn dump_threads(call: &mut Call<'_, '_>) -> Outcome {
    let array = call.object(0)?;
    let this = call.machine.threads[call.thread].object;
    call.visible_look(this)?;
    call.machine.ambient.inspection = true;
    call.machine.interchange.keep_joins();
    let object = call.machine.heap.object(array);
    let threads: Vec<Ref> = (0..object.length as usize)
        .map(|index| Ref::from_word(object.element(Kind::Reference, index)))
        .collect();
    let mut stacks = Vec::new();
    for thread in threads {
        stacks.push(Ref::from_word(stack(call, thread)?));
    }
    call.new_array_of("[Ljava/lang/StackTraceElement;", &stacks)
}

/// `Thread.getStackTrace0()`: the stack of another thread.
fn stack_of_other(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.object(0)?;
    call.visible_look(object)?;
    call.machine.ambient.inspection = true;
    call.machine.interchange.keep_joins();
    stack(call, object)
}

/// The stack of a thread as an array; null if it does not live. What stands in that of another thread
/// can't be told: Heddle stops threads at operations only, and a thread of the JVM may be seen anywhere
/// in between.
fn stack(call: &mut Call<'_, '_>, object: Ref) -> Outcome {
    if object.is_null() {
        return Ok(0);
    }
    let Some(number) = call.machine.thread_of(object) else {
        return Ok(0);
    };
    let frames: Vec<_> = call.machine.threads[number]
        .frames
        .iter()
        .rev()
        .filter(|frame| frame.method != NO_METHOD)
        .map(|frame| (frame.method, frame.pc))
        .collect();
    let mut elements = Vec::new();
    for (method, pc) in frames {
        let element = throwable::element(call, method, pc);
        if number != call.thread {
            throwable::hide(call, element);
        }
        elements.push(element);
    }
    call.new_array_of("java/lang/StackTraceElement", &elements)
}

/// `Thread.findScopedValueBindings()`: those of the innermost `runWith(bindings, operation)`.
fn scoped_bindings(call: &mut Call<'_, '_>) -> Outcome {
    let thread = &call.machine.threads[call.thread];
    for frame in thread.frames.iter().rev() {
        if frame.method == NO_METHOD {
            continue;
        }
        let method = call.machine.program.method(frame.method);
        let class = &call.machine.program.class(method.class).name;
        let holds = matches!(
            &**class,
            "java/lang/Thread" | "java/lang/VirtualThread" | "java/lang/ScopedValue$Carrier"
        );
        if holds && &*method.name == "runWith" {
            let register = frame.body.parameters[1].index();
            return Ok(thread.registers[frame.base as usize + register]);
        }
    }
    Ok(0)
}
