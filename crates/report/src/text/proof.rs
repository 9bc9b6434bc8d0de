//! Proofs for any number of threads and objects as text: what is proved, or what stands in the way.

use std::fmt::Write;

use crate::data::{AbstractStep, Alarm, Proof, Report, Verdict};

use super::{Style, count, item, place};

/// Steps of an abstract run that are written; the JSON has all.
const SHOWN: usize = 12;

/// What came out, and each alarm with the abstract run that leads to it.
pub(super) fn describe(report: &Report, proof: &Proof, style: Style, out: &mut String) {
    let names = |verdict: Verdict| {
        let fitting = report.properties.iter().filter(|it| it.verdict == verdict);
        let names: Vec<&str> = fitting.map(|it| &*it.property).collect();
        names.join(", ")
    };
    let holds = names(Verdict::Holds);
    if !holds.is_empty() {
        let many = match proof.unbounded.is_empty() {
            true => "the threads and objects that the program makes".to_owned(),
            false => format!("any number of {}", proof.unbounded.join(", ")),
        };
        item(out, style, "proved", &format!("{holds}, for {many}"));
    }
    for passed in proof.passed.iter().filter(|_| style.full) {
        item(out, style, "passed", passed);
    }
    for alarm in &proof.alarms {
        alarm_text(alarm, style, out);
    }
}

fn alarm_text(alarm: &Alarm, style: Style, out: &mut String) {
    let certain = match alarm.definite {
        true => "certain in its abstract state",
        false => "possible",
    };
    let confirmed = match alarm.confirmed {
        true => "confirmed by a run",
        false => "not confirmed by a run",
    };
    let at = place(&alarm.file, alarm.line);
    let at = match at.is_empty() {
        true => String::new(),
        false => format!(" at {at}"),
    };
    let kind = alarm.kind.name();
    let text = format!("{kind}: {}{at}; {certain}, {confirmed}", alarm.message);
    item(out, style, "alarm", &text);
    if alarm.confirmed {
        return;
    }
    let left = alarm.trace.len().saturating_sub(SHOWN);
    if left > 0 {
        let _ = writeln!(out, "          ... {}", count(left as u64, "step"));
    }
    for step in &alarm.trace[left..] {
        let _ = writeln!(out, "          {}", told(step));
    }
}

/// `Worker: acquire at A.java:12`
fn told(step: &AbstractStep) -> String {
    let at = place(&step.file, step.line);
    format!("{}: {} at {at}", step.thread, step.operation)
}

/// `33 views of one thread`
fn states(number: u64, what: &str) -> String {
    match what.split_once(' ') {
        Some((noun, rest)) => format!("{} {rest}", count(number, noun)),
        None => count(number, what),
    }
}

/// `33 configurations, 120 transitions; complete`
pub(super) fn explored(proof: &Proof, report: &Report, style: Style) -> String {
    let what = match proof.rung {
        "thread" => "view of one thread",
        "pair" => "view of two threads",
        _ => "configuration",
    };
    let mut text = format!(
        "{}, {}",
        states(proof.configurations, what),
        count(proof.transitions, "transition"),
    );
    if !style.untimed {
        let statistics = &report.statistics;
        let megabytes = statistics.peak_memory_bytes / 1_000_000;
        text += &format!("; {:.2} s, {megabytes} MB", statistics.seconds);
    }
    text
}
