//! Races that only weak modes keep apart: a second search where a program uses such modes.
//!
//! In: what a search has found. Out: the same, or "unknown" with both accesses of such a race.

use explore::java::ordered::hidden_races;
use explore::reduction::Layers;
use explore::{Incomplete, Outcome, Unsupported, Verdict};
use property::FindingKind;

use crate::exit::Failure;
use crate::java::{self, JavaSubject, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// Transitions that the second search takes, at most.
const MOST: usize = 2_000_000;

/// Where all is well and the program uses weak modes, whether it is well without what these don't promise.
pub(crate) fn doubt(
    mut outcome: Outcome,
    subject: &mut JavaSubject<'_>,
    loaded: &Loaded,
    settings: &Settings,
) -> Result<Outcome, Failure> {
    let is_asked = outcome.verdict == Verdict::Holds
        && settings.selection.has(FindingKind::Race)
        && subject.machine().heeds_modes();
    if !is_asked {
        return Ok(outcome);
    }
    let mut again = java::boot_for_graph(loaded, settings, Layers::NONE)?;
    let stop = || settings.plan.limits.is_urgent();
    let hidden = hidden_races(again.system(), MOST, &stop);
    let mut doubts = hidden.races;
    if doubts.is_empty() && !hidden.complete {
        doubts.push(Unsupported {
            reason: "the program uses plain or opaque modes of atomics or variable handles, and \
                     whether these alone keep accesses apart could not be worked out to the end"
                .to_owned(),
            class: String::new(),
            method: String::new(),
            path: Vec::new(),
        });
    }
    if !doubts.is_empty() {
        let doubts = doubts.into_iter().map(Incomplete::Unsupported);
        outcome.incomplete.extend(doubts);
        outcome.verdict = Verdict::Unknown(outcome.incomplete.clone());
    }
    Ok(outcome)
}
