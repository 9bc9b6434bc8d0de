//! Programs all of whose runs end: termination, progress and starvation are settled by that.
//!
//! That every run ends is found out by a search with all reductions (`explore/src/search/lazy/ends.rs`
//! says why it may), which is much smaller than the graph on which endless runs are judged. Where a run does
//! not end, the search stops when it sees that, and the graph is taken down.

use std::time::Instant;

use explore::{EndsSought, Engine, Observer, Outcome, Verdict};
use property::{Fairness, FindingKind, Selection, TemporalClaim};
use report::{ByFairness, Report};

use super::tell;
use crate::command::check;
use crate::exit::Failure;
use crate::java::{self, Loaded};
use crate::settings::Settings;

/// Whether all that is asked is settled once every run ends.
pub(crate) fn would_settle(settings: &Settings) -> bool {
    let mut claims = settings.temporal.iter().map(|it| &it.claim);
    !settings.temporal.is_empty()
        && claims.all(|it| match it {
            TemporalClaim::Termination
            | TemporalClaim::Progress
            | TemporalClaim::Starvation(None) => true,
            // Whether anybody is meant by it has to be told, too.
            TemporalClaim::Starvation(Some(_)) | TemporalClaim::Formula(_) => false,
        })
}

/// The report on a program all of whose runs end. `None` if it is none, or nobody knows.
pub(super) fn report(
    loaded: &Loaded,
    settings: &Settings,
    known: Option<&Outcome>,
    observer: &mut dyn Observer,
    began: Instant,
) -> Result<Option<Report>, Failure> {
    if !would_settle(settings) {
        return Ok(None);
    }
    let all_end = |it: &Outcome| it.verdict == Verdict::Holds && it.ends == Some(true);
    match known {
        Some(known) if known.ends == Some(false) => return Ok(None),
        // What is to be said beside it, the search before has said.
        Some(known) if all_end(known) && settings.selection.has(FindingKind::Deadlock) => {
            let mut report = check::blank(settings, report::Verdict::Holds);
            report.statistics = check::counts(&known.statistics, true, began);
            tell_all(&mut report, settings);
            return Ok(Some(report));
        }
        _ => {}
    }
    let engine = settings.engine(settings.layers)?;
    if !matches!(engine, Engine::LazyPersistentSets { .. }) {
        return Ok(None);
    }
    let mut settings = settings.clone();
    settings.selection = Selection::none().with(FindingKind::Deadlock);
    settings.plan.ends = EndsSought::Only;
    settings.plan.all = false;
    let mut subject = java::boot(loaded, &settings)?;
    let outcome = check::search(&mut subject, &settings, observer);
    if !all_end(&outcome) {
        return Ok(None);
    }
    let nothing_to_replay = |_: &str| (String::new(), String::new());
    let mut report = check::report(&mut subject, &settings, &outcome, &nothing_to_replay, began);
    tell_all(&mut report, &settings);
    Ok(Some(report))
}

/// All that is asked holds, however threads are scheduled.
fn tell_all(report: &mut Report, settings: &Settings) {
    report.properties.clear();
    let verdicts = ByFairness {
        none: report::Verdict::Holds,
        weak: report::Verdict::Holds,
        strong: report::Verdict::Holds,
    };
    for property in &settings.temporal {
        report.properties.push(report::Property {
            property: property.text.clone(),
            verdict: super::of(&verdicts, Fairness::None),
            fairness: Some(verdicts),
            told: super::name_of(property) + &tell::sentence(&verdicts, None),
        });
    }
}
