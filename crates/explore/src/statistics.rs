//! Counts of a search.
//!
//! On complete runs the first five don't depend on the order of search: every stored state is
//! expanded once, by every choice.

/// What a search did. Its report is made of these.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States stored.
    pub states: u64,
    /// Choices taken, whatever became of them.
    pub transitions: u64,
    /// Transitions that led to a state already stored.
    pub revisited: u64,
    /// Transitions on which the program assumed something false.
    pub pruned: u64,
    /// States without a choice.
    pub end_states: u64,
    /// The most choices in a row (depth-first), or to the farthest state (breadth-first, or with
    /// several workers).
    pub max_depth: u64,
    /// Instructions run, including those of stuck-thread passes but not of shortening.
    pub instructions: u64,
    /// Complete runs from the start, where a search makes runs.
    pub runs: u64,
    /// Those of them that were given up at a length that nobody asked for.
    pub given_up: u64,
    /// The most preemptions up to which every run was explored, where a search goes by their number.
    pub preemptions: Option<u32>,
    /// The most workers that searched at a time.
    pub jobs: u32,
    /// Rounds that did not count because the system learned something in them.
    pub rounds: u64,
    /// If states were told apart by fingerprints: a bound on the odds that two had the same, as an
    /// exponent of ten.
    pub odds: Option<i32>,
    /// Bytes of the visited set at the end.
    pub store_bytes: u64,
    /// Seconds on the clock for the search itself.
    pub seconds: f64,
    /// Seconds of processor time for the search itself, if the plan says how to tell.
    pub cpu_seconds: f64,
    /// Seconds on the clock for shortening schedules.
    pub shorten_seconds: f64,
}

impl Statistics {
    /// A search that was cut in a round has covered what an earlier one has, if that was more.
    pub(crate) fn cover(&mut self, earlier: &Statistics) {
        if earlier.states > self.states {
            *self = Statistics {
                rounds: self.rounds,
                instructions: self.instructions.max(earlier.instructions),
                seconds: self.seconds,
                cpu_seconds: self.cpu_seconds,
                shorten_seconds: self.shorten_seconds,
                // What was complete in a round that did not count need not be.
                preemptions: self.preemptions,
                ..*earlier
            };
        }
    }
}
