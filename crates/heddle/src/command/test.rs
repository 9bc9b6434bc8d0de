//! `heddle test`: every JUnit test method as a program of its own.
//!
//! In: a class path. Out: one report for each test, and a table. A test is checked like any other
//! program: main is that of `heddle.runtime.Tests`, with the test as its arguments. So its record
//! is that of a check, and its runs are replayed like those of any other.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use explore::Wreck;
use report::{Report, Statistics, Verdict, own_calls};

use crate::advice::{self, Facts};
use crate::command::{baseline, check, confirm, ordered};
use crate::exit::{Exit, Failure};
use crate::expiry;
use crate::flags::{CheckFlags, DriveOptions, TestFlags};
use crate::host::progress::ProgressLine;
use crate::host::project::{self, Project};
use crate::host::{guard, output, record};
use crate::java::{self, Loaded};
use crate::junit::{self, Test};
use crate::settings::{Json, Settings};
use crate::subject::Subject;

/// The class that runs a test.
pub(crate) const DRIVER: &str = "heddle.runtime.Tests";

/// How long one test may take if nobody says otherwise.
const BUDGET: Duration = Duration::from_secs(60);

/// The whole command.
pub(crate) fn test(flags: TestFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let mut flags = flags;
    flags.options.timeout.get_or_insert(BUDGET);
    let words = &with_project(&mut flags, words);
    let settings = settings(&flags, None, wreck)?;
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let mut tests = junit::tests(loaded.program());
    let count = tests.len();
    if let Some(pattern) = &flags.pattern {
        tests.retain(|test| test.fits(pattern));
    }
    if tests.is_empty() {
        return Err(none_found(count, &flags));
    }
    let mut whole = check::blank(&settings, Verdict::Holds);
    let shows = settings.output.json != Some(Json::Stdout);
    let known = baseline::known(&settings)?;
    for test in &tests {
        let settings = self::settings(&flags, Some(test), wreck)?;
        let _watch = guard::watch(&settings.plan.limits);
        let rest = without_pattern(words, &flags);
        let (mut report, skipped) = run_test(
            &loaded,
            &settings,
            &as_check(&rest, test),
            Some(&alone(&rest, test)),
        )?;
        baseline::leave_out(&mut report, &known);
        match skipped {
            Some(reason) if report.verdict == Verdict::Holds => {
                if shows {
                    output::print(&format!("{:<9} {}: {reason}\n", "skipped", report.target));
                }
                whole.skipped.push(report.target);
            }
            _ => {
                if shows {
                    output::print(&line(&report));
                }
                add(&mut whole, report);
            }
        }
        if settings.plan.limits.stopped() {
            whole.verdict = match whole.verdict {
                Verdict::Violated => Verdict::Violated,
                _ => Verdict::Unknown,
            };
            break;
        }
    }
    whole.statistics.seconds = began.elapsed().as_secs_f64();
    baseline::begin(&mut whole, &settings, &known)?;
    output::write_files(&whole, &settings.output)?;
    if shows {
        output::print(&summary(&whole));
        output::annotate(&whole);
    }
    Ok(settings.exit(&whole))
}

/// The command's words; with the class path of the project in this directory, if they have none.
fn with_project(flags: &mut TestFlags, words: &[OsString]) -> Vec<OsString> {
    let mut words = words.to_vec();
    let found = match flags.options.classpath {
        Some(_) => None,
        None => project::find(Path::new("")),
    };
    let Some(found) = found else { return words };
    let Ok(path) = std::env::join_paths(&found.entries) else {
        return words;
    };
    flags.options.classpath = Some(path.to_string_lossy().into_owned());
    words.extend(["--classpath".into(), path]);
    if flags.options.json.as_deref() != Some(Path::new("-")) {
        output::print(&told(&found));
    }
    words
}

/// What of a project was found.
fn told(project: &Project) -> String {
    let own = project.entries.iter().filter(|it| it.is_dir());
    let own: Vec<String> = own.map(|it| it.display().to_string()).collect();
    let jars = project.entries.len() - own.len();
    let libraries = match project.libraries.as_str() {
        "" => "no libraries: build and run the tests once, or give them with -cp".to_owned(),
        place => format!("{jars} libraries, listed in {place}"),
    };
    format!("class path: {}; {libraries}\n", own.join(":"))
}

fn none_found(count: usize, flags: &TestFlags) -> Failure {
    match (&flags.pattern, count) {
        (Some(pattern), 1..) => {
            Failure::input(format!("none of the {count} tests fits `{pattern}`"))
        }
        _ => Failure::input(
            "there is no JUnit test on the class path; give it with -cp, JUnit's jars included",
        ),
    }
}

/// The settings for one test, or for all of them.
fn settings(flags: &TestFlags, test: Option<&Test>, wreck: &Wreck) -> Result<Settings, Failure> {
    let check = CheckFlags {
        targets: vec![DRIVER.to_owned()],
        arguments: test.map_or(Vec::new(), Test::arguments),
        driving: DriveOptions::default(),
        options: flags.options.clone(),
    };
    let mut settings = Settings::new(check)?.without_checkpoints()?.under(wreck);
    settings.target.name = match (test, &flags.options.classpath) {
        (Some(test), _) => test.name(),
        (None, Some(path)) => path.clone(),
        (None, None) => ".".to_owned(),
    };
    Ok(settings)
}

/// A program with its arguments, from its start to its report.
pub(crate) fn run(
    loaded: &Loaded,
    settings: &Settings,
    words: &[OsString],
) -> Result<Report, Failure> {
    Ok(run_test(loaded, settings, words, None)?.0)
}

/// The same of a test, which may be had alone by the command `again`; and why it was skipped, if JUnit left it
/// out on every run.
fn run_test(
    loaded: &Loaded,
    settings: &Settings,
    words: &[OsString],
    again: Option<&[OsString]>,
) -> Result<(Report, Option<String>), Failure> {
    let began = Instant::now();
    let mut subject = java::boot(loaded, settings)?;
    let mut progress = ProgressLine::new(settings.output.progress);
    let outcome = check::search(&mut subject, settings, &mut progress);
    let outcome = ordered::doubt(outcome, &mut subject, loaded, settings)?;
    progress.clear();
    let guess = progress.guess();
    let kept = record::after(words, &outcome, || subject.classes());
    let replay = |it: &str| kept.replay(it);
    let report = check::report(&mut subject, settings, &outcome, &replay, began);
    let skipped = subject.skipped();
    let mut report = expiry::sort_out(report, loaded, settings, words, &mut progress)?;
    progress.clear();
    if let Some(again) = again {
        let facts = Facts::default();
        advice::advise(&mut report, settings, again, &outcome, guess, &facts);
    }
    if settings.confirms {
        confirm::all(&mut report, loaded, settings)?;
    }
    Ok((report, skipped))
}

/// The command's options, without the pattern.
fn without_pattern(words: &[OsString], flags: &TestFlags) -> Vec<OsString> {
    let pattern = flags.pattern.as_deref().map(OsString::from);
    let mut rest: Vec<OsString> = Vec::new();
    let mut found = false;
    for word in words.iter().skip(2) {
        // The last word equal to the pattern need not be it, but a value that is equal to the
        // pattern follows its option.
        let is_option_value = rest.last().is_some_and(|it| it == "--classpath");
        if !found && pattern.as_ref() == Some(word) && !is_option_value {
            found = true;
            continue;
        }
        rest.push(word.clone());
    }
    rest
}

/// The words of the check that is the test.
fn as_check(rest: &[OsString], test: &Test) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["heddle".into(), "check".into(), DRIVER.into()];
    words.extend_from_slice(rest);
    words.push("--".into());
    words.extend(test.arguments().into_iter().map(OsString::from));
    words
}

/// The command for this test alone.
fn alone(rest: &[OsString], test: &Test) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["heddle".into(), "test".into(), test.name().into()];
    words.extend_from_slice(rest);
    words
}

/// Puts a test's report among the others.
fn add(whole: &mut Report, report: Report) {
    whole.verdict = match (whole.verdict, report.verdict) {
        (Verdict::Violated, _) | (_, Verdict::Violated) => Verdict::Violated,
        (Verdict::Holds, Verdict::Holds) => Verdict::Holds,
        _ => Verdict::Unknown,
    };
    whole.violations.extend(report.violations.iter().cloned());
    whole.unknown.extend(report.unknown.iter().cloned());
    for assumption in &report.assumptions {
        if !whole.assumptions.contains(assumption) {
            whole.assumptions.push(assumption.clone());
        }
    }
    sum(
        &mut whole.statistics,
        &report.statistics,
        whole.tests.is_empty(),
    );
    whole.tests.push(report);
}

pub(crate) fn sum(whole: &mut Statistics, one: &Statistics, is_first: bool) {
    whole.states += one.states;
    whole.transitions += one.transitions;
    whole.revisited += one.revisited;
    whole.instructions += one.instructions;
    whole.max_depth = whole.max_depth.max(one.max_depth);
    whole.end_states += one.end_states;
    whole.cpu_seconds = one.cpu_seconds;
    whole.explore_seconds += one.explore_seconds;
    whole.explore_cpu_seconds += one.explore_cpu_seconds;
    whole.peak_memory_bytes = whole.peak_memory_bytes.max(one.peak_memory_bytes);
    whole.store_bytes = whole.store_bytes.max(one.store_bytes);
    whole.jobs = one.jobs;
    whole.complete = one.complete && (is_first || whole.complete);
}

/// What the table says of a test.
fn line(report: &Report) -> String {
    let verdict = report.verdict.name();
    let name = &report.target;
    let counts = &report.statistics;
    let mut text = format!(
        "{verdict:<9} {name}  ({} states, {:.1} s)\n",
        counts.states, counts.seconds
    );
    for violation in &report.violations {
        text += &format!(
            "          {}: {}\n",
            violation.kind.name(),
            violation.message
        );
        text += &format!("          {}\n", violation.replay);
    }
    for warning in report
        .warnings
        .iter()
        .filter(|it| it.contains(", only if "))
    {
        text += &format!("          warning: {warning}\n");
    }
    if report.verdict == Verdict::Unknown {
        for unknown in &report.unknown {
            text += &format!("          {}\n", unknown.reason);
            if !unknown.path.is_empty() {
                text += &format!(
                    "          called by {}\n",
                    own_calls(&unknown.path).join(" < ")
                );
            }
        }
        if let Some(coverage) = &report.coverage {
            text += &format!("          covered: {}\n", coverage.told);
        }
        if let Some(advice) = report.advice.iter().find(|it| !it.command.is_empty()) {
            text += &format!("          try: {}\n", advice.command);
        }
    }
    text
}

fn summary(whole: &Report) -> String {
    let count = |verdict| {
        whole
            .tests
            .iter()
            .filter(|it| it.verdict == verdict)
            .count()
    };
    let mut text = String::new();
    text += &format!(
        "\n{} tests: {} hold, {} violated, {} unknown, {} skipped; {:.1} s\n",
        whole.tests.len() + whole.skipped.len(),
        count(Verdict::Holds),
        count(Verdict::Violated),
        count(Verdict::Unknown),
        whole.skipped.len(),
        whole.statistics.seconds
    );
    text
}
