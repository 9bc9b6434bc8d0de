//! A report on tests as JUnit's XML, which build servers read.
//!
//! A test that some schedule breaks is a failure with the message, the interleaving and the command that
//! shows it again. A test of which not every schedule was covered is an error: nothing is known of it, and a
//! build must not take it for green. A test that its author switched off is skipped.

use std::fmt::Write;

use crate::data::{Report, Verdict};
use crate::text::{self, Style};

/// The report as XML, with a line break at the end.
pub fn render(report: &Report) -> String {
    let mut suites: Vec<Suite<'_>> = Vec::new();
    let whole = std::slice::from_ref(report);
    let tests = match report.tests.is_empty() && report.skipped.is_empty() {
        true => whole,
        false => &report.tests,
    };
    for test in tests {
        let (class, name) = split(&test.target);
        suite(&mut suites, class).tests.push((name, test));
    }
    for skipped in &report.skipped {
        let (class, name) = split(skipped);
        suite(&mut suites, class).skipped.push(name);
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"heddle\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3}\">",
        suites.iter().map(Suite::count).sum::<usize>(),
        suites.iter().map(Suite::failures).sum::<usize>(),
        suites.iter().map(Suite::errors).sum::<usize>(),
        report.statistics.seconds,
    );
    suites.iter().for_each(|it| it.write(&mut out));
    out.push_str("</testsuites>\n");
    out
}

/// The tests of one class.
struct Suite<'r> {
    class: &'r str,
    tests: Vec<(&'r str, &'r Report)>,
    skipped: Vec<&'r str>,
}

fn suite<'s, 'r>(suites: &'s mut Vec<Suite<'r>>, class: &'r str) -> &'s mut Suite<'r> {
    let known = suites.iter().position(|it| it.class == class);
    let index = known.unwrap_or_else(|| {
        suites.push(Suite {
            class,
            tests: Vec::new(),
            skipped: Vec::new(),
        });
        suites.len() - 1
    });
    &mut suites[index]
}

/// `com.acme.CacheTest.putsOnce` as class and method.
fn split(name: &str) -> (&str, &str) {
    let end = name.find('(').unwrap_or(name.len());
    match name[..end].rfind('.') {
        Some(dot) if !name[..end].contains('/') => (&name[..dot], &name[dot + 1..]),
        _ => ("heddle", name),
    }
}

impl Suite<'_> {
    fn count(&self) -> usize {
        self.tests.len() + self.skipped.len()
    }

    fn failures(&self) -> usize {
        let tests = self.tests.iter();
        tests.filter(|it| it.1.verdict == Verdict::Violated).count()
    }

    fn errors(&self) -> usize {
        let is_error = |it: Verdict| matches!(it, Verdict::Unknown | Verdict::Error);
        self.tests
            .iter()
            .filter(|it| is_error(it.1.verdict))
            .count()
    }

    fn write(&self, out: &mut String) {
        let times = self.tests.iter().map(|it| it.1.statistics.seconds);
        let time = times.fold(0.0, |sum, it| sum + it);
        let class = escaped(self.class);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{class}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{time:.3}\">",
            self.count(),
            self.failures(),
            self.errors(),
            self.skipped.len(),
        );
        for (name, report) in &self.tests {
            case(&class, name, report, out);
        }
        for name in &self.skipped {
            let name = escaped(name);
            let _ = writeln!(
                out,
                "    <testcase name=\"{name}\" classname=\"{class}\" time=\"0.000\">\n      <skipped/>\n    </testcase>"
            );
        }
        out.push_str("  </testsuite>\n");
    }
}

fn case(class: &str, name: &str, report: &Report, out: &mut String) {
    let time = report.statistics.seconds;
    let _ = write!(
        out,
        "    <testcase name=\"{}\" classname=\"{class}\" time=\"{time:.3}\"",
        escaped(name)
    );
    let (element, kind, message) = match report.verdict {
        Verdict::Holds => {
            out.push_str("/>\n");
            return;
        }
        Verdict::Violated => {
            let first = report.violations.first();
            let kind = first.map_or("violated", |it| it.kind.name());
            ("failure", kind, first.map_or("", |it| it.message.as_str()))
        }
        Verdict::Unknown => {
            let first = report.unknown.first();
            (
                "error",
                "unknown",
                first.map_or("", |it| it.reason.as_str()),
            )
        }
        Verdict::Error => ("error", "error", report.error.as_deref().unwrap_or("")),
    };
    let told = text::render(report, Style::default());
    let _ = writeln!(
        out,
        ">\n      <{element} type=\"{kind}\" message=\"{}\">{}</{element}>",
        escaped(message),
        escaped(&told)
    );
    if !report.output.is_empty() {
        let _ = writeln!(
            out,
            "      <system-out>{}</system-out>",
            escaped(&report.output)
        );
    }
    out.push_str("    </testcase>\n");
}

/// A text as it stands in XML. Characters that XML forbids become `?`; line ends in attributes are
/// written by number, so that they are kept.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('?'),
            other => out.push(other),
        }
    }
    out
}
