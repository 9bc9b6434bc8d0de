//! The data of a report. Field names are those of the JSON contract, schema version 1.

use property::FindingKind;
use serde::{Serialize, Serializer};

/// The calls that lead somewhere, outermost first, from where the program's own code begins: what JUnit and
/// Heddle do to come to a test is the same for all tests.
pub fn own_calls(path: &[String]) -> &[String] {
    const BEFORE: [&str; 3] = ["heddle.runtime.", "org.junit.", "jdk.internal.reflect."];
    let is_before = |call: &String| BEFORE.iter().any(|it| call.starts_with(it));
    let first = path.iter().rposition(is_before).map_or(0, |it| it + 1);
    match first < path.len() {
        true => &path[first..],
        false => path,
    }
}

/// Everything a run has to say.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the schema: 1.
    pub schema: u32,
    /// Heddle's own version.
    pub heddle: String,
    /// What was checked, as the user named it.
    pub target: String,
    /// The answer.
    pub verdict: Verdict,
    /// What is wrong.
    pub violations: Vec<Violation>,
    /// Why not everything was covered.
    pub unknown: Vec<Unknown>,
    /// What was covered, where that is not everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// What to try next, the most promising first, where not everything was covered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
    /// What the answer rests on.
    pub assumptions: Vec<String>,
    /// Those of them that bear on an answer like this one, each in a few words.
    #[serde(skip)]
    pub bearing: Vec<String>,
    /// Counts.
    pub statistics: Statistics,
    /// The reductions that were used.
    pub reductions: Vec<String>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
    /// What the program printed on the reported path.
    pub output: String,
    /// The steps of the one run that was asked for, if nothing is wrong on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<Step>,
    /// What was looked for, and what came out for each.
    pub properties: Vec<Property>,
    /// What a proof for any number of threads and objects came to, if one was looked for.
    pub proof: Option<Proof>,
    /// One report for each test, where tests were checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Report>,
    /// Tests that their authors switched off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// The sources that steps and places are in, as far as they were found.
    #[serde(skip)]
    pub sources: Vec<SourceText>,
    /// How things stood before the first step of `run` and after each one, where that was asked for.
    #[serde(skip)]
    pub moments: Vec<Moment>,
    /// What went wrong with the input or with Heddle, if the verdict is `error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A proof for any number of threads and objects, or what stands in its way.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Proof {
    /// The abstraction: `thread`, `pair` or `configurations`.
    pub rung: &'static str,
    /// How many abstract states there are: views of one or two threads, or configurations.
    pub configurations: u64,
    /// How many steps lead from one to another.
    pub transitions: u64,
    /// What tells abstract states apart.
    pub predicates: Vec<String>,
    /// Of what there is any number, as `threads of Worker`.
    pub unbounded: Vec<String>,
    /// Why cheaper abstractions did not do, one line for each.
    pub passed: Vec<String>,
    /// What may go wrong.
    pub alarms: Vec<Alarm>,
}

/// Something that goes wrong in an abstract state, behind which there need be no run.
#[derive(Clone, Debug, Serialize)]
pub struct Alarm {
    /// The kind; in reports, its name.
    #[serde(serialize_with = "by_name")]
    pub kind: FindingKind,
    /// One sentence.
    pub message: String,
    /// Whether it is certain in its abstract state.
    pub definite: bool,
    /// The file of the first place that it is about, or empty.
    pub file: String,
    /// The line there, or 0.
    pub line: u32,
    /// Whether a run of the program shows it.
    pub confirmed: bool,
    /// The abstract run that leads there.
    pub trace: Vec<AbstractStep>,
}

/// A step of an abstract run.
#[derive(Clone, Debug, Serialize)]
pub struct AbstractStep {
    /// What kind of thread takes it.
    pub thread: String,
    /// The class, as Java writes it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The file, or empty.
    pub file: String,
    /// The line, or 0.
    pub line: u32,
    /// What happens.
    pub operation: String,
}

/// A property that was looked for.
#[derive(Clone, Debug, Serialize)]
pub struct Property {
    /// Its name, or the formula.
    pub property: String,
    /// What came out.
    pub verdict: Verdict,
    /// What came out under each level of fairness, where the property is about endless runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<ByFairness>,
    /// The same in plain words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub told: String,
}

/// A verdict for each level of fairness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ByFairness {
    /// Where all runs count.
    pub none: Verdict,
    /// Where those count in which each thread that can move for ever does.
    pub weak: Verdict,
    /// Where those count in which each thread that can move again and again does.
    pub strong: Verdict,
}

impl Property {
    /// One that is about states.
    pub fn new(property: impl Into<String>, verdict: Verdict) -> Property {
        Property {
            property: property.into(),
            verdict,
            fairness: None,
            told: String::new(),
        }
    }
}

/// The answer of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every selected property holds on all runs.
    Holds,
    /// Some run breaks a property.
    Violated,
    /// Nothing wrong was found, but not everything was covered.
    Unknown,
    /// There is no answer: the input is wrong, or Heddle is.
    Error,
}

impl Verdict {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
            Verdict::Error => "error",
        }
    }
}

fn by_name<S: Serializer>(kind: &FindingKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// Something wrong, and the run that shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    /// The kind; in reports, its name.
    #[serde(serialize_with = "by_name")]
    pub kind: FindingKind,
    /// One sentence.
    pub message: String,
    /// The threads involved.
    pub threads: Vec<String>,
    /// The run, as `heddle replay` takes it.
    pub schedule: String,
    /// The run, step by step.
    pub trace: Vec<Step>,
    /// Where each thread that can't go on stands at the end.
    pub blocked: Vec<Blocked>,
    /// Where each thread stands that goes on while others can't.
    pub going_on: Vec<Blocked>,
    /// What the program printed on this path.
    pub output: String,
    /// The command that shows the run again.
    pub replay: String,
    /// Whether the run lets time run out while other threads could move.
    pub early_expiry: bool,
    /// What has to run out for that, as `the 5 s of CountDownLatch.await at A.java:12 run out first`.
    #[serde(skip)]
    pub condition: String,
    /// What the user's own JVM did of the run, if that was asked for.
    pub confirmed: Option<Confirmation>,
    /// Where it shows in the program's own lines, the most telling place first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SourceLine>,
    /// The property that the run breaks: the formula, or the name.
    pub property: String,
    /// The first step of the trace that is repeated for ever, if there is one.
    pub loop_from: Option<u64>,
    /// The strongest fairness under which the run counts, if it is about endless runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<&'static str>,
    /// Why the run counts, and what the parts of the formula are on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How things stood before the first step and after each one, where that was asked for.
    #[serde(skip)]
    pub moments: Vec<Moment>,
    /// Of a race, what both threads are about to do, and which locks they hold.
    #[serde(skip)]
    pub accesses: Vec<Blocked>,
}

/// How things stand between two steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The threads, in the order in which they were started.
    pub threads: Vec<Standing>,
    /// The locks that the run has come to so far, each with the thread that has it.
    pub locks: Vec<(String, Option<String>)>,
    /// How much the program has printed, in bytes.
    pub printed: usize,
}

/// How a thread stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its name.
    pub thread: String,
    /// Where it is.
    pub place: SourceLine,
    /// What it waits for, as a verb phrase; or empty, if it can go on; or `has ended`.
    pub state: String,
    /// The thread that has what it waits for, if it is known.
    pub waits_for: Option<String>,
}

/// A line of a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceLine {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The file's path, or empty if it was not found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The line's text, where the source was found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// A source file of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// Its path, as in steps and places.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// What a JVM did when a run was forced on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confirmation {
    /// The version of the JVM, as `17.0.15`.
    pub jvm: String,
    /// Whether the violation was seen there.
    pub result: Confirmed,
    /// The last step of the trace that was forced, or the one at which the JVM went another way.
    pub step: u64,
    /// What was seen, or why not.
    pub reason: String,
    /// What the run needs that the JVM does as it likes, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freedom: Option<String>,
}

/// Whether a violation was seen on a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Confirmed {
    /// It was.
    Confirmed,
    /// The JVM went another way.
    Diverged,
}

impl Violation {
    /// A violation of which nothing is told but its kind.
    pub fn new(kind: FindingKind) -> Violation {
        Violation {
            kind,
            message: String::new(),
            threads: Vec::new(),
            schedule: String::new(),
            trace: Vec::new(),
            blocked: Vec::new(),
            going_on: Vec::new(),
            output: String::new(),
            replay: String::new(),
            early_expiry: false,
            condition: String::new(),
            confirmed: None,
            places: Vec::new(),
            property: kind.name().to_owned(),
            loop_from: None,
            fairness: None,
            notes: Vec::new(),
            moments: Vec::new(),
            accesses: Vec::new(),
        }
    }
}

/// One operation of one thread.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Step {
    /// Its number, from 1.
    pub step: u64,
    /// The thread's name.
    pub thread: String,
    /// The class, as Java writes it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file's name, or empty.
    pub file: String,
    /// The line, 0 if it is not known.
    pub line: u32,
    /// What the thread does, as a verb phrase.
    pub operation: String,
    /// The value read or written, or empty.
    pub value: String,
    /// The line's text, where the source was found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The source file's path, or empty if it was not found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The value before it was written, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The call of the library that this is a part of, as `CountDownLatch.await`, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub inside: String,
    /// The object that the call is on, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub on: String,
    /// Whether it is to be told although it is a part of a call of the library.
    #[serde(skip)]
    pub is_notable: bool,
    /// What else comes of it, as a verb phrase, or empty.
    #[serde(skip)]
    pub aside: String,
    /// Whether the place is in the library, because the thread runs nothing else.
    #[serde(skip)]
    pub is_library: bool,
}

/// A thread that can't go on.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Blocked {
    /// The thread's name.
    pub thread: String,
    /// What it waits for, as a verb phrase.
    pub reason: String,
    /// The thread that has what it waits for, or that is to do it, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// The locks it holds that others wait for.
    pub holds: Vec<String>,
    /// The source file's name, or empty.
    pub file: String,
    /// The line, 0 if it is not known.
    pub line: u32,
    /// The source file's path, or empty if it was not found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Why something was not covered.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Unknown {
    /// In plain words.
    pub reason: String,
    /// The class where it happened, or empty.
    pub class: String,
    /// The method, or empty.
    pub method: String,
    /// The calls that lead there, outermost first.
    pub path: Vec<String>,
}

/// What a search that has not covered everything has covered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// In plain words.
    pub told: String,
    /// The part of all states that was explored, between 0 and 1; a coarse guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<f64>,
    /// The number of preemptions up to which every schedule was explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preemptions: Option<u32>,
    /// How many schedules were tried, one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
}

/// Something to try.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What it is good for, in plain words.
    pub told: String,
    /// The command, if it is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
}

/// Counts and costs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Statistics {
    /// Stored states.
    pub states: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// Transitions to states already stored.
    pub revisited: u64,
    /// Instructions run.
    pub instructions: u64,
    /// The longest run, in choices.
    pub max_depth: u64,
    /// States in which a run ends.
    pub end_states: u64,
    /// Seconds on the clock, for the whole command.
    pub seconds: f64,
    /// Seconds of processor time, for the whole command.
    pub cpu_seconds: f64,
    /// Seconds on the clock, for exploration.
    pub explore_seconds: f64,
    /// Seconds of processor time, for exploration.
    pub explore_cpu_seconds: f64,
    /// The most memory the process had.
    pub peak_memory_bytes: u64,
    /// Memory of the visited set.
    pub store_bytes: u64,
    /// Workers.
    pub jobs: u32,
    /// Whether every reachable state was explored.
    pub complete: bool,
}

impl Report {
    /// A report on `target` that says nothing yet.
    pub fn new(target: impl Into<String>, verdict: Verdict) -> Report {
        Report {
            schema: 1,
            heddle: env!("CARGO_PKG_VERSION").to_owned(),
            target: target.into(),
            verdict,
            violations: Vec::new(),
            unknown: Vec::new(),
            coverage: None,
            advice: Vec::new(),
            assumptions: Vec::new(),
            bearing: Vec::new(),
            statistics: Statistics::default(),
            reductions: Vec::new(),
            warnings: Vec::new(),
            output: String::new(),
            run: Vec::new(),
            properties: Vec::new(),
            proof: None,
            tests: Vec::new(),
            skipped: Vec::new(),
            sources: Vec::new(),
            moments: Vec::new(),
            error: None,
        }
    }
}
