//! Threads and their frames.

use program::{Body, ClassId, Kind, MethodId};

use crate::operation::Operation;
use crate::statespace::state::each_live;
use crate::time::clock::Stamp;
use crate::value::Ref;
use crate::weak::Weak;
use crate::weak::window::Past;
use jdk::synchronizer::Role;

/// The deadline of a thread that may go on at any moment: its time has passed, or may pass at any moment. Who
/// has only begun to wait has a later one, however short its wait is.
pub(crate) const DUE: i64 = 1;

/// One thread that has been started.
#[derive(Clone, Debug)]
pub struct Thread<'p> {
    /// Its `java.lang.Thread`.
    pub object: Ref,
    /// Where it stands.
    pub status: Status,
    /// Whether the program may end without it.
    pub daemon: bool,
    /// Whether `unpark` has given it a permit.
    pub permit: bool,
    /// Whether `Thread.stop` makes it throw when it moves next.
    pub stopped: bool,
    /// Whether `Thread.suspend` keeps it from moving.
    pub suspension: Suspension,
    /// Nanoseconds until its sleep, timed wait or timed park is over, where time passes only when nobody can
    /// move, and [`DUE`] once they have passed, or if they may pass at any moment; 0 if it has none.
    pub deadline: i64,
    /// How many threads have to end before it goes on, see `symmetry.rs`.
    pub(crate) awaits: u8,
    /// The threads that go on only after this one has ended, one bit each.
    pub(crate) awaited: u64,
    /// Its last store that others may not see yet, see `weak.rs`.
    pub(crate) weak: Option<Weak>,
    /// Its last accesses, as far as others may see them in another order, see `weak/window.rs`.
    pub(crate) window: Vec<Past>,
    /// The threads whose end it has seen, one bit each, for the same purpose.
    pub(crate) joined: u64,
    /// How many identity hash codes it has given, modulo 16.
    pub(crate) hashes: u8,
    /// Its calls, innermost last.
    pub frames: Vec<Frame<'p>>,
    /// The registers of all frames.
    pub registers: Vec<u64>,
    /// Those of them that hold numbers from a clock.
    pub(crate) stamps: Vec<(u32, Stamp)>,
    /// The operation it stands before, if that has been worked out since it last moved.
    pub(crate) operation: Option<Operation>,
    /// Moved, or changed by others, since the last save or load.
    pub(crate) dirty: bool,
    /// Its part in the last saved or loaded state.
    pub(crate) part: u32,
    /// The loose base objects that it held then, by name.
    pub(crate) loose: Vec<Ref>,
}

/// What `Thread.suspend` and `resume` have done to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspension {
    /// Nothing: it can move.
    No,
    /// Another thread has suspended it.
    ByOther,
    /// It has suspended itself, and stands inside of that call.
    BySelf,
    /// The same, and it has been resumed: the call will return.
    Over,
}

/// Where a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Before the operation of its current instruction.
    Ready,
    /// Before a class initialisation that its current instruction needs.
    Initialize(ClassId),
    /// In the middle of a long local computation.
    Paused,
    /// In a wait set, or woken from it and waiting for the monitor.
    Waiting(Waiting),
    /// At the end of `run`, about to end.
    Ending,
    /// Ended.
    Ended,
}

/// A thread's stay in a wait set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Whose wait set.
    pub object: Ref,
    /// How often it had entered the monitor.
    pub depth: u32,
    /// Nanoseconds it was asked to wait, 0 for ever.
    pub nanos: i64,
    /// What woke it.
    pub wake: Wake,
}

/// What ended a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Wake {
    /// Nothing yet.
    Not,
    /// `notify` or `notifyAll`.
    Notified,
    /// An interrupt: `wait` will throw.
    Interrupted,
    /// Time.
    Expired,
    /// Nothing at all.
    Spurious,
}

/// What happens with a frame's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// It goes to the target register of the caller's call, which then goes on.
    Call,
    /// The same, boxed: a reflective call.
    Box(Option<Kind>),
    /// The call gives this constructor's new object instead: reflective `newInstance`. The object
    /// is in the frame's first parameter register.
    Construct(Ref),
    /// Like `Box`, but exceptions are not wrapped: a method handle.
    Wrap(Option<Kind>),
    /// Like `Construct`, but exceptions are not wrapped: a method handle.
    Give(Ref),
    /// The class is then initialised, and the instruction below is run again.
    Initialize(ClassId),
    /// Before it returns, the class must be initialised.
    Ensure(ClassId),
    /// The thread is then at its end.
    Thread,
    /// The same; it runs a handler for an uncaught exception, and none handles what that throws.
    Handler,
    /// The same; it is what a thread does on its way out, and nobody is told what it throws.
    Exit,
    /// The instruction below is run again.
    Retry,
}

/// One call.
#[derive(Clone, Debug)]
pub struct Frame<'p> {
    /// What is being run.
    pub method: MethodId,
    /// Its code.
    pub body: &'p Body,
    /// The current instruction.
    pub pc: u32,
    /// Where its registers begin.
    pub base: u32,
    /// What happens with its result.
    pub after: After,
    /// What its method is to atomic calls, and whether it is one that has begun: see `atomic_calls.rs`.
    pub(crate) role: Role,
    pub(crate) begun: bool,
    /// Its part, valid while it has a callee and no name in it changes; 0 if not known.
    pub(crate) part: u32,
}

impl<'p> Thread<'p> {
    /// Whether it remembers something about weak accesses, see `weak/window.rs`.
    pub(crate) fn heeds(&self) -> bool {
        self.joined != 0 || !self.window.is_empty()
    }

    /// Whether it has left a wait set by an interrupt, and needs the monitor back to say so.
    pub fn was_interrupted(&self) -> bool {
        matches!(self.status, Status::Waiting(waiting) if waiting.wake == Wake::Interrupted)
    }

    /// A thread about to begin.
    pub(crate) fn new(object: Ref, daemon: bool) -> Thread<'p> {
        Thread {
            object,
            status: Status::Ready,
            daemon,
            permit: false,
            stopped: false,
            suspension: Suspension::No,
            deadline: 0,
            awaits: 0,
            awaited: 0,
            weak: None,
            window: Vec::new(),
            joined: 0,
            hashes: 0,
            frames: Vec::new(),
            registers: Vec::new(),
            stamps: Vec::new(),
            operation: None,
            dirty: true,
            part: 0,
            loose: Vec::new(),
        }
    }

    /// The innermost call.
    pub fn top(&self) -> &Frame<'p> {
        self.frames
            .last()
            .expect("a thread that has not ended has a frame")
    }

    /// Whether the current instruction of the frame at `depth` is still to be run: it is the
    /// innermost, or what runs above it comes before the instruction (a class initialiser).
    pub fn is_before_instruction(&self, depth: usize) -> bool {
        self.frames.get(depth + 1).is_none_or(|above| {
            matches!(
                above.after,
                After::Initialize(_) | After::Ensure(_) | After::Retry
            )
        })
    }

    /// The references of the frame at `depth` that may still be read, by register. What is in other
    /// registers is not part of a state.
    pub fn live_references(&self, depth: usize) -> Vec<(usize, Ref)> {
        let frame = &self.frames[depth];
        let mut live = Vec::new();
        each_live(frame, self.is_before_instruction(depth), |register| {
            if register < frame.body.references as usize {
                let word = self.registers[frame.base as usize + register];
                live.push((register, Ref::from_word(word)));
            }
        });
        live
    }

    /// Whether it can't move before another thread resumes it.
    pub fn is_suspended(&self) -> bool {
        matches!(self.suspension, Suspension::ByOther | Suspension::BySelf)
    }

    /// Whether the time that it waits for has passed: so it may go on at any moment, also before another
    /// whose time was up at the same one.
    pub fn is_due(&self) -> bool {
        self.deadline == DUE
    }

    /// Whether it goes on only after other threads have ended.
    pub fn is_awaiting(&self) -> bool {
        self.awaits > 0
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.status == Status::Ended
    }
}
