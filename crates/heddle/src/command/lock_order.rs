//! `--property lock-order`: locks that are taken in different orders, where no deadlock was reached.
//!
//! In: the report on what else was asked. Out: the same with the verdict on that, from a search of its own.

use std::ffi::OsString;

use explore::Schedule;
use explore::java::lock_order::orders;
use explore::reduction::Layers;
use property::FindingKind;
use report::{Report, Unknown, Verdict};

use crate::command::check::{self, Replay};
use crate::command::replay::NOTHING;
use crate::exit::Failure;
use crate::host::record::{Again, Record};
use crate::java::{self, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// Transitions that the search takes, at most.
const MOST: usize = 2_000_000;

/// Adds what is to be said of the order of locks, if that was asked for.
pub(crate) fn judge(
    mut report: Report,
    loaded: &Loaded,
    settings: &Settings,
    words: &[OsString],
) -> Result<Report, Failure> {
    let kind = FindingKind::LockOrder;
    if !settings.selection.has(kind) {
        return Ok(report);
    }
    let mut subject = java::boot_for_graph(loaded, settings, Layers::NONE)?;
    if subject.unsupported_at_start().is_some() {
        return Ok(report);
    }
    let stop = || settings.plan.limits.is_urgent();
    let found = orders(subject.system(), MOST, &stop);
    let verdict = match (&found.found, found.complete) {
        (Some((finding, schedule)), _) => {
            let record = Record::new(words, subject.classes());
            let again = Again::new(record.and_then(|it| it.keep()), words);
            let story = subject.replay_in_detail(schedule);
            let printed = again.replay(&story.schedule.to_string());
            let told = check::told(&mut subject, finding, &story, printed);
            report.violations.push(told);
            Verdict::Violated
        }
        (None, true) => Verdict::Holds,
        (None, false) => {
            report.unknown.push(Unknown {
                reason: "in which order locks are taken was not looked at to the end".to_owned(),
                ..Unknown::default()
            });
            Verdict::Unknown
        }
    };
    for property in &mut report.properties {
        if property.property == kind.name() {
            property.verdict = verdict;
        }
    }
    report.verdict = match (report.verdict, verdict) {
        (Verdict::Violated, _) | (_, Verdict::Violated) => Verdict::Violated,
        (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
        (verdict, _) => verdict,
    };
    Ok(report)
}

/// A run on which nothing else is wrong, replayed: whether it is the one that shows the order of locks. What
/// is wrong is not in its last state alone, so the search is asked again, which finds the same run.
pub(crate) fn replayed(
    report: &mut Report,
    loaded: &Loaded,
    settings: &Settings,
    schedule: &Schedule,
    replay: Replay<'_>,
) -> Result<(), Failure> {
    if !report.violations.is_empty() || !settings.selection.has(FindingKind::LockOrder) {
        return Ok(());
    }
    let mut subject = java::boot_for_graph(loaded, settings, Layers::NONE)?;
    if subject.unsupported_at_start().is_some() {
        return Ok(());
    }
    let stop = || settings.plan.limits.is_urgent();
    let Some((finding, found)) = orders(subject.system(), MOST, &stop).found else {
        return Ok(());
    };
    let story = subject.replay_in_detail(&found);
    if story.schedule == *schedule {
        let printed = replay(&schedule.to_string());
        let told = check::told(&mut subject, &finding, &story, printed);
        report.violations.push(told);
        report.unknown.clear();
        report.warnings.retain(|it| it != NOTHING);
        report.verdict = Verdict::Violated;
    }
    Ok(())
}
