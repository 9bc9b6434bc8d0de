//! `heddle replay`: shows one run again.
//!
//! In: a subject and a schedule. Out: a report with that run as its only trace.
//!
//! Schedules are written for a system that stops wherever it can, so they fit whatever the search
//! that found them could pass over.

use std::ffi::OsString;
use std::time::Instant;

use explore::{Finding, Incomplete, Renumbering, Schedule};
use property::FindingKind;
use report::{Report, Verdict};

use crate::command::check::{self, Replay};
use crate::exit::Failure;
use crate::flags::{self, CheckFlags, DriveOptions, Options, ReplayFlags};
use crate::host::record::{self, Again, Record};
use crate::settings::Settings;
use crate::subject::{ReplayedRun, Subject};

/// States to look at for threads that are stuck while others go on.
const STUCK_STATES: usize = 1_000_000;

/// The warning for a run on which nothing is wrong.
pub(crate) const NOTHING: &str = "nothing is wrong on this run";

/// What `heddle replay` is asked.
pub(crate) struct ReplayRequest {
    /// The check that the schedule comes from.
    pub(crate) check: CheckFlags,
    /// The options of the replay itself.
    pub(crate) options: Options,
    /// The schedule.
    pub(crate) schedule: Schedule,
    /// The record of the check, if there is one.
    pub(crate) record: Option<Record>,
    /// How to see the run once more.
    pub(crate) again: Again,
}

/// Finds out which check a schedule belongs to.
pub(crate) fn understand(flags: ReplayFlags, words: &[OsString]) -> Result<ReplayRequest, Failure> {
    let ReplayFlags {
        schedule,
        targets,
        arguments,
        options,
    } = flags;
    let text = from_report(&schedule)?.unwrap_or(schedule);
    let (token, choices) = record::split(&text);
    let schedule = Schedule::parse(choices).map_err(|error| Failure::input(error.to_string()))?;
    if !targets.is_empty() {
        let words: Vec<OsString> = words
            .iter()
            .filter(|word| **word != *text)
            .cloned()
            .collect();
        let check = CheckFlags {
            targets,
            arguments,
            driving: DriveOptions::default(),
            options: options.clone(),
        };
        let again = Again::new(None, &words);
        return Ok(ReplayRequest {
            check,
            options,
            schedule,
            record: None,
            again,
        });
    }
    let Some(token) = token else {
        return Err(Failure::input(
            "this schedule does not tell its program; add the TARGET",
        ));
    };
    let record = Record::find(token)?;
    std::env::set_current_dir(&record.directory).map_err(|error| {
        Failure::input(format!(
            "can't go to {}, where it was checked: {error}",
            record.directory
        ))
    })?;
    let check = flags::parse_check(record.words.iter().map(OsString::from).collect())?;
    let again = Again::new(Some(token.to_owned()), &[]);
    Ok(ReplayRequest {
        check,
        options,
        schedule,
        record: Some(record),
        again,
    })
}

/// The first schedule of a JSON report, if the word names one.
fn from_report(word: &str) -> Result<Option<String>, Failure> {
    if !word.ends_with(".json") {
        return Ok(None);
    }
    let fail = |what: String| Failure::input(format!("can't read the report {word}: {what}"));
    let text = std::fs::read_to_string(word).map_err(|error| fail(error.to_string()))?;
    let report: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
    match report["violations"][0]["schedule"].as_str() {
        Some(schedule) => Ok(Some(schedule.to_owned())),
        None => Err(fail("it has no violation".to_owned())),
    }
}

/// What has changed since the check on record.
pub(crate) fn changes(record: Option<&Record>, subject: &impl Subject) -> Option<String> {
    let changed = record?.changed(|name| subject.class_hash(name));
    let names: Vec<String> = changed.iter().map(|name| name.replace('/', ".")).collect();
    (!names.is_empty()).then(|| {
        format!(
            "the program has changed since it was checked: {}",
            names.join(", ")
        )
    })
}

/// Runs the schedule and reports on it.
pub(crate) fn replay<S: Subject>(
    subject: &mut S,
    settings: &Settings,
    schedule: &Schedule,
    replay: Replay<'_>,
    began: Instant,
) -> Result<Report, Failure> {
    let (story, findings) = tell(subject, settings, schedule);
    if let Some(misfit) = story.misfit {
        return Err(Failure::input(format!(
            "{misfit}; has the program changed since, or is it another one?"
        )));
    }
    let verdict = if findings.is_empty() {
        Verdict::Unknown
    } else {
        Verdict::Violated
    };
    let mut report = check::blank(settings, verdict);
    for finding in &findings {
        let printed = replay(&schedule.to_string());
        report
            .violations
            .push(check::told(subject, finding, &story, printed));
    }
    if let Some(unsupported) = story.unsupported {
        report
            .unknown
            .push(check::unknown(&Incomplete::Unsupported(unsupported)));
    } else if verdict == Verdict::Unknown {
        report.unknown.push(check::unknown(&Incomplete::Runs(1)));
        report.warnings.push(NOTHING.to_owned());
        report.run = story.trace;
        report.moments = story.moments;
    }
    report.output = story.output;
    report.sources = subject.sources();
    report.assumptions = subject.assumptions();
    report.bearing = subject.bearing();
    report.warnings.extend(subject.warnings(&report.violations));
    report.statistics.transitions = schedule.len() as u64;
    report.statistics.max_depth = schedule.len() as u64;
    report.statistics.seconds = began.elapsed().as_secs_f64();
    report.statistics.cpu_seconds = crate::host::process::cpu().as_secs_f64();
    report.statistics.peak_memory_bytes = crate::host::process::peak();
    report.statistics.jobs = 1;
    Ok(report)
}

/// Runs the schedule; and if nothing is wrong on it, looks whether threads are stuck at its end.
pub(crate) fn tell<S: Subject>(
    subject: &mut S,
    settings: &Settings,
    schedule: &Schedule,
) -> (ReplayedRun, Vec<Finding>) {
    let mut story = subject.replay_in_detail(schedule);
    if story.findings.is_empty() || story.misfit.is_some() {
        // How the program uses what clocks have shown is learned on the way, see the machine's time stamps.
        subject.restart();
        story = subject.replay_in_detail(schedule);
    }
    let mut findings = story.findings.clone();
    let is_open = story.misfit.is_none() && story.unsupported.is_none();
    if findings.is_empty() && is_open && settings.plan.stuck {
        findings.extend(stuck_at_end(subject, schedule, false));
        if findings.is_empty() {
            findings.extend(stuck_at_end(subject, schedule, true));
        }
    }
    findings.retain(|it| it.kind != FindingKind::Ltl);
    (story, findings)
}

/// Whether threads are stuck where a schedule ends. Where others come and go for ever, that shows only if those
/// who come may have the places of those who have gone (`recycle`).
fn stuck_at_end<S: Subject>(
    subject: &mut S,
    schedule: &Schedule,
    recycle: bool,
) -> Option<Finding> {
    // Telling may have gone on from there, so it is run once more.
    subject.restart();
    explore::replay(subject.system(), schedule, |_, _, _| ()).ok()?;
    if recycle {
        subject.system().recycle(true);
    }
    let stuck = explore::stuck_here(subject.system(), STUCK_STATES);
    if recycle {
        subject.system().recycle(false);
    }
    stuck
}
