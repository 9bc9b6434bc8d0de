//! `java.lang.ThreadGroup`.
//!
//! Up to JDK 18 a group keeps a list of its threads: a thread needs the group's monitor to start and to
//! end, the last one that ends notifies the group, and a group may be destroyed. All of that is the
//! JDK's own code, which runs only if the program mentions groups ([`Machine::keeps_groups`]): nobody
//! notices otherwise. Since JDK 19 groups ask for the threads that run, and keep nothing.

use program::Kind;

use crate::machine::Machine;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome};
use crate::operation::Ordering;
use crate::thread::After;
use crate::value::Ref;

pub(crate) const NATIVES: Natives = &[
    ("addUnstarted", "*", bookkeeping),
    ("add", "(Ljava/lang/Thread;)V", bookkeeping),
    ("threadStartFailed", "*", bookkeeping),
    ("threadTerminated", "*", bookkeeping),
    ("activeCount", "()I", look),
    ("enumerate", "([Ljava/lang/Thread;IZ)I", look),
    ("interrupt", "()V", look),
    ("stopOrSuspend", "*", look),
    ("resume", "()V", look),
    ("destroy", "()V", look),
    ("isDestroyed", "()Z", look),
    ("setDaemon", "(Z)V", look),
    ("list", "(Ljava/io/PrintStream;I)V", look),
];

/// What a program mentions that can look at the threads of a group, or lock one.
const MENTIONS: &[&str] = &["activeCount", "enumerate", "getUncaughtExceptionHandler"];

impl Machine<'_> {
    /// Whether groups keep lists of their threads that somebody could notice.
    pub fn keeps_groups(&self) -> bool {
        self.known.keeps_groups
    }

    /// Whether a thread lets go of all that it holds by itself, because somebody could notice when.
    pub(crate) fn exits_by_itself(&self) -> bool {
        self.keeps_groups() && self.known.texts.contains("getUncaughtExceptionHandler")
    }

    /// Whether it lets go of its group by itself.
    pub(crate) fn lets_go_of_group(&self) -> bool {
        let asks = self.known.texts.contains("getThreadGroup");
        self.exits_by_itself() || self.keeps_groups() && asks
    }

    /// What a thread runs last of all where groups are kept: as much of `Thread.exit` as others could
    /// notice.
    pub(crate) fn exit_of(&mut self, thread: Ref) -> Invocation {
        let (class, name, descriptor) = if self.exits_by_itself() {
            ("java/lang/Thread", "exit", "()V")
        } else if self.lets_go_of_group() {
            (
                "heddle/runtime/Fixed",
                "leaveGroup",
                "(Ljava/lang/Thread;)V",
            )
        } else {
            (
                "java/lang/ThreadGroup",
                "threadTerminated",
                "(Ljava/lang/Thread;)V",
            )
        };
        let mut arguments = vec![thread.word()];
        if name == "threadTerminated" {
            arguments.insert(0, self.thread_group_of(thread).word());
        }
        let class = self.library_class(class);
        let method = self.program.declared_method(class, name, descriptor);
        Invocation {
            method: method.expect("a thread leaves its group"),
            arguments,
            after: After::Exit,
        }
    }

    /// Whether groups of this JDK keep lists at all.
    pub(crate) fn has_group_lists(&mut self) -> bool {
        let slot = self.find_field_slot("java/lang/ThreadGroup", "nUnstartedThreads");
        slot.is_some()
    }

    /// Finds out whether the program mentions groups. Then main belongs to its own from the beginning.
    pub(crate) fn prepare_groups(&mut self) {
        let mentions = |text: &String| {
            MENTIONS.contains(&text.as_str())
                || text.contains("java/lang/ThreadGroup")
                || text.contains("java.lang.ThreadGroup")
        };
        if !self.has_group_lists() {
            return;
        }
        if !self.known.texts.iter().any(mentions) {
            self.known.idle_group = self.program.loaded("java/lang/ThreadGroup");
            return;
        }
        self.known.keeps_groups = true;
        let main = self.threads[0].object;
        let group = self.thread_group_of(main);
        let calls = [
            ("addUnstarted", "()V", vec![group.word()]),
            (
                "add",
                "(Ljava/lang/Thread;)V",
                vec![group.word(), main.word()],
            ),
        ];
        for (name, descriptor, arguments) in calls {
            let result = self.call_early("java/lang/ThreadGroup", name, descriptor, arguments);
            assert!(result.is_ok(), "main joins its group");
        }
    }
}

/// `terminated0(thread)`: its group is told that it ends.
pub(crate) fn terminated(call: &mut Call<'_, '_>) -> Outcome {
    let thread = call.object(0)?;
    let group = call.machine.thread_group_of(thread);
    let arguments = vec![group.word(), thread.word()];
    call.go_on_in("java/lang/ThreadGroup", "threadTerminated", arguments)
}

/// `clearGroup0(thread)`: it lets go of its group.
pub(crate) fn clear(call: &mut Call<'_, '_>) -> Outcome {
    let thread = call.object(0)?;
    let slot = call.slot("java/lang/Thread", "group");
    let at = Location::new(thread, slot, Kind::Reference);
    call.store(at, Ordering::Plain, 0)
}

/// Nothing, unless somebody could notice.
fn bookkeeping(call: &mut Call<'_, '_>) -> Outcome {
    if call.machine.keeps_groups() {
        Err(Interruption::Original)
    } else {
        Ok(0)
    }
}

/// A look at the threads of a group, or a change that starting threads would notice.
fn look(call: &mut Call<'_, '_>) -> Outcome {
    if call.machine.has_group_lists() && !call.machine.keeps_groups() {
        return Err(unforeseen());
    }
    Err(Interruption::Original)
}

/// Somebody uses a group of threads although the program does not mention any.
pub(crate) fn unforeseen() -> Interruption {
    let reason = "thread groups in classes that the program does not mention by name";
    Interruption::Unsupported(reason.to_owned())
}
