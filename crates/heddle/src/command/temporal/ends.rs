//! Programs all of whose runs end: termination, progress and starvation are settled by that. And progress is
//! by this, that no run goes on without it.
//!
//! Both are found out by a search with all reductions (`explore/src/search/lazy/ends.rs` says why it may),
//! which is much smaller than the graph on which endless runs are judged. If what is found is not enough,
//! the graph is taken down.

use std::time::Instant;

use explore::{Ends, EndsSought, Engine, Observer, Outcome, Verdict};
use property::{Fairness, Selection, TemporalClaim};
use report::{ByFairness, Report};

use super::tell;
use crate::command::check;
use crate::exit::Failure;
use crate::java::{self, Loaded};
use crate::settings::Settings;

/// What would settle all that is asked.
pub(crate) fn sought(settings: &Settings) -> EndsSought {
    let mut sought = EndsSought::Nothing;
    for (number, property) in settings.temporal.iter().enumerate() {
        let by_this = match &property.claim {
            TemporalClaim::Progress => EndsSought::Progress,
            TemporalClaim::Termination | TemporalClaim::Starvation(None) => EndsSought::Ends,
            TemporalClaim::Formula(ltl) if !ltl.uses_next() => EndsSought::Formulas,
            // Whether anybody is meant by it has to be told, too.
            TemporalClaim::Starvation(Some(_)) | TemporalClaim::Formula(_) => {
                return EndsSought::Nothing;
            }
        };
        sought = match (number, sought) {
            (0, _) => by_this,
            _ if by_this == sought => sought,
            (_, EndsSought::Ends | EndsSought::Progress) if by_this != EndsSought::Formulas => {
                EndsSought::Ends
            }
            _ => return EndsSought::Nothing,
        };
    }
    sought
}

/// The report, if that settles all that is asked.
pub(super) fn report(
    loaded: &Loaded,
    settings: &Settings,
    known: Option<&Outcome>,
    observer: &mut dyn Observer,
    began: Instant,
) -> Result<Option<Report>, Failure> {
    let sought = sought(settings);
    if matches!(sought, EndsSought::Nothing | EndsSought::Formulas) {
        return Ok(None);
    }
    let settles = |it: &Outcome| {
        let is_enough = match it.ends {
            Some(Ends::All) => true,
            Some(Ends::OrProgress) => sought == EndsSought::Progress,
            Some(Ends::NotAll) | None => false,
        };
        is_enough && it.verdict == Verdict::Holds
    };
    match known {
        Some(known) if known.ends == Some(Ends::NotAll) => return Ok(None),
        // What is to be said beside it, the search before has said.
        Some(known) if settles(known) => {
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
    settings.selection = Selection::none();
    settings.plan.ends = sought;
    settings.plan.only_ends = true;
    settings.plan.all = false;
    let mut subject = java::boot(loaded, &settings)?;
    let outcome = check::search(&mut subject, &settings, observer);
    if !settles(&outcome) {
        return Ok(None);
    }
    let nothing_to_replay = |_: &str| (String::new(), String::new());
    let mut report = check::report(&mut subject, &settings, &outcome, &nothing_to_replay, began);
    tell_all(&mut report, &settings);
    Ok(Some(report))
}

/// All that is asked holds, however threads are scheduled.
pub(super) fn tell_all(report: &mut Report, settings: &Settings) {
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
