//! `heddle check`: searches a subject and writes down what came out.
//!
//! In: a [`Subject`] and [`Settings`]. Out: a [`Report`]. This is the only place where a verdict of
//! `explore` becomes a report.

use std::collections::BTreeSet;
use std::time::Instant;

use explore::java::ending;
use explore::reduction::{Layer, Layers};
use explore::{
    Finding, Incomplete, Observer, Outcome, Statistics, Unsupported, Verdict, Violation,
};
use property::FindingKind;
use report::{Report, SourceLine, Unknown};

use crate::host::process;
use crate::settings::Settings;
use crate::subject::{Absence, ReplayedRun, Subject};

/// Searches the subject as the settings say.
pub(crate) fn search<S: Subject>(
    subject: &mut S,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Outcome {
    match subject.unsupported_at_start() {
        None => {
            let outcome = explore::explore(subject.system(), &settings.plan, observer);
            excused(doubted(outcome, subject.doubts()), &subject.absences())
        }
        Some(unsupported) => {
            let incomplete = vec![Incomplete::Unsupported(unsupported.clone())];
            Outcome {
                verdict: Verdict::Unknown(incomplete.clone()),
                incomplete,
                statistics: Statistics::default(),
                ends: None,
                graph: None,
            }
        }
    }
}

/// Where a run came to what Heddle explores only in part, a search that found nothing says nothing.
fn doubted(mut outcome: Outcome, doubts: Vec<Unsupported>) -> Outcome {
    let doubts = doubts.into_iter().map(Incomplete::Unsupported);
    outcome.incomplete.extend(doubts);
    if outcome.verdict == Verdict::Holds && !outcome.incomplete.is_empty() {
        outcome.verdict = Verdict::Unknown(outcome.incomplete.clone());
    }
    outcome
}

/// A violation that may come from what only the checked program lacks is none: there it is unknown
/// what the program does. Those that need a schedule have to mention it.
fn excused(mut outcome: Outcome, absences: &[Absence]) -> Outcome {
    let Verdict::Violated(violations) = &outcome.verdict else {
        return outcome;
    };
    let excuse = |it: &Violation| {
        let kinds = [FindingKind::Exception, FindingKind::Assertion];
        let mut fitting = absences.iter().filter(|_| kinds.contains(&it.finding.kind));
        fitting.find(|absence| it.schedule.is_empty() || it.finding.message.contains(&absence.mark))
    };
    let mut left = Vec::new();
    for violation in violations {
        match excuse(violation) {
            None => left.push(violation.clone()),
            Some(absence) => {
                let message = &violation.finding.message;
                let absent = Unsupported {
                    reason: format!("{}: {message}", absence.reason),
                    ..absence.place.clone()
                };
                outcome.incomplete.push(Incomplete::Unsupported(absent));
            }
        }
    }
    if left.len() < violations.len() {
        outcome
            .incomplete
            .retain(|it| *it != Incomplete::FirstViolation);
        outcome.verdict = match left.is_empty() {
            true => Verdict::Unknown(outcome.incomplete.clone()),
            false => Verdict::Violated(left),
        };
    }
    outcome
}

/// What a search without reductions says to the outcome of one with them. That they contradict each
/// other is a bug.
pub(crate) fn compare(reduced: &Outcome, full: &Outcome) -> String {
    // By which field the program holds an object may be another matter in another state.
    let found = |outcome: &Outcome| -> BTreeSet<Finding> {
        let violations = outcome.violations().iter().map(|it| it.finding.clone());
        let told = violations.map(|mut it| {
            let is_shared = it.kind == FindingKind::Race && !it.about.fields.is_empty();
            if is_shared && it.about.places.len() == 2 {
                it.about.fields.clear();
                it.message = it.about.places.join(", ");
            }
            it
        });
        told.collect()
    };
    let is_open = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Unknown(_));
    if is_open(reduced) || is_open(full) {
        return "the reductions could not be checked: a search is not complete".to_owned();
    }
    let (some, all) = (found(reduced), found(full));
    let is_whole = reduced.incomplete.is_empty() && full.incomplete.is_empty();
    assert!(
        some.is_empty() == all.is_empty() && (!is_whole || some == all),
        "a reduction changes what is found: {some:?} with it, {all:?} without"
    );
    format!(
        "without reductions the same is found, in {} states",
        full.statistics.states
    )
}

/// How to see a violation again: its schedule and the command, given the plain schedule.
pub(crate) type Replay<'a> = &'a dyn Fn(&str) -> (String, String);

/// The report on an outcome.
pub(crate) fn report<S: Subject>(
    subject: &mut S,
    settings: &Settings,
    outcome: &Outcome,
    replay: Replay<'_>,
    began: Instant,
) -> Report {
    let verdict = match &outcome.verdict {
        Verdict::Holds => report::Verdict::Holds,
        Verdict::Violated(_) => report::Verdict::Violated,
        Verdict::Unknown(_) => report::Verdict::Unknown,
    };
    let mut report = blank(settings, verdict);
    let violations = outcome.violations().iter();
    report.violations = violations
        .map(|it| violation(subject, it, replay))
        .collect();
    for property in &mut report.properties {
        let mut found = report.violations.iter();
        property.verdict = match verdict {
            report::Verdict::Violated => {
                match found.any(|it| it.kind.name() == property.property) {
                    true => report::Verdict::Violated,
                    false if outcome.incomplete.is_empty() => report::Verdict::Holds,
                    false => report::Verdict::Unknown,
                }
            }
            verdict => verdict,
        };
    }
    report.output = report
        .violations
        .first()
        .map_or(String::new(), |it| it.output.clone());
    let reasons = outcome.incomplete.iter();
    report.unknown = reasons
        .filter(|it| **it != Incomplete::FirstViolation)
        .map(unknown)
        .collect();
    report.assumptions = subject.assumptions();
    report.bearing = subject.bearing();
    report.assumptions.extend(fingerprints(outcome));
    // How much was left out by the time of a violation is a matter of the order of search.
    if outcome.violations().is_empty() {
        let left_out = subject.left_out();
        report.bearing.extend(left_out.iter().cloned());
        report.assumptions.extend(left_out);
    }
    report.warnings.extend(subject.warnings(&report.violations));
    report.warnings.extend(unconditional(outcome));
    report
        .warnings
        .extend(missing_arguments(settings, &report.violations));
    if outcome.verdict == Verdict::Holds {
        report.warnings.extend(vacuous(outcome));
        report.warnings.extend(subject.unreached());
    }
    report.statistics = statistics(outcome, began);
    report.sources = subject.sources();
    report
}

/// A program that at once reaches into an empty array, and was given no arguments, may want some.
fn missing_arguments(settings: &Settings, violations: &[report::Violation]) -> Option<String> {
    let is_empty = |it: &report::Violation| {
        it.trace.is_empty()
            && it.message.contains("ArrayIndexOutOfBoundsException")
            && it.message.contains("for length 0")
    };
    (settings.target.arguments.is_empty() && violations.iter().any(is_empty)).then(|| {
        "the program was given no arguments; they go after --, as in heddle check Main.java -- 3 10"
            .to_owned()
    })
}

/// A violation before any thread has a choice says nothing about schedules.
fn unconditional(outcome: &Outcome) -> Option<String> {
    let mut violations = outcome.violations().iter();
    violations.any(|it| it.schedule.is_empty()).then(|| {
        "it goes wrong in every run: the program comes to it before a second thread moves"
            .to_owned()
    })
}

/// A report with what the settings alone tell.
pub(crate) fn blank(settings: &Settings, verdict: report::Verdict) -> Report {
    let mut report = Report::new(settings.target.name.clone(), verdict);
    let atomic_calls = settings.layers.has(Layer::Synchronizers);
    report.reductions = match settings.layers.without(Layer::Synchronizers) == Layers::all() {
        true if atomic_calls => vec!["all".to_owned()],
        true => vec!["all".to_owned(), "-synchronizers".to_owned()],
        false => settings.layers.names(),
    };
    let foresight = settings.foresight.into_iter();
    let foresight = foresight.filter(|_| settings.layers.has(Layer::Foreseen));
    report
        .reductions
        .extend(foresight.flat_map(crate::settings::names));
    report.warnings.clone_from(&settings.warnings);
    let kinds = settings.selection.kinds();
    let properties = kinds.map(|kind| report::Property::new(kind.name(), verdict));
    report.properties = properties.collect();
    report
}

fn violation<S: Subject>(
    subject: &mut S,
    violation: &Violation,
    replay: Replay<'_>,
) -> report::Violation {
    let story = subject.replay_in_detail(&violation.schedule);
    let printed = replay(&story.schedule.to_string());
    told(subject, &violation.finding, &story, printed)
}

/// The lines that a finding is about, with the paths of their files.
fn places<S: Subject>(subject: &mut S, finding: &Finding, story: &ReplayedRun) -> Vec<SourceLine> {
    let mut places: Vec<SourceLine> = Vec::new();
    for place in &finding.about.places {
        let Some((file, line)) = place.rsplit_once(':') else {
            continue;
        };
        // The package is known by a step in the same file.
        let step = story.trace.iter().find(|it| it.file == file);
        let class = step.map_or("", |it| &it.class);
        let found = subject.source_line(class, file, line.parse().unwrap_or_default());
        if found.line > 0 && !places.contains(&found) {
            places.push(found);
        }
    }
    places
}

/// A finding and the story that shows it, for the report.
pub(crate) fn told<S: Subject>(
    subject: &mut S,
    finding: &Finding,
    story: &ReplayedRun,
    (schedule, replay): (String, String),
) -> report::Violation {
    let mut blocked = Vec::new();
    if is_stuck(finding.kind) {
        blocked.clone_from(&story.blocked);
        blocked.retain(|it| finding.threads.contains(&it.thread));
    }
    let going_on = match finding.kind {
        FindingKind::PartialDeadlock => story.going_on.clone(),
        _ => Vec::new(),
    };
    // Only the run tells what became of the notifications.
    let mut finding = finding.clone();
    let mut notes = Vec::new();
    match (finding.kind, &story.ending.lost) {
        (FindingKind::Deadlock, Some(lost)) => {
            finding.kind = FindingKind::LostNotification;
            finding.message = finding.message.replacen("deadlock", "lost notification", 1);
            finding.about.place(&lost.place);
            notes.push(lost.told.clone());
        }
        (FindingKind::Race, _) => notes = race_notes(&finding, story),
        _ => {}
    }
    if is_stuck(finding.kind) {
        notes.extend(story.hindsight.iter().cloned());
    }
    let finding = &finding;
    report::Violation {
        kind: finding.kind,
        message: match finding.kind {
            FindingKind::Race => race(finding, story),
            _ => message(finding, &blocked),
        },
        threads: finding.threads.clone(),
        schedule,
        trace: story.trace.clone(),
        moments: story.moments.clone(),
        accesses: match finding.kind {
            FindingKind::Race => accesses(finding, story),
            _ => Vec::new(),
        },
        blocked,
        going_on,
        output: story.output.clone(),
        replay,
        early_expiry: match finding.kind {
            // Sleeping keeps accesses apart in time, but it does not order them.
            FindingKind::Race => story.early_wait,
            _ => !story.early.is_empty(),
        },
        condition: condition(&story.early),
        places: places(subject, finding, story),
        notes,
        ..report::Violation::new(finding.kind)
    }
}

/// What the threads of a race are about to do.
fn accesses(finding: &Finding, story: &ReplayedRun) -> Vec<report::Blocked> {
    let names = finding.threads.iter();
    let found = names.filter_map(|it| story.next.iter().find(|next| next.thread == *it));
    found.cloned().collect()
}

/// The message about a race. An array has the name in it that it has in the trace.
fn race(finding: &Finding, story: &ReplayedRun) -> String {
    let told = accesses(finding, story);
    let told = told.first().and_then(|it| it.reason.split_once(' '));
    let split = finding.message.strip_prefix("data race on ");
    match (split.and_then(|it| it.split_once(": ")), told) {
        (Some((what, rest)), Some((verb, name)))
            if what.ends_with(']') && name.ends_with(']') && verb != "is" =>
        {
            format!("data race on {name}: {rest}")
        }
        _ => finding.message.clone(),
    }
}

/// How the threads of a race came to where they are.
fn race_notes(finding: &Finding, story: &ReplayedRun) -> Vec<String> {
    let sides = finding.threads.iter().filter_map(|name| {
        let mut sides = story.ending.sides.iter();
        sides.find(|it| it.thread == *name)
    });
    sides.filter_map(ending::calls).collect()
}

/// Expiries that a warning names.
const MOST_EARLY: usize = 3;

/// What has to run out early for a run.
pub(crate) fn condition(early: &[String]) -> String {
    let mut named: Vec<&str> = Vec::new();
    for it in early {
        if !named.contains(&it.as_str()) {
            named.push(it);
        }
    }
    let more = named.len().saturating_sub(MOST_EARLY);
    named.truncate(MOST_EARLY);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more} run out first", named.join(", "))
}

/// The finding's message. Where it says what each thread waits for, it says so with the names that
/// objects have in the trace: a finding is made before there is one.
fn message(finding: &Finding, blocked: &[report::Blocked]) -> String {
    match finding.message.split_once(": ") {
        Some((what, _)) if !blocked.is_empty() => {
            let reasons = blocked
                .iter()
                .map(|it| format!("{} {}", it.thread, it.reason));
            format!("{what}: {}", reasons.collect::<Vec<_>>().join("; "))
        }
        _ => finding.message.clone(),
    }
}

/// Whether a finding is about threads that can't go on.
pub(crate) fn is_stuck(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::Deadlock
            | FindingKind::PartialDeadlock
            | FindingKind::LostNotification
            | FindingKind::NestedMonitor
    )
}

/// Why something was not covered, for the report.
pub(crate) fn unknown(reason: &Incomplete) -> Unknown {
    match reason {
        Incomplete::Unsupported(unsupported) => Unknown {
            reason: unsupported.reason.clone(),
            class: unsupported.class.clone(),
            method: unsupported.method.clone(),
            path: unsupported.path.clone(),
        },
        reason => Unknown {
            reason: reason.to_string(),
            ..Unknown::default()
        },
    }
}

/// What a search over fingerprints takes for granted.
fn fingerprints(outcome: &Outcome) -> Option<String> {
    let Statistics { states, odds, .. } = outcome.statistics;
    odds.map(|odds| {
        format!(
            "no two of the {states} states have the same fingerprint of 128 bits (the odds that two \
             have: less than 1 in 10^{})",
            -odds
        )
    })
}

/// A verdict of "holds" that says less than it seems to.
fn vacuous(outcome: &Outcome) -> Option<String> {
    (outcome.statistics.end_states == 0).then(|| "no run of the program comes to an end".to_owned())
}

fn statistics(outcome: &Outcome, began: Instant) -> report::Statistics {
    counts(&outcome.statistics, outcome.complete(), began)
}

/// What a search has counted, for the report.
pub(crate) fn counts(counts: &Statistics, complete: bool, began: Instant) -> report::Statistics {
    report::Statistics {
        states: counts.states,
        transitions: counts.transitions,
        revisited: counts.revisited,
        instructions: counts.instructions,
        max_depth: counts.max_depth,
        end_states: counts.end_states,
        seconds: began.elapsed().as_secs_f64(),
        cpu_seconds: process::cpu().as_secs_f64(),
        explore_seconds: counts.seconds,
        explore_cpu_seconds: counts.cpu_seconds,
        peak_memory_bytes: process::peak(),
        store_bytes: counts.store_bytes,
        jobs: counts.jobs.max(1),
        complete,
    }
}

#[cfg(test)]
mod tests;
