//! `heddle doctor`: what a program needs and Heddle lacks, before it is checked.
//!
//! In: a target, or a class of JUnit tests. Out: a list on the terminal, or JSON with the list under `unknown`.
//! First what a few short runs come to, which a check would stop at; then what the code that can be reached
//! may need. Exit code 0 if there is nothing to say, 3 otherwise: a gap need not be reached.

mod notation;
mod rehearsal;

use explore::Limits;
use report::text::spoken;
use report::{Advice, Report, Unknown, Verdict, own_calls};

use crate::advice::lacking;
use crate::command::check;
use crate::command::test::DRIVER;
use crate::exit::{Exit, Failure};
use crate::flags::CheckFlags;
use crate::host::output;
use crate::java::{self, Loaded};
use crate::junit::{self, Test};
use crate::settings::{Json, Settings, Target};

/// Gaps that are told one by one.
const TOLD: usize = 20;

/// Calls inside of the library after which a gap is probably not met: the JDK has ways to everything.
const NEAR: usize = 8;
/// The same where some runs have met none.
const NEAR_IF_FINE: usize = 1;

/// Calls of a path that are shown.
const SHOWN_CALLS: usize = 8;

/// Tests of a class that are run.
const TESTS: usize = 50;

/// What was found.
#[derive(Default)]
struct Findings {
    /// What some runs came to.
    met: Vec<Unknown>,
    /// What others may come to, and calls of the library on the way to it.
    near: Vec<Unknown>,
    far: Vec<Unknown>,
    /// How many methods were looked at, if that was possible.
    methods: usize,
    is_cut: bool,
    /// How many tests were run, if it is about tests.
    tests: usize,
}

/// The whole command.
pub(crate) fn doctor(flags: CheckFlags) -> Result<Exit, Failure> {
    let settings = Settings::new(flags)?;
    let findings = match program(&settings)? {
        Some(loaded) => of_program(&loaded, &settings)?,
        None => of_tests(&settings)?,
    };
    let is_fine = findings.met.is_empty() && findings.near.is_empty() && !findings.is_cut;
    let verdict = match is_fine {
        true => Verdict::Holds,
        false => Verdict::Unknown,
    };
    let mut report = check::blank(&settings, verdict);
    report.properties.clear();
    report.assumptions.push(
        "calls are followed by class hierarchy; what only reflection calls is seen only where a few short runs \
         come to it"
            .to_owned(),
    );
    report.advice = ways(&findings);
    let text = text(&settings.target.name, &findings, &report);
    let all = [findings.met, findings.near, findings.far];
    report.unknown = all.into_iter().flatten().collect();
    output::write_files(&report, &settings.output)?;
    if settings.output.json != Some(Json::Stdout) {
        output::print(&text);
    }
    Ok(settings.exit(&report))
}

/// The program, unless the target has no main method but tests.
fn program(settings: &Settings) -> Result<Option<Loaded>, Failure> {
    match java::load(&settings.target, &settings.plan.limits) {
        Ok(loaded) if loaded.program().main_method(loaded.main()).is_some() => Ok(Some(loaded)),
        Ok(loaded) => match tests(&settings.target, &settings.plan.limits) {
            Ok((_, tests)) if !tests.is_empty() => Ok(None),
            // Why it can't be started is told where it is.
            _ => Ok(Some(loaded)),
        },
        Err(failure) => match tests(&settings.target, &settings.plan.limits) {
            Ok((_, tests)) if !tests.is_empty() => Ok(None),
            _ => Err(failure),
        },
    }
}

/// The tests of the target's classes.
fn tests(target: &Target, limits: &Limits) -> Result<(Loaded, Vec<Test>), Failure> {
    let mut with_driver = target.clone();
    with_driver.main = Some(DRIVER.to_owned());
    let loaded = java::load(&with_driver, limits)?;
    let stems = target.sources.iter().filter_map(|it| it.file_stem());
    let stems: Vec<String> = stems.map(|it| it.to_string_lossy().into_owned()).collect();
    let mut tests = junit::tests(loaded.program());
    tests.retain(|test| {
        let outer = test.class.split('$').next().unwrap_or_default();
        match &target.main {
            Some(main) => test.class == *main || outer == main,
            None => {
                let simple = outer.rsplit('.').next().unwrap_or_default();
                stems.iter().any(|it| it == simple)
            }
        }
    });
    Ok((loaded, tests))
}

fn of_program(loaded: &Loaded, settings: &Settings) -> Result<Findings, Failure> {
    machine::define_support(loaded.program()).map_err(|error| Failure::input(error.0))?;
    let met = rehearsal::rehearse(loaded, settings)?;
    let survey = machine::survey(loaded.program(), loaded.main());
    let near = match met.is_empty() {
        true => NEAR_IF_FINE,
        false => NEAR,
    };
    let mut findings = Findings {
        methods: survey.methods,
        is_cut: survey.is_cut,
        ..Findings::default()
    };
    for gap in &survey.gaps {
        let unknown = unknown(gap);
        if met.iter().any(|it| it.reason == unknown.reason) {
            continue;
        }
        match gap.library_depth <= near {
            true => findings.near.push(unknown),
            false => findings.far.push(unknown),
        }
    }
    findings.met = met;
    Ok(findings)
}

fn of_tests(settings: &Settings) -> Result<Findings, Failure> {
    let (loaded, mut tests) = tests(&settings.target, &settings.plan.limits)?;
    tests.truncate(TESTS);
    let mut findings = Findings {
        tests: tests.len(),
        ..Findings::default()
    };
    for test in &tests {
        let mut settings = settings.clone();
        settings.target.main = Some(DRIVER.to_owned());
        settings.target.arguments = test.arguments();
        for met in rehearsal::rehearse(&loaded, &settings)? {
            if !findings.met.iter().any(|it| it.reason == met.reason) {
                findings.met.push(met);
            }
        }
    }
    Ok(findings)
}

fn unknown(gap: &machine::Gap) -> Unknown {
    Unknown {
        reason: gap.reason.clone(),
        class: gap.class.clone(),
        method: gap.method.clone(),
        path: gap.path.iter().map(|it| notation::in_java(it)).collect(),
    }
}

/// What to do, each thing once.
fn ways(findings: &Findings) -> Vec<Advice> {
    let mut ways: Vec<Advice> = Vec::new();
    let most_certain = match findings.met.is_empty() {
        true => &findings.near,
        false => &findings.met,
    };
    for unknown in most_certain {
        let told = lacking::way(&unknown.class, &unknown.reason);
        if let Some(told) = told.filter(|told| !ways.iter().any(|it| it.told == *told)) {
            ways.push(Advice {
                told: told.to_owned(),
                command: String::new(),
            });
        }
    }
    ways
}

fn text(target: &str, findings: &Findings, report: &Report) -> String {
    let mut text = String::new();
    let (met, near) = (findings.met.len(), findings.near.len());
    let things = |count| match count {
        1 => "1 thing".to_owned(),
        count => format!("{count} things"),
    };
    text += &match (met, near) {
        (0, 0) => format!(
            "{target}: Heddle has all that it needs, as far as can be told before a check\n"
        ),
        (0, near) => format!(
            "{target}: a few runs came to their ends; others may need {} that Heddle lacks\n",
            things(near)
        ),
        (met, _) => format!(
            "{target}: a check will stop at {} that Heddle lacks\n",
            things(met)
        ),
    };
    let told = if met > 0 {
        &findings.met
    } else {
        &findings.near
    };
    for unknown in told.iter().take(TOLD) {
        text += &entry(&unknown.reason, own_calls(&unknown.path));
    }
    if told.len() > TOLD {
        text += &format!("\nand {} more (--json lists all)\n", told.len() - TOLD);
    }
    for advice in &report.advice {
        text += &format!("\nwhat to do: {}\n", advice.told);
    }
    text += "\n";
    let others = match met {
        0 => findings.far.len(),
        _ => findings.near.len() + findings.far.len(),
    };
    if others > 0 && met + near > 0 {
        text += &format!(
            "{others} more may be met, most of them deep in the library (--json lists them)\n"
        );
    }
    text += &match findings.tests {
        0 => format!("{} methods looked at\n", findings.methods),
        1 => "1 test was run a few times\n".to_owned(),
        tests => format!("{tests} tests were run a few times\n"),
    };
    if findings.is_cut {
        text += "there are more methods than that; not all were looked at\n";
    }
    text
}

/// What is lacking, and the calls that lead there.
fn entry(reason: &str, path: &[String]) -> String {
    let mut text = format!("\n{reason}\n");
    let skipped = path.len().saturating_sub(SHOWN_CALLS);
    if skipped > 0 {
        text += &format!("    ({skipped} calls)\n");
    }
    for call in &path[skipped..] {
        text += &format!("    {}\n", spoken(call));
    }
    text
}
