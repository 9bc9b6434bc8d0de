//! What a program says of itself, made fit to be shown: its messages and names are not to be trusted with
//! the terminal.
//!
//! In: a report. Out: the same, with control characters written as Java writes them in a string, in messages
//! and names also ends of lines, and with long texts cut. The JSON has everything as it is.

use crate::data::{Blocked, Report, Step, Violation};

/// Characters of a text that are shown, at most.
const LONGEST: usize = 2_000;

/// The report, fit to be shown.
pub(crate) fn tamed(report: &Report) -> Report {
    let mut report = report.clone();
    report.violations.iter_mut().for_each(violation);
    report.run.iter_mut().for_each(step);
    report.output = of_lines(&report.output);
    let paths = report.unknown.iter_mut().flat_map(|it| &mut it.path);
    paths.for_each(|it| *it = spoken(it));
    let unknown = report.unknown.iter_mut().map(|it| &mut it.reason);
    let told = report.properties.iter_mut().map(|it| &mut it.told);
    told.for_each(text);
    let texts = unknown.chain(&mut report.warnings).chain(&mut report.error);
    texts.for_each(text);
    report
}

fn violation(violation: &mut Violation) {
    text(&mut violation.message);
    violation.threads.iter_mut().for_each(text);
    for note in &mut violation.notes {
        text(note);
        *note = spoken(note);
    }
    violation.trace.iter_mut().for_each(step);
    let blocked = violation.blocked.iter_mut();
    let blocked = blocked.chain(&mut violation.going_on);
    blocked.chain(&mut violation.accesses).for_each(stuck);
    violation.output = of_lines(&violation.output);
    if let Some(confirmation) = &mut violation.confirmed {
        text(&mut confirmation.reason);
    }
}

fn step(step: &mut Step) {
    let texts = [&mut step.thread, &mut step.operation, &mut step.value];
    texts.into_iter().chain([&mut step.source]).for_each(text);
}

fn stuck(blocked: &mut Blocked) {
    text(&mut blocked.thread);
    text(&mut blocked.reason);
    blocked.holds.iter_mut().for_each(text);
}

/// A text in which methods without a name in the source are called by where they are written:
/// `Main.lambda$run$0` is `a lambda in Main.run`.
pub fn spoken(text: &str) -> String {
    let word = |word: &str| {
        if let Some(class) = word.strip_suffix(".<init>") {
            return format!("new {class}");
        }
        if let Some(class) = word.strip_suffix(".<clinit>") {
            return format!("the initialiser of {class}");
        }
        let Some((class, rest)) = word.split_once(".lambda$") else {
            return word.to_owned();
        };
        let (method, rest) = rest.split_once('$').unwrap_or((rest, ""));
        let rest = rest.trim_start_matches(|it: char| it.is_ascii_digit());
        match method {
            "new" => format!("a lambda in a constructor of {class}{rest}"),
            "static" => format!("a lambda in the initialiser of {class}{rest}"),
            method => format!("a lambda in {class}.{method}{rest}"),
        }
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    words.join(" ")
}

/// A text that takes no more than its line.
fn text(text: &mut String) {
    let is_fit = text.len() <= LONGEST && !text.chars().any(is_control);
    if is_fit {
        return;
    }
    let mut shown: String = text.chars().take(LONGEST).flat_map(escaped).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    *text = shown;
}

/// A text of several lines.
fn of_lines(text: &str) -> String {
    let shown = |it: char| match it {
        '\n' | '\t' => Escaped::Plain(Some(it)),
        '\r' => Escaped::Plain(None),
        it => escaped(it),
    };
    text.chars().flat_map(shown).collect()
}

/// Whether a character moves the cursor, or the text around it, instead of being shown.
fn is_control(it: char) -> bool {
    it.is_control() || matches!(it, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A character as it is shown.
enum Escaped {
    Plain(Option<char>),
    Written(std::vec::IntoIter<char>),
}

impl Iterator for Escaped {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Escaped::Plain(it) => it.take(),
            Escaped::Written(all) => all.next(),
        }
    }
}

fn escaped(it: char) -> Escaped {
    if !is_control(it) {
        return Escaped::Plain(Some(it));
    }
    let written = match it {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        it => format!("\\u{:04x}", u32::from(it)),
    };
    Escaped::Written(written.chars().collect::<Vec<char>>().into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_can_neither_clear_the_screen_nor_write_lines() {
        let mut message = "x\u{1b}[2J\nholds   M1.java\u{202e}".to_owned();
        text(&mut message);
        assert_eq!(message, "x\\u001b[2J\\nholds   M1.java\\u202e");
    }

    #[test]
    fn lambdas_are_called_by_where_they_are() {
        let text = "a is in M.lambda$new$12 (M.java:1), called by M.lambda$go$0, called by M.go (M.java:3)";
        let told = "a is in a lambda in a constructor of M (M.java:1), called by a lambda in M.go, called by \
                    M.go (M.java:3)";
        assert_eq!(spoken(text), told);
        let made = "M.<init> (M.java:1), called by M.<clinit> (M.java:2)";
        let told = "new M (M.java:1), called by the initialiser of M (M.java:2)";
        assert_eq!(spoken(made), told);
        assert_eq!(spoken("M$1.run (M.java:2)"), "M$1.run (M.java:2)");
    }

    #[test]
    fn a_long_message_is_cut() {
        let mut message = "ä".repeat(LONGEST + 1);
        text(&mut message);
        assert_eq!(message.chars().count(), LONGEST + 1);
        assert!(message.ends_with('…'));
    }

    #[test]
    fn output_keeps_its_lines() {
        assert_eq!(of_lines("a\r\nb\t\u{7}"), "a\nb\t\\u0007");
    }
}
