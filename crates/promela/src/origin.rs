//! Where a statement of the model comes from.

use program::MethodId;

/// What a step of the model is to the Java program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A local step, part of the transition before it.
    Local,
    /// The visible step of the instruction: others could notice it.
    Visible,
    /// The thread leaves the wait set because it was interrupted.
    WokenByInterrupt,
    /// A timed wait or park ends by time, and the thread goes on.
    Expired,
    /// A timed wait ends by time; the thread needs its monitor back to go on.
    TimesOut,
    /// The thread has come to, or left, a place that a formula asks for.
    Moves,
    /// The thread has come to a step that it may be unable to take, and a formula asks for that.
    Tries,
    /// Wakes the thread whose process has this thread object; see `Model`.
    Notifies(i32),
    /// Picks a value.
    Chooses(u16),
    /// The thread's last step.
    Ends,
    /// An exception that nothing catches leaves the thread.
    Uncaught,
    /// More objects than the bound allows; the number says of which reason.
    Bound(u32),
    /// What the model can't express; the number says which.
    Unsupported(u32),
}

/// The Java code that a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The method and pc; `None` for what belongs to the thread as a whole.
    pub at: Option<(MethodId, u32)>,
    /// What the step is.
    pub role: Role,
}

impl Origin {
    /// Belongs to the thread as a whole.
    pub const THREAD: Origin = Origin {
        at: None,
        role: Role::Local,
    };

    /// A local step at this instruction.
    pub fn local(method: MethodId, pc: u32) -> Origin {
        Origin {
            at: Some((method, pc)),
            role: Role::Local,
        }
    }

    /// The same place, with another role.
    pub fn with(self, role: Role) -> Origin {
        Origin { role, ..self }
    }
}
