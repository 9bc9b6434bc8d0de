//! The steps programs are lowered to.
//!
//! Every step touches shared state at most once. Registers belong to their thread; register 0 holds
//! what the thread has seen.

use crate::ast::{NodeField, Operator, Type, VariableId};

/// A register of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Register(pub(super) usize);

/// What the thread has seen so far.
pub(super) const SEEN: Register = Register(0);

/// The place of a step in its thread's code.
pub(super) type Place = usize;

/// A lock of either sort, by number.
pub(super) type LockId = usize;

/// An exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exception {
    IllegalState,
    IllegalArgument,
    Arithmetic,
    NullPointer,
    ArrayIndex,
    Interrupted,
}

impl Exception {
    /// Its class, as the JVM names it.
    pub(super) fn class(self) -> &'static str {
        match self {
            Exception::IllegalState => "java.lang.IllegalStateException",
            Exception::IllegalArgument => "java.lang.IllegalArgumentException",
            Exception::Arithmetic => "java.lang.ArithmeticException",
            Exception::NullPointer => "java.lang.NullPointerException",
            Exception::ArrayIndex => "java.lang.ArrayIndexOutOfBoundsException",
            Exception::Interrupted => "java.lang.InterruptedException",
        }
    }
}

/// What a handler catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Catches {
    Any,
    Runtime,
    IllegalState,
    Interrupted,
}

impl Catches {
    pub(super) fn includes(self, exception: Exception) -> bool {
        match self {
            Catches::Any => true,
            Catches::Runtime => exception != Exception::Interrupted,
            Catches::IllegalState => exception == Exception::IllegalState,
            Catches::Interrupted => exception == Exception::Interrupted,
        }
    }
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Int(i32),
    Boolean(bool),
    Null,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    // On registers alone.
    Constant(Register, Constant),
    Copy {
        to: Register,
        from: Register,
        as_type: Option<Type>,
    },
    Binary(Register, Operator, Register, Register),
    Not(Register, Register),
    IsNull(Register, Register),
    NewNode(Register, usize),
    NewArray(Register, usize),
    ReadOwn {
        to: Register,
        array: Register,
        index: usize,
    },
    WriteOwn {
        array: Register,
        index: usize,
        from: Register,
    },
    Observe(Register),
    ObserveDigit(i64),
    Jump(Place),
    JumpIf(Register, Place),
    JumpUnless(Register, Place),
    Handle(Catches, Place),
    Unhandle,
    Throw(Exception),
    Rethrow,
    // On shared state.
    Read(Register, VariableId),
    Write(VariableId, Register),
    ReadElement {
        to: Register,
        array: VariableId,
        index: Register,
    },
    WriteElement {
        array: VariableId,
        index: Register,
        from: Register,
    },
    ReadField {
        to: Register,
        node: Register,
        field: NodeField,
    },
    WriteField {
        node: Register,
        field: NodeField,
        from: Register,
    },
    AtomicAdd {
        old: Option<Register>,
        new: Option<Register>,
        variable: VariableId,
        amount: i32,
    },
    AtomicSwap {
        old: Register,
        variable: VariableId,
        new: Register,
    },
    AtomicCompare {
        won: Register,
        variable: VariableId,
        expected: Register,
        new: Register,
    },
    Put(VariableId, Register),
    Take(Register, VariableId),
    Size(Register, VariableId),
    Lock(LockId),
    TryLock(Register, LockId),
    Unlock(LockId),
    Wait(LockId),
    Notify(LockId, Notified),
    Park,
    Unpark(usize),
    Start(usize),
    Join(usize),
    Interrupt(usize),
    Interrupted(Register),
    /// The end of the thread: what it has seen is kept.
    End,
}

/// How many waiters a notification wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notified {
    One,
    All,
}

impl Step {
    /// Whether no other thread could notice the step or influence it.
    pub(super) fn is_private(&self) -> bool {
        matches!(
            self,
            Step::Constant(..)
                | Step::Copy { .. }
                | Step::Binary(..)
                | Step::Not(..)
                | Step::IsNull(..)
                | Step::NewNode(..)
                | Step::NewArray(..)
                | Step::ReadOwn { .. }
                | Step::WriteOwn { .. }
                | Step::Observe(_)
                | Step::ObserveDigit(_)
                | Step::Jump(_)
                | Step::JumpIf(..)
                | Step::JumpUnless(..)
                | Step::Handle(..)
                | Step::Unhandle
                | Step::Throw(_)
                | Step::Rethrow
        )
    }
}
