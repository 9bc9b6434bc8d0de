//! What searches see of a program, side by side.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use explore::java::Java;
use explore::java::audit::{Audit, audit};
use explore::reduction::{Layer, Layers, Persistent};
use explore::{Incomplete, Outcome, Plan, Search, Verdict};
use machine::{Machine, Options, Oversight};
use program::Program;

use crate::collector::{EXITS, Seen, booted_or, planned};

/// States that a program may have without reductions; larger ones are left out.
const STATES: u64 = 100_000;
/// Programs with more states are searched with one of the layers alone, by turns.
const SMALL: u64 = 3_000;
/// The time for one search; who needs more is not compared.
const TIME: Duration = Duration::from_secs(10);

/// How a program is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Not,
    Default,
    WithoutSynchronizers,
    /// The default, with arbitrary beginnings.
    Whim(u64),
    Layer(Layer),
    BreadthFirst,
    Units,
    Symmetry,
    /// Something is overlooked, to see that it is noticed.
    Overlooking(Oversight),
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Not => f.write_str("none"),
            How::Default => f.write_str("all (the default)"),
            How::WithoutSynchronizers => f.write_str("all,-synchronizers"),
            How::Whim(whim) => write!(f, "all by whim {whim}"),
            How::Layer(layer) => write!(f, "{} alone", layer.name()),
            How::BreadthFirst => f.write_str("all, breadth-first"),
            How::Units => f.write_str("synchronizers alone"),
            How::Symmetry => f.write_str("symmetry"),
            How::Overlooking(oversight) => write!(f, "overlooking {oversight:?}"),
        }
    }
}

/// All ways but the one that leaves nothing out.
pub(crate) fn ways() -> Vec<How> {
    let mut ways = vec![How::Default, How::WithoutSynchronizers, How::Units];
    ways.push(How::Whim(1));
    ways.extend(Layer::ALL.map(How::Layer));
    ways.extend([How::BreadthFirst, How::Symmetry]);
    ways
}

/// How a search came to its end.
#[derive(Debug)]
pub(crate) enum Ended {
    /// With everything seen, and so many states stored.
    Complete(BTreeSet<String>, u64),
    /// At the limit on states.
    TooLarge,
    /// When time was up.
    TooLong,
    /// At something that can't be run.
    Unknown(String),
    /// By a mistake of ours.
    Panic(String),
}

/// What searches see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// What the search that leaves the least out sees.
    pub(crate) seen: BTreeSet<String>,
    /// A line for each search that sees something else.
    pub(crate) wrong: Vec<String>,
    /// How many searches there was no time for.
    pub(crate) late: usize,
}

/// All ways that are wrong.
pub(crate) fn wrong_ways() -> Vec<How> {
    let oversights = [
        Oversight::OwnCode,
        Oversight::Looking,
        Oversight::OwnParking,
        Oversight::Flags,
        Oversight::Queues,
    ];
    oversights.map(How::Overlooking).to_vec()
}

/// What came of a program.
#[derive(Clone, Debug)]
pub(crate) enum Judged {
    /// The searches that leave the least out have too many states.
    TooLarge,
    /// It can't run the program.
    Unknown(String),
    /// What it sees, and what others do.
    Compared(Compared),
}

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => format!("{:?}: {}", finding.kind, finding.message),
        // Whom an exit cuts off is no matter: it may move before it.
        Seen::Ends(_, output) if output.contains(EXITS) => format!("ends, prints {output}"),
        Seen::Ends(threads, output) => {
            let left: Vec<String> = threads.iter().map(ToString::to_string).collect();
            format!("ends with [{}] left, prints {output}", left.join(" "))
        }
    }
}

/// The same without names of threads, and no matter in which order they are told.
fn anonymous(outcome: &str) -> String {
    if let Some((threads, rest)) = outcome
        .strip_prefix("ends with [")
        .and_then(|it| it.split_once(']'))
    {
        return format!(
            "ends with {} left{rest}",
            threads.split_whitespace().count()
        );
    }
    let named = |word: &&str| !word.starts_with("Thread-") && *word != "a" && *word != "thread";
    let mut words: Vec<&str> = outcome.split([' ', ',', ';']).filter(named).collect();
    words.sort_unstable();
    words.join(" ")
}

fn taken(mut java: Java<'_>, how: How) -> (Java<'_>, Plan) {
    let java = match how {
        How::Not => java,
        How::Default | How::Whim(_) => java.foreseeing().with_atomic_calls(),
        How::WithoutSynchronizers => java.foreseeing(),
        How::Layer(layer) => learn(java, Layers::NONE.with(layer)),
        How::BreadthFirst => learn(java, Layers::all()),
        How::Units => java.with_atomic_calls(),
        How::Symmetry => java.interchangeable(),
        How::Overlooking(oversight) => {
            java.machine().overlook(oversight);
            java.with_atomic_calls()
        }
    };
    let mut plan = Plan {
        search: Search::DepthFirst,
        ..Plan::default()
    };
    match how {
        How::BreadthFirst => plan.search = Search::BreadthFirst,
        How::Whim(whim) => plan.whim = Some(whim),
        _ => {}
    }
    (java, plan)
}

fn learn(mut java: Java<'_>, layers: Layers) -> Java<'_> {
    let reduction = Persistent::new(java.machine(), layers);
    java.reduced(Box::new(reduction))
}

fn ended(seen: BTreeSet<String>, outcome: &Outcome) -> Ended {
    if outcome.verdict == Verdict::Holds {
        return Ended::Complete(seen, outcome.statistics.states);
    }
    let limit = |it: &&Incomplete| matches!(it, Incomplete::States(_) | Incomplete::Time(_));
    let (limits, others): (Vec<_>, Vec<_>) = outcome.incomplete.iter().partition(limit);
    match (&limits[..], &others[..]) {
        ([Incomplete::Time(_)], []) => Ended::TooLong,
        ([_, ..], []) => Ended::TooLarge,
        _ => Ended::Unknown(format!("{:?}", outcome.verdict)),
    }
}

/// What a search sees, or why it can't tell.
fn searched(program: &Program, name: &str, how: How) -> Ended {
    planned_by(program, name, |java| taken(java, how))
}

/// The same for a search that is made in another way.
pub(crate) fn planned_by<'p>(
    program: &'p Program,
    name: &str,
    taken: impl FnOnce(Java<'p>) -> (Java<'p>, Plan),
) -> Ended {
    let search = || {
        let java = match booted_or(program, name, true) {
            Ok(java) => java,
            Err(reason) => return Ended::Unknown(reason),
        };
        let (java, plan) = taken(java);
        let limits = (
            plan.limits.states.unwrap_or(STATES),
            plan.limits.time.or(Some(TIME)),
        );
        let (seen, outcome) = planned(java, plan, limits, told);
        ended(seen, &outcome)
    };
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(ended) => ended,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or(panic.downcast_ref::<&str>().map(ToString::to_string));
            Ended::Panic(text.unwrap_or_default())
        }
    }
}

/// Compares these searches with the one that leaves nothing out. Where that has too many states, those
/// that take calls of synchronizers as units are compared with the one that does not.
pub(crate) fn judge(loaded: &Program, name: &str, ways: &[How]) -> Judged {
    let mut base = How::Not;
    let mut ended = searched(loaded, name, base);
    if let Ended::TooLarge | Ended::TooLong = ended {
        base = How::WithoutSynchronizers;
        ended = searched(loaded, name, base);
    }
    let (full, states) = match ended {
        Ended::Complete(outcomes, states) => (outcomes, states),
        Ended::TooLarge | Ended::TooLong => return Judged::TooLarge,
        Ended::Unknown(reason) => return Judged::Unknown(reason),
        Ended::Panic(reason) => {
            return Judged::Compared(Compared {
                wrong: vec![format!("{base}: panic: {reason}")],
                ..Compared::default()
            });
        }
    };
    let turn = name.bytes().map(usize::from).sum::<usize>() % Layer::ALL.len();
    let worthwhile = |way: &&How| match way {
        How::Layer(_) if ways.len() == 1 => true,
        How::Layer(layer) if base == How::Not => states <= SMALL || *layer == Layer::ALL[turn],
        How::Default | How::Overlooking(_) => true,
        _ => base == How::Not,
    };
    let mut compared = Compared {
        seen: full,
        ..Compared::default()
    };
    for way in ways.iter().filter(worthwhile) {
        let said = match searched(loaded, name, *way) {
            Ended::Complete(found, _) => difference(*way, &compared.seen, &found),
            // Whims may be bad ones. And which moments matter is learned: what looks at the clock has more of
            // them in another order of search.
            Ended::TooLarge if matches!(way, How::Whim(_) | How::BreadthFirst) => {
                compared.late += 1;
                None
            }
            Ended::TooLarge => Some(String::from("is larger than without reductions")),
            Ended::Unknown(reason) => Some(format!("unknown: {reason}")),
            Ended::Panic(reason) => Some(format!("panic: {reason}")),
            Ended::TooLong => {
                compared.late += 1;
                None
            }
        };
        compared.wrong.extend(said.map(|it| format!("{way}: {it}")));
    }
    Judged::Compared(compared)
}

/// What is missing or invented.
fn difference(way: How, full: &BTreeSet<String>, found: &BTreeSet<String>) -> Option<String> {
    let named = |it: &BTreeSet<String>| match way {
        How::Symmetry => it.iter().map(|it| anonymous(it)).collect(),
        _ => it.clone(),
    };
    let (full, found) = (named(full), named(found));
    let missing: Vec<_> = full.difference(&found).collect();
    let invented: Vec<_> = found.difference(&full).collect();
    let same = missing.is_empty() && invented.is_empty();
    (!same).then(|| format!("missing {missing:?}, invented {invented:?}"))
}

/// An outcome as the runner of the JVM tells it; `None` for what a run does not show.
pub(crate) fn shown(outcome: &str) -> Option<String> {
    if let Some((_, rest)) = outcome.split_once("uncaught exception in ") {
        let what = rest
            .split(": ")
            .find(|it| it.contains("Exception") || it.contains("Error"))?;
        return Some(format!("exception {what}"));
    }
    let (_, printed) = outcome.strip_prefix("ends")?.split_once("prints ")?;
    // A normal end is an exit with 0.
    let normal = format!("{EXITS}0");
    let printed = printed.trim().trim_end_matches(&normal).trim();
    match printed.contains("outcome: ") || printed.contains(EXITS) {
        true => Some(printed.to_owned()),
        false => Some(String::from("deadlock")),
    }
}

/// What is wrong with the footprints of steps, in so many states of a program.
pub(crate) fn audited(program: &Program, name: &str, states: usize) -> Result<Audit, String> {
    let main = program.load(name).expect("the generated class is there");
    let machine = Machine::boot(program, Options::default(), main, &[]);
    let mut machine = machine.map_err(|error| error.0)?;
    Ok(audit(&mut machine, states))
}
