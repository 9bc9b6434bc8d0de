//! Formulas that hold without fairness: then they hold whatever is fair.
//!
//! That is found out on the graph of a search with all reductions (`explore/src/search/lazy/formulas.rs` says
//! why it may), where the formulas are about data and don't count steps. What is broken there may hold
//! under fairness, so then the whole graph is taken down.

use std::time::Instant;

use explore::java::atoms::Atoms;
use explore::temporal::{Judged, Prefixes, judge};
use explore::{EndsSought, Engine, Observer, Outcome, Verdict};
use property::{Fairness, Selection};
use report::Report;

use super::{Asked, ends};
use crate::command::check;
use crate::exit::Failure;
use crate::java::{self, JavaSubject, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// Has a search look at what formulas ask, if they are all that is asked beside.
pub(crate) fn watch(subject: &mut JavaSubject<'_>, settings: &Settings) -> Result<(), Failure> {
    if settings.plan.ends == EndsSought::Formulas {
        let (_, atoms) = super::asked(settings, subject.program())?;
        subject.system().watch(atoms);
    }
    Ok(())
}

/// The report, if all that is asked are formulas that hold without fairness. `known` is what a search that
/// looked at them has come to, if there was one.
pub(super) fn report(
    loaded: &Loaded,
    settings: &Settings,
    known: Option<&Outcome>,
    (asked, atoms): (&[Asked<'_>], &Atoms),
    observer: &mut dyn Observer,
    began: Instant,
) -> Result<Option<Report>, Failure> {
    let engine = settings.engine(settings.layers)?;
    let is_lazy = matches!(engine, Engine::LazyPersistentSets { .. });
    if settings.plan.ends != EndsSought::Formulas || !is_lazy {
        return Ok(None);
    }
    let mut settings = settings.clone();
    if let Some(known) = known
        && known.verdict == Verdict::Holds
    {
        if !settles(asked, known) {
            return Ok(None);
        }
        let mut report = check::blank(&settings, report::Verdict::Holds);
        report.statistics = check::counts(&known.statistics, true, began);
        ends::tell_all(&mut report, &settings);
        return Ok(Some(report));
    }
    settings.selection = Selection::none();
    let mut subject = java::boot(loaded, &settings)?;
    if !subject.system().watch(atoms.clone()) {
        return Ok(None);
    }
    let outcome = check::search(&mut subject, &settings, observer);
    if outcome.verdict != Verdict::Holds || !settles(asked, &outcome) {
        return Ok(None);
    }
    let nothing_to_replay = |_: &str| (String::new(), String::new());
    let mut report = check::report(&mut subject, &settings, &outcome, &nothing_to_replay, began);
    ends::tell_all(&mut report, &settings);
    Ok(Some(report))
}

/// Whether all formulas hold on the graph of a search.
fn settles(asked: &[Asked<'_>], outcome: &Outcome) -> bool {
    let level = Fairness::None;
    outcome.graph.as_deref().is_some_and(|graph| {
        asked.iter().all(|it| {
            let judgement = judge(graph, &it.question(), &[level], Prefixes::NeedLoop);
            matches!(judgement.under(level), Some(Judged::Holds))
        })
    })
}
