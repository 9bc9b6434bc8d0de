//! One run, to be looked at: by chance, or as SPIN makes it.
//!
//! In: a program that has been started, for a machine that stops wherever it can. Out: the schedule
//! of one run, up to its end, to the first thing that is wrong, or to the limit.

use std::ffi::OsString;

use explore::{Schedule, Step, System};
use machine::Choice;

use crate::host::record::{Again, Record};
use crate::settings::Settings;
use crate::subject::Subject;

/// Steps of a run at most, unless told.
const LONGEST: usize = 10_000;

/// A run whose choices are made by chance. Timed waits expire only where nothing else can move: a
/// run that is looked at should be an ordinary one.
pub(crate) fn by_chance<S: Subject>(subject: &mut S, settings: &Settings) -> Schedule {
    let longest = settings.plan.limits.depth.unwrap_or(LONGEST);
    let mut random = settings.plan.seed;
    let mut schedule = Vec::new();
    if subject.unsupported_at_start().is_some() {
        return Schedule::new(schedule);
    }
    subject.restart();
    let system = subject.system();
    while schedule.len() < longest {
        let mut findings = Vec::new();
        system.findings(&mut findings);
        let mut choices: Vec<Choice> = Vec::new();
        system.choices(&mut choices);
        if choices.iter().any(|it| !it.is_unlikely()) {
            choices.retain(|it| !it.is_unlikely());
        }
        if !findings.is_empty() || choices.is_empty() {
            break;
        }
        let choice = choices[(next(&mut random) % choices.len() as u64) as usize];
        schedule.push(choice);
        match system.advance(choice) {
            Step::Ran => {}
            Step::Pruned | Step::Unsupported(_) => break,
        }
    }
    Schedule::new(schedule)
}

/// The next number of a small generator that goes through all of them.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Puts the check on record, whatever its run shows.
pub(crate) fn on_record<S: Subject>(subject: &S, words: &[OsString]) -> Again {
    let record = Record::new(words, subject.classes());
    Again::new(record.and_then(|record| record.keep()), words)
}
