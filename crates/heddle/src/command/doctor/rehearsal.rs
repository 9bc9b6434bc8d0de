//! A few short runs of a program in Heddle's own world, to see what they come to that it lacks.
//!
//! What the code could need is more than what it needs: the library has ways to everything. What some runs
//! come to is certain, and the first that a check would stop at. The program has no effects outside.

use std::time::Duration;

use explore::java::ordered::hidden_races;

use explore::reduction::Layers;
use explore::{Incomplete, Search, Silent, Storage};
use report::Unknown;

use crate::command::check;
use crate::exit::Failure;
use crate::host::guard;
use crate::java::{self, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// Runs that are tried.
const RUNS: u64 = 40;
/// And no longer than this.
const TIME: Duration = Duration::from_secs(5);
/// Transitions looked at for what weak accesses may show.
const MOST_ORDERED: usize = 50_000;

/// What some runs of the program come to that Heddle lacks.
pub(super) fn rehearse(loaded: &Loaded, settings: &Settings) -> Result<Vec<Unknown>, Failure> {
    let settings = &short(settings);
    let _watch = guard::watch(&settings.plan.limits);
    let mut subject = java::boot(loaded, settings)?;
    let mut outcome = check::search(&mut subject, settings, &mut Silent);
    if subject.machine().heeds_modes() {
        let mut again = java::boot_for_graph(loaded, settings, Layers::NONE)?;
        let stop = || settings.plan.limits.is_urgent();
        let hidden = hidden_races(again.system(), MOST_ORDERED, &stop);
        let races = hidden.races.into_iter().map(Incomplete::Unsupported);
        outcome.incomplete.extend(races);
    }
    let is_lacking = |it: &&Incomplete| matches!(it, Incomplete::Unsupported(_));
    let lacking = outcome.incomplete.iter().filter(is_lacking);
    Ok(lacking.map(check::unknown).collect())
}

/// The settings for that.
fn short(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.layers = Layers::NONE;
    settings.foresight = None;
    settings.checkpoints = None;
    let plan = &mut settings.plan;
    plan.search = Search::Random { runs: RUNS };
    plan.store = Storage::Exact;
    plan.depot = None;
    plan.jobs = 1;
    plan.all = true;
    plan.limits.time = Some(plan.limits.time.map_or(TIME, |it| it.min(TIME)));
    settings
}
