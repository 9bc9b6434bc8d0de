//! `--baseline`: findings that are known, and are to fail no build.
//!
//! In: a file that lists findings by fingerprint. A search with a baseline looks for all violations; those
//! in the file are left out of the report and counted in a warning. Where there is no file yet, one is
//! written with what was found.

use std::collections::BTreeSet;
use std::path::Path;

use report::fingerprint::fingerprint;
use report::{Report, Verdict};
use serde_json::{Value, json};

use crate::exit::Failure;
use crate::host::output::write_whole;
use crate::settings::Settings;

/// The fingerprints of known findings.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// None where there is no file yet.
    fingerprints: Option<BTreeSet<String>>,
}

/// Reads the file that the settings name, if they do.
pub(crate) fn known(settings: &Settings) -> Result<Known, Failure> {
    let Some(path) = &settings.baseline else {
        return Ok(Known::default());
    };
    if !path.exists() {
        return Ok(Known::default());
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format!("can't read {}: {error}", path.display())))?;
    let fingerprints = read(&text).ok_or_else(|| {
        Failure::input(format!(
            "{} is no baseline: it has no list of findings with fingerprints",
            path.display()
        ))
    })?;
    Ok(Known {
        fingerprints: Some(fingerprints),
    })
}

fn read(text: &str) -> Option<BTreeSet<String>> {
    let file: Value = serde_json::from_str(text).ok()?;
    let findings = file.get("findings")?.as_array()?.iter();
    let fingerprints = findings.map(|it| it.get("fingerprint")?.as_str().map(str::to_owned));
    fingerprints.collect()
}

/// Leaves out what is known, or begins a file.
pub(crate) fn apply(report: &mut Report, settings: &Settings) -> Result<(), Failure> {
    let known = known(settings)?;
    leave_out(report, &known);
    begin(report, settings, &known)
}

/// Leaves out what is known.
pub(crate) fn leave_out(report: &mut Report, known: &Known) {
    let Some(fingerprints) = &known.fingerprints else {
        return;
    };
    let count = report.violations.len();
    report
        .violations
        .retain(|it| !fingerprints.contains(&fingerprint(it)));
    let left_out = count - report.violations.len();
    if left_out == 0 {
        return;
    }
    let noun = if left_out == 1 { "finding" } else { "findings" };
    report
        .warnings
        .push(format!("{left_out} {noun} of the baseline left out"));
    report.output = match report.violations.first() {
        Some(violation) => violation.output.clone(),
        None => String::new(),
    };
    if report.violations.is_empty() && report.verdict == Verdict::Violated {
        let is_whole = report.statistics.complete && report.unknown.is_empty();
        report.verdict = match is_whole {
            true => Verdict::Holds,
            false => Verdict::Unknown,
        };
    }
}

/// Writes the file where there is none.
pub(crate) fn begin(
    report: &mut Report,
    settings: &Settings,
    known: &Known,
) -> Result<(), Failure> {
    let (Some(path), None) = (&settings.baseline, &known.fingerprints) else {
        return Ok(());
    };
    write(report, path)
        .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))?;
    report.warnings.push(format!(
        "{} findings written to {}; from now on they are left out",
        report.violations.len(),
        path.display()
    ));
    Ok(())
}

fn write(report: &Report, path: &Path) -> std::io::Result<()> {
    let mut seen = BTreeSet::new();
    let fresh = report
        .violations
        .iter()
        .filter(|it| seen.insert(fingerprint(it)));
    let findings: Vec<Value> = fresh
        .map(|it| {
            json!({
                "fingerprint": fingerprint(it),
                "kind": it.kind.name(),
                "message": it.message,
            })
        })
        .collect();
    let file = json!({ "schema": 1, "findings": findings });
    write_whole(path, &format!("{file:#}\n"))
}
