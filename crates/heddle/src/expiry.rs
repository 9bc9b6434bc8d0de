//! What goes wrong only if time runs out early.
//!
//! In: the report of a search in which timed waits and sleeps end at any moment. Out: the report that
//! the user gets, unless `--timeouts` says how time passes. A violation that needs a wait to end, or a
//! clock to go on, while other threads could still move is no fault of most programs: five seconds are
//! long. So where a violation was found on such a run, the program is searched once more, with time
//! passing only when nobody can move. What is found then is a violation. What is not is a warning.

use std::ffi::OsString;
use std::time::Instant;

use explore::Observer;
use report::{Report, Verdict};

use crate::command::check;
use crate::exit::Failure;
use crate::host::record;
use crate::java::{self, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// Tells what needs time to run out early from what does not.
pub(crate) fn sort_out(
    report: Report,
    loaded: &Loaded,
    settings: &Settings,
    words: &[OsString],
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let (early, sure): (Vec<_>, Vec<_>) = report
        .violations
        .iter()
        .cloned()
        .partition(|it| it.early_expiry);
    if early.is_empty() || !settings.sorts_expiries {
        return Ok(report);
    }
    let began = Instant::now();
    let settings = settings.idle();
    let mut subject = java::boot(loaded, &settings)?;
    let outcome = check::search(&mut subject, &settings, observer);
    let again = record::after(&idle_words(words), &outcome, || subject.classes());
    let replay = |it: &str| again.replay(it);
    let mut idle = check::report(&mut subject, &settings, &outcome, &replay, began);
    // Where time passes only when nobody can move, it does not run out early.
    for violation in &mut idle.violations {
        violation.early_expiry = false;
    }
    let same = |one: &report::Violation, other: &report::Violation| {
        (one.kind, &one.message) == (other.kind, &other.message)
    };
    for violation in sure {
        if !idle.violations.iter().any(|it| same(it, &violation)) {
            idle.violations.push(violation);
        }
    }
    if !idle.violations.is_empty() {
        idle.verdict = Verdict::Violated;
    }
    for violation in early {
        if !idle.violations.iter().any(|it| same(it, &violation)) {
            idle.warnings.push(format!(
                "{}: {}, only if {}; {}",
                violation.kind.name(),
                violation.message,
                violation.condition,
                violation.replay
            ));
        }
    }
    if let Some(first) = idle.violations.first() {
        idle.output.clone_from(&first.output);
    }
    idle.assumptions = report.assumptions;
    idle.bearing = report.bearing;
    idle.statistics.seconds += report.statistics.seconds;
    Ok(idle)
}

/// The words of a command that says how time passes. Those of the program come last.
fn idle_words(words: &[OsString]) -> Vec<OsString> {
    let mut words = words.to_vec();
    let end = words.iter().position(|it| it == "--");
    words.insert(end.unwrap_or(words.len()), "--timeouts=idle".into());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_the_program_stay_behind() {
        let words =
            |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
        assert_eq!(
            idle_words(&words("heddle check A.java -- 3")),
            words("heddle check A.java --timeouts=idle -- 3")
        );
        assert_eq!(
            idle_words(&words("heddle check A.java")),
            words("heddle check A.java --timeouts=idle")
        );
    }
}
