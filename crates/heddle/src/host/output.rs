//! Where reports go: the terminal, and files that are written whole or not at all.

use std::io::Write;
use std::path::Path;

use report::text::Style;
use report::{Report, json, text};

use crate::exit::Failure;
use crate::settings::{Json, Output};

/// Writes a report to where the settings say.
pub(crate) fn write(report: &Report, output: &Output) -> Result<(), Failure> {
    write_json(report, output)?;
    if output.json != Some(Json::Stdout) {
        print(&text::render(
            report,
            Style {
                color: output.color,
                untimed: false,
            },
        ));
    }
    Ok(())
}

/// Writes only the JSON, if any is asked for.
pub(crate) fn write_json(report: &Report, output: &Output) -> Result<(), Failure> {
    match &output.json {
        None => Ok(()),
        Some(Json::Stdout) => {
            print(&json::render(report));
            Ok(())
        }
        Some(Json::File(path)) => write_whole(path, &json::render(report))
            .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display()))),
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
