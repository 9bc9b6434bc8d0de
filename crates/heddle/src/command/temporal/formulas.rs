//! Formulas that hold without fairness: then they hold whatever is fair.
//!
//! That is found out on the graph of a search with all reductions (`explore/src/search/lazy/formulas.rs` says
//! why it may), where the formulas are about data and don't count steps. What is broken there may hold
//! under fairness, so then the whole graph is taken down.

use std::time::Instant;

use explore::java::atoms::Atoms;
use explore::temporal::{Judged, Prefixes, judge};
use explore::{EndsSought, Engine, Observer, Verdict};
use property::{Fairness, Selection, TemporalClaim};
use report::Report;

use super::{Asked, ends};
use crate::command::check;
use crate::exit::Failure;
use crate::java::{self, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// The report, if all that is asked are formulas that hold without fairness.
pub(super) fn report(
    loaded: &Loaded,
    settings: &Settings,
    (asked, atoms): (&[Asked<'_>], &Atoms),
    observer: &mut dyn Observer,
    began: Instant,
) -> Result<Option<Report>, Failure> {
    let is_formula = |it: &Asked<'_>| matches!(&it.property.claim, TemporalClaim::Formula(ltl) if !ltl.uses_next());
    let engine = settings.engine(settings.layers)?;
    if !asked.iter().all(is_formula) || !matches!(engine, Engine::LazyPersistentSets { .. }) {
        return Ok(None);
    }
    let mut settings = settings.clone();
    settings.selection = Selection::none();
    settings.plan.ends = EndsSought::Formulas;
    let mut subject = java::boot(loaded, &settings)?;
    if !subject.system().watch(atoms.clone()) {
        return Ok(None);
    }
    let outcome = check::search(&mut subject, &settings, observer);
    let Some(graph) = outcome
        .graph
        .as_deref()
        .filter(|_| outcome.verdict == Verdict::Holds)
    else {
        return Ok(None);
    };
    let holds = |it: &Asked<'_>| {
        let level = Fairness::None;
        let judgement = judge(graph, &it.question(), &[level], Prefixes::NeedLoop);
        matches!(judgement.under(level), Some(Judged::Holds))
    };
    if !asked.iter().all(holds) {
        return Ok(None);
    }
    let nothing_to_replay = |_: &str| (String::new(), String::new());
    let mut report = check::report(&mut subject, &settings, &outcome, &nothing_to_replay, began);
    ends::tell_all(&mut report, &settings);
    Ok(Some(report))
}
