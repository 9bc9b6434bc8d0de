//! Blessed reports: the text of a report is pinned in a file beside the program.

use crate::command::Run;
use crate::program::Program;

/// Compares with the blessed report if there is one, or writes it.
pub(crate) fn compare(program: &Program, run: &Run, jdk_version: &str) -> Option<String> {
    let path = program.report();
    let blessed = std::fs::read_to_string(&path).ok()?;
    let text = normal(&run.stdout, jdk_version);
    if text == blessed {
        return None;
    }
    if std::env::var_os("BLESS").is_some() {
        let written = std::fs::write(&path, &text);
        return written
            .err()
            .map(|error| format!("{}: {error}", path.display()));
    }
    Some(format!(
        "the report is not the blessed one (BLESS=1 rewrites it); now it is:\n{text}"
    ))
}

/// The report without what differs between runs and machines: times, memory, the token of the
/// record, the options of commands to try, and the JDK's version. The assumptions, which end in that, are left out.
fn normal(text: &str, jdk_version: &str) -> String {
    let mut lines = Vec::new();
    let mut in_assumptions = false;
    for line in text.lines() {
        in_assumptions = line.starts_with("assumed:") || in_assumptions && line.starts_with(' ');
        if in_assumptions {
            continue;
        }
        if let Some(command) = line.trim_start().strip_prefix("heddle ") {
            let mut words = command.split(' ').take(2);
            let (name, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            lines.push(format!("              heddle {name} {target} OPTIONS"));
            continue;
        }
        let explored = line.strip_prefix("explored:");
        let line = match explored {
            None if line.starts_with("found:") => {
                format!("found: {}", line.split_once("; ").map_or(line, |it| it.1))
            }
            Some(rest) => format!(
                "explored:{}",
                rest.rsplit_once("; ").map_or(rest, |it| it.0)
            ),
            None => line.replace(jdk_version, "VERSION"),
        };
        lines.push(match line.split_once("heddle replay ") {
            Some((before, rest)) => {
                let choices = rest.split_once('-').map_or(rest, |(_, choices)| choices);
                format!("{before}heddle replay TOKEN-{choices}")
            }
            None => line,
        });
    }
    lines.join("\n") + "\n"
}
