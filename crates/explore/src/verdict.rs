//! What a search concludes.

use std::fmt;
use std::time::Duration;

use crate::schedule::Schedule;
use crate::statistics::Statistics;
use crate::system::{Finding, Unsupported};
use crate::temporal::Graph;

/// The answer for all selected properties together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No violation, and every state was explored.
    Holds,
    /// At least one violation.
    Violated(Vec<Violation>),
    /// No violation found, but not everything was explored. Never empty.
    Unknown(Vec<Incomplete>),
}

/// Something wrong and a way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What is wrong.
    pub finding: Finding,
    /// The run that shows it.
    pub schedule: Schedule,
}

/// Why a search did not cover everything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incomplete {
    /// The first violation ended it. (Never the reason of [`Verdict::Unknown`].)
    FirstViolation,
    /// The limit on stored states was reached.
    States(u64),
    /// Some run was cut at this depth.
    Depth(usize),
    /// Time ran out.
    Time(Duration),
    /// The memory limit was reached.
    Memory(u64),
    /// The store has no numbers left.
    StoreFull,
    /// States were kept as a few bits: about so many millionths of those met were explored.
    Bitstate(u32),
    /// Threads that are stuck while others go on were not looked for: there was no memory for it, or
    /// states have no numbers.
    StuckUnsought,
    /// The checkpoint is of another search.
    Misfit,
    /// States could not be written to disk or read from there; why.
    Disk(String),
    /// It was asked to stop.
    Stopped,
    /// Only runs with at most so many preemptions were explored; those all were.
    Preemptions(u32),
    /// Only so many runs were tried.
    Runs(u64),
    /// So many of these were given up when they had become so long.
    GivenUp {
        /// How many.
        runs: u64,
        /// The number of choices.
        length: usize,
    },
    /// It was only asked whether every run ends, and one does not. (Users are never told.)
    Endless,
    /// There are more threads than questions about endless runs can tell apart.
    Threads,
    /// Something was reached that can't be run.
    Unsupported(Unsupported),
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incomplete::FirstViolation => f.write_str("stopped at the first violation"),
            Incomplete::States(limit) => write!(f, "the limit of {limit} states was reached"),
            Incomplete::Depth(limit) => write!(f, "runs were cut at the limit of {limit} steps"),
            Incomplete::Time(limit) => {
                write!(f, "the time limit of {} s was reached", limit.as_secs_f64())
            }
            Incomplete::Memory(limit) => {
                write!(f, "the memory limit of {} MB was reached", limit >> 20)
            }
            Incomplete::StoreFull => f.write_str("the store can hold no more states"),
            Incomplete::Bitstate(part) => write!(
                f,
                "states were kept as three bits each: about {}.{:02} % of those reached were explored",
                part / 10_000,
                part / 100 % 100
            ),
            Incomplete::StuckUnsought => {
                f.write_str("threads that are stuck while others go on were not looked for")
            }
            Incomplete::Misfit => f.write_str("the checkpoint does not fit the program"),
            Incomplete::Disk(why) => write!(f, "states could not be kept on disk: {why}"),
            Incomplete::Stopped => f.write_str("interrupted"),
            Incomplete::Preemptions(0) => f.write_str(
                "only schedules that never take a thread off while it could go on were explored \
                 (all of them)",
            ),
            Incomplete::Preemptions(bound) => write!(
                f,
                "only schedules with at most {bound} preemption{} were explored (all of them)",
                if *bound == 1 { "" } else { "s" }
            ),
            Incomplete::Endless => f.write_str("a run goes on for ever"),
            Incomplete::Threads => f.write_str("a run has more than 64 threads"),
            Incomplete::Runs(1) => f.write_str("only one schedule was tried"),
            Incomplete::Runs(runs) => write!(f, "only {runs} schedules were tried"),
            Incomplete::GivenUp { runs, length } => {
                let was = if *runs == 1 { "was" } else { "were" };
                write!(f, "{runs} of them {was} given up after {length} steps")
            }
            Incomplete::Unsupported(unsupported) => f.write_str(&unsupported.reason),
        }
    }
}

/// What is known of a program's runs that go on for ever, or stop before all threads have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// There are none.
    All,
    /// Those that go on come to points of progress again and again.
    OrProgress,
    /// There may be one that does not; more is not known.
    NotAll,
}

/// All that comes out of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Why not everything was covered; empty exactly if the search was complete.
    pub incomplete: Vec<Incomplete>,
    /// Counts.
    pub statistics: Statistics,
    /// What is known of runs that go on for ever, if the search was asked and has found out.
    pub ends: Option<Ends>,
    /// A graph on which formulas are judged, without fairness, if one was asked for.
    pub graph: Option<Box<Graph>>,
}

impl Outcome {
    /// The outcome of a round that does not count and that no other follows, because the user does not
    /// want to wait: it has not covered everything, whatever it found.
    pub(crate) fn stopped(mut self) -> Outcome {
        if !self.incomplete.contains(&Incomplete::Stopped) {
            self.incomplete.push(Incomplete::Stopped);
        }
        if self.violations().is_empty() {
            self.verdict = Verdict::Unknown(self.incomplete.clone());
        }
        self
    }

    /// Whether every reachable state was explored by every choice.
    pub fn complete(&self) -> bool {
        self.incomplete.is_empty()
    }

    /// What was found, if anything.
    pub fn violations(&self) -> &[Violation] {
        match &self.verdict {
            Verdict::Violated(violations) => violations,
            Verdict::Holds | Verdict::Unknown(_) => &[],
        }
    }
}
