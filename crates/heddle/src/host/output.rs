//! Where reports go: the terminal, and files that are written whole or not at all.

use std::io::Write;
use std::path::Path;

use report::text::Style;
use report::{Report, github, html, json, junit, sarif, text};

use crate::exit::Failure;
use crate::settings::{Json, Output};

/// Writes a report to where the settings say.
pub(crate) fn write(report: &Report, output: &Output) -> Result<(), Failure> {
    write_files(report, output)?;
    if output.json != Some(Json::Stdout) {
        print(&text::render(
            report,
            Style {
                color: output.color,
                untimed: false,
                full: output.full,
                full_trace: output.full_trace,
                width: width(),
            },
        ));
        annotate(report);
    }
    Ok(())
}

/// Columns of the terminal that the report goes to, or 0.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map_or(0, |(width, _)| usize::from(width.0))
}

/// Writes only what programs read, as far as it is asked for.
pub(crate) fn write_files(report: &Report, output: &Output) -> Result<(), Failure> {
    let save = |path: &Path, text: &str| {
        write_whole(path, text)
            .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))
    };
    match &output.json {
        None => {}
        Some(Json::Stdout) => print(&json::render(report)),
        Some(Json::File(path)) => save(path, &json::render(report))?,
    }
    if let Some(path) = &output.sarif {
        save(path, &sarif::render(report))?;
    }
    if let Some(path) = &output.html {
        save(path, &html::render(report))?;
    }
    if let Some(path) = &output.junit_xml {
        save(path, &junit::render(report))?;
    }
    Ok(())
}

/// On GitHub's machines, lines of output that it shows beside the source.
pub(crate) fn annotate(report: &Report) {
    if std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true") {
        print(&github::render(report));
    }
}

/// Prints to stdout. A reader that has gone away is no error.
pub(crate) fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
}

/// Prints a line to stderr.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "heddle: {text}");
}

/// Writes a file under another name first, so that nobody ever sees half of it.
pub(crate) fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    // What is no ordinary file, such as a pipe, can't be replaced.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, text);
    }
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(format!(".new-{}", std::process::id()));
    let written = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&fresh);
    }
    written
}
