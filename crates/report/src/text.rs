//! A report as text for people who know Java and not model checking.
//!
//! First the verdict, then what happened step by step, then how to see it again, then what the
//! answer covers and rests on. Long traces are folded (see `text/fold.rs`); the JSON has all of them.

mod causes;
mod fold;
mod lanes;
mod proof;
mod remedy;
mod rows;
mod table;
mod tame;

use std::fmt::Write;

use property::FindingKind;

use crate::data::{
    Blocked, Confirmation, Confirmed, Report, Statistics, Step, Unknown, Verdict, Violation,
    own_calls,
};
use crate::deeds::stuck;
use fold::{Line, fold};
use lanes::{Entry, lanes};
pub(crate) use remedy::remedy;
use rows::{all_rows, rows};
use table::{Paint, Table};
pub use tame::spoken;
pub(crate) use tame::tamed;

/// How to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With colors, for a terminal.
    pub color: bool,
    /// Without the times, which differ from run to run.
    pub untimed: bool,
    /// With all assumptions.
    pub full: bool,
    /// How many columns there are; 0 if there is no end to them.
    pub width: usize,
    /// With every step, also those inside calls of the library.
    pub full_trace: bool,
}

/// The report as text.
pub fn render(report: &Report, style: Style) -> String {
    let report = &tamed(report);
    let mut out = String::new();
    headline(report, style, &mut out);
    if let Some(error) = &report.error {
        item(&mut out, style, "error", error);
        return out;
    }
    for property in report.properties.iter().filter(|it| !it.told.is_empty()) {
        item(&mut out, style, "judged", &property.told);
    }
    for group in causes::causes(&report.violations) {
        describe(group[0], style, &mut out);
        likewise(&group, style, &mut out);
    }
    if !report.run.is_empty() {
        out.push('\n');
        steps(&report.run, &[], &[], style, &mut out);
        out.push('\n');
        printed(&report.output, &mut out);
    }
    for unknown in &report.unknown {
        explain(unknown, style, &mut out);
    }
    if let Some(coverage) = &report.coverage {
        item(&mut out, style, "covered", &coverage.told);
    }
    advise(report, style, &mut out);
    if let Some(proof) = &report.proof {
        proof::describe(report, proof, style, &mut out);
    }
    if is_brief(report, style) {
        found(report, style, &mut out);
        warned(report, style, &mut out);
        return out;
    }
    let told = match &report.proof {
        Some(proof) if report.violations.is_empty() => proof::explored(proof, report, style),
        _ => explored(&report.statistics, style),
    };
    item(&mut out, style, "explored", &told);
    if !report.reductions.is_empty() {
        let names = report.reductions.join(", ");
        let told = match names.as_str() {
            "all" => "choices that can't matter were left out (--check-reduction tries them, too)",
            names => names,
        };
        item(&mut out, style, "reduced", told);
    }
    let is_proof = report.proof.is_some();
    if report.verdict == Verdict::Holds && !report.properties.is_empty() && !is_proof {
        item(&mut out, style, "covered", &covered(report));
    }
    assumed(report, style, &mut out);
    warned(report, style, &mut out);
    out
}

/// What to try next: a line on what it is good for, and a line with the command.
fn advise(report: &Report, style: Style, out: &mut String) {
    for (number, advice) in report.advice.iter().enumerate() {
        let label = if number == 0 { "try next" } else { "or" };
        item(out, style, label, &advice.told);
        if !advice.command.is_empty() {
            let _ = writeln!(out, "{:10}    {}", "", advice.command);
        }
    }
}

fn warned(report: &Report, style: Style, out: &mut String) {
    for warning in &report.warnings {
        item(out, style, "warning", warning);
    }
}

/// Whether how it was searched and what was assumed says nothing that the user of the report has to know: a
/// run that goes wrong is there to be seen, and needs none of what was left out.
fn is_brief(report: &Report, style: Style) -> bool {
    report.verdict == Verdict::Violated && report.proof.is_none() && !style.full
}

/// Where to learn more of a violation.
fn found(report: &Report, style: Style, out: &mut String) {
    let statistics = &report.statistics;
    let mut text = String::new();
    if !style.untimed {
        let megabytes = statistics.peak_memory_bytes / 1_000_000;
        text += &format!("in {:.2} s, {megabytes} MB; ", statistics.seconds);
    }
    // A replay has searched nothing.
    if statistics.states > 0 && !statistics.complete {
        text += "the search ended with it (--all goes on); ";
    }
    text += "--full tells what was assumed";
    item(out, style, "found", &text);
}

/// All assumptions, or those that bear on the answer, in a line. A run that goes wrong needs none of what
/// was left out.
fn assumed(report: &Report, style: Style, out: &mut String) {
    let count = report.assumptions.len();
    if count == 0 {
        return;
    }
    if style.full || report.verdict == Verdict::Violated {
        item(out, style, "assumed", &report.assumptions.join("; "));
        return;
    }
    let text = match report.bearing.is_empty() {
        true => format!("{count} points, which --full tells"),
        false => format!(
            "{}; --full tells all {count} points",
            report.bearing.join(", ")
        ),
    };
    item(out, style, "assumed", &text);
}

/// `violated: deadlock, race    Philosophers`
fn headline(report: &Report, style: Style, out: &mut String) {
    let paint = Paint(style.color);
    let mut line = report.verdict.name().to_owned();
    match report.verdict {
        Verdict::Violated => {
            let mut kinds: Vec<&str> = report.violations.iter().map(|it| it.kind.name()).collect();
            kinds.dedup();
            line += &format!(": {}", kinds.join(", "));
        }
        Verdict::Unknown if report.proof.is_some() => line += ": not proved",
        Verdict::Unknown => line += ": nothing wrong was found, but not every run was covered",
        Verdict::Holds if report.proof.is_some() => line += ": proved",
        Verdict::Holds | Verdict::Error => {}
    }
    let gap = " ".repeat(48_usize.saturating_sub(line.chars().count()).max(2));
    let line = match report.verdict {
        Verdict::Holds => paint.green(&line),
        Verdict::Violated | Verdict::Error => paint.red(&line),
        Verdict::Unknown => paint.yellow(&line),
    };
    let _ = writeln!(out, "{line}{gap}{}", report.target);
}

fn describe(violation: &Violation, style: Style, out: &mut String) {
    let paint = Paint(style.color);
    let _ = writeln!(out, "\n{}", paint.bold(&headword(violation)));
    if !violation.trace.is_empty() {
        out.push('\n');
    }
    let stuck = stuck(violation);
    let again = violation.loop_from.map_or(usize::MAX, |it| it as usize - 1);
    let (stem, cycle) = violation.trace.split_at(again.min(violation.trace.len()));
    let names = names(violation);
    steps(stem, &stuck, &names, style, out);
    if violation.loop_from.is_some() {
        out.push_str("  and then for ever:\n");
        steps(cycle, &stuck, &names, style, out);
    }
    if !violation.notes.is_empty() {
        out.push('\n');
    }
    for note in &violation.notes {
        let _ = writeln!(out, "  {note}");
    }
    if !violation.blocked.is_empty() {
        out.push_str("\n  at the end:\n");
        let mut table = Table::default();
        for blocked in violation.blocked.iter().chain(&violation.going_on) {
            let mut reason = blocked.reason.clone();
            if !blocked.holds.is_empty() {
                reason += &format!("; it holds {}", blocked.holds.join(", "));
            }
            let place = place(&blocked.file, blocked.line);
            table.row([
                String::new(),
                blocked.thread.clone(),
                place,
                String::new(),
                reason,
            ]);
        }
        table.write(paint, style.width, out);
    }
    if !violation.accesses.is_empty() {
        out.push_str("\n  and now both at once:\n");
        let mut table = Table::default();
        for access in &violation.accesses {
            let place = place(&access.file, access.line);
            let mut lines = violation.places.iter();
            let line = lines.find(|it| (&it.file, it.line) == (&access.file, access.line));
            let source = line.map_or(String::new(), |it| it.source.trim().to_owned());
            let holds = match access.holds.is_empty() {
                true => "no lock".to_owned(),
                false => access.holds.join(", "),
            };
            let words = format!("{}; it holds {holds}", access.reason);
            let accessed = access.reason.split_once(' ').map_or("", |it| it.1);
            let mark = simple_names(accessed)
                .into_iter()
                .find_map(|it| table::occurrence(&source, it));
            let row = [String::new(), access.thread.clone(), place, source, words];
            table.marked_row(row, mark);
        }
        table.write(paint, style.width, out);
    }
    if !violation.output.is_empty() {
        out.push('\n');
    }
    printed(&violation.output, out);
    out.push('\n');
    if let Some(remedy) = remedy(violation) {
        item(out, style, "remedy", &remedy);
    }
    if let Some(confirmation) = &violation.confirmed {
        item(out, style, "on Java", &confirmed(confirmation));
    }
    if !violation.replay.is_empty() {
        item(out, style, "replay", &violation.replay);
    }
}

/// Findings that one cause has, listed after the first of them.
const MOST_LIKEWISE: usize = 8;

/// The others with the same cause, in two lines each.
fn likewise(group: &[&Violation], style: Style, out: &mut String) {
    let [first, others @ ..] = group else { return };
    for (number, other) in others.iter().take(MOST_LIKEWISE).enumerate() {
        let label = if number == 0 { "also" } else { "and" };
        item(out, style, label, &causes::difference(first, other));
        let _ = writeln!(out, "{:10}    {}", "", other.replay);
    }
    if others.len() > MOST_LIKEWISE {
        let more = format!(
            "{} more like these (--json lists all)",
            others.len() - MOST_LIKEWISE
        );
        item(out, style, "and", &more);
    }
}

/// `balance` of `Account.balance`, and `cells[3]` and `cells` of `Grid.cells[3]`: how the source may write it.
fn simple_names(name: &str) -> [&str; 2] {
    let simple = name.rsplit('.').next().unwrap_or(name);
    [simple, simple.split('[').next().unwrap_or(simple)]
}

fn printed(output: &str, out: &mut String) {
    if !output.is_empty() {
        out.push_str("  printed on this path:\n");
    }
    for line in output.lines() {
        let _ = writeln!(out, "    | {line}");
    }
}

/// The message. What each thread waits for is told at the end; where threads wait for each other, that says
/// it all. Who only waits for the end of others that are stuck is not what is wrong.
pub(crate) fn headword(violation: &Violation) -> String {
    let Some((what, rest)) = violation.message.split_once(": ") else {
        return violation.message.clone();
    };
    let blocked = &violation.blocked;
    let circle = circle(blocked);
    match &circle[..] {
        [] if !blocked.is_empty() => {
            let told = reasons(blocked);
            match told.chars().count() <= WIDEST {
                true => format!("{what}: {told}"),
                false if rest.chars().count() <= WIDEST => violation.message.clone(),
                false => {
                    let count = count(blocked.len() as u64, "thread");
                    format!("{what}: {count} can't go on")
                }
            }
        }
        [] => violation.message.clone(),
        [only] => {
            let stuck = blocked.iter().find(|it| it.thread == *only);
            let reason = stuck.map_or("", |it| &it.reason);
            match reason.ends_with(only) {
                true => format!("{what}: {only} {reason} itself"),
                false => format!("{what}: {only} waits for itself"),
            }
        }
        [others @ .., last] => {
            let others = others.join(", ");
            format!("{what}: {others} and {last} wait for each other")
        }
    }
}

/// The longest sentence.
const WIDEST: usize = 160;

/// Why threads can't go on. Those that wait for the end of others are left out, if others remain; those that
/// wait for the same are told together.
fn reasons(blocked: &[Blocked]) -> String {
    let waits_for_end = |it: &&Blocked| {
        let awaited = it.waits_for.as_ref();
        let is_stuck = |name: &String| blocked.iter().any(|it| it.thread == *name);
        let is_for_end =
            it.reason.ends_with(" to end") || it.reason.contains(" for the task that ");
        is_for_end && awaited.is_some_and(is_stuck)
    };
    let mut telling: Vec<&Blocked> = blocked.iter().filter(|it| !waits_for_end(it)).collect();
    if telling.is_empty() {
        telling = blocked.iter().collect();
    }
    // By which names they know what they wait for does not matter there.
    let all_starve = telling.len() > 1 && telling.iter().all(|it| starves(it));
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in telling {
        let reason = if all_starve { STARVES } else { &it.reason };
        match said.iter_mut().find(|(said, _)| *said == reason) {
            Some((_, threads)) => threads.push(&it.thread),
            None => said.push((reason, vec![&it.thread])),
        }
    }
    let sentences = said.iter().map(|(reason, threads)| match &threads[..] {
        [first, second] => format!("{first} {reason}, and so does {second}"),
        [first, .., last] => {
            let middle = threads[1..threads.len() - 1].join(", ");
            format!("{first} {reason}, and so do {middle} and {last}")
        }
        threads => format!("{} {reason}", threads.join(", ")),
    });
    sentences.collect::<Vec<_>>().join("; ")
}

/// How it is told that threads of a pool wait for tasks that only threads of the pool could run.
const STARVES: &str =
    "waits, within a task, for a task of its own pool, of which no thread is free";

/// Whether a thread of a pool waits for a task that only a thread of the pool could run.
fn starves(blocked: &Blocked) -> bool {
    blocked.reason.contains("within a task of its pool")
}

/// Threads each of which waits for the next, and the last one for the first; or none.
fn circle(blocked: &[Blocked]) -> Vec<&str> {
    let next = |name: &str| {
        let thread = blocked.iter().find(|it| it.thread == name)?;
        thread.waits_for.as_deref()
    };
    for start in blocked {
        let mut round = vec![start.thread.as_str()];
        let mut at = next(&start.thread);
        while let Some(name) = at
            && round.len() <= blocked.len()
        {
            if name == round[0] {
                return round;
            }
            round.push(name);
            at = next(name);
        }
    }
    Vec::new()
}

fn steps(trace: &[Step], stuck: &[&str], names: &[&str], style: Style, out: &mut String) {
    let lines = match style.full_trace {
        true => all_rows(trace).into_iter().map(Line::Row).collect(),
        false => fold(rows(trace, stuck), names),
    };
    let entries: Vec<Entry> = lines.into_iter().map(entry).collect();
    let paint = Paint(style.color);
    if let Some(text) = lanes(&entries, style.width, paint) {
        out.push_str(&text);
        return;
    }
    let mut table = Table::default();
    for entry in entries {
        match entry {
            Entry::Row(cells) => table.row(cells),
            Entry::Note(text) => table.note(text),
        }
    }
    table.write(paint, style.width, out);
}

fn entry(line: Line<'_>) -> Entry {
    match line {
        Line::Row(row) => {
            let step = row.first();
            let number = match row.steps {
                [_, .., last] => format!("{}-{}", step.step, last.step),
                _ => step.step.to_string(),
            };
            Entry::Row([
                number,
                step.thread.clone(),
                place(&step.file, step.line),
                step.source.trim().to_owned(),
                row.words(),
            ])
        }
        Line::Folded { steps, threads } => {
            let who = match threads {
                1 => "of the same thread".to_owned(),
                threads => format!("of {threads} threads"),
            };
            Entry::Note(format!("… {steps} more steps {who} (--full-trace)"))
        }
    }
}

/// The fields, locks and objects that a violation is about: those that it names; or, where something is thrown,
/// those that its thread came to last, and what changed while it went on with what it saw.
fn names(violation: &Violation) -> Vec<&str> {
    let stuck = violation.blocked.iter().chain(&violation.accesses);
    let held = stuck.clone().flat_map(|it| &it.holds).map(String::as_str);
    let told = stuck.map(|it| &*it.reason).chain([&*violation.message]);
    let words = told.flat_map(|it| it.split([' ', ',', ':']));
    let is_name = |it: &&str| it.len() > 2 && it.contains(['.', '#']) && !it.contains(".java");
    let words = words.filter(is_name);
    let mut names: Vec<&str> = held
        .chain(words.map(|it| it.trim_end_matches("()")))
        .collect();
    if matches!(
        violation.kind,
        FindingKind::Exception | FindingKind::Assertion
    ) {
        let steps = violation.trace.iter().rev();
        let own = steps.filter(|it| violation.threads.contains(&it.thread));
        let touched = own.filter_map(|it| match it.on.as_str() {
            "" => it.operation.split_once(' ').map(|(_, name)| name),
            on => Some(on),
        });
        names.extend(touched.filter(is_name).take(LAST));
        names.extend(remedy::changed(violation));
    }
    names
}

/// So many of the last steps of a thread mostly tell why it throws.
const LAST: usize = 3;

fn explain(unknown: &Unknown, style: Style, out: &mut String) {
    let mut text = unknown.reason.clone();
    if !unknown.class.is_empty() {
        text += &format!(" ({}.{})", unknown.class, unknown.method);
    }
    item(out, style, "not covered", &text);
    for call in own_calls(&unknown.path).iter().rev() {
        let _ = writeln!(out, "             at {call}");
    }
}

fn place(file: &str, line: u32) -> String {
    match (file, line) {
        ("", _) => String::new(),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file}:{line}"),
    }
}

fn explored(statistics: &Statistics, style: Style) -> String {
    let mut text = format!(
        "{}, {}, {} deep",
        count(statistics.states, "state"),
        count(statistics.transitions, "transition"),
        count(statistics.max_depth, "step"),
    );
    text += if statistics.complete {
        "; complete"
    } else {
        "; not complete"
    };
    if !style.untimed {
        let megabytes = statistics.peak_memory_bytes / 1_000_000;
        text += &format!("; {:.2} s, {megabytes} MB", statistics.seconds);
    }
    text
}

fn covered(report: &Report) -> String {
    let names: Vec<&str> = report.properties.iter().map(|it| &*it.property).collect();
    format!("every schedule, for {}", names.join(", "))
}

/// `1 state`, `12,345 states`.
fn count(number: u64, noun: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The widest line of wrapped text.
const WIDTH: usize = 100;

/// A labelled paragraph, wrapped and indented under its label. Lines that hold a single long word,
/// such as a command, are left alone.
fn item(out: &mut String, style: Style, label: &str, text: &str) {
    let indent = (label.len() + 2).max(10);
    let label = format!("{label}:");
    let _ = write!(
        out,
        "{}",
        Paint(style.color).bold(&format!("{label:<indent$}"))
    );
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            let _ = write!(out, "{:indent$}", "");
        }
        let mut column = indent;
        for (index, word) in line.split(' ').enumerate() {
            let length = word.chars().count();
            let wraps = label != "replay:" && column + 1 + length > WIDTH;
            if index > 0 && wraps {
                let _ = write!(out, "\n{:indent$}", "");
                column = indent;
            } else if index > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
    if text.is_empty() {
        out.push('\n');
    }
}

/// What became of a violation on a JVM.
pub(crate) fn confirmed(confirmation: &Confirmation) -> String {
    let Confirmation {
        jvm, step, reason, ..
    } = confirmation;
    match confirmation.result {
        Confirmed::Confirmed => format!("confirmed on Java {jvm}: {reason}"),
        Confirmed::Diverged => format!("diverged on Java {jvm} at step {step}, because {reason}"),
    }
}
