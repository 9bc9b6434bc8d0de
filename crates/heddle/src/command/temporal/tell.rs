//! Endless runs in the words of a Java developer.

use explore::java::describe;
use explore::java::names::Namer;
use explore::temporal::{Counterexample, RunStep, ThreadAccount};
use explore::watch::deadlock;
use explore::{About, ExploredGraph};
use machine::Choice;
use property::{FindingKind, Ltl};
use report::{ByFairness, Verdict};

use crate::java::JavaSubject;
use crate::subject::Subject;

/// A run that breaks a property.
pub(super) enum Run<'a> {
    /// As it was found in the graph.
    Endless(&'a Counterexample),
    /// To a state in which threads are stuck.
    Stuck(u32),
}

impl Run<'_> {
    /// The way through the graph: the stem, and what is repeated.
    pub(super) fn ways(&self, explored: &ExploredGraph) -> (Vec<RunStep>, Vec<RunStep>) {
        match self {
            Run::Endless(run) => (run.stem.clone(), run.cycle.clone()),
            Run::Stuck(state) => (explored.way_to(*state), Vec::new()),
        }
    }

    /// What is wrong with it, and who is concerned, given the steps of its loop.
    pub(super) fn message(
        &self,
        kind: FindingKind,
        cycle: &[Choice],
        explored: &ExploredGraph,
        subject: &mut JavaSubject<'_>,
    ) -> (String, Vec<String>, About) {
        let run = match self {
            Run::Endless(run) => run,
            Run::Stuck(state) => {
                explored.go_to(subject.system(), *state);
                let namer = &mut Namer::by_fields();
                let found = deadlock::finding_in_words(subject.machine(), namer);
                let found = found.expect("threads are stuck there");
                return (
                    format!("a run never ends: {}", found.message),
                    found.threads,
                    found.about,
                );
            }
        };
        explored.go_to(subject.system(), run.last);
        let mut moving = movers(run, cycle, subject);
        let starving = run.starving.map(usize::from);
        let name =
            |subject: &mut JavaSubject<'_>, it: usize| describe::thread_name(subject.machine(), it);
        let others: Vec<usize> = moving
            .iter()
            .copied()
            .filter(|it| Some(*it) != starving)
            .collect();
        let going: Vec<String> = others.iter().map(|it| name(subject, *it)).collect();
        let going = listed(&going);
        let goes = if others.len() == 1 { "goes" } else { "go" };
        let message = match (kind, starving) {
            (FindingKind::Starvation, Some(thread)) => {
                let place = describe::place_of(subject.machine(), thread);
                let who = name(subject, thread);
                match others.is_empty() {
                    true => format!("{who} starves: it waits for ever at {place}"),
                    false => {
                        format!(
                            "{who} starves: it waits for ever at {place}, while {going} {goes} on"
                        )
                    }
                }
            }
            (FindingKind::Termination, _) => {
                format!("a run never ends: {going} {goes} on for ever")
            }
            (FindingKind::Progress, _) => {
                format!("a run goes on for ever without progress: {going} {goes} round and round")
            }
            _ => format!("a run breaks the formula: {going} {goes} on for ever"),
        };
        if let Some(thread) = starving {
            moving.retain(|it| *it != thread);
            moving.insert(0, thread);
        }
        let mut about = About::default();
        for thread in &moving {
            about.place(&describe::place_of(subject.machine(), *thread));
        }
        let threads = moving.into_iter().map(|it| name(subject, it));
        (message, threads.collect(), about)
    }

    /// Why the run is as fair as it is, given the steps of its loop.
    pub(super) fn notes(
        &self,
        cycle: &[Choice],
        explored: &ExploredGraph,
        subject: &mut JavaSubject<'_>,
    ) -> Vec<String> {
        let Run::Endless(run) = self else {
            return Vec::new();
        };
        explored.go_to(subject.system(), run.last);
        let accounts = run.threads.iter().map(|account| {
            let name = describe::thread_name(subject.machine(), usize::from(account.thread));
            let steps = cycle
                .iter()
                .any(|it| it.thread == u16::from(account.thread));
            format!("{name} {}", treated(account, steps))
        });
        accounts.collect()
    }
}

/// States of a run whose truth is told one by one.
const MOST_STATES: usize = 24;

/// Where the parts of a formula hold on a run: a sign for each state, `T` or `.`, with a bar where the
/// loop begins.
pub(super) fn truth(ltl: &Ltl, (word, again): &(Vec<Vec<bool>>, usize)) -> Vec<String> {
    // What stays as it is, is told once.
    let mut kept: Vec<usize> = Vec::new();
    for index in 0..word.len() {
        let is_new = kept.last().is_none_or(|last| word[*last] != word[index]);
        if is_new || index == *again {
            kept.push(index);
        }
    }
    if kept.len() > MOST_STATES {
        return Vec::new();
    }
    let parts = ltl.parts(word, *again);
    let told = parts.iter().map(|part| {
        let signs = kept.iter().map(|index| {
            let bar = if index == again { "|" } else { "" };
            let sign = if part.holds[*index] { "T" } else { "." };
            format!("{bar}{sign}")
        });
        format!("{}  {}", signs.collect::<String>(), part.text)
    });
    told.collect()
}

/// How a thread fares on a loop, on which it takes steps or does not.
fn treated(account: &ThreadAccount, steps: bool) -> &'static str {
    match (account.moved, account.disabled) {
        (Some(_), _) => "gets its turn in every round",
        (None, _) if steps => "goes round in a call, and does not return from it",
        (None, Some(_)) => "could move at times, and at others could not: it never does",
        (None, None) => {
            "could move all the time, and never does: only an unfair scheduler does that"
        }
    }
}

/// The threads that move on the loop, by number; those that take its steps, if those are all in calls that
/// they don't return from.
fn movers(run: &Counterexample, cycle: &[Choice], subject: &mut JavaSubject<'_>) -> Vec<usize> {
    let moved = run.threads.iter().filter(|it| it.moved.is_some());
    let mut moved: Vec<usize> = moved.map(|it| usize::from(it.thread)).collect();
    if moved.is_empty() {
        moved = cycle.iter().map(|it| usize::from(it.thread)).collect();
        moved.sort_unstable();
        moved.dedup();
    }
    let all = subject.machine().threads().len();
    moved.into_iter().filter(|it| *it < all).collect()
}

/// `A`, `A and B`, `A, B and C`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "the others".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What came out under the levels of fairness, after the property's name.
pub(super) fn sentence(verdicts: &ByFairness, message: Option<&str>) -> String {
    use Verdict::{Holds, Violated};
    let message = message.unwrap_or_default();
    match (verdicts.none, verdicts.weak, verdicts.strong) {
        (Holds, Holds, Holds) => " holds, however threads are scheduled".to_owned(),
        (Violated, Holds, Holds) => {
            format!(" holds once every runnable thread is run; without that: {message}")
        }
        (Violated, Violated, Holds) => format!(
            " holds once every thread that can run again and again is run; it is not enough that a \
             thread is run that can run all the time: {message}"
        ),
        (_, _, Violated) => format!(" is broken, even if every runnable thread is run: {message}"),
        (_, Violated, _) => {
            format!(" is broken, even if every thread that can run all the time is run: {message}")
        }
        (Violated, ..) => format!(" is broken where the scheduler may be unfair: {message}"),
        _ => ": nothing wrong was found, but not every run was covered".to_owned(),
    }
}
