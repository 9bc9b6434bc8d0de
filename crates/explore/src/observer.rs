//! Those who look on while a search runs.
//!
//! An observer hears what happens and can influence nothing, but it may ask the search to stop.

use crate::system::Finding;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop as soon as possible; the outcome is incomplete.
    Stop,
}

/// What a running search is doing now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking for violations.
    Search,
    /// Looking for threads that are stuck for ever, in the graph found.
    Stuck,
    /// Looking for a shorter schedule to a violation.
    Shorten,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// States stored.
    pub states: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// The depth of the stack, or the states waiting in the queue.
    pub open: u64,
    /// Bytes of the store.
    pub store_bytes: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// Seconds since it last began again from the first state, having learned something.
    pub round_seconds: f64,
    /// A guess at how much of it is done, if there is one.
    pub estimate: Option<Estimate>,
}

/// A guess at how far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The part of the work that is done, between 0 and 1.
    pub done: f64,
    /// How many states there are in all, perhaps. `None` where the work is not counted in states, and
    /// the part is known.
    pub states: Option<f64>,
}

/// Looks on. All methods have empty bodies.
pub trait Observer {
    /// Called several times a second.
    fn progress(&mut self, _progress: &Progress) -> Flow {
        Flow::Continue
    }

    /// Called when something wrong is found for the first time.
    fn found(&mut self, _finding: &Finding) {}
}

/// An observer that looks away.
#[derive(Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
