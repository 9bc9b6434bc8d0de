//! What a run of the machine can be told.

/// How time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeouts {
    /// A timed wait may expire at any moment.
    Any,
    /// Time passes only when nothing else can move.
    Idle,
}

/// What comes where a JVM gives any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Randomness {
    /// The same in every run.
    Fixed,
    /// Any: each is a choice.
    Choose,
}

/// How fine the interleaving is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// Threads stop before operations, see `operation.rs`; reading a library field that is never
    /// written is none, see `unwritten.rs`.
    Operation,
    /// The same, but every read of a shared field is an operation: what schedules are written in.
    EveryAccess,
    /// Threads stop before every instruction: slow, and obviously right. For the oracle.
    Instruction,
}

/// What the checked program finds outside of itself: it never touches the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Files by name, and directories, which have no content.
    pub files: Vec<(String, Option<Vec<u8>>)>,
    /// The standard input.
    pub input: Vec<u8>,
}

/// Settings of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How time passes.
    pub timeouts: Timeouts,
    /// Whether a wait may end for no reason.
    pub spurious_wakeups: bool,
    /// Whether what was printed is part of the state.
    pub observe_output: bool,
    /// How fine the interleaving is.
    pub granularity: Granularity,
    /// Calls deeper than this throw `StackOverflowError`. A JVM with its usual stack of 1 MB has room
    /// for 8,000 to 20,000 small frames, and for somewhat fewer large ones.
    pub max_stack_depth: usize,
    /// Backward jumps without an operation after which a thread pauses.
    pub max_local_rounds: u32,
    /// 64-bit words of live Java objects after which `OutOfMemoryError` is thrown.
    pub max_heap_words: usize,
    /// Whether `assert` statements of the program are on.
    pub assertions: bool,
    /// Bytes that remembered steps may take, at most 256 MB: they are forgotten when they take more.
    pub remembered_bytes: usize,
    /// Whether every remembered step is run all the same, and compared: for tests.
    pub compares_steps: bool,
    /// What numbers come from generators without a seed.
    pub random: Randomness,
    /// What identity hash codes objects get.
    pub hash: Randomness,
    /// What `Runtime.availableProcessors` gives; the common fork-join pool has one thread less.
    pub processors: u32,
    /// Whether a run of the program tells what of the library is worth doing before it starts, see
    /// `scout.rs`. Without that, only what it mentions is initialised early.
    pub scouts: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            timeouts: Timeouts::Any,
            spurious_wakeups: false,
            observe_output: false,
            granularity: Granularity::Operation,
            max_stack_depth: 10_400,
            max_local_rounds: 1_000_000,
            max_heap_words: 64 << 20,
            assertions: true,
            remembered_bytes: usize::MAX,
            compares_steps: cfg!(debug_assertions),
            random: Randomness::Fixed,
            hash: Randomness::Fixed,
            processors: 2,
            scouts: true,
        }
    }
}
