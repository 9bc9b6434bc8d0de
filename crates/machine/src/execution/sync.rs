//! Threads acting on each other: monitors, wait and notify, park and unpark, start, interrupt, end.

use program::ClassId;

use crate::choice::Choice;
use crate::execution::step::Flow;
use crate::heap::Read;
use crate::machine::{Halt, Machine};
use crate::monitor::{MAX_DEPTH, Monitor};
use crate::native::{Call, Interruption, Invocation, Outcome, exception};
use crate::operation::Operation;
use crate::options::Timeouts;
use crate::statespace::unwritten::Noticed;
use crate::thread::{After, DUE, Status, Suspension, Thread, Waiting, Wake};
use crate::value::Ref;

/// `Thread.threadStatus` of a thread that runs, as `jdk.internal.misc.VM` reads it.
const STATUS_RUNNABLE: u64 = 5;
/// The same of one that has ended.
const STATUS_TERMINATED: u64 = 2;

/// What a thread lets go of when it ends.
const CLEARED_AT_END: [&str; 4] = [
    "threadLocals",
    "inheritableThreadLocals",
    "uncaughtExceptionHandler",
    "inheritedAccessControlContext",
];

impl<'p> Machine<'p> {
    /// The monitor of an object.
    pub fn monitor(&self, object: Ref) -> Monitor {
        Monitor(self.heap.object(object).monitor)
    }

    fn set_monitor(&mut self, object: Ref, monitor: Monitor) {
        self.heap.change(object).monitor = monitor.0;
    }

    pub(crate) fn monitor_enter(&mut self, thread: usize, pc: usize, object: Ref) -> Flow {
        if object.is_null() {
            return self.null_pointer(thread, pc);
        }
        let monitor = self.monitor(object);
        let class = Some(self.heap.object(object).class);
        if self.known.consoles.contains(&class) {
            self.lock_console(thread, class);
        }
        if self.known.idle_group == class && !self.is_of_library(self.threads[thread].top().method)
        {
            let reason = "locking thread groups that the program does not mention by name";
            return self.unsupported(thread, reason.to_owned());
        }
        if self.sees_object(object) && monitor.owner() != Some(thread) {
            return Flow::Halt(Halt::Operation(Operation::Lock(object)));
        }
        if monitor.owner() == Some(thread) {
            // Nobody else can notice how often the owner has entered.
            if monitor.depth() == MAX_DEPTH {
                return self.unsupported(thread, format!("a monitor entered {MAX_DEPTH} times"));
            }
        } else if self.heap.object(object).is_shared() {
            let is_asked = self.interchange.joins() || !self.heap.unwritten.ends_are_observed();
            if is_asked && self.is_thread(object) {
                self.heap.unwritten.observe_ends();
                self.interchange.keep_joins();
            }
            if !self.allow() {
                return Flow::Halt(Halt::Operation(Operation::Lock(object)));
            }
            self.order_stores(thread);
        }
        debug_assert!(
            monitor.is_open_to(thread),
            "a thread was chosen that could not lock"
        );
        self.set_monitor(object, monitor.entered(thread));
        Flow::Next
    }

    /// Somebody locks the console, or the handler of logs. Unless it does so to print, from now on all
    /// who print lock it. What the library does with the handler before the first state is over by then.
    #[cold]
    fn lock_console(&mut self, thread: usize, object: Option<ClassId>) {
        let method = self.threads[thread].top().method;
        let class = self
            .has_method(method)
            .then(|| self.program.method(method).class);
        let is_own = class.is_some() && self.known.consoles.contains(&class);
        let is_early = self.free && object == self.known.consoles[1] && self.is_of_library(method);
        if !is_own && !is_early {
            self.heap.unwritten.notice(Noticed::Console);
        }
    }

    pub(crate) fn monitor_exit(&mut self, thread: usize, pc: usize, object: Ref) -> Flow {
        if object.is_null() {
            return self.null_pointer(thread, pc);
        }
        let monitor = self.monitor(object);
        if monitor.owner() != Some(thread) {
            return self.throw_new(thread, "java/lang/IllegalMonitorStateException", None);
        }
        if monitor.depth() == 1 && self.heap.object(object).is_shared() && !self.allow() {
            return Flow::Halt(Halt::Operation(Operation::Unlock(object)));
        }
        if self.heap.object(object).is_shared() {
            self.order_stores(thread);
        }
        self.set_monitor(object, monitor.left());
        Flow::Next
    }

    /// Wakes a waiting thread. It still has to get the monitor back.
    pub(crate) fn wake(&mut self, thread: usize, wake: Wake) {
        self.heap.reads.note(Read::Thread(thread));
        let Status::Waiting(mut waiting) = self.threads[thread].status else {
            unreachable!("only a waiting thread is woken")
        };
        if wake == Wake::Expired {
            self.pass_time(thread, waiting.nanos);
        }
        waiting.wake = wake;
        let thread = &mut self.threads[thread];
        thread.status = Status::Waiting(waiting);
        thread.deadline = 0;
        thread.dirty = true;
        thread.operation = None;
    }

    /// A wait of the thread ends by time: it is as late as its deadline now.
    pub(crate) fn pass_time(&mut self, thread: usize, nanos: i64) {
        let left = match self.options.timeouts {
            Timeouts::Any => nanos,
            Timeouts::Idle if self.threads[thread].is_due() => 0,
            Timeouts::Idle => self.threads[thread].deadline,
        };
        if left > 0 {
            self.pass_nanos(left);
        }
        self.threads[thread].deadline = 0;
    }

    /// A thread has come to stand before an operation: its time begins to run.
    pub(crate) fn note_deadline(&mut self, thread: usize, operation: Operation) {
        let nanos = std::mem::take(&mut self.pending_nanos);
        if matches!(operation, Operation::Park | Operation::Sleep) && nanos > 0 {
            self.threads[thread].deadline = self.deadline(nanos);
        }
    }

    /// In `Any` mode a deadline only says that there is one: it may be reached at any moment.
    fn deadline(&self, nanos: i64) -> i64 {
        match self.options.timeouts {
            Timeouts::Any => DUE,
            Timeouts::Idle => nanos.max(DUE + 1),
        }
    }

    /// The thread whose `java.lang.Thread` this is, if it has been started and not ended.
    pub fn thread_of(&mut self, object: Ref) -> Option<usize> {
        let slot = self.field_slot("java/lang/Thread", "eetop");
        if self.heap.object(object).data[slot] == 0 {
            return None;
        }
        let mut threads = self.threads.iter();
        let number = threads.position(|it| it.object == object && !it.has_ended())?;
        // Which one it is shows in that thread itself.
        self.heap.reads.note(Read::Thread(number));
        Some(number)
    }

    /// Whether the thread's interrupt flag is set.
    pub fn is_interrupted(&self, thread: usize) -> bool {
        let slot = self.known.interrupted;
        self.heap.object(self.threads[thread].object).data[slot] != 0
    }

    pub(crate) fn clear_interrupt(&mut self, thread: usize) {
        let object = self.threads[thread].object;
        self.heap.set_word(object, self.known.interrupted, 0);
    }

    /// Ends a thread: its `End` operation.
    pub(crate) fn end_thread(&mut self, thread: usize) {
        self.coverage.end_of_main |= thread == 0;
        self.ambient.ends |= thread == self.mover;
        let object = self.threads[thread].object;
        let slot = self.field_slot("java/lang/Thread", "eetop");
        self.heap.set_word(object, slot, 0);
        self.set_thread_status(object, STATUS_TERMINATED);
        for field in CLEARED_AT_END {
            // If the thread has done so by itself, others may have set them since.
            if self.exits_by_itself() {
                break;
            }
            let Some(slot) = self.find_field_slot("java/lang/Thread", field) else {
                continue;
            };
            // What the base holds stays there anyway, unless it may have grown since.
            let held = self.heap.reference(object, slot);
            let grows = field.ends_with("Locals") || !self.names.is_base(held);
            if !held.is_null() && grows {
                self.heap.set_reference(object, slot, Ref::NULL);
            }
        }
        self.threads[thread].status = Status::Ended;
        self.release_awaiting(thread);
        // From now on it lives only if something refers to it.
        self.heap.base_changed |= self.names.is_base(object) && self.may_be_loose(object);
        let monitor = self.end_monitor(object);
        self.notify_all(monitor);
        self.begin_shutdown(thread);
    }

    /// Whether a thread is prepared that runs the program's shutdown hooks.
    pub fn has_shutdown_hooks(&mut self) -> bool {
        let place = self.static_place("heddle/runtime/Fixed", "destroyer");
        place.is_some_and(|(statics, slot)| !self.heap.reference(statics, slot).is_null())
    }

    /// Once the last thread has ended that is no daemon, the program's shutdown hooks run, if it has
    /// any: in the thread that was prepared when the first was added.
    fn begin_shutdown(&mut self, last: usize) {
        let Some((statics, slot)) = self.static_place("heddle/runtime/Fixed", "destroyer") else {
            return;
        };
        let destroyer = self.heap.reference(statics, slot);
        if destroyer.is_null() {
            return;
        }
        self.heap.unwritten.observe_ends();
        self.heap.reads.note(Read::Everything);
        let is_over = self.threads.iter().all(|it| it.daemon || it.has_ended());
        if is_over && self.thread_status(destroyer) == 0 && self.free_place() < MAX_THREADS {
            self.begin_thread(last, destroyer);
        }
    }

    /// A thread starts another: its `Start` operation.
    fn begin_thread(&mut self, by: usize, object: Ref) {
        let number = self.free_place();
        let constructing = self.constructing(by);
        self.heap.publish(object, &constructing);
        let slot = self.field_slot("java/lang/Thread", "eetop");
        self.heap.set_word(object, slot, 1);
        self.set_thread_status(object, STATUS_RUNNABLE);
        let daemon = self.is_daemon(object);
        if daemon {
            self.heap.unwritten.observe_ends();
        }
        self.notice_thread(object);
        let run = self.known.thread_run.expect("boot knows Thread.run");
        let method = self.dispatch(object, run).expect("every thread has run");
        let started = Thread::new(object, daemon);
        match self.threads.get_mut(number) {
            Some(ended) => {
                *ended = started;
                // What it refers to has names from another place.
                self.heap.structure_changed = true;
            }
            None => self.threads.push(started),
        }
        self.started.push(number);
        self.born.push(number);
        let stillborn = self.find_field_slot("java/lang/Thread", "stillborn");
        if stillborn.is_some_and(|slot| self.heap.object(object).data[slot] != 0) {
            let empty = crate::execution::initialize::empty_body();
            self.push(
                number,
                crate::execution::invoke::NO_METHOD,
                empty,
                After::Thread,
            );
            return;
        }
        let invocation = Invocation {
            method,
            arguments: vec![object.word()],
            after: After::Thread,
        };
        self.push_call(number, invocation);
    }

    pub(crate) fn set_thread_status(&mut self, object: Ref, status: u64) {
        if let Some(slot) = self.find_field_slot("java/lang/Thread", "threadStatus") {
            self.heap.set_word(object, slot, status);
            return;
        }
        // Since JDK 19 the status is in a separate object.
        let holder = self.field_slot("java/lang/Thread", "holder");
        let holder = self.heap.reference(object, holder);
        if !holder.is_null() {
            let slot = self.field_slot("java/lang/Thread$FieldHolder", "threadStatus");
            self.heap.set_word(holder, slot, status);
        }
    }

    /// Whether the thread of this `java.lang.Thread` was ever started.
    pub fn was_started(&mut self, object: Ref) -> bool {
        self.thread_status(object) != 0
    }

    pub(crate) fn thread_status(&mut self, object: Ref) -> u64 {
        if let Some(slot) = self.find_field_slot("java/lang/Thread", "threadStatus") {
            return self.heap.object(object).data[slot];
        }
        let holder = self.field_slot("java/lang/Thread", "holder");
        let holder = self.heap.reference(object, holder);
        let slot = self.field_slot("java/lang/Thread$FieldHolder", "threadStatus");
        if holder.is_null() {
            0
        } else {
            self.heap.object(holder).data[slot]
        }
    }

    /// Whether an object is a `java.lang.Thread`. The static fields of a class of threads are none,
    /// though they are of that class.
    pub fn is_thread(&self, object: Ref) -> bool {
        if !object.is_heap() {
            return false;
        }
        let class = self.heap.lasting(object).class;
        self.known
            .thread
            .is_some_and(|thread| self.program.is_subtype(class, thread))
    }

    /// Whether a `java.lang.Thread` is a virtual one.
    pub fn is_virtual(&self, object: Ref) -> bool {
        let class = self.heap.lasting(object).class;
        let base = self.program.loaded("java/lang/BaseVirtualThread");
        base.is_some_and(|base| self.program.is_subtype(class, base))
    }

    /// The object on whose monitor threads wait for the end of the thread of a `java.lang.Thread`: that
    /// `Thread`. Ending and joining a virtual thread does not concern its monitor; there it is an object
    /// which no code of the program can get at.
    pub fn end_monitor(&self, object: Ref) -> Ref {
        let Some(holder) = self.known.holder.filter(|_| self.is_virtual(object)) else {
            return object;
        };
        let holder = Ref::from_word(self.heap.lasting(object).data[holder]);
        if holder.is_null() { object } else { holder }
    }

    /// The main thread counts as started.
    pub(crate) fn main_runs(&mut self) {
        let object = self.threads[0].object;
        let slot = self.field_slot("java/lang/Thread", "eetop");
        self.heap.set_word(object, slot, 1);
        self.set_thread_status(object, STATUS_RUNNABLE);
    }

    fn is_daemon(&mut self, object: Ref) -> bool {
        if let Some(slot) = self.find_field_slot("java/lang/Thread", "daemon") {
            return self.heap.object(object).data[slot] != 0;
        }
        let holder = self.field_slot("java/lang/Thread", "holder");
        let holder = self.heap.reference(object, holder);
        let slot = self.field_slot("java/lang/Thread$FieldHolder", "daemon");
        // Virtual threads have no holder; they are daemons.
        holder.is_null() || self.heap.object(holder).data[slot] != 0
    }

    pub(crate) fn notify_all(&mut self, object: Ref) {
        self.heap.reads.note(Read::Waiters(object));
        for thread in 0..self.threads.len() {
            if matches!(self.threads[thread].status, Status::Waiting(waiting)
                if waiting.object == object && waiting.wake == Wake::Not)
            {
                self.wake(thread, Wake::Notified);
            }
        }
    }
}

/// `Object.wait(millis)`; also what it does when it goes on after being woken.
pub(crate) fn wait(call: &mut Call<'_, '_>, object: Ref, nanos: i64) -> Outcome {
    let thread = call.thread;
    if let Status::Waiting(waiting) = call.machine.threads[thread].status {
        return resume_wait(call, waiting);
    }
    let monitor = call.machine.monitor(object);
    if monitor.owner() != Some(thread) {
        return Err(not_owner());
    }
    // Also who had locked it before the thread was started is woken by its end.
    if call.machine.is_thread(object) {
        call.machine.heap.unwritten.observe_ends();
        call.machine.interchange.keep_joins();
    }
    call.visible(Operation::Wait(object))?;
    let machine = &mut *call.machine;
    if machine.is_interrupted(thread) {
        machine.clear_interrupt(thread);
        return Err(interrupted());
    }
    machine.order_stores(thread);
    machine.set_monitor(object, Monitor(0));
    let deadline = if nanos > 0 {
        machine.deadline(nanos)
    } else {
        0
    };
    machine.threads[thread].deadline = deadline;
    machine.threads[thread].status = Status::Waiting(Waiting {
        object,
        depth: monitor.depth(),
        nanos,
        wake: Wake::Not,
    });
    Err(Interruption::Suspended)
}

fn resume_wait(call: &mut Call<'_, '_>, waiting: Waiting) -> Outcome {
    let thread = call.thread;
    let machine = &mut *call.machine;
    machine.go = false;
    machine.threads[thread].status = Status::Ready;
    machine.set_monitor(waiting.object, Monitor::owned(thread, waiting.depth));
    if waiting.wake == Wake::Interrupted {
        machine.clear_interrupt(thread);
        return Err(interrupted());
    }
    Ok(0)
}

/// `Object.notify`: the chosen alternative says which waiter.
pub(crate) fn notify(call: &mut Call<'_, '_>, object: Ref) -> Outcome {
    if call.machine.monitor(object).owner() != Some(call.thread) {
        return Err(not_owner());
    }
    call.visible_on(object, Operation::Notify(object))?;
    let variant = call.machine.variant as usize;
    let waiter = call.machine.waiters(object).nth(variant);
    call.machine
        .notice_notification(call.thread, waiter.is_some());
    if let Some(waiter) = waiter {
        call.machine.wake(waiter, Wake::Notified);
    }
    Ok(0)
}

/// `Object.notifyAll`
pub(crate) fn notify_all(call: &mut Call<'_, '_>, object: Ref) -> Outcome {
    if call.machine.monitor(object).owner() != Some(call.thread) {
        return Err(not_owner());
    }
    call.visible_on(object, Operation::NotifyAll(object))?;
    let heard = call.machine.waiters(object).next().is_some();
    call.machine.notice_notification(call.thread, heard);
    call.machine.notify_all(object);
    Ok(0)
}

/// `LockSupport.park` and its timed forms; `nanos` is 0 for ever.
pub(crate) fn park(call: &mut Call<'_, '_>, nanos: i64) -> Outcome {
    call.machine.pending_nanos = nanos;
    call.machine.notice_park(call.thread);
    call.visible(Operation::Park)?;
    let machine = &mut *call.machine;
    machine.order_stores(call.thread);
    machine.pending_nanos = 0;
    if machine.variant == Choice::EXPIRE {
        machine.pass_time(call.thread, nanos);
    }
    machine.threads[call.thread].deadline = 0;
    machine.threads[call.thread].permit = false;
    Ok(0)
}

/// `LockSupport.unpark`
pub(crate) fn unpark(call: &mut Call<'_, '_>, target: Ref) -> Outcome {
    if target.is_null() {
        return Ok(0);
    }
    call.visible_on(target, Operation::Unpark(target))?;
    if let Some(thread) = call.machine.thread_of(target) {
        give_permit(call.machine, thread);
    }
    Ok(0)
}

fn give_permit(machine: &mut Machine<'_>, thread: usize) {
    machine.heap.reads.note(Read::Thread(thread));
    let thread = &mut machine.threads[thread];
    thread.permit = true;
    thread.dirty = true;
}

/// `Thread.sleep`
pub(crate) fn sleep(call: &mut Call<'_, '_>, nanos: i64) -> Outcome {
    // Who sleeps for no time does not wait for any.
    call.machine.pending_nanos = nanos;
    call.visible(Operation::Sleep)?;
    let machine = &mut *call.machine;
    machine.pending_nanos = 0;
    if machine.is_interrupted(call.thread) {
        machine.clear_interrupt(call.thread);
        machine.threads[call.thread].deadline = 0;
        let message = Some("sleep interrupted".to_owned());
        return Err(Interruption::ThrowNew(
            "java/lang/InterruptedException",
            message,
        ));
    }
    machine.pass_time(call.thread, nanos);
    Ok(0)
}

/// `Thread.interrupt`'s native half: the flag is set already.
pub(crate) fn interrupt(call: &mut Call<'_, '_>, target: Ref) -> Outcome {
    call.machine.interchange.keep_joins();
    call.visible_on(target, Operation::Interrupt(target))?;
    let Some(thread) = call.machine.thread_of(target) else {
        return Ok(0);
    };
    give_permit(call.machine, thread);
    Ok(0)
}

/// `Thread.stop`: the target throws before its next operation, wherever it is. One that waits for a
/// monitor has to get it first.
pub(crate) fn stop(call: &mut Call<'_, '_>, target: Ref, exception: Ref) -> Outcome {
    call.machine.interchange.keep_joins();
    call.machine.synchronizers.give_up();
    if call.machine.threads[call.thread].object == target {
        return Err(Interruption::Throw(exception));
    }
    call.visible(Operation::Stop(target))?;
    match call.machine.thread_of(target) {
        Some(thread) => {
            call.machine.heap.reads.note(Read::Thread(thread));
            let data = &mut call.machine.threads[thread];
            data.stopped = true;
            data.dirty = true;
        }
        None => {
            // One that was never started will end at once.
            if let Some(slot) = call
                .machine
                .find_field_slot("java/lang/Thread", "stillborn")
            {
                call.machine.heap.set_word(target, slot, 1);
            }
        }
    }
    Ok(0)
}

/// `Thread.suspend`. Who suspends itself stands before the same operation again until it is resumed.
pub(crate) fn suspend(call: &mut Call<'_, '_>, target: Ref) -> Outcome {
    let own = call.machine.threads[call.thread].suspension;
    if own == Suspension::BySelf {
        return Err(Interruption::Stop(Operation::Suspend(target)));
    }
    call.visible(Operation::Suspend(target))?;
    call.machine.synchronizers.give_up();
    if own == Suspension::Over {
        call.machine.threads[call.thread].suspension = Suspension::No;
        return Ok(0);
    }
    let Some(thread) = call.machine.thread_of(target) else {
        return Ok(0);
    };
    call.machine.heap.reads.note(Read::Thread(thread));
    let data = &mut call.machine.threads[thread];
    data.dirty = true;
    if thread == call.thread {
        data.suspension = Suspension::BySelf;
        return Err(Interruption::Stop(Operation::Suspend(target)));
    }
    if data.suspension == Suspension::No {
        data.suspension = Suspension::ByOther;
    } else if data.suspension == Suspension::Over {
        data.suspension = Suspension::BySelf;
    }
    Ok(0)
}

/// `Thread.resume`
pub(crate) fn resume(call: &mut Call<'_, '_>, target: Ref) -> Outcome {
    call.visible(Operation::Resume(target))?;
    let Some(thread) = call.machine.thread_of(target) else {
        return Ok(0);
    };
    call.machine.heap.reads.note(Read::Thread(thread));
    let data = &mut call.machine.threads[thread];
    data.dirty = true;
    data.suspension = match data.suspension {
        Suspension::No | Suspension::ByOther => Suspension::No,
        Suspension::BySelf | Suspension::Over => Suspension::Over,
    };
    Ok(0)
}

/// `Thread.start`
pub(crate) fn start(call: &mut Call<'_, '_>, object: Ref) -> Outcome {
    call.visible(Operation::Start(object))?;
    let machine = &mut *call.machine;
    if machine.thread_status(object) != 0 {
        return Err(Interruption::ThrowNew(
            "java/lang/IllegalThreadStateException",
            None,
        ));
    }
    if machine.free_place() >= MAX_THREADS {
        return Err(Interruption::Unsupported(format!(
            "more than {MAX_THREADS} threads"
        )));
    }
    machine.order_stores(call.thread);
    machine.begin_thread(call.thread, object);
    Ok(0)
}

/// Threads that have places of their own: as many as names tell apart, see `naming.rs`.
const MAX_THREADS: usize = 500;

fn not_owner() -> Interruption {
    exception(
        "java/lang/IllegalMonitorStateException",
        "current thread is not owner",
    )
}

fn interrupted() -> Interruption {
    Interruption::ThrowNew("java/lang/InterruptedException", None)
}
