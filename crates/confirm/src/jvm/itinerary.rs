//! What to force, as plain data.

use std::time::Duration;

/// A schedule as the JVM has to follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Itinerary {
    /// The threads of the program, by number; main is the first.
    pub threads: Vec<ThreadNote>,
    /// Where main stands before the schedule begins.
    pub begin: Stop,
    /// Which thread goes how far, in order.
    pub legs: Vec<Leg>,
    /// What has to be seen in the end.
    pub evidence: Evidence,
    /// What of it is left to the JVM: each with the step that it comes up in.
    pub freedoms: Vec<(usize, Freedom)>,
    /// How many steps there are.
    pub steps: usize,
}

/// How to recognise a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadNote {
    /// Its name.
    pub name: String,
    /// How it is called in reports.
    pub label: String,
    /// Whether it is a virtual thread.
    pub is_virtual: bool,
}

/// What one thread does while all others are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leg {
    /// The thread's number.
    pub thread: usize,
    /// The last of its steps in the trace, from 1.
    pub step: usize,
    /// What that step does, for people.
    pub operation: String,
    /// How far it goes.
    pub to: Stop,
    /// How often it comes to that place on the way, the last time included. 0 if it does not move.
    pub visits: u32,
    /// The threads that it starts.
    pub starts: Vec<usize>,
    /// The values that `Heddle.choose` gives it, as positions among those possible.
    pub picks: Vec<u16>,
    /// How long it sleeps or waits on the way.
    pub time: Duration,
}

/// Where a leg ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// Where the thread begins: it has done nothing.
    #[default]
    Start,
    /// Before an instruction; the calls, outermost first.
    At(Vec<Position>),
    /// In `Object.wait`, called from there.
    InWait(Vec<Position>),
    /// It has left a wait set and wants the monitor back, which another thread has; called from there.
    WantsBack(Vec<Position>),
    /// At its end, but still alive.
    Ending,
    /// It has ended.
    Ended,
    /// It is not held any more.
    Open,
}

/// A place in bytecode.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The class, as `java/util/List`.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The index in its bytecode; the largest number in native methods.
    pub index: u32,
    /// Whether Heddle does by itself what gets from the call outside of this one to this one, so that a JVM
    /// may have calls in between. Only in what is sought.
    pub after_gap: bool,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let class = self.class.replace('/', ".");
        match self.index {
            u32::MAX => write!(f, "{class}.{} (native)", self.method),
            index => write!(f, "{class}.{} at bytecode {index}", self.method),
        }
    }
}

/// What shows a violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// A thread throws this, and nothing catches it.
    Exception {
        /// Its number.
        thread: usize,
        /// The class, as `java/lang/Error`.
        class: String,
    },
    /// These threads can't go on.
    Stuck(Vec<(usize, Block)>),
    /// Both stand before their accesses.
    Race(Vec<usize>),
    /// Nothing that a JVM could show.
    #[default]
    Nothing,
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Another thread has the monitor.
    Monitor,
    /// It waits to be notified, or for its permit.
    Wait,
    /// Another thread initialises the class, or it is suspended.
    Other,
}

/// What a JVM may do as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freedom {
    /// `notify` wakes another waiter than the one that has waited longest.
    NotifyChoice,
    /// Time runs out while other threads could move, or does not though it could.
    Time,
    /// A wait ends for no reason.
    SpuriousWakeUp,
    /// A number comes from a generator, or a hash code is chosen.
    Random,
    /// A thread suspends, resumes or stops another one, which is what the debug interface does, too.
    Suspension,
    /// The violation is that a run has no end.
    NoEnd,
}

impl Freedom {
    /// Its name in counts.
    pub fn name(self) -> &'static str {
        match self {
            Freedom::NotifyChoice => "notify's choice",
            Freedom::Time => "time",
            Freedom::SpuriousWakeUp => "spurious wake-up",
            Freedom::Random => "hash or random choice",
            Freedom::Suspension => "suspend, resume or stop",
            Freedom::NoEnd => "never ends",
        }
    }

    /// Why a run that needs it can't be forced.
    pub fn reason(self) -> &'static str {
        match self {
            Freedom::NotifyChoice => {
                "which waiter notify wakes is the JVM's choice, and it takes the one that has waited \
                 longest"
            }
            Freedom::Time => "the run needs time to pass at a certain moment",
            Freedom::SpuriousWakeUp => "the run needs a wait that ends for no reason",
            Freedom::Random => "the run needs certain random numbers or hash codes",
            Freedom::Suspension => {
                "threads that the program suspends, resumes or stops can't be held at the same time"
            }
            Freedom::NoEnd => "that a run never ends can't be seen",
        }
    }
}
