//! A state of a program: everything that decides what can happen next.

use std::collections::BTreeMap;

use super::code::{Catches, Exception, LockId, Place, Step};
use crate::ast::{Content, Program, Type};

/// A node, by the thread that made it and how many that thread had made before. So the name does
/// not depend on what other threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId {
    pub(super) thread: usize,
    pub(super) number: usize,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Int(i32),
    Long(i64),
    Boolean(bool),
    Node(Option<NodeId>),
    /// An array that never leaves its thread.
    Own(Vec<i32>),
}

/// A node's fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) id: i32,
    pub(super) payload: i32,
    pub(super) value: i32,
    pub(super) next: Option<NodeId>,
}

/// The content of a shared variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    Scalar(Value),
    Array(Vec<i32>),
    /// The flag tells a deque, which is emptied at its front, from a list, emptied at its end.
    Collection {
        deque: bool,
        nodes: Vec<Option<NodeId>>,
    },
}

/// Who holds a lock, and how many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Held {
    pub(super) thread: usize,
    pub(super) times: usize,
}

/// What a thread does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Activity {
    NotStarted,
    Running,
    /// In the wait set of a monitor that it had entered so many times.
    Waiting {
        lock: LockId,
        times: usize,
    },
    /// Out of the wait set, and has to take the monitor again; `interrupted` if it then throws.
    Returning {
        lock: LockId,
        times: usize,
        interrupted: bool,
    },
    /// In a join that has looked and found the thread alive; its end wakes it.
    Joining {
        thread: usize,
    },
    Ended,
}

/// One thread.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ThreadState {
    pub(super) place: Place,
    pub(super) seen: i64,
    pub(super) registers: Vec<Value>,
    pub(super) handlers: Vec<(Catches, Place)>,
    /// Exceptions on their way through finally blocks, innermost last.
    pub(super) pending: Vec<Exception>,
    pub(super) activity: Activity,
    pub(super) interrupted: bool,
    pub(super) permit: bool,
    pub(super) made: usize,
}

impl ThreadState {
    pub(super) fn ended(&self) -> bool {
        self.activity == Activity::Ended
    }
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) threads: Vec<ThreadState>,
    pub(super) locks: BTreeMap<LockId, Held>,
    pub(super) cells: Vec<Cell>,
    pub(super) nodes: BTreeMap<NodeId, Node>,
}

impl State {
    /// The state before main's first step.
    pub(super) fn new(program: &Program, codes: &[Vec<Step>]) -> State {
        let main = codes.len() - 1;
        let thread = |index| ThreadState {
            place: 0,
            seen: 0,
            registers: Vec::new(),
            handlers: Vec::new(),
            pending: Vec::new(),
            activity: if index == main {
                Activity::Running
            } else {
                Activity::NotStarted
            },
            interrupted: false,
            permit: false,
            made: 0,
        };
        let cell = |content| match content {
            Content::Scalar { ty, .. } => Cell::Scalar(zero(ty)),
            Content::AtomicInteger => Cell::Scalar(Value::Int(0)),
            Content::AtomicReference => Cell::Scalar(Value::Node(None)),
            Content::Array { length } => Cell::Array(vec![0; length]),
            Content::List => Cell::Collection {
                deque: false,
                nodes: Vec::new(),
            },
            Content::Deque => Cell::Collection {
                deque: true,
                nodes: Vec::new(),
            },
        };
        State {
            threads: (0..codes.len()).map(thread).collect(),
            locks: BTreeMap::new(),
            cells: program
                .variables
                .iter()
                .map(|variable| cell(variable.content))
                .collect(),
            nodes: BTreeMap::new(),
        }
    }
}

fn zero(ty: Type) -> Value {
    match ty {
        Type::Int => Value::Int(0),
        Type::Long => Value::Long(0),
        Type::Boolean => Value::Boolean(false),
        Type::Node => Value::Node(None),
    }
}
