//! A report as one page for a browser, complete in itself: no other file, no network.
//!
//! What is told in words stands in the page as it is, so that it can be read without scripts. Runs are data:
//! a list of deeds (see `deeds.rs`), the steps they are made of, and how things stood after each step, of
//! which only the changes are kept. `html/view.js` draws them and steps through them.

mod bars;

use serde_json::{Value, json};

use crate::data::{Moment, Report, SourceText, Step, Verdict, Violation};
use crate::deeds::{deeds, stuck};
use crate::text::{headword, remedy, tamed};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const VIEW: &str = include_str!("html/view.js");

/// The report as a page.
pub fn render(report: &Report) -> String {
    let report = &tamed(report);
    let mut runs = Vec::new();
    collect(report, "", &mut runs);
    let sources: Vec<Value> = files(report)
        .iter()
        .map(|it| json!([it.path, it.text]))
        .collect();
    let data = json!({ "runs": runs, "sources": sources });
    // A script ends at the first `</script`, wherever that stands.
    let data = data
        .to_string()
        .replace("</", "<\\/")
        .replace("<!--", "<\\!--");
    let title = format!("{}: {}", report.target, report.verdict.name());
    let parts = [
        ("title", escape(&title)),
        ("style", STYLE.to_owned()),
        ("verdict", report.verdict.name().to_owned()),
        ("target", escape(&report.target)),
        ("summary", summary(report)),
        ("about", about(report)),
        ("version", escape(&report.heddle)),
        ("data", data),
        ("view", VIEW.to_owned()),
    ];
    // In one pass: what is put in is not looked through again.
    let mut page = String::with_capacity(PAGE.len() + 100_000);
    let mut rest = PAGE;
    while let Some(start) = rest.find("{{") {
        let end = start + rest[start..].find("}}").unwrap_or(rest.len() - start - 2);
        page += &rest[..start];
        let name = &rest[start + 2..end];
        page += parts
            .iter()
            .find(|(it, _)| *it == name)
            .map_or("", |it| &it.1);
        rest = &rest[end + 2..];
    }
    page + rest
}

/// The runs of a report and of its tests.
fn collect(report: &Report, test: &str, runs: &mut Vec<Value>) {
    for violation in &report.violations {
        runs.push(run_of(violation, test));
    }
    if !report.run.is_empty() {
        let told =
            json!({ "title": "the run", "kind": "run", "test": test, "output": report.output });
        runs.push(with_steps(told, &report.run, &[], &report.moments));
    }
    for inner in &report.tests {
        collect(inner, &inner.target, runs);
    }
}

fn run_of(violation: &Violation, test: &str) -> Value {
    let told = json!({
        "title": headword(violation),
        "kind": violation.kind.name(),
        "test": test,
        "output": violation.output,
        "replay": violation.replay,
        "notes": notes(violation),
        "sides": sides(violation),
        "loop": violation.loop_from,
        "places": violation.places.iter().map(|it| json!([it.path, it.file, it.line])).collect::<Vec<_>>(),
        "end": violation.blocked.iter().chain(&violation.going_on).map(|it| json!({
            "thread": it.thread, "reason": it.reason, "holds": it.holds, "for": it.waits_for,
        })).collect::<Vec<_>>(),
        "confirmed": violation.confirmed.as_ref().map(crate::text::confirmed),
    });
    with_steps(
        told,
        &violation.trace,
        &stuck(violation),
        &violation.moments,
    )
}

/// Both accesses of a race: the thread, the place, what it does, and the locks that it holds.
fn sides(violation: &Violation) -> Vec<Value> {
    let sides = violation.accesses.iter().map(|it| {
        let holds = match it.holds.is_empty() {
            true => "no lock".to_owned(),
            false => it.holds.join(", "),
        };
        json!([
            it.thread,
            format!("{}:{}", it.file, it.line),
            it.reason,
            holds
        ])
    });
    sides.collect()
}

/// What explains the end of a run.
fn notes(violation: &Violation) -> Vec<String> {
    let mut notes = violation.notes.clone();
    notes.extend(remedy(violation).map(|it| format!("Mostly helps: {it}")));
    notes
}

fn with_steps(mut told: Value, trace: &[Step], stuck: &[&str], moments: &[Moment]) -> Value {
    let deeds: Vec<Value> = deeds(trace, stuck)
        .iter()
        .map(|it| json!([it.steps.len(), it.words()]))
        .collect();
    let steps: Vec<Value> = trace
        .iter()
        .map(|it| {
            let (operation, value) = (&it.operation, &it.value);
            let own = [&it.thread, &it.path, &it.file];
            let inside = u8::from(!it.inside.is_empty());
            json!([
                own[0], own[1], own[2], it.line, operation, value, it.before, inside
            ])
        })
        .collect();
    told["deeds"] = deeds.into();
    told["steps"] = steps.into();
    told["moments"] = changes(moments).into();
    told
}

/// Each moment as what is otherwise than in the one before.
fn changes(moments: &[Moment]) -> Vec<Value> {
    let mut before = &Moment::default();
    let mut all = Vec::with_capacity(moments.len());
    for moment in moments {
        let new = moment
            .threads
            .iter()
            .filter(|it| !before.threads.contains(it));
        let threads: Vec<Value> = new
            .map(|it| {
                let place = &it.place;
                let (state, by) = (&it.state, &it.waits_for);
                json!([it.thread, place.path, place.file, place.line, state, by])
            })
            .collect();
        let new = moment.locks.iter().filter(|it| !before.locks.contains(it));
        let locks: Vec<Value> = new.map(|it| json!([it.0, it.1])).collect();
        all.push(json!([threads, locks, moment.printed]));
        before = moment;
    }
    all
}

fn files(report: &Report) -> Vec<SourceText> {
    let mut files = report.sources.clone();
    for test in &report.tests {
        let new: Vec<_> = test
            .sources
            .iter()
            .filter(|it| !files.contains(it))
            .cloned()
            .collect();
        files.extend(new);
    }
    files
}

/// What came out, in a sentence or two.
fn summary(report: &Report) -> String {
    let mut out = String::new();
    for violation in &report.violations {
        out += &format!("<p class=wrong>{}</p>", escape(&headword(violation)));
    }
    let sentence = match report.verdict {
        Verdict::Holds => "Nothing is wrong in any schedule of its threads.",
        Verdict::Unknown => "Nothing wrong was found, but not every run was covered.",
        Verdict::Violated if report.violations.is_empty() => {
            "Some tests have a schedule that goes wrong."
        }
        Verdict::Violated => "",
        Verdict::Error => "There is no answer.",
    };
    if !sentence.is_empty() {
        out += &format!("<p>{sentence}</p>");
    }
    if let Some(error) = &report.error {
        out += &format!("<p class=wrong>{}</p>", escape(error));
    }
    for unknown in &report.unknown {
        let place = match unknown.class.is_empty() {
            true => String::new(),
            false => format!(" ({}.{})", unknown.class, unknown.method),
        };
        let text = escape(&format!("{}{place}", unknown.reason));
        out += &format!("<p>Not covered: {text}</p>");
    }
    if let Some(coverage) = &report.coverage {
        out += &format!("<p>Covered: {}</p>", escape(&coverage.told));
    }
    for (number, advice) in report.advice.iter().enumerate() {
        let label = if number == 0 { "Try next" } else { "Or" };
        let command = match advice.command.as_str() {
            "" => String::new(),
            command => format!("<br><code>{}</code>", escape(command)),
        };
        out += &format!("<p>{label}: {}{command}</p>", escape(&advice.told));
    }
    for warning in &report.warnings {
        out += &format!("<p>Warning: {}</p>", escape(warning));
    }
    out
}

/// What the answer covers and rests on, and what it cost.
fn about(report: &Report) -> String {
    let list = |title: &str, items: &[String]| {
        if items.is_empty() {
            return String::new();
        }
        let items = items.iter().map(|it| format!("<li>{}</li>", escape(it)));
        format!("<h3>{title}</h3><ul>{}</ul>", items.collect::<String>())
    };
    let judged = report.properties.iter().map(|it| match it.told.is_empty() {
        true => format!("{}: {}", it.property, it.verdict.name()),
        false => it.told.clone(),
    });
    let mut out = list("What was looked for", &judged.collect::<Vec<_>>());
    out += &list("What is assumed", &report.assumptions);
    let tests = report
        .tests
        .iter()
        .map(|it| format!("{}: {}", it.target, it.verdict.name()));
    out += &list("Tests", &tests.collect::<Vec<_>>());
    let it = &report.statistics;
    let rows = [
        ("states", it.states.to_string()),
        ("transitions", it.transitions.to_string()),
        ("longest run", format!("{} steps", it.max_depth)),
        (
            "complete",
            if it.complete { "yes" } else { "no" }.to_owned(),
        ),
        ("time", format!("{:.2} s", it.seconds)),
        ("memory", format!("{} MB", it.peak_memory_bytes / 1_000_000)),
    ];
    let rows = rows
        .iter()
        .map(|(name, value)| format!("<tr><th>{name}<td>{value}"));
    out + &format!(
        "<h3>The search</h3><table>{}</table>{}",
        rows.collect::<String>(),
        bars::bars(it, report.coverage.as_ref().and_then(|it| it.part))
    )
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Standing;

    #[test]
    fn what_the_program_says_is_no_markup() {
        let mut report = Report::new("</script><b>", Verdict::Violated);
        let mut violation = Violation::new(property::FindingKind::Assertion);
        violation.message = "{{data}} </script><script>alert(1)".to_owned();
        report.violations.push(violation);
        let page = render(&report);
        assert!(!page.contains("<b>"));
        assert_eq!(
            page.matches("</script>").count(),
            PAGE.matches("</script>").count()
        );
        assert!(page.contains("{{data}} &lt;/script&gt;"));
    }

    #[test]
    fn moments_are_kept_as_changes() {
        let thread = |line| Standing {
            thread: "main".to_owned(),
            place: crate::SourceLine {
                line,
                ..Default::default()
            },
            ..Standing::default()
        };
        let moment = |line, owner: Option<&str>| Moment {
            threads: vec![thread(line)],
            locks: vec![("lock".to_owned(), owner.map(str::to_owned))],
            printed: 0,
        };
        let all = changes(&[moment(1, None), moment(1, None), moment(1, Some("main"))]);
        assert_eq!(all[1], json!([[], [], 0]));
        assert_eq!(all[2], json!([[], [["lock", "main"]], 0]));
    }
}
