//! `heddle doctor`: what a program may need and Heddle lacks, before any run.
//!
//! In: a target. Out: a list on the terminal, or JSON with the list under `unknown`. Exit code 0 if
//! there is nothing to say, 3 otherwise: a gap need not be reached.

use report::{Unknown, Verdict};

use crate::command::check;
use crate::exit::{Exit, Failure};
use crate::flags::CheckFlags;
use crate::host::output;
use crate::java;
use crate::settings::{Json, Settings};

/// Gaps that are told one by one.
const TOLD: usize = 20;

/// Calls inside of the library after which a gap is probably not met: the JDK has ways to everything.
const NEAR: usize = 8;

/// Calls of a path that are shown.
const SHOWN_CALLS: usize = 8;

/// The whole command.
pub(crate) fn doctor(flags: CheckFlags) -> Result<Exit, Failure> {
    let settings = Settings::new(flags)?;
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    machine::define_support(loaded.program()).map_err(|error| Failure::input(error.0))?;
    let survey = machine::survey(loaded.program(), loaded.main());
    let near = survey
        .gaps
        .iter()
        .filter(|gap| gap.library_depth <= NEAR)
        .count();
    let verdict = match near == 0 && !survey.is_cut {
        true => Verdict::Holds,
        false => Verdict::Unknown,
    };
    let mut report = check::blank(&settings, verdict);
    report.properties.clear();
    report.assumptions.push(
        "calls are followed by class hierarchy; what only reflection calls is not seen".to_owned(),
    );
    report.unknown = survey.gaps.iter().map(unknown).collect();
    output::write_files(&report, &settings.output)?;
    if settings.output.json != Some(Json::Stdout) {
        output::print(&text(&settings.target.name, &survey, near));
    }
    Ok(settings.exit(&report))
}

fn unknown(gap: &machine::Gap) -> Unknown {
    Unknown {
        reason: gap.reason.clone(),
        class: gap.class.clone(),
        method: gap.method.clone(),
        path: gap.path.clone(),
    }
}

fn text(target: &str, survey: &machine::Survey, count: usize) -> String {
    let mut text = String::new();
    match count {
        0 => text += &format!("{target}: Heddle has all that the reachable code needs\n"),
        _ => {
            text += &format!("{target}: reachable code may need {count} things that Heddle lacks\n")
        }
    }
    for gap in survey.gaps.iter().take(count.min(TOLD)) {
        text += &format!("\n{}\n", gap.reason);
        let skipped = gap.path.len().saturating_sub(SHOWN_CALLS);
        if skipped > 0 {
            text += &format!("    ({skipped} calls)\n");
        }
        for call in &gap.path[skipped..] {
            text += &format!("    {call}\n");
        }
    }
    if count > TOLD {
        text += &format!("\nand {} more (--json lists all)\n", count - TOLD);
    }
    let far = survey.gaps.len() - count;
    if far > 0 {
        text += &format!(
            "\n{far} are more than {NEAR} calls deep in the library (--json lists them)\n"
        );
    }
    text += &format!("\n{} methods looked at\n", survey.methods);
    if survey.is_cut {
        text += "there are more methods than that; not all were looked at\n";
    }
    text
}
