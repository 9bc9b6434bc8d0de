//! A report as lines of output that GitHub shows beside the source.

use crate::data::{Report, Verdict};

/// One line for each violation, and for what was not covered.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for violation in &report.violations {
        let place = violation.places.first();
        let place = place.map_or(String::new(), |it| {
            let path = match it.path.as_str() {
                "" => &it.file,
                path => path,
            };
            format!("file={},line={},", property(path), it.line)
        });
        let message = match violation.replay.as_str() {
            "" => violation.message.clone(),
            replay => format!("{}\n{replay}", violation.message),
        };
        out += &format!(
            "::error {place}title=heddle {}::{}\n",
            violation.kind.name(),
            data(&message)
        );
    }
    if report.verdict == Verdict::Unknown {
        for unknown in &report.unknown {
            out += &format!(
                "::warning title=heddle not covered::{}\n",
                data(&unknown.reason)
            );
        }
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{SourceLine, Violation};

    #[test]
    fn messages_stay_in_their_line() {
        let mut report = Report::new("A.java", Verdict::Violated);
        let mut violation = Violation::new(::property::FindingKind::Race);
        violation.message = "50% of\nall".to_owned();
        violation.places.push(SourceLine {
            file: "A.java".to_owned(),
            line: 3,
            path: "src/a,b/A.java".to_owned(),
            source: String::new(),
        });
        report.violations.push(violation);
        assert_eq!(
            render(&report),
            "::error file=src/a%2Cb/A.java,line=3,title=heddle race::50%25 of%0Aall\n"
        );
    }
}
